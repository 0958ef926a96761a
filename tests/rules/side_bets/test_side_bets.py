"""Side bets as data: what the built-in ones pay, how they are written, and what is refused."""

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any, Final

import jsonschema
import pytest
from attrs import evolve

from pitboss.errors import ArgumentError, RulesError
from pitboss.game.cards import CARDS, Card
from pitboss.game.money import Ratio
from pitboss.game.traits import traits_of
from pitboss.rules import Rules
from pitboss.rules.options import OPTIONS
from pitboss.rules.pay_classes import MAX_FAULTS, MAX_SIDE_RATIO_PART, PayTableError
from pitboss.rules.pay_tables import MAX_CLASSES, MAX_PAY_TABLE_BYTES
from pitboss.rules.pay_words import WORDS
from pitboss.rules.side_bets import DecidingCards, OnNatural, SideBet, built_in

FOLDER: Final = Path(__file__).parents[3] / "engine" / "pitboss" / "rules"
SCHEMA: Final = json.loads((FOLDER / "side_bet.schema.json").read_text("utf-8"))

ACES: Final[Mapping[str, Any]] = {
    "name": "aces",
    "title": "Pocket aces",
    "source": "ours",
    "decided_by": "first_two",
    "classes": [{"name": "pair", "title": "Two aces", "pays": "25:1", "ranks": ["A", "A"]}],
}


def cards(text: str) -> list[Card]:
    """Read cards with blanks between them."""
    return [Card.parse(code) for code in text.split()]


def test_traits_alone_name_the_class_that_the_conditions_name() -> None:
    """For the side bets that look at nothing else, such as 21+3; the others have no such table."""
    by_traits = {name: bet for name, bet in built_in().items() if bet.class_by_traits is not None}
    assert {"21+3", "perfect_pairs"} <= by_traits.keys()
    assert by_traits.keys().isdisjoint({"royal_match", "hot_3", "lucky_ladies", "buster"})
    for bet in by_traits.values():
        table = bet.class_by_traits
        assert table is not None
        count = 3 if bet.decided_by is DecidingCards.FIRST_TWO_AND_UP_CARD else 2
        for some in combinations_with_replacement(CARDS, count):
            hand, up_card = list(some[:2]), some[-1]
            assert table[traits_of(some)] is bet.classify(hand, up_card)


# Side bet, the hand, the up card, the dealer's cards, and the class that is paid.
CLASSIFIED: Final = [
    ("21+3", "7h 7h", "7h", "", "suited_trips"),
    ("21+3", "Qs Ks", "As", "", "straight_flush"),
    ("21+3", "As 2s", "3s", "", "straight_flush"),
    ("21+3", "Ks As", "2s", "", "flush"),
    ("21+3", "Ks Ah", "2s", "", None),
    ("21+3", "7h 7s", "7d", "", "trips"),
    ("21+3", "9h Ts", "8d", "", "straight"),
    ("21+3", "2h 9h", "Kh", "", "flush"),
    ("21+3", "2h 2d", "Kh", "", None),
    ("perfect_pairs", "8h 8h", "", "", "perfect"),
    ("perfect_pairs", "8h 8d", "", "", "coloured"),
    ("perfect_pairs", "8h 8s", "", "", "mixed"),
    ("perfect_pairs", "Th Jh", "", "", None),
    ("royal_match", "Kh Qh", "", "", "royal"),
    ("royal_match", "Qh Kh", "", "", "royal"),
    ("royal_match", "Kh Jh", "", "", "suited"),
    ("royal_match", "Kh Qd", "", "", None),
    ("hot_3", "7h 7s", "7d", "", "sevens"),
    ("hot_3", "Ah Th", "Kh", "", "suited_21"),
    ("hot_3", "Ah 9s", "Ad", "", "total_21"),
    ("hot_3", "9h 9s", "2d", "", "total_20"),
    ("hot_3", "9h 9s", "Ad", "", "total_19"),
    ("hot_3", "9h 9s", "9d", "", None),
    ("lucky_lucky", "7h 7h", "7h", "", "suited_777"),
    ("lucky_lucky", "8h 6h", "7h", "", "suited_678"),
    ("lucky_lucky", "7h 7h", "7s", "", "sevens"),
    ("lucky_lucky", "8h 6h", "7s", "", "678"),
    ("lucky_lucky", "8h 9h", "2s", "", "total_19"),
    ("lucky_ladies", "Qh Qh", "As", "As Kd", "ladies_and_natural"),
    ("lucky_ladies", "Qh Qh", "As", "As 9d", "ladies"),
    ("lucky_ladies", "Qs Qs", "As", "As Kd", "matched_20"),
    ("lucky_ladies", "Ah 9h", "As", "As 9d", "suited_20"),
    ("lucky_ladies", "Th Js", "As", "As 9d", "any_20"),
    ("lucky_ladies", "Th 9s", "As", "As 9d", None),
    ("over_13", "Ah Kh", "", "", None),
    ("over_13", "4h Kh", "", "", "over"),
    ("over_13", "3h Kh", "", "", None),
    ("under_13", "Ah Kh", "", "", "under"),
    ("under_13", "3h Kh", "", "", None),
    ("super_sevens", "7h", "", "", "one"),
    ("super_sevens", "7h 9h", "", "", "one"),
    ("super_sevens", "9h 7h", "", "", None),
    ("super_sevens", "7h 7h 9s", "", "", "two_suited"),
    ("super_sevens", "7h 7s 9s", "", "", "two"),
    ("super_sevens", "7h 7h 7s", "", "", "three"),
    ("super_sevens", "7h 7h 7h 2s", "", "", "three_suited"),
    ("match_the_dealer", "7h 7h", "7h", "", "two_suited"),
    ("match_the_dealer", "7s 7h", "7h", "", "suited_and_unsuited"),
    ("match_the_dealer", "7h 9s", "7h", "", "suited"),
    ("match_the_dealer", "7s 7d", "7h", "", "two_unsuited"),
    ("match_the_dealer", "2s 7d", "7h", "", "unsuited"),
    ("match_the_dealer", "2s 2d", "7h", "", None),
    ("bet_the_set", "2s 2s", "", "", "suited"),
    ("bet_the_set", "2s 2d", "", "", "pair"),
    ("buster", "As Ks", "2h", "2h 2s 2d 3s 2c 2h 3d Th", "bust_8_and_natural"),
    ("buster", "As Ks", "2h", "2h 2s 3d 3s 2c 4h Th", "bust_7_and_natural"),
    ("buster", "As 9s", "2h", "2h 2s 3d 3s 2c 4h Th", "bust_7"),
    ("buster", "As Ks", "2h", "2h 2s 3d 3s 6c Th", "bust_6"),
    ("buster", "As 9s", "2h", "2h Ts 4d Th", "bust_4"),
    ("buster", "As 9s", "2h", "2h Ts Th", "bust_3"),
    ("buster", "As 9s", "2h", "2h Ts 9h", None),
    ("lucky_ladies_c", "Qh Qs", "", "As Kd", "queens_and_natural"),
    ("lucky_ladies_c", "Th Ts", "", "As Kd", "ranked_20"),
    ("lucky_ladies_d", "Qs 2s", "", "", "queen_first"),
    ("lucky_ladies_d", "As Qh", "", "", "queen_second"),
    ("21+3_pairs", "7h 7s", "2h", "", "pair_in_hand"),
    ("21+3_pairs", "7h 2s", "7s", "", "pair_with_up_card"),
    ("21+3_pairs", "7h 7s", "7h", "", "trips"),
    ("royal_match_crown", "Ks Qs", "", "Qh Kh", "crown_treasure"),
    ("royal_match_crown", "Ks Qs", "", "Qh Ks", "royal"),
    ("royal_match_uk", "Ks As", "", "", "straight_flush"),
    ("bust_it", "2s 3s", "8h", "8h 8h 8h", "suited_888"),
    ("bust_it", "2s 3s", "8h", "8h 8d 8h", "coloured_888"),
    ("bust_it", "2s 3s", "8h", "8h 8d 8s", "eight"),
    ("bust_it", "2s 3s", "8h", "8h 8d 6s", "six"),
    ("bust_it", "2s 3s", "8h", "8h 8d Qs", "ten"),
    ("bust_it", "2s 3s", "8h", "8h 6d 2s Qs", None),
    ("push_22", "2s 3s", "8h", "8h 4d Qs", "total_22"),
    ("push_22", "2s 3s", "8h", "8h 5d Qs", None),
]


@pytest.mark.parametrize(("name", "hand", "up_card", "dealer", "due"), CLASSIFIED)
def test_cards_fall_into_the_class_that_its_source_says(
    name: str, hand: str, up_card: str, dealer: str, due: str | None
) -> None:
    """The first class whose conditions hold, and none where the stake is lost."""
    seen = Card.parse(up_card) if up_card else None
    found = built_in()[name].classify(cards(hand), seen, cards(dealer))
    assert (None if found is None else found.name) == due


# Published edges of bets that two cards decide: name, decks, and the edge in hundredths of percent.
PUBLISHED: Final = [
    ("perfect_pairs", 8, "0.0410"),
    ("perfect_pairs/b", 8, "0.0337"),
    ("perfect_pairs/c", 8, "0.0795"),
    ("perfect_pairs/d", 8, "0.0217"),
    ("royal_match", 6, "0.0667"),
    ("royal_match", 1, "0.1086"),
    ("royal_match/single_deck", 1, "0.0377"),
    ("over_13", 6, "0.0655"),
    ("under_13", 6, "0.1007"),
    ("bet_the_set", 6, "0.1061"),
    ("bet_the_set/12_10", 6, "0.1543"),
    ("bet_the_set/20_10", 6, "0.0257"),
    ("bet_the_set/25_10", 2, "0.1068"),
]


@pytest.mark.parametrize(("name", "decks", "edge"), PUBLISHED)
def test_the_edge_of_two_cards_is_the_published_one(name: str, decks: int, edge: str) -> None:
    """Every two cards of the shoe are dealt once."""
    won = Fraction(0)
    for one, other in combinations_with_replacement(CARDS, 2):
        ways = decks * decks if one is not other else decks * (decks - 1) // 2
        found = built_in()[name].classify([one, other])
        pays = None if found is None else found.pays
        won += ways * (-1 if pays is None else Fraction(pays.numerator, pays.denominator))
    shoe = 52 * decks
    assert f"{float(-won / (shoe * (shoe - 1) // 2)):.4f}" == edge


@pytest.mark.parametrize("bet", built_in().values(), ids=lambda bet: bet.name)
def test_a_side_bet_is_written_and_read_alike(bet: SideBet) -> None:
    """As JSON, as what JSON holds, and as part of a rule set; the schema describes it."""
    assert SideBet.from_json(bet.to_json()) == bet
    assert SideBet.from_dict(bet.to_dict()) == bet
    jsonschema.validate(bet.to_dict(), SCHEMA)
    rules = Rules.of(side_bets=(bet,))
    assert Rules.from_toml(rules.to_toml()) == Rules.from_json(rules.to_json()) == rules
    assert rules.changes() == {"side_bets": [bet.name]}
    assert bet.source
    assert bet.odds.count(";") == len(bet.classes) - 1


def test_every_file_of_a_built_in_side_bet_fits_the_schema() -> None:
    """With its other pay tables."""
    files = list((FOLDER / "side_bets").glob("*.toml"))
    assert len(files) == sum("/" not in name for name in built_in())
    for file in files:
        jsonschema.validate(tomllib.loads(file.read_text("utf-8")), SCHEMA)


def test_the_schema_knows_the_vocabulary() -> None:
    """Every word, every way to decide, and no other."""
    assert [*SCHEMA["$defs"]["conditions"]["properties"]] == list(WORDS)
    known = SCHEMA["properties"]
    assert known["decided_by"]["enum"] == [each.value for each in DecidingCards]
    assert known["dealer_natural"]["enum"] == [each.value for each in OnNatural]


def test_a_bet_of_ones_own_stands_beside_the_built_in_ones() -> None:
    """In Python, in a rule file, and in what is written of the rules."""
    limits = {"stake_min": 2, "stake_max": 2500}
    aces = SideBet.from_dict({**ACES, **limits, "dealer_natural": "returns"})
    rules = Rules.preset("lott", side_bets=["21+3", aces])
    assert [bet.name for bet in rules.side_bets] == ["21+3", "aces"]
    assert rules.side_bets[1].stake_max == 2500
    assert Rules.from_dict(rules.to_dict()) == Rules.from_toml(rules.to_toml()) == rules
    assert Rules.from_dict({"preset": "lott", **rules.changes(Rules.preset("lott"))}) == rules
    assert aces.dealer_natural is OnNatural.RETURNS
    assert aces.classes[0].pays == Ratio(25, 1)
    assert aces.words == {"ranks"}
    assert SideBet.from_dict(aces.to_dict()) == aces


def test_a_rule_set_without_side_bets_says_nothing_of_them() -> None:
    """So that its digest is the one it had before there were any."""
    assert "side_bets" not in Rules().to_dict()
    assert Rules.of(side_bets="none") == Rules.of(side_bets=()) == Rules()
    assert Rules.of(side_bets="21+3, hot_3") == Rules.of(side_bets=["21+3", "hot_3"])
    assert Rules.of(side_bets="21+3").unknown_to("exact") == {"side_bets": ["21+3"]}


def test_a_push_gives_the_stake_back_and_no_more() -> None:
    """A class of that kind pays nothing beside it."""
    bet = SideBet.from_dict(with_class(pays="push", soft=True, suit=["h"], colour=["red"]))
    found = bet.classify(cards("Ah 9h"))
    assert found is not None
    assert found.pays is None
    assert SideBet.from_json(bet.to_json()) == bet
    assert bet.odds == "Two aces push"


@pytest.mark.parametrize(
    "asked",
    [
        *((None,), (7,), ("QhTh",), (["Qh", "Th"],), ([None],)),
        *(([], "Qh"), ([], None, None), ([], None, ["Qh"])),
    ],
    ids=str,
)
def test_only_cards_are_classified(asked: tuple[Any, ...]) -> None:
    """The error says what is wanted."""
    decided_by = "dealers_two" if len(asked) == 3 else "first_two_and_up_card"
    bet = SideBet.from_dict({**with_class(total="17.."), "decided_by": decided_by})
    with pytest.raises(ArgumentError, match=r"must be .*, got .*: see help"):
        bet.classify(*asked)


@pytest.mark.parametrize("decided_by", [*DecidingCards])
def test_cards_that_decide_are_not_left_out(decided_by: DecidingCards) -> None:
    """Else another class would be named, or a loss."""
    bet = SideBet.from_dict({**with_class(total="17.."), "decided_by": decided_by.value})
    with pytest.raises(ArgumentError, match=r"must (have at least [12] card|be a Card, got None)"):
        bet.classify([])


def with_class(**changes: object) -> dict[str, object]:
    """Change the only class of a side bet; what is `None` is left out."""
    changed = {**ACES["classes"][0], "ranks": None, **changes}
    return {
        **ACES,
        "classes": [{key: value for key, value in changed.items() if value is not None}],
    }


def test_words_that_no_built_in_bet_needs_hold_too() -> None:
    """Ranks, colours and suits of every card, and what the dealer's two cards make."""
    bet = SideBet.from_dict(with_class(rank=["T", "J"], count=2, bust=False))
    assert bet.classify(cards("Th Js"))
    assert bet.classify(cards("Th Qs")) is None
    own = {**with_class(total="17.."), "decided_by": "dealers_two"}
    dealers = SideBet.from_dict(own)
    assert dealers.classify([], None, cards("Th 7s 9s"))
    assert dealers.classify([], None, cards("Th 6s 9s")) is None
    assert DecidingCards.DEALERS_TWO.needs_second_card
    assert DecidingCards.HAND.rides_on_hand
    assert built_in()["super_sevens"].most_cards == 3
    assert built_in()["21+3"].most_cards == 0


def refused() -> Iterator[tuple[object, str, str]]:
    """Give what is not a side bet, with the place and a part of what is said of it."""
    yield [], "the top", "write a table"
    yield {1: 2}, "the top", "write a table"
    yield {**ACES, "name": "Two aces"}, "name", "write 1 to 40 signs of"
    yield {**ACES, "name": None}, "name", "letters"
    yield {**ACES, "title": ""}, "title", "letters"
    yield {**ACES, "title": "a" * 301}, "title", "letters"
    yield {**ACES, "title": "a\x1bb"}, "title", "letters"
    yield {**ACES, "decided_by": "luck"}, "decided_by", "first_two | "
    yield {**ACES, "dealer_natural": True}, "dealer_natural", "compares | loses | returns"
    yield {**ACES, "stake_min": 0}, "stake_min", "from 1 to"
    yield {**ACES, "stake_min": 5, "stake_max": 4}, "stake_max", "from 5 to"
    yield {**ACES, "stake_max": 10**12 + 1}, "stake_max", "from 1 to"
    yield {**ACES, "stake_min": True}, "stake_min", "got True"
    yield {**ACES, "colour": "red"}, "colour", "it is unknown"
    yield {**ACES, "classes": []}, "classes", "1 to 256"
    yield {**ACES, "classes": "pair"}, "classes", "1 to 256"
    yield {**ACES, "classes": ACES["classes"] * (MAX_CLASSES + 1)}, "classes", "1 to 256"
    yield {**ACES, "classes": ACES["classes"] * 2}, "classes[1].name", "stands twice"
    yield {**ACES, "classes": [7]}, "classes[0]", "write a table"
    yield with_class(), "classes[0]", "needs a condition"
    yield with_class(suited=1), "classes[0].suited", "true or false"
    yield with_class(suit=["x"]), "classes[0].suit", "c d h s"
    yield with_class(cards=["Qx"]), "classes[0].cards", "cards such as 'Qh'"
    yield with_class(ranks=[]), "classes[0].ranks", "A 2 3"
    yield with_class(ranks=["A"] * 22), "classes[0].ranks", "A 2 3"
    yield with_class(total="3-4"), "classes[0].total", "write a number"
    yield with_class(total=-1), "classes[0].total", "write a number"
    yield with_class(total="20..19"), "classes[0].total", "lesser number first"
    yield with_class(wild=True), "classes[0].wild", "it is unknown"
    yield with_class(suited=True, first=22), "classes[0].first", "from 0 to 21"
    for pays in (25, "25", "0:1", f"{MAX_SIDE_RATIO_PART + 1}:1", None, "1:20000"):
        yield with_class(suited=True, pays=pays), "classes[0].pays", "a ratio such as"
    yield {**ACES, "pay_tables": {"b": 1}}, "pay_tables.b", "write a table"
    table = {"source": "ours", "pays": {"pair": "2:1"}}
    yield {**ACES, "pay_tables": {"B": table}}, "pay_tables.b.name", "write 1 to 40 signs of"
    yield {**ACES, "pay_tables": {"b": {**table, "pays": {}}}}, "pay_tables.b", "needs a class"
    other = {**table, "pays": {"pair": "2:1", "trips": "3:1"}}
    yield {**ACES, "pay_tables": {"b": other}}, "pay_tables.b.pays.trips", "it is unknown"
    more = {**table, "more": 1}
    yield {**ACES, "pay_tables": {"b": more}}, "pay_tables.b.more", "it is unknown"


@pytest.mark.parametrize(("given", "where", "flaw"), [*refused()])
def test_what_is_no_side_bet_is_refused_with_its_place(
    given: object, where: str, flaw: str
) -> None:
    """The error names the place and says what to write; so does a rule set."""
    with pytest.raises(PayTableError) as error:
        SideBet.from_dict(given)
    assert error.value.where.lower() == where
    assert flaw in error.value.flaw
    with pytest.raises(RulesError) as refusal:
        Rules.of(side_bets=[given])
    assert "side_bets[0]" in str(refusal.value)


def test_every_fault_of_a_pay_table_is_named() -> None:
    """In all of its classes, and in other tables beside it; of very many, the first."""
    wrong: dict[str, object] = {
        **with_class(pays=7, suited=1, wild=2, tame=3),
        "decided_by": "luck",
    }
    with pytest.raises(PayTableError) as error:
        SideBet.from_dict(wrong)
    places = ["decided_by", *(f"classes[0].{name}" for name in ("pays", "suited", "wild", "tame"))]
    assert [place for place, _ in error.value.faults] == places
    assert all(f"at {place}" in str(error.value) for place in places)
    with pytest.raises(RulesError) as refusal:
        Rules.of(side_bets=[wrong, "poker", 1], decks=0)
    said = [each.partition(":")[0] for each in refusal.value.problems]
    assert said[:5] == [f"side_bets[0].{place}" for place in places]
    assert said[5].startswith("side_bets[1]")
    assert refusal.value.problems[6] == (
        "side_bets[2]: write a pay table, or the name of a built-in one, got 1"
    )
    assert said[7].startswith("decks = 0")
    nameless: list[dict[str, str]] = [{}] * 7
    with pytest.raises(PayTableError) as error:
        SideBet.from_dict({**ACES, "classes": nameless})
    assert len(error.value.faults) == MAX_FAULTS + 9
    assert str(error.value).endswith("; and 9 more")
    with pytest.raises(RulesError, match=r"side_bets has 9 more faults"):
        Rules.of(side_bets=[{**ACES, "classes": nameless}])
    with pytest.raises(RulesError, match=r"side_bets\[0\]: write a table, got"):
        Rules.of(side_bets=[{1: 2}])


@pytest.mark.parametrize("read", [SideBet.from_json, SideBet.from_toml])
@pytest.mark.parametrize("text", ["{", "[" * 40, "a" * (MAX_PAY_TABLE_BYTES + 1), "\x00"])
def test_a_text_that_is_no_pay_table_is_refused(read: Callable[[str], SideBet], text: str) -> None:
    """Too long, too deep, or of no form."""
    with pytest.raises(PayTableError) as error:
        read(text)
    assert error.value.where == "the top"


def test_a_toml_file_makes_a_side_bet() -> None:
    """As it stands in a folder of one's own."""
    text = (FOLDER / "side_bets" / "push_22.toml").read_text("utf-8")
    assert SideBet.from_toml(text) == built_in()["push_22"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("21+4", "did you mean 21+3"),
        (["21+3", "21+3"], "side_bets[1]: '21+3' is already in the list; leave it out"),
        ("", "side_bets[0]: '' is not one of the side bets"),
        (list(built_in())[:9], "at most 8 different side bets"),
        (["poker"], "lists them"),
        (5, "at most 8 different side bets"),
        ({"21+3": 1}, "at most 8 different side bets"),
    ],
)
def test_side_bets_that_a_rule_set_cannot_have_are_refused(given: object, said: str) -> None:
    """One that nobody knows, one twice, too many, or no list of them."""
    with pytest.raises(RulesError, match=re.escape(said)):
        Rules.of(side_bets=given)


CHANGED_WRONGLY: Final[list[tuple[dict[str, Any], str]]] = [
    ({"stake_min": 0}, r"side_bets\[0\].stake_min: write a number from 1"),
    ({"stake_min": 50, "stake_max": 3}, r"side_bets\[0\].stake_max: write a number from 50"),
    ({"classes": ()}, r"side_bets\[0\].classes: write a list"),
    ({"decided_by": "hand"}, r"side_bets\[0\]: a part is of a wrong type"),
    ({"title": None}, r"side_bets\[0\].title: write 1 to 300 letters"),
]


@pytest.mark.parametrize(("changes", "said"), CHANGED_WRONGLY)
def test_a_side_bet_that_was_changed_keeps_the_limits_of_its_text(
    changes: dict[str, Any], said: str
) -> None:
    """A journal with one that does not could not be read."""
    bet = built_in()["21+3"]
    wrong = evolve(bet, **changes)
    with pytest.raises(RulesError, match=said):
        Rules.of(side_bets=[wrong])
    with pytest.raises(RulesError, match=said):
        Rules(side_bets=(wrong,))
    lower = evolve(bet, stake_max=500)
    assert Rules.of(side_bets=[lower]) == Rules(side_bets=(lower,))


def test_the_constructor_takes_side_bets_and_no_names() -> None:
    """Like every option, in its own type."""
    bets = (built_in()["hot_3"],)
    assert Rules(side_bets=bets).side_bets == bets
    names: list[Any] = ["hot_3", ("hot_3",), ["hot_3"], [*bets]]
    for each in names:
        with pytest.raises(RulesError, match=r"give a tuple of pay tables, or use Rules\.of,"):
            Rules(side_bets=each)
    unknown: Any = ("hot_4",)
    with pytest.raises(RulesError, match=r"side_bets\[0\]: 'hot_4' is not one of the side bets"):
        Rules(side_bets=unknown)
    assert not OPTIONS["side_bets"].kind.holds((*bets, *bets))
