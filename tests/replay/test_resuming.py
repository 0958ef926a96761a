"""A journal that stopped anywhere is taken up there, and goes on as if it had never stopped."""

from io import BytesIO
from pathlib import Path

import pytest
from tests.replay.recorded import (
    any_answer,
    lines_of,
    play_on,
    play_round,
    recorded,
    resealed,
    verdict_of,
)
from tests.replay.scenarios import SCENARIOS, Scenario, journal_of

from pitboss import EventKind, Flush, Rules, Table, resume
from pitboss.errors import JournalError, ShoeError, UnsupportedError
from pitboss.game.cards import CARDS
from pitboss.game.shoe import ShoeSource
from pitboss.replay import Resumed, VerdictKind
from pitboss.table.shoes import ArrangedShoes, SeededShoes, seeded_shoes

every_scenario = pytest.mark.parametrize("name", SCENARIOS)
SEEDED = "six_deck_s17"


def finished(scenario: Scenario, resumed: Resumed) -> None:
    """Play a table that was taken up to the end that its scenario has."""
    table = resumed.table
    play_on(table, scenario.answer)
    while table.round.number < scenario.rounds:
        play_round(table, scenario.answer)
    table.close()


def place_in(line: bytes, number: int) -> int:
    """Return how much of a line is left where it is cut off: now this, now that much."""
    return (0, 1, len(line) // 2, len(line) - 1)[number % 4]


def unfinished(name: str, least: int = 2) -> list[tuple[bytes, bytes]]:
    """Return a journal cut at each line from some line on: whole lines, and a piece of the next."""
    lines = lines_of(journal_of(name))
    last = max(at for at, line in enumerate(lines) if b'"line":"trailer"' in line)
    cuts = range(least, last + 1)
    return [(b"".join(lines[:at]), lines[at][: place_in(lines[at], at)]) for at in cuts]


@pytest.mark.parametrize("name", [name for name in SCENARIOS if SCENARIOS[name].plain])
@pytest.mark.untraced
def test_a_journal_cut_at_any_line_goes_on_as_if_it_had_not_been(name: str) -> None:
    """Given the same answers, the finished journal is byte for byte the one that never stopped."""
    scenario = SCENARIOS[name]
    due = journal_of(name)
    first = next(
        at for at, line in enumerate(lines_of(journal_of(name))) if b'"line":"shoe"' in line
    )
    for whole, piece in unfinished(name, first + 1):
        file = BytesIO(whole + piece)
        resumed = resume(file, shoes=scenario.shoes)
        finished(scenario, resumed)
        assert file.getvalue() == due


@every_scenario
def test_what_was_cut_off_is_dropped_and_counted(name: str) -> None:
    """The file keeps its whole lines, but a shoe that no event brought in; a due end is added."""
    for whole, piece in unfinished(name, 4)[::7]:
        lines = lines_of(whole)
        kept = list(lines)
        while (b'"line":"shoe"' in kept[-1] and b'"seq":1,' not in kept[-1]) or (
            b'"line":"reveal"' in kept[-1] and b'"line":"event"' not in kept[-2]
        ):
            kept.pop()
        file = BytesIO(whole + piece)
        resumed = resume(file, shoes=SCENARIOS[name].shoes)
        now = lines_of(file.getvalue())
        assert now[: len(kept)] == kept
        added = now[len(kept) :]
        assert all(b'"line":"end"' in each or b'"line":"reveal"' in each for each in added)
        assert resumed.dropped_bytes == len(whole + piece) - len(b"".join(kept))
        assert resumed.rounds == sum(b'"line":"end"' in line for line in now)
        assert resumed.table.over != is_open(now)


def is_open(lines: list[bytes]) -> bool:
    """Say whether a journal's last round was opened and not ended."""
    kinds = [line for line in lines if b'"line":"round"' in line or b'"line":"end"' in line]
    return bool(kinds) and b'"line":"round"' in kinds[-1]


def test_a_line_that_lacks_only_its_line_feed_is_asked_again() -> None:
    """Nobody can know that nothing was to follow it."""
    lines = lines_of(journal_of(SEEDED))
    file = BytesIO(b"".join(lines[:35])[:-1])
    resumed = resume(file, flush=Flush.EACH_EVENT)
    assert resumed.dropped_bytes == len(lines[34]) - 1
    offer = resumed.table.offer()
    assert offer is not None
    resumed.table.apply(any_answer(resumed.table, offer))
    assert file.getvalue() == b"".join(lines[:35])


def test_the_end_of_a_round_is_written_that_its_last_event_brought() -> None:
    """A journal cut right before the line that ends a round gets that line, and no other."""
    lines = lines_of(journal_of(SEEDED))
    end = next(at for at, line in enumerate(lines) if b'"line":"end"' in line)
    file = BytesIO(b"".join(lines[:end]))
    resumed = resume(file)
    assert file.getvalue() == b"".join(lines[: end + 1])
    assert (resumed.rounds, resumed.dropped_bytes) == (1, 0)
    assert resumed.table.over


def test_other_answers_make_another_journal_that_matches() -> None:
    """Whoever goes on is free to."""
    lines = lines_of(journal_of(SEEDED))
    file = BytesIO(b"".join(lines[:40]))
    table = resume(file).table
    play_on(
        table,
        lambda _table, offer: (
            offer.stand()
            if offer.can(EventKind.STAND)
            else offer.decline()
            if offer.can(EventKind.DECLINE)
            else offer.sit_out()
        ),
    )
    table.close()
    assert file.getvalue() != journal_of(SEEDED)
    assert verdict_of(file.getvalue()).matches


def test_a_journal_may_be_taken_up_again_and_again() -> None:
    """One event, and another, each by a process of its own."""
    due = journal_of("broke_seats")
    data = b"".join(lines_of(due)[:2])
    for _ in range(40):
        file = BytesIO(data)
        table = resume(file, flush=Flush.EACH_EVENT).table
        offer = table.offer()
        if offer is None:
            table.open_round()
        else:
            table.apply(any_answer(table, offer))
        data = file.getvalue()
        assert due.startswith(data)


def test_every_event_is_handed_on_unless_that_is_not_wanted(tmp_path: Path) -> None:
    """A person's table writes line by line, bulk play a round at a time."""
    path = tmp_path / "journal.jsonl"
    for flush in Flush:
        path.write_bytes(b"".join(lines_of(journal_of(SEEDED))[:35]))
        with path.open("r+b") as file:
            table = resume(file, flush=flush).table
            offer = table.offer()
            assert offer is not None
            table.apply(any_answer(table, offer))
            written = len(path.read_bytes().splitlines())
            assert written == (36 if flush is Flush.EACH_EVENT else 35)


def test_a_file_is_read_from_its_beginning(tmp_path: Path) -> None:
    """Wherever it happens to stand."""
    path = tmp_path / "journal.jsonl"
    path.write_bytes(b"".join(lines_of(journal_of(SEEDED))[:30]))
    with path.open("r+b") as file:
        file.seek(0, 2)
        finished(SCENARIOS[SEEDED], resume(file))
    assert path.read_bytes() == journal_of(SEEDED)


def test_a_table_that_was_taken_up_can_be_kept_as_a_snapshot() -> None:
    """It is a table like any other."""
    file = BytesIO(b"".join(lines_of(journal_of("shoes_in_mid_round"))[:100]))
    table = resume(file).table
    twin = Table.restore(table.snapshot())
    play_on(twin)
    play_on(table)
    assert twin.results() == table.results()


def test_arranged_shoes_that_are_not_given_again_are_at_an_end() -> None:
    """A host that arranged cards knows them; a journal knows only those that came in."""
    lines = lines_of(journal_of("tiny_arranged_shoes"))
    table = resume(BytesIO(b"".join(lines[:20]))).table
    play_on(table)
    assert table.round.void
    lines = lines_of(journal_of("arranged_shoe"))
    end = next(at for at, line in enumerate(lines) if b'"line":"end"' in line)
    table = resume(BytesIO(b"".join(lines[: end + 1]))).table
    with pytest.raises(ShoeError, match="arrange more"):
        table.open_round()


def test_a_table_of_arranged_shoes_that_was_taken_up_can_be_kept_as_a_snapshot() -> None:
    """Though its source has no first shoe any more: the one in use is in the snapshot."""
    lines = lines_of(journal_of("tiny_arranged_shoes"))
    table = resume(BytesIO(b"".join(lines[:20]))).table
    twin = Table.restore(table.snapshot())
    play_on(twin)
    play_on(table)
    assert twin.snapshot() == table.snapshot()


def test_shoes_that_no_replay_would_find_are_not_gone_on_with() -> None:
    """They are refused here as at the beginning of a journal."""
    rules = Rules()
    of_seed = recorded(rules, 3, seed=3)[:-300]
    without = recorded(rules, 3, seed=None, shoes=seeded_shoes(rules, 3))[:-300]
    for data, shoes in (
        (of_seed, seeded_shoes(rules, 4)),
        (of_seed, ArrangedShoes([CARDS])),
        (without, SeededShoes(3, 2, 0, 20, 20)),
    ):
        assert "replay " in str(refused(data, shoes)).partition(";")[0]
    assert resume(BytesIO(of_seed), shoes=seeded_shoes(rules, 3)).rounds == 3
    assert resume(BytesIO(without), shoes=seeded_shoes(rules, 3)).rounds == 3


def refused(data: bytes, shoes: ShoeSource | None = None) -> JournalError:
    """Try to take up a journal that cannot be, and return why; the file must stay as it is."""
    file = BytesIO(data)
    with pytest.raises(JournalError) as caught:
        resume(file, shoes=shoes)
    assert file.getvalue() == data
    return caught.value


@pytest.mark.parametrize(
    ("rest", "problem"),
    [(b"", "is finished"), (b'{"seq":9,"line":"ho', "bytes follow the last line")],
)
def test_a_finished_journal_is_not_gone_on_with(rest: bytes, problem: str) -> None:
    """Its trailer is the last line; a piece of a line after it is not cut off, but damage."""
    assert problem in refused(journal_of(SEEDED) + rest).problem


@pytest.mark.parametrize(("length", "lacks"), [(0, "is empty"), (1, "header"), (500, "header")])
def test_a_journal_without_whole_header_is_not_gone_on_with(length: int, lacks: str) -> None:
    """There is no table to be set up."""
    assert lacks in refused(journal_of(SEEDED)[:length]).problem


def test_a_journal_without_its_first_shoe_is_not_gone_on_with() -> None:
    """Nothing was dealt: a new journal loses nothing."""
    header, shoe = lines_of(journal_of(SEEDED))[:2]
    assert "before its first shoe" in refused(header + shoe[:-1]).problem


def test_another_file_is_not_gone_on_with() -> None:
    """Text and pictures stay what they are."""
    assert refused(b"Dear diary,\n").problem == "this is not a journal"
    assert refused(b"\x89PNG").problem == "this is not a journal"


def test_an_unknown_version_is_not_gone_on_with() -> None:
    """The version is named."""
    data = journal_of(SEEDED).replace(b'"schema":2', b'"schema":3')
    error = refused(resealed(lines_of(data)[:30]))
    assert isinstance(error, UnsupportedError)


def test_a_damaged_line_is_named_and_nothing_is_lost() -> None:
    """Whether it cannot be read, is refused, or is another than the engine writes."""
    lines = lines_of(journal_of(SEEDED))[:60]
    bet = next(at for at, line in enumerate(lines) if b'"event":"bet"' in line)
    for old, new, at in (
        (b'"seat"', b'"seats"', bet),
        (b'"seat":', b'"seat":6', bet),
        (b'"moves":["betting-bet"', b'"moves":["betting-bat"', bet),
        (b'"seq":59', b'"seq":95', 59),
    ):
        assert old in lines[at]
        spoilt = [*lines[:at], lines[at].replace(old, new, 1), *lines[at + 1 :]]
        error = refused(b"".join(spoilt))
        assert error.line_number == at + 1
        assert error.problem.startswith("the journal cannot be continued")


def test_a_last_line_that_is_another_is_named() -> None:
    """Also if nothing follows it that would bring it to light."""
    lines = lines_of(journal_of(SEEDED))
    bet = next(at for at, line in enumerate(lines) if b'"betting-bet"' in line)
    last = lines[bet].replace(b'"betting-bet"', b'"betting-bat"')
    assert refused(b"".join([*lines[:bet], last])).line_number == bet + 1


def test_an_altered_journal_whose_digests_hold_is_not_gone_on_with() -> None:
    """What the engine would not have written is no beginning to go on from."""
    lines = lines_of(journal_of(SEEDED))
    end = next(at for at, line in enumerate(lines) if b'"line":"end"' in line)
    lines[end] = lines[end].replace(b'"net":', b'"net":1')
    error = refused(resealed(lines[: end + 5]))
    assert error.line_number == end + 1


def test_a_verdict_on_what_can_be_taken_up_is_incomplete() -> None:
    """The verdict tells apart what can be gone on with and what cannot."""
    for whole, piece in unfinished(SEEDED)[::20]:
        assert verdict_of(whole + piece).kind is VerdictKind.INCOMPLETE
