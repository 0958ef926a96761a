"""Commands read a journal that is packed as the journal itself, and name one that is damaged."""

import gzip
from pathlib import Path

import pytest
from tests.cli.command_line import journal_of, refused, run

COMMANDS = [
    "replay",
    "fair",
    "show",
    "show --round 7",
    "show --at 60",
    "export",
    "export --table decisions --format jsonl",
    "diagram --coverage --journal",
    "diagram --round 3 --journal",
    "diagram --sequence --round 3 --journal",
]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the journal of twenty rounds, beside which it lies packed."""
    path = journal_of(tmp_path_factory.mktemp("journal") / "game.jsonl")
    path.with_name("game.jsonl.gz").write_bytes(gzip.compress(path.read_bytes()))
    path.with_name("bad.jsonl.gz").write_bytes(gzip.compress(path.read_bytes())[:-20])
    return path


def without_rate(text: str, path: Path) -> str:
    """Return what was written without the name of the file, and how long it took."""
    return "\n".join(line for line in text.splitlines() if "a second" not in line).replace(
        str(path), ""
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_a_packed_journal_is_read_as_the_journal(command: str, path: Path) -> None:
    """The same comes out."""
    packed = path.with_name("game.jsonl.gz")
    plain, unpacked = (run(*command.split(), each) for each in (path, packed))
    assert unpacked.exit_code == 0, unpacked.output
    assert without_rate(unpacked.stdout, packed) == without_rate(plain.stdout, path)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_damaged_packed_file_is_named_in_one_sentence(command: str, path: Path) -> None:
    """Whatever was to be done with it."""
    packed = path.with_name("bad.jsonl.gz")
    result = run(*command.split(), packed)
    if result.exit_code == 0:
        # What stands before the damage may be all that was asked for.
        assert "--round" in command or "--at" in command
        return
    assert result.exit_code == 1
    assert result.stderr.startswith(f"pitboss: {packed}: the packed file is damaged or cut off")


def test_what_is_packed_twice_is_to_be_unpacked(path: Path) -> None:
    """Nothing is said of continuing it."""
    twice = path.with_name("twice.jsonl.gz")
    twice.write_bytes(gzip.compress(path.with_name("game.jsonl.gz").read_bytes()))
    sentence = "line 1: this is packed; unpack it, and give the journal itself"
    assert refused("show", twice) == sentence
    assert refused("fair", twice, code=2) == f"{twice}: {sentence}"


def test_a_packed_journal_comes_in_through_standard_input(path: Path) -> None:
    """By `cat` as well as from a file."""
    packed = path.with_name("game.jsonl.gz").read_bytes()
    assert run("replay", "-", written=packed).exit_code == 0
    assert run("show", "-", written=packed).stdout == run("show", path).stdout
    assert "standard input: the packed file is damaged" in refused(
        "show", "-", written=packed[:-20]
    )
