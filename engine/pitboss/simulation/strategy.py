"""Strategies for simulations: charts and bets by a count of the cards that everybody saw."""

from __future__ import annotations

from typing import Final

from attrs import field, frozen

from pitboss.arguments import check_fields, takes
from pitboss.errors import PitbossError, brief
from pitboss.game.arithmetic import ACE
from pitboss.machine.flags import flags_for
from pitboss.players.answers import DEFAULT_BET_MINOR
from pitboss.players.chart import Chart, chart
from pitboss.players.counter import CountingStrategy, worth_insuring
from pitboss.players.counting import HI_LO, BetRamp, CountingSystem
from pitboss.players.index_plays import charts_by_count
from pitboss.players.registry import check_player_name
from pitboss.rules import Rules

MAX_COUNT: Final = 40
"""A count above 40 is treated as 40, and a count below -40 as -40."""


class StrategyError(PitbossError):
    """A strategy cannot be made as described, or does not fit the rules."""


def is_whole(value: object, most: int) -> bool:
    """Say whether a value is a whole number from 1 to `most`."""
    return type(value) is int and 1 <= value <= most


_LEVEL: Final = BetRamp(DEFAULT_BET_MINOR)


SideStakes = tuple[tuple[str, int], ...]
"""The names of side bets, each with its stake in minor units."""


def side_bet_lines(side_bets: SideStakes) -> list[str]:
    """Return the stakes on side bets as text."""
    return [f"side bet {name} for {stake}" for name, stake in side_bets]


@frozen
class ByCount:
    """A strategy: how a seat plays and bets, by its count.

    Attributes:
        chart: the chart for counts below the first count in `charts`.
        ramp: the bet for each count.
        charts: counts in rising order, each with the chart to play from this count on.
        insures_from: the lowest count at which it insures, for half of the bet; `None` for never.
        even_money_from: the lowest count at which it takes even money; `None` for never.
        count: how it counts; `None` for a count that is always 0.
        side_bets: the names of side bets, each with its stake; placed with every bet.

    Raises:
        StrategyError: the counts of charts are not in rising order, or a play or bet changes at a
            count beyond `MAX_COUNT`.
    """

    chart: Chart
    ramp: BetRamp = _LEVEL
    charts: tuple[tuple[int, Chart], ...] = field(default=(), kw_only=True)
    insures_from: int | None = field(default=None, kw_only=True)
    even_money_from: int | None = field(default=None, kw_only=True)
    count: CountingSystem | None = field(default=None, kw_only=True)
    side_bets: SideStakes = field(default=(), kw_only=True)

    def __attrs_post_init__(self) -> None:
        check_fields(self, StrategyError)
        counts = [count for count, _ in self.charts]
        if counts != sorted(set(counts)):
            raise StrategyError(
                f"the charts begin at the counts {brief(counts)}", "give counts in rising order"
            )
        counts += [count for count, _ in self.ramp.steps]
        counts += [each for each in (self.insures_from, self.even_money_from) if each is not None]
        beyond = [each for each in counts if not -MAX_COUNT < each <= MAX_COUNT]
        if beyond and self.count is not None:
            raise StrategyError(
                f"a play or a bet changes at a count of {brief(beyond[0])}",
                f"let it change at a count from {1 - MAX_COUNT} to {MAX_COUNT}: a simulation "
                f"treats higher counts as {MAX_COUNT} and lower counts as {-MAX_COUNT}",
            )

    @classmethod
    @takes(StrategyError)
    def basic(cls, rules: Rules, bet_minor: int = DEFAULT_BET_MINOR) -> ByCount:
        """Return the strategy of `BasicStrategy` under a rule set, with equal bets.

        Args:
            rules: the rule set.
            bet_minor: the bet, in minor units.

        Raises:
            PlayerError: the amount is negative.
        """
        return cls(chart(rules), BetRamp(bet_minor))

    @classmethod
    @takes(StrategyError)
    def counting(cls, rules: Rules, strategy: CountingStrategy) -> ByCount:
        """Return the strategy of `CountingPlayer` under a rule set, with the amounts of its ramp.

        Args:
            rules: the rule set.
            strategy: the strategy of the player.

        Raises:
            StrategyError: the strategy insures, but the rules also offer insurance against a ten;
                or its count begins beyond `MAX_COUNT`.
        """
        begins = strategy.system.initial_of(rules.decks)
        if not strategy.system.divided and abs(begins) > MAX_COUNT:
            raise StrategyError(
                f"the count begins at {begins} with {rules.decks} decks",
                f"give fewer decks, or a count that begins from {-MAX_COUNT} to {MAX_COUNT}: a "
                f"simulation treats higher counts as {MAX_COUNT} and lower counts as {-MAX_COUNT}",
            )
        insures_from = strategy.insures_from if worth_insuring(rules) else None
        if insures_from is not None and flags_for(rules).insurance_points - {ACE}:
            raise StrategyError(
                "the strategy insures, but the rules also offer insurance against a ten",
                "give a strategy that never insures, or rules that insure only against an ace",
            )
        lowest, charts = charts_by_count(rules, strategy.plays)
        return cls(
            lowest,
            strategy.ramp,
            charts=charts,
            insures_from=insures_from,
            even_money_from=insures_from,
            count=strategy.system,
        )

    def text(self) -> str:
        """The strategy as text; strategies with equal texts play alike."""
        charts = [(-MAX_COUNT, self.chart), *self.charts]
        bets = [(-MAX_COUNT, self.ramp.bet_minor), *self.ramp.steps]
        lines = [f"from {count}\n{chart}" for count, chart in charts]
        lines += [f"from {count} bet {amount}" for count, amount in bets]
        lines += [f"insure from {self.insures_from}", f"even money from {self.even_money_from}"]
        lines += side_bet_lines(self.side_bets)
        return "\n".join([*lines, f"count {self.count}"])

    def chart_at(self, count: int) -> Chart:
        """Return the chart for a count."""
        charts = (self.chart, *(chart for _, chart in self.charts))
        return charts[sum(count >= least for least, _ in self.charts)]

    def insures_at(self, count: int) -> bool:
        """Say whether the strategy insures at a count."""
        return self.insures_from is not None and count >= self.insures_from

    def takes_even_money_at(self, count: int) -> bool:
        """Say whether the strategy takes even money at a count."""
        return self.even_money_from is not None and count >= self.even_money_from


@frozen
class CustomPlayer:
    """A player in Python, by its name: any player of a table, including your own.

    Tables of the engine play its rounds, which are then added up as in the kernel. Every shoe gets
    a new player, so results do not depend on which process plays which shoe.

    Attributes:
        name: a name such as ``bots:Careful``, see `player_named`; not a command (``exec:…``).
        bet_minor: the bet that the player is made with, in minor units.
        count: the count by which its rounds are grouped; `None` for a count that is always 0.
        side_bets: stakes on side bets, placed with every bet if the table accepts them.

    Raises:
        PlayerError: no player has that name.
        StrategyError: the name is a command.
    """

    name: str
    bet_minor: int = DEFAULT_BET_MINOR
    count: CountingSystem | None = HI_LO
    side_bets: SideStakes = field(default=(), kw_only=True)

    def __attrs_post_init__(self) -> None:
        check_fields(self, StrategyError)
        check_player_name(self.name)
        if self.name.startswith("exec:"):
            raise StrategyError(
                f"a simulation cannot play the command {brief(self.name)}",
                "name a class, as MODULE:CLASS",
            )

    def text(self) -> str:
        """The player as text."""
        line = f"player {self.name} bets {self.bet_minor} count {self.count}"
        return "\n".join([line, *side_bet_lines(self.side_bets)])


Strategy = ByCount | CustomPlayer
"""A strategy. If all seats have a `ByCount`, the kernel plays; otherwise tables do."""


@takes(StrategyError)
def strategy_named(name: str, rules: Rules, bet_minor: int = DEFAULT_BET_MINOR) -> Strategy:
    """Return a strategy by its name: ``basic``, ``hi-lo``, ``ko``, or a name for `CustomPlayer`.

    Args:
        name: the name.
        rules: the rule set.
        bet_minor: the bet, in minor units; for a counting strategy, the unit of its bets.

    Raises:
        PlayerError: no player has the name, or the amount is negative.
        StrategyError: the name is a command, or the strategy does not fit the rules.
    """
    if name == "basic":
        return ByCount.basic(rules, bet_minor)
    if name == "hi-lo":
        return ByCount.counting(rules, CountingStrategy.hi_lo(bet_minor))
    if name == "ko":
        return ByCount.counting(rules, CountingStrategy.knock_out(rules.decks, bet_minor))
    return CustomPlayer(name, bet_minor)
