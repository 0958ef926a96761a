"""The page in Chromium: for eyes, ears and hands, in light and dark, on narrow and wide windows."""

import itertools
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from playwright.sync_api import Browser, Page, WebSocketRoute
from tests.web.browsing import Scheme, Visitor, barriers, overflow
from tests.web.served import AT_ONCE, Served, served

WIDTHS = (360, 800, 1600)
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
MARKUP = "<img src=x onerror=a()>"


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Served]:
    """Serve two tables without bots, each with three seats."""
    with served(tmp_path, "low", "high", bots=0) as both:
        yield both


def tell(person: Visitor, word: str, *, by_key: bool = True) -> None:
    """Answer what is asked, and wait until that has been done."""
    assert word in person.wait_for_question()
    seq = person.seq()
    person.say(word, by_key=by_key)
    person.wait_for_seq(seq + 1)


@pytest.mark.parametrize(("width", "scheme"), [*itertools.product(WIDTHS, SCHEMES)])
def test_nobody_is_kept_out(width: int, scheme: Scheme, browser: Browser, tmp_path: Path) -> None:
    """No page has a serious barrier or is wider than its window, from the list to the result."""
    unhurried = evolve(AT_ONCE, pause_ms=3_600_000)
    with served(tmp_path, bots=0, policy=unhurried) as tables:
        ann = Visitor.of(browser, width, 740, scheme)

        def see() -> None:
            assert (barriers(ann.page), overflow(ann.page)) == ([], 0)

        ann.page.goto(tables.address)
        ann.page.wait_for_selector("#tables a")
        see()
        ann.page.goto(f"{tables.address}/t/1")
        ann.page.wait_for_selector(".seat")
        see()
        ann.page.goto(tables.link())
        ann.page.click("#join-1")
        see()
        ann.page.keyboard.press("Escape")
        ann.sit_down(tables.link(), 1, "W" * 24)
        while "stand" not in (words := ann.wait_for_question()):
            see()
            tell(ann, "bet" if "bet" in words else "decline")
        see()
        tell(ann, "stand")
        ann.page.wait_for_selector(".outcome")
        see()
        assert ann.faults == []


def test_a_table_that_has_stopped_says_so(browser: Browser, tmp_path: Path) -> None:
    """On the list, and on its page, which tries again."""
    with served(tmp_path, stopped=("lost",)) as tables:
        ann = Visitor.of(browser)
        ann.page.goto(tables.address)
        ann.page.get_by_text("This table has stopped.").wait_for()
        ann.page.click("text=Table lost")
        ann.page.get_by_text("This table has stopped. Trying again").wait_for()
        assert ann.faults == []


def focused(page: Page) -> str:
    """Return the id of what has the focus, which has to be visible."""
    outline, name = page.evaluate(
        "[getComputedStyle(document.activeElement).outlineStyle, document.activeElement.id]"
    )
    assert outline != "none", f"the focus on {name!r} cannot be seen"
    return str(name)


def reach(page: Page, name: str) -> None:
    """Go to something with the tabulator."""
    for _ in range(40):
        page.keyboard.press("Tab")
        if focused(page) == name:
            return
    raise AssertionError(f"{name} cannot be reached")


def test_everything_is_done_by_keys_alone(browser: Browser, tables: Served) -> None:
    """Sit down, bet an amount, play, take a break, come back and leave, without a mouse."""
    ann = Visitor.of(browser)
    ann.page.goto(tables.link("low"))
    ann.page.wait_for_selector("#join-2")
    reach(ann.page, "join-2")
    ann.page.keyboard.press("Enter")
    ann.page.keyboard.type("Ann")
    ann.page.keyboard.press("Enter")
    ann.page.wait_for_selector("#seat-2.mine")
    ann.wait_for_question()
    reach(ann.page, "amount")
    ann.page.keyboard.press("Control+A")
    ann.page.keyboard.type("12.50")
    ann.page.keyboard.press("Enter")
    ann.page.wait_for_selector("text=You bet 12.50.")
    for _ in range(20):
        if "bet" in (words := ann.wait_for_question()):
            break
        tell(ann, "stand" if "stand" in words else "decline")
    ann.page.keyboard.press("a")
    tell(ann, "sit_out")
    ann.page.wait_for_selector("text=You are taking a break.")
    ann.page.keyboard.press("k")
    ann.wait_for_question()
    reach(ann.page, "seat-leave")
    ann.page.keyboard.press("Space")
    ann.page.wait_for_selector("#seat-leave:focus >> text=Really leave?")
    ann.page.keyboard.press("Space")
    ann.page.wait_for_selector("#join-2")
    assert ann.faults == []


def test_letters_can_be_turned_off(browser: Browser, tables: Served) -> None:
    """Whoever speaks to a computer, or types by mistake, answers nothing then."""
    ann = Visitor.of(browser)
    ann.sit_down(tables.link("low"), 0, "Ann")
    ann.wait_for_question()
    ann.page.click("text=Letter keys")
    ann.page.keyboard.press("o")
    assert ann.page.locator("kbd:visible").count() == 0
    ann.page.click("#answer-bet")
    ann.page.wait_for_selector("text=You bet 10.00.")
    assert "sit out" not in ann.told()


def test_what_happens_can_be_heard(browser: Browser, tables: Served) -> None:
    """Sentences stand in live regions, and each card has a name."""
    ann, ben = Visitor.of(browser), Visitor.of(browser)
    ann.sit_down(tables.link("low"), 0, "Ann")
    ben.page.goto(f"{tables.address}/t/low")
    ben.page.wait_for_selector("#seat-0 h3")
    tell(ann, "bet")
    while "stand" not in ann.wait_for_question():
        tell(ann, "decline")
    assert ann.page.get_attribute("#told", "role") == "log"
    assert ann.page.get_attribute("#turn", "role") == "status"
    cards = ann.page.locator("#seat-0 .card")
    names = [cards.nth(number).get_attribute("aria-label") for number in range(cards.count())]
    assert len(names) == 2
    assert all(
        re.fullmatch(r"[a-z]+ of (clubs|diamonds|hearts|spades)", str(name)) for name in names
    )
    assert f"You have {names[0]} and {names[1]}: " in ann.told()
    assert ann.page.locator("#dealer .card.hole").get_attribute("aria-label") == "a card face down"
    ben.wait_for_seq(ann.seq())
    assert f"Ann has {names[0]} and {names[1]}: " in ben.told()
    assert "Hit, stand or double?" in ann.page.inner_text("#turn")
    assert "Ann is playing." in ben.page.inner_text("#turn")
    assert ben.page.locator(".chips").count() == 0


def test_a_name_is_text_and_never_markup(browser: Browser, tables: Served) -> None:
    """Whoever calls themselves a tag is called that."""
    ann, ben = Visitor.of(browser), Visitor.of(browser)
    ann.sit_down(tables.link("low"), 0, MARKUP)
    tell(ann, "sit_out")
    ben.page.goto(f"{tables.address}/t/low")
    ben.page.wait_for_selector("#seat-0 h3")
    assert ben.page.inner_text("#seat-0 h3") == MARKUP
    ben.page.goto(tables.address)
    ben.page.wait_for_selector("#tables a")
    for person in (ann, ben):
        assert person.page.locator("img").count() == 0
        assert person.faults == []


def test_an_amount_that_is_not_allowed_is_refused(browser: Browser, tables: Served) -> None:
    """What is no amount the page itself refuses, and what is too much the table does."""
    ann = Visitor.of(browser)
    ann.sit_down(tables.link("low"), 0, "Ann")
    for typed, told in (("much", "That is no amount."), ("5000", "100000")):
        ann.wait_for_question()
        ann.page.fill("#amount", typed)
        ann.page.keyboard.press("Enter")
        ann.page.wait_for_selector(f"#refusal >> text={told}")
    ann.page.fill("#amount", "5")
    tell(ann, "bet", by_key=False)
    assert "You bet 5.00." in ann.told()


def test_time_that_runs_out_is_shown_and_told(browser: Browser, tmp_path: Path) -> None:
    """A bar shows the time that is left, and at its end the clock answers."""
    policy = evolve(AT_ONCE, answer_ms=1500, warning_ms=1000, time_outs_until_away=1)
    with served(tmp_path, bots=0, policy=policy) as tables:
        ann = Visitor.of(browser)
        ann.page.goto(tables.link())
        ann.page.click("#join-0")
        ann.page.fill("#join-name", "Ann")
        ann.page.keyboard.press("Enter")
        ann.page.wait_for_selector("#clock:visible")
        ann.page.wait_for_selector("text=1 seconds left.")
        ann.page.wait_for_selector("text=Time is up: You sit out.")
        ann.page.wait_for_selector("text=You are taking a break.")
        assert ann.page.locator("#clock:visible").count() == 0
        ann.page.keyboard.press("k")
        ann.page.wait_for_selector("#answer-bet")


def test_an_answer_that_is_lost_is_asked_for_again(browser: Browser, tmp_path: Path) -> None:
    """The same command is sent again under the same id, and acted on once."""
    lost: list[Any] = []

    def lose_one(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def pass_on(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == "applied" and not lost and message["id"] != joined:
                lost.append(message["id"])
                server.close()
                line.close()
            elif not lost or line is not lines[0]:
                line.send(text)

        lines.append(line)
        server.on_message(pass_on)

    lines: list[WebSocketRoute] = []
    joined = ""
    with served(tmp_path, bots=0) as tables:
        ann = Visitor.of(browser)
        ann.sit_down(tables.link(), 0, "Ann")
        ann.page.route_web_socket(re.compile("/ws/"), lose_one)
        ann.page.reload()
        ann.wait_for_question()
        ann.say("bet", by_key=True)
        ann.wait_for_seq(3)
        ann.page.wait_for_function("() => !sessionStorage.getItem('pitboss.pending.1')")
        assert len(lines) == 2
        assert ann.page.inner_text("#refusal") == ""
    journal = (tmp_path / "1.jsonl").read_text("utf-8")
    assert journal.count(f'"command":"{lost[0]}"') == 1


def test_the_page_comes_back_when_the_server_does(browser: Browser, tmp_path: Path) -> None:
    """A server that is gone is said to be gone, and the seat is there when it is back."""
    with served(tmp_path, bots=0) as tables:
        port = int(tables.address.rpartition(":")[2])
        ann = Visitor.of(browser)
        ann.sit_down(tables.link(), 0, "Ann")
        words = ann.wait_for_question()
    ann.page.wait_for_selector("text=The connection is lost.")
    with served(tmp_path, bots=0, port=port) as tables:
        ann.page.wait_for_selector("text=The connection is lost.", state="hidden")
        assert ann.wait_for_question() == words
        ann.say("bet", by_key=True)
        ann.page.wait_for_selector("text=You bet 10.00.")


def test_a_table_that_is_not_there(browser: Browser, tables: Served) -> None:
    """The server says so."""
    ann = Visitor.of(browser)
    ann.page.goto(f"{tables.address}/t/none")
    assert "There is no such table." in ann.page.inner_text("body")


def test_the_list_leads_to_the_tables(browser: Browser, tables: Served) -> None:
    """Each table is a link, and says who sits there."""
    ann = Visitor.of(browser)
    ann.page.goto(tables.address)
    ann.page.click("text=Table high")
    ann.page.wait_for_selector("h1:has-text('Table high')")
    ann.page.wait_for_selector("text=Free seat")
    assert ann.page.locator("button.join").count() == 0
