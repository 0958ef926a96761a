"""What a live table does by itself when something is due.

It opens rounds, lets bots answer, gives the policy's answer when a seat is late, and carries out
waiting changes of seats. It tells all clients what happens.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Final

from attrs import define, frozen

from pitboss.errors import LimitError, PitbossError, ShoeError, TableError
from pitboss.game.events import ANSWERS, By, Event
from pitboss.game.round import Presence, Question
from pitboss.game.seat_changes import ChangeKind, SeatChange
from pitboss.live import messages
from pitboss.live.bots import Bots
from pitboss.live.clients import Clients
from pitboss.live.commands import Command
from pitboss.live.memory import CommandMemory
from pitboss.live.messages import ErrorKind, Message, Teller
from pitboss.live.policy import SessionPolicy
from pitboss.live.seeds import SeedsOfSeats
from pitboss.machine.stakes import limits_of_any_bet
from pitboss.table.offer import Offer, write_offer
from pitboss.table.seat_changes import ChangeRefusal, ChangeRefusedError, refusal_of
from pitboss.table.table import Table
from pitboss.table.view_parts import Outlook
from pitboss.text.names import name_key

_SEATED: Final = Presence.SEATED
_JOIN: Final = ChangeKind.JOIN
_LEAVE: Final = ChangeKind.LEAVE
_NOT_YOUR_SEAT: Final = partial(messages.error, ErrorKind.NOT_YOUR_SEAT)
_OF_ITS_OWN: Final = frozenset(ChangeKind) - {_JOIN, ChangeKind.CLOSE_SEEDS}
_BEGINS_ANEW: Final = frozenset({ChangeKind.JOIN, ChangeKind.LEAVE, ChangeKind.BACK})


@frozen
class ChangeRequest:
    """A change of a seat, and who asked for it.

    Attributes:
        change: the change.
        client: who asked for the change; empty for the host and for the clock.
        command: the command that asked for the change; `None` for the host and for the clock.
    """

    change: SeatChange
    client: str = ""
    command: Command | None = None


@define
class _Asking:
    """The open question and its time limit.

    Attributes:
        question: the kind of question.
        seat: the seat that is asked.
        since_ms: when the question was asked.
        whole_ms: how long the answer may take; `None` for no limit.
        grace_ms: the extra time that is left while the seat has no client.
        alone_since_ms: since when the seat has had no client; `None` if it has a client.
        warned: whether the seat was warned.
    """

    question: Question
    seat: int
    since_ms: int
    whole_ms: int | None
    grace_ms: int
    alone_since_ms: int | None = None
    warned: bool = False


class RunningTable:
    """A table with its clients, its bots and its clock.

    Args:
        table: the table; only this object may change it.
        policy: what the host has decided.
        bots: the players that answer for some seats.
        memory: the commands that were applied before.

    Attributes:
        table: as given.
        policy: as given.
        bots: as given.
        memory: as given; commands are added when they are applied.
        clients: the connected clients.
        waiting: changes of seats that wait for the end of the round, in their order.
        refused: the errors of the host's changes that waited and were then refused.
        stopped: why no further round can be opened; `None` if nothing prevents it.
        teller: writes sentences about what happens; `None` if the table has no sentences.
    """

    def __init__(
        self, table: Table, policy: SessionPolicy, bots: Bots, memory: CommandMemory
    ) -> None:
        self.table = table
        self.policy = policy
        self.bots = bots
        self.memory = memory
        self.clients = Clients()
        self.waiting: list[ChangeRequest] = []
        self.refused: list[ChangeRefusedError] = []
        self.stopped: PitbossError | None = None
        self.teller: Teller | None = None
        bets = limits_of_any_bet(table.rules)
        self._least_bet_minor = bets.least_minor if bets.possible else None
        self._limits_ms = {question: policy.limit_ms(question) for question in Question}
        self._now_ms = 0
        self._begun = False
        self._opens_ms: int | None = None
        self._asking: _Asking | None = None
        self._time_outs = [0] * len(table.round.seats)
        self._connected = ""
        self._next: tuple[int, Callable[[], None]] | None = None
        self._out: list[Message] = []
        self._seeds = SeedsOfSeats(table, policy, bots, self.clients)

    # Time.

    def go_to(self, now_ms: int) -> None:
        """Do what is due at a time; ignore a time that is not later than the last time."""
        if not self._begun:
            self._begun = True
            self._now_ms = now_ms
            self._count_connected()
            self._begin_question()
            self.go_on()
        elif now_ms > self._now_ms:
            self._now_ms = now_ms
            due = self._next
            if due is not None and now_ms >= due[0]:
                self.go_on()

    def go_on(self) -> None:
        """Do everything that is due by now, one thing after another."""
        while True:
            self._next = due = self._planned()
            if due is None or due[0] > self._now_ms:
                return
            due[1]()

    def deadline(self) -> int | None:
        """Return when something is due: now if messages wait; `None` if nothing is due."""
        if self._out:
            return self._now_ms
        return None if self._next is None else self._next[0]

    def _planned(self) -> tuple[int, Callable[[], None]] | None:
        """Return when the next action is due, and the action; `None` if nothing is due."""
        asking = self._asking
        if asking is None:
            return self._planned_between_rounds()
        seat, whole_ms = asking.seat, asking.whole_ms
        if self.waiting and self._leaves(seat):
            return self._now_ms, partial(self._answer, asking, By.HOUSE)
        if seat in self.bots.players:
            return asking.since_ms + self.policy.bot_ms, partial(self._let_bot_answer, asking)
        if whole_ms is None:
            return None
        ends_ms, warning_ms = asking.since_ms + whole_ms, self.policy.warning_ms
        # If the whole time is `warning_ms` or less, the seat is not warned.
        warns = 0 < warning_ms < whole_ms and not asking.warned
        if warns and self.clients.groups.get(seat) and self._now_ms < ends_ms:
            return ends_ms - warning_ms, partial(self._warn, asking, ends_ms)
        return ends_ms, partial(self._let_clock_answer, asking)

    def _planned_between_rounds(self) -> tuple[int, Callable[[], None]] | None:
        if self.waiting:
            return self._now_ms, self._carry_out_first
        late_seat = self._late_seat()
        if late_seat is not None:
            return self._now_ms, partial(self._send_away, late_seat)
        if not self._will_open():
            self._seeds.begin_anew()
            return None
        if self._seeds.wait_for_closing:
            return self._seeds.due_ms(self._now_ms), self._close_seeds
        return self._opens_at(), self._open

    def _close_seeds(self) -> None:
        self.carry_out(ChangeRequest(SeatChange.close_seeds()))

    # Rounds.

    def _opens_at(self) -> int:
        due_ms = self._seeds.due_ms(self._now_ms)
        return due_ms if self._opens_ms is None else max(due_ms, self._opens_ms)

    def _will_open(self) -> bool:
        """Return whether a round can be opened, and a client is connected to play it."""
        least_minor = self._least_bet_minor
        if self.stopped is not None or least_minor is None:
            return False
        seats = [seat for seat in self.table.round.seats if seat.presence is _SEATED]
        people = [seat.index for seat in seats if seat.index not in self.bots.players]
        there = any(self.clients.groups.get(number) for number in people)
        return there and any(seat.can_pay(least_minor) for seat in seats)

    def _open(self) -> None:
        try:
            self.table.open_round()
        except (LimitError, ShoeError, TableError) as error:
            self.stopped = error
        else:
            self.applied(Event.open())

    def applied(self, event: Event) -> None:
        """Remember an event that was applied, and tell what happened."""
        table, round_ = self.table, self.table.round
        self.memory.applied(event, round_.event_count)
        happened = [messages.public_event(event), *self._seeds.shoes_told(event.kind)]
        self._seeds.begin_anew()
        if round_.question is None:
            self._opens_ms = self._now_ms + self.policy.pause_ms
            happened.append(messages.tell_round(table))
        happened += self.teller.applied(table, event) if self.teller else ()
        self.bots.hear()
        self._begin_question()
        self.tell(happened)

    # Questions.

    def _begin_question(self) -> None:
        """Start the time limit of the open question now."""
        round_ = self.table.round
        question, seat = round_.question, round_.asked_seat
        if question is None:
            self._asking = None
            return
        whole_ms = None if seat in self.bots.players else self._limits_ms[question]
        self._asking = _Asking(question, seat, self._now_ms, whole_ms, self.policy.grace_ms)
        self._count_grace()

    def _count_grace(self) -> None:
        """Give the asked seat extra time until it has a client; then take back the rest."""
        asking = self._asking
        if asking is None or asking.whole_ms is None:
            return
        since_ms, alone = asking.alone_since_ms, not self.clients.groups.get(asking.seat)
        if alone and since_ms is None:
            asking.alone_since_ms = self._now_ms
            asking.warned = False
            asking.whole_ms += asking.grace_ms
        elif since_ms is not None and not alone:
            left_ms = max(asking.grace_ms - (self._now_ms - since_ms), 0)
            asking.alone_since_ms = None
            asking.whole_ms -= left_ms
            asking.grace_ms = left_ms

    def _warn(self, asking: _Asking, ends_ms: int) -> None:
        asking.warned = True
        told = messages.warning(asking.seat, ends_ms - self._now_ms)
        self._out.append(Message(self.clients.groups[asking.seat], told))

    def _let_clock_answer(self, asking: _Asking) -> None:
        self._time_outs[asking.seat] += 1
        self._answer(asking, By.CLOCK)

    def _let_bot_answer(self, asking: _Asking) -> None:
        event = self.bots.answer(asking.question)
        if event is None:
            self._answer(asking, By.FALLBACK)
        else:
            self.applied(event)

    def _answer(self, asking: _Asking, by: By) -> None:
        """Answer in place of the seat that is asked, as the policy says."""
        table, word = self.table, self.policy.answers.get(asking.question)
        offer = Offer.at(table.round, asking.question, table.legality)
        usual = word is None or not offer.can(ANSWERS[word])
        answer = offer.default() if word is None or usual else offer.answer(word)
        event = answer.sent(by=by)
        table.apply(event)
        self.applied(event)

    def heard_from(self, seat: int) -> None:
        """Record that a seat has answered for itself."""
        self._time_outs[seat] = 0

    # Changes of seats.

    def _leaves(self, seat: int) -> bool:
        return any(each.change.kind is _LEAVE and each.change.seat == seat for each in self.waiting)

    def _late_seat(self) -> int | None:
        """Return the first seat that was late too often in a row; `None` if no seat was."""
        most = self.policy.time_outs_until_away
        if most is None or max(self._time_outs) < most:
            return None
        seats = [seat for seat in self.table.round.seats if seat.presence is _SEATED]
        return next((each.index for each in seats if self._time_outs[each.index] >= most), None)

    def _send_away(self, seat: int) -> None:
        self._time_outs[seat] = 0
        self.carry_out(ChangeRequest(SeatChange.away(seat).sent(by=By.CLOCK)))

    def _carry_out_first(self) -> None:
        request = self.waiting.pop(0)
        refused = self.carry_out(request)
        if refused is not None and request.command is None:
            self.refused.append(refused)

    def carry_out(self, request: ChangeRequest) -> ChangeRefusedError | None:
        """Change a seat between two rounds; if refused, return the error, and tell the client."""
        change, client = request.change, request.client
        if change.kind is _JOIN and self.clients.seats.get(client) not in {None, change.seat}:
            # The client has taken another seat since it asked.
            self._answer_command(request, _NOT_YOUR_SEAT)
            return None
        try:
            self._change(request)
        except ChangeRefusedError as error:
            self._answer_command(request, partial(messages.refused_change, error=error))
            return error
        seq = self.table.seq
        self.memory.changed(change, seq)
        self._answer_command(request, partial(messages.applied_answer, seat=change.seat, seq=seq))
        self._note(change, client)
        told = self.teller.changed(self.table, change) if self.teller else ()
        self.tell((messages.public_change(change), *told))
        return None

    def _change(self, request: ChangeRequest) -> None:
        """Change a seat; refuse a client's join if its name is like the name of another seat."""
        change, round_ = request.change, self.table.round
        if (
            request.command is not None
            and change.kind is _JOIN
            and refusal_of(round_, self.table.house, change) is None
            and name_key(change.name) in [name_key(seat.name) for seat in round_.seats]
        ):
            raise ChangeRefusedError(ChangeRefusal.NAME_TAKEN, change)
        self.table.change(change)

    def _answer_command(self, request: ChangeRequest, told: Callable[[str], str]) -> None:
        """Answer the client who asked for a change, if it is still connected."""
        if request.command is not None and request.client in self.clients.seats:
            self.say(request.client, told(request.command.id))

    def _note(self, change: SeatChange, client: str) -> None:
        seat = change.seat
        if change.kind is _JOIN:
            self.clients.join(client, seat)
            # Without a client, the host has seated the player, so its later changes know of this.
            self.drop_waiting(seat, _OF_ITS_OWN, ErrorKind.NOT_YOUR_SEAT, of_host=bool(client))
        elif change.kind is _LEAVE:
            self.clients.leave(seat)
            self.bots.remove(seat)
        if change.kind in _BEGINS_ANEW:
            self._time_outs[seat] = 0
            self._count_connected()

    def drop_waiting(
        self, seat: int, kinds: Collection[ChangeKind], why: ErrorKind, *, of_host: bool = False
    ) -> None:
        """Cancel waiting changes that clients, or also the host, sent for a seat; answer each."""
        waiting, self.waiting = self.waiting, []
        for each in waiting:
            change, by_host = each.change, each.command is None
            if change.seat != seat or change.kind not in kinds or (by_host and not of_host):
                self.waiting.append(each)
            elif by_host:
                self.refused.append(ChangeRefusedError(ChangeRefusal.OTHER_PLAYER, change))
            else:
                self._answer_command(each, partial(messages.error, why))

    # What is told.

    def seats_moved(self, besides: str = "") -> None:
        """Update the connected seats; if they have changed, tell all clients except `besides`."""
        before = self._connected
        self._count_connected()
        self._count_grace()
        if self._connected != before:
            self.tell((), besides)

    def _count_connected(self) -> None:
        players, groups = self.bots.players, self.clients.groups
        seats = range(len(self.table.round.seats))
        self._connected = ",".join(str(n) for n in seats if n in players or groups.get(n))

    def say(self, client: str, text: str) -> None:
        """Queue a document for one client."""
        self._out.append(Message((client,), text))

    def taken(self) -> tuple[Message, ...]:
        """Return the messages to send; each is returned once."""
        taken, self._out = tuple(self._out), []
        return taken

    def tell(self, happened: Sequence[str], besides: str = "") -> None:
        """Tell all clients except `besides` the state of the table, and what has happened."""
        scene = None
        for seat, clients in self.clients.groups.items():
            others = clients
            if besides and besides in clients:
                others = tuple([each for each in clients if each != besides])
            if others:
                scene = scene or self._scene(happened)
                self._out.append(Message(others, self._state(seat, scene)))

    def state(self, seat: int | None) -> str:
        """Return the state of the table for the clients of a seat; with `None`, for spectators."""
        return self._state(seat, self._scene(()))

    def _scene(self, happened: Sequence[str]) -> _Scene:
        round_, asking = self.table.round, self._asking
        clock = opens_in_ms = seeds = None
        if asking is None:
            seeds = self._seeds.told(self._now_ms)
            if self._will_open():
                opens_in_ms = max(self._opens_at() - self._now_ms, 0)
        elif asking.whole_ms is not None:
            ends_ms = asking.since_ms + asking.whole_ms
            clock = (asking.seat, asking.whole_ms, max(ends_ms - self._now_ms, 0))
        return (
            messages.begun_state(round_.event_count, happened),
            Outlook(round_, self.table.house.shoe),
            messages.ended_state(self._connected, clock, opens_in_ms, seeds),
            opens_in_ms is not None,
        )

    def _state(self, seat: int | None, scene: _Scene) -> str:
        begun, outlook, ended, opens = scene
        offer = self.offer_for(seat)
        asked = "" if offer is None else f',"offer":{offer}'
        said = messages.say_state(self.teller, self.table, seat, opens=opens)
        return f"{begun}{outlook.to_json(seat)}{asked}{said}{ended}"

    def offer_for(self, seat: int | None) -> str | None:
        """Return what a seat is asked, as a document; `None` if it is not asked."""
        round_ = self.table.round
        question = round_.question
        if question is None or seat != round_.asked_seat:
            return None
        return write_offer(round_, question, self.table.legality)


_Scene = tuple[str, Outlook, str, bool]
"""The parts of a state for all viewers: beginning, view, end, and whether a round will open."""
