"""One browser for the tests of a module, in whose thread no other event loop can run meanwhile."""

from collections.abc import Iterator
from socket import socket

import pytest
from playwright.sync_api import Browser
from tests.web.browsing import chromium
from tests.web.served import served

from pitboss.web import listen
from pitboss.web.lines import Allowance


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Give the browser."""
    with chromium() as started:
        yield started


@pytest.fixture
def at_any_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take as many messages as come, for a test that plays on may be faster than people are."""

    def takes_any(_allowance: Allowance, _now_ms: int) -> bool:
        return True

    monkeypatch.setattr(Allowance, "takes_one", takes_any)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the files of the page; what is told there comes from the tests."""
    with served(tmp_path_factory.mktemp("served"), bots=0) as tables:
        yield tables.address


@pytest.fixture
def place() -> Iterator[socket]:
    """Listen at a port, which nobody else gets between one server there and the next."""
    with listen("127.0.0.1", 0) as listening:
        yield listening
