"""``pitboss play``: people at a terminal, who may leave at any time and come back."""

import fcntl
import json
import os
import re
import signal
import subprocess
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from tests.cli.command_line import (
    HANGS_AFTER_S,
    ended,
    journal_of,
    read_until,
    refused,
    run,
    start,
)

ROUND = ["10", "s"]
"""A bet, and an answer to what seed 14 deals then: a jack and an eight."""

QUESTION = b"h hit, s stand, d double > "
"""What is asked then."""


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Journals without a name are made where the user is."""
    monkeypatch.chdir(tmp_path)


def typed(*lines: str) -> str:
    """Return what is typed, line by line, and then the end of the input."""
    return "".join(f"{line}\n" for line in lines)


def test_a_round_is_told_as_it_is_played() -> None:
    """Cards, questions and results appear in their turn, and the journal is whole at the end."""
    result = run("play", "--seed", "14", written=typed(*ROUND, "n"))
    assert result.exit_code == 0, result.output
    told = result.stdout
    assert told.index("You         J♦ 8♥           18") < told.index("dealer      8♣ ▒▒")
    assert told.index("dealer      8♣ ▒▒") < told.index("Jd 8h: h hit, s stand, d double > s")
    assert told.index("stand, d double > s") < told.index("bet  result")
    assert told.endswith("The whole game is in pitboss.jsonl.\n")
    assert run("replay", "pitboss.jsonl").exit_code == 0


def test_the_hole_card_is_not_shown_before_its_time() -> None:
    """It lies face down until the dealer's turn."""
    told = run("play", "--seed", "14", written=typed("10")).stdout
    assert "3♠" not in told
    assert "3♠" in run("play", "--seed", "14", written=typed(*ROUND)).stdout


def test_both_cards_of_the_dealer_are_named_where_both_lie_face_up() -> None:
    """With their total; where one lies face down, only the other."""
    game = ("play", "--rules", "double_exposure", "--seed", "3")
    assert "12; the dealer shows A♣ 3♠, soft 14\n" in run(*game, written=typed("10")).stdout
    told = run("play", "--seed", "14", written=typed("10")).stdout
    assert "18; the dealer shows 8♣\n" in told


def test_wrong_input_is_asked_again() -> None:
    """Nothing but a legal answer is taken, and none is written down twice."""
    lines = ["much", "99999999", "10", "x", "split", "s", "what", "n"]
    result = run("play", "--seed", "14", written=typed(*lines))
    assert result.exit_code == 0
    assert result.stdout.count("That is not a bet you can make") == 2
    assert result.stdout.count("That is not one of the choices") == 3
    assert result.stdout.count("another round?") == 2
    assert Path("pitboss.jsonl").read_bytes().count(b'"line":"event"') == 2


def test_bytes_that_are_no_text_are_wrong_input() -> None:
    """An answer that cannot be read is asked for again, and the game goes on."""
    result = run("play", "--seed", "14", written=b"\xef\n10\xff\n10\n\xed\xa0\x80\ns\nn\n")
    assert result.exit_code == 0, result.output
    assert result.stdout.count("That is not a bet you can make") == 2
    assert result.stdout.count("That is not one of the choices") == 1
    assert run("replay", "pitboss.jsonl").exit_code == 0


def test_a_side_bet_is_confirmed_and_comes_back_to_a_seat_that_sits_out() -> None:
    """Without a total, for the seat has no cards; a wrong stake is asked again with its limits."""
    Path("rules.toml").write_text('side_bets = ["21+3"]', "utf-8")
    lines = typed("21+3 2000", "21+3 5", "o", "n")
    told = run("play", "--rules", "rules.toml", "--seed", "3", written=lines).stdout
    assert "The stake on 21+3, written after its name, must be 0.01 to 999.99.\n" in told
    assert "You: 5.00 on 21+3.\n" in told
    row = next(line for line in told.splitlines() if line.startswith(" You   "))
    assert row.split() == ["You", "21+3", "is", "returned"]


def test_another_round_is_asked_for_and_the_bet_repeated() -> None:
    """Enter says yes, and bets as before."""
    result = run("play", "--seed", "14", written=typed(*ROUND, "", "", "s", "n"))
    assert result.exit_code == 0
    assert "Enter for 10.00 again" in result.stdout
    assert json.loads(Path("pitboss.jsonl").read_bytes().splitlines()[-1])["rounds"] == 2


@pytest.mark.parametrize("lines", [[], ["10"], ["10", "s"], ["10", "s", ""]])
def test_the_end_of_the_input_leaves_a_game_to_go_on_with(lines: list[str]) -> None:
    """Wherever it comes, the game is taken up there and ends as if it had not stopped."""
    left = run("play", "--seed", "14", written=typed(*lines))
    assert left.exit_code == 0
    assert "continue it with:\n  pitboss play --resume pitboss.jsonl\n" in left.stdout
    assert run("replay", "pitboss.jsonl").exit_code == 4
    rest = ["10", "s", "", "10", "s"][len(lines) :]
    went_on = run("play", "--resume", "pitboss.jsonl", written=typed(*rest, "n"))
    assert went_on.exit_code == 0, went_on.output
    run("play", "--seed", "14", written=typed("10", "s", "", "10", "s", "n"))
    assert Path("pitboss.jsonl").read_bytes() == Path("pitboss-2.jsonl").read_bytes()


def test_ctrl_c_leaves_a_game_to_go_on_with() -> None:
    """The process ends as interrupted, and every answer given is in the journal."""
    with start("play", "--seed", "14", stdin=subprocess.PIPE) as game:
        assert game.stdin is not None
        game.stdin.write(b"10\n")
        game.stdin.flush()
        asked = read_until(game.stdout, QUESTION)
        os.kill(game.pid, signal.SIGINT)
        told, complaint = ended(game)
    assert asked.endswith(QUESTION)
    assert (game.returncode, complaint) == (130, b"")
    assert b"pitboss play --resume pitboss.jsonl" in told
    went_on = run("play", "--resume", "pitboss.jsonl", written=typed("s", "n"))
    assert went_on.exit_code == 0
    assert "You: hit, stand or double?" in went_on.stdout


def test_a_game_that_is_taken_up_shows_the_table_first() -> None:
    """What lay on the table when it was left is drawn, with the question that waits."""
    run("play", "--seed", "14", written=typed("10"))
    told = run("play", "--resume", "pitboss.jsonl", written="").stdout
    assert told.startswith("Round 1, Filling")
    assert "J♦ 8♥           18        bet 10.00, chips 990.00" in told
    assert "You: hit, stand or double?" in told


def test_several_people_take_turns() -> None:
    """Each is addressed by name, and the first is asked for another round."""
    lines = ["10", "20", "s", "s", "n"]
    arguments = ["--seed", "14", "--name", "Ann", "--name", "Ben"]
    result = run("play", *arguments, written=typed(*lines))
    assert result.exit_code == 0, result.output
    told = result.stdout
    assert told.index("Ann, your bet") < told.index("Ben, your bet")
    assert "Ann, another round?" in told
    assert "chips       Ann 1,000.00 · Ben 1,000.00" in told


def test_seats_without_a_name_are_numbered() -> None:
    """One alone is you."""
    told = run("play", "--seats", "3", "--name", "Ann", written="").stdout
    assert "seats       0 Ann · 1 Player 2 · 2 Player 3" in told
    assert "seats       0 You" in run("play", written="").stdout


@pytest.mark.parametrize(
    ("arguments", "chips"),
    [
        ([], "You 1,000.00"),
        (["--balance", "2500"], "You 25.00"),
        (["--rules", "cpsc386", "--journal", "game"], "You 10,000.00"),
    ],
)
def test_people_begin_with_chips(arguments: list[str], chips: str) -> None:
    """As many as the user says, or the rules, or a thousand units."""
    assert f"chips       {chips}" in run("play", *arguments, written="").stdout


def test_funds_may_be_unlimited_and_play_for_nothing() -> None:
    """Then no chips are counted."""
    for arguments in (["--balance", "unlimited"], ["--rules", "spring"]):
        assert "chips" not in run("play", *arguments, written="").stdout


def test_a_game_ends_when_nobody_can_bet() -> None:
    """There is no other round to ask for."""
    result = run("play", "--seed", "14", "--balance", "0", written="")
    assert result.exit_code == 0
    assert "Nobody can bet any more, so the game is over." in result.stdout


def test_no_journal_is_ever_written_over() -> None:
    """Without a name a new one is found; with one, a file that exists is refused."""
    for name in ("pitboss.jsonl", "pitboss-2.jsonl", "pitboss-3.jsonl"):
        assert name in run("play", written="").stdout
    before = Path("pitboss.jsonl").read_bytes()
    told = refused("play", "--journal", "pitboss.jsonl")
    assert told == (
        "the journal pitboss.jsonl exists already: continue it with --resume, or name another file"
    )
    assert Path("pitboss.jsonl").read_bytes() == before


def test_a_finished_or_damaged_game_is_not_taken_up(tmp_path: Path) -> None:
    """The journal stays as it was."""
    path = journal_of(tmp_path / "game")
    whole = path.read_bytes()
    said = refused("play", "--resume", path)
    assert said == f"{path}: the journal is finished; begin a new one"
    path.write_bytes(whole.replace(b'"net":-1000', b'"net":1000', 1))
    assert "the journal cannot be continued" in refused("play", "--resume", path)
    assert path.read_bytes() == whole.replace(b'"net":-1000', b'"net":1000', 1)
    assert "No such file" in refused("play", "--resume", tmp_path / "none")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--resume", "a", "--seats", "2"], "--resume takes no other options"),
        (["--name", "Ann", "--name", "Ann"], "two names are the same"),
        (["--name", "Zo\u00eb", "--name", "Zoe\u0308"], "two names are the same"),
        (["--name", "Player 2", "--seats", "2"], "two names are the same"),
        (["--name", "Ann", "--name", "\uff21NN"], "two names are the same"),
        (["--name", "dealer"], "is not a name: choose another name than the dealer's"),
        (["--name", ""], "'' is not a name"),
        (["--name", "\u0301"], "is not a name"),
        (["--name", "A\u00a0B"], "is not a name"),
        (["--name", " "], "' ' is not a name: write 1 to 40 letters"),
        (["--name", "A\x1b[2J"], "is not a name"),
        (["--name", "A" * 41], "is not a name"),
        (["--name", "Ann", "--name", "Ben", "--seats", "1"], "2 names do not fit 1 seats"),
        (["--seats", "2", "--rules", "lott"], "this rule set allows at most 1"),
        (["--balance", "-1"], "is not a balance"),
    ],
)
def test_wrong_usage_is_one_sentence(arguments: list[str], sentence: str) -> None:
    """And no journal is begun."""
    assert sentence in refused("play", *arguments, code=2)
    assert list(Path().iterdir()) == []


def test_moments_come_as_json_lines_and_questions_beside_them() -> None:
    """A program reads standard output, the person standard error."""
    result = run("play", "--seed", "14", "--json", written=typed(*ROUND))
    moments = [json.loads(line) for line in result.stdout.splitlines()]
    kinds = [moment["moment"] for moment in moments]
    assert (kinds[0], kinds[1], kinds[-1]) == ("table_opened", "round_opened", "round_ended")
    assert [moment["answer"] for moment in moments if "answer" in moment] == ["bet", "stand"]
    assert not any(moment.get("seed") or moment.get("hole_card") for moment in moments)
    assert "h hit, s stand, d double > s" in result.stderr
    went_on = run("play", "--resume", "pitboss.jsonl", "--json", written=typed("", "", "s", "n"))
    assert json.loads(went_on.stdout.splitlines()[0])["moment"] == "round_opened"


@pytest.mark.parametrize("link", [None, Path.symlink_to, Path.hardlink_to])
def test_a_game_is_played_at_one_terminal_at_a_time(
    link: Callable[[Path, Path], None] | None,
) -> None:
    """Or two would write into one journal, under whatever name; whoever leaves frees it."""
    path = Path("pitboss.jsonl")
    run("play", "--seed", "14", written=typed("10"))
    name = path if link is None else Path("link.jsonl")
    if link is not None:
        link(name, path)
    before = path.read_bytes()
    with path.open("rb") as other:
        fcntl.flock(other.fileno(), fcntl.LOCK_EX)
        told = refused("play", "--resume", name, written=typed("s", "n"))
    assert told == f"the journal {name} is being written elsewhere; leave that game first"
    assert path.read_bytes() == before
    assert run("play", "--resume", name, written=typed("s", "n")).exit_code == 0
    assert set(Path().iterdir()) == {path, name}


def test_a_file_system_without_locks_is_played_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """There nobody can tell whether another terminal plays."""

    def unknown(_number: int, _what: int) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(fcntl, "flock", unknown)
    assert run("play", "--seed", "14", written=typed(*ROUND, "n")).exit_code == 0


def test_a_journal_that_the_disk_does_not_take_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """And what it holds can be taken up, when there is space again."""
    synced = os.fsync
    calls = iter(range(4))

    def full(number: int) -> None:
        if next(calls, None) is None:
            raise OSError(28, "No space left on device")
        synced(number)

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        told = refused("play", "--seed", "14", written=typed(*ROUND, "", "", "s", "n"))
    assert told == (
        "the journal pitboss.jsonl cannot be written: No space left on device; the recorded "
        "rounds can be continued with --resume"
    )
    assert (
        run(
            "play", "--resume", "pitboss.jsonl", written=typed("10", "h", "h", "h", "s", "n", "n")
        ).exit_code
        == 0
    )
    assert run("replay", "pitboss.jsonl").exit_code == 0


@pytest.mark.parametrize("bank", [[], ["--rules", "cpsc386", "--name", "Ann", "--bank", "chips"]])
def test_a_terminal_that_has_gone_ends_the_game_quietly(bank: list[str]) -> None:
    """Nobody reads what is asked, so nobody is to blame for no answer."""
    with start("play", "--seed", "14", *bank, stdin=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline()
        process.stdout.close()
        with suppress(BrokenPipeError):
            process.stdin.write(typed(*["10", "s", "y"] * 200).encode())
            process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=HANGS_AFTER_S) == 141


def test_who_is_not_named_before_the_input_ends_cannot_play() -> None:
    """Rules with a bank ask for names first."""
    told = refused("play", "--rules", "cpsc386")
    assert told == "the input ended before everybody had a name; give --name"


def test_whoever_plays_alone_without_a_name_is_spoken_to() -> None:
    """In the second person, where a sentence is about the only player."""
    hits = ["10", *["h"] * 12]
    told = run("play", "--seed", "1", written=typed(*hits)).stdout
    named = run("play", "--seed", "1", "--name", "Ann", written=typed(*hits)).stdout
    assert re.search(r"You are bust with \d\d\.", told)
    assert re.search(r"Ann is bust with \d\d\.", named)
