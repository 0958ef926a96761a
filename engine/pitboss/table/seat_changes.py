"""Changes of seats between two rounds: which are allowed, and what each does."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import Enum
from typing import Final

from attrs import evolve

from pitboss.errors import PitbossError, ShoeError, brief
from pitboss.game.limits import MAX_PAID_IDS, MAX_TOTAL_MINOR
from pitboss.game.round import House, Presence, Round, Seat
from pitboss.game.seat_changes import NAMED_AMOUNTS, WITH_HOUSE, ChangeKind, SeatChange
from pitboss.game.seed_exchange import exchange_after
from pitboss.game.seen import sweep
from pitboss.game.shoe import ShoeSource
from pitboss.machine.flags import Flags
from pitboss.table.openings import opens_exchange, seeds_are_due
from pitboss.table.shoes import (
    SeededShoes,
    client_seeds_of,
    last_source,
    with_client_seeds,
)


class ChangeRefusal(Enum):
    """The kinds of refusal of a change of seats."""

    ROUND_OPEN = "round_open"
    NO_SUCH_SEAT = "no_such_seat"
    SEAT_EMPTY = "seat_empty"
    SEAT_TAKEN = "seat_taken"
    NAME_TAKEN = "name_taken"
    """Only sessions refuse this, for names that clients choose; a host may give any name."""

    OTHER_PLAYER = "other_player"
    """Only sessions refuse this, for changes of the host that waited."""

    NO_CHANGE = "no_change"
    UNLIMITED = "unlimited"
    TOO_MANY_CHIPS = "too_many_chips"
    TOO_FEW_CHIPS = "too_few_chips"
    HOUSE_LIMIT = "house_limit"
    NO_SHOE_DUE = "no_shoe_due"
    SEEDS_CLOSED = "seeds_closed"
    SEEDS_NOT_CLOSED = "seeds_not_closed"
    NOTHING_COMMITTED = "nothing_committed"
    OTHER_SEED = "other_seed"
    ID_USED = "id_used"
    TOO_MANY_IDS = "too_many_ids"


_SENTENCES: Final = {
    ChangeRefusal.ROUND_OPEN: ("the round is not over", "wait until it is over"),
    ChangeRefusal.NO_SUCH_SEAT: ("the table has no such seat", "give the number of a seat"),
    ChangeRefusal.SEAT_EMPTY: ("the seat is empty", "let a player join"),
    ChangeRefusal.SEAT_TAKEN: ("the seat is taken", "choose an empty seat"),
    ChangeRefusal.NAME_TAKEN: ("another seat has this name", "give another name"),
    ChangeRefusal.OTHER_PLAYER: (
        "another player took the seat while the change waited",
        "repeat it only if it is for this player",
    ),
    ChangeRefusal.NO_CHANGE: ("the seat is already in this state", "leave the change out"),
    ChangeRefusal.UNLIMITED: ("the funds of the seat are unlimited", "leave the change out"),
    ChangeRefusal.TOO_MANY_CHIPS: (
        f"a seat may have at most {MAX_TOTAL_MINOR} minor units",
        "give less",
    ),
    ChangeRefusal.TOO_FEW_CHIPS: ("the seat has fewer chips than this amount", "take less"),
    ChangeRefusal.HOUSE_LIMIT: (
        f"the house may win or lose at most {MAX_TOTAL_MINOR} minor units",
        "move less, or close this table and begin another",
    ),
    ChangeRefusal.NO_SHOE_DUE: (
        "the next round has no new shoe made from a seed",
        "commit before the first round, or when the cut card is out",
    ),
    ChangeRefusal.SEEDS_CLOSED: ("the commitments are closed", "open the seed, or wait"),
    ChangeRefusal.SEEDS_NOT_CLOSED: ("the commitments are not closed yet", "open the seed later"),
    ChangeRefusal.NOTHING_COMMITTED: ("there is no commitment", "commit to a seed first"),
    ChangeRefusal.OTHER_SEED: ("the seat committed to another seed", "open that seed"),
    ChangeRefusal.ID_USED: (
        "the seat had an award or a charge with this id",
        "do not repeat it; give another award or charge a new id",
    ),
    ChangeRefusal.TOO_MANY_IDS: (
        f"the table had {MAX_PAID_IDS} awards and charges with ids",
        "close this table and begin another",
    ),
}


class ChangeRefusedError(PitbossError):
    """A change of seats is not allowed now; nothing was changed.

    Attributes:
        kind: the kind of refusal.
        change: the refused change.
    """

    def __init__(self, kind: ChangeRefusal, change: SeatChange) -> None:
        self.kind = kind
        self.change = change
        why, next_step = _SENTENCES[kind]
        super().__init__(f"{change.kind.value} refused at seat {change.seat}: {why}", next_step)


class StaleError(PitbossError):
    """An event or a change was for another state of the table; nothing was changed.

    Attributes:
        at: the sequence number for which the event or change was meant.
        seq: the sequence number of the table.
    """

    def __init__(self, at: object, seq: int) -> None:
        self.at = at
        self.seq = seq
        super().__init__(
            f"this is meant for sequence number {brief(at)}, but the table is at {seq}",
            "look at the open question and answer it",
        )


def check_change(
    flags: Flags,
    round_: Round,
    house: House,
    change: SeatChange,
    *,
    at: object,
    paid: Collection[tuple[int, str]] | None,
) -> None:
    """Check that a change is allowed now.

    Args:
        flags: what the rules of the table say.
        round_: what lies face up.
        house: the hidden state.
        change: the change.
        at: the sequence number for which the change is meant; `None` for any.
        paid: `SeatChange.paid_id` of earlier awards and charges; `None` if ids are not compared.

    Raises:
        StaleError: `at` is given, and is not the sequence number of the table.
        ChangeRefusedError: the change is not allowed now.
    """
    if at is not None and (type(at) is not int or at != round_.event_count):
        raise StaleError(at, round_.event_count)
    # A charge may have taken all chips. If it comes again, it is not refused for too few chips.
    refusal = _id_refused(paid, change) or refusal_of(round_, house, change)
    refusal = refusal or _seed_refused(flags, round_, house, change)
    if refusal is not None:
        raise ChangeRefusedError(refusal, change)


def refusal_of(round_: Round, house: House, change: SeatChange) -> ChangeRefusal | None:
    """Return why a change is refused, apart from the rules of seeds; `None` if it is allowed."""
    if not round_.over:
        return ChangeRefusal.ROUND_OPEN
    if change.seat >= len(round_.seats):
        return ChangeRefusal.NO_SUCH_SEAT
    seat, kind = round_.seats[change.seat], change.kind
    empty = seat.presence is Presence.EMPTY
    if kind is ChangeKind.JOIN:
        return None if empty else ChangeRefusal.SEAT_TAKEN
    # A change that closes seeds does not belong to a seat.
    if empty and kind is not ChangeKind.CLOSE_SEEDS:
        return ChangeRefusal.SEAT_EMPTY
    if seat.presence is _PRESENCE_AFTER.get(kind):
        return ChangeRefusal.NO_CHANGE
    return _chips_refused(seat, house, change)


def _id_refused(
    paid: Collection[tuple[int, str]] | None, change: SeatChange
) -> ChangeRefusal | None:
    """Return why the id of an award or a charge is refused; `None` if it is not."""
    if paid is None or change.paid_id is None:
        return None
    if change.paid_id in paid:
        return ChangeRefusal.ID_USED
    return ChangeRefusal.TOO_MANY_IDS if len(paid) >= MAX_PAID_IDS else None


def _chips_refused(seat: Seat, house: House, change: SeatChange) -> ChangeRefusal | None:
    """Return why chips may not be moved; `None` if they may, or if the change moves no chips.

    A seat with unlimited funds cannot deposit or withdraw, but may get an award or a charge.
    """
    if change.kind not in NAMED_AMOUNTS:
        return None
    balance_minor, gains = seat.balance_minor + change.moved_minor, change.moved_minor > 0
    # After a round, an amount may be beyond a limit. Changes that bring it nearer are allowed.
    if change.kind in WITH_HOUSE:
        before_minor, after_minor = house.balance_minor, house.balance_minor - change.moved_minor
        if abs(after_minor) > max(MAX_TOTAL_MINOR, abs(before_minor)):
            return ChangeRefusal.HOUSE_LIMIT
    elif seat.on_credit:
        return ChangeRefusal.UNLIMITED
    if not gains and balance_minor < (-MAX_TOTAL_MINOR if seat.on_credit else 0):
        return ChangeRefusal.TOO_FEW_CHIPS
    if gains and balance_minor > MAX_TOTAL_MINOR:
        return ChangeRefusal.TOO_MANY_CHIPS
    return None


def _seed_refused(
    flags: Flags, round_: Round, house: House, change: SeatChange
) -> ChangeRefusal | None:
    """Return why the exchange of seeds forbids a change; `None` if it does not."""
    kind, exchange = change.kind, house.exchange
    if kind not in _OF_SEEDS:
        return None
    closed = exchange is not None and exchange.closed
    if kind is ChangeKind.OPEN_SEED:
        return _opening_refused(house, change) if closed else ChangeRefusal.SEEDS_NOT_CLOSED
    if closed:
        return ChangeRefusal.SEEDS_CLOSED
    if kind is ChangeKind.CLOSE_SEEDS:
        return ChangeRefusal.NOTHING_COMMITTED if exchange is None else None
    return None if seeds_are_due(flags, round_, house) else ChangeRefusal.NO_SHOE_DUE


def _opening_refused(house: House, change: SeatChange) -> ChangeRefusal | None:
    """Return why a seed may not be opened once commitments are closed; `None` if it may."""
    exchange, seat, last = house.exchange, change.seat, last_source(house.shoes)
    if exchange is None or not isinstance(last, SeededShoes) or not exchange.commitments[seat]:
        return ChangeRefusal.NOTHING_COMMITTED
    if exchange.openings[seat]:
        return ChangeRefusal.NO_CHANGE
    opens = opens_exchange(house, last.commitment, seat, change.client_seed)
    return None if opens else ChangeRefusal.OTHER_SEED


_OF_SEEDS: Final = frozenset({ChangeKind.COMMIT_SEED, ChangeKind.CLOSE_SEEDS, ChangeKind.OPEN_SEED})
"""The kinds of change that only add to the seed of the next shoe."""

_PRESENCE_AFTER: Final = {ChangeKind.AWAY: Presence.AWAY, ChangeKind.BACK: Presence.SEATED}


def carry_out(
    round_: Round, house: House, change: SeatChange, paid: set[tuple[int, str]] | None
) -> SeatChange:
    """Carry out an allowed change, and return it; a ``leave`` then names the chips taken away."""
    if paid is not None and change.paid_id is not None:
        paid.add(change.paid_id)
    seat, kind = round_.seats[change.seat], change.kind
    round_.event_count += 1
    house.exchange = exchange_after(house.exchange, change, len(round_.seats))
    if kind in _OF_SEEDS:
        return change
    if kind is ChangeKind.JOIN:
        if seat.hands:
            # The hand that is still on the table does not belong to the new player.
            sweep(round_, house)
        _occupy(seat, change.name, change.amount_minor, Presence.SEATED)
        house.brought_minor += seat.balance_minor
    elif kind is ChangeKind.LEAVE:
        change = evolve(change, amount_minor=seat.balance_minor)
        house.brought_minor -= seat.balance_minor
        _occupy(seat, "", 0, Presence.EMPTY)
        _hand_on_client_seeds(round_, house)
    elif kind is ChangeKind.CLIENT_SEED:
        seat.client_seed = change.client_seed
        _hand_on_client_seeds(round_, house)
    elif kind in _PRESENCE_AFTER:
        seat.presence = _PRESENCE_AFTER[kind]
    else:
        seat.balance_minor += change.moved_minor
        if kind in WITH_HOUSE:
            house.balance_minor -= change.moved_minor
        else:
            house.brought_minor += change.moved_minor
    return change


def take_client_seeds(seats: Sequence[Seat], shoes: ShoeSource) -> None:
    """Copy the client seeds of a new table's shoes to its seats.

    Raises:
        ShoeError: there is not one seed for each seat, an empty seat has a seed, or the first shoes
            are arranged.
    """
    last = last_source(shoes)
    added = last.client_seeds if isinstance(last, SeededShoes) else ()
    if not added:
        return
    if shoes is not last:
        raise ShoeError(
            "seeds of clients cannot be given for shoes after arranged ones",
            "let the seats add them with SeatChange.seed",
        )
    if len(added) != len(seats):
        raise ShoeError(
            f"there are {len(added)} seeds of clients for {len(seats)} seats",
            "give one seed for each seat",
        )
    for seat, client_seed in zip(seats, added, strict=True):
        if client_seed and seat.presence is Presence.EMPTY:
            raise ShoeError(f"empty seat {seat.index} cannot have a client seed", 'give "" for it')
        seat.client_seed = client_seed


def _hand_on_client_seeds(round_: Round, house: House) -> None:
    """Use the present seeds of the seats for further shoes."""
    house.shoes = with_client_seeds(house.shoes, client_seeds_of(round_))


def _occupy(seat: Seat, name: str, balance_minor: int | None, presence: Presence) -> None:
    """Reset a seat, because a player joins there, or because it becomes empty."""
    seat.name = name
    seat.balance_minor = balance_minor or 0
    seat.on_credit = balance_minor is None
    seat.presence = presence
    seat.client_seed = ""
