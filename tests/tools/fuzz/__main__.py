"""Fuzzing on demand: ``python -m tests.tools.fuzz --minutes 60 [--target journal] [--seed 1]``.

``--inputs 100000`` gives each target so many mutated inputs, and says how many it accepts.

Where atheris is installed it looks for inputs that reach new code; elsewhere inputs are mutated
blindly. Either way a process of its own reads them, which is ended when an input takes it longer
than `MAX_SECONDS` or more than `MAX_BYTES` of memory. An input that is a fault is written to the
corpus of its target, where the tests find it from then on; the exit code is then 1.
"""

import resource
import subprocess
import sys
import time
import traceback
from argparse import ArgumentParser
from collections.abc import Callable
from hashlib import sha256
from importlib.util import find_spec
from itertools import cycle
from math import inf
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest
from tests.bank.quick_disk import make_disk_quick
from tests.tools.fuzz.mutations import MAX_INPUT_BYTES
from tests.tools.fuzz.targets import CORPUS, ROOT, TARGETS, input_of, try_out

MAX_SECONDS: Final = 5
MAX_BYTES: Final = 500 << 20
"""Memory that an input may take beyond that of a process which has read none."""

SLICE_SECONDS: Final = 60
"""For so long one target is fuzzed before the next one is."""

_PROCESSES: Final = get_context("fork")

Fuzz = Callable[[str, int, float], int]
"""Fuzzes a target with a seed for some seconds and returns how many faults were found."""


def blindly(name: str, seed: int, seconds: float, most: int = sys.maxsize) -> int:
    """Give a target mutated inputs, so many at most, in one process after another."""
    begin = time.monotonic()
    accepted, refused, faults = 0, 0, 0
    while time.monotonic() < begin + seconds and (first := accepted + refused + faults) < most:
        told, fault = _watched(name, seed, range(first, most), begin + seconds)
        accepted += told.count(True)
        refused += told.count(False)
        if fault:
            save(name, input_of(name, seed, first + len(told)), fault)
            faults += 1
    counts = f"{accepted} accepted, {refused} refused, {faults} faults"
    tell(f"{name}: {counts}, {time.monotonic() - begin:.0f} s")
    return faults


def _watched(name: str, seed: int, numbers: range, end: float) -> tuple[list[bool], str]:
    """Start a process that reads inputs; return which it accepted, and what was wrong with one."""
    ours, theirs = _PROCESSES.Pipe(duplex=False)
    process = _PROCESSES.Process(target=read_all, args=(name, seed, numbers, theirs))
    process.start()
    theirs.close()
    accepted: list[bool] = []
    fault = ""
    try:
        while time.monotonic() < end and len(accepted) < len(numbers):
            if not ours.poll(MAX_SECONDS):
                fault = f"it takes longer than {MAX_SECONDS} s"
                break
            told: bool | str = ours.recv()
            if isinstance(told, str):
                fault = told
                break
            accepted.append(told)
    except EOFError:
        fault = "the process died"
    process.kill()
    process.join()
    return accepted, fault


def read_all(name: str, seed: int, numbers: range, parent: Connection) -> None:
    """Read inputs one after another, telling of each whether it is accepted, up to a fault."""
    prepare()
    for number in numbers:
        data = input_of(name, seed, number)
        try:
            parent.send(try_out(TARGETS[name], data))
        except MemoryError:
            parent.send(f"it takes more than {MAX_BYTES} bytes of memory")
            return
        except BaseException:  # noqa: BLE001  whatever it is, it is a fault
            parent.send(traceback.format_exc(limit=-4))
            return


def prepare() -> None:
    """Bound the memory of this process, and let nothing in it wait for a disk."""
    make_disk_quick(pytest.MonkeyPatch())
    taken = int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (taken + MAX_BYTES, taken + MAX_BYTES))


def save(name: str, data: bytes, fault: str) -> None:
    """Put an input into the corpus and say what is wrong with it."""
    path = CORPUS / name / sha256(data).hexdigest()[:12]
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data)
    tell(f"{name}: {path.relative_to(ROOT)}: {fault}")


def tell(line: str) -> None:
    """Write a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def guided(name: str, seed: int, seconds: float) -> int:
    """Let atheris fuzz a target."""
    with TemporaryDirectory() as folder:
        options = (
            f"-max_total_time={max(1, int(seconds))}",
            f"-timeout={MAX_SECONDS}",
            f"-seed={seed}",
            f"-max_len={MAX_INPUT_BYTES}",
            "-rss_limit_mb=0",
        )
        command = (sys.executable, "-m", "tests.tools.fuzz.guided", name, folder, *options)
        told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        found = [path for path in Path(folder).glob("*-*") if path.is_file()]
        for path in found:
            save(name, path.read_bytes(), f"{path.name.partition('-')[0]}\n{told.stderr[-3_000:]}")
    if told.returncode and not found:
        raise RuntimeError(told.stderr)
    tell(f"{name}: {told.stderr.strip().splitlines()[-1]}")
    return len(found)


def main() -> int:
    """Fuzz for as long as was asked, one target after another, and return the exit code."""
    parser = ArgumentParser(prog="python -m tests.tools.fuzz")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--target", choices=TARGETS, action="append")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--inputs", type=int, help="so many for each target, without atheris")
    parser.add_argument("--blindly", action="store_true", help="without atheris")
    asked = parser.parse_args()
    fuzz: Fuzz = blindly if asked.blindly or find_spec("atheris") is None else guided
    names: list[str] = asked.target or list(TARGETS)
    if asked.inputs:
        return 1 if sum(blindly(name, asked.seed, inf, asked.inputs) for name in names) else 0
    end = time.monotonic() + 60 * asked.minutes
    slice_seconds = min(SLICE_SECONDS, 60 * asked.minutes / len(names))
    faults = 0
    for turn, name in enumerate(cycle(names)):
        left = end - time.monotonic()
        if left <= 0:
            break
        faults += fuzz(name, asked.seed + turn, min(left, slice_seconds))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
