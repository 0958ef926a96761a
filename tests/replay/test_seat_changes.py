"""Journals of tables whose seats change: whatever happens there, it replays to the same bytes."""

from io import BytesIO
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.journal.plain_reader import plain_lines, proved_digests
from tests.replay.recorded import any_answer, lines_of, verdict_of

from pitboss.game.events import By
from pitboss.game.round import Presence, contents
from pitboss.game.seat_changes import SeatChange
from pitboss.journal import Flush, Journal
from pitboss.journal.lines import JsonValue
from pitboss.replay import Stepper, resume, verify_round
from pitboss.rules import Rules
from pitboss.table import Table
from pitboss.table.changing import ChangeRefusedError
from pitboss.table.snapshot import Snapshot

RULES = Rules.of(decks=1, bet_min=100)


FACTS: list[dict[str, JsonValue]] = [
    {},
    {"line": "round", "at": "noon"},
    {"line": "join", "of": [1, None, {"end": True}]},
]


def any_change(chance: Random, table: Table) -> SeatChange:
    """Return some change, mostly one that is allowed."""
    seat = chance.randrange(len(table.round.seats))
    amount = chance.choice([1, 100, 5_000])
    change = chance.choice(
        [
            SeatChange.join(seat, chance.choice(["Cy", "Dee ♠", ""]), chance.choice([None, 9_000])),
            SeatChange.leave(seat),
            SeatChange.deposit(seat, amount),
            SeatChange.withdraw(seat, amount),
            SeatChange.away(seat),
            SeatChange.back(seat),
            SeatChange.seed(seat, f"seed-{amount}"),
        ]
    )
    return change.sent(by=chance.choice([None, *By]), command=chance.choice([None, "a.1:2"]))


def play(table: Table, journal: Journal, chance: Random, steps: int) -> int:
    """Change seats, write host lines and play rounds; return how many changes were made."""
    changes = 0
    for _ in range(steps):
        if chance.random() < 0.2:
            journal.host(chance.choice(FACTS))
        if chance.random() < 0.7:
            try:
                table.change(any_change(chance, table))
                changes += 1
            except ChangeRefusedError:
                pass
        elif any(seat.presence is Presence.SEATED for seat in table.round.seats):
            table.open_round()
            while (offer := table.offer()) is not None:
                event = any_answer(table, offer)
                if chance.random() < 0.3:
                    event = event.sent(
                        by=chance.choice([None, *By]), command=chance.choice([None, "c-1"])
                    )
                table.apply(event, at=offer.seq)
                if chance.random() < 0.1:
                    journal.host({"line": "end", "round": 1, "hands": []})
    return changes


def a_game(seed: int, steps: int = 40, flush: Flush = Flush.EACH_EVENT) -> tuple[bytes, Table]:
    """Play a game of changing seats and return its journal."""
    sink, chance = BytesIO(), Random(seed)
    journal = Journal(sink, flush=flush)
    plans: list[list[str | None]] = [["Ann", None, None], [None] * 4, ["Ann", "Ben", None]]
    table = Table(RULES, seats=chance.choice(plans), seed=seed, recorder=journal)
    play(table, journal, chance, steps)
    table.close()
    return sink.getvalue(), table


@given(st.integers(0, 2**32), st.sampled_from(Flush))
@settings(max_examples=60, deadline=None)
def test_any_course_of_changes_and_rounds_replays_to_the_same_bytes(
    seed: int, flush: Flush
) -> None:
    """Also line by line, round by round, and resumed anywhere; no chip is lost or made."""
    data, table = a_game(seed, flush=flush)
    assert all(stated == due for stated, due in proved_digests(data))
    verdict = verdict_of(data)
    assert verdict.matches, verdict
    assert verdict.lines == len(lines_of(data))
    for number in range(1, table.round.number + 1):
        assert verify_round(BytesIO(data), number).matches
    house = table.house
    chips = house.balance_minor + sum(seat.balance_minor for seat in table.round.seats)
    assert chips == house.brought_minor
    assert [line.count("seq") for line in plain_lines(data)] == [*range(len(lines_of(data)))]


@given(st.integers(0, 2**32))
@settings(max_examples=30, deadline=None)
def test_a_journal_is_resumed_after_any_line(seed: int) -> None:
    """The table stands as it stood, and a snapshot of it can be taken and restored."""
    data, _ = a_game(seed, 15)
    lines = lines_of(data)
    for count in range(2, len(lines)):
        file = BytesIO(b"".join(lines[:count]))
        resumed = resume(file)
        stepper = Stepper(BytesIO(data))
        stepper.go_to(resumed.journal.seq - 1)
        assert contents(resumed.table.round) == contents(stepper.table.round)
        again = Table.restore(Snapshot.from_json(resumed.table.snapshot().to_json()))
        assert contents(again.round) == contents(resumed.table.round)
        assert again.seq == resumed.table.seq
