"""A player who places side bets, and lets another one answer everything else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pitboss.arguments import takes
from pitboss.errors import brief
from pitboss.game.events import Event
from pitboss.players.answers import PlayerError
from pitboss.table.driver import Player
from pitboss.table.offer import Offer, View


class WithSideBets:
    """Places the same side bets in every round, and lets another player answer the rest.

    A side bet that the table does not offer, or not for that amount, is left out.

    Args:
        player: who answers everything else.
        stakes: how much is staked on each side bet in minor units, by its name in the rules.

    Raises:
        PlayerError: an amount is not a whole number above 0.
    """

    @takes(PlayerError)
    def __init__(self, player: Player, stakes: Mapping[str, int]) -> None:
        for name, stake in stakes.items():
            amount: object = stake
            if type(amount) is not int or amount < 1:
                raise PlayerError(f"{brief(amount)} on {brief(name)}", "give 1 or more minor units")
        self._player = player
        self._stakes = dict(stakes)

    def decide(self, view: View, offer: Offer) -> Event:
        """Answer an offer."""
        for name, limits in offer.side_bets:
            if limits.allow(self._stakes.get(name, 0)):
                return offer.side_bet(name, self._stakes[name])
        answer: Any = self._player.decide(view, offer)
        event: Event = answer
        return event

    def shuffled(self, view: View) -> None:
        """Tell the other player that another shoe came into use, if it hears that."""
        self._tell("shuffled", view)

    def round_over(self, view: View) -> None:
        """Tell the other player that the round is over, if it hears that."""
        self._tell("round_over", view)

    def _tell(self, topic: str, view: View) -> None:
        hear: Any = getattr(self._player, topic, None)
        if hear is not None:
            hear(view)
