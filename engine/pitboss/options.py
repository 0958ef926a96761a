"""What an option of a rule set is: name, values, default, meaning and source in one record.

`pitboss.rules` writes each option down once, as a field of `Rules`. Checking, reading, writing and
explaining a rule set are all made from these records.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from enum import Enum
from math import gcd
from typing import TypeGuard, TypeVar

import attrs
from attrs import frozen

from pitboss.errors import PitbossError
from pitboss.money import Ratio
from pitboss.rule_values import CutWindow, RuleValue

JsonValue = str | int | bool | None
"""How a value stands in a rule file: text, a whole number, true or false, or null."""

SOURCES: Mapping[str, str] = {
    "000": "S. Lott, Building Skills in Object-Oriented Design, Blackjack Game Class",
    "001": "Educative, Design Blackjack and a Deck of Cards",
    "002": "CPSC 386, Blackjack Game Simulator",
    "003": "Documentation of an immutable Game class of a blackjack web service",
    "004": "Educative, Design Blackjack and a Deck of Cards, the text without the code",
}
"""The documents that options and presets cite, by the key that stands in square brackets."""

RATIO_PART_MAX = 1_000
TEXT_LENGTH_MAX = 40

FieldType = TypeVar("FieldType")


def nearest(word: str, known: Iterable[str]) -> str:
    """Return a hint that names the known words most like `word`, or all of them if none is like it.

    Args:
        word: what was written.
        known: the words that would have been understood.
    """
    words = tuple(known)
    close = get_close_matches(word, words, n=2, cutoff=0.5)
    if close:
        return f"did you mean {' or '.join(close)}?"
    return f"choose from {', '.join(words)}"


class Kind(ABC):
    """The values of an option: which there are, how they are read and how they are written."""

    @property
    @abstractmethod
    def allowed(self) -> str:
        """The allowed values in a few words, for help texts and refusals."""

    @abstractmethod
    def holds(self, value: object) -> TypeGuard[RuleValue]:
        """Say whether `value` is allowed, and in its own type rather than as text."""

    @abstractmethod
    def parse(self, text: str) -> RuleValue:
        """Return the value that a text stands for, allowed or not.

        Raises:
            ValueError: the text stands for no value.
            PitbossError: the same, from a value that parses itself.
        """

    def written(self, value: RuleValue) -> JsonValue:
        """Return the form that `value` has in a rule file."""
        if isinstance(value, Enum):
            return str(value.value)
        if isinstance(value, Ratio | CutWindow):
            return str(value)
        return value

    def hint(self, given: object) -> str:
        """Return what to write instead of `given`, which was refused."""
        return f"write {self.allowed}"


@frozen
class OneOf(Kind):
    """A word of an enumeration.

    Attributes:
        choices: the enumeration.
    """

    choices: type[Enum]

    @property
    def words(self) -> tuple[str, ...]:
        """The words in their order."""
        return tuple(str(choice.value) for choice in self.choices)

    @property
    def allowed(self) -> str:
        """The words with strokes between them."""
        return " | ".join(self.words)

    def holds(self, value: object) -> TypeGuard[RuleValue]:
        """Say whether `value` is a member of the enumeration."""
        return isinstance(value, self.choices)

    def parse(self, text: str) -> RuleValue:
        """Return the member whose word is `text`."""
        return {str(choice.value): choice for choice in self.choices}.get(text)

    def hint(self, given: object) -> str:
        """Return the words most like the refused one."""
        return nearest(str(given), self.words)


@frozen
class TrueOrFalse(Kind):
    """Yes or no."""

    @property
    def allowed(self) -> str:
        """The two words."""
        return "true | false"

    def holds(self, value: object) -> TypeGuard[RuleValue]:
        """Say whether `value` is a truth value; 0 and 1 are not."""
        return isinstance(value, bool)

    def parse(self, text: str) -> RuleValue:
        """Return the truth value that is written ``true`` or ``false``."""
        return {"true": True, "false": False}.get(text)


@frozen
class Whole(Kind):
    """A whole number within limits, or one of a few words.

    Attributes:
        low: the least number.
        high: the greatest number.
        words: words that may stand instead of a number, each with its value.
    """

    low: int
    high: int
    words: tuple[tuple[str, RuleValue], ...] = ()

    @property
    def allowed(self) -> str:
        """The limits, then the words."""
        return " | ".join([f"{self.low}..{self.high}", *(word for word, _ in self.words)])

    def holds(self, value: object) -> TypeGuard[RuleValue]:
        """Say whether `value` is a number within the limits or the value of a word."""
        if type(value) is int:
            return self.low <= value <= self.high
        return any(value is meant for _, meant in self.words)

    def parse(self, text: str) -> RuleValue:
        """Return the value of a word, or the number written in digits."""
        words = dict(self.words)
        return words[text] if text in words else int(text)

    def written(self, value: RuleValue) -> JsonValue:
        """Return the number, or the word; the word ``none`` becomes null."""
        for word, meant in self.words:
            if value is meant and word != "none":
                return word
        return super().written(value)


@frozen
class Payout(Kind):
    """A ratio of payout to stake."""

    @property
    def allowed(self) -> str:
        """An example and the limit of its parts."""
        return f"a ratio such as 3:2, its parts 1..{RATIO_PART_MAX}"

    def holds(self, value: object) -> TypeGuard[RuleValue]:
        """Say whether `value` is a ratio in lowest terms with parts that are not too large."""
        return (
            isinstance(value, Ratio)
            and 1 <= value.numerator <= RATIO_PART_MAX
            and 1 <= value.denominator <= RATIO_PART_MAX
            and gcd(value.numerator, value.denominator) == 1
        )

    def parse(self, text: str) -> RuleValue:
        """Return the ratio in lowest terms."""
        return Ratio.parse(text)


@frozen
class Window(Kind):
    """A window of places for the cut card."""

    @property
    def allowed(self) -> str:
        """An example."""
        return "a window of cards beneath the cut card such as 60..80"

    def holds(self, value: object) -> TypeGuard[RuleValue]:
        """Say whether `value` is a window; its ends are checked when it is made."""
        return isinstance(value, CutWindow)

    def parse(self, text: str) -> RuleValue:
        """Return the window that is written with two dots."""
        return CutWindow.parse(text)


@frozen
class Tie:
    """A default that follows another option, because a refusal ties the two.

    Attributes:
        option: the name of the other option.
        value: its value, when given ...
        default: ... makes this the default.
    """

    option: str
    value: RuleValue
    default: RuleValue


@frozen
class Option:
    """One option of a rule set.

    Attributes:
        name: the field of `Rules`, the key in a rule file, the word on the command line.
        kind: the values that are allowed.
        default: the value when nothing is given.
        meaning: what it decides, in one line.
        sources: the clauses that ask for it, each beginning with a key of `SOURCES` in square
            brackets, or naming another document; ``ours`` where no source speaks of it.
        ties: the given values of other options that move the default.
    """

    name: str
    kind: Kind
    default: RuleValue
    meaning: str
    sources: tuple[str, ...]
    ties: tuple[Tie, ...] = ()

    def default_beside(self, given: Mapping[str, RuleValue]) -> RuleValue:
        """Return the default when the options in `given` are given and this one is not."""
        for tie in self.ties:
            if tie.option in given and given[tie.option] == tie.value:
                return tie.default
        return self.default

    def read(self, given: object) -> RuleValue:
        """Return the value that `given` stands for, be it the value itself or its text.

        Raises:
            ValueError: `given` is not allowed; the message is a whole sentence.
        """
        value: object = given
        if isinstance(given, str):
            value = self._parsed(given)
        if self.kind.holds(value):
            return value
        raise ValueError(self.refusal(given))

    def refusal(self, given: object) -> str:
        """Return the sentence that refuses `given` and says what to write instead."""
        text = str(self.kind.written(given)) if self.kind.holds(given) else repr(given)
        if len(text) > TEXT_LENGTH_MAX:
            text = text[:TEXT_LENGTH_MAX] + "..."
        return f"{self.name} = {text} is not allowed: {self.kind.hint(given)}"

    def written(self, value: RuleValue) -> JsonValue:
        """Return the form that `value` has in a rule file."""
        return self.kind.written(value)

    def _parsed(self, text: str) -> object:
        """Return what a text stands for, or the text itself, which no kind of option holds."""
        if len(text) > TEXT_LENGTH_MAX:
            return text
        try:
            return self.kind.parse(text)
        except (ValueError, PitbossError):
            return text


OptionMaker = Callable[[str], Option]


def option(
    default: FieldType, kind: Kind, meaning: str, *sources: str, ties: tuple[Tie, ...] = ()
) -> FieldType:
    """Write an option down as a field of the class `Rules`.

    Args:
        default: the value when nothing is given.
        kind: the values that are allowed.
        meaning: what the option decides, in one line.
        sources: the clauses that ask for it, see `Option`.
        ties: the given values of other options that move the default.
    """

    def made(name: str) -> Option:
        assert kind.holds(default), name
        return Option(name, kind, default, meaning, sources, ties)

    field: FieldType = attrs.field(default=default, metadata={"option": made})
    return field


def options_of(rules: type[attrs.AttrsInstance]) -> Mapping[str, Option]:
    """Return the options that are written down in the class of rule sets, in their order."""
    return {
        field.name: field.metadata["option"](field.name)
        for field in attrs.fields(rules)
        if "option" in field.metadata
    }
