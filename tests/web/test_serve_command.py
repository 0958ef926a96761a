"""`pitboss serve`: what it prints, what it refuses, how it ends."""

import json
import signal
import subprocess
import sys
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest
from tests.cli.command_line import ended, read_until, refused, run, start
from tests.web.served import line_to

from pitboss.errors import ExitCode


def serve(folder: Path, *arguments: str) -> list[str]:
    """Return the arguments of the command, for a port that is free."""
    return ["serve", "--port", "0", "--journals", str(folder), *arguments]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_with_one_sentence_and_goes_on(number: signal.Signals, tmp_path: Path) -> None:
    """Links come first, and the next time they are the same; at the end the journals are closed."""
    printed: list[bytes] = []
    for _ in range(2):
        server = start(*serve(tmp_path, "--tables", "low,high", "--bots", "basic,basic"))
        printed.append(read_until(server.stdout, b"Ctrl-C ends the tables.\n"))
        server.send_signal(number)
        out, errors = ended(server)
        assert (server.returncode, errors) == (ExitCode.INTERRUPTED, b"")
        assert out.count(b"\n") == 1
        assert out.startswith(b"The journals in ")
    keys = [[line.partition(b"#")[2].split()[:1] for line in text.splitlines()] for text in printed]
    assert keys[0] == keys[1]
    assert {path.name for path in tmp_path.iterdir()} >= {"low.jsonl", "high.jsonl", "keys.json"}


def test_a_long_game_goes_on_in_other_files(tmp_path: Path) -> None:
    """After so many rounds; they are replayed as one."""
    server = start(*serve(tmp_path, "--rotate", "2", "--bots", "basic", "--pause-ms", "1"))
    printed = read_until(server.stdout, b"Ctrl-C ends the tables.\n").decode()
    address, key = printed.split()[4].removeprefix("http://").split("/t/1#")
    with line_to(address, "1") as ann:
        ann.send("enter", key=key)
        ann.join(0, "Ann")
        for round_number in range(1, 5):
            ann.until_asked()
            ann.command(f"c{round_number}", "sit_out")
        ann.until_asked()
    server.send_signal(signal.SIGINT)
    ended(server)
    files = {path.name for path in tmp_path.glob("*.jsonl")}
    assert files == {"1.jsonl", "1.2.jsonl", "1.3.jsonl"}
    result = run("replay", "--chain", tmp_path / "1.jsonl", "--json")
    found = json.loads(result.stdout)
    assert (found["verdict"], found["rounds"]) == ("INCOMPLETE", 4)


@pytest.mark.parametrize("given", [(), ("--hints",)])
def test_hints_are_given_where_they_are_wanted(given: tuple[str, ...], tmp_path: Path) -> None:
    """Each client is told whether it may ask for one."""
    server = start(*serve(tmp_path, *given))
    printed = read_until(server.stdout, b"Ctrl-C ends the tables.\n").decode()
    address = printed.split()[4].removeprefix("http://").partition("/")[0]
    with line_to(address, "1") as ann:
        ann.send("enter")
        assert ("hints" in ann.until("welcome")) == bool(given)
    server.send_signal(signal.SIGINT)
    ended(server)


def test_a_second_server_of_one_folder_is_refused(tmp_path: Path) -> None:
    """It is told which journal is in use, and the first goes on."""
    server = start(*serve(tmp_path))
    read_until(server.stdout, b"Ctrl-C ends the tables.\n")
    assert "being written elsewhere" in refused(*serve(tmp_path))
    server.send_signal(signal.SIGINT)
    ended(server)


def test_a_journal_that_cannot_be_taken_up_stops_its_table_alone(tmp_path: Path) -> None:
    """The file is named, the others are served; if there is no other, there is nothing to serve."""
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(b"damaged\n")
    assert refused(*serve(tmp_path, "--tables", "bad")).startswith(f"{bad}: line 1: ")
    server = start(*serve(tmp_path, "--tables", "low,bad"))
    printed = read_until(server.stdout, b"Ctrl-C ends the tables.\n").decode()
    with closing(HTTPConnection(printed.partition("http://")[2].partition("/")[0])) as connection:
        connection.request("GET", "/tables")
        low, stopped = json.load(connection.getresponse())["tables"]
    assert (low["name"], stopped) == ("low", {"name": "bad", "stopped": True})
    assert "Table bad" not in printed
    server.send_signal(signal.SIGINT)
    assert ended(server)[1].decode().startswith(f"pitboss: table bad has stopped: {bad}: line 1: ")
    assert bad.read_bytes() == b"damaged\n"


def test_other_rules_or_seats_are_refused(tmp_path: Path) -> None:
    """A table that is there goes on as it was begun, or not at all."""
    server = start(*serve(tmp_path, "--seats", "3"))
    read_until(server.stdout, b"Ctrl-C ends the tables.\n")
    server.send_signal(signal.SIGINT)
    ended(server)
    for arguments in (["--seats", "4"], ["--seats", "3", "--rules", "atlantic_city"]):
        assert refused(*serve(tmp_path, *arguments))


def test_an_address_that_is_taken_is_refused(tmp_path: Path) -> None:
    """One sentence names it, and no folder is made."""
    server = start(*serve(tmp_path / "first"))
    printed = read_until(server.stdout, b"Ctrl-C ends the tables.\n").decode()
    port = printed.partition("127.0.0.1:")[2].partition("/")[0]
    told = refused("serve", "--port", port, "--journals", tmp_path / "second")
    assert told.startswith(f"127.0.0.1 with port {port} cannot be used: ")
    assert not (tmp_path / "second").exists()
    server.send_signal(signal.SIGINT)
    ended(server)


def test_journals_are_written_to_a_folder(tmp_path: Path) -> None:
    """A file of that name is no folder, and stays as it is."""
    file = tmp_path / "mine.jsonl"
    file.write_bytes(b"mine")
    told = refused(*serve(file), code=2)
    assert told.startswith(f"--journals must be a folder, got the file {file}")
    assert file.read_bytes() == b"mine"


def test_a_table_that_stops_is_told_on_standard_error(tmp_path: Path) -> None:
    """In one line, with the reason; the service goes on."""
    server = start(*serve(tmp_path, "--tables", "low"))
    printed = read_until(server.stdout, b"Ctrl-C ends the tables.\n").decode()
    address, key = printed.split()[4].removeprefix("http://").split("/t/low#")
    (tmp_path / "low.jsonl").unlink()
    with line_to(address, "low") as ann:
        ann.send("enter", key=key)
        ann.until("welcome")
        ann.command(ann.join_id, "join", seat=0, name="Ann")
        assert ann.until("error")["kind"] == "stopped"
    told = read_until(server.stderr, b"\n").decode()
    assert told.startswith("pitboss: table low has stopped: ")
    assert "deleted" in told
    server.send_signal(signal.SIGINT)
    ended(server)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--tables", "0"],
        ["--tables", "5001"],
        ["--connections-per-address", "0"],
        ["--trusted-proxy", "cards.example"],
        ["--tables", "a,b,A"],
        ["--tables", "../low"],
        ["--tables", "a,,b"],
        ["--tables", ""],
        ["--tables", "one table"],
        ["--bots", "nobody"],
        ["--bots", "basic,"],
        ["--seats", "2", "--bots", "basic,basic,basic"],
        ["--seats", "8"],
        ["--rules", "none_such"],
        ["--port", "70000"],
        ["--answer-seconds", "-1"],
        ["--answer-seconds", "1.5"],
        ["--pause-ms", "0"],
        ["--bot-ms", "soon"],
        ["--balance", "much"],
        ["--origin", "cards.example"],
        ["--origin", "https://cards.example/t/1"],
    ],
)
def test_bad_options_are_refused(arguments: list[str], tmp_path: Path) -> None:
    """Each in one sentence, and no folder is made."""
    folder = tmp_path / "journals"
    assert refused("serve", "--journals", folder, *arguments, code=ExitCode.WRONG_USAGE)
    assert not folder.exists()


def test_more_tables_than_there_can_be_files_are_refused(tmp_path: Path) -> None:
    """Each has a file, and clients need some, too; 101 are served where there are enough."""
    command = ["bash", "-c", 'ulimit -n 100; exec "$0" "$@"', sys.executable, "-m", "pitboss"]
    serving = [*command, *serve(tmp_path / "journals", "--tables", "101")]
    told = subprocess.run(serving, capture_output=True, text=True, check=False)
    assert told.returncode == ExitCode.FAILED
    assert told.stderr.startswith("pitboss: 101 tables need 101 open files, but tables may use")
    server = start(*serve(tmp_path, "--tables", "101"))
    read_until(server.stdout, b"Ctrl-C ends the tables.\n")
    server.send_signal(signal.SIGINT)
    ended(server)
    assert (tmp_path / "101.jsonl").exists()


def test_a_host_that_is_none_is_refused(tmp_path: Path) -> None:
    """Its name is in the sentence."""
    told = refused(*serve(tmp_path, "--host", "256.0.0.1"))
    assert told.startswith("256.0.0.1 with port 0 cannot be used: ")


def test_without_the_extra_it_says_what_to_install(tmp_path: Path) -> None:
    """No other command needs it."""
    lacking = "import sys; sys.modules['starlette'] = None; import pitboss.__main__ as it; it.run()"
    command = [sys.executable, "-c", lacking]
    told = subprocess.run([*command, *serve(tmp_path)], capture_output=True, text=True, check=False)
    assert told.returncode == ExitCode.FAILED
    assert told.stderr == (
        'pitboss: pitboss.web needs starlette, which is not installed: pip install "pitboss[web]"\n'
    )
    subprocess.run([*command, "rules", "list"], capture_output=True, check=True)
