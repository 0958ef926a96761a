"""The way in from a shell: the command ``pitboss`` and ``python -m pitboss``."""

import os
import sys
from pathlib import Path
from typing import Final

from pitboss.errors import ExitCode

_NOWHERE: Final = Path(os.devnull)


def run() -> None:
    """Hand over to the command line, which takes most of a second to load."""
    _fill_closed_streams()
    try:
        from pitboss.cli import main  # noqa: PLC0415  an interrupt while it loads ends quietly too

        main()
    except KeyboardInterrupt:
        sys.stderr.write("pitboss: interrupted\n")
        sys.exit(ExitCode.INTERRUPTED)


def _fill_closed_streams() -> None:
    """Replace standard streams that were closed before the program began.

    Reading input finds nothing. Writing output fails, so that nobody believes it was written.
    Complaints are discarded.
    """
    if sys.stdin is None:
        sys.stdin = _NOWHERE.open(encoding="utf-8")
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(_NOWHERE, os.O_RDONLY), "w", encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = _NOWHERE.open("w", encoding="utf-8")


if __name__ == "__main__":
    run()
