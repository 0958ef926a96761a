"""The commands of clients that were applied, so that a repeated command is not applied again.

All of them are in the journal, because the line of an event has the id of its command. So they are
remembered after a restart, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any, Final, NamedTuple, cast

from pitboss.arguments import check_kind
from pitboss.errors import brief
from pitboss.game.events import KINDS_WITH_AMOUNT, Event, is_client_text
from pitboss.game.limits import MAX_NUMBER, MAX_SEATS
from pitboss.game.seat_changes import CHANGE_KINDS, NAMED_AMOUNTS, ChangeKind, SeatChange
from pitboss.journal.fields import RawLine, decode
from pitboss.journal.reader import read_change, read_event
from pitboss.live.commands import WORDS, Command, CommandError

KEPT_COMMANDS: Final = 256
"""How many applied commands of a seat are remembered."""

_JOIN: Final = ChangeKind.JOIN.value

_REMEMBERED: Final = (*WORDS, *CHANGE_KINDS)
"""The words of commands that clients send, and the words of changes that only hosts make."""

_MOVES: Final = re.compile(
    rb'\{"seq":[0-9]+,"line":"(event|round|%s)"' % "|".join(CHANGE_KINDS).encode()
)
"""The beginning of a line that records a change of the table."""


class AppliedCommand(NamedTuple):
    """What is remembered of a command that was applied.

    Attributes:
        seq: the sequence number of the table just after the command.
        word: the word of the command.
        amount_minor: the amount, as it was applied; `None` if the command has no amount.
        text: the name of a new player or of a side bet, a client's seed, a commitment to a seed, or
            the reason of an award or a charge; else empty.
    """

    seq: int
    word: str
    amount_minor: int | None
    text: str

    @staticmethod
    def of_change(change: SeatChange, seq: int) -> AppliedCommand:
        """Return what is remembered of a change of a seat.

        Args:
            change: the change that was carried out.
            seq: the sequence number of the table just after the change.
        """
        amount = change.amount_minor if change.kind in NAMED_AMOUNTS else None
        text = change.name or change.client_seed or change.commitment or change.reason
        return AppliedCommand(seq, change.kind.value, amount, text)

    def is_of(self, command: Command) -> bool:
        """Return whether this was `command`; if `command` has no amount, any amount matches."""
        text = command.name or command.client_seed or command.commitment or command.bet
        return (
            self.word == command.word
            and (command.amount is None or command.amount == self.amount_minor)
            and self.text == text
        )


class CommandMemory:
    """The last applied commands of each seat, at most `KEPT_COMMANDS` of them.

    They are forgotten when another player joins the seat. Until then, the command with which the
    present player joined is always kept. The awards and charges of the present player are always
    kept, too; of earlier players, only the ids.
    """

    def __init__(self) -> None:
        self._of_seats: dict[int, dict[str, AppliedCommand]] = {}
        self._paid: dict[int, dict[str, AppliedCommand | None]] = {}
        self._last: dict[int, int] = {}

    def applied(self, event: Event, seq: int) -> None:
        """Remember the command of an event, if it has one.

        Args:
            event: the event that was applied.
            seq: the sequence number of the table just after the event.
        """
        if event.command is not None:
            amount = event.amount_minor if event.kind in KINDS_WITH_AMOUNT else None
            done = AppliedCommand(seq, event.kind.word, amount, event.bet_name)
            self._keep(event.seat, event.command, done)

    def changed(self, change: SeatChange, seq: int) -> None:
        """Remember the command of a change of a seat, if the change has one.

        A join makes this object forget the seat's earlier commands.

        Args:
            change: the change that was carried out.
            seq: the sequence number of the table just after the change.
        """
        if change.kind is ChangeKind.JOIN:
            self._of_seats.pop(change.seat, None)
            self._paid[change.seat] = dict.fromkeys(self._paid.get(change.seat, ()))
            self._last[change.seat] = seq
        if change.command is not None:
            done = AppliedCommand.of_change(change, seq)
            self._keep(change.seat, change.command, done)
            if change.paid_id is not None:
                self._paid.setdefault(change.seat, {})[change.command] = done

    def read(self, lines: Iterable[RawLine], seq: int = 0) -> int:
        """Remember the commands in replayed lines of a journal.

        Args:
            lines: the lines in their order; an incomplete last line is ignored.
            seq: the sequence number of the table before the first line.

        Returns:
            The sequence number of the table after the last line.

        Raises:
            JournalError: a line is damaged.
        """
        for raw in lines:
            found = _MOVES.match(raw.data)
            if found is None or not raw.whole:
                continue
            seq += 1
            kind = found[1].decode()
            if kind in CHANGE_KINDS:
                self.changed(read_change(raw, decode(raw)), seq)
            elif b',"command":"' in raw.data:
                self.applied(read_event(raw, decode(raw)), seq)
        return seq

    def _keep(self, seat: int, command_id: str, applied: AppliedCommand) -> None:
        kept = self._of_seats.setdefault(seat, {})
        if command_id in kept:
            # If a host applies a command again, the command moves to the end of the order.
            del kept[command_id]
        kept[command_id] = applied
        if len(kept) > KEPT_COMMANDS:
            # The command with which the player joined is first, and is kept.
            first, second = islice(kept, 2)
            del kept[second if kept[first].word == _JOIN else first]
        self._last[seat] = applied.seq

    def find(self, seat: int, command_id: str) -> AppliedCommand | None:
        """Return the command with an id at a seat; `None` if no such command is remembered."""
        kept = self._of_seats.get(seat)
        return None if kept is None else kept.get(command_id)

    def find_change(self, change: SeatChange) -> AppliedCommand | None:
        """Return the command that `find` returns for a host's change; `None` if there is none.

        If the change is an award or a charge, each of the present player is found.
        """
        seat, command_id = change.seat, change.command or ""
        found = self.find(seat, command_id)
        if found is None and change.paid_id is not None:
            found = self._paid.get(seat, {}).get(command_id)
        return found

    def paid_ids(self) -> set[tuple[int, str]]:
        """Return `SeatChange.paid_id` of all awards and charges, also of earlier players."""
        return {(seat, command_id) for seat, paid in self._paid.items() for command_id in paid}

    def joined_by(self, seat: int) -> str | None:
        """Return the id of the command by which the owner of a seat joined.

        The result is `None` if the owner did not join by a command with an id.
        """
        for command_id, applied in self._of_seats.get(seat, {}).items():
            return command_id if applied.word == _JOIN else None
        return None

    def last_seq(self, seat: int) -> int:
        """Return the sequence number after the last command or join of a seat; 0 if it had neither.

        A change that expects an older number may be the repetition of a forgotten command.
        """
        return self._last.get(seat, 0)

    def to_document(self) -> dict[str, object]:
        """Return everything that is remembered, as JSON values."""
        return {
            str(seat): {
                "last": last,
                "applied": [
                    [number, *kept] for number, kept in self._of_seats.get(seat, {}).items()
                ],
                "paid": [
                    [number, *(applied or ())]
                    for number, applied in self._paid.get(seat, {}).items()
                ],
            }
            for seat, last in sorted(self._last.items())
        }

    @staticmethod
    def from_document(document: Mapping[str, object]) -> CommandMemory:
        """Return the memory that `to_document` has written.

        Raises:
            CommandError: the document is not what `to_document` writes.
        """
        of = "CommandMemory.from_document"
        check_kind("document", document, Mapping, CommandError, of)
        memory = CommandMemory()
        for seat, kept in document.items():
            if not _SEAT.fullmatch(seat) or not isinstance(kept, dict):
                raise _no_memory(seat)
            members = cast("dict[str, object]", kept)
            last = members.get("last")
            if members.keys() != {"applied", "last", "paid"} or not _is_count(last):
                raise _no_memory(members)
            memory._last[int(seat)] = cast("int", last)
            applied, paid = members["applied"], members["paid"]
            if not isinstance(applied, list) or not isinstance(paid, list):
                raise _no_memory(members)
            if len(cast("list[object]", applied)) > KEPT_COMMANDS:
                raise _no_memory(last)
            memory._of_seats[int(seat)] = dict(map(_read_applied, cast("list[object]", applied)))
            memory._paid[int(seat)] = dict(map(_read_paid, cast("list[object]", paid)))
        return memory


_SEAT: Final = re.compile(f"[0-{MAX_SEATS - 1}]")


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value <= MAX_NUMBER


def _read_paid(written: object) -> tuple[str, AppliedCommand | None]:
    match written:
        case [str() as number] if is_client_text(number):
            return number, None
        case _:
            return _read_applied(written)


def _read_applied(written: object) -> tuple[str, AppliedCommand]:
    parts: object = written
    if isinstance(written, list):
        parts = cast("list[object]", written)
        if len(parts) == 5:
            number, seq, word, amount, text = parts
            known = is_client_text(number) and word in _REMEMBERED and isinstance(text, str)
            if known and _is_count(seq) and (amount is None or _is_count(amount)):
                return cast("str", number), AppliedCommand(*cast("Any", parts[1:]))
    raise _no_memory(parts)


def _no_memory(value: object) -> CommandError:
    return CommandError(f"it is remembered as {brief(value)}", "read the journal instead")
