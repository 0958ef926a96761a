"""Guards of the players' events: what must hold for the hand that is asked.

A guard sees only the `Flags` and the `Round`, which has nothing hidden. So no guard can look at the
next card or at the hole card. Tables, refusals and drawings use the texts below each function.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from attrs import frozen

from pitboss.game.arithmetic import FIRST_CARDS, is_doubled_free, may_double
from pitboss.game.cards import TEN_POINTS, Card
from pitboss.game.round import DealerNatural, Hand, Question, Round, Seat
from pitboss.machine.flags import Flags, Scope
from pitboss.machine.stakes import bet_limits

Waiting = tuple[Question, int, int]
"""A question, the number of the asked seat, and the number of its hand."""

_UNKNOWN: Final = DealerNatural.UNKNOWN
_WHOLE_TABLE: Final = Scope.WHOLE_TABLE


@frozen
class HandGuard:
    """A condition on a hand that is asked.

    Attributes:
        test: the function that says whether the condition holds.
        words: what must hold, in plain words.
        otherwise: the message to a player if the condition does not hold. It may have fields in
            braces: ``hands`` (the number of the seat's hands), ``cards``, ``count`` (the number of
            cards) and ``total``.
        options: the rule options that decide the condition; a refusal names them after `otherwise`.
        clauses: the documents that decide the condition if no option does, each with its number in
            square brackets.
    """

    test: Callable[[Flags, Round, Seat, Hand], bool]
    words: str
    otherwise: str = ""
    options: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()


def is_pair(flags: Flags, _round: Round, _seat: Seat, hand: Hand) -> bool:
    """Two cards of one rank, or of one value [000 Splittable, 001 Split Hands, 002 Rules]."""
    cards = hand.cards
    if len(cards) != FIRST_CARDS:
        return False
    if flags.pairs_by_rank:
        return cards[0].rank is cards[1].rank
    return cards[0].points == cards[1].points


pair: Final = HandGuard(
    is_pair,
    "the hand is a pair",
    otherwise="{cards} is no pair",
    options=("split",),
)


def is_below_max_hands(flags: Flags, _round: Round, seat: Seat, _hand: Hand) -> bool:
    """A seat has at most `max_hands` hands after a split [001 no further splitting, 002 once]."""
    return len(seat.hands) < flags.most_hands


below_max_hands: Final = HandGuard(
    is_below_max_hands,
    "the seat may have one more hand",
    otherwise="this seat has {hands} hands",
    options=("max_hands",),
)


def may_split_aces(flags: Flags, _round: Round, _seat: Seat, hand: Hand) -> bool:
    """Aces from a split may be split again only under `resplit_aces`."""
    return flags.resplits_aces or not hand.from_split or not hand.cards[0].is_ace


aces_may_split: Final = HandGuard(
    may_split_aces,
    "resplitting aces is allowed if these are split aces",
    otherwise="a split made these aces",
    options=("resplit_aces",),
)


def house_stakes_split(flags: Flags, card: Card) -> bool:
    """Say whether the house stakes the split of two such cards [choctawcasinos.com]."""
    return flags.free_splits and card.points < TEN_POINTS


def house_stakes_double(flags: Flags, points: int, *, soft: bool) -> bool:
    """Say whether the house stakes a double: only on a hard 9 to 11 [choctawcasinos.com]."""
    return flags.free_doubles and is_doubled_free(points, soft)


def split_cost_minor(flags: Flags, seat: Seat, hand: Hand) -> int:
    """Return what a seat stakes on the new hand of a split: the opening bet, or 0 if it is free."""
    return 0 if house_stakes_split(flags, hand.cards[0]) else seat.ante_minor


def double_cost_minor(flags: Flags, seat: Seat, hand: Hand) -> int:
    """Return what a seat adds for a double: the whole bet on the hand, or 0 if it is free."""
    return 0 if house_stakes_double(flags, hand.points, soft=hand.soft) else seat.bet_on(hand)


def covers_split(flags: Flags, _round: Round, seat: Seat, hand: Hand) -> bool:
    """A split costs the opening bet once more [001 Bets, 002], unless the house stakes it."""
    return seat.can_pay(seat.ante_minor) or house_stakes_split(flags, hand.cards[0])


can_stake_split: Final = HandGuard(
    covers_split,
    "the seat or the house can stake the bet again",
    otherwise="its free chips do not cover the bet",
    clauses=("[001] Bets", "[002] Rules"),
)


def covers_double(flags: Flags, _round: Round, seat: Seat, hand: Hand) -> bool:
    """A double costs the bet once more [001 Bets, 002], unless the house stakes it."""
    cost_minor = seat.bet_on(hand)
    return seat.can_pay(cost_minor) or house_stakes_double(flags, hand.points, soft=hand.soft)


can_stake_double: Final = HandGuard(
    covers_double,
    "the seat or the house can stake the bet again",
    otherwise="its free chips do not cover the bet",
    clauses=("[001] Bets", "[002] Rules"),
)


def may_double_total(flags: Flags, _round: Round, _seat: Seat, hand: Hand) -> bool:
    """`double` allows any hand that may hit [001 Double], two cards [002], or certain totals."""
    return may_double(
        hand.points, len(hand.cards), flags.doubled_cards, flags.doubled_from, flags.doubled_to
    )


total_may_double: Final = HandGuard(
    may_double_total,
    "the total may be doubled",
    otherwise="this hand has {total} in {count} cards",
    options=("double",),
)


def may_double_soft(flags: Flags, _round: Round, _seat: Seat, hand: Hand) -> bool:
    """A soft hand may be doubled only under `double_soft`."""
    return flags.doubles_soft or not hand.soft


soft_may_double: Final = HandGuard(
    may_double_soft,
    "soft doubles are allowed if the total is soft",
    otherwise="this hand has {total}",
    options=("double_soft",),
)


def may_double_split(flags: Flags, _round: Round, _seat: Seat, hand: Hand) -> bool:
    """A hand made by a split may be doubled only under `double_after_split`."""
    return flags.doubles_after_split or not hand.from_split


split_may_double: Final = HandGuard(
    may_double_split,
    "doubles after splits are allowed if a split made the hand",
    otherwise="a split made this hand",
    options=("double_after_split",),
)


def has_doubles_left(flags: Flags, _round: Round, seat: Seat, hand: Hand) -> bool:
    """A hand may be doubled `max_doubles` times; its bet shows how often it was doubled."""
    return not hand.doubled or seat.bet_on(hand) < seat.ante_minor << flags.max_doubles


doubles_left: Final = HandGuard(
    has_doubles_left,
    "the hand may be doubled once more",
    otherwise="the hand was doubled",
    options=("max_doubles",),
)

TO_DOUBLE: Final = (
    doubles_left,
    total_may_double,
    soft_may_double,
    split_may_double,
    can_stake_double,
)
"""The guards that must hold before a hand is doubled."""


def may_be_asked_doubled(flags: Flags, round_: Round, seat: Seat, hand: Hand) -> bool:
    """A doubled hand is asked again if it may do anything except stand."""
    return flags.rescues or (
        flags.asks_doubled and all(each.test(flags, round_, seat, hand) for each in TO_DOUBLE)
    )


def is_not_doubled(_flags: Flags, _round: Round, _seat: Seat, hand: Hand) -> bool:
    """A doubled hand may not hit [001 Double Down, 002]."""
    return not hand.doubled


not_doubled: Final = HandGuard(
    is_not_doubled,
    "the hand was not doubled",
    otherwise="the hand was doubled",
    clauses=("[001] Double Down", "[002] Rules"),
)


def may_be_surrendered(flags: Flags, _round: Round, _seat: Seat, hand: Hand) -> bool:
    """Two dealt cards may be surrendered; another hand only if the rules say so."""
    if hand.doubled:
        return flags.rescues
    first = len(hand.cards) == FIRST_CARDS and not hand.from_split
    return first or flags.surrenders_any_time


may_surrender: Final = HandGuard(
    may_be_surrendered,
    "the rules allow surrender at this stage of the hand",
    otherwise="only the first two cards of an unsplit hand may be surrendered",
    options=("surrender",),
)


def has_not_declined_surrender(flags: Flags, _round: Round, seat: Seat, hand: Hand) -> bool:
    """Early surrender is offered once, before the peek, against an ace or a ten."""
    return hand.doubled or not (flags.surrenders_early and seat.early_surrender_asked)


surrender_not_declined: Final = HandGuard(
    has_not_declined_surrender,
    "early surrender was declined before a double or not at all",
    otherwise="early surrender was offered and declined",
    options=("surrender",),
)


# The guards below decide whether a hand is asked a question at all.


def seats_in(scope: Scope, round_: Round) -> list[Seat]:
    """Return the seats that must answer for all their hands before one of these is played."""
    if scope is _WHOLE_TABLE:
        return round_.seats
    seat = round_.seats[round_.turn_seat]
    first = seat.hands[0]
    # Once a hand of the seat was played or paid, these questions come too late for the seat.
    untouched = round_.turn_hand == 0 and first.open and len(first.cards) == 2
    return [seat] if untouched else []


def may_take_even_money(_flags: Flags, round_: Round, seat: Seat, hand: Hand) -> bool:
    """A natural against an ace is offered even money once [000 Even Money, 001]."""
    up_card = round_.up_card
    return (
        hand.natural
        and hand.open
        and not seat.even_money_asked
        and up_card is not None
        and up_card.is_ace
    )


even_money_waits: Final = HandGuard(
    may_take_even_money, "the hand is a natural against an ace and even money was not offered yet"
)


def calls_for_insurance(flags: Flags, round_: Round) -> bool:
    """Insurance is offered against this up card: an ace [000, 001], or an ace or a ten [002]."""
    up_card = round_.up_card
    return up_card is not None and up_card.points in flags.insurance_points


def may_be_insured(flags: Flags, round_: Round, _seat: Seat, hand: Hand) -> bool:
    """Insurance is asked once for each open hand, if it is offered against the up card."""
    return not hand.insurance_asked and hand.open and calls_for_insurance(flags, round_)


insurance_waits: Final = HandGuard(
    may_be_insured, "insurance is offered against this up card and the hand was not yet asked"
)


def _waits_for_early_surrender(round_: Round, seat: Seat, hand: Hand) -> bool:
    """Early surrender is not offered to naturals or split hands, or after the peek."""
    return (
        not seat.early_surrender_asked
        and hand.open
        and not hand.natural
        and not hand.from_split
        and round_.dealer_natural is _UNKNOWN
    )


def may_surrender_before_peek(flags: Flags, round_: Round, seat: Seat, hand: Hand) -> bool:
    """Early surrender follows the deal if no insurance is offered against the up card."""
    return (
        flags.surrenders_early
        and _waits_for_early_surrender(round_, seat, hand)
        and not calls_for_insurance(flags, round_)
    )


surrender_waits: Final = HandGuard(
    may_surrender_before_peek,
    "a dealer natural is possible, the up card leads to no insurance and the seat was not asked",
)


def may_surrender_after_insurance(flags: Flags, round_: Round, seat: Seat, hand: Hand) -> bool:
    """Early surrender follows insurance if insurance is offered against the up card."""
    return (
        flags.surrenders_early
        and _waits_for_early_surrender(round_, seat, hand)
        and calls_for_insurance(flags, round_)
    )


surrender_follows_insurance: Final = HandGuard(
    may_surrender_after_insurance,
    "a dealer natural is possible, insurance was answered and the seat was not yet asked",
)


def has_not_declined_split(_flags: Flags, _round: Round, _seat: Seat, hand: Hand) -> bool:
    """A split of the same two cards is offered once [000 Split Declined]."""
    return hand.open and not hand.split_declined


split_not_declined: Final = HandGuard(
    has_not_declined_split, "the bet is open and the split was not declined"
)


def may_decide(_flags: Flags, _round: Round, _seat: Seat, hand: Hand) -> bool:
    """A finished hand takes no more decisions."""
    return not hand.done


hand_not_done: Final = HandGuard(may_decide, "the hand is not finished")


@frozen
class StakeGuard:
    """A condition on the amount of a bet.

    Attributes:
        allows: says whether a seat may stake an amount.
        possible: says whether a seat may stake at least one amount.
    """

    allows: Callable[[Flags, Seat, int], bool]
    possible: Callable[[Flags, Seat], bool]


@frozen
class NamedStakeGuard:
    """A condition on the amount of a side bet.

    Attributes:
        allows: says whether a seat may stake an amount on the side bet with a name.
        possible: says whether a seat may stake at least one amount on at least one side bet.
    """

    allows: Callable[[Flags, Seat, str, int], bool]
    possible: Callable[[Flags, Seat], bool]


def may_bet(flags: Flags, seat: Seat, amount_minor: int) -> bool:
    """A bet is from the least bet up to the balance [002 Rules: 1.00 up to the balance]."""
    if flags.bets_make_no_fraction:
        return flags.bet_least_minor <= amount_minor <= flags.bet_most_minor and (
            seat.on_credit or amount_minor <= seat.balance_minor
        )
    return bet_limits(flags.bet_terms, seat).allow(amount_minor)


def can_bet(flags: Flags, seat: Seat) -> bool:
    """The seat has chips for the least bet."""
    return bet_limits(flags.bet_terms, seat).possible


bet_stake: Final = StakeGuard(may_bet, can_bet)


def may_insure(flags: Flags, seat: Seat, amount_minor: int) -> bool:
    """Insurance is half of the ante [001 Bets], at most half, or up to the balance [002 Rules]."""
    return flags.insurance_terms.limits(seat).allow(amount_minor)


def can_insure(flags: Flags, seat: Seat) -> bool:
    """The seat has chips for the least insurance that is allowed."""
    return flags.insurance_terms.limits(seat).possible


insurance_stake: Final = StakeGuard(may_insure, can_insure)
