"""Basic strategy, played from the published charts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from attrs import frozen

from pitboss.events import Event, EventKind
from pitboss.players.bets import DEFAULT_BET_MINOR, LevelBets
from pitboss.players.chart import Chart, Kind, Move, Row, calls_for_insurance, chart
from pitboss.players.words import SAY, Say
from pitboss.round import Question
from pitboss.rule_values import InsuranceTime, Surrender
from pitboss.rules import Rules
from pitboss.views import Offer, View


class BasicStrategy:
    """Plays every hand as the published chart for the rule set says.

    Never insures and never takes even money, as every chart advises. A double is for the first two
    cards only, which is what the charts are made for. Where the table refuses a play, for its
    rules or for want of chips, the play follows that the chart puts in its place.

    Args:
        rules: the rule set of the table.
        bet_minor: the bet of every round in minor units, see `LevelBets`.

    Raises:
        PlayerError: the amount is negative.
    """

    def __init__(self, rules: Rules, bet_minor: int = DEFAULT_BET_MINOR) -> None:
        self._bets = LevelBets(bet_minor)
        self._plan = plan_for(rules)

    def decide(self, view: View, offer: Offer) -> Event:
        """Answer an offer."""
        question = offer.question
        up_card = offer.up_card
        if question is Question.BET or up_card is None:
            return self._bets.answer(offer)
        if question is Question.PLAY:
            cards = offer.cards
            if len(cards) == 2:
                plays = self._plan.two_cards[cards[0].points][cards[1].points]
            else:
                plays = self._plan.more_cards[offer.soft][offer.points]
            kind, say, say_otherwise = plays[up_card.points]
            return say(offer) if kind in offer.legal else say_otherwise(offer)
        if question is Question.SPLIT:
            return self._split(view, offer, up_card.points)
        if question is Question.EARLY_SURRENDER:
            cards = offer.cards
            kind, say, _ = self._plan.two_cards[cards[0].points][cards[1].points][up_card.points]
            return say(offer) if kind is EventKind.SURRENDER else offer.decline()
        return offer.decline()

    def _split(self, view: View, offer: Offer, up_points: int) -> Event:
        move = self._plan.chart.move(Row(Kind.PAIR, offer.cards[0].points), up_points)
        if move is Move.SPLIT:
            return offer.split()
        if move is Move.SURRENDER_ELSE_SPLIT:
            # A pair is asked about its split first. It is not split if it can be given up later.
            unsplit = len(view.seats[offer.seat].hands) == 1
            if not (unsplit and self._plan.surrender_follows_split[up_points]):
                return offer.split()
        return offer.decline()


Play = tuple[EventKind, Say, Say]
"""The event wanted, how it is said, and what is said where it is not allowed."""

Plays = tuple[Play, ...]
"""The play by the points of the up card; the first place, for no points, is never looked up."""


@frozen(eq=False)
class Plan:
    """A chart laid out so that a decision takes one look.

    Attributes:
        chart: what it was made from.
        two_cards: the play by the points of the first card, then of the second.
        more_cards: the play by hard or soft, then by the total.
        surrender_follows_split: by the points of the up card, whether a hand is asked about its
            surrender after it was asked about its split.
    """

    chart: Chart
    two_cards: tuple[tuple[Plays, ...], ...]
    more_cards: tuple[tuple[Plays, ...], tuple[Plays, ...]]
    surrender_follows_split: tuple[bool, ...]


def _play(kind: EventKind, otherwise: EventKind) -> Play:
    return kind, SAY[kind], SAY[otherwise]


_HIT: Final = _play(EventKind.HIT, EventKind.HIT)
_STAND: Final = _play(EventKind.STAND, EventKind.STAND)

_PLAY: Final[Mapping[Move, Play]] = {
    Move.HIT: _HIT,
    Move.STAND: _STAND,
    Move.DOUBLE_ELSE_HIT: _play(EventKind.DOUBLE, EventKind.HIT),
    Move.DOUBLE_ELSE_STAND: _play(EventKind.DOUBLE, EventKind.STAND),
    Move.SURRENDER_ELSE_HIT: _play(EventKind.SURRENDER, EventKind.HIT),
    Move.SURRENDER_ELSE_STAND: _play(EventKind.SURRENDER, EventKind.STAND),
}
"""The plays of a hand that is not asked about a split, or no more."""

_POINTS: Final = range(1, 11)
_NO_PLAYS: Final[Plays] = ()


@lru_cache(maxsize=256)
def plan_for(rules: Rules) -> Plan:
    """Return the plan of a rule set; one is kept for each of the last 256 used."""
    moves = chart(rules)
    return Plan(
        chart=moves,
        two_cards=(
            (),
            *((_NO_PLAYS, *(_first_plays(moves, a, b) for b in _POINTS)) for a in _POINTS),
        ),
        more_cards=(
            tuple(_later_plays(moves, Kind.HARD, points) for points in range(22)),
            tuple(_later_plays(moves, Kind.SOFT, points) for points in range(22)),
        ),
        surrender_follows_split=(False, *(_surrender_follows(rules, up) for up in _POINTS)),
    )


def _first_plays(moves: Chart, one: int, other: int) -> Plays:
    """Return the plays of two cards, by their points."""
    if one == other:
        row = Row(Kind.PAIR, one)
    elif 1 in {one, other}:
        row = Row(Kind.SOFT, one + other + 10)
    else:
        row = Row(Kind.HARD, one + other)
    return (_HIT, *(_first_play(moves, row, up) for up in _POINTS))


def _first_play(moves: Chart, row: Row, up_points: int) -> Play:
    """Return the play of two cards that are not, or no more, asked about a split."""
    move = moves.move(row, up_points)
    if move in _PLAY:
        return _PLAY[move]
    unsplit = _PLAY[moves.move(row.as_total, up_points)]
    if move is Move.SPLIT:
        return unsplit
    return EventKind.SURRENDER, SAY[EventKind.SURRENDER], unsplit[2]


def _later_plays(moves: Chart, kind: Kind, points: int) -> Plays:
    """Return the plays of more than two cards: a hit or a stand."""
    row = Row(kind, points)
    if row not in moves.moves:
        return _NO_PLAYS
    return (
        _HIT,
        *(_STAND if _PLAY[moves.move(row, up)][2] is _STAND[1] else _HIT for up in _POINTS),
    )


def _surrender_follows(rules: Rules, up_points: int) -> bool:
    """Say whether a pair that is not split is asked about its surrender afterwards.

    Late surrender is a word of the first decision. Early surrender is so too, but under an ace or
    a ten it is a question of its own, which comes before the splits unless insurance follows them.
    """
    match rules.surrender:
        case Surrender.OFF:
            return False
        case Surrender.LATE:
            return True
        case Surrender.EARLY:
            return up_points not in {1, 10} or (
                rules.insurance_time is InsuranceTime.AFTER_SPLIT
                and calls_for_insurance(rules, up_points)
            )
