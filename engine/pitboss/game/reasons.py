"""Reasons: how a bet was settled, and why. Settlement chooses a reason, and the bet stores it.

A reason is a constant. Its sentence has fields for values of the round, such as totals and amounts.
The fields are filled in only when the sentence is read.
"""

from __future__ import annotations

from typing import Final

from pitboss.game.enumerations import Enumeration


class Outcome(Enumeration):
    """How the bet of a hand was settled."""

    WIN = "win"
    LOSS = "loss"
    PUSH = "push"
    NATURAL = "natural"
    BUST = "bust"
    SURRENDER = "surrender"
    EVEN_MONEY = "even_money"
    CHARLIE = "charlie"
    VOID = "void"


WON: Final = frozenset({Outcome.WIN, Outcome.NATURAL, Outcome.EVEN_MONEY, Outcome.CHARLIE})
"""The outcomes in which the seat is paid."""


class Reason:
    """How a bet was settled, and why. Reasons are compared by identity; `REASONS` has all of them.

    Attributes:
        code: the name of the reason in a snapshot.
        outcome: how the bet was settled.
        because: the cards and amounts that decided, in words, with fields in braces. ``total`` and
            ``cards``: the total and the number of cards of the hand; ``dealer`` and
            ``dealer_cards``: the same for the dealer; ``after_split``: words if the hand came from
            a split; ``returned``: an amount; ``taken``: what the dealer's natural takes of the
            stake; ``spared``: the same words, but only if some of the stake is given back.
        options: the rule options that decided, the most important first. Some options only matter
            for certain cards or amounts; an explanation leaves such an option out if it did not
            matter.
        clauses: the documents that describe the result, if no option decides it.
    """

    __slots__ = ("because", "clauses", "code", "options", "outcome")

    def __init__(
        self,
        code: str,
        outcome: Outcome,
        because: str,
        options: tuple[str, ...] = (),
        clauses: tuple[str, ...] = (),
    ) -> None:
        self.code: str = code
        self.outcome: Outcome = outcome
        self.because: str = because
        self.options: tuple[str, ...] = options
        self.clauses: tuple[str, ...] = clauses
        REASONS[code] = self

    def __repr__(self) -> str:
        return f"Reason({self.code!r})"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        """Let a copy or an unpickled reason be the constant itself."""
        return reason_of, (self.code,)


REASONS: Final[dict[str, Reason]] = {}
"""Every reason by its code."""


def reason_of(code: str) -> Reason:
    """Return the reason that has a code.

    Raises:
        KeyError: no reason has it.
    """
    return REASONS[code]


_COMPARED: Final = (
    "[001] Game Resolution",
    "[000] BlackjackGame.cycle",
    "[002] Introduction",
    "[003] Outcome Resolution",
)
"""The higher total wins; equal totals tie."""

_BLACKJACK_WINS: Final = (
    "[001] Dealer has an Ace",
    "[000] Insurance Collaboration",
    "[002] Introduction",
    "[003] Natural Blackjack Resolution",
)
"""A dealer natural beats any total except 21, ties another natural, and decides insurance."""

_BY_TOTALS: Final = ("soft_17", "split_natural")
_TAKES: Final = "dealer_blackjack_takes"

WIN: Final = Reason(
    "win", Outcome.WIN, "{total} beats the dealer's {dealer}", _BY_TOTALS, _COMPARED
)
WIN_AGAINST_BUST: Final = Reason(
    "win_against_bust", Outcome.WIN, "the dealer is bust with {dealer}", _BY_TOTALS, _COMPARED
)
LOSS: Final = Reason(
    "loss", Outcome.LOSS, "{total} against the dealer's {dealer}", _BY_TOTALS, _COMPARED
)
PUSH: Final = Reason(
    "push", Outcome.PUSH, "{total} ties the dealer's {dealer}", _BY_TOTALS, _COMPARED
)
TIE_LOST: Final = Reason(
    "tie_lost", Outcome.LOSS, "{total} ties the dealer's {dealer}", ("ties", *_BY_TOTALS)
)
PUSH_22: Final = Reason(
    "push_22", Outcome.PUSH, "the dealer's 22 ties {total}", ("dealer_22_pushes",)
)
BUST: Final = Reason("bust", Outcome.BUST, "bust with {total}", ("bust_settles",))
CHARLIE: Final = Reason("charlie", Outcome.CHARLIE, "{cards} cards and not bust", ("charlie",))
CHARLIE_21: Final = Reason("charlie_21", Outcome.CHARLIE, "21 in {cards} cards", ("charlie_21",))
EVEN_MONEY: Final = Reason(
    "even_money", Outcome.EVEN_MONEY, "a natural against an ace took even money", ("even_money",)
)
SURRENDER: Final = Reason(
    "surrender",
    Outcome.SURRENDER,
    "surrendered, and {returned} came back",
    ("surrender", "rounding"),
)
RESCUE: Final = Reason(
    "rescue",
    Outcome.SURRENDER,
    "surrendered after a double, and {returned} came back",
    ("rescue",),
)
WITHDRAWN: Final = Reason("withdrawn", Outcome.VOID, "the seat sits the round out")
VOID: Final = Reason("void", Outcome.VOID, "no card was left to play the round with")

_NATURAL_OPTIONS: Final = ("blackjack_pays", "rounding", "split_natural")
NATURAL: Final = Reason("natural", Outcome.NATURAL, "natural{after_split}", _NATURAL_OPTIONS)
NATURAL_AGAINST_21: Final = Reason(
    "natural_against_21",
    Outcome.NATURAL,
    "natural{after_split} against 21 in {dealer_cards} cards",
    (*_NATURAL_OPTIONS, "natural_beats_21"),
)
NATURAL_WINS: Final = Reason(
    "natural_wins",
    Outcome.NATURAL,
    "natural{after_split}, which always wins",
    (*_NATURAL_OPTIONS, "player_21"),
)
PLAYER_21: Final = Reason(
    "player_21",
    Outcome.WIN,
    "21 in {cards} cards, which always wins",
    ("player_21", "split_natural"),
)
NATURAL_TIED_BY_21: Final = Reason(
    "natural_tied_by_21",
    Outcome.PUSH,
    "natural ties 21 in {dealer_cards} cards",
    ("natural_beats_21",),
)

INSURANCE_WON: Final = Reason(
    "insurance_won", Outcome.WIN, "the dealer has blackjack", ("insurance_pays", "rounding")
)
INSURANCE_LOST: Final = Reason(
    "insurance_lost", Outcome.LOSS, "the dealer has no blackjack", clauses=_BLACKJACK_WINS
)

SIDE_BET_WON: Final = Reason(
    "side_bet_won", Outcome.WIN, "the cards are of a class that is paid", ("side_bets", "rounding")
)
SIDE_BET_PUSH: Final = Reason(
    "side_bet_push", Outcome.PUSH, "the cards give the stake back", ("side_bets",)
)
SIDE_BET_LOST: Final = Reason(
    "side_bet_lost", Outcome.LOSS, "the cards are of no class that is paid", ("side_bets",)
)
SIDE_BET_TAKEN: Final = Reason(
    "side_bet_taken", Outcome.LOSS, "the dealer has blackjack", ("side_bets",)
)
SIDE_BET_SPARED: Final = Reason(
    "side_bet_spared", Outcome.PUSH, "the dealer has blackjack", ("side_bets",)
)
OF_SIDE_BETS: Final = (
    WITHDRAWN,
    SIDE_BET_WON,
    SIDE_BET_PUSH,
    SIDE_BET_LOST,
    SIDE_BET_TAKEN,
    SIDE_BET_SPARED,
)
"""All reasons of side bets except `VOID`, the reason of a void round."""

# Against a dealer natural.
NATURAL_PAID_BEFORE: Final = Reason(
    "natural_paid_before",
    Outcome.NATURAL,
    "natural{after_split}, paid at its turn before the dealer's was seen",
    (*_NATURAL_OPTIONS, "natural_settles"),
)
BUST_TAKEN: Final = Reason(
    "bust_taken", Outcome.BUST, "bust with {total}", ("bust_settles", _TAKES)
)
BUST_SPARED: Final = Reason(
    "bust_spared",
    Outcome.BUST,
    "bust with {total}, and the dealer's blackjack {taken}",
    ("bust_settles", _TAKES),
)
NATURALS_TIE: Final = Reason(
    "naturals_tie", Outcome.PUSH, "natural ties the dealer's", clauses=_BLACKJACK_WINS
)
INSURED_NATURALS_TIE: Final = Reason(
    "insured_naturals_tie", Outcome.PUSH, "natural ties the dealer's", ("insured_ante",)
)
TIES_BLACKJACK: Final = Reason(
    "ties_blackjack",
    Outcome.PUSH,
    "21 in {cards} cards ties the dealer's blackjack",
    ("natural_beats_21",),
)


class LostToBlackjack:
    """The reasons for a hand that does not tie the dealer's natural.

    Attributes:
        ante: the reason if only the opening bet was staked on the hand, and is lost.
        more: the reason if more was staked on the hand; the rules say how much of that is lost.
        spared: the reason if the rules take only the opening bet, and no part of it is on the hand.
    """

    __slots__ = ("ante", "more", "spared")

    def __init__(
        self, code: str, because: str, options: tuple[str, ...], clauses: tuple[str, ...] = ()
    ) -> None:
        lost = Outcome.LOSS
        self.ante = Reason(code, lost, because, options, clauses)
        self.more = Reason(f"{code}_more", lost, f"{because}{{spared}}", (*options, _TAKES))
        self.spared = Reason(
            f"{code}_spared", Outcome.PUSH, f"{because}, which {{taken}}", (_TAKES, *options)
        )


LOST_SURRENDERED: Final = LostToBlackjack(
    "surrendered_to_blackjack", "surrendered, but the dealer has blackjack", ("surrender", "rescue")
)
LOST_INSURED: Final = LostToBlackjack(
    "insured_to_blackjack", "insured, and the dealer has blackjack", ("insured_ante",)
)
LOST_21: Final = LostToBlackjack(
    "21_to_blackjack",
    "21 in {cards} cards against the dealer's blackjack",
    ("natural_beats_21", "split_natural"),
)
LOST_BY_TOTAL: Final = LostToBlackjack(
    "total_to_blackjack", "{total} against the dealer's blackjack", (), _BLACKJACK_WINS
)
