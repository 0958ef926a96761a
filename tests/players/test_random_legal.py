"""Random legal play: fair, within its limits, and the same on every version of Python."""

from collections import Counter
from collections.abc import Iterator
from copy import copy
from hashlib import sha256
from itertools import count, islice

import pytest
from tests.players.tables import asked_after

from pitboss import Event, EventKind, Offer, RandomLegal, Rules, View
from pitboss.game.shoe import MAX_SEED
from pitboss.players import PlayerError
from pitboss.players.random_legal import SITS_OUT_ONE_IN, STEPS, Draws

PAIR = "8c 6d 8h 9d 2h 3h"


def answers(asked: tuple[View, Offer], times: int, bet_minor: int | None = None) -> list[Event]:
    """Put the same question so many times to one player."""
    player = RandomLegal(7, 0, bet_minor)
    return [player.decide(*asked) for _ in range(times)]


def plain_words(seed: int, stream: int) -> Iterator[int]:
    """Write the algorithm down a second time, as plainly as can be."""
    key = b"pitboss random player/1\0" + seed.to_bytes(8, "little") + stream.to_bytes(8, "little")
    for block in count():
        digest = sha256(key + block.to_bytes(8, "little")).digest()
        for start in range(0, 32, 8):
            yield int.from_bytes(digest[start : start + 8], "little")


def test_the_numbers_of_a_seed_are_these_for_ever() -> None:
    """Journals of random players are made again from their seeds, so no number may change."""
    draws = Draws(7, 0)
    assert [draws.below(1000) for _ in range(8)] == [340, 193, 938, 736, 500, 279, 512, 919]
    draws = Draws(7, 1)
    assert [draws.below(1000) for _ in range(4)] == [429, 532, 389, 715]
    assert Draws(MAX_SEED, 6).below(2**64) == 4682921642295159341


@pytest.mark.parametrize("seed", [0, 1, MAX_SEED])
@pytest.mark.parametrize("stream", [0, 6])
def test_the_numbers_are_those_of_a_plain_twin(seed: int, stream: int) -> None:
    """SHA-256 in counter mode, read in words of eight bytes."""
    draws = Draws(seed, stream)
    words = list(islice(plain_words(seed, stream), 100))
    assert [draws.below(2**64) for _ in range(100)] == words


def test_words_that_would_favour_a_result_are_passed_over() -> None:
    """Below three quarters of all words every number has one word, and the rest have none."""
    number = 3 * 2**62
    draws = Draws(7, 0)
    fair = [word for word in islice(plain_words(7, 0), 400) if word < number]
    assert len(fair) < 400
    assert [draws.below(number) for _ in fair] == fair


def test_every_legal_word_is_about_as_frequent() -> None:
    """Three words for two cards: each is a third of thirty thousand answers, within five sigma."""
    asked = asked_after(Rules.of(split="off"), PAIR, Event.bet(0, 100))
    counted = Counter(event.kind for event in answers(asked, 30_000))
    assert set(counted) == {EventKind.HIT, EventKind.STAND, EventKind.DOUBLE}
    assert all(9_600 < times < 10_400 for times in counted.values())


def test_sitting_out_is_rare() -> None:
    """About one bet in thirty-two is refused."""
    asked = asked_after(Rules(), PAIR)
    counted = Counter(event.kind for event in answers(asked, 3200))
    assert set(counted) == {EventKind.BET, EventKind.SIT_OUT}
    assert 60 < counted[EventKind.SIT_OUT] < 140
    assert SITS_OUT_ONE_IN == 32


def test_free_bets_are_spread_over_steps_above_the_least() -> None:
    """Bets reach from the least to a thousand steps above it, and keep to the steps."""
    rules = Rules.of(bet_min=100, rounding="exact")
    bets = {event.amount_minor for event in answers(asked_after(rules, PAIR), 5000)} - {0}
    assert min(bets) == 100
    assert 2000 < max(bets) <= 100 + 2 * STEPS
    assert all(bet % 2 == 0 for bet in bets)


def test_a_wanted_bet_is_bet_level() -> None:
    """With an amount given, every bet is that amount."""
    bets = {event.amount_minor for event in answers(asked_after(Rules(), PAIR), 500, 250)}
    assert bets == {0, 250}


def test_insurance_is_staked_within_its_limits() -> None:
    """Every stake from the least to half of the bet comes up."""
    rules = Rules.of(insurance_amount="up_to_half")
    asked = asked_after(rules, "8c Ad 8h 9d", Event.bet(0, 10))
    stakes = {event.amount_minor for event in answers(asked, 500)}
    assert stakes == {0, 1, 2, 3, 4, 5}


def test_players_of_one_seed_play_apart() -> None:
    """Two seats with the same seed do not answer alike, and one seat answers the same again."""
    asked = asked_after(Rules(), PAIR)
    plays = [
        [player.decide(*asked) for _ in range(20)]
        for player in (RandomLegal(7, 0), RandomLegal(7, 1), RandomLegal(7, 0), RandomLegal(8, 0))
    ]
    assert plays[0] == plays[2]
    assert plays[0] not in (plays[1], plays[3])


@pytest.mark.parametrize("seed", [-1, MAX_SEED + 1])
def test_a_seed_out_of_range_is_refused(seed: int) -> None:
    """The same seeds are allowed as for shoes."""
    with pytest.raises(PlayerError, match=f"the seed {seed} of a random player: give 0 to"):
        RandomLegal(seed)


@pytest.mark.parametrize("seat", [-1, MAX_SEED + 1])
def test_a_seat_out_of_range_is_refused(seat: int) -> None:
    """What tells players apart is a number like a seed."""
    with pytest.raises(PlayerError, match=f"the seat {seat} of a random player: give 0 to"):
        RandomLegal(7, seat)


def test_a_copy_draws_its_own_numbers() -> None:
    """From the same place on; neither disturbs the other."""
    asked = asked_after(Rules(), PAIR)
    player = RandomLegal(7)
    player.decide(*asked)
    other, expected = copy(player), copy(player)
    plays = [[each.decide(*asked) for each in (player, other)] for _ in range(40)]
    assert plays == [[event] * 2 for event in (expected.decide(*asked) for _ in range(40))]
