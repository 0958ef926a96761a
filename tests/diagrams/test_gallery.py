"""The folder ``diagrams`` holds what the code draws today, and explains it."""

import io
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from tests.tools.diagrams.gallery import ROUND_JOURNAL, example_journal, gallery

from pitboss.replay import verify
from pitboss.rules.presets import PRESETS

pytestmark = pytest.mark.pure

FOLDER = Path(__file__).parents[2] / "diagrams"
README = "README.md"


@cache
def drawn() -> dict[str, bytes]:
    """Return what is drawn today."""
    return {name: text.encode() for name, text in gallery().items()}


def files_in(folder: Path) -> dict[str, bytes]:
    """Return every file of a folder by its name there."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_the_folder_holds_what_is_drawn_today() -> None:
    """Every file is there, byte for byte, and none that is not drawn; `make diagrams` mends it."""
    held = files_in(FOLDER)
    held.pop(README)
    assert held == drawn()


@pytest.mark.parametrize("seed", ["0", "4711"])
def test_another_process_draws_the_same_bytes(seed: str, tmp_path: Path) -> None:
    """Nothing depends on the order of a set or on the hashes of a process."""
    subprocess.run(
        [sys.executable, "-m", "tests.tools.diagrams.gallery", str(tmp_path)],
        cwd=FOLDER.parent,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": seed},
    )
    assert files_in(tmp_path) == drawn()


def test_the_gallery_is_whole() -> None:
    """The machine, each preset's, a round: each as Mermaid text and as a picture."""
    names = drawn().keys()
    drawings = {"machine", "difference", "coverage", "round", "round_on_machine"}
    drawings |= {f"presets/{preset}" for preset in PRESETS}
    for name in drawings:
        assert {f"{name}.svg", f"{name}.mmd"} <= names
    assert {"model.mmd", "model_table.svg", "model_round.svg", "model_rows.svg"} <= names


def test_the_example_is_a_journal_that_can_be_played_again() -> None:
    """The drawings of a round are made from a round that the engine plays just so."""
    assert verify(io.BytesIO(example_journal())).matches
    assert drawn()[ROUND_JOURNAL] == example_journal()


def test_the_readme_names_every_drawing() -> None:
    """Nothing lies in the folder that its README does not tell of."""
    text = (FOLDER / README).read_text("utf-8")
    for name in drawn():
        assert name in text or name.startswith("presets/"), name
    for preset in PRESETS:
        assert f"presets/{preset}.svg" in text
