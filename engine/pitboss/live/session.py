"""A live table without input or output: commands and the time go in, messages come out.

Nothing here waits, reads a clock, opens a connection or draws a random number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from attrs import define, frozen

from pitboss.errors import LimitError, PitbossError, PlayerLeft, ShoeError, TableError, brief
from pitboss.game.events import ANSWERS, KINDS_WITH_AMOUNT, By, Event, EventKind
from pitboss.game.round import Presence, Question
from pitboss.game.seat_changes import CHANGE_KINDS, ChangeKind, SeatChange
from pitboss.live import messages
from pitboss.live.clients import Clients
from pitboss.live.commands import Command, CommandError
from pitboss.live.memory import AppliedCommand, CommandMemory
from pitboss.live.messages import ErrorKind, Message, Scene
from pitboss.live.policy import SessionPolicy
from pitboss.machine.stakes import limits_of_any_bet
from pitboss.table.changing import ChangeRefusedError
from pitboss.table.driver import Ear, ListenerError, Player, ask, ears_due, ears_of
from pitboss.table.legality import RefusedError
from pitboss.table.table import Table
from pitboss.table.views import Offer, View

_SEATED: Final = Presence.SEATED
_EMPTY: Final = Presence.EMPTY
_LEAVE: Final = ChangeKind.LEAVE
_JOIN: Final = ChangeKind.JOIN


@define
class _Asked:
    """The question that waits, as the session knows it.

    Attributes:
        seq: the sequence number of the table.
        since_ms: when the session first saw it.
        alone: no client of the seat was connected at some time since.
        warned: the seat was warned.
    """

    seq: int
    since_ms: int
    alone: bool = False
    warned: bool = False


@frozen
class _Waiting:
    """A change of a seat that waits for the end of the round.

    Attributes:
        change: what is to be done.
        client: who asked for it; `None` for the host.
        command: by which it was asked for; `None` for the host.
    """

    change: SeatChange
    client: str | None
    command: Command | None


class Session:
    """A table with its clients, its bots and its clock.

    A host calls a method for everything that happens: somebody connects or goes, a message comes,
    time has passed. Each returns the messages that are to be sent, in their order. `deadline` says
    when to call `tick` at the latest, if nothing else happens before.

    Rounds open by themselves, as long as a client of a seat that can be asked is connected. Whoever
    answers too late is answered for. Seats change between rounds.

    Times are whole milliseconds of any clock of the host. One that jumps back is taken to stand.

    Args:
        table: which the session alone moves from now on.
        policy: what the host has decided.
        bots: who answers for some seats, by the numbers of the seats.
        memory: the commands that were applied at this table before; needed after a restart.

    Attributes:
        table: as given.
        policy: as given.
        memory: the commands that were applied.
        failures: how often a bot has failed, and was answered for.
        last_failure: the error of the last time; `None` if none has failed.
        stopped: why no further round can be opened at this table; `None` if one can.

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
        self.policy = SessionPolicy() if policy is None else policy
        self.memory = CommandMemory() if memory is None else memory
        self.failures = 0
        self.last_failure: PitbossError | None = None
        self.stopped: PitbossError | None = None
        self._bots = dict(bots or {})
        for seat in self._bots:
            self._check_seat(seat)
        self._clients = Clients()
        self._rules = table.rules.to_dict()
        self._any_bet = limits_of_any_bet(table.rules)
        self._now_ms: int | None = None
        self._opens_ms: int | None = None
        self._asked: _Asked | None = None
        self._waiting: list[_Waiting] = []
        self._refused: list[ChangeRefusedError] = []
        self._time_outs = [0] * len(table.round.seats)
        self._out: list[Message] = []
        self._ears = self._ears_of_bots()

    # What a host calls.

    def connect(self, client: str, seat: int | None, now_ms: int) -> tuple[Message, ...]:
        """Let a client act for a seat, or watch; one that is connected already changes over.

        Whether it may, the host has checked. At an empty seat it may join.

        Args:
            client: the host's own name for the connection.
            seat: for which it acts; `None` for a spectator.
            now_ms: the time.

        Raises:
            TableError: there is no such seat, or a bot has it.
        """
        if seat is not None:
            self._check_seat(seat)
            if seat in self._bots:
                raise TableError(f"seat {seat} is a bot's", "give another seat, or None")
        self._begin(now_ms)
        if client not in self._clients and len(self._clients) >= self.policy.most_clients:
            self._say(client, messages.error(ErrorKind.TOO_MANY_CLIENTS))
            return self._taken()
        connected = self._connected()
        self._clients.put(client, seat)
        self._watch_question()
        rules, seq = self._rules, self.table.seq
        changes = sorted(kind.value for kind in self.policy.open_to_clients)
        state = self._state(seat, self._scene(()))
        self._say(client, messages.welcome(seat, rules, changes, seq, state))
        if self._connected() != connected:
            self._tell((), besides=client)
        return self._finish()

    def disconnect(self, client: str, now_ms: int) -> tuple[Message, ...]:
        """Note that a client has gone; for one who is not connected nothing happens."""
        self._begin(now_ms)
        connected = self._connected()
        if self._clients.seat_of(client) is None:
            # A seat would be taken for nobody.
            self._waiting = [each for each in self._waiting if each.client != client]
        self._clients.remove(client)
        self._watch_question()
        if self._connected() != connected:
            self._tell(())
        return self._finish()

    def receive(self, client: str, text: str | bytes | Command, now_ms: int) -> tuple[Message, ...]:
        """Carry out what a client has sent, or answer why not; what is due is done before.

        Args:
            client: who has sent it.
            text: whatever it is; a host that reads commands itself gives a `Command`.
            now_ms: the time.
        """
        self._begin(now_ms)
        if client not in self._clients:
            self._say(client, messages.error(ErrorKind.NOT_CONNECTED))
            return self._taken()
        try:
            command = text if isinstance(text, Command) else Command.from_json(text)
        except CommandError as error:
            kind = ErrorKind.NOT_A_COMMAND
            told = messages.error_told(kind, error.problem, error.next_step, error.command_id)
            self._say(client, told)
            return self._taken()
        self._judge(client, command)
        return self._finish()

    def change(self, change: SeatChange, now_ms: int) -> tuple[Message, ...]:
        """Change a seat as the host; in mid-round the change waits for the end of the round.

        A change with the `command` of one that was carried out is not carried out again.

        Args:
            change: what is to be done.
            now_ms: the time.

        Raises:
            ChangeRefusedError: it is not allowed. Of one that waits, `take_refused` says so.
            CommandError: its `command` is that of something else.
        """
        self._begin(now_ms)
        if change.command is not None and self._was_done(change, change.command):
            return self._taken()
        waiting = _Waiting(change, None, None)
        if self.table.round.question is None:
            refused = self._carry_out(waiting)
            if refused is not None:
                raise refused
        else:
            self._waiting.append(waiting)
        return self._finish()

    def take_refused(self) -> tuple[ChangeRefusedError, ...]:
        """Return why changes of the host that waited were refused, each once."""
        refused, self._refused = tuple(self._refused), []
        return refused

    def tick(self, now_ms: int) -> tuple[Message, ...]:
        """Do what is due."""
        self._begin(now_ms)
        return self._taken()

    def deadline(self) -> int | None:
        """Return when something is due, as a time of the host's clock; `None` if nothing is.

        A session that was never told the time waits to be told.
        """
        if self._now_ms is None:
            return None
        if self.table.round.question is None:
            return self._opens_at() if self._will_open() else None
        return self._next_due()

    def seat_of(self, client: str) -> int | None:
        """Return the seat that a client acts for; `None` for a spectator or no client."""
        return self._clients.seat_of(client)

    # Commands.

    def _judge(self, client: str, command: Command) -> None:
        """Carry a command out, or answer why not."""
        seat, word = command.seat, command.word
        own = self._clients.seat_of(client) == seat
        if own or self._clients.left_by(client) == seat:
            applied = self.memory.find(seat, command.id)
            if applied is not None:
                self._answer_again(client, command, applied)
                return
        watches = self._clients.seat_of(client) is None
        if not own and not (watches and word == _JOIN.value and seat < len(self._time_outs)):
            self._say(client, messages.error(ErrorKind.NOT_YOUR_SEAT, command.id))
            return
        kind = ANSWERS.get(word)
        if kind is None:
            self._judge_change(client, command, CHANGE_KINDS[word])
        else:
            self._answer(client, command, kind)

    def _answer_again(self, client: str, command: Command, applied: AppliedCommand) -> None:
        if applied.is_of(command):
            self._say(client, messages.applied(command.id, command.seat, applied.seq))
        else:
            self._say(client, messages.error(ErrorKind.ID_USED, command.id))

    def _answer(self, client: str, command: Command, kind: EventKind) -> None:
        table, seat = self.table, command.seat
        round_ = table.round
        if command.expects != table.seq:
            self._say_stale(client, command)
            return
        asked = round_.question is not None and round_.asked_seat == seat
        hand = round_.asked_hand if asked else 0
        amount = command.amount
        if amount is None:
            amount = self._usual_amount(kind) if asked and kind in KINDS_WITH_AMOUNT else 0
        event = Event(kind, seat, hand, amount, command=command.id)
        try:
            table.apply(event)
        except RefusedError as error:
            self._say(client, messages.refused_answer(command.id, error))
            return
        self._time_outs[seat] = 0
        self.memory.applied(event, table.seq)
        self._say(client, messages.applied(command.id, seat, table.seq))
        self._after(event)

    def _usual_amount(self, kind: EventKind) -> int:
        offer = self.table.glance()
        if offer is None:
            return 0
        return offer.least_minor if kind is EventKind.BET else offer.most_minor

    def _say_stale(self, client: str, command: Command) -> None:
        seat, seq = command.seat, self.table.seq
        self._say(client, messages.stale(command.id, seat, seq, self._offer_for(seat)))

    def _judge_change(self, client: str, command: Command, kind: ChangeKind) -> None:
        seat = command.seat
        for each in self._waiting:
            same = each.command
            if same is not None and same.id == command.id and self._speaks(client, each):
                told = messages.waiting(command.id, seat)
                again = messages.error(ErrorKind.ID_USED, command.id)
                self._say(client, told if same == command else again)
                return
        if kind not in self.policy.open_to_clients:
            self._say(client, messages.error(ErrorKind.NOT_OPEN, command.id))
            return
        # What others do does not make it stale; what the seat itself has done since may.
        if not self.memory.last_seq(seat) <= command.expects <= self.table.seq:
            self._say_stale(client, command)
            return
        change = self._change_of(command, kind)
        waiting = _Waiting(change, client, command)
        if self.table.round.question is None:
            self._carry_out(waiting)
        elif sum(each.change.seat == seat for each in self._waiting) >= self.policy.most_waiting:
            self._say(client, messages.error(ErrorKind.TOO_MANY_WAITING, command.id))
        else:
            self._waiting.append(waiting)
            self._say(client, messages.waiting(command.id, seat))

    def _speaks(self, client: str, waiting: _Waiting) -> bool:
        """Say whether a client is the one whose change waits, or acts for the same seat."""
        seat = self._clients.seat_of(client)
        return client == waiting.client or seat == waiting.change.seat

    def _change_of(self, command: Command, kind: ChangeKind) -> SeatChange:
        amount = self.policy.join_balance_minor if kind is _JOIN else command.amount or 0
        return SeatChange(
            kind, command.seat, command.name, amount, command.client_seed, command=command.id
        )

    def _was_done(self, change: SeatChange, command_id: str) -> bool:
        """Say whether a change of the host was carried out before.

        Raises:
            CommandError: its command is that of something else.
        """
        applied = self.memory.find(change.seat, command_id)
        if applied is None:
            return False
        text = change.name or change.client_seed
        amount = change.amount_minor if change.kind in _WITH_AMOUNT else None
        if (applied.word, applied.amount_minor, applied.text) == (change.kind.value, amount, text):
            return True
        raise CommandError("its id is that of another", "give another id", command_id)

    # What happens at the table.

    def _carry_out(self, waiting: _Waiting) -> ChangeRefusedError | None:
        """Change a seat between two rounds, or tell why not."""
        change, client, command = waiting.change, waiting.client, waiting.command
        if change.kind is _JOIN and client is not None and command is not None:
            seat = self._clients.seat_of(client)
            if seat is not None and seat != change.seat:
                self._say(client, messages.error(ErrorKind.NOT_YOUR_SEAT, command.id))
                return None
        try:
            self.table.change(change)
        except ChangeRefusedError as error:
            if client is not None and command is not None:
                self._say(client, messages.refused_change(command.id, error))
            return error
        seq = self.table.seq
        self.memory.changed(change, seq)
        if client is not None and command is not None:
            self._say(client, messages.applied(command.id, change.seat, seq))
        self._note_change(change, client)
        self._tell((messages.change_told(change),))
        return None

    def _note_change(self, change: SeatChange, client: str | None) -> None:
        seat = change.seat
        if change.kind is _JOIN:
            self._clients.join(client, seat)
        elif change.kind is _LEAVE:
            self._clients.leave(seat)
            self._bots.pop(seat, None)
            self._ears = self._ears_of_bots()
        if change.kind in _BEGINS_ANEW:
            self._time_outs[seat] = 0

    def _after(self, event: Event) -> None:
        """Tell what an event has brought."""
        table = self.table
        round_ = table.round
        happened = [messages.event_told(event)]
        happened += [messages.shoe_told(shoe) for shoe in table.house.new_shoes]
        if round_.question is None:
            self._opens_ms = self._now() + self.policy.pause_ms
            happened.append(messages.round_told(round_.number, table.results()))
        for ear in ears_due(table, self._ears):
            try:
                ear.hear(table.view(ear.seat))
            except Exception as error:  # noqa: BLE001  whatever a bot raises
                self._failed(ListenerError(table, ear, error))
        self._watch_question()
        self._tell(happened)

    # Time.

    def _begin(self, now_ms: int) -> None:
        """Take the time, and do what is due by then."""
        if type(now_ms) is not int:
            raise TableError(f"a time of {brief(now_ms)}", "give whole milliseconds")
        if self._now_ms is None or now_ms > self._now_ms:
            self._now_ms = now_ms
        self._watch_question()
        self._go_on()

    def _finish(self) -> tuple[Message, ...]:
        self._go_on()
        return self._taken()

    def _now(self) -> int:
        return self._now_ms or 0

    def _go_on(self) -> None:
        """Do everything that is due now."""
        while self._step():
            pass

    def _step(self) -> bool:
        """Do one thing that is due, and say whether there was one."""
        if self.table.round.question is None:
            return self._step_between_rounds()
        seat = self.table.round.asked_seat
        if any(each.change.kind is _LEAVE and each.change.seat == seat for each in self._waiting):
            self._answer_for(seat, By.HOUSE)
            return True
        due_ms = self._next_due()
        if due_ms is None or self._now() < due_ms:
            return False
        if seat in self._bots:
            self._ask_bot(seat)
        elif due_ms == self._limit_at():
            self._time_outs[seat] += 1
            self._answer_for(seat, By.CLOCK)
        else:
            self._warn(seat)
        return True

    def _step_between_rounds(self) -> bool:
        if self._waiting:
            waiting = self._waiting.pop(0)
            refused = self._carry_out(waiting)
            if refused is not None and waiting.client is None:
                self._refused.append(refused)
            return True
        most = self.policy.time_outs_until_away
        for seat in self.table.round.seats:
            count = self._time_outs[seat.index]
            if most is not None and count >= most and seat.presence is _SEATED:
                self._time_outs[seat.index] = 0
                away = SeatChange.away(seat.index).sent(by=By.CLOCK)
                self._carry_out(_Waiting(away, None, None))
                return True
        if not self._will_open() or self._now() < self._opens_at():
            return False
        return self._open()

    def _open(self) -> bool:
        try:
            self.table.open_round()
        except (LimitError, ShoeError) as error:
            self.stopped = error
            return False
        self._after(Event.open())
        return True

    def _opens_at(self) -> int:
        return self._now() if self._opens_ms is None else self._opens_ms

    def _will_open(self) -> bool:
        """Say whether a round can be opened, and somebody is there to play it."""
        if self.stopped is not None or not self._any_bet.possible:
            return False
        there = funded = False
        for seat in self.table.round.seats:
            if seat.presence is _SEATED:
                human = seat.index not in self._bots
                there = there or (human and bool(self._clients.of(seat.index)))
                funded = funded or seat.can_pay(self._any_bet.least_minor)
        return there and funded

    def _watch_question(self) -> None:
        """Begin to count the time of the question that waits, if it is new."""
        round_ = self.table.round
        if round_.question is None:
            self._asked = None
            return
        asked = self._asked
        if asked is None or asked.seq != self.table.seq:
            asked = self._asked = _Asked(self.table.seq, self._now())
        if not asked.alone and not self._clients.of(round_.asked_seat):
            asked.alone = True
            asked.warned = False

    def _limit_ms(self) -> int | None:
        """Return how long the answer that is waited for may take."""
        round_, asked = self.table.round, self._asked
        if round_.question is None or asked is None or round_.asked_seat in self._bots:
            return None
        limit_ms = self.policy.limit_ms(round_.question)
        if limit_ms is None or not asked.alone:
            return limit_ms
        return limit_ms + self.policy.grace_ms

    def _limit_at(self) -> int | None:
        limit_ms, asked = self._limit_ms(), self._asked
        return None if limit_ms is None or asked is None else asked.since_ms + limit_ms

    def _next_due(self) -> int | None:
        """Return when a bot answers, the seat is warned, or the clock answers."""
        seat, asked = self.table.round.asked_seat, self._asked
        if asked is not None and seat in self._bots:
            return asked.since_ms + self.policy.bot_ms
        limit_at = self._limit_at()
        if limit_at is None or asked is None:
            return None
        warns = self.policy.warning_ms and not asked.warned and self._clients.of(seat)
        warning_at = limit_at - self.policy.warning_ms
        # A time so short that it would begin with the warning has none.
        return warning_at if warns and warning_at > asked.since_ms else limit_at

    def _warn(self, seat: int) -> None:
        asked, limit_at = self._asked, self._limit_at()
        if asked is not None and limit_at is not None:
            asked.warned = True
            left_ms = max(limit_at - self._now(), 0)
            self._out.append(Message(self._clients.of(seat), messages.warning(seat, left_ms)))

    # Answers in place of a seat.

    def _answer_for(self, seat: int, by: By) -> None:
        """Answer as the policy says."""
        offer = self.table.glance()
        if offer is None:
            raise TableError(f"seat {seat} is not asked", "let the session alone move the table")
        word = self.policy.answers.get(offer.question)
        legal = word is not None and offer.can(ANSWERS[word])
        answer = offer.answer(word) if word is not None and legal else offer.default()
        event = answer.sent(by=by)
        self.table.apply(event)
        self._after(event)

    def _ask_bot(self, seat: int) -> None:
        question = self.table.round.question
        if question is None:
            return
        heard = _Heard(self._bots[seat])
        try:
            failed: PitbossError | None = ask(self.table, heard, question, 1)
        except PlayerLeft as error:
            failed = error
        if failed is not None or heard.event is None:
            self._failed(failed)
            self._answer_for(seat, By.FALLBACK)
        else:
            self._after(heard.event)

    def _failed(self, error: PitbossError | None) -> None:
        self.failures += 1
        self.last_failure = error

    def _ears_of_bots(self) -> list[Ear]:
        seats = range(len(self.table.round.seats))
        return ears_of([self._bots.get(seat) for seat in seats])

    # What is told.

    def _say(self, client: str, text: str) -> None:
        self._out.append(Message((client,), text))

    def _taken(self) -> tuple[Message, ...]:
        taken, self._out = tuple(self._out), []
        return taken

    def _tell(self, happened: Sequence[str], besides: str | None = None) -> None:
        """Tell every viewer how the table stands, and what has happened."""
        scene = self._scene(happened)
        for seat, clients in self._clients.groups():
            others = tuple([each for each in clients if each != besides]) if besides else clients
            if others:
                self._out.append(Message(others, self._state(seat, scene)))

    def _scene(self, happened: Sequence[str]) -> Scene:
        clock = opens_in_ms = None
        limit_ms, limit_at = self._limit_ms(), self._limit_at()
        if limit_ms is not None and limit_at is not None:
            left_ms = max(limit_at - self._now(), 0)
            clock = (self.table.round.asked_seat, limit_ms, left_ms)
        elif self.table.round.question is None and self._will_open():
            opens_in_ms = max(self._opens_at() - self._now(), 0)
        rest = messages.rest_of_state(clock, self._connected(), opens_in_ms)
        return Scene(self.table.seq, happened, rest)

    def _state(self, seat: int | None, scene: Scene) -> str:
        offer = None if seat is None else self._offer_for(seat)
        return scene.to_json(self.table.view(seat).to_json(), offer)

    def _offer_for(self, seat: int) -> str | None:
        """Return what a seat is asked, as a document; `None` if it is not asked."""
        round_ = self.table.round
        if round_.question is None or round_.asked_seat != seat:
            return None
        offer = self.table.glance()
        return None if offer is None else offer.to_json()

    def _connected(self) -> list[int]:
        seats = range(len(self.table.round.seats))
        return [seat for seat in seats if seat in self._bots or self._clients.of(seat)]

    def _check_seat(self, seat: int) -> None:
        most = len(self.table.round.seats) - 1
        if type(seat) is not int or not 0 <= seat <= most:
            raise TableError(f"no seat {brief(seat)}", f"seats are 0 to {most}")


_WITH_AMOUNT: Final = frozenset({ChangeKind.DEPOSIT, ChangeKind.WITHDRAW})
_BEGINS_ANEW: Final = frozenset({ChangeKind.JOIN, ChangeKind.LEAVE, ChangeKind.BACK})


class _Heard:
    """A bot whose answer is kept."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.event: Event | None = None

    def decide(self, view: View, offer: Offer) -> Event:
        """Answer as the bot does."""
        answer = self._player.decide(view, offer)
        self.event = answer
        return answer
