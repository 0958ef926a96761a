"""Without the libraries of an extra, its packages say what to install."""

import subprocess
import sys

import pytest

from pitboss.errors import MissingExtraError, PitbossError, require_extra

CODE = """
import sys
sys.modules[{library!r}] = None
try:
    import {module}
except ImportError as error:
    print(error)
"""


@pytest.mark.parametrize(
    ("module", "library", "extra"),
    [
        ("pitboss.environments", "gymnasium", "gym"),
        ("pitboss.environments", "numpy", "gym"),
        ("pitboss.environments", "pettingzoo", "gym"),
        ("pitboss.environments.vector", "numba", "simulation"),
        ("pitboss.exact", "numpy", "exact"),
        ("pitboss.plots", "matplotlib", "plots"),
        ("pitboss.plots", "numpy", "plots"),
        ("pitboss.plots", "numba", "simulation"),
        ("pitboss.simulation", "numba", "simulation"),
        ("pitboss.simulation", "numpy", "simulation"),
        ("pitboss.web", "starlette", "web"),
        ("pitboss.web", "uvicorn", "web"),
        ("pitboss.web", "websockets", "web"),
    ],
)
def test_a_missing_library_is_named_and_the_extra_that_brings_it(
    module: str, library: str, extra: str
) -> None:
    """With the command that installs it."""
    code = CODE.format(module=module, library=library)
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.endswith(
        f' needs {library}, which is not installed: pip install "pitboss[{extra}]"\n'
    )


def test_the_error_has_the_names_of_extra_and_library() -> None:
    """It is an error of pitboss, and one of imports."""
    with pytest.raises(MissingExtraError) as raised, require_extra("sound", "a fanfare"):
        import no_such_library.trumpets  # type: ignore[import-not-found]  # noqa: F401, PLC0415
    error = raised.value
    assert isinstance(error, PitbossError)
    assert isinstance(error, ImportError)
    assert (error.extra, error.missing) == ("sound", "no_such_library")
    assert error.next_step == 'pip install "pitboss[sound]"'


def test_an_error_of_a_library_that_is_installed_is_left_alone() -> None:
    """What is wrong with it, it says itself."""
    with pytest.raises(ImportError, match="cannot import name 'no_such_name'") as raised:  # noqa: SIM117
        with require_extra("sound", "a fanfare"):
            from json import no_such_name  # type: ignore[attr-defined]  # noqa: F401, PLC0415
    assert not isinstance(raised.value, PitbossError)
