"""Rule sets for property tests: any valid one, and the values worth trying for each option."""

from collections.abc import Mapping
from enum import Enum
from functools import cache

from attrs import frozen
from hypothesis import strategies as st

from pitboss.game.money import Ratio
from pitboss.rules import Rules
from pitboss.rules.checks import contradictions
from pitboss.rules.option_kinds import Kind, Option
from pitboss.rules.options import OPTIONS
from pitboss.rules.values import BetCap, CutWindow, Deck, RuleValue

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
    "max_doubles": (1, 2, 3),
    "charlie_21": (None, 3, 5, 21),
    "charlie": (None, 3, 5, 6, 7, 21),
    "side_bets": ((),),
    "bonuses": ((),),
    "bet_min": (1, 0, 2, 15, 100),
    "bet_max": (None, BetCap.BALANCE, 0, 100, 5_000),
    "opening_balance": (None, 0, 1, 1_000, 1_000_000),
    "minor_per_unit": (100, 1, 1_000),
}


def candidates(option: Option) -> tuple[RuleValue, ...]:
    """List the values of an option that are worth trying; all of them where they are few."""
    if option.name in OPEN_OPTIONS:
        return OPEN_OPTIONS[option.name]
    assert type(option.kind) is Kind
    return tuple(value for _, value in option.kind.meanings)


@st.composite
def valid_rules(draw: st.DrawFn, /, **given: object) -> Rules:
    """Draw a valid rule set over all options.

    It shrinks towards the default table and prints as its differences from it. To shrink well,
    every option is drawn in the same way whatever was drawn before; a wish that contradicts an
    earlier value gives way to a value that does not.

    Args:
        draw: given by Hypothesis.
        given: options that are fixed, as in `Rules.of`.
    """
    values = {name: OPTIONS[name].read(value) for name, value in given.items()}
    for name, option in OPTIONS.items():
        wish = draw(_wishes(option))
        if name not in values:
            values[name] = _fulfilled(wish, option, values)
    return Rules.of(**values)


@frozen
class Share:
    """A wish for a cut window: its ends as percentages of the shoe."""

    ends: tuple[int, int]


class Wish(Enum):
    """A wish for whatever the option is by default."""

    DEFAULT = "default"


@cache
def _wishes(option: Option) -> st.SearchStrategy[RuleValue | Share]:
    """Give wishes for the value of an option, the default first."""
    listed = st.sampled_from((Wish.DEFAULT, *candidates(option)))
    if option.name != "cut_card":
        return listed
    percentage = st.integers(min_value=0, max_value=100)
    return st.one_of(listed, st.tuples(percentage, percentage).map(Share))


def _fulfilled(
    wish: RuleValue | Share, option: Option, beside: Mapping[str, RuleValue]
) -> RuleValue:
    """Give the value wished for, or else the first that contradicts none beside it."""
    usual = option.default_beside(beside)
    if isinstance(wish, Share):
        decks, deck = beside["decks"], beside["deck"]
        assert isinstance(decks, int)
        assert isinstance(deck, Deck)
        low, high = (decks * len(deck.cards) * end // 100 for end in sorted(wish.ends))
        wish = CutWindow(low, high)
    values = (usual if wish is Wish.DEFAULT else wish, usual, *candidates(option))
    return next(value for value in values if not contradictions({**beside, option.name: value}))
