"""Passwords, codes and tokens: how they are made, and what is stored in place of each.

A password is stored as its scrypt hash, with its own salt and the settings of scrypt. So these
settings can become stricter later. Codes and tokens are random and too long to guess, so only a
digest of each is stored. No error message and no stored value holds a secret as it was typed.
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
    """The settings of scrypt, which decide how much a guess costs.

    Attributes:
        log2_n: the base-2 logarithm of the cost parameter N, 1 to 20.
        r: the block size, in units of 128 bytes, 1 to 32.
        p: how often the computation is repeated, 1 to 16.
    """

    log2_n: int = 15
    r: int = 8
    p: int = 3


@frozen
class KeptPassword:
    """What is stored of a password.

    Attributes:
        cost: the settings of scrypt.
        salt: the salt, drawn for this password.
        hash: the result of scrypt.
    """

    cost: Cost
    salt: bytes = field(repr=False)
    hash: bytes = field(repr=False)


def checked_password(password: object) -> str:
    """Return a password after checking its length.

    Raises:
        BankError: the password is too short or too long.
    """
    if not isinstance(password, str) or not MIN_LETTERS <= len(password) <= MAX_LETTERS:
        raise BankError(
            "this cannot be a password", f"choose {MIN_LETTERS} to {MAX_LETTERS} letters"
        )
    return password


def hash_password(password: str, cost: Cost) -> KeptPassword:
    """Return what is stored of a password."""
    salt = secrets.token_bytes(_SALT_BYTES)
    return KeptPassword(cost, salt, _hash(password, cost, salt))


def is_password(given: object, kept: KeptPassword | None, cost: Cost) -> bool:
    """Return whether a text is the password; the check takes as long if no password is stored.

    Args:
        given: whatever was typed.
        kept: what is stored of the account's password; `None` without a password or an account.
        cost: the settings of scrypt that the check uses if `kept` is `None`.
    """
    # A text that is too long cannot be the password; cut it, so that its hash takes no longer.
    text = given[: MAX_LETTERS + 1] if isinstance(given, str) else ""
    against = kept or KeptPassword(cost, bytes(_SALT_BYTES), bytes(_HASH_BYTES))
    is_same = hmac.compare_digest(_hash(text, against.cost, against.salt), against.hash)
    return is_same and kept is not None


def _hash(password: str, cost: Cost, salt: bytes) -> bytes:
    # Unicode encodes some letters in two ways; both must give the same hash.
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
    """Return the digest that is stored of a token, a name or an address.

    Args:
        secret: the token, name or address, as it was sent.
    """
    text = secret if isinstance(secret, str) else ""
    return sha256(text[: MAX_LETTERS + 1].encode("utf-8", "surrogatepass")).digest()


def code_digest_of(code: object) -> bytes:
    """Return the digest that is stored of a code; capitals, spaces and dashes do not matter."""
    text = code if isinstance(code, str) else ""
    return digest_of("".join(letter for letter in text.upper() if letter.isalnum()))
