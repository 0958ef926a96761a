"""Processes that replay parts of journals: none of them outlives the one that began them."""

from __future__ import annotations

import os
import signal
from collections.abc import Generator
from concurrent.futures import Executor
from contextlib import contextmanager
from threading import Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess


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
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), initializer=serve)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def serve() -> None:
    """Prepare a process of the pool: it ends when the pool says so, or when its parent is gone."""
    from multiprocessing import parent_process  # noqa: PLC0415  as above

    # An interrupt is heard by the parent, who then says so.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is not None:
        Thread(target=end_after, args=[parent], daemon=True).start()


def end_after(parent: BaseProcess) -> None:
    """End this process at once when another has ended."""
    parent.join()
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
