"""Side bets and bonuses in simulations: their pay tables as numbers, and what the bets won."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from typing import Final, cast

import numpy as np
from attrs import frozen

from pitboss.errors import brief
from pitboss.game.cards import CARDS_IN_A_DECK, TEN_POINTS, Card, Rank, Suit
from pitboss.game.money import Rounding, scale
from pitboss.game.round import Seat
from pitboss.machine.flags import flags_for
from pitboss.rules import Rules
from pitboss.rules.pay_classes import PayClass
from pitboss.rules.pay_words import Condition, Span
from pitboss.rules.side_bets import DecidingCards, OnNatural, SideBet
from pitboss.simulation.compiling import record_at
from pitboss.simulation.kernel import layout as k
from pitboss.simulation.kernel.records import SEAT, SIDE_BET, SideBetNumbers
from pitboss.simulation.kernel.side_bets import list_classes
from pitboss.simulation.strategy import SideStakes, StrategyError

SideBetTimes = tuple[tuple[tuple[int, ...], ...], ...]
"""By seat and side bet: how often each class was paid, then how often the bet lost, and how often
it was returned."""

_DECIDED_BY: Final[Mapping[DecidingCards, int]] = {
    DecidingCards.FIRST_TWO: k.FIRST_TWO,
    DecidingCards.FIRST_TWO_AND_UP_CARD: k.WITH_UP_CARD,
    DecidingCards.FIRST_TWO_AND_DEALERS_TWO: k.WITH_DEALERS_TWO,
    DecidingCards.DEALERS_TWO: k.DEALERS_TWO,
    DecidingCards.DEALERS_HAND: k.DEALERS_HAND,
    DecidingCards.HAND: k.OWN_HAND,
}
_ON_NATURAL: Final[Mapping[OnNatural, int]] = {
    OnNatural.COMPARES: k.COMPARES,
    OnNatural.LOSES: k.LOSES,
    OnNatural.RETURNS: k.RETURNS,
}
_SEEN: Final[Mapping[str, tuple[int, int]]] = {
    "suited": (k.IN_SPAN, k.SUITED),
    "same_colour": (k.IN_SPAN, k.SAME_COLOUR),
    "same_rank": (k.IN_SPAN, k.SAME_RANK),
    "run": (k.IN_SPAN, k.RUN),
    "suit": (k.AMONG, k.SUITS),
    "colour": (k.AMONG, k.SUITS),
    "rank": (k.AMONG, k.RANKS),
    "ranks": (k.JUST_RANKS, k.RANKS),
    "cards": (k.JUST_CARDS, k.RANKS),
    "last_rank": (k.AMONG, k.LAST_RANK),
    "total": (k.IN_SPAN, k.TOTAL),
    "hard_total": (k.IN_SPAN, k.HARD_TOTAL),
    "soft": (k.IN_SPAN, k.SOFT),
    "bust": (k.IN_SPAN, k.BUST),
    "natural": (k.IN_SPAN, k.NATURAL),
    "count": (k.IN_SPAN, k.CARDS_SEEN),
    "equal_rank": (k.IN_SPAN, k.EQUAL_RANK),
    "equal_card": (k.IN_SPAN, k.EQUAL_CARD),
    "doubled": (k.IN_SPAN, k.DOUBLED),
    "from_split": (k.IN_SPAN, k.FROM_SPLIT),
}
"""Each word that the kernel knows: its kind of condition, and the place of the compared value."""

_SYMBOLS: Final[Mapping[str, int]] = {
    **{suit.value: 1 << place for place, suit in enumerate(Suit)},
    "red": 0b0110,
    "black": 0b1001,
    **{rank.value: 1 << place for place, rank in enumerate(Rank)},
}
_MAX_SEEN: Final = 1 << 40
_FOUR_IN_A_NUMBER: Final = np.array([1, 1 << 16, 1 << 32, 1 << 48], np.int64)


def knows_side_bets(rules: Rules) -> bool:
    """Say whether the kernel knows the words of all side bets of a rule set."""
    return all(terms.bet.words <= _SEEN.keys() for terms in flags_for(rules).side_bets.values())


def knows_bonuses(rules: Rules) -> bool:
    """Say whether the kernel knows the words of all bonuses of a rule set."""
    return all(bonus.words <= _SEEN.keys() for bonus in flags_for(rules).bonuses)


def card_code(card: Card) -> int:
    """Return the kernel's number of a card: its points, and upper bits that distinguish cards.

    For cards worth ten, the lowest two of the upper bits are the rank.
    """
    suit, number = divmod(card.index, 13)
    upper = 4 * suit + number - 9 if card.points == TEN_POINTS else suit
    return 16 * upper + card.points


def place_side_bets(rules: Rules, stakes: SideStakes) -> list[tuple[SideBet, int]]:
    """Return the side bets that a seat places, each with its stake.

    Args:
        rules: the rule set.
        stakes: what the seat stakes on each side bet.

    Raises:
        StrategyError: the rules lack a side bet or forbid a stake, or a seat names a bet twice.
    """
    terms, anybody = flags_for(rules).side_bets, Seat(0, "", 0, on_credit=True)
    found: list[tuple[SideBet, int]] = []
    for name, stake in stakes:
        if name not in terms or any(bet.name == name for bet, _ in found):
            raise StrategyError(
                f"cannot place a side bet {brief(name)}", "name a side bet of the rules, once"
            )
        if not terms[name].limits(anybody).allow(stake):
            raise StrategyError(
                f"the rules do not allow {stake} on {name}", "give amounts that the rules allow"
            )
        found.append((terms[name].bet, stake))
    return found


def returned_by(bet: SideBet, stake_minor: int, rules: Rules) -> list[int]:
    """Return what a seat gets back in each class, then for a lost and for a returned stake."""
    paid = [
        0 if each.pays is None else scale(stake_minor, each.pays, flags_for(rules).rounding)
        for each in bet.classes
    ]
    return [*[stake_minor + each for each in paid], 0, stake_minor]


def most_won(rules: Rules, stakes: SideStakes) -> int:
    """Return the most that side bets may win or lose, in minor units."""
    return sum(
        [max(returned_by(bet, stake, rules)) for bet, stake in place_side_bets(rules, stakes)]
    )


class _Tables:
    """Pay tables as numbers, one after the other.

    Args:
        at: the place of the first number.
    """

    def __init__(self, at: int) -> None:
        self._at = at
        self.numbers: list[int] = []

    def put(self, numbers: Sequence[int]) -> int:
        """Add some numbers, and return their place."""
        self.numbers += numbers
        return self._at + len(self.numbers) - len(numbers)

    def put_classes(self, lines: Iterable[tuple[PayClass | None, int, int]]) -> int:
        """Add classes, each with the first two numbers of its record, and return their place."""
        numbers: list[int] = []
        for each, *parts in lines:
            conditions = [] if each is None else self._conditions(each)
            at = self.put([number for condition in conditions for number in condition])
            numbers += [*parts, 0 if each is None else each.first, len(conditions), at]
        return self.put(numbers)

    def _conditions(self, line: PayClass) -> list[list[int]]:
        return [
            self._condition(of, each)
            for of, every in (
                (k.OF_DECIDING, line.conditions),
                (k.OF_DEALER, line.of_dealer),
                (k.OF_HAND_DEALT, line.of_hand),
            )
            for each in every
        ]

    def put_bet(self, bet: SideBet, stake_minor: int, rules: Rules) -> list[int]:
        """Add the classes of a side bet, and return the numbers of its record."""
        returned = returned_by(bet, stake_minor, rules)
        lines = zip([*bet.classes, None, None], returned, [0] * len(returned), strict=True)
        decided_by, on_natural = _DECIDED_BY[bet.decided_by], _ON_NATURAL[bet.dealer_natural]
        up_cards = CARDS_IN_A_DECK if decided_by == k.WITH_UP_CARD else 1
        return [decided_by, on_natural, len(bet.classes), self.put_classes(lines), 0, up_cards]

    def _condition(self, of: int, each: Condition) -> list[int]:
        kind, seen = _SEEN[each.word]
        if kind == k.AMONG:
            symbols = sum({_SYMBOLS[symbol] for symbol in cast("Sequence[str]", each.wanted)})
            return [of, kind, seen, symbols, 0]
        if kind == k.IN_SPAN:
            wanted = each.wanted
            span = wanted if isinstance(wanted, Span) else Span(int(wanted), int(wanted))
            return [of, kind, seen, span.low, _MAX_SEEN if span.high is None else span.high]
        listed = cast("Sequence[str]", each.wanted)
        if kind == k.JUST_RANKS:
            places = [_SYMBOLS[symbol].bit_length() - 1 for symbol in listed]
        else:
            places = [card_code(Card.parse(symbol)) for symbol in listed]
        return [of, kind, seen, len(listed), self.put(places)]


def with_side_bets(t: k.Whole, rules: Rules, seats: Sequence[SideStakes]) -> k.Whole:
    """Return the numbers of a table, followed by the side bets of each seat.

    Args:
        t: the numbers of the table.
        rules: the rule set.
        seats: what each seat stakes on side bets.

    Raises:
        StrategyError: as for `place_side_bets`.
    """
    if not any(seats):
        return t
    at, room = len(t), len(seats) * k.MAX_SIDE_BETS * k.SIDE_BET_SIZE
    tables, heads = _Tables(at + room), np.zeros(room, np.int64)
    for seat, stakes in enumerate(seats):
        own = record_at(t, k.SEATS_AT + seat * k.SEAT_SIZE, SEAT)
        for number, (bet, stake) in enumerate(place_side_bets(rules, stakes)):
            place = (seat * k.MAX_SIDE_BETS + number) * k.SIDE_BET_SIZE
            heads[place : place + k.SIDE_BET_SIZE] = tables.put_bet(bet, stake, rules)
            own.side_bets, own.side_stakes = number + 1, own.side_stakes + stake
            own.waits |= k.WAITS_SECOND * bet.decided_by.needs_second_card
            own.waits |= k.WAITS_NATURAL * (bet.dealer_natural is not OnNatural.COMPARES)
            own.waits |= k.WAITS_HAND * (bet.decided_by is DecidingCards.DEALERS_HAND)
    t[k.SIDE_BETS_AT] = at
    return np.concatenate([t, heads, np.array(tables.numbers, np.int64)])


def with_bonuses(t: k.Whole, rules: Rules) -> k.Whole:
    """Return the numbers of a table, followed by all bonuses of its rules as one pay table."""
    flags = flags_for(rules)
    if not flags.bonuses:
        return t
    tables = _Tables(len(t))
    lines = [
        (each, each.pays.numerator, each.pays.denominator)
        for bonus in flags.bonuses
        for each in bonus.classes
        if each.pays is not None
    ]
    at = tables.put_classes(lines)
    t[k.BONUSES_AT] = tables.put([0, 0, len(lines), at, 0, 1])
    t[k.ROUNDS_HALF_EVEN] = flags.rounding is Rounding.HALF_EVEN
    return np.concatenate([t, np.array(tables.numbers, np.int64)])


def most_by_bonus(rules: Rules, bet_minor: int) -> int:
    """Return the most that a bonus can pay a hand, doubled or not."""
    paid = [each.pays for bonus in flags_for(rules).bonuses for each in bonus.classes if each.pays]
    most = bet_minor << flags_for(rules).max_doubles
    return max([most * each.numerator // each.denominator + 1 for each in paid], default=0)


def are_listed(rules: Rules, stakes: SideStakes) -> bool:
    """Say whether the first cards of a round decide all side bets of a seat."""
    by = {DecidingCards.FIRST_TWO, DecidingCards.FIRST_TWO_AND_UP_CARD}
    return all(
        bet.decided_by in by and bet.dealer_natural is OnNatural.COMPARES
        for bet, _ in place_side_bets(rules, stakes)
    )


def _side_bet_of(t: k.Whole, seat: int, number: int) -> SideBetNumbers:
    place = seat * k.MAX_SIDE_BETS + number
    return record_at(t, int(t[k.SIDE_BETS_AT]) + place * k.SIDE_BET_SIZE, SIDE_BET)


def with_listed(t: k.Whole, cards: k.Bytes, seats: Sequence[SideStakes]) -> k.Whole:
    """Return the numbers of a table, followed by lists of the classes of side bets.

    Args:
        t: the numbers of the table, with its side bets.
        cards: a shoe.
        seats: what each seat stakes; all seats share the list of a side bet.
    """
    parts, end, listed_at = [t], len(t), dict[str, int]()
    for seat, stakes in enumerate(seats):
        for number, (name, _) in enumerate(stakes):
            bet = _side_bet_of(t, seat, number)
            if bet.decided_by not in {k.FIRST_TWO, k.WITH_UP_CARD}:
                continue
            if name not in listed_at:
                classes = np.zeros(CARDS_IN_A_DECK**2 * bet.up_cards, np.uint16)
                list_classes(t, cards, bet, classes)
                parts.append(classes.reshape(-1, 4).astype(np.int64) @ _FOUR_IN_A_NUMBER)
                listed_at[name], end = end, end + len(parts[-1])
            bet.listed_at = listed_at[name]
    return np.concatenate(parts)


def times_of(t: k.Whole) -> SideBetTimes:
    """Return how often each class happened, from the numbers of a table."""
    if not t[k.SIDE_BETS_AT]:
        return ()
    found: list[tuple[tuple[int, ...], ...]] = []
    for seat in range(t[k.SEATS]):
        own = record_at(t, k.SEATS_AT + seat * k.SEAT_SIZE, SEAT)
        times: list[tuple[int, ...]] = []
        for number in range(own.side_bets):
            bet = _side_bet_of(t, seat, number)
            end = bet.at + (bet.classes + 2) * k.CLASS_SIZE
            times.append(tuple(t[bet.at + k.TIMES : end : k.CLASS_SIZE].tolist()))
        found.append(tuple(times))
    return tuple(found)


def added_times(one: SideBetTimes, other: SideBetTimes) -> SideBetTimes:
    """Return how often each class happened in two results of a run together."""
    return tuple(
        [
            tuple(
                [
                    tuple([first + second for first, second in zip(*bets, strict=True)])
                    for bets in zip(*seats, strict=True)
                ]
            )
            for seats in zip(one, other, strict=True)
        ]
    )


class SideBetCounts:
    """Counts how often each class was paid, for the side bets of seats at a table.

    Args:
        rules: the rule set.
        seats: what each seat stakes; side bets that a player in Python adds do not count.
    """

    def __init__(self, rules: Rules, seats: Sequence[SideStakes]) -> None:
        self._classes = {
            name: [each.name for each in terms.bet.classes]
            for name, terms in flags_for(rules).side_bets.items()
        }
        self._times = [
            {name: [0] * (len(self._classes[name]) + 2) for name, _ in stakes} for stakes in seats
        ]

    def add(self, seat: Seat) -> None:
        """Count the settled side bets of a seat."""
        times = self._times[seat.index]
        for bet in seat.side_bets:
            if bet.name in times:
                classes = self._classes[bet.name]
                place = len(classes) + (bet.returned_minor > 0)
                if bet.pay_class:
                    place = classes.index(bet.pay_class)
                times[bet.name][place] += 1

    @property
    def found(self) -> SideBetTimes:
        """How often each class happened, by seat and side bet; empty without side bets."""
        if not any(self._times):
            return ()
        return tuple([tuple(map(tuple, times.values())) for times in self._times])


@frozen
class SideBetSums:
    """What a seat won with a side bet; all sums are exact.

    Attributes:
        name: the name of the side bet.
        stake_minor: the stake in each round.
        classes: the names of its classes.
        returned_minor: what the seat gets back in each class, then if the bet loses, then if the
            stake is returned.
        times: how often each of these happened; void rounds, and some dealer naturals, return
            stakes.
    """

    name: str
    stake_minor: int
    classes: tuple[str, ...]
    returned_minor: tuple[int, ...]
    times: tuple[int, ...]

    @classmethod
    def of(cls, bet: SideBet, stake_minor: int, rules: Rules, times: Sequence[int]) -> SideBetSums:
        """Return what a side bet won, computed from how often each class happened."""
        names = tuple([each.name for each in bet.classes])
        returned = tuple(returned_by(bet, stake_minor, rules))
        return cls(bet.name, stake_minor, names, returned, tuple(times))

    @property
    def rounds(self) -> int:
        """How often the seat placed the side bet."""
        return sum(self.times)

    @property
    def stakes_minor(self) -> int:
        """The sum of all stakes."""
        return self.rounds * self.stake_minor

    @property
    def net_minor(self) -> int:
        """The sum of all wins and losses; negative for a loss."""
        return self._sum(1)

    @property
    def squares(self) -> int:
        """The sum of the squares of what each round won, in square minor units."""
        return self._sum(2)

    def _sum(self, power: int) -> int:
        both = zip(self.returned_minor, self.times, strict=True)
        return sum([(back - self.stake_minor) ** power * times for back, times in both])

    @property
    def edge(self) -> float:
        """What the seat won for each unit that it staked."""
        return self.net_minor / self.stakes_minor if self.rounds else 0.0

    @property
    def standard_error(self) -> float:
        """The standard error of the edge, as if rounds were independent."""
        if self.rounds < 2:
            return 0.0
        spread = self.squares - Fraction(self.net_minor**2, self.rounds)
        return sqrt(spread / (self.rounds - 1) / self.rounds) / self.stake_minor
