"""Many shoes, one after the other."""

from __future__ import annotations

from pitboss.simulation.compiling import compile_cached
from pitboss.simulation.kernel import layout as k
from pitboss.simulation.kernel.layout import Bytes, Longs, Steps, Whole
from pitboss.simulation.kernel.one_seat_rounds import play_by_steps
from pitboss.simulation.kernel.rounds import play_round
from pitboss.simulation.kernel.shuffling import absorb, bring_fresh, next_block
from pitboss.simulation.kernel.sums import add_round


@compile_cached
def play_shoes(  # noqa: PLR0917  what is played by, then what is found
    t: Whole,
    cards: Bytes,
    longs: Longs,
    steps: Steps,
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
        steps: the table of steps; empty if there is none.
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
    many = len(shoes) // k.OF_SHOE
    for group in range(0, many, k.LANES):
        t[k.SPONGE] = 0
        absorb(t, longs, first + group, 0)
        for _ in range(t[k.FIRST_BLOCKS]):
            next_block(t, longs)
        for lane in range(min(k.LANES, many - group)):
            bring_fresh(t, cards, longs, first + group + lane, lane)
            line, before = (group + lane) * k.OF_SHOE, played
            while played == before or t[k.POSITION] <= t[k.CUT_AT]:
                ahead = played
                if len(steps):
                    ahead = play_by_steps(
                        t, cards, steps, by_count, by_hand, shoes, line, rounds, played
                    )
                if ahead == played:
                    play_round(t, cards, longs)
                    add_round(t, by_count, by_hand, shoes, line, rounds, played)
                    ahead += 1
                played = ahead
            if t[k.SPONGE] == 1:
                t[k.READY] = t[k.BLOCKS_OF_EIGHT]
    return played
