"""``pitboss run --resume``: a game of bots that was interrupted or killed goes on."""

import json
import os
import signal
from gzip import compress
from pathlib import Path

import pytest
from tests.cli.command_line import ended, journal_of, refused, run, start, wait_until
from tests.replay.recorded import lines_of

from pitboss import MimicPlayer, play_rounds
from pitboss.errors import ExitCode
from pitboss.journal.secrets import keep_secret
from pitboss.live import open_table
from pitboss.table import SeatChange

ROUNDS = 60
PLAYERS = ("--players", "basic,random", "--bet", "2500")
WHOLE = ("--rounds", str(ROUNDS), *PLAYERS, "--balance", "1000000")


@pytest.fixture(name="whole")
def _whole(tmp_path: Path) -> bytes:
    """Play a game without an interruption and return its journal."""
    return journal_of(tmp_path / "whole.jsonl", *WHOLE).read_bytes()


def resumed(path: Path, *arguments: str) -> dict[str, object]:
    """Go on with a journal, and return the summary."""
    result = run("run", "--resume", path, "--rounds", str(ROUNDS), *PLAYERS, *arguments, "--json")
    assert result.exit_code == 0, result.output
    summary: dict[str, object] = json.loads(result.stdout)
    return summary


def test_a_game_that_was_cut_off_anywhere_ends_as_if_it_had_not_been(
    tmp_path: Path, whole: bytes
) -> None:
    """Bots play the same journal, byte for byte; one at random goes on with its numbers."""
    path = tmp_path / "cut.jsonl"
    begin = whole.index(b"\n", whole.index(b'"line":"shoe"')) + 1
    end = whole.index(b'"line":"trailer"')
    for cut in [*range(begin, end, 3989), len(whole) - 1]:
        path.write_bytes(whole[:cut])
        summary = resumed(path)
        assert path.read_bytes() == whole
        assert (summary["rounds"], summary["stopped"]) == (ROUNDS, "all_played")
        assert (summary["journal"], summary["seed"]) == (str(path), 7)


def test_a_game_may_be_longer_than_it_was_meant_to_be(tmp_path: Path, whole: bytes) -> None:
    """Rounds that are there already count, and the summary tells of all."""
    path = tmp_path / "left.jsonl"
    path.write_bytes(whole[: whole.index(b'"line":"round","round":31,') - 10])
    text = run("run", "--resume", path, "--rounds", "30", *PLAYERS).stdout
    assert text.startswith("30 rounds of six_deck_s17, seed 7")
    assert run("replay", path).exit_code == 0
    # The shoe is revealed, and the last line follows.
    assert whole.startswith(b"".join(lines_of(path.read_bytes())[:-2]))


@pytest.mark.parametrize("balance", ["1000000", "2500"])
@pytest.mark.parametrize("rotate", [(), ("--rotate", "20")])
def test_a_finished_game_is_done(balance: str, rotate: tuple[str, ...], tmp_path: Path) -> None:
    """Whether it has its rounds or everybody is broke: nothing is played, the summary is the same.

    More rounds are refused only if somebody could bet.
    """
    path = tmp_path / "game.jsonl"
    begun = run("run", *WHOLE[:-1], balance, "--seed", "7", "--journal", path, *rotate, "--json")
    before = {each.name: each.read_bytes() for each in tmp_path.iterdir()}
    broke = balance == "2500"
    summary = json.loads(begun.stdout)
    assert summary["stopped"] == ("nobody_can_bet" if broke else "all_played")
    again = run("run", "--resume", path, *WHOLE[:-2], *rotate, "--json")
    last = summary["journal"]
    assert (again.exit_code, again.stderr) == (0, f"{last}: the game is finished.\n")
    assert json.loads(again.stdout) == {**summary, "rounds_per_second": 0}
    said = run("run", "--resume", path, *WHOLE[:-2], *rotate).stdout
    assert f", seed {summary['seed']}\n" in said
    more = run("run", "--resume", path, "--rounds", str(ROUNDS + 1), *PLAYERS, *rotate)
    told = f"{last}: the journal is finished after {ROUNDS} rounds; begin a new one\n"
    wanted = (0, again.stderr) if broke else (1, f"pitboss: {told}")
    assert (more.exit_code, more.stderr) == wanted
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == before


def test_fewer_rounds_than_a_game_has_are_refused(tmp_path: Path, whole: bytes) -> None:
    """The game stays open, between two rounds and within one."""
    path = tmp_path / "left.jsonl"
    begin = whole.index(b"\n", whole.index(b'"line":"round","round":31,')) + 1
    for end, played in ((whole.rindex(b"\n", 0, begin - 1) + 1, 30), (begin, 31)):
        path.write_bytes(whole[:end])
        told = refused("run", "--resume", path, "--rounds", str(played - 1), *PLAYERS, code=2)
        assert f"--rounds must be {played} or more: {path} already has {played} rounds" in told
        assert path.read_bytes() == whole[:end]
        assert resumed(path)["rounds"] == ROUNDS
        assert path.read_bytes() == whole


def test_more_rounds_than_the_default_are_refused_in_words_that_are_true(tmp_path: Path) -> None:
    """Nobody gave the number; if somebody did, it is called so."""
    path = journal_of(tmp_path / "left.jsonl", "--rounds", "120")
    path.write_bytes(b"".join(lines_of(path.read_bytes())[:-2]))
    told = refused("run", "--resume", path, code=2)
    assert f"{path} already has 120 rounds, and the default is 100" in told
    told = refused("run", "--resume", path, "--rounds", "100", code=2)
    assert f"{path} already has 120 rounds, got 100" in told


@pytest.mark.parametrize("signal_number", [signal.SIGINT, signal.SIGKILL])
def test_a_game_that_was_stopped_goes_on_from_its_checkpoint(
    tmp_path: Path, signal_number: int
) -> None:
    """However it was stopped; when it is whole, no checkpoint is left."""
    path = tmp_path / "game.jsonl"
    beside = tmp_path / "game.jsonl.checkpoint"
    with start("run", "--seed", "7", *PLAYERS, "--rounds", "1000000000", "--journal", path) as game:
        wait_until(game, beside.exists)
        os.kill(game.pid, signal_number)
        ended(game)
    assert game.returncode in {ExitCode.INTERRUPTED, -signal.SIGKILL}
    with open_table(path) as opened:
        assert opened.from_checkpoint
        rounds = opened.table.round.number + 300
    assert run("run", "--resume", path, "--rounds", str(rounds), *PLAYERS).exit_code == 0
    assert [*tmp_path.iterdir()] == [path]
    assert run("replay", path).exit_code == 0
    other = tmp_path / "other.jsonl"
    run("run", "--seed", "7", *PLAYERS, "--rounds", str(rounds), "--journal", other)
    assert path.read_bytes() == other.read_bytes()


def test_each_seat_of_the_journal_gets_a_player(tmp_path: Path) -> None:
    """They begin again from the first, as for a new game; too many are refused."""
    path = journal_of(tmp_path / "whole", "--players", "mimic", "--seats", "3")
    lines = lines_of(path.read_bytes())[:-2]
    path.write_bytes(b"".join(lines))
    told = refused("run", "--resume", path, "--players", "basic,mimic,random,basic", code=2)
    assert "4 players do not fit 3 seats" in told
    assert path.read_bytes() == b"".join(lines)
    assert run("run", "--resume", path, "--players", "mimic").exit_code == 0


def test_other_players_than_before_are_named(tmp_path: Path, whole: bytes) -> None:
    """They may play on, but nobody should do so by mistake."""
    path = tmp_path / "left.jsonl"
    before = whole[: whole.index(b'"line":"round","round":31,') - 10]
    for players, told in (
        ("basic,random", ""),
        ("mimic", "Seats in the journal: basic, random. Players now: mimic 1, mimic 2.\n"),
    ):
        path.write_bytes(before)
        result = run("run", "--resume", path, "--rounds", "40", "--players", players)
        assert (result.exit_code, result.stderr) == (0, told)


@pytest.mark.parametrize("joined", ["Ben", None])
def test_who_sits_there_now_is_named(joined: str | None, tmp_path: Path) -> None:
    """Not who sat there when the journal began; an empty seat has no name."""
    path = tmp_path / "game.jsonl"
    with open_table(path, seats=["Ann", "mimic"], seed=7) as opened:
        table = opened.table
        table.change(SeatChange.leave(0))
        if joined is not None:
            table.change(SeatChange.join(0, joined))
    result = run("run", "--resume", path, "--rounds", "1", "--players", "basic,mimic")
    told = "Seats in the journal: Ben, mimic. Players now: basic, mimic.\n" if joined else ""
    assert (result.exit_code, result.stderr) == (0, told)


@pytest.mark.parametrize(
    "option",
    [
        ("--rules", "lott"),
        ("--seats", "2"),
        ("--seed", "7"),
        ("--balance", "1000"),
        ("--journal", "other.jsonl"),
    ],
)
def test_what_the_journal_has_decided_is_not_asked_again(
    tmp_path: Path, option: tuple[str, str]
) -> None:
    """It says so, and nothing is written."""
    told = refused("run", "--resume", tmp_path / "game", *option, code=2)
    assert f"--resume cannot be used with {option[0]}: the journal decides it" in told
    assert not [*tmp_path.iterdir()]


def test_a_journal_that_cannot_be_gone_on_with_is_one_sentence(
    tmp_path: Path, whole: bytes
) -> None:
    """One that is not there, damaged, empty or no journal; it stays as it is."""
    path = tmp_path / "game.jsonl"
    told = refused("run", "--resume", path)
    assert told == f"the journal cannot be continued: {path}: No such file or directory"
    for data, sentence in (
        (whole.replace(b'"event":"stand"', b'"event":"smile"', 1)[:-200], "line "),
        (b"", "the journal is empty"),
        (b"hello\n", "this is not a journal"),
        (compress(whole), "line 1: this is packed; unpack it, and give the journal itself"),
    ):
        path.write_bytes(data)
        assert sentence in refused("run", "--resume", path, code=1 if data else 4)
        assert path.read_bytes() == data
    with open_table(tmp_path / "open.jsonl", seats=["Ann"]):
        told = refused("run", "--resume", tmp_path / "open.jsonl")
        assert "is being written elsewhere" in told


def test_a_game_goes_on_with_its_own_secret_and_draws_none(tmp_path: Path, whole: bytes) -> None:
    """A missing secret is named; one that the journal does not need is refused."""
    path, secret = tmp_path / "left.jsonl", tmp_path / "secret"
    before = whole[: whole.rindex(b"\n", 0, whole.index(b'"line":"round","round":31,')) + 1]
    path.write_bytes(before)
    command = ("run", "--resume", path, *PLAYERS, "--secret-file", secret)
    assert "No such file" in refused(*command, code=2)
    assert not secret.exists()
    keep_secret(secret, bytes(32))
    assert "the journal has a seed of its own" in refused(*command, code=2)
    assert path.read_bytes() == before


def test_no_checkpoint_lies_beside_what_is_no_file(tmp_path: Path) -> None:
    """Nobody could go on with a device."""
    result = run("run", "--rounds", "3000", "--seed", "7", "--journal", os.devnull)
    assert result.exit_code == 0
    assert not Path(f"{os.devnull}.checkpoint").exists()
    assert not [*tmp_path.iterdir()]


def test_a_seed_that_is_kept_apart_stands_in_no_checkpoint(tmp_path: Path) -> None:
    """Whoever begins or goes on with the game; it comes out whole all the same."""
    path, secret = tmp_path / "game.jsonl", tmp_path / "secret"
    options = (*PLAYERS, "--secret-file", secret)
    whole = tmp_path / "whole.jsonl"
    assert run("run", "--rounds", "1000", *options, "--journal", whole).exit_code == 0
    lines = lines_of(whole.read_bytes())
    path.write_bytes(b"".join(lines[: len(lines) // 2]))
    with open_table(path, seed=bytes.fromhex(secret.read_text("utf-8"))) as opened:
        play_rounds(opened.table, [MimicPlayer(), MimicPlayer()], 700)
    assert {each.name for each in tmp_path.iterdir()} == {"game.jsonl", "secret", "whole.jsonl"}
    path.write_bytes(b"".join(lines[: len(lines) // 2]))
    assert run("run", "--resume", path, "--rounds", "1000", *options).exit_code == 0
    assert path.read_bytes() == whole.read_bytes()
    with start("run", *options, "--rounds", "1000000000", "--journal", path) as game:
        wait_until(game, lambda: path.stat().st_size > 2 * whole.stat().st_size)
        os.kill(game.pid, signal.SIGKILL)
        ended(game)
    assert {each.name for each in tmp_path.iterdir()} == {"game.jsonl", "secret", "whole.jsonl"}
