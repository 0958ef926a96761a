"""Rounds under asyncio that are cancelled, by players and listeners who do not let that happen."""

import asyncio
from contextlib import suppress

import pytest
from tests.live.test_async_rounds import HANGS_AFTER_S, Does, Later, a_table, ran, turns

from pitboss import Event, MimicPlayer, Offer, View
from pitboss.live import play_round_async
from pitboss.players import AbsentPlayer
from pitboss.table.driver import PlayFallback


@pytest.mark.parametrize("fails", [False, True])
@pytest.mark.parametrize("timeout", [None, HANGS_AFTER_S])
def test_a_player_who_swallows_the_cancellation_of_the_call_changes_nothing(
    timeout: float | None, *, fails: bool
) -> None:
    """Whether it answers then or fails: the call is cancelled, and no policy is asked."""
    waits = asyncio.Event()

    async def stubborn(offer: Offer) -> Event:
        assert not waits.is_set(), "it was asked again"
        try:
            waits.set()
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            if not fails:
                return offer.bet(1000)
        raise LookupError

    table = a_table()

    async def play() -> None:
        policy = PlayFallback(AbsentPlayer())
        task = asyncio.create_task(
            play_round_async(table, [Does(stubborn)], policy, timeout=timeout)
        )
        await waits.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    ran(play())
    assert table.round.event_count == 1
    ran(play_round_async(table, [MimicPlayer()]))
    assert table.over


def test_a_listener_who_swallows_the_cancellation_of_the_call_does_not_undo_it() -> None:
    """The round is over by then, and the call is cancelled all the same."""
    waits = asyncio.Event()

    class Listens(MimicPlayer):
        async def round_over(self, view: View) -> None:
            waits.set()
            with suppress(asyncio.CancelledError):
                await asyncio.Event().wait()
            assert view.seats

    table = a_table()

    async def play() -> None:
        task = asyncio.create_task(play_round_async(table, [Listens()]))
        await waits.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    ran(play())
    assert table.over


def test_a_round_goes_on_in_a_task_that_was_cancelled_before() -> None:
    """As when somebody plays it to its end after a cancellation was caught."""
    table = a_table()

    async def play() -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            await play_round_async(table, [Later(MimicPlayer())])

    async def cancelled() -> None:
        task = asyncio.create_task(play())
        await turns(1)
        task.cancel()
        await task

    ran(cancelled())
    assert table.over
