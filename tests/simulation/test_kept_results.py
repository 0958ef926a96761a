"""``pitboss simulate`` keeps results in files, goes on with them, and adds those of others."""

import json
import os
import signal
import subprocess
import sys
from contextlib import AbstractContextManager
from itertools import count
from pathlib import Path
from typing import BinaryIO

import pytest
from tests.cli.command_line import HANGS_AFTER_S, ended, refused, run, start, wait_until
from tests.simulation.bot import BOT

from pitboss import Rules
from pitboss.cli.output import open_output
from pitboss.errors import ExitCode
from pitboss.simulation import (
    Bankroll,
    SimulationResult,
    results_from_json,
    results_to_json,
    run_of,
    simulate,
)

SEEDED = ("simulate", "--seed", "7")
COUNTS = (*SEEDED, "--strategy", "hi-lo", "--bankroll", "60000")
RULES = Rules.preset("six_deck_s17")

BOTS = (
    BOT
    + """
class Fails(Bot):
    def decide(self, view, offer):
        if Bot.asked == 2_000:
            raise ValueError("enough")
        return super().decide(view, offer)

class Hangs(Bot):
    def decide(self, view, offer):
        while view.round_number > 1:
            Path("begun").touch()
        return super().decide(view, offer)
"""
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder in which players lie."""
    (tmp_path / "bots_that_stand.py").write_text(BOTS, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "bots_that_stand", raising=False)
    return tmp_path


def done(*arguments: str | Path) -> list[dict[str, object]]:
    """Return what a command tells programs, without its speed."""
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    lines: list[dict[str, object]] = [json.loads(line) for line in result.stdout.splitlines()]
    lines[0].pop("rounds_per_second")
    return lines


def held(path: str) -> SimulationResult:
    """Return the results that a file holds."""
    return results_from_json(Path(path).read_bytes())


def files_here() -> set[str]:
    """Return the names of all files that commands have left."""
    return {path.name for path in Path().iterdir()} - {"bots_that_stand.py", "__pycache__", "begun"}


def test_three_days_leave_the_file_of_one() -> None:
    """Bit for bit, and each day shows what was found in all."""
    for rounds in ("5000", "5001", "200000"):
        shown = done(*COUNTS, "--rounds", rounds, "--save", "days.json", "--worst", "5")
        assert shown == done(*COUNTS, "--rounds", rounds, "--worst", "5")
    done(*COUNTS, "--rounds", "200000", "--save", "at_once.json")
    assert Path("days.json").read_bytes() == Path("at_once.json").read_bytes()
    assert Path("days.json").read_bytes().count(b"\n") == 1
    bankroll = Bankroll(60_000, 100)
    assert held("days.json") == simulate(RULES, "hi-lo", rounds=200_000, seed=7, bankroll=bankroll)
    assert files_here() == {"days.json", "at_once.json"}


def test_a_file_that_holds_enough_is_left_as_it_is() -> None:
    """What it holds is shown, however few rounds are asked for."""
    shown = done(*COUNTS, "--rounds", "5000", "--save", "kept.json")
    before = Path("kept.json").read_bytes()
    assert done(*COUNTS, "--rounds", "1", "--save", "kept.json") == shown
    assert Path("kept.json").read_bytes() == before


def test_machines_find_together_what_one_finds() -> None:
    """Each from a shoe of its own; their files are added in any order."""
    done(*COUNTS, "--rounds", "2000", "--save", "low.json")
    first = str(held("low.json").ranges[0][1] + 1)
    done(*COUNTS, "--rounds", "3000", "--from-shoe", first, "--save", "high.json")
    total = held("low.json").rounds + held("high.json").rounds
    expected = done(*COUNTS, "--rounds", str(total), "--save", "one.json")
    for files in (("low.json", "high.json"), ("high.json", "low.json")):
        added = [word for file in files for word in ("--add", file)]
        assert done(*COUNTS, "--rounds", "1", *added) == expected
    done(*COUNTS, "--rounds", "1", "--add", "high.json", "--save", "low.json")
    assert Path("low.json").read_bytes() == Path("one.json").read_bytes()


def test_what_is_added_counts_among_the_rounds() -> None:
    """Only what is lacking is played, and of the shoes that nobody has played."""
    run_ = run_of(RULES, "hi-lo", seed=7)
    Path("middle.json").write_text(results_to_json(run_.shoes(10, 20)), "utf-8")
    arguments = (*SEEDED, "--strategy", "hi-lo", "--rounds", "1500", "--add", "middle.json")
    head, *_ = done(*arguments, "--save", "all.json")
    shoes = held("all.json").ranges
    assert head["shoes"] == [[1, shoes[0][1]]]
    assert held("all.json") == run_.shoes(1, shoes[0][1])


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, ExitCode.INTERRUPTED), (signal.SIGTERM, 143)]
)
def test_who_ends_it_keeps_what_is_gone_on_with(number: int, code: int, folder: Path) -> None:
    """The same is found as at once."""
    arguments = (*SEEDED, "--strategy", "bots_that_stand:Bot", "--save", "kept.json")
    with start(*arguments, "--rounds", "100000000") as process:
        wait_until(process, (folder / "begun").exists)
        process.send_signal(number)
        told, complaint = ended(process)
    assert (process.returncode, complaint) == (code, b"")
    assert b"\nInterrupted; these are the results until then.\n" in told
    rounds = held("kept.json").rounds
    assert rounds > 1_000
    shown = done(*arguments, "--rounds", str(rounds + 1_000))
    others = (*SEEDED, "--strategy", "bots_that_stand:Bot", "--save", "at_once.json")
    assert shown == done(*others, "--rounds", str(rounds + 1_000))
    assert Path("kept.json").read_bytes() == Path("at_once.json").read_bytes()


def test_ctrl_c_before_a_shoe_leaves_the_file_as_it_was(folder: Path) -> None:
    """What it holds is shown; without one there is none."""
    arguments = ("--strategy", "bots_that_stand:Hangs", "--rounds", "1000", "--jobs", "2")
    with start(*SEEDED, *arguments, "--save", "kept.json") as process:
        wait_until(process, (folder / "begun").exists)
        process.send_signal(signal.SIGINT)
        _, complaint = ended(process)
    assert complaint == b"pitboss: interrupted before a shoe was played to its end\n"
    assert files_here() == set()


def test_what_was_counted_is_kept_while_it_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a player, or a machine, that fails takes little with it."""
    monkeypatch.setattr("pitboss.cli.result_files._KEPT_EVERY_S", 0)
    arguments = (*SEEDED, "--strategy", "bots_that_stand:Fails", "--save", "kept.json")
    failed = run(*arguments, "--rounds", "1000000")
    assert failed.exit_code == ExitCode.FAILED
    assert "enough" in failed.stderr
    assert " rounds of six_deck_s17, seed 7" in failed.stdout
    shoes = held("kept.json").ranges[0][1]
    run_ = run_of(RULES, "bots_that_stand:Bot", seed=7)
    assert held("kept.json").of_shoes == run_.shoes(1, shoes).of_shoes
    assert files_here() == {"kept.json"}


def test_it_is_not_kept_again_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only after a while, and at the end."""
    clock = count(10**12, 40)
    monkeypatch.setattr("pitboss.cli.result_files.perf_counter", lambda: next(clock))
    kept: list[int] = []

    def hear(path: str) -> AbstractContextManager[BinaryIO]:
        kept.append(1)
        return open_output(path)

    monkeypatch.setattr("pitboss.cli.result_files.open_output", hear)
    told: list[int] = []
    simulate(RULES, rounds=300_000, seed=7, progress=lambda found: told.append(found.rounds))
    done(*SEEDED, "--rounds", "300000", "--save", "kept.json")
    assert len(told) > 2
    assert 1 < len(kept) < len(told)


@pytest.mark.parametrize("option", ["--save", "--add", "--from-shoe"])
def test_files_need_a_seed_and_rounds_that_are_counted(option: str) -> None:
    """Without a seed every run is another; a round that is played again is no result."""
    told = refused("simulate", option, "5", code=ExitCode.WRONG_USAGE)
    assert told.startswith(f"{option} needs the --seed of the simulation")
    again = ("--journal-of", "3", "kept.json")
    told = refused(*SEEDED, option, "5", *again, code=ExitCode.WRONG_USAGE)
    assert told.startswith(f"{option} cannot be used with --journal-of")
    assert files_here() == set()


@pytest.mark.parametrize("option", ["--save", "--add"])
@pytest.mark.parametrize("name", ["", "-"])
def test_results_are_in_a_file(option: str, name: str) -> None:
    """They are read and written again, which standard streams are not."""
    told = refused(*SEEDED, option, name, code=ExitCode.WRONG_USAGE)
    assert told.startswith(f"{option} needs a file")


@pytest.mark.skipif(os.name != "posix", reason="files have other permissions elsewhere")
def test_a_file_that_is_gone_on_with_keeps_its_permissions() -> None:
    """Nobody else reads what nobody else could read before."""
    done(*SEEDED, "--rounds", "100", "--save", "kept.json")
    Path("kept.json").chmod(0o600)
    done(*SEEDED, "--rounds", "20000", "--save", "kept.json")
    assert Path("kept.json").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("number", ["0", "-1", "1.5", "x", str(2**63)])
def test_a_shoe_has_a_number_from_1(number: str) -> None:
    """What is none is refused."""
    assert refused(*SEEDED, "--from-shoe", number, code=ExitCode.WRONG_USAGE)


def test_results_of_another_run_are_refused() -> None:
    """Of another seed, other rules, other players, or another bankroll; the file stays."""
    done(*SEEDED, "--rounds", "100", "--save", "kept.json")
    before = Path("kept.json").read_bytes()
    for others in (
        ("simulate", "--seed", "8"),
        (*SEEDED, "--bet", "200"),
        (*SEEDED, "--strategy", "ko"),
        (*SEEDED, "--rules", "double_deck_h17"),
        (*SEEDED, "--seats", "2"),
        (*SEEDED, "--bankroll", "500"),
    ):
        for option in ("--save", "--add"):
            told = refused(*others, option, "kept.json", "--rounds", str(10**15))
            assert told.startswith("kept.json cannot be added here: the results ")
            assert told.endswith(("add results of the same rules, players and seed", "or none"))
    assert Path("kept.json").read_bytes() == before


def test_results_are_not_added_twice() -> None:
    """The file that has the shoe, too, is named."""
    done(*SEEDED, "--rounds", "100", "--save", "kept.json")
    told = refused(*SEEDED, "--save", "kept.json", "--add", "kept.json", "--rounds", str(10**15))
    assert told == (
        "kept.json cannot be added here: shoe 1 is counted twice: add results of different shoes"
    )


@pytest.mark.parametrize(
    "text", [b"", b"mine\n", b"{}", b"[1]", b"\xff", b'{"schema":2}', b" " * 5_000_000]
)
@pytest.mark.parametrize("option", ["--save", "--add"])
def test_a_file_without_results_is_refused_and_stays(option: str, text: bytes) -> None:
    """Whoever names the wrong one loses nothing."""
    Path("mine").write_bytes(text)
    told = refused(*SEEDED, option, "mine", "--rounds", str(10**15))
    assert told.startswith("mine holds no results (")
    assert told.endswith("; name a file that --save wrote")
    assert Path("mine").read_bytes() == text


def test_damaged_results_are_refused() -> None:
    """A file that was cut off, or in which a digit was changed."""
    done(*SEEDED, "--rounds", "100", "--save", "kept.json")
    text = Path("kept.json").read_text("utf-8")
    for damaged in (text[:-20], text.replace('"of_shoes":[', '"of_shoes":[1')):
        Path("kept.json").write_text(damaged, "utf-8")
        assert "holds no results" in refused(*SEEDED, "--save", "kept.json")


def test_what_cannot_be_written_is_refused_before_it_is_played() -> None:
    """A folder that is not there, a folder in place of a file, a device, standard output."""
    many = ("--rounds", str(10**15))
    for path in (Path("no") / "kept.json", Path(), Path(os.devnull)):
        told = refused(*SEEDED, *many, "--save", path)
        assert told.startswith(f"{path} cannot be written: ")
    assert refused(*SEEDED, *many, "--add", "none.json") == (
        "the results cannot be read: none.json: No such file or directory"
    )
    assert files_here() == set()


@pytest.mark.skipif(os.name != "posix", reason="limits files as a shell does")
def test_what_cannot_be_kept_is_shown_all_the_same() -> None:
    """On a disk that is full; the file holds what it held."""
    done(*SEEDED, "--rounds", "100", "--save", "kept.json")
    before = Path("kept.json").read_bytes()
    command = [*SEEDED, "--strategy", "basic", "--rounds", "1000", "--save", "kept.json"]
    shell = 'ulimit -f 1; exec "$0" -B -m pitboss "$@"'
    ended_so = subprocess.run(
        ["/bin/sh", "-c", shell, sys.executable, *command],
        capture_output=True,
        check=False,
        timeout=HANGS_AFTER_S,
    )
    assert ended_so.returncode == ExitCode.FAILED
    assert ended_so.stderr == b"pitboss: kept.json cannot be written: File too large\n"
    assert b" rounds of six_deck_s17, seed 7" in ended_so.stdout
    assert Path("kept.json").read_bytes() == before
    assert files_here() == {"kept.json"}
