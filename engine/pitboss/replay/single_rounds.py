"""Replays that begin at any round of a journal, which can be played without those before it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import chain

from pitboss.errors import PitbossError
from pitboss.game.seen import all_seen
from pitboss.game.shoe import TableSeed
from pitboss.journal.fields import RawLine
from pitboss.journal.source import whole_lines
from pitboss.replay.playing import Replay
from pitboss.replay.starts import RoundStart, start_of_round


def replay_at_round(
    lines: Iterator[RawLine], number: int, seed: TableSeed | None = None
) -> tuple[Replay, Iterator[RawLine]]:
    """Begin a replay at a round of a journal.

    Args:
        lines: a journal from its header on.
        number: which round, counted from 1.
        seed: of the table, if the journal keeps it apart.

    Returns:
        The replay, and the lines to feed: those of the round, and all that follow.

    Raises:
        SecretError: the seed is missing, or it is another one.
        JournalError: see `start_of_round`.
    """
    start = start_of_round(lines, number)
    replay = Replay.from_start(start, seed)
    if start.shoe_began is not None:
        _look_back(replay, start.shoe_began, start.since_shoe, seed)
    return replay, whole_lines(chain(start.lines, lines))


def _look_back(
    replay: Replay, began: RoundStart, since: tuple[RawLine, ...], seed: TableSeed | None
) -> None:
    """Let a table know what was seen of its shoe before, as far as the journal tells.

    Hole cards that are never turned are drawn and not seen. Which they were, only the rounds before
    tell. Where those cannot be played again, nothing is known to have been seen in them.

    Args:
        replay: which begins at a round.
        began: the round in which the shoe came into use.
        since: the lines from there on.
        seed: of the table, if the journal keeps it apart.
    """
    with suppress(PitbossError):
        earlier = Replay.from_start(began, seed)
        for raw in since:
            earlier.feed(raw)
        replay.table.round.swept = all_seen(earlier.table.round)
