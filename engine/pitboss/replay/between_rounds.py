"""The state of a table between two rounds, read from the lines of a journal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from attrs import evolve, frozen

from pitboss.errors import JournalError
from pitboss.game.cards import Card
from pitboss.game.round import Phase, cards_face_up
from pitboss.game.seat_changes import CHANGE_KINDS
from pitboss.game.seed_exchange import SeedExchange, exchange_after
from pitboss.game.seen import all_seen
from pitboss.game.shoe import Shoe, ShoeSource
from pitboss.journal.fields import RawLine, decode
from pitboss.journal.reader import (
    Follows,
    Header,
    RoundLine,
    SeatBetweenRounds,
    ShoeLine,
    read_change,
    read_header,
)
from pitboss.replay.inputs import stated_shoe
from pitboss.replay.starts import RoundStart
from pitboss.table.shoes import client_seeds_of, with_client_seeds
from pitboss.table.table import Table

REOPENED: Final = "resolved-open"
"""The row that opens a round if the round before had bets; another row opens all other rounds."""


@frozen
class BetweenRounds:
    """The state of a table and its journal between two rounds.

    Attributes:
        opening: the content of the next round's first line, as if no new shoe came with that round.
        shoe: the shoe in use, from which the table draws next.
        digest: the last digest in the journal before this state.
        since: the lines after the line with that digest.
        event_count: how many events and changes of seats there were so far.
        swept: the seen cards of the shoe in use.
        exchange: the seeds of the seats for the next shoe; `None` if no seat has committed to one.
    """

    opening: RoundLine
    shoe: Shoe
    digest: str
    since: tuple[RawLine, ...]
    event_count: int
    swept: tuple[Card, ...] = ()
    exchange: SeedExchange | None = None


def place_before(start: RoundStart, header: Header) -> BetweenRounds:
    """Return the state of the table before a round, read from the round's first line.

    Args:
        start: the start of the round.
        header: the journal's header, with the seed even if it is not in the journal.

    Raises:
        JournalError: the lines contradict each other.
        ShoeError: the shoe in use cannot be made from its line.
    """
    record = start.record
    if len(record.balances) != len(header.seats):
        raise JournalError(None, "there must be one balance for each seat")
    seats = record.seats or tuple([SeatBetweenRounds.planned(plan) for plan in header.seats])
    if len(seats) != len(record.balances):
        raise JournalError(None, "there must be one seat for each balance")
    shoe = _shoe_in_use(start, header)
    seq = record.seq - len(start.lines) + 1
    opening = evolve(record, seq=seq, shoe=shoe.name, position=shoe.position, seats=seats)
    exchange = _exchange_in(start.since, len(seats))
    counted = start.since, start.event_count
    follows = header.follows
    seen: tuple[Card, ...] = ()
    # If the first round of a file uses an earlier shoe, the header has that shoe's seen cards.
    if follows and header.rounds_before + 1 == record.number and len(start.lines) == 1:
        seen = follows.seen
    return BetweenRounds(opening, shoe, start.digest, *counted, seen, exchange)


def place_behind(header: Header, follows: Follows, record: ShoeLine, shoe: Shoe) -> BetweenRounds:
    """Return the state of a table at the end of a file, from the header of the file that follows.

    Args:
        header: the header of the file that follows.
        follows: what that header says of the file before it.
        record: the line of the shoe in use.
        shoe: the shoe in use.

    Raises:
        JournalError: the position in the shoe's line is after the last card of the shoe.
    """
    if record.position > len(shoe.order):
        raise JournalError(None, f"shoe {record.name} has no position {record.position}")
    first_move = "" if follows.nobody_bet else REOPENED
    stated = follows.balances, follows.house_minor, first_move, header.seats_at_begin
    opening = RoundLine(2, header.rounds_before + 1, shoe.name, record.position, *stated)
    return BetweenRounds(opening, shoe, "", (), follows.event_count, follows.seen)


def _exchange_in(since: Iterable[RawLine], seats: int) -> SeedExchange | None:
    """Return the seeds of the seats for the next shoe, from the lines since the last round.

    Raises:
        JournalError: a line is damaged.
    """
    exchange = None
    for raw in since:
        record = decode(raw)
        if record["line"] in CHANGE_KINDS:
            exchange = exchange_after(exchange, read_change(raw, record), seats)
    return exchange


def _shoe_in_use(start: RoundStart, header: Header) -> Shoe:
    """Return the shoe in use before a round, at the position in the round's line."""
    record, line = start.record, start.shoe
    brings_in = len(start.lines) > 1
    if line is None or not (brings_in or line.name == record.shoe):
        raise JournalError(None, f"there is no line of a shoe before round {record.number}")
    shoe = stated_shoe(line, header.rules, header.seed)
    if brings_in:
        # The round begins with the next shoe, so the cut card of the shoe in use must be out.
        shoe.position, shoe.cut_at = 1, 0
        return shoe
    if record.position > len(shoe.order):
        raise JournalError(None, f"shoe {record.shoe} has no position {record.position}")
    shoe.position = record.position
    return shoe


def place_of(table: Table, next_seq: int, digest: str, since: tuple[RawLine, ...]) -> BetweenRounds:
    """Return the state of a table and its journal between two rounds.

    Args:
        table: the table, without an open round.
        next_seq: the sequence number of the next line.
        digest: the last digest in the journal.
        since: the lines after the line with that digest.
    """
    round_, house = table.round, table.house
    counted = since, round_.event_count
    opening = RoundLine(
        seq=next_seq,
        number=round_.number + 1,
        shoe=house.shoe.name,
        position=house.shoe.position,
        balances=tuple([seat.balance_minor for seat in round_.seats]),
        house_minor=house.balance_minor,
        first_move=REOPENED if round_.phase is Phase.RESOLVED else "",
        seats=tuple(
            [
                SeatBetweenRounds(seat.name, seat.on_credit, seat.presence, seat.client_seed)
                for seat in round_.seats
            ]
        ),
    )
    seen = tuple(all_seen(round_))
    return BetweenRounds(opening, house.shoe, digest, *counted, seen, house.exchange)


def set_up_at(table: Table, place: BetweenRounds, others: ShoeSource) -> None:
    """Bring a new table, which already has the right shoe, to a state between two rounds.

    Args:
        table: the new table.
        place: the state.
        others: the source of further shoes, without the seeds of the seats.
    """
    opening = place.opening
    round_ = table.round
    round_.number = opening.number - 1
    round_.event_count = place.event_count
    round_.swept = list(place.swept)
    round_.phase = Phase.RESOLVED if opening.first_move == REOPENED else Phase.BETTING
    for seat, balance_minor in zip(round_.seats, opening.balances, strict=True):
        seat.balance_minor = balance_minor
    for seat, stated in zip(round_.seats, opening.seats or (), strict=True):
        seat.name, seat.on_credit = stated.name, stated.unlimited
        seat.presence, seat.client_seed = stated.presence, stated.client_seed
    table.house.shoes = with_client_seeds(others, client_seeds_of(round_))
    table.house.exchange = place.exchange
    table.house.balance_minor = opening.house_minor
    table.house.brought_minor = opening.house_minor + sum(opening.balances)


def following(number: int) -> str:
    """Return the words for the file after file `number` of a chain, for messages."""
    return f"file {number + 1}, which follows file {number},"


def header_behind(raw: RawLine, number: int, digest: str) -> tuple[Header, Follows]:
    """Read the first line of the next file of a chain.

    Args:
        raw: the line.
        number: the number of the file before it.
        digest: the last digest of the file before it.

    Raises:
        JournalError: the line does not follow the file before it.
    """
    header = read_header(raw)
    follows = header.follows
    if follows is None or header.file_number != number + 1:
        problem = f"{following(number)} is due here, and this is file {header.file_number}"
        raise JournalError(raw.number, problem)
    if follows.link.digest != digest:
        problem = (
            f"this file {number + 1} does not follow the file before it: one of them was changed"
        )
        raise JournalError(raw.number, problem)
    return header, follows


def believe(table: Table, follows: Follows) -> None:
    """Take the seen cards and the number of events from the header of a later file.

    The earlier files were not read.
    """
    round_ = table.round
    round_.event_count, round_.swept = follows.event_count, [*follows.seen]
    round_.older = cards_face_up(round_)
