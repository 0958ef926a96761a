"""Messages from a live table to its clients, each one document of the protocol."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import Final, Protocol

import orjson
from attrs import frozen

from pitboss.game.documents import PROTOCOL, document, within
from pitboss.game.events import Event, EventKind
from pitboss.game.results import side_bet_results
from pitboss.game.round import Question
from pitboss.game.seat_changes import ChangeKind, SeatChange
from pitboss.game.shoe import Shoe, TableSeed, shoe_commitment
from pitboss.live.commands import CommandError
from pitboss.table.menu import Refusal, RefusedError, write_answers
from pitboss.table.seat_changes import ChangeRefusedError
from pitboss.table.table import Table
from pitboss.text.terminal import count_text


@frozen
class Message:
    """One document for some clients.

    Attributes:
        clients: the clients that get the document.
        text: the document.
    """

    clients: tuple[str, ...]
    text: str


class Teller(Protocol):
    """Writes sentences about a table; `applied` and `changed` return documents of type ``told``."""

    @property
    def printed(self) -> Sequence[str]:
        """The main rules, as they are printed on the felt."""
        ...

    def applied(self, table: Table, event: Event) -> Sequence[str]:
        """Return the sentences about an event that was applied."""
        ...

    def changed(self, table: Table, change: SeatChange) -> Sequence[str]:
        """Return the sentences about a change of a seat."""
        ...

    def tell_state(self, table: Table, seat: int | None, *, opens: bool) -> Mapping[str, str]:
        """Return sentences, as members of a state: what a reader is asked, or waits for."""
        ...

    def tell_hint(self, question: Question, answer: EventKind) -> str:
        """Return the sentence that says what the chart answers to a question."""
        ...


class ErrorKind(Enum):
    """The kinds of error in messages to clients, apart from refusals."""

    NOT_A_COMMAND = "not_a_command"
    NOT_CONNECTED = "not_connected"
    NOT_YOUR_SEAT = "not_your_seat"
    NOT_OPEN = "not_open"
    ID_USED = "id_used"
    TOO_MANY_CLIENTS = "too_many_clients"
    TOO_MANY_WAITING = "too_many_waiting"
    NO_HINTS = "no_hints"
    NOTHING_TO_HINT = "nothing_to_hint"
    TAKEN_BACK = "taken_back"


_ERRORS: Final = {
    ErrorKind.NOT_CONNECTED: ("this client is not connected", "connect first"),
    ErrorKind.NOT_YOUR_SEAT: ("this client has another seat, or none", "act for your own seat"),
    ErrorKind.NOT_OPEN: ("clients may not make this change here", "ask the host for the change"),
    ErrorKind.ID_USED: ("another command has this id", "give each command its own id"),
    ErrorKind.TOO_MANY_CLIENTS: ("too many clients are connected", "connect later"),
    ErrorKind.NO_HINTS: ("this table gives no hints", "answer without a hint"),
    ErrorKind.NOTHING_TO_HINT: (
        "the seat is not asked about a hand",
        "ask for a hint when it is",
    ),
    ErrorKind.TAKEN_BACK: ("the leave was cancelled", "to leave, send another leave with a new id"),
    ErrorKind.TOO_MANY_WAITING: (
        "too many changes wait already",
        "send the change after the round",
    ),
}


def applied_answer(command_id: str, seat: int, seq: int) -> str:
    """Return the answer to an applied command; it is sent again if the command is sent again.

    Args:
        command_id: the id of the client's command.
        seat: the seat of the command.
        seq: the sequence number of the table just after the command.
    """
    # Nothing in an id has to be escaped in JSON.
    return (
        f'{{"protocol":{PROTOCOL},"type":"applied","id":"{command_id}","seat":{seat},"seq":{seq}}}'
    )


def hint(command_id: str, seat: int, seq: int, word: str, text: str) -> str:
    """Return the chart's answer to the open question of a seat.

    Args:
        command_id: the id of the client's command.
        seat: the seat that is asked.
        seq: the sequence number of the table.
        word: the answer of the chart.
        text: this answer as a sentence; empty at a table without sentences.
    """
    said = {"text": text} if text else {}
    return document("hint", {"id": command_id, "seat": seat, "seq": seq, "word": word, **said})


def waiting(command_id: str, seat: int) -> str:
    """Return the answer to a change of a seat that waits for the end of the round."""
    return document("waiting", {"id": command_id, "seat": seat})


def stale(command_id: str, seat: int, seq: int, offer: str | None) -> str:
    """Return the answer to a command that was meant for an earlier state of the table.

    Args:
        command_id: the id of the client's command.
        seat: the seat of the command.
        seq: the sequence number of the table.
        offer: what the seat is asked now; `None` if the seat is not asked.
    """
    members: dict[str, object] = {"id": command_id, "seat": seat, "seq": seq}
    if offer is not None:
        members["offer"] = within(offer)
    return document("stale", members)


def refused_answer(command_id: str, error: RefusedError) -> str:
    """Return the answer to a command that is not a legal answer now.

    Only the seat that is asked gets the list of legal answers.
    """
    members: dict[str, object] = {
        "id": command_id,
        "seat": error.event.seat,
        "kind": error.kind.value,
        "reason": error.reason,
    }
    if error.question is None:
        return document("refused", {**members, "next": "wait for the next round"})
    if error.kind is Refusal.WRONG_SEAT:
        return document("refused", {**members, "next": "wait until your seat is asked"})
    members["next"] = f"legal now: {', '.join(kind.value for kind in error.legal)}"
    return document("refused", members | write_answers(error.legal, error.limits, error.side_bets))


def refused_change(command_id: str, error: ChangeRefusedError) -> str:
    """Return the answer to a change of a seat that is not allowed."""
    return document(
        "refused",
        {
            "id": command_id,
            "seat": error.change.seat,
            "kind": error.kind.value,
            "reason": error.problem,
            "next": error.next_step,
        },
    )


def error(kind: ErrorKind, command_id: str | None = None) -> str:
    """Return the error that answers a client's message.

    Args:
        kind: the kind of the error.
        command_id: the id of the command, if there is one.
    """
    return _error(kind, *_ERRORS[kind], command_id)


def no_command(error: CommandError) -> str:
    """Return the answer to a message that is not a command."""
    return _error(ErrorKind.NOT_A_COMMAND, error.problem, error.next_step, error.command_id)


def _error(kind: ErrorKind, reason: str, next_step: str, command_id: str | None) -> str:
    members: dict[str, object] = {"kind": kind.value, "reason": reason, "next": next_step}
    if command_id is not None:
        members["id"] = command_id
    return document("error", members)


def warning(seat: int, left_ms: int) -> str:
    """Return the warning that a seat has to answer soon.

    Args:
        seat: the seat that is asked.
        left_ms: how long the answer may still take.
    """
    text = f"{count_text(-(-left_ms // 1000), 'second')} left."
    return document("warning", {"seat": seat, "left_ms": left_ms, "text": text})


def public_event(event: Event) -> str:
    """Return an event as everybody may see it: without the id of the client's command."""
    # The id of the command comes last, and has no quotes in it.
    members = event.members.partition(',"command":')[0]
    return f'{{"protocol":{PROTOCOL},"type":"event",{members}}}'


def public_change(change: SeatChange) -> str:
    """Return a change of a seat as everybody may see it: without chips and command."""
    members: dict[str, object] = {"change": change.kind.value, "seat": change.seat}
    if change.name:
        members["name"] = change.name
    if change.kind is ChangeKind.CLIENT_SEED:
        members["client_seed"] = change.client_seed
    elif change.kind is ChangeKind.CLOSE_SEEDS:
        del members["seat"]
    if change.by is not None:
        members["by"] = change.by.value
    return document("change", members)


def tell_shoe(shoe: Shoe, table_seed: TableSeed | None) -> str:
    """Return the message that another shoe is in use, or that a shoe was made again in mid-round.

    Args:
        shoe: the shoe, with its commitment and the seeds of the seats.
        table_seed: the seed of the table.
    """
    members: dict[str, object] = {"shoe": shoe.number, "part": shoe.part}
    if shoe.seed is not None:
        members["commitment"] = shoe_commitment(shoe, table_seed)
    if shoe.client_seeds:
        members["client_seeds"] = list(shoe.client_seeds)
    return document("new_shoe", members)


def reveal_shoe(shoe: Shoe) -> str:
    """Return the seed of a shoe that is out of use."""
    seed = "" if shoe.seed is None else shoe.seed.hex()
    return document("revealed", {"shoe": shoe.number, "part": shoe.part, "seed": seed})


def tell_round(table: Table) -> str:
    """Return the message that a round is over, with the results of its hands and side bets.

    Args:
        table: the table just after the round.
    """
    number, told = table.round.number, ",".join([each.to_json() for each in table.results()])
    begun = f'{{"protocol":{PROTOCOL},"type":"round_ended","round":{number},"results":[{told}]'
    beside = [each.members() for each in side_bet_results(table.round)]
    return f'{begun},"side_bets":{orjson.dumps(beside).decode()}}}' if beside else f"{begun}}}"


def begun_state(seq: int, happened: Iterable[str]) -> str:
    """Return the first members of a state, up to the view.

    Args:
        seq: the sequence number of the table.
        happened: what has happened since the last state, as documents.
    """
    return (
        f'{{"protocol":{PROTOCOL},"type":"state","seq":{seq},'
        f'"happened":[{",".join(happened)}],"view":'
    )


def say_state(teller: Teller | None, table: Table, seat: int | None, *, opens: bool) -> str:
    """Return the members of a state that are sentences; empty without a teller.

    Args:
        teller: the teller of the table; `None` if the table has no teller.
        table: the table.
        seat: the reader's seat; `None` for a spectator.
        opens: whether another round will be opened.
    """
    if teller is None:
        return ""
    return f",{orjson.dumps(teller.tell_state(table, seat, opens=opens)).decode()[1:-1]}"


def ended_state(
    connected: str,
    clock: tuple[int, int, int] | None,
    opens_in_ms: int | None,
    seeds: Mapping[str, object] | None,
) -> str:
    """Return the last members of a state, after the view and the offer.

    Args:
        connected: the numbers of the seats that have a client or a bot, separated by commas.
        clock: the seat that is asked, the whole time for its answer, and the time that is left;
            `None` if there is no question or no limit.
        opens_in_ms: the time until the next round opens; `None` if no round will open.
        seeds: the state of the exchange of seeds; `None` if seats cannot add seeds now.
    """
    rest = f',"connected":[{connected}]'
    if clock is not None:
        seat, whole_ms, left_ms = clock
        rest += f',"clock":{{"seat":{seat},"whole_ms":{whole_ms},"left_ms":{left_ms}}}'
    if opens_in_ms is not None:
        rest += f',"opens_in_ms":{opens_in_ms}'
    if seeds is not None:
        rest += f',"seeds":{orjson.dumps(seeds).decode()}'
    return f"{rest}}}"


def welcome(
    seat: int | None,
    table: Table,
    changes: Iterable[str],
    state: str,
    *,
    hints: bool,
    teller: Teller | None,
) -> str:
    """Return the message to a client that connects.

    Args:
        seat: the seat of the client; `None` for a spectator.
        table: the table, for its rules, its sequence number and its commitments.
        changes: the changes that clients may make to their seats.
        state: the state of the table, as a document.
        hints: whether seats may ask for hints.
        teller: the teller of the table; `None` if the table has no teller.
    """
    members: dict[str, object] = {"seq": table.seq}
    if seat is not None:
        members["seat"] = seat
    members |= {"rules": table.rules.to_dict(), "changes": list(changes)}
    if hints:
        members["hints"] = True
    if teller is not None:
        members["printed"] = teller.printed
    if table.commitment is not None:
        members["commitment"] = table.commitment
        members["shoe"] = within(tell_shoe(table.shoe, table.seed))
    members["state"] = within(state)
    return document("welcome", members)
