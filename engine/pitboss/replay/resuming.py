"""Taking up an unfinished journal where it stopped."""

from __future__ import annotations

from typing import BinaryIO

from attrs import frozen

from pitboss.errors import JournalError
from pitboss.journal import Journal, check_binary
from pitboss.journal_reader import raw_lines
from pitboss.replay.playing import DifferenceError, Replay
from pitboss.replay.starts import read_first
from pitboss.replayable import check_source
from pitboss.shoe import ShoeSource
from pitboss.table import Table


@frozen
class Resumed:
    """A table that goes on where its journal stopped.

    Attributes:
        table: at the open question; it records into the same file.
        journal: its recorder, for a host who wants others to hear what the table does as well.
        rounds: rounds that the journal holds whole.
        dropped_bytes: what was cut from the end of the file: a line that was cut off there, or the
            line of a shoe that no event had brought in.
    """

    table: Table
    journal: Journal
    rounds: int
    dropped_bytes: int


def resume(file: BinaryIO, *, shoes: ShoeSource | None = None, each_line: bool = True) -> Resumed:
    """Play an unfinished journal again and go on with it in the same file.

    Args:
        file: the journal, opened for reading and writing in binary mode (``r+b``).
        shoes: where further shoes come from, if not from the journal's seed: whoever had arranged
            them by hand gives them again. With neither, no card follows the last shoe.
        each_line: write and flush after every event, as a person's table should.

    Raises:
        JournalError: the file is not open for writing, the journal is finished, damaged, or ends
            before its first shoe, or no replay would find the further shoes; the file is as it was.
    """
    check_binary(file)
    if not file.writable():
        raise JournalError(None, "the file cannot be written", "open it for both, with 'r+b'")
    file.seek(0)
    lines = raw_lines(file)
    header, first = read_first(lines)
    if shoes is not None:
        check_source(shoes, header.rules, header.seed)
    replay = Replay.from_header(header, first)
    end = first.offset + len(first.data)
    try:
        for raw in lines:
            if not raw.whole:
                break
            if not raw.is_note:
                replay.feed(raw)
            if not replay.awaits_shoe:
                end = raw.offset + len(raw.data)
        table = replay.table
        missing = replay.compare()
    except DifferenceError as error:
        raise error.as_journal_error("the journal cannot be taken up: ") from error
    if replay.finished:
        raise JournalError(None, "the journal is finished", "begin a new one")
    file.seek(0, 2)
    dropped_bytes = file.tell() - end
    file.seek(end)
    file.truncate()
    file.write(missing)
    replay.journal.redirect(file, each_line=each_line)
    if shoes is not None:
        table.house.shoes = shoes
    # What the engine wrote beyond the journal can only be the last line of a round.
    return Resumed(table, replay.journal, replay.rounds + bool(missing), dropped_bytes)
