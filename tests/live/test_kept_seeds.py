"""No secret, seed or opening is told to anybody before its time, in whatever form."""

import pytest
from tests.live.kept_seeds import searched
from tests.scale import scaled

from pitboss.live import messages
from pitboss.table import SeatChange


@pytest.mark.parametrize("number", range(scaled(80, least=10)))
def test_nothing_is_told_before_its_time(number: int) -> None:
    """Messages, views, logs, errors and a spectator's journal, in a game of three rounds."""
    assert searched(number) > 100


@pytest.mark.pure
def test_what_is_told_too_soon_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """An opening in the message that somebody has opened, for one."""
    told = messages.public_change

    def too_much(change: SeatChange) -> str:
        seed = f',"client_seed":"{change.client_seed}"}}' if change.client_seed else "}"
        return told(change)[:-1] + seed

    monkeypatch.setattr(messages, "public_change", too_much)
    with pytest.raises(AssertionError, match="what seat 0 has drawn"):
        searched(0)
