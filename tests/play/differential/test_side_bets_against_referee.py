"""Side bets at tables against the plain referee, over random pay tables under random rules."""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Final

import pytest
from attrs import evolve
from tests.play.referee.random_rounds import random_rules
from tests.play.referee.side_bets import WORDS, Seen, side_bet_returns
from tests.scale import scaled, share_of
from tests.simulation.any_side_bet import any_side_bet

from pitboss import Card, Event, Outcome, Rules, Table, play_round
from pitboss.game.round import Seat
from pitboss.players import RandomLegal, WithSideBets
from pitboss.rules.side_bets import SideBet, built_in
from pitboss.table import QuietRecorder
from pitboss.table.shoes import ArrangedShoes, seeded_shoes

GAMES: Final = 300
ROUNDS: Final = scaled(80, least=8)


class FirstCards(QuietRecorder):
    """Remembers how the hands of the seats began, which a table forgets when hands are split."""

    def __init__(self) -> None:
        self.first_two: dict[int, list[str]] = {}
        self.grown: dict[int, list[str]] = {}

    def applied(self, table: Table, _event: Event, /) -> None:
        """Look at each seat's first hand."""
        for seat in table.round.seats:
            if not seat.hands or len(seat.hands[0].cards) < 2:
                continue
            cards = [card.code for card in seat.hands[0].cards]
            first_two = self.first_two.setdefault(seat.index, cards)
            if len(seat.hands) == 1:
                self.grown[seat.index] = cards
            elif len(self.grown[seat.index]) == 2:
                # A split ends it, with the card that comes to the first hand.
                self.grown[seat.index] = [*first_two, *cards[1:]]


def check_round(rules: Rules, table: Table, first_cards: FirstCards, met: Counter[str]) -> None:
    """Hold what came back for each side bet of a round to what the referee says."""
    forms = {bet.name: bet.to_dict() for bet in rules.side_bets}
    up_card = table.round.up_card
    for seat in table.round.seats:
        for bet in seat.side_bets:
            if table.round.void or not seat.hands:
                assert bet.returned_minor == bet.stake_minor
                met["void"] += 1
                continue
            assert up_card is not None
            seen = Seen(
                first_cards.first_two[seat.index],
                up_card.code,
                [card.code for card in table.round.dealer.cards],
                first_cards.grown[seat.index],
            )
            form = forms[bet.name]
            due = side_bet_returns(form, seen, bet.stake_minor, rules.rounding.value)
            assert bet.returned_minor == due, (form, seen, rules)
            met[str(form["decided_by"])] += 1
            met["paid"] += due > bet.stake_minor


@pytest.mark.parametrize("part", range(10))
def test_side_bets_bring_what_the_referee_says(part: int) -> None:
    """At random tables of one to three seats, whose players answer at random."""
    met: Counter[str] = Counter()
    for number in share_of(range(part, GAMES, 10)):
        random = Random(number)
        bets = tuple(any_side_bet(random, f"bet{place}") for place in range(random.randint(1, 8)))
        plain = random_rules(random) | {"bet_min": 0, "bet_max": None}
        rules = Rules.from_dict({**plain, "side_bets": [bet.to_dict() for bet in bets]})
        seats = ["Ann", "Ben", "Cy"][: min(random.randint(1, 3), rules.max_seats)]
        # Whole amounts at every ratio that a random pay table has.
        stakes = {bet.name: 6 * random.randint(1, 9) for bet in bets if random.random() < 0.7}
        players = [WithSideBets(RandomLegal(number), stakes) for _ in seats]
        first_cards = FirstCards()
        table = Table(rules, seats=seats, seed=number, recorder=first_cards)
        for _ in range(ROUNDS):
            first_cards.first_two.clear()
            first_cards.grown.clear()
            play_round(table, players)
            check_round(rules, table, first_cards, met)
    assert met["paid"] > 0


def test_the_referee_knows_every_word() -> None:
    """Those of pay tables, but for the hands that side bets never look at."""
    words = {word for bet in built_in().values() for line in lines_of(bet) for word in line}
    of_a_line = {"name", "title", "pays", "first", "dealer", "hand", "equal_rank", "equal_card"}
    assert words - of_a_line <= WORDS.keys()


def lines_of(bet: SideBet) -> list[dict[str, object]]:
    """Return the classes of a side bet in their plain form."""
    lines = bet.to_dict()["classes"]
    assert isinstance(lines, list)
    return [dict(line) for line in lines if isinstance(line, dict)]


def names_no_suit(bet: SideBet) -> bool:
    """Say whether no class tells one suit from another, nor one colour."""
    of_both = ([*line.conditions, *line.of_dealer, *line.of_hand] for line in bet.classes)
    named = {"suit", "colour", "same_colour", "cards"}
    return not any(each.word in named for conditions in of_both for each in conditions)


def bets_without_suits(random: Random) -> tuple[SideBet, ...]:
    """Return some side bets, built in and at random, whose pay tables name no suit."""
    known = [bet for name, bet in built_in().items() if "/" not in name]
    made = [any_side_bet(random, f"bet{number}") for number in range(12)]
    plain = [[bet for bet in bets if names_no_suit(bet)] for bets in (known, made)]
    assert len(plain[0]) > 5
    return (*random.sample(plain[0], 3), *plain[1][:5])


def with_suits(change: Callable[[str], str], cards: list[Card]) -> ArrangedShoes:
    """Return a shoe of the same ranks in other suits."""
    return ArrangedShoes([[Card.parse(card.code[0] + change(card.code[1])) for card in cards]])


def test_other_suits_change_nothing_where_the_pay_table_names_none() -> None:
    """One suit is as good as another; so what comes back is the same, and so are all bets."""
    won = Counter[bool]()
    for seed in range(scaled(1_200, least=150)):
        random = Random(seed)
        plain = random_rules(random) | {"bet_min": 0, "bet_max": None}
        rules = evolve(Rules.from_dict(plain), side_bets=bets_without_suits(random))
        suits = dict(zip("cdhs", random.sample("cdhs", 4), strict=True))
        cards = [*seeded_shoes(rules, seed).fresh(1).order]
        results: list[list[tuple[int, Outcome | None]]] = []
        for change in (str, suits.__getitem__):
            table = Table(rules, seats=["Ann"], shoes=with_suits(change, cards))
            stakes = {bet.name: 6 for bet in rules.side_bets}
            play_round(table, [WithSideBets(RandomLegal(seed), stakes)])
            results.append(came_back(table.round.seats[0]))
        assert results[0] == results[1]
        names = [bet.name for bet in rules.side_bets]
        backs = zip(names, results[0], strict=False)
        won.update(name.startswith("bet") for name, (back, _) in backs if back > 6)
    assert min(won[True], won[False]) > 10


def came_back(seat: Seat) -> list[tuple[int, Outcome | None]]:
    """Return what came back for each bet of a seat."""
    side_bets = [(bet.returned_minor, None) for bet in seat.side_bets]
    return side_bets + [(hand.returned_minor, hand.outcome) for hand in seat.hands]
