"""``pitboss play`` with a bank: people at one terminal, and what becomes of their chips."""

import re
from collections.abc import Callable
from pathlib import Path
from signal import SIGINT, SIGKILL

import pytest
from tests.bank.plain_audit import audited
from tests.cli.command_line import read_until, refused, run, start

from pitboss.bank import AccountStatus, Bank
from pitboss.cli import console

BANK = Path("pitboss.bank")
PLAY = ("play", "--rules", "cpsc386", "--seed")
LOST = ("10000", "s")
"""What Ann says to lose all that she has, with seed 25."""


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bank without a name is made where the user is."""
    monkeypatch.chdir(tmp_path)


def typed(*lines: str) -> str:
    """Return what is typed, line by line, and then the end of the input."""
    return "".join(f"{line}\n" for line in lines)


def balances() -> dict[str, int]:
    """Return what everybody has in the bank, and hold it to the journals."""
    return dict(audited(BANK).balances)


def test_players_are_asked_for_their_names() -> None:
    """How many they are first; a name that is none, or taken, is asked for again."""
    answers = ["0", "5", "two", "9" * 5_000, "2", "", "Ann", "Ann", "Ben"]
    told = run(*PLAY, "25", written=typed(*answers)).stdout
    assert told.count("How many players? (1 to 4)") == 5
    assert told.count("Name of player 1") == 2
    assert told.count("that name is taken.") == 1
    assert "Ann is new here and begins with 10,000.00." in told
    assert "Ben is new here and begins with 10,000.00." in told
    assert balances() == {"Ann": 1_000_000, "Ben": 1_000_000}
    seats = run(*PLAY, "25", "--seats", "2", "--name", "Cid", written=typed("Dot")).stdout
    assert "Name of player 2" in seats
    assert list(balances()) == ["Ann", "Ben", "Cid", "Dot"]


def test_a_name_is_taken_and_known_in_every_form() -> None:
    """A letter with a mark is the same whether it was written as one or as two."""
    answers = ["2", "Zoe\u0308", "Zo\u00eb", "Ben"]
    assert run(*PLAY, "25", written=typed(*answers)).stdout.count("that name is taken.") == 1
    assert set(balances()) == {"Zo\u00eb", "Ben"}
    again = run(*PLAY, "25", "--name", "Zoe\u0308")
    assert "new here" not in again.stdout
    assert set(balances()) == {"Zo\u00eb", "Ben"}


def test_a_balance_is_kept_from_one_run_to_the_next() -> None:
    """Who is known begins with what he left."""
    first = run(*PLAY, "9", "--name", "Ann", written=typed("2500", "s", "n"))
    assert first.exit_code == 0
    assert "The balances are kept in pitboss.bank." in first.stdout
    assert balances() == {"Ann": 1_250_000}
    second = run(*PLAY, "25", "--name", "Ann", "--bank", "pitboss.bank", written=typed("500", "s"))
    assert "new here" not in second.stdout
    assert "chips       Ann 12,500.00" in second.stdout
    assert balances() == {"Ann": 1_200_000}


def test_who_is_broke_is_offered_a_gift() -> None:
    """It may be taken, and everybody moves to a new table with it, and plays on."""
    answers = [*LOST, "what", "y", "y", "100", "s", "n"]
    told = run(*PLAY, "25", "--name", "Ann", written=typed(*answers)).stdout
    assert told.count("Ann, you are broke. A donor who wants no thanks offers you 10,000.00.") == 2
    assert "everybody moves to a new table" in told
    assert "chips       Ann 10,000.00" in told.split("new table")[1]
    assert told.count("the dealer shows") == 2
    found = audited(BANK)
    assert (found.gifts, len(found.settled), found.seated) == (1, 2, 0)
    journals = list(Path("pitboss.bank.tables").iterdir())
    assert len(journals) == 2
    for journal in journals:
        assert run("replay", journal).exit_code == 0
        assert str(journal) in told


def test_a_gift_may_be_refused() -> None:
    """Then nobody at this table can bet, and the game is over."""
    told = run(*PLAY, "25", "--name", "Ann", written=typed(*LOST, "n")).stdout
    assert "Nobody can bet any more" in told
    assert "another round" not in told
    assert balances() == {"Ann": 0}


def test_a_round_that_was_left_goes_on() -> None:
    """The players are asked, and the round stands where it stood."""
    left = run(*PLAY, "9", "--name", "Ann", "--name", "Ben", written=typed("10", "20")).stdout
    assert "it continues when the same players sit down again" in left
    assert balances() == {"Ann": 999_000, "Ben": 998_000}
    answers = ["", *["s"] * 2, "n"]
    again = run(*PLAY, "7", "--name", "Ben", "--name", "Ann", written=typed(*answers)).stdout
    assert "Round 1 of Ann and Ben is not over, with 10.00 of Ann and 20.00 of Ben" in again
    assert "The round continues where it stopped." in again
    dealt = next(line for line in left.splitlines() if line.startswith(" Ann   "))
    stands = next(line for line in again.splitlines() if line.startswith(">Ann   "))
    assert stands[1:].split()[:3] == dealt.split()[:3]
    assert not audited(BANK).open
    assert len(audited(BANK).settled) == 1


def test_players_may_have_a_round_voided() -> None:
    """All stakes go back then, and a new table is opened."""
    run(*PLAY, "9", "--name", "Ann", written=typed("10"))
    told = run(*PLAY, "25", "--name", "Ann", written=typed("n")).stdout
    assert "The unfinished round 1 of Ann is void. Returned: 10.00 to Ann." in told
    assert "chips       Ann 10,000.00" in told
    assert balances() == {"Ann": 1_000_000}


def test_others_are_asked_before_a_round_is_voided() -> None:
    """If they would rather not, they do not play, and nothing has changed."""
    run(*PLAY, "9", "--name", "Ann", "--name", "Ben", written=typed("10", "20"))
    told = refused(*PLAY, "25", "--name", "Ben", written=typed("", "n"))
    assert told.startswith("round 1 of Ann, Ben is not over")
    assert audited(BANK).escrow == {"Ann": 1_000, "Ben": 2_000}
    told = run(*PLAY, "25", "--name", "Ben", written=typed("y")).stdout
    assert "Returned: 10.00 to Ann and 20.00 to Ben." in told
    assert balances() == {"Ann": 1_000_000, "Ben": 1_000_000}


def test_a_round_whose_journal_is_lost_is_voided_with_a_reason() -> None:
    """Nobody is asked, for there is nothing to choose."""
    run(*PLAY, "9", "--name", "Ann", written=typed("10"))
    for journal in Path("pitboss.bank.tables").iterdir():
        journal.unlink()
    told = run(*PLAY, "25", "--name", "Ann", written="").stdout
    assert "round 1 of Ann is void (its journal is gone). Returned: 10.00 to Ann." in told
    assert balances() == {"Ann": 1_000_000}


def test_an_account_plays_at_one_terminal_only() -> None:
    """A second process is told so, as long as the first one lives."""
    with Bank(BANK) as bank:
        sitting = bank.sit(["Ann"], opening_minor=1_000_000)
        game = start(*PLAY, "25", "--name", "Ann")
        _, told = game.communicate()
        assert game.returncode == 1
        assert b"pitboss: Ann sits at a table: leave that table first" in told
        sitting.leave()
        bank.set_status("Ann", AccountStatus.CLOSED)
    assert "closed" in refused(*PLAY, "25", "--name", "Ann")


@pytest.mark.parametrize(("how", "code"), [(SIGKILL, -SIGKILL), (SIGINT, 130)])
def test_a_game_that_is_killed_goes_on(how: int, code: int) -> None:
    """Neither the round nor a chip of it is lost with the process, nor by Ctrl-C."""
    game = start(*PLAY, "9", "--name", "Ann", stdin=-1)
    assert game.stdin is not None
    game.stdin.write(b"10\n")
    game.stdin.flush()
    assert b"s stand" in read_until(game.stdout, b"s stand")
    game.send_signal(how)
    game.communicate()
    assert game.returncode == code
    told = run(*PLAY, "25", "--name", "Ann", written=typed("y", "s", "n")).stdout
    assert "The round continues where it stopped." in told
    assert balances() == {"Ann": 1_001_000}


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--bank", "b"], "--bank needs rules with an opening balance"),
        (
            ["--rules", "cpsc386", "--bank", "b", "--balance", "5"],
            "--bank cannot be used with --balance",
        ),
        (
            ["--rules", "cpsc386", "--bank", "b", "--journal", "j"],
            "--bank cannot be used with --balance",
        ),
        (
            ["--rules", "cpsc386", "--bank", "b", "--seed", "ab" * 32],
            "--seed must be a number with a bank, got a secret",
        ),
    ],
)
def test_a_bank_keeps_what_other_options_would_say(arguments: list[str], problem: str) -> None:
    """They are refused beside it, and nothing is made."""
    assert problem in refused("play", *arguments, code=2)
    assert list(Path().iterdir()) == []


def test_without_a_bank_the_rules_still_name_the_chips() -> None:
    """A journal of one's own, or another balance, is a game for itself."""
    told = run(*PLAY, "25", "--journal", "game.jsonl", written="").stdout
    assert "chips       You 10,000.00" in told
    assert not BANK.exists()


def answering(monkeypatch: pytest.MonkeyPatch, answer: Callable[[str], str]) -> list[str]:
    """Let questions be answered by what they are, and return them as they come."""
    questions: list[str] = []

    def asked(prompt: str) -> str:
        questions.append(prompt)
        return answer(prompt)

    monkeypatch.setattr(console, "ask_line", asked)
    return questions


def test_a_long_session_shows_all_that_is_to_be_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turns are opened, 21 and busts announced, and the cards shuffled anew in time."""
    rounds = 90

    def answer(prompt: str) -> str:
        if "your bet" in prompt:
            return "1"
        if "another round" in prompt:
            return "n" if len([each for each in questions if each == prompt]) == rounds else "y"
        return "h" if "hit" in prompt else "n"

    questions = answering(monkeypatch, answer)
    told = run(*PLAY, "386", "--name", "Ann", written="").stdout
    assert told.count("Round ") == rounds
    assert told.count("The cards are shuffled and cut again.") == 1
    reshuffled = told.split("The cards are shuffled and cut again.")[0]
    assert re.search(r"shoe\s+number 2 comes into use", reshuffled)
    assert told.count("the dealer shows") + told.count("Ann has blackjack.") >= rounds
    assert told.count("Ann is bust with ") == len(re.findall(r"\d\d bust\n", told)) > 30
    assert told.count("Ann has 21.") > 5
    assert all("dealer shows" not in question for question in questions)
