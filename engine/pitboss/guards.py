"""Guards of the players' words: small named questions about one hand, answered yes or no.

A guard sees the `Round` only, which holds nothing hidden, so none can look at the next card or the
hole card. Guards that read the rules are made once for a rule set: ``guard.make(rules)`` gives the
function that is asked in play.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import lcm
from typing import Final

from attrs import frozen

from pitboss.events import EventKind
from pitboss.hand import is_pair_by_rank, is_pair_by_value
from pitboss.limits import MAX_AMOUNT_MINOR, MAX_HANDS_OF_A_SEAT
from pitboss.money import Rounding
from pitboss.round import Hand, Round, Seat
from pitboss.rule_values import Double, Insurance, InsuranceAmount, Split, Surrender
from pitboss.rules import Rules

HandTest = Callable[[Round, Seat, Hand], bool]


@frozen
class HandGuard:
    """A question about a hand.

    Attributes:
        words: what must hold, in plain words.
        otherwise: what is said to a player when it does not hold; in braces may stand ``hands``,
            how many the seat has, ``cards``, ``count``, how many those are, and ``total``.
        options: the rule options behind it, which are told with it.
        clauses: the documents that say so, each with its number in square brackets, for what no
            option decides.
        make: gives the test for a rule set.
    """

    words: str
    otherwise: str
    options: tuple[str, ...]
    clauses: tuple[str, ...]
    make: Callable[[Rules], HandTest]


def _hand_guard(
    words: str,
    *,
    otherwise: str,
    options: tuple[str, ...] = (),
    clauses: tuple[str, ...] = (),
) -> Callable[[Callable[[Rules], HandTest]], HandGuard]:
    """Put a question about a hand into words; used as a decorator on its maker."""

    def named(make: Callable[[Rules], HandTest]) -> HandGuard:
        return HandGuard(words, otherwise, options, clauses, make)

    return named


@_hand_guard("two cards make a pair", otherwise="{cards} is no pair", options=("split",))
def pair(rules: Rules) -> HandTest:
    """Two cards of one rank, or of one value [000 Splittable, 001 Split Hands, 002 Rules]."""

    def by_rank(_round: Round, _seat: Seat, hand: Hand) -> bool:
        return is_pair_by_rank(hand.cards)

    def by_value(_round: Round, _seat: Seat, hand: Hand) -> bool:
        return is_pair_by_value(hand.cards)

    return by_rank if rules.split is Split.RANK else by_value


@_hand_guard(
    "the seat may have one more hand",
    otherwise="this seat has {hands} hands",
    options=("max_hands",),
)
def below_max_hands(rules: Rules) -> HandTest:
    """A split must not take the seat above `max_hands` [001 no further splitting, 002 once]."""
    most = MAX_HANDS_OF_A_SEAT if rules.max_hands is None else rules.max_hands

    def test(_round: Round, seat: Seat, _hand: Hand) -> bool:
        return len(seat.hands) < most

    return test


@_hand_guard(
    "aces that a split made may be split again",
    otherwise="a split made these aces",
    options=("resplit_aces",),
)
def aces_may_split(rules: Rules) -> HandTest:
    """A pair of aces from a split needs `resplit_aces`."""
    again = rules.resplit_aces

    def test(_round: Round, _seat: Seat, hand: Hand) -> bool:
        return again or not hand.from_split or not hand.cards[0].is_ace

    return test


@_hand_guard(
    "the seat can stake the bet again",
    otherwise="its free chips do not cover the bet",
    clauses=("[001] Bets", "[002] Rules"),
)
def can_match_bet(_rules: Rules) -> HandTest:
    """A split and a double cost the bet once more [001 Bets, 002 sufficient funds]."""

    def test(_round: Round, seat: Seat, hand: Hand) -> bool:
        return seat.on_credit or seat.balance_minor >= hand.bet_minor

    return test


@_hand_guard(
    "the total may be doubled",
    otherwise="this hand has {total} in {count} cards",
    options=("double",),
)
def total_may_double(rules: Rules) -> HandTest:
    """Whenever a hit is allowed [001 Double], on two cards [002], or on hard nines to elevens."""
    any_time = rules.double is Double.ANY_TIME
    any_total = rules.double not in {Double.NINE_TO_ELEVEN, Double.TEN_OR_ELEVEN}
    least = 9 if rules.double is Double.NINE_TO_ELEVEN else 10

    def test(_round: Round, _seat: Seat, hand: Hand) -> bool:
        return any_time or (
            len(hand.cards) == 2 and (any_total or (not hand.soft and least <= hand.points <= 11))
        )

    return test


@_hand_guard(
    "the total is hard, or soft totals may be doubled",
    otherwise="this hand has {total}",
    options=("double_soft",),
)
def soft_may_double(rules: Rules) -> HandTest:
    """A hand with an ace counted eleven needs `double_soft`."""
    allowed = rules.double_soft

    def test(_round: Round, _seat: Seat, hand: Hand) -> bool:
        return allowed or not hand.soft

    return test


@_hand_guard(
    "the hand is unsplit, or split hands may be doubled",
    otherwise="a split made this hand",
    options=("double_after_split",),
)
def split_may_double(rules: Rules) -> HandTest:
    """A hand made by a split needs `double_after_split`."""
    allowed = rules.double_after_split

    def test(_round: Round, _seat: Seat, hand: Hand) -> bool:
        return allowed or not hand.from_split

    return test


@_hand_guard(
    "it is the first decision of an unsplit hand",
    otherwise="only the first two cards of an unsplit hand may be surrendered",
    options=("surrender",),
)
def first_decision(_rules: Rules) -> HandTest:
    """Surrender is for two cards that were neither hit nor split."""

    def test(_round: Round, _seat: Seat, hand: Hand) -> bool:
        return len(hand.cards) == 2 and not hand.from_split

    return test


@_hand_guard(
    "early surrender was not declined",
    otherwise="early surrender was offered and declined",
    options=("surrender",),
)
def surrender_not_declined(rules: Rules) -> HandTest:
    """Under an ace or a ten an early surrender is asked once, before the peek."""
    early = rules.surrender is Surrender.EARLY

    def test(_round: Round, seat: Seat, _hand: Hand) -> bool:
        return not (early and seat.early_surrender_asked)

    return test


@frozen
class AmountLimits:
    """What a stake may be.

    Attributes:
        least_minor: the smallest stake.
        most_minor: the largest stake; below the smallest, no stake is possible.
        unit_minor: every stake is a multiple of it (above 1 only under exact rounding).
        half_unit_minor: and half of it, rounded down, a multiple of this: an ante whose half may be
            insured (above 1 only under exact rounding).
    """

    least_minor: int
    most_minor: int
    unit_minor: int = 1
    half_unit_minor: int = 1

    @property
    def possible(self) -> bool:
        """Some stake lies within the limits."""
        return self.least_minor <= self.most_minor

    @property
    def step_minor(self) -> int:
        """From any allowed stake on, every step of this size leads to another."""
        return lcm(self.unit_minor, 1 if self.half_unit_minor == 1 else 2 * self.half_unit_minor)

    def allow(self, amount_minor: int) -> bool:
        """Say whether a stake lies within the limits and makes no fraction."""
        return self.least_minor <= amount_minor <= self.most_minor and self._whole(amount_minor)

    def sentence(self, stake: str, written: Callable[[int], str], wanted_minor: int) -> str:
        """Say which stakes there are.

        Args:
            stake: what the sentence is about, such as ``the stake``.
            written: gives an amount as it is to stand there.
            wanted_minor: what was to be staked.
        """
        least, most = written(self.least_minor), written(self.most_minor)
        if self.least_minor == self.most_minor:
            return f"{stake} must be {least}"
        # Where another step would lead above all amounts, no limit was set.
        unlimited = self.most_minor > MAX_AMOUNT_MINOR - self.step_minor
        bounded = not unlimited or wanted_minor > self.most_minor
        between = f"{least} to {most}" if bounded else f"at least {least}"
        return f"{stake} must be {between}{self._steps(written)}"

    def _steps(self, written: Callable[[int], str]) -> str:
        step = self.step_minor
        if step == 1:
            return ""
        starts = [start for start in range(0, step, self.unit_minor) if self._whole(start)]
        # An odd stake may have the half of the even one below it.
        origin = f" from {' or '.join(map(written, starts))}" if len(starts) > 1 else ""
        return f", in steps of {written(step)}{origin}"

    def _whole(self, amount_minor: int) -> bool:
        return amount_minor % self.unit_minor == 0 and amount_minor // 2 % self.half_unit_minor == 0

    def tightened(self) -> AmountLimits:
        """Return the same limits, with a least and a most that are allowed themselves."""
        least, most = self.least_minor, self.most_minor
        while least <= most and not self._whole(least):
            least += 1
        while most >= least and not self._whole(most):
            most -= 1
        return AmountLimits(least, most, self.unit_minor, self.half_unit_minor)


AmountQuestion = Callable[[Seat], AmountLimits]
AmountTest = Callable[[Seat, int], bool]


def bet_limits(rules: Rules) -> AmountQuestion:
    """Make the function that says what a seat may bet [002 Rules: 1.00 up to the balance].

    Under exact rounding a bet is refused that a natural, a surrender or the insured half could
    turn into a fraction of a minor unit.
    """
    exact = rules.rounding is Rounding.EXACT
    unit = half_unit = 1
    if exact:
        halved = rules.surrender is not Surrender.OFF
        unit = lcm(rules.blackjack_pays.denominator, 2 if halved else 1)
        if rules.insurance is not Insurance.OFF and rules.insurance_amount is InsuranceAmount.HALF:
            half_unit = rules.insurance_pays.denominator
    ceiling = rules.bet_max if isinstance(rules.bet_max, int) else MAX_AMOUNT_MINOR
    least = rules.bet_min

    def limits(seat: Seat) -> AmountLimits:
        most = ceiling if seat.on_credit else min(ceiling, seat.balance_minor)
        limits = AmountLimits(least, most, unit, half_unit)
        return limits.tightened() if exact else limits

    return limits


def limits_of_any_bet(rules: Rules) -> AmountLimits:
    """Return what somebody of unlimited funds may bet; where that is nothing, nobody may bet."""
    return bet_limits(rules)(Seat(0, "anybody", 0, on_credit=True))


def _may_bet(rules: Rules) -> AmountTest:
    """Make the test whether a seat may bet an amount: what `bet_limits` allow."""
    limits = bet_limits(rules)
    ceiling = rules.bet_max if isinstance(rules.bet_max, int) else MAX_AMOUNT_MINOR
    least = rules.bet_min

    def within_limits(seat: Seat, amount_minor: int) -> bool:
        return limits(seat).allow(amount_minor)

    def within_funds(seat: Seat, amount_minor: int) -> bool:
        return least <= amount_minor <= ceiling and (
            seat.on_credit or amount_minor <= seat.balance_minor
        )

    # Where no bet can make a fraction the limits need not be worked out for every bet.
    return within_limits if rules.rounding is Rounding.EXACT else within_funds


def insurance_limits(rules: Rules) -> AmountQuestion:
    """Make the function that says what a seat may stake as insurance on one hand.

    Exactly half of the ante [001 Bets], up to the half, or up to all that is not committed
    [002 Rules].
    """
    exact = rules.rounding is Rounding.EXACT
    unit = rules.insurance_pays.denominator if exact else 1
    kind = rules.insurance_amount
    least_wager = max(1, rules.bet_min)

    def limits(seat: Seat) -> AmountLimits:
        free = MAX_AMOUNT_MINOR if seat.on_credit else min(seat.balance_minor, MAX_AMOUNT_MINOR)
        half = seat.ante_minor // 2
        if kind is InsuranceAmount.HALF:
            return AmountLimits(max(1, half), half if half <= free else 0)
        if kind is InsuranceAmount.UP_TO_HALF:
            return AmountLimits(1, min(half, free), unit).tightened()
        return AmountLimits(least_wager, free, unit).tightened()

    return limits


def _may_insure(rules: Rules) -> AmountTest:
    """Make the test whether a seat may insure a hand for an amount."""
    limits = insurance_limits(rules)

    def test(seat: Seat, amount_minor: int) -> bool:
        return limits(seat).allow(amount_minor)

    return test


AMOUNT_TESTS: Final[Mapping[EventKind, Callable[[Rules], AmountTest]]] = {
    EventKind.BET: _may_bet,
    EventKind.INSURE: _may_insure,
}
"""What makes the test of the amount that stands with a word of play."""
