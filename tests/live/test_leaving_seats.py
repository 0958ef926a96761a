"""Who leaves a seat of a live table: what they are told, and who plays their hands."""

from io import BytesIO

from attrs import evolve
from tests.live.host import Host, a_host, answers, finish, over, playing, with_empty_seat

from pitboss import Flush, Journal, resume
from pitboss.game.round import Presence
from pitboss.game.seat_changes import ChangeKind, SeatChange
from pitboss.journal.source import Lines
from pitboss.live import CommandMemory, Session, SessionPolicy


def test_who_leaves_watches_from_then_on() -> None:
    """In all windows; the same command is answered as before until somebody else has joined."""
    host = over()
    host.connect("ann's telephone", 0)
    leave = host.command("ann", "leave")
    first = host.give("ann", leave)
    assert first["type"] == "applied"
    assert host.session.seat_of("ann") is host.session.seat_of("ann's telephone") is None
    assert "viewer" not in host.heard("ann's telephone")[-1]["view"]
    assert host.give("ann", leave) == first
    assert host.send("ann", "away", seat=0)["kind"] == "not_your_seat"
    host.connect("eve")
    # What another has sent for the seat before is nothing to a newcomer.
    assert host.send("eve", "join", seat=0, name="Eve", id=leave.id)["type"] == "applied"
    assert host.give("ann", leave)["kind"] == "not_your_seat"


def test_a_leave_that_waits_can_be_taken_back() -> None:
    """Nobody else's is, and the seat may leave later under another id."""
    host = playing()
    leave = host.command("ben", "leave")
    assert host.give("ben", leave)["type"] == "waiting"
    assert host.send("ann", "away")["type"] == "waiting"
    assert host.send("ann", "stay")["type"] == "applied"
    assert host.send("ann", "stay", seat=1)["kind"] == "not_your_seat"
    stay = host.command("ben", "stay")
    assert host.give("ben", stay)["kind"] == "taken_back"
    assert answers(host, "ben") == ["applied"]
    assert host.give("ben", stay)["type"] == "applied"
    host.send("ann", "stand")
    host.send("ben", "stand")
    assert [seat.presence for seat in host.table.round.seats[:2]] == [
        Presence.AWAY,
        Presence.SEATED,
    ]
    assert host.send("ben", "leave")["type"] == "applied"


def test_who_has_left_is_answered_again_over_another_connection() -> None:
    """As a spectator or at another seat; of a leave alone, and of none that nobody has sent."""
    policy = SessionPolicy(open_to_clients=frozenset(ChangeKind))
    host = over(policy)
    deposit, leave = host.command("ann", "deposit", 5), host.command("ann", "leave")
    assert host.give("ann", deposit)["type"] == "applied"
    leave = evolve(leave, expects=host.table.seq)
    first = host.give("ann", leave)
    assert first["type"] == "applied"
    host.disconnect("ann")
    host.connect("ann again", host.session.seat_of("ann"))
    for client in ("ann again", "ben"):
        assert host.give(client, leave) == first
        assert host.give(client, evolve(leave, id="another"))["kind"] == "not_your_seat"
        # Whether these ids were used, and for how much, is nothing to others.
        assert host.give(client, evolve(leave, id=deposit.id))["kind"] == "not_your_seat"
        assert host.give(client, evolve(leave, word="away"))["kind"] == "not_your_seat"
        assert host.give(client, deposit)["kind"] == "not_your_seat"
    host.take(host.session.change(SeatChange.join(0, "Eve"), 0))
    assert host.give("ann again", leave)["kind"] == "not_your_seat"


def test_who_has_left_is_answered_again_after_a_restart() -> None:
    """The session is given what the journal remembers."""
    sink = BytesIO()
    host = a_host(journal=Journal(sink, flush=Flush.EACH_EVENT))
    host.connect("ann", 0)
    host.send("ann", "sit_out")
    host.wait(30_000)
    leave = host.command("ann", "leave")
    first = host.give("ann", leave)
    assert first["type"] == "applied"
    memory = CommandMemory()
    memory.read(Lines(BytesIO(sink.getvalue())))
    table = resume(BytesIO(sink.getvalue()), shoes=host.table.house.shoes).table
    again = Host(Session(table, memory=memory))
    again.connect("ann")
    assert again.give("ann", leave) == first


def test_who_comes_back_to_a_seat_that_they_have_left_gives_the_join_an_id_of_its_own() -> None:
    """Under the id of the first time it is answered as the first, and seats nobody."""
    host = over()
    host.take(host.session.change(SeatChange.leave(0), 0))
    host.connect("eve")
    join = host.command("eve", "join", seat=0, name="Eve")
    first = host.give("eve", join)
    assert host.send("eve", "leave")["type"] == "applied"
    again = evolve(join, expects=host.table.seq)
    assert host.give("eve", again) == first
    assert host.session.seat_of("eve") is None
    assert host.table.view(None).seats[0].presence is Presence.EMPTY
    assert host.give("eve", evolve(again, id="another"))["type"] == "applied"
    assert host.session.seat_of("eve") == 0


def test_who_leaves_in_mid_round_is_played_for_by_the_house() -> None:
    """At once, whenever the seat is asked; then the seat is empty."""
    host = playing()
    assert host.send("ann", "leave")["type"] == "waiting"
    told = host.heard("ben")[-1]
    assert [(each["event"], each["by"]) for each in told["happened"]] == [("stand", "house")]
    assert host.table.view(None).seats[0].presence is Presence.SEATED
    host.heard("ann")
    host.send("ben", "stand")
    assert answers(host, "ann") == ["applied"]
    assert host.table.view(None).seats[0].presence is Presence.EMPTY


def test_what_those_wanted_who_sat_there_before_is_dropped() -> None:
    """It would be done to the newcomer."""
    host = with_empty_seat()
    host.take(host.session.change(SeatChange.leave(0), 0))
    host.take(host.session.change(SeatChange.join(0, "Cy"), 0))
    assert host.send("ann", "away")["type"] == "waiting"
    host.take(host.session.change(SeatChange.deposit(1, 5), 0))
    host.told.clear()
    finish(host)
    assert answers(host, "ann") == ["not_your_seat"]
    assert host.table.view(None).seats[0].presence is Presence.SEATED
