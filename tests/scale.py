"""How much tests play: an eighth of it on a compiled build, less on a pure one.

What is looked for in very many rounds, or in many examples, is looked for where a round takes a
fifth of the time. Both builds come from one source and are held to the same bytes, refusals and
errors by every other test, so what is found on one holds on the other.

    make test-long                plays a quarter of what is played in bulk
    SHARE=1 make test-compiled    plays everything on a compiled build
    SHARE=1 make tests            and on a pure one
"""

import os
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final, TypeVar

from pitboss import compiled

T = TypeVar("T")

SHARE: Final = int(os.environ.get("SHARE", "8" if compiled else "16"))
"""One in so many rounds or examples is played on this build."""


def scaled(full: int, least: int = 1) -> int:
    """Return how many rounds or examples are played on this build.

    Args:
        full: how many with SHARE=1.
        least: how many at least, below which a test would prove nothing.
    """
    return max(full // SHARE, min(least, full))


def share_of(cases: Iterable[T]) -> Iterator[T]:
    """Give the cases that this build looks at: each, or one in so many from the first on."""
    return islice(cases, 0, None, SHARE)
