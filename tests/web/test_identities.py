"""The host says who a client is: its seat is then that of its account, from any browser."""

import asyncio
import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

import pytest
from starlette.requests import HTTPConnection
from tests.live.host import ANN, a_host
from tests.web.examples import KeptLine
from tests.web.served import Served, served

from pitboss.errors import TableError
from pitboss.game.documents import document
from pitboss.table import SeatChange
from pitboss.web import Identity, TableHost, account_of
from pitboss.web.lines import Refused

ACCOUNTS = {"a": Identity("ann-1", "Ann"), "b": Identity("b:2")}


async def authenticate(connection: HTTPConnection) -> Identity | None:
    """Say who has signed in, by a cookie."""
    return ACCOUNTS.get(connection.cookies.get("sign_in", ""))


@pytest.fixture
def serve(tmp_path: Path) -> Callable[[], AbstractContextManager[Served]]:
    """Return what serves a table to people with accounts."""
    return partial(served, tmp_path, authenticate=authenticate, bots=0)


def test_an_account_has_its_seat_from_anywhere(
    serve: Callable[[], AbstractContextManager[Served]], tmp_path: Path
) -> None:
    """Without a key or a token, also after a restart; it is called what the host says."""
    with serve() as tables:
        with tables.client(cookie="sign_in=a") as ann:
            assert ann.join(1, "Somebody Else")["type"] == "applied"
            offer = ann.until_asked()
        with tables.client(cookie="sign_in=a", key="wrong", token="gone") as again:  # noqa: S106
            assert again.take()["seat"] == 1
        with tables.client(cookie="sign_in=c") as stranger, tables.guest() as guest:
            view = stranger.until("welcome")["state"]["view"]
            assert [seat["name"] for seat in view["seats"]] == ["", "Ann", ""]
            stranger.command("x", "join", seat=0, name="Ann")
            assert stranger.until("error")["kind"] == "not_invited"
            assert guest.join(0, "Guest")["type"] == "waiting"
    with serve() as tables, tables.client(cookie="sign_in=a") as ann:
        assert ann.until_asked() == offer
        assert tables.hosts["1"].seat_of("ann-1") == 1
    lines = [json.loads(line) for line in (tmp_path / "1.jsonl").read_text("utf-8").splitlines()]
    (joined,) = [line for line in lines if line["line"] == "join"]
    assert account_of(joined["command"]) == "ann-1"


def test_an_account_has_one_seat_and_may_take_another_after_it_has_left(
    serve: Callable[[], AbstractContextManager[Served]],
) -> None:
    """Its other windows act for the seat at once; each join has an id of its own."""
    with serve() as tables:
        host = tables.hosts["1"]
        with tables.client(cookie="sign_in=b") as ben, tables.client(cookie="sign_in=b") as other:
            other.until("welcome")
            assert ben.join(2, "Ben")["type"] == "applied"
            assert other.until("welcome")["seat"] == 2
            other.command(other.join_id, "join", seat=0, name="Ben")
            assert other.until("error")["kind"] == "not_your_seat"
            other.command("gone", "leave")
            while other.until("applied", "waiting")["type"] == "waiting":
                pass
            assert host.seat_of("b:2") is None
        with tables.client(cookie="sign_in=b") as ben:
            assert ben.join(2, "Ben")["type"] == "applied"
            assert host.seat_of("b:2") == 2


def test_whom_the_host_seats_has_the_seat_on_an_open_page() -> None:
    """And without a key nobody can join by a link."""

    async def play() -> None:
        host = TableHost("low", None, a_host(ANN, None).session)
        line = KeptLine("low:1")
        host.enter(line, document("enter", {}), ACCOUNTS["a"])
        join_id = ACCOUNTS["a"].new_join_id()
        host.change(SeatChange.join(1, "Ann", 500).sent(command=join_id))
        told = [json.loads(text) for text in line.kept]
        assert [each.get("seat") for each in told if each["type"] == "welcome"] == [None, 1]
        for key in ("", host.key[1:]):
            with pytest.raises(Refused, match="the link is not right"):
                host.enter(KeptLine("low:2"), document("enter", {"key": key}))
        host.stop()

    asyncio.run(play())


@pytest.mark.parametrize(
    "parts", [("",), ("ann@example.com",), (5,), ("a" * 41,), ("a", " "), ("a", 5)]
)
def test_what_is_no_identity_is_refused(parts: tuple[str, ...]) -> None:
    """No seat could be taken with it."""
    with pytest.raises(TableError, match="give"):
        Identity(*parts)


@pytest.mark.parametrize(("join_id", "account"), [(None, None), ("c-1", None), ("b:2:x", "b:2")])
def test_the_account_stands_before_the_last_colon(join_id: str | None, account: str | None) -> None:
    """Ids of other commands have none, and one of the longest account fits."""
    assert account_of(join_id) == account
    assert len(Identity("a" * 40).new_join_id()) <= 64
