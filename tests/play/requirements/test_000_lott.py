"""What [000] asks for, clause by clause, played on the table `lott`."""

from collections.abc import Sequence
from random import Random

import pytest
from tests.play.requirements.playing import (
    asked,
    cards_of,
    dealer_codes,
    nets,
    say,
    table_with,
    waiting,
)
from tests.table.snapshots.random_play import random_answer

from pitboss.game.cards import CARDS, Card, Rank
from pitboss.game.events import Event
from pitboss.game.reasons import Outcome
from pitboss.game.round import Phase, Question
from pitboss.game.shoe import Shoe
from pitboss.game.trace import codes
from pitboss.players import MimicPlayer, table_text
from pitboss.rules import Rules
from pitboss.table import Table
from pitboss.table.driver import play_round
from pitboss.table.offer import Offer, View
from pitboss.table.shoes import ArrangedShoes

LOTT = Rules.preset("lott")


class Witness:
    """A strategy that writes down what it is offered and answers from a list."""

    def __init__(self, answers: Sequence[str]) -> None:
        self.answers = list(answers)
        self.offers: list[tuple[Question, int, str]] = []

    def decide(self, view: View, offer: Offer) -> Event:  # noqa: ARG002  it looks at the offer only
        """Say the next word of the list."""
        if offer.question is Question.BET:
            return offer.bet(1000)
        cards = " ".join(card.rank.value for card in offer.cards)
        self.offers.append((offer.question, offer.hand, cards))
        answer: Event = getattr(offer, self.answers.pop(0))()
        return answer


def test_000_cycle_small_steps() -> None:
    """From the ante to the last resolution the table rests between steps and can be looked at.

    "BlackjackGame.cycle; Deliverables": a round runs from the ante to the last resolution, in small
    steps.
    """
    table = table_with(LOTT, "8 8 A 9 3 2 T K")
    rests = [(table.round.phase, asked(table))]
    for word in ("bet:1000", "decline", "split", "double", "hit", "stand"):
        say(table, word)
        rests.append((table.round.phase, asked(table)))
    assert rests == [
        (Phase.BETTING, Question.BET),
        (Phase.INSURANCE_OFFERED, Question.INSURANCE),
        (Phase.SPLIT_OFFERED, Question.SPLIT),
        (Phase.FILLING, Question.PLAY),
        (Phase.FILLING, Question.PLAY),
        (Phase.FILLING, Question.PLAY),
        (Phase.RESOLVED, None),
    ]
    assert nets(table) == [2000, 0]


def test_000_analysis_fixed_order() -> None:
    """Even money, insurance, split, fill, dealer, resolution: no step is ever taken back.

    "Blackjack Game Analysis": even money, insurance, split, fill, dealer, resolution: always in
    this order.
    """
    order = ["betting", "dealt", "insurance", "split", "filling", "dealer", "resolved"]
    questions: list[Question] = list(Question)
    questions.remove(Question.EARLY_SURRENDER)
    states_met: set[str] = set()
    questions_met: set[Question] = set()
    for seed in range(1500):
        chance = Random(seed)
        table = Table(LOTT, seats=["Ann"], seed=seed)
        table.open_round()
        steps: list[str] = []
        put: list[Question] = []
        while (event := random_answer(chance, table)) is not None and not table.over:
            put.append(waiting(table).question)
            table.apply(event)
            steps += [move.split("-")[0] for move in codes(table.house.trace) if "-" in move]
        assert [order.index(state) for state in steps] == sorted(map(order.index, steps))
        assert [questions.index(each) for each in put] == sorted(map(questions.index, put))
        states_met.update(steps)
        questions_met.update(put)
    assert states_met == set(order) - {"resolved"}
    assert questions_met == set(questions)


def test_000_collaboration_player_is_a_plug_in() -> None:
    """A strategy of one's own answers all five kinds of offer, each with the hand it concerns.

    "Blackjack Collaboration; Hand-Specific Decisions": the player is a strategy that answers five
    offers, each of which names the hand.
    """
    natural = Witness(["decline", "insure"])
    play_round(table_of("A K A 9"), [natural])
    assert natural.offers == [(Question.EVEN_MONEY, 0, "A K"), (Question.INSURANCE, 0, "A K")]
    pair = Witness(["decline", "split", "hit", "stand", "double"])
    play_round(table_of("8 8 A 9 3 2 7 T"), [pair])
    assert pair.offers == [
        (Question.INSURANCE, 0, "8 8"),
        (Question.SPLIT, 0, "8 8"),
        (Question.PLAY, 0, "8 3"),
        (Question.PLAY, 0, "8 3 7"),
        (Question.PLAY, 1, "8 2"),
    ]


def table_of(cards: str) -> Table:
    """Set a table up with known cards, its first round not yet opened."""
    return Table(LOTT, seats=["Ann"], shoes=ArrangedShoes([cards_of(cards)]))


def test_000_player_default_refuses() -> None:
    """No even money, insurance, split or double; a card on 16 or less, none on 17 or more.

    "BlackjackPlayer": the default player takes no offer, hits 16 or less and stands on 17 or more.
    """
    natural = table_of("A K A 9")
    play_round(natural, [MimicPlayer()])
    assert [result.outcome for result in natural.results()] == [Outcome.NATURAL]
    assert natural.results()[0].insurance_net_minor == 0
    pair = table_of("8 8 9 8 A")
    play_round(pair, [MimicPlayer()])
    assert [(len(result.cards), result.bet_minor) for result in pair.results()] == [(3, 1000)]
    for cards, taken in (("T 6 9 8 2", 3), ("T 7 9 8 2", 2), ("A 6 9 8 2", 2), ("A 5 9 8 A", 3)):
        table = table_of(cards)
        play_round(table, [MimicPlayer()])
        assert len(table.results()[0].cards) == taken


def test_000_hand_owns_its_bet() -> None:
    """Two hands of one player have a bet each, and each is settled by itself.

    "Blackjack Collaboration; Hand Rework": a bet belongs to a hand, not to a player.
    """
    table = say(table_with(LOTT, "8 8 9 9 3 T 9"), "bet:1000 split double stand")
    seat = table.round.seats[0]
    assert [hand.bet_minor for hand in seat.hands] == [2000, 1000]
    assert nets(table) == [2000, 0]
    assert seat.balance_minor == 2000


def test_000_hand_up_card_is_the_first() -> None:
    """Of the dealer's two cards the first lies face up.

    "Hand.getUpCard": the dealer's first card is the up card.
    """
    table = say(table_with(LOTT, "T 9 6d 8h 7 7"), "bet:1000")
    view = table.view(0)
    assert view.up_card is Card.parse("6d")
    assert view.dealer_cards == (Card.parse("6d"),)
    assert view.hole_hidden


@pytest.mark.parametrize("rank", Rank)
def test_000_card_insurance_only_under_an_ace(rank: Rank) -> None:
    """Under every other card play begins at once.

    "Card Rework": no card but an ace calls for insurance.
    """
    table = say(table_with(LOTT, f"T 9 {rank.value} 8"), "bet:1000")
    assert (asked(table) is Question.INSURANCE) == (rank is Rank.ACE)


def test_000_insurance_even_money_comes_first() -> None:
    """To a natural under an ace even money is offered, and insurance only when it is declined.

    "BlackjackGame.insurance, step 1": even money is offered before insurance.
    """
    table = say(table_with(LOTT, "A K A 9"), "bet:1000")
    assert asked(table) is Question.EVEN_MONEY
    assert asked(say(table, "decline")) is Question.INSURANCE
    taken = say(table_with(LOTT, "A K A 9"), "bet:1000 even_money")
    assert (asked(taken), nets(taken)) == (None, [1000])


@pytest.mark.parametrize("first", Rank)
@pytest.mark.parametrize("second", Rank)
def test_000_hand_splittable_by_rank(first: Rank, second: Rank) -> None:
    """Two cards of one rank may be split; a ten and a king may not.

    "Hand.splittable": two cards of one rank may be split.
    """
    table = table_with(LOTT, f"{first.value} {second.value} 9 8 7 7 7 7 7 7")
    say(table, "bet:1000")
    assert (asked(table) is Question.SPLIT) == (first is second)


def test_000_cycle_split_offers_repeat() -> None:
    """A hand that a split made is offered a split in its turn, until all are split or declined.

    "BlackjackGame.cycle, step 4": splits are offered until every hand is split or has declined.
    """
    table = say(table_with(LOTT, "8 8 9 9 8 8 2 8 3 4 5"), "bet:1000")
    put: list[tuple[int, str]] = []
    for word in ("split", "split", "decline", "split"):
        offer = waiting(table)
        assert offer.question is Question.SPLIT
        put.append((offer.hand, " ".join(card.rank.value for card in offer.cards)))
        say(table, word)
    assert put == [(0, "8 8"), (0, "8 8"), (1, "8 8"), (2, "8 8")]
    assert waiting(table).question is Question.PLAY
    assert len(table.round.seats[0].hands) == 4


def test_000_fill_double_is_one_card() -> None:
    """The bet grows by as much again, one card is dealt, and the hand is filled.

    "BlackjackGame.fillHand, step 1": doubling adds to the bet and deals one card.
    """
    table = say(table_with(LOTT, "5 6 9 8 2 3 T"), "bet:1000 hit double")
    (result,) = table.results()
    assert (result.bet_minor, len(result.cards)) == (2000, 4)
    assert table.round.phase is Phase.RESOLVED


def test_000_fill_bust_resolves_at_once() -> None:
    """The bet of the busted hand is gone before the next hand is filled, and only that hand is.

    "BlackjackGame.fillHand, step 2": a bust hand is resolved at once.
    """
    table = say(table_with(LOTT, "8 8 9 9 6 T T"), "bet:1000 split hit")
    first, second = table.round.seats[0].hands
    assert (first.outcome, first.net_minor, first.open) == (Outcome.BUST, -1000, False)
    assert (second.outcome, second.open) == (None, True)
    assert waiting(table).hand == 1


@pytest.mark.parametrize(
    ("cards", "dealer"),
    [
        ("T 9 T 6 2", "Ts 6s 2s"),
        ("T 9 T 7 2", "Ts 7s"),
        ("T 9 2 3 4 5 A A 7", "2s 3s 4s 5s As As 7s"),
        ("T 9 9 6 A 5", "9s 6s As 5s"),
        ("T 9 6 A 5", "6s As"),
    ],
)
def test_000_cycle_dealer_hits_16(cards: str, dealer: str) -> None:
    """He draws while his total is 16 or less and then stops, bust or standing.

    "BlackjackGame.cycle, step 6": the dealer draws on 16 or less.
    """
    assert dealer_codes(say(table_with(LOTT, cards), "bet:1000 stand")) == dealer


def test_000_dealer_rules_dealer_is_no_player() -> None:
    """Nobody answers for the dealer: he has no seat, no bet, and is asked nothing.

    "Dealer Rules": the dealer is not a player.
    """
    table = Table(LOTT, seats=["Ann"], seed=11)
    witness = MimicPlayer()
    for _ in range(50):
        play_round(table, [witness])
        view = table.view(None)
        assert len(view.seats) == 1
        assert len(view.dealer_cards) >= 2
        assert [result.seat for result in table.results()] == [0]


def test_000_game_shoe_and_table_are_injected() -> None:
    """Shoes come from whatever object is given, and a round is played at whatever table.

    "BlackjackGame.__init__": shoe and table are given to the game from outside.
    """

    class SameShoes:
        """Gives the same unshuffled shoe every time, and counts."""

        asked_for = 0

        def fresh(self, number: int) -> Shoe:
            """Return an unshuffled deck."""
            self.asked_for += 1
            return Shoe(number, CARDS, 0, len(CARDS), None, written_out=True)

        def remade(self, number: int, part: int, on_table: Sequence[Card]) -> Shoe | None:
            """Return nothing: there is one deck."""
            del number, part, on_table
            return None

    shoes = SameShoes()
    table = Table(LOTT, seats=["Ann"], shoes=shoes)
    assert shoes.asked_for == 1
    play_round(table, [MimicPlayer()])
    assert table.results()[0].cards[:2] == CARDS[:2]
    assert table.round.dealer.cards[:2] == list(CARDS[2:4])


def test_000_deliverables_shoe_of_known_cards() -> None:
    """A shoe gives its cards in the order in which they were arranged.

    "Blackjack Game Deliverables": for tests there is a shoe of known cards.
    """
    table = say(table_with(LOTT, "5d 6c 9h 8s 2d 3h Th"), "bet:1000 hit hit stand")
    assert [card.code for card in table.round.seats[0].hands[0].cards] == ["5d", "6c", "2d", "3h"]
    assert dealer_codes(table) == "9h 8s"
    assert table.shoe.position == 6


def test_000_game_state_is_printable() -> None:
    """The table, its hands and the dealer's card stand in a text, the hidden card does not.

    "BlackjackGame.__str__": the state can be written as text.
    """
    table = say(table_with(LOTT, "8d 8h 9c Ks 3d 2c"), "bet:1000 split")
    text = table_text(table.view(0), LOTT.minor_per_unit)
    for part in ("8d 3d", "8h 2c", "9c", "Ann", "10.00"):
        assert part in text
    assert "Ks" not in text
