"""The table as it stands after some event, for one viewer, as lines of text or as a JSON object."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.game.round import DealerNatural, Question
from pitboss.journal.lines import JsonValue
from pitboss.story.page import DEALER, Rows
from pitboss.story.phrases import Phrases, dealer_total
from pitboss.story.told_events import HandShown, Viewer, fields_of, seats_shown
from pitboss.table import Table
from pitboss.table.offers import Offer
from pitboss.table.views import HandView, SeatView
from pitboss.text.terminal import Look, listed, ordinal, printable, total_text


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
                "balance": shown.balance_minor,
                "hands": [
                    {
                        **fields_of(HandShown.of(seat, number)),
                        "outcome": None if hand.outcome is None else hand.outcome.value,
                        "net": hand.net_minor,
                        "insurance": hand.insurance_minor,
                        "insurance_net": hand.insurance_net_minor,
                    }
                    for number, hand in enumerate(seat.hands)
                ],
            }
            for seat, shown in zip(view.seats, seats_shown(table, viewer), strict=True)
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


def standing(table: Table, viewer: Viewer, look: Look) -> list[str]:
    """Draw a table as it stands.

    Args:
        table: which.
        viewer: who looks, and so how much is shown.
        look: what the reader's terminal can show.
    """
    view = table.view(None)
    phrases = Phrases(table.rules)
    rows = Rows(look, tuple(plan.name for plan in table.plans))
    lines = [look.line(f"Round {view.round_number}, {view.phase.value}")]
    for seat, shown in zip(view.seats, seats_shown(table, viewer), strict=True):
        chips = phrases.chips(shown)
        said = [f"chips {chips}"] if chips else []
        if not seat.hands:
            lines += rows.row(seat.name, "", "", "".join(said))
        for number, hand in enumerate(seat.hands):
            name = f"  {ordinal(number)} hand" if number else seat.name
            total = total_text(hand.points, soft=hand.soft, natural=hand.natural)
            words = ", ".join([*_words(hand, phrases), *(said if number == 0 else [])])
            lines += rows.row(name, look.cards(hand.cards), total if hand.cards else "", words)
    if view.dealer_cards:
        hole_card = table.house.hole_card if viewer.audits else None
        words = "" if hole_card is None else f"face down: {look.card(hole_card)}"
        natural = view.dealer_natural is DealerNatural.SEEN
        cards = look.cards(view.dealer_cards, hidden=view.hole_hidden)
        lines += rows.row(DEALER, cards, dealer_total(view.dealer_cards, natural=natural), words)
    offer = table.offer()
    return lines if offer is None else [*lines, "", f" {_asked(offer, view.seats[offer.seat])}"]


def _words(hand: HandView, phrases: Phrases) -> Iterator[str]:
    """Give what is said of a hand."""
    if phrases.for_money:
        yield f"bet {phrases.money(hand.bet_minor)}"
    if hand.doubled:
        yield "doubled"
    if hand.insurance_minor:
        yield f"insured for {phrases.money(hand.insurance_minor)}"
    if hand.outcome is not None:
        yield phrases.outcome(hand.outcome)
    elif hand.surrendered:
        yield "given up"


def _asked(offer: Offer, seat: SeatView) -> str:
    """Write who is asked what."""
    whose = printable(seat.name)
    if len(seat.hands) > 1:
        whose += f", {ordinal(offer.hand)} hand"
    choices = listed([kind.value.replace("_", " ") for kind in offer.legal])
    if offer.question is Question.PLAY:
        return f"{whose}: {choices}?"
    return f"{whose}: {offer.question.value.replace('_', ' ')}? {choices}"
