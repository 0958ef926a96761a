"""The page in Chromium: for eyes, ears and hands, in light and dark, on narrow and wide windows."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from socket import socket
from typing import Any

import pytest
from attrs import evolve
from playwright.sync_api import Browser, Page, WebSocketRoute
from tests.web.browsing import REST, Scheme, Visitor, barriers, overflow
from tests.web.served import AT_ONCE, Served, served

from pitboss.web.lines import now_ms

WIDTHS = (360, 800, 1600)
HOUR_MS = 3_600_000
UNHURRIED = evolve(AT_ONCE, pause_ms=HOUR_MS)
PRESS_TWICE = f"""([first, second]) => {{
    document.getElementById(first).click();
    {REST} = {HOUR_MS};
    document.getElementById(second).click();
}}"""
APOSTROPHE = "\N{RIGHT SINGLE QUOTATION MARK}"
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


def commanded(folder: Path, table: str = "1") -> list[str]:
    """Return the words of the commands that a table's journal holds."""
    lines = map(json.loads, (folder / f"{table}.jsonl").read_text("utf-8").splitlines())
    return [line.get("event", line["line"]) for line in lines if "command" in line]


@pytest.mark.parametrize(
    ("width", "scheme"), [*((each, "light") for each in WIDTHS), (WIDTHS[0], "dark")]
)
def test_nobody_is_kept_out(width: int, scheme: Scheme, browser: Browser, tmp_path: Path) -> None:
    """No page has a serious barrier or is wider than its window, from the list to the result."""
    with served(tmp_path, bots=0, policy=UNHURRIED) as tables:
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
    ann.hold_time()
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
    ann.page.clock.resume()
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


def test_a_pause_and_a_seat_can_be_taken_back(browser: Browser, tables: Served) -> None:
    """As long as they wait for the end of the round: she plays on, and he goes on watching."""
    ann, ben = Visitor.of(browser), Visitor.of(browser)
    ann.sit_down(tables.link("low"), 0, "Ann")
    tell(ann, "bet")
    ben.ask_for_seat(tables.link("low"), 1, "Ben")
    # The page opens another line when the server knows of the end of the one before.
    with ben.page.expect_websocket():
        ben.page.click(f"text=Don{APOSTROPHE}t sit down")
    ben.page.wait_for_selector("#join-1")
    assert ann.wait_for_question()
    for key, button in (
        ("a", f"#seat-back >> text=Don{APOSTROPHE}t pause"),
        ("k", "#seat-away"),
    ) * 2:
        ann.page.keyboard.press(key)
        ann.page.wait_for_selector(button)
    while "bet" not in (words := ann.wait_for_question()):
        tell(ann, "stand" if "stand" in words else "decline")
    assert "Ben" not in ann.page.inner_text("#seats")
    assert ben.page.inner_text("#refusal") == ann.page.inner_text("#refusal") == ""
    ann.page.keyboard.press("a")
    tell(ann, "sit_out")
    ann.page.wait_for_selector("text=You are taking a break.")


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


def test_results_have_their_parts(browser: Browser, tmp_path: Path) -> None:
    """Insurance apart from the hand, hands by their number; and what is declined is said."""
    with served(tmp_path, people=1, seed=16, policy=UNHURRIED) as tables:
        ann = Visitor.of(browser)
        ann.sit_down(tables.link(), 0, "Ann")
        for word in ("bet", "insure", "split", "stand", "decline", "stand"):
            tell(ann, word)
        ann.page.wait_for_selector(".outcome")
        told = ann.told().split("\n\n")
        assert told[-2:] == ["Your hand 1 loses 10.00.", "Your hand 2 wins 10.00."]
        in_order = [
            "bot 1 declines insurance.",
            "The dealer looks at the hole card: no blackjack.",
            "You lose 5.00 on insurance.",
            "You decline to split on hand 2.",
            "bot 1 loses 10.00, bust.",
        ]
        assert [each for each in told if each in in_order] == in_order
        ann.page.check("#told-mine")
        assert "bot 1" not in ann.told()
        assert "You lose 5.00 on insurance." in ann.told()
        shown = ann.page.locator("#seat-0 :is(.mark, .outcome)").all_inner_texts()
        marks = [" ".join(each.split()) for each in shown]
        minus = "\N{MINUS SIGN}"
        assert marks == [f"insurance {minus}5.00", f"Loss {minus}10.00", "Win +10.00"]


@pytest.mark.parametrize("how", ["click", "tap", "Enter", "Space", "letter"])
def test_right_after_an_answer_a_press_does_nothing(
    how: str, browser: Browser, tmp_path: Path
) -> None:
    """It answers no other question, and reaches neither Pause nor Leave."""
    letters = {"answer-split": "p", "answer-hit": "h", "seat-away": "a", "seat-leave": "l"}
    with served(tmp_path, bots=0, seed=12, policy=UNHURRIED) as tables:
        ann = Visitor.of(browser, touch=how == "tap")
        ann.sit_down(tables.link(), 0, "Ann")
        ann.page.reload()
        for word, ignored in (
            ("bet", "answer-split"),
            ("split", "answer-hit"),
            ("stand", "answer-hit"),
            ("stand", "seat-leave"),
        ):
            assert word in ann.wait_for_question()
            seq = ann.seq()
            # No answer has come back from the server when Leave is pressed.
            ann.page.evaluate(PRESS_TWICE, [f"answer-{word}", "seat-leave"])
            assert "Really" not in ann.page.inner_text("#seat-leave")
            ann.wait_for_seq(seq + 1)
            for button in (ignored, ignored, "seat-away"):
                ann.press(button, letters[button] if how == "letter" else how)
            ann.rest(0)
        ann.hold_time()
        ann.page.reload()
        ann.page.wait_for_selector("#seat-leave")
        ann.press("seat-leave", letters["seat-leave"] if how == "letter" else how)
        ann.page.wait_for_selector("text=Really leave?")
        ann.rest(HOUR_MS)
        ann.press("seat-leave", "click")
        ann.rest(0)
        ann.press("seat-away", "a")
        ann.page.wait_for_selector("text=You are taking a break.")
    assert commanded(tmp_path) == ["join", "bet", "split", "stand", "stand", "away"]


def test_a_press_rests_after_what_others_answer_for_a_seat(
    browser: Browser, tables: Served, tmp_path: Path
) -> None:
    """Such as another window, or the clock; and a key that is held down answers once."""
    ann = Visitor.of(browser)
    ann.sit_down(tables.link("low"), 0, "Ann")
    ann.wait_for_question()
    other, ann.page = ann.page, ann.context.new_page()
    ann.page.goto(tables.link("low"))
    ann.wait_for_question()
    ann.rest(HOUR_MS)
    other.focus("#answer-bet")
    other.keyboard.down("Enter")
    assert ann.wait_for_question(3) == ["split", "decline"]
    ann.page.keyboard.press("p")
    ann.page = other
    ann.wait_for_question(3)
    other.keyboard.down("Enter")
    other.keyboard.up("Enter")
    tell(ann, "decline")
    assert commanded(tmp_path, "low") == ["join", "bet", "decline"]


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
    """What is not an amount, and what is beyond the limits, which are said as they are written."""
    ann = Visitor.of(browser)
    ann.sit_down(tables.link("low"), 0, "Ann")
    for typed, told in (
        ("much", "Write an amount like 12.50."),
        ("5000", "You can bet 0.01 to 1,000.00."),
    ):
        ann.wait_for_question()
        ann.page.fill("#amount", typed)
        ann.page.keyboard.press("Enter")
        ann.page.wait_for_selector(f"#refusal >> text={told}")
    ann.page.fill("#amount", "5")
    tell(ann, "bet", by_key=False)
    assert "You bet 5.00." in ann.told()


def test_time_that_runs_out_is_shown_and_told(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bar shows the time that is left, and at its end the clock answers."""
    now = [now_ms()]
    monkeypatch.setattr("pitboss.web.hosting.now_ms", lambda: now[0])
    policy = evolve(AT_ONCE, answer_ms=1500, warning_ms=1000, time_outs_until_away=1)
    with served(tmp_path, bots=0, policy=policy) as tables:
        ann = Visitor.of(browser)
        ann.sit_down(tables.link(), 0, "Ann")
        for passed_ms, shown in (
            (AT_ONCE.pause_ms, "#clock:visible"),
            (500, "text=1 second left."),
            (1000, "text=Time is up: You sit out."),
        ):
            now[0] += passed_ms
            ann.page.wait_for_selector(shown)
        ann.page.wait_for_selector("text=You are taking a break.")
        assert ann.page.locator("#clock:visible").count() == 0
        ann.page.keyboard.press("k")
        ann.page.wait_for_selector("#seat-away")
        now[0] += AT_ONCE.pause_ms
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


def test_the_page_comes_back_when_the_server_does(
    browser: Browser, tmp_path: Path, place: socket
) -> None:
    """A server that is gone is said to be gone, and the seat is there when it is back."""
    with served(tmp_path, bots=0, place=place) as tables:
        ann = Visitor.of(browser)
        ann.sit_down(tables.link(), 0, "Ann")
        words = ann.wait_for_question()
    ann.page.wait_for_selector("text=The connection is lost.")
    with served(tmp_path, bots=0, place=place):
        ann.page.wait_for_selector("text=The connection is lost.", state="hidden")
        assert ann.wait_for_question() == words
        ann.say("bet", by_key=True)
        ann.page.wait_for_selector("text=You bet 10.00.")


@pytest.mark.parametrize("name", ["none", "%zz#%"])
def test_a_table_that_is_not_there(name: str, browser: Browser, tables: Served) -> None:
    """The page says so, and leads to those that are."""
    ann = Visitor.of(browser, 360, 740)
    answer = ann.page.goto(f"{tables.address}/t/{name}")
    assert answer is not None
    assert (answer.status, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
    ann.page.wait_for_selector("text=There is no such table.")
    ann.page.wait_for_selector("#tables a")
    assert ann.page.locator("#table:visible").count() == 0
    assert (barriers(ann.page), overflow(ann.page)) == ([], 0)
    ann.page.click("text=Table high")
    ann.page.wait_for_selector("h1:has-text('Table high')")
    ann.page.wait_for_selector("text=Free seat")


def test_a_list_that_cannot_be_read_is_read_again(browser: Browser, tables: Served) -> None:
    """Whatever comes in its place, the page says so until it has the list."""
    ann = Visitor.of(browser)
    ann.page.route("**/tables", lambda route: route.fulfill(status=503, body="no list"))
    ann.page.goto(tables.address)
    ann.page.wait_for_selector("#list-state:not(:empty)")
    assert "cannot be read. Trying again" in ann.page.inner_text("#list-state")
    ann.page.unroute("**/tables")
    ann.page.wait_for_selector("#tables a")
    assert ann.page.inner_text("#list-state") == ""


def test_the_list_leads_to_the_tables(browser: Browser, tables: Served) -> None:
    """Each table is a link, and says who sits there."""
    ann = Visitor.of(browser)
    ann.page.goto(tables.address)
    ann.page.click("text=Table high")
    ann.page.wait_for_selector("h1:has-text('Table high')")
    ann.page.wait_for_selector("text=Free seat")
    assert ann.page.locator("button.join").count() == 0
