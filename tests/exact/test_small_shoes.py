"""The value of a chart is what it wins on average over every order of a small shoe, exactly."""

from random import Random

import pytest
from attrs import evolve
from tests.exact.every_order import chart_value, counts_of
from tests.scale import share_of
from tests.simulation.both_sides import first_difference

from pitboss import EventKind, Question, Rules
from pitboss.exact import NotCoveredError, action_values, changes, value
from pitboss.exact import chart as best_chart
from pitboss.players import Chart, PlayerError, chart
from pitboss.players.chart import POINTS_OF, ROWS, SPLITS, ChartBy, HandKind, Move
from pitboss.simulation import ByCount, simulate

ACES_AND_EIGHTS = counts_of(A=4, T=9, **{"8": 4})
SIXES = counts_of(A=2, T=8, **{"6": 6})
NINES_AND_FOURS = counts_of(A=2, T=8, **{"4": 3, "9": 5})
SEVENS = counts_of(A=2, T=6, **{"7": 4})

RULES = [
    Rules.of(decks=1, **differences)
    for differences in (
        {},
        {"soft_17": "hit"},
        {"blackjack_pays": "6:5"},
        {"hole_card": "none"},
        {"hole_card": "none", "dealer_blackjack_takes": "original"},
        {"hole_card": "none", "natural_settles": "turn"},
        {"hole_card": "none", "natural_beats_21": False},
        {"peek": "offered"},
        {"peek": "insured"},
        {"surrender": "late"},
        {"surrender": "late", "hole_card": "none"},
        {"surrender": "late", "hole_card": "none", "dealer_blackjack_takes": "original"},
        {"surrender": "early"},
        {"surrender": "early", "hole_card": "none"},
        {"surrender": "early", "insurance_time": "after_split"},
        {"double": "off"},
        {"double": "9_to_11"},
        {"double": "10_or_11"},
        {"double": "any_time"},
        {"double_soft": False},
        {"double_after_split": False},
        {"split": "off"},
        {"max_hands": 2},
        {"max_hands": 3},
        {"max_hands": "unlimited"},
        {"resplit_aces": True},
        {"hit_split_aces": True},
        {"resplit_aces": True, "hit_split_aces": True},
        {"split_deal": "both"},
        {"play_order": "splits_first"},
        {"split_natural": True},
        {"split_natural": True, "natural_settles": "showdown", "natural_beats_21": False},
        {"split_natural": True, "hole_card": "none"},
        {"split_natural": True, "hole_card": "none", "natural_settles": "turn"},
        {"natural_settles": "showdown", "natural_beats_21": False},
        {"charlie": 3, "hole_card": "none"},
        {"charlie": 4},
        {"auto_stand_21": False},
        {"bust_settles": "at_end"},
        {"dealer_draws": "always", "max_hands": 2},
        {"up_card": "second"},
        {"dealer_22_pushes": True},
        {"ties": "lose"},
        {"dealer_22_pushes": True, "soft_17": "hit", "natural_settles": "showdown"},
        {"player_21": "natural_wins", "hole_card": "none"},
        {"player_21": "wins", "double": "any_time"},
        {"player_21": "wins", "split_natural": True, "hole_card": "none"},
        {"hole_card_shown": True, "surrender": "late"},
        {"hole_card_shown": True, "ties": "lose", "player_21": "natural_wins", "soft_17": "hit"},
    )
]


def any_chart(seed: int) -> Chart:
    """Return a chart whose plays are drawn by lot, but two tens are never split."""
    lot = Random(seed)
    plays = [move for move in Move if move not in SPLITS]
    return Chart(
        {
            row: tuple(
                lot.choice(
                    [*Move, Move.SPLIT] if row.kind is HandKind.PAIR and row.points != 10 else plays
                )
                for _ in range(10)
            )
            for row in ROWS
        }
    )


@pytest.mark.untraced
@pytest.mark.parametrize("rules", RULES, ids=str)
def test_basic_strategy_wins_what_it_wins_in_every_order(rules: Rules) -> None:
    """Naturals, pairs of aces and of eights, and hands of a split that are split again."""
    played = chart(rules)
    exact = chart_value(rules, played, ACES_AND_EIGHTS)
    assert value(rules, played, shoe=ACES_AND_EIGHTS).value == pytest.approx(
        float(exact), abs=1e-14
    )


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("seed", "rules"),
    # With as many hands as there are sixes, the small shoe would run out.
    list(share_of((seed, rules) for seed, rules in enumerate(RULES) if rules.max_hands)),
    ids=str,
)
def test_any_chart_wins_what_it_wins_in_every_order(seed: int, rules: Rules) -> None:
    """However foolish the chart is, and whatever stands in for a play that is not allowed."""
    played = any_chart(seed)
    exact = chart_value(rules, played, SIXES)
    assert value(rules, played, shoe=SIXES).value == pytest.approx(float(exact), abs=1e-14)


def test_charts_by_both_cards_of_the_dealer_win_what_they_win_in_every_order() -> None:
    """Ten that are drawn by lot, one beside each second card."""
    rules = Rules.of(hole_card_shown=True, ties="lose")
    others = tuple(any_chart(number) for number in range(9))
    played = evolve(any_chart(9), by=ChartBy.HOLE_CARD, others=others)
    exact = chart_value(rules, played, SIXES)
    assert value(rules, played, shoe=SIXES).value == pytest.approx(float(exact), abs=1e-14)


def test_a_natural_and_any_21_that_always_win_are_worth_more() -> None:
    """A natural more than none, and any 21 more than that, also one of a hand that was split."""
    shoe, played = counts_of(A=4, T=6, **{"5": 4}), chart(Rules.of())
    ways = ("compares", "natural_wins", "wins")
    sets = [Rules.of(player_21=way) for way in ways]
    worth = [value(rules, played, shoe=shoe).value for rules in sets]
    assert worth[0] < worth[1] < worth[2]


def test_charts_that_exact_values_do_not_tell_apart_are_refused() -> None:
    """A chart for each number of cards; nor is there a value of one of two cards that lie open."""
    several = evolve(any_chart(9), by=ChartBy.STAKE, others=(any_chart(1),))
    with pytest.raises(PlayerError, match="that depend on who staked the hand"):
        value(Rules.of(), several)
    with pytest.raises(NotCoveredError, match="hole_card_shown"):
        action_values(Rules.of(hole_card_shown=True), Question.PLAY, 6, (10, 6))


def test_the_best_chart_by_both_cards_of_the_dealer_is_found() -> None:
    """It wins more than one by the up card, and as much as its changes gain."""
    rules = Rules.of(hole_card_shown=True, ties="lose", decks=1, max_hands=2)
    shoe = counts_of(A=2, T=6, **{"6": 5})
    by_up_card = any_chart(3)
    best = best_chart(rules, shoe=shoe, begin=by_up_card)
    assert best.by is ChartBy.HOLE_CARD
    assert value(rules, best, shoe=shoe).value > value(rules, by_up_card, shoe=shoe).value
    assert changes(rules, best, best) == []
    (changed,) = changes(rules, best, evolve(best, moves=by_up_card.moves))[:1]
    assert (changed.up_points, changed.hole_points) == (1, 1)


@pytest.mark.untraced
@pytest.mark.parametrize("name", ["late", "early"])
def test_a_pair_that_is_surrendered_or_split_is_played_as_at_the_table(name: str) -> None:
    """The code that gives a pair up, or else splits it, depends on when surrender is asked."""
    rules = Rules.of(decks=1, surrender=name, hole_card="none")
    moves = dict(chart(rules).moves)
    nines = next(row for row in ROWS if str(row) == "pair 9")
    moves[nines] = (Move.SURRENDER_ELSE_SPLIT,) * 10
    exact = chart_value(rules, Chart(moves), NINES_AND_FOURS)
    found = value(rules, Chart(moves), shoe=NINES_AND_FOURS).value
    assert found == pytest.approx(float(exact), abs=1e-14)


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("surrender", "play"),
    [("late", EventKind.SURRENDER), ("early", EventKind.SURRENDER), ("off", EventKind.SPLIT)],
)
def test_a_pair_is_surrendered_where_it_may_be_and_split_elsewhere(
    surrender: str, play: EventKind
) -> None:
    """Worked out, in the kernel and at a table, though its total says to hit."""
    rules = Rules.of(decks=1, surrender=surrender)
    moves = dict(chart(rules).moves)
    sevens = next(row for row in ROWS if str(row) == "pair 7")
    moves[sevens] = (Move.SURRENDER_ELSE_SPLIT,) * 10
    moves[sevens.as_total] = (Move.HIT,) * 10
    played = Chart(moves)
    worked_out = value(rules, played, shoe=SEVENS).hands
    assert {hand.play for hand in worked_out if hand.cards == (7, 7)} == {play}
    assert any(hand.cards == (7, 7) and hand.up_points == 1 for hand in worked_out)
    exact = chart_value(rules, played, SEVENS)
    assert value(rules, played, shoe=SEVENS).value == pytest.approx(float(exact), abs=1e-14)
    player = ByCount(played)
    by_hand = simulate(rules, player, rounds=20_000, seed=1).by_hand[0]
    for up in POINTS_OF.values():
        of_sevens = by_hand[up, 7, 7]
        assert (of_sevens.hands > of_sevens.rounds) is (play is EventKind.SPLIT)
        # Who does not split loses half of the bet, or all of it to a natural.
        lost = {1: 1000, 10: 1000}.get(up, 500) * of_sevens.rounds
        assert play is EventKind.SPLIT or 500 * of_sevens.rounds <= -of_sevens.net_minor <= lost
    assert first_difference(rules, [player], 1, 2_000) is None


def test_a_chart_has_a_play_for_each_cell() -> None:
    """A row or a column too few is refused, and so is a total that is split."""
    moves = dict(chart(Rules()).moves)
    first = ROWS[0]
    for wrong in (
        {row: plays for row, plays in moves.items() if row != first},
        {**moves, first: moves[first][1:]},
        {**moves, first: (Move.SPLIT,) * 10},
    ):
        with pytest.raises(PlayerError, match="a chart"):
            Chart(wrong)
