"""The engine settles every worked round as its source says."""

import json

import pytest
from tests.project.fixtures.worked_rounds import WorkedRound, read_worked_rounds

from pitboss.tools import settle_line

WORKED = read_worked_rounds()
DESCRIBED = ("id", "rules", "bet", "bets", "balances", "cards", "decisions")


@pytest.mark.parametrize("worked", WORKED, ids=[worked["id"] for worked in WORKED])
def test_a_worked_round_is_settled_as_its_source_says(worked: WorkedRound) -> None:
    """Nets, outcomes, the dealer's cards and the number of cards drawn."""
    line = json.dumps({name: value for name, value in worked.items() if name in DESCRIBED})
    assert json.loads(settle_line(line)) == {"id": worked["id"], **worked["expect"]}
