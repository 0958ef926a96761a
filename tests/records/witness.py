"""A witness: a recorder that notes at the table itself what records have to say of it.

It asks the table, as a host or a player would, for offers and results, and keeps account of splits
by its own: of which hand each hand was split off, and when.
"""

from collections.abc import Callable
from io import BytesIO
from random import Random

from attrs import define, field
from tests.replay.recorded import any_answer

from pitboss.game.cards import Card
from pitboss.game.events import KINDS_WITH_AMOUNT, By, Event, EventKind
from pitboss.game.round import DealerNatural, Presence, Question
from pitboss.journal import Flush, Journal
from pitboss.records import AnsweredBy, RecordedDecision, RecordedRound, ShoeSeen
from pitboss.rules import Rules
from pitboss.story import Recorders
from pitboss.table import Offer, QuietRecorder, SeatPlan, Table, View


@define
class Answer:
    """An answer that was given: to what, which hand it was about, and how that hand lay then."""

    offer: Offer
    view: View
    event: Event
    hands: int
    of: int
    cards_after: tuple[Card, ...] = ()


@define
class Noted:
    """A round as the witness saw it."""

    number: int
    shoe: tuple[int, int, int]
    seats: list[tuple[int, str, Presence, int]]
    answers: list[Answer] = field(factory=list[Answer])
    hands: dict[int, list[int]] = field(factory=dict[int, list[int]])
    split_off: list[tuple[int, int, int]] = field(factory=list[tuple[int, int, int]])
    """A hand, the hand that it was split from, and the number of the answer that did it."""
    hole_card: Card | None = None
    """The card that lay face down while something was asked, or in the end."""


class Witness(QuietRecorder):
    """Compares nothing by itself: at the end of a round it says what its record must be."""

    def __init__(self) -> None:
        self.rounds: list[dict[str, object]] = []
        self.hands: list[list[tuple[object, ...]]] = []
        self.decisions: list[list[RecordedDecision]] = []
        self.balances_minor: list[dict[int, int]] = []
        self._noted: Noted | None = None
        self._asked: tuple[Offer, View] | None = None

    def applied(self, table: Table, event: Event) -> None:
        """Note what was answered, and what is asked now."""
        if event.kind is EventKind.OPEN:
            shoe = table.shoe
            self._noted = Noted(
                table.round.number,
                (shoe.number, shoe.part, shoe.position),
                [
                    (seat.index, seat.name, seat.presence, seat.balance_minor)
                    for seat in table.round.seats
                    if seat.presence is not Presence.EMPTY
                ],
            )
        else:
            assert self._asked is not None
            self._answered(table, *self._asked, event)
        offer = table.offer()
        self._asked = None if offer is None else (offer, table.view(None))
        assert self._noted is not None
        self._noted.hole_card = table.house.hole_card or self._noted.hole_card
        if table.over:
            self._ended(table)

    def _answered(self, table: Table, offer: Offer, view: View, event: Event) -> None:
        noted = self._noted
        assert noted is not None
        hands = noted.hands.setdefault(event.seat, [])
        number = len(noted.answers)
        if event.kind is EventKind.BET:
            hands.append(0)
        answer = Answer(offer, view, event, len(hands), hands[event.hand] if hands else 0)
        if event.kind is EventKind.SPLIT:
            new = len(hands)
            noted.split_off.append((new, hands[event.hand], number))
            hands.insert(event.hand + 1, new)
        if offer.question is Question.BET:
            answer.hands = 0
        else:
            place = hands.index(answer.of)
            answer.cards_after = table.view(None).seats[event.seat].hands[place].cards
        noted.answers.append(answer)

    def _ended(self, table: Table) -> None:
        noted, round_, house = self._noted, table.round, table.house
        assert noted is not None
        number, part, position = noted.shoe
        view, results = table.view(None), table.results()
        dealer = view.dealer_cards
        hole = house.hole_card
        if (number, part) == (table.shoe.number, table.shoe.part):
            drawn = table.shoe.position - position
        else:
            drawn = sum(len(each.cards) for each in results) + len(dealer) + (hole is not None)
        self.rounds.append(
            {
                "number": noted.number,
                "shoe": number,
                "shoe_part": part,
                "position": position,
                "cards_used": drawn,
                "up_card": view.up_card,
                "dealer_cards": dealer,
                "dealer_points": view.dealer_points,
                "dealer_natural": view.dealer_natural is DealerNatural.SEEN,
                "void": round_.void,
                "net_minor": sum(each.net_minor + each.insurance_net_minor for each in results),
            }
        )
        if noted.hole_card is not None:
            self.rounds[-1]["hole_card"] = noted.hole_card
        antes = {
            each.event.seat: each.event.amount_minor
            for each in noted.answers
            if each.event.kind is EventKind.BET
        }
        self.hands.append(
            [
                (
                    (number, None if view.up_card is None else view.up_card.points),
                    antes[each.seat],
                    each.seat,
                    each.hand,
                    each.cards,
                    each.bet_minor,
                    each.outcome,
                    each.net_minor,
                    each.insurance_net_minor,
                )
                for each in results
            ]
        )
        self.decisions.append([self._decision(table, each) for each in range(len(noted.answers))])
        self.balances_minor.append({seat.index: seat.balance_minor for seat in round_.seats})

    def _decision(self, table: Table, number: int) -> RecordedDecision:
        noted = self._noted
        assert noted is not None
        answer = noted.answers[number]
        offer, event, seen = answer.offer, answer.event, answer.view.cards_seen
        hands = noted.hands[event.seat]
        at_bet = offer.question is Question.BET
        came_of = _came_of(noted, answer.of, number) if hands else set[int]()
        nets = {
            hands[each.hand]: each.net_minor + each.insurance_net_minor
            for each in table.results()
            if each.seat == event.seat
        }
        outcomes = {
            hands[each.hand]: each.outcome for each in table.results() if each.seat == event.seat
        }
        stakes = not KINDS_WITH_AMOUNT.isdisjoint(offer.legal)
        hand = table.view(None).seats[event.seat].hands
        after = hand[hands.index(answer.of)] if hands else None
        points_after = 0
        if not at_bet and after is not None:
            points_after = _points(answer.cards_after)
        return RecordedDecision(
            round=noted.number,
            number=number,
            seat=event.seat,
            name=table.round.seats[event.seat].name,
            by=AnsweredBy.PLAYER if event.by is None else AnsweredBy(event.by.value),
            command=event.command,
            question=offer.question,
            legal=offer.legal,
            least_minor=offer.least_minor if stakes else None,
            most_minor=offer.most_minor if stakes and not offer.unlimited else None,
            answer=event.kind,
            amount_minor=event.amount_minor if event.kind in KINDS_WITH_AMOUNT else None,
            hand=offer.hand,
            hands=answer.hands,
            bet_minor=offer.bet_minor,
            cards=offer.cards,
            points=offer.points,
            soft=offer.soft,
            up_card=offer.up_card,
            cards_after=answer.cards_after,
            points_after=points_after,
            outcome=outcomes.get(answer.of),
            net_minor=sum(net for each, net in nets.items() if each in came_of),
            seen=ShoeSeen(seen, answer.view.cards_drawn + answer.view.cards_left - seen.total),
        )


def _came_of(noted: Noted, hand: int, since: int) -> set[int]:
    """Return a hand with all that was split off from it from an answer of its seat on."""
    seat = noted.answers[since].event.seat
    came = {hand}
    for new, parent, number in noted.split_off:
        if parent in came and number >= since and noted.answers[number].event.seat == seat:
            came.add(new)
    return came


def _points(cards: tuple[Card, ...]) -> int:
    points = sum(card.points for card in cards)
    return points + 10 if points <= 11 and any(card.is_ace for card in cards) else points


def compare(witness: Witness, records: list[RecordedRound]) -> None:
    """See that records say what the witness saw."""
    assert len(records) == len(witness.rounds)
    for place, record in enumerate(records):
        seen = witness.rounds[place]
        assert {name: getattr(record, name) for name in seen} == seen
        hands = [
            (
                (each.shoe, each.up_points),
                each.ante_minor,
                each.seat,
                each.hand,
                each.cards,
                each.bet_minor,
                each.outcome,
                each.net_minor,
                each.insurance_net_minor,
            )
            for each in record.hands
        ]
        assert hands == witness.hands[place]
        assert list(record.decisions) == witness.decisions[place]
        for seat in record.seats:
            after = (seat.balance_minor or 0) + seat.net_minor
            assert after == witness.balances_minor[place][seat.seat]


def witnessed(
    rules: Rules,
    seats: list[SeatPlan],
    rounds: int,
    seed: int,
    *,
    answer: Callable[[Table, Offer], Event] = any_answer,
) -> tuple[bytes, Witness]:
    """Play some rounds before a witness, some answers given by others than the seat."""
    sink, witness, chance = BytesIO(), Witness(), Random(seed)
    recorder = Recorders((Journal(sink, flush=Flush.WHEN_FULL), witness))
    table = Table(rules, seats=seats, seed=seed, recorder=recorder)
    for _ in range(rounds):
        table.open_round()
        while (offer := table.offer()) is not None:
            event = answer(table, offer)
            if chance.random() < 0.3:
                command = chance.choice([None, "c-1"])
                event = event.sent(by=chance.choice([None, *By]), command=command)
            table.apply(event)
    table.close()
    return sink.getvalue(), witness
