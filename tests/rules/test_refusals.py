"""What is refused: the contradictions of the rule book, all of them, and nothing else."""

from typing import Any

import pytest
from hypothesis import given
from tests.players.strategies.rules import candidates, valid_rules
from tests.tools.refused_pairs import GOLDEN, RefusedPair, refused_pairs, text_of

from pitboss.errors import RulesError
from pitboss.rules import Rules
from pitboss.rules.checks import CONTRADICTIONS, Contradiction
from pitboss.rules.options import OPTIONS
from pitboss.rules.side_bets import built_in
from pitboss.rules.values import Peek, Split, SplitDeal, Surrender

# The list of the rule book, written down once more by hand: the values of one option that
# contradict values of another. The shoe's size is apart, because it takes arithmetic.
ANY_PEEK = {"insured", "offered", "ace_or_ten", "always"}
SEVERAL_HANDS = {"2", "3", "4", "8", "unlimited"}
RULE_BOOK = [
    ("insurance", {"off"}, "even_money", {"true"}),
    ("insurance", {"off"}, "peek", {"insured", "offered"}),
    ("split", {"off"}, "max_hands", SEVERAL_HANDS),
    ("split", {"rank", "value"}, "max_hands", {"1"}),
    ("hole_card", {"none"}, "peek", ANY_PEEK),
    ("hole_card", {"none"}, "up_card", {"second"}),
    ("play_order", {"splits_first"}, "split_deal", {"in_turn"}),
    ("insurance_time", {"after_split"}, "even_money", {"true"}),
    ("insurance_time", {"after_split"}, "peek", ANY_PEEK),
    ("insurance_time", {"after_split"}, "play_order", {"splits_first"}),
    ("surrender", {"early"}, "peek", {"insured", "offered"}),
    ("double", {"off"}, "free_doubles", {"true"}),
    ("double", {"off", "first_two", "9_to_11", "10_or_11"}, "max_doubles", {"2", "3"}),
    ("free_doubles", {"true"}, "max_doubles", {"2", "3"}),
    ("free_splits", {"true"}, "max_doubles", {"2", "3"}),
    ("bet_min", {"0"}, "max_doubles", {"2", "3"}),
    ("bet_min", {"1", "2", "15", "100"}, "bet_max", {"0"}),
    ("max_doubles", {"2", "3"}, "bet_max", {"0"}),
    ("double", {"off"}, "rescue", {"true"}),
    ("surrender", {"off", "early"}, "surrender_any_time", {"true"}),
    ("surrender", {"off"}, "rescue", {"true"}),
    ("free_doubles", {"true"}, "rescue", {"true"}),
    ("free_splits", {"true"}, "rescue", {"true"}),
    ("split", {"off"}, "free_splits", {"true"}),
    ("max_hands", {"1"}, "free_splits", {"true"}),
    ("ties", {"lose"}, "natural_beats_21", {"false"}),
    ("hole_card_shown", {"true"}, "hole_card", {"none"}),
    ("hole_card_shown", {"true"}, "up_card", {"second"}),
    ("hole_card_shown", {"true"}, "peek", ANY_PEEK),
    ("hole_card_shown", {"true"}, "insurance", {"ace", "ace_or_ten"}),
    ("hole_card_shown", {"true"}, "even_money", {"true"}),
    ("hole_card_shown", {"true"}, "surrender", {"early"}),
    ("player_21", {"natural_wins", "wins"}, "natural_settles", {"turn", "showdown"}),
    ("player_21", {"natural_wins", "wins"}, "even_money", {"true"}),
]

Written = frozenset[tuple[str, str]]


def pairs_of_the_rule_book() -> set[Written]:
    """Spell out every pair of values that the rule book refuses."""
    pairs = {
        frozenset({(one, value), (other, another)})
        for one, values, other, others in RULE_BOOK
        for value in values
        for another in others
    }
    for window in candidates(OPTIONS["cut_card"]):
        text = text_of("cut_card", window)
        top = int(text.split("..")[1])
        pairs |= {
            frozenset({("decks", str(decks)), ("cut_card", text)})
            for decks in range(1, 17)
            if top > 52 * decks
        }
        if top > 6 * 48:
            pairs.add(frozenset({("deck", "spanish"), ("cut_card", text)}))
    return pairs


@pytest.fixture(scope="module")
def refused() -> tuple[RefusedPair, ...]:
    """Try every pair of values once for all tests."""
    return tuple(refused_pairs())


def test_the_refused_pairs_are_those_of_the_golden_file(refused: tuple[RefusedPair, ...]) -> None:
    """Each refused pair of values stands in the golden file with its reason, and no other does."""
    assert [str(pair) for pair in refused] == GOLDEN.read_text("utf-8").splitlines()


def test_the_refused_pairs_are_those_of_the_rule_book(refused: tuple[RefusedPair, ...]) -> None:
    """The rule book refuses exactly the pairs that the engine refuses."""
    assert {frozenset({pair.one, pair.other}) for pair in refused} == pairs_of_the_rule_book()


def test_each_refused_pair_has_one_reason(refused: tuple[RefusedPair, ...]) -> None:
    """Two values contradict each other once: no refusal is said twice."""
    assert {len(pair.problems) for pair in refused} == {1}


@pytest.mark.parametrize("entry", CONTRADICTIONS, ids=lambda entry: f"{entry.one}-{entry.other}")
def test_a_contradiction_says_what_to_do(entry: Contradiction) -> None:
    """A contradiction joins two options, and its reason says more than that it does."""
    assert entry.one in OPTIONS
    assert entry.other in OPTIONS
    assert len(entry.reason.split()) > 5


def test_all_reasons_are_given_at_once() -> None:
    """One refusal holds every unknown option, every bad value and every contradiction."""
    with pytest.raises(RulesError) as refusal:
        Rules.of(
            deks=6,
            soft_17="draw",
            hole_card="none",
            up_card="second",
            peek="insured",
            surrender="early",
            split="off",
            max_hands=3,
        )
    assert [problem.partition(":")[0] for problem in refusal.value.problems] == [
        "option 'deks' is unknown; did you mean decks or deck?",
        "soft_17 = 'draw' is not allowed",
        "split = off contradicts max_hands = 3",
        "hole_card = none contradicts peek = insured",
        "hole_card = none contradicts up_card = second",
        "surrender = early contradicts peek = insured",
    ]


def test_limits_between_which_nobody_could_bet_are_refused() -> None:
    """Equal ones leave one bet; a greatest bet of 0 makes a game without money."""
    assert Rules.of(bet_min=500, bet_max=500).bet_max == 500
    assert Rules.of(bet_max=0).bet_min == 0
    with pytest.raises(RulesError, match="bet_min = 501 contradicts bet_max = 500: nobody could"):
        Rules.of(bet_min=501, bet_max=500)


def test_a_value_that_cannot_be_read_contradicts_nothing() -> None:
    """Where a value is not understood, no contradiction is built on a guess of it."""
    with pytest.raises(RulesError) as refusal:
        Rules.of(decks="ten", cut_card="400..410")
    assert refusal.value.problems == ("decks = 'ten' is not allowed: write 1..16",)


def test_the_constructor_says_what_stands_for_a_text() -> None:
    """A word that is allowed in a file is not called one that is not allowed."""
    written: dict[str, Any] = {"shuffle": "when_empty", "decks": "6", "soft_17": "draw"}
    with pytest.raises(RulesError) as refusal:
        Rules(**written)
    instead = "or use Rules.of, which reads text"
    assert sorted(refusal.value.problems) == [
        f"decks = '6' is text: give 6, {instead}",
        f"shuffle = 'when_empty' is text: give Shuffle.WHEN_EMPTY, {instead}",
        "soft_17 = 'draw' is not allowed: write stand | hit",
    ]


def test_each_side_bet_that_is_refused_has_a_reason_of_its_own() -> None:
    """Also where only pay tables are taken; the same pay table twice is named."""
    bets: Any = ("poker", "", built_in()["21+3"], "21+3")
    with pytest.raises(RulesError) as refused:
        Rules(side_bets=bets)
    places = [problem.partition(":")[0] for problem in refused.value.problems]
    assert places == ["side_bets[0]", "side_bets[1]", "side_bets[3]"]
    assert refused.value.problems[2].endswith("leave it out, or give it another name")


def test_the_constructor_refuses_what_is_not_consistent() -> None:
    """No way leads to rules that contradict themselves."""
    with pytest.raises(RulesError) as refusal:
        Rules(
            decks=17,
            split_deal=SplitDeal.BOTH,
            surrender=Surrender.EARLY,
            peek=Peek.OFFERED,
            split=Split.OFF,
        )
    assert [problem.partition(":")[0] for problem in refusal.value.problems] == [
        "decks = 17 is not allowed",
        "split = off contradicts max_hands = 4",
        "surrender = early contradicts peek = offered",
    ]


@given(valid_rules())
def test_rules_that_exist_contradict_nothing(rules: Rules) -> None:
    """Whatever rule set is drawn, no two of its values are a refused pair.

    More Spanish decks than those of the default table have room for its cut card.
    """
    values = {(name, text_of(name, getattr(rules, name))) for name in OPTIONS}
    pairs = [pair for pair in pairs_of_the_rule_book() if ("deck", "spanish") not in pair]
    assert not any(pair <= values for pair in pairs)
