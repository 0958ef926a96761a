"""Rescue: a doubled hand is surrendered for the original bet, and the double comes back."""

from io import BytesIO

import pytest
from attrs import evolve

from pitboss import Event, Journal, RefusedError, Rules, SeatPlan, Table, verify
from pitboss.errors import RulesError
from pitboss.exact import NotCoveredError, value
from pitboss.game.events import EventKind
from pitboss.game.reasons import LOST_SURRENDERED, RESCUE, SURRENDER, Reason
from pitboss.players import BasicStrategy, ChartStrategy, MimicPlayer, RandomLegal, chart
from pitboss.players.chart import ROWS, Move
from pitboss.table import play_rounds
from pitboss.table.invariants import flaws
from pitboss.table.shoes import ArrangedShoes, parse_cards
from pitboss.table.snapshot import Snapshot

HIT, STAND, DOUBLE = Event.hit(0, 0), Event.stand(0, 0), Event.double(0, 0)
SPLIT, RESCUES = Event.split(0, 0), Event.surrender(0, 0)


def dealt(codes: str, *answers: Event, **options: object) -> Table:
    """Play a round of one seat with these cards and answers, where hands may be rescued."""
    rules = Rules.of(**{"rescue": True, **options})
    table = Table(rules, seats=["Ann"], shoes=ArrangedShoes([parse_cards(codes.replace(" ", ""))]))
    table.open_round()
    for event in (Event.bet(0, 101), *answers):
        table.apply(event)
    return table


def ends(table: Table) -> list[tuple[Reason | None, int, int]]:
    """Return how each hand of the seat ended, what lay on it, and what it brought."""
    hands = table.round.seats[0].hands
    return [(hand.reason, hand.bet_minor, hand.returned_minor - hand.bet_minor) for hand in hands]


def test_a_rescued_hand_loses_the_original_bet() -> None:
    """And the dealer has nobody to draw against."""
    table = dealt("6s Th 5s 9h 2d", DOUBLE, RESCUES)
    assert ends(table) == [(RESCUE, 202, -101)]
    assert table.over
    assert len(table.round.dealer.cards) == 1


def test_a_doubled_hand_may_stand_or_be_rescued_and_nothing_else() -> None:
    """It takes no card and no further double, even where hands may be doubled at any time."""
    table = dealt("6s Th 5s 9h 2d", DOUBLE, double="any_time", surrender="late")
    assert table.menu().kinds == (EventKind.STAND, EventKind.SURRENDER)
    for event in (HIT, DOUBLE):
        with pytest.raises(RefusedError, match="the hand was doubled"):
            table.apply(event)
    table.apply(STAND)
    assert [net for _, _, net in ends(table)] == [-202]


@pytest.mark.parametrize("codes", ["6s Th 5s 9h Kd", "7s Th 5s 9h Kd"])
def test_a_doubled_hand_of_21_and_a_busted_one_are_not_asked(codes: str) -> None:
    """The one stands by itself, the other is lost."""
    assert dealt(codes, DOUBLE).over


def test_what_is_not_doubled_is_surrendered_as_the_rules_say_elsewhere() -> None:
    """Late surrender is the default where hands may be rescued; it is for the first two cards."""
    assert ends(dealt("6s Th 5s 9h", RESCUES)) == [(SURRENDER, 101, -51)]
    with pytest.raises(RefusedError, match=r"only the first two cards .* \(surrender = late\)"):
        dealt("6s Th 5s 9h 2d", HIT, RESCUES)
    with pytest.raises(RefusedError, match="for tables where surrender is allowed"):
        dealt("6s Th 5s 9h", RESCUES, rescue=False)


def test_hands_of_a_split_are_rescued_each_by_itself() -> None:
    """The one is surrendered, the other wins twice its bet."""
    table = dealt("8s Th 8d 7h 3d 2c 3c Kc", SPLIT, DOUBLE, RESCUES, Event.double(0, 1))
    assert ends(table)[0] == (RESCUE, 202, -101)
    assert ends(table)[1][1:] == (202, 202)


@pytest.mark.parametrize(
    ("takes", "end"),
    [
        ("all", (LOST_SURRENDERED.more, 202, -202)),
        ("original", (LOST_SURRENDERED.more, 202, -101)),
        ("original_and_busted", (LOST_SURRENDERED.more, 202, -101)),
    ],
)
def test_a_dealer_natural_makes_a_rescue_void(takes: str, end: tuple[Reason, int, int]) -> None:
    """As it does a late surrender: what it takes of a stake it takes of this one."""
    options = {"hole_card": "none", "dealer_blackjack_takes": takes}
    table = dealt("6s Ah 5s 2d Kh", Event.decline(0, 0), DOUBLE, RESCUES, **options)
    assert ends(table) == [end]


def test_a_rescue_waits_for_the_dealers_second_card_under_early_surrender_too() -> None:
    """That one is final, for it was asked before."""
    answers = (Event.decline(0, 0), Event.decline(0, 0), DOUBLE, RESCUES)
    options = {"hole_card": "none", "surrender": "early"}
    assert ends(dealt("6s Ah 5s 2d Kh", *answers, **options)) == [
        (LOST_SURRENDERED.more, 202, -202)
    ]
    assert ends(dealt("6s Ah 5s 2d 9h", *answers, **options)) == [(RESCUE, 202, -101)]


@pytest.mark.parametrize(
    ("beside", "reason"),
    [
        ({"double": "off"}, "no hand may be doubled"),
        ({"free_doubles": True}, "returns the double"),
        ({"free_splits": True}, "loses the original bet"),
        ({"surrender": "off"}, "no hand may be surrendered"),
    ],
)
def test_a_rescue_that_would_have_no_meaning_is_refused(
    beside: dict[str, object], reason: str
) -> None:
    """Without a double, without surrender, or of a bet that the house has staked."""
    with pytest.raises(RulesError, match=reason):
        Rules.of(rescue=True, **beside)


def test_players_that_hit_by_the_total_let_a_doubled_hand_stand() -> None:
    """The dealer's rule, and most charts, are made for hands that may be hit."""
    table = dealt("6s Th 5s 9h 2d", DOUBLE)
    offer = table.offer()
    assert offer is not None
    for player in (MimicPlayer(), BasicStrategy(table.rules)):
        assert player.decide(table.view(0), offer) == STAND
    rules = Rules.of(rescue=True, double="any_time")
    play_rounds(Table(rules, seats=["Ann"], seed=3), [BasicStrategy(rules)], 200)


@pytest.mark.parametrize(
    ("codes", "answer"),
    [
        ("6s Th 5s 9h 2d", RESCUES),
        ("6s 7h 5s 9h 2d", STAND),
        ("6s Th 5s 9h 6d", STAND),
        ("2s Th 3s 9h 2d 8d", RESCUES),
    ],
)
def test_a_chart_for_doubled_hands_is_played(codes: str, answer: Event) -> None:
    """In Super Fun 21 a doubled 12 to 16 is rescued from an eight or more."""
    before = [HIT] * (codes.count(" ") - 4)
    table = dealt(codes, *before, DOUBLE, **Rules.preset("super_fun_21").changes())
    offer = table.offer()
    assert offer is not None
    assert BasicStrategy(table.rules).decide(table.view(0), offer) == answer


def test_a_doubled_hand_that_its_chart_would_hit_stands() -> None:
    """It may take no card; where it may be doubled again, it is."""
    rules = Rules.preset("spanish_21", max_doubles=2)
    basic = chart(rules)
    first = basic.named["2 cards"]
    for move, answer in ((Move.HIT, STAND), (Move.DOUBLE_ELSE_HIT, DOUBLE)):
        doubled = evolve(first, moves=dict.fromkeys(ROWS, (move,) * 10))
        player = ChartStrategy(rules, evolve(basic, others=(*basic.others[:-1], doubled)))
        table = dealt("6s Th 5s 9h 2d", DOUBLE, **rules.changes())
        offer = table.offer()
        assert offer is not None
        assert player.decide(table.view(0), offer) == answer


def test_journals_with_rescues_are_played_again_and_snapshots_believed() -> None:
    """At every rest of a table on which everything legal is played."""
    rules = Rules.of(rescue=True, double="any_time", surrender="late", peek="never")
    sink = BytesIO()
    plans = [SeatPlan("Ann", 10**6), SeatPlan("Bo", 10**6)]
    table = Table(rules, seats=plans, seed=4, recorder=Journal(sink))
    for seed in range(4):
        play_rounds(table, [RandomLegal(seed, 0), RandomLegal(seed, 1)], 50)
        again = Table.restore(Snapshot.from_json(table.snapshot().to_json()))
        assert again.snapshot() == table.snapshot()
    under_way = dealt("6s Th 5s 9h 2d", DOUBLE)
    again = Table.restore(Snapshot.from_json(under_way.snapshot().to_json()))
    again.apply(RESCUES)
    assert ends(again) == [(RESCUE, 202, -101)]
    table.close()
    assert verify(BytesIO(sink.getvalue())).matches


def test_a_snapshot_of_a_doubled_hand_that_is_asked_needs_the_option() -> None:
    """Without it a doubled hand is finished."""
    table = dealt("6s Th 5s 9h 2d", DOUBLE)
    state = table.plans, table.round, table.house
    assert not [*flaws(table.rules, None, *state)]
    assert "doubled hand" in str(next(flaws(Rules(), None, *state)))


def test_exact_values_refuse_rescues_by_name() -> None:
    """They do not know what a doubled hand is best at."""
    with pytest.raises(NotCoveredError, match="rescue"):
        value(Rules.of(rescue=True))
