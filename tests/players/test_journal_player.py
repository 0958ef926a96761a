"""The player who answers as a journal says."""

from io import BytesIO

import pytest
from tests.replay.recorded import hosted

from pitboss import AdapterError, Journal, RandomLegal, Rules, Table, play_rounds
from pitboss.players import JournalPlayer, PlayerError, ScriptEndedError

ROUNDS = 40
SEATS = ("Ann", "Bob", "Cid")


def journal_of_random_play() -> bytes:
    """Return the journal of some rounds that three random players played."""
    sink = BytesIO()
    table = Table(Rules(), seats=SEATS, seed=11, recorder=Journal(sink))
    play_rounds(table, [RandomLegal(5, seat) for seat in range(len(SEATS))], ROUNDS)
    table.close()
    return sink.getvalue()


def test_the_logged_answers_make_the_same_journal() -> None:
    """On a table of the same rules, seats and seed every byte comes out again."""
    written = journal_of_random_play()
    sink = BytesIO()
    table = Table(Rules(), seats=SEATS, seed=11, recorder=Journal(sink))
    play_rounds(table, [JournalPlayer(BytesIO(hosted(written)))] * len(SEATS), ROUNDS)
    table.close()
    assert sink.getvalue() == written


@pytest.mark.parametrize("cut", [0, 1])
def test_a_journal_without_a_further_answer_says_so(cut: int) -> None:
    """After the last logged answer, or where the last line is cut off, there is none to give."""
    written = journal_of_random_play()
    answer = JournalPlayer(BytesIO(written[: len(written) - cut]))
    table = Table(Rules(), seats=SEATS, seed=11)
    play_rounds(table, [answer] * len(SEATS), ROUNDS)
    with pytest.raises(AdapterError) as caught:
        play_rounds(table, [answer] * len(SEATS), 1)
    assert isinstance(caught.value.__cause__, ScriptEndedError)


def test_answers_of_another_table_are_not_taken_for_this_one() -> None:
    """Where the journal goes on with another seat, the player says what does not fit."""
    table = Table(Rules(), seats=("Ann", "Bob"), seed=11)
    with pytest.raises(AdapterError) as caught:
        play_rounds(table, [JournalPlayer(BytesIO(journal_of_random_play()))] * 2, ROUNDS)
    assert isinstance(caught.value.__cause__, PlayerError)
