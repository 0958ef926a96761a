"""The corrections of the published charts: each gains, and nothing else is changed."""

from itertools import product

import pytest
from hypothesis import given, settings
from tests.players.strategies.rules import valid_rules
from tests.scale import scaled
from tests.tools.cell_values.corrections import (
    CORRECTIONS,
    Cell,
    Correction,
    cell_of,
    code_at,
    holds,
    worked_out,
)

from pitboss.players.chart import CORRECTIONS as PLAYED
from pitboss.players.chart import ROWS, chart, published_chart
from pitboss.rules import Rules
from pitboss.rules.presets import PRESETS

MIN_WORTH = 1e-6
ROUNDING = 5.1e-8
UPS = "23456789TA"

each_correction = pytest.mark.parametrize(
    "correction",
    CORRECTIONS,
    ids=[f"{correction['hand']} v {correction['up']}" for correction in CORRECTIONS],
)


def corrected(rules: Rules) -> dict[Cell, str]:
    """Return the cells that are not played as they are printed, and how they are played."""
    played, printed = chart(rules), published_chart(rules)
    cells = {cell: code_at(played, cell) for cell in product(ROWS, UPS)}
    return {cell: code for cell, code in cells.items() if code != code_at(printed, cell)}


def stated(rules: Rules) -> dict[Cell, str]:
    """Return the cells that the list of corrections names for a rule set."""
    printed = published_chart(rules)
    return {
        cell_of(correction): correction["played"]
        for correction in CORRECTIONS
        if holds(correction, rules, printed)
    }


@pytest.mark.untraced
@each_correction
def test_a_correction_gains_what_is_stated(correction: Correction) -> None:
    """It is made in every game that is listed, and worth a millionth of a bet a round there."""
    for figure in correction["gains"]:
        rules = Rules.from_dict(figure["rules"])
        assert code_at(published_chart(rules), cell_of(correction)) == correction["printed"]
        assert code_at(chart(rules), cell_of(correction)) == correction["played"], rules
        worth = worked_out(correction, figure)
        assert worth >= MIN_WORTH
        assert abs(worth - float(figure["gain"])) < ROUNDING, rules


@pytest.mark.untraced
@each_correction
def test_a_correction_is_not_made_where_it_loses(correction: Correction) -> None:
    """Beyond its limits the cell is played as it is printed, and the correction would lose."""
    assert correction["losses"]
    for figure in correction["losses"]:
        rules = Rules.from_dict(figure["rules"])
        assert code_at(chart(rules), cell_of(correction)) == correction["printed"], rules
        worth = worked_out(correction, figure)
        assert worth < 0
        assert abs(worth - float(figure["gain"])) < ROUNDING, rules


def test_every_correction_is_listed() -> None:
    """The list and the code hold the same cells, each once."""
    listed = [
        tuple(each[key] for key in ("hand", "up", "printed", "played")) for each in CORRECTIONS
    ]
    coded = [(each.hand, each.up, each.printed, each.played) for each in PLAYED]
    assert listed == coded
    assert len({(hand, up) for hand, up, *_ in listed}) == len(listed)


def test_no_other_cell_is_changed_in_the_common_games() -> None:
    """Over every mix of the rules that matter, the cells that differ are those that are named."""
    seen: set[Cell] = set()
    for decks, soft_17, surrender, hole_card, aces, beats_21 in product(
        (1, 2, 3, 12, 13),
        ("stand", "hit"),
        ("off", "late", "early"),
        ("dealt", "none"),
        *[(False, True)] * 2,
    ):
        rules = Rules.of(
            decks=decks,
            soft_17=soft_17,
            surrender=surrender,
            hole_card=hole_card,
            hit_split_aces=aces,
            natural_beats_21=beats_21,
        )
        assert corrected(rules) == stated(rules), rules
        seen |= set(stated(rules))
    assert seen == {cell_of(correction) for correction in CORRECTIONS}


@settings(max_examples=scaled(100, least=30))
@given(rules=valid_rules())
def test_no_other_cell_is_changed_under_any_rules(rules: Rules) -> None:
    """The cells that differ are those that are named, and none differs where there is a charlie."""
    assert corrected(rules) == stated(rules)
    if rules.charlie is not None:
        assert not corrected(rules)


def test_the_presets_that_are_concerned() -> None:
    """Four presets play a cell otherwise than it is printed, each one cell."""
    found = {
        name: {f"{row} v {up}: {code}" for (row, up), code in corrected(Rules.preset(name)).items()}
        for name in PRESETS
    }
    assert {name: cells for name, cells in found.items() if cells} == {
        "lott": {"pair A v A: P"},
        "cpsc386": {"pair A v A: P"},
        "six_deck_h17_ls": {"hard 16 v T: Rs"},
        "atlantic_city": {"hard 16 v T: Rs"},
    }
