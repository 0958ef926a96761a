"""``pitboss rules``: which rule sets there are, what one says, where two differ, what is wrong."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import click
from attrs import frozen

from pitboss.cli.columns import TextRow, aligned
from pitboss.cli.commands import Commands, Refused
from pitboss.cli.parameters import json_option, read_rules
from pitboss.cli.screen import json_line, look_of, write, write_lines
from pitboss.errors import RulesError
from pitboss.exit_codes import FAILED
from pitboss.rules import Rules
from pitboss.rules.option_kinds import suggestion, unquoted
from pitboss.rules.options import OPTIONS
from pitboss.rules.presets import DEFAULT_PRESET, PRESETS, SOURCES
from pitboss.rules.rules import nearest_preset
from pitboss.story import RuledBy
from pitboss.text.terminal import Look, Paint, printable

_NUMBER_COLUMNS: Final = len("[000]")


@click.group(
    cls=Commands, invoke_without_command=True, epilog="Example: pitboss rules diff lott educative"
)
@click.pass_context
def rules(context: click.Context) -> None:
    """Look at rule sets, and check your own.

    A rule file is TOML or JSON. It names the options that differ from the default table or, with
    the key preset, from another one:

    \b
      preset = "lott"
      decks = 6
    """  # noqa: D301  the mark is click's own: the lines after it are not to be joined
    if context.invoked_subcommand is None:
        write(context.get_help())


@frozen
class _Named:
    """A rule set as it was asked for.

    Attributes:
        name: what was written: a preset or a file.
        rules: the rule set.
    """

    name: str
    rules: Rules

    @classmethod
    def read(cls, text: str) -> _Named:
        """Find the rule set that a name or a file stands for."""
        return cls(text, read_rules(text))

    @property
    def title(self) -> str:
        """What it is, in one line."""
        if self.name in PRESETS:
            return PRESETS[self.name].title
        preset = nearest_preset(self.rules)
        changes = self.rules.changes(Rules.preset(preset))
        if not changes:
            return f"The same table as {preset}"
        return f"The table {preset} with {_options(len(changes))} changed"

    @property
    def label(self) -> str:
        """The name of the preset, or that of the file without its folders."""
        return printable(self.name if self.name in PRESETS else Path(self.name).name)

    @property
    def sources(self) -> tuple[str, ...]:
        """The documents that describe it; a file is its own."""
        if self.name in PRESETS:
            return _spelt_out(PRESETS[self.name].sources)
        return (printable(self.name),)

    def value(self, option: str) -> str:
        """Return the value of an option as text."""
        return RuledBy.of(self.rules, option).value


def _read_option(text: str) -> str:
    """Return the name of an option.

    Raises:
        BadParameter: there is no such option.
    """
    if text in OPTIONS:
        return text
    hint = suggestion(text, OPTIONS) or "; pitboss rules list --options shows those there are"
    raise click.BadParameter(f"there is no option {text!r}{hint}")


@rules.command("list", epilog="Example: pitboss rules list peek dealer_draws")
@click.argument("names", nargs=-1, type=_read_option, metavar="[OPTION]...")
@click.option("--options", "all_options", is_flag=True, help="List every option instead.")
@json_option
def list_rules(names: tuple[str, ...], *, all_options: bool, as_json: bool) -> None:
    """List the presets, or the options.

    A preset stands with the documents that describe it, an option with its default value, what it
    decides, the values it may have and the documents that speak of it.
    """
    options = names or (tuple(OPTIONS) if all_options else ())
    if as_json:
        records = map(_option_record, options) if options else map(_preset_record, PRESETS)
        write_lines([json_line(record) for record in records])
        return
    look = look_of(sys.stdout)
    if options:
        write_lines(list(aligned([_option_row(name) for name in options], look)))
        return
    rows = [
        TextRow((name,), (preset.title,), _spelt_out(preset.sources))
        for name, preset in PRESETS.items()
    ]
    write_lines([*aligned(rows, look), ""])
    write("One of them: pitboss rules show NAME; all options: pitboss rules list --options")


def _option_row(name: str) -> TextRow:
    option = OPTIONS[name]
    default = option.written(option.default)
    text = (option.meaning, option.kind.allowed)
    return TextRow((name, unquoted(default)), text, (option.source,))


def _option_record(name: str) -> dict[str, object]:
    option = OPTIONS[name]
    return {
        "option": name,
        "default": option.written(option.default),
        "allowed": option.kind.allowed,
        "meaning": option.meaning,
        "sources": option.clauses,
    }


def _preset_record(name: str) -> dict[str, object]:
    preset = PRESETS[name]
    return {
        "preset": name,
        "title": preset.title,
        "sources": preset.sources,
        "differences": dict(preset.differences),
    }


@rules.command(epilog="Example: pitboss rules show lott --toml > my_table.toml")
@click.argument("table", type=_Named.read, metavar="NAME|FILE")
@click.option("--json", "form", flag_value="json", help="Write it as a JSON rule file.")
@click.option("--toml", "form", flag_value="toml", help="Write it as a TOML rule file.")
def show(table: _Named, form: str | None) -> None:
    """Show every option of a rule set.

    It stands with its value, what it decides, and the documents that say this very value; an
    asterisk marks what differs from the default table.
    """
    if form is not None:
        text = table.rules.to_json() if form == "json" else table.rules.to_toml()
        write(text.rstrip("\n"))
        return
    look = look_of(sys.stdout)
    changed = table.rules.changes(Rules())
    rows: list[TextRow] = []
    for name in OPTIONS:
        ruled = RuledBy.of(table.rules, name)
        mark = "*" if name in changed else " "
        clauses = tuple(f"[{clause}]" for clause in ruled.clauses)
        cells = (f"{mark} {name}", ruled.value)
        rows.append(TextRow(cells, (ruled.meaning,), clauses, runs_on=True))
    differing = f"* {_options(len(changed))} of {len(OPTIONS)} differ from {DEFAULT_PRESET}"
    lines = [*_heading([table], look), "", *aligned(rows, look), "", differing]
    write_lines([*lines, f"  digest {table.rules.digest}"])


@rules.command(epilog="Example: pitboss rules diff six_deck_s17 my_table.toml")
@click.argument("one", type=_Named.read, metavar="NAME|FILE")
@click.argument("other", type=_Named.read, metavar="NAME|FILE")
@json_option
def diff(one: _Named, other: _Named, *, as_json: bool) -> None:
    """Show where two rule sets differ."""
    names = [name for name in OPTIONS if getattr(one.rules, name) != getattr(other.rules, name)]
    if as_json:
        values, others = one.rules.to_dict(), other.rules.to_dict()
        for name in names:
            record = {"option": name, "values": [values[name], others[name]]}
            write(json_line(record))
        return
    look = look_of(sys.stdout)
    write_lines([*_heading([one, other], look), ""])
    if not names:
        write("They are the same table.")
        return
    rows = [TextRow(("", look.strong(one.label), look.strong(other.label)))]
    rows += [
        TextRow((name, one.value(name), other.value(name)), (OPTIONS[name].meaning,))
        for name in names
    ]
    same = len(OPTIONS) - len(names)
    write_lines([*aligned(rows, look), "", f"{_options(len(names))} differ, {same} are the same."])


def _heading(tables: list[_Named], look: Look) -> list[str]:
    """Name rule sets, with what each is and the documents that describe it."""
    rows = [TextRow((look.strong(table.label),), (table.title,), table.sources) for table in tables]
    return list(aligned(rows, look))


def _spelt_out(sources: tuple[str, ...]) -> tuple[str, ...]:
    """Write down the sources of a preset, a number in brackets with what it stands for."""
    return tuple(
        f"{source[:_NUMBER_COLUMNS]} {SOURCES[source[1:4]]}{_place(source)}"
        if source.startswith("[")
        else source
        for source in sources
    )


def _place(source: str) -> str:
    """Return what follows the number of a source document."""
    place = source[_NUMBER_COLUMNS:].strip()
    return f" - {place}" if place else ""


def _options(count: int) -> str:
    return "1 option" if count == 1 else f"{count} options"


@rules.command(epilog="Example: pitboss rules check my_table.toml && echo it can be played")
@click.argument("file", metavar="FILE")
@json_option
def check(file: str, *, as_json: bool) -> int:
    """Check a rule file, and give every reason to refuse it.

    The exit code is 0 if it describes a table and 1 if it does not.
    """
    try:
        table = _Named.read(file)
    except Refused as error:
        if not isinstance(error.__cause__, RulesError):
            raise
        return _refuse(file, error.__cause__.problems, as_json=as_json)
    preset = nearest_preset(table.rules)
    changes = table.rules.changes(Rules.preset(preset))
    if as_json:
        found = {"preset": preset, "changes": changes, "digest": table.rules.digest}
        write(json_line({"file": file, "ok": True, **found}))
        return 0
    look = look_of(sys.stdout)
    lines = [f"{look.paint(Paint.GAIN, look.strong('OK'))}  {printable(file)}", f"  {table.title}"]
    lines += [f"    {name} = {unquoted(value)}" for name, value in changes.items()]
    write_lines([*lines, f"  digest {table.rules.digest}"])
    return 0


def _refuse(file: str, problems: tuple[str, ...], *, as_json: bool) -> int:
    """Write down why a file describes no table."""
    if as_json:
        write(json_line({"file": file, "ok": False, "problems": problems}))
        return FAILED
    look = look_of(sys.stdout)
    word = look.paint(Paint.LOSS, look.strong("REFUSED"))
    write_lines([f"{word}  {printable(file)}", *(f"  {printable(each)}" for each in problems)])
    return FAILED
