"""Players who fail at their turn: the error that says so, and policies of who answers next."""

from __future__ import annotations

from enum import Enum
from typing import Final, Protocol

from attrs import frozen

from pitboss.errors import PitbossError, TableError, brief, type_name
from pitboss.game.events import Event
from pitboss.game.round import Phase
from pitboss.given import Given
from pitboss.table.offers import Offer
from pitboss.table.views import View

MAX_ANSWERS: Final = 1000
"""How often one offer is answered badly before the driver gives up, whatever the policy says."""


_LONGEST_CAUSE: Final = 200
"""Letters of a foreign exception that are told."""

_LONGEST_REFUSAL: Final = 1000
"""Letters of an error of our own that are told; no refusal is longer."""


class Player(Protocol):
    """Whoever answers for a seat: a strategy, a person, a script."""

    def decide(self, view: View, offer: Offer) -> Given[Event]:
        """Answer an offer.

        Args:
            view: the table as the seat sees it.
            offer: what is asked, with everything that may be answered; its methods make the event.
        """
        ...


class Fault(Enum):
    """The ways in which a player fails at his turn."""

    RAISED = "raised"
    NOT_AN_EVENT = "not_an_event"
    OUT_OF_TURN = "out_of_turn"
    ILLEGAL = "illegal"


class AdapterError(PitbossError):
    """A player failed at his turn; nothing was changed or recorded, and the same offer stands.

    What the player raised, or the refusal of what he answered, is the ``__cause__``.

    Attributes:
        fault: in which way.
        seat: the seat that was asked, counted from 0.
        name: who sits there.
        phase: the state of the round.
        offer: what was asked.
        answer: the event that was answered; none if there was no event.
        attempt: how often this offer has been answered badly, this time included.
    """

    def __init__(
        self,
        fault: Fault,
        cause: BaseException,
        *,
        name: str,
        phase: Phase,
        offer: Offer,
        answer: Event | None,
        attempt: int,
    ) -> None:
        self.fault = fault
        self.seat = offer.seat
        self.name = name
        self.phase = phase
        self.offer = offer
        self.answer = answer
        self.attempt = attempt
        how = fault.value.replace("_", " ")
        why = _told(cause).removeprefix(f"{how}: ")
        question = offer.question.value.replace("_", " ")
        super().__init__(
            f"seat {offer.seat} ({name}) failed at {question} in {phase.value}, "
            f"{how}: {why}; nothing was changed and the same offer stands",
            "mend the player, or play on with another policy",
        )
        self.__cause__ = cause


def _told(cause: BaseException) -> str:
    """Return what an exception says of itself; not even its str is ours to trust."""
    ours = issubclass(type(cause), PitbossError)
    try:
        text = " ".join(str.__str__(str(cause)).split())
    except Exception:  # noqa: BLE001  whatever it raises, its name is known
        ours, text = False, ""
    if ours:
        return text[:_LONGEST_REFUSAL]
    name = type_name(cause)
    return f"{name} ({text[:_LONGEST_CAUSE]})" if text else name


class FaultPolicy(Protocol):
    """What becomes of an offer after a player failed at it."""

    def next_to_answer(self, error: AdapterError, player: Player) -> Player:
        """Return who answers the same offer now.

        Args:
            error: what happened; raise it to hand the matter to whoever called the driver.
            player: who failed.

        Raises:
            AdapterError: nobody shall answer.
        """
        ...


@frozen
class RaiseAtOnce:
    """Policy: the first failure is raised."""

    def next_to_answer(self, error: AdapterError, player: Player) -> Player:  # noqa: ARG002  the protocol's
        """Raise the error."""
        raise error


RAISE_AT_ONCE: Final = RaiseAtOnce()
"""The policy of a driver that is given no other."""


@frozen
class AskAgain:
    """Policy: the same player is asked again, so many times, and then another policy decides.

    Attributes:
        limit: how often an offer is asked again, 1 to `MAX_ANSWERS`.
        then: what decides after that; by default the failure is raised.

    Raises:
        TableError: the limit is out of range.
    """

    limit: int
    then: FaultPolicy = RAISE_AT_ONCE

    def __attrs_post_init__(self) -> None:
        limit: object = self.limit
        if type(limit) is not int or not 1 <= limit <= MAX_ANSWERS:
            raise TableError(f"asking again {brief(limit)} times", f"give 1 to {MAX_ANSWERS}")

    def next_to_answer(self, error: AdapterError, player: Player) -> Player:
        """Return the same player, as long as the limit allows it."""
        if error.attempt <= self.limit:
            return player
        return self.then.next_to_answer(error, player)


@frozen
class PlayFallback:
    """Policy: another player answers in place of the one who failed, at this offer only.

    Attributes:
        fallback: who answers; if he fails as well, his failure is raised.
    """

    fallback: Player

    def next_to_answer(self, error: AdapterError, player: Player) -> Player:
        """Return the fallback, unless it is he who failed."""
        if player is self.fallback:
            raise error
        return self.fallback
