"""Tables that must not go on: closed, cut short, or about to outgrow what a journal holds."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

import pytest
from attrs import frozen

from pitboss.errors import JournalError, LimitError, TableError
from pitboss.game.cards import Card
from pitboss.game.events import Event
from pitboss.game.limits import MAX_TOTAL_MINOR
from pitboss.game.round import House, Round, Seat
from pitboss.game.shoe import Shoe
from pitboss.journal import Journal
from pitboss.journal.files import Flush
from pitboss.machine.dispatch import apply_event
from pitboss.machine.flags import Flags
from pitboss.players import MimicPlayer
from pitboss.replay import resume, verify
from pitboss.rules import Rules
from pitboss.table import Table
from pitboss.table.driver import play_round, play_rounds
from pitboss.table.menu import RefusedError
from pitboss.table.shoes import ArrangedShoes, parse_cards


class Disk:
    """A file that is written to."""

    def __init__(self) -> None:
        self.file = BytesIO()

    def write(self, data: bytes, /) -> int:
        """Take all of it."""
        return self.file.write(data)

    def flush(self) -> None:
        """Have nothing left to hand on."""


class FullDisk(Disk):
    """A file on a disk that is full for a while."""

    full = False

    def write(self, data: bytes, /) -> int:
        """Refuse while the disk is full."""
        if self.full:
            raise OSError(28, "no space left")
        return super().write(data)


@frozen
class Only:
    """A source that has one shoe.

    Attributes:
        shoe: which.
    """

    shoe: Shoe

    def fresh(self, number: int) -> Shoe:
        """Give it, whatever number is asked for."""
        assert number
        return self.shoe

    def remade(self, number: int, part: int, on_table: Sequence[Card]) -> Shoe | None:
        """Have no other."""
        assert (number, part) == (1, 1)
        assert on_table
        return None


class SmallSteps(Disk):
    """An unbuffered file that takes a few bytes at a time."""

    def write(self, data: bytes, /) -> int:
        """Take seven bytes at the most."""
        return super().write(data[:7])


def test_a_closed_table_opens_no_further_round() -> None:
    """The journal of a closed table is finished; closing again is no harm."""
    sink = BytesIO()
    table = Table(seats=["Ann"], seed=3, recorder=Journal(sink))
    table.close()
    table.close()
    with pytest.raises(TableError, match="closed"):
        table.open_round()
    assert verify(BytesIO(sink.getvalue())).matches


def test_after_a_failed_write_nothing_is_played_and_the_journal_can_be_taken_up() -> None:
    """No hole is left in the file: what it holds goes on from where it stopped."""
    sink = FullDisk()
    journal = Journal(sink, flush=Flush.EACH_EVENT)
    table = Table(seats=["Ann"], seed=3, recorder=journal)
    table.open_round()
    sink.full = True
    with pytest.raises(OSError, match="no space"):
        table.apply(Event.bet(0, 1000))
    sink.full = False
    with pytest.raises(TableError, match="cut short"):
        table.apply(table.legal()[0])
    with pytest.raises(TableError, match="cut short"):
        table.close()
    with pytest.raises(JournalError, match="earlier write failed"):
        journal.host({"said": "after the failure"})
    resumed = resume(sink.file)
    resumed.table.apply(Event.bet(0, 1000))


def test_a_file_that_takes_a_few_bytes_at_a_time_gets_them_all() -> None:
    """A short write is carried on."""
    sink = SmallSteps()
    table = Table(seats=["Ann"], seed=3, recorder=Journal(sink))
    table.open_round()
    table.apply(Event.sit_out(0))
    table.close()
    assert verify(BytesIO(sink.file.getvalue())).matches


class Interrupted:
    """Machine: every event is done, and then interrupted."""

    rules = Rules()

    def apply_event(self, flags: Flags, round_: Round, house: House, event: Event) -> bool:
        """Apply an event and raise."""
        assert apply_event(flags, round_, house, event)
        raise KeyboardInterrupt


def test_an_interrupt_in_the_middle_of_an_event_stops_the_table() -> None:
    """Nobody can play on with a round of which only half was done."""
    table = Table(seats=["Ann"], seed=3, machine=Interrupted())
    with pytest.raises(KeyboardInterrupt):
        table.open_round()
    with pytest.raises(TableError, match="cut short"):
        table.open_round()
    for event in (Event.hit(0, 0), Event.bet(0, 1000), Event.bet(0, 0)):
        with pytest.raises(TableError, match="cut short"):
            table.apply(event)


class InterruptedShoes:
    """A source that is interrupted when a shoe is asked for in mid-round."""

    def fresh(self, number: int) -> Shoe:
        """Return a shoe of four cards."""
        return ArrangedShoes([parse_cards("5c6d7h8s")]).fresh(number)

    def remade(self, number: int, part: int, on_table: Sequence[Card]) -> Shoe | None:  # noqa: ARG002
        """Come to nothing."""
        raise KeyboardInterrupt


def test_what_was_handed_out_before_an_event_that_was_cut_short_is_out_of_date() -> None:
    """It no longer shows the table as it stands."""
    table = Table(seats=["Ann"], shoes=InterruptedShoes())
    table.open_round()
    table.apply(Event.bet(0, 1000))
    offer = table.glance()
    assert offer is not None
    with pytest.raises(KeyboardInterrupt):
        table.apply(offer.hit())
    with pytest.raises(TableError, match="this offer was not read before the next event"):
        offer.look()


def test_a_journal_whose_last_line_could_not_be_written_is_never_called_closed() -> None:
    """Whoever closes the table again is told so again."""
    sink = FullDisk()
    table = Table(seats=["Ann"], seed=3, recorder=Journal(sink))
    sink.full = True
    with pytest.raises(OSError, match="no space"):
        table.close()
    sink.full = False
    with pytest.raises(TableError, match="cut short"):
        table.close()


class NoShoeAtHand:
    """Shoes whose maker fails in mid-round, for a reason of its own."""

    def fresh(self, number: int) -> Shoe:
        """Return a shoe that lasts for the deal."""
        cards = [Card.parse(code) for code in ("Th", "6c", "9h", "Td")]
        return ArrangedShoes([cards]).fresh(number)

    def remade(self, number: int, part: int, on_table: Sequence[Card]) -> Shoe | None:  # noqa: ARG002
        """Fail."""
        raise OSError("the shelf is empty")


def test_a_round_that_was_cut_short_is_not_taken_for_one_that_was_played() -> None:
    """Whoever goes on with it is told, again and again."""
    table = Table(seats=["Ann"], shoes=NoShoeAtHand())
    with pytest.raises(OSError, match="shelf"):
        play_round(table, [MimicPlayer()])
    for _ in range(2):
        with pytest.raises(TableError, match="cut short"):
            play_round(table, [MimicPlayer()])
    with pytest.raises(TableError, match="cut short"):
        play_rounds(table, [MimicPlayer()], 1)
    assert table.cut_short


def test_to_ask_for_a_round_in_mid_round_is_refused_whatever_was_won() -> None:
    """A limit that the next round must keep to does not matter yet."""
    table = Table(seats=["Ann"], seed=3)
    table.open_round()
    table.house.balance_minor = -MAX_TOTAL_MINOR - 1
    with pytest.raises(RefusedError, match="the round is not over"):
        table.open_round()


@pytest.mark.parametrize("side", ["seat", "house"])
def test_no_round_is_opened_that_might_not_fit_a_journal(side: str) -> None:
    """So much was won or lost that sums could leave 64 bits; nothing is changed by the refusal."""
    table = Table(seats=["Ann"], seed=3)
    whose: Seat | House = table.round.seats[0] if side == "seat" else table.house
    whose.balance_minor = -MAX_TOTAL_MINOR - 1
    before = table.round.number
    with pytest.raises(LimitError) as caught:
        table.open_round()
    assert caught.value.limit == "MAX_TOTAL_MINOR"
    assert table.round.number == before
    whose.balance_minor = -MAX_TOTAL_MINOR
    table.open_round()


def test_a_table_that_nobody_records_is_closed_likewise() -> None:
    """Closing needs no journal."""
    table = Table(seats=["Ann"], seed=3)
    table.close()
    with pytest.raises(TableError, match="closed"):
        table.open_round()


def test_a_shoe_that_no_journal_holds_is_a_limit_that_was_reached() -> None:
    """A host's own source may number its shoes as it likes, but not beyond 64 bits."""
    sink = BytesIO()
    shoe = Shoe(2**64, parse_cards("Th6hTcTd9d9c"), 0, 6, None, written_out=True)
    with pytest.raises(LimitError, match="a number is too large to be written"):
        Table(seats=["Ann"], shoes=Only(shoe), recorder=Journal(sink, flush=Flush.EACH_EVENT))
