"""Small functions written into the place where they are called.

This is the guard that says which totals may be doubled,

    def test(_round: Round, _seat: Seat, hand: Hand) -> bool:
        return any_time or (
            len(hand.cards) == 2 and (any_total or (not hand.soft and least <= hand.points <= 11))
        )

and this is what the machine asks where the rules allow it for hard 9 to 11 only:

    if len(hand.cards) == 2 and (not hand.soft and 9 <= hand.points <= 11):

To call a function costs Python about as much as all that a guard looks at, and a round of one seat
asks some thirty guards. So the machine, which writes its own functions anyway, has the body of a
guard or an effect put where the call would stand. What a rule set has decided (the variables of
the enclosing function) stands there as constants, and branches that it can never take are left
out.

A function is written in if it takes names, or attributes of names, and its body is, for an
expression, a ``return`` (before which a guard may have assignments), and for a statement anything
without a ``return``. Any other is called: the result is the same, only slower. So it is where no
source is at hand, or where the source is not what runs: it must compile to the very code of the
function.
"""

from __future__ import annotations

import ast
import linecache
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from functools import lru_cache
from types import CodeType, FunctionType
from typing import Final, cast

from attrs import Factory, define, field, frozen

_WRITTEN_OUT: Final = (bool, int, str, type(None))

_PLAIN: Final = (
    *(ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr, ast.Return, ast.Pass),
    *(ast.If, ast.For, ast.While, ast.Break, ast.Continue),
    *(ast.Name, ast.Constant, ast.Attribute, ast.Subscript, ast.Slice, ast.Call, ast.IfExp),
    *(ast.BoolOp, ast.UnaryOp, ast.BinOp, ast.Compare, ast.JoinedStr, ast.FormattedValue),
    *(ast.List, ast.Tuple, ast.Set, ast.Dict, ast.ListComp, ast.GeneratorExp, ast.comprehension),
    *(ast.boolop, ast.unaryop, ast.operator, ast.cmpop, ast.expr_context, ast.keyword),
)
"""What may stand in a function that is written in."""


def _no_values() -> dict[str, object]:
    return {}


def _no_sources() -> list[_Source]:
    return []


def _no_names() -> dict[int, str]:
    return {}


@define
class Names:
    """The names under which a text that is being written knows objects.

    Attributes:
        values: the objects by their names.
        begun: what is being written in; a function that asks itself must end in a call.
    """

    values: dict[str, object] = Factory(_no_values)
    begun: list[_Source] = Factory(_no_sources)
    _known: dict[int, str] = field(init=False, factory=_no_names)
    _places: int = field(init=False, default=0)

    def name(self, value: object) -> str:
        """Return the name of an object."""
        name = self._known.get(id(value))
        if name is None:
            title = getattr(value, "__name__", None) or getattr(value, "name", None)
            fits = isinstance(title, str) and title.isidentifier()
            name = f"_{len(self.values)}_{title if fits else type(value).__name__}"
            self._known[id(value)] = name
            self.values[name] = value
        return name

    def next_place(self) -> int:
        """Return a number that sets the variables of one place apart from all others."""
        self._places += 1
        return self._places


@frozen
class Written:
    """An expression that stands for a call, and the statements that come before it."""

    before: tuple[str, ...]
    result: str


def written_expression(function: object, arguments: Sequence[str], names: Names) -> Written:
    """Write the call of a function for its result.

    Args:
        function: what is called.
        arguments: names of variables.
        names: of the text in which it is called.
    """
    template = _template_of(function, len(arguments))
    if template is None or template.shape is _Shape.STATEMENTS:
        return Written((), written_call(function, arguments, names))
    *before, last = template.body_with([_variable(each) for each in arguments], names)
    return Written(tuple(map(ast.unparse, before)), ast.unparse(_result(last)))


def written_statements(function: object, arguments: Sequence[str], names: Names) -> list[str]:
    """Write the call of a function for what it does; see `written_expression`."""
    template = _template_of(function, len(arguments))
    if template is None or template.shape is not _Shape.STATEMENTS:
        return [written_call(function, arguments, names)]
    body = template.body_with([_variable(each) for each in arguments], names)
    return ast.unparse(ast.Module(body, [])).splitlines()


def written_call(function: object, arguments: Sequence[str], names: Names) -> str:
    """Write the call of a function as it is."""
    return f"{names.name(function)}({', '.join(arguments)})"


def _variable(name: str) -> ast.expr:
    return ast.Name(name, ast.Load())


def _result(statement: ast.stmt) -> ast.expr:
    """Return what a ``return`` returns."""
    return cast("ast.expr", cast("ast.Return", statement).value)


class _Shape(Enum):
    """What kind of body a function has that may be written in."""

    EXPRESSION = "a return"
    GUARD = "assignments and a return"
    STATEMENTS = "anything without a return"


@frozen
class _Source:
    """The source of a function that may be written in.

    Attributes:
        shape: of its body.
        text: its body.
        takes: the names of its arguments.
        stores: the names of its own variables.
    """

    shape: _Shape
    text: str
    takes: tuple[str, ...]
    stores: tuple[str, ...]


@frozen
class _Template:
    """A function that may be written in: its source, and what its free names stand for."""

    source: _Source
    around: dict[str, object]
    outside: dict[str, object]

    @property
    def shape(self) -> _Shape:
        return self.source.shape

    def body_with(self, arguments: Sequence[ast.expr], names: Names) -> list[ast.stmt]:
        """Return the body with the arguments put in wherever their parameters stand."""
        place = names.next_place()
        variables = {name: _variable(f"{name}_{place}") for name in self.source.stores}
        variables |= dict(zip(self.source.takes, arguments, strict=True))
        # Every place gets a tree of its own, for the writing changes it.
        body = ast.parse(self.source.text).body
        names.begun.append(self.source)
        written = _Writing(variables, self.around, self.outside, names).all_of(body)
        names.begun.pop()
        return written


def _template_of(function: object, count: int) -> _Template | None:
    """Return a function as it may be written in with so many arguments, or none."""
    if not isinstance(function, FunctionType):
        return None
    source = _source_of(function.__code__)
    if source is None or len(source.takes) != count:
        return None
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    try:
        around = {name: cell.cell_contents for name, cell in cells}
    except ValueError:
        # A variable of the enclosing function has no value yet.
        return None
    return _Template(source, around, function.__globals__)


@lru_cache(maxsize=4096)
def _source_of(code: CodeType) -> _Source | None:
    """Return the source of a function; none if it is not to be had or has another shape."""
    linecache.checkcache(code.co_filename)
    functions = _functions_in("".join(linecache.getlines(code.co_filename)))
    parsed = functions.get((code.co_firstlineno, code.co_name))
    if parsed is None or not _compiles_to(parsed, code):
        return None
    body = parsed.body if ast.get_docstring(parsed) is None else parsed.body[1:]
    shape = _shape_of(body)
    if shape is None or not _is_plain(parsed.args, body):
        return None
    takes = tuple(each.arg for each in parsed.args.args)
    stores = _stored(node for part in body for node in ast.walk(part))
    # Outside a comprehension the name of its variable may be anything.
    outside = list(_outside_comprehensions(body))
    of_comprehensions = stores - _stored(outside)
    strangers = {each.id for each in outside if isinstance(each, ast.Name)} & of_comprehensions
    if strangers or not stores.isdisjoint(takes):
        return None
    return _Source(shape, "\n".join(map(ast.unparse, body)), takes, tuple(sorted(stores)))


def _is_plain(arguments: ast.arguments, body: Sequence[ast.stmt]) -> bool:
    """Say whether a function has nothing but what can be written anywhere."""
    special = arguments.posonlyargs, arguments.kwonlyargs, arguments.vararg, arguments.kwarg
    nodes = (node for part in body for node in ast.walk(part))
    return not any(special) and all(isinstance(node, _PLAIN) for node in nodes)


def _stored(nodes: Iterable[ast.AST]) -> set[str]:
    return {
        node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }


def _outside_comprehensions(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Give all that is no part of a comprehension; what it runs over first is none."""
    for node in nodes:
        if isinstance(node, ast.ListComp | ast.GeneratorExp):
            yield from _outside_comprehensions([node.generators[0].iter])
        else:
            yield node
            yield from _outside_comprehensions(ast.iter_child_nodes(node))


@lru_cache(maxsize=64)
def _functions_in(text: str) -> dict[tuple[int, str], ast.FunctionDef]:
    """Return the functions of a module by line and name."""
    try:
        nodes = list(ast.walk(ast.parse(text)))
    except (SyntaxError, ValueError):
        return {}
    return {(each.lineno, each.name): each for each in nodes if isinstance(each, ast.FunctionDef)}


def _shape_of(body: Sequence[ast.stmt]) -> _Shape | None:
    """Return the shape of a body; none if it cannot be written in."""
    if not body:
        return None
    *before, last = body
    if any(isinstance(node, ast.Return) for part in before for node in ast.walk(part)):
        return None
    if isinstance(last, ast.Return):
        if last.value is None or not all(isinstance(each, ast.Assign) for each in before):
            return None
        return _Shape.GUARD if before else _Shape.EXPRESSION
    returns = any(isinstance(node, ast.Return) for node in ast.walk(last))
    return None if returns else _Shape.STATEMENTS


def _compiles_to(parsed: ast.FunctionDef, code: CodeType) -> bool:
    """Say whether source is that of a function, and not that of a file changed since."""
    around = ast.parse(f"def around({', '.join(code.co_freevars)}): pass")
    cast("ast.FunctionDef", around.body[0]).body = [parsed]
    (outer,) = _codes_in(compile(around, "", "exec", dont_inherit=True))
    return any(_alike(inner, code) for inner in _codes_in(outer))


def _codes_in(code: CodeType) -> list[CodeType]:
    constants: tuple[object, ...] = code.co_consts
    return [each for each in constants if isinstance(each, CodeType)]


def _alike(one: CodeType, other: CodeType) -> bool:
    """Say whether two codes do the same, wherever they stand in a file."""

    def what_it_does(code: CodeType) -> tuple[object, ...]:
        constants: tuple[object, ...] = code.co_consts
        plain = [(type(each), each) for each in constants if not isinstance(each, CodeType)]
        return code.co_code, code.co_names, code.co_varnames, code.co_freevars, plain

    inner = zip(_codes_in(one), _codes_in(other), strict=False)
    return what_it_does(one) == what_it_does(other) and all(_alike(*pair) for pair in inner)


_UNKNOWN: Final = object()


def _can_be_repeated(argument: ast.expr) -> bool:
    """Say whether an argument may stand wherever its parameter does: a name, or what one holds."""
    while isinstance(argument, ast.Attribute):
        argument = argument.value
    return isinstance(argument, ast.Name | ast.Constant)


def _constant(value: object) -> ast.expr:
    """Return a value as it is written out; a number below 0 has a sign."""
    return ast.parse(repr(value), mode="eval").body


class _Writing(ast.NodeTransformer):
    """Puts variables and values into the body of a function, and bodies into its calls."""

    def __init__(
        self,
        variables: dict[str, ast.expr],
        around: dict[str, object],
        outside: dict[str, object],
        names: Names,
    ) -> None:
        self._variables = variables
        self._around = around
        self._outside = outside
        self._names = names

    def all_of(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """Write all statements of a body."""
        written = cast("ast.Module", self.generic_visit(ast.Module(body, [])))
        return written.body or [ast.Pass()]

    def _expression(self, node: ast.expr) -> ast.expr:
        return cast("ast.expr", self.visit(node))

    def _value(self, node: ast.expr) -> object:
        """Return what a name stands for, if that is known before any round is played."""
        if not isinstance(node, ast.Name) or node.id in self._variables:
            return _UNKNOWN
        if node.id in self._around:
            return self._around[node.id]
        return self._outside.get(node.id, _UNKNOWN)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        value = self._value(node)
        if value is _UNKNOWN:
            variable = self._variables.get(node.id, node)
            return ast.Name(variable.id, node.ctx) if isinstance(variable, ast.Name) else variable
        if type(value) in _WRITTEN_OUT:
            return _constant(value)
        return _variable(self._names.name(value))

    def visit_Call(self, node: ast.Call) -> ast.expr:
        function = self._value(node.func)
        if function is cast:
            return self._expression(node.args[1])
        template = None if node.keywords else _template_of(function, len(node.args))
        named = all(map(_can_be_repeated, node.args))
        fits = template is not None and template.shape is _Shape.EXPRESSION and named
        if template is None or not fits or template.source in self._names.begun:
            return cast("ast.expr", self.generic_visit(node))
        arguments = [self._expression(each) for each in node.args]
        return _result(template.body_with(arguments, self._names)[0])

    def visit_Expr(self, node: ast.Expr) -> ast.stmt | list[ast.stmt]:
        call = node.value
        if not isinstance(call, ast.Call) or call.keywords:
            return cast("ast.stmt", self.generic_visit(node))
        template = _template_of(self._value(call.func), len(call.args))
        fits = template is not None and template.shape is _Shape.STATEMENTS
        if template is None or not fits or template.source in self._names.begun:
            return cast("ast.stmt", self.generic_visit(node))
        before: list[ast.stmt] = []
        arguments: list[ast.expr] = []
        for each in call.args:
            argument = self._expression(each)
            if not isinstance(argument, ast.Name | ast.Constant):
                name = f"given_{self._names.next_place()}"
                before.append(ast.Assign([ast.Name(name, ast.Store())], argument, lineno=0))
                argument = _variable(name)
            arguments.append(argument)
        return before + template.body_with(arguments, self._names)

    def visit_If(self, node: ast.If) -> ast.stmt | list[ast.stmt]:
        test = self._expression(node.test)
        if isinstance(test, ast.Constant):
            taken = node.body if test.value else node.orelse
            return self.all_of(taken) if taken else []
        orelse = self.all_of(node.orelse) if node.orelse else []
        return ast.If(test, self.all_of(node.body), orelse)

    def visit_For(self, node: ast.For) -> ast.stmt:
        return self._with_a_body(node)

    def visit_While(self, node: ast.While) -> ast.stmt:
        return self._with_a_body(node)

    def _with_a_body(self, node: ast.For | ast.While) -> ast.stmt:
        loop = cast("ast.For | ast.While", self.generic_visit(node))
        loop.body = loop.body or [ast.Pass()]
        return loop

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        test = self._expression(node.test)
        if isinstance(test, ast.Constant):
            return self._expression(node.body if test.value else node.orelse)
        return ast.IfExp(test, self._expression(node.body), self._expression(node.orelse))

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        operand = self._expression(node.operand)
        if isinstance(node.op, ast.Not) and isinstance(operand, ast.Constant):
            return ast.Constant(not operand.value)
        return ast.UnaryOp(node.op, operand)

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        """Leave out what is known not to matter, and all that stands behind what decides.

        The last of all matters in any case: it may be the result.
        """
        decides = isinstance(node.op, ast.Or)
        *others, last = map(self._expression, node.values)
        values: list[ast.expr] = []
        for value in others:
            if not isinstance(value, ast.Constant):
                values.append(value)
            elif bool(value.value) is decides:
                last = value
                break
        return ast.BoolOp(node.op, [*values, last]) if values else last

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        """Decide whether a constant is none; nothing else is compared that is known beforehand."""
        compared = cast("ast.Compare", self.generic_visit(node))
        if len(compared.ops) > 1:
            return compared
        operator, left, right = compared.ops[0], compared.left, compared.comparators[0]
        known = isinstance(left, ast.Constant) and isinstance(right, ast.Constant)
        if known and isinstance(operator, ast.Is | ast.IsNot):
            same = cast("ast.Constant", left).value is cast("ast.Constant", right).value
            return ast.Constant(same is isinstance(operator, ast.Is))
        return compared
