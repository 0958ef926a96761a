"""An award or a charge is carried out once by its id, as long as the table lives."""

from io import BytesIO
from pathlib import Path

import pytest
from tests.bank.scenes import CPSC386, guests
from tests.live.opened import SEATS, SEED, opened
from tests.replay.recorded import play_round, verdict_of

from pitboss import Journal, SeatPlan, Table
from pitboss.bank import Bank, BankSession
from pitboss.errors import PlayerLeft
from pitboss.game.limits import MAX_PAID_IDS
from pitboss.live import CommandError, CommandMemory, Session, open_table
from pitboss.live.memory import KEPT_COMMANDS
from pitboss.replay import resume
from pitboss.table import ChangeRefusal, ChangeRefusedError, SeatChange

PRIZE = SeatChange.award(0, 5, "a prize").sent(command="p1")
FEE = SeatChange.charge(0, 1_005, "all").sent(command="f1")


def chips(table: Table) -> int:
    """Return what the first seat has."""
    return table.round.seats[0].balance_minor


def refusal(table: Table, change: SeatChange) -> ChangeRefusal:
    """Return why a table refuses a change."""
    before = table.seq, chips(table)
    with pytest.raises(ChangeRefusedError) as refused:
        table.change(change)
    assert (table.seq, chips(table)) == before
    return refused.value.kind


def give_many(table: Table) -> None:
    """Give so many awards that a memory of the last commands forgets those before."""
    for number in range(KEPT_COMMANDS + 44):
        table.change(SeatChange.award(0, 1, "more").sent(command=f"m{number}"))


def test_a_session_never_forgets_an_award() -> None:
    """However many follow; another award may not have its id, and nobody else's either."""
    table = Table(seats=SEATS, seed=SEED)
    session = Session(table)
    session.change(PRIZE, 0)
    for number in range(KEPT_COMMANDS + 44):
        session.change(SeatChange.award(0, 1, "more").sent(command=f"m{number}"), 0)
    has = chips(table)
    session.change(PRIZE, 0)
    assert chips(table) == has
    with pytest.raises(CommandError, match="another command has this id"):
        session.change(SeatChange.award(0, 6, "a prize").sent(command="p1"), 0)
    for change in (SeatChange.leave(0), SeatChange.join(0, "Eve", 7)):
        session.change(change, 0)
    memory = CommandMemory.from_document(session.memory.to_document())
    for again in (table, Table.restore(table.snapshot())):
        with pytest.raises(ChangeRefusedError, match="the seat had an award or a charge"):
            Session(again, memory=memory).change(PRIZE, 0)
    with pytest.raises(ChangeRefusedError, match="the seat had an award or a charge"):
        session.change(PRIZE, 0)
    session.change(SeatChange.deposit(0, 3).sent(command="p1"), 0)
    assert chips(table) == 10


def test_after_a_restart_the_ids_of_awards_are_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the journal, from its earlier files, or from a checkpoint."""
    monkeypatch.setattr("pitboss.live.checkpoints.CHECKPOINT_EVENTS", 1)
    path = tmp_path / "game.jsonl"
    with open_table(path, seats=SEATS, seed=SEED, rotate_rounds=1) as found:
        found.table.change(PRIZE)
        give_many(found.table)
        for _ in range(2):
            play_round(found.table)
    for _ in range(2):
        with opened(path) as found:
            assert refusal(found.table, PRIZE) is ChangeRefusal.ID_USED
            Session(found.table, memory=found.memory).change(PRIZE, 0)
            play_round(found.table)
    assert found.from_checkpoint
    document = found.memory.to_document()
    assert CommandMemory.from_document(document).to_document() == document
    with opened(path, checkpoints=False) as found:
        assert found.memory.to_document() == document


def test_a_table_refuses_the_id_of_an_award_a_second_time() -> None:
    """At the same seat; a charge that took all chips is not refused for too few chips."""
    table = Table(seats=[SeatPlan("Ann", 1_000), "Ben"], seed=7)
    for _ in range(2):
        table.change(SeatChange.award(0, 5, "a prize"))
        table.change(SeatChange.charge(0, 5, "a fee"))
    table.change(PRIZE)
    table.change(FEE)
    table.change(SeatChange.award(1, 5, "a prize").sent(command="p1"))
    assert refusal(table, FEE) is ChangeRefusal.ID_USED
    for change in (SeatChange.leave(0), SeatChange.join(0, "Eve", 7)):
        table.change(change)
    assert refusal(table, PRIZE) is ChangeRefusal.ID_USED
    assert refusal(table, SeatChange.charge(0, 5, "a fee").sent(command="p1")) is (
        ChangeRefusal.ID_USED
    )
    table.open_round()
    assert refusal(table, PRIZE) is ChangeRefusal.ID_USED


def test_a_table_that_keeps_too_many_ids_says_so() -> None:
    """It forgets none of them; what has no id goes on."""
    table = Table(seats=SEATS, seed=SEED)
    table.change(PRIZE)
    assert table.paid is not None
    table.paid.update([(1, f"m{number}") for number in range(MAX_PAID_IDS - 1)])
    more = SeatChange.award(0, 5, "a prize").sent(command="p2")
    assert refusal(table, more) is ChangeRefusal.TOO_MANY_IDS
    assert refusal(table, PRIZE) is ChangeRefusal.ID_USED
    table.change(more.sent())
    table.change(SeatChange.deposit(0, 1).sent(command="d1"))


def test_a_journal_in_which_an_id_stands_twice_is_played_again() -> None:
    """Earlier versions carried the award out twice; a resumed table knows its id."""
    sink = BytesIO()
    with Journal(sink) as journal:
        table = Table(seats=SEATS, seed=SEED, recorder=journal)
        for _ in range(2):
            table.paid = None
            table.change(PRIZE)
            play_round(table)
        table.change(PRIZE)
    assert verdict_of(sink.getvalue()).rounds == 2
    resumed = resume(sink)
    assert resumed.table.snapshot() == table.snapshot()
    assert refusal(resumed.table, PRIZE) is ChangeRefusal.ID_USED
    resumed.table.change(SeatChange.award(0, 5, "a prize").sent(command="p2"))
    resumed.table.close()
    assert verdict_of(sink.getvalue()).matches


def test_at_the_table_of_a_bank_an_award_is_booked_once(tmp_path: Path) -> None:
    """Also when another session has taken up its round."""
    with Bank(tmp_path / "session.bank") as bank:
        with BankSession(bank, ["Ann"], CPSC386, draw_seed=lambda: 5) as session:
            session.table.change(PRIZE)
            assert refusal(session.table, PRIZE) is ChangeRefusal.ID_USED
            with pytest.raises(PlayerLeft):
                session.play_round(guests("bet:500"))
        with BankSession(bank, ["Ann"], CPSC386) as session:
            assert session.taken_up
            session.play_round(guests("stand"))
            assert refusal(session.table, PRIZE) is ChangeRefusal.ID_USED
        assert [each.reason for each in bank.history("Ann")].count("a prize") == 1
