"""Why a bet was paid, lost or given back.

Nothing is settled here. What became of a bet stands in the view; what is found out is which of the
rules that could have made it so did.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from attrs import frozen

from pitboss.explain.clauses import clauses_of_fact
from pitboss.explain.explanation import Explanation, RuledBy, Ruling, cited, money
from pitboss.hand import FIRST_CARDS, TWENTY_ONE, is_natural, total_of
from pitboss.machine.house_guards import DEALER_STANDS_ON
from pitboss.money import HALF, Ratio, divides_exactly
from pitboss.round import DealerNatural, Outcome
from pitboss.rule_values import BlackjackTakes, InsuredAnte, NaturalSettles
from pitboss.rules import Rules
from pitboss.table import Table
from pitboss.views import HandView, View

_COMPARED: Final = (
    "[001] Game Resolution",
    "[000] BlackjackGame.cycle",
    "[002] Introduction",
    "[003] Outcome Resolution",
)
"""The higher total wins, equal totals are a tie."""

_BLACKJACK_WINS: Final = (
    "[001] Dealer has an Ace",
    "[000] Insurance Collaboration",
    "[002] Introduction",
    "[003] Natural Blackjack Resolution",
)
"""A dealer natural beats what is no 21, ties another natural, and decides insurance."""


@frozen
class _Reason:
    """Why a bet was settled as it was."""

    because: str
    options: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()


@frozen
class _Settled:
    """A settled bet: the table as it lies, and the hand that it was on."""

    rules: Rules
    view: View
    number: int
    hand: HandView

    @property
    def returned_minor(self) -> int:
        """What came back of the stake and beside it."""
        return self.hand.bet_minor + self.hand.net_minor

    @property
    def ante_minor(self) -> int:
        """The opening bet; every hand of a seat has it once, or twice if it was doubled."""
        return self.hand.bet_minor // 2 if self.hand.doubled else self.hand.bet_minor

    @property
    def total(self) -> str:
        """What the hand is worth."""
        return str(self.hand.points)

    @property
    def against_natural(self) -> bool:
        """The dealer showed a natural."""
        return self.view.dealer_natural is DealerNatural.SEEN

    def money(self, amount_minor: int) -> str:
        """Write an amount."""
        return money(self.rules, amount_minor)

    def rounded(self, amount_minor: int, ratio: Ratio) -> tuple[str, ...]:
        """Name the option that decided a fraction, if there was one."""
        return () if divides_exactly(amount_minor, ratio) else ("rounding",)


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
    shown = view.seats[seat].hands[hand]
    outcome = shown.outcome
    explained: list[Explanation] = []
    settled = _Settled(rules, view, hand, shown)
    if outcome is not None:
        ruling, amount_minor = _ruling(outcome, shown)
        bet = _Bet(settled, seat, "hand", staked=shown.bet_minor > 0)
        explained.append(bet.explained(ruling, amount_minor, _REASONS[outcome](settled)))
    if shown.insurance_minor and (
        outcome is Outcome.VOID or view.dealer_natural is not DealerNatural.UNKNOWN
    ):
        explained.append(_insurance(settled, seat))
    return tuple(explained)


_WON: Final = frozenset({Outcome.WIN, Outcome.NATURAL, Outcome.EVEN_MONEY, Outcome.CHARLIE})
_UNDECIDED: Final = frozenset({Outcome.PUSH, Outcome.VOID})


def _ruling(outcome: Outcome, hand: HandView) -> tuple[Ruling, int]:
    """Say what became of a bet, and of how much of it."""
    if outcome in _WON:
        return Ruling.PAID, hand.net_minor
    # A busted stake may be given back whole.
    if outcome in _UNDECIDED or (hand.bet_minor and not hand.net_minor):
        return Ruling.RETURNED, hand.bet_minor
    return Ruling.LOST, -hand.net_minor


_WITHOUT_MONEY: Final[Mapping[Ruling, str]] = {
    Ruling.PAID: "won",
    Ruling.LOST: "lost",
    Ruling.RETURNED: "not decided",
}
"""What is said of a hand on which nothing was staked."""


@frozen
class _Bet:
    """A bet on a hand or its insurance."""

    settled: _Settled
    seat: int
    subject: str
    staked: bool

    def explained(self, ruling: Ruling, amount_minor: int, reason: _Reason) -> Explanation:
        """Put a reason into words."""
        rules = self.settled.rules
        options = tuple([RuledBy.of(rules, name) for name in reason.options])
        clauses = clauses_of_fact(rules, reason.clauses)
        done = _WITHOUT_MONEY[ruling]
        if self.staked:
            done = f"{ruling.value} {money(rules, amount_minor)}"
        ruled = "".join([f", {option.text(joined_by=' ')}" for option in options])
        return Explanation(
            subject=self.subject,
            ruling=ruling,
            seat=self.seat,
            hand=self.settled.number,
            amount_minor=amount_minor,
            because=reason.because,
            options=options,
            clauses=clauses,
            sentence=f"{self.subject} {done}: {reason.because}{cited(clauses)}{ruled}",
        )


def _insurance(settled: _Settled, seat: int) -> Explanation:
    """Say why an insurance bet was settled as it was."""
    hand = settled.hand
    stake_minor = hand.insurance_minor
    bet = _Bet(settled, seat, "insurance", staked=True)
    if hand.outcome is Outcome.VOID:
        return bet.explained(Ruling.RETURNED, stake_minor, _void(settled))
    if settled.against_natural:
        rounded = settled.rounded(stake_minor, settled.rules.insurance_pays)
        reason = _Reason("the dealer has blackjack", ("insurance_pays", *rounded))
        return bet.explained(Ruling.PAID, hand.insurance_net_minor, reason)
    reason = _Reason("the dealer has no blackjack", clauses=_BLACKJACK_WINS)
    return bet.explained(Ruling.LOST, stake_minor, reason)


def _void(_settled: _Settled) -> _Reason:
    return _Reason("no card was left to play the round with")


def _even_money(_settled: _Settled) -> _Reason:
    return _Reason("a natural under an ace took even money", ("even_money",))


def _charlie(settled: _Settled) -> _Reason:
    return _Reason(f"{len(settled.hand.cards)} cards and not bust", ("charlie",))


def _natural(settled: _Settled) -> _Reason:
    rounded = settled.rounded(settled.hand.bet_minor, settled.rules.blackjack_pays)
    options = ["blackjack_pays", *rounded]
    because, settles = "natural", settled.rules.natural_settles
    if settled.hand.from_split:
        because = "natural after a split"
        options.append("split_natural")
    if settled.against_natural:
        because += ", paid at its turn before the dealer's was seen"
        options.append("natural_settles")
    elif settled.view.dealer_points == TWENTY_ONE and settles is NaturalSettles.SHOWDOWN:
        because += f" against 21 in {len(settled.view.dealer_cards)} cards"
        options.append("natural_beats_21")
    return _Reason(because, tuple(options))


def _surrender(settled: _Settled) -> _Reason:
    bet_minor = settled.hand.bet_minor
    because = f"given up, and {settled.money(settled.returned_minor)} came back"
    return _Reason(because, ("surrender", *settled.rounded(bet_minor, HALF)))


def _bust(settled: _Settled) -> _Reason:
    takes = settled.rules.dealer_blackjack_takes
    because = f"bust with {settled.total}"
    if not settled.against_natural or takes is BlackjackTakes.ALL:
        return _Reason(because, ("bust_settles",))
    if takes is BlackjackTakes.ORIGINAL:
        because += f", and the dealer's blackjack takes {_taken(settled)}"
    return _Reason(because, ("bust_settles", "dealer_blackjack_takes"))


def _taken(settled: _Settled) -> str:
    """Say what a dealer natural takes that leaves all stakes but the opening bet."""
    if settled.number:
        return "only the opening bet, on the first hand"
    return f"only the opening bet of {settled.money(settled.ante_minor)}"


def _loss(settled: _Settled) -> _Reason:
    if not settled.against_natural:
        return _compared(settled, "against")
    because, options = _lost_to_natural(settled)
    hand = settled.hand
    if settled.returned_minor:
        because += f", which takes {_taken(settled)}"
    if hand.doubled or hand.from_split:
        options = (*options, "dealer_blackjack_takes")
    return _Reason(because, options, () if options else _BLACKJACK_WINS)


def _lost_to_natural(settled: _Settled) -> tuple[str, tuple[str, ...]]:
    """Say why a hand does not tie the dealer's natural."""
    hand, rules = settled.hand, settled.rules
    if hand.surrendered:
        return "given up, but the dealer has blackjack", ("surrender",)
    if hand.insurance_minor and rules.insured_ante is InsuredAnte.LOSES:
        return "insured, and the dealer has blackjack", ("insured_ante",)
    if hand.points == TWENTY_ONE:
        because = f"21 in {len(hand.cards)} cards against the dealer's blackjack"
        return because, ("natural_beats_21", *_no_natural(hand))
    return f"{settled.total} against the dealer's blackjack", ()


def _no_natural(hand: HandView) -> tuple[str, ...]:
    """Name the option by which an ace and a ten are no natural, if they are none."""
    return ("split_natural",) if is_natural(hand.cards) and not hand.natural else ()


def _push(settled: _Settled) -> _Reason:
    hand, rules = settled.hand, settled.rules
    if not settled.against_natural:
        if hand.natural:
            cards = len(settled.view.dealer_cards)
            return _Reason(f"natural ties 21 in {cards} cards", ("natural_beats_21",))
        return _compared(settled, "ties")
    loses = bool(hand.insurance_minor) and rules.insured_ante is InsuredAnte.LOSES
    if hand.natural and not loses:
        insured = ("insured_ante",) if hand.insurance_minor else ()
        return _Reason("natural ties the dealer's", insured, () if insured else _BLACKJACK_WINS)
    if hand.points == TWENTY_ONE and not rules.natural_beats_21 and not loses:
        because = f"21 in {len(hand.cards)} cards ties the dealer's blackjack"
        return _Reason(because, ("natural_beats_21",))
    because, options = _lost_to_natural(settled)
    return _Reason(
        f"{because}, which takes {_taken(settled)}", ("dealer_blackjack_takes", *options)
    )


def _win(settled: _Settled) -> _Reason:
    return _compared(settled, "beats")


def _compared(settled: _Settled, word: str) -> _Reason:
    """Say how a hand compares with the dealer's at the end of the round."""
    points = settled.view.dealer_points
    because = f"{settled.total} {word} the dealer's {points}"
    if points > TWENTY_ONE:
        because = f"the dealer is bust with {points}"
    options = (*_drawn_by(settled.view), *_no_natural(settled.hand))
    return _Reason(because, options, _COMPARED)


def _drawn_by(view: View) -> tuple[str, ...]:
    """Name the option by which the dealer stood on, or drew to, a soft 17 that he had."""
    cards = view.dealer_cards
    totals = [total_of(cards[:count]) for count in range(FIRST_CARDS, len(cards) + 1)]
    had = any(total.soft and total.points == DEALER_STANDS_ON for total in totals)
    return ("soft_17",) if had else ()


_REASONS: Final[Mapping[Outcome, Callable[[_Settled], _Reason]]] = {
    Outcome.WIN: _win,
    Outcome.LOSS: _loss,
    Outcome.PUSH: _push,
    Outcome.NATURAL: _natural,
    Outcome.BUST: _bust,
    Outcome.SURRENDER: _surrender,
    Outcome.EVEN_MONEY: _even_money,
    Outcome.CHARLIE: _charlie,
    Outcome.VOID: _void,
}
