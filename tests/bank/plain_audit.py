"""An auditor who shares no code with the bank: he reads its file, and its journals, for himself."""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from attrs import frozen

Line = dict[str, Any]
Round = tuple[str, int]


BROUGHT = {"opening", "gift", "deposit", "withdrawal"}
"""The kinds of movement that are of no round."""


@frozen
class Audit:
    """What an auditor found; whatever is wrong makes him fail before.

    Attributes:
        balances: of every account, by name.
        escrow: what every account has on a table, by name.
        brought: what was put into every account beside rounds, less what was taken out.
        gifts: how many there were.
        settled: the rounds that are settled.
        void: the rounds that are void.
        open: the rounds that are open.
        behind: rounds that are over in a journal and not yet in the bank.
        seated: how many accounts sit at a table.
    """

    balances: Mapping[str, int]
    escrow: Mapping[str, int]
    brought: Mapping[str, int]
    gifts: int
    settled: frozenset[Round]
    void: frozenset[Round]
    open: frozenset[Round]
    behind: frozenset[Round]
    seated: int


def audited(bank: Path) -> Audit:
    """Read a bank and its journals, and hold every sum and every round of them to each other."""
    with closing(sqlite3.connect(bank)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        names = dict(connection.execute("SELECT id, name FROM account"))
        assert len(set(names.values())) == len(names)
        movements = connection.execute(
            "SELECT account, sequence, kind, amount_minor, balance_minor, sitting, round "
            "FROM movement ORDER BY account, sequence"
        ).fetchall()
        states = {
            (sitting, number): state
            for sitting, number, state in connection.execute(
                "SELECT sitting, number, state FROM round"
            )
        }
        seats = dict(connection.execute("SELECT account, sitting FROM seat"))
    balances, brought = _histories(names, movements)
    nets, escrow = _rounds(names, movements, states)
    for name in names.values():
        assert balances[name] == brought[name] + nets[name] - escrow[name], name
    told = journals_beside(bank)
    _hold_to_journals(names, movements, states, told)
    of_state = {
        state: frozenset(key for key, found in states.items() if found == state)
        for state in ("settled", "void", "open")
    }
    for sitting, _ in of_state["open"]:
        assert sitting in seats.values(), "an open round at a table where nobody sits"
    return Audit(
        balances=balances,
        escrow=escrow,
        brought=brought,
        gifts=sum(kind == "gift" for _, _, kind, *_ in movements),
        settled=of_state["settled"],
        void=of_state["void"],
        open=of_state["open"],
        behind=frozenset(
            key for key, stakes in told.items() if any(stakes) and states.get(key) in {None, "open"}
        ),
        seated=len(seats),
    )


def _histories(
    names: Mapping[int, str], movements: list[tuple[Any, ...]]
) -> tuple[dict[str, int], dict[str, int]]:
    """Follow every account from its opening; return the balances and what was brought in."""
    balances = dict.fromkeys(names.values(), 0)
    brought = dict.fromkeys(names.values(), 0)
    sequences: dict[str, int] = defaultdict(int)
    for account, sequence, kind, amount, balance, *_ in movements:
        name = names[account]
        sequences[name] += 1
        assert sequence == sequences[name]
        assert (kind == "opening") == (sequence == 1)
        assert type(amount) is int
        balances[name] += amount
        assert balance == balances[name] >= 0
        if kind in BROUGHT:
            brought[name] += amount
    assert set(sequences) == set(names.values())
    return balances, brought


def _rounds(
    names: Mapping[int, str], movements: list[tuple[Any, ...]], states: Mapping[Round, str]
) -> tuple[dict[str, int], dict[str, int]]:
    """Return what settled rounds brought each account, and what it has on a table."""
    nets = dict.fromkeys(names.values(), 0)
    escrow = dict.fromkeys(names.values(), 0)
    of_void: dict[tuple[Any, ...], int] = defaultdict(int)
    for account, _, kind, amount, _, sitting, number in movements:
        if kind in BROUGHT:
            continue
        state = states[sitting, number]
        if state == "open":
            escrow[names[account]] -= amount
        elif state == "settled":
            nets[names[account]] += amount
            assert kind != "void"
        else:
            of_void[account, sitting, number] += amount
    assert not any(of_void.values()), "a void round moved chips"
    return nets, escrow


def _hold_to_journals(
    names: Mapping[int, str],
    movements: list[tuple[Any, ...]],
    states: Mapping[Round, str],
    told: Mapping[Round, Mapping[str, tuple[int, int]]],
) -> None:
    """Hold every settled round to what its journal says each seat staked and got back."""
    booked: dict[Round, dict[str, tuple[int, int]]] = defaultdict(dict)
    for account, _, _, amount, _, sitting, number in movements:
        if sitting is not None:
            name = names[account]
            staked, returned = booked[sitting, number].get(name, (0, 0))
            staked, returned = (
                (staked - amount, returned) if amount < 0 else (staked, returned + amount)
            )
            booked[sitting, number][name] = (staked, returned)
    for key, state in states.items():
        if state == "settled":
            # Side bets of a seat that sat out went back, and no journal ends with them.
            back = {name: (staked, staked) for name, (staked, _) in booked[key].items()}
            assert booked[key] == {**back, **told[key]}, key


def journals_beside(bank: Path) -> dict[Round, dict[str, tuple[int, int]]]:
    """Read of every round that is over in a journal what each seat staked and got back."""
    told: dict[Round, dict[str, tuple[int, int]]] = {}
    for path in bank.with_name(f"{bank.name}.tables").glob("*.jsonl"):
        lines = [json.loads(line) for line in path.read_bytes().split(b"\n")[:-1]]
        names = [seat["name"] for seat in lines[0]["seats"]] if lines else []
        for line in lines:
            if line["line"] == "end":
                told[path.stem, line["round"]] = _stakes(names, line)
    return told


def _stakes(names: list[str], end: Line) -> dict[str, tuple[int, int]]:
    """Return what each seat that played staked and got back, as a round's last line says."""
    stakes: dict[str, tuple[int, int]] = {}
    for hand in end["hands"]:
        insurance, insurance_net = hand.get("insurance", 0), hand.get("insurance_net", 0)
        name = names[int(hand["seat"])]
        staked, returned = stakes.get(name, (0, 0))
        stakes[name] = (
            staked + hand["bet"] + insurance,
            returned + hand["bet"] + hand["net"] + insurance + insurance_net,
        )
    for bet in end.get("side_bets", ()):
        name = names[int(bet["seat"])]
        staked, returned = stakes.get(name, (0, 0))
        stakes[name] = staked + bet["stake"], returned + bet["stake"] + bet["net"]
    return stakes
