"""Processes that share work: none of them outlives the one that began them, or the work."""

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
"""More threads or processes are of no use on one machine."""

_TIME_TO_END_S: Final = 1
"""So long a process that is not wanted any more may take to notice it."""

_told: Final[list[Connection[None, None]]] = []
"""In a process of the pool: where its parent says that it is not wanted any more."""


@contextmanager
def processes(jobs: int) -> Generator[Executor]:
    """Begin a pool of processes; all have ended when it is left, whatever happened meanwhile.

    Args:
        jobs: how many.
    """
    # Who replays in one process does not wait for these two to load.
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415
    from multiprocessing import get_context  # noqa: PLC0415

    # Not forked: the host may have threads, and a lock that is held then would be so for ever.
    context = get_context("spawn")
    heard, tells = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(jobs, context, initializer=serve, initargs=(heard,))
    with heard, tells:
        try:
            yield pool
        finally:
            # Nobody reads it, so that each of them sees it.
            tells.send(None)
            pool.shutdown(cancel_futures=True)


def serve(told: Connection[None, None]) -> None:
    """Prepare a process of the pool: it ends when the pool says so, or when its parent is gone.

    Args:
        told: where something comes in when what it does is not wanted any more.
    """
    from multiprocessing import parent_process  # noqa: PLC0415  as above

    # An interrupt is heard by the parent, who then says so.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _told.append(told)
    parent = parent_process()
    if parent is not None:
        Thread(target=end_after, args=[parent, told], daemon=True).start()


def is_unwanted() -> bool:
    """Say whether this is a process of a pool that was left, so that its work is for nobody."""
    return any(told.poll() for told in _told)


def end_after(parent: BaseProcess, told: Connection[None, None]) -> None:
    """End this process when another has ended, or when it does not end by itself soon enough.

    Args:
        parent: the other process.
        told: where something comes in when this process is to end.
    """
    from multiprocessing.connection import wait  # noqa: PLC0415  as above

    if parent.sentinel not in wait([parent.sentinel, told]):
        sleep(_TIME_TO_END_S)
    os._exit(1)


@contextmanager
def interrupts_held() -> Generator[None]:
    """Hold an interrupt back while a process is begun.

    What is held back is held back in the new process, too, which so never dies of an interrupt that
    comes before it can ignore it. Some systems know no way to hold it back.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    held = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, held)
