"""The record of an option of a rule set: its name, values, default, meaning and sources.

`pitboss.rules.options` lists the options themselves; this module has their building blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from math import gcd
from typing import Final, TypeGuard, TypeVar, cast

import attrs
from attrs import frozen

from pitboss.errors import PitbossError, brief
from pitboss.game.limits import MAX_RATIO_PART
from pitboss.game.money import Ratio
from pitboss.rules.bonuses import Bonus, built_in_bonuses
from pitboss.rules.pay_classes import MAX_FAULTS, TOP, Fault, PayTableError
from pitboss.rules.pay_tables import MAX_PAY_TABLES, MAX_PAY_TABLES_KB, PayTable
from pitboss.rules.pay_words import PlainValue
from pitboss.rules.side_bets import SideBet, built_in
from pitboss.rules.values import CutWindow, RuleValue
from pitboss.text.names import suggest


def unquote(written: PlainValue) -> str:
    """Return a value as in a rule file, but without quotes; ``none`` for null.

    A list becomes its names with commas between them.
    """
    if isinstance(written, list):
        names = [str(each["name"] if isinstance(each, dict) else each) for each in written]
        return ", ".join(names) or "none"
    if isinstance(written, bool):
        return "true" if written else "false"
    return "none" if written is None else str(written)


MAX_TEXT_LENGTH = 40

FieldType = TypeVar("FieldType", bound=RuleValue)


def show_given(given: object) -> str:
    """Return a given value in the form that error messages use; a long value is shortened."""
    return brief(given.value if isinstance(given, Enum) else given, MAX_TEXT_LENGTH)


@frozen
class Kind:
    """A kind of option: its possible values, and how they are read and written.

    Attributes:
        meanings: each word with the value that the word means.
    """

    meanings: tuple[tuple[str, RuleValue], ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """The words among the allowed values, in their order."""
        return tuple(word for word, _ in self.meanings)

    @property
    def allowed(self) -> str:
        """The allowed values in a few words, for help texts and error messages."""
        return " | ".join(self.words)

    def holds(self, value: object) -> TypeGuard[RuleValue]:
        """Say whether `value` itself is allowed; a text that means an allowed value is not."""
        return any(value is meant for _, meant in self.meanings)

    def parse(self, text: str) -> RuleValue:
        """Return the value that a text means, even if the value is not allowed.

        Raises:
            ValueError: the text means no value.
            PitbossError: the text means no value; raised if the class of the value has a `parse`.
        """
        for word, meant in self.meanings:
            if text == word:
                return meant
        raise ValueError(text)

    def meant(self, given: object) -> object:
        """Return the value that the text `given` means; if it is no such text, return `given`."""
        if not isinstance(given, str) or len(given) > MAX_TEXT_LENGTH:
            return given
        try:
            return self.parse(given)
        except (ValueError, PitbossError):
            return given

    def instead(self, meant: RuleValue) -> str:
        """Return why a text is refused where only `meant`, the value it means, is accepted."""
        wanted = f"{type(meant).__name__}.{meant.name}" if isinstance(meant, Enum) else repr(meant)
        return f"is text: give {wanted}, or use Rules.of, which reads text"

    def shortened(self, value: RuleValue) -> PlainValue:
        """Return the shortest form in which `value` may be given."""
        return self.written(value)

    def written(self, value: RuleValue) -> PlainValue:
        """Return the form that `value` has in a rule file; the word ``none`` becomes null."""
        if isinstance(value, Enum):
            return str(value.value)
        if isinstance(value, Ratio | CutWindow):
            return str(value)
        if isinstance(value, tuple):
            return [each.to_dict() for each in value]
        if value is None:
            word = next(word for word, meant in self.meanings if meant is None)
            return None if word == "none" else word
        return value


def one_of(choices: type[Enum]) -> Kind:
    """Return the kind whose values are the members of an enumeration, written by their words."""
    return Kind(tuple((str(choice.value), choice) for choice in choices))


TRUE_OR_FALSE: Final = Kind((("true", True), ("false", False)))


@frozen(kw_only=True)
class Whole(Kind):
    """A whole number within limits, or one of a few words.

    Attributes:
        low: the least number.
        high: the greatest number.
    """

    low: int
    high: int

    @property
    def allowed(self) -> str:
        """The limits of the number, and then the words."""
        return " | ".join([f"{self.low}..{self.high}", *self.words])

    def holds(self, value: object) -> TypeGuard[RuleValue]:
        """Say whether `value` is a number within the limits or the value of a word."""
        return self.low <= value <= self.high if type(value) is int else super().holds(value)

    def parse(self, text: str) -> RuleValue:
        """Return the number written in plain digits, or the value of a word."""
        return int(text) if text.isascii() and text.isdigit() else super().parse(text)


@frozen
class Payout(Kind):
    """A ratio of what is paid to what is staked."""

    @property
    def allowed(self) -> str:
        """An example of a ratio, and the limits of its parts."""
        return f"a ratio such as 3:2 with parts 1..{MAX_RATIO_PART}"

    def holds(self, value: object) -> TypeGuard[RuleValue]:
        """Say whether `value` is a ratio in lowest terms, with parts that are not too large."""
        return (
            isinstance(value, Ratio)
            and 1 <= value.numerator <= MAX_RATIO_PART
            and 1 <= value.denominator <= MAX_RATIO_PART
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
        """An example of a window."""
        return "a window of cards beneath the cut card such as 60..80"

    def holds(self, value: object) -> TypeGuard[RuleValue]:
        """Say whether `value` is a window; `CutWindow` checks the ends of the window itself."""
        return isinstance(value, CutWindow)

    def parse(self, text: str) -> RuleValue:
        """Return the window for a text such as ``60..80``, or ``78`` for a single place."""
        return CutWindow.parse(text)


@frozen
class PayTableList(Kind):
    """Pay tables: built-in ones by their names, others in full.

    Attributes:
        of: the class of the pay tables.
        plural: the plural word for such tables.
        built_in: returns the built-in tables by name.
    """

    of: type[PayTable] = SideBet
    plural: str = "side bets"
    built_in: Callable[[], Mapping[str, PayTable]] = built_in

    @property
    def allowed(self) -> str:
        """How many tables a list may have, and how they are written."""
        most = f"at most {MAX_PAY_TABLES} different {self.plural}, {MAX_PAY_TABLES_KB} kB together"
        return f"a list of {most}, by name or as pay tables"

    def holds(self, value: object) -> TypeGuard[RuleValue]:
        """Say whether `value` is a tuple of such tables, not too long, with different names.

        A table is not allowed if its own text breaks a limit, because nobody could read the text.
        """
        if not isinstance(value, tuple):
            return False
        listed = cast("tuple[object, ...]", value)
        tables = {each.name: each for each in listed if isinstance(each, self.of)}
        if not len(tables) == len(listed) <= MAX_PAY_TABLES:
            return False
        if not all(each.is_readable for each in tables.values()):
            return False
        return sum([each.written_bytes for each in tables.values()]) <= MAX_PAY_TABLES_KB << 10

    def meant(self, given: object) -> object:
        """Return the tables that are given as a list, or as text: names with commas between them.

        Raises:
            PayTableError: a name is unknown or occurs twice, or an item is not such a table.
        """
        if isinstance(given, str):
            given = [] if given == "none" else given.split(",")
        if not isinstance(given, list | tuple):
            return given
        listed = cast("Sequence[object]", given)[: MAX_PAY_TABLES + 1]
        tables: dict[str, PayTable] = {}
        faults: list[Fault] = []
        for number, each in enumerate(listed):
            where = f"[{number}]"
            try:
                table = self._table(each, where)
            except PayTableError as error:
                faults += error.faults
                continue
            if table.name in tables:
                flaw = "is already in the list; leave it out, or give it another name"
                faults.append((where, f"{show_given(table.name)} {flaw}"))
            tables[table.name] = table
        if faults:
            raise PayTableError(*faults[0], *faults[1:])
        return tuple(tables.values())

    def instead(self, meant: RuleValue) -> str:  # noqa: ARG002  the same for all lists
        """Return why a list that is not a tuple of pay tables is refused."""
        step = "give a tuple of pay tables, or use Rules.of, which also takes lists and names"
        return f"is not allowed: {step}"

    def shortened(self, value: RuleValue) -> PlainValue:
        """Return a list with the names of built-in tables, and with other tables in full."""
        tables, known = value if isinstance(value, tuple) else (), self.built_in()
        return [each.name if known.get(each.name) == each else each.to_dict() for each in tables]

    def _table(self, given: object, where: str) -> PayTable:
        if isinstance(given, str):
            known, name = self.built_in(), given.strip()
            if name in known:
                return known[name]
            word = self.plural.replace(" ", "-")
            hint = suggest(given, known) or f"; `pitboss rules list --{word}` lists them"
            raise PayTableError(where, f"{show_given(given)} is not one of the {self.plural}{hint}")
        if not isinstance(given, Mapping | PayTable):
            flaw = f"write a pay table, or the name of a built-in one, got {brief(given)}"
            raise PayTableError(where, flaw)
        try:
            if isinstance(given, self.of):
                return given if given.is_readable else given.reread()
            return self.of.from_dict(cast("Mapping[str, object]", given))
        except PayTableError as error:
            faults = [
                (where if place == TOP else f"{where}.{place}", flaw)
                for place, flaw in error.faults
            ]
            raise PayTableError(*faults[0], *faults[1:]) from error


SIDE_BETS: Final = PayTableList()
BONUSES: Final = PayTableList((), Bonus, "bonuses", built_in_bonuses)


@frozen
class Tie:
    """A default that depends on another option, because some values of the two are contradictory.

    Attributes:
        option: the name of the other option.
        value: a value of the other option.
        default: the default if the other option is given with that value.
    """

    option: str
    value: RuleValue
    default: RuleValue


@frozen
class Option:
    """One option of a rule set.

    Attributes:
        name: its name as a field of `Rules`, as a key in a rule file, and on the command line.
        kind: the values that are allowed.
        default: the value if the option is not given.
        meaning: what the option decides, in one line.
        source: the clauses about the option, with semicolons between them. Each begins with the
            number of a source document in square brackets, or names another document; ``ours`` if
            there is no clause.
        readers: who knows the option although it does not run the machine: ``charts``, ``exact``
            and ``simulation``, with semicolons between them. The others of these three refuse rules
            that change the option.
        ties: values of other options; the default changes if one of them is given.
        left_out: whether rule texts leave the option out if it has its default value. So texts from
            before the option existed stay the same.
    """

    name: str
    kind: Kind
    default: RuleValue
    meaning: str
    source: str
    readers: str
    ties: tuple[Tie, ...]
    left_out: bool = False

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses of the source, one by one."""
        return tuple(self.source.split("; "))

    def default_beside(self, given: Mapping[str, RuleValue]) -> RuleValue:
        """Return the default of this option if the options in `given` are given."""
        for tie in self.ties:
            if tie.option in given and given[tie.option] == tie.value:
                return tie.default
        return self.default

    def read(self, given: object) -> RuleValue:
        """Return the value that is given, as the value itself or as its text.

        Raises:
            ValueError: `given` is not allowed; each argument of the error is a whole sentence.
        """
        try:
            value = self.kind.meant(given)
        except PayTableError as error:
            said = [f"{self.name}{place}: {flaw}" for place, flaw in error.faults[:MAX_FAULTS]]
            unnamed = len(error.faults) - MAX_FAULTS
            rest = [f"{self.name} has {unnamed} more faults"] if unnamed > 0 else []
            raise ValueError(*said, *rest) from error
        if self.kind.holds(value):
            return value
        raise ValueError(self.refusal(given))

    def refusals_of_value(self, given: object) -> tuple[str, ...]:
        """Return sentences that refuse `given` in a place that accepts a value but not its text."""
        try:
            meant = self.read(given)
        except ValueError as error:
            return error.args
        return (f"{self.name} = {show_given(given)} {self.kind.instead(meant)}",)

    def refusal(self, given: object) -> str:
        """Return the sentence that refuses `given` and says what to write instead."""
        hint = suggest(given, self.kind.words) if isinstance(given, str) else ""
        return f"{self.name} = {show_given(given)} is not allowed: write {self.kind.allowed}{hint}"

    def written(self, value: RuleValue) -> PlainValue:
        """Return the form that `value` has in a rule file."""
        return self.kind.written(value)


def option(
    *,
    default: FieldType,
    kind: Kind | None = None,
    ties: tuple[Tie, ...] = (),
    left_out: bool = False,
) -> FieldType:
    """Define an option as a field of an attrs class; the option has the name of the field.

    Args:
        default: the value if the option is not given.
        kind: the allowed values; without it, all values of the default's type.
        ties: values of other options; the default changes if one of them is given.
        left_out: whether rule texts leave the option out if it has its default value.
    """
    kind = _kind_of(default) if kind is None else kind
    metadata = {"kind": kind, "ties": ties, "left_out": left_out}
    field: FieldType = attrs.field(default=default, metadata=metadata)
    return field


def _kind_of(default: RuleValue) -> Kind:
    if isinstance(default, bool):
        return TRUE_OR_FALSE
    if isinstance(default, Enum):
        return one_of(type(default))
    return Payout() if isinstance(default, Ratio) else Window()


def options_of(
    holder: type[attrs.AttrsInstance], words: Mapping[str, Mapping[str, str]]
) -> Mapping[str, Option]:
    """Return the options that a class defines, by name and in their order.

    Args:
        holder: the class; `option` makes its fields.
        words: ``meaning``, ``source`` and ``readers`` of each option, see `Option`.
    """
    return {
        field.name: Option(
            field.name,
            field.metadata["kind"],
            field.default,
            words[field.name]["meaning"],
            words[field.name]["source"],
            words[field.name].get("readers", ""),
            field.metadata["ties"],
            field.metadata["left_out"],
        )
        for field in attrs.fields(holder)
    }
