"""A simulation that goes on from what was found before finds what one without a break finds."""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from pitboss import Rules
from pitboss.game.shoe import MAX_SEED
from pitboss.simulation import (
    Bankroll,
    MergeError,
    Run,
    StrategyError,
    results_from_json,
    results_to_json,
    run_of,
    simulate,
    simulate_on,
)

RULES = Rules.preset("six_deck_h17_ls")
BANKROLL = Bankroll(20_000, 7)


@cache
def run_of_counter() -> Run:
    """Return the run of a counter."""
    return run_of(RULES, "hi-lo", seed=7)


@pytest.mark.untraced
@pytest.mark.parametrize("strategy", ["hi-lo", "mimic"])
@pytest.mark.parametrize("bankroll", [None, BANKROLL], ids=str)
@pytest.mark.parametrize("jobs", [1, 2])
def test_three_days_find_what_one_finds(
    strategy: str, bankroll: Bankroll | None, jobs: int
) -> None:
    """Whatever was kept between them, and however many play at once."""
    days = (2_000, 2_001, 60_000) if strategy == "hi-lo" else (100, 101, 1_000)
    so_far = None
    for rounds in days:
        found = simulate(
            RULES, strategy, rounds=rounds, seed=7, bankroll=bankroll, so_far=so_far, jobs=jobs
        )
        assert found == simulate(RULES, strategy, rounds=rounds, seed=7, bankroll=bankroll)
        so_far = results_from_json(results_to_json(found))


def test_what_is_all_there_is_given_back() -> None:
    """Nothing more is played, and it is told once."""
    found = run_of_counter().shoes(3, 9)
    assert list(simulate_on(run_of_counter(), found.rounds, so_far=found)) == [found]
    assert simulate(RULES, "hi-lo", rounds=1, seed=7, so_far=found) == found


@pytest.mark.parametrize("strategy", ["hi-lo", "mimic"])
def test_gaps_are_filled_in_rising_order(strategy: str) -> None:
    """No shoe is played twice, and none is left out before a later one."""
    run = run_of(RULES, strategy, seed=7)
    known = run.shoes(3, 4, bankroll=BANKROLL) + run.shoes(7, 7, bankroll=BANKROLL)
    for last in (1, 2, 5, 6, 8, 25):
        played = [shoe for shoe in range(1, last + 1) if shoe not in {3, 4, 7}]
        expected = known
        for shoe in played:
            expected += run.shoes(shoe, shoe, bankroll=BANKROLL)
        *_, found = simulate_on(run, expected.rounds, bankroll=BANKROLL, so_far=known)
        assert found == expected


@pytest.mark.parametrize("strategy", ["hi-lo", "mimic"])
def test_shoes_before_the_first_are_left_to_others(strategy: str) -> None:
    """Two machines find together what one finds."""
    run = run_of(RULES, strategy, seed=7)
    *_, low = simulate_on(run, 500, bankroll=BANKROLL)
    first = low.ranges[0][1] + 1
    *_, high = simulate_on(run, 700, bankroll=BANKROLL, first_shoe=first)
    assert high.ranges[0][0] == first
    both = high + low
    assert both == run.shoes(1, both.ranges[0][1], bankroll=BANKROLL)
    *_, more = simulate_on(run, 900, bankroll=BANKROLL, so_far=high, first_shoe=first - 2)
    assert more == run.shoes(first - 2, more.ranges[0][1], bankroll=BANKROLL)
    *_, later = simulate_on(run, 900, bankroll=BANKROLL, so_far=low, first_shoe=first + 5)
    assert later == low + run.shoes(first + 5, later.ranges[1][1], bankroll=BANKROLL)


def test_the_last_of_all_shoes_is_played() -> None:
    """And what wants more than it has is told."""
    found = simulate(RULES, rounds=1, seed=7, first_shoe=MAX_SEED)
    assert found.ranges == ((MAX_SEED, MAX_SEED),)
    few = simulate(RULES, rounds=200, seed=7, first_shoe=MAX_SEED - 5, jobs=2)
    assert few.rounds >= 200
    for so_far in (None, found):
        with pytest.raises(StrategyError, match="all shoes were played: begin at an earlier"):
            simulate(RULES, rounds=10**6, seed=7, first_shoe=MAX_SEED, so_far=so_far)


def test_what_was_found_before_is_told_first() -> None:
    """Whoever stops at once keeps it."""
    so_far = run_of_counter().shoes(1, 2)
    assert next(simulate_on(run_of_counter(), 10**9, so_far=so_far)) == so_far
    assert list(simulate_on(run_of_counter(), 10**9, so_far=so_far, stopped=lambda: True)) == [
        so_far
    ]


def test_nothing_is_what_any_result_can_be_added_to() -> None:
    """The sum is that result."""
    for hands in (True, False):
        for bankroll in (None, BANKROLL):
            found = run_of_counter().shoes(2, 30, hands=hands, bankroll=bankroll)
            assert run_of_counter().nothing(hands=hands, bankroll=bankroll) + found == found


@pytest.mark.parametrize(
    ("run", "asked"),
    [
        (lambda: run_of(RULES, "hi-lo", seed=8), {}),
        (lambda: run_of(RULES, "basic", seed=7), {}),
        (lambda: run_of(RULES, "hi-lo", seed=7, seats=2), {}),
        (run_of_counter, {"hands": False}),
        (run_of_counter, {"bankroll": BANKROLL}),
    ],
    ids=["seed", "strategy", "seats", "hands", "bankroll"],
)
def test_what_is_of_something_else_is_refused(
    run: Callable[[], Run], asked: dict[str, Any]
) -> None:
    """Before a round is played."""
    so_far = run().shoes(1, 1, **asked)
    with pytest.raises(MergeError):
        next(simulate_on(run_of_counter(), 10**9, so_far=so_far))


@pytest.mark.parametrize("wrong", [0, -1, 1.5, True, "1", None, MAX_SEED + 1])
def test_a_first_shoe_that_is_none_is_refused(wrong: Any) -> None:  # noqa: ANN401  of any wrong type
    """As is what is no result."""
    no_result: Any = wrong or 5
    calls: list[Callable[[], object]] = [
        lambda: simulate(RULES, rounds=1, seed=1, first_shoe=wrong),
        lambda: simulate(RULES, rounds=1, seed=1, so_far=no_result),
    ]
    for call in calls:
        with pytest.raises(StrategyError, match=r"give|must be"):
            call()
