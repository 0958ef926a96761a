"""What an answer and the moves of the house after it brought about: facts, as told events."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from pitboss.game.bets import BetKind
from pitboss.game.cards import Card
from pitboss.game.facts import (
    BetSettled,
    DealerCardShown,
    DealerPeeked,
    DecidedBy,
    Fact,
    FirstCardsDealt,
    HandDrew,
    RoundDecided,
    ShoeBroughtIn,
)
from pitboss.game.hand import total_of
from pitboss.game.reasons import Outcome
from pitboss.story import told_events as told
from pitboss.story.told_events import HandShown
from pitboss.table.views import View


def told_of(facts: Sequence[Fact], after: View, hole_card: Card | None) -> Iterator[told.ToldEvent]:
    """Tell the facts of an event.

    Args:
        facts: in their order.
        after: what everybody sees when the next question is asked or the round is over.
        hole_card: the card that lies face down then, if the viewer is to know it.
    """
    for settled, group in groupby(_without_end(facts), _is_settlement):
        # What one card or answer settles is told by kind, not hand by hand.
        for fact in sorted(group, key=_rank) if settled else group:
            each = _told(fact, after, hole_card)
            if each is not None:
                yield each


def _without_end(facts: Sequence[Fact]) -> Iterator[Fact]:
    """Leave out the settlements that are told when the round is over."""
    decided = {each.by for each in facts if isinstance(each, RoundDecided)}
    # A void round settles every bet anew.
    telling = DecidedBy.VOID not in decided
    for fact in facts:
        telling = telling and not isinstance(fact, RoundDecided)
        if telling or not _is_settlement(fact):
            yield fact


def _is_settlement(fact: Fact) -> bool:
    return isinstance(fact, BetSettled)


def _rank(fact: Fact) -> int:
    if not isinstance(fact, BetSettled) or fact.kind is not BetKind.ANTE:
        return 0
    return 1 if fact.reason.outcome is Outcome.SURRENDER else 2


def _told(fact: Fact, after: View, hole_card: Card | None) -> told.ToldEvent | None:
    """Return what is told of a fact; `None` where the answer or the end of the round tells it."""
    number = after.round_number
    event: told.ToldEvent | None = None
    match fact:
        case ShoeBroughtIn():
            event = told.ShoeBrought(number, fact.name)
        case FirstCardsDealt():
            hands = tuple(HandShown.of(after.seats[seat], 0) for seat, _ in fact.hands)
            face_down = fact.hole_card is not None
            event = told.Dealt(number, hands, fact.up_card, face_down, hole_card)
        case HandDrew():
            event = told.Drew(number, HandShown.of(after.seats[fact.seat], fact.hand))
        case DealerPeeked():
            event = told.Peeked(number, after.up_card, fact.natural)
        case DealerCardShown():
            total = total_of(fact.cards)
            laid = fact.turned, fact.card, fact.cards
            event = told.DealerShowed(number, *laid, total.points, total.soft)
        case BetSettled():
            event = _told_settled(fact, after)
        case _:
            pass
    return event


def _told_settled(fact: BetSettled, after: View) -> told.ToldEvent:
    seat = after.seats[fact.seat]
    bet = next(each for each in seat.hands[fact.hand].bets if each.kind is fact.kind)
    return told.Settled(after.round_number, HandShown.of(seat, fact.hand), bet)
