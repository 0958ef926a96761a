"""``pitboss show``: journals told as stories, to whoever may know how much."""

import json
from itertools import pairwise
from pathlib import Path
from typing import cast

import pytest
from tests.cli.command_line import journal_of, refused, run


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the journal of twenty rounds, played with limited chips."""
    return journal_of(tmp_path_factory.mktemp("journal") / "game", "--balance", "100000")


def records(*arguments: str | Path) -> list[dict[str, object]]:
    """Return the JSON Lines that a command writes."""
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_every_round_is_told(path: Path) -> None:
    """First the table, then the rounds in order, each from its bets to its table of results."""
    told = run("show", path).stdout
    assert told.startswith(" table       six_deck_s17\n seats       0 basic · 1 mimic · 2 random\n")
    titles = [line.split()[1] for line in told.splitlines() if line.startswith("Round ")]
    assert titles == [str(number) for number in range(1, 21)]
    assert told.count("\n bets ") == 20
    assert told.count("bet  result") == 20


def test_one_round_is_told_as_it_is_among_all(path: Path) -> None:
    """The page of a round does not depend on the rounds around it, which nobody has checked."""
    alone, checked, _ = run("show", path, "--round", "7").stdout.rpartition("\n Round 7 alone was ")
    assert checked
    alone = alone.partition("Round 7")[2]
    among = run("show", path).stdout.partition("Round 7")[2].partition("\nRound 8")[0]
    assert alone.strip() == among.strip()


def test_a_page_fits_into_eighty_columns(path: Path) -> None:
    """Without a terminal no line is longer, and none holds an escape sequence."""
    told = run("show", path, "--viewer", "auditor").stdout
    assert max(map(len, told.splitlines())) <= 80
    assert "\x1b" not in told


@pytest.mark.parametrize("viewer", ["spectator", "0", "mimic"])
def test_only_an_auditor_is_told_what_is_hidden(viewer: str, path: Path) -> None:
    """Neither the seed nor a hole card before its time stands in any other story."""
    hidden = records("show", path, "--viewer", "auditor")
    public = records("show", path, "--viewer", viewer)
    assert [moment["moment"] for moment in public] == [moment["moment"] for moment in hidden]
    assert hidden[0]["seed"] == 7
    assert {moment.get("seed") for moment in public} == {None}
    assert any(moment.get("hole_card") for moment in hidden)
    assert {moment.get("hole_card") for moment in public} == {None}
    assert "face down: " in run("show", path, "--viewer", "auditor").stdout
    assert "face down: " not in run("show", path, "--viewer", viewer).stdout


def test_a_seat_is_named_by_number_or_by_name(path: Path) -> None:
    """It is told its own chips, and a spectator none."""
    assert (
        run("show", path, "--viewer", "1").stdout == run("show", path, "--viewer", "mimic").stdout
    )
    assert "chips       mimic 1,000.00\n" in run("show", path, "--viewer", "1").stdout
    assert "chips" not in run("show", path).stdout


def test_told_events_come_as_json_lines(path: Path) -> None:
    """Every object says which kind of event it is, and of which round."""
    told = records("show", path, "--round", "3")
    assert {moment["round"] for moment in told[1:]} == {3}
    assert (told[0]["moment"], told[-1]["moment"]) == ("table_opened", "round_ended")
    assert all("moment" in moment for moment in told)


def test_the_table_can_be_drawn_after_any_line(path: Path) -> None:
    """The sequence number is that of the line."""
    lines = path.read_bytes().splitlines()
    for seq in (0, 1, 2, 5, 60, len(lines) - 1):
        (record,) = records("show", path, "--at", str(seq))
        assert record["seq"] == max(seq, 1)
    drawn = run("show", path, "--at", "6", "--viewer", "auditor").stdout
    assert drawn.startswith("Round 1, ")
    assert "dealer" in drawn


def test_why_says_which_option_settled_a_bet(path: Path) -> None:
    """Every hand has a sentence after the round, and every option named has its value."""
    for ended, why in pairwise(records("show", path, "--why")):
        if ended["moment"] == "round_ended":
            assert why["moment"] == "explained"
            hands = cast("list[object]", ended["hands"])
            assert len(cast("list[object]", why["reasons"])) >= len(hands)
    assert "bust_settles at_once [" in run("show", path, "--why").stdout
    assert "bust_settles" not in run("show", path).stdout


def test_a_story_may_come_from_standard_input(path: Path) -> None:
    """A table that is drawn cannot: it is looked for more than once."""
    assert run("show", "-", written=path.read_bytes()).stdout == run("show", path).stdout


def test_a_journal_without_an_end_is_told_up_to_there(path: Path, tmp_path: Path) -> None:
    """The page says where it stops."""
    lines = path.read_bytes().splitlines(keepends=True)
    cut = tmp_path / "cut"
    end = next(n for n, line in enumerate(lines) if b'"line":"end"' in line)
    cut.write_bytes(b"".join(lines[: end - 1]))
    told = run("show", cut)
    assert told.exit_code == 0
    assert "The journal stops here, in round 1, at a question for " in told.stdout


def test_telling_ends_where_journal_and_engine_part(path: Path, tmp_path: Path) -> None:
    """Rounds before the place are told, and then the line is named."""
    lines = path.read_bytes().splitlines(keepends=True)
    place = next(n for n, line in enumerate(lines) if b'"line":"end","round":3' in line)
    lines[place] = lines[place].replace(b'"bet":1000', b'"bet":1001', 1)
    damaged = tmp_path / "damaged"
    damaged.write_bytes(b"".join(lines))
    result = run("show", damaged)
    assert result.exit_code == 1
    assert result.stderr == (
        f"pitboss: line {place + 1}: the engine writes another line; "
        "only the rounds before this line agree with the engine\n"
    )
    assert "Round 2 " in result.stdout
    assert "Round 3 " not in result.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--viewer", "bsic"], "there is no viewer 'bsic'; did you mean basic?"),
        (["--viewer", "3"], "choose spectator, auditor or a seat (0 basic, 1 mimic, 2 random)"),
        (["--viewer", "-1"], "there is no viewer '-1'"),
        (["--round", "0"], "'0' is not a whole number from 1"),
        (["--at", "x"], "'x' is not a whole number from 0"),
        (["--at", "1", "--round", "1"], "give --round or --at, not both"),
        (["--at", "1", "--why"], "give --why or --at, not both"),
    ],
)
def test_wrong_usage_is_one_sentence(arguments: list[str], sentence: str, path: Path) -> None:
    """It says what to write instead."""
    told = refused("show", path, *arguments, code=2)
    assert sentence in told
    assert told.endswith("(see pitboss show --help)")


def test_what_the_journal_does_not_hold_is_one_sentence(path: Path) -> None:
    """A round or a line beyond its end is named."""
    assert "no round 21; it has rounds 1 to 20" in refused("show", path, "--round", "21")
    assert "ends before sequence number 99999" in refused("show", path, "--at", "99999")


def test_rounds_are_written_as_a_page(path: Path, tmp_path: Path) -> None:
    """Whole to its place, as the viewer may know them; one that stands there is replaced."""
    page = tmp_path / "rounds.html"
    for viewer in ("mimic", "auditor"):
        result = run("show", path, "--round", "3..5", "--viewer", viewer, "--output", page)
        assert (result.exit_code, result.stdout) == (0, "")
        text = page.read_text("utf-8")
        assert f"seen by <b>{viewer}</b>" in text
        assert text.count("<h2>Round ") == 3
    assert run("show", path, "--round", "3", "--output", "-").stdout.startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--output", "x.html"], "give --round with it"),
        (["--round", "1", "--output", "x.html", "--json"], "neither --at nor --json"),
        (["--round", "1..2"], "give --output, too"),
        (["--round", "2..1", "--output", "x.html"], "write the lower number first"),
        (["--round", "1..", "--output", "x.html"], "'' is not a whole number from 1"),
        (["--round", "20..21", "--output", "x.html"], "no round 21; it has rounds 1 to 20"),
    ],
)
def test_a_page_that_cannot_be_written_is_refused(
    options: list[str], problem: str, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With what to do instead; no file is left."""
    monkeypatch.chdir(tmp_path)
    code = 1 if "20..21" in options else 2
    assert problem in refused("show", path, *options, code=code)
    assert not list(tmp_path.iterdir())


def test_a_journal_is_not_written_over_by_its_page(path: Path) -> None:
    """By whatever name."""
    assert "is the input" in refused("show", path, "--round", "1", "--output", path, code=2)
