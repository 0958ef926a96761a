"""What decisions give away of the exact value."""

from math import isnan, sqrt
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.environments.playing import legal_action, mask_in

from pitboss import Question, Rules
from pitboss.environments import Action, PitbossEnv, PitbossSeats
from pitboss.environments.observations import ASKED
from pitboss.environments.regret import exact_value
from pitboss.environments.vector import PitbossVectorEnv
from pitboss.exact import NotCoveredError, value
from pitboss.players.chart import ROWS, UP_CARDS, Chart, ChartRow, HandKind, Move

ROUNDS = 3000
SURE = 4


def hits(row: ChartRow) -> bool:
    """Say whether a dealer's rule hits a row, soft or hard."""
    if row.kind is HandKind.PAIR:
        return row.points < 9
    return row.points < 17


DEALERS = Chart({row: (Move.HIT if hits(row) else Move.STAND,) * len(UP_CARDS) for row in ROWS})


def row_of_total(total: int, *, soft: bool) -> ChartRow:
    """Return the row of a total."""
    return ChartRow(HandKind.SOFT if soft else HandKind.HARD, total)


@pytest.mark.untraced
@pytest.mark.parametrize("peek", ["ace_or_ten", "never"])
def test_regrets_add_up_to_what_play_loses(peek: str) -> None:
    """On average a round gives away just what a chart wins less than the best play."""
    rules = Rules.of(shuffle="every_round", split="off", insurance="off", peek=peek, decks=1)
    env = PitbossEnv(rules, regret=True)
    regrets: list[float] = []
    seen, _ = env.reset(seed=5)
    for _ in range(ROUNDS):
        regret, ended = 0.0, False
        while not ended:
            bets = seen[0] == ASKED[Question.BET]
            row = row_of_total(max(int(seen[1]), 4), soft=bool(seen[2]))
            action = Action.BET if bets else Action.HIT if hits(row) else Action.STAND
            seen, _, ended, _, info = env.step(action)
            regret += info["regret"]
        regrets.append(regret)
        seen, info = env.reset()
        assert info["regret"] == 0
    loses = env.exact_value().value - value(rules, DEALERS).value
    assert abs(np.mean(regrets) - loses) < SURE * np.std(regrets) / sqrt(ROUNDS)
    assert min(regrets) >= 0


@pytest.mark.untraced
def test_some_action_is_the_best_and_no_hand_of_a_split_has_a_regret() -> None:
    """The best one has none; what is not known is not a number."""
    rules = Rules.preset("six_deck_h17_ls", decks=1)
    env = PitbossEnv(rules, regret=True)
    chance = Random(4)
    unknown = 0
    asked: set[int] = set()
    for seed in range(50):
        seen, info = env.reset(seed=seed)
        ended = False
        before: list[int] = []
        while not ended:
            legal = np.flatnonzero(mask_in(info)).tolist()
            regrets: list[float] = []
            for action in legal:
                env.reset(seed=seed)
                for each in before:
                    env.step(each)
                regrets.append(env.step(action)[4]["regret"])
            if isnan(regrets[0]):
                unknown += 1
            else:
                assert min(regrets) == 0
                asked.add(int(seen[0]))
            action = legal_action(chance, mask_in(info))
            env.reset(seed=seed)
            for each in before:
                env.step(each)
            before.append(action)
            seen, _, ended, _, info = env.step(action)
    assert unknown
    questions = (Question.BET, Question.INSURANCE, Question.SPLIT, Question.PLAY)
    assert asked >= {ASKED[question] for question in questions}


@pytest.mark.untraced
def test_a_bet_gives_away_what_the_game_costs() -> None:
    """Where a round can be sat out, or more can be bet."""
    rules = Rules.of(decks=1, blackjack_pays="6:5")
    env = PitbossEnv(rules, regret=True, sit_out=True, bets_minor=[100, 300])
    lost = -exact_value(rules).value
    for action, regret in ((Action.SIT_OUT, 0.0), (Action.BET, lost), (Action.BET + 1, 3 * lost)):
        env.reset(seed=1)
        assert env.step(action)[4]["regret"] == pytest.approx(regret)


def test_tens_that_are_split_by_rank_have_no_regret() -> None:
    """What they win is not known."""
    rules = Rules.of(decks=1, split="rank", shuffle="every_round")
    env = PitbossEnv(rules, regret=True)
    found = 0
    for seed in range(150):
        env.reset(seed=seed)
        seen, _, ended, _, _ = env.step(Action.BET)
        if not ended and seen[0] == ASKED[Question.SPLIT] and seen[1] == 20 and not seen[2]:
            found += 1
            assert isnan(env.step(Action.DECLINE)[4]["regret"])
    assert found


def test_several_seats_have_their_regrets() -> None:
    """Each info says what the last action gave away."""
    rules = Rules.of(decks=1, blackjack_pays="6:5")
    env = PitbossSeats(2, rules, regret=True)
    regrets: set[float] = set()
    for seed in range(9):
        env.reset(seed=seed)
        for action in (Action.BET, Action.BET, Action.HIT):
            if not env.terminations[env.agent_selection]:
                env.step(action)
        assert env.infos["seat_0"]["regret"] == env.infos["seat_1"]["regret"]
        regrets.add(env.infos["seat_0"]["regret"])
    assert max(regrets) > 0


def test_all_environments_know_the_value_of_optimal_play() -> None:
    """It is that of `pitboss.exact`."""
    rules = Rules.of(decks=1, blackjack_pays="6:5")
    environments: list[Any] = [
        PitbossEnv(rules),
        PitbossSeats(3, rules),
        PitbossVectorEnv(2, rules),
    ]
    assert {env.exact_value().value for env in environments} == {value(rules).value}


def test_regret_is_refused_where_it_is_not_known() -> None:
    """Before anything is played."""
    rules = Rules.of(hole_card="none", dealer_blackjack_takes="original_and_busted")
    with pytest.raises(NotCoveredError):
        PitbossEnv(rules, regret=True)
    with pytest.raises(NotCoveredError):
        PitbossVectorEnv(2, rules, regret=True)
