"""Sessions: how often a bankroll is lost; parts of sessions add up exactly."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import Final

import numpy as np
from attrs import evolve, field, frozen

from pitboss.arguments import takes
from pitboss.errors import brief
from pitboss.simulation.kernel import layout as k
from pitboss.simulation.strategy import StrategyError, is_whole

MAX_SHOES: Final = 1 << 40
MAX_BANKROLL_MINOR: Final = 1 << 60


@frozen
class Bankroll:
    """The chips of all seats together at the beginning of each session.

    All sessions have the same number of shoes; the first session begins with shoe 1. Each session
    begins with the whole bankroll, and bets do not depend on it.

    Attributes:
        amount_minor: the amount in minor units.
        shoes: the number of shoes of a session.

    Raises:
        StrategyError: a number is out of range.
    """

    amount_minor: int
    shoes: int

    def __attrs_post_init__(self) -> None:
        fits = is_whole(self.amount_minor, MAX_BANKROLL_MINOR)
        if not fits or not is_whole(self.shoes, MAX_SHOES):
            raise StrategyError(
                f"a session cannot have a bankroll of {brief(self.amount_minor)} for "
                f"{brief(self.shoes)} shoes",
                "give at least 1 minor unit and at least 1 shoe",
            )

    def session_of(self, shoe: int) -> int:
        """Return the number of the session of a shoe, from 0."""
        return (shoe - 1) // self.shoes


@frozen
class SessionPart:
    """Consecutive shoes of a session.

    Attributes:
        first: the number of the first shoe.
        last: the number of the last shoe.
        net_minor: what all seats won in these shoes.
        lowest_minor: the lowest net after any round of these shoes; 0 if it was never below 0.
    """

    first: int
    last: int
    net_minor: int
    lowest_minor: int

    @property
    def shoes(self) -> range:
        """The numbers of the shoes."""
        return range(self.first, self.last + 1)

    def then(self, following: SessionPart) -> SessionPart:
        """Return one part made of this part and the next one."""
        return SessionPart(
            self.first,
            following.last,
            self.net_minor + following.net_minor,
            min(self.lowest_minor, self.net_minor + following.lowest_minor),
        )


@frozen
class Sessions:
    """How many sessions were played, and in how many of them the bankroll was lost.

    The bankroll is lost if nothing of it is left after any round. A session is counted only after
    all of its shoes were played.

    Attributes:
        bankroll: the bankroll with which each session begins.
        played: the number of complete sessions.
        ruined: the number of complete sessions in which the bankroll was lost.
        parts: the played parts of incomplete sessions, in rising order.
    """

    bankroll: Bankroll
    played: int = 0
    ruined: int = 0
    parts: tuple[SessionPart, ...] = field(default=(), repr=False)

    @takes(StrategyError)
    def __add__(self, other: Sessions) -> Sessions:
        if self.bankroll != other.bankroll:
            raise StrategyError(
                "the results have two bankrolls", "add results with the same bankroll"
            )
        both = evolve(
            self, played=self.played + other.played, ruined=self.ruined + other.ruined, parts=()
        )
        return both.with_parts((*self.parts, *other.parts))

    @property
    def risk_of_ruin(self) -> float:
        """The share of the sessions in which the bankroll was lost."""
        return self.ruined / self.played if self.played else 0.0

    @property
    def standard_error(self) -> float:
        """The standard error of `risk_of_ruin`."""
        risk = self.risk_of_ruin
        return sqrt(risk * (1 - risk) / self.played) if self.played else 0.0

    def with_parts(self, more: Iterable[SessionPart]) -> Sessions:
        """Return these sessions with more parts; sessions that are now complete are counted."""
        joined: list[SessionPart] = []
        session_of = self.bankroll.session_of
        for part in sorted((*self.parts, *more), key=_first):
            before = joined[-1] if joined else None
            follows = before is not None and before.last + 1 == part.first
            if before is not None and follows and session_of(before.last) == session_of(part.first):
                joined[-1] = before.then(part)
            else:
                joined.append(part)
        whole = [part for part in joined if len(part.shoes) == self.bankroll.shoes]
        ruined = [part for part in whole if self._is_lost(part.lowest_minor)]
        return evolve(
            self,
            played=self.played + len(whole),
            ruined=self.ruined + len(ruined),
            parts=tuple(part for part in joined if len(part.shoes) < self.bankroll.shoes),
        )

    def _is_lost(self, lowest_minor: int) -> bool:
        return lowest_minor <= -self.bankroll.amount_minor


def _first(part: SessionPart) -> int:
    return part.first


def sessions_in(bankroll: Bankroll, first: int, shoes: k.Whole) -> Sessions:
    """Count the sessions in some shoes.

    Args:
        bankroll: the bankroll with which each session begins.
        first: the number of the first shoe.
        shoes: the kernel's sums for each shoe.
    """
    nets, lowest = shoes[:, k.SHOE_NET], shoes[:, k.SHOE_LOWEST]
    length, many = bankroll.shoes, len(shoes)
    begin = min(-(first - 1) % length, many)
    end = begin + (many - begin) // length * length
    of_sessions = nets[begin:end].reshape(-1, length)
    before = of_sessions.cumsum(axis=1) - of_sessions
    lows = (before + lowest[begin:end].reshape(-1, length)).min(axis=1)
    found = Sessions(
        bankroll, len(of_sessions), int(np.count_nonzero(lows <= -bankroll.amount_minor))
    )
    return found.with_parts(
        _part(first + start, nets[start:stop], lowest[start:stop])
        for start, stop in ((0, begin), (end, many))
        if start < stop
    )


def _part(first: int, nets: k.Whole, lowest: k.Whole) -> SessionPart:
    """Return some shoes as one part."""
    low = int((nets.cumsum() - nets + lowest).min())
    return SessionPart(first, first + len(nets) - 1, int(nets.sum()), min(low, 0))
