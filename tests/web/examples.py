"""The examples of what tables on the web add to the protocol: ``python -m tests.web.examples``.

Run from the root of the repository, this writes them anew; the tests only compare.
"""

from collections.abc import Iterator
from typing import Final, cast

import pytest
from attrs import evolve
from starlette.websockets import WebSocket
from tests.live.protocol.examples import CARDS, WEB_EXAMPLES, written

from pitboss.game.documents import document
from pitboss.game.events import Event, EventKind
from pitboss.game.seat_changes import SeatChange
from pitboss.live import Command, Session
from pitboss.story import Sentences
from pitboss.table.shoes import ArrangedShoes, parse_cards
from pitboss.table.table import Table
from pitboss.web.app import check_same
from pitboss.web.hosting import TableHost, ticket, ticket_of_account
from pitboss.web.keys import Identity, digest_of, key_for
from pitboss.web.lines import Allowance, Line, Refused
from pitboss.web.rounds import LastRounds

KEY: Final = "mQ7ISb2wYv0kZ1bBq3xF5hJ8tN6cR4dPaUeWgLoSiTs"
TOKEN: Final = "0YvkZ1bBmQ7ISb2wq3xF5hJ8tN6cR4dPaUeWgLoSiTs"  # noqa: S105  it opens nothing


class KeptLine(Line):
    """A line that keeps what is put on it.

    Attributes:
        kept: what was put.
    """

    def __init__(self, name: str) -> None:
        super().__init__(cast("WebSocket", None), name, "", Allowance())
        self.kept: list[str] = []

    def put(self, text: str) -> None:
        """Keep a document."""
        self.kept.append(text)


def web_examples() -> Iterator[tuple[str, str]]:
    """Yield what each document of a table on the web shows, and the document."""
    table = Table(seats=["Ann", None], shoes=ArrangedShoes([parse_cards(CARDS)]))
    host = TableHost("low", KEY, Session(table))
    yield "A client enters, to watch", document("enter", {})
    invited = document("enter", {"key": KEY})
    yield "A client enters with the link to join", invited
    line = KeptLine("low:1")
    host.enter(line, invited)
    # The token is drawn anew each time.
    yield "It may join, by a command that has this id", ticket(TOKEN)
    join = Command(digest_of(TOKEN), table.seq, 1, "join", name="Eve")
    yield "It joins", join.to_json()
    yield "A client comes back to its seat", document("enter", {"token": TOKEN})
    known = ticket_of_account("eve-42:0YvkZ1bBmQ7ISb2w", "Eve")
    yield "The server knows who has entered, and who that is at a table", known
    watching = KeptLine("low:2")
    host.enter(watching, document("enter", {}))
    host.receive(watching, evolve(join, id="e-3").to_json())
    yield "Who watches cannot join", watching.kept[-1]
    for shows, wrong in (
        ("The link is wrong", document("enter", {"key": "guessed"})),
        ("The seat was left", document("enter", {"token": "gone"})),
        ("Something else is sent first", join.to_json()),
    ):
        with pytest.raises(Refused) as raised:
            host.enter(line, wrong)
        yield shows, raised.value.text
    with pytest.raises(Refused) as raised:
        check_same(Identity("eve-42", "Eve"), None)
    yield "Who the server knew is signed out", raised.value.text
    sentences, joins = Sentences(table), SeatChange.join(1, "Eve")
    table.change(joins)
    yield "A sentence of a seat", sentences.changed(table, joins)[0]
    table.open_round()
    yield "A sentence of the table", sentences.applied(table, Event.open())[0]
    yield "A client asks for the last rounds of its seat", document("get_rounds", {})
    own = LastRounds(host.session, None)
    own.changed(table, joins)
    while (offer := table.offer()) is not None:
        answer = offer.answer("bet", amount=1000) if offer.can(EventKind.BET) else offer.default()
        table.apply(answer)
        own.applied(table, answer)
    pages = f"rounds/low/{key_for(TOKEN, 'seat 1')}"
    yield "What the seat has played since it sat down, and where to look at it", own.told(1, pages)


if __name__ == "__main__":
    WEB_EXAMPLES.write_text(written(web_examples()), "utf-8")
