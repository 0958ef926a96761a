"""Functions written into the place of their call do what the call does, and nothing is guessed."""

import importlib.util
from collections.abc import Callable
from operator import attrgetter
from pathlib import Path
from types import ModuleType
from typing import cast

import pytest
from attrs import define

from pitboss.inlining import Names, Written, written_expression, written_statements

LIMIT = 21
WORD = "stand"
NOBODY = None
ACES = [1, 11]


@define
class Pile:
    """Something to look at and to change."""

    height: int
    label: str = ""


def call(function: object, *arguments: str) -> str:
    """Return the text of a call that is not written in."""
    return f"_0_{getattr(function, '__name__', type(function).__name__)}({', '.join(arguments)})"


def expression(function: object, *arguments: str) -> Written:
    """Write a function for its result."""
    return written_expression(function, list(arguments), Names())


def result_of(function: object, **values: object) -> object:
    """Write a function for its result, with arguments of these names, and work it out."""
    names = Names()
    written = written_expression(function, list(values), names)
    known = names.values | values
    exec("\n".join(written.before), known)  # noqa: S102
    return eval(written.result, known)  # noqa: S307


def effect_of(function: object, **values: object) -> str:
    """Write a function for what it does, do that, and return what was written."""
    names = Names()
    text = "\n".join(written_statements(function, list(values), names))
    exec(text, names.values | values)  # noqa: S102
    return text


def is_high(pile: Pile) -> bool:
    """Compare with a constant of the module."""
    return pile.height > LIMIT


def is_very_high(pile: Pile) -> bool:
    """Name what is looked at first."""
    height = pile.height
    return height > 2 * LIMIT


def raise_by(pile: Pile, more: int) -> None:
    """Change what is given."""
    pile.height += more


def test_a_guard_of_one_return_becomes_its_expression() -> None:
    """The argument stands where the parameter stood, and the constant where its name stood."""
    assert expression(is_high, "tower") == Written((), "tower.height > 21")
    assert result_of(is_high, pile=Pile(22)) is True
    assert result_of(is_high, pile=Pile(21)) is False


def test_what_a_guard_names_first_stands_before_it() -> None:
    """Its variables are set apart from those of all other places."""
    names = Names()
    first = written_expression(is_very_high, ["tower"], names)
    second = written_expression(is_very_high, ["tower"], names)
    assert first == Written(("height_1 = tower.height",), "height_1 > 2 * 21")
    assert second.before == ("height_2 = tower.height",)


def test_an_effect_becomes_its_statements() -> None:
    """The docstring stays behind."""
    assert written_statements(raise_by, ["tower", "more"], Names()) == ["tower.height += more"]
    pile = Pile(3)
    effect_of(raise_by, pile=pile, more=4)
    assert pile.height == 7


def test_the_same_object_has_one_name() -> None:
    """Objects that are equal have a name each."""
    names = Names()
    one, other = Pile(1), Pile(1)
    assert names.name(one) == names.name(one) == "_0_Pile"
    assert names.name(other) == "_1_Pile"
    assert names.values == {"_0_Pile": one, "_1_Pile": other}


def made_with(least: int | None, *, strict: bool) -> Callable[[Pile], bool]:
    """Make a guard as a rule set does: with variables that are decided beforehand."""

    def test(pile: Pile) -> bool:
        return not strict or (least is not None and pile.height >= least and pile.label == WORD)

    return test


def test_what_was_decided_beforehand_is_left_out() -> None:
    """What cannot change the result, and all that stands behind what decides it."""
    assert expression(made_with(5, strict=False), "pile").result == "True"
    assert expression(made_with(None, strict=True), "pile").result == "False"
    decided = expression(made_with(5, strict=True), "pile").result
    assert decided == "pile.height >= 5 and pile.label == 'stand'"


def chosen(*, high: bool) -> Callable[[Pile], int]:
    """Make a function that chooses between two values."""

    def choose(pile: Pile) -> int:
        return pile.height if high else -pile.height

    return choose


def sign(pile: Pile) -> int:
    """Choose in play."""
    return 1 if pile.height > 0 else -1


def test_a_choice_that_was_made_beforehand_is_made() -> None:
    """One that is made in play is left as it is."""
    assert expression(chosen(high=True), "pile").result == "pile.height"
    assert expression(chosen(high=False), "pile").result == "-pile.height"
    assert [result_of(sign, pile=Pile(height)) for height in (2, -2)] == [1, -1]


def branching(*, low: bool, loud: bool) -> Callable[[Pile], None]:
    """Make an effect of which a rule set takes some branches only."""

    def apply(pile: Pile) -> None:
        if low:
            pile.height -= 1
        else:
            pile.height += 1
        if loud:
            pile.label = "loud"
        if pile.height > 0:
            if loud:
                pile.label += "!"
        elif loud:
            pile.label += "?"

    return apply


@pytest.mark.parametrize("low", [False, True])
@pytest.mark.parametrize("loud", [False, True])
@pytest.mark.parametrize("height", [-5, 5])
def test_branches_that_are_never_taken_are_left_out(*, low: bool, loud: bool, height: int) -> None:
    """What is left does what the effect does."""
    apply = branching(low=low, loud=loud)
    called, written = Pile(height), Pile(height)
    apply(called)
    text = effect_of(apply, pile=written)
    assert written == called
    assert ("height -= 1" in text, "height += 1" in text) == (low, not low)
    assert ("loud" in text) == loud


def nothing_left(*, ever: bool) -> Callable[[Pile], None]:
    """Make an effect that may come to nothing."""

    def apply(pile: Pile) -> None:
        if ever:
            pile.height = 0

    return apply


def test_an_effect_that_comes_to_nothing_is_still_a_statement() -> None:
    """It does nothing."""
    assert written_statements(nothing_left(ever=False), ["pile"], Names()) == ["pass"]


def both(pile: Pile, other: Pile) -> bool:
    """Ask another guard twice."""
    return is_high(pile) and is_high(other) and not NOBODY


def higher_by_two(pile: Pile) -> bool:
    """Ask another guard of what has no name."""
    return is_high(Pile(pile.height + 2))


def in_steps(pile: Pile, step: int) -> None:
    """Let another effect do it, with what has a name and with what has none."""
    raise_by(pile, step)
    raise_by(pile, 2 * step)
    raise_by(pile, 1)
    raise_by(more=1, pile=pile)
    ACES.index(1)


def test_what_a_guard_asks_is_written_in_too() -> None:
    """As long as it is asked of names; else it is called."""
    assert expression(both, "a", "b").result == "a.height > 21 and b.height > 21"
    assert "is_high(" in expression(higher_by_two, "a").result
    assert result_of(higher_by_two, pile=Pile(20)) is True
    assert result_of(higher_by_two, pile=Pile(19)) is False


def test_what_an_effect_lets_do_is_written_in_too() -> None:
    """What has no name is given one first; a call with keywords stays a call."""
    pile = Pile(0)
    text = effect_of(in_steps, pile=pile, step=10)
    assert pile.height == 32
    assert "pile.height += step\n" in text
    assert "pile.height += 1\n" in text
    assert "given_" in text
    assert text.count("raise_by(") == 1


def with_cast(pile: object) -> int:
    """Tell a type checker what it cannot know."""
    return cast("Pile", pile).height


def test_a_cast_is_left_out() -> None:
    """It does nothing in play."""
    assert expression(with_cast, "pile").result == "pile.height"


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


def any_in(piles: list[Pile]) -> bool:
    """Look at several; the code of the inner loop is part of what is compared."""
    return any(pile.height > LIMIT for pile in piles)


def test_what_loops_is_written_in_as_well() -> None:
    """Its variable is set apart like any other."""
    assert expression(any_in, "piles").result == "any((pile_1.height > 21 for pile_1 in piles))"
    assert result_of(any_in, piles=[Pile(3), Pile(30)]) is True
