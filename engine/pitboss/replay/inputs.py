"""What a journal gives a replay: shoes of its lines, blocks of whole rounds with events, text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from typing import Final

from pitboss.errors import JournalError, ShoeError
from pitboss.game.cards import Card
from pitboss.game.events import ANSWERS, Event
from pitboss.game.shoe import Shoe, ShoeSource
from pitboss.journal.reader import RawLine, ShoeRecord, check_note
from pitboss.rules import Rules
from pitboss.table.shoes import recorded_shoe, seeded_shoes


class AnnouncedShoes:
    """Shoes that lines of a journal have announced; all others come from a source.

    Args:
        announced: shoes as their lines state them, by the number under which they are asked for.
        then: where all other shoes come from.
        burn: cards burned after a shuffle.
    """

    def __init__(self, announced: Mapping[int, Shoe], then: ShoeSource, burn: int) -> None:
        self._announced = announced
        self._then = then
        self._burn = burn

    def fresh(self, number: int) -> Shoe:
        """Return a whole new shoe.

        Raises:
            ShoeError: neither the journal nor the source has such a shoe.
        """
        return self._announced.get(number) or self._then.fresh(number)

    def remade(self, number: int, on_table: Sequence[Card]) -> Shoe | None:
        """Return a shoe made in mid-round; `None` if no card is left."""
        shoe = self._announced.get(number)
        if shoe is None:
            return self._then.remade(number, on_table)
        # The line of a shoe made in mid-round is written when cards have been drawn from it.
        shoe.position = 0 if shoe.seed is None else min(self._burn, len(shoe.cards) - 1)
        return shoe


def stated_shoe(record: ShoeRecord, rules: Rules) -> Shoe:
    """Return a shoe from its line alone: of the cards that are written there, or of its own seed.

    Raises:
        ShoeError: the line gives neither, or something in it cannot be.
    """
    if record.cards is not None:
        shoe = recorded_shoe(
            record.number, record.cards, record.position, record.cut_at, record.seed
        )
    elif record.seed is not None:
        shoe = seeded_shoes(rules, 0).recorded(record.number, record.seed)
    else:
        raise ShoeError(f"shoe {record.number} is without seed and cards", "the line needs either")
    return shoe.proved(record.order)


END_LINE: Final = re.compile(rb'^\{"seq":[0-9]+,"line":"end",.*\n', re.MULTILINE)
"""A line that ends a round."""

_END: Final = b'"line":"end"'
_BEGINS_NUMBERED: Final = b'{"seq":'


def whole_rounds(ahead: bytes, stop: bytes) -> bytes:
    """Return the longest block that seems to be whole rounds; empty if there is none.

    Args:
        ahead: what comes next, from the beginning of a round on.
        stop: no line that holds these bytes may be in the block.
    """
    limit = ahead.find(stop)
    last_feed = ahead.rfind(b"\n", 0, len(ahead) if limit < 0 else limit)
    end = ahead.rfind(_END, 0, last_feed + 1)
    begin = ahead.rfind(b"\n", 0, max(end, 0)) + 1
    # A host's note may hold something that looks like the end of a round.
    if end < 0 or not ahead.startswith(_BEGINS_NUMBERED, begin):
        return b""
    return ahead[: ahead.index(b"\n", end) + 1]


# Longer than need be, for the longer it is, the faster it is looked for.
_NOTE: Final = b'\n{"line":"note","note":'


def without_notes(block: bytes) -> bytes:
    """Return a block without the host's own lines.

    Raises:
        JournalError: one of those is no note.
    """
    if _NOTE not in block and not block.startswith(_NOTE[1:]):
        return block
    # A line ends with a line feed alone; `splitlines` would also end it with a carriage return.
    lines = [RawLine(0, 0, data) for data in BytesIO(block)]
    for raw in lines:
        if raw.is_note:
            check_note(raw)
    return b"".join([raw.data for raw in lines if not raw.is_note])


_INPUT: Final = re.compile(rb'"line":"(round|event[^[]*)')
"""What a line says that is an input of the replay: all that stands before its moves."""

_EVENT: Final = re.compile(
    rb'event","event":"([a-z_]{1,16})",'
    rb'"seat":([0-9]{1,4}),"hand":([0-9]{1,4}),(?:"amount":([0-9]{1,18}),)?"moves":'
)

MOST_EVENTS_KEPT: Final = 4096
"""A few hundred events come again and again, but stakes can be anything."""


class EventGuesses(dict[bytes, Event]):
    """Quick guesses at the events of a journal, by what stands in their lines.

    Nothing is checked: not the spelling of a line, not its place, not what else stands in it. That
    is enough for a block. The engine is given the guesses and writes a journal of its own, and no
    two lists of events ever give the same one. If that is the block, byte for byte, the guesses
    were right, and every line of the block is as it must be.
    """

    def __init__(self) -> None:
        super().__init__({b"round": Event.open()})

    def __missing__(self, text: bytes) -> Event:
        """Read an event that is not kept yet, and mostly keep it."""
        found = _EVENT.fullmatch(text)
        kind = None if found is None else ANSWERS.get(found[1].decode())
        if found is None or kind is None:
            raise JournalError(None, "no event that can be guessed")
        event = Event(kind, int(found[2]), int(found[3]), int(found[4] or 0))
        if len(self) < MOST_EVENTS_KEPT:
            self[text] = event
        return event

    def in_block(self, block: bytes) -> Iterator[Event]:
        """Give the events that seem to stand in a block.

        Raises:
            JournalError: something that looked like an event is none.
        """
        return map(self.__getitem__, _INPUT.findall(block))


def shown(data: bytes) -> str:
    """Return a line as text for a reader, whatever its bytes are."""
    text = data.decode("utf-8", "backslashreplace").removesuffix("\n")
    if text.isprintable():
        return text
    return "".join([sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text])
