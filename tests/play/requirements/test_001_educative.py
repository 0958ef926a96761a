"""What [001], and its text part [004], ask for, clause by clause, played on `educative`."""

import json
from collections import Counter

import pytest
from tests.play.requirements.playing import asked, dealer_codes, nets, say, table_with, waiting

from pitboss.errors import EventError
from pitboss.game.bets import net_of
from pitboss.game.cards import CARDS, Rank
from pitboss.game.events import Event, EventKind
from pitboss.game.reasons import Outcome
from pitboss.game.round import Phase, Question
from pitboss.game.trace import codes
from pitboss.players import PlayerError, ScriptedPlayer
from pitboss.rules import Rules
from pitboss.table import Table
from pitboss.table.driver import play_round
from pitboss.table.menu import Refusal, RefusedError
from pitboss.teaching import settle_line

EDUCATIVE = Rules.preset("educative")


@pytest.mark.parametrize("decks", [1, 2, 3, 8])
def test_001_system_requirements_whole_decks(decks: int) -> None:
    """A shoe holds every one of the 52 cards as often as there are decks.

    "System Requirements": one or more decks of 52 cards.
    """
    table = Table(Rules.preset("educative", decks=decks), seats=["Ann"], seed=5)
    assert Counter(table.shoe.cards) == Counter(CARDS * decks)
    assert len(Table(EDUCATIVE, seats=["Ann"], seed=5).shoe.cards) == 3 * 52


def test_001_background_up_card_and_hole_card() -> None:
    """The player's cards lie face up, the dealer's are one up and one down.

    "Background": one dealer card lies face up, the other face down.
    """
    view = say(table_with(EDUCATIVE, "Td 9c 8h 7s"), "bet:1000").view(0)
    assert [card.code for card in view.seats[0].hands[0].cards] == ["Td", "9c"]
    assert [card.code for card in view.dealer_cards] == ["8h"]
    assert view.hole_hidden


def test_001_points_soft_and_hard_totals() -> None:
    """An ace counts eleven while that is not too much: A 5 is a soft 16, with a ten a hard one.

    "Points calculation": an ace counts one or eleven, and totals are soft or hard.
    """
    table = say(table_with(EDUCATIVE, "A 5 9 8 T 4"), "bet:1000")
    offer = waiting(table)
    assert (offer.points, offer.soft) == (16, True)
    offer = waiting(say(table, "hit"))
    assert (offer.points, offer.soft) == (16, False)
    offer = waiting(say(table, "hit"))
    assert (offer.points, offer.soft) == (20, False)


def test_001_bets_ante_is_mandatory() -> None:
    """No card leaves the shoe before the ante, and who makes none gets none.

    "Bets: Ante": the ante is made before the deal.
    """
    table = table_with(EDUCATIVE, "T 9 8 7", seats=["Ann", "Ben"])
    with pytest.raises(RefusedError):
        table.apply(Event.hit(0, 0))
    with pytest.raises(RefusedError) as refused:
        table.apply(Event.bet(0, 0))
    assert refused.value.kind is Refusal.WRONG_AMOUNT
    assert (table.shoe.position, table.round.phase) == (0, Phase.BETTING)
    say(table, "bet:1000")
    assert table.shoe.position == 0
    say(table, "sit_out")
    assert table.shoe.position == 4
    assert [len(seat.hands) for seat in table.round.seats] == [1, 0]


def test_001_bets_insurance_is_half_the_ante() -> None:
    """Half and nothing else; then the hole card is looked at, and shown only if it is a ten.

    "Bets: Insurance; Examine Hole Card": insurance is half the ante, and then the dealer looks;
    what is no ten is not shown.
    """
    table = say(table_with(EDUCATIVE, "T 9 A 6 5"), "bet:1001")
    offer = waiting(table)
    assert (offer.question, offer.least_minor, offer.most_minor) == (Question.INSURANCE, 500, 500)
    with pytest.raises(RefusedError):
        table.apply(offer.insure(499))
    assert "dealt-peek" not in codes(table.house.trace)
    say(table, "insure")
    assert "insurance-peek" in codes(table.house.trace)
    view = table.view(0)
    assert (view.hole_hidden, dealer_codes(table)) == (True, "As")
    assert net_of(view.seats[0].hands[0].insurance) == -500
    assert asked(table) is Question.PLAY


@pytest.mark.parametrize("ten", [Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING])
def test_001_dealer_has_an_ace_pays_two_to_one(ten: Rank) -> None:
    """With any card worth ten beneath the ace the dealer shows it, and insurance is paid 2:1.

    "Dealer has an Ace": against a blackjack, which is shown, insurance is paid 2:1.
    """
    table = say(table_with(EDUCATIVE, f"T 9 A {ten.value}"), "bet:1000 insure")
    assert table.over
    assert dealer_codes(table) == f"As {ten.value}s"
    (result,) = table.results()
    assert (result.net_minor, result.insurance_net_minor) == (-1000, 1000)


def test_001_offer_even_money_and_then_insurance() -> None:
    """A natural is offered even money, which ends its game; after a no it is offered insurance.

    "Offer Even Money; Offer Insurance": a natural is offered even money, then insurance.
    """
    table = say(table_with(EDUCATIVE, "A K A 9"), "bet:1000")
    assert asked(table) is Question.EVEN_MONEY
    taken = say(table_with(EDUCATIVE, "A K A T"), "bet:1000 even_money")
    assert (taken.over, nets(taken)) == (True, [1000])
    assert taken.results()[0].insurance_net_minor == 0
    assert asked(say(table, "decline")) is Question.INSURANCE
    say(table, "decline")
    assert (table.over, nets(table)) == (True, [1500])


def test_001_split_once_with_an_equal_bet() -> None:
    """Two of one rank become two hands with a card and an equal bet each, and are split no more.

    "Split; Bets: Split": one split, an equal bet, and a card to each hand.
    """
    table = say(table_with(EDUCATIVE, "8 8 T 9 8 8 T T"), "bet:1000 split")
    hands = table.round.seats[0].hands
    assert [hand.bet_minor for hand in hands] == [1000, 1000]
    assert [[card.code for card in hand.cards] for hand in hands] == [["8s", "8s"], ["8s", "8s"]]
    assert asked(table) is Question.PLAY
    with pytest.raises(RefusedError) as refused:
        say(table, "split")
    assert refused.value.options == {"max_hands": "2"}
    say(table, "stand stand")
    assert nets(table) == [-1000, -1000]
    mixed = say(table_with(EDUCATIVE, "T K T 9"), "bet:1000")
    assert asked(mixed) is Question.PLAY


def test_001_double_down_equals_the_ante() -> None:
    """As much again, one card, and play of the hand is done; at any time instead of a hit.

    "Double Down; Bets: Double": as much as the ante, one card, and done.
    """
    table = say(table_with(EDUCATIVE, "5 4 T 7 2 8 9"), "bet:1000 hit double")
    (result,) = table.results()
    assert (result.bet_minor, len(result.cards), result.net_minor) == (2000, 4, 2000)


def test_001_resolve_bust_at_once() -> None:
    """The bet is lost before the dealer does anything.

    "Resolve Bust": a bust hand loses at once.
    """
    table = say(table_with(EDUCATIVE, "T 6 9 5 T", seats=["Ann"]), "bet:1000 hit")
    assert (nets(table), table.results()[0].outcome) == ([-1000], Outcome.BUST)
    assert "dealer-hole_card" not in codes(table.house.trace)
    assert table.view(0).hole_hidden


def test_001_game_resolution_pays_three_to_two() -> None:
    """Only in two cards; other hands are paid 1:1, and a tie gives the bet back.

    "Game Resolution": 21 in two cards is paid 3:2, and a tie gives the bet back.
    """
    assert nets(say(table_with(EDUCATIVE, "A K 9 8"), "bet:1000")) == [1500]
    three_cards = say(table_with(EDUCATIVE, "5 6 9 8 T"), "bet:1000 hit")
    assert nets(three_cards) == [1000]
    tie = say(table_with(EDUCATIVE, "T 8 9 9"), "bet:1000 stand")
    assert (nets(tie), tie.round.seats[0].balance_minor) == ([0], 0)
    both = say(table_with(EDUCATIVE, "A K A Q"), "bet:1000 decline decline")
    assert nets(both) == [0]


def test_001_introduction_each_against_the_dealer() -> None:
    """What a seat wins depends on the dealer's hand and on its own, whatever sits beside it.

    "Introduction": several players sit at the table, each against the dealer only.
    """
    together = table_with(EDUCATIVE, "T 9 T 7 T K 9 9", seats=["Ann", "Ben", "Cid"])
    say(together, "bet:1000 bet:1000 bet:1000 stand stand stand")
    assert nets(together) == [1000, -1000, 1000]
    for cards, net in (("T 9 9 9", 1000), ("T 7 9 9", -1000), ("T K 9 9", 1000)):
        alone = say(table_with(EDUCATIVE, cards), "bet:1000 stand")
        assert nets(alone) == [net]


def test_001_play_action_unknown_is_an_error() -> None:
    """A word that there is not gets a typed error, and the table stands as it stood.

    "Game.playAction": an unknown action is an error and no crash.
    """
    table = say(table_with(EDUCATIVE, "T 9 8 7"), "bet:1000")
    before = table.snapshot()
    with pytest.raises(PlayerError, match="'dance'"):
        play_round(table, [ScriptedPlayer(["dance"])])
    word: EventKind = json.loads('"dance"')
    with pytest.raises(EventError):
        table.apply(Event(word, 0))
    assert table.snapshot() == before
    line = '{"id": 1, "bet": 1000, "cards": ["T", "9", "8", "7"], "decisions": ["dance"]}'
    assert json.loads(settle_line(line))["error"]["kind"] == "illegal_decision"
