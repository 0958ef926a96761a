"""Edges of side bets beside those that others published, to the last digit printed."""

import json
from pathlib import Path
from typing import Any, Final

import pytest
from attrs import evolve

from pitboss import Rules
from pitboss.exact import side_bet_value
from pitboss.game.cards import CARDS
from pitboss.game.money import Ratio
from pitboss.rules.side_bets import built_in
from pitboss.rules.values import Deck

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = ROOT / "fixtures" / "side_bets"
PUBLISHED: Final[list[dict[str, Any]]] = json.loads((FOLDER / "published.json").read_text("utf-8"))


def name_of(row: dict[str, Any]) -> str:
    """Return the side bet and the number of decks."""
    return f"{row['side_bet']}, {row['decks']}"


@pytest.mark.parametrize("row", PUBLISHED, ids=name_of)
def test_the_edge_is_the_published_one_to_its_last_digit(row: dict[str, Any]) -> None:
    """Where it is not, the record says what it is instead."""
    bet = built_in()[row["side_bet"]]
    if pays := row.get("pays"):
        classes = [evolve(each, pays=Ratio.parse(pays[each.name])) for each in bet.classes]
        bet = evolve(bet, classes=tuple(classes))
    rules = Rules.preset("six_deck_s17", decks=row["decks"], **row.get("rules", {}))
    shoe = {card: row["decks"] for card in CARDS if card.rank.value != row.get("without")}
    value = side_bet_value(bet, rules, shoe=shoe)
    if row.get("without") == "T":
        assert side_bet_value(bet, evolve(rules, deck=Deck.SPANISH)) == value
    edge = -100 * float(value.edge)
    printed = row["differs"].partition(":")[0] if "differs" in row else row["house_edge_percent"]
    assert f"{edge:.{len(printed.partition('.')[2])}f}" == printed


def test_enough_edges_are_held_to_published_ones() -> None:
    """Of pay tables and numbers of decks that differ; of each that is not held, it is said why."""
    held = [row for row in PUBLISHED if "differs" not in row]
    kinds = {
        (row["side_bet"], row["decks"], *map(str, row.get("pays", {}).items())) for row in held
    }
    assert len(kinds) >= 70
    names = {name for name in built_in() if "/" not in name}
    # Of these two tables, no page that we know has the edge.
    unpublished = {"lucky_ladies_d", "royal_match_crown"}
    assert {row["side_bet"].partition("/")[0] for row in held} == names - unpublished
    assert len(PUBLISHED) - len(held) == 3
    page = (ROOT / "engine" / "pitboss" / "exact" / "README.md").read_text("utf-8")
    assert f"has {len(held)} edges that others published" in page
