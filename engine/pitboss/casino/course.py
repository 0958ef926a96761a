"""The course of a session: gifts to the broke, a round, and whether there is another."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Protocol

from pitboss.casino.session import Session
from pitboss.table.driver import RAISE_AT_ONCE, FaultPolicy, Player


class Host(Protocol):
    """Whoever asks the players what is asked between rounds."""

    def takes_gift(self, name: str, amount_minor: int) -> bool:
        """Ask a player who is broke whether he takes the donor's gift."""
        ...

    def plays_again(self, name: str) -> bool:
        """Ask the first player for another round."""
        ...


class Ending(Enum):
    """Why a session came to its end."""

    FIRST_PLAYER = "first_player"
    NOBODY_CAN_BET = "nobody_can_bet"


def play_session(
    session: Session, players: Sequence[Player], host: Host, policy: FaultPolicy = RAISE_AT_ONCE
) -> Ending:
    """Play until the first player has had enough, or nobody has the chips for a bet.

    Whoever is broke is offered the gift of the rules before the first round, and after the round in
    which it came to that; who refuses it sits out, and is offered it again another session.

    Args:
        session: at its beginning, perhaps in the middle of a round that was taken up.
        players: one for each name, in the order of the names.
        host: asks what is asked between rounds.
        policy: what happens when a player fails.

    Raises:
        AdapterError: a player failed, and the policy let nobody else answer.
        BankError: the bank cannot be written.
    """
    refused: set[int] = set()
    if session.table.over:
        _offer_gifts(session, host, refused)
    while not session.table.over or _somebody_can_bet(session):
        session.play_round(players, policy)
        _offer_gifts(session, host, refused)
        if _somebody_can_bet(session) and not host.plays_again(session.names[0]):
            return Ending.FIRST_PLAYER
    return Ending.NOBODY_CAN_BET


def _somebody_can_bet(session: Session) -> bool:
    return len(session.broke) < len(session.names)


def _offer_gifts(session: Session, host: Host, refused: set[int]) -> None:
    """Offer the gift to everybody who is broke and has not refused it."""
    stake_minor = session.rules.stake
    if not session.rules.top_up or not stake_minor:
        return
    takers: list[int] = []
    for seat in session.broke:
        if seat not in refused:
            if host.takes_gift(session.names[seat], stake_minor):
                takers.append(seat)
            else:
                refused.add(seat)
    if takers:
        session.give(takers)
