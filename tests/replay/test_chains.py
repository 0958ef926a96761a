"""A journal that is rotated: each of its files is replayed alone, and all of them as one."""

from gzip import compress
from io import SEEK_END, BytesIO
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import orjson
import pytest
from tests.replay.chained import PLACES, ROUNDS, chain, files_of, played, rotated, verdict
from tests.replay.recorded import play_on, play_round, seated

from pitboss import Event, Journal, Rules, Table, verify
from pitboss.errors import JournalError
from pitboss.game.seat_changes import SeatChange
from pitboss.game.seen import all_seen
from pitboss.journal.chains import open_chain
from pitboss.journal.files import Flush
from pitboss.journal.source import Lines, digest_of
from pitboss.replay import (
    VerdictKind,
    find_rounds,
    verify_chain,
    verify_round,
    viewer_journal,
)
from pitboss.replay.single_rounds import replay_at_round
from pitboss.replay.starts import read_first
from pitboss.rules.presets import PRESETS

pytestmark = pytest.mark.pure


@pytest.mark.parametrize("name", PRESETS)
def test_a_chain_is_replayed_as_one_under_every_preset(name: str, tmp_path: Path) -> None:
    """It matches, and the last line says what that of the same game in one file says."""
    rules = Rules.preset(name)
    for seed in range(3):
        folder = tmp_path / str(seed)
        folder.mkdir()
        places = tuple(sorted(Random(seed).sample(range(1, ROUNDS + 1), 4)))
        files = chain(folder, rules, seed, places)
        found = verdict(*files)
        assert (len(files), found.kind, found.rounds) == (5, VerdictKind.MATCH, ROUNDS), found
        whole = BytesIO()
        played(Journal(whole), rules, seed)
        last, other = (
            orjson.loads(data.splitlines()[-1]) for data in (files[-1], whole.getvalue())
        )
        assert [last[each] for each in ("rounds", "balances", "house")] == [
            other[each] for each in ("rounds", "balances", "house")
        ]


def test_each_file_is_replayed_alone(tmp_path: Path) -> None:
    """All of its lines come out the same; each but the last says that another one follows."""
    *earlier, last = chain(tmp_path)
    for number, file in enumerate(earlier, 1):
        found = verdict(file)
        assert found.kind is VerdictKind.INCOMPLETE
        assert found.line_number == file.count(b"\n") == found.lines
        assert found.problem == (
            f"the journal continues in file {number + 1}, which follows file {number}, "
            "but that file was not given"
        )
    found = verdict(last)
    assert (found.kind, found.rounds) == (VerdictKind.MATCH, ROUNDS - PLACES[-1])


def test_a_file_names_the_one_before_by_its_digest(tmp_path: Path) -> None:
    """It says the number, the lines and the last digest of that file."""
    files = chain(tmp_path)
    for number, (before, file) in enumerate(pairwise(files), 1):
        follows = orjson.loads(file.splitlines()[0])["follows"]
        last = before.splitlines(keepends=True)[-1]
        assert (follows["file"], follows["lines"]) == (number, before.count(b"\n"))
        assert follows["digest"] == digest_of(last)
        assert follows["rounds"] == PLACES[number - 1]


@pytest.mark.parametrize(
    ("order", "problem"),
    [
        ((0, 2, 3), "file 2, which follows file 1, is due here, and this is file 3"),
        ((0, 1, 1, 2), "file 3, which follows file 2, is due here, and this is file 2"),
        ((0, 0, 1), "file 2, which follows file 1, is due here, and this is file 1"),
        ((0, 2, 1, 3), "file 2, which follows file 1, is due here, and this is file 3"),
        ((1, 3), "file 3, which follows file 2, is due here, and this is file 4"),
    ],
)
def test_a_file_missing_doubled_or_out_of_order_is_named(
    tmp_path: Path, order: tuple[int, ...], problem: str
) -> None:
    """The verdict says which file is due, and which one is there."""
    files = chain(tmp_path)
    found = verdict(*[files[each] for each in order])
    assert (found.matches, found.problem) == (False, problem)


def test_a_file_of_another_game_is_named(tmp_path: Path) -> None:
    """It is the right number, and follows a file with another digest."""
    folders = [tmp_path / name for name in "ab"]
    for folder in folders:
        folder.mkdir()
    one, other = (chain(folder, seed=seed) for seed, folder in enumerate(folders))
    found = verdict(one[0], *other[1:])
    assert (
        found.problem == "this file 2 does not follow the file before it: one of them was changed"
    )


def test_a_chain_with_a_changed_byte_has_no_match(tmp_path: Path) -> None:
    """Wherever a digit in a file is changed, the replay of the chain finds it."""
    files, random = chain(tmp_path), Random(1)
    whole = b"".join(files)
    for _ in range(100):
        at = random.choice([place for place, byte in enumerate(whole) if 48 <= byte < 58])
        changed = whole[:at] + (b"1" if whole[at] != 49 else b"2") + whole[at + 1 :]
        assert not verify(BytesIO(changed)).matches


def test_nothing_but_the_next_file_stands_behind_a_file(tmp_path: Path) -> None:
    """A line of another kind is refused there."""
    first, second, *_ = chain(tmp_path)
    found = verdict(first, second.splitlines(keepends=True)[1])
    assert found.problem == "file 2, which follows file 1, is due here"


def test_a_round_of_a_later_file_is_replayed_alone(tmp_path: Path) -> None:
    """In its own file and in the chain, also if the next file begins behind it."""
    files = chain(tmp_path)
    assert verify_round(BytesIO(files[1]), PLACES[1]).matches
    assert verify_round(BytesIO(files[3]), ROUNDS).matches
    for number in range(1, ROUNDS + 1):
        assert verify_round(BytesIO(b"".join(files)), number).matches


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("file", 0),
        ("digest", "x"),
        ("balances", [1]),
        ("seats", []),
        ("seen", "??"),
        ("nobody_bet", False),
        ("more", 1),
        ("house", "x"),
    ],
)
def test_a_header_that_follows_nothing_possible_is_refused(
    tmp_path: Path, name: str, value: object
) -> None:
    """Whatever stands in it is read strictly, also where the digest is made anew."""
    line, rest = chain(tmp_path)[1].split(b"\n", 1)
    header: dict[str, Any] = orjson.loads(line)
    header["follows"][name] = value
    changed = orjson.dumps(header) + b"\n" + rest
    assert verify(BytesIO(changed)).kind is VerdictKind.DAMAGED


def test_each_file_alone_is_shared_with_a_viewer(tmp_path: Path) -> None:
    """The others begin with what everybody owns, of which the viewer's own chips are told."""
    files = chain(tmp_path)
    for seat in (None, 0, 2):
        for file, begin, end in zip(files, (0, *PLACES), (*PLACES, ROUNDS), strict=True):
            shared = b"".join(viewer_journal(BytesIO(file), seat))
            found = verdict(shared)
            assert (found.kind, found.rounds) == (VerdictKind.CONSISTENT, end - begin)
            follows = orjson.loads(shared.splitlines()[0]).get("follows", {"balances": []})
            for at, chips in enumerate(follows["balances"]):
                assert isinstance(chips, int) is (at == seat)
            assert "house" not in follows


def test_a_chain_is_shared_as_one_journal(tmp_path: Path) -> None:
    """It has the lines of the journal that was not rotated, and what was hidden stays hidden."""
    files = chain(tmp_path)
    shared = b"".join(viewer_journal(BytesIO(b"".join(files)), 0))
    assert (verdict(shared).kind, verdict(shared).rounds) == (VerdictKind.CONSISTENT, ROUNDS)
    whole = BytesIO()
    played(Journal(whole), Rules(), 3)
    plain = [*viewer_journal(BytesIO(whole.getvalue()), 0)]
    assert [told_of(line) for line in shared.splitlines()] == [told_of(line) for line in plain]
    unended = b"".join(viewer_journal(BytesIO(b"".join(files[:2])), 0))
    assert verdict(unended).hidden[-2] == f"what came after round {PLACES[1]}"


def told_of(line: bytes) -> dict[str, Any]:
    """Return a line of a viewer's journal without its digests, and commitments to chips."""
    record: dict[str, Any] = orjson.loads(line)
    for name in ("digest", "seal", "balances"):
        record.pop(name, None)
    if record["line"] in {"join", "journal"}:
        record.pop("balance", None)
        record.pop("seats", None)
    return record


@pytest.mark.parametrize("bets", [True, False])
def test_a_file_follows_a_round_in_which_nobody_bet(tmp_path: Path, *, bets: bool) -> None:
    """Its first round is opened by another row, which the header tells."""
    path = tmp_path / "game.jsonl"
    with Journal.create(path) as journal:
        table = Table(seats=seated(Rules(), 1), seed=3, recorder=journal)
        for rotates in (False, True, True):
            table.open_round()
            table.apply(Event.bet(0, 1_000) if bets else Event.sit_out(0))
            play_on(table)
            if rotates:
                journal.rotate(table)
        play_round(table)
        table.close()
    files = [*files_of(path)]
    for file in files[1:]:
        follows = orjson.loads(file.splitlines()[0])["follows"]
        assert follows.get("nobody_bet") is (None if bets else True)
    assert verdict(*files).kind is VerdictKind.MATCH
    assert verdict(files[2]).kind is VerdictKind.MATCH
    assert verdict(files[1]).problem.startswith("the journal continues in file 3")
    for part in (files[1], files[2]):
        shared = b"".join(viewer_journal(BytesIO(part), 0))
        assert verdict(shared).kind is VerdictKind.CONSISTENT


def test_a_file_that_follows_begins_within_its_shoe(tmp_path: Path) -> None:
    """The shoe has no card behind its last."""
    first, second, *rest = chain(tmp_path)[1].splitlines(keepends=True)
    shoe: dict[str, Any] = orjson.loads(second)
    shoe["position"] = 9_999
    found = verdict(first, orjson.dumps(shoe) + b"\n", *rest)
    assert found.problem == "shoe 1 has no position 9999"


def test_only_a_journal_in_its_own_file_is_rotated() -> None:
    """A sink of the host has no name to which another one could be found."""
    journal = Journal(BytesIO())
    table = Table(seats=["Ann"], seed=1, recorder=journal)
    play_round(table)
    with pytest.raises(JournalError, match="sink of the host cannot be rotated"):
        journal.rotate(table)


def test_a_journal_is_rotated_right_after_a_round(tmp_path: Path) -> None:
    """Neither before the first round, nor behind a line of the host, nor for another table."""
    with Journal.create(tmp_path / "game.jsonl") as journal:
        table = Table(seats=["Ann"], seed=1, recorder=journal)
        with pytest.raises(JournalError, match="no round has just ended"):
            journal.rotate(table)
        play_round(table)
        with pytest.raises(JournalError, match="another table writes this journal"):
            journal.rotate(Table(seats=["Ann"], seed=1))
        journal.host({"time": 1})
        with pytest.raises(JournalError, match="no round has just ended"):
            journal.rotate(table)
        play_round(table)
        journal.rotate(table)
        table.close()
    assert verdict(*files_of(tmp_path / "game.jsonl")).matches


def test_a_file_that_exists_is_not_replaced_by_the_next(tmp_path: Path) -> None:
    """The journal stops there, and its first file is whole."""
    (tmp_path / "game.2.jsonl").write_text("mine")
    with Journal.create(tmp_path / "game.jsonl", sync=True, flush=Flush.EACH_EVENT) as journal:
        table = Table(seats=["Ann"], seed=1, recorder=journal)
        play_round(table)
        with pytest.raises(FileExistsError):
            journal.rotate(table)
        with pytest.raises(JournalError, match="an earlier write failed"):
            table.close()
    assert (tmp_path / "game.2.jsonl").read_text() == "mine"
    found = verdict((tmp_path / "game.jsonl").read_bytes())
    assert (found.kind, found.rounds) == (VerdictKind.INCOMPLETE, 1)


@pytest.mark.parametrize("flush", Flush)
def test_a_chain_is_the_same_however_soon_lines_are_written(tmp_path: Path, flush: Flush) -> None:
    """Each file is whole when the next one begins."""
    with Journal.create(tmp_path / "game.jsonl", flush=flush) as journal:
        played(journal, Rules(), 3, places=PLACES)
    other = tmp_path / "other"
    other.mkdir()
    assert list(files_of(tmp_path / "game.jsonl")) == chain(other)


def seen_before(data: bytes, number: int) -> list[str]:
    """Return the cards of the shoe in use that were seen when a round begins, replayed alone."""
    lines = Lines(BytesIO(data))
    header, first = read_first(lines)
    replay, _ = replay_at_round(header, first, lines, number)
    return sorted(card.code for card in all_seen(replay.table.round))


@pytest.mark.parametrize("name", ["six_deck_s17", "single_deck_6to5", "spring"])
def test_what_was_seen_of_the_shoe_before_a_file_is_known(tmp_path: Path, name: str) -> None:
    """Of each round as in one journal, in the chain and in its file alone, whatever the shoe."""
    files = chain(tmp_path, Rules.preset(name))
    whole = BytesIO()
    played(Journal(whole), Rules.preset(name), 3)
    for number in range(1, ROUNDS + 1):
        seen = seen_before(whole.getvalue(), number)
        assert seen_before(b"".join(files), number) == seen
        assert seen_before(files[sum(place < number for place in PLACES)], number) == seen


def test_a_chain_is_found_from_its_first_file(tmp_path: Path) -> None:
    """The others lie beside it; those that are no longer written may be packed."""
    path, files = rotated(tmp_path)
    found = verify_chain(path)
    assert (found.kind, found.rounds) == (VerdictKind.MATCH, ROUNDS)
    packed = tmp_path / "game.2.jsonl"
    packed.unlink()
    (tmp_path / "game.2.jsonl.gz").write_bytes(compress(files[1]))
    assert verify_chain(path) == found
    assert verify_chain(tmp_path / "game.2.jsonl.gz").rounds == ROUNDS - PLACES[0]


def test_a_file_of_a_chain_that_is_changed_or_missing_is_named(tmp_path: Path) -> None:
    """By its path, and a line by its number in that file."""
    path, files = rotated(tmp_path)
    for number, data in enumerate(files, 1):
        changed = tmp_path / f"game.{number}.jsonl" if number > 1 else path
        changed.write_bytes(data.replace(b'"line":"end","round":', b'"line":"end","round":9', 1))
        found = verify_chain(path)
        assert (found.kind, found.file) == (VerdictKind.DAMAGED, str(changed))
        assert found.line_number == 1 + data[: data.index(b'"line":"end"')].count(b"\n")
        changed.write_bytes(data)
    for number in (2, 3, 4):
        missing = tmp_path / f"game.{number}.jsonl"
        missing.unlink()
        found = verify_chain(path)
        assert found.problem == f"the journal continues in {missing}, which is missing"
        missing.write_bytes(files[number - 1])


def test_a_chain_can_be_read_from_any_place(tmp_path: Path) -> None:
    """Also from behind, and if a file is packed."""
    path, files = rotated(tmp_path)
    whole = b"".join(files)
    (tmp_path / "game.2.jsonl").unlink()
    (tmp_path / "game.2.jsonl.gz").write_bytes(compress(files[1]))
    with open_chain(path) as source:
        assert source.seek(0, SEEK_END) == len(whole)
        for place in (0, len(files[0]) + 7, len(files[0]), len(whole) - 1):
            source.seek(place)
            assert source.tell() == place
            assert source.read(100) == whole[place : place + 100]
        assert source.name == str(tmp_path / "game.4.jsonl")


def test_an_error_in_a_chain_names_the_file_and_its_line(tmp_path: Path) -> None:
    """If it is about a line; else it stays as it is."""
    path, files = rotated(tmp_path)
    for line, text in ((None, "x; y"), (files[0].count(b"\n") + 3, "game.2.jsonl: line 3: x; y")):
        with pytest.raises(JournalError, match=text), open_chain(path):
            raise JournalError(line, "x", "y")


def test_who_sits_there_as_a_file_begins_is_found_by_name(tmp_path: Path) -> None:
    """A change before its first round is of the seat as it was then."""
    path = tmp_path / "game.jsonl"
    with Journal.create(path) as journal:
        table = Table(seats=["Ann", None], seed=1, recorder=journal)
        table.change(SeatChange.join(1, "Eve", 100_000))
        play_round(table)
        journal.rotate(table)
        table.change(SeatChange.away(1))
        play_round(table)
        table.close()
    assert [found.number for found in find_rounds(tmp_path / "game.2.jsonl", seat="Eve")] == [2]
