"""The driver plays hands by the machine, and refuses what the machine refuses."""

import pytest

from pitboss import EventKind, Rules
from pitboss.simulation.machine_driver import Driver, NotAlikeError, Stands


def test_a_hand_that_may_not_be_played_so_is_refused() -> None:
    """Ten and six are not a pair; they may stand."""
    driver = Driver(Rules.of())
    assert driver.follows((10, 6), (7, 5), 0, EventKind.STAND) == Stands(16, doubled=False)
    with pytest.raises(NotAlikeError, match=r"the machine refuses .* for a made-up hand"):
        driver.follows((10, 6), (7, 5), 0, EventKind.SPLIT)
