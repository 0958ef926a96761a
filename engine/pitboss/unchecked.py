"""The type of arguments that come from outside, which the engine itself checks.

Compiled code checks every argument before the function runs, and raises a bare ``TypeError``. So
`Unchecked[T]` is the type `T` for type checkers, and any type for the compiler.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias, TypeVar

_T = TypeVar("_T")

COMPILING = False
"""True only for the compiler, see ``pyproject.toml``."""

if COMPILING:
    Unchecked: TypeAlias = _T | object
else:
    Unchecked: TypeAlias = Annotated[_T, "checked by the engine"]
