"""Any round can be verified alone: its first line says enough, and its shoe can be made again."""

from io import BytesIO

import pytest
from tests.replay.recorded import hosted, lines_of, recorded, resealed
from tests.replay.scenarios import SCENARIOS, journal_of

from pitboss.errors import JournalError
from pitboss.replay import Verdict, VerdictKind, verify, verify_round
from pitboss.rules import Rules
from pitboss.table.shoes import ArrangedShoes, parse_cards

pytestmark = pytest.mark.usefixtures("bisected")

JOURNAL = recorded(Rules(), 6, seed=8)
LINES = lines_of(JOURNAL)
BEGINS = [at for at, line in enumerate(LINES) if b'"line":"round"' in line]
ENDS = [at for at, line in enumerate(LINES) if b'"line":"end"' in line]


def verdict_of_round(lines: list[bytes], number: int) -> Verdict:
    """Verify one round of a journal that lies in memory."""
    return verify_round(BytesIO(b"".join(lines)), number)


def changed(at: int, old: bytes, new: bytes) -> list[bytes]:
    """Return the journal's lines with something replaced in one."""
    assert old in LINES[at]
    return [*LINES[:at], LINES[at].replace(old, new, 1), *LINES[at + 1 :]]


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_round_of_a_journal_matches_alone(name: str) -> None:
    """Whatever shoe it is played on, also where that changes, and where nobody plays."""
    data = journal_of(name)
    for number in range(1, SCENARIOS[name].rounds + 1):
        verdict = verify_round(BytesIO(data), number)
        assert verdict.kind is VerdictKind.MATCH
        assert (verdict.rounds, verdict.round_number) == (1, number)
        assert (verdict.line_number, verdict.problem) == (None, "")


def test_no_more_is_read_than_the_round() -> None:
    """What comes behind the round may be anything, and its own lines are counted."""
    for number, (begin, end) in enumerate(zip(BEGINS, ENDS, strict=True), 1):
        verdict = verdict_of_round([*LINES[: end + 1], b"\xff\n"], number)
        assert verdict.matches
        assert verdict.lines == end + 1 - begin


class Counted(BytesIO):
    """A file that counts the bytes that are read."""

    count = 0

    def readline(self, size: int | None = -1, /) -> bytes:
        """Return a line."""
        line = super().readline(size)
        self.count += len(line)
        return line

    def read(self, size: int | None = -1, /) -> bytes:
        """Return what comes next."""
        data = super().read(size)
        self.count += len(data)
        return data


class Pipe:
    """A source that can be read once, from its beginning to its end."""

    def __init__(self, data: bytes) -> None:
        self._file = BytesIO(data)
        self.readline = self._file.readline
        self.read = self._file.read


def test_a_round_is_found_without_what_stands_before_it() -> None:
    """By bisection, up to the shoe in use; a pipe is read from its beginning, to the same."""
    data = recorded(Rules(), 400, seats=1)
    for number in (2, 150, 399, 400):
        file = Counted(data)
        verdict = verify_round(file, number)
        assert verdict.matches
        assert file.count < len(data) / 2
        assert verify_round(Pipe(data), number) == verdict
    cut = data[: data.index(b'"line":"end","round":395,')]
    for spoilt in (cut, data.replace(b'"moves":["', b'"moves":["x')):
        verdict = verify_round(BytesIO(spoilt), 395)
        assert not verdict.matches
        assert verify_round(Pipe(spoilt), 395) == verdict


def test_what_leads_bisection_astray_is_read_from_the_beginning() -> None:
    """Any line may be damaged, and the round that is asked for is found all the same."""
    data = lines_of(recorded(Rules(), 60, seats=1))
    for old in (b'"line":"end","round":', b'"line":"round","round":'):
        for number in (5, 30, 55):
            own = old + b"%d," % number
            lines = [line if own in line else line.replace(old, old + b"9") for line in data]
            assert verdict_of_round(lines, number).matches


def test_another_round_may_be_damaged() -> None:
    """A round matches as long as its own lines do, and the last digest before it."""
    for number, end in enumerate(ENDS, 1):
        damaged = changed(end - 1, b'"moves":["', b'"moves":["x')
        for other in range(1, len(ENDS) + 1):
            verdict = verdict_of_round(damaged, other)
            assert verdict.matches == (other != number)
        verdict = verdict_of_round(damaged, number)
        assert (verdict.kind, verdict.line_number) == (VerdictKind.DAMAGED, end)
        assert verdict.round_number == number
        assert '"moves":["x' in verdict.journal_says
        assert '"moves":["x' not in verdict.engine_does


def test_a_forged_round_diverged() -> None:
    """Its own digest holds, and the engine does something else; in round 1 as in any other."""
    for number, end in enumerate(ENDS, 1):
        forged = lines_of(resealed(changed(end - 1, b'"moves":["', b'"moves":["x')))
        verdict = verdict_of_round(forged, number)
        assert (verdict.kind, verdict.line_number) == (VerdictKind.DIVERGED, end)


def test_a_digest_that_does_not_follow_from_the_one_before_is_found() -> None:
    """A round is chained to what came before it, header and first shoe included."""
    for number, end in enumerate(ENDS, 1):
        digest = LINES[end][-67:-3]
        verdict = verdict_of_round(changed(end, digest, b"0" * 64), number)
        assert (verdict.kind, verdict.line_number) == (VerdictKind.DAMAGED, end + 1)
        if number < len(ENDS):
            verdict = verdict_of_round(changed(end, digest, b"0" * 64), number + 1)
            assert (verdict.kind, verdict.line_number) == (VerdictKind.DAMAGED, ENDS[number] + 1)


def test_a_wrong_beginning_shows_in_the_round() -> None:
    """Position and balances are taken from the line, and its digest proves them."""
    at = BEGINS[2]
    verdict = verdict_of_round(changed(at, b'"position":', b'"position":1'), 3)
    assert verdict.kind is VerdictKind.DAMAGED
    assert verdict.round_number == 3


@pytest.mark.parametrize("number", [-1, 0, 7, 2**70])
def test_a_round_that_is_not_there_is_asked_for_in_vain(number: int) -> None:
    """That is a fault of whoever asks, not of the journal."""
    with pytest.raises(JournalError, match=f"no round {number}; it has rounds 1 to 6") as caught:
        verify_round(BytesIO(JOURNAL), number)
    assert caught.value.line_number is None


def test_who_asks_for_too_much_is_told_which_rounds_there_are() -> None:
    """One round is not written as a range, and none is said to be none."""
    with pytest.raises(JournalError, match="no round 2; it has only round 1"):
        verdict_of_round(LINES[: ENDS[0] + 1], 2)
    with pytest.raises(JournalError, match="no round 2; no round begins in it"):
        verdict_of_round(LINES[: BEGINS[0]], 2)


def test_a_round_that_is_open_is_incomplete() -> None:
    """Cut off at any line, or within one, it says so; the rounds before it match."""
    for at in range(BEGINS[3] + 1, ENDS[3] + 1):
        for piece in ([], [LINES[at][:-1]]):
            verdict = verdict_of_round([*LINES[:at], *piece], 4)
            assert verdict.kind is VerdictKind.INCOMPLETE
            assert verdict.problem.startswith("round 4 is not finished")
            assert verdict.rounds == 0
            assert verdict_of_round([*LINES[:at], *piece], 3).matches
    with pytest.raises(JournalError, match="no round 4"):
        verdict_of_round([*LINES[: BEGINS[3]], LINES[BEGINS[3]][:-1]], 4)


@pytest.mark.parametrize("data", [b"", LINES[0][:-1], LINES[0][:9]])
def test_a_file_that_ends_within_its_header_is_incomplete(data: bytes) -> None:
    """One round of it gets the verdict that the whole file gets."""
    verdict = verify_round(BytesIO(data), 1)
    assert verdict.kind is VerdictKind.INCOMPLETE
    assert verdict == verify(BytesIO(data))


def test_lines_of_a_host_are_taken_over() -> None:
    """Before the round and within it."""
    lines = lines_of(hosted(b"".join(LINES)))
    for number in range(1, len(ENDS) + 1):
        assert verdict_of_round(lines, number).matches


def test_an_unknown_version_is_unsupported() -> None:
    """As in a replay of the whole."""
    lines = lines_of(resealed(changed(0, b'"schema":2', b'"schema":3')))
    verdict = verdict_of_round(lines, 3)
    assert (verdict.kind, verdict.line_number) == (VerdictKind.UNSUPPORTED, 1)


def test_a_changed_header_is_found_in_every_round() -> None:
    """Rules that make no difference to the round included."""
    verdict = verdict_of_round(changed(0, b'"minor_per_unit":100', b'"minor_per_unit":101'), 3)
    assert (verdict.kind, verdict.line_number) == (VerdictKind.DAMAGED, 1)


def test_a_line_that_cannot_be_read_on_the_way_is_named() -> None:
    """Where rounds begin and end has to be read; what is said in them has not."""
    end = ENDS[0]
    verdict = verdict_of_round([*LINES[:end], b"\n", *LINES[end + 1 :]], 3)
    assert (verdict.kind, verdict.line_number) == (VerdictKind.DAMAGED, end + 1)
    verdict = verdict_of_round([*LINES[:end], b'{"seq":9,"line":"event",\n', *LINES[end:]], 3)
    assert verdict.matches


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (b'"balances":[', b'"balances":[0,', "there must be one balance for each seat"),
        (b'"position":', b'"position":9', "has no position"),
        (b'"shoe":"1"', b'"shoe":"0"', "field 'shoe'"),
        (b'"round":3', b'"round":3,"round":3', "has a field twice"),
    ],
)
def test_a_round_that_cannot_begin_as_it_says_is_damaged(
    old: bytes, new: bytes, problem: str
) -> None:
    """The first line of the round is named, whether or not the digests hold."""
    at = BEGINS[2]
    for lines in (changed(at, old, new), lines_of(resealed(changed(at, old, new)))):
        verdict = verdict_of_round(lines, 3)
        assert (verdict.kind, verdict.line_number) == (VerdictKind.DAMAGED, at + 1)
        assert problem in verdict.problem


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"commitment":"not secret ', b'"commitment":"'),
        (b'"cards":"', b'"cards":"zz'),
        (b'"cards":"', b'"cards":"AsAs'),
        (b'"position":', b'"position":-'),
        (b'"cut_at":', b'"cut_at":-'),
        (b'"shoe":"1.1"', b'"shoe":"9.1"'),
    ],
)
def test_a_shoe_that_came_in_mid_round_must_be_whole_for_the_next(old: bytes, new: bytes) -> None:
    """Its cards are known from its line alone, which is held to the seed of the table."""
    lines = lines_of(journal_of("educative"))
    at = next(at for at, line in enumerate(lines) if b'"line":"shoe","shoe":"1.1"' in line)
    begin = next(at for at in range(at, len(lines)) if b'"line":"round"' in lines[at])
    number = sum(b'"line":"round"' in line for line in lines[: begin + 1])
    assert verdict_of_round(lines, number).matches
    assert old in lines[at]
    spoilt = [*lines[:at], lines[at].replace(old, new, 1), *lines[at + 1 :]]
    verdict = verdict_of_round(spoilt, number)
    assert verdict.kind is VerdictKind.DAMAGED


def test_what_the_first_line_of_a_round_says_is_believed() -> None:
    """If all digests since were made anew, the whole journal tells what one round does not."""
    forged = resealed(changed(BEGINS[2], b'"house":-', b'"house":-1'))
    assert verify_round(BytesIO(forged), 3).matches
    assert verify(BytesIO(forged)).kind is VerdictKind.DIVERGED


def test_a_shoe_without_seed_must_be_on_its_line() -> None:
    """If the journal lost the line of an arranged shoe, no round on that shoe can be played."""
    shoes = ArrangedShoes([parse_cards("8cAs9dKh8h6sTd3c9sTh2d5h5s5c")], cut_at=14)
    lines = lines_of(recorded(Rules(), 2, seats=1, seed=None, shoes=shoes))
    begin = [at for at, line in enumerate(lines) if b'"line":"round"' in line][1]
    assert verdict_of_round(lines, 2).matches
    verdict = verdict_of_round([lines[0], *lines[2:]], 2)
    assert (verdict.kind, verdict.line_number) == (VerdictKind.DAMAGED, begin)
    assert "there is no line of a shoe before round 2" in verdict.problem
