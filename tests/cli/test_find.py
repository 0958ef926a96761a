"""``pitboss find``: rounds of several journals, a line each, to read or as JSON."""

import json
from pathlib import Path

import pytest
from tests.cli.command_line import journal_of, on_a_terminal, refused, run
from tests.replay.scenarios import journal_of as scenario

from pitboss import Journal, Table
from pitboss.game.events import By
from pitboss.replay import find_rounds


@pytest.fixture
def paths(tmp_path: Path) -> list[Path]:
    """Return two journals, between which lies what is none."""
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    journal_of(first)
    second.write_bytes(scenario("host_lines"))
    none = tmp_path / "none.jsonl"
    none.write_text("no journal")
    return [first, none, second]


def test_rounds_come_as_json_lines_where_nobody_reads_them(paths: list[Path]) -> None:
    """With the name of the file; the same with --json."""
    result = run("find", paths[0], paths[2], "--outcome", "bust")
    assert result.exit_code == 0
    records = [json.loads(line) for line in result.stdout.splitlines()]
    assert {record["file"] for record in records} == {str(paths[0]), str(paths[2])}
    assert all("bust" in [hand["outcome"] for hand in each["hands"]] for each in records)
    assert run("find", paths[0], paths[2], "--outcome", "bust", "--json").stdout == result.stdout
    assert records[-1]["times"] is not None


def test_what_is_no_journal_is_named_and_the_others_are_searched(paths: list[Path]) -> None:
    """The exit code says that one failed."""
    result = run("find", *paths, "/nowhere")
    assert result.exit_code == 1
    assert result.stderr.splitlines() == [
        f"pitboss: {paths[1]}: line 1: this is not a journal; give the file of a journal",
        "pitboss: the journal cannot be read: /nowhere: No such file or directory",
    ]
    found = {json.loads(line)["file"] for line in result.stdout.splitlines()}
    assert found == {str(paths[0]), str(paths[2])}


def test_a_person_reads_a_line_for_each_round(paths: list[Path]) -> None:
    """With the file, the round, the line, the times and the outcomes."""
    code, shown, complaint = on_a_terminal("find", paths[2])
    first = f"{paths[2]}: round 1, line 3, 2024-05-01T20:00:00Z: seat 0 win, seat 1 bust"
    assert (code, shown.decode().splitlines()[0], complaint) == (0, first, b"")
    assert shown.count(b"\n") == len(run("find", paths[2]).stdout.splitlines())


def test_filters_are_those_of_python(paths: list[Path]) -> None:
    """A seat by number or name, and a time of which an end is left out."""
    found = [
        (["--seat", "1"], find_rounds(paths[2], seat=1)),
        (["--seat", "seat 1"], find_rounds(paths[2], seat="seat 1")),
        (["--time", "2024.."], find_rounds(paths[2], since="2024")),
        (["--time", "..2023"], find_rounds(paths[2], until="2023")),
        (
            ["--time", "1..2", "--time-field", "round"],
            find_rounds(paths[2], since=1, until=2, time_field="round"),
        ),
        (["--by", "clock"], find_rounds(paths[2], by=By.CLOCK)),
        (["--command", "none"], find_rounds(paths[2], command="none")),
    ]
    for given, rounds in found:
        lines = run("find", paths[2], *given).stdout.splitlines()
        assert [json.loads(line)["round"] for line in lines] == [each.number for each in rounds]


@pytest.mark.parametrize(
    ("times", "code"),
    [
        ("2024-05..2024-04", 2),
        ("12..9", 0),  # texts, or not in order as numbers
        ("9..12", 0),
        ("12..1", 0),  # a text that begins with 1 is not after it
        ("9..8", 2),
        ("2024-05..2024", 0),
        ("b..a", 2),
    ],
)
def test_a_span_of_time_does_not_end_before_it_begins(
    times: str, code: int, paths: list[Path]
) -> None:
    """Neither as texts nor as numbers."""
    result = run("find", paths[0], "--time", times)
    assert result.exit_code == code
    told = f"{times!r} ends before it begins: write the earlier time first"
    assert (told in result.stderr) is (code == 2)


def test_a_seat_that_no_journal_has_is_named(paths: list[Path]) -> None:
    """By number and by name; it is enough if one of several journals has it."""
    first, _, second = paths
    for seat in ("9", "Zoe"):
        assert refused("find", first, second, "--seat", seat) == (
            f"there is no seat '{seat}'; choose 0 to 2, or a name: "
            "basic, mimic, random, seat 0, seat 1"
        )
    assert refused("find", first, "--seat", "mimc").endswith("; did you mean mimic?")
    assert run("find", first, second, "--seat", "mimic").exit_code == 0
    assert run("find", first, second, "--seat", "seat 1").exit_code == 0
    assert run("find", "-", "--seat", "2", written=first.read_bytes()).exit_code == 0
    assert refused("find", paths[1], "--seat", "Zoe").endswith("give the file of a journal")


def open_journal(path: Path, *names: str) -> Path:
    """Write a journal whose seats have these names."""
    with Journal.create(path) as journal:
        Table(seats=names, seed=1, recorder=journal)
    return path


@pytest.mark.parametrize(
    ("names", "choice"),
    [
        ([""], "choose 0"),
        (["", ""], "choose 0 to 1"),
        (["Ann"], "choose 0, or a name: Ann"),
        (["", "Ann"], "choose 0 to 1, or a name: Ann"),
    ],
)
def test_only_what_can_be_chosen_is_offered(names: list[str], choice: str, tmp_path: Path) -> None:
    """Seats without names have only numbers; a seat alone has no others after it."""
    path = open_journal(tmp_path / "game", *names)
    assert refused("find", path, "--seat", "Zoe") == f"there is no seat 'Zoe'; {choice}"


def test_no_seat_is_said_to_lack_if_a_file_was_not_read_to_its_end(
    paths: list[Path], tmp_path: Path
) -> None:
    """It may have the seat where nobody read."""
    data = paths[0].read_bytes()
    damaged = tmp_path / "damaged"
    damaged.write_bytes(data.replace(b'"event":"stand"', b'"event":"smile"', 1))
    for other in (damaged, tmp_path / "nowhere"):
        told = refused("find", paths[0], other, "--seat", "Zoe")
        assert str(other) in told
        assert "no seat" not in told


def test_a_sentence_does_not_list_all_of_many_names(tmp_path: Path) -> None:
    """Twenty are enough to see what kind of names they are."""
    paths: list[Path] = []
    for number in range(4):
        names = [f"{number}-{seat}" for seat in range(7)]
        paths.append(open_journal(tmp_path / str(number), *names))
    assert refused("find", *paths, "--seat", "Zoe").endswith(", 2-4, 2-5, ...")


@pytest.mark.parametrize("times", ["1", "..", "1..2..3"])
def test_a_time_is_from_when_to_when(times: str, paths: list[Path]) -> None:
    """Anything else is wrong usage."""
    assert "is not two times: write A..B" in refused("find", paths[0], "--time", times, code=2)
