"""The environment of one to seven seats: what PettingZoo asks of it, and what the table knows."""

import warnings
from pathlib import Path
from random import Random

import pytest
from pettingzoo.test import api_test, seed_test  # type: ignore[import-untyped, unused-ignore]  # has no types
from tests.environments.playing import legal_action, mask_in, rule_sets

from pitboss import verify
from pitboss.environments import Action, IllegalActionError, PitbossEnv, PitbossSeats, SetupError

SEATS = (1, 2, 7)


@pytest.mark.parametrize("level", ["total", "hand", "count"])
@pytest.mark.parametrize("seats", SEATS)
def test_pettingzoo_finds_nothing_to_complain_of(seats: int, level: str) -> None:
    """Warnings are errors."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        api_test(PitbossSeats(seats, level=level, sit_out=True), num_cycles=60)
        seed_test(lambda: PitbossSeats(seats, level=level), num_cycles=60)


def play_round(env: PitbossSeats, chance: Random, seed: int | None) -> dict[str, float]:
    """Play a round by legal actions; return what each agent got."""
    env.reset(seed=seed)
    got: dict[str, float] = {}
    for agent in env.agent_iter():
        seen, reward, ended, _, info = env.last()
        assert env.observation_space(agent).contains(seen)
        got[agent] = got.get(agent, 0.0) + reward
        env.step(None if ended else legal_action(chance, mask_in(info)))
    return got


def test_rules_of_every_kind_are_played_to_the_end_and_again(tmp_path: Path) -> None:
    """Each agent gets what its seat won."""
    chance = Random(16)
    for number, rules in enumerate(rule_sets(30)):
        env = PitbossSeats(min(1 + number % 7, rules.max_seats), rules, level="count", sit_out=True)
        for seed in (number, None, None):
            got = play_round(env, chance, seed)
            table = env.episode().play_again()
            assert table.over
            won = {
                seat.name: sum(
                    hand.all_returned_minor - hand.all_staked_minor for hand in seat.hands
                )
                / env.bets_minor[0]
                for seat in table.round.seats
            }
            assert got == won
        env.journal(tmp_path / "round.jsonl")
        with (tmp_path / "round.jsonl").open("rb") as file:
            assert verify(file).kind.value == "MATCH"


def test_one_seat_is_the_environment_of_gymnasium() -> None:
    """The same seed and actions show the same, and pay the same."""
    several, single = PitbossSeats(1, level="count"), PitbossEnv(level="count")
    chance = Random(3)
    for seed in range(40):
        several.reset(seed=seed)
        seen, info = single.reset(seed=seed)
        ended = False
        reward = 0.0
        while not ended:
            assert (several.observe("seat_0") == seen).all()
            assert (mask_in(several.infos["seat_0"]) == mask_in(info)).all()
            action = legal_action(chance, mask_in(info))
            several.step(action)
            seen, reward, ended, _, info = single.step(action)
        assert several.rewards == {"seat_0": reward}
        assert several.infos["seat_0"]["net_minor"] == info["net_minor"]


def test_a_seat_that_is_not_asked_may_do_nothing_and_sees_its_first_hand() -> None:
    """Everybody sees the cards on the table."""
    env = PitbossSeats(2, illegal="raise", level="hand")
    env.reset(seed=5)
    with pytest.raises(IllegalActionError):
        env.step(Action.HIT)
    env.step(Action.BET)
    assert env.agent_selection == "seat_1"
    env.step(Action.BET)
    other = next(agent for agent in env.agents if agent != env.agent_selection)
    assert not mask_in(env.infos[other]).any()
    seen = dict(zip(env.observed, env.observe(other).tolist(), strict=True))
    assert seen["what is asked"] == 1
    assert seen["total"] > 3


def test_where_no_round_is_played_there_is_nothing_to_do() -> None:
    """Before the first one, and after everybody has taken the end of one."""
    env = PitbossSeats(2)
    for call in (lambda: env.step(0), env.last):
        with pytest.raises(SetupError, match="never reset: call reset first"):
            call()
    env.reset(seed=5)
    while env.agents:
        _, _, ended, _, info = env.last()
        env.step(None if ended else int(mask_in(info).argmax()))
    for call in (lambda: env.step(None), env.last):
        with pytest.raises(SetupError, match="round is over: call reset first"):
            call()
    env.reset()
    assert env.last(observe=False)[0] is None


@pytest.mark.parametrize("seats", [0, 8, "Ann", True])
def test_a_table_has_one_to_seven_seats(seats: int) -> None:
    """Not more than the rules allow."""
    with pytest.raises(SetupError):
        PitbossSeats(seats)


def test_the_table_is_shown_as_everybody_sees_it() -> None:
    """As text, where that is wanted; nothing needs to be closed."""
    env = PitbossSeats(2, render_mode="ansi")
    env.reset()
    text = env.render()
    assert text is not None
    assert "seat_1" in text
    env.close()
    assert PitbossSeats().render() is None
