"""The pages of accounts in Chromium: by keys alone, read out well, and without a fault."""

from pathlib import Path

from playwright.sync_api import Browser, Page
from tests.secret_words import secret
from tests.web.bank_served import bank_served
from tests.web.browsing import Visitor, findings, overflow

from pitboss.bank import AccountStatus
from pitboss.web import HouseTerms, SignUp

WORDS = "correct horse battery"
OTHER = "staple of another"
TERMS = HouseTerms(SignUp.OPEN, opening_minor=5_000, gift_minor=7_000, least_minor=100)


def enter(page: Page) -> None:
    """Press Enter, and wait for the page to which that leads."""
    with page.expect_navigation():
        page.keyboard.press("Enter")


def fill(page: Page, **fields: str) -> None:
    """Type into a form by the tabulator, in the order of its fields, and send it by Enter."""
    first = next(iter(fields))
    page.focus(f"#{first}")
    for name, text in fields.items():
        assert page.evaluate("document.activeElement.id") == name
        page.keyboard.type(text)
        if name != list(fields)[-1]:
            page.keyboard.press("Tab")
    enter(page)


def told(page: Page) -> str:
    """See that the page has no fault of accessibility, and return what it says."""
    assert findings(page) == []
    assert overflow(page) <= 0
    return page.inner_text("main")


def follow(page: Page, link: str) -> None:
    """Follow a link by the keyboard."""
    page.get_by_role("link", name=link, exact=True).focus()
    enter(page)


def press(page: Page, button: str) -> None:
    """Press a button by the keyboard."""
    page.get_by_role("button", name=button, exact=True).focus()
    enter(page)


def test_somebody_comes_in_and_goes_by_keys_alone(browser: Browser, tmp_path: Path) -> None:
    """Up, out, wrong, reset, change and blocked; each page is whole, no script sees a cookie."""
    with bank_served(tmp_path, "low", terms=TERMS) as site:
        visitor = Visitor.of(browser, scheme="dark")
        page = visitor.page
        page.goto(f"{site.address}/t/low")
        follow(page, "Your account")
        assert "Forgotten your password?" in told(page)
        follow(page, "Open an account")
        fill(page, name="Ann", new="short")
        assert "8 to 200 letters" in page.inner_text("[role=alert]")
        assert page.evaluate("document.activeElement.getAttribute('role')") == "alert"
        told(page)
        fill(page, name="Ann", new=secret(WORDS))
        assert "Your account is open." in told(page)
        follow(page, "Change the password")
        fill(page, password=WORDS, new=secret(OTHER))
        assert "Your password is changed" in told(page)
        press(page, "Sign out")
        assert "You are signed out." in told(page)
        fill(page, name="Ann", password=WORDS)
        assert "is wrong" in told(page)
        follow(page, "Forgotten your password?")
        fill(page, name="Ann", code=secret(site.bank.new_code("Ann")), new=WORDS)
        assert "Your password is changed" in told(page)
        site.bank.set_status("Ann", AccountStatus.BLOCKED)
        page.reload()
        fill(page, name="Ann", password=WORDS)
        assert "blocked" in told(page)
        assert page.evaluate("document.cookie") == ""
        assert [each for each in visitor.faults if "status of 40" not in each] == []


def test_an_evening_by_keys_alone(browser: Browser, tmp_path: Path) -> None:
    """A seat, where its chips are, back, broke, a gift and the statement, on a small screen."""
    with bank_served(tmp_path, "low", terms=TERMS) as site:
        visitor = Visitor.of(browser, 360, 700)
        page = visitor.page
        page.goto(f"{site.address}/account/sign-up")
        fill(page, name="Ann", new=secret(WORDS))
        follow(page, "Table low")
        assert "Seat 3" in told(page)
        page.focus("input[name=seat]")
        page.keyboard.press("ArrowDown")
        fill(page, amount="20")
        page.wait_for_selector("#seat-1.mine")
        follow(page, "Your account")
        assert "At table low, seat 2" in told(page)
        follow(page, "Rounds at table low")
        assert "Rounds" in told(page)
        follow(page, "Your account")
        follow(page, "Table low")
        assert "Bring these chips" in told(page)
        visitor.hold_time()
        page.goto(f"{site.address}/t/low")
        page.wait_for_selector("#seat-leave")
        for _ in range(2):
            page.keyboard.press("l")
        page.clock.resume()
        page.wait_for_selector("#seat-1:not(.mine)")
        site.bank.bring("Ann", -4_950)
        follow(page, "Your account")
        assert "You are broke" in told(page)
        press(page, "Take a gift of 70.00")
        assert "70.50" in told(page)
        follow(page, "Statement")
        assert "gift" in told(page)
        assert visitor.faults == []
