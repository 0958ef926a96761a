"""Rounds under asyncio: players who answer later, too late, never, or not at all."""

import asyncio
import io
import os
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final

import pytest
from attrs import define, field
from tests.scale import scaled

from pitboss.errors import PlayerLeft, TableError, TimedOutError
from pitboss.game.events import Event, EventKind
from pitboss.game.round import Question
from pitboss.journal import Journal
from pitboss.live import AsyncPlayer, play_round_async
from pitboss.players import AbsentPlayer, MimicPlayer, RandomLegal
from pitboss.replay import verify
from pitboss.table.driver import (
    AdapterError,
    AskAgain,
    Fault,
    Player,
    PlayFallback,
    play_round,
)
from pitboss.table.menu import RefusedError
from pitboss.table.offer import Offer, View
from pitboss.table.table import Table

TABLES: Final = int(os.environ.get("LIVE_TABLES", scaled(2_000)))
"""How many tables are alive at once; 10,000 are played on demand."""


HANGS_AFTER_S: Final = 100_000


@define
class Later:
    """Answers as another player does, but only after others had their turns.

    Attributes:
        player: who answers.
        turns: how often others go on before.
    """

    player: Player
    turns: int = 1

    async def decide(self, view: View, offer: Offer) -> Event:
        """Answer later."""
        for _ in range(self.turns):
            await asyncio.get_running_loop().run_in_executor(None, int)
        return self.player.decide(view, offer)


@define
class Waiting:
    """Waits until it may answer, at every question.

    Attributes:
        may: is set when it may.
        asked: how often it was asked.
        cancelled: how often a wait of it was cancelled.
    """

    may: asyncio.Event = field(factory=asyncio.Event)
    asked: int = 0
    cancelled: int = 0
    _sound: Player = field(factory=MimicPlayer)

    async def decide(self, view: View, offer: Offer) -> Event:
        """Wait, and play by the dealer's rule."""
        self.asked += 1
        try:
            await self.may.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        return self._sound.decide(view, offer)


@define
class Does:
    """Answers with whatever a coroutine returns or raises.

    Attributes:
        what: is called with the offer.
    """

    what: Callable[[Offer], Awaitable[object]]

    def decide(self, view: View, offer: Offer) -> Any:  # noqa: ANN401, ARG002  whatever it is
        """Answer."""
        return self.what(offer)


async def turns(count: int = 10) -> None:
    """Let the others go on."""
    for _ in range(count):
        await asyncio.get_running_loop().run_in_executor(None, int)


def ran(doing: Coroutine[Any, Any, Any]) -> None:
    """Run a test to its end."""
    asyncio.run(doing)


def failed(table: Table, player: AsyncPlayer, timeout: float | None = None) -> AdapterError:
    """Return the error of a player who fails at once."""
    with pytest.raises(AdapterError) as raised:
        ran(play_round_async(table, [player], timeout=timeout))
    return raised.value


def a_table() -> Table:
    """Return a table of one seat."""
    return Table(seats=["Ann"], seed=7)


def test_players_who_answer_later_play_the_same_game() -> None:
    """The journal is the same byte for byte, whoever answers at once or later."""
    journals: list[bytes] = []
    for later in (False, True):
        file = io.BytesIO()
        table = Table(seats=["Ann", "Ben", "Cy"], seed=5, recorder=Journal(file))
        bots: list[Player] = [RandomLegal(1), MimicPlayer(), RandomLegal(2)]
        seated: list[AsyncPlayer] = [Later(bots[0]), bots[1], Later(bots[2], 2)]

        async def play(
            table: Table = table, seated: list[AsyncPlayer] = seated, *, later: bool = later
        ) -> None:
            for _ in range(20):
                if later:
                    await play_round_async(table, seated)
                else:
                    play_round(table, bots)  # noqa: B023  it is called in this turn of the loop

        ran(play())
        table.close()
        journals.append(file.getvalue())
    assert journals[0] == journals[1]


def test_a_slow_player_delays_no_other_table() -> None:
    """A hundred rounds are played while one player thinks."""

    async def play() -> None:
        slow = Waiting()
        waits, other = a_table(), a_table()
        waiting = asyncio.create_task(play_round_async(waits, [slow]))
        for _ in range(100):
            await play_round_async(other, [MimicPlayer()])
        assert slow.asked == 1
        assert not waiting.done()
        assert waits.round.number == 1
        slow.may.set()
        await waiting
        assert waits.over
        assert slow.asked > 1

    ran(play())


def test_players_who_never_wait_let_other_tables_go_on() -> None:
    """After each round."""

    async def play() -> None:
        other = a_table()

        async def many() -> None:
            for _ in range(10):
                await play_round_async(other, [MimicPlayer()])

        task = asyncio.create_task(many())
        await play_round_async(a_table(), [MimicPlayer()])
        await play_round_async(a_table(), [MimicPlayer()])
        assert 0 < other.round.number < 10
        await task

    ran(play())


def test_a_player_who_takes_too_long_has_failed() -> None:
    """Its wait is cancelled, nothing is changed and the same offer stands."""
    table = a_table()

    async def play() -> None:
        slow = Waiting()
        with pytest.raises(AdapterError, match="timed out: no answer within 0 seconds") as raised:
            await play_round_async(table, [slow], timeout=0)
        assert raised.value.fault is Fault.TIMED_OUT
        assert isinstance(raised.value.__cause__, TimedOutError)
        assert raised.value.offer == table.offer()
        assert (slow.asked, slow.cancelled) == (1, 1)
        assert table.round.event_count == 1

    ran(play())


@pytest.mark.parametrize("fallback", [AbsentPlayer(), Later(AbsentPlayer())])
def test_a_policy_says_what_the_clock_answers(fallback: Any) -> None:  # noqa: ANN401  of either kind
    """At each question; the round goes on to its end."""
    table = a_table()

    async def play() -> None:
        policy = PlayFallback(fallback)
        await play_round_async(table, [Does(bets_and_sleeps)], policy, timeout=0)

    async def bets_and_sleeps(offer: Offer) -> Event:
        if offer.question is not Question.BET:
            await asyncio.Event().wait()
        return offer.bet(1000)

    if isinstance(fallback, Later):
        # It is given no time either.
        with pytest.raises(AdapterError, match="timed out"):
            ran(play())
        return
    ran(play())
    assert table.over
    assert table.round.seats[0].ante_minor == 1000
    assert len(table.round.seats[0].hands[0].cards) == 2


def test_a_player_may_be_asked_again_after_a_time_out() -> None:
    """As after any other failure, so often and no more."""
    slow = Waiting()
    with pytest.raises(AdapterError) as raised:
        ran(play_round_async(a_table(), [slow], AskAgain(3), timeout=0))
    assert raised.value.attempt == 4
    assert slow.asked == 4


def test_a_player_may_be_asked_a_thousand_times_at_most() -> None:
    """Whatever the policy says."""

    class Always:
        def next_to_answer(self, error: AdapterError, player: Player) -> Player:
            assert error.attempt
            return player

    class Mumbles:
        async def decide(self, view: View, offer: Offer) -> Any:  # noqa: ANN401  no event
            assert view.asked_seat == offer.seat

    with pytest.raises(AdapterError) as raised:
        ran(play_round_async(a_table(), [Mumbles()], Always()))
    assert raised.value.attempt == 1000
    assert raised.value.fault is Fault.NOT_AN_EVENT


async def raises_at_once(_offer: Offer) -> Event:
    """Fail with an error of one's own."""
    raise LookupError


async def own_time_out(_offer: Offer) -> Event:
    """Fail with a time-out of one's own."""
    raise TimeoutError


async def illegal(offer: Offer) -> Event:
    """Answer what is not legal."""
    return offer.hit()


async def out_of_turn(offer: Offer) -> Event:
    """Answer for somebody else."""
    return Event.bet(offer.seat + 1, 1000)


def not_a_coroutine(_offer: Offer) -> Awaitable[object]:
    """Fail before there is anything to wait for."""
    raise GeneratorExit


FAULTS: Final[dict[Callable[[Offer], Awaitable[object]], Fault]] = {
    raises_at_once: Fault.RAISED,
    own_time_out: Fault.RAISED,
    not_a_coroutine: Fault.RAISED,
    illegal: Fault.ILLEGAL,
    out_of_turn: Fault.OUT_OF_TURN,
}


@pytest.mark.parametrize("what", FAULTS)
def test_a_player_who_fails_changes_nothing(what: Callable[[Offer], Awaitable[object]]) -> None:
    """The error says in which way, as under `play_round`."""
    table = a_table()
    error = failed(table, Does(what), timeout=HANGS_AFTER_S)
    assert error.fault is FAULTS[what]
    assert error.offer == table.offer()
    assert table.round.event_count == 1
    assert isinstance(error.__cause__, RefusedError) or error.fault is Fault.RAISED


def test_a_player_who_swallows_the_cancellation_has_timed_out_all_the_same() -> None:
    """The answer came too late."""

    async def stubborn(offer: Offer) -> Event:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            return offer.bet(1000)
        raise AssertionError

    table = a_table()
    assert failed(table, Does(stubborn), timeout=0).fault is Fault.TIMED_OUT
    assert table.round.seats[0].hands == []


def test_a_player_who_leaves_is_let_go() -> None:
    """And the round can be taken up."""

    async def leaves(_offer: Offer) -> Event:
        raise PlayerLeft("Ann")

    table = a_table()
    with pytest.raises(PlayerLeft):
        ran(play_round_async(table, [Does(leaves)]))
    ran(play_round_async(table, [MimicPlayer()]))
    assert table.round.number == 1
    assert table.over


def test_a_round_that_is_cancelled_stands_at_the_open_question() -> None:
    """At every question in turn; the journal is that of a game that nobody cancelled."""
    journals: list[bytes] = []
    for cancels in (False, True):
        file = io.BytesIO()
        table = Table(seats=["Ann", "Ben"], seed=5, recorder=Journal(file))

        async def play(table: Table = table, *, cancels: bool = cancels) -> None:
            bot = RandomLegal(3)
            table.open_round()
            while table.round.number < 20:
                offer, events = table.offer(), table.round.event_count
                if cancels:
                    task = asyncio.create_task(play_round_async(table, [Waiting(), Waiting()]))
                    await turns(2)
                    task.cancel()
                    with pytest.raises(asyncio.CancelledError):
                        await task
                    assert table.offer() == offer
                    assert table.round.event_count == events
                assert offer is not None
                table.apply(bot.decide(table.view(offer.seat), offer))
                if table.over:
                    table.open_round()
            await play_round_async(table, [AbsentPlayer(), AbsentPlayer()])

        ran(play())
        table.close()
        journals.append(file.getvalue())
    assert journals[0] == journals[1]
    assert verify(io.BytesIO(journals[1])).matches


def test_a_round_whose_coroutine_is_closed_stands_at_the_open_question() -> None:
    """As when a loop is shut down."""
    table = a_table()

    async def close() -> None:
        waits = play_round_async(table, [Waiting()])
        waits.send(None)
        waits.send(None)
        waits.close()

    ran(close())
    assert table.round.question is Question.BET
    assert table.round.event_count == 1


def test_a_table_that_is_moved_meanwhile_says_so() -> None:
    """Whoever moved it; what the player then answers is not applied."""
    table = a_table()

    async def moves(offer: Offer) -> Event:
        table.apply(offer.bet(1000))
        return offer.bet(2000)

    with pytest.raises(TableError, match="changed the table"):
        ran(play_round_async(table, [Does(moves)]))
    assert table.round.seats[0].ante_minor == 1000


def test_a_time_out_is_a_number_of_seconds() -> None:
    """And players are one for each seat."""
    wrong: Any = play_round_async
    for timeout in (-1, "3", True, float("nan"), 10**400):
        table = a_table()
        with pytest.raises(TableError, match=r"give (fewer )?seconds|a number"):
            ran(wrong(table, [Later(MimicPlayer())], timeout=timeout))
        assert table.round.number == 0
    for timeout in (10**300, float("inf")):
        ran(play_round_async(a_table(), [Later(MimicPlayer())], timeout=timeout))
    with pytest.raises(TableError, match="give one player for each seat"):
        ran(wrong(a_table(), []))


@pytest.mark.untraced
def test_very_many_tables_are_alive_at_once() -> None:
    """Each waits for its own player, with a time-out of its own, until all wait; then all play."""

    async def play() -> None:
        may = asyncio.Event()
        tables = [a_table() for _ in range(TABLES)]
        players = [Waiting(may) for _ in tables]
        games = [
            asyncio.create_task(play_round_async(table, [player], timeout=HANGS_AFTER_S))
            for table, player in zip(tables, players, strict=True)
        ]
        while any(player.asked == 0 for player in players):
            await turns(1)
        assert {table.round.question for table in tables} == {Question.BET}
        may.set()
        await asyncio.gather(*games)
        assert all(table.over for table in tables)
        assert all(table.menu().kinds == (EventKind.OPEN,) for table in tables)

    ran(play())
