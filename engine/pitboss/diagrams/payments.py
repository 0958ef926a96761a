"""The payments of a round as steps: what each bet brought, when it was settled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pitboss.diagrams.steps import FIRST_SEAT, HOUSE, Step, StepKind
from pitboss.game.reasons import Outcome
from pitboss.story import Phrases
from pitboss.story.told_events import HandShown, InsuranceSettled, RoundEnded, Settled
from pitboss.text.terminal import ordinal

_WORDS: Final = {
    Outcome.WIN: "",
    Outcome.LOSS: "",
    Outcome.NATURAL: "blackjack",
    Outcome.SURRENDER: "given up",
    Outcome.EVEN_MONEY: "even money",
}
"""Outcomes that are not written as in the journal."""


class Payments:
    """Writes payments and remembers them, so that the end of a round tells each bet once.

    Args:
        phrases: the words for the table's rules.
    """

    def __init__(self, phrases: Phrases) -> None:
        self._phrases = phrases
        self._nets: dict[tuple[int, int, bool], int] = {}
        """What was told of a seat's hand, or of its insurance."""

    def split(self, seat: int, hand: int) -> None:
        """Count a split: later hands of the seat move up."""
        self._nets = {
            (each, number + (each == seat and number > hand), insures): net_minor
            for (each, number, insures), net_minor in self._nets.items()
        }

    def settled(self, told: Settled) -> Step:
        """Write what a bet brought that was settled before the round was over."""
        self._nets[told.of.seat, told.of.hand, False] = told.net_minor
        return self._bet(told.of, told.outcome, told.net_minor)

    def insurance_settled(self, told: InsuranceSettled) -> Step:
        """Write what an insurance bet brought that was settled before the round was over."""
        self._nets[told.of.seat, told.of.hand, True] = told.net_minor
        return self._insurance(told.of, told.net_minor, 0)

    def ended(self, told: RoundEnded) -> Iterator[Step]:
        """Write what was not told before: bets settled at the end, or settled anew."""
        for ending in told.hands:
            hand, net_minor = ending.of, ending.insurance_net_minor
            if ending.insurance_minor:
                step = self._insurance(hand, net_minor, ending.insurance_minor + net_minor)
                yield from self._at_end(step, hand, net_minor, insures=True)
            step = self._bet(hand, ending.outcome, ending.net_minor)
            yield from self._at_end(step, hand, ending.net_minor, insures=False)

    def _at_end(
        self, step: Step, hand: HandShown, net_minor: int, *, insures: bool
    ) -> Iterator[Step]:
        """Give a step that was not told before, or what the void round changed of it."""
        told_minor = self._nets.get((hand.seat, hand.hand, insures))
        if told_minor is None:
            yield step
        elif net_minor != told_minor:
            more_minor = net_minor - told_minor
            amount = self._phrases.money(abs(more_minor))
            words = f"gets {amount} back after all" if more_minor > 0 else f"returns {amount}"
            yield _payment(hand, words, more_minor)

    def _bet(self, hand: HandShown, outcome: Outcome, net_minor: int) -> Step:
        """Write how a bet ended and what it brought."""
        phrases = self._phrases
        words = [_WORDS.get(outcome, str(outcome.value))]
        if net_minor and outcome is not Outcome.SURRENDER:
            ratio = f" at {phrases.rules.blackjack_pays}" if outcome is Outcome.NATURAL else ""
            verb = "wins" if net_minor > 0 else "loses"
            words.append(f"{verb} {phrases.money(abs(net_minor))}{ratio}")
        elif not words[0]:
            words.append("wins" if outcome is Outcome.WIN else "loses")
        return self._paid(hand, words, hand.bet_minor + net_minor)

    def _insurance(self, hand: HandShown, net_minor: int, back_minor: int) -> Step:
        return self._paid(hand, [self._phrases.insurance(net_minor)], back_minor)

    def _paid(self, hand: HandShown, words: list[str], back_minor: int) -> Step:
        """Write what became of a bet, and what comes back to the seat."""
        gets = [f"gets {self._phrases.money(back_minor)}"] if back_minor else []
        return _payment(hand, ", ".join(filter(None, [*words, *gets])), back_minor)


def _payment(hand: HandShown, words: str, amount_minor: int) -> Step:
    """Return a step from the house to a seat, or back if the amount is negative."""
    lane = hand.seat + FIRST_SEAT
    lanes = (lane, HOUSE) if amount_minor < 0 else (HOUSE, lane)
    which = f"{ordinal(hand.hand)} hand " if hand.hands > 1 else ""
    return Step(StepKind.PAYMENT, *lanes, f"{which}{words}", amount_minor=abs(amount_minor))
