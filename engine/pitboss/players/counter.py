"""A player that counts cards: it bets, insures and plays by the cards that everybody has seen."""

from __future__ import annotations

from typing import Self

from attrs import frozen

from pitboss.arguments import check_fields, takes
from pitboss.game.events import Event
from pitboss.game.round import Question
from pitboss.machine.flags import flags_for
from pitboss.players.answers import DEFAULT_BET_MINOR, LevelBets, PlayerError
from pitboss.players.basic import ChartStrategy
from pitboss.players.counting import HI_LO, KO, BetRamp, CountingSystem
from pitboss.players.index_plays import (
    HI_LO_INSURES_FROM,
    HI_LO_PLAYS,
    KO_INSURES_FROM,
    IndexPlay,
    charts_by_count,
    knock_out_counts,
    knock_out_plays,
)
from pitboss.rules import Rules
from pitboss.table.offer import Offer, View


@frozen
class CountingStrategy:
    """How a player counts, and what it does at each count.

    Attributes:
        system: how the player counts.
        ramp: what the player bets at each count.
        plays: the plays that differ from basic strategy.
        insures_from: against an ace, from this count on, the player insures half of its bet, or
            takes even money for a natural; `None` for never. If insurance pays less than 2:1, the
            player does neither.

    Raises:
        PlayerError: an argument has a wrong type.
    """

    system: CountingSystem
    ramp: BetRamp
    plays: tuple[IndexPlay, ...] = ()
    insures_from: int | None = None

    def __attrs_post_init__(self) -> None:
        check_fields(self, PlayerError)

    @classmethod
    @takes(PlayerError)
    def hi_lo(cls, bet_minor: int = DEFAULT_BET_MINOR) -> Self:
        """Return the Hi-Lo count with the Illustrious 18 and the Fab 4.

        At true counts below 1, the bet is 1 unit; at 1, 2 and 3 it is 2, 4 and 6 units, and from 4
        on it is 8 units.

        Args:
            bet_minor: one unit, in minor units; with 0, every bet is the least bet.

        Raises:
            PlayerError: the amount is negative.
        """
        unit = bet_minor or 1
        ramp = BetRamp(unit, tuple((count, 2 * count * unit) for count in range(1, 5)))
        return cls(HI_LO, ramp, HI_LO_PLAYS, HI_LO_INSURES_FROM)

    @classmethod
    @takes(PlayerError)
    def knock_out(cls, decks: int, bet_minor: int = DEFAULT_BET_MINOR) -> Self:
        """Return the Knock-Out count with the index plays that its book explains.

        Below the key count, the bet is 1 unit. From the key count on it is 2 units, from half way
        to the pivot 4, and from the pivot on 8.

        Args:
            decks: the decks of the rules.
            bet_minor: one unit, in minor units; with 0, every bet is the least bet.

        Raises:
            PlayerError: the amount is negative, or there is no deck.
        """
        unit = bet_minor or 1
        counts = knock_out_counts(decks)
        half_way = (counts.key + counts.pivot + 1) // 2
        steps = ((counts.key, 2 * unit), (half_way, 4 * unit), (counts.pivot, 8 * unit))
        return cls(KO, BetRamp(unit, steps), knock_out_plays(decks), KO_INSURES_FROM)


class CountingPlayer:
    """Plays by a count of the cards; it needs no memory, because every view has all seen cards.

    So the player may join a table in the middle of a shoe. Each bet is the amount of the ramp; if
    this is not allowed, the bet is as in `LevelBets`.

    Args:
        rules: the rule set of the table.
        strategy: how the player counts, bets, plays and insures.
    """

    @takes(PlayerError)
    def __init__(self, rules: Rules, strategy: CountingStrategy) -> None:
        self._rules = rules
        self._strategy = strategy
        self._bets = {amount: LevelBets(amount) for amount in strategy.ramp.amounts}
        lowest, steps = charts_by_count(rules, strategy.plays)
        self._lowest = ChartStrategy(rules, lowest)
        self._steps = [(count, ChartStrategy(rules, chart)) for count, chart in steps]
        self._insures = worth_insuring(rules)

    def count(self, view: View) -> int:
        """Return the count by which the player decides.

        It is the true count if the system is `divided`, else the running count.
        """
        return self._strategy.system.of(view, self._rules.decks)

    def decide(self, view: View, offer: Offer) -> Event:
        """Answer an offer."""
        count = self.count(view)
        question = offer.question
        if question is Question.BET:
            amount_minor = self._strategy.ramp.at(count)
            return self._bets[amount_minor].answer(offer) if amount_minor else offer.sit_out()
        if question is Question.INSURANCE:
            half = offer.bet_minor // 2
            insures = self._insures_at(count, offer) and offer.takes(half)
            return offer.insure(half) if insures else offer.decline()
        if question is Question.EVEN_MONEY:
            return offer.even_money() if self._insures_at(count, offer) else offer.decline()
        return self._player_at(count).decide(view, offer)

    def _insures_at(self, count: int, offer: Offer) -> bool:
        least, up_card = self._strategy.insures_from, offer.up_card
        under_ace = up_card is not None and up_card.is_ace
        return self._insures and under_ace and least is not None and count >= least

    def _player_at(self, count: int) -> ChartStrategy:
        player = self._lowest
        for least, above in self._steps:
            if count >= least:
                player = above
        return player


def worth_insuring(rules: Rules) -> bool:
    """Say whether insurance pays 2:1 or more, as the published counts assume."""
    pays = flags_for(rules).insurance_pays
    return pays.numerator >= 2 * pays.denominator
