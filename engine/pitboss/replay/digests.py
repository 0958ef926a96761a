"""The digests that seal a journal: where they stand, and whether they hold."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Final

from pitboss.journal.chain import DIGEST_END, DIGEST_KEY
from pitboss.journal.reader import RawLine

_DIGEST_LENGTH: Final = 64
_TAIL_LENGTH: Final = len(DIGEST_KEY) + _DIGEST_LENGTH + len(DIGEST_END)


def digest_of(data: bytes) -> str:
    """Return the digest with which a line ends; empty if it ends with none."""
    tail = data[-_TAIL_LENGTH:]
    if not (tail.startswith(DIGEST_KEY) and tail.endswith(DIGEST_END)):
        return ""
    digest = tail[len(DIGEST_KEY) : -len(DIGEST_END)]
    return digest.decode("ascii", "replace")


class Seal:
    """Lines since a digest, to be held against the next one.

    Args:
        digest: the last one before the lines; empty at the beginning of a journal.
    """

    def __init__(self, digest: str) -> None:
        self._covered = sha256(digest.encode())

    def add(self, line: bytes) -> None:
        """Take a line that is not to end with a digest."""
        self._covered.update(line)

    def closed_by(self, line: bytes) -> bool:
        """Take a line, say whether it ends with the digest of all, and begin anew with that."""
        self._covered.update(line[:-_TAIL_LENGTH])
        digest = self._covered.hexdigest()
        self._covered = sha256(digest.encode())
        return digest == digest_of(line)


def sealed(digest: str, lines: Iterable[RawLine], line_number: int) -> bool:
    """Say whether a line lies in the file as it was written.

    It does if all digests hold, up to the first at that line or behind it.

    Args:
        digest: the last one before the lines; empty at the beginning of a journal.
        lines: as they lie in the file, without notes.
        line_number: of the line that is asked about.
    """
    seal = Seal(digest)
    for raw in lines:
        if not digest_of(raw.data):
            seal.add(raw.data)
        elif not seal.closed_by(raw.data):
            return False
        elif raw.number >= line_number:
            return True
    return False
