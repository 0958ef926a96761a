"""A viewer's journal: the lines of an auditor's with nothing that the viewer may not know.

The journal is played again on the way, so that only lines which the engine writes are shown, and it
is known when the hole card is drawn. What is left out is described in
``fixtures/journals/README.md``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Final, cast

import orjson

from pitboss.arguments import takes
from pitboss.errors import JournalError, brief, journal_fault
from pitboss.game.seat_changes import CHANGE_KINDS
from pitboss.game.shoe import TableSeed, secret_of
from pitboss.journal.fields import RawLine, Record, decode
from pitboss.journal.lines import DIGEST_END, DIGEST_KEY, Chain
from pitboss.journal.reader import Header
from pitboss.journal.shared import HIDDEN, put_chips, seats_of
from pitboss.journal.source import Lines, Source, digest_of, whole_lines
from pitboss.machine.effects import deal_cards
from pitboss.machine.flags import deal_order, flags_for
from pitboss.machine.transition_table import TABLE
from pitboss.replay.playing import Replay
from pitboss.replay.starts import read_first
from pitboss.table.seating import SeatPlan
from pitboss.table.table import Table

DEALS: Final = frozenset({row.name for row in TABLE if row.effect is deal_cards})
"""The rows that deal; without a hole card under some rules."""

CARD_LENGTH: Final = 2
_SALT_TAG: Final = b"pitboss viewer's salt/2\0"
_SEAL_TAG: Final = b"pitboss viewer's seal/2\0"
_CHIPS_TAG: Final = b"pitboss viewer's chips/2\0"
_SEAL_KEY: Final = b',"seal":"'
_SEAL_LENGTH: Final = len(_SEAL_KEY) + 67


@takes(journal_fault)
def viewer_journal(
    source: Source, seat: int | None, *, seed: TableSeed | None = None
) -> Iterator[bytes]:
    """Give the lines of a journal as a viewer may know them.

    Args:
        source: the auditor's journal, opened in binary mode.
        seat: who views; `None` for the public.
        seed: of the table, if the journal keeps it apart.

    Raises:
        SecretError: the seed is missing, or it is another one.
        JournalError: there is no such seat, the journal is not as the engine writes it, or it
            follows another file.
    """
    lines = Lines(source)
    header, first = read_first(lines)
    if seat is not None and not 0 <= seat < len(header.seats):
        raise JournalError(
            None, f"no seat {brief(seat)}", f"seats are 0 to {len(header.seats) - 1}"
        )
    if header.follows is not None:
        raise JournalError(1, "a file that follows another one is not shared", "share the first")
    replay = Replay.from_header(header, first, seed)
    viewing = Viewing(header, seat, replay.header.seed)
    seals = _Seals()
    yield seals.closed(viewing.shown(first, 0))
    for raw in whole_lines(lines):
        replay.feed(raw)
        yield seals.closed(viewing.shown(raw, playing(replay.table)))


def playing(table: Table) -> int:
    """Return how many seats have bet in the round."""
    return sum(bool(each.hands) for each in table.round.seats)


class _Seals:
    """Gives the sealed lines of a viewer's journal digests of its own, each chained to the last."""

    def __init__(self) -> None:
        self._chain = Chain()

    def closed(self, line: bytes) -> bytes:
        """Return a line as it stands in the file."""
        if _SEAL_KEY not in line[-_SEAL_LENGTH:]:
            self._chain.add(line)
            return line
        begin = line[:-2]
        return begin + DIGEST_KEY + self._chain.close(begin) + DIGEST_END


class Viewing:
    """Leaves out of lines what one viewer may not know.

    Args:
        header: of the journal.
        seat: who views; `None` for the public.
        seed: of the table; `None` where every shoe is arranged.
        digest: the last one before the lines that are shown.
    """

    def __init__(
        self, header: Header, seat: int | None, seed: TableSeed | None, digest: str = ""
    ) -> None:
        self._rules = header.rules
        self._seat = seat
        self._seats = [self._planned(at, plan) for at, plan in enumerate(header.seats)]
        # Without it, what has few possible values could be found by trying them all.
        self._salt = None if seed is None else sha256(_SALT_TAG + secret_of(seed)).digest()
        self._digest = digest

    def shown(self, raw: RawLine, playing: int) -> bytes:
        """Return a line as it is shown, without a digest of its own.

        Args:
            raw: the line.
            playing: how many seats have bet in the round.
        """
        return orjson.dumps(self.fields(raw, playing), option=orjson.OPT_APPEND_NEWLINE)

    def fields(self, raw: RawLine, playing: int) -> Record:
        """Return the fields of a line as it is shown.

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
        if kind == "round" and "seats" in record:
            for seat, written in enumerate(seats_of(record)):
                if seat != self._seat:
                    written.pop("unlimited", None)
            if record["seats"] == self._seats:
                # That they differ would tell of another seat whether its funds have a limit.
                del record["seats"]
        if "moves" in record and DEALS.intersection(cast("list[str]", record["moves"])):
            record["moves"] = self._moves(cast("list[str]", record["moves"]), playing)
        if kind == "journal":
            record["viewer"] = {"seat": self._seat}
        if digest := digest_of(raw.data):
            self._digest = digest
            del record["digest"]
            record["seal"] = self._hashed(_SEAL_TAG, digest)
        return record

    def _planned(self, seat: int, plan: SeatPlan) -> Record | None:
        """Return a seat of the header as the line of a round writes it."""
        if plan.empty:
            return None
        written: Record = {"name": plan.name, "unlimited": plan.balance_minor is None}
        if seat != self._seat:
            del written["unlimited"]
        return {**written, "away": False, "client_seed": None}

    def _chips(self, seq: int, name: str, seat: int, amount: object) -> str:
        """Return a commitment, which stays closed, to chips of another seat."""
        value = orjson.dumps(amount).decode()
        return self._hashed(_CHIPS_TAG, f"{self._digest} {seq} {name} {seat} {value}")

    def _hashed(self, tag: bytes, text: str) -> str:
        """Return the hash of a text with salt; without a seed there is none, and so nothing."""
        return "" if self._salt is None else sha256(tag + self._salt + text.encode()).hexdigest()

    def _moves(self, moves: Sequence[str], playing: int) -> list[str]:
        """Return the moves of a deal without the hole card, if there were cards enough for it."""
        order = deal_order(flags_for(self._rules), playing)
        cards = [place for place, move in enumerate(moves) if len(move) == CARD_LENGTH]
        hidden = [place for place, to in zip(cards, order, strict=False) if to.face_down]
        return [move for place, move in enumerate(moves) if place not in hidden]
