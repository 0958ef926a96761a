"""The parts of a `Game`: its hands, its status, and the errors for invalid parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Final, Self

from attrs import frozen

from pitboss.errors import PitbossError
from pitboss.game.cards import Card
from pitboss.game.reasons import WON, Outcome
from pitboss.game.round import Hand
from pitboss.game.totals import total_of
from pitboss.machine.flags import deal_order, flags_for
from pitboss.rules import Rules


class GameError(PitbossError):
    """The given parts do not make up a game.

    Attributes:
        part: the invalid part, such as ``deck``.
    """

    def __init__(self, part: str, problem: str) -> None:
        self.part = part
        super().__init__(
            f"no game can be made: {part} {problem}",
            "give the parts of one possible game",
        )


def wrong_part(problem: str, _next_step: str) -> GameError:
    """Return the error for a part of the wrong type."""
    part, _, flaw = problem.partition(" ")
    return GameError(part, flaw)


class GameStatus(Enum):
    """The status of a game [003 Fields].

    A game is in progress, won, lost or tied. The other two statuses are facts about a settled game:
    see `Game.facts`.
    """

    IN_PROGRESS = "IN_PROGRESS"
    PLAYER_BUST = "PLAYER_BUST"
    DEALER_BUST = "DEALER_BUST"
    PLAYER_WINS = "PLAYER_WINS"
    DEALER_WINS = "DEALER_WINS"
    PUSH = "PUSH"


FACTS: Final = frozenset({GameStatus.PLAYER_BUST, GameStatus.DEALER_BUST})
"""The statuses that are only facts; a game itself never has them."""

_TIED: Final = frozenset({Outcome.PUSH, Outcome.VOID})


def _status_of(outcome: Outcome) -> GameStatus:
    if outcome in WON:
        return GameStatus.PLAYER_WINS
    return GameStatus.PUSH if outcome in _TIED else GameStatus.DEALER_WINS


SIGN_OF: Final[Mapping[GameStatus, int]] = {
    GameStatus.PLAYER_WINS: 1,
    GameStatus.DEALER_WINS: -1,
    GameStatus.PUSH: 0,
}
"""What each status adds to the sum over several hands, if the hands have no stakes."""


@frozen
class GameHand:
    """Cards of the player or of the dealer.

    Attributes:
        cards: the cards, in the order in which they came.
    """

    cards: tuple[Card, ...]

    @property
    def points(self) -> int:
        """The best total of the cards."""
        return total_of(self.cards).points

    @property
    def soft(self) -> bool:
        """Whether an ace counts eleven."""
        return total_of(self.cards).soft

    @property
    def bust(self) -> bool:
        """Whether the total is over 21."""
        return total_of(self.cards).bust

    def __str__(self) -> str:
        return " ".join([card.code for card in self.cards])


@frozen
class PlayerHand(GameHand):
    """A hand of the player, with its bet and its result.

    Attributes:
        bet_minor: the whole stake on the hand.
        net_minor: the net result of the bet; 0 while the bet is open.
        status: the status of the hand.
    """

    bet_minor: int
    net_minor: int
    status: GameStatus

    @classmethod
    def of(cls, hand: Hand) -> Self:
        """Return a table's hand as a hand of a game."""
        reason = hand.reason
        return cls(
            cards=tuple(hand.cards),
            bet_minor=hand.bet_minor,
            net_minor=hand.net_minor,
            status=GameStatus.IN_PROGRESS if reason is None else _status_of(reason.outcome),
        )


NO_HAND: Final = PlayerHand((), 0, 0, GameStatus.IN_PROGRESS)
"""The player's hand before the bet."""


def cards_as_drawn(
    rules: Rules, player: tuple[Card, ...], dealer: tuple[Card, ...]
) -> tuple[Card, ...]:
    """Return the cards of two hands in the order in which a table draws them."""
    hands = iter(player), iter(dealer)
    dealt = [next(hands[to.hand is None], None) for to in deal_order(flags_for(rules), 1)]
    drawn = [*dealt, *hands[0], *hands[1]]
    return tuple([card for card in drawn if card is not None])


def check_name(part: str, name: object) -> None:
    """Check that an id is a text that is not empty.

    Raises:
        GameError: the id is another value, or empty.
    """
    if not isinstance(name, str) or not name:
        raise GameError(part, "must be a text that is not empty")


def check_cards(part: str, cards: Iterable[object], rules: Rules) -> tuple[Card, ...]:
    """Return the cards after checking that the decks of a rule set hold them.

    Raises:
        GameError: something is not a card, or a card comes too often.
    """
    given: list[Card] = []
    for card in cards:
        if not isinstance(card, Card):
            raise GameError(part, "holds something that is not a card")
        given.append(card)
    for card, count in Counter(given).items():
        if count > rules.decks:
            most = rules.decks
            raise GameError(part, f"holds {card} {count} times; the rules allow at most {most}")
    return tuple(given)
