"""Makes told events (see `told_events`) from the facts of an event and of the moves after it."""

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
from pitboss.game.reasons import Outcome
from pitboss.game.round import House
from pitboss.game.totals import total_of
from pitboss.story import told_events as told
from pitboss.story.told_events import CardShown, HandShown
from pitboss.table.offer import View


def told_of(house: House, after: View, *, audits: bool) -> Iterator[told.ToldEvent]:
    """Yield the told events of an event, but no settlements that are told when the round is over.

    Args:
        house: the house, which holds the facts and the card that lies face down.
        after: what everybody sees when the next question is asked or the round is over.
        audits: whether the viewer may know the card that lies face down.
    """
    decided, is_void = _decided(house.facts)
    # If the round is void, every bet is settled again, so earlier settlements are not told.
    told_until = 0 if is_void else decided
    kept = [
        fact
        for place, fact in enumerate(house.facts)
        if place < told_until or not isinstance(fact, BetSettled)
    ]
    for settled, group in groupby(kept, lambda fact: isinstance(fact, BetSettled)):
        # Sort successive settlements: bets that are not antes, then surrendered antes, then other
        # antes.
        for fact in sorted(group, key=_rank) if settled else group:
            each = _told(fact, after, house.hole_card, audits=audits)
            if each is not None:
                yield each


def told_at_end(facts: Sequence[Fact], after: View) -> tuple[told.Settled, ...]:
    """Return the bets that were settled only when the round was decided, in their order.

    Args:
        facts: the facts of the last event of the round.
        after: what everybody sees when the round is over.
    """
    decided, _ = _decided(facts)
    # If this event settled a bet and then undid the settlement, nobody was told of it.
    untold = {_place(fact) for fact in facts[:decided] if isinstance(fact, BetSettled)}
    settled = [fact for fact in facts[decided:] if isinstance(fact, BetSettled)]
    return tuple(
        [_told_settled(fact, after, was_told=_place(fact) not in untold) for fact in settled]
    )


def _place(fact: BetSettled) -> tuple[int, int, BetKind, str]:
    return fact.seat, fact.hand, fact.kind, fact.name


def _decided(facts: Sequence[Fact]) -> tuple[int, bool]:
    """Return the index of the fact that decides the round, and whether the round is void."""
    places = {fact.by: at for at, fact in enumerate(facts) if isinstance(fact, RoundDecided)}
    is_void = DecidedBy.VOID in places
    first = min(places.values(), default=len(facts))
    return (places[DecidedBy.VOID] if is_void else first), is_void


def _rank(fact: Fact) -> int:
    if not isinstance(fact, BetSettled) or fact.kind is not BetKind.ANTE:
        return 0
    return 1 if fact.reason.outcome is Outcome.SURRENDER else 2


def _told(
    fact: Fact, after: View, hole_card: Card | None, *, audits: bool
) -> told.ToldEvent | None:
    """Return a fact's told event; `None` if the answer or the end of the round tells the fact."""
    number = after.round_number
    event: told.ToldEvent | None = None
    match fact:
        case ShoeBroughtIn():
            event = told.ShoeBrought(number, fact.name)
        case FirstCardsDealt():
            hands = tuple([HandShown.of(after.seats[seat], 0) for seat in fact.seats])
            cards = [
                CardShown(
                    each.seat, each.face_down, each.card if audits or not each.face_down else None
                )
                for each in fact.cards
            ]
            known = hole_card if audits else None
            face_down = fact.hole_card is not None
            event = told.Dealt(number, hands, fact.up_card, face_down, known, tuple(cards))
        case HandDrew():
            event = told.Drew(number, HandShown.of(after.seats[fact.seat], fact.hand))
        case DealerPeeked():
            event = told.Peeked(number, after.up_card, fact.natural)
        case DealerCardShown():
            total = total_of(fact.cards)
            laid = fact.turned, fact.card, fact.cards
            event = told.DealerShowed(number, *laid, total.points, total.soft)
        case BetSettled():
            event = _told_settled(fact, after, was_told=False)
        case _:
            pass
    return event


def _told_settled(fact: BetSettled, after: View, *, was_told: bool) -> told.Settled:
    """Return the told event of a settlement, with the result that was told earlier, if any."""
    undone_minor = None
    if was_told and fact.undone_minor is not None:
        undone_minor = fact.undone_minor - fact.stake_minor
    of = HandShown.at(after.seats[fact.seat], fact.hand)
    return told.Settled(after.round_number, of, fact.bet, undone_minor)
