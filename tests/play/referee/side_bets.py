"""What a side bet brings, read from the vocabulary in words; pay tables are plain dictionaries."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from tests.play.referee.table import is_ace_and_ten, is_soft, points, rounded, total

ORDER = "A23456789TJQKA"


@dataclass(frozen=True)
class Seen:
    """The cards of a round that side bets look at.

    `first_two` are the seat's, `grown` its first hand as far as a side bet follows it, and `dealer`
    all that the dealer has come to, the up card among them.
    """

    first_two: Sequence[str]
    up_card: str
    dealer: Sequence[str]
    grown: Sequence[str]


def side_bet_returns(table: Mapping[str, Any], seen: Seen, stake: int, rounding: str) -> int:
    """What comes back for a stake, itself included."""
    natural = table.get("dealer_natural", "compares")
    if natural != "compares" and is_ace_and_ten(seen.dealer):
        return stake if natural == "returns" else 0
    cards, beside = _cards_that_decide(str(table["decided_by"]), seen)
    for line in table["classes"]:
        if _holds(line, cards, beside, seen):
            if line["pays"] == "push":
                return stake
            won, staked = map(int, line["pays"].split(":"))
            return stake + rounded(Fraction(stake * won, staked), rounding)
    return 0


def _cards_that_decide(decided_by: str, seen: Seen) -> tuple[Sequence[str], Sequence[str]]:
    """The cards that the conditions look at, and those of the other side."""
    first_two, dealers_two = seen.first_two, seen.dealer[:2]
    return {
        "first_two": (first_two, ()),
        "first_two_and_up_card": ([*first_two, seen.up_card], ()),
        "first_two_and_dealers_two": (first_two, dealers_two),
        "dealers_two": (dealers_two, first_two),
        "dealers_hand": (seen.dealer, first_two),
        "hand": (seen.grown, ()),
    }[decided_by]


def _holds(
    conditions: Mapping[str, Any], cards: Sequence[str], beside: Sequence[str], seen: Seen
) -> bool:
    """Whether every condition holds."""
    first = conditions.get("first", 0)
    if len(cards) < first:
        return False
    cards = cards[:first] if first else cards
    for word, wanted in conditions.items():
        if word in {"hand", "dealer"}:
            if not _holds(wanted, beside, (), seen):
                return False
        elif word in {"equal_rank", "equal_card"}:
            many = 1 if word == "equal_rank" else 2
            equal = sum(card[:many] == seen.up_card[:many] for card in seen.first_two)
            if not _is_within(equal, wanted):
                return False
        elif word in WORDS and not WORDS[word](cards, wanted):
            return False
    return True


def _is_within(number: int, span: object) -> bool:
    """Whether a number is the one that is written, or within two of which the last may lack."""
    low, dots, high = str(span).partition("..")
    if not dots:
        return number == int(low)
    return number >= int(low) and (not high or number <= int(high))


def _colours(cards: Sequence[str]) -> set[str]:
    return {"red" if card[1] in "dh" else "black" for card in cards}


def _follow_one_another(cards: Sequence[str]) -> bool:
    """Whether the ranks are neighbours, with every ace below the two or above the king."""
    for ace in (0, 13):
        places = sorted(ace if card[0] == "A" else ORDER.index(card[0]) for card in cards)
        if all(after == before + 1 for before, after in pairwise(places)):
            return True
    return False


WORDS: dict[str, Callable[[Sequence[str], Any], bool]] = {
    "suited": lambda cards, wanted: (len({card[1] for card in cards}) == 1) is wanted,
    "same_colour": lambda cards, wanted: (len(_colours(cards)) == 1) is wanted,
    "same_rank": lambda cards, wanted: (len({card[0] for card in cards}) == 1) is wanted,
    "run": lambda cards, wanted: _follow_one_another(cards) is wanted,
    "suit": lambda cards, wanted: all(card[1] in wanted for card in cards),
    "colour": lambda cards, wanted: _colours(cards) <= set(wanted),
    "rank": lambda cards, wanted: all(card[0] in wanted for card in cards),
    "ranks": lambda cards, wanted: sorted(card[0] for card in cards) == sorted(wanted),
    "cards": lambda cards, wanted: sorted(cards) == sorted(wanted),
    "last_rank": lambda cards, wanted: cards[-1][0] in wanted,
    "total": lambda cards, wanted: _is_within(total(cards), wanted),
    "hard_total": lambda cards, wanted: _is_within(sum(map(points, cards)), wanted),
    "soft": lambda cards, wanted: is_soft(cards) is wanted,
    "bust": lambda cards, wanted: (total(cards) > 21) is wanted,
    "natural": lambda cards, wanted: is_ace_and_ten(cards) is wanted,
    "count": lambda cards, wanted: _is_within(len(cards), wanted),
}
"""Of the vocabulary what looks at the cards alone."""
