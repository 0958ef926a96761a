"""The opening of a round: whether it is allowed, and which shoe it uses."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from pitboss.arguments import takes
from pitboss.errors import LimitError, ShoeError, TableError
from pitboss.game.events import Event
from pitboss.game.limits import MAX_TOTAL_MINOR
from pitboss.game.round import House, Presence, Round
from pitboss.game.shoe import MAX_SEED, SEED_BYTES, check_range
from pitboss.machine.effects import shoe_is_due
from pitboss.machine.flags import Flags
from pitboss.table.protocols import ApplyEvent
from pitboss.table.shoes import ArrangedShoes, SeededShoes, last_source, with_client_seeds

_SEATED: Final = Presence.SEATED

_COMMITMENT_TAG: Final = b"pitboss seat commitment/2\0"


@takes(ShoeError)
def seed_commitment(table: str, seat: int, shoe: int, seed: bytes) -> str:
    """Return the commitment of a seat to the seed that it will open for one shoe.

    Args:
        table: the commitment to the table's secret, as in the header of its journal.
        seat: the number of the seat, counted from 0.
        shoe: the number of the shoe.
        seed: 32 bytes that nobody else knows.

    Raises:
        ShoeError: an argument is out of range.
    """
    check_range("number of bytes in a seat's seed", len(seed), SEED_BYTES, SEED_BYTES)
    place = check_range("number of a seat", seat, 0, MAX_SEED).to_bytes(8, "little")
    number = check_range("shoe number", shoe, 1, MAX_SEED).to_bytes(8, "little")
    return sha256(_COMMITMENT_TAG + table.encode() + place + number + seed).hexdigest()


def check_opening(round_: Round, house: House) -> None:
    """Check that seats and chips allow the host to open a round.

    Raises:
        TableError: every seat is empty or away.
        LimitError: so much was won or lost that another round might exceed a journal's limits.
    """
    within = -MAX_TOTAL_MINOR <= house.balance_minor <= MAX_TOTAL_MINOR
    seated = False
    for seat in round_.seats:
        within = within and -MAX_TOTAL_MINOR <= seat.balance_minor <= MAX_TOTAL_MINOR
        seated = seated or seat.presence is _SEATED
    if not seated:
        raise TableError("every seat is empty or away", "let a player join or come back")
    if not within:
        raise LimitError("MAX_TOTAL_MINOR", MAX_TOTAL_MINOR, "close this table and begin another")


def seeds_are_due(flags: Flags, round_: Round, house: House) -> bool:
    """Return whether the next round may use a new shoe to which seats can add seeds.

    If seats add seeds at a new table, a new shoe replaces the first one.
    """
    first, source = round_.number == 0, house.shoes
    arranged = isinstance(source, ArrangedShoes) and len(source.orders) > house.shoe.number
    due = round_.over and (first or shoe_is_due(flags, round_, house.shoe))
    return due and not arranged and isinstance(last_source(source), SeededShoes)


def opens_exchange(house: House, table: str, seat: int, opened: str) -> bool:
    """Return whether a seat has committed to this seed for the next shoe.

    Args:
        house: the hidden state of the table.
        table: the commitment to the table's secret.
        seat: the seat.
        opened: the seed, in hex.
    """
    exchange = house.exchange
    made = seed_commitment(table, seat, house.shoe.number + 1, bytes.fromhex(opened))
    return exchange is not None and exchange.commitments[seat] == made


def carry_out_opening(
    apply_event: ApplyEvent, flags: Flags, round_: Round, house: House, event: Event
) -> bool:
    """Open a round; if an exchange of seeds is closed, use its seeds for the new shoe.

    Returns:
        Whether a row of the table of transitions takes the event.

    Raises:
        ShoeError: there is no shoe for the round; nothing was changed.
    """
    trace, new_shoes, facts = house.trace, house.new_shoes, house.facts
    exchange, shoes = house.exchange, house.shoes
    if exchange is not None and exchange.closed:
        # These seeds are only for the new shoe of this round.
        house.shoes = with_client_seeds(shoes, exchange.client_seeds)
    round_.event_count += 1
    try:
        heard = apply_event(flags, round_, house, event)
    except ShoeError:
        house.trace, house.new_shoes, house.facts = trace, new_shoes, facts
        house.shoes = shoes
        round_.event_count -= 1
        raise
    if exchange is not None:
        house.shoes, house.exchange = shoes, None
    return heard
