"""The course of a session: gifts to the broke, round after round, until there is an end."""

import pytest
from tests.bank.scenes import CPSC386, LOSS, PUSH, STAKE, WIN, Questions, arrange, guests

from pitboss.bank import Bank, BankSession, Ending, MovementKind, play_session
from pitboss.errors import PlayerLeft
from pitboss.rules import Rules

GIFT = f"gift of {STAKE} to Ann"
AGAIN = "another round, Ann"


def balance(bank: Bank, name: str) -> int:
    """Return what an account has."""
    account = bank.account(name)
    assert account is not None
    return account.balance_minor


def test_the_first_player_is_asked_for_another_round(
    bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After every round, and nobody else is; a no ends the session for all."""
    arrange(monkeypatch, "T T 6 9 9 T T T T 6 9 9 T T")
    host = Questions([True, False])
    with BankSession(bank, ["Ann", "Ben"], CPSC386) as session:
        players = guests("bet:100 stand bet:100 stand", "bet:200 stand bet:200 stand")
        assert play_session(session, players, host) is Ending.FIRST_PLAYER
        assert session.table.round.number == 2
    assert host.asked == [AGAIN, AGAIN]
    assert (balance(bank, "Ann"), balance(bank, "Ben")) == (STAKE + 200, STAKE + 400)


def test_who_is_broke_is_offered_a_gift(bank: Bank, monkeypatch: pytest.MonkeyPatch) -> None:
    """Right after the round in which it came to that, and he plays on with it."""
    arrange(monkeypatch, LOSS, WIN)
    host = Questions([True, True, False])
    with BankSession(bank, ["Ann"], CPSC386) as session:
        players = guests(f"bet:{STAKE} stand bet:500 stand")
        assert play_session(session, players, host) is Ending.FIRST_PLAYER
    assert host.asked == [GIFT, AGAIN, AGAIN]
    kinds = [movement.kind for movement in bank.history("Ann")]
    assert kinds.count(MovementKind.GIFT) == 1
    assert balance(bank, "Ann") == STAKE + 500


def test_a_gift_may_be_refused(bank: Bank, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the player sits out; he is not offered it twice in a session, but in the next one."""
    arrange(monkeypatch, "T T 9 7 9 T T 9 9 T", "2", PUSH)
    host = Questions([False, True, False])
    with BankSession(bank, ["Ann", "Ben"], CPSC386) as session:
        players = guests(f"bet:{STAKE} stand sit_out", "bet:100 stand bet:100 stand")
        assert play_session(session, players, host) is Ending.FIRST_PLAYER
        assert session.broke == (0,)
    assert host.asked == [GIFT, AGAIN, AGAIN]
    assert balance(bank, "Ann") == 0
    another = Questions([True, False])
    with BankSession(bank, ["Ann"], CPSC386) as session:
        assert session.broke == (0,)
        play_session(session, guests("bet:100 stand"), another)
    assert another.asked == [GIFT, AGAIN]
    assert balance(bank, "Ann") == STAKE


def test_several_may_be_broke_at_once(bank: Bank, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is asked for himself, and only who takes the gift is given it."""
    arrange(monkeypatch, "T T T 9 7 7 7 T", "T 9 9 T")
    host = Questions([True, False, True, True])
    with BankSession(bank, ["Ann", "Ben", "Cid"], CPSC386) as session:
        everything = f"bet:{STAKE} stand"
        players = guests(f"{everything} bet:100 stand", f"{everything} sit_out", everything)
        with pytest.raises(PlayerLeft):
            play_session(session, players, host)
        assert session.broke == (1,)
    assert [balance(bank, name) for name in ("Ann", "Ben", "Cid")] == [STAKE - 100, 0, STAKE]


def test_an_session_ends_when_nobody_can_bet(bank: Bank, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is asked for a round then that nobody could play."""
    arrange(monkeypatch, LOSS, LOSS)
    host = Questions([False])
    with BankSession(bank, ["Ann"], CPSC386) as session:
        players = guests(f"bet:{STAKE} stand")
        assert play_session(session, players, host) is Ending.NOBODY_CAN_BET
    assert host.asked == [GIFT]
    nobody = Questions([False])
    with BankSession(bank, ["Ann"], CPSC386) as session:
        assert play_session(session, guests(""), nobody) is Ending.NOBODY_CAN_BET
        assert session.table.round.number == 0


def test_where_the_rules_know_no_gift_none_is_offered(
    bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who is broke stays so."""
    arrange(monkeypatch, LOSS)
    rules = Rules.preset("cpsc386", top_up=False)
    host = Questions([])
    with BankSession(bank, ["Ann"], rules) as session:
        players = guests(f"bet:{STAKE} stand")
        assert play_session(session, players, host) is Ending.NOBODY_CAN_BET
    assert host.asked == []


def test_a_round_that_was_left_is_finished_first(
    bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before anybody is offered anything, even if all his chips are on the table."""
    arrange(monkeypatch, WIN)
    host = Questions([False])
    with BankSession(bank, ["Ann"], CPSC386) as session, pytest.raises(PlayerLeft):
        play_session(session, guests(f"bet:{STAKE}"), host)
    assert balance(bank, "Ann") == 0
    with BankSession(bank, ["Ann"], CPSC386) as session:
        assert session.taken_up
        assert play_session(session, guests("stand"), host) is Ending.FIRST_PLAYER
    assert host.asked == [AGAIN]
    assert balance(bank, "Ann") == 2 * STAKE
