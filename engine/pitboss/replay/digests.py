"""The digests that seal a journal: where they stand, and whether they hold."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Final

from pitboss.journal import DIGEST_END, DIGEST_KEY
from pitboss.journal_reader import RawLine

DIGEST_LENGTH: Final = 64
_TAIL_LENGTH: Final = len(DIGEST_KEY) + DIGEST_LENGTH + len(DIGEST_END)


def digest_of(data: bytes) -> str:
    """Return the digest with which a line ends; empty if it ends with none."""
    tail = data[-_TAIL_LENGTH:]
    if not (tail.startswith(DIGEST_KEY) and tail.endswith(DIGEST_END)):
        return ""
    digest = tail[len(DIGEST_KEY) : -len(DIGEST_END)]
    return digest.decode("ascii", "replace")


def sealed(digest: str, lines: Iterable[RawLine], line_number: int) -> bool:
    """Say whether a line lies in the file as it was written.

    It does if all digests hold, up to the first at that line or behind it.

    Args:
        digest: the last one before the lines; empty at the beginning of a journal.
        lines: as they lie in the file, without notes.
        line_number: of the line that is asked about.
    """
    running = sha256(digest.encode())
    for raw in lines:
        claimed = digest_of(raw.data)
        if not claimed:
            running.update(raw.data)
            continue
        running.update(raw.data[:-_TAIL_LENGTH])
        if running.hexdigest() != claimed:
            return False
        if raw.number >= line_number:
            return True
        running = sha256(claimed.encode())
    return False
