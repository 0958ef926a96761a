"""Who is asked what: in each state, the one question that waits for an answer, or none.

Answers stay in their state; while a question waits the house does not move. So "every answer is
in" stands here once for a state and not in each of its rows. No question waits when an asker is
called, for the last was answered; an asker that asks nobody leaves it so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from pitboss.guards import (
    HandTest,
    aces_may_split,
    below_max_hands,
    can_match_bet,
    insurance_limits,
    pair,
)
from pitboss.round import DealerNatural, Hand, Phase, Question, Round, Seat
from pitboss.rule_values import Insurance, InsuranceTime, PlayOrder, Split, SplitDeal, Surrender
from pitboss.rules import Rules

RoundTest = Callable[[Round], bool]
Asker = Callable[[Round], None]
Scope = Callable[[Round], Iterator[tuple[Seat, int, Hand]]]


_BET: Final = Question.BET
_PLAY: Final = Question.PLAY
_EVEN_MONEY: Final = Question.EVEN_MONEY
_INSURANCE: Final = Question.INSURANCE
_EARLY_SURRENDER: Final = Question.EARLY_SURRENDER
_SPLIT: Final = Question.SPLIT
_UNKNOWN: Final = DealerNatural.UNKNOWN


def _whole_table(round_: Round) -> Iterator[tuple[Seat, int, Hand]]:
    """Give every hand at the table in order."""
    for seat in round_.seats:
        for number, hand in enumerate(seat.hands):
            yield seat, number, hand


def _seat_at_turn(round_: Round) -> Iterator[tuple[Seat, int, Hand]]:
    """Give every hand of the seat whose turn it is."""
    seat = round_.seats[round_.turn_seat]
    for number, hand in enumerate(seat.hands):
        yield seat, number, hand


def _hand_at_turn(round_: Round) -> Iterator[tuple[Seat, int, Hand]]:
    """Give the hand whose turn it is."""
    seat = round_.seats[round_.turn_seat]
    yield seat, round_.turn_hand, seat.hands[round_.turn_hand]


def split_scope(rules: Rules) -> Scope:
    """Say whose split offers come together before anything is filled.

    All hands at the table under ``splits_first``; a seat's hands where insurance follows its
    splits and both new hands have their cards; else the hand whose turn it is.
    """
    if rules.play_order is PlayOrder.SPLITS_FIRST:
        return _whole_table
    return _turn_scope(rules)


def _turn_scope(rules: Rules) -> Scope:
    """Say whose insurance offers come together when insurance follows the splits."""
    after_split = rules.insurance_time is InsuranceTime.AFTER_SPLIT
    if after_split and rules.split_deal is SplitDeal.BOTH:
        return _seat_at_turn
    return _hand_at_turn


def _insurance_scope(rules: Rules) -> Scope:
    """Say whose insurance offers come together."""
    return _turn_scope(rules) if _asks_insurance_in_turn(rules) else _whole_table


def _asks_insurance_in_turn(rules: Rules) -> bool:
    """Say whether insurance is asked in a seat's turn, after its splits."""
    return rules.insurance_time is InsuranceTime.AFTER_SPLIT


def split_pending(rules: Rules) -> HandTest:
    """Make the test whether a hand has still to be offered a split."""
    if rules.split is Split.OFF:
        return _never
    is_pair = pair.make(rules)
    below_most = below_max_hands.make(rules)
    aces_may = aces_may_split.make(rules)
    can_pay = can_match_bet.make(rules)

    def test(round_: Round, seat: Seat, hand: Hand) -> bool:
        return (
            is_pair(round_, seat, hand)
            and not hand.split_declined
            and hand.open
            and below_most(round_, seat, hand)
            and aces_may(round_, seat, hand)
            and can_pay(round_, seat, hand)
        )

    return test


def _never(_round: Round, _seat: Seat, _hand: Hand) -> bool:
    """Answer no, for what a rule set does not offer."""
    return False


def calls_for_insurance(rules: Rules, up_points: int) -> bool:
    """Say whether an up card calls for insurance, whether or not anybody can pay it.

    Args:
        rules: the rule set.
        up_points: points of the up card, 1 for an ace.
    """
    if up_points == 1:
        return rules.insurance is not Insurance.OFF
    return up_points == 10 and rules.insurance is Insurance.ACE_OR_TEN


def insurance_called(rules: Rules) -> RoundTest:
    """Make the test whether the up card of a round calls for insurance."""
    under_aces = calls_for_insurance(rules, 1)
    under_tens = calls_for_insurance(rules, 10)

    def test(round_: Round) -> bool:
        return (
            under_aces
            and round_.up_card is not None
            and (round_.up_card.is_ace or (under_tens and round_.up_card.points == 10))
        )

    return test


def _insurance_pending(rules: Rules) -> HandTest:
    """Make the test whether a hand has still to be offered insurance; not if it cannot pay."""
    called = insurance_called(rules)
    limits = insurance_limits(rules)

    def test(round_: Round, seat: Seat, hand: Hand) -> bool:
        return not hand.insurance_asked and hand.open and called(round_) and limits(seat).possible

    return test


def _even_money_pending(rules: Rules) -> HandTest:
    """Make the test whether a hand has still to be offered even money: a natural under an ace."""
    if not rules.even_money:
        return _never

    def test(round_: Round, seat: Seat, hand: Hand) -> bool:
        return (
            hand.natural
            and hand.open
            and not seat.even_money_asked
            and round_.up_card is not None
            and round_.up_card.is_ace
        )

    return test


def _early_surrender_pending(rules: Rules) -> HandTest:
    """Make the test whether a hand has still to be offered early surrender as its own question.

    It is, under an ace or a ten, while a dealer natural is neither excluded nor seen; a natural
    and a split hand are not asked.
    """
    if rules.surrender is not Surrender.EARLY:
        return _never

    def test(round_: Round, seat: Seat, hand: Hand) -> bool:
        return (
            not seat.early_surrender_asked
            and hand.open
            and not hand.natural
            and not hand.from_split
            and round_.dealer_natural is _UNKNOWN
        )

    return test


def _first_pending(scope: Scope, pending: HandTest, question: Question) -> Asker:
    """Make the function that asks a question of the first hand in scope that has it to answer."""

    def ask(round_: Round) -> None:
        for seat, number, hand in scope(round_):
            if pending(round_, seat, hand):
                round_.question = question
                round_.asked_seat = seat.index
                round_.asked_hand = number
                return

    return ask


def any_pending(scope: Scope, pending: HandTest) -> RoundTest:
    """Make the test whether any hand in scope has a question to answer."""

    def at_turn(round_: Round) -> bool:
        seat = round_.seats[round_.turn_seat]
        hand = seat.hands[round_.turn_hand]
        return pending(round_, seat, hand)

    def of_seat(round_: Round) -> bool:
        """Once a hand of the seat was played or paid, the offers of its turn are behind it."""
        first = round_.seats[round_.turn_seat].hands[0]
        untouched = round_.turn_hand == 0 and first.open and len(first.cards) == 2
        return untouched and in_scope(round_)

    def in_scope(round_: Round) -> bool:
        return any(pending(round_, seat, hand) for seat, _number, hand in scope(round_))

    if scope is _hand_at_turn:
        return at_turn
    return of_seat if scope is _seat_at_turn else in_scope


def ask_nothing(_round: Round) -> None:
    """Ask nobody: the house or the host is to move."""


def _ask_bets(round_: Round) -> None:
    """Ask the first seat that has neither bet nor sat out."""
    for seat in round_.seats:
        if not seat.answered:
            round_.question = _BET
            round_.asked_seat = seat.index
            round_.asked_hand = 0
            break


def _asker_after_deal(rules: Rules) -> Asker:
    if rules.surrender is not Surrender.EARLY:
        return ask_nothing
    called = insurance_called(rules)
    ask = _first_pending(_whole_table, _early_surrender_pending(rules), _EARLY_SURRENDER)

    def asker(round_: Round) -> None:
        if not called(round_):
            ask(round_)

    return asker


def _asker_of_insurance(rules: Rules) -> Asker:
    scope = _insurance_scope(rules)
    even_money = _even_money_pending(rules)
    insurance = _insurance_pending(rules)
    ask_early = _first_pending(scope, _early_surrender_pending(rules), _EARLY_SURRENDER)

    def asker(round_: Round) -> None:
        for seat, number, hand in scope(round_):
            if even_money(round_, seat, hand):
                round_.question = _EVEN_MONEY
            elif insurance(round_, seat, hand):
                round_.question = _INSURANCE
            else:
                continue
            round_.asked_seat = seat.index
            round_.asked_hand = number
            return
        ask_early(round_)

    return asker


def _asker_of_splits(rules: Rules) -> Asker:
    return _first_pending(split_scope(rules), split_pending(rules), _SPLIT)


def offers_pending(rules: Rules) -> RoundTest:
    """Make the test whether insurance offers wait in the seat's turn, after its splits."""
    scope = _turn_scope(rules)
    insurance = any_pending(scope, _insurance_pending(rules))
    early_surrender = any_pending(scope, _early_surrender_in_turn(rules))

    def test(round_: Round) -> bool:
        return insurance(round_) or early_surrender(round_)

    return test


def _early_surrender_in_turn(rules: Rules) -> HandTest:
    """Make the test whether a hand is offered early surrender after its seat's insurance."""
    pending = _early_surrender_pending(rules)
    called = insurance_called(rules)

    def test(round_: Round, seat: Seat, hand: Hand) -> bool:
        return pending(round_, seat, hand) and called(round_)

    return test


def _asker_of_play(rules: Rules) -> Asker:
    """Ask the hand at turn, unless it has finished or other offers come before its play."""
    split_first = rules.play_order is PlayOrder.HAND_BY_HAND and rules.split is not Split.OFF
    of_this_hand = split_scope(rules) is _hand_at_turn
    hand_may_split = split_pending(rules)
    some_hand_may_split = any_pending(split_scope(rules), hand_may_split)
    insurance_first = _asks_insurance_in_turn(rules)
    offers_are_pending = offers_pending(rules)

    def asker(round_: Round) -> None:
        seat = round_.seats[round_.turn_seat]
        hand = seat.hands[round_.turn_hand]
        if not (
            (split_first and not of_this_hand and some_hand_may_split(round_))
            or (insurance_first and offers_are_pending(round_))
            or hand.done
            or (split_first and of_this_hand and hand_may_split(round_, seat, hand))
        ):
            round_.question = _PLAY
            round_.asked_seat = round_.turn_seat
            round_.asked_hand = round_.turn_hand

    return asker


def askers(rules: Rules) -> dict[Phase, Asker]:
    """Make, for each state, the function that finds who is asked what."""
    return {
        Phase.BETTING: _ask_bets,
        Phase.DEALT: _asker_after_deal(rules),
        Phase.INSURANCE_OFFERED: _asker_of_insurance(rules),
        Phase.SPLIT_OFFERED: _asker_of_splits(rules),
        Phase.FILLING: _asker_of_play(rules),
        Phase.DEALER_TURN: ask_nothing,
        Phase.RESOLVED: ask_nothing,
    }
