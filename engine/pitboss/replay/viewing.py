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
from pitboss.journal.source import Lines, Source, digest_of, whole_lines
from pitboss.machine.effects import deal_cards
from pitboss.machine.flags import flags_for
from pitboss.machine.transition_table import TABLE
from pitboss.replay.inputs import DifferenceError
from pitboss.replay.playing import Replay
from pitboss.replay.starts import read_first
from pitboss.rules import Rules

_DEALS: Final = frozenset({row.name for row in TABLE if row.effect is deal_cards})
"""The rows that deal; without a hole card under some rules."""

_CARD_LENGTH: Final = 2
_SALT_TAG: Final = b"pitboss viewer's salt/2\0"
_SEAL_TAG: Final = b"pitboss viewer's seal/2\0"
_CHIPS_TAG: Final = b"pitboss viewer's chips/2\0"


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
        JournalError: there is no such seat, or the journal is not as the engine writes it.
    """
    lines = Lines(source)
    header, first = read_first(lines)
    if seat is not None and not 0 <= seat < len(header.seats):
        raise JournalError(
            None, f"no seat {brief(seat)}", f"seats are 0 to {len(header.seats) - 1}"
        )
    replay = Replay.from_header(header, first, seed)
    viewing = Viewing(header.rules, seat, replay.header.seed)
    yield viewing.shown(first, 0)
    try:
        for raw in whole_lines(lines):
            replay.feed(raw)
            playing = sum(bool(each.hands) for each in replay.table.round.seats)
            yield viewing.shown(raw, playing)
    except DifferenceError as error:
        raise error.as_journal_error() from error


_HIDDEN: Final = ("house", "cards", "cut_at", "host")
"""Fields that no viewer sees in any line; the seed is one only in the header."""

_CHIPS: Final = ("balance", "amount")
"""Fields of the change of a seat that say what it owns."""


class Viewing:
    """Leaves out of lines what one viewer may not know.

    Args:
        rules: of the table.
        seat: who views; `None` for the public.
        seed: of the table; `None` where every shoe is arranged.
        digest: the last one before the lines that are shown.
    """

    def __init__(
        self, rules: Rules, seat: int | None, seed: TableSeed | None, digest: str = ""
    ) -> None:
        self._rules = rules
        self._seat = seat
        # Without it, what has few possible values could be found by trying them all.
        self._salt = None if seed is None else sha256(_SALT_TAG + secret_of(seed)).digest()
        self._digest = digest

    def shown(self, raw: RawLine, playing: int) -> bytes:
        """Return a line as it is shown.

        Args:
            raw: the line.
            playing: how many seats have bet in the round.
        """
        record = decode(raw)
        kind, seq = cast("str", record["line"]), cast("int", record["seq"])
        for name in (*_HIDDEN, "seed") if kind == "journal" else _HIDDEN:
            record.pop(name, None)
        if kind in CHANGE_KINDS or kind == "event":
            self._leave_out_of_others(record)
        if "seats" in record:
            seats = cast("list[Record | None]", record["seats"])
            record["seats"] = [self._seat_of(seq, *each) for each in enumerate(seats)]
        if "balances" in record:
            balances = enumerate(cast("list[object]", record["balances"]))
            record["balances"] = [self._chips(seq, "balance", *each) for each in balances]
        if "moves" in record and _DEALS.intersection(cast("list[str]", record["moves"])):
            record["moves"] = self._moves(cast("list[str]", record["moves"]), playing)
        if digest := digest_of(raw.data):
            self._digest = digest
            del record["digest"]
            record["seal"] = self._hashed(_SEAL_TAG, digest)
        return orjson.dumps(record, option=orjson.OPT_APPEND_NEWLINE)

    def _leave_out_of_others(self, record: Record) -> None:
        """Leave out of what another seat did the id of its command, and what chips it has."""
        seat = cast("int", record.get("seat", 0))
        if "seat" in record and seat == self._seat:
            return
        record.pop("command", None)
        # What is staked lies on the table for all to see.
        if record["line"] != "event":
            for name in _CHIPS:
                if name in record:
                    record[name] = self._chips(cast("int", record["seq"]), name, seat, record[name])

    def _seat_of(self, seq: int, seat: int, written: Record | None) -> Record | None:
        """Return a seat of the header, or of a round, without what another seat's chips are."""
        if written is None:
            return None
        shown = {name: value for name, value in written.items() if name != "unlimited"}
        if seat == self._seat:
            shown = written
        if "balance" in shown:
            shown["balance"] = self._chips(seq, "balance", seat, shown["balance"])
        return shown

    def _chips(self, seq: int, name: str, seat: int, amount: object) -> object:
        """Return what the viewer owns; of another seat a commitment that stays closed."""
        if seat == self._seat:
            return amount
        value = orjson.dumps(amount).decode()
        return self._hashed(_CHIPS_TAG, f"{self._digest} {seq} {name} {seat} {value}")

    def _hashed(self, tag: bytes, text: str) -> str:
        """Return the hash of a text with salt; without a seed there is none, and so nothing."""
        return "" if self._salt is None else sha256(tag + self._salt + text.encode()).hexdigest()

    def _moves(self, moves: Sequence[str], playing: int) -> list[str]:
        """Return the moves of a deal without the hole card, if there were cards enough for it."""
        flags = flags_for(self._rules)
        in_blocks = flags.deals_in_blocks
        second = 2 * playing + 1
        first = second - 1 if in_blocks else playing
        hole = first if flags.up_card_is_second else second
        cards = [place for place, move in enumerate(moves) if len(move) == _CARD_LENGTH]
        dealt = flags.deals_hole_card and hole < len(cards)
        return [move for place, move in enumerate(moves) if not dealt or place != cards[hole]]
