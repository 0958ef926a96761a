"""What the bonuses of a table pay, read from their rules in words, not from their pay tables."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tests.play.referee.table import TableRules, is_ace_and_ten, total


@dataclass(frozen=True)
class Won:
    """A hand that wins."""

    cards: Sequence[str]
    is_natural: bool
    is_doubled: bool
    from_split: bool

    @property
    def suits(self) -> set[str]:
        """The suits of its cards."""
        return {card[1] for card in self.cards}


def bonus_ratio(
    rules: TableRules, cards: Sequence[str], *, is_doubled: bool, from_split: bool
) -> Fraction | None:
    """What a hand that wins is paid by the first bonus of the table that it earns, if any."""
    is_natural = is_ace_and_ten(cards) and (rules.split_natural or not from_split)
    won = Won(cards, is_natural, is_doubled, from_split)
    for name in rules.bonuses:
        ratio = READINGS[name](won)
        if ratio is not None:
            return ratio
    return None


def _suited_natural(won: Won) -> Fraction | None:
    return Fraction(2) if won.is_natural and len(won.suits) == 1 else None


def _spanish_21(won: Won) -> Fraction | None:
    if won.is_doubled or total(won.cards) != 21:
        return None
    if sorted(card[0] for card in won.cards) in (list("678"), list("777")):
        if len(won.suits) > 1:
            return Fraction(3, 2)
        return Fraction(3 if won.suits == {"s"} else 2)
    many = Fraction(3) if len(won.cards) >= 7 else None
    return {5: Fraction(3, 2), 6: Fraction(2)}.get(len(won.cards), many)


def _super_fun_21(won: Won) -> Fraction | None:
    in_diamonds = won.is_natural and not won.from_split and won.suits == {"d"}
    many = total(won.cards) == 21 and len(won.cards) >= 5 and not won.is_doubled
    return Fraction(2) if in_diamonds or many else None


def _seven_card_charlie(won: Won) -> Fraction | None:
    return Fraction(2) if len(won.cards) >= 7 else None


READINGS: dict[str, Callable[[Won], Fraction | None]] = {
    "suited_natural": _suited_natural,
    "spanish_21": _spanish_21,
    "super_fun_21": _super_fun_21,
    "seven_card_charlie": _seven_card_charlie,
}
