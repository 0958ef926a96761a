"""What tests of replay share."""

import pytest


@pytest.fixture
def bisected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a round be looked for by bisection in short journals, too."""
    monkeypatch.setattr("pitboss.replay.single_rounds.NEAR_BYTES", 1, raising=False)
    monkeypatch.setattr("pitboss.replay.starts._READ_BYTES", 100)
