"""The dealer's hand: its ends are the exact fractions, whatever has left the shoe."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from threading import Barrier
from types import SimpleNamespace

import numpy as np
import pytest
from tests.exact.odds.exact_odds import POINTS, dealer_outcomes, full_shoe, without

from pitboss.exact.dealer import DealerHands, DealerOdds, Draws, dealer_hands, dealer_odds
from pitboss.exact.hands import Floats, Ints
from pitboss.machine.hand_answers import ask_machine
from pitboss.rules import Rules


def counted(gone: Sequence[int]) -> list[int]:
    """Return cards as counts by their points."""
    return [gone.count(points) for points in POINTS]


def draws_of(*, hits_soft_17: bool) -> Draws:
    """Return the totals to which the dealer draws."""
    return ask_machine(Rules.of(soft_17="hit" if hits_soft_17 else "stand")).dealer_draws


@pytest.mark.untraced
@pytest.mark.parametrize("hits_soft_17", [False, True])
@pytest.mark.parametrize("decks", [1, 6])
def test_the_dealers_chances_are_the_exact_ones(decks: int, *, hits_soft_17: bool) -> None:
    """For every up card, from a shoe that lacks some cards, to fourteen digits."""
    dealer_hands.cache_clear()
    dealer_odds.cache_clear()
    cases = [(), (10, 6), (1, 1, 1), (5, 5, 5, 5)]
    for up_points in POINTS:
        shoe = without(full_shoe(decks), up_points)
        # Five fives and an up card of five are more than one deck has.
        fitting = [gone for gone in cases if decks > 1 or up_points not in gone[2:]]
        odds = dealer_odds(shoe, (up_points,), draws_of(hits_soft_17=hits_soft_17))
        found = odds.chances(np.array([counted(gone) for gone in fitting], np.int64))
        for gone, chances_of_ends in zip(fitting, found, strict=True):
            left = full_shoe(decks)
            for points in gone:
                left = without(left, points)
            exact = dealer_outcomes(left, up_points, hits_soft_17=hits_soft_17)
            *totals, with_22, with_more, natural = chances_of_ends
            chances = [*totals, with_22 + with_more, natural]
            assert chances == pytest.approx([float(share) for share in exact.values()], abs=1e-14)


def test_what_was_worked_out_is_remembered() -> None:
    """The same cards gone give the same chances, alone or among others."""
    shoe = without(full_shoe(2), 7)
    odds = dealer_odds(shoe, (7,), draws_of(hits_soft_17=False))
    both = np.array([counted((2, 3)), counted((9,))], np.int64)
    together = odds.chances(both)
    assert (odds.chances(both[1:]) == together[1:]).all()
    assert (odds.chances(both[:1]) == together[:1]).all()


def odds_of(before: Callable[[], object] | None = None) -> DealerOdds:
    """Return odds that nobody has asked yet; `before` is called before they are worked out."""
    odds = DealerOdds(without(full_shoe(2), 7), (7,), draws_of(hits_soft_17=False))
    hands: DealerHands = vars(odds)["_hands"]

    def chances(left: Ints) -> Floats:
        if before is not None:
            before()
        return hands.chances(left)

    vars(odds)["_hands"] = SimpleNamespace(chances=chances)
    return odds


def test_an_interrupted_call_leaves_nothing_behind() -> None:
    """Later calls, for the same cards and for others, return what they return without it."""
    first = np.array([counted((2, 3)), counted((9,))], np.int64)
    then = np.array([counted((4,)), counted((2, 3)), counted((9,))], np.int64)
    signals = iter([KeyboardInterrupt])

    def interrupt() -> None:
        for signal in signals:
            raise signal

    odds = odds_of(interrupt)
    with pytest.raises(KeyboardInterrupt):
        odds.chances(first)
    assert (odds.chances(then) == odds_of().chances(then)).all()
    assert (odds.chances(first) == odds_of().chances(first)).all()


def test_threads_may_ask_at_once() -> None:
    """Each gets the chances of its own cards, also while another thread works them out."""
    asked = [np.array([counted(pair)], np.int64) for pair in combinations(POINTS, 2)]
    due = np.concatenate([odds_of().chances(gone) for gone in asked])
    odds, begins = odds_of(), Barrier(4)

    def chances(number: int) -> Floats:
        begins.wait()
        found = [odds.chances(gone) for gone in asked[number:] + asked[:number]]
        return np.concatenate(found[len(asked) - number :] + found[: len(asked) - number])

    with ThreadPoolExecutor(4) as threads:
        assert all((found == due).all() for found in threads.map(chances, range(4)))
