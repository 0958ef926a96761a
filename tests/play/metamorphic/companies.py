"""Random rule sets and random companies, in which what is rare does happen."""

from collections.abc import Iterator, Sequence
from math import lcm
from random import Random

from attrs import evolve, frozen
from tests.play.metamorphic.parts import Answer, Endings, Part, begun, dealt, endings_of
from tests.play.referee.plain_rules import refusals
from tests.play.referee.random_rounds import random_rules

from pitboss import Card, Event, EventKind, Question, Rules, Table
from pitboss.game.cards import CARDS, Rank
from pitboss.game.round import DealerNatural
from pitboss.rules.values import HoleCard
from pitboss.table.menu import Menu

ROUNDS_OF_A_RULE_SET = 200
MAX_SEATS = 4
MAX_HANDS = 5
BEYOND = 14
"""Cards that are kept for the dealer beyond those drawn: other rules may let him draw more."""

WITHOUT_LIMITS: dict[str, object] = {
    # A round is arranged, for as many seats as it has, with bets that every table takes.
    "shuffle": "every_round",
    "max_seats": 7,
    "bet_min": 1,
    "bet_max": None,
    "rounding": "down",
}


@frozen
class Company:
    """A round that was played, and all that it takes to play it again.

    Attributes:
        rules: of the table.
        parts: what each seat brought.
        dealer: the up card, the second card, what was drawn, and cards for more.
        drew: how many cards of these the dealer had in the end, turned up or not.
        natural: what the table knew of a dealer natural.
        endings: how the hands of each seat ended.
        points: the totals of the hands of each seat.
        lengths: how many cards each hand has.
        unit_minor: every stake is a multiple of it, and no payment makes a fraction.
    """

    rules: Rules
    parts: tuple[Part, ...]
    dealer: tuple[Card, ...]
    drew: int
    natural: DealerNatural
    endings: Endings
    points: tuple[tuple[int, ...], ...]
    lengths: tuple[tuple[int, ...], ...]
    unit_minor: int

    @property
    def answers(self) -> list[Answer]:
        """The answers of all seats."""
        return [answer for part in self.parts for answer in part.answers]

    def says(self, *kinds: EventKind) -> bool:
        """Say whether any seat answers with one of some words."""
        return any(answer.kind in kinds for part in self.parts for answer in part.answers)

    def described(self) -> str:
        """Write down what it takes to play the round again."""
        parts = "\n".join(
            f"  bet {part.bet_minor} of {part.balance_minor}, cards {_codes(part.cards)}, "
            f"draws {_codes(part.drawn)}, "
            f"says {' '.join(f'{each.kind.value}({each.hand})' for each in part.answers)}"
            for part in self.parts
        )
        return f"rules {self.rules.changes()}\n{parts}\n  dealer {_codes(self.dealer)}"


def _codes(cards: Sequence[Card]) -> str:
    return " ".join([card.code for card in cards])


def some_rules(rng: Random, **fixed: object) -> Rules:
    """Draw a rule set under which rounds can be compared; some options may be fixed."""
    while True:
        plain = {**random_rules(rng), **WITHOUT_LIMITS, **fixed}
        if not refusals(plain):
            return Rules.from_dict(plain)


def companies(rng: Random, rules: Rules, rounds: int) -> Iterator[Company]:
    """Play rounds of random companies under a rule set."""
    weights = [rng.choice((1, 1, 1, 4)) for _ in Rank]
    weights[0] = rng.choice((2, 4, 8))
    weight = dict(zip(Rank, weights, strict=True))
    deck = [card for card in CARDS for _ in range(weight[card.rank])]
    random = _Random(rng, rules, rng.choices(deck, k=5_000))
    for _ in range(rounds):
        yield random.company()


class _Random:
    """Plays rounds at random."""

    def __init__(self, rng: Random, rules: Rules, cards: Sequence[Card]) -> None:
        self._rng = rng
        self._rules = rules
        self._cards = cards
        self._at_the_deal = 2 if rules.hole_card is HoleCard.DEALT else 1
        self._unit = 2 * lcm(rules.blackjack_pays.denominator, 2 * rules.insurance_pays.denominator)

    def company(self) -> Company:
        """Play a round and write down what every seat took and answered."""
        rng = self._rng
        parts = [self._part() for _ in range(rng.randint(2, MAX_SEATS))]
        if all(part.bet_minor is None for part in parts):
            parts[0] = Part(self._unit, None, self._some_cards(2))
        tempers = [rng.choice((0.15, 0.5, 0.95)) for _ in parts]
        up_card, second = self._dealers_first()
        first = (up_card, second, *self._some_cards(BEYOND))
        table = begun(self._rules, parts, dealt(self._rules, parts, first))
        answers: list[list[Answer]] = [[] for _ in parts]
        drawn: list[list[Card]] = [[] for _ in parts]
        round_, shoe = table.round, table.house.shoe
        while round_.question is not None:
            seat = round_.asked_seat
            answer = self._answer(table, tempers[seat])
            answers[seat].append(answer)
            before = shoe.position
            shoe.cards = (*shoe.cards[:before], *self._some_cards(MAX_HANDS + BEYOND))
            table.apply(Event(answer.kind, seat, round_.asked_hand, answer.amount_minor))
            drawn[seat].extend(shoe.cards[before : self._first_of_dealer(table)])
        return Company(
            rules=self._rules,
            parts=tuple(
                evolve(part, drawn=tuple(own), answers=tuple(said))
                for part, own, said in zip(parts, drawn, answers, strict=True)
            ),
            dealer=(*first[: self._at_the_deal], *shoe.cards[self._first_of_dealer(table) :]),
            drew=_dealers(table),
            natural=round_.dealer_natural,
            endings=endings_of(round_),
            points=tuple(tuple(hand.points for hand in seat.hands) for seat in round_.seats),
            lengths=tuple(tuple(len(hand.cards) for hand in seat.hands) for seat in round_.seats),
            unit_minor=self._unit,
        )

    def _some_cards(self, count: int) -> tuple[Card, ...]:
        """Take some cards from a random place of those that were drawn for the rule set."""
        start = self._rng.randrange(len(self._cards) - count)
        return tuple(self._cards[start : start + count])

    def _first_of_dealer(self, table: Table) -> int:
        """Return where in the shoe the cards begin that the dealer draws after the deal."""
        return table.house.shoe.position - (_dealers(table) - self._at_the_deal)

    def _part(self) -> Part:
        rng, unit = self._rng, self._unit
        if rng.random() < 0.15:
            return Part(None, None, ())
        bet = unit * rng.randint(1, 50)
        spare = rng.choice((None, None, 0, bet, 3 * bet, 40 * bet))
        first, second = self._some_cards(2)
        cards = (first, first if rng.random() < 0.25 else second)
        return Part(bet, None if spare is None else bet + spare, cards)

    def _dealers_first(self) -> tuple[Card, Card]:
        """Draw an up card and a second card that often make, or could have made, a natural."""
        up_card, second = self._some_cards(2)
        if self._rng.random() < 0.5:
            up_card = self._rng.choice(_ACES_AND_TENS)
            if self._rng.random() < 0.6:
                second = self._rng.choice(_TENS if up_card.is_ace else _ACES)
        return up_card, second

    def _answer(self, table: Table, temper: float) -> Answer:
        rng, round_, menu = self._rng, table.round, table.menu()
        question = menu.question
        assert question is not None
        hands = round_.seats[menu.seat].hands
        kind, amount = EventKind.DECLINE, 0
        if question is Question.PLAY:
            kind = self._play(menu.kinds, temper)
        elif question is Question.SPLIT:
            if len(hands) < MAX_HANDS and rng.random() < 0.7:
                kind = EventKind.SPLIT
        elif question is Question.INSURANCE:
            amount = self._insurance(menu)
            kind = EventKind.INSURE if amount else EventKind.DECLINE
        elif rng.random() < 0.3:
            kind = menu.kinds[0]
        return Answer(question, menu.hand, kind, amount, hands[menu.hand].points)

    def _insurance(self, menu: Menu) -> int:
        """Choose a stake; 0 for none."""
        limits, unit = menu.limits, self._unit
        assert limits is not None
        if self._rng.random() < 0.6:
            return 0
        if limits.least_minor == limits.most_minor:
            return limits.least_minor
        return min(limits.most_minor // unit, self._rng.randint(1, 10)) * unit

    def _play(self, kinds: Sequence[EventKind], temper: float) -> EventKind:
        chance = self._rng.random()
        if EventKind.SURRENDER in kinds and chance < 0.3:
            return EventKind.SURRENDER
        if EventKind.DOUBLE in kinds and chance > 0.7:
            return EventKind.DOUBLE
        return EventKind.HIT if self._rng.random() < temper else EventKind.STAND


_ACES = [card for card in CARDS if card.is_ace]
_TENS = [card for card in CARDS if card.points == 10]
_ACES_AND_TENS = _ACES * 4 + _TENS


def _dealers(table: Table) -> int:
    """Count the dealer's cards, turned up or not."""
    return len(table.round.dealer.cards) + table.round.hole_hidden
