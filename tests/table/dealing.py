"""Rounds of one seat with cards by hand, and how they ended."""

from pitboss import Event, Rules, Table
from pitboss.game.reasons import Reason
from pitboss.table import SeatPlan
from pitboss.table.shoes import ArrangedShoes, parse_cards


def play_dealt(
    rules: Rules, codes: str, *answers: Event, balance_minor: int | None = None
) -> Table:
    """Play a round of one seat, which bets 100, with these cards and answers.

    Args:
        rules: of the table.
        codes: the cards in the order of dealing; spaces do not count.
        answers: what the seat answers after its bet.
        balance_minor: what it has; `None` for funds without a limit.
    """
    shoes = ArrangedShoes([parse_cards(codes.replace(" ", ""))])
    table = Table(rules, seats=[SeatPlan("Ann", balance_minor)], shoes=shoes)
    table.open_round()
    for event in (Event.bet(0, 100), *answers):
        table.apply(event)
    return table


def came_to(table: Table) -> list[tuple[int, int]]:
    """Return what was staked on each hand and what it brought, of a round that is over."""
    assert table.over
    return [(result.bet_minor, result.net_minor) for result in table.results()]


def ends(table: Table) -> list[tuple[Reason | None, int]]:
    """Return how each hand of the seat ended, and what it brought."""
    hands = table.round.seats[0].hands
    return [(hand.reason, hand.returned_minor - hand.bet_minor) for hand in hands]
