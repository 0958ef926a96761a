"""Chromium, and people who play in it by clicks and by keys."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Generator
from contextlib import contextmanager
from importlib.resources import files
from typing import Any, Final, Literal

import pytest
from attrs import define
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ANSWERS_WITHIN_S: Final = 120
"""Longer than a page takes on a slow machine; it ends the wait for what a lost press would do."""

LOOKS: Final = ANSWERS_WITHIN_S * 50
"""So often something is looked for that does not come about."""

# Without windows, Chromium takes a third of the processor time.
_NAMES: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
_OPTIONS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

KEYS: Final = {
    "bet": "b",
    "sit_out": "o",
    "even_money": "e",
    "insure": "i",
    "split": "p",
    "hit": "h",
    "stand": "s",
    "double": "d",
    "surrender": "r",
    "decline": "n",
}
REST: Final = "document.body.dataset.restMs"
Scheme = Literal["light", "dark"]


@contextmanager
def chromium() -> Generator[Browser]:
    """Start Chromium, or skip the tests that need it."""
    path = next((found for name in _NAMES if (found := shutil.which(name))), None)
    if path is None:
        pytest.skip("Chromium is not installed, so no page is looked at")
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=[*_OPTIONS], env={"HOME": home}, timeout=0
        )
        yield browser
        browser.close()


@define
class Visitor:
    """Somebody with a browser of their own.

    Attributes:
        context: what keeps their seats.
        page: the window that they look at.
        faults: everything that the page complained of.
    """

    context: BrowserContext
    page: Page
    faults: list[str]

    @classmethod
    def of(
        cls,
        browser: Browser,
        width: int = 1280,
        height: int = 900,
        scheme: Scheme = "light",
        *,
        touch: bool = False,
    ) -> Visitor:
        """Return somebody with a window of a size, on a screen that is touched or not."""
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            reduced_motion="reduce",
            has_touch=touch,
        )
        # Else every second answer would wait for the time in which presses do nothing.
        context.add_init_script(f"addEventListener('DOMContentLoaded', () => {{ {REST} = 0 }})")
        context.set_default_timeout(ANSWERS_WITHIN_S * 1000)
        faults: list[str] = []
        visitor = cls(context, context.new_page(), faults)
        visitor._listen()
        return visitor

    def _listen(self) -> None:
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", lambda said: self.faults.append(said.text))

    def come_back(self, link: str) -> None:
        """Open the table in a new window, after the old one was closed."""
        self.page = self.context.new_page()
        self._listen()
        self.page.goto(link)

    def sit_down(self, link: str, seat: int, name: str) -> None:
        """Take a seat by the link to join, between rounds."""
        self.ask_for_seat(link, seat, name)
        self.page.wait_for_selector(f"#seat-{seat}.mine")

    def ask_for_seat(self, link: str, seat: int, name: str) -> None:
        """Ask for a seat by the link to join; in mid-round it is given when the round is over."""
        self.page.goto(link)
        self.page.click(f"#join-{seat}")
        self.page.fill("#join-name", name)
        self.page.keyboard.press("Enter")

    def wait_for_question(self, seq: int = 0) -> list[str]:
        """Wait until this seat is asked, and return the words that it may say.

        Args:
            seq: the sequence number of the table then, or an earlier one.
        """
        self.wait_for_seq(seq)
        self.page.wait_for_selector("#answers button[value][aria-disabled=false]")
        words: list[str] = self.page.eval_on_selector_all(
            "#answers button[value]", "buttons => buttons.map(button => button.value)"
        )
        return words

    def wait_until(self, is_so: Callable[[], bool]) -> None:
        """Wait until something has come about that is not on the page; if it does not, fail."""
        looks = 0
        while not is_so():
            looks += 1
            assert looks < LOOKS, "what is waited for has not come about"
            self.page.wait_for_timeout(20)

    def seq(self) -> int:
        """Return the sequence number of the table as the page shows it."""
        return int(self.page.get_attribute("#table", "data-seq") or 0)

    def wait_for_seq(self, seq: int) -> None:
        """Wait until the page shows the table at a sequence number, or later."""
        self.page.wait_for_function(
            "seq => Number(document.querySelector('#table').dataset.seq) >= seq", arg=seq
        )

    def say(self, word: str, *, by_key: bool) -> None:
        """Answer the open question."""
        if by_key:
            self.page.keyboard.press(KEYS[word])
        else:
            self.page.click(f"#answer-{word}")

    def rest(self, ms: int) -> None:
        """Set for how long presses do nothing after an answer."""
        self.page.evaluate(f"ms => {{ {REST} = ms }}", ms)

    def hold_time(self) -> None:
        """Let no time pass in the pages that are opened from now on."""
        hold_time(self.page)

    def press(self, button: str, how: str) -> None:
        """Press a button by its id: by a click, a tap, or the name of a key that it then gets."""
        found = self.page.query_selector(f"#{button}")
        assert found is not None, f"{button} is not there any more"
        if how == "click":
            found.click()
        elif how == "tap":
            found.tap()
        else:
            found.press(how)

    def told(self) -> str:
        """Return everything that the page has said of what happened."""
        return self.page.inner_text("#told-box").strip()


def hold_time(page: Page) -> None:
    """Let no time pass in a page."""
    page.clock.install(time=0)
    # It runs until then, and cannot stop at a time that it has passed on a slow machine.
    page.clock.pause_at(3600)


def findings(page: Page) -> list[str]:
    """Return all that axe-core finds that keeps people from using a page, however small it is."""
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8"))
    # To list what it does not find, too, would take as long again.
    found: list[dict[str, Any]] = page.evaluate(
        "axe.run({resultTypes: ['violations']}).then(({violations}) => violations)"
    )
    return [
        f"{each['impact']} {each['id']}: {[node['target'] for node in each['nodes']]}"
        for each in found
    ]


def barriers(page: Page) -> list[str]:
    """Return what is serious of it."""
    return [each for each in findings(page) if each.startswith(("serious", "critical"))]


def overflow(page: Page) -> int:
    """Return by how many pixels a page is wider than its window."""
    wider: int = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    return wider
