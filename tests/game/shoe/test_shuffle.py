"""The shuffle gives the orders that it gave when it was released, and those of its plain twin."""

import json
from pathlib import Path
from typing import Final, NotRequired, TypedDict

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.game.shoe.plain_shuffle import plain_seed, plain_shuffled

from pitboss.errors import ShoeError
from pitboss.game.cards import CARDS, Card
from pitboss.game.limits import MAX_CARDS, MAX_DECKS
from pitboss.game.shoe import (
    MAX_SEED,
    SHUFFLE_ALGORITHM,
    Shoe,
    TableSeed,
    secret_commitment,
    secret_of,
    shoe_commitment,
    shoe_seed,
    shuffle,
)
from pitboss.rules import Rules
from pitboss.table.shoes import SeededShoes, parse_cards, seeded_shoes

GOLDEN: Final = Path(__file__).parents[3] / "fixtures" / "shoe" / "shake256-fy-2.json"


class GoldenShoe(TypedDict):
    """A shoe of a released version; `on_table` where it was made in mid-round."""

    table_seed: int | str
    number: int
    part: int
    client_seeds: list[str]
    decks: int
    burn: int
    cut_low: int
    cut_high: int
    on_table: NotRequired[str]
    secret: str
    secret_commitment: str
    seed: str
    commitment: str
    position: int
    cut_at: int
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
        seed_of(golden),
        golden["decks"],
        golden["burn"],
        golden["cut_low"],
        golden["cut_high"],
        tuple(golden["client_seeds"]),
    )


def seed_of(golden: GoldenShoe) -> TableSeed:
    """Return the seed of the table of a golden shoe."""
    given = golden["table_seed"]
    return bytes.fromhex(given) if isinstance(given, str) else given


def assert_as_released(shoe: Shoe | None, golden: GoldenShoe) -> None:
    """Compare every fact of a shoe with the released one."""
    assert shoe is not None
    assert shoe.seed is not None
    seed = seed_of(golden)
    assert secret_of(seed).hex() == golden["secret"]
    assert secret_commitment(seed) == golden["secret_commitment"]
    assert shoe.seed.hex() == golden["seed"]
    assert shoe_commitment(shoe, seed) == golden["commitment"]
    assert (shoe.number, shoe.part) == (golden["number"], golden["part"])
    assert shoe.position == golden["position"]
    assert shoe.cut_at == golden["cut_at"]
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
    assert_as_released(source_of(golden).remade(golden["number"], golden["part"], on_table), golden)


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
    assert shuffle(cards, seed, cut_places) == plain_shuffled(cards, seed, cut_places)


@given(cards=st.lists(st.sampled_from(CARDS), min_size=1, max_size=60), seed=seeds)
def test_any_few_cards_are_shuffled_as_by_the_plain_twin(cards: list[Card], seed: bytes) -> None:
    """The rest of a shoe is shuffled by the same rule, and no card is lost or gained."""
    order, place = shuffle(cards, seed)
    assert (order, place) == plain_shuffled(cards, seed)
    assert sorted(card.index for card in order) == sorted(card.index for card in cards)
    assert place == 0


@given(
    table_seed=small_seeds | seeds,
    number=st.integers(1, MAX_SEED),
    part=st.integers(0, MAX_SEED),
    client_seeds=st.lists(st.text(max_size=64)),
)
def test_the_seed_of_a_shoe_is_its_plain_twin(
    table_seed: TableSeed, number: int, part: int, client_seeds: list[str]
) -> None:
    """It hangs on the table's seed, the shoe's name and the clients' seeds, and nothing else."""
    made = shoe_seed(table_seed, number, part, client_seeds)
    assert made == plain_seed(table_seed, number, part, client_seeds)


@given(decks=st.integers(1, MAX_DECKS), seed=seeds, counts=st.lists(st.integers(1, MAX_CARDS + 1)))
def test_a_shoe_that_is_drawn_from_bit_by_bit_has_the_same_order(
    decks: int, seed: bytes, counts: list[int]
) -> None:
    """However many cards are asked for at a time; nobody who looks at all of them changes it."""
    cards = CARDS * decks
    order, cut_place = plain_shuffled(cards, seed, 7)
    shoe = Shoe(1, cards, 0, 0, seed, written_out=False)
    assert shoe.shuffle(7) == cut_place
    for count in counts:
        assert shoe.has(count) is (count <= len(cards))
        prepared = shoe.prepared
        assert count <= prepared or count > len(cards)
        assert tuple(shoe.order[:prepared]) == order[:prepared]
        assert shoe.cards == order
        assert shoe.prepared == prepared


def test_words_that_are_passed_over_cost_turns_and_no_places() -> None:
    """However many stand in a row, and wherever the words run out that were worked out so far."""
    for passed_over in (1, 8, 9, 40, 150):
        sound = range(1, 400)
        words = (*sound[:5], *[65535] * passed_over, *sound[5:])
        orders: list[tuple[Card, ...]] = []
        for each in (words, tuple(sound)):
            shoe = Shoe(1, CARDS * 3, 0, 0, bytes(32), written_out=False)
            shoe.shuffle(1)
            shoe.prepared, shoe.words, shoe.taken = 0, each, 0
            shoe.order = list(CARDS * 3)
            assert shoe.has(len(shoe.order))
            orders.append(shoe.cards)
            assert shoe.taken == len(shoe.order) + (passed_over if each is words else 0)
        assert orders[0] == orders[1]


@given(seed=seeds)
def test_few_cards_cost_few_words(seed: bytes) -> None:
    """Of a shoe for one round, no more is shuffled than a round may need, nor words worked out."""
    shoe = Shoe(1, CARDS * 6, 0, 0, seed, written_out=False)
    shoe.shuffle(31)
    assert shoe.prepared == 0
    assert shoe.has(6)
    assert shoe.prepared == 8
    assert len(shoe.words) == 32
    assert 9 <= shoe.taken < 16
    assert shoe.has(9)
    assert shoe.prepared == 16


@given(st.lists(st.text(max_size=20), min_size=2, max_size=7))
def test_what_one_seat_adds_is_not_taken_for_anothers(texts: list[str]) -> None:
    """Each stands behind its length, so that two lists of texts never run together."""
    joined = ["".join(texts), *[""] * (len(texts) - 1)]
    same = shoe_seed(7, 1, 0, texts) == shoe_seed(7, 1, 0, joined)
    assert same is (texts == joined)


def test_a_number_is_marked_and_a_secret_is_not() -> None:
    """Whoever reads a commitment sees whether it could be found by trying."""
    shoe = seeded_shoes(Rules(), 7).fresh(1)
    assert secret_commitment(7).startswith("not secret ")
    assert shoe_commitment(shoe, 7) == "not secret " + str(shoe_commitment(shoe, secret_of(7)))
    assert len(secret_commitment(secret_of(7))) == 64


def test_an_arranged_shoe_has_no_commitment() -> None:
    """Its cards stand in the journal."""
    assert shoe_commitment(Shoe(1, CARDS, 0, 52, None, written_out=True), 7) is None


def test_no_two_shoes_begin_with_one_seed() -> None:
    """The seeds of a hundred tables' first hundred shoes all differ, swapped numbers included."""
    all_seeds = {shoe_seed(table, number) for table in range(100) for number in range(1, 101)}
    assert len(all_seeds) == 100 * 100


def test_words_are_passed_over_and_more_are_fetched() -> None:
    """Among twenty shoes of sixteen decks some need more words than are fetched at first."""
    cards = CARDS * MAX_DECKS
    for number in range(1, 21):
        seed = shoe_seed(0, number)
        assert shuffle(cards, seed) == plain_shuffled(cards, seed)


def test_words_are_passed_over_for_the_cut_card_too() -> None:
    """Of 833 places 562 would get more of the 65,536 words: one word in 117 is passed over."""
    card = CARDS[:1]
    for number in range(1, 2001):
        seed = shoe_seed(0, number)
        assert shuffle(card, seed, 833) == plain_shuffled(card, seed, 833)


@pytest.mark.parametrize(
    ("table_seed", "number", "problem"),
    [
        (-1, 1, "seed is -1: give 0 to 9223372036854775807"),
        (bytes(31), 1, "number of bytes in a secret is 31: give 32 to 32"),
        (bytes(33), 1, "number of bytes in a secret is 33: give 32 to 32"),
        (2**63, 1, "seed is 9223372036854775808"),
        (0, 0, "shoe number is 0: give 1 to"),
        (0, 2**63, "shoe number is 9223372036854775808"),
    ],
)
def test_a_seed_out_of_range_is_refused(table_seed: TableSeed, number: int, problem: str) -> None:
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
        shuffle(some_cards, bytes(seed_bytes), cut_places)
