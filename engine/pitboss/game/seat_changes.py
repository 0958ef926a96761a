"""Changes of seats: who comes and goes, with how many chips, between rounds."""

from __future__ import annotations

import re
from typing import Final

from attrs import evolve, field, frozen

from pitboss.errors import EventError, brief
from pitboss.game.enumerations import Enumeration
from pitboss.game.events import CLIENT_TEXT_SIGNS, By, is_client_text, sender_members
from pitboss.game.limits import MAX_NUMBER, MAX_SEATS, MAX_TOTAL_MINOR

MAX_SEAT_NAME_LETTERS: Final = 200
"""No seat's name is longer, and no reason of an award."""


class ChangeKind(Enumeration):
    """The kinds of change of a seat; the value is the kind of its line in a journal."""

    JOIN = "join"
    LEAVE = "leave"
    DEPOSIT = "deposit"
    WITHDRAW = "withdraw"
    AWARD = "award"
    CHARGE = "charge"
    AWAY = "away"
    BACK = "back"
    CLIENT_SEED = "client_seed"
    COMMIT_SEED = "commit_seed"
    CLOSE_SEEDS = "close_seeds"
    """Of no seat: the host closes what seats have committed to."""

    OPEN_SEED = "open_seed"


CHANGE_KINDS: Final = {kind.value: kind for kind in ChangeKind}
"""The kinds of change by their names."""

MOVED_CHIPS: Final = {
    ChangeKind.JOIN: (0, MAX_TOTAL_MINOR),
    ChangeKind.LEAVE: (-MAX_NUMBER, MAX_NUMBER),
    ChangeKind.DEPOSIT: (1, MAX_TOTAL_MINOR),
    ChangeKind.WITHDRAW: (1, MAX_TOTAL_MINOR),
}
"""With how many chips each kind goes that brings any to a table or takes any away from it."""

WITH_HOUSE: Final = frozenset({ChangeKind.AWARD, ChangeKind.CHARGE})
"""The kinds of change that move chips between a seat and the house; each says why."""

AMOUNTS: Final = {**MOVED_CHIPS, **dict.fromkeys(WITH_HOUSE, (1, MAX_TOTAL_MINOR))}
"""With how many chips each kind of change goes that moves any, at least and at most."""

TAKEN_AWAY: Final = frozenset({ChangeKind.WITHDRAW, ChangeKind.CHARGE})
"""The kinds of change that take as many chips from a seat as they name."""

NAMED_AMOUNTS: Final = TAKEN_AWAY | {ChangeKind.DEPOSIT, ChangeKind.AWARD}
"""The kinds of change that come with the number of chips that they move."""


def is_digest(text: object) -> bool:
    """Say whether a text is 32 bytes in hexadecimal digits, as a commitment and a seed are."""
    return isinstance(text, str) and _DIGEST.fullmatch(text) is not None


_DIGEST: Final = re.compile(r"[0-9a-f]{64}")


def is_seat_name(name: object) -> bool:
    """Say whether a text may be somebody's name at a table: writable, and not too long."""
    if not isinstance(name, str) or len(name) > MAX_SEAT_NAME_LETTERS:
        return False
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def is_reason(text: object) -> bool:
    """Say whether a text may be why the house awards or charges: not empty, and as a name is."""
    return text != "" and is_seat_name(text)


@frozen
class SeatChange:
    """One change of a seat, made by one of the methods below; `Table.change` carries it out.

    Attributes:
        kind: the kind of change.
        seat: which seat, 0 to `MAX_SEATS` - 1.
        name: who joins; empty for every other kind.
        amount_minor: the chips that somebody joins with, deposits or withdraws, is awarded or
            charged, up to `MAX_TOTAL_MINOR`; `None` for one who joins with unlimited funds. A
            recorder hears with how many somebody leaves, below 0 on credit. Else 0. The `repr`
            leaves it out.
        client_seed: what a seat adds to the seeds of the shoes to come, or the seed that it opens,
            in hex; else empty. The `repr` leaves it out.
        by: who asked for it in place of the seat; `None` if the seat did.
        command: the id that the seat's client gave to it; `None` without one.
        commitment: to which a seat commits, see `seed_commitment`; else empty.
        reason: why the house awards or charges, in 1 to 200 letters; else empty. The `repr` leaves
            it out.

    Raises:
        EventError: a part is not of its type or beyond its limit, or does not belong to the kind.
    """

    kind: ChangeKind
    seat: int
    name: str = ""
    amount_minor: int | None = field(default=0, repr=False)
    client_seed: str = field(default="", repr=False)
    by: By | None = None
    command: str | None = None
    commitment: str = ""
    reason: str = field(default="", repr=False)

    def __attrs_post_init__(self) -> None:
        """Refuse parts that do not make a change."""
        kind: object = self.kind
        if type(kind) is not ChangeKind:
            raise _no_change(f"kind {brief(kind)}", "use one of ChangeKind")
        seat: object = self.seat
        if type(seat) is not int or not 0 <= seat < MAX_SEATS:
            raise _no_change(f"seat {brief(seat)}", f"give 0 to {MAX_SEATS - 1}")
        sender_members(self.by, self.command)
        self._check_amount()
        joins = kind is ChangeKind.JOIN
        if not (is_seat_name(self.name) if joins else self.name == ""):
            raise _no_change(
                f"{kind.value} of {brief(self.name)}",
                f"only one who joins has a name, of at most {MAX_SEAT_NAME_LETTERS} letters",
            )
        of_house = kind in WITH_HOUSE
        if not (is_reason(self.reason) if of_house else self.reason == ""):
            raise _no_change(
                f"{kind.value} for the reason {brief(self.reason)}",
                f"award and charge have one, of 1 to {MAX_SEAT_NAME_LETTERS} letters, no others",
            )
        commits, opens = kind is ChangeKind.COMMIT_SEED, kind is ChangeKind.OPEN_SEED
        if not (is_digest(self.commitment) if commits else self.commitment == ""):
            raise _no_change(f"{kind.value} with {brief(self.commitment)}", _DIGITS)
        if kind is ChangeKind.CLIENT_SEED:
            if not is_client_text(self.client_seed):
                raise _no_change(
                    f"{kind.value} with the seed {brief(self.client_seed)}",
                    f"a client's seed has {CLIENT_TEXT_SIGNS}",
                )
        elif not (is_digest(self.client_seed) if opens else self.client_seed == ""):
            # What was meant for a seed is shown to nobody.
            raise _no_change(f"{kind.value} with another seed", _DIGITS)

    def _check_amount(self) -> None:
        kind, amount = self.kind, self.amount_minor
        if amount is None and kind is ChangeKind.JOIN:
            return
        least, most = AMOUNTS.get(kind, (0, 0))
        if type(amount) is not int or not least <= amount <= most:
            raise _no_change(
                f"{kind.value} of {brief(amount)}", f"give {least} to {most} minor units"
            )

    @property
    def moved_minor(self) -> int:
        """How many chips the seat has more after a change of `NAMED_AMOUNTS`; below 0 for less."""
        amount_minor = self.amount_minor or 0
        return -amount_minor if self.kind in TAKEN_AWAY else amount_minor

    def sent(self, *, by: By | None = None, command: str | None = None) -> SeatChange:
        """Return the same change with who asked for it, and by which command of a client.

        Raises:
            EventError: either is not what it must be, see `Event.sent`.
        """
        return evolve(self, by=by, command=command)

    @staticmethod
    def join(seat: int, name: str, balance_minor: int | None = None) -> SeatChange:
        """Return that somebody takes an empty seat; without a balance their funds are unlimited."""
        return SeatChange(ChangeKind.JOIN, seat, name, balance_minor)

    @staticmethod
    def leave(seat: int) -> SeatChange:
        """Return that the one at a seat leaves the table with all chips of the seat."""
        return SeatChange(ChangeKind.LEAVE, seat)

    @staticmethod
    def deposit(seat: int, amount_minor: int) -> SeatChange:
        """Return that a seat gets more chips, 1 minor unit at least."""
        return SeatChange(ChangeKind.DEPOSIT, seat, amount_minor=amount_minor)

    @staticmethod
    def withdraw(seat: int, amount_minor: int) -> SeatChange:
        """Return that chips are taken from a seat, 1 minor unit at least."""
        return SeatChange(ChangeKind.WITHDRAW, seat, amount_minor=amount_minor)

    @staticmethod
    def award(seat: int, amount_minor: int, reason: str) -> SeatChange:
        """Return that the house gives chips of its own to a seat, such as for a promotion."""
        return SeatChange(ChangeKind.AWARD, seat, amount_minor=amount_minor, reason=reason)

    @staticmethod
    def charge(seat: int, amount_minor: int, reason: str) -> SeatChange:
        """Return that the house takes chips from a seat, such as a fee, or an award back."""
        return SeatChange(ChangeKind.CHARGE, seat, amount_minor=amount_minor, reason=reason)

    @staticmethod
    def away(seat: int) -> SeatChange:
        """Return that a seat is asked nothing, and so plays in no round, until it is back."""
        return SeatChange(ChangeKind.AWAY, seat)

    @staticmethod
    def back(seat: int) -> SeatChange:
        """Return that a seat which was away plays again."""
        return SeatChange(ChangeKind.BACK, seat)

    @staticmethod
    def seed(seat: int, client_seed: str) -> SeatChange:
        """Return that a seat adds its own seed to those of the shoes to come; it is public."""
        return SeatChange(ChangeKind.CLIENT_SEED, seat, client_seed=client_seed)

    @staticmethod
    def commit_seed(seat: int, commitment: str) -> SeatChange:
        """Return that a seat commits to a seed of the shoe to come; see `seed_commitment`."""
        return SeatChange(ChangeKind.COMMIT_SEED, seat, commitment=commitment)

    @staticmethod
    def close_seeds() -> SeatChange:
        """Return the change that ends commitments, new and replaced ones; it belongs to no seat."""
        return SeatChange(ChangeKind.CLOSE_SEEDS, 0)

    @staticmethod
    def open_seed(seat: int, seed: bytes) -> SeatChange:
        """Return that a seat opens the 32 bytes of the seed to which it has committed."""
        return SeatChange(ChangeKind.OPEN_SEED, seat, client_seed=seed.hex())


_DIGITS: Final = "give the 64 hexadecimal digits, in lower case, of 32 bytes, where they belong"


def _no_change(problem: str, next_step: str) -> EventError:
    return EventError(f"a change of seats: {problem}", next_step)
