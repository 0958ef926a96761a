"""What is read while the table moves is no answer; what a guard sees in a state made by hand."""

import pytest

from pitboss import EventKind, Offer, Phase, Question, Rules, Table
from pitboss.errors import TableError, brief
from pitboss.game.round import Hand, Round, Seat
from pitboss.game.trace import row_taken
from pitboss.machine.flags import flags_for
from pitboss.machine.house_guards import is_settled_before_filling
from pitboss.table.legality import Legality


class Moving(Legality):
    """Legality: whatever is asked, the round moves meanwhile."""

    def may_stake(self, round_: Round, amount_minor: int) -> bool:
        """Move, and answer."""
        round_.event_count += 1
        return super().may_stake(round_, amount_minor)

    def may_answer(self, round_: Round, kind: EventKind) -> bool:
        """Move, and answer."""
        round_.event_count += 1
        return super().may_answer(round_, kind)


@pytest.mark.pure
def test_an_offer_that_is_read_while_the_table_moves_says_so() -> None:
    """Another thread may apply an event between the look and the answer."""
    table = Table(seats=["Ann"], seed=1)
    table.open_round()
    legality = Moving(Rules())
    with pytest.raises(TableError, match="before the next event"):
        Offer.at(table.round, Question.BET, legality).takes(10)
    with pytest.raises(TableError, match="before the next event"):
        Offer.at(table.round, Question.BET, legality).can(EventKind.BET)


def test_a_round_without_open_bets_may_have_been_filled() -> None:
    """In turns, only early surrenders end it before anybody filled a hand."""
    flags = flags_for(Rules.preset("cpsc386", surrender="early"))
    seat = Seat(0, "Ann", 0, on_credit=True)
    seat.hands = [Hand(10)]
    assert not is_settled_before_filling(flags, Round(Phase.INSURANCE_OFFERED, [seat]))


def test_what_cannot_be_shown_is_shown_by_its_type() -> None:
    """A class may call itself a list and have no length."""
    assert brief(type("list", (), {})()) == "<list>"
    assert repr(row_taken("dealt-fill")) == "RowTaken('dealt-fill')"
