"""The logger of a journal: every line goes through it on its way to the file.

This is the only importer of `structlog`. The pipeline is private: a wrapped logger without
processors, with its own context class and its own wrapper, so that no call of
``structlog.configure`` and no context variable of a host changes a byte.
"""

from __future__ import annotations

from collections.abc import Callable

import structlog

Emit = Callable[[str], None]
"""Sends one line on its way."""


class WaitingLines:
    """Lines until they are handed on; what the pipeline ends in."""

    __slots__ = ("lines",)

    def __init__(self) -> None:
        self.lines: list[str] = []


class LineLogger(structlog.BoundLoggerBase):
    """A bound logger of one method, without processors: a line is kept as it is.

    What it wraps is the list of the lines that wait.
    """

    def emit(self, line: str) -> None:
        """Keep one line; all that wait are written in one go."""
        waiting: WaitingLines = self._logger
        waiting.lines.append(line)


def line_logger(lines: WaitingLines) -> LineLogger:
    """Return the logger that keeps lines in a list."""
    logger: LineLogger = structlog.wrap_logger(
        lines, processors=[], wrapper_class=LineLogger, context_class=dict
    ).bind()
    return logger
