"""The last rounds of whoever sits at a table, in Chromium: what is shown, and what opens."""

from collections.abc import Iterator
from pathlib import Path
from socket import socket

import pytest
from attrs import evolve
from playwright.sync_api import Browser, Page
from tests.web.browsing import Scheme, Visitor, findings, overflow
from tests.web.served import Document, served
from tests.web.situations import SITUATIONS, Stage
from tests.web.test_in_the_browser import tell
from tests.web.test_time import SETTLED, STOOD, seen

WON: Document = {
    "protocol": 1,
    "type": "rounds",
    "rounds": [{"round": 6, "dealer": ["6s", "Td"], "seat": SITUATIONS["won"].seats[0]}],
    "net": 1000,
    "pages": "rounds/1/key",
}
INSIDE = ("#machine", "#line", "#why .source")
WATCH = """
() => {
  window.seen = [];
  const look = () => {
    const now = [document.querySelectorAll(".outcome").length,
      document.querySelector("#own-facts div:last-child dd").textContent];
    if (JSON.stringify(now) !== JSON.stringify(window.seen.at(-1))) window.seen.push(now);
  };
  look();
  new MutationObserver(look).observe(document.body, {childList: true, subtree: true});
}
"""


def rows(page: Page) -> list[str]:
    """Return what is said of each round, the last one first."""
    return [each.replace("\n", " ") for each in page.locator("#rounds-list li").all_inner_texts()]


def facts(page: Page) -> list[str]:
    """Return what stands above the rounds."""
    return page.locator("#own-facts > div").all_inner_texts()


def wait_for_rounds(page: Page) -> None:
    """Wait until the page has the rounds that the server tells, which it asks for by itself."""
    page.wait_for_selector("#own-facts >> text=Since you sat down")


def play(person: Visitor, count: int) -> None:
    """Play until so many rounds are told."""
    wait_for_rounds(person.page)
    while person.page.locator("#rounds-list a").count() < count:
        words = person.wait_for_question()
        tell(person, next(word for word in ("bet", "stand", "decline") if word in words))


def test_rounds_are_kept_over_a_reload_and_a_restart(
    browser: Browser, tmp_path: Path, place: socket
) -> None:
    """The list, the chips and what was won are the same, and each round opens what one may see."""
    ann = Visitor.of(browser)
    with served(tmp_path, bots=0, place=place) as tables:
        ann.sit_down(tables.link(), 1, "Ann")
        wait_for_rounds(ann.page)
        assert (rows(ann.page), facts(ann.page)[1:]) == (
            ["None yet."],
            ["Since you sat down\n0.00"],
        )
        play(ann, 3)
        ann.wait_for_question()
        shown = rows(ann.page), facts(ann.page)
        assert [row.partition(" ")[0] for row in shown[0]] == ["Round"] * 3
        assert all(row.count(" against ") == 1 for row in shown[0])
        ann.page.reload()
        ann.page.wait_for_selector("#round-1")
        assert (rows(ann.page), facts(ann.page)) == shown
    with served(tmp_path, bots=0, place=place):
        ann.wait_for_question()
        ann.page.reload()
        ann.page.wait_for_selector("#round-1")
        assert (rows(ann.page), facts(ann.page)) == shown
        ann.page.focus("#round-2")
        with ann.context.expect_page() as opening:
            ann.page.keyboard.press("Enter")
        viewer = opening.value
        viewer.wait_for_selector("#say")
        assert viewer.title().startswith("Round 2")
        assert viewer.inner_text("h1") != ""
        assert viewer.evaluate("window.opener") is None
        assert findings(viewer) == []
        said = {viewer.inner_text("#say")}
        for _step in range(40):
            viewer.keyboard.press("ArrowRight")
            said.add(viewer.inner_text("#say"))
        assert len(said) > 4
        assert not [each for each in said if "\N{RIGHTWARDS ARROW}" in each]
        assert not any(map(viewer.is_visible, INSIDE))
        viewer.click("text=Inside the engine")
        assert all(map(viewer.is_visible, INSIDE))
        assert findings(viewer) == []
        # It would not wait for long until the table answers, and go there itself.
        viewer.evaluate("window.setTimeout = () => 0")
        # A click that waits for its page would fail, for this one closes the page.
        with viewer.expect_event("close"):
            viewer.dispatch_event("text=Back to the table", "click")
        assert ann.page.is_visible("#seat-1.mine")
        with ann.context.expect_page() as opening:
            ann.page.click("#round-2")
        ann.page.goto("about:blank")
        opening.value.click("text=Back to the table")
        opening.value.wait_for_selector("#seat-1.mine")


def test_a_reload_keeps_what_was_told_and_what_is_wanted(browser: Browser, tmp_path: Path) -> None:
    """The sentences and the last bet are the server's; sound and what is shown the browser's."""
    ann = Visitor.of(browser)
    with served(tmp_path, bots=0) as tables:
        ann.sit_down(tables.link(), 1, "Ann")
        ann.wait_for_question()
        ann.page.check("#sound")
        ann.page.check("#told-mine")
        ann.page.uncheck("#letters")
        ann.page.fill("#amount", "45")
        ann.page.press("#amount", "Enter")
        ann.page.wait_for_selector("text=You bet 45.00.")
        ann.page.check("#letters")
        play(ann, 1)
        ann.wait_for_question()
        told = ann.told()
        ann.page.reload()
        ann.wait_for_question()
        ann.page.wait_for_selector("#told-before p")
        assert ann.told() == told
        assert ann.page.inner_text("#say") == ann.told().splitlines()[-1]
        ann.page.wait_for_function("document.querySelector('#amount').value === '45.00'")
        boxes = [ann.page.is_checked(f"#{box}") for box in ("sound", "told-mine", "letters")]
        assert boxes == [True, True, True]
        ann.page.uncheck("#letters")
        ann.page.reload()
        ann.wait_for_question()
        assert ann.page.locator("kbd:visible").count() == 0
        assert (findings(ann.page), ann.faults) == ([], [])


def test_a_browser_that_keeps_nothing_plays_on(browser: Browser, tmp_path: Path) -> None:
    """As in some private windows; what was chosen lasts as long as the page."""
    ann = Visitor.of(browser)
    for storage in ("localStorage", "sessionStorage"):
        shut = f"{{ get() {{ throw new Error('{storage} is shut'); }} }}"
        ann.context.add_init_script(f"Object.defineProperty(window, '{storage}', {shut});")
    with served(tmp_path, bots=0) as tables:
        ann.sit_down(tables.link(), 1, "Ann")
        ann.page.check("#told-mine")
        play(ann, 1)
        assert ann.page.is_checked("#told-mine")
        assert ann.faults == []


@pytest.fixture
def stage(browser: Browser, tmp_path: Path) -> Iterator[Stage]:
    """Give a page that is told what a test says."""
    with served(tmp_path, bots=0) as tables:
        yield Stage(browser, tables.address, 1280, 800)


def test_a_round_is_told_when_the_felt_has_shown_it(stage: Stage) -> None:
    """It stands above those that the server has told, once, and adds to what was won."""
    page = stage.visitor.page
    page.emulate_media(reduced_motion="no-preference")
    stage.open(STOOD)
    stage.say(WON)
    page.wait_for_selector("#round-6")
    stage.visitor.wait_until(lambda: {"protocol": 1, "type": "get_rounds"} in stage.said)
    page.evaluate(WATCH)
    stage.show(SETTLED)
    won = [net for _outcomes, net in seen(page)]
    assert (won[0], won[-1]) == ("+10.00", "+20.00")
    assert next(outcomes for outcomes, net in seen(page) if net == "+20.00") > 0
    assert rows(page) == [
        "Round 7 Win +10.00 10♠ 9♦ against 6♠ 4♦ 8♣",
        "Round 6 Win +10.00 K♠ 9♦ against 6♠ 10♦",
    ]
    assert page.locator("#round-7").get_attribute("href") == f"{stage.address}/rounds/1/key/7"
    stage.show(evolve(SETTLED, happened=SETTLED.happened))
    assert len(rows(page)) == 2


def test_what_is_not_known_is_not_shown(stage: Stage) -> None:
    """Who watches has no rounds; without pages nothing opens, and without a net there is none."""
    page = stage.visitor.page
    stage.open(SITUATIONS["a watcher sees seven"])
    assert not page.is_visible("#own")
    told = {"protocol": 1, "type": "told", "told": "answered", "text": "Ben hits."}
    stage.say({"protocol": 1, "type": "rounds", "rounds": [], "told": [told]})
    page.wait_for_selector("#told-before >> text=Ben hits.")
    assert page.inner_text("#say") == "Ben hits."
    assert not page.is_visible("#own")
    four = SITUATIONS["insured, split and lost"]
    stage.open(evolve(four, seats=[{**four.seats[0], "hands": []}, *four.seats[1:]]))
    told = {"round": 6, "dealer": ["As", "2c"], "seat": four.seats[0]}
    stage.say({"protocol": 1, "type": "rounds", "rounds": [told]})
    page.wait_for_selector("#rounds-list .laid-down")
    assert facts(page) == ["Chips\n945.00"]
    cards = "8♠ 10♥ + 8♥ 3♣ K♦ + 8♣ 7♦ 9♠ + 8♦ Q♦ against A♠ 2♣"
    assert rows(page) == [f"Round 6 Loss, Win, Bust, Push −5.00 {cards}"]
    assert page.locator("#rounds-list a").count() == 0
    assert "ten of hearts" in str(
        page.locator("#rounds-list [role=img]").first.get_attribute("aria-label")
    )


LOOKS: list[tuple[int, int, Scheme]] = [
    (1280, 800, "light"),
    (1280, 800, "dark"),
    (390, 844, "light"),
    (844, 390, "dark"),
]


@pytest.mark.parametrize(("width", "height", "scheme"), LOOKS)
def test_nobody_is_kept_out(
    width: int, height: int, scheme: Scheme, browser: Browser, tmp_path: Path
) -> None:
    """The list is open where there is room beside the felt; else it is opened by a key."""
    with served(tmp_path, bots=0) as tables:
        ann = Visitor.of(browser, width, height, scheme)
        ann.sit_down(tables.link(), 1, "Ann")
        play(ann, 2)
        if width < 1280:
            assert not ann.page.is_visible("#round-1")
            ann.page.focus("#rounds-name")
            ann.page.keyboard.press("Enter")
        assert ann.page.is_visible("#round-1")
        assert (findings(ann.page), overflow(ann.page), ann.faults) == ([], 0, [])
