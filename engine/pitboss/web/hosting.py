"""One table on the web: between its session, which does nothing by itself, and the event loop."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from itertools import count

from pitboss.errors import PitbossError
from pitboss.game.documents import document, members_of
from pitboss.game.round import Presence
from pitboss.live import Command, CommandError, Message, Session
from pitboss.web.keys import are_equal, digest_of, new_token
from pitboss.web.lines import Line, Refused, now_ms


def ticket(token: str) -> str:
    """Return what a client is told that may join.

    Args:
        token: of the seat that it takes; the id of its join is the digest of it.
    """
    return document("ticket", {"token": token, "id": digest_of(token)})


class TableHost:
    """A table that is open to the web.

    Args:
        name: of the table, as it stands in its address.
        key: who has it may join.
        session: the table with its clients.

    Attributes:
        name: as given.
        key: as given.
        session: as given.
        failure: why the table has stopped; `None` as long as it has not.
    """

    def __init__(self, name: str, key: str, session: Session) -> None:
        self.name = name
        self.key = key
        self.session = session
        self.failure: Exception | None = None
        self._lines: dict[str, Line] = {}
        self._numbers = count(1)
        self._timer: asyncio.TimerHandle | None = None

    def new_name(self) -> str:
        """Return a name for a new client."""
        return f"{self.name}:{next(self._numbers)}"

    def enter(self, line: Line, text: str | bytes) -> None:
        """Let a client in, as its first message asks: to its seat, or to watch.

        Raises:
            Refused: the message is none with which one enters, its token or key is not known, or
                too many clients are connected.
        """
        try:
            given = members_of(text, "enter", ("token", "key"))
        except ValueError as error:
            raise Refused("not_an_enter", str(error), "enter the table first") from error
        token, key = given.get("token"), given.get("key")
        seat = self._seat_of(token) if isinstance(token, str) else None
        if seat is None and "token" in given:
            raise Refused("unknown_token", "the seat is no longer yours", "enter without a token")
        invited = seat is None and "key" in given
        if invited and not (isinstance(key, str) and are_equal(key, self.key)):
            raise Refused("unknown_key", "the link is not right", "ask for the link to join")
        if not self.session.takes_one_more(seat):
            raise Refused("too_many_clients", "too many are connected", "come back later", 1013)
        if invited:
            line.ticket = new_token()
            line.put(ticket(line.ticket))
        self._lines[line.name] = line
        self._do(lambda: self.session.connect(line.name, seat, now_ms()))

    def receive(self, line: Line, text: str | bytes) -> None:
        """Carry out what a client asks; with its ticket alone can it take a seat."""
        try:
            command: Command | str | bytes = Command.from_json(text)
        except CommandError:
            command = text
        if (
            isinstance(command, Command)
            and command.word == "join"
            and not self._may_join(line, command)
        ):
            refused = {
                "kind": "not_invited",
                "reason": "this link is for watching",
                "id": command.id,
            }
            line.put(document("error", {**refused, "next": "ask for the link to join"}))
            return
        self._do(lambda: self.session.receive(line.name, command, now_ms()))

    def leave(self, line: Line) -> None:
        """Note that a client has gone."""
        if line.name in self._lines:
            self._do(lambda: self.session.disconnect(line.name, now_ms()))
            del self._lines[line.name]

    def stop(self) -> None:
        """Stop the timer, so that nothing happens by itself any more."""
        if self._timer is not None:
            self._timer.cancel()

    def _may_join(self, line: Line, command: Command) -> bool:
        """Say whether a client may take a seat by a command, whose id becomes that of the seat."""
        seated = self.session.seat_of(line.name) is not None
        return seated or (line.ticket != "" and are_equal(command.id, digest_of(line.ticket)))

    def _seat_of(self, token: str) -> int | None:
        """Return the seat whose owner has a token; every seat is looked at."""
        digest, found = digest_of(token), None
        for seat in self.session.table.round.seats:
            joined = self.session.memory.joined_by(seat.index) or ""
            if are_equal(joined, digest) and seat.presence is not Presence.EMPTY:
                found = seat.index
        return found

    def _do(self, call: Callable[[], tuple[Message, ...]]) -> None:
        """Let something happen, tell everybody, and see when something is due again.

        A table whose journal cannot be written stops; others go on.
        """
        self.stop()
        try:
            if self.failure is None:
                self._tell(call())
                self._wait()
                return
        except (PitbossError, OSError) as error:
            self.failure = error
            sys.stderr.write(f"pitboss: table {self.name} has stopped: {error}\n")
        stopped = Refused("stopped", "the table has stopped", "come back later", 1011)
        for line in self._lines.values():
            line.put(stopped.text)
            line.close(stopped.code)

    def _tell(self, messages: tuple[Message, ...]) -> None:
        for message in messages:
            for client in message.clients:
                self._lines[client].put(message.text)

    def _wait(self) -> None:
        due_ms = self.session.deadline()
        if due_ms is not None:
            loop = asyncio.get_running_loop()
            seconds = max(due_ms - now_ms(), 0) / 1000
            self._timer = loop.call_later(seconds, self._do, lambda: self.session.tick(now_ms()))
