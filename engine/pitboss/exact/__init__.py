"""Exact values: what a chart, or the best play, wins on average in one round.

`value` works out the value of a chart or of the best play, `chart` the best chart of a rule set,
and `changes` what the cells gain in which two charts differ. All of it needs the extra ``exact``.
"""

from pitboss.exact.best_chart import Change, changes, chart
from pitboss.exact.decisions import action_values
from pitboss.exact.terms import NotCoveredError
from pitboss.exact.values import ExactValue, Method, StartingHand, value

__all__ = [
    "Change",
    "ExactValue",
    "Method",
    "NotCoveredError",
    "StartingHand",
    "action_values",
    "changes",
    "chart",
    "value",
]
