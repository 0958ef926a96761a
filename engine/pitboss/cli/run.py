"""``pitboss run``: bots play, and their journal is kept."""

from __future__ import annotations

import signal
import sys
from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager
from time import perf_counter
from types import FrameType
from typing import Final

import click
from attrs import frozen

from pitboss.cli.commands import CommandFailed
from pitboss.cli.console import Progress, json_line, look_of, per_second, write
from pitboss.cli.parameters import (
    MAX_COUNT,
    UNLIMITED,
    balance_option,
    check_seats,
    json_option,
    read_players,
    rules_option,
    seats_option,
    seed_option,
    whole,
)
from pitboss.errors import ExitCode
from pitboss.game.limits import MAX_AMOUNT_MINOR
from pitboss.journal import Journal
from pitboss.journal.lines import JsonValue
from pitboss.players import PLAYER_NAMES, ProcessPlayer, player_named
from pitboss.players.answers import DEFAULT_BET_MINOR
from pitboss.rules import Rules
from pitboss.rules.rules import nearest_preset
from pitboss.story import Phrases
from pitboss.table.driver import Player, Stop, play_rounds
from pitboss.table.seating import SeatPlan
from pitboss.table.shoes import drawn_seed
from pitboss.table.table import Table
from pitboss.text.terminal import Look, columns_of, counted, left, printable, right

_STANDARD_OUTPUT: Final = "-"
_LONGEST_NAME: Final = 40
"""Letters of a command that name a seat."""

_A_FEW_ROUNDS: Final = 200
"""Rounds between two looks at the clock and at whether to stop."""


@click.command(
    epilog="Example: pitboss run --seed 7 --rounds 1000 --players basic,mimic --journal game.jsonl"
)
@rules_option
@click.option(
    "--players",
    type=read_players,
    metavar="NAME,...",
    help="Who plays, in the order of the seats: basic plays a published basic strategy, mimic the "
    'dealer\'s rule, random any legal move; exec:"COMMAND" is a program that answers in JSON, '
    "MODULE:CLASS a class of your own. With more seats than players they begin again from the "
    f"first.  [default: {','.join(PLAYER_NAMES)}]",
)
@seats_option("one for each player")
@click.option(
    "--rounds",
    type=whole(0, MAX_COUNT),
    metavar="N",
    default="100",
    show_default=True,
    help="How many rounds; fewer are played if every seat is broke before.",
)
@seed_option
@click.option(
    "--bet",
    "bet_minor",
    type=whole(0, MAX_AMOUNT_MINOR),
    metavar="N",
    default=str(DEFAULT_BET_MINOR),
    show_default=True,
    help="What each seat bets, in minor units, as near as the table and its chips allow.",
)
@balance_option(UNLIMITED)
@click.option(
    "--journal",
    "path",
    type=click.Path(),
    default=_STANDARD_OUTPUT,
    help="The file to write; one that exists is replaced.  [default: standard output]",
)
@json_option
def run(
    *,
    rules: Rules,
    players: tuple[str, ...] | None,
    seats: int | None,
    rounds: int,
    seed: int | None,
    bet_minor: int,
    balance: int | str | None,
    path: str,
    as_json: bool,
) -> int:
    """Let bots play, and write everything that happens to a journal.

    The same options and the same seed give the same journal, byte for byte. A summary follows when
    the game is over. It goes to standard error if the journal goes to standard output.
    """
    seated = _seated(rules, players, seats)
    balance_minor = balance if isinstance(balance, int) else None
    seed = drawn_seed() if seed is None else seed
    with _journal_at(path) as journal:
        plans = [SeatPlan(name, balance_minor) for name in seat_names(seated)]
        table = Table(rules, seed=seed, seats=plans, recorder=journal)
        _find_modules_here()
        bots = [
            player_named(name, rules, seed=seed, seat=seat, bet_minor=bet_minor)
            for seat, name in enumerate(seated)
        ]
        begun = perf_counter()
        with _ended_at_last(bots):
            stop = _play(table, bots, rounds)
        rate = per_second(table.round.number, begun)
        if stop is not None:
            table.close()
    to_stderr = path == _STANDARD_OUTPUT
    summary = _Summary(table, stop, journal.seq, None if to_stderr else path, rate)
    if as_json:
        text = json_line(summary.record())
    else:
        text = summary.text(look_of(sys.stderr if to_stderr else sys.stdout))
    write(text, error=to_stderr)
    return ExitCode.INTERRUPTED if stop is None else 0


def _seated(rules: Rules, players: tuple[str, ...] | None, seats: int | None) -> tuple[str, ...]:
    """Return the player of every seat."""
    named = PLAYER_NAMES if players is None else players
    if seats is None:
        seats = len(named) if players is not None else min(len(named), rules.max_seats)
    check_seats(rules, seats, 0 if players is None else len(players), "players")
    return tuple(named[seat % len(named)] for seat in range(seats))


def seat_names(named: tuple[str, ...]) -> list[str]:
    """Name seats after their players; those who sit there several times are numbered."""
    players = [name.removeprefix("exec:").strip('"')[:_LONGEST_NAME] for name in named]
    times = Counter(players)
    seen: Counter[str] = Counter()
    names: list[str] = []
    for player in players:
        seen[player] += 1
        names.append(f"{player} {seen[player]}" if times[player] > 1 else player)
    return names


def _find_modules_here() -> None:
    """Let a class be found in the folder that the command is run in, as ``python -m`` does."""
    if "" not in sys.path:
        sys.path.insert(0, "")


@contextmanager
def _ended_at_last(players: Sequence[Player]) -> Generator[None]:
    """End the players in processes of their own, however the game ends."""
    with ExitStack() as stack:
        for player in players:
            if isinstance(player, ProcessPlayer):
                stack.enter_context(player)
        yield


def _play(table: Table, players: Sequence[Player], rounds: int) -> Stop | None:
    """Play all rounds; return why there are no more, or `None` if the user wants to stop."""
    with _interrupts_heard() as interrupts, Progress("playing", rounds) as progress:
        while table.round.number < rounds and not interrupts:
            few = min(rounds - table.round.number, _A_FEW_ROUNDS)
            if play_rounds(table, players, few).stop is Stop.NOBODY_CAN_BET:
                return Stop.NOBODY_CAN_BET
            progress.reached(table.round.number)
    return None if interrupts else Stop.ALL_PLAYED


@frozen
class _Summary:
    """How a game went.

    Attributes:
        table: where it was played.
        stop: why there are no more rounds; `None` if the user stopped the game.
        lines: numbered lines of the journal.
        path: of the journal; `None` if it went to standard output.
        rate: rounds a second, on average.
    """

    table: Table
    stop: Stop | None
    lines: int
    path: str | None
    rate: int

    def _seats(self) -> list[tuple[str, int, int | None]]:
        """Return the name, the net and the free chips of every seat; no chips if unlimited."""
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
            "seed": self.table.seed,
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
        """Return the summary for a reader."""
        rounds = look.strong(counted(self.table.round.number, "round"))
        preset = nearest_preset(self.table.rules)
        lines = [f"{rounds} of {preset}, seed {self.table.seed}, at {self.rate:,} rounds a second"]
        if self.stop is None:
            lines.append("Interrupted; the journal can be taken up again.")
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
            lines.append(f"  {left(name, widths[0])}  {amount}{owned}")
        where = "standard output" if self.path is None else printable(self.path)
        return "\n".join([*lines, f"{self.lines:,} lines in {where}"])


@contextmanager
def _interrupts_heard() -> Generator[list[int]]:
    """Collect Ctrl-C, so that a round is not torn apart; a second one tears it all the same."""
    heard: list[int] = []

    def hear(number: int, _frame: FrameType | None) -> None:
        heard.append(number)
        signal.signal(signal.SIGINT, signal.default_int_handler)

    before = signal.signal(signal.SIGINT, hear)
    try:
        yield heard
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _journal_at(path: str) -> Generator[Journal]:
    """Begin the journal; what goes wrong while it is written names it."""
    if path == _STANDARD_OUTPUT:
        yield Journal(sys.stdout.buffer)
        return
    try:
        with Journal.create(path) as journal:
            yield journal
    except BrokenPipeError:
        # Whoever read a pipe of that name has seen enough, as at the end of any other pipe.
        raise
    except OSError as error:
        raise CommandFailed(f"the journal {path} cannot be written: {error.strerror}") from error
