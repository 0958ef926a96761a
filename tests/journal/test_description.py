"""The page that describes journals says what is so."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.journal.plain_reader import plain_lines
from tests.replay.recorded import lines_of
from tests.replay.scenarios import SCENARIOS, journal_of

from pitboss import EventKind, Outcome
from pitboss.game.shoe import SHUFFLE_ALGORITHM
from pitboss.journal.writer import MAX_LINE_BYTES, SCHEMA_VERSION
from pitboss.replay import VerdictKind
from pitboss.replay.verifying import EXIT_CODES

PAGE = (Path(__file__).parents[2] / "fixtures" / "journals" / "README.md").read_text("utf-8")


def checker() -> str:
    """Return the program on the page that checks digests."""
    found = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    return found[1]


def checked(path: Path) -> str:
    """Run that program on a journal and return what it complains of."""
    command = [sys.executable, "-I", "-X", "dev", "-W", "ignore", "-c", checker(), str(path)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == bool(result.stderr)
    return result.stderr


@pytest.mark.parametrize("name", ["six_deck_s17", "host_lines"])
def test_the_program_on_the_page_finds_nothing_wrong_with_a_journal(
    name: str, tmp_path: Path
) -> None:
    """Whatever lines it has."""
    path = tmp_path / "journal.jsonl"
    path.write_bytes(journal_of(name))
    assert checked(path) == ""


def test_the_program_on_the_page_finds_a_changed_line(tmp_path: Path) -> None:
    """It names the seal that is broken."""
    lines = lines_of(journal_of("six_deck_s17"))
    end = next(at for at, line in enumerate(lines) if b'"line":"end"' in line)
    lines[end - 1] = lines[end - 1].replace(b'"seat":', b'"seat":1')
    path = tmp_path / "journal.jsonl"
    path.write_bytes(b"".join(lines))
    assert checked(path).startswith(f"the digest of line {end} does not match")


def test_the_page_names_every_word() -> None:
    """Kinds of line, events, outcomes, verdicts with their exit codes, versions, limits."""
    kinds = {line.kind for name in SCENARIOS for line in plain_lines(journal_of(name))}
    assert kinds <= set(re.findall(r"^####? `(\w+)`:", PAGE, re.MULTILINE))
    for word in (*EventKind, *Outcome):
        assert word is EventKind.OPEN or re.search(rf"`{word.value}`", PAGE)
    for verdict in VerdictKind:
        assert f"| `{verdict.value}` | {EXIT_CODES[verdict]} |" in PAGE
    assert f"`{SHUFFLE_ALGORITHM}`" in PAGE
    assert f"{MAX_LINE_BYTES:,} bytes" in PAGE
    assert f"It describes schema\n{SCHEMA_VERSION}, and so does" in PAGE


def test_the_page_describes_every_field() -> None:
    """Whatever stands in a line is explained under that name."""
    names = {
        name for each in SCENARIOS for line in plain_lines(journal_of(each)) for name in line.fields
    }
    assert all(f"`{name}`" in PAGE for name in names)
