"""What the arguments of commands stand for; a misspelt word is answered with the nearest one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import click

from pitboss.cli.commands import Refused, told_of
from pitboss.errors import RulesError
from pitboss.limits import MAX_AMOUNT_MINOR
from pitboss.narration import AUDITOR, SPECTATOR, Viewer
from pitboss.option_kinds import suggestion
from pitboss.players import PLAYER_NAMES
from pitboss.presets import DEFAULT_PRESET, PRESETS
from pitboss.rules import MAX_RULE_FILE_BYTES, Rules

MAX_COUNT: Final = 2**63 - 1
UNLIMITED: Final = "unlimited"
_MOST_DIGITS: Final = 20
_SUFFIXES: Final = frozenset({".toml", ".json"})


def read_rules(text: str) -> Rules:
    """Return a rule set: the name of a preset, or a TOML or JSON file of options.

    Raises:
        BadParameter: there is no such preset.
        Refused: the file cannot be read, or its rules are refused.
    """
    if text in PRESETS:
        return Rules.preset(text)
    path = Path(text)
    if path.suffix.lower() in _SUFFIXES or len(path.parts) > 1:
        return _rules_in(path)
    hint = suggestion(text, PRESETS)
    choices = f"; choose {' | '.join(PRESETS)}, or a .toml or .json file"
    raise click.BadParameter(f"there is no rule set {text!r}{hint or choices}")


def _rules_in(path: Path) -> Rules:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_RULE_FILE_BYTES + 1)
    except OSError as error:
        raise Refused(f"the rules cannot be read: {told_of(error)}") from error
    if len(data) > MAX_RULE_FILE_BYTES:
        raise Refused(f"{path} is no rule file: it is longer than {MAX_RULE_FILE_BYTES} bytes")
    try:
        # Some editors put a mark of the encoding in front.
        text = data.decode("utf-8-sig")
        return Rules.from_json(text) if path.suffix.lower() == ".json" else Rules.from_toml(text)
    except UnicodeDecodeError as error:
        raise Refused(f"{path} is no rule file: it is not UTF-8 text") from error
    except RulesError as error:
        raise Refused(f"the rules in {path} are refused: {error}") from error


def read_players(text: str) -> tuple[str, ...]:
    """Return names of players, written with commas between them.

    Raises:
        BadParameter: nobody has one of the names.
    """
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        if name not in PLAYER_NAMES:
            hint = suggestion(name, PLAYER_NAMES) or f"; choose {' | '.join(PLAYER_NAMES)}"
            raise click.BadParameter(f"there is no player {name!r}{hint}")
    return names


def whole(least: int, most: int) -> Callable[[str], int]:
    """Make the function that reads a whole number within limits.

    Args:
        least: the smallest.
        most: the largest.
    """

    def read(text: str) -> int:
        number = _whole(text)
        if number is None or not least <= number <= most:
            raise click.BadParameter(f"{text!r} is not a whole number from {least} to {most}")
        return number

    return read


def read_balance(text: str) -> int | str:
    """Return opening chips in minor units, or the word `UNLIMITED`.

    Raises:
        BadParameter: it is neither.
    """
    if text == UNLIMITED:
        return text
    number = _whole(text)
    if number is None or number > MAX_AMOUNT_MINOR:
        wanted = f"write {UNLIMITED}, or minor units from 0 to {MAX_AMOUNT_MINOR}"
        raise click.BadParameter(f"{text!r} is no balance: {wanted}")
    return number


def _whole(text: str) -> int | None:
    """Read a whole number written in plain digits; none if it is not."""
    digits = text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS
    return int(text) if digits else None


def viewer_named(text: str, names: tuple[str, ...]) -> Viewer:
    """Return who looks at a journal: a spectator, an auditor, or a seat by number or name.

    Args:
        text: what was written.
        names: who sits at the table, in the order of the seats.

    Raises:
        UsageError: it is none of these.
    """
    if text in {"spectator", "auditor"}:
        return SPECTATOR if text == "spectator" else AUDITOR
    number = _whole(text)
    if number is not None and number < len(names):
        return Viewer.at(number)
    if text in names:
        return Viewer.at(names.index(text))
    known = ("spectator", "auditor", *names)
    seats = ", ".join(f"{number} {name}" for number, name in enumerate(names))
    hint = suggestion(text, known) or f"; choose spectator, auditor or a seat ({seats})"
    raise click.UsageError(f"there is no viewer {text!r}{hint}", click.get_current_context())


rules_option = click.option(
    "--rules",
    type=read_rules,
    metavar="NAME|FILE",
    default=DEFAULT_PRESET,
    show_default=True,
    help=f"The rule set: a .toml or .json file, or one of {', '.join(PRESETS)}.",
)
round_option = click.option(
    "--round",
    "number",
    type=whole(1, MAX_COUNT),
    metavar="N",
    help="Only this round, counted from 1.  [default: the whole journal]",
)
json_option = click.option(
    "--json", "as_json", is_flag=True, help="Write JSON Lines, for programs."
)
