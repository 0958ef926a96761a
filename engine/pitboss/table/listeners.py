"""Notifies players of a shuffle or of the end of a round; raises an error if a player fails."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from attrs import frozen

from pitboss.errors import PitbossError, PlayerLeft, TableError, type_name
from pitboss.table.offer import View
from pitboss.table.table import Table

_MAX_CAUSE_LETTERS: Final = 200
"""A message holds at most this many letters of an exception from outside the engine."""

_MAX_REFUSAL_LETTERS: Final = 1000
"""A message holds at most this many letters of an error of this library; no refusal is longer."""


def describe_error(cause: BaseException) -> str:
    """Return the text of an exception, even if its `__str__` fails."""
    ours = issubclass(type(cause), PitbossError)
    try:
        text = " ".join(str.__str__(str(cause)).split())
    except Exception:  # noqa: BLE001  its name is known in any case
        ours, text = False, ""
    if ours:
        return text[:_MAX_REFUSAL_LETTERS]
    name = type_name(cause)
    return f"{name} ({text[:_MAX_CAUSE_LETTERS]})" if text else name


class ListenerError(PitbossError):
    """A player failed when it was notified; the table did not change.

    The ``__cause__`` is the exception that the player raised.

    Attributes:
        seat: the seat of the player, counted from 0.
        name: who sits there.
    """

    def __init__(self, table: Table, listener: Listener, cause: BaseException) -> None:
        self.seat = listener.seat
        self.name = name = table.round.seats[listener.seat].name
        topic = listener.topic.replace("_", " ")
        super().__init__(
            f"seat {listener.seat} ({name}) failed when notified of {topic}: "
            f"{describe_error(cause)}",
            "correct the player; the game can continue",
        )
        self.__cause__ = cause


@frozen
class Listener:
    """A method by which a player is notified.

    Attributes:
        seat: the seat of the player, counted from 0.
        topic: the name of the method: ``shuffled`` or ``round_over``.
        call: the method.
    """

    seat: int
    topic: str
    call: Callable[[View], object]


_SHUFFLED: Final = "shuffled"
_ROUND_OVER: Final = "round_over"


def listeners_of(players: Sequence[object]) -> list[Listener]:
    """Return the methods by which players are notified; most players have no such method.

    Args:
        players: one for each seat, in the order of the seats.
    """
    return [
        Listener(seat, name, getattr(player, name))
        for name in (_SHUFFLED, _ROUND_OVER)
        for seat, player in enumerate(players)
        if callable(getattr(player, name, None))
    ]


def listeners_due(table: Table, listeners: Sequence[Listener]) -> list[Listener]:
    """Return the listeners that the last event concerns.

    Args:
        table: the table of the players.
        listeners: the listeners of all players.
    """
    due = {_SHUFFLED: bool(table.house.new_shoes), _ROUND_OVER: table.over}
    return [listener for listener in listeners if due[listener.topic]]


def tell(table: Table, listeners: Sequence[Listener]) -> None:
    """Notify players of the consequences of the last event.

    Args:
        table: the table of the players.
        listeners: the listeners of all players.

    Raises:
        ListenerError: a player failed.
        PlayerLeft: a player left.
        TableError: a player changed the table.
    """
    event_count = table.round.event_count
    for listener in listeners_due(table, listeners):
        try:
            listener.call(table.view(listener.seat))
        except PlayerLeft:
            raise
        except (Exception, GeneratorExit) as error:
            raise ListenerError(table, listener, error) from error
        if table.round.event_count != event_count:
            raise moved_error(listener.seat)


def moved_error(seat: int) -> TableError:
    """Return the error for a player that changed the table while it was asked or notified.

    Args:
        seat: the seat of the player, counted from 0.
    """
    return TableError(
        f"the player of seat {seat} changed the table during its turn",
        "let `decide` return an event without applying it",
    )
