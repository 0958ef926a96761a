"""No chip is lost or made, whenever ``pitboss serve --bank`` is killed.

``BANK_KILLS=300 pytest tests/web/test_bank_kills.py`` kills more often than the tests do.
"""

import http.client
import os
import shutil
import signal
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Final

from tests.cli.command_line import ended, read_until, start
from tests.secret_words import secret
from tests.web.bank_served import Browser
from tests.web.served import line_to
from tests.web.test_serve_with_bank import with_bank
from websockets.exceptions import WebSocketException

from pitboss.bank import Bank
from pitboss.bank.table_journals import ChipsMoved, buyer_of, moves_in
from pitboss.game.seat_changes import ChangeKind

KILLS: Final = int(os.environ.get("BANK_KILLS", "5"))
SEED: Final = int(os.environ.get("BANK_KILLS_SEED", "7"))
PEOPLE: Final = ("Ann", "Ben", "Cleo", "Dan", "Eve")
TABLES: Final = ("low", "high")
OPENING_MINOR: Final = 100_000


def visit(person: Browser, chance: Random, over: threading.Event) -> None:
    """Sit down, play, bring more and leave, until the server is gone."""
    with suppress(OSError, http.client.HTTPException, WebSocketException):
        while not over.is_set():
            table = chance.choice(TABLES)
            amount = str(chance.randint(1, 90))
            person.post(f"sit/{table}", seat=str(chance.randint(1, 4)), amount=amount)
            if "At table" in (told := person.get()):
                there = "low" if "At table low" in told else "high"
                play(person, there, chance, over)


def play(person: Browser, table: str, chance: Random, over: threading.Event) -> None:
    """Answer some questions, and leave perhaps."""
    with line_to(person.address.partition("://")[2], table, Cookie=person.cookie) as line:
        line.send("enter")
        for each in range(chance.randint(1, 6)):
            if over.is_set() or not (word := chance.choice(line.until_asked()["legal"])):
                return
            line.command(f"{each}-{chance.getrandbits(60)}", word)
        if chance.random() < 0.7:
            line.command(f"leave-{chance.getrandbits(60)}", "leave")
            line.until("applied", "waiting")


def seats_of(folder: Path) -> Counter[int]:
    """Return how many seats each account has, by the journals."""
    seats: Counter[int] = Counter()
    for table in TABLES:
        at: dict[int, int] = {}
        for move in moves_in(folder / "tables" / f"{table}.jsonl"):
            if isinstance(move, ChipsMoved) and move.kind is ChangeKind.JOIN:
                at[move.seat] = buyer_of(move.command) or 0
            elif isinstance(move, ChipsMoved) and move.kind is ChangeKind.LEAVE:
                at.pop(move.seat, None)
        seats.update(at.values())
    return seats


def check_backup(folder: Path) -> None:
    """See that a copy of the bank and of the journals, made in this order, is whole."""
    place = folder / "copies"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    with Bank(folder / "house.bank") as bank:
        bank.copy_to(place / "house.bank")
    for table in TABLES:
        shutil.copy(folder / "tables" / f"{table}.jsonl", place)
    with Bank(place / "house.bank") as bank:
        for table in TABLES:
            assert bank.live_table(table, place / f"{table}.jsonl").settle() == ()
        assert bank.check().holds, bank.check()


def served(folder: Path, act: Callable[[str], Sequence[threading.Thread]]) -> bytes:
    """Start the server, do something with its address, kill it, and return its complaints.

    What was done returns threads that end when the server has gone.
    """
    server = start(
        *with_bank(folder, "--tables", ",".join(TABLES), "--bots", "basic", "--bot-ms", "0")
    )
    printed = read_until(server.stdout, b"Ctrl-C ends the tables.\n")
    threads: Sequence[threading.Thread] = ()
    try:
        threads = act(printed.split()[4].decode().removesuffix("/account"))
    finally:
        server.send_signal(signal.SIGKILL)
        _, complaints = ended(server)
        for thread in threads:
            thread.join()
    return complaints


def test_no_chip_is_lost_or_made_by_a_kill_of_the_server(tmp_path: Path) -> None:
    """Five people come and go at two tables; after each start all agrees, with one seat each."""
    chance = Random(SEED)
    people = {name: Browser("") for name in PEOPLE}

    def begin(address: str) -> Sequence[threading.Thread]:
        for name, person in people.items():
            person.address = address
            person.post("sign-up", name=name, new=secret("correct horse battery"))
        return ()

    def evening(address: str) -> Sequence[threading.Thread]:
        with Bank(tmp_path / "house.bank") as bank:
            found = bank.check()
        assert found.holds, found
        assert (found.given_minor, found.under_way_minor) == (5 * OPENING_MINOR, 0)
        assert max(seats_of(tmp_path).values(), default=1) == 1
        over = threading.Event()
        threads: list[threading.Thread] = []
        for person in people.values():
            person.address = address
            given = person, Random(chance.random()), over
            threads.append(threading.Thread(target=visit, args=given))
        for thread in threads:
            thread.start()
        over.wait(chance.uniform(0.05, 0.6))
        check_backup(tmp_path)
        over.set()
        return threads

    assert served(tmp_path, begin) == b""
    for _ in range(KILLS):
        assert served(tmp_path, evening) == b""
    assert served(tmp_path, lambda _address: ()) == b""
    with Bank(tmp_path / "house.bank") as bank:
        assert bank.check().holds
        booked = [each for name in PEOPLE for each in bank.history(name) if each.command]
        assert len({(each.command, each.kind) for each in booked}) == len(booked)
