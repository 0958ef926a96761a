"""What is around a table in Chromium: its rules, invitations, its sound, and the list of tables."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.web.browsing import Visitor, findings, overflow
from tests.web.served import Served, served
from tests.web.situations import SITUATIONS, Stage
from tests.web.test_felt import WINDOWS

MAX_PAGE_BYTES = 100_000
DASH = "\N{EN DASH}"
HEARD = """
window.tones = 0;
window.OscillatorNode = class extends OscillatorNode {
  constructor(...given) { super(...given); window.tones += 1; }
};
"""
NOTE_COPIES = "addEventListener('copy', () => { window.copied = String(getSelection()); })"
NO_CLIPBOARD = "Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined });"


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Served]:
    """Serve two tables without bots, each with three seats."""
    with served(tmp_path, "low", "high", bots=0) as both:
        yield both


def test_the_table_is_there_after_the_page_its_files_and_the_line(
    browser: Browser, tables: Served
) -> None:
    """The page names every file that is needed; what else is loaded keeps nobody waiting."""
    ann = Visitor.of(browser)
    page = tables.get("/t/low")[2]
    names = re.findall(r'(?:href|src)="[.]{2}/page/([^"#]+)"', page.decode())
    # Whatever is not named is never answered.
    ann.page.route(
        lambda url: "/page/" in url and not url.endswith(tuple(names)), lambda _route: None
    )
    ann.page.goto(tables.link("low"), wait_until="commit")
    ann.page.wait_for_selector("#join-0")
    assert len(names) > 10
    assert sum(len(tables.get(f"/page/{name}")[2]) for name in names) + len(page) <= MAX_PAGE_BYTES
    assert tables.get("/page/table.css", **{"Accept-Encoding": "gzip"})[1]["content-encoding"]


@pytest.mark.parametrize(("window", "scheme"), [("desktop", "light"), ("upright", "dark")])
def test_all_rules_are_there_in_words(
    window: str, scheme: str, browser: Browser, tables: Served
) -> None:
    """Each with what it decides, in a sheet that is closed by a key, and nobody is kept out."""
    ann = Visitor.of(browser, *WINDOWS[window], "dark" if scheme == "dark" else "light")
    ann.page.goto(tables.link("low"))
    ann.page.wait_for_selector("#join-0")
    ann.page.focus("#all-rules")
    ann.page.keyboard.press("Enter")
    ann.page.wait_for_selector(".sheet li")
    titles = ann.page.locator(".sheet h3").all_inner_texts()
    assert titles == ["The cards", "What you may do", "What is paid", "The dealer", "Your chips"]
    assert "Blackjack pays 3 to 2." in ann.page.inner_text(".sheet")
    assert (findings(ann.page), overflow(ann.page)) == ([], 0)
    ann.page.click(".sheet summary")
    words = ann.page.inner_text(".sheet dl").splitlines()
    assert words[words.index("What a natural wins") + 1] == "3:2"
    assert (findings(ann.page), overflow(ann.page)) == ([], 0)
    ann.page.keyboard.press("Escape")
    ann.page.wait_for_selector(".sheet", state="detached")
    assert ann.page.evaluate("document.activeElement.id") == "all-rules"
    ann.page.route("**/rules", lambda route: route.abort())
    ann.page.click("#all-rules")
    ann.page.get_by_text("The rules cannot be read now.").wait_for()


@pytest.mark.parametrize("script", ["", NO_CLIPBOARD])
def test_an_invitation_is_copied_and_drawn(script: str, browser: Browser, tables: Served) -> None:
    """Also where the page has no clipboard; without its code the link is there all the same."""
    ann = Visitor.of(browser)
    ann.context.add_init_script(script + NOTE_COPIES)
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ann.page.goto(tables.link("low"))
    ann.page.click("#invite")
    ann.page.get_by_role("img", name="Link to join as a QR code").wait_for()
    assert (findings(ann.page), overflow(ann.page)) == ([], 0)
    for name, link in (
        ("Link to watch", f"{tables.address}/t/low"),
        ("Link to join", tables.link("low")),
    ):
        ann.page.get_by_role("button", name=f"Copy: {name}").click()
        ann.page.get_by_text(f"{name} is copied.").wait_for()
        read = "window.copied" if script else "navigator.clipboard.readText()"
        assert ann.page.evaluate(read) == link
    ann.page.keyboard.press("Escape")
    ann.page.route("**/code", lambda route: route.abort())
    ann.page.evaluate("document.execCommand = () => false")
    ann.page.goto(f"{tables.address}/t/high")
    ann.page.click("#invite")
    ann.page.get_by_text("There is no QR code now.").wait_for()
    assert ann.page.locator(".sheet input").count() == 1


def test_a_link_that_no_browser_copies_is_marked(browser: Browser, tables: Served) -> None:
    """So that a key copies it."""
    ann = Visitor.of(browser)
    ann.context.add_init_script(f"{NO_CLIPBOARD} document.execCommand = () => false")
    ann.page.goto(f"{tables.address}/t/low")
    ann.page.click("#invite")
    ann.page.get_by_role("button", name="Copy: Link to watch").click()
    ann.page.get_by_text("Press Ctrl+C").wait_for()
    assert ann.page.evaluate("String(getSelection())") == f"{tables.address}/t/low"


def test_the_title_and_a_sound_say_whose_turn_it_is(browser: Browser, tables: Served) -> None:
    """The sound only for who wants it, and once for a turn, however many questions it has."""
    stage = Stage(browser, tables.address, *WINDOWS["desktop"])
    page = stage.visitor.page
    page.add_init_script(HEARD)
    # The page loads its sound in the same way, and before.
    tones = "import('../page/sound.js').then(() => window.tones)"
    title = f"Table 1 {DASH} pitboss"
    stage.open(SITUATIONS["somebody else bets"])
    assert page.title() == title
    stage.show(SITUATIONS["the first two cards"])
    assert page.title() == f"● Your turn {DASH} {title}"
    assert (page.is_checked("#sound"), page.evaluate(tones)) == (False, 0)
    page.check("#sound")
    assert page.evaluate(tones) == 2
    stage.show(SITUATIONS["a pair"])
    stage.show(SITUATIONS["somebody else plays four hands"])
    assert (page.title(), page.evaluate(tones)) == (title, 2)
    stage.show(SITUATIONS["four hands"])
    assert page.evaluate(tones) == 4


def test_the_list_of_tables_lives(browser: Browser, tables: Served) -> None:
    """Who sits down is seen there without a reload, and what has the focus keeps it."""
    ann = Visitor.of(browser)
    ann.page.clock.install()
    ann.page.goto(tables.address)
    low = ann.page.get_by_role("listitem").filter(has_text="Table low")
    low.get_by_text("Nobody yet").wait_for()
    assert "Bets of 0.01 or more" in low.inner_text()
    ann.page.focus("#Watch-low")
    with tables.guest("low") as ben:
        ben.join(1, "Ben")
        ben.until_asked()
        ann.page.clock.run_for(5000)
        low.get_by_text("2 free seats · playing").wait_for()
        assert "Ben" in low.inner_text()
        assert ann.page.evaluate("document.activeElement.id") == "Watch-low"
    assert (findings(ann.page), overflow(ann.page)) == ([], 0)


def test_the_list_leads_to_where_somebody_may_join(browser: Browser, tables: Served) -> None:
    """With the key of a link that this browser had, as long as it opens; and back to a seat."""
    ann = Visitor.of(browser)
    ann.page.goto(tables.address)
    ann.page.wait_for_selector("#Watch-low")
    assert ann.page.locator("text=Join").count() == 0
    for link in (tables.link("low"), f"{tables.address}/t/high#guessed"):
        ann.page.goto("about:blank")
        ann.page.goto(link)
        ann.page.wait_for_selector("#join-0, #refusal:has-text('The link is not right')")
    ann.page.goto(tables.address)
    ann.page.click("#Join-low")
    ann.page.wait_for_selector("#join-1")
    kept = ann.page.evaluate("Object.keys(localStorage)")
    assert "pitboss.key.low" in kept
    assert "pitboss.key.high" not in kept
    assert [name for name in kept if "undefined" in name] == []
    ann.sit_down(tables.link("low"), 1, "Ann")
    ann.page.goto(tables.address)
    ann.page.click("text=Back to your seat")
    ann.page.wait_for_selector("#seat-1.mine")
