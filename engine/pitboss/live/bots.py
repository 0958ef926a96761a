"""Bots: players that answer for some seats of a live table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from pitboss.errors import PitbossError, PlayerLeft
from pitboss.game.events import Event
from pitboss.game.round import Question
from pitboss.table.driver import Player, ask
from pitboss.table.listeners import ListenerError, listeners_due, listeners_of
from pitboss.table.offer import Offer, View
from pitboss.table.table import Table
from pitboss.unchecked import Unchecked


class Bots:
    """The players of some seats of a table; if one fails, the others continue.

    Args:
        table: the table at which the bots sit.
        players: the players, by the numbers of their seats.

    Attributes:
        players: the player of each seat that has a bot.
        failures: how often a bot failed.
        last_failure: the error of the last failure; `None` if no bot failed.
    """

    def __init__(self, table: Table, players: Mapping[int, Player]) -> None:
        self._table = table
        self.players = dict(players)
        self._listeners = listeners_of([self.players.get(seat.index) for seat in table.round.seats])
        self.failures = 0
        self.last_failure: PitbossError | None = None

    def remove(self, seat: int) -> None:
        """Remove the bot of a seat, if it has one."""
        self.players.pop(seat, None)
        self._listeners = [each for each in self._listeners if each.seat != seat]

    def answer(self, question: Question) -> Event | None:
        """Ask the bot of the seat at turn; return its event, or `None` if the bot failed.

        Args:
            question: what is asked.
        """
        bot = _Heard(self.players[self._table.round.asked_seat])
        try:
            failed: PitbossError | None = ask(self._table, bot, question, 1)
        except PlayerLeft as error:
            failed = error
        if failed is None:
            return cast("Event", bot.answer)
        self._failed(failed)
        return None

    def hear(self) -> None:
        """Tell the bots that are listeners about a shuffle, and about the end of the round."""
        if not self._listeners:
            return
        for listener in listeners_due(self._table, self._listeners):
            try:
                listener.call(self._table.view(listener.seat))
            except Exception as error:  # noqa: BLE001  whatever a bot raises
                self._failed(ListenerError(self._table, listener, error))

    def _failed(self, error: PitbossError) -> None:
        self.failures += 1
        self.last_failure = error


class _Heard:
    """Wraps a player and keeps its answer."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.answer: object = None

    def decide(self, view: View, offer: Offer) -> Unchecked[Event]:
        """Answer as the player does."""
        answer = self._player.decide(view, offer)
        self.answer = answer
        return answer
