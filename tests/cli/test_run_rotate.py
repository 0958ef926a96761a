"""``pitboss run --rotate``: the journal of bots goes on in another file from time to time."""

import json
import os
from pathlib import Path

import pytest
from tests.cli.command_line import journal_of, refused, run

ROUNDS = 35
EACH = 10
PLAYERS = ("--players", "basic,random")
GAME = ("--rounds", str(ROUNDS), *PLAYERS, "--rotate", str(EACH))


def files_beside(path: Path) -> list[Path]:
    """Return the files of a chain of four."""
    return [path, *[path.with_name(f"game.{number}.jsonl") for number in (2, 3, 4)]]


@pytest.fixture(name="path")
def _path(tmp_path: Path) -> Path:
    """Return the first file of a game that was rotated, beside which others had lain."""
    path = tmp_path / "game.jsonl"
    for file in files_beside(path):
        file.write_text("of another game")
    return journal_of(path, *GAME)


def test_a_game_is_rotated_after_so_many_rounds(path: Path) -> None:
    """Each file but the last has as many, and all of them match as one."""
    result = run("replay", "--chain", path, "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["rounds"] == ROUNDS
    assert sorted(path.parent.iterdir()) == sorted(files_beside(path))
    counts = [file.read_bytes().count(b'"line":"end"') for file in files_beside(path)]
    assert counts == [EACH, EACH, EACH, ROUNDS - 3 * EACH]


@pytest.mark.parametrize("command", ["show", "export", "share"])
def test_a_pipe_is_no_chain(command: str) -> None:
    """The error names the journal, and not the output."""
    reading, writing = os.pipe()
    os.close(writing)
    told = refused(command, "--chain", f"/dev/fd/{reading}")
    os.close(reading)
    assert told == f"the journal cannot be read: /dev/fd/{reading}: Illegal seek"


def test_a_game_that_ends_where_a_file_does_begins_no_other(tmp_path: Path) -> None:
    """The summary names the file that was written last, and its lines."""
    path = tmp_path / "game.jsonl"
    result = run("run", "--rounds", "20", "--rotate", "10", "--journal", path, "--json")
    summary = json.loads(result.stdout)
    last = tmp_path / "game.2.jsonl"
    assert summary["journal"] == str(last)
    assert summary["lines"] == last.read_bytes().count(b"\n")
    assert not (tmp_path / "game.3.jsonl").exists()


def test_a_game_that_is_left_anywhere_is_rotated_as_if_it_had_not_been(path: Path) -> None:
    """Also if it was killed while it was rotated; no checkpoint is left."""
    files = files_beside(path)
    whole = [file.read_bytes() for file in files]
    for number, data in enumerate(whole):
        lines = data.splitlines(keepends=True)
        ends = [len(lines[0]) - 9, len(b"".join(lines[:2])) - 9, len(data) // 2]
        ends += [len(data) - len(lines[-1]), len(data) - 9]
        for end in [*ends, *([len(data)] if number < len(whole) - 1 else [])]:
            if not number and end < len(b"".join(lines[:2])):
                continue
            files[number].write_bytes(data[:end])
            for later in files[number + 1 :]:
                later.unlink()
            Path(f"{path}.checkpoint").write_text("left by a killed program")
            assert run("run", "--resume", path, *GAME).exit_code == 0
            assert [file.read_bytes() for file in files] == whole
            assert number == 0 or not Path(f"{path}.checkpoint").exists()


def test_standard_output_is_not_rotated() -> None:
    """It is one file."""
    assert "--rotate needs --journal" in refused("run", "--rotate", "5", code=2)
