"""The round viewer in a browser: opened from a file, stepped through, printed, without scripts."""

import io
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from tests.scale import scaled
from tests.story.test_viewer import MARKUP, in_notebook, page_of, played, sentences_of
from tests.tools.diagrams.gallery import example_journal
from tests.web.browsing import Scheme, barriers, overflow

from pitboss.story import AUDITOR, Viewer, round_page

SIZES = [(1280, 800), (820, 1180), (390, 844)]


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


@pytest.fixture
def example(tmp_path: Path) -> Path:
    """Give the file of a round in which much happens."""
    path = tmp_path / "round.html"
    path.write_text(page_of(example_journal(), 1, viewer=AUDITOR), "utf-8")
    return path


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nobody_is_kept_out(
    size: tuple[int, int], scheme: Scheme, browser: Browser, example: Path
) -> None:
    """At the first step, at a question, and at the end; nothing is wider than the window."""
    for place in ("", "#r1.s5", "#r1.s22"):
        with opened(browser, example, place, size=size, scheme=scheme) as page:
            assert barriers(page) == []
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
        assert page.url.endswith(f"#r1.s{len(sentences)}")
        assert page.inner_text("#line mark") == '"dealer-settle"'
        assert page.is_visible("#why")
        page.keyboard.press("?")
        assert page.is_visible("#hint")
        assert barriers(page) == []
        page.keyboard.press("?")
        assert not page.is_visible("#hint")
        page.keyboard.press("Shift+ArrowLeft")
        assert page.inner_text("#line mark") == '"filling-next"'
        page.keyboard.press("Home")
        assert page.inner_text("#say").startswith(sentences[0])
        page.keyboard.press("4")
        page.keyboard.press("Space")
        page.wait_for_selector("#place:text('2 / 22')")
        page.keyboard.press("Space")
        page.keyboard.press("End")
        assert page.get_attribute("#machine", "aria-label") == "Resolved, step 22 of 22"


def test_the_table_lies_as_it_lay(browser: Browser, example: Path) -> None:
    """Cards, totals, bets, results, chips, and who is asked; an auditor sees what is face down."""
    with opened(browser, example, "#r1.s5") as page:
        assert page.locator("#dealer .card").count() == 2
        assert (
            page.locator("#dealer .known").get_attribute("aria-label") == "5 of hearts, face down"
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


def test_a_print_has_the_text_and_no_buttons(browser: Browser, example: Path) -> None:
    """On white paper, whatever step was shown."""
    with opened(browser, example, "#r1.s3") as page:
        page.emulate_media(media="print", color_scheme="dark")
        assert page.is_visible("#rounds table")
        assert not page.is_visible("footer")
        ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
        ink = page.evaluate("getComputedStyle(document.body).color")
        assert (ground, ink) == ("rgba(0, 0, 0, 0)", "rgb(27, 36, 32)")


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
        page.select_option("#round", "7")
        page.wait_for_selector("#title:text-is('Round 7')")
        for _ in range(30):
            page.click("#on")
        assert page.is_visible("#why")
        page.go_back()
        page.wait_for_selector(f"#title:text-is('Round {rounds - 1}')")


def test_a_notebook_runs_it_in_its_frame(browser: Browser, tmp_path: Path) -> None:
    """Its script reaches nothing of the page around it."""
    path = tmp_path / "round.html"
    shown = in_notebook(round_page(io.BytesIO(example_journal()), 1))
    path.write_text(f"<!doctype html><title>Notebook</title>{shown}", "utf-8")
    context = browser.new_context()
    page = context.new_page()
    page.goto(path.as_uri())
    frame = page.frame_locator("iframe")
    frame.locator("#end").click()
    assert frame.locator("#place").inner_text() == "22 / 22"
    assert page.title() == "Notebook"
    context.close()
