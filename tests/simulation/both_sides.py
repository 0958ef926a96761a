"""The same shoes played by the kernel and by the engine, round by round."""

from collections.abc import Sequence

import numpy as np
from attrs import frozen

from pitboss import Rules, Table, play_round
from pitboss.rules.rules import every_preset
from pitboss.simulation import ByCount, StrategyPlayer, UncoveredError
from pitboss.simulation.encoding import check_covered, numbers_of
from pitboss.simulation.shoe_ranges import play_range


@frozen
class Played:
    """One round: the shoe it began with, its cards, and what each seat won and staked."""

    cards: int
    nets: tuple[int, ...]
    stakes: tuple[int, ...]


def covered_presets() -> list[str]:
    """Name the presets that the kernel plays."""
    return [name for name, rules in every_preset().items() if is_covered(rules)]


def is_covered(rules: Rules) -> bool:
    """Say whether the kernel plays a rule set."""
    try:
        check_covered(rules)
    except UncoveredError:
        return False
    return True


def by_engine(rules: Rules, strategies: Sequence[ByCount], seed: int, rounds: int) -> list[Played]:
    """Play rounds at a table."""
    table = Table(rules, seats=[f"seat {seat}" for seat, _ in enumerate(strategies)], seed=seed)
    players = [StrategyPlayer(rules, strategy) for strategy in strategies]
    played: list[Played] = []
    for _ in range(rounds):
        play_round(table, players)
        seats = table.round.seats
        cards = len(table.round.dealer.cards) + (table.house.hole_card is not None)
        played.append(
            Played(
                cards + sum(len(hand.cards) for seat in seats for hand in seat.hands),
                tuple(seat.returned_minor - seat.staked_minor for seat in seats),
                tuple(seat.staked_minor for seat in seats),
            )
        )
    return played


def by_kernel(rules: Rules, strategies: Sequence[ByCount], seed: int, rounds: int) -> list[Played]:
    """Play rounds in the kernel."""
    numbers = numbers_of(rules, strategies, seed)
    shoes = 8
    while True:
        found = play_range(numbers, 1, shoes, rounds=rounds)
        if len(found.rounds) == rounds:
            return [_played(line) for line in found.rounds.tolist()]
        shoes *= 2


def _played(line: list[int]) -> Played:
    cards, *of_seats = line
    seats = len(of_seats) // 2
    return Played(cards, tuple(of_seats[:seats]), tuple(of_seats[seats:]))


def first_difference(
    rules: Rules, strategies: Sequence[ByCount], seed: int, rounds: int
) -> str | None:
    """Say where the two sides part, if they do."""
    both = zip(
        by_kernel(rules, strategies, seed, rounds),
        by_engine(rules, strategies, seed, rounds),
        strict=True,
    )
    for number, (kernel, engine) in enumerate(both, 1):
        if kernel != engine:
            return f"round {number} of seed {seed} under {rules}: {kernel}, at a table {engine}"
    return None


def total(rounds: Sequence[Played], seat: int) -> int:
    """Add up what a seat won."""
    return int(np.sum([played.nets[seat] for played in rounds]))
