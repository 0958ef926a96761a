"""Side bets on the page, in Chromium: they are placed by keys, by touch, and told."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.web.browsing import Scheme, Visitor, barriers, overflow
from tests.web.served import served
from tests.web.test_in_the_browser import UNHURRIED, commanded, tell

from pitboss import Rules

WITH_SIDE_BETS = Rules.preset("six_deck_s17", side_bets=["21+3", "perfect_pairs", "buster"])


@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (1280, "light")])
def test_side_bets_are_placed_before_the_bet(
    width: int, scheme: Scheme, browser: Browser, tmp_path: Path
) -> None:
    """By keys or by touch; what was typed for the bet stays, and what came of them is told."""
    touched = width == 360
    with served(tmp_path, bots=0, policy=UNHURRIED, rules=WITH_SIDE_BETS) as tables:
        ann = Visitor.of(browser, width, 740, scheme, touch=touched)
        ann.sit_down(tables.link(), 0, "Ann")
        assert ann.wait_for_question() == ["bet", "sit_out"]
        page = ann.page
        page.fill("#amount", "12.50")
        assert page.inner_text("#side-limits") == "0.01 to 999.99"
        seq = ann.seq()
        page.fill("#side-stake", "2.50")
        if touched:
            page.tap("#side-0")
        else:
            page.press("#side-stake", "Enter")
        ann.wait_for_seq(seq + 1)
        assert page.inner_text("#seat-0 .side-bet").split() == ["21+3", "2.50"]
        assert page.input_value("#amount") == "12.50"
        page.fill("#side-stake", "nothing")
        page.click("#side-1")
        assert "Write an amount" in page.inner_text("#refusal")
        page.fill("#side-stake", "1")
        page.click("#side-1")
        ann.wait_for_seq(seq + 2)
        assert page.locator(".side-chip").count() == 1
        assert page.get_attribute("#side-0", "aria-label") == "Place on Perfect Pairs"
        assert (barriers(page), overflow(page)) == ([], 0)
        tell(ann, "bet", by_key=False)
        while not page.query_selector("#seat-0 .hand .outcome"):
            words = ann.wait_for_question()
            tell(ann, "stand" if "stand" in words else "decline", by_key=not touched)
        results = page.eval_on_selector_all("#seat-0 .side-bet", "all => all.map(o => o.innerText)")
        assert [each.split()[0] for each in results] == ["21+3", "Buster"]
        assert (barriers(page), overflow(page)) == ([], 0)
        told = ann.told()
        assert "You place 2.50 on 21+3." in told
        assert "You place 1.00 on Buster Blackjack." in told
        assert any(f"You {came} " in told for came in ("win", "lose")), told
        assert " on 21+3" in told.rpartition("Round 1")[2]
        assert ann.faults == []
    assert commanded(tmp_path)[1:4] == ["side_bet", "side_bet", "bet"]
