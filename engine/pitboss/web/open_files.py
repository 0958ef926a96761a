"""How many files, and connections, the operating system lets this process open."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

_MAX_FILES: Final = 10_240
"""The greatest limit to ask for; some systems allow no more, even if they report more."""

if sys.platform == "win32":

    def raise_limit() -> int:
        """Return how many files this process can open."""
        return _MAX_FILES

else:
    import resource

    def raise_limit() -> int:
        """Raise the limit of open files as far as allowed, up to 10,240, and return it."""
        limits = resource.getrlimit(resource.RLIMIT_NOFILE)
        soft, hard = (
            _MAX_FILES if each == resource.RLIM_INFINITY else min(each, _MAX_FILES)
            for each in limits
        )
        if soft < hard:
            try:
                resource.setrlimit(resource.RLIMIT_NOFILE, (hard, limits[1]))
            except (OSError, ValueError):
                return soft
        return hard


def count_left() -> int:
    """Return how many more files this process can open."""
    # A new file gets the lowest free number, and so tells how many files are open.
    with Path(os.devnull).open() as file:
        return raise_limit() - file.fileno()
