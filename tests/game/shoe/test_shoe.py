"""Shoes and where they come from: whole, remade in mid-round, arranged, and made again."""

import copy
from collections import Counter
from typing import Final, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import ShoeError
from pitboss.game.cards import CARDS, Card
from pitboss.game.limits import MAX_CARDS
from pitboss.game.shoe import Shoe, ShoeSource, cut_card_out, shoe_seed
from pitboss.table.shoes import (
    ArrangedShoes,
    SeededShoes,
    draw_table_seed,
    parse_cards,
    recorded_shoe,
    with_client_seeds,
)

SIX_DECKS: Final = SeededShoes(7, decks=6, burn=1, cut_low=60, cut_high=80)
ONE_DECK: Final = SeededShoes(7, decks=1, burn=3, cut_low=10, cut_high=20)
FEW_CARDS: Final = parse_cards("AsKhTd2c")


def made(shoe: Shoe | None) -> Shoe:
    """Return a shoe that must have been made."""
    assert shoe is not None
    return shoe


def test_a_whole_shoe_holds_every_card_as_often_as_it_has_decks() -> None:
    """Six decks are each of the 52 cards six times."""
    assert set(Counter(SIX_DECKS.fresh(1).cards).values()) == {6}
    assert len(SIX_DECKS.fresh(1).cards) == 312


def test_a_whole_shoe_begins_behind_the_burned_cards() -> None:
    """One burned card is drawn already; the rest remain."""
    shoe = SIX_DECKS.fresh(1)
    assert shoe.position == 1
    assert shoe.remaining == 311


def test_a_whole_shoe_is_made_from_the_seed_of_its_number() -> None:
    """The journal can write the shoe's own seed and leave the cards out."""
    shoe = SIX_DECKS.fresh(3)
    assert shoe.number == 3
    assert shoe.seed == shoe_seed(7, 3)
    assert not shoe.written_out


def test_a_shoe_can_be_asked_for_again_and_without_those_before_it() -> None:
    """A source remembers nothing: shoe 5 is shoe 5, whatever was drawn from other shoes."""
    first = SIX_DECKS.fresh(5)
    first.position = 200
    SIX_DECKS.fresh(1)
    again = SIX_DECKS.fresh(5)
    assert again.cards == first.cards
    assert again.position == 1


def test_two_shoes_of_a_table_differ() -> None:
    """Neither their orders nor their seeds are alike."""
    assert SIX_DECKS.fresh(1).cards != SIX_DECKS.fresh(2).cards
    assert SIX_DECKS.fresh(1).seed != SIX_DECKS.fresh(2).seed


def test_the_cut_card_is_out_once_a_card_beneath_it_is_drawn() -> None:
    """Lying on top it is not out yet: the round that begins so is played, and is the last."""
    shoe = ArrangedShoes([FEW_CARDS], cut_at=2).fresh(1)
    shoe.position = 2
    assert not cut_card_out(shoe)
    shoe.position = 3
    assert cut_card_out(shoe)


def test_the_cut_card_lies_above_as_many_cards_as_the_window_says() -> None:
    """A window of one place leaves no choice: 78 cards of 312 lie beneath the cut card."""
    shoes = SeededShoes(7, decks=6, burn=0, cut_low=78, cut_high=78)
    assert {shoes.fresh(number).cut_at for number in range(1, 20)} == {312 - 78}


def test_the_cut_card_takes_both_ends_of_its_window() -> None:
    """A window of two cards has three places, and a few shoes show them all."""
    shoes = SeededShoes(7, decks=1, burn=0, cut_low=0, cut_high=2)
    assert {shoes.fresh(number).cut_at for number in range(1, 30)} == {50, 51, 52}


def test_a_shoes_repr_tells_nothing_unseen() -> None:
    """Two shoes that differ in every hidden fact look the same."""
    other = SeededShoes(8, decks=6, burn=1, cut_low=0, cut_high=0)
    assert repr(SIX_DECKS.fresh(1)) == repr(other.fresh(1))
    assert "Th" not in repr(ArrangedShoes([parse_cards("ThTh")], cut_at=1).fresh(1))


def test_a_sources_repr_tells_nothing_unseen() -> None:
    """Neither a table's seed nor an arranged order can be read off."""
    assert repr(SeededShoes(7, 6, 1, 60, 80)) == repr(SeededShoes(8, 6, 1, 60, 80))
    assert repr(ArrangedShoes([FEW_CARDS])) == repr(ArrangedShoes([CARDS]))


def test_shoes_are_equal_only_to_themselves() -> None:
    """A shoe is a thing on a table; its source is a value."""
    assert SIX_DECKS.fresh(1) != SIX_DECKS.fresh(1)
    assert copy.deepcopy(SIX_DECKS) == SIX_DECKS


def test_a_remade_shoe_is_made_of_the_cards_not_on_the_table() -> None:
    """The cards of the next shoe and those on the table are the decks again."""
    on_table = SIX_DECKS.fresh(1).cards[290:]
    remade = made(SIX_DECKS.remade(1, 1, on_table))
    assert Counter(remade.cards) + Counter(on_table) == Counter(CARDS * 6)
    assert (remade.number, remade.part, remade.name) == (1, 1, "1.1")
    assert remade.seed == shoe_seed(7, 1, 1)
    assert remade.written_out


def test_a_remade_shoe_does_not_hang_on_the_order_of_the_table() -> None:
    """Which seat holds which card changes nothing."""
    on_table = SIX_DECKS.fresh(1).cards[290:]
    assert (
        made(SIX_DECKS.remade(1, 1, on_table)).cards
        == made(SIX_DECKS.remade(1, 1, tuple(reversed(on_table)))).cards
    )


@pytest.mark.parametrize(("left", "burned"), [(52, 3), (5, 3), (4, 3), (3, 2), (2, 1), (1, 0)])
def test_a_remade_shoe_keeps_one_card_from_the_burn(left: int, burned: int) -> None:
    """Three cards are burned as long as a fourth is there to be drawn."""
    remade = made(ONE_DECK.remade(1, 1, CARDS[left:]))
    assert remade.position == burned
    assert remade.remaining == left - burned


@pytest.mark.parametrize(
    ("left", "beneath"),
    [(52, range(10, 21)), (15, range(10, 16)), (10, range(10, 11)), (4, range(4, 5))],
)
def test_a_remade_shoe_clips_the_cut_window(left: int, beneath: range) -> None:
    """Of 10 to 20 cards beneath the cut card no more can lie there than there are."""
    places = {
        left - made(ONE_DECK.remade(number, 1, CARDS[left:])).cut_at for number in range(2, 120)
    }
    assert places == set(beneath)


def test_nothing_is_remade_of_an_empty_table() -> None:
    """With all 52 cards on the table no card is left for a shoe."""
    assert ONE_DECK.remade(1, 1, CARDS) is None


def test_a_strange_card_on_the_table_takes_nothing_away() -> None:
    """A fifth card of one kind, from an arranged shoe, leaves the other cards where they are."""
    ace = Card.parse("As")
    remade = made(ONE_DECK.remade(1, 1, [ace] * 5))
    assert Counter(remade.cards) == Counter(card for card in CARDS if card is not ace)


@given(st.lists(st.sampled_from(CARDS * 2), max_size=120))
def test_no_card_is_lost_or_gained_between_table_and_shoe(on_table: list[Card]) -> None:
    """Whatever lies on the table, the next shoe is the decks without it."""
    remade = SeededShoes(7, decks=2, burn=0, cut_low=0, cut_high=0).remade(1, 1, on_table)
    cards = () if remade is None else remade.cards
    assert Counter(cards) == Counter(CARDS * 2) - Counter(on_table)


@pytest.mark.parametrize(
    ("decks", "burn", "cut_low", "cut_high", "problem"),
    [
        (0, 0, 0, 0, "number of decks is 0: give 1 to 16"),
        (17, 0, 0, 0, "number of decks is 17"),
        (1, -1, 0, 0, "number of burned cards is -1: give 0 to 51"),
        (1, 52, 0, 0, "number of burned cards is 52"),
        (1, 0, 0, 53, "upper end of the cut window is 53: give 0 to 52"),
        (1, 0, -1, 10, "lower end of the cut window is -1: give 0 to 10"),
        (1, 0, 11, 10, "lower end of the cut window is 11"),
    ],
)
def test_a_shoe_that_cannot_be_is_refused(
    decks: int, burn: int, cut_low: int, cut_high: int, problem: str
) -> None:
    """The refusal names the number and its range."""
    with pytest.raises(ShoeError, match=problem):
        SeededShoes(7, decks, burn, cut_low, cut_high)


@pytest.mark.parametrize("seed", [-1, 2**63, True])
def test_a_table_seed_out_of_range_is_refused(seed: int) -> None:
    """Seeds are 0 to 2^63 - 1."""
    with pytest.raises(ShoeError, match="give 0 to 9223372036854775807"):
        SeededShoes(seed, decks=6, burn=0, cut_low=0, cut_high=0)


def test_the_least_and_the_greatest_shoe_can_be_made() -> None:
    """One deck with all but one card burned, and sixteen decks with the cut card anywhere."""
    least = SeededShoes(0, decks=1, burn=51, cut_low=52, cut_high=52).fresh(1)
    greatest = SeededShoes(2**63 - 1, decks=16, burn=0, cut_low=0, cut_high=832).fresh(2**63 - 1)
    assert (least.remaining, least.cut_at) == (1, 0)
    assert len(greatest.cards) == MAX_CARDS


def test_arranged_shoes_come_in_their_order() -> None:
    """Shoe 1 is the first order, shoe 2 the second; nothing is burned and no cut card appears."""
    shoes = ArrangedShoes([FEW_CARDS, CARDS])
    shoe = shoes.fresh(1)
    assert shoe.cards == FEW_CARDS
    assert shoes.fresh(2).cards == CARDS
    assert (shoe.position, shoe.seed, shoe.written_out) == (0, None, True)
    shoe.position = 4
    assert not cut_card_out(shoe)


def test_an_arranged_shoe_is_followed_by_the_next_in_mid_round_too() -> None:
    """What lies on the table does not matter to an order that is known beforehand."""
    shoes = ArrangedShoes([FEW_CARDS, CARDS])
    assert made(shoes.remade(1, 1, FEW_CARDS)).cards == CARDS


def test_after_the_arranged_shoes_come_those_of_the_next_source() -> None:
    """After one arranged shoe the next source is asked for shoe 2, or for 1.1 in mid-round."""
    shoes = ArrangedShoes([FEW_CARDS], then=SIX_DECKS)
    assert shoes.fresh(2).cards == SIX_DECKS.fresh(2).cards
    assert (
        made(shoes.remade(1, 1, FEW_CARDS)).cards == made(SIX_DECKS.remade(1, 1, FEW_CARDS)).cards
    )


def test_without_a_next_source_the_arranged_shoes_run_out() -> None:
    """Between rounds that is an error; in mid-round there is no shoe, and the table says so."""
    shoes = ArrangedShoes([FEW_CARDS])
    with pytest.raises(ShoeError, match="shoe 2 is needed, but only 1 are arranged: arrange more"):
        shoes.fresh(2)
    assert shoes.remade(1, 1, FEW_CARDS) is None


@pytest.mark.parametrize("shoes", [SIX_DECKS, ArrangedShoes([FEW_CARDS])])
def test_there_is_no_shoe_nought(shoes: ShoeSource) -> None:
    """Shoes are counted from 1, whoever makes them and whenever."""
    with pytest.raises(ShoeError, match="shoe number is 0"):
        shoes.fresh(0)
    with pytest.raises(ShoeError, match="shoe number is 0"):
        shoes.remade(0, 1, ())


@pytest.mark.parametrize(
    ("cards", "cut_at", "problem"),
    [
        (0, None, "number of cards is 0: give 1 to 832"),
        (MAX_CARDS + 1, None, "number of cards is 833"),
        (4, -1, "place of the cut card is -1: give 0 to 4"),
        (4, 5, "place of the cut card is 5"),
        (4, True, "place of the cut card is True"),
    ],
)
def test_an_arranged_shoe_that_cannot_be_is_refused(
    cards: int, cut_at: int | None, problem: str
) -> None:
    """The refusal names the number and its range."""
    with pytest.raises(ShoeError, match=problem):
        ArrangedShoes([(CARDS * 17)[:cards]], cut_at=cut_at)


@given(st.lists(st.sampled_from(CARDS), min_size=1, max_size=60))
def test_written_cards_read_back_as_they_were(cards: list[Card]) -> None:
    """The text has two characters a card and loses nothing."""
    shoe = ArrangedShoes([cards]).fresh(1)
    assert len(shoe.cards_text()) == 2 * len(cards)
    assert parse_cards(shoe.cards_text()) == shoe.cards


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "number of cards is 0"),
        ("As" * 833, "number of cards is 833: give 1 to 832"),
        ("AsT", "the cards of a shoe hold 'T': write codes without spaces"),
        ("As Th", "hold ' T'"),
        ("asTh", "hold 'as'"),
        ("AsTh\n", r"hold '\\n'"),
    ],
)
def test_a_text_that_is_not_cards_is_refused(text: str, problem: str) -> None:
    """The refusal shows the first part that is not a card."""
    with pytest.raises(ShoeError, match=problem):
        parse_cards(text)


def test_an_arranged_shoe_is_made_again_from_its_cards() -> None:
    """It has no seed to write."""
    again = recorded_shoe(1, "AsKhTd2c", position=0, cut_at=4)
    assert (again.cards, again.seed, again.remaining) == (FEW_CARDS, None, 4)


@pytest.mark.parametrize(
    ("number", "position", "cut_at", "problem"),
    [
        (0, 0, 4, "shoe number is 0"),
        (1, -1, 4, "position is -1: give 0 to 4"),
        (1, 5, 4, "position is 5"),
        (1, 0, -1, "place of the cut card is -1: give 0 to 4"),
        (1, 0, 5, "place of the cut card is 5"),
    ],
)
def test_a_record_of_a_shoe_that_cannot_be_is_refused(
    number: int, position: int, cut_at: int, problem: str
) -> None:
    """The refusal names the number and its range."""
    with pytest.raises(ShoeError, match=problem):
        recorded_shoe(number, "AsKhTd2c", position, cut_at)


@pytest.mark.parametrize("order", ["Th6c", ["Th", "6c"], [CARDS[0], None]])
def test_what_is_no_card_is_not_arranged(order: object) -> None:
    """It is refused at once, and not when it is drawn."""
    with pytest.raises(ShoeError, match="an order must hold cards only"):
        ArrangedShoes([cast("list[Card]", order)])


def test_the_secret_of_a_table_is_drawn_where_the_host_names_none() -> None:
    """Two that are equal would be a wonder."""
    seeds = {draw_table_seed() for _ in range(4)}
    assert len(seeds) == 4
    assert {len(seed) for seed in seeds} == {32}


@pytest.mark.parametrize("text", ["x" * 65, "\ud800", "Bo's", "a b", "♠", "a\n"])
def test_a_clients_seed_that_no_seat_could_add_is_refused(text: str) -> None:
    """It stands in the line of each shoe that is made with it."""
    with pytest.raises(ShoeError, match=r"a client's seed .*: give 1 to 64 signs, of A-Z a-z 0-9"):
        with_client_seeds(ArrangedShoes([CARDS], SIX_DECKS), ("", text))


def test_what_the_seats_add_changes_further_shoes_alone() -> None:
    """The source behind arranged shoes is asked with it; those stay as they are."""
    shoes = with_client_seeds(ArrangedShoes([FEW_CARDS], SIX_DECKS), ("ann", "bo"))
    assert shoes.fresh(1).client_seeds == ()
    assert shoes.fresh(2).client_seeds == ("ann", "bo")
    assert shoes.fresh(2).seed == shoe_seed(7, 2, 0, ("ann", "bo"))
    assert with_client_seeds(ArrangedShoes([CARDS]), ("ann",)) == ArrangedShoes([CARDS])
