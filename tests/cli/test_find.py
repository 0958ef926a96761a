"""``pitboss find``: rounds of several journals, a line each, to read or as JSON."""

import json
from pathlib import Path

import pytest
from tests.cli.command_line import journal_of, on_a_terminal, refused, run
from tests.replay.scenarios import journal_of as scenario

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
        f"pitboss: {paths[1]}: line 1: this is not a journal; give the file of one",
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


@pytest.mark.parametrize("times", ["1", "..", "1..2..3"])
def test_a_time_is_from_when_to_when(times: str, paths: list[Path]) -> None:
    """Anything else is wrong usage."""
    assert "is not two times: write A..B" in refused("find", paths[0], "--time", times, code=2)
