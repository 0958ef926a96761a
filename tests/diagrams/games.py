"""Journals of games for drawings to be made from."""

import io
from collections.abc import Sequence
from random import Random

from pitboss import Journal, RandomLegal, Rules, SeatPlan, Table, play_rounds
from pitboss.game.cards import CARDS
from pitboss.game.shoe import ShoeSource
from pitboss.table.shoes import ArrangedShoes

WEIGHTS = [4 if card.makes_natural else 1 for card in CARDS]
"""Aces and tens come often, so that there is much to ask."""


def game(
    rules: Rules | None = None,
    *,
    rounds: int = 5,
    seats: Sequence[str | SeatPlan] = ("Ann", "Ben"),
    seed: int = 7,
    finished: bool = True,
    shoes: ShoeSource | None = None,
) -> bytes:
    """Let seats answer at random, and return the journal of the game."""
    file = io.BytesIO()
    table_seed = seed if shoes is None else None
    table = Table(rules, seats=seats, seed=table_seed, shoes=shoes, recorder=Journal(file))
    players = [RandomLegal(seed, seat) for seat in range(len(seats))]
    play_rounds(table, players, rounds)
    if finished:
        table.close()
    return file.getvalue()


def eventful_shoes(chance: Random, cards: int = 200) -> ArrangedShoes:
    """Return a shoe in which aces and tens come often; a short one may make a round void."""
    return ArrangedShoes([chance.choices(CARDS, WEIGHTS, k=cards)])
