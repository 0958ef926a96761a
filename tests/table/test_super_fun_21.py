"""Super Fun 21: surrender at any time, hands that win by their cards, naturals that always win."""

from io import BytesIO
from typing import Final

import pytest
from tests.table.dealing import ends, play_dealt

from pitboss import Event, Journal, RefusedError, Rules, Table, verify
from pitboss.errors import RulesError
from pitboss.exact import NotCoveredError, value
from pitboss.game.reasons import (
    CHARLIE,
    CHARLIE_21,
    LOST_SURRENDERED,
    NATURAL_WINS,
    RESCUE,
    SURRENDER,
    WIN,
    Reason,
)
from pitboss.players import RandomLegal
from pitboss.table import play_rounds
from pitboss.table.snapshot import Snapshot

HIT, STAND, DOUBLE = Event.hit(0, 0), Event.stand(0, 0), Event.double(0, 0)
SPLIT, SURRENDERS = Event.split(0, 0), Event.surrender(0, 0)
SUPER_FUN_21: Final = Rules.preset("super_fun_21")


def dealt(codes: str, *answers: Event, rules: Rules = SUPER_FUN_21) -> Table:
    """Play a round of one seat that bets 100 with these cards and answers."""
    return play_dealt(rules, codes, *answers)


@pytest.mark.parametrize(("codes", "net_minor"), [("Ad Ah Kd Kh", 200), ("As Ah Kd Kh", 100)])
def test_a_natural_wins_even_against_a_natural(codes: str, net_minor: int) -> None:
    """Twice the bet in diamonds, else the bet."""
    assert ends(dealt(codes)) == [(NATURAL_WINS, net_minor)]


def test_six_cards_and_21_in_five_win_at_once() -> None:
    """The one 1:1, the other 2:1, and the dealer does not draw."""
    hits = [HIT] * 4
    six = dealt("2s Th 3s 7h 2d 3d 4s 4d", *hits)
    assert ends(six) == [(CHARLIE, 100)]
    five = dealt("2s Th 3s 7h 2d 4s Td", *hits[:3])
    assert ends(five) == [(CHARLIE_21, 200)]
    assert len(five.round.dealer.cards) == 1


def test_after_a_double_they_win_nothing_by_their_number() -> None:
    """They are compared, and paid what lies on the hand."""
    codes = "2s Th 3s 7h 2d 4s Td"
    table = dealt(codes, HIT, HIT, DOUBLE)
    assert ends(table) == [(WIN, 200)]
    six = dealt("2s Th 3s 7h 2d 3d 4s 4d", HIT, HIT, HIT, DOUBLE, STAND)
    assert ends(six) == [(WIN, 200)]
    doubled = Rules.of(charlie_21=5, double="any_time")
    assert ends(dealt(codes, HIT, HIT, DOUBLE, rules=doubled)) == [(CHARLIE_21, 200)]


@pytest.mark.parametrize("hits", range(4))
def test_a_hand_is_surrendered_after_however_many_hits(hits: int) -> None:
    """Half of the bet comes back."""
    table = dealt("2s Th 3d 7h 2d 3s 2c", *[HIT] * hits, SURRENDERS)
    assert ends(table) == [(SURRENDER, -50)]


def test_hands_of_a_split_are_surrendered_doubled_or_not() -> None:
    """Each for half of what lies on it."""
    second = Event.double(0, 1), Event.surrender(0, 1)
    table = dealt("8s Th 8d 7h 7d 3c 2c", SPLIT, SURRENDERS, *second)
    assert ends(table) == [(SURRENDER, -50), (RESCUE, -100)]


def test_a_natural_that_is_found_later_makes_a_surrender_void() -> None:
    """As that of two cards; where only the opening bet is taken, further hands come back."""
    rules = Rules.of(
        surrender_any_time=True,
        hole_card="none",
        dealer_blackjack_takes="original",
        insurance="off",
    )
    codes = "8s Ah 8d 7d 7c Kh"
    table = dealt(codes, SPLIT, SURRENDERS, Event.surrender(0, 1), rules=rules)
    assert ends(table) == [(LOST_SURRENDERED.more, -100), (LOST_SURRENDERED.spared, 0)]


@pytest.mark.parametrize("surrender", ["off", "early"])
def test_only_late_surrender_is_for_any_time(surrender: str) -> None:
    """It is the default beside the option; without it three cards are not surrendered."""
    with pytest.raises(RulesError, match="only late surrender waits"):
        Rules.of(surrender=surrender, surrender_any_time=True)
    with pytest.raises(RefusedError, match="only the first two cards"):
        dealt("2s Th 3d 7h 2d", HIT, SURRENDERS, rules=Rules.of(surrender="late"))


def test_journals_are_played_again_and_snapshots_believed() -> None:
    """On a table on which everything legal is played."""
    sink = BytesIO()
    table = Table(SUPER_FUN_21, seats=["Ann", "Bo"], seed=4, recorder=Journal(sink))
    reasons = set[Reason | None]()
    for seed in range(150):
        play_rounds(table, [RandomLegal(seed, 0), RandomLegal(seed, 1)], 2)
        again = Table.restore(Snapshot.from_json(table.snapshot().to_json()))
        assert again.snapshot() == table.snapshot()
        reasons |= {hand.reason for seat in table.round.seats for hand in seat.hands}
    table.close()
    assert verify(BytesIO(sink.getvalue())).matches
    assert {NATURAL_WINS, SURRENDER, RESCUE} < reasons


@pytest.mark.parametrize(
    ("option", "chosen"),
    [("surrender_any_time", True), ("charlie_21", 5), ("charlie_doubled", False)],
)
def test_exact_values_refuse_the_options_by_name(option: str, chosen: object) -> None:
    """They do not know them."""
    with pytest.raises(NotCoveredError, match=option):
        value(Rules.of(**{option: chosen}))
