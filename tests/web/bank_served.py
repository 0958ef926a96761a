"""Tables on the web whose chips a bank keeps, and people with browsers that keep cookies."""

from __future__ import annotations

import http.client
import re
import threading
from collections.abc import Callable, Generator, Mapping
from contextlib import ExitStack, closing, contextmanager
from html import unescape
from pathlib import Path
from typing import Final
from urllib.parse import urlencode, urljoin

from attrs import define, field, frozen
from tests.cli.command_line import HANGS_AFTER_S
from tests.secret_words import secret
from tests.web.served import AT_ONCE, RULES, Served

from pitboss import Rules, SeatPlan
from pitboss.bank import Bank, Cost
from pitboss.bank.bank import now_ms
from pitboss.live import Session, SessionPolicy, open_table
from pitboss.players import player_named
from pitboss.web import (
    Accounts,
    BuyIn,
    Cashier,
    HouseTerms,
    SignUp,
    TableHost,
    address_of,
    listen,
    server_for,
    web_app,
)

CHEAP: Final = Cost(1, 1, 1)
OPEN: Final = HouseTerms(SignUp.OPEN, opening_minor=100_000)


@frozen
class ServedBank(Served):
    """Tables that are served, with the bank that keeps their chips.

    Attributes:
        bank: a second one on the same file, for the thread of the test.
        problems: what bank and journals did not agree on at the start.
    """

    bank: Bank
    problems: tuple[str, ...]

    def visitor(self) -> Browser:
        """Return somebody who is not signed in."""
        return Browser(self.address)

    def member(self, name: str, words: str) -> Browser:
        """Return somebody who has just opened an account."""
        visitor = self.visitor()
        assert "Your account is open." in visitor.post("sign-up", name=name, new=words)
        return visitor


@define
class Browser:
    """A browser without scripts.

    Attributes:
        address: of the server.
        cookie: that it keeps.
        status: of the last answer that was a page.
        headers: of it.
        path: of it.
        origin: what forms say they come from.
        given: how the server gave the cookie.
    """

    address: str
    cookie: str = ""
    status: int = 0
    headers: Mapping[str, str] = field(factory=dict[str, str])
    path: str = ""
    origin: str = ""
    given: str = ""

    def get(self, page: str = "", **headers: str) -> str:
        """Open a page of accounts, and return what stands on it."""
        return self.go("GET", f"/account{f'/{page}' if page else ''}", None, headers)

    def post(self, form: str, **fields: str) -> str:
        """Send a form, follow where it leads, and return what stands there."""
        origin = self.origin or self.address
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Origin": origin}
        return self.go("POST", f"/account/{form}", urlencode(fields), headers)

    def go(self, method: str, path: str, body: str | None, headers: Mapping[str, str]) -> str:
        """Send anything, follow where it leads, and return what stands there."""
        place, text = self.address.partition("://")[2], ""
        for _ in range(5):
            sent = {"Cookie": self.cookie, **headers} if self.cookie else headers
            with closing(http.client.HTTPConnection(place, timeout=HANGS_AFTER_S)) as connection:
                connection.request(method, path, body, dict(sent))
                answer = connection.getresponse()
                text = answer.read().decode()
            self.headers = {name.lower(): value for name, value in answer.getheaders()}
            self.status, self.path = answer.status, path
            if "set-cookie" in self.headers:
                self.given = self.headers["set-cookie"]
                kept = self.given.partition(";")[0]
                self.cookie = "" if kept.endswith('=""') else kept
                if self.cookie:
                    # No file may hold the token of a browser.
                    secret(self.cookie.partition("=")[2])
            if answer.status != 303:
                break
            method, body, headers = "GET", None, {}
            path = urljoin(path, self.headers["location"])
        return told(text)


def told(html: str) -> str:
    """Return what a page says, in one line."""
    text = re.sub(r"<[^>]+>", " ", html.partition("<h1>")[2] or html)
    return " ".join(unescape(text).split())


@contextmanager
def bank_served(
    folder: Path,
    *names: str,
    terms: HouseTerms = OPEN,
    limits: BuyIn | None = None,
    policy: SessionPolicy = AT_ONCE,
    people: int = 3,
    bots: int = 0,
    rules: Rules = RULES,
    origin: str = "",
    clock_ms: Callable[[], int] = now_ms,
) -> Generator[ServedBank]:
    """Serve tables whose journals and bank lie in a folder, until the context is left."""
    with ExitStack() as stack:
        bank = stack.enter_context(Bank(folder / "house.bank", cost=CHEAP, clock_ms=clock_ms))
        accounts = Accounts(bank, terms, origin=origin)
        stack.callback(accounts.close)
        hosts: dict[str, TableHost] = {}
        problems: list[str] = []
        for name in names or ("1",):
            path = folder / f"{name}.jsonl"
            seats = [*[None] * people, *[SeatPlan(f"bot {number + 1}") for number in range(bots)]]
            opened = stack.enter_context(open_table(path, rules, seats, seed=len(name)))
            live = bank.live_table(name, path)
            problems += live.settle()
            cashier = Cashier(live, opened.journal, opened.sync, opened.recorder, limits)
            opened.table.record_with(cashier.recorder)
            players = {
                seat: player_named("basic", rules, seed=1, seat=seat)
                for seat in range(people, people + bots)
            }
            session = Session(opened.table, policy, bots=players, memory=opened.memory)
            hosts[name] = TableHost(
                name, None, session, sync=opened.sync, journal=opened.journal, returns=cashier
            )
            accounts.add_table(hosts[name], cashier, path)
        listener = stack.enter_context(listen("127.0.0.1", 0))
        origins = [origin] if origin else []
        server = server_for(web_app(hosts, origins, accounts=accounts))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        own = stack.enter_context(bank.again())
        try:
            address = address_of(listener, "127.0.0.1")
            yield ServedBank(address, hosts, own, tuple(problems))
        finally:
            server.should_exit = True
            thread.join()
