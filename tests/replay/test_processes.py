"""Processes that share work hear no interrupt, and end with the one that began them."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from multiprocessing import Pipe, get_context

import pytest
from tests.cli.command_line import hang

from pitboss import processes as module
from pitboss.processes import (
    end_after,
    hold_interrupts,
    is_unwanted,
    processes,
    serve,
)


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Leave the handling of interrupts, and what this process is told, as they were."""
    monkeypatch.setattr(module, "_told", [])
    before = signal.getsignal(signal.SIGINT)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("served")
def test_a_process_of_the_pool_ignores_interrupts() -> None:
    """Its parent hears them; a process without a parent, such as this one, waits for nobody."""
    heard, _tells = Pipe(duplex=False)
    serve(heard)
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN


@pytest.mark.usefixtures("served")
def test_a_process_knows_that_nobody_wants_its_work() -> None:
    """As soon as its parent says so; before that, and outside a pool, it is wanted."""
    assert not is_unwanted()
    heard, tells = Pipe(duplex=False)
    serve(heard)
    assert not is_unwanted()
    tells.send(None)
    assert is_unwanted()
    assert is_unwanted()


def test_a_pool_ends_what_does_not_end_by_itself() -> None:
    """A process that plays on for ever is not waited for."""
    with processes(1) as pool:
        process_id = pool.submit(os.getpid).result()
        pool.submit(hang)
    with pytest.raises(ProcessLookupError):
        os.kill(process_id, 0)


@pytest.mark.usefixtures("served")
def test_a_process_ends_with_its_parent(monkeypatch: pytest.MonkeyPatch) -> None:
    """At once and without a word."""
    codes: list[int] = []
    monkeypatch.setattr(os, "_exit", codes.append)
    with processes(1) as pool:
        other = get_context("spawn").Process()
        other.start()
        monkeypatch.setattr(multiprocessing, "parent_process", lambda: other)
        heard, _tells = Pipe(duplex=False)
        before = {*threading.enumerate()}
        serve(heard)
        (watching,) = {*threading.enumerate()} - before
        other.join()
        assert pool.submit(os.getppid).result() == os.getpid()
    end_after(other, heard)
    # A thread that is late would end this very process when the test is over.
    watching.join()
    assert codes == [1, 1]


def test_a_process_is_given_time_to_end_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """When its parent lives on, and says that it is not wanted."""
    happened: list[int] = []
    monkeypatch.setattr(os, "_exit", happened.append)
    monkeypatch.setattr(module, "sleep", happened.append)
    monkeypatch.setattr(module, "_TIME_TO_END_S", 7)
    lives = get_context("spawn").Process(target=hang)
    lives.start()
    heard, tells = Pipe(duplex=False)
    tells.send(None)
    end_after(lives, heard)
    lives.kill()
    lives.join()
    assert happened == [7, 1]


def test_an_interrupt_is_held_back_while_a_process_begins() -> None:
    """It is heard right after."""
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _frame: heard.append(number))
    try:
        with hold_interrupts():
            signal.raise_signal(signal.SIGINT)
            assert heard == []
        assert heard == [signal.SIGINT]
    finally:
        signal.signal(signal.SIGINT, before)


def test_where_interrupts_cannot_be_held_back_they_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on systems that know no masks."""
    monkeypatch.delattr(signal, "pthread_sigmask")
    with hold_interrupts():
        assert signal.getsignal(signal.SIGINT) is not signal.SIG_IGN
