"""A slow watcher at a table, who counts the cards by what happens there and by the rules alone."""

import contextlib
from collections import Counter
from random import Random
from typing import Final

from pitboss import Card, Event, Table, View
from pitboss.game.cards import CARDS, Rank
from pitboss.game.seat_changes import SeatChange
from pitboss.game.trace import NewShoe
from pitboss.machine.effects import deal_cards, peek_at_hole, turn_hole_card
from pitboss.machine.transition_table import TABLE
from pitboss.rules.values import Deal, HoleCard, UpCard
from pitboss.table import ChangeRefusedError, QuietRecorder

DEALS: Final = {row.name for row in TABLE if row.effect is deal_cards}
TURNS: Final = {row.name for row in TABLE if row.effect in {turn_hole_card, peek_at_hole}}
CARD_OF: Final = {card.code: card for card in CARDS}

LOW: Final = (Rank.TWO, Rank.THREE, Rank.FOUR, Rank.FIVE, Rank.SIX)
HIGH: Final = (Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING, Rank.ACE)


def hi_lo(view: View) -> int:
    """Return the running count of the Hi-Lo system, as a player works it out."""
    return view.cards_seen.of(*LOW) - view.cards_seen.of(*HIGH)


class Watcher(QuietRecorder):
    """Counts the cards that everybody sees, one by one, as a recorder hears of them.

    Attributes:
        seen: the cards of the shoe in use that were seen.
        running: the Hi-Lo count of them.
        shoe: how many shoes came into use, the first included.
        met: what there was to see, and how often.
    """

    def __init__(self) -> None:
        self.seen: Counter[Card] = Counter()
        self.running = 0
        self.shoe = 1
        self.met: Counter[str] = Counter()
        self._hole_shoe = 0
        self._to_deal = 0
        self._hole_is_next = False

    def opened(self, table: Table) -> None:
        """Hear that a table was set up."""
        assert not table.view(None).cards_seen.total

    def joined(self, table: Table) -> None:
        """Hear of a table in the middle of its game."""
        raise NotImplementedError

    def changed(self, table: Table, change: SeatChange) -> None:
        """Hear of a change of seats, which shows no card and hides none."""
        self.met[change.kind.value] += 1
        self.check(table)

    def applied(self, table: Table, _event: Event) -> None:
        """Hear what followed an event, step by step; then compare."""
        bets = sum(bool(seat.hands) for seat in table.round.seats)
        dealt = 0
        for step in table.house.trace:
            if isinstance(step, NewShoe):
                self._shuffle()
            elif step.code in DEALS:
                self._to_deal = 2 * bets + 1 + (table.rules.hole_card is HoleCard.DEALT)
                dealt = 0
            elif step.code not in CARD_OF:
                # Whatever was left of a deal is not dealt: no card was there.
                self._to_deal = 0
                self._hole_is_next = step.code in TURNS
            else:
                self._card(CARD_OF[step.code], hidden=dealt == hole_place(table, bets))
                dealt += 1
        self._to_deal = 0
        self.met["shuffle in a round"] += bool(table.house.new_shoes) and bets > 0
        self.check(table)

    def _card(self, card: Card, *, hidden: bool) -> None:
        if self._to_deal:
            self._to_deal -= 1
            if hidden:
                self._hole_shoe = self.shoe
                return
        elif self._hole_is_next:
            self._hole_is_next = False
            self.met["turned"] += 1
            if self._hole_shoe != self.shoe:
                self.met["turned after a shuffle"] += 1
                return
        self.seen[card] += 1
        self.running += 1 if card.rank in LOW else -1 if card.rank in HIGH else 0

    def _shuffle(self) -> None:
        self.shoe += 1
        self.seen.clear()
        self.running = 0

    def check(self, table: Table) -> None:
        """See that every viewer is told of just the cards that were seen."""
        for viewer in (None, *range(len(table.plans))):
            view = table.view(viewer)
            counted = {rank: view.cards_seen.of(rank) for rank in Rank}
            assert counted == {rank: self._seen(rank) for rank in Rank}
            assert view.cards_seen.total == self.seen.total() <= view.cards_drawn
            assert hi_lo(view) == self.running
        drawn = table.view(None).cards_drawn
        self.met["drawn and not seen"] += table.over and drawn > self.seen.total()

    def _seen(self, rank: Rank) -> int:
        return sum(self.seen[card] for card in CARDS if card.rank is rank)


def hole_place(table: Table, bets: int) -> int:
    """Return which card of a deal lies face down, counted from 0; -1 under rules without one."""
    if table.rules.hole_card is HoleCard.NONE:
        return -1
    if table.rules.up_card is UpCard.FIRST:
        return 2 * bets + 1
    return bets if table.rules.deal is Deal.ALTERNATE else 2 * bets


def random_change(chance: Random, table: Table) -> None:
    """Try a change of a seat; many are refused."""
    seat = chance.randrange(len(table.plans))
    change = chance.choice(
        (
            SeatChange.leave(seat),
            SeatChange.join(seat, "Zoe", 5_000),
            SeatChange.join(seat, "Zoe"),
            SeatChange.away(seat),
            SeatChange.back(seat),
            SeatChange.deposit(seat, 700),
        )
    )
    with contextlib.suppress(ChangeRefusedError):
        table.change(change)
