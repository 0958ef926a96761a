"""The exact value of every play of a chart against one up card, worked out without the engine.

Every hand that the chart can come to is followed card by card, drawing without replacement from a
fresh shoe, and the dealer's hand is drawn from what is left. One thing is approximated: hands of a
split are valued with the pair's two cards gone from the shoe, which is exact where no hand is split
again, and as many of them are counted as splits on average come to.

Values are in opening bets. A dealer natural that takes one bet whatever is played, and the player's
own naturals, are left out: they are the same for every chart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Final

from attrs import frozen
from tests.odds.exact_odds import ACE, POINTS, TEN, Counts, full_shoe, without
from tests.tools.cell_values.dealer import (
    BUST,
    NATURAL,
    Chances,
    DealerHands,
    dealer_hands,
    total_of,
    with_card,
)
from tests.tools.cell_values.splits import split_hands

from pitboss.players.chart import (
    DOUBLES,
    SPLITS,
    SURRENDERS,
    ChartRow,
    HandKind,
    Move,
    doubles_after_split,
    natural_takes_all,
)
from pitboss.rules import Rules
from pitboss.rules.values import Double, NaturalSettles, SoftSeventeen, Surrender

NOTHING: Final[Counts] = (0,) * len(POINTS)

Column = Mapping[ChartRow, Move]
"""The plays of a chart against one up card."""


@frozen
class Held:
    """A hand.

    Attributes:
        cards: counts of its cards.
        split_points: of the pair that it was split from; 0 if it was not.
    """

    cards: Counts
    split_points: int = 0

    @property
    def row(self) -> ChartRow:
        """The row of its total."""
        total, soft = total_of(self.cards)
        return ChartRow(HandKind.SOFT if soft else HandKind.HARD, total)

    @property
    def pair_row(self) -> ChartRow | None:
        """The row of its pair; None if it is none."""
        pair = sum(self.cards) == 2 and max(self.cards) == 2
        return ChartRow(HandKind.PAIR, 1 + self.cards.index(2)) if pair else None

    def drew(self, points: int) -> Held:
        """Return the hand after one more card."""
        return Held(with_card(self.cards, points), self.split_points)


class DealerOdds:
    """The chances of the dealer's ends, remembered by what has left the shoe.

    Args:
        decks: in the shoe.
        up_points: of the up card, 1 for an ace.
        hits_soft_17: whether the dealer draws to a soft 17.
    """

    def __init__(self, decks: int, up_points: int, *, hits_soft_17: bool) -> None:
        self.shoe = without(full_shoe(decks), up_points)
        self._hands: DealerHands = dealer_hands(up_points, hits_soft_17=hits_soft_17)
        self._known: dict[Counts, Chances] = {}

    def chances(self, left: Counts) -> Chances:
        """Return the chance of each end when so much of the shoe is left."""
        found = self._known.get(left)
        if found is None:
            found = self._known[left] = self._hands.chances(left)
        return found


def dealer_odds(rules: Rules, up_points: int) -> DealerOdds:
    """Return the dealer's chances of a rule set."""
    hits = rules.soft_17 is SoftSeventeen.HIT
    return DealerOdds(rules.decks, up_points, hits_soft_17=hits)


class UpCard:
    """The values of plays under a rule set against one up card.

    Args:
        rules: the rule set.
        up_points: of the up card, 1 for an ace.
        column: the chart's plays against it.
        odds: the dealer's chances, where they are already known.
    """

    def __init__(
        self, rules: Rules, up_points: int, column: Column, odds: DealerOdds | None = None
    ) -> None:
        self.column = column
        self._rules = rules
        self._up = up_points
        self._odds = odds or dealer_odds(rules, up_points)
        self._takes_all = natural_takes_all(rules, up_points)
        self._values: dict[Held, float] = {}
        shoe = full_shoe(rules.decks)
        self._chance_of_up = shoe[up_points - 1] / sum(shoe)

    def opening_hands(self) -> Iterator[tuple[Held, float]]:
        """Give every two cards that are no natural, with their chance beside the up card."""
        shoe = self._odds.shoe
        for one in POINTS:
            for other in range(one, TEN + 1):
                if {one, other} != {ACE, TEN}:
                    orders = 1 if one == other else 2
                    chance = _chance(shoe, one) * _chance(without(shoe, one), other) * orders
                    cards = with_card(with_card(NOTHING, one), other)
                    if chance:
                        yield Held(cards), chance * self._chance_of_up

    def value_of_round(self) -> float:
        """Return what the chart wins against this up card, times the chance of the up card."""
        return sum(chance * self.value(hand) for hand, chance in self.opening_hands())

    def value(self, hand: Held) -> float:
        """Return the value of a hand that is played on by the chart."""
        known = self._values.get(hand)
        if known is None:
            known = self._values[hand] = self.play(hand, self.planned(hand))
        return known

    def planned(self, hand: Held) -> Move:
        """Return what the chart says to a hand."""
        return self.column[self.row_of(hand)]

    def row_of(self, hand: Held) -> ChartRow:
        """Return the row that says the play; a pair that may not be split counts as its total."""
        row = hand.pair_row
        if row is None or (self.column[row] in SPLITS and not self._may_split(hand)):
            return hand.row
        return row

    def play(self, hand: Held, move: Move) -> float:
        """Return the value of a play, or of what takes its place where it is not allowed."""
        if self._is_done(hand):
            return self._stand(hand)
        if move in SURRENDERS and self._surrenders(hand):
            return self._surrender(hand)
        if move in SPLITS:
            return self._split(hand)
        if move in DOUBLES and self._doubles(hand):
            return self._double(hand)
        if move in HITS:
            return self._hit(hand)
        return self._stand(hand)

    def reached(self) -> Mapping[Held, float]:
        """Return how often a round comes to each hand at which the chart is asked."""
        often: defaultdict[Held, float] = defaultdict(float)
        level: dict[Held, float] = dict(self.opening_hands())
        while level:
            deeper: defaultdict[Held, float] = defaultdict(float)
            for hand, chance in level.items():
                often[hand] += chance
                for after, share in self._next(hand):
                    deeper[after] += chance * share
            level = deeper
        return often

    def _next(self, hand: Held) -> Iterator[tuple[Held, float]]:
        """Give the hands that the chart's play leads to, with how many of each."""
        move = self.planned(hand)
        if self._is_done(hand) or (move in SURRENDERS and self._surrenders(hand)):
            return
        if move in SPLITS:
            yield from self._hands_of(hand)
        elif move in HITS and not (move in DOUBLES and self._doubles(hand)):
            left = self._left(hand)
            for points in POINTS:
                after = hand.drew(points)
                if left[points - 1] and total_of(after.cards)[0] <= 21:
                    yield after, _chance(left, points)

    def _left(self, hand: Held) -> Counts:
        gone = hand.cards
        if hand.split_points:
            gone = with_card(gone, hand.split_points)
        return tuple(held - less for held, less in zip(self._odds.shoe, gone, strict=True))

    def _is_done(self, hand: Held) -> bool:
        """Say whether nothing is asked: 21, or a split ace that has its second card."""
        split_ace = hand.split_points == ACE and not self._rules.hit_split_aces
        return split_ace or total_of(hand.cards)[0] == 21

    def _surrenders(self, hand: Held) -> bool:
        two = sum(hand.cards) == 2 and hand.split_points == 0
        return two and self._rules.surrender is not Surrender.OFF

    def _doubles(self, hand: Held) -> bool:
        if sum(hand.cards) != 2 or (hand.split_points and not doubles_after_split(self._rules)):
            return False
        total, soft = total_of(hand.cards)
        match self._rules.double:
            case Double.OFF:
                return False
            case Double.FIRST_TWO | Double.ANY_TIME:
                return not soft or self._rules.double_soft
            case Double.NINE_TO_ELEVEN:
                return not soft and 9 <= total <= 11
            case Double.TEN_OR_ELEVEN:
                return not soft and 10 <= total <= 11

    def _may_split(self, hand: Held) -> bool:
        return hand.split_points == 0 and self._rules.max_hands != 1

    def _surrender(self, hand: Held) -> float:
        natural = self._natural(self._left(hand))
        if self._rules.surrender is Surrender.EARLY:
            return -0.5 + (0 if self._takes_all else natural)
        return -0.5 * (1 - natural) - (natural if self._takes_all else 0)

    def _natural(self, left: Counts) -> float:
        """Return the chance of a dealer natural."""
        missing = {ACE: TEN, TEN: ACE}.get(self._up)
        return _chance(left, missing) if missing else 0.0

    def _lost(self, left: Counts) -> float:
        """Return what a lost bet costs, but for a natural that takes one bet of every hand."""
        return -1.0 if self._takes_all else self._natural(left) - 1.0

    def _stand(self, hand: Held, bets: int = 1) -> float:
        left = self._left(hand)
        total = total_of(hand.cards)[0]
        if total > 21:
            return bets * self._lost(left)
        chances = self._odds.chances(left)
        if self._is_split_natural(hand):
            return self._split_natural(chances)
        won = chances[BUST] + sum(chances[end] for end in range(5) if end + 17 < total)
        lost = sum(chances[end] for end in range(5) if end + 17 > total)
        ties = total == 21 and not self._rules.natural_beats_21
        if self._takes_all and not ties:
            lost += chances[NATURAL]
        return bets * (won - lost)

    def _is_split_natural(self, hand: Held) -> bool:
        two = sum(hand.cards) == 2 and hand.split_points != 0
        return two and total_of(hand.cards)[0] == 21 and self._rules.split_natural

    def _split_natural(self, chances: Chances) -> float:
        """Return what an ace and a ten after a split win, which count as a natural."""
        pays = self._rules.blackjack_pays.numerator / self._rules.blackjack_pays.denominator
        if self._rules.natural_settles is NaturalSettles.TURN:
            return pays * (1 - (0 if self._takes_all else chances[NATURAL]))
        pushes = chances[NATURAL] + (0 if self._rules.natural_beats_21 else chances[4])
        return pays * (1 - pushes)

    def _hit(self, hand: Held) -> float:
        left = self._left(hand)
        value = 0.0
        for points in POINTS:
            if left[points - 1]:
                after = hand.drew(points)
                bust = total_of(after.cards)[0] > 21
                won = self._lost(without(left, points)) if bust else self.value(after)
                value += _chance(left, points) * won
        return value

    def _double(self, hand: Held) -> float:
        left = self._left(hand)
        return sum(
            _chance(left, points) * self._stand(hand.drew(points), bets=2)
            for points in POINTS
            if left[points - 1]
        )

    def _split(self, hand: Held) -> float:
        return sum(number * self.value(after) for after, number in self._hands_of(hand))

    def _hands_of(self, pair: Held) -> Iterator[tuple[Held, float]]:
        """Give the hands of a split after their second cards, with how many there are of each."""
        points = 1 + pair.cards.index(2)
        left = self._left(pair)
        single = Held(with_card(NOTHING, points), points)
        for second, number in split_hands(self._rules, left, points).of(left, points).items():
            if number:
                yield single.drew(second), number


HITS: Final = frozenset({Move.HIT, Move.DOUBLE_ELSE_HIT, Move.SURRENDER_ELSE_HIT})


def _chance(left: Counts, points: int) -> float:
    return left[points - 1] / sum(left)
