"""Records say what `pitboss show --json` says of the same journal to an auditor."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.cli.command_line import run
from tests.replay.recorded import recorded

from pitboss.game.cards import Card
from pitboss.records import RecordedDecision, RecordedHand, RecordedRound, rounds
from pitboss.rules import Rules
from pitboss.rules.presets import PRESETS

ROUNDS = 40


def codes(cards: tuple[Card, ...]) -> list[str]:
    """Return cards as JSON has them."""
    return [card.code for card in cards]


def answered(decision: RecordedDecision) -> dict[str, object]:
    """Return what is shown of a decision."""
    return {
        "round": decision.round,
        "of": (decision.seat, decision.name, decision.hand, codes(decision.cards)),
        "total": (decision.points, decision.soft, decision.bet_minor),
        "question": decision.question.value,
        "up_card": None if decision.up_card is None else decision.up_card.code,
        "legal": [each.value for each in decision.legal],
        "answer": decision.answer.value,
        "amount": decision.amount_minor or 0,
    }


def shown_answer(told: dict[str, Any]) -> dict[str, object]:
    """Return the same of an answer that was shown."""
    of = told["of"]
    return {
        "round": told["round"],
        "of": (of["seat"], of["name"], of["hand"], of["cards"]),
        "total": (of["points"], of["soft"], of["bet"]),
        **{name: told[name] for name in ("question", "up_card", "legal", "answer", "amount")},
    }


def ended(hand: RecordedHand) -> tuple[object, ...]:
    """Return what is shown of a hand in the end."""
    return (
        (hand.seat, hand.name, hand.hand, codes(hand.cards), hand.points, hand.soft),
        (hand.natural, hand.bet_minor, hand.outcome.value, hand.net_minor),
        (hand.insurance_minor, hand.insurance_net_minor),
    )


def shown_end(told: dict[str, Any]) -> tuple[object, ...]:
    """Return the same of a hand that was shown."""
    of = told["of"]
    return (
        tuple(of[name] for name in ("seat", "name", "hand", "cards", "points", "soft")),
        (of["natural"], of["bet"], told["outcome"], told["net"]),
        (told["insurance"], told["insurance_net"]),
    )


def whole(record: RecordedRound) -> dict[str, object]:
    """Return what is shown of a round when it is over."""
    return {
        "round": record.number,
        "void": record.void,
        "dealer_cards": codes(record.dealer_cards),
        "dealer_points": record.dealer_points,
        "dealer_soft": record.dealer_soft,
        "dealer_natural": record.dealer_natural,
    }


def shown(path: Path, moment: str) -> Iterator[dict[str, Any]]:
    """Give what is shown of one kind."""
    for line in run("show", path, "--json", "--viewer", "auditor").stdout.splitlines():
        told: dict[str, Any] = json.loads(line)
        if told["moment"] == moment:
            yield told


@pytest.mark.parametrize("name", PRESETS)
def test_records_say_what_is_shown(name: str, tmp_path: Path) -> None:
    """Answer by answer, hand by hand, and the dealer's cards."""
    path = tmp_path / "game.jsonl"
    path.write_bytes(recorded(Rules.preset(name), ROUNDS, seats=2))
    records = list(rounds(path))
    assert len(records) == ROUNDS
    decisions = [answered(each) for record in records for each in record.decisions]
    assert decisions == [shown_answer(each) for each in shown(path, "answered")]
    ends = list(shown(path, "round_ended"))
    hands = [[ended(each) for each in record.hands] for record in records]
    assert hands == [[shown_end(each) for each in end["hands"]] for end in ends]
    rounds_shown = [whole(each) for each in records]
    assert rounds_shown == [{name: end[name] for name in rounds_shown[0]} for end in ends]
    chips = [[(each["seat"], each["balance"]) for each in end["seats"]] for end in ends]
    assert chips == [
        [(seat.seat, (seat.balance_minor or 0) + seat.net_minor) for seat in record.seats]
        for record in records
    ]
