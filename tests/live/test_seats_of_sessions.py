"""Seats of a live table: who comes and goes, what waits for the end of a round, and the host."""

from typing import Any, cast

import pytest
from attrs import evolve
from tests.live.host import ANN, a_host, answers, finish, over, playing, with_empty_seat

from pitboss.errors import EventError
from pitboss.game.events import By
from pitboss.game.round import Presence
from pitboss.game.seat_changes import ChangeKind, SeatChange
from pitboss.live import CommandError, SessionPolicy
from pitboss.table.seat_changes import ChangeRefusal, ChangeRefusedError


def test_between_rounds_a_change_is_carried_out_at_once() -> None:
    """Everybody is told of it, without the command and without chips."""
    host = over()
    told = host.send("ann", "away", id="x")
    assert told == {"protocol": 1, "type": "applied", "id": "x", "seat": 0, "seq": 6}
    (state,) = host.heard("ben")
    assert state["happened"] == [{"protocol": 1, "type": "change", "change": "away", "seat": 0}]


def test_in_mid_round_a_change_waits_for_the_end() -> None:
    """It is answered twice: that it waits, and what became of it. Sent again it still waits."""
    host = with_empty_seat()
    away = host.command("ann", "away")
    assert host.give("ann", away)["type"] == "waiting"
    assert host.give("ann", evolve(away, expects=0))["type"] == "waiting"
    assert host.send("ann", "back", id=away.id)["kind"] == "id_used"
    host.heard("ann")
    finish(host)
    assert answers(host, "ann") == ["applied"]
    assert host.table.view(None).seats[0].presence is Presence.AWAY
    assert host.give("ann", away)["type"] == "applied"


def test_what_waited_may_be_refused_in_the_end() -> None:
    """It is judged then, one after another."""
    host = with_empty_seat()
    for word in ("back", "away", "away"):
        assert host.send("ann", word)["type"] == "waiting"
    host.heard("ann")
    finish(host)
    assert answers(host, "ann") == ["no_change", "applied", "no_change"]


def test_so_much_may_wait_and_no_more() -> None:
    """For each seat; what others want does not count."""
    host = with_empty_seat(SessionPolicy(most_waiting=2))
    for _ in range(2):
        assert host.send("ann", "away")["type"] == "waiting"
    assert host.send("ann", "away")["kind"] == "too_many_waiting"
    assert host.send("ben", "away")["type"] == "waiting"


def test_who_wants_the_seat_of_another_takes_nothing_away_from_them() -> None:
    """Neither a place among what may wait nor an id; nor does the host."""
    host = with_empty_seat(SessionPolicy(most_waiting=2))
    for number in range(5):
        host.connect(f"stranger {number}")
        told = host.send(f"stranger {number}", "join", seat=0, name="X", id=f"a-{number}")
        assert told["type"] == "waiting"
    for number in range(5):
        change = SeatChange.deposit(0, 1).sent(command=f"a-{number}")
        host.take(host.session.change(change, 0))
    for number in range(2):
        assert host.send("ann", "away", id=f"a-{number}")["type"] == "waiting"
    assert host.send("ann", "leave")["kind"] == "too_many_waiting"


def test_of_each_client_one_join_may_wait() -> None:
    """Wherever it is; what waits for the seat that it had before does not count."""
    host = with_empty_seat(SessionPolicy(most_waiting=1, most_spectators=2))
    host.connect("eve")
    host.connect("fay", 2)
    for client in ("eve", "fay"):
        assert host.send(client, "join", seat=2, name="X")["type"] == "waiting"
        assert host.send(client, "join", seat=2, name="X")["kind"] == "too_many_waiting"
    assert host.send("ann", "away")["type"] == "waiting"
    host.connect("ann")
    assert host.send("ann", "join", seat=2, name="Ann")["type"] == "waiting"
    assert host.connect("gil")["kind"] == "too_many_clients"


def test_a_join_that_waits_is_that_of_every_window_at_its_seat() -> None:
    """Sent again by another one, it waits once."""
    host = with_empty_seat()
    host.connect("eve", 2)
    host.connect("eve's telephone", 2)
    join = host.command("eve", "join", name="Eve")
    for client in ("eve", "eve's telephone"):
        assert host.give(client, join)["type"] == "waiting"
    host.told.clear()
    finish(host)
    assert answers(host, "eve") == ["applied"]
    assert answers(host, "eve's telephone") == []


def test_a_spectator_joins_an_empty_seat_and_acts_for_it() -> None:
    """With the chips that the host gives."""
    host = with_empty_seat(SessionPolicy(join_balance_minor=777))
    host.connect("eve")
    join = host.command("eve", "join", seat=2, name="Eve")
    assert host.give("eve", join)["type"] == "waiting"
    assert host.send("eve", "join", seat=2, name="Eve")["kind"] == "too_many_waiting"
    finish(host)
    told = host.heard("eve")
    assert [each["type"] for each in told] == ["state", "applied", "state"]
    assert told[2]["view"]["viewer"] == 2
    assert told[2]["view"]["seats"][2]["balance"] == 777
    assert host.session.seat_of("eve") == 2
    assert host.give("eve", join) == told[1]
    host.wait(3_000)
    host.send("ann", "sit_out")
    host.send("ben", "sit_out")
    assert host.send("eve", "bet", 7)["type"] == "applied"


def test_who_joins_plays_on_credit_where_the_host_gives_no_number_of_chips() -> None:
    """The policy says so with `None`."""
    host = with_empty_seat(SessionPolicy(join_balance_minor=None))
    host.connect("eve")
    host.send("eve", "join", seat=2, name="Eve")
    finish(host)
    assert host.table.round.seats[2].on_credit


def test_a_spectator_who_goes_takes_no_seat() -> None:
    """Nobody would be there to play; what a seat wanted stays, and is answered to nobody."""
    host = with_empty_seat()
    host.connect("eve")
    host.send("eve", "join", seat=2, name="Eve")
    host.send("ann", "away")
    host.disconnect("eve")
    host.disconnect("ann")
    host.told.clear()
    finish(host)
    assert host.table.view(None).seats[2].presence is Presence.EMPTY
    assert host.table.view(None).seats[0].presence is Presence.AWAY
    assert host.heard("ann") == host.heard("eve") == []


def test_who_waits_at_an_empty_seat_and_goes_takes_it_for_nobody_either() -> None:
    """Nothing is sent to the client, nor does the table play on for it."""
    host = with_empty_seat(SessionPolicy(join_balance_minor=777))
    host.connect("eve", 2)
    assert host.send("eve", "join", name="Eve")["type"] == "waiting"
    host.disconnect("eve")
    host.disconnect("ann")
    host.told.clear()
    finish(host)
    host.disconnect("ben")
    assert host.table.view(None).seats[2].presence is Presence.EMPTY
    assert host.session.seat_of("eve") is None
    assert host.session.deadline() is None
    assert host.heard("eve") == []


def test_a_client_that_goes_and_comes_back_sends_its_join_again() -> None:
    """The first one is forgotten, as by a restart."""
    host = with_empty_seat()
    host.connect("eve", 2)
    join = host.command("eve", "join", name="Eve")
    assert host.give("eve", join)["type"] == "waiting"
    host.disconnect("eve")
    host.connect("eve again", 2)
    assert host.give("eve again", join)["type"] == "waiting"
    host.heard("eve again")
    finish(host)
    assert answers(host, "eve again") == ["applied"]


def test_of_two_who_want_a_seat_the_first_has_it() -> None:
    """The other is refused, and so is who comes later."""
    host = with_empty_seat()
    for client in ("eve", "fay", "gil"):
        host.connect(client)
    # Their ids are their own business: the same ones may be used.
    assert host.send("eve", "join", seat=2, name="Eve", id="1")["type"] == "waiting"
    assert host.send("fay", "join", seat=2, name="Fay", id="1")["type"] == "waiting"
    host.told.clear()
    finish(host)
    assert answers(host, "eve") == ["applied"]
    assert answers(host, "fay") == ["seat_taken"]
    assert host.send("gil", "join", seat=2, name="Gil", id="1")["kind"] == "seat_taken"


@pytest.mark.parametrize("name", ["Ann", " ANN ", "\uff21nn", "An\u3164n"])
def test_nobody_joins_by_the_name_of_another(name: str) -> None:
    """Or by one that people take for it; the host may seat whom it wants."""
    host = with_empty_seat()
    host.connect("eve")
    finish(host)
    assert host.send("eve", "join", seat=2, name=name, id="1")["kind"] == "name_taken"
    assert host.send("eve", "join", seat=0, name=name, id="2")["kind"] == "seat_taken"
    host.take(host.session.change(SeatChange.join(2, "Ann"), host.now_ms))
    assert [seat.name for seat in host.table.round.seats] == ["Ann", "Ben", "Ann"]


def test_a_client_that_has_a_seat_by_then_joins_no_other() -> None:
    """The host has connected it for another one meanwhile."""
    host = with_empty_seat()
    host.connect("eve")
    host.send("eve", "join", seat=2, name="Eve")
    host.connect("eve", 1)
    host.told.clear()
    finish(host)
    assert answers(host, "eve") == ["not_your_seat"]
    assert host.table.view(None).seats[2].presence is Presence.EMPTY


def test_a_client_may_wait_at_an_empty_seat_and_join_it() -> None:
    """Another window of it stays there; one who is overtaken by a spectator only watches."""
    host = a_host(ANN, None)
    host.connect("ben", 1)
    host.connect("ben's telephone", 1)
    assert host.send("ben", "away")["kind"] == "seat_empty"
    assert host.send("ben", "join", name="Ben")["type"] == "applied"
    assert host.session.seat_of("ben's telephone") == 1
    host = a_host(ANN, None)
    host.connect("ben", 1)
    host.connect("eve")
    assert host.send("eve", "join", seat=1, name="Eve")["type"] == "applied"
    assert host.session.seat_of("ben") is None
    assert "viewer" not in host.heard("ben")[-1]["view"]


def test_clients_make_the_changes_that_the_host_lets_them() -> None:
    """No deposit and no withdrawal, unless the host says otherwise."""
    host = over()
    assert host.send("ann", "deposit", 100)["kind"] == "not_open"
    assert host.send("ann", "withdraw", 100)["kind"] == "not_open"
    host = over(SessionPolicy(open_to_clients=frozenset({ChangeKind.DEPOSIT})))
    assert host.send("ann", "deposit", 100)["type"] == "applied"
    assert host.table.round.seats[0].balance_minor == 10_000
    assert "amount" not in host.heard("ben")[-1]["happened"][0]
    assert host.send("ann", "away")["kind"] == "not_open"


def test_a_client_adds_its_own_seed() -> None:
    """Which everybody may read, spectators too."""
    host = over()
    host.connect("eve")
    assert host.send("ann", "client_seed", client_seed="b9f1")["type"] == "applied"
    assert host.table.round.seats[0].client_seed == "b9f1"
    for client in ("ben", "eve"):
        assert host.heard(client)[-1]["happened"][0]["client_seed"] == "b9f1"


def test_a_change_is_stale_if_the_seat_has_done_something_since() -> None:
    """What others did meanwhile does not matter; a number that never was does."""
    host = over()
    seq = host.table.seq
    assert host.send("ben", "away")["type"] == "applied"
    assert host.send("ann", "away", expects=seq)["type"] == "applied"
    assert host.send("ann", "back", expects=seq)["type"] == "stale"
    assert host.send("ann", "back", expects=host.table.seq + 1)["type"] == "stale"
    assert host.send("ann", "back")["type"] == "applied"


def test_a_change_that_is_forgotten_is_stale() -> None:
    """So it is not carried out twice, however late it comes again."""
    policy = SessionPolicy(open_to_clients=frozenset({ChangeKind.DEPOSIT}))
    host = over(policy)
    deposit = host.command("ann", "deposit", 100)
    first = host.give("ann", deposit)
    for number in range(255):
        change = SeatChange.deposit(0, 1).sent(command=f"host-{number}")
        host.session.change(change, 0)
    assert host.give("ann", deposit) == first
    host.session.change(SeatChange.deposit(0, 1).sent(command="host-255"), 0)
    assert host.give("ann", deposit)["type"] == "stale"


def test_the_seat_of_one_who_came_before_is_not_taken_again_by_an_old_command() -> None:
    """It is stale once somebody else has had the seat."""
    host = with_empty_seat()
    finish(host)
    host.connect("eve")
    join = host.command("eve", "join", seat=2, name="Eve")
    assert host.give("eve", join)["type"] == "applied"
    for change in (SeatChange.leave(2), SeatChange.join(2, "Fay"), SeatChange.leave(2)):
        host.take(host.session.change(change, 0))
    assert host.give("eve", join)["type"] == "stale"


def test_the_host_changes_seats() -> None:
    """At once between rounds; a change that is refused raises."""
    host = over()
    change = SeatChange.deposit(0, 5).sent(by=By.HOUSE)
    host.take(host.session.change(change, host.now_ms))
    assert host.heard("ann")[-1]["happened"][0]["by"] == "house"
    with pytest.raises(ChangeRefusedError) as refused:
        host.session.change(SeatChange.back(0), host.now_ms)
    assert refused.value.kind is ChangeRefusal.NO_CHANGE
    with pytest.raises(EventError):
        host.session.change(cast("Any", "leave"), host.now_ms)


def test_what_was_due_before_a_change_that_is_refused_is_told_by_the_next_call() -> None:
    """A time-out here; the session says that this is due, even if nothing else is."""
    host = playing(SessionPolicy(time_outs_until_away=1, pause_ms=10**6))
    host.send("ann", "stand")
    host.told.clear()
    host.now_ms += 20_000
    with pytest.raises(ChangeRefusedError):
        host.session.change(SeatChange.back(0), host.now_ms)
    assert host.session.deadline() == host.now_ms
    host.take(host.session.tick(host.now_ms))
    happened = [each for told in host.heard("ann") for each in told["happened"]]
    assert [each.get("event", each["type"]) for each in happened] == [
        "stand",
        "round_ended",
        "change",
    ]
    assert host.session.deadline() == host.now_ms + 10**6
    with pytest.raises(ChangeRefusedError):
        host.session.change(SeatChange.back(0), host.now_ms)
    assert host.session.deadline() == host.now_ms + 10**6


def test_a_change_of_the_host_waits_in_mid_round() -> None:
    """If it is refused by then, the host may ask why."""
    host = with_empty_seat()
    for change in (SeatChange.join(2, "Cy", 50), SeatChange.back(0), SeatChange.leave(7 - 1)):
        host.take(host.session.change(change, host.now_ms))
    assert host.session.take_refused() == ()
    finish(host)
    assert host.table.round.seats[2].name == "Cy"
    assert [cast("Any", each).kind for each in host.session.take_refused()] == [
        ChangeRefusal.NO_CHANGE,
        ChangeRefusal.NO_SUCH_SEAT,
    ]
    assert host.session.take_refused() == ()


@pytest.mark.parametrize("word", ["award", "charge", "deposit", "withdraw", "leave"])
def test_a_change_of_the_host_is_refused_if_another_player_took_the_seat_meanwhile(
    word: str,
) -> None:
    """It was meant for the player before; a change without a seat is carried out."""
    host = with_empty_seat(SessionPolicy(join_balance_minor=5_000))
    host.connect("cleo")
    assert host.send("ann", "leave")["type"] == "waiting"
    assert host.send("cleo", "join", seat=0, name="Cleo")["type"] == "waiting"
    amount = 0 if word == "leave" else 70
    reason = "a prize" if word in {"award", "charge"} else ""
    change = SeatChange(ChangeKind(word), 0, amount_minor=amount, reason=reason)
    change = change.sent(command="payment-1")
    for each in (change, SeatChange.close_seeds(), SeatChange.deposit(1, 70)):
        host.take(host.session.change(each, host.now_ms))
    finish(host)
    cleo, ben, _ = host.table.round.seats
    assert (cleo.name, cleo.balance_minor, ben.balance_minor) == ("Cleo", 5_000, 10_070)
    refused, closing = host.session.take_refused()
    assert (refused.kind, refused.change) == (ChangeRefusal.OTHER_PLAYER, change)
    assert closing.kind is ChangeRefusal.NOTHING_COMMITTED
    host.take(host.session.change(SeatChange.award(0, 7, "a gift").sent(command="payment-1"), 0))
    assert cleo.balance_minor == 5_007


def test_a_change_of_the_host_is_for_the_player_whom_the_host_seats_before_it() -> None:
    """The host knows of its own join, so a deposit after it brings chips for this player."""
    host = with_empty_seat()
    for change in (
        SeatChange.leave(0),
        SeatChange.join(0, "Cleo", 50),
        SeatChange.deposit(0, 70),
    ):
        host.take(host.session.change(change, host.now_ms))
    finish(host)
    assert host.table.round.seats[0].balance_minor == 120
    assert host.session.take_refused() == ()


@pytest.mark.parametrize(
    ("change", "other"),
    [
        (SeatChange.deposit(0, 50), SeatChange.deposit(0, 51)),
        (SeatChange.award(0, 50, "a prize"), SeatChange.award(0, 50, "another prize")),
    ],
)
def test_the_host_may_give_a_change_again(change: SeatChange, other: SeatChange) -> None:
    """With the id of the first time; whether that waits or was carried out, it counts once."""
    host = with_empty_seat()
    change = change.sent(command="payment-1")
    for _ in range(2):
        host.take(host.session.change(change, host.now_ms))
    for _ in range(2):
        with pytest.raises(CommandError, match="another command has this id"):
            host.session.change(other.sent(command="payment-1"), 0)
        finish(host)
    host.take(host.session.change(change, host.now_ms))
    assert host.table.round.seats[0].balance_minor == 10_050
