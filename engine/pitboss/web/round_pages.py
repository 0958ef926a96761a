"""The pages of the last rounds of seats, opened from the page of a table by whoever has a seat."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from pitboss.errors import PitbossError
from pitboss.web.hosting import TableHost

MAX_READING: Final = 16
"""So many pages of rounds may wait, for which a journal is read; others are asked to come again."""

VIEWER_HEADERS: Final = {
    "Cache-Control": "no-store",
    # The page of a round says itself what it may do.
    "Content-Security-Policy": "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}
"""What the page of a round has."""


class RoundPages:
    """Shows rounds of the journals of tables, one after another.

    Args:
        tables: by name; `None` is one that cannot be opened.
    """

    def __init__(self, tables: Mapping[str, TableHost | None]) -> None:
        self._tables = tables
        self._reading = asyncio.Lock()
        self._waiting = 0

    async def show(self, request: Request) -> Response:
        """Show a round as the seat may see it whose key stands in the address."""
        asked = request.path_params
        host = self._tables.get(asked["table"])
        page = None if host is None else host.page_of(asked["key"], asked["number"])
        if page is None:
            raise HTTPException(404)
        if self._waiting >= MAX_READING:
            raise HTTPException(503)
        self._waiting += 1
        try:
            async with self._reading:
                html = await asyncio.to_thread(page)
        except (PitbossError, OSError) as error:
            raise HTTPException(503) from error
        finally:
            self._waiting -= 1
        return HTMLResponse(html, headers=VIEWER_HEADERS)
