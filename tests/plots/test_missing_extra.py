"""Without its libraries the package says what to install."""

import subprocess
import sys
from importlib import import_module

import pytest

from pitboss import PitbossError

CODE = """
import sys
sys.modules[{missing!r}] = None
try:
    import pitboss.plots
except ImportError as error:
    print(error)
"""


@pytest.mark.parametrize(
    ("missing", "extra"), [("matplotlib", "plots"), ("numba", "simulation"), ("numpy", "plots")]
)
def test_a_missing_library_is_named(missing: str, extra: str) -> None:
    """And how to get it."""
    code = CODE.format(missing=missing)
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout == (
        f"plots need {missing}, which is not installed: install pitboss[{extra}]\n"
    )


def test_a_library_that_is_missed_later_is_named_as_well() -> None:
    """The same error, in this process."""
    name = "pitboss.plots.matplotlib_imports"
    import_module(name)
    with pytest.MonkeyPatch.context() as patch:
        patch.delitem(sys.modules, name)
        patch.setitem(sys.modules, "matplotlib.figure", None)
        with pytest.raises(ImportError, match="is not installed") as failed:
            import_module(name)
    assert isinstance(failed.value, PitbossError)
