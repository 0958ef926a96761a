"""Checks arguments of public functions: an argument of a wrong type raises an error.

The decorator `takes` checks arguments against the types in the signature of a function. A compiled
function cannot have this decorator: the function checks its arguments before any other code runs,
and raises a bare ``TypeError``. In a compiled function, arguments from outside have the type
`Unchecked`. The function checks them with `check_kind`, or refuses them with `wrong_kind`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, wraps
from inspect import signature
from io import TextIOBase
from os import PathLike
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    BinaryIO,
    Final,
    ParamSpec,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from attrs import AttrsInstance, fields, frozen

from pitboss.errors import ArgumentError, PitbossError, brief, with_article

_T = TypeVar("_T")
_P = ParamSpec("_P")

MakeError: TypeAlias = Callable[[str, str], PitbossError]
"""Makes an error from two texts: what is wrong, and what to do next."""

# A class of a package above this one is given by its name.
_WORDS: Final[dict[object, str]] = {
    NoneType: "None",
    bool: "True or False",
    int: "a whole number",
    float: "a number",
    str: "text",
    bytes: "bytes",
    Callable: "a function",
    tuple: "a list",
    Iterable: "a list",
    Sequence: "a list",
    BinaryIO: "a file opened in binary mode",
    "Source": "a file opened in binary mode",
    PathLike: "a path",
}
_METHODS: Final[dict[object, tuple[str, ...]]] = {
    int: ("__index__",),
    float: ("__float__",),
    tuple: ("__len__", "__iter__"),
    Sequence: ("__len__", "__iter__"),
    BinaryIO: ("read", "seek"),
}
"""A value with all these methods fits the type; numbers and arrays of NumPy have the methods."""

_NEXT_STEPS: Final = {
    "ColumnType": "choose ColumnType.NUMBER, ColumnType.TEXT or ColumnType.YES_OR_NO",
    "Rules": "give Rules.preset(name) or Rules.of(...)",
    "BinaryIO": "open the file in binary mode, and give that",
    "Source": "open the file in binary mode, and give that",
    "Sink": "open the file in binary mode, and give that",
}


def takes(
    error: MakeError = ArgumentError, of: str | None = None
) -> Callable[[Callable[_P, _T]], Callable[_P, _T]]:
    """Let a function refuse arguments that are not of the types in its signature.

    Args:
        error: makes the error; use the kind that the function raises for other faults.
        of: the function or class that the error names; by default, the decorated function. If a
            caller only passes its arguments on to this function, name the caller.
    """

    def decorated(function: Callable[_P, _T]) -> Callable[_P, _T]:
        types: dict[str, _Type] = {}
        named = of or function.__qualname__.removesuffix(".__init__")

        @wraps(function)
        def checked(*args: _P.args, **kwargs: _P.kwargs) -> _T:
            if not types:
                # Done at the first call, because the named types may be defined after the function.
                types.update(_types_in(function, signature(function).parameters))
            for (name, known), given in zip(types.items(), args, strict=False):
                if not known.fits(given):
                    raise wrong_kind(name, given, known.stated, error, named)
            for name, given in kwargs.items():
                if name in types and not types[name].fits(given):
                    raise wrong_kind(name, given, types[name].stated, error, named)
            return function(*args, **kwargs)

        return checked

    return decorated


def check_fields(made: AttrsInstance, error: MakeError = ArgumentError) -> None:
    """Check that the fields of a new value are of the types that its class states.

    Args:
        made: the new value.
        error: makes the error.

    Raises:
        PitbossError: a field is of another type.
    """
    for name, known in _types_of_fields(type(made)).items():
        given: object = getattr(made, name)
        if not known.fits(given):
            raise wrong_kind(name, given, known.stated, error, type(made).__qualname__)


def check_kind(name: str, given: object, kind: object, error: MakeError, of: str) -> None:
    """Check that an argument is of a type.

    Args:
        name: the name of the argument.
        given: the argument.
        kind: the type, as in a signature.
        error: makes the error.
        of: the function or class that takes the argument; the error says to read its help.

    Raises:
        PitbossError: the argument is of another type.
    """
    if not _type_of(kind).fits(given):
        raise wrong_kind(name, given, kind, error, of)


def wrong_kind(name: str, given: object, kind: object, error: MakeError, of: str) -> PitbossError:
    """Return the error for an argument of a wrong type; see `check_kind`."""
    words = " or ".join(map(_in_words, _parts(kind)))
    steps = [_NEXT_STEPS.get(getattr(part, "__name__", ""), "") for part in _parts(kind)]
    return error(f"{name} must be {words}, got {brief(given)}", "".join(steps) or f"see help({of})")


def is_text_file(given: object) -> bool:
    """Say whether a value is a file that was opened as text."""
    # Not every text file is a TextIOBase: a temporary file is wrapped, but has an encoding.
    return isinstance(given, TextIOBase) or getattr(given, "encoding", None) is not None


@frozen
class _Type:
    """A type that arguments are checked against; the items of a list, for example, are not checked.

    Attributes:
        stated: the type, as in a signature.
        classes: instances of one of these classes are of the type.
        shapes: lists of methods; objects that have all methods of one list are of the type, too.
    """

    stated: object
    classes: tuple[type, ...]
    shapes: tuple[tuple[str, ...], ...]

    def fits(self, given: object) -> bool:
        """Say whether a value is of the type."""
        if isinstance(given, self.classes):
            return True
        if BinaryIO in _parts(self.stated) and is_text_file(given):
            return False
        alike = (all(hasattr(given, name) for name in shape) for shape in self.shapes)
        return not isinstance(given, bool | type) and any(alike)


@cache
def _type_of(stated: object) -> _Type:
    classes: list[type] = []
    shapes: list[tuple[str, ...]] = []
    for part in _parts(stated):
        kind: Any = get_origin(part) or part
        if kind in {Any, Annotated} or not isinstance(kind, type):
            return _Type(stated, (object,), ())
        shape = _METHODS.get(kind) or _methods_of(kind)
        if shape:
            shapes.append(shape)
        else:
            classes.append(kind)
    return _Type(stated, tuple(classes), tuple(shapes))


def _types_in(stating: object, names: Iterable[str]) -> dict[str, _Type]:
    """Return the type that a function or a class states for each name; `Any` if it states none."""
    hints = get_type_hints(stating, include_extras=True)
    return {name: _type_of(hints.get(name, Any)) for name in names}


@cache
def _types_of_fields(made: type[AttrsInstance]) -> Mapping[str, _Type]:
    return _types_in(made, [field.name for field in fields(made)])


def _parts(kind: object) -> tuple[object, ...]:
    """Return the types of a union; for any other type, return only this type."""
    return get_args(kind) if get_origin(kind) in {Union, UnionType} else (kind,)


def _methods_of(kind: type) -> tuple[str, ...]:
    """Return the methods that a protocol requires; empty for any other class."""
    stating = kind.__mro__ if getattr(kind, "_is_protocol", False) else ()
    names = [name for each in stating if each.__module__ != "typing" for name in vars(each)]
    return tuple([name for name in names if not name.startswith("_")])


def _in_words(kind: Any) -> str:  # noqa: ANN401  a signature may state anything
    kind = get_origin(kind) or kind
    name: str = kind.__name__
    for known in (kind, name):
        if known in _WORDS:
            return _WORDS[known]
    named = with_article(name)
    methods = ", ".join(_methods_of(kind))
    return f"{named} with {methods}" if methods else named
