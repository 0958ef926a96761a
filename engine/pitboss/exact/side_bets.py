"""What a side bet wins: its edge, its variance, and how a removed card changes the edge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import perm, prod, sqrt
from typing import Final, cast

from attrs import evolve, frozen

from pitboss.arguments import takes
from pitboss.errors import ShoeError, brief
from pitboss.exact.side_deals import LOST, RETURNED, SideDeal, deals_of
from pitboss.game.cards import CARDS, Card
from pitboss.machine.flags import flags_for
from pitboss.machine.hand_answers import ask_machine
from pitboss.rules import Rules
from pitboss.rules.pay_classes import PayClass
from pitboss.rules.side_bets import SideBet

DEALER_NATURAL: Final = PayClass("dealer_natural", "The dealer has blackjack", None, ())
"""The class of a stake that is returned because the dealer has a natural."""

_Held = tuple[int, ...]
"""How many of each card are in a shoe, in the order of `CARDS`."""


@frozen
class ClassChance:
    """How often a class of a pay table is paid.

    Attributes:
        pay_class: the class.
        chance: the chance that cards fall into the class.
    """

    pay_class: PayClass
    chance: Fraction

    @property
    def wins(self) -> Fraction:
        """What the class pays, in stakes; 0 if the stake is returned."""
        pays = self.pay_class.pays
        return Fraction(0) if pays is None else Fraction(pays.numerator, pays.denominator)


@frozen
class SideBetValue:
    """What a side bet wins, in stakes.

    Attributes:
        classes: how often each class is paid, in the order of the table.
    """

    classes: tuple[ClassChance, ...]

    @property
    def unreached(self) -> tuple[PayClass, ...]:
        """The classes that no cards of the shoe can reach."""
        return tuple([each.pay_class for each in self.classes if not each.chance])

    @property
    def lost(self) -> Fraction:
        """The chance that the stake is lost."""
        return 1 - sum([each.chance for each in self.classes], Fraction(0))

    @property
    def edge(self) -> Fraction:
        """What the bet wins on average; negative if the house wins."""
        return sum([each.chance * each.wins for each in self.classes], -self.lost)

    @property
    def variance(self) -> Fraction:
        """The mean squared distance between what the bet wins and the edge."""
        squares = [each.chance * each.wins**2 for each in self.classes]
        return sum(squares, self.lost) - self.edge**2

    @property
    def standard_deviation(self) -> float:
        """The square root of the variance."""
        return sqrt(self.variance)

    @property
    def hit_frequency(self) -> Fraction:
        """The chance that the bet wins anything."""
        return sum([each.chance for each in self.classes if each.wins], Fraction(0))


@takes()
def side_bet_value(
    bet: SideBet, rules: Rules, *, shoe: Mapping[Card, int] | None = None
) -> SideBetValue:
    """Work out what a side bet wins in the first round from a fresh shoe.

    Every deal is counted, and nothing is rounded. Only these rules matter: the decks, and how the
    dealer draws and peeks if this can change the result. If the player's own hand decides the bet,
    the player draws until no further card can change the pay, or until the hand has 21 or more.

    Args:
        bet: the side bet.
        rules: the rule set; its own side bets do not matter.
        shoe: how many of each card are in the shoe; a card that is left out counts 0. By default,
            the shoe is full.

    Raises:
        UnlistedSideBetError: the bet depends on how the hand is played, or on too many deals.
        ShoeError: a count is not a whole number, or the shoe has too few cards for a round.
    """
    return _value(bet, _deals(bet, rules), _held(rules, shoe))


@takes()
def removal_effects(
    bet: SideBet, rules: Rules, *, shoe: Mapping[Card, int] | None = None
) -> Mapping[Card, Fraction]:
    """Work out by how much the edge of a side bet rises if one card is removed from the shoe.

    Args:
        bet: the side bet.
        rules: the rule set.
        shoe: how many of each card the shoe holds, if it is not full.

    Returns:
        For each card in the shoe, the edge after the removal minus the edge before it.

    Raises:
        UnlistedSideBetError: as for `side_bet_value`.
        ShoeError: as for `side_bet_value`; the shoe needs one card more.
    """
    deals, held = _deals(bet, rules), _held(rules, shoe)
    edge = _value(bet, deals, held).edge
    return {
        card: _value(bet, deals, (*held[:place], held[place] - 1, *held[place + 1 :])).edge - edge
        for place, card in enumerate(CARDS)
        if held[place]
    }


def _deals(bet: SideBet, rules: Rules) -> tuple[SideDeal, ...]:
    alone = evolve(rules, side_bets=())
    return deals_of(bet, ask_machine(alone).dealer_draws, flags_for(alone).peek_points)


def _held(rules: Rules, shoe: Mapping[Card, int] | None) -> _Held:
    """Return how many of each card a shoe holds.

    Raises:
        ShoeError: a count is not a whole number, or a key is not a card.
    """
    if shoe is None:
        shoe = dict.fromkeys(rules.deck.cards, rules.decks)
    for card, number in cast("Mapping[object, object]", shoe).items():
        if not isinstance(card, Card) or type(number) is not int or number < 0:
            raise ShoeError(
                f"{brief(number)} of {brief(card)} are not the cards of a shoe",
                "give a whole number for each Card, such as {Card.parse('Qh'): 6}",
            )
    return tuple([shoe.get(card, 0) for card in CARDS])


def _value(bet: SideBet, deals: Sequence[SideDeal], held: _Held) -> SideBetValue:
    """Return what a side bet wins from a shoe.

    Raises:
        ShoeError: the shoe may run out of cards.
    """
    numbers: dict[int, int] = {}
    ways: Counter[tuple[int, int]] = Counter()
    for deal in deals:
        for kind, _ in deal.drawn:
            if kind.mask not in numbers:
                numbers[kind.mask] = sum([held[card.index] for card in kind.cards])
        taken = [numbers[kind.mask] - before for kind, before in deal.drawn]
        ways[deal.place, len(taken)] += deal.orders * prod(taken)
    parts: dict[int, Fraction] = dict.fromkeys(
        [LOST, RETURNED, *range(len(bet.classes))], Fraction()
    )
    cards = sum(held)
    for (place, drawn), number in ways.items():
        if drawn <= cards:
            parts[place] += Fraction(number, perm(cards, drawn))
    if sum(parts.values()) != 1:
        raise ShoeError(f"a shoe of {cards} cards may run out in a round", "give more cards")
    found = [ClassChance(each, parts[place]) for place, each in enumerate(bet.classes)]
    if parts[RETURNED]:
        found.append(ClassChance(DEALER_NATURAL, parts[RETURNED]))
    return SideBetValue(tuple(found))
