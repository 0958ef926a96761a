"""Many seats, each at its own table, as one compiled environment of Gymnasium."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from os import PathLike
from typing import Any, Final, Self

from pitboss.arguments import takes
from pitboss.environments import batch
from pitboss.environments.actions import (
    Actions,
    IllegalActionError,
    SetupError,
    plain,
    playable,
    seed_of,
)
from pitboss.environments.gymnasium_imports import (
    Array,
    AutoresetMode,
    VectorEnv,
    batch_space,
    np,
)
from pitboss.environments.observations import ASKED, Level, ObservationLayout
from pitboss.environments.regret import Decision, exact_value, regrets
from pitboss.environments.rounds import NEVER_RESET, Episode
from pitboss.environments.single_agent import check_level, refuses
from pitboss.errors import brief
from pitboss.exact import ExactValue
from pitboss.game.shoe import MAX_SEED
from pitboss.players.chart import chart
from pitboss.players.counting import BetRamp
from pitboss.rules import Rules
from pitboss.simulation.encoding import check_covered, longs_of, numbers_of
from pitboss.simulation.kernel import layout as k
from pitboss.simulation.strategy import MAX_COUNT, ByCount

MAX_ANSWERS: Final = 4096
"""How many answers of a shoe are kept; a shoe has more only if the seat sits out many rounds."""

_QUESTIONS: Final = {number - 1: question for question, number in ASKED.items()}
_LEVELS: Final[Mapping[Level, int]] = {
    Level.TOTAL: batch.OF_TOTAL,
    Level.HAND: batch.OF_HAND,
    Level.COUNT: batch.OF_COUNT,
}


class PitbossVectorEnv(VectorEnv[Any, Any, Array]):
    """Many seats, each at its own table; all of them take their actions together.

    Each seat gets the same observations, masks, rewards and infos as in a `PitbossEnv` with the
    seed of its table. The kernel of the simulation plays the rounds, not the engine. `journal` and
    `Episode.play_again` play a round again with the engine. Rules that the kernel does not cover
    raise an error.

    With one seed, `reset` gives it to the first table; each further table gets the next number.

    Args:
        num_envs: the number of tables.
        rules: a rule set, or the name of a preset; by default ``Rules()``.
        level: how much an observation shows: ``total``, ``hand`` or ``count``.
        masked: whether each observation is a dictionary with ``observation`` and ``action_mask``;
            the masks are the same as in the info.
        bets_minor: the bets to choose from, in minor units.
        side_bets: the stake of each side bet by its name, in minor units; placed with every bet.
        sit_out: whether seats may sit a round out.
        illegal: what to do with an illegal action: ``default`` or ``raise``.
        regret: whether infos say how much less each action wins on average than the best one, see
            `regrets`; this takes time.
        autoreset_mode: which step begins the next round. With `SAME_STEP`, it is the step that
            ends a round; with `NEXT_STEP`, it is the step after that.

    Attributes:
        rules: the rule set.
        observed: the names of the numbers in an observation, in their order.
        bets_minor: the bets in minor units.

    Raises:
        RulesError: no preset has that name.
        UncoveredError: the kernel does not cover the rules.
        StrategyError: a bet is too large for the sums of the kernel.
        SetupError: an argument is invalid.
        NotCoveredError: `regret` is true, but exact values do not cover these rules.
    """

    @takes(SetupError)
    def __init__(
        self,
        num_envs: int = 1,
        rules: Rules | str | None = None,
        *,
        level: Level | str = Level.TOTAL,
        masked: bool = False,
        bets_minor: Iterable[int] | None = None,
        side_bets: Mapping[str, int] | None = None,
        sit_out: bool = False,
        illegal: str = "default",
        regret: bool = False,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    ) -> None:
        if type(num_envs) is not int or num_envs < 1:
            raise SetupError(f"there cannot be {brief(num_envs)} environments", "give 1 or more")
        self.num_envs = num_envs
        self.rules = playable(rules)
        check_covered(self.rules)
        self._same_step = _is_same_step(autoreset_mode)
        self.metadata = {"autoreset_mode": AutoresetMode(autoreset_mode), "render_modes": []}
        shown_level = check_level(level)
        actions = Actions(self.rules, bets_minor, sit_out=sit_out, side_bets=side_bets)
        layout = self._layout = ObservationLayout(
            self.rules, shown_level, actions.count if masked else 0
        )
        self._refuse = refuses(illegal)
        self._actions = actions
        if regret:
            exact_value(self.rules)
        self._regrets = np.zeros(num_envs) if regret else None
        self.observed = layout.names
        self.bets_minor = actions.bets_minor
        self._count = actions.count
        self.single_observation_space = layout.space()
        self.single_action_space = actions.space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._make_tables(actions, shown_level)

    def _make_tables(self, actions: Actions, level: Level) -> None:
        bets = tuple((at - MAX_COUNT, bet) for at, bet in enumerate(self.bets_minor))
        ramp = BetRamp(self.bets_minor[0], bets)
        strategy = ByCount(chart(self.rules), ramp, side_bets=actions.side_bets)
        numbers = numbers_of(self.rules, [strategy], 0, lists=False)
        many = (self.num_envs, 1)
        self._t = np.tile(numbers.t, many)
        self._cards = np.tile(numbers.cards[: k.CHARTS], many)
        self._longs = np.tile(numbers.longs, many)
        self._g = np.tile(_game(actions, level), many)
        self._answers = np.zeros((self.num_envs, MAX_ANSWERS), np.uint8)
        self._masks = np.zeros((self.num_envs, self._count), np.int8)
        self._shown = np.zeros((self.num_envs, len(self.observed)), np.int16)
        self._nets = np.zeros(self.num_envs, np.int64)
        self._everywhere = np.ones(self.num_envs, np.bool_)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Begin the next round at every table; unfinished rounds are finished with default answers.

        Args:
            seed: the seed of the first table, or one for each table; with `None`, a table
                continues.
            options: ``reset_mask`` is true for each table that begins its next round; all other
                tables stay unchanged.

        Raises:
            ShoeError: a seed is out of range.
            SetupError: the number of seeds is wrong, the mask is invalid, or it leaves out tables
                that were never reset.
        """
        wanted, where = self._seeds(seed), self._where(options)
        # A single seed also starts the generator of further seeds.
        one = wanted[0] if type(plain(seed)) is int else None
        super().reset(seed=one, options=options)
        for at in np.flatnonzero(where).tolist():
            given = self._drawn(at) if wanted[at] is None else wanted[at]
            if given is not None:
                self._longs[at, : k.STATES] = longs_of(given)[: k.STATES]
                self._t[at, k.NUMBER] = 0
                self._g[at, batch.SHOE_SEEN] = 0
                self._g[at, batch.SEED] = given
        self._begin(where)
        return self._seen(), self._info(where)

    def _where(self, options: Mapping[str, object] | None) -> Array:
        """Return for each table whether it begins its next round."""
        given = (options or {}).get("reset_mask")
        if given is None:
            return self._everywhere
        where = np.asarray(given)
        if where.shape != (self.num_envs,) or where.dtype != np.bool_ or not where.any():
            problem = f"reset_mask must be true or false for each environment, got {brief(given)}"
            raise SetupError(problem, "give an array of numpy.bool_ that is true somewhere")
        if self._t[0, k.NUMBER] == 0 and not where.all():
            raise SetupError(NEVER_RESET, "reset all environments first")
        return where

    def _seeds(self, seed: int | Sequence[int | None] | None) -> list[int | None]:
        """Return the given seed of each table, or `None`."""
        if seed is None:
            return [None] * self.num_envs
        first = plain(seed)
        if type(first) is int:
            return [seed_of(first + at) for at in range(self.num_envs)]
        if not isinstance(seed, Iterable):
            raise SetupError(
                f"the seed cannot be {brief(seed)}",
                "give a whole number, or one for each environment",
            )
        seeds = [None if given is None else seed_of(given) for given in seed]
        if len(seeds) != self.num_envs:
            raise SetupError(f"{len(seeds)} seeds were given", "give one for each environment")
        return seeds

    def _drawn(self, at: int) -> int | None:
        """Draw a seed for a table that has none; return `None` for any other table."""
        return int(self.np_random.integers(MAX_SEED)) if self._t[at, k.NUMBER] == 0 else None

    def step(self, actions: Any) -> tuple[Any, Array, Array, Array, dict[str, Any]]:  # noqa: ANN401  arrays of many libraries
        """Take an action at each table.

        Args:
            actions: one for each table; in mode `NEXT_STEP`, a table whose round is over ignores
                its action.

        Raises:
            IllegalActionError: a number is not an action, or an action is illegal and `illegal` is
                ``raise``; then no table has changed.
            SetupError: the number of actions is wrong, or the environment was never reset.
        """
        wanted = self._checked(actions)
        if self._regrets is not None:
            self._regrets = self._given_away(wanted)
        batch.step_all(*self._tables(), wanted, self._nets)
        ended = self._g[:, batch.ENDED] != 0
        rewards = self._nets / self.bets_minor[0]
        info: dict[str, Any] = {}
        if self._same_step and ended.any():
            info = {
                "final_obs": self._seen(),
                "_final_obs": ended.copy(),
                "final_info": self._info(ended),
                "_final_info": ended.copy(),
            }
            self._begin(ended)
        never = np.zeros(self.num_envs, np.bool_)
        return self._seen(), rewards, ended, never, {**self._info(), **info}

    def _checked(self, actions: Any) -> Array:  # noqa: ANN401  arrays of many libraries
        """Check each action, and return them as an array."""
        wanted = np.asarray(actions)
        if wanted.shape != (self.num_envs,) or not np.issubdtype(wanted.dtype, np.integer):
            raise SetupError(
                "these actions are not of the right kind or number",
                "give a whole number for each environment",
            )
        if self._t[0, k.NUMBER] == 0:
            raise SetupError(NEVER_RESET, "call reset first")
        wanted = wanted.astype(np.int64)
        wrong = (wanted < 0) | (wanted >= self._count)
        if self._refuse and not wrong.any():
            legal = self._masks[np.arange(self.num_envs), wanted] != 0
            wrong = ~legal & (self._g[:, batch.ENDED] == 0)
        if wrong.any():
            at = int(np.flatnonzero(wrong)[0])
            raise IllegalActionError(int(wanted[at]), np.flatnonzero(self._masks[at]).tolist())
        return wanted

    def _given_away(self, wanted: Array) -> Array:
        """Return the regret of each action; it is computed only once for equal decisions."""
        lines = np.zeros((self.num_envs, batch.DECISION_SIZE), np.int64)
        batch.write_decisions(self._t, lines)
        decisions = np.column_stack([lines, self._masks])
        each, which = np.unique(decisions, axis=0, return_inverse=True)
        given_away = np.array([self._regrets_of(decision) for decision in each.tolist()])
        return given_away[which.reshape(-1), wanted]

    def _regrets_of(self, line: list[int]) -> list[float]:
        """Return the regret of each action; for an illegal action, that of the default action."""
        asks, ante, up, insured, from_split, *cards = line[: -self._count]
        if asks not in _QUESTIONS:
            return [0.0] * self._count
        question = _QUESTIONS[asks]
        held = tuple(points for points, many in enumerate(cards, 1) for _ in range(many))
        decision = Decision(question, ante, up, held, bool(insured), bool(from_split))
        legal = [action for action, is_legal in enumerate(line[-self._count :]) if is_legal]
        known = regrets(self.rules, self._actions, legal, decision)
        instead = known[self._actions.default(question)]
        return [known.get(action, instead) for action in range(self._count)]

    def _begin(self, where: Array) -> None:
        if self._regrets is not None:
            self._regrets[where] = 0.0
        batch.begin_all(*self._tables(), where)

    def _tables(self) -> tuple[k.Whole, k.Bytes, k.Longs, k.Whole, k.Bytes, Array, Array]:
        """Return the arrays of all tables, as arguments for the compiled functions."""
        return (
            self._t,
            self._cards,
            self._longs,
            self._g,
            self._answers,
            self._masks,
            self._shown,
        )

    def __copy__(self) -> Self:
        """Return a copy with its own tables, because two environments cannot share one."""
        return deepcopy(self)

    def action_masks(self) -> Array:
        """Return the masks of all tables, as in the info: 1 for a legal action, 0 for any other."""
        return self._masks.copy()

    def _seen(self) -> Any:  # noqa: ANN401  an array, or with the masks a dictionary
        return self._layout.with_mask(self._shown.copy(), self.action_masks())

    def _info(self, where: Array | None = None) -> dict[str, Any]:
        """Return the infos, and the masks that say for which tables they are valid."""
        info: dict[str, Any] = {
            "action_mask": self.action_masks(),
            "illegal_action": self._g[:, batch.ILLEGAL] != 0,
            "net_minor": self._g[:, batch.NET].copy(),
            "seed": self._g[:, batch.SEED].copy(),
            "shoe": self._t[:, k.NUMBER].copy(),
            "round": self._g[:, batch.ROUND].copy(),
        }
        if self._regrets is not None:
            info["regret"] = self._regrets.copy()
        known = self._everywhere if where is None else where
        return info | {f"_{name}": known.copy() for name in info}

    def exact_value(self) -> ExactValue:
        """Return what the best play wins on average, in bets; this takes seconds.

        Raises:
            NotCoveredError: exact values do not cover these rules.
        """
        return exact_value(self.rules)

    def episode(self, number: int) -> Episode:
        """Return the current round of a table or, if no round is open, its last one.

        Args:
            number: the number of the environment, from 0.

        Raises:
            SetupError: there is no such environment, it was never reset, or it has not kept all
                answers, because the seat sat out too many rounds.
        """
        if type(number) is not int or not 0 <= number < self.num_envs:
            raise SetupError(
                f"there is no environment {brief(number)}", f"give 0 to {self.num_envs - 1}"
            )
        if self._t[number, k.NUMBER] == 0:
            raise SetupError(NEVER_RESET, "call reset first")
        answers = int(self._g[number, batch.ANSWERS])
        if answers > MAX_ANSWERS:
            raise SetupError(
                f"{answers} answers were given in one shoe", f"at most {MAX_ANSWERS} are kept"
            )
        return Episode(
            rules=self.rules,
            seats=1,
            bets_minor=self.bets_minor,
            seed=int(self._g[number, batch.SEED]),
            shoe=int(self._t[number, k.NUMBER]),
            round=int(self._g[number, batch.ROUND]),
            actions=self._answers[number, :answers].tobytes(),
            side_bets=self._actions.side_bets,
        )

    def journal(self, path: str | PathLike[str], number: int) -> None:
        """Write the journal of a round, and of the earlier rounds from the same shoe.

        Args:
            path: the path of the file.
            number: the number of the environment, from 0.

        Raises:
            SetupError: as for `episode`.
            OSError: the file cannot be written.
        """
        self.episode(number).journal(path)


def _is_same_step(mode: object) -> bool:
    """Say whether a mode is `SAME_STEP`.

    Raises:
        SetupError: the mode is neither `SAME_STEP` nor `NEXT_STEP`.
    """
    if mode in {AutoresetMode.NEXT_STEP, AutoresetMode.NEXT_STEP.value}:
        return False
    if mode in {AutoresetMode.SAME_STEP, AutoresetMode.SAME_STEP.value}:
        return True
    raise SetupError(f"there is no mode {brief(mode)}", "give NEXT_STEP or SAME_STEP")


def _game(actions: Actions, level: Level) -> Array:
    """Return the constant numbers of a game, and room for the numbers that change."""
    g = np.zeros(batch.GAME_SIZE, np.int64)
    g[batch.MAY_SIT_OUT] = actions.sit_out
    g[batch.BETS] = len(actions.bets_minor)
    g[batch.LEVEL] = _LEVELS[level]
    return g
