"""A journal in another process, and numbers that no line can hold."""

from io import BytesIO

import pytest

from pitboss.errors import JournalError, LimitError
from pitboss.journal import Journal, files
from pitboss.journal.lines import plain_line
from pitboss.table import Table


def test_a_process_that_was_forked_writes_no_journal(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a fork does to the mark of the process is done here by hand."""
    monkeypatch.setattr(files, "PROCESS", [object()])
    journal = Journal(BytesIO())
    Table(seats=["Ann"], seed=1, recorder=journal)
    files._after_fork()  # pyright: ignore[reportPrivateUsage]  a fork does it
    with pytest.raises(JournalError, match="forked"):
        journal.hand_on()


def test_a_number_beyond_64_bits_makes_no_line() -> None:
    """Readers would not keep it whole; no limit of play lets one come."""
    with pytest.raises(LimitError, match="MAX_NUMBER"):
        plain_line({"seq": 2**70})
