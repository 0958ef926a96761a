"""The basic strategy of a rule set, held to the charts that are published for it.

What our own corrections change is held to exact figures in `tests/tools/cell_values`.
"""

import copy
import pickle
from itertools import product
from types import MappingProxyType

import pytest
from hypothesis import given, settings
from tests.players.published import FIXTURES, POINTS, printed, printed_words, row
from tests.players.strategies.rules import valid_rules
from tests.scale import scaled

from pitboss import Rules
from pitboss.players import Chart, ChartStrategy, PlayerError, chart, published_chart
from pitboss.players.chart import ROWS, SURRENDERS, ChartBy, ChartRow, HandKind, Move
from pitboss.players.legend import legend_of
from pitboss.rules.pay_words import PlainValue
from pitboss.rules.presets import PRESETS
from pitboss.simulation import ByCount, simulate

UPS = "23456789TA"
CALCULATOR = [
    (decks, soft_17, f"wizard_of_odds_{stem}_{'h17' if soft_17 == 'hit' else 's17'}.txt")
    for decks, stem in ((1, "1_deck"), (2, "2_decks"), (4, "4_decks"), (16, "4_decks"))
    for soft_17 in ("stand", "hit")
]
SURRENDER = "wizard_of_odds_surrender.txt"

# What a code of the calculator says without surrender, by whether split hands may be doubled.
SAYS = {
    True: {"QH": "P", "QD": "P", "QS": "P", "RH": "H", "RS": "S", "RP": "P"},
    False: {"QH": "H", "QD": "Dh", "QS": "S", "RH": "H", "RS": "S", "RP": "P"},
}
PLAIN = {"H": "H", "S": "S", "P": "P", "DH": "Dh", "DS": "Ds"}
# Where the calculator's one chart gives two eights up and the surrender page splits them.
EIGHTS = (ChartRow(HandKind.PAIR, 8), "A")


def code_at(strategy: Chart, where: ChartRow, up: str) -> str:
    """Return the code of a cell."""
    return strategy.move(where, POINTS[up]).value


def surrendered(strategy: Chart) -> set[tuple[ChartRow, str]]:
    """Return the cells in which a hand is surrendered."""
    return {
        (where, up)
        for where, up in product(ROWS, UPS)
        if strategy.move(where, POINTS[up]) in SURRENDERS
    }


def hands(words: list[str], kind: str) -> set[tuple[ChartRow, str]]:
    """Read hands such as ``16-T`` of a line of the surrender page."""
    return {(row(kind, label), up) for label, up in (word.split("-") for word in words)}


@pytest.mark.parametrize(("decks", "soft_17", "name"), CALCULATOR)
@pytest.mark.parametrize("after_split", ["doubled", "not doubled"])
@pytest.mark.parametrize("table", ["peek", "european", "original"])
def test_every_play_is_the_published_one(
    decks: int, soft_17: str, name: str, after_split: str, table: str
) -> None:
    """Without surrender every cell is the calculator's, and its European one where that applies."""
    options = {
        "peek": {},
        "european": {"hole_card": "none"},
        "original": {"hole_card": "none", "dealer_blackjack_takes": "original"},
    }[table]
    doubled = after_split == "doubled"
    rules = Rules.of(decks=decks, soft_17=soft_17, double_after_split=doubled, **options)
    codes, published = printed(name).codes, published_chart(rules)
    for where, up in product(ROWS, UPS):
        column = f"E{up}" if table == "european" and up in "TA" else up
        if (where, column) in codes:
            says = {**PLAIN, **SAYS[doubled]}[codes[where, column]]
            assert code_at(published, where, up) == says, (str(where), up)


@pytest.mark.parametrize(("decks", "soft_17", "name"), CALCULATOR)
@pytest.mark.parametrize("after_split", ["doubled", "not doubled"])
def test_the_hands_surrendered_late_are_the_published_ones(
    decks: int, soft_17: str, name: str, after_split: str
) -> None:
    """Late surrender is taken where the calculator marks it, and the surrender page agrees."""
    doubled = after_split == "doubled"
    rules = Rules.of(decks=decks, soft_17=soft_17, double_after_split=doubled, surrender="late")
    marked = {
        (where, up)
        for (where, up), code in printed(name).codes.items()
        if code.startswith("R") and not up.startswith("E")
    }
    if decks == 2 and doubled:
        marked.discard(EIGHTS)
    cells = surrendered(published_chart(rules))
    assert cells == marked
    (words,) = (
        words
        for several, soft, *words in printed_words(SURRENDER, "late")
        if (several, soft) == (str(min(decks, 4)), soft_17)
    )
    assert {(where, up) for where, up in cells if where.kind is HandKind.HARD} == hands(
        words, "hard"
    )


@pytest.mark.parametrize(("decks", "soft_17", "name"), CALCULATOR)
@pytest.mark.parametrize("after_split", ["doubled", "not doubled"])
@pytest.mark.parametrize("hole_card", ["dealt", "none"])
def test_the_hands_surrendered_early_are_the_published_ones(
    decks: int, soft_17: str, name: str, after_split: str, hole_card: str
) -> None:
    """The page's list of early surrenders is what the calculator marks in its European columns."""
    doubled = after_split == "doubled"
    rules = Rules.of(
        decks=decks,
        soft_17=soft_17,
        double_after_split=doubled,
        surrender="early",
        hole_card=hole_card,
    )
    listed = {
        hand
        for kind, *words in printed_words(SURRENDER, "early")
        for hand in hands(words, kind)
        if soft_17 == "hit" or hand != (ChartRow(HandKind.PAIR, 2), "A")
    }
    codes = printed(name).codes
    european = {
        (where, up[1])
        for (where, up), code in codes.items()
        if up.startswith("E") and code.startswith("R")
    }
    assert listed == european
    if decks == 1 and doubled and hole_card == "dealt":
        listed.discard((ChartRow(HandKind.PAIR, 8), "T"))
    cells = {(where, up) for where, up in surrendered(published_chart(rules)) if up in "TA"}
    # The page lists no hard four: it is two twos, which have a line of their own.
    assert cells - {(ChartRow(HandKind.HARD, 4), "A")} == listed
    assert {cell for cell in surrendered(published_chart(rules)) if cell[1] not in "TA"} == (
        {(ChartRow(HandKind.HARD, 16), "9")} if decks >= 4 else set()
    )


def test_late_surrender_saves_nothing_from_an_unseen_natural() -> None:
    """Without a peek the same totals are surrendered late, and two eights count as sixteen."""
    rules = Rules.of(hole_card="none", surrender="late")
    sixteen, eights = ChartRow(HandKind.HARD, 16), ChartRow(HandKind.PAIR, 8)
    assert surrendered(published_chart(rules)) == {
        *((sixteen, up) for up in "9TA"),
        (ChartRow(HandKind.HARD, 15), "T"),
        *((eights, up) for up in "TA"),
    }


@pytest.mark.parametrize(
    "name",
    [
        "blackjack_chart_s17.txt",
        "blackjack_chart_h17_no_das.txt",
        "wikipedia_three_decks.txt",
        "rec_gambling_single_deck.txt",
    ],
)
def test_other_sources_print_the_same_plays(name: str) -> None:
    """Charts by other hands agree cell by cell, so that no slip of one source is ours."""
    source = printed(name)
    assert source.rules
    for options in source.rules:
        strategy = published_chart(Rules.of(**options))
        for (where, up), code in source.codes.items():
            assert code in {".", code_at(strategy, where, up)}, (str(where), up, options)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_chart_of_a_preset_stands_written(preset: str) -> None:
    """What the charts come to under each preset is a file that a reader can check."""
    path = FIXTURES / "presets" / f"{preset}.txt"
    comments, _, written = path.read_text(encoding="utf-8").partition("\n\n")
    assert comments.startswith("# Source: ")
    assert str(chart(Rules.preset(preset))) == written


@pytest.mark.parametrize(
    ("options", "hand", "up", "code"),
    [
        ({}, "pair A", "A", "P"),
        ({}, "pair 8", "T", "P"),
        ({}, "pair T", "6", "S"),
        ({}, "pair 5", "6", "Dh"),
        ({}, "hard 11", "6", "Dh"),
        ({}, "hard 11", "A", "H"),
        ({"soft_17": "hit"}, "hard 11", "A", "Dh"),
        ({}, "hard 12", "3", "H"),
        ({}, "hard 12", "4", "S"),
        ({}, "hard 16", "T", "H"),
        ({"surrender": "late"}, "hard 16", "T", "Rs"),
        ({"surrender": "late", "decks": 16}, "hard 16", "T", "Rh"),
        ({"surrender": "late", "soft_17": "hit"}, "hard 17", "A", "Rs"),
        ({"surrender": "late", "soft_17": "hit"}, "pair 8", "A", "Rp"),
        ({"surrender": "early"}, "hard 12", "A", "Rh"),
        ({}, "soft 18", "9", "H"),
        ({}, "soft 18", "2", "S"),
        ({"soft_17": "hit"}, "soft 18", "2", "Ds"),
        ({"decks": 1}, "hard 8", "6", "Dh"),
        ({}, "hard 8", "6", "H"),
        ({"double_after_split": False}, "pair 4", "5", "H"),
        ({"double": "off"}, "pair 4", "5", "H"),
        ({"decks": 1, "double_after_split": False}, "pair 4", "5", "Dh"),
        ({"decks": 1}, "pair 7", "T", "S"),
        ({"hole_card": "none"}, "hard 11", "T", "H"),
        ({"hole_card": "none"}, "pair A", "A", "H"),
        ({"hole_card": "none", "hit_split_aces": True}, "pair A", "A", "P"),
        ({"hole_card": "none", "dealer_blackjack_takes": "original"}, "hard 11", "T", "Dh"),
        ({"peek": "never"}, "pair 8", "T", "H"),
        ({"peek": "insured"}, "pair 8", "A", "H"),
        ({"peek": "offered"}, "pair 8", "A", "P"),
        ({"peek": "offered"}, "pair 8", "T", "H"),
        ({"peek": "offered", "insurance": "ace_or_ten"}, "pair 8", "T", "P"),
        ({"decks": 2, "surrender": "late", "soft_17": "hit"}, "pair 8", "A", "P"),
    ],
)
def test_famous_plays(options: dict[str, object], hand: str, up: str, code: str) -> None:
    """The plays that every book names, and the rules that turn them."""
    where = row(*hand.split())
    assert code_at(chart(Rules.of(**options)), where, up) == code


@settings(max_examples=scaled(200, least=30))
@given(rules=valid_rules())
def test_a_chart_has_a_play_for_every_hand_under_any_rules(rules: Rules) -> None:
    """No cell is missing, only pairs are split, and nothing is surrendered where nothing may be."""
    strategy = chart(rules)
    assert list(strategy.moves) == list(ROWS)
    for where, moves in strategy.moves.items():
        assert len(moves) == len(UPS)
        if where.kind is not HandKind.PAIR:
            assert not {Move.SPLIT, Move.SURRENDER_ELSE_SPLIT} & set(moves)
    if rules.surrender.value == "off":
        assert not surrendered(strategy)


def test_several_charts_are_told_apart_by_what_is_named() -> None:
    """As many as there are cases, each of them alone; they are written under their names."""
    one, other = chart(Rules()), chart(Rules.of(soft_17="hit"))
    several = Chart(one.moves, ChartBy.STAKE, (other,))
    assert [*several.named] == ["staked by the seat", "staked by the house"]
    assert [each.by for each in several.named.values()] == [ChartBy.NOTHING] * 2
    assert str(several) == f"staked by the seat\n{one}staked by the house\n{other}"
    assert one.named == {"": one}
    for by, others in ((ChartBy.CARDS, ()), (ChartBy.NOTHING, (one,)), (ChartBy.STAKE, (several,))):
        with pytest.raises(PlayerError, match=f"not fit charts that depend on {by.value}: give"):
            Chart(one.moves, by, others)


def test_charts_with_the_same_plays_are_equal() -> None:
    """Also in whatever order, after a copy and in another process; so are strategies with them."""
    one, other = chart(Rules()), chart(Rules.of(soft_17="hit"))
    several = Chart(one.moves, ChartBy.STAKE, (other,))
    for each in (one, several, ByCount(one), ByCount(one, charts=((2, other),))):
        # A hash that is kept must not cross to another process.
        for again in (pickle.loads(pickle.dumps(each)), copy.deepcopy(each)):  # noqa: S301  our own
            assert again is not each
            assert again == each
            assert hash(again) == hash(each)
    turned = Chart(MappingProxyType({row: one.moves[row] for row in reversed(ROWS)}))
    assert (turned, hash(turned)) == (one, hash(one))
    assert len({one, other, several, turned}) == 3
    assert ByCount(one) != ByCount(other)


def test_a_chart_by_a_card_that_lies_face_down_is_not_played() -> None:
    """Neither at a table nor in a simulation."""
    one = chart(Rules())
    by_hole_card = Chart(one.moves, ChartBy.HOLE_CARD, (one,) * 9)
    shown = Rules.of(hole_card_shown=True)
    ChartStrategy(shown, by_hole_card)
    assert simulate(shown, ByCount(by_hole_card), rounds=10).rounds >= 10
    with pytest.raises(PlayerError, match="lies face down: give another chart"):
        ChartStrategy(Rules(), by_hole_card)
    with pytest.raises(PlayerError, match="lies face down"):
        simulate(Rules(), ByCount(by_hole_card), rounds=10)


def test_two_aces_that_cannot_be_split_double_against_weak_cards() -> None:
    """Against a 6, and with one or two decks against a 5, as the strategy pages say."""
    aces = ChartRow(HandKind.SOFT, 12)
    for decks, doubled in ((1, "56"), (2, "56"), (4, "6"), (8, "6")):
        strategy = chart(Rules.of(decks=decks))
        assert {up for up in UPS if code_at(strategy, aces, up) == "Dh"} == set(doubled)


SPANISH_21: dict[str, PlainValue] = {"deck": "spanish", "player_21": "wins", "double": "any_time"}
REDOUBLED: dict[str, PlainValue] = {"preset": "spanish_21"}
FREE_BET: dict[str, PlainValue] = {"preset": "free_bet"}


@pytest.mark.parametrize(
    ("options", "name", "hand", "up", "code"),
    [
        (FREE_BET, "staked by the seat", "hard 17", "7", "S"),
        (FREE_BET, "staked by the house", "hard 17", "7", "H"),
        (FREE_BET, "staked by the seat", "pair 4", "T", "P"),
        (FREE_BET, "staked by the seat", "hard 16", "T", "H"),
        ({**FREE_BET, "surrender": "late"}, "staked by the seat", "hard 16", "T", "Rh"),
        (SPANISH_21, "3 cards", "hard 11", "2", "Dh"),
        (SPANISH_21, "4 cards", "hard 11", "2", "H"),
        (SPANISH_21, "5 cards", "hard 16", "2", "H"),
        ({**SPANISH_21, "soft_17": "hit"}, "5 cards", "hard 16", "2", "S"),
        ({**SPANISH_21, "soft_17": "hit"}, "6 cards", "hard 16", "2", "H"),
        ({**SPANISH_21, "rescue": True}, "doubled", "hard 16", "T", "Rs"),
        ({**SPANISH_21, "surrender": "late"}, "doubled", "hard 16", "T", "S"),
        ({**REDOUBLED, "max_doubles": 2}, "doubled", "hard 8", "9", "Dr"),
        ({**REDOUBLED, "max_doubles": 3}, "doubled", "hard 8", "T", "Rs"),
        ({**REDOUBLED, "max_doubles": 3}, "doubled", "soft 18", "4", "Ds"),
        ({**REDOUBLED, "max_doubles": 3, "rescue": False}, "doubled", "hard 8", "9", "Ds"),
        ({**REDOUBLED, "max_doubles": 3}, "2 cards", "hard 8", "5", "Dh"),
        ({**REDOUBLED, "max_doubles": 1}, "2 cards", "hard 8", "5", "H"),
        ({"preset": "super_fun_21"}, "3 cards", "hard 17", "A", "Rh"),
        ({"preset": "super_fun_21"}, "4 cards", "hard 17", "T", "S"),
        ({"preset": "super_fun_21"}, "5 cards", "hard 17", "T", "H"),
        ({"preset": "double_exposure"}, "beside T", "hard 20", "T", "H"),
        ({"preset": "double_exposure"}, "beside 6", "pair T", "T", "P"),
    ],
)
def test_games_with_names_of_their_own_have_charts_of_their_own(
    options: dict[str, PlainValue], name: str, hand: str, up: str, code: str
) -> None:
    """As they are printed for hands of so many cards, who staked them, or both dealer's cards."""
    rules = Rules.from_dict(options)
    assert code_at(chart(rules).named[name], row(*hand.split()), up) == code
    assert published_chart(rules).named[name].moves == chart(rules).named[name].moves


def test_a_legend_has_the_codes_of_the_chart_and_no_others() -> None:
    """It says nothing of a surrender where there is none."""
    usual = "H hit, S stand, P split; Dh Ds double, else hit or stand"
    assert legend_of(published_chart(Rules())) == usual
    surrenders = published_chart(Rules.of(surrender="late", soft_17="hit"))
    assert legend_of(surrenders) == f"{usual}; Rh Rs Rp surrender, else hit, stand or split"
    assert legend_of(Chart(dict.fromkeys(ROWS, (Move.HIT,) * 10))) == "H hit"
    doubled = chart(Rules.preset("spanish_21", max_doubles=3)).named["doubled"]
    assert "Ds Dr double, else stand or surrender" in legend_of(doubled)


def test_a_legend_is_of_all_charts_that_are_told_apart() -> None:
    """A code of any of them is explained."""
    for name in PRESETS:
        codes = {word for word in str(chart(Rules.preset(name))).split() if word[0] in "HSPDR"}
        known = legend_of(chart(Rules.preset(name)))
        assert all(code in known for code in codes & {move.value for move in Move}), name
