"""Rounds are found by what their lines say, and every filter narrows."""

import gzip
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from tests.replay.recorded import any_answer, lines_of, play_on, play_round, recorded, resealed
from tests.replay.scenarios import SCENARIOS, THREE_SEATS, journal_of

from pitboss import Event, Journal, Offer, Outcome, Rules, SeatPlan, Table
from pitboss.errors import JournalError
from pitboss.game.events import By
from pitboss.game.seat_changes import SeatChange
from pitboss.records import rounds
from pitboss.replay import FoundRound, NoJournalError, find_rounds
from pitboss.table import seed_commitment


def numbers(journal: bytes, **wanted: Any) -> list[int]:  # noqa: ANN401  as `find_rounds` takes them
    """Return the numbers of the rounds that are found."""
    return [found.number for found in find_rounds(BytesIO(journal), **wanted)]


def commanding(table: Table, offer: Offer) -> Event:
    """Answer with an id; in round 3 the clock answers for the seat."""
    answer = any_answer(table, offer)
    by = By.CLOCK if table.round.number == 3 else None
    command = f"{table.round.number}-{offer.seat}"
    return Event(answer.kind, answer.seat, answer.hand, answer.amount_minor, by=by, command=command)


def evening() -> bytes:
    """Return a game of five rounds in which seats change, and a host says when it is."""
    file = BytesIO()
    journal = Journal(file)
    seats = [SeatPlan("Ann", 10**6), SeatPlan("Bo", 10**6), None]
    table = Table(THREE_SEATS, seats=seats, seed=7, recorder=journal)
    journal.host({"time": "2026-11-23T20:00", "minute": 0, "weather": "fog"})
    table.change(evolve(SeatChange.join(2, "Zoë", 10**6), command="zoe-joins", by=By.HOUSE))
    table.change(evolve(SeatChange.away(2), command="zoe-away"))
    table.change(SeatChange.back(2))
    play_round(table, commanding)
    play_round(table, commanding)
    table.change(evolve(SeatChange.leave(1), command="bo-leaves"))
    commitment = seed_commitment(str(table.commitment), 0, table.shoe.number + 1, bytes(32))
    table.change(SeatChange.commit_seed(0, commitment))
    table.change(evolve(SeatChange.close_seeds(), command="closes"))
    table.open_round()
    journal.host({"time": "2026-11-23T21:30", "minute": 90})
    play_on(table, commanding)
    play_round(table, commanding)
    journal.host({"time": None, "minute": True})
    journal.host({"time": "2026-11-24T00:10", "minute": 250})
    play_round(table, commanding)
    return file.getvalue()


EVENING = evening()


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({}, [1, 2, 3, 4, 5]),
        ({"seat": "Bo"}, [1, 2, 3]),
        ({"seat": 1}, [1, 2, 3]),
        ({"seat": "Zoe\u0308"}, [1, 2, 3, 4, 5]),
        ({"seat": "nobody"}, []),
        ({"seat": 6}, []),
        ({"command": "4-2"}, [4]),
        ({"command": "4-2", "seat": "Ann"}, []),
        ({"command": "zoe-joins"}, [1]),
        ({"command": "zoe-joins", "seat": "Zoë", "by": By.HOUSE}, [1]),
        ({"command": "zoe-away", "seat": "Zoë"}, [1]),
        ({"command": "bo-leaves", "seat": "Bo"}, [3]),
        ({"command": "closes"}, [3]),
        ({"command": "closes", "seat": 0}, []),
        ({"by": By.CLOCK}, [3]),
        ({"by": By.HOUSE}, [1]),
        ({"by": By.CLOCK, "command": "zoe-joins"}, []),
        ({"since": "2026-11-23T21"}, [3, 4, 5]),
        ({"until": "2026-11-23T20:30"}, [1, 2, 3]),
        ({"until": "2026-11-23"}, [1, 2, 3, 4]),
        ({"since": "2026-11-24"}, [5]),
        ({"since": "2026-11-23T21", "until": "2026-11-23T22"}, [3, 4]),
        ({"since": "2026-11-23T21", "seat": "Bo"}, [3]),
        ({"since": 90, "time_field": "minute"}, [3, 4, 5]),
        ({"since": "90", "until": "100", "time_field": "minute"}, [3, 4]),
        ({"since": "noon", "time_field": "minute"}, []),
        ({"until": "noon", "time_field": "minute"}, []),
        ({"since": "", "time_field": "weather"}, [1, 2, 3, 4, 5]),
        ({"since": "", "time_field": "another"}, []),
    ],
)
def test_a_round_is_found_by_all_that_is_asked_for(
    wanted: dict[str, object], found: list[int]
) -> None:
    """Who spoke, by which command, for whom, and when; of one seat all must be true."""
    assert numbers(EVENING, **wanted) == found


@pytest.mark.parametrize(("since", "until"), [("2026-11-24", "2026-11-23"), (9, 8), ("9", 8)])
def test_a_span_that_ends_before_it_begins_is_refused(since: str | int, until: str | int) -> None:
    """No round could be found."""
    with pytest.raises(JournalError, match="since must not be later than until, got "):
        numbers(EVENING, since=since, until=until)


def test_the_names_at_the_seats_are_told() -> None:
    """At the beginning, and after each change."""
    heard: list[Sequence[str]] = []
    numbers(EVENING, names=heard.append)
    assert heard == [["Ann", "Bo", ""], ["Ann", "Bo", "Zoë"], ["Ann", "", "Zoë"]]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_outcomes_are_those_of_the_rounds(scenario: str) -> None:
    """Every hand of every scenario comes out as in the records of its rounds."""
    journal = journal_of(scenario)
    found = {each.number: each for each in find_rounds(BytesIO(journal))}
    assert {number: each.over for number, each in found.items()} == dict.fromkeys(found, True)
    recorded_rounds = list(rounds(BytesIO(journal)))
    assert [each.number for each in recorded_rounds] == list(found)
    for each in recorded_rounds:
        hands = [
            (hand.seat, hand.name, hand.hand, hand.outcome, hand.net_minor) for hand in each.hands
        ]
        same = [
            (hand.seat, hand.name, hand.hand, hand.outcome, hand.net_minor)
            for hand in found[each.number].hands
        ]
        assert same == hands
    for outcome in Outcome:
        with_it = [
            each.number
            for each in recorded_rounds
            if any(hand.outcome is outcome for hand in each.hands)
        ]
        assert numbers(journal, outcome=outcome) == with_it


def test_an_outcome_is_that_of_the_seat() -> None:
    """Another seat that is bust is not looked for."""
    journal = recorded(Rules(), 60)
    of_all = [*find_rounds(BytesIO(journal), outcome=Outcome.BUST)]
    of_one = [*find_rounds(BytesIO(journal), outcome=Outcome.BUST, seat="seat 1")]
    assert of_one == [
        found
        for found in of_all
        if any(hand.seat == 1 and hand.outcome is Outcome.BUST for hand in found.hands)
    ]
    assert 0 < len(of_one) < len(of_all)


def test_a_round_that_was_found_can_be_shown() -> None:
    """Its number, its line and the sequence number are those of its first line."""
    (found,) = find_rounds(BytesIO(EVENING), command="4-0")
    line = lines_of(EVENING)[found.line_number - 1]
    assert line.startswith(b'{"seq":%d,"line":"round","round":4,' % found.seq)
    assert found.times == ("2026-11-23T21:30", "2026-11-23T21:30")


def test_a_round_that_is_not_over_is_found() -> None:
    """What was said in it is known, and no outcome."""
    lines = lines_of(EVENING)
    cut = b"".join(lines[:-2]) + lines[-2][:9]
    (found,) = find_rounds(BytesIO(cut), command="5-0")
    assert (found.over, found.hands) == (False, ())
    assert numbers(cut, command="5-0", outcome=Outcome.WIN) == []


def test_a_path_may_be_given_and_the_file_may_be_packed(tmp_path: Path) -> None:
    """An error names it."""
    path = tmp_path / "game.jsonl.gz"
    path.write_bytes(gzip.compress(EVENING))
    assert len(list(find_rounds(path))) == 5
    path.write_bytes(b"no journal")
    with pytest.raises(NoJournalError, match=r"game\.jsonl\.gz: line 1: this is not a journal"):
        next(find_rounds(str(path)))


def first_found(journal: bytes) -> FoundRound:
    """Return the first round that is found."""
    return next(find_rounds(BytesIO(journal)))


def test_a_changed_line_is_named_by_the_digest_that_follows() -> None:
    """Nothing is said of its round."""
    end = next(n for n, line in enumerate(lines_of(EVENING), 1) if b'"line":"end"' in line)
    with pytest.raises(JournalError, match=f"line {end}: the digest does not match") as caught:
        first_found(EVENING.replace(b'"1-0"', b'"1-9"', 1))
    assert caught.value.line_number == end


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b'"hands":[{"seat":0', b'"hands":[{"seat":9'),
        (b'"hands":[{"seat":0', b'"hands":[0,{"seat":0'),
        (b'"hands":[', b'"others":['),
        (b'"outcome":"', b'"outcome":"no '),
        (b',"event":"bet","seat":0', b',"event":"bet","seat":99'),
        (b'"line":"join","seat":2', b'"line":"join","seat":99'),
        (b'"by":"house"', b'"by":"nobody"'),
        (b'"weather":"fog"', b'"weather" :"fog"'),
    ],
)
def test_what_no_journal_can_hold_is_named(before: bytes, after: bytes) -> None:
    """Also if the digests were made anew."""
    assert before in EVENING
    changed = resealed([line.replace(before, after) for line in lines_of(EVENING)])
    with pytest.raises(JournalError, match="line "):
        first_found(changed)


def test_an_answer_of_a_seat_that_is_not_there_is_of_nobody() -> None:
    """A replay refuses it; here it is found by its number."""
    lines = [
        line.replace(b',"event":"bet","seat":0', b',"event":"bet","seat":6')
        for line in lines_of(EVENING)
    ]
    assert numbers(resealed(lines), seat=6) == [1, 2, 3, 4, 5]
