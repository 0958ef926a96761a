"""Covered rule sets and strategies at random, by number: the same number makes the same game."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final

from attrs import evolve, frozen
from tests.simulation.both_sides import is_covered

from pitboss import PitbossError, Rules
from pitboss.machine.stakes import bet_terms
from pitboss.players import HI_LO, BetRamp, Chart, CountingSystem
from pitboss.players.chart import ROWS, UP_CARDS, ChartBy, ChartRow, HandKind, Move
from pitboss.rules.options import OPTIONS
from pitboss.simulation import ByCount

# Options whose values are not drawn from all there are.
CHOSEN: Final[Mapping[str, tuple[object, ...]]] = {
    "blackjack_pays": ("3:2", "6:5", "1:1", "2:1", "7:5"),
    "insurance_pays": ("2:1", "1:1", "3:2"),
    "max_hands": (2, 3, 4, 8),
    "charlie": (None, 3, 5, 6, 7),
    "max_doubles": (1, 2, 3),
    "charlie_21": (None, 3, 4, 5),
}
LEFT_OUT: Final = {
    "decks",
    "cut_card",
    "burn",
    "max_seats",
    "bet_min",
    "bet_max",
    "opening_balance",
    "top_up",
    "minor_per_unit",
    "side_bets",
    "bonuses",
}
BETS: Final = (7, 10, 70, 100, 600, 1000, 1200, 2000)


CROWDED: Final[tuple[dict[str, object], ...]] = (
    {},
    {"hole_card": "none", "dealer_blackjack_takes": "original"},
    {"split_deal": "both", "dealer_draws": "always", "peek": "never"},
)
"""What may differ between crowded games."""


@frozen
class Game:
    """Rules, and a strategy for each seat."""

    rules: Rules
    strategies: tuple[ByCount, ...]


def any_game(number: int) -> Game:
    """Return the game of a number."""
    random = Random(number)
    rules = any_rules(random)
    seats = random.choice((1, 1, 1, 2, 3, 7))
    strategies = [any_strategy(random, rules) for _ in range(seats)]
    if not all(strategies[0].ramp.at(count) for count in range(-40, 41)):
        strategies[0] = ByCount(strategies[0].chart, BetRamp(strategies[0].ramp.bet_minor))
    return Game(rules, tuple(strategies))


def any_rules(random: Random) -> Rules:
    """Return rules that the kernel plays; half of them differ little from a casino's."""
    change = random.choice((0.15, 0.6))
    while True:
        given: dict[str, object] = {}
        for name, option in OPTIONS.items():
            if name not in LEFT_OUT and random.random() < change:
                allowed = CHOSEN.get(name, tuple(value for _, value in option.kind.meanings))
                given[name] = random.choice(allowed)
        decks = random.choice((1, 1, 2, 3, 6, 8))
        high = random.choice((1, 5, 13 * decks, 26 * decks))
        low = random.choice((0, high // 2, high))
        given |= {
            "decks": decks,
            "cut_card": f"{low}..{high}",
            "burn": random.choice((0, 0, 1, 20)),
        }
        try:
            rules = Rules.of(**given)
        except PitbossError:
            continue
        if is_covered(rules):
            return rules


def any_strategy(random: Random, rules: Rules) -> ByCount:
    """Return a strategy; some count, and some of those sit rounds out."""
    bets = [bet for bet in BETS if bet_terms(rules).allow(bet)]
    chart = any_charts(random, rules) if random.random() < 0.7 else ByCount.basic(rules).chart
    bet = random.choice(bets)
    always = -100
    if random.random() < 0.5:
        insures, takes = (random.choice((None, always)) for _ in range(2))
        return ByCount(chart, BetRamp(bet), insures_from=insures, even_money_from=takes)
    tags = HI_LO.tags if random.random() < 0.5 else tuple(random.choices(range(-3, 4), k=10))
    initial = random.choice((0, 0, -4, 7))
    count = CountingSystem(tags, initial, random.choice((0, -1)), random.random() < 0.8)
    charts = sorted(random.sample(range(-6, 7), random.choice((0, 1, 3))))
    steps = sorted(random.sample(range(-5, 6), 3))
    return ByCount(
        chart,
        BetRamp(bet, tuple((step, random.choice((*bets, *bets, 0))) for step in steps)),
        charts=tuple((step, any_chart(random)) for step in charts),
        insures_from=random.choice((None, -3, 0, 2)),
        even_money_from=random.choice((None, -2, 1)),
        count=count,
    )


def any_charts(random: Random, rules: Rules) -> Chart:
    """Return a chart, often one of several that are told apart as the rules allow."""
    fit = [by for by in ChartBy if by is not ChartBy.HOLE_CARD or rules.hole_card_shown]
    by = random.choice([*fit, *[ChartBy.NOTHING] * 3])
    others = {ChartBy.CARDS: 5, ChartBy.STAKE: 1, ChartBy.HOLE_CARD: 9}.get(by, 0)
    return evolve(any_chart(random), by=by, others=tuple(any_chart(random) for _ in range(others)))


def any_chart(random: Random) -> Chart:
    """Return a chart that no one would play, so that hands come of which there are few."""
    stands_from = random.choice((14, 17, 19))
    splits = (Move.SPLIT, Move.SURRENDER_ELSE_SPLIT)
    of_totals = [move for move in Move if move not in splits]
    rows: dict[ChartRow, tuple[Move, ...]] = {}
    for row in ROWS:
        if row.kind is HandKind.PAIR:
            choices = [*Move, *splits, *splits]
        else:
            likely = Move.HIT if row.points < stands_from else Move.STAND
            choices = [*of_totals, *[likely] * 6]
        rows[row] = tuple(random.choice(choices) for _ in UP_CARDS)
    return Chart(rows)


def crowded_game(**options: object) -> Game:
    """Return a game in which all cards may come to lie on the table, which makes the round void.

    One deck and seven seats, who split every pair and hit up to 21.
    """
    given: dict[str, object] = {"decks": 1, "cut_card": "1..1", "max_hands": 8}
    aces = {"resplit_aces": True, "hit_split_aces": True}
    moves = {
        row: (Move.SPLIT if row.kind is HandKind.PAIR else Move.HIT,) * len(UP_CARDS)
        for row in ROWS
    }
    return Game(Rules.of(**{**given, **aces, **options}), (ByCount(Chart(moves)),) * 7)
