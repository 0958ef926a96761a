"""Every order of a small shoe, played at a real table, for exact values as fractions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from attrs import frozen

from pitboss import Card, Event, EventKind, Phase, Rules, Table, play_round
from pitboss.game.cards import CARDS
from pitboss.players import Chart, ChartStrategy
from pitboss.table.shoes import ArrangedShoes

BET_MINOR: Final = 200
"""Of which every payout in these tests is whole."""

CARD_OF: Final[Mapping[int, Card]] = {card.points: card for card in reversed(CARDS)}
"""One card of each number of points; a small shoe holds it several times."""

Counts = tuple[int, ...]
Order = tuple[int, ...]


def counts_of(**held: int) -> Counts:
    """Return a shoe, from its counts by name: ``counts_of(A=2, T=4)``."""
    return tuple([held.get(symbol, 0) for symbol in "A23456789T"])


def chart_value(rules: Rules, chart: Chart, counts: Counts) -> Fraction:
    """Return what a chart wins on average over all orders of a shoe, in opening bets."""
    won = Fraction(0)
    order: Order | None = _lowest(counts, ())
    while order is not None:
        table = _table(rules, order)
        play_round(table, [ChartStrategy(rules, chart, BET_MINOR)])
        assert not table.round.void, "the shoe is too small"
        drawn = order[: table.house.shoe.position]
        won += _chance(counts, drawn) * _net(table)
        order = _following(counts, drawn)
    return won


@frozen
class World:
    """A way in which the cards can lie.

    Attributes:
        chance: that they do.
        drawn: the points of the cards that have left the shoe, the hole card among them.
        table: as it stands after these.
    """

    chance: Fraction
    drawn: Order
    table: Table


def best_value(rules: Rules, counts: Counts) -> Fraction:
    """Return what the best of all plays wins, by everything that the player has seen."""
    return _best(rules, counts, (), [(Fraction(1), ())])


def _best(
    rules: Rules,
    counts: Counts,
    said: tuple[EventKind, ...],
    cases: Sequence[tuple[Fraction, Order]],
) -> Fraction:
    """Return what the best play wins after some answers, times the chance of these cases."""
    won = Fraction(0)
    seen: defaultdict[object, list[World]] = defaultdict(list)
    for world in _worlds(rules, counts, said, cases):
        if world.table.round.phase is Phase.RESOLVED:
            assert not world.table.round.void, "the shoe is too small"
            won += world.chance * _net(world.table)
        else:
            seen[_sight(world.table)].append(world)
    for worlds in seen.values():
        cases = [(world.chance, world.drawn) for world in worlds]
        kinds = worlds[0].table.menu().kinds
        won += max(_best(rules, counts, (*said, kind), cases) for kind in kinds)
    return won


def _sight(table: Table) -> object:
    """Return what the player sees."""
    view = table.view(0)
    hands = tuple([tuple(hand.cards) for hand in view.seats[0].hands])
    return table.round.question, table.round.asked_hand, hands, view.up_card


def _worlds(
    rules: Rules,
    counts: Counts,
    said: tuple[EventKind, ...],
    cases: Sequence[tuple[Fraction, Order]],
) -> Iterator[World]:
    """Give the ways in which the cards can lie after some answers."""
    waiting = list(cases)
    while waiting:
        chance, drawn = waiting.pop()
        table = _table(rules, _lowest(counts, drawn))
        table.open_round()
        table.apply(Event.bet(0, BET_MINOR))
        for kind in said:
            amount = BET_MINOR // 2 if kind is EventKind.INSURE else 0
            table.apply(Event(kind, 0, table.round.asked_hand, amount))
        if table.house.shoe.position <= len(drawn):
            yield World(chance, drawn, table)
            continue
        left = _left(counts, drawn)
        for points, held in enumerate(left, 1):
            if held:
                waiting.append((chance * Fraction(held, sum(left)), (*drawn, points)))


def _table(rules: Rules, order: Order) -> Table:
    shoes = ArrangedShoes([[CARD_OF[points] for points in order]])
    return Table(rules, seats=["Ann"], shoes=shoes)


def _net(table: Table) -> Fraction:
    results = table.results()
    return Fraction(sum(hand.net_minor + hand.insurance_net_minor for hand in results), BET_MINOR)


def _left(counts: Counts, drawn: Order) -> list[int]:
    left = list(counts)
    for points in drawn:
        left[points - 1] -= 1
    return left


def _lowest(counts: Counts, drawn: Order) -> Order:
    """Return an order that begins with these cards, the others in their order."""
    left = _left(counts, drawn)
    return drawn + tuple([points for points in range(1, 11) for _ in range(left[points - 1])])


def _following(counts: Counts, drawn: Order) -> Order | None:
    """Return the first order that does not begin with these cards, nor with lower ones."""
    for place in range(len(drawn) - 1, -1, -1):
        left = _left(counts, drawn[:place])
        for points in range(drawn[place] + 1, 11):
            if left[points - 1]:
                return _lowest(counts, (*drawn[:place], points))
    return None


def _chance(counts: Counts, drawn: Order) -> Fraction:
    """Return the chance that a shoe begins with these cards."""
    left, cards, chance = list(counts), sum(counts), Fraction(1)
    for points in drawn:
        chance *= Fraction(left[points - 1], cards)
        left[points - 1] -= 1
        cards -= 1
    return chance
