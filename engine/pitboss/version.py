"""The version of the engine, as journals name it, and whether the compiled build runs."""

from __future__ import annotations

from typing import Final

VERSION: Final = "0.1.0"

compiled: Final = not __file__.endswith(".py")
"""Whether mypyc compiled the modules that run in every round, as `make wheel` does."""
