"""How many files of the engine a hit enters, from the question to the line in the journal."""

from typing import Final

import pytest
from tests.project.readme.test_event_path import followed

MAX_FILES: Final = 10
"""As many as today; whoever reads how a hit travels opens all of them, so that fewer are better."""


@pytest.mark.pure
def test_a_hit_enters_no_more_files_than_before() -> None:
    """A lower figure takes the place of this one."""
    assert len(set(followed())) <= MAX_FILES, sorted(set(followed()))
