"""What the flags of a rule set say of play."""

import pytest

from pitboss.machine.flags import flags_for
from pitboss.rules import Rules


@pytest.mark.parametrize(
    ("insurance", "called"), [("off", ()), ("ace", (1,)), ("ace_or_ten", (1, 10))]
)
def test_an_up_card_calls_for_insurance_as_the_rules_say(
    insurance: str, called: tuple[int, ...]
) -> None:
    """An ace, an ace or a ten, or none."""
    assert flags_for(Rules.of(insurance=insurance)).insurance_points == {*called}
