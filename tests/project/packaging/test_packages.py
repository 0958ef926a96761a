"""What is published: a source distribution from which all can be built and tested, and a wheel."""

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Mapping
from email import message_from_bytes
from email.message import Message
from pathlib import Path

import pytest

from pitboss.version import VERSION

ROOT = Path(__file__).parents[3]
TREES = ("engine", "fixtures", "tests", "diagrams")
LOCKS = ("requirements.lock", "requirements-extras.lock")
ROOT_FILES = ("LICENSE", "Makefile", "README.md", "pyproject.toml", *LOCKS)
MADE_BY_THE_BUILD = {"PKG-INFO", ".gitignore"}
"""Its metadata, and what tells it which files are caches."""

NAME = f"pitboss-{VERSION}"
METADATA = f"{NAME}.dist-info/METADATA"


def built(root: Path, folder: Path) -> tuple[Path, Path]:
    """Build a source distribution and a wheel with what is installed, and nothing fetched."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--directory", str(folder)],
        cwd=root,
        check=True,
        capture_output=True,
    )
    return folder / f"{NAME}.tar.gz", folder / f"{NAME}-py3-none-any.whl"


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return the source distribution and the wheel of this project."""
    return built(ROOT, tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def unpacked(packages: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the unpacked source distribution, in which nothing is changed."""
    return unpack(packages[0], tmp_path_factory.mktemp("unpacked"))


def unpack(archive: Path, folder: Path) -> Path:
    """Unpack a source distribution, and return its folder."""
    with tarfile.open(archive) as opened:
        opened.extractall(folder, filter="data")
    return folder / NAME


def contents(folder: Path) -> dict[str, bytes]:
    """Return every file in a folder, but what Python has cached."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def contents_of_wheel(wheel: Path) -> Mapping[str, bytes]:
    """Return every file in a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def metadata_of(data: bytes) -> Message:
    """Check what an index shows of the project, and return it."""
    metadata = message_from_bytes(data)
    assert metadata["Version"] == VERSION
    assert metadata["License-Expression"] == "MIT"
    assert metadata["License-File"] == "LICENSE"
    assert metadata["Description-Content-Type"] == "text/markdown"
    return metadata


def test_the_source_distribution_holds_all_that_is_tested_and_no_cache(unpacked: Path) -> None:
    """Source, tests, fixtures, drawings and the files at the root: byte for byte as here."""
    expected = {name: (ROOT / name).read_bytes() for name in ROOT_FILES}
    for tree in TREES:
        expected |= {f"{tree}/{name}": data for name, data in contents(ROOT / tree).items()}
    held = contents(unpacked)
    assert held.keys() - MADE_BY_THE_BUILD == expected.keys()
    assert {name: held[name] for name in expected} == expected


def test_the_wheel_holds_the_package_and_nothing_else(packages: tuple[Path, Path]) -> None:
    """With its mark of being typed, the schema of the protocol, its licence and its command."""
    held = contents_of_wheel(packages[1])
    package = {
        f"pitboss/{name}": data
        for name, data in contents(ROOT / "engine" / "pitboss").items()
        if not name.endswith(".md")
    }
    assert {"pitboss/py.typed", "pitboss/live/protocol-1.json"} <= package.keys()
    assert {name: data for name, data in held.items() if ".dist-info/" not in name} == package
    info = {name.partition(".dist-info/")[2] for name in held.keys() - package.keys()}
    assert info == {"METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE"}


def test_the_metadata_has_the_readme(packages: tuple[Path, Path], unpacked: Path) -> None:
    """So that an index can show it."""
    readme = (ROOT / "README.md").read_bytes()
    for data in (
        contents_of_wheel(packages[1])[METADATA],
        (unpacked / "PKG-INFO").read_bytes(),
    ):
        assert metadata_of(data)
        assert data.partition(b"\n\n")[2] == readme


def test_an_unpacked_source_distribution_builds_the_same(
    packages: tuple[Path, Path], unpacked: Path, tmp_path: Path
) -> None:
    """Whoever has it alone can do all that the project can."""
    again = built(unpacked, tmp_path)
    assert [hashlib.sha256(path.read_bytes()).hexdigest() for path in again] == [
        hashlib.sha256(path.read_bytes()).hexdigest() for path in packages
    ]


def test_tests_of_an_unpacked_source_distribution_pass_with_the_installed_wheel(
    packages: tuple[Path, Path], tmp_path: Path
) -> None:
    """Those that read files of the project, or ask where the package lies."""
    installed = tmp_path / "installed"
    shutil.unpack_archive(packages[1], installed, "zip")
    tests = (
        "tests/project/readme",
        "tests/project/architecture",
        "tests/project/api",
        "tests/journal/test_description.py",
    )
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *tests],
        cwd=unpack(packages[0], tmp_path),
        env={**os.environ, "PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
