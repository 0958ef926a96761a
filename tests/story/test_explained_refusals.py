"""Why an event was refused: in sentences, and as data that agrees with the refusal."""

import tomllib
from pathlib import Path

import pytest
from attrs import frozen
from tests.play.requirements.playing import event_of, say, table_with, waiting

from pitboss import Event, RefusedError, Rules, SeatPlan, Table
from pitboss.story import Explanation, Ruling, explain_refusal

FIXTURE = Path(__file__).parents[2] / "fixtures" / "explanations" / "refusals.toml"


@frozen
class Case:
    """An event that is refused and what is said of it.

    Attributes:
        rules: as a rule file has them.
        cards: in the order in which they are drawn.
        words: what is answered; the last answer is refused.
        sentence: what is said of that.
        balance: chips of the seat in minor units; None for unlimited funds.
    """

    rules: dict[str, object]
    cards: str
    words: str
    sentence: str
    balance: int | None = None

    def refused(self) -> tuple[Table, RefusedError]:
        """Give the answers and return the refusal of the last."""
        seats = [SeatPlan("Ann", self.balance)]
        table = table_with(Rules.from_dict(self.rules), self.cards, seats=seats)
        *accepted, last = self.words.split()
        say(table, *accepted)
        with pytest.raises(RefusedError) as raised:
            table.apply(event_of(waiting(table), last))
        return table, raised.value


CASES = {
    name: Case(**case) for name, case in tomllib.loads(FIXTURE.read_text(encoding="utf-8")).items()
}


def explained(case: Case) -> tuple[RefusedError, Explanation]:
    """Return the refusal of a case and the explanation of it."""
    table, error = case.refused()
    return error, explain_refusal(error, table.rules)


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_refusal_is_explained_in_a_sentence(case: Case) -> None:
    """It names what lies on the table, the option with its value, and the clause."""
    assert explained(case)[1].sentence == case.sentence


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_explanation_of_a_refusal_is_data_too(case: Case) -> None:
    """Ruling, seat, hand and stake are the event's, and every option of the refusal is there."""
    error, told = explained(case)
    event = error.event
    assert told.ruling is Ruling.REFUSED
    assert told.subject == event.kind.value.replace("_", " ")
    assert told.ruling is Ruling.REFUSED
    assert (told.seat, told.hand) == (event.seat, event.hand)
    assert told.amount_minor == event.amount_minor
    assert told.because in told.sentence
    values = {option.option: option.value for option in told.options}
    assert error.options.items() <= values.items()


def test_a_refused_opening_is_explained() -> None:
    """The event of the host needs no option to be refused."""
    table = table_with(Rules(), "T 9 9 9")
    with pytest.raises(RefusedError) as raised:
        table.apply(Event.open())
    told = explain_refusal(raised.value, table.rules)
    assert told.sentence == "open refused: the round is not over"
    assert (told.options, told.clauses) == ((), ())


def test_who_is_not_asked_is_told_who_is() -> None:
    """The seat that is asked stands in the sentence."""
    table = table_with(Rules(), "T 9 9 9 8 8", seats=["Ann", "Ben"])
    with pytest.raises(RefusedError) as raised:
        table.apply(Event.bet(1, 1000))
    told = explain_refusal(raised.value, table.rules)
    assert (told.sentence, told.seat) == ("bet refused: seat 0 is asked", 1)
