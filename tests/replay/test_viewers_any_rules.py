"""Whatever the rules are, what an honest house shares with a viewer comes out the same."""

from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.players.strategies.rules import valid_rules
from tests.replay.recorded import any_answer, recorded, seated, verdict_of
from tests.scale import scaled

from pitboss import Event, Offer, Rules, Table
from pitboss.game.events import EventKind
from pitboss.replay import VerdictKind, viewer_journal
from pitboss.rules.presets import PRESETS

THREE_DOUBLES = Rules.preset("six_deck_s17", max_doubles=3)
EAGER = EventKind.SPLIT, EventKind.DOUBLE


def eager(table: Table, offer: Offer) -> Event:
    """Split and double whenever it is allowed."""
    kind = next((each for each in EAGER if each in offer.legal), None)
    return any_answer(table, offer) if kind is None else Event(kind, offer.seat, offer.hand)


def check_viewers(data: bytes, seats: int) -> None:
    """See that the journal of each viewer is consistent."""
    for seat in (None, *range(seats)):
        verdict = verdict_of(b"".join(viewer_journal(BytesIO(data), seat)))
        assert (seat, verdict.kind, verdict.problem) == (seat, VerdictKind.CONSISTENT, "")


@pytest.mark.parametrize("name", PRESETS)
def test_a_viewers_journal_is_consistent_under_every_preset(name: str) -> None:
    """Also if free splits are doubled, for a seat and for the public."""
    rules = Rules.preset(name)
    seats = min(2, rules.max_seats)
    check_viewers(recorded(rules, 40, seats=seats, seed=1, answer=eager), seats)


@pytest.mark.parametrize("balance_minor", [None, 2_500, 1_000_000])
def test_a_hand_that_is_doubled_several_times_is_consistent(balance_minor: int | None) -> None:
    """The seat was asked again only because it could pay another double."""
    seats = seated(THREE_DOUBLES, 2, balance_minor)
    check_viewers(recorded(THREE_DOUBLES, 40, seats=seats, answer=eager), 2)


@pytest.mark.parametrize("balance_minor", [141, 425])
def test_a_seat_that_may_surrender_but_not_insure_is_consistent(balance_minor: int) -> None:
    """Both are asked in one phase, and its chips are too few for insurance alone."""
    rules = Rules.of(
        insurance="ace_or_ten", insurance_amount="up_to_balance", surrender="early", bet_min=2
    )
    seats = seated(rules, 3, balance_minor)
    check_viewers(recorded(rules, 30, seats=seats, seed=141, answer=eager), 3)


def test_one_that_ends_right_after_a_double_is_incomplete() -> None:
    """It does not say whether the hand is asked again, except by what follows the double."""
    data = recorded(THREE_DOUBLES, 10, seats=2, answer=eager)
    lines = [*viewer_journal(BytesIO(data), None)]
    ends = [at for at, line in enumerate(lines, 1) if b'"event":"double"' in line]
    assert ends
    for end in ends:
        assert verdict_of(b"".join(lines[:end])).kind is VerdictKind.INCOMPLETE


# Few rule sets that are drawn over all options have what hides most.
MORE_DOUBLES = valid_rules(max_doubles=3, double="any_time", rescue=False)
FREE_SPLITS = valid_rules(free_splits=True)


@given(
    rules=st.one_of(valid_rules(), MORE_DOUBLES, FREE_SPLITS),
    seats=st.integers(1, 3),
    seed=st.integers(0, 2**32),
    balance_minor=st.one_of(st.none(), st.integers(0, 20_000)),
)
@settings(max_examples=scaled(400, least=60))
def test_a_viewers_journal_is_consistent_under_any_rules(
    rules: Rules, seats: int, seed: int, balance_minor: int | None
) -> None:
    """For each seat and the public, with funds that end and funds that do not."""
    plans = seated(rules, seats, balance_minor)
    data = recorded(rules, 6, seats=plans, seed=seed, answer=eager)
    check_viewers(data, len(plans))
