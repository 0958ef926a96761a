"""What a replay takes from a journal: shoes and inputs; also the error for a difference."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from pitboss.errors import JournalError, ShoeError
from pitboss.game.cards import Card
from pitboss.game.events import ANSWERS, Event
from pitboss.game.seat_changes import CHANGE_KINDS, SeatChange
from pitboss.game.shoe import Shoe, ShoeSource, TableSeed, shoe_commitment
from pitboss.journal.fields import RawLine, decode
from pitboss.journal.reader import SPEAKERS, ShoeLine, read_change, read_host
from pitboss.rules import Rules
from pitboss.table.shoes import parse_cards, recorded_shoe, seeded_shoes
from pitboss.text.strict import JsonValue


class AnnouncedShoes:
    """A source of shoes: shoes that lines of a journal announced, and others from another source.

    Args:
        announced: the shoes that were made from lines of the journal; a key is the number and the
            part of a shoe.
        then: the source of all other shoes.
    """

    def __init__(self, announced: Mapping[tuple[int, int], Shoe], then: ShoeSource) -> None:
        self._announced = announced
        self._then = then

    def fresh(self, number: int) -> Shoe:
        """Return a whole new shoe.

        Raises:
            ShoeError: neither the journal nor the source has such a shoe.
        """
        return self._announced.get((number, 0)) or self._then.fresh(number)

    def remade(self, number: int, part: int, on_table: Sequence[Card]) -> Shoe | None:
        """Return the shoe that follows in mid-round; `None` if no card is left."""
        shoe = self._announced.get((number + 1, 0))
        if shoe is None:
            return self._then.remade(number, part, on_table)
        # The line of a shoe made in mid-round is written only after cards were drawn from the shoe,
        # so the position in that line is too far.
        shoe.position = 0
        return shoe


def stated_shoe(record: ShoeLine, rules: Rules, seed: TableSeed | None) -> Shoe:
    """Return the shoe of a line, made from the cards in the line, or from the table's seed.

    Args:
        record: the line.
        rules: the rules of the table.
        seed: the seed of the table; `None` if every shoe is arranged, that is, has no seed.

    Raises:
        ShoeError: no shoe can be made from the line and the seed, or the line is impossible.
    """
    number, part = record.number_and_part
    if record.commitment is None:
        if record.cards is None:
            raise ShoeError(
                f"shoe {record.name} has neither a commitment nor cards",
                "the line needs one of the two",
            )
        return recorded_shoe(number, record.cards, record.position, record.cut_at)
    if seed is None:
        raise ShoeError(f"shoe {record.name} comes from a seed", "the header has none")
    source = seeded_shoes(rules, seed, tuple(record.client_seeds))
    if record.cards is None:
        shoe: Shoe | None = source.fresh(number)
    else:
        on_table = Counter(source.whole) - Counter(parse_cards(record.cards))
        shoe = source.remade(number, part, list(on_table.elements()))
    made = shoe is not None and shoe_commitment(shoe, seed) == record.commitment
    if shoe is None or not made or record.cards not in {None, shoe.cards_text()}:
        raise ShoeError(
            f"the table's seed does not make shoe {record.name}",
            "the journal is damaged, or another algorithm made the shoe",
        )
    return shoe


_END: Final = b',"line":"end",'
_NUMBER: Final = re.compile(rb'\{"seq":[0-9]+')


def whole_rounds(ahead: bytes, stop: bytes) -> bytes:
    """Return the longest block that seems to consist of whole rounds; empty if there is none.

    Args:
        ahead: the next bytes, from the beginning of a round.
        stop: bytes that no line of the block may contain.
    """
    limit = ahead.find(stop)
    last_feed = ahead.rfind(b"\n", 0, len(ahead) if limit < 0 else limit)
    end = ahead.rfind(_END, 0, last_feed + 1)
    begin = ahead.rfind(b"\n", 0, max(end, 0)) + 1
    # A line of the host may contain a text that looks like the end of a round.
    if end < 0 or not _NUMBER.fullmatch(ahead, begin, end):
        return b""
    return ahead[: ahead.index(b"\n", end) + 1]


Input = Event | SeatChange | dict[str, JsonValue]
"""The input of a line: an event, a change of a seat, or facts of the host."""

_OTHERS: Final = "|".join(["host", *CHANGE_KINDS])
_INPUT: Final = re.compile(f'"line":"(round|event[^[]*|(?:{_OTHERS})".*)'.encode())
"""Matches the input in a line; for an event, everything before its moves."""

_EVENT: Final = re.compile(
    rb'event","event":"([a-z_]{1,16})",'
    rb'"seat":([0-9]{1,4}),"hand":([0-9]{1,4}),(?:"amount":([0-9]{1,18}),)?'
    rb'(?:"by":"([a-z]{1,8})",)?(?:"command":"([^"]{1,64})",)?"moves":'
)

MAX_EVENTS_KEPT: Final = 4096
"""How many events are cached; most journals have a few hundred different ones."""


class Guesses(dict[bytes, Input]):
    """Quick guesses at the inputs of a journal, from the text of its lines.

    This class does not check the spelling, the order or the other content of lines. For a block,
    these checks are not needed: the engine plays the guessed inputs and writes a journal, and
    different inputs never lead to the same journal. If that journal equals the block byte for
    byte, the guesses were right, and every line of the block is correct.

    Attributes:
        only_events: whether the last block had only events.
    """

    def __init__(self) -> None:
        super().__init__({b"round": Event.open()})
        self.only_events = True

    def __missing__(self, text: bytes) -> Input:
        """Read an input that is not cached yet, and cache it if it may come again."""
        if not text.startswith(b"event"):
            self.only_events = False
            return _other(text)
        found = _EVENT.fullmatch(text)
        kind = None if found is None else ANSWERS.get(found[1].decode())
        if found is None or kind is None:
            raise JournalError(None, "no event that can be guessed")
        by = None if found[5] is None else SPEAKERS.get(found[5].decode())
        command = None if found[6] is None else found[6].decode()
        amount_minor = int(found[4] or 0)
        event = Event(kind, int(found[2]), int(found[3]), amount_minor, by=by, command=command)
        if command is None and len(self) < MAX_EVENTS_KEPT:
            self[text] = event
        return event

    def in_block(self, block: bytes) -> list[Input]:
        """Return the inputs that seem to be in a block.

        Raises:
            JournalError: a part of the block looks like an input, but cannot be read.
        """
        self.only_events = True
        return [*map(self.__getitem__, _INPUT.findall(block))]


def _other(text: bytes) -> Input:
    """Read an input other than an event from the rest of its line, which begins with the kind."""
    raw = RawLine(0, 0, b'{"seq":0,"line":"%b\n' % text)
    record = decode(raw)
    return read_host(raw, record) if record["line"] == "host" else read_change(raw, record)


def show_line(data: bytes) -> str:
    """Return a line as text for people, whatever its bytes are."""
    text = data.decode("utf-8", "backslashreplace").removesuffix("\n")
    if text.isprintable():
        return text
    return "".join([sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text])


class DifferenceError(JournalError):
    """The journal and the engine differ at this line.

    Attributes:
        raw: the journal's line.
        due: the engine's line; empty if the engine writes no line.
    """

    def __init__(self, raw: RawLine, due: bytes, problem: str, first_round: int) -> None:
        self.raw = raw
        self.due = show_line(due.partition(b"\n")[0])
        same = "only the rounds before this line agree with the engine"
        unknown = f"nothing before round {first_round} was checked: replay the whole journal"
        super().__init__(raw.number, problem, same if first_round == 1 else unknown)
