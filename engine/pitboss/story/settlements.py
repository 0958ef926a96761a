"""Why a bet was paid, lost or given back: the reason that settlement recorded, in a sentence."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from pitboss.game.hand import FIRST_CARDS, is_natural, total_of
from pitboss.game.money import HALF, Ratio, divides_exactly
from pitboss.game.reasons import INSURANCE_WON, SURRENDER, Outcome, Reason
from pitboss.machine.house_guards import DEALER_STANDS_ON
from pitboss.rules import Rules
from pitboss.story.clauses import clauses_of_fact
from pitboss.story.explanation import Explanation, RuledBy, Ruling, cited, money
from pitboss.table import Table
from pitboss.table.views import HandView, View

_WON: Final = frozenset({Outcome.WIN, Outcome.NATURAL, Outcome.EVEN_MONEY, Outcome.CHARLIE})
_UNDECIDED: Final = frozenset({Outcome.PUSH, Outcome.VOID})


def explain_round(table: Table) -> tuple[Explanation, ...]:
    """Say why every bet that is settled was settled as it was, in the order of the hands.

    Args:
        table: in any state; one that a journal was replayed to is as good as any.
    """
    view = table.view(None)
    return tuple(
        [
            explanation
            for seat in view.seats
            for hand in range(len(seat.hands))
            for explanation in explain_hand(table.rules, view, seat.index, hand)
        ]
    )


def explain_hand(rules: Rules, view: View, seat: int, hand: int) -> tuple[Explanation, ...]:
    """Say why the bet on a hand, and after it the insurance of that hand, were settled so.

    What is not settled is not explained.

    Args:
        rules: the rules of the table.
        view: what anybody sees there.
        seat: whose hand, counted from 0.
        hand: which of the seat's hands, counted from 0.
    """
    on = view.seats[seat].hands[hand]
    insured_minor, insured_net_minor = on.insurance_minor, on.insurance_net_minor
    explained: list[Explanation] = []
    if on.reason is not None:
        bet = _Bet(rules, view, seat, hand, on, on.reason, on.bet_minor, on.net_minor)
        explained.append(bet.explained("hand"))
    if on.insurance_reason is not None:
        reason = on.insurance_reason
        bet = _Bet(rules, view, seat, hand, on, reason, insured_minor, insured_net_minor)
        explained.append(bet.explained("insurance"))
    return tuple(explained)


@frozen
class _Bet:
    """A settled bet, on a hand or its insurance, and the table as it lies."""

    rules: Rules
    view: View
    seat: int
    number: int
    hand: HandView
    reason: Reason
    staked_minor: int
    net_minor: int

    def explained(self, subject: str) -> Explanation:
        """Put the reason into words."""
        ruling, amount_minor = self._ruling()
        because = self.reason.because.format_map(self._values())
        names = [name for name in self.reason.options if self._decided(name)]
        options = tuple([RuledBy.of(self.rules, name) for name in names])
        clauses = clauses_of_fact(self.rules, self.reason.clauses)
        done = _WITHOUT_MONEY[ruling]
        if self.staked_minor:
            done = f"{ruling.value} {money(self.rules, amount_minor)}"
        ruled = "".join([f", {option.text(joined_by=' ')}" for option in options])
        return Explanation(
            subject=subject,
            ruling=ruling,
            seat=self.seat,
            hand=self.number,
            amount_minor=amount_minor,
            because=because,
            options=options,
            clauses=clauses,
            sentence=f"{subject} {done}: {because}{cited(clauses)}{ruled}",
        )

    def _ruling(self) -> tuple[Ruling, int]:
        """Say what became of the bet, and of how much of it."""
        if self.reason.outcome in _WON:
            return Ruling.PAID, self.net_minor
        # A busted stake may be given back whole.
        if self.reason.outcome in _UNDECIDED or (self.staked_minor and not self.net_minor):
            return Ruling.RETURNED, self.staked_minor
        return Ruling.LOST, -self.net_minor

    def _values(self) -> dict[str, object]:
        """Return what is filled into the sentence of a reason."""
        hand = self.hand
        returned_minor = self.staked_minor + self.net_minor
        # Every hand of a seat has the opening bet once, or twice if it was doubled.
        ante_minor = hand.bet_minor // 2 if hand.doubled else hand.bet_minor
        ante = ", on the first hand" if self.number else f" of {money(self.rules, ante_minor)}"
        taken = f"takes only the opening bet{ante}"
        return {
            "total": hand.points,
            "cards": len(hand.cards),
            "dealer": self.view.dealer_points,
            "dealer_cards": len(self.view.dealer_cards),
            "after_split": " after a split" if hand.from_split else "",
            "returned": money(self.rules, returned_minor),
            "taken": taken,
            "spared": f", which {taken}" if returned_minor else "",
        }

    def _decided(self, option: str) -> bool:
        """Say whether an option of the reason decided with these cards and this amount."""
        match option:
            case "rounding":
                return not divides_exactly(self.staked_minor, self._ratio())
            case "soft_17":
                return _had_soft_17(self.view)
            case "split_natural":
                return self.hand.from_split and is_natural(self.hand.cards)
            case _:
                return True

    def _ratio(self) -> Ratio:
        """Return by what the stake was multiplied, where a fraction may come of it."""
        if self.reason is SURRENDER:
            return HALF
        won_insurance = self.reason is INSURANCE_WON
        return self.rules.insurance_pays if won_insurance else self.rules.blackjack_pays


_WITHOUT_MONEY: Final = {
    Ruling.PAID: "won",
    Ruling.LOST: "lost",
    Ruling.RETURNED: "not decided",
}
"""What is said of a hand on which nothing was staked."""


def _had_soft_17(view: View) -> bool:
    """Say whether the dealer had a soft 17, on which they stood or to which they drew."""
    cards = view.dealer_cards
    totals = [total_of(cards[:count]) for count in range(FIRST_CARDS, len(cards) + 1)]
    return any(total.soft and total.points == DEALER_STANDS_ON for total in totals)
