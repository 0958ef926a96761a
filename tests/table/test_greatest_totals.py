"""The greatest stakes at the greatest payments: what was opened can be played, closed and saved."""

from io import BytesIO

import pytest

from pitboss import Card, EventKind, Journal, Outcome, Rules, Table, verify
from pitboss.errors import LimitError
from pitboss.game.limits import (
    MAX_AMOUNT_MINOR,
    MAX_HANDS_OF_A_SEAT,
    MAX_NUMBER,
    MAX_RATIO_PART,
    MAX_SEATS,
    MAX_TOTAL_MINOR,
)
from pitboss.game.shoe import ShoeSource
from pitboss.replay import VerdictKind
from pitboss.rules.options import OPTIONS
from pitboss.table.shoes import ArrangedShoes
from pitboss.table.snapshot import Snapshot

HANDS = MAX_SEATS * MAX_HANDS_OF_A_SEAT
THOUSANDFOLD = {
    "hole_card": "none",
    "blackjack_pays": f"{MAX_RATIO_PART}:1",
    "natural_settles": "turn",
    "split_natural": True,
    "max_hands": "unlimited",
    "insurance_amount": "up_to_balance",
    "insurance_pays": f"{MAX_RATIO_PART}:1",
    "insurance_time": "after_split",
}
"""Naturals after every split, paid before the dealer's natural pays their insurance as well."""


def test_the_limits_leave_room_for_whatever_a_round_can_bring() -> None:
    """Every hand of a full table wins or loses all it can, from the greatest totals there are."""
    # A bet is doubled at most, and then wins 1:1; a natural was not doubled.
    won_by_a_hand = max(MAX_RATIO_PART, 2) * MAX_AMOUNT_MINOR
    won_by_its_insurance = MAX_RATIO_PART * MAX_AMOUNT_MINOR
    staked_on_a_hand = (2 + 1) * MAX_AMOUNT_MINOR
    won = HANDS * (won_by_a_hand + won_by_its_insurance)
    assert MAX_TOTAL_MINOR + won + HANDS * staked_on_a_hand <= MAX_NUMBER
    for name in ("blackjack_pays", "insurance_pays"):
        assert str(MAX_RATIO_PART) in OPTIONS[name].kind.allowed


def ten_then_aces(rules: Rules) -> ShoeSource:
    """Arrange tens to be split until there are as many hands as may be, and aces for all of them.

    In a seat's turn its first hand draws a ten for every split but the last, then an ace; each
    further hand draws an ace.
    """
    ten, ace = Card.parse("Tc"), Card.parse("As")
    assert rules.max_hands is None
    turn = [ten] * (MAX_HANDS_OF_A_SEAT - 2) + [ace] * MAX_HANDS_OF_A_SEAT
    deal = [ten] * MAX_SEATS + [ace] + [ten] * MAX_SEATS
    cards = [*deal, *turn * MAX_SEATS, ten, ten]
    return ArrangedShoes([cards[start : start + 500] for start in range(0, len(cards), 500)])


def play_out(table: Table) -> None:
    """Bet, split and insure as much as may be."""
    table.open_round()
    while (offer := table.offer()) is not None:
        if offer.can(EventKind.BET):
            table.apply(offer.bet(offer.most_minor))
        elif offer.can(EventKind.SPLIT):
            table.apply(offer.split())
        elif offer.can(EventKind.INSURE):
            table.apply(offer.insure(offer.most_minor))
        else:
            table.apply(offer.decline())


@pytest.mark.untraced
@pytest.mark.parametrize("before_minor", [0, MAX_TOTAL_MINOR])
def test_the_greatest_win_is_played_closed_and_saved(before_minor: int) -> None:
    """Seven seats split to 256 hands each, all naturals at 1000:1 and insured at 1000:1."""
    rules = Rules.of(**THOUSANDFOLD)
    sink = BytesIO()
    table = Table(
        rules,
        seats=[f"seat {seat}" for seat in range(MAX_SEATS)],
        shoes=ten_then_aces(rules),
        recorder=Journal(sink),
    )
    table.round.seats[0].balance_minor += before_minor
    table.house.balance_minor -= before_minor
    play_out(table)
    hands = [hand for seat in table.round.seats for hand in seat.hands]
    assert len(hands) == HANDS
    assert {hand.outcome for hand in hands} == {Outcome.NATURAL}
    won = 2 * HANDS * MAX_RATIO_PART * MAX_AMOUNT_MINOR
    assert table.house.balance_minor == -before_minor - won
    restored = Table.restore(Snapshot.from_json(table.snapshot().to_json()))
    assert restored.results() == table.results()
    with pytest.raises(LimitError, match="MAX_TOTAL_MINOR"):
        table.open_round()
    table.close()
    if not before_minor:
        assert verify(BytesIO(sink.getvalue())).kind is VerdictKind.MATCH
