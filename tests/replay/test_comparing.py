"""Two journals are compared: the first line that differs is named, and the field in it."""

import gzip
from io import BytesIO
from pathlib import Path

import pytest
from tests.replay.recorded import hosted, lines_of, recorded

from pitboss.errors import JournalError
from pitboss.replay import JournalDifference, NoJournalError, NotBegunError, first_difference
from pitboss.rules import Rules

JOURNAL = recorded(Rules(), 12)
LINES = lines_of(JOURNAL)
END = next(number for number, line in enumerate(LINES, 1) if b'"line":"end","round":7' in line)


def found(one: bytes, other: bytes) -> JournalDifference | None:
    """Return the first difference of two journals."""
    return first_difference(BytesIO(one), BytesIO(other))


def changed(before: bytes, after: bytes, number: int = END) -> bytes:
    """Return the journal with another text in one line."""
    assert before in LINES[number - 1]
    line = LINES[number - 1].replace(before, after, 1)
    return b"".join([*LINES[: number - 1], line, *LINES[number:]])


def test_a_journal_is_equal_to_itself() -> None:
    """Nothing is named."""
    assert found(JOURNAL, JOURNAL) is None


HOSTED = hosted(JOURNAL, b'{"seq":0,"line":"host","host":{"a":[1,{"b":[true,2]}],"c":{}}}\n')


@pytest.mark.parametrize(
    ("before", "after", "field", "one", "other"),
    [
        (b'"a":[1,', b'"a":[2,', "host.a[0]", "1", "2"),
        (b"[true,2]", b"[true,3]", "host.a[1].b[1]", "2", "3"),
        (b"[true,2]", b"[1,2]", "host.a[1].b[0]", "true", "1"),
        (b"[true,2]", b"[true]", "host.a[1].b[1]", "2", ""),
        (b"[true,2]", b'[true,2,"x"]', "host.a[1].b[2]", "", '"x"'),
        (b"[true,2]", b"null", "host.a[1].b", "[true,2]", "null"),
        (b'"c":{}', b'"c":{"d":1}', "host.c.d", "", "1"),
        (b'"c":{}', b'"c":[]', "host.c", "{}", "[]"),
        (b',"c":{}', b"", "host.c", "{}", ""),
    ],
)
def test_the_field_is_named_where_it_lies(
    before: bytes, after: bytes, field: str, one: str, other: str
) -> None:
    """Also deep in a line of the host; what is not there is empty."""
    number = next(n for n, line in enumerate(lines_of(HOSTED), 1) if b'"host":' in line)
    assert found(HOSTED, HOSTED.replace(before, after, 1)) == JournalDifference(
        number, 0, field, one, other
    )


def test_the_round_is_named() -> None:
    """The one that was opened last, or that begins there."""
    net = found(JOURNAL, changed(b'"net":', b'"net":7'))
    assert net is not None
    assert (net.line_number, net.round_number, net.field) == (END, 7, "hands[0].net")
    opening = next(n for n, line in enumerate(LINES, 1) if b'"line":"round","round":7' in line)
    house = found(JOURNAL, changed(b'"house":', b'"house":7', opening))
    assert house is not None
    assert (house.line_number, house.round_number, house.field) == (opening, 7, "house")
    header = found(JOURNAL, changed(b'"seed":', b'"seed":7', 1))
    assert header is not None
    assert (header.line_number, header.round_number, header.field) == (1, 0, "seed")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b'"round":7', b'"round" :7'),
        (b'"seat":0,"hand":0', b'"hand":0,"seat":0'),
        (b'"line":"end"', b'"line":"end"}'),
        (b'"round":7', b'"round":7,"x":' + b"[" * 500 + b"]" * 500),
    ],
)
def test_a_line_is_shown_whole_where_no_field_differs(before: bytes, after: bytes) -> None:
    """It is spelt otherwise or in another order, no JSON, or nested too deep."""
    difference = found(JOURNAL, changed(before, after))
    assert difference is not None
    assert (difference.line_number, difference.round_number, difference.field) == (END, 7, "")
    assert difference.one == LINES[END - 1].decode().rstrip("\n")
    assert difference.other == difference.one.replace(before.decode(), after.decode(), 1)


def test_a_shorter_journal_lacks_a_line() -> None:
    """Or the end of one."""
    longer = found(b"".join(LINES[:END]), JOURNAL)
    assert longer == JournalDifference(END + 1, 8, "", "", LINES[END].decode().rstrip("\n"))
    cut = found(JOURNAL, JOURNAL[:-1])
    assert cut is not None
    assert (cut.line_number, cut.field) == (len(LINES), "")
    assert (cut.one, cut.other) == (f"{LINES[-1].decode()[:-1]}\\n", LINES[-1].decode()[:-1])


def test_a_difference_that_would_not_be_seen_is_shown() -> None:
    """A blank line, and what lies far behind the beginning of a long line."""
    blank = found(JOURNAL, JOURNAL + b"\n")
    assert blank == JournalDifference(len(LINES) + 1, 12, "", "", "\\n")
    line = b'{"seq":0,"line":"host","host":{"a":"%b"}%b}\n'
    long = [hosted(JOURNAL, line % (b"x" * 9000, end)) for end in (b"", b" ")]
    difference = found(*long)
    assert difference is not None
    assert difference.one.endswith('xx"}}\\n')
    assert difference.other.endswith('xx"} }\\n')


@pytest.mark.parametrize("byte", [b"\xff", b"\x85", b"\xc2\x85"])
def test_a_byte_differs_from_its_spelling(byte: bytes) -> None:
    """As text, both would be shown alike."""
    spelt = b"\\x" + byte[-1:].hex().encode()
    difference = found(*[changed(b'"line":"end"', part) for part in (byte, spelt)])
    assert difference is not None
    start = LINES[END - 1].partition(b'"line":"end"')[0].decode()
    assert difference.one.startswith(f"{start}{repr(byte)[2:-1]},")
    assert difference.other.startswith(f"{start}\\{spelt.decode()},")


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"", NotBegunError),
        (b"no journal\n", NoJournalError),
        (b"{}\n", NoJournalError),
        (b'{"seq":0}\n', NoJournalError),
    ],
)
def test_what_is_no_journal_is_named(
    data: bytes, fault: type[JournalError], tmp_path: Path
) -> None:
    """On either side."""
    good, bad = tmp_path / "good.jsonl.gz", tmp_path / "bad.jsonl"
    good.write_bytes(gzip.compress(JOURNAL))
    bad.write_bytes(data)
    assert first_difference(good, BytesIO(JOURNAL)) is None
    for one, other in ((good, bad), (bad, good)):
        with pytest.raises(fault) as caught:
            first_difference(one, other)
        assert caught.value.path == str(bad)


def test_a_line_without_end_is_refused() -> None:
    """No more of it is read than a line may have."""
    with pytest.raises(JournalError, match="longer than"):
        found(JOURNAL, LINES[0] + bytes(1 << 20))
