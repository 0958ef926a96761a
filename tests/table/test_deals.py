"""The deal: cards that are laid out at once lie where they would come one by one."""

from random import Random

import pytest
from tests.table.random_play import rich_cards

from pitboss import Event, Rules, Table
from pitboss.game.totals import is_natural
from pitboss.game.trace import codes
from pitboss.machine.effects import deal_cards, deal_one_by_one
from pitboss.machine.flags import flags_for
from pitboss.table.shoes import ArrangedShoes

DEALS = {
    "hole card last": Rules(),
    "hole card first": Rules.of(up_card="second"),
    "no hole card": Rules.preset("european_all"),
    "blocks": Rules.of(deal="blocks"),
    "blocks, hole card first": Rules.of(deal="blocks", up_card="second"),
    "blocks, no hole card": Rules.preset("european_all", deal="blocks"),
}


def table_with_bets(rules: Rules, chance: Random) -> Table:
    """Return a table at which some have bet and the last seat is still asked."""
    seats = chance.randint(2, min(rules.max_seats, 7))
    shoes = ArrangedShoes([rich_cards(chance, 40)])
    table = Table(rules, seats=[f"seat {seat}" for seat in range(seats)], shoes=shoes)
    table.open_round()
    playing = chance.randrange(seats - 1)
    for seat in range(seats - 1):
        bets = seat == playing or chance.random() < 0.7
        table.apply(Event.bet(seat, 1000) if bets else Event.sit_out(seat))
    return table


def lying(table: Table) -> tuple[object, ...]:
    """Return what a deal decides."""
    round_, house = table.round, table.house
    hands = [
        (hand.cards, hand.points, hand.soft, hand.natural, hand.done)
        for seat in round_.seats
        for hand in seat.hands
    ]
    dealer = round_.dealer
    return (
        hands,
        (dealer.cards, dealer.points, dealer.soft, round_.up_card, round_.hole_hidden),
        round_.dealer_natural,
        (house.hole_card, house.shoe.position, codes(house.trace)),
    )


@pytest.mark.parametrize("name", DEALS)
def test_what_is_dealt_at_once_lies_as_if_dealt_one_by_one(name: str) -> None:
    """In both orders, whichever card lies face up, with a hole card and without."""
    rules = DEALS[name]
    flags = flags_for(rules)
    for seed in range(150):
        table, twin = (table_with_bets(rules, Random(seed)) for _ in range(2))
        deal_cards(flags, table.round, table.house, Event.open())
        deal_one_by_one(flags, twin.round, twin.house)
        assert lying(table) == lying(twin)
        dealt = [hand for seat in table.round.seats for hand in seat.hands]
        assert [hand.natural for hand in dealt] == [is_natural(hand.cards) for hand in dealt]
        assert [hand.done for hand in dealt] == [hand.natural for hand in dealt]


@pytest.mark.parametrize("name", DEALS)
def test_a_deal_that_a_shoe_just_holds_takes_its_last_card(name: str) -> None:
    """One card less, and another shoe is asked for."""
    rules = DEALS[name]
    table = table_with_bets(rules, Random(4))
    deal_cards(flags_for(rules), table.round, table.house, Event.open())
    needed = table.house.shoe.position
    for count in (needed, needed - 1):
        again = table_with_bets(rules, Random(4))
        again.house.shoe = ArrangedShoes([table.house.shoe.cards[:count]]).fresh(1)
        again.house.shoes = ArrangedShoes(())
        deal_cards(flags_for(rules), again.round, again.house, Event.open())
        assert again.round.void == (count < needed)
        assert again.house.shoe.remaining == 0
