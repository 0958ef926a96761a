"""A dealer natural that is found after play: which stakes it takes, over every set of hands."""

from itertools import product
from typing import Final

import pytest
from attrs import frozen
from tests.machine.settlement.one_round import OneRound, Settled

from pitboss import Outcome, Rules
from pitboss.rules.values import BlackjackTakes, HoleCard

ANTE: Final = 100


@frozen
class Played:
    """How a hand that begins with an eight is played.

    Attributes:
        second: its second card.
        words: what is said of it.
        more: the card that it draws.
        points: its total then.
        stake: what lies on it then.
    """

    second: str
    words: str
    more: str
    points: int
    stake: int = ANTE

    @property
    def bust(self) -> bool:
        """Say whether it is over 21."""
        return self.points > 21


STANDS: Final = Played("T", "stand", "", 18)
TWENTY_ONE: Final = Played("3", "hit", "T", 21)
BUSTS: Final = Played("6", "hit", "T", 24)
DOUBLES: Final = Played("3", "double", "7", 18, 2 * ANTE)
DOUBLES_TO_21: Final = Played("3", "double", "T", 21, 2 * ANTE)
DOUBLES_AND_BUSTS: Final = Played("6", "double", "T", 24, 2 * ANTE)
SURRENDERS: Final = Played("7", "surrender", "", 15)

WAYS: Final = (STANDS, TWENTY_ONE, BUSTS, DOUBLES, DOUBLES_TO_21, DOUBLES_AND_BUSTS)

LOOKS: Final[dict[str, dict[str, object]]] = {
    "hole card": {"peek": "never"},
    "no hole card": {"hole_card": "none"},
}


def played(rules: Rules, hands: tuple[Played, ...]) -> OneRound:
    """Split eights until there are enough hands, play each in its way, and turn the natural up."""
    dealt = rules.hole_card is HoleCard.DEALT
    first_second = "8" if hands[1:] else hands[0].second
    game = OneRound(rules, ANTE, f"8 K {first_second} {'A' if dealt else ''}")
    if len(hands) == 3:
        game.say("split", f"8 {hands[2].second}")
    if hands[1:]:
        game.say("split", f"{hands[0].second} {hands[1].second}")
    for hand in hands:
        game.say(hand.words, f"{hand.more} {'' if dealt else 'A'} 5 5 5")
    return game


def results_of(game: OneRound) -> list[Settled]:
    """Give the results of a round, hand by hand."""
    return [
        Settled(result.outcome, result.net_minor, result.insurance_net_minor)
        for result in game.results()
    ]


def is_seen(rules: Rules, hands: tuple[Played, ...]) -> bool:
    """Say whether the dealer's second card is turned or drawn."""
    if rules.dealer_draws.value == "always":
        return True
    if any(not hand.bust for hand in hands):
        return True
    beyond_the_opening_bet = sum(hand.stake for hand in hands) > ANTE
    if beyond_the_opening_bet and rules.dealer_blackjack_takes is BlackjackTakes.ORIGINAL:
        return True
    # A hole card is turned for any bet that is open; no card is drawn for one that cannot win.
    return rules.bust_settles.value == "at_end" and rules.hole_card is HoleCard.DEALT


def due(rules: Rules, hand: Played, *, first: bool) -> Settled:
    """Say how a hand is settled against the natural."""
    takes = rules.dealer_blackjack_takes
    if hand.points == 21 and not rules.natural_beats_21:
        return Settled(Outcome.PUSH, 0)
    takes_all = takes is BlackjackTakes.ALL
    if hand.bust and takes is BlackjackTakes.ORIGINAL_AND_BUSTED:
        takes_all = True
    if takes_all:
        return Settled(Outcome.BUST if hand.bust else Outcome.LOSS, -hand.stake)
    if hand.bust:
        return Settled(Outcome.BUST, -ANTE if first else 0)
    return Settled(Outcome.LOSS, -ANTE) if first else Settled(Outcome.PUSH, 0)


def reason_due(rules: Rules, hand: Played, *, first: bool, split: bool) -> str:
    """Say which reason is given for it."""
    takes = rules.dealer_blackjack_takes
    if hand.points == 21 and not rules.natural_beats_21:
        return "ties_blackjack"
    if hand.bust:
        reasons = {BlackjackTakes.ALL: "bust", BlackjackTakes.ORIGINAL: "bust_spared"}
        return reasons.get(takes, "bust_taken")
    if hand is SURRENDERS:
        return "surrendered_to_blackjack"
    code = "21_to_blackjack" if hand.points == 21 else "total_to_blackjack"
    if not first and takes is not BlackjackTakes.ALL:
        return f"{code}_spared"
    return f"{code}_more" if split or hand.stake > ANTE else code


def check(rules: Rules, hands: tuple[Played, ...]) -> None:
    """Play the hands and compare each with what is due to it."""
    game = played(rules, hands)
    expected = [due(rules, hand, first=number == 0) for number, hand in enumerate(hands)]
    assert results_of(game) == expected, (rules, hands)
    seen = len(game.table.round.dealer.cards) > 1
    assert seen == is_seen(rules, hands), (rules, hands)
    split = len(hands) > 1
    reasons = [
        reason_due(rules, hand, first=number == 0, split=split) if seen else "bust"
        for number, hand in enumerate(hands)
    ]
    settled = game.table.round.seats[0].hands
    assert [hand.reason and hand.reason.code for hand in settled] == reasons, (rules, hands)


def rule_sets(looks: str) -> list[Rules]:
    """List the rule sets under which a natural can be found late."""
    varied = product(
        ("all", "original", "original_and_busted"),
        (True, False),
        ("at_once", "at_end"),
        ("always", "if_live_hand"),
    )
    return [
        Rules.of(
            **LOOKS[looks],
            dealer_blackjack_takes=takes,
            natural_beats_21=beats,
            bust_settles=bust_settles,
            dealer_draws=draws,
            split_deal="both",
            surrender="late",
        )
        for takes, beats, bust_settles, draws in varied
    ]


@pytest.mark.parametrize("looks", LOOKS)
def test_one_hand_loses_what_the_rules_let_the_natural_take(looks: str) -> None:
    """Whether it stands, ties, is bust, was doubled or surrendered."""
    for rules in rule_sets(looks):
        for hand in (*WAYS, SURRENDERS):
            check(rules, (hand,))


@pytest.mark.untraced
@pytest.mark.parametrize("count", [2, 3])
@pytest.mark.parametrize("looks", LOOKS)
def test_split_hands_lose_what_the_rules_let_the_natural_take(looks: str, count: int) -> None:
    """The opening bet rides on the first hand; what was added later is another stake."""
    for rules in rule_sets(looks):
        for hands in product(WAYS, repeat=count):
            check(rules, hands)


def test_the_opening_bet_alone_is_lost_under_original() -> None:
    """Doubled once and split once, three stakes go back and one is lost."""
    rules = Rules.of(hole_card="none", dealer_blackjack_takes="original", split_deal="both")
    assert results_of(played(rules, (DOUBLES, STANDS))) == [
        Settled(Outcome.LOSS, -ANTE),
        Settled(Outcome.PUSH, 0),
    ]


@pytest.mark.parametrize(
    ("takes", "nets"), [("original", [-ANTE, 0]), ("original_and_busted", [-ANTE, -2 * ANTE])]
)
def test_the_second_card_is_drawn_for_busted_stakes_that_may_come_back(
    takes: str, nets: list[int]
) -> None:
    """Nobody else is live, and only under `original` is there anything to find out."""
    rules = Rules.of(hole_card="none", dealer_blackjack_takes=takes, split_deal="both")
    game = played(rules, (BUSTS, DOUBLES_AND_BUSTS))
    assert [settled.net_minor for settled in results_of(game)] == nets
    assert len(game.table.round.dealer.cards) == (2 if takes == "original" else 1)
