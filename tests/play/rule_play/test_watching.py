"""The watch over bulk play is held to faults planted in a table: it has to see each."""

import pytest
from tests.play.rule_play.watching import Watch, check_journal, look_at_all_of
from tests.replay.recorded import lines_of, recorded

from pitboss import Event, Phase, Rules, SeatPlan, Table
from pitboss.game.trace import row_taken


def watched_table(watch: Watch) -> Table:
    """Set a table up and let a seat bet; the round goes on."""
    table = Table(seed=3, seats=[SeatPlan("Ann", 10_000)], recorder=watch)
    table.open_round()
    table.apply(Event.bet(0, 100))
    assert table.round.phase is Phase.FILLING
    return table


def test_a_lost_chip_is_seen() -> None:
    """A chip that is taken from a seat has to be somewhere else."""
    table = watched_table(Watch())
    table.round.seats[0].balance_minor -= 1
    with pytest.raises(AssertionError, match="chips were lost or made"):
        table.apply(Event.hit(0, 0))


def test_a_lost_card_is_seen() -> None:
    """A card that left the shoe has to lie in a hand."""
    table = watched_table(Watch())
    table.shoe.position += 1
    with pytest.raises(AssertionError) as complaint:
        table.apply(Event.hit(0, 0))
    assert complaint.traceback[-1].name == "follow"


def test_a_move_from_another_state_is_seen() -> None:
    """The dealer cannot settle while a hand is filled."""
    watch = Watch()
    table = watched_table(watch)
    table.house.trace = [row_taken("dealer-settle")]
    with pytest.raises(AssertionError, match=r"dealer-settle was taken in .*FILLING"):
        watch.applied(table, Event.hit(0, 0))


def test_a_state_that_no_move_leads_to_is_seen() -> None:
    """Where the moves end is where the round has to stand."""
    watch = Watch()
    table = watched_table(watch)
    table.round.phase = Phase.DEALER_TURN
    table.house.trace = []
    with pytest.raises(AssertionError, match=r"the moves lead to .*FILLING"):
        watch.applied(table, Event.hit(0, 0))


def test_a_table_that_contradicts_itself_is_seen() -> None:
    """A live hand too many is a flaw, and a question that is put to nobody is none of the menu."""
    table = watched_table(Watch())
    look_at_all_of(table)
    table.round.live_hands += 1
    with pytest.raises(AssertionError, match="live_hands"):
        look_at_all_of(table)


def check(lines: list[bytes], count: int) -> None:
    """Check the lines of a journal."""
    check_journal(b"".join(lines), count)


def test_a_journal_that_is_not_as_it_was_written_is_seen() -> None:
    """A line that is missing, one too many, one that says something else."""
    lines = lines_of(recorded(Rules(), 2))
    count = len(lines)
    check(lines, count)
    with pytest.raises(AssertionError, match="gap"):
        check(lines[:4] + lines[5:], count)
    with pytest.raises(AssertionError, match="no number"):
        check([*lines, b'{"line":"note","note":{}}\n'], count)
    with pytest.raises(AssertionError, match="DAMAGED"):
        check([line.replace(b'"bet"', b'"hit"') for line in lines], count)
