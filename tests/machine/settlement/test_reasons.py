"""The reasons that settlement gives: constants, one of each."""

import copy
import pickle

import pytest
from tests.machine.settlement.one_round import OneRound

from pitboss.game.facts import BetSettled, DecidedBy, RoundDecided
from pitboss.game.reasons import REASONS, SURRENDER, reason_of
from pitboss.rules import Rules


@pytest.mark.parametrize("code", REASONS)
def test_a_reason_stays_the_constant_itself(code: str) -> None:
    """Copied or pickled, it is the one that settlement compares by identity."""
    reason = reason_of(code)
    assert reason.code == code
    assert copy.deepcopy(reason) is copy.copy(reason) is reason
    assert pickle.loads(pickle.dumps(reason)) is reason  # noqa: S301 - our own bytes


def test_a_reason_is_shown_by_its_code() -> None:
    """And what has none is no reason."""
    assert repr(SURRENDER) == "Reason('surrender')"
    with pytest.raises(KeyError):
        reason_of("no such reason")


@pytest.mark.parametrize(
    ("insured_ante", "answer", "due"),
    [
        ("compares", "insure:50", "insured_naturals_tie"),
        ("compares", "decline", "naturals_tie"),
        ("loses", "insure:50", "insured_to_blackjack"),
        ("loses", "decline", "naturals_tie"),
    ],
)
def test_of_two_naturals_the_reason_says_whether_insurance_mattered(
    insured_ante: str, answer: str, due: str
) -> None:
    """An insured natural ties, or loses where the rules take the ante of an insured hand."""
    game = OneRound(Rules.of(insured_ante=insured_ante, even_money=False), 100, "A A K K")
    game.say(answer)
    game.results()
    (hand,) = game.table.round.seats[0].hands
    assert hand.reason is reason_of(due)


@pytest.mark.parametrize(
    ("cards", "answers", "by"),
    [
        ("T 7 9 K", "stand", DecidedBy.SHOWDOWN),
        ("T A 9 K", "insure:50", DecidedBy.NATURAL),
        ("T 7 2 K", "hit", DecidedBy.VOID),
    ],
)
def test_a_round_says_what_decided_it(cards: str, answers: str, by: DecidedBy) -> None:
    """Once, before the bets that it settles: the showdown, a natural, or that no card is left."""
    game = OneRound(Rules.of(), 100, cards)
    game.table.house.notes_facts = True
    game.say(answers)
    told = [fact for fact in game.table.house.facts if isinstance(fact, RoundDecided | BetSettled)]
    assert told[0] == RoundDecided(by)
    assert all(isinstance(fact, BetSettled) for fact in told[1:])
