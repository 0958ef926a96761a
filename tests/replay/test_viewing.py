"""A viewer's journal tells what the viewer sees at the table, and nothing else."""

import json
import re
from collections import Counter
from io import BytesIO

import pytest
from tests.journal.plain_reader import plain_lines
from tests.replay.scenarios import SCENARIOS, SECRET, journal_of

from pitboss.errors import JournalError, SecretError
from pitboss.journal import Journal
from pitboss.players import DealersRule
from pitboss.replay import Stepper, viewer_journal
from pitboss.rules import Rules
from pitboss.table import SeatPlan, Table, play_rounds

CARD = re.compile(r"[A2-9TJQK][cdhs]")
every_scenario = pytest.mark.parametrize("name", SCENARIOS)


def viewed(data: bytes, seat: int | None) -> list[dict[str, object]]:
    """Return the lines of a viewer's journal."""
    return [json.loads(line) for line in viewer_journal(BytesIO(data), seat)]


@every_scenario
def test_the_cards_are_those_that_lie_face_up(name: str) -> None:
    """After every line, in any deal, and whatever shoes come in: the hole card is named once."""
    stepper = Stepper(BytesIO(journal_of(name)))
    named: Counter[str] = Counter()
    for line in viewed(journal_of(name), None)[2:]:
        assert stepper.forward()
        assert stepper.seq == line["seq"]
        moves = line.get("moves", [])
        assert isinstance(moves, list)
        if line["line"] == "round":
            named.clear()
        named.update(move for move in moves if CARD.fullmatch(move))
        view = stepper.table.view(None)
        shown = [card.code for seat in view.seats for hand in seat.hands for card in hand.cards]
        shown += [card.code for card in view.dealer_cards]
        if line["line"] == "event":
            assert named == Counter(shown)


@every_scenario
def test_what_only_the_house_knows_is_left_out(name: str) -> None:
    """Secret, place of the cut card, cards that were arranged, what the house won, and digests."""
    whole = plain_lines(journal_of(name))
    lines = viewed(journal_of(name), None)
    assert [line["seq"] for line in lines] == list(range(len(whole)))
    for line, original in zip(lines, whole, strict=True):
        hidden = {"house", "cut_at", "cards", "digest"}
        hidden |= {"seed"} if line["line"] == "journal" else set()
        assert set(original.fields) - set(line) == hidden & set(original.fields)
        assert ("seal" in line) is ("digest" in original.fields)
        for field in set(line) - {"seal", "balances", "seats", "moves"}:
            assert line[field] == original.fields[field]


def game(won_by: int, seat: int) -> bytes:
    """Return a journal of two seats of which one brought other chips."""
    sink = BytesIO()
    balances = [500_000, 500_000]
    balances[seat] += won_by
    plans = [SeatPlan(name, chips) for name, chips in zip(("Ann", "Bo"), balances, strict=True)]
    table = Table(Rules(), seats=plans, seed=SECRET, recorder=Journal(sink, secret_apart=True))
    play_rounds(table, [DealersRule(1000), DealersRule(1000)], 5)
    table.close()
    return sink.getvalue()


def test_a_seat_sees_its_own_balance_and_commitments_to_the_others() -> None:
    """The same ones for the public; other chips make other commitments, which tell nothing."""
    data = game(0, 1)
    for seat in (0, 1, None):
        for line in viewer_journal(BytesIO(data), seat, seed=SECRET):
            balances = json.loads(line).get("balances", [])
            for place, balance in enumerate(balances):
                assert isinstance(balance, int) is (place == seat)
    ours, theirs = (
        [json.loads(line) for line in viewer_journal(BytesIO(each), 0, seed=SECRET)]
        for each in (data, game(1000, 1))
    )
    for line, other in zip(ours, theirs, strict=True):
        differing = {name for name in line if line[name] != other[name]}
        assert differing <= {"seats", "balances", "seal"}


def test_it_is_made_of_what_the_engine_writes_alone() -> None:
    """With the secret, for a seat that is there, and of a journal that was not changed."""
    data = game(0, 0)
    with pytest.raises(SecretError):
        list(viewer_journal(BytesIO(data), None))
    with pytest.raises(JournalError, match="no seat 2"):
        list(viewer_journal(BytesIO(data), 2, seed=SECRET))
    spoilt = data.replace(b'"event":"stand"', b'"event":"hit"', 1)
    with pytest.raises(JournalError):
        list(viewer_journal(BytesIO(spoilt), None, seed=SECRET))
