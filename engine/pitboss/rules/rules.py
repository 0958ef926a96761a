"""The complete rules of a table, made from options, from a preset or from a file.

`Rules.of(soft_17="hit")` changes options of the default table, `Rules.preset("lott")` returns the
rules with that name, and `Rules.from_toml` reads rules from a text. `pitboss.rules.options` lists
the options.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from hashlib import sha256
from typing import Final, Self, TypeVar, cast

from attrs import frozen

from pitboss.arguments import takes
from pitboss.errors import RulesError
from pitboss.rules.checks import contradictions
from pitboss.rules.option_kinds import show_given, unquote
from pitboss.rules.options import OPTIONS, TableOptions
from pitboss.rules.pay_words import PlainValue
from pitboss.rules.presets import DEFAULT_PRESET, PRESETS
from pitboss.rules.values import RuleValue
from pitboss.text.names import suggest
from pitboss.text.strict import strict_json, strict_toml

Parsed = TypeVar("Parsed")

MAX_RULE_FILE_BYTES: Final = 1 << 16
"""The longest text that is read as rules; it has room for every option and for many comments."""

MAX_GIVEN: Final = 2 * len(OPTIONS)
"""The most options that are read, so that an error message cannot list endless unknown options."""


@frozen(kw_only=True, repr=False, cache_hash=True)
class Rules(TableOptions):
    """The complete rules of one table; they are always consistent.

    The constructor takes values in their own types, and its defaults are always those of the
    default table. `Rules.of` also takes values as text; there, the default of an option may depend
    on other given options.

    Raises:
        RulesError: a value is not allowed, or two values contradict each other; the error names
            all reasons.
    """

    def __attrs_post_init__(self) -> None:
        """Refuse values that are not allowed and values that contradict each other."""
        allowed: dict[str, RuleValue] = {}
        problems: list[str] = []
        for name, option in OPTIONS.items():
            value: object = getattr(self, name)
            if option.kind.holds(value):
                allowed[name] = value
            else:
                problems += option.refusals_of_value(value)
        problems += contradictions(allowed)
        if problems:
            raise RulesError(tuple(problems))

    @classmethod
    def of(cls, /, **given: object) -> Self:
        """Return the rules of the default table, with some options changed.

        Args:
            given: options by name, as values or as text; some defaults depend on given options.

        Raises:
            RulesError: an option or a value is unknown, or two values contradict each other; the
                error names all reasons.
        """
        return cls._from_given(given)

    @classmethod
    def preset(cls, name: str, /, **changes: object) -> Self:
        """Return the rules of a preset, with some options changed.

        Args:
            name: a name in `pitboss.rules.presets.PRESETS`.
            changes: options that replace those of the preset, as in `of`.

        Raises:
            RulesError: the preset is unknown, or a change is refused.
        """
        return cls.from_dict({"preset": name, **changes})

    @classmethod
    @takes(lambda problem, next_step: RulesError((f"{problem}: {next_step}",)))
    def from_dict(cls, given: Mapping[str, object]) -> Self:
        """Return the rules that a mapping describes.

        Args:
            given: options by name, as in `of`. They change the preset that the key ``preset``
                names; without this key, they change the default table.

        Raises:
            RulesError: as in `of` and `preset`.
        """
        if "decided_by" in given or "classes" in given:
            raise RulesError((_misplaced_pay_table(given),))
        name = given.get("preset", DEFAULT_PRESET)
        if not isinstance(name, str) or name not in PRESETS:
            hint = suggest(name, PRESETS)
            raise RulesError(
                (f"preset {show_given(name)} is unknown: choose {' | '.join(PRESETS)}{hint}",)
            )
        changes = {key: value for key, value in given.items() if key != "preset"}
        return cls._from_given({**PRESETS[name].differences, **changes})

    @classmethod
    def from_toml(cls, text: str) -> Self:
        """Return the rules that a TOML document describes, see `from_dict`.

        Raises:
            RulesError: the text is longer than `MAX_RULE_FILE_BYTES`, nested too deep or not TOML,
                or the rules are refused.
        """
        return cls.from_dict(_parsed(strict_toml, "TOML", text))

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Return the rules that a JSON object describes, see `from_dict`.

        Raises:
            RulesError: the text is longer than `MAX_RULE_FILE_BYTES`, nested too deep or not a JSON
                object, a key occurs twice, or the rules are refused.
        """
        given = _parsed(strict_json, "JSON", text)
        if not isinstance(given, dict):
            raise RulesError(("the rules are not a JSON object of options and their values",))
        return cls.from_dict(cast("dict[str, object]", given))

    @property
    def cards_in_shoe(self) -> int:
        """How many cards a whole shoe has."""
        return self.decks * len(self.deck.cards)

    @cached_property
    def digest(self) -> str:
        """SHA-256 in hexadecimal over all options; equal rules have the same digest."""
        canonical = json.dumps(self.to_dict(), sort_keys=True, separators=(",", ":"))
        return sha256(canonical.encode("ascii")).hexdigest()

    def to_dict(self) -> dict[str, PlainValue]:
        """Return all options, in their order, in the form of a rule file.

        Options with `left_out` are left out if they have their default value.
        """
        return {
            name: option.written(getattr(self, name))
            for name, option in OPTIONS.items()
            if not (option.left_out and getattr(self, name) == option.default)
        }

    def text_of(self, name: str) -> str:
        """Return the value of one option as a rule file has it, without quotes.

        Args:
            name: the name of the option.
        """
        return unquote(OPTIONS[name].written(getattr(self, name)))

    def to_json(self) -> str:
        """Return the options of `to_dict` as a JSON object, which `from_json` reads."""
        return json.dumps(self.to_dict(), indent=2)

    def to_toml(self) -> str:
        """Return the options of `to_dict` as a TOML document, which `from_toml` reads.

        TOML has no null, so the document has the word ``none`` instead.
        """
        written = self.to_dict().items()
        return "".join(
            f"{name} = {toml_value('none' if value is None else value)}\n"
            for name, value in written
        )

    @takes()
    def changes(self, base: Rules | None = None) -> dict[str, PlainValue]:
        """Return the options that change `base` into these rules, in the form of a rule file.

        Args:
            base: the rules to change. An option is returned if its value differs from that in
                `base`. If `base` is `None`, an option is returned if its value differs from its
                default, which may depend on the options returned before it.
        """
        changed: dict[str, RuleValue] = {}
        for name, option in OPTIONS.items():
            value: RuleValue = getattr(self, name)
            usual: RuleValue = (
                option.default_beside(changed) if base is None else getattr(base, name)
            )
            if value != usual:
                changed[name] = value
        return {name: OPTIONS[name].kind.shortened(value) for name, value in changed.items()}

    def unknown_to(self, reader: str) -> dict[str, PlainValue]:
        """Return the options that a reader does not know, and that differ from the default.

        Args:
            reader: who does not run the machine, see `Option.readers`.
        """
        changed = self.changes(every_preset()[DEFAULT_PRESET])
        return {
            name: value
            for name, value in changed.items()
            if reader not in OPTIONS[name].readers.split("; ")
        }

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self.changes().items())
        return f"Rules.of({given})"

    @classmethod
    def _from_given(cls, given: Mapping[str, object]) -> Self:
        """Return the rules for the given options, with the defaults that follow from them."""
        read, problems = _read(given)
        complete = {
            name: read[name] if name in read else option.default_beside(read)
            for name, option in OPTIONS.items()
        }
        if problems:
            certain = {
                name: value for name, value in complete.items() if name in read or name not in given
            }
            raise RulesError((*problems, *contradictions(certain)))
        # The constructor checks the types.
        return cast("Callable[..., Self]", cls)(**complete)


def toml_value(value: object) -> str:
    """Return a value in TOML; each table in a list gets its own line."""
    if isinstance(value, dict):
        members = cast("dict[str, object]", value).items()
        return "{ " + ", ".join(f"{name} = {toml_value(each)}" for name, each in members) + " }"
    if isinstance(value, list):
        listed = cast("list[object]", value)
        gap = "\n    " if any(isinstance(each, dict) for each in listed) else " "
        return "[" + ",".join(f"{gap}{toml_value(each)}" for each in listed) + " ]"
    return _NOT_PLAIN.sub(_escaped, json.dumps(value, ensure_ascii=False))


def _escaped(found: re.Match[str]) -> str:
    """Return a letter as TOML has it in ASCII; unlike JSON, TOML has no surrogate pairs."""
    code = ord(found[0])
    return f"\\u{code:04x}" if code < 1 << 16 else f"\\U{code:08x}"


_NOT_PLAIN: Final = re.compile("[^ -~]")


@lru_cache(maxsize=1)
def every_preset() -> Mapping[str, Rules]:
    """Return the rules of each preset by its name."""
    return {name: Rules.preset(name) for name in PRESETS}


@lru_cache(maxsize=256)
def nearest_preset(rules: Rules) -> str:
    """Return the name of the nearest preset: the first of those with the fewest differences."""
    presets = every_preset()
    return min(presets, key=lambda name: len(rules.changes(presets[name])))


def name_of(rules: Rules) -> str:
    """Return the name of the preset with these rules, or a text with the nearest preset."""
    nearest = nearest_preset(rules)
    return nearest if rules == every_preset()[nearest] else f"own rules, nearest to {nearest}"


def _parsed(read: Callable[[str, int], Parsed], form: str, text: str) -> Parsed:
    """Return the parsed content of a text."""
    try:
        return read(text, MAX_RULE_FILE_BYTES)
    except (TypeError, ValueError) as error:
        what = f"the rules are not valid {form}: {error}; give the text of the document"
        raise RulesError((what,)) from error


def _misplaced_pay_table(given: Mapping[str, object]) -> str:
    """Return the sentence that refuses members of a pay table at the top of a rule file."""
    file, step = "this seems to be the file of a", "write its members below"
    if not given.keys().isdisjoint({"preset", *OPTIONS}):
        return "decided_by and classes belong in a pay table, below [[side_bets]] or [[bonuses]]"
    if "decided_by" in given:
        wants = "`pitboss exact --side-bet FILE` reads the file unchanged"
        return f"{file} side bet: {step} [[side_bets]]; {wants}"
    return f"{file} bonus: {step} [[bonuses]]"


def _read(given: Mapping[str, object]) -> tuple[dict[str, RuleValue], list[str]]:
    """Return the options that can be read, and a sentence for each that cannot."""
    read: dict[str, RuleValue] = {}
    problems: list[str] = []
    if len(given) > MAX_GIVEN:
        raise RulesError((f"{len(given)} options are given; there are {len(OPTIONS)}",))
    for name, value in given.items():
        if name not in OPTIONS:
            hint = suggest(name, OPTIONS) or "; `pitboss rules list --options` lists all options"
            problems.append(f"option {show_given(name)} is unknown{hint}")
            continue
        try:
            read[name] = OPTIONS[name].read(value)
        except ValueError as error:
            problems += error.args
    return read, problems
