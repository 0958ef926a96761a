"""``pitboss serve --bank``: as a program, ended and killed."""

import json
import signal
from pathlib import Path

import pytest
from tests.cli.command_line import ended, read_until, refused, run, start
from tests.secret_words import search, secret
from tests.web.bank_served import Browser
from tests.web.served import line_to
from tests.web.test_serve_command import serve

from pitboss.errors import ExitCode

WORDS = "correct horse battery"


def with_bank(folder: Path, *arguments: str) -> list[str]:
    """Return the arguments of the command, with a bank."""
    bank = "--bank", str(folder / "house.bank"), "--sign-up", "open"
    return serve(folder / "tables", *bank, "--pause-ms", "1", "--seed-seconds", "0", *arguments)


def test_chips_are_there_again_after_a_kill(tmp_path: Path) -> None:
    """At the seat or in the account; nothing that is printed or kept holds a password."""
    ann = Browser("")
    printed = b""
    for at in range(3):
        server = start(*with_bank(tmp_path, "--tables", "low,high", "--bots", "basic"))
        lines = read_until(server.stdout, b"Ctrl-C ends the tables.\n")
        ann.address = lines.split()[4].decode().removesuffix("/account")
        if at == 0:
            ann.post("sign-up", name="Ann", new=secret(WORDS))
            ann.post("sit/low", seat="1", amount="300")
        assert "low, seat 1 300.00" in ann.get()
        host = ann.address.partition("://")[2]
        with line_to(host, "low", Cookie=ann.cookie) as line:
            line.send("enter")
            line.until_asked()
            if at == 2:
                line.command("leave-1", "leave")
                while line.state["view"].get("viewer") is not None:
                    line.take()
        server.send_signal(signal.SIGKILL if at < 2 else signal.SIGINT)
        out, errors = ended(server)
        printed += lines + out + errors
    search(printed, "what was printed")
    checked = run("bank", "check", "--bank", tmp_path / "house.bank", "--json")
    found = json.loads(checked.stdout)
    assert (found["missing"], found["problems"], found["accounts"]) == (0, [], 100_000)
    assert run("bank", "check", "--bank", tmp_path / "house.bank").stdout.startswith("given")
    copy = tmp_path / "copy.bank"
    run("bank", "backup", copy, "--bank", tmp_path / "house.bank")
    assert "Ann: 100,000" in run("bank", "list", "--bank", copy).stdout
    (tmp_path / "tables" / "low.jsonl").unlink()
    result = run("bank", "check", "--bank", copy)
    assert (result.exit_code, "cannot be read" in result.stdout) == (ExitCode.FAILED, True)


def test_what_does_not_agree_is_told_at_the_start(tmp_path: Path) -> None:
    """On standard error; the tables are served all the same."""
    server = start(*with_bank(tmp_path))
    lines = read_until(server.stdout, b"Ctrl-C ends the tables.\n")
    ann = Browser(lines.split()[4].decode().removesuffix("/account"))
    ann.post("sign-up", name="Ann", new=secret(WORDS))
    ann.post("sit/1", seat="1", amount="300")
    server.send_signal(signal.SIGKILL)
    ended(server)
    (tmp_path / "house.bank").unlink()
    server = start(*with_bank(tmp_path))
    read_until(server.stdout, b"Ctrl-C ends the tables.\n")
    server.send_signal(signal.SIGINT)
    told = ended(server)[1].decode()
    assert told.startswith("pitboss: table 1: bank and journal do not agree: line 2: 'Ann' with")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--host", "0.0.0.0"], "put a proxy with TLS before"),  # noqa: S104  it is refused
        (["--host", "example.org"], "put a proxy with TLS before"),
        (["--origin", "http://cards.example"], "give --origin https"),
        (["--rotate", "9"], "--rotate cannot be used with --bank"),
        (["--balance", "unlimited"], "--balance unlimited cannot be used with --bank"),
        (["--buy-in", "5"], "give two amounts"),
        (["--buy-in", "9..5"], "give two amounts"),
        (["--sign-up", "anybody"], "anybody"),
    ],
)
def test_passwords_go_over_no_open_wire(arguments: list[str], why: str, tmp_path: Path) -> None:
    """The server does not start, says why and makes no file; other mistakes alike."""
    told = refused(*with_bank(tmp_path, *arguments), code=ExitCode.WRONG_USAGE)
    assert why in told
    assert list(tmp_path.iterdir()) == []


def test_options_of_accounts_need_a_bank(tmp_path: Path) -> None:
    """And with a proxy that has TLS the links begin with its address."""
    told = refused(*serve(tmp_path, "--buy-in", "5..9"), code=ExitCode.WRONG_USAGE)
    assert "give --bank, too" in told
    proxy = "--host", "0.0.0.0", "--origin", "https://cards.example"  # noqa: S104  it is refused
    server = start(*with_bank(tmp_path, *proxy, "--buy-in", "5..9"))
    printed = read_until(server.stdout, b"Ctrl-C ends the tables.\n").decode()
    assert "Accounts: sign in at https://cards.example/account\n" in printed
    assert "join at" not in printed
    server.send_signal(signal.SIGINT)
    ended(server)
