"""Nobody can tell two tables apart that differ only in the chips of others.

Neither by what a seat or a spectator is told as the game goes on, in values, as lines of JSON, as a
page or as a drawing, nor by the table as it stands, nor by what they are refused. What is asked and
legal is heard by everybody, and is the same at both tables of a pair.
"""

import json
import pickle
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random
from typing import Final

import pytest
from tests.referee.random_rounds import random_rules
from tests.scale import scaled
from tests.views.chips import Game, random_game, with_other_chips

from pitboss.diagrams import sequence_mermaid, sequence_svg
from pitboss.diagrams.sequence import told_as_sequence
from pitboss.game.events import Event, EventKind
from pitboss.rules import Rules
from pitboss.rules.presets import PRESETS
from pitboss.story import AUDITOR, Narrator, Page, ToldEvent, Viewer, standing, standing_record
from pitboss.story.told_events import RoundOpened
from pitboss.table.legality import RefusedError
from pitboss.table.seating import SeatPlan
from pitboss.table.table import Table
from pitboss.text.terminal import Look

PAIRS: Final = scaled(1_000)
PARTS: Final = 4
PAIRS_UNDER_ONE_RULE_SET: Final = 10
ONE_IN: Final = 10
"""Of so many pairs one is shown to an auditor as well."""


def rule_sets(chance: Random) -> Iterator[Rules]:
    """Yield every preset and then random rule sets, without end."""
    for name in PRESETS:
        yield Rules.preset(name)
    while True:
        yield Rules.from_dict(random_rules(chance))


def refusals(table: Table, seat: int) -> Iterator[str]:
    """Yield what a seat is told whose turn it is not."""
    if table.menu().seat != seat:
        for kind in EventKind:
            with pytest.raises(RefusedError) as raised:
                table.apply(Event(kind, seat, 0))
            yield f"{raised.value} {raised.value.limits} {raised.value.options}"
            yield raised.value.to_json()


def told(game: Game, viewer: Viewer, seat: int | None) -> Iterator[object]:
    """Yield all that a viewer is shown or told of a game, in every form there is.

    Args:
        game: up to some moment.
        viewer: who is told.
        seat: whose view it is; none for a spectator's.
    """
    events: list[ToldEvent] = []
    look = Look()
    for table in game.moments(Narrator(viewer, events.append, explains=True)):
        view = table.view(seat)
        yield from (view, repr(view), hash(view), pickle.dumps(view), view.to_json())
        yield standing(table, viewer, look)
        yield json.dumps(standing_record(table, viewer))
        if seat is not None:
            yield from refusals(table, seat)
    yield from events
    yield from (json.dumps(event.record()) for event in events)
    page = Page(look, game.rules, tuple(plan.name for plan in game.plans))
    yield [*page.lines(*events), *page.rest()]
    yield from drawings(game, viewer, events)


def drawings(game: Game, viewer: Viewer, events: Sequence[ToldEvent]) -> Iterator[str]:
    """Yield the drawings of every round."""
    names = tuple(plan.name for plan in game.plans)
    begins = [at for at, event in enumerate(events) if isinstance(event, RoundOpened)]
    for begin, end in pairwise([*begins, len(events)]):
        sequence = told_as_sequence(events[begin:end], game.rules, names, viewer, "a round")
        yield from (sequence_mermaid(sequence), sequence_svg(sequence))


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize("part", range(PARTS))
def test_tables_that_differ_in_the_chips_of_others_cannot_be_told_apart(part: int) -> None:
    """By a seat that keeps its chips, or by a spectator; an auditor can, so the test can fail."""
    chance = Random(part)
    rules = rule_sets(chance)
    met: Counter[str] = Counter()
    while met["pairs"] < PAIRS // PARTS:
        here = next(rules)
        for _ in range(PAIRS_UNDER_ONE_RULE_SET):
            game = random_game(chance, here)
            seat = chance.choice([None, *range(len(game.plans))])
            other = with_other_chips(chance, game, seat)
            if other is None:
                continue
            viewer = Viewer() if seat is None else Viewer.at(seat)
            for one, same in zip(told(game, viewer, seat), told(other, viewer, seat), strict=True):
                assert one == same
            met["pairs"] += 1
            met["other stakes"] += game.stakes() != other.stakes()
            met["seats"] += seat is not None
            if met["pairs"] % ONE_IN == 0:
                assert [*told(game, AUDITOR, None)] != [*told(other, AUDITOR, None)]
    assert met["other stakes"] > met["pairs"] // 2
    assert met["seats"] > met["pairs"] // 4


def test_a_seat_that_is_asked_is_told_its_own_limits() -> None:
    """In the record of the table as it stands and of its answer; an auditor is, too."""
    for viewer in (Viewer(), Viewer.at(0), Viewer.at(1), AUDITOR):
        heard: list[ToldEvent] = []
        plans = [SeatPlan("Ann", 5_000), SeatPlan("Ben", 9_000)]
        table = Table(seats=plans, seed=7, recorder=Narrator(viewer, heard.append))
        table.open_round()
        offer = table.offer()
        assert offer is not None
        limits = (offer.least_minor, offer.most_minor, offer.unit_minor)
        known = viewer in (Viewer.at(0), AUDITOR)
        record = standing_record(table, viewer)
        stands = tuple(record[name] for name in ("least", "most", "unit"))
        assert stands == (limits if known else (None, None, None))
        table.apply(offer.bet(offer.least_minor))
        answered = heard[-1].record()
        assert (answered["least"], answered["most"]) == (limits[:2] if known else (None, None))
