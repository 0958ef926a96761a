"""Players that follow a chart: any chart, or the published ones with our corrections."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, partial
from typing import Final

from attrs import frozen

from pitboss.arguments import takes
from pitboss.game.arithmetic import ACE, FIRST_CARDS
from pitboss.game.cards import TEN_POINTS
from pitboss.game.events import Event, EventKind
from pitboss.game.round import Question
from pitboss.machine.flags import flags_for
from pitboss.players.answers import DEFAULT_BET_MINOR, Answer, LevelBets, PlayerError
from pitboss.players.chart import (
    DOUBLES,
    MANY_CARDS,
    SURRENDERS,
    Chart,
    ChartBy,
    ChartRow,
    HandKind,
    Move,
    chart,
    row_of,
)
from pitboss.rules import Rules
from pitboss.table.offer import Offer, View

_NOTHING: Final = ChartBy.NOTHING
_BET: Final = Question.BET
_PLAY: Final = Question.PLAY
_SPLIT: Final = Question.SPLIT
_EARLY_SURRENDER: Final = Question.EARLY_SURRENDER
_MAY_HIT: Final = EventKind.HIT
_MAY_DOUBLE: Final = EventKind.DOUBLE
_MAY_SURRENDER: Final = EventKind.SURRENDER


def check_chart(rules: Rules, chart: Chart) -> None:
    """Check that a chart can be played under a rule set.

    Raises:
        PlayerError: the chart depends on a card that lies face down.
    """
    if chart.by is ChartBy.HOLE_CARD and not flags_for(rules).shows_hole_card:
        raise PlayerError(
            "the chart depends on the dealer's second card, which lies face down",
            "give another chart, or rules with hole_card_shown = true",
        )


class ChartStrategy:
    """Plays every hand as a chart says.

    This player never insures or takes even money. It doubles only hands of two cards, as charts
    assume, unless the chart depends on the number of cards. If the rules or the seat's chips do not
    allow a play, it makes the chart's substitute play.

    Args:
        rules: the rule set of the table.
        chart: the chart.
        bet_minor: the bet of every round in minor units, see `LevelBets`.

    Raises:
        PlayerError: the amount is negative, or the chart depends on a card that lies face down.
    """

    @takes(PlayerError)
    def __init__(self, rules: Rules, chart: Chart, bet_minor: int = DEFAULT_BET_MINOR) -> None:
        check_chart(rules, chart)
        self._bets = LevelBets(bet_minor)
        self._by = chart.by
        any_cards = chart.by is ChartBy.CARDS
        self._plans = [plan_for(rules, each, any_cards=any_cards) for each in chart.named.values()]

    def decide(self, view: View, offer: Offer) -> Event:
        """Answer an offer."""
        question = offer.question
        up_card = offer.up_card
        if question is _BET or up_card is None:
            return self._bets.answer(offer)
        plan = self._plans[0 if self._by is _NOTHING else self._place(view, offer)]
        if question is _PLAY:
            return plan.play[offer.soft][offer.points][up_card.points](offer)
        if question is _SPLIT:
            return self._split(view, offer, plan, up_card.points)
        if question is _EARLY_SURRENDER:
            row = row_of(*[card.points for card in offer.cards])
            surrenders = surrenders_first(plan.rules, plan.chart, row, up_card.points)
            return offer.surrender() if surrenders else offer.decline()
        return offer.decline()

    def _place(self, view: View, offer: Offer) -> int:
        """If there are several plans, return the place in `_plans` of the one for a hand."""
        if self._by is ChartBy.HOLE_CARD:
            return view.dealer_cards[1].points - 1
        if self._by is ChartBy.STAKE:
            return int(offer.bet_minor == 0)
        if view.seats[offer.seat].hands[offer.hand].doubled:
            return len(self._plans) - 1
        return min(len(offer.cards), MANY_CARDS) - FIRST_CARDS

    def _split(self, view: View, offer: Offer, plan: Plan, up_points: int) -> Event:
        move = plan.chart.move(row_of(*[card.points for card in offer.cards]), up_points)
        if move is Move.SURRENDER_ELSE_SPLIT:
            # The split is asked about first. It is declined if the pair can be surrendered later.
            unsplit = len(view.seats[offer.seat].hands) == 1
            surrenders = unsplit and plan.surrender_follows_split[up_points]
            return offer.decline() if surrenders else offer.split()
        return offer.split() if move is Move.SPLIT else offer.decline()


class BasicStrategy(ChartStrategy):
    """Plays every hand by the published chart for the rule set, with our corrections.

    Like every `ChartStrategy`, this player never insures or takes even money.

    Args:
        rules: the rule set of the table.
        bet_minor: the bet of every round in minor units, see `LevelBets`.

    Raises:
        PlayerError: the amount is negative.
        UnchartedError: the rules change an option that the charts do not know.
    """

    @takes(PlayerError)
    def __init__(self, rules: Rules, bet_minor: int = DEFAULT_BET_MINOR) -> None:
        super().__init__(rules, chart(rules), bet_minor)


@frozen(eq=False)
class Plan:
    """A chart in a form in which one look-up finds the answer for a hand.

    Attributes:
        rules: the rule set.
        chart: the chart from which the plan was made.
        any_cards: whether the charts cover hands of any number of cards.
        play: the answers for hard and for soft hands, each by total, then by the points of the up
            card. Entries for impossible hands are never looked up.
        surrender_follows_split: whether a hand is asked about a split first, and about surrender
            later; the index is the points of the up card.
    """

    rules: Rules
    chart: Chart
    any_cards: bool
    play: tuple[tuple[AnswersByUpCard, ...], ...]
    surrender_follows_split: tuple[bool, ...]

    def __reduce__(self) -> tuple[object, ...]:
        """Make the plan again where it is loaded, because its answers cannot be pickled."""
        return partial(plan_for, any_cards=self.any_cards), (self.rules, self.chart)


AnswersByUpCard = tuple[Answer, ...]

_POINTS: Final = range(1, 11)

_OTHERWISE: Final[Mapping[Move, Answer]] = {
    Move.HIT: Offer.hit,
    Move.STAND: Offer.stand,
    Move.DOUBLE_ELSE_HIT: Offer.hit,
    Move.DOUBLE_ELSE_STAND: Offer.stand,
    Move.DOUBLE_ELSE_SURRENDER: Offer.stand,
    Move.SURRENDER_ELSE_HIT: Offer.hit,
    Move.SURRENDER_ELSE_STAND: Offer.stand,
}
"""For each move, an answer that is always allowed when an undoubled hand is asked to play."""


@lru_cache(maxsize=256)
def plan_for(rules: Rules, moves: Chart, *, any_cards: bool) -> Plan:
    """Return the plan of a chart under a rule set.

    `any_cards`: the charts cover hands of any number of cards. A cache keeps the last 256 plans.
    """
    flags = flags_for(rules)
    any_time = flags.doubled_cards > FIRST_CARDS and not any_cards
    play = tuple(
        tuple(_answers(moves, ChartRow(kind, total), any_time=any_time) for total in range(22))
        for kind in (HandKind.HARD, HandKind.SOFT)
    )
    if flags.asks_doubled:
        stand = _rescue_or_stand if any_cards else _stand_doubled
        play = tuple(tuple(tuple(map(stand, line)) for line in lines) for lines in play)
    return Plan(
        rules=rules,
        chart=moves,
        any_cards=any_cards,
        play=play,
        surrender_follows_split=(False, *(surrender_follows_split(rules, up) for up in _POINTS)),
    )


def _stand_doubled(answer: Answer) -> Answer:
    """Return an answer that stands with doubled hands, because the chart does not cover these."""
    return lambda offer: answer(offer) if offer.can(_MAY_HIT) else offer.stand()


def _rescue_or_stand(answer: Answer) -> Answer:
    """Return an answer for any hand; a doubled hand stands if its chart says hit."""

    def said(offer: Offer) -> Event:
        event = answer(offer)
        hits = event.kind is _MAY_HIT and not offer.can(_MAY_HIT)
        return offer.stand() if hits else event

    return said


def _answers(moves: Chart, row: ChartRow, *, any_time: bool) -> AnswersByUpCard:
    """Return the answers for a row, by the points of the up card."""
    if row not in moves.moves:
        return ()
    return (Offer.stand, *(_answer(moves, row, up, any_time=any_time) for up in _POINTS))


def _answer(moves: Chart, row: ChartRow, up_points: int, *, any_time: bool) -> Answer:
    """Return the answer for a row; it may differ for the pair that has this total."""
    play = _play_or_else(moves.move(row, up_points), any_time=any_time)
    if row.as_pair is None:
        return play
    move = moves.move(row.as_pair, up_points)
    # A pair that the chart splits gets here only if it cannot be split; then its total is played.
    if move is Move.SPLIT or move is moves.move(row, up_points):
        return play
    if move is Move.SURRENDER_ELSE_SPLIT:
        return _by_cards(_surrender_or(play), play)
    return _by_cards(_play_or_else(move, any_time=any_time), play)


def _play_or_else(move: Move, *, any_time: bool) -> Answer:
    """Return an answer that makes a play, or its substitute if the play is not allowed."""
    otherwise = _OTHERWISE[move]
    if move in SURRENDERS or move is Move.DOUBLE_ELSE_SURRENDER:
        otherwise = _surrender_or(otherwise)
    if move not in DOUBLES:
        return otherwise
    if any_time:
        return lambda offer: (
            offer.double() if offer.can(_MAY_DOUBLE) and len(offer.cards) == 2 else otherwise(offer)
        )
    return lambda offer: offer.double() if offer.can(_MAY_DOUBLE) else otherwise(offer)


def _surrender_or(otherwise: Answer) -> Answer:
    """Return an answer that surrenders if that is allowed, and else answers as `otherwise`."""
    return lambda offer: offer.surrender() if offer.can(_MAY_SURRENDER) else otherwise(offer)


def _by_cards(of_pair: Answer, of_total: Answer) -> Answer:
    """Return an answer that uses `of_pair` for a pair, and `of_total` for any other hand."""

    def answer(offer: Offer) -> Event:
        pair = len(offer.cards) == 2 and offer.cards[0].points == offer.cards[1].points
        return of_pair(offer) if pair else of_total(offer)

    return answer


def surrenders_first(rules: Rules, moves: Chart, row: ChartRow, up_points: int) -> bool:
    """Say whether a chart surrenders two cards if it is asked before splits.

    A pair that the chart splits is played by its total if the rules allow no splits.
    """
    move = moves.move(row, up_points)
    if move is Move.SPLIT and not flags_for(rules).splits:
        move = moves.move(row.as_total, up_points)
    return move in SURRENDERS


def surrender_follows_split(rules: Rules, up_points: int) -> bool:
    """Say whether a pair is asked about a split before it can be surrendered.

    After splits, the seat is asked how to play the hand. It can then surrender late, or early
    against any up card but an ace or a ten. Against these two, early surrender has its own
    question: before splits, or after them if insurance against the up card comes after them.

    Args:
        rules: the rule set.
        up_points: points of the dealer's up card, 1 for an ace.
    """
    flags = flags_for(rules)
    if flags.surrenders_early and up_points in {ACE, TEN_POINTS}:
        return flags.asks_insurance_in_turn and up_points in flags.insurance_points
    return flags.surrenders
