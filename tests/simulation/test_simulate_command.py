"""``pitboss simulate``: what it shows, what it keeps, and what it refuses."""

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from numba.core import event
from tests.cli.command_line import HANGS_AFTER_S, ended, refused, run, start, wait_until
from tests.simulation.bot import BOT

from pitboss import Rules, verify
from pitboss.cli.console import Progress
from pitboss.errors import ExitCode
from pitboss.exact import value
from pitboss.players import CountingStrategy, chart
from pitboss.simulation import Bankroll, ByCount, run_of, simulate, strategy_named
from pitboss.simulation.shoe_ranges import RangeResult, play_range

SEEDED = ("simulate", "--seed", "7")

SLOW = """
import signal
from pathlib import Path
from time import sleep
from bots_here import Bot

class Slow(Bot):
    \"\"\"Plays, until a file is there, as fast as it can, and then slowly.\"\"\"

    def decide(self, view, offer):
        if Path("begun").exists():
            sleep(0.01)
        elif Bot.asked == 3000:
            Path("begun").touch()
        return super().decide(view, offer)

class Exits(Bot):
    \"\"\"Plays a round, and then leaves.\"\"\"

    def decide(self, view, offer):
        if view.round_number > 1:
            raise SystemExit(3)
        return super().decide(view, offer)

class Hangs(Bot):
    \"\"\"Plays a round, and then never answers.\"\"\"

    def decide(self, view, offer):
        while view.round_number > 1:
            Path("begun").touch()
            if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
                Path("heard").touch()
            sleep(0.01)
        return super().decide(view, offer)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder in which a player lies."""
    (tmp_path / "bots_here.py").write_text(BOT, "utf-8")
    (tmp_path / "slow_bots.py").write_text(SLOW, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "bots_here", raising=False)
    return tmp_path


def records(*arguments: str) -> list[dict[str, object]]:
    """Return what a command tells programs, without its speed."""
    result = run(*SEEDED, *arguments, "--json")
    assert result.exit_code == 0, result.output
    lines: list[dict[str, object]] = [json.loads(line) for line in result.stdout.splitlines()]
    assert lines[0].pop("rounds_per_second")
    return lines


def test_people_get_the_figures() -> None:
    """By seat, by count, the bankroll, and the worst rounds."""
    arguments = ("--strategy", "hi-lo,basic", "--rounds", "200000", "--bankroll", "60000")
    result = run(*SEEDED, *arguments, "--worst", "2")
    assert result.exit_code == 0
    assert result.stdout.startswith("200,0")
    for words in (
        " rounds of six_deck_s17, seed 7, at ",
        "\n  0 hi-lo",
        "\n  1 basic",
        "\n  +3",
        "600.00 was lost in ",
        " sessions of 100 shoes: ",
    ):
        assert words in result.stdout
    worst = [line for line in result.stdout.splitlines() if " in round " in line]
    assert len(worst) == 2
    assert all(line.startswith("−") for line in worst)


def test_programs_get_all_of_it() -> None:
    """What the library returns, exactly."""
    rules = Rules.preset("double_deck_h17")
    arguments = (
        "--rules",
        "double_deck_h17",
        "--strategy",
        "hi-lo",
        "--bet",
        "500",
        "--rounds",
        "30000",
    )
    more = ("--seats", "2", "--bankroll", "40000", "--session", "10", "--worst", "3")
    lines = records(*arguments, *more)
    strategy = ByCount.counting(rules, CountingStrategy.hi_lo(500))
    found = simulate(rules, strategy, rounds=30_000, seed=7, seats=2, bankroll=Bankroll(40_000, 10))
    head, *others = lines
    assert head["rounds"] == found.rounds
    assert head["shoes"] == [[1, found.ranges[0][1]]]
    assert (head["mean"], head["run"]) == (found.mean_minor, found.run)
    of_kind = {kind: [each for each in others if each["kind"] == kind] for kind in KINDS}
    assert [(seat["squares"], seat["n0_dealt"]) for seat in of_kind["seat"]] == [
        (sums.squares, sums.n0) for sums in found.seats_dealt
    ]
    assert len(of_kind["count"]) == sum(map(len, found.by_count))
    hands = [(each["seat"], each["up"], each["cards"], each["net"]) for each in of_kind["hand"]]
    assert hands == [
        (seat, up, [one, other], sums.net_minor)
        for seat, by_hand in enumerate(found.by_hand)
        for (up, one, other), sums in sorted(by_hand.items())
    ]
    assert found.sessions is not None
    (sessions,) = of_kind["sessions"]
    assert (sessions["sessions"], sessions["ruined"]) == (
        found.sessions.played,
        found.sessions.ruined,
    )
    worst = run_of(rules, strategy, seed=7, seats=2).worst(found, 3)
    assert [(lost["shoe"], lost["round"], lost["net"]) for lost in of_kind["lost"]] == [
        (each.shoe, each.place, each.net_minor) for each in worst
    ]
    assert sum(map(len, of_kind.values())) == len(others)


@pytest.mark.untraced
def test_a_result_is_held_to_the_exact_value(tmp_path: Path) -> None:
    """In standard errors; of a seat that counts there is none."""
    fresh = Rules.preset("single_deck_6to5", shuffle="every_round")
    expected = value(fresh, chart(fresh))
    rules = tmp_path / "fresh.toml"
    rules.write_text('preset = "single_deck_6to5"\nshuffle = "every_round"\n', "utf-8")
    arguments = ("--rules", str(rules), "--rounds", "200000", "--exact", "--strategy", "basic,ko")
    head, *lines = records(*arguments)
    (exact,) = (each for each in lines if each["kind"] == "exact")
    assert (exact["seat"], exact["value"], exact["estimated_error"]) == (
        0,
        expected.value,
        expected.estimated_error,
    )
    strategies = [strategy_named(name, fresh) for name in ("basic", "ko")]
    sums = simulate(fresh, strategies, rounds=200_000, seed=7).seats[0]
    error = sums.standard_error_minor * sums.rounds / sums.bets_minor
    away = (sums.edge - expected.value) / error
    assert exact["standard_errors"] == pytest.approx(away)
    assert head["rounds"] == sums.rounds
    assert abs(away) < 4
    shown = run(*SEEDED, *arguments).stdout
    assert f"Exactly −{-expected.value:.4%} for seat 0 from a fresh shoe" in shown
    counts = run(*SEEDED, "--rounds", "1000", "--exact", "--strategy", "hi-lo")
    assert counts.exit_code == ExitCode.WRONG_USAGE
    assert "--exact needs a seat" in counts.stderr


KINDS = ("seat", "count", "hand", "sessions", "lost")


@pytest.mark.untraced
@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("strategy", ["basic", "bots_here:Bot"])
def test_jobs_do_not_change_the_result(strategy: str) -> None:
    """In threads, or in processes for what is Python."""
    rounds = "300000" if strategy == "basic" else "3000"
    arguments = ("--strategy", strategy, "--rounds", rounds, "--json")
    found: list[list[bytes]] = []
    for jobs in ("1", "2"):
        with start(*SEEDED, *arguments, "--jobs", jobs) as process:
            told, complaint = ended(process)
        assert (process.returncode, complaint) == (0, b"")
        head, *others = told.splitlines()
        found.append([head.partition(b',"rounds_per_second"')[0], *others])
    assert found[0] == found[1]


def test_any_round_gives_its_journal(tmp_path: Path) -> None:
    """By its number, or by the shoe that a worst round names."""
    journal = tmp_path / "round.jsonl"
    (worst,) = (each for each in records("--worst", "1") if each["kind"] == "lost")
    for place in ("123456", f"{worst['shoe']}:{worst['round']}"):
        result = run(*SEEDED, "--journal-of", place, journal)
        assert result.exit_code == 0
        assert result.stdout.startswith("Round ")
        with journal.open("rb") as file:
            assert verify(file).matches
    last = run("show", journal, "--round", str(worst["round"])).stdout
    assert f"+{-int(str(worst['net'])) / 100:.2f}" in last


def test_a_journal_of_a_round_goes_to_standard_output(folder: Path) -> None:
    """The very bytes of the file, and nothing else."""
    run(*SEEDED, "--journal-of", "5", "round.jsonl")
    result = run(*SEEDED, "--journal-of", "5", "-")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout_bytes == (folder / "round.jsonl").read_bytes()
    assert not (folder / "-").exists()


def test_a_session_is_one_of_a_bankroll() -> None:
    """Without one nothing would be counted; a hundred shoes is what it has."""
    told = refused(*SEEDED, "--session", "5", code=ExitCode.WRONG_USAGE)
    assert told.startswith("--session needs --bankroll")
    named = records("--rounds", "9000", "--bankroll", "5000", "--session", "100")
    assert records("--rounds", "9000", "--bankroll", "5000") == named


def test_a_seed_may_be_a_number_or_a_secret() -> None:
    """What is neither is answered with both."""
    for wrong in ("zz", "-1", str(2**63), "0" * 63):
        told = refused("simulate", "--seed", wrong, code=ExitCode.WRONG_USAGE)
        assert f"'{wrong}' is not a seed: write a whole number from 0 to " in told
        assert "or a secret of 64 digits" in told


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_player_that_ends_the_program_is_told(jobs: str) -> None:
    """Whichever process it is in."""
    arguments = ("--strategy", "slow_bots:Exits", "--rounds", "1000", "--jobs", jobs)
    with start(*SEEDED, *arguments) as process:
        told, complaint = ended(process)
    assert (process.returncode, told) == (ExitCode.FAILED, b"")
    assert complaint == b"pitboss: one of your classes raised SystemExit(3)\n"


def test_a_round_that_is_not_there_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    """Nothing is written before it is found."""
    journal = tmp_path / "round.jsonl"
    journal.write_text("mine", "utf-8")
    told = refused(*SEEDED, "--journal-of", "12:9999", journal)
    assert told.startswith("shoe 12 has no round 9999: give 1 to ")
    assert journal.read_text("utf-8") == "mine"
    assert "No such file" in refused(*SEEDED, "--journal-of", "1", tmp_path / "no" / "j")
    assert "--seed" in refused("simulate", "--journal-of", "1", journal, code=2)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--rounds", "0"],
        ["--rounds", "many"],
        ["--jobs", "0"],
        ["--seats", "8"],
        ["--rules", "lot"],
        ["--strategy", "hilo"],
        ["--strategy", "basic,"],
        ["--strategy", "not a module:Class"],
        ["--strategy", "basic,basic", "--seats", "1"],
        ["--bet", "0"],
        ["--bankroll", "0"],
        ["--session", "0"],
        ["--session", "5"],
        ["--worst", "101"],
        ["--plot", "plot.txt"],
        ["--plot", "plot.svg", "--seed", "7", "--journal-of", "1", "-"],
        ["--journal-of", "0", "x"],
        ["--journal-of", "1:", "x"],
        ["--journal-of", "1"],
        ["--journal-of", "99999999999999999999", "x"],
        ["--seed", "-1"],
    ],
)
def test_bad_options_are_refused(arguments: list[str]) -> None:
    """Each in one sentence."""
    assert refused(*SEEDED, *arguments, code=ExitCode.WRONG_USAGE)


def test_what_cannot_be_simulated_is_refused(tmp_path: Path) -> None:
    """Rules that are not covered, bets that are not allowed, players that are not there."""
    rules = tmp_path / "rules.toml"
    rules.write_text('shuffle = "when_empty"\n', "utf-8")
    assert "shuffle = when_empty" in refused(*SEEDED, "--rules", rules)
    assert "a bet of 1000000000000" in refused(*SEEDED, "--bet", "1000000000000")
    assert "cannot be made" in refused(*SEEDED, "--strategy", "no_such_module:Bot")
    assert "command" in refused(*SEEDED, "--strategy", "exec:cat")


def interrupted(
    folder: Path, *arguments: str
) -> tuple[dict[str, int], dict[str, object], list[dict[str, object]]]:
    """Interrupt a long simulation, and simulate as many rounds with a quick player.

    Returned are what it tells of all and of the seat, and all that the other tells.
    """
    with start(*SEEDED, *arguments, "--rounds", "100000000", "--json") as process:
        wait_until(process, (folder / "begun").exists)
        process.send_signal(signal.SIGINT)
        told, complaint = ended(process)
    assert (process.returncode, complaint) == (ExitCode.INTERRUPTED, b"")
    head, seat, *_ = map(json.loads, told.splitlines())
    assert head["stopped"] == "interrupted"
    found = records("--strategy", "bots_here:Bot", "--rounds", str(head["rounds"]))
    return head, seat, found


def test_ctrl_c_keeps_what_was_counted(folder: Path) -> None:
    """What is shown is of whole shoes, as a shorter simulation would find them."""
    head, seat, found = interrupted(folder, "--strategy", "bots_here:Bot")
    assert found[0]["shoes"] == head["shoes"]
    assert found[1] == seat


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_waits_for_no_slow_player(jobs: str, folder: Path) -> None:
    """Shoes that are being played are abandoned; those that are counted are a few whole ones."""
    head, seat, found = interrupted(folder, "--strategy", "slow_bots:Slow", "--jobs", jobs)
    assert 0 < head["rounds"] < 10_000
    assert found[0]["shoes"] == head["shoes"]
    assert {**found[1], "strategy": ""} == {**seat, "strategy": ""}


def test_a_second_ctrl_c_ends_it_at_once(folder: Path) -> None:
    """Even where a player never answers."""
    with start(*SEEDED, "--strategy", "slow_bots:Hangs", "--rounds", "1000") as process:
        wait_until(process, (folder / "begun").exists)
        process.send_signal(signal.SIGINT)
        wait_until(process, (folder / "heard").exists)
        process.send_signal(signal.SIGINT)
        told, complaint = ended(process)
    assert (process.returncode, told) == (ExitCode.INTERRUPTED, b"")
    assert complaint.split(b"\n") == [b"", b"pitboss: interrupted", b""]


def test_ctrl_c_before_a_shoe_was_counted_is_said(folder: Path) -> None:
    """Processes end even if their players never answer."""
    arguments = ("--strategy", "slow_bots:Hangs", "--rounds", "1000", "--jobs", "2")
    with start(*SEEDED, *arguments) as process:
        wait_until(process, (folder / "begun").exists)
        process.send_signal(signal.SIGINT)
        told, complaint = ended(process)
    assert (process.returncode, told) == (ExitCode.INTERRUPTED, b"")
    assert complaint == b"pitboss: interrupted before a shoe was played to its end\n"


def test_ctrl_c_is_said_to_people(folder: Path) -> None:
    """In the summary."""
    with start(*SEEDED, "--strategy", "bots_here:Bot", "--rounds", "100000000") as process:
        wait_until(process, (folder / "begun").exists)
        process.send_signal(signal.SIGINT)
        told, _ = ended(process)
    assert b"\nInterrupted; these are the results until then.\n" in told


def test_a_reader_that_has_gone_ends_it_quietly() -> None:
    """As after ``| head``."""
    with start(*SEEDED, "--rounds", "100", "--json") as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
        assert process.wait(timeout=HANGS_AFTER_S) == ExitCode.PIPE_CLOSED


def test_progress_is_for_terminals(folder: Path) -> None:
    """A bar on standard error, which is wiped away."""
    pty = pytest.importorskip("pty")
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "pitboss", *SEEDED, "--strategy", "bots_here:Bot"]
    with subprocess.Popen(
        [*command, "--rounds", "100000000"], stdout=subprocess.DEVNULL, stderr=slave, cwd=folder
    ) as process:
        os.close(slave)
        shown = b""
        # The other end of a terminal is closed by an error.
        with suppress(OSError):
            while b"simulating" not in shown and (part := os.read(master, 65536)):
                shown += part
            process.send_signal(signal.SIGINT)
            while part := os.read(master, 65536):
                shown += part
        os.close(master)
        assert process.wait(timeout=HANGS_AFTER_S) == ExitCode.INTERRUPTED
    assert shown.endswith(b"\r\x1b[K")


def test_that_it_compiles_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """On standard error, with a bar, and not for players in Python, which are not compiled."""
    assert run(*SEEDED, "--rounds", "10").stderr == ""

    def compiling(*arguments: Any, **options: Any) -> RangeResult:  # noqa: ANN401  whatever there is
        # Parts of it are compiled on the way.
        for status in ("START", "START", "END", "END"):
            numba_event: Any = event
            at = numba_event.EventStatus[status]
            numba_event.broadcast(numba_event.Event("numba:compile", at))
        return play_range(*arguments, **options)

    told: list[int] = []
    monkeypatch.setattr("pitboss.simulation.runs.play_range", compiling)

    def reached(_progress: Progress, done: int) -> None:
        told.append(done)

    monkeypatch.setattr(Progress, "reached", reached)
    result = run(*SEEDED, "--journal-of", "3:1", os.devnull)
    first, second = result.stderr.splitlines()
    assert first.endswith("once for all rules; this may take a minute or two.")
    assert second.startswith("It took ")
    assert told == [1, 2]
    assert run(*SEEDED, "--rounds", "10", "--strategy", "mimic").stderr == ""


def test_without_the_extra_it_says_what_to_install() -> None:
    """No other command needs it."""
    lacking = "import sys; sys.modules['numba'] = None; import pitboss.__main__ as it; it.run()"
    command = [sys.executable, "-c", lacking, *SEEDED]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert told.returncode == ExitCode.FAILED
    assert told.stderr == (
        "pitboss: pitboss.simulation needs numba, which is not installed: "
        'pip install "pitboss[simulation]"\n'
    )
