"""Who reads the value of a rule option: the machine, and few others beside it.

Whoever works with rules reads the flags of the machine, or asks it about made-up hands.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TypeGuard

import pytest

from pitboss.rules.options import OPTIONS

PACKAGE = Path(__file__).parents[3] / "engine" / "pitboss"

NOT_OF_PLAY = frozenset(
    {
        "decks",
        "deck",
        "max_seats",
        "minor_per_unit",
        "burn",
        "cut_card",
        "opening_balance",
        "top_up",
    }
)
"""Cards of shoes, sizes of tables, the display of money, and balances: anybody may read these."""

READERS = {
    # What is told to people.
    "diagrams/sequence.py": {"blackjack_pays"},
    "cli/exact_side_bet.py": {"side_bets"},
    "cli/rules.py": {"any"},
    "story/explanations.py": {"any", "blackjack_pays", "insurance_pays", "text"},
    "story/rules_told.py": {"text"},
    "story/phrases.py": {
        "bet_max",
        "blackjack_pays",
        "bonuses",
        "insurance_pays",
        "side_bets",
        "soft_17",
    },
    "table/legality.py": {"text"},
    "teaching/scripted_rounds.py": {"insurance_amount"},
    "web/sheets.py": {"bonuses", "side_bets"},
    # The kernel's code has a number for each of these words. It plays random games, in which all of
    # them come up, as the engine does: see `test_any_game_is_played_alike`.
    "simulation/encoding.py": {"natural_settles", "peek"},
}
"""What else is read outside of the packages `rules` and `machine`, by module."""


def options_read(source: str) -> set[str]:
    """Return the options that a module reads of a rule set: ``rules.peek``, by any name of one."""
    return set(_read(ast.parse(source)))


def _read(module: ast.Module) -> Iterator[str]:
    names = _names_of_rules(module)
    for node in ast.walk(module):
        if isinstance(node, ast.Attribute) and node.attr in {*OPTIONS, "text_of"}:
            if _is_rules(node.value, names):
                yield "text" if node.attr == "text_of" else node.attr
        elif _calls(node, "getattr") and _is_rules(node.args[0], names):
            yield "any"


def _calls(node: ast.AST, name: str) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and _name(node.func) == name


def _names_of_rules(module: ast.Module) -> set[str]:
    """Return the names that are annotated as rules in a module, or get rules."""
    names: set[str] = set()
    while True:
        found = {name for node in ast.walk(module) for name in _named_rules(node, names) if name}
        found -= names
        if not found:
            return names
        names |= found


def _named_rules(node: ast.AST, names: set[str]) -> Iterator[str]:
    noted: ast.expr | None = getattr(node, "returns", None) or getattr(node, "annotation", None)
    if noted is not None and re.fullmatch(r"'?Rules'?( \|.*)?", ast.unparse(noted)):
        named = _name(node.target) if isinstance(node, ast.AnnAssign) else ""
        yield named or getattr(node, "name", "") or getattr(node, "arg", "")
    given = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    made = isinstance(node, ast.Assign | ast.NamedExpr) and _is_rules(node.value, names)
    yield from (_name(target) for target in given if made and isinstance(target, ast.expr))


def _is_rules(node: ast.expr, names: set[str]) -> bool:
    """Say whether an expression gives rules: by its name, or because of what made it."""
    if _calls(node, "evolve"):
        return _is_rules(node.args[0], names)
    if isinstance(node, ast.Call) and re.match(r"Rules\.(of|preset|from_\w+)\(", ast.unparse(node)):
        return True
    if isinstance(node, ast.IfExp):
        return _is_rules(node.body, names) or _is_rules(node.orelse, names)
    if isinstance(node, ast.BoolOp):
        return any(_is_rules(each, names) for each in node.values)
    return "rules" in _name(node).lower() or _name(node) in names


def _name(node: ast.expr) -> str:
    """Return the last name by which something is known."""
    if isinstance(node, ast.Call):
        return _name(node.func)
    return node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")


def modules() -> dict[str, str]:
    """Return the source of each module that is to ask the machine."""
    paths = {path.relative_to(PACKAGE).as_posix(): path for path in PACKAGE.rglob("*.py")}
    return {
        name: path.read_text("utf-8")
        for name, path in paths.items()
        if not name.startswith(("rules/", "machine/"))
    }


def test_options_are_read_by_those_who_may_read_them() -> None:
    """A list that names a reader who reads no more is too long."""
    found = {name: options_read(source) - NOT_OF_PLAY for name, source in modules().items()}
    assert {name: read for name, read in found.items() if read} == READERS


@pytest.mark.parametrize(
    ("source", "read"),
    [
        ("if self._rules.peek is x: pass", frozenset({"peek"})),
        ("takes = table.rules.dealer_blackjack_takes", frozenset({"dealer_blackjack_takes"})),
        ("Rules.of(peek=x).peek", frozenset({"peek"})),
        ("def told(known: Rules | None): return known.peek", frozenset({"peek"})),
        ("def made() -> Rules: ...\nmade().peek", frozenset({"peek"})),
        ("known = evolve(x or Rules(), ties=y); known.peek", frozenset({"peek"})),
        ("self._known = self.rules\ngetattr(self._known, x)", frozenset({"any"})),
        ("class Game:\n known: Rules\nself.game.known.peek", frozenset({"peek"})),
        ("names: list[str] = rules.changes()\nnames.split", frozenset[str]()),
        ("playable(rules).split", frozenset[str]()),
        ("getattr(rules, name)", frozenset({"any"})),
        ("self.rules.text_of(name)", frozenset({"text"})),
        ("flags.peek_points, hand.split", frozenset[str]()),
    ],
)
def test_a_reader_is_found(source: str, read: frozenset[str]) -> None:
    """By whatever holds the rules."""
    assert options_read(source) == read
