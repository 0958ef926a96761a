"""Changes of seats between rounds: somebody joins, leaves, or gets more or fewer chips."""

from __future__ import annotations

import re
from typing import Final

from attrs import evolve, field, frozen

from pitboss.errors import EventError, brief
from pitboss.game.enumerations import Enumeration
from pitboss.game.events import CLIENT_TEXT_SIGNS, By, is_client_text, sender_members
from pitboss.game.limits import MAX_NUMBER, MAX_SEATS, MAX_TOTAL_MINOR

MAX_SEAT_NAME_LETTERS: Final = 200
"""The most letters of a seat's name and of the reason of an award."""


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
    """The host ends the commitments, so that seeds may be opened; this change has no seat."""

    OPEN_SEED = "open_seed"


CHANGE_KINDS: Final = {kind.value: kind for kind in ChangeKind}
"""The kinds of change by their names."""

MOVED_CHIPS: Final = {
    ChangeKind.JOIN: (0, MAX_TOTAL_MINOR),
    ChangeKind.LEAVE: (-MAX_NUMBER, MAX_NUMBER),
    ChangeKind.DEPOSIT: (1, MAX_TOTAL_MINOR),
    ChangeKind.WITHDRAW: (1, MAX_TOTAL_MINOR),
}
"""The least and greatest amount for each kind that brings chips to a table or takes them away."""

WITH_HOUSE: Final = frozenset({ChangeKind.AWARD, ChangeKind.CHARGE})
"""The kinds of change that move chips between a seat and the house; each has a reason."""

OF_HOST: Final = WITH_HOUSE | {ChangeKind.CLOSE_SEEDS}
"""The kinds of change that no seat can ask for."""

AMOUNTS: Final = {**MOVED_CHIPS, **dict.fromkeys(WITH_HOUSE, (1, MAX_TOTAL_MINOR))}
"""The least and the greatest amount for each kind of change that moves chips."""

TAKEN_AWAY: Final = frozenset({ChangeKind.WITHDRAW, ChangeKind.CHARGE})
"""The kinds of change that take the amount from a seat."""

NAMED_AMOUNTS: Final = TAKEN_AWAY | {ChangeKind.DEPOSIT, ChangeKind.AWARD}
"""The kinds of change with an amount, except joining and leaving."""


def is_digest(text: object) -> bool:
    """Say whether a text is 32 bytes in hexadecimal digits, like a commitment or a seed."""
    return isinstance(text, str) and _DIGEST.fullmatch(text) is not None


_DIGEST: Final = re.compile(r"[0-9a-f]{64}")


def is_seat_name(name: object) -> bool:
    """Say whether a text may be the name of a seat: it can be encoded, and is not too long."""
    if not isinstance(name, str) or len(name) > MAX_SEAT_NAME_LETTERS:
        return False
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def is_reason(text: object) -> bool:
    """Say whether a text may be the reason of an award or a charge: like a name, but not empty."""
    return text != "" and is_seat_name(text)


@frozen
class SeatChange:
    """One change of a seat, created by a method below; `Table.change` carries it out.

    Attributes:
        kind: the kind of change.
        seat: which seat, 0 to `MAX_SEATS` - 1.
        name: who joins; empty for every other kind.
        amount_minor: the chips of a join, a deposit, a withdrawal, an award or a charge, up to
            `MAX_TOTAL_MINOR`; `None` for a join with unlimited funds. For a leave, a recorder gets
            the chips that the seat takes away, below 0 on credit. Otherwise 0. The `repr` leaves it
            out.
        client_seed: what a seat adds to the seeds of the next shoes, or the seed that it opens, in
            hex; otherwise empty. The `repr` leaves it out.
        by: who asked for the change instead of the seat; `None` if the seat did.
        command: the id of the client's command; `None` without one.
        commitment: the commitment of a seat, see `seed_commitment`; otherwise empty.
        reason: why the house awards or charges, in 1 to 200 letters; otherwise empty. The `repr`
            leaves it out.

    Raises:
        EventError: a part has a wrong type, is beyond its limit, or does not belong to the kind.
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
                f"only a join has a name, of at most {MAX_SEAT_NAME_LETTERS} letters",
            )
        of_house = kind in WITH_HOUSE
        if not (is_reason(self.reason) if of_house else self.reason == ""):
            raise _no_change(
                f"{kind.value} for the reason {brief(self.reason)}",
                f"only award and charge have a reason, of 1 to {MAX_SEAT_NAME_LETTERS} letters",
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
            # The text may be a secret seed, so the error does not show it.
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
        """The chips that the seat gains by a change of `NAMED_AMOUNTS`; below 0 for a loss."""
        amount_minor = self.amount_minor or 0
        return -amount_minor if self.kind in TAKEN_AWAY else amount_minor

    @property
    def paid_id(self) -> tuple[int, str] | None:
        """The seat and the id of an award or a charge; `None` without an id, or for other kinds."""
        if self.command is None or self.kind not in WITH_HOUSE:
            return None
        return self.seat, self.command

    def sent(self, *, by: By | None = None, command: str | None = None) -> SeatChange:
        """Return the same change with its sender and the id of the client's command.

        Raises:
            EventError: `by` or `command` is invalid, see `Event.sent`.
        """
        return evolve(self, by=by, command=command)

    @staticmethod
    def join(seat: int, name: str, balance_minor: int | None = None) -> SeatChange:
        """Return the change in which somebody takes an empty seat; `None` means unlimited funds."""
        return SeatChange(ChangeKind.JOIN, seat, name, balance_minor)

    @staticmethod
    def leave(seat: int) -> SeatChange:
        """Return the change in which somebody leaves the table with all chips of the seat."""
        return SeatChange(ChangeKind.LEAVE, seat)

    @staticmethod
    def deposit(seat: int, amount_minor: int) -> SeatChange:
        """Return the change that brings a seat more chips, 1 minor unit at least."""
        return SeatChange(ChangeKind.DEPOSIT, seat, amount_minor=amount_minor)

    @staticmethod
    def withdraw(seat: int, amount_minor: int) -> SeatChange:
        """Return the change that takes chips from a seat, 1 minor unit at least."""
        return SeatChange(ChangeKind.WITHDRAW, seat, amount_minor=amount_minor)

    @staticmethod
    def award(seat: int, amount_minor: int, reason: str) -> SeatChange:
        """Return the change in which the house gives a seat chips, such as for a promotion."""
        return SeatChange(ChangeKind.AWARD, seat, amount_minor=amount_minor, reason=reason)

    @staticmethod
    def charge(seat: int, amount_minor: int, reason: str) -> SeatChange:
        """Return the change in which the house takes chips from a seat, such as a fee."""
        return SeatChange(ChangeKind.CHARGE, seat, amount_minor=amount_minor, reason=reason)

    @staticmethod
    def away(seat: int) -> SeatChange:
        """Return the change after which a seat is not asked and plays no round until it is back."""
        return SeatChange(ChangeKind.AWAY, seat)

    @staticmethod
    def back(seat: int) -> SeatChange:
        """Return the change after which a seat that was away plays again."""
        return SeatChange(ChangeKind.BACK, seat)

    @staticmethod
    def seed(seat: int, client_seed: str) -> SeatChange:
        """Return the change in which a seat adds a public seed to the seeds of the next shoes."""
        return SeatChange(ChangeKind.CLIENT_SEED, seat, client_seed=client_seed)

    @staticmethod
    def commit_seed(seat: int, commitment: str) -> SeatChange:
        """Return the change in which a seat commits to a seed; see `seed_commitment`."""
        return SeatChange(ChangeKind.COMMIT_SEED, seat, commitment=commitment)

    @staticmethod
    def close_seeds() -> SeatChange:
        """Return the change after which no seat can commit any more; it has no seat."""
        return SeatChange(ChangeKind.CLOSE_SEEDS, 0)

    @staticmethod
    def open_seed(seat: int, seed: bytes) -> SeatChange:
        """Return the change in which a seat opens the 32 bytes of the seed that it committed to."""
        if type(seed) not in {bytes, bytearray}:
            raise _no_change("open_seed with a seed that is not bytes", "give 32 bytes")
        return SeatChange(ChangeKind.OPEN_SEED, seat, client_seed=seed.hex())


_DIGITS: Final = "give 64 hexadecimal digits in lower case, only to commit or open a seed"


def _no_change(problem: str, next_step: str) -> EventError:
    return EventError(f"a change of seats: {problem}", next_step)
