"""Level bets: as near to the wanted amount as the table and the chips allow."""

from collections.abc import Callable
from functools import partial

import pytest
from tests.players.tables import asked_to_bet

from pitboss.game.events import Event, EventKind
from pitboss.players import BasicStrategy, MimicPlayer, PlayerError, RandomLegal
from pitboss.players.answers import DEFAULT_BET_MINOR, LevelBets
from pitboss.rules import Rules
from pitboss.table import Table
from pitboss.table.driver import Player
from pitboss.table.offer import Offer


def bet_offer(balance_minor: int | None, **options: object) -> Offer:
    """Return the question for a bet at a new table."""
    return asked_to_bet(Rules.of(**options), balance_minor)[1]


@pytest.mark.parametrize(
    ("balance_minor", "options", "bet_minor"),
    [
        (None, {}, 1000),
        (5000, {}, 1000),
        (700, {}, 700),
        (None, {"bet_max": 250}, 250),
        (None, {"bet_min": 2000}, 2000),
        (None, {"rounding": "exact", "blackjack_pays": "7:300"}, 900),
        (None, {"rounding": "exact", "insurance_pays": "3:7", "blackjack_pays": "7:5"}, 995),
        (None, {"rounding": "exact", "insurance_pays": "3:2", "blackjack_pays": "7:5"}, 1000),
        (0, {"bet_min": 0, "bet_max": 0}, 0),
    ],
)
def test_the_bet_is_as_near_as_is_allowed(
    balance_minor: int | None, options: dict[str, object], bet_minor: int
) -> None:
    """Chips, least and greatest bet and the steps of exact payment are kept to."""
    offer = bet_offer(balance_minor, **options)
    assert LevelBets(1000).answer(offer) == Event.bet(0, bet_minor)


@pytest.mark.parametrize("player", [MimicPlayer(), BasicStrategy(Rules()), RandomLegal(1)])
def test_a_seat_that_cannot_bet_sits_out(player: Player) -> None:
    """Chips below the least bet leave one word to say."""
    asked = asked_to_bet(Rules.of(bet_min=100), 99)
    assert player.decide(*asked).kind is EventKind.SIT_OUT


def test_the_same_bet_is_the_same_event() -> None:
    """A player who bets level for a million rounds makes one event of it."""
    bets = LevelBets(500)
    first = bets.answer(bet_offer(None))
    assert bets.answer(bet_offer(None)) is first
    assert bets.answer(bet_offer(300)) == Event.bet(0, 300)
    assert bets.answer(bet_offer(None)) == first


def test_the_seat_of_a_bet_is_the_seat_that_is_asked() -> None:
    """One player may sit on two seats."""
    table = Table(seats=["Ann", "Bob"], seed=1)
    bets = LevelBets(DEFAULT_BET_MINOR)
    table.open_round()
    for seat in (0, 1):
        offer = table.offer()
        assert offer is not None
        event = bets.answer(offer)
        assert event == Event.bet(seat, DEFAULT_BET_MINOR)
        table.apply(event)


def test_a_negative_bet_is_refused() -> None:
    """No player can be told to bet less than nothing."""
    makers: list[Callable[[int], object]] = [
        LevelBets,
        MimicPlayer,
        partial(BasicStrategy, Rules()),
        partial(RandomLegal, 1, 0),
    ]
    for make in makers:
        with pytest.raises(PlayerError, match="a bet of -5: give 0 or more"):
            make(-5)
