"""Add rounds to the sums of seats and shoes."""

from __future__ import annotations

from pitboss.simulation.compiling import compile_cached, inline
from pitboss.simulation.kernel import layout as k
from pitboss.simulation.kernel.counting import seat_at
from pitboss.simulation.kernel.layout import Whole


@inline
def add(  # noqa: PLR0917  a round of a seat
    sums: Whole, at: int, hands: int, ante: int, staked: int, net: int
) -> None:
    """Add a round of a seat to sums; the square of its net is added in two halves."""
    square = net * net
    sums[at + k.ROUNDS] += 1
    sums[at + k.HANDS_PLAYED] += hands
    sums[at + k.BETS] += ante
    sums[at + k.STAKES] += staked
    sums[at + k.NET] += net
    sums[at + k.SQUARES_LOW] += square & 0xFFFFFFFF
    sums[at + k.SQUARES_HIGH] += square >> 32


@inline
def add_to_shoe(  # noqa: PLR0917  the results, then what is added
    shoes: Whole, line: int, rounds: int, cards: int, net: int, lowest: int, worst: int
) -> None:
    """Add rounds to the sums of a shoe: the net, its lowest point, and the worst round."""
    lowest += shoes[line + k.SHOE_NET]
    shoes[line + k.SHOE_LOWEST] = min(shoes[line + k.SHOE_LOWEST], lowest)
    shoes[line + k.SHOE_WORST] = min(shoes[line + k.SHOE_WORST], worst)
    shoes[line + k.SHOE_ROUNDS] += rounds
    shoes[line + k.SHOE_CARDS] += cards
    shoes[line + k.SHOE_NET] += net


@compile_cached
def add_round(  # noqa: PLR0917  the round, then the results
    t: Whole,
    by_count: Whole,
    by_hand: Whole,
    shoes: Whole,
    line: int,
    rounds: Whole,
    played: int,
) -> None:
    """Add the finished round to all results."""
    cards, won = t[k.CARDS_BEFORE] + t[k.POSITION] - t[k.STARTED], 0
    wanted = played * (1 + 2 * t[k.SEATS])
    if wanted < len(rounds):
        rounds[wanted] = cards
    for seat in range(t[k.SEATS]):
        own = seat_at(t, seat)
        hands, ante, staked = own.hands, own.ante, own.staked
        net = own.returned - staked
        won += net
        if hands:
            if len(by_hand):
                at = (seat * 1000 + own.starting_hand) * k.SUMS
                add(by_hand, at, hands, ante, staked, net)
            if own.counting or not len(by_hand):
                at = (seat * k.COUNTS + own.at) * k.SUMS
                add(by_count, at, hands, ante, staked, net)
        if wanted < len(rounds):
            rounds[wanted + 1 + seat] = net
            rounds[wanted + 1 + t[k.SEATS] + seat] = staked
    add_to_shoe(shoes, line, 1, cards, won, won, won)
