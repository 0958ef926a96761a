"""The digests of a journal, each of which covers what was written since the one before it."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

DIGEST_KEY: Final = b',"digest":"'
DIGEST_END: Final = b'"}\n'


class Chain:
    """The chain of digests: each covers all bytes since the last, and the last one itself.

    Args:
        digest: the last one; empty at the beginning of a journal.
    """

    def __init__(self, digest: str = "") -> None:
        self._covered = sha256(digest.encode())

    def add(self, data: bytes) -> None:
        """Add bytes to what the next digest covers."""
        self._covered.update(data)

    def close(self, data: bytes) -> bytes:
        """Add the last bytes, return the digest and begin the next with it."""
        self._covered.update(data)
        digest = self._covered.hexdigest().encode()
        self._covered = sha256(digest)
        return digest
