"""The public names that an embedder imports, and what importing them costs."""

import json
import re
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest

import pitboss

ENGINE = Path(__file__).parents[3] / "engine"
ABOUT_TWENTY = range(15, 27)

# Runs in a process of its own, whose first import of the package this is.
FRESH = """
import sys
import pitboss

assert not {"click", "structlog", "transitions", "orjson"} & set(sys.modules), "not needed yet"
seen = []
sys.addaudithook(
    lambda event, arguments: seen.append((event, *arguments))
    if event.startswith(("socket.", "subprocess.", "os.mkdir", "os.putenv", "os.system"))
    else None
)
for name in pitboss.__all__:
    getattr(pitboss, name)
import structlog

assert not seen, seen
assert not structlog.is_configured(), "structlog was configured"
assert "click" not in sys.modules, "the command line came along"
"""


def fresh(code: str) -> subprocess.CompletedProcess[str]:
    """Run some code in a new process that finds the engine."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


def test_there_are_about_twenty_public_names_in_order() -> None:
    """The list is short, and sorted."""
    names = [name for name in pitboss.__all__ if not name.startswith("_")]
    assert len(names) in ABOUT_TWENTY
    assert names == sorted(names, key=lambda name: (not name[0].isupper(), name))


@pytest.mark.parametrize("name", pitboss.__all__)
def test_a_public_name_is_the_one_that_its_package_offers(name: str) -> None:
    """It is the same object, under the same name."""
    value = getattr(pitboss, name)
    if name not in {"__version__", "compiled"}:
        assert value.__name__ == name
        assert value.__module__.startswith("pitboss.")
        assert value.__doc__ or pitboss.compiled


def test_what_a_host_may_implement_is_offered_by_a_package() -> None:
    """Every protocol, and the kinds of change that a policy names."""
    faces = "".join(path.read_text("utf-8") for path in ENGINE.glob("pitboss/*/__init__.py"))
    modules = "".join(path.read_text("utf-8") for path in ENGINE.glob("pitboss/*/*.py"))
    protocols = set(re.findall(r"^class ([A-Z]\w+)\(Protocol\)", modules, re.MULTILINE))
    assert {"Player", "Recorder", "ShoeSource"} < protocols
    assert (protocols | {"ChangeKind"}) - set(re.findall(r'"(\w+)"', faces)) == set()


def test_every_public_name_is_listed_by_dir() -> None:
    """A console completes the names before they are fetched."""
    result = fresh("import pitboss; print(*dir(pitboss))")
    assert set(pitboss.__all__) <= set(result.stdout.split())
    assert set(pitboss.__all__) <= set(dir(pitboss))


def test_an_unknown_name_is_an_attribute_error() -> None:
    """A misspelt name is refused as any module refuses it."""
    with pytest.raises(AttributeError, match="has no attribute 'Tabel'"):
        getattr(pitboss, "Tabel")  # noqa: B009  a type checker would refuse it before the test


def test_fetching_every_public_name_does_nothing_by_itself() -> None:
    """Neither the import nor any name prints, configures, connects, or brings the command line."""
    result = fresh(FRESH)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


def test_the_version_is_the_one_that_journals_name() -> None:
    """There is one version."""
    written = BytesIO()
    pitboss.Table(seats=["Ann"], seed=1, recorder=pitboss.Journal(written)).close()
    header = json.loads(written.getvalue().splitlines()[0])
    assert header["engine"] == pitboss.__version__
