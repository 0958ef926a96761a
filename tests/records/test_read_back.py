"""Tables of records as other programs read them: DuckDB, and pyarrow for types and meanings."""

import json
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import duckdb
import pyarrow  # type: ignore[import-untyped]  # noqa: ICN001  it has no types, see below
import pyarrow.parquet  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.project.readme.pages import blocks
from tests.records.games import Cell, game, game_of, records_in, told
from tests.records.witness import witnessed
from tests.replay.recorded import seated
from tests.replay.scenarios import SECRET
from tests.replay.test_secrets import kept_apart
from tests.scale import scaled
from tests.tools.generated import PACKAGE

from pitboss.errors import MissingExtraError
from pitboss.records import (
    ColumnType,
    FileFormat,
    JournalRecords,
    RecordedRound,
    RecordTable,
    Unit,
    columns_of,
    rounds,
    write_table,
)
from pitboss.rules import Rules
from pitboss.rules.presets import PRESETS

pa: Any = pyarrow

SQL = {
    ColumnType.NUMBER: "BIGINT",
    ColumnType.TEXT: "VARCHAR",
    ColumnType.YES_OR_NO: "BOOLEAN",
}

every_table = pytest.mark.parametrize("table", RecordTable)
every_format = pytest.mark.parametrize("form", FileFormat)


def columns_in_sql(table: RecordTable) -> str:
    """Return the columns of a table with their types, as DuckDB takes them."""
    named = [f"'{column.name}': '{SQL[column.kind]}'" for column in columns_of(table)]
    return f"{{{', '.join(named)}}}"


def query_of(path: Path, table: RecordTable, form: FileFormat) -> str:
    """Return what reads a file."""
    if form is FileFormat.PARQUET:
        return f"read_parquet('{path}')"
    columns = f"columns = {columns_in_sql(table)}"
    if form is FileFormat.JSONL:
        return f"read_json('{path}', format = 'newline_delimited', {columns})"
    named = [column.name for column in columns_of(table) if column.name == "name"]
    return f"read_csv('{path}', header = true, force_not_null = {named}, {columns})"


def read_back(path: Path, table: RecordTable, form: FileFormat) -> list[dict[str, Cell]]:
    """Return the rows that DuckDB reads in a file."""
    with duckdb.connect() as database:
        found = database.execute(f"SELECT * FROM {query_of(path, table, form)}")  # noqa: S608  ours
        assert found.description is not None
        names = [str(each[0]) for each in found.description]
        return [dict(zip(names, row, strict=True)) for row in found.fetchall()]


def written(path: Path, data: bytes, table: RecordTable, form: FileFormat) -> Path:
    """Write a journal as a table into a file."""
    with path.open("wb") as file:
        write_table(records_in(data, table), table, form, file)
    return path


@every_table
@every_format
def test_duckdb_reads_the_records(table: RecordTable, form: FileFormat, tmp_path: Path) -> None:
    """Each cell, and each that is null."""
    data = game_of(table)
    path = written(tmp_path / "table", data, table, form)
    assert read_back(path, table, form) == told(table, records_in(data, table))


@given(
    name=st.sampled_from([*PRESETS]),
    seats=st.integers(1, 7),
    seed=st.integers(0, 2**63 - 1),
    table=st.sampled_from(RecordTable),
    form=st.sampled_from(FileFormat),
)
@settings(max_examples=scaled(60, least=12))
def test_duckdb_reads_the_records_of_any_game(  # noqa: PLR0917  as they are drawn
    name: str,
    seats: int,
    seed: int,
    table: RecordTable,
    form: FileFormat,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """Under every preset, in every format."""
    rules = Rules.preset(name)
    data, _ = witnessed(rules, seated(rules, seats), 5, seed)
    path = written(tmp_path_factory.mktemp("table") / "table", data, table, form)
    assert read_back(path, table, form) == told(table, records_in(data, table))


def test_sums_of_nets_are_what_the_balances_changed_by(tmp_path: Path) -> None:
    """Asked in SQL, of all three tables."""
    data = game()
    paths = {
        table: written(tmp_path / table.word, data, table, FileFormat.PARQUET)
        for table in (RecordTable.ROUNDS, RecordTable.HANDS, RecordTable.DECISIONS)
    }
    records = list(rounds(BytesIO(data)))
    won = {
        last.seat: (last.balance_minor or 0) + last.net_minor - (first.balance_minor or 0)
        for first, last in zip(records[0].seats, records[-1].seats, strict=True)
    }

    def asked(query: str, table: RecordTable) -> list[tuple[object, ...]]:
        with duckdb.connect() as database:
            return database.execute(query.format(f"read_parquet('{paths[table]}')")).fetchall()

    by_seat = "SELECT seat, sum(net_minor{}) FROM {{}} {}GROUP BY seat ORDER BY seat"
    hands = by_seat.format(" + insurance_net_minor", "")
    bets = by_seat.format("", "WHERE question = 'bet' ")
    assert asked(hands, RecordTable.HANDS) == sorted(won.items())
    assert asked(bets, RecordTable.DECISIONS) == sorted(won.items())
    total = [(sum(won.values()),)]
    assert asked("SELECT sum(net_minor) FROM {}", RecordTable.ROUNDS) == total


@every_table
def test_parquet_says_what_stands_in_its_columns(table: RecordTable, tmp_path: Path) -> None:
    """Types, units, meanings, and which may be null."""
    schema = pa.parquet.read_schema(written(tmp_path / "table", game(), table, FileFormat.PARQUET))
    types = {
        ColumnType.NUMBER: pa.int64(),
        ColumnType.TEXT: pa.string(),
        ColumnType.YES_OR_NO: pa.bool_(),
    }
    columns = columns_of(table)
    assert schema.names == [column.name for column in columns]
    for column in columns:
        field = schema.field(column.name)
        assert (field.type, field.nullable) == (types[column.kind], column.nullable)
        assert field.metadata[b"meaning"].decode() == column.meaning
        assert field.metadata[b"unit"].decode() == column.unit.word
    assert any(column.unit is Unit.AMOUNT for column in columns) is (table is not RecordTable.HOST)


@pytest.mark.parametrize("apart", [False, True])
def test_parquet_says_where_it_comes_from(apart: bool, tmp_path: Path) -> None:  # noqa: FBT001  both
    """As the journal's first line has it; a seed that is kept apart stays there."""
    data, path = kept_apart(3) if apart else game(), tmp_path / "table"
    header = json.loads(data.splitlines()[0])
    records = JournalRecords(BytesIO(data), RecordedRound, seed=SECRET if apart else None)
    with path.open("wb") as file:
        write_table(
            records,
            RecordTable.ROUNDS,
            FileFormat.PARQUET,
            file,
            provenance=records.provenance,
        )
    found = {
        name.decode(): text.decode()
        for name, text in pa.parquet.read_schema(path).metadata.items()
        if name.startswith(b"pitboss.")
    }
    assert json.loads(found.pop("pitboss.rules")) == header["rules"]
    due = {"pitboss.engine": header["engine"], "pitboss.header_digest": header["digest"]}
    assert found == due | ({} if apart else {"pitboss.seed": str(header["seed"])})


@every_table
def test_a_journal_without_rounds_is_parquet_without_rows(
    table: RecordTable, tmp_path: Path
) -> None:
    """Its columns are there."""
    path = written(tmp_path / "table", game(rounds_played=0), table, FileFormat.PARQUET)
    found = pa.parquet.read_table(path)
    assert (found.num_rows, found.num_columns) == (0, len(columns_of(table)))


def test_parquet_is_written_in_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that memory holds no more than one of them."""
    monkeypatch.setattr("pitboss.records.parquet._ROWS_OF_A_GROUP", 64)
    data = game()
    path = written(tmp_path / "table", data, RecordTable.ROUNDS, FileFormat.PARQUET)
    groups = pa.parquet.ParquetFile(path).metadata.num_row_groups
    assert groups == -(-len(list(rounds(BytesIO(data)))) // 64)
    found = read_back(path, RecordTable.ROUNDS, FileFormat.PARQUET)
    assert found == told(RecordTable.ROUNDS, list(rounds(BytesIO(data))))


@every_format
def test_a_file_that_is_given_stays_open(form: FileFormat) -> None:
    """It is the caller's; what is written begins where the file stands."""
    file = BytesIO()
    write_table(rounds(BytesIO(game())), RecordTable.HANDS, form, file)
    alone = file.getvalue()
    write_table(rounds(BytesIO(game())), RecordTable.HANDS, form, file)
    assert file.getvalue() == alone * 2


def test_without_its_library_parquet_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """And nothing is written; the other formats need nothing."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    sink = BytesIO()
    with pytest.raises(MissingExtraError, match="Parquet needs pyarrow") as raised:
        write_table(rounds(BytesIO(game())), RecordTable.HANDS, FileFormat.PARQUET, sink)
    assert (raised.value.extra, raised.value.missing) == ("records", "pyarrow")
    assert sink.getvalue() == b""
    write_table(rounds(BytesIO(game())), RecordTable.HANDS, FileFormat.CSV, sink)
    assert sink.getvalue()


def test_the_query_of_the_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On the table that the page exports before it."""
    monkeypatch.chdir(tmp_path)
    (query,) = blocks("sql", PACKAGE / "records" / "README.md")
    written(Path("decisions.parquet"), game(), RecordTable.DECISIONS, FileFormat.PARQUET)
    with duckdb.connect() as database:
        found = database.execute(query.code).fetchall()
    due = [
        row["net_minor"]
        for row in told(RecordTable.DECISIONS, list(rounds(BytesIO(game()))))
        if (row["question"], row["points"], row["soft"]) == ("play", 16, False)
        and str(row["up_card"])[0] in "TJQK"
    ]
    assert sum(each[1] for each in found) == len(due) > 0
