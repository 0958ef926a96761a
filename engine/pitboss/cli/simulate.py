"""``pitboss simulate``: play and count very many rounds, or play one of them again at a table."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import perf_counter
from types import ModuleType
from typing import TYPE_CHECKING, Final

import click
from attrs import evolve

from pitboss.cli.commands import CommandFailed, complain
from pitboss.cli.console import Progress, per_second, write, write_lines
from pitboss.cli.output import STANDARD_OUTPUT, check_replaceable, open_output
from pitboss.cli.parameters import (
    MAX_COUNT,
    check_seats,
    complete_players,
    json_option,
    number_option,
    read_player_names,
    rules_option,
    seats_option,
    seed_option,
)
from pitboss.cli.result_files import ResultFiles, result_options
from pitboss.cli.run import find_modules_here
from pitboss.cli.run_games import naming
from pitboss.cli.side_stakes import check_stakes, side_bets_option
from pitboss.cli.signals import end_at_last, hear_interrupts
from pitboss.cli.simulate_report import Report
from pitboss.errors import ExitCode, PitbossError
from pitboss.game.limits import MAX_AMOUNT_MINOR
from pitboss.game.shoe import TableSeed
from pitboss.journal import Journal
from pitboss.journal.files import JournalFile, Opening
from pitboss.players.answers import DEFAULT_BET_MINOR
from pitboss.processes import MAX_JOBS
from pitboss.rules import Rules
from pitboss.text.terminal import count_text, printable

if TYPE_CHECKING:
    from pitboss.exact import ExactValue
    from pitboss.simulation import Bankroll, Run, SimulationResult

_MAX_WORST: Final = 100
_MAX_SHOES: Final = 10**9
_SESSION_SHOES: Final = 100
_COMPILES: Final = "Compiling the kernel, once for all rules; this may take a minute or two."
_PLACE: Final = re.compile(r"(?:([0-9]{1,19}):)?([0-9]{1,19})")


def _read_place(text: str) -> tuple[int | None, int]:
    """Return the shoe of a round, if the text names it, and the number of the round."""
    found = _PLACE.fullmatch(text)
    numbers = [int(each) for each in found.groups() if each] if found else []
    if not numbers or not all(1 <= number <= MAX_COUNT for number in numbers):
        raise click.BadParameter(
            f"{text!r} is not a round: write its number, from 1, or SHOE:NUMBER within a shoe"
        )
    *shoe, number = numbers
    return (shoe[0] if shoe else None), number


def _read_plot(text: str) -> str:
    """Return the path of a plot, after a check of its ending."""
    if Path(text).suffix.lower() not in {".svg", ".png"}:
        raise click.BadParameter(f"{text!r} is not a plot: write a name that ends in .svg or .png")
    return text


@click.command(epilog="Example: pitboss simulate --strategy hi-lo --rounds 10000000 --seed 7")
@rules_option
@click.option(
    "--strategy",
    "strategies",
    type=read_player_names("strategy"),
    shell_complete=complete_players,
    metavar="NAME,...",
    default="basic",
    show_default=True,
    help="The strategies, in the order of the seats: basic; hi-lo or ko, which count cards and "
    "bet 1 to 8 units; mimic, random or MODULE:CLASS, which are played at tables and not in the "
    "kernel, a thousand times slower. If there are more seats than strategies, the list is "
    "repeated.",
)
@number_option(
    "--rounds",
    least=1,
    most=MAX_COUNT,
    default=1000000,
    text="The least number of rounds: the last shoe is played to its end.",
)
@seed_option
@seats_option("one for each strategy")
@number_option(
    "--bet",
    "bet_minor",
    least=1,
    most=MAX_AMOUNT_MINOR,
    default=DEFAULT_BET_MINOR,
    text="The bet or, for strategies that count cards, the unit of the bets, in minor units.",
)
@side_bets_option
@number_option(
    "--jobs",
    least=1,
    most=MAX_JOBS,
    default=1,
    text="How many threads or processes play; this does not change the result.",
)
@number_option(
    "--bankroll",
    least=1,
    most=MAX_AMOUNT_MINOR,
    text="Count how many sessions lose this bankroll, in minor units.",
)
@number_option(
    "--session",
    "session_shoes",
    least=1,
    most=_MAX_SHOES,
    metavar="SHOES",
    text="With --bankroll: how many shoes a session has; each session begins with the whole "
    f"bankroll.  [default: {_SESSION_SHOES}]",
)
@number_option(
    "--worst",
    least=0,
    most=_MAX_WORST,
    default=0,
    text="Name this many of the rounds that lost most, each as SHOE:NUMBER.",
)
@click.option(
    "--exact",
    "with_exact",
    is_flag=True,
    help="Also compute the exact value of one seat with basic in a round from a fresh shoe, and by "
    'how many standard errors the result differs from this value. Needs the extra "exact".',
)
@click.option(
    "--journal-of",
    "journal_of",
    type=(_read_place, click.Path(allow_dash=True)),
    metavar="N|SHOE:N FILE",
    help="Do not simulate: play this round again at a table, and write its journal to FILE, "
    "which is overwritten if it exists; - is standard output. The journal begins with the shoe "
    "of the round and ends with the round.",
)
@click.option(
    "--plot",
    type=_read_plot,
    metavar="FILE",
    help="Also draw the result, as .svg or .png. With --bankroll, show the bankrolls over time. "
    "Without --bankroll, show the edge by count if the first seat counts cards, else how the mean "
    'converges. FILE is overwritten if it exists. Needs the extra "plots".',
)
@result_options
@json_option
def simulate(
    *,
    rules: Rules,
    strategies: tuple[str, ...],
    rounds: int,
    seed: TableSeed | None,
    seats: int | None,
    bet_minor: int,
    side_bets: tuple[tuple[str, int], ...],
    jobs: int,
    bankroll: int | None,
    session_shoes: int | None,
    worst: int,
    with_exact: bool,
    journal_of: tuple[tuple[int | None, int], str] | None,
    plot: str | None,
    save: str | None,
    added: tuple[str, ...],
    first_shoe: int | None,
    as_json: bool,
) -> int:
    """Play very many rounds, by the rules of a table, and count the results.

    Rounds, seed and strategies decide the result to the last minor unit; the number of jobs does
    not change the result. Ctrl-C and SIGTERM stop the command, which then shows the partial
    result. It needs the extra "simulation".
    """
    seats = len(strategies) if seats is None else seats
    check_seats(rules, seats, len(strategies), "strategies")
    if journal_of is not None and seed is None:
        raise click.UsageError("--journal-of needs the --seed of the simulation")
    if plot is not None and journal_of is not None:
        raise click.UsageError("--plot draws what was counted, and --journal-of counts nothing")
    if session_shoes is not None and bankroll is None:
        raise click.UsageError("--session needs --bankroll")
    files = ResultFiles(save, added, first_shoe)
    files.check(seed, counts=journal_of is None)
    named = [strategies[seat % len(strategies)] for seat in range(seats)]
    run = _run(rules, named, seed, bet_minor, side_bets)
    if journal_of is not None:
        (shoe, number), path = journal_of
        _play_again(run, shoe, number, path)
        return 0
    wanted = _bankroll(bankroll, session_shoes)
    if plot is not None:
        _load_plots()
        check_replaceable(plot)
    before = files.found_before(run, wanted)
    _prepare(run)
    report = Report(named, _exact_values(run) if with_exact else {}, as_json=as_json, worst=worst)
    code, found = _count(run, report, files, before, rounds=rounds, jobs=jobs, bankroll=wanted)
    if plot is not None and found is not None:
        _draw(plot, run, found, wanted)
    return code


def _load_plots() -> ModuleType:
    from pitboss import plots  # noqa: PLC0415  only this option needs the extra

    return plots


def _run(
    rules: Rules,
    named: Sequence[str],
    seed: TableSeed | None,
    bet_minor: int,
    side_bets: tuple[tuple[str, int], ...],
) -> Run:
    check_stakes(rules, side_bets)
    from pitboss import simulation  # noqa: PLC0415  only this command needs the extra

    find_modules_here()
    strategies = [
        evolve(simulation.strategy_named(name, rules, bet_minor), side_bets=side_bets)
        for name in named
    ]
    return simulation.run_of(rules, strategies, seed=seed)


def _bankroll(amount_minor: int | None, shoes: int | None) -> Bankroll | None:
    from pitboss.simulation import Bankroll  # noqa: PLC0415  it is installed here

    return None if amount_minor is None else Bankroll(amount_minor, shoes or _SESSION_SHOES)


def _prepare(run: Run) -> None:
    """Load the kernel, or compile it and say so, before the first round needs it."""
    if not run.in_kernel:
        return
    from pitboss.simulation.compiling import (  # noqa: PLC0415  it is installed here
        KERNEL_FUNCTIONS,
        hear_compilation,
    )

    begun: list[float] = []
    progress = Progress("compiling", KERNEL_FUNCTIONS)

    def say() -> None:
        if not begun:
            write(_COMPILES, error=True)
        begun.append(perf_counter())
        progress.reached(len(begun))

    with progress, hear_compilation(say):
        run.shoes(1, 1)
    if begun:
        write(f"It took {perf_counter() - begun[0]:.0f} s.", error=True)


def _exact_values(run: Run) -> Mapping[int, ExactValue]:
    """Return the exact value of each seat that plays by one chart, as if it sat alone."""
    from pitboss import exact  # noqa: PLC0415  only this option needs the extra
    from pitboss.simulation import ByCount  # noqa: PLC0415  it is installed here

    strategies = enumerate(run.strategies)
    charts = {
        seat: each.chart
        for seat, each in strategies
        if isinstance(each, ByCount) and each.count is None
    }
    if not charts:
        raise click.UsageError("--exact needs a seat that plays by one chart, such as basic")
    return {seat: exact.value(run.rules, chart) for seat, chart in charts.items()}


def _play_again(run: Run, shoe: int | None, number: int, path: str) -> None:
    """Write the journal of a round."""
    _prepare(run)
    # Find the round before the file is opened: after an error, an existing file is unchanged.
    shoe, number = run.place_of(number, shoe)
    if path == STANDARD_OUTPUT:
        run.play_again(number, Journal(sys.stdout.buffer), shoe=shoe).close()
        return
    with naming(path), Journal(JournalFile(path, Opening.REPLACE)) as journal:
        run.play_again(number, journal, shoe=shoe).close()
    lines = count_text(journal.seq, "line")
    write_lines([f"Round {number} of shoe {shoe}: {lines} in {printable(path)}"])


def _count(
    run: Run,
    report: Report,
    files: ResultFiles,
    before: SimulationResult | None,
    *,
    rounds: int,
    jobs: int,
    bankroll: Bankroll | None,
) -> tuple[int, SimulationResult | None]:
    """Simulate until all rounds are played or the user stops; save and write the results.

    If something fails, the results so far are still shown.
    """
    from pitboss.simulation import simulate_on  # noqa: PLC0415  it is installed here

    begun, found = perf_counter(), before
    with end_at_last() as ends, hear_interrupts() as interrupts:

        def stopped() -> bool:
            return bool(interrupts or ends)

        def show() -> None:
            if found is not None:
                rate = per_second(found.rounds - (before.rounds if before else 0), begun)
                report.write(run, found, rate, interrupted=stopped())

        try:
            with Progress("simulating", rounds) as progress:
                for found in simulate_on(
                    run,
                    rounds,
                    jobs=jobs,
                    bankroll=bankroll,
                    so_far=before,
                    first_shoe=files.first_shoe or 1,
                    stopped=stopped,
                ):
                    progress.reached(found.rounds)
                    files.keep_at_times(found)
            if found is not None:
                files.keep(found)
        except (CommandFailed, PitbossError):
            show()
            raise
        if found is None:
            said = "interrupted before a shoe was played to its end"
            return complain(said, ExitCode.INTERRUPTED), None
        show()
    return ExitCode.INTERRUPTED if interrupts else 0, found


def _draw(path: str, run: Run, found: SimulationResult, bankroll: Bankroll | None) -> None:
    plots = _load_plots()
    if bankroll is not None:
        plot = plots.bankroll_paths(run, bankroll)
    elif len(found.by_count[0]) > 1:
        plot = plots.edge_by_count(run, found)
    else:
        plot = plots.convergence(run, found.rounds)
    with open_output(path) as file:
        file.write(plot.to_bytes(Path(path).suffix.lower().removeprefix(".")))
