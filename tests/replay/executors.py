"""An executor to test with, which does what it is given at once and remembers what it was."""

import pickle
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import ParamSpec, TypeVar

from pitboss.replay.parallel import Part

P = ParamSpec("P")
T = TypeVar("T")


class AtOnce(Executor):
    """Does what it is given at once, with nothing but what could be sent to another process.

    Args:
        remembers: keeps what it was given.

    Attributes:
        parts: what it was given.
    """

    def __init__(self, *, remembers: bool = True) -> None:
        self._remembers = remembers
        self.parts: list[Part] = []

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Do it."""
        if self._remembers:
            self.parts += [part for part in args if isinstance(part, Part)]
        future: Future[T] = Future()
        sent = pickle.loads(pickle.dumps((fn, args, kwargs)))  # noqa: S301  our own
        try:
            result = sent[0](*sent[1], **sent[2])
            future.set_result(pickle.loads(pickle.dumps(result)))  # noqa: S301  our own
        except OSError as error:
            future.set_exception(error)
        return future
