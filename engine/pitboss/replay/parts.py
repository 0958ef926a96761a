"""A part of a journal, replayed by itself, and how it joins the parts before and behind it.

A round's first line says where a table stands, so a replay can begin at any round; but what it says
there must be believed. The part before checks it: its replay goes on past its own end until
the next round is open, too, and what it finds there must be what the next part began with.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from sys import maxsize
from typing import BinaryIO

from attrs import field, frozen

from pitboss.errors import JournalError, PitbossError
from pitboss.replay.places import start_at
from pitboss.replay.playing import Replay
from pitboss.replay.reading import Lines
from pitboss.replay.starts import read_first
from pitboss.replay.verdicts import Verdict
from pitboss.replay.verifying import Verification


@frozen
class Part:
    """A part of a journal.

    Attributes:
        path: of the journal.
        begin: where it begins, in bytes; 0, or right behind the end of a round.
        end: where it ends and the next one begins; none for the last.
    """

    path: str
    begin: int
    end: int | None


@frozen
class Joint:
    """Where two parts meet: all that matters of a table whose round was just opened.

    Attributes:
        offset: how far the journal was read, in bytes.
        seq: the sequence number of the next line.
        digest: the last one.
        number: of the round.
        moment: events applied.
        balances: chips of every seat, in minor units.
        house_minor: what the house has won.
        shoe: the number of the shoe in use.
        position: how many of its cards are gone.
        cut_at: how many lie above the cut card.
        order: the digest of its cards.
    """

    offset: int
    seq: int
    digest: str
    number: int
    moment: int
    balances: tuple[int, ...] = field(repr=False)
    house_minor: int
    shoe: int
    position: int = field(repr=False)
    cut_at: int = field(repr=False)
    order: str = field(repr=False)


@frozen
class Replayed:
    """What came of the replay of a part.

    Attributes:
        begun: what it began with; none if it begins with the journal, or if no round begins there.
        ended: what the next part must have begun with; none if that was not reached.
        rounds: its rounds that came out the same.
        lines: its lines, notes included.
        verdict: on the whole journal, if it was found in this part; what it counts is counted from
            the beginning of the part.
    """

    begun: Joint | None = None
    ended: Joint | None = None
    rounds: int = 0
    lines: int = 0
    verdict: Verdict | None = None


def replay_part(part: Part) -> Replayed:
    """Replay a part of a journal; this can be sent to another process.

    Raises:
        OSError: the journal cannot be read.
    """
    with Path(part.path).open("rb") as file:
        return _PartReplay(file, part).replayed()


class _PartReplay:
    """One run over a part of a journal.

    Args:
        file: the journal, not read yet.
        part: the part.
    """

    def __init__(self, file: BinaryIO, part: Part) -> None:
        self._file = file
        self._part = part
        self._end = maxsize if part.end is None else part.end
        self._lines = Lines(file, part.begin)
        self._verification = Verification(self._lines, stop=self._end)
        self._begun: Joint | None = None

    def replayed(self) -> Replayed:
        found = self._verification.judged(self._play)
        return Replayed(self._begun, verdict=found) if isinstance(found, Verdict) else found

    def _play(self) -> Replayed | Verdict:
        if not self._part.begin:
            return self._verification.play_all(self._to_the_end)
        try:
            header, _ = read_first(Lines(self._file))
            replay = Replay.from_start(start_at(self._file, self._part.begin, header))
        except JournalError:
            return Replayed()
        self._file.seek(self._part.begin)
        return self._verification.compared(replay, self._to_the_end)

    def _to_the_end(self, replay: Replay) -> Replayed | Verdict:
        steps = self._verification.steps(replay)
        if self._part.begin:
            self._begun = self._next_joint(replay, steps)
            if self._begun is None:
                return Replayed()
        for _ in steps:
            if self._lines.offset >= self._end and replay.at_rest:
                rounds, lines = replay.rounds, self._lines.number
                return Replayed(self._begun, self._next_joint(replay, steps), rounds, lines)
        return self._verification.at_the_end(replay)

    def _next_joint(self, replay: Replay, steps: Iterator[None]) -> Joint | None:
        """Go on until a round is open; none if something else is found, which is no fault yet."""
        try:
            for _ in steps:
                if not replay.table.over:
                    break
            else:
                return None
            replay.compare()
        except PitbossError:
            return None
        round_, house = replay.table.round, replay.table.house
        return Joint(
            offset=self._lines.offset,
            seq=replay.journal.seq,
            digest=replay.digest,
            number=round_.number,
            moment=round_.moment,
            balances=tuple([seat.balance_minor for seat in round_.seats]),
            house_minor=house.balance_minor,
            shoe=house.shoe.number,
            position=house.shoe.position,
            cut_at=house.shoe.cut_at,
            order=house.shoe.digest,
        )
