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
        stop: rounds that end after this place in the file are replayed line by line.
        last_seq: rounds that end after the line of this sequence number are replayed line by line,
            too.

    Raises:
        DifferenceError: the journal and the engine differ at a line.
        JournalError: a line cannot be read.
    """
    # If a shoe can only be made from its line, the line has these bytes. They are longer than
    # necessary, because searching for longer bytes is faster.
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
