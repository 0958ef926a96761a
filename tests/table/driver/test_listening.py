"""What players may know of the shoe, and what they are told without being asked."""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any, Final

import pytest
from attrs import Factory, define
from tests.play.referee.random_rounds import random_rules
from tests.scale import scaled
from tests.table.random_play import random_event

from pitboss import Event, MimicPlayer, Offer, Rules, Table, View, play_round, play_rounds
from pitboss.errors import PlayerLeft, TableError, TimedOutError
from pitboss.live import play_round_async
from pitboss.table.listeners import ListenerError

TABLES: Final = scaled(200)

News = tuple[str, int, int]
"""What was heard, in which round, and the number of the shoe."""


@define
class Listening:
    """Plays by the dealer's rule and keeps what it is told.

    Attributes:
        heard: what it was told.
        views: what it saw then.
        reacts: is called with what it was told.
    """

    heard: list[News] = Factory(list[News])
    views: list[View] = Factory(list[View])
    reacts: Callable[[str], Any] = Factory(lambda: _nothing)

    def decide(self, view: View, offer: Offer) -> Event:
        """Answer by the dealer's rule."""
        return MimicPlayer().decide(view, offer)

    def shuffled(self, view: View) -> Any:  # noqa: ANN401  an awaitable or nothing
        """Hear that another shoe came into use."""
        return self._hear("shuffled", view)

    def round_over(self, view: View) -> Any:  # noqa: ANN401  an awaitable or nothing
        """Hear that the round is over."""
        return self._hear("round_over", view)

    def _hear(self, what: str, view: View) -> Any:  # noqa: ANN401  an awaitable or nothing
        self.heard.append((what, view.round_number, view.shoe_number))
        self.views.append(view)
        return self.reacts(what)


def _nothing(_what: str) -> None:
    """Do nothing."""


def a_table() -> Table:
    """Return a table of two, with a new shoe for each round."""
    return Table(Rules.of(shuffle="every_round"), seats=["Ann", "Ben"], seed=7)


def play_all(table: Table, players: list[Any], rounds: int) -> None:
    """Play some rounds."""
    play_rounds(table, players, rounds)


def play_each(table: Table, players: list[Any], rounds: int) -> None:
    """Play some rounds one by one."""
    for _ in range(rounds):
        play_round(table, players)


def play_later(table: Table, players: list[Any], rounds: int) -> None:
    """Play some rounds under asyncio."""

    async def play() -> None:
        for _ in range(rounds):
            await play_round_async(table, players, timeout=0)

    asyncio.run(play())


each_way = pytest.mark.parametrize("play", [play_all, play_each, play_later])


@each_way
def test_players_hear_of_shuffles_and_of_the_end_of_rounds(play: Callable[..., None]) -> None:
    """Those who have the methods; each with the view of its own seat, which can be kept."""
    table, player = a_table(), Listening()
    play(table, [MimicPlayer(), player], 3)
    assert player.heard == [
        ("round_over", 1, 1),
        ("shuffled", 2, 2),
        ("round_over", 2, 2),
        ("shuffled", 3, 3),
        ("round_over", 3, 3),
    ]
    assert {view.viewer for view in player.views} == {1}
    assert player.views[-1] == table.view(1)
    assert all(hand.outcome for hand in player.views[0].seats[1].hands)


def test_a_shuffle_in_the_middle_of_a_round_is_heard_at_once() -> None:
    """Before the end of the round."""
    table, player = Table(Rules.preset("educative"), seats=["Ann"], seed=7), Listening()
    play_rounds(table, [player], 400)
    told = zip(player.heard, player.views, strict=True)
    shuffles = [view for (what, _, _), view in told if what == "shuffled"]
    assert [view.shoe_part for view in shuffles] == list(range(1, table.shoe.part + 1))
    assert {view.shoe_number for view in shuffles} == {1}
    assert any(view.dealer_cards for view in shuffles)


@each_way
@pytest.mark.parametrize("what", ["shuffled", "round_over"])
def test_a_player_who_fails_to_listen_is_a_typed_error(
    play: Callable[..., None], what: str
) -> None:
    """The table stands as it stood, and the game can go on."""

    def fails(heard: str) -> None:
        if heard == what:
            raise LookupError("no idea")

    table, player = a_table(), Listening(reacts=fails)
    with pytest.raises(ListenerError, match=r"seat 1 \(Ben\) failed when notified of") as raised:
        play(table, [MimicPlayer(), player], 3)
    assert isinstance(raised.value.__cause__, LookupError)
    assert (raised.value.seat, raised.value.name) == (1, "Ben")
    player.reacts = _nothing
    play(table, [MimicPlayer(), player], 1)
    assert table.over
    assert table.round.number == 2


@each_way
def test_a_player_may_leave_when_it_is_told_of_something(play: Callable[..., None]) -> None:
    """As when it is asked."""

    def leaves(_what: str) -> None:
        raise PlayerLeft("Ann")

    with pytest.raises(PlayerLeft):
        play(a_table(), [Listening(reacts=leaves), MimicPlayer()], 1)


@each_way
def test_a_player_who_moves_the_table_when_it_is_told_of_something_is_found(
    play: Callable[..., None],
) -> None:
    """As when it is asked."""
    table = a_table()
    player = Listening(reacts=lambda _what: table.open_round())
    with pytest.raises(TableError, match="changed the table"):
        play(table, [player, MimicPlayer()], 1)


def test_under_asyncio_a_player_may_take_time_to_listen() -> None:
    """As much as for an answer."""
    heard: list[str] = []

    def later(what: str) -> Awaitable[None]:
        async def hear() -> None:
            await asyncio.get_running_loop().run_in_executor(None, int)
            heard.append(what)

        return hear()

    def never(_what: str) -> Awaitable[object]:
        return asyncio.Event().wait()

    asyncio.run(play_round_async(a_table(), [Listening(reacts=later), MimicPlayer()]))
    assert heard == ["round_over"]
    with pytest.raises(ListenerError) as raised:
        play_later(a_table(), [Listening(reacts=never), MimicPlayer()], 1)
    assert isinstance(raised.value.__cause__, TimedOutError)


def counts_of(view: View) -> tuple[int, int, int, int]:
    """Return what a view says of the shoe."""
    return view.shoe_number, view.shoe_part, view.cards_drawn, view.cards_left


def test_a_view_counts_the_cards_of_the_shoe() -> None:
    """At every moment, under any rules, for every viewer; an older view keeps its counts."""
    chance = Random(17)
    for _ in range(TABLES):
        rules = Rules.from_dict(random_rules(chance))
        table = Table(rules, seats=["Ann"], seed=chance.randrange(2**32))
        for _ in range(25):
            shoe = table.shoe
            counts = (shoe.number, shoe.part, shoe.position, shoe.remaining)
            views = [table.view(0), table.view(None)]
            assert {counts_of(view) for view in views} == {counts}
            table.apply(random_event(chance, table))
            assert counts_of(views[0]) == counts
