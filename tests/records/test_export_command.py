"""``pitboss export``: every option, and whatever goes wrong is one sentence."""

import json
import os
import signal
import stat
import subprocess
import sys
from gzip import compress
from io import BytesIO
from pathlib import Path

import pytest
from tests.cli.command_line import (
    HANGS_AFTER_S,
    ended_by,
    journal_of,
    on_a_terminal,
    refused,
    run,
    start,
)
from tests.records.games import NAMES, game, records_in
from tests.replay.scenarios import SECRET
from tests.replay.test_secrets import kept_apart

from pitboss import Event, Journal, Offer, Rules, Table, View, play_rounds
from pitboss.journal.secrets import keep_secret
from pitboss.journal.source import digest_of
from pitboss.players import CountingPlayer, CountingStrategy
from pitboss.records import FileFormat, RecordTable, write_table

TEXTS = (FileFormat.CSV, FileFormat.JSONL)


def table_of(data: bytes, table: RecordTable, form: FileFormat) -> bytes:
    """Return what the library writes."""
    file = BytesIO()
    write_table(records_in(data, table), table, form, file)
    return file.getvalue()


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """Return a journal in a file."""
    path = tmp_path / "game.jsonl"
    path.write_bytes(game())
    return path


@pytest.mark.parametrize("table", RecordTable)
@pytest.mark.parametrize("form", TEXTS)
def test_a_table_is_written_as_the_library_writes_it(
    table: RecordTable, form: FileFormat, journal: Path
) -> None:
    """To standard output, to a file that is named, and to one whose name says the format."""
    due = table_of(journal.read_bytes(), table, form)
    command = ("export", journal, "--table", table.word)
    named = journal.with_name("named")
    suffixed = journal.with_suffix(f".{form.word.upper()}")
    done = run(*command, "--format", form.word)
    assert (done.exit_code, done.stdout_bytes, done.stderr) == (0, due, "")
    for output, added in ((named, ("--format", form.word)), (suffixed, ())):
        done = run(*command, "--output", output, *added)
        assert (done.exit_code, done.output) == (0, "")
        assert output.read_bytes() == due
    assert sorted(journal.parent.iterdir()) == sorted([journal, named, suffixed])


def test_without_options_it_is_the_rounds_as_csv(journal: Path) -> None:
    """Also of a journal that comes in."""
    due = table_of(journal.read_bytes(), RecordTable.ROUNDS, FileFormat.CSV)
    assert run("export", journal).stdout_bytes == due
    assert run("export", "-", written=journal.read_bytes()).stdout_bytes == due


def test_wrong_usage_is_one_sentence(journal: Path) -> None:
    """It names what may be written, and nothing is written."""
    told = refused("export", journal, "--table", "hand", code=2)
    assert "there is no table 'hand'; did you mean hands?" in told
    told = refused("export", journal, "--count", "zen", "--table", "decisions", code=2)
    assert "there is no count 'zen'; choose hi-lo | ko" in told
    for added in (("--count", "ko"), ("--seen",)):
        told = refused("export", journal, *added, "--table", "hands", code=2)
        assert "--seen and --count are for decisions: give --table decisions" in told
    told = refused("export", journal, "--format", "xlsx", code=2)
    assert "choose parquet | csv | jsonl" in told
    told = refused("export", journal, "--output", journal.with_suffix(".xlsx"), code=2)
    assert "names no format: give --format parquet|csv|jsonl" in told
    assert [*journal.parent.iterdir()] == [journal]


def test_no_file_of_a_chain_is_written_over(tmp_path: Path) -> None:
    """Neither the first one nor one that follows, packed or not, as a table or as a page."""
    first, last = tmp_path / "game.jsonl", tmp_path / "game.3.jsonl"
    rotated = ("--rotate", "3", "--journal", first)
    assert run("run", "--rounds", "9", "--seed", "3", *rotated).exit_code == 0
    packed = tmp_path / "game.3.jsonl.gz"
    for output in (first, tmp_path / "game.2.jsonl", last, packed):
        if output == packed:
            packed.write_bytes(compress(last.read_bytes()))
            last.unlink()
        before = output.read_bytes()
        chain = (first, "--chain", "--output", output)
        for command in (("export", "--format", "csv"), ("show", "--round", "1"), ("share",)):
            told = refused(*command, *chain, code=2)
            assert told.startswith(f"{output} is the input: write to another file")
        assert output.read_bytes() == before
    second = tmp_path / "game.2.jsonl"
    # It does not fit the first file any more, but is read nevertheless.
    damaged = second.read_bytes().replace(digest_of(first.read_bytes()).encode(), b"0" * 64)
    second.write_bytes(damaged)
    asked = ("--chain", "--round", "1", "--output", second)
    assert "is the input" in refused("show", first, *asked, code=2)
    assert second.read_bytes() == damaged


def test_a_journal_is_not_written_over(journal: Path) -> None:
    """By no name that it has, nor where it comes in or goes out."""
    before = journal.read_bytes()
    named = journal.with_name("named.csv")
    named.symlink_to(journal)
    linked = journal.with_name("linked.csv")
    os.link(journal, linked)
    for output in (journal, named, linked):
        told = refused("export", journal, "--format", "csv", "--output", output, code=2)
        assert told.startswith(f"{output} is the input: write to another file")
    command = [sys.executable, "-m", "pitboss", "export"]
    with journal.open("rb") as read, journal.open("ab") as added:
        comes_in = subprocess.run(
            [*command, "-", "--output", linked], stdin=read, capture_output=True, check=False
        )
        goes_out = subprocess.run(
            [*command, journal], stdout=added, stderr=subprocess.PIPE, check=False
        )
    for done in (comes_in, goes_out):
        assert done.returncode == 2
        assert b"is the input" in done.stderr
    assert journal.read_bytes() == before
    assert run("export", os.devnull, "--output", os.devnull, "--format", "csv").exit_code == 4


def test_a_file_that_is_made_is_its_owners_alone(journal: Path) -> None:
    """Hole cards are in it; one that exists is replaced, also where a link leads to it."""
    path, link = journal.with_suffix(".csv"), journal.with_name("link.csv")
    path.write_text("before")
    link.symlink_to(path)
    run("export", journal, "--output", link)
    assert link.is_symlink()
    assert path.read_bytes().startswith(b"round,")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("form", TEXTS)
def test_a_damaged_journal_leaves_no_file(form: FileFormat, journal: Path) -> None:
    """What was there stays; on standard output are the rounds before the damage."""
    data = journal.read_bytes()
    place = data.index(b'"net":', len(data) // 2)
    journal.write_bytes(data[:place] + b'"net" :' + data[place + 6 :])
    before = journal.with_name("before")
    before.write_text("before")
    told = refused("export", journal, "--format", form.word, "--output", before)
    assert told.startswith("line ")
    assert before.read_text() == "before"
    assert len([*journal.parent.iterdir()]) == 2
    done = run("export", journal, "--format", form.word)
    assert (done.exit_code, done.stderr.count("\n")) == (1, 1)
    due = table_of(data, RecordTable.ROUNDS, form)
    assert due.startswith(done.stdout_bytes)
    before_it = data[:place].count(b'"line":"end"') - 1
    assert done.stdout_bytes.count(b"\n") == before_it + (form is FileFormat.CSV)


def test_a_round_that_is_not_over_is_left_out(journal: Path) -> None:
    """A sentence says so, and all others are written."""
    data = journal.read_bytes()
    lines = data.splitlines(keepends=True)
    begin, end = (
        max(n for n, line in enumerate(lines) if b'"line":"%b"' % kind in line)
        for kind in (b"round", b"end")
    )
    for kept in (begin + 1, end):
        journal.write_bytes(b"".join(lines[:kept]) + b'{"seq"')
        done = run("export", journal)
        assert done.exit_code == 0
        assert done.stderr == "Round 150 is not over, and is left out.\n"
        due = table_of(data, RecordTable.ROUNDS, FileFormat.CSV).splitlines(keepends=True)
        assert done.stdout_bytes == b"".join(due[:-1])
        assert run("export", journal, "--table", "changes").stderr == ""


def test_a_secret_that_is_kept_apart_is_given_in_a_file(tmp_path: Path) -> None:
    """Without it there is nothing to be written."""
    path, secret = tmp_path / "game.jsonl", tmp_path / "secret"
    path.write_bytes(kept_apart(3))
    assert "kept apart" in refused("export", path)
    keep_secret(secret, SECRET)
    done = run("export", path, "--secret-file", secret)
    assert done.exit_code == 0
    assert done.stdout.count("\n") == 4


def test_a_file_that_cannot_be_read_or_written_is_one_sentence(journal: Path) -> None:
    """Which of the two it was, it says."""
    folder, missing = journal.parent, journal.with_name("none")
    assert refused("export", missing).startswith(f"the journal cannot be read: {missing}: No such")
    assert refused("export", folder).endswith("Is a directory")
    told = refused("export", journal, "--output", missing / "x.csv")
    assert told == f"{missing / 'x.csv'} cannot be written: No such file or directory"
    told = refused("export", journal, "--format", "csv", "--output", folder)
    assert told == f"{folder} cannot be written: Is a directory"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_a_full_disk_is_one_sentence(journal: Path) -> None:
    """Where a file is named, and on standard output."""
    for form in FileFormat:
        told = refused("export", journal, "--format", form.word, "--output", "/dev/full")
        assert told == "/dev/full cannot be written: No space left on device"
        command = ("export", journal, "--format", form.word)
        with Path("/dev/full").open("wb") as full, start(*command, stdout=full.fileno()) as process:
            complaint = process.communicate()[1].decode()
        assert process.returncode == 1
        assert complaint == "pitboss: the output cannot be written: No space left on device\n"


@pytest.fixture(scope="module")
def long_journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a journal of which a pipe holds only a part."""
    path = tmp_path_factory.mktemp("long") / "game.jsonl"
    return journal_of(path, "--rounds", "1000", "--players", "mimic")


@pytest.mark.parametrize("form", FileFormat)
def test_a_reader_that_has_gone_ends_the_command_quietly(
    form: FileFormat, long_journal: Path
) -> None:
    """As after ``| head``."""
    command = ("export", long_journal, "--table", "decisions", "--format", form.word)
    with start(*command) as process:
        assert process.stdout is not None
        assert process.stdout.read(1)
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
        assert process.wait(timeout=HANGS_AFTER_S) == 141


@pytest.mark.parametrize(
    ("form", "number", "outcome"),
    [
        *((form, signal.SIGINT, (130, b"", b"\npitboss: interrupted\n")) for form in FileFormat),
        (FileFormat.CSV, signal.SIGTERM, (-signal.SIGTERM, b"", b"")),
        (FileFormat.PARQUET, signal.SIGHUP, (-signal.SIGHUP, b"", b"")),
    ],
)
def test_what_ends_an_export_leaves_no_file(
    form: FileFormat,
    number: signal.Signals,
    outcome: tuple[int, bytes, bytes],
    long_journal: Path,
    tmp_path: Path,
) -> None:
    """Ctrl-C, with one word on standard error, and the signals that say nothing.

    A pipe holds less than the journal: when all is written, some of it has been read.
    """
    endless, output = tmp_path / "endless", tmp_path / "table"
    os.mkfifo(endless)
    command = ("export", endless, "--format", form.word, "--output", output)
    with start(*command) as process, endless.open("wb", buffering=0) as pipe:
        pipe.write(long_journal.read_bytes()[:-20_000])
        told = ended_by(process, number)
    assert (process.returncode, *told) == outcome
    assert [*tmp_path.iterdir()] == [endless]


@pytest.mark.parametrize("named", [(), ("--format", "csv", "--output", "/dev/stdout")])
def test_names_steer_no_terminal(named: tuple[str, ...], journal: Path) -> None:
    """By whatever name it goes; what is written elsewhere has what steers none as it is."""
    code, shown, _ = on_a_terminal("export", journal, "--table", "hands", *named)
    assert code == 0
    text = shown.decode().replace("\r\n", "\n")
    assert all(sign.isprintable() or sign == "\n" for sign in text)
    whole = run("export", journal, "--table", "hands").stdout_bytes.decode()
    assert NAMES[2] in whole
    assert NAMES[2] not in text
    assert text.count("\n") == whole.count("\n")


class Noting(CountingPlayer):
    """Notes the count by which it decides."""

    def __init__(self, rules: Rules, strategy: CountingStrategy) -> None:
        super().__init__(rules, strategy)
        self.counts: list[int] = []

    def decide(self, view: View, offer: Offer) -> Event:
        """Answer by the count."""
        self.counts.append(self.count(view))
        return super().decide(view, offer)


@pytest.mark.parametrize(
    ("name", "strategy", "which"),
    [
        ("hi-lo", CountingStrategy.hi_lo(), "true_count"),
        ("ko", CountingStrategy.knock_out(6), "running_count"),
    ],
)
def test_counts_are_those_that_a_player_has(
    name: str, strategy: CountingStrategy, which: str, tmp_path: Path
) -> None:
    """At every decision, with the cards that were seen; each row says where it comes from."""
    rules, path = Rules.of(decks=6), tmp_path / "game.jsonl"
    player = Noting(rules, strategy)
    with Journal.create(path) as journal:
        play_rounds(Table(rules, seats=["Ann"], seed=7, recorder=journal), [player], 60)
    added = ("--table", "decisions", "--count", name, "--provenance", "--format", "jsonl")
    rows = [json.loads(line) for line in run("export", path, *added).stdout.splitlines()]
    assert [row[which] for row in rows] == player.counts
    assert {row["true_count"] is None for row in rows} == {name == "ko"}
    header = json.loads(path.read_bytes().splitlines()[0])
    for row in rows:
        seen = [int(count) for count in row["ranks_seen"].split()]
        assert sum(seen) == row["cards_seen"] == 52 * 6 - row["cards_unseen"]
        tags = strategy.system.tags
        tagged = sum(tags[min(rank, 9)] * count for rank, count in enumerate(seen))
        assert row["running_count"] == strategy.system.initial_of(6) + tagged
        assert json.loads(row["rules"]) == header["rules"]
        assert (row["engine"], row["seed"]) == (header["engine"], "7")
        assert row["header_digest"] == header["digest"]


def test_a_terminal_gets_no_parquet(journal: Path) -> None:
    """It cannot show any."""
    code, shown, complaint = on_a_terminal("export", journal, "--format", "parquet")
    assert (code, shown) == (2, b"")
    assert b"a terminal cannot show Parquet: give --output FILE" in complaint


def test_without_its_library_parquet_says_what_to_install(
    journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And no file is left."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    told = refused("export", journal, "--output", journal.with_suffix(".parquet"))
    assert 'pip install "pitboss[records]"' in told
    assert [*journal.parent.iterdir()] == [journal]
