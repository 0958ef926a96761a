"""Shoes in play: when they are replaced, what is burned, and what becomes of an empty one."""

from collections import Counter
from random import Random
from typing import Final

import pytest
from tests.table.accounts import CardCount, cards_lying
from tests.table.legality.scenes import spoken
from tests.table.random_play import play_rounds, random_round

from pitboss import Event, Phase, Rules, Table
from pitboss.errors import ShoeError
from pitboss.game.cards import CARDS
from pitboss.game.trace import codes
from pitboss.table.shoes import ArrangedShoes, parse_cards, seeded_shoes

FOUR_CARDS: Final = "open bet:10 stand"
"""A round in which the player stands on 19 against 20, so that four cards are drawn."""

ROUND: Final = "TcKd9cQd"


def played_round(table: Table) -> None:
    """Play a round of four cards."""
    for event in spoken(table, FOUR_CARDS):
        table.apply(event)
    assert table.round.phase is Phase.RESOLVED


def table_of(shoes: ArrangedShoes, **options: object) -> Table:
    """Set up a table for one seat."""
    return Table(Rules.of(**options), seats=["Ann"], shoes=shoes)


@pytest.mark.parametrize(
    ("cut_at", "rounds"),
    [(1, 1), (3, 1), (4, 2), (5, 2), (7, 2), (8, 3)],
    ids=[
        "in the deal",
        "on the last card",
        "on top",
        "in the second",
        "at its end",
        "on top again",
    ],
)
def test_the_round_in_which_the_cut_card_appears_is_the_last_of_its_shoe(
    cut_at: int, rounds: int
) -> None:
    """It is finished, and then the shoe is replaced; on top when a round begins, it is the last."""
    cards = parse_cards(ROUND * 10)
    table = table_of(ArrangedShoes([cards, cards], None, cut_at))
    for _ in range(rounds):
        played_round(table)
        assert table.shoe.number == 1
    table.open_round()
    assert table.shoe.number == 2
    assert codes(table.house.trace) == ["resolved-open", "shoe 2"]
    assert table.house.new_shoes == [table.shoe]


def test_a_cut_card_beneath_all_cards_never_appears() -> None:
    """The shoe is played to its last card."""
    table = table_of(ArrangedShoes([parse_cards(ROUND * 3)] * 2))
    for _ in range(3):
        played_round(table)
    assert (table.shoe.number, table.shoe.remaining) == (1, 0)


def test_a_round_that_everybody_sits_out_turns_no_card_of_the_cut_cards() -> None:
    """A cut card that lies on top does not appear by itself."""
    cards = parse_cards(ROUND * 10)
    table = table_of(ArrangedShoes([cards, cards], None, 4))
    played_round(table)
    for _ in range(3):
        table.open_round()
        table.apply(Event.sit_out(0))
        assert table.shoe.number == 1
    played_round(table)
    table.open_round()
    assert table.shoe.number == 2


def test_a_fresh_shoe_can_be_had_for_every_round() -> None:
    """From the second round on, whatever is left of the last one."""
    table = table_of(ArrangedShoes([parse_cards(ROUND * 5)] * 4), shuffle="every_round")
    for number in range(1, 5):
        played_round(table)
        assert (table.shoe.number, table.shoe.position) == (number, 4)


def test_a_shoe_can_be_played_until_it_is_empty() -> None:
    """No cut card matters, and the next shoe comes when a card is needed and not before."""
    first, second = parse_cards(ROUND + "Tc"), parse_cards("Kd9cQd" + ROUND)
    table = table_of(ArrangedShoes([first, second], None, 2), shuffle="when_empty")
    played_round(table)
    table.open_round()
    assert (table.shoe.number, table.shoe.remaining) == (1, 1)
    table.apply(Event.bet(0, 10))
    assert codes(table.house.trace)[:6] == [
        "betting-bet",
        "betting-deal",
        "Tc",
        "shoe 2",
        "Kd",
        "9c",
    ]
    assert table.shoe.number == 2
    assert table.house.new_shoes == [table.shoe]


def test_a_shoe_made_in_mid_round_holds_every_card_that_is_not_on_the_table() -> None:
    """No card is dealt twice: what lies on the table, face down too, stays out of it."""
    rules = Rules.of(decks=1, cut_card="0..0")
    chance = Random(1)
    met = 0
    for seed in range(40):
        table = Table(rules, seats=["Ann", "Bob", "Cid"], seed=seed)
        for _ in range(8):
            for _event in random_round(chance, table):
                for shoe in table.house.new_shoes:
                    lying = cards_lying(table) - Counter(shoe.cards[: shoe.position])
                    assert Counter(shoe.cards) + lying == Counter(CARDS)
                    assert shoe.written_out
                    met += 1
    assert met > 20


def test_every_card_is_followed_through_every_kind_of_shuffle() -> None:
    """From the shoe to the hand in which it lies, over many rounds and shoes."""
    for shuffle in ("every_round", "when_empty", "cut_card"):
        for burn in (0, 7):
            rules = Rules.of(shuffle=shuffle, decks=1, burn=burn)
            table = Table(rules, seats=["Ann", "Bob"], seed=burn)
            cards = CardCount(table)
            chance = Random(burn)
            for _ in range(60):
                for event in random_round(chance, table):
                    cards.follow(table, event)
            assert (table.shoe.part if shuffle == "when_empty" else table.shoe.number) > 3


@pytest.mark.parametrize("burn", [0, 1, 20])
def test_burned_cards_are_passed_over(burn: int) -> None:
    """After every shuffle so many cards are drawn unseen; the first card dealt comes after them."""
    rules = Rules.of(burn=burn, shuffle="every_round")
    table = Table(rules, seats=["Ann"], seed=3)
    for _ in range(3):
        table.open_round()
        assert table.shoe.position == burn
        table.apply(Event.bet(0, 10))
        assert table.round.seats[0].hands[0].cards[0] is table.shoe.cards[burn]
        while not table.over:
            table.apply(table.legal()[-1])


def test_the_cut_card_lies_within_its_window() -> None:
    """The shoe is replaced when that many cards are left, or a round fewer."""
    rules = Rules.preset("cpsc386")
    beneath: set[int] = set()
    for seed in range(400):
        shoe = seeded_shoes(rules, seed).fresh(1)
        beneath.add(len(shoe.cards) - shoe.cut_at)
    assert beneath == set(range(60, 81))


def test_a_round_for_which_there_is_no_shoe_is_not_opened() -> None:
    """The error says so, and the table stands as it stood."""
    table = table_of(ArrangedShoes([parse_cards(ROUND)]), shuffle="every_round")
    played_round(table)
    before = table.snapshot()
    with pytest.raises(ShoeError, match="shoe 2 is needed, but only 1 are arranged"):
        table.open_round()
    assert table.snapshot() == before
    assert table.over


def test_rounds_go_on_from_a_shoe_made_in_mid_round() -> None:
    """It is the shoe of the next round as well, until its own cut card appears."""
    rules = Rules.of(decks=1, cut_card="0..0")
    table = Table(rules, seats=["Ann", "Bob", "Cid", "Dan"], seed=2)
    play_rounds(Random(4), table, 6)
    name = table.shoe.name
    assert table.shoe.part > 0
    table.open_round()
    assert table.shoe.name == name
