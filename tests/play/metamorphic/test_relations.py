"""Metamorphic relations: a round, and the same round played otherwise, over random rules.

METAMORPHIC_ROUNDS=200000 pytest -n auto tests/play/metamorphic    plays so many rounds

Nothing here knows what a bet is worth. It is only asked whether it is worth the same for a seat
alone and in company, in other suits and seats and for larger stakes, under rules that must not
matter, and, under `original`, where the dealer peeks.
"""

import os
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest
from tests.play.metamorphic.companies import (
    ROUNDS_OF_A_RULE_SET,
    Company,
    companies,
    some_rules,
)
from tests.play.metamorphic.indifferent import INDIFFERENT, Indifferent
from tests.play.metamorphic.relations import (
    EXEMPT_FROM_A_PEEK,
    EXEMPT_FROM_COMPANY,
    Changed,
    Exempt,
    all_changed,
    alone_as_in_company,
    brings_the_same,
    changed,
    exempt,
    in_disguise,
    peeking,
    playing,
    seats_unlike_with_a_peek,
)
from tests.scale import scaled

from pitboss import EventKind, Outcome, Rules

ROUNDS = int(os.environ.get("METAMORPHIC_ROUNDS", scaled(60_000)))
SLICES = 30
RULE_SETS_OF_A_SLICE = -(-ROUNDS // ROUNDS_OF_A_RULE_SET // SLICES)
OF_A_PEEK: dict[str, object] = {
    "dealer_blackjack_takes": "original",
    "peek": "never",
    "insurance_time": "before_split",
}
NEIGHBOURS = ("sits out", "busts", "surrenders", "insures", "stays live")


def kinds_of(company: Company) -> Iterator[str]:
    """Say what kinds of neighbours sit at a table."""
    for part, endings in zip(company.parts, company.endings, strict=True):
        said = {answer.kind for answer in part.answers}
        outcomes = {ending.outcome for ending in endings}
        if part.bet_minor is None:
            yield "sits out"
        if Outcome.BUST in outcomes:
            yield "busts"
        if EventKind.SURRENDER in said:
            yield "surrenders"
        if EventKind.INSURE in said:
            yield "insures"
        if outcomes & {Outcome.WIN, Outcome.LOSS, Outcome.PUSH}:
            yield "stays live"


@pytest.mark.parametrize("number", range(SLICES))
def test_a_round_brings_each_seat_the_same_however_it_is_played(number: int) -> None:
    """Alone or in company, in other suits and seats, for more, by rules that must not matter."""
    rng = Random(number)
    for _ in range(RULE_SETS_OF_A_SLICE):
        rules = some_rules(rng)
        others = all_changed(rules)
        chosen = [*others[:2], *rng.sample(others[2:], k=3)]
        for place, company in enumerate(companies(rng, rules, ROUNDS_OF_A_RULE_SET)):
            for seat in playing(company):
                if not exempt(EXEMPT_FROM_COMPANY, company, seat):
                    assert alone_as_in_company(company, seat), (seat, company.described())
            assert in_disguise(rng, company), company.described()
            check_changed(company, chosen[place % len(chosen)])


def test_all_kinds_of_neighbours_are_met() -> None:
    """Each in a tenth of the rounds or more, where the rules allow it."""
    rng = Random(0)
    met: Counter[str] = Counter()
    for _ in range(20):
        for company in companies(rng, some_rules(rng, surrender="late"), 20):
            met.update(set(kinds_of(company)))
    assert all(met[kind] >= 40 for kind in NEIGHBOURS), met


def check_changed(company: Company, other: Changed) -> None:
    """See that a change does not matter, in a round in which it must not."""
    if other.change.condition(company):
        told = f"{other.rules.changes()}\nbeside\n{company.described()}"
        assert brings_the_same(company, other.rules), told


@pytest.mark.parametrize("change", INDIFFERENT, ids=lambda change: change.option)
def test_every_change_that_must_not_matter_is_met(change: Indifferent) -> None:
    """Under ten rule sets, in rounds in which its condition holds."""
    rng = Random(change.option)
    met = 0
    for _ in range(100):
        rules = some_rules(rng)
        others = list(changed(rules, change))
        fit = (each for each in companies(rng, rules, 100) if others and change.condition(each))
        rounds = list(islice(fit, 10))
        for company in rounds:
            check_changed(company, rng.choice(others))
        met += bool(rounds)
        if met == 10:
            return
    raise AssertionError(f"only {met} rule sets have rounds for it")


@pytest.mark.parametrize("number", range(SLICES))
@pytest.mark.parametrize("hole_card", ["dealt", "none"])
def test_original_brings_what_a_peek_would_bring(hole_card: str, number: int) -> None:
    """Of the stakes that a peek keeps from being made, every one comes back."""
    rng = Random(f"{hole_card} {number}")
    for _ in range(-(-RULE_SETS_OF_A_SLICE // 10)):
        rules = some_rules(rng, hole_card=hole_card, **OF_A_PEEK)
        with_peek = peeking(rules)
        for company in companies(rng, rules, ROUNDS_OF_A_RULE_SET):
            for seat in seats_unlike_with_a_peek(company, with_peek):
                assert exempt(EXEMPT_FROM_A_PEEK, company, seat), (seat, company.described())


@pytest.mark.parametrize("exemption", EXEMPT_FROM_COMPANY, ids=lambda each: each.reason)
def test_an_exemption_from_company_is_needed(exemption: Exempt) -> None:
    """Without it the relation would not hold."""

    def parts(company: Company) -> bool:
        return any(
            exemption.holds(company, seat) and not alone_as_in_company(company, seat)
            for seat in playing(company)
        )

    rng = Random(exemption.reason)
    assert any(
        parts(company)
        for _ in range(20)
        for company in companies(rng, some_rules(rng, peek="insured"), 100)
    )


@pytest.mark.parametrize("exemption", EXEMPT_FROM_A_PEEK, ids=lambda each: each.reason)
def test_an_exemption_from_a_peek_is_needed(exemption: Exempt) -> None:
    """Without it the relation would not hold, and no other exemption stands in for it."""

    def parts(company: Company, with_peek: Rules) -> bool:
        return any(
            [each for each in EXEMPT_FROM_A_PEEK if each.holds(company, seat)] == [exemption]
            for seat in seats_unlike_with_a_peek(company, with_peek)
        )

    rng = Random(exemption.reason)
    rule_sets = (some_rules(rng, **OF_A_PEEK) for _ in range(200))
    assert any(
        parts(company, peeking(rules))
        for rules in rule_sets
        for company in companies(rng, rules, 100)
    )
