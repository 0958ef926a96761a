"""One seat as an environment of Gymnasium."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from pitboss.arguments import takes
from pitboss.environments.actions import Actions, SetupError, playable, seed_of
from pitboss.environments.gymnasium_imports import Env
from pitboss.environments.observations import Level, ObservationLayout
from pitboss.environments.rounds import OneTable, Rounds
from pitboss.errors import brief
from pitboss.game.shoe import MAX_SEED
from pitboss.rules import Rules

ILLEGAL: Final = ("default", "raise")
"""What to do with an illegal action: play a default action instead, or raise an error."""


class PitbossEnv(OneTable, Env[Any, Any]):
    """A seat at a blackjack table; an episode is one round.

    The first action is the bet, so a natural ends an episode in `step` and never in `reset`. Every
    question of the table needs one action. The reward comes with the last action: what the round
    won, divided by the first of `bets_minor`.

    With a seed, `reset` sets up a new table. Without a seed, it opens the next round at the same
    table; the rules decide whether the shoe is replaced.

    Args:
        rules: a rule set, or the name of a preset; by default ``Rules()``.
        level: how much an observation shows: ``total``, ``hand`` or ``count``.
        masked: whether each observation is a dictionary with ``observation`` and ``action_mask``;
            the mask is the same as in the info.
        bets_minor: the bets to choose from, in minor units.
        side_bets: the stake of each side bet by its name, in minor units; placed with every bet.
        sit_out: whether the seat may sit a round out.
        illegal: what to do with an illegal action. With ``default``, the first bet, a stand or a
            decline replaces it, and the info says so; ``raise`` raises an `IllegalActionError`.
        regret: whether each info says how much less the action wins on average than the best one;
            see `regrets`.
        render_mode: ``ansi``, so that `render` returns text, or `None`.

    Attributes:
        rules: the rule set.
        observed: the names of the numbers in an observation, in their order.
        bets_minor: the bets in minor units.

    Raises:
        RulesError: no preset has that name.
        SetupError: an argument is invalid.
        NotCoveredError: `regret` is true, but exact values do not cover these rules.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012  as Gymnasium declares it

    @takes(SetupError)
    def __init__(
        self,
        rules: Rules | str | None = None,
        *,
        level: Level | str = Level.TOTAL,
        masked: bool = False,
        bets_minor: Iterable[int] | None = None,
        side_bets: Mapping[str, int] | None = None,
        sit_out: bool = False,
        illegal: str = "default",
        regret: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.rules = playable(rules)
        self.render_mode = render_mode
        actions = Actions(self.rules, bets_minor, sit_out=sit_out, side_bets=side_bets)
        self._layout = ObservationLayout(
            self.rules, check_level(level), actions.count if masked else 0
        )
        self._rounds = Rounds(self.rules, actions, 1, refuse=refuses(illegal), regret=regret)
        self.observed = self._layout.names
        self.bets_minor = actions.bets_minor
        self.observation_space = self._layout.space()
        self.action_space = actions.space()
        self._unit_minor = actions.bets_minor[0]
        self._opened_minor = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Open the next round. If a round is unfinished, finish it first with default answers.

        Args:
            seed: the seed of a new table, 0 to 2**63 - 1.
            options: ignored; there are none.

        Raises:
            ShoeError: the seed is out of range.
        """
        number = None if seed is None else seed_of(seed)
        super().reset(seed=number, options=options)
        rounds = self._rounds
        if number is not None:
            rounds.begin(number)
        elif rounds.table.round.number == 0:
            rounds.begin(int(self.np_random.integers(MAX_SEED)))
        rounds.open()
        self._opened_minor = rounds.table.round.seats[0].balance_minor
        return self._shown(), self._info(0)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:  # noqa: ANN401  numbers of many libraries
        """Answer the open question.

        Args:
            action: one of `Action`, or a greater number for one of the further bets.

        Raises:
            IllegalActionError: the round is over, this is not an action, or the action is illegal
                and `illegal` is ``raise``.
        """
        rounds = self._rounds
        rounds.act(action)
        round_ = rounds.table.round
        if round_.question is not None:
            return self._shown(), 0.0, False, False, self._info(0)
        net_minor = round_.seats[0].balance_minor - self._opened_minor
        reward = net_minor / self._unit_minor
        return self._shown(), reward, True, False, self._info(net_minor)

    def _shown(self) -> Any:  # noqa: ANN401  an array, or with the mask a dictionary
        table = self._rounds.table
        shown = self._layout.shown(table.round, 0, table.house.shoe)
        return self._layout.with_mask(shown, self.action_masks())

    def _info(self, net_minor: int) -> dict[str, Any]:
        return self._rounds.info(net_minor, self.action_masks())


def check_level(level: object) -> Level:
    """Return the level that a text names.

    Raises:
        SetupError: the text names no level.
    """
    for each in Level:
        if level in {each, each.value}:
            return each
    raise SetupError(f"there is no level {brief(level)}", "give total, hand or count")


def refuses(illegal: object) -> bool:
    """Say whether illegal actions are refused.

    Raises:
        SetupError: the text is neither ``default`` nor ``raise``.
    """
    if illegal not in ILLEGAL:
        raise SetupError(f"`illegal` cannot be {brief(illegal)}", f"give {' or '.join(ILLEGAL)}")
    return illegal == "raise"
