"""Replays that begin at any round of a journal, without the rounds before it.

In a file, the round is found by bisection, because rounds are numbered in order. Lines that are
skipped are neither read nor checked. If the journal is damaged, the search may end at a wrong
place. So the place is only used if the round can be played from there. If not, all lines are read
from the first one on, and the error names the faulty line.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from io import SEEK_END
from itertools import chain, takewhile
from typing import BinaryIO, Final

from pitboss.errors import PitbossError
from pitboss.game.seen import all_seen
from pitboss.game.shoe import TableSeed
from pitboss.journal.fields import RawLine
from pitboss.journal.reader import Header
from pitboss.journal.source import Lines, digest_of, whole_lines
from pitboss.replay.playing import Replay
from pitboss.replay.sharing import SharedReplay, shared_at_round
from pitboss.replay.starts import (
    RoundStart,
    digest_before,
    end_behind,
    last_line_before,
    shoe_before,
    start_of_round,
)
from pitboss.table.protocols import EventMachine

NEAR_BYTES: Final = 1 << 16
"""The distance to a round, in bytes, at which bisection stops and lines are read in sequence."""


def replay_at_round(
    header: Header,
    first: RawLine,
    lines: Lines,
    number: int,
    seed: TableSeed | None = None,
    *,
    machine: EventMachine | None = None,
) -> tuple[Replay, Iterator[RawLine]]:
    """Begin a replay at a round of a journal.

    Args:
        header: the journal's header.
        first: its first line.
        lines: the lines after it.
        number: the number of the round, from 1.
        seed: the seed of the table, if it is not in the journal.
        machine: runs the rounds instead of the engine's own dispatch.

    Returns:
        The replay, and the lines to feed to it: those of the round, and all later lines.

    Raises:
        SecretError: the seed is missing or wrong.
        JournalError: as for `start_of_round`; also if, in a viewer's journal, an earlier round
            differs from what the engine does.
    """
    header = header.with_seed(seed)
    if header.viewer is not None:
        shared = SharedReplay(header, first, header.viewer, lines, machine)
        return shared_at_round(shared, lines, number)
    start = _found_by_bisection(header, lines, number)
    if start is None:
        start = start_of_round(header, lines, number, digest_of(first.data))
    replay = Replay.from_start(start, machine=machine)
    if start.shoe_began is not None:
        _look_back(replay, start.shoe_began, start.since_shoe)
    return replay, whole_lines(chain(start.lines, lines))


def _found_by_bisection(header: Header, lines: Lines, number: int) -> RoundStart | None:
    """Find the start of a round by bisection, and go there; `None` if the round cannot be played.

    Lines are read from the beginning of the round that brought the shoe into use.
    """
    file = lines.file()
    if file is None:
        return None
    begin = lines.offset
    # If this suppresses an error of the operating system, reading from the beginning raises it.
    with suppress(PitbossError, OSError):
        place, behind = _bisected(file, begin, number)
        shoe = last_line_before(file, place, b"shoe")
        end = None if shoe is None else last_line_before(file, shoe.offset, b"end")
        if end is not None:
            place = end.offset + len(end.data)
            digest, in_use = digest_before(file, place), shoe_before(file, place)
            file.seek(place)
            near = Lines(file, place)
            before = takewhile(lambda raw: raw.offset < behind, near)
            start = start_of_round(header, before, number, digest, in_use)
            replay = Replay.from_start(start)
            for raw in whole_lines(chain(start.lines, near)):
                replay.feed(raw)
                if replay.rounds:
                    lines.go_to(start.lines[-1].offset + len(start.lines[-1].data))
                    return start
    file.seek(begin)
    return None


def _bisected(file: BinaryIO, begin: int, number: int) -> tuple[int, int]:
    """Return two places around a round's beginning: the end of an earlier round, and a later place.

    Args:
        file: a journal; its position changes.
        begin: where its second line begins, in bytes.
        number: the number of the round.
    """
    place = begin
    near = behind = file.seek(0, SEEK_END)
    while near - place > NEAR_BYTES:
        middle = (place + near) // 2
        found = end_behind(file, middle, near - middle)
        if found is None:
            near = middle
        elif found[1] < number:
            place = found[0]
        else:
            near, behind = middle, found[0]
    return place, behind


def _look_back(replay: Replay, began: RoundStart, since: tuple[RawLine, ...]) -> None:
    """Note in a replay the seen cards of its shoe, if the earlier rounds can be replayed.

    A hole card that is never turned is drawn, but not seen. Only a replay of the earlier rounds
    tells which card it was. If they cannot be replayed, no cards of these rounds count as seen.

    Args:
        replay: the replay, which begins at a round.
        began: the round in which the shoe came into use.
        since: the lines from that round on.
    """
    with suppress(PitbossError):
        earlier = Replay.from_start(began)
        for raw in since:
            earlier.feed(raw)
        replay.table.round.swept = all_seen(earlier.table.round)
