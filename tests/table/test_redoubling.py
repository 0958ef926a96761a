"""Redoubling: a doubled hand is doubled again, each time for as much as lies on it."""

from io import BytesIO

import pytest
from tests.table.dealing import came_to, play_dealt

from pitboss import Event, Journal, RefusedError, Rules, SeatPlan, Table, verify
from pitboss.errors import RulesError
from pitboss.exact import NotCoveredError, value
from pitboss.game.events import EventKind
from pitboss.game.limits import MAX_AMOUNT_MINOR, MAX_DOUBLES
from pitboss.game.reasons import RESCUE
from pitboss.players import BasicStrategy, RandomLegal
from pitboss.rules.values import Double
from pitboss.simulation import ByCount, StrategyError, run_of
from pitboss.story import AUDITOR, Story
from pitboss.story.phrases import Phrases
from pitboss.story.told_events import Answered
from pitboss.table import play_rounds
from pitboss.table.invariants import flaws
from pitboss.table.snapshot import Snapshot

HIT, STAND, DOUBLE = Event.hit(0, 0), Event.stand(0, 0), Event.double(0, 0)
RESCUES = Event.surrender(0, 0)
THREE_DOUBLES = (DOUBLE, DOUBLE, DOUBLE)
THREE_TWOS = "2s Th 3s 9h 2d 2c 2h"


def dealt(codes: str, *answers: Event, balance_minor: int = 800, **options: object) -> Table:
    """Play a round of one seat, which bets 100 of what it has, with these cards and answers."""
    rules = Rules.of(**{"max_doubles": 3, **options})
    return play_dealt(rules, codes, *answers, balance_minor=balance_minor)


@pytest.mark.parametrize(("doubles", "bet_minor"), [(1, 200), (2, 400), (3, 800)])
def test_each_double_stakes_as_much_as_lies_on_the_hand(doubles: int, bet_minor: int) -> None:
    """And brings a card; a hand that was doubled as often as may be stands by itself."""
    stands = [STAND] * (doubles < MAX_DOUBLES)
    table = dealt(THREE_TWOS, *[DOUBLE] * doubles, *stands)
    assert came_to(table) == [(bet_minor, -bet_minor)]
    won = dealt("6s Th 2s 9h 2d 3c 7c", *THREE_DOUBLES)
    assert came_to(won) == [(800, 800)]


def test_a_doubled_hand_stands_or_is_doubled_again_and_nothing_else() -> None:
    """It takes no card without a stake; two are the most where the rules say so."""
    table = dealt(THREE_TWOS, DOUBLE)
    assert table.menu().kinds == (EventKind.STAND, EventKind.DOUBLE)
    with pytest.raises(RefusedError, match="the hand was doubled"):
        table.apply(HIT)
    assert dealt(THREE_TWOS, DOUBLE, DOUBLE, max_doubles=2).over
    with pytest.raises(RefusedError, match=r"the hand was doubled \(max_doubles = 2\)"):
        dealt(THREE_TWOS, DOUBLE, DOUBLE, DOUBLE, max_doubles=2, rescue=True)


@pytest.mark.parametrize(
    ("codes", "options"),
    [
        (THREE_TWOS, {"balance_minor": 399}),
        ("6s Th 5s 9h Td", {}),
        ("7s Th 5s 9h Td", {}),
        ("2s Th 3s 9h Ad", {"double_soft": False}),
    ],
)
def test_a_doubled_hand_that_could_only_stand_is_not_asked(
    codes: str, options: dict[str, int]
) -> None:
    """Without the chips for another double, with 21, bust, or soft where that is not doubled."""
    assert dealt(codes, DOUBLE, **options).over


def test_the_last_double_is_taken_back_by_a_rescue() -> None:
    """Half of what lies on the hand is lost, after whichever double."""
    for doubles, bet_minor in ((1, 200), (2, 400), (3, 800)):
        answers = [*[DOUBLE] * doubles, Event.surrender(0, 0)]
        table = dealt(THREE_TWOS, *answers, rescue=True)
        assert came_to(table) == [(bet_minor, -bet_minor // 2)]
        assert table.round.seats[0].hands[0].reason is RESCUE


@pytest.mark.parametrize(
    ("codes", "doubles", "answer"),
    [
        ("6s Kh 4s 9h 2d 3c", 1, RESCUES),
        ("6s 8h 4s 9h 2d 3c", 1, DOUBLE),
        ("6s 8h 4s 9h 3d 3c", 1, RESCUES),
        ("6s 7h 4s 9h 2d 3c", 1, DOUBLE),
        ("6s 6h 4s 9h 2d 3c", 1, STAND),
        ("2s 8h 3s 9h 4d 3c 2c", 2, DOUBLE),
        ("2s Kh 3s 9h 4d 2c 3c", 2, DOUBLE),
        ("6s Kh 4s 9h 7d 3c", 1, STAND),
        ("As 4h 4s 9h 3d 2c", 1, DOUBLE),
        ("As 7h 4s 9h 3d 2c", 1, STAND),
    ],
)
def test_the_chart_of_spanish_21_doubles_a_doubled_hand_again_or_rescues_it(
    codes: str, doubles: int, answer: Event
) -> None:
    """Low hands, and a 12 against a seven or an eight; stiff ones are given up from an eight."""
    rules = Rules.preset("spanish_21", max_doubles=3)
    table = dealt(codes, *[DOUBLE] * doubles, balance_minor=800, **rules.changes())
    offer = table.offer()
    assert offer is not None
    assert BasicStrategy(rules).decide(table.view(0), offer) == answer


@pytest.mark.parametrize(("options", "answer"), [({}, RESCUES), ({"rescue": False}, None)])
def test_a_hand_that_may_not_be_doubled_again_is_rescued(
    options: dict[str, bool], answer: Event | None
) -> None:
    """An 11 that lacks the chips for another double; without the rescue it is not asked."""
    rules = Rules.preset("spanish_21", max_doubles=3, **options)
    table = dealt("6s Kh 3s 9h 2d", DOUBLE, balance_minor=300, **rules.changes())
    offer = table.offer()
    said = offer and BasicStrategy(rules).decide(table.view(0), offer)
    assert said == answer


def test_a_dealer_natural_takes_the_opening_bet_alone_where_the_rules_say_so() -> None:
    """Of eight bets seven come back."""
    codes = "2s Th 3s 2d 2c 2h As"
    takes = "original"
    table = dealt(codes, *THREE_DOUBLES, hole_card="none", dealer_blackjack_takes=takes)
    assert came_to(table) == [(800, -100)]


@pytest.mark.parametrize(
    ("beside", "reason"),
    [
        ({"double": "first_two"}, "more than two cards"),
        ({"free_doubles": True}, "stakes one double"),
        ({"free_splits": True}, "stakes one opening bet"),
        ({"bet_min": 0}, "a bet of 0"),
    ],
)
def test_doubles_that_cannot_be_told_apart_are_refused(
    beside: dict[str, object], reason: str
) -> None:
    """By itself the option makes doubles possible at any time."""
    with pytest.raises(RulesError, match=reason):
        Rules.of(max_doubles=2, **beside)
    assert Rules.of(max_doubles=2).double is Double.ANY_TIME
    assert "max_doubles" not in Rules.of(decks=1).to_dict()


@pytest.mark.parametrize("doubles", range(1, MAX_DOUBLES + 1))
def test_a_bet_grows_to_twice_the_largest_amount_at_most(doubles: int) -> None:
    """So that whatever a round brings can be written down."""
    table = Table(Rules.of(max_doubles=doubles, double="any_time"), seats=["Ann"], seed=1)
    table.open_round()
    offer = table.offer()
    assert offer is not None
    assert offer.most_minor << doubles == 2 * MAX_AMOUNT_MINOR


def test_journals_with_redoubling_are_played_again_and_told() -> None:
    """Snapshots are believed at every rest, and the story says to what a hand was doubled."""
    rules = Rules.of(max_doubles=3, rescue=True, bonuses=["spanish_21"], player_21="wins")
    sink = BytesIO()
    plans = [SeatPlan("Ann", 10**4), SeatPlan("Bo")]
    table = Table(rules, seats=plans, seed=4, recorder=Journal(sink))
    stakes = set[int]()
    for seed in range(100):
        play_rounds(table, [RandomLegal(seed, 0), RandomLegal(seed, 1)], 2)
        again = Table.restore(Snapshot.from_json(table.snapshot().to_json()))
        assert again.snapshot() == table.snapshot()
        hands = [(seat, hand) for seat in table.round.seats for hand in seat.hands]
        stakes |= {hand.bet_minor // seat.ante_minor for seat, hand in hands}
    assert stakes == {1, 2, 4, 8}
    table.close()
    assert verify(BytesIO(sink.getvalue())).matches
    doubled = [
        Phrases(rules).answer(event)
        for heard in Story(BytesIO(sink.getvalue())).rounds(AUDITOR)
        for event in heard
        if isinstance(event, Answered) and event.answer is EventKind.DOUBLE
    ]
    assert doubled
    assert all(answer.startswith("doubles to ") for answer in doubled)


def test_a_snapshot_is_refused_whose_bet_no_doubles_make() -> None:
    """Three times the opening bet, or more than the rules let a hand be doubled."""
    table = dealt(THREE_TWOS, DOUBLE, DOUBLE)
    state = table.plans, table.round, table.house
    assert not [*flaws(table.rules, None, *state)]
    fewer = Rules.of(max_doubles=1, double="any_time", rescue=True)
    assert "bet_minor" in str(next(flaws(fewer, None, *state)))
    hand = table.round.seats[0].hands[0]
    hand.bet_minor = 300
    assert "bet_minor" in str(next(flaws(table.rules, None, *state)))


def test_exact_values_refuse_redoubling_by_name() -> None:
    """They do not know what a doubled hand is best at."""
    with pytest.raises(NotCoveredError, match="max_doubles"):
        value(Rules.of(max_doubles=2))


def test_a_bet_that_redoubling_makes_too_large_is_not_simulated() -> None:
    """Eight bets on each of four hands are more than the sums of a simulation hold."""
    rules = Rules.of(max_doubles=3)
    run_of(rules, ByCount.basic(rules, 60_000_000), seed=1)
    with pytest.raises(StrategyError, match="a round may win or lose"):
        run_of(rules, ByCount.basic(rules, 70_000_000), seed=1)
