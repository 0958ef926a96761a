"""The version of the engine, as journals name it."""

from typing import Final

VERSION: Final = "0.1.0"
