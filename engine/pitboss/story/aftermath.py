"""What follows an answer: two views compared, in the order of the rows that were taken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import evolve

from pitboss.game.cards import Card
from pitboss.game.events import Event, EventKind
from pitboss.game.hand import is_natural, total_of
from pitboss.game.reasons import Outcome
from pitboss.game.round import DealerNatural, Question
from pitboss.game.trace import NewShoe, RowTaken, TraceEntry, row_taken
from pitboss.rules import Rules
from pitboss.rules.values import (
    BlackjackTakes,
    BustSettles,
    HoleCard,
    NaturalSettles,
    Surrender,
    UpCard,
)
from pitboss.story.moments import (
    Answered,
    DealerShowed,
    Dealt,
    Drew,
    HandShown,
    InsuranceSettled,
    Moment,
    Peeked,
    Place,
    Settled,
    ShoeBrought,
)
from pitboss.story.viewers import Viewer
from pitboss.table.offers import Offer
from pitboss.table.views import HandView, SeatView, View

DEAL: Final = row_taken("betting-deal")
SPLIT: Final = row_taken("split-split")
ONE_CARD: Final = frozenset({row_taken("filling-hit"), row_taken("filling-double")})
NEXT_HAND: Final = row_taken("filling-next")
PEEKS: Final = frozenset({row_taken("dealt-peek"), row_taken("insurance-peek")})
ALL_NATURALS: Final = frozenset({row_taken("dealt-naturals"), row_taken("insurance-naturals")})
NATURAL_AT_TURN: Final = row_taken("filling-natural")
HOLE_CARD: Final = row_taken("dealer-hole_card")
SECOND_CARD: Final = row_taken("dealer-second_card")
DEALER_DRAW: Final = row_taken("dealer-draw")
"""The rows of the table that deal, draw or settle something before the end of a round."""


class Aftermath:
    """What an answer and the moves of the house after it bring, for one viewer.

    Args:
        rules: the rules of the table.
        viewer: who is told.
        before: what the viewer saw when the question was asked.
        after: what the viewer sees when the house has come to rest.
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
        self._told: dict[Place, int] = {}
        self._settled: set[Place] = set()
        self._insurance_settled: set[Place] = set()
        for place, hand in _hands(before):
            self._told[place] = len(hand.cards)
            if hand.outcome is not None:
                self._settled.add(place)
            if hand.insurance_net_minor:
                self._insurance_settled.add(place)
        self._dealer_told = len(before.dealer_cards)

    def moments(self, offer: Offer, event: Event, trace: Sequence[TraceEntry]) -> Iterator[Moment]:
        """Give what happened, in order.

        Args:
            offer: the question that was answered.
            event: the answer.
            trace: the rows that were taken, each followed by the cards that it drew.
        """
        yield self._answer(offer, event)
        for row, drawn in _rows(trace):
            yield from self._before_cards(row, event)
            places = self._places_of_cards(row, event)
            for step in drawn:
                if isinstance(step, NewShoe):
                    yield ShoeBrought(self._number, step.number)
                elif row in PEEKS or row in {HOLE_CARD, SECOND_CARD, DEALER_DRAW}:
                    yield self._dealer_card(turned=row not in {SECOND_CARD, DEALER_DRAW})
                else:
                    yield from self._card_to(next(places, None))
            if row is DEAL:
                yield self._deal()
            yield from self._after_cards(row, event)

    def _answer(self, offer: Offer, event: Event) -> Answered:
        seat = self._before.seats[event.seat]
        staked = offer.question in {Question.BET, Question.INSURANCE}
        hidden = staked and not self._viewer.knows_chips(offer.seat)
        return Answered(
            self._number,
            of=shown(seat, event.hand) if seat.hands else _no_hand_yet(seat),
            question=offer.question,
            up_card=offer.up_card,
            legal=offer.legal,
            least_minor=None if hidden else offer.least_minor,
            most_minor=None if hidden else offer.most_minor,
            answer=event.kind,
            amount_minor=event.amount_minor,
        )

    def _before_cards(self, row: RowTaken, event: Event) -> Iterator[Moment]:
        if row is SPLIT:
            self._make_room(event)
        elif row in PEEKS:
            seen = self._after.dealer_natural is DealerNatural.SEEN
            yield Peeked(self._number, self._after.up_card, seen)

    def _make_room(self, event: Event) -> None:
        """Count a split: its two hands hold one card each, and later hands move up."""

        def moved(place: Place) -> Place:
            seat, hand = place
            return (seat, hand + 1) if seat == event.seat and hand > event.hand else place

        self._told = {moved(place): told for place, told in self._told.items()}
        self._told[event.seat, event.hand] = self._told[event.seat, event.hand + 1] = 1
        self._settled = {moved(place) for place in self._settled}
        self._insurance_settled = {moved(place) for place in self._insurance_settled}

    def _places_of_cards(self, row: RowTaken, event: Event) -> Iterator[Place]:
        """Give the hands that the cards of a row go to."""
        if row is SPLIT:
            yield (event.seat, event.hand)
            yield (event.seat, event.hand + 1)
        elif row in ONE_CARD:
            yield (event.seat, event.hand)
        elif row is NEXT_HAND:
            yield from (
                place
                for place, hand in _hands(self._after)
                if self._told.get(place) == 1 and len(hand.cards) > 1
            )

    def _card_to(self, place: Place | None) -> Iterator[Moment]:
        """Tell the next card of a hand."""
        if place is None:
            return
        seat, number = place
        told = self._told[place] = self._told[place] + 1
        yield Drew(self._number, _cut_to(shown(self._after.seats[seat], number), told))

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
        up_card = self._after.up_card
        self._dealer_told = 0 if up_card is None else 1
        hands: list[HandShown] = []
        for (seat, number), hand in _hands(self._after):
            self._told[seat, number] = len(hand.cards)
            hands.append(shown(self._after.seats[seat], number))
        second = self._after.hole_hidden or len(self._after.dealer_cards) > 1
        return Dealt(
            self._number,
            hands=tuple(hands),
            up_card=up_card,
            face_down=second and self._rules.hole_card is HoleCard.DEALT,
            hole_card=self._hole_card,
        )

    def _after_cards(self, row: RowTaken, event: Event) -> Iterator[Moment]:
        """Tell the bets that a row settled; what the end of the round settles is told there."""
        place = (event.seat, event.hand)
        dealer_natural = self._after.dealer_natural
        if row in ONE_CARD:
            if self._bust_is_settled(place):
                yield from self._settlements(Outcome.BUST, at=place)
            yield from self._settlements(Outcome.CHARLIE, at=place)
        if event.kind is EventKind.EVEN_MONEY:
            yield from self._settlements(Outcome.EVEN_MONEY, at=place)
        if event.kind is EventKind.SURRENDER and self._surrender_is_final:
            yield from self._settlements(Outcome.SURRENDER, at=place)
        if row in PEEKS or row in {HOLE_CARD, SECOND_CARD}:
            if dealer_natural is DealerNatural.EXCLUDED:
                yield from self._lost_insurance()
                yield from self._settlements(Outcome.SURRENDER)
                if row not in PEEKS and self._rules.natural_settles is NaturalSettles.DEAL:
                    yield from self._settlements(Outcome.NATURAL)
        elif row in ALL_NATURALS:
            yield from self._settlements(Outcome.NATURAL)
        elif row is NATURAL_AT_TURN:
            yield from list(self._settlements(Outcome.NATURAL))[:1]

    def _bust_is_settled(self, place: Place) -> bool:
        """Say whether a bust was lost at once, for a dealer natural cannot give it back."""
        if self._rules.bust_settles is BustSettles.AT_END:
            return False
        seat, number = place
        return (
            self._rules.dealer_blackjack_takes is not BlackjackTakes.ORIGINAL
            or self._before.dealer_natural is DealerNatural.EXCLUDED
            or (number == 0 and not self._after.seats[seat].hands[number].doubled)
        )

    @property
    def _surrender_is_final(self) -> bool:
        return (
            self._rules.surrender is Surrender.EARLY
            or self._before.dealer_natural is DealerNatural.EXCLUDED
        )

    def _settlements(self, outcome: Outcome, at: Place | None = None) -> Iterator[Settled]:
        """Tell the bets with an outcome that were not told before, of all hands or of one."""
        for place, hand in _hands(self._after):
            if hand.outcome is outcome and place not in self._settled and at in {None, place}:
                self._settled.add(place)
                seat, number = place
                yield Settled(
                    self._number, shown(self._after.seats[seat], number), outcome, hand.net_minor
                )

    def _lost_insurance(self) -> Iterator[InsuranceSettled]:
        for place, hand in _hands(self._after):
            if hand.insurance_net_minor and place not in self._insurance_settled:
                self._insurance_settled.add(place)
                seat, number = place
                yield InsuranceSettled(
                    self._number, shown(self._after.seats[seat], number), hand.insurance_net_minor
                )


def shown(seat: SeatView, number: int) -> HandShown:
    """Return a hand as it lies there."""
    hand = seat.hands[number]
    return HandShown(
        seat=seat.index,
        name=seat.name,
        hand=number,
        hands=len(seat.hands),
        cards=hand.cards,
        points=hand.points,
        soft=hand.soft,
        natural=hand.natural,
        bet_minor=hand.bet_minor,
    )


def _no_hand_yet(seat: SeatView) -> HandShown:
    """Return what stands for a hand that is about to be bet on."""
    return HandShown(
        seat=seat.index,
        name=seat.name,
        hand=0,
        hands=0,
        cards=(),
        points=0,
        soft=False,
        natural=False,
        bet_minor=0,
    )


def _cut_to(hand: HandShown, cards: int) -> HandShown:
    """Return a hand as it lay there with only so many of its cards."""
    first = hand.cards[:cards]
    total = total_of(first)
    return evolve(
        hand,
        cards=first,
        points=total.points,
        soft=total.soft,
        natural=hand.natural and is_natural(first),
    )


def _hands(view: View) -> Iterator[tuple[Place, HandView]]:
    for seat in view.seats:
        for number, hand in enumerate(seat.hands):
            yield (seat.index, number), hand


def _rows(trace: Sequence[TraceEntry]) -> list[tuple[RowTaken, list[TraceEntry]]]:
    """Return each row of a trace with the cards and the new shoes that it brought."""
    rows: list[tuple[RowTaken, list[TraceEntry]]] = []
    for step in trace:
        if isinstance(step, RowTaken):
            rows.append((step, []))
        else:
            rows[-1][1].append(step)
    return rows
