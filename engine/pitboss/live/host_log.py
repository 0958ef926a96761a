"""The host's own log: what happens at a table, sent to a logger of the host.

This log has only what a spectator can see (events, transitions, shuffles, and cards that lie face
up), and the ids of commands. The trace of an event also holds cards that lie face down, so only the
trace's rows and shoes are sent.
"""

from __future__ import annotations

from typing import Final, Protocol

from pitboss.arguments import takes
from pitboss.game.events import KINDS_WITH_AMOUNT, Event, EventKind
from pitboss.game.seat_changes import SeatChange
from pitboss.game.trace import NewShoe, RowTaken
from pitboss.machine.transition_table import TABLE
from pitboss.table.table import Table
from pitboss.text.strict import JsonValue

_ROWS: Final = {row.name: row for row in TABLE}


class EventLogger(Protocol):
    """The methods of a structlog logger that this module uses."""

    def info(self, event: str, /, **fields: JsonValue) -> object:
        """Log what most hosts want to read."""
        ...

    def debug(self, event: str, /, **fields: JsonValue) -> object:
        """Log what few hosts want to read."""
        ...


class StructlogEvents:
    """A recorder that sends what happens at a table to the host's own logger.

    Each event, each shuffle, each result and the end of each round is a call of ``info``, and each
    transition is a call of ``debug``. The fields are plain values; cards are written as ``Th`` and
    amounts are in minor units. Every call has ``round`` and ``seq``, which is `Table.seq`. No call
    holds a card that lies face down, a seed or anybody's chips.

    If a call fails, it is counted, and the table and its journal continue. Only an error that is
    not an `Exception`, such as ``KeyboardInterrupt``, is raised.

    Args:
        logger: a logger of structlog, or any object with the same methods. To identify this table,
            bind a field to the logger.

    Attributes:
        failures: how many calls of the logger failed.
        last_failure: the error of the last failed call; `None` if no call failed.
    """

    @takes()
    def __init__(self, logger: EventLogger) -> None:
        self._logger = logger
        self.failures = 0
        self.last_failure: Exception | None = None

    def opened(self, table: Table) -> None:
        """Tell the logger that a table was set up, with its seats and the digest of its rules."""
        self._send_table("table opened", table)

    def joined(self, table: Table) -> None:
        """Tell the logger that logging begins in the middle of a table's game."""
        self._send_table("table joined", table)

    def applied(self, table: Table, event: Event) -> None:
        """Send an event, what followed it and, if the round ended, the results."""
        opens = event.kind is EventKind.OPEN
        said: dict[str, JsonValue] = {}
        if not opens:
            said |= {"kind": event.kind.value, "seat": event.seat, "hand": event.hand}
        if event.kind in KINDS_WITH_AMOUNT:
            said["amount"] = event.amount_minor
        self._send("round opened" if opens else "seat answered", table, said | _sender(event))
        for entry in tuple(table.house.trace):
            if isinstance(entry, RowTaken):
                self._send_transition(table, entry.code)
            elif isinstance(entry, NewShoe):
                self._send("shuffle", table, {"shoe": entry.name})
        if table.over:
            self._send_end(table)

    def changed(self, table: Table, change: SeatChange) -> None:
        """Tell the logger that a seat was changed, without the chips that came or went."""
        said: dict[str, JsonValue] = {"kind": change.kind.value, "seat": change.seat}
        if change.name:
            said["name"] = change.name
        self._send("seat changed", table, said | _sender(change))

    def closed(self, table: Table) -> None:
        """Tell the logger that no further round follows."""
        self._send("table closed", table, {})

    def _send_table(self, what: str, table: Table) -> None:
        names: list[JsonValue] = [seat.name for seat in table.round.seats]
        self._send(what, table, {"seats": names, "rules_digest": table.rules.digest})

    def _send_transition(self, table: Table, name: str) -> None:
        row = _ROWS[name]
        states: dict[str, JsonValue] = {
            "row": name,
            "source": row.source.value,
            "destination": row.destination.value,
        }
        self._send("transition", table, states, detail=True)

    def _send_end(self, table: Table) -> None:
        for result in table.results():
            self._send("result", table, {**result.members()})
        dealer = table.round.dealer
        self._send(
            "round over",
            table,
            {
                "dealer_cards": [card.code for card in dealer.cards],
                "dealer_points": dealer.points,
            },
        )

    def _send(
        self, what: str, table: Table, fields: dict[str, JsonValue], *, detail: bool = False
    ) -> None:
        try:
            send = self._logger.debug if detail else self._logger.info
            send(what, seq=table.seq, round=table.round.number, **fields)
        except Exception as error:  # noqa: BLE001  whatever the host's logger raises
            self.failures += 1
            self.last_failure = error


def _sender(done: Event | SeatChange) -> dict[str, JsonValue]:
    """Return who acted in place of the seat, and the command's id; leave out what is `None`."""
    said: dict[str, JsonValue] = {} if done.by is None else {"by": done.by.value}
    return said if done.command is None else {**said, "command": done.command}
