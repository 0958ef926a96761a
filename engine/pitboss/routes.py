"""Guards of the house's moves: small named questions about the round, each changing nothing.

Like every guard these see the `Round` only. None looks at the next card: which way play goes on
is asked after the cards that decide it were drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from attrs import frozen

from pitboss.hand import TWENTY_ONE
from pitboss.questions import (
    RoundTest,
    any_pending,
    insurance_called,
    offers_pending,
    split_pending,
    split_scope,
)
from pitboss.round import DealerNatural, Outcome, Round
from pitboss.rule_values import (
    DealerDraws,
    InsuranceTime,
    NaturalSettles,
    Peek,
    SoftSeventeen,
)
from pitboss.rules import Rules
from pitboss.settle import bust_may_come_back

DEALER_STANDS_ON = 17


_UNKNOWN: Final = DealerNatural.UNKNOWN
_EXCLUDED: Final = DealerNatural.EXCLUDED
_SURRENDER: Final = Outcome.SURRENDER


@frozen
class RoundGuard:
    """A question about the round.

    Attributes:
        words: what must hold, in plain words.
        make: gives the test for a rule set.
    """

    words: str
    make: Callable[[Rules], RoundTest]


def _round_guard(words: str) -> Callable[[Callable[[Rules], RoundTest]], RoundGuard]:
    """Put a question about the round into words; used as a decorator on its maker."""

    def named(make: Callable[[Rules], RoundTest]) -> RoundGuard:
        return RoundGuard(words, make)

    return named


def _any_open_bet(round_: Round) -> bool:
    return round_.open_bets > 0


def _no_open_bet(round_: Round) -> bool:
    return round_.open_bets == 0


def _any_open_natural(round_: Round) -> bool:
    for seat in round_.seats:
        for hand in seat.hands:
            if hand.natural and hand.open:
                return True
    return False


@_round_guard("a bet lies on the table")
def bets_are_in(_rules: Rules) -> RoundTest:
    """At least one seat plays."""
    return _any_open_bet


@_round_guard("no bet lies on the table")
def nobody_bets(_rules: Rules) -> RoundTest:
    """Every seat sits out, or the table is new."""
    return _no_open_bet


@_round_guard("no bet is open")
def no_open_bet(_rules: Rules) -> RoundTest:
    """Every bet and every insurance bet is settled."""
    return _no_open_bet


@_round_guard("no bet is open and nobody filled a hand")
def settled_before_filling(rules: Rules) -> RoundTest:
    """Asked in turns, early surrender can settle every bet before any hand is filled."""
    if rules.insurance_time is InsuranceTime.BEFORE_SPLIT:
        return _no_open_bet

    def test(round_: Round) -> bool:
        return round_.open_bets == 0 and all(
            hand.outcome is _SURRENDER for seat in round_.seats for hand in seat.hands
        )

    return test


@_round_guard("the up card calls for insurance")
def insurance_is_called(rules: Rules) -> RoundTest:
    """Under an ace, or under any card worth ten [000, 001: ace; 002: ten or more]."""
    called = insurance_called(rules)

    def test(round_: Round) -> bool:
        return not round_.void and called(round_)

    return test


@_round_guard("insurance is to be asked in this turn")
def insurance_in_turn(rules: Rules) -> RoundTest:
    """After the splits of a turn some hand has still to answer [002 split before insurance]."""
    return offers_pending(rules)


@_round_guard("a split is to be offered")
def split_is_due(rules: Rules) -> RoundTest:
    """Some hand within the scope of `play_order` has a pair, the funds and no refusal behind it."""
    return any_pending(split_scope(rules), split_pending(rules))


@_round_guard("a dealer natural is possible and the dealer peeks")
def peek_is_due(rules: Rules) -> RoundTest:
    """Once all answers are in; after an insurance bet [000], or whenever it was offered [001]."""
    only_insured = rules.peek is Peek.INSURED

    def test(round_: Round) -> bool:
        return (
            round_.dealer_natural is _UNKNOWN
            and round_.hole_hidden
            and round_.open_bets > 0
            and (
                not only_insured
                or any(hand.insurance_open for seat in round_.seats for hand in seat.hands)
            )
        )

    return test


@_round_guard("a natural is open and a dealer natural is excluded")
def naturals_are_due(_rules: Rules) -> RoundTest:
    """Naturals that nothing can tie any more [003 Natural Resolution]."""

    def test(round_: Round) -> bool:
        return round_.dealer_natural is _EXCLUDED and _any_open_natural(round_)

    return test


@_round_guard("the hand at turn is a natural to be paid")
def natural_at_turn(rules: Rules) -> RoundTest:
    """At its turn [000 Filling], or as soon as a split made it while nothing can tie it."""
    at_turn = rules.natural_settles is NaturalSettles.TURN

    def test(round_: Round) -> bool:
        hand = round_.seats[round_.turn_seat].hands[round_.turn_hand]
        return hand.natural and hand.open and (at_turn or round_.dealer_natural is _EXCLUDED)

    return test


@_round_guard("another hand comes after this one")
def hands_remain(_rules: Rules) -> RoundTest:
    """The seat has a further hand, or a further seat plays."""

    def test(round_: Round) -> bool:
        return not round_.void and (
            round_.turn_seat < round_.last_seat
            or round_.turn_hand + 1 < len(round_.seats[round_.turn_seat].hands)
        )

    return test


@_round_guard("the hole card lies face down")
def hole_is_hidden(_rules: Rules) -> RoundTest:
    """It was dealt and not yet turned."""

    def test(round_: Round) -> bool:
        return round_.hole_hidden

    return test


@_round_guard("the dealer has one card, and some result can still depend on the second")
def second_card_is_needed(rules: Rules) -> RoundTest:
    """For a live hand, or for a bet that a dealer natural decides; always if he plays on.

    It decides insurance, an unsettled natural, a late surrender, and a busted stake beyond the
    opening bet that it may give back.
    """
    always = rules.dealer_draws is DealerDraws.ALWAYS
    may_come_back = bust_may_come_back(rules)

    def test(round_: Round) -> bool:
        return (
            len(round_.dealer.cards) == 1
            and not round_.void
            and (
                round_.live_hands > 0
                or always
                or any(
                    hand.insurance_open
                    or (
                        hand.open
                        and (
                            hand.surrendered
                            or (hand.points > TWENTY_ONE and may_come_back(round_, seat, hand))
                        )
                    )
                    for seat in round_.seats
                    for hand in seat.hands
                )
            )
        )

    return test


@_round_guard("the dealer's total asks for a card")
def dealer_must_draw(rules: Rules) -> RoundTest:
    """He draws to 16 and stands on 17 [000, 001, 002, 003], against a live hand or always."""
    always = rules.dealer_draws is DealerDraws.ALWAYS
    hits_soft = rules.soft_17 is SoftSeventeen.HIT

    def test(round_: Round) -> bool:
        dealer = round_.dealer
        return (
            (
                dealer.points < DEALER_STANDS_ON
                or (hits_soft and dealer.soft and dealer.points == DEALER_STANDS_ON)
            )
            and (always or round_.live_hands > 0)
            and len(dealer.cards) >= 2
            and not round_.void
        )

    return test
