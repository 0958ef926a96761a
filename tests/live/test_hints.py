"""Hints at live tables: what the chart says, to the seat that is asked, if the policy has it."""

from io import BytesIO

import pytest
from tests.live.host import ANN, Host, a_host, playing

from pitboss import Flush, Journal
from pitboss.errors import TableError
from pitboss.live import SessionPolicy

HINTING = SessionPolicy(hints=True)


def test_a_seat_is_told_what_the_chart_says() -> None:
    """To each question about a hand, until the round is over."""
    host = a_host(ANN, policy=HINTING, cards="8hAs8c9hTd3c2s9cTsTh")
    assert host.connect("ann", 0)["hints"] is True
    host.send("ann", "bet", 100)
    words: list[str] = []
    while not host.table.over:
        words.append(host.send("ann", "hint")["word"])
        assert host.send("ann", words[-1])["type"] == "applied"
    assert words == ["decline", "split", "stand", "hit", "hit"]


def test_nobody_is_told_of_the_hint_of_another() -> None:
    """And the table stays where it is."""
    host = playing(HINTING)
    seq = host.table.seq
    told = host.send("ann", "hint")
    assert {name: told[name] for name in ("type", "seat", "seq", "word")} == {
        "type": "hint",
        "seat": 0,
        "seq": seq,
        "word": "stand",
    }
    assert (host.heard("ann"), host.heard("ben"), host.table.seq) == ([], [], seq)


def test_a_hint_is_of_the_question_that_is_open() -> None:
    """No bet is hinted at, nor the question of another; nor one that the client no longer knows."""
    host = a_host(policy=HINTING)
    for seat, client in enumerate(("ann", "ben")):
        host.connect(client, seat)
    assert host.send("ann", "hint")["kind"] == "nothing_to_hint"
    host.send("ann", "bet", 100)
    host.send("ben", "bet", 100)
    assert host.send("ben", "hint")["kind"] == "nothing_to_hint"
    assert host.send("ben", "hint", seat=0)["kind"] == "not_your_seat"
    stale = host.send("ann", "hint", expects=host.table.seq - 1)
    assert (stale["type"], stale["offer"]["question"]) == ("stale", "play")
    assert host.send("ann", "hint", id="bet-again")["type"] == "hint"
    host.send("ann", "stand", id="once")
    assert host.send("ann", "hint", id="once")["kind"] == "id_used"
    host.send("ben", "stand")
    assert host.send("ben", "hint")["kind"] == "nothing_to_hint"


def test_a_table_without_hints_gives_none() -> None:
    """It does not say that it has some, and refuses them by an error of its own."""
    host = playing()
    assert host.send("ann", "hint")["kind"] == "no_hints"
    assert "hints" not in host.connect("ann", 0)
    with pytest.raises(TableError, match="give True or False"):
        SessionPolicy(hints=1)  # type: ignore[arg-type]


def test_the_journal_has_nothing_of_a_hint() -> None:
    """So that a round with hints replays as any other."""

    def journal_of(words: tuple[str, ...]) -> bytes:
        sink = BytesIO()
        host: Host = a_host(ANN, policy=HINTING, journal=Journal(sink, flush=Flush.EACH_EVENT))
        host.connect("ann", 0)
        for number, word in enumerate(words):
            host.send("ann", word, id=f"{word}-{number if word == 'hint' else 0}")
        return sink.getvalue()

    assert journal_of(("bet", "hint", "hint", "stand")) == journal_of(("bet", "stand"))
