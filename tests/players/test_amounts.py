"""Amounts as people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.game.money import format_minor
from pitboss.players.human import read_minor


@given(st.integers(0, 10**15), st.sampled_from([1, 2, 10, 20, 60, 100, 240, 1000, 1_000_000]))
def test_what_is_shown_can_be_written_back(amount_minor: int, minor_per_unit: int) -> None:
    """Reading is the reverse of showing, whatever a unit is made of."""
    shown = format_minor(amount_minor, minor_per_unit)
    assert read_minor(shown, minor_per_unit) == amount_minor


@pytest.mark.parametrize(
    ("text", "minor_per_unit", "amount_minor"),
    [
        ("12", 100, 1200),
        ("12.5", 100, 1250),
        ("12.50", 100, 1250),
        ("0.05", 100, 5),
        ("1,000", 100, 100_000),
        ("12,345,678.90", 100, 1_234_567_890),
        ("007", 1, 7),
        ("1.30", 60, 90),
    ],
)
def test_an_amount_is_read(text: str, minor_per_unit: int, amount_minor: int) -> None:
    """Zeros at the end and commas may be left out or written."""
    assert read_minor(text, minor_per_unit) == amount_minor


@pytest.mark.parametrize(
    ("text", "minor_per_unit"),
    [
        ("", 100),
        (".", 100),
        (".5", 100),
        ("5.", 100),
        ("12.505", 100),
        ("-12", 100),
        ("+12", 100),
        ("1e3", 100),
        ("12.5", 1),
        ("1.75", 60),
        ("½", 100),
        ("٣", 100),
        ("1.2.3", 100),
        ("9" * 5000, 100),
        ("7,50", 100),
        ("1,5", 100),
        (",500", 100),
        ("1000,000", 100),
        ("1,0000", 100),
        ("1.000,5", 100),
        ("1.5,0", 100),
    ],
)
def test_what_is_no_amount_is_not_read(text: str, minor_per_unit: int) -> None:
    """Signs, other digits, too many places and endless numbers are none."""
    assert read_minor(text, minor_per_unit) is None
