"""The exit codes of the commands, apart from what takes long to load."""

from __future__ import annotations

from typing import Final

FAILED: Final = 1
"""What was asked for could not be done."""

WRONG_USAGE: Final = 2
"""It was not asked for as it has to be."""

UNSUPPORTED: Final = 3
"""A newer engine wrote the journal."""

INTERRUPTED: Final = 130
"""Ctrl-C came, as shells count it."""

PIPE_CLOSED: Final = 141
"""The program that read the output has ended, as after ``| head``."""
