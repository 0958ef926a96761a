"""The page on the engine states the limits that the engine keeps."""

import re

import pytest
from tests.tools.generated import PACKAGE

from pitboss.game.limits import (
    MAX_AMOUNT_MINOR,
    MAX_DECKS,
    MAX_HANDS_OF_A_SEAT,
    MAX_NUMBER,
    MAX_PAID_IDS,
    MAX_RATIO_PART,
    MAX_SEATS,
    MAX_TOTAL_MINOR,
)
from pitboss.journal.opening import MAX_UNPACKED_BYTES
from pitboss.journal.writer import MAX_LINE_BYTES
from pitboss.replay.parallel import MAX_JOBS
from pitboss.rules.pay_classes import MAX_SIDE_RATIO_PART
from pitboss.rules.rules import MAX_RULE_FILE_BYTES
from pitboss.table.snapshot import MAX_SNAPSHOT_BYTES
from pitboss.teaching import MAX_LINE_LENGTH
from pitboss.text.strict import MAX_DEPTH, MAX_DIGITS, MAX_PARTS

PAGE = (PACKAGE / "README.md").read_text("utf-8").partition("## Limits")[2]

LIMITS = {
    "seats": f"1 to {MAX_SEATS}",
    "decks": f"1 to {MAX_DECKS}",
    "hands of one seat": f"{MAX_HANDS_OF_A_SEAT}",
    "one stake": f"10**{len(str(MAX_AMOUNT_MINOR)) - 1} minor units",
    "what a seat owns when a round begins": f"10**{len(str(MAX_TOTAL_MINOR)) - 1} minor units",
    "a payout in a rule option": f"{MAX_RATIO_PART}:1",
    "a payout in a pay table": f"{MAX_SIDE_RATIO_PART:,}:1",
    "a seed": f"0 to 2**{MAX_NUMBER.bit_length()} - 1",
    "a journal that is unpacked": f"{MAX_UNPACKED_BYTES:,} bytes",
    "a journal line": f"{MAX_LINE_BYTES:,} bytes",
    "a rule file, a line to settle": f"{MAX_RULE_FILE_BYTES:,} bytes",
    "a snapshot": f"{MAX_SNAPSHOT_BYTES:,} bytes",
    "awards and charges with ids at a table": f"{MAX_PAID_IDS:,}",
    "nesting in a rule file, a line to settle, a snapshot, a host line": f"{MAX_DEPTH} levels",
    "a number in a rule file, a line to settle or a snapshot": f"{MAX_DIGITS} digits",
    "a dotted key in TOML": f"{MAX_PARTS} parts",
    "processes of a replay": f"1 to {MAX_JOBS}",
}


@pytest.mark.parametrize("what", LIMITS)
def test_a_limit_is_stated(what: str) -> None:
    """Each is what the engine refuses beyond."""
    assert f"| {what} | {LIMITS[what]} |" in PAGE


def test_no_other_limit_is_stated() -> None:
    """Each row of the table is looked at, and rule files and lines to settle are as long."""
    rows = re.findall(r"^\| (.*?) \| .* \|$", PAGE, re.MULTILINE)
    assert set(rows) == {*LIMITS, "what", "---"}
    assert MAX_LINE_LENGTH == MAX_RULE_FILE_BYTES
