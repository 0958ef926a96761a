"""Seats that change between rounds, and events that are meant for one moment of a table."""

import copy
import pickle
from io import BytesIO
from typing import cast

import pytest
from tests.replay.recorded import play_round
from tests.table.any_event import event_of

from pitboss import Event, EventKind, Journal, MimicPlayer, SeatPlan, Table, play_rounds, verify
from pitboss.errors import EventError, TableError
from pitboss.game.events import By
from pitboss.game.limits import MAX_TOTAL_MINOR
from pitboss.game.round import Presence, contents
from pitboss.game.seat_changes import ChangeKind, SeatChange
from pitboss.table import ChangeRefusal, ChangeRefusedError, StaleError
from pitboss.table.driver import Stop
from pitboss.table.seating import EMPTY_SEAT


def a_table(sink: BytesIO | None = None) -> Table:
    """Return a table of Ann with 1,000 minor units, Bo with no limit, and two empty seats."""
    recorder = None if sink is None else Journal(sink)
    seats: list[SeatPlan | str | None] = [SeatPlan("Ann", 1_000), "Bo", None, None]
    return Table(seats=seats, seed=7, recorder=recorder)


REFUSED = {
    ChangeRefusal.NO_SUCH_SEAT: SeatChange.leave(4),
    ChangeRefusal.SEAT_EMPTY: SeatChange.deposit(2, 1),
    ChangeRefusal.SEAT_TAKEN: SeatChange.join(0, "Cy"),
    ChangeRefusal.NO_CHANGE: SeatChange.back(0),
    ChangeRefusal.UNLIMITED: SeatChange.withdraw(1, 1),
    ChangeRefusal.TOO_MANY_CHIPS: SeatChange.deposit(0, MAX_TOTAL_MINOR),
    ChangeRefusal.TOO_FEW_CHIPS: SeatChange.charge(0, 1_001, "a fee"),
    ChangeRefusal.NOTHING_COMMITTED: SeatChange.close_seeds(),
    ChangeRefusal.SEEDS_NOT_CLOSED: SeatChange.open_seed(0, bytes(32)),
}


def test_every_kind_of_refusal_is_tried() -> None:
    """But what is tried below, with seeds and with ids, and what only sessions refuse."""
    others = {ChangeRefusal.ROUND_OPEN, ChangeRefusal.NAME_TAKEN, ChangeRefusal.OTHER_PLAYER}
    others |= {
        ChangeRefusal.HOUSE_LIMIT,
        ChangeRefusal.NO_SHOE_DUE,
        ChangeRefusal.SEEDS_CLOSED,
        ChangeRefusal.OTHER_SEED,
        ChangeRefusal.ID_USED,
        ChangeRefusal.TOO_MANY_IDS,
    }
    assert REFUSED.keys() | others == set(ChangeRefusal)


@pytest.mark.parametrize("kind", REFUSED)
def test_a_refused_change_changes_nothing(kind: ChangeRefusal) -> None:
    """Neither the table nor its journal; the error says why, and crosses to other processes."""
    sink = BytesIO()
    table = a_table(sink)
    before, written = contents(table.round), sink.getvalue()
    with pytest.raises(ChangeRefusedError) as refused:
        table.change(REFUSED[kind])
    assert (refused.value.kind, refused.value.change) == (kind, REFUSED[kind])
    assert (contents(table.round), sink.getvalue()) == (before, written)
    again = pickle.loads(pickle.dumps(refused.value))  # noqa: S301  made here
    assert (again.kind, again.change) == (kind, REFUSED[kind])
    play_round(table)


def test_seats_change_between_rounds_only() -> None:
    """A round belongs to those who sat there when it was opened."""
    table = a_table()
    table.open_round()
    for change in (SeatChange.leave(0), SeatChange.join(2, "Cy"), SeatChange.deposit(0, 1)):
        with pytest.raises(ChangeRefusedError) as refused:
            table.change(change)
        assert refused.value.kind is ChangeRefusal.ROUND_OPEN


def test_what_each_change_does() -> None:
    """Names, chips, funds and presence; no chip is lost or made."""
    table = a_table()
    ann, _, cy, _ = table.round.seats
    table.change(SeatChange.join(2, "Cy", 500))
    assert (cy.name, cy.balance_minor, cy.on_credit, cy.presence) == (
        "Cy",
        500,
        False,
        Presence.SEATED,
    )
    table.change(SeatChange.deposit(2, 250))
    table.change(SeatChange.withdraw(0, 400))
    assert (cy.balance_minor, ann.balance_minor) == (750, 600)
    table.change(SeatChange.seed(2, "heads"))
    table.change(SeatChange.away(2))
    assert (cy.client_seed, cy.presence) == ("heads", Presence.AWAY)
    table.change(SeatChange.back(2))
    table.change(SeatChange.leave(2))
    assert contents(cy) == contents(table.round.seats[2]) == contents(a_table().round.seats[2])
    assert table.house.brought_minor == 600
    assert table.seq == 7


def test_promotions_and_fees_move_chips_between_house_and_seats() -> None:
    """The table has as many chips as before; for unlimited funds they are won and lost."""
    table = a_table()
    ann, bo, *_ = table.round.seats
    table.change(SeatChange.award(0, 250, "a suited natural"))
    table.change(SeatChange.charge(0, 1_250, "an evening"))
    table.change(SeatChange.charge(1, 70, "an evening"))
    table.change(SeatChange.award(1, 20, "the hand of the day"))
    assert (ann.balance_minor, bo.balance_minor, table.house.balance_minor) == (0, -50, 1_050)
    assert table.house.brought_minor == 1_000
    play_round(table)
    table.change(SeatChange.leave(1))
    table.change(SeatChange.leave(0))
    assert table.house.balance_minor == table.house.brought_minor
    table.snapshot()


def test_no_change_of_chips_goes_beyond_what_a_table_can_count() -> None:
    """Neither for a seat nor for the house; what is within can be kept as a snapshot."""
    table = a_table()
    for seat, kind, last in (
        (0, ChangeRefusal.TOO_MANY_CHIPS, SeatChange.award(0, 1, "one more")),
        (1, ChangeRefusal.HOUSE_LIMIT, SeatChange.award(1, 1, "one more")),
    ):
        house_minor, chips = table.house.balance_minor, table.round.seats[seat].balance_minor
        most = min(MAX_TOTAL_MINOR - chips, MAX_TOTAL_MINOR + house_minor)
        table.change(SeatChange.award(seat, most, "all"))
        with pytest.raises(ChangeRefusedError) as refused:
            table.change(last)
        assert refused.value.kind is kind
    all_of_it = SeatChange.charge(1, MAX_TOTAL_MINOR, "more than can be owed")
    table.change(all_of_it)
    with pytest.raises(ChangeRefusedError) as refused:
        table.change(all_of_it)
    assert refused.value.kind is ChangeRefusal.TOO_FEW_CHIPS
    table.snapshot()


def test_who_has_lost_may_be_filled_up_to_the_most() -> None:
    """What the seat had when the round was opened does not matter any more."""
    table = Table(seats=[SeatPlan("Ann", MAX_TOTAL_MINOR)], seed=3)
    seat = table.round.seats[0]
    while seat.balance_minor >= MAX_TOTAL_MINOR:
        play_rounds(table, [MimicPlayer()], 1)
    table.change(SeatChange.deposit(0, MAX_TOTAL_MINOR - seat.balance_minor))
    assert Table.restore(table.snapshot()).round.seats[0].balance_minor == MAX_TOTAL_MINOR


@pytest.mark.parametrize("way", [1, -1])
def test_chips_beyond_the_most_may_be_moved_back_in_parts(way: int) -> None:
    """A seat that has won more than the most may be charged; one on credit that lost, awarded."""
    sink = BytesIO()
    seat_plan = SeatPlan("Ann", MAX_TOTAL_MINOR - 1) if way > 0 else "Ann"
    table = Table(seats=[seat_plan], seed=3, recorder=Journal(sink))
    if way < 0:
        table.change(SeatChange.charge(0, MAX_TOTAL_MINOR, "a debt"))
    seat = table.round.seats[0]
    while way * seat.balance_minor <= MAX_TOTAL_MINOR:
        play_rounds(table, [MimicPlayer()], 1)
    before = seat.balance_minor
    give, take = SeatChange.award(0, 1, "more"), SeatChange.charge(0, 1, "back")
    further, nearer = (give, take) if way > 0 else (take, give)
    with pytest.raises(ChangeRefusedError):
        table.change(further)
    table.change(nearer)
    if way > 0:
        table.change(SeatChange.withdraw(0, 1))
    assert seat.balance_minor == before - way - (way > 0)
    assert Table.restore(table.snapshot()).round.seats[0].balance_minor == seat.balance_minor
    table.close()
    assert verify(BytesIO(sink.getvalue())).matches


def test_who_is_away_or_gone_is_asked_nothing() -> None:
    """The others play on with the same shoe, and a round needs one of them."""
    table = a_table()
    table.change(SeatChange.away(0))
    table.open_round()
    offer = table.offer()
    assert offer is not None
    assert offer.seat == 1
    table.apply(offer.sit_out())
    assert table.over
    table.change(SeatChange.leave(1))
    before = contents(table.round)
    with pytest.raises(TableError, match="every seat is empty or away"):
        table.open_round()
    assert contents(table.round) == before
    assert play_rounds(table, [MimicPlayer()] * 4, 3).stop is Stop.NOBODY_CAN_BET
    table.change(SeatChange.back(0))
    shoe = table.shoe
    play_round(table)
    assert table.shoe is shoe


def test_the_cards_of_one_who_left_are_not_those_of_the_next() -> None:
    """They lie there until somebody joins at that seat; a join elsewhere leaves them."""
    table = a_table()
    play_rounds(table, [MimicPlayer()] * 4, 1)
    results = table.results()
    assert {result.seat for result in results} == {0, 1}
    table.change(SeatChange.leave(0))
    table.change(SeatChange.join(3, "Dee"))
    assert table.results() == results
    table.change(SeatChange.join(0, "Eve"))
    assert table.results() == ()
    view = table.view(None)
    assert (view.dealer_cards, view.up_card) == ((), None)
    assert [seat.name for seat in view.seats] == ["Eve", "Bo", "", "Dee"]
    assert [seat.presence for seat in view.seats][2] is Presence.EMPTY
    table.snapshot()


def test_an_event_is_applied_once_at_its_number() -> None:
    """One that arrives twice is stale the second time; nothing changes, and the offer stands."""
    table = a_table()
    table.open_round()
    offer = table.offer()
    assert offer is not None
    assert offer.seq == table.seq == table.view(0).seq == 1
    assert copy.copy(offer).seq == copy.copy(table.view(0)).seq == 1
    bet = offer.bet(100)
    table.apply(bet, at=offer.seq)
    with pytest.raises(StaleError) as stale:
        table.apply(bet, at=offer.seq)
    assert (stale.value.at, stale.value.seq) == (1, 2)
    for at in (0, 3, -1, True, 2.0, "2"):
        with pytest.raises(StaleError):
            table.apply(Event.bet(1, 100), at=cast("int", at))
    table.apply(Event.bet(1, 100), at=2)


def test_a_change_is_made_once_at_its_number() -> None:
    """A deposit that arrives twice counts once."""
    table = a_table()
    table.change(SeatChange.deposit(0, 5), at=0)
    with pytest.raises(StaleError):
        table.change(SeatChange.deposit(0, 5), at=0)
    assert table.round.seats[0].balance_minor == 1_005


def test_an_event_says_who_sent_it() -> None:
    """It differs then from the seat's own, and keeps to it when it is copied."""
    stand = Event.stand(1, 0)
    sent = stand.sent(by=By.CLOCK, command="a-1")
    assert (sent.by, sent.command, stand.by, stand.command) == (By.CLOCK, "a-1", None, None)
    assert sent != stand
    assert sent == copy.deepcopy(sent) == pickle.loads(pickle.dumps(sent))  # noqa: S301  made here
    assert sent.sent() == stand
    assert repr(sent).endswith("command='a-1')")


WRONG_SENDERS: list[dict[str, object]] = [
    {"by": "clock"},
    {"by": 1},
    {"command": ""},
    {"command": "x" * 65},
    {"command": "a b"},
    {"command": '"'},
    {"command": "é"},
    {"command": 7},
    {"command": "a\n"},
]


@pytest.mark.parametrize("sender", WRONG_SENDERS)
def test_a_sender_that_is_none_is_refused(sender: dict[str, object]) -> None:
    """Of an event and of a change alike; the host's opening has none at all."""
    by, command = cast("By", sender.get("by")), cast("str", sender.get("command"))
    with pytest.raises(EventError):
        Event.stand(0, 0).sent(by=by, command=command)
    with pytest.raises(EventError):
        SeatChange.leave(0).sent(by=by, command=command)
    with pytest.raises(EventError, match="only the host opens"):
        Event.open().sent(by=By.HOUSE)


WRONG_CHANGES: list[tuple[object, ...]] = [
    ("leave", 0),
    (ChangeKind.LEAVE, 7),
    (ChangeKind.LEAVE, True),
    (ChangeKind.LEAVE, 0, "Cy"),
    (ChangeKind.JOIN, 0, 5),
    (ChangeKind.JOIN, 0, "x" * 201),
    (ChangeKind.JOIN, 0, "\ud800"),
    (ChangeKind.JOIN, 0, "Cy", -1),
    (ChangeKind.JOIN, 0, "Cy", MAX_TOTAL_MINOR + 1),
    (ChangeKind.DEPOSIT, 0, "", 0),
    (ChangeKind.DEPOSIT, 0, "", None),
    (ChangeKind.WITHDRAW, 0, "", 1.5),
    (ChangeKind.AWAY, 0, "", 1),
    (ChangeKind.AWARD, 0, "", 1),
    (ChangeKind.AWARD, 0, "", 0, "", None, None, "", "nothing"),
    (ChangeKind.CHARGE, 0, "", 1, "", None, None, "", "x" * 201),
    (ChangeKind.CHARGE, 0, "", 1, "", None, None, "", "\ud800"),
    (ChangeKind.CHARGE, 0, "", 1, "", None, None, "", 5),
    (ChangeKind.DEPOSIT, 0, "", 1, "", None, None, "", "a prize"),
    (ChangeKind.CLIENT_SEED, 0),
    (ChangeKind.CLIENT_SEED, 0, "", 0, "a b"),
    (ChangeKind.BACK, 0, "", 0, "seed"),
]


@pytest.mark.parametrize("parts", WRONG_CHANGES, ids=str)
def test_what_is_no_change_is_refused(parts: tuple[object, ...]) -> None:
    """Before any table sees it."""
    with pytest.raises(EventError, match="a change of seats"):
        SeatChange(*cast("tuple[ChangeKind, int, str]", parts))


@pytest.mark.parametrize("change", [None, "leave", Event.stand(0, 0), SeatChange.leave, 7])
def test_what_is_changed_is_a_seat(change: object) -> None:
    """The table stands as it stood."""
    table = a_table()
    with pytest.raises(EventError, match="give what a method of SeatChange makes"):
        table.change(cast("SeatChange", change))
    assert table.seq == 0


def test_an_empty_seat_is_none() -> None:
    """It has no name and no chips of its own."""
    assert Table(seats=[None], seed=7).plans == (EMPTY_SEAT,)
    with pytest.raises(TableError, match="give None for an empty seat"):
        Table(seats=[SeatPlan("Ann", 5, empty=True)], seed=7)


def test_every_kind_of_event_can_be_sent() -> None:
    """But the opening."""
    for kind in EventKind:
        if kind is not EventKind.OPEN:
            assert event_of(kind, 0).sent(command="x").command == "x"
