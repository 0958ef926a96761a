"""One browser for the tests of a module, in whose thread no other event loop can run meanwhile."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from tests.web.browsing import chromium
from tests.web.served import served


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Give the browser."""
    with chromium() as started:
        yield started


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the files of the page; what is told there comes from the tests."""
    with served(tmp_path_factory.mktemp("served"), bots=0) as tables:
        yield tables.address
