"""The options one by one: what each takes, what it refuses, and what it says about itself."""

import pytest
from tests.players.strategies.rules import candidates

from pitboss.errors import RulesError
from pitboss.game.limits import MAX_AMOUNT_MINOR, MAX_CARDS, MAX_HANDS_OF_A_SEAT, MAX_TOTAL_MINOR
from pitboss.game.money import Ratio, Rounding
from pitboss.rules import Rules
from pitboss.rules.option_kinds import Option
from pitboss.rules.options import OPTIONS
from pitboss.rules.presets import SOURCES
from pitboss.rules.values import BetCap, Choice, CutWindow, Double, RuleValue

every_option = pytest.mark.parametrize("option", OPTIONS.values(), ids=lambda option: option.name)

# Option, what is given, what it is read as, and how that is written in a rule file.
READ: list[tuple[str, object, RuleValue, object]] = [
    ("decks", 1, 1, 1),
    ("decks", "16", 16, 16),
    ("burn", 0, 0, 0),
    ("cut_card", "60..80", CutWindow(60, 80), "60..80"),
    ("cut_card", "78", CutWindow(78, 78), "78..78"),
    ("cut_card", CutWindow(0, 52), CutWindow(0, 52), "0..52"),
    ("blackjack_pays", "6:5", Ratio(6, 5), "6:5"),
    ("blackjack_pays", "1000:1", Ratio(1_000, 1), "1000:1"),
    ("blackjack_pays", "4:2", Ratio(2, 1), "2:1"),
    ("max_hands", 2, 2, 2),
    ("max_hands", MAX_HANDS_OF_A_SEAT, MAX_HANDS_OF_A_SEAT, MAX_HANDS_OF_A_SEAT),
    ("max_hands", "unlimited", None, "unlimited"),
    ("max_hands", None, None, "unlimited"),
    ("double", "9_to_11", Double.NINE_TO_ELEVEN, "9_to_11"),
    ("double", Double.ANY_TIME, Double.ANY_TIME, "any_time"),
    ("charlie", "none", None, None),
    ("charlie", None, None, None),
    ("charlie", 21, 21, 21),
    ("top_up", "true", True, True),
    ("top_up", False, False, False),
    ("bet_max", "balance", BetCap.BALANCE, "balance"),
    ("bet_max", "none", None, None),
    ("bet_max", 0, 0, 0),
    ("bet_max", MAX_AMOUNT_MINOR, MAX_AMOUNT_MINOR, MAX_AMOUNT_MINOR),
    ("opening_balance", MAX_TOTAL_MINOR, MAX_TOTAL_MINOR, MAX_TOTAL_MINOR),
    ("rounding", "half_even", Rounding.HALF_EVEN, "half_even"),
]

REFUSED: list[tuple[str, object]] = [
    ("decks", 0),
    ("decks", 17),
    ("decks", True),
    ("decks", 6.0),
    ("decks", None),
    ("decks", "six"),
    ("decks", "-6"),
    ("decks", "+6"),
    ("decks", " 6"),
    ("decks", "٦"),
    ("decks", [6]),
    ("max_seats", 8),
    ("burn", 21),
    ("cut_card", 78),
    ("cut_card", "80..60"),
    ("cut_card", "60.."),
    ("cut_card", "60...80"),
    ("cut_card", "-1..5"),
    ("cut_card", f"0..{MAX_CARDS + 1}"),
    ("cut_card", "9" * 5_000),
    ("blackjack_pays", 1.5),
    ("blackjack_pays", "1.5"),
    ("blackjack_pays", "0:1"),
    ("blackjack_pays", "1001:1"),
    ("blackjack_pays", Ratio(6, 4)),
    ("blackjack_pays", Ratio(0, 1)),
    ("max_hands", 0),
    ("max_hands", MAX_HANDS_OF_A_SEAT + 1),
    ("max_hands", "none"),
    ("double", "any time"),
    ("double", "NINE_TO_ELEVEN"),
    ("double", Rounding.DOWN),
    ("double", True),
    ("charlie", 2),
    ("charlie", "unlimited"),
    ("top_up", 1),
    ("top_up", "yes"),
    ("bet_min", -1),
    ("bet_min", "balance"),
    ("bet_max", MAX_AMOUNT_MINOR + 1),
    ("opening_balance", BetCap.BALANCE),
    ("opening_balance", MAX_TOTAL_MINOR + 1),
    ("minor_per_unit", 0),
]


@pytest.mark.parametrize(("name", "given", "value", "written"), READ)
def test_a_value_is_read_and_written(
    name: str, given: object, value: RuleValue, written: object
) -> None:
    """A value and its text are read as the same, and written in one way."""
    read = OPTIONS[name].read(given)
    assert (type(read), read) == (type(value), value)
    assert OPTIONS[name].written(read) == written


@pytest.mark.parametrize(("name", "given"), REFUSED)
def test_a_value_is_refused(name: str, given: object) -> None:
    """What an option does not allow is refused with the option's name and what to write."""
    with pytest.raises(ValueError, match=f"^{name} = .* is not allowed: write ") as refusal:
        OPTIONS[name].read(given)
    assert OPTIONS[name].kind.allowed in str(refusal.value)


def test_a_refusal_is_short_however_long_the_value() -> None:
    """A value of any length makes one readable line."""
    with pytest.raises(ValueError, match=r"\.\.\. is not allowed") as refusal:
        OPTIONS["split"].read("rank" * 10_000)
    assert len(str(refusal.value)) < 150


@pytest.mark.parametrize(
    ("name", "given", "meant"),
    [
        ("shuffle", "every_rond", "every_round"),
        ("dealer_blackjack_takes", "original_busted", "original_and_busted or original"),
        ("max_hands", "unlimitd", "unlimited"),
        ("top_up", "True", "true"),
    ],
)
def test_a_misspelt_word_suggests_the_nearest(name: str, given: str, meant: str) -> None:
    """A word that is nearly right is answered with the right one."""
    with pytest.raises(ValueError, match=rf"; did you mean {meant}\?$"):
        OPTIONS[name].read(given)


@every_option
def test_every_candidate_value_comes_back_from_its_text(option: Option) -> None:
    """Each value is read from what it is written as, and is unlike every other."""
    values = candidates(option)
    written = [option.written(value) for value in values]
    assert [option.read(form) for form in written] == list(values)
    assert len(set(map(repr, written))) == len(values)


@every_option
def test_every_default_is_allowed(option: Option) -> None:
    """The default of an option, and each that a tie gives it, is one of its values."""
    assert option.kind.holds(option.default)
    for tie in option.ties:
        assert OPTIONS[tie.option].kind.holds(tie.value)
        assert option.kind.holds(tie.default)


@every_option
def test_every_option_says_what_it_means(option: Option) -> None:
    """An option has its values, its meaning in one line, and the clauses that speak of it."""
    assert option.kind.allowed
    assert 10 < len(option.meaning) < 80
    for clause in option.clauses:
        number = clause.removeprefix("[").partition("]")[0]
        assert clause[0] != "[" or number in SOURCES, clause
        assert clause == "ours" or len(clause) > 8


def test_every_word_of_an_enumeration_has_a_meaning() -> None:
    """A word that answers an option says what the table does then."""
    for choices in Choice.__subclasses__():
        assert choices.__doc__
        for choice in choices:
            assert len(choice.meaning) > 1, choice


def test_the_options_are_the_fields_of_rules() -> None:
    """A rule set has one field for each option, and no other."""
    rules = Rules()
    assert {name: getattr(rules, name) for name in OPTIONS} == {
        name: option.default for name, option in OPTIONS.items()
    }
    written = [name for name, option in OPTIONS.items() if not option.left_out]
    assert list(rules.to_dict()) == written


@pytest.mark.parametrize(
    ("low", "high"),
    [(-1, 5), (6, 5), (0, MAX_CARDS + 1), pytest.param(0, 10**5_000, id="thousands of digits")],
)
def test_a_cut_window_that_no_shoe_has_is_refused(low: int, high: int) -> None:
    """The ends of a window stand in order, within the largest shoe."""
    with pytest.raises(RulesError, match="a cut window runs from low to high"):
        CutWindow(low, high)


def test_a_text_that_is_no_cut_window_is_refused() -> None:
    """A window is two numbers in digits, and not in thousands of them."""
    for text in ("sixty..eighty", "", "..", "60..", "..80", "1..2..3", "9" * 5_000, "1.." * 5_000):
        with pytest.raises(RulesError, match="is not a cut window: write two numbers") as refused:
            CutWindow.parse(text)
        assert len(str(refused.value)) < 200
