"""The command ``pitboss`` with all that it can be asked to do."""

from __future__ import annotations

import click

from pitboss.builds import compiled
from pitboss.cli.commands import Commands
from pitboss.cli.diagram import diagram
from pitboss.cli.play import play
from pitboss.cli.replay import replay
from pitboss.cli.rules import rules
from pitboss.cli.run import run
from pitboss.cli.settle import settle
from pitboss.cli.show import show
from pitboss.version import VERSION


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
    """A blackjack table that keeps a complete record and can play every round of it again.

    Bots or people play; each game becomes a journal, a text file of JSON Lines. The journal alone
    plays the game again, byte for byte, and can be read as a story.

    Amounts on the command line are in minor units: 1000 is 10.00.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


for command in (run, play, replay, show, diagram, rules, settle):
    main.add_command(command)
