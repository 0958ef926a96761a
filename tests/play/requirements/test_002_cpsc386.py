"""What [002] asks for, clause by clause, played on the table `cpsc386`."""

from random import Random

import pytest
from tests.play.requirements.playing import asked, dealer_codes, nets, say, table_with, waiting
from tests.table.snapshots.random_play import random_answer

from pitboss.errors import TableError
from pitboss.game.cards import CARDS, Card, Rank
from pitboss.game.events import Event, EventKind
from pitboss.game.reasons import Outcome
from pitboss.game.round import Phase, Question
from pitboss.game.shoe import cut_card_out
from pitboss.game.trace import codes
from pitboss.players import HumanPlayer, MimicPlayer
from pitboss.rules import Rules
from pitboss.table.driver import play_round
from pitboss.table.menu import Refusal, RefusedError
from pitboss.table.seating import SeatPlan
from pitboss.table.table import Table

CPSC386 = Rules.preset("cpsc386")
NAMES = ("Ann", "Ben", "Cid", "Dot", "Eve")


def test_002_rules_one_to_four_players_in_turn() -> None:
    """They play in the order in which their names are entered, and the dealer plays last.

    "Rules": one to four named players in the order of their names' entry, the dealer last.
    """
    for count in (1, 2, 3, 4):
        table = table_with(CPSC386, "9 " * (2 * count) + "9 8 T T", seats=NAMES[:count])
        say(table, *["bet:100"] * count)
        turns: list[int] = []
        while (offer := table.offer()) is not None:
            if offer.question is Question.PLAY:
                turns.append(offer.seat)
                assert table.round.phase is Phase.FILLING
                assert table.round.hole_hidden
            say(table, "decline" if offer.question is Question.SPLIT else "stand")
        assert turns == list(range(count))
        assert "dealer-hole_card" in codes(table.house.trace)
        assert [seat.name for seat in table.round.seats] == list(NAMES[:count])
    for names in ((), NAMES):
        with pytest.raises(TableError):
            Table(CPSC386, seats=names, seed=1)


def test_002_introduction_eight_decks_and_a_cut_card() -> None:
    """Eight shuffled decks, a cut card on 60 to 80 cards, and a new shoe after its round.

    "Introduction; Rules": eight shuffled decks, a cut card on 60 to 80, and a new shoe after its
    round.
    """
    table = Table(CPSC386, seats=["Ann"], seed=386)
    orders: list[tuple[Card, ...]] = []
    for _ in range(400):
        shoe, came_out = table.shoe, cut_card_out(table.shoe)
        play_round(table, [MimicPlayer()])
        assert (table.shoe is not shoe) == came_out
        if shoe.cards not in orders:
            orders.append(shoe.cards)
            assert 60 <= len(shoe.cards) - shoe.cut_at <= 80
            assert sorted(card.index for card in shoe.cards) == sorted(list(range(52)) * 8)
            assert shoe.cards != CARDS * 8
        assert table.shoe.remaining >= 60 - 2 * 21
    assert len(orders) > 5


def test_002_rules_wager_before_any_card() -> None:
    """From 1.00 up to the balance, from every player, before the first card is dealt.

    "Rules": before any card a wager from 1.00 to the balance.
    """
    seats = [SeatPlan("Ann", 1_000_000), SeatPlan("Ben", 5_000)]
    table = table_with(CPSC386, "9 9 9 9 9 9", seats=seats)
    for amount_minor in (0, 99, 1_000_001):
        with pytest.raises(RefusedError) as refused:
            table.apply(Event.bet(0, amount_minor))
        assert refused.value.kind is Refusal.WRONG_AMOUNT
    say(table, "bet:1000000")
    assert (table.shoe.position, waiting(table).seat) == (0, 1)
    with pytest.raises(RefusedError):
        table.apply(Event.bet(1, 5_001))
    say(table, "bet:100")
    assert table.shoe.position == 6


def test_002_rules_cards_are_dealt_one_by_one() -> None:
    """Player after player, then the dealer face up; again, and the dealer's card face down.

    "Rules; Order of gameplay, 3": one card at a time, the dealer's second face down.
    """
    table = table_with(CPSC386, "2c 3c 4c 5c 6c 7c", seats=["Ann", "Ben"])
    view = say(table, "bet:100 bet:100").view(None)
    hands = [[card.code for card in seat.hands[0].cards] for seat in view.seats]
    assert hands == [["2c", "5c"], ["3c", "6c"]]
    assert (dealer_codes(table), view.hole_hidden) == ("4c", True)


def test_002_rules_every_card_is_shown_first() -> None:
    """After each word all cards that left the shoe are seen, but the one that lies face down.

    "Rules": a dealt card is shown before anything else is done.
    """
    for seed in range(200):
        chance = Random(seed)
        table = Table(CPSC386, seats=["Ann", "Ben"], seed=seed)
        table.open_round()
        while (event := random_answer(chance, table)) is not None and not table.over:
            table.apply(event)
            view = table.view(None)
            seen = [card for seat in view.seats for hand in seat.hands for card in hand.cards]
            seen += view.dealer_cards
            assert len(seen) + view.hole_hidden == table.shoe.position
            drawn = list(table.shoe.cards[: table.shoe.position])
            for card in seen:
                drawn.remove(card)
            assert len(drawn) == view.hole_hidden


def test_002_rules_turn_begins_with_the_cards() -> None:
    """The player's cards and the dealer's up card are shown before the question.

    "Rules": a turn begins by showing the player's cards and the dealer's up card.
    """
    shown: list[str] = []

    def read(prompt: str) -> str:
        shown.append(prompt)
        if "your bet" in prompt:
            return "10"
        text = "\n".join(shown)
        seat = table.round.seats[table.round.turn_seat]
        for card in seat.hands[table.round.turn_hand].cards:
            assert card.code in text
        assert table.round.up_card is not None
        assert table.round.up_card.code in text
        shown.clear()
        turns.append(seat.index)
        return "stand"

    turns: list[int] = []
    seats = [SeatPlan("Ann", 10_000), SeatPlan("Ben", 10_000)]
    table = table_with(CPSC386, "2c 3d 9h 5c 6d 7h Ts", seats=seats)
    play_round(table, [HumanPlayer(seat.name, read=read, write=shown.append) for seat in seats])
    assert turns == [0, 1]


@pytest.mark.parametrize("rank", Rank)
def test_002_introduction_insurance_under_ten_or_more(rank: Rank) -> None:
    """Under an ace and every card worth ten, and under no other.

    "Introduction": insurance is offered when the dealer shows ten or more.
    """
    table = say(table_with(CPSC386, f"T {rank.value} 9 8"), "bet:1000")
    high = rank in {Rank.ACE, Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING}
    assert (asked(table) is Question.INSURANCE) == high


def test_002_rules_insurance_is_per_hand() -> None:
    """Each hand of a split is asked, for 1.00 up to what is not committed, and pays by itself.

    "Rules": insurance is asked for each hand and is a wager of its own.
    """
    seats = [SeatPlan("Ann", 5_000)]
    table = table_with(CPSC386, "8 A 8 T 3 2 T 9", seats=seats)
    say(table, "bet:1000 split")
    offer = waiting(table)
    assert (offer.question, offer.hand) == (Question.INSURANCE, 0)
    assert (offer.least_minor, offer.most_minor) == (100, 3_000)
    say(table, "insure:700")
    offer = waiting(table)
    assert (offer.question, offer.hand, offer.most_minor) == (Question.INSURANCE, 1, 2_300)
    say(table, "decline hit hit stand")
    first, second = table.results()
    assert (first.bet_minor, first.insurance_net_minor) == (1000, 700)
    assert second.insurance_net_minor == 0
    assert nets(table) == [0, -1000]


def test_002_rules_split_once_on_equal_rank() -> None:
    """Two of one rank, once, with the funds for a second bet, and before insurance.

    "Rules": equal ranks may be split, once.
    """
    table = say(table_with(CPSC386, "8 A 8 9 8 2"), "bet:1000")
    assert asked(table) is Question.SPLIT
    say(table, "split")
    assert len(table.round.seats[0].hands) == 2
    say(table, "decline decline")
    assert asked(table) is Question.PLAY
    with pytest.raises(RefusedError) as refused:
        say(table, "split")
    assert refused.value.options == {"max_hands": "2"}
    assert asked(say(table_with(CPSC386, "T 9 K 9"), "bet:1000")) is Question.PLAY
    poor = table_with(CPSC386, "8 9 8 9", seats=[SeatPlan("Ann", 1_999)])
    assert asked(say(poor, "bet:1000")) is Question.PLAY


def test_002_rules_double_only_when_a_hand_begins() -> None:
    """At its first decision, with the funds for as much again, and for one card.

    "Rules": a hand may be doubled when it begins and never later.
    """
    table = say(table_with(CPSC386, "5 9 4 9 2 T"), "bet:1000")
    assert waiting(table).can(EventKind.DOUBLE)
    say(table, "hit")
    assert not waiting(table).can(EventKind.DOUBLE)
    doubled = say(table_with(CPSC386, "5 9 6 9 T"), "bet:1000 double")
    (result,) = doubled.results()
    assert (result.bet_minor, len(result.cards), result.net_minor) == (2000, 3, 2000)
    poor = table_with(CPSC386, "5 9 6 9 T", seats=[SeatPlan("Ann", 1_999)])
    assert not waiting(say(poor, "bet:1000")).can(EventKind.DOUBLE)


def test_002_rules_hole_card_is_turned_first() -> None:
    """In the dealer's turn nothing comes before it, and he draws after it.

    "Rules": the dealer turns the hidden card before anything else.
    """
    table = say(table_with(CPSC386, "T 6 9 5 8"), "bet:1000 stand")
    trace = codes(table.house.trace)
    turn = trace[trace.index("filling-dealer") + 1 :]
    assert turn == ["dealer-hole_card", "5s", "dealer-draw", "8s", "dealer-settle"]


def test_002_rules_dealer_needs_a_live_hand() -> None:
    """When all are bust he turns his card and stands; against one who is not he draws.

    "Rules": the dealer draws only if somebody is not bust.
    """
    bust = say(table_with(CPSC386, "T 6 6 5 T 9"), "bet:1000 hit")
    assert (nets(bust), dealer_codes(bust)) == ([-1000], "6s 5s")
    assert bust.results()[0].outcome is Outcome.BUST
    one_live = table_with(CPSC386, "T T 6 6 9 5 K 8", seats=["Ann", "Ben"])
    say(one_live, "bet:1000 bet:1000 hit stand")
    assert (nets(one_live), dealer_codes(one_live)) == ([-1000, 0], "6s 5s 8s")


def test_002_rules_push_returns_the_bet() -> None:
    """Nobody wins, and the player has what she had.

    "Rules": a push gives the bet back.
    """
    table = table_with(CPSC386, "T 9 8 9", seats=[SeatPlan("Ann", 5_000)])
    say(table, "bet:1000 stand")
    assert (nets(table), table.results()[0].outcome) == ([0], Outcome.PUSH)
    assert table.round.seats[0].balance_minor == 5_000
