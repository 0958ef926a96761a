"""Accounts on the web: people play with the chips of their accounts, and see their rounds."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from pathlib import Path
from typing import Final

from attrs import frozen
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from pitboss.arguments import takes
from pitboss.bank import Account, Bank, BankError
from pitboss.bank.table_journals import PlayedRound, rounds_of
from pitboss.errors import PitbossError
from pitboss.game.round import Presence
from pitboss.story import Viewer, round_page
from pitboss.web import account_pages as pages
from pitboss.web.cashier import Cashier, chips_of
from pitboss.web.hosting import TableHost
from pitboss.web.keys import Identity
from pitboss.web.round_pages import MAX_READING, VIEWER_HEADERS
from pitboss.web.signing_in import (
    HEADERS,
    HouseTerms,
    Show,
    SignInPages,
    answer_page,
    root,
    see,
    sentence,
    status,
)

ROWS: Final = 100
"""How many movements or rounds a page shows."""

_MAX_DIGITS: Final = 20


@frozen
class _Place:
    host: TableHost
    cashier: Cashier
    journal: Path


class Accounts(SignInPages):
    """The pages of a bank's accounts, and their cookie, which identifies a client.

    Args:
        bank: the bank, which stays open.
        terms: the terms for accounts.
        origin: the address at which browsers find the server through TLS, as
            ``https://cards.example``; empty for a server that is used only on its own machine.

    Attributes:
        routes: the routes of the pages.
    """

    @takes()
    def __init__(self, bank: Bank, terms: HouseTerms | None = None, *, origin: str = "") -> None:
        super().__init__(bank, terms, origin=origin)
        self._reading = ThreadPoolExecutor(1, "journals")
        self._readers = 0
        self._places: dict[str, _Place] = {}
        self.add_routes(
            ("", self.shown(self._home), "GET"),
            ("/gift", self.acted(self._gift), "POST"),
            ("/statement", self.shown(self._statement), "GET"),
            ("/sit/{table}", self.shown(self._seats), "GET"),
            ("/sit/{table}", self.acted(self._sit), "POST"),
            ("/rounds/{table}", self.shown(self._read(self._rounds)), "GET"),
            ("/rounds/{table}/{number}", self.shown(self._read(self._round)), "GET"),
        )

    def close(self) -> None:
        """Stop the threads that check passwords and read journals."""
        super().close()
        self._reading.shutdown()

    def add_table(self, host: TableHost, cashier: Cashier, journal: Path) -> None:
        """Let accounts sit down at a table.

        Args:
            host: the host of the table; its `returns` must be the cashier.
            cashier: the cashier of the table.
            journal: the file of the table's journal.
        """
        self._places[host.name] = _Place(host, cashier, journal)

    async def _home(self, request: Request, account: Account, problem: str) -> Response:
        there = self._standing(account)
        chips = [("In your account", self.money(account.balance_minor)), *there]
        parts = [pages.facts(f"Your chips, {account.name}", chips)]
        if there:
            parts.append("<p>When you leave a table, the chips of your seat come back here.</p>\n")
        bought = [
            name
            for name, place in self._places.items()
            if place.cashier.live.seat_of(account.id) is not None
        ]
        names = bought if there else self._places
        tables = [(f"account/sit/{name}", f"Table {name}") for name in names]
        heading = "Bring more chips" if there else "Sit down"
        parts += [f"<section><h2>{heading}</h2>\n{pages.links(tables)}</section>\n"]
        terms = self.terms
        if terms.gift_minor and not there and account.balance_minor < terms.least_minor:
            button = f"Take a gift of {self.money(terms.gift_minor)}"
            parts.append(f"<h2>You are broke</h2>\n{pages.form('account/gift', (), button)}")
        played = [(f"account/rounds/{name}", f"Rounds at table {name}") for name in self._places]
        kept = [
            ("account/statement", "Statement"),
            *played,
            ("account/password", "Change the password"),
        ]
        parts += [pages.links(kept), pages.form("account/sign-out", (), "Sign out")]
        return answer_page(request, "Your account", parts, problem=problem, status=status(problem))

    def _standing(self, account: Account) -> list[tuple[str, str]]:
        """Return at which table an account has chips, and how many, both as text."""
        found: list[tuple[str, str]] = []
        for name, place in self._places.items():
            bought = place.cashier.live.seat_of(account.id)
            if bought is None:
                continue
            where = f"At table {name}, seat {bought + 1}"
            if place.host.seat_of(str(account.id)) is None:
                found.append((where, "you sit down when the round is over"))
            else:
                seat = place.host.session.table.round.seats[bought]
                found.append((where, self.money(chips_of(seat))))
        if not found and self.bank.sits(account.name):
            found.append(("Elsewhere", "you sit at a table of another server or program"))
        return found

    async def _seats(self, request: Request, account: Account, problem: str) -> Response:
        name = request.path_params["table"]
        place = self._places.get(name)
        if place is None:
            return answer_page(request, "No such table", [], status=404)
        limits, identity = place.cashier.limits, str(account.id)
        seats = place.host.session.table.round.seats
        free = [each.index for each in seats if each.presence is Presence.EMPTY]
        is_there = place.host.seat_of(identity) is not None
        least_minor = 1 if is_there else limits.least_minor
        most_minor = min(limits.most_minor, account.balance_minor)
        hint = f"{self.money(least_minor)} to {self.money(most_minor)}"
        amount = pages.Field("amount", "Chips to bring", hint=hint)
        parts = [
            pages.facts("Your chips", [("In your account", self.money(account.balance_minor))])
        ]
        if is_there:
            parts.append(pages.form(name, (amount,), "Bring these chips"))
        elif free:
            choice = pages.seats_to_choose(free)
            parts.append(pages.form(name, (amount,), "Sit down", before=choice))
        else:
            parts.append("<p>Every seat is taken.</p>\n")
        parts.append(pages.links([("../../account", "Your account"), (f"../../t/{name}", "Table")]))
        title = f"{'Bring more chips to' if is_there else 'Sit down at'} table {name}"
        return answer_page(request, title, parts, problem=problem, status=status(problem))

    async def _sit(self, request: Request, account: Account, given: dict[str, str]) -> Response:
        name = request.path_params["table"]
        place = self._places.get(name)
        if place is None:
            return answer_page(request, "No such table", [], status=404)
        identity = Identity(str(account.id), account.name)
        amount_minor = _minor(given.get("amount", ""), self.terms.minor_per_unit)
        seat = given.get("seat", "")
        try:
            if amount_minor is None:
                raise BankError("that is not an amount", "write an amount such as 12.50")
            self._check_has(account, amount_minor)
            if place.host.seat_of(identity.account) is not None:
                place.cashier.bring_more(place.host, identity, amount_minor)
                return see(request, "", "more")
            place.cashier.sit_down(place.host, identity, _number(seat) - 1, amount_minor)
        except PitbossError as error:
            return await self._seats(request, account, sentence(error))
        return RedirectResponse(f"../../t/{name}", 303, HEADERS)

    def _check_has(self, account: Account, amount_minor: int) -> None:
        """Check that an account has enough chips; the error writes amounts as people read them.

        Raises:
            BankError: the account has too few chips.
        """
        has = self.money(account.balance_minor)
        if amount_minor > account.balance_minor:
            raise BankError(f"your account has {has}", f"bring at most {has}")

    async def _gift(self, request: Request, account: Account, _given: dict[str, str]) -> Response:
        terms = self.terms
        try:
            if not terms.gift_minor:
                raise BankError("no gifts are made here", "ask the house")
            self.bank.give(account.name, terms.gift_minor, least_minor=terms.least_minor)
        except PitbossError as error:
            return await self._home(request, account, sentence(error))
        return see(request, "", "gift")

    # The statement and the rounds of an account.

    def _read(self, show: Show) -> Show:
        """Return the page, or an error page if the journal cannot be read, or too many wait."""

        async def shown(request: Request, account: Account, problem: str) -> Response:
            if self._readers >= MAX_READING:
                told = ["<p>Try again in a minute.</p>\n"]
                return answer_page(request, "Too many people read rounds now", told, status=503)
            self._readers += 1
            try:
                return await show(request, account, problem)
            except (PitbossError, OSError):
                told = ["<p>It is missing or damaged; tell the house.</p>\n"]
                title = "The journal of this table cannot be read"
                return answer_page(request, title, told, status=503)
            finally:
                self._readers -= 1

        return shown

    async def _statement(self, request: Request, account: Account, _problem: str) -> Response:
        movements = self.bank.history(account.name)[::-1]
        begin, nav = _part(request, len(movements))
        shown = pages.statement(account, movements[begin : begin + ROWS], self.terms.minor_per_unit)
        return answer_page(request, "Statement", [shown, nav])

    async def _played(self, place: _Place, account: Account) -> Sequence[PlayedRound]:
        loop = asyncio.get_running_loop()
        read = loop.run_in_executor(
            self._reading, lambda: tuple(rounds_of(place.journal, account.id))
        )
        return await read

    async def _rounds(self, request: Request, account: Account, _problem: str) -> Response:
        name = request.path_params["table"]
        place = self._places.get(name)
        if place is None:
            return answer_page(request, "No such table", [], status=404)
        played = (await self._played(place, account))[::-1]
        begin, nav = _part(request, len(played))
        net = pages.signed_amount(sum(each.net_minor for each in played), self.terms.minor_per_unit)
        told = pages.facts("All rounds", [("Rounds", str(len(played))), ("Net", net)])
        shown = pages.rounds(name, played[begin : begin + ROWS], self.terms.minor_per_unit)
        return answer_page(request, f"Rounds at table {name}", [told, shown, nav])

    async def _round(self, request: Request, account: Account, _problem: str) -> Response:
        """Show a round to the account that played it, as its seat may see it."""
        number = _number(request.path_params["number"])
        place = self._places.get(request.path_params["table"])
        played = await self._played(place, account) if place is not None and number else ()
        seat = next((each.seat for each in played if each.number == number), None)
        if place is None or seat is None:
            return answer_page(request, "You did not play this round", [], status=404)
        journal, viewer = place.journal, Viewer.at(seat)

        def shown() -> str:
            with journal.open("rb") as source:
                return round_page(source, number, viewer=viewer).html

        html = await asyncio.get_running_loop().run_in_executor(self._reading, shown)
        return HTMLResponse(html, headers=HEADERS | VIEWER_HEADERS)


def _part(request: Request, count: int) -> tuple[int, str]:
    """Return the index where the requested part of a list begins, and links to the other parts."""
    given = request.query_params.get("from", "")
    begin = min(_number(given), count)
    near = [(max(begin - ROWS, 0), "Newer")] * (begin > 0)
    near += [(begin + ROWS, "Older")] * (begin + ROWS < count)
    here = [(f"?from={at}", said) for at, said in near]
    return begin, pages.links([*here, (f"{root(request)}account", "Your account")])


def _number(text: str) -> int:
    """Parse a whole number that somebody wrote; return 0 if it is invalid or too long."""
    return int(text) if text.isdecimal() and len(text) < _MAX_DIGITS else 0


def _minor(text: str, minor_per_unit: int) -> int | None:
    """Parse an amount that somebody wrote; return minor units, or `None` if it is invalid."""
    plain = text.strip().replace(",", "")
    if len(plain) > _MAX_DIGITS or not plain.replace(".", "", 1).isdecimal():
        return None
    amount = Decimal(plain) * minor_per_unit
    return int(amount) if amount == int(amount) else None
