"""Rounds in which the two sides once parted, cut down to what it was about."""

import pytest
from tests.play.differential.both_sides import Account, by_engine, by_referee
from tests.play.referee.random_rounds import RandomRound
from tests.play.referee.records import Result

from pitboss.rules import Rules

LATE_INSURANCE: dict[str, object] = {"insurance_time": "after_split"}
SURRENDERED_IN_TURN = {**LATE_INSURANCE, "surrender": "early", "dealer_draws": "always"}
SPLITS_IN_TURN = {**LATE_INSURANCE, "split_deal": "both", "split_natural": True}


def accounts(
    changes: dict[str, object],
    cards: str,
    words: str,
    seats: int = 1,
    balance: int | None = None,
) -> tuple[Account, Account]:
    """Play a round on both sides, a bet of 1000 on each seat."""
    rules = Rules.of(**changes)
    played = RandomRound(
        rules=dict(rules.to_dict()),
        bets=(1000,) * seats,
        cards=tuple(cards.split()),
        decisions=tuple(words.split()),
        balances=None if balance is None else (balance,) * seats,
        result=Result(),
    )
    return by_engine(played, rules), by_referee(played)


@pytest.mark.parametrize(
    ("changes", "cards", "words", "seats", "dealer"),
    [
        ({}, "T A 6 5 T T", "decline surrender", 1, ("A", "5")),
        ({}, "T T A 6 6 5 T T", "decline surrender decline surrender", 2, ("A", "5")),
        ({"hole_card": "none"}, "T A 6 5 T", "decline surrender", 1, ("A",)),
    ],
)
def test_the_dealer_does_not_draw_when_all_surrendered_before_anyone_filled(
    changes: dict[str, object], cards: str, words: str, seats: int, dealer: tuple[str, ...]
) -> None:
    """Early surrender in a seat's turn ends the round like early surrender after the deal."""
    engine, plain = accounts({**SURRENDERED_IN_TURN, **changes}, cards, words, seats)
    assert engine == plain
    assert engine.dealer == dealer


@pytest.mark.parametrize(
    ("changes", "cards", "words"),
    [
        ({"natural_settles": "turn"}, "A A A 9 T 7", "split"),
        ({"charlie": 3}, "8 A 8 9 2 T 3", "split hit stand"),
    ],
)
def test_insurance_is_not_offered_once_the_hands_of_the_seat_are_filled(
    changes: dict[str, object], cards: str, words: str
) -> None:
    """A hand that was paid brings chips, but the time for insurance was before it."""
    engine, plain = accounts({**SPLITS_IN_TURN, **changes}, cards, words, balance=2000)
    assert engine == plain
    assert engine.insurance_bets == (0,)
    assert not engine.error


def test_no_split_is_offered_once_the_hands_of_the_seat_are_filled() -> None:
    """A natural that was paid brings chips, but all splits of the seat came before."""
    changes: dict[str, object] = {**SPLITS_IN_TURN, "insurance": "off", "split": "rank"}
    engine, plain = accounts(changes, "T 2 T 9 A T 9", "split stand", balance=2000)
    assert engine == plain
    assert [word for _seat, _hand, word in engine.answers] == ["split", "stand"]
    again, _ = accounts(changes, "T 2 T 9 A T 9 9 9", "split split stand stand", balance=2000)
    assert again.error == "illegal_decision"
