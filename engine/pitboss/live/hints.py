"""Hints: the answer of the chart to the open question, for a seat that asks for it."""

from __future__ import annotations

from pitboss.game.round import Question
from pitboss.live import messages
from pitboss.live.commands import Command
from pitboss.live.messages import ErrorKind
from pitboss.live.scheduler import RunningTable
from pitboss.players import BasicStrategy


class Hints:
    """Gives hints to the seats of a table, if its policy allows them.

    Args:
        running: the table with its clients.
    """

    def __init__(self, running: RunningTable) -> None:
        self._running = running
        given = running.policy.hints
        self._chart = BasicStrategy(running.table.rules) if given else None

    def answer(self, client: str, command: Command) -> None:
        """Send a client the chart's answer to the open question, or say why there is no hint.

        Args:
            client: a client of the seat.
            command: the command that asks for a hint.
        """
        running, seat = self._running, command.seat
        table = running.table
        offer = table.offer()
        if self._chart is None:
            told = messages.error(ErrorKind.NO_HINTS, command.id)
        elif offer is None or offer.seat != seat or offer.question is Question.BET:
            told = messages.error(ErrorKind.NOTHING_TO_HINT, command.id)
        elif command.expects != table.seq:
            told = messages.stale(command.id, seat, table.seq, running.offer_for(seat))
        else:
            answer, teller = self._chart.decide(table.view(seat), offer).kind, running.teller
            text = "" if teller is None else teller.tell_hint(offer.question, answer)
            told = messages.hint(command.id, seat, table.seq, answer.value, text)
        running.say(client, told)
