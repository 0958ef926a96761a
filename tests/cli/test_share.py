"""``pitboss share``: a journal as one viewer may know it."""

import json
import os
from io import BytesIO
from pathlib import Path

import pytest
from tests.cli.command_line import journal_of, refused, run

from pitboss.errors import ExitCode
from pitboss.replay import viewer_journal


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a journal."""
    path = tmp_path / "game.jsonl"
    journal_of(path)
    return path


@pytest.mark.parametrize(("viewer", "seat"), [((), None), (("--viewer", "0"), 0)])
def test_a_viewer_gets_the_journal_as_it_is_made_in_python(
    path: Path, viewer: tuple[str, ...], seat: int | None
) -> None:
    """To a file or to standard output; ``pitboss fair`` finds nothing wrong with it."""
    expected = b"".join(viewer_journal(BytesIO(path.read_bytes()), seat))
    shared = path.with_name("shared.jsonl")
    assert run("share", path, *viewer, "--output", shared).exit_code == 0
    assert shared.read_bytes() == expected
    assert run("share", path, *viewer).stdout_bytes == expected
    assert run("fair", shared, *viewer).exit_code == 0


def test_an_auditor_is_told_to_take_the_journal_itself(path: Path) -> None:
    """Nothing of it is hidden from an auditor."""
    assert "pass on the journal itself" in refused("share", path, "--viewer", "auditor", code=2)
    assert "no viewer 'Nobody'" in refused("share", path, "--viewer", "Nobody", code=2)


def test_nothing_is_shared_that_the_engine_does_not_write(path: Path) -> None:
    """Of a journal that was changed there is no file, and none is written over itself."""
    shared = path.with_name("shared.jsonl")
    assert "is the input" in refused("share", path, "--output", path, code=2)
    path.write_bytes(path.read_bytes().replace(b'"net":-1000', b'"net":1000', 1))
    assert "the engine writes another line" in refused("share", path, "--output", shared)
    assert not shared.exists()


@pytest.mark.parametrize("rounds", ["500", "21", "500..501", "1..500"])
def test_the_round_that_is_missing_is_named(path: Path, rounds: str) -> None:
    """Not the one before it, where the part would begin."""
    number = "21" if rounds == "21" else "500"
    told = refused("share", path, "--round", rounds)
    assert told == f"the journal has no round {number}; it has rounds 1 to 20"


def test_a_pipe_is_refused_because_it_is_read_twice(path: Path) -> None:
    """A file has to be given."""
    reading, writing = os.pipe()
    os.write(writing, path.read_bytes().partition(b"\n")[0])
    os.close(writing)
    assert "give a file, not a pipe" in refused("share", f"/dev/fd/{reading}")
    os.close(reading)


def test_a_shared_journal_is_consistent(path: Path) -> None:
    """With an exit code of its own, and what stays hidden; of one round as well."""
    shared = path.with_name("shared.jsonl")
    assert run("share", path, "--viewer", "0", "--output", shared).exit_code == 0
    result = run("replay", shared)
    assert result.exit_code == 5
    assert result.stdout.startswith(f"CONSISTENT  {shared}\n")
    assert "  not checked, because it is hidden:\n  - " in result.stdout
    assert run("replay", shared, "--round", "1").exit_code == 5
    record = json.loads(run("replay", shared, "--json").stdout)
    assert (record["verdict"], record["problem"]) == ("CONSISTENT", "")
    assert "what the house won" in record["hidden"]
    assert json.loads(run("replay", path, "--json").stdout)["hidden"] == []
    assert run("replay", path, shared).exit_code == 5


def test_rounds_are_shared_in_a_file_that_every_command_reads(path: Path) -> None:
    """Each command finds them by their numbers, and none that was not shared."""
    part = path.with_name("part.jsonl")
    rounds = ("--round", "2..3")
    assert run("share", path, "--viewer", "0", *rounds, "--output", part).exit_code == 0
    lines = viewer_journal(BytesIO(path.read_bytes()), 0, first=2, last=3)
    assert part.read_bytes() == b"".join(lines)
    assert run("replay", part).exit_code == 5
    assert "what came before round 2" in run("replay", part).stdout
    assert run("fair", part, "--viewer", "0").exit_code == 0
    assert run("show", part, "--round", "3").exit_code == 0
    assert "it has rounds 2 to 3" in refused("show", part, "--round", "1")
    assert run("show", part, *rounds, "--output", part.with_name("part.html")).exit_code == 0
    found = [json.loads(line) for line in run("find", part).stdout.splitlines()]
    assert [each["round"] for each in found] == [2, 3]
    exported = run("export", part, "--table", "rounds").stdout
    assert [line.partition(",")[0] for line in exported.splitlines()] == ["round", "2", "3"]
    assert run("diagram", "--journal", part, "--round", "3").exit_code == 0
    assert "take the journal that it was made from" in refused("run", "--resume", part)
    assert not path.with_name("missing.jsonl").exists()
    missing = ("--round", "2..999", "--output", path.with_name("missing.jsonl"))
    assert "has no round 999" in refused("share", path, *missing)


def test_a_chain_of_files_is_shared_as_one(path: Path) -> None:
    """Or one of its files alone."""
    game = path.with_name("chain.jsonl")
    run("run", "--rounds", "6", "--seed", "3", "--rotate", "2", "--journal", game)
    shared = path.with_name("shared.jsonl")
    for options, rounds in ((("--chain",), 6), ((), 2), (("--chain", "--round", "5"), 1)):
        assert run("share", game, *options, "--output", shared).exit_code == 0
        record = json.loads(run("replay", shared, "--json").stdout)
        assert (record["verdict"], record["rounds"]) == ("CONSISTENT", rounds)


@pytest.mark.parametrize("rounds", ["5..9", "7..8", "9"])
def test_of_a_chain_every_round_is_named_if_one_is_missing(rounds: str, path: Path) -> None:
    """Not only those of its last file; and no part of what was wanted is written."""
    game = path.with_name("chain.jsonl")
    run("run", "--rounds", "6", "--seed", "3", "--rotate", "2", "--journal", game)
    result = run("share", game, "--chain", "--round", rounds)
    assert (result.exit_code, result.stdout) == (ExitCode.FAILED, "")
    assert "it has rounds 1 to 6" in result.stderr
    path.with_name("chain.3.jsonl").unlink()
    result = run("share", game, "--chain", "--round", rounds)
    assert (result.exit_code, result.stdout) == (ExitCode.FAILED, "")
    assert "it has rounds 1 to 4; the journal continues in" in result.stderr


def test_what_was_shared_is_not_shared_again(path: Path) -> None:
    """Another viewer knows something else."""
    shared = path.with_name("shared.jsonl")
    assert run("share", path, "--viewer", "0", "--output", shared).exit_code == 0
    assert "take the journal that it was made from" in refused("share", shared)
