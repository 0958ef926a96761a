"""A session whose recorder has failed tells nothing more."""

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from tests.live.host import a_host

from pitboss.errors import TableError
from pitboss.game.seat_changes import SeatChange
from pitboss.journal import Flush, Journal
from pitboss.live import Command, CommandError, Session
from pitboss.table.seat_changes import ChangeRefusedError


class FullDisk(BytesIO):
    """A disk that is full from some time on.

    Attributes:
        full: it is.
    """

    full = False

    def write(self, data: Any, /) -> int:  # noqa: ANN401  any buffer
        """Write, or fail."""
        if self.full:
            raise OSError("no space is left")
        return super().write(data)


Call = Callable[[Session], object]

A_BET = Command("b", 1, 0, "bet", 100)
DEPOSIT = SeatChange.deposit(1, 100)

MOVES: dict[str, Call] = {
    "a client's answer": lambda session: session.receive("ann", A_BET, 0),
    "the clock's answer": lambda session: session.tick(20_000),
    "the clock's answer before a client comes": lambda session: session.connect(
        "eve", None, 20_000
    ),
    "the clock's answer before a client goes": lambda session: session.disconnect("ben", 20_000),
    "the clock's answer before a change": lambda session: session.change(DEPOSIT, 20_000),
}
"""What moves a table at which Ann is asked for a bet."""

TELLS: dict[str, Call] = {
    "receive": lambda session: session.receive("ann", A_BET, 1),
    "receive of no command": lambda session: session.receive("ann", "", 1),
    "receive of a stranger": lambda session: session.receive("nobody", "", 1),
    "connect": lambda session: session.connect("eve", None, 1),
    "connect again": lambda session: session.connect("ann", 0, 1),
    "disconnect": lambda session: session.disconnect("ben", 1),
    "tick": lambda session: session.tick(10**6),
    "change": lambda session: session.change(DEPOSIT, 1),
}
"""Everything that takes the time and returns messages."""


@pytest.mark.parametrize("move", MOVES)
def test_after_a_recorder_has_failed_nobody_is_told_anything(move: str) -> None:
    """The host hears of it, and every further call says what to do; the cards stay unknown."""
    disk = FullDisk()
    host = a_host(journal=Journal(disk, flush=Flush.EACH_EVENT))
    host.connect("ann", 0)
    host.connect("ben", 1)
    disk.full = True
    with pytest.raises(OSError, match="no space"):
        MOVES[move](host.session)
    for tell in TELLS.values():
        with pytest.raises(TableError, match="open the table again"):
            tell(host.session)
    assert host.session.deadline() is None
    assert host.session.seat_of("ann") == 0
    with pytest.raises(TableError, match="open it again from its journal"):
        Session(host.session.table)


def test_a_change_of_a_seat_that_was_not_recorded_ends_a_session_too() -> None:
    """Here the host's, between two rounds."""
    disk = FullDisk()
    host = a_host(journal=Journal(disk, flush=Flush.EACH_EVENT))
    disk.full = True
    with pytest.raises(OSError, match="no space"):
        host.session.change(DEPOSIT, 0)
    for tell in TELLS.values():
        with pytest.raises(TableError, match="open the table again"):
            tell(host.session)


def test_what_a_host_is_refused_does_not_end_a_session() -> None:
    """Nothing was changed, and it goes on."""
    host = a_host()
    with pytest.raises(ChangeRefusedError):
        host.session.change(SeatChange.back(0), 0)
    host.take(host.session.change(DEPOSIT.sent(command="d"), 0))
    with pytest.raises(CommandError):
        host.session.change(SeatChange.deposit(1, 7).sent(command="d"), 0)
    assert host.connect("ann", 0)["type"] == "welcome"
