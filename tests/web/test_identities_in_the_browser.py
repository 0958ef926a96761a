"""The host says who a client is, and the page seats it, in Chromium."""

from pathlib import Path

from playwright.sync_api import Browser
from tests.web.browsing import Visitor
from tests.web.served import served
from tests.web.test_identities import authenticate


def test_the_page_seats_who_has_signed_in(browser: Browser, tmp_path: Path) -> None:
    """Under the name of the account, in any browser; others are shown no seat to take."""
    with served(tmp_path, authenticate=authenticate, bots=0) as tables:
        table = f"{tables.address}/t/1"
        ann, elsewhere, stranger = (Visitor.of(browser) for _ in range(3))
        for visitor in (ann, elsewhere):
            visitor.context.add_cookies([{"name": "sign_in", "value": "a", "url": tables.address}])
        ann.page.goto(table)
        ann.page.click("#join-1")
        ann.page.wait_for_selector("#seat-1.mine:has-text('Ann')")
        words = ann.wait_for_question()
        elsewhere.page.goto(table)
        assert elsewhere.wait_for_question() == words
        ann.page.reload()
        ann.say("bet", by_key=ann.wait_for_question() == words)
        ann.page.wait_for_selector("text=You bet 10.00.")
        stranger.page.goto(table)
        stranger.page.wait_for_selector("text=Free seat")
        assert stranger.page.locator("button.join").count() == 0
        assert ann.faults + elsewhere.faults + stranger.faults == []
