"""The best play: over every order of small shoes, nothing that is seen leads to a better one."""

import pytest
from tests.exact.every_order import Counts, best_value, counts_of
from tests.scale import share_of

from pitboss import EventKind, Rules
from pitboss.exact import Method, NotCoveredError, value

EIGHTS = counts_of(A=3, T=9, **{"8": 4})
SIXES = counts_of(A=2, T=8, **{"6": 5})
MANY_SIXES = counts_of(T=3, **{"6": 8, "9": 2})
THREES_AND_SIXES = counts_of(T=4, **{"3": 3, "6": 4})
ACES_AND_TENS = counts_of(A=4, T=16, **{"6": 32})
"""As many as in a deck of 52 cards."""

ROUNDING = 1e-12

UNSPLIT = [
    Rules.of(decks=1, max_hands=1, **differences)
    for differences in (
        {},
        {"hole_card": "none"},
        {"hole_card": "none", "dealer_blackjack_takes": "original"},
        {"hole_card": "none", "natural_settles": "turn"},
        {"peek": "insured"},
        {"peek": "insured", "insured_ante": "loses"},
        {"peek": "never", "surrender": "late"},
        {"surrender": "late"},
        {"surrender": "early"},
        {"blackjack_pays": "6:5"},
        {"insurance": "ace_or_ten", "insurance_pays": "5:1"},
        {"insurance": "off"},
        {"double": "any_time"},
        {"double": "any_time", "double_soft": False},
        {"charlie": 3, "auto_stand_21": False},
    )
]


@pytest.mark.untraced
@pytest.mark.parametrize("rules", UNSPLIT, ids=str)
def test_without_splits_the_best_play_is_exact(rules: Rules) -> None:
    """Insurance, even money and surrender among them."""
    found = value(rules, shoe=SIXES)
    assert found.value == pytest.approx(float(best_value(rules, SIXES)), abs=1e-14)
    assert found.estimated_error == pytest.approx(ROUNDING)


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("rules", "shoe"),
    list(
        share_of(
            (Rules.of(decks=1, max_hands=2, **differences), shoe)
            for shoe in (THREES_AND_SIXES, SIXES, EIGHTS)
            for differences in (
                {},
                {"surrender": "late", "hole_card": "none"},
                {"insurance_pays": "3:1"},
                {"double_after_split": False, "soft_17": "hit"},
            )
        )
    ),
    ids=str,
)
def test_with_splits_the_best_play_lies_within_the_estimate(rules: Rules, shoe: Counts) -> None:
    """Who also remembers the cards of the other hands wins as much or more, but not much."""
    found = value(rules, shoe=shoe)
    beyond = float(best_value(rules, shoe)) - found.value
    assert -ROUNDING < beyond < found.estimated_error
    assert found.method is Method.OWN_CARDS
    if shoe == THREES_AND_SIXES:
        assert beyond > 1e-4


@pytest.mark.untraced
def test_the_estimate_is_no_bound() -> None:
    """From a shoe of little but sixes, who remembers them wins a ninth more than is estimated."""
    rules = Rules.of(decks=1, max_hands=2)
    found = value(rules, shoe=MANY_SIXES)
    beyond = float(best_value(rules, MANY_SIXES)) - found.value
    assert found.estimated_error < beyond < 1.12 * found.estimated_error


def test_even_money_is_taken_where_a_natural_pays_less() -> None:
    """At 6:5 it is worth more than the natural, at 3:2 it is not."""
    plays = {
        pays: [
            hand.play
            for hand in value(Rules.of(decks=1, blackjack_pays=pays), shoe=ACES_AND_TENS).hands
            if hand.cards == (1, 10) and hand.up_points == 1
        ]
        for pays in ("3:2", "6:5")
    }
    assert plays == {"3:2": [None], "6:5": [EventKind.EVEN_MONEY]}


def test_insurance_is_taken_where_it_pays_enough() -> None:
    """At 2:1 it loses with every two cards; at 3:1 it wins with all of them."""
    for pays, insured in (("2:1", set[int]()), ("3:1", {1})):
        rules = Rules.of(insurance_pays=pays, even_money=False)
        hands = value(rules, shoe=ACES_AND_TENS).hands
        assert {hand.up_points for hand in hands if hand.insured} == insured


@pytest.mark.parametrize(
    ("differences", "options"),
    [
        (
            {"hole_card": "none", "dealer_blackjack_takes": "original_and_busted"},
            {"dealer_blackjack_takes", "peek"},
        ),
        (
            {
                "hole_card": "none",
                "dealer_blackjack_takes": "original",
                "natural_beats_21": False,
            },
            {"dealer_blackjack_takes", "natural_beats_21", "peek"},
        ),
        (
            {"hole_card": "none", "dealer_blackjack_takes": "original", "charlie": 5},
            {"dealer_blackjack_takes", "charlie", "peek"},
        ),
        (
            {"hole_card": "none", "dealer_blackjack_takes": "original", "split_natural": True},
            {"dealer_blackjack_takes", "split_natural", "peek"},
        ),
        ({"peek": "insured", "insurance_amount": "up_to_half"}, {"insurance_amount", "peek"}),
        (
            {"insurance_pays": "3:1", "insurance_amount": "up_to_balance"},
            {"insurance_pays", "insurance_amount"},
        ),
        (
            {"insurance_pays": "3:1", "insurance_time": "after_split"},
            {"insurance_pays", "insurance_time"},
        ),
        (
            {
                "insurance_pays": "3:1",
                "hole_card": "none",
                "insured_ante": "loses",
                "natural_beats_21": False,
            },
            {"insurance_pays", "insured_ante", "natural_beats_21", "peek"},
        ),
    ],
)
def test_rules_that_are_not_covered_are_refused_by_name(
    differences: dict[str, object], options: set[str]
) -> None:
    """The error has the options, with their values as a rule file has them."""
    rules = Rules.of(decks=1, **differences)
    with pytest.raises(NotCoveredError, match="no exact value is worked out") as caught:
        value(rules)
    written = rules.to_dict()
    assert caught.value.options == {name: written[name] for name in options}
