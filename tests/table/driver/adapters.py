"""Players that fail in every way, and ears that hear what a table does."""

from collections.abc import Callable, Sequence
from typing import Final, cast

from attrs import Factory, define, field

from pitboss import Event, MimicPlayer, Offer, Player, Question, Table, View
from pitboss.errors import TimedOutError
from pitboss.table import QuietRecorder
from pitboss.table.driver import Fault

Answer = Callable[[Offer], object]


class SilentError(Exception):
    """An error whose text cannot be had, as a careless adapter may raise."""

    def __str__(self) -> str:
        raise RuntimeError


def raises(_offer: Offer) -> object:
    """Fail with an error of the adapter's own."""
    raise SilentError


def takes_too_long(_offer: Offer) -> object:
    """Say that no answer came in time."""
    raise TimedOutError(30)


def mumbles(_offer: Offer) -> object:
    """Return something that is no event."""
    return "hit me"


def speaks_for_another(offer: Offer) -> object:
    """Answer for the next seat, with what would be legal for one's own."""
    return Event.bet(offer.seat + 1, 100) if offer.question is Question.BET else _stand(offer, 1)


def breaks_the_rules(offer: Offer) -> object:
    """Say a word of play at a bet, and bet nothing at play."""
    return offer.stand() if offer.question is Question.BET else offer.bet(0)


def _stand(offer: Offer, seats_on: int) -> Event:
    return Event.stand(offer.seat + seats_on, offer.hand)


FAULTS: Final[dict[Fault, Answer]] = {
    Fault.RAISED: raises,
    Fault.TIMED_OUT: takes_too_long,
    Fault.NOT_AN_EVENT: mumbles,
    Fault.OUT_OF_TURN: speaks_for_another,
    Fault.ILLEGAL: breaks_the_rules,
}


@define
class Failing:
    """Fails at a question so many times, and plays by the dealer's rule otherwise.

    Attributes:
        answer: how it fails.
        question: at which question.
        times: how often.
        asked: the questions it was asked, every time.
    """

    answer: Answer
    question: Question
    times: int
    asked: list[Question] = Factory(list[Question])
    _sound: Player = field(factory=MimicPlayer)

    def decide(self, view: View, offer: Offer) -> Event:
        """Fail, or answer."""
        self.asked.append(offer.question)
        if offer.question is self.question and self.times > 0:
            self.times -= 1
            return cast("Event", self.answer(offer))
        return self._sound.decide(view, offer)


@define
class Leaving:
    """Leaves at its first question of play, and plays on when it is asked again."""

    by: BaseException
    left: bool = False
    _sound: Player = field(factory=MimicPlayer)

    def decide(self, view: View, offer: Offer) -> Event:
        """Leave once."""
        if offer.question is Question.PLAY and not self.left:
            self.left = True
            raise self.by
        return self._sound.decide(view, offer)


@define
class Ear(QuietRecorder):
    """A recorder that keeps what it hears.

    Attributes:
        heard: every event that was applied.
    """

    heard: list[Event] = Factory(list[Event])

    def applied(self, table: Table, event: Event) -> None:  # noqa: ARG002  the recorder's
        """Hear an event."""
        self.heard.append(event)


def company(first: Player, seats: int = 2) -> Sequence[Player]:
    """Seat a player first, and players of the dealer's rule beside it."""
    return [first, *(MimicPlayer() for _ in range(seats - 1))]
