"""The payments of a round as steps: what each bet brought, when it was settled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pitboss.diagrams.steps import FIRST_SEAT, HOUSE, Step, StepKind
from pitboss.game.reasons import Outcome
from pitboss.story import Phrases
from pitboss.story.moments import (
    HandEnded,
    HandShown,
    InsuranceSettled,
    Place,
    RoundEnded,
    Settled,
)
from pitboss.text.terminal import ordinal

_WORDS: Final = {
    Outcome.PUSH: "push",
    Outcome.NATURAL: "blackjack, ",
    Outcome.BUST: "bust, ",
    Outcome.SURRENDER: "given up",
    Outcome.EVEN_MONEY: "even money, ",
    Outcome.CHARLIE: "charlie, ",
    Outcome.VOID: "void",
}


class Payments:
    """Writes payments and remembers them, so that the end of a round tells each bet once.

    Args:
        phrases: the words for the table's rules.
    """

    def __init__(self, phrases: Phrases) -> None:
        self._phrases = phrases
        self._nets: dict[Place, int] = {}
        self._insurance_nets: dict[Place, int] = {}

    def split(self, seat: int, hand: int) -> None:
        """Count a split: later hands of the seat move up."""

        def moved(nets: dict[Place, int]) -> dict[Place, int]:
            return {
                (each, place + (each == seat and place > hand)): net
                for (each, place), net in nets.items()
            }

        self._nets = moved(self._nets)
        self._insurance_nets = moved(self._insurance_nets)

    def settled(self, moment: Settled) -> Step:
        """Write what a bet brought that was settled before the round was over."""
        self._nets[moment.of.seat, moment.of.hand] = moment.net_minor
        return self._bet(moment.of, moment.outcome, moment.net_minor)

    def insurance_settled(self, moment: InsuranceSettled) -> Step:
        """Write what an insurance bet brought that was settled before the round was over."""
        self._insurance_nets[moment.of.seat, moment.of.hand] = moment.net_minor
        return self._insurance(moment.of, moment.net_minor, 0)

    def ended(self, moment: RoundEnded) -> Iterator[Step]:
        """Write what was not told before: bets settled at the end, or settled anew."""
        for ending in moment.hands:
            yield from self._ended_insurance(ending)
            place = ending.of.seat, ending.of.hand
            if place not in self._nets:
                yield self._bet(ending.of, ending.outcome, ending.net_minor)
            elif ending.net_minor != self._nets[place]:
                yield self._anew(ending.of, ending.net_minor - self._nets[place])

    def _ended_insurance(self, ending: HandEnded) -> Iterator[Step]:
        if not ending.insurance_minor:
            return
        place = ending.of.seat, ending.of.hand
        net = ending.insurance_net_minor
        if place not in self._insurance_nets:
            yield self._insurance(ending.of, net, ending.insurance_minor + net)
        elif net != self._insurance_nets[place]:
            yield self._anew(ending.of, net - self._insurance_nets[place])

    def _bet(self, hand: HandShown, outcome: Outcome, net_minor: int) -> Step:
        back_minor = hand.bet_minor + net_minor
        return self._paid(
            hand, f"{self._became(outcome, net_minor)}{self._gets(back_minor)}", back_minor
        )

    def _became(self, outcome: Outcome, net_minor: int) -> str:
        """Write how a bet ended and what it brought."""
        phrases = self._phrases
        word = _WORDS.get(outcome, "")
        ratio = f" at {phrases.rules.blackjack_pays}" if outcome is Outcome.NATURAL else ""
        if net_minor and outcome is not Outcome.SURRENDER:
            verb = "wins" if net_minor > 0 else "loses"
            return f"{word}{verb} {phrases.money(abs(net_minor))}{ratio}"
        return word.rstrip(", ") or ("wins" if outcome is Outcome.WIN else "loses")

    def _gets(self, back_minor: int) -> str:
        return f", gets {self._phrases.money(back_minor)}" if back_minor else ""

    def _insurance(self, hand: HandShown, net_minor: int, back_minor: int) -> Step:
        phrases = self._phrases
        if net_minor > 0:
            words = f"insurance wins {phrases.money(net_minor)} at {phrases.rules.insurance_pays}"
        else:
            words = (
                f"insurance loses {phrases.money(-net_minor)}" if net_minor else "insurance void"
            )
        return self._paid(hand, f"{words}{self._gets(back_minor)}", back_minor)

    def _anew(self, hand: HandShown, more_minor: int) -> Step:
        """Write that a bet was settled otherwise after all, because the round is void."""
        amount = self._phrases.money(abs(more_minor))
        if more_minor > 0:
            return self._paid(hand, f"gets {amount} back after all", more_minor)
        words = _of_hand(hand, f"returns {amount}")
        return Step(StepKind.PAYMENT, hand.seat + FIRST_SEAT, HOUSE, words, None, -more_minor)

    def _paid(self, hand: HandShown, words: str, amount_minor: int) -> Step:
        lane = hand.seat + FIRST_SEAT
        return Step(StepKind.PAYMENT, HOUSE, lane, _of_hand(hand, words), None, amount_minor)


def _of_hand(hand: HandShown, words: str) -> str:
    return f"{ordinal(hand.hand)} hand {words}" if hand.hands > 1 else words
