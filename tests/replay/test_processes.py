"""Processes that replay hear no interrupt, and end with the one that began them."""

import multiprocessing
import os
import signal
from collections.abc import Iterator
from multiprocessing import get_context

import pytest

from pitboss.replay.processes import end_after, interrupts_held, processes, serve


@pytest.fixture
def handler() -> Iterator[None]:
    """Leave the handling of interrupts as it was."""
    before = signal.getsignal(signal.SIGINT)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("handler")
def test_a_process_of_the_pool_ignores_interrupts() -> None:
    """Its parent hears them; a process without a parent, such as this one, waits for nobody."""
    serve()
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN


@pytest.mark.usefixtures("handler")
def test_a_process_ends_with_its_parent(monkeypatch: pytest.MonkeyPatch) -> None:
    """At once and without a word."""
    codes: list[int] = []
    monkeypatch.setattr(os, "_exit", codes.append)
    with processes(1) as pool:
        other = get_context("spawn").Process()
        other.start()
        monkeypatch.setattr(multiprocessing, "parent_process", lambda: other)
        serve()
        other.join()
        assert pool.submit(os.getppid).result() == os.getpid()
    end_after(other)
    assert codes[-1] == 1


def test_an_interrupt_is_held_back_while_a_process_begins() -> None:
    """It is heard right after."""
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _frame: heard.append(number))
    try:
        with interrupts_held():
            signal.raise_signal(signal.SIGINT)
            assert heard == []
        assert heard == [signal.SIGINT]
    finally:
        signal.signal(signal.SIGINT, before)


def test_where_interrupts_cannot_be_held_back_they_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on systems that know no masks."""
    monkeypatch.delattr(signal, "pthread_sigmask")
    with interrupts_held():
        assert signal.getsignal(signal.SIGINT) is not signal.SIG_IGN
