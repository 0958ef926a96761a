"""The five verdicts: what each is given for, and what it tells."""

import json
from io import BytesIO

import pytest
from tests.replay.recorded import HOST_LINE, lines_of, recorded, resealed, verdict_of
from tests.replay.scenarios import SCENARIOS, journal_of

from pitboss.journal.writer import MAX_LINE_BYTES
from pitboss.replay import Verdict, VerdictKind, verify_round, viewer_journal
from pitboss.rules import Rules

JOURNAL = recorded(Rules(), 6, seed=8)
LINES = lines_of(JOURNAL)


def line_with(mark: bytes, skip: int = 0) -> int:
    """Return the index of a line that holds something."""
    return [at for at, line in enumerate(LINES) if mark in line][skip]


def changed(at: int, old: bytes, new: bytes) -> list[bytes]:
    """Return the journal's lines with something replaced in one."""
    assert old in LINES[at]
    return [*LINES[:at], LINES[at].replace(old, new, 1), *LINES[at + 1 :]]


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_journal_as_it_was_written_matches(name: str) -> None:
    """All rounds, all lines, and nothing else to be said."""
    data = journal_of(name)
    rounds = SCENARIOS[name].rounds
    verdict = verdict_of(data)
    assert verdict == Verdict(
        VerdictKind.MATCH, rounds=rounds, lines=len(lines_of(data)), round_number=rounds
    )
    assert verdict.matches
    assert verdict.exit_code == 0


def test_a_table_that_was_closed_at_once_matches() -> None:
    """Header, shoe, its seed and trailer are a whole journal."""
    verdict = verdict_of(recorded(Rules(), 0))
    assert (verdict.kind, verdict.rounds, verdict.lines) == (VerdictKind.MATCH, 0, 4)


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        (VerdictKind.MATCH, 0),
        (VerdictKind.CONSISTENT, 5),
        (VerdictKind.DIVERGED, 1),
        (VerdictKind.DAMAGED, 1),
        (VerdictKind.UNSUPPORTED, 3),
        (VerdictKind.INCOMPLETE, 4),
        (VerdictKind.NO_JOURNAL, 2),
    ],
)
def test_a_verdict_has_its_exit_code(kind: VerdictKind, code: int) -> None:
    """2 is for wrong usage, and that is a file which is not a journal."""
    verdict = Verdict(kind, rounds=0, lines=0)
    assert verdict.exit_code == code
    assert verdict.matches == (code == 0)


def test_a_journal_that_another_engine_wrote_diverged() -> None:
    """The digests hold and the engine does something else: line, number, both sides are shown."""
    at = line_with(b'"dealer-settle"', 2)
    verdict = verdict_of(resealed(changed(at, b'"dealer-settle"', b'"dealer-shows"')))
    assert verdict.kind is VerdictKind.DIVERGED
    assert (verdict.line_number, verdict.seq) == (at + 1, at)
    assert verdict.journal_says == LINES[at].decode().replace("settle", "shows").rstrip("\n")
    assert verdict.engine_does == LINES[at].decode().rstrip("\n")
    assert verdict.problem == "the engine writes another line"
    assert verdict.rounds == verdict.round_number - 1


def test_the_same_change_without_new_digests_is_damage() -> None:
    """What stands in the file is not what was written; both sides are shown all the same."""
    at = line_with(b'"dealer-settle"', 2)
    verdict = verdict_of(b"".join(changed(at, b'"dealer-settle"', b'"dealer-shows"')))
    assert verdict.kind is VerdictKind.DAMAGED
    assert verdict.line_number == at + 1
    assert verdict.engine_does == LINES[at].decode().rstrip("\n")


@pytest.mark.parametrize(
    ("mark", "old", "new"),
    [
        (b'"line":"journal"', b'"rules_digest":"', b'"rules_digest":"x'),
        (b'"line":"reveal"', b'"seed":"', b'"seed":"x'),
        (b'"line":"shoe"', b'"cut_at":2', b'"cut_at":1'),
        (b'"line":"round"', b'"balances":[', b'"balances":[1'),
        (b'"event":"bet"', b'"hand":0', b'"hand":1'),
        (b'"event":"stand"', b'"stand"', b'"sit_out"'),
        (b'"event":"stand"', b'"moves":', b'"extra":1,"moves":'),
        (b'"line":"end"', b'"net":', b'"net":1'),
        (b'"line":"trailer"', b'"house":', b'"house":1'),
    ],
)
def test_any_kind_of_line_may_be_where_a_journal_diverged(
    mark: bytes, old: bytes, new: bytes
) -> None:
    """A line that the engine refuses or writes otherwise, under digests that hold."""
    at = line_with(mark, 0)
    verdict = verdict_of(resealed(changed(at, old, new)))
    assert (verdict.kind, verdict.line_number) == (VerdictKind.DIVERGED, at + 1)
    verdict = verdict_of(b"".join(changed(at, old, new)))
    assert (verdict.kind, verdict.line_number) == (VerdictKind.DAMAGED, at + 1)


def test_an_event_that_is_refused_is_shown_with_the_reason() -> None:
    """The reason is the engine's own, of one sentence."""
    at = line_with(b'"event":"stand"')
    verdict = verdict_of(resealed(changed(at, b'"event":"stand"', b'"event":"surrender"')))
    assert verdict.problem.startswith("the engine refuses this line: surrender (seat ")
    assert "refused in Filling" in verdict.problem
    assert '"event":"surrender"' in verdict.journal_says
    assert verdict.engine_does == ""


def test_an_earlier_difference_goes_before_a_line_that_cannot_be_read() -> None:
    """The first fault is named, even if a later line of the round stops the replay."""
    at = line_with(b'"event":"bet"', 3)
    lines = changed(at, b'"betting-bet"', b'"betting-but"')
    lines[at + 2] = b"\n"
    for data in (b"".join(lines), resealed(lines)):
        verdict = verdict_of(data)
        assert verdict.line_number == at + 1
        assert verdict.problem == "the engine writes another line"


def test_a_forgery_that_stops_the_replay_further_on_diverged() -> None:
    """The digests of the round hold, though a later line of it cannot be read."""
    at = line_with(b'"event":"bet"', 3)
    lines = changed(at, b'"betting-bet"', b'"betting-but"')
    lines[at + 1] = lines[at + 1].replace(b'"line"', b'"lime"')
    verdict = verdict_of(resealed(lines))
    assert (verdict.kind, verdict.line_number) == (VerdictKind.DIVERGED, at + 1)


def test_the_end_of_a_round_is_due_when_its_last_bet_is_settled() -> None:
    """Whatever stands there instead, the line that the engine writes is shown."""
    end = line_with(b'"line":"end"')
    for instead in (b"[]\n", LINES[end - 1], b'{"seq":%d,"line":"other"}\n' % end):
        verdict = verdict_of(b"".join([*LINES[:end], instead, *LINES[end:]]))
        assert (verdict.kind, verdict.line_number) == (VerdictKind.DAMAGED, end + 1)
        assert verdict.engine_does == LINES[end].decode().rstrip("\n")


@pytest.mark.parametrize("kind", ["journal", "other", "end", "trailer", "host", "join"])
def test_a_line_of_another_kind_does_not_belong_there(kind: str) -> None:
    """Within a round only events, shoes and lines of the host stand, spelt as they must be."""
    at = line_with(b'"event":"bet"', 4)
    line = json.dumps({"seq": at, "line": kind}).encode() + b"\n"
    for lines in (LINES[:at], LINES[:1]):
        data = b"".join([*lines, line.replace(b"%d" % at, b"%d" % len(lines)), *LINES[at:]])
        verdict = verdict_of(data)
        assert (verdict.kind, verdict.line_number) == (VerdictKind.DAMAGED, len(lines) + 1)


def test_nothing_follows_the_trailer() -> None:
    """The last line is the last."""
    for line in (LINES[-1], LINES[2], HOST_LINE, b'{"seq":1}\n', b"\n"):
        verdict = verdict_of(JOURNAL + line)
        assert (verdict.kind, verdict.line_number) == (VerdictKind.DAMAGED, len(LINES) + 1)
        assert verdict.rounds == 6


@pytest.mark.parametrize("junk", [bytes(100), b"hello", b'{"seq":9', LINES[-1][:-1]])
def test_bytes_after_the_trailer_are_damage_even_without_a_line_feed(junk: bytes) -> None:
    """The journal does not end too soon, and no line of it is cut off."""
    for lines in (LINES, [*viewer_journal(BytesIO(JOURNAL), 0)]):
        verdict = verdict_of(b"".join(lines) + junk)
        assert (verdict.kind, verdict.line_number) == (VerdictKind.DAMAGED, len(lines) + 1)
        assert verdict.problem == "bytes follow the last line of the journal"
        assert verdict.rounds == 6


def test_no_round_follows_the_trailer() -> None:
    """Even one that is numbered on and sealed, as if the table had not been closed."""
    longer = lines_of(recorded(Rules(), 7, seed=8))
    more = [
        line.replace(b'"seq":%d,' % seq, b'"seq":%d,' % (seq + 1))
        for seq, line in enumerate(longer)
        if seq >= len(LINES) - 1
    ]
    verdict = verdict_of(resealed([*LINES, *more]))
    assert verdict.kind is VerdictKind.DIVERGED
    assert verdict.line_number == len(LINES) + 1
    assert verdict.problem == "a line stands after the last line of the journal"


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        (b'"schema":2', b'"schema":3', "journal schema 3"),
        (b'"shuffle":"shake256-fy/2"', b'"shuffle":"pcg64/3"', "shuffle algorithm 'pcg64/3'"),
    ],
)
def test_a_version_that_is_not_known_is_unsupported(old: bytes, new: bytes, what: str) -> None:
    """If the digests hold; else who knows what version it was."""
    lines = changed(0, old, new)
    verdict = verdict_of(resealed(lines))
    assert verdict.kind is VerdictKind.UNSUPPORTED
    assert verdict.problem.startswith(f"line 1: {what} is not supported") or (
        verdict.problem.startswith(f"{what} is not supported")
    )
    assert (verdict.line_number, verdict.seq, verdict.exit_code) == (1, 0, 3)
    verdict = verdict_of(b"".join(lines))
    assert (verdict.kind, verdict.line_number) == (VerdictKind.DAMAGED, 1)
    assert "digest of the header" in verdict.problem


def test_a_later_version_may_be_sealed_in_another_way() -> None:
    """A header without the digest that we know is believed as to its version, and no further."""
    verdict = verdict_of(b'{"line":"journal","schema":4,"seal":"none"}\n')
    assert verdict.kind is VerdictKind.UNSUPPORTED
    assert (verdict.line_number, verdict.seq) == (1, None)


def test_a_header_is_believed_only_as_far_as_its_digest() -> None:
    """A seat that gets another name is a change like any other."""
    verdict = verdict_of(b"".join(changed(0, b'"seat 1"', b'"Ann"')))
    assert (verdict.kind, verdict.line_number) == (VerdictKind.DAMAGED, 1)
    assert "digest of the header" in verdict.problem


@pytest.mark.parametrize("line_number", [1, 2, 5, len(LINES), len(LINES) + 1])
def test_a_line_that_is_too_long_is_named(line_number: int) -> None:
    """It is not read to its end, wherever it stands, and whatever it holds."""
    at = line_number - 1
    for long in (b"x" * MAX_LINE_BYTES + b"\n", b'{"line":"host","host":"' + b"x" * MAX_LINE_BYTES):
        verdict = verdict_of(b"".join([*LINES[:at], long, *LINES[at:]]))
        assert (verdict.kind, verdict.line_number) == (VerdictKind.DAMAGED, line_number)
        assert verdict.problem == f"longer than {MAX_LINE_BYTES} bytes"
        assert (verdict.journal_says, verdict.seq) == ("", None)


def test_a_line_that_is_too_long_behind_a_difference_changes_nothing() -> None:
    """The difference comes first; whether it was written so, nobody can say."""
    at = line_with(b'"event":"bet"', 3)
    lines = changed(at, b'"betting-bet"', b'"betting-but"')
    lines.insert(at + 2, b"x" * MAX_LINE_BYTES + b"\n")
    verdict = verdict_of(resealed(lines))
    assert (verdict.kind, verdict.line_number) == (VerdictKind.DAMAGED, at + 1)
    lines[at] = LINES[at].replace(b'"hand":0', b'"hand":1')
    verdict = verdict_of(resealed(lines))
    assert (verdict.kind, verdict.line_number) == (VerdictKind.DAMAGED, at + 1)


def test_a_verdict_shows_no_control_signs() -> None:
    """What a damaged file holds cannot steer the terminal of whoever reads the verdict."""
    at = line_with(b'"event":"bet"', 3)
    for junk in (b"\x1b[2J\x07\xff", "\u202e\u2028".encode(), b"\x00" * 9000):
        verdict = verdict_of(b"".join([*LINES[:at], junk + b"\n", *LINES[at:]]))
        assert verdict.line_number == at + 1
        assert verdict.journal_says.isprintable()
        assert len(verdict.journal_says) <= 4000
        assert verdict.problem.isprintable()


def test_a_shoe_that_no_line_gives_is_shown() -> None:
    """Without a seed a shoe needs its cards, and a card is a rank and a suit."""
    lines = lines_of(journal_of("arranged_shoe"))
    for old, new in (
        (b',"cards":"8cAs', b',"cards":"8cXs'),
        (b'"position":0', b'"position":99'),
        (b'"cut_at":5', b'"cut_at":99'),
    ):
        assert old in lines[1]
        verdict = verdict_of(resealed([lines[0], lines[1].replace(old, new), *lines[2:]]))
        assert (verdict.kind, verdict.line_number) == (VerdictKind.DIVERGED, 2)
        assert verdict.problem.startswith("the engine refuses this line: ")
    bare = lines[1][: lines[1].index(b',"cards"')] + b"}\n"
    verdict = verdict_of(resealed([lines[0], bare, *lines[2:]]))
    assert (verdict.kind, verdict.line_number) == (VerdictKind.DIVERGED, 2)


def test_a_commitment_is_not_believed() -> None:
    """The shoe is made again from the table's seed, and its line compared."""
    commitment = json.loads(LINES[1])["commitment"].encode()
    verdict = verdict_of(resealed(changed(1, commitment, b"0" * 64)))
    assert (verdict.kind, verdict.line_number) == (VerdictKind.DIVERGED, 2)
    assert "the table's seed does not make shoe 1" in verdict.problem
    at = next(at for at, line in enumerate(LINES) if b'"line":"reveal"' in line)
    seed = json.loads(LINES[at])["seed"].encode()
    verdict = verdict_of(resealed(changed(at, seed, b"0" * 64)))
    assert (verdict.kind, verdict.line_number) == (VerdictKind.DIVERGED, at + 1)
    assert seed.decode() in verdict.engine_does


def test_more_shoes_than_an_event_can_bring_in_are_refused() -> None:
    """Memory stays bounded, however many shoe lines somebody writes."""
    lines = lines_of(journal_of("arranged_shoe"))
    shoe = lines[1]
    many = [shoe.replace(b'"seq":1,', b'"seq":%d,' % seq) for seq in range(2, 6000)]
    verdict = verdict_of(b"".join([*lines[:2], *many]))
    assert verdict.kind is VerdictKind.DAMAGED
    assert verdict.problem == "no event needs so many shoes"
    assert verdict.line_number == 4096 + 3


def test_a_shoe_of_a_seed_needs_a_seed() -> None:
    """A journal of arranged shoes has none."""
    lines = lines_of(journal_of("arranged_shoe"))
    at = next(at for at, line in enumerate(lines) if b'"line":"shoe"' in line)
    lines[at] = lines[at].replace(b'"commitment":null', b'"commitment":"%s"' % (b"0" * 64))
    verdict = verdict_of(resealed(lines))
    assert (verdict.kind, verdict.line_number) == (VerdictKind.DIVERGED, at + 1)
    assert "comes from a seed: the header has none" in verdict.problem


def test_a_round_has_a_balance_for_each_of_its_seats() -> None:
    """Of those that its line names, too."""
    lines = lines_of(journal_of("seats_change"))
    at = next(at for at, line in enumerate(lines) if b'"line":"round","round":2' in line)
    lines[at] = lines[at].replace(b",null]}", b"]}", 1)
    data = resealed(lines)
    assert verdict_of(data).line_number == at + 1
    verdict = verify_round(BytesIO(data), 2)
    assert verdict.kind is VerdictKind.DAMAGED
    assert "one seat for each balance" in verdict.problem
