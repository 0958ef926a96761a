"""Small functions written into the place where they are called.

To call a function costs Python about as much as all that a guard looks at, and a round asks some
fifty guards. So the machine, which writes its own functions anyway, has the body of a guard or an
effect put where the call would stand. What a rule set has decided (the variables of the enclosing
function) stands there as constants, and branches that it can never take are left out.

A function is written in if it takes names and its body is, for an expression, a single ``return``
or assignments and a ``return``, and for a statement anything without a ``return``. Any other is
called: the result is the same, only slower. So it is where no source is at hand, or where the source
is not what runs: it must compile to the very code of the function.
"""

from __future__ import annotations

import ast
import copy
import inspect
import textwrap
from collections.abc import Sequence
from functools import lru_cache
from types import CodeType, FunctionType
from typing import Final, cast

from attrs import Factory, define, field, frozen

_WRITTEN_OUT: Final = (bool, int, str, type(None))


def _no_values() -> dict[str, object]:
    return {}


def _no_names() -> dict[int, str]:
    return {}


@define
class Names:
    """The names under which a text that is being written knows objects.

    Attributes:
        values: the objects by their names.
    """

    values: dict[str, object] = Factory(_no_values)
    _known: dict[int, str] = field(init=False, factory=_no_names)
    _places: int = field(init=False, default=0)

    def name(self, value: object) -> str:
        """Return the name of an object."""
        name = self._known.get(id(value))
        if name is None:
            title = getattr(value, "__name__", None) or getattr(value, "name", None)
            name = f"_{len(self.values)}_{title or type(value).__name__}"
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

    before: list[str]
    result: str


def written_expression(function: object, arguments: Sequence[str], names: Names) -> Written:
    """Write the call of a function for its result.

    Args:
        function: what is called.
        arguments: names of variables.
        names: of the text in which it is called.
    """
    body = _body_of(function, _as_names(arguments), names)
    if body is not None:
        *before, last = body
        if isinstance(last, ast.Return) and last.value is not None and all(map(_assigns, before)):
            return Written([ast.unparse(each) for each in before], ast.unparse(last.value))
    return Written([], _call(function, arguments, names))


def written_statements(function: object, arguments: Sequence[str], names: Names) -> list[str]:
    """Write the call of a function for what it does; see `written_expression`."""
    body = _body_of(function, _as_names(arguments), names)
    if body is None or _returns(body):
        return [_call(function, arguments, names)]
    return ast.unparse(ast.Module(body, [])).splitlines()


def _as_names(arguments: Sequence[str]) -> list[ast.expr]:
    return [ast.Name(each, ast.Load()) for each in arguments]


def _call(function: object, arguments: Sequence[str], names: Names) -> str:
    return f"{names.name(function)}({', '.join(arguments)})"


def _assigns(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Assign)


def _returns(body: Sequence[ast.stmt]) -> bool:
    return any(isinstance(node, ast.Return) for part in body for node in ast.walk(part))


def _body_of(
    function: object, arguments: Sequence[ast.expr], names: Names
) -> list[ast.stmt] | None:
    """Return the body of a function with its arguments put in; none if that cannot be done."""
    if not isinstance(function, FunctionType):
        return None
    template = _template(function.__code__)
    if template is None or len(template.takes) != len(arguments):
        return None
    place = names.next_place()
    variables: dict[str, ast.expr] = {
        name: ast.Name(f"{name}_{place}", ast.Load()) for name in template.stores
    }
    variables.update(zip(template.takes, arguments, strict=True))
    # Every place gets a tree of its own, for the writing changes it.
    return _Writing(function, variables, names).all_of(template.body())


@frozen
class _Template:
    """A function that may be written in.

    Attributes:
        text: its body.
        takes: the names of its arguments.
        stores: the names of its own variables.
    """

    text: str
    takes: tuple[str, ...]
    stores: tuple[str, ...]

    def body(self) -> list[ast.stmt]:
        return ast.parse(self.text).body


@lru_cache(maxsize=4096)
def _template(code: CodeType) -> _Template | None:
    """Return the template of a function; none if its source is not to be had, or does not fit."""
    try:
        text = textwrap.dedent(inspect.getsource(code))
        function = ast.parse(text).body[0]
    except (OSError, SyntaxError, IndexError):
        return None
    if not isinstance(function, ast.FunctionDef) or not _compiles_to(function, code):
        return None
    if ast.get_docstring(function) is not None:
        del function.body[0]
    takes = tuple(each.arg for each in function.args.args)
    stores = {
        node.id
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    if stores & set(takes):
        return None
    text = "\n".join(map(ast.unparse, function.body))
    return _Template(text, takes, tuple(sorted(stores)))


def _compiles_to(function: ast.FunctionDef, code: CodeType) -> bool:
    """Say whether a function is the one that was compiled, and not that of a file changed since."""
    enclosing = ast.parse(f"def enclosing({', '.join(code.co_freevars)}): pass")
    cast(ast.FunctionDef, enclosing.body[0]).body = [function]
    compiled: CodeType | None = compile(enclosing, "", "exec", dont_inherit=True)
    for _ in range(2):
        inner = [] if compiled is None else compiled.co_consts
        compiled = next((each for each in inner if isinstance(each, CodeType)), None)
    return compiled is not None and _alike(compiled, code)


def _alike(one: CodeType, other: CodeType) -> bool:
    if (one.co_code, one.co_names, one.co_varnames, one.co_freevars) != (
        other.co_code,
        other.co_names,
        other.co_varnames,
        other.co_freevars,
    ):
        return False
    return len(one.co_consts) == len(other.co_consts) and all(
        _alike(left, right)
        if isinstance(left, CodeType) and isinstance(right, CodeType)
        else type(left) is type(right) and left == right
        for left, right in zip(one.co_consts, other.co_consts, strict=True)
    )


_NOTHING: Final = object()


class _Writing(ast.NodeTransformer):
    """Puts values and variables into the body of a function, and bodies into its calls."""

    def __init__(
        self, function: FunctionType, variables: dict[str, ast.expr], names: Names
    ) -> None:
        self._function = function
        self._variables = variables
        self._names = names
        cells = function.__closure__ or ()
        self._enclosed = {
            name: cell.cell_contents
            for name, cell in zip(function.__code__.co_freevars, cells, strict=True)
        }

    def all_of(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """Write all statements of a body."""
        module = self.generic_visit(ast.Module(body, []))
        assert isinstance(module, ast.Module)
        return module.body or [ast.Pass()]

    def _value(self, node: ast.expr) -> object:
        """Return what a name stands for, if that is known before any round is played."""
        if not isinstance(node, ast.Name) or node.id in self._variables:
            return _NOTHING
        if node.id in self._enclosed:
            return self._enclosed[node.id]
        return self._function.__globals__.get(node.id, _NOTHING)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        value = self._value(node)
        if value is not _NOTHING:
            if isinstance(value, _WRITTEN_OUT):
                return ast.Constant(value)
            return ast.Name(self._names.name(value), ast.Load())
        variable = self._variables.get(node.id, node)
        return ast.Name(variable.id, node.ctx) if isinstance(variable, ast.Name) else variable

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        value = ast.Pass() if node.value is None else ast.Assign([node.target], node.value)
        return ast.copy_location(cast(ast.stmt, self.visit(value)), node)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        body = self._called(node)
        if body is not None and len(body) == 1 and isinstance(body[0], ast.Return):
            return cast(ast.expr, body[0].value)
        if self._value(node.func) is cast:
            return cast(ast.expr, self.visit(node.args[1]))
        return cast(ast.expr, self.generic_visit(node))

    def visit_Expr(self, node: ast.Expr) -> ast.stmt | list[ast.stmt]:
        if isinstance(node.value, ast.Call):
            before: list[ast.stmt] = []
            body = self._called(node.value, before)
            if body is not None and not _returns(body):
                return before + body
        return cast(ast.stmt, self.generic_visit(node))

    def _called(self, node: ast.Call, before: list[ast.stmt] | None = None) -> list[ast.stmt] | None:
        """Return the body of the function that is called here.

        Args:
            node: the call.
            before: where arguments that are no names are given some; none if they cannot.
        """
        function = self._value(node.func)
        if not isinstance(function, FunctionType) or function is cast or node.keywords:
            return None
        arguments: list[ast.expr] = []
        for each in node.args:
            argument = self.visit(copy.deepcopy(each))
            if not isinstance(argument, ast.Name | ast.Constant):
                if before is None:
                    return None
                name = f"given_{self._names.next_place()}"
                before.append(ast.Assign([ast.Name(name, ast.Store())], argument, lineno=0))
                argument = ast.Name(name, ast.Load())
            arguments.append(argument)
        return _body_of(function, arguments, self._names)

    def visit_If(self, node: ast.If) -> ast.stmt | list[ast.stmt]:
        test = cast(ast.expr, self.visit(node.test))
        if isinstance(test, ast.Constant):
            taken = node.body if test.value else node.orelse
            return self.all_of(taken) if taken else []
        orelse = self.all_of(node.orelse) if node.orelse else []
        return ast.If(test, self.all_of(node.body), orelse)

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        test = cast(ast.expr, self.visit(node.test))
        if isinstance(test, ast.Constant):
            return cast(ast.expr, self.visit(node.body if test.value else node.orelse))
        return ast.IfExp(
            test, cast(ast.expr, self.visit(node.body)), cast(ast.expr, self.visit(node.orelse))
        )

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        operand = cast(ast.expr, self.visit(node.operand))
        if isinstance(node.op, ast.Not) and isinstance(operand, ast.Constant):
            return ast.Constant(not operand.value)
        return ast.UnaryOp(node.op, operand)

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        """Leave out what is known to be no matter, and all that stands behind what decides."""
        decides = isinstance(node.op, ast.Or)
        values: list[ast.expr] = []
        for each in node.values:
            value = cast(ast.expr, self.visit(each))
            if not isinstance(value, ast.Constant):
                values.append(value)
            elif bool(value.value) is decides:
                values.append(value)
                break
        if not values:
            return ast.Constant(not decides)
        return values[0] if len(values) == 1 else ast.BoolOp(node.op, values)

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        """Decide whether a constant is none; nothing else is compared that is known beforehand."""
        compared = cast(ast.Compare, self.generic_visit(node))
        left, right = compared.left, compared.comparators[0]
        if isinstance(left, ast.Constant) and isinstance(right, ast.Constant):
            same = left.value is right.value
            if isinstance(compared.ops[0], ast.Is | ast.IsNot):
                return ast.Constant(same is isinstance(compared.ops[0], ast.Is))
        return compared
