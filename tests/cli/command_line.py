"""Running the command line, in this process or in one of its own."""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from time import sleep
from typing import IO, Final

import pytest
from click.testing import CliRunner, Result
from tests import secret_words

from pitboss.cli import main

HANGS_AFTER_S: Final = 300
"""Longer than anything takes on a slow machine: it only ends a wait that would have no end."""

LOOKS: Final = 3000
"""So often a command that does not end is looked at before a signal counts as lost."""


def run(*arguments: str | Path, written: str | bytes = "") -> Result:
    """Run a command in this process; `written` is its standard input."""
    result = CliRunner().invoke(main, [str(argument) for argument in arguments], input=written)
    secret_words.search(result.output + repr(result.exception), " ".join(map(str, arguments)))
    return result


def refused(*arguments: str | Path, code: int = 1, written: str | bytes = "") -> str:
    """Run a command that is to be refused, and return the one sentence that says why."""
    result = run(*arguments, written=written)
    assert isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == code, result.output
    assert result.stderr.startswith("pitboss: ")
    assert result.stderr.count("\n") == 1, result.stderr
    return result.stderr.removeprefix("pitboss: ").rstrip("\n")


def start(
    *arguments: str | Path,
    environment: Mapping[str, str] | None = None,
    stdin: int | None = subprocess.DEVNULL,
    stdout: int = subprocess.PIPE,
    group: int | None = None,
) -> subprocess.Popen[bytes]:
    """Start a command in a process of its own, whose errors can be read.

    Args:
        arguments: the command.
        environment: what is added to this process's own.
        stdin: a file descriptor, or `subprocess.PIPE`.
        stdout: a file descriptor.
        group: the process group that it belongs to, as all that it starts; 0 for a new one.
    """
    return subprocess.Popen(
        [sys.executable, "-m", "pitboss", *map(str, arguments)],
        env={**os.environ, **(environment or {})},
        stdin=stdin,
        stdout=stdout,
        stderr=subprocess.PIPE,
        process_group=group,
    )


def ended(process: subprocess.Popen[bytes]) -> tuple[bytes, bytes]:
    """Wait until a command has ended, with all that it started; return its output and errors.

    Whatever it started holds the same standard error, which is at its end when nobody holds it.
    """
    told = process.communicate(timeout=HANGS_AFTER_S)
    secret_words.search(b"".join(filter(None, told)), "a process")
    return told


def ended_by(process: subprocess.Popen[bytes], number: int) -> tuple[bytes, bytes]:
    """Send a signal to a command, once more if it is lost; return its output and errors.

    Python drops an interrupt that arrives while a destructor runs.
    """
    for _ in range(2):
        process.send_signal(number)
        looks = 0
        while process.poll() is None and looks < LOOKS:
            sleep(0.02)
            looks += 1
    return ended(process)


def hang() -> None:
    """Do nothing for so long that whoever waits for the end of it hangs."""
    sleep(HANGS_AFTER_S)


def wait_until(process: subprocess.Popen[bytes], is_so: Callable[[], bool]) -> None:
    """Wait until a process has brought something about, or has ended.

    Args:
        process: who brings it about.
        is_so: says whether it is so.
    """
    while process.poll() is None and not is_so():
        sleep(0.02)


def read_until(stream: IO[bytes] | None, words: bytes) -> bytes:
    """Read what a process writes until it has written some words, or has ended."""
    assert stream is not None
    told = b""
    while words not in told and (part := os.read(stream.fileno(), 65536)):
        told += part
    secret_words.search(told, "a process")
    return told


def journal_of(path: Path, *arguments: str) -> Path:
    """Let bots play a game with a seed, and return its journal."""
    result = run("run", "--seed", "7", "--rounds", "20", *arguments, "--journal", path)
    assert result.exit_code == 0, result.output
    return path


def on_a_terminal(*command: str | Path) -> tuple[int, bytes, bytes]:
    """Run a command whose standard output is a terminal; return its code, and what it wrote."""
    pty = pytest.importorskip("pty")
    master, slave = pty.openpty()
    shown = b""
    with start(*command, stdout=slave) as process:
        os.close(slave)
        # The other end of a terminal is closed by an error.
        with suppress(OSError):
            while part := os.read(master, 65536):
                shown += part
        os.close(master)
        assert process.stderr is not None
        complaint = process.stderr.read()
        return process.wait(timeout=HANGS_AFTER_S), shown, complaint
