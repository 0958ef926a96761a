"""The last rounds of a seat, as the server tells them, and their pages: from the journal, too."""

import asyncio
import json
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from tests.live.host import ANN, a_host
from tests.secret_words import secret
from tests.story.test_viewer import data_of
from tests.web.bank_served import bank_served
from tests.web.examples import KeptLine
from tests.web.served import Client, Document, Served, served

from pitboss import Journal
from pitboss.errors import JournalError
from pitboss.game.documents import document
from pitboss.story import Viewer, round_page
from pitboss.web import TableHost, round_pages, rounds

LEFT_OUT = ("balance", "command", "token", "secret", "client_seed", "offer")


def play(client: Client, count: int, word: str = "stand") -> list[Document]:
    """Play rounds, and return the state in which each was over; the next one is then open."""
    ended: list[Document] = []
    while len(ended) < count:
        offer = client.until_asked()
        said = {"bet": "bet", "play": word}.get(offer["question"], "decline")
        amount = {"amount": 1000} if said == "bet" else {}
        client.command(f"c-{client.state['seq']}", said, **amount)
        ended += [each for each in states(client) if is_over(each)]
    client.until_asked()
    return ended


def states(client: Client) -> Iterator[Document]:
    """Give the states that come, up to one in which a seat is asked or a round is over."""
    while True:
        message = client.take()
        if message["type"] == "state":
            yield message
            if "offer" in message or is_over(message):
                return


def is_over(state: Document) -> bool:
    """Say whether a round has ended in a state."""
    return any(each["type"] == "round_ended" for each in state["happened"])


def rounds_of(client: Client) -> Document:
    """Ask for the last rounds, and return the answer."""
    client.send("get_rounds")
    return client.until("rounds", "error")


def shown(state: Document) -> Document:
    """Return a round that is over as everybody has seen it, from a state."""
    view = state["view"]
    seat = dict(view["seats"][view["viewer"]])
    del seat["balance"]
    return {"round": view["round"], "dealer": view["dealer"]["cards"], "seat": seat}


def net_of(state: Document) -> int:
    """Return what the reader's seat has won in a round that is over."""
    seat = state["view"]["viewer"]
    results = next(each for each in state["happened"] if each["type"] == "round_ended")["results"]
    return sum(each["net"] + each["insurance_net"] for each in results if each["seat"] == seat)


def page(tables: Served, found: Document, number: object) -> tuple[int, str]:
    """Ask for the page of a round; return the status and the page."""
    status, headers, body = tables.get(f"/{found['pages']}/{number}")
    if status == 200:
        assert headers["cache-control"] == "no-store"
        assert headers["referrer-policy"] == "no-referrer"
    return status, body.decode()


def test_rounds_are_told_as_they_were_seen(tmp_path: Path) -> None:
    """With what was won since one sat down, and without the chips; a round in play is not told."""
    with served(tmp_path) as tables, tables.guest() as ann:
        ann.join(1, "Ann")
        assert rounds_of(ann)["rounds"] == []
        over = play(ann, 3)
        found = rounds_of(ann)
        assert found["rounds"] == [shown(each) for each in over]
        assert found["net"] == sum(map(net_of, over))
        assert not any(f'"{name}' in json.dumps(found) for name in LEFT_OUT)
        for state in over:
            assert page(tables, found, state["view"]["round"])[0] == 200
        assert page(tables, found, ann.state["view"]["round"])[0] == 404


@pytest.mark.parametrize("rotate", [None, 2])
def test_a_restart_keeps_the_rounds(rotate: int | None, tmp_path: Path) -> None:
    """They come from the journal, also from files that others follow; their pages have new keys."""
    with served(tmp_path, rotate=rotate) as tables, tables.guest() as ann, tables.guest() as ben:
        ann.join(1, "Ann")
        play(ann, 2)
        assert ben.join(2, "Ben")["type"] == "waiting"
        play(ann, 1)
        while ben.state["seq"] < ann.state["seq"]:
            ben.take()
        ben.command("b-1", "leave")
        play(ann, 2)
        before = rounds_of(ann)
        token = ann.token
    with served(tmp_path, rotate=rotate) as tables, tables.client(token=token) as ann:
        ann.until("welcome")
        found = rounds_of(ann)
        assert (found["rounds"], found["net"]) == (before["rounds"], before["net"])
        assert (found["told"], found["bet"]) == (before["told"], before["bet"])
        assert found["pages"] != before["pages"]
        for number in (1, 5):
            assert page(tables, before, number)[0] == 404
            assert page(tables, found, number)[0] == 200
        over = play(ann, 1)
        again = rounds_of(ann)
        assert again["rounds"] == [*found["rounds"], shown(over[0])]
        assert again["net"] == found["net"] + net_of(over[0])


def test_a_restart_before_the_first_round_forgets_nothing(tmp_path: Path) -> None:
    """Who has just sat down has won nothing yet."""
    with served(tmp_path) as tables, tables.guest() as ann:
        ann.join(1, "Ann")
        ann.until_asked()
        token = ann.token
    with served(tmp_path) as tables, tables.client(token=token) as ann:
        ann.until("welcome")
        found = rounds_of(ann)
        assert (found["rounds"], found["net"]) == ([], 0)


@pytest.mark.usefixtures("at_any_pace")
def test_of_a_long_game_the_last_rounds_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So many as may be told, and no more are read; what was won is not known any more then."""
    with served(tmp_path) as tables, tables.guest() as ann:
        ann.join(0, "Ann")
        over = play(ann, rounds.MAX_ROUNDS + 2)
        found = rounds_of(ann)
        assert found["rounds"] == [shown(each) for each in over[2:]]
        assert found["net"] == sum(map(net_of, over))
        assert page(tables, found, 2)[0] == 404
        assert page(tables, found, 3)[0] == 200
        token = ann.token
    monkeypatch.setattr(rounds, "_MAX_PLAYED", 4)
    monkeypatch.setattr(rounds, "_MAX_BYTES", 4000)
    with served(tmp_path) as tables, tables.client(token=token) as ann:
        ann.until("welcome")
        found = rounds_of(ann)
        assert found["rounds"] == [shown(each) for each in over[-4:]]
        assert "net" not in found
        last = play(ann, 1)
        again = rounds_of(ann)
        assert again["rounds"] == [shown(each) for each in [*over[-4:], *last]]
        assert "net" not in again


def test_a_hole_card_that_was_never_turned_stays_hidden(tmp_path: Path) -> None:
    """Of a round in which everybody was bust, neither the round nor its page has it."""
    with served(tmp_path, bots=0) as tables, tables.guest() as ann:
        ann.join(0, "Ann")
        state = next(each for each in iter(lambda: play(ann, 1, "hit")[0], None) if is_bust(each))
        found = rounds_of(ann)
        told = found["rounds"][-1]
        number = told["round"]
        assert told["dealer"] == [state["view"]["dealer"]["up_card"]]
        status, html = page(tables, found, number)
        assert status == 200
        frames = [step[3] for step in data_of(html)["rounds"][0]["steps"]]
        lay = [frame["d"][0] for frame in frames if "d" in frame]
        assert lay[-1] == f"{told['dealer'][0]}--"
        for name in ("balance_minor", '"secret"'):
            assert name not in html


def test_a_spectator_is_told_again_what_all_were_told(tmp_path: Path) -> None:
    """The sentences of the states since the table was served, and nothing that was in none."""
    with served(tmp_path) as tables, tables.client() as watcher, tables.guest() as ann:
        watcher.until("welcome")
        ann.join(1, "Ann")
        play(ann, 2)
        watcher.send("get_rounds")
        told: list[Document] = []
        while (message := watcher.take())["type"] != "rounds":
            told += [each for each in message.get("happened", ()) if each["type"] == "told"]
        assert len(message["told"]) > 4
        assert message["told"] == told[-len(message["told"]) :]


def is_bust(state: Document) -> bool:
    """Say whether the dealer had to turn nothing."""
    return bool(state["view"]["dealer"]["hole_hidden"])


def test_nobody_else_can_open_them(tmp_path: Path) -> None:
    """Neither a spectator nor another seat, nor whoever sits there later or sat there before."""
    with served(tmp_path) as tables, tables.guest() as ann, tables.client() as watcher:
        ann.join(1, "Ann")
        play(ann, 1)
        found = rounds_of(ann)
        watcher.until("welcome")
        told = rounds_of(watcher)
        assert (told["rounds"], {*told}) == ([], {"protocol", "type", "rounds", "told"})
        for number in ("0", "01", "-1", "9" * 5000, "1x", "2"):
            assert page(tables, found, number)[0] == 404
        for key in ("", "0" * 64, tables.hosts["1"].key):
            assert page(tables, {"pages": f"rounds/1/{key}"}, 1)[0] == 404
        assert page(tables, {"pages": found["pages"].replace("/1/", "/2/")}, 1)[0] == 404
        ann.command("leave", "leave")
        while ann.state["view"].get("viewer") is not None:
            ann.take()
        assert page(tables, found, 1)[0] == 404
        with tables.guest() as ben:
            ben.join(1, "Ben")
            over = play(ben, 1)
            own = rounds_of(ben)
            assert own["rounds"] == [shown(each) for each in over]
            assert own["net"] == net_of(over[0])
            number = over[0]["view"]["round"]
            assert page(tables, own, number)[0] == 200
            assert page(tables, found, number)[0] == 404


def test_a_page_has_what_its_seat_may_know(tmp_path: Path) -> None:
    """It is made as for that seat, and has neither the id of who else joined nor a token."""
    with served(tmp_path) as tables, tables.guest() as ann, tables.guest() as ben:
        ben.join(2, "Ben")
        ben.until_asked()
        ben.command("away", "away")
        ben.until("waiting")
        ben.command("out", "sit_out")
        ben.until("applied")
        ann.join(1, "Ann")
        play(ann, 1)
        found = rounds_of(ann)
        number = found["rounds"][0]["round"]
        html = page(tables, found, number)[1]
        with (tmp_path / "1.jsonl").open("rb") as journal:
            assert (
                html == round_page(journal, number, viewer=Viewer.at(1), back="../../../t/1").html
            )
        assert "Ben" in html
        for hidden in (ben.join_id, ben.token, ann.token):
            assert hidden not in html


def test_a_table_without_its_journal_tells_what_it_has_seen() -> None:
    """There are no pages then; and a journal that is in no file holds nothing from before."""

    async def told(host: TableHost, **entering: str) -> Document:
        line = KeptLine("low:1")
        host.enter(line, document("enter", entering))
        if "key" in entering:
            ticket = json.loads(line.kept[0])
            kept.update(token=ticket["token"])
            joins = {"id": ticket["id"], "expects": 0, "seat": 1, "word": "join", "name": "Eve"}
            host.receive(line, document("command", joins))
        host.receive(line, document("get_rounds", {}))
        host.stop()
        found: Document = json.loads(line.kept[-1])
        return found

    kept: dict[str, str] = {}
    session = a_host(ANN, None).session
    found = asyncio.run(told(TableHost("low", "key", session), key="key"))
    sits_down, *_opens = found.pop("told")
    assert sits_down["to_seat"] == "You sit down at seat 2."
    assert found == {"protocol": 1, "type": "rounds", "rounds": [], "net": 0}
    journal = Journal(BytesIO())
    found = asyncio.run(told(TableHost("low", "key", session, journal=journal), **kept))
    assert found.keys() == {"protocol", "type", "rounds", "pages", "told"}
    with pytest.raises(JournalError, match="not in a file"):
        rounds.read_round(journal, 1, 1, "")


def test_pages_wait_for_each_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes when too many wait is asked to come again; what cannot be read is said, too."""
    with served(tmp_path) as tables, tables.guest() as ann:
        ann.join(1, "Ann")
        play(ann, 1)
        found = rounds_of(ann)
        with monkeypatch.context() as patched:
            patched.setattr(round_pages, "MAX_READING", 0)
            assert page(tables, found, 1)[0] == 503
        (tmp_path / "1.jsonl").rename(tmp_path / "away.jsonl")
        status, told = page(tables, found, 1)
        assert (status, "Try again later." in told) == (503, True)
        (tmp_path / "away.jsonl").rename(tmp_path / "1.jsonl")
        assert page(tables, found, 1)[0] == 200


def test_the_seat_of_an_account_has_its_rounds(tmp_path: Path) -> None:
    """Who has signed in needs nothing else to see them, in any browser and after a restart."""
    found: list[Document] = []
    cookie = ""
    for again in (False, True):
        with bank_served(tmp_path) as site:
            if not again:
                ann = site.member("Ann", secret("correct horse battery"))
                ann.post("sit/1", seat="2", amount="300")
                cookie = ann.cookie
            with site.client(cookie=cookie) as client:
                client.until("welcome")
                if not again:
                    play(client, 2)
                found.append(rounds_of(client))
                assert page(site, found[-1], 1)[0] == 200
    assert found[0]["rounds"] == found[1]["rounds"]
    assert found[0]["net"] == found[1]["net"]
