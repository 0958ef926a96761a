"""Clauses: which documents say what a rule set says.

An option names every clause that speaks of it, whatever its value. Cited is only what says the
very value that the table plays: a source document where its own preset plays so, another document
where a preset that is made after it does. A value that no document plays is the table's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from pitboss.rules import Rules
from pitboss.rules.options import OPTIONS
from pitboss.rules.presets import PRESETS, SOURCES
from pitboss.rules.rules import every_preset, nearest_preset

OURS: Final = "ours"
"""What stands instead of a clause where no document speaks of an option."""

PRESET_OF_SOURCE: Final[Mapping[str, str]] = {
    number: name
    for number in SOURCES
    for name, preset in PRESETS.items()
    if any(source.startswith(f"[{number}]") for source in preset.sources)
}
"""The preset that plays a source document exactly, by the document's number."""


@lru_cache(maxsize=4096)
def clauses_of_option(rules: Rules, name: str) -> tuple[str, ...]:
    """Return the clauses that say of an option what a rule set says, such as ``001 Split``.

    Where the rules are a variation of one source document, that document alone is cited.

    Args:
        rules: the rule set.
        name: the option.
    """
    option = OPTIONS[name]
    value: object = getattr(rules, name)
    playing = {preset for preset, known in every_preset().items() if getattr(known, name) == value}
    absent = value is None or (type(value) is int and value == 0)
    return _own_first(
        rules, [each for each in option.clauses if _says(each, playing, absent=absent)]
    )


def clauses_of_fact(rules: Rules, clauses: Iterable[str]) -> tuple[str, ...]:
    """Return clauses on what no option rules; of one source alone, if the rules are nearest to it.

    Args:
        rules: the rule set.
        clauses: each with the number of a source document in square brackets.
    """
    return _own_first(rules, clauses)


def _says(clause: str, playing: set[str], *, absent: bool) -> bool:
    """Say whether the document of a clause plays a value of its option.

    Args:
        clause: of the option.
        playing: the presets that have the value.
        absent: the value is that there is none.
    """
    if clause == OURS:
        return False
    source = _source_of(clause)
    if source is not None:
        return PRESET_OF_SOURCE[source] in playing
    # Of another document the clause names a place: what follows a colon or stands in brackets.
    document = clause.split(": ", maxsplit=1)[0].split("(", maxsplit=1)[0]
    after_it = {
        name for name, each in PRESETS.items() if any(document in text for text in each.sources)
    }
    # No other document describes a thing in order to do without it.
    return not absent and (bool(after_it & playing) or not after_it)


def _own_first(rules: Rules, clauses: Iterable[str]) -> tuple[str, ...]:
    """Leave the brackets out, and other documents than the one that the rules are nearest to."""
    cited = list(clauses)
    nearest = nearest_preset(rules)
    own = [each for each in cited if PRESET_OF_SOURCE.get(_source_of(each) or "") == nearest]
    return tuple([each.removeprefix("[").replace("]", "", 1) for each in own or cited])


def _source_of(clause: str) -> str | None:
    """Return the number of the source document that a clause stands in; none for another one."""
    return clause[1:4] if clause.startswith("[") else None
