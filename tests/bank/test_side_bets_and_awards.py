"""Side bets, bonuses, awards and fees: bank, journal, records and exports have the same chips."""

import csv
import shutil
from collections import Counter
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

from tests.bank.plain_audit import audited
from tests.bank.promoted import (
    AWARD,
    CHARGE,
    CHEAP,
    OPENING_MINOR,
    ROUNDS,
    RULES,
    STAKES,
    journal_of,
    killed_at,
    play_promotion,
)
from tests.bank.test_any_rules import Teller
from tests.cli.command_line import run
from tests.processes import starter, steps_until_killed
from tests.scale import scaled, share_of
from tests.table.accounts import chips_at

from pitboss import (
    BasicStrategy,
    Event,
    MimicPlayer,
    Offer,
    Question,
    RandomLegal,
    Rules,
    Table,
    View,
    verify,
)
from pitboss.bank import Bank, BankSession, MovementKind
from pitboss.bank.table_journals import ChipsMoved, moves_in, rounds_of
from pitboss.game.seat_changes import SeatChange
from pitboss.players import WithSideBets
from pitboss.records import rounds, seat_changes
from pitboss.replay import VerdictKind

NAMES = ("Ann", "Ben", "Cid")
OF_SESSION = Rules.from_dict({**RULES.to_dict(), "opening_balance": 40_000})
START = starter("tests.bank.promoted")

Won = Counter[tuple[str, str]]
"""What everybody won by bets, and what the house gave them beside."""


class Auditor(Teller):
    """A teller who also sees that no chip is made or lost, and that all parts of a table agree."""

    def applied(self, table: Table, event: Event) -> None:
        """Look at a table after an event, and restore it whenever a round is over."""
        super().applied(table, event)
        assert chips_at(table) == table.house.brought_minor
        if table.over:
            # A snapshot is read only if what must hold of a table holds.
            assert Table.restore(table.snapshot()).seq == table.seq

    def changed(self, table: Table, _change: SeatChange) -> None:
        """Look at a table after a change of a seat."""
        self.opened(table)
        assert chips_at(table) == table.house.brought_minor


def by_ledger(bank: Bank) -> Won:
    """Return what the bank has booked."""
    won = Won()
    of_house = {MovementKind.DEPOSIT, MovementKind.WITHDRAWAL}
    for name in NAMES:
        for each in bank.history(name):
            if each.kind is not MovementKind.OPENING:
                won[name, "house" if each.kind in of_house else "bets"] += each.amount_minor
    return won


def by_records(journal: Path) -> Won:
    """Return what the records say."""
    won = Won()
    for played in rounds(journal):
        for seat in played.seats:
            won[seat.name, "bets"] += seat.net_minor
    for change in seat_changes(journal):
        amount_minor = change.amount_minor or 0
        won[change.name, "house"] += amount_minor if change.reason != "a fee" else -amount_minor
    return won


def exported(journal: Path, table: str) -> Iterator[dict[str, str]]:
    """Give the rows of a table, as the command exports them."""
    done = run("export", journal, "--table", table, "--format", "csv")
    assert done.exit_code == 0
    return csv.DictReader(StringIO(done.stdout))


def by_exports(journal: Path) -> Won:
    """Return what stands in the files that anybody may add up."""
    won = Won()
    for row in exported(journal, "hands"):
        won[row["name"], "bets"] += int(row["net_minor"]) + int(row["insurance_net_minor"] or 0)
    for row in exported(journal, "side_bets"):
        won[row["name"], "bets"] += int(row["net_minor"])
    for row in exported(journal, "changes"):
        sign = {"award": 1, "charge": -1}[row["kind"]]
        won[row["name"], "house"] += sign * int(row["amount_minor"])
    return won


def test_everybody_has_the_same_chips(tmp_path: Path) -> None:
    """After every event, and in the end by bank, journal, records, exports and check."""
    path = tmp_path / "bank"
    bots = (MimicPlayer(), BasicStrategy(OF_SESSION), RandomLegal(5))
    players = [WithSideBets(bot, STAKES) for bot in bots]
    with Bank(path) as bank:
        auditor = Auditor(bank)
        with BankSession(
            bank, NAMES, OF_SESSION, listener=auditor, draw_seed=lambda: 23
        ) as session:
            for number in range(scaled(600, least=40)):
                session.play_round(players)
                session.table.change(SeatChange.award(number % 3, 900 + number, f"round {number}"))
                session.table.change(SeatChange.charge(number % 3, 7, "a fee"))
            house_minor = session.table.house.balance_minor
        (journal,) = session.journals
        won, check = by_ledger(bank), bank.check()
        assert check.holds
        assert check.accounts_minor == 3 * 40_000 + won.total() == 3 * 40_000 - house_minor
        assert check.house_minor == -sum(won[name, "bets"] for name in NAMES)
    assert by_records(journal) == by_exports(journal) == won
    assert audited(path).behind == frozenset()
    with journal.open("rb") as file:
        assert verify(file).kind is VerdictKind.MATCH
    assert {row["bet"] for row in exported(journal, "side_bets")} == {*STAKES}
    assert {row["bonus"] for row in exported(journal, "hands")} > {"spanish_21"}


class Hesitant:
    """Places every side bet and then sits out, two times in three."""

    def __init__(self) -> None:
        self.asked = 0
        self.otherwise = WithSideBets(MimicPlayer(), STAKES)

    def decide(self, view: View, offer: Offer) -> Event:
        """Answer an offer."""
        if offer.question is Question.BET and not offer.side_bets:
            self.asked += 1
            return offer.sit_out() if self.asked % 3 else offer.bet(offer.least_minor)
        return self.otherwise.decide(view, offer)


class Copier(Teller):
    """Copies the bank after every event.

    Args:
        bank: which is copied.
    """

    def __init__(self, bank: Bank) -> None:
        super().__init__(bank)
        self.copies: list[Path] = []

    def applied(self, table: Table, event: Event) -> None:
        """Copy it."""
        super().applied(table, event)
        self.copies.append(self.bank.folder / f"{len(self.copies)}.copy")
        self.bank.copy_to(self.copies[-1])


def test_side_bets_go_back_to_who_sits_out(tmp_path: Path) -> None:
    """Also where everybody does; and whatever of it the bank has lost, the journal brings back."""
    path = tmp_path / "bank"
    with Bank(path) as bank:
        copier = Copier(bank)
        players = [Hesitant(), Hesitant()]
        with BankSession(bank, NAMES[:2], OF_SESSION, listener=copier) as session:
            for _ in range(4):
                session.play_round(players)
        expected = [bank.history(name) for name in NAMES[:2]]
        amounts_minor = [each.amount_minor for each in expected[0]][1:6]
        assert amounts_minor == [*(-stake for stake in STAKES.values()), sum(STAKES.values())]
    assert audited(path).behind == frozenset()
    for copy in copier.copies:
        shutil.copy(copy, path)
        with Bank(path) as bank:
            BankSession(bank, NAMES[:2], OF_SESSION).close()
            assert [bank.history(name) for name in NAMES[:2]] == expected


def test_who_leaves_behind_a_side_bet_leaves_a_round_unfinished(bank: Bank) -> None:
    """The next session takes it up, with the side bet."""
    rules = Rules.from_dict({**OF_SESSION.to_dict(), "side_bets": ["21+3"]})
    with BankSession(bank, ["Ann"], rules) as session:
        session.table.open_round()
        session.table.apply(Event.side_bet(0, "21+3", 30))
        assert session.unfinished
    assert audited(bank.path).escrow == {"Ann": 30}
    with BankSession(bank, ["Ann"], rules) as session:
        assert session.taken_up
        session.play_round([MimicPlayer()])
        assert len(session.table.round.seats[0].side_bets) == 1
    assert audited(bank.path).behind == frozenset()


def check_promotion(folder: Path) -> int:
    """See that everything was done once, and nothing is missing; return what Ann has."""
    journal = journal_of(folder)
    moves = [move for move in moves_in(journal) if isinstance(move, ChipsMoved)]
    assert [move.kind.value for move in moves] == ["join", "award", "charge", "leave"]
    with Bank(folder / "house.bank", cost=CHEAP) as bank:
        (ann,) = bank.accounts()
        assert bank.check().holds
        assert bank.check().house_minor == OPENING_MINOR - ann.balance_minor
    played = [*rounds_of(journal, 1)]
    assert [each.number for each in played] == [*range(1, ROUNDS + 1)]
    won_minor = sum(each.net_minor for each in played) + AWARD.moved_minor + CHARGE.moved_minor
    assert ann.balance_minor == OPENING_MINOR + won_minor
    with journal.open("rb") as file:
        assert verify(file).kind is VerdictKind.INCOMPLETE
    return ann.balance_minor


def test_an_award_is_given_once_wherever_the_program_is_killed(tmp_path: Path) -> None:
    """Before any statement to the bank, and in any write; who starts again asks for it again."""
    whole = tmp_path / "whole"
    whole.mkdir()
    steps = steps_until_killed(START, killed_at, whole, 0)
    due_minor = check_promotion(whole)
    assert steps > 100
    for step in share_of(range(1, steps + 1)):
        folder = tmp_path / f"step-{step}"
        folder.mkdir()
        steps_until_killed(START, killed_at, folder, step)
        play_promotion(folder)
        assert check_promotion(folder) == due_minor
