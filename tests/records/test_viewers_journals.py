"""Records of a viewer's journal are those of the journal itself without what is hidden."""

from io import BytesIO

import pytest
from attrs import evolve
from tests.replay.scenarios import SCENARIOS, journal_of

from pitboss.errors import JournalError
from pitboss.game.cards import Card
from pitboss.records import RecordedRound, host_lines, rounds, seat_changes
from pitboss.replay import viewer_journal


def shared(name: str, seat: int | None) -> bytes:
    """Return the journal of a scenario as a viewer may know it."""
    return b"".join(viewer_journal(BytesIO(journal_of(name)), seat))


def known(record: RecordedRound, seat: int, hole_card: Card | None) -> RecordedRound:
    """Return the record of a round without the chips of others, and what they allowed."""
    return evolve(
        record,
        hole_card=hole_card,
        seats=tuple(
            each if each.seat == seat else evolve(each, balance_minor=None) for each in record.seats
        ),
        decisions=tuple(
            each
            if each.seat == seat
            else evolve(each, least_minor=None, most_minor=None, legal=(), command=None)
            for each in record.decisions
        ),
    )


@pytest.mark.parametrize("name", SCENARIOS)
def test_rounds_are_recorded_without_what_is_hidden(name: str) -> None:
    """The hole card is there if it was turned."""
    found = [*rounds(BytesIO(shared(name, 0)))]
    expected = [*rounds(BytesIO(journal_of(name)))]
    assert len(found) == len(expected)
    for ours, theirs in zip(found, expected, strict=True):
        turned = theirs.hole_card in theirs.dealer_cards[1:] or theirs.hole_card is None
        assert turned or ours.hole_card is None
        assert known(ours, 0, ours.hole_card) == known(theirs, 0, ours.hole_card)
        hidden = {each.balance_minor for each in ours.seats if each.seat}
        assert hidden <= {None}


def test_changes_are_recorded_without_the_chips_of_others() -> None:
    """What the host wrote is left out altogether."""
    data = shared("seats_change", 0)
    ours, theirs = (
        [*seat_changes(BytesIO(data))],
        [*seat_changes(BytesIO(journal_of("seats_change")))],
    )
    assert [each.kind for each in ours] == [each.kind for each in theirs]
    for each, whole in zip(ours, theirs, strict=True):
        if each.seat == 0:
            assert each == whole
        else:
            assert (each.amount_minor, each.balance_minor) == (None, None)
    assert {repr(each.facts) for each in host_lines(BytesIO(shared("host_lines", 0)))} == {"{}"}


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize("seat", [None, 0])
def test_what_everybody_saw_is_in_every_viewers_journal(name: str, seat: int | None) -> None:
    """With the cards that nobody saw, unless somebody chose which cards are in a shoe."""
    source = BytesIO(shared(name, seat))
    if b'"commitment":null,' in journal_of(name):
        with pytest.raises(JournalError, match="how many cards of the shoe in round 1 were unseen"):
            next(rounds(source, seen=True))
        return
    ours, theirs = (
        [[each.seen for each in record.decisions] for record in rounds(file, seen=True)]
        for file in (source, BytesIO(journal_of(name)))
    )
    assert ours == theirs
