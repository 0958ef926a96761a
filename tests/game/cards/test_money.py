"""Money: whole minor units, exact ratios, one place that rounds."""

from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction
from math import gcd

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import MoneyError, PitbossError
from pitboss.game.money import HALF, MINUS, Ratio, Rounding, divides_exactly, format_minor, scale

amounts = st.integers(0, 10**15)
parts = st.integers(1, 1000)


@pytest.mark.parametrize(
    ("text", "ratio"),
    [
        ("3:2", Ratio(3, 2)),
        ("6:5", Ratio(6, 5)),
        ("2:1", Ratio(2, 1)),
        ("1:1", Ratio(1, 1)),
        ("1:2", HALF),
        ("6:4", Ratio(3, 2)),
        ("10:10", Ratio(1, 1)),
        ("03:02", Ratio(3, 2)),
    ],
)
def test_a_ratio_is_read_in_lowest_terms(text: str, ratio: Ratio) -> None:
    """Two spellings of one ratio are one ratio."""
    assert Ratio.parse(text) == ratio


@given(numerator=parts, denominator=parts)
def test_a_ratio_written_and_read_is_the_same(numerator: int, denominator: int) -> None:
    """Every ratio is in lowest terms, and its text reads back as it."""
    ratio = Ratio.of(numerator, denominator)
    assert Fraction(ratio.numerator, ratio.denominator) == Fraction(numerator, denominator)
    assert gcd(ratio.numerator, ratio.denominator) == 1
    assert Ratio.parse(str(ratio)) == ratio


@pytest.mark.parametrize(
    "text",
    [
        "",
        "3",
        ":",
        "3:",
        ":2",
        "3:2:1",
        "3/2",
        " 3:2",
        "3: 2",
        "-3:2",
        "+3:2",
        "1.5:1",
        "a:b",
        "³:2",
        "9" * 19 + ":2",
        "3:" + "9" * 5000,
    ],
)
def test_a_text_that_is_no_ratio_is_refused(text: str) -> None:
    """The error keeps the text and shows how a ratio is written."""
    with pytest.raises(MoneyError, match="write two whole numbers, such as '3:2'") as refusal:
        Ratio.parse(text)
    assert repr(text)[:90] in refusal.value.problem
    assert isinstance(refusal.value, PitbossError)


@pytest.mark.parametrize(("numerator", "denominator"), [(0, 1), (1, 0), (-3, 2), (3, -2), (0, 0)])
def test_a_ratio_has_two_positive_parts(numerator: int, denominator: int) -> None:
    """Nothing is paid at nought to one, and nothing can be at one to nought."""
    with pytest.raises(MoneyError, match="both parts must be whole numbers of at least 1"):
        Ratio.of(numerator, denominator)


def test_a_text_with_a_part_of_nought_is_refused() -> None:
    """The same holds for a ratio that is read."""
    with pytest.raises(MoneyError, match="ratio 0:5: both parts must be"):
        Ratio.parse("0:5")


@pytest.mark.parametrize(
    ("amount_minor", "ratio", "rounding", "paid"),
    [
        (1000, "3:2", Rounding.DOWN, 1500),
        (15, "3:2", Rounding.DOWN, 22),
        (15, "1:2", Rounding.DOWN, 7),
        (15, "3:2", Rounding.HALF_EVEN, 22),
        (13, "3:2", Rounding.HALF_EVEN, 20),
        (1, "1:2", Rounding.HALF_EVEN, 0),
        (3, "1:2", Rounding.HALF_EVEN, 2),
        (1, "2:3", Rounding.HALF_EVEN, 1),
        (1, "1:3", Rounding.HALF_EVEN, 0),
        (14, "3:2", Rounding.EXACT, 21),
        (0, "6:5", Rounding.EXACT, 0),
    ],
)
def test_amounts_are_paid_as_worked_by_hand(
    amount_minor: int, ratio: str, rounding: Rounding, paid: int
) -> None:
    """Among them the house's own two cases: 3:2 on 15 wins 22, surrendering 15 returns 7."""
    assert scale(amount_minor, Ratio.parse(ratio), rounding) == paid


@given(amount=amounts, numerator=parts, denominator=parts)
def test_rounding_down_is_the_whole_part(amount: int, numerator: int, denominator: int) -> None:
    """What is paid is the exact amount without its fraction."""
    exact = Fraction(amount * numerator, denominator)
    assert scale(amount, Ratio.of(numerator, denominator), Rounding.DOWN) == exact // 1


@given(amount=amounts, numerator=parts, denominator=parts)
def test_rounding_half_even_is_the_nearest(amount: int, numerator: int, denominator: int) -> None:
    """What is paid is the exact amount rounded as fractions are, halves to the even number."""
    exact = Fraction(amount * numerator, denominator)
    assert scale(amount, Ratio.of(numerator, denominator), Rounding.HALF_EVEN) == round(exact)


@given(amount=amounts)
def test_half_of_an_amount_is_rounded_as_by_the_decimals(amount: int) -> None:
    """Halves, where every other one is a tie, agree with decimal arithmetic."""
    in_decimals = (Decimal(amount) / 2).quantize(Decimal(1), rounding=ROUND_HALF_EVEN)
    assert scale(amount, HALF, Rounding.HALF_EVEN) == int(in_decimals)


@given(amount=amounts, numerator=parts, denominator=parts)
def test_exact_pays_all_or_refuses(amount: int, numerator: int, denominator: int) -> None:
    """A whole amount is paid as it is; a fraction is refused, and can be asked about beforehand."""
    ratio = Ratio.of(numerator, denominator)
    exact = Fraction(amount * numerator, denominator)
    assert divides_exactly(amount, ratio) is (exact.denominator == 1)
    if exact.denominator == 1:
        assert scale(amount, ratio, Rounding.EXACT) == exact
    else:
        with pytest.raises(MoneyError, match="is not whole: bet a multiple of"):
            scale(amount, ratio, Rounding.EXACT)


@pytest.mark.parametrize(
    ("amount_minor", "minor_per_unit", "text"),
    [
        (1050, 100, "10.50"),
        (5, 100, "0.05"),
        (0, 100, "0.00"),
        (-5, 100, "−0.05"),
        (-1050, 100, "−10.50"),
        (123456789, 100, "1,234,567.89"),
        (1234, 1, "1,234"),
        (-1234, 1, "−1,234"),
        (1234, 10, "123.4"),
        (1234, 1000, "1.234"),
        (7, 4, "1.3"),
        (25, 20, "1.05"),
    ],
)
def test_an_amount_is_written_for_a_reader(
    amount_minor: int, minor_per_unit: int, text: str
) -> None:
    """Units, then as many digits as the minor units need; thousands are parted by commas."""
    assert format_minor(amount_minor, minor_per_unit) == text


@given(
    amount=st.integers(-(10**15), 10**15),
    minor_per_unit=st.integers(1, 1000),
)
def test_a_written_amount_loses_nothing(amount: int, minor_per_unit: int) -> None:
    """Units and minor units read back make the amount again."""
    text = format_minor(amount, minor_per_unit).replace(",", "")
    units, _, minor = text.removeprefix(MINUS).partition(".")
    worth = int(units) * minor_per_unit + int(minor or "0")
    assert (-worth if text.startswith(MINUS) else worth) == amount
