"""How often a bankroll is lost on the way: counted as by hand, and added without loss."""

from itertools import pairwise
from math import isclose, sqrt
from random import Random

import pytest
from tests.simulation.both_sides import by_kernel

from pitboss.players import CountingStrategy
from pitboss.rules import Rules
from pitboss.simulation import Bankroll, ByCount, MergeError, Sessions, StrategyError, run_of
from pitboss.simulation.shoe_ranges import play_range

RULES = Rules.preset("double_deck_h17")
SEATS = [ByCount.counting(RULES, CountingStrategy.hi_lo()), ByCount.basic(RULES)]
RUN = run_of(RULES, SEATS, seed=5)


def ruined_by_hand(bankroll: Bankroll, shoes: int) -> tuple[int, int]:
    """Count sessions, and those that end a round with nothing left, round by round."""
    lengths = play_range(RUN.numbers, 1, shoes).shoes[:, 0].tolist()
    nets = iter([sum(each.nets) for each in by_kernel(RULES, SEATS, 5, sum(lengths))])
    ruined = 0
    for session in range(shoes // bankroll.shoes):
        owned, lost = bankroll.amount_minor, False
        begin = session * bankroll.shoes
        for length in lengths[begin : begin + bankroll.shoes]:
            for _ in range(length):
                owned += next(nets)
                lost = lost or owned <= 0
        ruined += lost
    return shoes // bankroll.shoes, ruined


@pytest.mark.untraced
@pytest.mark.parametrize("length", [1, 2, 3, 10, 64])
@pytest.mark.parametrize("amount_minor", [1, 4_000, 20_000, 10**9])
def test_sessions_are_those_of_the_rounds(length: int, amount_minor: int) -> None:
    """However long they are; the last is not counted if it is not whole."""
    bankroll = Bankroll(amount_minor, length)
    sessions = RUN.shoes(1, 64, bankroll=bankroll).sessions
    assert sessions is not None
    assert (sessions.played, sessions.ruined) == ruined_by_hand(bankroll, 64)
    risk = sessions.ruined / sessions.played
    assert sessions.risk_of_ruin == risk
    assert isclose(sessions.standard_error, sqrt(risk * (1 - risk) / sessions.played))
    assert len(sessions.parts) == (64 % length != 0)


@pytest.mark.parametrize("length", [1, 7, 30, 100])
def test_sessions_in_parts_are_the_same(length: int) -> None:
    """Cut anywhere, and added in any order."""
    bankroll = Bankroll(9_000, length)
    whole = RUN.shoes(1, 100, bankroll=bankroll)
    for parts in (2, 7, 64):
        ends = sorted(Random(parts).sample(range(1, 100), parts - 1))
        found = [
            RUN.shoes(first + 1, last, bankroll=bankroll)
            for first, last in pairwise([0, *ends, 100])
        ]
        Random(parts).shuffle(found)
        total, *others = found
        for other in others:
            total += other
        assert total == whole


def test_what_was_lost_in_one_part_counts_in_the_other() -> None:
    """A session is lost over two parts neither of which alone loses the bankroll."""
    lost = [
        shoe
        for shoe in range(1, 60, 2)
        if (part := RUN.shoes(shoe, shoe, bankroll=Bankroll(1, 2)).sessions) is not None
        and part.parts[0].net_minor < -3_000
    ]
    assert lost
    first, second = (RUN.shoes(shoe, shoe).of_shoes for shoe in (lost[0], lost[0] + 1))
    amount = -first.net_minor - min(second.net_minor, 0)
    sessions = RUN.shoes(lost[0], lost[0] + 1, bankroll=Bankroll(amount, 2)).sessions
    assert sessions == Sessions(Bankroll(amount, 2), 1, 1)


def test_only_sessions_of_one_bankroll_are_added() -> None:
    """Others would be another risk."""
    one, other = Bankroll(5_000, 2), Bankroll(5_000, 3)
    with pytest.raises(MergeError):
        _ = RUN.shoes(1, 2, bankroll=one) + RUN.shoes(3, 4, bankroll=other)
    with pytest.raises(MergeError):
        _ = RUN.shoes(1, 2, bankroll=one) + RUN.shoes(3, 4)
    with pytest.raises(StrategyError, match="two bankrolls"):
        _ = Sessions(one) + Sessions(other)


@pytest.mark.parametrize("numbers", [(0, 1), (1, 0), (2**61, 1), (1, 2**41)])
def test_a_bankroll_is_checked(numbers: tuple[int, int]) -> None:
    """Something of both is needed."""
    with pytest.raises(StrategyError, match="at least 1"):
        Bankroll(*numbers)


def test_no_session_no_risk() -> None:
    """Nothing is divided by nothing."""
    nothing = Sessions(Bankroll(1, 1))
    assert (nothing.risk_of_ruin, nothing.standard_error) == (0, 0)
