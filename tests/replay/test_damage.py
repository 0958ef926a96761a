"""A journal that was changed anywhere never matches, never crashes a replay, and shows where.

The first line that is not as it was written is named. Where a changed input replays consistently
for a while, as another stake does, it is the round that is named: its digest is the first proof.
"""

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from io import BytesIO
from typing import cast

import pytest
from tests.replay.recorded import lines_of, recorded, resealed, seated, verdict_of
from tests.replay.scenarios import journal_of
from tests.scale import share_of

from pitboss.errors import JournalError, SecretError
from pitboss.replay import JournalStepper, Verdict, VerdictKind, resume, verify_round
from pitboss.rules import Rules

FLIPS_PER_LINE = 3
HOSTED = "host_lines"

TWENTY_ROUNDS = {
    "six_deck_s17": recorded(Rules(), 20),
    "educative": recorded(Rules.preset("educative"), 20, seats=seated(Rules(), 2, 500_000)),
    "cpsc386": recorded(Rules.preset("cpsc386"), 20, seats=2),
    "spring": recorded(Rules.preset("spring"), 20),
}
SHOES = (
    "cut_card_at_once",
    "arranged_shoe",
    "tiny_arranged_shoes",
    "arranged_then_shuffled",
    "arranged_beside_a_seed",
    "void_round",
)
JOURNALS = {**TWENTY_ROUNDS, **{name: journal_of(name) for name in SHOES}}

every_journal = pytest.mark.parametrize("name", JOURNALS)
pytestmark = pytest.mark.untraced


class Damage:
    """Looks at what becomes of a journal when its lines are changed.

    Args:
        data: a journal that matches.
    """

    def __init__(self, data: bytes) -> None:
        self.lines = lines_of(data)
        self.round_of = list(rounds_of(self.lines))
        assert verdict_of(data).matches

    def found(self, at: int, lines: Sequence[bytes]) -> Verdict:
        """Replay changed lines, the first change being at an index, and see that it is shown."""
        verdict = verdict_of(b"".join(lines))
        assert verdict.kind is not VerdictKind.MATCH
        assert verdict.problem
        assert verdict.line_number is not None
        if verdict.line_number > at + 1 and b'"commitment":null' in self.lines[at]:
            # Of cards that were arranged another order may be as good for a while.
            return verdict
        if verdict.line_number != at + 1:
            # A shoe, or what is revealed, has no place without the line behind it.
            first = at
            while b'"line":"shoe"' in lines[first - 1] or b'"line":"reveal"' in lines[first - 1]:
                first -= 1
            assert verdict.line_number > first
            assert verdict.round_number == self.round_of[at]
        return verdict

    def found_at(self, at: int, lines: Sequence[bytes]) -> Verdict:
        """Do the same, and see that the line itself is named."""
        verdict = self.found(at, lines)
        assert verdict.line_number == at + 1
        assert verdict.kind is VerdictKind.DAMAGED
        return verdict

    def flipped(self, at: int, bit: int) -> list[bytes]:
        """Return the lines with one bit of one line turned over."""
        changed = bytearray(self.lines[at])
        changed[bit // 8] ^= 1 << bit % 8
        return [*self.lines[:at], bytes(changed), *self.lines[at + 1 :]]


def rounds_of(lines: Sequence[bytes]) -> Iterator[int]:
    """Give the round to which each line belongs: that of the next line that begins one, or ends."""
    number = 0
    for line in lines:
        if b'"line":"round"' in line:
            number += 1
        yield number


@every_journal
def test_a_line_left_out_is_missed(name: str) -> None:
    """The line that now stands in its place is named; without its last, a journal is incomplete."""
    damage = Damage(JOURNALS[name])
    last = len(damage.lines) - 1
    for at in share_of(range(last)):
        damage.found_at(at, [*damage.lines[:at], *damage.lines[at + 1 :]])
    verdict = damage.found(last - 1, damage.lines[:last])
    assert verdict.kind is VerdictKind.INCOMPLETE


@every_journal
def test_a_line_that_stands_twice_is_seen(name: str) -> None:
    """The second is named."""
    damage = Damage(JOURNALS[name])
    for at in share_of(range(len(damage.lines))):
        damage.found_at(at + 1, [*damage.lines[: at + 1], *damage.lines[at:]])


@every_journal
def test_lines_that_changed_places_are_seen(name: str) -> None:
    """The first of the two is named."""
    damage = Damage(JOURNALS[name])
    for at in share_of(range(len(damage.lines) - 1)):
        one, other = damage.lines[at : at + 2]
        damage.found_at(at, [*damage.lines[:at], other, one, *damage.lines[at + 2 :]])


@every_journal
def test_bits_turned_over_in_a_line_are_seen(name: str) -> None:
    """Three of every line, drawn from a generator of its own."""
    damage = Damage(JOURNALS[name])
    rng = random.Random(name)
    for at, line in share_of(enumerate(damage.lines)):
        for bit in rng.sample(range(8 * len(line)), FLIPS_PER_LINE):
            damage.found(at, damage.flipped(at, bit))


def test_every_byte_of_a_short_journal_counts() -> None:
    """In none can a bit be turned over unseen, from the first to the last."""
    damage = Damage(recorded(Rules.preset("spring"), 2, seed=2))
    for at, line in enumerate(damage.lines):
        for place in share_of(range(len(line))):
            damage.found(at, damage.flipped(at, 8 * place + place % 8))


def test_a_changed_stake_is_shown_in_its_round() -> None:
    """The stake may be what somebody bet: no line of it differs before the hand is settled."""
    damage = Damage(TWENTY_ROUNDS["six_deck_s17"])
    at = next(at for at, line in enumerate(damage.lines) if b'"event":"bet"' in line)
    stake = json.loads(damage.lines[at])["amount"]
    changed = damage.lines[at].replace(b'"amount":%d' % stake, b'"amount":%d' % (stake + 1))
    verdict = damage.found(at, [*damage.lines[:at], changed, *damage.lines[at + 1 :]])
    assert verdict.round_number == 1
    assert b'"line":"end"' in verdict.journal_says.encode()


def test_a_line_of_another_journal_is_seen() -> None:
    """Even one that stands at the same place in a journal of the same table."""
    ours = Damage(recorded(Rules(), 3, seed=1))
    theirs = lines_of(recorded(Rules(), 3, seed=2))
    for at in range(min(len(ours.lines), len(theirs))):
        if ours.lines[at] != theirs[at]:
            ours.found(at, [*ours.lines[:at], theirs[at], *ours.lines[at + 1 :]])


def test_a_round_left_out_is_seen() -> None:
    """Also if all its lines are gone, and all later ones are numbered on without a gap."""
    damage = Damage(TWENTY_ROUNDS["six_deck_s17"])
    begins = [at for at, line in enumerate(damage.lines) if b'"line":"round"' in line]
    rest = [*damage.lines[: begins[4]], *damage.lines[begins[5] :]]
    renumbered = [
        line.replace(b'"seq":%d,' % json.loads(line)["seq"], b'"seq":%d,' % at, 1)
        for at, line in enumerate(rest)
    ]
    assert damage.found_at(begins[4], renumbered).round_number == 5


def test_a_changed_line_of_the_host_is_found() -> None:
    """Nothing is compared with it, but a digest covers it."""
    damage = Damage(journal_of(HOSTED))
    hosts = [at for at, line in enumerate(damage.lines) if b'"line":"host"' in line]
    assert len(hosts) > 10
    for at in hosts:
        other = damage.lines[at].replace(b'"host":{', b'"host":{"forged":1', 1)
        other = other.replace(b'1"', b'1,"', 1)
        lines = [*damage.lines[:at], other, *damage.lines[at + 1 :]]
        verdict = verdict_of(b"".join(lines))
        assert verdict.kind is VerdictKind.DAMAGED
        # The next digest tells, whatever the line is about.
        ends = next(n for n, line in enumerate(lines) if n > at and b'"digest"' in line)
        assert verdict.line_number == ends + 1
        assert verdict_of(resealed(lines)).matches
        lines.pop(at)
        assert verdict_of(b"".join(lines)).kind is VerdictKind.DAMAGED


NESTED: object = [[1]]
OTHERS: tuple[object, ...] = (7, 2**63, "x", None, NESTED)


def spoilt(fields: Mapping[str, object]) -> Iterator[Mapping[str, object]]:
    """Give the fields of a line with one of them changed, taken away or added."""
    for name, value in fields.items():
        yield {each: fields[each] for each in fields if each != name}
        yield from ({**fields, name: other} for other in OTHERS if other != value)
        if isinstance(value, list):
            items = cast("list[object]", value)
            for at in range(len(items)):
                yield {**fields, name: [*items[:at], *items[at + 1 :]]}
    yield {**fields, "other": 1}


@pytest.mark.parametrize("name", ["six_deck_s17", "shoes_in_mid_round", "tiny_arranged_shoes"])
def test_a_forged_journal_crashes_nothing(name: str) -> None:
    """Whoever makes the digests hold gets a verdict, and everywhere else the one kind of error."""
    lines = lines_of(journal_of(name))
    begins = [at for at, line in enumerate(lines) if b'"line":"round"' in line]
    lines = lines[: begins[2] + 1]
    for at in (0, 1, *range(begins[1] - 3, begins[2])):
        fields: dict[str, object] = json.loads(lines[at])
        for spoilt_fields in share_of(spoilt(fields)):
            line = written(spoilt_fields)
            data = resealed([*lines[:at], line, *lines[at + 1 :]])
            consistent = at == 0 and spoilt_fields.keys() == fields.keys()
            if at == 0 and kept_apart(spoilt_fields) and spoilt_fields.keys() == fields.keys():
                with pytest.raises(SecretError):
                    verdict_of(data)
                continue
            assert verdict_of(data).kind in FAULTS or consistent
            stands_up_to(data, begins)


def kept_apart(header: Mapping[str, object]) -> bool:
    """Say whether a header is that of a journal whose secret is kept apart."""
    return header.get("seed", 0) is None and type(header.get("commitment")) is str


FAULTS = {VerdictKind.DAMAGED, VerdictKind.DIVERGED, VerdictKind.UNSUPPORTED}


def written(fields: Mapping[str, object]) -> bytes:
    """Return a line as any writer of JSON could write it, numbers of any size included."""
    return json.dumps(fields, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def stands_up_to(data: bytes, begins: Sequence[int]) -> None:
    """Do everything with a journal that one can, and let it be refused with the one error."""
    with suppress(JournalError):
        verify_round(BytesIO(data), 2)
    with suppress(JournalError):
        stepper = JournalStepper(BytesIO(data))
        for seq in (begins[2], begins[1] + 1, begins[2]):
            stepper.go_to(seq)
    with suppress(JournalError):
        resume(BytesIO(data))
