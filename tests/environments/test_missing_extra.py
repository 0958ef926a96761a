"""Without its libraries the package says what to install."""

import subprocess
import sys
from importlib import import_module

import pytest

from pitboss import PitbossError, environments

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


@pytest.mark.parametrize(
    ("missing", "extra"),
    [("gymnasium", "gym"), ("numba", "simulation"), ("numpy", "gym"), ("pettingzoo", "gym")],
)
def test_a_missing_library_is_named(missing: str, extra: str) -> None:
    """And how to get it: the extra that brings it, and no other."""
    code = CODE.format(missing=missing)
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert missing in said.stdout
    assert f"install pitboss[{extra}]" in said.stdout


@pytest.mark.parametrize(
    ("module", "missing"),
    [("gymnasium_imports", "gymnasium"), ("vector", "pitboss.environments.batch")],
)
def test_a_library_that_is_missed_later_is_named_as_well(module: str, missing: str) -> None:
    """The same error, in this process."""
    name = f"pitboss.environments.{module}"
    import_module(name)
    with pytest.MonkeyPatch.context() as patch:
        patch.delitem(sys.modules, name)
        patch.setitem(sys.modules, missing, None)
        patch.delattr(environments, missing.rpartition(".")[2], raising=False)
        with pytest.raises(ImportError, match="is not installed") as failed:
            import_module(name)
    assert isinstance(failed.value, PitbossError)
