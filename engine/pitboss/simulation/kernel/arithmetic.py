"""The arithmetic of a hand for the kernel, compiled from the file that the machine uses.

The machine's own module may be compiled, and then numba cannot read it. So this module loads the
source file again, under another name.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.machinery import SourceFileLoader
from types import ModuleType
from typing import Final, ParamSpec, TypeVar, cast

from pitboss.game import arithmetic
from pitboss.simulation.compiling import ARITHMETIC, inline

P = ParamSpec("P")
R = TypeVar("R")


def _loaded(name: str) -> ModuleType:
    """Return the source file as a module, under a name by which numba finds it."""
    loader = SourceFileLoader(name, str(ARITHMETIC))
    source = ModuleType(name)
    sys.modules[name] = source
    loader.exec_module(source)
    return source


_SOURCE: Final = _loaded(f"{__name__}_from_source")


def _for_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Return a function of the machine that is inlined into functions of the kernel."""
    return inline(cast("Callable[P, R]", getattr(_SOURCE, function.__name__)))


add_card = _for_kernel(arithmetic.add_card)
best_total = _for_kernel(arithmetic.best_total)
compared = _for_kernel(arithmetic.compare)
dealer_draws = _for_kernel(arithmetic.dealer_draws)
is_doubled_free = _for_kernel(arithmetic.is_doubled_free)
make_natural = _for_kernel(arithmetic.make_natural)
may_double = _for_kernel(arithmetic.may_double)
ties_natural = _for_kernel(arithmetic.ties_natural)
wins_by_cards = _for_kernel(arithmetic.wins_by_cards)
