"""What a journal shows of its shoes: who could choose them, in sentences, and what is wrong."""

import json
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from tests.cli.command_line import refused, run
from tests.replay.houses import HONEST, WAYS, Game, check
from tests.replay.recorded import play_round, sitting_out
from tests.replay.scenarios import SCENARIOS, SECRET, journal_of
from tests.scale import scaled

from pitboss.errors import JournalError
from pitboss.journal import Journal
from pitboss.replay import Making, VerdictKind, fairness, viewer_journal
from pitboss.rules import Rules
from pitboss.table import SeatChange, Table, seed_commitment

TRIED = scaled(200, least=25)


@pytest.mark.parametrize("name", WAYS)
def test_a_house_that_cheats_is_found_out_or_its_choices_are_counted(name: str) -> None:
    """In every way, over and over, with other seats, seeds and secrets."""
    ways = {check(name, number) for number in range(TRIED)}
    assert len(ways) == 1


def test_the_page_says_what_comes_of_each_way() -> None:
    """In the words of its table, which are those of the trials."""
    page = (Path(__file__).parents[2] / "engine/pitboss/replay/README.md").read_text("utf-8")
    table = page.partition("| the house tries |")[2].partition("\n\n")[0]
    rows = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("| ")]
    said = {row[0]: row[1] for row in rows[1:]}
    begins = {
        "found: replay": "found by the replay, at the line",
        "found: told": "found by comparing with what was told, at the line",
        "counted": "counted: ",
        "said": "`fair` says: ",
    }
    assert said.keys() == WAYS.keys()
    for name, what in said.items():
        assert what.startswith(begins[check(name, 0)])


def says(name: str, viewer: int | None, shoe: int) -> tuple[str, ...]:
    """Return what is said of a shoe of a scenario."""
    return fairness(BytesIO(journal_of(name))).shoes(viewer)[shoe - 1].says


def test_each_kind_of_shoe_is_told_in_the_words_of_the_page() -> None:
    """Also of journals that were written before there were commitments."""
    fixed = "its commitment was shown before the bets, "
    fixed += "so nobody could change the shoe after the bets"
    name = "seeds_committed_to"
    assert says(name, 0, 1) == (
        fixed,
        "made of the house's secret alone",
        "no card was dealt from it",
    )
    both = (
        fixed,
        "your seed is in this shoe; you had chosen your seed before any other seed was shown",
        "all seats that committed to a seed showed it (2)",
    )
    one_bit = "whoever held all other seats had at most 2 shoes to choose from, by showing "
    one_bit += "or withholding each seed"
    assert says(name, 0, 2) == (*both, one_bit)
    never = "made without the seeds of the seats that committed (2), "
    never += "because the host never closed the commitments"
    assert says(name, 0, 3) == (fixed, never)
    half = "of 2 seats that committed to a seed, 1 showed it; "
    half += "whoever held the rest had 2 shoes to choose from"
    could = "whoever held all committed seats could choose the shoe"
    out = "your seed is not in this shoe: you committed to a seed and did not show it"
    assert says(name, 0, 4) == (fixed, out, half, could)
    assert says(name, None, 4) == (fixed, half, could)
    assert says(name, 1, 4) == (fixed, "you added nothing to this shoe", half, could)
    openly = "seeds were given openly; the last seat could try several seeds"
    before = "seeds were given before the journal began; "
    before += "somebody who knew them could try several seeds"
    old = "secret_and_client_seeds"
    assert (says(old, 0, 1)[1], says(old, 0, 3)[1]) == (before, openly)
    assert says("educative", 0, 2) == ("made in mid-round, without seats' seeds",)
    assert says("arranged_shoe", 0, 1) == ("arranged by hand: the house chose its cards",)
    assert "its secret is a number that anybody can find" in says("six_deck_s17", 0, 1)


@pytest.mark.parametrize("name", SCENARIOS)
def test_nothing_is_wrong_with_a_sound_journal_nor_with_a_viewers(name: str) -> None:
    """With the secret of the table or without it, and of the same shoes the same is said."""
    journal = journal_of(name)
    whole = fairness(BytesIO(journal))
    assert not whole.faults
    shown = b"".join(viewer_journal(BytesIO(journal), 0))
    seed = json.loads(journal.splitlines()[0])["seed"]
    for known in (None, bytes.fromhex(seed) if isinstance(seed, str) else seed):
        found = fairness(BytesIO(shown), seed=known)
        assert not found.faults
        assert found.verdict is None
        for mine, shoe in zip(found.shoes(0), whole.shoes(0), strict=True):
            assert (mine.making, mine.committed, mine.opened) == (
                *(shoe.making, shoe.committed),
                shoe.opened,
            )
            assert (mine.choices, mine.most_choices) == (shoe.choices, shoe.most_choices)
    if name == "seeds_committed_to":
        (shows,) = [
            each for each in fairness(BytesIO(shown)).shoes(0)[1].says if "your seed" in each
        ]
        assert shows.endswith("(the shoe's line says so; only the secret can show it)")


@pytest.mark.parametrize(
    ("kind", "seat", "field", "problem"),
    [
        ("commit_seed", 1, "commitment", "the opened seed does not match its commitment"),
        ("open_seed", 0, "client_seed", "the opened seed does not match its commitment"),
        ("reveal", None, "seed", "the revealed seed is not the seed of the shoe"),
    ],
)
def test_what_was_changed_in_a_viewers_journal_is_found(
    kind: str, seat: int | None, field: str, problem: str
) -> None:
    """Without the secret: what is bound to something else that is public."""
    lines = [*viewer_journal(BytesIO(journal_of("seeds_committed_to")), 0)]
    records = [json.loads(line) for line in lines]
    at = next(
        at for at, each in enumerate(records) if (each["line"], each.get("seat")) == (kind, seat)
    )
    lines[at] = json.dumps({**records[at], field: "0" * 64}).encode() + b"\n"
    found = fairness(BytesIO(b"".join(line.replace(b'": "', b'":"') for line in lines)))
    assert problem in [fault.problem for fault in found.faults]


def lines_shown() -> list[bytes]:
    """Return the lines of a viewer's journal of a table that exchanged seeds."""
    return [*viewer_journal(BytesIO(journal_of("seeds_committed_to")), 0)]


def test_a_line_of_a_viewers_journal_that_cannot_be_read_is_a_fault() -> None:
    """Whatever lacks; a replay would have found it in a whole journal."""
    lines = lines_shown()
    at = next(at for at, line in enumerate(lines) if b'"line":"commit_seed"' in line)
    lines[at] = lines[at].replace(b'"commitment"', b'"committed"')
    faults = fairness(BytesIO(b"".join(lines))).faults
    assert (at + 1, "the line cannot be read") in [(f.line_number, f.problem) for f in faults]


def test_of_a_whole_journal_the_replay_says_what_cannot_be_read() -> None:
    """It is not said twice."""
    journal = journal_of("seeds_committed_to")
    damaged = journal.replace(b'"commit_seed","seat":0,"commitment"', b'"commit_seed","seat":0,"c"')
    assert damaged != journal
    found = fairness(BytesIO(damaged))
    assert found.verdict is not None
    assert found.verdict.kind is VerdictKind.DAMAGED
    assert "the line cannot be read" not in [fault.problem for fault in found.faults]


@pytest.mark.parametrize(
    ("moved", "behind", "problem"),
    [
        ("commit_seed", "close_seeds", "a seat commits after the commitments were closed"),
        ("open_seed", "journal", "a seat opens before the commitments were closed, or twice"),
    ],
)
def test_a_line_that_comes_too_late_or_early_is_found_in_a_viewers_journal(
    moved: str, behind: str, problem: str
) -> None:
    """It stands behind another kind of line than it may."""
    lines = lines_shown()
    first, other = (
        next(at for at, line in enumerate(lines) if f'"line":"{kind}"'.encode() in line)
        for kind in (moved, behind)
    )
    line = lines.pop(first)
    # The first shoe stands behind the header.
    lines.insert(other if first < other else other + 2, line)
    faults = fairness(BytesIO(b"".join(lines))).faults
    assert problem in [fault.problem for fault in faults]


def test_a_shoe_that_was_told_and_is_not_there_is_found() -> None:
    """Whoever was told of it has kept the message; one to come may have come to nothing."""
    shoe = {"type": "new_shoe", "shoe": 9, "commitment": "0" * 64}
    seeds: dict[str, object] = {"shoe": 9, "closed": True, "commitments": []}
    told: list[dict[str, object]] = [{"happened": [shoe]}, {"happened": [], "seeds": seeds}]
    lines = [json.dumps({"type": "state", **each}) for each in told]
    (fault,) = fairness(BytesIO(journal_of("seeds_committed_to")), told=lines).faults
    assert fault.problem == "the client was told of shoe 9, which is not in the journal"


def test_who_alone_committed_and_opened_is_told_of_no_others() -> None:
    """Nobody could choose by withholding."""
    sink = BytesIO()
    table = Table(
        Rules.preset("spring", max_seats=2),
        seats=["Ann", "Bo"],
        seed=SECRET,
        recorder=Journal(sink),
    )
    seed = bytes(range(32))
    table.change(SeatChange.commit_seed(1, seed_commitment(table.commitment or "", 1, 2, seed)))
    table.change(SeatChange.close_seeds())
    table.change(SeatChange.open_seed(1, seed))
    play_round(table, sitting_out)
    table.close()
    (_, shoe) = fairness(sink).shoes(1)
    assert shoe.says[1:] == (
        "your seed is in this shoe; you had chosen your seed before any other seed was shown",
        "all seats that committed to a seed showed it (1)",
    )


def test_another_secret_does_not_make_the_shoes_of_a_viewers_journal() -> None:
    """The one to which the table was committed does."""
    shown = b"".join(viewer_journal(BytesIO(journal_of("seeds_committed_to")), 0))
    assert not fairness(BytesIO(shown), seed=SECRET).faults
    (first, *_) = fairness(BytesIO(shown), seed=bytes(32)).faults
    assert first.problem == "the given secret does not match the table's commitment"


def test_the_command_prints_what_python_says(tmp_path: Path) -> None:
    """As text and as JSON; what a client has kept is compared, and a fault is exit code 1."""
    path, told = tmp_path / "game.jsonl", tmp_path / "told.jsonl"
    game = Game(Random(7))
    path.write_bytes(game.play())
    told.write_text("\n".join(game.told), "utf-8")
    found = fairness(BytesIO(path.read_bytes()))
    result = run("fair", path, "--viewer", "0", "--told", told)
    assert result.exit_code == 0, result.output
    for shoe in found.shoes(HONEST):
        assert f"Shoe {shoe.shoe}, line {shoe.line_number}" in result.stdout
        assert all(f"  {sentence}\n" in result.stdout for sentence in shoe.says)
    record = json.loads(run("fair", path, "--viewer", "0", "--json").stdout)
    assert [each["says"] for each in record["shoes"]] == [[*s.says] for s in found.shoes(HONEST)]
    assert [each["making"] for each in record["shoes"]] == [s.making.value for s in found.shoes()]
    game.opening.remove(HONEST)
    path.write_bytes(game.play())
    result = run("fair", path, "--told", told)
    assert result.exit_code == 1
    assert "the client was told another commitment or other seeds for shoe 2" in result.stdout
    assert Making.EXCHANGED.value in [each["making"] for each in record["shoes"]]


class Pipe(BytesIO):
    """Is read once."""

    def seekable(self) -> bool:
        """Say that it is not."""
        return False


def test_what_is_no_journal_or_no_message_is_refused(tmp_path: Path) -> None:
    """With what to do."""
    with pytest.raises(JournalError, match="this is not a journal"):
        fairness(BytesIO(b'{"seq":0,"line":"end"}\n'))
    journal = journal_of("seeds_committed_to")
    for text in ("", "[]", "{}", '{"type":"state"}', '"a"'):
        with pytest.raises(JournalError, match="what was told must be messages"):
            fairness(BytesIO(journal), told=[text])
    other = json.dumps({"type": "error", "kind": "not_open"})
    assert not fairness(BytesIO(journal), told=[other]).faults
    without: dict[str, object] = {"type": "welcome", "state": {"type": "state", "happened": []}}
    assert not fairness(BytesIO(journal), told=[json.dumps(without)]).faults
    with pytest.raises(JournalError, match="the journal is read twice, but a pipe only once"):
        fairness(Pipe(journal))
    with pytest.raises(JournalError, match="no seat 9; seats are 0 to 2"):
        fairness(BytesIO(journal)).shoes(9)
    path = tmp_path / "journal.jsonl"
    path.write_bytes(journal)
    assert run("fair", path, "--told", tmp_path / "none").exit_code == 1
    (tmp_path / "told").write_text("[]\n")
    told = refused("fair", path, "--told", tmp_path / "told")
    assert told.startswith("what was told must be messages")
    (tmp_path / "told").write_text("")
    told = refused("fair", path, "--told", tmp_path / "told")
    assert told == f"the messages cannot be read: {tmp_path / 'told'} is empty; name another file"
    path.write_bytes(b'{"seq":0,"line":"end"}\n')
    assert refused("fair", path).startswith(f"{path}: line 1: this is not a journal")


@pytest.mark.parametrize(
    ("data", "code", "told"),
    [
        (b"", 4, "the journal is empty"),
        (b'{"seq":0,"line":"journal"', 4, "the journal has no whole header"),
        (b"\n\n", 2, "line 1: this is not a journal"),
        (b"hello\n", 2, "line 1: this is not a journal"),
        (bytes(range(256)), 2, "line 1: this is not a journal"),
        ("hello\n".encode("utf-16"), 2, "line 1: this is not a journal"),
        (b"PK\x03\x04", 2, "line 1: this is not a journal"),
        (None, 2, "the journal cannot be read: "),
    ],
)
def test_a_file_that_is_no_journal_has_the_exit_code_of_a_replay(
    data: bytes | None, code: int, told: str, tmp_path: Path
) -> None:
    """In one sentence, which is that of other commands."""
    path = tmp_path / "file"
    if data is not None:
        path.write_bytes(data)
    named = "" if data is None else f"{path}: "
    assert refused("fair", path, code=code).startswith(f"{named}{told}")
    assert run("replay", path).exit_code == code
