"""Recovery: what a process left behind is finished, taken up, or undone, and never half booked."""

import json
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from tests.bank.plain_audit import audited
from tests.bank.scenes import CPSC386, LOSS, STAKE, WIN, arrange, balances, guests

from pitboss import Event, Offer, RandomLegal, Rules, View, verify
from pitboss.bank import (
    Bank,
    BankError,
    BankSession,
    RecoveryChoice,
    RoundAmounts,
    RoundState,
    SessionError,
    Sitting,
    UnfinishedRound,
    Voided,
)
from pitboss.errors import PlayerLeft, UnsupportedError
from pitboss.journal import writer as journal_module
from pitboss.replay import VerdictKind
from pitboss.table import SeatChange

BOTH = ("Ann", "Ben")
H17 = Rules.preset("cpsc386", soft_17="hit")


def void(_unfinished: UnfinishedRound) -> RecoveryChoice:
    """Wish for every stake to go back."""
    return RecoveryChoice.VOID


def last_line(journal: Path) -> str:
    """Return the kind of the last line of a journal."""
    return str(json.loads(journal.read_bytes().splitlines()[-1])["line"])


@pytest.fixture
def left(bank: Bank, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let Ann and Ben bet 500 and 300 and Ben leave at their turn; return their journal."""
    arrange(monkeypatch, "T T 6 9 8 T T", WIN, WIN, WIN)
    with BankSession(bank, BOTH, CPSC386) as session, pytest.raises(PlayerLeft):
        session.play_round(guests("bet:500 stand", "bet:300"))
    assert session.unfinished
    assert balances(bank) == [STAKE - 500, STAKE - 300]
    return session.journals[0]


class Restless:
    """A player who leaves before every answer once, as soon as chips are on the table.

    Args:
        seed: of his answers.
        seat: where he sits.
    """

    def __init__(self, seed: int, seat: int) -> None:
        self.answers = RandomLegal(seed, seat)
        self.left = False

    def decide(self, view: View, offer: Offer) -> Event:
        """Answer what made him leave the last time.

        Raises:
            PlayerLeft: he leaves.
        """
        if any(seat.hands for seat in view.seats) and not self.left:
            self.left = True
            raise PlayerLeft("Ann")
        self.left = False
        return self.answers.decide(view, offer)


def test_to_be_interrupted_at_every_answer_changes_nothing(tmp_path: Path) -> None:
    """Chips and journal are, byte for byte, what they are if nobody ever leaves."""
    rounds = 12
    with Bank(tmp_path / "calm.bank") as bank:
        with BankSession(bank, BOTH, CPSC386, draw_seed=lambda: 11) as session:
            for _ in range(rounds):
                session.play_round([RandomLegal(3, seat) for seat in range(2)])
        calm, expected = session.journals[0].read_bytes(), balances(bank)
    restless = [Restless(3, seat) for seat in range(2)]
    sessions = 0
    with Bank(tmp_path / "restless.bank") as bank:
        session = BankSession(bank, BOTH, CPSC386, draw_seed=lambda: 11)
        while session.table.round.number < rounds or session.unfinished:
            if session.table.over:
                restless = [Restless(3, seat) for seat in range(2)]
            try:
                session.play_round(restless)
            except PlayerLeft:
                session.close()
                sessions += 1
                session = BankSession(bank, BOTH, CPSC386)
                assert session.taken_up
        session.close()
        assert sessions > 3 * rounds
        assert session.journals[0].read_bytes() == calm
        assert balances(bank) == expected


def test_a_round_is_taken_up_where_it_stood(bank: Bank, left: Path) -> None:
    """With the same journal, the same order of play, and the stakes that were made."""
    with BankSession(bank, ("Ben", "Ann"), CPSC386) as session:
        assert session.taken_up
        assert session.voided == ()
        assert session.names == BOTH
        assert session.journals == (left,)
        offer = session.table.offer()
        assert offer is not None
        assert offer.seat == 1
        session.play_round(guests("", "stand"))
    assert balances(bank) == [STAKE + 500, STAKE + 300]
    with left.open("rb") as file:
        assert verify(file).kind is VerdictKind.MATCH
    assert not audited(bank.path).open


def test_a_table_that_was_left_before_its_first_round_is_closed(tmp_path: Path) -> None:
    """Nothing is taken up or void, and its journal gets its last line."""
    with (
        Bank(tmp_path / "session.bank") as bank,
        BankSession(bank, BOTH, CPSC386) as session,
    ):
        (journal,) = session.journals
        copy = shutil.copytree(tmp_path, tmp_path / "copy")
    with Bank(copy / "session.bank") as bank, BankSession(bank, BOTH, CPSC386) as session:
        assert not session.taken_up
        assert session.voided == ()
        assert session.journals[0].name != journal.name
    (again,) = copy.rglob(journal.name)
    assert last_line(again) == "trailer"


def test_a_line_that_was_cut_off_is_dropped(bank: Bank, left: Path) -> None:
    """Its event was never booked, and is asked for again."""
    with left.open("ab") as file:
        file.write(b'{"seq":9,"line":"event","event":"sta')
    with BankSession(bank, BOTH, CPSC386) as session:
        assert session.taken_up
        session.play_round(guests("", "stand"))
    assert balances(bank) == [STAKE + 500, STAKE + 300]


def left_unsettled(bank: Bank, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Ann win a round, and the bank go away before it is settled there."""
    book = Sitting.book

    def broken(
        sitting: Sitting,
        number: int,
        amounts: Sequence[RoundAmounts],
        state: RoundState,
        *,
        lines: int,
    ) -> None:
        if state is RoundState.SETTLED:
            raise BankError("the process was killed", "play on")
        book(sitting, number, amounts, state, lines=lines)

    with monkeypatch.context() as patch:
        patch.setattr(Sitting, "book", broken)
        with (
            BankSession(bank, ["Ann"], CPSC386) as session,
            pytest.raises(BankError, match="killed"),
        ):
            session.play_round(guests("bet:500 stand"))


def test_a_settlement_that_was_not_booked_is_booked(
    bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The journal knows how the round ended, so there is nothing to be taken up or decided."""
    arrange(monkeypatch, WIN, LOSS)
    left_unsettled(bank, monkeypatch)
    assert balances(bank) == [STAKE - 500]
    with BankSession(bank, ["Ann"], CPSC386, decide=void) as session:
        assert not session.taken_up
        assert session.voided == ()
        assert balances(bank) == [STAKE + 500]
    assert len(bank.history("Ann")) == 3


def test_a_bank_from_a_copy_is_brought_up_to_date(tmp_path: Path) -> None:
    """Every round that its journal has is booked, from the one on that the copy knows."""
    path, copy = tmp_path / "session.bank", tmp_path / "copy"
    with Bank(path) as bank:
        session = BankSession(bank, BOTH, CPSC386, draw_seed=lambda: 5)
        players = [RandomLegal(8, seat) for seat in range(2)]
        session.play_round(players)
        session.table.change(SeatChange.award(0, 1, "a prize"))
        shutil.copy(path, copy)
        session.table.change(SeatChange.award(1, 7, "another prize"))
        for _ in range(5):
            session.play_round(players)
            session.table.change(SeatChange.charge(0, 3, "a fee"))
        with pytest.raises(PlayerLeft):
            session.play_round(guests("bet:100", "bet:200"))
        session.close()
        expected = [bank.history(name) for name in BOTH]
    shutil.copy(copy, path)
    with Bank(path) as bank:
        assert [bank.history(name) for name in BOTH] != expected
        with BankSession(bank, BOTH, CPSC386) as session:
            assert session.taken_up
        assert [bank.history(name) for name in BOTH] == expected
    assert audited(path).escrow == {"Ann": 100, "Ben": 200}


@pytest.mark.parametrize(
    ("names", "rules"),
    [(("Ann",), CPSC386), (("Ann", "Cid"), CPSC386), (("Ann", "Ben", "Cid"), CPSC386), (BOTH, H17)],
    ids=["too few", "another", "too many", "other rules"],
)
def test_a_round_waits_for_those_who_played_it(
    bank: Bank, left: Path, names: tuple[str, ...], rules: Rules
) -> None:
    """Others cannot take it up; it stays as it is until they have it voided."""
    before = left.read_bytes()
    with pytest.raises(SessionError, match="round 1 of Ann, Ben is not over"):
        BankSession(bank, names, rules)
    assert left.read_bytes() == before
    assert audited(bank.path).escrow == {"Ann": 500, "Ben": 300}
    with BankSession(bank, names, rules, decide=void) as session:
        escrow_minor = {"Ann": 500, "Ben": 300}
        assert session.voided == (Voided(BOTH, 1, escrow_minor, problem=""),)
        assert session.names == names
        assert not session.taken_up
    assert set(balances(bank)) == {STAKE}
    assert audited(bank.path).void == {(left.stem, 1)}


def test_players_may_wish_to_have_a_round_voided(bank: Bank, left: Path) -> None:
    """They are told what it is about; the journal says that it counts for nothing."""
    heard: list[UnfinishedRound] = []

    def decide(unfinished: UnfinishedRound) -> RecoveryChoice:
        heard.append(unfinished)
        return RecoveryChoice.VOID

    with BankSession(bank, BOTH, CPSC386, decide=decide) as session:
        assert session.table.round.number == 0
    assert heard == [
        UnfinishedRound(
            names=BOTH,
            rules=CPSC386,
            round_number=1,
            escrow_minor={"Ann": 500, "Ben": 300},
            same_table=True,
        )
    ]
    assert balances(bank) == [STAKE, STAKE]
    assert json.loads(left.read_bytes().splitlines()[-1])["host"] == {"void": 1}
    with left.open("rb") as file:
        assert verify(file).kind is VerdictKind.INCOMPLETE


def no_journal(journal: Path) -> None:
    """Lose the journal."""
    journal.unlink()


def empty_journal(journal: Path) -> None:
    """Lose what is in it."""
    journal.write_bytes(b"")


def damaged_journal(journal: Path) -> None:
    """Change a bet in it."""
    journal.write_bytes(journal.read_bytes().replace(b'"amount":500', b'"amount":501'))


def shortened_journal(journal: Path) -> None:
    """Lose the last two lines, of which the bank has booked the first."""
    journal.write_bytes(b"".join(journal.read_bytes().splitlines(keepends=True)[:-2]))


def journal_of_others(journal: Path) -> None:
    """Put another table's journal in its place."""
    with (
        Bank(journal.parent / "other.bank") as other,
        BankSession(other, ["Eve"], CPSC386) as session,
    ):
        session.play_round(guests("bet:500 stand"))
    shutil.copy(session.journals[0], journal)


def finished_in_another_way(journal: Path) -> None:
    """Put a whole journal of the same players in its place, whose last round nobody played."""
    with Bank(journal.parent / "other.bank") as other, BankSession(other, BOTH, CPSC386) as session:
        for _ in range(3):
            session.play_round(guests("sit_out", "sit_out"))
    shutil.copy(session.journals[0], journal)


@pytest.mark.parametrize(
    ("lose", "problem"),
    [
        (no_journal, "gone"),
        (empty_journal, "is empty"),
        (damaged_journal, "booked with other amounts"),
        (shortened_journal, "of 5 booked lines"),
        (journal_of_others, "Eve"),
        (finished_in_another_way, "booked with other amounts"),
    ],
)
@pytest.mark.parametrize("names", [BOTH, ("Ben", "Cid")])
def test_a_round_that_cannot_be_taken_up_is_void(
    bank: Bank,
    left: Path,
    lose: Callable[[Path], None],
    problem: str,
    names: tuple[str, ...],
) -> None:
    """The bank gives the stakes back out of its own books, whoever comes next, and says why."""
    lose(left)
    with BankSession(bank, names, CPSC386) as session:
        (voided,) = session.voided
        assert (voided.names, voided.round_number) == (BOTH, 1)
        assert voided.escrow_minor == {"Ann": 500, "Ben": 300}
        assert problem in voided.problem
        assert session.table.round.number == 0
    assert set(balances(bank)) == {STAKE}
    assert audited(bank.path).void == {(left.stem, 1)}


@pytest.mark.pure
def test_a_journal_of_a_newer_engine_is_left_to_it(
    bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It can be taken up, though not by this one; so nothing is undone."""
    arrange(monkeypatch, WIN)
    with monkeypatch.context() as patch:
        patch.setattr(journal_module, "SCHEMA_VERSION", 99)
        with BankSession(bank, ["Ann"], CPSC386) as session, pytest.raises(PlayerLeft):
            session.play_round(guests("bet:500"))
    for _ in range(2):
        with pytest.raises(UnsupportedError):
            BankSession(bank, ["Ann"], CPSC386)
    assert audited(bank.path).escrow == {"Ann": 500}


def test_a_bank_that_is_busy_voids_nothing(bank: Bank, monkeypatch: pytest.MonkeyPatch) -> None:
    """What keeps a round from being taken up for the moment is no reason to undo it."""

    def busy(*_arguments: object, **_settings: object) -> None:
        raise BankError("nothing was booked", "try again")

    arrange(monkeypatch, WIN, WIN)
    left_unsettled(bank, monkeypatch)
    with monkeypatch.context() as patch:
        patch.setattr(Sitting, "book", busy)
        with pytest.raises(BankError, match="try again"):
            BankSession(bank, ["Ann"], CPSC386)
    assert audited(bank.path).open
    with BankSession(bank, ["Ann"], CPSC386):
        assert balances(bank) == [STAKE + 500]


def test_a_table_left_between_rounds_is_closed(bank: Bank, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its journal is given its last line, and the next session has a table of its own."""
    arrange(monkeypatch, WIN, WIN)
    session = BankSession(bank, ["Ann"], CPSC386)
    session.play_round(guests("bet:500 stand"))
    with monkeypatch.context() as patch:
        patch.setattr(session, "_whole", False)
        session.close()
    assert last_line(session.journals[0]) == "end"
    with BankSession(bank, ["Ann"], CPSC386) as another:
        assert another.journals != session.journals
        assert not another.taken_up
    assert last_line(session.journals[0]) == "trailer"


@pytest.mark.parametrize("lose", [no_journal, empty_journal, damaged_journal])
def test_where_nothing_was_staked_nothing_is_voided(
    bank: Bank, monkeypatch: pytest.MonkeyPatch, lose: Callable[[Path], None]
) -> None:
    """Whatever has become of the journal, everybody may sit down again."""
    arrange(monkeypatch, WIN, WIN)
    session = BankSession(bank, ["Ann"], CPSC386)
    with pytest.raises(PlayerLeft):
        session.play_round(guests(""))
    session.close()
    lose(session.journals[0])
    with BankSession(bank, ["Ann"], CPSC386) as another:
        assert another.voided == ()
        assert not another.taken_up


def test_tables_of_several_are_brought_to_an_end_each(
    bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two who sit down together may each have left a round with others."""
    arrange(monkeypatch, WIN, WIN, WIN)
    for name, bet in (("Ann", 500), ("Ben", 300)):
        with BankSession(bank, [name], CPSC386) as session, pytest.raises(PlayerLeft):
            session.play_round(guests(f"bet:{bet}"))
    with pytest.raises(SessionError, match="round 1 of Ann is not over"):
        BankSession(bank, BOTH, CPSC386)
    assert balances(bank) == [STAKE - 500, STAKE - 300]
    with BankSession(bank, BOTH, CPSC386, decide=void) as session:
        assert [voided.escrow_minor for voided in session.voided] == [{"Ann": 500}, {"Ben": 300}]
    assert balances(bank) == [STAKE, STAKE]
