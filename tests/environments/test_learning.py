"""What is learned on the vector environment is worth what the exact value says."""

from tests.environments.learning import Learner

from pitboss import Rules
from pitboss.environments.regret import exact_value
from pitboss.exact import value

NEAR = 0.002


def test_a_tabular_learner_comes_to_the_exact_optimum() -> None:
    """Within two thousandths of a bet, by rounds from fresh shoes of the default rules.

    What it has learned is valued exactly, and not by play.
    """
    rules = Rules.of(shuffle="every_round")
    learner = Learner(rules, seed=15)
    learner.learn(1_500_000, 1_000_000)
    optimum = exact_value(rules)
    learned = value(rules, learner.chart()).value
    assert optimum.value - NEAR < learned <= optimum.value + optimum.estimated_error
