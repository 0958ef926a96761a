"""A program that plays with the wallets of the page, and is killed at some moment."""

import os
from pathlib import Path
from random import Random
from signal import SIGKILL
from typing import Any, Final
from uuid import uuid4

from tests.project.readme.pages import blocks
from tests.tools.generated import ROOT

from pitboss import MimicPlayer, Table, play_rounds
from pitboss.game.round import Presence
from pitboss.live import OpenTable, open_table
from pitboss.table import QuietRecorder, Recorders, SeatChange

ACCOUNTS: Final[tuple[str, ...]] = ("ann", "ben", "cleo")
GIFT_MINOR: Final = 100_000

RECIPE: Final = next(
    block.code
    for block in blocks("python", ROOT / "engine/pitboss/live/WALLETS.md")
    if "class Wallets" in block.code
).partition("\nwith open_table")[0]


class Killer(QuietRecorder):
    """A recorder that kills its own process when a seat has changed so many times.

    Args:
        left: until then.
    """

    def __init__(self, left: int) -> None:
        self.left = left

    def changed(self, *_given: object) -> None:
        """Count, and kill."""
        self.left -= 1
        if self.left == 0:
            os.kill(os.getpid(), SIGKILL)


def settled(opened: OpenTable, folder: Path) -> Any:  # noqa: ANN401  a class of the page
    """Return the wallets of the page, as they are after a start."""
    page: dict[str, Any] = {}
    exec(RECIPE, page)  # noqa: S102  it is ours
    wallets = page["Wallets"](folder / "wallets.db", opened.journal)
    for account in ACCOUNTS:
        wallets.enter(f"gift to {account}", account, GIFT_MINOR)
    wallets.settle(folder / "game.jsonl")
    return wallets


def begin(folder: Path) -> OpenTable:
    """Begin the table, or go on with it."""
    return open_table(folder / "game.jsonl", seats=[None] * 3, durable=True, seed=7)


def play_until_killed(folder: Path, moment: int) -> None:
    """Let accounts come, go and play.

    Args:
        folder: for the journal and the database.
        moment: when it ends; three stand around each change of a seat: before it is in the journal,
            between journal and database, and after both.
    """
    with begin(folder) as opened:
        table, wallets, killer = opened.table, settled(opened, folder), Killer(moment)
        recorders = (killer, opened.recorder, killer, wallets, killer)
        table.record_with(Recorders(recorders))
        chance = Random(moment)
        while True:
            move(table, wallets, chance)
            if any(seat.presence is Presence.SEATED for seat in table.round.seats):
                play_rounds(table, [MimicPlayer()] * 3, 1)


def move(table: Table, wallets: Any, chance: Random) -> None:  # noqa: ANN401  as above
    """Let somebody come, bring more, take some away, or go."""
    seat = chance.choice(table.round.seats)
    amount_minor, command = chance.randint(1, 9_000), uuid4().hex
    if seat.presence is Presence.EMPTY:
        account = chance.choice(ACCOUNTS)
        joins = SeatChange.join(seat.index, account, min(amount_minor, wallets.chips_of(account)))
        wallets.bring(table, account, joins.sent(command=command))
        return
    account = wallets.account_at[seat.index]
    choice = chance.randrange(3)
    if choice == 0 and wallets.chips_of(account) >= amount_minor:
        more = SeatChange.deposit(seat.index, amount_minor)
        wallets.bring(table, account, more.sent(command=command))
    elif choice == 1 and seat.balance_minor >= amount_minor:
        table.change(SeatChange.withdraw(seat.index, amount_minor))
    else:
        table.change(SeatChange.leave(seat.index))
