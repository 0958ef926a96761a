"""The driver plays hands by the machine, and refuses what the machine refuses."""

import pytest

from pitboss import EventKind, Rules
from pitboss.game.round import Seat
from pitboss.machine.flags import Flags
from pitboss.simulation import UncoveredError, simulate
from pitboss.simulation.machine_driver import Driver, NotAlikeError, Stands


def test_a_hand_that_may_not_be_played_so_is_refused() -> None:
    """Ten and six are not a pair; they may stand."""
    driver = Driver(Rules.of())
    assert driver.follows((10, 6), (7, 5), 0, EventKind.STAND) == Stands(16, doubled=False)
    with pytest.raises(NotAlikeError, match=r"the machine refuses .* for a made-up hand"):
        driver.follows((10, 6), (7, 5), 0, EventKind.SPLIT)


def test_a_natural_that_takes_more_of_a_doubled_bet_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Hands of one kind have one place in the kernel's table, so they must keep the same part."""

    def left(_flags: Flags, seat: Seat, number: int) -> int:
        return 0 if seat.hands[number].doubled else seat.hands[number].bet_minor

    monkeypatch.setattr("pitboss.machine.hand_answers.left_by_natural", left)
    with pytest.raises(UncoveredError, match="dealer_blackjack_takes") as refused:
        simulate(Rules(), "basic", rounds=1)
    assert refused.value.options == ("dealer_blackjack_takes",)
