"""The players that can be named on the command line."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from hashlib import sha256
from inspect import signature
from pkgutil import resolve_name
from shutil import which
from typing import Any, Final

from pitboss.arguments import takes
from pitboss.errors import brief
from pitboss.game.shoe import TableSeed
from pitboss.players.answers import DEFAULT_BET_MINOR, MimicPlayer, PlayerError
from pitboss.players.basic import BasicStrategy
from pitboss.players.counter import CountingPlayer, CountingStrategy
from pitboss.players.process import ProcessPlayer
from pitboss.players.random_legal import RandomLegal
from pitboss.rules import Rules
from pitboss.table.driver import Player
from pitboss.text.names import suggest

_SEED_TAG: Final = b"pitboss players' seed/2\0"

_Maker = Callable[[Rules, int, int, int], Player]

_MAKERS: Final[Mapping[str, _Maker]] = {
    "basic": lambda rules, _seed, _seat, bet_minor: BasicStrategy(rules, bet_minor),
    "mimic": lambda _rules, _seed, _seat, bet_minor: MimicPlayer(bet_minor),
    "random": lambda _rules, seed, seat, bet_minor: RandomLegal(seed, seat, bet_minor),
    "hi-lo": lambda rules, _seed, _seat, bet_minor: CountingPlayer(
        rules, CountingStrategy.hi_lo(bet_minor)
    ),
    "ko": lambda rules, _seed, _seat, bet_minor: CountingPlayer(
        rules, CountingStrategy.knock_out(rules.decks, bet_minor)
    ),
}

PLAYER_NAMES: Final = tuple(_MAKERS)
"""The names of the players that come with the library."""

DEFAULT_PLAYERS: Final = ("basic", "mimic", "random")
"""The players of `pitboss run` if the command names no player."""

_COMMAND: Final = "exec:"
_OTHERS: Final = 'exec:"COMMAND" | MODULE:CLASS'


@takes(PlayerError)
def player_named(
    name: str, rules: Rules, *, seed: TableSeed, seat: int, bet_minor: int = DEFAULT_BET_MINOR
) -> Player:
    """Return a new player by its name.

    The name is one of ``basic``, ``mimic`` (which plays like the dealer), ``random``, and ``hi-lo``
    and ``ko``, which count cards. It may also be ``exec:`` and a command, for a `ProcessPlayer`, or
    a module and a class in it, such as ``bots:Careful``. The class or function gets each of
    these arguments for which it has a parameter: ``rules``, ``seed``, ``seat`` and ``bet_minor``.

    Args:
        name: as above.
        rules: the rule set of the table.
        seed: the seed of the table. If it is a number, players get it; if it is a secret, they get
            another number, which reveals nothing about the shoes.
        seat: the number of the player's seat, from 0.
        bet_minor: the bet of every round in minor units, see `LevelBets`; for players that count
            cards, the unit of their bets.

    Raises:
        PlayerError: no player has the name, the amount is negative, the seed is out of range, the
            program or the class cannot be found, or the class does not make a player.
    """
    check_player_name(name)
    number = _number_of(seed)
    maker = _MAKERS.get(name)
    if maker is not None:
        return maker(rules, number, seat, bet_minor)
    if name.startswith(_COMMAND):
        words = _words_of(name)
        if which(words[0]) is None:
            problem = f"player {brief(name)} cannot be made ({brief(words[0])} is not found)"
            raise PlayerError(problem, "name a program that can be started")
        return ProcessPlayer(words, rules, seat=seat)
    given = {"rules": rules, "seed": number, "seat": seat, "bet_minor": bet_minor}
    return _made_by(name, given)


def check_player_name(name: str) -> None:
    """Check that a player may have this name; the class in a module is not looked up.

    Args:
        name: a name for `player_named`.

    Raises:
        PlayerError: no player has that name.
    """
    if not _is_name(name):
        choices = " | ".join([*PLAYER_NAMES, _OTHERS])
        raise PlayerError(f"player {brief(name)}", f"choose {choices}{suggest(name, PLAYER_NAMES)}")


def _is_name(name: object) -> bool:
    if not isinstance(name, str):
        return False
    if name.startswith(_COMMAND):
        return bool(_words_of(name))
    module, _, made = name.partition(":")
    return name in _MAKERS or (_is_dotted(module) and _is_dotted(made))


def _is_dotted(name: str) -> bool:
    return all(part.isidentifier() for part in name.split("."))


def _words_of(name: str) -> list[str]:
    """Return the words of a command; the whole command may be in quotes."""
    try:
        words = shlex.split(name.removeprefix(_COMMAND))
        if len(words) == 1:
            words = shlex.split(words[0])
    except ValueError as error:
        raise PlayerError(f"player {brief(name)}", f"fix its command: {error}") from error
    if not words:
        raise PlayerError(f"player {brief(name)}", 'name a command, such as exec:"node bot.js"')
    return words


def _made_by(name: str, given: Mapping[str, object]) -> Player:
    """Return the player that a class or a function of the host makes."""
    try:
        maker: Any = resolve_name(name)
        wanted = signature(maker).parameters
        player: Any = maker(**{each: value for each, value in given.items() if each in wanted})
    except Exception as error:
        told = f"{type(error).__name__}: {error}"
        raise PlayerError(f"player {brief(name)} cannot be made ({brief(told)})", _MENDS) from error
    if not callable(getattr(player, "decide", None)):
        raise PlayerError(f"player {brief(name)} has no `decide`", _MENDS)
    made: Player = player
    return made


def _number_of(seed: TableSeed) -> int:
    if not isinstance(seed, bytes):
        return seed
    return int.from_bytes(sha256(_SEED_TAG + seed).digest()[:8], "little") >> 1


_MENDS: Final = "name a class, or a function that makes a player, in a module that can be imported"
