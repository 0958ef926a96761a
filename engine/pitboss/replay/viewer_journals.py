"""A viewer's journal: the lines of an auditor's journal without what the viewer may not know.

The auditor's journal is played again for two reasons: only lines that the engine writes are shared,
and only a replay tells when the hole card is drawn. ``fixtures/journals/README.md`` describes what
is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Final, cast

import orjson

from pitboss.arguments import takes
from pitboss.errors import JournalError, brief, journal_fault
from pitboss.game.seat_changes import CHANGE_KINDS
from pitboss.game.shoe import TableSeed, secret_of, shoe_commitment
from pitboss.journal.fields import RawLine, Record, decode, fields_of
from pitboss.journal.lines import (
    DIGEST_END,
    DIGEST_KEY,
    Chain,
    continued_line,
    header_line,
    shoe_line,
)
from pitboss.journal.links import Link
from pitboss.journal.reader import Header
from pitboss.journal.source import Lines, Source, digest_of, whole_lines
from pitboss.journal.viewer_lines import HIDDEN, put_chips, seats_of
from pitboss.journal.writer import SCHEMA_VERSION
from pitboss.machine.effects import deal_cards
from pitboss.machine.flags import deal_order, flags_for
from pitboss.machine.transition_table import TABLE
from pitboss.replay.playing import Replay
from pitboss.replay.starts import NoSuchRoundError, read_first
from pitboss.table.seating import SeatPlan
from pitboss.table.table import Table

DEALS: Final = frozenset({row.name for row in TABLE if row.effect is deal_cards})
"""The rows that deal the first cards; whether they deal a hole card depends on the rules."""

CARD_LENGTH: Final = 2
_LINES_BETWEEN_FILES: Final = 3
"""How many lines only join two files: the last line of a file, and the first two of the next."""

_SALT_TAG: Final = b"pitboss viewer's salt/2\0"
_SEAL_TAG: Final = b"pitboss viewer's seal/2\0"
_CHIPS_TAG: Final = b"pitboss viewer's chips/2\0"
_SEAL_KEY: Final = b',"seal":"'
_SEAL_LENGTH: Final = len(_SEAL_KEY) + 67


@takes(journal_fault)
def viewer_journal(
    source: Source,
    seat: int | None,
    *,
    first: int = 0,
    last: int = 0,
    seed: TableSeed | None = None,
) -> Iterator[bytes]:
    """Yield the lines of a viewer's journal, made from a journal or from some of its rounds.

    If only some rounds are shared, the result begins like a file that continues another one: its
    header has the state of the table. The files of a chain become one journal.

    Args:
        source: the auditor's journal, opened in binary mode.
        seat: the seat that views; `None` for the public.
        first: the first round to share; 0 for the beginning of the journal.
        last: the last round to share; 0 for the end of the journal.
        seed: the seed of the table, if it is not in the journal.

    Raises:
        SecretError: the seed is missing or wrong.
        NoSuchRoundError: the journal has no such round.
        JournalError: there is no such seat, the last round is not finished or comes before the
            first, or the journal is not what the engine writes.
    """
    lines = Lines(source)
    header, begin = read_first(lines)
    if seat is not None and not 0 <= seat < len(header.seats):
        raise JournalError(
            None, f"no seat {brief(seat)}", f"seats are 0 to {len(header.seats) - 1}"
        )
    replay = Replay.from_header(header, begin, seed)
    begins_with = header.rounds_before + 1
    first = first or begins_with
    if first < begins_with or 0 < last < first:
        problem = f"rounds {first} to {last or 'the last'} cannot be shared from this file"
        raise JournalError(None, problem, f"begin with round {begins_with} or later")
    played = _played(replay, lines)
    if first == begins_with:
        shared = _Shared(LineFilter(header, seat, replay.header.seed), header.file_number)
        yield shared.line(begin, 0)
    else:
        _play_to(replay, played, first - 1, first, begins_with)
        shared = _Shared(LineFilter(header, seat, replay.header.seed, replay.digest), 2)
        for raw in _beginning_at(replay):
            yield shared.line(raw, 0)
    for raw in played:
        yield shared.line(raw, playing(replay.table))
        if last and _has_ended(replay, raw, last):
            yield shared.line(_continued(replay), 0)
            return
    if last:
        _play_to(replay, played, last, last, begins_with)


def _played(replay: Replay, lines: Lines) -> Iterator[RawLine]:
    """Play lines; yield all except those that only join two files of a chain."""
    beside: list[RawLine] = []
    for raw in whole_lines(lines):
        replay.feed(raw)
        if replay.continued or 0 < len(beside) < _LINES_BETWEEN_FILES:
            beside.append(raw)
        else:
            beside.clear()
            yield raw
    if replay.continued:
        yield beside[0]


def _has_ended(replay: Replay, raw: RawLine, number: int) -> bool:
    """Say whether a line that was played is the last one of a round."""
    table = replay.table
    return table.over and table.round.number == number and bool(digest_of(raw.data))


def _play_to(
    replay: Replay, played: Iterator[RawLine], number: int, wanted: int, begins_with: int
) -> None:
    """Play up to the end of a round.

    Args:
        replay: the replay.
        played: the lines that it plays.
        number: the number of the round.
        wanted: the number of a round that the journal must have: `number` or the next one.
        begins_with: the number of the first round of the journal.

    Raises:
        NoSuchRoundError: the journal has no such round.
        JournalError: the round is not finished.
    """
    for raw in played:
        if _has_ended(replay, raw, number):
            return
    reached = replay.table.round.number if replay.begun else 0
    if reached < wanted:
        raise NoSuchRoundError(wanted, reached, begins_with)
    raise JournalError(None, f"round {number} is not finished", "name a round before it")


def _beginning_at(replay: Replay) -> Iterator[RawLine]:
    """Yield the first lines of a file that would begin at the place of a replay."""
    table = replay.table
    link = Link(1, replay.next_seq, replay.digest, table.round.number)
    yield _sealed(
        replay, header_line(SCHEMA_VERSION, replay.header.engine, table, link, secret_apart=True)
    )
    shoe = table.house.shoe
    line = shoe_line(1, shoe, shoe_commitment(shoe, table.seed))
    yield RawLine(0, 0, line.encode() + b"\n")


def _continued(replay: Replay) -> RawLine:
    """Return the last line of a file that would end at the place of a replay."""
    table = replay.table
    return _sealed(replay, continued_line(0, 1, table.round, table.house))


def _sealed(replay: Replay, line: str) -> RawLine:
    """Return a line that begins or ends the shared part, with the last digest of the replay."""
    sealed = line[:-1].encode(), DIGEST_KEY, replay.digest.encode(), DIGEST_END
    return RawLine(0, 0, b"".join(sealed))


class _Shared:
    """Makes the lines of a viewer's journal: with new numbers and new digests.

    Args:
        line_filter: leaves out what the viewer may not know.
        file: the number of the file in its chain.
    """

    def __init__(self, line_filter: LineFilter, file: int) -> None:
        self._filter = line_filter
        self._file = file
        self._seq = 0
        self._seals = _Seals()

    def line(self, raw: RawLine, playing: int) -> bytes:
        """Return a line as the viewer's journal has it.

        Args:
            raw: the line of the auditor's journal.
            playing: how many seats have bet in the round.
        """
        record = self._filter.fields(raw, playing)
        record["seq"] = self._seq
        self._seq += 1
        if "lines" in record:
            record["lines"] = self._seq
        if "file" in record:
            record["file"] = self._file + 1
        return self._seals.closed(orjson.dumps(record, option=orjson.OPT_APPEND_NEWLINE))


def playing(table: Table) -> int:
    """Return how many seats have bet in the round."""
    return sum(bool(each.hands) for each in table.round.seats)


class _Seals:
    """Gives lines of a viewer's journal new digests; each digest covers the one before it."""

    def __init__(self) -> None:
        self._chain = Chain()

    def closed(self, line: bytes) -> bytes:
        """Return a line as the viewer's journal has it."""
        if _SEAL_KEY not in line[-_SEAL_LENGTH:]:
            self._chain.add(line)
            return line
        begin = line[:-2]
        return begin + DIGEST_KEY + self._chain.close(begin) + DIGEST_END


class LineFilter:
    """Leaves out of lines what one viewer may not know.

    Args:
        header: the header of the journal.
        seat: the seat that views; `None` for the public.
        seed: the seed of the table; `None` if every shoe is arranged.
        digest: the last digest before the lines that are shown.
    """

    def __init__(
        self, header: Header, seat: int | None, seed: TableSeed | None, digest: str = ""
    ) -> None:
        self._rules = header.rules
        self._seat = seat
        self._seats = [self._planned(at, plan) for at, plan in enumerate(header.seats)]
        # Without the salt, a hidden value could be found by trying the few possible values.
        self._salt = None if seed is None else sha256(_SALT_TAG + secret_of(seed)).digest()
        follows = header.follows
        self._digest = digest or ("" if follows is None else follows.link.digest)

    def shown(self, raw: RawLine, playing: int) -> bytes:
        """Return a line as the viewer may see it, without a new digest.

        Args:
            raw: the line.
            playing: how many seats have bet in the round.
        """
        return orjson.dumps(self.fields(raw, playing), option=orjson.OPT_APPEND_NEWLINE)

    def fields(self, raw: RawLine, playing: int) -> Record:
        """Return the fields of a line as the viewer may see it, without a new digest.

        Args:
            raw: the line.
            playing: how many seats have bet in the round.
        """
        record = decode(raw)
        kind, seq = cast("str", record["line"]), cast("int", record["seq"])
        for name in (*HIDDEN, "seed") if kind == "journal" else HIDDEN:
            record.pop(name, None)
        others = "seat" not in record or record["seat"] != self._seat
        if others and (kind in CHANGE_KINDS or kind == "event"):
            record.pop("command", None)
        put_chips(record, self._seat, lambda name, seat, value: self._chips(seq, name, seat, value))
        follows = fields_of(record.get("follows"))
        if follows:
            follows.pop("house", None)
            follows["digest"] = self._hashed(_SEAL_TAG, str(follows["digest"]))
        self._hide_funds(record if kind == "round" else follows)
        if "moves" in record and DEALS.intersection(cast("list[str]", record["moves"])):
            record["moves"] = self._moves(cast("list[str]", record["moves"]), playing)
        if kind == "journal":
            record["viewer"] = {"seat": self._seat}
        if digest := digest_of(raw.data):
            self._digest = digest
            del record["digest"]
            record["seal"] = self._hashed(_SEAL_TAG, digest)
        return record

    def _hide_funds(self, stating: Record) -> None:
        """Remove what shows whether the funds of other seats are unlimited.

        Args:
            stating: the fields of a line, which may include the seats.
        """
        if "seats" in stating:
            for seat, written in enumerate(seats_of(stating)):
                if seat != self._seat:
                    written.pop("unlimited", None)
            if stating["seats"] == self._seats:
                # Seats that differ only in hidden fields are not written: a line would show that
                # something hidden has changed.
                del stating["seats"]

    def _planned(self, seat: int, plan: SeatPlan) -> Record | None:
        """Return a seat of the header in the form of a round's line."""
        if plan.empty:
            return None
        written: Record = {"name": plan.name, "unlimited": plan.balance_minor is None}
        if seat != self._seat:
            del written["unlimited"]
        return {**written, "away": False, "client_seed": None}

    def _chips(self, seq: int, name: str, seat: int, amount: object) -> str:
        """Return a commitment to the chips of another seat; it is never opened."""
        value = orjson.dumps(amount).decode()
        return self._hashed(_CHIPS_TAG, f"{self._digest} {seq} {name} {seat} {value}")

    def _hashed(self, tag: bytes, text: str) -> str:
        """Return the salted hash of a text; empty without a seed, because there is no salt then."""
        return "" if self._salt is None else sha256(tag + self._salt + text.encode()).hexdigest()

    def _moves(self, moves: Sequence[str], playing: int) -> list[str]:
        """Return the moves of a deal; leave out a hole card."""
        order = deal_order(flags_for(self._rules), playing)
        cards = [place for place, move in enumerate(moves) if len(move) == CARD_LENGTH]
        hidden = [place for place, to in zip(cards, order, strict=False) if to.face_down]
        return [move for place, move in enumerate(moves) if place not in hidden]
