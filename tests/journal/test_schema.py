"""The JSON Schema of the line format says what the engine writes, and nothing looser."""

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Protocol, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from tests.journal.plain_reader import Fields, plain_lines
from tests.players.strategies.rules import candidates, valid_rules
from tests.replay.recorded import recorded
from tests.replay.scenarios import SCENARIOS, journal_of

from pitboss.errors import RulesError
from pitboss.game.events import EventKind
from pitboss.game.reasons import Outcome
from pitboss.journal.writer import SCHEMA_VERSION
from pitboss.rules import Rules
from pitboss.rules.options import OPTIONS
from pitboss.rules.presets import PRESETS

PATH = Path(__file__).parents[2] / "fixtures" / "journals" / f"schema-{SCHEMA_VERSION}.json"
SCHEMA = cast("Fields", json.loads(PATH.read_text("utf-8")))


class Judge(Protocol):
    """What these tests ask of a validator."""

    def is_valid(self, instance: object) -> bool:
        """Say whether something is as the schema describes it."""
        ...

    def validate(self, instance: object) -> None:
        """Raise if something is not as the schema describes it."""
        ...


VALIDATOR = cast("Judge", Draft202012Validator(SCHEMA))


def samples() -> Iterator[Fields]:
    """Give one line of every shape that the scenarios hold: its kind, its word, its fields."""
    seen: set[tuple[object, ...]] = set()
    for name in SCENARIOS:
        for line in plain_lines(journal_of(name)):
            shape = (line.kind, line.fields.get("event"), *line.fields)
            if shape not in seen:
                seen.add(shape)
                yield line.fields


def part(*names: str) -> object:
    """Return a part of the schema by the names that lead to it."""
    found = cast("object", SCHEMA)
    for name in names:
        found = cast("Fields", found)[name]
    return found


def words(*names: str) -> set[str]:
    """Return a list of words out of the schema."""
    return set(cast("list[str]", part(*names)))


def test_the_schema_is_one() -> None:
    """It is valid by its own draft, and names the version that the engine writes."""
    Draft202012Validator.check_schema(SCHEMA)
    assert part("$defs", "journal", "properties", "schema", "const") == SCHEMA_VERSION


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_line_of_a_scenario_is_valid(name: str) -> None:
    """Whatever a journal may hold is described."""
    for line in plain_lines(journal_of(name)):
        VALIDATOR.validate(line.fields)


@pytest.mark.parametrize("name", PRESETS)
def test_every_line_under_a_preset_is_valid(name: str) -> None:
    """Every preset's rules, words and outcomes are described."""
    for line in plain_lines(recorded(Rules.preset(name), 20)):
        VALIDATOR.validate(line.fields)


@st.composite
def crowded_rules(draw: st.DrawFn) -> Rules:
    """Draw rules in which many options are changed that a header may leave out."""
    given: dict[str, object] = {"side_bets": ("21+3",), "bonuses": ("seven_card_charlie",)}
    preset = draw(st.sampled_from(tuple(PRESETS)))
    for name, option in OPTIONS.items():
        if option.left_out and name not in given:
            with suppress(RulesError):
                wish = draw(st.sampled_from(candidates(option)))
                given = dict(Rules.preset(preset, **given, **{name: wish}).changes())
    return Rules.of(**given)


@given(rules=st.one_of(valid_rules(), crowded_rules()))
def test_every_line_under_any_rules_is_valid(rules: Rules) -> None:
    """However many options a header does not leave out, each is described."""
    for line in plain_lines(recorded(rules, 1)):
        VALIDATOR.validate(line.fields)


def test_an_option_that_no_rule_set_has_is_invalid() -> None:
    """The header of a journal names options of the engine, and no others."""
    header = next(iter(plain_lines(recorded(Rules(), 1)))).fields
    rules = cast("Fields", header["rules"])
    assert VALIDATOR.is_valid(header)
    assert not VALIDATOR.is_valid({**header, "rules": {**rules, "double_aces": False}})


def test_a_line_with_a_field_more_or_less_is_invalid() -> None:
    """Of every shape of line, each field is needed and no other is allowed."""
    for fields in samples():
        assert not VALIDATOR.is_valid({**fields, "extra": 1})
        for name in fields:
            rest = {each: value for each, value in fields.items() if each != name}
            committed = fields["line"] == "shoe" and fields["commitment"] is not None
            spare = name == "client_seeds" or (name == "cards" and committed)
            in_its_line = (name, fields["line"]) in {("seats", "round"), ("side_bets", "end")}
            spare = spare or name in {"by", "command"} or in_its_line
            assert VALIDATOR.is_valid(rest) == spare


def test_a_line_with_a_field_of_another_type_is_invalid() -> None:
    """Of every shape of line, no field may hold anything else than it is described to."""
    for fields in samples():
        for name in fields:
            assert not VALIDATOR.is_valid({**fields, name: 1.5})
            assert not VALIDATOR.is_valid({**fields, name: [{"a": [1]}]})


def test_the_words_of_the_schema_are_those_of_the_engine() -> None:
    """Events, outcomes and options are listed whole, so that a new one asks for a new version."""
    said = words("$defs", "stake", "properties", "event", "enum")
    said |= words("$defs", "answer", "properties", "event", "enum")
    said |= words("$defs", "side_stake", "properties", "event", "enum")
    assert said == {kind.value for kind in EventKind} - {EventKind.OPEN.value}
    outcomes = words("$defs", "hand", "properties", "outcome", "enum")
    assert outcomes == {outcome.value for outcome in Outcome}
    required = words("$defs", "rules", "required")
    assert required == {name for name, option in OPTIONS.items() if not option.left_out}
    assert words("$defs", "rules", "properties") == set(OPTIONS)
