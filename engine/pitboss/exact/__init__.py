"""Exact values: what a chart, or the best play, wins on average in one round.

`value` computes the value of a chart or of the best play. `chart` finds the best chart of a rule
set, and `changes` lists the cells that differ in two charts, each with its gain. `side_bet_value`
computes what a side bet wins, and `removal_effects` how its edge changes if a card is removed from
the shoe. All of these need the extra ``exact``.
"""

from pitboss.errors import require_extra

with require_extra("exact", __name__):
    from pitboss.exact.best_chart import Change, changes, chart
    from pitboss.exact.decisions import action_values
    from pitboss.exact.side_bets import (
        ClassChance,
        SideBetValue,
        removal_effects,
        side_bet_value,
    )
    from pitboss.exact.side_deals import UnlistedSideBetError
    from pitboss.exact.terms import NotCoveredError
    from pitboss.exact.values import ExactValue, Method, StartingHand, value

__all__ = [
    "Change",
    "ClassChance",
    "ExactValue",
    "Method",
    "NotCoveredError",
    "SideBetValue",
    "StartingHand",
    "UnlistedSideBetError",
    "action_values",
    "changes",
    "chart",
    "removal_effects",
    "side_bet_value",
    "value",
]
