"""The version of the engine, as journals name it, and which build of it runs."""

from __future__ import annotations

from typing import Final

VERSION: Final = "0.1.0"

compiled: Final = not __file__.endswith(".py")
"""What runs in every round was compiled by mypyc, as `make wheel` does."""
