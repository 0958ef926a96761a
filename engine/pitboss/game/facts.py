"""Facts: the consequences of an event at a table, as values, in the order in which they happened.

Effects and settlement record facts only if something reads them, see `House.notes_facts`. Code that
shows or counts what happened reads facts, and does not need the rules. If a fact contains a card
that lies face down, its docstring says who may know the card.
"""

from __future__ import annotations

from enum import Enum

from attrs import frozen

from pitboss.game.bets import BetKind, BetView
from pitboss.game.cards import Card
from pitboss.game.reasons import Reason


class Fact:
    """One thing that happened at a table."""

    __slots__ = ()


@frozen
class ShoeBroughtIn(Fact):
    """A shoe came into use.

    Attributes:
        name: the name of the shoe at its table.
    """

    name: str


@frozen
class DealtCard:
    """One of the first cards.

    Attributes:
        card: the card; if it lies face down, only an auditor may know it.
        seat: the seat that got the card, counted from 0; `None` for the dealer.
        face_down: whether the card lies face down.
    """

    card: Card
    seat: int | None
    face_down: bool


@frozen
class FirstCardsDealt(Fact):
    """The first cards were dealt.

    Attributes:
        seats: the seats that play, in their order.
        cards: the dealt cards in their order; there are fewer if the shoe ran out.
    """

    seats: tuple[int, ...]
    cards: tuple[DealtCard, ...]

    @property
    def up_card(self) -> Card | None:
        """The dealer's card that lies face up; `None` if no card was left for it."""
        return self._dealers(face_down=False)

    @property
    def hole_card(self) -> Card | None:
        """The card that lies face down, for an auditor; `None` without one."""
        return self._dealers(face_down=True)

    def _dealers(self, *, face_down: bool) -> Card | None:
        """Return the dealer's card that lies as `face_down` says; `None` if there is none."""
        for each in self.cards:
            if each.seat is None and each.face_down is face_down:
                return each.card
        return None


@frozen
class HandDrew(Fact):
    """A hand took one more card, face up.

    Attributes:
        seat: the seat of the hand, counted from 0.
        hand: the number of the hand at the seat, counted from 0.
        card: the card.
    """

    seat: int
    hand: int
    card: Card


@frozen
class DealerCardShown(Fact):
    """One more card of the dealer lies face up.

    Attributes:
        card: the card.
        turned: whether the card lay face down before; otherwise it was drawn face up.
        cards: all cards of the dealer that lie face up now.
    """

    card: Card
    turned: bool
    cards: tuple[Card, ...]


@frozen
class DealerPeeked(Fact):
    """The dealer looked at the hole card.

    Attributes:
        natural: whether the hole card makes a natural; if not, it stays face down and unknown.
    """

    natural: bool


@frozen
class BetPlaced(Fact):
    """Chips were staked on a new bet.

    Attributes:
        seat: the seat of the bet, counted from 0.
        hand: the number of the hand at the seat, counted from 0.
        kind: the kind of bet.
        stake_minor: the seat's stake.
        name: the name of a side bet in the rules of the table; empty for any other bet.
        house_stake_minor: the stake of the house on the seat's behalf, as on a free split.
    """

    seat: int
    hand: int
    kind: BetKind
    stake_minor: int
    name: str = ""
    house_stake_minor: int = 0


@frozen
class BetRaised(Fact):
    """A bet was doubled.

    Attributes:
        seat: the seat of the bet, counted from 0.
        hand: the number of the hand at the seat, counted from 0.
        by_minor: how much the seat added.
        house_stake_minor: how much the house added on the seat's behalf, as for a free double.
    """

    seat: int
    hand: int
    by_minor: int
    house_stake_minor: int = 0


@frozen
class BetSettled(Fact):
    """A bet was settled.

    Attributes:
        seat: the seat of the bet, counted from 0.
        hand: the number of the hand at the seat, counted from 0.
        kind: the kind of bet.
        stake_minor: what was staked.
        reason: how and why the bet was settled.
        returned_minor: what the seat got back, including the stake.
        undone_minor: what an earlier settlement had returned, if it is undone now; `None` if the
            bet was open.
        name: the name of a side bet, or of the bonus of an ante; empty for any other bet.
        pay_class: the name of the class that paid or pushed a side bet, or of the class of the
            bonus that paid an ante; otherwise empty.
    """

    seat: int
    hand: int
    kind: BetKind
    stake_minor: int
    reason: Reason
    returned_minor: int
    undone_minor: int | None = None
    name: str = ""
    pay_class: str = ""

    @property
    def bet(self) -> BetView:
        """The bet, as everybody at the table sees it."""
        net_minor = self.returned_minor - self.stake_minor
        named = self.name, self.pay_class
        return BetView(self.kind, self.stake_minor, self.reason, net_minor, *named)


class DecidedBy(Enum):
    """What decides every bet that is still open."""

    NATURAL = "natural"
    SHOWDOWN = "showdown"
    VOID = "void"


@frozen
class RoundDecided(Fact):
    """All open bets are settled now; a fact for each of these bets follows.

    Attributes:
        by: what decides the bets: a dealer natural, the dealer's total, or that no card is left.
    """

    by: DecidedBy
