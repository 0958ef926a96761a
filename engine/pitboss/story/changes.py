"""What an answer changes at a table: two views compared, in the order of the rows taken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import define

from pitboss.game.cards import Card
from pitboss.game.events import Event
from pitboss.game.hand import total_of
from pitboss.game.reasons import INSURANCE_LOST, Outcome
from pitboss.game.round import DealerNatural, Question
from pitboss.game.trace import NewShoe, RowTaken, TraceEntry, row_taken
from pitboss.machine import effects as do
from pitboss.machine.effects import Effect
from pitboss.machine.transition_table import TABLE
from pitboss.rules import Rules
from pitboss.rules.values import (
    BlackjackTakes,
    BustSettles,
    HoleCard,
    NaturalSettles,
    Surrender,
    UpCard,
)
from pitboss.story.told_events import (
    Answered,
    DealerShowed,
    Dealt,
    Drew,
    HandShown,
    InsuranceSettled,
    Peeked,
    Settled,
    ShoeBrought,
    ToldEvent,
    Viewer,
)
from pitboss.table.offers import Offer
from pitboss.table.views import HandView, View

_EFFECTS: Final = {row_taken(row.name): row.effect for row in TABLE}
_ONE_CARD: Final = frozenset({do.hit_hand, do.double_hand})
_TURNS: Final = frozenset({do.peek_at_hole, do.turn_hole_card})
_DRAWS: Final = frozenset({do.draw_second_card, do.draw_for_dealer})
_CHECKS_NATURAL: Final = frozenset({*_TURNS, do.draw_second_card})
"""Effects after which it is known whether the dealer has a natural."""


@define
class _ToldHand:
    """How much of a hand has been told."""

    cards: int
    settled: bool = False
    insurance_settled: bool = False


class Changes:
    """What an answer and the moves of the house after it change, for one viewer.

    Args:
        rules: the rules of the table.
        viewer: who is told.
        before: what everybody saw when the question was asked.
        after: what everybody sees when the next question is asked or the round is over.
        hole_card: the card that lies face down then, if the viewer is to know it.
    """

    def __init__(
        self,
        rules: Rules,
        viewer: Viewer,
        before: View,
        after: View,
        hole_card: Card | None,
    ) -> None:
        self._rules = rules
        self._viewer = viewer
        self._before = before
        self._after = after
        self._hole_card = hole_card
        self._number = after.round_number
        self._told = [
            [
                _ToldHand(len(hand.cards), hand.reason is not None, bool(hand.insurance_net_minor))
                for hand in seat.hands
            ]
            for seat in before.seats
        ]
        self._dealer_told = len(before.dealer_cards)

    def told(self, offer: Offer, event: Event, trace: Sequence[TraceEntry]) -> Iterator[ToldEvent]:
        """Give what happened, in order.

        Args:
            offer: the question that was answered.
            event: the answer.
            trace: the rows that were taken, each followed by the cards that it drew.
        """
        yield self._answer(offer, event)
        for effect, drawn in _effects(trace):
            if effect is do.peek_at_hole:
                seen = self._after.dealer_natural is DealerNatural.SEEN
                yield Peeked(self._number, self._after.up_card, seen)
            elif effect is do.split_hand:
                of_seat = self._told[event.seat]
                of_seat[event.hand].cards = 1
                of_seat.insert(event.hand + 1, _ToldHand(1))
            hands = self._hands_that_draw(effect, event)
            for entry in drawn:
                if isinstance(entry, NewShoe):
                    yield ShoeBrought(self._number, entry.number)
                elif effect in _TURNS or effect in _DRAWS:
                    yield self._dealer_card(turned=effect in _TURNS)
                elif effect is not do.deal_cards:
                    yield self._card_to(*next(hands))
            if effect is do.deal_cards:
                yield self._deal()
            yield from self._settlements(effect, event)

    def _answer(self, offer: Offer, event: Event) -> Answered:
        seat = self._before.seats[event.seat]
        staked = offer.question in {Question.BET, Question.INSURANCE}
        hidden = staked and not self._viewer.knows_chips(offer.seat)
        return Answered(
            self._number,
            of=HandShown.of(seat, event.hand) if seat.hands else HandShown(seat.index, seat.name),
            question=offer.question,
            up_card=offer.up_card,
            legal=offer.legal,
            least_minor=None if hidden else offer.least_minor,
            most_minor=None if hidden else offer.most_minor,
            answer=event.kind,
            amount_minor=event.amount_minor,
        )

    def _hands_that_draw(self, effect: Effect, event: Event) -> Iterator[tuple[int, int]]:
        """Give the seat and the number of each hand that the cards of a row go to."""
        if effect in _ONE_CARD:
            yield event.seat, event.hand
        elif effect is do.split_hand:
            yield event.seat, event.hand
            yield event.seat, event.hand + 1
        elif effect is do.next_hand:
            for seat, number, told, hand in self._hands():
                if told.cards == 1 and len(hand.cards) > 1:
                    yield seat, number

    def _hands(self) -> Iterator[tuple[int, int, _ToldHand, HandView]]:
        """Give every hand with its seat, its number, and how much of it has been told."""
        for seat in self._after.seats:
            for number, hand in enumerate(seat.hands):
                yield seat.index, number, self._told[seat.index][number], hand

    def _card_to(self, seat: int, number: int) -> Drew:
        """Tell the next card of a hand."""
        told = self._told[seat][number]
        told.cards += 1
        return Drew(self._number, HandShown.of(self._after.seats[seat], number, told.cards))

    def _dealer_card(self, *, turned: bool) -> DealerShowed:
        """Tell the dealer's next card."""
        self._dealer_told += 1
        cards = self._after.dealer_cards[: self._dealer_told]
        hole_first = turned and self._rules.up_card is UpCard.SECOND
        total = total_of(cards)
        return DealerShowed(
            self._number,
            turned=turned,
            card=cards[0] if hole_first else cards[-1],
            cards=cards,
            points=total.points,
            soft=total.soft,
        )

    def _deal(self) -> Dealt:
        after = self._after
        self._dealer_told = 0 if after.up_card is None else 1
        self._told = [[_ToldHand(len(hand.cards)) for hand in seat.hands] for seat in after.seats]
        second = after.hole_hidden or len(after.dealer_cards) > 1
        return Dealt(
            self._number,
            hands=tuple(
                HandShown.of(seat, number)
                for seat in after.seats
                for number in range(len(seat.hands))
            ),
            up_card=after.up_card,
            face_down=second and self._rules.hole_card is HoleCard.DEALT,
            hole_card=self._hole_card,
        )

    def _settlements(self, effect: Effect, event: Event) -> Iterator[ToldEvent]:
        """Tell the bets that a row settled; what the end of the round settles is told there."""
        if effect in _ONE_CARD:
            yield from self._settled_at(event, Outcome.BUST)
            yield from self._settled_at(event, Outcome.CHARLIE)
        elif effect is do.take_even_money:
            yield from self._settled_at(event, Outcome.EVEN_MONEY)
        elif effect is do.surrender_hand:
            yield from self._settled_at(event, Outcome.SURRENDER)
        elif effect in _CHECKS_NATURAL:
            if self._after.dealer_natural is DealerNatural.EXCLUDED:
                yield from self._lost_insurance()
                yield from self._settled(Outcome.SURRENDER)
                at_deal = self._rules.natural_settles is NaturalSettles.DEAL
                if at_deal and effect is not do.peek_at_hole:
                    yield from self._settled(Outcome.NATURAL)
        elif effect is do.pay_naturals:
            yield from self._settled(Outcome.NATURAL)
        elif effect is do.pay_natural_at_turn:
            yield from list(self._settled(Outcome.NATURAL))[:1]

    def _settled_at(self, event: Event, outcome: Outcome) -> Iterator[Settled]:
        """Tell the bet that an answer settled, if it did."""
        if not self._waits(event.seat, event.hand, outcome):
            yield from self._settled(outcome, at=(event.seat, event.hand))

    def _settled(self, outcome: Outcome, at: tuple[int, int] | None = None) -> Iterator[Settled]:
        """Tell the bets with an outcome that were not told before, of all hands or of one."""
        for seat, number, told, hand in self._hands():
            if hand.outcome is outcome and not told.settled and at in {None, (seat, number)}:
                told.settled = True
                shown = HandShown.of(self._after.seats[seat], number)
                yield Settled(self._number, shown, outcome, hand.net_minor)

    def _waits(self, seat: int, number: int, outcome: Outcome) -> bool:
        """Say whether a bet that ended so is settled later than by the answer that ended it."""
        rules = self._rules
        if outcome is Outcome.BUST and rules.bust_settles is BustSettles.AT_END:
            return True
        if self._before.dealer_natural is DealerNatural.EXCLUDED:
            return False
        if outcome is Outcome.BUST:
            # A dealer natural gives back all but the opening bet, which rides on the first hand.
            opening = number == 0 and not self._after.seats[seat].hands[number].doubled
            return rules.dealer_blackjack_takes is BlackjackTakes.ORIGINAL and not opening
        return outcome is Outcome.SURRENDER and rules.surrender is not Surrender.EARLY

    def _lost_insurance(self) -> Iterator[InsuranceSettled]:
        for seat, number, told, hand in self._hands():
            if hand.insurance_reason is INSURANCE_LOST and not told.insurance_settled:
                told.insurance_settled = True
                shown = HandShown.of(self._after.seats[seat], number)
                yield InsuranceSettled(self._number, shown, hand.insurance_net_minor)


def _effects(trace: Sequence[TraceEntry]) -> list[tuple[Effect, list[TraceEntry]]]:
    """Return the effect of each row of a trace with the cards and new shoes that it brought."""
    rows: list[tuple[Effect, list[TraceEntry]]] = []
    for entry in trace:
        if isinstance(entry, RowTaken):
            rows.append((_EFFECTS[entry], []))
        else:
            rows[-1][1].append(entry)
    return rows
