"""Pages that show the last rounds of a seat; the seat's owner opens them from the table's page."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, TypeVar
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from pitboss.errors import PitbossError
from pitboss.game.round import Presence
from pitboss.journal import Journal
from pitboss.web.hosting import TableHost
from pitboss.web.keys import are_equal
from pitboss.web.rounds import read_round
from pitboss.web.seat_journals import read_journal, show_fairness
from pitboss.web.signing_in import sentence

MAX_READING: Final = 16
"""How many pages may wait for a journal to be read; further requests are refused."""

VIEWER_HEADERS: Final = {
    "Cache-Control": "no-store",
    # The page itself contains a policy for everything else.
    "Content-Security-Policy": "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}
"""The headers of the page of a round."""

_FILE_HEADERS: Final = {"Cache-Control": "no-store", "Content-Disposition": "attachment"}

T = TypeVar("T")


class RoundPages:
    """Shows rounds from the journals of tables; it reads for one request after another.

    Args:
        tables: the tables by name; `None` for a table that cannot be opened.

    Attributes:
        routes: the routes of the pages and files.
    """

    def __init__(self, tables: Mapping[str, TableHost | None]) -> None:
        self._tables = tables
        self._reading = asyncio.Lock()
        self._waiting = 0
        self.routes = [
            Route("/rounds/{table}/{key}/journal", self.give_journal),
            Route("/rounds/{table}/{key}/fair", self.give_fairness),
            Route("/rounds/{table}/{key}/{number}", self.show),
        ]

    async def show(self, request: Request) -> Response:
        """Show a round as one seat may see it; the key in the address belongs to this seat."""
        host, journal, seat = self._asked(request)
        number = host.rounds.number_of(seat, request.path_params["number"])
        if number is None:
            raise HTTPException(404)
        try:
            back = f"../../../t/{quote(host.name, safe='')}"
            html = await self._read(host, partial(read_round, journal, number, seat, back))
        except (PitbossError, OSError) as error:
            raise HTTPException(503) from error
        return HTMLResponse(html, headers=VIEWER_HEADERS)

    async def give_journal(self, request: Request) -> Response:
        """Send the journal of the seat to which the key in the address belongs."""
        return await self._give(request, lambda journal, _: journal)

    async def give_fairness(self, request: Request) -> Response:
        """Send the journal of the key's seat as JSON, with what it shows about the shoes."""
        return await self._give(request, show_fairness)

    async def _give(self, request: Request, made: Callable[[bytes, int], bytes]) -> Response:
        """Send a file that is made from the journal of a seat."""
        host, journal, seat = self._asked(request)
        table = host.session.table
        last = table.round.number - (not table.over)

        def read() -> bytes:
            return made(read_journal(journal, seat, last, table.seed), seat)

        try:
            return Response(await self._read(host, read), headers=_FILE_HEADERS)
        except PitbossError as error:
            return PlainTextResponse(sentence(error), 409)
        except OSError as error:
            raise HTTPException(503) from error

    def _asked(self, request: Request) -> tuple[TableHost, Journal, int]:
        """Return the seat to which the key in an address belongs, with its table and journal."""
        host, key = self._tables.get(request.path_params["table"]), request.path_params["key"]
        if host is not None and host.journal is not None:
            for seat in host.session.table.round.seats:
                is_key = are_equal(key, host.key_to_pages(seat.index))
                if is_key and seat.presence is not Presence.EMPTY:
                    return host, host.journal, seat.index
        raise HTTPException(404)

    async def _read(self, host: TableHost, read: Callable[[], T]) -> T:
        """Wait for earlier requests, and until the disk has the journal; then read from it."""
        if self._waiting >= MAX_READING:
            raise HTTPException(503)
        self._waiting += 1
        try:
            async with self._reading:
                if host.sync is not None:
                    await asyncio.to_thread(host.sync)
                return await asyncio.to_thread(read)
        finally:
            self._waiting -= 1
