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

from pitboss.errors import JournalError, brief
from pitboss.game.shoe import TableSeed, secret_of
from pitboss.journal.reader import RawLine, Record, decode
from pitboss.journal.source import Lines, Source, digest_of, numbered_lines
from pitboss.machine.effects import deal_cards
from pitboss.machine.transition_table import TABLE
from pitboss.replay.playing import DifferenceError, Replay
from pitboss.replay.starts import read_first
from pitboss.rules import Rules
from pitboss.rules.values import Deal, HoleCard, UpCard

_DEALS: Final = frozenset({row.name for row in TABLE if row.effect is deal_cards})
"""The rows that deal; without a hole card under some rules."""

_CARD_LENGTH: Final = 2
_SALT_TAG: Final = b"pitboss viewer's salt/2\0"
_SEAL_TAG: Final = b"pitboss viewer's seal/2\0"
_BALANCE_TAG: Final = b"pitboss viewer's balance/2\0"


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
    table_seed = replay.header.seed
    viewing = _Viewing(header.rules, seat, b"" if table_seed is None else secret_of(table_seed))
    yield viewing.shown(first, 0)
    try:
        for raw in numbered_lines(lines):
            replay.feed(raw)
            playing = sum(bool(each.hands) for each in replay.table.round.seats)
            yield viewing.shown(raw, playing)
    except DifferenceError as error:
        raise error.as_journal_error() from error


class _Viewing:
    """Leaves out of lines what one viewer may not know.

    Args:
        rules: of the table.
        seat: who views; `None` for the public.
        secret: of the table; empty where every shoe is arranged.
    """

    def __init__(self, rules: Rules, seat: int | None, secret: bytes) -> None:
        self._rules = rules
        self._seat = seat
        # Without it, what has few possible values could be found by trying them all.
        self._salt = sha256(_SALT_TAG + secret).digest()
        self._digest = ""

    def shown(self, raw: RawLine, playing: int) -> bytes:
        """Return a line as it is shown.

        Args:
            raw: the line.
            playing: how many seats have bet in the round.
        """
        record = decode(raw)
        for name in ("seed", "house", "cards", "cut_at"):
            if name in record and record["line"] != "reveal":
                del record[name]
        if "seats" in record:
            record["seats"] = self._seats(cast("list[Record]", record["seats"]))
        if "balances" in record:
            record["balances"] = self._balances(cast("list[object]", record["balances"]))
        if "moves" in record and _DEALS.intersection(cast("list[str]", record["moves"])):
            record["moves"] = self._moves(cast("list[str]", record["moves"]), playing)
        if digest := digest_of(raw.data):
            self._digest = digest
            del record["digest"]
            record["seal"] = sha256(_SEAL_TAG + self._salt + digest.encode()).hexdigest()
        return orjson.dumps(record, option=orjson.OPT_APPEND_NEWLINE)

    def _seats(self, seats: Sequence[Record]) -> list[Record]:
        balances = self._balances([seat["balance"] for seat in seats])
        return [
            {"name": seat["name"], "balance": balance}
            for seat, balance in zip(seats, balances, strict=True)
        ]

    def _balances(self, balances: Sequence[object]) -> list[object]:
        """Return balances, of which each but the viewer's own is a commitment that stays closed."""
        return [
            balance if seat == self._seat else self._committed(seat, balance)
            for seat, balance in enumerate(balances)
        ]

    def _committed(self, seat: int, balance: object) -> str:
        text = f"{self._digest} {seat} {balance}"
        return sha256(_BALANCE_TAG + self._salt + text.encode()).hexdigest()

    def _moves(self, moves: Sequence[str], playing: int) -> list[str]:
        """Return the moves of a deal without the hole card, if there were cards enough for it."""
        in_blocks = self._rules.deal is Deal.BLOCKS
        second = 2 * playing + 1
        first = second - 1 if in_blocks else playing
        hole = first if self._rules.up_card is UpCard.SECOND else second
        cards = [place for place, move in enumerate(moves) if len(move) == _CARD_LENGTH]
        dealt = self._rules.hole_card is HoleCard.DEALT and hole < len(cards)
        return [move for place, move in enumerate(moves) if not dealt or place != cards[hole]]
