"""Whether this machine has a font to draw PNG pictures with; small containers have none."""

import pytest

from pitboss.diagrams import DiagramError, png_of


def _has_font() -> bool:
    try:
        png_of('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')
    except DiagramError:
        return False
    return True


needs_font = pytest.mark.skipif(not _has_font(), reason="there is no font on this machine")
