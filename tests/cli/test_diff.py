"""``pitboss diff``: where two journals differ first, and an exit code that says whether they do."""

import json
from pathlib import Path

import pytest
from tests.cli.command_line import journal_of, refused, run


@pytest.fixture
def paths(tmp_path: Path) -> tuple[Path, Path]:
    """Return a journal, and one with another outcome."""
    one, other = tmp_path / "one.jsonl", tmp_path / "other.jsonl"
    journal_of(one)
    other.write_bytes(one.read_bytes().replace(b'"net":-1000', b'"net":1000', 1))
    return one, other


def test_equal_journals_are_equal(paths: tuple[Path, Path]) -> None:
    """The exit code is 0."""
    one, _ = paths
    result = run("diff", one, "-", written=one.read_bytes())
    assert (result.exit_code, result.stdout) == (0, "They are equal, byte for byte.\n")
    assert json.loads(run("diff", one, one, "--json").stdout) == {"equal": True}


def test_the_first_difference_is_named(paths: tuple[Path, Path]) -> None:
    """Line, round, field and both values; the exit code is 1."""
    one, other = paths
    result = run("diff", one, other)
    assert result.exit_code == 1
    where, left, right = result.stdout.splitlines()
    assert where.startswith("They differ at line ")
    assert where.endswith(".net")
    assert (left, right) == (f"  {one}: -1000", f"  {other}: 1000")
    result = run("diff", one, other, "--json")
    record = json.loads(result.stdout)
    assert result.exit_code == 1
    assert list(record) == ["equal", "line", "round", "field", "one", "other"]
    assert f"They differ at line {record['line']}, round {record['round']}: {record['field']}" == (
        where
    )


@pytest.mark.parametrize("turned", [False, True])
def test_an_empty_line_is_told_from_the_end_of_a_journal(
    paths: tuple[Path, Path], *, turned: bool
) -> None:
    """And from a field that one of the lines lacks."""
    one, other = paths
    lines = one.read_bytes().splitlines(keepends=True)
    for changed, told in (
        (lines[:3], "the journal has ended"),
        ([*lines[:3], b"\n", *lines[3:]], "\\n"),
        ([*lines[:3], lines[3].replace(b',"hand":0', b"")], "no such field"),
    ):
        other.write_bytes(b"".join(changed))
        shown = run("diff", *([other, one] if turned else [one, other])).stdout.splitlines()
        assert shown[1 if turned else 2] == f"  {other}: {told}"


@pytest.mark.parametrize("before", [b" ", b"\xef\xbb\xbf", b'{"seq": 0,'])
def test_a_journal_whose_header_is_spelt_differently_differs(
    paths: tuple[Path, Path], before: bytes
) -> None:
    """It is a damaged journal, as for `pitboss replay`, and equal to its copy."""
    one, other = paths
    other.write_bytes(before + one.read_bytes().removeprefix(b'{"seq":0,' * (b"{" in before)))
    assert run("replay", other).exit_code == 1
    result = run("diff", one, other)
    assert result.exit_code == 1
    assert result.stdout.startswith("They differ at line 1: the whole line\n")
    left, right = result.stdout.splitlines()[1:]
    assert left.partition(": ")[2] != right.partition(": ")[2]
    assert run("diff", other, other).exit_code == 0


def test_what_cannot_be_compared_is_said_in_a_sentence(paths: tuple[Path, Path]) -> None:
    """With the exit code 2, so that it is no difference."""
    one, other = paths
    assert refused("diff", one, "/nowhere", code=2) == (
        "the journal cannot be read: /nowhere: No such file or directory"
    )
    other.write_text("no journal")
    assert refused("diff", one, other, code=2).startswith(f"{other}: line 1: this is not a journal")
    assert "only one of the two" in refused("diff", "-", "-", code=2)
