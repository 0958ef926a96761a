"""Replays that begin at any round of a journal, which can be played without those before it.

In a file the round is looked for by bisection, for rounds are numbered in their order. What is
passed over is not read, so that nothing is known of it. A journal that is damaged may lead astray.
What is found so is taken if it can be played; if not, the lines are read from the first one on, and
the fault is named where it stands.
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
"""So near a round, lines are read one after another."""


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
        header: the journal's.
        first: its first line.
        lines: those behind it.
        number: which round, counted from 1.
        seed: the seed of the table, if the journal keeps it apart.
        machine: what runs the rounds instead of the engine's own dispatch.

    Returns:
        The replay, and the lines to feed: those of the round, and all that follow.

    Raises:
        SecretError: the seed is missing, or it is another one.
        JournalError: see `start_of_round`; of a viewer's journal also that the rounds before it do
            not come out as it shows them.
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
    """Return where a round begins, and go there, if it can be found so and played to its end.

    The lines before it that are read begin with the round in which its shoe came into use.
    """
    file = lines.file()
    if file is None:
        return None
    begin = lines.offset
    # An error of the operating system comes again where the file is read from its beginning.
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
    """Return where an earlier round ends near a round, and a place behind the beginning of that.

    Args:
        file: a journal; it is moved.
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
    """Let a table know what was seen of its shoe before, as far as the journal tells.

    Hole cards that are never turned are drawn and not seen. Which they were, only the rounds before
    tell. Where those cannot be played again, nothing is known to have been seen in them.

    Args:
        replay: which begins at a round.
        began: the round in which the shoe came into use.
        since: the lines from there on.
    """
    with suppress(PitbossError):
        earlier = Replay.from_start(began)
        for raw in since:
            earlier.feed(raw)
        replay.table.round.swept = all_seen(earlier.table.round)
