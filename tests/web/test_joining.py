"""People take seats, come back to them after a break or a restart, and leave them."""

import json
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from attrs import evolve
from tests.web.served import AT_ONCE, Client, served

TWO_WATCH: Final = evolve(AT_ONCE, most_spectators=2)


def test_a_guest_takes_a_seat_and_is_asked(tmp_path: Path) -> None:
    """The answer to the join comes first, and then everything that the seat is asked."""
    with served(tmp_path) as tables, tables.guest() as ann:
        assert ann.join(1, "Ann")["seq"] == 1
        assert ann.until_asked()["question"] == "bet"
        assert ann.state["view"]["viewer"] == 1
        ann.command("first", "bet", amount=1000)
        assert ann.until("applied")["id"] == "first"


def test_a_token_finds_its_seat_again(tmp_path: Path) -> None:
    """Another line with the token of the seat acts for it, and a command is not done twice."""
    with served(tmp_path) as tables:
        with tables.guest() as ann:
            ann.join(1, "Ann")
            ann.until_asked()
            ann.command("first", "bet", amount=1000)
            answer = ann.until("applied")
        with tables.client(token=ann.token) as again:
            assert again.until("welcome")["seat"] == 1
            again.command("first", "bet", amount=1000)
            assert again.until("applied", "refused", "stale") == answer


def test_a_restart_keeps_seats_links_and_answers(tmp_path: Path) -> None:
    """What one server has answered the next one knows, and tokens and keys are the same."""
    with served(tmp_path) as tables, tables.guest() as ann:
        link = tables.hosts["1"].key
        ann.join(1, "Ann")
        ann.until_asked()
        ann.command("first", "bet", amount=1000)
        answer = ann.until("applied")
        asked = ann.until_asked()
    with served(tmp_path) as tables, tables.client(token=ann.token) as again:
        assert tables.hosts["1"].key == link
        welcome = again.until("welcome")
        assert (welcome["seat"], welcome["state"].get("offer")) == (1, asked)
        again.command("first", "bet", amount=1000)
        assert again.until("applied", "refused", "stale") == answer


def test_two_windows_of_one_seat_see_the_same(tmp_path: Path) -> None:
    """Both are told the states, and the answer goes to the one that acted."""
    with served(tmp_path) as tables, tables.guest() as ann:
        ann.join(0, "Ann")
        with tables.client(token=ann.token, key=tables.hosts["1"].key) as other:
            assert other.until("welcome")["seat"] == 0
            other.until_asked()
            other.command("from-the-other", "bet", amount=500)
            assert other.until("applied")["id"] == "from-the-other"
            while ann.state["seq"] < other.state["seq"]:
                assert ann.take()["type"] in {"state", "warning"}


def test_who_has_a_seat_comes_back_to_it_however_many_watch(tmp_path: Path) -> None:
    """One spectator too many is told so, and the line is closed with a code of its own."""
    with served(tmp_path, policy=TWO_WATCH) as tables, ExitStack() as stack:
        with tables.guest() as ann:
            ann.join(1, "Ann")
        for _ in range(2):
            stack.enter_context(tables.client()).until("welcome")
        with tables.client() as late:
            assert late.take()["kind"] == "too_many_clients"
            assert late.end() == 1013
        with tables.client(token=ann.token) as again:
            assert again.until("welcome")["seat"] == 1
            again.until_asked()


def test_who_has_the_key_joins_however_many_watch(tmp_path: Path) -> None:
    """The newest of those without a key yields; of those who have it none does."""
    with served(tmp_path, policy=TWO_WATCH) as tables, ExitStack() as stack:
        watching: list[Client] = []
        for _ in range(2):
            watching.append(stack.enter_context(tables.client()))
            # The one before has entered by now, so that this is the newest.
            watching[-1].until("welcome")
        for newest in reversed(watching):
            stack.enter_context(tables.guest()).until("welcome")
            assert newest.until("error")["kind"] == "too_many_clients"
            assert newest.end() == 1013
        with tables.guest() as late:
            assert late.take()["kind"] == "too_many_clients"


def test_who_leaves_needs_a_new_ticket(tmp_path: Path) -> None:
    """The token of a seat that was left is worth nothing, and the seat is free for others."""
    with served(tmp_path) as tables, tables.guest() as ann:
        ann.join(0, "Ann")
        ann.until_asked()
        ann.command("gone", "leave")
        while ann.until("applied", "waiting")["type"] == "waiting":
            pass
        with tables.client(token=ann.token) as again:
            assert again.take()["kind"] == "unknown_token"
            assert again.end() == 1008
        with tables.guest() as ben:
            assert ben.join(0, "Ben")["type"] == "applied"
            with tables.client(token=ann.token) as again:
                assert again.take()["kind"] == "unknown_token"


def test_two_who_want_one_seat(tmp_path: Path) -> None:
    """Whoever joins in mid-round waits for its end, and the second is told why not."""
    with served(tmp_path) as tables, tables.guest() as ann:
        ann.join(0, "Ann")
        ann.until_asked()
        with tables.guest() as ben, tables.guest() as cleo:
            assert [each.join(1, "me")["type"] for each in (ben, cleo)] == ["waiting"] * 2
            ann.command("no", "sit_out")
            assert ben.until("applied", "refused")["type"] == "applied"
            refused = cleo.until("applied", "refused")
            assert refused["type"] == "refused"
            assert refused["reason"]


def test_tables_are_apart(tmp_path: Path) -> None:
    """A key and a token are good for one table."""
    with served(tmp_path, "low", "high") as tables, tables.guest("low") as ann:
        ann.join(0, "Ann")
        with tables.client("high", token=ann.token) as other:
            assert other.take()["kind"] == "unknown_token"
        with tables.client("high", key=tables.hosts["low"].key) as other:
            assert other.take()["kind"] == "unknown_key"
        with tables.client("high") as other:
            assert other.until("welcome")["state"]["view"]["seats"][0]["presence"] == "empty"


def test_a_spectator_sees_nothing_that_is_hidden(tmp_path: Path) -> None:
    """No message to a spectator has chips, what may be answered, a client's id, or a hole card."""
    with served(tmp_path) as tables, tables.client() as watcher, tables.guest() as ann:
        ann.join(0, "Ann")
        for number in range(12):
            offer = ann.until_asked()
            word = {"bet": "bet", "play": "stand"}.get(offer["question"], "decline")
            ann.command(f"secret-{number}", word, **({"amount": 777} if word == "bet" else {}))
            ann.until("applied")
        seen: list[str] = []
        while watcher.state.get("seq", 0) < ann.state["seq"]:
            seen.append(json.dumps(watcher.take()))
        assert len(seen) > 12
        told = "\n".join(seen)
        for hidden in ("balance", "offer", "secret", "command", "seed", "token", "viewer"):
            assert f'"{hidden}' not in told
        for text in seen:
            document = json.loads(text)
            view = document.get("state", document).get("view")
            if view is not None and view["dealer"]["hole_hidden"]:
                assert len(view["dealer"]["cards"]) == 1


def test_who_watches_cannot_take_a_seat(tmp_path: Path) -> None:
    """Neither without a ticket, nor by an id that is not that of the ticket."""
    with served(tmp_path) as tables:
        for client in (tables.client(), tables.guest()):
            with client:
                client.until("welcome")
                client.command("of-my-own", "join", seat=0, name="Mallory")
                assert client.until("applied", "error")["kind"] == "not_invited"
        view = tables.hosts["1"].session.table.view(None)
        assert view.seats[0].name == ""
