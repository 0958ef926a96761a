"""Every end of a player's hand against every end of the dealer's, under every rule that matters."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

import pytest
from attrs import frozen
from tests.machine.settlement.one_round import OneRound, Settled

from pitboss import Outcome, Rules
from pitboss.rules.values import Ties

BET: Final = 100


@frozen
class End:
    """How a hand ends.

    Attributes:
        first: its two first cards.
        more: the cards it draws.
        points: its total.
    """

    first: tuple[str, str]
    more: str
    points: int

    @property
    def natural(self) -> bool:
        """Say whether it is an ace and a ten."""
        return self.points == 21 and not self.more


def player_ends() -> Iterator[End]:
    """Yield every total on which a player can stand, 21 in both ways, and a bust."""
    for points in range(5, 12):
        yield End(("2", str(points - 2)), "", points)
    for points in range(12, 20):
        yield End(("T", str(points - 10)), "", points)
    yield End(("T", "K"), "", 20)
    yield End(("A", "7"), "", 18)
    yield End(("5", "6"), "T", 21)
    yield End(("A", "4"), "6", 21)
    yield End(("A", "K"), "", 21)
    yield End(("T", "6"), "7", 23)


DEALER_ENDS: Final = (
    End(("T", "7"), "", 17),
    End(("6", "A"), "", 17),
    End(("9", "9"), "", 18),
    End(("8", "6"), "5", 19),
    End(("T", "K"), "", 20),
    End(("7", "7"), "7", 21),
    End(("A", "5"), "5", 21),
    End(("A", "K"), "", 21),
    End(("Q", "A"), "", 21),
    End(("T", "6"), "6", 22),
    End(("T", "6"), "K", 26),
)

LOOKS: Final[dict[str, dict[str, object]]] = {
    "peek": {"peek": "ace_or_ten"},
    "no peek": {"peek": "never"},
    "no hole card": {"hole_card": "none"},
}

NATURALS_AND_TIES: Final[tuple[dict[str, object], ...]] = (
    {},
    {"natural_beats_21": False},
    {"dealer_22_pushes": True},
    {"natural_beats_21": False, "dealer_22_pushes": True},
    {"ties": "lose"},
    {"ties": "lose", "dealer_22_pushes": True},
)

PAYS: Final = {"3:2": 150, "1:1": 100, "6:5": 120}


LOST: Final = Settled(Outcome.LOSS, -BET)
BUST: Final = Settled(Outcome.BUST, -BET)
TIED: Final = Settled(Outcome.PUSH, 0)
WON: Final = Settled(Outcome.WIN, BET)


def due(player: End, dealer: End, looks: str, rules: Rules) -> Settled:
    """Say how a hand must be settled, as the rule texts do."""
    if player.natural:
        return due_to_a_natural(dealer, looks, rules)
    if dealer.natural and looks == "peek":
        # The round ended before the player drew.
        return LOST
    if player.points > 21:
        return BUST
    if dealer.natural:
        return TIED if player.points == 21 and not rules.natural_beats_21 else LOST
    pushes = dealer.points == 22 and rules.dealer_22_pushes
    if pushes or player.points == dealer.points:
        return LOST if rules.ties is Ties.LOSE and not pushes else TIED
    return WON if dealer.points > 21 or player.points > dealer.points else LOST


def due_to_a_natural(dealer: End, looks: str, rules: Rules) -> Settled:
    """Say how a natural must be settled."""
    settles = rules.natural_settles.value
    if dealer.natural:
        ties = looks == "peek" or settles != "turn"
    else:
        ties = settles == "showdown" and dealer.points == 21 and not rules.natural_beats_21
    return TIED if ties else Settled(Outcome.NATURAL, PAYS[str(rules.blackjack_pays)])


def played(player: End, dealer: End, rules: Rules) -> Settled:
    """Play one round to these ends."""
    first, second = player.first
    up_card, hole_card = dealer.first
    dealt = rules.hole_card.value == "dealt"
    drawn = f"{player.more} {hole_card}" if not dealt else f"{hole_card} {player.more}"
    game = OneRound(rules, BET, f"{first} {up_card} {second} {drawn} {dealer.more}")
    if not game.table.over:
        game.say("hit" if player.more else "stand")
    return game.settled()


@pytest.mark.parametrize("looks", LOOKS)
@pytest.mark.parametrize("settles", ["deal", "turn", "showdown"])
@pytest.mark.untraced
def test_every_pair_of_ends_is_settled_as_the_rules_say(looks: str, settles: str) -> None:
    """Outcome and net of every total against every total, naturals and busts included."""
    varied = product(NATURALS_AND_TIES, ("always", "if_live_hand"), ("at_once", "at_end"), PAYS)
    for naturals_and_ties, draws, bust_settles, pays in varied:
        rules = Rules.of(
            **LOOKS[looks],
            **naturals_and_ties,
            natural_settles=settles,
            dealer_draws=draws,
            bust_settles=bust_settles,
            blackjack_pays=pays,
            insurance="off",
            split="off",
        )
        for player, dealer in product(player_ends(), DEALER_ENDS):
            found = played(player, dealer, rules)
            assert found == due(player, dealer, looks, rules), (player, dealer, rules)


def test_the_numbers_of_ends_are_those_meant() -> None:
    """Twenty-one ends of the player's hand against eleven of the dealer's."""
    assert len(list(player_ends())) == 21
    assert {end.points for end in player_ends()} == {*range(5, 22), 23}
    assert len(DEALER_ENDS) == 11
    assert all(Fraction(PAYS[text], BET) == Fraction(text.replace(":", "/")) for text in PAYS)
