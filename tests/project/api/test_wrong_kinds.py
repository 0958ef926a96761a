"""Whatever is of no type that a public function states is refused by an error of ours."""

import pkgutil
import re
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from importlib import import_module
from inspect import isfunction, signature
from io import BytesIO
from typing import Any, cast

import attrs
import pytest
from tests.project.api.test_errors import lacks

import pitboss
from pitboss import (
    BasicStrategy,
    EventKind,
    Journal,
    MimicPlayer,
    PitbossError,
    Rules,
    Table,
    resume,
    verify,
)
from pitboss.arguments import takes
from pitboss.errors import ArgumentError, JournalError, TableError
from pitboss.game.seat_changes import ChangeKind
from pitboss.players import CountingStrategy, PlayerError, chart
from pitboss.players.chart import Move
from pitboss.records.columns import ROUNDS
from pitboss.teaching import Game, settle_line
from pitboss.unchecked import Unchecked


class Alien:
    """What nothing takes."""


def a_table() -> Table:
    """Return a table."""
    return Table(seats=["Ann"], seed=7)


# Compiled functions and classes of values check their arguments themselves, once all are there.
BY_THEMSELVES: dict[str, Callable[[], dict[str, object]]] = {
    "live.Command": lambda: {"id": "1", "expects": 0, "seat": 0, "word": "hit"},
    "live.SessionPolicy": dict,
    "pitboss.MimicPlayer": dict,
    "pitboss.Event": lambda: {"kind": EventKind.BET, "seat": 0},
    "pitboss.Journal": lambda: {"sink": BytesIO()},
    "pitboss.RandomLegal": lambda: {"seed": 7},
    "pitboss.Rules": dict,
    "pitboss.Table": lambda: {"seats": ["Ann"]},
    "pitboss.play_round": lambda: {"table": a_table(), "players": [MimicPlayer()]},
    "pitboss.play_rounds": lambda: {"table": a_table(), "players": [MimicPlayer()], "rounds": 1},
    "players.BetRamp": lambda: {"bet_minor": 1},
    "players.Chart": lambda: {"moves": chart(Rules()).moves},
    "players.CountingStrategy": lambda: attrs.asdict(CountingStrategy.hi_lo(), recurse=False),
    "players.CountingSystem": lambda: {"tags": (0,) * 10},
    "players.IndexPlay": lambda: {
        "hand": "hard 16",
        "up": "T",
        "play": Move.STAND,
        "instead_of": Move.HIT,
        "below": 0,
    },
    "records.Column": lambda: attrs.asdict(ROUNDS[0], recurse=False),
    "simulation.Bankroll": lambda: {"amount_minor": 1, "shoes": 1},
    "simulation.ByCount": lambda: {"chart": chart(Rules())},
    "simulation.CustomPlayer": lambda: {"name": "bots:Careful"},
    "simulation.Run": lambda: {"rules": Rules(), "strategies": (), "seed": 7},
    "simulation.results_from_json": dict,
    "table.BestEffort": dict,
    "table.SeatChange": lambda: {"kind": ChangeKind.LEAVE, "seat": 0},
    "teaching.Game": lambda: attrs.asdict(Game.new("ann", seed=7), recurse=False),
    "web.Identity": lambda: {"account": "ann"},
}

# Made by the engine, and by nobody else.
HANDED_OUT = {
    "bank.LiveTable",
    "bank.Sitting",
    "bank.take_up",
    "game.Reason",
    "pitboss.Card",
    "table.Shoe",
}

# Further ways into a class.
METHODS = {
    "live.CommandMemory": ("from_document",),
    "bank.Bank": (
        "account",
        "bring",
        "copy_to",
        "give",
        "history",
        "left_behind",
        "live_table",
        "open_account",
        "set_status",
        "sit",
        "sits",
    ),
    "players.CountingStrategy": ("hi_lo", "knock_out"),
    "plots.Plot": ("write",),
    "pitboss.Rules": ("changes", "from_dict"),
    "simulation.ByCount": ("basic", "counting"),
    "simulation.Run": ("nets", "nothing", "place_of", "shoes", "worst"),
    "simulation.Sessions": ("__add__",),
    "simulation.ShoeSums": ("__add__",),
    "simulation.SimulationResult": ("__add__",),
    "simulation.Sums": ("__add__",),
    "story.Story": ("rounds",),
    "teaching.Game": ("from_json", "new", "rehydrate"),
}


def public() -> Iterator[tuple[str, Any]]:
    """Give what the packages offer, each once, where it is offered first."""
    packages = [each.name for each in pkgutil.iter_modules(pitboss.__path__) if each.ispkg]
    seen: list[object] = []
    for package in ("pitboss", *sorted(packages)):
        if lacks(package):
            continue
        module = import_module("pitboss" if package == "pitboss" else f"pitboss.{package}")
        for name in getattr(module, "__all__", ()):
            value = getattr(module, name)
            if not any(value is each for each in seen):
                seen.append(value)
                yield f"{package}.{name}", value


def is_called(value: Any) -> bool:  # noqa: ANN401  anything that is public
    """Say whether it is a function, or a class whose values a host makes."""
    protocol = getattr(value, "_is_protocol", False)
    if not isinstance(value, type):
        return callable(value) and (isfunction(value) or "function" in type(value).__name__)
    kind: type = value
    handed_out = attrs.has(kind) and "__attrs_post_init__" not in dir(kind)
    return not (protocol or handed_out or issubclass(kind, PitbossError | Enum))


def functions() -> dict[str, Callable[..., object]]:
    """Return all public functions, and ways into classes, by their names."""
    offered = {name: value for name, value in public() if name not in HANDED_OUT}
    called = {name: value for name, value in offered.items() if is_called(value)}
    further = {
        f"{name}.{method}": getattr(offered[name], method)
        for name, methods in METHODS.items()
        if name in offered
        for method in methods
    }
    return called | further


FUNCTIONS = functions()


@pytest.mark.pure
@pytest.mark.parametrize("name", FUNCTIONS)
def test_what_is_of_another_kind_is_refused(name: str) -> None:
    """By its name, with what it must be and what it is, before anything is done."""
    function = FUNCTIONS[name]
    for parameter in signature(function).parameters.values():
        if parameter.kind in {parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD}:
            continue
        if parameter.name == "self":
            continue
        wrong: dict[str, object] = {parameter.name: Alien()}
        if name in BY_THEMSELVES:
            with pytest.raises(PitbossError):
                function(**BY_THEMSELVES[name]() | wrong)
        else:
            with pytest.raises(PitbossError, match=f"{parameter.name} must be .*, got <.*Alien"):
                function(**wrong)


def journal_apart(apart: Any) -> Journal:  # noqa: ANN401  anything
    """Return a journal."""
    return Journal(BytesIO(), secret_apart=apart)


OF_BYTES = "open the file in binary mode, and give that"


@pytest.mark.parametrize(
    ("function", "wrong", "kind", "problem", "next_step"),
    [
        (verify, 5, JournalError, "source must be text or a path or a file opened in", OF_BYTES),
        (resume, 5, JournalError, "file must be text or a path or a file opened in bi", OF_BYTES),
        (Journal, 5, JournalError, "sink must be a Sink with write, flush, got 5", OF_BYTES),
        (
            journal_apart,
            "yes",
            JournalError,
            "secret_apart must be True or False, got 'yes'",
            "see help(Journal)",
        ),
        (
            BasicStrategy,
            "lott",
            PlayerError,
            "rules must be a Rules, got 'lott'",
            "give Rules.preset(name) or Rules.of(...)",
        ),
        (
            settle_line,
            None,
            ArgumentError,
            "line must be text or bytes, got None",
            "see help(settle_line)",
        ),
    ],
)
def test_the_error_says_what_it_must_be_and_what_to_do(
    function: Callable[[Any], object],
    wrong: object,
    kind: type[PitbossError],
    problem: str,
    next_step: str,
) -> None:
    """It is of the kind that the function raises for whatever else is wrong there."""
    with pytest.raises(kind) as refused:
        function(wrong)
    assert refused.value.problem.startswith(problem)
    assert refused.value.next_step == next_step


@pytest.mark.parametrize("wrong", [{"shoes": 5}, {"machine": 5}], ids=str)
def test_what_a_table_hands_on_is_an_argument_of_the_table(wrong: dict[str, Any]) -> None:
    """Nobody knows the function that looks at it."""
    with pytest.raises(TableError, match=r"must be .*, got 5: see help\(Table\)"):
        Table(seats=["Ann"], **wrong)


def test_an_argument_of_another_type_is_a_type_error_as_well() -> None:
    """Where no other kind of error says it."""
    with pytest.raises(TypeError):
        settle_line(cast("Any", 5))


@takes()
def taken(
    count: int,
    share: float,
    many: Sequence[int],
    *,
    flag: bool,
    own: Unchecked[int],
    free: object = 0,
) -> tuple[object, ...]:
    """Return what was taken."""
    return count, share, many, flag, own, free


class Number:
    """A number of another library."""

    __index__ = __float__ = int


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"count": 1.0}, "count must be a whole number, got 1.0"),
        ({"count": True}, "count must be a whole number, got True"),
        ({"share": "1"}, "share must be a number, got '1'"),
        ({"flag": 1}, "flag must be True or False, got 1"),
        ({"many": 5}, "many must be a list, got 5"),
        ({"many": list}, "many must be a list, got <class 'list'>"),
    ],
)
def test_what_does_for_a_type_is_of_it(wrong: dict[str, Any], said: str) -> None:
    """A number or an array of another library is, and a bool is no number."""
    right: dict[str, Any] = {"count": Number(), "share": 5, "many": range(2), "flag": True}
    assert taken(**right, own=cast("Any", "own"))[4:] == ("own", 0)
    assert taken(5, cast("Any", Number()), (), flag=False, own=1, free=Alien())[0] == 5
    with pytest.raises(ArgumentError, match=re.escape(said)):
        taken(**(right | wrong), own=0)
    others: Any = {"other": 1}
    with pytest.raises(TypeError, match="unexpected keyword"):
        taken(**right, own=0, **others)
