"""Guards of the house's moves: conditions on the round, which they do not change.

Like all guards, these read only the `Flags` and the `Round`, so they never see the next card.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from attrs import frozen

from pitboss.game.arithmetic import FIRST_CARDS, TWENTY_ONE, dealer_draws
from pitboss.game.reasons import NATURAL_WINS, SURRENDER
from pitboss.game.round import DealerNatural, Phase, Round
from pitboss.machine.flags import Flags
from pitboss.machine.guards import calls_for_insurance
from pitboss.machine.settlement import bust_may_come_back
from pitboss.machine.side_bets import are_side_bets_due, is_any_open, needs_dealers_hand

_UNKNOWN: Final = DealerNatural.UNKNOWN
_EXCLUDED: Final = DealerNatural.EXCLUDED


@frozen
class RoundGuard:
    """A condition on the round.

    Attributes:
        test: the function that says whether the condition holds.
        words: what must hold, in plain words.
    """

    test: Callable[[Flags, Round], bool]
    words: str


@frozen
class QuestionWaits:
    """The guard of a move to another state: there is a question to ask in that state.

    Attributes:
        phase: the state.
        words: what must hold, in plain words.
    """

    phase: Phase
    words: str


def is_any_bet_open(_flags: Flags, round_: Round) -> bool:
    """A bet is open, so at least one seat plays."""
    return round_.open_bets > 0


bets_are_in: Final = RoundGuard(is_any_bet_open, "a bet lies on the table")


def is_no_bet_open(_flags: Flags, round_: Round) -> bool:
    """No bet of any kind is open."""
    return round_.open_bets == 0


nobody_bets: Final = RoundGuard(is_no_bet_open, "no bet lies on the table")

no_open_bet: Final = RoundGuard(is_no_bet_open, "every bet is settled")


side_bets_are_due: Final = RoundGuard(
    are_side_bets_due, "new cards of a side bet are known, or a side bet can be settled"
)


def is_settled_before_filling(flags: Flags, round_: Round) -> bool:
    """No bet is open, and no hand was played.

    If insurance is asked after splits, each hand must have been surrendered, or have been a natural
    that was paid at the deal.
    """
    if round_.open_bets > 0:
        return False
    if not flags.asks_insurance_in_turn:
        return True
    for seat in round_.seats:
        for hand in seat.hands:
            paid_at_deal = hand.reason is NATURAL_WINS and not hand.from_split
            if hand.reason is not SURRENDER and not paid_at_deal:
                return False
    return True


settled_before_filling: Final = RoundGuard(
    is_settled_before_filling, "every bet is settled and no hand was played"
)


def is_insurance_called(flags: Flags, round_: Round) -> bool:
    """Insurance is offered against this up card: an ace [000, 001], or an ace or a ten [002]."""
    return not round_.void and round_.open_bets > 0 and calls_for_insurance(flags, round_)


insurance_is_called: Final = RoundGuard(
    is_insurance_called, "insurance is offered against this up card"
)

insurance_in_turn: Final = QuestionWaits(
    Phase.INSURANCE_OFFERED, "insurance is to be asked in this turn"
)

split_is_due: Final = QuestionWaits(Phase.SPLIT_OFFERED, "a split is to be offered")


def is_peek_due(flags: Flags, round_: Round) -> bool:
    """After all answers, the dealer peeks: always [001], or only if a bet was insured [000]."""
    if round_.dealer_natural is not _UNKNOWN or not round_.hole_hidden or round_.open_bets == 0:
        return False
    return not flags.peeks_if_insured or is_any_insurance_open(round_)


peek_is_due: Final = RoundGuard(is_peek_due, "a dealer natural is possible and the dealer peeks")


def is_any_insurance_open(round_: Round) -> bool:
    """Say whether an insurance bet waits for the dealer's second card."""
    for seat in round_.seats:
        for hand in seat.hands:
            if hand.insurance is not None and hand.insurance.open:
                return True
    return False


def is_natural_open(_flags: Flags, round_: Round) -> bool:
    """At least one natural is not settled."""
    for seat in round_.seats:
        for hand in seat.hands:
            if hand.natural and hand.open:
                return True
    return False


natural_is_open: Final = RoundGuard(is_natural_open, "a natural is unpaid")


def are_naturals_due(flags: Flags, round_: Round) -> bool:
    """Naturals are open, and nothing can tie them any more [003 Natural Resolution]."""
    return round_.dealer_natural is _EXCLUDED and is_natural_open(flags, round_)


naturals_are_due: Final = RoundGuard(
    are_naturals_due, "a natural is unpaid and a dealer natural is ruled out"
)


def is_natural_at_turn(flags: Flags, round_: Round) -> bool:
    """The hand at turn is a natural that is paid now [000 Filling], or that nothing can tie."""
    hand = round_.seats[round_.turn_seat].hands[round_.turn_hand]
    return (
        hand.natural
        and hand.open
        and (
            flags.naturals_pay_at_turn
            or flags.natural_always_wins
            or round_.dealer_natural is _EXCLUDED
        )
    )


natural_at_turn: Final = RoundGuard(is_natural_at_turn, "the hand at turn is an unpaid natural")


def is_21_at_turn(_flags: Flags, round_: Round) -> bool:
    """The hand at turn has an open 21 that is not a natural: an ace and a ten after a split."""
    hand = round_.seats[round_.turn_seat].hands[round_.turn_hand]
    return hand.points == TWENTY_ONE and hand.open and not hand.natural


open_21_at_turn: Final = RoundGuard(
    is_21_at_turn, "the hand at turn has an unpaid 21 that is not a natural"
)


def does_hand_remain(_flags: Flags, round_: Round) -> bool:
    """The seat has a further hand, or a further seat plays."""
    return not round_.void and (
        round_.turn_seat < round_.last_seat
        or round_.turn_hand + 1 < len(round_.seats[round_.turn_seat].hands)
    )


hands_remain: Final = RoundGuard(does_hand_remain, "another hand comes after this one")


def is_hole_hidden(_flags: Flags, round_: Round) -> bool:
    """The hole card was dealt and not yet turned."""
    return round_.hole_hidden


hole_is_hidden: Final = RoundGuard(is_hole_hidden, "the hole card lies face down")


def is_second_card_needed(flags: Flags, round_: Round) -> bool:
    """The dealer needs a second card.

    It is needed for a live hand, for a bet that a dealer natural decides, or because the dealer
    always draws. A dealer natural decides insurance, an unsettled natural, a late surrender, every
    side bet that is still open, and the stake of a bust hand if the rules may give it back.
    """
    if len(round_.dealer.cards) != 1 or round_.void:
        return False
    if round_.live_hands > 0 or flags.dealer_plays_on:
        return True
    for seat in round_.seats:
        if is_any_open(seat.side_bets):
            return True
        for hand in seat.hands:
            insured = hand.insurance is not None and hand.insurance.open
            if insured or (hand.open and hand.surrendered):
                return True
            if hand.open and hand.bust and bust_may_come_back(flags, round_, seat, hand):
                return True
    return False


second_card_is_needed: Final = RoundGuard(
    is_second_card_needed,
    "the dealer has one card, and some result can still depend on the second",
)


def must_dealer_draw(flags: Flags, round_: Round) -> bool:
    """The dealer must draw on 16 or less [000, 001, 002, 003], or on soft 17 if the rules say so.

    The dealer draws only if a hand is live, if the rules say that the dealer always draws, or if an
    open side bet depends on all of the dealer's cards.
    """
    dealer = round_.dealer
    return (
        dealer_draws(dealer.points, dealer.soft, flags.hits_soft_17)
        and (flags.dealer_plays_on or round_.live_hands > 0 or needs_dealers_hand(flags, round_))
        and len(dealer.cards) >= FIRST_CARDS
        and not round_.void
    )


dealer_must_draw: Final = RoundGuard(must_dealer_draw, "the dealer must draw on this total")
