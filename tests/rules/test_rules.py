"""A rule set: made from what differs, complete, a value among values."""

import copy
import pickle
from typing import Any

import pytest
from attrs.exceptions import FrozenInstanceError
from hypothesis import given
from tests.players.strategies.rules import valid_rules

from pitboss.errors import RulesError
from pitboss.rules import Rules
from pitboss.rules.options import OPTIONS
from pitboss.rules.values import (
    CutWindow,
    HoleCard,
    InsuranceTime,
    Peek,
    PlayOrder,
    Split,
    SplitDeal,
)

# What is given, and the defaults that follow it.
FOLLOWING: list[tuple[dict[str, object], dict[str, object]]] = [
    ({"split": "off"}, {"max_hands": 1}),
    ({"max_hands": 1}, {"split": Split.OFF}),
    ({"max_hands": "1"}, {"split": Split.OFF}),
    ({"hole_card": "none"}, {"peek": Peek.NEVER}),
    ({"insurance": "off"}, {"even_money": False}),
    ({"insurance_time": "after_split"}, {"even_money": False, "peek": Peek.NEVER}),
    ({"play_order": "splits_first"}, {"split_deal": SplitDeal.BOTH}),
    ({"decks": 1}, {"cut_card": CutWindow(13, 13)}),
    ({"decks": 16}, {"cut_card": CutWindow(208, 208)}),
]


@pytest.mark.parametrize(("options", "followers"), FOLLOWING)
def test_a_tied_default_follows(options: dict[str, object], followers: dict[str, object]) -> None:
    """An option that is not given follows the one it is tied to, and nothing else moves."""
    rules = Rules.of(**options)
    usual = Rules()
    for name, option in OPTIONS.items():
        expected = (
            option.read(options[name])
            if name in options
            else followers.get(name, getattr(usual, name))
        )
        assert getattr(rules, name) == expected, name


def test_a_tied_option_that_is_given_stays() -> None:
    """Only a default follows: a value that is given is kept, or refused."""
    assert Rules.of(decks=2, cut_card="78..78").cut_card == CutWindow(78, 78)
    with pytest.raises(RulesError, match="split = off contradicts max_hands = 4"):
        Rules.of(split="off", max_hands=4)


def test_values_and_their_texts_make_the_same_rules() -> None:
    """Typed values and words may be mixed."""
    assert Rules.of(hole_card=HoleCard.NONE, max_hands=None, decks="8") == Rules.of(
        hole_card="none", max_hands="unlimited", decks=8
    )


def test_the_constructor_follows_nothing() -> None:
    """The constructor's defaults are the default table's, whatever else is given."""
    with pytest.raises(RulesError, match=r"decks = 1 contradicts cut_card = 78\.\.78"):
        Rules(decks=1)
    assert Rules(decks=2).cut_card == CutWindow(78, 78)


def test_the_constructor_takes_no_text() -> None:
    """Text is for `Rules.of`; the constructor takes values in their own types."""
    untyped: Any = Rules
    with pytest.raises(RulesError, match="peek = 'never' is text"):
        untyped(peek="never")


@pytest.mark.parametrize("name", ["cls", "self", "name", "preset", "given", "digest", ""])
def test_an_unknown_option_is_refused_whatever_its_name(name: str) -> None:
    """No name of an option collides with a name of the code."""
    with pytest.raises(RulesError, match="is unknown"):
        Rules.of(**{name: 1})


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("soft17", "did you mean soft_17"),
        ("insurence", "did you mean insurance"),
        ("x" * 10_000, "`pitboss rules list --options` lists all options"),
    ],
)
def test_an_unknown_option_suggests_the_nearest(name: str, hint: str) -> None:
    """A misspelt option is answered with those most like it, or with where to look."""
    with pytest.raises(RulesError, match=hint) as refusal:
        Rules.of(**{name: 1})
    assert len(str(refusal.value)) < 150


def test_rules_cannot_be_changed() -> None:
    """A rule set is a frozen value."""
    rules: Any = Rules()
    with pytest.raises(FrozenInstanceError):
        rules.decks = 2


@given(valid_rules(), valid_rules())
def test_equal_rules_are_one_value(one: Rules, other: Rules) -> None:
    """Equality, hash and digest agree, and copies are equal."""
    assert (one == other) == (one.digest == other.digest) == (one.to_dict() == other.to_dict())
    for twin in (copy.deepcopy(one), pickle.loads(pickle.dumps(one))):  # noqa: S301 - our own bytes
        assert twin == one
        assert hash(twin) == hash(one)
        assert twin.digest == one.digest


@given(valid_rules())
def test_changes_and_repr_make_the_rules_again(rules: Rules) -> None:
    """What differs from the default is enough to make a rule set, and is what it prints."""
    changes = rules.changes()
    assert Rules.of(**changes) == rules
    assert repr(rules) == f"Rules.of({', '.join(f'{n}={v!r}' for n, v in changes.items())})"


@given(valid_rules(), valid_rules())
def test_changes_over_a_base_are_the_options_that_differ(rules: Rules, base: Rules) -> None:
    """Over a base every option counts as given: those that differ lead from one to the other."""
    changes = rules.changes(base)
    written = {name: option.written(getattr(base, name)) for name, option in OPTIONS.items()}
    assert Rules.of(**{**written, **changes}) == rules
    assert all(written[name] != value for name, value in changes.items())


def test_changes_leave_out_what_follows() -> None:
    """A default that only follows a tie is not a change."""
    assert Rules.of(split="off").changes() == {"split": "off"}
    assert Rules.of(decks=2).changes() == {"decks": 2}
    assert Rules.of(decks=2, cut_card="78..78").changes() == {"decks": 2, "cut_card": "78..78"}


@given(valid_rules(hole_card="none", play_order=PlayOrder.HAND_BY_HAND))
def test_drawn_rules_keep_what_is_fixed(rules: Rules) -> None:
    """A test may fix some options and draw the rest."""
    assert rules.hole_card is HoleCard.NONE
    assert rules.peek is Peek.NEVER
    assert rules.play_order is PlayOrder.HAND_BY_HAND
    assert rules.insurance_time in InsuranceTime
