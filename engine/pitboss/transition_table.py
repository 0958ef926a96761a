"""The table of transitions: the only place that says what may follow what.

A row is a source state, what moves it, a destination, the rule options under which it exists,
the guards that must all hold in play, the effect, and a sentence of why. Rows of players answer the
question that waits; rows of the house fire by themselves, the first that may in the order of this
table, until none may. The machine, the menu of legal words, the drawings and the tests are all
made from these rows.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from attrs import frozen

from pitboss import effects as do
from pitboss import guards as may
from pitboss import routes as when
from pitboss.effects import Effect
from pitboss.events import EventKind
from pitboss.guards import HandGuard
from pitboss.round import Phase, Question
from pitboss.routes import RoundGuard
from pitboss.rule_values import (
    BustSettles,
    DealerDraws,
    Double,
    HoleCard,
    Insurance,
    InsuranceTime,
    NaturalSettles,
    Peek,
    PlayOrder,
    Split,
    Surrender,
)
from pitboss.rules import Rules


@frozen
class Option:
    """The rule options under which a row exists, asked once when a rule set is frozen.

    Attributes:
        words: what the rule set must say, in plain words.
        names: the options it reads.
        holds: says whether a rule set keeps the row.
    """

    words: str
    names: tuple[str, ...]
    holds: Callable[[Rules], bool]


@frozen
class Row:
    """One row of the table.

    Attributes:
        name: the row's name in journals and tests: state and move.
        source: the state it leaves.
        event: what a player or the host says; none for a move of the house.
        question: the question that a player's word answers.
        destination: the state it enters.
        options: the rule options under which the row exists; all must hold.
        guards: what must hold in play; all of them.
        effect: what it does.
        why: one sentence of reason.
    """

    name: str
    source: Phase
    event: EventKind | None
    question: Question | None
    destination: Phase
    options: tuple[Option, ...]
    hand_guards: tuple[HandGuard, ...]
    round_guards: tuple[RoundGuard, ...]
    effect: Effect
    why: str

    @property
    def of_house(self) -> bool:
        """The house moves by itself."""
        return self.event is None

    def kept_by(self, rules: Rules) -> bool:
        """Say whether a rule set keeps the row."""
        return all(option.holds(rules) for option in self.options)


# What a rule set must say for a row to exist


def _option(words: str, *names: str) -> Callable[[Callable[[Rules], bool]], Option]:
    def named(holds: Callable[[Rules], bool]) -> Option:
        return Option(words, names, holds)

    return named


@_option("insurance is asked before the splits", "insurance", "insurance_time")
def _insurance_first(rules: Rules) -> bool:
    return (
        rules.insurance is not Insurance.OFF and rules.insurance_time is InsuranceTime.BEFORE_SPLIT
    )


@_option("insurance is asked in a seat's turn, after its splits", "insurance", "insurance_time")
def _insurance_in_turn(rules: Rules) -> bool:
    return (
        rules.insurance is not Insurance.OFF and rules.insurance_time is InsuranceTime.AFTER_SPLIT
    )


@_option("insurance is offered", "insurance")
def _insured(rules: Rules) -> bool:
    return rules.insurance is not Insurance.OFF


@_option("even money is offered", "even_money")
def _even_money(rules: Rules) -> bool:
    return rules.even_money


@_option("surrender is early", "surrender")
def _early(rules: Rules) -> bool:
    return rules.surrender is Surrender.EARLY


@_option(
    "surrender is early, and not every ace and ten calls for insurance", "surrender", "insurance"
)
def _early_without_insurance(rules: Rules) -> bool:
    return _early.holds(rules) and rules.insurance is not Insurance.ACE_OR_TEN


@_option("surrender is allowed", "surrender")
def _surrender(rules: Rules) -> bool:
    return rules.surrender is not Surrender.OFF


@_option("the dealer peeks under an ace or a ten, and a ten calls for no insurance", "peek")
def _peek_after_deal(rules: Rules) -> bool:
    return rules.peek in _PEEKS_BY_ITSELF and rules.insurance is not Insurance.ACE_OR_TEN


_PEEKS_BY_ITSELF: Final = frozenset({Peek.ACE_OR_TEN, Peek.ALWAYS})


@_option("the dealer peeks", "peek")
def _peek(rules: Rules) -> bool:
    return rules.peek is not Peek.NEVER


@_option("naturals are settled at the deal", "natural_settles")
def _naturals_at_deal(rules: Rules) -> bool:
    return rules.natural_settles is NaturalSettles.DEAL


@_option("a round can end right after the deal", "natural_settles", "peek", "surrender")
def _ends_after_deal(rules: Rules) -> bool:
    return (
        _naturals_at_deal.holds(rules)
        or _peek_after_deal.holds(rules)
        or _early_without_insurance.holds(rules)
    )


@_option("a round can end at insurance", "even_money", "peek", "surrender", "insurance_time")
def _ends_at_insurance(rules: Rules) -> bool:
    if not _insurance_first.holds(rules):
        return False
    return rules.even_money or _peek.holds(rules) or _early.holds(rules)


@_option("more than one hand can be at the table", "max_seats", "split")
def _several_hands(rules: Rules) -> bool:
    return rules.max_seats > 1 or rules.split is not Split.OFF


@_option("pairs may be split", "split")
def _split(rules: Rules) -> bool:
    return rules.split is not Split.OFF


@_option("each hand is split in its turn", "split", "play_order")
def _split_in_turn(rules: Rules) -> bool:
    return _split.holds(rules) and rules.play_order is PlayOrder.HAND_BY_HAND


@_option("doubling is allowed", "double")
def _double(rules: Rules) -> bool:
    return rules.double is not Double.OFF


@_option(
    "a natural is paid at its turn, or a split can make one",
    "natural_settles",
    "split_natural",
    "split",
)
def _natural_at_turn(rules: Rules) -> bool:
    if rules.natural_settles is NaturalSettles.TURN:
        return True
    return _naturals_at_deal.holds(rules) and rules.split_natural and _split.holds(rules)


@_option(
    "the dealer draws only against a live hand, and a bet can be settled before his turn",
    "dealer_draws",
    "bust_settles",
    "charlie",
    "natural_settles",
    "surrender",
)
def _ends_while_filling(rules: Rules) -> bool:
    return rules.dealer_draws is DealerDraws.IF_LIVE_HAND and (
        rules.bust_settles is BustSettles.AT_ONCE
        or rules.charlie is not None
        or _surrender.holds(rules)
        or _natural_at_turn.holds(rules)
    )


@_option("the hole card is dealt", "hole_card")
def _hole_dealt(rules: Rules) -> bool:
    return rules.hole_card is HoleCard.DEALT


@_option("there is no hole card", "hole_card")
def _no_hole(rules: Rules) -> bool:
    return rules.hole_card is HoleCard.NONE


# Shorthands for writing rows down


def _says(
    name: str,
    source: Phase,
    event: EventKind,
    question: Question,
    effect: Effect,
    why: str,
    *,
    options: tuple[Option, ...] = (),
    guards: tuple[HandGuard, ...] = (),
) -> Row:
    """Write a row of a player: an answer, after which the state stays."""
    return Row(name, source, event, question, source, options, guards, (), effect, why)


def _moves(
    name: str,
    source: Phase,
    destination: Phase,
    effect: Effect,
    why: str,
    *,
    options: tuple[Option, ...] = (),
    guards: tuple[RoundGuard, ...] = (),
) -> Row:
    """Write a row of the house."""
    return Row(name, source, None, None, destination, options, (), guards, effect, why)


def _opens(name: str, source: Phase, guards: tuple[RoundGuard, ...], why: str) -> Row:
    """Write a row of the host."""
    return Row(
        name, source, EventKind.OPEN, None, Phase.BETTING, (), (), guards, do.open_round, why
    )


_BETTING_ROWS: Final = (
    _opens(
        "betting-open",
        Phase.BETTING,
        (when.nobody_bets,),
        "A new table, or one where every seat sat out, opens for bets.",
    ),
    _says(
        "betting-bet",
        Phase.BETTING,
        EventKind.BET,
        Question.BET,
        do.place_bet,
        "Every bet is on the table before a card is dealt.",
    ),
    _says(
        "betting-sit_out",
        Phase.BETTING,
        EventKind.SIT_OUT,
        Question.BET,
        do.leave_out,
        "A seat that will not or cannot bet says so.",
    ),
    _moves(
        "betting-deal",
        Phase.BETTING,
        Phase.DEALT,
        do.deal_cards,
        "All seats have answered and somebody plays.",
        guards=(when.bets_are_in,),
    ),
)

_DEALT_ROWS: Final = (
    _says(
        "dealt-surrender",
        Phase.DEALT,
        EventKind.SURRENDER,
        Question.EARLY_SURRENDER,
        do.surrender_hand,
        "Early surrender comes before the dealer looks for a natural.",
        options=(_early_without_insurance,),
    ),
    _says(
        "dealt-decline_surrender",
        Phase.DEALT,
        EventKind.DECLINE,
        Question.EARLY_SURRENDER,
        do.decline_early_surrender,
        "Early surrender is asked once.",
        options=(_early_without_insurance,),
    ),
    _moves(
        "dealt-insurance",
        Phase.DEALT,
        Phase.INSURANCE_OFFERED,
        do.move_on,
        "The up card calls for insurance, payable or not.",
        options=(_insurance_first,),
        guards=(when.insurance_is_called,),
    ),
    _moves(
        "dealt-peek",
        Phase.DEALT,
        Phase.DEALT,
        do.peek_at_hole,
        "Under an ace or a ten the dealer looks for a natural.",
        options=(_peek_after_deal,),
        guards=(when.peek_is_due,),
    ),
    _moves(
        "dealt-naturals",
        Phase.DEALT,
        Phase.DEALT,
        do.pay_naturals,
        "Nothing can tie the naturals any more.",
        options=(_naturals_at_deal,),
        guards=(when.naturals_are_due,),
    ),
    _moves(
        "dealt-end",
        Phase.DEALT,
        Phase.RESOLVED,
        do.move_on,
        "The round ended before anyone filled a hand.",
        options=(_ends_after_deal,),
        guards=(when.no_open_bet,),
    ),
    _moves(
        "dealt-split",
        Phase.DEALT,
        Phase.SPLIT_OFFERED,
        do.move_on,
        "A pair waits to be split.",
        options=(_split,),
        guards=(when.split_is_due,),
    ),
    _moves(
        "dealt-insurance_in_turn",
        Phase.DEALT,
        Phase.INSURANCE_OFFERED,
        do.move_on,
        "The first seat has no split to answer, and insurance follows.",
        options=(_insurance_in_turn,),
        guards=(when.insurance_in_turn,),
    ),
    _moves(
        "dealt-fill",
        Phase.DEALT,
        Phase.FILLING,
        do.move_on,
        "Nothing stands before the play of the hands.",
    ),
)

_INSURANCE_ROWS: Final = (
    _says(
        "insurance-even_money",
        Phase.INSURANCE_OFFERED,
        EventKind.EVEN_MONEY,
        Question.EVEN_MONEY,
        do.take_even_money,
        "A natural under an ace may be paid 1:1 before the dealer looks.",
        options=(_even_money,),
    ),
    _says(
        "insurance-decline_even_money",
        Phase.INSURANCE_OFFERED,
        EventKind.DECLINE,
        Question.EVEN_MONEY,
        do.decline_even_money,
        "The natural plays on and may still be insured.",
        options=(_even_money,),
    ),
    _says(
        "insurance-insure",
        Phase.INSURANCE_OFFERED,
        EventKind.INSURE,
        Question.INSURANCE,
        do.place_insurance,
        "A side bet that the dealer has a natural.",
        options=(_insured,),
    ),
    _says(
        "insurance-decline",
        Phase.INSURANCE_OFFERED,
        EventKind.DECLINE,
        Question.INSURANCE,
        do.decline_insurance,
        "Insurance is asked once for a hand.",
        options=(_insured,),
    ),
    _says(
        "insurance-surrender",
        Phase.INSURANCE_OFFERED,
        EventKind.SURRENDER,
        Question.EARLY_SURRENDER,
        do.surrender_hand,
        "Early surrender follows insurance and comes before the peek.",
        options=(_early, _insured),
    ),
    _says(
        "insurance-decline_surrender",
        Phase.INSURANCE_OFFERED,
        EventKind.DECLINE,
        Question.EARLY_SURRENDER,
        do.decline_early_surrender,
        "Early surrender is asked once.",
        options=(_early, _insured),
    ),
    _moves(
        "insurance-peek",
        Phase.INSURANCE_OFFERED,
        Phase.INSURANCE_OFFERED,
        do.peek_at_hole,
        "All answers are in, so the dealer looks for a natural.",
        options=(_peek, _insured),
        guards=(when.peek_is_due,),
    ),
    _moves(
        "insurance-naturals",
        Phase.INSURANCE_OFFERED,
        Phase.INSURANCE_OFFERED,
        do.pay_naturals,
        "The peek showed that nothing can tie the naturals.",
        options=(_naturals_at_deal, _peek, _insured),
        guards=(when.naturals_are_due,),
    ),
    _moves(
        "insurance-end",
        Phase.INSURANCE_OFFERED,
        Phase.RESOLVED,
        do.move_on,
        "The round ended before anyone filled a hand.",
        options=(_ends_at_insurance,),
        guards=(when.no_open_bet,),
    ),
    _moves(
        "insurance-split",
        Phase.INSURANCE_OFFERED,
        Phase.SPLIT_OFFERED,
        do.move_on,
        "A pair waits to be split.",
        options=(_split, _insurance_first),
        guards=(when.split_is_due,),
    ),
    _moves(
        "insurance-fill",
        Phase.INSURANCE_OFFERED,
        Phase.FILLING,
        do.move_on,
        "Nothing more stands before the play of the hands.",
        options=(_insured,),
    ),
)

_SPLIT_ROWS: Final = (
    _says(
        "split-split",
        Phase.SPLIT_OFFERED,
        EventKind.SPLIT,
        Question.SPLIT,
        do.split_hand,
        "A pair becomes two hands with an equal bet on each.",
        options=(_split,),
        guards=(may.pair, may.below_max_hands, may.aces_may_split, may.can_match_bet),
    ),
    _says(
        "split-decline",
        Phase.SPLIT_OFFERED,
        EventKind.DECLINE,
        Question.SPLIT,
        do.decline_split,
        "The pair is played as it is.",
        options=(_split,),
    ),
    _moves(
        "split-insurance",
        Phase.SPLIT_OFFERED,
        Phase.INSURANCE_OFFERED,
        do.move_on,
        "The splits are answered, and insurance follows for each hand.",
        options=(_split, _insurance_in_turn),
        guards=(when.insurance_in_turn,),
    ),
    _moves(
        "split-fill",
        Phase.SPLIT_OFFERED,
        Phase.FILLING,
        do.move_on,
        "Every pair is split or was declined.",
        options=(_split,),
    ),
)

_FILLING_ROWS: Final = (
    _says(
        "filling-hit",
        Phase.FILLING,
        EventKind.HIT,
        Question.PLAY,
        do.hit_hand,
        "A hand below 21 may take another card.",
    ),
    _says(
        "filling-stand",
        Phase.FILLING,
        EventKind.STAND,
        Question.PLAY,
        do.stand_hand,
        "A player may stand pat on any total.",
    ),
    _says(
        "filling-double",
        Phase.FILLING,
        EventKind.DOUBLE,
        Question.PLAY,
        do.double_hand,
        "An equal bet more, for one last card.",
        options=(_double,),
        guards=(
            may.total_may_double,
            may.soft_may_double,
            may.split_may_double,
            may.can_match_bet,
        ),
    ),
    _says(
        "filling-surrender",
        Phase.FILLING,
        EventKind.SURRENDER,
        Question.PLAY,
        do.surrender_hand,
        "Half of the bet buys the way out, as a hand's first decision.",
        options=(_surrender,),
        guards=(may.first_decision, may.surrender_not_declined),
    ),
    _moves(
        "filling-split",
        Phase.FILLING,
        Phase.SPLIT_OFFERED,
        do.move_on,
        "The hand at turn is a pair to be split.",
        options=(_split_in_turn,),
        guards=(when.split_is_due,),
    ),
    _moves(
        "filling-insurance",
        Phase.FILLING,
        Phase.INSURANCE_OFFERED,
        do.move_on,
        "The next turn begins with insurance.",
        options=(_insurance_in_turn,),
        guards=(when.insurance_in_turn,),
    ),
    _moves(
        "filling-natural",
        Phase.FILLING,
        Phase.FILLING,
        do.pay_natural_at_turn,
        "The natural at turn is paid.",
        options=(_natural_at_turn,),
        guards=(when.natural_at_turn,),
    ),
    _moves(
        "filling-next",
        Phase.FILLING,
        Phase.FILLING,
        do.next_hand,
        "This hand is finished and another comes after it.",
        options=(_several_hands,),
        guards=(when.hands_remain,),
    ),
    _moves(
        "filling-end",
        Phase.FILLING,
        Phase.RESOLVED,
        do.move_on,
        "Every bet is settled, so the dealer has nobody to play against.",
        options=(_ends_while_filling,),
        guards=(when.no_open_bet,),
    ),
    _moves(
        "filling-dealer",
        Phase.FILLING,
        Phase.DEALER_TURN,
        do.move_on,
        "Every hand is finished.",
    ),
)

_DEALER_ROWS: Final = (
    _moves(
        "dealer-hole_card",
        Phase.DEALER_TURN,
        Phase.DEALER_TURN,
        do.turn_hole_card,
        "The hole card is turned before anything else.",
        options=(_hole_dealt,),
        guards=(when.hole_is_hidden,),
    ),
    _moves(
        "dealer-second_card",
        Phase.DEALER_TURN,
        Phase.DEALER_TURN,
        do.draw_second_card,
        "Without a hole card the second card is drawn now, if anything needs it.",
        options=(_no_hole,),
        guards=(when.second_card_is_needed,),
    ),
    _moves(
        "dealer-draw",
        Phase.DEALER_TURN,
        Phase.DEALER_TURN,
        do.draw_for_dealer,
        "The dealer draws to sixteen.",
        guards=(when.dealer_must_draw,),
    ),
    _moves(
        "dealer-settle",
        Phase.DEALER_TURN,
        Phase.RESOLVED,
        do.settle_round,
        "The dealer has finished, and every open bet is compared.",
    ),
)

_RESOLVED_ROWS: Final = (
    _opens("resolved-open", Phase.RESOLVED, (), "The host opens the next round when it pleases."),
)

TABLE: Final[tuple[Row, ...]] = (
    *_BETTING_ROWS,
    *_DEALT_ROWS,
    *_INSURANCE_ROWS,
    *_SPLIT_ROWS,
    *_FILLING_ROWS,
    *_DEALER_ROWS,
    *_RESOLVED_ROWS,
)
"""Every transition there is, under any rules; the order of the house's rows is their priority."""


@cache
def rows_kept(rules: Rules) -> tuple[Row, ...]:
    """Return the rows that a rule set keeps and that Betting leads to, in table order."""
    kept = tuple(row for row in TABLE if row.kept_by(rules))
    reached = {Phase.BETTING}
    while True:
        more = {row.destination for row in kept if row.source in reached} - reached
        if not more:
            return tuple(row for row in kept if row.source in reached)
        reached |= more
