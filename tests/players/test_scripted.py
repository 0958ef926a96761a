"""Scripted play: the words as they are written, and plain errors about the script."""

import pickle

import pytest
from tests.players.tables import asked_after
from tests.project.fixtures.worked_rounds import WorkedRound, read_worked_rounds

from pitboss import AdapterError, Card, Event, Rules, Table, play_round
from pitboss.players import PlayerError, ScriptedPlayer, ScriptEndedError
from pitboss.table.driver import Fault
from pitboss.table.shoes import ArrangedShoes

LOTT = [worked for worked in read_worked_rounds() if worked["rules"].get("preset") == "lott"]
ACES = "Ac Ad 2h 9d 3h 5h"


def table_of(worked: WorkedRound) -> Table:
    """Set a worked round up; suits that it leaves out are clubs."""
    cards = [Card.parse(text if len(text) == 2 else f"{text}c") for text in worked["cards"]]
    rules = Rules.from_dict(worked["rules"])
    return Table(rules, seats=["Ann"], shoes=ArrangedShoes([cards]))


@pytest.mark.parametrize("worked", LOTT, ids=[worked["id"] for worked in LOTT])
def test_a_worked_round_is_played_by_its_decisions(worked: WorkedRound) -> None:
    """The words of a worked round are a script, and every one of them is said."""
    assert "bet" in worked
    table = table_of(worked)
    player = ScriptedPlayer([f"bet:{worked['bet']}", *worked["decisions"]])
    play_round(table, [player])
    assert player.left == 0
    outcomes = [result.outcome.value for result in table.results()]
    assert outcomes == [hand["outcome"] for hand in worked["expect"]["hands"]]


@pytest.mark.parametrize(
    ("word", "event"),
    [
        ("bet:250", Event.bet(0, 250)),
        ("bet", Event.bet(0, 1)),
        ("sit_out", Event.sit_out(0)),
        (Event.bet(0, 77), Event.bet(0, 77)),
        (Event.stand(5, 2), Event.stand(5, 2)),
    ],
)
def test_words_and_events_answer_the_question_for_a_bet(word: str | Event, event: Event) -> None:
    """An amount is said as it is written, none means the least, and an event stands as it is."""
    assert ScriptedPlayer([word]).decide(*asked_after(Rules(), ACES)) == event


@pytest.mark.parametrize(
    ("word", "event"),
    [
        ("insure:30", Event.insure(0, 0, 30)),
        ("insure", Event.insure(0, 0, 50)),
        ("decline", Event.decline(0, 0)),
        ("hit", Event.hit(0, 0)),
        ("even_money", Event.even_money(0, 0)),
    ],
)
def test_words_answer_for_the_hand_that_is_asked(word: str, event: Event) -> None:
    """Legal or not, the word is said of the hand in question; insurance alone means the most."""
    asked = asked_after(Rules.of(insurance_amount="up_to_half"), ACES, Event.bet(0, 100))
    assert ScriptedPlayer([word]).decide(*asked) == event


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("stnad", "there is no such word; did you mean stand"),
        ("open", "there is no such word"),
        ("", "there is no such word; write one of bet, sit_out"),
        ("hit:5", "only bet and insure have an amount"),
        ("bet:", "write the amount in whole minor units"),
        ("bet:-5", "write the amount in whole minor units"),
        ("bet:1.50", "write the amount in whole minor units"),
        ("bet:٣", "write the amount in whole minor units"),
        (f"bet:{'9' * 5000}", "write the amount in at most 16 digits"),
    ],
)
def test_a_word_that_cannot_be_read_is_refused_at_once(word: str, told: str) -> None:
    """A script is read before anything is played."""
    with pytest.raises(PlayerError, match=told):
        ScriptedPlayer(["hit", word])


def test_a_script_that_runs_out_says_so() -> None:
    """The driver's error names the seat, and its cause the question that found no word."""
    table = Table(seats=["Ann"], seed=3)
    player = ScriptedPlayer(["bet:100"])
    with pytest.raises(AdapterError) as caught:
        play_round(table, [player])
    assert caught.value.fault is Fault.RAISED
    cause = caught.value.__cause__
    assert isinstance(cause, ScriptEndedError)
    assert (cause.offer, cause.words) == (table.offer(), 1)
    assert "seat 0 is asked for play, and all 1 words of its script are used" in str(cause)


def test_the_error_of_an_ended_script_may_be_sent_after_the_round_has_gone_on() -> None:
    """It keeps what was asked then."""
    table = Table(seats=["Ann"], shoes=ArrangedShoes([[Card.parse(text) for text in ACES.split()]]))
    with pytest.raises(AdapterError) as failed:
        play_round(table, [ScriptedPlayer(["bet:100"])])
    ended = failed.value.__cause__
    assert isinstance(ended, ScriptEndedError)
    question = ended.offer.question
    table.apply(table.legal()[0])
    sent = pickle.loads(pickle.dumps(ended))  # noqa: S301  our own
    assert (sent.offer.question, str(sent)) == (question, str(ended))
