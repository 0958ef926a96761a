"""The expected value of a round from a fresh shoe, played by a chart or by the best play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from functools import lru_cache

from attrs import evolve, frozen

from pitboss.arguments import takes
from pitboss.exact.best import BestColumn
from pitboss.exact.branch import ROUNDING, FirstPlay
from pitboss.exact.column import TwoCards, UpCardColumn, column_of
from pitboss.exact.hands import POINTS, Counts
from pitboss.exact.played import PlayedColumn, moves_of
from pitboss.exact.terms import Terms, dealers_cards, has_cards, shoe_of
from pitboss.game.events import EventKind
from pitboss.players.chart import Chart
from pitboss.rules import Rules


class Method(Enum):
    """The play whose value is given."""

    CHART = "a chart, exactly"
    OWN_CARDS = "the best play of each hand by its own cards"


@frozen
class StartingHand:
    """The player's first two cards against an up card.

    Attributes:
        up_points: the points of the up card, 1 for an ace.
        hole_points: the points of the dealer's second card, if it lies face up; else 0.
        cards: the points of the player's two cards, the lower first.
        chance: the chance that these cards are dealt to the player and the dealer.
        value: what the player's two cards win on average, in opening bets.
        estimated_error: about how far the true average is from `value`, apart from rounding.
        play: the first play of the hand; `None` for a natural that is paid.
        insured: whether the hand is insured before the first play.
    """

    up_points: int
    hole_points: int
    cards: tuple[int, int]
    chance: float
    value: float
    estimated_error: float
    play: EventKind | None
    insured: bool


@frozen
class ExactValue:
    """What a round wins on average, in opening bets.

    Attributes:
        value: the value of a round that is dealt from the fresh shoe.
        estimated_error: about how far the true value is from `value`; not a bound, see `value()`.
        method: the play whose value is given.
        hands: what each starting hand wins against each up card.
    """

    value: float
    estimated_error: float
    method: Method
    hands: tuple[StartingHand, ...]

    @property
    def by_up_card(self) -> Mapping[int, float]:
        """What a round wins on average against each up card, by its points."""
        won = dict.fromkeys(POINTS, 0.0)
        chances = dict.fromkeys(POINTS, 0.0)
        for hand in self.hands:
            won[hand.up_points] += hand.chance * hand.value
            chances[hand.up_points] += hand.chance
        return {up: won[up] / chances[up] for up in POINTS if chances[up]}


@takes()
def value(
    rules: Rules, chart: Chart | None = None, *, shoe: Sequence[int] | None = None
) -> ExactValue:
    """Work out what one player wins on average in the first round from a fresh shoe.

    Values are in opening bets, for a bet whose payments need no rounding. All cards, including the
    dealer's, are drawn without replacement, and nothing is sampled.

    The value of a chart is exact, also with splits. The value of the best play is exact except for
    hands of a split. There, each hand is played by its own cards alone, and one plan is used for
    all hands: the plan that is best for all together. Pairs are split again either always or never.
    A player can reach this value. A player who also remembers the other hands wins more, by about
    `estimated_error`: 0.25 for each hand of a split, divided by the number of cards. In a round,
    this is 0.0002 of a bet with one deck, and 0.00004 with six decks. It is not a bound: with few
    cards in the shoe, the error can be several times larger. If a split can make more than eight
    hands, further hands are not computed, and `estimated_error` includes what they can win or lose.

    Args:
        rules: the rule set.
        chart: the chart to play, as `ChartStrategy` plays it. Without a chart, the best play is
            used, also for insurance and even money. It never splits two tens if the rules require
            equal ranks.
        shoe: how many aces, twos and so on, up to cards worth ten; by default a full shoe. It must
            not run out in mid-round; this is only checked for one hand and the dealer's hand.

    Raises:
        NotCoveredError: the rules are not covered.
        ShoeError: the shoe is not ten whole counts, or has too few cards for a round.
    """
    cards = shoe_of(rules, shoe)
    hands: list[StartingHand] = []
    for dealt in dealers_cards(rules):
        if has_cards(cards, dealt):
            terms = Terms.of(rules, *dealt)
            played = _best(terms, cards) if chart is None else _charted(terms, cards, chart)
            hands += [_starting_hand(terms, *each) for each in played]
    return ExactValue(
        value=sum(hand.chance * hand.value for hand in hands),
        estimated_error=ROUNDING + sum(hand.chance * hand.estimated_error for hand in hands),
        method=Method.OWN_CARDS if chart is None else Method.CHART,
        hands=tuple(hands),
    )


def _starting_hand(terms: Terms, dealt: TwoCards, choice: FirstPlay) -> StartingHand:
    return StartingHand(
        up_points=terms.up_points,
        hole_points=terms.hole_points,
        cards=dealt.cards,
        chance=dealt.chance,
        value=choice.won,
        estimated_error=choice.estimated_error,
        play=choice.play,
        insured=choice.insured,
    )


def _charted(terms: Terms, shoe: Counts, chart: Chart) -> Iterator[tuple[TwoCards, FirstPlay]]:
    """Yield what a chart wins with each starting hand."""
    moves = moves_of(chart, terms.up_points, terms.hole_points)
    played = PlayedColumn(column_of(terms, shoe), moves)
    for dealt in played.column.dealt:
        yield dealt, choice_of(played, dealt)


def _best(terms: Terms, shoe: Counts) -> Iterator[tuple[TwoCards, FirstPlay]]:
    """Yield what the best play wins with each starting hand."""
    plain = _best_of(column_of(terms, shoe))
    insured = BestColumn(column_of(terms.insured, shoe)) if terms.may_insure else None
    for dealt in plain.column.dealt:
        choices = [choice_of(plain, dealt)]
        if insured is not None:
            choices.append(insured_choice_of(insured, dealt))
        if dealt.is_natural and terms.pays_even_money:
            choices.append(FirstPlay(1, EventKind.EVEN_MONEY))
        yield dealt, max(choices, key=lambda choice: choice.won)


@lru_cache(maxsize=1)
def _best_of(column: UpCardColumn) -> BestColumn:
    """Return the best plays of a column; a cache keeps those of the last column."""
    return BestColumn(column)


def choice_of(column: PlayedColumn | BestColumn, dealt: TwoCards) -> FirstPlay:
    """Return the first play of two cards that are not insured, and what they win."""
    terms = column.column.terms
    if dealt.is_natural:
        return FirstPlay(terms.natural(dealt.ends), None)
    choice = column.choice(dealt)
    # If a dealer natural does not take every stake, `choice` did not subtract the lost opening bet.
    return choice if terms.takes_all else evolve(choice, won=choice.won - dealt.natural)


def insured_choice_of(column: BestColumn, dealt: TwoCards) -> FirstPlay:
    """Return the first play of an insured hand of two cards, and what it wins."""
    terms = column.column.terms
    gain = terms.insurance(dealt.ends)
    terms.check_insurance(gain)
    choice = (
        FirstPlay(terms.natural(dealt.ends, insured=True), None)
        if dealt.is_natural
        else choice_of(column, dealt)
    )
    return evolve(choice, won=choice.won + gain, insured=True)
