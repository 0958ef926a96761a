"""Sentences for everybody at a live table: what they say, and that nothing hidden is in them."""

import json
import re
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.live.protocol.test_protocol import VALIDATOR
from tests.players.strategies.rules import valid_rules
from tests.table.random_play import random_event

from pitboss import Event, EventKind, Question, Rules, SeatPlan, Table
from pitboss.errors import ShoeError
from pitboss.game.events import By
from pitboss.game.seat_changes import SeatChange
from pitboss.live import Command, Session
from pitboss.story import Sentences
from pitboss.table.shoes import ArrangedShoes, parse_cards

CARD = re.compile(r"(\w+) of (club|diamond|heart|spade)s")
RANKS = "ace two three four five six seven eight nine ten jack queen king"


def codes_in(text: str) -> set[str]:
    """Return the cards that a text names."""
    return {
        "A23456789TJQK"[RANKS.split(" ").index(rank)] + suit[0] for rank, suit in CARD.findall(text)
    }


def in_the_open(table: Table) -> set[str]:
    """Return the cards that everybody sees, or saw in this round."""
    view = table.view(None)
    hands = [hand.cards for seat in view.seats for hand in seat.hands]
    return {card.code for cards in (*hands, view.dealer_cards) for card in cards}


@given(valid_rules(), st.integers(0, 2**32))
def test_no_sentence_names_a_card_that_lies_face_down(rules: Rules, seed: int) -> None:
    """Nor one of an event's ids, nor anything that the protocol does not know, at any table."""
    seats = [SeatPlan("Ann", 100_000), SeatPlan("Ben")][: rules.max_seats]
    table, chance = Table(rules, seats=seats, seed=seed), Random(seed)
    sentences = Sentences(table)
    for _ in range(40):
        offer = table.offer()
        event = Event.open() if offer is None else random_event(chance, table)
        if offer is not None:
            event = event.sent(command="secret-1")
        try:
            table.apply(event)
        except ShoeError:
            return
        for text in sentences.applied(table, event):
            VALIDATOR.validate(json.loads(text))
            assert codes_in(text) <= in_the_open(table)
            assert "secret-1" not in text
        for reader in range(-1, len(seats)):
            said = sentences.tell_state(table, None if reader < 0 else reader, opens=True)
            asked = not table.over and reader == table.round.asked_seat
            # Limits and what a round brought would show the chips of others.
            assert (said.keys() == {"text"}) or (table.over and reader >= 0)
            assert asked or not re.search(r"\d", said["text"])


def told(
    table: Table, *answers: str, by: By | None = None, bet_minor: int = 1000
) -> list[tuple[str, str | None]]:
    """Play a round from its beginning, and return the sentences, each with what its seat is told.

    Args:
        table: which stands before a round.
        answers: to the questions after the bets; the rest are the usual ones.
        by: who gives the answers.
        bet_minor: which is staked.
    """
    sentences, waiting = Sentences(table), [*answers]
    event = Event.open()
    texts: list[str] = []
    while True:
        table.apply(event)
        texts += sentences.applied(table, event)
        offer = table.offer()
        if offer is None:
            read = map(json.loads, texts)
            return [(each["text"], each.get("to_seat")) for each in read]
        if offer.question is Question.BET:
            event = offer.bet(bet_minor)
        elif waiting:
            event = offer.answer(waiting.pop(0)).sent(by=by)
        else:
            event = offer.default()


def table_of(cards: str, *names: str, rules: Rules | None = None) -> Table:
    """Return a table with known cards."""
    return Table(rules, seats=names, shoes=ArrangedShoes([parse_cards(cards)]))


def of_ann(said: list[tuple[str, str | None]]) -> str:
    """Return what Ann is told."""
    return "\n".join([text if to_seat is None else to_seat for text, to_seat in said])


INSURED_AND_SPLIT = """\
Round 1.
You bet 10.00.
You have eight of hearts and eight of clubs: 16.
The dealer shows ace of spades.
You insure for 5.00.
The dealer looks at the hole card: no blackjack.
You lose 5.00 on insurance.
You split.
Your hand 1 gets three of clubs: 11.
You stand on hand 1.
Your hand 2 gets ten of diamonds: 18.
You stand on hand 2.
The dealer turns seven of diamonds: soft 18.
Your hand 1 loses 10.00.
Your hand 2 gets the bet back."""


def test_each_thing_that_happens_has_a_sentence() -> None:
    """A sum has its parts, a hand of several its number, and the look at the hole card is told."""
    said = told(table_of("8hAs8c7d3cTd9s5s4cTh9h", "Ann"), "insure", "split", "stand", "stand")
    assert of_ann(said) == INSURED_AND_SPLIT
    assert said[1] == ("Ann bets 10.00.", "You bet 10.00.")
    assert said[8][0] == "Ann\N{RIGHT SINGLE QUOTATION MARK}s hand 1 gets three of clubs: 11."


@pytest.mark.parametrize(
    ("cards", "answer", "by", "sentences"),
    [
        (
            "AhAsTc7d3cTd",
            "even_money",
            By.CLOCK,
            "Time is up: You take even money.\nYou win 10.00 by even money.",
        ),
        ("AhAsTc7d3cTd", "decline", None, "You decline even money."),
        ("Th9s6c9d3cTd", "surrender", By.HOUSE, "The house answers: You surrender."),
        ("Th9s6c9d9cTd", "hit", None, "You get nine of clubs: 25 bust.\nYou lose 10.00, bust."),
        (
            "Th9s6c7d9cTd",
            "stand",
            None,
            "of clubs: 25 bust.\nYou win 10.00.",
        ),
        ("AhTsTcAd9cTd", "", None, "The dealer looks at the hole card: blackjack."),
    ],
)
def test_it_is_said_how_a_hand_ended_and_who_answered(
    cards: str, answer: str, by: By | None, sentences: str
) -> None:
    """The clock, the house, and whatever ends a hand early."""
    table = table_of(cards, "Ann", rules=Rules.of(surrender="late"))
    assert sentences in of_ann(told(table, *filter(None, [answer]), by=by))


def test_a_hand_of_several_is_named_where_it_is_split_again_or_not() -> None:
    """The number stands in what is asked of it, too."""
    cards = "8h6s8c7d8d3c9sTd9hTc9c"
    said = of_ann(told(table_of(cards, "Ann"), "split", "split", *["stand"] * 9))
    assert "You split.\nYour hand 1 gets eight of diamonds: 16.\nYou split on hand 1.\n" in said
    said = of_ann(told(table_of(cards, "Ann"), "split", "decline", *["stand"] * 9))
    assert "You decline to split on hand 1.\nYou stand on hand 1." in said


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [("Th6s9cTd9d", "You win."), ("Th9s8cTd", "You lose."), ("Th9s9cTd", "You get the bet back.")],
)
def test_without_money_it_is_said_who_wins(cards: str, sentence: str) -> None:
    """No amount stands there, and no bet of nothing comes back to somebody who lost."""
    rules = Rules.of(bet_min=0, bet_max=0, surrender="off", insurance="off")
    table = table_of(cards, "Ann", rules=rules)
    assert of_ann(told(table, "stand", bet_minor=0)).endswith(sentence)


def test_a_hand_that_the_house_has_staked_is_lost_for_nothing() -> None:
    """The hand that a free split makes loses no chips, and is not told to return any."""
    table = table_of("8h9s8cTd9dTc", "Ann", rules=Rules.of(free_splits=True))
    said = of_ann(told(table, "split", "stand", "stand"))
    assert said.endswith("Your hand 1 loses 10.00.\nYour hand 2 loses.")


def test_a_shoe_that_is_brought_in_is_told() -> None:
    """When the cards end in the middle of a round."""
    shoes = ArrangedShoes([parse_cards("8h9s3c7d"), parse_cards("2cTdTc9h")])
    said = of_ann(told(Table(seats=["Ann"], shoes=shoes), "hit", "stand"))
    assert "The shoe is empty: another one comes into use.\nYou get two of clubs: 13." in said


def said_of_side_bet(table: Table, name: str) -> list[str]:
    """Play a round with a side bet, and return what everybody is told."""
    table.open_round()
    sentences = Sentences(table)
    texts: list[str] = []
    for event in (
        Event(EventKind.SIDE_BET, 0, 0, 100, bet_name=name),
        Event.bet(0, 1000),
        Event.decline(0, 0),
        Event.stand(0, 0),
    ):
        table.apply(event)
        texts += [json.loads(text)["text"] for text in sentences.applied(table, event)]
    return texts


def test_side_bets_are_named() -> None:
    """When they are placed, and in what they bring, with the class that was paid."""
    table = table_of("8h8s8c7d3cTd9s5s", "Ann", rules=Rules.of(side_bets=["perfect_pairs"]))
    texts = said_of_side_bet(table, "perfect_pairs")
    assert texts[0] == "Ann places 1.00 on Perfect Pairs."
    assert "Ann wins 6.00 on Perfect Pairs (Mixed pair: one red, one black)." in texts


def test_a_side_bet_that_pushes_gives_its_stake_back() -> None:
    """It is told like one that is won or lost."""
    pushes = {
        "name": "any_two",
        "title": "Any two",
        "source": "ours",
        "decided_by": "first_two",
        "classes": [{"name": "any", "title": "Any", "pays": "push", "count": 2}],
    }
    table = table_of("8h8s8c7d3cTd9s5s", "Ann", rules=Rules.of(side_bets=[pushes]))
    assert "Ann gets the stake back on Any two (Any)." in said_of_side_bet(table, "any_two")


@pytest.mark.parametrize("cards", ["8h", "8h9s8c", "8h9s7c7d3c"])
def test_a_round_for_which_no_card_is_left_is_told(cards: str) -> None:
    """Whether the cards end before an up card, before a hole card, or in the middle of play."""
    said = told(table_of(cards, "Ann"), *["hit"] * (len(cards) > 6))
    assert ("No card is left for this round: every bet is returned.", None) in said


def test_changes_of_seats_are_told_without_chips() -> None:
    """And what is not for everybody, or has no words, is not told."""
    table = Table(seats=["Ann", None], seed=1)
    sentences = Sentences(table)
    said: list[str] = []
    for change in (
        SeatChange.join(1, "Eve", 77_700),
        SeatChange.deposit(1, 77_700),
        SeatChange.away(1).sent(by=By.CLOCK),
        SeatChange.back(1),
        SeatChange.leave(1),
    ):
        table.change(change)
        said += [json.loads(text)["text"] for text in sentences.changed(table, change)]
    assert said == [
        "Eve sits down at seat 2.",
        "Time is up: Eve takes a break.",
        "Eve is back.",
        "Eve leaves the table.",
    ]
    assert sentences.changed(table, SeatChange.close_seeds()) == []


def asks(table: Table, *answers: str) -> list[str]:
    """Return what Ann is asked, one after another, up to the question after some answers."""
    sentences, texts = Sentences(table), list[str]()
    table.open_round()
    for answer in (*answers, None):
        texts.append(sentences.tell_state(table, 0, opens=True)["text"])
        offer = table.offer()
        if answer is not None and offer is not None:
            table.apply(offer.answer(answer))
    return texts


@pytest.mark.parametrize(
    ("cards", "answers", "changes", "asked"),
    [
        ("8hQs8cTd", ("bet",), {}, "16 against a queen. Split?"),
        ("8hAs8c7d", ("bet",), {}, "16 against an ace. Insurance for 5.00?"),
        ("8hAs8c7d", ("bet",), {"insurance_amount": "up_to_half"}, "Insurance, 0.01 to 5.00?"),
        ("AhAsTc7d", ("bet",), {}, "Blackjack against an ace. Even money?"),
        ("ThKs6c7d", ("bet",), {"surrender": "early"}, "16 against a king. Surrender?"),
        ("Th8s6c7d", ("bet",), {"surrender": "off"}, "16 against an eight. Hit, stand or double?"),
        ("Ah6s6c7d", ("bet",), {}, "Soft 17 against a six. Hit, stand or double?"),
        ("Ah6s6c7d9h", ("bet", "hit"), {}, "16 against a six. Hit or stand?"),
        ("8h", (), {"side_bets": ["21+3"]}, "Side bets first, then your bet, 10.00 or more."),
        ("8h", (), {"bet_max": 5_000}, "Your bet, 10.00 to 50.00."),
        ("8h", (), {"bet_max": 1_000}, "Your bet."),
    ],
)
def test_a_seat_is_asked_in_a_sentence(
    cards: str, answers: tuple[str, ...], changes: dict[str, Any], asked: str
) -> None:
    """What the hand has, what the dealer shows, and what may be done or staked."""
    table = table_of(cards, "Ann", rules=Rules.of(**{"bet_min": 1_000, **changes}))
    assert asks(table, *answers)[-1].endswith(asked)


def test_who_cannot_bet_is_told_why() -> None:
    """All that the seat can do then is to sit out, round after round, or to leave."""
    table = Table(Rules.of(bet_min=1_000), seats=[SeatPlan("Ann", 999), "Ben"], seed=1)
    assert asks(table)[-1].startswith("You have too few chips to bet.")


def test_others_are_told_who_is_asked() -> None:
    """Also a spectator; and nobody is told what the others may do."""
    table = table_of("8h9hTsQc7dTc2s2c2d", "Ann", "Ben")
    sentences = Sentences(table)
    table.open_round()
    assert sentences.tell_state(table, 1, opens=False) == {"text": "Ann is betting."}
    assert sentences.tell_state(table, None, opens=False) == {"text": "Ann is betting."}
    for _ in range(2):
        table.apply(Event.bet(table.round.asked_seat, 1_000))
    assert sentences.tell_state(table, None, opens=False) == {"text": "Ann is playing."}


@pytest.mark.parametrize(
    ("cards", "answers", "result"),
    [
        ("Th6s9cTd9d", ("stand",), "You win 10.00."),
        ("Th9s8cTd", ("stand",), "You lose 10.00."),
        ("Th9s9cTd", ("stand",), "You get back what you bet."),
        ("8hAs8c7d3cTd9s5s4cTh9h", ("insure", "split"), "You lose 15.00 with 2 hands."),
    ],
)
def test_a_seat_is_told_what_a_round_brought(
    cards: str, answers: tuple[str, ...], result: str
) -> None:
    """With all its bets in one sum, until another round opens; others are not told it."""
    table = Table(seats=["Ann", None], shoes=ArrangedShoes([parse_cards(cards)]))
    told(table, *answers)
    sentences = Sentences(table)
    assert sentences.tell_state(table, 0, opens=True)["result"] == result
    for other in (1, None):
        assert "result" not in sentences.tell_state(table, other, opens=True)
    table.change(SeatChange.leave(0))
    assert sentences.tell_state(table, 0, opens=False) == {"text": "You are watching."}


def test_it_is_said_what_is_waited_for() -> None:
    """Between rounds: the next one, a seat that is back, chips, or somebody who plays."""
    table = Table(seats=["Ann", SeatPlan("Ben", 0)], seed=1)
    sentences = Sentences(table)

    def waits(seat: int | None, *, opens: bool = False) -> str:
        return sentences.tell_state(table, seat, opens=opens)["text"]

    assert (waits(0), waits(None)) == ("Waiting for a round.", "You are watching.")
    assert waits(0, opens=True) == waits(None, opens=True) == "The next round begins soon."
    assert waits(1).startswith("You have too few chips to bet.")
    table.change(SeatChange.away(0))
    assert waits(0) == "You are taking a break."


def test_a_hint_is_a_sentence() -> None:
    """It says what is declined."""
    sentences = Sentences(Table(seats=["Ann"], seed=1))
    assert sentences.tell_hint(Question.PLAY, EventKind.HIT) == "The chart says: hit."
    declined = sentences.tell_hint(Question.INSURANCE, EventKind.DECLINE)
    assert declined == "The chart says: decline insurance."


def test_a_session_tells_sentences_if_it_is_to() -> None:
    """After what they tell of, to all alike."""
    session = Session(Table(seats=["Ann", None], seed=1))
    assert "told" not in "".join(each.text for each in session.connect("ann", 0, 0))
    session.tell_with(Sentences(session.table))
    session.connect("eve", None, 0)
    messages = session.receive("ann", Command("a-1", session.table.seq, 0, "bet", 1000), 1)
    happened = [json.loads(each.text).get("happened") for each in messages]
    assert [each[-1]["told"] for each in happened if each] == ["dealt", "dealt"]
