"""What an answer leaves in the round: nobody is asked the same twice."""

import pytest
from tests.table.legality.scenes import spoken

from pitboss import Rules, Table
from pitboss.game.round import Seat
from pitboss.table.shoes import ArrangedShoes, parse_cards


def seat_after(words: str, cards: str, **options: object) -> Seat:
    """Return how the only seat stands after some words, played with these cards."""
    shoes = ArrangedShoes([parse_cards(cards + "4c4d4h4s" * 4)])
    table = Table(Rules.of(**options), seats=["Ann"], shoes=shoes)
    for event in spoken(table, f"open bet:100 {words}"):
        table.apply(event)
    return table.round.seats[0]


@pytest.mark.parametrize("answer", ["even_money", "decline"])
def test_even_money_is_offered_once(answer: str) -> None:
    """To a natural against an ace, whether it is taken or not."""
    assert not seat_after("", "AcAdKc9h").even_money_asked
    assert seat_after(answer, "AcAdKc9h").even_money_asked


@pytest.mark.parametrize("answer", ["surrender", "decline"])
def test_early_surrender_is_offered_once(answer: str) -> None:
    """Whether it is taken or not; another time the seat is not asked."""
    assert not seat_after("", "TcTd6c9h", surrender="early").early_surrender_asked
    assert seat_after(answer, "TcTd6c9h", surrender="early").early_surrender_asked


@pytest.mark.parametrize("answer", ["insure:50", "decline"])
def test_a_hand_that_a_split_made_was_asked_with_the_hand_it_came_from(answer: str) -> None:
    """Insurance is a question to the two cards that were dealt."""
    seat = seat_after(f"{answer} split", "8cAd8s9h")
    assert [hand.insurance_asked for hand in seat.hands] == [True, True]
    seat = seat_after("split", "8c6d8s9h")
    assert [hand.insurance_asked for hand in seat.hands] == [False, False]


@pytest.mark.parametrize("word", ["stand", "double"])
def test_a_hand_that_is_done_is_asked_no_more(word: str) -> None:
    """And neither open nor live once the round is over."""
    (hand,) = seat_after(word, "5c6d6s9h").hands
    assert (hand.done, hand.open, hand.live) == (True, False, False)
