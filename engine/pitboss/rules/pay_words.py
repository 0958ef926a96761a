"""The vocabulary of pay tables: the words in which conditions on cards are written.

Each word of `WORDS` reads something from cards; a condition says which value the word must find.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol, cast

from attrs import define, frozen

from pitboss.game.cards import RANKS_IN_A_SUIT, Card, Rank, Suit
from pitboss.game.totals import is_natural, total_of
from pitboss.game.traits import RUN, SAME_COLOUR, SAME_RANK, SUITED, is_red, traits_of

PlainValue = None | bool | int | str | list["PlainValue"] | dict[str, "PlainValue"]
"""A value in the form of TOML or JSON, as in a rule file or a pay table."""


@frozen
class Span:
    """A range of whole numbers, including both ends.

    Attributes:
        low: the least number.
        high: the greatest number; `None` without an upper limit.
    """

    low: int
    high: int | None

    def __contains__(self, number: int) -> bool:
        return self.low <= number and (self.high is None or number <= self.high)

    def written(self) -> int | str:
        """Return the range as a pay table writes it: ``3``, ``14..20`` or ``8..``."""
        if self.low == self.high:
            return self.low
        return f"{self.low}..{'' if self.high is None else self.high}"


@define(eq=False)
class HandSeen:
    """What the conditions of a pay table may depend on besides the cards that decide the bet.

    Attributes:
        hand: the cards of the player.
        up_card: the up card of the dealer; `None` if no condition reads it.
        doubled: whether the bet of the hand was doubled.
        from_split: whether a split made the hand.
        natural_counts: whether an ace and a card worth ten are a natural; after a split, the rules
            decide.
    """

    hand: Sequence[Card]
    up_card: Card | None = None
    doubled: bool = False
    from_split: bool = False
    natural_counts: bool = True


class _Wants(Protocol):
    """A kind of value in a condition: how a pay table writes it, and whether cards match it."""

    @property
    def example(self) -> str:
        """An example of how a pay table writes such a value."""
        ...

    def read(self, given: object) -> object:
        """Return the wanted value from its form in a pay table.

        Raises:
            ValueError: the form is invalid; the message names a valid one.
        """
        ...

    def written(self, wanted: Any) -> PlainValue:  # noqa: ANN401  what `read` returned
        """Return the wanted value as a pay table writes it."""
        ...

    def holds(self, wanted: Any, seen: Any) -> bool:  # noqa: ANN401  of its own kind
        """Say whether the seen value matches the wanted one."""
        ...


class _YesOrNo:
    """The kind of value that is true or false."""

    example = "`true` or `false`"

    def read(self, given: object) -> bool:
        """Return a truth value."""
        if not isinstance(given, bool):
            raise ValueError("write true or false")
        return given

    def written(self, wanted: bool) -> PlainValue:  # noqa: FBT001  what is wanted
        """Return the value unchanged."""
        return wanted

    def holds(self, wanted: bool, seen: bool) -> bool:  # noqa: FBT001
        """Say whether both values are equal."""
        return wanted is seen


_SPAN: Final = re.compile(r"([0-9]{1,3})\.\.([0-9]{0,3})")


class _Number:
    """The kind of value that is a number or a range of numbers."""

    example = "a number or a range"

    def read(self, given: object) -> Span:
        """Return a range."""
        if type(given) is int and 0 <= given <= 999:
            return Span(given, given)
        found = _SPAN.fullmatch(given) if isinstance(given, str) else None
        if found is None:
            raise ValueError("write a number up to 999, or a range such as '14..20' or '8..'")
        span = Span(int(found[1]), int(found[2]) if found[2] else None)
        if span.high is not None and span.high < span.low:
            raise ValueError("write the lesser number first")
        return span

    def written(self, wanted: Span) -> PlainValue:
        """Return the range in its short form."""
        return wanted.written()

    def holds(self, wanted: Span, seen: int) -> bool:
        """Say whether the number is in the range."""
        return seen in wanted


MAX_LISTED: Final = 21
"""The most cards of a hand, and so the most symbols in a list."""


@frozen
class _Symbols:
    """The kind of value that is a list of symbols.

    Attributes:
        known: the symbols that may be in the list.
        exactly: whether the cards must be exactly the listed ones, in any order; otherwise, each
            card must be one of the listed ones.
    """

    known: Mapping[str, object]
    exactly: bool

    @property
    def example(self) -> str:
        """An example of a list, with the first symbol."""
        return f'a list such as `["{next(iter(self.known))}"]`'

    def read(self, given: object) -> tuple[str, ...]:
        """Return the symbols in the order of `known`."""
        listed = cast("Sequence[object]", given if isinstance(given, list | tuple) else ())
        symbols = [each for each in listed if isinstance(each, str) and each in self.known]
        if not 0 < len(symbols) == len(listed) <= MAX_LISTED:
            known = list(self.known)
            shown = " ".join(known) if len(known) <= RANKS_IN_A_SUIT else "cards such as 'Qh'"
            raise ValueError(f"write a list of {shown}")
        return tuple(sorted(symbols, key=list(self.known).index))

    def written(self, wanted: tuple[str, ...]) -> PlainValue:
        """Return the symbols as a list."""
        return list(wanted)

    def holds(self, wanted: tuple[str, ...], seen: Sequence[str]) -> bool:
        """Say whether the symbols of the cards match the wanted ones, as `exactly` says."""
        if self.exactly:
            return sorted(seen) == sorted(wanted)
        return bool(seen) and all(each in wanted for each in seen)


@frozen(eq=False)
class Word:
    """A word of the vocabulary.

    Attributes:
        wants: the kind of value that a condition with this word wants.
        sees: the function that reads the value from cards.
        meaning: what the word reads from cards, in one line.
        of_suits: whether this value depends on suits.
        trait: the trait that the word checks, see `pitboss.game.traits`; 0 if it checks no trait.
    """

    wants: _Wants
    sees: Callable[[Sequence[Card], HandSeen], object]
    meaning: str
    of_suits: bool = False
    trait: int = 0


def _has(trait: int, meaning: str, *, of_suits: bool = False) -> Word:
    def sees(cards: Sequence[Card], _beside: HandSeen) -> bool:
        return traits_of(cards) & trait > 0

    return Word(_YES_OR_NO, sees, meaning, of_suits, trait)


def _equal_ranks(_cards: Sequence[Card], beside: HandSeen) -> int:
    up_card = beside.up_card
    return sum(up_card is not None and card.rank is up_card.rank for card in beside.hand[:2])


_YES_OR_NO: Final = _YesOrNo()
_NUMBER: Final = _Number()
_RANKS: Final = {rank.value: rank for rank in Rank}
_SUITS: Final = {suit.value: suit for suit in Suit}
_CARDS: Final = {rank + suit: None for suit in _SUITS for rank in _RANKS}

WORDS: Final[Mapping[str, Word]] = {
    "suited": _has(SUITED, "all cards are of one suit", of_suits=True),
    "same_colour": _has(SAME_COLOUR, "all cards are red, or all black", of_suits=True),
    "same_rank": _has(SAME_RANK, "all cards are of one rank: a pair, or three of a kind"),
    "run": _has(RUN, "the ranks follow one another; an ace is low or high"),
    "suit": Word(
        _Symbols(_SUITS, exactly=False),
        lambda cards, _: [card.suit.value for card in cards],
        "every card is of one of these suits",
        of_suits=True,
    ),
    "colour": Word(
        _Symbols({"red": None, "black": None}, exactly=False),
        lambda cards, _: ["red" if is_red(card) else "black" for card in cards],
        "every card is of one of these colours",
        of_suits=True,
    ),
    "rank": Word(
        _Symbols(_RANKS, exactly=False),
        lambda cards, _: [card.rank.value for card in cards],
        "every card is of one of these ranks",
    ),
    "ranks": Word(
        _Symbols(_RANKS, exactly=True),
        lambda cards, _: [card.rank.value for card in cards],
        "the cards have exactly these ranks, in any order",
    ),
    "cards": Word(
        _Symbols(_CARDS, exactly=True),
        lambda cards, _: [card.code for card in cards],
        "the cards are exactly these, in any order",
        of_suits=True,
    ),
    "last_rank": Word(
        _Symbols(_RANKS, exactly=False),
        lambda cards, _: [card.rank.value for card in cards[-1:]],
        "the last card is of one of these ranks",
    ),
    "total": Word(_NUMBER, lambda cards, _: total_of(cards).points, "the best total"),
    "hard_total": Word(
        _NUMBER, lambda cards, _: sum(card.points for card in cards), "the total if aces count 1"
    ),
    "soft": Word(
        _YES_OR_NO, lambda cards, _: total_of(cards).soft, "an ace counts eleven in the total"
    ),
    "bust": Word(_YES_OR_NO, lambda cards, _: total_of(cards).bust, "the total is over 21"),
    "natural": Word(
        _YES_OR_NO,
        lambda cards, beside: beside.natural_counts and is_natural(cards),
        "two cards that make 21",
    ),
    "count": Word(_NUMBER, lambda cards, _: len(cards), "how many cards there are"),
    "equal_rank": Word(
        _NUMBER, _equal_ranks, "how many of the player's first two cards have the up card's rank"
    ),
    "equal_card": Word(
        _NUMBER,
        lambda _, beside: sum(card is beside.up_card for card in beside.hand[:2]),
        "how many of the player's first two cards are the same as the up card",
        of_suits=True,
    ),
    "doubled": Word(_YES_OR_NO, lambda _, beside: beside.doubled, "the bet was doubled"),
    "from_split": Word(_YES_OR_NO, lambda _, beside: beside.from_split, "a split made the hand"),
}
"""Every word, with its meaning."""


@frozen
class Condition:
    """A condition on cards.

    Attributes:
        word: the word of the vocabulary.
        wanted: the value that the word must find.
    """

    word: str
    wanted: Any

    @property
    def trait(self) -> int:
        """The trait that it checks; 0 if it checks no trait."""
        return WORDS[self.word].trait

    def holds(self, cards: Sequence[Card], beside: HandSeen) -> bool:
        """Say whether cards meet the condition."""
        word = WORDS[self.word]
        return word.wants.holds(self.wanted, word.sees(cards, beside))
