"""The same play makes the same bytes in every process, and on every version of Python at hand.

Which version a test runs on is the choice of whoever runs it: `make test PYTHON=python3.13` runs
all of them on another. Here it is the seed of all hashes that changes, and with it the order of
every set.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.tools.same_bytes import digests

ROOT = Path(__file__).parents[2]


def digests_elsewhere(hash_seed: str) -> list[str]:
    """Return the digests that a new process prints in which all hashes have another seed."""
    environment = {
        **os.environ,
        "PYTHONHASHSEED": hash_seed,
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    result = subprocess.run(
        [sys.executable, "-m", "tests.tools.same_bytes"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, "")
    return result.stdout.splitlines()


@pytest.mark.untraced
def test_processes_with_other_hashes_write_the_same_bytes() -> None:
    """Long journals, and one of everything that a journal may hold."""
    here = digests()
    assert all(" MATCH " in line for line in here)
    for hash_seed in ("0", "4294967295"):
        assert digests_elsewhere(hash_seed) == here
