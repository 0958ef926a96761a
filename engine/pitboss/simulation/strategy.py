"""Strategies that are simulated: charts and bets by a count of the cards that everybody saw."""

from __future__ import annotations

from enum import Enum
from typing import Final, TypeVar

from attrs import field, frozen

from pitboss.errors import PitbossError, brief
from pitboss.players.answers import DEFAULT_BET_MINOR
from pitboss.players.chart import Chart, chart
from pitboss.players.registry import check_player_name
from pitboss.rules import Rules

Value = TypeVar("Value")

MOST_COUNT: Final = 40
"""Counts beyond it, on either side of 0, are taken for it."""

MOST_TAG: Final = 1_000
MOST_INITIAL: Final = 1_000_000


class StrategyError(PitbossError):
    """A strategy cannot be made as described, or does not fit the rules."""


class CountRounding(Enum):
    """How a true count becomes a whole number."""

    DOWN = "down"
    NEAREST = "nearest"
    TOWARDS_ZERO = "towards_zero"


@frozen
class Count:
    """A way to count cards.

    Cards are counted that lie face up, as `View.cards_seen` says. Decks are those that were not
    seen, to the card: burned cards and a card that lies face down belong to them.

    Attributes:
        tags: what is added for an ace, for two to nine, and for a card worth ten.
        initial: where the count begins with each shoe.
        divided: the count is divided by the decks that were not seen.
        rounding: what becomes of a fraction then.

    Raises:
        StrategyError: there are not ten tags, or a number is out of range.
    """

    tags: tuple[int, ...]
    initial: int = 0
    divided: bool = True
    rounding: CountRounding = CountRounding.DOWN

    def __attrs_post_init__(self) -> None:
        if len(self.tags) != 10 or any(abs(tag) > MOST_TAG for tag in self.tags):
            raise StrategyError(
                f"tags {brief(self.tags)}", f"give ten, from -{MOST_TAG} to {MOST_TAG}"
            )
        if abs(self.initial) > MOST_INITIAL:
            raise StrategyError(
                f"an initial count of {brief(self.initial)}",
                f"give -{MOST_INITIAL} to {MOST_INITIAL}",
            )

    def at(self, running: int, cards: int) -> int:
        """Return the count by which is played, from -`MOST_COUNT` to `MOST_COUNT`.

        Args:
            running: the sum of the tags of the cards seen, and the initial count.
            cards: how many cards of the shoe were not seen.
        """
        count = self._divided(running, max(cards, 1)) if self.divided else running
        return min(max(count, -MOST_COUNT), MOST_COUNT)

    def _divided(self, running: int, cards: int) -> int:
        if self.rounding is CountRounding.NEAREST:
            return (104 * running + cards) // (2 * cards)
        if self.rounding is CountRounding.TOWARDS_ZERO and running < 0:
            return -(-52 * running // cards)
        return 52 * running // cards


HI_LO: Final = Count((-1, 1, 1, 1, 1, 1, 0, 0, 0, -1))
"""The High-Low count [Dubner 1963]."""

_RAMP: Final = ((1, 2), (2, 4), (3, 6), (4, 8))


@frozen
class ByCount:
    """A strategy: what a seat plays and bets, by its count.

    Attributes:
        chart: how hands are played ...
        bet_minor: ... and what is bet, in minor units, at a count below all that follow.
        charts: counts from which on another chart is played, in rising order.
        bets: counts from which on another amount is bet, in rising order; 0 sits the round out.
        insures_from: the count from which on it insures half of the bet; `None` never does.
        even_money_from: the count from which on a natural takes even money; `None` never does.
        count: how it counts; `None` for a count that is always 0.

    Raises:
        StrategyError: counts are not in rising order, or an amount is negative.
    """

    chart: Chart
    bet_minor: int = DEFAULT_BET_MINOR
    charts: tuple[tuple[int, Chart], ...] = field(default=(), kw_only=True)
    bets: tuple[tuple[int, int], ...] = field(default=(), kw_only=True)
    insures_from: int | None = field(default=None, kw_only=True)
    even_money_from: int | None = field(default=None, kw_only=True)
    count: Count | None = field(default=None, kw_only=True)

    def __attrs_post_init__(self) -> None:
        for steps in (self.charts, self.bets):
            counts = [count for count, _ in steps]
            if counts != sorted(set(counts)):
                raise StrategyError(f"steps at {brief(counts)}", "give counts in rising order")
        amounts = (self.bet_minor, *(amount for _, amount in self.bets))
        if min(amounts) < 0:
            raise StrategyError(f"a bet of {min(amounts)}", "give 0 or more minor units")

    @classmethod
    def basic(cls, rules: Rules, bet_minor: int = DEFAULT_BET_MINOR) -> ByCount:
        """Return what `BasicStrategy` plays under a rule set, at level bets."""
        return cls(chart(rules), bet_minor)

    @classmethod
    def hi_lo(cls, rules: Rules, bet_minor: int = DEFAULT_BET_MINOR) -> ByCount:
        """Return basic strategy with bets by the Hi-Lo count, and insurance from 3 on.

        It bets one unit, from a true count of 1 on two, from 2 on four, from 3 on six, from 4 on
        eight; even money is insurance.

        Args:
            rules: the rule set.
            bet_minor: the unit, in minor units.
        """
        bets = tuple((count, units * bet_minor) for count, units in _RAMP)
        return cls(
            chart(rules), bet_minor, bets=bets, insures_from=3, even_money_from=3, count=HI_LO
        )

    def text(self) -> str:
        """Write the strategy out; equal texts play alike."""
        charts = [(-MOST_COUNT, self.chart), *self.charts]
        bets = [(-MOST_COUNT, self.bet_minor), *self.bets]
        lines = [f"from {count}\n{chart}" for count, chart in charts]
        lines += [f"from {count} bet {amount}" for count, amount in bets]
        lines += [f"insure from {self.insures_from}", f"even money from {self.even_money_from}"]
        return "\n".join([*lines, f"count {self.count}"])

    def chart_at(self, count: int) -> Chart:
        """Return the chart that is played at a count."""
        return _step(self.chart, self.charts, count)

    def bet_at(self, count: int) -> int:
        """Return what is bet at a count, in minor units."""
        return _step(self.bet_minor, self.bets, count)

    def insures_at(self, count: int) -> bool:
        """Say whether it insures at a count."""
        return self.insures_from is not None and count >= self.insures_from

    def takes_even_money_at(self, count: int) -> bool:
        """Say whether a natural takes even money at a count."""
        return self.even_money_from is not None and count >= self.even_money_from


@frozen
class OwnPlayer:
    """A player in Python, by its name: any that plays at a table, such as one of your own.

    Its rounds are played by tables of the engine, and are counted just as those of the kernel are.
    A new player is made for every shoe, so that what is found does not depend on who plays which.

    Attributes:
        name: such as ``bots:Careful``, see `player_named`; a command of the system is none.
        bet_minor: is given to the player when it is made, in minor units.
        count: by which its rounds are told apart; `None` for a count that is always 0.

    Raises:
        PlayerError: it is no name of a player.
        StrategyError: it is a command.
    """

    name: str
    bet_minor: int = DEFAULT_BET_MINOR
    count: Count | None = HI_LO

    def __attrs_post_init__(self) -> None:
        check_player_name(self.name)
        if self.name.startswith("exec:"):
            raise StrategyError(f"a command {brief(self.name)}", "name a class, as MODULE:CLASS")

    def text(self) -> str:
        """Write the name out."""
        return f"player {self.name} bets {self.bet_minor} count {self.count}"


Strategy = ByCount | OwnPlayer
"""What is simulated: in the kernel if all seats play by counts, else at tables of the engine."""


def strategy_named(name: str, rules: Rules, bet_minor: int = DEFAULT_BET_MINOR) -> Strategy:
    """Return a strategy by its name: ``basic``, ``hi-lo``, or an `OwnPlayer`.

    Args:
        name: as above.
        rules: the rule set.
        bet_minor: the bet or the unit, in minor units.

    Raises:
        PlayerError: nobody has the name.
        StrategyError: the amount is negative, or the name is a command.
    """
    if name == "basic":
        return ByCount.basic(rules, bet_minor)
    if name == "hi-lo":
        return ByCount.hi_lo(rules, bet_minor)
    return OwnPlayer(name, bet_minor)


def _step(lowest: Value, steps: tuple[tuple[int, Value], ...], count: int) -> Value:
    """Return the value of the last step that a count has reached."""
    reached = lowest
    for least, value in steps:
        if count >= least:
            reached = value
    return reached
