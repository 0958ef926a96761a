"""The journal of a seat, as the server gives it to whoever sits there, and to nobody else."""

import json
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path
from threading import Event
from typing import Any, Final

import pytest
from tests.cli.command_line import HANGS_AFTER_S, run
from tests.web.served import Client, Served, served

from pitboss import Rules
from pitboss.replay import VerdictKind, fairness, verify, viewer_journal
from pitboss.web import round_pages, seat_journals

NONE_YET: Final = (409, b"No round of yours can be given yet: play one more round.")


def play(client: Client, rounds: int) -> None:
    """Play rounds, and wait until the next one is open."""
    client.until_asked()
    last = client.state["view"]["round"] + rounds
    while client.state["view"]["round"] < last:
        legal = client.state["offer"]["legal"]
        word = next(each for each in ("bet", "stand", "decline") if each in legal)
        stake = {"amount": 700} if word == "bet" else {}
        client.command(f"c-{client.state['seq']}", word, **stake)
        client.until_asked()


def pages_of(client: Client) -> str:
    """Ask for the address of the pages of a seat."""
    client.send("get_rounds")
    return f"/{client.until('rounds')['pages']}"


def asked(tables: Served, address: str) -> tuple[int, bytes]:
    """Ask for something, and return the status and what comes."""
    status, _, body = tables.get(address)
    return status, body


def given(tables: Served, client: Client) -> tuple[bytes, list[int]]:
    """Return the journal that a seat is given, which holds by itself, and the rounds in it."""
    status, headers, journal = tables.get(f"{pages_of(client)}/journal")
    assert status == 200
    assert headers["content-disposition"] == "attachment"
    assert headers["cache-control"] == "no-store"
    assert verify(BytesIO(journal)).kind is VerdictKind.CONSISTENT
    assert fairness(BytesIO(journal)).faults == ()
    lines = [json.loads(line) for line in journal.splitlines()]
    return journal, [line["round"] for line in lines if line["line"] == "round"]


def test_a_seat_is_given_what_it_may_know_of_the_rounds_that_are_over(tmp_path: Path) -> None:
    """Neither the secret nor a hole card, no chips of others, and nothing of a round in play."""
    with served(tmp_path) as tables, tables.guest() as ann:
        ann.join(0, "Ann")
        play(ann, 3)
        journal, rounds = given(tables, ann)
        assert rounds == [1, 2, 3]
        with (tmp_path / "1.jsonl").open("rb") as source:
            assert journal == b"".join(viewer_journal(source, 0, first=1, last=3))
        for hidden in (b'"seed":', b'"house":', b'"cut_at":', b'"cards":', b'"round":4'):
            assert hidden not in journal
        address, synced = pages_of(ann), list[str]()
        tables.hosts["1"].sync = lambda: synced.append("the disk")
        assert tables.get(f"{address}/journal")[2] == journal
        assert synced
        chips = [json.loads(line).get("balances", []) for line in journal.splitlines()]
        assert all(isinstance(each, str) for balances in chips for each in balances[1:])


def test_replay_and_fair_take_what_was_given(tmp_path: Path) -> None:
    """The server says of the shoes what the command says of the file."""
    with served(tmp_path, rules=Rules.of(shuffle="every_round")) as tables, tables.guest() as ann:
        ann.join(1, "Ann")
        play(ann, 2)
        path = tmp_path / "saved.jsonl"
        path.write_bytes(given(tables, ann)[0])
        assert run("replay", path).output.startswith("CONSISTENT")
        said: dict[str, Any] = json.loads(run("fair", path, "--viewer", "Ann", "--json").output)
        shown = json.loads(asked(tables, f"{pages_of(ann)}/fair")[1])
        assert shown.pop("journal").encode() == path.read_bytes()
        assert {"file": str(path), **shown} == said
        assert len(shown["shoes"]) == 2


def test_nobody_is_given_the_journal_of_another_seat(tmp_path: Path) -> None:
    """The clients of the seat alone know its key, which is good for as long as they have it."""
    with served(tmp_path) as tables, tables.guest() as ann, tables.client() as watcher:
        ann.join(0, "Ann")
        play(ann, 1)
        address = pages_of(ann)
        for wrong in ("", "0", "x" * 64, f"{address.rpartition('/')[2]}0"):
            assert asked(tables, f"/rounds/1/{wrong or '-'}/journal")[0] == 404
            assert asked(tables, f"/rounds/1/{wrong or '-'}/fair")[0] == 404
        assert asked(tables, address.replace("/1/", "/2/") + "/journal")[0] == 404
        watcher.until("welcome")
        watcher.send("get_rounds")
        assert "pages" not in watcher.until("rounds", "error")
        ann.command("away", "leave")
        play_out(ann)
        assert asked(tables, f"{address}/journal")[0] == 404


def play_out(client: Client) -> None:
    """Answer until what was asked for is applied."""
    while client.take().get("id") != "away" or client.state.get("offer"):
        if "offer" in client.state:
            legal = client.state["offer"]["legal"]
            word = next(each for each in ("sit_out", "stand", "decline") if each in legal)
            client.command(f"o-{client.state['seq']}", word)


def test_a_seat_is_not_shown_the_chips_of_who_had_it_before(tmp_path: Path) -> None:
    """Where one leaves and the next one sits down at once, the round after that is left out."""
    with served(tmp_path) as tables:
        for seat, name in ((1, "Cy"), (0, "Ben")):
            with tables.guest() as guest:
                guest.join(seat, name)
                play(guest, 1)
                guest.command("away", "leave")
                play_out(guest)
        with tables.guest() as ann:
            ann.join(0, "Ann")
            address = pages_of(ann)
            assert asked(tables, f"{address}/journal") == NONE_YET
            play(ann, 1)
            first = tables.hosts["1"].session.table.round.number
            assert asked(tables, f"{address}/fair") == NONE_YET
            play(ann, 2)
            journal, rounds = given(tables, ann)
            assert rounds == [first, first + 1]
            assert b"Ben" not in journal


def test_no_more_is_read_and_given_than_is_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last rounds, and nothing of a journal that is too long."""
    with served(tmp_path) as tables, tables.guest() as ann:
        ann.join(2, "Ann")
        play(ann, 3)
        monkeypatch.setattr(seat_journals, "MAX_ROUNDS", 2)
        assert given(tables, ann)[1] == [2, 3]
        monkeypatch.setattr(seat_journals, "MAX_BYTES", 1_000)
        status, said = asked(tables, f"{pages_of(ann)}/journal")
        assert status == 409
        assert said.startswith(b"The journal of this table is too long to be read here: ask")


def test_tables_go_on_while_a_journal_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is read in a thread; what cannot be read is told."""
    begun, ends = Event(), Event()

    def read(*_: object) -> bytes:
        begun.set()
        assert ends.wait(HANGS_AFTER_S)
        raise OSError(5, "Input/output error")

    with served(tmp_path) as tables, tables.guest() as ann, ThreadPoolExecutor(1) as pool:
        ann.join(0, "Ann")
        monkeypatch.setattr(round_pages, "read_journal", read)
        waiting = pool.submit(asked, tables, f"{pages_of(ann)}/journal")
        assert begun.wait(HANGS_AFTER_S)
        play(ann, 1)
        ends.set()
        assert waiting.result()[0] == 503
