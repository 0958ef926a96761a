"""A viewer's journal is told, and drawn as a page, as the journal that it was made from."""

import re
from io import BytesIO

import pytest
from attrs import evolve
from tests.replay.scenarios import SCENARIOS, journal_of

from pitboss.errors import JournalError
from pitboss.game.round import Question
from pitboss.replay import JournalStepper, NoSuchRoundError, find_rounds, viewer_journal
from pitboss.story import AUDITOR, SPECTATOR, Story, Viewer, round_page
from pitboss.story.told_events import Answered, ToldEvent


def shared(name: str, seat: int | None) -> bytes:
    """Return the journal of a scenario as a viewer may know it."""
    return b"".join(viewer_journal(BytesIO(journal_of(name)), seat))


def events(data: bytes, viewer: Viewer, number: int | None = None) -> list[ToldEvent]:
    """Tell a journal; what other seats could have answered depends on chips that are hidden."""
    rounds = Story(BytesIO(data)).rounds(viewer, number, explains=True)
    return [
        evolve(each, legal=())
        if isinstance(each, Answered) and not viewer.knows_chips(each.of.seat)
        else each
        for told_round in rounds
        for each in told_round
    ]


@pytest.mark.parametrize("name", SCENARIOS)
def test_it_is_told_as_the_journal_itself_is(name: str) -> None:
    """All of it, and each round alone."""
    data = journal_of(name)
    for seat, viewer in ((None, SPECTATOR), (0, Viewer.at(0))):
        ours = shared(name, seat)
        assert events(ours, viewer) == events(data, viewer)
        last = SCENARIOS[name].rounds
        for number in {1, last // 2 + 1, last}:
            assert events(ours, viewer, number) == events(data, viewer, number)


def test_a_seat_that_could_pay_is_told_what_it_might_have_answered() -> None:
    """Of a seat whose chips are hidden all that the rules allow is told."""
    ours = Story(BytesIO(shared("six_deck_s17", 0))).rounds(Viewer.at(0))
    theirs = Story(BytesIO(journal_of("six_deck_s17"))).rounds(Viewer.at(0))
    assert [*ours] == [*theirs]


@pytest.mark.parametrize("name", ["six_deck_s17", "host_lines"])
def test_a_page_holds_the_same_rounds(name: str) -> None:
    """But for digests, of lines and in the foot."""

    def page(data: bytes, viewer: Viewer | None) -> str:
        html = round_page(BytesIO(data), 2, 4, viewer=viewer).html
        return re.sub(',"digest":"[0-9a-f]{64}"| \N{MIDDLE DOT} [0-9a-f]{64}(?=</p>)', "", html)

    assert page(shared(name, 0), None) == page(journal_of(name), Viewer.at(0))


def test_nobody_is_told_what_a_seat_lacks_for_a_bet() -> None:
    """What it might stake at most is what it owns, also where that is too little."""
    rounds = Story(BytesIO(journal_of("broke_seats"))).rounds(SPECTATOR)
    answers = [each for told in rounds for each in told if isinstance(each, Answered)]
    limits = {each.least_minor for each in answers if each.question is Question.BET}
    limits |= {each.most_minor for each in answers if each.question is Question.BET}
    assert limits == {None}


def test_it_is_for_its_viewer_alone() -> None:
    """Nobody sees stand-ins for what is hidden."""
    data = shared("seats_change", 2)
    for viewer in (SPECTATOR, AUDITOR, Viewer.at(0), Viewer.at(0, 2)):
        with pytest.raises(JournalError, match="the journal was made for seat 2"):
            next(Story(BytesIO(data)).rounds(viewer))
    with pytest.raises(JournalError, match="the journal was made for a spectator"):
        round_page(BytesIO(shared("seats_change", None)), 1, viewer=Viewer.at(0))


def test_a_round_that_is_not_there_is_named() -> None:
    """With those that are."""
    story = Story(BytesIO(shared("six_deck_s17", None)))
    with pytest.raises(NoSuchRoundError, match="no round 21"):
        next(story.rounds(SPECTATOR, 21))


def test_it_is_stepped_through_and_searched() -> None:
    """Line by line; by what it shows."""
    data = shared("six_deck_s17", 1)
    stepper = JournalStepper(BytesIO(data))
    stepper.go_to(9)
    assert stepper.back()
    assert stepper.seq == 8
    assert [each.hands for each in find_rounds(BytesIO(data))] == [
        each.hands for each in find_rounds(BytesIO(journal_of("six_deck_s17")))
    ]
