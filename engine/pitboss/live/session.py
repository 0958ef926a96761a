"""A live table without input or output: it gets commands and times, and returns messages.

Nothing here waits, reads a clock, opens a connection or draws a random number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from pitboss.arguments import takes
from pitboss.errors import EventError, PitbossError, TableError, brief, type_name
from pitboss.game.events import KINDS_WITH_AMOUNT, SEAT_EVENTS, Event, EventKind
from pitboss.game.round import Presence
from pitboss.game.seat_changes import CHANGE_KINDS, ChangeKind, SeatChange
from pitboss.live import messages
from pitboss.live.bots import Bots
from pitboss.live.commands import HINT, STAY, Command, CommandError
from pitboss.live.hints import Hints
from pitboss.live.memory import AppliedCommand, CommandMemory
from pitboss.live.messages import ErrorKind, Message, Teller
from pitboss.live.policy import SessionPolicy
from pitboss.live.scheduler import ChangeRequest, RunningTable
from pitboss.table.driver import Player
from pitboss.table.menu import RefusedError
from pitboss.table.seat_changes import ChangeRefusedError
from pitboss.table.table import Table

_JOIN: Final = ChangeKind.JOIN
_LEAVE: Final = ChangeKind.LEAVE
_BET: Final = EventKind.BET

MAX_CLIENT_LETTERS: Final = 200
"""The most letters of the name that a host gives to a connection."""


def _nothing_else() -> None:
    """Do nothing more than what is due."""


class Session:
    """A table with its clients, its bots and its clock.

    A host calls a method for everything that happens: a client connects or disconnects, a message
    comes, time has passed. Each method returns the messages to send, in order. `deadline` says when
    to call `tick`, if nothing else happens before.

    Rounds open by themselves while a client is connected for a seat that can be asked. If an
    answer comes too late, the policy answers. Seats change between rounds.

    Times are whole milliseconds of any clock. If the clock jumps back, no time passes.

    If the table's recorder fails, for example because its journal cannot be written, the method
    raises the error. The same holds for any other failure. After a failure the session sends
    nothing more, because the event may not be recorded. Then each method that takes a time raises a
    `TableError`, and nothing is due. Discard the session, and open the table again from its
    journal.

    Args:
        table: the table; from now on only the session may change it.
        policy: what the host has decided; by default `SessionPolicy()`.
        bots: the players that answer for some seats, by seat number; these seats must not be empty.
        memory: the commands that were applied at this table before; needed after a restart.

    Attributes:
        table: as given.
        policy: as given.
        memory: the commands that were applied.

    Raises:
        TableError: the seat of a bot does not exist or is empty; or an event of the table was
            cut short.
    """

    @takes(TableError)
    def __init__(
        self,
        table: Table,
        policy: SessionPolicy | None = None,
        *,
        bots: Mapping[int, Player] | None = None,
        memory: CommandMemory | None = None,
    ) -> None:
        if table.cut_short:
            raise TableError("the table was cut short", "open it again from its journal")
        self.table = table
        self.policy = policy or SessionPolicy()
        self.memory = CommandMemory() if memory is None else memory
        table.paid = self.memory.paid_ids() | (table.paid or set())
        self._bots = Bots(table, bots or {})
        for seat in bots or {}:
            self._check_seat(seat)
            if table.round.seats[seat].presence is Presence.EMPTY:
                # The bot would play for the client who joins there.
                problem = f"seat {seat} has a bot but is empty"
                raise TableError(problem, "give bots only to taken seats")
        self._running = RunningTable(table, self.policy, self._bots, self.memory)
        self._clients = self._running.clients
        self._hints = Hints(self._running)
        self._open_changes = sorted(kind.value for kind in self.policy.changes_of_clients)
        self._cut_short = False

    @property
    def failures(self) -> int:
        """How often bots have failed; each time the policy answered instead."""
        return self._bots.failures

    @property
    def last_failure(self) -> PitbossError | None:
        """The error of the last bot that failed; `None` if no bot has failed."""
        return self._bots.last_failure

    @property
    def stopped(self) -> PitbossError | None:
        """Why no further round can be opened at this table; `None` if nothing prevents it."""
        return self._running.stopped

    def tell_with(self, teller: Teller) -> None:
        """Also tell in sentences what happens; see `pitboss.story.Sentences`.

        Args:
            teller: writes the sentences; the table must not have changed since it was made.
        """
        self._running.teller = teller

    def seat_of(self, client: str) -> int | None:
        """Return the seat that a client acts for; `None` for a spectator or an unknown client."""
        return self._clients.seats.get(client)

    def takes_one_more(self, seat: int | None) -> bool:
        """Return whether one more client may connect for a seat; `None` asks for a spectator."""
        return self._clients.takes_one_more(seat, self.policy.most_spectators)

    def deadline(self) -> int | None:
        """Return when something is due, as a time of the host's clock; `None` if nothing is due.

        Before the session is first told the time, and after a failure, nothing is due.
        """
        return None if self._cut_short else self._running.deadline()

    def tick(self, now_ms: int) -> tuple[Message, ...]:
        """Do what is due."""
        return self._enter(now_ms, _nothing_else)

    def connect(self, client: str, seat: int | None, now_ms: int) -> tuple[Message, ...]:
        """Let a client, connected or new, act for a seat or watch.

        The host must have checked that the client may do this. A client of an empty seat may join
        there.

        Args:
            client: the host's own name for the connection, of 1 to `MAX_CLIENT_LETTERS` letters.
            seat: the seat for which the client acts; `None` for a spectator.
            now_ms: the time.

        Raises:
            TableError: there is no such seat, a bot has it, or the client's name is invalid.
        """
        if type(client) is not str or not 1 <= len(client) <= MAX_CLIENT_LETTERS:
            problem = f"a client cannot be called {brief(client)}"
            raise TableError(problem, f"give a name of 1 to {MAX_CLIENT_LETTERS} letters")
        if seat is not None:
            self._check_seat(seat)
            if seat in self._bots.players:
                raise TableError(f"seat {seat} has a bot", "give another seat, or None")
        return self._enter(now_ms, partial(self._connect, client, seat))

    def _connect(self, client: str, seat: int | None) -> None:
        running = self._running
        if client not in self._clients.seats and not self.takes_one_more(seat):
            running.say(client, messages.error(ErrorKind.TOO_MANY_CLIENTS))
            return
        self._clients.put(client, seat)
        running.seats_moved(besides=client)
        state, changes = running.state(seat), self._open_changes
        hints, teller = self.policy.hints, running.teller
        told = messages.welcome(seat, self.table, changes, state, hints=hints, teller=teller)
        running.say(client, told)

    def disconnect(self, client: str, now_ms: int) -> tuple[Message, ...]:
        """Remove a client that has disconnected; nothing happens if it was not connected.

        If it waits to join a seat, the join is dropped. Its other changes continue to wait.
        """
        return self._enter(now_ms, partial(self._disconnect, client))

    def _disconnect(self, client: str) -> None:
        running = self._running
        # A waiting join of this client would take a seat for nobody.
        running.waiting = [
            each
            for each in running.waiting
            if each.client != client or each.change.kind is not _JOIN
        ]
        self._clients.remove(client)
        running.seats_moved()

    def receive(self, client: str, text: str | bytes | Command, now_ms: int) -> tuple[Message, ...]:
        """Do what is due, then carry out what a client has sent, or answer why not.

        Args:
            client: the client that sent the message.
            text: the message; a host that parses commands itself gives a `Command`.
            now_ms: the time.
        """
        return self._enter(now_ms, partial(self._receive, client, text))

    def _receive(self, client: str, text: str | bytes | Command) -> None:
        if client not in self._clients.seats:
            self._running.say(client, messages.error(ErrorKind.NOT_CONNECTED))
            return
        try:
            command = text if isinstance(text, Command) else Command.from_json(text)
        except CommandError as error:
            self._running.say(client, messages.no_command(error))
            return
        self._judge(client, command)

    def change(self, change: SeatChange, now_ms: int) -> tuple[Message, ...]:
        """Change a seat as the host; in mid-round the change waits for the end of the round.

        A waiting change is refused if a client takes the seat meanwhile. A change is not carried
        out again if one with the same `command` was carried out or waits. If a change is refused,
        the session has still done what was due; the next call returns the messages about that, and
        `deadline` says that they are due.

        Args:
            change: the change.
            now_ms: the time.

        Raises:
            ChangeRefusedError: the change is not allowed. For a change that waits, see
                `take_refused`.
            CommandError: the change's `command` was used for something else.
            EventError: the argument is not a change of seats.
        """
        if type(change) is not SeatChange:
            raise EventError(type_name(change), "give what a method of SeatChange makes")
        return self._enter(now_ms, partial(self._change, change))

    def _change(self, change: SeatChange) -> PitbossError | None:
        """Change a seat, or let the change wait; return the error if it is refused."""
        try:
            if self._was_done(change):
                return None
        except CommandError as error:
            return error
        if self.table.round.question is None:
            return self._running.carry_out(ChangeRequest(change))
        self._running.waiting.append(ChangeRequest(change))
        return None

    def take_refused(self) -> tuple[ChangeRefusedError, ...]:
        """Return the refusals of the host's changes that had waited; each is returned once."""
        refused, self._running.refused = tuple(self._running.refused), []
        return refused

    def _enter(self, now_ms: int, act: Callable[[], PitbossError | None]) -> tuple[Message, ...]:
        """Do what is due, then act; methods that change the table or send messages use this.

        Args:
            now_ms: the time.
            act: the action. If it is refused, it changes nothing and returns an error for the host.
        """
        if type(now_ms) is not int:
            raise TableError(f"the time cannot be {brief(now_ms)}", "give whole milliseconds")
        if self._cut_short:
            raise TableError(
                "an earlier call was cut short", "discard the session, and open the table again"
            )
        running = self._running
        try:
            running.go_to(now_ms)
            refused = act()
            running.go_on()
        except BaseException:
            # The table may have changed without a record of it. Tell nobody.
            self._cut_short = True
            raise
        if refused is not None:
            raise refused
        return running.taken()

    def _check_seat(self, seat: int) -> None:
        most = len(self.table.round.seats) - 1
        if type(seat) is not int or not 0 <= seat <= most:
            raise TableError(f"there is no seat {brief(seat)}", f"seats are 0 to {most}")

    # Commands of clients.

    def _judge(self, client: str, command: Command) -> None:
        """Carry out a command, or answer why it is not carried out."""
        seat, its_seat = command.seat, self._clients.seats.get(client)
        applied = self._applied_before(client, command)
        if applied is not None:
            self._answer_again(client, command, applied)
            return
        waits = self._waiting_as(client, command)
        if waits is not None:
            told = messages.waiting(command.id, seat)
            again = messages.error(ErrorKind.ID_USED, command.id)
            self._running.say(client, told if waits.asks_as(command) else again)
            return
        kind = SEAT_EVENTS.get(command.word)
        if seat == its_seat and command.word == HINT:
            self._hints.answer(client, command)
        elif seat == its_seat and command.word == STAY:
            self._running.drop_waiting(seat, (_LEAVE,), ErrorKind.TAKEN_BACK)
            self._running.say(client, messages.applied_answer(command.id, seat, self.table.seq))
        elif seat == its_seat and kind is not None:
            self._answer(client, command, kind)
        elif seat == its_seat or (its_seat is None and command.word == _JOIN.value):
            self._judge_change(client, command, CHANGE_KINDS[command.word])
        else:
            self._running.say(client, messages.error(ErrorKind.NOT_YOUR_SEAT, command.id))

    def _applied_before(self, client: str, command: Command) -> AppliedCommand | None:
        """Return the applied command with this command's id, if the client may know of it.

        A client may know the commands of its own seat and of the seat that it has left. A client
        that sends a ``leave`` may know of the same ``leave`` at any seat. Perhaps it left that seat
        and lost the connection before the answer; everybody was told of that ``leave``.
        """
        seat, its_seat = command.seat, self._clients.seats.get(client)
        applied = self.memory.find(seat, command.id)
        if applied is None or seat in {its_seat, self._clients.left.get(client)}:
            return applied
        return applied if command.word == _LEAVE.value and applied.is_of(command) else None

    def _answer_again(self, client: str, command: Command, applied: AppliedCommand) -> None:
        if applied.is_of(command):
            told = messages.applied_answer(command.id, command.seat, applied.seq)
        else:
            told = messages.error(ErrorKind.ID_USED, command.id)
        self._running.say(client, told)

    def _answer(self, client: str, command: Command, kind: EventKind) -> None:
        """Apply an answer, if it is for the open question and is legal."""
        table, seat, running = self.table, command.seat, self._running
        round_ = table.round
        if command.expects != round_.event_count:
            self._say_stale(client, command)
            return
        asked = round_.question is not None and round_.asked_seat == seat
        amount = command.amount
        if amount is None:
            amount = self._usual_amount(kind, command.bet) if asked else 0
        hand = round_.asked_hand if asked else 0
        event = Event(kind, seat, hand, amount, command=command.id, bet_name=command.bet)
        try:
            table.apply(event)
        except RefusedError as error:
            running.say(client, messages.refused_answer(command.id, error))
        else:
            running.say(client, messages.applied_answer(command.id, seat, round_.event_count))
            running.heard_from(seat)
            running.applied(event)

    def _usual_amount(self, kind: EventKind, bet_name: str) -> int:
        """Return the stake for an answer without an amount: the least for a bet, else the most."""
        offer = self.table.glance() if kind in KINDS_WITH_AMOUNT else None
        if offer is None:
            return 0
        if bet_name:
            return offer.side_bet(bet_name).amount_minor
        return offer.least_minor if kind is _BET else offer.most_minor

    def _say_stale(self, client: str, command: Command) -> None:
        offer = self._running.offer_for(self._clients.seats.get(client))
        told = messages.stale(command.id, command.seat, self.table.seq, offer)
        self._running.say(client, told)

    def _judge_change(self, client: str, command: Command, kind: ChangeKind) -> None:
        """Carry out a change of a seat, or let it wait for the end of the round."""
        running, seat = self._running, command.seat
        if kind not in self.policy.changes_of_clients:
            running.say(client, messages.error(ErrorKind.NOT_OPEN, command.id))
        elif not self.memory.last_seq(seat) <= command.expects <= self.table.seq:
            # A change becomes stale by later commands of the same seat, not by events of others.
            self._say_stale(client, command)
        elif self.table.round.question is None:
            running.carry_out(self._request(client, command, kind))
        elif not self._may_wait(client, command, kind):
            running.say(client, messages.error(ErrorKind.TOO_MANY_WAITING, command.id))
        else:
            running.waiting.append(self._request(client, command, kind))
            running.say(client, messages.waiting(command.id, seat))

    def _waiting_as(self, client: str, command: Command) -> Command | None:
        """Return the waiting command with this id, if the client or its seat has sent it."""
        seats = self._clients.seats
        its_seat = seats.get(client)
        for each in self._running.waiting:
            if each.command is None or each.command.id != command.id:
                continue
            # Any client may ask to join a seat. A join counts as sent by the seat only if a client
            # of the seat sent it.
            sent_there = each.change.kind is not _JOIN or seats.get(each.client) == its_seat
            if each.client == client or (each.change.seat == its_seat and sent_there):
                return each.command
        return None

    def _may_wait(self, client: str, command: Command, kind: ChangeKind) -> bool:
        """Return whether one more change may wait.

        Each client may have one waiting join, which is dropped when the client disconnects. So
        clients have no more waiting joins than there are connected clients.

        Each seat may have `most_waiting` other changes. Joins and changes of the host do not count.
        """
        of_clients = [each for each in self._running.waiting if each.command is not None]
        if kind is _JOIN:
            return all(
                each.client != client or each.change.kind is not _JOIN for each in of_clients
            )
        seat = command.seat
        of_seat = [each for each in of_clients if each.change.seat == seat]
        wishes = [each for each in of_seat if each.change.kind is not _JOIN]
        return len(wishes) < self.policy.most_waiting

    def _request(self, client: str, command: Command, kind: ChangeKind) -> ChangeRequest:
        amount = self.policy.join_balance_minor if kind is _JOIN else command.amount or 0
        name, seed = command.name, command.client_seed
        commitment = command.commitment
        change = SeatChange(kind, command.seat, name, amount, seed, None, command.id, commitment)
        return ChangeRequest(change, client, command)

    def _was_done(self, change: SeatChange) -> bool:
        """Return whether a change of the host was carried out before, or waits.

        Raises:
            CommandError: the change's `command` was used for something else.
        """
        number, seat = change.command, change.seat
        if number is None:
            return False
        # Leave out waiting joins of clients: such a client may have used any id.
        waiting = [
            each.change
            for each in self._running.waiting
            if each.change.seat == seat and (each.command is None or each.change.kind is not _JOIN)
        ]
        before = [AppliedCommand.of_change(each, 0) for each in waiting if each.command == number]
        applied = self.memory.find_change(change)
        if applied is not None:
            before.append(applied._replace(seq=0))
        if any(each != AppliedCommand.of_change(change, 0) for each in before):
            raise CommandError("another command has this id", "give another id", number)
        return bool(before)
