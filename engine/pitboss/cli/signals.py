"""Signals that interrupt or end a command, and what the command does before it ends."""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator
from contextlib import contextmanager
from types import FrameType
from typing import Final

from click.exceptions import Exit

_BY_SIGNAL: Final = 128
"""If a signal ends a command, the exit code is this plus the number of the signal."""


@contextmanager
def hear_interrupts() -> Generator[list[int]]:
    """At the first Ctrl-C, only add a number to the yielded list; a second Ctrl-C interrupts."""
    heard: list[int] = []

    def hear(number: int, _frame: FrameType | None) -> None:
        heard.append(number)
        signal.signal(signal.SIGINT, signal.default_int_handler)

    before = signal.signal(signal.SIGINT, hear)
    try:
        yield heard
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def hear_ends(hear: Callable[[int], None]) -> Generator[None]:
    """On SIGTERM or SIGHUP, call `hear` with the signal's number instead of ending this process.

    A signal that was ignored before, as under ``nohup``, stays ignored. After the first signal, a
    second one ends this process at once.
    """
    known = (getattr(signal, name, None) for name in ("SIGTERM", "SIGHUP"))
    ends = [each for each in known if each and signal.getsignal(each) is signal.SIG_DFL]

    def forget() -> None:
        for each in ends:
            signal.signal(each, signal.SIG_DFL)

    def ended(number: int, _frame: FrameType | None) -> None:
        forget()
        hear(number)

    for each in ends:
        signal.signal(each, ended)
    try:
        yield
    finally:
        forget()


@contextmanager
def end_at_last(at_once: Callable[[], object] = lambda: None) -> Generator[list[int]]:
    """Continue after SIGTERM or SIGHUP; at the end of the block, exit with the signal's code.

    Args:
        at_once: is called when the signal arrives.

    Yields:
        A list; if a signal arrives, its number is put into the list.
    """
    heard: list[int] = []

    def hear(number: int) -> None:
        heard.append(number)
        at_once()

    try:
        with hear_ends(hear):
            yield heard
    finally:
        if heard:
            raise Exit(_BY_SIGNAL + heard[0])
