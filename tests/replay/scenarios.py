"""Short journals, each for something that a journal may hold; what each holds is tested by name."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from io import BytesIO

from tests.replay.recorded import any_answer, play_on, play_round, recorded, seated, sitting_out

from pitboss.cards import CARDS, Card
from pitboss.journal import Journal
from pitboss.round import SeatPlan
from pitboss.rules import Rules
from pitboss.shoe import ArrangedShoes, parse_cards
from pitboss.table import Table, seeded_shoes

ENGINE = "0.1.0"
"""Named in the journals that are kept, whichever engine writes them again."""

Scenario = Callable[[], bytes]


def six_deck_s17() -> bytes:
    """Return twenty rounds of the default table with five seats."""
    return recorded(Rules(), 20, seats=5, seed=7)


def educative() -> bytes:
    """Return rounds that use up three decks and go on with the cards not on the table."""
    return recorded(Rules.preset("educative"), 14, seats=4, seed=11)


def cpsc386() -> bytes:
    """Return rounds with the stakes, the bank and the insurance of that assignment."""
    plans = seated(Rules.preset("cpsc386"), 4, balance_minor=1_000_000)
    return recorded(Rules.preset("cpsc386"), 20, seats=plans, seed=386)


def shoe_for_every_round() -> bytes:
    """Return rounds of which each brings its own shoe."""
    return recorded(Rules.preset("spring"), 12, seed=2**63 - 1)


def surrender_without_hole_card() -> bytes:
    """Return rounds of a European table that takes surrenders."""
    rules = Rules.preset("european_original", surrender="late", dealer_draws="always")
    return recorded(rules, 20, seed=0)


def shoes_in_mid_round() -> bytes:
    """Return rounds of seven seats on one deck with burned cards: several shoes in one round."""
    rules = Rules.of(decks=1, burn=20, shuffle="when_empty")
    return recorded(rules, 10, seats=7, seed=5)


def cut_card_at_once() -> bytes:
    """Return rounds whose every shoe is replaced when a round opens, the first before round 1."""
    rules = Rules.of(decks=1, burn=1, cut_card="52..52")
    return recorded(rules, 4, seats=2, seed=52)


def arranged_shoe() -> bytes:
    """Return two rounds, each on an arranged shoe, with no seed at all."""
    cards = parse_cards("8cAs9dKh8h6sTd3c9sTh2d")
    shoes = ArrangedShoes([cards, CARDS], cut_at=5)
    return recorded(Rules(), 2, seats=2, seed=None, shoes=shoes)


def tiny_arranged_shoes() -> bytes:
    """Return rounds on shoes of one to three cards, several of which come in with one event."""
    orders = [tiny_order(number) for number in range(200)]
    rules = Rules.of(shuffle="when_empty")
    return recorded(rules, 8, seats=2, seed=None, shoes=ArrangedShoes(orders))


def tiny_order(number: int) -> list[Card]:
    """Return one to three cards; by a stride prime to their number, all come up."""
    first = number * 29
    return [CARDS[(first + 11 * place) % len(CARDS)] for place in range(1 + number % 3)]


def arranged_then_shuffled() -> bytes:
    """Return rounds on an arranged shoe, then on shoes that are known by their own seed alone."""
    rules = Rules.of(decks=1, burn=3)
    shoes = ArrangedShoes([tiny_order(5)], then=seeded_shoes(rules, 77), cut_at=1)
    return recorded(rules, 8, seats=4, seed=None, shoes=shoes)


def arranged_beside_a_seed() -> bytes:
    """Return rounds on an arranged shoe, then on those of the table's seed."""
    rules = Rules.of(decks=2)
    shoes = ArrangedShoes([CARDS], then=seeded_shoes(rules, 9), cut_at=20)
    return recorded(rules, 8, seats=3, seed=9, shoes=shoes)


def void_round() -> bytes:
    """Return rounds of which the last are void, for no card is left."""
    shoes = ArrangedShoes([CARDS[::5]])
    return recorded(Rules(), 4, seats=2, seed=None, shoes=shoes)


def nobody_plays() -> bytes:
    """Return rounds in which every seat sits out."""
    return recorded(Rules(), 3, seats=2, answer=sitting_out)


def broke_seats() -> bytes:
    """Return rounds in which seats run out of chips and sit out, in the end all of them."""
    plans = [SeatPlan("Ann", 6_000), SeatPlan("Bo", 3_000), SeatPlan('Zoë \u2660 "\\\n', 0)]
    return recorded(Rules.of(bet_min=1_000), 30, seats=plans, seed=13)


def noted() -> bytes:
    """Return rounds with a host's notes before, between, within and after them, line by line."""
    sink = BytesIO()
    journal = Journal(sink, each_line=True, engine=ENGINE)
    journal.note({"before": "the first line"})
    table = Table(Rules(), seats=seated(Rules(), 2), seed=21, recorder=journal)
    journal.note({"time": "2024-05-01T20:00:00Z", "nested": {"list": [None, True, -1]}})
    for number in range(1, 5):
        table.open_round()
        journal.note({"round": number})
        offer = table.offer()
        assert offer is not None
        table.apply(any_answer(table, offer))
        journal.note({})
        play_on(table)
        journal.note({"over": number})
    play_round(table)
    table.close()
    journal.note({"after": "the last line"})
    return sink.getvalue()


SCENARIOS: Mapping[str, Scenario] = {
    scenario.__name__: scenario
    for scenario in (
        six_deck_s17,
        educative,
        cpsc386,
        shoe_for_every_round,
        surrender_without_hole_card,
        shoes_in_mid_round,
        cut_card_at_once,
        arranged_shoe,
        tiny_arranged_shoes,
        arranged_then_shuffled,
        arranged_beside_a_seed,
        void_round,
        nobody_plays,
        broke_seats,
        noted,
    )
}
"""Every scenario by its name."""


@lru_cache
def journal_of(name: str) -> bytes:
    """Return the journal of a scenario; it is played once."""
    return SCENARIOS[name]()
