"""Data for a table's page: its rules in words, links as QR codes. Also the page for errors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from http import HTTPStatus
from itertools import groupby
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from pitboss.game.money import format_minor
from pitboss.rules import Rules
from pitboss.rules.options import OPTIONS
from pitboss.story import RuledBy
from pitboss.story.rules_told import tell_rules
from pitboss.web import account_pages as pages
from pitboss.web.hosting import TableHost
from pitboss.web.lines import Allowance, now_ms
from pitboss.web.signing_in import HEADERS, root

MAX_LINK_BYTES: Final = 500
"""The longest link that is drawn as a QR code, in bytes."""

_SAID: Final = {"true": "yes", "false": "no"}
_IN_MINOR_UNITS: Final = " in minor units"
_QUIET_ZONE: Final = 4
_NEXT: Final = {
    404: "There is no page at this address.",
    405: "This address does not accept such a request.",
    500: "Something went wrong here. The operator can see what it was.",
}


def rules_in_words(rules: Rules) -> list[tuple[str, str]]:
    """Return what each option of a rule set decides, its value, and the pay tables.

    Args:
        rules: the rules of a table.
    """
    told = [_in_words(rules, RuledBy.of(rules, name)) for name in OPTIONS]
    return told + _beside(rules)


def _beside(rules: Rules) -> list[tuple[str, str]]:
    """Return what side bets and bonuses pay."""
    return [(each.title, each.odds) for each in (*rules.side_bets, *rules.bonuses)]


def _in_words(rules: Rules, ruled: RuledBy) -> tuple[str, str]:
    value, meaning = ruled.value, ruled.meaning.removesuffix(_IN_MINOR_UNITS)
    if meaning != ruled.meaning and value.isdecimal():
        return meaning, format_minor(int(value), rules.minor_per_unit)
    least, _, most = value.partition("..")
    value = least if least == most else value.replace("..", " to ").replace("_", " ")
    return meaning, _SAID.get(value, value)


class Sheets:
    """Sends data to the page of a table that opens a sheet, such as the rules.

    Args:
        tables: the tables by name; `None` for a table that could not be opened.
    """

    def __init__(self, tables: Mapping[str, TableHost | None]) -> None:
        self._tables = tables
        # Drawing a code takes some milliseconds, during which nobody else is served.
        self._codes = Allowance()

    async def rules(self, request: Request) -> Response:
        """Answer with the rules of a table in sentences, and each option's meaning and value."""
        host = self._tables.get(request.path_params["table"])
        if host is None:
            raise HTTPException(404)
        rules = host.session.table.rules
        beside = [f"{title}: {odds}." for title, odds in _beside(rules)]
        told = [*tell_rules(rules), *([("Side bets and bonuses", beside)] if beside else ())]
        return JSONResponse({"told": told, "rules": rules_in_words(rules)})

    async def code(self, request: Request) -> Response:
        """Answer with a QR code of the link that was sent: its width, and a path of dark parts."""
        link = b""
        async for part in request.stream():
            link += part
            if len(link) > MAX_LINK_BYTES:
                raise HTTPException(413)
        if not self._codes.takes_one(now_ms()):
            raise HTTPException(429)
        import segno  # noqa: PLC0415  seldom needed, and slow to load

        rows = list(segno.make_qr(link).matrix_iter(border=_QUIET_ZONE))
        path = "".join(_bars(row, y) for y, row in enumerate(rows))
        return JSONResponse({"width": len(rows), "path": path})


def _bars(row: Iterable[int], y: int) -> str:
    """Return where a row is dark, as part of the path of a drawing."""
    runs = [list(run) for _, run in groupby(enumerate(row), lambda each: each[1])]
    return "".join(f"M{run[0][0]} {y}h{len(run)}v1h-{len(run)}z" for run in runs if run[0][1])


async def error_page(request: Request, error: Exception) -> Response:
    """Answer with a page that says what went wrong.

    Args:
        request: the request.
        error: an `HTTPException`, or anything else that was raised.
    """
    status = HTTPStatus(error.status_code if isinstance(error, HTTPException) else 500)
    home = root(request)
    told = [
        f"<p>{_NEXT.get(status, 'Try again later.')}</p>\n",
        pages.links([(home, "All tables")]),
    ]
    html = pages.page(home, f"{status.phrase} ({status.value})", told)
    # An unexpected error is answered outside the code that adds headers to other answers.
    headers = error.headers if isinstance(error, HTTPException) else HEADERS
    return HTMLResponse(html, status, headers)
