"""The player that plays a simulated strategy at a table, seeing what everybody sees."""

from __future__ import annotations

from pitboss.game.events import Event
from pitboss.game.round import Question
from pitboss.players.basic import ChartStrategy
from pitboss.rules import Rules
from pitboss.simulation.strategy import ByCount, Count
from pitboss.table.views import Offer, View


class StrategyPlayer:
    """Plays a strategy as the kernel plays it, by what the view and the offer show.

    Args:
        rules: the rule set of the table.
        strategy: what is played.
    """

    def __init__(self, rules: Rules, strategy: ByCount) -> None:
        self._strategy = strategy
        charts = (strategy.chart, *(chart for _, chart in strategy.charts))
        self._players = {id(chart): ChartStrategy(rules, chart) for chart in charts}

    def decide(self, view: View, offer: Offer) -> Event:
        """Answer an offer."""
        strategy = self._strategy
        count = count_seen(strategy.count, view)
        question = offer.question
        if question is Question.BET:
            bet = strategy.bet_at(count)
            return offer.bet(bet) if bet else offer.sit_out()
        if question is Question.INSURANCE:
            half = offer.bet_minor // 2
            insures = strategy.insures_at(count) and offer.takes(half)
            return offer.insure(half) if insures else offer.decline()
        if question is Question.EVEN_MONEY:
            takes = strategy.takes_even_money_at(count)
            return offer.even_money() if takes else offer.decline()
        return self._players[id(strategy.chart_at(count))].decide(view, offer)


def count_seen(count: Count | None, view: View) -> int:
    """Return the count of what a view shows, 0 for who does not count."""
    if count is None:
        return 0
    seen = view.cards_seen
    ranks = (*count.tags, count.tags[-1], count.tags[-1], count.tags[-1])
    running = sum([tag * cards for tag, cards in zip(ranks, seen.counts, strict=True)])
    cards = view.cards_drawn + view.cards_left - seen.total
    return count.at(count.initial + running, cards)
