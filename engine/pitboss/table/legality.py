"""Legality: which events are legal now, and why another event is not.

Only this module decides that. It makes both the menu and the refusals from the rows of the table of
transitions that exist under the rule set. So the menu has exactly the kinds of event that the table
accepts.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from pitboss.game.events import Event, EventKind
from pitboss.game.round import Hand, Phase, Question, Round, Seat
from pitboss.machine.dispatch import may_answer
from pitboss.machine.flags import flags_for
from pitboss.machine.guards import (
    calls_for_insurance,
    double_cost_minor,
    may_bet,
    may_insure,
    split_cost_minor,
)
from pitboss.machine.side_bets import has_placed, side_bets_offered
from pitboss.machine.stakes import AmountLimits, bet_limits
from pitboss.machine.transition_table import TABLE
from pitboss.rules import Rules
from pitboss.table.menu import Menu, Refusal, RefusedError, Why

_KINDS: Final = {
    (phase, question): tuple(
        dict.fromkeys(
            row.event
            for row in TABLE
            if row.source is phase and row.question is question and row.event is not None
        )
    )
    for phase in Phase
    for question in (None, *Question)
}
"""For each state and question: the kinds of event that some rules allow, in `TABLE`'s order."""

_BET: Final = Question.BET
_INSURANCE: Final = Question.INSURANCE
_SIDE_BET: Final = EventKind.SIDE_BET
_COSTS_MINOR: Final = {EventKind.SPLIT: split_cost_minor, EventKind.DOUBLE: double_cost_minor}
"""For each answer that adds a stake to the hand's bet, the function that returns this stake."""


class Legality:
    """What is legal under one rule set; the object keeps no state of a round.

    Args:
        rules: the rule set.

    Attributes:
        rules: the rule set.
        flags: the flags of the rule set.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.flags = flags_for(rules)

    def menu(self, round_: Round) -> Menu:
        """Return the legal answers to the open question."""
        kinds = self.kinds(round_)
        if round_.question is None:
            return Menu(None, 0, 0, kinds, None)
        asked = round_.question, round_.asked_seat, round_.asked_hand
        limits, costs = self.limits(round_), self._costs(round_, kinds)
        beside, every = side_bets_offered(self.flags, round_), self.flags.side_bet_names
        return Menu(*asked, kinds, limits, beside, every, costs)

    def _costs(
        self, round_: Round, kinds: tuple[EventKind, ...]
    ) -> tuple[tuple[EventKind, int], ...]:
        seat = round_.seats[round_.asked_seat]
        return tuple(
            [
                (kind, _COSTS_MINOR[kind](self.flags, seat, seat.hands[round_.asked_hand]))
                for kind in kinds
                if kind in _COSTS_MINOR
            ]
        )

    def kinds(self, round_: Round) -> tuple[EventKind, ...]:
        """Return the kinds of event that may answer the open question, in the order of `TABLE`.

        If no question is open, return what the host may do.
        """
        flags, kinds = self.flags, _KINDS[round_.phase, round_.question]
        return tuple([kind for kind in kinds if may_answer(flags, round_, kind)])

    def may_answer(self, round_: Round, kind: EventKind) -> bool:
        """Return whether one kind of event may answer the open question."""
        return may_answer(self.flags, round_, kind)

    def may_stake(self, round_: Round, amount_minor: int) -> bool:
        """Return whether the question asks for a stake, and this amount is allowed."""
        question = round_.question
        seat = round_.seats[round_.asked_seat]
        if question is _BET:
            return may_bet(self.flags, seat, amount_minor)
        return question is _INSURANCE and may_insure(self.flags, seat, amount_minor)

    def limits(self, round_: Round) -> AmountLimits | None:
        """Return the limits of the stake, if the question asks for one."""
        question = round_.question
        seat = round_.seats[round_.asked_seat]
        if question is _BET:
            return bet_limits(self.flags.bet_terms, seat)
        return self.flags.insurance_terms.limits(seat) if question is _INSURANCE else None

    def refusal(self, round_: Round, event: Event) -> RefusedError:
        """Return the error that says why an illegal event is refused."""
        menu = self.menu(round_)
        why = self._why_not(round_, event, menu)
        options = {name: self.rules.text_of(name) for name in why.options}
        return RefusedError(event, round_, menu, why, options)

    def _why_not(self, round_: Round, event: Event, menu: Menu) -> Why:
        opens = event.kind is EventKind.OPEN
        if opens and event.kind not in menu.kinds:
            return Why(Refusal.WRONG_STATE, "the round is not over")
        if menu.question is None and not opens:
            return Why(Refusal.NOT_ASKED, "no seat is asked anything now")
        says = "an event that opens a round must name {}" if opens else "{} is asked"
        if event.seat != menu.seat:
            return Why(Refusal.WRONG_SEAT, says.format(f"seat {menu.seat}"))
        if event.hand != menu.hand:
            return Why(Refusal.WRONG_HAND, says.format(f"hand {menu.hand}"))
        if event.kind is _SIDE_BET and menu.question is _BET and self.flags.offers_side_bets:
            return self._side_bet_refused(round_.seats[menu.seat], event)
        return self._kind_refused(round_, event, menu)

    def _side_bet_refused(self, seat: Seat, event: Event) -> Why:
        """Return why a seat that is asked for a bet may not place a side bet."""
        terms = self.flags.side_bets.get(event.bet_name)
        if terms is None:
            reason = f"no side bet is called {event.bet_name} here"
            return Why(Refusal.RULES_FORBID, reason, ("side_bets",))
        if has_placed(seat, event.bet_name):
            return Why(Refusal.HAND_FORBIDS, f"the seat has placed {event.bet_name}")
        limits = terms.limits(seat)
        if not limits.possible:
            reason = "the seat has too few chips for a side bet and the least bet together"
            return Why(Refusal.HAND_FORBIDS, reason, ("side_bets", "bet_min"))
        reason = limits.sentence("the stake in minor units", str, event.amount_minor)
        exact = ("rounding",) if limits.step_minor > 1 else ()
        return Why(Refusal.WRONG_AMOUNT, reason, ("side_bets", *exact))

    def _kind_refused(self, round_: Round, event: Event, menu: Menu) -> Why:
        """Return why the hand that is asked may not give this answer, or not with this amount."""
        if event.kind in menu.kinds and menu.limits is not None:
            return _amount_refused(menu.limits, event)
        # If several rows take the event, the last of them needs the fewest options.
        rows = [row for row in reversed(TABLE) if row.event is event.kind]
        kept = [row for row in rows if row.kept_by(self.rules)]
        if not kept:
            missing = next(each for each in rows[0].options if not each.holds(self.rules))
            reason = f"this is for tables where {missing.words}"
            return Why(Refusal.RULES_FORBID, reason, missing.told(self.rules))
        if event.kind is EventKind.BET and menu.question is Question.BET:
            reason = "the seat has fewer chips than the least bet"
            return Why(Refusal.HAND_FORBIDS, reason, ("bet_min",))
        seat = round_.seats[menu.seat]
        hand = seat.hands[menu.hand] if seat.hands else None
        if hand is not None:
            for guard in [guard for row in kept for guard in row.hand_guards]:
                if not guard.test(self.flags, round_, seat, hand):
                    reason = _filled(guard.otherwise, seat, hand)
                    return Why(Refusal.HAND_FORBIDS, reason, guard.options, guard.clauses)
        question = "" if menu.question is None else menu.question.value.replace("_", " ")
        asked_now = f"the question now is {question}"
        if any(row.source is round_.phase for row in kept):
            return Why(Refusal.NOT_ASKED, asked_now)
        never = self._never_asked(round_, event, hand)
        return never or Why(Refusal.WRONG_STATE, asked_now)

    def _never_asked(self, round_: Round, event: Event, hand: Hand | None) -> Why | None:
        """Return why this hand is never asked the question that the event answers.

        Return `None` if the hand may still be asked, or was asked.
        """
        up_card = round_.up_card
        if up_card is None or hand is None:
            return None
        if event.kind is EventKind.INSURE and not calls_for_insurance(self.flags, round_):
            return Why(Refusal.WRONG_STATE, f"the up card is {up_card}", ("insurance",))
        if event.kind is EventKind.EVEN_MONEY and not (hand.natural and up_card.is_ace):
            reason = "only a natural against an ace may take even money"
            return Why(Refusal.WRONG_STATE, reason, ("even_money",))
        return None


def _amount_refused(limits: AmountLimits, event: Event) -> Why:
    bets = event.kind is EventKind.BET
    names = ("bet_min", "bet_max") if bets else ("insurance_amount",)
    exact = ("rounding",) if limits.step_minor > 1 else ()
    reason = limits.sentence("the stake in minor units", str, event.amount_minor)
    return Why(Refusal.WRONG_AMOUNT, reason, (*names, *exact))


def _filled(otherwise: str, seat: Seat, hand: Hand) -> str:
    """Return the text of a guard, filled in with the values of a hand."""
    return otherwise.format(
        hands=len(seat.hands),
        cards=" ".join(card.code for card in hand.cards),
        count=len(hand.cards),
        total=f"a soft {hand.points}" if hand.soft else f"a hard {hand.points}",
    )


@lru_cache(maxsize=256)
def legality_for(rules: Rules) -> Legality:
    """Return the legality of a rule set; the last 256 are cached."""
    return Legality(rules)
