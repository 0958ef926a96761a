"""Journals of tables whose seats change: whatever happens there, it replays to the same bytes."""

import re
from io import BytesIO
from itertools import chain, pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.journal.plain_reader import plain_lines, proved_digests
from tests.replay.recorded import any_answer, lines_of, resealed, verdict_of
from tests.replay.scenarios import journal_of
from tests.scale import scaled

from pitboss import Flush, Journal, Rules, Table, resume
from pitboss.diagrams.journal_paths import coverage_of, path_of
from pitboss.diagrams.sequence import sequence_of
from pitboss.game.events import By
from pitboss.game.round import Presence, contents
from pitboss.game.seat_changes import CHANGE_KINDS, ChangeKind, SeatChange
from pitboss.journal.fields import RawLine, decode
from pitboss.journal.reader import read_change, read_event, read_host
from pitboss.replay import JournalStepper, VerdictKind, verify_round
from pitboss.replay.parallel import Part, replay_part
from pitboss.story import AUDITOR, SPECTATOR, Page, Story, Viewer
from pitboss.story.told_events import Answered, SeatChanged
from pitboss.table import ChangeRefusedError
from pitboss.table.snapshot import Snapshot
from pitboss.text.strict import JsonValue
from pitboss.text.terminal import Look

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
            SeatChange.award(seat, amount, "the hand of the day ♠"),
            SeatChange.charge(seat, amount, "a fee"),
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
@settings(max_examples=scaled(60, least=20))
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
@settings(max_examples=scaled(30, least=8))
def test_a_journal_is_resumed_after_any_line(seed: int) -> None:
    """The table stands as it stood, and a snapshot of it can be taken and restored."""
    data, _ = a_game(seed, 15)
    lines = lines_of(data)
    for count in range(2, len(lines)):
        file = BytesIO(b"".join(lines[:count]))
        resumed = resume(file)
        stepper = JournalStepper(BytesIO(data))
        stepper.go_to(resumed.journal.seq - 1)
        assert contents(resumed.table.round) == contents(stepper.table.round)
        again = Table.restore(Snapshot.from_json(resumed.table.snapshot().to_json()))
        assert contents(again.round) == contents(resumed.table.round)
        assert again.seq == resumed.table.seq


@given(st.integers(0, 2**32))
@settings(max_examples=scaled(20, least=8))
def test_a_resumed_journal_ends_as_if_it_had_not_been_cut(seed: int) -> None:
    """Given the inputs of the lines that were lost, it comes to the same bytes."""
    data, _ = a_game(seed, 12)
    lines = lines_of(data)
    for count in range(2, len(lines), 3):
        file = BytesIO(b"".join(lines[:count]))
        resumed = resume(file, flush=Flush.EACH_EVENT)
        for line in lines[resumed.journal.seq : -1]:
            raw = RawLine(0, 0, line)
            record = decode(raw)
            kind = record["line"]
            if kind == "event":
                resumed.table.apply(read_event(raw, record))
            elif kind == "round":
                resumed.table.open_round()
            elif kind == "host":
                resumed.journal.host(read_host(raw, record))
            elif kind in CHANGE_KINDS:
                resumed.table.change(read_change(raw, record))
        resumed.table.close()
        assert file.getvalue() == data


@pytest.mark.parametrize("seed", range(4))
def test_parts_of_a_journal_begin_behind_every_round(seed: int, tmp_path: Path) -> None:
    """Also where seats change there; each part begins with the digest of the one in front."""
    data, table = a_game(seed, 60)
    path = tmp_path / "game.jsonl"
    path.write_bytes(data)
    ends = [match.end() for match in re.finditer(rb'.*,"line":"end",.*\n', data)]
    assert len(ends) == table.round.number
    for begin, end in pairwise([0, *ends[:-1]]):
        first, second = (
            replay_part(Part(str(path), *part)) for part in ((begin, end), (end, None))
        )
        assert first.ended == second.begun != ""
        assert second.verdict is not None
        assert second.verdict.matches
        assert second.lines == 0


def test_a_forged_line_is_found() -> None:
    """Whatever was changed in it: by its digest, or if digests were made anew, by the engine."""
    data = journal_of("seats_change")
    lines = lines_of(data)
    forgeries = [
        (b'"line":"deposit","seat":0,"amount":2500', b'"line":"deposit","seat":0,"amount":9500'),
        (b'"line":"withdraw","seat":0,"amount":1,', b'"line":"withdraw","seat":0,"amount":2,'),
        (b'"line":"leave","seat":1,"balance":', b'"line":"leave","seat":1,"balance":1'),
        (b'"line":"back","seat":2', b'"line":"back","seat":1'),
        (b'"name":"Dee","balance":null', b'"name":"Dee","balance":77'),
        (b'"line":"away","seat":2', b'"line":"away","seat":0'),
        (b'"name":"Dee","unlimited":true', b'"name":"Bea","unlimited":true'),
        (b'"away":true', b'"away":false'),
        (b'"client_seed":"a-coin-was-tossed"},', b'"client_seed":null},'),
    ]
    for old, new in forgeries:
        at = next(at for at, line in enumerate(lines) if old in line)
        changed = [*lines[:at], lines[at].replace(old, new, 1), *lines[at + 1 :]]
        assert verdict_of(b"".join(changed)).kind is VerdictKind.DAMAGED
        assert verdict_of(resealed(changed)).kind is VerdictKind.DIVERGED


def test_changes_of_seats_are_told() -> None:
    """With their chips to who may know them; an answer with who gave it."""
    told = list(Story(BytesIO(journal_of("seats_change"))).rounds(AUDITOR))
    events = [event for each in told for event in each]
    changes = [event for event in events if isinstance(event, SeatChanged)]
    assert [each.change for each in changes].count(ChangeKind.JOIN) == 4
    assert {each.by for each in events if isinstance(each, Answered)} == {None, *By}
    page = Page(Look(), RULES, ("Ann", "", "Bo", ""))
    text = "\n".join(page.lines(*events))
    for words in (
        "Cy ♠ joins with 50.00",
        "Ann brings more chips: 25.00",
        "Bo is away (out of time)",
        "Bo leaves",
        "(by the host)",
        "Ann adds the seed a-coin-was-tossed",
        "1 (empty)",
    ):
        assert words in text
    for viewer in (SPECTATOR, Viewer.at(1)):
        seen = [
            each
            for some in Story(BytesIO(journal_of("seats_change"))).rounds(viewer)
            for each in some
            if isinstance(each, SeatChanged)
        ]
        assert {each.seat for each in seen if each.amount_minor is not None} <= viewer.seats


def test_promotions_are_told_with_their_reasons() -> None:
    """To an auditor and to the seat; others hear that there was one, of nothing more."""
    text: dict[int | None, str] = {}
    for seat, viewer in ((0, Viewer.at(0)), (1, Viewer.at(1)), (None, AUDITOR)):
        told = chain.from_iterable(Story(BytesIO(journal_of("promotions"))).rounds(viewer))
        page = "\n".join(Page(Look(), RULES, ("Ann", "Bo")).lines(*told))
        text[seat] = " ".join(page.split())
    award = "Ann gets an award of 25.00 (by the host), for the hand of the day"
    assert award in text[0]
    assert award in text[None]
    assert "Bo pays the house 1.00, for a seat ♠" in text[1]
    assert "Ann gets an award (by the host) " in text[1]


def test_seeds_that_are_closed_are_told_of_no_seat() -> None:
    """They are closed by the house, and for all."""
    told = Story(BytesIO(journal_of("seeds_committed_to"))).rounds(AUDITOR)
    text = "\n".join(Page(Look(), RULES, ("Ann", "Bo", "Cy")).lines(*chain.from_iterable(told)))
    assert "The seeds of the next shoe are closed" in text


def test_a_round_is_drawn_with_who_sits_there_then() -> None:
    """Not with who sat there first."""
    story = Story(BytesIO(journal_of("seats_change")))
    names = [lane.name for lane in sequence_of(story, 6).lanes]
    assert names[3:] == ["Ann", "(empty)", "Bo", "Dee"]
    assert path_of(BytesIO(journal_of("seats_change")), 6).over
    assert coverage_of(BytesIO(journal_of("seats_change"))).rounds == 9
