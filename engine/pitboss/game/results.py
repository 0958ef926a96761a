"""The result of each hand of a round, as values."""

from __future__ import annotations

from attrs import frozen

from pitboss.game.bets import BetView, PaidBonus, net_of, side_bet_record
from pitboss.game.cards import Card
from pitboss.game.documents import document
from pitboss.game.reasons import Outcome
from pitboss.game.round import Round


@frozen
class HandResult:
    """The result of one hand.

    Attributes:
        seat: the seat, counted from 0.
        hand: which of the seat's hands, counted from 0.
        cards: the cards of the hand.
        bet_minor: the final stake.
        outcome: how the bet was settled.
        net_minor: the net result of the bet.
        insurance_net_minor: the net result of the insurance bet.
        bonus: the bonus by which the bet was paid; `None` without one.
    """

    seat: int
    hand: int
    cards: tuple[Card, ...]
    bet_minor: int
    outcome: Outcome
    net_minor: int
    insurance_net_minor: int
    bonus: PaidBonus | None = None

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
            **({} if self.bonus is None else self.bonus.members()),
        }

    def to_json(self) -> str:
        """Return the result as a document of the protocol, which everybody may read."""
        return document("result", self.members())


@frozen
class SideBetResult:
    """The result of one side bet.

    Attributes:
        seat: the seat, counted from 0.
        bet: the bet, with its name, its stake, how it was settled and its net result.
    """

    seat: int
    bet: BetView

    def members(self) -> dict[str, int | str | None]:
        """Return the result as members of a document or of a line of a log."""
        return {"seat": self.seat, **side_bet_record(self.bet)}


def side_bet_results(round_: Round) -> tuple[SideBetResult, ...]:
    """Return the results of all settled side bets, in the order of the seats."""
    return tuple(
        [
            SideBetResult(seat.index, BetView.of(bet))
            for seat in round_.seats
            for bet in seat.side_bets
            if not bet.open
        ]
    )


def hand_results(round_: Round) -> tuple[HandResult, ...]:
    """Return the results of all hands whose bets are settled, in the order of the seats."""
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
                hand.bonus,
            )
            for seat in round_.seats
            for number, hand in enumerate(seat.hands)
            if hand.reason is not None
        ]
    )
