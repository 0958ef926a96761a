"""The commands of clients that were applied, so that one sent again is not applied again.

All of it stands in the journal, because the id of a command is sealed with its event. So what is
remembered after a restart is what was remembered before it.
"""

from __future__ import annotations

from itertools import islice
from typing import Any, Final, Self, cast

from attrs import astuple, frozen

from pitboss.game.events import KINDS_WITH_AMOUNT, Event
from pitboss.game.seat_changes import ChangeKind, SeatChange
from pitboss.journal.lines import JsonValue
from pitboss.live.commands import Command, CommandError

KEPT_COMMANDS: Final = 256
"""How many applied commands of a seat are remembered."""

_JOIN: Final = ChangeKind.JOIN.value
_WITH_AMOUNT: Final = frozenset({ChangeKind.DEPOSIT, ChangeKind.WITHDRAW})


@frozen
class AppliedCommand:
    """A command that was applied.

    Attributes:
        seq: the sequence number of the table just after it.
        word: what it asked for.
        amount_minor: how much, as it was applied; `None` where a command has no amount.
        text: the name of one who joined, or a client's seed; else empty.
    """

    seq: int
    word: str
    amount_minor: int | None
    text: str

    def is_of(self, command: Command) -> bool:
        """Say whether a command asks for the same; one without an amount leaves it open."""
        return (
            self.word == command.word
            and (command.amount is None or command.amount == self.amount_minor)
            and self.text == (command.name or command.client_seed)
        )


class CommandMemory:
    """The last applied commands of each seat, `KEPT_COMMANDS` of them.

    They are forgotten when somebody else joins the seat.
    """

    def __init__(self) -> None:
        self._of_seats: dict[int, dict[str, AppliedCommand]] = {}
        self._last: dict[int, int] = {}

    def applied(self, event: Event, seq: int) -> None:
        """Remember the command of an event, if it has one.

        Args:
            event: which was applied.
            seq: the sequence number of the table just after it.
        """
        if event.command is not None:
            amount = event.amount_minor if event.kind in KINDS_WITH_AMOUNT else None
            self._keep(event.seat, event.command, AppliedCommand(seq, event.kind.value, amount, ""))

    def changed(self, change: SeatChange, seq: int) -> None:
        """Remember the command of a change of a seat, if it has one; who joins begins anew.

        Args:
            change: which was carried out.
            seq: the sequence number of the table just after it.
        """
        if change.kind is ChangeKind.JOIN:
            self._of_seats.pop(change.seat, None)
            self._last[change.seat] = seq
        if change.command is not None:
            amount = change.amount_minor if change.kind in _WITH_AMOUNT else None
            text = change.name or change.client_seed
            kept = AppliedCommand(seq, change.kind.value, amount, text)
            self._keep(change.seat, change.command, kept)

    def _keep(self, seat: int, command_id: str, applied: AppliedCommand) -> None:
        kept = self._of_seats.setdefault(seat, {})
        # One that is applied again, by a host of its own, counts from then on.
        kept.pop(command_id, None)
        kept[command_id] = applied
        if len(kept) > KEPT_COMMANDS:
            # The command with which somebody joined stands first, and is kept while they sit there.
            first, second = islice(kept, 2)
            del kept[second if kept[first].word == _JOIN else first]
        self._last[seat] = applied.seq

    def find(self, seat: int, command_id: str) -> AppliedCommand | None:
        """Return the command of a seat that had an id; `None` if there was none, or long ago."""
        kept = self._of_seats.get(seat)
        return None if kept is None else kept.get(command_id)

    def joined_by(self, seat: int) -> str | None:
        """Return the id of the command with which whoever has a seat joined it.

        It is `None` if that was no command of a client.
        """
        for command_id, applied in self._of_seats.get(seat, {}).items():
            return command_id if applied.word == _JOIN else None
        return None

    def last_seq(self, seat: int) -> int:
        """Return the sequence number after the last command of a seat, or after who joined; or 0.

        A change of the seat that was sent before it may be one that is forgotten.
        """
        return self._last.get(seat, 0)

    def to_document(self) -> list[JsonValue]:
        """Return everything that is remembered as plain values, for `from_document`."""
        return [
            [
                seat,
                last,
                [[id_, *astuple(kept)] for id_, kept in self._of_seats.get(seat, {}).items()],
            ]
            for seat, last in self._last.items()
        ]

    @classmethod
    def from_document(cls, document: object) -> Self:
        """Remember what another memory did.

        Args:
            document: what its `to_document` returned.

        Raises:
            CommandError: it is nothing of the kind.
        """
        memory = cls()
        try:
            for seat, last, kept in cast("list[tuple[int, int, list[list[Any]]]]", document):
                memory._last[seat] = last
                memory._of_seats[seat] = {id_: AppliedCommand(*rest) for id_, *rest in kept}
        except (TypeError, ValueError) as error:
            raise CommandError("no memory of commands", "read the whole journal") from error
        return memory
