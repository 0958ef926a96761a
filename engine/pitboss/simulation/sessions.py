"""Sessions: how often a bankroll is lost on the way, counted so that parts are added exactly."""

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
    """What all seats together own at the beginning of each session.

    Sessions are so many shoes each: the first is of the shoes from 1 on, the next of those that
    follow, and so on. Each begins with the whole bankroll, and bets do not depend on it.

    Attributes:
        amount_minor: in minor units.
        shoes: of a session.

    Raises:
        StrategyError: a number is out of range.
    """

    amount_minor: int
    shoes: int

    def __attrs_post_init__(self) -> None:
        fits = is_whole(self.amount_minor, MAX_BANKROLL_MINOR)
        if not fits or not is_whole(self.shoes, MAX_SHOES):
            raise StrategyError(
                f"a bankroll of {brief(self.amount_minor)} for {brief(self.shoes)} shoes",
                "give 1 or more of both",
            )

    def session_of(self, shoe: int) -> int:
        """Return in which session a shoe is, counted from 0."""
        return (shoe - 1) // self.shoes


@frozen
class SessionPart:
    """Some shoes of a session that follow each other.

    Attributes:
        first: the number of the first shoe.
        last: that of the last.
        net_minor: what they brought.
        lowest_minor: the least that they had brought after any round; 0 at most.
    """

    first: int
    last: int
    net_minor: int
    lowest_minor: int

    @property
    def shoes(self) -> range:
        """The numbers of its shoes."""
        return range(self.first, self.last + 1)

    def then(self, following: SessionPart) -> SessionPart:
        """Return this part and the one that follows it as one."""
        return SessionPart(
            self.first,
            following.last,
            self.net_minor + following.net_minor,
            min(self.lowest_minor, self.net_minor + following.lowest_minor),
        )


@frozen
class Sessions:
    """In how many sessions the bankroll was lost.

    It is lost when nothing of it is left after a round, whatever would have come later. A session
    is counted when all of its shoes were played.

    Attributes:
        bankroll: with which each begins.
        played: how many were played.
        ruined: in how many of them the bankroll was lost.
        parts: what is known of sessions of which shoes are missing, in rising order.
    """

    bankroll: Bankroll
    played: int = 0
    ruined: int = 0
    parts: tuple[SessionPart, ...] = field(default=(), repr=False)

    @takes(StrategyError)
    def __add__(self, other: Sessions) -> Sessions:
        if self.bankroll != other.bankroll:
            raise StrategyError("sessions of two bankrolls", "add those of the same")
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
        """The standard error of that share."""
        risk = self.risk_of_ruin
        return sqrt(risk * (1 - risk) / self.played) if self.played else 0.0

    def with_parts(self, more: Iterable[SessionPart]) -> Sessions:
        """Return these sessions and more parts of them; those that are whole now are counted."""
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
        bankroll: with which each begins.
        first: the number of the first shoe.
        shoes: what the kernel writes down of each shoe.
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
