"""The simulated network, in as many schedules as a run of the tests has time for."""

import pytest
from tests.live.simulated import run
from tests.scale import scaled

from pitboss.live import CommandMemory

SCHEDULES = scaled(1_000)
PARTS = 8


@pytest.mark.untraced
@pytest.mark.parametrize("part", range(PARTS))
def test_nothing_is_lost_made_or_done_twice(part: int) -> None:
    """Whatever the network does, and through restarts; see `tests.live.judged`."""
    for seed in range(part, SCHEDULES, PARTS):
        run(seed)


def test_a_session_that_forgets_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The simulation would notice a command that is carried out twice."""

    def nothing(_memory: CommandMemory, _seat: int, _number: str) -> None:
        return None

    def never(_memory: CommandMemory, _seat: int) -> int:
        return 0

    monkeypatch.setattr(CommandMemory, "find", nothing)
    monkeypatch.setattr(CommandMemory, "last_seq", never)
    with pytest.raises(AssertionError):
        list(map(run, range(40)))
