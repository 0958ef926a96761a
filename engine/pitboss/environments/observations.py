"""The observations of an environment: each is a row of whole numbers that shows a table."""

from __future__ import annotations

from enum import Enum
from typing import Any, Final

from pitboss.environments.gymnasium_imports import Array, Box, Dict, np
from pitboss.game.arithmetic import FIRST_CARDS, TWENTY_ONE
from pitboss.game.cards import TEN_POINTS
from pitboss.game.round import Question, Round
from pitboss.game.seen import cards_seen
from pitboss.game.shoe import Shoe
from pitboss.machine.flags import flags_for
from pitboss.rules import Rules

ASKED_NOTHING: Final = 1
ASKED: Final = {question: 2 + number for number, question in enumerate(Question)}
"""The first number of an observation, by the open question; `ASKED_NOTHING` if none is open."""

_RANKS: Final = range(1, TEN_POINTS + 1)
_NAMES: Final = ("aces", *(f"cards of {points}" for points in _RANKS[1:]))
_MAX_TOTAL: Final = TWENTY_ONE + TEN_POINTS


class Level(Enum):
    """How much an observation shows; each level shows more than the one before it."""

    TOTAL = "total"
    HAND = "hand"
    COUNT = "count"


class ObservationLayout:
    """The numbers in an observation at one level, under one rule set.

    Args:
        rules: the rule set.
        level: how much is shown.
        masked: the number of actions, if the mask of actions is shown, too; else 0.

    Attributes:
        level: how much is shown.
        names: the names of the numbers, in their order.
        lowest: the least value of each number.
        highest: the greatest value of each number.
    """

    def __init__(self, rules: Rules, level: Level, masked: int = 0) -> None:
        self.level = level
        self._masked = masked
        most = flags_for(rules).most_hands
        shown = [
            ("what is asked", ASKED_NOTHING, max(ASKED.values())),
            ("total", 0, _MAX_TOTAL),
            ("soft", 0, 1),
            ("pair", 0, 1),
            ("up card", 0, TEN_POINTS),
        ]
        if level is not Level.TOTAL:
            shown += [("hands", 0, most), ("hand", 0, most - 1 or 1)]
            held = [(name, 0, _most_held(points)) for name, points in _named()]
            shown += [(f"{name} in the hand", least, many) for name, least, many in held]
        if level is Level.COUNT:
            shown.append(("cards left in the shoe", 0, rules.cards_in_shoe))
            shown += [(f"{name} seen", 0, _in_shoe(rules, points)) for name, points in _named()]
        self.names = tuple(name for name, _, _ in shown)
        self.lowest = tuple(least for _, least, _ in shown)
        self.highest = tuple(many for _, _, many in shown)

    def space(self) -> Box | Dict:
        """Return the space of all observations."""
        numbers = Box(
            np.array(self.lowest, np.int16), np.array(self.highest, np.int16), dtype=np.int16
        )
        if not self._masked:
            return numbers
        return Dict(self.with_mask(numbers, Box(0, 1, (self._masked,), np.int8)))

    def with_mask(self, shown: Any, mask: Any) -> Any:  # noqa: ANN401  arrays, or their spaces
        """Return the observation, or a dictionary of observation and mask if the mask is shown."""
        return {"observation": shown, "action_mask": mask} if self._masked else shown

    def shown(self, round_: Round, seat: int, shoe: Shoe) -> Array:
        """Return the observation of a seat now.

        If the seat is not asked, its first hand is shown.

        Args:
            round_: the round.
            seat: the seat of the observer.
            shoe: the shoe in use; the number of its remaining cards may be shown.
        """
        question = round_.question
        asked = ASKED_NOTHING
        number = 0
        if question is not None and round_.asked_seat == seat:
            asked = ASKED[question]
            number = round_.asked_hand
        up_card = round_.up_card
        up = 0 if up_card is None else up_card.points
        hands = round_.seats[seat].hands
        row = [asked, 0, 0, 0, up]
        if hands:
            hand = hands[number]
            cards = hand.cards
            pair = len(cards) == FIRST_CARDS and cards[0].points == cards[1].points
            row = [asked, hand.points, hand.soft, pair, up]
        if self.level is not Level.TOTAL:
            held = [0] * TEN_POINTS
            if hands:
                for card in hands[number].cards:
                    held[card.points - 1] += 1
            row += [len(hands), number, *held]
            if self.level is Level.COUNT:
                seen = cards_seen(round_)
                row += [len(shoe.order) - shoe.position, *seen[:9], sum(seen[9:])]
        return np.array(row, np.int16)


def _named() -> list[tuple[str, int]]:
    return list(zip(_NAMES, _RANKS, strict=True))


def _most_held(points: int) -> int:
    """Return how many cards with these points a hand can have, including one that busts it."""
    return TWENTY_ONE // points + 1


def _in_shoe(rules: Rules, points: int) -> int:
    return rules.decks * [card.points for card in rules.deck.cards].count(points)
