"""Pairs of games that no viewer of them can tell apart; every test of leaks takes its pairs here.

Two games of a pair have one history. They differ in cards that nobody has seen, in cut cards and
seeds, or in the chips of others, which change nothing that was asked or legal.
"""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Final

from attrs import frozen
from tests.play.referee.random_rounds import random_rules
from tests.table.views.chips import other_stakes, random_game, with_other_chips
from tests.table.views.games import Game
from tests.table.views.pairs import History

from pitboss.game.shoe import Shoe
from pitboss.rules import Rules
from pitboss.rules.presets import PRESETS

Viewer = int | None
"""The number of a seat; `None` for a spectator."""

Told = dict[Viewer, list[object]]
"""What each viewer is told, in order."""

UNDER_ONE_RULE_SET: Final = 10


@frozen
class Twins:
    """A pair of games.

    Attributes:
        one: a game.
        other: the same game, as far as the viewers may know.
        viewers: who cannot tell them apart.
    """

    one: Game
    other: Game
    viewers: tuple[Viewer, ...]


def rule_sets(chance: Random) -> Iterator[Rules]:
    """Yield every preset and then random rule sets, without end, each as often as it is used."""
    for name in PRESETS:
        yield from [Rules.preset(name)] * UNDER_ONE_RULE_SET
    while True:
        yield from [Rules.from_dict(random_rules(chance))] * UNDER_ONE_RULE_SET


def twins_by_cards(chance: Random, met: Counter[str]) -> Iterator[Twins]:
    """Yield pairs that differ in what nobody has seen, for a seat and a spectator, without end.

    Args:
        chance: decides.
        met: is told in what they differ.
    """
    for rules in rule_sets(chance):
        history = History(chance, rules)
        others = history.other_shoes(chance)
        one, other = (history.game_of(shoes, chance) for shoes in (history.shoes, others))
        met["pairs"] += 1
        _count_unseen(history, others, met)
        yield Twins(one, other, (None, chance.randrange(len(one.plans))))


def _count_unseen(history: History, others: tuple[Shoe, ...], met: Counter[str]) -> None:
    number, position = history.table.shoe.number, history.table.shoe.position
    cards, other_cards = history.shoes[number - 1].cards, others[number - 1].cards
    met["next card"] += cards[position : position + 1] != other_cards[position : position + 1]
    told = history.table.view(None).cut_card
    cut_at, other_cut_at = (shoes[number - 1].cut_at for shoes in (history.shoes, others))
    met["cut card"] += told is not None and not told.out and cut_at != other_cut_at
    for hidden in history.hidden:
        differs = others[hidden.place[0] - 1].cards[hidden.place[1]] is not hidden.card
        met["unseen hole card"] += differs
        met["peeked hole card"] += differs and hidden.peeked


def twins_by_chips(chance: Random, met: Counter[str]) -> Iterator[Twins]:
    """Yield pairs that differ in the chips of all seats but one, or of all, without end.

    Args:
        chance: decides.
        met: is told in what they differ.
    """
    for rules in rule_sets(chance):
        game = random_game(chance, rules, changes=True)
        viewer = chance.choice([None, *range(len(game.plans))])
        other = with_other_chips(chance, game, viewer)
        if other is None:
            continue
        met["pairs"] += 1
        met["other stakes"] += other_stakes(game, other)
        met["other changes"] += game.acts != other.acts
        met["seats"] += viewer is not None
        yield Twins(game, other, (viewer,))
