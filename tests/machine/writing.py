"""Something to write in: what is looked at, and how a call is written, worked out and done."""

from attrs import define

from pitboss.inlining import Names, Written, written_expression, written_statements

LIMIT = 21


@define
class Pile:
    """Something to look at and to change."""

    height: int
    label: str = ""


def call(function: object, *arguments: str) -> str:
    """Return the text of a call that is not written in."""
    return f"_0_{getattr(function, '__name__', type(function).__name__)}({', '.join(arguments)})"


def expression(function: object, *arguments: str) -> Written:
    """Write a function for its result."""
    return written_expression(function, list(arguments), Names())


def result_of(function: object, **values: object) -> object:
    """Write a function for its result, with arguments of these names, and work it out."""
    names = Names()
    written = written_expression(function, list(values), names)
    known = names.values | values
    exec("\n".join(written.before), known)  # noqa: S102
    return eval(written.result, known)  # noqa: S307


def effect_of(function: object, **values: object) -> str:
    """Write a function for what it does, do that, and return what was written."""
    names = Names()
    text = "\n".join(written_statements(function, list(values), names))
    exec(text, names.values | values)  # noqa: S102
    return text
