"""Free bets: doubles and splits that the house stakes win as others do, and lose nothing."""

import json
from io import BytesIO
from typing import Final

import pytest
from tests.table.dealing import came_to, play_dealt

from pitboss import Event, EventKind, Journal, RefusedError, Rules, SeatPlan, Table, verify
from pitboss.exact import NotCoveredError, value
from pitboss.players import RandomLegal
from pitboss.players.table_text import table_text
from pitboss.story import AUDITOR, Story, explain_round
from pitboss.story.phrases import Phrases
from pitboss.story.told_events import Answered
from pitboss.table import play_rounds
from pitboss.table.invariants import flaws

DOUBLE, SPLIT = Event.double(0, 0), Event.split(0, 0)
STAND, SECOND_STANDS = Event.stand(0, 0), Event.stand(0, 1)
FREE: Final[dict[str, object]] = {"free_doubles": True, "free_splits": True}


def dealt(codes: str, *answers: Event, balance_minor: int = 100, **options: object) -> Table:
    """Play a round of one seat, which bets 100 of what it has, with these cards and answers."""
    rules = Rules.preset("six_deck_s17", **{**FREE, **options})
    return play_dealt(rules, codes, *answers, balance_minor=balance_minor)


@pytest.mark.parametrize(
    ("codes", "net_minor"),
    [
        ("6c Td 5c 9h 9c", 200),
        ("6c Td 5c Th 9c", 0),
        ("6c 6d 5c Th 2c 8c", 200),
        ("6c Td 5c Th 2c", -100),
    ],
)
def test_a_free_double_wins_twice_the_bet_and_loses_it_once(codes: str, net_minor: int) -> None:
    """The seat has nothing left with which it could double."""
    table = dealt(codes, DOUBLE)
    assert came_to(table) == [(100, net_minor)]
    assert table.round.seats[0].balance_minor == 100 + net_minor
    assert not [*flaws(table.rules, None, table.plans, table.round, table.house)]


def test_a_double_of_another_total_is_paid_for() -> None:
    """A hard 8, a hard 12, a soft 20."""
    for codes in ("5c Td 3c 9h", "7c Td 5c 9h", "Ac Td 9d 9h"):
        with pytest.raises(RefusedError, match="its free chips do not cover the bet"):
            dealt(codes, DOUBLE)


def test_a_split_that_is_free_stakes_nothing_and_its_win_is_paid() -> None:
    """One hand wins and one loses: all in all nothing is lost."""
    table = dealt("8c Td 8d 8h Tc 2c Th", SPLIT, STAND, Event.double(0, 1))
    assert came_to(table) == [(100, 0), (0, 200)]
    table = dealt("8c Td 8d 9h Tc 9c", SPLIT, STAND, SECOND_STANDS)
    assert came_to(table) == [(100, -100), (0, 0)]
    assert "(-0.00)" not in table_text(table.view(0), minor_per_unit=100)


def test_a_round_without_cards_gives_back_what_the_seat_staked() -> None:
    """And no more: the house staked the double."""
    table = dealt("6c Td 5c 9h", DOUBLE)
    assert table.round.void
    assert came_to(table) == [(100, 0)]
    assert not [*flaws(table.rules, None, table.plans, table.round, table.house)]


def test_tens_are_split_for_the_bet() -> None:
    """They are the one pair that the house does not stake."""
    with pytest.raises(RefusedError):
        dealt("Tc Td Tc 9h", SPLIT)
    table = dealt("Tc Td Td 9h 9c 8c", SPLIT, STAND, SECOND_STANDS, balance_minor=200)
    assert came_to(table) == [(100, 0), (100, -100)]


def test_a_paid_double_of_a_hand_that_the_house_staked_costs_the_opening_bet() -> None:
    """Its win is that of both."""
    answers = SPLIT, STAND, Event.double(0, 1)
    table = dealt("4c 6d 4d Th Tc Ac 3c Td", *answers, balance_minor=200)
    assert came_to(table) == [(100, 100), (100, 200)]


def test_an_offer_says_what_its_answers_cost() -> None:
    """It is what the seat then stakes: nothing if the house does, else the opening bet."""
    cards = "4c 6d 4d Th 6c Ac 3c 5h Td Td"
    answers = (SPLIT, 0), (DOUBLE, 0), (Event.double(0, 1), 100)
    for number, (answer, cost_minor) in enumerate(answers):
        before = [each for each, _cost in answers[:number]]
        table = dealt(cards, *before, balance_minor=300)
        offer, seat = table.offer(), table.round.seats[0]
        assert offer is not None
        assert offer.cost_minor(answer.kind) == cost_minor
        assert json.loads(offer.to_json())["costs"] == {answer.kind.word: cost_minor}
        assert offer.cost_minor(EventKind.STAND) is None
        had_minor = seat.balance_minor
        table.apply(answer)
        if table.offer() is not None:
            assert had_minor - seat.balance_minor == cost_minor


@pytest.mark.parametrize("options", [{}, {"double": "any_time", "split_natural": True}])
def test_journals_with_free_bets_are_played_again_and_told(options: dict[str, object]) -> None:
    """No chips appear or are lost at any event, and the story says which bets were free."""
    rules = Rules.preset("six_deck_s17", **{**FREE, "bonuses": ["spanish_21"], **options})
    sink = BytesIO()
    plans = [SeatPlan("Ann", 10**6), SeatPlan("Bo", 10**6)]
    table = Table(rules, seats=plans, seed=4, recorder=Journal(sink))
    for seed in range(8):
        play_rounds(table, [RandomLegal(seed, 0), RandomLegal(seed, 1)], 50)
        again = Table.restore(type(table.snapshot()).from_json(table.snapshot().to_json()))
        assert again.snapshot() == table.snapshot()
    table.close()
    assert verify(BytesIO(sink.getvalue())).matches
    phrases = Phrases(rules)
    answers = {
        phrases.answer(event)
        for heard in Story(BytesIO(sink.getvalue())).rounds(AUDITOR)
        for event in heard
        if isinstance(event, Answered)
    }
    assert {"doubles for free", "splits for free"} < answers
    assert any(answer.startswith("doubles to ") for answer in answers)
    # Such as a double of a hand that a free split made.
    for word in ("splits", "doubles"):
        assert any(answer.startswith(f"{word} for ") and " more" in answer for answer in answers)


def test_exact_values_refuse_free_bets_by_their_names() -> None:
    """They do not know them."""
    for name in FREE:
        with pytest.raises(NotCoveredError, match=name):
            value(Rules.of(**{name: True}))


def test_why_tells_what_a_hand_won_that_the_house_had_staked() -> None:
    """Nothing was staked on it, and it was paid."""
    table = dealt("8c Td 8d 8h Tc 2c Th", SPLIT, STAND, Event.double(0, 1))
    assert [each.done for each in explain_round(table) if each.subject == "hand"] == [
        "returned 1.00",
        "paid 2.00",
    ]
