"""Rounds under asyncio: while a player takes time to answer, other tables continue.

No event is applied while a round waits for a player. So a cancelled round stops at the open
question. What `table.driver` says about players who fail is also true here.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Sequence
from inspect import isawaitable
from typing import Protocol, cast

from attrs import frozen

from pitboss.arguments import takes
from pitboss.errors import PlayerLeft, TableError, TimedOutError, brief
from pitboss.game.events import Event
from pitboss.game.round import Question
from pitboss.table.driver import (
    MAX_ANSWERS,
    RAISE_AT_ONCE,
    AdapterError,
    FaultPolicy,
    InPlace,
    Player,
    ask,
    check_players,
)
from pitboss.table.listeners import (
    Listener,
    ListenerError,
    listeners_due,
    listeners_of,
    moved_error,
)
from pitboss.table.offer import Offer, View
from pitboss.table.table import Table
from pitboss.unchecked import Unchecked


class AsyncPlayer(Protocol):
    """A player that answers for a seat, at once or later; each `Player` is an `AsyncPlayer`."""

    def decide(self, view: View, offer: Offer) -> Unchecked[Event] | Awaitable[Event]:
        """Answer an offer.

        Args:
            view: the table as the seat sees it.
            offer: the question with all possible answers; its methods make the event.
        """
        ...


@frozen
class _Said:
    """A player that repeats another player's answer, or raises that player's error."""

    answer: object
    error: BaseException | None = None

    def decide(self, view: View, offer: Offer) -> Event:  # noqa: ARG002  the protocol's
        if self.error is not None:
            raise self.error
        # The table checks whether the answer is an event.
        return cast("Event", self.answer)


@takes(TableError)
async def play_round_async(
    table: Table,
    players: Sequence[AsyncPlayer],
    policy: FaultPolicy = RAISE_AT_ONCE,
    *,
    timeout: float | None = None,  # noqa: ASYNC109  of each answer, not of the call
) -> None:
    """Play one round to its end: a new round, or the rest of an unfinished one.

    A player's ``decide`` may be a coroutine. If the call is cancelled, the table stays at the open
    question, and another call continues the round. Everything else is as in `play_round`.

    Args:
        table: the table of the round; no other task may change it meanwhile.
        players: a player for each seat, in the order of the seats.
        policy: what happens when a player fails; it may let other players answer, and
            their ``decide`` may also be a coroutine.
        timeout: seconds that each answer may take, 0 or more; `None` for no limit. A player who
            takes longer is cancelled and has failed, with the fault ``TIMED_OUT``.

    Raises:
        AdapterError: a player failed, and the policy let no other player answer.
        ListenerError: a player failed when it was notified.
        PlayerLeft: a player left.
        TableError: the number of players is not the number of seats, another task changed the
            table, or the timeout is not a number of seconds.
    """
    check_players(table, players, policy)
    _check_timeout(timeout)
    # Let other tables continue before each round, even if these players never wait.
    await asyncio.sleep(0)
    round_, listeners = table.round, listeners_of(players)
    if round_.question is None:
        table.open_round()
        await _tell(table, listeners, timeout)
    while (question := round_.question) is not None:
        player = players[round_.asked_seat]
        failed = await _ask(table, player, question, 1, timeout)
        while failed is not None:
            if failed.attempt >= MAX_ANSWERS:
                raise failed
            attempt = failed.attempt + 1
            player = policy.next_to_answer(failed, cast("Player", player))
            stands_in = player is not players[round_.asked_seat]
            failed = await _ask(table, player, question, attempt, timeout, stands_in=stands_in)
        if listeners:
            await _tell(table, listeners, timeout)


def _check_timeout(timeout: object) -> None:
    if timeout is None:
        return
    # An `int` may be larger than the largest `float`.
    if type(timeout) is int and timeout > sys.float_info.max:
        raise TableError(f"the timeout cannot be {brief(timeout)}", "give fewer seconds, or None")
    if not (type(timeout) in {int, float} and cast("float", timeout) >= 0):
        raise TableError(
            f"the timeout cannot be {brief(timeout)}", "give seconds, 0 or more, or None"
        )


async def _ask(
    table: Table,
    player: AsyncPlayer,
    question: Question,
    attempt: int,
    seconds: float | None,
    *,
    stands_in: bool = False,
) -> AdapterError | None:
    """Wait for a player's answer and apply it; return the error if the player failed."""
    round_ = table.round
    seat, event_count = round_.asked_seat, round_.event_count
    view = View.at(round_, seat, table.house.shoe)
    offer = Offer.at(round_, question, table.legality)
    try:
        answer: object = player.decide(view, offer)
    except (Exception, GeneratorExit) as error:  # noqa: BLE001  what a player raises is his fault
        said = _Said(None, error)
    else:
        said = await _awaited(answer, seconds) if isawaitable(answer) else _Said(answer)
    if round_.event_count != event_count:
        raise moved_error(seat)
    return ask(table, InPlace(said) if stands_in else said, question, attempt)


async def _tell(table: Table, listeners: Sequence[Listener], seconds: float | None) -> None:
    """Notify players of the consequences of the last event, and wait for slow players."""
    event_count = table.round.event_count
    for listener in listeners_due(table, listeners):
        try:
            heard: object = listener.call(table.view(listener.seat))
        except (Exception, GeneratorExit) as error:  # noqa: BLE001  as for an answer
            said = _Said(None, error)
        else:
            said = await _awaited(heard, seconds) if isawaitable(heard) else _Said(None)
        if isinstance(said.error, PlayerLeft):
            raise said.error
        if said.error is not None:
            raise ListenerError(table, listener, said.error) from said.error
        if table.round.event_count != event_count:
            raise moved_error(listener.seat)


async def _awaited(answer: Awaitable[object], seconds: float | None) -> _Said:
    """Wait for an answer, at most for the given seconds.

    Raises:
        CancelledError: the call was cancelled meanwhile. If the player has caught this error, it is
            raised again.
    """
    cancelled = _cancellations()
    limit = asyncio.timeout(seconds)
    try:
        async with limit:
            said = _Said(await answer)
    except Exception as error:  # noqa: BLE001  as for a player who answers at once
        said = _Said(None, error)
    if _cancellations() > cancelled:
        raise asyncio.CancelledError
    # Ask `limit`: the player may have caught the cancellation, or raised a time-out of its own.
    if seconds is not None and limit.expired():
        return _Said(None, TimedOutError(seconds))
    return said


def _cancellations() -> int:
    """Return how often others have cancelled the current task; time-outs do not count."""
    task = asyncio.current_task()
    return 0 if task is None else task.cancelling()
