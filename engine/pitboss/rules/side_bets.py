"""Side bets as data: which cards decide one, what its classes pay, and those that are built in.

A side bet is a pay table in TOML or JSON. The built-in ones lie as files of the same form in the
folder ``side_bets``; one of your own is `SideBet.from_toml` of such a file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from enum import Enum
from functools import cache, cached_property
from pathlib import Path
from typing import Final, TypeVar, cast

from attrs import evolve, frozen

from pitboss.errors import brief
from pitboss.game.cards import Card
from pitboss.game.limits import MAX_AMOUNT_MINOR
from pitboss.rules.pay_classes import Members, PayClass, PayTableError, read_class, read_ratio
from pitboss.rules.pay_words import HandSeen, PlainValue
from pitboss.text.strict import strict_json, strict_toml

_Choice = TypeVar("_Choice", bound=Enum)

MAX_SIDE_BETS: Final = 8
"""Most side bets that a rule set has, and so most that a seat has in a round."""

MAX_CLASSES: Final = 256
"""Most classes of a pay table."""

MAX_PAY_TABLE_BYTES: Final = 1 << 16
"""No longer text is read as a pay table."""


class DecidingCards(Enum):
    """Which cards decide a side bet, and so when it is settled."""

    FIRST_TWO = "first_two"
    """The player's first two cards; after the deal."""

    FIRST_TWO_AND_UP_CARD = "first_two_and_up_card"
    """These and the dealer's up card, as three cards; after the deal."""

    FIRST_TWO_AND_DEALERS_TWO = "first_two_and_dealers_two"
    """The player's first two cards, beside the dealer's first two; when both of these are seen."""

    DEALERS_TWO = "dealers_two"
    """The dealer's first two cards; when both are seen."""

    DEALERS_HAND = "dealers_hand"
    """All cards of the dealer; when the dealer has finished."""

    HAND = "hand"
    """The player's hand as it grows; when it is finished, or split and dealt one more card."""

    @property
    def rides_on_hand(self) -> bool:
        """The bet belongs to the seat's first hand; any other rides on the seat."""
        return self is DecidingCards.HAND

    @property
    def needs_second_card(self) -> bool:
        """The dealer's second card is one of those."""
        return self in {
            DecidingCards.FIRST_TWO_AND_DEALERS_TWO,
            DecidingCards.DEALERS_TWO,
            DecidingCards.DEALERS_HAND,
        }


class OnNatural(Enum):
    """What becomes of a side bet that is open when the dealer turns out to have a natural."""

    COMPARES = "compares"
    """The cards decide it like any other."""

    LOSES = "loses"
    """It is lost; it stays open until a natural of the dealer is excluded."""

    RETURNS = "returns"
    """The stake comes back; it stays open as well."""


_NEVER: Final = frozenset({"doubled", "from_split"})
_MATCHES: Final = frozenset({"equal_rank", "equal_card"})
_MATCHED: Final = {
    DecidingCards.FIRST_TWO_AND_UP_CARD,
    DecidingCards.FIRST_TWO_AND_DEALERS_TWO,
}
_LOOKED_AT: Final[Mapping[DecidingCards, frozenset[str]]] = {
    DecidingCards.FIRST_TWO: frozenset(),
    DecidingCards.FIRST_TWO_AND_UP_CARD: frozenset(),
    DecidingCards.FIRST_TWO_AND_DEALERS_TWO: frozenset({"dealer"}),
    DecidingCards.DEALERS_TWO: frozenset({"hand"}),
    DecidingCards.DEALERS_HAND: frozenset({"hand"}),
    DecidingCards.HAND: frozenset(),
}
"""What a class may look at beside the cards that decide the bet."""


@frozen
class SideBet:
    """A side bet.

    Attributes:
        name: in rule sets, events and journals.
        title: as people call it.
        source: the document that has the pay table, and the place in it.
        decided_by: which cards decide it.
        classes: what is paid for which cards; the first that holds counts, and without one the
            stake is lost.
        stake_min: the least stake in minor units.
        stake_max: the greatest stake.
        dealer_natural: what a natural of the dealer does to it.
    """

    name: str
    title: str
    source: str
    decided_by: DecidingCards
    classes: tuple[PayClass, ...]
    stake_min: int = 1
    stake_max: int = MAX_AMOUNT_MINOR
    dealer_natural: OnNatural = OnNatural.COMPARES

    def classify(
        self, hand: Sequence[Card], up_card: Card | None = None, dealer: Sequence[Card] = ()
    ) -> PayClass | None:
        """Return the class that some cards fall into; `None` if the stake is lost.

        Args:
            hand: the player's first two cards, or all of a hand that decides the bet.
            up_card: the dealer's card that lies face up; needed where `decided_by` names it.
            dealer: the dealer's cards, as many as decide the bet.
        """
        beside = HandSeen(hand, up_card)
        cards = self._deciding(hand, up_card, dealer)
        for each in self.classes:
            if each.holds(cards, dealer, beside):
                return each
        return None

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
    def odds(self) -> str:
        """What its classes pay, each with its title, in one line."""
        return "; ".join(f"{each.title} {each.odds}" for each in self.classes)

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of the vocabulary in its conditions."""
        return frozenset[str]().union(*[each.words for each in self.classes])

    @property
    def most_cards(self) -> int:
        """After how many cards of a growing hand nothing changes any more; 0 if ever."""
        firsts = [each.first for each in self.classes]
        return max(firsts) if all(firsts) else 0

    @classmethod
    def from_dict(cls, given: object) -> SideBet:
        """Return the side bet that a mapping describes.

        Raises:
            PayTableError: it describes none.
        """
        return _read(Members.of(given, ""))[0]

    @classmethod
    def from_toml(cls, text: str) -> SideBet:
        """Return the side bet that a TOML document describes.

        Raises:
            PayTableError: it is no TOML, longer than `MAX_PAY_TABLE_BYTES`, or describes none.
        """
        return cls.from_dict(_toml(text))

    @classmethod
    def from_json(cls, text: str) -> SideBet:
        """Return the side bet that a JSON object describes.

        Raises:
            PayTableError: as from TOML.
        """
        try:
            return cls.from_dict(strict_json(text, MAX_PAY_TABLE_BYTES))
        except (TypeError, ValueError) as error:
            raise PayTableError("the top", f"it is not valid JSON: {error}") from error

    def to_dict(self) -> dict[str, PlainValue]:
        """Return it in the form of a pay table, which `from_dict` reads."""
        form: dict[str, PlainValue] = {
            "name": self.name,
            "title": self.title,
            "source": self.source,
            "decided_by": self.decided_by.value,
        }
        if self.stake_min != 1:
            form["stake_min"] = self.stake_min
        if self.stake_max != MAX_AMOUNT_MINOR:
            form["stake_max"] = self.stake_max
        if self.dealer_natural is not OnNatural.COMPARES:
            form["dealer_natural"] = self.dealer_natural.value
        form["classes"] = [each.to_dict() for each in self.classes]
        return form

    def to_json(self) -> str:
        """Return a JSON object that `from_json` reads."""
        return json.dumps(self.to_dict(), indent=2, ensure_ascii=False)


def _toml(text: str) -> object:
    try:
        return strict_toml(text, MAX_PAY_TABLE_BYTES)
    except (TypeError, ValueError) as error:
        raise PayTableError("the top", f"it is not valid TOML: {error}") from error


def _read(members: Members) -> list[SideBet]:
    """Return a side bet, and behind it the same with other pay tables."""
    name, title, source = members.name("name"), members.text("title"), members.text("source")
    decided_by = _choice(DecidingCards, members, "decided_by", None)
    least = members.number("stake_min", 1, MAX_AMOUNT_MINOR, 1)
    most = members.number("stake_max", least, MAX_AMOUNT_MINOR, MAX_AMOUNT_MINOR)
    natural = _choice(OnNatural, members, "dealer_natural", OnNatural.COMPARES)
    classes = _read_classes(members, decided_by)
    others = members.take("pay_tables", {})
    members.end()
    made = SideBet(name, title, source, decided_by, classes, least, most, natural)
    tables = Members.of(others, "pay_tables")
    variants = [
        _variant(made, each, Members.of(tables.given[each], tables.place(each)))
        for each in tables.given
    ]
    return [made, *variants]


def _choice(
    choices: type[_Choice], members: Members, name: str, default: _Choice | None
) -> _Choice:
    given = members.take(name, default)
    for each in choices:
        if given is each or given == each.value:
            return each
    words = " | ".join(str(each.value) for each in choices)
    raise PayTableError(members.place(name), f"write {words}, got {brief(given)}")


def _read_classes(members: Members, decided_by: DecidingCards) -> tuple[PayClass, ...]:
    given = members.take("classes")
    listed = cast("Sequence[object]", given if isinstance(given, list | tuple) else ())
    if not 0 < len(listed) <= MAX_CLASSES:
        raise PayTableError(members.place("classes"), f"write a list of 1 to {MAX_CLASSES} classes")
    forbidden = _NEVER if decided_by in _MATCHED else _NEVER | _MATCHES
    classes: dict[str, PayClass] = {}
    for number, each in enumerate(listed):
        where = f"classes[{number}]"
        read = read_class(each, where, forbidden, _LOOKED_AT[decided_by])
        if read.name in classes:
            raise PayTableError(f"{where}.name", f"{read.name} stands twice; rename one")
        classes[read.name] = read
    return tuple(classes.values())


def _variant(base: SideBet, name: str, members: Members) -> SideBet:
    """Return a side bet with what another pay table pays; a class that it leaves out loses."""
    full = Members.of({"name": f"{base.name}/{name}"}, members.where).name("name")
    source = members.text("source")
    pays = Members.of(members.take("pays"), members.place("pays"))
    members.end()
    classes = tuple(
        evolve(each, pays=read_ratio(pays.take(each.name), pays.place(each.name)))
        for each in base.classes
        if each.name in pays.given
    )
    pays.end()
    if not classes:
        raise PayTableError(members.where, "a pay table needs a class")
    return evolve(base, name=full, source=source, classes=classes)


@cache
def built_in() -> Mapping[str, SideBet]:
    """Return every side bet that is built in, by name; one with other pay tables has a ``/``."""
    found: dict[str, SideBet] = {}
    for file in sorted(Path(__file__).with_name("side_bets").glob("*.toml")):
        for each in _read(Members.of(_toml(file.read_text("utf-8")), "")):
            found[each.name] = each
    return found
