"""PNG pictures: made without any program, or not at all and with a reason."""

import os
import re
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import pytest
import resvg_py
from tests.diagrams.fonts import DEJAVU_SANS, needs_font

from pitboss.diagrams import DiagramError, graph_of, png_of, svg_of
from pitboss.diagrams.canvas import ZOOM
from pitboss.rules import Rules

PICTURE = svg_of(graph_of(Rules.preset("spring")))
WORDLESS = re.sub(r">[^<>]*</text>", "></text>", PICTURE)

FONTS_OF_ONE_FOLDER = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{folder}</dir></fontconfig>
"""


def drawn_with_fonts_of(folder: Path) -> subprocess.CompletedProcess[bytes]:
    """Draw a PNG picture in a process that has no fonts but those of a folder."""
    settings = folder.with_suffix(".conf")
    settings.write_text(FONTS_OF_ONE_FOLDER.format(folder=folder), "utf-8")
    return subprocess.run(
        [sys.executable, "-m", "pitboss", "diagram", "--rules", "spring", "--format", "png"],
        env={**os.environ, "FONTCONFIG_FILE": str(settings)},
        capture_output=True,
        check=False,
    )


@needs_font
def test_a_picture_is_as_large_as_its_drawing() -> None:
    """Twice as many pixels each way, so that letters stay sharp."""
    png = png_of(PICTURE)
    width, height = struct.unpack(">II", png[16:24])
    assert f'width="{width // ZOOM}" height="{height // ZOOM}"' in PICTURE


@needs_font
def test_a_picture_has_its_words() -> None:
    """It is not the same without them."""
    assert WORDLESS != PICTURE
    assert png_of(WORDLESS) != png_of(PICTURE)


@pytest.mark.skipif(sys.platform != "linux", reason="fontconfig chooses the fonts on Linux only")
@needs_font
def test_one_font_of_the_drawings_is_enough(tmp_path: Path) -> None:
    """Whatever other names of fonts mean on a machine, such as sans-serif."""
    assert DEJAVU_SANS is not None
    shutil.copy(DEJAVU_SANS, tmp_path)
    drawn = drawn_with_fonts_of(tmp_path)
    assert (drawn.returncode, drawn.stderr) == (0, b"")
    assert drawn.stdout.startswith(b"\x89PNG\r\n")


@pytest.mark.skipif(sys.platform != "linux", reason="fontconfig chooses the fonts on Linux only")
def test_without_a_font_a_sentence_says_what_to_install(tmp_path: Path) -> None:
    """No picture without its words is drawn."""
    drawn = drawn_with_fonts_of(tmp_path)
    assert (drawn.returncode, drawn.stdout) == (1, b"")
    assert b"needs one of these fonts" in drawn.stderr
    assert b"install DejaVu Sans" in drawn.stderr


def test_words_that_cannot_be_drawn_are_not_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A picture without its words would be worse than a sentence."""

    def blank(_svg: str, **_settings: object) -> bytes:
        return b"nothing"

    monkeypatch.setattr(resvg_py, "svg_to_bytes", blank)
    with pytest.raises(DiagramError, match="needs one of these fonts"):
        png_of(PICTURE)
