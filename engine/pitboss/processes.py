"""Processes that share work: each ends when the work is done, or when its parent process ends."""

from __future__ import annotations

import os
import signal
from collections.abc import Generator
from concurrent.futures import Executor
from contextlib import contextmanager
from threading import Thread
from time import sleep
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

MAX_JOBS: Final = 256
"""More threads or processes than this are of no use on one machine."""

_TIME_TO_END_S: Final = 1
"""How many seconds a process has to end by itself after its pool is closed."""

_told: Final[list[Connection[None, None]]] = []
"""In a process of a pool: the connection that becomes readable when the pool is closed."""


@contextmanager
def processes(jobs: int) -> Generator[Executor]:
    """Start a pool of processes; all of them have ended when the block ends, even after an error.

    Args:
        jobs: the number of processes.
    """
    # Imported here, because work in one process does not need these two slow imports.
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415
    from multiprocessing import get_context  # noqa: PLC0415

    # Do not fork: a lock that another thread holds would stay locked in the new process.
    context = get_context("spawn")
    heard, tells = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(jobs, context, initializer=serve, initargs=(heard,))
    with heard, tells:
        try:
            yield pool
        finally:
            # No process reads this message, so it stays there for all of them to notice.
            tells.send(None)
            pool.shutdown(cancel_futures=True)


def serve(told: Connection[None, None]) -> None:
    """Prepare a process of a pool: it ends when the pool is closed, or when its parent ends.

    Args:
        told: the connection that becomes readable when the pool is closed.
    """
    from multiprocessing import parent_process  # noqa: PLC0415  as above

    # The parent handles an interrupt, and ends this process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _told.append(told)
    parent = parent_process()
    if parent is not None:
        Thread(target=end_after, args=[parent, told], daemon=True).start()


def is_unwanted() -> bool:
    """Say whether this process belongs to a closed pool, so that nobody wants its work."""
    return any(told.poll() for told in _told)


def end_after(parent: BaseProcess, told: Connection[None, None]) -> None:
    """End this process when its parent ends, or soon after its pool is closed.

    Args:
        parent: the parent process.
        told: the connection that becomes readable when the pool is closed.
    """
    from multiprocessing.connection import wait  # noqa: PLC0415  as above

    if parent.sentinel not in wait([parent.sentinel, told]):
        sleep(_TIME_TO_END_S)
    os._exit(1)


@contextmanager
def hold_interrupts() -> Generator[None]:
    """Block interrupts while a process is started.

    The new process inherits the block, so no interrupt ends it before it ignores interrupts. Some
    systems cannot block interrupts.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    held = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, held)
