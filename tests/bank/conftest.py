"""What these tests share: a new bank, and a disk that nobody waits for."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.bank.quick_disk import make_disk_quick

from pitboss.bank import Bank


@pytest.fixture(autouse=True)
def _quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let banks and journals go on before the disk has everything."""
    make_disk_quick(monkeypatch)


@pytest.fixture
def bank(tmp_path: Path) -> Iterator[Bank]:
    """Open a new bank."""
    with Bank(tmp_path / "session.bank") as opened:
        yield opened
