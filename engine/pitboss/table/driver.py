"""The driver: it passes each question to the player of the seat, and applies the answer.

The driver has no rules of blackjack. If a player fails, the round does not change. Then a policy of
the host chooses who answers next, or raises an error.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final, Protocol, cast

from attrs import frozen

from pitboss.arguments import wrong_kind
from pitboss.errors import (
    EventError,
    PitbossError,
    PlayerLeft,
    TableError,
    TimedOutError,
    brief,
)
from pitboss.game.events import By, Event
from pitboss.game.limits import MAX_NUMBER
from pitboss.game.round import Phase, Presence, Question
from pitboss.machine.stakes import limits_of_any_bet
from pitboss.table.listeners import Listener, describe_error, listeners_of, moved_error, tell
from pitboss.table.menu import Refusal, RefusedError
from pitboss.table.offer import Offer, View
from pitboss.table.table import Table
from pitboss.unchecked import Unchecked

_SEATED: Final = Presence.SEATED
_FALLBACK: Final = By.FALLBACK

MAX_ANSWERS: Final = 1000
"""After this many bad answers to one offer, the driver raises an error under any policy."""


class Player(Protocol):
    """A strategy, a person or a script that answers for a seat.

    A player may also have two other methods: ``shuffled(view)`` is called when another shoe comes
    into use, and ``round_over(view)`` at the end of each round.
    """

    def decide(self, view: View, offer: Offer) -> Unchecked[Event]:
        """Answer an offer.

        Args:
            view: the table as the seat sees it.
            offer: the question with all possible answers; its methods make the event.
        """
        ...


class Fault(Enum):
    """The ways in which a player fails."""

    RAISED = "raised"
    TIMED_OUT = "timed_out"
    NOT_AN_EVENT = "not_an_event"
    OUT_OF_TURN = "out_of_turn"
    ILLEGAL = "illegal"


class AdapterError(PitbossError):
    """A player failed; nothing was changed or recorded, and the same question is still open.

    The ``__cause__`` is the player's own exception, or the refusal of the player's answer.

    Attributes:
        fault: the way in which the player failed.
        seat: the seat that was asked, counted from 0.
        name: who sits there.
        phase: the state of the round.
        offer: the offer.
        answer: the event that the player returned; `None` if it returned no event.
        attempt: the number of bad answers to this question so far.
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
        why = describe_error(cause).removeprefix(f"{how}: ")
        question = offer.question.value.replace("_", " ")
        super().__init__(
            f"seat {offer.seat} ({name}) failed at {question} in {phase.value}, "
            f"{how}: {why}; nothing was changed and the same offer is open",
            "correct the player, and continue the round",
        )
        self.__cause__ = cause


class FaultPolicy(Protocol):
    """Decides what happens to an offer after a player has failed."""

    def next_to_answer(self, error: AdapterError, player: Player) -> Player:
        """Return the player that answers the same offer next.

        Args:
            error: the failure; raise it to pass it on to the caller of the driver.
            player: the player that failed.

        Raises:
            AdapterError: no other player answers.
        """
        ...


@frozen
class RaiseAtOnce:
    """Policy: raise the first failure."""

    def next_to_answer(self, error: AdapterError, player: Player) -> Player:  # noqa: ARG002  the protocol's
        """Raise the error."""
        raise error


RAISE_AT_ONCE: Final = RaiseAtOnce()
"""The default policy of a driver."""


@frozen
class AskAgain:
    """Policy: ask the same player again, up to a limit; then another policy decides.

    Attributes:
        limit: how often to ask again for the same offer, 1 to `MAX_ANSWERS`.
        then: the policy that decides after that; the default raises the failure.

    Raises:
        TableError: the limit is out of range.
    """

    limit: Unchecked[int]
    then: FaultPolicy = RAISE_AT_ONCE

    def __attrs_post_init__(self) -> None:
        _known_limit(self.limit)

    def next_to_answer(self, error: AdapterError, player: Player) -> Player:
        """Return the same player up to the limit; then return what the next policy chooses."""
        asks = self
        # Compiled functions that call each other have no limit of depth, so this is a loop.
        while error.attempt > _known_limit(asks.limit):
            then = asks.then
            if type(then) is not AskAgain:
                return then.next_to_answer(error, player)
            asks = then
        return player


@frozen
class PlayFallback:
    """Policy: for this offer only, another player answers instead of the one that failed.

    The `by` of the answer is `By.FALLBACK`.

    Attributes:
        fallback: the other player; if it fails as well, the policy raises that failure.
    """

    fallback: Player

    def next_to_answer(self, error: AdapterError, player: Player) -> Player:
        """Return the fallback; if the fallback itself failed, raise the error."""
        if player is self.fallback:
            raise error
        return self.fallback


class Stop(Enum):
    """Why no more rounds were played."""

    ALL_PLAYED = "all_played"
    NOBODY_CAN_BET = "nobody_can_bet"


@frozen
class RoundsPlayed:
    """The result of playing several rounds.

    Attributes:
        rounds: the number of finished rounds.
        stop: why no more rounds were played.
    """

    rounds: int
    stop: Stop


def play_round(
    table: Unchecked[Table], players: Sequence[Player], policy: FaultPolicy = RAISE_AT_ONCE
) -> None:
    """Play one round to its end: a new round, or the rest of an unfinished one.

    The driver does not catch `PlayerLeft`, ``KeyboardInterrupt``, ``SystemExit`` and
    ``asyncio.CancelledError``. Every other exception of a player is a failure of the player. After
    any exception, the round can continue.

    Args:
        table: the table of the round; ``table.results()`` returns the outcome.
        players: one for each seat, in the order of the seats.
        policy: what happens when a player fails.

    Raises:
        AdapterError: a player failed, and the policy let no other player answer.
        ListenerError: a player failed when it was notified.
        PlayerLeft: a player left.
        TableError: the number of players is not the number of seats, or a player changed the
            table.
    """
    table = check_players(table, players, policy)
    listeners = listeners_of(players)
    if table.round.question is None:
        table.open_round()
        tell(table, listeners)
    _play_out(table, players, policy, listeners)


def play_rounds(
    table: Unchecked[Table],
    players: Sequence[Player],
    rounds: Unchecked[int],
    policy: FaultPolicy = RAISE_AT_ONCE,
) -> RoundsPlayed:
    """Play several rounds; stop early if no seat has enough chips for the least bet.

    If a round is unfinished, play it to its end first; it counts as one round.

    Args:
        table: the table.
        players: one for each seat, in the order of the seats.
        rounds: the number of rounds, 0 or more.
        policy: what happens when a player fails, see `play_round`.

    Raises:
        AdapterError: a player failed, and the policy let no other player answer.
        ListenerError: a player failed when it was notified.
        PlayerLeft: a player left.
        TableError: the number of players is not the number of seats, a player changed the table,
            or the number of rounds is negative.
    """
    table = check_players(table, players, policy)
    count = _known_count(rounds)
    bets, listeners = limits_of_any_bet(table.rules), listeners_of(players)
    seats = [seat for seat in table.round.seats if seat.presence is _SEATED]
    # Funds without a limit do not run out.
    endless = bets.possible and any(seat.on_credit for seat in seats)
    for played in range(count):
        if table.round.question is None:
            funded = endless or any(seat.can_pay(bets.least_minor) for seat in seats)
            if not (bets.possible and funded):
                return RoundsPlayed(played, Stop.NOBODY_CAN_BET)
            table.open_round()
            if listeners:
                tell(table, listeners)
        _play_out(table, players, policy, listeners)
    return RoundsPlayed(count, Stop.ALL_PLAYED)


def _known_limit(limit: object) -> int:
    if type(limit) is int and 1 <= limit <= MAX_ANSWERS:
        return limit
    problem = f"a player cannot be asked again {brief(limit)} times"
    raise TableError(problem, f"give 1 to {MAX_ANSWERS}")


def _known_count(rounds: object) -> int:
    if type(rounds) is int and 0 <= rounds <= MAX_NUMBER:
        return rounds
    problem = f"cannot play {brief(rounds)} rounds"
    raise TableError(problem, "give 0 or more, as a whole number of 64 bits")


def check_players(given: object, players: object, policy: object) -> Table:
    """Check the table and the policy, and that there is one player for each seat; return the table.

    Raises:
        TableError: players are missing, or an argument is of a wrong type.
    """
    if not isinstance(given, Table):
        raise wrong_kind("table", given, Table, TableError, "play_round")
    if policy is not RAISE_AT_ONCE and not hasattr(policy, "next_to_answer"):
        raise wrong_kind("policy", policy, FaultPolicy, TableError, "play_round")
    seats = len(given.round.seats)
    if not isinstance(players, Sequence):
        problem = f"players must be a list, got {brief(players)}"
        raise TableError(problem, "give a list with one player for each seat")
    each = cast("Sequence[object]", players)
    if len(each) != seats:
        problem = f"there are {len(each)} players for {seats} seats"
        raise TableError(problem, "give one player for each seat")
    for player in each:
        if isinstance(player, type):
            problem = f"a player must be an object, got the class {brief(player)}"
            raise TableError(problem, "make an object of the class")
        if not callable(getattr(player, "decide", None)):
            raise TableError(f"{brief(player)} is no player", "give an object that has `decide`")
    return given


def _play_out(
    table: Table, players: Sequence[Player], policy: FaultPolicy, listeners: Sequence[Listener]
) -> None:
    """Ask every question of the round until no question is open.

    If a player fails, the policy chooses who answers next, until there is a legal answer.

    Raises:
        AdapterError: no other player answers, or the offer had too many bad answers.
    """
    round_ = table.round
    while (question := round_.question) is not None:
        player = players[round_.asked_seat]
        failed = ask(table, player, question, 1)
        while failed is not None:
            if failed.attempt >= MAX_ANSWERS:
                raise failed
            # The attempts are counted here, because a policy may keep the error.
            attempt = failed.attempt + 1
            player = policy.next_to_answer(failed, player)
            own = player is players[round_.asked_seat]
            failed = ask(table, player if own else InPlace(player), question, attempt)
        if listeners:
            tell(table, listeners)


def ask(table: Table, player: Player, question: Question, attempt: int) -> AdapterError | None:
    """Ask a player and apply the answer; return the error if the player failed, or `None`.

    The view and the offer are made for this player only, and filled in when the player first reads
    them. A player that overwrites them does no harm, because the round holds the question.

    Args:
        table: the table with the open question.
        player: the player that is asked.
        question: what is asked.
        attempt: the number of this answer to the offer, counted from 1.

    Raises:
        PlayerLeft: the player left.
        TableError: the player changed the table.
    """
    round_ = table.round
    seat, event_count = round_.asked_seat, round_.event_count
    try:
        view = View.at(round_, seat, table.house.shoe)
        answer = player.decide(view, Offer.at(round_, question, table.legality))
    except PlayerLeft:
        raise
    except (Exception, GeneratorExit) as error:  # noqa: BLE001  any exception of a player is its failure
        fault = Fault.TIMED_OUT if isinstance(error, TimedOutError) else Fault.RAISED
        cause, event = error, None
    else:
        if round_.event_count != event_count:
            raise moved_error(seat)
        try:
            # The table checks whether the answer is an event.
            table.apply(answer)
        except EventError as error:
            fault, cause, event = Fault.NOT_AN_EVENT, error, None
        except RefusedError as refused:
            wrong_seat = refused.kind is Refusal.WRONG_SEAT
            fault = Fault.OUT_OF_TURN if wrong_seat else Fault.ILLEGAL
            cause, event = refused, refused.event
        else:
            return None
    if round_.event_count != event_count:
        raise moved_error(seat) from cause
    return AdapterError(
        fault,
        cause,
        name=round_.seats[seat].name,
        phase=round_.phase,
        offer=Offer.at(round_, question, table.legality).look(),
        answer=event,
        attempt=attempt,
    )


class InPlace:
    """Lets another player answer, and marks the event with `By.FALLBACK`.

    Args:
        player: the player that answers.
    """

    def __init__(self, player: Player) -> None:
        self._player = player

    def decide(self, view: View, offer: Offer) -> Unchecked[Event]:
        """Answer as the player does."""
        answer = self._player.decide(view, offer)
        return answer.sent(by=_FALLBACK) if type(answer) is Event else answer
