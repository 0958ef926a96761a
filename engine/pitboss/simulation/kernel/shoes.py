"""Play many shoes, one after another."""

from __future__ import annotations

from pitboss.simulation.compiling import compile_cached
from pitboss.simulation.kernel import layout as k
from pitboss.simulation.kernel.layout import Bytes, Longs, Steps, Whole
from pitboss.simulation.kernel.one_seat_rounds import play_by_steps
from pitboss.simulation.kernel.rounds import play_round
from pitboss.simulation.kernel.shuffling import absorb, bring_fresh, next_block
from pitboss.simulation.kernel.sums import add_round


@compile_cached
def play_shoes(  # noqa: PLR0917  the inputs, then the results
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
    """Play every round of some shoes; return the number of rounds.

    Args:
        t: rules, bets, and the state of a table.
        cards: the deck, the charts, and a shoe.
        longs: the numbers from which shoes are made.
        steps: the lookup table of one-seat rounds; may be empty.
        first: the number of the first shoe.
        by_count: the sums of each seat by its count. If there are sums of starting hands, a seat
            that does not count has no sums here.
        by_hand: the sums of each seat by up card and first two cards; empty if not wanted.
        shoes: for each shoe, its rounds, its cards, the net of all seats, the lowest point of that
            net, and the net of its worst round.
        rounds: for each round, its cards, and the net and the stakes of each seat; only for as many
            rounds as the array holds.
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
