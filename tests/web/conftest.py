"""One browser for the tests of a module, in whose thread no other event loop can run meanwhile."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from tests.web.browsing import chromium


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Give the browser."""
    with chromium() as started:
        yield started
