"""The command ``pitboss exact --side-bet``."""

import json
import sys
from pathlib import Path

import pytest
from attrs import evolve
from click import Context
from tests.cli.command_line import refused, run

from pitboss import Rules
from pitboss.cli.exact import exact
from pitboss.cli.exact_side_bet import MAX_CLASSES_TRIED
from pitboss.errors import ExitCode
from pitboss.exact import removal_effects, side_bet_value
from pitboss.game.cards import CARDS, Card
from pitboss.rules.pay_tables import MAX_PAY_TABLE_BYTES
from pitboss.rules.side_bets import DecidingCards, SideBet, built_in

LADIES = built_in()["lucky_ladies"]
TWO_DECKS = Rules.preset("six_deck_s17", decks=2)


def test_the_edge_stands_with_what_it_is_made_of() -> None:
    """Each class has what it pays, how often, and what that wins; ranks have what they change."""
    told = run("exact", "--side-bet", "21+3").stdout.splitlines()
    assert told[0].startswith("21+3, 6 decks")
    assert told[1:4] == [
        "It wins −3.23857 % of the stake, on average.",
        "The variance is 8.73987, and the standard deviation is 2.95633 stakes.",
        "Something is paid in 9.67614 % of all rounds.",
    ]
    assert told[5].split() == ["pays", "chance", "wins"]
    assert told[9].split() == ["Straight", "9:1", "3.10214", "%", "27.91922", "%"]
    assert told[11].split() == ["Lost", "90.32386", "%", "−90.32386", "%"]
    assert [line.split()[0] for line in told[14:]] == list("A23456789TJQK")
    assert told[14].split() == ["A", "+0.08366"]


def test_suits_have_columns_of_their_own_where_they_differ() -> None:
    """A queen of hearts that is gone takes most."""
    told = run("exact", "--side-bet", "lucky_ladies", "--decks", "2").stdout.splitlines()
    assert told[-14].split() == ["c", "d", "h", "s"]
    effects = removal_effects(LADIES, TWO_DECKS)
    queens = [f"{float(100 * effects[card]):+.5f}" for card in effects if card.rank.value == "Q"]
    assert told[-2].split() == ["Q", *[each.replace("-", "−") for each in queens]]


def test_json_has_a_line_for_the_value_each_class_and_each_card() -> None:
    """Nothing is rounded but to a float."""
    told = run("exact", "--side-bet", "lucky_ladies", "--decks", "2", "--json").stdout
    head, *rest = map(json.loads, told.splitlines())
    value, effects = side_bet_value(LADIES, TWO_DECKS), removal_effects(LADIES, TWO_DECKS)
    assert head == {
        "kind": "side_bet",
        "side_bet": "lucky_ladies",
        "decks": 2,
        "edge": float(value.edge),
        "variance": float(value.variance),
        "standard_deviation": value.standard_deviation,
        "hit_frequency": float(value.hit_frequency),
        "lost": float(value.lost),
    }
    assert rest == [
        {
            "kind": "class",
            "class": each.pay_class.name,
            "pays": each.pay_class.odds,
            "chance": float(each.chance),
            "wins": float(each.chance * each.wins),
        }
        for each in value.classes
    ] + [
        {"kind": "removal", "card": card.code, "edge": float(change)}
        for card, change in effects.items()
    ]


def test_cards_may_be_gone_from_the_shoe(tmp_path: Path) -> None:
    """Their value is that of the shoe that is left; a card of which none is left has no effect."""
    told = run("exact", "--side-bet", "lucky_ladies", "--decks", "2", "--without", "QhQh").stdout
    shoe = dict.fromkeys(CARDS, 2) | {Card.parse("Qh"): 0}
    edge = 100 * float(side_bet_value(LADIES, TWO_DECKS, shoe=shoe).edge)
    lines = told.splitlines()
    assert lines[0].startswith("Lucky Ladies, 2 decks without QhQh")
    assert lines[1] == f"It wins {edge:.5f} % of the stake, on average.".replace("-", "−")
    assert [len(line.split()) for line in lines[-3:]] == [5, 4, 5]
    asked = ("exact", "--side-bet", "21+3", "--decks", "1")
    head = json.loads(run(*asked, "--without", "AcAd", "--json").stdout.splitlines()[0])
    assert (head["decks"], head["without"]) == (1, "AcAd")
    wrong = ExitCode.WRONG_USAGE
    assert "only 1 of Ac in 1 deck" in refused(*asked, "--without", "AcAc", code=wrong)
    rules = tmp_path / "spanish.toml"
    rules.write_text('deck = "spanish"\ndecks = 6\n', "utf-8")
    spanish = ("exact", "--side-bet", "perfect_pairs", "--rules", rules)
    assert run(*spanish).stdout.startswith("Perfect Pairs, 6 Spanish decks")
    assert json.loads(run(*spanish, "--json").stdout.splitlines()[0])["deck"] == "spanish"
    none_left = refused(*spanish, "--without", "Tc", code=wrong)
    assert "only 0 of Tc in 6 Spanish decks" in none_left
    assert "write codes without spaces" in refused(*asked, "--without", "A", code=wrong)
    assert "add --side-bet" in refused("exact", "--without", "Ac", code=wrong)
    left = "".join([card.code for card in CARDS[2:]])
    assert "a shoe of 2 cards may run out" in refused(*asked, "--without", left)


def test_a_pay_table_may_stand_in_a_file(tmp_path: Path) -> None:
    """In TOML or JSON, as side bets of one's own do."""
    bet = built_in()["royal_match/single_deck"]
    as_json, as_toml = tmp_path / "royal.json", tmp_path / "royal.toml"
    as_json.write_text(bet.to_json(), "utf-8")
    as_toml.write_text(
        'name = "royal"\ntitle = "Royal Match"\nsource = "ours"\ndecided_by = "first_two"\n'
        'classes = [{name = "any", title = "any", pays = "3:1", suited = true}]',
        "utf-8",
    )
    told = run("exact", "--side-bet", as_json, "--decks", "1").stdout
    assert "It wins −3.77074 %" in told
    assert "It wins −5.88235 %" in run("exact", "--side-bet", as_toml, "--decks", "1").stdout


DEAD = """
name = "own"
title = "Own"
source = "ours"
decided_by = "first_two"
classes = [
    {name = "three", title = "Three", pays = "9:1", ranks = ["A", "A", "A"]},
    {name = "suited", title = "Suited", pays = "3:1", suited = true},
    {name = "pair", title = "Suited pair", pays = "9:1", suited = true, same_rank = true},
    {name = "queens", title = "Queens of hearts", pays = "9:1", cards = ["Qh", "Qh"]},
]
"""


def test_a_class_that_no_cards_reach_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the value of a side bet, and where rules are checked."""
    said, dead = "No cards fall into the class", ["three:", "pair:", "queens:"]

    def named(told: str) -> list[str]:
        return [line.partition(said)[2].split()[0] for line in told.splitlines() if said in line]

    assert named(run("exact", "--side-bet", "bet_the_set", "--decks", "1").stdout) == ["suited:"]
    file, rules = tmp_path / "own.toml", tmp_path / "rules.json"
    file.write_text(DEAD, "utf-8")
    assert named(run("exact", "--side-bet", file).stdout) == dead
    bet = SideBet.from_toml(DEAD)
    lines = [evolve(bet.classes[0], name=f"c{number}") for number in range(MAX_CLASSES_TRIED + 1)]
    many = evolve(bet, name="many", classes=tuple(lines))
    hand = evolve(bet, name="hand", decided_by=DecidingCards.HAND)
    listed = [bet.to_dict(), "royal_match", many.to_dict(), hand.to_dict()]
    rules.write_text(json.dumps({"decks": 1, "side_bets": listed}), "utf-8")
    checked = run("rules", "check", rules)
    assert checked.exit_code == 0
    assert named(checked.stdout) == dead
    assert checked.stdout.count(f"  own: {said}") == len(dead)
    record = json.loads(run("rules", "check", rules, "--json").stdout)
    assert record["ok"]
    assert named("\n".join(record["warnings"])) == dead
    monkeypatch.setitem(sys.modules, "pitboss.exact", None)
    assert not named(run("rules", "check", rules).stdout)


def test_a_rule_file_may_have_the_side_bet(tmp_path: Path) -> None:
    """Its own of a name comes before one that is built in."""
    file = tmp_path / "own.toml"
    for name in ("own", "21+3"):
        file.write_text(
            f'[[side_bets]]\nname = "{name}"\ntitle = "Own"\nsource = "ours"\n'
            'decided_by = "first_two"\n[[side_bets.classes]]\nname = "any"\ntitle = "any"\n'
            'pays = "3:1"\nsuited = true',
            "utf-8",
        )
        told = run("exact", "--rules", file, "--side-bet", name, "--decks", "1").stdout
        assert "It wins −5.88235 %" in told


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"name = 3", "is not a pay table: pay table refused at name"),
        (b"\xff", "is not a pay table: it is not UTF-8 text"),
        (b" " * (MAX_PAY_TABLE_BYTES + 1), f"it is longer than {MAX_PAY_TABLE_BYTES} bytes"),
    ],
)
def test_a_file_that_is_no_pay_table_is_refused(data: bytes, why: str, tmp_path: Path) -> None:
    """In one sentence that says where it is wrong."""
    file = tmp_path / "own.toml"
    file.write_bytes(data)
    assert why in refused("exact", "--side-bet", file)
    assert "cannot be read" in refused("exact", "--side-bet", tmp_path / "none.toml")


@pytest.mark.parametrize("text", ['preset = "lott"', 'side_bets = ["21+3"]\n[[classes]]'])
def test_a_rule_file_is_named_in_one_sentence(text: str, tmp_path: Path) -> None:
    """With the option that takes it; a pay table with an option of the rules is none."""
    file = tmp_path / "own.toml"
    file.write_text(text, "utf-8")
    step = "give it as --rules, and the name of one of its side bets as --side-bet"
    told = refused("exact", "--side-bet", file)
    assert told == f"{file} seems to be a rule file: {step}"
    file.write_text('decks = 2\ndecided_by = "first_two"', "utf-8")
    assert "is not a pay table" in refused("exact", "--side-bet", file)


def test_what_the_command_cannot_do_is_refused(tmp_path: Path) -> None:
    """A name that is unknown, a chart, and a bet that depends on play."""
    wrong = ExitCode.WRONG_USAGE
    assert "'--side-bet': there is no" in refused("exact", "--side-bet", "", code=wrong)
    assert "did you mean buster" in refused("exact", "--side-bet", "bustr", code=wrong)
    told = refused("exact", "--side-bet", "21+3", "--chart", "best", code=wrong)
    assert "--chart cannot be used with --side-bet" in told
    file = tmp_path / "own.toml"
    file.write_text(
        'name = "own"\ntitle = "Own"\nsource = "ours"\ndecided_by = "hand"\n'
        'classes = [{name = "any", title = "any", pays = "3:1", total = 21}]',
        "utf-8",
    )
    assert "it depends on how the hand is played" in refused("exact", "--side-bet", file)


def test_a_shell_completes_the_names_of_side_bets() -> None:
    """Or of files."""
    (option,) = [each for each in exact.params if each.name == "side_bet"]
    found = option.shell_complete(Context(exact), "lucky_l")
    names = [each.value for each in found if each.type == "plain"]
    assert names == [name for name in built_in() if name.startswith("lucky_l")]
    assert found[-1].type == "file"
