"""Rounds as CSV and JSON Lines, which need no extra, and the columns that all formats have."""

import csv
import json
from collections.abc import Mapping, Sequence
from enum import IntEnum
from io import BytesIO, StringIO
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, cast

import attrs
import pytest
from tests.records.games import NAMES, game, game_of, records_in, told
from tests.records.witness import witnessed

from pitboss import Journal, Question, Rules, SeatPlan, Table
from pitboss.game.seat_changes import SeatChange
from pitboss.records import (
    SEEN_COLUMNS,
    Column,
    ColumnType,
    FileFormat,
    RecordedChange,
    RecordedDecision,
    RecordedHand,
    RecordedHostLine,
    RecordedRound,
    RecordedSideBet,
    RecordsError,
    RecordTable,
    Unit,
    columns_of,
    rounds,
    write_table,
)

every_table = pytest.mark.parametrize("table", RecordTable)


def written(data: bytes, table: RecordTable, form: FileFormat) -> str:
    """Return a journal as a table."""
    sink = BytesIO()
    write_table(records_in(data, table), table, form, sink)
    return sink.getvalue().decode()


@every_table
def test_csv_holds_the_records(table: RecordTable) -> None:
    """A field that is empty is null, but for the name of somebody without one."""
    data = game_of(table)
    found = list(csv.DictReader(StringIO(written(data, table, FileFormat.CSV), newline="")))
    assert len(found) > 100
    read = [{name: of_csv(table, name, text) for name, text in row.items()} for row in found]
    assert read == told(table, records_in(data, table))


def of_csv(table: RecordTable, name: str, text: str) -> int | str | bool | None:
    """Read a field as its column says."""
    kind = next(each.kind for each in columns_of(table) if each.name == name)
    if name == "name":
        return text
    if not text:
        return None
    if kind is ColumnType.NUMBER:
        return int(text)
    return {"true": True, "false": False}[text] if kind is ColumnType.YES_OR_NO else text


@every_table
def test_json_lines_hold_the_records(table: RecordTable) -> None:
    """An object for each row, in ASCII, with the names of the columns in their order."""
    data = game_of(table)
    text = written(data, table, FileFormat.JSONL)
    assert text.isascii()
    found = [json.loads(line) for line in text.splitlines()]
    assert found == told(table, records_in(data, table))
    assert [*found[0]] == [column.name for column in columns_of(table)]


@every_table
@pytest.mark.parametrize("form", [FileFormat.CSV, FileFormat.JSONL])
def test_a_journal_without_rounds_is_a_table_without_rows(
    table: RecordTable, form: FileFormat
) -> None:
    """CSV has its header all the same."""
    text = written(game(rounds_played=0), table, form)
    header = ",".join(column.name for column in columns_of(table)) + "\n"
    assert text == (header if form is FileFormat.CSV else "")


def test_names_are_written_as_they_are() -> None:
    """Commas, quotes, line feeds and letters of all kinds."""
    data = game()
    names = {row["name"] for row in told(RecordTable.HANDS, list(rounds(BytesIO(data))))}
    assert names == {*NAMES}


@pytest.mark.parametrize(
    ("name", "in_csv"),
    [
        *(
            (text, f"'{text}")
            for text in ("=HYPERLINK(1)", "+1", "-1", "@a", "\t=1", "\r=1", "\n1")
        ),
        ("\uff1d1", "'\uff1d1"),
        # Else it could not be told from one that is guarded.
        ("'=1", "''=1"),
        ("'t Hooft", "'t Hooft"),
        ("a=1", "a=1"),
        ("a\rb", "a\rb"),
        ("a\x1b[2J\x9bb\x7f\0", r"a\x1b[2J\x9bb\x7f\x00"),
    ],
)
def test_names_in_csv_are_no_formulas_and_steer_nothing(name: str, in_csv: str) -> None:
    """Also where a command or a seed is meant; the other formats have them as they are."""
    data, _ = witnessed(Rules(), [SeatPlan(name)], 3, 7)
    text = written(data, RecordTable.HANDS, FileFormat.CSV)
    # Read as text, which knows only the ends of lines that CSV has.
    assert {row["name"] for row in csv.DictReader(StringIO(text, newline=""))} == {in_csv}
    lines = written(data, RecordTable.HANDS, FileFormat.JSONL).splitlines()
    assert {json.loads(line)["name"] for line in lines} == {name}


def test_seeds_and_commands_of_clients_are_no_formulas_either() -> None:
    """They may begin with such a sign."""
    sink = BytesIO()
    table = Table(seats=["Ann"], seed=1, recorder=Journal(sink))
    table.change(SeatChange.seed(0, "=1").sent(command="-1"))
    table.change(SeatChange.award(0, 1, "=2"))
    changes = written(sink.getvalue(), RecordTable.CHANGES, FileFormat.CSV)
    assert ",'=1,player,'-1\n" in changes
    assert ",'=2," in changes


def test_a_table_has_the_columns_that_are_asked_for() -> None:
    """Also one alone, whose rows may be empty, and with a name that is nobody's own."""
    read, sink = list(rounds(BytesIO(game()))), BytesIO()
    own = Column[RecordedRound]("100 %", ColumnType.TEXT, Unit.NONE, "; null ", lambda _: None)
    write_table(read, RecordTable.ROUNDS, FileFormat.CSV, sink, columns=[own])
    assert sink.getvalue() == b"100 %\n" + b'""\n' * len(read)
    sink = BytesIO()
    write_table(read[:1], RecordTable.ROUNDS, FileFormat.JSONL, sink, columns=[own])
    assert sink.getvalue() == b'{"100 %":null}\n'


def test_a_table_is_made_of_its_own_records_and_of_what_they_hold() -> None:
    """Anything else would be a table that lacks something in silence."""
    read = list(rounds(BytesIO(game())))
    with pytest.raises(RecordsError, match="RecordedRound in a table of changes"):
        write_table(read, RecordTable.CHANGES, FileFormat.CSV, BytesIO())
    with pytest.raises(RecordsError, match="read with seen=True"):
        write_table(read, RecordTable.DECISIONS, FileFormat.CSV, BytesIO(), columns=SEEN_COLUMNS)


class Step(IntEnum):
    """A whole number with a name."""

    ONE = 1


class Indexed:
    """A number of another library, such as NumPy; one without a value is like an array."""

    def __init__(self, value: int | None) -> None:
        self.value = value

    def __index__(self) -> int:
        """Return the whole number."""
        if self.value is None:
            raise TypeError("only integer scalar arrays can be converted to a scalar index")
        return self.value


def a_column(kind: ColumnType, cell: object, meaning: str = "own") -> Column[RecordedRound]:
    """Return a column whose cells are all alike."""
    return Column("own", kind, Unit.NONE, meaning, lambda _: cast("Any", cell))


@pytest.mark.parametrize("form", FileFormat)
@pytest.mark.parametrize(
    ("kind", "cells", "words"),
    [
        (ColumnType.NUMBER, (1.5, "7", True, 10**30, -(2**63) - 1, None), "whole numbers of 64"),
        (ColumnType.NUMBER, (Indexed(2**63), Indexed(None)), "whole numbers of 64"),
        (ColumnType.TEXT, (7, b"a", Question.BET, None), "text, got"),
        (ColumnType.TEXT, ("a\ud800", "\udfff"), "text without lone surrogates, got"),
        (ColumnType.YES_OR_NO, (1, "true", None), "True or False, got"),
    ],
)
def test_a_cell_that_does_not_fit_its_column_is_refused(
    kind: ColumnType, cells: Sequence[object], words: str, form: FileFormat
) -> None:
    """The error names the column and the value, in all formats alike."""
    read = list(rounds(BytesIO(game())))
    for cell in cells:
        with pytest.raises(RecordsError, match=f"column 'own' must hold {words}") as error:
            write_table(read, RecordTable.ROUNDS, form, BytesIO(), columns=[a_column(kind, cell)])
        assert ("; null if" in str(error.value)) is (cell is None)
    nullable = a_column(kind, 0.5, "own; null if it is not known")
    with pytest.raises(RecordsError, match=r"or None, got 0\.5"):
        write_table(read, RecordTable.ROUNDS, form, BytesIO(), columns=[nullable])


@pytest.mark.parametrize(
    ("kind", "cell", "in_json"),
    [
        (ColumnType.NUMBER, -(2**63), str(-(2**63))),
        (ColumnType.NUMBER, 2**63 - 1, str(2**63 - 1)),
        (ColumnType.NUMBER, Indexed(-7), "-7"),
        (ColumnType.NUMBER, Step.ONE, "1"),
        (ColumnType.TEXT, "", '""'),
        (ColumnType.TEXT, "é\U0001f0a1", r'"\u00e9\ud83c\udca1"'),
        (ColumnType.YES_OR_NO, False, "false"),
    ],
)
def test_a_cell_that_fits_its_column_is_written(
    kind: ColumnType, cell: object, in_json: str
) -> None:
    """Up to the last number of 64 bits."""
    sink, (first, *_) = BytesIO(), rounds(BytesIO(game()))
    columns = [a_column(kind, cell)]
    write_table([first], RecordTable.ROUNDS, FileFormat.JSONL, sink, columns=columns)
    assert sink.getvalue().decode() == f'{{"own":{in_json}}}\n'


@pytest.mark.parametrize("form", FileFormat)
def test_a_table_has_a_column(form: FileFormat) -> None:
    """Rows without one would be empty lines."""
    sink = BytesIO()
    with pytest.raises(RecordsError, match="at least one column, got none"):
        write_table([], RecordTable.ROUNDS, form, sink, columns=[])
    assert sink.getvalue() == b""


def test_a_column_is_made_of_what_its_class_says() -> None:
    """The error says which types of values there are."""
    kinds = r"ColumnType\.NUMBER, ColumnType\.TEXT or ColumnType\.YES_OR_NO"
    with pytest.raises(
        RecordsError, match=f"kind must be a ColumnType, got 'text': choose {kinds}"
    ):
        a_column(cast("Any", "text"), "a")
    with pytest.raises(RecordsError, match="meaning must be text without lone surrogates, got"):
        a_column(ColumnType.TEXT, "a", "\ud800")
    with pytest.raises(RecordsError, match="name must not be empty, got ''"):
        attrs.evolve(a_column(ColumnType.TEXT, "a"), name="")
    with pytest.raises(RecordsError, match="name must be text without lone surrogates, got"):
        attrs.evolve(a_column(ColumnType.TEXT, "a"), name="\udc80")


@pytest.mark.parametrize("form", FileFormat)
def test_no_two_columns_have_the_same_name(form: FileFormat) -> None:
    """A key of JSON would stand twice, and one of the values would be lost."""
    sink, columns = BytesIO(), columns_of(RecordTable.ROUNDS)
    with pytest.raises(RecordsError, match="must have different names, got 'shoe' twice"):
        write_table([], RecordTable.ROUNDS, form, sink, columns=[*columns, columns[1]])
    assert sink.getvalue() == b""


def test_an_attribute_that_is_lacking_is_told_with_the_column_that_reads_it() -> None:
    """Whether the column is wrong or the record; the error of Python is its cause."""
    (first, *_), lacking = rounds(BytesIO(game())), cast("Any", None)
    own = Column[RecordedRound]("own", ColumnType.TEXT, Unit.NONE, "own", lambda _: lacking.code)
    why = r"AttributeError \('NoneType' object has no attribute 'code'\)"
    ending = f"cannot read a RecordedRound: {why}: correct"
    with pytest.raises(RecordsError, match=f"^column 'own' {ending}") as error:
        write_table([first], RecordTable.ROUNDS, FileFormat.CSV, BytesIO(), columns=[own])
    assert isinstance(error.value.__cause__, AttributeError)
    wrong = attrs.evolve(first, dealer_cards=(lacking,))
    with pytest.raises(RecordsError, match=f"^column 'dealer_cards' {ending}"):
        write_table([wrong], RecordTable.ROUNDS, FileFormat.CSV, BytesIO())


@pytest.mark.parametrize(
    ("failure", "told"), [(KeyError("net"), r"KeyError \('net'\)"), (ValueError(), "ValueError")]
)
def test_whatever_a_column_raises_is_told_with_the_name_of_the_column(
    failure: Exception, told: str
) -> None:
    """The error is typed, and the failure is its cause."""

    def fail(_: RecordedRound) -> str:
        raise failure

    own = Column[RecordedRound]("own", ColumnType.TEXT, Unit.NONE, "own", fail)
    ending = f"cannot read a RecordedRound: {told}: correct its `read`"
    with pytest.raises(RecordsError, match=f"^column 'own' {ending}") as error:
        write_table(
            rounds(BytesIO(game())), RecordTable.ROUNDS, FileFormat.CSV, BytesIO(), columns=[own]
        )
    assert error.value.__cause__ is failure


def test_an_article_fits_the_name_of_the_type() -> None:
    """As it is spoken: an int, but a Unit."""
    not_a_round: Any = 5
    with pytest.raises(RecordsError, match="there is an int in a table of rounds"):
        write_table([not_a_round], RecordTable.ROUNDS, FileFormat.CSV, BytesIO())
    with pytest.raises(RecordsError, match="unit must be a Unit, got 5"):
        attrs.evolve(a_column(ColumnType.TEXT, "a"), unit=not_a_round)


RECORDS: Mapping[RecordTable, type[attrs.AttrsInstance]] = {
    RecordTable.ROUNDS: RecordedRound,
    RecordTable.HANDS: RecordedHand,
    RecordTable.SIDE_BETS: RecordedSideBet,
    RecordTable.DECISIONS: RecordedDecision,
    RecordTable.CHANGES: RecordedChange,
    RecordTable.HOST: RecordedHostLine,
}


@pytest.mark.parametrize("form", FileFormat)
def test_what_is_no_column_or_no_file_of_bytes_is_refused_before_anything_is_written(
    form: FileFormat, tmp_path: Path
) -> None:
    """The error is typed; a column of another table says what its records lack."""
    names, other = cast("Any", ["round"]), cast("Any", columns_of(RecordTable.HANDS)[5:6])
    sink = BytesIO()
    with pytest.raises(RecordsError, match="columns must hold Column values, got 'round'"):
        write_table([], RecordTable.ROUNDS, form, sink, columns=names)
    assert sink.getvalue() == b""
    records = rounds(BytesIO(game()))
    with pytest.raises(RecordsError, match=r"column 'cards' cannot read a RecordedRound: .*cards'"):
        write_table(records, RecordTable.ROUNDS, form, sink, columns=other)
    with (tmp_path / "text").open("w") as text, NamedTemporaryFile("w+") as wrapped:
        for each in (StringIO(), text, wrapped):
            with pytest.raises(RecordsError, match="opened in binary mode, got"):
                write_table([], RecordTable.ROUNDS, form, cast("Any", each))


@every_table
def test_each_field_of_a_record_has_its_column(table: RecordTable) -> None:
    """Under the same name, but for the numbers; a round has how many parts it has.

    What was seen has columns on request.
    """
    names = [column.name for column in columns_of(table)]
    assert len(set(names)) == len(names)
    fields = [field.name for field in attrs.fields(RECORDS[table])]
    if table is RecordTable.DECISIONS:
        fields[fields.index("number")] = "decision"
        fields[fields.index("seen")] = "up_points"
    if table is RecordTable.ROUNDS:
        fields[fields.index("number")] = "round"
        fields += ["stake_minor", "net_minor"]
        fields.remove("side_bets")
    assert sorted(names) == sorted(fields)


@every_table
def test_columns_say_what_stands_in_them(table: RecordTable) -> None:
    """Amounts are named so; what may be null says when."""
    rows = told(table, records_in(game_of(table), table))
    kinds = {ColumnType.NUMBER: int, ColumnType.TEXT: str, ColumnType.YES_OR_NO: bool}
    for column in columns_of(table):
        assert (column.unit is Unit.AMOUNT) is column.name.endswith("_minor")
        assert (column.unit is Unit.NONE) is (column.kind is not ColumnType.NUMBER)
        assert column.nullable is ("null" in column.meaning)
        cells = [row[column.name] for row in rows]
        assert {type(each) for each in cells if each is not None} <= {kinds[column.kind]}
        assert column.nullable or None not in cells


def key_of(cell: str) -> int | str:
    """Return a cell of a key; in it stand numbers, and the names of side bets."""
    return int(cell) if cell.isdigit() else cell


KEYS: Mapping[RecordTable, Sequence[str]] = {
    RecordTable.ROUNDS: ("round",),
    RecordTable.HANDS: ("round", "seat", "hand"),
    RecordTable.SIDE_BETS: ("round", "seat", "bet"),
    RecordTable.DECISIONS: ("round", "decision"),
    RecordTable.CHANGES: ("seq",),
    RecordTable.HOST: ("seq",),
}


@every_table
def test_rows_stand_in_order_and_have_a_key(table: RecordTable) -> None:
    """Round by round, and in it hand by hand, or answer by answer."""
    rows = csv.DictReader(StringIO(written(game_of(table), table, FileFormat.CSV), newline=""))
    keys = [tuple(key_of(row[name]) for name in KEYS[table]) for row in rows]
    assert keys == sorted(set(keys))
