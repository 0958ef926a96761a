"""A disk that is full and a journal that is deleted: one true sentence, and nothing is lost."""

import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.bank.plain_audit import audited
from tests.cli.command_line import refused, run, start, wait_until

from pitboss.cli import console
from pitboss.cli.output import check_replaceable, open_output

GAME = Path("game.jsonl")
BANK = Path("pitboss.bank")
WITH_BANK = ("play", "--rules", "cpsc386", "--seed", "9", "--name", "Ann")

pytestmark = pytest.mark.skipif(os.name != "posix", reason="limits files as a shell does")


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Journals lie where the user is."""
    monkeypatch.chdir(tmp_path)


def refused_on_a_full_disk(*command: str | Path, blocks: int = 0) -> str:
    """Run a command whose files may grow to so many blocks of 512 bytes; return its complaint."""
    shell = f'ulimit -f {blocks}; exec "$0" -B -m pitboss "$@"'
    done = subprocess.run(
        ["/bin/sh", "-c", shell, sys.executable, *map(str, command)],
        capture_output=True,
        check=False,
        input=b"10\ns\ny\n" * 200,
    )
    told = done.stderr.decode()
    assert done.returncode == 1, told
    assert told.startswith("pitboss: ")
    assert told.count("\n") == 1
    return told.removeprefix("pitboss: ").rstrip("\n")


def test_a_game_for_which_there_is_no_room_leaves_nothing() -> None:
    """Neither a file that cannot be taken up, nor the name of one."""
    told = refused_on_a_full_disk("play", "--seed", "14", "--journal", GAME)
    assert told == f"the journal {GAME} cannot be written: File too large; nothing was dealt"
    assert "nothing was dealt" in refused_on_a_full_disk("play", "--seed", "14")
    assert list(Path().iterdir()) == []
    told = refused_on_a_full_disk("run", "--seed", "7", "--journal", GAME)
    assert told == f"the journal {GAME} cannot be written: File too large"


def test_a_game_for_which_there_is_no_space_left_can_be_taken_up() -> None:
    """Every answer that still fitted is there."""
    told = refused_on_a_full_disk("play", "--seed", "14", "--journal", GAME, blocks=5)
    assert told.endswith("File too large; the recorded rounds can be continued with --resume")
    assert run("replay", GAME).exit_code == 4
    assert run("play", "--resume", GAME, written="s\nn\n").exit_code == 0
    told = refused_on_a_full_disk("run", "--seed", "7", "--journal", GAME, blocks=50)
    assert told == f"the journal {GAME} cannot be written: File too large"
    assert run("replay", GAME).exit_code == 4


@pytest.mark.parametrize("blocks", [0, 5, 50, 90, 120, None])
def test_a_bank_for_which_there_is_no_room_loses_nothing(blocks: int | None) -> None:
    """Neither where it is made nor where it is to grow; the next session finds it in order."""
    if blocks is None:
        run(*WITH_BANK, written="10\ns\nn\n")
        blocks = BANK.stat().st_size // 512
    assert "bank cannot be read or written" in refused_on_a_full_disk(*WITH_BANK, blocks=blocks)
    assert run(*WITH_BANK, written="y\ns\nn\n").exit_code == 0
    found = audited(BANK)
    assert sum(found.escrow.values()) == 0
    assert not found.behind


def test_a_journal_that_bots_lost_is_told() -> None:
    """Nobody is told that it is written."""
    with start("run", "--rounds", "1000000000", "--journal", GAME) as game:
        wait_until(game, lambda: GAME.exists() and b'"line":"end"' in GAME.read_bytes())
        GAME.unlink()
        game.send_signal(2)
        _, complaint = game.communicate()
    assert complaint.decode() == (
        f"pitboss: the journal {GAME} was deleted while it was written; "
        "nothing is left of the journal: begin another game\n"
    )
    assert game.returncode == 1


def deleting(monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    """Let the journals be deleted while a person thinks about the second answer."""
    answers: Iterator[str] = iter(["10", "s", "n"])

    def asked(_prompt: str) -> str:
        answer = next(answers)
        if answer == "s":
            for path in Path().glob(where):
                path.unlink()
        return answer

    monkeypatch.setattr(console, "ask_line", asked)


def test_a_journal_that_people_lost_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the next answer, and not at the end of the session."""
    deleting(monkeypatch, "*.jsonl")
    told = refused("play", "--seed", "14", "--journal", GAME)
    assert told.startswith(f"the journal {GAME} was deleted while it was written")


def test_a_journal_that_a_bank_lost_costs_nobody_a_chip(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not in it is not booked; the stakes go back when somebody sits down again."""
    with monkeypatch.context() as patched:
        deleting(patched, "pitboss.bank.tables/*.jsonl")
        told = refused(*WITH_BANK)
    assert "was deleted while it was written" in told
    again = run(*WITH_BANK, written="")
    assert "is void (its journal is gone). Returned: 10.00 to Ann." in again.stdout
    assert audited(BANK).balances == {"Ann": 1_000_000}


def test_what_is_written_beside_a_file_is_nobody_elses() -> None:
    """A link or a file that lies there under its name is removed, and others read nothing of it."""
    theirs, kept = Path("theirs"), Path("kept")
    beside = Path(f".kept.{os.getpid()}")
    for mode in (0o600, 0o400):
        kept.touch()
        kept.chmod(mode)
        beside.symlink_to(theirs)
        check_replaceable("kept")
        beside.symlink_to(theirs)
        with open_output("kept") as file:
            file.write(b"new")
            assert stat.S_IMODE(beside.lstat().st_mode) == mode
        assert (kept.read_bytes(), stat.S_IMODE(kept.lstat().st_mode)) == (b"new", mode)
    assert not theirs.exists()
    assert [*Path().iterdir()] == [kept]


@pytest.mark.parametrize("command", [("export", "--format", "csv"), ("share",)])
def test_standard_output_may_be_named_by_a_path_also_in_a_pipe(command: tuple[str, ...]) -> None:
    """What goes there is the same, and no file is left beside it."""
    run("run", "--seed", "7", "--rounds", "5", "--journal", GAME)
    with start(*command, GAME, "--output", "/dev/stdout") as process:
        written, complaint = process.communicate()
    assert (process.returncode, complaint) == (0, b"")
    assert written == run(*command, GAME, "--output", "-").stdout_bytes
    assert list(Path().iterdir()) == [GAME]


@pytest.mark.parametrize(
    "command",
    [
        "run --rounds 1 --secret-file",
        "replay game --secret-file",
        "fair game --told",
        "diagram --rules lott --journals",
        "diagram --journal game --round 1 --frames",
        "play --bank",
        "serve --bank",
        "serve --journals",
        "bank list --bank",
        "bank backup",
    ],
)
def test_an_empty_path_is_not_the_current_folder(command: str) -> None:
    """It is refused as soon as it is read, and nothing is written."""
    told = refused(*command.split(), "", code=2)
    assert "'' is not a path; give the path of a file or folder" in told
    assert list(Path().iterdir()) == []


def test_what_commands_make_is_their_owners_alone() -> None:
    """Journals and banks, with all that lies beside them."""
    before = os.umask(0)
    try:
        run("run", "--rounds", "1", "--journal", "run.jsonl")
        run("play", "--journal", "play.jsonl", written="10\n")
        run(*WITH_BANK, written="10\n")
    finally:
        os.umask(before)
    found = {path: stat.S_IMODE(path.stat().st_mode) for path in Path().rglob("*")}
    assert len(found) > 5
    for path, mode in found.items():
        assert mode == (0o700 if path.is_dir() else 0o600), path
