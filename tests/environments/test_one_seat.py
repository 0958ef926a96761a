"""The environment of one seat: what Gymnasium asks of it, and what the table knows of it."""

from pathlib import Path
from random import Random
from typing import Any, cast

import gymnasium
import numpy as np
import pytest
from gymnasium.spaces import Discrete
from gymnasium.utils.env_checker import check_env
from tests.environments.playing import legal_action, mask_in, rule_sets

from pitboss import Question, Rules, verify
from pitboss.environments import Action, IllegalActionError, Level, PitbossEnv, SetupError
from pitboss.environments.observations import ASKED, ASKED_NOTHING
from pitboss.errors import RulesError, ShoeError
from pitboss.game.bets import stake_of
from pitboss.game.money import Rounding

WITH_SIDE_BETS = Rules.preset("six_deck_s17", side_bets=["21+3", "buster"])
LEVELS = [level.value for level in Level]
FEW = 40
MANY = 400


def made(**how: Any) -> PitbossEnv:  # noqa: ANN401  the arguments of any environment
    """Return an environment as Gymnasium makes it, without its wrappers."""
    env = gymnasium.make("Pitboss-v0", **how).unwrapped
    assert isinstance(env, PitbossEnv)
    return env


def play_round(env: PitbossEnv, chance: Random, *, seed: int | None = None) -> tuple[float, Any]:
    """Play a round by legal actions; return the reward and the last info."""
    seen, info = env.reset(seed=seed)
    rewards, ended = 0.0, False
    while not ended:
        assert env.observation_space.contains(seen)
        seen, reward, ended, truncated, info = env.step(legal_action(chance, mask_in(info)))
        assert not truncated
        rewards += float(reward)
    assert env.observation_space.contains(seen)
    assert seen[0] == ASKED_NOTHING
    assert not mask_in(info).any()
    return rewards, info


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("illegal", ["default", "raise"])
def test_gymnasium_finds_nothing_to_complain_of(level: str, illegal: str) -> None:
    """Warnings are errors here, and one bet is the only action of a table that is reset."""
    env = made(level=level, illegal=illegal)
    if illegal == "raise":
        with pytest.raises(IllegalActionError):
            check_env(env)
    else:
        check_env(env)


def test_side_bets_are_placed_with_every_bet_and_are_part_of_the_reward() -> None:
    """Also where the round is played again; a seat that sits out places none."""
    env = made(rules=WITH_SIDE_BETS, side_bets={"buster": 50, "21+3": 100}, sit_out=True)
    env.reset(seed=3)
    env.step(Action.SIT_OUT)
    assert env.episode().play_again().round.seats[0].side_bets == ()
    chance, won = Random(3), False
    for _ in range(FEW):
        reward, info = play_round(env, chance)
        seat = env.episode().play_again().round.seats[0]
        placed = [(bet.name, bet.stake_minor) for bet in seat.side_bets]
        assert placed == ([("buster", 50), ("21+3", 100)] if seat.hands else [])
        net_minor = seat.returned_minor - seat.staked_minor
        assert reward * 1000 == info["net_minor"] == net_minor
        won = won or any(bet.pay_class for bet in seat.side_bets)
    assert won


def test_rules_of_every_kind_are_played_to_the_end_and_again(tmp_path: Path) -> None:
    """The reward is what the table paid, and the journal of each round replays."""
    chance = Random(15)
    for number, rules in enumerate(rule_sets(FEW)):
        env = made(rules=rules, level="count", sit_out=number % 5 == 0)
        for _ in range(4):
            reward, info = play_round(env, chance, seed=number if _ == 0 else None)
            episode = env.episode()
            again = episode.play_again()
            assert again.over
            seat = again.round.seats[0]
            net = sum(hand.all_returned_minor - hand.all_staked_minor for hand in seat.hands)
            assert net == info["net_minor"]
            assert reward == net / env.bets_minor[0]
            assert (episode.seed, episode.shoe) == (info["seed"], info["shoe"])
            assert again.round.number == episode.round == info["round"]
        env.journal(tmp_path / "round.jsonl")
        with (tmp_path / "round.jsonl").open("rb") as file:
            assert verify(file).kind.value == "MATCH"


def test_a_mask_allows_what_the_table_does() -> None:
    """Every action of the mask is taken, and any other refused, in whatever is asked."""
    chance = Random(1)
    asked: set[int] = set()
    for rules in rule_sets(FEW):
        env = made(rules=rules, illegal="raise", sit_out=True)
        for seed in range(40):
            seen, info = env.reset(seed=seed)
            ended = False
            while not ended:
                asked.add(int(seen[0]))
                mask = mask_in(info)
                before = seen
                for action in np.flatnonzero(mask == 0):
                    with pytest.raises(IllegalActionError) as refused:
                        env.step(action)
                    assert refused.value.legal == tuple(np.flatnonzero(mask))
                assert (before == seen).all()
                seen, _, ended, _, info = env.step(np.int64(legal_action(chance, mask)))
    assert asked == set(ASKED.values())


@pytest.mark.parametrize("level", LEVELS)
def test_an_observation_is_what_the_seat_sees(level: str) -> None:
    """Every number under its name is that of the view."""
    env = made(level=level, rules=Rules(max_hands=4))
    chance = Random(2)
    for seed in range(60):
        seen, info = env.reset(seed=seed)
        ended = False
        while not ended:
            seen, _, ended, _, info = env.step(legal_action(chance, mask_in(info)))
            shown = dict(zip(env.observed, seen.tolist(), strict=True))
            table = env.episode().play_again()
            view, offer = table.view(0), table.offer()
            assert ended == (offer is None)
            hands = view.seats[0].hands
            number = 0 if offer is None else offer.hand
            hand = hands[number]
            points = [card.points for card in hand.cards]
            assert shown["total"] == hand.points
            assert shown["soft"] == hand.soft
            assert shown["pair"] == (len(points) == 2 and points[0] == points[1])
            assert view.up_card is not None
            assert shown["up card"] == view.up_card.points
            if level != "total":
                assert (shown["hands"], shown["hand"]) == (len(hands), number)
                assert shown["aces in the hand"] == points.count(1)
                assert shown["cards of 10 in the hand"] == points.count(10)
            if level == "count":
                assert shown["cards left in the shoe"] == view.cards_left
                drawn = sum(shown[name] for name in env.observed if name.endswith(" seen"))
                assert drawn == view.cards_drawn - view.hole_hidden


def test_a_natural_does_not_end_an_episode_in_reset() -> None:
    """The bet is the first action, whatever is dealt then."""
    env = made()
    at_once = 0
    for seed in range(MANY):
        seen, info = env.reset(seed=seed)
        assert seen[0] == ASKED[Question.BET]
        assert mask_in(info).tolist() == [0] * Action.BET + [1]
        at_once += env.step(Action.BET)[2]
    assert at_once


def test_the_same_seed_gives_the_same_rounds() -> None:
    """Also where it was drawn, and said in the info."""
    first, second = made(level="count"), made(level="count")
    _, info = first.reset()
    chances = Random(5), Random(5)
    rounds = [play_round(first, chances[0], seed=info["seed"])]
    again = [play_round(second, chances[1], seed=info["seed"])]
    for _ in range(50):
        rounds.append(play_round(first, chances[0]))
        again.append(play_round(second, chances[1]))
    assert [reward for reward, _ in rounds] == [reward for reward, _ in again]
    assert {info["shoe"] for _, info in rounds} != {1}


def test_a_round_that_was_left_is_finished_by_defaults() -> None:
    """The next one follows at the same table, and its journal knows all of them."""
    env = made()
    env.reset(seed=4)
    env.step(Action.BET)
    _, info = env.reset()
    assert info["round"] == 2
    table = env.episode().play_again()
    assert table.round.number == 1
    assert table.over


def test_an_illegal_action_is_replaced_and_said() -> None:
    """Without a word it never is; a number that is no action is refused in any case."""
    env = made()
    env.reset(seed=1)
    _, _, _, _, info = env.step(Action.SPLIT)
    assert info["illegal_action"]
    assert env.episode().actions == bytes([Action.BET])
    for wrong in (-1, 10, "hit", None, 1.0, np.int64(99)):
        with pytest.raises(IllegalActionError):
            env.step(wrong)
    ended = False
    while not ended:
        _, _, ended, _, info = env.step(Action.EVEN_MONEY)
        assert info["illegal_action"]
    with pytest.raises(IllegalActionError, match="reset the environment"):
        env.step(Action.STAND)
    _, info = env.reset()
    assert not info["illegal_action"]


def test_bets_are_actions() -> None:
    """A reward counts in the first of them."""
    env = made(bets_minor=[100, 500])
    assert env.action_space == Discrete(Action.BET + 2)
    rewards: dict[int, float] = {}
    for bet in (0, 1):
        _, info = env.reset(seed=3)
        assert mask_in(info)[Action.BET :].tolist() == [1, 1]
        _, reward, ended, _, info = env.step(Action.BET + bet)
        while not ended:
            legal = mask_in(info)
            action = Action.STAND if legal[Action.STAND] else Action.DECLINE
            _, reward, ended, _, info = env.step(action)
        rewards[bet] = float(reward)
    assert rewards[1] == 5 * rewards[0] != 0


def test_insurance_is_half_the_bet_or_is_not_allowed() -> None:
    """A half that is no amount of the rules is not among the actions."""
    odd = Rules.of(insurance_amount="up_to_balance", bet_min=600)
    for rules, bet, may in ((Rules(), 1000, True), (odd, 1000, False), (odd, 1200, True)):
        env = made(rules=rules, bets_minor=[bet])
        found: set[bool] = set()
        for seed in range(200):
            env.reset(seed=seed)
            seen, _, _, _, info = env.step(Action.BET)
            if seen[0] == ASKED[Question.INSURANCE]:
                found.add(bool(mask_in(info)[Action.INSURE]))
                if may:
                    env.step(Action.INSURE)
                    hand = env.episode().play_again().round.seats[0].hands[0]
                    assert stake_of(hand.insurance) == bet // 2
        assert found == {may}


def test_rules_without_money_are_played_for_bets() -> None:
    """Nothing could be won at the table itself."""
    env = made(rules="spring")
    assert env.rules == Rules.preset("spring", bet_min=1, bet_max="none")
    reward, _ = play_round(env, Random(1), seed=1)
    assert reward in {-1, 0, 1}


@pytest.mark.parametrize(
    ("given", "bet"),
    [
        ({}, 1000),
        ({"bet_max": 30}, 30),
        ({"bet_min": 2500}, 2500),
        ({"rounding": Rounding.EXACT, "bet_max": 999, "bet_min": 0}, 998),
        ({"rounding": Rounding.EXACT, "bet_min": 0, "blackjack_pays": "997:991"}, 991),
        (
            {"rounding": "exact", "surrender": "late", "blackjack_pays": "998:997", "bet_min": 0},
            1994,
        ),
    ],
)
def test_the_usual_bet_is_one_that_the_rules_allow(given: dict[str, object], bet: int) -> None:
    """It is as near to a thousand as can be."""
    assert made(rules=Rules.of(**given)).bets_minor == (bet,)


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"rules": "roulette"}, RulesError),
        ({"rules": Rules.of(bet_min=5, bet_max=5, rounding="exact")}, SetupError),
        ({"level": "everything"}, SetupError),
        ({"illegal": "ignore"}, SetupError),
        ({"bets_minor": []}, SetupError),
        ({"side_bets": ["21+3"]}, SetupError),
        ({"side_bets": {"21+3": 100}}, SetupError),
        ({"rules": WITH_SIDE_BETS, "side_bets": {"21+3": 0}}, SetupError),
        ({"rules": WITH_SIDE_BETS, "side_bets": {"21+3": True}}, SetupError),
        ({"rules": 5}, SetupError),
        ({"rules": 0}, SetupError),
        ({"regret": "yes"}, SetupError),
        ({"bets_minor": 1000}, SetupError),
        ({"bets_minor": (1000, 1000)}, SetupError),
        ({"bets_minor": [1000.0]}, SetupError),
        ({"bets_minor": [True]}, SetupError),
        ({"bets_minor": [0]}, SetupError),
        ({"bets_minor": range(1, 66)}, SetupError),
        ({"rules": Rules(bet_max=10), "bets_minor": [11]}, SetupError),
    ],
)
def test_what_cannot_be_made_is_refused(given: dict[str, Any], error: type[Exception]) -> None:
    """In words that say what to do."""
    with pytest.raises(error):
        PitbossEnv(**given)


def test_what_is_asked_too_early_or_beyond_the_limits_is_refused() -> None:
    """There is no episode before the first reset, and no seed of a table below 0 or too large."""
    env = PitbossEnv()
    with pytest.raises(SetupError, match="reset"):
        env.episode()
    for seed in (2**63, -1, True, 1.5):
        with pytest.raises(ShoeError):
            env.reset(seed=cast("Any", seed))


def test_a_round_that_is_not_over_has_a_journal_as_well(tmp_path: Path) -> None:
    """It ends where the round stands."""
    env = made()
    seed = next(seed for seed in range(9) if not _over_at_once(env, seed))
    env.reset(seed=seed)
    env.step(Action.BET)
    env.journal(tmp_path / "open.jsonl")
    with (tmp_path / "open.jsonl").open("rb") as file:
        assert verify(file).kind.value == "INCOMPLETE"


def _over_at_once(env: PitbossEnv, seed: int) -> bool:
    env.reset(seed=seed)
    return env.step(Action.BET)[2]


def test_the_table_is_shown_as_everybody_sees_it() -> None:
    """As text, where that is wanted."""
    env = made(render_mode="ansi")
    env.reset(seed=1)
    env.step(Action.BET)
    text = env.render()
    assert text is not None
    assert "seat_0" in text
    assert PitbossEnv().render() is None
