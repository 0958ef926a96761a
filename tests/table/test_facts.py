"""Facts tell what happened at a table; nobody who reads them needs to know the rules."""

from random import Random

import pytest
from tests.play.rule_play.covering import covering_rules
from tests.play.rule_play.random_tables import Setting, random_answer, random_setting
from tests.scale import scaled
from tests.table.random_play import random_event, rich_cards

from pitboss import Card, Event, Rules, Table
from pitboss.game.bets import BetKind
from pitboss.game.facts import (
    BetPlaced,
    BetRaised,
    BetSettled,
    DealerCardShown,
    Fact,
    FirstCardsDealt,
    HandDrew,
)
from pitboss.table.shoes import ArrangedShoes, parse_cards

TABLES = scaled(8, least=2)
RULES = [*covering_rules()]


def facts_of_round(chance: Random, table: Table, setting: Setting) -> list[Fact]:
    """Play a round with random answers, and gather its facts."""
    noted = list(table.house.facts)
    while table.round.question is not None:
        table.apply(random_answer(chance, table, setting))
        noted += table.house.facts
    return noted


def nets_of(noted: list[Fact], seats: int) -> list[int]:
    """Return what the bets of each seat brought, by the facts alone."""
    staked, returned = [0] * seats, [0] * seats
    for fact in noted:
        match fact:
            case BetPlaced():
                staked[fact.seat] += fact.stake_minor
            case BetRaised():
                staked[fact.seat] += fact.by_minor
            case BetSettled():
                returned[fact.seat] += fact.returned_minor - (fact.undone_minor or 0)
            case _:
                pass
    return [back - stake for back, stake in zip(returned, staked, strict=True)]


def cards_of(noted: list[Fact]) -> tuple[list[Card], list[Card]]:
    """Return the cards that came to hands, and those that lie before the dealer in the end."""
    hands: list[Card] = []
    dealer: list[Card] = []
    for fact in noted:
        match fact:
            case FirstCardsDealt():
                hands += [each.card for each in fact.cards if each.seat is not None]
                dealer = [] if fact.up_card is None else [fact.up_card]
            case HandDrew():
                hands.append(fact.card)
            case DealerCardShown():
                dealer = [*fact.cards]
            case _:
                pass
    return hands, dealer


@pytest.mark.parametrize("rules", RULES[:: 1 if TABLES > 2 else 8], ids=lambda rules: rules.digest)
def test_facts_tell_all_chips_and_all_cards(rules: Rules) -> None:
    """Whatever the rules are, and when no card is left as well."""
    for number in range(TABLES):
        chance = Random(f"facts {rules.digest} {number}")
        setting = random_setting(chance, rules)
        table = Table(rules, seats=setting.plans, seed=setting.seed, shoes=setting.shoes)
        table.house.notes_facts = True
        for _ in range(4):
            before = [seat.balance_minor for seat in table.round.seats]
            table.open_round()
            noted = facts_of_round(chance, table, setting)
            seats = table.round.seats
            after = [seat.balance_minor for seat in seats]
            nets = [now - then for now, then in zip(after, before, strict=True)]
            assert nets_of(noted, len(seats)) == nets
            lying = [card.code for seat in seats for hand in seat.hands for card in hand.cards]
            hands, dealer = cards_of(noted)
            assert sorted(card.code for card in hands) == sorted(lying)
            assert dealer == table.round.dealer.cards


def test_facts_are_noted_only_for_who_reads_them() -> None:
    """What nobody reads costs nothing."""
    table = Table(seats=["Ann"], seed=7)
    table.open_round()
    facts_of_round(Random(1), table, random_setting(Random(1), table.rules))
    assert table.house.facts == []


def test_a_void_round_gives_back_what_is_settled_already() -> None:
    """Facts say how much of it is undone, so that nobody has won or lost by them."""
    chance = Random(5)
    undone = 0
    for _ in range(300):
        cards = rich_cards(chance, chance.randint(6, 14))
        table = Table(seats=["Ann", "Bob"], shoes=ArrangedShoes([cards]))
        table.house.notes_facts = True
        table.open_round()
        noted: list[Fact] = []
        while not table.over:
            table.apply(random_event(chance, table))
            noted += table.house.facts
        if table.round.void:
            assert nets_of(noted, 2) == [0, 0]
            undone += sum(
                isinstance(fact, BetSettled) and bool(fact.undone_minor) for fact in noted
            )
    assert undone > 5


def test_the_fact_of_a_split_names_the_new_hand() -> None:
    """It lies right behind the hand that was split, which may be the first or the second."""
    shoe = ArrangedShoes([parse_cards("8s6h8dTh8cTc2s3s4s5s")])
    table = Table(Rules.of(max_hands=3), seats=["Ann"], shoes=shoe)
    table.house.notes_facts = True
    table.open_round()
    placed: list[int] = []
    for event in (Event.bet(0, 100), Event.split(0, 0), Event.split(0, 0)):
        table.apply(event)
        placed += [fact.hand for fact in table.house.facts if isinstance(fact, BetPlaced)]
    assert placed == [0, 1, 1]


def bets_by_facts(noted: list[Fact], seats: int) -> list[list[int]]:
    """Return what lies on each hand of each seat, with what the house staked."""
    hands: list[list[int]] = [[] for _ in range(seats)]
    for fact in noted:
        match fact:
            case BetPlaced(kind=BetKind.ANTE):
                hands[fact.seat].insert(fact.hand, fact.stake_minor + fact.house_stake_minor)
            case BetRaised():
                hands[fact.seat][fact.hand] += fact.by_minor + fact.house_stake_minor
            case _:
                pass
    return hands


@pytest.mark.parametrize("preset", ["free_bet", "spanish_21", "six_deck_h17_ls"])
def test_facts_tell_what_the_house_stakes_beside_the_seat(preset: str) -> None:
    """A win pays on all of it; only free splits and free doubles have a stake of the house."""
    rules = Rules.preset(preset)
    beside = 0
    for number in range(scaled(60, least=20)):
        chance = Random(f"house stakes {preset} {number}")
        setting = random_setting(chance, rules)
        table = Table(rules, seats=setting.plans, seed=setting.seed, shoes=setting.shoes)
        table.house.notes_facts = True
        table.open_round()
        noted = facts_of_round(chance, table, setting)
        seats = table.round.seats
        lying = [[seat.bet_on(hand) for hand in seat.hands] for seat in seats]
        assert bets_by_facts(noted, len(seats)) == lying
        beside += sum(
            fact.house_stake_minor for fact in noted if isinstance(fact, BetPlaced | BetRaised)
        )
    assert (beside > 0) is (preset == "free_bet")
