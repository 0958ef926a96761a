"""A debugger stops in every guard, effect and settlement function, in the first round and later."""

import inspect
import sys
from bdb import Bdb
from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import cycle
from pathlib import Path
from random import Random
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Final

import pytest
from attrs import frozen
from coverage import Coverage
from tests.machine.settlement.side_round import random_side_round
from tests.play.referee.random_rounds import random_rules, with_later_options
from tests.table.random_play import RichShoes, play_rounds, random_round, rich_cards

from pitboss import Card, Rules, Table, machine
from pitboss.game.shoe import Shoe
from pitboss.game.trace import codes
from pitboss.machine import (
    dispatch,
    effects,
    guards,
    house_guards,
    insurance,
    settlement,
    side_bets,
)
from pitboss.machine.guards import HandGuard
from pitboss.machine.house_guards import RoundGuard
from pitboss.machine.transition_table import TABLE, Row
from pitboss.rules.presets import PRESETS

pytestmark = [pytest.mark.pure, pytest.mark.untraced]

MAX_DISPATCH_LINES: Final = 1_200
MAX_ROUNDS: Final = 4_000
ROUNDS_BETWEEN: Final = 2_000
RANDOM_RULE_SETS: Final = 20
ROWS: Final = {row.name: row for row in TABLE}


def modules_that_play() -> list[ModuleType]:
    """List the modules whose functions play a round."""
    return [guards, house_guards, settlement, insurance, effects, side_bets]


def functions_that_play() -> list[FunctionType]:
    """List every function of these modules."""
    return [
        function
        for module in modules_that_play()
        for function in vars(module).values()
        if isinstance(function, FunctionType) and function.__module__ == module.__name__
    ]


def functions_of(row: Row) -> Iterator[object]:
    """Give what has to be called where a row is taken: its guards and its effect."""
    for guard in (*row.hand_guards, *row.round_guards):
        if isinstance(guard, HandGuard | RoundGuard):
            yield guard.test
    if row.stake is not None:
        yield row.stake.allows
    if row.effect is not None:
        yield row.effect


class Debugger(Bdb):
    """Stops at the breakpoints of some functions, notes them, and goes on.

    Attributes:
        stops: the functions that it stopped in.
    """

    def __init__(self, functions: list[FunctionType]) -> None:
        super().__init__()
        self._functions: dict[CodeType, FunctionType] = {}
        for function in functions:
            code = function.__code__
            assert not self.set_break(
                code.co_filename, code.co_firstlineno, funcname=code.co_name
            ), f"no breakpoint can be set in {function}"
            self._functions[code] = function
        self.stops: set[object] = set()

    def user_line(self, frame: FrameType) -> None:
        """Note a stop, and go on."""
        if frame.f_code in self._functions:
            self.stops.add(self._functions[frame.f_code])
        self.set_continue()

    def watch(self, chance: Random, table: Table | None) -> set[object]:
        """Play a round, see that each row that it took made a stop, and return the stops.

        Without a table it is a round with side bets.
        """
        self.stops = set()
        tracing = sys.gettrace()
        try:
            taken = (
                self.runcall(_rows_of_a_round, chance, table)
                if table is not None
                else self.runcall(_rows_of_a_side_round, chance)
            )
        finally:
            sys.settrace(tracing)
        assert taken
        for name in taken:
            missed = {*functions_of(ROWS[name])} - self.stops
            assert not missed, f"{name} was taken and no breakpoint stopped in {missed}"
        return self.stops


@pytest.fixture
def debugger() -> Iterator[Debugger]:
    """Set a breakpoint in every function that plays; afterwards there is none."""
    stopping = Debugger(functions_that_play())
    yield stopping
    stopping.clear_all_breaks()


def _rows_of_a_round(chance: Random, table: Table) -> set[str]:
    return {
        name
        for _event in random_round(chance, table)
        for name in codes(table.house.trace)
        if name in ROWS
    }


def _rows_of_a_side_round(chance: Random) -> set[str]:
    played = random_side_round(chance)
    played.play_at_random(chance)
    return played.rows & {*ROWS}


@frozen
class ScarceShoes:
    """Shoes that may end in the middle of a round, for which there is no other then.

    Attributes:
        chance: draws their cards.
    """

    chance: Random

    def fresh(self, number: int) -> Shoe:
        """Return a shoe of few cards."""
        cards = rich_cards(self.chance, self.chance.randint(8, 30))
        return Shoe(number, cards, 0, 0, None, written_out=True)

    def remade(self, number: int, part: int, on_table: Sequence[Card]) -> None:
        """Return no shoe."""
        assert min(number, part) > 0
        assert on_table is not None


def tables(chance: Random) -> list[Table]:
    """Return tables under every preset and under random rules, some of them short of cards."""
    bonuses = ["suited_natural", "spanish_21"]
    sets = [Rules.of(surrender="early", bonuses=bonuses), *map(Rules.preset, PRESETS)]
    plain = [with_later_options(chance, random_rules(chance)) for _ in range(RANDOM_RULE_SETS)]
    sets += map(Rules.from_dict, plain)
    made = [
        Table(rules, seats=["Ann", "Bob"][: rules.max_seats], shoes=shoes)
        for rules in sets
        for shoes in (RichShoes(chance), ScarceShoes(chance))
    ]
    for table in made:
        table.house.notes_facts = True
    return made


def missed_in(debugger: Debugger, chance: Random, played: list[Table]) -> set[object]:
    """Play until a breakpoint of every function has stopped; return those of which none has."""
    missed: set[object] = set(functions_that_play())
    for _, table in zip(range(MAX_ROUNDS), cycle([None, *played]), strict=False):
        missed -= debugger.watch(chance, table)
        if not missed:
            break
    return missed


def test_a_breakpoint_stops_in_every_function_from_the_first_round_on(debugger: Debugger) -> None:
    """And still does after thousands of rounds: nothing takes the place of the source."""
    chance = Random(6)
    played = tables(chance)
    assert missed_in(debugger, chance, played) == set()
    for table in played:
        play_rounds(chance, table, ROUNDS_BETWEEN // len(played) + 1)
    assert sum(table.round.number for table in played) > ROUNDS_BETWEEN
    assert missed_in(debugger, chance, played) == set()


def test_one_table_is_stopped_at_after_many_rounds_as_in_its_first(debugger: Debugger) -> None:
    """What a debugger meets at one table depends on no number of rounds."""
    chance = Random(7)
    table = Table(seats=["Ann", "Bob"], shoes=RichShoes(chance))
    first = debugger.watch(chance, table)
    assert {guards.is_pair, settlement.close_bet} <= first | debugger.watch(chance, table)
    play_rounds(chance, table, ROUNDS_BETWEEN)
    for _ in range(20):
        assert debugger.watch(chance, table)


def test_a_row_that_no_breakpoint_stops_in_is_noticed(debugger: Debugger) -> None:
    """Without the breakpoint of an effect the first round already fails."""
    code = effects.open_round.__code__
    debugger.clear_break(code.co_filename, code.co_firstlineno)
    with pytest.raises(AssertionError, match="no breakpoint stopped in"):
        debugger.watch(Random(1), Table(seats=["Ann"], seed=1))


def test_coverage_counts_what_is_played_after_many_rounds() -> None:
    """Each row that a round takes leaves the lines of its guards and its effect."""
    chance = Random(8)
    table = Table(seats=["Ann", "Bob"], shoes=RichShoes(chance))
    play_rounds(chance, table, ROUNDS_BETWEEN)
    for _ in range(10):
        measuring = Coverage(data_file=None, config_file=False)
        with measuring.collect():
            taken = _rows_of_a_round(chance, table)
        counted = measuring.get_data()
        for function in {each for name in taken for each in functions_of(ROWS[name])}:
            assert isinstance(function, FunctionType)
            code = function.__code__
            body = {line for *_, line in code.co_lines() if line and line > code.co_firstlineno}
            assert body & set(counted.lines(code.co_filename) or ()), function


@frozen
class Named:
    """A function that the table of transitions names, and the row that does."""

    row: str
    function: object


def named() -> list[Named]:
    """List every guard and effect of the table."""
    found = [Named(row.name, function) for row in TABLE for function in functions_of(row)]
    return found + [Named(row.name, row.stake.possible) for row in TABLE if row.stake is not None]


def test_guards_and_effects_are_plain_functions_of_a_module() -> None:
    """No closure, no method, no text at run time: each is found by its name in its module."""
    for each in named():
        function = each.function
        assert isinstance(function, FunctionType), each
        assert function.__closure__ is None, each
        assert function.__qualname__ == function.__name__, each
        assert getattr(import_module(function.__module__), function.__name__) is function, each
        assert function in functions_that_play(), each


def test_the_dispatch_is_a_module_like_any_other() -> None:
    """It stands on disk, short enough to be read, and its functions come from there."""
    path = Path(str(dispatch.__file__))
    assert len(path.read_text("utf-8").splitlines()) < MAX_DISPATCH_LINES
    assert path.parent == Path(str(machine.__file__)).parent
    for _name, function in inspect.getmembers(dispatch, inspect.isfunction):
        if function.__module__ == dispatch.__name__:
            assert Path(function.__code__.co_filename) == path
            assert "def " in inspect.getsource(function)
