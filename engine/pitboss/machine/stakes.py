"""The allowed stakes: the limits of bets, insurance and side bets under a rule set."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import lcm

from pitboss.game.cards import Card
from pitboss.game.limits import MAX_AMOUNT_MINOR
from pitboss.game.money import Rounding
from pitboss.game.round import Seat
from pitboss.game.traits import traits_of
from pitboss.rules import Rules
from pitboss.rules.pay_classes import PayClass
from pitboss.rules.side_bets import DecidingCards, OnNatural, SideBet
from pitboss.rules.values import Insurance, InsuranceAmount, Surrender


class AmountLimits:
    """The limits of a stake.

    Attributes:
        least_minor: the smallest stake.
        most_minor: the largest stake; if it is below the smallest, no stake is possible.
        unit_minor: every stake is a multiple of this (above 1 only under exact rounding).
        half_unit_minor: half of every stake, rounded down, is a multiple of this, so that half of
            an ante can be insured (above 1 only under exact rounding).
    """

    __slots__ = ("half_unit_minor", "least_minor", "most_minor", "unit_minor")

    def __init__(
        self, least_minor: int, most_minor: int, unit_minor: int = 1, half_unit_minor: int = 1
    ) -> None:
        self.least_minor = least_minor
        self.most_minor = most_minor
        self.unit_minor = unit_minor
        self.half_unit_minor = half_unit_minor

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AmountLimits) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self._parts())

    def __repr__(self) -> str:
        return f"AmountLimits{self._parts()}"

    def __reduce__(self) -> tuple[object, ...]:
        """Support copies and pickles of limits, as part of an offer or of a refusal."""
        return AmountLimits, self._parts()

    def _parts(self) -> tuple[int, int, int, int]:
        return self.least_minor, self.most_minor, self.unit_minor, self.half_unit_minor

    @property
    def possible(self) -> bool:
        """Whether any stake lies within the limits."""
        return self.least_minor <= self.most_minor

    @property
    def unlimited(self) -> bool:
        """Whether `MAX_AMOUNT_MINOR` alone limits the stake: one more step would exceed it."""
        return self.most_minor > MAX_AMOUNT_MINOR - self.step_minor

    @property
    def step_minor(self) -> int:
        """The step: an allowed stake plus this step is also allowed, up to the largest stake."""
        return lcm(self.unit_minor, 1 if self.half_unit_minor == 1 else 2 * self.half_unit_minor)

    def allow(self, amount_minor: int) -> bool:
        """Say whether a stake is within the limits and leads to no fraction."""
        return self.least_minor <= amount_minor <= self.most_minor and self._whole(amount_minor)

    def sentence(self, stake: str, written: Callable[[int], str], wanted_minor: int) -> str:
        """Return a sentence that says which stakes are allowed.

        Args:
            stake: the subject of the sentence, such as ``the stake``.
            written: writes an amount for the sentence.
            wanted_minor: the stake that was refused.
        """
        least, most = written(self.least_minor), written(self.most_minor)
        if self.least_minor == self.most_minor:
            return f"{stake} must be {least}"
        bounded = not self.unlimited or wanted_minor > self.most_minor
        between = f"{least} to {most}" if bounded else f"at least {least}"
        return f"{stake} must be {between}{self._steps(written)}"

    def _steps(self, written: Callable[[int], str]) -> str:
        step = self.step_minor
        if step == 1:
            return ""
        starts = [start for start in range(0, step, self.unit_minor) if self._whole(start)]
        # Half of an odd stake, rounded down, is half of the even stake below it.
        origin = f" from {' or '.join(map(written, starts))}" if len(starts) > 1 else ""
        return f", in steps of {written(step)}{origin}"

    def _whole(self, amount_minor: int) -> bool:
        return amount_minor % self.unit_minor == 0 and amount_minor // 2 % self.half_unit_minor == 0

    def tightened(self) -> AmountLimits:
        """Return the same limits, with their ends moved inwards to allowed stakes."""
        if self.unit_minor == self.half_unit_minor == 1:
            return self
        least, most = self.least_minor, self.most_minor
        while least <= most and not self._whole(least):
            least += 1
        while most >= least and not self._whole(most):
            most -= 1
        if (least, most) == (self.least_minor, self.most_minor):
            return self
        return AmountLimits(least, most, self.unit_minor, self.half_unit_minor)


def bet_terms(rules: Rules) -> AmountLimits:
    """Return the limits of any seat's bet [002 Rules: 1.00 up to the balance].

    Under exact rounding, a bet is not allowed if its natural, bonus, surrender or insurance could
    lead to a fraction of a minor unit.
    """
    unit = half_unit = 1
    if rules.rounding is Rounding.EXACT:
        halved = rules.surrender is not Surrender.OFF
        paid = [each.pays for table in rules.bonuses for each in table.classes if each.pays]
        unit = lcm(
            *[each.denominator for each in (rules.blackjack_pays, *paid)], 2 if halved else 1
        )
        insured = rules.insurance is not Insurance.OFF
        if insured and rules.insurance_amount is InsuranceAmount.HALF:
            half_unit = rules.insurance_pays.denominator
    # After all doubles that the rules allow, a bet is at most twice the largest amount.
    most = MAX_AMOUNT_MINOR >> (rules.max_doubles - 1)
    most = min(most, rules.bet_max) if isinstance(rules.bet_max, int) else most
    return AmountLimits(rules.bet_min, most, unit, half_unit)


def bet_limits(terms: AmountLimits, seat: Seat) -> AmountLimits:
    """Return the limits of one seat's bet, given the `terms` for every seat."""
    most = terms.most_minor if seat.on_credit else min(terms.most_minor, seat.balance_minor)
    limits = AmountLimits(terms.least_minor, most, terms.unit_minor, terms.half_unit_minor)
    return limits.tightened()


class InsuranceTerms:
    """The allowed insurance stakes on one hand under a rule set.

    An insurance stake is exactly half of the ante [001 Bets], at most half, or up to all free chips
    of the seat [002 Rules].

    Attributes:
        exactly_half: whether only half of the ante is allowed.
        up_to_half: whether at most half of the ante is allowed. If neither field is true, the stake
            may be up to all free chips.
        least_minor: the smallest stake, if it does not depend on the ante.
        unit_minor: every stake is a multiple of this (above 1 only under exact rounding).
    """

    def __init__(self, rules: Rules) -> None:
        exact = rules.rounding is Rounding.EXACT
        self.exactly_half: bool = rules.insurance_amount is InsuranceAmount.HALF
        self.up_to_half: bool = rules.insurance_amount is InsuranceAmount.UP_TO_HALF
        self.least_minor: int = max(1, rules.bet_min)
        self.unit_minor: int = rules.insurance_pays.denominator if exact else 1

    def within(self, ante_minor: int, funds_minor: int) -> AmountLimits:
        """Return the limits of insurance for an opening bet and the free chips of its seat."""
        free = min(funds_minor, MAX_AMOUNT_MINOR)
        half = ante_minor // 2
        if self.exactly_half:
            return AmountLimits(max(1, half), half if half <= free else 0)
        if self.up_to_half:
            return AmountLimits(1, min(half, free), self.unit_minor).tightened()
        return AmountLimits(self.least_minor, free, self.unit_minor).tightened()

    def limits(self, seat: Seat) -> AmountLimits:
        """Return what a seat may stake."""
        funds = MAX_AMOUNT_MINOR if seat.on_credit else seat.balance_minor
        return self.within(seat.ante_minor, funds)


class SideBetTerms:
    """A side bet and its allowed stakes under a rule set.

    Attributes:
        bet: the side bet.
        unit_minor: every stake is a multiple of this (above 1 only under exact rounding).
        least_minor: the least stake.
        most_minor: the greatest stake.
        beside_minor: the chips that must remain for the opening bet.
        rides_on_hand: whether the cards of a finished hand decide the bet.
        needs_second_card: whether the dealer's second card is one of the deciding cards.
        needs_dealers_hand: whether all cards of the dealer decide the bet.
        waits_for_peek: whether the bet stays open until a dealer natural is seen or excluded.
    """

    def __init__(self, bet: SideBet, rules: Rules) -> None:
        self.bet: SideBet = bet
        exact = rules.rounding is Rounding.EXACT
        parts = [each.pays.denominator for each in bet.classes if each.pays is not None]
        self.unit_minor: int = lcm(*parts) if exact else 1
        self.least_minor: int = bet.stake_min
        self.most_minor: int = bet.stake_max
        self.beside_minor: int = limits_of_any_bet(rules).least_minor
        self.rides_on_hand: bool = bet.decided_by.rides_on_hand
        self.needs_second_card: bool = bet.decided_by.needs_second_card
        self.needs_dealers_hand: bool = bet.decided_by is DecidingCards.DEALERS_HAND
        self.waits_for_peek: bool = bet.dealer_natural is not OnNatural.COMPARES
        self._with_up_card: bool = bet.decided_by is DecidingCards.FIRST_TWO_AND_UP_CARD
        # For most side bets, a table of classes is enough, which is faster than checking
        # conditions.
        firsts = self._with_up_card or bet.decided_by is DecidingCards.FIRST_TWO
        self._by_traits: Sequence[PayClass | None] | None = bet.class_by_traits if firsts else None

    def class_of(
        self, hand: Sequence[Card], up_card: Card | None, dealer: Sequence[Card]
    ) -> PayClass | None:
        """Return the result of `SideBet.classify` for the cards of a hand that decide the bet."""
        if self._by_traits is None:
            return self.bet.class_for(hand, up_card, dealer)
        joined = [*hand, up_card] if self._with_up_card and up_card is not None else hand
        return self._by_traits[traits_of(joined)]

    def limits(self, seat: Seat) -> AmountLimits:
        """Return what a seat may stake before it bets; chips for the least bet must remain."""
        most = self._most_minor(seat)
        return AmountLimits(self.least_minor, most, self.unit_minor).tightened()

    def allow(self, seat: Seat, amount_minor: int) -> bool:
        """Say whether an amount lies within the limits of a seat."""
        return self.may_be(amount_minor) and amount_minor <= self._most_minor(seat)

    def may_be(self, amount_minor: int) -> bool:
        """Say whether a seat with unlimited funds may stake an amount."""
        within = self.least_minor <= amount_minor <= self.most_minor
        return within and amount_minor % self.unit_minor == 0

    def _most_minor(self, seat: Seat) -> int:
        if seat.on_credit:
            return self.most_minor
        return min(self.most_minor, seat.balance_minor - self.beside_minor)


def limits_of_any_bet(rules: Rules) -> AmountLimits:
    """Return the limits of a bet for unlimited funds; if they allow no stake, nobody may bet."""
    return bet_terms(rules).tightened()


def insures_any_bet(rules: Rules) -> bool:
    """Say whether a seat with unlimited funds can insure the largest bet."""
    most_minor = limits_of_any_bet(rules).most_minor
    return InsuranceTerms(rules).within(most_minor, MAX_AMOUNT_MINOR).possible
