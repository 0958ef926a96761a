"""The lines of a journal, each as JSON text without its line feed, and the chain of digests.

``fixtures/journals/README.md`` describes the lines. Every line goes through a logger of `structlog`
before it is written. The logger is private: it has no processors, its own context class and its own
wrapper. So no call of ``structlog.configure`` and no context variable of a host can change a byte.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Final, cast

import orjson
import structlog

from pitboss.errors import JournalError, LimitError
from pitboss.game.bets import SideStake
from pitboss.game.events import Event
from pitboss.game.limits import MAX_NUMBER
from pitboss.game.reasons import Outcome, Reason
from pitboss.game.round import House, Phase, Presence, Round, Seat
from pitboss.game.seat_changes import NAMED_AMOUNTS, ChangeKind, SeatChange
from pitboss.game.seen import all_seen
from pitboss.game.shoe import SHUFFLE_ALGORITHM, Shoe, write_seed
from pitboss.journal.links import Link
from pitboss.table.seating import SeatPlan
from pitboss.table.table import Table
from pitboss.text.strict import JsonValue, check_json

DIGEST_KEY: Final = b',"digest":"'
DIGEST_END: Final = b'"}\n'

EMPTY_HASH: Final = sha256()
"""The hash of no bytes. It is copied, because `sha256` looks up its algorithm on each call."""

_EMPTY: Final = Presence.EMPTY
_AWAY: Final = Presence.AWAY


def plain_line(line: JsonValue) -> str:
    """Return a JSON value as text for a line.

    Raises:
        LimitError: a number is too large for JSON readers to read exactly.
    """
    try:
        return orjson.dumps(line).decode()
    except TypeError as error:
        raise _too_great() from error


def _too_great() -> LimitError:
    return LimitError(
        "MAX_NUMBER",
        MAX_NUMBER,
        "a number is too large to be written; play for lower stakes or payments",
    )


def header_line(
    schema: int, engine: str, table: Table, link: Link | None, *, secret_apart: bool
) -> str:
    """Return the first line of a journal, or of a later file of its chain."""
    seats: list[JsonValue] = [
        None if plan.empty else {"name": plan.name, "balance": plan.balance_minor}
        for plan in table.plans
    ]
    return plain_line(
        {
            "seq": 0,
            "line": "journal",
            "schema": schema,
            "engine": engine,
            "rules": table.rules.to_dict(),
            "rules_digest": table.rules.digest,
            "seed": None if secret_apart else write_seed(table.seed),
            "commitment": table.commitment,
            "shuffle": SHUFFLE_ALGORITHM,
            "seats": seats,
            **({} if link is None else {"follows": _followed(link, table)}),
        }
    )


def _followed(link: Link, table: Table) -> JsonValue:
    """Return the state of a table at the end of a file, for the header of the file after it."""
    round_, house = table.round, table.house
    seats = changed_seats(round_, table.plans)
    return {
        "file": link.file,
        "lines": link.lines,
        "digest": link.digest,
        "rounds": link.rounds,
        "events": round_.event_count,
        "balances": [seat.balance_minor for seat in round_.seats],
        "house": house.balance_minor,
        **({} if seats is None else {"seats": seats}),
        # The order of these cards does not matter, and a replay does not need it.
        "seen": "".join(sorted([card.code for card in all_seen(round_)])),
        **({"nobody_bet": True} if round_.phase is Phase.BETTING else {}),
    }


def continued_line(seq: int, file: int, round_: Round, house: House) -> str:
    """Return the last line of a file that another file follows.

    Args:
        seq: the sequence number.
        file: the number of the file that follows.
        round_: the finished round.
        house: the hidden state.
    """
    return plain_line(
        {
            "seq": seq,
            "line": "continued",
            "file": file,
            "rounds": round_.number,
            "lines": seq + 1,
            "balances": [seat.balance_minor for seat in round_.seats],
            "house": house.balance_minor,
        }
    )


def trailer_line(seq: int, round_: Round, house: House) -> str:
    """Return the last line of a journal."""
    return plain_line(
        {
            "seq": seq,
            "line": "trailer",
            "rounds": round_.number,
            "lines": seq + 1,
            "balances": [seat.balance_minor for seat in round_.seats],
            "house": house.balance_minor,
        }
    )


def shoe_line(seq: int, shoe: Shoe, commitment: str | None) -> str:
    """Return the line of a new shoe; it has the cards if they do not follow from a seed.

    Raises:
        LimitError: the number of the shoe is too large for JSON readers to read exactly.
    """
    if shoe.number > MAX_NUMBER:
        raise _too_great()
    stated = "null" if commitment is None else f'"{commitment}"'
    added = ""
    if shoe.client_seeds:
        added = f',"client_seeds":{orjson.dumps(shoe.client_seeds).decode()}'
    if shoe.written_out:
        added += f',"cards":"{shoe.cards_text()}"'
    return (
        f'{{"seq":{seq},"line":"shoe","shoe":"{shoe.name}","commitment":{stated},'
        f'"position":{shoe.position},"cut_at":{shoe.cut_at}{added}}}'
    )


def reveal_line(seq: int, shoe: Shoe, seed: bytes) -> str:
    """Return the line that reveals the seed of a shoe that is no longer in use."""
    return f'{{"seq":{seq},"line":"reveal","shoe":"{shoe.name}","seed":"{seed.hex()}"}}'


# The value of an enumeration's member is computed by Python code; a look-up is faster.
_OUTCOMES: Final = {outcome: f'"{outcome.value}"' for outcome in Outcome}

# The lines of a round hold only numbers and words of the engine, which need no escapes. Writing
# them as text takes half as long as rendering a dict.


def round_line(seq: int, round_: Round, house: House, moves: str, seats: str) -> str:
    """Return the first line of a round; a replay of this round alone begins with this line.

    Args:
        seq: the sequence number.
        round_: the round that was opened.
        house: the hidden state.
        moves: the result of `moves_text`.
        seats: the result of `seats_text` when a seat was last changed.
    """
    shoe = house.shoe
    balances = ",".join([str(seat.balance_minor) for seat in round_.seats])
    return (
        f'{{"seq":{seq},"line":"round","round":{round_.number},"moves":["{moves}"],'
        f'"shoe":"{shoe.name}","position":{shoe.position},"balances":[{balances}],'
        f'"house":{house.balance_minor}{seats}}}'
    )


def changed_seats(round_: Round, plans: Sequence[SeatPlan]) -> list[JsonValue] | None:
    """Return the seats as fields of a line; `None` if they are as in the header."""
    planned: list[tuple[JsonValue, ...] | None] = [
        None if plan.empty else (plan.name, plan.balance_minor is None, False, None)
        for plan in plans
    ]
    now: list[tuple[JsonValue, ...] | None] = [
        None
        if seat.presence is _EMPTY
        else (seat.name, seat.on_credit, seat.presence is _AWAY, seat.client_seed or None)
        for seat in round_.seats
    ]
    if now == planned:
        return None
    names = ("name", "unlimited", "away", "client_seed")
    return [None if each is None else dict(zip(names, each, strict=True)) for each in now]


def seats_text(round_: Round, plans: Sequence[SeatPlan]) -> str:
    """Return the text of the seats in a round's line; empty if they are as in the header."""
    seats = changed_seats(round_, plans)
    return "" if seats is None else f',"seats":{plain_line(seats)}'


def change_line(seq: int, change: SeatChange, seat: Seat) -> str:
    """Return the line of a completed change of a seat."""
    kind = change.kind
    line: dict[str, JsonValue] = {"seq": seq, "line": kind.value}
    if kind is not ChangeKind.CLOSE_SEEDS:
        line["seat"] = change.seat
    if kind is ChangeKind.JOIN:
        line["name"] = change.name
        line["balance"] = change.amount_minor
    elif kind is ChangeKind.LEAVE:
        line["balance"] = change.amount_minor
    elif kind in NAMED_AMOUNTS:
        line["amount"] = change.amount_minor
        line["balance"] = seat.balance_minor
        if change.reason:
            line["reason"] = change.reason
    elif change.client_seed:
        line["client_seed"] = change.client_seed
    elif change.commitment:
        line["commitment"] = change.commitment
    if change.by is not None:
        line["by"] = change.by.value
    if change.command is not None:
        line["command"] = change.command
    return plain_line(line)


def event_line(seq: int, event: Event, moves: str) -> str:
    """Return the line of an event with the moves of the house that followed it."""
    return f'{{"seq":{seq},"line":"event",{event.members},"moves":["{moves}"]}}'


def moves_text(house: House) -> str:
    """Return the codes in the house's trace, joined as the contents of a JSON list of texts."""
    codes: list[str] = []
    for entry in house.trace:
        codes.append(entry.code)  # noqa: PERF401  in Python 3.11 that would be a call
    return '","'.join(codes)


def end_line(seq: int, round_: Round) -> str:
    """Return the last line of a round, with the result of every bet."""
    hands: list[str] = []
    for seat in round_.seats:
        for number, hand in enumerate(seat.hands):
            reason = hand.reason
            outcome = "null" if reason is None else _OUTCOMES[reason.outcome]
            insurance = ""
            bet = hand.insurance
            if bet is not None:
                insurance = f',"insurance":{bet.stake_minor},"insurance_net":{bet.net_minor}'
            if hand.bonus is not None:
                insurance += f",{plain_line(hand.bonus.members())[1:-1]}"
            hands.append(
                f'{{"seat":{seat.index},"hand":{number},"bet":{hand.bet_minor},'
                f'"outcome":{outcome},"net":{hand.returned_minor - hand.bet_minor}{insurance}}}'
            )
    settled = [
        _side_bet_text(seat, bet, bet.reason)
        for seat in round_.seats
        for bet in seat.side_bets
        if bet.reason is not None
    ]
    beside = f',"side_bets":[{",".join(settled)}]' if settled else ""
    return (
        f'{{"seq":{seq},"line":"end","round":{round_.number},"hands":[{",".join(hands)}]{beside}}}'
    )


def _side_bet_text(seat: Seat, bet: SideStake, reason: Reason) -> str:
    """Return a side bet for an `end` line; its name and its class need no escapes."""
    pay_class = f',"class":"{bet.pay_class}"' if bet.pay_class else ""
    return (
        f'{{"seat":{seat.index},"bet":"{bet.name}","stake":{bet.stake_minor},'
        f'"outcome":{_OUTCOMES[reason.outcome]},"net":{bet.net_minor}{pay_class}}}'
    )


def host_line(seq: int, facts: Mapping[str, JsonValue]) -> str:
    """Return the line with facts of the host.

    Raises:
        JournalError: the facts are not a JSON object of plain values, would be read as other
            values, or are nested too deep.
    """
    try:
        held = dict(facts)
        line = orjson.dumps({"seq": seq, "line": "host", "host": held}).decode()
        check_json(line)
    except (TypeError, ValueError) as error:
        raise _no_json(str(error)) from error
    _check_plain(held)
    return line


_VALUES: Final[Callable[[object], Iterable[object]]] = vars(dict)["values"]
_ITEMS: Final[Callable[[object], Iterable[object]]] = vars(list)["__iter__"]


def _check_plain(value: object) -> None:
    """Check that every JSON reader gets the same value.

    Raises:
        JournalError: the value, or a value in it, has no form in JSON, or several forms.
    """
    # Like `orjson`, read what a subclass holds. Its own methods could return values without end.
    if isinstance(value, dict):
        for each in _VALUES(cast("object", value)):
            _check_plain(each)
    elif isinstance(value, list):
        for each in _ITEMS(cast("object", value)):
            _check_plain(each)
    elif isinstance(value, tuple):
        for each in cast("Sequence[object]", value):
            _check_plain(each)
    elif isinstance(value, int):
        if not -MAX_NUMBER <= value <= MAX_NUMBER:
            raise _no_json("a number beyond 64 bits")
    elif not isinstance(value, str | None):
        raise _no_json(f"{value if isinstance(value, float) else type(value).__name__}")


def _no_json(why: str) -> JournalError:
    return JournalError(
        None, f"the host's facts are not plain JSON ({why})", "give a mapping of plain values"
    )


class Chain:
    """The chain of digests: each covers the previous digest and all bytes after that digest.

    Args:
        digest: the last digest; empty at the beginning of a journal.
    """

    def __init__(self, digest: str = "") -> None:
        self._covered = digest.encode()

    @property
    def digest(self) -> str:
        """The last digest; read this only if no bytes were added after it."""
        return self._covered.decode()

    def add(self, data: bytes) -> None:
        """Add bytes to what the next digest covers."""
        self._covered += data

    def close(self, data: bytes) -> bytes:
        """Add the last bytes, return the digest, and begin the next digest with it."""
        # One call of the hash is faster than many.
        covered = EMPTY_HASH.copy()
        covered.update(self._covered + data)
        self._covered = digest = covered.hexdigest().encode()
        return digest


Emit = Callable[[str], None]
"""A function that emits one line."""


class WaitingLines:
    """Lines that wait to be written; the object that the logger wraps."""

    __slots__ = ("lines",)

    def __init__(self) -> None:
        self.lines: list[str] = []


class LineLogger(structlog.BoundLoggerBase):
    """A bound logger with one method and no processors: it keeps a line unchanged.

    The logger wraps the list of the waiting lines.
    """

    def emit(self, line: str) -> None:
        """Keep one line; all waiting lines are written together."""
        waiting: WaitingLines = self._logger
        waiting.lines.append(line)


def line_logger(lines: WaitingLines) -> LineLogger:
    """Return the logger that keeps lines in a list."""
    logger: LineLogger = structlog.wrap_logger(
        lines, processors=[], wrapper_class=LineLogger, context_class=dict
    ).bind()
    return logger
