"""The rounds that an environment plays at tables, and how to play one of them again."""

from __future__ import annotations

from copy import deepcopy
from os import PathLike
from typing import Any, Final, Self

from attrs import field, frozen

from pitboss.environments.actions import Actions, IllegalActionError, SetupError, number_of
from pitboss.environments.gymnasium_imports import Array
from pitboss.environments.regret import Decision, exact_value, regrets
from pitboss.errors import brief
from pitboss.exact import ExactValue
from pitboss.journal import Journal
from pitboss.rules import Rules
from pitboss.story import SPECTATOR, standing
from pitboss.table import Table
from pitboss.table.table import Recorder
from pitboss.text.terminal import Look


@frozen
class Episode:
    """One round of an environment, with all that is needed to play it again.

    Attributes:
        rules: the rules of its table.
        seats: the number of seats.
        bets_minor: the bets to choose from, in minor units.
        seed: the seed of the table.
        shoe: the number of its shoe.
        round: which round of that shoe it is, counted from 1.
        actions: all actions since the shoe was new, one byte each, in order; earlier rounds of the
            shoe are included.
        side_bets: names and stakes of the side bets that are placed with every bet.
    """

    rules: Rules
    seats: int
    bets_minor: tuple[int, ...]
    seed: int
    shoe: int
    round: int
    actions: bytes = field(repr=False)
    side_bets: tuple[tuple[str, int], ...] = ()

    def play_again(self, recorder: Recorder | None = None) -> Table:
        """Play the earlier rounds of the shoe and then this round again; return the table.

        Args:
            recorder: the recorder of the table.
        """
        names = seat_names(self.seats)
        table = Table.at_shoe(self.shoe, self.rules, seats=names, seed=self.seed, recorder=recorder)
        placed = dict(self.side_bets)
        actions = Actions(self.rules, self.bets_minor, sit_out=True, side_bets=placed)
        table.open_round()
        for action in self.actions:
            if table.over:
                table.open_round()
            actions.take(action, table)
        return table

    def journal(self, path: str | PathLike[str]) -> None:
        """Write the journal of the round, and of the earlier rounds from the same shoe.

        A round that is not over is written as far as it was played.

        Args:
            path: the path of the file.

        Raises:
            JournalInUseError: the file is already being written.
            OSError: the file cannot be written.
        """
        with Journal.create(path) as journal:
            table = self.play_again(journal)
            if table.over:
                table.close()


def seat_names(seats: int) -> list[str]:
    """Return the names of the seats, which are also the names of the agents."""
    return [f"seat_{number}" for number in range(seats)]


NEVER_RESET: Final = "the environment was never reset"


class Rounds:
    """The rounds that an environment plays; each new seed sets up another table.

    Args:
        rules: the rule set.
        actions: the actions under these rules.
        seats: the number of seats.
        refuse: whether to refuse illegal actions; if not, a default action replaces them.
        regret: whether to compute how much less each action wins than the best one.

    Attributes:
        table: the table at which the rounds are played.
        seed: the seed of the table.
        legal: the actions that are legal now.
        replaced: whether the last action was illegal, so that a default was played instead.
        regret: how much less the last action wins than the best one, in units of `bets_minor[0]`;
            `None` if it is not computed.

    Raises:
        NotCoveredError: `regret` is true, but exact values do not cover these rules.
    """

    def __init__(
        self, rules: Rules, actions: Actions, seats: int, *, refuse: bool, regret: bool
    ) -> None:
        self.rules = rules
        self.actions = actions
        self.refuse = refuse
        if regret:
            exact_value(rules)
        self.regret = 0.0 if regret else None
        self.seed = 0
        self.table = Table(rules, seats=seat_names(seats), seed=0)
        self.legal = actions.legal(self.table)
        self.replaced = False
        self._played = bytearray()
        self._before = 0
        self._shoe = 1

    def __getstate__(self) -> dict[str, Any]:
        """Return the state for copies and pickles, with the snapshot of the table."""
        return {**vars(self), "table": self.table.snapshot()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Continue from a state that `__getstate__` returned."""
        vars(self).update(state, table=Table.restore(state["table"]))

    @property
    def round(self) -> int:
        """The number of this round in its shoe, counted from 1."""
        return self.table.round.number - self._before

    def begin(self, seed: int) -> None:
        """Set up a new table.

        Raises:
            ShoeError: the seed is out of range.
        """
        names = seat_names(len(self.table.round.seats))
        self.table = Table(self.rules, seats=names, seed=seed)
        self.seed = seed
        self._played.clear()
        self._before = 0
        self._shoe = self.table.shoe.number

    def open(self) -> None:
        """Open a round; if the last one is unfinished, finish it first with default answers."""
        table = self.table
        while (question := table.round.question) is not None:
            self._do(self.actions.default(question))
        table.open_round()
        shoe = table.house.shoe.number
        if shoe != self._shoe:
            self._shoe = shoe
            self._played.clear()
            self._before = table.round.number - 1
        self.replaced = False
        if self.regret is not None:
            self.regret = 0.0
        self.legal = self.actions.legal(table)

    def act(self, action: object) -> None:
        """Answer the open question.

        Raises:
            IllegalActionError: this is not an action, or it is illegal and `refuse` is true.
        """
        number = action if type(action) is int else number_of(action)
        legal = self.legal.actions
        self.replaced = number not in legal
        if self.replaced:
            question = self.table.round.question
            if self.refuse or question is None or not 0 <= number < self.actions.count:
                raise IllegalActionError(action, legal)
            number = self.actions.default(question)
        if self.regret is not None:
            decision = Decision.in_round(self.table.round)
            self.regret = regrets(self.rules, self.actions, legal, decision)[number]
        self._do(number)
        self.legal = self.actions.legal(self.table)

    def _do(self, action: int) -> None:
        self.actions.take(action, self.table)
        self._played.append(action)

    def info(self, net_minor: int, mask: Array) -> dict[str, Any]:
        """Return the info that goes with an observation.

        Args:
            net_minor: what the seat won in the round.
            mask: the mask of legal actions; the info holds this array itself, so give a copy.
        """
        info: dict[str, Any] = {
            "action_mask": mask,
            "illegal_action": self.replaced,
            "net_minor": net_minor,
            "seed": self.seed,
            "shoe": self.table.house.shoe.number,
            "round": self.round,
        }
        if self.regret is not None:
            info["regret"] = self.regret
        return info

    def episode(self) -> Episode:
        """Return the current round or, if no round is open, the last one.

        Raises:
            SetupError: no round was played yet.
        """
        if self.round < 1:
            raise SetupError(NEVER_RESET, "call reset first")
        return Episode(
            rules=self.rules,
            seats=len(self.table.round.seats),
            bets_minor=self.actions.bets_minor,
            seed=self.seed,
            shoe=self._shoe,
            round=self.round,
            actions=bytes(self._played),
            side_bets=self.actions.side_bets,
        )


def check_seat_count(seats: object, rules: Rules) -> int:
    """Return the number of seats, if the rules allow it.

    Raises:
        SetupError: the rules do not allow it.
    """
    if type(seats) is int and 1 <= seats <= rules.max_seats:
        return seats
    raise SetupError(f"a table cannot have {brief(seats)} seats", f"give 1 to {rules.max_seats}")


class OneTable:
    """The base of environments that play at one table at a time.

    Attributes:
        rules: the rule set.
        render_mode: ``ansi``, so that `render` returns text, or `None`.
    """

    rules: Rules
    render_mode: str | None
    _rounds: Rounds

    def __copy__(self) -> Self:
        """Return a copy with its own table, because two environments cannot share one."""
        return deepcopy(self)

    def action_masks(self) -> Array:
        """Return 1 for each action that is legal now and 0 for others, as in the info."""
        return self._rounds.legal.mask.copy()

    def render(self) -> str | None:
        """Return the table as everybody sees it, as text; `None` without a render mode."""
        if self.render_mode != "ansi":
            return None
        return "\n".join(standing(self._rounds.table, SPECTATOR, Look()))

    def exact_value(self) -> ExactValue:
        """Return what the best play of one seat wins on average, in bets; this takes seconds.

        Raises:
            NotCoveredError: exact values do not cover these rules.
        """
        return exact_value(self.rules)

    def episode(self) -> Episode:
        """Return the current or last round, as a value that can be played again.

        Raises:
            SetupError: the environment was never reset.
        """
        return self._rounds.episode()

    def journal(self, path: str | PathLike[str]) -> None:
        """Write the journal of this round, and of the earlier rounds from the same shoe.

        Args:
            path: the path of the file.

        Raises:
            SetupError: the environment was never reset.
            OSError: the file cannot be written.
        """
        self.episode().journal(path)
