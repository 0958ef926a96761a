"""Replay a journal: blocks of many rounds if possible, otherwise line by line."""

from __future__ import annotations

from collections.abc import Iterator
from sys import maxsize

from pitboss.journal.source import Lines, digest_of, whole_lines
from pitboss.replay.inputs import whole_rounds
from pitboss.replay.playing import HearBytes, Replay


def play_lines(
    replay: Replay,
    lines: Lines,
    progress: HearBytes | None = None,
    *,
    stop: int = maxsize,
    last_seq: int | None = None,
) -> Iterator[None]:
    """Play a journal up to its last whole line; pause (yield) after every line or block of rounds.

    Args:
        replay: a replay that begins at the first of the lines.
        lines: the lines of the journal.
        progress: called now and then with the number of bytes read.
        stop: an offset in the file, in bytes; rounds that end after it are replayed line by line.
        last_seq: if given, rounds that end after the line with this sequence number are also
            replayed line by line.

    Raises:
        DifferenceError: the journal and the engine differ at a line.
        JournalError: a line cannot be read.
    """
    # The line of a shoe has the bytes `stated` if the shoe can only be made from that line. A
    # shorter text would be enough, but searching for a longer one is faster.
    seedless = replay.header.seed is None
    stated = b',"line":"shoe","shoe":' if seedless else b',"commitment":null,"position":'
    blocks_from = 0
    for raw in whole_lines(lines):
        replay.feed(raw)
        if progress is not None and digest_of(raw.data):
            progress(lines.offset)
        yield
        while blocks_from <= lines.offset < stop and replay.between_rounds:
            begin = lines.offset
            ahead = lines.ahead()[: stop - begin]
            if last_seq is not None:
                ahead = ahead.partition(b'{"seq":%d,' % (last_seq + 1))[0]
            block = whole_rounds(ahead, stated)
            if not block:
                break
            count = replay.play_block(block)
            if not count:
                # Replay line by line to find the fault; a block that contains it would fail again.
                blocks_from = begin + len(block)
                break
            lines.pass_over(block, count)
            if progress is not None:
                progress(lines.offset)
            yield
