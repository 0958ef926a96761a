"""What the reader's terminal can show, and the line that tells how far long work has come."""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from collections.abc import Mapping
from typing import Final, Self, TextIO

from pitboss.text.terminal import Look

_LEAST_WIDTH: Final = 40
_SHOWN_AFTER_S: Final = 0.5
_REDRAWN_EVERY_S: Final = 0.1
_BAR_COLUMNS: Final = 30


def look_of(stream: TextIO) -> Look:
    """Find out what a stream can show: colour on a terminal, unless NO_COLOR is set."""
    terminal = stream.isatty()
    colour = terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    width = max(shutil.get_terminal_size().columns, _LEAST_WIDTH)
    return Look(colour=colour, symbols=_can_write("♠─▒", stream), width=width)


def _can_write(text: str, stream: TextIO) -> bool:
    try:
        text.encode(stream.encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def write_lines(lines: list[str]) -> None:
    """Write lines to standard output."""
    write("\n".join(lines))


def json_line(record: Mapping[str, object]) -> str:
    """Write a record as a line of JSON in ASCII, which steers nothing and fits any encoding."""
    return json.dumps(record, separators=(",", ":"))


def write(text: str, *, ends: str = "\n", error: bool = False) -> None:
    """Write a text, just as it is, to standard output or standard error.

    Args:
        text: what to write; colour is decided already, see `look_of`.
        ends: what follows it.
        error: write to standard error.
    """
    stream = sys.stderr if error else sys.stdout
    stream.write(text + ends)
    stream.flush()


class Progress:
    """A line on standard error that tells how far long work has come, if that is a terminal.

    It appears after half a second, and is wiped away where a ``with`` block ends.

    Args:
        doing: what is done, such as ``replaying``.
        total: how much there is to do; nothing is shown if it is not known.

    Attributes:
        wanted: there is somebody to see it.
    """

    def __init__(self, doing: str, total: int | None) -> None:
        self._doing = doing
        self._total = total
        self._drawn = time.monotonic() + _SHOWN_AFTER_S
        self._shown = False
        self.wanted = bool(total) and sys.stderr.isatty()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        if self._shown:
            self._shown = False
            write("\r\x1b[K", ends="", error=True)

    def reached(self, done: int) -> None:
        """Tell how much is done."""
        now = time.monotonic()
        if self.wanted and self._total and now - self._drawn >= _REDRAWN_EVERY_S:
            self._drawn = now
            self._shown = True
            share = min(done / self._total, 1)
            full = round(share * _BAR_COLUMNS)
            bar = "█" * full + "░" * (_BAR_COLUMNS - full)
            if not _can_write(bar, sys.stderr):
                bar = "#" * full + "." * (_BAR_COLUMNS - full)
            write(f"\r{self._doing} {bar} {share:4.0%}", ends="", error=True)


def per_second(count: int, begun: float) -> int:
    """Return how many of something were done in a second, on average.

    Args:
        count: how many were done.
        begun: when, as `time.perf_counter` counts seconds.
    """
    seconds = time.perf_counter() - begun
    return round(count / seconds) if seconds > 0 else 0
