"""What became of each hand of a round, as values."""

from __future__ import annotations

from attrs import frozen

from pitboss.game.bets import net_of
from pitboss.game.cards import Card
from pitboss.game.documents import document
from pitboss.game.reasons import Outcome
from pitboss.game.round import Round


@frozen
class HandResult:
    """What became of one hand.

    Attributes:
        seat: whose.
        hand: which of the seat's hands.
        cards: its cards.
        bet_minor: the final stake.
        outcome: how the bet was settled.
        net_minor: what the bet brought.
        insurance_net_minor: what the insurance bet brought.
    """

    seat: int
    hand: int
    cards: tuple[Card, ...]
    bet_minor: int
    outcome: Outcome
    net_minor: int
    insurance_net_minor: int

    def members(self) -> dict[str, int | str | list[str]]:
        """Return the result as members of a document or of a line of a log."""
        return {
            "seat": self.seat,
            "hand": self.hand,
            "cards": [card.code for card in self.cards],
            "bet": self.bet_minor,
            "outcome": self.outcome.word,
            "net": self.net_minor,
            "insurance_net": self.insurance_net_minor,
        }

    def to_json(self) -> str:
        """Return the result as a document of the protocol, which everybody may read."""
        return document("result", self.members())


def hand_results(round_: Round) -> tuple[HandResult, ...]:
    """Return what became of every hand whose bet is settled, in the order of the seats."""
    return tuple(
        [
            HandResult(
                seat.index,
                number,
                tuple(hand.cards),
                hand.bet_minor,
                hand.reason.outcome,
                hand.net_minor,
                net_of(hand.insurance),
            )
            for seat in round_.seats
            for number, hand in enumerate(seat.hands)
            if hand.reason is not None
        ]
    )
