"""A bet beside the ante is a value that says all of itself."""

from pitboss.game.bets import Bet, BetKind, SideStake, net_of, stake_of
from pitboss.game.round import Hand


def test_a_bet_says_what_it_holds() -> None:
    """As the hand does that holds it."""
    bet = Bet(BetKind.INSURANCE, 50)
    assert repr(bet).startswith("Bet(kind=")
    assert "stake_minor=50, open=True, returned_minor=0, reason=None" in repr(bet)
    beside = SideStake("21+3", 10)
    assert repr(beside).startswith("SideStake(")
    assert "name='21+3', cards=[], pay_class=''" in repr(beside)


def test_no_bet_has_no_stake_and_brings_nothing() -> None:
    """An open one brings nothing yet."""
    bet = Bet(BetKind.INSURANCE, 50)
    assert (stake_of(None), net_of(None), stake_of(bet), net_of(bet)) == (0, 0, 50, 0)
    bet.open, bet.returned_minor = False, 150
    assert net_of(bet) == 100


def test_a_hand_brings_nothing_until_its_bet_is_settled() -> None:
    """Then it brings what comes back beyond the bet; until then, it shows that the bet is open."""
    hand = Hand(100)
    assert hand.net_minor == 0
    assert "bet_minor=100, open=True" in repr(hand)
    hand.open = False
    assert hand.net_minor == -100
