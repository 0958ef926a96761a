"""The player that plays a simulated strategy at a table, seeing what everybody sees."""

from __future__ import annotations

from pitboss.arguments import takes
from pitboss.game.events import Event
from pitboss.game.round import Question
from pitboss.players.basic import ChartStrategy
from pitboss.players.counting import CountingSystem
from pitboss.rules import Rules
from pitboss.simulation.strategy import MAX_COUNT, ByCount, StrategyError
from pitboss.table.offer import Offer, View


class StrategyPlayer:
    """Plays a strategy as the kernel plays it, by what the view and the offer show.

    Args:
        rules: the rule set of the table.
        strategy: what is played.
    """

    @takes(StrategyError)
    def __init__(self, rules: Rules, strategy: ByCount) -> None:
        self._strategy = strategy
        self._decks = rules.decks
        charts = (strategy.chart, *(chart for _, chart in strategy.charts))
        self._players = {id(chart): ChartStrategy(rules, chart) for chart in charts}

    def decide(self, view: View, offer: Offer) -> Event:
        """Answer an offer."""
        strategy = self._strategy
        count = count_seen(strategy.count, view, self._decks)
        question = offer.question
        if question is Question.BET:
            bet = strategy.ramp.at(count)
            if not bet:
                return offer.sit_out()
            open_bets = dict(offer.side_bets)
            placed = [each for each in strategy.side_bets if each[0] in open_bets]
            return offer.side_bet(*placed[0]) if placed else offer.bet(bet)
        if question is Question.INSURANCE:
            half = offer.bet_minor // 2
            insures = strategy.insures_at(count) and offer.takes(half)
            return offer.insure(half) if insures else offer.decline()
        if question is Question.EVEN_MONEY:
            takes = strategy.takes_even_money_at(count)
            return offer.even_money() if takes else offer.decline()
        return self._players[id(strategy.chart_at(count))].decide(view, offer)


def count_seen(system: CountingSystem | None, view: View, decks: int) -> int:
    """Return the count of what a view shows, from -`MAX_COUNT` to `MAX_COUNT`.

    Args:
        system: how is counted; the count is 0 for who does not count.
        view: the view of the table.
        decks: the decks of its rules.
    """
    count = 0 if system is None else system.of(view, decks)
    return min(max(count, -MAX_COUNT), MAX_COUNT)
