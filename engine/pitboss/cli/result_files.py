"""The files of `pitboss simulate`: results to save, to continue and to add."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click
from attrs import define, field

from pitboss.cli.commands import CommandFailed, os_error_text
from pitboss.cli.output import STANDARD_OUTPUT, check_replaceable, open_output
from pitboss.cli.parameters import number_option
from pitboss.game.shoe import MAX_SEED, TableSeed

if TYPE_CHECKING:
    from pitboss.simulation import Bankroll, Run, SimulationResult

_KEPT_EVERY_S: Final = 60.0
"""The seconds between two saves; if the machine fails, at most the work of this time is lost."""

_CommandT = TypeVar("_CommandT", bound=Callable[..., Any])


def result_options(command: _CommandT) -> _CommandT:
    """Add the options that save results, add other results, and begin at a later shoe."""
    options = (
        click.option(
            "--save",
            type=click.Path(),
            metavar="FILE",
            help="Save the results in FILE, also after one Ctrl-C or SIGTERM. If FILE exists, "
            "continue its results until they have --rounds rounds in total. It needs --seed.",
        ),
        click.option(
            "--add",
            "added",
            type=click.Path(),
            multiple=True,
            metavar="FILE",
            help="Before playing, add the results in a file that --save wrote for other shoes, "
            "for example on another machine. It may be given several times, and needs --seed.",
        ),
        number_option(
            "--from-shoe",
            "first_shoe",
            least=1,
            most=MAX_SEED,
            text="Skip the shoes before this one; another machine may play them. Give it again "
            "to continue the results of --save. It needs --seed.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


@define
class ResultFiles:
    """The file in which results are saved, and the files of results to add.

    Attributes:
        save: the file to continue and replace; `None` to save nothing.
        added: the files with results of other shoes.
        first_shoe: the number of the first shoe to play; `None` for 1.
    """

    save: str | None
    added: Sequence[str]
    first_shoe: int | None
    _kept_at: float = field(factory=perf_counter, init=False)

    def check(self, seed: TableSeed | None, *, counts: bool) -> None:
        """Check that the files can be used, before the simulation begins.

        Args:
            seed: the seed of the simulation, if it was given.
            counts: `True` if the command counts rounds; `False` if it plays one of them again.

        Raises:
            UsageError: an option lacks a seed or a file, or is given with `--journal-of`.
            CommandFailed: a file cannot be written.
        """
        given = {
            "--save": [] if self.save is None else [self.save],
            "--add": self.added,
            "--from-shoe": [] if self.first_shoe is None else [str(self.first_shoe)],
        }
        for option, values in given.items():
            if values and seed is None:
                raise click.UsageError(f"{option} needs the --seed of the simulation")
            if values and not counts:
                raise click.UsageError(f"{option} cannot be used with --journal-of")
            if STANDARD_OUTPUT in values or "" in values:
                raise click.UsageError(f"{option} needs a file")
        if self.save is not None:
            check_replaceable(self.save)

    def found_before(self, run: Run, bankroll: Bankroll | None) -> SimulationResult | None:
        """Return the sum of the results in the files; `None` if there are no files.

        Args:
            run: the run that the results must belong to.
            bankroll: the bankroll that the results must have.

        Raises:
            CommandFailed: a file cannot be read, has no results, or has results that cannot be
                added.
        """
        from pitboss.simulation import MergeError  # noqa: PLC0415  needs the extra

        begun = [self.save] if self.save is not None and Path(self.save).exists() else []
        paths = [*begun, *self.added]
        total = run.nothing(bankroll=bankroll)
        for path in paths:
            try:
                total += _results_in(path)
            except MergeError as error:
                raise CommandFailed(f"{path} cannot be added here: {error}") from error
        return total if paths else None

    def keep(self, found: SimulationResult) -> None:
        """Save the results, if a file was given.

        Raises:
            CommandFailed: the file cannot be written.
        """
        from pitboss.simulation import results_to_json  # noqa: PLC0415  needs the extra

        if self.save is not None:
            with open_output(self.save) as file:
                file.write(f"{results_to_json(found)}\n".encode())
        self._kept_at = perf_counter()

    def keep_at_times(self, found: SimulationResult) -> None:
        """Save the results, if a file was given and the last save was at least a minute ago.

        Raises:
            CommandFailed: the file cannot be written.
        """
        if perf_counter() - self._kept_at >= _KEPT_EVERY_S:
            self.keep(found)


def _results_in(path: str) -> SimulationResult:
    """Return the results in a file.

    Raises:
        CommandFailed: the file cannot be read, or has no results.
    """
    from pitboss.simulation import ResultsError, results_from_json  # noqa: PLC0415  needs the extra
    from pitboss.simulation.results_file import MAX_RESULTS_BYTES  # noqa: PLC0415

    try:
        with Path(path).open("rb") as file:
            data = file.read(MAX_RESULTS_BYTES + 1)
    except OSError as error:
        raise CommandFailed(f"the results cannot be read: {os_error_text(error, path)}") from error
    try:
        return results_from_json(data)
    except ResultsError as error:
        problem = f"{path} holds no results ({error.where}: {error.flaw})"
        raise CommandFailed(f"{problem}; name a file that --save wrote") from error
