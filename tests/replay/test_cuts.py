"""A journal cut off anywhere is incomplete: its whole lines replay, and it says what is missing."""

from collections.abc import Sequence
from io import BytesIO
from itertools import accumulate

import pytest
from tests.replay.recorded import lines_of, recorded, resealed, verdict_of
from tests.replay.scenarios import SCENARIOS, journal_of
from tests.scale import share_of

from pitboss.replay import Verdict, VerdictKind, verify
from pitboss.rules import Rules

# One seat, so that twenty rounds are few bytes: each cut replays all that stands before it.
TWENTY_ROUNDS = recorded(Rules(), 20, seats=1, seed=20)
PARTS = 16

EMPTY = "the journal is empty"
HEADER_MISSING = "the journal has no whole header"
CUT_OFF = "its last line is cut off"
TRAILER_MISSING = "its last line, the trailer, is missing"


class Cuts:
    """What a journal has, and what it lacks, wherever it is cut off.

    Args:
        data: a finished journal of one numbered line after another.
    """

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.lines = lines_of(data)
        self.ends = list(accumulate(len(line) for line in self.lines))
        self.rounds = list(counted(self.lines, b'"line":"end"'))
        self.opened = list(counted(self.lines, b'"line":"round"'))
        self.settled = list(settled(self.lines))

    def check(self, offset: int) -> None:
        """Cut the journal off at a place and see that the verdict is right in every part."""
        verdict = verify(BytesIO(self.data[:offset]))
        whole = sum(end <= offset for end in self.ends)
        cut_off = offset > (self.ends[whole - 1] if whole else 0)
        assert verdict.kind is VerdictKind.INCOMPLETE
        assert verdict.exit_code == 4
        assert verdict.lines == whole + cut_off
        assert verdict.line_number == (verdict.lines or None)
        assert verdict.rounds == (self.rounds[whole - 1] if whole else 0)
        assert verdict.problem == self.problem(whole, cut_off=cut_off)

    def problem(self, whole: int, *, cut_off: bool) -> str:
        """Return what must be said of a journal with some whole lines, and perhaps a piece more."""
        if whole == 0:
            return HEADER_MISSING if cut_off else EMPTY
        problem = CUT_OFF if cut_off else TRAILER_MISSING
        if self.settled[whole - 1]:
            return problem
        return f"{problem}; round {self.opened[whole - 1]} is open"


def counted(lines: Sequence[bytes], mark: bytes) -> list[int]:
    """Count how often a mark stood in the lines up to each."""
    return list(accumulate(mark in line for line in lines))


def settled(lines: Sequence[bytes]) -> list[bool]:
    """Say of each line whether every bet is settled after it, also if its round has no end yet."""
    over: list[bool] = []
    for line, following in zip(lines, [*lines[1:], b""], strict=True):
        if b'"line":"event"' in line:
            over.append(b'"line":"end"' in following or b'"line":"reveal"' in following)
        else:
            over.append(b'"line":"round"' not in line and (not over or over[-1]))
    return over


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.untraced
def test_a_journal_of_twenty_rounds_is_incomplete_wherever_it_is_cut(part: int) -> None:
    """At every byte, shared out among tests that can run side by side."""
    cuts = Cuts(TWENTY_ROUNDS)
    assert cuts.rounds[-1] == 20
    for offset in share_of(range(part, len(TWENTY_ROUNDS), PARTS)):
        cuts.check(offset)


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.untraced
def test_any_journal_is_incomplete_wherever_it_is_cut(name: str) -> None:
    """Before a line, after its first byte, in its middle or before its line feed, line by line."""
    cuts = Cuts(journal_of(name))
    for number, (end, line) in enumerate(zip(cuts.ends, cuts.lines, strict=True)):
        begin = end - len(line)
        cuts.check((begin, begin + 1, (begin + end) // 2, end - 1)[number % 4])


def test_an_empty_file_is_incomplete() -> None:
    """There is no line to name."""
    assert verdict_of(b"") == Verdict(VerdictKind.INCOMPLETE, 0, 0, problem=EMPTY)


@pytest.mark.parametrize(
    "data",
    [b"x", b"\x00", b'{"seq":1', b'{"line":"event"', b"Dear diary,", b"[]\n", b"<svg>\n</svg>"],
)
def test_what_never_was_a_journal_is_not_called_damaged(data: bytes) -> None:
    """What neither begins nor ends its first line as a journal does is named at that line."""
    verdict = verdict_of(data)
    assert (verdict.kind, verdict.line_number) == (VerdictKind.NO_JOURNAL, 1)
    assert verdict.problem == "this is not a journal"


def test_whole_lines_before_a_cut_must_be_as_they_were_written() -> None:
    """A journal that was changed and then cut off is damaged, not incomplete."""
    lines = lines_of(TWENTY_ROUNDS)
    bets = [at for at, line in enumerate(lines) if b'"event":"bet"' in line]
    at = bets[10]
    changed = lines[at].replace(b'"betting-bet"', b'"betting-but"')
    assert changed != lines[at]
    for cut in range(at + 1, at + 5):
        for piece in (b"", lines[cut][:9]):
            data = b"".join([*lines[:at], changed, *lines[at + 1 : cut]]) + piece
            verdict = verdict_of(data)
            assert (verdict.kind, verdict.line_number) == (VerdictKind.DAMAGED, at + 1)


def test_a_forged_round_that_is_cut_off_is_damaged() -> None:
    """Without the digest that seals it nothing proves that an engine ever wrote it."""
    lines = lines_of(TWENTY_ROUNDS)
    end = next(at for at, line in enumerate(lines) if b'"line":"end"' in line)
    forged = [*lines[: end - 1], lines[end - 1].replace(b'"moves":["', b'"moves":["x')]
    assert verdict_of(resealed(forged)).kind is VerdictKind.DAMAGED
    assert verdict_of(resealed([*forged, *lines[end:]])).kind is VerdictKind.DIVERGED
