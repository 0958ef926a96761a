"""Rounds of a journal are shared with a viewer, in a file that follows what was before them."""

from functools import lru_cache
from io import BytesIO
from typing import Any

import orjson
import pytest
from tests.replay.recorded import lines_of, play_round, recorded, verdict_of
from tests.replay.scenarios import SCENARIOS, SECRET, journal_of
from tests.replay.test_viewers_journals import (
    CHANGES,
    OTHER,
    SIX,
    Edit,
    more,
    put,
    written,
)

from pitboss import Event, EventKind, Offer, Question
from pitboss.errors import JournalError
from pitboss.journal import Journal
from pitboss.replay import NoSuchRoundError, Verdict, VerdictKind, verify_round, viewer_journal
from pitboss.rules import Rules
from pitboss.table import SeatPlan, Table

Record = dict[str, Any]


@lru_cache
def part_of(name: str, seat: int | None, first: int, last: int = 0) -> bytes:
    """Return rounds of the journal of a scenario as a viewer may know them."""
    lines = viewer_journal(BytesIO(journal_of(name)), seat, first=first, last=last)
    return b"".join(lines)


@pytest.mark.parametrize("name", SCENARIOS)
def test_each_round_alone_and_all_from_it_on_are_consistent(name: str) -> None:
    """Whatever shoe is in use as the part begins, and whatever comes in later."""
    rounds = SCENARIOS[name].rounds
    for first in range(1, rounds + 1, max(rounds // 3, 1)):
        for seat in (None, 0):
            for last in (first, 0):
                verdict = verdict_of(part_of(name, seat, first, last))
                assert (verdict.kind, verdict.problem) == (VerdictKind.CONSISTENT, "")
                assert verdict.rounds == (last or rounds) + 1 - first
                assert verdict.round_number == (last or rounds)


def test_what_was_before_and_after_a_part_is_listed_as_hidden() -> None:
    """Both only where something was."""
    before = "what came before round 3, except the seen cards of the shoe in use"
    after = "what came after round 5"
    for first, last, listed in (
        (3, 5, {before, after}),
        (3, 0, {before}),
        (1, 5, {after}),
        (0, 0, set[str]()),
    ):
        hidden = verdict_of(part_of("six_deck_s17", 0, first, last)).hidden
        assert set(hidden) & {before, after} == listed
    assert part_of("six_deck_s17", 0, 1) == part_of("six_deck_s17", 0, 0)


def test_the_rounds_of_a_part_keep_their_numbers() -> None:
    """One of them is verified by its number; another one is not there."""
    data = part_of("six_deck_s17", 1, 8, 12)
    assert verify_round(BytesIO(data), 9).kind is VerdictKind.CONSISTENT
    for missing in (7, 13):
        with pytest.raises(NoSuchRoundError, match="it has rounds 8 to 12"):
            verify_round(BytesIO(data), missing)


def test_a_part_has_the_lines_of_the_viewers_journal() -> None:
    """Numbered anew; its own lines are the first two and the last."""
    whole = [orjson.loads(line) for line in lines_of(part_of("six_deck_s17", 2, 0))]
    part = [orjson.loads(line) for line in lines_of(part_of("six_deck_s17", 2, 4, 6))]
    assert [each["seq"] for each in part] == list(range(len(part)))
    assert [each["line"] for each in part[:2]] == ["journal", "shoe"]
    assert part[-1]["line"] == "continued"
    assert part[-1]["lines"] == len(part)
    numbers = [at for at, each in enumerate(whole) if each.get("round") in {3, 6}]
    for ours, theirs in zip(part[2:-1], whole[numbers[1] + 1 : numbers[-1] + 1], strict=True):
        for each in (ours, theirs):
            each.pop("seq")
            each.pop("digest", None)
        assert ours == theirs


@pytest.mark.parametrize(
    ("first", "last", "problem"),
    [
        (21, 0, "the journal has no round 21"),
        (22, 22, "the journal has no round 22"),
        (3, 21, "the journal has no round 21"),
        (3, 2, "rounds 3 to 2 cannot be shared from this file"),
        (-1, 0, "rounds -1 to the last cannot be shared from this file"),
    ],
)
def test_rounds_that_are_not_there_are_not_shared(first: int, last: int, problem: str) -> None:
    """The one that is missing is named; of twenty, a part may begin where the last has ended."""
    rounds = recorded(Rules(), 19)
    with pytest.raises(JournalError, match=problem):
        b"".join(viewer_journal(BytesIO(rounds), 0, first=first, last=last))


def test_a_round_that_is_not_finished_is_shared_only_with_all_that_is_there() -> None:
    """It may go on yet."""
    lines = lines_of(recorded(Rules(), 3))
    end = [at for at, line in enumerate(lines) if b'"line":"end"' in line][-1]
    data = b"".join(lines[:end])
    with pytest.raises(JournalError, match="round 3 is not finished"):
        b"".join(viewer_journal(BytesIO(data), 0, first=2, last=3))
    verdict = verdict_of(b"".join(viewer_journal(BytesIO(data), 0, first=2)))
    assert (verdict.kind, verdict.rounds) == (VerdictKind.INCOMPLETE, 1)


def follows(field: str, value: object) -> Edit:
    """Write something else of what was before into the header."""
    return lambda records: records[0]["follows"].update({field: value})


def position(records: list[Record]) -> None:
    """Let the part begin at another place in its shoe, wherever that is written."""
    for each in records:
        if "position" in each and each.get("shoe") == "1":
            each["position"] += 1


CHANGES_OF_A_PART: dict[str, Edit] = {
    "header: the number of the file": follows("file", 0),
    "header: rounds before": follows("rounds", 7),
    "header: the viewer's chips": follows("balances", [1, "", ""]),
    "header: another's chips": follows("balances", [0, 0, 0]),
    "header: what is hidden": follows("house", 0),
    "header: its digest": follows("digest", "x"),
    "header: cards that no shoe holds": follows("seen", "2c" * 7),
    "header: that nobody bet": follows("nobody_bet", value=True),
    "header: an unknown field": follows("more", 1),
    "continued: the file": more("continued", "file"),
    "continued: the rounds": more("continued", "rounds"),
    "continued: the lines": more("continued", "lines"),
    "continued: the viewer's chips": put("continued", "balances", [7, "", ""]),
    "continued: its seal": put("continued", "seal", OTHER[1:]),
}


def verdict_on(edit: Edit, first: int, last: int) -> Verdict | None:
    """Return the verdict on a part that was changed; `None` if it has no such line."""
    name, seat = SIX
    records = [orjson.loads(line) for line in lines_of(part_of(name, seat, first, last))]
    try:
        edit(records)
    except (IndexError, StopIteration):
        return None
    return verdict_of(written(records))


ORDER_OF_ITS_SHOE = "the order of 1 shoes; drawn cards were not compared with that order"
FOUND = {VerdictKind.DAMAGED, VerdictKind.DIVERGED}


@pytest.mark.parametrize("change", CHANGES_OF_A_PART)
def test_a_change_of_how_a_part_begins_or_ends_is_found(change: str) -> None:
    """As far as anything in the part depends on it, and under digests that hold."""
    edit = CHANGES_OF_A_PART[change]
    for last in (5, 20):
        verdict = verdict_on(edit, 4, last)
        assert verdict is not None
        assert verdict.kind in FOUND, verdict


def test_a_part_without_its_last_line_is_incomplete() -> None:
    """Rounds may be missing, which nobody can tell."""
    lines = lines_of(part_of("six_deck_s17", 0, 4, 5))
    assert verdict_of(b"".join(lines[:-1])).kind is VerdictKind.INCOMPLETE


@pytest.mark.parametrize("edit", [position, follows("seen", "Ac" * 6), follows("seen", "2d")])
def test_what_a_shoe_says_of_itself_is_checked_once_it_is_revealed(edit: Edit) -> None:
    """Before, its order is listed as hidden."""
    verdict = verdict_on(edit, 4, 5)
    assert verdict is not None
    assert verdict.kind is VerdictKind.CONSISTENT
    assert ORDER_OF_ITS_SHOE in verdict.hidden
    verdict = verdict_on(edit, 4, 20)
    assert verdict is not None
    assert "shoe 1 has " in verdict.problem


def test_how_many_events_were_before_is_hidden() -> None:
    """Nothing in a part depends on it."""
    verdict = verdict_on(follows("events", 1), 4, 5)
    assert verdict is not None
    assert verdict.kind is VerdictKind.CONSISTENT
    assert any(each.startswith("what came before round 4") for each in verdict.hidden)


def test_a_change_of_what_a_part_shows_is_found() -> None:
    """Each that the part has; or it is of a shoe whose order is listed as hidden."""
    of_its_shoe = {
        "header: where the cut card may lie",
        "shoe: its commitment",
        "moves: the suit of a first card",
        "moves: the suit of the hole card",
    }
    for first, last, least, hidden in ((2, 0, 45, set[str]()), (3, 3, 30, of_its_shoe)):
        made = {
            name: verdict_on(edit, first, last)
            for name, (scenario, edit) in CHANGES.items()
            if scenario == SIX
        }
        verdicts = {name: each for name, each in made.items() if each is not None}
        assert len(verdicts) >= least
        assert {name for name, each in verdicts.items() if each.kind not in FOUND} == hidden
        assert all(ORDER_OF_ITS_SHOE in verdicts[name].hidden for name in hidden)


def only_the_first(_table: Table, offer: Offer) -> Event:
    """Let the first seat bet and stand, and the others sit out."""
    if offer.question is Question.BET:
        return offer.sit_out() if offer.seat else offer.bet(1_000)
    return offer.stand() if EventKind.STAND in offer.legal else offer.decline()


def test_chips_of_others_and_whether_they_changed_stand_in_no_part() -> None:
    """The commitments of two parts to the same chips differ, and say nothing of what is equal."""
    sink = BytesIO()
    plans = [SeatPlan("Ann", 500_000), SeatPlan("Bo", 445_566)]
    table = Table(Rules(), seats=plans, seed=SECRET, recorder=Journal(sink, secret_apart=True))
    for _ in range(4):
        play_round(table, only_the_first)
    table.close()
    shown: list[object] = []
    for first in (2, 3, 4):
        lines = viewer_journal(BytesIO(sink.getvalue()), 0, first=first, last=first, seed=SECRET)
        part = b"".join(lines)
        assert b"445566" not in part
        shown.append(orjson.loads(part.splitlines()[0])["follows"]["balances"][1])
    assert len(set(shown)) == len(shown)
