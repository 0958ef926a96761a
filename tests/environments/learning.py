"""A tabular learner on the vector environment, and what it has learned as a chart."""

from __future__ import annotations

from typing import Final

import numpy as np

from pitboss import Question, Rules
from pitboss.environments import Action
from pitboss.environments.gymnasium_imports import Array
from pitboss.environments.observations import ASKED
from pitboss.environments.vector import PitbossVectorEnv
from pitboss.players.chart import POINTS_OF, ROWS, UP_CARDS, Chart, ChartRow, HandKind, Move

# What is asked, the total, soft, the up card, and whether there are two cards.
SIDES: Final = (8, 22, 2, 11, 2)
STATES: Final = int(np.prod(SIDES))
ACTIONS: Final = int(Action.BET) + 1
HANDS: Final = 5
HELD: Final = slice(7, 17)
SPLIT: Final = ASKED[Question.SPLIT]
PLAY: Final = ASKED[Question.PLAY]
SHARED: Final = (Action.STAND, Action.HIT)
"""What these lead to does not depend on how many cards there were."""


class Learner:
    """Counts what each action leads to in each state, and works out which wins most.

    First it plays at random and splits nothing, so that all it sees is one hand, whose next state
    depends on the last one alone. Then it plays the best way that it has found and splits pairs at
    random, to compare what they win with what they win unsplit; twice, because the hands of a split
    may be split again.

    Args:
        rules: the rule set.
        seed: of the tables, and of what is played at random.
        tables: how many are played at.
    """

    def __init__(self, rules: Rules, seed: int, tables: int = 512) -> None:
        self._env = PitbossVectorEnv(tables, rules, level="hand", autoreset_mode="SameStep")
        self._chance = np.random.default_rng(seed)
        self._seen: Array
        self._seen, info = self._env.reset(seed=seed)
        self._mask: Array = info["action_mask"]
        self._led: dict[int, int] = {}
        self._paid = np.zeros((STATES, ACTIONS))
        self._tried = np.zeros((STATES, ACTIONS))
        self._values = np.zeros((STATES, ACTIONS))
        self._splits = np.zeros(STATES, np.bool_)

    def learn(self, rounds: int, rounds_of_splits: int = 0) -> None:
        """Play so many rounds at random, and so many with pairs that are split, twice."""
        self._explore(rounds)
        self._solve()
        if rounds_of_splits:
            for _ in range(2):
                self._compare_splits(rounds_of_splits)

    def _state(self) -> Array:
        seen = self._seen
        two = seen[:, HELD].sum(axis=1) <= 2
        parts = (seen[:, 0], np.minimum(seen[:, 1], 21), seen[:, 2], seen[:, 4], two)
        return np.ravel_multi_index(parts, SIDES)

    def _explore(self, rounds: int) -> None:
        tables = len(self._seen)
        played = 0
        while played < rounds:
            states = self._state()
            self._mask[:, Action.SPLIT] = 0
            chances = self._chance.random((tables, ACTIONS)) * self._mask
            actions = chances.argmax(axis=1)
            self._seen, rewards, ended, _, info = self._env.step(actions)
            self._mask = info["action_mask"]
            np.add.at(self._tried, (states, actions), 1)
            np.add.at(self._paid, (states, actions), rewards)
            after = np.where(ended, -1, self._state())
            pairs, often = np.unique(
                ((states * ACTIONS + actions) * STATES + after)[after >= 0], return_counts=True
            )
            for pair, count in zip(pairs.tolist(), often.tolist(), strict=True):
                self._led[pair] = self._led.get(pair, 0) + count
            played += int(ended.sum())

    def _solve(self) -> None:
        """Work out what each action wins if the best ones follow."""
        led = np.array(list(self._led))
        often = np.array(list(self._led.values()), np.float64)
        before, after = led // STATES, led % STATES
        tried = np.maximum(_shared(self._tried), 1)
        known = self._tried > 0
        for _ in range(30):
            best = np.where(known, self._values, -np.inf).max(axis=1)
            follows = np.bincount(
                before, often * np.where(np.isfinite(best), best, 0)[after], STATES * ACTIONS
            )
            total = _shared(self._paid + follows.reshape(STATES, ACTIONS))
            self._values = np.where(known, total / tried, -8.0)

    def _compare_splits(self, rounds: int) -> None:
        """Play as well as is known, and split pairs at random."""
        tables = len(self._seen)
        paid, tried = np.zeros(STATES), np.zeros(STATES)
        last = np.full(tables, -1)
        played = 0
        while played < rounds:
            states = self._state()
            best = np.where(self._mask, self._values[states], -np.inf).argmax(axis=1)
            pairs = self._seen[:, 0] == SPLIT
            first = pairs & (self._seen[:, HANDS] == 1)
            splits = pairs & np.where(
                first, self._chance.random(tables) < 0.7, self._splits[states]
            )
            last = np.where(first & splits, states, last)
            actions = np.where(splits, Action.SPLIT, np.where(pairs, Action.DECLINE, best))
            self._seen, rewards, ended, _, info = self._env.step(actions)
            self._mask = info["action_mask"]
            known = ended & (last >= 0)
            np.add.at(paid, last[known], rewards[known])
            np.add.at(tried, last[known], 1)
            last[ended] = -1
            played += int(ended.sum())
        self._splits = (tried > 0) & (paid / np.maximum(tried, 1) > self._values[:, Action.DECLINE])

    def chart(self) -> Chart:
        """Return what was learned as a chart."""
        ups = [POINTS_OF[symbol] for symbol in UP_CARDS]
        return Chart({row: tuple(self._move(row, up) for up in ups) for row in ROWS})

    def _move(self, row: ChartRow, up_points: int) -> Move:
        points, soft = row.points, row.kind is HandKind.SOFT
        if row.kind is HandKind.PAIR:
            points, soft = (12, True) if row.points == 1 else (2 * row.points, False)
            if self._splits.reshape(SIDES)[SPLIT, points, int(soft), up_points, 1]:
                return Move.SPLIT
        values = self._values.reshape(*SIDES, ACTIONS)
        two = values[PLAY, points, int(soft), up_points, 1]
        of_any = np.maximum(two, values[PLAY, points, int(soft), up_points, 0])
        stands = of_any[Action.STAND] > of_any[Action.HIT]
        plain = max(of_any[Action.STAND], of_any[Action.HIT])
        if two[Action.SURRENDER] > max(plain, two[Action.DOUBLE]):
            return Move.SURRENDER_ELSE_STAND if stands else Move.SURRENDER_ELSE_HIT
        if two[Action.DOUBLE] > plain:
            return Move.DOUBLE_ELSE_STAND if stands else Move.DOUBLE_ELSE_HIT
        return Move.STAND if stands else Move.HIT


def _shared(counted: Array) -> Array:
    """Add up what was counted with two cards and with more, for actions that do the same."""
    both = counted.reshape(*SIDES, ACTIONS).copy()
    for action in SHARED:
        both[PLAY, ..., action] = both[PLAY, ..., action].sum(axis=-1, keepdims=True)
    return both.reshape(STATES, ACTIONS)
