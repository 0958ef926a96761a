"""The players that have a name on the command line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Final

from pitboss.errors import brief
from pitboss.game.shoe import TableSeed
from pitboss.players.answers import DEFAULT_BET_MINOR, DealersRule, PlayerError
from pitboss.players.basic import BasicStrategy
from pitboss.players.random_legal import RandomLegal
from pitboss.rules import Rules
from pitboss.rules.option_kinds import suggestion
from pitboss.table.driver import Player

_SEED_TAG: Final = b"pitboss players' seed/2\0"

_Maker = Callable[[Rules, int, int, int], Player]

_MAKERS: Final[Mapping[str, _Maker]] = {
    "basic": lambda rules, _seed, _seat, bet_minor: BasicStrategy(rules, bet_minor),
    "mimic": lambda _rules, _seed, _seat, bet_minor: DealersRule(bet_minor),
    "random": lambda _rules, seed, seat, bet_minor: RandomLegal(seed, seat, bet_minor),
}

PLAYER_NAMES: Final = tuple(_MAKERS)
"""The names that `player_named` knows."""


def player_named(
    name: str, rules: Rules, *, seed: TableSeed, seat: int, bet_minor: int = DEFAULT_BET_MINOR
) -> Player:
    """Return a new player of a name: ``basic``, ``mimic`` (the dealer's rule) or ``random``.

    Args:
        name: one of `PLAYER_NAMES`.
        rules: the rule set of the table.
        seed: the table's, from which the seed of players who draw from chance is made; it tells
            nothing about the shoes.
        seat: where the player sits, counted from 0.
        bet_minor: the bet of every round in minor units, see `LevelBets`.

    Raises:
        PlayerError: nobody has the name, the amount is negative, or the seed out of range.
    """
    maker = _MAKERS.get(name)
    if maker is None:
        choices = " | ".join(PLAYER_NAMES)
        raise PlayerError(
            f"player {brief(name)}", f"choose {choices}{suggestion(name, PLAYER_NAMES)}"
        )
    return maker(rules, _number_of(seed), seat, bet_minor)


def _number_of(seed: TableSeed) -> int:
    if not isinstance(seed, bytes):
        return seed
    return int.from_bytes(sha256(_SEED_TAG + seed).digest()[:8], "little") >> 1
