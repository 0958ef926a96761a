"""Ratios and rounding: every payment is the exact fraction, rounded as the rules say."""

from fractions import Fraction
from typing import Final

import pytest
from tests.machine.settlement.one_round import OneRound, Settled

from pitboss import Outcome, Rules, Table
from pitboss.machine.stakes import AmountLimits

BETS: Final = range(1, 61)
RATIOS: Final = ("3:2", "6:5", "7:5", "1:1", "2:1", "1:3", "5:4")


def rounded(exact: Fraction, rounding: str) -> int:
    """Round a fraction as a rule set says."""
    return round(exact) if rounding == "half_even" else exact.numerator // exact.denominator


def fraction(ratio: str) -> Fraction:
    """Read a ratio."""
    return Fraction(ratio.replace(":", "/"))


@pytest.mark.parametrize("rounding", ["down", "half_even"])
@pytest.mark.parametrize("ratio", RATIOS)
def test_a_natural_is_paid_its_ratio(ratio: str, rounding: str) -> None:
    """Of every bet, rounded to whole minor units."""
    rules = Rules.of(blackjack_pays=ratio, rounding=rounding)
    for bet in BETS:
        game = OneRound(rules, bet, "A 9 K 7")
        won = rounded(bet * fraction(ratio), rounding)
        assert game.settled() == Settled(Outcome.NATURAL, won), bet


@pytest.mark.parametrize("rounding", ["down", "half_even"])
def test_half_of_a_surrendered_bet_comes_back(rounding: str) -> None:
    """The half that is returned is rounded, and not the half that is lost."""
    rules = Rules.of(surrender="late", rounding=rounding)
    for bet in BETS:
        game = OneRound(rules, bet, "T 9 6 7")
        game.say("surrender")
        back = rounded(Fraction(bet, 2), rounding)
        assert game.settled() == Settled(Outcome.SURRENDER, back - bet), bet


@pytest.mark.parametrize("rounding", ["down", "half_even"])
@pytest.mark.parametrize("ratio", RATIOS)
def test_insurance_is_paid_its_ratio(ratio: str, rounding: str) -> None:
    """Of half of the bet, which is itself rounded down whatever the rules say."""
    rules = Rules.of(insurance_pays=ratio, rounding=rounding)
    for bet in range(2, 61):
        game = OneRound(rules, bet, "T A 9 K")
        game.say("insure")
        won = rounded(bet // 2 * fraction(ratio), rounding)
        assert game.settled() == Settled(Outcome.LOSS, -bet, won), bet


@pytest.mark.parametrize("surrender", ["off", "late"])
@pytest.mark.parametrize("insurance_pays", ["2:1", "3:2", "6:5"])
@pytest.mark.parametrize("ratio", RATIOS)
def test_exact_payment_refuses_the_bets_that_could_make_a_fraction(
    ratio: str, insurance_pays: str, surrender: str
) -> None:
    """Those and no others: a natural, a surrender and the insured half must come out whole."""
    rules = Rules.of(
        rounding="exact", blackjack_pays=ratio, insurance_pays=insurance_pays, surrender=surrender
    )
    limits = limits_of_a_bet(rules)
    for bet in BETS:
        whole = (bet * fraction(ratio)).denominator == 1
        whole &= surrender == "off" or bet % 2 == 0
        whole &= (bet // 2 * fraction(insurance_pays)).denominator == 1
        assert limits.allow(bet) is whole, bet
        if whole:
            won = int(bet * fraction(ratio))
            assert OneRound(rules, bet, "A 9 K 7").settled() == Settled(Outcome.NATURAL, won)


def limits_of_a_bet(rules: Rules) -> AmountLimits:
    """Return what may be bet at a table."""
    table = Table(rules, seats=["Ann"], seed=1)
    table.open_round()
    limits = table.menu().limits
    assert limits is not None
    return limits


@pytest.mark.parametrize("insurance_pays", ["3:2", "6:5"])
def test_exact_payment_insures_only_what_pays_whole(insurance_pays: str) -> None:
    """A stake that is chosen freely is a multiple of what the ratio divides."""
    rules = Rules.of(
        rounding="exact",
        insurance_amount="up_to_half",
        insurance_pays=insurance_pays,
        blackjack_pays="1:1",
    )
    unit = fraction(insurance_pays).denominator
    game = OneRound(rules, 41, "T A 9 K")
    limits = game.table.menu().limits
    assert limits is not None
    assert [amount for amount in range(42) if limits.allow(amount)] == [
        *range(unit, 21, unit),
    ]
    game.say(f"insure:{unit}")
    assert game.settled() == Settled(Outcome.LOSS, -41, fraction(insurance_pays).numerator)
