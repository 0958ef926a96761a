"""What an object leads to: everything that anybody who holds it could get hold of."""

from collections.abc import Iterable, Iterator, Mapping
from types import CellType, FunctionType, MethodType, ModuleType
from typing import cast

# A class or a module is the program and not a value of the game.
PROGRAM = (type, ModuleType)


def reachable(root: object) -> Iterator[object]:
    """Yield an object and all that its attributes, items and closures lead to, each once.

    The traceback of an error is not followed: it leads to whoever called, in any program.
    """
    seen: dict[int, object] = {}
    waiting = [root]
    while waiting:
        found = waiting.pop()
        if id(found) in seen or isinstance(found, PROGRAM):
            continue
        seen[id(found)] = found
        yield found
        waiting += parts(found)


def parts(found: object) -> Iterator[object]:
    """Yield what an object holds."""
    if isinstance(found, str | bytes | int | float):
        return
    yield from items(found)
    yield from attributes(found)


def items(found: object) -> Iterator[object]:
    """Yield what a collection or a function holds."""
    if isinstance(found, Mapping):
        pairs = cast("Mapping[object, object]", found)
        yield from pairs.keys()
        yield from pairs.values()
    elif isinstance(found, list | tuple | set | frozenset):
        yield from cast("Iterable[object]", found)
    elif isinstance(found, FunctionType):
        yield from found.__closure__ or ()
        yield from found.__defaults__ or ()
    elif isinstance(found, MethodType):
        yield found.__self__
        yield found.__func__
    elif isinstance(found, CellType):
        yield found.cell_contents


def attributes(found: object) -> Iterator[object]:
    """Yield the values of an object's fields, whether they lie in slots or in a dictionary."""
    yield from cast("dict[str, object]", getattr(found, "__dict__", {})).values()
    for kind in type(found).__mro__:
        slots = cast("str | Iterable[str]", getattr(kind, "__slots__", ()))
        for name in (slots,) if isinstance(slots, str) else slots:
            if name not in {"__weakref__", "__dict__"} and hasattr(found, name):
                yield cast("object", getattr(found, name))
    if isinstance(found, BaseException):
        yield from (found.args, found.__cause__, found.__context__)
