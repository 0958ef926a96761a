"""The tables are mounted in another application, which has them under a prefix."""

import http.client
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.cli.command_line import HANGS_AFTER_S
from tests.web.browsing import Visitor
from tests.web.served import Served, served
from websockets.exceptions import InvalidStatus

PREFIX = "/games/black jack"
QUOTED = "/games/black%20jack"


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Served]:
    """Serve a table without bots under a prefix that is written with a sign of its own."""
    with served(tmp_path, "low & high", bots=0, prefix=PREFIX) as mounted:
        yield Served(mounted.address.replace(" ", "%20"), mounted.hosts)


def test_a_round_is_played_under_a_prefix(browser: Browser, tables: Served) -> None:
    """From the list to the result, with a reload in mid-hand, and with links to share."""
    ann = Visitor.of(browser)
    ann.page.goto(f"{tables.address}/")
    ann.page.click("text=Table low & high")
    ann.page.wait_for_selector("text=Free seat")
    ann.sit_down(tables.link("low & high").replace(" ", "%20"), 0, "Ann")
    assert "bet" in ann.wait_for_question()
    ann.say("bet", by_key=True)
    ann.page.wait_for_selector("text=You bet 10.00.")
    words = ann.wait_for_question(3)
    ann.page.reload()
    assert ann.wait_for_question() == words
    while "bet" not in words:
        seq = ann.seq()
        ann.say("stand" if "stand" in words else "decline", by_key=False)
        words = ann.wait_for_question(seq + 1)
    watch, join = f"{QUOTED}/t/low%20%26%20high", f"#{tables.hosts['low & high'].key}"
    ann.page.click("#invite")
    ann.page.wait_for_selector(".code")
    links = ann.page.eval_on_selector_all(".sheet input", "all => all.map(each => each.value)")
    address = f"http://{tables.host_and_port}"
    assert links == [f"{address}{watch}{join}", f"{address}{watch}"]
    ann.page.click(".sheet >> text=Close")
    kept = ann.page.evaluate("Object.keys(localStorage)")
    assert f"pitboss.seat.{QUOTED.removeprefix('/')}/low & high" in kept
    ann.page.click("a.brand")
    ann.page.wait_for_selector("#tables a")
    assert ann.page.evaluate("location.pathname") == f"{QUOTED}/"
    assert ann.faults == []


def test_nothing_is_asked_for_outside_the_prefix(browser: Browser, tables: Served) -> None:
    """No file, no list and no line."""
    ann = Visitor.of(browser)
    asked: list[str] = []
    ann.page.on("request", lambda request: asked.append(request.url))
    ann.page.on("websocket", lambda socket: asked.append(socket.url.replace("ws:", "http:")))
    for path in ("/", "/t/low%20%26%20high"):
        ann.page.goto(f"{tables.address}{path}")
        ann.page.wait_for_selector("#tables a, .seat")
    assert len(asked) > 10
    assert [url for url in asked if not url.startswith(f"{tables.address}/")] == []


def test_other_websites_are_refused_as_they_are_elsewhere(tables: Served) -> None:
    """By their origin, and by the name that they have for the server; all answers are safe."""
    own = f"http://{tables.host_and_port}"
    for origin in ("http://evil.example", "null", f"{own}{QUOTED}", f"{own}0"):
        with pytest.raises(InvalidStatus) as refused:
            tables.line("low%20%26%20high", origin=origin)
        assert refused.value.response.status_code == 403
    with tables.line("low%20%26%20high", origin=own) as line:
        line.send("enter")
        line.until("welcome")
    assert tables.get("/", Host="evil.example")[0] == 421
    for path in ("/", "/t/low%20%26%20high", "/t/none", "/tables", "/page/app.js", "/none"):
        policy = tables.get(path)[1]["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'; ")


def test_a_prefix_without_its_slash_leads_to_the_list(tables: Served) -> None:
    """Else the relative addresses of the page would begin one level too high."""
    connection = http.client.HTTPConnection(tables.host_and_port, timeout=HANGS_AFTER_S)
    connection.request("GET", QUOTED)
    answer = connection.getresponse()
    assert answer.status == 307
    assert str(answer.getheader("Location")).endswith(f"{QUOTED}/")
    connection.close()
