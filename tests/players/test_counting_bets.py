"""What players that count cards bet, and by which counts."""

import pytest
from tests.players.tables import asked_to_bet

from pitboss import Event, EventKind, Rules
from pitboss.players import HI_LO, BetRamp, CountingPlayer, CountingStrategy, PlayerError
from pitboss.players.index_plays import knock_out_counts, knock_out_plays


@pytest.mark.parametrize("decks", [0, -1])
def test_the_knock_out_system_needs_decks(decks: int) -> None:
    """Without any, there is nothing to count."""
    with pytest.raises(PlayerError, match=f"{decks} decks cannot be counted: give 1 or more"):
        CountingStrategy.knock_out(decks)


def test_the_knock_out_system_has_its_own_counts() -> None:
    """The running counts that its book names, and those of fewer decks where it names none."""
    counts = {decks: knock_out_counts(decks).key for decks in range(1, 17)}
    assert [counts[decks] for decks in (1, 2, 6, 8)] == [2, 1, -4, -6]
    assert counts == {
        **dict.fromkeys([1], 2),
        **dict.fromkeys([2, 3, 4, 5], 1),
        **dict.fromkeys([6, 7], -4),
        **dict.fromkeys(range(8, 17), -6),
    }
    plays = {(play.hand, play.up, play.at_least) for play in knock_out_plays(6)}
    assert plays == {("hard 16", "T", -4), ("hard 10", "A", 4)}
    strategy = CountingStrategy.knock_out(6, 100)
    bets = [strategy.ramp.at(count) for count in (-20, -5, -4, -1, 0, 3, 4, 30)]
    assert bets == [100, 100, 200, 200, 400, 400, 800, 800]
    assert strategy.insures_from == 3


def test_hi_lo_bets_by_the_true_count() -> None:
    """One unit to begin with, and two for each from 1 to 4."""
    strategy = CountingStrategy.hi_lo(100)
    bets = [strategy.ramp.at(count) for count in range(-2, 7)]
    assert bets == [100, 100, 100, 200, 400, 600, 800, 800, 800]
    assert CountingStrategy.hi_lo(0).ramp.amounts == (1, 2, 4, 6, 8)


def bet_at(rules: Rules, ramp: BetRamp, balance: int | None = None) -> Event:
    """Return what a player with such bets says first."""
    player = CountingPlayer(rules, CountingStrategy(HI_LO, ramp))
    return player.decide(*asked_to_bet(rules, balance))


def test_bets_are_as_near_to_the_ramp_as_the_table_allows() -> None:
    """Its limits, the chips of the seat, and a ramp that sits out."""
    rules = Rules.of(bet_min=500, bet_max=2_000)
    assert bet_at(rules, BetRamp(100)).amount_minor == 500
    assert bet_at(rules, BetRamp(5_000)).amount_minor == 2_000
    assert bet_at(rules, BetRamp(1_500), 1_200).amount_minor == 1_200
    assert bet_at(rules, BetRamp(1_500), 100).kind is EventKind.SIT_OUT
    assert bet_at(rules, BetRamp(0, ((1, 100),))).kind is EventKind.SIT_OUT


def test_a_ramp_must_rise_and_have_amounts() -> None:
    """Counts in rising order, whole amounts from 0 on."""
    with pytest.raises(PlayerError, match="rising order"):
        BetRamp(100, ((2, 200), (1, 300)))
    with pytest.raises(PlayerError, match="0 or more"):
        BetRamp(100, ((1, -200),))
    with pytest.raises(PlayerError, match="0 or more"):
        CountingStrategy.hi_lo(-5)
