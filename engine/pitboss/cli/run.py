"""``pitboss run``: let bots play, and write a journal of the game."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import perf_counter
from typing import Final, Self

import click
from attrs import frozen

from pitboss.cli.commands import GivenPath
from pitboss.cli.console import Progress, json_line, look_of, per_second, rate_text, write
from pitboss.cli.output import STANDARD_OUTPUT
from pitboss.cli.parameters import (
    MAX_COUNT,
    UNLIMITED,
    balance_option,
    check_seats,
    complete_players,
    json_option,
    number_option,
    read_player_names,
    rules_option,
    seats_option,
    seed_option,
)
from pitboss.cli.run_games import RecordedGame, ask_again, begin_game, gone_on, secret_of_game
from pitboss.cli.side_stakes import check_stakes, side_bets_option
from pitboss.cli.signals import end_at_last, hear_interrupts
from pitboss.errors import ExitCode
from pitboss.game.limits import MAX_AMOUNT_MINOR
from pitboss.game.round import Presence
from pitboss.game.shoe import TableSeed, write_seed
from pitboss.machine.flags import flags_for
from pitboss.players import (
    DEFAULT_PLAYERS,
    ProcessPlayer,
    RandomLegal,
    WithSideBets,
    player_named,
)
from pitboss.players.answers import DEFAULT_BET_MINOR
from pitboss.rules import Rules
from pitboss.rules.rules import name_of, nearest_preset
from pitboss.story import Phrases
from pitboss.table.driver import Player, Stop, play_round, play_rounds
from pitboss.table.seating import SeatPlan
from pitboss.table.shoes import draw_table_seed
from pitboss.table.table import Table
from pitboss.text.strict import JsonValue
from pitboss.text.terminal import Look, align_left, columns_of, count_text, printable, right

_MAX_NAME_LETTERS: Final = 40
"""How many letters of a program's command are used as the name of its seat."""

_A_FEW_ROUNDS: Final = 200
"""How many rounds are played before the clock and the signals to stop are checked again."""


@click.command(
    epilog="Example: pitboss run --seed 7 --rounds 1000 --players basic,mimic --journal game.jsonl"
)
@rules_option
@click.option(
    "--players",
    type=read_player_names("player"),
    shell_complete=complete_players,
    metavar="NAME,...",
    help="The players, in the order of the seats: basic plays basic strategy, mimic plays by the "
    'dealer\'s rule, random gives any legal answer, hi-lo and ko count cards; exec:"COMMAND" is a '
    "program that answers in JSON, MODULE:CLASS is your own class. If there are more seats than "
    f"players, the list is repeated.  [default: {','.join(DEFAULT_PLAYERS)}]",
)
@seats_option("one for each player")
@number_option(
    "--rounds",
    least=0,
    most=MAX_COUNT,
    default=100,
    text="How many rounds; with --resume, including those that were already played. The game ends "
    "sooner if every seat is broke.",
)
@seed_option
@number_option(
    "--bet",
    "bet_minor",
    least=0,
    most=MAX_AMOUNT_MINOR,
    default=DEFAULT_BET_MINOR,
    text="The bet of each seat, in minor units, or the nearest amount that is allowed.",
)
@side_bets_option
@balance_option(UNLIMITED)
@click.option(
    "--journal",
    "path",
    type=click.Path(),
    default=STANDARD_OUTPUT,
    help="The file to write; an existing file is overwritten.  [default: standard output]",
)
@click.option(
    "--secret-file",
    "secret_file",
    type=GivenPath(dir_okay=False, path_type=Path),
    help="Write the secret to this file, which only you can read, and not to the journal. If the "
    "file exists, its secret is used; otherwise a secret is drawn and written to it.",
)
@click.option(
    "--resume",
    "resumed",
    type=click.Path(),
    help="Continue an unfinished journal, up to --rounds, with its rules, seed, seats and chips. "
    "Give --players, --bet and --secret-file again. The journal is the same as without the "
    "interruption, except that your own programs and classes begin anew.",
)
@number_option(
    "--rotate",
    least=1,
    most=MAX_COUNT,
    default=None,
    text="Continue the journal in another file after every N rounds: game.2.jsonl after "
    "game.jsonl. Existing files are overwritten. Give it again with --resume.",
)
@json_option
@click.pass_context
def run(
    context: click.Context,
    *,
    rules: Rules,
    players: tuple[str, ...] | None,
    seats: int | None,
    rounds: int,
    seed: TableSeed | None,
    secret_file: Path | None,
    bet_minor: int,
    side_bets: tuple[tuple[str, int], ...],
    balance: int | str | None,
    path: str,
    resumed: str | None,
    rotate: int | None,
    as_json: bool,
) -> int:
    """Let bots play, and write everything that happens to a journal.

    The same options and the same seed give the same journal, byte for byte. A summary follows the
    game; it goes to standard error if the journal goes to standard output.

    A game that was interrupted or killed can be continued with --resume. Without --secret-file, a
    checkpoint next to the journal lets a long game continue as fast as a short one.
    """
    if rotate is not None and resumed is None and path == STANDARD_OUTPUT:
        raise click.UsageError("--rotate needs --journal: standard output is one file")
    if secret_file is not None:
        seed = secret_of_game(secret_file, seed, path, resumed)
    if resumed is None:
        named = _seated(rules, players, seats)
        plans = _plans(named, balance)
        seed = draw_table_seed() if seed is None else seed
        # Report all errors of the arguments and the players before a file is overwritten.
        bots: _Bots | None = _Bots.made(rules, seed, named, bet_minor, side_bets)
        opening = begin_game(path, rules, plans, seed, secret_apart=secret_file is not None)
    else:
        _check_resumed(context)
        opening, path, bots = gone_on(resumed, seed), resumed, None
    with opening as game:
        table = game.table
        before, started = table.round.number, perf_counter()
        if bots is None:
            _check_continued(context, path, table, seed, rounds)
            named = _seated_again(table, players)
            bots = _Bots.made(table.rules, table.seed, named, bet_minor, side_bets)
            bots.remember(path, table)
        with _ended_at_last(bots.asked) as ends:
            stop = _play(game, bots.playing, rounds, rotate or MAX_COUNT, ends)
        rate = per_second(table.round.number - before, started)
        if stop is not None:
            game.close()
    summary = _Summary(table, stop, game.journal.seq, game.path, rate, secret_file is not None)
    _tell(summary, as_json=as_json, to_stderr=path == STANDARD_OUTPUT)
    return ExitCode.INTERRUPTED if stop is None else 0


def _tell(summary: _Summary, *, as_json: bool, to_stderr: bool) -> None:
    if as_json:
        text = json_line(summary.record())
    else:
        text = summary.text(look_of(sys.stderr if to_stderr else sys.stdout))
    write(text, error=to_stderr)


def _check_bets(
    rules: Rules, bet_minor: int, side_bets: Sequence[tuple[str, int]]
) -> dict[str, int]:
    """Return the stake of each side bet; refuse a bet of 0 if the rules require more."""
    least = flags_for(rules).bet_least_minor
    if bet_minor < min(least, 1):
        raise click.UsageError(f"--bet must be {least} or more under these rules, got 0")
    return check_stakes(rules, side_bets)


def _check_resumed(context: click.Context) -> None:
    """Refuse options that the journal already decides."""
    given = click.core.ParameterSource.COMMANDLINE
    for name in ("rules", "seats", "seed", "balance", "path"):
        if context.get_parameter_source(name) is given:
            option = "journal" if name == "path" else name
            raise click.UsageError(
                f"--resume cannot be used with --{option}: the journal decides it"
            )


@frozen
class _Bots:
    """The bots of all seats.

    Attributes:
        asked: the bot of each seat.
        playing: for each seat, the player that places the side bets and then asks the bot.
    """

    asked: Sequence[Player]
    playing: Sequence[Player]

    @classmethod
    def made(
        cls,
        rules: Rules,
        seed: TableSeed | None,
        named: Sequence[str],
        bet_minor: int,
        side_bets: Sequence[tuple[str, int]],
    ) -> Self:
        """Check the bets, and make the bots.

        Raises:
            UsageError: the rules do not take a bet.
            PlayerError: a bot cannot be made.
        """
        stakes = _check_bets(rules, bet_minor, side_bets)
        find_modules_here()
        seed = draw_table_seed() if seed is None else seed
        asked = [
            player_named(name, rules, seed=seed, seat=seat, bet_minor=bet_minor)
            for seat, name in enumerate(named)
        ]
        return cls(asked, [WithSideBets(bot, stakes) for bot in asked] if stakes else asked)

    def remember(self, path: str, table: Table) -> None:
        """Give the bots of a continued game the state that they had when it was interrupted."""
        # Other bots need no memory, or restore it themselves.
        random = {
            seat: self.playing[seat]
            for seat, bot in enumerate(self.asked)
            if isinstance(bot, RandomLegal)
        }
        if random:
            with Progress("reading", table.seq) as progress:
                ask_again(path, table, random, progress.reached)


def _check_continued(
    context: click.Context, path: str, table: Table, secret: TableSeed | None, rounds: int
) -> None:
    """Refuse a secret that a continued game does not use, and fewer rounds than it already has."""
    if secret is not None and table.seed != secret:
        raise click.UsageError("leave out --secret-file: the journal has a seed of its own")
    played = table.round.number
    if rounds < played:
        is_default = context.get_parameter_source("rounds") is click.core.ParameterSource.DEFAULT
        got = f"and the default is {rounds}" if is_default else f"got {rounds}"
        raise click.UsageError(
            f"--rounds must be {played} or more: {printable(path)} already has "
            f"{count_text(played, 'round')}, {got}"
        )


def _seated_again(table: Table, players: tuple[str, ...] | None) -> tuple[str, ...]:
    """Return the players of a continued game by seat; report seats that have new names."""
    named = _seated(table.rules, players, len(table.plans))
    seats = zip(table.round.seats, seat_names(named), strict=True)
    names = [(seat.name, name) for seat, name in seats if seat.presence is not Presence.EMPTY]
    if any(before != now for before, now in names):
        were, are = (", ".join(each) for each in zip(*names, strict=True))
        write(printable(f"Seats in the journal: {were}. Players now: {are}."), error=True)
    return named


def _seated(rules: Rules, players: tuple[str, ...] | None, seats: int | None) -> tuple[str, ...]:
    named = DEFAULT_PLAYERS if players is None else players
    if seats is None:
        seats = len(named) if players is not None else min(len(named), rules.max_seats)
    check_seats(rules, seats, 0 if players is None else len(players), "players")
    return tuple(named[seat % len(named)] for seat in range(seats))


def _plans(named: tuple[str, ...], balance: int | str | None) -> list[SeatPlan]:
    balance_minor = balance if isinstance(balance, int) else None
    return [SeatPlan(name, balance_minor) for name in seat_names(named)]


def seat_names(named: tuple[str, ...]) -> list[str]:
    """Name each seat after its player; if a player has several seats, number them."""
    players = [name.removeprefix("exec:").strip('"')[:_MAX_NAME_LETTERS] for name in named]
    times = Counter(players)
    seen: Counter[str] = Counter()
    names: list[str] = []
    for player in players:
        seen[player] += 1
        names.append(f"{player} {seen[player]}" if times[player] > 1 else player)
    return names


def find_modules_here() -> None:
    """Let Python import classes from the current folder, as ``python -m`` does."""
    if "" not in sys.path:
        sys.path.insert(0, "")


@contextmanager
def _ended_at_last(players: Sequence[Player]) -> Generator[list[int]]:
    """End the players that are separate programs, however the game ends.

    Yields:
        A list; if SIGTERM or SIGHUP ended the game, the list has the number of the signal. The
        programs do not get the signal.
    """
    with ExitStack() as stack:
        programs = [
            stack.enter_context(player) for player in players if isinstance(player, ProcessPlayer)
        ]

        def kill() -> None:
            for program in programs:
                program.kill()

        # A program that is killed while it is asked cannot answer; that is not its failure.
        yield stack.enter_context(end_at_last(kill))


def _play(
    game: RecordedGame, players: Sequence[Player], rounds: int, rotate: int, ends: Sequence[int]
) -> Stop | None:
    """Play all rounds; return why the game ended, or `None` if the user stopped it."""
    table = game.table
    with hear_interrupts() as interrupts, Progress("playing", rounds) as progress:
        if not table.over:
            play_round(table, players)
        while table.round.number < rounds and not interrupts and not ends:
            number = table.round.number
            if number and number % rotate == 0:
                game.rotate()
            few = min(rounds - number, _A_FEW_ROUNDS, rotate - number % rotate)
            if play_rounds(table, players, few).stop is Stop.NOBODY_CAN_BET:
                return Stop.NOBODY_CAN_BET
            progress.reached(table.round.number)
            game.rest()
    return None if interrupts else Stop.ALL_PLAYED


@frozen
class _Summary:
    """The summary of a game.

    Attributes:
        table: the table of the game.
        stop: why there are no more rounds; `None` if the user stopped the game.
        lines: how many numbered lines the last file of the journal has.
        path: the path of that file; `None` if the journal went to standard output.
        rate: the average number of rounds a second.
        secret_apart: whether the seed is in a separate file.
    """

    table: Table
    stop: Stop | None
    lines: int
    path: str | None
    rate: int
    secret_apart: bool

    def _seats(self) -> list[tuple[str, int, int | None]]:
        """Return the name, the net and the free chips of every seat; `None` for unlimited chips."""
        return [
            (
                seat.name,
                seat.balance_minor - (plan.balance_minor or 0),
                None if seat.on_credit else seat.balance_minor,
            )
            for seat, plan in zip(self.table.round.seats, self.table.plans, strict=True)
        ]

    def record(self) -> dict[str, JsonValue]:
        """Return the summary as a JSON object."""
        return {
            "rounds": self.table.round.number,
            "stopped": "interrupted" if self.stop is None else self.stop.value,
            "seed": None if self.secret_apart else write_seed(self.table.seed),
            "preset": nearest_preset(self.table.rules),
            "rules_digest": self.table.rules.digest,
            "seats": [
                {"name": name, "net": net, "balance": balance}
                for name, net, balance in self._seats()
            ],
            "lines": self.lines,
            "journal": self.path,
            "rounds_per_second": self.rate,
        }

    def text(self, look: Look) -> str:
        """Return the summary as text for people."""
        rounds = look.strong(count_text(self.table.round.number, "round"))
        played = name_of(self.table.rules)
        seed = "kept apart" if self.secret_apart else write_seed(self.table.seed)
        lines = [f"{rounds} of {played}, seed {seed}{rate_text(self.rate)}"]
        if self.stop is None:
            lines.append("Interrupted; the journal can be continued.")
        elif self.stop is Stop.NOBODY_CAN_BET:
            lines.append("Every seat is broke, so the game is over.")
        phrases = Phrases(self.table.rules)
        rows = [
            (name, phrases.signed(net), "" if chips is None else phrases.money(chips), net)
            for name, net, chips in self._seats()
        ]
        widths = [max(columns_of(str(row[column])) for row in rows) for column in range(3)]
        for name, net, chips, net_minor in rows:
            owned = f"  {right(chips, widths[2])} left" if chips else ""
            amount = look.gain(net_minor, right(net, widths[1]))
            lines.append(f"  {align_left(name, widths[0])}  {amount}{owned}")
        where = "standard output" if self.path is None else printable(self.path)
        return "\n".join([*lines, f"{self.lines:,} lines in {where}"])
