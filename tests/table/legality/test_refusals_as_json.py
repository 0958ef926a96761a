"""A refusal as a document says what is asked and legal, to a seat no more than it may know."""

import json
from typing import Any

import pytest

from pitboss import Event, SeatPlan, Table
from pitboss.game.round import Round
from pitboss.table.legality import Legality
from pitboss.table.menu import write_kinds

ANSWERS = {"legal", "stake", "side_bets"}


def refused(round_: Round, legality: Legality, event: Event) -> dict[str, Any]:
    """Return the document of the refusal of an event."""
    document: dict[str, Any] = json.loads(legality.refusal(round_, event).to_json())
    return document


def at_a_bet(balance_minor: int = 100_000) -> Table:
    """Return a table whose first seat is asked for a bet."""
    table = Table(seats=[SeatPlan("Ann", balance_minor), SeatPlan("Ben", 100_000)], seed=3)
    table.open_round()
    return table


def test_the_seat_that_is_asked_is_told_what_is_legal_and_what_it_may_stake() -> None:
    """And which question waits."""
    table = at_a_bet()
    document = refused(table.round, table.legality, Event.hit(0, 0))
    assert document["question"] == "bet"
    assert document["legal"] == ["bet", "sit_out"]
    assert document["stake"] == {"least": 1, "most": 100_000, "step": 1}


def test_no_stake_is_named_where_none_may_be_given() -> None:
    """A seat without chips may only sit out; play has no stake."""
    table = at_a_bet(0)
    document = refused(table.round, table.legality, Event.hit(0, 0))
    assert document["legal"] == ["sit_out"]
    assert "stake" not in document
    table.apply(Event.sit_out(0))
    table.apply(Event.bet(1, 1_000))
    document = refused(table.round, table.legality, Event.bet(1, 1_000))
    assert document["question"] == "play"
    assert "stand" in document["legal"]
    assert "stake" not in document


@pytest.mark.parametrize("event", [Event.bet(1, 1_000), Event.open()])
def test_another_seat_and_the_host_are_not_told_what_a_seat_may_do(event: Event) -> None:
    """What a seat may answer can tell what it owns; the question is on the table."""
    table = at_a_bet()
    document = refused(table.round, table.legality, event)
    assert document["question"] == "bet"
    assert not ANSWERS & set(document)


def test_where_nothing_is_asked_there_is_no_question() -> None:
    """Before the first round, and after the last."""
    table = Table(seats=["Ann"], seed=3)
    document = refused(table.round, table.legality, Event.bet(0, 1_000))
    assert (document["kind"], "question" in document) == ("not_asked", False)
    assert not ANSWERS & set(document)


def test_no_kinds_are_an_empty_list() -> None:
    """A list of no words is no list of one empty word."""
    assert json.loads(write_kinds(())) == []
