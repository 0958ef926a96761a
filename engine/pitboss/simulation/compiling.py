"""The border to numba, which has no types: what compiles the kernel, and where that is kept."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final, ParamSpec, TypeVar, cast

import numba

from pitboss.version import VERSION

P = ParamSpec("P")
R = TypeVar("R")


def cache_folder() -> Path:
    """Return where compiled code is kept: `NUMBA_CACHE_DIR`, or a folder of the user's caches."""
    given = os.environ.get("NUMBA_CACHE_DIR")
    if given:
        return Path(given)
    caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(caches) / "pitboss" / f"numba-{VERSION}"


_CACHE: Final = str(cache_folder())


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function when it is first called, or take it from the cache.

    It lets other threads run meanwhile. Where numba is told not to compile, by
    ``NUMBA_DISABLE_JIT=1``, the function stays as it is.
    """
    config = numba.config
    before = config.CACHE_DIR
    config.CACHE_DIR = _CACHE
    try:
        compiler = numba.njit(cache=True, nogil=True, error_model="numpy", _nrt=False)
        return cast("Callable[P, R]", compiler(function))
    finally:
        config.CACHE_DIR = before


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function as a part of those that call it."""
    compiler = numba.njit(inline="always", error_model="numpy", _nrt=False)
    return cast("Callable[P, R]", compiler(function))
