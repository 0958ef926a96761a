"""``pitboss rules``: presets and options listed, rule sets shown, compared and checked."""

import json
from pathlib import Path

import pytest
from tests.cli.command_line import refused, run

from pitboss.rules import Rules
from pitboss.rules.bonuses import built_in_bonuses
from pitboss.rules.options import OPTIONS
from pitboss.rules.presets import PRESETS, SOURCES
from pitboss.rules.side_bets import built_in

LOTT_AND_EDUCATIVE = """\
                 lott       educative
decks            5          3             decks in the shoe
max_seats        1          7             most seats at the table
shuffle          cut_card   when_empty    when the shoe is replaced
cut_card         110..110   39..39        how many cards lie beneath the cut
                                          card; by default 13 for each deck
peek             insured    offered       whether the dealer looks for blackjack
                                          before play
dealer_draws     always     if_live_hand  when the dealer draws cards
natural_settles  turn       showdown      when a player's natural is paid
insured_ante     loses      compares      how an insured ante is settled if the
                                          dealer has blackjack
max_hands        unlimited  2             most hands that a seat may reach by
                                          splits
resplit_aces     true       false         whether split aces may be split again
bet_max          none       balance       greatest bet in minor units

11 options differ, 44 are the same.
"""


def told(*arguments: str | Path) -> str:
    """Run ``pitboss rules`` and return what it writes."""
    result = run("rules", *arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture
def house_rules(tmp_path: Path) -> Path:
    """Write a file that changes two options of a preset."""
    path = tmp_path / "house.toml"
    path.write_text('preset = "cpsc386"\ndecks = 6\nsoft_17 = "hit"\n', "utf-8")
    return path


def test_the_presets_are_listed_with_title_and_sources() -> None:
    """All of them, in their order; a number in brackets is spelt out."""
    text = told("list")
    places = [text.index(f"{name} ") for name in PRESETS]
    assert places == sorted(places)
    joined = " ".join(text.split())
    for preset in PRESETS.values():
        assert preset.title in joined
    for number, document in SOURCES.items():
        assert f"[{number}] {document}" in joined


def test_the_options_are_listed_with_default_values_meaning_and_sources() -> None:
    """Everything that a rule file may hold."""
    joined = " ".join(told("list", "--options").split())
    for option in OPTIONS.values():
        assert f" {option.meaning} {' '.join(option.kind.allowed.split())} " in joined
        assert option.source in joined


def test_some_options_are_listed_alone() -> None:
    """Those that are named, in that order."""
    lines = told("list", "soft_17", "charlie").splitlines()
    assert lines[0] == "soft_17  stand  what the dealer does with a soft 17"
    assert lines[1] == "                stand | hit"
    assert [line.split()[0] for line in lines if line[0] != " "] == ["soft_17", "charlie"]


@pytest.mark.parametrize("arguments", [(), ("--options",), ("peek",)])
def test_lists_can_be_read_by_programs(arguments: tuple[str, ...]) -> None:
    """Each line is a JSON object."""
    records = [json.loads(line) for line in told("list", "--json", *arguments).splitlines()]
    if arguments:
        names = ["peek"] if arguments == ("peek",) else list(OPTIONS)
        assert [record["option"] for record in records] == names
        assert all(record["meaning"] and record["allowed"] for record in records)
    else:
        assert [record["preset"] for record in records] == list(PRESETS)
        assert records[1]["differences"]["decks"] == 5


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_shown_with_every_option_and_what_differs(name: str) -> None:
    """An asterisk stands before each option that is not as at the default table."""
    lines = told("show", name).splitlines()
    rules = Rules.preset(name)
    options = [line.split() for line in lines if line[:2] in {"* ", "  "} and line[2:3].isalpha()]
    rows = [row for row in options if {row[0], row[min(1, len(row) - 1)]} & OPTIONS.keys()]
    marked = [row[1] for row in rows if row[0] == "*"]
    assert [row[1] if row[0] == "*" else row[0] for row in rows] == list(OPTIONS)
    assert marked == list(rules.changes(Rules()))
    assert lines[-1] == f"  digest {rules.digest}"


@pytest.mark.parametrize(
    ("name", "value", "clause"),
    [
        ("lott", "turn", "000 Filling the Hands"),
        ("educative", "showdown", "001 Game Resolution"),
        ("spring", "deal", "003 Natural Blackjack Resolution"),
    ],
)
def test_a_value_is_shown_with_the_clause_that_says_it(name: str, value: str, clause: str) -> None:
    """The clause of the very document that the preset is made from."""
    joined = " ".join(told("show", name).split())
    assert f"natural_settles {value} when a player's natural is paid [{clause}]" in joined


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("form", ["json", "toml"])
def test_a_rule_set_is_written_as_a_file_that_is_the_same_table(
    name: str, form: str, tmp_path: Path
) -> None:
    """What is written can be read, shown and compared again."""
    path = tmp_path / f"table.{form}"
    path.write_text(told("show", name, f"--{form}"), "utf-8")
    read = Rules.from_json if form == "json" else Rules.from_toml
    assert read(path.read_text("utf-8")) == Rules.preset(name)
    assert told("diff", name, path).endswith("\nThey are the same table.\n")


def test_where_two_tables_differ_can_be_read_at_a_glance() -> None:
    """Option, one value, the other value and what it decides, and nothing that is the same."""
    text = told("diff", "lott", "educative")
    assert text.endswith(f"\n\n{LOTT_AND_EDUCATIVE}")
    assert max(map(len, text.splitlines())) <= 80


def test_a_difference_can_be_read_by_programs(house_rules: Path) -> None:
    """Each line is a JSON object of an option and its two values."""
    lines = told("diff", "cpsc386", house_rules, "--json").splitlines()
    assert [json.loads(line) for line in lines] == [
        {"option": "decks", "values": [8, 6]},
        {"option": "soft_17", "values": ["stand", "hit"]},
    ]
    assert not told("diff", "lott", "lott", "--json")


def test_a_file_is_shown_as_what_it_changes(house_rules: Path) -> None:
    """The preset that it is nearest to, how many options it changes, and where it is."""
    heading = " ".join(told("show", house_rules).split("\n\n")[0].replace("\n", "").split())
    assert heading.startswith("house.toml Own rules, nearest to cpsc386: 2 options differ")
    shown = told("diff", "cpsc386", house_rules)
    assert "cpsc386  house.toml" in shown
    assert shown.endswith("\n2 options differ, 53 are the same.\n")


def test_rules_of_a_file_are_called_by_no_name_of_a_preset_that_they_are_not(
    tmp_path: Path,
) -> None:
    """Whether they are told of, played or simulated; the name of one that they are is given."""
    path = tmp_path / "own.toml"
    assert "  Own rules, nearest to six_deck_s17: 1 option differs\n" in told_of(
        path, "max_seats = 6"
    )
    own = "of own rules, nearest to six_deck_s17, seed 7"
    game = ("--rules", path, "--seed", "7", "--rounds", "20")
    assert own in run("run", *game, "--journal", tmp_path / "game.jsonl").stdout
    assert own in run("simulate", *game).stdout
    assert "  The same table as lott\n" in told_of(path, 'preset = "lott"')


def told_of(path: Path, text: str) -> str:
    """Write a rule file and return what is said of it when it is checked."""
    path.write_text(text, "utf-8")
    return told("check", path)


def test_a_file_that_describes_a_table_is_accepted(house_rules: Path) -> None:
    """It is said which table, and its digest."""
    text = told("check", house_rules)
    assert text.splitlines() == [
        f"OK  {house_rules}",
        "  Own rules, nearest to cpsc386: 2 options differ",
        "    decks = 6",
        "    soft_17 = hit",
        f"  digest {Rules.preset('cpsc386', decks=6, soft_17='hit').digest}",
    ]
    record = json.loads(told("check", house_rules, "--json"))
    assert record["ok"]
    assert record["changes"] == {"decks": 6, "soft_17": "hit"}


def test_a_file_that_describes_no_table_is_refused_with_all_reasons(tmp_path: Path) -> None:
    """Each on a line of its own; what is unknown is answered with the nearest."""
    path = tmp_path / "wrong.toml"
    path.write_text(
        'deks = 6\nsoft_17 = "hits"\nhole_card = "none"\npeek = "always"\nsplit = "off"\n'
        "max_hands = 3\n",
        "utf-8",
    )
    result = run("rules", "check", path)
    assert result.exit_code == 1
    word, *problems = result.stdout.splitlines()
    assert word == f"REFUSED  {path}"
    assert [problem.partition(":")[0] for problem in problems] == [
        "  option 'deks' is unknown; did you mean decks or deck?",
        "  soft_17 = 'hits' is not allowed",
        "  split = off contradicts max_hands = 3",
        "  hole_card = none contradicts peek = always",
    ]
    assert problems[1].endswith("did you mean hit?")
    in_json = run("rules", "check", path, "--json")
    assert in_json.exit_code == 1
    assert [f"  {each}" for each in json.loads(in_json.stdout)["problems"]] == problems


BELOW = "decided_by and classes belong in a pay table, below [[side_bets]] or [[bonuses]]"
FILE_OF_A = "this seems to be the file of a"
MEMBERS = "write its members below"
TAKES_IT = "`pitboss exact --side-bet FILE` reads the file unchanged"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            built_in()["hot_3"].to_json(),
            f"{FILE_OF_A} side bet: {MEMBERS} [[side_bets]]; {TAKES_IT}",
        ),
        (
            built_in_bonuses()["suited_natural"].to_json(),
            f"{FILE_OF_A} bonus: {MEMBERS} [[bonuses]]",
        ),
        (
            json.dumps({"side_bets": [{"name": "own"}], "classes": [{"name": "c"}]}),
            BELOW,
        ),
        (json.dumps({**built_in()["hot_3"].to_dict(), "decks": 2}), BELOW),
    ],
)
def test_a_pay_table_that_is_no_rule_file_is_named_in_one_sentence(
    text: str, sentence: str, tmp_path: Path
) -> None:
    """Also where the rules of a table are asked for; nothing else is said of it."""
    path = tmp_path / "bet.json"
    path.write_text(text, "utf-8")
    assert run("rules", "check", path).stdout.splitlines() == [f"REFUSED  {path}", f"  {sentence}"]
    why = refused("run", "--rules", path)
    assert why == f"the rules in {path} are refused: {sentence}"


def test_a_preset_in_a_file_that_is_unknown_suggests_the_nearest(tmp_path: Path) -> None:
    """As on the command line."""
    path = tmp_path / "wrong.json"
    path.write_text('{"preset": "lot"}', "utf-8")
    result = run("rules", "check", path)
    assert result.exit_code == 1
    assert "did you mean lott?" in result.stdout


def test_a_file_that_cannot_be_read_is_one_sentence(tmp_path: Path) -> None:
    """Whether it is missing, no text, or no TOML."""
    assert "No such file or directory" in refused("rules", "check", tmp_path / "none.toml")
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe")
    assert "it is not UTF-8 text" in refused("rules", "check", binary)
    broken = tmp_path / "broken.toml"
    broken.write_text("decks = ", "utf-8")
    assert "not valid TOML" in refused("rules", "show", broken)
    assert run("rules", "check", broken).stdout.startswith("REFUSED  ")


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (("show", "lot"), "there is no rule set 'lot'; did you mean lott?"),
        (("diff", "lott", "educativ"), "there is no rule set 'educativ'; did you mean educative?"),
        (("list", "pek"), "there is no option 'pek'; did you mean peek?"),
        (("list", "zzz"), "there is no option 'zzz'; pitboss rules list --options shows"),
        (("shwo", "lott"), "there is no command 'shwo'; did you mean show?"),
        (("diff", "lott"), "missing argument"),
    ],
)
def test_what_is_misspelt_is_answered_with_the_nearest(
    arguments: tuple[str, ...], hint: str
) -> None:
    """A preset, an option and a command alike."""
    assert hint in refused("rules", *arguments, code=2)


def test_a_file_name_cannot_steer_the_terminal(tmp_path: Path) -> None:
    """Control characters in it are shown as marks."""
    path = tmp_path / "red\x1b[31m.toml"
    path.write_text("decks = 2\n", "utf-8")
    for command in (("show", path), ("diff", "lott", path), ("check", path)):
        assert "\x1b" not in told(*command)


def test_without_a_command_the_help_is_shown() -> None:
    """It names all of them."""
    text = told()
    for command in ("list", "show", "diff", "check"):
        assert f"\n  {command} " in text
