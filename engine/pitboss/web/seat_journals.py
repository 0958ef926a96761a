"""The part of a table's journal that a seat may read, and what it shows about the shoes."""

from __future__ import annotations

import re
from io import SEEK_END, BytesIO
from typing import Final

import orjson

from pitboss.errors import JournalError
from pitboss.game.shoe import TableSeed
from pitboss.journal import Journal
from pitboss.journal.source import Lines, whole_lines
from pitboss.replay import fairness, viewer_journal
from pitboss.replay.starts import read_first
from pitboss.web.rounds import last_files

MAX_BYTES: Final = 1 << 24
"""The longest journal that is read for a seat, in bytes.

Of a rotated journal, only the last files are read.
"""

MAX_ROUNDS: Final = 1_000
"""A seat gets at most this many rounds: the last ones."""

_OF_SEATS: Final = re.compile(rb'\{"seq":[0-9]+,"line":"(round"|(?:join|leave)","seat":[0-9]+)[,}]')


def read_journal(journal: Journal, seat: int, last: int, seed: TableSeed | None) -> bytes:
    """Return the journal that a seat may read; it begins when the seat's player sat down.

    Args:
        journal: the journal of the table.
        seat: the seat that may read the result.
        last: the last round in the result.
        seed: the seed of the table.

    Raises:
        PitbossError: no round can be shown to this player yet, or the journal is too long or
            damaged.
        OSError: the journal cannot be read.
    """
    with last_files(journal) as source:
        if source.seek(0, SEEK_END) > MAX_BYTES:
            problem = "the journal of this table is too long to be read here"
            raise JournalError(None, problem, "ask the house for your part, from pitboss share")
        source.seek(0)
        lines = Lines(source)
        header, _ = read_first(lines)
        first = max(_first_round(lines, seat, header.rounds_before), last - MAX_ROUNDS + 1)
        if first > last:
            raise JournalError(None, "no round of yours can be given yet", "play one more round")
        source.seek(0)
        return b"".join(viewer_journal(source, seat, first=first, last=last, seed=seed))


def _first_round(lines: Lines, seat: int, before: int) -> int:
    """Return the first round of a seat's journal, so that no chips of an earlier owner are shown.

    A journal also shows the balances at the end of the round before its first round. If an earlier
    owner still had the seat then, its balance would be that owner's, so add one round.

    Args:
        lines: the lines of the journal after its first line.
        seat: the seat.
        before: how many rounds came before these lines.
    """
    number = before
    first, left = before + 1, False
    for raw in whole_lines(lines):
        found = _OF_SEATS.match(raw.data)
        if found is None:
            continue
        if found[1] == b'round"':
            number, left = number + 1, False
        elif found[1] == b'leave","seat":%d' % seat:
            left = True
        elif found[1] == b'join","seat":%d' % seat:
            first = number + 1 + left
    return first


def show_fairness(journal: bytes, seat: int) -> bytes:
    """Return a seat's journal as JSON, with what it shows the seat about the shoes.

    Args:
        journal: the journal of the seat, from `read_journal`.
        seat: the seat for which the journal was made.
    """
    shown = fairness(BytesIO(journal)).to_document(seat)
    return orjson.dumps({**shown, "journal": journal.decode()})
