"""What the flags of a rule set say of play."""

import pytest

from pitboss import Table
from pitboss.errors import RulesError
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


def test_side_bets_that_no_row_offers_are_refused() -> None:
    """A table that named them and never offered them would mislead whoever reads its journal."""
    with pytest.raises(RulesError, match=r"side_bets must be .*, got 21\+3, hot_3"):
        Table(Rules.of(side_bets="21+3, hot_3"), seats=["Ann"], seed=7)
