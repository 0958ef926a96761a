"""The interleaved run: every contender in a process of its own, and a slice of each in turn.

Whatever disturbs the machine for a while disturbs all of them, and their ratios stay.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final, cast

from attrs import frozen
from tests.tools.benchmarks.contenders import ENGINES, Contender, Home, file_of
from tests.tools.benchmarks.record import Line, Sample, missing, sample

ROOT: Final = Path(__file__).parents[3]
NODE_FOLDER: Final = ROOT / ".cache" / "peers"
FIRST_COUNT: Final = 16
SETTLING_SLICES: Final = 2

Hear = Callable[[str], object]
"""Hears what is being done."""


@frozen
class Place:
    """Where processes of one home run.

    Attributes:
        python: the interpreter, in whose environment things are installed.
        engine: the source that it finds pitboss in; None for the pitboss that is installed there.
    """

    python: str = sys.executable
    engine: Path | None = None


HERE: Final[Mapping[Home, Place]] = {Home.PURE: Place(), Home.PYTHON: Place()}
"""The homes that need no further environment."""


@frozen
class Plan:
    """How much is measured.

    Attributes:
        repetitions: slices of each contender.
        slice_seconds: how long a slice takes, about.
        runs: how often everything is measured that is no slice.
        round_counts: the lengths of play whose costs are compared.
        live: how many rounds and tables are held at once to weigh them.
        long_journal: rounds in the journal that is replayed in parallel.
        counted: rounds of which the instructions are counted; 0 if none are.
        places: where each home runs that is there.
    """

    repetitions: int
    slice_seconds: float
    runs: int
    round_counts: Sequence[int]
    live: int
    long_journal: int
    counted: int = 0
    places: Mapping[Home, Place] = HERE

    def engines(self, *which: Home) -> Sequence[Home]:
        """Return the engines that are there, all or some of these."""
        return [home for home in ENGINES if home in self.places and (not which or home in which)]


FULL: Final = Plan(
    repetitions=15,
    slice_seconds=0.5,
    runs=5,
    round_counts=(1_000, 10_000, 100_000, 1_000_000),
    live=100_000,
    long_journal=1_000_000,
    counted=1_000,
)
QUICK: Final = Plan(
    repetitions=3,
    slice_seconds=0.1,
    runs=3,
    round_counts=(1_000, 10_000),
    live=5_000,
    long_journal=50_000,
)


class MissingError(Exception):
    """A contender cannot take part."""


ABSENT: Final[Mapping[Home, str]] = {
    Home.COMPILED: "no environment of a compiled pitboss was given",
    Home.BEFORE: "no other checkout was given",
}


def surroundings(place: Place) -> Mapping[str, str]:
    """Return the environment variables of what is measured in a place."""
    given = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    path = {} if place.engine is None else {"PYTHONPATH": str(place.engine)}
    return {
        **given,
        **path,
        "NODE_PATH": str(NODE_FOLDER / "node_modules"),
        "NODE_ENV": "production",
    }


def output(place: Place, arguments: Sequence[str], *, check: bool = True) -> str:
    """Return what Python prints in a place.

    Raises:
        CalledProcessError: it failed, and is checked.
    """
    return subprocess.run(
        [place.python, *arguments],
        cwd=ROOT,
        env=surroundings(place),
        stdout=subprocess.PIPE,
        text=True,
        check=check,
    ).stdout


class Worker:
    """A contender's process.

    Args:
        contender: what it plays.
        process: with pipes for orders and answers.

    Raises:
        MissingError: it cannot play.
    """

    def __init__(self, contender: Contender, process: "subprocess.Popen[str]") -> None:
        self.contender = contender
        self._process = process
        self.version = str(self._answer()["version"])
        self.count = FIRST_COUNT

    def play(self) -> Sample:
        """Play a slice."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{self.count}\n")
        self._process.stdin.flush()
        answer = self._answer()
        return sample(
            self.contender.key, self.count, float(answer["seconds"]), float(answer["cpu_seconds"])
        )

    def warm_up(self, slice_seconds: float) -> None:
        """Find how many units a slice takes; the very first are slower and tell nothing."""
        self.play()
        while (seconds := self.play()["seconds"]) < slice_seconds / 2:
            self.count *= 2
        for _ in range(SETTLING_SLICES):
            self.count = max(1, round(self.count * slice_seconds / seconds))
            seconds = self.play()["seconds"]

    def _answer(self) -> Mapping[str, str]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise MissingError("its process ended; see what it says on standard error")
        answer = cast(Mapping[str, str], json.loads(line))
        if "missing" in answer:
            raise MissingError(answer["missing"])
        return answer


def command(contender: Contender, places: Mapping[Home, Place]) -> tuple[Place, Sequence[str]]:
    """Return where a contender's process runs, and what starts it.

    Raises:
        MissingError: its home is not there.
    """
    if contender.home is Home.NODE:
        return Place(), ["node", str(file_of(contender))]
    if contender.home not in places:
        raise MissingError(ABSENT[contender.home])
    place = places[contender.home]
    return place, [place.python, "-m", "tests.tools.benchmarks.worker", contender.key]


@contextmanager
def started(contender: Contender, places: Mapping[Home, Place]) -> Generator[Worker]:
    """Start a contender's process, and end it with its orders.

    Raises:
        MissingError: it cannot play.
    """
    place, words = command(contender, places)
    try:
        process = subprocess.Popen(
            words,
            cwd=ROOT,
            env=surroundings(place),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
    except FileNotFoundError as error:
        raise MissingError(f"{words[0]} is not installed") from error
    with process:
        yield Worker(contender, process)


def interleave(contenders: Sequence[Contender], plan: Plan, hear: Hear) -> Iterator[Line]:
    """Measure contenders in turn, and yield what was measured.

    One that cannot take part is named with the reason.
    """
    workers: list[Worker] = []
    with ExitStack() as processes:
        for contender in contenders:
            hear(f"warming up: {contender.title}")
            try:
                worker = processes.enter_context(started(contender, plan.places))
            except MissingError as error:
                yield missing(contender.key, str(error))
                continue
            worker.warm_up(plan.slice_seconds)
            workers.append(worker)
            yield {"line": "present", "key": contender.key, "version": worker.version}
        for repetition in range(plan.repetitions):
            for worker in workers:
                hear(f"{repetition + 1} of {plan.repetitions}: {worker.contender.title}")
                yield worker.play()
