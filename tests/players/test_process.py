"""Players in processes of their own: those who play well, and those who fail in every way."""

import io
import math
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest
from tests.cli.command_line import run

from pitboss import (
    AdapterError,
    Journal,
    MimicPlayer,
    Player,
    Rules,
    Table,
    play_round,
    play_rounds,
    verify,
)
from pitboss.errors import TimedOutError
from pitboss.players import PlayerError, ProcessError, ProcessPlayer
from pitboss.players import process as processes
from pitboss.players.process import MAX_SECONDS
from pitboss.table.driver import AskAgain, Fault, PlayFallback

BOTS: Final = Path(__file__).with_name("process_bots.py")
IN_NODE: Final = Path(__file__).parents[2] / "fixtures" / "protocol" / "dealers_rule.mjs"
NODE: Final = shutil.which("node")
SOON: Final = 1
PATIENT: Final = 100_000


@pytest.fixture(autouse=True)
def _no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a process begin and end, and what it wrote be read, as slowly as the machine has it."""
    monkeypatch.setattr(processes, "_LAST_SECONDS", PATIENT)
    patient = partial(ProcessPlayer, seconds=PATIENT)
    monkeypatch.setattr("pitboss.players.registry.ProcessPlayer", patient)


def bot(way: str, *more: str, seconds: int = PATIENT, restarts: int = 0) -> ProcessPlayer:
    """Return a player that plays in a way."""
    command = [sys.executable, str(BOTS), way, *more]
    return ProcessPlayer(command, Rules(), seconds=seconds, restarts=restarts)


def a_table() -> Table:
    """Return a table of one seat."""
    return Table(seats=["Ann"], seed=7)


def played(player: Player, rounds: int = 30) -> bytes:
    """Return the journal of a game."""
    file = io.BytesIO()
    table = Table(seats=["Ann"], seed=7, recorder=Journal(file))
    play_rounds(table, [player], rounds)
    table.close()
    return file.getvalue()


def test_a_process_plays_as_a_player_of_the_same_rule() -> None:
    """The journal is the same, byte for byte."""
    with bot("well") as player:
        journal = played(player)
        assert player.errors == ()
    assert journal == played(MimicPlayer())
    assert verify(io.BytesIO(journal)).matches


@pytest.mark.skipif(NODE is None, reason="there is no Node")
def test_the_example_in_node_plays_by_the_dealers_rule() -> None:
    """From the library, and from the command line."""
    assert NODE is not None
    with ProcessPlayer([NODE, str(IN_NODE)], Rules(), seconds=PATIENT) as player:
        assert played(player) == played(MimicPlayer())
    result = run("run", "--seed", "7", "--rounds", "5", "--players", f'mimic,exec:"node {IN_NODE}"')
    assert result.exit_code == 0, result.output


def test_a_process_hears_of_shuffles_and_of_the_end_of_rounds() -> None:
    """From its first question on, and its answers stay those to its questions."""
    table = Table(Rules.of(shuffle="every_round"), seats=["Ann"], seed=7)
    with bot("notes") as player:
        play_rounds(table, [player], 3)
        player.close()
        assert player.errors == (
            "round_over 1 1",
            "shuffled 2 2",
            "round_over 2 2",
            "shuffled 3 3",
            "round_over 3 3",
        )


WRONG_SECONDS: Final = (0, -1, MAX_SECONDS + 1, 10**400, math.inf, math.nan, True, "1", None)

FAILURES: Final = {
    "dies": r"ended with code 3; its last line to standard error was .my last word",
    "babbles": "wrote .hit me. to standard output, which is not an answer: no JSON",
    "is_long": "is not an answer: it must be text of at most 512 bytes",
    "is_cut_short": "is not an answer: no JSON",
    "is_behind": "is not an answer: it answers question 0, not 1",
    "says_true": "is not an answer: it answers question True, not 1",
    "knows_no_word": "is not an answer: not an event: the word .pass.",
    "bets_a_fraction": "is not an answer: not an event: numbers",
    "stops_writing": "ended with code",
    "floods": "is not an answer: ",
}


@pytest.mark.parametrize("way", FAILURES)
def test_a_process_that_fails_is_a_typed_error(way: str) -> None:
    """Nothing was changed, and the same offer stands."""
    table = a_table()
    with bot(way) as player, pytest.raises(AdapterError, match=FAILURES[way]) as raised:
        play_round(table, [player])
    error = raised.value
    assert error.fault is Fault.RAISED
    assert isinstance(error.__cause__, ProcessError)
    assert error.offer == table.offer()
    assert table.round.event_count == 1
    assert str(error).isprintable()


@pytest.mark.parametrize("way", ["never", "has_a_child"])
def test_a_process_that_takes_too_long_has_timed_out(way: str) -> None:
    """It is ended with all that it started."""
    with bot(way, seconds=SOON) as player, pytest.raises(AdapterError) as raised:
        play_round(a_table(), [player])
    assert raised.value.fault is Fault.TIMED_OUT
    assert isinstance(raised.value.__cause__, TimedOutError)
    assert "let the program flush each line that it writes" in str(raised.value)


@pytest.fixture
def pipe(tmp_path: Path) -> Iterator[tuple[Path, int]]:
    """Give a pipe with a name, and the number by which it is read."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reading = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    os.set_blocking(reading, True)
    yield path, reading
    os.close(reading)


@pytest.mark.parametrize("held", ["nothing", "output"])
def test_a_process_that_ends_leaves_nothing_behind(held: str, pipe: tuple[Path, int]) -> None:
    """Its end is noticed although a child holds its output, and the child is ended as well."""
    path, reading = pipe
    with bot("leaves_a_child", str(path), held) as player:
        with pytest.raises(AdapterError, match="ended with code 3") as raised:
            play_round(a_table(), [player])
        assert isinstance(raised.value.__cause__, ProcessError)
        assert os.read(reading, 100).isdigit()
        assert os.read(reading, 100) == b""


def test_the_end_of_a_process_is_noticed_while_another_group_holds_its_output(
    pipe: tuple[Path, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What has left the group is not ended, and nobody waits for it either."""
    path, reading = pipe
    monkeypatch.setattr(processes, "_LAST_SECONDS", SOON)
    with bot("leaves_a_child", str(path), "output apart") as player:
        with pytest.raises(AdapterError, match="ended with code 3"):
            play_round(a_table(), [player])
        os.kill(int(os.read(reading, 100)), signal.SIGKILL)


def test_a_process_can_be_killed_while_it_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The player has failed, and plays no more."""
    table = a_table()
    player = bot("never", restarts=1)
    process = vars(processes)["_Process"]
    heard = process.hear

    def killed_meanwhile(*given: Any) -> Any:  # noqa: ANN401  handed on as they are
        player.kill()
        return heard(*given)

    monkeypatch.setattr(process, "hear", killed_meanwhile)
    with player:
        with pytest.raises(AdapterError, match="the process has ended with code -9"):
            play_round(table, [player])
        with pytest.raises(AdapterError, match="not started any more"):
            play_round(table, [player])


def test_a_process_that_is_killed_while_it_is_started_does_not_live(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A signal may come in between."""
    player = bot("never")

    def killed_meanwhile(*given: Any, **more: Any) -> Any:  # noqa: ANN401  handed on as they are
        player.kill()
        return started(*given, **more)

    started = subprocess.Popen
    monkeypatch.setattr("pitboss.players.process.subprocess.Popen", killed_meanwhile)
    with player, pytest.raises(AdapterError, match="the process has ended with code -9"):
        play_round(a_table(), [player])


def test_an_answer_that_nobody_asked_for_is_found_at_the_next_question() -> None:
    """It is not taken for the answer to that."""
    table = a_table()
    with (
        bot("answers_twice") as player,
        pytest.raises(AdapterError, match="answers question 1") as error,
    ):
        play_round(table, [player])
    assert error.value.fault is Fault.RAISED
    assert table.round.event_count == 2


def test_an_illegal_answer_does_not_end_the_process() -> None:
    """It is refused as that of any player, and the process may be asked again."""
    with bot("breaks_the_rules") as player, pytest.raises(AdapterError) as raised:
        play_round(a_table(), [player], AskAgain(5))
    assert raised.value.fault is Fault.ILLEGAL
    assert raised.value.attempt == 6


def test_a_process_that_ended_is_started_again(tmp_path: Path) -> None:
    """When it is asked again, and the game is the same as without the failure."""
    file = io.BytesIO()
    table = Table(seats=["Ann"], seed=7, recorder=Journal(file))
    with bot("dies_once", str(tmp_path / "marker"), restarts=1) as player:
        play_rounds(table, [player], 30, AskAgain(1))
    table.close()
    assert file.getvalue() == played(MimicPlayer())


def test_a_process_is_started_again_so_often_and_no_more() -> None:
    """Then it fails at once, and a policy may let another player go on."""
    table = a_table()
    with bot("dies", restarts=2) as player:
        with pytest.raises(AdapterError, match="not started any more") as raised:
            play_round(table, [player], AskAgain(10))
        assert raised.value.attempt == 11
        assert player.errors == ("one line", "my last word \x1b[2J")
        play_round(table, [player], PlayFallback(MimicPlayer()))
    assert table.over


def test_a_program_that_is_not_there_is_a_typed_error() -> None:
    """When it is first asked."""
    with pytest.raises(AdapterError, match="the process cannot be started"):
        play_round(a_table(), [ProcessPlayer(["no-such-program"], Rules())])


def test_a_player_that_was_closed_plays_no_more() -> None:
    """To close it twice does nothing."""
    player = bot("well")
    table = a_table()
    play_round(table, [player])
    player.close()
    player.close()
    with pytest.raises(AdapterError, match="not started any more"):
        play_round(table, [player])


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("node bot.js", {}),
        ([], {}),
        *((["node"], {"seconds": wrong}) for wrong in WRONG_SECONDS),
        *((["node"], {"restarts": wrong}) for wrong in (-1, 1.5, True, None)),
    ],
)
def test_a_player_that_cannot_be_is_refused(command: Any, options: dict[str, Any]) -> None:  # noqa: ANN401  what the types forbid, too
    """Before anything is started."""
    with pytest.raises(PlayerError):
        ProcessPlayer(command, Rules(), **options)


def test_the_command_line_names_processes_and_classes(tmp_path: Path) -> None:
    """A comma in quotes belongs to the command; a seat is named after its player."""
    path = tmp_path / "game.jsonl"
    command = f'exec:"{sys.executable} {BOTS} well a,b"'
    options = ("--seed", "7", "--rounds", "3", "--journal", path)
    result = run("run", *options, "--players", f"{command}, pitboss:MimicPlayer")
    assert result.exit_code == 0, result.output
    with path.open("rb") as file:
        assert verify(file).matches
    assert b'"name":"pitboss:MimicPlayer"' in path.read_bytes()


def test_the_command_line_says_what_a_process_did_wrong() -> None:
    """In one sentence, with exit code 1."""
    command = f'exec:"{sys.executable} {BOTS} dies"'
    result = run("run", "--seed", "7", "--rounds", "3", "--players", command)
    assert result.exit_code == 1
    assert "the process has ended with code 3" in result.stderr
    assert run("run", "--players", "exec:").exit_code == 2
    assert run("run", "--players", "bots:").exit_code == 2
