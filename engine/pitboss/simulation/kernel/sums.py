"""What is added up of rounds."""

from __future__ import annotations

from pitboss.simulation.compiling import compiled, inlined
from pitboss.simulation.kernel.places import (
    ANTE,
    AT,
    BETS,
    CARDS_BEFORE,
    COUNTING,
    COUNTS,
    HANDS,
    HANDS_PLAYED,
    NET,
    POSITION,
    RETURNED,
    ROUNDS,
    SEAT,
    SEAT_SIZE,
    SEATS,
    SHOE_CARDS,
    SHOE_LOWEST,
    SHOE_NET,
    SHOE_ROUNDS,
    SHOE_WORST,
    SQUARES_HIGH,
    SQUARES_LOW,
    STAKED,
    STAKES,
    STARTED,
    STARTING_HAND,
    SUMS,
    Whole,
)


@inlined
def add(  # noqa: PLR0917  a round of a seat
    sums: Whole, at: int, hands: int, ante: int, staked: int, net: int
) -> None:
    """Add a round of a seat to sums; of a square the lower half and the upper half."""
    square = net * net
    sums[at + ROUNDS] += 1
    sums[at + HANDS_PLAYED] += hands
    sums[at + BETS] += ante
    sums[at + STAKES] += staked
    sums[at + NET] += net
    sums[at + SQUARES_LOW] += square & 0xFFFFFFFF
    sums[at + SQUARES_HIGH] += square >> 32


@inlined
def add_to_shoe(  # noqa: PLR0917  what is found, then what is added
    shoes: Whole, line: int, rounds: int, cards: int, net: int, lowest: int, worst: int
) -> None:
    """Add rounds to a shoe: what they brought, where that was lowest, and the worst of them."""
    shoes[line + SHOE_LOWEST] = min(shoes[line + SHOE_LOWEST], shoes[line + SHOE_NET] + lowest)
    shoes[line + SHOE_WORST] = min(shoes[line + SHOE_WORST], worst)
    shoes[line + SHOE_ROUNDS] += rounds
    shoes[line + SHOE_CARDS] += cards
    shoes[line + SHOE_NET] += net


@compiled
def add_round(  # noqa: PLR0917  the round, then what is found
    t: Whole,
    by_count: Whole,
    by_hand: Whole,
    shoes: Whole,
    line: int,
    rounds: Whole,
    played: int,
) -> None:
    """Add the round that was played to all that is found."""
    cards, won = t[CARDS_BEFORE] + t[POSITION] - t[STARTED], 0
    wanted = played * (1 + 2 * t[SEATS])
    if wanted < len(rounds):
        rounds[wanted] = cards
    for seat in range(t[SEATS]):
        s = SEAT + seat * SEAT_SIZE
        hands, ante, staked = t[s + HANDS], t[s + ANTE], t[s + STAKED]
        net = t[s + RETURNED] - staked
        won += net
        if hands:
            if len(by_hand):
                add(by_hand, (seat * 1000 + t[s + STARTING_HAND]) * SUMS, hands, ante, staked, net)
            if t[s + COUNTING] or not len(by_hand):
                add(by_count, (seat * COUNTS + t[s + AT]) * SUMS, hands, ante, staked, net)
        if wanted < len(rounds):
            rounds[wanted + 1 + seat] = net
            rounds[wanted + 1 + t[SEATS] + seat] = staked
    add_to_shoe(shoes, line, 1, cards, won, won, won)
