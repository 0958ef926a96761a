"""Money: whole minor units, exact ratios, and the only function that rounds."""

from __future__ import annotations

import re
from enum import Enum
from math import gcd
from typing import Final

from attrs import frozen

from pitboss.errors import MoneyError

MINUS: Final = "\N{MINUS SIGN}"
"""The sign before a negative amount in texts for people."""

_RATIO: Final = re.compile("([0-9]{1,18}):([0-9]{1,18})")


class Rounding(Enum):
    """How a fraction of a minor unit is rounded in an amount paid or returned."""

    DOWN = "down"
    HALF_EVEN = "half_even"
    EXACT = "exact"


@frozen
class Ratio:
    """An exact payout ratio in lowest terms, such as 3:2.

    Attributes:
        numerator: what is paid for a stake of `denominator`; at least 1.
        denominator: the stake for which `numerator` is paid; at least 1.
    """

    numerator: int
    denominator: int

    @classmethod
    def of(cls, numerator: int, denominator: int) -> Ratio:
        """Return the ratio in lowest terms.

        Raises:
            MoneyError: a part is below 1.
        """
        if numerator < 1 or denominator < 1:
            raise MoneyError(
                f"ratio {numerator}:{denominator}", "both parts must be whole numbers of at least 1"
            )
        divisor = gcd(numerator, denominator)
        return cls(numerator // divisor, denominator // divisor)

    @classmethod
    def parse(cls, text: str) -> Ratio:
        """Read a ratio written ``3:2``.

        Raises:
            MoneyError: the text is not two whole numbers of at least 1 with a colon between them.
        """
        parts = _RATIO.fullmatch(text)
        if parts is None:
            raise MoneyError(f"ratio {text!r}"[:100], "write two whole numbers, such as '3:2'")
        return cls.of(int(parts[1]), int(parts[2]))

    def __str__(self) -> str:
        return f"{self.numerator}:{self.denominator}"


HALF = Ratio(1, 2)


def divides_exactly(amount_minor: int, ratio: Ratio) -> bool:
    """Say whether `amount_minor` times `ratio` is a whole number of minor units."""
    return amount_minor * ratio.numerator % ratio.denominator == 0


def scale(amount_minor: int, ratio: Ratio, rounding: Rounding) -> int:
    """Return `amount_minor` times `ratio` in whole minor units.

    Args:
        amount_minor: a stake, zero or more.
        ratio: what is paid for each unit of the stake.
        rounding: how a fraction is rounded; ``EXACT`` allows no fraction.

    Raises:
        MoneyError: the rounding is exact and the result is a fraction.
    """
    product = amount_minor * ratio.numerator
    whole, rest = divmod(product, ratio.denominator)
    if rest == 0 or rounding is Rounding.DOWN:
        return whole
    if rounding is Rounding.EXACT:
        raise MoneyError(
            f"{amount_minor} x {ratio} is not whole", f"bet a multiple of {ratio.denominator}"
        )
    twice = 2 * rest
    round_up = twice > ratio.denominator or (twice == ratio.denominator and whole % 2 == 1)
    return whole + 1 if round_up else whole


def format_minor(amount_minor: int, minor_per_unit: int) -> str:
    """Return an amount as text for people: 1050 with 100 per unit is ``10.50``.

    Args:
        amount_minor: the amount; may be negative.
        minor_per_unit: minor units in one unit, at least 1.
    """
    sign = MINUS if amount_minor < 0 else ""
    whole, rest = divmod(abs(amount_minor), minor_per_unit)
    if minor_per_unit == 1:
        return f"{sign}{whole:,}"
    width = len(str(minor_per_unit - 1))
    return f"{sign}{whole:,}.{rest:0{width}d}"
