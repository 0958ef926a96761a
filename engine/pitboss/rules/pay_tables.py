"""Pay tables, which are read from TOML or JSON: what side bets and bonuses have in common."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Final, Self, TypeVar, cast

from attrs import evolve, frozen

from pitboss.game.cards import Card
from pitboss.game.traits import ALL_TRAITS, traits_of
from pitboss.rules.pay_classes import TOP, Members, PayClass, PayTableError, read_class
from pitboss.rules.pay_words import HandSeen, PlainValue
from pitboss.text.strict import strict_json, strict_toml

MAX_PAY_TABLES: Final = 8
"""The most side bets of a rule set, and therefore of a seat in a round; also the most bonuses."""

MAX_CLASSES: Final = 256
"""The most classes of a pay table."""

MAX_PAY_TABLE_BYTES: Final = 1 << 16
"""The longest text that is read as a pay table."""

MAX_PAY_TABLES_KB: Final = 192
"""The most kB of JSON for all side bets of a rule set together, and for all its bonuses together.

The first line of a journal has all side bets and bonuses, and may have 512 kB.
"""


@frozen
class PayTable:
    """A pay table: which cards are paid, and how much.

    Attributes:
        name: the name in rule sets, events and journals.
        title: the name for people.
        source: the document that has the pay table, and the place in it.
        classes: what is paid for which cards; the first class that holds counts.
    """

    name: str
    title: str
    source: str
    classes: tuple[PayClass, ...]

    @property
    def odds(self) -> str:
        """What each class pays, with its title, in one line."""
        return "; ".join(f"{each.title} {each.odds}" for each in self.classes)

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of the vocabulary in its conditions."""
        return frozenset[str]().union(*[each.words for each in self.classes])

    @cached_property
    def written_bytes(self) -> int:
        """The length of the pay table as JSON without spaces."""
        written = json.dumps(self.to_dict(), separators=(",", ":"), ensure_ascii=False)
        return len(written.encode())

    def reread(self) -> Self:
        """Return the pay table that results from writing this one as text and reading it.

        If this table was read from text, the result is equal to it. A table that was created or
        changed in Python may break a limit; then a journal with this table could not be read.

        Raises:
            PayTableError: a part is beyond its limit, or of a wrong type.
        """
        try:
            form = self.to_dict()
        except (AttributeError, KeyError, TypeError) as error:
            raise PayTableError(TOP, f"a part is of a wrong type: {error}") from error
        return self.from_dict(form)

    @cached_property
    def is_readable(self) -> bool:
        """Whether the pay table can be written as text, and reading the text gives an equal one."""
        try:
            return self.reread() == self
        except PayTableError:
            return False

    def class_of(
        self, cards: Sequence[Card], dealer: Sequence[Card], beside: HandSeen
    ) -> PayClass | None:
        """Return the first class that holds; `None` if there is none.

        Args:
            cards: the cards that decide the bet.
            dealer: the known cards of the dealer, in the order of dealing.
            beside: everything else that conditions look at.
        """
        for each in self._by_traits[traits_of(cards)]:
            if each.rest_holds(cards, dealer, beside):
                return each
        return None

    @cached_property
    def class_by_traits(self) -> Sequence[PayClass | None] | None:
        """The class for each set of traits; `None` if classes depend on more than traits."""
        firsts = [each[:1] for each in self._by_traits]
        if all(each.looks_at_traits_alone for first in firsts for each in first):
            return [first[0] if first else None for first in firsts]
        return None

    @cached_property
    def _by_traits(self) -> Sequence[Sequence[PayClass]]:
        """The classes that may hold, for each set of traits that cards may have."""
        return [
            [each for each in self.classes if traits & each.traits == each.wanted_traits]
            for traits in range(ALL_TRAITS + 1)
        ]

    @classmethod
    @abstractmethod
    def read(cls, members: Members) -> Sequence[Self]:
        """Return the pay table that a mapping describes, and then its variants with other payments.

        Raises:
            PayTableError: the mapping describes no pay table.
        """

    @classmethod
    def from_dict(cls, given: object) -> Self:
        """Return the pay table that a mapping describes.

        Raises:
            PayTableError: the mapping describes no pay table.
        """
        return cls.read(Members.of(given, ""))[0]

    @classmethod
    def from_toml(cls, text: str) -> Self:
        """Return the pay table that a TOML document describes.

        Raises:
            PayTableError: the text is not TOML, is longer than `MAX_PAY_TABLE_BYTES`, or describes
                no pay table.
        """
        return cls.from_dict(_parsed(strict_toml, "TOML", text))

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Return the pay table that a JSON object describes.

        Raises:
            PayTableError: as in `from_toml`.
        """
        return cls.from_dict(_parsed(strict_json, "JSON", text))

    def to_dict(self) -> dict[str, PlainValue]:
        """Return the pay table as a mapping that `from_dict` reads."""
        form: dict[str, PlainValue] = {
            "name": self.name,
            "title": self.title,
            "source": self.source,
        }
        form |= self._of_kind()
        form["classes"] = [each.to_dict() for each in self.classes]
        return form

    def _of_kind(self) -> dict[str, PlainValue]:
        """Return the members that other kinds of pay tables lack."""
        return {}

    def to_json(self) -> str:
        """Return a JSON object that `from_json` reads."""
        return json.dumps(self.to_dict(), indent=2, ensure_ascii=False)

    def varied(self, others: object) -> list[Self]:
        """Return this table, followed by its variants with other payments.

        Raises:
            PayTableError: a variant is invalid.
        """
        tables = Members.of(others, "pay_tables")
        made = [
            self._variant(each, tables.inside(tables.given[each], tables.place(each)))
            for each in tables.given
        ]
        tables.check()
        return [self, *made]

    def _variant(self, name: str, members: Members) -> Self:
        """Return a variant with other payments; it has only the classes that ``pays`` names."""
        before = len(members.faults)
        full = members.inside({"name": f"{self.name}/{name}"}, members.where).name("name")
        source = members.text("source")
        pays = members.inside(members.take("pays"), members.place("pays"))
        members.end()
        classes = tuple(
            evolve(each, pays=pays.ratio(each.name))
            for each in self.classes
            if each.name in pays.given
        )
        pays.end()
        if not classes and len(members.faults) == before:
            members.faults.append((members.where, "a pay table needs a class"))
        return evolve(self, name=full, source=source, classes=classes)


_Table = TypeVar("_Table", bound=PayTable)


def built_in_tables(kind: type[_Table], folder: str) -> dict[str, _Table]:
    """Return the pay tables from the files in a folder next to this module, by name."""
    found: dict[str, _Table] = {}
    for file in sorted(Path(__file__).with_name(folder).glob("*.toml")):
        given = _parsed(strict_toml, "TOML", file.read_text("utf-8"))
        found |= {each.name: each for each in kind.read(Members.of(given, ""))}
    return found


def _parsed(read: Callable[[str, int], object], form: str, text: str) -> object:
    try:
        return read(text, MAX_PAY_TABLE_BYTES)
    except (TypeError, ValueError) as error:
        raise PayTableError(TOP, f"it is not valid {form}: {error}") from error


def read_classes(members: Members, forbidden: Mapping[str, str]) -> tuple[PayClass, ...]:
    """Return the classes of a pay table, and note their faults in its members.

    Args:
        members: the members of the pay table.
        forbidden: members of a class that this kind of pay table cannot use, each with the place
            where it is allowed.
    """
    given = members.take("classes")
    listed = cast("Sequence[object]", given if isinstance(given, list | tuple) else ())
    if not 0 < len(listed) <= MAX_CLASSES:
        members.fault("classes", f"write a list of 1 to {MAX_CLASSES} classes")
        listed = ()
    classes: dict[str, PayClass] = {}
    for number, each in enumerate(listed):
        before = len(members.faults)
        inside = members.inside(each, f"classes[{number}]")
        if len(members.faults) > before:
            continue
        read = read_class(inside, forbidden)
        if read.name in classes:
            inside.fault("name", f"{read.name} stands twice; rename one")
        classes[read.name or inside.where] = read
    return tuple(classes.values())
