"""No drawing shows a card before its viewer could see it.

A round is played up to some moment. Then the cards that lie face down at that moment, in the shoe
and before the dealer, are exchanged among themselves, and the same is played again: whoever has not
seen them must be shown the same drawing.
"""

import io
from contextlib import suppress
from itertools import count
from random import Random

import pytest
from attrs import evolve, frozen
from tests.diagrams.games import WEIGHTS
from tests.scale import scaled

from pitboss.diagrams import sequence_mermaid, sequence_of, sequence_svg
from pitboss.game.cards import CARDS, Card
from pitboss.game.events import Event, EventKind
from pitboss.game.trace import codes
from pitboss.journal import Journal
from pitboss.journal.files import Flush
from pitboss.players import RandomLegal
from pitboss.rules import Rules
from pitboss.rules.presets import PRESETS
from pitboss.rules.values import Deal, UpCard
from pitboss.story import AUDITOR, SPECTATOR, Story, Viewer
from pitboss.table.menu import RefusedError
from pitboss.table.seating import SeatPlan
from pitboss.table.shoes import ArrangedShoes
from pitboss.table.table import Recorder, Table

ROUNDS = scaled(1_000)
PARTS = 4
"""Checked apart, so that they can be at the same time."""

SHOE = 80
RULES = [
    *(Rules.preset(name) for name in PRESETS),
    Rules.of(surrender="early"),
    Rules.of(up_card="second", deal="blocks", split_deal="both"),
    Rules.of(bust_settles="at_end", surrender="late", peek="never"),
]


@frozen
class Scene:
    """A round up to some moment.

    Attributes:
        rules: the rules of the table.
        seats: how many sit there.
        cards: the shoe, in the order in which it is drawn.
        events: what was said.
    """

    rules: Rules
    seats: int
    cards: tuple[Card, ...]
    events: tuple[Event, ...]

    def table(self, recorder: Recorder | None = None) -> Table:
        """Set the table up, before anything was said."""
        plans = [SeatPlan(f"seat {seat}", 10**6) for seat in range(self.seats)]
        return Table(self.rules, seats=plans, shoes=ArrangedShoes([self.cards]), recorder=recorder)

    def played(self) -> tuple[Table, bytes, list[str]]:
        """Play it; return the table, the journal so far, and the rows that were taken."""
        written = io.BytesIO()
        table = self.table(Journal(written, flush=Flush.EACH_EVENT))
        rows: list[str] = []
        for event in self.events:
            table.apply(event)
            rows += [word for word in codes(table.house.trace) if "-" in word]
        return table, written.getvalue(), rows

    def unseen(self) -> list[int]:
        """Return the places in the shoe of all cards that nobody has seen at the end of it."""
        table, _journal, _rows = self.played()
        places = list(range(table.shoe.position, len(self.cards)))
        if table.round.hole_hidden:
            hands = sum(event.kind is EventKind.BET for event in self.events)
            places.append(hole_place(self.rules, hands))
        return places


def hole_place(rules: Rules, hands: int) -> int:
    """Return where in the shoe the hole card lies when so many hands are dealt."""
    is_last = rules.up_card is UpCard.FIRST
    if is_last or rules.deal is Deal.BLOCKS:
        return 2 * hands + is_last
    return hands


def random_scene(chance: Random, number: int) -> Scene:
    """Play a round at random, up to a moment at random."""
    rules = RULES[number % len(RULES)]
    seats = chance.randint(1, min(3, rules.max_seats))
    scene = Scene(rules, seats, tuple(chance.choices(CARDS, WEIGHTS, k=SHOE)), ())
    table = scene.table()
    players = [RandomLegal(number, seat) for seat in range(seats)]
    events = [Event.open()]
    table.open_round()
    while (offer := table.offer()) is not None:
        events.append(players[offer.seat].decide(table.view(offer.seat), offer))
        table.apply(events[-1])
    return evolve(scene, events=tuple(events[: chance.randint(1, len(events))]))


def with_other_cards(chance: Random, scene: Scene) -> Scene | None:
    """Exchange the unseen cards; none if that shows, as under a peek it may."""
    places = scene.unseen()
    _table, _journal, rows = scene.played()
    for _ in range(20):
        others = chance.sample(places, len(places))
        cards = list(scene.cards)
        for place, other in zip(places, others, strict=True):
            cards[place] = scene.cards[other]
        changed = evolve(scene, cards=tuple(cards))
        with suppress(RefusedError):
            if changed.cards != scene.cards and changed.played()[2] == rows:
                return changed
    return None


def drawings(scene: Scene, viewer: Viewer) -> tuple[str, str]:
    """Draw the round as text and as a picture."""
    sequence = sequence_of(Story(io.BytesIO(scene.played()[1])), 1, viewer)
    return sequence_mermaid(sequence), sequence_svg(sequence)


@pytest.mark.parametrize("part", range(PARTS))
def test_nobody_is_shown_a_card_before_its_time(part: int) -> None:
    """Over many rounds, at a random moment of each, unseen cards change no drawing but one's.

    An auditor knows the hole card; that their drawings do change proves that the test can fail.
    """
    chance = Random(part)
    checked = changed_for_auditor = 0
    for number in count():
        scene = random_scene(chance, number)
        other = with_other_cards(chance, scene)
        if other is None:
            continue
        for viewer in (SPECTATOR, *(Viewer.at(seat) for seat in range(scene.seats))):
            assert drawings(scene, viewer) == drawings(other, viewer)
        changed_for_auditor += drawings(scene, AUDITOR) != drawings(other, AUDITOR)
        checked += 1
        if checked == ROUNDS // PARTS:
            break
    assert changed_for_auditor > checked // 10
