"""Row options: the conditions on a rule set under which a row of the table of transitions exists.

They are evaluated once, with the flags of a rule set; guards are evaluated in play. A row exists
exactly if some round under the rules can take it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from attrs import frozen

from pitboss.game.money import Rounding
from pitboss.machine.stakes import insures_any_bet, limits_of_any_bet
from pitboss.rules import Rules, values
from pitboss.rules.side_bets import DecidingCards, OnNatural, SideBet
from pitboss.rules.values import RuleValue


@frozen
class RulesTest:
    """A condition on the rules; ``&`` and ``|`` combine two conditions, and their options.

    Attributes:
        names: the options that the condition reads, the most important first.
        of_fractions: further options that it reads to learn which stakes lead to fractions.
        holds: says whether the condition holds for a rule set.
    """

    names: tuple[str, ...]
    of_fractions: tuple[str, ...]
    holds: Callable[[Rules], bool]

    def __and__(self, other: RulesTest) -> RulesTest:
        return self._joined(other, lambda rules: self.holds(rules) and other.holds(rules))

    def __or__(self, other: RulesTest) -> RulesTest:
        return self._joined(other, lambda rules: self.holds(rules) or other.holds(rules))

    def _joined(self, other: RulesTest, holds: Callable[[Rules], bool]) -> RulesTest:
        names = dict.fromkeys((*self.names, *other.names))
        fractions = dict.fromkeys((*self.of_fractions, *other.of_fractions))
        beside = tuple(name for name in fractions if name not in names)
        return RulesTest(tuple(names), beside, holds)


@frozen
class RowOption(RulesTest):
    """The rule options under which a row exists.

    Attributes:
        flag: the name of the flag that holds the result.
        words: the condition on the rule set, in plain words.
    """

    flag: str
    words: str

    def told(self, rules: Rules) -> tuple[str, ...]:
        """Return the options that a refusal names if the condition does not hold.

        Args:
            rules: the rules. If they round, no stake leads to a fraction. If they do not round, the
                refusal names the option `rounding` instead of all options that lead to fractions.
        """
        exact = rules.rounding is Rounding.EXACT
        return (*self.names, "rounding") if exact and self.of_fractions else self.names


def _row_option(flag: str, words: str, test: RulesTest) -> RowOption:
    return RowOption(test.names, test.of_fractions, test.holds, flag, words)


def _is(name: str, *values: RuleValue) -> RulesTest:
    """Return a test: an option has one of these values; if no values are given, it is on."""

    def holds(rules: Rules) -> bool:
        value: RuleValue = getattr(rules, name)
        return value in values if values else bool(value)

    return RulesTest((name,), (), holds)


def _is_off(name: str) -> RulesTest:
    """Return a test: an option is off."""
    return RulesTest((name,), (), lambda rules: not getattr(rules, name))


def _is_not(name: str, value: RuleValue) -> RulesTest:
    return RulesTest((name,), (), lambda rules: getattr(rules, name) is not value)


def _has_side_bet(holds: Callable[[SideBet], bool]) -> RulesTest:
    return RulesTest(("side_bets",), (), lambda rules: any(map(holds, rules.side_bets)))


_several_seats: Final = RulesTest(("max_seats",), (), lambda rules: rules.max_seats > 1)
_after_split: Final = _is("insurance_time", values.InsuranceTime.AFTER_SPLIT)
_before_split: Final = _is("insurance_time", values.InsuranceTime.BEFORE_SPLIT)
_deals_in_turn: Final = _is("split_deal", values.SplitDeal.IN_TURN)
_not_under_every_ten: Final = _is_not("insurance", values.Insurance.ACE_OR_TEN)

takes_bets: Final = RowOption(
    ("bet_min", "bet_max", "max_doubles"),
    (
        "rounding",
        "blackjack_pays",
        "surrender",
        "insurance",
        "insurance_amount",
        "insurance_pays",
        "bonuses",
    ),
    lambda rules: limits_of_any_bet(rules).possible,
    "takes_bets",
    "some bet can be made",
)
"""At least one amount is within the limits of a bet."""

insures: Final = _row_option(
    "insures", "insurance is offered", _is_not("insurance", values.Insurance.OFF)
)
"""Insurance is offered against some up cards."""

insures_first: Final = _row_option(
    "insures_first", "insurance is asked before the splits", insures & _before_split
)
"""Splits are offered after every seat has answered insurance [000, 001]."""

takes_insurance: Final = _row_option(
    "takes_insurance",
    "some bet can be insured",
    RulesTest(("insurance_amount",), (), insures_any_bet) & takes_bets,
)
"""At least one bet can be insured for more than 0 [003 has no money]."""

surrenders_early: Final = _row_option(
    "surrenders_early", "early surrender is allowed", _is("surrender", values.Surrender.EARLY)
)
"""A seat may surrender for half of its bet before the dealer looks for a natural."""

insures_in_turn: Final = _row_option(
    "insures_in_turn",
    "insurance is asked in a seat's turn, after its splits",
    insures & _after_split & (takes_insurance | surrenders_early),
)
"""In each turn, insurance is offered after the splits are answered [002 Rules]."""

splits: Final = _row_option("splits", "pairs may be split", _is_not("split", values.Split.OFF))
"""Pairs may be split."""

insures_in_a_later_turn: Final = _row_option(
    "insures_in_a_later_turn",
    "insurance is asked in a later turn",
    insures_in_turn & (_several_seats | (takes_insurance & splits & _deals_in_turn)),
)
"""A later turn has insurance: the turn of another seat, or of a split hand dealt in its turn."""

pays_even_money: Final = _row_option("pays_even_money", "even money is offered", _is("even_money"))
"""A natural against an ace may be settled 1:1 [000, 001]."""

surrenders_before_insurance: Final = _row_option(
    "surrenders_before_insurance",
    "early surrender is allowed, and insurance is not offered against a ten",
    _not_under_every_ten & surrenders_early,
)
"""Against a ten, and perhaps an ace, early surrender is offered without insurance."""

surrenders: Final = _row_option(
    "surrenders", "surrender is allowed", _is_not("surrender", values.Surrender.OFF)
)
"""A hand may be surrendered for half of its bet."""

peeks_after_deal: Final = _row_option(
    "peeks_after_deal",
    "the dealer peeks against an ace or a ten, and insurance is not offered against a ten",
    _is("peek", values.Peek.ACE_OR_TEN, values.Peek.ALWAYS) & _not_under_every_ten,
)
"""With some up cards, the dealer peeks although insurance is not offered."""

peeks_after_insurance: Final = _row_option(
    "peeks_after_insurance",
    "the dealer peeks after insurance",
    (_is("peek", values.Peek.INSURED) & takes_insurance)
    | (_is("peek", values.Peek.OFFERED, values.Peek.ACE_OR_TEN, values.Peek.ALWAYS) & insures),
)
"""The dealer peeks after all answers to insurance; under some rules, only if a bet is insured."""

_at_deal: Final = _is("natural_settles", values.NaturalSettles.DEAL)

natural_always_wins: Final = _row_option(
    "natural_always_wins",
    "a natural always wins",
    _is("player_21", values.Player21.NATURAL_WINS, values.Player21.WINS),
)
"""A natural is paid before any question about hands, even if the dealer has a natural."""

settles_naturals_at_deal: Final = _row_option(
    "settles_naturals_at_deal",
    "naturals that nothing can tie are settled at the deal",
    _at_deal & _is("player_21", values.Player21.COMPARES),
)
"""A natural is settled before the end of the round [003 Natural Resolution]."""

shows_hole_card: Final = _row_option(
    "shows_hole_card", "the hole card is turned right after the deal", _is("hole_card_shown")
)
"""The hole card is turned right after the deal, as in Double Exposure."""

ends_after_deal: Final = _row_option(
    "ends_after_deal",
    "a round can end right after the deal",
    _at_deal | peeks_after_deal | surrenders_before_insurance | shows_hole_card,
)
"""All bets can be settled before any question except early surrender."""

ends_at_insurance: Final = _row_option(
    "ends_at_insurance",
    "a round can end at insurance",
    (insures_first & (_is("even_money") | peeks_after_insurance | surrenders_early))
    | (insures_in_turn & surrenders_early & _is("dealer_draws", values.DealerDraws.ALWAYS)),
)
"""All bets can be settled by even money, early surrender or a peek.

If insurance is asked in turns, only early surrender can settle all bets at insurance. In that case
the row exists only if the dealer always draws.
"""

seats_several_hands: Final = _row_option(
    "seats_several_hands", "more than one hand can be at the table", _several_seats | splits
)
"""More than one hand can take a turn."""

splits_in_turn: Final = _row_option(
    "splits_in_turn",
    "a hand may be split after another was played",
    splits
    & _is("play_order", values.PlayOrder.HAND_BY_HAND)
    & (
        _several_seats
        | (
            (_before_split | _deals_in_turn)
            & RulesTest(
                ("max_hands",), (), lambda rules: rules.max_hands is None or rules.max_hands > 2
            )
        )
    ),
)
"""Another seat may split in its turn [002]; with three hands allowed, a split hand may, too."""

doubles: Final = _row_option("doubles", "doubling is allowed", _is_not("double", values.Double.OFF))
"""Bets may be doubled."""

pays_naturals_at_turn: Final = _row_option(
    "pays_naturals_at_turn",
    "a natural is paid at its turn, or a split can make one",
    _is("natural_settles", values.NaturalSettles.TURN) | (_at_deal & _is("split_natural") & splits),
)
"""A natural can be open and payable when its turn comes [000 Filling]."""

_21_wins: Final = _is("player_21", values.Player21.WINS)

split_makes_winning_21: Final = _row_option(
    "split_makes_winning_21",
    "any 21 wins, and a split cannot make a natural",
    _21_wins & splits & _is_off("split_natural"),
)
"""A hand of a split can have 21 before it is played."""

ends_while_filling: Final = _row_option(
    "ends_while_filling",
    "the dealer draws only against a live hand, and a bet can be settled before the dealer's turn",
    _is("dealer_draws", values.DealerDraws.IF_LIVE_HAND)
    & (
        _is("bust_settles", values.BustSettles.AT_ONCE)
        | _is("charlie")
        | _is("charlie_21")
        | _21_wins
        | surrenders
        | pays_naturals_at_turn
    ),
)
"""All bets can be settled before the dealer's turn."""

hides_hole_card: Final = _row_option(
    "hides_hole_card",
    "the hole card is dealt face down",
    _is("hole_card", values.HoleCard.DEALT) & _is_not("hole_card_shown", value=True),
)
"""The dealer has a card face down until the dealer's turn."""

deals_no_hole_card: Final = _row_option(
    "deals_no_hole_card", "there is no hole card", _is("hole_card", values.HoleCard.NONE)
)
"""The dealer has one card until the dealer's turn, as in Europe."""

_waits_for_natural: Final = _has_side_bet(lambda bet: bet.dealer_natural is not OnNatural.COMPARES)
_waits_for_last_card: Final = _has_side_bet(
    lambda bet: bet.decided_by is DecidingCards.DEALERS_HAND
)
_waits_for_dealer: Final = _has_side_bet(lambda bet: bet.decided_by.needs_second_card)
_rides_on_hand: Final = _has_side_bet(lambda bet: bet.decided_by.rides_on_hand)

offers_side_bets: Final = _row_option(
    "offers_side_bets", "side bets are offered", _is("side_bets") & takes_bets
)
"""At least one side bet may be placed with an opening bet."""

settles_side_bets_at_insurance: Final = _row_option(
    "settles_side_bets_at_insurance",
    "one of them waits for a peek or depends on a hand that may be surrendered at insurance",
    ((_waits_for_natural | _waits_for_dealer) & peeks_after_insurance)
    | (_rides_on_hand & surrenders_early & insures),
)
"""The hole card may be known, or a hand may be surrendered, before any hand is played."""

settles_side_bets_at_splits: Final = _row_option(
    "settles_side_bets_at_splits",
    "one of them depends on a hand that may be split",
    _rides_on_hand & splits,
)
"""The second card of the first split hand is the last card that counts for a side bet."""

settles_side_bets_while_filling: Final = _row_option(
    "settles_side_bets_while_filling", "one of them depends on a hand", _rides_on_hand
)
"""A side bet is settled when the hand is finished."""

settles_side_bets_at_dealer: Final = _row_option(
    "settles_side_bets_at_dealer",
    "one of them waits for the dealer's cards or for a natural that no peek has ruled out",
    _waits_for_last_card
    | (_waits_for_dealer & _is_not("hole_card_shown", value=True))
    | (
        _waits_for_natural
        & _is("peek", values.Peek.NEVER, values.Peek.INSURED, values.Peek.OFFERED)
        & _is_not("hole_card_shown", value=True)
    ),
)
"""Cards that the dealer turns or draws decide a side bet."""
