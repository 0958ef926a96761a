"""Whoever comes second to a game that is being written is refused, however it opens it."""

import ast
import os
import re
import signal
import subprocess
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest
from tests.cli.command_line import ended, read_until, refused, run, start, wait_until

from pitboss import Journal, Rules, resume
from pitboss.bank import Bank, BankSession
from pitboss.cli import main
from pitboss.errors import JournalInUseError
from pitboss.live import open_table

GAME = Path("game.jsonl")
BANK = Path("pitboss.bank")
PLAY = ("play", "--seed", "14", "--journal", GAME)
PLAY_AGAIN = ("play", "--resume", GAME)
PLAY_WITH_BANK = ("play", "--rules", "cpsc386", "--seed", "9", "--name", "Ann")
RUN = ("run", "--seed", "7", "--rounds", "1000000000", "--journal", GAME)
RUN_AGAIN = ("run", "--resume", GAME, "--rounds", "1000000000", "--players", "basic")


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Journals lie where the user is."""
    monkeypatch.chdir(tmp_path)


def left_in_mid_round() -> Path:
    """Leave a game that people play at its first answer."""
    assert run(*PLAY, written="10\n").exit_code == 0
    return GAME


def left_with_bank() -> Path:
    """Leave a game for chips of a bank at its first answer; return its journal."""
    assert run(*PLAY_WITH_BANK, written="10\n").exit_code == 0
    (journal,) = Path(f"{BANK}.tables").glob("*.jsonl")
    return journal


@contextmanager
def at_a_question(*command: str | Path, answers: bytes = b"") -> Generator[None]:
    """Let a person sit at a question; what they answer next is written down."""
    with start(*command, stdin=subprocess.PIPE) as game:
        assert game.stdin is not None
        assert game.stdout is not None
        game.stdin.write(answers)
        game.stdin.flush()
        shown = b""
        while b"s stand" not in shown:
            more = game.stdout.read(1)
            assert more, shown
            shown += more
        yield
        _, complaint = game.communicate(b"s\n")
    assert (game.returncode, complaint) == (0, b"")


@contextmanager
def bots_at_play(command: tuple[str | Path, ...] = RUN, expected: bytes = b"") -> Generator[None]:
    """Let bots play until they are interrupted; `expected` is what they say on standard error."""
    with start(*command) as game:
        wait_until(game, lambda: GAME.exists() and b'"line":"end"' in GAME.read_bytes())
        # What they write meanwhile must not be taken for what somebody else did.
        os.kill(game.pid, signal.SIGSTOP)
        # It may be in the middle of a write until it stands.
        assert os.WIFSTOPPED(os.waitpid(game.pid, os.WUNTRACED)[1])
        try:
            yield
        finally:
            os.kill(game.pid, signal.SIGCONT)
            os.kill(game.pid, signal.SIGINT)
        _, complaint = game.communicate()
    assert (game.returncode, complaint) == (130, expected)


@contextmanager
def played() -> Generator[Path]:
    """Play a new game."""
    with at_a_question(*PLAY, answers=b"10\n"):
        yield GAME


@contextmanager
def played_on() -> Generator[Path]:
    """Go on with a game that was left."""
    left_in_mid_round()
    with at_a_question(*PLAY_AGAIN):
        yield GAME


@contextmanager
def run_by_bots() -> Generator[Path]:
    """Let bots play."""
    with bots_at_play():
        yield GAME


@contextmanager
def run_on() -> Generator[Path]:
    """Let bots go on with a game that was left."""
    left_in_mid_round()
    with bots_at_play(RUN_AGAIN, b"Seats in the journal: You. Players now: basic.\n"):
        yield GAME


@contextmanager
def opened() -> Generator[Path]:
    """Open a table that lives in a file."""
    with open_table(GAME, seats=["Ann"], durable=True):
        yield GAME


@contextmanager
def opened_again() -> Generator[Path]:
    """Open a table that was left."""
    with open_table(left_in_mid_round()):
        yield GAME


@contextmanager
def served() -> Generator[Path]:
    """Serve a table on the web."""
    pytest.importorskip("starlette")
    server = start("serve", "--port", "0", "--journals", ".", "--tables", GAME.stem)
    read_until(server.stdout, b"Ctrl-C ends the tables.\n")
    yield GAME
    server.send_signal(signal.SIGINT)
    ended(server)
    assert server.returncode == 130


@contextmanager
def created() -> Generator[Path]:
    """Begin a journal in a program."""
    with Journal.create(GAME):
        yield GAME


@contextmanager
def resumed() -> Generator[Path]:
    """Go on with a journal in a program."""
    with resume(left_in_mid_round()):
        yield GAME


@contextmanager
def played_with_bank() -> Generator[Path]:
    """Play for chips of a bank."""
    with at_a_question(*PLAY_WITH_BANK, answers=b"10\n"):
        (journal,) = Path(f"{BANK}.tables").glob("*.jsonl")
        yield journal


FIRST = (
    played,
    played_on,
    run_by_bots,
    run_on,
    created,
    resumed,
    opened,
    opened_again,
    served,
    played_with_bank,
)


def again_created(path: Path) -> str:
    """Begin a journal in a program."""
    with pytest.raises(JournalInUseError) as error:
        Journal.create(path)
    return str(error.value)


def again_resumed(path: Path) -> str:
    """Go on with a journal in a program."""
    with pytest.raises(JournalInUseError) as error:
        resume(path, seats=["Ann"], seed=7)
    return str(error.value)


def again_opened(path: Path) -> str:
    """Open a table that lives in a file."""
    with pytest.raises(JournalInUseError) as error:
        open_table(path, seats=["Ann"], seed=7)
    with pytest.raises(JournalInUseError):
        open_table(path)
    return str(error.value)


def again_served(path: Path) -> str:
    """Serve a table on the web."""
    folder, name = Path("tables"), "game"
    folder.mkdir()
    (folder / f"{name}.jsonl").symlink_to(path.absolute())
    return refused("serve", "--port", "0", "--journals", folder, "--tables", name)


def again_run_on(path: Path) -> str:
    """Let bots go on."""
    return refused("run", "--resume", path)


def again_run(path: Path) -> str:
    """Let bots play."""
    return refused("run", "--rounds", "1", "--journal", path)


def again_played_on(path: Path) -> str:
    """Let people go on."""
    return refused("play", "--resume", path, written="s\n")


def again_played(path: Path) -> str:
    """Let people begin."""
    told = refused("play", "--journal", path, written="10\n")
    assert told.startswith(f"the journal {path} exists already")
    return "is being written elsewhere"


def again_simulated(path: Path) -> str:
    """Write the journal of a simulated round."""
    # What has to be compiled first is said, and is not what this is about.
    assert run("simulate", "--rounds", "1").exit_code == 0
    return refused("simulate", "--rounds", "1", "--seed", "7", "--journal-of", "1", path)


def again_learned(path: Path) -> str:
    """Write the journal of an episode."""
    from pitboss.environments import PitbossEnv  # noqa: PLC0415  only there with its extra

    environment = PitbossEnv()
    environment.reset(seed=7)
    with pytest.raises(JournalInUseError) as error:
        environment.journal(path)
    return str(error.value)


SECOND = (
    again_created,
    again_resumed,
    again_opened,
    again_served,
    again_run,
    again_run_on,
    again_played_on,
    again_played,
    again_simulated,
    again_learned,
)

NEEDED = {again_served: "starlette", again_simulated: "numba", again_learned: "gymnasium"}
"""What has to be there, beside the package itself, to come second."""

OPENERS: dict[str, tuple[object, ...]] = {
    "cli/play.py: Journal.create": (played, again_played),
    "cli/play.py: resume": (played_on, again_played_on),
    "cli/run_games.py: JournalFile": (run_by_bots, again_run),
    "cli/run_games.py: open_table": (run_on, again_run_on),
    "cli/serve.py: open_table": (served, again_served),
    "cli/simulate.py: JournalFile": (again_simulated,),
    "environments/rounds.py: Journal.create": (again_learned,),
    "journal/writer.py: files.JournalFile": (created, again_created),
    "replay/restored_tables.py: JournalFile": (resumed, again_resumed),
    "live/opening.py: JournalFile": (opened, opened_again, again_opened),
    # With the file that is open already.
    "live/opening.py: resume": (opened_again, again_opened),
    "live/opening.py: resume_behind": (opened_again, again_opened),
    # The same people find the game of `played_with_bank` taken, which has a test of its own.
    "bank/bookkeeping.py: JournalFile": (played_with_bank,),
    "bank/bookkeeping.py: resume": (played_with_bank,),
    "bank/session.py: Journal.create": (played_with_bank,),
}
"""Where in the engine a journal is opened for writing, and by which tests that is tried."""

OPENS = re.compile(r"(.*\.)?(JournalFile|open_table|resume|resume_behind)|Journal\.create")
WRITES = {"--journal", "--resume", "--bank"}
READS = {("diagram", "--journal")}


def test_every_way_to_open_a_journal_is_tried() -> None:
    """A new way to open a journal, in the library or on the command line, is to be tried, too."""
    package = Path(__file__).parents[2] / "engine" / "pitboss"
    found = {
        f"{path.relative_to(package).as_posix()}: {ast.unparse(node.func)}"
        for path in package.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and OPENS.fullmatch(ast.unparse(node.func))
    }
    assert found == OPENERS.keys()
    assert {each for tried in OPENERS.values() for each in tried} == {*FIRST, *SECOND}


def test_every_option_that_names_a_journal_is_tried() -> None:
    """The calls of the command line that open a game, by the options that take a path."""
    taken = {
        (name, option)
        for name, command in main.commands.items()
        for parameter in command.params
        for option in parameter.opts
        if option in WRITES
    }
    assert taken - READS == {
        ("play", "--bank"),
        ("play", "--journal"),
        ("play", "--resume"),
        ("run", "--journal"),
        ("run", "--resume"),
        # The journals of its tables are those without a bank, too.
        ("serve", "--bank"),
    }


@pytest.mark.parametrize("first", FIRST)
def test_a_game_has_one_writer(first: Callable[[], AbstractContextManager[Path]]) -> None:
    """Any second is told so, and the game of the first is as it would be without it."""
    with first() as path:
        before = path.read_bytes()
        for second in SECOND:
            if find_spec(NEEDED.get(second, "pitboss")):
                assert "is being written elsewhere" in second(path), second
                assert path.read_bytes() == before, second
    data = path.read_bytes()
    assert data.startswith(before)
    # A bank's table is closed when its people rise, any other can be taken up.
    if data:
        assert run("replay", path).exit_code in {0, 4}
    assert {each.name for each in path.parent.glob("game*")} <= {
        "game.jsonl",
        "game.jsonl.checkpoint",
    }


def test_the_journal_of_a_bank_has_one_writer() -> None:
    """Whoever sits down while another goes on with it is refused, and nothing is voided."""
    path = left_with_bank()
    before = path.read_bytes(), BANK.read_bytes()
    with resume(path):
        told = refused(*PLAY_WITH_BANK, written="y\ns\n")
        assert told.endswith(f"{path.name} is being written elsewhere; leave that game first")
        with Bank(BANK) as bank, pytest.raises(JournalInUseError):
            BankSession(bank, ["Ann"], Rules.preset("cpsc386"))
    assert (path.read_bytes(), BANK.read_bytes()) == before
    again = run(*PLAY_WITH_BANK, written="y\ns\nn\n")
    assert "The round continues where it stopped." in again.stdout
    assert run("replay", path).exit_code == 0
