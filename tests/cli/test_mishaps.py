"""Whatever goes wrong is one sentence and an exit code, never a traceback, and nothing is lost."""

import os
import pty
import signal
import stat
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from tests.cli.command_line import (
    HANGS_AFTER_S,
    ended,
    journal_of,
    refused,
    run,
    start,
    wait_until,
)
from tests.processes import ignore_no_signal

from pitboss.game.shoe import SEED_BYTES

COMMANDS = [
    ("replay",),
    ("show",),
    ("show", "--round", "1"),
    ("show", "--at", "3"),
    ("replay", "--json"),
    ("export", "--format", "jsonl"),
]
CODES = {"replay": 2, "fair": 2, "diff": 2, "show": 1, "export": 1}
"""Of a file that cannot be read; to replay, 1 is the code of a verdict."""


UNREADABLE = "/proc/self/mem"
"""A file that can be opened, and of which nothing can be read."""

INVALID = "invalid value for '--secret-file': "


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the journal of twenty rounds."""
    return journal_of(tmp_path_factory.mktemp("journal") / "game").read_bytes()


@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_that_is_not_there_is_one_sentence(command: tuple[str, ...], tmp_path: Path) -> None:
    """It names the file."""
    path = tmp_path / "none.jsonl"
    told = refused(*command, path, code=CODES[command[0]])
    assert told == f"the journal cannot be read: {path}: No such file or directory"


@pytest.mark.parametrize(
    "command",
    [
        "replay {}",
        "replay {} --round 2",
        "replay --chain {}",
        "fair {}",
        "show {}",
        "show --chain {}",
        "diff {} {}",
        "find {}",
        "export {}",
        "share {}",
        "diagram --round 1 --journal {}",
    ],
)
def test_an_empty_path_is_shown_as_one(command: str) -> None:
    """Nothing is missing in the sentence, and no folder is taken for the file."""
    words = ["" if word == "{}" else word for word in command.split()]
    told = refused(*words, code=CODES.get(words[0], 1))
    assert told == "the journal cannot be read: '': No such file or directory"


def test_an_empty_path_for_output_is_shown_as_one(journal: bytes, tmp_path: Path) -> None:
    """Whether the file is opened, or only its ending looked at."""
    path = tmp_path / "game"
    path.write_bytes(journal)
    for command in (f"share {path}", f"export {path} --format csv", "diagram --format svg"):
        told = refused(*command.split(), "--output", "")
        assert told == "'' is not a path; give the path of a file"
    for command in (f"export {path}", "diagram"):
        told = refused(*command.split(), "--output", "", code=2)
        assert told.startswith("the ending of '' names no format")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_directory_is_one_sentence(command: tuple[str, ...], tmp_path: Path) -> None:
    """It is not a journal."""
    told = refused(*command, tmp_path, code=CODES[command[0]])
    assert told.endswith("Is a directory")


@pytest.mark.parametrize("data", [b"", b'{"seq":0,"line":"jour'])
@pytest.mark.parametrize(
    "command",
    [
        "replay {}",
        "fair {}",
        "show {}",
        "diff {} {}",
        "find {}",
        "export {}",
        "share {}",
        "diagram --round 1 --journal {}",
        "run --resume {}",
        "play --resume {}",
    ],
)
def test_a_journal_that_has_not_begun_has_one_exit_code(
    command: str, data: bytes, tmp_path: Path
) -> None:
    """Whatever the command; so has a device that is always empty."""
    path = tmp_path / "game"
    path.write_bytes(data)
    for file in (path, *([] if "resume" in command else [os.devnull])):
        result = run(*command.format(file, file).split())
        assert (result.exit_code, result.output.count("nothing was dealt")) in {(4, 1), (4, 0)}


def test_a_file_that_is_missing_decides_the_exit_code(journal: bytes, tmp_path: Path) -> None:
    """Of a search: it is worse than a journal that has not begun."""
    path = tmp_path / "game"
    path.write_bytes(journal)
    assert run("find", path, os.devnull).exit_code == 4
    assert run("find", os.devnull, tmp_path / "none", os.devnull).exit_code == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")
def test_a_file_that_may_not_be_read_is_one_sentence(tmp_path: Path) -> None:
    """Its permissions are what is wrong."""
    path = tmp_path / "secret"
    path.touch()
    path.chmod(stat.S_IWUSR)
    assert refused("replay", path, code=2).endswith("Permission denied")


def test_a_journal_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    """Neither a missing folder nor a folder of that name can take it."""
    for command in (("run", "--rounds", "1"), ("play",)):
        assert "No such file or directory" in refused(*command, "--journal", tmp_path / "no" / "j")
    assert "Is a directory" in refused("run", "--rounds", "1", "--journal", tmp_path)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_a_full_disk_is_one_sentence(journal: bytes, tmp_path: Path) -> None:
    """Where the journal goes and where the story goes."""
    path = tmp_path / "game"
    path.write_bytes(journal)
    assert refused("run", "--journal", "/dev/full").endswith("No space left on device")
    for command in (("run",), ("show", path), ("replay", path), ("--help",)):
        with (
            Path("/dev/full").open("wb") as full,
            start(*command, stdout=full.fileno()) as process,
        ):
            complaint = process.communicate()[1].decode()
        assert process.returncode == 1, command
        assert complaint.startswith("pitboss: "), command
        assert complaint.endswith("No space left on device\n"), command
        assert complaint.count("\n") == 1, command


@pytest.mark.parametrize("command", [("run", "--rounds", "3000"), ("show",), ("show", "--json")])
def test_a_reader_that_has_gone_ends_the_command_quietly(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    """As after ``| head``: nobody reads on, so nothing is written, and nobody complains."""
    path = journal_of(tmp_path / "game", "--rounds", "2000")
    with start(*command, *([path] if command[0] == "show" else [])) as process:
        assert process.stdout is not None
        assert process.stdout.readline()
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
        assert process.wait(timeout=HANGS_AFTER_S) == 141


def test_a_reader_of_a_named_pipe_that_has_gone_ends_a_run_quietly(tmp_path: Path) -> None:
    """A journal that goes into a pipe ends as any other output does."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with start("run", "--rounds", "100000", "--journal", path) as process:
        with path.open("rb") as pipe:
            assert pipe.read(100)
        _, complaint = ended(process)
    assert (process.returncode, complaint) == (141, b"")


def test_a_reader_of_an_output_that_has_gone_ends_the_command_quietly(tmp_path: Path) -> None:
    """A table that goes into a pipe ends as standard output does."""
    journal, path = journal_of(tmp_path / "game", "--rounds", "2000"), tmp_path / "pipe"
    os.mkfifo(path)
    with start("export", journal, "--format", "csv", "--output", path) as process:
        with path.open("rb") as pipe:
            assert pipe.read(100)
        _, complaint = ended(process)
    assert (process.returncode, complaint) == (141, b"")


def test_a_pipe_that_takes_nothing_ends_a_run_with_a_sentence() -> None:
    """Nobody reads it, and it does not wait for anybody: the rest cannot be written."""
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "pitboss", "run", "--rounds", "500", "--journal", "-"]
    done = subprocess.run(
        command, stdout=writing, stderr=subprocess.PIPE, env=environment, check=False
    )
    os.close(writing)
    os.close(reading)
    assert done.returncode == 1
    assert done.stderr.count(b"\n") == 1
    assert done.stderr.startswith(b"pitboss: ")


def test_ctrl_c_leaves_whole_rounds(tmp_path: Path) -> None:
    """The run says what it did, and its journal can be taken up again."""
    path = tmp_path / "game"
    with start("run", "--rounds", "1000000000", "--seed", "7", "--journal", path) as process:
        wait_until(process, lambda: path.exists() and path.stat().st_size > 100_000)
        os.kill(process.pid, signal.SIGINT)
        told, complaint = ended(process)
    assert (process.returncode, complaint) == (130, b"")
    assert b"Interrupted; the journal can be continued." in told
    verdict = run("replay", path)
    assert verdict.exit_code == 4
    assert "is open" not in verdict.stdout
    assert path.read_bytes().endswith(b"\n")


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_what_ends_a_run_ends_its_programs(
    number: signal.Signals, code: int, tmp_path: Path
) -> None:
    """Although they neither read nor answer; without a complaint, and the game can be taken up."""
    path, pipe = tmp_path / "game", tmp_path / "pipe"
    os.mkfifo(pipe)
    hangs = tmp_path / "hangs.py"
    hangs.write_text(
        f"import time; file = open({str(pipe)!r}, 'wb'); time.sleep({HANGS_AFTER_S})\n", "utf-8"
    )
    players = ("--players", f'exec:"{sys.executable} {hangs}"')
    with start("run", "--seed", "7", "--rounds", "5", "--journal", path, *players) as process:
        # To open it waits until the program has opened it as well.
        with pipe.open("rb") as reading:
            process.send_signal(number)
            assert reading.read() == b""
        _, complaint = ended(process)
    assert (process.returncode, complaint) == (code, b"")
    taken_up = run("run", "--resume", path, "--rounds", "5", "--players", "basic")
    assert taken_up.exit_code == 0, taken_up.output
    assert run("replay", path).exit_code == 0


def test_what_is_ignored_ends_no_run(tmp_path: Path) -> None:
    """A run that was started to outlive its terminal plays on."""
    path = tmp_path / "game"
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        process = start("run", "--rounds", "1000000000", "--seed", "7", "--journal", path)
    finally:
        signal.signal(signal.SIGHUP, before)
    with process:
        wait_until(process, lambda: path.exists() and path.stat().st_size > 100_000)
        process.send_signal(signal.SIGHUP)
        process.send_signal(signal.SIGINT)
        told, complaint = ended(process)
    assert (process.returncode, complaint) == (130, b"")
    assert b"Interrupted; the journal can be continued." in told


@pytest.mark.skipif(not Path(UNREADABLE).exists(), reason="there is no such file")
@pytest.mark.parametrize(
    ("command", "begin", "code"),
    [
        *((f"{' '.join(command)} {UNREADABLE}", "", CODES[command[0]]) for command in COMMANDS),
        (f"run --rules {UNREADABLE}", "the rule file cannot be read: ", 1),
        (f"run --resume {UNREADABLE}", "the journal cannot be continued: ", 1),
        (f"play --resume {UNREADABLE}", "the journal cannot be continued: ", 1),
        (f"simulate --seed 1 --add {UNREADABLE}", "the results cannot be read: ", 1),
        *(
            (f"{command} --secret-file {UNREADABLE}", f"{INVALID}the secret cannot be read: ", 2)
            for command in ("show x", "run")
        ),
    ],
)
def test_what_cannot_be_read_is_not_taken_for_output(command: str, begin: str, code: int) -> None:
    """The sentence names the file that fails."""
    told = refused(*command.split(), code=code)
    assert f"{begin}{UNREADABLE}: Input/output error" in told


def test_a_terminal_that_fails_is_not_taken_for_output(tmp_path: Path) -> None:
    """Who is asked there cannot answer."""
    ours, theirs = pty.openpty()
    os.close(theirs)
    with start("play", "--seed", "1", "--journal", tmp_path / "game", stdin=ours) as process:
        os.close(ours)
        assert ended(process)[1] == b"pitboss: standard input: Input/output error\n"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP])
def test_what_the_tests_were_started_with_is_not_ignored_in_them(number: signal.Signals) -> None:
    """In the background of a shell and under nohup they see what they see elsewhere."""
    before = signal.signal(number, signal.SIG_IGN)
    try:
        ignore_no_signal()
        assert signal.getsignal(number) == before
    finally:
        signal.signal(number, before)


def test_ctrl_c_ends_a_replay_and_a_story(tmp_path: Path) -> None:
    """One word on standard error, and the exit code of an interrupted command.

    A pipe holds less than the journal: when all is written, some of it has been read.
    """
    path = journal_of(tmp_path / "game", "--rounds", "200")
    endless = tmp_path / "endless"
    os.mkfifo(endless)
    for command in (("replay", endless), ("show", endless)):
        with (
            start(*command, stdout=subprocess.DEVNULL) as process,
            endless.open("wb", buffering=0) as pipe,
        ):
            pipe.write(path.read_bytes()[:-20_000])
            os.kill(process.pid, signal.SIGINT)
            _, complaint = ended(process)
        assert process.returncode == 130
        assert complaint.decode().strip() == "pitboss: interrupted"


def test_a_misspelt_command_is_answered_with_the_nearest() -> None:
    """Where none is near, all are named."""
    assert (
        refused("shwo", code=2)
        == "there is no command 'shwo'; did you mean show? (see pitboss --help)"
    )
    assert "choose run | play | serve | bank | replay | fair | show" in refused("xyzzy", code=2)


def test_an_unknown_option_is_answered_with_the_nearest() -> None:
    """The command line knows its options."""
    assert "--viewer" in refused("show", "x", "--veiwer", "auditor", code=2)
    assert "missing argument" in refused("replay", code=2)


def test_nothing_is_lost_when_usage_is_wrong(tmp_path: Path) -> None:
    """A journal that exists is not touched before everything else is in order."""
    path = journal_of(tmp_path / "game")
    before = path.read_bytes()
    refused("run", "--journal", path, "--seats", "9", code=2)
    refused("run", "--journal", path, "--rules", tmp_path / "none.toml")
    for player in ("nosuchmod:X", "pitboss:Rules", 'exec:"no-such-program"'):
        refused("run", "--journal", path, "--players", f"basic,{player}")
    assert path.read_bytes() == before


@pytest.mark.parametrize("option", ["--journal", "--resume"])
def test_no_journal_overwrites_the_secret_of_its_table(option: str, tmp_path: Path) -> None:
    """Nobody could draw the same secret again; no secret is drawn for nothing."""
    path, other = tmp_path / "secret", tmp_path / "." / "link"
    other.symlink_to(path)
    problem = f"{option} and --secret-file must be different files, got {path} for both"
    for given in (path, other):
        assert problem in refused("run", option, given, "--secret-file", path, code=2)
    assert [*tmp_path.iterdir()] == [other]
    run("run", "--rounds", "0", "--secret-file", path)
    for given in (path, other):
        assert problem in refused("run", option, given, "--secret-file", path, code=2)
    later = tmp_path / "game.2.jsonl"
    problem = f"--secret-file must not have the name of a later file of {option}, got {later}"
    for game in ("game.jsonl", "game.3.jsonl"):
        assert problem in refused("run", option, tmp_path / game, "--secret-file", later, code=2)
    for name in ("game.2", "game.3"):
        asked = (option, tmp_path / "game", "--secret-file", tmp_path / name)
        assert "must not have the name of a later file" in refused("run", *asked, code=2)
    assert len(bytes.fromhex(path.read_text("utf-8"))) == SEED_BYTES
    assert not later.exists()


@pytest.mark.parametrize("no_color", ["", "1"])
def test_colour_is_for_terminals_that_want_it(no_color: str, tmp_path: Path) -> None:
    """NO_COLOR turns it off; what is piped on is always plain."""
    path = journal_of(tmp_path / "game")
    pty = pytest.importorskip("pty")
    master, slave = pty.openpty()
    environment = {"NO_COLOR": no_color, "TERM": "xterm"}
    shown = b""
    with start("show", path, "--round", "1", stdout=slave, environment=environment) as process:
        os.close(slave)
        # The other end of a terminal is closed by an error.
        with suppress(OSError):
            while part := os.read(master, 65536):
                shown += part
        os.close(master)
        assert process.wait(timeout=HANGS_AFTER_S) == 0
    assert (b"\x1b[" in shown) is not bool(no_color)


@pytest.mark.skipif(os.name != "posix", reason="closes a stream as a shell does")
@pytest.mark.parametrize("command", ["run --rounds 3 --seed 1", "rules list", "--version"])
def test_output_that_nobody_can_get_is_not_taken_for_done(command: str) -> None:
    """Whoever closed the output is told that there was some."""
    shell = f'exec "$0" -m pitboss {command} >&-'
    done = subprocess.run(
        ["/bin/sh", "-c", shell, sys.executable], capture_output=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.startswith(b"pitboss: the output cannot be written: ")
    assert done.stderr.count(b"\n") == 1


def test_letters_that_a_terminal_has_not_are_replaced(tmp_path: Path) -> None:
    """An ASCII terminal gets codes and marks, not a traceback."""
    arguments = ["--name", "Jörg", "--journal", str(tmp_path / "game")]
    environment = {"PYTHONIOENCODING": "ascii"}
    with start("play", *arguments, environment=environment) as process:
        told, complaint = process.communicate()
    assert complaint == b""
    assert b"J?rg" in told


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="this system has no /proc")
def test_memory_does_not_grow_with_the_journal(tmp_path: Path) -> None:
    """Telling twenty times as many rounds takes no more, nor does writing a table of them."""
    peaks: dict[tuple[str, int], int] = {}
    code = (
        "import sys; from pitboss.cli import main\n"
        "try: main(sys.argv[1:])\n"
        "except SystemExit: pass\n"
        "sys.stderr.write(open('/proc/self/status').read().partition('VmHWM:')[2].split()[0])"
    )
    commands = (("show",), ("export", "--output", str(tmp_path / "table.csv")))
    for rounds in (200, 4000):
        path = journal_of(tmp_path / str(rounds), "--rounds", str(rounds), "--players", "mimic")
        for name, *options in commands:
            command = [sys.executable, "-c", code, name, str(path), *options]
            process = subprocess.run(command, capture_output=True, check=True)
            peaks[name, rounds] = int(process.stderr)
    for name, *_ in commands:
        assert peaks[name, 4000] < peaks[name, 200] * 1.25
