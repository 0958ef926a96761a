"""The last rounds of each seat's owner, the pages of these rounds, and what the owner has won.

Each round is kept when it ends. After a restart, rounds are read from the last part of the journal.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable
from contextlib import contextmanager, suppress
from io import SEEK_END
from pathlib import Path
from typing import BinaryIO, Final

from attrs import define, field

from pitboss.bank.table_journals import SeatsSettled, moves_of
from pitboss.errors import JournalError, PitbossError
from pitboss.game.documents import document, within
from pitboss.game.events import Event
from pitboss.game.seat_changes import ChangeKind, SeatChange
from pitboss.journal import Journal
from pitboss.journal.chains import open_chain
from pitboss.journal.fields import RawLine
from pitboss.journal.files import JournalFile
from pitboss.journal.links import path_before
from pitboss.journal.source import Lines
from pitboss.journal.writer import MAX_LINE_BYTES
from pitboss.live import Session
from pitboss.replay.playing import Replay
from pitboss.replay.single_rounds import replay_at_round
from pitboss.replay.starts import read_first
from pitboss.story import Sentences, Viewer, round_page
from pitboss.table.table import Table
from pitboss.table.view_parts import write_cards, write_seat

MAX_ROUNDS: Final = 20
"""How many rounds of a seat are sent."""

MAX_TOLD: Final = 60
"""How many earlier sentences are sent."""

_MAX_BYTES: Final = 1 << 23
"""How many bytes of a journal are read after a restart."""

_MAX_PLAYED: Final = 40
"""How many rounds of the journal are played again after a restart."""


@define
class _Sitting:
    """What is kept about the owner of a seat.

    Attributes:
        net_minor: what the owner has won since they sat down; `None` if the part of the journal
            that was read is too short.
        bet_minor: the owner's last bet; 0 before their first bet.
        rounds: the owner's last rounds: the number of each, and the round as a document.
    """

    net_minor: int | None = None
    bet_minor: int = 0
    rounds: deque[tuple[int, str]] = field(factory=lambda: deque(maxlen=MAX_ROUNDS))


class LastRounds(Sentences):
    """The sentences of a table, and the last rounds of each seat that somebody has joined.

    Args:
        session: the session of the table.
        journal: the table's journal with the earlier rounds; `None` to read nothing.
    """

    def __init__(self, session: Session, journal: Journal | None) -> None:
        super().__init__(session.table)
        self._table = session.table
        self._last_told: deque[str] = deque(maxlen=MAX_TOLD)
        seats = [seat.index for seat in session.table.round.seats]
        joined = [seat for seat in seats if session.memory.joined_by(seat) is not None]
        self._sittings = {seat: _Sitting() for seat in joined}
        if journal is not None and joined:
            # If reading fails, play goes on; the players only see fewer earlier rounds.
            with suppress(PitbossError, OSError):
                self._read(journal, session.table)

    def applied(self, table: Table, event: Event) -> list[str]:
        """Keep a round that is over, and return sentences about an event."""
        if table.over:
            self._note(table)
        return self._kept(super().applied(table, event))

    def changed(self, table: Table, change: SeatChange) -> list[str]:
        """Forget the rounds of a seat at a join or a leave; return sentences about the change."""
        self._note_change(change)
        return self._kept(super().changed(table, change))

    def _kept(self, sentences: list[str]) -> list[str]:
        self._last_told.extend(sentences)
        return sentences

    def number_of(self, seat: int, text: str) -> int | None:
        """Return the number in a text if it names one of the last rounds of a seat; else `None`.

        Args:
            seat: the seat.
            text: the number of the round, as it came from outside.
        """
        return next((each for each, _ in self._of(seat).rounds if str(each) == text), None)

    def _of(self, seat: int) -> _Sitting:
        return self._sittings.get(seat) or _Sitting()

    def told(self, seat: int | None, pages: str) -> str:
        """Return a document with the last rounds of a seat, its last bet, and the last sentences.

        Args:
            seat: the seat; `None` for a spectator, who gets only the sentences.
            pages: the address of the pages of the seat's rounds; empty if there are no pages.
        """
        sitting = _Sitting() if seat is None else self._of(seat)
        rounds = [within(each) for _, each in sitting.rounds]
        members: dict[str, object] = {"rounds": rounds}
        if sitting.net_minor is not None:
            members["net"] = sitting.net_minor
        # After a round, its stakes may belong to a player who has left.
        now_minor = 0
        if seat is not None and not self._table.over:
            now_minor = self._table.round.seats[seat].ante_minor
        if bet_minor := now_minor or sitting.bet_minor:
            members["bet"] = bet_minor
        if pages:
            members["pages"] = pages
        return document("rounds", {**members, "told": [within(each) for each in self._last_told]})

    def _note(self, table: Table) -> None:
        round_ = table.round
        for seat, sitting in self._sittings.items():
            played = round_.seats[seat]
            if sitting.net_minor is not None:
                sitting.net_minor += played.returned_minor - played.staked_minor
            if played.hands:
                sitting.bet_minor = played.ante_minor
                # This is what everybody has seen of the seat, without its chips.
                shown = write_seat(played, None)
                dealer = write_cards(round_.dealer.cards)
                told = f'{{"round":{round_.number},"dealer":{dealer},"seat":{shown}}}'
                sitting.rounds.append((round_.number, told))

    def _note_change(self, change: SeatChange) -> None:
        if change.kind is ChangeKind.JOIN:
            self._sittings[change.seat] = _Sitting(0)
        elif change.kind is ChangeKind.LEAVE:
            self._sittings.pop(change.seat, None)

    def _read(self, journal: Journal, table: Table) -> None:
        """Read the last part of a journal: play rounds again, and add up what was won.

        Raises:
            PitbossError: the journal cannot be read or played again.
            OSError: the journal cannot be read.
        """
        last = table.round.number - (not table.over)
        with last_files(journal) as source:
            lines = Lines(source)
            header, first = read_first(lines)
            number = max(last - _MAX_PLAYED, header.rounds_before) + 1
            if number <= last:
                self._play(*replay_at_round(header, first, lines, number))
            self._add_up(source)

    def _play(self, replay: Replay, lines: Iterable[RawLine]) -> None:
        """Keep the finished rounds in lines of a journal."""
        over, told = replay.rounds, Sentences(replay.table)
        for raw in lines:
            played = replay.feed(raw)
            if isinstance(played, SeatChange):
                self._note_change(played)
                self._kept(told.changed(replay.table, played))
            elif played is not None:
                self._kept(told.applied(replay.table, played))
            if replay.rounds > over:
                over = replay.rounds
                self._note(replay.table)

    def _add_up(self, source: BinaryIO) -> None:
        """Add up what each seat has won since its player joined, if the join is in these lines."""
        begin = max(source.seek(0, SEEK_END) - _MAX_BYTES, 0)
        source.seek(begin)
        if begin:
            begin += len(source.readline(MAX_LINE_BYTES))
        nets_minor: dict[int, int] = {}
        for move in moves_of(Lines(source, begin)):
            if isinstance(move, SeatsSettled):
                for seat in nets_minor.keys() & move.nets_minor.keys():
                    nets_minor[seat] += move.nets_minor[seat]
            elif move.kind is ChangeKind.JOIN:
                nets_minor[move.seat] = 0
        for seat, sitting in self._sittings.items():
            sitting.net_minor = nets_minor.get(seat)


@contextmanager
def last_files(journal: Journal) -> Generator[BinaryIO]:
    """Open the last files of a journal as one file; only a rotated journal has several.

    Args:
        journal: the journal of a table, in a file.

    Raises:
        PitbossError: the files cannot be read as a journal.
        OSError: the files cannot be read.
    """
    if not isinstance(journal.file, JournalFile):
        raise JournalError(None, "the journal is not in a file", "use `Journal.create`")
    path = str(journal.file.place)
    left_bytes = _MAX_BYTES - Path(path).stat().st_size
    # Earlier files that are missing or compressed are left out.
    with suppress(OSError, PitbossError):
        while left_bytes > 0:
            with Path(path).open("rb") as source:
                header, _ = read_first(Lines(source))
            if header.follows is None:
                break
            before = path_before(path, header.file_number)
            left_bytes -= Path(before).stat().st_size
            path = before
    with open_chain(path) as chain:
        yield chain


def read_round(journal: Journal, number: int, seat: int, back: str) -> str:
    """Return the page of a round, with what a seat may see.

    Args:
        journal: the journal of the table.
        number: the number of the round.
        seat: the seat for which the page is made.
        back: the address of the table, relative to the page.

    Raises:
        PitbossError: the journal cannot be read or played again.
        OSError: the journal cannot be read.
    """
    with last_files(journal) as source:
        return round_page(source, number, viewer=Viewer.at(seat), back=back).html
