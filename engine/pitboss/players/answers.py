"""Parts that players share, and two simple players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from pitboss.errors import PitbossError, brief
from pitboss.game.events import Event, EventKind
from pitboss.game.round import Question
from pitboss.rules import Rules
from pitboss.rules.option_kinds import unquote
from pitboss.table.offer import Offer, View


class PlayerError(PitbossError):
    """A player cannot be made with these arguments, or cannot answer."""


class UnchartedError(PlayerError):
    """The published charts do not know an option that a rule set changes.

    Attributes:
        options: these options, with their values as in a rule file.
    """

    def __init__(self, rules: Rules) -> None:
        self.options = rules.unknown_to("charts")
        said = " and ".join(f"{name} = {unquote(value)}" for name, value in self.options.items())
        which = "it" if len(self.options) == 1 else "all of them"
        super().__init__(
            f"the published charts do not know {said}",
            f"leave {which} out, or give a chart of your own to `ChartStrategy`",
        )


Answer = Callable[[Offer], Event]
"""A function that makes the event that answers an offer."""

ANSWER_OF: Final[Mapping[EventKind, Answer]] = {
    EventKind.SIT_OUT: Offer.sit_out,
    EventKind.EVEN_MONEY: Offer.even_money,
    EventKind.DECLINE: Offer.decline,
    EventKind.SPLIT: Offer.split,
    EventKind.HIT: Offer.hit,
    EventKind.STAND: Offer.stand,
    EventKind.DOUBLE: Offer.double,
    EventKind.SURRENDER: Offer.surrender,
}
"""For each kind of event without an amount, the function that makes the event."""

DEFAULT_BET_MINOR: Final = 1000
"""The default bet of a player: ten units of a hundred minor units each."""


class LevelBets:
    """The bets of one player: a wanted amount, or another amount if the limits do not allow it.

    If the wanted amount is above the limits, the bet is the largest allowed amount; if below, the
    smallest; if between two steps, the lower one. A seat that cannot bet sits out.

    Args:
        bet_minor: the wanted amount in minor units.

    Raises:
        PlayerError: the amount is negative, or not a whole number.
    """

    def __init__(self, bet_minor: int) -> None:
        wanted: object = bet_minor
        if type(wanted) is not int or wanted < 0:
            raise PlayerError(f"cannot make a bet of {brief(wanted)}", "give 0 or more minor units")
        self._wanted_minor = bet_minor

    def answer(self, offer: Offer) -> Event:
        """Answer the question for a bet."""
        wanted = self._wanted_minor
        if offer.takes(wanted):
            return offer.bet(wanted)
        if not offer.can(EventKind.BET):
            return offer.sit_out()
        amount_minor = max(offer.least_minor, min(wanted, offer.most_minor))
        if not offer.takes(amount_minor):
            amount_minor -= (amount_minor - offer.least_minor) % offer.unit_minor
        return offer.bet(amount_minor)


class AbsentPlayer:
    """Answers for a player who is absent: sits out, stands, and declines everything else."""

    def decide(self, view: View, offer: Offer) -> Event:  # noqa: ARG002  nothing is looked at
        """Answer an offer."""
        return offer.default()


HITS_UP_TO: Final = 16
"""The highest total on which the player takes a card [000 BlackjackPlayer.hit]."""

_BET: Final = Question.BET
_PLAY: Final = Question.PLAY
_HIT: Final = EventKind.HIT


class MimicPlayer:
    """Declines every offer, hits 16 or less and stands on 17 or more, soft or hard.

    This is the default player of Lott's design exercise, which copies the dealer
    [000 BlackjackPlayer Class].

    Args:
        bet_minor: the bet of every round in minor units, see `LevelBets`.

    Raises:
        PlayerError: the amount is negative.
    """

    def __init__(self, bet_minor: int = DEFAULT_BET_MINOR) -> None:
        self._bets = LevelBets(bet_minor)

    def decide(self, view: View, offer: Offer) -> Event:  # noqa: ARG002  the rule looks at one hand
        """Answer an offer."""
        question = offer.question
        if question is _PLAY:
            # A doubled hand may be asked, too; it takes no further card.
            hits = offer.points <= HITS_UP_TO and offer.can(_HIT)
            return offer.hit() if hits else offer.stand()
        if question is _BET:
            return self._bets.answer(offer)
        return offer.decline()
