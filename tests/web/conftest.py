"""One browser for the tests of a module, in whose thread no other event loop can run meanwhile."""

import signal
from collections.abc import Iterator
from types import FrameType
from typing import NoReturn

import pytest
from playwright.sync_api import Browser
from tests.web.browsing import chromium

HANGS_AFTER_S = 900


def _hangs(_number: int, _frame: FrameType | None) -> NoReturn:
    pytest.fail(f"this test hangs: it has taken {HANGS_AFTER_S} seconds")


@pytest.fixture(autouse=True)
def _ends() -> Iterator[None]:
    """End a test that hangs, whatever it waits for."""
    before = signal.signal(signal.SIGALRM, _hangs)
    signal.alarm(HANGS_AFTER_S)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Give the browser."""
    with chromium() as started:
        yield started
