"""One round as a sequence of steps between the shoe, the dealer, the house and the players.

The steps are made from the events that a viewer is told, so they show only what this viewer may
know. The lanes follow the collaboration tables in Lott's chapter (document [000] in
`presets.toml`), but each seat has one lane for all its hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Final

from attrs import frozen

from pitboss.arguments import takes
from pitboss.diagrams.canvas import DiagramError
from pitboss.game.bets import BetKind, BetView
from pitboss.game.cards import Card
from pitboss.game.events import EventKind
from pitboss.game.reasons import Outcome
from pitboss.game.round import Presence, Question
from pitboss.rules import Rules
from pitboss.story import SPECTATOR, Phrases, Story, ToldEvent, Viewer
from pitboss.story import told_events as told
from pitboss.story.told_events import HandShown
from pitboss.story.viewers import SeatShown
from pitboss.text.terminal import Look, list_text, ordinal, outcome_text, printable, total_text

_LOOK: Final = Look()


class LaneKind(Enum):
    """The kinds of participants in a round."""

    SHOE = "shoe"
    DEALER = "dealer"
    HOUSE = "house"
    SEAT = "seat"


@frozen
class Lane:
    """A participant of a round.

    Attributes:
        kind: the kind of participant.
        name: the text above the lane.
        seat: the number of the player's seat, from 0; `None` for the others.
    """

    kind: LaneKind
    name: str
    seat: int | None = None


SHOE: Final = 0
DEALER: Final = 1
HOUSE: Final = 2
FIRST_SEAT: Final = 3
"""The places of the lanes, from left to right."""


class StepKind(Enum):
    """The kinds of steps between lanes."""

    OFFER = "offer"
    ANSWER = "answer"
    CARD = "card"
    PAYMENT = "payment"
    ACTION = "action"
    NOTE = "note"


@frozen
class Step:
    """Something that goes from one lane to another, or happens in one lane.

    Attributes:
        kind: the kind of step; an action is within a lane, a note is over all lanes.
        source: the index of the lane where it starts.
        target: the index of the lane where it ends.
        words: what is said, given or paid.
        card: the card that is given, if it is a single card that the viewer sees.
        amount_minor: what is staked, paid out or given back; 0 if no chips move.
    """

    kind: StepKind
    source: int
    target: int
    words: str
    card: Card | None = None
    amount_minor: int = 0


@frozen
class SequenceDiagram:
    """A round to be drawn as a sequence diagram.

    Attributes:
        title: what it shows, and to whom.
        lanes: the lanes from left to right.
        steps: the steps in the order in which they happen.
    """

    title: str
    lanes: tuple[Lane, ...]
    steps: tuple[Step, ...]


@takes(DiagramError)
def sequence_of(story: Story, number: int, viewer: Viewer = SPECTATOR) -> SequenceDiagram:
    """Return a round of a journal, played again, as a sequence of steps.

    Args:
        story: the story of the journal, from which no round was read yet.
        number: the number of the round, from 1; an open round ends where the journal ends.
        viewer: the viewer; only what this viewer may know is shown.

    Raises:
        JournalError: the journal cannot be read or played again, or has no such round.
    """
    rules = story.header.rules
    told_events = [event for events in story.rounds(viewer, number) for event in events]
    names = next(
        (
            tuple([_lane_name(seat) for seat in event.seats])
            for event in told_events
            if isinstance(event, told.RoundOpened)
        ),
        story.names,
    )
    return told_as_sequence(told_events, rules, names, _title(number, viewer, names))


def _lane_name(seat: SeatShown) -> str:
    return "(empty)" if seat.presence is Presence.EMPTY else seat.name


def _title(number: int, viewer: Viewer, names: tuple[str, ...]) -> str:
    if viewer.audits:
        return f"Round {number}, as an auditor knows it"
    if not viewer.seats:
        return f"Round {number}, as a spectator sees it"
    who = list_text([printable(names[seat]) for seat in sorted(viewer.seats)], "and")
    return f"Round {number}, as {who} sees it"


@takes(DiagramError)
def told_as_sequence(
    told: Iterable[ToldEvent], rules: Rules, names: tuple[str, ...], title: str
) -> SequenceDiagram:
    """Return the events of one round as a sequence of steps.

    Args:
        told: the events that the viewer is told.
        rules: the rules of the table.
        names: the names at the table, in the order of the seats.
        title: the title of the drawing.
    """
    lanes = [Lane(LaneKind.SHOE, "Shoe"), Lane(LaneKind.DEALER, "Dealer")]
    lanes.append(Lane(LaneKind.HOUSE, "House"))
    lanes += [Lane(LaneKind.SEAT, printable(name), seat) for seat, name in enumerate(names)]
    writer = _Writer(rules, len(lanes))
    steps = tuple([step for event in told for step in writer.steps(event)])
    return SequenceDiagram(title, tuple(lanes), steps)


class _Writer:
    """Turns told events into steps, one after another."""

    def __init__(self, rules: Rules, lanes: int) -> None:
        self._phrases = Phrases(rules)
        self._last_lane = lanes - 1

    def steps(self, event: ToldEvent) -> Iterator[Step]:
        """Yield the steps of an event."""
        match event:
            case told.RoundOpened():
                yield from self._opened(event)
            case told.Answered():
                yield from self._answered(event)
            case told.Dealt():
                yield from self._dealt(event)
            case told.Drew():
                yield _card(event.of, event.of.cards[-1], _worth(event.of))
            case told.Peeked():
                found = "a blackjack" if event.natural else "no blackjack"
                yield Step(StepKind.ACTION, DEALER, DEALER, f"looks at the hole card: {found}")
            case told.DealerShowed():
                yield self._dealer_showed(event)
            case told.ShoeBrought():
                words = f"is empty: shoe {event.shoe} comes into use"
                yield Step(StepKind.ACTION, SHOE, SHOE, words)
            case told.Settled() | told.RoundEnded():
                yield from self._paid(event)
            case told.Stopped():
                words = f"the journal stops at a question for {printable(event.name)}"
                yield self._note(f"{words}: {event.question.value.replace('_', ' ')}?")
            case _:
                return

    def _note(self, words: str) -> Step:
        return Step(StepKind.NOTE, SHOE, self._last_lane, words)

    def _opened(self, event: told.RoundOpened) -> Iterator[Step]:
        yield self._note(f"round {event.round_number} is opened")
        if event.new_shoe is not None:
            yield Step(StepKind.ACTION, SHOE, SHOE, f"shoe {event.new_shoe} comes into use")
        if event.shoe_position is not None:
            yield Step(StepKind.ACTION, SHOE, SHOE, f"{event.shoe_position} cards are drawn before")

    def _answered(self, event: told.Answered) -> Iterator[Step]:
        lane = event.of.seat + FIRST_SEAT
        hand = _hand_text(event.of)
        question = f"{hand}: {self._question(event)}" if hand else self._question(event)
        yield Step(StepKind.OFFER, HOUSE, lane, question)
        answer = self._phrases.answer(event)
        if event.answer is EventKind.BET and self._phrases.for_money:
            answer = f"bets {answer}"
        staked_minor = event.amount_minor if event.cost_minor is None else event.cost_minor
        yield Step(StepKind.ANSWER, lane, HOUSE, answer, amount_minor=staked_minor)

    def _question(self, event: told.Answered) -> str:
        """Write the question, with the limits if it asks for a bet."""
        if event.question is Question.BET and self._phrases.for_money:
            return f"bet{self._phrases.limits(event)}?"
        return self._phrases.question(event)

    def _dealt(self, event: told.Dealt) -> Iterator[Step]:
        """Yield the first cards, one after another."""
        hands = {hand.seat: hand for hand in event.hands}
        given: Counter[int] = Counter()
        for each in event.cards:
            seat, card = each.seat, each.card
            if seat is None:
                word = "a card" if card is None else _LOOK.card(card)
                lies = "face down" if each.face_down else "face up"
                yield Step(StepKind.CARD, SHOE, DEALER, f"{word} {lies}", card)
            elif card is not None:
                hand = hands[seat]
                yield _card(hand, card, _worth(hand) if given[seat] else "")
                given[seat] += 1

    def _dealer_showed(self, event: told.DealerShowed) -> Step:
        card = _LOOK.card(event.card)
        total = total_text(event.points, soft=event.soft)
        if event.turned:
            words = f"turns the hole card: {card}, {total}"
            return Step(StepKind.ACTION, DEALER, DEALER, words, card=event.card)
        return Step(StepKind.CARD, SHOE, DEALER, f"{card}, {total}", card=event.card)

    def _paid(self, event: told.Settled | told.RoundEnded) -> Iterator[Step]:
        if isinstance(event, told.Settled):
            yield from _settled(event, self._phrases)
            return
        if event.void:
            yield self._note("no card is left: every bet is returned")
        for each in event.settled:
            yield from _settled(each, self._phrases)
        yield self._note("the round is over" if event.hands else "every seat sits out")


def _card(hand: HandShown, card: Card, worth: str) -> Step:
    to = f" to the {ordinal(hand.hand)} hand" if hand.hands > 1 else ""
    words = f"{_LOOK.card(card)}{to}{worth}"
    return Step(StepKind.CARD, SHOE, hand.seat + FIRST_SEAT, words, card=card)


def _worth(hand: HandShown) -> str:
    return f", {total_text(hand.points, soft=hand.soft, natural=hand.natural)}"


def _hand_text(hand: HandShown) -> str:
    """Write the hand that an offer is about."""
    if not hand.cards:
        return ""
    which = f"{ordinal(hand.hand)} hand " if hand.hands > 1 else ""
    cards = " ".join(_LOOK.card(card) for card in hand.cards)
    return f"{which}{cards}"


def _settled(event: told.Settled, phrases: Phrases) -> Iterator[Step]:
    """Yield how a bet ended and what the seat gets back, or what changes if the round is void."""
    bet, undone_minor = event.bet, event.undone_minor
    if undone_minor is None:
        back_minor = bet.stake_minor + bet.net_minor
        gets = [f"gets {phrases.money(back_minor)}"] if back_minor else []
        words = ", ".join(filter(None, [*_ending(bet, phrases), *gets]))
        yield _payment(event, words, back_minor)
    elif bet.net_minor != undone_minor:
        more_minor = bet.net_minor - undone_minor
        amount = phrases.money(abs(more_minor))
        words = f"gets {amount} back after all" if more_minor > 0 else f"returns {amount}"
        yield _payment(event, words, more_minor)


def _ending(bet: BetView, phrases: Phrases) -> list[str]:
    """Write how a bet ended and what it won."""
    outcome, net_minor = bet.outcome, bet.net_minor
    if bet.kind is not BetKind.ANTE:
        return [phrases.beside(bet)]
    words = ["" if outcome in {Outcome.WIN, Outcome.LOSS} else outcome_text(outcome)]
    if net_minor and outcome is not Outcome.SURRENDER:
        bonus = phrases.pay_class(bet)
        ratio = f" at {phrases.rules.blackjack_pays}" if outcome is Outcome.NATURAL else ""
        ratio = ratio if bonus is None else f" at {bonus.pays} ({bonus.title})"
        verb = "wins" if net_minor > 0 else "loses"
        words.append(f"{verb} {phrases.money(abs(net_minor))}{ratio}")
    elif not words[0]:
        words.append("wins" if outcome is Outcome.WIN else "loses")
    return words


def _payment(event: told.Settled, words: str, amount_minor: int) -> Step:
    """Return a payment from the house to a seat; if the amount is negative, the seat pays."""
    hand = event.of
    lane = hand.seat + FIRST_SEAT
    lanes = (lane, HOUSE) if amount_minor < 0 else (HOUSE, lane)
    of_hand = hand.hands > 1 and event.bet.kind is not BetKind.SIDE_BET
    which = f"{ordinal(hand.hand)} hand " if of_hand else ""
    return Step(StepKind.PAYMENT, *lanes, f"{which}{words}", amount_minor=abs(amount_minor))
