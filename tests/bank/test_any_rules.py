"""The bank has what the seats have, under any rules: whenever a bet is made, paid or returned."""

from pathlib import Path

import pytest
from tests.bank.plain_audit import audited
from tests.bank.scenes import arrange, guests

from pitboss import Event, RandomLegal, Rules, Table
from pitboss.bank import Bank, BankSession, MovementKind
from pitboss.rules.presets import PRESETS
from pitboss.table import QuietRecorder

STAKE = 30_000


class Teller(QuietRecorder):
    """Holds every balance to the chips at the table, after every event.

    Args:
        bank: where the balances are.
    """

    def __init__(self, bank: Bank) -> None:
        self.bank = bank
        self.events = 0

    def opened(self, table: Table) -> None:
        """Look at a new table."""
        assert self.balances() == [seat.balance_minor for seat in table.round.seats]

    def joined(self, table: Table) -> None:
        """Look at a table that goes on."""
        assert self.balances() == [seat.balance_minor for seat in table.round.seats]

    def applied(self, table: Table, _event: Event) -> None:
        """Look at a table after an event."""
        self.events += 1
        assert self.balances() == [seat.balance_minor for seat in table.round.seats]

    def closed(self, table: Table) -> None:
        """Look at a table that is over."""
        assert self.balances() == [seat.balance_minor for seat in table.round.seats]

    def balances(self) -> list[int]:
        """Return all balances in the order of the accounts, which is that of the seats."""
        return [account.balance_minor for account in self.bank.accounts()]


@pytest.mark.parametrize("name", PRESETS)
def test_the_bank_has_what_the_seats_have(tmp_path: Path, name: str) -> None:
    """Under every preset, with chips so few that balances run short, and gifts."""
    rules = Rules.preset(name, opening_balance=STAKE, top_up=True, shuffle="when_empty")
    names = [f"Player {seat}" for seat in range(rules.max_seats)]
    with Bank(tmp_path / "bank") as bank:
        teller = Teller(bank)
        with BankSession(bank, names, rules, listener=teller, draw_seed=lambda: 17) as session:
            players = [RandomLegal(5, seat) for seat in range(len(names))]
            for _ in range(25):
                session.play_round(players)
                if session.broke:
                    session.give(session.broke)
        assert teller.events > 25 * len(names)
    found = audited(tmp_path / "bank")
    assert bool(found.settled) == (rules.bet_max != 0)
    assert found.seated == 0


def test_a_round_for_which_no_card_is_left_is_void_in_the_bank(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every stake goes back, and a natural that was paid at the deal is taken back."""
    rules = Rules(opening_balance=STAKE)
    arrange(monkeypatch, "A T 9 T 5 7")
    with Bank(tmp_path / "bank") as bank, BankSession(bank, ["Ann", "Ben"], rules) as session:
        session.play_round(guests("bet:1000", "bet:500 hit"))
        assert session.table.round.void
        assert [account.balance_minor for account in bank.accounts()] == [STAKE, STAKE]
        kinds = [movement.kind for movement in bank.history("Ann")]
        assert kinds == [
            MovementKind.OPENING,
            MovementKind.STAKE,
            MovementKind.RETURNED,
            MovementKind.VOID,
        ]
        assert [movement.amount_minor for movement in bank.history("Ann")][1:] == [
            -1_000,
            2_500,
            -1_500,
        ]
    assert len(audited(tmp_path / "bank").void) == 1
