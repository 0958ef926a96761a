"""A replay streams: its memory does not grow with the length of the journal."""

import tracemalloc
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from tests.replay.executors import AtOnce
from tests.replay.recorded import recorded

from pitboss.replay import JournalStepper, verify, verify_files, verify_round
from pitboss.rules import Rules

SHORT, LONG = 300, 3_000
MAX_BYTES_MORE = 64 * 1024
"""A tenth of what the longer journal has more; both peaks are of the same few lines."""


def peak_of(work: Callable[[BytesIO], object], data: bytes) -> int:
    """Return the most memory that was in use at once while something was done with a journal."""
    file = BytesIO(data)
    work(file)
    file.seek(0)
    tracemalloc.start()
    try:
        work(file)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def last_round(file: BytesIO) -> None:
    """Verify the last round alone."""
    number = file.getvalue().count(b'"line":"round"')
    assert verify_round(file, number).matches


def to_and_fro(file: BytesIO) -> None:
    """Step to the end and halfway back."""
    last = file.getvalue().count(b'"seq":') - 1
    stepper = JournalStepper(file)
    stepper.go_to(last)
    stepper.go_to(last // 2)


@pytest.mark.parametrize("work", [verify, last_round, to_and_fro])
@pytest.mark.untraced
def test_ten_times_the_rounds_take_no_more_memory(work: Callable[[BytesIO], object]) -> None:
    """Whether all is replayed, one round far behind, or a place far behind is looked at."""
    rules = Rules.preset("spring")
    short, long = (recorded(rules, rounds) for rounds in (SHORT, LONG))
    assert len(long) - len(short) > 10 * MAX_BYTES_MORE
    assert peak_of(work, long) - peak_of(work, short) < MAX_BYTES_MORE


@pytest.mark.untraced
def test_a_long_file_that_is_no_journal_takes_no_memory() -> None:
    """Behind a difference the digest is looked for line by line, to the end of the file."""
    data = recorded(Rules(), 2)
    short, long = (data + b"[]\n" * lines for lines in (1_000, 100_000))
    assert peak_of(verify, long) - peak_of(verify, short) < MAX_BYTES_MORE


@pytest.mark.untraced
def test_ten_times_the_parts_take_no_more_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither do those that wait, nor those that were replayed."""
    monkeypatch.setattr("pitboss.replay.parallel.MIN_PART_BYTES", 1 << 14)
    monkeypatch.setattr("pitboss.replay.parallel.MAX_PART_BYTES", 1 << 14)
    path = tmp_path / "game.jsonl"

    def in_parts(file: BytesIO) -> None:
        path.write_bytes(file.getvalue())
        executor = AtOnce(remembers=False)
        assert next(verify_files([path], jobs=2, executor=executor)).matches

    rules = Rules.preset("spring")
    short, long = (recorded(rules, rounds) for rounds in (LONG // 3, LONG))
    # What is left of a part is cleared away only with that of others.
    most_bytes_more = 3 * MAX_BYTES_MORE
    assert len(long) - len(short) > 8 * most_bytes_more
    assert peak_of(in_parts, long) - peak_of(in_parts, short) < most_bytes_more
