"""Rules, charts and bets as numbers for the kernel, and the rules that it does not cover."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import numpy as np
from attrs import frozen

from pitboss.errors import PitbossError
from pitboss.game.arithmetic import TWENTY_ONE
from pitboss.game.limits import MAX_AMOUNT_MINOR, MAX_CARDS, MAX_DECKS
from pitboss.game.money import HALF, scale
from pitboss.game.shoe import SEED_TAG, WORDS_TAG, TableSeed, secret_of
from pitboss.machine.flags import Scope, flags_for
from pitboss.machine.hand_answers import LeftByNatural, UnaskedError, kept_from_natural
from pitboss.players.basic import check_chart, surrender_follows_split, surrenders_first
from pitboss.players.chart import (
    DOUBLES,
    SPLITS,
    SURRENDERS,
    Chart,
    ChartBy,
    HandKind,
    Move,
    row_of,
)
from pitboss.rules import Rules, values
from pitboss.rules.option_kinds import unquote
from pitboss.simulation.compiling import record_at
from pitboss.simulation.kernel import layout as k
from pitboss.simulation.kernel.records import AT_COUNT, SEAT, AtCount, SeatNumbers
from pitboss.simulation.one_seat_table import NO_STEPS, steps_of
from pitboss.simulation.side_bets import (
    are_listed,
    card_code,
    knows_bonuses,
    knows_side_bets,
    most_by_bonus,
    most_won,
    with_bonuses,
    with_listed,
    with_side_bets,
)
from pitboss.simulation.strategy import MAX_COUNT, ByCount, StrategyError

MAX_NET_MINOR: Final = 2**31 - 1
"""The most that a seat can win or lose in a round; this limit keeps sums of squares exact."""


class UncoveredError(PitbossError):
    """The simulation does not cover a rule set.

    Attributes:
        options: the names of the options whose values the simulation does not cover.
    """

    def __init__(self, options: tuple[str, ...], reasons: tuple[str, ...]) -> None:
        self.options = options
        super().__init__(
            f"the simulation does not cover {'; '.join(reasons)}",
            f"change {'that' if len(reasons) == 1 else 'all of these'}, or play these rules at a "
            "table with `play_rounds`",
        )


def _never_shuffled(rules: Rules) -> bool:
    return flags_for(rules).shuffles_at_cut_card and rules.cut_card.high == 0


def _cut_at_once(rules: Rules) -> bool:
    """Say whether the dealer may reach the cut card while burning cards, before any round."""
    above = rules.cards_in_shoe - rules.cut_card.high
    return flags_for(rules).shuffles_at_cut_card and rules.burn > above


def _splits_first(rules: Rules) -> bool:
    return flags_for(rules).splits and flags_for(rules).split_scope is Scope.WHOLE_TABLE


_UNCOVERED: Final[Mapping[str, Callable[[Rules], bool]]] = {
    "shuffle = when_empty": lambda rules: flags_for(rules).shuffles_when_empty,
    "cut_card = 0..0": _never_shuffled,
    "burn above the cut_card": _cut_at_once,
    "insurance_time = after_split": lambda rules: flags_for(rules).asks_insurance_in_turn,
    "play_order = splits_first": _splits_first,
    "bet_max = 0": lambda rules: flags_for(rules).bet_most_minor == 0,
    "side_bets with conditions that it does not know": lambda rules: not knows_side_bets(rules),
    "bonuses with conditions that it does not know": lambda rules: not knows_bonuses(rules),
}


_AT_TABLES: Final = frozenset(
    {
        "insurance_time = after_split",
        "play_order = splits_first",
        "side_bets with conditions that it does not know",
        "bonuses with conditions that it does not know",
    }
)
"""The rules of `_UNCOVERED` that tables of the engine can play.

With the other rules of `_UNCOVERED`, nobody bets, or shoes do not end between rounds.
"""


def check_covered(rules: Rules, *, at_tables: bool = False) -> None:
    """Check that the simulation covers a rule set.

    Args:
        rules: the rule set.
        at_tables: whether tables of the engine play the rounds instead of the kernel.

    Raises:
        UncoveredError: the simulation does not cover all options; the error names them.
    """
    uncovered = _UNCOVERED.keys() - _AT_TABLES if at_tables else _UNCOVERED.keys()
    reasons = tuple(
        reason for reason, holds in _UNCOVERED.items() if reason in uncovered and holds(rules)
    )
    if not at_tables:
        reasons += tuple(
            f"{name} = {unquote(value)}" for name, value in rules.unknown_to("simulation").items()
        )
    if reasons:
        raise UncoveredError(tuple(reason.partition(" ")[0] for reason in reasons), reasons)


_PEEKS: Final[Mapping[values.Peek, int]] = {
    values.Peek.NEVER: k.NEVER,
    values.Peek.INSURED: k.IF_INSURED,
    values.Peek.OFFERED: k.IF_CALLED,
    values.Peek.ACE_OR_TEN: k.ALWAYS,
    values.Peek.ALWAYS: k.ALWAYS,
}
_NATURAL_AT: Final[Mapping[values.NaturalSettles, int]] = {
    values.NaturalSettles.DEAL: k.AT_DEAL,
    values.NaturalSettles.TURN: k.AT_TURN,
    values.NaturalSettles.SHOWDOWN: k.AT_SHOWDOWN,
}


def _write_rules(t: k.Whole, rules: Rules, seats: int) -> None:
    """Write a rule set as numbers to `t`, for a table with `seats` seats."""
    flags = flags_for(rules)
    to_cut = 5 * seats if flags.shuffles_every_round else rules.cards_in_shoe - rules.cut_card.low
    for place, number in {
        k.SEATS: seats,
        k.DECKS: rules.decks,
        k.DECK_CARDS: len(rules.deck.cards),
        k.BURN: rules.burn,
        k.CUT_LOW: rules.cut_card.low,
        k.CUT_HIGH: rules.cut_card.high,
        k.EVERY_ROUND: flags.shuffles_every_round,
        k.FIRST_BLOCKS: (rules.burn + to_cut + 12) // k.WORDS_IN_A_BLOCK + 1,
        k.FIRST_CARDS: rules.burn + to_cut + 8,
        k.IN_BLOCKS: flags.deals_in_blocks,
        k.HOLE: flags.deals_hole_card,
        k.UP_SECOND: flags.up_card_is_second,
        k.PEEK: k.SHOWN if flags.shows_hole_card else _PEEKS[rules.peek],
        k.HITS_SOFT_17: flags.hits_soft_17,
        k.PLAYS_ON: flags.dealer_plays_on,
        k.PUSHES_22: flags.dealer_22_pushes,
        k.TIES_LOSE: flags.ties_lose,
        k.NATURAL_AT: _NATURAL_AT[rules.natural_settles],
        k.BEATS_21: flags.natural_beats_21,
        k.SPLIT_NATURAL: flags.split_makes_naturals,
        k.NATURAL_WINS: flags.natural_always_wins,
        k.WINS_21: flags.player_21_wins,
        k.INSURED_POINTS: len(flags.insurance_points),
        k.EVEN_MONEY: flags.pays_even_money,
        k.BY_RANK: flags.pairs_by_rank,
        k.MAX_HANDS: flags.most_hands if flags.splits else 1,
        k.SPLIT_BOTH: flags.split_deals_both,
        k.ACES_STAND: flags.split_aces_stand,
        k.CHARLIE: flags.charlie_cards,
        k.STANDS_AT_21: flags.stands_at_21,
        k.BUST_AT_ONCE: flags.busts_lose_at_once,
        k.EARLY: flags.surrenders_early,
        k.SURRENDER: flags.surrenders,
        k.RESPLITS_ACES: flags.resplits_aces,
        k.DOUBLE_CARDS: flags.doubled_cards,
        k.DOUBLE_FROM: flags.doubled_from,
        k.DOUBLE_TO: flags.doubled_to,
        k.DOUBLE_SOFT: flags.doubles_soft,
        k.DOUBLE_SPLIT: flags.doubles_after_split,
        k.FREE_DOUBLES: flags.free_doubles,
        k.FREE_SPLITS: flags.free_splits,
        k.MAX_DOUBLES: flags.max_doubles,
        k.RESCUES: flags.rescues,
        k.ANY_TIME: flags.surrenders_any_time,
        k.CHARLIE_21: flags.charlie_21_cards,
        k.CHARLIE_DOUBLED: flags.charlie_doubled,
    }.items():
        t[place] = number
    _write_kept(t, rules)


_KEPT: Final[Mapping[LeftByNatural, int]] = {
    LeftByNatural.NOTHING: k.NOTHING,
    LeftByNatural.ALL_BUT_ANTE: k.ALL_BUT_ANTE,
    LeftByNatural.WHOLE_STAKE: k.WHOLE_STAKE,
}
_TOTALS: Final = (
    (TWENTY_ONE - 1, False),
    (TWENTY_ONE, False),
    (TWENTY_ONE, True),
    (TWENTY_ONE + 1, False),
)
"""A total, and whether it is a natural, for each of the kernel's kinds of total."""

_MARKS: Final = {"later": k.IS_LATER, "insured": k.IS_INSURED, "surrendered": k.IS_SURRENDERED}


def _write_kept(t: k.Whole, rules: Rules) -> None:
    """Write to `t` what a dealer natural leaves of each kind of hand.

    Raises:
        UncoveredError: hands of one kind keep different parts of their stakes.
    """
    for kind in range(k.KINDS_KEPT):
        points, natural = _TOTALS[kind % len(_TOTALS)]
        is_true = {name: kind & mark > 0 for name, mark in _MARKS.items()}
        try:
            kept = kept_from_natural(rules, points, natural=natural, **is_true)
        except UnaskedError as error:
            name = "dealer_blackjack_takes"
            raise UncoveredError((name,), (f"{name}, because {error.problem}",)) from error
        t[k.KEPT + kind] = _KEPT[kept]


_POINTS: Final = range(1, 11)
_HITS: Final = frozenset({Move.HIT, Move.DOUBLE_ELSE_HIT, Move.SURRENDER_ELSE_HIT})


_CHARTS_BY: Final[Mapping[ChartBy, int]] = {
    ChartBy.NOTHING: k.BY_NOTHING,
    ChartBy.CARDS: k.BY_CARDS,
    ChartBy.STAKE: k.BY_STAKE,
    ChartBy.HOLE_CARD: k.BY_HOLE_CARD,
}


def _all_numbers(moves: Chart, rules: Rules) -> k.Bytes:
    """Return the numbers of a chart, and of the other charts that it contains, for the kernel."""
    any_cards = moves.by is ChartBy.CARDS
    each = [_chart_numbers(chart, rules, any_cards=any_cards) for chart in moves.named.values()]
    return np.concatenate(each)


def _chart_numbers(moves: Chart, rules: Rules, *, any_cards: bool) -> k.Bytes:
    """Return the numbers of a chart for the kernel: its plays, even those that the rules forbid.

    A hand of more than two cards is doubled only if the chart depends on the number of cards.
    """
    numbers = np.zeros(k.CHART_SIZE, np.uint8)
    for up in _POINTS:
        for one in _POINTS:
            for other in _POINTS:
                place = (one - 1) * 100 + (other - 1) * 10 + up - 1
                numbers[place] = _of_two(moves, rules, (one, other, up))
        for row in moves.moves:
            if row.kind is not HandKind.PAIR:
                move, soft = moves.move(row, up), row.kind is HandKind.SOFT
                place = k.OF_MORE + (k.MORE_ROWS * soft + row.points) * 10 + up - 1
                numbers[place] = k.WANTS_HIT * (move in _HITS)
                numbers[place] += k.WANTS_SURRENDER * (move in SURRENDERS)
                numbers[place] += k.WANTS_SURRENDER_LAST * (move is Move.DOUBLE_ELSE_SURRENDER)
                if any_cards:
                    numbers[place] += k.WANTS_DOUBLE * (move in DOUBLES)
    return numbers


def _of_two(moves: Chart, rules: Rules, cards: tuple[int, int, int]) -> int:
    """Return the plays of a chart, as bits, for two cards and an up card, given by their points."""
    one, other, up = cards
    row = row_of(one, other)
    first = moves.move(row, up)
    play = moves.move(row.as_total, up) if first in SPLITS else first
    waits = first is Move.SURRENDER_ELSE_SPLIT and surrender_follows_split(rules, up)
    wanted = {
        k.WANTS_HIT: play in _HITS,
        k.WANTS_DOUBLE: play in DOUBLES,
        k.WANTS_SURRENDER: first in SURRENDERS or play in SURRENDERS,
        k.WANTS_SURRENDER_LAST: play is Move.DOUBLE_ELSE_SURRENDER,
        k.WANTS_EARLY: surrenders_first(rules, moves, row, up),
        k.WANTS_SPLIT: first in SPLITS and not waits,
        k.WANTS_SPLIT_AGAIN: first in SPLITS,
    }
    return sum(bit for bit, holds in wanted.items() if holds)


@frozen
class Numbers:
    """The arrays that the kernel works on; only one thread at a time may use them.

    Attributes:
        t: rules, bets, and the state of a table.
        cards: the deck, the charts, and a shoe.
        longs: the numbers from which the kernel makes shoes.
        steps: the lookup table of one-seat rounds; empty if these rules and strategies have none.
    """

    t: k.Whole
    cards: k.Bytes
    longs: k.Longs
    steps: k.Steps


def numbers_of(
    rules: Rules, strategies: Sequence[ByCount], seed: TableSeed, *, lists: bool = True
) -> Numbers:
    """Return rules, strategies and a seed as the kernel reads them.

    Args:
        rules: a rule set that the kernel covers.
        strategies: the strategy of each seat.
        seed: the seed of all shoes.
        lists: whether to make lists of side bets and the table of steps, to speed up long runs.

    Raises:
        StrategyError: the rules forbid a bet or a side bet; a bet is too large; or no seat plays
            every round.
        PlayerError: a chart depends on a card that lies face down.
        ShoeError: the seed is invalid.
    """
    seats = len(strategies)
    if not any(all(each.ramp.at(count) for count in _COUNTS) for each in strategies):
        raise StrategyError("nobody plays every round", "let one seat bet at every count")
    t = np.zeros(k.HANDS_AT + seats * flags_for(rules).most_hands * k.HAND_SIZE, np.int64)
    _write_rules(t, rules, seats)
    t[k.LIMITS : k.LIMITS + MAX_CARDS + 2] = [0, *(2**16 - 2**16 % n for n in _SIZES)]
    t[k.PARTS : k.PARTS + MAX_CARDS + 2] = [0, *(-(-(2**32) // n) for n in _SIZES)]
    charts, starts = dict[int, k.Bytes](), dict[int, int]()
    told_apart: set[ChartBy] = set()
    for seat, strategy in enumerate(strategies):
        beside = most_won(rules, strategy.side_bets)
        _write_count(record_at(t, k.SEATS_AT + seat * k.SEAT_SIZE, SEAT), strategy, rules.decks)
        for count in _COUNTS:
            at = k.DOES_AT + (seat * k.COUNTS + count + MAX_COUNT) * k.DOES_SIZE
            does = record_at(t, at, AT_COUNT)
            moves = strategy.chart_at(count)
            if id(moves) not in charts:
                check_chart(rules, moves)
                starts[id(moves)] = sum(map(len, charts.values()))
                charts[id(moves)] = _all_numbers(moves, rules)
            does.chart_at, does.chart_by = starts[id(moves)], _CHARTS_BY[moves.by]
            told_apart.add(moves.by)
            does.wants = k.WANTS_INSURANCE * strategy.insures_at(count)
            does.wants += k.WANTS_EVEN_MONEY * strategy.takes_even_money_at(count)
            _write_amounts(does, rules, strategy.ramp.at(count), beside)
            if seat == 0:
                _write_nets(t[k.NETS + (count + MAX_COUNT) * 8 :], does)
    cards = np.concatenate([_shoe_in_order(rules.deck), *charts.values()])
    t = with_bonuses(t, rules)
    side_bets = [strategy.side_bets for strategy in strategies]
    t = with_side_bets(t, rules, side_bets)
    t = with_listed(t, cards, side_bets) if lists else t
    # One chart by stake fits as well: only split hands have free stakes, and `steps` has no splits.
    in_steps = told_apart == {ChartBy.NOTHING} or (told_apart, len(charts)) == ({ChartBy.STAKE}, 1)
    in_steps = lists and in_steps and are_listed(rules, side_bets[0]) and not t[k.BONUSES_AT]
    first = [chart[: k.CHART_SIZE] for chart in charts.values()]
    steps = steps_of(rules, seats, first) if in_steps else NO_STEPS
    return Numbers(t, cards, longs_of(seed), steps)


_COUNTS: Final = range(-MAX_COUNT, MAX_COUNT + 1)
_SIZES: Final = range(1, MAX_CARDS + 2)


def _shoe_in_order(of: values.Deck) -> k.Bytes:
    """Return room for a shoe, the largest shoe in canonical order, and the place of each card."""
    cards = np.zeros(k.CHARTS, np.uint8)
    deck = [card_code(card) for card in of.cards]
    cards[k.IN_ORDER : k.IN_ORDER + len(deck) * MAX_DECKS] = deck * MAX_DECKS
    cards[[k.PLACE + code for code in deck]] = range(len(deck))
    return cards


def longs_of(seed: TableSeed) -> k.Longs:
    """Return the numbers from which the kernel makes shoes."""
    longs = np.zeros(k.LONGS, np.uint64)
    of_seed = _block(SEED_TAG + secret_of(seed) + bytes(16))
    longs[: 2 * k.STATE_WORDS] = np.frombuffer(of_seed + _block(WORDS_TAG + bytes(32)), "<u8")
    return longs


def _block(message: bytes) -> bytes:
    """Return the padded block that SHAKE-256 absorbs for a short message [FIPS 202]."""
    padded = bytearray(8 * k.STATE_WORDS)
    padded[: len(message)] = message
    padded[len(message)] ^= 0x1F
    padded[8 * k.RATE_WORDS - 1] ^= 0x80
    return bytes(padded)


def _write_amounts(does: AtCount, rules: Rules, bet_minor: int, beside: int) -> None:
    """Write a bet and its possible payments, rounded as the rules say.

    Args:
        does: the record to write to.
        rules: the rule set.
        bet_minor: the bet.
        beside: the most that the side bets may win or lose.
    """
    if bet_minor == 0:
        return
    flags = flags_for(rules)
    if not flags.bet_terms.allow(bet_minor):
        raise StrategyError(
            f"the rules do not allow a bet of {bet_minor}", "give amounts that the rules allow"
        )
    half = bet_minor // 2
    insurable = flags.insurance_terms.within(bet_minor, MAX_AMOUNT_MINOR)
    insurance = half if flags.insures and insurable.allow(half) else 0
    natural = scale(bet_minor, flags.blackjack_pays, flags.rounding)
    insurance_wins = scale(insurance, flags.insurance_pays, flags.rounding)
    doubled = bet_minor << flags.max_doubles
    of_hand = max(doubled, natural, most_by_bonus(rules, bet_minor))
    most = flags.most_hands * of_hand + insurance + insurance_wins + beside
    if most > MAX_NET_MINOR:
        raise StrategyError(
            f"cannot count a bet of {bet_minor}", f"a round may win or lose at most {MAX_NET_MINOR}"
        )
    does.ante, does.natural_wins = bet_minor, natural
    does.half_back = scale(bet_minor, HALF, flags.rounding) if flags.surrenders else 0
    does.insurable = insurable.possible
    does.insurance_stake, does.insurance_wins = insurance, insurance_wins


def _write_nets(nets: k.Whole, does: AtCount) -> None:
    """Write what a hand that is not split wins or loses with a bet, for each end of a round."""
    bet = does.ante
    nets[[k.LOST, k.WON, k.LOST_TWO, k.WON_TWO]] = -bet, bet, -2 * bet, 2 * bet
    nets[k.WON_NATURAL], nets[k.GAVE_UP] = does.natural_wins, does.half_back - bet


def _write_count(seat: SeatNumbers, strategy: ByCount, decks: int) -> None:
    seat.may_insure = {strategy.insures_from, strategy.even_money_from} != {None}
    count = strategy.count
    if count is None:
        return
    seat.tags[1:11] = count.tags
    seat.counting = 1
    seat.initial = count.initial_of(decks)
    seat.divided = count.divided
    seat.charts_differ = bool(strategy.charts)
