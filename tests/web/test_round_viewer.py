"""The round viewer in a browser: opened from a file, stepped through, printed, without scripts."""

import io
import re
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page
from tests.scale import scaled
from tests.story.test_viewer import MARKUP, data_of, in_notebook, page_of, played, sentences_of
from tests.tools.diagrams.gallery import example_journal
from tests.web.browsing import ANSWERS_WITHIN_S, Scheme, findings, hold_time, overflow

from pitboss import Rules
from pitboss.story import AUDITOR, Viewer, round_page

SIZES = [(1280, 800), (820, 1180), (390, 844)]
LOOKS: Final[list[tuple[tuple[int, int], Scheme]]] = [
    *((size, "light") for size in SIZES),
    (SIZES[-1], "dark"),
]
"""Sizes of windows, and whether they are light or dark: colours do not depend on a size."""

PATHS = """
() => {
  const states = [...document.querySelectorAll("#pb-states rect")].map((each) => each.getBBox());
  const meet = (one, other) => one.x < other.x + other.width && other.x < one.x + one.width
    && one.y + 2 < other.y + other.height && other.y + 2 < one.y + one.height;
  const paths = [...document.querySelectorAll(".path")];
  return [paths.length, paths.flatMap((path) => {
    const numbers = [...path.querySelectorAll("text")].map((each) => each.getBBox());
    return numbers.flatMap((one, place) => [...states, ...numbers.slice(place + 1)]
      .filter((other) => meet(one, other)).map((other) => [one.x, one.y, other.x, other.y]));
  })];
}
"""
"""How many paths are drawn, and where a number of a step lies on a state or on another number."""


COLOUR = "place => getComputedStyle(document.querySelector(place)).backgroundColor"


@contextmanager
def opened(
    browser: Browser,
    path: Path,
    place: str = "",
    *,
    size: tuple[int, int] = SIZES[0],
    scheme: Scheme = "light",
    scripts: bool = True,
) -> Generator[Page]:
    """Open a page from its file; it must complain of nothing, and ask for nothing else."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme=scheme,
        reduced_motion="reduce",
        java_script_enabled=scripts,
    )
    context.set_default_timeout(ANSWERS_WITHIN_S * 1000)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text))
    page.on(
        "request", lambda asked: faults.extend([asked.url] if "round.html" not in asked.url else [])
    )
    page.goto(path.as_uri() + place)
    yield page
    context.close()
    assert faults == []


def address(page: Page) -> str:
    """Return the address of a page as the page itself has it, which is told elsewhere later."""
    return str(page.evaluate("location.href"))


@pytest.fixture
def example(tmp_path: Path) -> Path:
    """Give the file of a round in which much happens."""
    path = tmp_path / "round.html"
    path.write_text(page_of(example_journal(), 1, viewer=AUDITOR), "utf-8")
    return path


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_nobody_is_kept_out(
    size: tuple[int, int], scheme: Scheme, browser: Browser, example: Path
) -> None:
    """At the first step, at a question, and at the end; nothing is wider than the window."""
    for place in ("", "#r1.s5", "#r1.s22"):
        with opened(browser, example, place, size=size, scheme=scheme) as page:
            assert findings(page) == []
            assert overflow(page) <= 0


def test_every_step_is_reached_by_keys(browser: Browser, example: Path) -> None:
    """Each is told, stands in the address, and marks its row in its line."""
    sentences = sentences_of(example.read_text("utf-8"))
    with opened(browser, example) as page:
        for number, sentence in enumerate(sentences, 1):
            assert page.inner_text("#say").startswith(sentence)
            assert page.inner_text("#place") == f"{number} / {len(sentences)}"
            assert page.inner_text("#list [aria-current=step]").endswith(sentence)
            page.keyboard.press("ArrowRight")
        assert address(page).endswith(f"#r1.s{len(sentences)}")
        assert page.inner_text("#line mark") == '"dealer-settle"'
        assert page.is_visible("#why")
        page.keyboard.press("?")
        assert page.is_visible("#hint")
        assert findings(page) == []
        page.keyboard.press("?")
        assert not page.is_visible("#hint")
        page.keyboard.press("Shift+ArrowLeft")
        assert page.inner_text("#line mark") == '"filling-next"'
        page.keyboard.press("Home")
        assert page.inner_text("#say").startswith(sentences[0])
        hold_time(page)
        page.keyboard.press("4")
        page.keyboard.press("Space")
        for ms, place in ((162, "1 / 22"), (1, "2 / 22"), (163, "3 / 22")):
            page.clock.run_for(ms)
            assert page.inner_text("#place") == place
        page.keyboard.press("Space")
        page.keyboard.press("End")
        assert page.get_attribute("#machine", "aria-label") == "Resolved, step 22 of 22"


def test_a_chip_has_the_colour_of_its_value(browser: Browser, tmp_path: Path) -> None:
    """The same as on the table of the web: red for five, blue for ten, black for a hundred."""
    path = tmp_path / "round.html"
    colours: dict[int, str] = {}
    for bet_minor in (500, 1000, 10_000, 250_000):
        rules = Rules.of(bet_min=bet_minor, bet_max=bet_minor)
        path.write_text(page_of(played(1, rules, seed=8), 1), "utf-8")
        with opened(browser, path, "#r1.s99") as page:
            colours[bet_minor] = page.evaluate(COLOUR, ".bet i")
    assert len({*colours.values()}) == 4
    assert colours[500] == "rgb(179, 32, 44)"


def test_the_table_lies_as_it_lay(browser: Browser, example: Path) -> None:
    """Cards, totals, bets, results, chips, and who is asked; an auditor sees what is face down."""
    with opened(browser, example, "#r1.s5") as page:
        assert page.locator("#dealer .card").count() == 2
        assert (
            page.locator("#dealer .known").get_attribute("aria-label")
            == "five of hearts, face down"
        )
        assert page.inner_text(".seat.asked .name") == "Ann"
        assert "Ann: insure or decline?" in page.inner_text("#say")
        page.click("#end")
        hands = page.locator("#seats .hand").all_inner_texts()
        assert [each.split() for each in hands] == [
            ["8", "3", "10", "21", "20.00", "insurance", "\N{MINUS SIGN}5.00", "win", "+20.00"],
            ["8", "10", "18", "10.00", "loss", "\N{MINUS SIGN}10.00"],
            ["A", "K", "blackjack", "20.00", "blackjack", "+30.00"],
        ]
        assert page.locator(".bet.two").count() == 1
        assert "130.00 chips" in page.inner_text("#seats")


def test_without_scripts_all_of_it_is_text(browser: Browser, example: Path) -> None:
    """The steps, what came of each bet, why, and the lines of the journal."""
    with opened(browser, example, scripts=False) as page:
        text = page.inner_text("#rounds")
        assert not page.is_visible("#app")
        for part in (
            *sentences_of(example.read_text("utf-8")),
            "21 beats the dealer's 20",
            '"seq":10',
        ):
            assert part in text


def test_a_print_has_all_rounds_and_no_buttons(browser: Browser, tmp_path: Path) -> None:
    """On white paper, whatever step was shown: each has its table, its steps, its path and why."""
    path = tmp_path / "round.html"
    path.write_text(page_of(played(4, names=("Ann", "Bo")), 1, 4), "utf-8")
    with opened(browser, path, "#r2.s3", scheme="dark") as page:
        on_screen = [each.is_visible() for each in page.locator("#rounds, h1 .all").all()]
        assert on_screen == [False, False]
        page.pdf(format="A4")
        page.pdf(format="A4")
        assert page.locator("#rounds .felt").count() == 4
        page.emulate_media(media="print", color_scheme="dark")
        assert findings(page) == []
        assert page.inner_text("h1") == "Rounds 1 to 4"
        for part in (".felt .seats .hand .card", ".steps", ".path", "table", ".why", "pre"):
            assert all(
                section.locator(part).first.is_visible()
                for section in page.locator("#rounds section").all()
            )
        assert not [each for each in page.locator("button, footer").all() if each.is_visible()]
        for part in ("body", ".mark", "#rounds .felt"):
            drawn = f"getComputedStyle(document.querySelector('{part}')).background"
            assert page.evaluate(drawn).startswith("rgba(0, 0, 0, 0) none")
        ink = page.evaluate("getComputedStyle(document.querySelector('#rounds .name')).color")
        assert ink == "rgb(27, 36, 32)"


def test_a_printed_table_lies_as_it_lay_at_last(browser: Browser, example: Path) -> None:
    """With every card and what came of every bet."""
    with opened(browser, example, "#r1.s22") as page:
        page.pdf(format="A4")
        last = page.locator("#seats").inner_html().replace(" new", " ")
        page.emulate_media(media="print")
        assert page.locator("#rounds .seats").inner_html() == last
        assert page.locator("#rounds .dealer .card").count() == 4


def test_no_number_of_a_path_lies_on_a_state(browser: Browser, tmp_path: Path) -> None:
    """Nor on another number; and the lines below are not filled."""
    path = tmp_path / "round.html"
    path.write_text(page_of(played(60, names=("Ann", "Bo", "Cy", "Di", "Ed")), 1, 60), "utf-8")
    with opened(browser, path) as page:
        page.emulate_media(media="print")
        drawn, met = page.evaluate(PATHS)
        assert drawn == 60
        assert met == []
        lines = page.evaluate("getComputedStyle(document.querySelector('.path .lines')).fill")
        assert lines == "none"


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_embedded_it_has_no_header(size: tuple[int, int], browser: Browser, example: Path) -> None:
    """But a title for those who hear it; what is left steps as ever, and fills the frame."""
    with opened(browser, example, "?embed#r1.s16", size=size) as page:
        header = page.locator("header").bounding_box()
        assert header is not None
        assert (header["width"], header["height"]) == (1, 1)
        assert not page.is_visible("header .end")
        assert not page.is_visible(".foot")
        assert page.inner_text("#place") == "16 / 22"
        page.keyboard.press("ArrowRight")
        assert address(page).endswith("round.html?embed#r1.s17")
        assert findings(page) == []
        assert overflow(page) <= 0
        if size[0] > 900:
            felt = page.locator("#app").bounding_box()
            assert felt is not None
            assert (felt["y"], felt["height"]) == (0, size[1])


def test_a_name_is_text_and_never_markup(browser: Browser, tmp_path: Path) -> None:
    """On the table, among the steps and in the lines."""
    path = tmp_path / "round.html"
    path.write_text(page_of(played(2, names=(MARKUP, "<b>Bo</b>")), 1, 2), "utf-8")
    with opened(browser, path, "#r2.s9") as page:
        assert page.locator("#seats .name").all_inner_texts() == [MARKUP, "<b>Bo</b>"]
        assert page.locator("img").count() == 0


def test_rounds_are_turned_and_found_by_their_address(browser: Browser, tmp_path: Path) -> None:
    """Hundreds in one file; Back goes where one was."""
    path = tmp_path / "round.html"
    rounds = scaled(500, 50)
    journal = played(rounds, names=("Ann", "Bo", "Cy"))
    path.write_text(page_of(journal, 1, rounds, viewer=Viewer.at(2)), "utf-8")
    with opened(browser, path, f"#r{rounds}.s4") as page:
        assert page.inner_text("#title") == f"Round {rounds}"
        assert page.inner_text("#place").startswith("4 / ")
        page.keyboard.press("ArrowUp")
        page.wait_for_selector(f"#title:text-is('Round {rounds - 1}')")
        page.click("#pick")
        page.click("#picks b:text-is('Round 7')")
        page.wait_for_selector("#title:text-is('Round 7')")
        for _ in range(30):
            page.click("#on")
        assert page.is_visible("#why")
        page.go_back()
        page.wait_for_selector(f"#title:text-is('Round {rounds - 1}')")


@pytest.mark.parametrize(("size", "scheme"), [LOOKS[0], LOOKS[-1]])
def test_rounds_are_picked_from_a_list(
    size: tuple[int, int], scheme: Scheme, browser: Browser, tmp_path: Path
) -> None:
    """Which says what each seat won, and leaves out rounds without what is asked for."""
    path = tmp_path / "round.html"
    shown = page_of(played(40, names=("Ann", "Bo", "Cy")), 1, 40)
    path.write_text(shown, "utf-8")
    had = [(each["n"], each["had"]) for each in data_of(shown)["rounds"]]
    split = [number for number, names in had if "split" in names]
    with opened(browser, path, "#r3.s2", size=size, scheme=scheme) as page:
        assert not page.is_visible("#drawer")
        page.keyboard.press("l")
        assert page.locator("#picks :focus b").inner_text() == "Round 3"
        assert re.fullmatch(r"(\w+ [+\u2212]?[\d.]+\s*)+", page.inner_text("#picks :focus .nets"))
        assert page.inner_text("#count") == "40 of 40 rounds"
        assert findings(page) == []
        assert overflow(page) <= 0
        page.click("#filters button:text-is('split')")
        assert page.inner_text("#count") == f"{len(split)} of 40 rounds"
        assert 0 < len(split) < 40
        rows = page.locator("#picks li:visible b").all_inner_texts()
        assert rows == [f"Round {number}" for number in split]
        page.keyboard.press("Escape")
        assert not page.is_visible("#drawer")
        page.keyboard.press("l")
        page.click("#shut")
        assert not page.is_visible("#drawer")
        page.click("#pick")
        assert page.evaluate("document.activeElement.id") == "shut"
        page.locator("#picks li:visible button").last.press("Enter")
        page.wait_for_selector(f"#title:text-is('Round {split[-1]}')")
        assert address(page).endswith(f"#r{split[-1]}.s1")


def test_a_notebook_runs_it_in_its_frame(browser: Browser, tmp_path: Path) -> None:
    """Its script reaches nothing of the page around it."""
    path = tmp_path / "round.html"
    shown = in_notebook(round_page(io.BytesIO(example_journal()), 1))
    path.write_text(f"<!doctype html><title>Notebook</title>{shown}", "utf-8")
    context = browser.new_context()
    context.set_default_timeout(ANSWERS_WITHIN_S * 1000)
    page = context.new_page()
    page.goto(path.as_uri())
    frame = page.frame_locator("iframe")
    frame.locator("#end").click()
    assert frame.locator("#place").inner_text() == "22 / 22"
    assert page.title() == "Notebook"
    context.close()
