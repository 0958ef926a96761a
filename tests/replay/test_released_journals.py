"""Journals that released engines wrote match for ever, and hold what their names say."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from tests.journal.plain_reader import plain_lines, proved_digests
from tests.replay.recorded import lines_of, verdict_of
from tests.replay.scenarios import SCENARIOS
from tests.tools.write_released import JOURNALS, path_of

from pitboss.journal.writer import SCHEMA_VERSION
from pitboss.replay import JournalStepper, VerdictKind, verify_round

RELEASED = sorted(JOURNALS.glob("schema-*/*.jsonl"))
every_released_journal = pytest.mark.parametrize(
    "path", RELEASED, ids=[f"{path.parent.name}/{path.stem}" for path in RELEASED]
)

# What must stand in a journal, for it to be about what its name says.
MARKS: dict[str, str] = {
    "six_deck_s17": r'"event":"split"',
    "educative": r'"line":"shoe","shoe":"1\.1","commitment":"not secret [0-9a-f]{64}".*"cards":',
    "cpsc386": r'"insurance_net":',
    "shoe_for_every_round": r'"seed":9223372036854775807,',
    "surrender_without_hole_card": r'"outcome":"surrender"',
    "shoes_in_mid_round": r'"event":"[a-z]+",[^]]*"shoe 1\.5"',
    "cut_card_at_once": r'"round":1,"moves":\["betting-open","shoe 2"\]',
    "arranged_shoe": r'"shoe":"1","commitment":null,.*"cards":"8cAs9dKh',
    "tiny_arranged_shoes": r'"moves":\[[^]]*"shoe [0-9]+",[^]]*"shoe [0-9]+"',
    "arranged_then_shuffled": r'"shoe":"2","commitment":"not secret [0-9a-f]{64}","position"',
    "arranged_beside_a_seed": r'"moves":\[[^]]*"shoe 2",[^]]*"shoe 2\.1"',
    "void_round": r'"outcome":"void"',
    "secret_and_client_seeds": r'"commitment":"[0-9a-f]{64}",[^\n]*"client_seeds":\["another",',
    "nobody_plays": r'"hands":\[\]',
    "broke_seats": r'"seats":\[.*"balance":0\}\]',
    "host_lines": r'"event":"[a-z]+".*\n\{"seq":[0-9]+,"line":"host",',
    "seeds_committed_to": r'"close_seeds"(.*\n)+.*"client_seeds":\["","","(03){32}"\]',
    "promotions": r'"line":"award","seat":1,"amount":[0-9]+,"balance":[0-9]+,"reason":"a prize"',
    "side_bets_and_bonuses": r'(?s)(?=.*"bonus":"spanish_21")(?=.*"bet":"buster",[^}]*"class":)',
    "free_bets": r'(?s)(?=.*"bet":0,"outcome":"win")(?=.*"bet":"push_22",[^}]*"class":)',
    "seats_change": r'"by":"clock","command":"[^"]+","moves"',
}


@every_released_journal
def test_a_released_journal_matches(path: Path) -> None:
    """Byte for byte, whichever engine replays it."""
    verdict = verdict_of(path.read_bytes())
    assert (verdict.kind, verdict.problem) == (VerdictKind.MATCH, "")
    assert verdict.rounds > 0


@every_released_journal
def test_every_round_of_a_released_journal_matches_alone(path: Path) -> None:
    """Each can be asked for by itself."""
    data = path.read_bytes()
    for number in range(1, verdict_of(data).rounds + 1):
        assert verify_round(BytesIO(data), number).matches


@every_released_journal
def test_a_released_journal_can_be_stepped_through(path: Path) -> None:
    """To its last line and back into its middle."""
    last = len(plain_lines(path.read_bytes())) - 1
    stepper = JournalStepper(BytesIO(path.read_bytes()))
    stepper.go_to(last)
    assert stepper.table.over
    stepper.go_to(last // 2)
    assert stepper.seq == last // 2


@every_released_journal
def test_the_digests_of_a_released_journal_hold(path: Path) -> None:
    """By the description alone, without the engine."""
    for stated, worked_out in proved_digests(path.read_bytes()):
        assert stated == worked_out


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_released_journal_holds_what_its_name_says(name: str) -> None:
    """Each is there, and is about what it is kept for."""
    text = path_of(name).read_text("utf-8")
    assert re.search(MARKS[name], text)
    assert f"| `{name}` | {SCENARIOS[name].holds} |" in (JOURNALS / "README.md").read_text("utf-8")


def test_every_version_of_the_schema_has_its_journals() -> None:
    """No version is forgotten, and none is there that no engine knows."""
    versions = {int(path.parent.name.removeprefix("schema-")) for path in RELEASED}
    assert versions == set(range(2, SCHEMA_VERSION + 1))
    assert {path.stem for path in RELEASED if path == path_of(path.stem)} == set(SCENARIOS)


def test_the_fixtures_end_their_lines_as_they_were_written() -> None:
    """No tool on the way to this folder has changed a line feed."""
    for path in RELEASED:
        assert b"\r" not in path.read_bytes()
        assert all(line.endswith(b"\n") for line in lines_of(path.read_bytes()))
