"""Instructions a round, counted by callgrind of valgrind: what another load cannot disturb."""

import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from tests.tools.benchmarks.contenders import (
    BUILDS,
    COMPANIES,
    ONE_SEAT,
    OTHERS,
    WAYS,
    Contender,
    Home,
    key_in,
)
from tests.tools.benchmarks.interleaving import (
    ROOT,
    Hear,
    MissingError,
    Plan,
    command,
    surroundings,
)
from tests.tools.benchmarks.machine import cores
from tests.tools.benchmarks.record import Line, figure, missing

VALGRIND: Final = ("valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null")

_ROUNDS: Final = (
    *(f"{way} {ONE_SEAT.key}" for way in WAYS),
    *(f"logged {company.key}" for company in COMPANIES if company is not ONE_SEAT),
)
COUNTED: Final = {
    *(key_in(home, key) for home in BUILDS for key in _ROUNDS),
    *(each.key for each in OTHERS if each.home is Home.PYTHON),
}


def instructions(contenders: Sequence[Contender], plan: Plan, hear: Hear) -> Iterator[Line]:
    """Count the instructions of a round, as many processes at a time as there are cores."""
    if not plan.counted:
        return
    if shutil.which(VALGRIND[0]) is None:
        yield missing("instructions", "valgrind is not installed")
        return

    def count(contender: Contender) -> Line:
        hear(f"counting instructions: {contender.title}")
        key = f"instructions {contender.key}"
        try:
            return figure(key, instructions_of(contender, plan))
        except MissingError as error:
            return missing(key, str(error))

    with ThreadPoolExecutor(len(cores()) or 1) as threads:
        yield from threads.map(count, [each for each in contenders if each.key in COUNTED])


def instructions_of(contender: Contender, plan: Plan) -> float:
    """Return how many instructions one more slice takes, divided by its rounds.

    Raises:
        MissingError: it cannot play here.
    """
    shorter, longer = (_collected(contender, plan, slices) for slices in (1, 2))
    return (longer - shorter) / plan.counted


def _collected(contender: Contender, plan: Plan, slices: int) -> int:
    place, words = command(contender, plan.places)
    done = subprocess.run(
        [*VALGRIND, *words],
        cwd=ROOT,
        env={**surroundings(place), "PYTHONHASHSEED": "0"},
        input=f"{plan.counted}\n" * slices,
        capture_output=True,
        text=True,
        check=False,
    )
    found = re.search(r"Collected : (\d+)", done.stderr)
    if found is None or done.stdout.count('"seconds"') != slices:
        raise MissingError("its process did not play under callgrind")
    return int(found[1])
