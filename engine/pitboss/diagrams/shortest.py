"""The shortest games that take a row of the machine, or two rows in direct succession.

Games are played on real tables, breadth first, so games with fewer events come first. The search
chooses the cards of each shoe. If a round ends because no card is left, it is played again with one
more card, once for each possible card. So every card of a shoe is drawn.

To save time, tables that seem to have the same possible future are searched only once. If two of
them differ after all, a game may be missed; but each returned game was really played.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from io import BytesIO
from itertools import pairwise
from typing import Final

from attrs import evolve, frozen

from pitboss.arguments import takes
from pitboss.diagrams.canvas import DiagramError
from pitboss.errors import ShoeError
from pitboss.game.cards import Card, Suit
from pitboss.game.events import Event, EventKind
from pitboss.game.round import Hand, Phase
from pitboss.game.trace import RowTaken
from pitboss.journal.writer import Journal
from pitboss.machine.transition_table import rows_kept
from pitboss.rules import Rules
from pitboss.table.seating import SeatPlan
from pitboss.table.shoes import ArrangedShoes
from pitboss.table.table import Table

MAX_GAMES: Final = 400_000
"""The default number of games that a search plays."""

_LAID: Final = tuple([Card.parse(code) for code in ("Ah", "5h", "6h", "Th")])
"""These cards make naturals, pairs, soft hands, totals to double, busts and draws of the dealer."""

_TEN: Final = _LAID[-1:]
_DEALT: Final = 2
_STAKE_MINOR: Final = 1000
_SUITS: Final = tuple(Suit)
_PHASES: Final = tuple(Phase)

Target = tuple[str, ...]
"""The name of a row, or the names of two rows that are taken in direct succession."""

Shoes = tuple[tuple[Card, ...], ...]

HearGames = Callable[[int], None]


@frozen
class ShortGame:
    """A game that was played to the end of a round.

    Attributes:
        rules: the rules of the game.
        plans: the players that sit down.
        shoes: the cards that were drawn from each shoe, in order.
        events: the events that were applied.
    """

    rules: Rules
    plans: tuple[SeatPlan, ...]
    shoes: Shoes = ((),)
    events: tuple[Event, ...] = ()

    def journal(self) -> bytes:
        """Return the journal of the game."""
        file = BytesIO()
        _played(self, Journal(file)).close()
        return file.getvalue()


@frozen
class ShortGames:
    """The results of a search.

    Attributes:
        games: for each row, or two rows, the shortest game that takes them. Games in which the
            cards run out count only if no other game was found.
        missing: the rows without a game.
        events: all games with at most this many events were searched.
    """

    games: Mapping[Target, ShortGame]
    missing: tuple[Target, ...]
    events: int


@takes(DiagramError)
def shortest_games(
    rules: Rules,
    *,
    pairs: bool = False,
    most_games: int = MAX_GAMES,
    progress: HearGames | None = None,
) -> ShortGames:
    """For each row of a rule set, search for the shortest game that takes it.

    Games have one seat or two, with unlimited chips or chips for one bet, and use only aces, fives,
    sixes and tens.

    Args:
        rules: the rule set.
        pairs: search also for every pair of rows in which the second row leaves the state that the
            first row enters.
        most_games: the number of games after which the search ends.
        progress: is called with the number of games that were played.
    """
    rows = rows_kept(rules)
    wanted: list[Target] = [(row.name,) for row in rows]
    if pairs:
        wanted += [
            (row.name, after.name)
            for row in rows
            for after in rows
            if row.destination is after.source
        ]
    search = _Search(rules, frozenset(wanted), most_games, progress)
    events = search.run()
    found = {**search.dry, **search.found}
    games = {target: _in_suits(found[target]) for target in wanted if target in found}
    return ShortGames(games, tuple([each for each in wanted if each not in found]), events)


def _in_suits(game: ShortGame) -> ShortGame:
    """Return the game with other suits: the cards of each rank get all suits in turn."""
    shoes: list[tuple[Card, ...]] = []
    for shoe in game.shoes:
        places = [shoe[:place].count(card) % len(_SUITS) for place, card in enumerate(shoe)]
        codes = [card.rank.value + _SUITS[at].value for card, at in zip(shoe, places, strict=True)]
        shoes.append(tuple([Card.parse(code) for code in codes]))
    return evolve(game, shoes=tuple(shoes))


def _joined(shoes: Shoes, more: Shoes) -> Shoes:
    """Return the cards of `shoes`, followed by `more`, which continues the last shoe."""
    return (*shoes[:-1], shoes[-1] + more[0], *more[1:])


def _played(game: ShortGame, recorder: Journal | None = None) -> Table:
    # A shoe must have a card, even if no card is drawn from it.
    shoes = ArrangedShoes([shoe or _TEN for shoe in game.shoes])
    table = Table(game.rules, seats=game.plans, shoes=shoes, recorder=recorder)
    for event in game.events:
        table.apply(event)
    return table


class _Spot:
    """The state of a table after a game; further games start from it.

    Attributes:
        game: the game that led there.
        over: whether a round is over.
        phase: the state of the round.
        last: the row that was taken last.
        answers: the events that can follow.
        steps: what these events lead to; empty until they are played.
    """

    def __init__(self, game: ShortGame, table: Table, last: str) -> None:
        self.game = game
        self.last = last
        self.over = table.round.over
        self.phase = _PHASES.index(table.round.phase)
        self.answers = tuple([_at_usual_stake(table, event) for event in table.legal()])
        self.steps: tuple[_Step, ...] = ()


@frozen(eq=False)
class _Step:
    """One event, and what it led to.

    Attributes:
        game: the game that ends with this event.
        rows: the last row before the event, then the rows that the event took.
        shoes: the cards that it drew, from the shoe in use and from further shoes.
        spot: the state of the table after it; `None` if the cards ran out.
    """

    game: ShortGame
    rows: tuple[str, ...]
    shoes: Shoes
    spot: _Spot | None


class _Search:
    """Looks for the shortest game for each target: a row, or two rows in direct succession.

    Attributes:
        found: the shortest game for each target, among games in which the cards do not run out.
        dry: the shortest game for each target, among games that end because the cards run out.
    """

    def __init__(
        self, rules: Rules, wanted: frozenset[Target], most_games: int, heard: HearGames | None
    ) -> None:
        self._rules = rules
        self._wanted = wanted
        self._most_games = most_games
        self._heard = heard
        self._games = 0
        self._spots: dict[object, _Spot] = {}
        self.found: dict[Target, ShortGame] = {}
        self.dry: dict[Target, ShortGame] = {}

    def run(self) -> int:
        """Search, and return a number: all games with at most this many events were searched."""
        layer = list(self._starts())
        reached = set(layer)
        events = 0
        while layer and not self._is_done(events):
            further: list[_Spot] = []
            for spot in layer:
                if self._games >= self._most_games:
                    return events
                for step in self._steps(spot):
                    self._note(step)
                    if step.spot is not None and step.spot not in reached:
                        reached.add(step.spot)
                        further.append(step.spot)
            # The search may end in the middle of a layer, so early phases come first: they usually
            # give the most new rows.
            layer = sorted(further, key=lambda spot: spot.phase)
            events += 1
        return events

    def _is_done(self, events: int) -> bool:
        """Say whether each target has a game, and a longer search cannot find a shorter game."""
        lengths = [len(game.events) for game in self.found.values()]
        return len(lengths) == len(self._wanted) and max(lengths) <= events + 1

    def _starts(self) -> Iterator[_Spot]:
        """Yield the tables at which games begin: one seat first, and unlimited chips first."""
        stakes = [event.amount_minor for event in self._first_answers()]
        for seats in range(1, min(self._rules.max_seats, 2) + 1):
            for chips in (None, *stakes[:1]):
                plans = tuple([SeatPlan(f"Seat {seat}", chips) for seat in range(1, seats + 1)])
                game = ShortGame(self._rules, plans)
                yield self._spot(game, _played(game), "")

    def _first_answers(self) -> tuple[Event, ...]:
        game = ShortGame(self._rules, (SeatPlan("Seat 1"),), events=(Event.open(),))
        return _Spot(game, _played(game), "").answers

    def _note(self, step: _Step) -> None:
        """Keep the game of a step for each target in it, if no shorter game is known."""
        for target in [(name,) for name in step.rows[1:]] + list(pairwise(step.rows)):
            if target not in self._wanted:
                continue
            if step.spot is None:
                self.dry.setdefault(target, step.game)
                continue
            known = self.found.get(target)
            spare = self._most_games if known is None else len(known.events) - 1
            way = self._finished(step.game, step.spot, spare)
            if way is not None:
                self.found[target] = way

    def _finished(self, game: ShortGame, spot: _Spot, most: int) -> ShortGame | None:
        """Return a game continued to the end of its round, with as few events as possible.

        Args:
            game: the game to continue.
            spot: the state of its table.
            most: the most events of the whole game; if it needs more, return `None`.
        """
        ways: deque[tuple[_Spot, ShortGame]] = deque([(spot, game)])
        reached = {spot}
        while ways:
            at, played = ways.popleft()
            if len(played.events) > most or self._games >= self._most_games:
                return None
            if at.over:
                return played
            for step in self._steps(at):
                if step.spot is not None and step.spot not in reached:
                    reached.add(step.spot)
                    shoes = _joined(played.shoes, step.shoes)
                    events = (*played.events, step.game.events[-1])
                    ways.append((step.spot, evolve(played, shoes=shoes, events=events)))
        return None

    def _steps(self, spot: _Spot) -> tuple[_Step, ...]:
        """Return the possible next steps, without duplicates."""
        if not spot.steps:
            steps: dict[object, _Step] = {}
            for event in spot.answers:
                for step in self._played_on(spot, event):
                    steps.setdefault((event, step.rows, step.spot), step)
            spot.steps = tuple(steps.values())
            if self._heard is not None:
                self._heard(self._games)
        return spot.steps

    def _played_on(self, spot: _Spot, event: Event) -> Iterator[_Step]:
        """Apply an event, once for each sequence of cards that it may draw."""
        before, drawn = spot.game, deque[Shoes]([((),)])
        while drawn:
            more = drawn.popleft()
            shoes = _joined(before.shoes, more)
            game = evolve(before, shoes=shoes, events=(*before.events, event))
            self._games += 1
            try:
                table = _played(game)
            except ShoeError:
                drawn.append((*more, ()))
                continue
            rows = [step.code for step in table.house.trace if isinstance(step, RowTaken)]
            taken = (spot.last, *rows)
            if table.round.void:
                yield _Step(game, taken, more, None)
                # After the dealer's second card, one rank is enough: rows depend only on the total.
                may_lie = _LAID if len(table.round.dealer.cards) < _DEALT else _TEN
                drawn += [_joined(more, ((card,),)) for card in may_lie]
            else:
                yield _Step(game, taken, more, self._spot(game, table, rows[-1]))

    def _spot(self, game: ShortGame, table: Table, last: str) -> _Spot:
        """Return the state of a table; tables that seem to have the same future share a state."""
        sight = (last, *_sight_of(table))
        if sight not in self._spots:
            self._spots[sight] = _Spot(game, table, last)
        return self._spots[sight]


def _at_usual_stake(table: Table, event: Event) -> Event:
    """Return an event; a bet gets an amount that can be halved, if the rules allow this amount."""
    limits = table.menu().limits
    if event.kind is EventKind.BET and limits is not None and limits.allow(_STAKE_MINOR):
        return Event.bet(event.seat, _STAKE_MINOR)
    return event


def _sight_of(table: Table) -> Iterator[object]:
    """Yield all that the future may depend on; after a round, only the state and the chips.

    The future does not depend on the order of cards, or on the points of finished hands.
    """
    round_, hole_card = table.round, table.house.hole_card
    yield round_.phase
    yield tuple([None if seat.on_credit else seat.balance_minor for seat in round_.seats])
    if round_.over:
        return
    yield round_.question, round_.asked_seat, round_.asked_hand
    yield round_.turn_seat, round_.turn_hand, round_.dealer_natural
    yield tuple(round_.dealer.cards), hole_card
    for seat in round_.seats:
        yield seat.ante_minor, seat.answered, seat.even_money_asked, seat.early_surrender_asked
        yield tuple([_sight_of_hand(hand) for hand in seat.hands])


def _sight_of_hand(hand: Hand) -> tuple[object, ...]:
    beside = any(bet.open for bet in hand.bets_beside)
    if not hand.open and not beside:
        return ()
    cards: tuple[object, ...] = ()
    if not hand.done and hand.live:
        cards = (len(hand.cards), hand.points, hand.soft, hand.from_split and hand.cards[0])
    marks = (hand.open, hand.live, hand.done, hand.natural, hand.doubled, hand.surrendered)
    return (*cards, *marks, hand.split_declined, hand.insurance_asked, hand.bet_minor, beside)
