"""Seats commit and open under a session: who is waited for, what is told, and what is not."""

import json
from io import BytesIO
from typing import Any

import pytest
from tests.live.exchanging import POLICY, Client, LiveGame

from pitboss import MimicPlayer, verify
from pitboss.errors import TableError
from pitboss.live import Command, Session, SessionPolicy


def kinds_of(client: Client, kind: str) -> list[dict[str, Any]]:
    """Return what a client was told to have happened, of a kind."""
    states = [message.get("state", message) for message in client.told]
    return [each for state in states for each in state.get("happened", ()) if each["type"] == kind]


def test_every_shoe_is_made_with_what_all_have_drawn() -> None:
    """The first shoe as well, which nobody has to wait for; what is told is enough to check it."""
    ann, bo = Client(0), Client(1)
    game = LiveGame(ann, bo)
    for number in (1, 2, 3):
        game.play_to(number)
        shoe = number + 1 if number == 1 else game.table.shoe.number
        added = (ann.seed(shoe).hex(), bo.seed(shoe).hex(), "")
        assert game.table.shoe.client_seeds == added
    assert ann.told[0]["commitment"] == game.table.commitment
    made, revealed = kinds_of(ann, "new_shoe"), kinds_of(ann, "revealed")
    assert [each["shoe"] for each in revealed] == [each["shoe"] - 1 for each in made]
    assert made[0]["client_seeds"] == [ann.seed(2).hex(), bo.seed(2).hex(), ""]
    while not game.table.over:
        game.tick()
    game.table.close()
    lines = [json.loads(line) for line in game.sink.getvalue().splitlines()]
    seeds = {line["shoe"]: line["seed"] for line in lines if line["line"] == "reveal"}
    assert {str(each["shoe"]): each["seed"] for each in revealed}.items() < seeds.items()
    assert verify(BytesIO(game.sink.getvalue())).matches


def test_who_does_not_commit_or_open_is_waited_for_as_long_as_the_policy_says() -> None:
    """And no longer: the round opens with what there is."""
    for late in (Client(1, commits=False), Client(1, opens=False)):
        ann = Client(0)
        game = LiveGame(ann, late)
        assert game.table.round.number == 0
        took = 0
        while game.table.round.number == 0:
            took += game.tick()
        assert took == 5_000
        assert game.table.shoe.client_seeds == (ann.seed(2).hex(), "", "")
    nobody = LiveGame(Client(0, commits=False), Client(1, commits=False))
    assert [nobody.tick(), nobody.table.round.number] == [5_000, 1]
    assert nobody.table.shoe.number == 1
    assert not kinds_of(nobody.clients["c0"], "new_shoe")


def test_what_is_opened_is_told_when_the_shoe_is_made() -> None:
    """Until then nobody hears more than who has opened, and an opening is nobody's error."""
    ann, bo = Client(0), Client(1, opens=False)
    game = LiveGame(ann, bo)
    told = json.dumps(bo.told)
    assert ann.seed(2).hex() not in told
    assert bo.told[-1]["seeds"]["opened"] == [0]
    again = Command("again", game.table.seq, 0, "open_seed", client_seed=bo.seed(2).hex())
    game.hand_out(game.session.receive("c0", again.to_json(), 0))
    assert ann.told[-1]["kind"] == "no_change"
    game.tick()
    assert ann.seed(2).hex() in json.dumps(bo.told)
    assert bo.seed(2).hex() not in json.dumps([ann.told, bo.told])


def test_what_comes_too_late_is_refused_and_changes_nothing() -> None:
    """A commitment behind the closing, and an opening in a round."""
    ann, bo = Client(0), Client(1, commits=False)
    game = LiveGame(ann, bo)
    game.now_ms = 4_999
    game.hand_out(game.session.tick(4_999))
    assert bo.told[-1]["seeds"]["left_ms"] == 5_000
    while game.table.over:
        game.tick()
    exchange = game.table.house.exchange
    assert exchange is None
    late = Command("late", game.table.seq, 1, "commit_seed", commitment="0" * 64)
    game.hand_out(game.session.receive("c1", late.to_json(), game.now_ms))
    assert bo.told[-1]["type"] == "waiting"
    assert game.table.house.exchange is None


def test_tables_that_do_not_exchange_seeds_take_none_of_it() -> None:
    """Nor do those that do take a seed that is given openly; the welcome says which changes."""
    plain, exchanging = LiveGame(Client(0), policy=SessionPolicy()), LiveGame(Client(0))
    words = [{*game.clients["c0"].told[0]["changes"]} for game in (plain, exchanging)]
    assert words[0] - words[1] == {"client_seed"}
    assert words[1] - words[0] == {"commit_seed", "open_seed"}
    for game, word in ((plain, "commit_seed"), (exchanging, "client_seed")):
        text: dict[str, Any] = (
            {"commitment": "0" * 64} if word == "commit_seed" else {"client_seed": "a"}
        )
        command = Command("x", game.table.seq, 0, word, **text)
        game.hand_out(game.session.receive("c0", command.to_json(), 0))
        assert game.clients["c0"].told[-1]["kind"] == "not_open"
    with pytest.raises(TableError, match="seeds_ms cannot be 0"):
        SessionPolicy(seeds_ms=0)


def test_seats_open_after_a_restart_what_they_had_committed_to() -> None:
    """They have their whole time once more, and may not choose once more."""
    ann, bo = Client(0, opens=False), Client(1)
    game = LiveGame(ann, bo)
    session = Session(game.table, POLICY, bots={2: MimicPlayer()})
    game.session, game.clients = session, {"c1": bo}
    game.hand_out(session.connect("c1", 1, 0))
    exchange = game.table.house.exchange
    assert exchange is not None
    assert exchange.closed
    assert session.deadline() == 5_000
    back = Client(0)
    game.clients["c0"] = back
    game.hand_out(session.connect("c0", 0, 1_000))
    assert game.table.round.number == 1
    assert game.table.shoe.client_seeds[0] == back.seed(2).hex()
