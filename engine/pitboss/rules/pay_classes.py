"""Classes of a pay table: which cards are paid, and how much. A class is read from TOML or JSON.

A class holds if all of its conditions hold.
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
from pitboss.text.names import suggest

MAX_SIDE_RATIO_PART: Final = 10_000
"""The largest number in a ratio; some tables pay 5000:1 for three suited sevens."""

MAX_TEXT_LETTERS: Final = 300
_PUSH: Final = "push"

Fault = tuple[str, str]
"""A place in a pay table, and what is wrong there."""


MAX_FAULTS: Final = 12
"""A message names at most this many faults of a pay table."""

TOP: Final = "the top"
"""What errors name as the place if the whole pay table is wrong."""


class PayTableError(PitbossError):
    """A value or a text is not a pay table.

    Args:
        where: the place of the first fault.
        flaw: what is wrong there.
        more: the place and the flaw of each further fault.

    Attributes:
        where: the place of the first fault, such as ``classes[2].pays``.
        flaw: what is wrong there.
        faults: the place and the flaw of every fault; the message names the first `MAX_FAULTS`.
    """

    def __init__(self, where: str, flaw: str, *more: Fault) -> None:
        self.where = where
        self.flaw = flaw
        self.faults: tuple[Fault, ...] = ((where, flaw), *more)
        others = [f"; at {place}: {said}" for place, said in self.faults[1:MAX_FAULTS]]
        unnamed = len(self.faults) - MAX_FAULTS
        rest = f"; and {unnamed} more" if unnamed > 0 else ""
        super().__init__(f"pay table refused at {where}", f"{flaw}{''.join(others)}{rest}")


@frozen
class PayClass:
    """A class of a pay table: which cards it pays, and how much.

    Attributes:
        name: the name of the class in its table.
        title: the description of the class.
        pays: what is paid for a stake; `None` if only the stake is returned.
        first: how many of the deciding cards count, from the first on. If fewer cards decide, the
            class does not hold. With 0, all cards count.
        conditions: the conditions on the cards that decide the bet.
        of_dealer: the conditions on the dealer's first two cards.
        of_hand: the conditions on the player's first two cards.
        traits: the traits that the conditions check on all cards together, see
            `pitboss.game.traits`.
        wanted_traits: the part of `traits` that the cards must have; they must not have the rest.
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
        """Divide the conditions: `PayTable.class_of` checks traits of all cards in one step."""
        # If only the first cards count, their traits may differ from those of all cards.
        at_once = [] if self.first else [each for each in self.conditions if each.trait]
        others = tuple([each for each in self.conditions if each not in at_once])
        object.__setattr__(self, "traits", sum(each.trait for each in at_once))
        wanted = sum(each.trait for each in at_once if each.wanted)
        object.__setattr__(self, "wanted_traits", wanted)
        object.__setattr__(self, "_others", others)

    @property
    def odds(self) -> str:
        """The ratio that is paid, in the form that it has in a pay table."""
        return _PUSH if self.pays is None else str(self.pays)

    @property
    def words(self) -> frozenset[str]:
        """The words of the vocabulary in all conditions of the class."""
        every = (*self.conditions, *self.of_dealer, *self.of_hand)
        return frozenset([condition.word for condition in every])

    @property
    def looks_at_traits_alone(self) -> bool:
        """Whether the class depends only on traits of the cards."""
        return not (self.first or self._others or self.of_dealer or self.of_hand)

    def rest_holds(self, cards: Sequence[Card], dealer: Sequence[Card], beside: HandSeen) -> bool:
        """Say whether the class holds if its conditions on the traits of all cards hold.

        Args:
            cards: the cards that decide the bet.
            dealer: the known cards of the dealer, in the order of dealing.
            beside: everything else that conditions look at.
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
        """Return the class in the form that it has in a pay table."""
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
    for each in conditions:  # noqa: SIM110  a generator takes as long as a condition
        if not each.holds(cards, beside):
            return False
    return True


def _written(conditions: tuple[Condition, ...]) -> dict[str, PlainValue]:
    return {each.word: WORDS[each.word].wants.written(each.wanted) for each in conditions}


@frozen
class Members:
    """The members of a TOML table or JSON object, which are read one by one.

    Attributes:
        given: the table.
        where: the place of the table in the pay table; empty for the whole pay table.
        faults: the faults that were found so far, in this table and those inside it.
    """

    given: Mapping[str, object]
    where: str
    faults: list[Fault] = field(factory=list[Fault], eq=False, repr=False)
    _left: dict[str, object] = field(init=False)
    _known: set[str] = field(init=False, factory=set[str])

    def __attrs_post_init__(self) -> None:
        """Begin with all members unread."""
        object.__setattr__(self, "_left", dict(self.given))

    @classmethod
    def of(cls, given: object, where: str, faults: list[Fault] | None = None) -> Members:
        """Return the members of a value that must be a table.

        Raises:
            PayTableError: the value is not a table, or a name in it is not text.
        """
        shown = brief(given)
        if isinstance(given, Mapping):
            members = cast("Mapping[object, object]", given)
            if all(isinstance(name, str) for name in members):
                named = cast("Mapping[str, object]", members)
                return cls(named, where, [] if faults is None else faults)
        raise PayTableError(where or TOP, f"write a table, got {shown}")

    def inside(self, given: object, where: str) -> Members:
        """Return the members of an inner table.

        If the value is not a table, note a fault and return no members.
        """
        try:
            return Members.of(given, where, self.faults)
        except PayTableError as error:
            self.faults.extend(error.faults)
            return Members({}, where, self.faults)

    def fault(self, name: str, flaw: str) -> None:
        """Note a fault of a member, and continue, so that later faults are found, too."""
        self.faults.append((self.place(name), flaw))

    def check(self) -> None:
        """Check that no fault was found.

        Raises:
            PayTableError: there are faults.
        """
        if self.faults:
            first, *more = self.faults
            raise PayTableError(*first, *more)

    def place(self, name: str) -> str:
        """Return the place of a member."""
        return f"{self.where}.{name}" if self.where else name

    def take(self, name: str, default: object = None) -> object:
        """Return a member, and mark it as read."""
        self._known.add(name)
        return self._left.pop(name, default)

    def text(self, name: str) -> str:
        """Return a member that must be text.

        If it is not text, or is too long, note a fault and return an empty text.
        """
        given = self.take(name)
        if not (
            isinstance(given, str) and 0 < len(given) <= MAX_TEXT_LETTERS and given.isprintable()
        ):
            flaw = f"write 1 to {MAX_TEXT_LETTERS} letters, got {brief(given)}"
            self.fault(name, flaw)
            return ""
        return given

    def name(self, name: str) -> str:
        """Return a member that must be a name.

        If it is not, note a fault and return an empty text.
        """
        given = self.text(name)
        if given and not is_bet_name(given):
            self.fault(name, f"write {NAME_SIGNS}, got {brief(given)}")
            return ""
        return given

    def number(self, name: str, least: int, most: int, default: int) -> int:
        """Return a member that must be a whole number within limits.

        If it is not, note a fault and return `least`.
        """
        given = self.take(name, default)
        if type(given) is not int or not least <= given <= most:
            flaw = f"write a number from {least} to {most}, got {brief(given)}"
            self.fault(name, flaw)
            return least
        return given

    def ratio(self, name: str) -> Ratio | None:
        """Return a member that must be a payment; `None` for a push.

        If it is invalid, note a fault and return `None`.
        """
        try:
            return read_ratio(self.take(name), self.place(name))
        except PayTableError as error:
            self.faults.extend(error.faults)
            return None

    def misplaced(self, name: str, place: str) -> None:
        """Note the fault of a member that can be used only in another place."""
        self.fault(name, f"it cannot be used here, only {place}; leave it out")

    def conditions(self, forbidden: Mapping[str, str]) -> tuple[Condition, ...]:
        """Return the remaining members as conditions.

        Args:
            forbidden: words that are not allowed here, each with the place where it is allowed.
        """
        found: list[Condition] = []
        self._known.update(WORDS)
        for name in [each for each in WORDS if each in self._left]:
            given = self.take(name)
            if name in forbidden:
                self.misplaced(name, forbidden[name])
                continue
            try:
                found.append(Condition(name, WORDS[name].wants.read(given)))
            except ValueError as error:
                self.fault(name, str(error))
        self.end()
        return tuple(found)

    def end(self) -> None:
        """Note a fault for each member that is left: it is unknown."""
        words = f"; leave it out (conditions of a class are {', '.join(WORDS)})"
        for name in self._left:
            told = any(flaw.endswith(words) for _, flaw in self.faults)
            hint = suggest(name, self._known) or ("" if told else words)
            self.fault(brief(name)[1:-1], f"it is unknown{hint}")


def read_ratio(given: object, where: str) -> Ratio | None:
    """Return what a class pays; `None` for a push.

    Raises:
        PayTableError: `given` is neither a push nor a ratio, or a part of the ratio is too large.
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


_BESIDE: Final[Mapping[str, str]] = dict.fromkeys(
    ("equal_rank", "equal_card", "doubled", "from_split"), "outside of dealer and hand"
)
"""Words that depend on more than the cards, with the place where they are allowed."""

_TABLES: Final = ("dealer", "hand")
"""Members of a class that hold conditions on other cards than those that decide the bet."""


def read_class(members: Members, forbidden: Mapping[str, str]) -> PayClass:
    """Return a class of a pay table, and note its faults in its members.

    Args:
        members: the members of the class.
        forbidden: words and tables that this kind of pay table cannot use, each with the place
            where it is allowed.
    """
    before = len(members.faults)
    name, title = members.name("name"), members.text("title")
    pays = members.ratio("pays")
    first = members.number("first", 0, MAX_LISTED, 0)
    beside: dict[str, tuple[Condition, ...]] = {}
    for each in _TABLES:
        inner = members.take(each)
        if each in members.given and each in forbidden:
            members.misplaced(each, forbidden[each])
        elif inner is not None:
            nested = members.inside(inner, members.place(each))
            beside[each] = nested.conditions(_BESIDE)
    conditions = members.conditions(forbidden)
    made = PayClass(
        name, title, pays, conditions, first, beside.get("dealer", ()), beside.get("hand", ())
    )
    if not made.words and len(members.faults) == before:
        members.faults.append((members.where, "a class needs a condition"))
    return made
