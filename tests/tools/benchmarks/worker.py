"""A process that plays slices when it is told to: ``python -m tests.tools.benchmarks.worker KEY``.

It reads one number a line, plays so many units, and answers with the seconds that passed and those
that the processor spent. Its first line says the version of what it plays, or why it cannot.
"""

import json
import os
import sys
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol, TextIO, cast

from tests.tools.benchmarks.contenders import (
    COMPANY_OF,
    CONTENDER_OF,
    ENGINES,
    WAYS,
    Contender,
    Home,
)
from tests.tools.benchmarks.rounds import Slices, rounds_of

import pitboss
from pitboss.version import VERSION


class Peer(Protocol):
    """What the file of a peer has to define."""

    def start(self) -> Callable[[int], None]:
        """Set the peer up and return what plays so many rounds."""
        ...


def make_slices(contender: Contender, folder: Path) -> tuple[str, Slices]:
    """Return the version of a contender and what prepares its slices.

    Raises:
        ImportError: it is not installed, or in the other build.
    """
    if contender.home in ENGINES:
        if getattr(pitboss, "compiled", False) is not (contender.home is Home.COMPILED):
            raise ImportError(f"the pitboss there is not the {contender.home.value} build")
        what = contender.key.removeprefix(f"{contender.home.value} ")
        way, _, company = what.partition(" ")
        if way in WAYS:
            return VERSION, rounds_of(way, COMPANY_OF[company], folder)
        # It uses names that an engine of before does not have.
        module = import_module("tests.tools.benchmarks.slices")
        return VERSION, cast(Slices, module.slices_of(what))
    peer = cast(Peer, import_module(f"tests.tools.benchmarks.peers.{contender.module}"))
    rounds = peer.start()
    number = version(contender.package) if contender.package else ""
    return number, lambda count: partial(rounds, count)


def serve(key: str, orders: TextIO, answers: TextIO, folder: Path) -> None:
    """Play what is ordered until nothing more is."""

    def answer(**words: str | float) -> None:
        answers.write(json.dumps(words) + "\n")
        answers.flush()

    try:
        number, slices = make_slices(CONTENDER_OF[key], folder)
    except ImportError as error:
        answer(missing=f"{error}")
        return
    answer(version=number)
    for order in orders:
        timed = slices(int(order))
        began, spent = time.perf_counter(), cpu_time()
        timed()
        seconds, cpu_seconds = time.perf_counter() - began, cpu_time() - spent
        answer(seconds=seconds, cpu_seconds=cpu_seconds)


def cpu_time() -> float:
    """Return the seconds that the processor spent for this process and those that it waited for."""
    ended = os.times()
    return time.process_time() + ended.children_user + ended.children_system


def main() -> None:
    """Serve on the pipes; what a library prints goes to standard error."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    with TemporaryDirectory() as folder:
        serve(sys.argv[1], sys.stdin, answers, Path(folder))


if __name__ == "__main__":
    main()
