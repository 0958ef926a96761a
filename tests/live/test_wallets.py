"""The page's wallets agree with the journal, whenever the program was killed between the two.

``LIVE_KILLS=300 pytest tests/live/test_wallets.py`` kills more often than the gate does.
"""

import json
import os
from collections import Counter
from pathlib import Path
from signal import SIGKILL
from sqlite3 import IntegrityError

import pytest
from tests.live.wallet_program import ACCOUNTS, GIFT_MINOR, begin, play_until_killed, settled
from tests.processes import starter

from pitboss.table import ChangeRefusedError, SeatChange

KILLS = int(os.environ.get("LIVE_KILLS", "6"))
START = starter("tests.live.wallet_program")


def owned_beside(journal: Path) -> Counter[str]:
    """Return what each account owns beside the table, by what stands in the journal."""
    owned = Counter(dict.fromkeys(ACCOUNTS, GIFT_MINOR))
    sits: dict[int, str] = {}
    for line in map(json.loads, journal.read_text("utf-8").splitlines()):
        match line:
            case {"line": "join", "seat": seat, "name": name, "balance": chips}:
                sits[seat] = name
                owned[name] -= chips
            case {"line": "leave", "seat": seat, "balance": chips}:
                owned[sits[seat]] += chips
            case {"line": "deposit", "seat": seat, "amount": chips}:
                owned[sits[seat]] -= chips
            case {"line": "withdraw", "seat": seat, "amount": chips}:
                owned[sits[seat]] += chips
            case _:
                pass
    return owned


def test_no_chip_is_lost_or_made_by_a_kill(tmp_path: Path) -> None:
    """Before a change is in the journal, between journal and database, and after both."""
    for kill in range(KILLS):
        process = START.Process(target=play_until_killed, args=(tmp_path, 13 + kill))
        process.start()
        process.join()
        assert process.exitcode == -SIGKILL
        with begin(tmp_path) as opened:
            wallets = settled(opened, tmp_path)
            owned = owned_beside(tmp_path / "game.jsonl")
            assert {account: wallets.chips_of(account) for account in ACCOUNTS} == owned
            there = opened.table.house.brought_minor
            assert owned.total() == len(ACCOUNTS) * GIFT_MINOR - there


def test_what_is_refused_takes_nothing_from_a_wallet(tmp_path: Path) -> None:
    """By the table, for want of chips, or because the id was used."""
    with begin(tmp_path) as opened:
        wallets = settled(opened, tmp_path)
        joins = SeatChange.join(0, "ann", 500).sent(command="c-1")
        wallets.bring(opened.table, "ann", joins)
        for change, error in (
            (joins.sent(command="c-2"), ChangeRefusedError),
            (joins, IntegrityError),
            (SeatChange.deposit(0, GIFT_MINOR).sent(command="c-3"), ValueError),
        ):
            with pytest.raises(error):
                wallets.bring(opened.table, "ann", change)
        assert wallets.chips_of("ann") == GIFT_MINOR - 500
