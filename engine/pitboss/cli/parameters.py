"""How arguments of commands are read. Errors suggest the name nearest to a misspelt name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final, TypeVar

import click
from attrs import frozen
from click.shell_completion import CompletionItem

from pitboss.cli.commands import CommandFailed, check_path, os_error_text, read_text
from pitboss.cli.output import STANDARD_OUTPUT
from pitboss.errors import RulesError, ShoeError
from pitboss.game.limits import MAX_SEATS, MAX_TOTAL_MINOR
from pitboss.game.shoe import MAX_SEED, TableSeed
from pitboss.journal.reader import Header
from pitboss.journal.secrets import secret_in
from pitboss.players import PLAYER_NAMES, PlayerError
from pitboss.players.registry import check_player_name
from pitboss.rules import Rules
from pitboss.rules.presets import DEFAULT_PRESET, PRESETS
from pitboss.rules.rules import MAX_RULE_FILE_BYTES
from pitboss.story import AUDITOR, SPECTATOR, Viewer
from pitboss.story.viewers import check_viewer
from pitboss.text import normalise
from pitboss.text.names import suggest
from pitboss.text.terminal import list_text

MAX_COUNT: Final = 2**63 - 1
UNLIMITED: Final = "unlimited"
_MAX_DIGITS: Final = 20
_SECRET: Final = re.compile("[0-9a-f]{64}")
_SUFFIXES: Final = frozenset({".toml", ".json"})
_ROLES: Final = {"spectator": SPECTATOR, "auditor": AUDITOR}

_VIEWERS_SPELT: Final = (
    "If a word may mean several viewers, write seat:NAME, seat:NUMBER, role:spectator or "
    "role:auditor."
)


def no_such(what: str, text: str, known: Iterable[str], otherwise: str) -> str:
    """Write that a name is unknown, and suggest the nearest known name if one is similar."""
    return f"there is no {what} {text!r}{suggest(text, known) or f'; {otherwise}'}"


class OneOf(click.ParamType["str"]):
    """A parameter that is one of several names; a shell can complete it.

    Args:
        what: the kind of thing that has the name, such as ``player``.
        known: the names.
        otherwise: the hint if no name is similar; without it, the hint lists all names.
    """

    def __init__(self, what: str, known: Iterable[str], otherwise: str = "") -> None:
        self.name = what
        self._known = tuple(known)
        self._hint = otherwise or f"choose {' | '.join(self._known)}"

    def convert(
        self,
        value: str,
        param: click.Parameter | None,  # noqa: ARG002  click passes it
        ctx: click.Context | None,  # noqa: ARG002  click passes it
    ) -> str:
        """Return the name that was written.

        Raises:
            BadParameter: the text is not one of the names.
        """
        if value not in self._known:
            raise click.BadParameter(no_such(self.name, value, self._known, self._hint))
        return value

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002  click passes it
        param: click.Parameter,  # noqa: ARG002  click passes it
        incomplete: str,
    ) -> list[CompletionItem]:
        """Return the names that begin with what was written."""
        return _completions(self._known, incomplete)


def _completions(known: Iterable[str], incomplete: str, before: str = "") -> list[CompletionItem]:
    return [CompletionItem(before + name) for name in known if name.startswith(incomplete)]


_COMMA: Final = re.compile(r',(?=(?:[^"]*"[^"]*")*[^"]*$)')
"""Matches a comma outside quotes: after it, the number of quotes is even."""


def read_player_names(what: str) -> Callable[[str], tuple[str, ...]]:
    """Return a function that reads names of players, separated by commas.

    Args:
        what: the word that errors use for such a name, such as ``player``.
    """
    read_name = OneOf(what, PLAYER_NAMES)

    def read(text: str) -> tuple[str, ...]:
        names = tuple(name.strip() for name in _COMMA.split(text))
        for name in names:
            if ":" not in name:
                read_name.convert(name, None, None)
                continue
            try:
                check_player_name(name)
            except PlayerError as error:
                raise click.BadParameter(str(error)) from error
        return names

    return read


def complete_players(
    _context: click.Context, _parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Complete the last of several names of players."""
    before, comma, last = incomplete.rpartition(",")
    return _completions(PLAYER_NAMES, last, before + comma)


@frozen
class NamedRules:
    """A rule set that was named in an option.

    Attributes:
        name: the preset or the file, as the user wrote it.
        rules: the rule set.
    """

    name: str
    rules: Rules

    @classmethod
    def read(cls, text: str) -> NamedRules:
        """Return the rule set with this name, or in this file."""
        return cls(text, read_rules(text))

    @property
    def label(self) -> str:
        """The name of the preset, or the name of the file without its folders."""
        return self.name if self.name in PRESETS else Path(self.name).name


def read_rules(text: str) -> Rules:
    """Return a rule set, given by the name of a preset, or by a TOML or JSON file of options.

    Raises:
        BadParameter: there is no such preset.
        CommandFailed: the file cannot be read, or its rules are refused.
    """
    if text in PRESETS:
        return Rules.preset(text)
    path = Path(text)
    if path.suffix.lower() in _SUFFIXES or len(path.parts) > 1:
        return _rules_in(path)
    choices = f"choose {' | '.join(PRESETS)}, or a .toml or .json file"
    raise click.BadParameter(no_such("rule set", text, PRESETS, choices))


def _rules_in(path: Path) -> Rules:
    text = read_text(path, "rule file", MAX_RULE_FILE_BYTES)
    try:
        return Rules.from_json(text) if path.suffix.lower() == ".json" else Rules.from_toml(text)
    except RulesError as error:
        raise CommandFailed(f"the rules in {path} are refused: {error}") from error


def whole(least: int, most: int) -> Callable[[str], int]:
    """Return a function that reads a whole number within limits.

    Args:
        least: the smallest number.
        most: the largest number.
    """

    def read(text: str) -> int:
        number = _whole(text)
        if number is None or not least <= number <= most:
            raise click.BadParameter(f"{text!r} is not a whole number from {least} to {most}")
        return number

    return read


def read_seed(text: str) -> TableSeed:
    """Return the seed of a table.

    Raises:
        BadParameter: the text is neither a valid number nor a secret.
    """
    if _SECRET.fullmatch(text):
        return bytes.fromhex(text)
    number = _whole(text)
    if number is None or number > MAX_SEED:
        wanted = f"write a whole number from 0 to {MAX_SEED}, or a secret of 64 digits 0-9 a-f"
        raise click.BadParameter(f"{text!r} is not a seed: {wanted}")
    return number


def read_secret(path: str) -> bytes:
    """Return the secret in a file.

    Raises:
        BadParameter: the file cannot be read, or has no secret.
    """
    check_path(path)
    try:
        return secret_in(path)
    except (OSError, ShoeError) as error:
        why = os_error_text(error, path) if isinstance(error, OSError) else error
        problem = f"the secret cannot be read: {why}"
        raise click.BadParameter(problem, param_hint="'--secret-file'") from error


def read_balance(text: str) -> int | str:
    """Return an opening balance in minor units, or `UNLIMITED`.

    Raises:
        BadParameter: the text is not an opening balance.
    """
    if text == UNLIMITED:
        return text
    number = _whole(text)
    if number is None or number > MAX_TOTAL_MINOR:
        wanted = f"write {UNLIMITED}, or minor units from 0 to {MAX_TOTAL_MINOR}"
        raise click.BadParameter(f"{text!r} is not a balance: {wanted}")
    return number


def _whole(text: str) -> int | None:
    """Read a whole number in plain digits; `None` if the text is something else."""
    digits = text.isascii() and text.isdigit() and len(text) <= _MAX_DIGITS
    return int(text) if digits else None


def check_seats(rules: Rules, seats: int, given: int, what: str) -> None:
    """Check that the rules allow this number of seats, and that each name gets a seat.

    Args:
        rules: the rules of the table.
        seats: the wanted number of seats.
        given: how many people or players were given.
        what: what was given, such as ``names``.

    Raises:
        UsageError: there are too many seats or names.
    """
    if seats > rules.max_seats:
        most = f"this rule set allows at most {rules.max_seats}"
        raise click.UsageError(f"{seats} seats are too many: {most}")
    if given > seats:
        raise click.UsageError(f"{given} {what} do not fit {seats} seats")


def viewer_named(text: str | None, names: tuple[str, ...]) -> Viewer:
    """Return the viewer of a journal: a spectator, an auditor, or a seat by number or name.

    A text that begins with ``seat:`` means a seat; one that begins with ``role:`` means a spectator
    or an auditor. Any other text may mean a seat or a role; if it may mean several viewers, it is
    refused.

    Args:
        text: the text of the user; if it is `None`, the viewer is a spectator.
        names: the names at the table, in the order of the seats.

    Raises:
        UsageError: the text fits no viewer, or several viewers.
    """
    if text is None:
        return SPECTATOR
    meant = _viewers_meant(text, names)
    if len(meant) > 1:
        choices = list_text([*meant])
        raise click.UsageError(f"the viewer {text!r} may be {choices}; write one of these")
    if not meant:
        seats = ", ".join(f"{number} {name}" for number, name in enumerate(names))
        choices = f"choose spectator, auditor or a seat ({seats})"
        raise click.UsageError(no_such("viewer", text, [*_ROLES, *names], choices))
    return next(iter(meant.values()))


def viewer_of(text: str | None, header: Header) -> Viewer:
    """Return the viewer as `viewer_named` does; for `None`, the viewer that a journal is made for.

    Raises:
        JournalError: the journal was made for another viewer.
    """
    names = tuple(seat.name for seat in header.seats)
    return check_viewer(None if text is None else viewer_named(text, names), header)


def _viewers_meant(text: str, names: tuple[str, ...]) -> dict[str, Viewer]:
    """Return every viewer that a text may mean, each under a text that means nobody else."""
    called = [normalise(name) for name in names]
    word = normalise(text)
    kind, _, after = word.partition(":")
    if kind == "seat" and after:
        seats, roles = _numbered(after, called) or _named(after, called), set[str]()
    elif kind == "role" and after:
        seats, roles = set[int](), {after} & _ROLES.keys()
    else:
        seats, roles = _numbered(word, called) | _named(word, called), {word} & _ROLES.keys()
    meant = {f"role:{role}": _ROLES[role] for role in roles}
    return meant | {_spelt(seat, called): Viewer.at(seat) for seat in sorted(seats)}


def _numbered(text: str, names: list[str]) -> set[int]:
    number = _whole(text)
    return set() if number is None or number >= len(names) else {number}


def _named(text: str, names: list[str]) -> set[int]:
    """Return the seats that have a name; an empty name belongs to nobody."""
    return {seat for seat, name in enumerate(names) if text and name == text}


def _spelt(seat: int, names: list[str]) -> str:
    """Write a seat as its name, or as its number if the name may mean another seat."""
    alone = _named(names[seat], names) == {seat} and not _numbered(names[seat], names)
    return f"seat:{names[seat] if alone else seat}"


_CommandT = TypeVar("_CommandT", bound=Callable[..., Any])


def _complete_rules(
    _context: click.Context, _parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Complete the name of a preset, or let the shell complete the name of a file."""
    return [*_completions(PRESETS, incomplete), CompletionItem(incomplete, type="file")]


rules_option = click.option(
    "--rules",
    type=read_rules,
    metavar="NAME|FILE",
    shell_complete=_complete_rules,
    default=DEFAULT_PRESET,
    show_default=True,
    help=f"The rule set: a .toml or .json file, or one of {', '.join(PRESETS)}.",
)
seed_option = click.option(
    "--seed",
    type=read_seed,
    metavar="N",
    help="The seed of all shoes: a number from 0 to 2**63 - 1, which anybody can guess, or a "
    "secret of 64 digits 0-9 a-f. [default: a secret is drawn and recorded]",
)
secret_file_option = click.option(
    "--secret-file",
    "secret",
    type=read_secret,
    metavar="FILE",
    help="The file with the secret of the table, if the secret is not in the journal.",
)
output_option = click.option(
    "--output",
    type=click.Path(allow_dash=True),
    default=STANDARD_OUTPUT,
    help="The file to write; an existing file is overwritten.  [default: standard output]",
)
json_option = click.option(
    "--json", "as_json", is_flag=True, help="Write JSON Lines, for programs."
)


def number_option(
    *names: str, least: int, most: int, text: str, default: int | None = None, metavar: str = "N"
) -> Callable[[_CommandT], _CommandT]:
    """Return an option that takes a whole number.

    Args:
        names: the names of the option, and of the parameter that receives it.
        least: the smallest number.
        most: the largest number.
        text: its help.
        default: the number if the option is not given; `None` for no number.
        metavar: the word for the number in the help.
    """
    return click.option(
        *names,
        type=whole(least, most),
        metavar=metavar,
        default=None if default is None else str(default),
        show_default=default is not None,
        help=text,
    )


def seats_option(default: str) -> Callable[[_CommandT], _CommandT]:
    """Return the option ``--seats``; `default` is what the help gives as the default."""
    text = f"How many seats, 1 to {MAX_SEATS}.  [default: {default}]"
    return number_option("--seats", least=1, most=MAX_SEATS, text=text)


def balance_option(default: str) -> Callable[[_CommandT], _CommandT]:
    """Return the option ``--balance``; `default` is what the help gives as the default."""
    return click.option(
        "--balance",
        type=read_balance,
        metavar=f"{UNLIMITED}|N",
        help=f"Opening chips of each seat in minor units.  [default: {default}]",
    )


def format_option(formats: Iterable[str], usual: str) -> Callable[[_CommandT], _CommandT]:
    """Return the option ``--format``; `usual` is the format if no file ending gives one."""
    names = tuple(formats)
    return click.option(
        "--format",
        "form",
        type=OneOf("format", names),
        metavar="|".join(names),
        help=f"The format.  [default: by the ending of the file name, else {usual}]",
    )


def round_option(text: str) -> Callable[[_CommandT], _CommandT]:
    """Return the option ``--round``; `text` is its help."""
    return number_option("--round", "number", least=1, most=MAX_COUNT, text=text)


def read_rounds(text: str) -> tuple[int, int]:
    """Return the first round and the last, written as ``3`` or as ``3..7``.

    Raises:
        BadParameter: the text has neither of these forms.
    """
    numbers = [*map(whole(1, MAX_COUNT), text.split("..", 1))]
    if numbers[-1] < numbers[0]:
        raise click.BadParameter(f"{text!r} are not rounds: write the lower number first")
    return numbers[0], numbers[-1]


def rounds_option(text: str) -> Callable[[_CommandT], _CommandT]:
    """Return the option ``--round`` that also takes several rounds; `text` is its help."""
    return click.option("--round", "rounds", type=read_rounds, metavar="N|N..M", help=text)


def viewer_option(text: str) -> Callable[[_CommandT], _CommandT]:
    """Return the option ``--viewer``; its help begins with `text`."""
    help_text = f"{text} {_VIEWERS_SPELT}  [default: spectator]"
    return click.option("--viewer", metavar="SEAT|spectator|auditor", help=help_text)
