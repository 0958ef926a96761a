"""Signing in: who is let in, who has to wait, and what the file holds of secrets."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from attrs import define
from tests.secret_words import secret

from pitboss.bank import AccountStatus, Bank, BankError, Cost, SignInError, TooSoonError
from pitboss.bank.passwords import KeptPassword, hash_password, is_password
from pitboss.bank.sign_ins import FREE_TRIES_OF_ACCOUNT, FREE_TRIES_OF_ADDRESS

CHEAP = Cost(1, 1, 1)
WORDS = "correct horse"
OTHER = "battery staple"


@define
class Clock:
    """A clock that a test moves.

    Attributes:
        ms: the time.
    """

    ms: int = 1_000_000_000_000

    def __call__(self) -> int:
        """Return the time."""
        return self.ms


@pytest.fixture
def clock() -> Clock:
    """Return a clock that stands."""
    return Clock()


@pytest.fixture
def bank(tmp_path: Path, clock: Clock) -> Iterator[Bank]:
    """Open a bank in which Ann has a password and Ben has none."""
    with Bank(tmp_path / "session.bank", cost=CHEAP, clock_ms=clock) as opened:
        opened.sign_up("Ann", secret(WORDS), opening_minor=500)
        opened.open_account("Ben", 0)
        yield opened


def test_whoever_knows_the_password_is_let_in(bank: Bank) -> None:
    """Whichever way its letters were typed; nobody else is, and all are told the same."""
    bank.set_password("Ben", secret("Zo\u00eb and Ren\u00e9"))
    assert bank.sign_in("Ann", WORDS).balance_minor == 500
    assert bank.sign_in("Ben", secret("Zoe\u0308 and Rene\u0301")).name == "Ben"
    told: set[str] = set()
    wrong: list[tuple[object, object]] = [
        ("Ann", secret("correct horsf")),
        ("Ann", ""),
        ("Ann", WORDS + "\udcff" * 500),
        ("Cid", WORDS),
        ("", WORDS),
        (None, WORDS),
        ("Ben", None),
    ]
    for name, password in wrong:
        with pytest.raises(SignInError) as refused:
            bank.sign_in(name, password)
        told.add(str(refused.value))
    assert len(told) == 1


def test_an_account_without_a_password_lets_nobody_in(bank: Bank) -> None:
    """Not even with what an empty one would leave."""
    assert [bank.has_password(name) for name in ("Ann", "Ben", "Cid")] == [True, False, False]
    with pytest.raises(SignInError):
        bank.sign_in("Ben", "")
    assert not is_password("", None, CHEAP)


@pytest.mark.parametrize("status", [AccountStatus.BLOCKED, AccountStatus.CLOSED])
def test_an_account_that_is_not_active_lets_nobody_in(bank: Bank, status: AccountStatus) -> None:
    """Only whoever knows the password is told why, and nobody stays signed in."""
    token = secret(bank.new_token(bank.sign_in("Ann", WORDS)))
    bank.set_status("Ann", status)
    assert bank.account_of_token(token) is None
    with pytest.raises(SignInError, match=status.value):
        bank.sign_in("Ann", WORDS)
    with pytest.raises(SignInError, match="name or password is wrong"):
        bank.sign_in("Ann", OTHER)
    code = bank.new_code("Ann")
    with pytest.raises(SignInError, match="not active"):
        bank.use_code("Ann", code, secret(OTHER))
    with pytest.raises(BankError, match=status.value):
        bank.sit(["Ann"], opening_minor=0)
    bank.set_status("Ann", AccountStatus.ACTIVE)
    assert bank.sign_in("Ann", WORDS).name == "Ann"


def test_whoever_fails_too_often_has_to_wait_ever_longer(bank: Bank, clock: Clock) -> None:
    """Even with the right password; a quarter of an hour at most, and not for other accounts."""
    bank.set_password("Ben", WORDS)
    waited: list[int] = []
    for _ in range(FREE_TRIES_OF_ACCOUNT + 15):
        with pytest.raises(SignInError, match="name or password is wrong"):
            bank.sign_in("Ann", OTHER)
        try:
            bank.sign_in("Ann", OTHER)
        except TooSoonError as too_soon:
            waited.append(too_soon.wait_s)
            with pytest.raises(TooSoonError):
                bank.sign_in("Ann", WORDS)
            clock.ms += too_soon.wait_s * 1_000
        except SignInError:
            pass
    assert waited[:4] == [1, 2, 4, 8]
    assert waited[-1] == 900
    assert bank.sign_in("Ben", WORDS).name == "Ben"
    assert bank.sign_in("Ann", WORDS).name == "Ann"
    with pytest.raises(SignInError, match="name or password is wrong"):
        bank.sign_in("Ann", OTHER)


def test_ten_thousand_tries_in_a_minute_reach_few_of_an_account(bank: Bank, clock: Clock) -> None:
    """Ten are looked at, from however many addresses; in the next minute one at most."""
    looked_at = [looked_at_in_a_minute(bank, clock, lambda at: ("Ann", f"10.0.{at}"))]
    looked_at.append(looked_at_in_a_minute(bank, clock, lambda at: ("Ann", f"10.1.{at}")))
    assert looked_at == [10, 1]


def test_ten_thousand_tries_in_a_minute_reach_few_from_an_address(bank: Bank, clock: Clock) -> None:
    """25 are looked at, at however many names, whether these have accounts or not."""
    assert looked_at_in_a_minute(bank, clock, lambda at: (f"name {at}", "10.0.0.1")) == 25
    with pytest.raises(TooSoonError):
        bank.sign_in("Ann", WORDS, address="10.0.0.1")
    assert bank.sign_in("Ann", WORDS, address="10.0.0.2").name == "Ann"


def looked_at_in_a_minute(bank: Bank, clock: Clock, tried: Callable[[int], tuple[str, str]]) -> int:
    """Try ten thousand times in a minute; return how often the password was looked at."""
    looked_at = 0
    for at in range(10_000):
        name, address = tried(at)
        clock.ms += 6
        with pytest.raises(SignInError) as refused:
            bank.sign_in(name, OTHER, address=address)
        looked_at += not isinstance(refused.value, TooSoonError)
    return looked_at


def test_a_password_that_was_right_is_not_counted_for_its_address(bank: Bank) -> None:
    """Many may sign in from one; nor does one who may sign in let others try there anew."""
    for _ in range(FREE_TRIES_OF_ADDRESS * 2):
        bank.sign_in("Ann", WORDS, address="10.0.0.1")
    for at in range(FREE_TRIES_OF_ADDRESS):
        with pytest.raises(SignInError, match="name or password is wrong"):
            bank.sign_in(f"name {at}", OTHER, address="10.0.0.1")
        if at < FREE_TRIES_OF_ADDRESS - 1:
            bank.sign_in("Ann", WORDS, address="10.0.0.1")
    with pytest.raises(TooSoonError):
        bank.sign_in("Ann", WORDS, address="10.0.0.1")


def test_tries_are_forgotten_and_no_clock_keeps_anybody_out(bank: Bank, clock: Clock) -> None:
    """After an hour all is as it was; a clock that was wrong delays nobody for long."""
    clock.ms += 10**12
    for _ in range(FREE_TRIES_OF_ACCOUNT):
        with pytest.raises(SignInError):
            bank.sign_in("Ann", OTHER)
    clock.ms -= 10**12
    with pytest.raises(TooSoonError) as too_soon:
        bank.sign_in("Ann", WORDS)
    assert too_soon.value.wait_s == 900
    clock.ms += 10**12 + 3_700_000
    for _ in range(FREE_TRIES_OF_ACCOUNT):
        with pytest.raises(SignInError, match="name or password is wrong"):
            bank.sign_in("Ann", OTHER)


def test_a_new_password_ends_the_old_one_and_signs_everybody_out(bank: Bank) -> None:
    """Whoever changes it has to know the old one; the operator has not."""
    token = secret(bank.new_token(bank.sign_in("Ann", WORDS)))
    with pytest.raises(SignInError):
        bank.change_password("Ann", OTHER, OTHER)
    assert bank.account_of_token(token) == bank.account("Ann")
    bank.change_password("Ann", WORDS, secret(OTHER))
    assert bank.account_of_token(token) is None
    with pytest.raises(SignInError):
        bank.sign_in("Ann", WORDS)
    bank.set_password("Ann", WORDS)
    assert bank.sign_in("Ann", WORDS).name == "Ann"


def test_a_token_is_good_until_it_is_forgotten_or_old(bank: Bank, clock: Clock) -> None:
    """For 30 days; what nobody was given is good for nothing."""
    ann = bank.sign_in("Ann", WORDS)
    first, second = secret(bank.new_token(ann)), secret(bank.new_token(ann))
    assert first != second
    bank.forget_token(first)
    asked = [first, second, "", None, "x" * 10_000, "\udcff"]
    assert [bank.account_of_token(token) for token in asked] == [None, ann, *[None] * 4]
    clock.ms += 30 * 24 * 3_600_000 + 1
    assert bank.account_of_token(second) is None
    bank.new_token(ann)
    with closing(sqlite3.connect(bank.path)) as file:
        assert file.execute("SELECT count(*) FROM token").fetchone() == (1,)


def test_a_code_is_good_once_for_its_account(bank: Bank, clock: Clock) -> None:
    """As it was made last, within three days, and typed with or without dashes and capitals."""
    old, code = bank.new_code("Ben"), bank.new_code("Ben")
    for name, given in (("Ben", old), ("Ann", code), ("Cid", code), ("Ben", None)):
        with pytest.raises(SignInError, match="the code is wrong"):
            bank.use_code(name, given, secret(OTHER))
    typed = code.replace("-", " ").lower()
    assert bank.use_code("Ben", typed, OTHER, address="10.0.0.1").name == "Ben"
    assert bank.sign_in("Ben", OTHER).name == "Ben"
    with pytest.raises(SignInError):
        bank.use_code("Ben", code, WORDS)
    late = bank.new_code("Ben")
    clock.ms += 72 * 3_600_000 + 1
    with pytest.raises(SignInError):
        bank.use_code("Ben", late, WORDS)
    with pytest.raises(BankError, match="no account"):
        bank.new_code("Cid")


def test_an_invitation_opens_one_account(bank: Bank) -> None:
    """It is no code of an account; one that was refused for its name can be used again."""
    code = bank.new_code()
    with pytest.raises(SignInError):
        bank.use_code("Nobody", code, secret(OTHER))
    with pytest.raises(BankError, match="another account is called"):
        bank.sign_up("ANN", OTHER, opening_minor=5, code=code)
    cid = bank.sign_up("Cid", OTHER, opening_minor=5, code=code)
    assert (cid.balance_minor, bank.sign_in("Cid", OTHER)) == (5, cid)
    with pytest.raises(SignInError):
        bank.sign_up("Dot", OTHER, opening_minor=5, code=code)
    assert bank.account("Dot") is None


@pytest.mark.parametrize("password", ["", "short", "x" * 201, None, 12345678])
def test_what_cannot_be_a_password_is_refused(bank: Bank, password: object) -> None:
    """Wherever one is chosen; nothing is changed, and no code is used up."""
    code, invitation = bank.new_code("Ann"), bank.new_code()
    for choose in (
        lambda: bank.set_password("Ann", password),
        lambda: bank.change_password("Ann", WORDS, password),
        lambda: bank.use_code("Ann", code, password),
        lambda: bank.sign_up("Cid", password, opening_minor=0, code=invitation),
    ):
        with pytest.raises(BankError, match="choose 8 to 200 letters"):
            choose()
    assert bank.sign_in("Ann", WORDS).name == "Ann"
    assert bank.sign_up("Cid", OTHER, opening_minor=0, code=invitation).name == "Cid"


def test_who_is_no_name_cannot_sign_up(bank: Bank) -> None:
    """Nor can many from one address, one after another."""
    for name in (None, "", "Dealer", "x" * 41):
        with pytest.raises(BankError, match="is not a name"):
            bank.sign_up(name, OTHER, opening_minor=0)
    for at in range(FREE_TRIES_OF_ADDRESS):
        bank.sign_up(f"guest {at}", OTHER, opening_minor=0, address="10.0.0.1")
    with pytest.raises(TooSoonError):
        bank.sign_up("one more", OTHER, opening_minor=0, address="10.0.0.1")


def test_what_a_guess_costs_can_be_raised(tmp_path: Path) -> None:
    """Whoever signs in then has it from then on, and stays signed in."""
    path = tmp_path / "session.bank"
    with Bank(path, cost=CHEAP) as bank:
        ann = bank.sign_up("Ann", secret(WORDS), opening_minor=0)
        token = secret(bank.new_token(ann))
    with Bank(path, cost=Cost(2, 2, 2)) as bank:
        assert bank.sign_in("Ann", WORDS) == ann
        assert bank.account_of_token(token) == ann
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("SELECT log2_n, r, p FROM password").fetchall() == [(2, 2, 2)]


def test_a_password_is_as_hard_to_guess_as_is_usual_today() -> None:
    """32 MiB and 2**15 times 3, as OWASP has it; the same password is kept in two ways."""
    one, other = hash_password(WORDS, Cost()), hash_password(WORDS, CHEAP)
    assert one.cost == Cost(15, 8, 3)
    assert is_password(WORDS, one, CHEAP)
    assert hash_password(WORDS, CHEAP).hash != other.hash
    assert "hash" not in repr(KeptPassword(CHEAP, b"salt", b"hash")).partition("(")[2]


def test_a_bank_of_the_first_version_opens(tmp_path: Path) -> None:
    """With all that it held; a round that was open goes on, and passwords can be set."""
    path, dump = tmp_path / "old.bank", Path(__file__).parents[2] / "fixtures/banks/version-1.sql"
    with closing(sqlite3.connect(path)) as file:
        file.executescript(dump.read_text("utf-8"))
    with Bank(path, cost=CHEAP) as bank:
        ann, ben, cid = bank.accounts()
        assert (ann.balance_minor, ben.balance_minor) == (1_000, 950)
        assert (cid.status, len(bank.history("Ann"))) == (AccountStatus.CLOSED, 4)
        (sitting,) = bank.left_behind(["Ann"])
        assert (sitting.open_round, sitting.void_round()) == (2, 2)
        sitting.leave()
        bank.set_password("Ben", secret(WORDS))
    with Bank(path, cost=CHEAP) as bank:
        assert bank.sign_in("Ben", WORDS) == ben
        assert bank.open_account("Dot", 5).id == 4
