"""What a rule set says of the value of a hand: which rules are covered, and what each end wins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from attrs import evolve, frozen

from pitboss.errors import PitbossError, ShoeError, brief
from pitboss.exact.hands import ACE, TEN, Counts
from pitboss.players.chart import doubles_after_split
from pitboss.rules import Rules
from pitboss.rules.values import (
    BlackjackTakes,
    Double,
    Insurance,
    InsuranceAmount,
    InsuranceTime,
    InsuredAnte,
    NaturalSettles,
    Peek,
    SoftSeventeen,
    Split,
    Surrender,
)

MOST_HANDS: Final = 8
"""How many hands of one split are followed, where more are allowed."""

FULL_DECK: Final[Counts] = (4, 4, 4, 4, 4, 4, 4, 4, 4, 16)
"""The cards of one deck, by their points."""


LEAST_CARDS: Final = 10
"""Of a shoe that may be given; a round from a smaller one may run out of cards."""


class NotCoveredError(PitbossError):
    """No exact value is worked out for these rules.

    Attributes:
        options: the options that are not covered together, with their values as written.
    """

    def __init__(self, rules: Rules, names: tuple[str, ...], why: str) -> None:
        written = rules.to_dict()
        self.options = {name: written[name] for name in names}
        said = ", ".join(f"{name} = {value}" for name, value in self.options.items())
        super().__init__(f"no exact value is worked out for {said}: {why}", "change one of these")


def shoe_of(rules: Rules, given: Sequence[int] | None = None) -> Counts:
    """Return the cards of a fresh shoe, by their points.

    Args:
        rules: the rule set, which says how many cards a full shoe holds.
        given: the cards of another shoe.

    Raises:
        ShoeError: these are not ten whole counts, or too few cards.
    """
    if given is None:
        return tuple(rules.decks * held for held in FULL_DECK)
    counts = tuple(given)
    whole = len(counts) == len(FULL_DECK) and all(map(_is_count, counts))
    if not whole or sum(counts) < LEAST_CARDS:
        raise ShoeError(
            f"{', '.join(map(brief, counts[:11]))} are not the cards of a shoe",
            f"give ten whole counts, of aces, twos and so on up to tens, of {LEAST_CARDS} cards or "
            "more",
        )
    return tuple(map(int, counts))


def _is_count(held: object) -> bool:
    return isinstance(held, int | np.integer) and bool(held >= 0)


@frozen
class Terms:
    """What decides the value of hands against one up card.

    Attributes:
        rules: the rule set.
        up_points: of the up card, 1 for an ace.
        unseen: nobody has looked whether the dealer has a natural, and it is possible.
        missing: the points of the card that makes a natural beside the up card; 0 if there is none.
    """

    rules: Rules
    up_points: int
    unseen: bool
    missing: int

    @classmethod
    def of(cls, rules: Rules, up_points: int) -> Terms:
        """Return the terms for a player who does not insure.

        Raises:
            NotCoveredError: the rules change an option that exact values do not know.
        """
        unknown = tuple(rules.unknown_to("exact"))
        if unknown:
            raise NotCoveredError(rules, unknown, "exact values do not know the option")
        missing = {ACE: TEN, TEN: ACE}.get(up_points, 0)
        unseen = missing > 0 and not _looks(rules, up_points)
        terms = cls(rules, up_points, unseen, missing)
        if terms.unseen:
            terms.check()
        return terms

    def check(self) -> None:
        """See that a natural that is found after play is covered.

        Raises:
            NotCoveredError: it is not.
        """
        rules, takes = self.rules, "dealer_blackjack_takes"
        if rules.dealer_blackjack_takes is BlackjackTakes.ALL:
            return
        why = "what a natural takes depends on which hand of the seat was the first"
        if rules.dealer_blackjack_takes is BlackjackTakes.ORIGINAL_AND_BUSTED:
            raise NotCoveredError(rules, (takes, "peek"), why)
        if not rules.natural_beats_21:
            raise NotCoveredError(rules, (takes, "natural_beats_21", "peek"), why)
        if rules.charlie is not None:
            raise NotCoveredError(rules, (takes, "charlie", "peek"), why)
        if rules.split_natural and rules.split is not Split.OFF:
            raise NotCoveredError(rules, (takes, "split_natural", "peek"), why)

    @property
    def insured(self) -> Terms:
        """The terms for a player who has insured."""
        looks = self.rules.peek is Peek.INSURED and self.may_insure
        return evolve(self, unseen=False) if looks else self

    @property
    def takes_all(self) -> bool:
        """A dealer natural may turn up after play, and takes every stake."""
        return self.unseen and self.rules.dealer_blackjack_takes is BlackjackTakes.ALL

    @property
    def may_insure(self) -> bool:
        """The up card calls for insurance."""
        return self.up_points in _INSURED_UNDER[self.rules.insurance]

    @property
    def most_hands(self) -> int:
        """The most hands that a split comes to."""
        return self.rules.max_hands or MOST_HANDS

    @property
    def hits_soft_17(self) -> bool:
        """The dealer draws to a soft 17."""
        return self.rules.soft_17 is SoftSeventeen.HIT

    @property
    def blackjack_pays(self) -> float:
        """What a natural wins."""
        return self.rules.blackjack_pays.numerator / self.rules.blackjack_pays.denominator

    def natural(self, dealer_has: float, dealer_gets_21: float) -> float:
        """Return what the player's natural wins, uninsured.

        Args:
            dealer_has: the chance of a dealer natural.
            dealer_gets_21: the chance of another 21.
        """
        settles = self.rules.natural_settles
        if settles is NaturalSettles.TURN and self.unseen:
            return self.blackjack_pays
        ties = settles is NaturalSettles.SHOWDOWN and not self.rules.natural_beats_21
        return self.blackjack_pays * (1 - dealer_has - (dealer_gets_21 if ties else 0))

    def insurance(self, dealer_has: float) -> float:
        """Return what half of the bet wins as insurance."""
        pays = self.rules.insurance_pays.numerator / self.rules.insurance_pays.denominator
        return (pays * dealer_has - (1 - dealer_has)) / 2

    def lost_insured(self, dealer_has: float) -> float:
        """Return what a natural loses more for being insured, beside the insurance.

        Args:
            dealer_has: the chance of a dealer natural.
        """
        paid_before = self.rules.natural_settles is NaturalSettles.TURN and self.insured.unseen
        loses = self.rules.insured_ante is InsuredAnte.LOSES and not paid_before
        return dealer_has if loses else 0

    @property
    def pays_even_money(self) -> bool:
        """A natural may be settled at 1:1."""
        return self.rules.even_money and self.up_points == ACE

    def doubles(self, *, split: bool) -> bool:
        """Say whether a hand may be doubled at all."""
        return doubles_after_split(self.rules) if split else self.rules.double is not Double.OFF

    @property
    def surrenders(self) -> bool:
        """Half of the bet buys a way out."""
        return self.rules.surrender is not Surrender.OFF

    def check_insurance(self, gain: float) -> None:
        """See that insurance is covered, where it wins.

        Args:
            gain: what it wins in the best case.

        Raises:
            NotCoveredError: it is not.
        """
        rules = self.rules
        exactly_half = rules.insurance_amount is InsuranceAmount.HALF
        if rules.peek is Peek.INSURED and not exactly_half:
            why = "a smaller amount also makes the dealer look"
            raise NotCoveredError(rules, ("insurance_amount", "peek"), why)
        if gain <= 0:
            return
        pays = "insurance_pays"
        if rules.insurance_amount is InsuranceAmount.UP_TO_BALANCE:
            raise NotCoveredError(rules, (pays, "insurance_amount"), "it wins without limit")
        if rules.insurance_time is InsuranceTime.AFTER_SPLIT:
            why = "it wins, and splits are seen before"
            raise NotCoveredError(rules, (pays, "insurance_time"), why)
        loses = rules.insured_ante is InsuredAnte.LOSES and not rules.natural_beats_21
        if loses and self.unseen:
            why = "an insured 21 no longer ties a natural"
            names = (pays, "insured_ante", "natural_beats_21", "peek")
            raise NotCoveredError(rules, names, why)


def _looks(rules: Rules, up_points: int) -> bool:
    """Say whether the dealer looks for a natural before play when nobody has insured."""
    if rules.peek is Peek.OFFERED:
        return up_points in _INSURED_UNDER[rules.insurance]
    return rules.peek in {Peek.ACE_OR_TEN, Peek.ALWAYS}


_INSURED_UNDER: Final = {
    Insurance.OFF: frozenset[int](),
    Insurance.ACE: frozenset({ACE}),
    Insurance.ACE_OR_TEN: frozenset({ACE, TEN}),
}
