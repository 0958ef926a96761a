"""A viewer's journal tells what the viewer sees at the table, and nothing else."""

import json
import re
from collections import Counter
from io import BytesIO
from typing import cast

import pytest
from tests.journal.plain_reader import Line, plain_lines
from tests.replay.scenarios import SCENARIOS, SECRET, journal_of

from pitboss.errors import JournalError, SecretError
from pitboss.game.events import By
from pitboss.game.seat_changes import CHANGE_KINDS, SeatChange
from pitboss.journal import Journal
from pitboss.players import MimicPlayer
from pitboss.replay import JournalStepper, viewer_journal
from pitboss.rules import Rules
from pitboss.table import SeatPlan, Table, play_rounds

CARD = re.compile(r"[A2-9TJQK][cdhs]")
every_scenario = pytest.mark.parametrize("name", SCENARIOS)


def chips_of(line: Line) -> set[str]:
    """Return the fields of a changed seat that say how many chips it has, and why."""
    return {"balance", "amount", "reason"} if line.kind in CHANGE_KINDS else set()


def viewed(data: bytes, seat: int | None) -> list[dict[str, object]]:
    """Return the lines of a viewer's journal."""
    return [json.loads(line) for line in viewer_journal(BytesIO(data), seat)]


@every_scenario
def test_the_cards_are_those_that_lie_face_up(name: str) -> None:
    """After every line, in any deal, and whatever shoes come in: the hole card is named once."""
    stepper = JournalStepper(BytesIO(journal_of(name)))
    named: Counter[str] = Counter()
    for line in viewed(journal_of(name), None)[2:]:
        assert stepper.forward()
        assert stepper.seq == line["seq"]
        moves = cast("list[str]", line.get("moves", []))
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
    """Secret, cut card, arranged cards, what the house won, a host's facts, ids and digests."""
    whole = plain_lines(journal_of(name))
    lines = viewed(journal_of(name), None)
    assert [line["seq"] for line in lines] == list(range(len(whole)))
    for line, original in zip(lines, whole, strict=True):
        hidden = {"house", "cut_at", "cards", "host", "command"}
        hidden |= {"seed"} if line["line"] == "journal" else set()
        assert set(original.fields) - set(line) == hidden & set(original.fields)
        assert ("seal" in line) is ("digest" in original.fields)
        changed = {"seal", "digest", "viewer", "balances", "seats", "moves"}
        for field in set(line) - changed - chips_of(original):
            assert line[field] == original.fields[field]


def game(won_by: int, seat: int) -> bytes:
    """Return a journal of two seats of which one brought other chips."""
    sink = BytesIO()
    balances = [500_000, 500_000]
    balances[seat] += won_by
    plans = [SeatPlan(name, chips) for name, chips in zip(("Ann", "Bo"), balances, strict=True)]
    table = Table(Rules(), seats=plans, seed=SECRET, recorder=Journal(sink, secret_apart=True))
    play_rounds(table, [MimicPlayer(1000), MimicPlayer(1000)], 5)
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
        assert differing <= {"seats", "balances", "seal", "digest"}


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


def changing(chips: int) -> bytes:
    """Return a journal of two seats, the second of which does all that a seat may do."""
    sink = BytesIO()
    plans = [SeatPlan("Ann", 500_000), SeatPlan("Bo", 400_000 + chips)]
    journal = Journal(sink)
    table = Table(Rules(), seats=plans, seed=SECRET, recorder=journal)
    journal.host({"house keeps": chips})
    for change in (
        SeatChange.deposit(1, 1_000 + chips).sent(command="more"),
        SeatChange.deposit(1, 1_000 + chips),
        SeatChange.withdraw(1, 1_000 + chips).sent(by=By.HOUSE),
        SeatChange.award(1, 1_000 + chips, f"a prize of {chips}"),
        SeatChange.charge(1, 1_000 + chips, f"a prize of {chips}"),
        SeatChange.deposit(0, 5).sent(command="mine"),
        SeatChange.seed(1, "bo"),
        SeatChange.away(1),
        SeatChange.back(1),
        SeatChange.leave(1),
        SeatChange.join(1, "Cy", 300_000 + chips),
    ):
        table.change(change)
    play_rounds(table, [MimicPlayer(1000), MimicPlayer(1000)], 3)
    table.change(SeatChange.leave(0))
    table.change(SeatChange.join(0, "Di"))
    play_rounds(table, [MimicPlayer(1000), MimicPlayer(1000)], 1)
    table.close()
    return sink.getvalue()


def test_nobody_learns_what_chips_another_seat_brings_or_takes() -> None:
    """Equal amounts have commitments of their own, so that they cannot be told by comparison."""
    for seat in (0, 1, None):
        lines = viewed(changing(0), seat)
        committed = [
            value
            for line in lines
            for name, value in line.items()
            if name in {"balance", "amount", "reason"}
            and line.get("seat") != seat
            and line["line"] != "event"
        ]
        assert len(committed) > 3
        assert len(set(committed)) == len(committed)
        assert all(re.fullmatch("[0-9a-f]{64}", str(value)) for value in committed)
        own = [line for line in lines if line.get("command") is not None]
        assert {line["seat"] for line in own} == ({seat} if seat is not None else set())
        assert [line["by"] for line in lines if "by" in line] == ["house"]
        assert b"keeps" not in b"".join(viewer_journal(BytesIO(changing(0)), seat))
    ours, theirs = (viewed(changing(chips), 0) for chips in (0, 77))
    for line, other in zip(ours, theirs, strict=True):
        changes = line["line"] in CHANGE_KINDS and line["seat"] == 1
        hidden = (
            {"amount", "balance", "reason"} if changes else {"seats", "balances", "seal", "digest"}
        )
        assert {name for name in line if line[name] != other[name]} <= hidden


def test_funds_without_limit_are_another_seats_own_affair() -> None:
    """Neither the header nor a round says so of another seat."""
    for seat in (0, 1, None):
        for line in viewed(changing(0), seat):
            for place, each in enumerate(cast("list[dict[str, object]]", line.get("seats", []))):
                assert place == seat or "unlimited" not in each
                assert place == seat or each.get("balance", "") is not None


def test_a_table_without_a_seed_shows_nothing_that_could_be_tried() -> None:
    """There is no salt that would keep few possible values apart."""
    for line in viewed(journal_of("arranged_shoe"), None):
        assert line.get("seal", "") == ""
        assert set(cast("list[str]", line.get("balances", []))) <= {""}
