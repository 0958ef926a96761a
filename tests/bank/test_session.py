"""Sessions: chips from the bank, rounds written and then booked, gifts, and an end in order."""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from tests.bank.bots import NAMES, BotHost, begun, bots
from tests.bank.plain_audit import audited
from tests.bank.scenes import (
    CPSC386,
    LOSS,
    PUSH,
    STAKE,
    WIN,
    Questions,
    arrange,
    balances,
    guests,
)

from pitboss import AdapterError, Event, Rules, Table, verify
from pitboss.bank import (
    MAX_BALANCE_MINOR,
    AccountStatus,
    Bank,
    BankError,
    BankSession,
    InUseError,
    MovementKind,
    RoundAmounts,
    RoundState,
    SessionError,
    Sitting,
    play_session,
)
from pitboss.errors import PlayerLeft, TableError
from pitboss.game.shoe import SEED_BYTES, TableSeed
from pitboss.players import ScriptedPlayer
from pitboss.replay import VerdictKind
from pitboss.table import QuietRecorder, SeatChange
from pitboss.table.shoes import draw_table_seed


def lines_of(path: Path) -> list[bytes]:
    """Return the lines of a journal as they lie on the disk."""
    return path.read_bytes().splitlines()


def test_balances_are_kept_from_one_session_to_the_next(
    bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A newcomer begins with the stake of the rules, and whoever comes back with what he left."""
    arrange(monkeypatch, WIN, LOSS)
    with BankSession(bank, ["Ann"], CPSC386) as session:
        assert session.table.round.seats[0].balance_minor == STAKE
        session.play_round(guests("bet:500 stand"))
    assert balances(bank) == [STAKE + 500]
    with Bank(bank.path) as other, BankSession(other, ["Ann"], CPSC386) as session:
        assert session.table.round.seats[0].balance_minor == STAKE + 500
        session.play_round(guests("bet:700 stand"))
    assert balances(bank) == [STAKE - 200]


def test_promotions_at_a_table_are_booked_with_their_reasons(
    bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between rounds, in the account that sits there, and rounds go on with the new balance."""
    arrange(monkeypatch, f"{WIN} {WIN}")
    with BankSession(bank, ["Ann"], CPSC386) as session:
        session.play_round(guests("bet:500 stand"))
        session.table.change(SeatChange.award(0, 70, "the first of the evening"))
        session.table.change(SeatChange.charge(0, 20, "a seat"))
        session.table.change(SeatChange.away(0))
        session.table.change(SeatChange.back(0))
        session.play_round(guests("bet:500 stand"))
        assert session.table.round.seats[0].balance_minor == STAKE + 1_050
    assert balances(bank) == [STAKE + 1_050]
    booked = [(each.kind, each.amount_minor, each.reason) for each in bank.history("Ann")]
    assert (MovementKind.DEPOSIT, 70, "the first of the evening") in booked
    assert (MovementKind.WITHDRAWAL, -20, "a seat") in booked
    assert audited(bank.path).behind == frozenset()


def test_the_journals_of_an_session_are_whole(tmp_path: Path) -> None:
    """Each table has its own, which can be played again, and nothing else is left behind."""
    chance = Random(5)
    path = tmp_path / "session.bank"
    with Bank(path) as bank, begun(bank, chance) as session:
        play_session(session, bots(chance, len(NAMES)), BotHost(chance, 12, refusals=0))
        assert sorted(bank.folder.glob("*.jsonl")) == sorted(session.journals)
    assert len(session.journals) > 1
    for journal in session.journals:
        with journal.open("rb") as file:
            assert verify(file).kind is VerdictKind.MATCH
    found = audited(path)
    assert (found.seated, found.behind) == (0, frozenset())
    assert len(found.settled) == 12
    assert list(bank.folder.glob("*.lock")) == []


class Witness(QuietRecorder):
    """A listener who holds what is in the bank and in the journal to what he sees.

    Args:
        bank: where the chips should be by the time he hears of them.
    """

    def __init__(self, bank: Bank) -> None:
        self.bank = bank
        self.session: BankSession | None = None
        self.heard: list[str] = []

    def opened(self, table: Table) -> None:
        """Hear that a table was opened."""
        self.heard.append(f"opened {len(table.plans)}")

    def joined(self, table: Table) -> None:
        """Hear that a table goes on."""
        self.heard.append(f"joined {len(table.plans)}")

    def applied(self, table: Table, event: Event) -> None:
        """Hear of an event, whose chips have all moved by now."""
        self.heard.append(event.kind.value)
        assert balances(self.bank) == [seat.balance_minor for seat in table.round.seats]
        assert self.session is not None
        last = json.loads(lines_of(self.session.journals[-1])[-1])
        assert (
            last["line"] == "end" if table.over else last.get("event", "open") == event.kind.value
        )

    def closed(self, table: Table) -> None:
        """Hear that a table was closed."""
        self.heard.append(f"closed after {table.round.number}")


def test_what_is_heard_is_written_and_booked(bank: Bank, monkeypatch: pytest.MonkeyPatch) -> None:
    """At every event the bank has what the seats have, and the journal lies on the disk."""
    arrange(monkeypatch, "8 T 9 8 7 T 3 9 5 2", "2")
    witness = Witness(bank)
    with BankSession(bank, ["Ann", "Ben"], CPSC386, listener=witness) as session:
        witness.session = session
        everything = f"bet:{STAKE} stand"
        session.play_round(guests("bet:500 split double hit stand", everything))
        session.give([1])
    assert witness.heard == [
        "opened 2",
        *("open", "bet", "bet", "split", "double", "hit", "stand", "stand"),
        "closed after 1",
        "opened 2",
        "closed after 0",
    ]


def test_the_journal_has_a_line_before_the_bank_books_it(
    bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the disk has it. Only what moves chips is booked: here a bet, and what ends the round."""
    arrange(monkeypatch, "5 6 6 T 4 T")
    booked: list[int] = []
    on_disk: list[int] = []
    book = Sitting.book

    def watched(
        sitting: Sitting,
        number: int,
        amounts: Sequence[RoundAmounts],
        state: RoundState,
        *,
        lines: int,
    ) -> None:
        assert len(lines_of(session.journals[0])) == lines
        assert on_disk[-1] == session.journals[0].stat().st_size
        booked.append(lines)
        book(sitting, number, amounts, state, lines=lines)

    def synced(descriptor: int) -> None:
        on_disk.append(os.fstat(descriptor).st_size)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Sitting, "book", watched)
    with BankSession(bank, ["Ann"], CPSC386) as session:
        session.play_round(guests("bet:500 double"))
        session.play_round(guests("sit_out"))
    assert booked == [4, 6]


def test_a_player_who_fails_does_not_end_the_session(
    bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing was changed, so somebody else may answer and the round go on."""
    arrange(monkeypatch, WIN)
    with BankSession(bank, ["Ann"], CPSC386) as session:
        with pytest.raises(AdapterError):
            session.play_round([ScriptedPlayer(["bet:500", "split"])])
        unfinished = [session.unfinished]
        session.play_round([ScriptedPlayer(["stand"])])
        unfinished.append(session.unfinished)
    assert unfinished == [True, False]
    assert balances(bank) == [STAKE + 500]


def test_an_session_that_broke_off_does_not_go_on(
    bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever ran away may have run away from anything; the next session looks at it."""
    arrange(monkeypatch, WIN)
    with BankSession(bank, ["Ann"], CPSC386) as session:
        with pytest.raises(PlayerLeft):
            session.play_round(guests("bet:500"))
        with pytest.raises(SessionError, match="an error has ended the session"):
            session.play_round(guests("stand"))
        with pytest.raises(SessionError, match="an error has ended the session"):
            session.give([0])
    assert balances(bank) == [STAKE - 500]
    assert audited(bank.path).escrow == {"Ann": 500}
    with pytest.raises(SessionError, match="an error has ended the session"):
        session.play_round(guests("stand"))


def test_a_bank_that_cannot_book_ends_the_session(
    bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The journal has what happened, and the next session books it."""
    arrange(monkeypatch, WIN)
    with BankSession(bank, ["Ann"], CPSC386) as session, monkeypatch.context() as broken:
        broken.setattr(Sitting, "book", _cannot)
        with pytest.raises(BankError, match="disk is full"):
            session.play_round(guests("bet:500 stand"))
    assert balances(bank) == [STAKE]
    with BankSession(bank, ["Ann"], CPSC386) as session:
        assert session.taken_up
        assert balances(bank) == [STAKE - 500]
        session.play_round(guests("stand"))
    assert balances(bank) == [STAKE + 500]


def _cannot(*_arguments: object, **_settings: object) -> None:
    raise BankError("the disk is full", "free some space")


def test_a_gift_opens_a_new_table(bank: Bank, monkeypatch: pytest.MonkeyPatch) -> None:
    """The chips at a table stay the same to its end, so everybody moves on, in the same order."""
    arrange(monkeypatch, "T T 9 7 J T", "T T 6 9 9 T T")
    with BankSession(bank, ["Ben", "Ann"], CPSC386) as session:
        session.play_round(guests(f"bet:{STAKE} stand", "bet:100 stand"))
        broke = [session.broke]
        first = session.table
        session.give([0])
        assert session.table is not first
        assert session.names == ("Ben", "Ann")
        assert [plan.balance_minor for plan in session.table.plans] == [STAKE, STAKE + 100]
        broke.append(session.broke)
        session.play_round(guests("bet:100 stand", "bet:100 stand"))
    assert broke == [(0,), ()]
    assert balances(bank) == [STAKE + 100, STAKE + 200]
    assert json.loads(lines_of(session.journals[0])[-1])["line"] == "trailer"
    assert len(session.journals) == 2


def test_a_gift_is_for_the_broke_between_rounds(
    bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And only where the rules know one; what is refused changes nothing."""
    arrange(monkeypatch, LOSS, "2")
    with BankSession(bank, ["Ann"], CPSC386) as session:
        for seats in ([0], [1], []):
            with pytest.raises(SessionError, match="are broke"):
                session.give(seats)
        with pytest.raises(AdapterError):
            session.play_round([ScriptedPlayer([f"bet:{STAKE}"])])
        with pytest.raises(SessionError, match="round is open"):
            session.give([0])
        session.play_round(guests("stand"))
        assert session.broke == (0,)
    rules = Rules.preset("cpsc386", top_up=False)
    with BankSession(bank, ["Ann"], rules) as session, pytest.raises(SessionError, match="top_up"):
        session.give([0])
    assert balances(bank) == [0]


def test_less_than_the_least_bet_is_broke(bank: Bank, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player with 0.99 cannot bet 1.00, and is offered the gift as well."""
    arrange(monkeypatch, LOSS, "2")
    with BankSession(bank, ["Ann"], CPSC386) as session:
        session.play_round(guests(f"bet:{STAKE - 99} stand"))
        assert session.broke == (0,)
        session.give([0])
        assert balances(bank) == [STAKE + 99]


@pytest.mark.parametrize(
    ("names", "rules", "problem"),
    [
        (["Ann"], Rules(), "opening balance"),
        ([], CPSC386, "0 players"),
        (["Ann", "Ben", "Cid", "Dot", "Eve"], CPSC386, "5 players"),
        (["Ann", "Ben", "Ann"], CPSC386, "same name"),
    ],
)
def test_an_session_that_cannot_be_is_refused(
    bank: Bank, names: list[str], rules: Rules, problem: str
) -> None:
    """Before anybody has an account."""
    with pytest.raises(SessionError, match=problem):
        BankSession(bank, names, rules)
    assert bank.accounts() == ()


def test_an_account_in_use_or_closed_cannot_play(bank: Bank) -> None:
    """Nor can the others who wanted to play with it; they are free for others."""
    with BankSession(bank, ["Ann"], CPSC386), pytest.raises(InUseError):
        BankSession(bank, ["Ben", "Ann"], CPSC386)
    bank.set_status("Ann", AccountStatus.CLOSED)
    with pytest.raises(BankError, match="closed"):
        BankSession(bank, ["Ann"], CPSC386)
    with BankSession(bank, ["Ben"], CPSC386):
        assert balances(bank) == [STAKE, STAKE]


def test_more_than_a_table_takes_is_refused_and_leaves_the_seat_free(bank: Bank) -> None:
    """A balance may be larger than any that sits down at a table."""
    bank.sit(["Ann"], opening_minor=MAX_BALANCE_MINOR).leave()
    for _ in range(2):
        with pytest.raises(TableError, match="a balance of"):
            BankSession(bank, ["Ann"], CPSC386)
    assert audited(bank.path).balances == {"Ann": MAX_BALANCE_MINOR}


def test_who_leaves_before_he_bets_leaves_nothing_behind(bank: Bank) -> None:
    """The accounts are free at once when the session is closed."""
    with BankSession(bank, ["Ann", "Ben"], CPSC386) as session:
        session.table.open_round()
        assert not session.unfinished
    assert audited(bank.path).seated == 0
    with BankSession(bank, ["Ben", "Ann"], CPSC386) as session:
        assert not session.taken_up
        assert session.table.round.number == 0


def test_an_session_may_be_closed_twice(bank: Bank, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second time there is nothing to be done."""
    arrange(monkeypatch, PUSH)
    session = BankSession(bank, ["Ann"], CPSC386)
    session.play_round(guests("bet:500 stand"))
    session.close()
    session.close()
    assert balances(bank) == [STAKE]


def test_a_seed_is_drawn_for_every_table(bank: Bank) -> None:
    """A secret of its full length, and another each time."""
    seeds = {draw_table_seed() for _ in range(50)}
    assert len(seeds) == 50
    assert {len(seed) for seed in seeds} == {SEED_BYTES}
    drawn: list[TableSeed | None] = []
    for _ in range(2):
        with BankSession(bank, ["Ann"], CPSC386) as session:
            drawn.append(session.table.seed)
    assert drawn[0] != drawn[1]


def test_questions_and_answers_of_a_host_are_his(bank: Bank) -> None:
    """A session asks nobody anything by itself."""
    host = Questions([False])
    with BankSession(bank, ["Ann"], CPSC386) as session:
        play_session(session, guests("sit_out"), host)
    assert host.answers == []
