"""Many shoes, and what is added up of their rounds."""

from __future__ import annotations

from pitboss.simulation.compiling import compiled, inlined
from pitboss.simulation.kernel.places import (
    ANTE,
    AT,
    BETS,
    BLOCKS_OF_EIGHT,
    CARDS_BEFORE,
    COUNTING,
    COUNTS,
    CUT_AT,
    EVERY_ROUND,
    FIRST_BLOCKS,
    HANDS,
    HANDS_PLAYED,
    LANES,
    NET,
    OF_SHOE,
    POSITION,
    READY,
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
    SIMPLE,
    SPONGE,
    SQUARES_HIGH,
    SQUARES_LOW,
    STAKED,
    STAKES,
    STARTED,
    STARTING_HAND,
    SUMS,
    Bytes,
    Longs,
    Whole,
)
from pitboss.simulation.kernel.rounds import play_round, take_bets
from pitboss.simulation.kernel.shuffling import absorb, bring_fresh, next_block
from pitboss.simulation.kernel.simple import play_simple


@inlined
def add(sums: Whole, t: Whole, s: int, at: int) -> None:
    """Add a round of a seat to sums; of a square the lower half and the upper half."""
    net = t[s + RETURNED] - t[s + STAKED]
    square = net * net
    sums[at + ROUNDS] += 1
    sums[at + HANDS_PLAYED] += t[s + HANDS]
    sums[at + BETS] += t[s + ANTE]
    sums[at + STAKES] += t[s + STAKED]
    sums[at + NET] += net
    sums[at + SQUARES_LOW] += square & 0xFFFFFFFF
    sums[at + SQUARES_HIGH] += square >> 32


@inlined
def write_down(t: Whole, by_count: Whole, by_hand: Whole, rounds: Whole, played: int) -> int:
    """Add a round to the sums; return what all seats won."""
    won = 0
    line = played * (1 + 2 * t[SEATS])
    wanted = line < len(rounds)
    if wanted:
        rounds[line] = t[CARDS_BEFORE] + t[POSITION] - t[STARTED]
    for seat in range(t[SEATS]):
        s = SEAT + seat * SEAT_SIZE
        net = t[s + RETURNED] - t[s + STAKED]
        won += net
        if t[s + HANDS]:
            if len(by_hand):
                add(by_hand, t, s, ((seat * 1000 + t[s + STARTING_HAND]) & 0x1FFF) * SUMS)
            if t[s + COUNTING] or not len(by_hand):
                add(by_count, t, s, ((seat * COUNTS + t[s + AT]) & 0xFFF) * SUMS)
        if wanted:
            rounds[line + 1 + seat] = net
            rounds[line + 1 + t[SEATS] + seat] = t[s + STAKED]
    return won


@compiled
def play_shoes(  # noqa: PLR0917  what is played by, then what is found
    t: Whole,
    cards: Bytes,
    longs: Longs,
    first: int,
    by_count: Whole,
    by_hand: Whole,
    shoes: Whole,
    rounds: Whole,
) -> int:
    """Play shoes from the first to the last round of each; return how many rounds that were.

    Args:
        t: rules, bets, and the state of a table.
        cards: the deck, the charts, and a shoe.
        longs: what shoes are made from.
        first: the number of the first shoe.
        by_count: of each seat by its count the sums; those of a seat that does not count are left
            out if there are sums by hand.
        by_hand: of each seat by up card and first two cards the sums; empty if not wanted.
        shoes: of each shoe its rounds, its cards, the net of all seats, where that was lowest, and
            that of its worst round.
        rounds: of each round its cards, then the net of each seat, then their stakes, as
            many as the array holds.
    """
    played = 0
    many = len(shoes) // OF_SHOE
    for group in range(0, many, LANES):
        t[SPONGE] = 0
        absorb(t, longs, first + group, 0)
        for _ in range(t[FIRST_BLOCKS]):
            next_block(t, longs)
        for lane in range(min(LANES, many - group)):
            bring_fresh(t, cards, longs, first + group + lane, lane)
            before, used, net, lowest, worst = played, 0, 0, 0, 0
            while True:
                if not (t[SIMPLE] and play_simple(t, cards)):
                    take_bets(t, cards)
                    play_round(t, cards, longs)
                won = write_down(t, by_count, by_hand, rounds, played)
                used += t[CARDS_BEFORE] + t[POSITION] - t[STARTED]
                net += won
                lowest, worst = min(lowest, net), min(worst, won)
                played += 1
                if t[EVERY_ROUND] or t[POSITION] > t[CUT_AT]:
                    break
            line = (group + lane) * OF_SHOE
            shoes[line + SHOE_ROUNDS], shoes[line + SHOE_CARDS] = played - before, used
            shoes[line + SHOE_NET] = net
            shoes[line + SHOE_LOWEST], shoes[line + SHOE_WORST] = lowest, worst
            if t[SPONGE] == 1:
                t[READY] = t[BLOCKS_OF_EIGHT]
    return played
