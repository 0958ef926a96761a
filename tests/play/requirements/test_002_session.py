"""What [002] asks for of a session, clause by clause, played with a bank."""

from pathlib import Path

import pytest
from tests.bank.quick_disk import make_disk_quick
from tests.bank.scenes import CPSC386, LOSS, WIN, Questions, arrange, guests
from tests.cli.command_line import run

from pitboss.bank import Bank, BankSession, Ending, play_session
from pitboss.cli.console import Console

TEN_THOUSAND = 10_000 * 100


@pytest.fixture(autouse=True)
def _quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody wait for the disk."""
    make_disk_quick(monkeypatch)


def balances(path: Path) -> dict[str, int]:
    """Return what everybody has, as another process would read it."""
    with Bank(path) as bank:
        return {account.name: account.balance_minor for account in bank.accounts()}


def test_002_introduction_balance_is_kept_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """10,000.00 for a new name, which no other has, and in the next game what was left of it.

    "Introduction; Rules": 10,000.00 to begin with, kept in a file from one run to the next by a
    unique name.
    """
    path = tmp_path / "bank"
    arrange(monkeypatch, WIN, LOSS)
    with Bank(path) as bank, BankSession(bank, ["Ann"], CPSC386) as session:
        assert balances(path) == {"Ann": TEN_THOUSAND}
        session.play_round(guests("bet:5000 stand"))
    assert balances(path) == {"Ann": TEN_THOUSAND + 5_000}
    with Bank(path) as bank, BankSession(bank, ["Ann"], CPSC386) as session:
        assert session.table.round.seats[0].balance_minor == TEN_THOUSAND + 5_000
        session.play_round(guests("bet:7000 stand"))
    assert balances(path) == {"Ann": TEN_THOUSAND - 2_000}


def test_002_introduction_gift_when_broke(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A donor offers 10,000.00 to whoever has lost all, who plays on with it or refuses it.

    "Introduction": who is broke is offered 10,000.00 by a donor, and may refuse it.
    """
    path = tmp_path / "bank"
    for taken, left in ((True, TEN_THOUSAND), (False, 0)):
        arrange(monkeypatch, "T T 9 7 8 T", "2")
        host = Questions([taken, False])
        names = [f"Ann {taken}", f"Ben {taken}"]
        with Bank(path) as bank, BankSession(bank, names, CPSC386) as session:
            players = guests(f"bet:{TEN_THOUSAND} stand", "bet:100 stand")
            assert play_session(session, players, host) is Ending.FIRST_PLAYER
        assert host.asked[0] == f"gift of {TEN_THOUSAND} to {names[0]}"
        assert len(host.asked) == 2
        assert balances(path)[names[0]] == left


def test_002_rules_21_and_bust_are_announced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A message says so, and the player is asked no more.

    "Rules": a message says that a hand has 21 or went over it.
    """
    monkeypatch.chdir(tmp_path)
    arrange(monkeypatch, "T T A 9 6 5 T 8 8 6")
    answers = ["1", "1", "1", "h", "h", "n"]
    people = ["--name", "Ann", "--name", "Ben", "--name", "Cid"]
    told = run("play", "--rules", "cpsc386", *people, written="\n".join(answers) + "\n").stdout
    assert told.count("Ann is bust with 24.") == 1
    assert told.count("Ben has 21.") == 1
    assert told.count("Cid has blackjack.") == 1
    assert told.count("h hit, s stand") == 2
    assert told.index("Cid has blackjack.") < told.index("Ann is bust") < told.index("Ben has 21.")


def test_002_rules_first_player_is_asked_to_play_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the end of every game, and nobody else; yes deals to the same players, no ends it.

    "Rules": after every game the first player is asked to play again.
    """
    monkeypatch.chdir(tmp_path)
    arrange(monkeypatch, "T T 6 9 8 T T T T 6 9 8 T T")
    seen: list[str] = []
    again = Console.plays_again

    def asking(console: Console, name: str) -> bool:
        seen.append(name)
        return again(console, name)

    monkeypatch.setattr(Console, "plays_again", asking)
    answers = ["1", "1", "s", "s", "yes", "1", "1", "s", "s", "no"]
    people = ["--name", "Ann", "--name", "Ben"]
    told = run("play", "--rules", "cpsc386", *people, written="\n".join(answers) + "\n")
    assert told.exit_code == 0
    assert seen == ["Ann", "Ann"]
    assert told.stdout.count("Ann, another round?") == 2
    assert balances(Path("pitboss.bank")) == {
        "Ann": TEN_THOUSAND + 200,
        "Ben": TEN_THOUSAND + 200,
    }
