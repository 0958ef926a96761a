"""Nobody can tell two shoes apart that differ only in cards nobody has seen."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Final

import pytest
from tests.legality.menus import allows
from tests.referee.random_rounds import random_rules
from tests.scale import scaled
from tests.shoe.changed import changed
from tests.views.pairs import History, glimpse, other_card

from pitboss.game.events import KINDS_WITH_AMOUNT, Event, EventKind
from pitboss.game.round import contents
from pitboss.rules import Rules
from pitboss.rules.presets import PRESETS
from pitboss.table import Table
from pitboss.table.legality import RefusedError

PAIRS: Final = scaled(10_000)
PARTS: Final = 5
PAIRS_UNDER_ONE_RULE_SET: Final = 20


def rule_sets(chance: Random) -> Iterator[Rules]:
    """Yield every preset with a hole card and then random rule sets, without end."""
    for name in PRESETS:
        yield Rules.preset(name)
    while True:
        yield Rules.from_dict(random_rules(chance))


def histories(chance: Random, count: int) -> Iterator[History]:
    """Yield so many histories, some under each rule set."""
    rules = rule_sets(chance)
    for _ in range(count // PAIRS_UNDER_ONE_RULE_SET):
        here = next(rules)
        for _ in range(PAIRS_UNDER_ONE_RULE_SET):
            yield History(chance, here)


def everything_told(table: Table) -> list[object]:
    """Return all that anybody at the table can be shown or told, in values and in words."""
    viewers = [None, *range(len(table.plans))]
    views = [table.view(viewer) for viewer in viewers]
    shown: list[object] = [table.offer(), table.menu(), table.legal(), table.results(), *views]
    offer = table.offer()
    documents = [view.to_json() for view in views]
    documents += [result.to_json() for result in table.results()]
    return [
        *shown,
        *map(repr, shown),
        *documents,
        None if offer is None else offer.to_json(),
        hash(table.offer()),
        *map(hash, views),
        contents(table.round),
    ]


def wrong_events(chance: Random, table: Table) -> Iterator[Event]:
    """Yield some events that are refused now."""
    menu = table.menu()
    for _ in range(4):
        kind = chance.choice(list(EventKind))
        seat, hand = (chance.choice((n, n, n, n + 1, n - 1)) for n in (menu.seat, menu.hand))
        event = Event(
            kind,
            max(seat, 0),
            max(hand, 0),
            chance.choice((0, 7)) if kind in KINDS_WITH_AMOUNT else 0,
        )
        if not allows(menu, event):
            yield event


def refusal(table: Table, event: Event) -> tuple[object, ...]:
    """Return all that a refusal tells."""
    with pytest.raises(RefusedError) as raised:
        table.apply(event)
    error = raised.value
    why = (error.kind, error.reason, error.options, error.clauses)
    fields = (*why, error.legal, error.phase, error.question)
    return (*fields, str(error), repr(error), error.args, error.to_json())


def check_nothing_told(history: History, twin: Table, chance: Random) -> None:
    """Play a history at another table, and see that nobody could tell it from the first."""
    for event, seen in zip(history.events, history.glimpses, strict=True):
        assert glimpse(twin) == seen
        twin.apply(event)
    assert everything_told(twin) == everything_told(history.table)
    for event in wrong_events(chance, twin):
        assert refusal(twin, event) == refusal(history.table, event)


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize("part", range(PARTS))
def test_shoes_that_differ_in_unseen_cards_only_cannot_be_told_apart(part: int) -> None:
    """Views, offers, refusals, and what is printed of them, at every moment of one history."""
    chance = Random(part)
    met: Counter[str] = Counter()
    for history in histories(chance, PAIRS // PARTS):
        others = history.other_shoes(chance)
        check_nothing_told(history, history.table_of(others, chance), chance)
        number, position = history.table.shoe.number, history.table.shoe.position
        cards, other_cards = history.shoes[number - 1].cards, others[number - 1].cards
        met["next card"] += cards[position : position + 1] != other_cards[position : position + 1]
        told = history.table.view(None).cut_card
        cut_at, other_cut_at = (shoes[number - 1].cut_at for shoes in (history.shoes, others))
        met["cut card"] += told is not None and not told.out and cut_at != other_cut_at
        for hidden in history.hidden:
            at = hidden.place[1]
            other = others[hidden.place[0] - 1].cards[at]
            met["unseen hole card"] += other is not hidden.card
            met["peeked hole card"] += other is not hidden.card and hidden.peeked
    assert met["next card"] > PAIRS // PARTS * 9 // 10
    assert met["cut card"] > PAIRS // PARTS // 4
    assert met["unseen hole card"] > PAIRS // PARTS // 4
    assert met["peeked hole card"] > PAIRS // PARTS // 50


def test_shoes_that_differ_in_a_seen_card_are_told_apart() -> None:
    """The comparison misses no card that lies face up; else it would prove nothing."""
    chance = Random(3)
    for history in histories(chance, 400):
        if history.lying is not None:
            number, at = history.lying
            shoe = history.shoes[number - 1]
            other = other_card(chance, shoe.cards[at])
            cards = (*shoe.cards[:at], other, *shoe.cards[at + 1 :])
            shoes = [changed(shoe, cards=cards) if each is shoe else each for each in history.shoes]
            with pytest.raises((AssertionError, RefusedError)):
                check_nothing_told(history, history.table_of(tuple(shoes), chance), chance)
