"""The command ``pitboss``, with all its commands, and ``pitboss settle``, for scripted rounds."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import BinaryIO, Final

import click

from pitboss.cli.bank import bank
from pitboss.cli.commands import CommandFailed, Commands
from pitboss.cli.console import write
from pitboss.cli.diagram import diagram
from pitboss.cli.diff import diff
from pitboss.cli.exact import exact
from pitboss.cli.export import export
from pitboss.cli.fair import fair
from pitboss.cli.find import find
from pitboss.cli.play import play
from pitboss.cli.replay import replay
from pitboss.cli.rules import rules
from pitboss.cli.run import run
from pitboss.cli.serve import serve
from pitboss.cli.share import share
from pitboss.cli.show import show
from pitboss.cli.simulate import simulate
from pitboss.teaching import MAX_LINE_LENGTH, settle_stream
from pitboss.version import VERSION, compiled

_LINE_END_BYTES: Final = 2
_HINT: Final = "Write a scripted round per line; pitboss settle --help shows how. End with Ctrl-D."


@click.group(
    "pitboss",
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 90},
    epilog="Begin with: pitboss run --seed 7 --rounds 3 --journal first.jsonl, "
    "then: pitboss show first.jsonl",
)
@click.version_option(
    VERSION,
    "-V",
    "--version",
    message=f"%(prog)s %(version)s ({'compiled' if compiled else 'pure Python'})",
)
@click.pass_context
def main(context: click.Context) -> None:
    """A blackjack table that records every game and can play every recorded round again.

    Bots or people play. Each game is written to a journal, a text file of JSON Lines. From the
    journal alone, the game can be replayed, byte for byte, and printed for people to read.

    Amounts on the command line are in minor units: 1000 is 10.00.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@click.command(epilog="Example: pitboss settle < rounds.jsonl > results.jsonl")
def settle() -> None:
    """Settle rounds with given cards and decisions.

    Each line of standard input is a round. Each line of standard output is its result, in the same
    order and as soon as it is known. Amounts are in minor units.

    \b
    {"id": "a", "rules": {"preset": "six_deck_s17", "soft_17": "hit"}, "bet": 1000,
     "cards": ["T", "6", "9", "T", "9"], "decisions": ["stand"]}
    gives (on one line, and the input must be one line, too)
    {"id": "a", "net": 1000, "insurance_net": 0, "hands": [{"seat": 0, "cards": ["T", "9"],
     "bet": 1000, "net": 1000, "outcome": "win"}], "dealer": ["6", "T", "9"], "cards_used": 5}

    \b
    id         a text or a whole number, which the result repeats
    rules      a preset, and the options that differ from it; both may be left out. The options may
               have side_bets, but no side bet is placed
    bet        the bet of one seat; or "bets": [...], one for each seat, in the order of the seats
    balances   the chips of each seat before its bet; unlimited if left out
    cards      ranks such as T, or rank and suit such as Th, in the order in which the rules draw
               them; they may be cards that the decks do not have, such as a fifth ace from one
               deck, and some may remain unused
    decisions  hit, stand, double, split, surrender, even_money, insure, insure:AMOUNT and
               decline, in the order of the questions

    A line that cannot be settled gets {"id": ..., "error": {"kind": ..., "message": ...}} and does
    not end the work or change the exit code. The kinds are bad_json, bad_field, bad_rules,
    bad_card, out_of_cards, missing_decision, illegal_decision and unused_decisions.
    """  # noqa: D301  this mark tells click not to join the lines after it
    if sys.stdin.isatty():
        write(_HINT, error=True)
    for result in settle_stream(_lines(sys.stdin.buffer)):
        write(result)


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """Yield each line without its line end; if a line is too long, only its beginning."""
    most = MAX_LINE_LENGTH + _LINE_END_BYTES
    try:
        while line := source.readline(most):
            rest = line
            while rest and not rest.endswith(b"\n"):
                rest = source.readline(most)
            yield line.removesuffix(b"\n").removesuffix(b"\r")
    except OSError as error:
        raise CommandFailed(f"standard input cannot be read: {error.strerror}") from error


main.add_commands("Play", run, play, serve, bank)
main.add_commands("Journals", replay, fair, show, share, find, diff, export)
main.add_commands("Rules", rules, diagram, settle)
main.add_commands("Research", exact, simulate)
