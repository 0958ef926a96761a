"""Every preset, played in bulk: what must hold does, and every row it keeps is taken.

PRESET_ROUNDS=100000 pytest -n auto tests/play/rule_play    plays so many rounds under each

What is rare under a preset is brought about as `tests.play.rule_play.random_tables` says.
"""

import os

import pytest
from tests.play.rule_play.bulk import play_until_all_taken
from tests.play.rule_play.watching import edges_of
from tests.scale import scaled

from pitboss.machine.transition_table import rows_kept
from pitboss.rules import Rules
from pitboss.rules.presets import PRESETS

FULL = 20_000
ROUNDS = int(os.environ.get("PRESET_ROUNDS", scaled(FULL)))

# What the source documents say of the order of play, written down by hand; a row that stays in its
# state is left out.
COMMON = """
Betting -> Dealt
Filling -> DealerTurn
DealerTurn -> Resolved
Resolved -> Betting
"""
EDGES = {
    "lott": """
        Dealt -> InsuranceOffered SplitOffered Filling
        InsuranceOffered -> Resolved SplitOffered Filling
        SplitOffered -> Filling
    """,
    "educative": """
        Dealt -> InsuranceOffered SplitOffered Filling
        InsuranceOffered -> Resolved SplitOffered Filling
        SplitOffered -> Filling
        Filling -> Resolved
    """,
    "cpsc386": """
        Dealt -> SplitOffered InsuranceOffered Filling
        SplitOffered -> InsuranceOffered Filling
        InsuranceOffered -> Filling
        Filling -> SplitOffered InsuranceOffered
    """,
    "spring": """
        Dealt -> Filling Resolved
        Filling -> Resolved
    """,
}


def edges_in(text: str) -> set[tuple[str, str]]:
    """Read lines that name a state, an arrow and the states that follow it."""
    ways = [line.split(" -> ") for line in text.split("\n") if "->" in line]
    return {(source.strip(), each) for source, reached in ways for each in reached.split()}


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_holds_together_and_takes_exactly_the_rows_that_it_keeps(name: str) -> None:
    """Chips, cards and the journal after thousands of rounds; no row is idle, none is foreign.

    Where a row was not taken, more rounds are played until it is.
    """
    rules = Rules.preset(name)
    kept = {row.name for row in rows_kept(rules)}
    played = play_until_all_taken(rules, kept, ROUNDS, name)
    assert set(played.rows) == kept
    assert played.dealt >= ROUNDS
    # In a share of the rounds the cards may last.
    assert played.voided > 0 or played.dealt < FULL
    assert (played.short > 0) == (rules.bet_max != 0)


@pytest.mark.parametrize("name", EDGES)
def test_a_source_preset_leads_from_state_to_state_as_its_document_says(name: str) -> None:
    """The ways between different states, all of which the rounds above go."""
    kept = edges_of(row.name for row in rows_kept(Rules.preset(name)))
    written = {(source.value, reached.value) for source, reached in kept}
    assert written == edges_in(COMMON) | edges_in(EDGES[name])
