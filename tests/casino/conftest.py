"""What these tests share: a disk that nobody waits for."""

import pytest
from tests.casino.quick_disk import make_disk_quick


@pytest.fixture(autouse=True)
def _quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let banks and journals go on before the disk has everything."""
    make_disk_quick(monkeypatch)
