"""No view, no offer and no error leads to the shoe, its seed, the house or the hole card."""

import io
from collections.abc import Iterator
from random import Random
from typing import Final

import pytest
from attrs import frozen
from tests.table.any_event import event_of
from tests.table.legality.menus import allows
from tests.table.legality.scenes import rules_of
from tests.table.random_play import random_event
from tests.table.views.reachable import reachable

from pitboss.errors import PitbossError, TableError
from pitboss.game.cards import CARDS, Card
from pitboss.game.events import Event, EventKind
from pitboss.game.round import House, Question, Round
from pitboss.game.shoe import Shoe
from pitboss.journal import Journal
from pitboss.journal.fields import decode
from pitboss.journal.files import Flush
from pitboss.journal.reader import read_round, read_shoe
from pitboss.journal.source import Lines
from pitboss.replay.starts import read_first
from pitboss.rules import Rules
from pitboss.rules.values import HoleCard
from pitboss.table.driver import AdapterError, AskAgain, play_round
from pitboss.table.menu import RefusedError
from pitboss.table.offer import Offer, View
from pitboss.table.seating import SeatPlan
from pitboss.table.shoes import ArrangedShoes, SeededShoes, seeded_shoes
from pitboss.table.snapshot import Snapshot
from pitboss.table.table import Table

# Compiled classes do not name the slots into which the walk looks.
pytestmark = pytest.mark.pure

HIDDEN_KINDS: Final = (Shoe, SeededShoes, ArrangedShoes, House, Table, Journal, Snapshot)

SEED: Final = 9_182_736_455_463_728
"""A seed that no amount and no count can be by chance."""

RULES: Final = {
    "the default table": {},
    "late surrender": {"surrender": "late"},
    "early surrender": {"surrender": "early"},
    "early surrender without insurance": {"surrender": "early", "insurance": "off"},
    "never a peek": {"peek": "never"},
    "the second card up": {"up_card": "second"},
    "lott": {"preset": "lott"},
    "educative": {"preset": "educative"},
    "cpsc386": {"preset": "cpsc386"},
    "spring": {"preset": "spring"},
}


@frozen
class Secret:
    """What must not be reached.

    Attributes:
        table: whose secrets they are.
        hole_card: the card that lies face down; no other of its rank and suit is in the shoe.
    """

    table: Table
    hole_card: Card | None

    def reached_from(self, shown: object) -> list[object]:
        """List the secrets that an object leads to; that many cards are an order of a shoe."""
        found = list(reachable(shown))
        secrets = [each for each in found if self._is_secret(each)]
        cards = [each for each in found if isinstance(each, Card)]
        return secrets + (cards if len(cards) > len(CARDS) // 2 else [])

    def _is_secret(self, found: object) -> bool:
        if isinstance(found, HIDDEN_KINDS):
            return True
        if isinstance(found, Card):
            return found is self.hole_card
        return isinstance(found, bytes | str | int) and found in self._seeds()

    def _seeds(self) -> tuple[bytes | str | int | None, ...]:
        return (SEED, str(SEED), self.table.shoe.seed)


def moments(name: str) -> Iterator[Secret]:
    """Play some rounds, each with a single deck, and yield the moments at which a table waits."""
    rules = Rules.from_dict({**RULES[name], "shuffle": "every_round"})
    chance = Random(name)
    shoes = SeededShoes(SEED, 1, 0, 0, 0)
    table = Table(rules, seats=["Ann", "Bob"][: rules.max_seats], seed=SEED, shoes=shoes)
    for _ in range(150):
        table.apply(random_event(chance, table))
        yield Secret(table, table.house.hole_card)


def shown_at(table: Table) -> Iterator[object]:
    """Yield everything that a seat, a spectator or a player is given at a moment."""
    yield table.offer()
    yield table.glance()
    yield table.menu()
    yield table.results()
    for viewer in (None, *range(len(table.plans))):
        yield table.view(viewer)
        yield View.at(table.round, viewer, table.shoe)


def refusals_at(table: Table) -> Iterator[RefusedError]:
    """Yield the refusal of every word that is not on the menu, and of wrong seats and amounts."""
    menu = table.menu()
    for kind in EventKind:
        for seat in (menu.seat, menu.seat + 1):
            event = event_of(kind, seat, menu.hand)
            if not allows(menu, event):
                with pytest.raises(RefusedError) as raised:
                    table.apply(event)
                yield raised.value


@pytest.mark.untraced
@pytest.mark.parametrize("name", RULES)
def test_what_is_shown_leads_to_nothing_hidden(name: str) -> None:
    """Views and offers, looked at or not yet, menus and results: no path ends at a secret."""
    for secret in moments(name):
        for shown in shown_at(secret.table):
            assert secret.reached_from(shown) == []
            assert str(SEED) not in repr(shown)


@pytest.mark.untraced
@pytest.mark.parametrize("name", RULES)
def test_a_refusal_leads_to_nothing_hidden(name: str) -> None:
    """Whatever is said wrongly at whatever moment."""
    for secret in moments(name):
        for error in refusals_at(secret.table):
            assert secret.reached_from(error) == []


class Careless:
    """A player who answers nothing that is legal."""

    def decide(self, view: View, offer: Offer) -> Event:
        """Hit where a bet is asked, bet where a hit is."""
        assert view.asked_seat == offer.seat
        return offer.hit() if offer.question is Question.BET else offer.bet(1)


def test_the_error_of_a_failing_player_leads_to_nothing_hidden() -> None:
    """Nor does the refusal that caused it."""
    for secret in moments("the default table"):
        table = secret.table
        if not table.over:
            with pytest.raises(AdapterError) as raised:
                play_round(table, [Careless(), Careless()], AskAgain(2))
            assert secret.reached_from(raised.value) == []
            assert isinstance(raised.value.__cause__, RefusedError)


def other_errors(table: Table) -> Iterator[PitbossError]:
    """Yield the errors that a host can meet without changing anything."""
    with pytest.raises(TableError) as no_seat:
        table.view(99)
    yield no_seat.value
    glance, view = table.glance(), View.at(table.round, None, table.shoe)
    assert glance is not None
    table.apply(Event.bet(0, 10))
    for old in (glance.look, view.look, lambda: glance.can(EventKind.BET)):
        with pytest.raises(TableError) as too_late:
            old()
        yield too_late.value
    with pytest.raises(TableError) as open_round:
        table.close()
    yield open_round.value


def test_other_errors_lead_to_nothing_hidden() -> None:
    """A seat that is not there, a look that comes too late, a table closed too early."""
    table = Table(rules_of(), seats=["Ann", "Bob"], seed=SEED)
    table.open_round()
    for error in other_errors(table):
        assert Secret(table, table.house.hole_card).reached_from(error) == []


def printed_at(table: Table, written: io.BytesIO) -> Iterator[str]:
    """Yield how everything prints itself that a host may hold at a moment.

    A card, a text or a number is what it is; whatever holds some decides what it shows of them.
    """
    written.seek(0)
    lines = list(Lines(written))
    header, _ = read_first(iter(lines))
    records = [read_shoe(raw, decode(raw)) for raw in lines if b'"line":"shoe"' in raw.data]
    rounds = [read_round(raw, decode(raw)) for raw in lines if b'"line":"round"' in raw.data]
    held = (table, table.snapshot(), header, lines, records, rounds)
    for each in reachable(held):
        if type(each).__module__.startswith("pitboss.") and not isinstance(each, Card):
            yield repr(each)


def test_nothing_that_prints_itself_prints_a_seed() -> None:
    """Of a table and its shoes, which print no cards either."""
    table = Table(seats=["Ann"], seed=SEED)
    seed = table.shoe.seed
    assert seed is not None
    for printed in map(repr, (table.shoe, table.house, table.snapshot(), table)):
        assert str(SEED) not in printed
        assert repr(seed) not in printed
        assert seed.hex() not in printed
        assert "Card(" not in printed


@pytest.mark.untraced
@pytest.mark.parametrize("name", RULES)
def test_nothing_that_prints_itself_prints_what_is_hidden(name: str) -> None:
    """Neither a seed, nor a card that nobody has seen, nor what anybody owns."""
    rules = Rules.from_dict({**RULES[name], "shuffle": "every_round"})
    chance = Random(name)
    written = io.BytesIO()
    plans = [SeatPlan("Ann", 912_873_465), SeatPlan("Bob", 817_263_549)][: rules.max_seats]
    decks = [chance.sample(CARDS, len(CARDS)) for _ in range(60)]
    shoes = ArrangedShoes(decks, seeded_shoes(rules, SEED))
    journal = Journal(written, flush=Flush.EACH_EVENT)
    table = Table(rules, seats=plans, seed=SEED, shoes=shoes, recorder=journal)
    hole_cards = 0
    for number in range(60):
        table.apply(random_event(chance, table))
        if number % 3:
            continue
        round_, shoe, hole_card = table.round, table.shoe, table.house.hole_card
        seen = {card for seat in round_.seats for hand in seat.hands for card in hand.cards}
        unseen = set(CARDS) - seen - set(round_.dealer.cards)
        assert hole_card is None or hole_card in unseen
        hole_cards += hole_card is not None
        chips = [seat.balance_minor for seat in round_.seats if seat.balance_minor > 10**6]
        secrets = [
            str(SEED),
            shoe.cards_text(),
            *map(str, chips),
            *([] if shoe.seed is None else [shoe.seed.hex(), repr(shoe.seed)]),
        ]
        secrets += [text for card in unseen for text in (repr(card), repr(card.code))]
        for printed in printed_at(table, written):
            assert [secret for secret in secrets if secret in printed] == []
    assert hole_cards or rules.hole_card is HoleCard.NONE


def test_a_planted_leak_is_found() -> None:
    """A shoe in a view's closet, a seed in an error, the hole card in a list: all are reached."""
    table = Table(seats=["Ann"], seed=SEED, shoes=SeededShoes(SEED, 1, 0, 0, 0))
    table.open_round()
    table.apply(Event.bet(0, 100))
    secret = Secret(table, table.house.hole_card)
    hole_card = table.house.hole_card
    assert hole_card is not None
    leaks = (
        lambda: table.shoe.cards,
        {"deep": [({hole_card},)]},
        TableError(str(SEED), "x").args[0].partition(":")[0],
        table.shoe.seed,
        table.house,
        table.apply,
    )
    for leak in leaks:
        holder = table.view(0)
        assert secret.reached_from(holder) == []
        assert secret.reached_from((holder, leak)) != []


def test_the_walk_reaches_the_round_that_a_lazy_view_looks_at() -> None:
    """Else it would prove nothing: private fields are followed as public ones are."""
    table = Table(seats=["Ann"], seed=SEED)
    assert any(
        isinstance(each, Round) for each in reachable(View.at(table.round, None, table.shoe))
    )
