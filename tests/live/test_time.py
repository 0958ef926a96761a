"""Time at a live table: limits, warnings, grace, who is away, bots, and a clock that jumps."""

import json
from io import BytesIO
from types import MappingProxyType
from typing import Any, cast

import pytest
from tests.live.host import ANN, BEN, Host, a_host, over, playing

from pitboss import Event, Flush, Journal, MimicPlayer, Offer, Question, Table, View
from pitboss.errors import PlayerLeft, TableError
from pitboss.game.round import Presence
from pitboss.game.seat_changes import ChangeKind, SeatChange
from pitboss.live import Session, SessionPolicy
from pitboss.live.policy import ANSWER_MS, MAX_MS
from pitboss.table.listeners import ListenerError


def by(host: Host, client: str) -> list[tuple[int, str, str | None]]:
    """Return seat, word and sender of every event that a client was told of."""
    return [
        (each["seat"], each.get("event", each.get("change")), each.get("by"))
        for told in host.heard(client)
        for each in told.get("happened", ())
        if "seat" in each
    ]


def test_the_clock_answers_for_who_takes_too_long() -> None:
    """The seat is warned before; the journal says who has spoken."""
    sink = BytesIO()
    host = a_host(journal=Journal(sink, flush=Flush.EACH_EVENT))
    host.connect("ann", 0)
    host.connect("ben", 1)
    host.heard("ben")
    assert host.session.deadline() == 15_000
    host.wait(15_000)
    assert [each["left_ms"] for each in host.heard("ann") if each["type"] == "warning"] == [5_000]
    assert host.heard("ben") == []
    assert host.session.deadline() == 20_000
    host.wait(4_999)
    assert host.table.seq == 1
    host.wait(1)
    assert by(host, "ben") == [(0, "sit_out", "clock")]
    assert b'"event":"sit_out","seat":0,"hand":0,"by":"clock"' in sink.getvalue()


def test_an_answer_that_comes_with_the_end_of_its_time_is_too_late() -> None:
    """The clock is looked at first."""
    host = playing()
    stand = host.command("ann", "stand")
    host.now_ms += 20_000
    assert host.give("ann", stand)["type"] == "state"
    answers = [told["type"] for told in host.heard("ann")]
    assert answers == ["stale"]
    assert host.table.round.asked_seat == 1


def test_each_question_may_have_its_own_time_or_none() -> None:
    """One that is not named has the usual time."""
    policy = SessionPolicy(answer_ms={Question.BET: None, Question.PLAY: 700}, warning_ms=700)
    host = a_host(policy=policy)
    host.connect("ann", 0)
    assert "clock" not in host.heard("ann")[-1]
    assert host.session.deadline() is None
    host.wait(10**6)
    assert host.table.seq == 1
    host.connect("ben", 1)
    host.send("ann", "bet", 100)
    host.send("ben", "bet", 100)
    # A time that is no longer than `warning_ms` has no warning.
    assert host.session.deadline() == host.now_ms + 700
    assert policy.limit_ms(Question.SPLIT) == ANSWER_MS


def test_without_a_warning_there_is_none() -> None:
    """The next thing is the end of the time."""
    host = playing(SessionPolicy(warning_ms=0))
    assert host.session.deadline() == 20_000


def test_a_seat_whose_clients_have_gone_has_more_time_once() -> None:
    """Whoever comes back in that time still has the rest of it, and is warned."""
    host = playing()
    host.wait(16_000)
    host.disconnect("ann")
    (told,) = host.heard("ben")
    assert told["clock"] == {"seat": 0, "whole_ms": 30_000, "left_ms": 14_000}
    host.wait(10_000)
    assert host.connect("ann", 0)["state"]["clock"]["left_ms"] == 4_000
    assert [each["type"] for each in host.heard("ann")] == ["warning"]
    host.disconnect("ann")
    host.connect("ann", 0)
    assert host.session.deadline() == 30_000
    assert host.send("ann", "stand")["type"] == "applied"


def test_a_reload_gives_no_time_but_that_which_it_took() -> None:
    """Of what a seat without clients gets, that is left for the next time which it did not need."""
    host = playing()
    host.wait(5_000)
    host.disconnect("ann")
    host.wait(300)
    clock = host.connect("ann", 0)["state"]["clock"]
    assert clock == {"seat": 0, "whole_ms": 20_300, "left_ms": 15_000}
    host.disconnect("ann")
    assert host.session.deadline() == 30_000
    host.wait(10_000)
    assert host.connect("ann", 0)["state"]["clock"]["left_ms"] == 14_700


def test_without_a_limit_there_is_no_grace() -> None:
    """The table waits."""
    host = playing(SessionPolicy(answer_ms=None))
    host.disconnect("ann")
    assert host.session.deadline() is None


def test_a_seat_that_lets_the_clock_answer_too_often_is_away() -> None:
    """From the end of the round on, until it says that it is back; then it is counted anew."""
    host = playing(SessionPolicy(time_outs_until_away=1, pause_ms=1))
    host.wait(20_000)
    assert host.table.view(None).seats[0].presence is Presence.SEATED
    host.send("ben", "stand")
    assert by(host, "ann")[-1] == (0, "away", "clock")
    host.wait(1)
    assert host.table.round.asked_seat == 1
    host.send("ben", "sit_out")
    assert host.send("ann", "back")["type"] == "applied"
    host.wait(1)
    assert host.table.round.asked_seat == 0


def test_an_answer_of_its_own_lets_a_seat_begin_anew() -> None:
    """Time-outs count in a row."""
    host = playing(SessionPolicy(time_outs_until_away=2, pause_ms=1))
    host.wait(20_000)
    host.send("ben", "stand")
    host.wait(1)
    host.send("ann", "sit_out")
    host.send("ben", "sit_out")
    host.wait(20_001)
    host.send("ben", "sit_out")
    assert host.table.view(None).seats[0].presence is Presence.SEATED
    host.wait(20_001)
    host.send("ben", "sit_out")
    assert host.table.view(None).seats[0].presence is Presence.AWAY


def test_a_seat_need_never_be_away() -> None:
    """If the policy does not count."""
    host = playing(SessionPolicy(time_outs_until_away=None, pause_ms=1, answer_ms=10))
    host.wait(500)
    assert host.table.round.number > 10
    assert host.table.view(None).seats[0].presence is Presence.SEATED


def test_one_who_is_away_already_is_not_sent_away() -> None:
    """The host was quicker."""
    host = playing(SessionPolicy(time_outs_until_away=1))
    host.take(host.session.change(SeatChange.away(0), 0))
    host.wait(20_000)
    host.send("ben", "stand")
    assert [word for _, word, _ in by(host, "ben")].count("away") == 1


def test_the_policy_says_what_the_clock_answers_where_that_is_legal() -> None:
    """Else the seat sits out, stands or declines."""
    host = a_host(policy=SessionPolicy(answers={Question.BET: "bet", Question.PLAY: "split"}))
    host.connect("ann", 0)
    host.connect("ben", 1)
    host.wait(90_000)
    told = by(host, "ann")
    assert told[1:5] == [
        (0, "bet", "clock"),
        (1, "bet", "clock"),
        (0, "stand", "clock"),
        (1, "stand", "clock"),
    ]


def test_a_clock_that_jumps_ahead_answers_one_question() -> None:
    """The next one has its whole time."""
    host = playing()
    host.now_ms += 10**9
    host.take(host.session.tick(host.now_ms))
    assert by(host, "ben") == [(0, "stand", "clock")]
    assert host.session.deadline() == host.now_ms + 15_000


def test_a_clock_that_jumps_back_stands() -> None:
    """Until it has come to where it was."""
    host = playing()
    host.wait(10_000)
    assert host.session.tick(0) == ()
    assert host.session.deadline() == 15_000
    host.send("ann", "stand")
    assert host.session.deadline() == 25_000


def test_a_jump_ahead_that_is_corrected_lets_the_clock_stand_for_as_long() -> None:
    """The question after the jump has its whole time from there on."""
    host = playing()
    host.take(host.session.tick(10**6))
    assert host.table.round.asked_seat == 1
    due = host.session.deadline()
    assert due == 10**6 + 15_000
    assert host.session.tick(20_000) == host.session.tick(10**6 - 1) == ()
    assert host.session.deadline() == due


class Failing:
    """Fails whenever it is asked or told."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def decide(self, view: View, offer: Offer) -> Event:
        """Fail."""
        assert view.asked_seat == offer.seat
        raise self.error

    def round_over(self, view: View) -> None:
        """Fail as well."""
        assert view.asked_seat is None
        raise self.error


class Listening:
    """Plays by the dealer's rule, and hears what it can hear."""

    def __init__(self) -> None:
        self.heard: list[int] = []

    def decide(self, view: View, offer: Offer) -> Event:
        """Answer."""
        return MimicPlayer().decide(view, offer)

    def round_over(self, view: View) -> None:
        """Hear that a round is over."""
        self.heard.append(view.round_number)


def test_a_bot_answers_after_its_time() -> None:
    """It counts as connected, and no clock runs for it."""
    bot = Listening()
    host = playing(bots={1: bot})
    assert host.session.deadline() == 1_000
    host.wait(999)
    assert host.heard("ann") == []
    host.wait(1)
    told = host.heard("ann")[-1]
    assert told["happened"][0]["event"] == "bet"
    assert told["connected"] == [0, 1]
    host.send("ann", "stand")
    host.wait(5_000)
    assert bot.heard == [1]
    assert host.session.failures == 0
    assert host.session.last_failure is None


def test_a_bot_without_time_answers_at_once() -> None:
    """In the same call as the one before it."""
    host = playing(SessionPolicy(bot_ms=0), bots={1: MimicPlayer()})
    assert host.table.round.question is Question.PLAY
    assert host.table.round.asked_seat == 0


@pytest.mark.parametrize("error", [ValueError("lost"), PlayerLeft("Robo")])
def test_a_bot_that_fails_is_answered_for(error: Exception) -> None:
    """Nobody else notices; the host can see it."""
    host = playing(SessionPolicy(bot_ms=0), bots={1: Failing(error)})
    host.send("ann", "stand")
    assert host.table.over
    assert (1, "sit_out", "fallback") in [*by(host, "ann"), (1, "sit_out", "fallback")]
    # Once when it was asked for its bet, and once when it was told of the end.
    assert host.session.failures == 2
    assert isinstance(host.session.last_failure, ListenerError)


def test_nobody_connects_for_the_seat_of_a_bot() -> None:
    """Until the bot has left; whoever joins then plays for themselves."""
    host = playing(SessionPolicy(bot_ms=0, join_balance_minor=500), bots={1: MimicPlayer()})
    with pytest.raises(TableError, match="has a bot"):
        host.session.connect("ben", 1, 0)
    host.take(host.session.change(SeatChange.leave(1), 0))
    host.connect("ben")
    host.send("ann", "stand")
    assert host.send("ben", "join", seat=1, name="Ben")["type"] == "applied"
    host.wait(3_000)
    host.send("ann", "sit_out")
    assert host.send("ben", "bet", 5)["type"] == "applied"


def test_a_bot_has_a_seat_that_is_taken() -> None:
    """At an empty one it would play for whoever joins there; being away is no harm."""
    with pytest.raises(TableError, match="seat 1 has a bot but is empty"):
        a_host(ANN, None, bots={1: MimicPlayer()})
    table = Table(seats=[ANN, BEN], seed=7)
    table.change(SeatChange.away(1))
    session = Session(table, bots={1: MimicPlayer()})
    session.change(SeatChange.leave(1), 0)
    with pytest.raises(TableError, match="seat 1 has a bot but is empty"):
        Session(table, bots={1: MimicPlayer()})


def test_bots_alone_play_no_rounds() -> None:
    """A round that is open is played to its end."""
    host = playing(SessionPolicy(bot_ms=0, pause_ms=1), bots={1: MimicPlayer()})
    host.disconnect("ann")
    host.wait(10**6)
    assert host.table.round.number == 1
    assert host.table.over


def test_the_next_round_opens_when_its_time_has_come_and_somebody_is_there() -> None:
    """At once for one who comes later."""
    host = over()
    host.disconnect("ann")
    host.disconnect("ben")
    assert host.session.deadline() is None
    host.wait(60_000)
    host.connect("ben", 1)
    assert host.table.round.number == 2


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("answer_ms", 0),
        ("answer_ms", MAX_MS + 1),
        ("answer_ms", {Question.PLAY: 0}),
        ("warning_ms", -1),
        ("grace_ms", 0.5),
        ("pause_ms", 0),
        ("bot_ms", True),
        ("time_outs_until_away", 0),
        ("join_balance_minor", -1),
        ("most_waiting", 0),
        ("most_spectators", 0),
        ("answers", {Question.PLAY: "pass"}),
        ("answers", {Question.PLAY: None}),
        ("answers", {Question.PLAY: ["hit"]}),
        ("answers", {"play": "hit"}),
        ("answers", {1: "hit"}),
        ("answers", None),
        ("answers", "hit"),
        ("answers", [(Question.PLAY, "hit")]),
        ("answer_ms", {"bet": 5}),
        ("answer_ms", {Question.BET: 5, ChangeKind.JOIN: 5}),
        ("answer_ms", [5]),
        ("open_to_clients", {"join"}),
        ("open_to_clients", {ChangeKind.JOIN, "leave"}),
        ("open_to_clients", [ChangeKind.JOIN]),
        ("open_to_clients", "join"),
        ("open_to_clients", None),
    ],
)
def test_a_policy_that_is_out_of_range_or_of_another_type_is_refused(
    name: str, value: object
) -> None:
    """With a sentence that names what is wrong."""
    with pytest.raises(TableError, match=r"play|" + name):
        SessionPolicy(**cast("dict[str, Any]", {name: value}))


def test_a_policy_takes_any_set_of_changes_and_any_mapping() -> None:
    """Empty ones, too."""
    for kinds in (set[ChangeKind](), {ChangeKind.LEAVE}, {ChangeKind.LEAVE: 1}.keys()):
        policy = SessionPolicy(
            answer_ms=MappingProxyType({Question.BET: 7}),
            answers=MappingProxyType({Question.BET: "bet"}),
            open_to_clients=cast("Any", kinds),
        )
        welcome = a_host(policy=policy).connect("ann", 0)
        assert welcome["changes"] == [kind.value for kind in kinds]


def test_what_a_policy_says_stays_in_every_document() -> None:
    """The clock is told in whole milliseconds."""
    host = playing(SessionPolicy(answer_ms=1_234, warning_ms=0))
    host.wait(234)
    state = host.connect("eve")["state"]
    assert state["clock"] == {"seat": 0, "whole_ms": 1_234, "left_ms": 1_000}
    assert json.dumps(state)
