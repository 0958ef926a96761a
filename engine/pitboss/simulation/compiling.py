"""Compile the kernel with numba, which is only partly typed, and cache the result."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from types import FunctionType
from typing import Any, Final, Generic, ParamSpec, Self, TypeVar, cast

import numba
import numpy as np
from numba import extending
from numba.core import event, types
from numpy.typing import NDArray

from pitboss.version import VERSION

P = ParamSpec("P")
R = TypeVar("R")
Record = TypeVar("Record")

whole: Final = cast("Callable[[object], int]", np.int64)
"""Converts an unsigned byte or word to a signed number; compiled code must not mix the two."""

_NUMBA: Final[Any] = numba
_EXTENDING: Final[Any] = extending

# Every array outlives the calls that use it, so references to it need not be counted. Counting
# them took four fifths of the time.
_OPTIONS: Final[dict[str, Any]] = {"error_model": "numpy", "_nrt": False}


class Layout(Generic[Record]):
    """The layout of a record in an array: a type of numpy with the fields of a class."""

    itemsize: int


def layout_of(record: type[Record], **many: int) -> Layout[Record]:
    """Return the layout of a record in an array of whole numbers, field after field.

    Args:
        record: the class whose annotations are the fields.
        many: the number of items of each field that is an array.
    """
    fields = [(name, np.int64, many.get(name, ())) for name in record.__annotations__]
    return cast("Layout[Record]", np.dtype((np.record, fields)))


def record_at(t: NDArray[np.int64], place: int, layout: Layout[Record]) -> Record:
    """Return the record at a place of an array; to write to its fields is to write to the array."""
    size = layout.itemsize // 8
    return cast("Record", t[place : place + size].view(cast("Any", layout))[0])


def _type_of_record(_: object) -> Callable[[Any, Any, Any], object]:
    """Return a function that tells numba the type of the result of `record_at`."""

    def type_of(t: Any, place: Any, layout: Any) -> object:  # noqa: ANN401, ARG001  numba's own
        return layout.dtype

    return type_of


def _place_of_record(context: Any, builder: Any, types_: Any, given: Any) -> Any:  # noqa: ANN401  numba's own
    """Return the place of the record; without this, `record_at` would be far slower."""
    data = context.make_array(types_.args[0])(context, builder, given[0]).data
    pointer = context.get_value_type(types_.return_type)
    return builder.bitcast(builder.gep(data, [given[1]]), pointer)


_EXTENDING.type_callable(record_at)(_type_of_record)
_EXTENDING.lower_builtin(record_at, types.Array, types.Integer, types.DType)(_place_of_record)

ARITHMETIC: Final = Path(__file__).parents[1] / "game" / "arithmetic.py"
"""The source that the kernel shares with the machine; the machine may run its compiled form."""


def cache_folder() -> Path:
    """Return the folder of compiled code, in `NUMBA_CACHE_DIR` or the user's caches."""
    folder = Path(os.environ.get("NUMBA_CACHE_DIR") or _caches_of_user() / "pitboss")
    return folder / f"numba-{VERSION}-{_digest_of_sources()}"


def _caches_of_user() -> Path:
    """Return the folder of the user's caches; nothing can be kept there if the user has no home."""
    with suppress(RuntimeError):
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return Path(os.devnull)


def _digest_of_sources() -> str:
    """Return a digest that identifies this version of the code.

    Numba itself checks only whether the file of the called function has changed.
    """
    here = Path(__file__)
    sources = [here, ARITHMETIC, *sorted(here.with_name("kernel").glob("*.py"))]
    return sha256(b"".join([source.read_bytes() for source in sources])).hexdigest()[:16]


_CACHE: Final = cache_folder()


class CacheLocator:
    """Tells numba where a compiled function is kept; numba calls these methods.

    The place depends on the source and not on its path, unlike numba's own. So all installations
    of the same source share what one of them has compiled.

    Args:
        function: the function.
        source: the path of its source file.
    """

    def __init__(self, function: FunctionType, source: str) -> None:
        self._line = function.__code__.co_firstlineno
        self._source = Path(source)
        self._folder = _CACHE / self._source.parent.name

    @classmethod
    def from_function(cls, function: FunctionType, source: str) -> Self:
        """Return the locator of a function."""
        return cls(function, source)

    def ensure_cache_path(self) -> None:
        """Make the folder."""
        self._folder.mkdir(parents=True, exist_ok=True)

    def get_cache_path(self) -> str:
        """Return the folder; the names of its files begin with the name of the module."""
        return str(self._folder)

    def get_source_stamp(self) -> str:
        """Return a digest of the source file; other sources are compiled again."""
        return sha256(self._source.read_bytes()).hexdigest()

    def get_disambiguator(self) -> str:
        """Return what tells functions of the same name in a module apart."""
        return str(self._line)


class KeptCode:
    """Numba's cache of a function; what cannot be read is compiled and kept again.

    After a power cut, a file may be empty. If nothing can be written, nothing is kept.

    Args:
        cache: the cache, which raises errors then.
    """

    def __init__(self, cache: Any) -> None:  # noqa: ANN401  numba's own
        self._cache = cache

    def load_overload(self, *asked: object) -> object:
        """Return what is kept for some types of arguments; `None` if they must be compiled."""
        # A damaged pickle may raise any error.
        with suppress(Exception):
            return self._cache.load_overload(*asked)
        return None

    def save_overload(self, *compiled: object) -> None:
        """Keep what was compiled."""
        with suppress(OSError):
            try:
                self._cache.save_overload(*compiled)
            except OSError:
                raise
            except Exception:  # noqa: BLE001  a damaged index may raise any error
                self._cache.flush()
                self._cache.save_overload(*compiled)


def compile_cached(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function when it is first called, or load it from the cache.

    Other Python threads can run while the function runs. If nothing can be kept, each process
    compiles the function. With ``NUMBA_DISABLE_JIT=1``, the function is not compiled.
    """
    config = _NUMBA.config
    before = config.CACHE_LOCATOR_CLASSES
    config.CACHE_LOCATOR_CLASSES = f"{__name__}.{CacheLocator.__name__}"
    try:
        compiled = _NUMBA.njit(cache=True, nogil=True, **_OPTIONS)(function)
        if compiled is not function:
            compiled._cache = KeptCode(compiled._cache)  # noqa: SLF001  numba has no other place
        return cast("Callable[P, R]", compiled)
    finally:
        config.CACHE_LOCATOR_CLASSES = before


KERNEL_FUNCTIONS: Final = 73
"""About how many functions numba compiles; each counts once for each set of argument types."""


class _Listener(event.Listener):
    """Calls a function when numba begins to compile, but not when it loads compiled code."""

    def __init__(self, begins: Callable[[], object]) -> None:
        self._begins = begins

    def on_start(self, event: object) -> None:  # noqa: ARG002  numba's own
        """React to the beginning of a compilation, perhaps inside another compilation."""
        self._begins()

    def on_end(self, event: object) -> None:
        """Do nothing at the end of a compilation."""


@contextmanager
def hear_compilation(begins: Callable[[], object]) -> Generator[None]:
    """Call a function whenever a compilation begins in this context.

    Only numba knows whether it must compile: this depends on the processor, too.
    """
    with cast("Any", event).install_listener("numba:compile", _Listener(begins)):
        yield


def inline(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function as a part of its callers."""
    compiler = _NUMBA.njit(inline="always", **_OPTIONS)
    return cast("Callable[P, R]", compiler(function))
