"""Whatever a host does with structlog changes no byte of a journal, and the other way round."""

import os
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256

import pytest
import structlog
from structlog.testing import capture_logs
from structlog.typing import EventDict, WrappedLogger
from tests.replay.recorded import recorded

from pitboss.rules import Rules

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


def test_a_journal_configures_nothing() -> None:
    """After a whole journal structlog is as it was."""
    assert not structlog.is_configured()
    before = structlog.get_config()
    assert recorded(Rules(), 1)
    assert not structlog.is_configured()
    assert structlog.get_config() == before


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
