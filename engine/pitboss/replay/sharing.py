"""Play a viewer's journal again: fill in hidden parts, and compare the rest.

A table gets the events of the journal, and shoes with the cards that its lines name. Any possible
card replaces an unseen one. Seats with hidden chips get just enough to pay. The engine's lines are
compared with the journal. Without the secret, only the form of commitments and seals is checked.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain
from typing import Final, cast

import orjson
from attrs import evolve

from pitboss.errors import JournalError, ShoeError
from pitboss.game.cards import Card
from pitboss.game.events import Event, EventKind
from pitboss.game.limits import MAX_AMOUNT_MINOR
from pitboss.game.round import Phase, Question
from pitboss.game.seat_changes import TAKEN_AWAY, ChangeKind, SeatChange
from pitboss.game.shoe import SEED_BYTES, TableSeed
from pitboss.game.trace import SHOE_MARK
from pitboss.journal.fields import RawLine, Record, decode
from pitboss.journal.reader import Header, ShoeLine, check_reveal, read_shoe
from pitboss.journal.source import DigestCheck, Lines, digest_of, whole_lines
from pitboss.journal.viewer_lines import (
    Filling,
    SharedWith,
    comparable_line,
    is_commitment,
    mark_of,
)
from pitboss.machine.effects import peek_at_hole, turn_hole_card
from pitboss.machine.flags import DealtTo, deal_order
from pitboss.machine.guards import double_cost_minor, split_cost_minor
from pitboss.machine.transition_table import TABLE
from pitboss.replay import between_rounds
from pitboss.replay.inputs import Input
from pitboss.replay.playing import Replay
from pitboss.replay.starts import NoSuchRoundError
from pitboss.replay.viewer_journals import CARD_LENGTH, DEALS, LineFilter, playing
from pitboss.replay.viewer_shoes import Drawn, Laying, Unseen
from pitboss.table.protocols import EventMachine
from pitboss.table.recorders import QuietRecorder, Recorders
from pitboss.table.shoes import with_client_seeds
from pitboss.table.table import Table

_PEEKS: Final = frozenset({row.name for row in TABLE if row.effect is peek_at_hole})
_TURNS: Final = _PEEKS | {row.name for row in TABLE if row.effect is turn_hole_card}
"""The rows after which a line names the hole card; all other cards in lines are drawn."""

_TURNED: Final = re.compile(f'"(?:{"|".join(sorted(_TURNS))})","([A2-9TJQK][cdhs])"'.encode())

_ASKED_IN: Final[dict[Phase, Question]] = {
    Phase.SPLIT_OFFERED: Question.SPLIT,
    Phase.INSURANCE_OFFERED: Question.INSURANCE,
}

_ASKS: Final = {
    row.name: Question.PLAY if row.event is EventKind.DOUBLE else _ASKED_IN.get(row.destination)
    for row in TABLE
}
"""For each row, the question after it that a seat is asked only if it can pay; `None` if none."""

_ANSWERED: Final = {row.name: row.question for row in TABLE}
_COSTS: Final = {EventKind.SPLIT: split_cost_minor, EventKind.DOUBLE: double_cost_minor}
_MAX_AHEAD_BYTES: Final = 1 << 24
"""At most this many bytes of a round are read ahead."""


class SharedReplay(Replay):
    """A viewer's journal that is played again.

    Args:
        header: the journal's first line, decoded.
        first: that line.
        viewer: the viewer that the journal was made for.
        lines: the lines after the header; an opened round's lines are read ahead.
        machine: runs the rounds instead of the engine's own dispatch.

    Attributes:
        viewer: the viewer's seat; `None` for the public.
        laying: the shoes of the journal.
    """

    def __init__(
        self,
        header: Header,
        first: RawLine,
        viewer: SharedWith,
        lines: Lines,
        machine: EventMachine | None = None,
    ) -> None:
        seed: TableSeed | None = None
        self._mark = ""
        if header.commitment is not None:
            self._mark = mark_of(header.commitment)
            seed = 0 if self._mark else bytes(SEED_BYTES)
        super().__init__(evolve(header, seed=seed), machine=machine)
        self._recorder = Recorders((self.journal, _ChipsToAnswer(viewer.seat)))
        self._lines = lines
        self._digests = DigestCheck(digest_of(first.data))
        self.viewer = viewer.seat
        self._filling = Filling(viewer, committed=seed is not None)
        self._filter = LineFilter(header, viewer.seat, None)
        self.laying = Laying(header.rules, seed, header.commitment)
        self._other_shoes = self.laying.source()
        self._brought: list[ShoeLine] = []
        self._ahead: deque[Record] = deque()
        self._turned: Card | None = None
        self._looked = self._void = False
        self._host_lines = 0
        self.held.append(first)

    @property
    def between_rounds(self) -> bool:
        """Always false: hidden parts are filled in line by line, so blocks cannot be played."""
        return False

    @property
    def hidden(self) -> tuple[str, ...]:
        """What the journal hides, and what was therefore not checked."""
        return tuple(self._hidden())

    def _hidden(self) -> Iterator[str]:
        others = [str(seat) for seat in range(len(self.table.round.seats)) if seat != self.viewer]
        if others:
            yield f"the chips of seat {', '.join(others)}, and the ids of commands from these seats"
            yield "whether such a seat had too few chips for a split, insurance or another double"
        if self.header.commitment is not None:
            yield "the secret of the table; shoes, seals and commitments were not compared to it"
        unrevealed = self.laying.unrevealed + len(self.laying.used)
        if unrevealed:
            yield f"the order of {unrevealed} shoes; drawn cards were not compared with that order"
        unseen = sum(len(each.unseen) for each in self.laying.used.values())
        if unseen:
            yield f"{unseen} hole cards that were never turned, of shoes that are not revealed"
        if self.laying.unknown:
            yield f"the cards of shoe {self.laying.unknown}, which was made in an earlier round"
        if self.header.rounds_before:
            first = self.header.rounds_before + 1
            yield f"what came before round {first}, except the seen cards of the shoe in use"
        if self.continued:
            yield f"what came after round {self.table.round.number}"
        if self._host_lines:
            yield f"what the host wrote in {self._host_lines} lines"
        yield "what the house won"

    def _read(self, raw: RawLine) -> tuple[RawLine, Record]:
        if not self._digests.holds(raw.data):
            raise JournalError(
                raw.number, "the digest does not match: a line since the last digest was changed"
            )
        read, record = self._filling.filled(raw)
        if record["line"] == "round":
            self._look_ahead(decode(raw))
        elif record["line"] == "reveal":
            check_reveal(read, record)
            self.laying.reveal(str(record["shoe"]), bytes.fromhex(str(record["seed"])))
        self._host_lines += record["line"] == "host"
        return read, record

    def _look_ahead(self, opening: Record) -> None:
        """Read ahead the lines of the opened round; unreadable lines become faults later."""
        self._ahead = deque([opening])
        with suppress(JournalError):
            for data in self._lines.ahead_to(b',"line":"end",', _MAX_AHEAD_BYTES):
                self._ahead.append(decode(RawLine(0, 0, data)))
        said = b" ".join([orjson.dumps(each.get("moves", [])) for each in self._ahead])
        turned = _TURNED.search(said)
        self._turned = None if turned is None else Card.parse(turned[1].decode())
        self._looked = any(b'"%b"' % name.encode() in said for name in _PEEKS)
        self._void = b'"outcome":"void"' in orjson.dumps(self._ahead[-1])
        self.laying.unseen = None
        # With the last event of the round, the engine writes the seeds that are revealed then.
        reveals = [each for each in self._ahead if each["line"] == "reveal"]
        self.laying.give_seeds({str(each.get("shoe")): str(each.get("seed")) for each in reveals})

    def _comes_out(self, raw: RawLine) -> bool:
        return self.due.startswith(comparable_line(decode(raw), self.viewer))

    def _take_written(self) -> None:
        due, self.due = self.due, b""
        super()._take_written()
        written, self.due = self.due, due
        for data in written.splitlines(keepends=True):
            shown = self._filter.fields(RawLine(0, 0, data), playing(self.table))
            self.due += comparable_line(shown, self.viewer)

    def _read_beside(self, raw: RawLine, read: RawLine, record: Record) -> None:
        if record["line"] == "shoe":
            shoe = read_shoe(read, record)
            if shoe.commitment is not None and not is_commitment(shoe.commitment, mark=self._mark):
                raise JournalError(raw.number, "this is not a commitment to a shoe")
            if self.begun:
                if self.table.over and not self._exchanged:
                    self._cut_card(out=True)
                self._brought.append(shoe)
                self._hold(raw)
            else:
                self._begin(raw, shoe)
            return
        self._hold(raw)

    def _begin(self, raw: RawLine, shoe: ShoeLine) -> None:
        """Set up the table with its first shoe, or in the state at the end of the previous file."""
        number, _ = shoe.number_and_part
        follows = self.header.follows
        if follows is not None:
            in_use = self.laying.take_up(shoe, follows.seen)
            self._stand(between_rounds.place_behind(self.header, follows, shoe, in_use))
            self.journal.restart(self.table)
            self._compare(raw)
            return
        self.laying.waiting.append((shoe, ()))
        if shoe.commitment is None:
            self._set_up(self.laying.whole(None), self._recorder)
        else:
            shoes = with_client_seeds(self._other_shoes, tuple(shoe.client_seeds))
            # A table always begins with shoe 1; afterwards its real shoe replaces that shoe.
            self.laying.waiting.extend([(shoe, ())] * (number == 1))
            self._table_at(number, shoes, self._recorder)
        self._compare(raw)

    def _take(self, taken: Input) -> None:
        if isinstance(taken, SeatChange):
            self._give_chips(taken.seat, int(taken.kind in TAKEN_AWAY))
            if taken.kind is ChangeKind.COMMIT_SEED and self.table.round.number:
                self._cut_card(out=True)
        super()._take(taken)

    def _apply(self, raw: RawLine, event: Event) -> Event:
        record = decode(raw)
        if event.kind is EventKind.OPEN and not self._brought:
            self._cut_card(out=False)
        self._give_chips(event.seat, self._cost_of(event))
        while self._ahead and self._ahead.popleft().get("seq") != record["seq"]:
            pass
        written = cast("list[object]", record["moves"])
        moves = [move for move in written if isinstance(move, str)]
        self._give_for_next_question(event, moves)
        self._lay(moves, event)
        return super()._apply(raw, event)

    @property
    def _exchanged(self) -> bool:
        """Whether seats gave seeds, so that the next round begins with a new shoe."""
        exchange = self.table.house.exchange
        return exchange is not None and exchange.closed

    def _cut_card(self, *, out: bool) -> None:
        """Between two rounds, set whether the cut card of the shoe in use is out."""
        shoe = self.table.house.shoe
        laid = self.laying.used.get(shoe.name)
        shoe.cut_at = -1 if out else len(shoe.order)
        if laid is None or not self.table.flags.shuffles_at_cut_card:
            return
        if out:
            laid.out_at = min(laid.out_at, shoe.position)
        else:
            laid.held_at = shoe.position

    def _give_chips(self, seat: int, cost_minor: int) -> None:
        """Give a seat with hidden chips what it pays, and no more; set other hidden chips to 0."""
        for each in self.table.round.seats:
            if each.index != self.viewer:
                each.balance_minor = cost_minor if each.index == seat else 0

    def _cost_of(self, event: Event) -> int:
        """Return how many chips an answer costs its seat."""
        if event.kind in _COSTS:
            # The engine refuses an answer of a seat or a hand that is not there.
            with suppress(IndexError):
                seat = self.table.round.seats[event.seat]
                return _COSTS[event.kind](self.table.flags, seat, seat.hands[event.hand])
            return 0
        if event.kind is EventKind.SIDE_BET:
            # The seat must also be able to make its opening bet, which comes later.
            return MAX_AMOUNT_MINOR
        return event.amount_minor

    def _give_for_next_question(self, event: Event, moves: Sequence[str]) -> None:
        """Give the seat that answers next enough to be asked; at the end of the file, any seat."""
        following = self._next_event()
        answered, number = following.get("moves"), following.get("seat")
        question = next((_ASKS[move] for move in reversed(moves) if move in _ASKS), None)
        if isinstance(answered, list) and answered:
            # Another question may come in the same phase: insurance and early surrender do.
            asked = _ANSWERED.get(str(cast("list[object]", answered)[0]))
            question = question if question is asked else None
        terms = self.table.flags.insurance_terms
        for seat in self.table.round.seats:
            if question is not None and number in {None, seat.index} and seat.index != self.viewer:
                bets = event.kind is EventKind.BET and event.seat == seat.index
                need_minor = event.amount_minor if bets else seat.ante_minor
                if question is Question.PLAY:
                    need_minor = MAX_AMOUNT_MINOR
                elif question is Question.INSURANCE:
                    need_minor = terms.within(need_minor, MAX_AMOUNT_MINOR).least_minor
                seat.balance_minor += need_minor

    def _next_event(self) -> Record:
        """Return the line of the next answer in the round; empty if there is none."""
        return next((each for each in self._ahead if each["line"] == "event"), cast("Record", {}))

    def _lay(self, moves: Sequence[str], event: Event) -> None:
        """Put the cards of an event into the shoes, at the places from which they are drawn."""
        drawn: list[list[Drawn]] = [[]]
        # For each of the first cards, its shoe and its place in that shoe.
        dealt: list[tuple[int, int]] = []
        row = ""
        for before, move in zip(("", *moves), moves, strict=False):
            if move.startswith(f"{SHOE_MARK} "):
                drawn.append([])
            elif len(move) != CARD_LENGTH:
                row = move
            elif before not in _TURNS:
                if row in DEALS:
                    dealt.append((len(drawn) - 1, len(drawn[-1])))
                drawn[-1].append(Card.parse(move))
        brought, self._brought = self._brought, []
        if len(brought) != len(drawn) - 1:
            raise ShoeError("moves and lines of shoes do not match", "the journal was changed")
        if DEALS.intersection(moves) and self.table.flags.deals_hole_card:
            hands = playing(self.table) + (event.kind is EventKind.BET)
            order = deal_order(self.table.flags, hands)
            # If the cards run out at the deal, the round ends at once.
            ends = self._void and self._turned is None and not self._next_event()
            self._lay_hole_card(drawn, dealt, brought, order, ends=ends)
        self.laying.waiting.clear()
        self.laying.waiting.extend(zip(brought, drawn[1:], strict=True))
        in_use = self.laying.used.get(self.table.house.shoe.name)
        if in_use is not None:
            in_use.lay(drawn[0])

    def _lay_hole_card(
        self,
        drawn: list[list[Drawn]],
        dealt: list[tuple[int, int]],
        brought: Sequence[ShoeLine],
        order: Sequence[DealtTo],
        *,
        ends: bool,
    ) -> None:
        """Put the hole card among the first cards, if it was drawn."""
        place = next(at for at, to in enumerate(order) if to.face_down)
        whole = len(dealt) == len(order) - 1
        if len(dealt) < place or (len(dealt) == place and (ends or not whole)):
            return
        first, at = dealt[place - 1]
        last = dealt[place][0] if place < len(dealt) else len(drawn) - 1
        for shoe in range(last, first, -1):
            if self._drawn_from(brought[shoe - 1]) > len(drawn[shoe]):
                drawn[shoe].insert(0, self._hole_card(drawn, dealt, order))
                return
        drawn[first].insert(at + 1, self._hole_card(drawn, dealt, order))

    def _drawn_from(self, shoe: ShoeLine) -> int:
        """Return how many cards an event drew from a new shoe."""
        burned = 0 if shoe.commitment is None else min(self.header.rules.burn, shoe.position - 1)
        return shoe.position - burned

    def _hole_card(
        self, drawn: list[list[Drawn]], dealt: list[tuple[int, int]], order: Sequence[DealtTo]
    ) -> Drawn:
        """Return the hole card if it is turned in this round, else a card that nobody sees."""
        if self._turned is not None:
            return self._turned
        up_card = None
        face_up = [to for to in order if not to.face_down]
        place = next(at for at, to in enumerate(face_up) if to.hand is None)
        if self._looked and place < len(dealt):
            shoe, at = dealt[place]
            up_card = cast("Card", drawn[shoe][at])
        self.laying.unseen = Unseen(up_card)
        return self.laying.unseen


class _ChipsToAnswer(QuietRecorder):
    """Gives a seat with hidden chips enough for each answer that the rules may allow.

    Args:
        viewer: the seat with known chips; `None` if there is none.
    """

    def __init__(self, viewer: int | None) -> None:
        self._viewer = viewer

    def applied(self, table: Table, _event: Event) -> None:
        """Give chips to the seat that is asked: enough for any answer."""
        round_ = table.round
        if round_.question is not None and round_.asked_seat != self._viewer:
            round_.seats[round_.asked_seat].balance_minor = MAX_AMOUNT_MINOR


def replay_from_beginning(
    header: Header, first: RawLine, lines: Lines, seed: TableSeed | None = None
) -> Replay:
    """Begin to replay an auditor's or a viewer's journal at its beginning.

    Args:
        header: the first line, decoded.
        first: that line.
        lines: the lines after it.
        seed: the seed of the table, if it is not in an auditor's journal.

    Raises:
        SecretError: the seed is missing or wrong.
    """
    if header.viewer is None:
        return Replay.from_header(header, first, seed)
    return SharedReplay(header, first, header.viewer, lines)


def shared_at_round(
    replay: SharedReplay, lines: Lines, number: int
) -> tuple[Replay, Iterator[RawLine]]:
    """Play a viewer's journal up to a round, because its lines do not have the state of the table.

    Args:
        replay: a replay at the beginning of the journal.
        lines: the lines of the journal after the header.
        number: the number of the round.

    Returns:
        The replay, and the lines to feed to it: those of the round, and all later lines.

    Raises:
        NoSuchRoundError: no round of that number begins in the journal.
        DifferenceError: the journal and the engine differ before the round.
    """
    waiting: list[RawLine] = []
    for raw in whole_lines(lines):
        kind = decode(raw)["line"]
        waiting.append(raw)
        if kind == "round" and replay.table.round.number == number - 1:
            replay.rounds, replay.first_round = 0, number
            return replay, chain(waiting, whole_lines(lines))
        # The line of a shoe belongs to the line after it, which may open the round.
        if kind not in {"shoe", "reveal"} or not replay.begun:
            for each in waiting:
                replay.feed(each)
            waiting.clear()
    first_round = replay.header.rounds_before + 1
    raise NoSuchRoundError(number, replay.table.round.number, first_round)
