"""The driver: it puts each question to the player of the seat, and carries the answer to the table.

Nothing here plays blackjack. The driver looks after the players only: whoever fails at his turn
gets a typed error, the round stands as it stood, and a policy chosen by the embedder says who
answers next.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final, Protocol, cast

from attrs import frozen

from pitboss.errors import EventError, PitbossError, TableError
from pitboss.events import Event
from pitboss.legality import Refusal, RefusedError
from pitboss.machine.stakes import limits_of_any_bet
from pitboss.offers import Offer
from pitboss.round import Phase, Seat
from pitboss.rules import Rules
from pitboss.table import Table
from pitboss.views import View

MAX_ANSWERS: Final = 1000
"""How often one offer is answered badly before the driver gives up, whatever the policy says."""


_LONGEST_CAUSE: Final = 200
"""Letters of a foreign exception that are told."""


class Player(Protocol):
    """Whoever answers for a seat: a strategy, a person, a script."""

    def decide(self, view: View, offer: Offer) -> Event:
        """Answer an offer.

        Args:
            view: the table as the seat sees it.
            offer: what is asked, with everything that may be answered; its methods make the event.
        """
        ...


class _Answers(Protocol):
    """A player as he may turn out: what he returns is not always what his types promise."""

    def decide(self, view: View, offer: Offer, /) -> object:
        """Answer an offer."""
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
        cause: Exception,
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
        told = str(cause) if isinstance(cause, PitbossError) else _told(cause)
        why = told.removeprefix(f"{how}: ")
        question = offer.question.value.replace("_", " ")
        super().__init__(
            f"seat {offer.seat} ({name}) failed at {question} in {phase.value}, "
            f"{how}: {why}; nothing was changed and the same offer stands",
            "mend the player, or play on with another policy",
        )
        self.__cause__ = cause


def _told(cause: Exception) -> str:
    """Return what a foreign exception says of itself; not even its str is ours to trust."""
    name = type(cause).__name__
    try:
        text = " ".join(str(cause).split())[:_LONGEST_CAUSE]
    except Exception:  # noqa: BLE001  whatever it raises, its name is known
        text = ""
    return f"{name} ({text})" if text else name


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
            raise TableError(f"asking again {limit!r} times"[:100], f"give 1 to {MAX_ANSWERS}")

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


class Stop(Enum):
    """Why a run of rounds came to its end."""

    ALL_PLAYED = "all_played"
    NOBODY_CAN_BET = "nobody_can_bet"


@frozen
class RoundsPlayed:
    """How a run of rounds went.

    Attributes:
        rounds: how many were played to the end.
        stop: why there are no more.
    """

    rounds: int
    stop: Stop


def play_round(
    table: Table, players: Sequence[Player], policy: FaultPolicy = RAISE_AT_ONCE
) -> None:
    """Play one round to its end: a new one, or the rest of one that stands unfinished.

    ``KeyboardInterrupt``, ``SystemExit`` and ``EOFError`` of a player pass through as they are, so
    that a person may leave. After them, as after every failure of a player, the round can be taken
    up again.

    Args:
        table: where it is played; ``table.results()`` tells the outcome.
        players: one for each seat, in the order of the seats.
        policy: what happens when a player fails.

    Raises:
        AdapterError: a player failed, and the policy let nobody else answer.
        TableError: there is not one player for each seat.
    """
    _check_players(table, players)
    if table.round.question is None:
        table.open_round()
    _play_out(table, players, policy)


def play_rounds(
    table: Table, players: Sequence[Player], rounds: int, policy: FaultPolicy = RAISE_AT_ONCE
) -> RoundsPlayed:
    """Play several rounds; fewer, if the chips of no seat reach the least bet any more.

    A round that stands unfinished is played to its end first and counts as one.

    Args:
        table: where they are played.
        players: one for each seat, in the order of the seats.
        rounds: how many, 0 or more.
        policy: what happens when a player fails, see `play_round`.

    Raises:
        AdapterError: a player failed, and the policy let nobody else answer.
        TableError: there is not one player for each seat, or the number of rounds is negative.
    """
    _check_players(table, players)
    _check_rounds(rounds)
    least_minor = _least_bet(table.rules)
    on_credit = least_minor is not None and any(seat.on_credit for seat in table.round.seats)
    for played in range(rounds):
        if table.round.question is None:
            if not on_credit and not _somebody_can_bet(table.round.seats, least_minor):
                return RoundsPlayed(played, Stop.NOBODY_CAN_BET)
            table.open_round()
        _play_out(table, players, policy)
    return RoundsPlayed(rounds, Stop.ALL_PLAYED)


def _check_rounds(rounds: object) -> None:
    if not isinstance(rounds, int) or rounds < 0:
        raise TableError(f"{rounds!r} rounds"[:100], "give 0 or more, as a whole number")


def _check_players(table: Table, players: object) -> None:
    seats = len(table.round.seats)
    if not isinstance(players, Sequence):
        raise TableError(f"one player, {players!r}"[:100], "give a list, one for each seat")
    given = cast("Sequence[object]", players)
    if len(given) != seats:
        raise TableError(f"{len(given)} players for {seats} seats", "give one for each seat")
    for player in given:
        if isinstance(player, type) or not callable(getattr(player, "decide", None)):
            raise TableError(f"a player {player!r}"[:100], "give an object that has `decide`")


def _least_bet(rules: Rules) -> int | None:
    """Return the least bet; none under rules that leave no amount between least and greatest."""
    limits = limits_of_any_bet(rules)
    return limits.least_minor if limits.possible else None


def _somebody_can_bet(seats: Sequence[Seat], least_minor: int | None) -> bool:
    if least_minor is None:
        return False
    return any(seat.can_pay(least_minor) for seat in seats)


def _play_out(table: Table, players: Sequence[Player], policy: FaultPolicy) -> None:
    """Put every question of the round to its player until none waits."""
    round_, legality = table.round, table.legality
    while (question := round_.question) is not None:
        offer = Offer(round_, question, legality)
        player = players[offer.seat]
        error = _ask(table, player, offer, 1)
        if error is not None:
            _ask_others(table, player, error, policy)


def _ask(table: Table, player: _Answers, offer: Offer, attempt: int) -> AdapterError | None:
    """Carry a player's answer to the table; return what was wrong with it, or none.

    View and offer are filled in only as far as the player looks at them.
    """
    try:
        answer = player.decide(View(table.round, offer.seat), offer)
    except EOFError:
        raise
    except Exception as error:  # noqa: BLE001  whatever a player raises is the player's fault
        return _error(table, offer, attempt, Fault.RAISED, error)
    if not isinstance(answer, Event):
        cause = EventError(type(answer).__name__, "return one of those that the offer makes")
        return _error(table, offer, attempt, Fault.NOT_AN_EVENT, cause)
    try:
        table.apply(answer)
    except RefusedError as refused:
        wrong_seat = refused.kind is Refusal.WRONG_SEAT
        fault = Fault.OUT_OF_TURN if wrong_seat else Fault.ILLEGAL
        return _error(table, offer, attempt, fault, refused, answer=answer)
    return None


def _error(
    table: Table,
    offer: Offer,
    attempt: int,
    fault: Fault,
    cause: Exception,
    *,
    answer: Event | None = None,
) -> AdapterError:
    """Return the error of a player who failed at an offer that still stands.

    Raises:
        TableError: it does not, because the player applied an event himself.
    """
    try:
        offer.look()
    except TableError:
        raise TableError(
            f"the player of seat {offer.seat} moved the table at his turn",
            "let `decide` return an event, and apply none",
        ) from cause
    return AdapterError(
        fault,
        cause,
        name=table.plans[offer.seat].name,
        phase=table.round.phase,
        offer=offer,
        answer=answer,
        attempt=attempt,
    )


def _ask_others(table: Table, player: Player, error: AdapterError, policy: FaultPolicy) -> None:
    """Let the policy name who answers an offer, until somebody answers it well.

    Raises:
        AdapterError: nobody is left to answer, or the offer was answered badly too often.
    """
    failed: AdapterError | None = error
    while failed is not None:
        if failed.attempt >= MAX_ANSWERS:
            raise failed
        player = policy.next_to_answer(failed, player)
        failed = _ask(table, player, failed.offer, failed.attempt + 1)
