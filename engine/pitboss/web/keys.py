"""Keys and tokens: the keys in the links to tables, and the tokens of seats.

A token is shown to one browser, once. The token's digest is the id of its owner's join command, and
the journal holds that id. So a token is valid as long as its owner has the seat, even after a
restart. A reader of the journal cannot act for anybody.
"""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from hashlib import sha256
from os import PathLike
from pathlib import Path
from typing import Final, cast

import orjson
from attrs import frozen

from pitboss.arguments import takes
from pitboss.errors import PitbossError, TableError, brief
from pitboss.game.events import is_client_text
from pitboss.journal.files import replace_file
from pitboss.live import Command, CommandError

MAX_ACCOUNT_LETTERS: Final = 40
"""The longest id of an account, in letters; the id of a command must have room for it."""

_BYTES: Final = 32
_ONCE_BYTES: Final = 12
_MAX_FILE_BYTES: Final = 1_000_000


class KeysError(PitbossError):
    """The file of keys has no valid keys."""


def new_token() -> str:
    """Return a token that nobody can guess."""
    return secrets.token_urlsafe(_BYTES)


def digest_of(token: str) -> str:
    """Return the digest of a token; nobody can find the token from it."""
    digest = sha256(token.encode("utf-8", "surrogatepass")).digest()
    return urlsafe_b64encode(digest).decode("ascii").rstrip("=")


@frozen
class Identity:
    """A client that the host knows.

    An account takes a seat by a command whose id begins with the id of the account. The journal
    holds the id of the command, so the account has the seat in any browser, even after a restart.

    Attributes:
        account: the id of the client's account, of 1 to `MAX_ACCOUNT_LETTERS` letters, digits or
            ``_ . : + / = -``; no other account may ever get it.
        name: the client's name at every table; empty if it may choose one at each table.

    Raises:
        TableError: the id or the name is invalid.
    """

    account: str
    name: str = ""

    def __attrs_post_init__(self) -> None:
        """Refuse an id or a name that could not take a seat."""
        if not is_client_text(self.account) or len(self.account) > MAX_ACCOUNT_LETTERS:
            raise TableError(
                f"the id of an account must not be {brief(self.account)}",
                f"give 1 to {MAX_ACCOUNT_LETTERS} signs of A-Z a-z 0-9 _ . : + / = -",
            )
        try:
            if self.name != "":
                Command(self.account, 0, 0, "join", name=self.name)
        except CommandError as error:
            raise TableError(
                f"the name of an account must not be {brief(self.name)}",
                "give a name of visible characters",
            ) from error

    def new_join_id(self) -> str:
        """Return an id for one command that takes a seat for the account."""
        return f"{self.account}:{secrets.token_urlsafe(_ONCE_BYTES)}"


@takes()
def account_of(join_id: str | None) -> str | None:
    """Return the account that took a seat by a command; `None` if no account did.

    Args:
        join_id: the id of the command; `None` if it has none.
    """
    return (join_id or "").rpartition(":")[0] or None


def are_equal(one: str, other: str) -> bool:
    """Compare secrets in constant time, so that nobody can guess them part by part."""
    return hmac.compare_digest(digest_of(one), digest_of(other))


def key_for(secret: str, whom: str) -> str:
    """Return a key that nobody can guess without the secret from which it is made.

    Args:
        secret: a token.
        whom: what the key is for, such as a seat and its owner.
    """
    return hmac.new(secret.encode(), whom.encode(), "sha256").hexdigest()


class JoinKeys:
    """The keys of the links with which people join tables, in a file that only its owner can read.

    Args:
        path: the path of the file; it is made if it is missing.
        tables: the names of the tables; a table without a key gets a new one.

    Raises:
        KeysError: the file holds something other than keys.
        OSError: the file cannot be read or written.
    """

    @takes(KeysError)
    def __init__(self, path: str | PathLike[str], tables: Iterable[str]) -> None:
        self._keys = _read(Path(path))
        lacking = [name for name in tables if name not in self._keys]
        if lacking:
            self._keys |= {name: new_token() for name in lacking}
            replace_file(str(path), orjson.dumps(self._keys), sync=True)

    def of(self, table: str) -> str:
        """Return the key of a table."""
        return self._keys[table]


def _read(path: Path) -> dict[str, str]:
    if not path.exists():
        return {}
    try:
        with path.open("rb") as file:
            held: object = orjson.loads(file.read(_MAX_FILE_BYTES))
    except ValueError as error:
        raise _no_keys(path) from error
    if not isinstance(held, dict):
        raise _no_keys(path)
    keys = cast("dict[str, object]", held)
    if not all(isinstance(key, str) and len(key) >= _BYTES for key in keys.values()):
        raise _no_keys(path)
    return cast("dict[str, str]", keys)


def _no_keys(path: Path) -> KeysError:
    return KeysError(f"{path} is not a file of keys", "delete it to get new links to join")
