"""``pitboss replay`` of several journals, and by several processes."""

import json
import os
import signal
import subprocess
from collections.abc import Iterator, Sequence
from errno import EIO
from pathlib import Path

import pytest
from tests.cli.command_line import ended, journal_of, read_until, refused, run, start, wait_until

from pitboss.errors import JournalError
from pitboss.replay import Verdict, verify
from pitboss.replay.parallel import MIN_PART_BYTES, Finding

LONG_ROUNDS = "8000"
"""So many that they are replayed in several parts."""

MANY = 200
"""So many journals that they are not done before somebody interrupts."""


@pytest.fixture(scope="module")
def long_journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a journal that is long enough to be shared among processes."""
    path = tmp_path_factory.mktemp("long") / "game.jsonl"
    journal_of(path, "--rounds", LONG_ROUNDS, "--seats", "1", "--players", "mimic")
    assert path.stat().st_size > 3 * MIN_PART_BYTES
    return path


@pytest.fixture
def journals(tmp_path: Path) -> Sequence[Path]:
    """Return a journal that matches, one that ends too soon, and one that is damaged."""
    whole, cut, damaged = (tmp_path / name for name in ("whole", "cut", "damaged"))
    data = journal_of(whole).read_bytes()
    cut.write_bytes(data[:-200])
    damaged.write_bytes(data.replace(b'"net":-1000', b'"net":1000', 1))
    return whole, cut, damaged


@pytest.mark.parametrize("jobs", [(), ("--jobs", "2"), ("--jobs", "61")])
def test_of_several_journals_each_has_its_verdict(
    jobs: Sequence[str], journals: Sequence[Path]
) -> None:
    """One that matches takes one line; the exit code is that of the worst."""
    whole, cut, damaged = journals
    result = run("replay", *jobs, whole, cut, whole)
    assert result.exit_code == 4
    told = result.stdout.splitlines()
    assert told[0].startswith(f"MATCH  {whole}  20 rounds, ")
    assert told[1] == f"INCOMPLETE  {cut}"
    assert told[-1] == told[0]
    assert run("replay", *jobs, whole, damaged, cut).exit_code == 1
    assert run("replay", *jobs, whole, whole).exit_code == 0


def test_several_journals_are_several_json_objects(journals: Sequence[Path]) -> None:
    """Each names its file."""
    lines = run("replay", "--json", "--jobs", "2", *journals).stdout.splitlines()
    records = [json.loads(line) for line in lines]
    assert [record["file"] for record in records] == list(map(str, journals))
    assert [record["verdict"] for record in records] == ["MATCH", "INCOMPLETE", "DAMAGED"]


def test_standard_input_may_be_one_of_several(journals: Sequence[Path]) -> None:
    """It is replayed in its place, whatever the number of jobs."""
    whole, cut, _ = journals
    result = run("replay", "--jobs", "2", whole, "-", cut, written=whole.read_bytes())
    assert [line.split()[0] for line in result.stdout.splitlines()[:3]] == [
        "MATCH",
        "MATCH",
        "INCOMPLETE",
    ]


def test_a_number_of_jobs_is_within_limits(journals: Sequence[Path]) -> None:
    """None at all, or more than a system may allow, is wrong usage."""
    for jobs in ("0", "62", "-1", "two"):
        told = refused("replay", "--jobs", jobs, journals[0], code=2)
        assert "is not a whole number from 1 to 61" in told


def test_one_round_is_of_one_journal(journals: Sequence[Path]) -> None:
    """Of several nobody knows which; jobs have nothing to share."""
    assert "one FILE" in refused("replay", "--round", "3", *journals, code=2)
    assert run("replay", "--round", "3", "--jobs", "2", journals[0]).exit_code == 0


def test_a_journal_that_cannot_be_read_is_one_sentence_among_others(
    journals: Sequence[Path], tmp_path: Path
) -> None:
    """It is named in its turn; all others have their verdicts, and the worst counts."""
    whole, cut, damaged = journals
    none = tmp_path / "none"
    for jobs in ("1", "2"):
        command = ("replay", "--jobs", jobs)
        told = refused(*command, whole, none, cut, code=2)
        assert told == f"the journal cannot be read: {none}: No such file or directory"
        assert refused(*command, tmp_path, code=2).endswith("Is a directory")
        result = run(*command, none, whole, tmp_path, damaged, whole)
        assert result.exit_code == 1
        assert [line.split()[0] for line in result.stderr.splitlines()] == ["pitboss:"] * 2
        verdicts = [line.split()[0] for line in result.stdout.splitlines() if str(tmp_path) in line]
        assert verdicts == ["MATCH", "DAMAGED", "MATCH"]


def test_a_journal_that_fails_while_it_is_read_is_named(
    journals: Sequence[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not the output that fails."""

    def failing(_source: object, _progress: object, *, seed: object) -> Verdict:
        assert seed is None
        raise OSError(EIO, "Input/output error")

    monkeypatch.setattr("pitboss.replay.parallel.verify", failing)
    told = refused("replay", journals[0], code=2)
    assert told == f"the journal cannot be read: {journals[0]}: Input/output error"


def test_a_journal_that_changes_meanwhile_has_no_verdict(
    journals: Sequence[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is named, and the others have theirs."""
    whole, cut, _ = journals

    def changed(*_arguments: object, **_settings: object) -> Iterator[Finding]:
        with whole.open("rb") as file:
            yield from (
                JournalError(None, "the journal was changed", "replay it anew"),
                verify(file),
            )

    monkeypatch.setattr("pitboss.cli.replay.verify_each", changed)
    result = run("replay", "--jobs", "2", cut, whole)
    assert (result.exit_code, result.stdout.split()[0]) == (1, "MATCH")
    assert result.stderr == f"pitboss: {cut}: the journal was changed; replay it anew\n"


def test_processes_say_what_one_says(long_journal: Path, tmp_path: Path) -> None:
    """Of a journal as it is, and of one with a fault far behind."""
    damaged = tmp_path / "damaged.jsonl"
    data = long_journal.read_bytes()
    at = data.index(b'"net":-1000', len(data) * 2 // 3)
    damaged.write_bytes(data[:at] + b'"net":-9000' + data[at + 11 :])
    for path in (long_journal, damaged):
        one, two = (run("replay", "--json", "--jobs", jobs, path) for jobs in ("1", "2"))
        assert one.exit_code == two.exit_code
        records = [json.loads(result.stdout) for result in (one, two)]
        for record in records:
            del record["rounds_per_second"]
        assert records[0] == records[1]


def children_of(pid: int) -> list[int]:
    """Return the processes that a process has begun, and theirs."""
    try:
        begun = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()
    except FileNotFoundError:
        return []
    return [each for child in map(int, begun) for each in (child, *children_of(child))]


def wait_for_children(process: subprocess.Popen[bytes], count: int) -> list[int]:
    """Wait until a command has begun so many processes; return all that it has begun by then."""
    wait_until(process, lambda: len(children_of(process.pid)) >= count)
    return children_of(process.pid)


needs_proc = pytest.mark.skipif(
    not Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").exists(),
    reason="this system does not tell which processes a process has begun",
)

ALL_CHILDREN = 3
"""What a command with two jobs begins: a process for each, and one that cleans up after them."""


def assert_interrupted(process: subprocess.Popen[bytes]) -> None:
    """Interrupt a command and all that it began, as a terminal does, and wait for their end."""
    os.killpg(process.pid, signal.SIGINT)
    _, complaint = ended(process)
    assert (process.returncode, complaint.decode().strip()) == (130, "pitboss: interrupted")


@needs_proc
@pytest.mark.parametrize("begun", range(1, ALL_CHILDREN + 1))
def test_ctrl_c_ends_all_processes_while_they_begin(begun: int, long_journal: Path) -> None:
    """One word, the exit code of an interrupted command, and nobody left."""
    with start("replay", "--jobs", "2", *[long_journal] * MANY, group=0) as process:
        assert len(wait_for_children(process, begun)) >= begun
        assert_interrupted(process)


def test_ctrl_c_ends_all_processes_at_their_work(long_journal: Path) -> None:
    """In the middle of the second journal, too."""
    with start("replay", "--jobs", "2", *[long_journal] * MANY, group=0) as process:
        assert read_until(process.stdout, b"\n").startswith(b"MATCH")
        assert_interrupted(process)


@needs_proc
def test_a_process_that_dies_is_one_sentence(long_journal: Path) -> None:
    """It says what may help, and nobody is left."""
    with start("replay", "--jobs", "2", *[long_journal] * MANY) as process:
        begun = wait_for_children(process, ALL_CHILDREN)
        os.kill(begun[-1], signal.SIGKILL)
        _, complaint = ended(process)
    assert process.returncode == 1
    assert complaint.decode() == (
        "pitboss: a process that replayed a part of a journal has died: if it was stopped, or "
        "memory ran out, try again with fewer jobs; a program whose main module does work when it "
        "is imported needs `if __name__ == '__main__':`\n"
    )


@needs_proc
@pytest.mark.parametrize("begun", range(1, ALL_CHILDREN + 1))
def test_no_process_outlives_a_command_that_was_killed(begun: int, long_journal: Path) -> None:
    """Though it could say nothing to them."""
    with start("replay", "--jobs", "2", *[long_journal] * MANY) as process:
        assert len(wait_for_children(process, begun)) >= begun
        process.kill()
        ended(process)


def test_no_process_at_its_work_outlives_a_command_that_was_killed(long_journal: Path) -> None:
    """As one that still begins."""
    with start("replay", "--jobs", "2", *[long_journal] * MANY) as process:
        assert read_until(process.stdout, b"\n").startswith(b"MATCH")
        process.kill()
        ended(process)
