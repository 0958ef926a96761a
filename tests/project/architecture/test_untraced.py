"""The list of tests that are not traced names tests that exist."""

import ast

from tests.conftest import TESTS, UNTRACED


def test_every_entry_of_the_list_exists() -> None:
    """A test that was renamed or moved would be traced again, and nobody would notice."""
    entries = [entry for entry in UNTRACED if not entry.startswith("#")]
    assert entries
    for entry in entries:
        place, _, test = entry.partition("::")
        path = TESTS / place
        assert path.exists(), entry
        if test:
            tree = ast.parse(path.read_text("utf-8"))
            names = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
            assert test.partition("[")[0] in names, entry
