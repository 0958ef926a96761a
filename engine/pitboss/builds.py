"""Which build of the package runs: pure Python, or compiled from the same source."""

from __future__ import annotations

from typing import Final

compiled: Final = not __file__.endswith(".py")
"""What runs in every round was compiled by mypyc, as `make wheel` does."""
