"""Without its libraries the package says what to install."""

import subprocess
import sys

import pytest

CODE = """
import sys
sys.modules[{missing!r}] = None
try:
    import pitboss.environments.vector
except ImportError as error:
    from pitboss import PitbossError
    assert isinstance(error, PitbossError)
    print(error)
"""


@pytest.mark.parametrize("missing", ["gymnasium", "numba", "numpy", "pettingzoo"])
def test_a_missing_library_is_named(missing: str) -> None:
    """And how to get it."""
    code = CODE.format(missing=missing)
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert missing in said.stdout
    assert "pip install 'pitboss[gym,simulation]'" in said.stdout
