"""Let the machine play rounds of one seat with given cards, to find out how they continue.

The machine plays each round from its bet, so this module repeats no rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NoReturn

from attrs import frozen

from pitboss.game.cards import CARDS, Card
from pitboss.game.events import Event, EventKind, event_of
from pitboss.game.reasons import SURRENDER
from pitboss.game.round import House, Phase, Question, Round, Seat
from pitboss.game.shoe import Shoe
from pitboss.machine.dispatch import apply_event, may_answer
from pitboss.machine.effects import take
from pitboss.machine.flags import flags_for
from pitboss.machine.stakes import limits_of_any_bet
from pitboss.rules import Rules
from pitboss.simulation.kernel import layout as k


@frozen
class DrawsCard:
    """A hand draws a card, perhaps after a double."""

    doubled: bool


@frozen
class Stands:
    """The dealer plays against a hand of this total.

    Attributes:
        points: the total.
        doubled: whether the hand was doubled.
        beside_free: whether the seat staked the double itself, under rules by which the house
            stakes some doubles.
    """

    points: int
    doubled: bool
    beside_free: bool = False


@frozen
class Ended:
    """How a round ended.

    Attributes:
        net: how the bet ended, as a number of the kernel such as `WON`.
        doubled: whether the bet was doubled.
        hidden: whether the hole card was never turned up.
    """

    net: int
    doubled: bool = False
    hidden: bool = False


Result = DrawsCard | Stands | Ended
NOT_SAID: Final = Ended(k.NOT_HERE)


class NotAlikeError(Exception):
    """Hands of one kind continue in different ways, so there can be no lookup table."""


class _NextCardError(Exception):
    """The next step depends on a card that was not given."""


class _GivenCards:
    """A source of shoes that has only the given cards.

    Args:
        points: the points of the cards, in the order of drawing.
    """

    def __init__(self, points: Sequence[int]) -> None:
        self._points = points

    def fresh(self, number: int) -> Shoe:
        """Return a shoe of the given cards."""
        cards = [_CARD[points] for points in self._points]
        return Shoe(number, cards, 0, len(cards), None, written_out=True)

    def remade(self, number: int, part: int, on_table: Sequence[Card]) -> NoReturn:
        """Raise an error: the given cards are used up."""
        raise _NextCardError(number, part, on_table)


_CARD: Final = {card.points: card for card in CARDS}
_NETS: Final = {-2: k.LOST_TWO, -1: k.LOST, 0: k.PUSHED, 1: k.WON, 2: k.WON_TWO}


class Driver:
    """Lets the machine play rounds of one seat, with cards given by their points.

    Args:
        rules: the rule set.
    """

    def __init__(self, rules: Rules) -> None:
        limits = limits_of_any_bet(rules)
        self._flags = flags_for(rules)
        self._bet = Event.bet(0, limits.least_minor or limits.step_minor)

    def follows(
        self,
        hand: Sequence[int],
        dealer: Sequence[int],
        says: int,
        answer: EventKind | None = None,
        drawn: Sequence[int] = (),
    ) -> Result:
        """Return how a round continues with these cards of the hand and of the dealer.

        Args:
            hand: the cards of the hand; those after the first two were drawn before the answer.
            dealer: the up card, and the hole card if the rules deal one.
            says: what a chart wants, as bits; questions that charts do not answer are declined.
            answer: the play of the hand after these cards; by default, the chart decides.
            drawn: the cards that are drawn after the answer.

        Raises:
            NotAlikeError: this play is not legal for the hand.
        """
        cards = _GivenCards((hand[0], dealer[0], hand[1], *dealer[1:], *drawn))
        round_ = Round(Phase.BETTING, [Seat(0, "", 0, on_credit=True)])
        house = House(cards, cards.fresh(1))
        try:
            self._say(round_, house, Event.open())
            self._say(round_, house, self._bet)
            while answer is not None and round_.question is not Question.PLAY:
                self._say(round_, house, event_of(EventKind.DECLINE, 0, 0))
            if answer is not None:
                for points in hand[2:]:
                    take(round_.seats[0].hands[0], _CARD[points])
                self._say(round_, house, event_of(answer, 0, 0))
            while round_.question is not None:
                follows = self._answer(round_, says)
                if not isinstance(follows, EventKind):
                    return follows
                self._say(round_, house, event_of(follows, 0, 0))
        except _NextCardError:
            played = round_.seats[0].hands[0]
            stands = played.live and not played.natural
            beside_free = self._flags.free_doubles and played.bet_minor > self._bet.amount_minor
            return Stands(played.points, played.doubled, beside_free) if stands else NOT_SAID
        return _ended(round_.seats[0], house)

    def _say(self, round_: Round, house: House, event: Event) -> None:
        if not apply_event(self._flags, round_, house, event):
            raise NotAlikeError(f"the machine refuses {event} for a made-up hand")

    def _answer(self, round_: Round, says: int) -> EventKind | Result:
        """Return the answer of a chart, or what follows if the answer draws a card or splits."""
        if round_.question is Question.SPLIT and says & k.WANTS_SPLIT:
            return NOT_SAID
        if round_.question is Question.EARLY_SURRENDER and says & k.WANTS_EARLY:
            return EventKind.SURRENDER
        if round_.question is not Question.PLAY:
            return EventKind.DECLINE
        for wanted, kind in _IN_TURN.items():
            if says & wanted and may_answer(self._flags, round_, kind):
                return DrawsCard(doubled=True) if kind is EventKind.DOUBLE else kind
        return DrawsCard(doubled=False) if says & k.WANTS_HIT else EventKind.STAND


_IN_TURN: Final = {
    k.WANTS_SURRENDER: EventKind.SURRENDER,
    k.WANTS_DOUBLE: EventKind.DOUBLE,
    k.WANTS_SURRENDER_LAST: EventKind.SURRENDER,
}
"""Plays that a chart may want besides a hit; the first legal one is the answer."""


def _ended(seat: Seat, house: House) -> Ended:
    hand = seat.hands[0]
    net = _NETS[hand.net_minor // seat.ante_minor]
    if hand.natural and hand.net_minor > 0:
        net = k.WON_NATURAL
    if hand.reason is SURRENDER:
        net = k.GAVE_UP
    return Ended(net, hand.bet_minor > seat.ante_minor, house.hole_card is not None)
