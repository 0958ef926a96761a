"""Processes of their own, which tests start, ask and kill."""

import signal
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext, SpawnContext


def ignore_no_signal() -> None:
    """Hear Ctrl-C and the end of the terminal, and let every command that is started hear them.

    What is started in the background by a shell without job control ignores the one, and what is
    started by ``nohup`` the other, and each hands that on to all that it starts.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)


def starter(*preloaded: str) -> ForkServerContext | SpawnContext:
    """Return what starts processes: from a clean one, quickly where the system can.

    Args:
        preloaded: modules that every one of them needs.
    """
    if "forkserver" not in get_all_start_methods():
        return get_context("spawn")
    server = get_context("forkserver")
    server.set_forkserver_preload(list(preloaded))
    return server


def told_until_the_end(here: Connection) -> list[int]:
    """Return what a process that was killed still told."""
    told: list[int] = []
    while True:
        try:
            told.append(here.recv())
        # It may have been killed in the middle of a number.
        except (EOFError, OSError):
            return told
