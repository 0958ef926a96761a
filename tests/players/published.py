"""The published charts of `fixtures/basic_strategy`, read for the tests that hold to them."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from attrs import frozen

from pitboss.players.chart import ChartRow, HandKind

FIXTURES: Final = Path(__file__).parents[2] / "fixtures" / "basic_strategy"
POINTS: Final = {symbol: points for points, symbol in enumerate("A23456789T", start=1)}

Codes = dict[tuple[ChartRow, str], str]


@frozen
class Printed:
    """A chart as a file prints it.

    Attributes:
        name: of the file.
        rules: the options for which it holds, one set or more.
        codes: by row and column.
    """

    name: str
    rules: tuple[dict[str, object], ...]
    codes: Codes


def printed(name: str) -> Printed:
    """Read a chart; what stands before it are comments and rules."""
    lines = list(_lines(name))
    rules = [json.loads(line.removeprefix("rules ")) for line in lines if line.startswith("rules ")]
    table = [line for line in lines if not line.startswith("rules ")]
    columns, *rows = (line.split() for line in table)
    codes = {
        (row(kind, label), column): code
        for kind, label, *cells in rows
        for column, code in zip(columns, cells, strict=True)
    }
    return Printed(name, tuple(rules), codes)


def printed_words(name: str, first: str) -> list[list[str]]:
    """Read the lines that begin with a word, without it."""
    return [line.split()[1:] for line in _lines(name) if line.split()[0] == first]


def row(kind: str, label: str) -> ChartRow:
    """Read a row's name, such as ``pair A``."""
    return ChartRow(HandKind(kind), POINTS[label] if kind == "pair" else int(label))


def _lines(name: str) -> Iterator[str]:
    for line in (FIXTURES / name).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line
