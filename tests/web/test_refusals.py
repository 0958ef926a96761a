"""What the server refuses: other websites, other names, too much, and whom it does not know."""

import asyncio
import json
import logging
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import cast

import pytest
from starlette.websockets import WebSocket
from tests.web.served import Client, served
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import CloseCode

from pitboss.web import JoinKeys, address_of, listen
from pitboss.web.keys import KeysError
from pitboss.web.lines import BURST, MAX_MESSAGE_BYTES, Allowance, Line

KEY = "x" * 43


def test_only_the_own_page_may_open_a_line(tmp_path: Path) -> None:
    """A WebSocket of another website is refused before it can say anything."""
    with served(tmp_path, origins=("https://cards.example",)) as tables:
        own = tables.address
        for origin in ("http://evil.example", "null", own.replace("http:", "https:"), f"{own}0"):
            with pytest.raises(InvalidStatus) as refused:
                tables.line(origin=origin)
            assert refused.value.response.status_code == 403
        for known in (own, "https://cards.example", None):
            with tables.line(origin=known) as line:
                line.send("enter")
                line.until("welcome")


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1", 200),
        ("127.0.0.1:8000", 200),
        ("localhost:8000", 200),
        ("[::1]:8000", 200),
        ("192.0.2.7", 200),
        ("cards.example", 200),
        ("evil.example", 421),
        ("evil.example:8000", 421),
        ("localhost.evil.example", 421),
        ("", 421),
    ],
)
def test_only_names_of_the_server_are_answered(host: str, status: int, tmp_path: Path) -> None:
    """Whoever lets a name of their own point to this machine gets nothing by it."""
    with served(tmp_path, origins=("https://cards.example",)) as tables:
        assert tables.get("/", Host=host)[0] == status


@pytest.mark.parametrize(
    ("first", "kind"),
    [
        ("", "not_an_enter"),
        ("no JSON", "not_an_enter"),
        (b"\xff", "not_an_enter"),
        ('{"protocol":1,"type":"command"}', "not_an_enter"),
        ('{"protocol":2,"type":"enter"}', "not_an_enter"),
        ('{"protocol":1,"type":"enter","seat":0}', "not_an_enter"),
        ('{"protocol":1,"type":"enter","token":"guessed"}', "unknown_token"),
        ('{"protocol":1,"type":"enter","token":""}', "unknown_token"),
        ('{"protocol":1,"type":"enter","token":5}', "unknown_token"),
        ('{"protocol":1,"type":"enter","token":"\\ud800"}', "unknown_token"),
        ('{"protocol":1,"type":"enter","key":"guessed"}', "unknown_key"),
        ('{"protocol":1,"type":"enter","key":null}', "unknown_key"),
        ("x" * (MAX_MESSAGE_BYTES + 1), "too_large"),
        ("\N{SLICE OF PIZZA}" * (MAX_MESSAGE_BYTES // 4) + "x", "too_large"),
        ("\N{SLICE OF PIZZA}" * (MAX_MESSAGE_BYTES // 4), "not_an_enter"),
    ],
)
def test_who_does_not_enter_is_told_why(first: str | bytes, kind: str, tmp_path: Path) -> None:
    """A typed answer comes, and then the end of the line."""
    with served(tmp_path) as tables, tables.line() as line:
        line.say(first)
        told = line.take()
        assert (told["type"], told["kind"]) == ("error", kind)
        assert told["reason"]
        assert told["next"]
        assert line.end() == (1009 if kind == "too_large" else 1008)


def too_long(client: Client) -> int:
    """Send one message that is too long."""
    client.say(json.dumps({"padding": "x" * MAX_MESSAGE_BYTES}))
    return 1009


def too_many(client: Client) -> int:
    """Send more messages than anybody needs, or as many as are taken before the line is cut."""
    with suppress(ConnectionClosed):
        for _ in range(2 * BURST):
            client.say("{}")
    return 1008


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all messages come at the same time, so that none is allowed because time has passed."""
    takes_one = Allowance.takes_one

    def takes_one_at_once(allowance: Allowance, _now_ms: int) -> bool:
        return takes_one(allowance, 0)

    monkeypatch.setattr(Allowance, "takes_one", takes_one_at_once)


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize(("flood", "kind"), [(too_long, "too_large"), (too_many, "too_fast")])
def test_a_flood_ends_the_line_and_nothing_else(
    flood: Callable[[Client], int], kind: str, tmp_path: Path
) -> None:
    """Whoever sends too much is told so and cut off; the seat stays, and others go on."""
    with served(tmp_path) as tables, tables.guest() as ann, tables.guest() as ben:
        ann.join(0, "Ann")
        code = flood(ben)
        kinds: set[str] = set()
        # The line may be cut before the reason has come through.
        with suppress(ConnectionClosed):
            while kind not in kinds:
                kinds.add(ben.until("error")["kind"])
        assert kinds <= {"not_a_command", kind}
        assert ben.end() in {code, CloseCode.ABNORMAL_CLOSURE}
        ann.until_asked()
        ann.command("still-there", "sit_out")
        assert ann.until("applied")["id"] == "still-there"


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("seated", [True, False])
def test_further_lines_bring_no_further_messages(*, seated: bool, tmp_path: Path) -> None:
    """A seat may send so many by all its lines, and so may all without a key at one address."""
    with served(tmp_path) as tables, tables.guest() as ann, tables.guest() as ben:
        ann.join(0, "Ann")
        kinds: set[str] = set()
        for _ in range(10):
            with tables.client(**({"token": ann.token} if seated else {})) as line:
                # It may have been closed before all is said.
                with suppress(ConnectionClosed):
                    for _ in range(BURST - 1):
                        line.say("{}")
                for _ in range(BURST - 1):
                    if "too_fast" not in kinds:
                        kinds.add(line.until("error")["kind"])
        assert kinds == {"not_a_command", "too_fast"}
        ben.say("{}")
        assert ben.until("error")["kind"] == "not_a_command"


def test_a_message_beyond_all_bounds_ends_the_line(tmp_path: Path) -> None:
    """It is not even read."""
    with served(tmp_path) as tables, tables.guest() as client:
        client.until("welcome")
        # The end may come before all is said.
        with suppress(ConnectionClosed):
            client.say("x" * (32 * MAX_MESSAGE_BYTES))
        assert client.end() == 1009


def test_a_text_that_is_none_ends_the_line_in_silence(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The server complains of nothing, and others go on."""
    with served(tmp_path) as tables, tables.guest() as ann:
        for data in (b"\xff\xfe", b"\xed\xa0\x80"):
            with tables.line() as line:
                line.say_as_text(data)
                assert line.end() == 1007
        assert ann.join(0, "Ann")["type"] == "applied"
        # Before the server ends, which complains of connections that a slow machine has not closed.
        assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


def test_who_says_nothing_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever opens a line has to enter soon."""
    monkeypatch.setattr("pitboss.web.app.ENTER_SECONDS", 0)
    with served(tmp_path) as tables, tables.line() as line:
        assert line.end() == 1008


class DeafSocket:
    """What stands for the socket of a client that reads nothing until it is too late.

    Attributes:
        heard: what it was sent at last.
    """

    def __init__(self) -> None:
        self.heard: list[str | int] = []

    async def send_text(self, text: str) -> None:
        """Take a document."""
        self.heard.append(text)

    async def close(self, code: int) -> None:
        """Take the end of the line."""
        self.heard.append(code)


def test_a_client_that_reads_nothing_is_dropped() -> None:
    """What is kept for it has an end, and it is told to come back later."""
    socket = DeafSocket()
    line = Line(cast("WebSocket", socket), "deaf", "", Allowance())
    for number in range(1000):
        line.put(str(number))
    asyncio.run(line.send())
    assert socket.heard == [*map(str, range(256)), 1013]


@pytest.mark.parametrize(
    ("host", "begin"),
    [
        ("127.0.0.1", "http://127.0.0.1:"),
        ("cards.example", "http://cards.example:"),
        ("0.0.0.0", "http://localhost:"),  # noqa: S104  nothing is bound to it
        ("::", "http://localhost:"),
        ("::1", "http://[::1]:"),
    ],
)
def test_the_links_begin_with_an_address_for_browsers(host: str, begin: str) -> None:
    """That of a server which listens everywhere is the one on this machine."""
    with listen("127.0.0.1", 0) as listener:
        assert re.fullmatch(re.escape(begin) + "[0-9]+", address_of(listener, host))


def test_there_is_no_other_table(tmp_path: Path) -> None:
    """Its line is closed with a code of its own, by which a page knows not to try again."""
    with served(tmp_path) as tables:
        with tables.line("2") as line:
            assert line.end() == 4004
        assert tables.get("/t/2")[0] == 404


def test_bad_commands_are_answered(tmp_path: Path) -> None:
    """What the session makes of a message, the client is told."""
    with served(tmp_path) as tables, tables.guest() as ann:
        ann.join(0, "Ann")
        ann.until_asked()
        for text, kind in (("{}", "not_a_command"), (b"\xff\xfe", "not_a_command")):
            ann.say(text)
            assert ann.until("error")["kind"] == kind
        ann.command("of-another", "bet", seat=1, amount=5)
        assert ann.until("error")["kind"] == "not_your_seat"


@pytest.mark.pure
def test_a_table_that_fails_by_itself_stops_alone(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everybody there is told so, another table goes on, and nothing is written elsewhere."""
    with served(tmp_path, "low", "high") as tables, tables.guest("low") as ann:
        ann.join(0, "Ann")
        ann.until_asked()

        def fail() -> None:
            raise RuntimeError("what a recorder of the host's raises")

        monkeypatch.setattr(tables.hosts["low"].session.table, "open_round", fail)
        ann.command("last", "sit_out")
        assert ann.until("error")["kind"] == "stopped"
        assert ann.end() == 1011
        with tables.guest("low") as late:
            assert late.until("error", "welcome")["kind"] == "stopped"
        with tables.guest("high") as ben:
            assert ben.join(0, "Ben")["type"] == "applied"
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("held", ["", "[]", "{", '{"1": 5}', '{"1": "short"}'])
def test_a_file_of_keys_that_is_none_is_refused(held: str, tmp_path: Path) -> None:
    """Nobody's key is made up where there should be one."""
    path = tmp_path / "keys.json"
    path.write_text(held, "utf-8")
    with pytest.raises(KeysError, match="is not a file of keys"):
        JoinKeys(path, ["1"])
    assert path.read_text("utf-8") == held


@pytest.mark.parametrize("link", [True, False])
def test_keys_go_where_nobody_else_has_put_a_file(tmp_path: Path, *, link: bool) -> None:
    """What lies under the name that is written first is removed, and never written to."""
    path, beside = tmp_path / "keys.json", tmp_path / "keys.json.new"
    theirs = tmp_path / "theirs"
    theirs.write_bytes(b"theirs")
    if link:
        beside.symlink_to(theirs)
    else:
        beside.hardlink_to(theirs)
    theirs.chmod(0o666)
    JoinKeys(path, ["low"])
    assert theirs.read_bytes() == b"theirs"
    assert (path.is_symlink(), path.stat().st_mode & 0o777) == (False, 0o600)


def test_keys_are_kept_for_their_owner_alone(tmp_path: Path) -> None:
    """A key stays the same when tables are added, and only the owner can read the file."""
    path = tmp_path / "keys.json"
    first = JoinKeys(path, ["low"]).of("low")
    both = JoinKeys(path, ["low", "high"])
    assert both.of("low") == first != both.of("high")
    assert path.stat().st_mode & 0o777 == 0o600
