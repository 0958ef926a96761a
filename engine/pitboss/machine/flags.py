"""The rules of play as plain flags and numbers, which guards and effects read.

They are computed once for each rule set. If the value of an option is a word, a flag with a
descriptive name replaces it, so that guards are easy to read.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import Final, NamedTuple

from pitboss.game.arithmetic import ACE, FIRST_CARDS, TWENTY_ONE
from pitboss.game.cards import TEN_POINTS
from pitboss.game.limits import MAX_HANDS_OF_A_SEAT
from pitboss.game.money import Rounding
from pitboss.machine import row_options as under
from pitboss.machine.stakes import InsuranceTerms, SideBetTerms, bet_terms
from pitboss.rules import Rules, values
from pitboss.rules.bonuses import Bonus


class Scope(Enum):
    """Which seats or hands are asked together, before the round continues."""

    WHOLE_TABLE = "whole table"
    SEAT_AT_TURN = "seat at turn"
    HAND_AT_TURN = "hand at turn"


_INSURANCE_POINTS: Final = {
    values.Insurance.OFF: frozenset[int](),
    values.Insurance.ACE: frozenset({1}),
    values.Insurance.ACE_OR_TEN: frozenset({1, 10}),
}
"""The points of the up cards against which insurance is offered, even if nobody can pay for it."""


_PEEK_POINTS: Final = {
    values.Peek.NEVER: frozenset[int](),
    values.Peek.INSURED: frozenset[int](),
    values.Peek.ACE_OR_TEN: frozenset(range(ACE, TEN_POINTS + 1)),
    values.Peek.ALWAYS: frozenset(range(ACE, TEN_POINTS + 1)),
}
"""The points of the up cards with which the dealer peeks, even if nobody has insured.

`Peek.OFFERED` has no entry: the dealer then peeks with the up cards that lead to insurance.
"""

_DOUBLED: Final = {
    values.Double.OFF: (0, 0, 0),
    values.Double.ANY_TIME: (TWENTY_ONE, 0, TWENTY_ONE),
    values.Double.FIRST_TWO: (FIRST_CARDS, 0, TWENTY_ONE),
    values.Double.NINE_TO_ELEVEN: (FIRST_CARDS, 9, 11),
    values.Double.TEN_OR_ELEVEN: (FIRST_CARDS, 10, 11),
}
"""For each value of `double`: the limits of a hand that may be doubled.

They are its most cards, least total and largest total. A soft total counts its ace as eleven.
"""


class DealtTo(NamedTuple):
    """Where one of the first cards goes: to a hand, or to the dealer.

    Attributes:
        hand: the number of the hand, from 0, among the hands that get cards; `None` for the dealer.
        face_down: whether the card lies face down.
    """

    hand: int | None
    face_down: bool = False


UP_CARD: Final = DealtTo(None)
HOLE_CARD: Final = DealtTo(None, face_down=True)


class Flags:
    """The flags of a rule set; they never change.

    Args:
        rules: the rule set.
    """

    def __init__(self, rules: Rules) -> None:
        self._keep_rows(rules)
        self._stake(rules)
        self._deal(rules)
        self._split_and_double(rules)
        self._settle(rules)

    def _keep_rows(self, rules: Rules) -> None:
        """Set the flag of each row option."""
        self.takes_bets: bool = under.takes_bets.holds(rules)
        self.insures: bool = under.insures.holds(rules)
        self.insures_first: bool = under.insures_first.holds(rules)
        self.takes_insurance: bool = under.takes_insurance.holds(rules)
        self.surrenders_early: bool = under.surrenders_early.holds(rules)
        self.insures_in_turn: bool = under.insures_in_turn.holds(rules)
        self.splits: bool = under.splits.holds(rules)
        self.insures_in_a_later_turn: bool = under.insures_in_a_later_turn.holds(rules)
        self.pays_even_money: bool = under.pays_even_money.holds(rules)
        self.surrenders: bool = under.surrenders.holds(rules)
        self.surrenders_before_insurance: bool = under.surrenders_before_insurance.holds(rules)
        self.peeks_after_deal: bool = under.peeks_after_deal.holds(rules)
        self.peeks_after_insurance: bool = under.peeks_after_insurance.holds(rules)
        self.natural_always_wins: bool = under.natural_always_wins.holds(rules)
        self.settles_naturals_at_deal: bool = under.settles_naturals_at_deal.holds(rules)
        self.ends_after_deal: bool = under.ends_after_deal.holds(rules)
        self.ends_at_insurance: bool = under.ends_at_insurance.holds(rules)
        self.seats_several_hands: bool = under.seats_several_hands.holds(rules)
        self.splits_in_turn: bool = under.splits_in_turn.holds(rules)
        self.doubles: bool = under.doubles.holds(rules)
        self.pays_naturals_at_turn: bool = under.pays_naturals_at_turn.holds(rules)
        self.split_makes_winning_21: bool = under.split_makes_winning_21.holds(rules)
        self.ends_while_filling: bool = under.ends_while_filling.holds(rules)
        self.shows_hole_card: bool = under.shows_hole_card.holds(rules)
        self.hides_hole_card: bool = under.hides_hole_card.holds(rules)
        self.offers_side_bets: bool = under.offers_side_bets.holds(rules)
        self.settles_side_bets_at_insurance: bool = under.settles_side_bets_at_insurance.holds(
            rules
        )
        self.settles_side_bets_at_splits: bool = under.settles_side_bets_at_splits.holds(rules)
        self.settles_side_bets_while_filling: bool = under.settles_side_bets_while_filling.holds(
            rules
        )
        self.settles_side_bets_at_dealer: bool = under.settles_side_bets_at_dealer.holds(rules)
        self.deals_no_hole_card: bool = under.deals_no_hole_card.holds(rules)

    def _stake(self, rules: Rules) -> None:
        """Set the flags of stakes, insurance and surrender."""
        self.bet_terms = bet_terms(rules)
        self.bet_least_minor: int = self.bet_terms.least_minor
        self.bet_most_minor: int = self.bet_terms.most_minor
        self.bets_make_no_fraction: bool = rules.rounding is not Rounding.EXACT
        self.insurance_terms = InsuranceTerms(rules)
        self.insurance_points: frozenset[int] = _INSURANCE_POINTS[rules.insurance]
        self.peek_points: frozenset[int] = (
            self.insurance_points if rules.peek is values.Peek.OFFERED else _PEEK_POINTS[rules.peek]
        )
        self.peeks_if_insured: bool = rules.peek is values.Peek.INSURED
        self.side_bets: dict[str, SideBetTerms] = {
            bet.name: SideBetTerms(bet, rules) for bet in rules.side_bets
        }
        self.side_bet_names: tuple[str, ...] = tuple(self.side_bets)

    def _deal(self, rules: Rules) -> None:
        """Set the flags of the deal and of the dealer."""
        self.shuffles_every_round: bool = rules.shuffle is values.Shuffle.EVERY_ROUND
        self.shuffles_at_cut_card: bool = rules.shuffle is values.Shuffle.CUT_CARD
        self.shuffles_when_empty: bool = rules.shuffle is values.Shuffle.WHEN_EMPTY
        window = (rules.cut_card.low, rules.cut_card.high)
        self.cut_window: tuple[int, int] | None = window if self.shuffles_at_cut_card else None
        self.deals_in_blocks: bool = rules.deal is values.Deal.BLOCKS
        self.deals_hole_card: bool = rules.hole_card is values.HoleCard.DEALT
        self.up_card_is_second: bool = (
            rules.hole_card is values.HoleCard.DEALT and rules.up_card is values.UpCard.SECOND
        )
        self.dealer_plays_on: bool = rules.dealer_draws is values.DealerDraws.ALWAYS
        self.dealer_22_pushes: bool = rules.dealer_22_pushes
        self.ties_lose: bool = rules.ties is values.Ties.LOSE
        self.hits_soft_17: bool = rules.soft_17 is values.SoftSeventeen.HIT

    def _split_and_double(self, rules: Rules) -> None:
        """Set the flags of splits, doubles and hits, and of their order."""
        hand_by_hand = rules.play_order is values.PlayOrder.HAND_BY_HAND
        after_split = rules.insurance_time is values.InsuranceTime.AFTER_SPLIT
        both = rules.split_deal is values.SplitDeal.BOTH
        turn = Scope.SEAT_AT_TURN if after_split and both else Scope.HAND_AT_TURN
        self.split_scope: Scope = turn if hand_by_hand else Scope.WHOLE_TABLE
        self.insurance_scope: Scope = turn if after_split else Scope.WHOLE_TABLE
        self.asks_insurance_in_turn: bool = after_split
        self.pairs_by_rank: bool = rules.split is values.Split.RANK
        self.most_hands: int = MAX_HANDS_OF_A_SEAT if rules.max_hands is None else rules.max_hands
        self.resplits_aces: bool = rules.resplit_aces
        self.split_deals_both: bool = both
        self.split_makes_naturals: bool = rules.split_natural
        self.split_aces_stand: bool = not rules.hit_split_aces
        doubled = _DOUBLED[rules.double]
        self.doubled_cards: int = doubled[0]
        self.doubled_from: int = doubled[1]
        self.doubled_to: int = doubled[2]
        self.doubles_soft: bool = rules.double_soft
        self.doubles_after_split: bool = rules.double_after_split
        self.max_doubles: int = rules.max_doubles
        self.surrenders_any_time: bool = rules.surrender_any_time
        self.rescues: bool = rules.rescue
        self.asks_doubled: bool = rules.rescue or rules.max_doubles > 1
        self.free_doubles: bool = rules.free_doubles
        self.free_splits: bool = rules.free_splits
        self.stands_at_21: bool = rules.auto_stand_21
        self.charlie_cards: int = rules.charlie or 0
        self.charlie_21_cards: int = rules.charlie_21 or 0
        self.charlie_doubled: bool = rules.charlie_doubled
        self.has_charlies: bool = rules.charlie is not None or rules.charlie_21 is not None

    def _settle(self, rules: Rules) -> None:
        """Set the flags of payments and losses."""
        self.rounding = rules.rounding
        self.bonuses: tuple[Bonus, ...] = rules.bonuses
        self.blackjack_pays = rules.blackjack_pays
        self.insurance_pays = rules.insurance_pays
        self.busts_lose_at_once: bool = rules.bust_settles is values.BustSettles.AT_ONCE
        self.naturals_pay_at_turn: bool = rules.natural_settles is values.NaturalSettles.TURN
        self.natural_beats_21: bool = rules.natural_beats_21
        self.player_21_wins: bool = rules.player_21 is values.Player21.WINS
        self.insured_ante_loses: bool = rules.insured_ante is values.InsuredAnte.LOSES
        takes = rules.dealer_blackjack_takes
        self.blackjack_takes_all: bool = takes is values.BlackjackTakes.ALL
        self.blackjack_takes_original: bool = takes is values.BlackjackTakes.ORIGINAL
        self.blackjack_takes_busted: bool = takes is values.BlackjackTakes.ORIGINAL_AND_BUSTED


@lru_cache(maxsize=1024)
def deal_order(flags: Flags, hands: int) -> tuple[DealtTo, ...]:
    """Return the hand or the dealer for each of the first cards, in the order of dealing.

    Each hand and then the dealer get one card, and then a second one [002 Cards are dealt one at a
    time, 003]. If cards are dealt in blocks, each hand in turn gets two cards, and the dealer's
    cards come last [000 cycle]. If no hole card is dealt, the dealer gets only one card.

    Args:
        flags: the flags of the rule set.
        hands: how many seats play.
    """
    dealers = [UP_CARD, HOLE_CARD] if flags.deals_hole_card else [UP_CARD]
    if flags.up_card_is_second:
        dealers.reverse()
    each = [DealtTo(hand) for hand in range(hands)]
    if flags.deals_in_blocks:
        return (*[to for to in each for _ in range(FIRST_CARDS)], *dealers)
    return (*each, *dealers[:1], *each, *dealers[1:])


def hole_place(flags: Flags, hands: int) -> int:
    """Return how many cards are dealt before the hole card; the rules must deal a hole card.

    Args:
        flags: the flags of the rule set.
        hands: how many seats play.
    """
    return deal_order(flags, hands).index(HOLE_CARD)


@lru_cache(maxsize=256)
def flags_for(rules: Rules) -> Flags:
    """Return the flags of a rule set; a cache keeps those of the last 256 rule sets."""
    return Flags(rules)
