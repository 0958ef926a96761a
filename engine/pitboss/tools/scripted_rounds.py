"""One scripted round through an ordinary table whose shoe holds the given cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from attrs import frozen

from pitboss.errors import EventError, ShoeError, TableError
from pitboss.game.cards import CARDS, Card, Suit
from pitboss.game.events import Event
from pitboss.machine.effects.dealer import dealer_as_drawn
from pitboss.rules import Rules
from pitboss.rules.option_kinds import shown
from pitboss.table.legality import RefusedError
from pitboss.table.shoes import ArrangedShoes
from pitboss.table.table import HandResult, SeatPlan, Table
from pitboss.tools.scripted_events import ScriptedError, ScriptedErrorKind, answer_all


@frozen
class ScriptedRound:
    """One round of which all is known beforehand.

    Attributes:
        rules: the rule set; `burn` is passed over, for the cards are given as they are drawn.
        bets_minor: the opening bet of each seat in minor units; none where a seat sits out.
        cards: in the order in which the rule set draws them, each a rank such as ``T`` or a rank
            and a suit such as ``Th``; not held against `decks`, and some may be left over.
        decisions: the words of the seats in the order in which they are asked.
        balances_minor: chips of each seat before it bets, in minor units; none for unlimited funds.
    """

    rules: Rules
    bets_minor: Sequence[int | None]
    cards: Sequence[str]
    decisions: Sequence[str]
    balances_minor: Sequence[int] | None = None


@frozen
class ScriptedResult:
    """How a scripted round ended.

    Attributes:
        hands: in the order of the seats, a split-off hand right after its parent; the ``code`` of a
            card is the text that was given for it.
        dealer: every card that the dealer drew, in that order, turned up or not.
        cards_used: how many of the cards were drawn.
        answers: what the seats said after their bets, a refusal that was only implied written out.
    """

    hands: tuple[HandResult, ...]
    dealer: tuple[Card, ...]
    cards_used: int
    answers: tuple[Event, ...]

    @property
    def insurance_net_minor(self) -> int:
        """What all insurance bets together brought."""
        return sum(hand.insurance_net_minor for hand in self.hands)

    @property
    def net_minor(self) -> int:
        """What all bets together brought, insurance included."""
        return sum(hand.net_minor for hand in self.hands) + self.insurance_net_minor


def play_scripted(scripted: ScriptedRound) -> ScriptedResult:
    """Play a scripted round to its end.

    Raises:
        ScriptedError: a bet, a balance or a card cannot be, the cards or the decisions do not reach
            to the end of the round, a decision is refused, or one is left over.
    """
    if not scripted.cards:
        raise ScriptedError(ScriptedErrorKind.OUT_OF_CARDS, "no cards are given: give some")
    table = _table_with_bets(scripted)
    answers = answer_all(table, scripted.decisions)
    if table.round.void:
        raise ScriptedError(
            ScriptedErrorKind.OUT_OF_CARDS,
            f"the round needs more than the {len(scripted.cards)} cards given: give more",
        )
    dealer = dealer_as_drawn(table.rules, table.round.dealer.cards, table.house.hole_card)
    return ScriptedResult(table.results(), dealer, table.shoe.position, answers)


# A card given by its rank alone is an object of its own, so that it can be told from one with a
# suit when the result is written. No rule looks at the suit that it has to have.
def _of_any_suit(card: Card) -> Card:
    """Return a card like this one that is written by its rank alone."""
    return Card(card.rank, card.suit, card.index, card.rank.value)


_CARD_OF: Final[Mapping[str, Card]] = {
    **{card.code: card for card in CARDS},
    **{card.rank.value: _of_any_suit(card) for card in CARDS if card.suit is Suit.SPADES},
}


def _table_with_bets(scripted: ScriptedRound) -> Table:
    """Set up a table with the cards in its shoe, and place the bets; the table judges them."""
    bets = scripted.bets_minor
    unlimited: Sequence[int | None] = [None] * len(bets)
    balances = unlimited if scripted.balances_minor is None else scripted.balances_minor
    if len(balances) != len(bets):
        raise ScriptedError(
            ScriptedErrorKind.BAD_FIELD,
            f"{len(balances)} balances and {len(bets)} bets: give one of each for every seat",
        )
    if all(bet is None for bet in bets):
        raise ScriptedError(ScriptedErrorKind.BAD_FIELD, "no seat bets: give a bet")
    cards = tuple([_card_of(text) for text in scripted.cards])
    plans = [SeatPlan(f"seat {seat}", balance) for seat, balance in enumerate(balances)]
    try:
        table = Table(scripted.rules, seats=plans, shoes=ArrangedShoes((cards,)))
        table.open_round()
        for seat, bet in enumerate(bets):
            table.apply(Event.sit_out(seat) if bet is None else Event.bet(seat, bet))
    except (EventError, RefusedError, ShoeError, TableError) as error:
        raise ScriptedError(ScriptedErrorKind.BAD_FIELD, str(error)) from error
    return table


def _card_of(text: str) -> Card:
    card = _CARD_OF.get(text)
    if card is None:
        raise ScriptedError(
            ScriptedErrorKind.BAD_CARD,
            f"{shown(text)} is not a card: write a rank (A 2-9 T J Q K), or a rank and a suit "
            "(c d h s), such as 'T' or 'Th'",
        )
    return card
