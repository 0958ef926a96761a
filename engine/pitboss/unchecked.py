"""The type of arguments that come from outside, which the engine checks itself.

Compiled code looks at every argument before the function does, and raises a bare ``TypeError``. So
a value that the engine checks is of its type to type checkers, and to the compiler anything.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias, TypeVar

_T = TypeVar("_T")

COMPILING = False
"""True to the compiler alone, see ``pyproject.toml``."""

if COMPILING:
    Unchecked: TypeAlias = _T | object
else:
    Unchecked: TypeAlias = Annotated[_T, "checked by the engine"]
