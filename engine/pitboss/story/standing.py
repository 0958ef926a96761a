"""The table as it stands at one moment, for one viewer, as lines of text or as a JSON object."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.game.round import DealerNatural, Question
from pitboss.journal.lines import JsonValue
from pitboss.story.aftermath import shown
from pitboss.story.moments import fields_of
from pitboss.story.phrases import Phrases, dealer_total
from pitboss.story.rows import DEALER, Rows
from pitboss.story.viewers import Viewer
from pitboss.table import Table
from pitboss.table.offers import Offer
from pitboss.table.views import HandView, SeatView
from pitboss.text.terminal import Look, listed, ordinal, printable, total_text


def standing(table: Table, viewer: Viewer, look: Look) -> list[str]:
    """Draw a table as it stands.

    Args:
        table: which.
        viewer: who looks, and so how much is shown.
        look: what the reader's terminal can show.
    """
    return list(_Standing(table, viewer, look).lines())


def standing_record(table: Table, viewer: Viewer) -> dict[str, JsonValue]:
    """Return a table as it stands as a JSON object; amounts are in minor units."""
    view = table.view(None)
    offer = table.offer()
    record: dict[str, JsonValue] = {
        "round": view.round_number,
        "state": view.phase.value,
        "dealer": [card.code for card in view.dealer_cards],
        "face_down": view.hole_hidden,
        "seats": [
            {
                "seat": seat.index,
                "name": seat.name,
                "balance": viewer.balance_minor(table, seat.index),
                "hands": [
                    {
                        **fields_of(shown(seat, number)),
                        "outcome": None if hand.outcome is None else hand.outcome.value,
                        "net": hand.net_minor,
                        "insurance": hand.insurance_minor,
                        "insurance_net": hand.insurance_net_minor,
                    }
                    for number, hand in enumerate(seat.hands)
                ],
            }
            for seat in view.seats
        ],
        "question": None if view.question is None else view.question.value,
        "asked_seat": view.asked_seat,
        "asked_hand": view.asked_hand,
        "legal": [] if offer is None else [kind.value for kind in offer.legal],
        **_limits(offer, viewer),
    }
    if viewer.audits:
        hole_card = table.house.hole_card
        record["hole_card"] = None if hole_card is None else hole_card.code
        record["shoe"] = table.shoe.number
        record["position"] = table.shoe.position
        record["seed"] = table.seed
    return record


def _limits(offer: Offer | None, viewer: Viewer) -> dict[str, JsonValue]:
    """Return what the seat that is asked may stake; a viewer who may not know it gets nulls."""
    if offer is None or not offer.most_minor or not viewer.knows_chips(offer.seat):
        return {"least": None, "most": None, "unit": None}
    return {"least": offer.least_minor, "most": offer.most_minor, "unit": offer.unit_minor}


class _Standing:
    def __init__(self, table: Table, viewer: Viewer, look: Look) -> None:
        self._table = table
        self._viewer = viewer
        self._look = look
        self._view = table.view(None)
        self._phrases = Phrases(table.rules)
        self._rows = Rows(look, tuple(plan.name for plan in table.plans))

    def lines(self) -> Iterator[str]:
        view = self._view
        yield self._look.line(f"Round {view.round_number}, {view.phase.value}")
        for seat in view.seats:
            yield from self._seat(seat)
        if view.dealer_cards:
            yield from self._dealer()
        offer = self._table.offer()
        if offer is not None:
            yield ""
            yield f" {self._asked(offer)}"

    def _asked(self, offer: Offer) -> str:
        """Write who is asked what."""
        seat = self._view.seats[offer.seat]
        whose = printable(seat.name)
        if len(seat.hands) > 1:
            whose += f", {ordinal(offer.hand)} hand"
        choices = listed([kind.value.replace("_", " ") for kind in offer.legal])
        if offer.question is Question.PLAY:
            return f"{whose}: {choices}?"
        return f"{whose}: {offer.question.value.replace('_', ' ')}? {choices}"

    def _seat(self, seat: SeatView) -> Iterator[str]:
        balance_minor = self._viewer.balance_minor(self._table, seat.index)
        counted = self._phrases.for_money and not self._table.round.seats[seat.index].on_credit
        chips = ""
        if counted and balance_minor is not None:
            chips = f"chips {self._phrases.money(balance_minor)}"
        if not seat.hands:
            yield from self._rows.row(seat.name, "", "", chips)
        for number, hand in enumerate(seat.hands):
            name = seat.name if number == 0 else f"  {ordinal(number)} hand"
            cards = self._look.cards(hand.cards)
            total = total_text(hand.points, soft=hand.soft, natural=hand.natural)
            words = ", ".join([*self._words(hand), *([chips] if chips and number == 0 else [])])
            yield from self._rows.row(name, cards, total if hand.cards else "", words)

    def _words(self, hand: HandView) -> Iterator[str]:
        money = self._phrases.money
        if self._phrases.for_money:
            yield f"bet {money(hand.bet_minor)}"
        if hand.doubled:
            yield "doubled"
        if hand.insurance_minor:
            yield f"insured for {money(hand.insurance_minor)}"
        if hand.outcome is not None:
            yield self._phrases.outcome(hand.outcome)
        elif hand.surrendered:
            yield "given up"

    def _dealer(self) -> Iterator[str]:
        view = self._view
        hole_card = self._table.house.hole_card if self._viewer.audits else None
        words = "" if hole_card is None else f"face down: {self._look.card(hole_card)}"
        natural = view.dealer_natural is DealerNatural.SEEN
        total = dealer_total(view.dealer_cards, natural=natural)
        cards = self._look.cards(view.dealer_cards, hidden=view.hole_hidden)
        yield from self._rows.row(DEALER, cards, total, words)
