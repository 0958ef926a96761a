"""Tables whose cards are known, and what a narrator tells of them."""

from collections.abc import Sequence

from attrs import frozen

from pitboss import Card, Event, EventKind, Offer, Question, Rules, SeatPlan, Table
from pitboss.story import SPECTATOR, Narrator, Page, ToldEvent, Viewer
from pitboss.story.told_events import TableOpened
from pitboss.table.shoes import ArrangedShoes
from pitboss.text.terminal import Look


@frozen
class Told:
    """What was told of a round.

    Attributes:
        rules: the rules of the table.
        events: in the order in which they were told.
    """

    rules: Rules
    events: list[ToldEvent]

    def page(self, look: Look | None = None) -> str:
        """Return the page that a reader gets, after the line that opens the round."""
        opened = self.events[0]
        assert isinstance(opened, TableOpened)
        page = Page(look or Look(), self.rules, tuple(seat.name for seat in opened.seats))
        text = "\n".join([*page.lines(*self.events), *page.rest()])
        return text.partition("Round 1")[2].partition("\n")[2]


def told_round(
    cards: str,
    *answers: str,
    rules: Rules | None = None,
    seats: Sequence[str | SeatPlan] = ("Ann",),
    viewer: Viewer = SPECTATOR,
) -> Told:
    """Play one round from known cards, every seat betting 10.00, and return what is told of it.

    Args:
        cards: codes in the order of drawing.
        answers: what the seats answer after their bets, in the order in which they are asked; the
            round stays open where they end.
        rules: of the table; None for the default ones.
        seats: who sits there.
        viewer: who is told.
    """
    order = [Card.parse(code) for code in cards.split()]
    events: list[ToldEvent] = []
    narrator = Narrator(viewer, events.append)
    table = Table(rules, seats=seats, shoes=ArrangedShoes([order]), recorder=narrator)
    table.open_round()
    waiting = list(answers)
    while (offer := table.offer()) is not None:
        if offer.question is Question.BET:
            can_bet = EventKind.BET in offer.legal
            table.apply(offer.bet(min(1000, offer.most_minor)) if can_bet else offer.sit_out())
        elif waiting:
            table.apply(_answer(offer, waiting.pop(0)))
        else:
            break
    assert not waiting, f"nobody was asked for {waiting}"
    return Told(table.rules, events)


def _answer(offer: Offer, kind: str) -> Event:
    return next(event for event in _answers(offer) if event.kind.value == kind)


def _answers(offer: Offer) -> list[Event]:
    return [
        offer.even_money(),
        offer.insure(),
        offer.decline(),
        offer.split(),
        offer.hit(),
        offer.stand(),
        offer.double(),
        offer.surrender(),
    ]
