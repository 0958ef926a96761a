"""Functions written into the place of their call do what the call does."""

from collections.abc import Callable
from enum import IntEnum
from inspect import getsource
from operator import attrgetter
from typing import cast

import pytest
from tests.machine.writing import LIMIT, Pile, effect_of, expression, result_of

from pitboss import guards, inlining
from pitboss.events import EventKind
from pitboss.inlining import Names, Written, written_expression, written_statements
from pitboss.machine import machine_for
from pitboss.round import Phase
from pitboss.rules import Rules

WORD = "stand"
NOBODY: object = None
ACES = [1, 11]


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


def test_the_example_that_introduces_it_is_true() -> None:
    """The guard stands so in its room, and so it is asked by the machine of a preset."""
    assert inlining.__doc__
    example = [line for line in inlining.__doc__.splitlines() if line.startswith("    ")]
    *guard, asked = example
    assert "\n".join(guard) in getsource(guards.total_may_double.make)
    says = machine_for(Rules.preset("european_all"), inlined=True).says
    text = getsource(says[Phase.FILLING][EventKind.DOUBLE])
    assert asked.strip() in [line.strip() for line in text.splitlines()]


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
    return not NOBODY and is_high(pile) and is_high(other)


def higher_by_two(pile: Pile) -> bool:
    """Ask another guard of what has no name."""
    return is_high(Pile(pile.height + 2))


def is_above(height: int) -> bool:
    """Look at a number."""
    return height > LIMIT and height > 0


def is_tall(pile: Pile) -> bool:
    """Ask another guard of a part of what is given."""
    return is_above(pile.height)


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
    assert expression(is_tall, "a").result == "a.height > 21 and a.height > 0"
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


class Suit(IntEnum):
    """A number that is more than a number."""

    CLUBS = 1


BELOW = -1
NOTHING: object = 0
SOMETHING: object = Pile(1)


def numbers(pile: Pile) -> list[object]:
    """Work with constants that are no yes and no no."""
    return [
        NOBODY or NOTHING,
        NOTHING or pile.height,
        LIMIT and NOTHING and pile.height,
        pile.height or NOTHING,
        pile.height and LIMIT,
        pile.height and LIMIT and WORD,
        BELOW**2,
        Suit.CLUBS + pile.height,
        1 < pile.height < LIMIT,
        NOBODY is None is not SOMETHING,
        NOBODY == NOTHING,
    ]


@pytest.mark.parametrize("height", [0, 2, 30])
def test_constants_stand_for_what_they_are(height: int) -> None:
    """What is left out changes no value, in a condition or out of it."""
    pile = Pile(height)
    written, due = result_of(numbers, pile=pile), numbers(pile)
    assert repr(written) == repr(due)


FIRST_SUIT = Suit.CLUBS


def named_number(pile: Pile) -> bool:
    """Compare with a number that has a name."""
    return pile.height == FIRST_SUIT


def test_an_object_with_a_name_of_its_own_keeps_it() -> None:
    """Only a plain constant is written out; a name that is none becomes that of its type."""
    assert expression(named_number, "pile").result == "pile.height == _0_CLUBS"
    names = Names()
    assert names.name(attrgetter("height")) == "_0_attrgetter"
    assert names.name(lambda: 5) == "_1_function"


LOUD = False


def in_loops(pile: Pile) -> None:
    """Loop around what a rule set may have left out."""
    for _ in range(3):
        if LOUD:
            pile.height += 1
    while pile.height > LIMIT:
        pile.height -= 1
        if LOUD:
            break


def test_a_loop_of_which_nothing_is_left_still_loops() -> None:
    """It does nothing so many times."""
    pile = Pile(25)
    effect_of(in_loops, pile=pile)
    assert pile.height == 21


def any_in(piles: list[Pile]) -> bool:
    """Look at several; the code of the inner loop is part of what is compared."""
    return any(pile.height > LIMIT for pile in piles)


def test_what_loops_is_written_in_as_well() -> None:
    """Its variable is set apart like any other."""
    assert expression(any_in, "piles").result == "any((pile_1.height > 21 for pile_1 in piles))"
    assert result_of(any_in, piles=[Pile(3), Pile(30)]) is True
