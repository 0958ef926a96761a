"""What the measurements were made on, and how a process keeps to one core of it."""

import os
import platform
import subprocess
import sys
import sysconfig
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from tests.tools.benchmarks.record import Setting

from pitboss.version import VERSION

CORE_DEPENDENCIES: Final = ("transitions", "attrs", "structlog", "orjson", "click")
PROCESSORS: Final = Path("/proc/cpuinfo")
STATUS: Final = Path("/proc/self/status")


def cores() -> frozenset[int]:
    """Return the cores that this process may use; none where no process is bound to cores."""
    if sys.platform != "linux":
        return frozenset()
    return frozenset(os.sched_getaffinity(0))


def keep_to(chosen: frozenset[int]) -> None:
    """Bind this process, and those that it will start, to some cores; none chosen, none bound."""
    if sys.platform == "linux" and chosen:
        os.sched_setaffinity(0, chosen)


def one_of(available: frozenset[int]) -> frozenset[int]:
    """Choose one core, the last, for the first has more interrupts to serve."""
    return frozenset({max(available)}) if available else available


def memory_bytes(field: str) -> int | None:
    """Return what the system says of this process's memory; none where it says nothing.

    Args:
        field: ``VmRSS`` for what it holds now, ``VmHWM`` for the most that it has held.
    """
    if not STATUS.exists():
        return None
    for line in STATUS.read_text("utf-8").splitlines():
        if line.startswith(f"{field}:"):
            return int(line.split()[1]) * 1024
    return None


def setting(*, quick: bool, date: str) -> Setting:
    """Describe the machine and what runs on it."""
    versions = {name: _version(name) for name in CORE_DEPENDENCIES}
    versions["node"] = _node_version()
    return {
        "line": "setting",
        "date": date,
        "quick": quick,
        "processor": _processor(),
        "cores": len(cores()) or os.cpu_count() or 1,
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "built": interpreter_build(str(sysconfig.get_config_var("CONFIG_ARGS") or "")),
        "pitboss": VERSION,
        "versions": {name: number for name, number in versions.items() if number},
    }


def interpreter_build(arguments: str) -> str:
    """Say from the arguments of its configuration how the interpreter was optimised."""
    names = {"--enable-optimizations": "PGO", "--with-lto": "LTO"}
    used = [name for option, name in names.items() if option in arguments]
    return f"optimised by {' and '.join(used)}" if used else "not optimised by PGO or LTO"


def _processor() -> str:
    if PROCESSORS.exists():
        for line in PROCESSORS.read_text("utf-8").splitlines():
            if line.startswith("model name"):
                return " ".join(line.partition(":")[2].split())
    return platform.processor() or platform.machine()


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def _node_version() -> str:
    try:
        return subprocess.run(
            ["node", "--version"],  # noqa: S607  whichever node is found is used, and named
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""
