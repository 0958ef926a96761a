"""Events, offers and views are frozen values: assigned to, copied, or made of nonsense."""

import copy
import pickle
from collections.abc import Sequence
from typing import Any

import pytest
from tests.table.driver.liars import HUGE, Unprintable, Whole, a_table, in_play

from pitboss import Event, EventKind, View
from pitboss.errors import EventError, TableError, type_name


def unpickled(data: bytes) -> Any:  # noqa: ANN401  whatever was pickled here
    """Return what a test has pickled."""
    return pickle.loads(data)  # noqa: S301  from this very process


NUMBERS: Sequence[object] = (True, -1, 7, HUGE, -HUGE, 1.0, "0", None, Whole(0), [HUGE])


@pytest.mark.parametrize("number", NUMBERS, ids=type_name)
@pytest.mark.parametrize("part", ["seat", "hand", "amount_minor"])
def test_an_event_is_made_of_whole_numbers_within_bounds(part: str, number: Any) -> None:  # noqa: ANN401
    """What is near a number is none; a number of any length is told in a few words."""
    beyond = {"seat": 7, "hand": 256, "amount_minor": 10**15 + 1}
    if number == 7:
        number = beyond[part]
    parts: dict[str, Any] = {"kind": EventKind.BET, "seat": 0, "hand": 0, "amount_minor": 1}
    with pytest.raises(EventError) as raised:
        Event(**{**parts, part: number})
    assert len(str(raised.value)) < 400


@pytest.mark.parametrize(
    "kind", ["hit", None, object.__new__(EventKind), Unprintable()], ids=type_name
)
def test_an_event_is_of_a_kind(kind: Any) -> None:  # noqa: ANN401
    """Nor is it one that nobody defined."""
    with pytest.raises(EventError, match="use one of EventKind"):
        Event(kind, 0)


def test_an_event_never_changes() -> None:
    """Neither by assignment nor by copies."""
    event, before = Event.bet(0, 1000), Event.bet(0, 1000)
    for name in ("kind", "seat", "hand", "amount_minor"):
        with pytest.raises(AttributeError):
            setattr(event, name, 1)
        with pytest.raises(AttributeError):
            delattr(event, name)
    assert event == before
    for again in (copy.copy(before), copy.deepcopy(before), unpickled(pickle.dumps(before))):
        assert again == before


@pytest.mark.parametrize("name", ["viewer", "seats", "question", "asked_seat", "anything"])
def test_nothing_can_be_assigned_to_a_view(name: str) -> None:
    """What it shows cannot be changed."""
    table = a_table()
    table.open_round()
    with pytest.raises(AttributeError):
        setattr(table.view(0), name, 1)


@pytest.mark.parametrize("name", ["seat", "hand", "legal", "cards", "most_minor", "anything"])
def test_whom_an_offer_asks_cannot_be_assigned(name: str) -> None:
    """Nor what it allows."""
    table = a_table()
    table.open_round()
    with pytest.raises(AttributeError):
        setattr(table.offer(), name, 1)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_copy_of_what_is_shown_holds_what_is_shown(protocol: int) -> None:
    """No balance of another seat is in it, looked at before or not, and it is equal."""
    table = in_play()
    chips = [str(seat.balance_minor).encode() for seat in table.round.seats]
    for seat in (0, 1, None):
        for view in (View.at(table.round, seat, table.shoe), table.view(seat)):
            data = pickle.dumps(view, 0)
            assert [each in data for each in chips] == [seat == 0, seat == 1]
            again = unpickled(pickle.dumps(view, protocol))
            assert again == copy.copy(view) == copy.deepcopy(view) == view
            assert repr(again) == repr(view)
    glance = table.glance()
    assert glance is not None
    data = pickle.dumps(glance, 0)
    assert chips[1] not in data
    assert b"Round" not in data
    again = unpickled(pickle.dumps(table.glance(), protocol))
    assert again == copy.copy(glance) == copy.deepcopy(glance) == table.offer()
    table.apply(again.stand())


def test_what_was_kept_too_long_is_not_copied() -> None:
    """It would hold what happened since."""
    table = in_play()
    view, offer = View.at(table.round, 0, table.shoe), table.glance()
    assert offer is not None
    table.apply(Event.stand(0, 0))
    for shown in (view, offer):
        for keep in (pickle.dumps, copy.copy, copy.deepcopy):
            with pytest.raises(TableError, match="was not read before the next event"):
                keep(shown)
