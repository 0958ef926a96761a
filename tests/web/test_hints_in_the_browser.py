"""Hints on the page: a button in the bar, which moves nothing there, and what the chart says."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import evolve
from playwright.sync_api import Browser
from tests.web.browsing import Visitor, findings
from tests.web.served import AT_ONCE, Served, served
from tests.web.situations import SITUATIONS, Stage
from tests.web.test_bar import FAULTS, PLACES, heights
from tests.web.test_felt import WINDOWS

NAMES = ("a bet is asked", "the first two cards", "a pair", "insurance", "four hands", "a break")


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Served]:
    """Serve a table whose seats may ask for hints."""
    with served(tmp_path, bots=0, policy=evolve(AT_ONCE, hints=True)) as hinting:
        yield hinting


@pytest.mark.parametrize("window", ["desktop", "upright", "lying"])
def test_the_button_moves_nothing_in_the_bar(window: str, browser: Browser, address: str) -> None:
    """Its height is the same, and so is the place of each answer at all questions."""
    stage = Stage(browser, address, *WINDOWS[window], touch=window != "desktop")
    page = stage.visitor.page
    places: dict[str, list[int]] = {}
    for name in NAMES:
        stage.open(SITUATIONS[name])
        assert page.locator("#seat-hint").count() == 0
        height = heights(page)
        stage.open(evolve(SITUATIONS[name], hints=True))
        assert page.evaluate(FAULTS) == [], name
        assert heights(page) == height
        idle = page.evaluate("getComputedStyle(document.querySelector('#seat-hint')).opacity < 1")
        assert idle == (name in {"a bet is asked", "a break"})
        for word, place in page.evaluate(PLACES).items():
            assert places.setdefault(word, place) == place, name


def test_the_chart_is_asked_and_followed(browser: Browser, tables: Served) -> None:
    """By a key or a press: the bar says what the chart says, marks it, and the round goes on."""
    ann = Visitor.of(browser)
    ann.sit_down(tables.link(), 0, "Ann")
    hinted = 0
    for by_key in (True, False):
        while "bet" not in ann.wait_for_question(ann.seq()):
            ann.page.wait_for_timeout(10)
        assert ann.page.get_attribute("#seat-hint", "aria-disabled") == "true"
        seq = ann.seq()
        ann.say("bet", by_key=True)
        while "bet" not in ann.wait_for_question(seq + 1):
            seq = ann.seq()
            if by_key:
                ann.page.keyboard.press("c")
            else:
                ann.page.click("#seat-hint")
            word = ann.page.wait_for_selector("#answers .hinted")
            assert word is not None
            chart = f"The chart says: {(word.get_attribute('value') or '').replace('_', ' ')}"
            assert chart in ann.page.inner_text("#turn")
            assert findings(ann.page) == []
            hinted += 1
            word.click()
    assert hinted > 0
    assert ann.faults == []
