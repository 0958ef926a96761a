"""Processes of their own, which tests start, ask and kill."""

import os
import signal
import sys
from collections.abc import Callable
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext, SpawnContext
from subprocess import run
from typing import Final

COLUMNS: Final = 80
"""How wide terminals are, whatever those are in which the tests are run."""


def ignore_no_signal() -> None:
    """Hear Ctrl-C and the end of the terminal, and let every command that is started hear them.

    What is started in the background by a shell without job control ignores the one, and what is
    started by ``nohup`` the other, and each hands that on to all that it starts.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)


def run_with_memory_checks(program: str, argument: str) -> str:
    """Return what a program writes in a process that aborts if memory is written wrongly."""
    command = [sys.executable, "-X", "dev", "-c", program, argument]
    done = run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


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


def killed_when_told(
    start: ForkServerContext | SpawnContext,
    work: Callable[..., None],
    *given: object,
    times: int,
    meanwhile: Callable[[], object] = int,
) -> list[int]:
    """Let a process work until it has told so many numbers, and kill it; return all that it told.

    It works on while the news is under way, so that nobody knows what it does when it is killed.

    Args:
        start: starts it.
        work: what it does; the end of a pipe that it tells is its last argument.
        given: the other arguments.
        times: how many numbers it tells at least.
        meanwhile: is done before it is killed.
    """
    here, there = start.Pipe(duplex=False)
    process = start.Process(target=work, args=(*given, there))
    process.start()
    there.close()
    told: list[int] = [here.recv() for _ in range(times)]
    meanwhile()
    process.kill()
    told += told_until_the_end(here)
    process.join()
    here.close()
    assert process.exitcode == -signal.SIGKILL
    return told


def steps_until_killed(
    start: ForkServerContext | SpawnContext, work: Callable[..., None], *given: object
) -> int:
    """Let a process work that is killed at a step, and return how many steps it had if it was not.

    Args:
        start: starts it.
        work: what it does, with `Steps`.
        given: its arguments before the end of a pipe; the last is the fatal step, 0 for none.
    """
    here, there = start.Pipe(duplex=False)
    process = start.Process(target=work, args=(*given, there))
    process.start()
    there.close()
    process.join()
    assert process.exitcode == (-signal.SIGKILL if given[-1] else 0)
    told = told_until_the_end(here)
    here.close()
    return told[0] if told else 0


class Steps:
    """Counts the steps of this process, and kills it at one of them.

    Args:
        fatal: at which it is; 0 for never.
    """

    def __init__(self, fatal: int) -> None:
        self.taken = 0
        self._fatal = fatal

    def __call__(self) -> None:
        """Take a step."""
        self.taken += 1
        if self.taken == self._fatal:
            os.kill(os.getpid(), signal.SIGKILL)
