"""How commands read the stakes of side bets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from pitboss.cli.parameters import whole
from pitboss.game.limits import MAX_AMOUNT_MINOR
from pitboss.machine.flags import flags_for
from pitboss.rules import Rules
from pitboss.text.terminal import list_text

_CommandT = TypeVar("_CommandT", bound=Callable[..., Any])


def _read_side_stake(text: str) -> tuple[str, int]:
    """Return the name and the stake of a side bet, written as ``21+3=100``."""
    name, _, amount = text.rpartition("=")
    if not name:
        raise click.BadParameter(f"{text!r} must be a name and an amount, such as 21+3=100")
    return name, whole(1, MAX_AMOUNT_MINOR)(amount)


def side_bets_option(command: _CommandT) -> _CommandT:
    """Add the option that names side bets, each with its stake."""
    option = click.option(
        "--side-bet",
        "side_bets",
        type=_read_side_stake,
        multiple=True,
        metavar="NAME=N",
        help="A side bet of the rules and a stake in minor units; every seat places it in every "
        "round in which that is allowed. May be given several times.",
    )
    return option(command)


def check_stakes(rules: Rules, side_bets: Sequence[tuple[str, int]]) -> dict[str, int]:
    """Return the stake of each side bet.

    Args:
        rules: the rule set.
        side_bets: the names and stakes as they were given.

    Raises:
        UsageError: the rules have no such side bet or forbid its stake, or a name comes twice.
    """
    known = flags_for(rules).side_bets
    stakes = dict(side_bets)
    for name, stake in stakes.items():
        if name not in known:
            has = f"; they have {list_text([*known], 'and')}" if known else ""
            raise click.UsageError(f"the rules have no side bet {name!r}{has}")
        terms = known[name]
        if not terms.may_be(stake):
            unit = f" in multiples of {terms.unit_minor}" if terms.unit_minor > 1 else ""
            raise click.UsageError(
                f"the rules do not allow {stake} on {name}: "
                f"give {terms.least_minor} to {terms.most_minor}{unit}"
            )
    if len(stakes) != len(side_bets):
        raise click.UsageError("--side-bet names the same side bet twice")
    return stakes
