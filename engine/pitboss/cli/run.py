"""``pitboss run``: bots play, and their journal is kept."""

from __future__ import annotations

import signal
import sys
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType
from typing import Final

import click
from attrs import frozen

from pitboss.cli.commands import Refused
from pitboss.cli.parameters import (
    MAX_COUNT,
    UNLIMITED,
    json_option,
    read_balance,
    read_players,
    rules_option,
    whole,
)
from pitboss.cli.screen import Progress, Stopwatch, json_line, look_of, write
from pitboss.exit_codes import INTERRUPTED
from pitboss.game.limits import MAX_AMOUNT_MINOR, MAX_SEATS
from pitboss.game.shoe import MAX_SEED
from pitboss.journal import Journal
from pitboss.journal.lines import JsonValue
from pitboss.players import PLAYER_NAMES, player_named
from pitboss.players.answers import DEFAULT_BET_MINOR
from pitboss.rules import Rules
from pitboss.rules.rules import nearest_preset
from pitboss.story import Phrases
from pitboss.table.driver import Stop, play_rounds
from pitboss.table.shoes import drawn_seed
from pitboss.table.table import SeatPlan, Table
from pitboss.text.terminal import Look, columns_of, counted, left, printable, right

_STANDARD_OUTPUT: Final = "-"
_A_FEW_ROUNDS: Final = 200
"""Rounds between two looks at the clock and at whether to stop."""

_SEVERAL_TIMES: Final = 2


@click.command(
    epilog="Example: pitboss run --seed 7 --rounds 1000 --players basic,mimic --journal game.jsonl"
)
@rules_option
@click.option(
    "--players",
    type=read_players,
    metavar="NAME,...",
    help="Who plays, in the order of the seats: basic plays a published basic strategy, mimic the "
    "dealer's rule, random any legal move. With more seats than players they begin again from the "
    f"first.  [default: {','.join(PLAYER_NAMES)}]",
)
@click.option(
    "--seats",
    type=whole(1, MAX_SEATS),
    metavar="N",
    help="How many seats, 1 to 7.  [default: one for each player]",
)
@click.option(
    "--rounds",
    type=whole(0, MAX_COUNT),
    metavar="N",
    default="100",
    show_default=True,
    help="How many rounds; fewer are played if every seat is broke before.",
)
@click.option(
    "--seed",
    type=whole(0, MAX_SEED),
    metavar="N",
    help="From which every shoe is shuffled, 0 to 2**63 - 1.  [default: one is drawn and recorded]",
)
@click.option(
    "--bet",
    "bet_minor",
    type=whole(0, MAX_AMOUNT_MINOR),
    metavar="N",
    default=str(DEFAULT_BET_MINOR),
    show_default=True,
    help="What each seat bets, in minor units, as near as the table and its chips allow.",
)
@click.option(
    "--balance",
    type=read_balance,
    metavar=f"{UNLIMITED}|N",
    default=UNLIMITED,
    show_default=True,
    help="Opening chips of each seat in minor units.",
)
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
    balance: int | str,
    path: str,
    as_json: bool,
) -> int:
    """Let bots play, and write down everything that happens.

    The same options and the same seed give the same journal, byte for byte. A summary follows when
    the game is over, on standard error if the journal goes to standard output.
    """
    game = _Game(
        rules=rules,
        players=_seated(rules, players, seats),
        rounds=rounds,
        seed=drawn_seed() if seed is None else seed,
        bet_minor=bet_minor,
        balance_minor=balance if isinstance(balance, int) else None,
    )
    with _journal_at(path) as journal:
        summary = game.play(journal, path)
    to_stderr = path == _STANDARD_OUTPUT
    if as_json:
        text = json_line(summary.record())
    else:
        text = summary.text(look_of(sys.stderr if to_stderr else sys.stdout))
    write(text, error=to_stderr)
    return INTERRUPTED if summary.interrupted else 0


def _seated(rules: Rules, players: tuple[str, ...] | None, seats: int | None) -> tuple[str, ...]:
    """Return the player of every seat."""
    named = PLAYER_NAMES if players is None else players
    if seats is None:
        seats = len(named) if players is not None else min(len(named), rules.max_seats)
    if seats > rules.max_seats:
        raise click.UsageError(
            f"{seats} seats are too many: this rule set seats {rules.max_seats} at most",
            click.get_current_context(),
        )
    if players is not None and len(players) > seats:
        raise click.UsageError(
            f"{len(players)} players do not fit {seats} seats", click.get_current_context()
        )
    return tuple(named[seat % len(named)] for seat in range(seats))


def seat_names(players: tuple[str, ...]) -> list[str]:
    """Name seats after their players; those who sit there several times are numbered."""
    times = Counter(players)
    seen: Counter[str] = Counter()
    names: list[str] = []
    for player in players:
        seen[player] += 1
        several = times[player] >= _SEVERAL_TIMES
        names.append(f"{player} {seen[player]}" if several else player)
    return names


@frozen
class _Summary:
    """How a game went.

    Attributes:
        preset: the preset that the rules are nearest to.
        rules: the rules.
        seed: the table's seed.
        rounds: rounds played to the end.
        stop: why there are no more; none if the user stopped the game.
        seats: name, net and free chips of every seat; no chips where they are unlimited.
        lines: numbered lines of the journal.
        path: of the journal; none if it went to standard output.
        rounds_per_second: on average.
    """

    preset: str
    rules: Rules
    seed: int
    rounds: int
    stop: Stop | None
    seats: tuple[tuple[str, int, int | None], ...]
    lines: int
    path: str | None
    rounds_per_second: int

    @property
    def interrupted(self) -> bool:
        return self.stop is None

    def record(self) -> dict[str, JsonValue]:
        """Return the summary as a JSON object."""
        return {
            "rounds": self.rounds,
            "stopped": "interrupted" if self.stop is None else self.stop.value,
            "seed": self.seed,
            "preset": self.preset,
            "rules_digest": self.rules.digest,
            "seats": [
                {"name": name, "net": net, "balance": balance} for name, net, balance in self.seats
            ],
            "lines": self.lines,
            "journal": self.path,
            "rounds_per_second": self.rounds_per_second,
        }

    def text(self, look: Look) -> str:
        """Return the summary for a reader."""
        phrases = Phrases(self.rules)
        rows = [
            (name, phrases.signed(net), "" if chips is None else phrases.money(chips))
            for name, net, chips in self.seats
        ]
        widths = [max(columns_of(row[column]) for row in rows) for column in range(3)]
        rounds = look.strong(counted(self.rounds, "round"))
        rate = f"{self.rounds_per_second:,} rounds a second"
        lines = [f"{rounds} of {self.preset}, seed {self.seed}, at {rate}"]
        if self.stop is not Stop.ALL_PLAYED:
            lines.append(
                "Interrupted; the journal can be taken up again."
                if self.interrupted
                else "Every seat is broke, so the game is over."
            )
        for (name, net, chips), (_, net_minor, _) in zip(rows, self.seats, strict=True):
            owned = f"  {right(chips, widths[2])} left" if chips else ""
            amount = look.gain(net_minor, right(net, widths[1]))
            lines.append(f"  {left(name, widths[0])}  {amount}{owned}")
        where = "standard output" if self.path is None else printable(self.path)
        lines.append(f"{self.lines:,} lines in {where}")
        return "\n".join(lines)


@frozen
class _Game:
    """What is to be played."""

    rules: Rules
    players: tuple[str, ...]
    rounds: int
    seed: int
    bet_minor: int
    balance_minor: int | None

    def play(self, journal: Journal, path: str) -> _Summary:
        """Play it, writing its journal."""
        names = seat_names(self.players)
        table = Table(
            self.rules,
            seed=self.seed,
            seats=[SeatPlan(name, self.balance_minor) for name in names],
            recorder=journal,
        )
        watch = Stopwatch()
        stop = self._play_all(table)
        rate = watch.per_second(table.round.number)
        if stop is not None:
            table.close()
        opening = self.balance_minor or 0
        return _Summary(
            preset=nearest_preset(self.rules),
            rules=self.rules,
            seed=self.seed,
            rounds=table.round.number,
            stop=stop,
            seats=tuple(
                (
                    seat.name,
                    seat.balance_minor - opening,
                    None if seat.on_credit else seat.balance_minor,
                )
                for seat in table.round.seats
            ),
            lines=journal.seq,
            path=None if path == _STANDARD_OUTPUT else path,
            rounds_per_second=rate,
        )

    def _play_all(self, table: Table) -> Stop | None:
        """Play all rounds; return why there are no more, or none if the user wants to stop."""
        players = [
            player_named(name, self.rules, seed=self.seed, seat=seat, bet_minor=self.bet_minor)
            for seat, name in enumerate(self.players)
        ]
        with _interrupts_heard() as interrupts, Progress("playing", self.rounds) as progress:
            while table.round.number < self.rounds and not interrupts:
                few = min(self.rounds - table.round.number, _A_FEW_ROUNDS)
                if play_rounds(table, players, few).stop is Stop.NOBODY_CAN_BET:
                    return Stop.NOBODY_CAN_BET
                progress.reached(table.round.number)
        return None if interrupts else Stop.ALL_PLAYED


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
        raise Refused(f"the journal {path} cannot be written: {error.strerror}") from error
