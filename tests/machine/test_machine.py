"""The machine itself: the library's objects, compiled; shared by tables; never without end."""

import linecache
from gc import collect
from io import BytesIO
from random import Random
from typing import Final

import pytest
from attrs import evolve
from tests.machine.oracle import oracle_for, stock_machine
from tests.table.random_play import play_rounds, random_event
from transitions import Machine, MachineError

from pitboss import machine as machine_room
from pitboss import table as table_room
from pitboss.effects import move_on
from pitboss.errors import LimitError, TableError
from pitboss.events import Event, EventKind
from pitboss.journal import Journal
from pitboss.machine import HOUSE_TRIGGER, INLINED, compiled_machine, machine_for
from pitboss.presets import PRESETS
from pitboss.round import MAX_HOUSE_MOVES, Phase, Round
from pitboss.rules import Rules
from pitboss.table import Table
from pitboss.transition_table import Row, rows_kept

RULES: Final = Rules()


@pytest.mark.parametrize("name", PRESETS)
def test_the_librarys_machine_holds_the_rows_that_the_rules_keep_and_nothing_else(
    name: str,
) -> None:
    """No automatic transition leads past a guard; the rows are filed in the order of the table."""
    rules = Rules.preset(name)
    machine = stock_machine(rules)
    filed = [
        (trigger, source, transition.dest)
        for trigger, event in machine.events.items()
        for source, transitions in event.transitions.items()
        for transition in transitions
    ]
    rows = [
        (row.event.value if row.event else HOUSE_TRIGGER, row.source.name, row.destination.name)
        for row in rows_kept(rules)
    ]
    assert sorted(filed) == sorted(rows)
    for phase in Phase:
        moves = machine.events[HOUSE_TRIGGER].transitions.get(phase.name, [])
        due = [row for row in rows_kept(rules) if row.source is phase and row.of_house]
        assert [transition.dest for transition in moves] == [row.destination.name for row in due]


def test_the_stock_machine_is_the_library_unchanged() -> None:
    """No class of ours stands between, neither of the machine nor of its parts."""
    machine = stock_machine(RULES)
    assert type(machine) is Machine
    parts = [machine.events["hit"], *machine.states.values()]
    assert {type(part).__module__ for part in parts} == {"transitions.core"}
    with pytest.raises(MachineError):
        machine.events["hit"].trigger(Round(Phase.BETTING, []), None, None, None)


def test_one_machine_is_kept_for_equal_rules() -> None:
    """However they were described."""
    assert machine_for(Rules.of(soft_17="hit")) is machine_for(
        Rules.preset("six_deck_s17", soft_17="hit")
    )


def test_the_lines_of_a_machine_are_kept_as_long_as_it_is() -> None:
    """A traceback shows them; a host that has used many rule sets does not carry them all."""
    rules = Rules.of(bet_max=12_345)
    machine = compiled_machine(rules, inlined=True)
    title = machine.says[Phase.BETTING][EventKind.OPEN].__code__.co_filename
    assert rules.digest[:16] in title
    assert any("def say_BETTING_OPEN" in line for line in linecache.getlines(title))
    del machine
    collect()
    assert title not in linecache.cache


def test_tables_share_a_machine_without_touching_each_other() -> None:
    """Rounds that are played in turns, word by word, go as they go when played alone."""
    alone = [played_alone(seed) for seed in (1, 2, 3)]
    tables = {seed: Table(RULES, seats=["Ann", "Bob"], seed=seed) for seed in (1, 2, 3)}
    chances = {seed: Random(seed) for seed in tables}
    for _ in range(300):
        for seed, table in tables.items():
            table.apply(random_event(chances[seed], table))
    assert [table.snapshot() for table in tables.values()] == alone
    assert len({id(table.machine) for table in tables.values()}) == 1


def played_alone(seed: int) -> object:
    """Play a table on its own and return how it stands."""
    table = Table(RULES, seats=["Ann", "Bob"], seed=seed)
    chance = Random(seed)
    for _ in range(300):
        table.apply(random_event(chance, table))
    return table.snapshot()


def test_a_table_that_has_warmed_up_plays_on_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two rounds the inlined machine takes over; no byte of a journal tells."""
    rules = Rules.of(bet_max=54_321)
    plain = machine_for(rules)
    monkeypatch.setattr(table_room, "WARM_UP_ROUNDS", plain.rounds_opened + 500)
    journals: list[bytes] = []
    for machine in (None, plain):
        sink = BytesIO()
        table = Table(rules, seats=["Ann", "Bob"], seed=8, recorder=Journal(sink), machine=machine)
        play_rounds(Random(8), table, 499)
        assert table.machine is plain
        play_rounds(Random(9), table, 100)
        journals.append(sink.getvalue())
        assert table.machine is (machine or machine_for(rules, inlined=True))
    assert journals[0] == journals[1]


def test_tables_of_one_rule_set_warm_up_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """A host of many short tables gets the inlined machine, too, at those that play already."""
    rules = Rules.of(bet_max=54_320)
    monkeypatch.setattr(table_room, "WARM_UP_ROUNDS", machine_for(rules).rounds_opened + 6)
    tables = [Table(rules, seats=["Ann"], seed=seed) for seed in range(3)]
    for table in tables:
        play_rounds(Random(8), table, 2)
    inlined = machine_for(rules, inlined=True)
    assert [table.machine is inlined for table in tables] == [False, False, True]
    play_rounds(Random(8), tables[0], 1)
    assert tables[0].machine is inlined
    assert tables[1].machine is machine_for(rules)


def test_a_machine_that_is_made_is_used_from_the_first_round() -> None:
    """Of equal rules, by every later table that is given none."""
    rules = Rules.of(bet_max=65_432)
    assert Table(rules, seats=["Ann"], seed=1).machine is machine_for(rules)
    inlined = machine_for(rules, inlined=True)
    assert Table(Rules.of(bet_max=65_432), seats=["Ann"], seed=1).machine is inlined
    given = Table(rules, seats=["Ann"], seed=1, machine=machine_for(rules))
    assert given.machine is machine_for(rules)


def test_a_machine_of_other_rules_runs_no_table() -> None:
    """Its rounds would not be those of the rules that a journal names."""
    with pytest.raises(TableError, match="a machine of other rules"):
        Table(Rules.preset("lott"), seats=["Ann"], seed=1, machine=machine_for(RULES))


def test_a_machine_in_use_is_never_made_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Though many others were used since: its lines would go with those of the first."""
    monkeypatch.setattr(machine_room, "_kept", compiled_machine)
    rules = Rules.of(bet_max=76_543)
    machine = machine_for(rules, inlined=True)
    assert machine_for(rules, inlined=True) is machine
    del machine
    collect()
    assert rules not in INLINED


def rows_that_go_round(*phases: Phase) -> tuple[Row, ...]:
    """Return the rows of the default table, of which one of the house leads in a circle."""
    circle = dict(zip(phases, (*phases[1:], phases[0]), strict=True))
    pattern = next(row for row in rows_kept(RULES) if row.name == "dealt-fill")
    added = tuple(
        evolve(pattern, name=f"circle-{source.name}", source=source, destination=destination)
        for source, destination in circle.items()
    )
    assert {row.effect for row in added} == {move_on}
    return (*added, *rows_kept(RULES))


@pytest.mark.parametrize("made_by", ["calling", "inlined", "stock"])
@pytest.mark.parametrize(
    "phases",
    [(Phase.DEALT,), (Phase.DEALER_TURN, Phase.RESOLVED)],
    ids=["one state", "two states"],
)
def test_a_house_that_would_move_for_ever_is_stopped(
    phases: tuple[Phase, ...], made_by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A row that leads back to where it began ends in a typed error and not in silence."""
    rows = rows_that_go_round(*phases)

    def doctored(_rules: Rules) -> tuple[Row, ...]:
        return rows

    monkeypatch.setattr(machine_room, "rows_kept", doctored)
    stock = made_by == "stock"
    machine = oracle_for(RULES) if stock else compiled_machine(RULES, inlined=made_by == "inlined")
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
