"""Pages for signing up, signing in and out, changing the password, and a reset by a code."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from enum import Enum
from typing import Final, TypeVar
from urllib.parse import parse_qsl

from attrs import frozen
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from pitboss.bank import Account, Bank, BankError, TooSoonError
from pitboss.errors import PitbossError
from pitboss.game.money import format_minor
from pitboss.web import account_pages as pages
from pitboss.web.connections import address_group
from pitboss.web.keys import Identity

MAX_FORM_BYTES: Final = 8192
"""How many bytes a form may have."""

MAX_WAITING: Final = 32
"""How many passwords may wait to be checked; further people are asked to try again later."""

_MAX_FIELDS: Final = 10
_TOKEN_SECONDS: Final = 30 * 24 * 3600
HEADERS: Final = {
    "Cache-Control": "no-store",
    # The address of a page is sent only to this server.
    "Referrer-Policy": "same-origin",
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; img-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
}
"""The headers of every page of accounts."""

_ResultT = TypeVar("_ResultT")


class SignUp(Enum):
    """Who may open an account on the page."""

    OPEN = "open"
    INVITED = "invited"
    """Anybody with a code of the operator."""

    OPERATOR = "operator"
    """Nobody: the operator opens accounts."""


@frozen
class HouseTerms:
    """The conditions of the house for accounts; amounts are in minor units.

    Attributes:
        sign_up: who may open an account.
        opening_minor: the first balance of an account that is opened on the page.
        gift_minor: the gift for an account that is broke; 0 for no gift.
        least_minor: an account with fewer chips is broke.
        minor_per_unit: how many minor units make one whole unit, in which people read amounts.
    """

    sign_up: SignUp = SignUp.OPERATOR
    opening_minor: int = 0
    gift_minor: int = 0
    least_minor: int = 1
    minor_per_unit: int = 100


_Page = Callable[[Request], Awaitable[Response]]
Show = Callable[[Request, Account, str], Awaitable[Response]]
"""Shows a page to an account; the text says what went wrong, and may be empty."""

_Act = Callable[[Request, Account, dict[str, str]], Awaitable[Response]]


class SignInPages:
    """The pages with which people sign in to the accounts of a bank.

    Args:
        bank: the bank, which stays open.
        terms: the terms for accounts.
        origin: the address at which browsers find the server through TLS; empty for a server that
            is used only on its own machine.

    Attributes:
        bank: as given.
        terms: as given.
        cookie: the name of the cookie that identifies the account.
        routes: the routes of the pages.
    """

    def __init__(self, bank: Bank, terms: HouseTerms | None = None, *, origin: str = "") -> None:
        self.bank = bank
        self.terms = terms or HouseTerms()
        self._origin = origin
        self._secrets = bank.again()
        # A password check uses a core and much memory, so run only one at a time.
        self._executor = ThreadPoolExecutor(1, "passwords")
        self._waiting = 0
        self.cookie = "__Host-pitboss" if origin else "pitboss"
        self.routes: list[Route] = []
        for page, enter in (
            ("sign-in", self._sign_in),
            ("sign-up", self._sign_up),
            ("reset", self._reset),
        ):
            self.add_routes((f"/{page}", enter, "GET"), (f"/{page}", enter, "POST"))
        self.add_routes(
            ("/sign-out", self.acted(self._sign_out), "POST"),
            ("/password", self.shown(self._password), "GET"),
            ("/password", self.acted(self._change), "POST"),
        )

    def add_routes(self, *routes: tuple[str, _Page, str]) -> None:
        """Add pages, each with its address below ``/account``, and its method."""
        self.routes += [
            Route(f"/account{path}", self._through_tls(show), methods=[method])
            for path, show, method in routes
        ]

    def close(self) -> None:
        """Stop the thread that checks passwords."""
        self._executor.shutdown()
        self._secrets.close()

    async def authenticate(self, connection: HTTPConnection) -> Identity | None:
        """Return the identity of the account to which a browser is signed in, or `None`."""
        account = self._account(connection)
        return None if account is None else Identity(str(account.id), account.name)

    def _account(self, connection: HTTPConnection) -> Account | None:
        token = connection.cookies.get(self.cookie)
        return None if token is None else self.bank.account_of_token(token)

    # What every page has.

    def _through_tls(self, show: _Page) -> _Page:
        """Return a page that is shown only at `origin`; without `origin`, it is always shown."""
        name = self._origin.partition("://")[2]

        async def shown(request: Request) -> Response:
            if self._origin and request.headers.get("host") != name:
                here = f"{self._origin}{request.url.path}"
                told = [pages.links([(here, here)])]
                return answer_page(request, "Your account is at another address", told, status=421)
            return await show(request)

        return shown

    def shown(self, show: Show) -> _Page:
        """Return the page for people who are signed in; others are redirected to sign in."""

        async def shown(request: Request) -> Response:
            account = self._account(request)
            if account is None:
                return see(request, "sign-in")
            return await show(request, account, "")

        return shown

    def acted(self, act: _Act) -> _Page:
        """Return a form's action for people who are signed in; others are redirected to sign in."""

        async def acted(request: Request) -> Response:
            account = self._account(request)
            if account is None:
                return see(request, "sign-in")
            return await act(request, account, await self._given(request))

        return acted

    async def _given(self, request: Request) -> dict[str, str]:
        """Return the fields of a form; no fields if it is too long or malformed."""
        body = b""
        async for part in request.stream():
            body += part
            if len(body) > MAX_FORM_BYTES:
                return {}
        with suppress(ValueError):
            text = body.decode("ascii")
            return dict(parse_qsl(text, keep_blank_values=True, max_num_fields=_MAX_FIELDS))
        return {}

    async def _secretly(self, call: Callable[[], _ResultT]) -> _ResultT:
        """In a separate thread, run a call that checks or sets a password; one call at a time.

        Raises:
            BankError: too many calls wait.
        """
        if self._waiting >= MAX_WAITING:
            raise BankError("too many people are signing in", "try again in a minute")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._executor, call)
        finally:
            self._waiting -= 1

    def _let_in(self, request: Request, account: Account, done: str) -> Response:
        """Sign a browser in to an account."""
        response = see(request, "", done)
        response.set_cookie(
            self.cookie,
            self.bank.new_token(account),
            max_age=_TOKEN_SECONDS,
            secure=bool(self._origin),
            httponly=True,
            samesite="lax",
        )
        return response

    def money(self, amount_minor: int) -> str:
        """Return an amount as people read it."""
        return format_minor(amount_minor, self.terms.minor_per_unit)

    # Signing in, up and out.

    async def _entrance(
        self,
        request: Request,
        title: str,
        shown: str,
        enter: Callable[[dict[str, str], str], Account],
        done: str,
    ) -> Response:
        """Show a form to people who are not signed in, or carry out the form that they sent."""
        problem, status, headers = "", 200, {}
        if request.method == "POST":
            given = await self._given(request)
            address = address_group(request.client.host if request.client else "")
            try:
                account = await self._secretly(lambda: enter(given, address))
                return self._let_in(request, account, done)
            except TooSoonError as error:
                problem, status = sentence(error), 429
                headers = {"Retry-After": str(error.wait_s)}
            except PitbossError as error:
                problem, status = sentence(error), 403
        where = [("sign-in", "Sign in"), ("reset", "Forgotten your password?")]
        if self.terms.sign_up is not SignUp.OPERATOR:
            where.append(("sign-up", "Open an account"))
        here = request.url.path.rpartition("/")[2]
        others = [each for each in where if each[0] != here]
        return answer_page(
            request,
            title,
            [shown, pages.links(others)],
            problem=problem,
            status=status,
            headers=headers,
        )

    async def _sign_in(self, request: Request) -> Response:
        return await self._entrance(
            request,
            "Sign in",
            pages.form("sign-in", (pages.NAME, pages.PASSWORD), "Sign in"),
            lambda given, address: self._secrets.sign_in(
                given.get("name"), given.get("password"), address=address
            ),
            "in",
        )

    async def _reset(self, request: Request) -> Response:
        fields = pages.NAME, pages.CODE, pages.NEW
        told = "<p>Ask the house for a code. You can use it once, to choose a new password.</p>\n"
        return await self._entrance(
            request,
            "New password by a code",
            pages.form("reset", fields, "Set the password", before=told),
            lambda given, address: self._secrets.use_code(
                given.get("name"), given.get("code"), given.get("new"), address=address
            ),
            "password",
        )

    async def _sign_up(self, request: Request) -> Response:
        terms = self.terms
        if terms.sign_up is SignUp.OPERATOR:
            told = ["<p>Only the house opens accounts. Ask the house for one.</p>\n"]
            return answer_page(request, "Open an account", told, status=403)
        invited = terms.sign_up is SignUp.INVITED
        fields = (pages.NAME, *((pages.CODE,) * invited), pages.NEW)
        begins = f"<p>Your account begins with {self.money(terms.opening_minor)}.</p>\n"
        return await self._entrance(
            request,
            "Open an account",
            pages.form("sign-up", fields, "Open the account", before=begins),
            lambda given, address: self._secrets.sign_up(
                given.get("name"),
                given.get("new"),
                opening_minor=terms.opening_minor,
                code=given.get("code", "") if invited else None,
                address=address,
            ),
            "up",
        )

    async def _sign_out(
        self, request: Request, _account: Account, _given: dict[str, str]
    ) -> Response:
        self.bank.forget_token(request.cookies.get(self.cookie))
        response = see(request, "sign-in", "out")
        response.delete_cookie(
            self.cookie, secure=bool(self._origin), httponly=True, samesite="lax"
        )
        return response

    async def _password(self, request: Request, account: Account, problem: str) -> Response:
        # With the name in the form, a browser stores the new password in place of the old one.
        fields = pages.NAME, pages.PASSWORD, pages.NEW
        shown = pages.form("password", fields, "Change the password", account.name)
        back = pages.links([("../account", "Your account")])
        return answer_page(
            request, "Change the password", [shown, back], problem=problem, status=status(problem)
        )

    async def _change(self, request: Request, account: Account, given: dict[str, str]) -> Response:
        address = address_group(request.client.host if request.client else "")
        try:
            await self._secretly(
                lambda: self._secrets.change_password(
                    account.name, given.get("password"), given.get("new"), address=address
                )
            )
        except PitbossError as error:
            return await self._password(request, account, sentence(error))
        return self._let_in(request, account, "password")


def root(request: Request) -> str:
    """Return the relative address of the list of tables from a page, under any prefix."""
    path = request.url.path.removeprefix(request.scope.get("root_path", ""))
    return "../" * (path.count("/") - 1) or "./"


def see(request: Request, page: str, done: str = "") -> RedirectResponse:
    """Redirect a browser to a page of accounts."""
    address = f"{root(request)}account{f'/{page}' if page else ''}"
    return RedirectResponse(address + (f"?done={done}" if done else ""), 303, HEADERS)


def answer_page(
    request: Request,
    title: str,
    parts: Sequence[str],
    *,
    problem: str = "",
    status: int = 200,
    headers: dict[str, str] | None = None,
) -> Response:
    """Return a page of accounts.

    Args:
        request: the request.
        title: what the page is called.
        parts: the content of the page, as HTML.
        problem: why the request was not carried out; empty if it was.
        status: the status of the answer.
        headers: further headers.
    """
    done = request.query_params.get("done", "")
    html = pages.page(root(request), title, parts, done=done, problem=problem)
    return HTMLResponse(html, status, {**HEADERS, **(headers or {})})


def status(problem: str) -> int:
    """Return the status of a page: 400 if it shows a problem, else 200."""
    return 400 if problem else 200


def sentence(error: PitbossError) -> str:
    """Return an error as a sentence."""
    text = f"{error.problem}: {error.next_step}."
    return text[:1].upper() + text[1:]
