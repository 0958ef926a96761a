"""A live table without input or output: commands and the time go in, messages come out.

Nothing here waits, reads a clock, opens a connection or draws a random number.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pitboss.errors import EventError, PitbossError, TableError, brief, type_name
from pitboss.game.events import ANSWERS, Event, EventKind
from pitboss.game.seat_changes import CHANGE_KINDS, ChangeKind, SeatChange
from pitboss.live import messages
from pitboss.live.bots import Bots
from pitboss.live.commands import Command, CommandError
from pitboss.live.memory import AppliedCommand, CommandMemory
from pitboss.live.messages import ErrorKind, Message
from pitboss.live.policy import SessionPolicy
from pitboss.live.running import ChangeRequest, RunningTable
from pitboss.table.driver import Player
from pitboss.table.legality import RefusedError
from pitboss.table.table import Table

_JOIN: Final = ChangeKind.JOIN
_BET: Final = EventKind.BET
_INSURE: Final = EventKind.INSURE

MAX_CLIENT_LETTERS: Final = 200
"""No host's name of a connection is longer."""


class Session:
    """A table with its clients, its bots and its clock.

    A host calls a method for everything that happens: a client connects or goes, a message comes,
    time has passed. Each returns the messages that are to be sent, in their order. `deadline` says
    when to call `tick`, if nothing else happens before.

    Rounds open by themselves, as long as a client of a seat that can be asked is connected. Whoever
    answers too late is answered for. Seats change between rounds.

    Times are whole milliseconds of any clock of the host. One that jumps back is taken to stand.

    What a recorder of the table raises, such as a journal that cannot be written, passes through
    every method. Nothing was told of what was not recorded; begin again from the journal.

    Args:
        table: which the session alone moves from now on.
        policy: what the host has decided; `SessionPolicy()` without one.
        bots: who answers for some seats, by the numbers of the seats.
        memory: the commands that were applied at this table before; needed after a restart.

    Attributes:
        table: as given.
        policy: as given.
        memory: the commands that were applied.

    Raises:
        TableError: there is no such seat as one of the bots has.
    """

    def __init__(
        self,
        table: Table,
        policy: SessionPolicy | None = None,
        *,
        bots: Mapping[int, Player] | None = None,
        memory: CommandMemory | None = None,
    ) -> None:
        self.table = table
        self.policy = policy or SessionPolicy()
        self.memory = CommandMemory() if memory is None else memory
        self._bots = Bots(table, bots or {})
        for seat in bots or {}:
            self._check_seat(seat)
        self._running = RunningTable(table, self.policy, self._bots, self.memory)
        self._clients = self._running.clients
        self._open_changes = sorted(kind.value for kind in self.policy.open_to_clients)
        self._rules = table.rules.to_dict()

    @property
    def failures(self) -> int:
        """How often a bot has failed; the policy's answer was given in its place."""
        return self._bots.failures

    @property
    def last_failure(self) -> PitbossError | None:
        """How a bot failed the last time; `None` if none has."""
        return self._bots.last_failure

    @property
    def stopped(self) -> PitbossError | None:
        """Why no further round can be opened at this table; `None` if one can."""
        return self._running.stopped

    def seat_of(self, client: str) -> int | None:
        """Return the seat that a client acts for; `None` for a spectator or no client."""
        return self._clients.seats.get(client)

    def takes_one_more(self, seat: int | None) -> bool:
        """Say whether one more client may connect, for a seat or, with `None`, as a spectator."""
        return self._clients.takes_one_more(seat, self.policy.most_clients)

    def deadline(self) -> int | None:
        """Return when something is due, as a time of the host's clock; `None` if nothing is.

        Before a session was told the time, nothing is.
        """
        return self._running.deadline()

    def tick(self, now_ms: int) -> tuple[Message, ...]:
        """Do what is due."""
        self._go_to(now_ms)
        return self._running.taken()

    def connect(self, client: str, seat: int | None, now_ms: int) -> tuple[Message, ...]:
        """Let a client act for a seat, or watch; one that is connected already changes over.

        Whether it may, the host has checked. At an empty seat it may join.

        Args:
            client: the host's own name for the connection, of 1 to `MAX_CLIENT_LETTERS` letters.
            seat: for which it acts; `None` for a spectator.
            now_ms: the time.

        Raises:
            TableError: there is no such seat, a bot has it, or this is no name.
        """
        if type(client) is not str or not 1 <= len(client) <= MAX_CLIENT_LETTERS:
            raise TableError(
                f"a client {brief(client)}", f"give a name of 1 to {MAX_CLIENT_LETTERS} letters"
            )
        if seat is not None:
            self._check_seat(seat)
            if seat in self._bots.players:
                raise TableError(f"seat {seat} is a bot's", "give another seat, or None")
        self._go_to(now_ms)
        running = self._running
        if client not in self._clients.seats and not self.takes_one_more(seat):
            running.say(client, messages.error(ErrorKind.TOO_MANY_CLIENTS))
            return running.taken()
        self._clients.put(client, seat)
        running.seats_moved(besides=client)
        seq, state = self.table.seq, running.state(seat)
        running.say(client, messages.welcome(seat, self._rules, self._open_changes, seq, state))
        return self._finish()

    def disconnect(self, client: str, now_ms: int) -> tuple[Message, ...]:
        """Note that a client has gone; for one who is not connected nothing happens."""
        self._go_to(now_ms)
        running = self._running
        if self._clients.seats.get(client) is None:
            # It would take a seat for nobody.
            running.waiting = [each for each in running.waiting if each.client != client]
        self._clients.remove(client)
        running.seats_moved()
        return self._finish()

    def receive(self, client: str, text: str | bytes | Command, now_ms: int) -> tuple[Message, ...]:
        """Carry out what a client has sent, or answer why not; what is due is done before.

        Args:
            client: who has sent it.
            text: whatever it is; a host that reads commands itself gives a `Command`.
            now_ms: the time.
        """
        self._go_to(now_ms)
        if client not in self._clients.seats:
            self._running.say(client, messages.error(ErrorKind.NOT_CONNECTED))
            return self._running.taken()
        try:
            command = text if isinstance(text, Command) else Command.from_json(text)
        except CommandError as error:
            self._running.say(client, messages.no_command(error))
            return self._running.taken()
        self._judge(client, command)
        return self._finish()

    def change(self, change: SeatChange, now_ms: int) -> tuple[Message, ...]:
        """Change a seat as the host; in mid-round the change waits for the end of the round.

        A change with the `command` of one that was carried out, or waits, is not carried out again.

        Args:
            change: what is to be done.
            now_ms: the time.

        Raises:
            ChangeRefusedError: it is not allowed. Of one that waits, `take_refused` says so.
            CommandError: its `command` is that of something else.
            EventError: this is no change of seats.
        """
        if type(change) is not SeatChange:
            raise EventError(type_name(change), "give what a method of SeatChange makes")
        self._go_to(now_ms)
        running = self._running
        if not self._was_done(change):
            if self.table.round.question is not None:
                running.waiting.append(ChangeRequest(change))
            elif (refused := running.carry_out(ChangeRequest(change))) is not None:
                raise refused
        return self._finish()

    def take_refused(self) -> tuple[PitbossError, ...]:
        """Return why changes of the host that waited were refused, each once."""
        refused, self._running.refused = tuple(self._running.refused), []
        return refused

    def _go_to(self, now_ms: int) -> None:
        if type(now_ms) is not int:
            raise TableError(f"a time of {brief(now_ms)}", "give whole milliseconds")
        self._running.go_to(now_ms)

    def _finish(self) -> tuple[Message, ...]:
        self._running.go_on()
        return self._running.taken()

    def _check_seat(self, seat: int) -> None:
        most = len(self.table.round.seats) - 1
        if type(seat) is not int or not 0 <= seat <= most:
            raise TableError(f"no seat {brief(seat)}", f"seats are 0 to {most}")

    # Commands of clients.

    def _judge(self, client: str, command: Command) -> None:
        """Carry a command out, or answer why not."""
        seat, its_seat = command.seat, self._clients.seats.get(client)
        if seat in {its_seat, self._clients.left.get(client)}:
            applied = self.memory.find(seat, command.id)
            if applied is not None:
                self._answer_again(client, command, applied)
                return
        waits = self._waiting_as(client, command)
        if waits is not None:
            told = messages.waiting(command.id, seat)
            again = messages.error(ErrorKind.ID_USED, command.id)
            self._running.say(client, told if waits.asks_as(command) else again)
            return
        kind = ANSWERS.get(command.word)
        if seat == its_seat and kind is not None:
            self._answer(client, command, kind)
        elif seat == its_seat or (its_seat is None and command.word == _JOIN.value):
            self._judge_change(client, command, CHANGE_KINDS[command.word])
        else:
            self._running.say(client, messages.error(ErrorKind.NOT_YOUR_SEAT, command.id))

    def _answer_again(self, client: str, command: Command, applied: AppliedCommand) -> None:
        if applied.is_of(command):
            told = messages.applied(command.id, command.seat, applied.seq)
        else:
            told = messages.error(ErrorKind.ID_USED, command.id)
        self._running.say(client, told)

    def _answer(self, client: str, command: Command, kind: EventKind) -> None:
        """Apply an answer, if it is for the question that waits and is legal."""
        table, seat, running = self.table, command.seat, self._running
        round_ = table.round
        if command.expects != round_.event_count:
            self._say_stale(client, command)
            return
        asked = round_.question is not None and round_.asked_seat == seat
        amount = command.amount
        if amount is None:
            amount = self._usual_amount(kind) if asked else 0
        hand = round_.asked_hand if asked else 0
        event = Event(kind, seat, hand, amount, command=command.id)
        try:
            table.apply(event)
        except RefusedError as error:
            running.say(client, messages.refused_answer(command.id, error))
        else:
            running.say(client, messages.applied(command.id, seat, round_.event_count))
            running.heard_from(seat)
            running.applied(event)

    def _usual_amount(self, kind: EventKind) -> int:
        """Return what a stake without an amount is: the least bet, or the most insurance."""
        offer = self.table.glance() if kind in {_BET, _INSURE} else None
        if offer is None:
            return 0
        return offer.least_minor if kind is _BET else offer.most_minor

    def _say_stale(self, client: str, command: Command) -> None:
        offer = self._running.offer_for(self._clients.seats.get(client))
        told = messages.stale(command.id, command.seat, self.table.seq, offer)
        self._running.say(client, told)

    def _judge_change(self, client: str, command: Command, kind: ChangeKind) -> None:
        """Carry a change of a seat out, or let it wait for the end of the round."""
        running, seat = self._running, command.seat
        if kind not in self.policy.open_to_clients:
            running.say(client, messages.error(ErrorKind.NOT_OPEN, command.id))
        elif not self.memory.last_seq(seat) <= command.expects <= self.table.seq:
            # What others do does not make it stale; what the seat itself has done since may.
            self._say_stale(client, command)
        elif self.table.round.question is None:
            running.carry_out(self._request(client, command, kind))
        elif not self._may_wait(client, command, kind):
            running.say(client, messages.error(ErrorKind.TOO_MANY_WAITING, command.id))
        else:
            running.waiting.append(self._request(client, command, kind))
            running.say(client, messages.waiting(command.id, seat))

    def _waiting_as(self, client: str, command: Command) -> Command | None:
        """Return the command that waits with the same id, of the client or of its seat."""
        its_seat = self._clients.seats.get(client)
        for each in self._running.waiting:
            same = each.command is not None and each.command.id == command.id
            if same and (each.client == client or each.change.seat == its_seat):
                return each.command
        return None

    def _may_wait(self, client: str, command: Command, kind: ChangeKind) -> bool:
        """Say whether one more change may wait; a spectator waits for one seat at a time."""
        waiting = self._running.waiting
        if kind is _JOIN and any(each.client == client for each in waiting):
            return False
        seat = command.seat
        return sum(each.change.seat == seat for each in waiting) < self.policy.most_waiting

    def _request(self, client: str, command: Command, kind: ChangeKind) -> ChangeRequest:
        amount = self.policy.join_balance_minor if kind is _JOIN else command.amount or 0
        name, seed = command.name, command.client_seed
        change = SeatChange(kind, command.seat, name, amount, seed, command=command.id)
        return ChangeRequest(change, client, command)

    def _was_done(self, change: SeatChange) -> bool:
        """Say whether a change of the host was carried out before, or waits.

        Raises:
            CommandError: its command is that of something else.
        """
        number, seat = change.command, change.seat
        if number is None:
            return False
        waiting = [each.change for each in self._running.waiting if each.change.seat == seat]
        before = [AppliedCommand.of_change(each, 0) for each in waiting if each.command == number]
        applied = self.memory.find(seat, number)
        if applied is not None:
            before.append(applied._replace(seq=0))
        if any(each != AppliedCommand.of_change(change, 0) for each in before):
            raise CommandError("its id is that of another", "give another id", number)
        return bool(before)
