"""Rule sets for property tests: any valid one, and the values worth trying for each option."""

from collections.abc import Mapping

from hypothesis import strategies as st

from pitboss.money import Ratio
from pitboss.option_kinds import OneOf, Option, TrueOrFalse
from pitboss.options import OPTIONS
from pitboss.rule_checks import contradictions
from pitboss.rule_values import CARDS_IN_DECK, BetCap, CutWindow, RuleValue
from pitboss.rules import Rules

# Options that no enumeration lists: both ends, the values of the presets, and some between.
OPEN_OPTIONS: Mapping[str, tuple[RuleValue, ...]] = {
    "decks": tuple(range(1, 17)),
    "max_seats": tuple(range(1, 8)),
    "cut_card": (
        CutWindow(78, 78),
        CutWindow(0, 0),
        CutWindow(13, 13),
        CutWindow(60, 80),
        CutWindow(110, 110),
        CutWindow(260, 312),
    ),
    "burn": (0, 1, 20),
    "blackjack_pays": (Ratio(3, 2), Ratio(6, 5), Ratio(1, 1), Ratio(2, 1), Ratio(7, 5)),
    "insurance_pays": (Ratio(2, 1), Ratio(1, 1), Ratio(3, 2)),
    "max_hands": (4, 1, 2, 3, 8, None),
    "charlie": (None, 3, 5, 6, 7, 21),
    "bet_min": (1, 0, 2, 15, 100),
    "bet_max": (None, BetCap.BALANCE, 0, 100, 5_000),
    "stake": (None, 0, 1, 1_000, 1_000_000),
    "minor_per_unit": (100, 1, 1_000),
}


def candidates(option: Option) -> tuple[RuleValue, ...]:
    """List the values of an option that are worth trying; all of them where they are few."""
    match option.kind:
        case OneOf(choices=choices):
            return tuple(choices)
        case TrueOrFalse():
            return (True, False)
        case _:
            return OPEN_OPTIONS[option.name]


@st.composite
def valid_rules(draw: st.DrawFn, /, **given: object) -> Rules:
    """Draw a valid rule set over all options.

    It shrinks towards the default table, and prints as its differences from it.

    Args:
        draw: given by Hypothesis.
        given: options that are fixed, as in `Rules.of`.
    """
    values = {name: OPTIONS[name].read(value) for name, value in given.items()}
    for name, option in OPTIONS.items():
        if name not in values:
            values[name] = draw(_values(option, values))
    return Rules.of(**values)


def _values(option: Option, beside: Mapping[str, RuleValue]) -> st.SearchStrategy[RuleValue]:
    """Give the values of an option that contradict none of those drawn, the default first."""
    usual = option.default_beside(beside)
    others = tuple(value for value in candidates(option) if value != usual)
    fitting = [
        value for value in (usual, *others) if not contradictions({**beside, option.name: value})
    ]
    listed = st.sampled_from(fitting)
    return st.one_of(listed, _windows(beside)) if option.name == "cut_card" else listed


def _windows(beside: Mapping[str, RuleValue]) -> st.SearchStrategy[CutWindow]:
    """Give the cut windows that lie inside a shoe of the decks drawn."""
    decks = beside["decks"]
    assert isinstance(decks, int)
    places = st.integers(min_value=0, max_value=decks * CARDS_IN_DECK)
    return st.tuples(places, places).map(lambda ends: CutWindow(min(ends), max(ends)))
