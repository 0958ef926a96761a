"""PNG pictures: made without any program, or not at all and with a reason."""

import struct

import pytest
import resvg_py
from tests.diagrams.fonts import needs_font

from pitboss.diagrams import DiagramError, graph_of, png_of, svg_of
from pitboss.diagrams.png import ZOOM
from pitboss.rules import Rules

PICTURE = svg_of(graph_of(Rules.preset("spring")))


@needs_font
def test_a_picture_is_as_large_as_its_drawing() -> None:
    """Twice as many pixels each way, so that letters stay sharp."""
    png = png_of(PICTURE)
    width, height = struct.unpack(">II", png[16:24])
    assert f'width="{width // ZOOM}" height="{height // ZOOM}"' in PICTURE


def test_without_a_font_nothing_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """A picture without its words would be worse than a sentence."""

    def blank(_svg: str, **_settings: object) -> bytes:
        return b"nothing"

    monkeypatch.setattr(resvg_py, "svg_to_bytes", blank)
    with pytest.raises(DiagramError, match="no font"):
        png_of(PICTURE)
