"""Scripted rounds as lines of JSON: an input line is a round, and an output line is its result.

The module `json` writes the lines, because an id may be a whole number of more than 64 bits.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NoReturn, cast

from pitboss.arguments import takes
from pitboss.errors import RulesError
from pitboss.game.limits import MAX_AMOUNT_MINOR, MAX_TOTAL_MINOR
from pitboss.rules import Rules
from pitboss.rules.option_kinds import show_given
from pitboss.teaching.scripted_rounds import (
    ScriptedError,
    ScriptedErrorKind,
    ScriptedResult,
    ScriptedRound,
    play_scripted,
)
from pitboss.text.strict import strict_json

MAX_LINE_LENGTH: Final = 65_536
"""The longest line that is read; lines of real rounds are much shorter."""

MAX_DECISIONS: Final = 4_096
"""The most decisions of one round; even a shoe of sixteen decks cannot lead to so many."""

_SURROGATE: Final = re.compile(r"[\ud800-\udfff]")
_FIELDS: Final = ("id", "rules", "bet", "bets", "balances", "cards", "decisions")


@takes()
def settle_line(line: str | bytes) -> str:
    """Settle the scripted round that a line of JSON describes.

    Args:
        line: a JSON object; bytes are read as UTF-8.

    Returns:
        A line of JSON without a newline: the result, or the kind of error with a message.
    """
    line_id: str | int | None = None
    try:
        fields = _fields_of(line)
        line_id = _id_of(fields)
        result = play_scripted(_round_of(fields))
    except ScriptedError as error:
        fault = {"kind": error.kind.value, "message": error.message}
        return json.dumps({"id": line_id, "error": fault})
    return json.dumps({"id": line_id, **_written(result)})


@takes()
def settle_stream(lines: Iterable[str | bytes]) -> Iterator[str]:
    """Yield the result of each line as soon as the line was read."""
    return map(settle_line, lines)


def _bad_field(message: str) -> NoReturn:
    raise ScriptedError(ScriptedErrorKind.BAD_FIELD, message)


def _fields_of(line: str | bytes) -> Mapping[str, object]:
    """Read a line as a JSON object."""
    try:
        fields = strict_json(line, most=MAX_LINE_LENGTH)
    except ValueError as error:
        raise ScriptedError(
            ScriptedErrorKind.BAD_JSON, f"the line cannot be read as JSON: {error}"
        ) from error
    if not isinstance(fields, dict):
        raise ScriptedError(ScriptedErrorKind.BAD_JSON, "the line is no JSON object: write {...}")
    return cast("dict[str, object]", fields)


def _id_of(fields: Mapping[str, object]) -> str | int:
    line_id = fields.get("id")
    if type(line_id) is int:
        return line_id
    # JSON can contain half of a surrogate pair, but not every JSON parser accepts it.
    if isinstance(line_id, str) and not _SURROGATE.search(line_id):
        return line_id
    _bad_field("id is missing, or neither a text nor a whole number")


def _round_of(fields: Mapping[str, object]) -> ScriptedRound:
    """Parse the fields of a line; the table will check what depends on the game."""
    unknown = [name for name in fields if name not in _FIELDS]
    if unknown:
        _bad_field(
            f"field {show_given(unknown[0])} is unknown: the fields are {', '.join(_FIELDS)}"
        )
    if ("bet" in fields) == ("bets" in fields):
        _bad_field("give one of these fields: bet, or bets with a bet for each seat")
    return ScriptedRound(
        bets_minor=_bets(fields),
        balances_minor=_balances(fields) if "balances" in fields else None,
        decisions=_decisions_of(fields),
        rules=_rules_of(fields),
        cards=_cards_of(fields),
    )


def _bets(fields: Mapping[str, object]) -> list[int]:
    name = "bet" if "bet" in fields else "bets"
    bets = [fields[name]] if name == "bet" else _list(fields, name)
    return _amounts(name, bets, MAX_AMOUNT_MINOR, "such as 1000")


def _balances(fields: Mapping[str, object]) -> list[int]:
    hint = "or leave them out for unlimited funds"
    return _amounts("balances", _list(fields, "balances"), MAX_TOTAL_MINOR, hint)


def _amounts(name: str, values: Sequence[object], most: int, hint: str) -> list[int]:
    for value in values:
        if type(value) is not int or not 0 <= value <= most:
            in_json = value is None or isinstance(value, bool)
            shown = json.dumps(value) if in_json else show_given(value)
            got = f"got {shown}: give whole numbers {hint}"
            _bad_field(f"{name} must be 0 to {most} minor units, {got}")
    return cast("list[int]", values)


def _decisions_of(fields: Mapping[str, object]) -> list[str]:
    """Read the decisions, which may be missing if nothing is asked."""
    words = _list(fields, "decisions") if "decisions" in fields else []
    if len(words) > MAX_DECISIONS or not all(isinstance(word, str) for word in words):
        _bad_field(f"decisions must be words, at most {MAX_DECISIONS}")
    return cast("list[str]", words)


def _cards_of(fields: Mapping[str, object]) -> list[str]:
    cards = _list(fields, "cards")
    for number, card in enumerate(cards, start=1):
        if not isinstance(card, str):
            raise ScriptedError(
                ScriptedErrorKind.BAD_CARD, f"card {number} is not text: write a card such as 'T'"
            )
    return cast("list[str]", cards)


def _list(fields: Mapping[str, object], name: str) -> list[object]:
    value = fields.get(name)
    if not isinstance(value, list):
        _bad_field(f"{name} is missing or no list: write [...]")
    return cast("list[object]", value)


def _rules_of(fields: Mapping[str, object]) -> Rules:
    """Return the rules of a line, or the default rules if it has none. A cache keeps the rules."""
    given = fields.get("rules", {})
    if not isinstance(given, dict):
        _bad_field("rules is no JSON object: write {...}")
    try:
        return _rules_read(json.dumps(given, sort_keys=True))
    except RulesError as error:
        raise ScriptedError(ScriptedErrorKind.BAD_RULES, str(error)) from error


@lru_cache(maxsize=1024)
def _rules_read(text: str) -> Rules:
    return Rules.from_json(text)


def _written(result: ScriptedResult) -> dict[str, object]:
    """Return the fields of a result for its line."""
    return {
        "net": result.net_minor,
        "insurance_net": result.insurance_net_minor,
        "hands": [
            {
                "seat": hand.seat,
                "cards": [card.code for card in hand.cards],
                "bet": hand.bet_minor,
                "net": hand.net_minor,
                "outcome": hand.outcome.value,
            }
            for hand in result.hands
        ],
        "dealer": [card.code for card in result.dealer],
        "cards_used": result.cards_used,
    }
