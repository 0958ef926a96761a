"""Every line of a journal passes a logger of structlog, which belongs to the journal alone.

Whatever a host does with structlog changes no byte of a journal, and the other way round.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest
import structlog
from structlog.testing import capture_logs
from structlog.typing import EventDict, WrappedLogger
from tests.replay.recorded import (
    DIGEST_TAIL_LENGTH,
    is_sealed,
    lines_of,
    play_on,
    play_round,
    recorded,
    seated,
)

from pitboss import Flush, Journal, Rules, Table, resume
from pitboss.journal.lines import LineLogger, WaitingLines, line_logger

DUE = recorded(Rules(), 10)

# Runs in a process of its own, so that structlog is configured before the library is imported.
HOSTILE_HOST = """
import sys
import structlog
from structlog.contextvars import bind_contextvars, merge_contextvars

class Refusing(dict):
    def __init__(self, *args):
        raise RuntimeError("this context class is not for you")

def spoil(logger, name, line):
    return {"spoilt": True}

structlog.configure(
    processors=[merge_contextvars, spoil],
    wrapper_class=structlog.make_filtering_bound_logger(50),
    context_class=Refusing,
    logger_factory=lambda *args: None,
    cache_logger_on_first_use=True,
)
bind_contextvars(seq=99, line="spoilt", user="somebody")
before = structlog.get_config()

from hashlib import sha256
from pitboss.rules import Rules
from tests.replay.recorded import recorded

print(sha256(recorded(Rules(), 10)).hexdigest())
after = structlog.get_config()
assert after == before and after["processors"] is before["processors"], after
"""


@pytest.fixture
def structlog_as_it_was() -> Iterator[None]:
    """Leave structlog behind as it was found."""
    yield
    structlog.contextvars.clear_contextvars()
    structlog.reset_defaults()


def spoil(_logger: WrappedLogger, _name: str, _line: EventDict) -> EventDict:
    """Drop every line."""
    raise structlog.DropEvent


@pytest.fixture
def passed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what will hold every line that passes the bound logger of a journal.

    The method can be replaced in both builds, for the class of the logger is one of structlog's.
    """
    lines: list[str] = []
    emit = LineLogger.emit

    def noting(logger: LineLogger, line: str) -> None:
        lines.append(line)
        emit(logger, line)

    monkeypatch.setattr(LineLogger, "emit", noting)
    return lines


def as_emitted(line: bytes) -> str:
    """Return a line as it is before its digest is known."""
    return (line[:-DIGEST_TAIL_LENGTH] + b"}" if is_sealed(line) else line[:-1]).decode()


def test_the_logger_of_a_journal_is_one_of_structlog() -> None:
    """Nothing is bound to it."""
    logger = line_logger(WaitingLines())
    assert isinstance(logger, structlog.BoundLoggerBase)
    assert structlog.get_context(logger) == {}


@pytest.mark.parametrize("flush", Flush)
def test_every_line_passes_the_bound_logger_once(
    passed: list[str], flush: Flush, tmp_path: Path
) -> None:
    """From the header to the trailer, in the order of the file, however soon it is written."""
    path = tmp_path / "journal.jsonl"
    with Journal.create(path, flush=flush) as journal:
        table = Table(Rules(), seats=seated(Rules(), 7), seed=3, recorder=journal)
        for _ in range(20):
            play_round(table)
        table.close()
    lines = lines_of(path.read_bytes())
    kinds = {json.loads(line)["line"] for line in lines}
    assert {"journal", "shoe", "round", "event", "end", "trailer"} <= kinds
    assert [as_emitted(line) for line in lines] == passed


def test_the_lines_of_a_resumed_journal_pass_the_bound_logger_once(
    passed: list[str], tmp_path: Path
) -> None:
    """What is written after the journal was taken up in the middle of a round, too."""
    path = tmp_path / "journal.jsonl"
    lines = lines_of(DUE)
    held = len(lines) // 2
    path.write_bytes(b"".join(lines[:held]))
    with resume(path) as resumed:
        passed.clear()
        play_on(resumed.table)
        play_round(resumed.table)
        resumed.table.close()
    assert [as_emitted(line) for line in lines_of(path.read_bytes())[held:]] == passed


@pytest.mark.usefixtures("structlog_as_it_was")
def test_a_configured_host_changes_no_byte() -> None:
    """Processors, context variables and classes of a host reach no journal."""
    structlog.configure(processors=[spoil], cache_logger_on_first_use=True)
    structlog.contextvars.bind_contextvars(seq=99, amount=1)
    assert recorded(Rules(), 10) == DUE


def test_a_host_that_configured_first_changes_no_byte() -> None:
    """The same with everything configured before the library is imported, in another process."""
    result = subprocess.run(
        [sys.executable, "-c", HOSTILE_HOST],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.strip() == sha256(DUE).hexdigest()


@pytest.mark.usefixtures("structlog_as_it_was")
def test_a_journal_configures_nothing() -> None:
    """After a whole journal structlog is as it was."""
    # Whoever has captured logs in this process has configured it.
    structlog.reset_defaults()
    before = structlog.get_config()
    assert recorded(Rules(), 1)
    assert not structlog.is_configured()
    assert structlog.get_config() == before


@pytest.mark.usefixtures("structlog_as_it_was")
def test_a_journal_is_no_part_of_the_logs_of_a_host() -> None:
    """Who listens to all logs of a program hears nothing of a journal, and the journal is whole."""
    with capture_logs() as heard:
        data = recorded(Rules(), 10)
    assert heard == []
    assert data == DUE


def test_a_journal_prints_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    """The default of structlog prints; a journal writes to its sink alone."""
    assert recorded(Rules(), 1)
    assert capfd.readouterr() == ("", "")
