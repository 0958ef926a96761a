"""Who reads the value of a rule option: the machine, and few others beside it.

Whoever works with rules reads the flags of the machine, or asks it about made-up hands.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

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
    # The kernel, which is held to the machine by tests.
    "simulation/encoding.py": {
        "bet_max",
        "blackjack_pays",
        "insurance",
        "insurance_pays",
        "insurance_time",
        "natural_settles",
        "peek",
        "play_order",
        "rounding",
        "shuffle",
        "split",
        "surrender",
    },
    "simulation/shoe_ranges.py": {"shuffle"},
}
"""What else is read outside of the packages `rules` and `machine`, by module."""


def options_read(source: str) -> set[str]:
    """Return the options that a module reads of a rule set: ``rules.peek``, by any name of one."""
    return set(_read(ast.parse(source)))


def _read(module: ast.Module) -> Iterator[str]:
    for node in ast.walk(module):
        if isinstance(node, ast.Attribute) and node.attr in OPTIONS and _is_rules(node.value):
            yield node.attr
        if isinstance(node, ast.Attribute) and node.attr == "text_of" and _is_rules(node.value):
            yield "text"
        named = isinstance(node, ast.Call) and _name(node.func) == "getattr"
        if named and isinstance(node, ast.Call) and _is_rules(node.args[0]):
            yield "any"


def _is_rules(node: ast.expr) -> bool:
    return "rules" in _name(node).lower()


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
        ("Rules.of(peek=x).peek", frozenset[str]()),
        ("playable(rules).split", frozenset[str]()),
        ("getattr(rules, name)", frozenset({"any"})),
        ("self.rules.text_of(name)", frozenset({"text"})),
        ("flags.peek_points, hand.split", frozenset[str]()),
    ],
)
def test_a_reader_is_found(source: str, read: frozenset[str]) -> None:
    """By whatever holds the rules."""
    assert options_read(source) == read
