"""The expected value of a round from a fresh shoe: of a chart, or of the best play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum

from attrs import frozen

from pitboss.exact.best import BestColumn
from pitboss.exact.column import Dealt, column_of
from pitboss.exact.hands import POINTS, Counts
from pitboss.exact.played import PlayedColumn, moves_of
from pitboss.exact.terms import Terms, full_shoe
from pitboss.game.events import EventKind
from pitboss.players.chart import Chart
from pitboss.rules import Rules


class Method(Enum):
    """How a value was worked out."""

    CHART = "a chart, exactly"
    OWN_CARDS = "the best play of each hand by its own cards"


@frozen
class StartingHand:
    """Two cards against an up card.

    Attributes:
        up_points: of the up card, 1 for an ace.
        cards: the points of the two cards, the lower first.
        chance: that they are dealt.
        value: what they win on average, in opening bets.
        play: the first play of the hand; None for a natural that is paid.
        insured: the hand is insured before.
    """

    up_points: int
    cards: tuple[int, int]
    chance: float
    value: float
    play: EventKind | None
    insured: bool = False


@frozen
class ExactValue:
    """What a round wins on average, in opening bets.

    Attributes:
        value: of a round that is dealt from the fresh shoe.
        bound: how far from it the true value can lie, see `value`.
        method: what was worked out.
        hands: what each two cards win against each up card.
    """

    value: float
    bound: float
    method: Method
    hands: tuple[StartingHand, ...]

    @property
    def by_up_card(self) -> Mapping[int, float]:
        """What a round wins on average under each up card, by its points."""
        won = dict.fromkeys(POINTS, 0.0)
        chances = dict.fromkeys(POINTS, 0.0)
        for hand in self.hands:
            won[hand.up_points] += hand.chance * hand.value
            chances[hand.up_points] += hand.chance
        return {up: won[up] / chances[up] for up in POINTS if chances[up]}


ROUNDING: float = 1e-9
"""More than what floats lose on the way."""


def value(
    rules: Rules, chart: Chart | None = None, *, shoe: Sequence[int] | None = None
) -> ExactValue:
    """Work out what one player wins on average in the first round from a fresh shoe.

    Values are in opening bets, of a bet of which nothing that is paid makes a fraction.

    Args:
        rules: the rule set.
        chart: what is played, as `BasicStrategy` plays a chart; without it, the best play.
        shoe: how many aces, twos and so on up to cards worth ten it holds, if it is not full.

    Raises:
        NotCoveredError: the rules are not covered.
    """
    cards = full_shoe(rules) if shoe is None else tuple(shoe)
    hands: list[StartingHand] = []
    for up_points in POINTS:
        if cards[up_points - 1]:
            terms = Terms.of(rules, up_points)
            hands += _best(terms, cards) if chart is None else _charted(terms, cards, chart)
    return ExactValue(
        value=sum(hand.chance * hand.value for hand in hands),
        bound=ROUNDING,
        method=Method.OWN_CARDS if chart is None else Method.CHART,
        hands=tuple(hands),
    )


def _charted(terms: Terms, shoe: Counts, chart: Chart) -> Iterator[StartingHand]:
    """Give what a chart wins with each two cards."""
    up = terms.up_points
    played = PlayedColumn(column_of(terms, shoe), moves_of(chart, up))
    for dealt in played.column.dealt:
        if dealt.is_natural:
            won, play = terms.natural(dealt.natural, dealt.gets_21), None
        else:
            won, play = played.choice(dealt)
            won += _lost_to_natural(terms, dealt)
        yield StartingHand(up, dealt.cards, dealt.chance, won, play)


def _best(terms: Terms, shoe: Counts) -> Iterator[StartingHand]:
    """Give what the best play wins with each two cards."""
    plain = BestColumn(column_of(terms, shoe))
    insured = BestColumn(column_of(terms.insured, shoe)) if terms.may_insure else None
    for dealt in plain.column.dealt:
        choices = [(*_choice(plain, dealt), False)]
        if insured is not None:
            gain = terms.insurance(dealt.natural)
            terms.check_insurance(gain)
            won, play = _choice(insured, dealt)
            lost = terms.lost_insured(dealt.natural) if dealt.is_natural else 0
            choices.append((won + gain - lost, play, True))
        if dealt.is_natural and terms.pays_even_money:
            choices.append((1.0, EventKind.EVEN_MONEY, False))
        won, play, insures = max(choices, key=lambda choice: choice[0])
        yield StartingHand(terms.up_points, dealt.cards, dealt.chance, won, play, insures)


def _choice(best: BestColumn, dealt: Dealt) -> tuple[float, EventKind | None]:
    """Return what two cards win, whatever is insured, and how they are played first."""
    terms = best.column.terms
    if dealt.is_natural:
        return terms.natural(dealt.natural, dealt.gets_21), None
    won, play = best.choice(dealt)
    return won + _lost_to_natural(terms, dealt), play


def _lost_to_natural(terms: Terms, dealt: Dealt) -> float:
    """Return the bet that a dealer natural takes whatever is played, if values leave it out."""
    return 0 if terms.takes_all else -dealt.natural
