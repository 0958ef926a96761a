"""Finds values of options that contradict each other.

``contradictions.toml`` lists most contradictions.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from pitboss.rules.options import OPTIONS
from pitboss.rules.pay_words import PlainValue
from pitboss.rules.values import CutWindow, Deck, RuleValue


@frozen
class Contradiction:
    """Two options that cannot have certain values together.

    Attributes:
        one: the name of the first option.
        other: the name of the second option.
        refuses: a function that says whether two values contradict each other. It takes a value of
            the first option, a value of the second, and the values of all given options by name.
        reason: why the values contradict each other, and what to do instead.
    """

    one: str
    other: str
    refuses: Callable[[RuleValue, RuleValue, Mapping[str, RuleValue]], bool]
    reason: str

    def sentence(self, values: Mapping[str, RuleValue]) -> str:
        """Return the sentence that says why the values of the two options are refused."""
        one, other = (_assignment(name, values[name]) for name in (self.one, self.other))
        return f"{one} contradicts {other}: {self.reason}"


def _assignment(name: str, value: RuleValue) -> str:
    written = OPTIONS[name].written(value)
    return f"{name} = {written if isinstance(written, str) else json.dumps(written)}"


def _read(entry: Mapping[str, Any]) -> Contradiction:
    """Return the contradiction that an entry of ``contradictions.toml`` describes."""
    (one, given), (other, given_to_other) = entry["values"].items()
    of_one, of_other = _condition(one, given), _condition(other, given_to_other)
    return Contradiction(
        one, other, lambda value, another, _: of_one(value) and of_other(another), entry["reason"]
    )


def _condition(
    name: str, given: PlainValue | list[PlainValue] | Mapping[str, PlainValue]
) -> Callable[[RuleValue], bool]:
    """Return a function that says whether a value meets `given`.

    Args:
        name: the name of the option.
        given: the only accepted value, a list of all accepted values, or a mapping whose member
            ``not`` is the only refused value.
    """
    read = OPTIONS[name].read
    if isinstance(given, Mapping):
        excepted = read(given["not"])
        return lambda value: value != excepted
    meant = [read(each) for each in given] if isinstance(given, list) else [read(given)]
    return meant.__contains__


def _outside_the_shoe(
    decks: RuleValue, cut_card: RuleValue, beside: Mapping[str, RuleValue]
) -> bool:
    deck = beside.get("deck", Deck.STANDARD)
    return (
        isinstance(decks, int)
        and isinstance(cut_card, CutWindow)
        and isinstance(deck, Deck)
        and cut_card.high > decks * len(deck.cards)
    )


def _leaves_no_bet(
    bet_min: RuleValue, bet_max: RuleValue, _beside: Mapping[str, RuleValue]
) -> bool:
    return isinstance(bet_min, int) and isinstance(bet_max, int) and bet_min > bet_max


_LIST: Final = Path(__file__).with_name("contradictions.toml")

CONTRADICTIONS: Final = (
    *map(_read, tomllib.loads(_LIST.read_text("utf-8"))["contradictions"]),
    Contradiction(
        "decks",
        "cut_card",
        _outside_the_shoe,
        "the cut card must lie inside the shoe; a deck has 52 cards, a Spanish one 48",
    ),
    Contradiction(
        "bet_min",
        "bet_max",
        _leaves_no_bet,
        "nobody could bet; make bet_max at least bet_min, or both 0 for a game without money",
    ),
)
"""All contradictions."""


def contradictions(values: Mapping[str, RuleValue]) -> list[str]:
    """Return a sentence for each contradiction among the values of options.

    Args:
        values: the options to check, by name; an absent option contradicts nothing.
    """
    return [
        entry.sentence(values)
        for entry in CONTRADICTIONS
        if entry.one in values
        and entry.other in values
        and entry.refuses(values[entry.one], values[entry.other], values)
    ]
