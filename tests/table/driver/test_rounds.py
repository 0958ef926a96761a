"""Rounds under the driver: who is asked, what players see, and when a run of rounds ends."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.players.strategies.rules import valid_rules
from tests.scale import scaled
from tests.table.driver.adapters import Leaving

from pitboss.errors import TableError
from pitboss.game.cards import CARDS, Card
from pitboss.game.events import Event, EventKind
from pitboss.game.round import Phase
from pitboss.players import BasicStrategy, MimicPlayer, RandomLegal
from pitboss.rules import Rules
from pitboss.table import Table
from pitboss.table.driver import Player, RoundsPlayed, Stop, play_round, play_rounds
from pitboss.table.offer import Offer, View
from pitboss.table.seating import SeatPlan
from pitboss.table.shoes import ArrangedShoes


def test_a_round_opens_and_comes_to_its_end() -> None:
    """One call plays one round, and the next call the next one."""
    table = Table(seats=["Ann", "Bob"], seed=5)
    for number in (1, 2, 3):
        play_round(table, [MimicPlayer(), MimicPlayer()])
        assert (table.round.phase, table.round.number) == (Phase.RESOLVED, number)
        assert {result.seat for result in table.results()} == {0, 1}


def test_an_unfinished_round_is_taken_up() -> None:
    """A round that a host began by hand is played on, not opened anew."""
    table = Table(seats=["Ann"], seed=5)
    table.open_round()
    table.apply(Event.bet(0, 250))
    play_round(table, [MimicPlayer()])
    assert (table.round.number, table.round.seats[0].ante_minor) == (1, 250)


@pytest.mark.parametrize("players", [0, 1, 3])
def test_every_seat_needs_its_player(players: int) -> None:
    """Too few or too many players are refused before anything happens."""
    table = Table(seats=["Ann", "Bob"], seed=5)
    company = [MimicPlayer() for _ in range(players)]
    with pytest.raises(TableError, match=f"{players} players for 2 seats"):
        play_round(table, company)
    with pytest.raises(TableError, match=f"{players} players for 2 seats"):
        play_rounds(table, company, 1)
    assert table.round.number == 0


def test_a_negative_number_of_rounds_is_refused() -> None:
    """Nothing is played, and the error says what to give."""
    with pytest.raises(TableError, match="-1 rounds: give 0 or more"):
        play_rounds(Table(seats=["Ann"], seed=5), [MimicPlayer()], -1)


def test_as_many_rounds_are_played_as_are_asked_for() -> None:
    """A run tells how many rounds it played and that it played them all."""
    table = Table(seats=["Ann"], seed=5)
    assert play_rounds(table, [MimicPlayer()], 0) == RoundsPlayed(0, Stop.ALL_PLAYED)
    assert table.round.number == 0
    assert play_rounds(table, [MimicPlayer()], 25) == RoundsPlayed(25, Stop.ALL_PLAYED)
    assert table.round.number == 25


def test_a_run_plays_what_single_rounds_play() -> None:
    """Many rounds in one call are the same rounds as in many calls."""
    at_once = Table(seats=["Ann", "Bob"], seed=5)
    play_rounds(at_once, [MimicPlayer(), RandomLegal(1)], 30)
    one_by_one = Table(seats=["Ann", "Bob"], seed=5)
    players: list[Player] = [MimicPlayer(), RandomLegal(1)]
    for _ in range(30):
        play_round(one_by_one, players)
    assert at_once.snapshot() == one_by_one.snapshot()


def test_a_run_finishes_an_interrupted_round_first() -> None:
    """The round that somebody left counts as the first of the run that takes it up."""
    table = Table(seats=["Ann"], seed=3)
    players = [Leaving(KeyboardInterrupt())]
    with pytest.raises(KeyboardInterrupt):
        play_rounds(table, players, 4)
    assert not table.over
    assert play_rounds(table, players, 4) == RoundsPlayed(4, Stop.ALL_PLAYED)
    assert table.round.number == 4


def test_a_run_ends_well_when_every_seat_is_broke() -> None:
    """No round is opened that nobody can bet in, and the run says why it ended."""
    table = Table(Rules.of(bet_min=100), seats=[SeatPlan("Ann", 300), SeatPlan("Bob", 99)], seed=5)
    run = play_rounds(table, [MimicPlayer(100), MimicPlayer(100)], 10_000)
    assert run.stop is Stop.NOBODY_CAN_BET
    assert run.rounds == table.round.number < 10_000
    assert all(seat.balance_minor < 100 for seat in table.round.seats)
    assert play_rounds(table, [MimicPlayer(), MimicPlayer()], 5) == RoundsPlayed(
        0, Stop.NOBODY_CAN_BET
    )


def test_a_seat_that_is_broke_sits_out_while_another_plays() -> None:
    """The run goes on as long as one seat can bet."""
    table = Table(Rules.of(bet_min=100), seats=[SeatPlan("Ann", 99), "Bob"], seed=5)
    run = play_rounds(table, [MimicPlayer(), MimicPlayer()], 20)
    assert run == RoundsPlayed(20, Stop.ALL_PLAYED)
    assert {result.seat for result in table.results()} == {1}


def test_rounds_that_all_sit_out_by_choice_do_not_end_a_run() -> None:
    """Who could bet may bet in the next round."""

    class Shy:
        """Sits every round out."""

        def decide(self, view: View, offer: Offer) -> Event:  # noqa: ARG002
            return offer.sit_out()

    table = Table(seats=["Ann"], seed=5)
    assert play_rounds(table, [Shy()], 3) == RoundsPlayed(3, Stop.ALL_PLAYED)
    assert (table.round.number, table.round.phase) == (3, Phase.BETTING)


def test_a_table_where_no_bet_is_possible_plays_no_round() -> None:
    """Where the only bet would make a fraction there is none, whatever a seat owns."""
    rules = Rules.of(bet_min=99, bet_max=99, rounding="exact")
    table = Table(rules, seats=["Ann"], seed=5)
    assert play_rounds(table, [MimicPlayer()], 3) == RoundsPlayed(0, Stop.NOBODY_CAN_BET)


@settings(max_examples=scaled(150, least=30))
@given(rules=valid_rules(), balance_minor=st.none() | st.integers(0, 400))
def test_a_run_begins_exactly_if_a_bet_is_offered(rules: Rules, balance_minor: int | None) -> None:
    """What the driver thinks of the chips is what the table's own offer says."""
    table = Table(rules, seats=[SeatPlan("Ann", balance_minor)], seed=1)
    asked = Table(rules, seats=[SeatPlan("Ann", balance_minor)], seed=1)
    asked.open_round()
    offer = asked.offer()
    assert offer is not None
    assert bool(play_rounds(table, [MimicPlayer()], 1).rounds) == offer.can(EventKind.BET)


class Watching:
    """Plays by basic strategy and keeps all it saw and was asked."""

    def __init__(self, rules: Rules) -> None:
        self.seen: list[tuple[View, Offer, str]] = []
        self._player = BasicStrategy(rules)

    def decide(self, view: View, offer: Offer) -> Event:
        """Look at everything, then play."""
        self.seen.append((view.look(), offer.look(), f"{view!r} {offer!r}"))
        return self._player.decide(view, offer)


def test_a_player_is_shown_the_table_from_its_own_seat() -> None:
    """Every question comes with the view of the seat that is asked."""
    rules = Rules()
    players = [Watching(rules), Watching(rules)]
    play_rounds(Table(rules, seats=["Ann", "Bob"], seed=5), players, 20)
    for seat, player in enumerate(players):
        assert player.seen
        for view, offer, _ in player.seen:
            assert (view.viewer, view.asked_seat, offer.seat) == (seat, seat, seat)


@pytest.mark.parametrize("preset", ["six_deck_s17", "lott", "cpsc386", "spring"])
def test_players_never_see_the_hole_card(preset: str) -> None:
    """Whatever lies face down, the players of a round see and are asked the same."""
    rules = Rules.preset(preset)
    for hole in ("2c", "5h", "9d"):
        inputs = [_inputs(rules, hole, tail) for tail in (CARDS[:26], CARDS[26:])]
        plain = _inputs(rules, "8s", CARDS[:26])
        assert plain
        assert inputs == [plain, plain]


def _inputs(rules: Rules, hole: str, tail: tuple[Card, ...]) -> list[str]:
    """Play a hand that stands on two tens against a six, and return all the player saw."""
    blocks = "Ts Ts 6h" if rules.deal.value == "blocks" else "Ts 6h Ts"
    cards = [Card.parse(code) for code in (*blocks.split(), hole)]
    table = Table(rules, seats=["Ann"], shoes=ArrangedShoes([[*cards, *tail]]))
    player = Watching(rules)
    play_round(table, [player])
    return [text for _, _, text in player.seen]
