"""A round of one seat as a table: by its state and the points of the next card, what follows.

Most rounds of a seat alone can be played by it, which is much quicker than hand by hand. It does
not say how hands are split: such a round is played otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Final

import numpy as np
from attrs import evolve, frozen

from pitboss.game.cards import TEN_POINTS
from pitboss.machine.flags import Flags, flags_for
from pitboss.rules import Rules, values
from pitboss.simulation.kernel import places as k

_POINTS: Final = range(1, 11)
_ACE: Final = 1
_NATURAL: Final = {_ACE, TEN_POINTS}
_DEALER_STANDS: Final = 17
_MOST_PLACES: Final = 0xFFFF
_TABLES_AT_HAND: Final = 16
_NO_STEPS: Final = np.zeros(0, np.uint16)


@frozen
class _Deal:
    """Cards that were dealt: the first of the hand, the up card, the second, the hole card."""

    cards: tuple[int, ...]


@frozen
class _Hand:
    """A hand that draws; the points of a hole card that is not dealt are 0."""

    hard: int
    ace: bool
    doubled: bool
    up: int
    second: int


@frozen
class _Dealer:
    """A dealer who draws against a hand of so many points; at first perhaps a second card."""

    points: int
    doubled: bool
    hard: int
    ace: bool
    second: bool


@frozen
class _End:
    """What was won, and whether the hole card was never shown."""

    net: int
    doubled: bool = False
    hidden: bool = False


_NOT_IN_STEPS: Final = _End(k.NOT_HERE)


@frozen
class _Choice:
    """What follows by the number of the chart that is played then."""

    after: tuple[_After, ...]


_State = _Deal | _Hand | _Dealer | _Choice
_After = _State | _End
_Entry = tuple[int, int]
"""The number of the row of what follows, and if the round has ended, how."""


def _total(hard: int, *, ace: bool) -> int:
    """Return the points of cards, of which an ace counts eleven if that does not bust them."""
    return hard + 10 if ace and hard <= 11 else hard


@frozen
class _Table:
    """What follows what, under rules and charts.

    Attributes:
        rules: the rule set.
        flags: what it says.
        charts: all that the seat may play by.
    """

    rules: Rules
    flags: Flags
    charts: Sequence[bytes]

    def all_after(self, state: _State) -> Sequence[_After]:
        """Return what follows a state by the points of the card that is drawn, or by the chart."""
        if isinstance(state, _Choice):
            return state.after
        return [self._after(state, card) for card in _POINTS]

    def _after(self, state: _Deal | _Hand | _Dealer, card: int) -> _After:
        if isinstance(state, _Hand):
            return self._hit(state, card)
        if isinstance(state, _Dealer):
            return self._drawn(state, card)
        cards = (*state.cards, card)
        if len(cards) < 3 + self.flags.deals_hole_card:
            return _Deal(cards)
        return self._dealt(cards)

    def _dealt(self, cards: tuple[int, ...]) -> _After:
        one, up, other, second = (*cards, 0)[:4]
        natural = {one, other} == _NATURAL
        hole = self.flags.deals_hole_card
        risky = up in _NATURAL and not hole
        if {up, second} == _NATURAL:
            return _End(k.PUSHED if natural else k.LOST)
        if natural:
            return _NOT_IN_STEPS if risky else _End(k.WON_NATURAL, hidden=hole)

        def answered(says: int) -> _After:
            if says & k.SPLITS or (says & k.SURRENDERS and risky):
                return _NOT_IN_STEPS
            if says & k.SURRENDERS:
                return _End(k.GAVE_UP, hidden=hole)
            hand = _Hand(one + other, _ACE in {one, other}, bool(says & k.DOUBLES), up, second)
            return hand if says & (k.DOUBLES | k.HITS) else self._stands(hand)

        return self._asked((one - 1) * 100 + (other - 1) * 10 + up - 1, answered)

    def _hit(self, state: _Hand, card: int) -> _After:
        hard, ace = state.hard + card, state.ace or card == _ACE
        hand = evolve(state, hard=hard, ace=ace)
        if state.doubled:
            return self._stands(hand)

        def answered(says: int) -> _After:
            return hand if says & k.HITS else self._stands(hand)

        total = _total(hard, ace=ace)
        row = k.MORE_ROWS * (total != hard) + total
        return self._asked(k.OF_MORE + row * 10 + state.up - 1, answered)

    def _asked(self, place: int, answered: Callable[[int], _After]) -> _After:
        """Return what follows what the charts say there."""
        said = [chart[place] for chart in self.charts]
        after = {says: answered(says) for says in set(said)}
        if len(set(after.values())) == 1:
            return after[said[0]]
        return _Choice(tuple(after[says] for says in said))

    def _stands(self, hand: _Hand) -> _After:
        points, hole = _total(hand.hard, ace=hand.ace), self.flags.deals_hole_card
        if points > 21:
            # A natural of the dealer may give a doubled stake back.
            original = self.rules.dealer_blackjack_takes is values.BlackjackTakes.ORIGINAL
            waits = hand.up in _NATURAL and hand.doubled and original and not hole
            return _NOT_IN_STEPS if waits else _lost(doubled=hand.doubled, hidden=hole)
        ace = _ACE in {hand.up, hand.second}
        dealer = _Dealer(max(points, 16), hand.doubled, hand.up + hand.second, ace, not hole)
        return self._compared(dealer) if hole else dealer

    def _drawn(self, state: _Dealer, card: int) -> _After:
        if state.second and {state.hard, card} == _NATURAL:
            takes_all = self.rules.dealer_blackjack_takes is values.BlackjackTakes.ALL
            return _lost(doubled=state.doubled) if takes_all else _End(k.LOST, state.doubled)
        ace = state.ace or card == _ACE
        return self._compared(
            _Dealer(state.points, state.doubled, state.hard + card, ace, second=False)
        )

    def _compared(self, state: _Dealer) -> _After:
        total = _total(state.hard, ace=state.ace)
        soft_17 = total == _DEALER_STANDS and total != state.hard
        if total < _DEALER_STANDS or (soft_17 and self.flags.hits_soft_17):
            return state
        if total == state.points:
            return _End(k.PUSHED, state.doubled)
        if total < state.points or total > 21:
            return _End(k.WON_TWO if state.doubled else k.WON, state.doubled)
        return _lost(doubled=state.doubled)


def _lost(*, doubled: bool, hidden: bool = False) -> _End:
    return _End(k.LOST_TWO if doubled else k.LOST, doubled, hidden)


def steps_of(rules: Rules, seats: int, charts: Sequence[k.Bytes]) -> k.Steps:
    """Return the table; an empty one if the rules have none.

    Args:
        rules: the rule set.
        seats: how many play.
        charts: all that the first of them may play by, as the kernel reads them.
    """
    if not _has_table(rules, flags_for(rules), seats):
        return _NO_STEPS
    return _steps_by(rules, tuple(chart.tobytes() for chart in charts))


@lru_cache(maxsize=_TABLES_AT_HAND)
def _steps_by(rules: Rules, charts: tuple[bytes, ...]) -> k.Steps:
    """Return the table, which is the same for every seed and takes a tenth of a second."""
    rows = _Rows(_Table(rules, flags_for(rules), charts))
    rows.number_of(_Deal(()))
    return rows.written()


class _Rows:
    """The rows of the table: states after which everything goes on alike have one row."""

    def __init__(self, table: _Table) -> None:
        self._table = table
        self._number_of_row: dict[tuple[_Entry, ...], int] = {}
        self._number_of_state: dict[_State, int] = {}

    def number_of(self, state: _State) -> int:
        """Return the number of the row of a state, after those of all that follow it."""
        if state not in self._number_of_state:
            row = tuple(self._entry(after) for after in self._table.all_after(state))
            self._number_of_state[state] = self._number_of_row.setdefault(
                row, len(self._number_of_row)
            )
        return self._number_of_state[state]

    def _entry(self, after: _After) -> _Entry:
        if isinstance(after, _End):
            return 0, _ended(after)
        return self.number_of(after), k.CHARTS_SAY * isinstance(after, _Choice)

    def written(self) -> k.Steps:
        """Return the table with the start first, though that got the last number.

        Return an empty one if its places are too many for numbers of two bytes.
        """
        rows = list(reversed(self._number_of_row))
        places = list(accumulate(map(len, rows), initial=0))
        if places[-1] > _MOST_PLACES:
            return _NO_STEPS
        table: list[_Entry] = [(0, 0)]
        for row in rows:
            for number, ended in row:
                follows = not ended or ended == k.CHARTS_SAY
                table.append((places[len(rows) - 1 - number] if follows else 0, ended))
        return np.array(table, np.uint16).reshape(-1)


def _ended(end: _End) -> int:
    return k.ENDED + end.net * k.NET_UNIT + k.DOUBLED_STAKE * end.doubled + k.HIDDEN * end.hidden


def _has_table(rules: Rules, flags: Flags, seats: int) -> bool:
    """Say whether a round goes card by card as the table has it."""
    looks = rules.peek in {values.Peek.ACE_OR_TEN, values.Peek.ALWAYS}
    return (
        seats == 1
        and (looks or not flags.deals_hole_card)
        and rules.natural_settles is values.NaturalSettles.DEAL
        and flags.natural_beats_21
        and flags.stands_at_21
        and flags.busts_lose_at_once
        and not flags.charlie_cards
        and not flags.dealer_plays_on
        and not flags.deals_in_blocks
        and not flags.up_card_is_second
        and not flags.surrenders_early
    )
