"""Void rounds: where no card is left to play with, every bet goes back where it came from."""

from collections import Counter
from random import Random
from typing import Final

import pytest
from tests.play.referee.random_rounds import random_rules
from tests.table.accounts import chips_at, chips_brought
from tests.table.legality.scenes import spoken
from tests.table.random_play import random_event, rich_cards

from pitboss import Event, Outcome, Phase, Rules, SeatPlan, Table
from pitboss.game.bets import PaidBonus
from pitboss.game.facts import BetSettled
from pitboss.game.reasons import VOID
from pitboss.game.trace import codes
from pitboss.table.shoes import ArrangedShoes, parse_cards

ROWS_THAT_DRAW: Final = frozenset(
    {
        "betting-deal",
        "split-split",
        "filling-hit",
        "filling-double",
        "filling-next",
        "dealer-second_card",
        "dealer-draw",
    }
)


def check_all_is_returned(table: Table, before: list[int], house_before: int) -> None:
    """See that nobody has won or lost anything, and that the round is over."""
    assert table.round.phase is Phase.RESOLVED
    assert table.over
    assert table.round.void
    assert table.round.open_bets == table.round.live_hands == 0
    assert [seat.balance_minor for seat in table.round.seats] == before
    assert table.house.balance_minor == house_before
    assert chips_at(table) == chips_brought(table)
    for result in table.results():
        assert (result.outcome, result.net_minor) == (Outcome.VOID, 0)
        assert result.insurance_net_minor == 0
    hands = [hand for seat in table.round.seats for hand in seat.hands]
    assert len(table.results()) == len(hands)
    for hand in hands:
        assert (hand.open, hand.live) == (False, False)
        assert hand.done
        assert hand.reason is VOID
        assert hand.insurance is None or hand.insurance.reason is VOID


def voided(rules: Rules, chance: Random, met: Counter[str]) -> bool:
    """Play one round with few cards; say whether it was void, and count what ran out when."""
    seats = chance.randint(1, min(3, rules.max_seats))
    plans = [SeatPlan(f"seat {seat}", chance.choice((None, 10**6))) for seat in range(seats)]
    cards = rich_cards(chance, chance.randint(1, 8 * seats + 8))
    table = Table(rules, seats=plans, shoes=ArrangedShoes([cards]))
    before = [seat.balance_minor for seat in table.round.seats]
    table.open_round()
    while not table.over:
        table.apply(random_event(chance, table))
    if table.round.void:
        check_all_is_returned(table, before, 0)
        met[[name for name in codes(table.house.trace) if name in ROWS_THAT_DRAW][-1]] += 1
    return table.round.void


@pytest.mark.untraced
def test_whatever_card_is_missing_every_bet_is_returned() -> None:
    """Under any rules, at any draw: doubled bets, insurance, and hands already settled."""
    chance = Random(11)
    met: Counter[str] = Counter()
    void = 0
    for _ in range(200):
        rules = Rules.from_dict({**random_rules(chance), "shuffle": "when_empty"})
        void += sum(voided(rules, chance, met) for _ in range(20))
    assert void > 500
    assert set(met) == ROWS_THAT_DRAW


def test_a_natural_that_was_paid_is_taken_back() -> None:
    """The round counts as not played, for those whose bets were settled as well."""
    cards = parse_cards("AcTc6dKc2c5h3h")
    table = Table(seats=[SeatPlan("Ann", 100), SeatPlan("Bob", 100)], shoes=ArrangedShoes([cards]))
    for event in spoken(table, "open bet:10 bet:20"):
        table.apply(event)
    assert table.results()[0].outcome is Outcome.NATURAL
    assert table.round.seats[0].balance_minor == 115
    for event in spoken(table, "hit hit"):
        table.apply(event)
    check_all_is_returned(table, [100, 100], 0)


def test_a_bonus_that_was_paid_is_taken_back() -> None:
    """The result and the fact of the void bet name no bonus, for none was paid in the end."""
    rules = Rules.preset("six_deck_s17", bonuses=["suited_natural"])
    cards = parse_cards("AcTc6dKc2c5h3h")
    plans = [SeatPlan("Ann", 100), SeatPlan("Bob", 100)]
    table = Table(rules, seats=plans, shoes=ArrangedShoes([cards]))
    table.house.notes_facts = True
    for event in spoken(table, "open bet:10 bet:20 hit"):
        table.apply(event)
    assert table.results()[0].bonus == PaidBonus("suited_natural", "suited")
    table.apply(Event.hit(1, 0))
    check_all_is_returned(table, [100, 100], 0)
    assert table.results()[0].bonus is None
    settled = [fact for fact in table.house.facts if isinstance(fact, BetSettled)]
    assert [(fact.name, fact.undone_minor) for fact in settled] == [("", 30), ("", None)]


def test_a_bust_and_an_insurance_bet_are_given_back() -> None:
    """What was lost before the last card is returned like what was still open."""
    cards = parse_cards("TcTs" + "Ad" + "6c6s" + "5h" + "Th")
    table = Table(seats=[SeatPlan("Ann", 100), SeatPlan("Bob", 100)], shoes=ArrangedShoes([cards]))
    for event in spoken(table, "open bet:10 bet:20 insure:5 decline hit"):
        table.apply(event)
    assert table.round.seats[0].balance_minor == 85
    table.apply(Event.stand(1, 0))
    check_all_is_returned(table, [100, 100], 0)


def test_the_next_round_after_a_void_one_is_void_as_well() -> None:
    """As long as nobody brings a shoe; bets are taken and returned."""
    table = Table(seats=[SeatPlan("Ann", 100)], shoes=ArrangedShoes([parse_cards("TcTs")]))
    for _ in range(3):
        for event in spoken(table, "open bet:10"):
            table.apply(event)
        assert table.round.void
        check_all_is_returned(table, [100], 0)


def test_a_bet_that_cannot_be_dealt_for_is_returned_before_a_question() -> None:
    """A deal that stops half-way leaves nothing to be decided."""
    for count in range(1, 4):
        cards = parse_cards("AcAdAhAs"[: 2 * count])
        table = Table(seats=[SeatPlan("Ann", 100)], shoes=ArrangedShoes([cards]))
        for event in spoken(table, "open bet:10"):
            table.apply(event)
        check_all_is_returned(table, [100], 0)


@pytest.mark.parametrize(
    ("options", "cards", "words"),
    [
        ({"peek": "never"}, "Tc Ad 2c 5h", "insure:5 hit"),
        ({"peek": "never"}, "Tc Ad 6c 5h", "insure:5 stand"),
        ({"hole_card": "none"}, "Tc 9d 9c", "stand"),
        ({"hole_card": "none", "surrender": "late"}, "Tc Ad 6c", "insure:5 surrender"),
    ],
    ids=["a hit", "the dealer's third card", "the dealer's second card", "a card for insurance"],
)
def test_a_bet_that_waits_for_the_dealers_card_is_returned(
    options: dict[str, object], cards: str, words: str
) -> None:
    """So are an insurance bet that nobody could decide, and a surrendered bet."""
    order = parse_cards(cards.replace(" ", ""))
    table = Table(Rules.of(**options), seats=[SeatPlan("Ann", 100)], shoes=ArrangedShoes([order]))
    for event in spoken(table, f"open bet:10 {words}"):
        table.apply(event)
    assert table.round.void
    check_all_is_returned(table, [100], 0)
