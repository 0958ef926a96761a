"""Random legal play, with random numbers that are the same in every version of Python.

The same seed must give the same rounds in every version. Python promises only that ``random()`` of
`random.Random` stays the same, and floats are a poor source of whole numbers. So the numbers come
from SHA-256 in counter mode, with 64 bits each. Numbers that would make some results more likely
than others are skipped.
"""

from __future__ import annotations

from copy import deepcopy
from hashlib import sha256
from struct import Struct
from typing import Final, Self

from pitboss.errors import brief
from pitboss.game.events import Event, EventKind
from pitboss.game.round import Question
from pitboss.game.shoe import MAX_SEED
from pitboss.players.answers import ANSWER_OF, LevelBets, PlayerError
from pitboss.table.offer import Offer, View

SITS_OUT_ONE_IN: Final = 32
"""On average, the player sits out one round in this many."""

STEPS: Final = 1000
"""A random stake is at most this number of steps above the least stake."""


class RandomLegal:
    """Answers every offer with one of the legal kinds of event, all of them equally likely.

    Only sitting out is rare. The same seed, seat and offers give the same answers on every
    version of Python.

    Args:
        seed: 0 to `MAX_SEED`; it may be the table's seed, because the answers reveal nothing about
            the shoes.
        seat: distinguishes players with the same seed, 0 to `MAX_SEED`.
        bet_minor: the bet of every round in minor units, see `LevelBets`; without it, every bet is
            random, up to `STEPS` steps above the least bet.

    Raises:
        PlayerError: the amount is negative, or the seed or the seat out of range.
    """

    def __init__(self, seed: int, seat: int = 0, bet_minor: int | None = None) -> None:
        _check("seed", seed)
        _check("seat", seat)
        self._draws = Draws(seed, seat)
        self._bets = None if bet_minor is None else LevelBets(bet_minor)

    def __copy__(self) -> Self:
        """Return a copy with its own random numbers, at the same place."""
        return deepcopy(self)

    def decide(self, view: View, offer: Offer) -> Event:  # noqa: ARG002  chance looks at nothing
        """Answer an offer."""
        if offer.question is Question.BET:
            return self._bet(offer)
        kind = offer.legal[self._draws.below(len(offer.legal))]
        if kind is EventKind.INSURE:
            return offer.insure(self._stake(offer))
        return ANSWER_OF[kind](offer)

    def _bet(self, offer: Offer) -> Event:
        if EventKind.BET not in offer.legal or not self._draws.below(SITS_OUT_ONE_IN):
            return offer.sit_out()
        if self._bets is not None:
            return self._bets.answer(offer)
        return offer.bet(self._stake(offer))

    def _stake(self, offer: Offer) -> int:
        steps = min((offer.most_minor - offer.least_minor) // offer.unit_minor, STEPS)
        return offer.least_minor + offer.unit_minor * self._draws.below(steps + 1)


def _check(name: str, value: object) -> None:
    if type(value) is not int or not 0 <= value <= MAX_SEED:
        problem = f"cannot use the {name} {brief(value)} of a random player"
        raise PlayerError(problem, f"give 0 to {MAX_SEED}")


_PREFIX: Final = b"pitboss random player/1\0"
_KEY: Final = Struct("<QQ")
_COUNTER: Final = Struct("<Q")
_WORDS: Final = Struct("<4Q")
_WORDS_OF_A_BLOCK: Final = 4
_WORD_VALUES: Final = 2**64


class Draws:
    """An endless sequence of random numbers, independent of those that shuffle shoes.

    Args:
        seed: 0 to 2**64 - 1.
        stream: distinguishes sequences with the same seed, 0 to 2**64 - 1.
    """

    def __init__(self, seed: int, stream: int) -> None:
        self._key = _PREFIX + _KEY.pack(seed, stream)
        self._used = 0
        self._block = -1
        self._words: tuple[int, ...] = ()

    def below(self, number: int) -> int:
        """Return a number from 0 to `number` - 1, all of them equally likely.

        Args:
            number: 1 to 2**64.
        """
        fair = _WORD_VALUES - _WORD_VALUES % number
        place = self._used
        while (word := self._word(place)) >= fair:
            place += 1
        # Move on only now, so that after an interruption the next call returns the same number.
        self._used = place + 1
        return word % number

    def _word(self, place: int) -> int:
        """Return a word by its place in the sequence."""
        block, place_in_block = divmod(place, _WORDS_OF_A_BLOCK)
        if block != self._block:
            self._words = _WORDS.unpack(sha256(self._key + _COUNTER.pack(block)).digest())
            self._block = block
        return self._words[place_in_block]
