"""One table on the web: connects its session to the event loop and to the clients."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from itertools import count
from typing import Protocol
from urllib.parse import quote

from attrs import evolve

from pitboss.arguments import takes
from pitboss.errors import EventError, PitbossError, TableError
from pitboss.game.documents import document, members_of
from pitboss.game.round import Presence
from pitboss.game.seat_changes import SeatChange
from pitboss.journal import Journal
from pitboss.live import Command, CommandError, Message, Session
from pitboss.table.listeners import describe_error
from pitboss.table.seat_changes import ChangeRefusedError
from pitboss.web.keys import Identity, account_of, are_equal, digest_of, key_for, new_token
from pitboss.web.lines import MESSAGES_A_SECOND, Allowances, Line, Refused, now_ms
from pitboss.web.rounds import LastRounds


def ticket(token: str) -> str:
    """Return the message for a client that may join by a link.

    Args:
        token: the token of the seat that the client takes; its digest is the id of the join.
    """
    return document("ticket", {"token": token, "id": digest_of(token)})


def ticket_of_account(join_id: str, name: str) -> str:
    """Return the message for a client that may join because the host knows it.

    Args:
        join_id: the id of the client's join.
        name: the client's name at the table; empty if the client may choose one.
    """
    return document("ticket", {"id": join_id} | ({"name": name} if name else {}))


def _give_ticket(line: Line) -> None:
    """Let a client take a seat, which it finds again by its account or else by a token."""
    if line.identity is None:
        token = new_token()
        line.ticket = digest_of(token)
        line.put(ticket(token))
    else:
        line.ticket = line.identity.new_join_id()
        line.put(ticket_of_account(line.ticket, line.identity.name))


class Returns(Protocol):
    """Takes back the chips that a refused change would have brought to a seat."""

    def give_back(self, change: SeatChange) -> None:
        """Give back the chips of a change that the table refused."""
        ...


def stopped_table() -> Refused:
    """Return the message to the clients of a stopped table."""
    return Refused("stopped", "the table has stopped", "come back later", 1011)


class TableHost:
    """A table that is open to the web.

    Any error during play, such as an error of a recorder, stops the table and becomes its
    `failure`. The clients of the table are told that it has stopped; other tables go on. The
    attribute `rounds` is the `Teller` of the session.

    Args:
        name: the name of the table, as in its address.
        key: the key in the link with which people join; `None` if nobody can join by a link.
        session: the session of the table; its clients will also get sentences about what happens.
        on_failure: if the table fails, the event loop calls this once, with its name and failure.
        sync: waits until the disk has what was recorded, as `OpenTable.sync` does. A thread calls
            it whenever something has happened, and clients are told only afterwards.
        journal: the table's journal, in a file, for earlier rounds and for the pages of rounds.
            Without a journal, there are no pages of rounds.
        returns: takes back the chips of a host's change that waited, if the table then refuses it.
            With `returns`, only the host can seat a player, because seats are bought.

    Attributes:
        name: as given.
        key: as given; if no key was given, a key that nobody knows.
        session: as given.
        sync: as given.
        journal: as given.
        rounds: the last rounds of each seat.
        failure: why the table has stopped; `None` while it runs.
    """

    @takes()
    def __init__(
        self,
        name: str,
        key: str | None,
        session: Session,
        *,
        on_failure: Callable[[str, BaseException], object] | None = None,
        sync: Callable[[], object] | None = None,
        journal: Journal | None = None,
        returns: Returns | None = None,
    ) -> None:
        self.name = name
        self.key = key or new_token()
        self.session = session
        self.journal = journal
        self.rounds = LastRounds(session, journal)
        session.tell_with(self.rounds)
        self._pages_secret = new_token()
        self.failure: BaseException | None = None
        self._on_failure = on_failure
        self.sync = sync
        self._returns = returns
        self._synced_seq = -1
        self._syncing = False
        self._untold: list[Message] = []
        self._lines: dict[str, Line] = {}
        self._allowances = Allowances()
        self._join_ids: list[str | None] = []
        self._numbers = count(1)
        self._timer: asyncio.TimerHandle | None = None

    def new_name(self) -> str:
        """Return a name for a new client."""
        return f"{self.name}:{next(self._numbers)}"

    def enter(self, line: Line, text: str | bytes, identity: Identity | None = None) -> bool:
        """Let a client in, as its first message asks: to its seat, or to watch.

        If no place is free, a client that may join takes the place of a spectator that may not.

        Args:
            line: the line to the client.
            text: the client's first message.
            identity: who the client is, if the host knows the client; otherwise `None`.

        Returns:
            Whether the client has a seat or may join.

        Raises:
            Refused: the message does not ask to enter, its token or key is not known, too
                many clients are connected, or too many messages come in.
        """
        try:
            given = members_of(text, "enter", ("token", "key"))
        except ValueError as error:
            raise Refused("not_an_enter", str(error), "enter the table first") from error
        token, key = given.get("token"), given.get("key")
        seat = None if identity is None else self.seat_of(identity.account)
        if seat is None and isinstance(token, str):
            seat = self._seat_of_token(token)
        if seat is None and "token" in given:
            raise Refused("unknown_token", "the seat is no longer yours", "enter without a token")
        known = identity is not None and self._returns is None
        invited = seat is None and (known or "key" in given)
        if invited and not known and not self._is_key(key):
            raise Refused("unknown_key", "the link is not right", "ask for the link to join")
        line.identity = identity
        self._count_message(line, seat, invited=invited)
        if not self.session.takes_one_more(seat):
            self._send_newest_away(for_guest=invited)
        if invited:
            _give_ticket(line)
        self._lines[line.name] = line
        self._do(lambda: self.session.connect(line.name, seat, now_ms()))
        return invited or seat is not None

    def seat_of(self, account: str) -> int | None:
        """Return the seat that an account has taken; `None` if it has none.

        Args:
            account: the id of the account.
        """
        return self._seat_where(lambda join_id: account_of(join_id) == account)

    def receive(self, line: Line, text: str | bytes) -> None:
        """Carry out what a client asks; it can take a seat only with the id of its ticket.

        Raises:
            Refused: too many messages come in.
        """
        self._count_message(line, self.session.seat_of(line.name), invited=line.ticket != "")
        try:
            command: Command | str | bytes = Command.from_json(text)
        except CommandError:
            if self._tells_rounds(line, text):
                return
            command = text
        if isinstance(command, Command) and command.word == "join":
            if not self._may_join(line, command):
                refused = {
                    "kind": "not_invited",
                    "reason": "this link is for watching",
                    "id": command.id,
                }
                line.put(document("error", {**refused, "next": "ask for the link to join"}))
                return
            if line.identity is not None and line.identity.name:
                command = evolve(command, name=line.identity.name)
        self._do(lambda: self.session.receive(line.name, command, now_ms()))

    def _tells_rounds(self, line: Line, text: str | bytes) -> bool:
        """If a client sends ``get_rounds``, send its seat's last rounds and the last sentences."""
        try:
            members_of(text, "get_rounds", ())
        except ValueError:
            return False
        seat = self.session.seat_of(line.name)
        key = "" if self.journal is None or seat is None else self.key_to_pages(seat)
        pages = key and f"rounds/{quote(self.name, safe='')}/{key}"
        told = Message((line.name,), self.rounds.told(seat, pages))
        self._do(lambda: (told,))
        return True

    def key_to_pages(self, seat: int) -> str:
        """Return the key to the rounds and the journal of a seat.

        It is valid until the owner leaves the seat, or the server ends.

        Args:
            seat: the seat.
        """
        return key_for(self._pages_secret, f"{seat} {self.session.memory.joined_by(seat)}")

    def change(self, change: SeatChange) -> None:
        """Change a seat as the host, and tell everybody.

        With `sync`, the disk has the change before anybody is told. Call it in the event loop.

        In mid-round the change waits for the end of the round. If it is refused then,
        `session.take_refused` says so.

        Args:
            change: what is to be done.

        Raises:
            ChangeRefusedError: the change is not allowed.
            CommandError: the change's `command` was used for something else.
            EventError: this is not a change of seats.
            TableError: the table has stopped; the ``__cause__`` is the error that stopped it.
            RuntimeError: no event loop is running here; nothing was changed.
        """
        asyncio.get_running_loop()
        refused: list[PitbossError] = []

        def do() -> tuple[Message, ...]:
            try:
                return self.session.change(change, now_ms())
            except (ChangeRefusedError, CommandError, EventError) as error:
                refused.append(error)
                # The session did what was due before it refused; this call returns those messages.
                return self.session.tick(now_ms())

        self._do(do)
        self.check_running()
        if refused:
            raise refused[0]

    def check_running(self) -> None:
        """Check that the table has not stopped.

        Raises:
            TableError: it has; the ``__cause__`` is the error that stopped it.
        """
        if self.failure is not None:
            problem = f"table {self.name} has stopped: {describe_error(self.failure)}"
            raise TableError(problem, "open it again from its journal") from self.failure

    def leave(self, line: Line) -> None:
        """Note that a client has disconnected."""
        if line.name in self._lines:
            self._do(lambda: self.session.disconnect(line.name, now_ms()))
            del self._lines[line.name]

    def stop(self) -> None:
        """Stop the timer, so that the session is no longer called when something is due."""
        if self._timer is not None:
            self._timer.cancel()

    def _send_newest_away(self, *, for_guest: bool) -> None:
        """Disconnect the newest client that may not join, to make room for a client that may.

        Raises:
            Refused: there is no such client, or the new client may not join either.
        """
        full = Refused("too_many_clients", "too many are connected", "come back later", 1013)
        lines = [line for line in self._lines.values() if not line.ticket]
        watching = [line for line in lines if self.session.seat_of(line.name) is None]
        if not for_guest or not watching:
            raise full
        watching[-1].put(full.text)
        watching[-1].close(full.code)
        self.leave(watching[-1])

    def _count_message(self, line: Line, seat: int | None, *, invited: bool) -> None:
        """Count a message for the client's seat; without a seat, for its account or its address.

        At each address, clients that may join have a rate limit of their own.

        Raises:
            Refused: there are too many messages.
        """
        allowance = line.allowance
        if seat is not None:
            allowance = self._allowances.of(f"seat {seat}")
        elif line.identity is not None:
            allowance = self._allowances.of(f"account {line.identity.account}")
        elif invited:
            allowance = self._allowances.of(f"address {line.address}")
        if not allowance.takes_one(now_ms()):
            most = f"send at most {MESSAGES_A_SECOND} a second"
            raise Refused("too_fast", "too many messages come in", most)

    def _is_key(self, key: object) -> bool:
        return isinstance(key, str) and are_equal(key, self.key)

    def _may_join(self, line: Line, command: Command) -> bool:
        """Return whether a client may take a seat by a command; the seat keeps the command's id."""
        seated = self.session.seat_of(line.name) is not None
        return seated or (line.ticket != "" and are_equal(command.id, line.ticket))

    def _seat_of_token(self, token: str) -> int | None:
        digest = digest_of(token)
        return self._seat_where(lambda join_id: are_equal(join_id, digest))

    def _seat_where(self, is_owner: Callable[[str], bool]) -> int | None:
        """Return the seat whose join id `is_owner` accepts; take equally long for every seat."""
        found = None
        for seat in self.session.table.round.seats:
            joined = self.session.memory.joined_by(seat.index) or ""
            if is_owner(joined) and seat.presence is not Presence.EMPTY:
                found = seat.index
        return found

    def _do(self, call: Callable[[], tuple[Message, ...]]) -> None:
        """Make a call, tell everybody, and set the timer for what is due next.

        Any error stops the table. An error that is not an `Exception`, such as `KeyboardInterrupt`,
        is also raised again.
        """
        self.stop()
        try:
            if self.failure is None:
                self._untold += call()
                self._untold += self._seat_accounts()
                self._give_back()
                self._go_on()
        except BaseException as error:
            self._fail(error)
            if not isinstance(error, Exception):
                raise
        finally:
            if self.failure is not None:
                self._say_stopped()

    def _give_back(self) -> None:
        """Return the chips of changes that waited and were then refused."""
        if self._returns is not None:
            for error in self.session.take_refused():
                self._returns.give_back(error.change)

    def _go_on(self) -> None:
        """Once the disk has what happened, tell clients; then set the timer for what is due next.

        Until then no timer runs, so the table cannot get far ahead of a slow disk.
        """
        if self._syncing:
            return
        seq, untold = self.session.table.seq, self._untold
        self._untold = []
        if self.sync is None or seq == self._synced_seq:
            self._tell(untold)
            self._wait()
            return
        self._syncing = True
        syncing = asyncio.get_running_loop().run_in_executor(None, self.sync)
        syncing.add_done_callback(lambda done: self._do(lambda: self._synced(done, seq, untold)))

    def _synced(
        self, done: asyncio.Future[object], seq: int, untold: Sequence[Message]
    ) -> tuple[Message, ...]:
        """Tell the clients what is on the disk now; raise the error if writing has failed."""
        self._syncing = False
        done.result()
        self._synced_seq = seq
        self._tell(untold)
        return ()

    def _fail(self, failure: BaseException) -> None:
        self.failure = failure
        if self._on_failure is not None:
            # Let the event loop call this, so that an error in it closes no client's connection.
            asyncio.get_running_loop().call_soon(self._on_failure, self.name, failure)

    def _say_stopped(self) -> None:
        stopped = stopped_table()
        for line in self._lines.values():
            line.put(stopped.text)
            line.close(stopped.code)

    def _seat_accounts(self) -> tuple[Message, ...]:
        """Let clients act for seats that their accounts got in other windows or from the host."""
        session = self.session
        seats = session.table.round.seats
        join_ids = [session.memory.joined_by(seat.index) for seat in seats]
        if join_ids == self._join_ids:
            return ()
        self._join_ids = join_ids
        messages: list[Message] = []
        for line in self._lines.values():
            if line.identity is not None and session.seat_of(line.name) is None:
                seat = self.seat_of(line.identity.account)
                if seat is not None:
                    messages += session.connect(line.name, seat, now_ms())
        return tuple(messages)

    def _tell(self, messages: Sequence[Message]) -> None:
        for message in messages:
            for client in message.clients:
                # The client may have gone while the table waited for the disk.
                if client in self._lines:
                    self._lines[client].put(message.text)

    def _wait(self) -> None:
        due_ms = self.session.deadline()
        if due_ms is not None:
            loop = asyncio.get_running_loop()
            seconds = max(due_ms - now_ms(), 0) / 1000
            self._timer = loop.call_later(seconds, self._do, lambda: self.session.tick(now_ms()))
