"""The driver: it puts each question to the player of the seat, and carries the answer to the table.

Nothing here plays blackjack. The driver looks after the players only: whoever fails at his turn
gets a typed error, the round stands as it stood, and a policy chosen by the embedder says who
answers next.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import cast

from attrs import frozen

from pitboss.errors import EventError, PlayerLeft, TableError, brief
from pitboss.game.limits import MAX_NUMBER
from pitboss.game.round import Question, Seat
from pitboss.given import Given
from pitboss.machine.stakes import limits_of_any_bet
from pitboss.rules import Rules
from pitboss.table.faults import (
    MAX_ANSWERS,
    RAISE_AT_ONCE,
    AdapterError,
    AskAgain,
    Fault,
    FaultPolicy,
    Player,
    PlayFallback,
    RaiseAtOnce,
)
from pitboss.table.legality import Refusal, RefusedError
from pitboss.table.offers import Offer
from pitboss.table.table import Table
from pitboss.table.views import View

__all__ = [
    "MAX_ANSWERS",
    "RAISE_AT_ONCE",
    "AdapterError",
    "AskAgain",
    "Fault",
    "FaultPolicy",
    "PlayFallback",
    "Player",
    "RaiseAtOnce",
    "RoundsPlayed",
    "Stop",
    "play_round",
    "play_rounds",
]


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

    A `PlayerLeft` of a player passes through as it is, and so do ``KeyboardInterrupt``,
    ``SystemExit`` and ``asyncio.CancelledError``; every other exception is a failure of the player.
    After them, as after every failure, the round can be taken up again.

    Args:
        table: where it is played; ``table.results()`` tells the outcome.
        players: one for each seat, in the order of the seats.
        policy: what happens when a player fails.

    Raises:
        AdapterError: a player failed, and the policy let nobody else answer.
        PlayerLeft: a player left.
        TableError: there is not one player for each seat, or a player moved the table himself.
    """
    _check_players(table, players)
    if table.round.question is None:
        table.open_round()
    _play_out(table, players, policy)


def play_rounds(
    table: Table, players: Sequence[Player], rounds: Given[int], policy: FaultPolicy = RAISE_AT_ONCE
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
        PlayerLeft: a player left.
        TableError: there is not one player for each seat, a player moved the table himself, or the
            number of rounds is negative.
    """
    _check_players(table, players)
    count = _known_count(rounds)
    least_minor = _least_bet(table.rules)
    on_credit = least_minor is not None and any(seat.on_credit for seat in table.round.seats)
    for played in range(count):
        if table.round.question is None:
            if not on_credit and not _somebody_can_bet(table.round.seats, least_minor):
                return RoundsPlayed(played, Stop.NOBODY_CAN_BET)
            table.open_round()
        _play_out(table, players, policy)
    return RoundsPlayed(count, Stop.ALL_PLAYED)


def _known_count(rounds: object) -> int:
    if type(rounds) is int and 0 <= rounds <= MAX_NUMBER:
        return rounds
    raise TableError(f"{brief(rounds)} rounds", "give 0 or more, as a whole number of 64 bits")


def _check_players(table: Table, players: object) -> None:
    seats = len(table.round.seats)
    if not isinstance(players, Sequence):
        raise TableError(f"one player, {brief(players)}", "give a list, one for each seat")
    given = cast("Sequence[object]", players)
    if len(given) != seats:
        raise TableError(f"{len(given)} players for {seats} seats", "give one for each seat")
    for player in given:
        if isinstance(player, type) or not callable(getattr(player, "decide", None)):
            raise TableError(f"a player {brief(player)}", "give an object that has `decide`")


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
    round_ = table.round
    while (question := round_.question) is not None:
        player = players[round_.asked_seat]
        error = _ask(table, player, question, 1)
        if error is not None:
            _ask_others(table, player, question, error, policy)


def _ask(table: Table, player: Player, question: Question, attempt: int) -> AdapterError | None:
    """Carry a player's answer to the table; return what was wrong with it, or none.

    View and offer are filled in only as far as the player looks at them. They are his alone:
    whatever he writes over them, what is asked is known from the round.
    """
    round_ = table.round
    seat, moment = round_.asked_seat, round_.moment
    try:
        answer = player.decide(View(round_, seat), Offer.at(round_, question, table.legality))
    except PlayerLeft:
        raise
    except (Exception, GeneratorExit) as error:  # noqa: BLE001  what a player raises is his fault
        fault, cause, event = Fault.RAISED, error, None
    else:
        if round_.moment != moment:
            raise _moved(seat)
        try:
            # Whether it is an event at all, the table itself finds out.
            table.apply(answer)
        except EventError as error:
            fault, cause, event = Fault.NOT_AN_EVENT, error, None
        except RefusedError as refused:
            wrong_seat = refused.kind is Refusal.WRONG_SEAT
            fault = Fault.OUT_OF_TURN if wrong_seat else Fault.ILLEGAL
            cause, event = refused, refused.event
        else:
            return None
    if round_.moment != moment:
        raise _moved(seat) from cause
    return AdapterError(
        fault,
        cause,
        name=table.plans[seat].name,
        phase=round_.phase,
        offer=Offer.at(round_, question, table.legality).look(),
        answer=event,
        attempt=attempt,
    )


def _moved(seat: int) -> TableError:
    """Make the error of a player who applied an event himself: the offer stands no more."""
    return TableError(
        f"the player of seat {seat} moved the table at his turn",
        "let `decide` return an event, and apply none",
    )


def _ask_others(
    table: Table, player: Player, question: Question, error: AdapterError, policy: FaultPolicy
) -> None:
    """Let the policy name who answers an offer, until somebody answers it well.

    Raises:
        AdapterError: nobody is left to answer, or the offer was answered badly too often.
    """
    failed: AdapterError | None = error
    while failed is not None:
        if failed.attempt >= MAX_ANSWERS:
            raise failed
        # A policy may hold on to the error, but whoever counts is asked here.
        attempt = failed.attempt + 1
        player = policy.next_to_answer(failed, player)
        failed = _ask(table, player, question, attempt)
