"""What [001] asks for of a player's account, played on `educative` with a stake."""

from pathlib import Path

import pytest
from tests.bank.scenes import arrange, guests

from pitboss.bank import AccountStatus, Bank, BankSession
from pitboss.rules import Rules


def test_001_player_has_an_account(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With an id, a status and a balance, into which every bet and every payment goes.

    "BasePlayer; Player.totalCash": a player has an account with id, status and balance, and his
    cash is kept up to date.
    """
    rules = Rules.preset("educative", opening_balance=10_000)
    arrange(monkeypatch, "A T 9 8 T 9 T T")
    with Bank(tmp_path / "bank") as bank, BankSession(bank, ["Ann"], rules) as session:
        opened = bank.account("Ann")
        assert opened is not None
        assert opened.id > 0
        assert (opened.status, opened.balance_minor) == (AccountStatus.ACTIVE, 10_000)
        session.play_round(guests("bet:1000"))
        session.play_round(guests("bet:2000 stand"))
        amounts = [movement.amount_minor for movement in bank.history("Ann")]
        assert amounts == [10_000, -1_000, 2_500, -2_000]
        played = bank.account("Ann")
        assert played is not None
        assert (played.id, played.balance_minor) == (opened.id, sum(amounts))
