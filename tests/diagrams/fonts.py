"""Whether this machine has the font that PNG pictures are written with."""

from pathlib import Path
from typing import Final

import pytest

FOLDERS: Final = (
    Path("/usr/share/fonts"),
    Path("/usr/local/share/fonts"),
    Path.home() / ".local/share/fonts",
    Path.home() / ".fonts",
    Path.home() / "Library/Fonts",
    Path("/Library/Fonts"),
    Path("C:/Windows/Fonts"),
)
"""Where systems keep fonts; the library that draws is not asked, for it is what is tested."""

DEJAVU_SANS: Final = next(
    (path for folder in FOLDERS for path in sorted(folder.rglob("DejaVuSans.ttf"))), None
)

needs_font = pytest.mark.skipif(DEJAVU_SANS is None, reason="DejaVu Sans is not installed")
