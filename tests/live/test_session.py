"""A session and its clients: commands, answers, and what everybody is told."""

import json
from io import BytesIO
from typing import Any, cast

import pytest
from attrs import evolve
from tests.live.desk import ANN, BEN, Desk, a_desk, over, playing

from pitboss.errors import TableError
from pitboss.game.events import Event
from pitboss.game.round import Presence
from pitboss.game.seat_changes import SeatChange
from pitboss.journal import Flush, Journal
from pitboss.journal.source import Lines
from pitboss.live import CommandMemory, Session, SessionPolicy
from pitboss.live.session import MAX_CLIENT_LETTERS
from pitboss.replay import resume
from pitboss.rules import Rules
from pitboss.table.seating import SeatPlan
from pitboss.table.table import Table

Fields = dict[str, Any]


def test_the_first_client_of_a_seat_opens_the_first_round() -> None:
    """Its welcome shows how the table stood; then comes what happened, with the question."""
    desk = a_desk()
    assert desk.session.deadline() is None
    assert "opens_in_ms" not in desk.connect("eve")["state"]
    welcome = desk.connect("ann", 0)
    assert (welcome["seq"], welcome["seat"], welcome["rules"]["decks"]) == (0, 0, 6)
    assert welcome["changes"] == ["away", "back", "client_seed", "join", "leave"]
    assert welcome["state"]["opens_in_ms"] == 0
    (told,) = desk.heard("ann")
    assert [each["event"] for each in told["happened"]] == ["open"]
    assert told["offer"]["legal"] == ["bet", "sit_out"]
    assert told["clock"] == {"seat": 0, "whole_ms": 20_000, "left_ms": 20_000}
    assert told["connected"] == [0]


def test_everybody_is_told_of_an_answer_and_only_the_seat_that_is_asked_what_is_legal() -> None:
    """Each sees their own chips; the one who acted is answered first."""
    desk = playing()
    desk.connect("eve")
    assert desk.send("ann", "stand", id="x") == {
        "protocol": 1,
        "type": "applied",
        "id": "x",
        "seat": 0,
        "seq": 4,
    }
    for client, seat in (("ann", 0), ("ben", 1), ("eve", None)):
        (told,) = desk.heard(client)
        assert told["view"] == json.loads(desk.table.view(seat).to_json())
        (event,) = told["happened"]
        assert (event["event"], event["seat"]) == ("stand", 0)
        assert "command" not in event
        assert ("offer" in told) == (client == "ben")


def test_the_end_of_a_round_is_told_with_its_results_and_when_the_next_opens() -> None:
    """And the next opens then."""
    desk = playing(SessionPolicy(pause_ms=700))
    desk.send("ann", "stand")
    desk.send("ben", "stand")
    told = desk.heard("ann")[-1]
    assert [each["type"] for each in told["happened"]] == ["event", "round_ended"]
    assert [each["net"] for each in told["happened"][1]["results"]] == [-100, -100]
    assert told["opens_in_ms"] == 700
    assert desk.session.deadline() == desk.now_ms + 700
    desk.wait(699)
    assert desk.table.over
    desk.wait(1)
    assert desk.heard("ann")[-1]["happened"][0]["event"] == "open"


def test_a_new_shoe_is_told() -> None:
    """With its number."""
    table = Table(Rules.of(shuffle="every_round"), seats=["Ann"], seed=7)
    desk = Desk(Session(table))
    desk.connect("ann", 0)
    desk.send("ann", "sit_out")
    desk.told.clear()
    desk.wait(3_000)
    (told,) = desk.heard("ann")
    assert told["happened"][1] == {
        "protocol": 1,
        "type": "new_shoe",
        "shoe": 2,
        "part": 0,
    }


def test_a_command_that_is_sent_again_is_answered_as_the_first_time() -> None:
    """However late, and by whichever client of the seat; and nothing changes."""
    desk = playing()
    stand = desk.command("ann", "stand")
    first = desk.give("ann", stand)
    desk.send("ben", "stand")
    desk.wait(5_000)
    seq = desk.table.seq
    assert desk.give("ann", stand) == first
    desk.connect("ann's telephone", 0)
    assert desk.give("ann's telephone", evolve(stand, expects=seq)) == first
    assert desk.table.seq == seq


def test_an_id_that_is_used_again_for_something_else_is_an_error() -> None:
    """For another word, another amount, or while a change with that id waits."""
    desk = playing()
    desk.send("ann", "away", id="waits")
    assert desk.send("ann", "hit", id="waits")["kind"] == "id_used"
    assert desk.send("ann", "stand", id="one")["type"] == "applied"
    assert desk.send("ann", "hit", id="one")["kind"] == "id_used"
    assert desk.send("ann", "back", id="one")["kind"] == "id_used"


def test_an_amount_that_was_left_open_is_what_was_applied() -> None:
    """So the command may be sent again without one, or with the same."""
    desk = a_desk()
    desk.connect("ann", 0)
    bet = desk.command("ann", "bet")
    first = desk.give("ann", bet)
    assert desk.table.round.seats[0].hands[0].bet_minor == 1
    assert desk.give("ann", bet) == first
    assert desk.give("ann", evolve(bet, amount=1)) == first
    assert desk.give("ann", evolve(bet, amount=2))["kind"] == "id_used"


def test_insurance_without_an_amount_is_the_most() -> None:
    """As in an offer."""
    desk = a_desk(SeatPlan("Ann", 10_000), cards="9hAs8c9d" + "2h" * 20)
    desk.connect("ann", 0)
    desk.send("ann", "bet", 1_000)
    desk.send("ann", "insure")
    assert desk.table.round.seats[0].hands[0].insurance_minor == 500


def test_after_a_restart_the_same_command_has_the_same_answer() -> None:
    """All that is needed is sealed in the journal."""
    sink = BytesIO()
    desk = a_desk(journal=Journal(sink, flush=Flush.EACH_EVENT), cards="9hTcTs8c7d8d" * 40)
    desk.connect("ann", 0)
    bet = desk.command("ann", "bet", 300)
    first = desk.give("ann", bet)
    desk.connect("ben", 1)
    desk.send("ben", "sit_out")
    desk.send("ann", "stand")
    seed = desk.command("ann", "client_seed", client_seed="abc")
    seeded = desk.give("ann", seed)
    shoes = desk.table.house.shoes
    table = resume(BytesIO(sink.getvalue()), shoes=shoes).table
    memory = CommandMemory()
    assert memory.read(Lines(BytesIO(sink.getvalue()))) == table.seq
    assert memory.to_document() == desk.session.memory.to_document()
    again = Desk(Session(table, memory=memory))
    again.connect("ann", 0)
    assert again.give("ann", bet) == first
    assert again.give("ann", seed) == seeded
    assert again.give("ann", evolve(seed, client_seed="abd"))["kind"] == "id_used"


def test_a_stale_command_changes_nothing_and_is_told_what_is_asked_now() -> None:
    """The offer is there for the seat that is asked alone."""
    desk = playing()
    seq = desk.table.seq
    for expects in (0, seq - 1, seq + 1):
        told = desk.send("ann", "stand", expects=expects)
        assert (told["type"], told["seq"]) == ("stale", seq)
        assert told["offer"] == json.loads(cast("Any", desk.table.offer()).to_json())
    assert "offer" not in desk.send("ben", "stand", expects=0)
    assert desk.table.seq == seq


def test_a_refusal_says_why_and_what_is_legal() -> None:
    """To the seat that is asked; another one is told to wait."""
    desk = playing()
    split = desk.command("ann", "split")
    told = desk.give("ann", split)
    assert (told["type"], told["kind"]) == ("refused", "hand_forbids")
    assert told["legal"] == ["hit", "stand", "double"]
    assert told["next"] == "legal now: hit, stand, double"
    told = desk.send("ben", "hit")
    assert (told["kind"], told["next"]) == ("wrong_seat", "wait until your seat is asked")
    assert "legal" not in told
    assert desk.send("ben", "bet")["kind"] == "wrong_seat"
    # What was refused is judged anew.
    assert desk.give("ann", split)["type"] == "refused"
    assert desk.send("ann", "stand", id=split.id)["type"] == "applied"


def test_between_rounds_no_answer_is_legal() -> None:
    """The client is told to wait."""
    desk = over()
    told = desk.send("ann", "bet", 100)
    assert (told["type"], told["kind"]) == ("refused", "not_asked")
    assert told["next"] == "wait for the next round"


def test_a_stake_beyond_the_limits_is_refused_with_the_limits() -> None:
    """They are for the seat alone."""
    desk = a_desk()
    desk.connect("ann", 0)
    told = desk.send("ann", "bet", 10_001)
    assert told["kind"] == "wrong_amount"
    assert told["stake"] == {"least": 1, "most": 10_000, "step": 1}


def test_nobody_acts_for_a_seat_that_is_not_theirs() -> None:
    """Neither a spectator nor another seat, nor for a seat that is not there."""
    desk = playing()
    desk.connect("eve")
    seq = desk.table.seq
    assert desk.send("eve", "stand", seat=0)["kind"] == "not_your_seat"
    assert desk.send("ben", "stand", seat=0)["kind"] == "not_your_seat"
    assert desk.send("ben", "away", seat=0)["kind"] == "not_your_seat"
    assert desk.send("ben", "stand", seat=6)["kind"] == "not_your_seat"
    assert desk.send("ben", "join", seat=0, name="Ben")["kind"] == "not_your_seat"
    told = desk.send("eve", "join", seat=6, name="Eve")
    assert told["type"] == "waiting"
    desk.wait(100_000)
    assert desk.table.seq > seq
    assert [each["kind"] for each in desk.heard("eve") if each["type"] == "refused"] == [
        "no_such_seat"
    ]


def test_who_is_not_connected_is_told_so() -> None:
    """And so is who has gone."""
    desk = playing()
    stand = desk.command("ann", "stand")
    assert desk.give("nobody", stand)["kind"] == "not_connected"
    desk.disconnect("ann")
    desk.disconnect("ann")
    assert desk.give("ann", stand)["kind"] == "not_connected"


def test_what_is_no_command_is_told_so_with_the_id_if_there_is_one() -> None:
    """Nothing changes."""
    desk = playing()
    seq = desk.table.seq
    told = desk.give("ann", "stand")
    assert told["kind"] == "not_a_command"
    assert "id" not in told
    told = desk.give("ann", b'{"protocol":1,"type":"command","id":"7","expects":3,"seat":0}')
    assert (told["kind"], told["id"]) == ("not_a_command", "7")
    assert desk.table.seq == seq


def test_the_clients_of_a_seat_hear_the_same_but_for_answers() -> None:
    """Two windows are one seat."""
    desk = playing()
    desk.connect("ann's telephone", 0)
    assert "connected" not in [each["type"] for each in desk.heard("ben")]
    desk.send("ann", "hit")
    assert [each["type"] for each in desk.heard("ann")] == ["state"]
    assert [each["type"] for each in desk.heard("ann's telephone")] == ["state"]


def test_everybody_is_told_who_is_connected() -> None:
    """When the first client of a seat comes and when the last one goes, and not otherwise."""
    desk = playing()
    desk.connect("ann's telephone", 0)
    desk.disconnect("ann")
    assert desk.heard("ben") == []
    desk.disconnect("ann's telephone")
    (told,) = desk.heard("ben")
    assert (told["connected"], told["happened"]) == ([1], [])
    assert desk.connect("ann", 0)["state"]["connected"] == [0, 1]
    (told,) = desk.heard("ben")
    assert told["connected"] == [0, 1]


def test_a_client_may_change_over_to_another_seat() -> None:
    """The host says so, by connecting it again."""
    desk = playing()
    assert desk.session.seat_of("ann") == 0
    assert desk.connect("ann", None)["state"]["connected"] == [1]
    assert desk.session.seat_of("ann") is None
    assert desk.session.seat_of("nobody") is None
    assert desk.send("ann", "stand", seat=0)["kind"] == "not_your_seat"


def test_no_more_clients_connect_than_the_host_wants() -> None:
    """One that is connected already may change over."""
    desk = a_desk(policy=SessionPolicy(most_clients=1))
    desk.connect("ann", 0)
    desk.heard("ann")
    assert desk.connect("ben", 1)["kind"] == "too_many_clients"
    assert desk.give("ben", "")["kind"] == "not_connected"
    assert desk.connect("ann", 1)["type"] == "welcome"


def test_what_a_host_does_wrong_is_a_typed_error() -> None:
    """Seats that are not there, names that are none, and times that are no whole numbers."""
    desk = a_desk()
    for seat in (-1, 2, True, "0", 0.0):
        with pytest.raises(TableError, match="no seat"):
            desk.session.connect("ann", cast("int", seat), 0)
    for name in ("", "a" * (MAX_CLIENT_LETTERS + 1), None, b"ann"):
        with pytest.raises(TableError, match="a client"):
            desk.session.connect(cast("str", name), 0, 0)
    for time in (0.5, None, True, "1"):
        with pytest.raises(TableError, match="a time of"):
            desk.session.tick(cast("int", time))
    with pytest.raises(TableError, match="no seat 7"):
        a_desk(bots={7: cast("Any", None)})


def test_a_table_in_mid_round_is_gone_on_with() -> None:
    """As after a restart: the question has its whole time again."""
    table = Table(seats=[ANN, BEN], seed=7)
    table.open_round()
    desk = Desk(Session(table), now_ms=500)
    assert desk.session.deadline() is None
    desk.take(desk.session.tick(500))
    # Nobody is connected, so the time has the grace in it.
    assert desk.session.deadline() == 30_500
    desk.connect("ann", 0)
    assert desk.send("ann", "bet", 50)["type"] == "applied"


def test_no_round_opens_while_nobody_is_there_to_play_it() -> None:
    """Neither for a spectator nor for a seat that is away or empty."""
    desk = a_desk(ANN, BEN, None)
    desk.take(desk.session.change(SeatChange.away(1), 0))
    desk.connect("eve")
    desk.connect("ben", 1)
    desk.connect("cy", 2)
    desk.wait(10**6)
    assert desk.table.seq == 1
    assert desk.send("ben", "back")["type"] == "applied"
    assert desk.table.round.number == 1


def test_no_round_opens_while_nobody_can_bet() -> None:
    """A deposit lets it open."""
    desk = a_desk(SeatPlan("Ann", 0))
    desk.connect("ann", 0)
    desk.wait(10**6)
    assert desk.table.seq == 0
    desk.take(desk.session.change(SeatChange.deposit(0, 1), desk.now_ms))
    assert desk.table.round.number == 1


def test_a_session_that_can_open_no_round_says_why() -> None:
    """The arranged cards have run out."""
    rules = Rules.of(shuffle="every_round")
    desk = a_desk(SeatPlan("Ann"), cards="9hTs8c8d", rules=rules)
    desk.connect("ann", 0)
    desk.send("ann", "bet", 1)
    desk.send("ann", "stand")
    assert desk.session.stopped is None
    desk.wait(10**6)
    assert "shoe" in str(desk.session.stopped)
    assert desk.session.deadline() is None
    assert "opens_in_ms" not in desk.connect("eve")["state"]


def test_a_recorder_that_fails_is_the_hosts_to_hear() -> None:
    """Nobody is told of what was not recorded."""

    class Full(BytesIO):
        """A disk that is full from some time on."""

        full = False

        def write(self, data: Any, /) -> int:  # noqa: ANN401  any buffer
            """Write, or fail."""
            if self.full:
                raise OSError("no space is left")
            return super().write(data)

    disk = Full()
    desk = a_desk(journal=Journal(disk, flush=Flush.EACH_EVENT))
    desk.connect("ann", 0)
    disk.full = True
    with pytest.raises(Exception, match="no space"):
        desk.session.receive("ann", desk.command("ann", "bet", 100), 0)
    with pytest.raises(TableError):
        desk.session.receive("ann", desk.command("ann", "bet", 100), 0)


def test_a_seat_with_nobody_connected_is_asked_like_any_other() -> None:
    """Its answers are the clock's."""
    desk = a_desk(policy=SessionPolicy(grace_ms=0))
    desk.connect("ann", 0)
    desk.send("ann", "bet", 100)
    desk.wait(20_000)
    event = desk.heard("ann")[-1]["happened"][0]
    assert (event["event"], event["seat"], event["by"]) == ("sit_out", 1, "clock")
    assert desk.table.round.seats[1].presence is Presence.SEATED


def test_an_event_object_is_no_command() -> None:
    """A host hands on what a client has sent, or a `Command`."""
    desk = playing()
    assert desk.give("ann", cast("Any", Event.stand(0, 0)))["kind"] == "not_a_command"
