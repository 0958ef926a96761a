"""A table in an application of somebody's own: its failures, and what the host changes."""

import asyncio
import json
from collections.abc import Callable
from contextlib import nullcontext
from io import BytesIO
from typing import Any, cast

import pytest
from tests.live.host import ANN, BEN, a_host
from tests.web.examples import KeptLine

from pitboss import Event, Journal, Table
from pitboss.errors import EventError, TableError
from pitboss.game.documents import document
from pitboss.live import CommandError, SessionPolicy
from pitboss.table import ChangeRefusedError, SeatChange
from pitboss.web import TableHost
from pitboss.web.lines import now_ms

DEPOSIT = SeatChange.deposit(0, 500)

# A compiled journal has no subclasses.
pytestmark = pytest.mark.pure


class Raising(Journal):
    """A journal that raises something once it has one.

    Attributes:
        error: what it raises.
    """

    error: BaseException | None = None

    def applied(self, table: Table, event: Event) -> None:
        """Raise it after an event."""
        super().applied(table, event)
        self._raise()

    def changed(self, table: Table, change: SeatChange) -> None:
        """Raise it after a change."""
        super().changed(table, change)
        self._raise()

    def _raise(self) -> None:
        if self.error is not None:
            raise self.error


class Hosted:
    """A table with a client that may join, in an event loop.

    Attributes:
        recorder: of the table.
        host: of the table.
        line: of the client.
        failures: what `on_failure` was called with.
        failed: it was called.
    """

    def __init__(self) -> None:
        self.recorder = Raising(BytesIO())
        policy = SessionPolicy(answer_ms=1, grace_ms=0)
        session = a_host(ANN, BEN, None, journal=self.recorder, policy=policy).session
        self.failures: list[tuple[str, BaseException]] = []
        self.failed = asyncio.Event()
        self.host = TableHost("low", "key", session, on_failure=self._note)
        self.line = KeptLine("low:1")
        self.host.enter(self.line, document("enter", {"key": "key"}))

    def _note(self, name: str, failure: BaseException) -> None:
        self.failures.append((name, failure))
        self.failed.set()
        raise ValueError("the loop tells of this, and nothing else does")

    def join(self) -> None:
        """Let the client take the third seat."""
        joins = {"id": self.told()[0]["id"], "expects": 0, "seat": 2, "word": "join", "name": "Eve"}
        self.host.receive(self.line, document("command", joins))

    def told(self) -> list[dict[str, Any]]:
        """Return everything that the client was told."""
        return [json.loads(text) for text in self.line.kept]


def by_a_client(hosted: Hosted, error: BaseException) -> None:
    """Let a client move the table."""
    hosted.recorder.error = error
    hosted.join()


def by_the_host(hosted: Hosted, error: BaseException) -> None:
    """Let the host change a seat."""
    hosted.recorder.error = error
    with pytest.raises(TableError):
        hosted.host.change(DEPOSIT)


def by_itself(hosted: Hosted, error: BaseException) -> None:
    """Let the clock answer in a round that has opened."""
    hosted.join()
    hosted.recorder.error = error


@pytest.mark.parametrize("move", [by_a_client, by_the_host, by_itself])
@pytest.mark.parametrize("error", [RuntimeError("?"), OSError(28, "full"), EventError("?", "!")])
def test_whatever_is_raised_stops_the_table_and_everybody_is_told(
    move: Callable[[Hosted, BaseException], None],
    error: Exception,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """The host is called once, what it raises itself goes to the loop, and nothing is written."""

    async def play() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _loop, told: raised.append(told))
        hosted = Hosted()
        move(hosted, error)
        await hosted.failed.wait()
        failure = hosted.host.failure
        with pytest.raises(TableError, match=r"table low has stopped: .*open it again") as again:
            hosted.host.change(DEPOSIT)
        assert again.value.__cause__ is failure
        assert failure is error or (failure and failure.__context__ is error)
        assert hosted.failures == [("low", failure)]
        assert hosted.told()[-1]["kind"] == "stopped"
        late = KeptLine("low:2")
        hosted.host.enter(late, document("enter", {}))
        assert [json.loads(text)["kind"] for text in late.kept] == ["stopped"]

    raised: list[dict[str, Any]] = []
    asyncio.run(play())
    assert [type(told["exception"]) for told in raised] == [ValueError]
    assert capfd.readouterr() == ("", "")


def test_an_interrupt_stops_the_table_too_and_is_let_pass() -> None:
    """It is not the table's, whose clients are told all the same."""

    async def play() -> None:
        hosted = Hosted()
        with pytest.raises(KeyboardInterrupt):
            by_a_client(hosted, KeyboardInterrupt())
        assert isinstance(hosted.host.failure, KeyboardInterrupt)
        assert hosted.told()[-1]["kind"] == "stopped"

    asyncio.run(play())


def test_what_the_host_changes_is_told_at_once() -> None:
    """To everybody; what is refused changes nothing, and what was done before is not done again."""

    async def play() -> None:
        hosted = Hosted()
        told = len(hosted.told())
        joins = SeatChange.join(2, "Eve", 5).sent(command="c")
        for change, error in (
            (joins, None),
            (SeatChange.back(0), ChangeRefusedError),
            (DEPOSIT.sent(command="d"), None),
            (joins, None),
            (SeatChange.join(2, "Ben").sent(command="c"), CommandError),
            ("deposit", EventError),
        ):
            with nullcontext() if error is None else pytest.raises(error):
                hosted.host.change(cast("SeatChange", change))
        changes = [each["happened"][0]["change"] for each in hosted.told()[told:]]
        assert changes == ["join", "deposit"]
        assert hosted.host.failure is None

    asyncio.run(play())


def test_a_change_that_is_refused_holds_back_nothing_that_was_due(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What the clock answers by then is told before the call comes back."""

    async def play() -> None:
        hosted = Hosted()
        hosted.join()
        monkeypatch.setattr("pitboss.web.hosting.now_ms", lambda: now_ms() + 1000)
        with pytest.raises(CommandError):
            hosted.host.change(SeatChange.leave(2).sent(command=hosted.told()[0]["id"]))
        assert hosted.told()[-1]["happened"][0]["by"] == "clock"

    asyncio.run(play())


def test_a_change_is_made_in_the_event_loop() -> None:
    """Elsewhere nothing is changed, for another thread may be at the table."""
    hosted = asyncio.run(_hosted())
    with pytest.raises(RuntimeError, match="no running event loop"):
        hosted.host.change(DEPOSIT)
    assert hosted.host.session.table.seq == 0
    assert hosted.host.failure is None


async def _hosted() -> Hosted:
    return Hosted()
