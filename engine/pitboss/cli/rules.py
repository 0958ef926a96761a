"""``pitboss rules``: list, show and compare rule sets, and check a rule file."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import click
from attrs import frozen

from pitboss.cli.commands import CommandFailed, Commands
from pitboss.cli.console import json_line, look_of, write, write_lines
from pitboss.cli.exact_side_bet import warn_of_classes
from pitboss.cli.parameters import NamedRules, OneOf, json_option
from pitboss.errors import ExitCode, RulesError
from pitboss.rules import Rules
from pitboss.rules.bonuses import built_in_bonuses
from pitboss.rules.option_kinds import unquote
from pitboss.rules.options import OPTIONS
from pitboss.rules.pay_tables import PayTable
from pitboss.rules.presets import DEFAULT_PRESET, PRESETS, SOURCES
from pitboss.rules.rules import nearest_preset
from pitboss.rules.side_bets import SideBet, built_in
from pitboss.story import RuledBy
from pitboss.text.terminal import (
    Look,
    Paint,
    align_left,
    columns_of,
    count_text,
    fold_cells,
    printable,
    wrap,
)

_NUMBER_COLUMNS: Final = len("[000]")
_HINT: Final = "pitboss rules list --options shows all options"


@click.group(
    cls=Commands, invoke_without_command=True, epilog="Example: pitboss rules diff lott educative"
)
@click.pass_context
def rules(context: click.Context) -> None:
    """Look at rule sets, and check your own.

    A rule file is TOML or JSON. It has the options that differ from the default table or, with the
    key preset, from another preset:

    \b
      preset = "lott"
      decks = 6
    """  # noqa: D301  this mark tells click not to join the lines after it
    if context.invoked_subcommand is None:
        write(context.get_help())


def _title(table: NamedRules) -> str:
    """Return a line that says what a rule set is."""
    if table.name in PRESETS:
        return PRESETS[table.name].title
    preset = nearest_preset(table.rules)
    changes = table.rules.changes(Rules.preset(preset))
    if not changes:
        return f"The same table as {preset}"
    differ = "differs" if len(changes) == 1 else "differ"
    return f"Own rules, nearest to {preset}: {count_text(len(changes), 'option')} {differ}"


@rules.command("list", epilog="Example: pitboss rules list peek dealer_draws")
@click.argument("names", nargs=-1, type=OneOf("option", OPTIONS, _HINT), metavar="[OPTION]...")
@click.option("--options", "all_options", is_flag=True, help="List every option instead.")
@click.option("--side-bets", is_flag=True, help="List the side bets that are built in instead.")
@click.option("--bonuses", is_flag=True, help="List the bonuses that are built in instead.")
@json_option
def list_rules(
    names: tuple[str, ...], *, all_options: bool, side_bets: bool, bonuses: bool, as_json: bool
) -> None:
    """List the presets, the options, the side bets or the bonuses.

    For a preset, the list names the documents that describe it. For an option, it gives the default
    value, what the option decides, the values it may have, and the documents that mention it. For a
    side bet or a bonus, it gives the cards that decide it, what it pays, and the document.
    """
    if side_bets or bonuses:
        _list_tables(built_in() if side_bets else built_in_bonuses(), as_json=as_json)
        return
    options = names or (tuple(OPTIONS) if all_options else ())
    if as_json:
        records = map(_option_record, options) if options else map(_preset_record, PRESETS)
        write_lines([json_line(record) for record in records])
        return
    look = look_of(sys.stdout)
    if options:
        write_lines(list(align_rows([_option_row(name) for name in options], look)))
        return
    rows = [
        TextRow((name,), (preset.title,), _spelt_out(preset.sources))
        for name, preset in PRESETS.items()
    ]
    write_lines([*align_rows(rows, look), ""])
    write("One of them: pitboss rules show NAME; all options: pitboss rules list --options")


def _list_tables(tables: Mapping[str, PayTable], *, as_json: bool) -> None:
    if as_json:
        write_lines([json_line(table.to_dict()) for table in tables.values()])
        return
    rows: list[TextRow] = []
    for name, table in tables.items():
        decided = f": {table.decided_by.value}" if isinstance(table, SideBet) else ""
        rows.append(TextRow((name,), (f"{table.title}{decided}", table.odds), (table.source,)))
    write_lines(list(align_rows(rows, look_of(sys.stdout))))


def _option_row(name: str) -> TextRow:
    option = OPTIONS[name]
    default = option.written(option.default)
    text = (option.meaning, option.kind.allowed)
    return TextRow((name, unquote(default)), text, (option.source,))


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
@click.argument("table", type=NamedRules.read, metavar="NAME|FILE")
@click.option("--json", "form", flag_value="json", help="Write it as a JSON rule file.")
@click.option("--toml", "form", flag_value="toml", help="Write it as a TOML rule file.")
def show(table: NamedRules, form: str | None) -> None:
    """Show every option of a rule set.

    Each option has its value, what it decides, and the documents that state this value. An asterisk
    marks values that differ from the default table.
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
    differing = (
        f"* {count_text(len(changed), 'option')} of {len(OPTIONS)} differ from {DEFAULT_PRESET}"
    )
    lines = [*_heading([table], look), "", *align_rows(rows, look), "", differing]
    write_lines([*lines, f"  digest {table.rules.digest}"])


@rules.command(epilog="Example: pitboss rules diff six_deck_s17 my_table.toml")
@click.argument("one", type=NamedRules.read, metavar="NAME|FILE")
@click.argument("other", type=NamedRules.read, metavar="NAME|FILE")
@json_option
def diff(one: NamedRules, other: NamedRules, *, as_json: bool) -> None:
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
    rows = [TextRow(("", *(look.strong(printable(table.label)) for table in (one, other))))]
    rows += [
        TextRow(
            (name, *(RuledBy.of(table.rules, name).value for table in (one, other))),
            (OPTIONS[name].meaning,),
        )
        for name in names
    ]
    same = len(OPTIONS) - len(names)
    write_lines(
        [
            *align_rows(rows, look),
            "",
            f"{count_text(len(names), 'option')} differ, {same} are the same.",
        ]
    )


def _heading(tables: list[NamedRules], look: Look) -> list[str]:
    """Return the names of rule sets, with their descriptions and the documents about them."""
    rows: list[TextRow] = []
    for table in tables:
        preset = PRESETS.get(table.name)
        sources = _spelt_out(preset.sources) if preset else (printable(table.name),)
        rows.append(TextRow((look.strong(printable(table.label)),), (_title(table),), sources))
    return list(align_rows(rows, look))


def _spelt_out(sources: tuple[str, ...]) -> tuple[str, ...]:
    """Return the sources of a preset; the title of a document follows its number in brackets."""
    written: list[str] = []
    for source in sources:
        number, place = source[:_NUMBER_COLUMNS], source[_NUMBER_COLUMNS:].strip()
        known = source.startswith("[")
        where = f" - {place}" if place else ""
        written.append(f"{number} {SOURCES[source[1:4]]}{where}" if known else source)
    return tuple(written)


@rules.command(epilog="Example: pitboss rules check my_table.toml && echo it can be played")
@click.argument("file", metavar="FILE")
@json_option
def check(file: str, *, as_json: bool) -> int:
    """Check a rule file, and print every reason to refuse it.

    The exit code is 0 if the file describes a table, and 1 if it does not. Classes of a side bet
    that can never be paid are named, but not refused. The search for them needs the extra exact. It
    leaves out a side bet with more than 32 classes, and a side bet that pitboss exact --side-bet
    cannot work out.
    """
    try:
        table = NamedRules.read(file)
    except CommandFailed as error:
        if not isinstance(error.__cause__, RulesError):
            raise
        return _refuse(file, error.__cause__.problems, as_json=as_json)
    preset = nearest_preset(table.rules)
    changes = table.rules.changes(Rules.preset(preset))
    warnings = list(warn_of_classes(table.rules))
    if as_json:
        found = {"preset": preset, "changes": changes, "digest": table.rules.digest}
        told = {"warnings": warnings} if warnings else {}
        write(json_line({"file": file, "ok": True, **found, **told}))
        return 0
    look = look_of(sys.stdout)
    lines = [
        f"{look.paint(Paint.GAIN, look.strong('OK'))}  {printable(file)}",
        f"  {_title(table)}",
    ]
    lines += [f"    {name} = {unquote(value)}" for name, value in changes.items()]
    write_lines([*lines, *[f"  {each}" for each in warnings], f"  digest {table.rules.digest}"])
    return 0


def _refuse(file: str, problems: tuple[str, ...], *, as_json: bool) -> int:
    """Write why a file describes no table."""
    if as_json:
        write(json_line({"file": file, "ok": False, "problems": problems}))
        return ExitCode.FAILED
    look = look_of(sys.stdout)
    word = look.paint(Paint.LOSS, look.strong("REFUSED"))
    write_lines([f"{word}  {printable(file)}", *(f"  {printable(each)}" for each in problems)])
    return ExitCode.FAILED


_GAP: Final = 2
_MIN_COLUMNS: Final = 24
"""The least width of a text that is next to its cells; a narrower text is put below them."""


@frozen
class TextRow:
    """One row of a list.

    Attributes:
        cells: the columns before the text.
        text: the paragraphs of the last column.
        aside: less important paragraphs that follow the text.
        runs_on: whether the aside is put on the last line of the text, if it fits there.
    """

    cells: tuple[str, ...]
    text: tuple[str, ...] = ("",)
    aside: tuple[str, ...] = ()
    runs_on: bool = False


def align_rows(rows: Sequence[TextRow], look: Look) -> Iterator[str]:
    """Yield the lines of some rows; cells are as wide as needed, and the text gets the rest.

    If the rest is too narrow, the text is put below the cells.

    Args:
        rows: one row or more, all with the same number of cells.
        look: what the reader's terminal can show.
    """
    cells = zip(*(row.cells for row in rows), strict=True)
    widths = [max(map(columns_of, column)) + _GAP for column in cells]
    before = sum(widths)
    folds = look.columns - before < _MIN_COLUMNS
    if folds:
        before = _GAP * 2
    for row in rows:
        head = "".join(
            align_left(cell, width) for cell, width in zip(row.cells, widths, strict=True)
        )
        if folds:
            padded = [align_left(*each) for each in zip(row.cells, widths, strict=True)]
            yield from fold_cells([cell[:-_GAP] for cell in padded], look.columns)
            head = " " * before
        for line in _text_lines(row, look.columns - before, look):
            yield f"{head}{line}".rstrip()
            head = " " * before


def _text_lines(row: TextRow, columns: int, look: Look) -> list[str]:
    lines = [line for paragraph in row.text for line in wrap(paragraph, columns)]
    aside = list(row.aside)
    if row.runs_on and aside and columns_of(lines[-1]) + 1 + columns_of(aside[0]) <= columns:
        lines[-1] = f"{lines[-1]} {look.faint(aside.pop(0))}"
    return lines + [look.faint(line) for paragraph in aside for line in wrap(paragraph, columns)]
