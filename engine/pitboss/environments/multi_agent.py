"""One to seven seats as an environment of PettingZoo."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pitboss.arguments import takes
from pitboss.environments.actions import Actions, SetupError, playable, seed_of
from pitboss.environments.gymnasium_imports import AECEnv, Array, Box, Dict, Discrete, np
from pitboss.environments.observations import Level, ObservationLayout
from pitboss.environments.rounds import (
    NEVER_RESET,
    OneTable,
    Rounds,
    check_seat_count,
    seat_names,
)
from pitboss.environments.single_agent import check_level, refuses
from pitboss.game.shoe import MAX_SEED
from pitboss.rules import Rules

_Last = tuple[Any, float, bool, bool, dict[str, Any]]


class PitbossSeats(OneTable, AECEnv[str, Any, Any]):
    """A blackjack table at which each seat is an agent; an episode is one round.

    Spaces, actions and masks are as in `PitbossEnv`. The table asks the agents in its own order,
    and only the asked agent acts. Every agent gets its reward at the end of the round.

    Args:
        seats: the number of seats, 1 to 7; the rules may allow fewer.
        rules: a rule set, or the name of a preset; by default ``Rules()``.
        level: how much an observation shows: ``total``, ``hand`` or ``count``.
        masked: whether each observation is a dictionary with ``observation`` and ``action_mask``;
            the mask is the same as in the info.
        bets_minor: the bets to choose from, in minor units.
        side_bets: the stake of each side bet by its name, in minor units; placed with every bet.
        sit_out: whether seats may sit a round out.
        illegal: what to do with an illegal action: ``default`` or ``raise``.
        regret: whether each info says how much less the last action at the table wins on average
            than the best one; see `regrets`.
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

    metadata: dict[str, Any] = {  # noqa: RUF012  as PettingZoo declares it
        "name": "pitboss_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    @takes(SetupError)
    def __init__(
        self,
        seats: int = 1,
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
        super().__init__()
        self.rules = playable(rules)
        self.render_mode = render_mode
        actions = Actions(self.rules, bets_minor, sit_out=sit_out, side_bets=side_bets)
        self._layout = ObservationLayout(
            self.rules, check_level(level), actions.count if masked else 0
        )
        count = check_seat_count(seats, self.rules)
        refuse = refuses(illegal)
        self._rounds = Rounds(self.rules, actions, count, refuse=refuse, regret=regret)
        self.observed = self._layout.names
        self.bets_minor = actions.bets_minor
        self.possible_agents = seat_names(count)
        self.agents: list[str] = []
        self._boxes = {name: self._layout.space() for name in self.possible_agents}
        self._choices = {name: actions.space() for name in self.possible_agents}
        self._unit_minor = actions.bets_minor[0]
        self._opened_minor = [0] * count

    def observation_space(self, agent: str) -> Box | Dict:
        """Return what an agent may observe."""
        return self._boxes[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return what an agent may do."""
        return self._choices[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002  PettingZoo's
        """Open the next round. If a round is unfinished, finish it first with default answers.

        Args:
            seed: the seed of a new table, 0 to 2**63 - 1; without it, the same table continues.
            options: ignored; there are none.

        Raises:
            ShoeError: the seed is out of range.
        """
        rounds = self._rounds
        if seed is not None:
            rounds.begin(seed_of(seed))
        elif rounds.table.round.number == 0:
            rounds.begin(int(np.random.default_rng().integers(MAX_SEED)))
        rounds.open()
        self._opened_minor = [seat.balance_minor for seat in rounds.table.round.seats]
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._ask()

    def step(self, action: Any) -> None:  # noqa: ANN401  numbers of many libraries
        """Take the action of the agent that is asked; after the round, it must be `None`.

        Raises:
            IllegalActionError: this is not an action, or it is illegal and `illegal` is ``raise``.
            SetupError: there is no open round.
        """
        self._check_played()
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._rounds.act(action)
        self._cumulative_rewards[self.agent_selection] = 0.0
        if self._rounds.table.over:
            for number, name in enumerate(self.agents):
                self.rewards[name] = self._net_minor(number) / self._unit_minor
                self.terminations[name] = True
        self._ask()
        self._accumulate_rewards()

    def last(
        self,
        observe: bool = True,  # noqa: FBT001, FBT002  PettingZoo's
    ) -> _Last:
        """Return the observation, the reward and the other results of the agent that is asked.

        Args:
            observe: whether to include the observation.

        Raises:
            SetupError: there is no open round.
        """
        self._check_played()
        last: _Last = super().last(observe)
        return last

    def _check_played(self) -> None:
        if not self.agents:
            never = self._rounds.table.round.number == 0
            raise SetupError(NEVER_RESET if never else "the round is over", "call reset first")

    def observe(self, agent: str) -> Any:  # noqa: ANN401  an array, or with the mask a dictionary
        """Return what an agent sees now."""
        table = self._rounds.table
        seat = self.possible_agents.index(agent)
        shown = self._layout.shown(table.round, seat, table.house.shoe)
        return self._layout.with_mask(shown, self._mask_of(seat))

    def _ask(self) -> None:
        """Select the agent that is asked, and write the info of every agent."""
        rounds = self._rounds
        round_ = rounds.table.round
        asked = None if round_.question is None else round_.asked_seat
        self.agent_selection = self.agents[asked or 0]
        self.infos = {
            name: rounds.info(self._net_minor(number), self._mask_of(number))
            for number, name in enumerate(self.agents)
        }

    def _mask_of(self, number: int) -> Array:
        """Return the mask of a seat: no action is legal while another seat is asked."""
        round_ = self._rounds.table.round
        mask = self.action_masks()
        return mask if round_.asked_seat == number else np.zeros_like(mask)

    def _net_minor(self, number: int) -> int:
        """Return what a seat won in the round; 0 until the round is over."""
        if not self._rounds.table.over:
            return 0
        seat = self._rounds.table.round.seats[number]
        return seat.balance_minor - self._opened_minor[number]

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
