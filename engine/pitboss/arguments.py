"""Arguments of public functions: what is of no type that a function states is refused by an error.

A function that is decorated with `takes` holds its arguments to the types in its signature. A
compiled one cannot be: it looks at its arguments before it does anything else, and raises a bare
``TypeError``. There, an argument that comes from outside is `Unchecked`: the function that takes it
checks it by `check_kind`, or refuses it by `wrong_kind`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, wraps
from inspect import signature
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

from pitboss.errors import ArgumentError, PitbossError, brief

_T = TypeVar("_T")
_P = ParamSpec("_P")

MakeError: TypeAlias = Callable[[str, str], PitbossError]
"""Makes an error of what is wrong, and of what to do next."""

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
    PathLike: "a path",
}
_METHODS: Final[dict[object, tuple[str, ...]]] = {
    int: ("__index__",),
    float: ("__float__",),
    tuple: ("__len__", "__iter__"),
    Sequence: ("__len__", "__iter__"),
    BinaryIO: ("read", "seek"),
}
"""What does for a kind is of it, such as a number or an array of NumPy."""

_NEXT_STEPS: Final = {
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
        error: makes what is raised; what else is refused there is of the same kind.
        of: the function or class whose argument it is, if that hands it on.
    """

    def decorated(function: Callable[_P, _T]) -> Callable[_P, _T]:
        types: dict[str, _Type] = {}
        named = of or function.__qualname__.removesuffix(".__init__")

        @wraps(function)
        def checked(*args: _P.args, **kwargs: _P.kwargs) -> _T:
            if not types:
                # Not before the first call: what is named may be defined behind the function.
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
    """See that the fields of a value, which was just made, are of the types in its class.

    Args:
        made: the value.
        error: makes what is raised.

    Raises:
        PitbossError: one is not.
    """
    for name, known in _types_of_fields(type(made)).items():
        given: object = getattr(made, name)
        if not known.fits(given):
            raise wrong_kind(name, given, known.stated, error, type(made).__qualname__)


def check_kind(name: str, given: object, kind: object, error: MakeError, of: str) -> None:
    """See that an argument is of a type.

    Args:
        name: the name of the argument.
        given: the argument.
        kind: the type, as in a signature.
        error: makes what is raised.
        of: the function or class that takes it, which is named for its description.

    Raises:
        PitbossError: it is not.
    """
    if not _type_of(kind).fits(given):
        raise wrong_kind(name, given, kind, error, of)


def wrong_kind(name: str, given: object, kind: object, error: MakeError, of: str) -> PitbossError:
    """Make the error of an argument that is not of a type; see `check_kind`."""
    words = " or ".join(map(_in_words, _parts(kind)))
    steps = [_NEXT_STEPS.get(getattr(part, "__name__", ""), "") for part in _parts(kind)]
    return error(f"{name} must be {words}, got {brief(given)}", "".join(steps) or f"see help({of})")


@frozen
class _Type:
    """A type, as it is looked for in arguments; what lies in a list, for one, is not looked at.

    Attributes:
        stated: the type, as in a signature.
        classes: what is of one of these is of the type.
        shapes: what has all of the methods of one of these is so, too.
    """

    stated: object
    classes: tuple[type, ...]
    shapes: tuple[tuple[str, ...], ...]

    def fits(self, given: object) -> bool:
        """Say whether something is of the type."""
        if isinstance(given, self.classes):
            return True
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
    """Return the types that a function or a class states."""
    hints = get_type_hints(stating, include_extras=True)
    return {name: _type_of(hints.get(name, Any)) for name in names}


@cache
def _types_of_fields(made: type[AttrsInstance]) -> Mapping[str, _Type]:
    return _types_in(made, [field.name for field in fields(made)])


def _parts(kind: object) -> tuple[object, ...]:
    """Return the types of a union, or a type alone."""
    return get_args(kind) if get_origin(kind) in {Union, UnionType} else (kind,)


def _methods_of(kind: type) -> tuple[str, ...]:
    """Return what an object has to have for a protocol; nothing for any other class."""
    stating = kind.__mro__ if getattr(kind, "_is_protocol", False) else ()
    names = [name for each in stating if each.__module__ != "typing" for name in vars(each)]
    return tuple([name for name in names if not name.startswith("_")])


def _in_words(kind: Any) -> str:  # noqa: ANN401  whatever a signature states
    kind = get_origin(kind) or kind
    if kind in _WORDS:
        return _WORDS[kind]
    name: str = kind.__name__
    named = f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"
    methods = ", ".join(_methods_of(kind))
    return f"{named} with {methods}" if methods else named
