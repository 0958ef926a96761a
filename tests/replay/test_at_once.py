"""Many rounds are replayed at once, which costs little and is seen in no verdict."""

import random
from collections.abc import Sequence
from io import BytesIO

import pytest
from tests.replay.recorded import (
    Answer,
    any_answer,
    hosted,
    lines_of,
    recorded,
    resealed,
    verdict_of,
    verify_line_by_line,
)
from tests.replay.scenarios import SCENARIOS, journal_of
from tests.scale import scaled

from pitboss import Event, EventKind, Offer, Rules, Table, Verdict, verify
from pitboss.journal.fields import RawLine
from pitboss.journal.source import Lines
from pitboss.replay import VerdictKind
from pitboss.replay.inputs import whole_rounds
from pitboss.replay.playing import Replay
from pitboss.replay.starts import read_first

JOURNAL = recorded(Rules(), 200, seed=8)
LINES = lines_of(JOURNAL)


@pytest.fixture
def fed(monkeypatch: pytest.MonkeyPatch) -> list[RawLine]:
    """Return a list of the lines that are replayed one by one."""
    fed: list[RawLine] = []
    feed = Replay.feed

    def feed_and_tell(replay: Replay, raw: RawLine) -> None:
        fed.append(raw)
        feed(replay, raw)

    monkeypatch.setattr(Replay, "feed", feed_and_tell)
    return fed


def kinds_of(lines: Sequence[RawLine]) -> list[bytes]:
    """Return the kind of each line."""
    return [raw.data.split(b'"line":"')[1].split(b'"')[0] for raw in lines]


def pieces_of(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    """Let no more of a journal be looked at in one piece than some bytes."""
    monkeypatch.setattr("pitboss.journal.source.BLOCK_BYTES", size)


@pytest.mark.parametrize("name", ["six_deck_s17", "educative", "shoes_in_mid_round", "host_lines"])
def test_rounds_of_a_seeded_table_are_never_fed_line_by_line(name: str, fed: list[RawLine]) -> None:
    """Shoes that the seed gives and lines of the host do not stand in the way."""
    assert verify(BytesIO(journal_of(name))).matches
    # What stands behind the last round is in no whole round.
    assert [kind for kind in kinds_of(fed) if kind != b"host"] == [b"shoe", b"reveal", b"trailer"]


@pytest.mark.parametrize(
    "name", ["arranged_shoe", "arranged_then_shuffled", "arranged_beside_a_seed"]
)
def test_a_round_that_brings_in_an_arranged_shoe_is_fed_line_by_line(
    name: str, fed: list[RawLine]
) -> None:
    """Only its line gives it; the rounds before and behind it are replayed at once."""
    lines = lines_of(journal_of(name))
    verify_line_by_line(journal_of(name))
    one_by_one = len(fed)
    fed.clear()
    assert verify(BytesIO(journal_of(name))).matches
    arranged = sum(b',"commitment":null,"position":' in line for line in lines)
    assert kinds_of(fed).count(b"shoe") >= arranged > 0
    assert len(fed) < one_by_one == len(lines) - 1


@pytest.mark.parametrize("size", [1, 700, 2_800, 9_999])
@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.untraced
def test_pieces_of_any_size_give_the_same_verdict(
    name: str, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They may end within a line, within a round, or hold less than one."""
    pieces_of(monkeypatch, size)
    data = journal_of(name)
    assert verdict_of(data).matches
    lines = lines_of(data)
    for at in range(3, len(lines), len(lines) // 7):
        verdict_of(b"".join([*lines[:at], *lines[at + 1 :]]))
        verdict_of(b"".join(lines[:at]) + lines[at][:20])


@pytest.mark.untraced
def test_damage_far_behind_is_found_where_it_is() -> None:
    """In a journal of many pieces, wherever a piece begins or ends."""
    rng = random.Random(8)
    for at in rng.sample(range(len(LINES)), scaled(40)):
        place = rng.randrange(len(LINES[at]) - 1)
        changed = bytearray(LINES[at])
        changed[place] ^= 1 << rng.randrange(8)
        data = [*LINES[:at], bytes(changed), *LINES[at + 1 :]]
        for journal in (b"".join(data), resealed(data)):
            verdict = verdict_of(journal)
            assert verdict.kind is not VerdictKind.MATCH
            assert verdict.line_number is not None
            assert verdict.line_number > at


def test_rounds_before_a_difference_are_fed_once(fed: list[RawLine]) -> None:
    """A piece that is not as it should be is not tried again from every round within it."""
    at = next(at for at, line in enumerate(LINES) if b'"round":20,' in line)
    data = b"".join([*LINES[:at], LINES[at].replace(b'"house":', b'"house":1'), *LINES[at + 1 :]])
    assert verify(BytesIO(data)).line_number == at + 1
    numbers = [raw.number for raw in fed]
    assert at < numbers[-1] < at + 20
    assert numbers == list(range(2, numbers[-1] + 1))


def test_behind_a_piece_that_was_fed_rounds_are_played_at_once_again(
    fed: list[RawLine], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever made the engine doubt; the lines that it was fed came out the same."""
    at_once = Replay.play_block
    doubts = iter([True])

    def doubtful(replay: Replay, piece: bytes) -> int:
        return 0 if next(doubts, False) else at_once(replay, piece)

    monkeypatch.setattr(Replay, "play_block", doubtful)
    pieces_of(monkeypatch, 5_000)
    assert verify(BytesIO(JOURNAL)).matches
    assert 10 < len(fed) < len(LINES) // 10


def test_a_piece_that_differs_leaves_the_replay_where_it_was() -> None:
    """But at a new table, which knows nothing of the hands of the round before."""
    lines = Lines(BytesIO(JOURNAL))
    replay = Replay.from_header(*read_first(lines))
    for raw in lines:
        replay.feed(raw)
        if replay.rounds == 3:
            break
    table, place = replay.table, replay.place()
    assert table.results()
    piece = whole_rounds(lines.ahead(), b"no such line")
    end = piece.rindex(b'"net":')
    assert not replay.play_block(piece[:end] + b'"nix":' + piece[end + 6 :])
    assert replay.place() == place
    assert (replay.rounds, replay.journal.seq, replay.table.results()) == (3, place.opening.seq, ())
    assert replay.table is not table
    assert replay.play_block(piece) == piece.count(b"\n")


MUST_BE_FED = (
    (b'"event":"hit"', b'"event":"hot"'),
    (b'"event":"hit"', b'"event":"open"'),
    (b'"event":"hit","seat":0', b'"event":"hit","seat":00000'),
    (b'"event":"hit"', b'"event":"surrender"'),
    (b'"event":"bet","seat":0,"hand":0,', b'"event":"bet","seat":0,"hand":0,"hand":0,'),
    (b'"amount":', b'"amount":1000000000000000000'),
    (b'"line":"event"', b'"line" :"event"'),
    (b'"line":"round"', b'"line":"Round"'),
    (b'"seq":', b'"seq":1'),
)


@pytest.mark.parametrize(("old", "new"), MUST_BE_FED)
def test_what_no_engine_writes_is_no_short_cut(old: bytes, new: bytes) -> None:
    """Whether the guess fails, the engine refuses it, or it writes something else."""
    at = next(at for at, line in enumerate(LINES) if at > 30 and old in line)
    data = [*LINES[:at], LINES[at].replace(old, new, 1), *LINES[at + 1 :]]
    for journal in (b"".join(data), resealed(data)):
        verdict = verdict_of(journal)
        assert (verdict.matches, verdict.line_number) == (False, at + 1)


HOST_LINES = (
    b'{"seq":0,"line":"host","host":{"line":"end"}}\n',
    b'{"seq":0,"line":"host","host":{"line":"event","event":"hit","seat":0,"moves":[]}}\n',
    b'{"seq":0,"line":"host","host":{"line":"round","moves":[]}}\n',
    b'{"seq":0,"line":"host","host":{"seq":7,"line":"shoe","commitment":null,"position":0}}\n',
    b'{"seq":0,"line":"host","host":{"line":"join","seat":0}}\n',
)


@pytest.mark.parametrize("line", HOST_LINES)
def test_a_line_of_the_host_may_look_like_anything(line: bytes) -> None:
    """It stands before, within and after rounds, and is none of it."""
    lines = lines_of(hosted(JOURNAL, line))
    assert verdict_of(b"".join(lines)).matches
    verdict = verdict_of(b"".join(lines[:100]))
    assert verdict.kind is VerdictKind.INCOMPLETE
    assert verdict.rounds == sum(b',"hands":[' in each for each in lines[:100]) > 3


SEPARATORS = {
    "carriage return": b"\r",
    "vertical tab": b"\x0b",
    "form feed": b"\x0c",
    "file separator": b"\x1c",
    "next line": "\x85".encode(),
    "half of next line": b"\x85",
    "line separator": "\u2028".encode(),
}
"""What some readers take for the end of a line; in a journal it is none."""


@pytest.mark.parametrize("separator", SEPARATORS.values(), ids=SEPARATORS)
def test_a_line_ends_with_a_line_feed_and_nothing_else(separator: bytes) -> None:
    """What stands around another sign is one line, and no journal writes that."""
    note = b'{"seq":20,"line":"host","host":{}}'
    line = LINES[20]
    for changed in (
        note + separator + line,
        line[:-1] + separator + note + b"\n",
        separator + line,
        line[:-1] + separator + b"\n",
        line.replace(b",", b"," + separator, 1),
        note + separator + b"\n" + line,
        separator + note + b"\n" + line,
        separator + b"\n" + line,
    ):
        verdict = verdict_of(b"".join([*LINES[:20], changed, *LINES[21:]]))
        assert (verdict.kind, verdict.line_number) == (VerdictKind.DAMAGED, 21), changed


@pytest.mark.parametrize("sign", ["\x85", "\u2028", "\u2029"])
def test_a_line_of_the_host_may_hold_what_looks_like_the_end_of_a_line(sign: str) -> None:
    """As a letter of a text, it is one."""
    line = f'{{"seq":0,"line":"host","host":{{"x":"{sign}"}}}}\n'.encode()
    assert verdict_of(hosted(JOURNAL, line)).matches


def test_nothing_is_read_behind_a_line_that_cannot_be() -> None:
    """A difference before it stays damage, even if the seal behind it would hold."""
    at = next(at for at, line in enumerate(LINES) if b'"event":"bet"' in line)
    lines = [*LINES[:at], LINES[at].replace(b'"betting-bet"', b'"betting-but"'), *LINES[at + 1 :]]
    sealed = lines_of(resealed(lines))
    verdict = verdict_of(b"".join([*sealed[: at + 1], b'{"line":"host"}\n', *sealed[at + 1 :]]))
    assert (verdict.kind, verdict.line_number) == (VerdictKind.DAMAGED, at + 1)


def test_progress_is_told_once_for_many_rounds() -> None:
    """To look for the end of each cost a third of the replay. Line by line each is told."""
    heard: list[int] = []
    ends: list[int] = []
    verify(BytesIO(JOURNAL), heard.append)
    verify_line_by_line(JOURNAL, ends.append)
    assert len(ends) == 201
    assert ends[-1] == heard[-1] == len(JOURNAL)
    assert set(heard) <= set(ends)
    assert len(heard) < 20


def test_stakes_of_any_number_need_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few events are kept to be said again; the others are read anew."""
    stakes = iter(range(1, 10_000))

    def another_stake(table: Table, offer: Offer) -> Event:
        if EventKind.BET in offer.legal:
            return offer.bet(next(stakes))
        return any_answer(table, offer)

    answer: Answer = another_stake
    monkeypatch.setattr("pitboss.replay.inputs.MAX_EVENTS_KEPT", 5)
    assert verdict_of(recorded(Rules(), 20, answer=answer)).matches


class Dripping(BytesIO):
    """A file that gives little at a time, as a pipe may."""

    def read(self, size: int | None = -1, /) -> bytes:
        """Return at most 100 bytes."""
        return super().read(min(size or 100, 100))


def test_a_source_that_gives_little_at_a_time_is_read_whole() -> None:
    """Nothing is at its end before it gives nothing."""
    assert verify(Dripping(JOURNAL)) == verify_line_by_line(JOURNAL)


def test_a_verdict_counts_what_was_played_at_once() -> None:
    """Rounds, lines, and the line that was read last."""
    assert verdict_of(b"".join(LINES[:-1])) == Verdict(
        VerdictKind.INCOMPLETE,
        rounds=200,
        lines=len(LINES) - 1,
        line_number=len(LINES) - 1,
        seq=len(LINES) - 2,
        round_number=200,
        journal_says=LINES[-2].decode().rstrip("\n"),
        problem="its last line, the trailer, is missing",
    )
