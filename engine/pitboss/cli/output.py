"""How commands write output: to standard output, or to a file, completely or not at all."""

from __future__ import annotations

import os
import signal
import stat
import sys
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import BinaryIO, Final, TextIO

import click

from pitboss.cli.commands import CommandFailed
from pitboss.cli.signals import hear_ends
from pitboss.journal.chains import ChainedFiles
from pitboss.journal.files import make_beside
from pitboss.journal.links import may_follow

_OWNER_ONLY: Final = 0o600
STANDARD_OUTPUT: Final = "-"


def check_not_read(output: str, source: str, *, chain: bool = False) -> None:
    """Check that the output is not the same file as the input, even under another name.

    Args:
        output: the path of the output, or `STANDARD_OUTPUT`.
        source: the path of the input, or ``-`` for standard input.
        chain: whether the files that follow the input are read, too.

    Raises:
        UsageError: both are the same file.
        OSError: with `chain`, the input or a file that follows it cannot be opened.
    """
    written = _file_of(output, sys.stdout)
    if written is None:
        return
    paths = [source]
    if chain:
        with closing(ChainedFiles(source)) as files:
            paths = files.paths
    if written in [_file_of(each, sys.stdin) for each in paths]:
        raise click.UsageError(f"{output} is the input: write to another file")


def check_apart(option: str, output: str, secret_file: Path) -> None:
    """Check that the file of a secret is not a journal, or a later file of that journal.

    The files need not exist.

    Args:
        option: the option that gives the journal.
        output: the path of the journal, or `STANDARD_OUTPUT`.
        secret_file: the path of the secret.

    Raises:
        UsageError: the secret has the path of one of these files.
    """
    other, written = os.path.realpath(secret_file), _file_of(output, sys.stdout)
    same_path = output != STANDARD_OUTPUT and os.path.realpath(output) == other
    if same_path or (written is not None and written == _file_of(other, sys.stdin)):
        raise click.UsageError(
            f"{option} and --secret-file must be different files, got {secret_file} for both"
        )
    if output != STANDARD_OUTPUT and may_follow(other, os.path.realpath(output)):
        raise click.UsageError(
            f"--secret-file must not have the name of a later file of {option}, got {secret_file}"
        )


def _file_of(path: str, stream: TextIO) -> tuple[int, int] | None:
    """Return what identifies a file; `None` for anything else, such as a terminal."""
    try:
        found = os.fstat(stream.fileno()) if path == STANDARD_OUTPUT else os.stat(path)  # noqa: PTH116  one call for both
    except OSError:
        return None
    return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None


@contextmanager
def open_output(output: str, mode: int = 0o666) -> Generator[BinaryIO]:
    """Open a file for writing; it appears at its path only when it is complete.

    Args:
        output: the path of the file, or `STANDARD_OUTPUT`.
        mode: the permissions of the new file. Some are removed: those in the user's mask, and those
            that an existing file at this path lacks.

    Raises:
        CommandFailed: the file cannot be written.
    """
    if output == STANDARD_OUTPUT:
        yield sys.stdout.buffer
        return
    path = _place_of(output)
    try:
        if _is_device(output):
            # A pipe that has a path, such as /dev/stdout, has none after its links are resolved.
            with Path(output).open("wb") as device:
                yield device
        else:
            with _replacing(path, mode) as file:
                yield file
    except BrokenPipeError:
        # Nobody reads a pipe any more; this is no failure of the command.
        raise
    except OSError as error:
        raise CommandFailed(f"{output} cannot be written: {error.strerror or error}") from error


def check_replaceable(output: str) -> None:
    """Check that a file can be replaced, before its content is computed.

    Args:
        output: the path of the file, which may not exist yet.

    Raises:
        CommandFailed: the file cannot be written, or is not a regular file.
    """
    path = _place_of(output)
    if _is_device(output):
        raise CommandFailed(f"{output} cannot be written: it is not a regular file")
    beside = _beside(path)
    try:
        os.close(make_beside(beside, _OWNER_ONLY))
        beside.unlink()
    except OSError as error:
        raise CommandFailed(f"{output} cannot be written: {error.strerror or error}") from error


def _is_device(output: str) -> bool:
    path = Path(output)
    return path.exists() and not path.is_file()


def _place_of(output: str) -> Path:
    if not output:
        # An empty path would mean the current folder.
        raise CommandFailed("'' is not a path; give the path of a file")
    return Path(os.path.realpath(output))


def _beside(path: Path) -> Path:
    return path.with_name(f".{path.name}.{os.getpid()}")


@contextmanager
def _replacing(path: Path, mode: int) -> Generator[BinaryIO]:
    """Write a new file next to a path, and move it to that path when it is complete."""
    beside = _beside(path)
    if path.exists():
        mode &= path.stat().st_mode

    def give_up(number: int) -> None:
        beside.unlink(missing_ok=True)
        signal.raise_signal(number)

    with hear_ends(give_up):
        try:
            with open(make_beside(beside, mode), "wb") as file:  # noqa: PTH123  Path has no mode
                yield file
                # After a power loss, the file is the complete old one or the complete new one.
                file.flush()
                os.fsync(file.fileno())
            beside.replace(path)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise
