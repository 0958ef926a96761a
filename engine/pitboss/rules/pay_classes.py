"""Classes of a pay table: for what cards something is paid, and how much; and how one is read.

A class is a conjunction of conditions: all of them hold, or it does not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, cast

from attrs import field, frozen

from pitboss.errors import MoneyError, PitbossError, brief
from pitboss.game.bets import NAME_SIGNS, is_bet_name
from pitboss.game.cards import Card
from pitboss.game.money import Ratio
from pitboss.rules.pay_words import MAX_LISTED, WORDS, Condition, HandSeen, PlainValue

MAX_SIDE_RATIO_PART: Final = 10_000
"""Either part of what a class pays: three suited sevens are paid 5000:1 somewhere."""

MAX_TEXT_LETTERS: Final = 300
_PUSH: Final = "push"


class PayTableError(PitbossError):
    """Something is not a pay table.

    Attributes:
        where: the place in it, such as ``classes[2].pays``.
        flaw: what is wrong there.
    """

    def __init__(self, where: str, flaw: str) -> None:
        self.where = where
        self.flaw = flaw
        super().__init__(f"pay table refused at {where}", flaw)


@frozen
class PayClass:
    """One line of a pay table.

    Attributes:
        name: the name of the class in its table.
        title: what it is, in words.
        pays: what is paid for a stake; `None` if the stake comes back and no more.
        first: only so many cards are looked at, and there must be as many; 0 for all.
        conditions: of the cards that decide the bet.
        of_dealer: of the dealer's first two cards.
        of_hand: of the player's first two cards.
        traits: those of `pitboss.game.traits` that are looked at.
        wanted_traits: those of them that the cards have to have; the others they must not have.
    """

    name: str
    title: str
    pays: Ratio | None
    conditions: tuple[Condition, ...]
    first: int = 0
    of_dealer: tuple[Condition, ...] = ()
    of_hand: tuple[Condition, ...] = ()
    traits: int = field(init=False, eq=False, repr=False)
    wanted_traits: int = field(init=False, eq=False, repr=False)
    _others: tuple[Condition, ...] = field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        """Part the conditions: those of traits are asked of all cards at once."""
        # Where only the first cards are looked at, their traits are not those of all cards.
        at_once = [] if self.first else [each for each in self.conditions if each.trait]
        others = tuple([each for each in self.conditions if each not in at_once])
        object.__setattr__(self, "traits", sum(each.trait for each in at_once))
        wanted = sum(each.trait for each in at_once if each.wanted)
        object.__setattr__(self, "wanted_traits", wanted)
        object.__setattr__(self, "_others", others)

    @property
    def odds(self) -> str:
        """What is paid, as a pay table writes it."""
        return _PUSH if self.pays is None else str(self.pays)

    @property
    def words(self) -> frozenset[str]:
        """The words of all of its conditions."""
        every = (*self.conditions, *self.of_dealer, *self.of_hand)
        return frozenset([condition.word for condition in every])

    def rest_holds(self, cards: Sequence[Card], dealer: Sequence[Card], beside: HandSeen) -> bool:
        """Say whether everything but traits of the cards is as the class wants it.

        Args:
            cards: the cards that decide the bet.
            dealer: the dealer's cards that are known, in the order of dealing.
            beside: what else is looked at.
        """
        if self.first:
            if len(cards) < self.first:
                return False
            cards = cards[: self.first]
        return (
            _hold(self._others, cards, beside)
            and _hold(self.of_dealer, dealer[:2], beside)
            and _hold(self.of_hand, beside.hand[:2], beside)
        )

    def to_dict(self) -> dict[str, PlainValue]:
        """Return it as a pay table writes it."""
        form: dict[str, PlainValue] = {"name": self.name, "title": self.title}
        form["pays"] = self.odds
        if self.first:
            form["first"] = self.first
        form |= _written(self.conditions)
        if self.of_dealer:
            form["dealer"] = _written(self.of_dealer)
        if self.of_hand:
            form["hand"] = _written(self.of_hand)
        return form


def _hold(conditions: tuple[Condition, ...], cards: Sequence[Card], beside: HandSeen) -> bool:
    for each in conditions:  # noqa: SIM110  a generator costs as much as a condition
        if not each.holds(cards, beside):
            return False
    return True


def _written(conditions: tuple[Condition, ...]) -> dict[str, PlainValue]:
    return {each.word: WORDS[each.word].wants.written(each.wanted) for each in conditions}


@frozen
class Members:
    """The members of a table, as they are read one by one.

    Attributes:
        given: the table.
        where: its place; empty at the top.
    """

    given: Mapping[str, object]
    where: str
    _left: dict[str, object] = field(init=False)

    def __attrs_post_init__(self) -> None:
        """Begin with all of them."""
        object.__setattr__(self, "_left", dict(self.given))

    @classmethod
    def of(cls, given: object, where: str) -> Members:
        """Return the members of what has to be a table.

        Raises:
            PayTableError: it is not a table.
        """
        shown = brief(given)
        if isinstance(given, Mapping):
            members = cast("Mapping[object, object]", given)
            if all(isinstance(name, str) for name in members):
                return cls(cast("Mapping[str, object]", members), where)
        raise PayTableError(where or "the top", f"write a table, got {shown}")

    def place(self, name: str) -> str:
        """Return the place of a member."""
        return f"{self.where}.{name}" if self.where else name

    def take(self, name: str, default: object = None) -> object:
        """Return a member, which is then behind us."""
        return self._left.pop(name, default)

    def text(self, name: str) -> str:
        """Return a member that has to be text.

        Raises:
            PayTableError: it is not text, or too long.
        """
        given = self.take(name)
        if not (
            isinstance(given, str) and 0 < len(given) <= MAX_TEXT_LETTERS and given.isprintable()
        ):
            flaw = f"write 1 to {MAX_TEXT_LETTERS} letters, got {brief(given)}"
            raise PayTableError(self.place(name), flaw)
        return given

    def name(self, name: str) -> str:
        """Return a member that has to be a name.

        Raises:
            PayTableError: it is not a name.
        """
        given = self.text(name)
        if not is_bet_name(given):
            raise PayTableError(self.place(name), f"write {NAME_SIGNS}, got {brief(given)}")
        return given

    def number(self, name: str, least: int, most: int, default: int) -> int:
        """Return a member that has to be a whole number.

        Raises:
            PayTableError: it is not a whole number, or beyond its limits.
        """
        given = self.take(name, default)
        if type(given) is not int or not least <= given <= most:
            flaw = f"write a number from {least} to {most}, got {brief(given)}"
            raise PayTableError(self.place(name), flaw)
        return given

    def conditions(self, forbidden: frozenset[str]) -> tuple[Condition, ...]:
        """Return the conditions that are left.

        Args:
            forbidden: words that cannot be answered here.

        Raises:
            PayTableError: a word is unknown or forbidden, or wants what it cannot.
        """
        found: list[Condition] = []
        for name in [each for each in WORDS if each in self._left]:
            if name in forbidden:
                raise PayTableError(self.place(name), "nothing here answers it; leave it out")
            try:
                found.append(Condition(name, WORDS[name].wants.read(self.take(name))))
            except ValueError as error:
                raise PayTableError(self.place(name), str(error)) from error
        self.end()
        return tuple(found)

    def end(self) -> None:
        """See that no member is left.

        Raises:
            PayTableError: one is, which nobody knows.
        """
        if self._left:
            name = next(iter(self._left))
            flaw = f"it is unknown; write no more than is described, such as {', '.join(WORDS)}"
            raise PayTableError(self.place(brief(name)[1:-1]), flaw)


def read_ratio(given: object, where: str) -> Ratio | None:
    """Return what a class pays; `None` for a push.

    Raises:
        PayTableError: it is not a ratio, or a part of it is beyond its limit.
    """
    flaw = f"write '{_PUSH}', or a ratio such as '30:1' with parts 1..{MAX_SIDE_RATIO_PART}"
    if given == _PUSH:
        return None
    try:
        ratio = Ratio.parse(given) if isinstance(given, str) else None
    except MoneyError as error:
        raise PayTableError(where, flaw) from error
    if ratio is None or max(ratio.numerator, ratio.denominator) > MAX_SIDE_RATIO_PART:
        raise PayTableError(where, f"{flaw}, got {brief(given)}")
    return ratio


_BESIDE: Final = frozenset({"equal_rank", "equal_card", "doubled", "from_split"})
"""Words that say nothing of cards alone."""


def read_class(
    given: object, where: str, forbidden: frozenset[str], tables: frozenset[str]
) -> PayClass:
    """Return a line of a pay table.

    Args:
        given: the line.
        where: its place.
        forbidden: words that what decides the bet cannot answer.
        tables: of ``dealer`` and ``hand``, what may be looked at beside it.

    Raises:
        PayTableError: it is invalid.
    """
    members = Members.of(given, where)
    name, title = members.name("name"), members.text("title")
    pays = read_ratio(members.take("pays"), members.place("pays"))
    first = members.number("first", 0, MAX_LISTED, 0)
    beside: dict[str, tuple[Condition, ...]] = {}
    for each in sorted(tables):
        inner = members.take(each)
        if inner is not None:
            nested = Members.of(inner, members.place(each))
            beside[each] = nested.conditions(_BESIDE)
    conditions = members.conditions(forbidden)
    made = PayClass(
        name, title, pays, conditions, first, beside.get("dealer", ()), beside.get("hand", ())
    )
    if not made.words:
        raise PayTableError(where, "a class needs a condition")
    return made
