"""What is found: sums of exactly what was played, added without loss, and figures made of them."""

from itertools import pairwise, permutations
from math import inf, isclose, sqrt
from random import Random
from statistics import mean, variance

import pytest
from tests.simulation.both_sides import by_engine, by_kernel

from pitboss.players import HI_LO, BetRamp
from pitboss.rules import Rules
from pitboss.simulation import (
    Bankroll,
    ByCount,
    MergeError,
    RoundAt,
    Run,
    ShoeSums,
    SimulationResult,
    StrategyError,
    Sums,
    run_of,
)
from pitboss.simulation.encoding import MAX_NET_MINOR
from pitboss.simulation.shoe_ranges import play_range

RULES = Rules.preset("double_deck_h17")
RAMP = ByCount(
    ByCount.basic(RULES).chart,
    BetRamp(1000, ((1, 2000), (3, 5000))),
    insures_from=3,
    count=HI_LO,
)
SEATS = [RAMP, ByCount.basic(RULES)]
RUN = run_of(RULES, SEATS, seed=5)
SHOES = 40


@pytest.fixture(scope="module")
def whole() -> SimulationResult:
    """Play all shoes at once."""
    return RUN.shoes(1, SHOES)


def test_the_sums_are_those_of_the_rounds(whole: SimulationResult) -> None:
    """Counted round by round at a table of the engine."""
    rounds = by_engine(RULES, SEATS, 5, whole.rounds)
    for seat, sums in enumerate(whole.seats):
        nets = [played.nets[seat] for played in rounds]
        assert sums.rounds == whole.rounds
        assert sums.net_minor == sum(nets)
        assert sums.squares == sum(net * net for net in nets)
        assert sums.stakes_minor == sum(played.stakes[seat] for played in rounds)
        assert sums.hands >= sums.rounds
        assert isclose(sums.mean_minor, mean(nets))
        assert isclose(sums.variance, variance(nets))
        assert isclose(sums.standard_error_minor, sqrt(variance(nets) / len(nets)))
        assert isclose(sums.n0, sums.variance / sums.mean_minor**2)
    assert whole.of_shoes.cards == sum(played.cards for played in rounds)
    assert isclose(whole.cards_per_round, whole.of_shoes.cards / whole.rounds)
    assert isclose(whole.mean_minor, mean([sum(played.nets) for played in rounds]))


def test_the_sums_by_count_and_by_hand_are_the_same_rounds(whole: SimulationResult) -> None:
    """Each round stands in one line of either table."""
    for by_count, by_hand in zip(whole.by_count, whole.by_hand, strict=True):
        assert sum(by_count.values(), Sums()) == sum(by_hand.values(), Sums())
        assert all(one <= other for _, one, other in by_hand)
    assert set(whole.by_count[1]) == {0}
    bets = {count: sums.bets_minor // sums.rounds for count, sums in whole.by_count[0].items()}
    assert all(bet == RAMP.ramp.at(count) for count, bet in bets.items())
    assert len(set(bets.values())) == 3


def test_a_seat_that_sits_out_has_figures_of_all_rounds_that_were_dealt() -> None:
    """Those that it sat out brought it nothing."""
    sits_out = ByCount(RAMP.chart, BetRamp(0, ((1, 2000),)), count=HI_LO)
    found = run_of(RULES, [ByCount.basic(RULES), sits_out], seed=5).shoes(1, SHOES)
    nets = [
        played.nets[1]
        for played in by_kernel(RULES, [ByCount.basic(RULES), sits_out], 5, found.rounds)
    ]
    played, dealt = found.seats[1], found.seats_dealt[1]
    assert played.rounds < dealt.rounds == found.rounds
    assert isclose(dealt.mean_minor, mean(nets))
    assert isclose(dealt.n0, variance(nets) / mean(nets) ** 2)
    assert isclose(played.n0 * dealt.rounds / played.rounds, dealt.n0, rel_tol=0.01)
    assert found.seats_dealt[0] == found.seats[0]


def test_naturals_stand_in_their_lines(whole: SimulationResult) -> None:
    """An ace and a ten win at 3:2 unless the dealer has a natural, too."""
    natural = whole.by_hand[1][6, 1, 10]
    assert natural.net_minor == 1500 * natural.rounds
    assert natural.edge == 1.5


def test_parts_of_a_run_add_up_to_the_whole(whole: SimulationResult) -> None:
    """In whatever parts it is played, and in whatever order they are added."""
    for parts in (7, 64):
        ends = sorted(Random(parts).sample(range(1, SHOES), min(parts, SHOES) - 1))
        found = [RUN.shoes(first + 1, last) for first, last in pairwise([0, *ends, SHOES])]
        Random(parts).shuffle(found)
        total, *others = found
        for other in others:
            total += other
        assert total == whole
    assert whole.ranges == ((1, SHOES),)


def test_three_parts_in_any_order_are_the_same() -> None:
    """Ranges are put together where one ends and the next begins."""
    parts = [RUN.shoes(1, 2), RUN.shoes(3, 3), RUN.shoes(6, 8)]
    totals = [one + other + third for one, other, third in permutations(parts)]
    assert all(total == totals[0] for total in totals)
    assert totals[0].ranges == ((1, 3), (6, 8))


def test_a_shoe_is_not_counted_twice() -> None:
    """Nor are results of different runs added."""
    with pytest.raises(MergeError, match="shoe 3 is counted twice"):
        _ = RUN.shoes(1, 4) + RUN.shoes(3, 3)
    with pytest.raises(MergeError, match="two runs"):
        _ = RUN.shoes(1, 4) + run_of(RULES, RUN.strategies, seed=6).shoes(5, 5)


def test_results_that_were_not_asked_for_the_same_are_not_added() -> None:
    """The error says what differs, and not that it is the run."""
    poor, rich = (RUN.shoes(shoe, shoe, bankroll=Bankroll(shoe, 9)) for shoe in (5, 6))
    for other in (poor + RUN.shoes(6, 6, bankroll=Bankroll(5, 9)), RUN.shoes(7, 7)):
        with pytest.raises(MergeError, match="two bankrolls: give one bankroll to all"):
            _ = rich + other
    with pytest.raises(MergeError, match="has sums of starting hands: give the same `hands`"):
        _ = RUN.shoes(1, 4) + RUN.shoes(5, 5, hands=False)


def test_the_standard_error_is_that_of_independent_shoes(whole: SimulationResult) -> None:
    """By its definition: the spread of what each shoe's net lies off its share."""
    shoes = play_range(RUN.numbers, 1, SHOES).shoes.tolist()
    ratio = sum(net for _, _, net, *_ in shoes) / sum(rounds for rounds, *_ in shoes)
    off = [net - ratio * rounds for rounds, _, net, *_ in shoes]
    expected = sqrt(sum(each * each for each in off) * SHOES / (SHOES - 1)) / whole.rounds
    assert isclose(whole.standard_error_minor, expected)
    assert whole.rounds_per_shoe == whole.rounds / SHOES


def test_sums_of_squares_are_exact_for_the_largest_bets() -> None:
    """Squares of more than 32 bits are added in halves, nets of a shoe by parts."""
    rules = Rules.preset("six_deck_s17")
    bet = MAX_NET_MINOR // 10
    large = run_of(rules, ByCount.basic(rules, bet), seed=3).shoes(1, 20)
    small = run_of(rules, ByCount.basic(rules, 2), seed=3).shoes(1, 20)
    assert large.seats[0].squares > 2**63
    rounds = by_engine(rules, [ByCount.basic(rules, bet)], 3, large.rounds)
    assert large.seats[0].squares == sum(played.nets[0] ** 2 for played in rounds)
    assert large.rounds == small.rounds
    with pytest.raises(StrategyError, match="may win or lose"):
        run_of(rules, ByCount.basic(rules, MAX_NET_MINOR // 9), seed=3)


@pytest.mark.untraced
@pytest.mark.parametrize("count", [1, 10, 100])
def test_the_worst_rounds_are_found_again(count: int) -> None:
    """As many as are wanted, from whichever parts they come; of equals the earliest."""
    lengths = play_range(RUN.numbers, 1, 400).shoes[:, 0].tolist()
    rounds = iter(by_kernel(RULES, SEATS, 5, sum(lengths)))
    every = [
        RoundAt(shoe, place, sum(next(rounds).nets))
        for shoe, length in enumerate(lengths, 1)
        for place in range(1, length + 1)
    ]
    expected = sorted(every, key=lambda each: (each.net_minor, each.shoe, each.place))[:count]
    found = RUN.shoes(201, 400) + RUN.shoes(1, 120) + RUN.shoes(121, 200)
    assert RUN.worst(found, count) == expected
    worst = expected[0]
    table = RUN.play_again(worst.place, shoe=worst.shoe)
    nets = [hand.net_minor + hand.insurance_net_minor for hand in table.results()]
    assert sum(nets) == worst.net_minor


def test_only_rounds_that_lost_are_worst() -> None:
    """Where there are fewer of them, fewer are found."""
    found = RUN.shoes(1, 1)
    assert 0 < len(RUN.worst(found, 100)) < found.rounds
    with pytest.raises(StrategyError, match="1 to 100"):
        RUN.worst(found, 101)
    with pytest.raises(StrategyError, match="of this run"):
        run_of(RULES, SEATS, seed=6).worst(found)


def test_shoes_are_drawn_as_far_as_the_cut_card(whole: SimulationResult) -> None:
    """Penetration is of cards; hands are all hands, split ones, too."""
    assert whole.whole_shoe == 104
    assert isclose(whole.penetration, whole.of_shoes.cards / SHOES / 104)
    hands = sum(sums.hands for sums in whole.seats)
    assert isclose(whole.hands_per_shoe, hands / SHOES)


def test_nothing_played_gives_no_figure() -> None:
    """Nothing is divided by nothing."""
    nothing = SimulationResult("", (), (), (), ShoeSums())
    assert (nothing.mean_minor, nothing.standard_error_minor) == (0, 0)
    assert (nothing.rounds_per_shoe, nothing.cards_per_round) == (0, 0)
    assert (nothing.hands_per_shoe, nothing.penetration) == (0, 0)
    sums = Sums()
    assert (sums.mean_minor, sums.edge, sums.variance, sums.standard_error_minor) == (0, 0, 0, 0)
    assert sums.n0 == inf


def test_equal_runs_have_equal_digests() -> None:
    """A run is what it plays: its rules, its strategies, its seed."""
    again = Run(rules=RULES, strategies=RUN.strategies, seed=5)
    assert again.digest == RUN.digest
    others = [
        run_of(RULES, RUN.strategies, seed=6),
        run_of(RULES, RUN.strategies[::-1], seed=5),
        run_of(Rules.preset("double_deck_h17", burn=1), RUN.strategies, seed=5),
        run_of(RULES, ByCount.basic(RULES, 500), seed=5),
    ]
    assert len({RUN.digest, *(other.digest for other in others)}) == 5
