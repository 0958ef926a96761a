"""Random rule sets over every option, and random legal rounds played out by the plain referee."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from random import Random

from tests.play.referee.plain_rules import refusals
from tests.play.referee.records import Ask, Result
from tests.play.referee.referee import referee
from tests.play.referee.table import read_rules

RATIOS = ("3:2", "2:1", "1:1", "6:5", "7:5")
SUITS = "cdhs"
EVERY_WORD = (
    "insure",
    "insure:1",
    "insure:100",
    "insure:",
    "even_money",
    "decline",
    "split",
    "double",
    "hit",
    "stand",
    "surrender",
)

VALUES: dict[str, tuple[object, ...]] = {
    "decks": (1, 2, 6, 8),
    "max_seats": (1, 2, 3, 4, 5, 6, 7),
    "shuffle": ("every_round", "when_empty", "cut_card"),
    "cut_card": ("10..10", "10..30", "26..26"),
    "burn": (0,),
    "deal": ("alternate", "blocks"),
    "hole_card": ("dealt", "none"),
    "up_card": ("first", "second"),
    "peek": ("never", "never", "insured", "offered", "ace_or_ten", "always"),
    "dealer_blackjack_takes": ("all", "original", "original_and_busted"),
    "soft_17": ("stand", "hit"),
    "dealer_draws": ("always", "if_live_hand"),
    "blackjack_pays": RATIOS,
    "natural_settles": ("deal", "turn", "showdown"),
    "natural_beats_21": (True, False),
    "split_natural": (True, False),
    "insurance": ("off", "ace", "ace", "ace_or_ten", "ace_or_ten"),
    "insurance_amount": ("half", "up_to_half", "up_to_balance"),
    "insurance_pays": RATIOS,
    "insurance_time": ("before_split", "after_split"),
    "insured_ante": ("loses", "compares"),
    "even_money": (True, True, False),
    "play_order": ("splits_first", "hand_by_hand", "hand_by_hand"),
    "split": ("off", "rank", "rank", "value", "value"),
    "max_hands": (1, 2, 3, 4, None),
    "split_deal": ("both", "in_turn"),
    "resplit_aces": (True, False),
    "hit_split_aces": (True, False),
    "double": ("off", "any_time", "first_two", "9_to_11", "10_or_11"),
    "double_soft": (True, False),
    "double_after_split": (True, False),
    "surrender": ("off", "late", "early"),
    "charlie": (None, None, 3, 4, 5, 6, 7),
    "auto_stand_21": (True, False),
    "bust_settles": ("at_once", "at_end"),
    "bet_min": (1, 1, 5, 100),
    "bet_max": (None, None, None, "balance", "balance", 20_000, 20_000, 0),
    "opening_balance": (None,),
    "top_up": (False,),
    "minor_per_unit": (100,),
    "rounding": ("down", "half_even", "exact"),
}

BONUSES = (
    *("suited_natural", "spanish_21", "super_fun_21", "seven_card_charlie"),
    "super_fun_21,spanish_21,seven_card_charlie",
)
"""Bonuses on the ante, which need suits."""

LATER_VALUES: dict[str, tuple[object, ...]] = {
    "player_21": ("compares", "compares", "natural_wins", "wins"),
    "surrender_any_time": (False, False, False, False, True),
    "rescue": (False, False, False, False, True),
    "charlie_21": (None, None, None, None, 3, 4, 5, 6),
    "charlie_doubled": (True, False),
    "max_doubles": (1, 1, 1, 2, 3),
}
"""Options that a rule set may leave out, drawn by `with_later_options`."""

BESIDE: dict[str, dict[str, object]] = {
    "player_21": {"natural_settles": "deal", "even_money": False},
    "rescue": {
        "double": "any_time",
        "free_doubles": False,
        "free_splits": False,
        "surrender": "late",
    },
    "surrender_any_time": {"surrender": "late"},
    "charlie_21": {},
    "charlie_doubled": {},
    "max_doubles": {
        "double": "any_time",
        "free_doubles": False,
        "free_splits": False,
        "bet_min": 1,
        "bet_max": None,
    },
}
"""What must stand beside the values of such an option other than its default, the first."""

TIED = (
    "hole_card",
    "up_card",
    "peek",
    "insurance",
    "insurance_time",
    "even_money",
    "play_order",
    "split",
    "max_hands",
    "split_deal",
    "surrender",
)
"""The options that the refusals tie to one another; they are drawn again until none applies."""


@dataclass(frozen=True)
class RandomRound:
    """One random round: all that is needed to play it again, and how the referee settled it."""

    rules: dict[str, object]
    bets: tuple[int | None, ...]
    cards: tuple[str, ...]
    decisions: tuple[str, ...]
    balances: tuple[int, ...] | None
    result: Result


def random_rules(rng: Random) -> dict[str, object]:
    """A complete random rule set that is not refused; a table without bets is among them."""
    rules: dict[str, object] = {option: rng.choice(values) for option, values in VALUES.items()}
    while refusals(rules):
        option = rng.choice(TIED)
        rules[option] = rng.choice(VALUES[option])
    if rules["bet_max"] == 0:
        rules["bet_min"] = 0
    return rules


def with_later_options(rng: Random, rules: Mapping[str, object]) -> dict[str, object]:
    """The rule set with values of options that it leaves out, and with what these need beside."""
    chosen = dict(rules)
    for option, values in LATER_VALUES.items():
        value = rng.choice(values)
        if value != values[0]:
            chosen |= {option: value} | BESIDE[option]
    return chosen


def random_round(rng: Random, rules: Mapping[str, object]) -> RandomRound:
    """A random legal round under these rules, played to its end.

    Seats may sit out; balances are absent, ample or so short that some offers cannot be paid.
    """
    bets, balances = _random_bets(rng, rules)
    has_bonuses = bool(read_rules(rules).bonuses)
    cards = _random_cards(rng, 200 + 100 * len(bets), needs_suits=has_bonuses)
    temper = rng.uniform(0.1, 0.9)
    exact = rules["rounding"] == "exact"

    def choose(ask: Ask) -> str:
        return _random_word(rng, ask, temper, read_rules(rules).insurance_pays if exact else None)

    result = referee(rules, bets, cards, choose, balances)
    if result.error is not None:
        raise AssertionError(f"a random round stopped: {result.message}")
    cards_kept = tuple(cards[: result.cards_used + rng.choice((0, 0, 3))])
    return RandomRound(dict(rules), bets, cards_kept, result.words, balances, result)


def mangled_words(rng: Random, words: Sequence[str]) -> tuple[str, ...]:
    """The words with one of them taken out, changed or put in: seldom legal any more."""
    mangled = list(words)
    place = rng.randint(0, len(mangled))
    end = place + rng.choice((0, 1))
    mangled[place:end] = rng.choices(EVERY_WORD, k=rng.choice((0, 1, 1)))
    return tuple(mangled)


def _random_bets(
    rng: Random, rules: Mapping[str, object]
) -> tuple[tuple[int | None, ...], tuple[int, ...] | None]:
    most_seats = read_rules(rules).max_seats
    seats = rng.choice([n for n in (1, 1, 2, 2, 3, 4, 5, 6, 7) if n <= most_seats])
    bets: list[int | None] = [_random_bet(rng, rules) for _ in range(seats)]
    if seats > 1 and rng.random() < 0.2:
        bets[rng.randrange(seats)] = None
    if rng.random() < 0.4:
        return tuple(bets), None
    balances = tuple(_random_balance(rng, bet or 0) for bet in bets)
    return tuple(bets), balances


def _random_bet(rng: Random, rules: Mapping[str, object]) -> int:
    table = read_rules(rules)
    if table.bet_max == 0:
        return 0
    step = 1
    if table.rounding == "exact":
        step = lcm(2 * table.insurance_pays.denominator, 2 * table.blackjack_pays.denominator)
    bet = rng.choice((rng.randint(1, 20), rng.randint(1, 200), rng.randint(1, 100) * 50))
    if isinstance(table.bet_max, int):
        bet = min(bet, table.bet_max // step)
    return max(bet, -(-table.bet_min // step)) * step


def _random_balance(rng: Random, bet: int) -> int:
    spare = rng.choice((0, rng.randint(0, bet), bet, rng.randint(bet, 3 * bet), 20 * bet + 50))
    return bet + spare


def _random_cards(rng: Random, count: int, *, needs_suits: bool) -> tuple[str, ...]:
    """Cards in which aces, tens and pairs are frequent; half of the time with suits at least."""
    ranks = list("A23456789TJQK")
    if rng.random() < 0.3:
        ranks = ["A", *rng.sample(ranks, 5), "T", "J", "Q", "K"]
    weights = [rng.choice((1, 1, 1, 4)) for _ in ranks]
    weights[0] = rng.choice((1, 3, 6, 10))
    with_suits = rng.random() < 0.5 or needs_suits
    return tuple(
        rank + (rng.choice(SUITS) if with_suits else "")
        for rank in rng.choices(ranks, weights, k=count)
    )


def _random_word(rng: Random, ask: Ask, temper: float, exact_pays: Fraction | None) -> str:
    if ask.question in ("even_money", "early_surrender"):
        return rng.choice((ask.legal[0], "decline", "decline"))
    if ask.question == "split":
        # Unlimited hands of mostly tens would go on splitting until no card is left.
        return "split" if ask.hand < 8 and rng.random() < 0.7 else "decline"
    if ask.question == "insurance":
        return _random_insurance(rng, ask, exact_pays)
    if "surrender" in ask.legal and rng.random() < 0.25:
        return "surrender"
    if "double" in ask.legal and rng.random() < 0.3:
        return "double"
    return "hit" if "hit" in ask.legal and rng.random() < temper else "stand"


def _random_insurance(rng: Random, ask: Ask, exact_pays: Fraction | None) -> str:
    if rng.random() < 0.4:
        return "decline"
    if not ask.takes_amount:
        return "insure"
    assert ask.amount_low is not None
    most = ask.amount_low + 500 if ask.amount_high is None else ask.amount_high
    amount = rng.choice((ask.amount_low, most, rng.randint(ask.amount_low, most)))
    if exact_pays is not None:
        amount -= amount % exact_pays.denominator
    return f"insure:{amount}" if amount >= ask.amount_low else "decline"
