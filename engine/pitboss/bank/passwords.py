"""Passwords, codes and tokens: how they are made, and what is kept in place of each.

A password is kept as scrypt leaves it, with a salt of its own and what scrypt was told, so that
more may be asked of it one day. Codes and tokens are drawn here and cannot be guessed: of those a
digest is kept. What is given in goes into no error, and has no place in any value.
"""

from __future__ import annotations

import hmac
import secrets
from base64 import b32encode
from hashlib import scrypt, sha256
from typing import Final
from unicodedata import normalize

from attrs import field, frozen

from pitboss.bank.database import BankError

MIN_LETTERS: Final = 8
MAX_LETTERS: Final = 200

_SALT_BYTES: Final = 16
_HASH_BYTES: Final = 32
_CODE_BYTES: Final = 10
_TOKEN_BYTES: Final = 32


@frozen
class Cost:
    """What scrypt is told: how much a guess costs.

    Attributes:
        log2_n: 2 to the power of this is how often it mixes, 1 to 20.
        r: the size of what is mixed, in 128 bytes, 1 to 32.
        p: how often all of it is done, 1 to 16.
    """

    log2_n: int = 15
    r: int = 8
    p: int = 3


@frozen
class KeptPassword:
    """What is kept of a password.

    Attributes:
        cost: what scrypt was told.
        salt: which it was given, drawn for this password.
        hash: what it left.
    """

    cost: Cost
    salt: bytes = field(repr=False)
    hash: bytes = field(repr=False)


def checked_password(password: object) -> str:
    """Return a password that may be chosen.

    Raises:
        BankError: it is too short or too long.
    """
    if not isinstance(password, str) or not MIN_LETTERS <= len(password) <= MAX_LETTERS:
        raise BankError(
            "this cannot be a password", f"choose {MIN_LETTERS} to {MAX_LETTERS} letters"
        )
    return password


def hash_password(password: str, cost: Cost) -> KeptPassword:
    """Return what is kept of a password."""
    salt = secrets.token_bytes(_SALT_BYTES)
    return KeptPassword(cost, salt, _hash(password, cost, salt))


def is_password(given: object, kept: KeptPassword | None, cost: Cost) -> bool:
    """Say whether this is the password; it takes as long if there is none.

    Args:
        given: whatever was typed.
        kept: of the account; `None` if that has no password, or there is no account.
        cost: of a password that is made today.
    """
    # What is too long is no password, and is not hashed for as long as it is.
    text = given[: MAX_LETTERS + 1] if isinstance(given, str) else ""
    against = kept or KeptPassword(cost, bytes(_SALT_BYTES), bytes(_HASH_BYTES))
    is_same = hmac.compare_digest(_hash(text, against.cost, against.salt), against.hash)
    return is_same and kept is not None


def _hash(password: str, cost: Cost, salt: bytes) -> bytes:
    # A letter that can be typed in two ways is one.
    text = normalize("NFKC", password).encode("utf-8", "surrogatepass")
    n, r, p = 2**cost.log2_n, cost.r, cost.p
    memory = 128 * r * (n + p + 2)
    return scrypt(text, salt=salt, n=n, r=r, p=p, maxmem=2 * memory, dklen=_HASH_BYTES)


def new_code() -> str:
    """Return a code that can be read out and typed: 16 letters and digits in four groups."""
    letters = b32encode(secrets.token_bytes(_CODE_BYTES)).decode()
    return "-".join(letters[at : at + 4] for at in range(0, len(letters), 4))


def new_token() -> str:
    """Return a token that a browser keeps."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def digest_of(secret: object) -> bytes:
    """Return what is kept of a token, or of a name or an address.

    Args:
        secret: whatever was sent.
    """
    text = secret if isinstance(secret, str) else ""
    return sha256(text[: MAX_LETTERS + 1].encode("utf-8", "surrogatepass")).digest()


def code_digest_of(code: object) -> bytes:
    """Return what is kept of a code; capitals, blanks and dashes make no difference."""
    text = code if isinstance(code, str) else ""
    return digest_of("".join(letter for letter in text.upper() if letter.isalnum()))
