"""``pitboss run``: bots play, and the same options give the same journal."""

import json
from pathlib import Path
from typing import TypedDict

import pytest
from tests.cli.command_line import journal_of, refused, run, start

from pitboss.game.shoe import MAX_SEED, SEED_BYTES


class Seat(TypedDict):
    """A seat in the header of a journal."""

    name: str
    balance: int | None


class Header(TypedDict):
    """What a journal says once, as far as these tests ask."""

    seed: int
    rules: dict[str, object]
    seats: list[Seat]


def header(journal: Path) -> Header:
    """Return what a journal says once."""
    first: Header = json.loads(journal.read_bytes().splitlines()[0])
    return first


def names(journal: Path) -> list[str]:
    """Return who sits at the table of a journal."""
    return [seat["name"] for seat in header(journal)["seats"]]


def test_a_journal_is_the_same_in_every_process(tmp_path: Path) -> None:
    """Neither the hash seed of Python nor the file's name changes a byte."""
    for name, hash_seed in (("a", "0"), ("b", "1")):
        arguments = ["run", "--seed", "7", "--rounds", "300", "--journal", str(tmp_path / name)]
        with start(*arguments, environment={"PYTHONHASHSEED": hash_seed}) as game:
            assert game.communicate()[1] == b""
        assert game.returncode == 0
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_the_journal_goes_to_standard_output_and_the_summary_beside_it() -> None:
    """Without a file the journal can be piped on, and nothing else stands in it."""
    result = run("run", "--seed", "7", "--rounds", "20")
    lines = result.stdout.splitlines()
    assert json.loads(lines[-1])["rounds"] == 20
    assert all(json.loads(line)["seq"] == number for number, line in enumerate(lines))
    assert "20 rounds of six_deck_s17, seed 7" in result.stderr
    assert f"{len(lines)} lines in standard output" in result.stderr


def test_a_file_holds_what_standard_output_would(tmp_path: Path) -> None:
    """The summary then goes to standard output and names the file."""
    path = tmp_path / "game.jsonl"
    result = run("run", "--seed", "7", "--rounds", "20", "--journal", path)
    assert path.read_text("utf-8") == run("run", "--seed", "7", "--rounds", "20").stdout
    assert str(path) in result.stdout
    assert result.stderr == ""


def test_the_summary_tells_each_seat_its_net_and_chips(tmp_path: Path) -> None:
    """With a limited balance it also says what is left of it."""
    path = tmp_path / "game.jsonl"
    result = run("run", "--seed", "7", "--balance", "50000", "--json", "--journal", path)
    summary = json.loads(result.stdout)
    trailer = json.loads(path.read_bytes().splitlines()[-1])
    assert [seat["balance"] for seat in summary["seats"]] == trailer["balances"]
    assert [seat["net"] + 50_000 for seat in summary["seats"]] == trailer["balances"]
    assert (summary["rounds"], summary["lines"]) == (trailer["rounds"], trailer["lines"])
    assert (summary["stopped"], summary["seed"], summary["journal"]) == ("all_played", 7, str(path))
    text = run("run", "--seed", "7", "--balance", "50000", "--journal", path).stdout
    assert text.count(" left\n") == 3


def test_players_are_dealt_to_seats_and_begin_again(tmp_path: Path) -> None:
    """Seats are named after their players, and numbered where one sits there twice."""
    path = journal_of(tmp_path / "a", "--players", "basic,mimic", "--seats", "5")
    assert names(path) == ["basic 1", "mimic 1", "basic 2", "mimic 2", "basic 3"]
    path = journal_of(tmp_path / "b", "--players", "random")
    assert names(path) == ["random"]
    path = journal_of(tmp_path / "c")
    assert names(path) == ["basic", "mimic", "random"]


def test_a_table_for_one_seats_one(tmp_path: Path) -> None:
    """Without a wish for players there are no more than the rules allow."""
    path = journal_of(tmp_path / "a", "--rules", "spring")
    assert names(path) == ["basic"]


def test_a_game_ends_well_when_every_seat_is_broke(tmp_path: Path) -> None:
    """It says so, and its journal is whole."""
    path = tmp_path / "game.jsonl"
    arguments = ["--seed", "7", "--rounds", "5000", "--balance", "3000", "--players", "random"]
    result = run("run", *arguments, "--journal", path)
    assert result.exit_code == 0
    assert "Every seat is broke, so the game is over." in result.stdout
    assert run("replay", path).exit_code == 0


def test_without_a_seed_one_is_drawn_and_recorded(tmp_path: Path) -> None:
    """It is a secret of 32 bytes, and the same one plays the same game again."""
    path, again = tmp_path / "a", tmp_path / "b"
    assert run("run", "--rounds", "5", "--journal", path).exit_code == 0
    seed = str(header(path)["seed"])
    assert len(bytes.fromhex(seed)) == SEED_BYTES
    run("run", "--rounds", "5", "--seed", seed, "--journal", again)
    assert again.read_bytes() == path.read_bytes()
    run("run", "--rounds", "5", "--journal", again)
    assert str(header(again)["seed"]) != seed


@pytest.mark.parametrize("seed", ["0", str(MAX_SEED)])
def test_seeds_reach_from_zero_to_the_largest(seed: str, tmp_path: Path) -> None:
    """Both ends are seeds."""
    path = tmp_path / "game.jsonl"
    assert run("run", "--rounds", "1", "--seed", seed, "--journal", path).exit_code == 0
    assert header(path)["seed"] == int(seed)


def test_the_bet_is_in_minor_units(tmp_path: Path) -> None:
    """A thousand is ten units, and a bet stays within the rules of the table."""
    path = journal_of(tmp_path / "a", "--bet", "2500", "--players", "mimic")
    assert b'"event":"bet","seat":0,"hand":0,"amount":2500' in path.read_bytes()
    said = "--bet must be 1 or more under these rules, got 0"
    assert refused("run", "--bet", "0", code=2).startswith(said)
    path = journal_of(tmp_path / "c", "--bet", "0", "--rules", "spring")
    assert b'"event":"bet","seat":0,"hand":0,"amount":0' in path.read_bytes()
    path = journal_of(tmp_path / "b", "--bet", "2500", "--rules", "spring")
    assert b'"event":"bet","seat":0,"hand":0,"amount":0' in path.read_bytes()


@pytest.mark.parametrize("ending", ["toml", "json"])
def test_rules_come_from_a_file(ending: str, tmp_path: Path) -> None:
    """Its options change the table that it names."""
    file = tmp_path / f"house.{ending}"
    toml = 'preset = "lott"\ndecks = 4\ncut_card = "20..20"\n'
    text = '{"preset": "lott", "decks": 4, "cut_card": "20..20"}'
    file.write_text(toml if ending == "toml" else text, "utf-8")
    path = journal_of(tmp_path / "game", "--rules", str(file))
    rules = header(path)["rules"]
    assert (rules["decks"], rules["deal"]) == (4, "blocks")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--rules", "six_deck_17"], "did you mean six_deck_s17"),
        (["--rules", "xyzzy"], "choose six_deck_s17 | lott"),
        (["--players", "basic,mimick"], "there is no player 'mimick'; did you mean mimic?"),
        (["--players", "zzz"], "choose basic | mimic | random"),
        (["--players", ""], "there is no player ''"),
        (["--seats", "8"], "'8' is not a whole number from 1 to 7"),
        (["--seats", "0"], "'0' is not a whole number from 1 to 7"),
        (["--seats", "2", "--rules", "lott"], "this rule set allows at most 1"),
        (["--seats", "1", "--players", "basic,mimic"], "2 players do not fit 1 seats"),
        (["--seed", "-1"], "'-1' is not a seed: write a whole number from 0 to "),
        (["--seed", str(MAX_SEED + 1)], "is not a seed: write a whole number from 0 to "),
        (["--seed", "9" * 5000], "is not a seed: write a whole number from 0 to "),
        (["--seed", "\u0663"], "is not a seed: write a whole number from 0 to "),
        (["--rounds", "1.5"], "'1.5' is not a whole number"),
        (["--bet", "-5"], "'-5' is not a whole number"),
        (["--balance", "much"], "'much' is not a balance: write unlimited"),
        (["--rouns", "5"], "--rounds"),
        (["--seed"], "requires an argument"),
        (["extra"], "extra"),
    ],
)
def test_wrong_usage_is_one_sentence(arguments: list[str], sentence: str) -> None:
    """It says what is wrong, what to write instead, and where to read more."""
    told = refused("run", *arguments, code=2)
    assert sentence in told
    assert told.endswith("(see pitboss run --help)")


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("a.toml", b"decks = 0", "decks = 0 is not allowed: write 1..16"),
        ("a.toml", b"deks = 6", "option 'deks' is unknown; did you mean decks"),
        ("a.toml", b"decks =", "not valid TOML"),
        ("a.json", b"[1]", "not a JSON object"),
        ("a.json", b'{"decks": 1, "decks": 2}', "stands twice"),
        ("a.toml", b"\xff\xfe", "is not UTF-8 text"),
        ("a.toml", b"#" * 70_000, "longer than 65536 bytes"),
        ("a.toml", b'split = "off"\nmax_hands = 4\ndecks = 99', "decks = 99"),
    ],
)
def test_a_rule_file_that_cannot_be_is_one_sentence(
    name: str, data: bytes, sentence: str, tmp_path: Path
) -> None:
    """All that is wrong with the rules stands in it."""
    file = tmp_path / name
    file.write_bytes(data)
    assert sentence in refused("run", "--rules", file)


def test_a_rule_file_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    """A directory is no rule file either."""
    assert "No such file" in refused("run", "--rules", tmp_path / "none.toml")
    (tmp_path / "a.toml").mkdir()
    assert "Is a directory" in refused("run", "--rules", tmp_path / "a.toml")
