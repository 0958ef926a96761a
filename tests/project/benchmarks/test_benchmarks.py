"""The benchmarks play, tell what was measured and what was not, and need no peer for that."""

import io
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import pytest
from attrs import evolve
from tests.tools.benchmarks import __main__ as whole_run
from tests.tools.benchmarks import fresh
from tests.tools.benchmarks.alone import MEASURES, Measured, live_rounds
from tests.tools.benchmarks.contenders import (
    ALL,
    FULL_TABLE,
    ONE_SEAT,
    OTHERS,
    PEER_CONTENDERS,
    PEERS,
    SIMULATIONS,
    SIMULATORS,
    Company,
    Contender,
    Home,
    file_of,
    round_of,
)
from tests.tools.benchmarks.instructions import instructions
from tests.tools.benchmarks.interleaving import (
    FULL,
    HERE,
    QUICK,
    ROOT,
    Place,
    Plan,
    interleave,
    surroundings,
)
from tests.tools.benchmarks.machine import cores, interpreter_build, keep_to, one_of, setting
from tests.tools.benchmarks.parallel import parallel, replay
from tests.tools.benchmarks.players import PLAYERS
from tests.tools.benchmarks.record import Line, Record, figure, missing, read, sample, write
from tests.tools.benchmarks.report import readme, report
from tests.tools.benchmarks.rounds import RULES, rounds_of, table_of, write_journal
from tests.tools.benchmarks.worker import serve

import pitboss
from pitboss import BasicStrategy, Journal, play_rounds

TINY = Plan(
    repetitions=2, slice_seconds=1e-6, runs=1, round_counts=(1, 10), live=20, long_journal=10
)
NO_PACKAGE = "a-package-that-nobody-has"


BEFORE = evolve(TINY, places={**HERE, Home.BEFORE: Place(engine=ROOT / "engine")})
"""This engine is good enough as an engine of before."""


def ignore(_what: str) -> None:
    """Hear of progress and say nothing."""


def a_record() -> Record:
    """Return a record in which every contender takes twice as long as the one before it."""
    lines: list[Line] = [setting(quick=True, date="2000-01-01")]
    for number, contender in enumerate(ALL):
        lines.append({"line": "present", "key": contender.key, "version": "1.2.3"})
        lines += [
            sample(contender.key, 1000, 2.0**number * (1 + n), 2.0**number) for n in (0, 1, 2)
        ]
    for count in (1_000, 10_000):
        lines += [sample(f"rounds {count}", count, count / 50_000, count / 50_000)]
        lines += [figure(f"rounds {count} peak", 30e6)]
    return Record(lines)


@pytest.mark.untraced
@pytest.mark.parametrize("key", [each.key for each in ALL if each.home is Home.PURE])
def test_every_scenario_of_ours_plays(key: str, tmp_path: Path) -> None:
    """A worker answers every order with the time that it took, and says its version first."""
    answers = io.StringIO()
    serve(key, io.StringIO("3\n3\n"), answers, tmp_path)
    first, *others = [json.loads(line) for line in answers.getvalue().splitlines()]
    assert first["version"]
    assert [each["seconds"] > 0 for each in others] == [True, True]


def test_a_replayed_slice_replays_what_was_logged(tmp_path: Path) -> None:
    """A journal that was altered is no slice but an error."""
    slices = rounds_of("replayed", ONE_SEAT, tmp_path)
    slices(5)()
    path = tmp_path / "5.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"amount":1000', b'"amount":1001', 1))
    with pytest.raises(RuntimeError, match="not replayed"):
        slices(5)()


@pytest.mark.untraced
@pytest.mark.parametrize("name", MEASURES)
def test_every_measurement_of_its_own_measures(name: str) -> None:
    """Whatever is weighed or timed weighs something and takes time."""
    measured: Measured = MEASURES[name](FULL_TABLE, 200)
    if name == "live-tables":
        # A process that did other things before may have left memory for them.
        assert measured.keys() <= {"bytes"}
    else:
        assert all(value >= 0 for value in measured.values())
        assert any(measured.values())


def test_contenders_play_in_turn() -> None:
    """Two processes are started once each and play slice after slice, A B A B."""
    pair = [each for each in ALL if each.key in {"trigger own", "trigger stock"}]
    lines = list(interleave(pair, TINY, ignore))
    played = [line["key"] for line in lines if line["line"] == "sample"]
    assert played == [each.key for each in pair] * TINY.repetitions


def test_a_peer_that_is_not_installed_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a package nor a program that is missing ends the run, and no figure is made up."""
    monkeypatch.setenv("PATH", "")
    absent = Contender("absent", "Absent", Home.PYTHON, package=NO_PACKAGE, module="absent")
    on_node = Contender("absent node", "Absent", Home.NODE, package=NO_PACKAGE, module="absent")
    lines = list(interleave([on_node], TINY, ignore))
    assert lines == [missing("absent node", "node is not installed")]
    answers = io.StringIO()
    monkeypatch.setattr("tests.tools.benchmarks.worker.CONTENDER_OF", {"absent": absent})
    serve("absent", io.StringIO("1\n"), answers, Path())
    assert "missing" in json.loads(answers.getvalue())


@pytest.mark.parametrize("player", [BasicStrategy(RULES), pitboss.MimicPlayer()])
def test_the_players_of_a_host_play_as_those_of_the_package(player: pitboss.Player) -> None:
    """The chart and the dealer's rule are the published ones, for the rules that are measured."""
    name = "basic" if isinstance(player, BasicStrategy) else "mimic"
    records: list[bytes] = []
    for each in (player, PLAYERS[name]()):
        file = BytesIO()
        play_rounds(table_of(ONE_SEAT, Journal(file)), [each], 3_000)
        records.append(file.getvalue())
    assert records[0] == records[1]


def test_an_engine_of_before_is_measured_beside() -> None:
    """It plays in its own process what this one plays, and the tables compare the two."""
    chosen = [each for each in ALL if each.key.endswith(f" {ONE_SEAT.key}")]
    pair = [each for each in chosen if each.home is Home.BEFORE or each.key.startswith("logged")]
    lines: list[Line] = [setting(quick=True, date="2000-01-01"), *interleave(pair, BEFORE, ignore)]
    assert [line for line in lines if line["line"] == "missing"] == []
    lines += fresh.weights(BEFORE, ignore)
    text = report(Record(lines))
    assert "| logged mimic-1 | " in text
    assert "| live round mimic-7 | " in text
    assert "pitboss before" not in readme(Record(lines))


def test_the_wrong_build_is_not_measured(tmp_path: Path) -> None:
    """What is shown as compiled is compiled."""
    answers = io.StringIO()
    serve("compiled logged mimic-1", io.StringIO("1\n"), answers, tmp_path)
    assert json.loads(answers.getvalue()) == {
        "missing": "the pitboss there is not the compiled build"
    }


def test_a_build_that_is_not_there_is_reported() -> None:
    """Without a compiler the others are measured."""
    compiled = next(each for each in ALL if each.home is Home.COMPILED)
    (line,) = interleave([compiled], TINY, ignore)
    assert line == missing(compiled.key, "no environment of a compiled pitboss was given")


def test_instructions_are_counted_of_one_more_slice(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a process does before, and at its end, counts for nothing."""
    collected = {1: 5_000, 2: 7_000}

    def counted(_contender: Contender, _plan: Plan, slices: int) -> int:
        return collected[slices]

    monkeypatch.setattr("tests.tools.benchmarks.instructions._collected", counted)
    monkeypatch.setattr("shutil.which", str)
    own = next(each for each in ALL if each.key == "logged mimic-1")
    plan = evolve(TINY, counted=10)
    assert list(instructions([own], plan, ignore)) == [figure("instructions logged mimic-1", 200)]


def test_without_valgrind_no_instructions_are_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said that they were not measured."""
    monkeypatch.setenv("PATH", "")
    lines = list(instructions(ALL, evolve(TINY, counted=10), ignore))
    assert lines == [missing("instructions", "valgrind is not installed")]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("'--with-lto' '--enable-optimizations'", "optimised by PGO and LTO"),
        ("'--enable-optimizations'", "optimised by PGO"),
        ("'--prefix=/usr'", "not optimised by PGO or LTO"),
    ],
)
def test_the_build_of_the_interpreter_is_named(arguments: str, told: str) -> None:
    """An interpreter that was not optimised is slower than those that most people run."""
    assert interpreter_build(arguments) == told


@pytest.mark.parametrize(
    "contender", [*PEER_CONTENDERS, *SIMULATIONS, *SIMULATORS], ids=lambda each: each.key
)
def test_every_peer_says_what_it_does_in_a_round(contender: Contender) -> None:
    """Seats, splits, doubles, records and seeds: a reader sees what is compared with what."""
    told = round_of(contender)
    theirs = contender in {*OTHERS, *SIMULATORS}
    words = ("seat", "split", "double", "record", "seed") if theirs else ("seed",)
    assert [word for word in words if word not in told] == []


def test_every_file_of_a_peer_is_measured() -> None:
    """No peer lies forgotten, and none is named that is not there."""
    shared = {PEERS / "serve.js"}
    files = {path for path in PEERS.iterdir() if path.suffix in {".py", ".js"}}
    assert files - shared == {file_of(each) for each in (*OTHERS, *SIMULATORS)}


def test_a_record_is_read_as_it_was_written(tmp_path: Path) -> None:
    """The file holds all that the tables need."""
    path = tmp_path / "results" / "record.jsonl"
    write(path, a_record().lines)
    assert report(read(path)) == report(a_record())


def test_ratios_are_those_of_the_medians() -> None:
    """The tables divide the middle of ours by the middle of theirs."""
    record = Record(
        [
            *(sample("logged mimic-1", 100, seconds, 1.0) for seconds in (1.0, 2.0, 9.0)),
            *(sample("openspiel", 100, seconds, 1.0) for seconds in (1.0, 5.0, 6.0)),
            {"line": "present", "key": "openspiel", "version": "2.0"},
            setting(quick=True, date="2000-01-01"),
        ]
    )
    (row,) = [line for line in readme(record).splitlines() if line.startswith("| OpenSpiel |")]
    assert row.startswith("| OpenSpiel | 2.0 | 20 (17..100) | 2.50 | - | one seat")


def test_all_tables_are_made() -> None:
    """Every contender has its place, and a whole table has no empty field."""
    text = report(a_record())
    shown = [*PEER_CONTENDERS, *SIMULATIONS, *SIMULATORS]
    assert [each.title for each in shown if each.title not in text] == []
    for line in text.splitlines():
        if "one seat, the dealer's rule | " in line:
            assert "-" not in line
    assert "A short run of 2000-01-01" in text


def test_what_was_not_measured_is_said() -> None:
    """An empty record gives tables that claim nothing."""
    record = Record([setting(quick=True, date="2000-01-01"), missing("rlcard", "no such module")])
    text = report(record)
    assert "| RLCard |  | not installed | - | - | " in text
    values = [line.split(" | ")[1:] for line in text.splitlines() if line.startswith("| ")]
    assert [cells for cells in values if cells[0].startswith("-") and "---" not in cells[0]] == []
    assert "- not measured: rlcard: no such module" in text


def test_a_row_without_a_value_is_left_out() -> None:
    """What stands beside it is no reason to show it."""
    lines: list[Line] = [setting(quick=True, date="2000-01-01"), sample("jobs 1", 10, 1.0, 1.0)]
    assert "two jobs" not in readme(Record(lines))
    lines.append(sample("jobs 2", 10, 0.5, 1.0))
    assert "| pure Python, a round replayed by two jobs | " in readme(Record(lines))


def test_the_share_of_a_core_is_that_of_slices() -> None:
    """Other measurements wait for processes that they begin, or use two cores."""
    lines: list[Line] = [
        {"line": "present", "key": "stock", "version": "1"},
        sample("stock", 10, 1.0, 0.75),
        sample("jobs 2", 10, 1.0, 0.5),
        sample("table first", 1, 1.0, 0.25),
    ]
    assert Record(lines).least_share_of_core() == 0.75


def test_a_table_that_is_set_up_takes_the_time_of_the_processor_that_it_took(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Not that of the clock, under another name."""
    times = {
        "first_seconds": 2.0,
        "first_cpu_seconds": 1.5,
        "further_seconds": 4.0,
        "further_cpu_seconds": 3.5,
    }
    assert MEASURES["tables"](ONE_SEAT, 2).keys() == times.keys()

    def alone(_place: Place, _name: str, _company: Company, _count: int) -> Measured:
        return times

    monkeypatch.setattr(fresh, "alone", alone)
    assert list(fresh.first_tables(TINY, ignore)) == [
        sample("table first", 1, 2.0, 1.5),
        sample("table further", fresh.FURTHER_TABLES, 4.0, 3.5),
    ]


@pytest.mark.parametrize(("company", "most_bytes"), [(ONE_SEAT, 1_500), (FULL_TABLE, 4_400)])
def test_a_live_round_is_light(company: Company, most_bytes: int) -> None:
    """A host that holds a hundred thousand of them counts on it."""
    assert 0 < live_rounds(company, 200)["bytes"] <= most_bytes


def test_one_core_plays_slices_and_all_replay_in_parallel(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing else runs beside a slice, and two jobs have two cores if there are two."""
    before = cores()
    used: dict[str, frozenset[int]] = {}

    def noting(name: str) -> Callable[..., Iterator[Line]]:
        def note(*_: object) -> Iterator[Line]:
            used[name] = cores()
            yield missing(name, "")

        return note

    names = (
        "interleave",
        "imports",
        "first_tables",
        "lengths",
        "weights",
        "parallel",
        "instructions",
    )
    for name in names:
        monkeypatch.setattr(whole_run, name, noting(name))
    lines = list(whole_run.measured(TINY, quick=True, only=""))
    assert [line["key"] for line in lines if line["line"] == "missing"] == list(names)
    assert used.pop("parallel") == used.pop("instructions") == before == cores()
    assert all(each == one_of(before) for each in used.values())


def test_nothing_names_the_machine_but_its_kind() -> None:
    """A record can be published: it holds no path, no host and no user."""
    described = json.dumps(setting(quick=True, date="2000-01-01"))
    assert str(ROOT) not in described
    assert str(Path.home()) not in described


def test_a_process_keeps_to_one_core_and_can_be_let_go() -> None:
    """Where processes are bound to cores, one of those that were allowed is chosen."""
    before = cores()
    keep_to(one_of(before))
    during = cores()
    keep_to(before)
    assert len(during) == min(1, len(before))
    assert during <= before == cores()


def test_lengths_of_play_are_compared() -> None:
    """Each length is played in a process of its own, and two of them make the row of the table."""
    lines = [setting(quick=True, date="2000-01-01"), *fresh.lengths(TINY, ignore)]
    (row,) = [line for line in readme(Record(lines)).splitlines() if "rounds logged" in line]
    assert row.startswith("| pure Python, 10 rounds logged, at most ")
    assert not row.endswith("- |")


def test_parallel_replay_is_timed_or_said_to_be_missing() -> None:
    """One job and two are run in turn, where there are two cores and a replay for them."""
    keys = [
        line["key"]
        for line in parallel(TINY, ignore)
        if line["line"] == "sample" or line["line"] == "missing"
    ]
    assert keys == ["jobs 1", "jobs 2"]


def test_the_time_of_all_processors_is_that_of_all_jobs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It is recorded as it was measured."""
    path = tmp_path / "journal"
    write_journal(path, ONE_SEAT, 1)
    spent = iter([1.0, 5.0])
    monkeypatch.setattr("tests.tools.benchmarks.parallel._spent", lambda: next(spent))
    _, cpu_seconds = replay(Place(), path, 2)
    assert cpu_seconds == 4.0


@pytest.mark.parametrize("statement", fresh.IMPORTS.values())
def test_imports_are_timed_in_fresh_interpreters(statement: str) -> None:
    """What is printed are two times, and they are not nothing."""
    done = subprocess.run(
        [sys.executable, "-c", fresh.TIMED_IMPORT.format(statement=statement)],
        env=surroundings(Place()),
        capture_output=True,
        check=True,
    )
    assert all(seconds > 0 for seconds in json.loads(done.stdout))


def test_a_short_run_measures_less_than_a_whole_one() -> None:
    """A million rounds and a hundred thousand tables belong to the whole run."""
    assert max(FULL.round_counts) == FULL.long_journal == 1_000_000 > max(QUICK.round_counts)
    assert FULL.live == 100_000 > QUICK.live
    assert FULL.repetitions > QUICK.repetitions
