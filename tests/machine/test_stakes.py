"""What may be staked, as the rules alone say it."""

import pytest

from pitboss.machine.stakes import up_card_calls_for_insurance
from pitboss.rules import Rules

ALL = range(1, 11)


@pytest.mark.parametrize(
    ("insurance", "called"), [("off", ()), ("ace", (1,)), ("ace_or_ten", (1, 10))]
)
def test_an_up_card_calls_for_insurance_as_the_rules_say(
    insurance: str, called: tuple[int, ...]
) -> None:
    """An ace, an ace or a ten, or none."""
    rules = Rules.of(insurance=insurance)
    assert tuple(points for points in ALL if up_card_calls_for_insurance(rules, points)) == called
