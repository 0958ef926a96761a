"""A name is one name in whichever form of Unicode it comes in."""

from io import BytesIO
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from unicodedata import normalize

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pitboss import Journal, MimicPlayer, Rules, SeatPlan, Table, play_rounds, verify
from pitboss.bank import AccountStatus, Bank, BankError, BankSession, SessionError
from pitboss.text.names import name_refusal

# Letters with marks, marks alone, syllables, letters that only have the form of others.
LETTERS = "aeéÅÅΩΩnñ\u0301\u0308\u030a\u0323각각각ệ한が゙"

names = st.text(LETTERS, min_size=1, max_size=8).filter(lambda name: not name_refusal(name))


def forms(name: str) -> set[str]:
    """Return a name in all its forms that are canonically the same."""
    return {name, normalize("NFC", name), normalize("NFD", name)}


@given(name=names)
def test_an_account_is_one_in_every_form_of_its_name(name: str) -> None:
    """It is opened once, found by each form, and sits at one table, in one seat of it."""
    with TemporaryDirectory() as folder, Bank(Path(folder) / "bank") as bank:
        for form in forms(name):
            bank.sit([form], opening_minor=500).leave()
        (account,) = bank.accounts()
        assert account.name == normalize("NFC", name)
        for form, other in product(forms(name), repeat=2):
            assert bank.account(form) == account
            assert len(bank.history(form)) == 1
            bank.set_status(form, AccountStatus.ACTIVE)
            with pytest.raises(BankError, match="each once"):
                bank.sit([form, other], opening_minor=500)
            with pytest.raises(SessionError, match="same name"):
                BankSession(bank, ["Ann", form, other], Rules.preset("cpsc386"))
        assert bank.accounts() == (account,)


@given(name=names)
def test_an_session_that_was_left_is_taken_up_under_every_form(name: str) -> None:
    """By the same person, and so without a question."""
    rules = Rules.preset("cpsc386")
    for form in sorted(forms(name)):
        with TemporaryDirectory() as folder, Bank(Path(folder) / "bank") as bank:
            with BankSession(bank, [name], rules) as session:
                session.table.open_round()
                offer = session.table.offer()
                assert offer is not None
                session.table.apply(offer.bet(offer.least_minor))
                assume(not session.table.over)
            with BankSession(bank, [form], rules) as again:
                assert again.taken_up
                assert again.names == (normalize("NFC", name),)


@given(name=names)
def test_names_of_different_letters_stay_different(name: str) -> None:
    """What only looks alike is somebody else."""
    others = {each for each in ("A", "a", "Ω", "o", name[:1]) if each not in forms(name)}
    with TemporaryDirectory() as folder, Bank(Path(folder) / "bank") as bank:
        for each in sorted({normalize("NFC", other) for other in others if other} - forms(name)):
            bank.sit([each, name], opening_minor=500).leave()
        assert {account.name for account in bank.accounts()} >= {normalize("NFC", name)}


@given(
    seats=st.lists(
        st.one_of(names, st.sampled_from(["", "Ann", "Dealer", "\x1b"])), min_size=1, max_size=4
    )
)
def test_a_journal_keeps_the_names_of_its_seats_as_they_were_given(seats: list[str]) -> None:
    """Twice, in any form, or such as nobody may take: it is played again byte for byte."""
    sink = BytesIO()
    plans = [SeatPlan(name, 5_000) for name in seats]
    table = Table(seats=plans, seed=7, recorder=Journal(sink))
    play_rounds(table, [MimicPlayer(100)] * len(seats), 2)
    table.close()
    sink.seek(0)
    assert [plan.name for plan in table.plans] == seats
    assert verify(sink).matches
