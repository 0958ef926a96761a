"""Secrets of tables, in files separate from the journal."""

from __future__ import annotations

import os
import re
from os import PathLike
from pathlib import Path
from typing import Final

from pitboss.errors import ShoeError

_NEW: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL
_OWNER_ONLY: Final = 0o600
_SECRET: Final = re.compile(rb"[0-9a-f]{64}\n")
_SECRET_BYTES: Final = 65


def secret_in(path: str | PathLike[str]) -> bytes:
    """Return the secret of a table that `keep_secret` wrote.

    Raises:
        ShoeError: the file holds no secret.
        OSError: the file cannot be read.
    """
    with Path(path).open("rb") as file:
        text = file.read(_SECRET_BYTES + 1)
    if _SECRET.fullmatch(text) is None:
        raise ShoeError("the file holds no secret of a table", "give the file with the secret")
    return bytes.fromhex(text.decode())


def keep_secret(path: str | PathLike[str], secret: bytes) -> None:
    """Write the secret of a table to a new file that only its owner can read and write.

    Args:
        path: the path of the file.
        secret: 32 bytes.

    Raises:
        FileExistsError: the file exists; it is not changed.
        OSError: the file cannot be written.
    """
    with open(os.open(path, _NEW, _OWNER_ONLY), "wb") as file:  # noqa: PTH123  Path has no mode
        file.write(secret.hex().encode() + b"\n")
        file.flush()
        os.fsync(file.fileno())
