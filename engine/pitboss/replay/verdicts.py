"""The five verdicts on a journal.

``MATCH`` means that this engine, given what the journal says of rules, seats, seed, arranged cards
and answers, writes exactly its numbered lines. It does not mean more: not who gave the answers, not
that none was left out, not that the file was not written anew as a whole, for its digests have no
key, and not that the shoe was fixed before the bets.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from attrs import frozen


class VerdictKind(Enum):
    """What a replay may find; the value is the word that is shown."""

    MATCH = "MATCH"
    DIVERGED = "DIVERGED"
    DAMAGED = "DAMAGED"
    UNSUPPORTED = "UNSUPPORTED"
    INCOMPLETE = "INCOMPLETE"


EXIT_CODES: Final = {
    VerdictKind.MATCH: 0,
    VerdictKind.DIVERGED: 1,
    VerdictKind.DAMAGED: 1,
    VerdictKind.UNSUPPORTED: 3,
    VerdictKind.INCOMPLETE: 4,
}


@frozen
class Verdict:
    """What a replay found.

    Attributes:
        kind: the verdict. DIVERGED: the journal's digests hold, but the engine does something
            else; DAMAGED: what stands in the file is not what was written.
        rounds: rounds that were played again whole and came out the same.
        lines: lines read, notes included.
        line_number: where the first fault is, counted from 1; `None` with MATCH and in an empty
            file.
        seq: the sequence number that stands in that line; `None` if it cannot be read.
        round_number: the round to which it belongs; 0 before the first.
        journal_says: the journal's line there; empty if there is none.
        engine_does: the line that the engine writes there; empty if it writes none.
        problem: one sentence; empty with MATCH.
    """

    kind: VerdictKind
    rounds: int
    lines: int
    line_number: int | None = None
    seq: int | None = None
    round_number: int = 0
    journal_says: str = ""
    engine_does: str = ""
    problem: str = ""

    @property
    def exit_code(self) -> int:
        """With what a program should exit that reports this verdict."""
        return EXIT_CODES[self.kind]

    @property
    def matches(self) -> bool:
        """The engine, given the journal's answers, writes exactly its numbered lines.

        What that does not mean stands at the top of this module.
        """
        return self.kind is VerdictKind.MATCH
