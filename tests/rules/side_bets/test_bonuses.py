"""Bonuses on the ante as data: what the built-in ones pay, and what is refused."""

import json
from typing import Any, Final

import jsonschema
import pytest
from tests.rules.side_bets.test_side_bets import SCHEMA, cards

from pitboss.errors import RulesError
from pitboss.game.money import Ratio
from pitboss.game.round import Hand, Seat
from pitboss.machine.flags import flags_for
from pitboss.machine.settlement import pay_with_bonus
from pitboss.rules import Rules
from pitboss.rules.bonuses import Bonus, built_in_bonuses
from pitboss.rules.options import OPTIONS
from pitboss.rules.pay_classes import PayTableError

OF_BONUSES: Final = SCHEMA["$defs"]["bonus"]
SHARED: Final = {name: SCHEMA["properties"][name] for name in ("classes", "pay_tables")}
FORM: Final = {
    **OF_BONUSES,
    "$defs": SCHEMA["$defs"],
    "properties": OF_BONUSES["properties"] | SHARED,
}
MINE: Final[dict[str, Any]] = {
    "name": "mine",
    "title": "Mine",
    "source": "ours",
    "classes": [{"name": "twenty", "title": "Twenty", "pays": "5:4", "total": 20}],
}

# Bonus, the hand, and the class that is paid.
CLASSIFIED: Final = [
    ("suited_natural", "As Ks", "suited"),
    ("suited_natural", "As Kh", None),
    ("suited_natural", "As 5s 5s", None),
    ("spanish_21", "6s 7s 8s", "678_spades"),
    ("spanish_21", "8h 7h 6h", "678_suited"),
    ("spanish_21", "8h 6s 7h", "678"),
    ("spanish_21", "7s 7s 7s", "777_spades"),
    ("spanish_21", "7h 7h 7h", "777_suited"),
    ("spanish_21", "7h 7h 7s", "777"),
    ("spanish_21", "2h 3h 4h 5h 7s", "five_cards"),
    ("spanish_21", "2h 3h 4h 5h 6s", None),
    ("spanish_21", "2h 3h 4h 5h 6s As", "six_cards"),
    ("spanish_21", "2h 2s 3h 3s 4h 4s 3d", "seven_cards"),
    ("spanish_21", "2h 2s 3h 3s 4h 2d 2c 3d", "seven_cards"),
    ("spanish_21", "As Ks", None),
    ("super_fun_21", "Ad Kd", "diamonds"),
    ("super_fun_21", "As Ks", None),
    ("super_fun_21", "2h 3h 4h 5h 7s", "five_cards"),
    ("seven_card_charlie", "2h 2s 2d 2c 3h 3s", None),
    ("seven_card_charlie", "2h 2s 2d 2c 3h 3s 3d", "seven_cards"),
]


def bonus_of(name: str, codes: str, *, doubled: bool = False, from_split: bool = False) -> str:
    """Return the class by which a hand that wins is paid; empty without one."""
    hand = Hand(100)
    hand.cards = cards(codes)
    hand.doubled, hand.from_split = doubled, from_split
    seat = Seat(0, "Ann", 0, on_credit=True)
    seat.ante_minor = 100
    paid_minor = pay_with_bonus(flags_for(Rules.of(bonuses=[name])), seat, hand, 200)
    assert (hand.bonus is None) == (paid_minor == 200)
    return "" if hand.bonus is None else hand.bonus.pay_class


@pytest.mark.parametrize(("name", "codes", "due"), CLASSIFIED)
def test_a_hand_is_paid_by_the_class_that_its_source_says(
    name: str, codes: str, due: str | None
) -> None:
    """The first class whose conditions hold."""
    assert bonus_of(name, codes) == (due or "")


def test_a_doubled_hand_and_a_split_hand_have_what_the_table_says() -> None:
    """Bonus 21 is void after a double, and paid after a split; an ace and a ten are no natural."""
    assert bonus_of("spanish_21", "6s 7s 8s", doubled=True) == ""
    assert bonus_of("spanish_21", "6s 7s 8s", from_split=True) == "678_spades"
    assert bonus_of("super_fun_21", "Ad Kd", from_split=True) == ""
    assert bonus_of("suited_natural", "Ad Kd", from_split=True) == ""


@pytest.mark.parametrize("name", built_in_bonuses())
def test_a_built_in_bonus_comes_back_from_its_form(name: str) -> None:
    """As a mapping, as JSON, and in a rule set; the schema takes it."""
    bonus = built_in_bonuses()[name]
    assert Bonus.from_dict(bonus.to_dict()) == bonus
    assert Bonus.from_json(bonus.to_json()) == bonus
    jsonschema.validate(bonus.to_dict(), FORM)
    rules = Rules.of(bonuses=[name])
    assert rules.bonuses == (bonus,)
    assert rules.changes() == {"bonuses": [name]}
    assert Rules.from_json(rules.to_json()) == rules


def test_a_bonus_of_ones_own_stands_in_a_rule_set() -> None:
    """As a pay table, of which other ratios may be written."""
    rules = Rules.of(bonuses=["suited_natural", MINE])
    assert [bonus.name for bonus in rules.bonuses] == ["suited_natural", "mine"]
    assert rules.bonuses[1].classes[0].pays == Ratio(5, 4)
    assert Rules.from_json(rules.to_json()) == rules
    assert rules.bonuses[1].odds == "Twenty 5:4"


@pytest.mark.parametrize(
    ("change", "flaw"),
    [
        ({"classes": [{**MINE["classes"][0], "pays": "push"}]}, "write a ratio"),
        ({"classes": []}, "1 to 256 classes"),
        ({"classes": [{**MINE["classes"][0], "equal_rank": 1}]}, "equal_rank"),
        ({"classes": [{**MINE["classes"][0], "pays": "1000000:1"}]}, "pays"),
        ({"decided_by": "first_two"}, "decided_by"),
        ({"name": ""}, "name"),
    ],
)
def test_what_is_no_bonus_is_refused(change: dict[str, object], flaw: str) -> None:
    """By the place that is wrong, and what to write there."""
    with pytest.raises(PayTableError, match=flaw):
        Bonus.from_dict({**MINE, **change})


@pytest.mark.parametrize(
    "given",
    ["suited", ["suited_natural", "suited_natural"], ["suited_natural"] * 9, [7], 7, ["21+3"]],
)
def test_a_rule_set_takes_nothing_else_for_bonuses(given: object) -> None:
    """Unknown names, one name twice, too many, and what is no pay table."""
    with pytest.raises(RulesError):
        Rules.of(bonuses=given)


def test_bonuses_are_read_from_words_and_files() -> None:
    """Names with commas between them; a file is the same in both forms."""
    assert OPTIONS["bonuses"].read("suited_natural,spanish_21") == tuple(
        built_in_bonuses()[name] for name in ("suited_natural", "spanish_21")
    )
    assert OPTIONS["bonuses"].read("none") == ()
    assert Bonus.from_json(json.dumps(MINE)) == Bonus.from_dict(MINE)


def test_other_ratios_of_a_bonus_are_a_bonus_beside_it() -> None:
    """A class that they leave out is not paid."""
    members = {**MINE, "pay_tables": {"more": {"source": "ours", "pays": {"twenty": "3:1"}}}}
    assert Bonus.from_dict(members) == Bonus.from_dict(MINE)
