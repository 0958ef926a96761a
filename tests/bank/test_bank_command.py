"""``pitboss bank``: what the operator sees and does."""

import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.cli.command_line import refused, run
from tests.secret_words import secret

from pitboss.bank import Bank, BankError
from pitboss.cli import console

WORDS = "correct horse"


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bank without a name is where the user is."""
    monkeypatch.chdir(tmp_path)


def told(*arguments: str, written: str = "") -> list[dict[str, object]]:
    """Run a command of the bank, and return its lines of JSON."""
    result = run("bank", *arguments, "--json", written=written)
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_the_operator_opens_accounts_and_sees_them() -> None:
    """With a password that is typed twice, or a code for the owner."""
    (made,) = told("add", "Ann", "--balance", "500")
    assert (made["name"], made["hours"]) == ("Ann", 72)
    typed = f"{secret(WORDS)}\n" * 2
    (ben,) = told("add", "Ben", "--password", written=typed)
    assert ben == {"name": "Ben", "status": "active", "balance": 0, "password": True}
    assert [each["name"] for each in told("list")] == ["Ann", "Ben"]
    assert told("show", "Ann")[0]["balance"] == 500
    assert run("bank", "show", "Ann").stdout == "Ann: 500, active, no password\n"
    assert run("bank", "list").stdout.count("\n") == 2
    with Bank(Path("pitboss.bank")) as bank:
        assert bank.sign_in("Ben", WORDS).name == "Ben"
        assert bank.use_code("Ann", made["code"], WORDS).name == "Ann"


def test_a_code_is_told_in_one_sentence() -> None:
    """For an account, for a new password of one, and for somebody who opens one."""
    assert run("bank", "add", "Ann").stdout.startswith("The code of Ann, valid once")
    assert run("bank", "reset", "Ann").stdout.startswith("The code of Ann, valid once")
    (invitation,) = told("add")
    assert invitation["name"] is None
    assert run("bank", "add").stdout.startswith("An invitation, valid once")
    (ann,) = told("reset", "Ann", "--password", written=f"{secret(WORDS)}\n" * 2)
    assert ann["password"] is True


def test_the_operator_blocks_closes_and_opens() -> None:
    """Each is told with the account as it is then."""
    run("bank", "add", "Ann")
    statuses = [told(word, "Ann")[0]["status"] for word in ("block", "open", "close")]
    assert statuses == ["blocked", "active", "closed"]
    with Bank(Path("pitboss.bank")) as bank, pytest.raises(BankError, match="closed"):
        bank.sit(["Ann"], opening_minor=0)


def test_the_operator_moves_chips_for_a_reason() -> None:
    """Never more than there are; the statement has each movement."""
    run("bank", "add", "Ann", "--balance", "500")
    assert told("deposit", "Ann", "1200", "--reason", "a prize")[0]["balance"] == 1_700
    assert told("withdraw", "Ann", "700")[0]["balance"] == 1_000
    assert "no balance is below 0" in refused("bank", "withdraw", "Ann", "1001")
    lines = told("statement", "Ann")
    assert [line["amount"] for line in lines] == [500, 1_200, -700]
    assert lines[1]["reason"] == "a prize"
    shown = run("bank", "statement", "Ann").stdout.splitlines()
    assert shown[1].split() == ["2", "deposit", "1,200", "1,700", "a", "prize"]
    assert shown[2].split() == ["3", "withdrawal", "\N{MINUS SIGN}700", "1,000"]
    with Bank(Path("pitboss.bank")) as bank, pytest.raises(BankError, match="0 chips"):
        bank.bring("Ann", 0)


def test_a_statement_names_the_rounds() -> None:
    """Of a table at the terminal, its id and the number of the round."""
    run("play", "--rules", "cpsc386", "--seed", "25", "--name", "Ann", written="10000\ns\n")
    shown = run("bank", "statement", "Ann").stdout.splitlines()
    assert shown[1].split()[1] == "stake"
    assert " round 1 of " in shown[1]


def test_what_the_operator_cannot_do_is_refused() -> None:
    """In one sentence; nothing is made where nothing is."""
    assert "there is no bank" in refused("bank", "list")
    assert not Path("pitboss.bank").exists()
    typed = f"{secret(WORDS)}\n{secret('another one')}\n"
    assert "not the same" in run("bank", "add", "Ann", "--password", written=typed).stderr
    assert refused("bank", "add", "--balance", "5", code=2)
    run("bank", "add", "Ann")
    assert "has an account" in refused("bank", "add", "Ann")
    assert "no account of Ben" in refused("bank", "show", "Ben")
    assert "did you mean list?" in refused("bank", "lst", code=2)
    assert run("bank", "reset", "Ann", "--password").exit_code == 1


def test_whoever_plays_with_a_password_types_it() -> None:
    """Without it the chips stay where they are, and nobody else's are asked for."""
    play = ("play", "--rules", "cpsc386", "--seed", "25", "--name", "Ann", "--name", "Ben")
    typed = f"{secret(WORDS)}\n" * 2
    run("bank", "add", "Ann", "--balance", "1000000", "--password", written=typed)
    wrong = run(*play, written="a wrong one\n100\n")
    assert wrong.exit_code == 1
    assert wrong.stderr.endswith("name or password is wrong: type both again\n")
    assert "Ben is new here" in run(*play, written=f"{WORDS}\n").stdout
    left = run(*play)
    assert (left.exit_code, left.stdout.count("The balances are kept")) == (0, 1)


def test_a_terminal_does_not_show_what_is_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is read as passwords are."""
    monkeypatch.setattr(console, "getpass", str.upper)
    monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: True))
    assert console.ask_secret("words: ") == "WORDS: "
