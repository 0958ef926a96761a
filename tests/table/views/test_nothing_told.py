"""Nobody is told what they may not know: unseen cards and seeds, or the chips of others.

Games of a pair cannot be told apart by anything that a seat or a spectator is told. With
``SHARE=1`` each of 10,000 pairs of both kinds is looked at on every surface. Else each pair is
looked at on one of them.
"""

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import islice
from random import Random
from typing import Final

import pytest
from attrs import evolve
from tests.game.shoe.changed import changed
from tests.scale import scaled
from tests.table.views.chips import CHIPS, asked, random_game
from tests.table.views.pairs import History, other_card
from tests.table.views.told import SURFACES, Surface
from tests.table.views.twins import Twins, rule_sets, twins_by_cards, twins_by_chips

from pitboss import PitbossError, SeatPlan

PAIRS: Final = scaled(10_000)
PARTS: Final = 4
EVERY_SURFACE: Final = os.environ.get("SHARE") == "1"
Kind = Callable[[Random, Counter[str]], Iterator[Twins]]

KINDS: Final[Mapping[Kind, Mapping[str, float]]] = {
    twins_by_cards: {
        "next card": 0.9,
        "cut card": 0.25,
        "unseen hole card": 0.25,
        "peeked hole card": 0.02,
    },
    twins_by_chips: {"other stakes": 0.5, "other changes": 0.05, "seats": 0.25},
}
"""Both kinds of pairs, in what they differ, and how many of them do at least."""


@pytest.mark.untraced
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("kind", KINDS)
def test_no_viewer_can_tell_two_games_apart(kind: Kind, part: int) -> None:
    """Whatever is told or drawn of a game, up to any moment, under any rules."""
    chance = Random(part)
    met: Counter[str] = Counter()
    for number, twins in enumerate(islice(kind(chance, met), PAIRS // PARTS)):
        for name in looked_at(number):
            one, other = (
                SURFACES[name](game, twins.viewers, number) for game in (twins.one, twins.other)
            )
            assert one == other, name
    for what, share in KINDS[kind].items():
        assert met[what] > share * met["pairs"], what


def looked_at(number: int) -> list[str]:
    """Return on which surfaces a pair is looked at."""
    names = [*SURFACES]
    return names if EVERY_SURFACE else [names[number % len(names)]]


def games_with_a_seen_card_changed(chance: Random) -> Iterator[Twins]:
    """Yield pairs that everybody can tell apart, by a card that lies face up."""
    for rules in rule_sets(chance):
        history = History(chance, rules)
        if history.lying is not None:
            number, at = history.lying
            shoe = history.shoes[number - 1]
            other = other_card(chance, shoe.cards[at])
            cards = (*shoe.cards[:at], other, *shoe.cards[at + 1 :])
            shoes = [changed(shoe, cards=cards) if each is shoe else each for each in history.shoes]
            one, twin = (history.game_of(each, chance) for each in (history.shoes, tuple(shoes)))
            yield Twins(one, twin, (None, 0))


def games_with_own_chips_changed(chance: Random) -> Iterator[Twins]:
    """Yield pairs that their first seat can tell apart, by its own chips."""
    for rules in rule_sets(chance):
        game = random_game(chance, rules)
        first, *others = game.plans
        plans = (SeatPlan(first.name, chance.choice(CHIPS)), *others)
        twin = evolve(game, plans=plans)
        with suppress(PitbossError):
            if first != plans[0] and [*asked(game)] == [*asked(twin)]:
                yield Twins(game, twin, (0,))


def tells_apart(surface: Surface, pairs: Iterator[Twins]) -> bool:
    """Say whether a surface tells any of some pairs apart, of those that it allows."""
    for number, twins in enumerate(islice(pairs, 60)):
        with suppress(PitbossError):
            one, other = (surface(game, twins.viewers, number) for game in (twins.one, twins.other))
            if one != other:
                return True
    return False


@pytest.mark.parametrize("name", SURFACES)
def test_a_surface_tells_what_may_be_known(name: str) -> None:
    """Each tells cards that lie face up, and a seat's own chips; else it would prove nothing."""
    assert tells_apart(SURFACES[name], games_with_a_seen_card_changed(Random(3)))
    own_chips = tells_apart(SURFACES[name], games_with_own_chips_changed(Random(4)))
    assert own_chips is (name != "the host's log")
