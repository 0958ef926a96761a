"""A player that places side bets, and lets another player answer everything else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pitboss.arguments import takes
from pitboss.errors import brief
from pitboss.game.events import Event
from pitboss.game.round import Question
from pitboss.players.answers import PlayerError
from pitboss.table.driver import Player
from pitboss.table.offer import Offer, View
from pitboss.text.terminal import list_text

_BET: Final = Question.BET
_HEARS: Final = ("shuffled", "round_over")


class WithSideBets:
    """Places the same side bets in every round, and lets another player do everything else.

    A side bet is left out if it cannot be placed now, or if its stake is not allowed. If the rules
    of the table lack one of the side bets, the first question for a bet fails with a `PlayerError`.

    Args:
        player: the player that answers everything else.
        stakes: the stake on each side bet in minor units, by its name in the rules; side bets are
            placed in this order.

    Raises:
        PlayerError: an amount is not a whole number above 0.
    """

    @takes(PlayerError)
    def __init__(self, player: Player, stakes: Mapping[str, int]) -> None:
        for name, stake in stakes.items():
            amount: object = stake
            if type(amount) is not int or amount < 1:
                problem = f"cannot stake {brief(amount)} on {brief(name)}"
                raise PlayerError(problem, "give 1 or more minor units")
        self._player = player
        self._stakes = dict(stakes)
        self._checked: tuple[str, ...] | None = None
        # To save the time of making a view for each call, this player has `shuffled` or
        # `round_over` only if the other player has it.
        for name in _HEARS:
            if hasattr(player, name):
                setattr(self, name, getattr(player, name))

    def decide(self, view: View, offer: Offer) -> Event:
        """Answer an offer.

        Raises:
            PlayerError: the rules of the table lack a side bet.
        """
        if offer.question is _BET:
            known = offer.every_side_bet
            # All offers of a table share this tuple, so that it is checked only once.
            if known is not self._checked:
                self._check_names(known)
            for name, stake_minor in self._stakes.items():
                if offer.takes_side_bet(name, stake_minor):
                    return offer.side_bet(name, stake_minor)
        answer: Any = self._player.decide(view, offer)
        event: Event = answer
        return event

    def _check_names(self, known: tuple[str, ...]) -> None:
        for name in self._stakes:
            if name not in known:
                choices = f"choose {list_text(known)}" if known else "add it to their side_bets"
                raise PlayerError(f"the rules have no side bet {brief(name)}", choices)
        self._checked = known
