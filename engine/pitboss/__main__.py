"""The entry point of the command ``pitboss`` and of ``python -m pitboss``."""

import os
import sys
from pathlib import Path
from typing import Final

from pitboss.errors import ExitCode

_NOWHERE: Final = Path(os.devnull)


def run() -> None:
    """Import and run the command line, which takes most of a second to import."""
    _fill_closed_streams()
    try:
        from pitboss.cli import main  # noqa: PLC0415  an interrupt during the import ends quietly, too

        main()
    except KeyboardInterrupt:
        sys.stderr.write("pitboss: interrupted\n")
        sys.exit(ExitCode.INTERRUPTED)


def _fill_closed_streams() -> None:
    """Replace standard streams that were closed before the program began.

    Standard input is empty. Writing to standard output fails, so that nobody overlooks the loss of
    the output. Error messages are discarded.
    """
    if sys.stdin is None:
        sys.stdin = _NOWHERE.open(encoding="utf-8")
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(_NOWHERE, os.O_RDONLY), "w", encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = _NOWHERE.open("w", encoding="utf-8")


if __name__ == "__main__":
    run()
