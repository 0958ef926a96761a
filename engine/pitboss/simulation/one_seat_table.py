"""The lookup table of one-seat rounds: what follows each state, by the points of the next card.

The kernel plays most rounds of a single seat by this table, much faster than hand by hand. The
table holds no splits: the kernel plays rounds with a split hand by hand.

The machine finds out what follows. It plays a round up to each state with two hands of each kind:
one has few cards, the other many. If the two hands continue differently, there is no table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Final

import numpy as np
from attrs import evolve, field, frozen

from pitboss.game.arithmetic import ACE, best_total, make_natural
from pitboss.game.cards import TEN_POINTS
from pitboss.game.events import EventKind
from pitboss.machine.flags import flags_for
from pitboss.rules import Rules
from pitboss.simulation.kernel import layout as k
from pitboss.simulation.machine_driver import (
    DrawsCard,
    Driver,
    Ended,
    NotAlikeError,
    Result,
    Stands,
)

_POINTS: Final = range(1, 11)
_MIN_TOLD_APART: Final = 16
"""Hands that stand on a lower total win and lose like hands that stand on this total."""
_LOW_HOLES: Final = (2, 3)
"""With these hole cards, the dealer draws on every up card, so no bet is decided early."""
_MAX_PLACES: Final = 0xFFFF
_TABLES_AT_HAND: Final = 16
NO_STEPS: Final = np.zeros(0, np.uint16)
"""An empty lookup table, for runs whose rounds no lookup table can hold."""


@frozen
class _Deal:
    """The cards dealt so far: the hand's first card, up card, hand's second card, hole card."""

    cards: tuple[int, ...]


@frozen
class _Hand:
    """A hand that draws; `second` is the hole card, or 0 if the rules deal none."""

    hard: int
    ace: bool
    doubled: bool
    up: int
    second: int

    @property
    def holes(self) -> tuple[int, int]:
        """Two hole cards with which the round continues as with the real hole card."""
        natural = make_natural(self.up, self.second)
        return (self.second, self.second) if natural else _LOW_HOLES

    @property
    def made(self) -> Iterator[tuple[int, ...]]:
        """Yield two hands of this kind; each has two cards if it is doubled."""
        if self.ace:
            few = _few_cards(self.hard, ace=True)
            yield few
            yield few[::-1] if self.doubled else (ACE,) * self.hard
        else:
            low = max(2, self.hard - TEN_POINTS)
            yield _few_cards(self.hard)
            yield (low, self.hard - low) if self.doubled else _low_cards(self.hard)


@frozen
class _Dealer:
    """A dealer who draws against a hand that stands; the first draw may be the second card.

    The dealer's cards may have come in many orders; `cards` keeps one of them.
    """

    hand: Stands
    hard: int
    ace: bool
    second: bool
    cards: tuple[int, ...] = field(eq=False)

    @property
    def made(self) -> Iterator[tuple[tuple[int, ...], EventKind, tuple[int, ...]]]:
        """Yield two hands of this kind: cards, the last answer, and the cards drawn after it."""
        points = self.hand.points
        if self.hand.beside_free:
            # The house would stake a double on a total of 10 or 11, so begin with 12 and 13.
            yield (2, 10), EventKind.DOUBLE, (points - 12,)
            yield (3, 10), EventKind.DOUBLE, (points - 13,)
        elif self.hand.doubled:
            yield (5, 6), EventKind.DOUBLE, (points - 11,)
            yield (4, 6), EventKind.DOUBLE, ((points - 10) % TEN_POINTS or TEN_POINTS,)
        else:
            least = points == _MIN_TOLD_APART
            yield _few_cards(points), EventKind.STAND, ()
            yield _low_cards(12 if least else points), EventKind.STAND, ()


@frozen
class _Choice:
    """What follows under each chart, in the order of the charts."""

    after: tuple[_After, ...]


_State = _Deal | _Hand | _Dealer | _Choice
_After = _State | Ended
_Entry = tuple[int, int]
"""The number of the next row and, if the round has ended, how it ended."""


def _few_cards(hard: int, *, ace: bool = False) -> tuple[int, ...]:
    """Return a few cards that make a total, but not a natural; the first may be an ace."""
    rest = hard - ace
    many = -(-rest // 9) if ace else max(2, -(-rest // TEN_POINTS))
    return (*(ACE,) * ace, *((rest + number) // many for number in range(many)))


def _low_cards(hard: int) -> tuple[int, ...]:
    """Return many cards without an ace that make a total."""
    return (*(2,) * (hard // 2 - 1), 2 + hard % 2)


@lru_cache(maxsize=_TABLES_AT_HAND)
def _known_of(rules: Rules) -> dict[object, Result]:  # noqa: ARG001  the cache's key
    """Return the cached answers of the machine about kinds of hands, for all charts."""
    return {}


class _Table:
    """What follows each state, under rules and charts.

    Args:
        rules: the rule set.
        charts: all charts that the seat may play by.
    """

    def __init__(self, rules: Rules, charts: Sequence[bytes]) -> None:
        self._driver = Driver(rules)
        self._holes = int(flags_for(rules).deals_hole_card)
        self._charts = charts
        self._known = _known_of(rules)

    def all_after(self, state: _State) -> Sequence[_After]:
        """Return what follows a state, by the points of the next card or by the chart."""
        if isinstance(state, _Choice):
            return state.after
        return [self._after(state, card) for card in _POINTS]

    def _after(self, state: _Deal | _Hand | _Dealer, card: int) -> _After:
        if isinstance(state, _Hand):
            return self._hit(state, card)
        if isinstance(state, _Dealer):
            return self._against(state.hand, (*state.cards, card))
        cards = (*state.cards, card)
        return _Deal(cards) if len(cards) < 3 + self._holes else self._dealt(cards)

    def _dealt(self, cards: tuple[int, ...]) -> _After:
        one, up, other, second = (*cards, 0)[:4]
        hand = _Hand(one + other, ACE in {one, other}, doubled=False, up=up, second=second)
        hands = ((one, other), (other, one))

        def answered(says: int) -> Iterator[Result]:
            for first, hole in zip(hands, hand.holes, strict=True):
                yield self._driver.follows(first, (up, hole)[: 1 + self._holes], says)

        place = (one - 1) * 100 + (other - 1) * 10 + up - 1
        return self._asked(place, hand, (hands[one > other], up, hand.holes), answered)

    def _hit(self, state: _Hand, card: int) -> _After:
        hard, ace = state.hard + card, state.ace or card == ACE
        hand = _Hand(hard, ace, state.doubled, state.up, state.second)
        kind = EventKind.DOUBLE if state.doubled else EventKind.HIT

        def answered(says: int) -> Iterator[Result]:
            for cards, hole in zip(state.made, state.holes, strict=True):
                dealer = (state.up, hole)[: 1 + self._holes]
                yield self._driver.follows(cards, dealer, says, kind, (card,))

        total = best_total(hard, ace)
        place = k.OF_MORE + (k.MORE_ROWS * (total != hard) + total) * 10 + state.up - 1
        key = (state.hard, state.ace, state.doubled, state.up, state.holes, card)
        return self._asked(place, hand, key, answered)

    def _asked(
        self, place: int, hand: _Hand, key: object, answered: Callable[[int], Iterable[Result]]
    ) -> _After:
        """Return what follows at a place of the charts; a `_Choice` if this depends on charts."""
        said = [chart[place] for chart in self._charts]
        after = {
            says: self._followed(hand, self._alike((key, says), answered(says)))
            for says in set(said)
        }
        if len(set(after.values())) == 1:
            return after[said[0]]
        return _Choice(tuple(after[says] for says in said))

    def _followed(self, hand: _Hand, result: Result) -> _After:
        if isinstance(result, DrawsCard):
            return evolve(hand, doubled=True) if result.doubled else hand
        if isinstance(result, Stands):
            dealer = (hand.up, hand.second)[: 1 + self._holes]
            points = max(result.points, _MIN_TOLD_APART)
            return self._against(evolve(result, points=points), dealer)
        return result

    def _against(self, stands: Stands, dealer: tuple[int, ...]) -> _After:
        """Return what follows when the dealer holds these cards against a hand that stands."""
        hard, ace = sum(dealer), ACE in dealer
        state = _Dealer(stands, hard, ace, second=len(dealer) == 1, cards=dealer)

        def made() -> Iterator[Result]:
            first = 1 + self._holes
            for hand, kind, cards in state.made:
                drawn = (*cards, *dealer[first:])
                result = self._driver.follows(hand, dealer[:first], 0, kind, drawn)
                yield stands if isinstance(result, Stands) else result

        # Two cards may be a natural; three or more of the same total are not.
        result = self._alike((state, len(dealer) == 2), made())
        return result if isinstance(result, Ended) else state

    def _alike(self, kind: object, results: Iterable[Result]) -> Result:
        """Return what follows for all hands of a kind; each kind is played only once.

        Raises:
            NotAlikeError: hands of the kind continue differently.
        """
        if kind not in self._known:
            result, *others = set(results)
            if others:
                raise NotAlikeError(f"{kind} continues in several ways: {result}, {others}")
            self._known[kind] = result
        return self._known[kind]


def steps_of(rules: Rules, seats: int, charts: Sequence[k.Bytes]) -> k.Steps:
    """Return the lookup table; it is empty if it cannot hold the rounds with these arguments.

    Args:
        rules: the rule set.
        seats: the number of seats.
        charts: all charts that the first seat may play by, as the kernel reads them.
    """
    flags = flags_for(rules)
    # The table knows one order of dealing, and counts a hole card only at the end of a round.
    if seats > 1 or flags.deals_in_blocks or flags.up_card_is_second or flags.shows_hole_card:
        return NO_STEPS
    # In the table, a hand decides nothing after a double, and can surrender only as its first play.
    if flags.asks_doubled or flags.surrenders_any_time:
        return NO_STEPS
    return _steps_by(rules, tuple(chart.tobytes() for chart in charts))


@lru_cache(maxsize=_TABLES_AT_HAND)
def _steps_by(rules: Rules, charts: tuple[bytes, ...]) -> k.Steps:
    """Return the table; it is cached, because it takes half a second to make and needs no seed."""
    rows = _Rows(_Table(rules, charts))
    try:
        rows.number_of(_Deal(()))
    except (NotAlikeError, _TooLongError):
        return NO_STEPS
    return rows.written()


class _TooLongError(Exception):
    """The table has too many places for numbers of two bytes."""


class _Rows:
    """The rows of the table; states with the same next states and results share a row."""

    def __init__(self, table: _Table) -> None:
        self._table = table
        self._number_of_row: dict[tuple[_Entry, ...], int] = {}
        self._number_of_state: dict[_State, int] = {}
        self._places = 0

    def number_of(self, state: _State) -> int:
        """Return the number of a state's row, after numbering the states that follow it.

        Raises:
            _TooLongError: there are too many rows.
        """
        if state not in self._number_of_state:
            row = tuple(self._entry(after) for after in self._table.all_after(state))
            if row not in self._number_of_row:
                self._number_of_row[row] = len(self._number_of_row)
                self._places += len(row)
                if self._places > _MAX_PLACES:
                    raise _TooLongError
            self._number_of_state[state] = self._number_of_row[row]
        return self._number_of_state[state]

    def _entry(self, after: _After) -> _Entry:
        if isinstance(after, Ended):
            return 0, _ended(after)
        return self.number_of(after), k.CHARTS_SAY * isinstance(after, _Choice)

    def written(self) -> k.Steps:
        """Return the table; the start of a round got the last number, but its row comes first."""
        rows = list(reversed(self._number_of_row))
        places = list(accumulate(map(len, rows), initial=0))
        table: list[_Entry] = [(0, 0)]
        for row in rows:
            for number, ended in row:
                follows = not ended or ended == k.CHARTS_SAY
                table.append((places[len(rows) - 1 - number] if follows else 0, ended))
        return np.array(table, np.uint16).reshape(-1)


def _ended(end: Ended) -> int:
    return k.ENDED + end.net * k.NET_UNIT + k.DOUBLED_STAKE * end.doubled + k.HIDDEN * end.hidden
