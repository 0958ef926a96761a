"""The browser of a module of tests runs an event loop, in whose thread no other one can run."""

import re

from tests.conftest import TESTS


def test_no_module_with_a_browser_runs_an_event_loop_of_its_own() -> None:
    """One test would fail after another: processes that share tests run them in any order."""
    texts = {path: path.read_text("utf-8") for path in TESTS.rglob("test_*.py")}
    browsing = [path for path, text in texts.items() if "browser: Browser" in text]
    assert len(browsing) > 10
    loop = re.compile("^import asyncio$", re.MULTILINE)
    assert [path for path in browsing if loop.search(texts[path])] == []
