"""The table of transitions is the only place: what a row forbids is not asked, offered or taken."""

from pathlib import Path
from random import Random
from typing import Final

import pytest
from attrs import evolve
from tests.machine.altered import (
    NO_HAND,
    NO_ROUND,
    altered_dispatch,
    guarded_by_never,
    with_row,
)
from tests.play.referee.random_rounds import random_rules
from tests.table.random_play import random_round

from pitboss import Event, EventKind, RefusedError, Rules, Table
from pitboss.game.trace import codes
from pitboss.machine.house_guards import RoundGuard
from pitboss.machine.transition_table import TABLE, Row
from pitboss.rules.presets import PRESETS

# Altered modules are imported in place of the compiled ones.
pytestmark = pytest.mark.pure

GUARDED: Final = [row for row in TABLE if row.hand_guards or row.round_guards]
ROWS: Final = {row.name: row for row in TABLE}
# Without these a house would not come to rest where it has to go on.
ALWAYS_TAKEN: Final = {
    "dealt-fill",
    "insurance-fill",
    "split-fill",
    "filling-dealer",
    "dealer-settle",
}


def tables(chance: Random) -> list[Table]:
    """Return tables under every preset and some random rule sets, each with a few seats."""
    sets = [Rules.preset(name) for name in PRESETS]
    sets += [Rules.from_dict(random_rules(chance)) for _ in range(20)]
    return [
        Table(rules, seats=["Ann", "Bob", "Cy"][: rules.max_seats], seed=chance.randrange(2**63))
        for rules in sets
    ]


def assert_never_taken(row: Row, rounds: int) -> None:
    """Play and see that a row is neither asked for, nor offered, nor taken."""
    chance = Random(row.name)
    for table in tables(chance):
        for _ in range(rounds):
            for _event in random_round(chance, table):
                assert row.name not in codes(table.house.trace)
                assert_not_offered(table, row)


def assert_not_offered(table: Table, row: Row) -> None:
    """See that an event that only this row would take is not offered, and is refused."""
    round_ = table.round
    rivals = [
        each
        for each in TABLE
        if each.source is row.source and each.event is row.event and each.question is row.question
    ]
    if row.event is None or round_.phase is not row.source or len(rivals) > 1:
        return
    if round_.question is not row.question:
        return
    menu = table.menu()
    assert row.event not in menu.kinds
    if row.question is not None and row.event is not EventKind.OPEN:
        # Where nothing but no could be answered, nobody would have been asked.
        assert any(kind is not EventKind.DECLINE for kind in menu.kinds)
    with pytest.raises(RefusedError):
        table.apply(Event(row.event, round_.asked_seat, round_.asked_hand))


def may_be_barred(row: Row) -> bool:
    """Say whether rounds still come to their end without a row."""
    if row.of_house:
        return row.name not in ALWAYS_TAKEN and row.name != "betting-deal"
    return row.event in {
        EventKind.SPLIT,
        EventKind.DOUBLE,
        EventKind.SURRENDER,
        EventKind.EVEN_MONEY,
        EventKind.HIT,
        EventKind.INSURE,
    }


@pytest.mark.untraced
@pytest.mark.parametrize("name", [row.name for row in TABLE if may_be_barred(row)])
def test_a_guard_added_to_a_row_bars_it_everywhere(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A guard that never holds, written into the row alone."""
    transitions = with_row(name, guarded_by_never)
    with altered_dispatch(tmp_path, monkeypatch, transitions=transitions):
        assert_never_taken(ROWS[name], 6)


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("name", "place"),
    [
        (row.name, place)
        for row in GUARDED
        if may_be_barred(row)
        for place in range(len(row.hand_guards) or len(row.round_guards))
    ],
)
def test_a_guard_of_a_row_made_false_bars_it_everywhere(
    name: str, place: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each guard by itself: none stands a second time somewhere else."""

    def change(row: Row) -> Row:
        if row.hand_guards:
            guards = list(row.hand_guards)
            guards[place] = evolve(guards[place], test=NO_HAND.test)
            return evolve(row, hand_guards=tuple(guards))
        round_guards = list(row.round_guards)
        old = round_guards[place]
        round_guards[place] = RoundGuard(NO_ROUND.test, old.words)
        return evolve(row, round_guards=tuple(round_guards))

    with altered_dispatch(tmp_path, monkeypatch, transitions=with_row(name, change)):
        assert_never_taken(ROWS[name], 4)
