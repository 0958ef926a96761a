"""Side bets, as data: which cards decide a bet, and what its classes pay. Some are built in.

A side bet is a pay table in TOML or JSON. The folder ``side_bets`` holds the built-in ones as such
files. To use your own, read a file of this form with `SideBet.from_toml`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from functools import cache
from typing import Final, Self, TypeVar

from attrs import frozen

from pitboss.arguments import check_kind, takes
from pitboss.errors import ArgumentError, brief
from pitboss.game.cards import Card
from pitboss.game.limits import MAX_AMOUNT_MINOR
from pitboss.rules.pay_classes import Members, PayClass
from pitboss.rules.pay_tables import PayTable, built_in_tables, read_classes
from pitboss.rules.pay_words import HandSeen, PlainValue

_Choice = TypeVar("_Choice", bound=Enum)


class DecidingCards(Enum):
    """Which cards decide a side bet; this also decides when the bet is settled."""

    FIRST_TWO = "first_two"
    """The player's first two cards; the bet is settled after the deal."""

    FIRST_TWO_AND_UP_CARD = "first_two_and_up_card"
    """The player's first two cards and the dealer's up card; the bet is settled after the deal."""

    FIRST_TWO_AND_DEALERS_TWO = "first_two_and_dealers_two"
    """The first two cards of player and dealer; the bet is settled when all four are seen."""

    DEALERS_TWO = "dealers_two"
    """The dealer's first two cards; the bet is settled when both are seen."""

    DEALERS_HAND = "dealers_hand"
    """All cards of the dealer; the bet is settled when the dealer has finished."""

    HAND = "hand"
    """The player's hand; the bet is settled when the hand ends, or gets a card after a split."""

    @property
    def rides_on_hand(self) -> bool:
        """Whether the bet belongs to the seat's first hand; any other bet belongs to the seat."""
        return self is DecidingCards.HAND

    @property
    def needs_second_card(self) -> bool:
        """Whether the dealer's second card is one of the deciding cards."""
        return self in _WITH_SECOND_CARD


_WITH_SECOND_CARD: Final = (
    DecidingCards.FIRST_TWO_AND_DEALERS_TWO,
    DecidingCards.DEALERS_TWO,
    DecidingCards.DEALERS_HAND,
)


class OnNatural(Enum):
    """What happens to an open side bet when the dealer turns out to have a natural."""

    COMPARES = "compares"
    """Nothing: the cards decide the bet."""

    LOSES = "loses"
    """The bet is lost; so a bet stays open until it is known whether the dealer has a natural."""

    RETURNS = "returns"
    """The stake is returned; so a bet stays open, as with `LOSES`."""


_COMPARED: Final = (
    DecidingCards.FIRST_TWO_AND_UP_CARD,
    DecidingCards.FIRST_TWO_AND_DEALERS_TWO,
)
_NEEDS: Final[Mapping[str, tuple[DecidingCards, ...]]] = {
    "equal_rank": _COMPARED,
    "equal_card": _COMPARED,
    "dealer": (DecidingCards.FIRST_TWO_AND_DEALERS_TWO,),
    "hand": (DecidingCards.DEALERS_TWO, DecidingCards.DEALERS_HAND),
}
"""For each member of a pay class that only some values of `decided_by` allow, those values."""


def _forbidden(decided_by: DecidingCards | None) -> dict[str, str]:
    """Return the members that a class cannot have, each with the place where it is allowed."""
    found: dict[str, str] = {"doubled": "in a bonus", "from_split": "in a bonus"}
    for name, needed in _NEEDS.items():
        if decided_by is not None and decided_by not in needed:
            found[name] = f"with decided_by = {' or '.join(each.value for each in needed)}"
    return found


@frozen
class SideBet(PayTable):
    """A side bet; if no class holds, the stake is lost.

    Attributes:
        decided_by: which cards decide the bet.
        stake_min: the least stake in minor units.
        stake_max: the greatest stake in minor units.
        dealer_natural: what happens to the bet if it is still open when the dealer turns out to
            have a natural.
    """

    decided_by: DecidingCards
    stake_min: int = 1
    stake_max: int = MAX_AMOUNT_MINOR
    dealer_natural: OnNatural = OnNatural.COMPARES

    @takes()
    def classify(
        self, hand: Sequence[Card], up_card: Card | None = None, dealer: Sequence[Card] = ()
    ) -> PayClass | None:
        """Return the class to which some cards belong; `None` if the stake is lost.

        Args:
            hand: the player's first two cards; if `decided_by` is `HAND`, all cards of the hand.
            up_card: the dealer's up card; needed if `decided_by` names this card.
            dealer: the dealer's cards, as many as decide the bet.

        Raises:
            ArgumentError: an argument is of another type, or too few cards are given.
        """
        for card in (*hand, *dealer):
            check_kind("each card", card, Card, ArgumentError, "Card.parse")
        if self.decided_by is DecidingCards.FIRST_TWO_AND_UP_CARD:
            check_kind("up_card", up_card, Card, ArgumentError, "SideBet.classify")
        asked = self.decided_by in {DecidingCards.DEALERS_TWO, DecidingCards.DEALERS_HAND}
        name, cards = ("dealer", dealer) if asked else ("hand", hand)
        fewest = 1 if self.decided_by is DecidingCards.HAND else 2
        if len(cards) < fewest:
            problem = f"{name} must have at least {fewest} cards, got {len(cards)}"
            raise ArgumentError(problem, f"give the cards by which {self.name} is decided")
        return self.class_for(hand, up_card, dealer)

    def class_for(
        self, hand: Sequence[Card], up_card: Card | None, dealer: Sequence[Card]
    ) -> PayClass | None:
        """Return the same as `classify`, without checks of the arguments."""
        cards = self._deciding(hand, up_card, dealer)
        return self.class_of(cards, dealer, HandSeen(hand, up_card))

    def _deciding(
        self, hand: Sequence[Card], up_card: Card | None, dealer: Sequence[Card]
    ) -> Sequence[Card]:
        by = self.decided_by
        if by is DecidingCards.DEALERS_HAND:
            return dealer
        if by is DecidingCards.DEALERS_TWO:
            return dealer[:2]
        if by is DecidingCards.FIRST_TWO_AND_UP_CARD and up_card is not None:
            return [*hand[:2], up_card]
        return hand if by is DecidingCards.HAND else hand[:2]

    @property
    def most_cards(self) -> int:
        """How many cards make the class of a hand final; 0 if each further card may change it."""
        firsts = [each.first for each in self.classes]
        return max(firsts) if all(firsts) else 0

    @classmethod
    def read(cls, members: Members) -> Sequence[Self]:
        """Return the side bet that a mapping describes, and then its variants with other payments.

        Raises:
            PayTableError: the mapping describes no side bet.
        """
        named = members.name("name"), members.text("title"), members.text("source")
        before = len(members.faults)
        decided_by = _choice(DecidingCards, members, "decided_by", None)
        known = len(members.faults) == before
        least = members.number("stake_min", 1, MAX_AMOUNT_MINOR, 1)
        most = members.number("stake_max", least, MAX_AMOUNT_MINOR, MAX_AMOUNT_MINOR)
        natural = _choice(OnNatural, members, "dealer_natural", OnNatural.COMPARES)
        classes = read_classes(members, _forbidden(decided_by if known else None))
        others = members.take("pay_tables", {})
        members.end()
        members.check()
        return cls(*named, classes, decided_by, least, most, natural).varied(others)

    def _of_kind(self) -> dict[str, PlainValue]:
        form: dict[str, PlainValue] = {"decided_by": self.decided_by.value}
        if self.stake_min != 1:
            form["stake_min"] = self.stake_min
        if self.stake_max != MAX_AMOUNT_MINOR:
            form["stake_max"] = self.stake_max
        if self.dealer_natural is not OnNatural.COMPARES:
            form["dealer_natural"] = self.dealer_natural.value
        return form


def _choice(
    choices: type[_Choice], members: Members, name: str, default: _Choice | None
) -> _Choice:
    """Return the choice that a member names.

    If it names no choice, note a fault and return the first choice.
    """
    given = members.take(name, default)
    for each in choices:
        if given is each or given == each.value:
            return each
    words = " | ".join(str(each.value) for each in choices)
    members.fault(name, f"write {words}, got {brief(given)}")
    return next(iter(choices))


@cache
def built_in() -> Mapping[str, SideBet]:
    """Return all built-in side bets by name; a ``/`` in a name marks a variant with other pay."""
    return built_in_tables(SideBet, "side_bets")
