"""The shuffle gives the orders that it gave when it was released, and those of its plain twin."""

import json
from pathlib import Path
from typing import Final, NotRequired, TypedDict

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.shoe.plain_shuffle import plain_seed, plain_shuffled

from pitboss.errors import ShoeError
from pitboss.game.cards import CARDS, Card
from pitboss.game.limits import MAX_CARDS, MAX_DECKS
from pitboss.game.shoe import MAX_SEED, SHUFFLE_ALGORITHM, Shoe, shoe_seed, shuffled
from pitboss.table.shoes import SeededShoes, parse_cards

GOLDEN: Final = Path(__file__).parents[2] / "fixtures" / "shoe" / "shake256-fy-1.json"


class GoldenShoe(TypedDict):
    """A shoe of a released version; `on_table` where it was made in mid-round."""

    table_seed: int
    number: int
    decks: int
    burn: int
    cut_low: int
    cut_high: int
    on_table: NotRequired[str]
    seed: str
    position: int
    cut_at: int
    digest: str
    cards: str


class GoldenShoes(TypedDict):
    """All of them, and the algorithm they were shuffled by."""

    algorithm: str
    about: str
    whole: list[GoldenShoe]
    remade: list[GoldenShoe]


RELEASED: Final[GoldenShoes] = json.loads(GOLDEN.read_text(encoding="utf-8"))

seeds = st.binary(min_size=32, max_size=32)
small_seeds = st.integers(0, MAX_SEED)


def source_of(golden: GoldenShoe) -> SeededShoes:
    """Return the source from which a golden shoe came."""
    return SeededShoes(
        golden["table_seed"],
        golden["decks"],
        golden["burn"],
        golden["cut_low"],
        golden["cut_high"],
    )


def assert_as_released(shoe: Shoe | None, golden: GoldenShoe) -> None:
    """Compare every fact of a shoe with the released one."""
    assert shoe is not None
    assert shoe.seed is not None
    assert shoe.seed.hex() == golden["seed"]
    assert shoe.number == golden["number"]
    assert shoe.position == golden["position"]
    assert shoe.cut_at == golden["cut_at"]
    assert shoe.digest == golden["digest"]
    assert shoe.cards_text() == golden["cards"]


def test_the_released_algorithm_has_the_name_of_its_file() -> None:
    """Another algorithm needs another name, and then this file stays what it is."""
    assert RELEASED["algorithm"] == SHUFFLE_ALGORITHM


@pytest.mark.parametrize("golden", RELEASED["whole"])
def test_a_whole_shoe_is_what_it_was_when_released(golden: GoldenShoe) -> None:
    """Seed, order, cut card and burned cards of a whole shoe never change."""
    assert_as_released(source_of(golden).fresh(golden["number"]), golden)


@pytest.mark.parametrize("golden", RELEASED["remade"])
def test_a_remade_shoe_is_what_it_was_when_released(golden: GoldenShoe) -> None:
    """Nor do those of a shoe made in mid-round of the cards not on the table."""
    on_table = parse_cards(golden.get("on_table", ""))
    assert_as_released(source_of(golden).remade(golden["number"], on_table), golden)


@given(
    decks=st.integers(1, MAX_DECKS),
    seed=seeds,
    cut_places=st.integers(1, MAX_CARDS + 1),
)
@example(decks=MAX_DECKS, seed=bytes(32), cut_places=MAX_CARDS + 1)
@example(decks=1, seed=b"\xff" * 32, cut_places=1)
def test_the_shuffle_is_its_plain_twin(decks: int, seed: bytes, cut_places: int) -> None:
    """For any number of decks, any seed and any cut window the two give one order and place."""
    cards = CARDS * decks
    assert shuffled(cards, seed, cut_places) == plain_shuffled(cards, seed, cut_places)


@given(cards=st.lists(st.sampled_from(CARDS), min_size=1, max_size=60), seed=seeds)
def test_any_few_cards_are_shuffled_as_by_the_plain_twin(cards: list[Card], seed: bytes) -> None:
    """The rest of a shoe is shuffled by the same rule, and no card is lost or gained."""
    order, place = shuffled(cards, seed)
    assert (order, place) == plain_shuffled(cards, seed)
    assert sorted(card.index for card in order) == sorted(card.index for card in cards)
    assert place == 0


@given(table_seed=small_seeds, number=st.integers(1, MAX_SEED))
def test_the_seed_of_a_shoe_is_its_plain_twin(table_seed: int, number: int) -> None:
    """A shoe's seed hangs on the table's seed and the shoe's number, and on nothing else."""
    assert shoe_seed(table_seed, number) == plain_seed(table_seed, number)


def test_no_two_shoes_begin_with_one_seed() -> None:
    """The seeds of a hundred tables' first hundred shoes all differ, swapped numbers included."""
    all_seeds = {shoe_seed(table, number) for table in range(100) for number in range(1, 101)}
    assert len(all_seeds) == 100 * 100


def test_words_are_passed_over_and_more_are_fetched() -> None:
    """Among twenty shoes of sixteen decks some need more words than are fetched at first."""
    cards = CARDS * MAX_DECKS
    for number in range(1, 21):
        seed = shoe_seed(0, number)
        assert shuffled(cards, seed) == plain_shuffled(cards, seed)


def test_words_are_passed_over_for_the_cut_card_too() -> None:
    """Of 833 places 562 would get more of the 65,536 words: one word in 117 is passed over."""
    card = CARDS[:1]
    for number in range(1, 2001):
        seed = shoe_seed(0, number)
        assert shuffled(card, seed, 833) == plain_shuffled(card, seed, 833)


@pytest.mark.parametrize(
    ("table_seed", "number", "problem"),
    [
        (-1, 1, "seed is -1: give 0 to 9223372036854775807"),
        (2**63, 1, "seed is 9223372036854775808"),
        (0, 0, "shoe number is 0: give 1 to"),
        (0, 2**63, "shoe number is 9223372036854775808"),
    ],
)
def test_a_seed_out_of_range_is_refused(table_seed: int, number: int, problem: str) -> None:
    """A table's seed and a shoe's number fit eight bytes with the sign bit to spare."""
    with pytest.raises(ShoeError, match=problem):
        shoe_seed(table_seed, number)


@pytest.mark.parametrize(
    ("cards", "seed_bytes", "cut_places", "problem"),
    [
        (0, 32, 1, "number of cards is 0: give 1 to 832"),
        (MAX_CARDS + 1, 32, 1, "number of cards is 833"),
        (52, 31, 1, "number of bytes in a shoe's seed is 31: give 32 to 32"),
        (52, 33, 1, "number of bytes in a shoe's seed is 33"),
        (52, 32, 0, "number of places for the cut card is 0"),
        (52, 32, MAX_CARDS + 2, "number of places for the cut card is 834: give 1 to 833"),
    ],
)
def test_a_shuffle_out_of_range_is_refused(
    cards: int, seed_bytes: int, cut_places: int, problem: str
) -> None:
    """The shuffle says which of its arguments is out of range, and what the range is."""
    some_cards = (CARDS * (MAX_DECKS + 1))[:cards]
    with pytest.raises(ShoeError, match=problem):
        shuffled(some_cards, bytes(seed_bytes), cut_places)
