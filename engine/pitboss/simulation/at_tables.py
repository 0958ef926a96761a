"""Play ranges of shoes at tables of the engine, with any player; return sums as the kernel does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from attrs import evolve

from pitboss.arguments import takes
from pitboss.errors import PitbossError, brief
from pitboss.game.events import Event
from pitboss.game.round import Question, Round, Seat
from pitboss.game.shoe import TableSeed, cut_card_out
from pitboss.players.basic import ChartStrategy
from pitboss.players.counting import CountingSystem
from pitboss.players.registry import player_named
from pitboss.players.side_bets import WithSideBets
from pitboss.rules import Rules
from pitboss.simulation.encoding import MAX_NET_MINOR
from pitboss.simulation.kernel import layout as k
from pitboss.simulation.shoe_ranges import RangeResult, nothing_found
from pitboss.simulation.side_bets import SideBetCounts
from pitboss.simulation.strategy import MAX_COUNT, ByCount, Strategy, StrategyError
from pitboss.table.driver import Player, play_round
from pitboss.table.offer import Offer, View
from pitboss.table.table import Recorder, Table


class StoppedError(PitbossError):
    """The simulation was cancelled between two rounds."""


def play_shoe(
    rules: Rules,
    strategies: Sequence[Strategy],
    seed: TableSeed,
    number: int,
    recorder: Recorder | None = None,
) -> Iterator[tuple[Table, list[int]]]:
    """Play a shoe at a table.

    After each round, yield the table, and the count of each seat before the round.

    Args:
        rules: the rule set.
        strategies: the strategy of each seat.
        seed: the seed of the table.
        number: the number of the shoe.
        recorder: the recorder of the table.

    Raises:
        PlayerError: a player cannot be made.
        StrategyError: no seat bets, so the shoe would never end.
    """
    names = [f"seat {seat + 1}" for seat, _ in enumerate(strategies)]
    table = Table.at_shoe(number, rules, seats=names, seed=seed, recorder=recorder)
    # A player gets a number made from the seed of this shoe. No card can be computed from this
    # number.
    own = table.shoe.seed or b""
    players = [_player(strategy, rules, own, seat) for seat, strategy in enumerate(strategies)]
    while True:
        view = table.view(None)
        counts = [count_seen(strategy.count, view, rules.decks) for strategy in strategies]
        play_round(table, players)
        yield table, counts
        if table.flags.shuffles_every_round or cut_card_out(table.shoe):
            return
        if not any(seat.hands for seat in table.round.seats):
            raise StrategyError("nobody bets", "let one seat bet in every round")


def _player(strategy: Strategy, rules: Rules, seed: bytes, seat: int) -> Player:
    if isinstance(strategy, ByCount):
        return StrategyPlayer(rules, strategy)
    bet_minor = strategy.bet_minor
    player = player_named(strategy.name, rules, seed=seed, seat=seat, bet_minor=bet_minor)
    return WithSideBets(player, dict(strategy.side_bets)) if strategy.side_bets else player


def play_at_tables(
    rules: Rules,
    strategies: Sequence[Strategy],
    seed: TableSeed,
    shoes: range,
    *,
    hands: bool = False,
    rounds: int = 0,
    stopped: Callable[[], bool] | None = None,
) -> RangeResult:
    """Play every round of some shoes, and return the same kind of result as the kernel.

    Args:
        rules: the rule set.
        strategies: the strategy of each seat.
        seed: the seed of the tables.
        shoes: the numbers of the shoes to play.
        hands: whether to add up the results by starting hand, too.
        rounds: how many rounds to return one by one, besides the sums.
        stopped: called between rounds; returns true to stop.

    Raises:
        StoppedError: `stopped` returned true.
        PlayerError: a player cannot be made.
        StrategyError: no seat bets, or a round wins or loses more than can be counted.
    """
    found = nothing_found(len(strategies), shoes.start, len(shoes), hands=hands, rounds=rounds)
    times = SideBetCounts(rules, [strategy.side_bets for strategy in strategies])
    played = 0
    for shoe, number in enumerate(shoes):
        for table, counts in play_shoe(rules, strategies, seed, number):
            if stopped is not None and stopped():
                raise StoppedError("the simulation was cancelled", "play these shoes again")
            nets, stakes = _nets_and_stakes(table.round)
            cards = _cards(table)
            if played < rounds:
                found.rounds[played] = [cards, *nets, *stakes]
            _add_to_shoe(found.shoes[shoe], cards, sum(nets))
            for number_of_seat, seat in enumerate(table.round.seats):
                if seat.hands:
                    times.add(seat)
                    sums = _sums(seat, nets[number_of_seat], stakes[number_of_seat])
                    found.by_count[number_of_seat, counts[number_of_seat] + MAX_COUNT] += sums
                    if hands:
                        found.by_hand[number_of_seat, _starting_hand(table.round, seat)] += sums
            played += 1
    return evolve(found, rounds=found.rounds[:played], side_bets=times.found)


def _nets_and_stakes(round_: Round) -> tuple[list[int], list[int]]:
    """Return what each seat won, and the sum of its stakes."""
    stakes = [seat.staked_minor for seat in round_.seats]
    returned = [seat.returned_minor for seat in round_.seats]
    nets = [back - staked for back, staked in zip(returned, stakes, strict=True)]
    if max(map(abs, nets)) > MAX_NET_MINOR:
        raise StrategyError(
            f"the seats won {brief(nets)} in a round",
            f"bet less: a simulation counts at most {MAX_NET_MINOR}",
        )
    return nets, stakes


def _cards(table: Table) -> int:
    """Return how many cards are on the table."""
    round_ = table.round
    in_hands = sum([len(hand.cards) for seat in round_.seats for hand in seat.hands])
    return in_hands + len(round_.dealer.cards) + (table.house.hole_card is not None)


def _add_to_shoe(line: k.Whole, cards: int, won: int) -> None:
    line[k.SHOE_ROUNDS] += 1
    line[k.SHOE_CARDS] += cards
    line[k.SHOE_NET] += won
    line[k.SHOE_LOWEST] = min(line[k.SHOE_LOWEST], line[k.SHOE_NET])
    line[k.SHOE_WORST] = min(line[k.SHOE_WORST], won)


def _sums(seat: Seat, net: int, stake: int) -> list[int]:
    """Return the sums of one round of a seat, with the square of its net in two halves."""
    square = net * net
    sums = [0] * k.SUMS
    for place, number in {
        k.ROUNDS: 1,
        k.HANDS_PLAYED: len(seat.hands),
        k.BETS: seat.ante_minor,
        k.STAKES: stake,
        k.NET: net,
        k.SQUARES_LOW: square & 0xFFFFFFFF,
        k.SQUARES_HIGH: square >> 32,
    }.items():
        sums[place] = number
    return sums


def _starting_hand(round_: Round, seat: Seat) -> int:
    """Return the index of a seat's two cards and the up card in the sums of starting hands."""
    first = seat.hands[0]
    one = first.cards[0].points
    # After a split, the first two cards were a pair: both have the same points.
    other = one if len(seat.hands) > 1 else first.cards[1].points
    up = 0 if round_.up_card is None else round_.up_card.points
    return up * 100 + min(one, other) * 10 + max(one, other) - 111


class StrategyPlayer:
    """Plays a strategy as the kernel does, from the view and the offer alone.

    Args:
        rules: the rule set of the table.
        strategy: the strategy.
    """

    @takes(StrategyError)
    def __init__(self, rules: Rules, strategy: ByCount) -> None:
        self._strategy = strategy
        self._decks = rules.decks
        charts = (strategy.chart, *(chart for _, chart in strategy.charts))
        self._players = {id(chart): ChartStrategy(rules, chart) for chart in charts}

    def decide(self, view: View, offer: Offer) -> Event:
        """Answer an offer."""
        strategy = self._strategy
        count = count_seen(strategy.count, view, self._decks)
        question = offer.question
        if question is Question.BET:
            bet = strategy.ramp.at(count)
            if not bet:
                return offer.sit_out()
            open_bets = dict(offer.side_bets)
            placed = [each for each in strategy.side_bets if each[0] in open_bets]
            return offer.side_bet(*placed[0]) if placed else offer.bet(bet)
        if question is Question.INSURANCE:
            half = offer.bet_minor // 2
            insures = strategy.insures_at(count) and offer.takes(half)
            return offer.insure(half) if insures else offer.decline()
        if question is Question.EVEN_MONEY:
            takes = strategy.takes_even_money_at(count)
            return offer.even_money() if takes else offer.decline()
        return self._players[id(strategy.chart_at(count))].decide(view, offer)


def count_seen(system: CountingSystem | None, view: View, decks: int) -> int:
    """Return the count of the cards in a view, from -`MAX_COUNT` to `MAX_COUNT`.

    Args:
        system: how to count; without one, the count is 0.
        view: the view of the table.
        decks: the number of decks in the rules of the table.
    """
    count = 0 if system is None else system.of(view, decks)
    return min(max(count, -MAX_COUNT), MAX_COUNT)
