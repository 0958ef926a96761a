"""Journals of any length that are never in memory as a whole.

Run as a program it counts where play goes in one and says how much memory that took:
``python -m tests.tools.diagrams.long_journal 250000`` (rounds, of some four lines each).
"""

import re
import resource
import sys
from collections.abc import Iterator
from hashlib import sha256

from tests.diagrams.games import game

from pitboss.diagrams import coverage_of, svg_of
from pitboss.journal.lines import DIGEST_END, DIGEST_KEY

SHORT_GAME = 20


class LongJournal:
    """A source whose rounds are those of a short game over and over, numbered and sealed anew.

    Nobody could play it again, but every line is in its place and every digest holds.

    Args:
        rounds: how many.

    Attributes:
        lines: how many were read.
    """

    def __init__(self, rounds: int) -> None:
        self._written = sealed_rounds(rounds)
        self.lines = 0

    def readline(self, size: int, /) -> bytes:
        """Return the next line; none is as long as `size`."""
        line = next(self._written, b"")
        assert len(line) < size
        self.lines += bool(line)
        return line

    def read(self, size: int, /) -> bytes:
        """Refuse: whoever counts reads line by line.

        Raises:
            NotImplementedError: always.
        """
        raise NotImplementedError(size)


def sealed_rounds(rounds: int) -> Iterator[bytes]:
    """Give the lines of a header, a shoe, and so many rounds."""
    lines = game(rounds=SHORT_GAME, seats=["Ann"]).splitlines(keepends=True)
    header, shoe, *body = lines[:-1]
    yield header
    yield shoe
    digest = seal_of(header)
    covered = sha256(digest + shoe)
    seq = 2
    over = 0
    while over < rounds:
        for line in body:
            numbered = re.sub(rb'^{"seq":\d+', b'{"seq":%d' % seq, line)
            seq += 1
            if not seal_of(line):
                covered.update(numbered)
                yield numbered
                continue
            open_line = numbered.partition(DIGEST_KEY)[0]
            covered.update(open_line)
            digest = covered.hexdigest().encode()
            yield open_line + DIGEST_KEY + digest + DIGEST_END
            covered = sha256(digest)
            over += 1
            if over == rounds:
                return


def seal_of(line: bytes) -> bytes:
    """Return the digest with which a line ends; empty if it ends with none."""
    return line.partition(DIGEST_KEY)[2].removesuffix(DIGEST_END)


def main() -> None:
    """Count, draw, and say how much memory it took."""
    journal = LongJournal(int(sys.argv[1]))
    heard = 0
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    def progress(_bytes: int) -> None:
        nonlocal heard
        heard += 1

    coverage = coverage_of(journal, progress)
    picture = svg_of(coverage.graph())
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(  # noqa: T201  a program that reports
        f"{journal.lines:,} lines, {coverage.rounds:,} rounds, "
        f"{heard:,} times progress, peak {after // 1024} MiB ({(after - before) // 1024} MiB of "
        f"it for this), a picture of {len(picture):,} characters"
    )


if __name__ == "__main__":
    main()
