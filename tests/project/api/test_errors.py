"""Every kind of error: where it is told of, what to do next, and that it can be passed on."""

import copy
import pickle
import pkgutil
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

import pytest

import pitboss
from pitboss import (
    AdapterError,
    Event,
    EventKind,
    Journal,
    PitbossError,
    Rules,
    Table,
    play_rounds,
    resume,
)
from pitboss.errors import JournalError, TableError
from pitboss.game.cards import Card
from pitboss.players import ScriptedPlayer
from pitboss.replay import FinishedError
from pitboss.table.menu import RefusedError
from pitboss.table.snapshot import Snapshot
from pitboss.teaching import ScriptedError, ScriptedErrorKind

PAGE = Path(__file__).parents[3].joinpath("engine", "pitboss", "README.md").read_text("utf-8")

# Packages of extras, each with a library that it needs.
NEEDS = {
    "environments": "gymnasium",
    "exact": "numpy",
    "plots": "matplotlib",
    "simulation": "numba",
    "web": "starlette",
}


def kinds_under(kind: type[PitbossError]) -> Iterator[type[PitbossError]]:
    """Give a kind of error and every kind of it."""
    yield kind
    for each in kind.__subclasses__():
        yield from kinds_under(each)


def lacks(package: str) -> bool:
    """Say whether a package is of an extra that is not installed."""
    library = NEEDS.get(package)
    return library is not None and find_spec(library) is None


def every_kind() -> list[type[PitbossError]]:
    """Return the kinds that all packages together define."""
    for module in pkgutil.walk_packages(pitboss.__path__, "pitboss."):
        if not (lacks(module.name.split(".")[1]) or module.name.endswith("__main__")):
            import_module(module.name)
    own = [kind for kind in kinds_under(PitbossError) if kind.__module__.startswith("pitboss.")]
    return sorted(set(own), key=lambda kind: kind.__name__)


@pytest.mark.parametrize("kind", every_kind(), ids=lambda kind: kind.__name__)
def test_every_kind_of_error_is_documented(kind: type[PitbossError]) -> None:
    """Whoever catches one finds there when it comes, unless no caller ever sees it."""
    assert kind.__name__.startswith("_") or f"`{kind.__name__}`" in PAGE


def test_every_kind_of_error_is_imported_from_where_the_page_says() -> None:
    """The second column of the table names the package."""
    rows = re.findall(r"^\| (`\w+`.*?) \| `([\w.]+)` \| ", PAGE, re.MULTILINE)
    assert len(rows) > 10
    for names, package in rows:
        if lacks(package.partition(".")[0]):
            continue
        module = import_module("pitboss" if package == "pitboss" else f"pitboss.{package}")
        for name in re.findall(r"`(\w+)`", names):
            assert issubclass(getattr(module, name), PitbossError)


def a_refusal() -> None:
    """Say what nobody asks."""
    Table(seats=["Ann"], seed=7).apply(Event.hit(0, 0))


def a_finished_script() -> None:
    """Ask a script that is at its end."""
    play_rounds(Table(seats=["Ann"], seed=7), [ScriptedPlayer("")], 1)


FAILURES: dict[str, Callable[[], object]] = {
    "a refusal": a_refusal,
    "a player": a_finished_script,
    "a card": lambda: Card.parse("1x"),
    "rules": lambda: Rules.of(decks="ten"),
    "contradictory rules": lambda: Rules.of(split="off", max_hands=4),
    "a preset": lambda: Rules.preset("lot"),
    "an event": lambda: Event(EventKind.HIT, 0, 0, 5),
    "a table": lambda: Table(seats=[], seed=7),
    "a seed": lambda: Table(seats=["Ann"], seed=-1),
    "a journal": lambda: resume(BytesIO(b"Dear diary,\n")),
    "an empty journal": lambda: resume(BytesIO()),
    "a restored table": lambda: Table.restore(
        Table(seats=["Ann"], seed=7).snapshot(), recorder=Journal(BytesIO())
    ),
    "a snapshot": lambda: Snapshot.from_json("{}"),
}


@pytest.mark.parametrize("what", FAILURES)
def test_an_error_says_what_is_wrong_and_what_to_do_next(what: str) -> None:
    """Both as fields, and the message begins with what is wrong."""
    with pytest.raises(PitbossError) as raised:
        FAILURES[what]()
    error = raised.value
    assert error.problem
    assert error.next_step
    assert error.problem in str(error)


def test_a_kind_that_words_its_message_itself_keeps_both_parts() -> None:
    """A round to be settled is refused with its kind first."""
    error = ScriptedError(ScriptedErrorKind.BAD_CARD, "'X' is not a card: write one")
    assert str(error) == "bad_card: 'X' is not a card: write one"
    assert (error.problem, error.next_step) == (
        error.message,
        "correct the round and give it again",
    )


def test_errors_cross_to_another_process_as_they_are() -> None:
    """Message, kind and fields survive a pickle and a copy."""
    table = Table(seats=["Ann"], seed=3)
    with pytest.raises(RefusedError) as refused:
        table.apply(Event.hit(0, 0))
    with pytest.raises(AdapterError) as failed:
        a_finished_script()
    errors: list[PitbossError] = [refused.value, failed.value]
    for error in [*errors, JournalError(3, "torn"), TableError("a", "b")]:
        for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):  # noqa: S301  our own
            assert type(again) is type(error)
            assert str(again) == str(error)
            assert vars(again) == vars(error)


def test_the_error_of_a_finished_journal_crosses_without_its_table() -> None:
    """A table and a journal stay in their process."""
    sink = BytesIO()
    Table(seats=["Ann"], seed=3, recorder=Journal(sink)).close()
    with pytest.raises(FinishedError) as finished:
        resume(sink)
    again = pickle.loads(pickle.dumps(finished.value))  # noqa: S301  our own
    assert (type(again), str(again)) == (FinishedError, str(finished.value))
    assert not hasattr(again, "table")
