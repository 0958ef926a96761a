"""The examples of property tests are the same in every order of the tests."""

import sys
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st


def drawn() -> list[list[int]]:
    """Return the examples of a property."""
    examples: list[list[int]] = []

    @settings(derandomize=True, max_examples=100)
    @given(st.lists(st.integers(), min_size=20))
    def any_numbers(numbers: list[int]) -> None:
        examples.append(numbers)

    any_numbers()
    return examples


def test_examples_do_not_depend_on_what_else_was_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other tests of the same process import modules, whose numbers are not drawn."""
    before = drawn()
    module = ModuleType("numbers_of_another")
    module.__file__ = str(tmp_path / "numbers.py")
    Path(module.__file__).write_text(f"NUMBERS = {[*range(1_000, 1_500)]}\n", "utf-8")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    assert drawn() == before
