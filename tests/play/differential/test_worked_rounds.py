"""The engine and the referee settle every worked round as its source says."""

import json
from dataclasses import asdict

import pytest
from tests.play.referee.referee import referee
from tests.project.fixtures.worked_rounds import WorkedRound, read_worked_rounds

from pitboss.rules import Rules
from pitboss.teaching import settle_line

WORKED = read_worked_rounds()
DESCRIBED = ("id", "rules", "bet", "bets", "balances", "cards", "decisions")
each_round = pytest.mark.parametrize("worked", WORKED, ids=[worked["id"] for worked in WORKED])


@each_round
def test_a_worked_round_is_settled_as_its_source_says(worked: WorkedRound) -> None:
    """Nets, outcomes, the dealer's cards and the number of cards drawn."""
    line = json.dumps({name: value for name, value in worked.items() if name in DESCRIBED})
    assert json.loads(settle_line(line)) == {"id": worked["id"], **worked["expect"]}


@each_round
def test_the_referee_settles_a_worked_round_as_its_source_says(worked: WorkedRound) -> None:
    """So the two sides do not agree by the same mistake."""
    rules: dict[str, object] = {**Rules.from_dict(worked["rules"]).to_dict()}
    bets = worked.get("bets", [worked.get("bet", 0)])
    result = referee(rules, bets, worked["cards"], worked["decisions"], worked.get("balances"))
    assert result.error is None, result.message
    assert worked["expect"] == {
        "net": result.net,
        "insurance_net": result.insurance_net,
        "hands": [{**asdict(hand), "cards": list(hand.cards)} for hand in result.hands],
        "dealer": list(result.dealer),
        "cards_used": result.cards_used,
    }
