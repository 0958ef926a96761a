"""An engine whose table is altered: its dispatch is written to a folder and imported."""

import importlib.util
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import pytest
from attrs import define, evolve

from dispatch_text import dispatch_text
from pitboss import Event, Phase, Rules
from pitboss.game.round import Hand, House, Round, Seat
from pitboss.machine.flags import Flags
from pitboss.machine.guards import HandGuard
from pitboss.machine.house_guards import RoundGuard
from pitboss.machine.transition_table import TRANSITIONS, Asking, Row, TransitionTable
from pitboss.machine.transitions_machine import LibraryMachine
from pitboss.table import legality, table


def never_for_a_hand(_flags: Flags, _round: Round, _seat: Seat, _hand: Hand) -> bool:
    """Hold for no hand."""
    return False


def never_for_a_round(_flags: Flags, _round: Round) -> bool:
    """Hold for no round."""
    return False


NO_HAND = HandGuard(never_for_a_hand, "nothing can make it hold", otherwise="nothing can")
NO_ROUND = RoundGuard(never_for_a_round, "nothing can make it hold")


@define
class Machine:
    """What runs a table by an altered dispatch."""

    rules: Rules
    apply_event: Callable[[Flags, Round, House, Event], bool]


@define
class Altered:
    """An altered table of transitions, and the dispatch that was written from it."""

    transitions: TransitionTable
    dispatch: ModuleType

    def machine(self, rules: Rules) -> Machine:
        """Return what runs a table by the altered dispatch."""
        return Machine(rules, self.dispatch.apply_event)

    def transitions_machine(self, rules: Rules) -> LibraryMachine:
        """Return what runs a table by the library's machine of the altered table."""
        return LibraryMachine(rules, table=self.transitions)


def with_lines(added: tuple[Row, ...]) -> TransitionTable:
    """Return the table with rows of the house that come before all others of their states."""
    lines: list[Row | Asking] = []
    for phase in Phase:
        of_phase = [line for line in TRANSITIONS.lines if line.source is phase]
        house = [at for at, line in enumerate(of_phase) if isinstance(line, Row) and line.of_house]
        place = house[0] if house else len(of_phase)
        of_phase[place:place] = [row for row in added if row.source is phase]
        lines += of_phase
    return TransitionTable(tuple(lines))


def with_row(name: str, change: Callable[[Row], Row]) -> TransitionTable:
    """Return the table with one row changed."""
    lines = [
        change(line) if isinstance(line, Row) and line.name == name else line
        for line in TRANSITIONS.lines
    ]
    return TransitionTable(tuple(lines))


def guarded_by_never(row: Row) -> Row:
    """Return a row with a guard more, which never holds."""
    if row.of_house or row.question is None:
        return evolve(row, round_guards=(*row.round_guards, NO_ROUND))
    return evolve(row, hand_guards=(*row.hand_guards, NO_HAND))


def imported(transitions: TransitionTable, folder: Path) -> ModuleType:
    """Write the dispatch of a table to a folder and import it."""
    path = folder / "altered_dispatch.py"
    path.write_text(dispatch_text(transitions), encoding="utf-8")
    spec = importlib.util.spec_from_file_location("altered_dispatch", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@contextmanager
def altered_dispatch(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    *,
    transitions: TransitionTable | None = None,
    added: tuple[Row, ...] = (),
) -> Generator[Altered]:
    """Let tables be run, and legal events be found, by an altered dispatch."""
    altered = with_lines(added) if transitions is None else transitions
    dispatch = imported(altered, folder)
    monkeypatch.setattr(table, "apply_event", dispatch.apply_event)
    monkeypatch.setattr(legality, "may_answer", dispatch.may_answer)
    yield Altered(altered, dispatch)
