"""What cannot be written in, or is not what runs, is called: nothing is guessed."""

import importlib.util
from collections.abc import Callable, Iterator
from operator import attrgetter
from pathlib import Path
from types import ModuleType

import pytest
from tests.machine.writing import LIMIT, Pile, call, effect_of, expression

from pitboss.inlining import Names, Written, written_statements

ACES = [1, 11]


def is_high(pile: Pile) -> bool:
    """Compare with a constant of the module."""
    return pile.height > LIMIT


def early(pile: Pile) -> bool:
    """Return in the middle."""
    if pile.height < 0:
        return False
    return pile.height < LIMIT


def in_branches(pile: Pile) -> bool:
    """Return in branches that come last."""
    if pile.height < 0:  # noqa: SIM103
        return False
    else:  # noqa: RET505  that is its shape
        return True


def prepared(pile: Pile) -> bool:
    """Do something before the answer."""
    pile.height += 1
    return is_high(pile)


def returns_nothing(pile: Pile) -> None:
    """Return without a value."""
    pile.height += 1
    return  # noqa: PLR1711  that is its shape


def takes_it_over(pile: Pile) -> None:
    """Use the parameter as a variable."""
    pile = Pile(3)
    pile.height += 1


def asks_early(pile: Pile) -> bool:
    """Ask what cannot be written in."""
    return early(pile) or is_high(pile)


@pytest.mark.parametrize("function", [early, prepared, attrgetter("height"), len, Pile(3)])
def test_a_guard_of_another_shape_is_called(function: object) -> None:
    """So is what is no plain function at all."""
    assert expression(function, "pile") == Written((), call(function, "pile"))


@pytest.mark.parametrize(
    "function", [early, in_branches, returns_nothing, takes_it_over, is_high, len]
)
def test_an_effect_of_another_shape_is_called(function: object) -> None:
    """A guard has no effect; it is no statement either."""
    assert written_statements(function, ["pile"], Names()) == [call(function, "pile")]


def test_a_guard_that_asks_one_of_another_shape_calls_it() -> None:
    """The rest of it is written in."""
    written = expression(asks_early, "pile")
    assert written.result == "_0_early(pile) or pile.height > 21"


def test_a_function_that_takes_more_or_less_is_called() -> None:
    """That is for Python to refuse."""
    assert expression(is_high, "a", "b").result == call(is_high, "a", "b")


def module_at(path: Path, text: str) -> ModuleType:
    """Write a module to a file and import it."""
    path.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


CHANGES = (
    "def guard(height):\n    return height > 22\n",
    "def guard(height):\n    return height < {limit}\n",
    "def guard(weight):\n    return weight > {limit}\n",
    "def guard(height):\n    return [each > {limit} for each in height]\n",
    "guard = 5\n",
    "\n\n",
    "def guard(:\n",
)


# Functions of equal code share what is known of their source, so each here has a limit of its own.
@pytest.mark.parametrize(("limit", "later"), list(enumerate(CHANGES, start=100)))
def test_source_that_was_changed_since_is_not_believed(
    limit: int, later: str, tmp_path: Path
) -> None:
    """What runs is the function that was imported, whatever its file says now."""
    path = tmp_path / "rule.py"
    guard = module_at(path, f"def guard(height):\n    return height > {limit}\n").guard
    path.write_text(later.format(limit=limit), encoding="utf-8")
    assert expression(guard, "height").result == "_0_guard(height)"


def test_source_that_is_as_it_was_is_believed(tmp_path: Path) -> None:
    """Wherever in its file the function stands."""
    text = "\n\ndef guard(height):\n    return height > 200\n"
    assert expression(module_at(tmp_path / "rule.py", text).guard, "a").result == "a > 200"


def test_a_function_without_source_is_called(tmp_path: Path) -> None:
    """Such as one from a file that is gone."""
    path = tmp_path / "rule.py"
    guard = module_at(path, "def guard(height):\n    return height > 300\n").guard
    path.unlink()
    assert expression(guard, "height").result == "_0_guard(height)"


def does_nothing(pile: Pile) -> None:
    """Leave everything as it is."""


def test_a_function_of_words_alone_is_called() -> None:
    """There is nothing to write in."""
    assert written_statements(does_nothing, ["pile"], Names()) == [call(does_nothing, "pile")]


def is_even(pile: Pile) -> bool:
    """Ask another, which asks this one."""
    return pile.height == 0 or is_odd(pile)


def is_odd(pile: Pile) -> bool:
    """Ask another, which asks this one."""
    return pile.height == 1 or is_even(pile)


def lower(pile: Pile) -> None:
    """Do it again by way of another."""
    pile.height -= 1
    if pile.height > 0:
        lower_more(pile)


def lower_more(pile: Pile) -> None:
    """Do it again by way of another."""
    pile.height -= 1
    if pile.height > 0:
        lower(pile)


def test_functions_that_ask_each_other_are_called_in_the_end() -> None:
    """Else there would be no end of writing."""
    text = expression(is_even, "pile").result
    assert text == "pile.height == 0 or (pile.height == 1 or _0_is_even(pile))"
    pile = Pile(5)
    text = effect_of(lower, pile=pile)
    assert text.count("pile.height -= 1") == 2
    assert text.count("lower(pile)") == 1
    assert pile.height == 0


def yields(pile: Pile) -> Iterator[int]:
    """Give something and go on."""
    yield pile.height


def keyword_only(pile: Pile, *, more: int = 1) -> int:
    """Take more than names."""
    return pile.height + more


def any_number(pile: Pile, *others: Pile) -> int:
    """Take as many as there are."""
    return pile.height + len(others)


def makes_another(pile: Pile) -> object:
    """Hold a function."""
    return lambda: pile.height


def catches(pile: Pile) -> None:
    """Expect trouble."""
    try:
        pile.height += 1
    except ValueError:
        pile.height = 0


def shadows(pile: Pile) -> bool:
    """Call the variable of a comprehension like something outside it."""
    return any(LIMIT for LIMIT in range(3)) and pile.height > LIMIT


def runs_over_its_own(pile: Pile) -> list[int]:
    """Run over something that is called like the variable."""
    return [ACES + pile.height for ACES in ACES]


def counting() -> Callable[[Pile], None]:
    """Make a function that changes a variable around it."""
    count = 0

    def apply(pile: Pile) -> None:
        nonlocal count
        count += pile.height

    return apply


def too_early() -> Written:
    """Write in a function whose enclosing function has not come so far."""

    def guard(pile: Pile) -> bool:
        return pile.height > least

    written = expression(guard, "pile")
    least = 5
    assert guard(Pile(least + 1))
    return written


@pytest.mark.parametrize(
    "function", [keyword_only, any_number, makes_another, shadows, runs_over_its_own]
)
def test_a_guard_with_more_in_it_than_can_be_written_anywhere_is_called(function: object) -> None:
    """Its names would mean something else where it is written in."""
    assert expression(function, "pile").result == call(function, "pile")


@pytest.mark.parametrize("function", [yields, catches, counting()])
def test_an_effect_with_more_in_it_than_can_be_written_anywhere_is_called(function: object) -> None:
    """The same goes for effects."""
    assert written_statements(function, ["pile"], Names()) == [call(function, "pile")]


def test_a_function_is_called_whose_variables_have_no_value_yet() -> None:
    """They may have one when it is called."""
    assert too_early().result == "_0_guard(pile)"
