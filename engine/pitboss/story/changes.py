"""What an answer changes at a table: two views compared, in the order of the rows taken."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from pitboss.game.bets import BetView
from pitboss.game.cards import Card
from pitboss.game.events import Event, EventKind
from pitboss.game.hand import total_of
from pitboss.game.reasons import INSURANCE_LOST, Outcome
from pitboss.game.round import DealerNatural
from pitboss.game.trace import NewShoe, RowTaken, TraceEntry, row_taken
from pitboss.machine import effects as do
from pitboss.machine import insurance
from pitboss.machine.effects import Effect
from pitboss.machine.transition_table import TABLE
from pitboss.rules import Rules, values
from pitboss.story import told_events as told
from pitboss.story.told_events import HandShown
from pitboss.table.views import HandView, View

_EFFECTS: Final = {row_taken(row.name): row.effect for row in TABLE}
_TURNS: Final = frozenset({do.peek_at_hole, do.turn_hole_card})
_DRAWS: Final = frozenset({do.draw_second_card, do.draw_for_dealer})

_SETTLED_BY_ANSWER: Final[Mapping[Effect | None, tuple[Outcome, ...]]] = {
    do.hit_hand: (Outcome.BUST, Outcome.CHARLIE),
    do.double_hand: (Outcome.BUST, Outcome.CHARLIE),
    insurance.take_even_money: (Outcome.EVEN_MONEY,),
    do.surrender_hand: (Outcome.SURRENDER,),
}
_SETTLED_BY_HOUSE: Final[Mapping[Effect | None, tuple[Outcome, ...]]] = {
    do.pay_naturals: (Outcome.NATURAL,),
    do.peek_at_hole: (Outcome.SURRENDER,),
    do.turn_hole_card: (Outcome.SURRENDER, Outcome.NATURAL),
    do.draw_second_card: (Outcome.SURRENDER, Outcome.NATURAL),
}
"""What an effect may settle before the end of the round: of the hand asked, or of every hand."""


class Changes:
    """What an answer and the moves of the house after it change.

    Args:
        rules: the rules of the table.
        before: what everybody saw when the question was asked.
        after: what everybody sees when the next question is asked or the round is over.
        event: the answer.
        hole_card: the card that lies face down then, if the viewer is to know it.
    """

    def __init__(
        self, rules: Rules, before: View, after: View, event: Event, hole_card: Card | None
    ) -> None:
        self._rules = rules
        self._before = before
        self._after = after
        self._event = event
        self._hole_card = hole_card
        self._number = after.round_number
        self._dealer_told = len(before.dealer_cards)
        self._drew: list[HandShown] = []
        self._settled: list[told.Settled] = []
        self._insurance_lost: list[told.InsuranceSettled] = []
        for seat in after.seats:
            for number, hand in enumerate(seat.hands):
                self._compare(hand, HandShown.of(seat, number))
        # No hand draws twice, and the hand that was asked draws first.
        self._drew.sort(key=lambda hand: (hand.seat, hand.hand) != (event.seat, event.hand))

    def _compare(self, hand: HandView, shown: HandShown) -> None:
        """Note what is new about a hand."""
        event = self._event
        split = event.kind is EventKind.SPLIT and shown.seat == event.seat
        # Of two split hands either comes from the one before, and later hands have moved up.
        number = shown.hand - (split and shown.hand > event.hand)
        earlier = self._before.seats[shown.seat].hands[number : number + 1]
        cards = 1 if split and number == event.hand else sum(len(was.cards) for was in earlier)
        if len(hand.cards) > cards:
            self._drew.append(shown)
        if hand.outcome is not None and all(was.reason is None for was in earlier):
            self._settled.append(told.Settled(self._number, shown, hand.outcome, hand.net_minor))
        bet = hand.insurance
        lost = bet is not None and bet.reason is INSURANCE_LOST
        if bet is not None and lost and not any(_is_settled(was.insurance) for was in earlier):
            self._insurance_lost.append(told.InsuranceSettled(self._number, shown, bet.net_minor))

    def events(self, trace: Sequence[TraceEntry]) -> Iterator[told.ToldEvent]:
        """Give what happened after the answer, in order.

        Args:
            trace: the rows that were taken, each followed by the cards that it drew.
        """
        for effect, drawn in _effects(trace):
            if effect is do.peek_at_hole:
                seen = self._after.dealer_natural is DealerNatural.SEEN
                yield told.Peeked(self._number, self._after.up_card, seen)
            for entry in drawn:
                if isinstance(entry, NewShoe):
                    yield told.ShoeBrought(self._number, entry.name)
                elif effect in _TURNS or effect in _DRAWS:
                    yield self._dealer_card(turned=effect in _TURNS)
                elif effect is not do.deal_cards:
                    yield told.Drew(self._number, self._drew.pop(0))
            if effect is do.deal_cards:
                yield self._deal()
            yield from self._settlements(effect)

    def _dealer_card(self, *, turned: bool) -> told.DealerShowed:
        """Tell the dealer's next card."""
        self._dealer_told += 1
        cards = self._after.dealer_cards[: self._dealer_told]
        hole_first = turned and self._rules.up_card is values.UpCard.SECOND
        card = cards[0] if hole_first else cards[-1]
        total = total_of(cards)
        return told.DealerShowed(self._number, turned, card, cards, total.points, total.soft)

    def _deal(self) -> told.Dealt:
        after, up_card = self._after, self._after.up_card
        self._dealer_told = 0 if up_card is None else 1
        second = after.hole_hidden or len(after.dealer_cards) > 1
        face_down = second and self._rules.hole_card is values.HoleCard.DEALT
        hands = [HandShown.of(seat, n) for seat in after.seats for n in range(len(seat.hands))]
        return told.Dealt(self._number, tuple(hands), up_card, face_down, self._hole_card)

    def _settlements(self, effect: Effect | None) -> Iterator[told.ToldEvent]:
        """Tell the bets that a row settled; what the end of the round settles is told there."""
        event = self._event
        at_deal = self._rules.natural_settles is values.NaturalSettles.DEAL
        if effect in _TURNS or effect is do.draw_second_card:
            while self._insurance_lost:
                yield self._insurance_lost.pop(0)
        for outcome in _SETTLED_BY_HOUSE.get(effect, ()):
            if outcome is not Outcome.NATURAL or at_deal:
                yield from self._taken(outcome)
        for outcome in _SETTLED_BY_ANSWER.get(effect, ()):
            if not self._waits(outcome):
                yield from self._taken(outcome, at=(event.seat, event.hand))
        if effect is do.pay_natural_at_turn:
            # The turns of several naturals may follow one answer, in the order of the hands.
            yield from self._taken(Outcome.NATURAL, most=1)

    def _taken(
        self, outcome: Outcome, *, at: tuple[int, int] | None = None, most: int | None = None
    ) -> list[told.Settled]:
        """Return the bets with an outcome that were not told before, of all hands or of one."""
        taken = [
            each
            for each in self._settled
            if each.outcome is outcome and at in {None, (each.of.seat, each.of.hand)}
        ][:most]
        self._settled = [each for each in self._settled if each not in taken]
        return taken

    def _waits(self, outcome: Outcome) -> bool:
        """Return whether a bet that an answer ended is settled later."""
        rules, event = self._rules, self._event
        unknown = self._before.dealer_natural is not DealerNatural.EXCLUDED
        if outcome is Outcome.SURRENDER:
            return unknown and rules.surrender is not values.Surrender.EARLY
        if outcome is not Outcome.BUST:
            return False
        if rules.bust_settles is values.BustSettles.AT_END:
            return True
        # A dealer natural may take the opening bet alone, which rides on the first hand.
        doubled = self._after.seats[event.seat].hands[event.hand].doubled
        original = rules.dealer_blackjack_takes is values.BlackjackTakes.ORIGINAL
        return unknown and original and (event.hand > 0 or doubled)


def _is_settled(bet: BetView | None) -> bool:
    return bet is not None and bet.reason is not None


def _effects(trace: Sequence[TraceEntry]) -> list[tuple[Effect | None, list[TraceEntry]]]:
    """Return the effect of each row of a trace with the cards and new shoes that it brought."""
    rows: list[tuple[Effect | None, list[TraceEntry]]] = []
    for entry in trace:
        if isinstance(entry, RowTaken):
            rows.append((_EFFECTS[entry], []))
        else:
            rows[-1][1].append(entry)
    return rows
