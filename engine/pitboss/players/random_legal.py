"""Random legal play, for tests and for company at a table."""

from __future__ import annotations

from typing import Final

from pitboss.errors import brief
from pitboss.game.events import Event, EventKind
from pitboss.game.round import Question
from pitboss.game.shoe import MAX_SEED
from pitboss.players.bets import LevelBets
from pitboss.players.draws import Draws
from pitboss.players.errors import PlayerError
from pitboss.players.words import SAY
from pitboss.table.offers import Offer
from pitboss.table.views import View

SITS_OUT_ONE_IN: Final = 32
"""How rarely a bet is refused that could be made."""

STEPS: Final = 1000
"""Over how many steps above the least a stake is spread, where it may be chosen freely."""


class RandomLegal:
    """Answers every offer with one of the legal kinds of event, all of them equally likely.

    Only sitting out is rare. The same seed, seat and offers give the same answers on every
    version of Python.

    Args:
        seed: 0 to `MAX_SEED`; it may be the seed of the table, whose shoes it tells nothing about.
        seat: tells apart the players of one seed, 0 to `MAX_SEED`.
        bet_minor: the bet of every round in minor units, see `LevelBets`; without it every bet
            is random, up to `STEPS` steps above the least.

    Raises:
        PlayerError: the amount is negative, or the seed or the seat out of range.
    """

    def __init__(self, seed: int, seat: int = 0, bet_minor: int | None = None) -> None:
        _check("seed", seed)
        _check("seat", seat)
        self._draws = Draws(seed, seat)
        self._bets = None if bet_minor is None else LevelBets(bet_minor)

    def decide(self, view: View, offer: Offer) -> Event:  # noqa: ARG002  chance looks at nothing
        """Answer an offer."""
        if offer.question is Question.BET:
            return self._bet(offer)
        kind = offer.legal[self._draws.below(len(offer.legal))]
        if kind is EventKind.INSURE:
            return offer.insure(self._stake(offer))
        return SAY[kind](offer)

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
        raise PlayerError(f"the {name} {brief(value)} of a random player", f"give 0 to {MAX_SEED}")
