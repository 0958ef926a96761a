"""One browser for all tests of the page."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from tests.web.browsing import chromium


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Give the browser."""
    with chromium() as started:
        yield started
