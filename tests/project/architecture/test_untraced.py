"""The list of tests that are not traced names tests that exist."""

import ast

from tests.conftest import TESTS, UNTRACED


def decorators_in(place: str) -> dict[str, str]:
    """Return the decorators of each test of a file, by its name."""
    tree = ast.parse((TESTS / place).read_text("utf-8"))
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    return {each.name: " ".join(map(ast.unparse, each.decorator_list)) for each in functions}


def test_every_entry_of_the_list_exists_and_is_not_marked_as_well() -> None:
    """A test that was renamed or moved would be traced again, and nobody would notice."""
    entries = [entry for entry in UNTRACED if not entry.startswith("#")]
    assert entries
    for entry in entries:
        place, _, test = entry.partition("::")
        assert (TESTS / place).exists(), entry
        if test:
            decorators = decorators_in(place).get(test.partition("[")[0])
            assert decorators is not None, entry
            assert "untraced" not in decorators, entry
