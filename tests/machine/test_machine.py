"""The machine: the library's objects, the module that is written from them, and their limits."""

import runpy
import sys
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Final

import pytest
from attrs import evolve
from tests.machine.altered import altered_dispatch
from tests.table.random_play import random_event
from transitions import Machine, MachineError

from dispatch_text import dispatch_text
from pitboss import Event, Phase, Rules, Table
from pitboss.errors import LimitError, TableError
from pitboss.game.round import MAX_HOUSE_MOVES, Round
from pitboss.machine.effects import move_on
from pitboss.machine.transition_table import TABLE, TRANSITIONS, Row, rows_kept
from pitboss.machine.transitions_machine import (
    HOUSE_TRIGGER,
    LibraryMachine,
    library_machine,
    machine_for,
)
from pitboss.rules.presets import PRESETS
from question_text import whole_machine

RULES: Final = Rules()
DISPATCH: Final = Path(str(import_module("pitboss.machine").__file__)).with_name("dispatch.py")
WRITE_DISPATCH: Final = Path(__file__).parents[2] / "engine" / "generators" / "write_dispatch.py"


def filed_in(machine: Machine) -> list[tuple[str, str, str]]:
    """Return the transitions of a machine: trigger, source and destination of each."""
    return [
        (trigger, source, str(transition.dest))
        for trigger, event in machine.events.items()
        for source, transitions in event.transitions.items()
        for transition in transitions
    ]


def due_of(rows: tuple[Row, ...]) -> list[tuple[str, str, str]]:
    """Return trigger, source and destination of some rows."""
    return [
        (row.event.value if row.event else HOUSE_TRIGGER, row.source.name, row.destination.name)
        for row in rows
    ]


@pytest.mark.parametrize("name", PRESETS)
def test_the_librarys_machine_holds_the_rows_that_the_rules_keep_and_nothing_else(
    name: str,
) -> None:
    """No automatic transition leads past a guard; the rows are filed in the order of the table."""
    rules = Rules.preset(name)
    machine = machine_for(rules)
    assert sorted(filed_in(machine)) == sorted(due_of(rows_kept(rules)))
    for phase in Phase:
        moves = machine.events[HOUSE_TRIGGER].transitions.get(phase.name, [])
        due = [row for row in rows_kept(rules) if row.source is phase and row.of_house]
        assert [transition.dest for transition in moves] == [row.destination.name for row in due]


def test_the_whole_machine_holds_every_row() -> None:
    """Under no rules at all: the options of a row are conditions there."""
    assert sorted(filed_in(whole_machine(TRANSITIONS))) == sorted(due_of(TABLE))


def test_the_machine_is_the_library_unchanged() -> None:
    """No class of ours stands between, neither of the machine nor of its parts."""
    machine = machine_for(RULES)
    assert type(machine) is Machine
    parts = [machine.events["hit"], *machine.states.values()]
    assert {type(part).__module__ for part in parts} == {"transitions.core"}
    assert set(machine.get_triggers("FILLING")) == {"hit", "stand", "double", "house"}
    with pytest.raises(MachineError):
        machine.events["hit"].trigger(Round(Phase.BETTING, []), None, None, None, None)


def test_the_dispatch_on_disk_is_what_the_table_makes() -> None:
    """`make machine` writes the same bytes again."""
    assert DISPATCH.read_text(encoding="utf-8") == dispatch_text()


def test_the_dispatch_is_written_where_it_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As `make machine` does it: whatever stood there is replaced."""
    written = tmp_path / "dispatch.py"
    written.write_text("of a former table", encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["machine", str(written)])
    runpy.run_path(str(WRITE_DISPATCH), run_name="__main__")
    assert written.read_bytes() == DISPATCH.read_bytes()


def test_tables_of_one_rule_set_do_not_touch_each_other() -> None:
    """Rounds that are played in turns, event by event, go as they go when played alone."""
    alone = [played_alone(seed) for seed in (1, 2, 3)]
    tables = {seed: Table(RULES, seats=["Ann", "Bob"], seed=seed) for seed in (1, 2, 3)}
    chances = {seed: Random(seed) for seed in tables}
    for _ in range(300):
        for seed, table in tables.items():
            table.apply(random_event(chances[seed], table))
    assert [table.snapshot() for table in tables.values()] == alone
    assert len({id(table.flags) for table in tables.values()}) == 1


def played_alone(seed: int) -> object:
    """Play a table on its own and return how it stands."""
    table = Table(RULES, seats=["Ann", "Bob"], seed=seed)
    chance = Random(seed)
    for _ in range(300):
        table.apply(random_event(chance, table))
    return table.snapshot()


def test_a_machine_of_other_rules_runs_no_table() -> None:
    """Its rounds would not be those of the rules that a journal names."""
    with pytest.raises(TableError, match="the machine has other rules"):
        Table(Rules.preset("lott"), seats=["Ann"], seed=1, machine=library_machine(RULES))


def test_a_host_may_add_callbacks_to_the_librarys_machine() -> None:
    """They hear the transitions of the table that the machine runs."""
    heard: list[str] = []

    def hear(*_arguments: object) -> None:
        heard.append("dealt")

    machine = machine_for(RULES)
    machine.events[HOUSE_TRIGGER].transitions["BETTING"][0].add_callback("after", hear)
    table = Table(RULES, seats=["Ann"], seed=1, machine=LibraryMachine(RULES, machine))
    for _ in range(2):
        table.open_round()
        play_on(table)
    assert heard == ["dealt", "dealt"]


@pytest.mark.parametrize("change", ["added", "removed", "replaced"])
def test_a_machine_with_other_transitions_is_refused(change: str) -> None:
    """The table of transitions is the only place that says what may follow what."""
    machine = machine_for(RULES)
    if change != "added":
        machine.remove_transition("stand", "FILLING", "FILLING")
    if change != "removed":
        machine.add_transition("stand", "FILLING", "RESOLVED")
    with pytest.raises(TableError, match="not those of its rules"):
        LibraryMachine(RULES, machine)


def rows_that_go_round(*phases: Phase) -> tuple[Row, ...]:
    """Return rows of the house without guards that lead in a circle."""
    circle = dict(zip(phases, (*phases[1:], phases[0]), strict=True))
    pattern = next(row for row in rows_kept(RULES) if row.name == "dealt-fill")
    added = tuple(
        evolve(pattern, name=f"circle-{source.name}", source=source, destination=destination)
        for source, destination in circle.items()
    )
    assert {row.effect for row in added} == {move_on}
    return added


@pytest.mark.pure
@pytest.mark.parametrize(
    "phases",
    [(Phase.DEALT,), (Phase.DEALER_TURN, Phase.FILLING)],
    ids=["one state", "two states"],
)
@pytest.mark.parametrize("made_by", ["dispatch", "library"])
def test_a_house_that_would_move_for_ever_is_stopped(
    phases: tuple[Phase, ...], made_by: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A row that leads back to where it began ends in a typed error and not in silence."""
    with altered_dispatch(tmp_path, monkeypatch, added=rows_that_go_round(*phases)) as altered:
        machine = (
            altered.transitions_machine(RULES) if made_by == "library" else altered.machine(RULES)
        )
        table = Table(RULES, seats=["Ann"], seed=1, machine=machine)
        table.open_round()
        with pytest.raises(LimitError, match="MAX_HOUSE_MOVES = 4096") as raised:
            play_on(table)
    assert (raised.value.limit, raised.value.allowed) == ("MAX_HOUSE_MOVES", MAX_HOUSE_MOVES)


def play_on(table: Table) -> None:
    """Bet and stand until the round is over."""
    table.apply(Event.bet(0, 100))
    while table.round.question is not None:
        table.apply(table.legal()[-1])
