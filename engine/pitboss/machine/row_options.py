"""Row options: what a rule set must say for a row of the table of transitions to exist.

They are asked once, when a rule set is frozen; guards are asked in play. A row that is kept can
also be taken: these conditions name everything that can make it happen, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from attrs import frozen

from pitboss.game.money import Rounding
from pitboss.machine.stakes import insures_any_bet, limits_of_any_bet
from pitboss.rules import Rules
from pitboss.rules.values import (
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
    SplitDeal,
    Surrender,
)


@frozen
class RowOption:
    """The rule options under which a row exists, asked once when a rule set is frozen.

    Attributes:
        flag: the name of the flag that answers it in play.
        words: what the rule set must say, in plain words.
        names: the options it reads, the most important first.
        of_fractions: the options it reads beside them to learn which stakes make a fraction.
        holds: says whether a rule set keeps the row.
    """

    flag: str
    words: str
    names: tuple[str, ...]
    of_fractions: tuple[str, ...]
    holds: Callable[[Rules], bool]

    def told(self, rules: Rules) -> tuple[str, ...]:
        """Return the options that are told to whoever is refused where it does not hold.

        Args:
            rules: where they round, no stake makes a fraction; where they do not, that they do not
                is told, as of a wrong amount, and not all that could make one.
        """
        exact = rules.rounding is Rounding.EXACT
        return (*self.names, "rounding") if exact and self.of_fractions else self.names


def _row_option(
    words: str,
    *names: str,
    asks: tuple[RowOption, ...] = (),
    of_fractions: tuple[str, ...] = (),
) -> Callable[[Callable[[Rules], bool]], RowOption]:
    """Name a condition over the rules; used as a decorator on its test.

    Args:
        words: what the rule set must say, in plain words.
        names: the options that the test itself reads.
        asks: the conditions that it asks, whose options it reads through them.
        of_fractions: the options that it reads only to learn which stakes make a fraction.
    """
    every = dict.fromkeys([*names, *(name for each in asks for name in each.names)])
    fractions = dict.fromkeys(
        [*of_fractions, *(name for each in asks for name in each.of_fractions)]
    )

    def named(holds: Callable[[Rules], bool]) -> RowOption:
        beside = tuple(name for name in fractions if name not in every)
        return RowOption(holds.__name__, words, tuple(every), beside, holds)

    return named


@_row_option(
    "some bet can be made",
    "bet_min",
    "bet_max",
    of_fractions=(
        "rounding",
        "blackjack_pays",
        "surrender",
        "insurance",
        "insurance_amount",
        "insurance_pays",
    ),
)
def takes_bets(rules: Rules) -> bool:
    """Some amount lies within the limits of a bet."""
    return limits_of_any_bet(rules).possible


@_row_option("insurance is offered", "insurance")
def insures(rules: Rules) -> bool:
    """Some up card calls for insurance."""
    return rules.insurance is not Insurance.OFF


@_row_option("insurance is asked before the splits", "insurance", "insurance_time")
def insures_first(rules: Rules) -> bool:
    """Split offers wait until every seat has answered insurance [000, 001]."""
    return (
        rules.insurance is not Insurance.OFF and rules.insurance_time is InsuranceTime.BEFORE_SPLIT
    )


@_row_option("some bet can be insured", "insurance_amount", asks=(takes_bets,))
def takes_insurance(rules: Rules) -> bool:
    """Half of some bet, or whatever else may be staked, is an amount at all [003 has no money]."""
    return insures_any_bet(rules)


@_row_option("surrender is early", "surrender")
def surrenders_early(rules: Rules) -> bool:
    """Half a bet may be taken back before the dealer looks."""
    return rules.surrender is Surrender.EARLY


@_row_option(
    "insurance is asked in a seat's turn, after its splits",
    "insurance",
    "insurance_time",
    asks=(takes_insurance, surrenders_early),
)
def insures_in_turn(rules: Rules) -> bool:
    """Insurance waits until a turn's splits are answered [002 Rules]."""
    return (
        rules.insurance is not Insurance.OFF
        and rules.insurance_time is InsuranceTime.AFTER_SPLIT
        and (takes_insurance.holds(rules) or surrenders_early.holds(rules))
    )


@_row_option("pairs may be split", "split")
def splits(rules: Rules) -> bool:
    """Pairs may be split."""
    return rules.split is not Split.OFF


@_row_option(
    "insurance is asked in a turn that comes after another",
    "max_seats",
    "split_deal",
    asks=(insures_in_turn, takes_insurance, splits),
)
def insures_in_a_later_turn(rules: Rules) -> bool:
    """Of another seat, or of a hand that a split made and that gets its second card in turn."""
    if not insures_in_turn.holds(rules):
        return False
    return rules.max_seats > 1 or (
        takes_insurance.holds(rules)
        and splits.holds(rules)
        and rules.split_deal is SplitDeal.IN_TURN
    )


@_row_option("even money is offered", "even_money")
def pays_even_money(rules: Rules) -> bool:
    """A natural under an ace may be settled 1:1 [000, 001]."""
    return rules.even_money


@_row_option(
    "surrender is early, and not every ace and ten calls for insurance",
    "insurance",
    asks=(surrenders_early,),
)
def surrenders_before_insurance(rules: Rules) -> bool:
    """Some ace or ten calls for early surrender and for no insurance."""
    return surrenders_early.holds(rules) and rules.insurance is not Insurance.ACE_OR_TEN


@_row_option("surrender is allowed", "surrender")
def surrenders(rules: Rules) -> bool:
    """A first decision may be to give up half of the bet."""
    return rules.surrender is not Surrender.OFF


@_row_option(
    "the dealer peeks under an ace or a ten, and a ten calls for no insurance", "peek", "insurance"
)
def peeks_after_deal(rules: Rules) -> bool:
    """The dealer looks without having offered insurance."""
    return rules.peek in _PEEKS_BY_ITSELF and rules.insurance is not Insurance.ACE_OR_TEN


_PEEKS_BY_ITSELF: Final = frozenset({Peek.ACE_OR_TEN, Peek.ALWAYS})


@_row_option("the dealer peeks after insurance", "peek", asks=(insures, takes_insurance))
def peeks_after_insurance(rules: Rules) -> bool:
    """The dealer looks once all answers are in; at some tables only if a bet was insured."""
    if rules.peek is Peek.INSURED:
        return takes_insurance.holds(rules)
    return insures.holds(rules) and rules.peek is not Peek.NEVER


@_row_option("naturals are settled at the deal", "natural_settles")
def settles_naturals_at_deal(rules: Rules) -> bool:
    """A natural does not wait for the end [003 Natural Resolution]."""
    return rules.natural_settles is NaturalSettles.DEAL


@_row_option(
    "a round can end right after the deal",
    asks=(settles_naturals_at_deal, peeks_after_deal, surrenders_before_insurance),
)
def ends_after_deal(rules: Rules) -> bool:
    """All bets can be settled before any question but early surrender."""
    return (
        settles_naturals_at_deal.holds(rules)
        or peeks_after_deal.holds(rules)
        or surrenders_before_insurance.holds(rules)
    )


@_row_option(
    "a round can end at insurance",
    "even_money",
    "dealer_draws",
    asks=(insures_in_turn, surrenders_early, insures_first, peeks_after_insurance),
)
def ends_at_insurance(rules: Rules) -> bool:
    """All bets can be settled by even money, early surrender or a peek.

    In turns only early surrender can, and it matters only to a dealer who plays on by himself.
    """
    if insures_in_turn.holds(rules):
        return surrenders_early.holds(rules) and rules.dealer_draws is DealerDraws.ALWAYS
    if not insures_first.holds(rules):
        return False
    return rules.even_money or peeks_after_insurance.holds(rules) or surrenders_early.holds(rules)


@_row_option("more than one hand can be at the table", "max_seats", "split")
def seats_several_hands(rules: Rules) -> bool:
    """Turns pass from hand to hand."""
    return rules.max_seats > 1 or rules.split is not Split.OFF


@_row_option(
    "a hand may be split after another was filled",
    "play_order",
    "max_seats",
    "max_hands",
    "insurance_time",
    "split_deal",
    asks=(splits,),
)
def splits_in_turn(rules: Rules) -> bool:
    """Of another seat [002], or of a hand that a split made, if there may be a third."""
    if not splits.holds(rules) or rules.play_order is not PlayOrder.HAND_BY_HAND:
        return False
    splits_of_a_turn_together = (
        rules.insurance_time is InsuranceTime.AFTER_SPLIT and rules.split_deal is SplitDeal.BOTH
    )
    return rules.max_seats > 1 or (
        not splits_of_a_turn_together and (rules.max_hands is None or rules.max_hands > 2)
    )


@_row_option("doubling is allowed", "double")
def doubles(rules: Rules) -> bool:
    """Bets may be doubled."""
    return rules.double is not Double.OFF


@_row_option(
    "a natural is paid at its turn, or a split can make one",
    "natural_settles",
    "split_natural",
    asks=(settles_naturals_at_deal, splits),
)
def pays_naturals_at_turn(rules: Rules) -> bool:
    """A natural can be open and payable when its turn comes [000 Filling]."""
    if rules.natural_settles is NaturalSettles.TURN:
        return True
    return settles_naturals_at_deal.holds(rules) and rules.split_natural and splits.holds(rules)


@_row_option(
    "the dealer draws only against a live hand, and a bet can be settled before his turn",
    "dealer_draws",
    "bust_settles",
    "charlie",
    asks=(surrenders, pays_naturals_at_turn),
)
def ends_while_filling(rules: Rules) -> bool:
    """The dealer can be left with nobody to play against."""
    return rules.dealer_draws is DealerDraws.IF_LIVE_HAND and (
        rules.bust_settles is BustSettles.AT_ONCE
        or rules.charlie is not None
        or surrenders.holds(rules)
        or pays_naturals_at_turn.holds(rules)
    )


@_row_option("the hole card is dealt", "hole_card")
def deals_hole_card(rules: Rules) -> bool:
    """The dealer has a card face down."""
    return rules.hole_card is HoleCard.DEALT


@_row_option("there is no hole card", "hole_card")
def deals_no_hole_card(rules: Rules) -> bool:
    """The dealer has one card until the dealer's turn, as in Europe."""
    return rules.hole_card is HoleCard.NONE
