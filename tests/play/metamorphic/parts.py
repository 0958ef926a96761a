"""What each seat brings to a round, so that the same can be played in other company.

A part holds the cards of a seat in the order in which it takes them, and its answers. A round is
made of parts and of the dealer's cards. The shoe is arranged anew before every answer: whoever
answers finds their own next cards on top, and beneath them lie the dealer's.
"""

from collections import deque
from collections.abc import Sequence
from functools import lru_cache

from attrs import frozen

from pitboss import Card, Event, EventKind, Outcome, Question, Rules, Table
from pitboss.game.bets import net_of
from pitboss.game.round import Round
from pitboss.game.shoe import Shoe
from pitboss.rules.values import Deal, HoleCard, UpCard


@frozen
class Answer:
    """What a seat answers.

    Attributes:
        question: to what.
        hand: for which of its hands.
        kind: the word.
        amount_minor: the stake of an insurance bet.
        points: the total of the hand at that moment.
    """

    question: Question
    hand: int
    kind: EventKind
    amount_minor: int
    points: int

    @property
    def asked(self) -> tuple[Question, int]:
        """What is answered, and for which hand."""
        return self.question, self.hand


@frozen
class Part:
    """What a seat brings to a round.

    Attributes:
        bet_minor: the opening bet; none for a seat that sits out.
        balance_minor: chips before the bet; none for unlimited funds.
        cards: the two cards that it is dealt.
        drawn: the cards that it takes after these.
        answers: in the order in which it is asked.
    """

    bet_minor: int | None
    balance_minor: int | None
    cards: tuple[Card, ...]
    drawn: tuple[Card, ...] = ()
    answers: tuple[Answer, ...] = ()


@frozen
class Ending:
    """How a hand ended, in minor units.

    Attributes:
        bet_minor: its whole stake.
        outcome: how it was settled.
        net_minor: what the bet brought.
        insurance_net_minor: what insurance brought.
    """

    bet_minor: int
    outcome: Outcome | None
    net_minor: int
    insurance_net_minor: int


Endings = tuple[tuple[Ending, ...], ...]
"""How the hands of each seat ended."""


class AnsweredOtherwiseError(AssertionError):
    """A seat is asked something else than before, or takes other cards."""


class _Tray:
    """A source of shoes whose cards are laid in when they are needed."""

    def fresh(self, number: int) -> Shoe:
        return Shoe(number, (), 0, 0, None, written_out=True)

    def remade(self, number: int, part: int, on_table: Sequence[Card]) -> Shoe | None:  # noqa: ARG002
        return None


_TRAY = _Tray()


@lru_cache(maxsize=64)
def _tables(rules: Rules, seats: int) -> list[Table]:
    """Keep a place for a table, which is made when it is first needed."""
    del rules, seats
    return []


def table_for(rules: Rules, seats: int) -> Table:
    """Return a table whose round is over: one that was used before, unless it was left midway."""
    kept = _tables(rules, seats)
    if not kept or not kept[0].over:
        kept[:] = [Table(rules, seats=[str(seat) for seat in range(seats)], shoes=_TRAY)]
    return kept[0]


def dealt(rules: Rules, parts: Sequence[Part], dealer: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards in the order in which they are dealt, and the dealer's that follow.

    Args:
        rules: they say in which order.
        parts: whose first cards are dealt.
        dealer: the up card, the second card, and what the dealer draws after them.
    """
    at_the_deal = 2 if rules.hole_card is HoleCard.DEALT else 1
    of_dealer = dealer[:at_the_deal]
    if rules.up_card is UpCard.SECOND:
        of_dealer = of_dealer[::-1]
    playing = [part for part in parts if part.bet_minor is not None]
    if rules.deal is Deal.BLOCKS:
        first = [card for part in playing for card in part.cards]
        return (*first, *of_dealer, *dealer[at_the_deal:])
    return (
        *[part.cards[0] for part in playing],
        of_dealer[0],
        *[part.cards[1] for part in playing],
        *of_dealer[1:],
        *dealer[at_the_deal:],
    )


def begun(rules: Rules, parts: Sequence[Part], cards: tuple[Card, ...]) -> Table:
    """Open a round, place the bets, and deal from the cards given."""
    table = table_for(rules, len(parts))
    table.open_round()
    shoe = table.house.shoe
    shoe.cards, shoe.position, shoe.cut_at = cards, 0, len(cards)
    for part, seat in zip(parts, table.round.seats, strict=True):
        seat.on_credit = part.balance_minor is None
        seat.balance_minor = part.balance_minor or 0
    for seat_number, part in enumerate(parts):
        bet = part.bet_minor
        table.apply(Event.sit_out(seat_number) if bet is None else Event.bet(seat_number, bet))
    return table


def endings_of(round_: Round) -> Endings:
    """Return how all hands of a round ended."""
    return tuple(
        tuple(
            Ending(hand.bet_minor, hand.outcome, hand.net_minor, net_of(hand.insurance))
            for hand in seat.hands
        )
        for seat in round_.seats
    )


def replayed(
    rules: Rules, parts: Sequence[Part], dealer: Sequence[Card], *, freely: bool = False
) -> Round:
    """Play parts together under some rules, and return the round.

    Args:
        rules: of the table.
        parts: seat by seat.
        dealer: the up card, the second card, and more than the dealer will draw.
        freely: an offer that a seat was not made before is declined, and one that it declined and
            is not made now is passed over; what it is asked beyond its last answer, it stands.

    Raises:
        AnsweredOtherwiseError: a seat is asked otherwise, takes other cards, or is not heard out.
    """
    table = begun(rules, parts, dealt(rules, parts, dealer))
    rest = dealer[2 if rules.hole_card is HoleCard.DEALT else 1 :]
    round_, shoe = table.round, table.house.shoe
    waiting = [deque(part.answers) for part in parts]
    taken = [0] * len(parts)
    while (question := round_.question) is not None:
        seat, hand = round_.asked_seat, round_.asked_hand
        own = parts[seat].drawn[taken[seat] :]
        answer = _answer(waiting[seat], question, hand, freely=freely)
        before = shoe.position
        shoe.cards = (*shoe.cards[:before], *own, *rest)
        table.apply(Event(answer.kind, seat, hand, answer.amount_minor))
        taken[seat] += min(shoe.position - before, len(own))
    if not freely:
        heard_out = not any(waiting)
        if not heard_out or taken != [len(part.drawn) for part in parts]:
            raise AnsweredOtherwiseError("not heard out", waiting, taken)
    return round_


def _answer(waiting: deque[Answer], question: Question, hand: int, *, freely: bool) -> Answer:
    """Take the answer to a question from those that wait."""
    asked = question, hand
    if freely:
        while waiting and waiting[0].asked != asked and waiting[0].kind in _CHANGES_NOTHING:
            waiting.popleft()
    if waiting and waiting[0].asked == asked:
        return waiting.popleft()
    if not freely:
        raise AnsweredOtherwiseError(asked, waiting)
    says = EventKind.STAND if question is Question.PLAY else EventKind.DECLINE
    return Answer(question, hand, says, 0, 0)


_CHANGES_NOTHING = frozenset({EventKind.DECLINE, EventKind.STAND})
