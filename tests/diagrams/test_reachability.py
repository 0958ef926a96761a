"""What is drawn of a rule set is what play under it takes: no row more, no row less."""

import pytest
from tests.tools.diagrams.rows_taken import rows_taken

from pitboss.diagrams import graph_of
from pitboss.rules import Rules
from pitboss.rules.presets import PRESETS

ROUNDS = 4000
"""Enough for the rarest row of any preset; `rows_taken` plays more when run as a program."""


@pytest.mark.parametrize("preset", PRESETS)
def test_random_play_takes_every_row_that_is_drawn_and_no_other(preset: str) -> None:
    """A row that cannot be reached would be drawn in vain; one not drawn would be missing."""
    rules = Rules.preset(preset)
    assert rows_taken(rules, ROUNDS).keys() == {edge.name for edge in graph_of(rules).edges}
