"""Accounts on the web: who is let in, and what a browser keeps."""

from pathlib import Path

import pytest
from tests.secret_words import secret
from tests.web.bank_served import bank_served
from tests.web.served import served

from pitboss.bank import AccountStatus
from pitboss.bank.sign_ins import FREE_TRIES_OF_ACCOUNT
from pitboss.web import HouseTerms, SignUp, app, signing_in

WORDS = "correct horse battery"
OTHER = "staple of another"


def test_somebody_signs_up_out_and_in(tmp_path: Path) -> None:
    """The page says so each time, and whoever is not signed in is asked to."""
    with bank_served(tmp_path) as site:
        ann = site.visitor()
        assert "Password" in ann.get()
        assert ann.path == "/account/sign-in"
        assert "begins with 1,000.00" in ann.get("sign-up")
        assert "8 to 200 letters" in ann.post("sign-up", name="Ann", new="short")
        assert ann.status == 403
        told = ann.post("sign-up", name="Ann", new=secret(WORDS))
        assert "Your chips, Ann In your account 1,000.00" in told
        assert "called 'ann'" in site.visitor().post("sign-up", name="ann", new=secret(OTHER))
        cookie = ann.cookie
        assert "You are signed out." in ann.post("sign-out")
        assert ann.cookie == ""
        ann.cookie = cookie
        assert "Password" in ann.get("statement")
        assert "is wrong" in ann.post("sign-in", name="Ann", password=secret("some guess"))
        assert "You are signed in." in ann.post("sign-in", name="Ann", password=WORDS)
        stranger = site.visitor()
        assert "Password" in stranger.post("gift")
        assert stranger.path == "/account/sign-in"


def test_a_cookie_is_of_no_use_to_scripts_and_other_websites(tmp_path: Path) -> None:
    """Through TLS it goes over nothing else; a form of another website is refused."""
    with bank_served(tmp_path) as site:
        ann = site.visitor()
        ann.post("sign-up", name="Ann", new=secret(WORDS))
        ann.origin = "https://elsewhere.example"
        assert ann.post("sign-out") == "This server does not have that name."
        ann.origin = ""
        assert "Ann" in ann.get()
        assert ann.headers["cache-control"] == "no-store"
        assert "form-action 'self'" in ann.headers["content-security-policy"]
        assert ann.cookie.partition("=")[2] not in ann.get("statement")
    with bank_served(tmp_path, origin="https://cards.example") as site:
        ben = site.visitor()
        assert "https://cards.example/account/sign-in" in ben.get("sign-in")
        assert ben.status == 421
        assert "Password" in ben.get("sign-in", Host="cards.example")


def test_a_cookie_through_tls_goes_over_nothing_else(tmp_path: Path) -> None:
    """A browser sends one of that name over TLS alone."""
    with bank_served(tmp_path, origin="https://cards.example") as site:
        ann = site.visitor()
        ann.origin = "https://cards.example"
        place = {"Host": "cards.example", "Origin": ann.origin}
        body = f"name=Ann&new={secret(WORDS).replace(' ', '+')}"
        form = {"Content-Type": "application/x-www-form-urlencoded", **place}
        ann.go("POST", "/account/sign-up", body, form)
        assert ann.cookie.startswith("__Host-pitboss=")
        assert {"HttpOnly", "Secure", "SameSite=lax", "Path=/"} <= {*ann.given.split("; ")}


@pytest.mark.parametrize("sign_up", [SignUp.INVITED, SignUp.OPERATOR])
def test_the_house_says_who_opens_accounts(sign_up: SignUp, tmp_path: Path) -> None:
    """Somebody with a code of it, once; or nobody."""
    with bank_served(tmp_path, terms=HouseTerms(sign_up)) as site:
        ann = site.visitor()
        if sign_up is SignUp.OPERATOR:
            assert "Open an account" not in ann.get("sign-in")
            assert "Only the house opens accounts" in ann.get("sign-up")
            assert "Only the house opens accounts" in ann.post("sign-up", name="Ann", new="x" * 9)
            assert site.bank.accounts() == ()
            return
        code = site.bank.new_code()
        assert "code is wrong" in ann.post("sign-up", name="Ann", new=secret(WORDS), code="A" * 16)
        assert "is open" in ann.post("sign-up", name="Ann", new=WORDS, code=secret(code))
        assert "code is wrong" in site.visitor().post("sign-up", name="Ben", new=WORDS, code=code)


def test_a_code_of_the_house_sets_a_password_once(tmp_path: Path) -> None:
    """Whoever was signed in is no longer."""
    with bank_served(tmp_path) as site:
        ann, again = site.member("Ann", secret(WORDS)), site.visitor()
        code = secret(site.bank.new_code("Ann"))
        assert "Code" in again.get("reset")
        assert "changed" in again.post("reset", name="Ann", code=code, new=secret(OTHER))
        assert "Password" in ann.get()
        assert "code is wrong" in ann.post("reset", name="Ann", code=code, new=WORDS)
        assert "signed in" in ann.post("sign-in", name="Ann", password=OTHER)


def test_a_changed_password_signs_out_all_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where somebody watches a table: the next message there is refused."""
    monkeypatch.setattr(app, "_SECONDS_KNOWN", 0)
    with bank_served(tmp_path) as site:
        ann, other = site.member("Ann", secret(WORDS)), site.visitor()
        other.post("sign-in", name="Ann", password=WORDS)
        with site.client(cookie=other.cookie) as line, site.client(cookie=ann.cookie) as own:
            line.until("welcome")
            own.until("welcome")
            assert "New password" in ann.get("password")
            assert "is wrong" in ann.post("password", password=OTHER, new=OTHER)
            assert "changed" in ann.post("password", password=WORDS, new=secret(OTHER))
            line.command("c1", "hit")
            assert line.until("error")["kind"] == "signed_out"
            assert line.end() == 1008
        assert "Password" in other.get()
        with site.client(cookie=ann.cookie) as line:
            line.until("welcome")
            line.command("c1", "hit")
            assert line.until("error")["kind"] == "not_your_seat"


@pytest.mark.parametrize("status", [AccountStatus.BLOCKED, AccountStatus.CLOSED])
def test_whom_the_house_keeps_out_is_out_at_once(status: AccountStatus, tmp_path: Path) -> None:
    """And only whoever knows the password is told why."""
    with bank_served(tmp_path) as site:
        ann = site.member("Ann", secret(WORDS))
        site.bank.set_status("Ann", status)
        assert "Password" in ann.get()
        assert "is wrong" in ann.post("sign-in", name="Ann", password=secret("some guess"))
        assert status.value in ann.post("sign-in", name="Ann", password=WORDS)


def test_whoever_guesses_has_to_wait(tmp_path: Path) -> None:
    """An account and an unknown name alike; the answer says for how long."""
    with bank_served(tmp_path, clock_ms=lambda: 10**12) as site:
        site.member("Ann", secret(WORDS))
        told: list[list[str]] = []
        for name in ("Ann", "Nobody"):
            guess = site.visitor()
            tries = [guess.post("sign-in", name=name, password=f"guess {n}") for n in range(6)]
            told.append(tries)
            assert (guess.status, guess.headers["retry-after"]) == (429, "1")
        assert told[0] == told[1]
        assert len(set(told[0][:FREE_TRIES_OF_ACCOUNT])) == 1


def test_a_form_that_is_none_is_as_if_empty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that is too long, has too many fields or other letters; and too many wait."""
    with bank_served(tmp_path) as site:
        ann = site.visitor()
        form = {"Origin": site.address}
        for body in ("name=" + "x" * 9000, "&a=1" * 99, "name=\u00e4"):
            answer = ann.go("POST", "/account/sign-in", body, form)
            assert "is wrong" in answer
        monkeypatch.setattr(signing_in, "MAX_WAITING", 0)
        assert "too many people are signing in" in ann.post("sign-in", name="Ann").lower()


def test_the_page_of_a_table_leads_to_the_account(tmp_path: Path) -> None:
    """Where there are accounts, and there alone."""
    with bank_served(tmp_path) as site:
        assert b'<a href="../account" id="account">' in site.get("/t/1")[2]
    with served(tmp_path, "2") as without:
        assert b'<a href="../account" id="account" hidden>' in without.get("/t/2")[2]
        assert without.get("/account")[0] == 404
