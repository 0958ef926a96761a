"""A session and its clients: commands, answers, and what everybody is told."""

import json
from io import BytesIO
from typing import Any, cast

import pytest
from attrs import evolve
from tests.live.host import ANN, BEN, Host, a_host, over, playing

from pitboss import Event, Flush, Journal, Rules, SeatPlan, Table, resume
from pitboss.errors import TableError
from pitboss.game.bets import stake_of
from pitboss.game.round import Presence
from pitboss.game.seat_changes import SeatChange
from pitboss.game.shoe import shoe_commitment
from pitboss.journal.source import Lines
from pitboss.live import Command, CommandMemory, Session, SessionPolicy
from pitboss.live.clients import MAX_CLIENTS_OF_A_SEAT
from pitboss.live.session import MAX_CLIENT_LETTERS

Fields = dict[str, Any]


def test_the_first_client_of_a_seat_opens_the_first_round() -> None:
    """Its welcome shows how the table stood; then comes what happened, with the question."""
    host = a_host()
    assert host.session.deadline() is None
    assert "opens_in_ms" not in host.connect("eve")["state"]
    welcome = host.connect("ann", 0)
    assert (welcome["seq"], welcome["seat"], welcome["rules"]["decks"]) == (0, 0, 6)
    assert welcome["changes"] == ["away", "back", "client_seed", "join", "leave"]
    assert welcome["state"]["opens_in_ms"] == 0
    (told,) = host.heard("ann")
    assert [each["event"] for each in told["happened"]] == ["open"]
    assert told["offer"]["legal"] == ["bet", "sit_out"]
    assert told["clock"] == {"seat": 0, "whole_ms": 20_000, "left_ms": 20_000}
    assert told["connected"] == [0]


def test_everybody_is_told_of_an_answer_and_only_the_seat_that_is_asked_what_is_legal() -> None:
    """Each sees their own chips; the one who acted is answered first."""
    host = playing()
    host.connect("eve")
    assert host.send("ann", "stand", id="x") == {
        "protocol": 1,
        "type": "applied",
        "id": "x",
        "seat": 0,
        "seq": 4,
    }
    for client, seat in (("ann", 0), ("ben", 1), ("eve", None)):
        (told,) = host.heard(client)
        assert told["view"] == json.loads(host.table.view(seat).to_json())
        (event,) = told["happened"]
        assert (event["event"], event["seat"]) == ("stand", 0)
        assert "command" not in event
        assert ("offer" in told) == (client == "ben")


def test_the_end_of_a_round_is_told_with_its_results_and_when_the_next_opens() -> None:
    """And the next opens then."""
    host = playing(SessionPolicy(pause_ms=700))
    host.send("ann", "stand")
    host.send("ben", "stand")
    told = host.heard("ann")[-1]
    assert [each["type"] for each in told["happened"]] == ["event", "round_ended"]
    assert [each["net"] for each in told["happened"][1]["results"]] == [-100, -100]
    assert told["opens_in_ms"] == 700
    assert host.session.deadline() == host.now_ms + 700
    host.wait(699)
    assert host.table.over
    host.wait(1)
    assert host.heard("ann")[-1]["happened"][0]["event"] == "open"


def test_a_new_shoe_is_told() -> None:
    """With its number and its commitment; and the seed of the one before is revealed."""
    table = Table(Rules.of(shuffle="every_round"), seats=["Ann"], seed=7)
    before = table.shoe.seed
    host = Host(Session(table))
    host.connect("ann", 0)
    host.send("ann", "sit_out")
    host.told.clear()
    host.wait(3_000)
    (told,) = host.heard("ann")
    assert told["happened"][1] == {
        "protocol": 1,
        "type": "new_shoe",
        "shoe": 2,
        "part": 0,
        "commitment": shoe_commitment(table.shoe, 7),
    }
    assert before is not None
    assert told["happened"][2]["seed"] == before.hex()


def test_a_command_that_is_sent_again_is_answered_as_the_first_time() -> None:
    """However late, and by whichever client of the seat; and nothing changes."""
    host = playing()
    stand = host.command("ann", "stand")
    first = host.give("ann", stand)
    host.send("ben", "stand")
    host.wait(5_000)
    seq = host.table.seq
    assert host.give("ann", stand) == first
    host.connect("ann's telephone", 0)
    assert host.give("ann's telephone", evolve(stand, expects=seq)) == first
    assert host.table.seq == seq


def test_an_id_that_is_used_again_for_something_else_is_an_error() -> None:
    """For another word, another amount, or while a change with that id waits."""
    host = playing()
    host.send("ann", "away", id="waits")
    assert host.send("ann", "hit", id="waits")["kind"] == "id_used"
    assert host.send("ann", "stand", id="one")["type"] == "applied"
    assert host.send("ann", "hit", id="one")["kind"] == "id_used"
    assert host.send("ann", "back", id="one")["kind"] == "id_used"


def test_an_amount_that_was_left_open_is_what_was_applied() -> None:
    """So the command may be sent again without one, or with the same."""
    host = a_host()
    host.connect("ann", 0)
    bet = host.command("ann", "bet")
    first = host.give("ann", bet)
    assert host.table.round.seats[0].hands[0].bet_minor == 1
    assert host.give("ann", bet) == first
    assert host.give("ann", evolve(bet, amount=1)) == first
    assert host.give("ann", evolve(bet, amount=2))["kind"] == "id_used"


def test_insurance_without_an_amount_is_the_most() -> None:
    """As in an offer."""
    host = a_host(SeatPlan("Ann", 10_000), cards="9hAs8c9d" + "2h" * 20)
    host.connect("ann", 0)
    host.send("ann", "bet", 1_000)
    host.send("ann", "insure")
    assert stake_of(host.table.round.seats[0].hands[0].insurance) == 500


def test_after_a_restart_the_same_command_has_the_same_answer() -> None:
    """All that is needed is sealed in the journal."""
    sink = BytesIO()
    host = a_host(journal=Journal(sink, flush=Flush.EACH_EVENT), cards="9hTcTs8c7d8d" * 40)
    host.connect("ann", 0)
    bet = host.command("ann", "bet", 300)
    first = host.give("ann", bet)
    host.connect("ben", 1)
    host.send("ben", "sit_out")
    host.send("ann", "stand")
    seed = host.command("ann", "client_seed", client_seed="abc")
    seeded = host.give("ann", seed)
    shoes = host.table.house.shoes
    table = resume(BytesIO(sink.getvalue()), shoes=shoes).table
    memory = CommandMemory()
    assert memory.read(Lines(BytesIO(sink.getvalue()))) == table.seq
    assert memory.to_document() == host.session.memory.to_document()
    again = Host(Session(table, memory=memory))
    again.connect("ann", 0)
    assert again.give("ann", bet) == first
    assert again.give("ann", seed) == seeded
    assert again.give("ann", evolve(seed, client_seed="abd"))["kind"] == "id_used"


def test_a_stale_command_changes_nothing_and_is_told_what_is_asked_now() -> None:
    """The offer is there for the seat that is asked alone."""
    host = playing()
    seq = host.table.seq
    for expects in (0, seq - 1, seq + 1):
        told = host.send("ann", "stand", expects=expects)
        assert (told["type"], told["seq"]) == ("stale", seq)
        assert told["offer"] == json.loads(cast("Any", host.table.offer()).to_json())
    assert "offer" not in host.send("ben", "stand", expects=0)
    assert host.table.seq == seq


def test_a_refusal_says_why_and_what_is_legal() -> None:
    """To the seat that is asked; another one is told to wait."""
    host = playing()
    split = host.command("ann", "split")
    told = host.give("ann", split)
    assert (told["type"], told["kind"]) == ("refused", "hand_forbids")
    assert told["legal"] == ["hit", "stand", "double"]
    assert told["next"] == "legal now: hit, stand, double"
    told = host.send("ben", "hit")
    assert (told["kind"], told["next"]) == ("wrong_seat", "wait until your seat is asked")
    assert "legal" not in told
    assert host.send("ben", "bet")["kind"] == "wrong_seat"
    # What was refused is judged anew.
    assert host.give("ann", split)["type"] == "refused"
    assert host.send("ann", "stand", id=split.id)["type"] == "applied"


def test_between_rounds_no_answer_is_legal() -> None:
    """The client is told to wait."""
    host = over()
    told = host.send("ann", "bet", 100)
    assert (told["type"], told["kind"]) == ("refused", "not_asked")
    assert told["next"] == "wait for the next round"


def test_a_stake_beyond_the_limits_is_refused_with_the_limits() -> None:
    """They are for the seat alone."""
    host = a_host()
    host.connect("ann", 0)
    told = host.send("ann", "bet", 10_001)
    assert told["kind"] == "wrong_amount"
    assert told["stake"] == {"least": 1, "most": 10_000, "step": 1}


def test_nobody_acts_for_a_seat_that_is_not_theirs() -> None:
    """Neither a spectator nor another seat, nor for a seat that is not there."""
    host = playing()
    host.connect("eve")
    seq = host.table.seq
    assert host.send("eve", "stand", seat=0)["kind"] == "not_your_seat"
    assert host.send("ben", "stand", seat=0)["kind"] == "not_your_seat"
    assert host.send("ben", "away", seat=0)["kind"] == "not_your_seat"
    assert host.send("ben", "stand", seat=6)["kind"] == "not_your_seat"
    assert host.send("ben", "join", seat=0, name="Ben")["kind"] == "not_your_seat"
    told = host.send("eve", "join", seat=6, name="Eve")
    assert told["type"] == "waiting"
    host.wait(100_000)
    assert host.table.seq > seq
    assert [each["kind"] for each in host.heard("eve") if each["type"] == "refused"] == [
        "no_such_seat"
    ]


def test_who_is_not_connected_is_told_so() -> None:
    """And so is who has gone."""
    host = playing()
    stand = host.command("ann", "stand")
    assert host.give("nobody", stand)["kind"] == "not_connected"
    host.disconnect("ann")
    host.disconnect("ann")
    assert host.give("ann", stand)["kind"] == "not_connected"


def test_what_is_no_command_is_told_so_with_the_id_if_there_is_one() -> None:
    """Nothing changes."""
    host = playing()
    seq = host.table.seq
    told = host.give("ann", "stand")
    assert told["kind"] == "not_a_command"
    assert "id" not in told
    # A client in any language can follow the next step: it has an example that can be read.
    step, _, example = told["next"].partition(" such as ")
    assert (step, Command.from_json(example).word) == ("send one", "stand")
    told = host.give("ann", b'{"protocol":1,"type":"command","id":"7","expects":3,"seat":0}')
    assert (told["kind"], told["id"]) == ("not_a_command", "7")
    assert host.table.seq == seq


def test_the_clients_of_a_seat_hear_the_same_but_for_answers() -> None:
    """Two windows are one seat."""
    host = playing()
    host.connect("ann's telephone", 0)
    assert "connected" not in [each["type"] for each in host.heard("ben")]
    host.send("ann", "hit")
    assert [each["type"] for each in host.heard("ann")] == ["state"]
    assert [each["type"] for each in host.heard("ann's telephone")] == ["state"]


def test_everybody_is_told_who_is_connected() -> None:
    """When the first client of a seat comes and when the last one goes, and not otherwise."""
    host = playing()
    host.connect("ann's telephone", 0)
    host.disconnect("ann")
    assert host.heard("ben") == []
    host.disconnect("ann's telephone")
    (told,) = host.heard("ben")
    assert (told["connected"], told["happened"]) == ([1], [])
    assert host.connect("ann", 0)["state"]["connected"] == [0, 1]
    (told,) = host.heard("ben")
    assert told["connected"] == [0, 1]


def test_a_client_may_change_over_to_another_seat() -> None:
    """The host says so, by connecting it again."""
    host = playing()
    assert host.session.seat_of("ann") == 0
    assert host.connect("ann", None)["state"]["connected"] == [1]
    assert host.session.seat_of("ann") is None
    assert host.session.seat_of("nobody") is None
    assert host.send("ann", "stand", seat=0)["kind"] == "not_your_seat"


def test_no_more_spectators_connect_than_the_host_wants() -> None:
    """One that is connected already may change over."""
    host = a_host(policy=SessionPolicy(most_spectators=1))
    host.connect("cy")
    assert host.connect("dee")["kind"] == "too_many_clients"
    assert host.give("dee", "")["kind"] == "not_connected"
    assert host.connect("cy")["type"] == "welcome"
    host.disconnect("cy")
    assert host.connect("dee")["type"] == "welcome"


def test_spectators_keep_no_owner_of_a_seat_out() -> None:
    """The clients of each seat have places of their own, and of those there is a number, too."""
    host = a_host(policy=SessionPolicy(most_spectators=1))
    host.connect("cy")
    for number in range(MAX_CLIENTS_OF_A_SEAT):
        assert host.connect(f"ann's {number}", 0)["type"] == "welcome"
    assert host.connect("one more", 0)["kind"] == "too_many_clients"
    assert host.connect("ben", 1)["type"] == "welcome"
    assert not host.session.takes_one_more(None)
    assert not host.session.takes_one_more(0)
    assert host.session.takes_one_more(1)


def test_what_a_host_does_wrong_is_a_typed_error() -> None:
    """Seats that are not there, names that are none, and times that are not whole numbers."""
    host = a_host()
    for seat in (-1, 2, True, "0", 0.0):
        with pytest.raises(TableError, match="no seat"):
            host.session.connect("ann", cast("int", seat), 0)
    for name in ("", "a" * (MAX_CLIENT_LETTERS + 1), None, b"ann"):
        with pytest.raises(TableError, match="a client"):
            host.session.connect(cast("str", name), 0, 0)
    for time in (0.5, None, True, "1"):
        with pytest.raises(TableError, match="the time cannot be"):
            host.session.tick(cast("int", time))
    with pytest.raises(TableError, match="no seat 7"):
        a_host(bots={7: cast("Any", None)})


def test_a_table_in_mid_round_is_gone_on_with() -> None:
    """As after a restart: the question has its whole time again."""
    table = Table(seats=[ANN, BEN], seed=7)
    table.open_round()
    host = Host(Session(table), now_ms=500)
    assert host.session.deadline() is None
    host.take(host.session.tick(500))
    # Nobody is connected, so the time has the grace in it.
    assert host.session.deadline() == 30_500
    host.connect("ann", 0)
    assert host.send("ann", "bet", 50)["type"] == "applied"


def test_no_round_opens_while_nobody_is_there_to_play_it() -> None:
    """Neither for a spectator nor for a seat that is away or empty."""
    host = a_host(ANN, BEN, None)
    host.take(host.session.change(SeatChange.away(1), 0))
    host.connect("eve")
    host.connect("ben", 1)
    host.connect("cy", 2)
    host.wait(10**6)
    assert host.table.seq == 1
    assert host.send("ben", "back")["type"] == "applied"
    assert host.table.round.number == 1


def test_no_round_opens_while_nobody_can_bet() -> None:
    """A deposit lets it open."""
    host = a_host(SeatPlan("Ann", 0))
    host.connect("ann", 0)
    host.wait(10**6)
    assert host.table.seq == 0
    host.take(host.session.change(SeatChange.deposit(0, 1), host.now_ms))
    assert host.table.round.number == 1


def test_a_session_that_can_open_no_round_says_why() -> None:
    """The arranged cards have run out."""
    rules = Rules.of(shuffle="every_round")
    host = a_host(SeatPlan("Ann"), cards="9hTs8c8d", rules=rules)
    host.connect("ann", 0)
    host.send("ann", "bet", 1)
    host.send("ann", "stand")
    assert host.session.stopped is None
    host.wait(10**6)
    assert "shoe" in str(host.session.stopped)
    assert host.session.deadline() is None
    assert "opens_in_ms" not in host.connect("eve")["state"]


def test_a_seat_with_nobody_connected_is_asked_like_any_other() -> None:
    """Its answers are the clock's."""
    host = a_host(policy=SessionPolicy(grace_ms=0))
    host.connect("ann", 0)
    host.send("ann", "bet", 100)
    host.wait(20_000)
    event = host.heard("ann")[-1]["happened"][0]
    assert (event["event"], event["seat"], event["by"]) == ("sit_out", 1, "clock")
    assert host.table.round.seats[1].presence is Presence.SEATED


def test_an_event_object_is_no_command() -> None:
    """A host hands on what a client has sent, or a `Command`."""
    host = playing()
    assert host.give("ann", cast("Any", Event.stand(0, 0)))["kind"] == "not_a_command"
