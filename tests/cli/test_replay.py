"""``pitboss replay``: each verdict with its block and its exit code."""

import json
from gzip import compress
from pathlib import Path

import pytest
from tests.cli.command_line import journal_of, refused, run

from pitboss import Journal, MimicPlayer, Table, play_rounds


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the journal of twenty rounds."""
    return journal_of(tmp_path_factory.mktemp("journal") / "game").read_bytes()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return where a test puts its journal."""
    return tmp_path / "game.jsonl"


def resealed(line: bytes) -> bytes:
    """Return a header whose digest is right again after a change, with a digest of its own."""
    from hashlib import sha256  # noqa: PLC0415  this test alone seals by hand

    body = line[: line.rindex(b',"digest":')]
    return body + b',"digest":"' + sha256(body).hexdigest().encode() + b'"}\n'


def test_a_journal_that_is_whole_matches(journal: bytes, path: Path) -> None:
    """The verdict counts rounds and lines, and says how fast they went by."""
    path.write_bytes(journal)
    result = run("replay", path)
    assert result.exit_code == 0
    assert result.stdout.startswith(f"MATCH  {path}\n")
    assert (
        f"20 rounds, {len(journal.splitlines())} lines: every numbered line came out the same"
        in (result.stdout)
    )
    assert "rounds a second" in result.stdout
    assert result.stderr == ""


def test_a_journal_may_come_from_standard_input(journal: bytes) -> None:
    """A dash stands for it."""
    result = run("replay", "-", written=journal)
    assert (result.exit_code, result.stdout.split()[0]) == (0, "MATCH")


@pytest.mark.parametrize("number", ["1", "13", "20"])
def test_one_round_is_verified_alone(number: str, journal: bytes, path: Path) -> None:
    """Damage elsewhere does not matter to it, and it is said that nobody looked there."""
    lines = [line for line in journal.splitlines(keepends=True) if b'"end","round":7' not in line]
    path.write_bytes(b"".join(lines))
    result = run("replay", path, "--round", number)
    assert result.exit_code == 0
    first, second = result.stdout.splitlines()[1:]
    record = json.loads(run("replay", path, "--round", number, "--json").stdout)
    assert (record["checked"], record["round"], record["rounds"]) == ("round", int(number), 1)
    assert 3 < record["lines"] < 30
    assert f"round {number}, {record['lines']} lines: each came out the same" in first
    assert second == "  no other round was checked; this round's first line has the state before it"
    assert json.loads(run("replay", path, "--json").stdout)["checked"] == "journal"


def test_one_round_that_is_damaged_says_nothing_of_others(journal: bytes, path: Path) -> None:
    """Nobody has looked at them, so it is not said that they come out the same."""
    path.write_bytes(journal.replace(b'"moves":["betting-bet"', b'"moves":["x"'))
    told = run("replay", path, "--round", "12").stdout
    assert "  checked       round 12 alone\n" in told
    assert "came out the same" not in told
    told = refused("show", path, "--round", "12")
    assert told.endswith("; nothing before round 12 was checked: replay the whole journal")


def test_damage_is_shown_where_it_is(journal: bytes, path: Path) -> None:
    """The block names line, sequence number and round, and shows both sides with a mark."""
    lines = journal.splitlines(keepends=True)
    place = next(n for n, line in enumerate(lines) if b'"line":"end","round":3' in line)
    lines[place] = lines[place].replace(b'"bet":1000', b'"bet":1001', 1)
    path.write_bytes(b"".join(lines))
    result = run("replay", path)
    assert result.exit_code == 1
    told = result.stdout.splitlines()
    assert told[0] == f"DAMAGED  {path}"
    assert f"line {place + 1}, sequence number {place}, round 3" in told[1]
    assert told[3].endswith("is wrong: a line between it and the previous digest was changed")
    assert "2 rounds came out the same" in told[4]
    assert told[5].strip().startswith("journal says")
    assert told[6].strip().startswith("engine does")
    mark = told[7].index("^")
    assert (told[5][mark], told[6][mark]) == ("1", "0")
    assert all(len(line) <= 80 for line in told[1:])


def test_an_engine_that_does_something_else_diverges(journal: bytes, path: Path) -> None:
    """A journal that is sound in itself, but not what the engine does, is told apart."""
    header, *others = journal.splitlines(keepends=True)
    path.write_bytes(resealed(header.replace(b'"seed":7', b'"seed":8')) + b"".join(others))
    result = run("replay", path)
    assert result.exit_code == 1
    assert result.stdout.split()[0] in {"DIVERGED", "DAMAGED"}


def test_a_journal_of_a_newer_engine_is_unsupported(journal: bytes, path: Path) -> None:
    """The verdict says which version or algorithm it is."""
    header, *others = journal.splitlines(keepends=True)
    newer = resealed(header.replace(b'"schema":2', b'"schema":99'))
    path.write_bytes(newer + b"".join(others))
    result = run("replay", path)
    assert result.exit_code == 3
    assert result.stdout.startswith("UNSUPPORTED")
    assert "journal schema 99" in result.stdout
    assert "schema 99" in refused("show", path, code=3)


@pytest.mark.parametrize("cut", [1, 100, 900])
def test_a_journal_that_ends_too_soon_is_incomplete(cut: int, journal: bytes, path: Path) -> None:
    """Its whole lines came out the same, and it says what is missing."""
    path.write_bytes(journal[:-cut])
    result = run("replay", path)
    assert result.exit_code == 4
    assert result.stdout.startswith("INCOMPLETE")
    path.write_bytes(b"")
    assert run("replay", path).exit_code == 4


def test_the_verdict_is_one_json_object(journal: bytes, path: Path) -> None:
    """Its exit code is the same as without."""
    path.write_bytes(journal)
    verdict = json.loads(run("replay", path, "--json").stdout)
    assert (verdict["verdict"], verdict["rounds"], verdict["problem"]) == ("MATCH", 20, "")
    path.write_bytes(journal.replace(b'"net":-1000', b'"net":1000', 1))
    result = run("replay", path, "--json")
    verdict = json.loads(result.stdout)
    assert (result.exit_code, verdict["verdict"]) == (1, "DAMAGED")
    assert verdict["journal_says"] != verdict["engine_does"]
    assert verdict["line"] == verdict["seq"] + 1


@pytest.mark.parametrize("garbage", [b"\x00" * 5000, bytes(range(256)) * 40, b"{" * 9000, b"[]\n"])
def test_garbage_is_no_journal(garbage: bytes, path: Path) -> None:
    """Whatever the bytes are, there is a verdict, and nothing that steers the terminal."""
    path.write_bytes(garbage)
    result = run("replay", path)
    assert result.exit_code == 2
    assert result.stdout.startswith(f"NO JOURNAL  {path}\n")
    assert refused("show", path) == "line 1: this is not a journal; give the file of a journal"
    assert all(sign.isprintable() or sign == "\n" for sign in result.stdout)


def test_a_round_that_is_not_there_is_one_sentence(journal: bytes, path: Path) -> None:
    """The number is named."""
    path.write_bytes(journal)
    assert "no round 21" in refused("replay", path, "--round", "21")
    assert "from 1 to" in refused("replay", path, "--round", "0", code=2)


def test_a_chain_of_files_is_replayed_as_one(tmp_path: Path, path: Path) -> None:
    """The file that is changed is named with its line, and one that is missing, too."""
    with Journal.create(path) as game:
        table = Table(seats=["Ann"], seed=7, recorder=game)
        for _ in range(3):
            play_rounds(table, [MimicPlayer()], rounds=2)
            game.rotate(table)
        table.close()
    result = run("replay", "--chain", path)
    assert (result.exit_code, result.stdout.split()[0]) == (0, "MATCH")
    assert "6 rounds, " in result.stdout
    assert run("replay", path).exit_code == 4
    second = tmp_path / "game.2.jsonl"
    data = second.read_bytes()
    second.write_bytes(data.replace(b'"line":"end","round":', b'"line":"end","round":9', 1))
    result = run("replay", "--chain", path, "--json")
    record = json.loads(result.stdout)
    assert (result.exit_code, record["in"], record["verdict"]) == (1, str(second), "DAMAGED")
    assert f"{second}, line {record['line']}, " in run("replay", "--chain", path).stdout
    second.unlink()
    result = run("replay", "--chain", path)
    assert result.exit_code == 4
    assert f"the journal continues in {second}, which is missing" in result.stdout


def test_no_file_follows_standard_input() -> None:
    """So it is no chain."""
    assert "--chain needs a file" in refused("replay", "--chain", "-", code=2)


def test_rounds_of_a_chain_are_replayed_shown_and_exported_as_of_one_journal(path: Path) -> None:
    """With --chain, wherever a round stands; a line of a file that is changed is named there."""
    rounds = ("--rounds", "20", "--seed", "7", "--players", "basic")
    whole = journal_of(path.with_name("whole.jsonl"), *rounds)
    journal_of(path, *rounds, "--rotate", "8")
    assert run("replay", "--chain", path, "--round", "17").exit_code == 0
    for arguments in (("show", "--json"), ("show", "--round", "17"), ("export",)):
        expected = run(*arguments, whole)
        result = run(*arguments, path, "--chain")
        assert (result.exit_code, result.output) == (0, expected.output)
    page = path.with_name("rounds.html")
    assert run("show", path, "--chain", "--round", "8..9", "--output", page).exit_code == 0
    assert "--at is a line of one file" in refused("show", path, "--chain", "--at", "3", code=2)
    second = path.with_name("game.2.jsonl")
    data = second.read_bytes()
    second.write_bytes(data.replace(b'"line":"end","round":', b'"line":"end","round":9', 1))
    number = data[: data.index(b'"line":"end"')].count(b"\n") + 1
    assert f"{second}: line {number}: " in refused("export", path, "--chain", code=1)
    second.write_bytes(data[:-100])
    Path(f"{second}.gz").write_bytes(compress(data)[:-9])
    second.unlink()
    assert f"{second}.gz: the packed file is damaged" in refused("export", path, "--chain", code=1)


@pytest.mark.parametrize(
    "command",
    ["show", "find", "export", "share", "diagram --coverage --journal", "run --resume"],
)
def test_every_command_says_that_bytes_follow_the_trailer(
    command: str, journal: bytes, path: Path
) -> None:
    """As of a whole line there: such a file is not as it was written."""
    path.write_bytes(journal + bytes(100))
    number = journal.count(b"\n") + 1
    result = run(*command.split(), path)
    assert result.exit_code == 1
    told = f"line {number}: bytes follow the last line of the journal; "
    assert f"{told}use an unchanged copy of the journal" in result.stderr


@pytest.mark.parametrize("command", ["show", "show --json", "export", "share"])
def test_a_file_that_is_missing_in_a_chain_is_named_by_every_command(
    command: str, path: Path
) -> None:
    """With the exit code of a replay, unless only rounds before it are wanted."""
    journal_of(path, "--rotate", "8")
    first = path.with_name("first.jsonl")
    first.write_bytes(path.read_bytes())
    second = path.with_name("game.2.jsonl")
    second.unlink()
    words = command.split()
    alone = run(*words, first)
    assert (alone.exit_code, alone.stderr) == (0, "")
    result = run(*words, "--chain", path)
    gap = f"the journal continues in {second}, which is missing"
    assert (result.exit_code, result.stdout) == (4, alone.stdout)
    assert result.stderr == f"pitboss: {gap}; the rounds before it were read\n"
    if command != "export":
        assert run(*words, "--chain", path, "--round", "8").exit_code == 0
        told = refused(*words, "--chain", path, "--round", "17")
        assert told == f"the journal has no round 17; it has rounds 1 to 8; {gap}"


@pytest.mark.parametrize("command", ["show", "export", "share"])
def test_a_file_that_is_damaged_in_a_chain_is_not_read_in_silence(command: str, path: Path) -> None:
    """If it is empty, or if bytes follow its last line, though another file follows."""
    journal_of(path, "--rotate", "8")
    second = path.with_name("game.2.jsonl")
    whole = second.read_bytes()
    second.write_bytes(whole + b"x")
    result = run(command, "--chain", path)
    assert result.exit_code == 1
    assert "bytes follow the last line of the journal" in result.stderr
    assert run("replay", "--chain", path).exit_code == 1
    second.write_bytes(b"")
    result = run(command, "--chain", path)
    assert result.exit_code == 4
    assert f"the journal continues in {second}, which is empty" in result.stderr
    assert run("replay", "--chain", path).exit_code == 4


@pytest.mark.parametrize("command", ["show", "show --json", "export", "share"])
@pytest.mark.parametrize("lines", [0, 1, 3, -7, -1])
def test_a_file_that_is_cut_off_before_another_of_its_chain_is_named(
    lines: int, command: str, path: Path
) -> None:
    """As one that is missing, wherever it is cut off."""
    journal_of(path, "--rotate", "8")
    second, third = path.with_name("game.2.jsonl"), path.with_name("game.3.jsonl")
    whole = second.read_bytes()
    second.write_bytes(b"".join(whole.splitlines(keepends=True)[:lines]) + whole[:50])
    result = run(*command.split(), "--chain", path)
    assert result.exit_code == 4
    told = f"{second} is cut off, but {third} follows it; the rounds before it were read"
    assert told in result.stderr
    assert run("replay", "--chain", path).exit_code == 4


def test_a_file_of_another_game_does_not_make_a_journal_incomplete(path: Path) -> None:
    """It is left with the name of the next file; a game that has ended needs no next file."""
    journal_of(path, "--rotate", "8")
    whole = journal_of(path.with_name("whole.jsonl")).read_bytes()
    other = journal_of(path.with_name("other.jsonl"), "--rounds", "30", "--seed", "8").read_bytes()
    for data in (whole, other, other[:-999]):
        path.write_bytes(data)
        assert run("show", "--chain", path).exit_code == 0
    path.write_bytes(whole[:-999])
    assert run("show", "--chain", path).exit_code == 4


def test_a_file_that_is_missing_in_a_chain_does_not_undo_the_output(path: Path) -> None:
    """The rounds before it stand there."""
    journal_of(path, "--rotate", "8")
    path.with_name("game.2.jsonl").unlink()
    table = path.with_name("rounds.csv")
    assert run("export", "--chain", path, "--output", table).exit_code == 4
    assert len(table.read_text().splitlines()) == 1 + 8


def test_a_chain_whose_first_file_is_missing_has_no_verdict(path: Path) -> None:
    """The file is named."""
    result = run("replay", "--chain", path)
    assert result.exit_code == 2
    assert str(path) in result.stderr
