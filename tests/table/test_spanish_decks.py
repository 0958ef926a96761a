"""Spanish decks: 48 cards, wherever a shoe is made, copied, worked out or played again."""

from collections import Counter
from io import BytesIO
from random import Random

import pytest
from tests.table.random_play import random_round

from pitboss import Journal, Rules, Table, verify
from pitboss.errors import RulesError
from pitboss.game.cards import CARDS
from pitboss.table.snapshot import Snapshot

DECK = Counter([card for card in CARDS if card.code[0] != "T"])
RULES = Rules.of(deck="spanish", decks=1, shuffle="when_empty")


def test_a_whole_shoe_has_every_card_but_the_tens() -> None:
    """Each as often as there are decks."""
    assert Counter(Table(Rules.of(deck="spanish"), seats=["Ann"], seed=1).shoe.cards) == Counter(
        dict.fromkeys(DECK, 6)
    )


def test_a_shoe_made_in_mid_round_is_the_rest_of_the_deck() -> None:
    """What lies on the table is missing, and no ten comes in; the journal is played again."""
    sink = BytesIO()
    table = Table(RULES, seats=["Ann", "Bob"], seed=1, recorder=Journal(sink))
    chance = Random(1)
    for _ in range(40):
        for _event in random_round(chance, table):
            for shoe in table.house.new_shoes:
                assert not Counter(shoe.cards) - DECK
    assert table.shoe.part > 3
    assert table.shoe.order[0].code[0] != "T"
    table.close()
    data = sink.getvalue()
    assert verify(BytesIO(data)).matches
    assert b'"deck":"spanish"' in data


def test_the_option_is_not_written_where_decks_are_whole() -> None:
    """So what was written before there was such an option stays as it was."""
    assert "deck" not in Rules.of(decks=2).to_dict()
    assert Rules.of(deck="spanish").to_dict()["deck"] == "spanish"
    snapshot = Table(Rules.of(decks=2), seats=["Ann"], seed=1).snapshot().to_json()
    assert '"deck"' not in snapshot


def test_a_snapshot_keeps_the_deck() -> None:
    """Its table goes on with shoes of the same cards."""
    table = Table(RULES, seats=["Ann"], seed=2)
    again = Table.restore(Snapshot.from_json(table.snapshot().to_json()))
    assert again.house.shoes == table.house.shoes
    assert Counter(again.house.shoes.fresh(2).cards) == DECK


def test_a_clone_holds_no_tens() -> None:
    """What nobody saw is drawn from the cards of the deck."""
    table = Table(RULES, seats=["Ann"], seed=2)
    table.open_round()
    clone = table.clone(hidden_from=None, seed=3)
    assert Counter(clone.shoe.cards) == DECK


@pytest.mark.parametrize(("decks", "most"), [(1, 48), (6, 288)])
def test_the_cut_card_lies_inside_the_shoe(decks: int, most: int) -> None:
    """Of Spanish decks there are fewer cards to put it between."""
    assert Rules.of(deck="spanish", decks=decks, cut_card=f"{most}..{most}").cards_in_shoe == most
    with pytest.raises(RulesError, match="a Spanish one 48"):
        Rules.of(deck="spanish", decks=decks, cut_card=f"0..{most + 1}")
    assert Rules.of(decks=decks, cut_card=f"0..{most + 1}").cards_in_shoe == 52 * decks
