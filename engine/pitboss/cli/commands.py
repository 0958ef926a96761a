"""A group of commands that reports every error in one sentence, with an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from difflib import get_close_matches
from functools import cached_property
from io import UnsupportedOperation
from itertools import groupby
from os import PathLike
from pathlib import Path
from typing import Final, NoReturn, TypeVar

import click

from pitboss.cli.console import write
from pitboss.errors import ExitCode, PitbossError, UnsupportedError
from pitboss.replay import NotBegunError
from pitboss.table.driver import AdapterError
from pitboss.text.terminal import printable

_T = TypeVar("_T")

_COLUMNS_BESIDE_NAMES: Final = 6
"""How many spaces a line of help has in total before and after the name of a command."""


class CommandFailed(click.ClickException):
    """A command has failed; the message is one clear sentence."""

    exit_code = ExitCode.FAILED


def check_path(path: str | os.PathLike[str]) -> None:
    """Refuse an empty path, which `Path` would take for the current folder.

    Raises:
        BadParameter: the path is empty.
    """
    if not os.fspath(path):
        raise click.BadParameter("'' is not a path; give the path of a file or folder")


class GivenPath(click.Path):
    """The type of an argument that is a path, and not empty."""

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> str | bytes | os.PathLike[str]:
        """Return the path of a file or a folder."""
        check_path(value)
        return super().convert(value, param, ctx)


class Commands(click.Group):
    """A group that keeps its commands in order, and suggests a command if a name is misspelt."""

    def add_commands(self, title: str, *commands: click.Command) -> None:
        """Add commands; the help lists them under a title."""
        for command in commands:
            self.add_command(command)
            self._titles[command.name or ""] = title

    @cached_property
    def _titles(self) -> dict[str, str]:
        """The title for each command."""
        return {}

    def _title(self, name: str) -> str:
        return self._titles.get(name, "Commands")

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  click passes it
        """Return the names of the commands in the order in which they were added."""
        return list(self.commands)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write each command with one sentence, below its title."""
        longest = max(map(len, self.commands))
        most = formatter.width - longest - _COLUMNS_BESIDE_NAMES
        for title, names in groupby(self.list_commands(ctx), self._title):
            with formatter.section(title):
                rows = [(name, self.commands[name].get_short_help_str(most)) for name in names]
                formatter.write_dl([(name.ljust(longest), text) for name, text in rows])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the arguments name.

        Raises:
            UsageError: no command has that name.
        """
        name = args[0]
        if name.startswith("-") or self.get_command(ctx, name) is not None:
            return super().resolve_command(ctx, args)
        close = get_close_matches(name, self.commands, n=1)
        hint = f"did you mean {close[0]}?" if close else f"choose {' | '.join(self.commands)}"
        raise click.UsageError(f"there is no command {name!r}; {hint}", ctx)

    def main(  # type: ignore[override]  # the method of click has overloads that differ only in their results
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        **_settings: object,
    ) -> NoReturn:
        """Run the command line, and exit the process with its exit code."""
        _be_lenient()
        try:
            code = super().main(args, prog_name or self.name, standalone_mode=False)
            sys.stdout.flush()
        except click.UsageError as error:
            code = complain(f"{_sentence(error)} (see {_help_for(error)})", ExitCode.WRONG_USAGE)
        except click.ClickException as error:
            code = complain(_sentence(error), error.exit_code)
        except click.Abort:
            code = complain("interrupted", ExitCode.INTERRUPTED)
        except PitbossError as error:
            code = complain(str(error), code_of(error))
        except OSError as error:
            code = complain(os_error_text(error), ExitCode.FAILED)
            _close_stdout()
        sys.exit(code if isinstance(code, int) else 0)

    def invoke(self, ctx: click.Context) -> object:
        """Run a command."""
        try:
            result = self._invoke(ctx)
            sys.stdout.flush()
        except click.UsageError as error:
            error.ctx = error.ctx or ctx
            raise
        except BrokenPipeError:
            _close_stdout()
            return ExitCode.PIPE_CLOSED
        return result

    def _invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except AdapterError as error:
            # Do not blame the code of a player for a closed terminal.
            if isinstance(error.__cause__, OSError):
                raise error.__cause__ from error
            raise
        except SystemExit as left:
            # No command raises SystemExit, but a class of the user may.
            raise CommandFailed(f"one of your classes raised SystemExit({left.code})") from left


def code_of(error: Exception) -> ExitCode:
    """Return the exit code for an error about a journal, or about anything else."""
    if isinstance(error, UnsupportedError):
        return ExitCode.UNSUPPORTED
    return ExitCode.INCOMPLETE if isinstance(error, NotBegunError) else ExitCode.FAILED


def os_error_text(error: OSError, path: str | PathLike[str] | None = None) -> str:
    """Write an error of the operating system as a sentence.

    Args:
        error: the error, which may name a file.
        path: the path of the file, if the error does not name it; `None` for the output.
    """
    name = path if error.filename is None else error.filename
    reason = error.strerror or error
    if name is None:
        return f"the output cannot be written: {reason}"
    # The path may be empty.
    return f"{os.fsdecode(name) or repr('')}: {reason}"


def read_on(items: Iterable[_T], path: str) -> Iterator[_T]:
    """Yield items that are read from a journal; errors name the journal.

    Args:
        items: the items; taking the next item reads more of the journal.
        path: the path of the journal.

    Raises:
        CommandFailed: the operating system cannot read the journal.
    """
    try:
        yield from items
    except OSError as error:
        raise CommandFailed(f"the journal cannot be read: {os_error_text(error, path)}") from error


def read_text(path: Path, what: str, most_bytes: int) -> str:
    """Return the text of a file, such as a rule file.

    Args:
        path: the path of the file.
        what: what the file is, such as ``rule file``.
        most_bytes: the size of the largest file that is read.

    Raises:
        CommandFailed: the file cannot be read, is larger, or is not UTF-8.
    """
    try:
        with path.open("rb") as file:
            data = file.read(most_bytes + 1)
    except OSError as error:
        raise CommandFailed(f"the {what} cannot be read: {os_error_text(error, path)}") from error
    if len(data) > most_bytes:
        raise CommandFailed(f"{path} is not a {what}: it is longer than {most_bytes} bytes")
    try:
        # Some editors begin a file with a byte order mark.
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CommandFailed(f"{path} is not a {what}: it is not UTF-8 text") from error


def _sentence(error: click.ClickException) -> str:
    message = " ".join(error.format_message().split()).rstrip(".")
    return message[:1].lower() + message[1:] if message[:2].istitle() else message


def _help_for(error: click.UsageError) -> str:
    """Return how to get help for the command that was used wrongly."""
    if error.ctx is None:
        return "pitboss --help"
    asked_for = error.ctx.invoked_subcommand
    return f"{error.ctx.command_path} {f'{asked_for} ' if asked_for else ''}--help"


def complain(sentence: str, code: int) -> int:
    """Write to standard error what is wrong, and return the given exit code."""
    write(f"pitboss: {printable(sentence)}", error=True)
    return code


def _be_lenient() -> None:
    """Write question marks for letters that the terminal cannot show.

    Bytes of the input that are not text become lone surrogates, as in command-line arguments.
    Answers and names that contain such a surrogate are refused.
    """
    for stream, errors in (
        (sys.stdin, "surrogateescape"),
        (sys.stdout, "replace"),
        (sys.stderr, "replace"),
    ):
        reconfigure = getattr(stream, "reconfigure", None)
        # The input cannot be reconfigured after something was read from it.
        with suppress(UnsupportedOperation):
            if reconfigure is not None:
                reconfigure(errors=errors)


def _close_stdout() -> None:
    """Prevent the interpreter from reporting unwritten output when it exits."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):
        return
