"""The host's own log hears everything that is public, and can do nothing to the table."""

import io
import re

import pytest
import structlog
from structlog.testing import CapturingLogger
from structlog.typing import EventDict, WrappedLogger
from tests.replay.recorded import play_round
from tests.tools.generated import ROOT

from pitboss import Event, Journal, RandomLegal, Rules, SeatPlan, Table, play_rounds
from pitboss.errors import ArgumentError
from pitboss.game.events import By
from pitboss.game.seat_changes import SeatChange
from pitboss.live import EventLogger, StructlogEvents
from pitboss.rules.presets import PRESETS
from pitboss.story import Recorders
from pitboss.table.shoes import ArrangedShoes, parse_cards
from pitboss.text.strict import JsonValue

Line = tuple[str, str, dict[str, JsonValue]]


class Kept:
    """A logger that keeps what it is sent."""

    def __init__(self) -> None:
        self.lines: list[Line] = []

    def info(self, event: str, /, **fields: JsonValue) -> None:
        """Keep a line."""
        self.lines.append(("info", event, fields))

    def debug(self, event: str, /, **fields: JsonValue) -> None:
        """Keep a line of detail."""
        self.lines.append(("debug", event, fields))

    def called(self, name: str) -> list[dict[str, JsonValue]]:
        """Return the fields of all lines of a name."""
        return [fields for _, event, fields in self.lines if event == name]


def arranged(log: EventLogger) -> Table:
    """Play a round whose cards are known: a split, a hit, a double."""
    shoes = ArrangedShoes([parse_cards("8h6c8dKs3hTd9c5s")])
    recorder = StructlogEvents(log)
    table = Table(seats=[SeatPlan("Ann", 10_000)], shoes=shoes, recorder=recorder)
    double = Event.double(0, 0).sent(command="c-1")
    for event in (Event.open(), Event.bet(0, 1000), Event.split(0, 0), double):
        table.apply(event)
    table.apply(Event.stand(0, 1))
    table.close()
    assert recorder.failures == 0
    assert recorder.last_failure is None
    return table


def test_a_round_is_sent_event_by_event() -> None:
    """Each with its round, and with seat, hand and amount as far as it has them."""
    log = Kept()
    table = arranged(log)
    opened = {"seq": 0, "round": 0, "seats": ["Ann"], "rules_digest": table.rules.digest}
    assert log.called("table opened") == [opened]
    assert log.called("round opened") == [{"seq": 1, "round": 1}]
    assert log.called("seat answered") == [
        {"seq": 2, "round": 1, "kind": "bet", "seat": 0, "hand": 0, "amount": 1000},
        {"seq": 3, "round": 1, "kind": "split", "seat": 0, "hand": 0},
        {"seq": 4, "round": 1, "kind": "double", "seat": 0, "hand": 0, "command": "c-1"},
        {"seq": 5, "round": 1, "kind": "stand", "seat": 0, "hand": 1},
    ]
    assert [line["seat"] for line in log.called("result")] == [0, 0]
    assert [line["bet"] for line in log.called("result")] == [2000, 1000]
    over = log.called("round over")
    assert over[0]["dealer_cards"] == [card.code for card in table.round.dealer.cards]
    assert [line["seq"] for line in [*log.called("result"), *over]] == [5, 5, 5]
    assert log.lines[-1] == ("info", "table closed", {"seq": 5, "round": 1})


def test_every_transition_is_sent_in_detail() -> None:
    """With the row and its states, in the order in which they were taken."""
    log = Kept()
    arranged(log)
    assert {level for level, event, _ in log.lines if event == "transition"} == {"debug"}
    assert {level for level, event, _ in log.lines if event != "transition"} == {"info"}
    rows = log.called("transition")
    assert rows[0] == {
        "seq": 1,
        "round": 1,
        "row": "betting-open",
        "source": "Betting",
        "destination": "Betting",
    }
    assert rows[-1]["destination"] == "Resolved"


def test_a_shuffle_is_sent_with_the_number_of_its_shoe() -> None:
    """At the opening of a round, and in the middle of one."""
    log = Kept()
    rules = Rules.of(shuffle="every_round")
    table = Table(rules, seats=["Ann"], seed=7, recorder=StructlogEvents(log))
    play_rounds(table, [RandomLegal(1)], 3)
    assert log.called("shuffle") == [
        {"seq": log.called("round opened")[number - 1]["seq"], "round": number, "shoe": f"{number}"}
        for number in (2, 3)
    ]


@pytest.mark.parametrize("preset", PRESETS)
def test_a_log_beside_a_journal_changes_no_byte(preset: str) -> None:
    """And every row that a table can take has its states in the log."""
    rules = Rules.preset(preset)
    alone, beside, log = io.BytesIO(), io.BytesIO(), Kept()
    both = Recorders((Journal(beside), StructlogEvents(log)))
    for recorder in (Journal(alone), both):
        table = Table(rules, seats=["Ann"], seed=5, recorder=recorder)
        for _ in range(30):
            play_round(table)
        table.close()
    assert beside.getvalue() == alone.getvalue()
    assert len(log.called("round over")) == 30


def test_a_table_may_be_followed_from_the_middle_of_its_game() -> None:
    """Then the first line says so."""
    log = Kept()
    table = Table(seats=["Ann"], seed=7)
    table.open_round()
    table.record_with(StructlogEvents(log))
    table.apply(Event.bet(0, 1000))
    assert [event for _, event, _ in log.lines][:2] == ["table joined", "seat answered"]


def test_the_processors_and_the_context_are_the_hosts() -> None:
    """What was bound stands in every line, and what a processor drops is dropped."""

    def without_transitions(_logger: WrappedLogger, name: str, line: EventDict) -> EventDict:
        if name == "debug":
            raise structlog.DropEvent
        return line

    kept = CapturingLogger()
    logger = structlog.wrap_logger(kept, processors=[without_transitions])
    arranged(logger.bind(table="high 3"))
    assert len(kept.calls) == 10
    assert {call.kwargs["table"] for call in kept.calls} == {"high 3"}
    assert {call.method_name for call in kept.calls} == {"info"}


def test_a_seat_that_changes_is_sent_without_its_chips() -> None:
    """With who spoke in place of the seat, where somebody did, as in an event."""
    log = Kept()
    table = Table(seats=["Ann", None], seed=5, recorder=StructlogEvents(log))
    table.change(SeatChange.join(1, "Ben", 30_000).sent(command="j-1"))
    table.change(SeatChange.deposit(1, 500).sent(by=By.HOUSE))
    assert log.called("seat changed") == [
        {"seq": 1, "round": 0, "kind": "join", "seat": 1, "name": "Ben", "command": "j-1"},
        {"seq": 2, "round": 0, "kind": "deposit", "seat": 1, "by": "house"},
    ]
    table.open_round()
    table.apply(Event.bet(0, 1000).sent(by=By.CLOCK))
    assert log.called("seat answered")[-1]["by"] == "clock"


def test_the_page_names_every_line_and_every_field() -> None:
    """And none that is never sent."""
    log = Kept()
    recorder = StructlogEvents(log)
    won = {"name": "won", "title": "Won", "pays": "1:1", "count": "2.."}
    bonus = {"name": "any", "title": "Any", "source": "ours", "classes": [won]}
    rules = Rules.of(shuffle="every_round", bonuses=[bonus])
    table = Table(rules, seats=["Ann", None], seed=5, recorder=recorder)
    table.change(SeatChange.join(1, "Ben", 30_000))
    table.change(SeatChange.deposit(1, 500).sent(by=By.HOUSE, command="d"))
    for _ in range(8):
        play_round(table)
    table.open_round()
    table.apply(Event.bet(0, 1000).sent(by=By.CLOCK, command="b"))
    table.record_with(recorder)
    while not table.over:
        table.apply(table.legal()[-1])
    table.close()
    sent = dict[str, set[str]]()
    for level, name, fields in log.lines:
        sent.setdefault(name, {level}).update(fields)
    page = (ROOT / "engine/pitboss/live/README.md").read_text("utf-8")
    table_of_lines = page.partition("| line | level | further fields |")[2].partition("\n\n")[0]
    named = dict[str, set[str]]()
    for row in table_of_lines.splitlines()[2:]:
        names, level, members = row.strip("|").split("|")
        for name in re.findall("`(.+?)`", names):
            named[name] = {level.strip(), "seq", "round", *re.findall("`(.+?)`", members)}
    assert named == sent


class Failing:
    """A logger every call of which fails, after it has tried to move the table.

    Attributes:
        table: which it tries to move.
    """

    table: Table | None = None

    def info(self, event: str, /, **fields: JsonValue) -> None:
        """Spoil what was sent, try to move the table, and fail."""
        for value in fields.values():
            if isinstance(value, list):
                value.clear()
        fields.clear()
        if self.table is not None:
            self.table.open_round()
        raise OSError(event)

    debug = info


def test_a_logger_that_fails_touches_neither_table_nor_journal() -> None:
    """Each failure is counted, and the last one is kept."""
    alone, beside, logger = io.BytesIO(), io.BytesIO(), Failing()
    log = StructlogEvents(logger)
    for recorder in (Journal(alone), Recorders((Journal(beside), log))):
        table = Table(seats=["Ann", "Ben"], seed=5, recorder=recorder)
        logger.table = table
        for _ in range(20):
            play_round(table)
        table.close()
    assert beside.getvalue() == alone.getvalue()
    assert log.failures > 20
    assert log.last_failure is not None


def test_what_is_no_logger_is_refused() -> None:
    """Before anything is played."""
    with pytest.raises(ArgumentError, match="logger must be"):
        StructlogEvents(None)  # type: ignore[arg-type]  # a host without types


def test_an_interrupt_is_let_pass() -> None:
    """It is not the logger's."""

    class Interrupted(Kept):
        def info(self, event: str, /, **fields: JsonValue) -> None:
            raise KeyboardInterrupt(event, fields)

    with pytest.raises(KeyboardInterrupt):
        Table(seats=["Ann"], seed=5, recorder=StructlogEvents(Interrupted()))


def test_the_log_is_the_same_whatever_chips_a_seat_has() -> None:
    """As long as the same is answered."""
    lines: list[list[Line]] = []
    for balance_minor in (None, 50_000, 7_654_321):
        log = Kept()
        plans = [SeatPlan("Ann", balance_minor)]
        table = Table(seats=plans, seed=5, recorder=StructlogEvents(log))
        table.open_round()
        table.apply(Event.bet(0, 1000))
        while (offer := table.offer()) is not None:
            table.apply(offer.stand() if offer.can(Event.stand(0, 0).kind) else offer.decline())
        lines.append(log.lines)
    assert lines[0] == lines[1] == lines[2]
