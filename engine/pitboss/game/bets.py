"""Bets: the stakes beside the ante of a hand.

The ante of a hand is stored in the hand itself. Any other bet is an object, created when the bet is
placed: a hand has the object of its insurance, and a seat has the objects of its side bets.
"""

from __future__ import annotations

import re
from typing import Final, Self

from attrs import frozen

from pitboss.game.cards import Card
from pitboss.game.enumerations import Enumeration
from pitboss.game.reasons import Outcome, Reason

_NAME: Final = re.compile(r"[a-z0-9][a-z0-9_+.-]{0,39}(/[a-z0-9_]{1,20})?")
NAME_SIGNS: Final = (
    "1 to 40 signs of a-z 0-9 _ + . -, the first a letter or digit, perhaps followed by / and 1 to "
    "20 signs of a-z 0-9 _"
)
"""How errors describe the names that `is_bet_name` allows."""


def is_bet_name(text: object) -> bool:
    """Say whether a text may be the name of a side bet or of one of its classes."""
    return type(text) is str and _NAME.fullmatch(text) is not None


class BetKind(Enumeration):
    """The kinds of bet."""

    ANTE = "ante"
    INSURANCE = "insurance"
    SIDE_BET = "side_bet"


BESIDE_ANTE: Final = (BetKind.INSURANCE,)
"""The kinds of bet that a hand may hold beside its ante."""

BET_FIELDS: Final = ("kind", "stake_minor", "open", "returned_minor", "reason")


class Bet:
    """A bet besides the ante.

    Attributes:
        kind: the kind of bet.
        stake_minor: what was staked.
        open: whether the bet is not settled yet.
        returned_minor: what the seat got back for the bet.
        reason: how and why the bet was settled; `None` while it is open.
    """

    __slots__ = BET_FIELDS

    def __init__(self, kind: BetKind, stake_minor: int) -> None:
        self.kind: BetKind = kind
        self.stake_minor: int = stake_minor
        self.open: bool = True
        self.returned_minor: int = 0
        self.reason: Reason | None = None

    @property
    def net_minor(self) -> int:
        """What the bet won; negative for a loss, 0 while it is open."""
        return 0 if self.open else self.returned_minor - self.stake_minor

    def __repr__(self) -> str:
        shown = [f"{name}={getattr(self, name)!r}" for name in BET_FIELDS]
        return f"Bet({', '.join(shown)})"


_OF_SIDE_BET: Final = ("name", "cards", "pay_class")
SIDE_STAKE_FIELDS: Final = (*BET_FIELDS, *_OF_SIDE_BET)


class SideStake(Bet):
    """A side bet that a seat has placed.

    Attributes:
        name: the name of the side bet in the rules of the table.
        cards: the player's cards on which the bet depends; empty until they are known. They are
            stored here, because a split takes one of them from the hand.
        pay_class: the name of the class that was paid or pushed; empty if there is none.
    """

    __slots__ = _OF_SIDE_BET

    def __init__(self, name: str, stake_minor: int) -> None:
        super().__init__(BetKind.SIDE_BET, stake_minor)
        self.name: str = name
        self.cards: list[Card] = []
        self.pay_class: str = ""

    def __repr__(self) -> str:
        shown = [f"{name}={getattr(self, name)!r}" for name in SIDE_STAKE_FIELDS]
        return f"SideStake({', '.join(shown)})"


@frozen
class PaidBonus:
    """The bonus by which the bet of a hand was paid.

    Attributes:
        name: the name of the bonus in the rules of the table.
        pay_class: the name of its class that was paid.
    """

    name: str
    pay_class: str

    def members(self) -> dict[str, str]:
        """Return the bonus as members of a JSON object."""
        return {"bonus": self.name, "class": self.pay_class}


@frozen
class BetView:
    """A bet as everybody at the table sees it.

    Attributes:
        kind: the kind of bet.
        stake_minor: what was staked.
        reason: how and why the bet was settled; `None` while it is open.
        net_minor: what the bet won; negative for a loss, 0 while it is open.
        name: the name, in the rules of the table, of a side bet or of the bonus that paid an ante;
            empty for any other bet.
        pay_class: the name of the class that paid or pushed a side bet, or of the class of the
            bonus that paid an ante; empty while the bet is open, and if no class paid or pushed it.
    """

    kind: BetKind
    stake_minor: int
    reason: Reason | None
    net_minor: int
    name: str = ""
    pay_class: str = ""

    @classmethod
    def of(cls, bet: Bet) -> Self:
        """Return a bet in its present state, as a view."""
        stands = bet.kind, bet.stake_minor, bet.reason, bet.net_minor
        return cls(*stands, bet.name, bet.pay_class) if isinstance(bet, SideStake) else cls(*stands)

    @classmethod
    def of_ante(
        cls, stake_minor: int, reason: Reason | None, net_minor: int, bonus: PaidBonus | None
    ) -> Self:
        """Return the ante of a hand as a view; `HandView` describes the arguments."""
        named = ("", "") if bonus is None else (bonus.name, bonus.pay_class)
        return cls(BetKind.ANTE, stake_minor, reason, net_minor, *named)

    @property
    def outcome(self) -> Outcome | None:
        """How the bet was settled; `None` while it is open."""
        return None if self.reason is None else self.reason.outcome


def bonus_record(ante: BetView) -> dict[str, int | str | None]:
    """Return the bonus of an ante as members of a JSON object; empty without a bonus."""
    return {**PaidBonus(ante.name, ante.pay_class).members()} if ante.name else {}


def side_bet_record(bet: BetView) -> dict[str, int | str | None]:
    """Return a side bet as members of a JSON object, without members that are not known yet."""
    record: dict[str, int | str | None] = {"bet": bet.name, "stake": bet.stake_minor}
    if bet.outcome is not None:
        record |= {"outcome": bet.outcome.word, "net": bet.net_minor}
    if bet.pay_class:
        record["class"] = bet.pay_class
    return record


def stake_of(bet: Bet | BetView | None) -> int:
    """Return what was staked on a bet in minor units; 0 without a bet."""
    return 0 if bet is None else bet.stake_minor


def net_of(bet: Bet | BetView | None) -> int:
    """Return the net result of a bet in minor units; 0 without a bet, and while it is open."""
    return 0 if bet is None else bet.net_minor


def bets_record(bets: tuple[BetView, ...]) -> dict[str, int | str | None]:
    """Return the results of the bets on a hand as members of a JSON object.

    Args:
        bets: the ante, followed by the bets that were placed beside it.
    """
    ante, placed = bets[0], {bet.kind: bet for bet in bets}
    outcome = None if ante.outcome is None else ante.outcome.word
    record: dict[str, int | str | None] = {"outcome": outcome, "net": ante.net_minor}
    for kind in BESIDE_ANTE:
        bet = placed.get(kind)
        record |= {kind.word: stake_of(bet), f"{kind.word}_net": net_of(bet)}
    return record | bonus_record(ante)
