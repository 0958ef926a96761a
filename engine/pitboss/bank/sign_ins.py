"""Signing in: passwords, codes for one use, and tokens of browsers that are signed in.

After some failed tries for an account or from an address, the next try must wait. A try is counted
in the bank's file before the password is checked. So many tries at once, and tries through another
process, must wait, too. The file holds only digests of the tried names and addresses. So if
somebody types a password in place of the name, the password is not stored.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Final

from pitboss.bank.database import BankError, transaction
from pitboss.bank.ledger import Account, AccountStatus, Ledger
from pitboss.bank.passwords import (
    Cost,
    KeptPassword,
    checked_password,
    code_digest_of,
    digest_of,
    hash_password,
    is_password,
    new_code,
    new_token,
)
from pitboss.errors import brief
from pitboss.text import normalise
from pitboss.text.names import name_key

FREE_TRIES_OF_ACCOUNT: Final = 5
"""How many tries to sign in to an account may fail before the next try must wait."""

FREE_TRIES_OF_ADDRESS: Final = 20
"""How many tries from one address may fail before the next try must wait."""

_FIRST_WAIT_MS: Final = 1_000
_MAX_WAIT_MS: Final = 15 * 60 * 1_000
_FORGOTTEN_AFTER_MS: Final = 60 * 60 * 1_000
CODE_HOURS: Final = 72
_CODE_MS: Final = CODE_HOURS * 3_600_000
_NOBODY: Final = 0
"""An id that no account has."""

_TOKEN_MS: Final = 30 * 24 * 3_600_000


class SignInError(BankError):
    """A sign-in was refused; the error does not say whether the account exists."""


class TooSoonError(SignInError):
    """Too many tries failed, so the next try must wait.

    Attributes:
        wait_s: how many seconds to wait.
    """

    def __init__(self, wait_ms: int) -> None:
        self.wait_s = -(-wait_ms // 1_000)
        super().__init__("too many tries failed", f"try again in {self.wait_s} seconds")


class SignIns:
    """Signs people in to their accounts; the part of a bank that handles secrets.

    Args:
        connection: a connection to the bank's file.
        cost: the settings of scrypt for each password that this object stores.
        now_ms: returns the time in milliseconds since 1970.
    """

    def __init__(
        self, connection: sqlite3.Connection, cost: Cost, now_ms: Callable[[], int]
    ) -> None:
        self._connection = connection
        self._ledger = Ledger(connection)
        self._cost = cost
        self._now_ms = now_ms

    def sign_in(self, name: object, password: object, *, address: str = "") -> Account:
        """Return the account with this name and password.

        An unknown name takes as long as a wrong password.

        Args:
            name: the name of the account.
            password: the password that was typed.
            address: the address from which the try comes; if empty, no address is counted.

        Raises:
            TooSoonError: too many tries failed before, and this try was not checked.
            SignInError: the name or the password is wrong, or the account is blocked or closed.
            BankError: the bank cannot be written.
        """
        text = name if isinstance(name, str) else ""
        keys = self._admit(text, address)
        account = self._ledger.account(text)
        kept = None if account is None else self._kept(account.id)
        if not is_password(password, kept, self._cost) or account is None or kept is None:
            raise SignInError("name or password is wrong", "type both again")
        self._forgive(*keys)
        if account.status is not AccountStatus.ACTIVE:
            raise SignInError(f"the account is {account.status.value}", "ask the house")
        if kept.cost != self._cost:
            self._set_password(account, password, keep_tokens=True)
        return account

    def has_password(self, name: str) -> bool:
        """Return whether an account has a password; without one, nobody can sign in to it."""
        account = self._ledger.account(name)
        return account is not None and self._kept(account.id) is not None

    def set_password(self, name: str, password: object) -> None:
        """Give an account a password, as the operator; nobody stays signed in.

        Raises:
            BankError: there is no such account, or the password is too short or too long.
        """
        self._set_password(self._known(name), password)

    def change_password(
        self, name: object, password: object, new: object, *, address: str = ""
    ) -> Account:
        """Change a password after checking the old one; all browsers are signed out.

        Raises:
            TooSoonError: too many tries failed before.
            SignInError: as in `sign_in`.
            BankError: the new password is too short or too long.
        """
        checked_password(new)
        account = self.sign_in(name, password, address=address)
        self._set_password(account, new)
        return account

    def new_code(self, name: str | None = None) -> str:
        """Make a code for one use within `CODE_HOURS` hours; only this call returns it.

        Args:
            name: the account that may set a new password with it; earlier codes of the account
                become invalid. `None` makes a code with which somebody can open an account.

        Raises:
            BankError: there is no such account, or the bank cannot be written.
        """
        code = new_code()
        account = None if name is None else self._known(name).id
        with transaction(self._connection):
            now_ms = self._now_ms()
            self._ledger.rows("DELETE FROM code WHERE account = ? OR ends_ms < ?", account, now_ms)
            values = code_digest_of(code), account, now_ms + _CODE_MS
            self._ledger.rows("INSERT INTO code VALUES (?, ?, ?)", *values)
        return code

    def use_code(
        self, name: object, code: object, password: object, *, address: str = ""
    ) -> Account:
        """Set a password with a code that the operator made for the account.

        Raises:
            TooSoonError: too many tries failed before.
            SignInError: the code is not for this account, was used, or is too old.
            BankError: the password is too short or too long.
        """
        checked_password(password)
        text = name if isinstance(name, str) else ""
        keys = self._admit(text, address)
        account = self._ledger.account(text)
        with transaction(self._connection):
            self._use_code(code, _NOBODY if account is None else account.id)
        if account is None or account.status is not AccountStatus.ACTIVE:
            raise SignInError("the account is not active", "ask the house")
        self._forgive(*keys)
        self._set_password(account, password)
        return account

    def sign_up(
        self,
        name: object,
        password: object,
        *,
        opening_minor: int,
        code: object = None,
        address: str = "",
    ) -> Account:
        """Open an account with a password, for a new player.

        Args:
            name: the name of the account; it must not look like another account's name.
            password: the password that was chosen.
            opening_minor: the first balance of the account.
            code: the code of an invitation; `None` if no invitation is needed.
            address: the address of the request; after too many requests from it, the next must
                wait. If empty, no address is counted.

        Raises:
            TooSoonError: too many requests came from this address.
            SignInError: the code is wrong, was used, or is too old.
            BankError: the name or the password is invalid, or the name is taken.
        """
        chosen = checked_password(password)
        text = normalise(name) if isinstance(name, str) else ""
        self._admit("", address)
        kept = hash_password(chosen, self._cost)
        with transaction(self._connection):
            if code is not None:
                self._use_code(code, None)
            if name_key(text) in {name_key(each.name) for each in self._ledger.accounts()}:
                raise BankError(f"another account is called {brief(text)}", "choose another name")
            account = self._ledger.opened(text, opening_minor)
            self._keep(account, kept)
        return account

    def new_token(self, account: Account) -> str:
        """Return a token that keeps a browser signed in to an account for 30 days."""
        token = new_token()
        with transaction(self._connection):
            now_ms = self._now_ms()
            self._ledger.rows("DELETE FROM token WHERE ends_ms < ?", now_ms)
            values = digest_of(token), account.id, now_ms + _TOKEN_MS
            self._ledger.rows("INSERT INTO token VALUES (?, ?, ?)", *values)
        return token

    def account_of_token(self, token: object) -> Account | None:
        """Return the account of a token; `None` if the token is invalid or has expired."""
        query = "SELECT account FROM token WHERE hash = ? AND ends_ms >= ?"
        account = self._ledger.number(query, digest_of(token), self._now_ms())
        return self._ledger.active(account)

    def forget_token(self, token: object) -> None:
        """Make a token invalid."""
        with transaction(self._connection):
            self._ledger.rows("DELETE FROM token WHERE hash = ?", digest_of(token))

    def _known(self, name: str) -> Account:
        account = self._ledger.account(name)
        if account is None:
            raise BankError(
                f"there is no account of {brief(name)}", "it is opened when its player sits down"
            )
        return account

    def _kept(self, account: int) -> KeptPassword | None:
        query = "SELECT log2_n, r, p, salt, hash FROM password WHERE account = ?"
        rows = self._ledger.rows(query, account)
        if not rows:
            return None
        log2_n, r, p, salt, hashed_so = rows[0]
        return KeptPassword(Cost(log2_n, r, p), salt, hashed_so)

    def _set_password(
        self, account: Account, password: object, *, keep_tokens: bool = False
    ) -> None:
        kept = hash_password(checked_password(password), self._cost)
        with transaction(self._connection):
            self._keep(account, kept)
            self._ledger.rows("DELETE FROM code WHERE account = ?", account.id)
            if not keep_tokens:
                self._ledger.sign_out(account.id)

    def _keep(self, account: Account, kept: KeptPassword) -> None:
        cost = kept.cost
        query = "INSERT OR REPLACE INTO password VALUES (?, ?, ?, ?, ?, ?)"
        values = account.id, cost.log2_n, cost.r, cost.p, kept.salt, kept.hash
        self._ledger.rows(query, *values)

    def _use_code(self, code: object, account: int | None) -> None:
        """Use and delete a code, inside a transaction.

        Raises:
            SignInError: the code is not for this account, was used, or is too old.
        """
        query = "DELETE FROM code WHERE hash = ? AND account IS ? AND ends_ms >= ? RETURNING 1"
        if not self._ledger.rows(query, code_digest_of(code), account, self._now_ms()):
            raise SignInError(
                "the code is wrong, was used, or is too old", "ask the house for another"
            )

    def _admit(self, name: str, address: str) -> tuple[bytes, ...]:
        """Count a try before it is checked; return the digests under which it is counted.

        Raises:
            TooSoonError: the try must wait, and is not counted.
        """
        free = {
            digest_of(f"name {normalise(name)}"): FREE_TRIES_OF_ACCOUNT if name else 0,
            digest_of(f"address {address}"): FREE_TRIES_OF_ADDRESS if address else 0,
        }
        free = {whose: most for whose, most in free.items() if most}
        with transaction(self._connection):
            now_ms = self._now_ms()
            found = {whose: self._tries(whose, now_ms) for whose in free}
            waits_ms = max((until_ms - now_ms for _, until_ms in found.values()), default=0)
            if waits_ms > 0:
                raise TooSoonError(waits_ms)
            for whose, most in free.items():
                tries = found[whose][0] + 1
                doubled = min(max(tries - most, 0), 20)
                wait_ms = min(_FIRST_WAIT_MS << doubled, _MAX_WAIT_MS) if tries >= most else 0
                query = "INSERT OR REPLACE INTO try VALUES (?, ?, ?)"
                self._ledger.rows(query, whose, tries, now_ms + wait_ms)
            gone_ms = now_ms - _FORGOTTEN_AFTER_MS
            self._ledger.rows("DELETE FROM try WHERE waits_until_ms < ?", gone_ms)
        return tuple(free)

    def _tries(self, whose: bytes, now_ms: int) -> tuple[int, int]:
        rows = self._ledger.rows("SELECT tries, waits_until_ms FROM try WHERE whose = ?", whose)
        tries, until_ms = rows[0] if rows else (0, 0)
        if until_ms < now_ms - _FORGOTTEN_AFTER_MS:
            return 0, 0
        # Even if the clock was set back, nobody waits longer than the longest delay.
        return tries, min(until_ms, now_ms + _MAX_WAIT_MS)

    def _forgive(self, account: bytes, *address: bytes) -> None:
        """After a sign-in, forget all tries for the account, and one try from the address."""
        with transaction(self._connection):
            self._ledger.rows("DELETE FROM try WHERE whose = ?", account)
            for whose in address:
                query = "UPDATE try SET tries = tries - 1, waits_until_ms = ? WHERE whose = ?"
                self._ledger.rows(query, self._now_ms(), whose)
