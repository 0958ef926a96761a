"""Named rule sets; ``presets.toml`` lists how each differs from the default rules."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from attrs import frozen

from pitboss.rules.pay_words import PlainValue


@frozen(eq=False)
class Preset:
    """A rule set with a name.

    Attributes:
        name: the word in rule files and on the command line.
        title: a description in one line.
        sources: the documents that describe the rules, with the clause or page; a number in square
            brackets is a key of `SOURCES`.
        differences: the options that differ from the default, as a rule file writes them.
    """

    name: str
    title: str
    sources: tuple[str, ...]
    differences: Mapping[str, PlainValue]


_FILE: Final = tomllib.loads(Path(__file__).with_name("presets.toml").read_text("utf-8"))

SOURCES: Final[Mapping[str, str]] = _FILE["documents"]
"""The source documents by their numbers; clauses name a document by its number in brackets."""

DEFAULT_PRESET: Final = "six_deck_s17"
"""The name of the preset in which every option has its default."""

PRESETS: Final[Mapping[str, Preset]] = {
    name: Preset(name, entry["title"], tuple(entry["sources"]), entry["differences"])
    for name, entry in _FILE["presets"].items()
}
"""Every preset by its name."""
