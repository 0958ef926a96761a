"""Players by the names that the command line knows."""

import pytest

from pitboss.players import (
    PLAYER_NAMES,
    BasicStrategy,
    DealersRule,
    PlayerError,
    RandomLegal,
    player_named,
)
from pitboss.rules import Rules
from pitboss.table import Table
from pitboss.table.driver import play_rounds


@pytest.mark.parametrize(
    ("name", "kind"), [("basic", BasicStrategy), ("mimic", DealersRule), ("random", RandomLegal)]
)
def test_each_name_makes_its_player(name: str, kind: type) -> None:
    """The three names of the command line, each a player that plays and bets as it is told."""
    player = player_named(name, Rules(), seed=7, seat=0, bet_minor=300)
    assert type(player) is kind
    table = Table(seats=["Ann"], seed=3)
    assert play_rounds(table, [player], 1).rounds == 1
    assert table.round.seats[0].ante_minor in {0, 300}


def test_the_names_are_these() -> None:
    """A help text lists them in this order."""
    assert PLAYER_NAMES == ("basic", "mimic", "random")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("basci", r"player 'basci': choose basic \| mimic \| random; did you mean basic\?"),
        ("zzz", r"player 'zzz': choose basic \| mimic \| random$"),
    ],
)
def test_an_unknown_name_suggests_the_nearest(name: str, told: str) -> None:
    """The error lists the names and points at the one that was probably meant."""
    with pytest.raises(PlayerError, match=told):
        player_named(name, Rules(), seed=7, seat=0)
