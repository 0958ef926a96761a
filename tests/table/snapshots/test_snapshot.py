"""Snapshots: whatever is played on from one is what would have been played without it."""

import copy
import json
import pickle
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from random import Random
from types import NoneType, UnionType
from typing import cast, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.players.strategies.rules import valid_rules
from tests.table.snapshots.known_tables import emptied_shoe, fresh_shoe, mid_round, sealed
from tests.table.snapshots.random_play import applied, play_on, random_answer, random_table

from pitboss import Card, Event, Phase, Question, Rules, Table
from pitboss.diagrams.model import annotations_of
from pitboss.errors import SnapshotError
from pitboss.game.bets import PaidBonus
from pitboss.game.cards import CARDS
from pitboss.game.reasons import Reason
from pitboss.game.round import PART_FIELDS, House, Round, contents
from pitboss.game.seed_exchange import SeedExchange
from pitboss.game.shoe import Shoe, ShoeSource
from pitboss.game.trace import TraceEntry
from pitboss.table import QuietRecorder, Recorder
from pitboss.table.shoes import ArrangedShoes, SeededShoes
from pitboss.table.snapshot import Snapshot
from pitboss.table.snapshot_json import HELD, MAX_SOURCES, NEW_PARTS

MAX_EVENTS = 40

VALUES: frozenset[object] = frozenset(
    {
        *(bool, int, str, bytes, NoneType),
        *(Card, PaidBonus, Reason, Rules, SeededShoes, SeedExchange, TraceEntry),
    }
)
"""Classes whose objects never change, and need not be looked into."""


class Listener(QuietRecorder):
    """A recorder that remembers what it heard."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def opened(self, table: Table) -> None:
        """Hear that a table was set up."""
        self.heard.append(f"opened {len(table.plans)}")

    def joined(self, table: Table) -> None:
        """Hear that a table goes on."""
        self.heard.append(f"joined {len(table.plans)}")

    def applied(self, table: Table, event: Event) -> None:
        """Hear that an event was applied."""
        self.heard.append(f"{event.kind.value} {table.round.number}")

    def closed(self, table: Table) -> None:
        """Hear that the table is closed."""
        self.heard.append(f"closed {table.round.number}")


@given(rules=valid_rules(), seed=st.integers(0, 2**32), before=st.integers(0, MAX_EVENTS))
def test_going_on_from_a_snapshot_equals_not_stopping(rules: Rules, seed: int, before: int) -> None:
    """At any moment, under any rules, with any shoes: the same answers bring the same table."""
    chance = Random(seed)
    table = random_table(chance, rules)
    play_on(chance, table, before)
    restored = Table.restore(Snapshot.from_json(table.snapshot().to_json()))
    for _ in range(MAX_EVENTS):
        assert restored.snapshot() == table.snapshot()
        assert restored.offer() == table.offer()
        assert restored.legal() == table.legal()
        assert restored.view(0) == table.view(0)
        assert restored.results() == table.results()
        event = random_answer(chance, table)
        if event is None:
            break
        went_on = applied(table, event)
        assert applied(restored, event) == went_on
        if not went_on:
            break


@given(rules=valid_rules(), seed=st.integers(0, 2**32), before=st.integers(0, MAX_EVENTS))
def test_a_snapshot_read_from_json_is_the_same_value(rules: Rules, seed: int, before: int) -> None:
    """It compares equal, hashes equal, and is written the same way again."""
    chance = Random(seed)
    table = random_table(chance, rules)
    play_on(chance, table, before)
    snapshot = table.snapshot()
    text = snapshot.to_json()
    read = Snapshot.from_json(text.encode())
    assert read == snapshot
    assert hash(read) == hash(snapshot)
    assert read.to_json() == text


def moments() -> Iterator[Table]:
    """Play tables of several tempers and give each at every moment at which it waits."""
    tempers = (
        Rules(),
        Rules.of(surrender="early", insurance="off", even_money=False),
        Rules.of(surrender="early", peek="never"),
        Rules.preset("educative"),
        Rules.preset("cpsc386"),
    )
    for seed in range(20):
        for rules in tempers:
            chance = Random(seed)
            table = random_table(chance, rules)
            for _ in range(60):
                yield table
                play_on(chance, table, 1)


def test_every_state_and_every_question_is_kept() -> None:
    """A table can wait in six of the seven states; the dealer's turn waits for nobody."""
    kept: set[tuple[Phase, Question | None, bool]] = set()
    for table in moments():
        moment = (table.round.phase, table.round.question, table.round.void)
        if moment not in kept:
            kept.add(moment)
            snapshot = Snapshot.from_json(table.snapshot().to_json())
            assert Table.restore(snapshot).snapshot() == table.snapshot()
    assert {phase for phase, _question, _void in kept} == set(Phase) - {Phase.DEALER_TURN}
    assert {question for _phase, question, _void in kept} == {None, *Question}
    assert {void for _phase, _question, void in kept} == {False, True}


@pytest.mark.untraced
def test_a_snapshot_does_not_change_when_the_table_does() -> None:
    """What is played after it was taken leaves it alone, at every kind of table."""
    for table in moments():
        snapshot = table.snapshot()
        before = contents(snapshot.round), contents(snapshot.house)
        play_on(Random(1), table, 3)
        assert (contents(snapshot.round), contents(snapshot.house)) == before


def test_tables_restored_from_one_snapshot_do_not_touch_each_other() -> None:
    """Each has a round, a house and a shoe of its own."""
    chance = Random(2)
    table = random_table(chance, Rules())
    play_on(chance, table, 9)
    snapshot = table.snapshot()
    one, other = Table.restore(snapshot), Table.restore(snapshot)
    play_on(chance, one, 30)
    assert one.snapshot() != snapshot
    assert other.snapshot() == table.snapshot() == snapshot


def test_a_new_shoe_stays_the_one_in_use() -> None:
    """The shoe that the last event brought in is drawn from, and not a copy of it."""
    table = Table(Rules.of(shuffle="every_round"), seats=["Ann"], seed=4)
    for _ in range(2):
        table.open_round()
        table.apply(Event.sit_out(0))
    table.open_round()
    restored = Table.restore(table.snapshot())
    assert restored.house.new_shoes == [restored.shoe]
    assert restored.shoe.number == 3


def test_a_hole_card_of_an_earlier_shoe_is_kept_as_one() -> None:
    """Where the shoe came to its end after the deal; it may not be said of a card of this shoe."""
    table = Table(Rules.of(decks=1, shuffle="when_empty"), seats=["Ann", "Bob", "Cy"], seed=8)
    chance = Random(8)
    while not table.round.hole_is_older:
        play_on(chance, table, 1)
    held = json.loads(table.snapshot().to_json())
    assert Table.restore(Snapshot.from_json(json.dumps(held))).snapshot() == table.snapshot()
    held["round"]["hole_is_older"] = False
    with pytest.raises(SnapshotError, match="hole_is_older"):
        Table.restore(Snapshot.from_json(sealed(held)))


def test_a_restored_table_tells_its_recorder_what_follows() -> None:
    """The recorder hears every further event, and not that a table was opened."""
    table = Table(seats=["Ann", "Bob"], seed=4)
    table.open_round()
    listener = Listener()
    recorder: Recorder = listener
    restored = Table.restore(table.snapshot(), recorder=recorder)
    restored.apply(Event.sit_out(0))
    restored.apply(Event.sit_out(1))
    restored.close()
    assert listener.heard == ["joined 2", "sit_out 1", "sit_out 1", "closed 1"]


def test_a_name_in_any_script_comes_back() -> None:
    """Names are the host's, whatever they are written in."""
    names = ["Zo\u00eb", "\u5f20", "\U0001f0a1", 'quote " and \\', ""]
    table = Table(seats=names, seed=4)
    restored = Table.restore(Snapshot.from_json(table.snapshot().to_json()))
    assert [plan.name for plan in restored.plans] == names


def test_what_is_hidden_is_not_shown_by_chance() -> None:
    """Printing a snapshot shows neither seed nor hole card nor the order of the shoe."""
    table = Table(seats=["Ann"], seed=987_654_321)
    table.open_round()
    table.apply(Event.bet(0, 100))
    shown = repr(table.snapshot())
    assert table.house.hole_card is not None
    assert "987654321" not in shown
    assert table.house.hole_card.code not in shown.replace("hole_hidden", "")
    assert "house" not in shown


class OtherShoes:
    """Shoes from somewhere else: always the same deck."""

    def fresh(self, number: int) -> Shoe:
        """Return a deck in its order."""
        return Shoe(number, CARDS, 0, 52, None, written_out=True)

    def remade(self, number: int, part: int, on_table: Sequence[Card]) -> Shoe | None:
        """Return a deck without the cards on the table."""
        left = tuple(card for card in CARDS if card not in on_table)
        return Shoe(number, left, 0, len(left), None, written_out=True, part=part)


class CleverShoes(SeededShoes):
    """Shoes that look like those of a seed and may do anything."""


@pytest.mark.parametrize(
    "shoes",
    [
        OtherShoes(),
        CleverShoes(1, 1, 0, 0, 0),
        ArrangedShoes([CARDS], OtherShoes()),
        ArrangedShoes([CARDS], CleverShoes(1, 1, 0, 0, 0)),
    ],
)
def test_shoes_from_elsewhere_cannot_be_kept(shoes: SeededShoes) -> None:
    """Only what is known to make the same shoes again is taken into a snapshot."""
    table = Table(seats=["Ann"], shoes=shoes)
    with pytest.raises(SnapshotError, match="only SeededShoes") as refused:
        table.snapshot()
    assert refused.value.where == "house.shoes"


def test_arranged_shoes_may_follow_one_another_for_long_but_not_for_ever() -> None:
    """So many sources can be kept, and no more; none is forgotten in silence."""
    shoes = ArrangedShoes([CARDS])
    for _ in range(MAX_SOURCES - 1):
        shoes = ArrangedShoes([CARDS], shoes)
    table = Table(seats=["Ann"], shoes=shoes)
    assert Table.restore(Snapshot.from_json(table.snapshot().to_json())).house.shoes == shoes
    with pytest.raises(SnapshotError, match=f"at most {MAX_SOURCES}"):
        Table(seats=["Ann"], shoes=ArrangedShoes([CARDS], shoes)).snapshot()


def test_a_snapshot_is_not_written_longer_than_it_is_read() -> None:
    """Arranged shoes are as many as the host likes; what could not be read again is not written."""
    table = Table(seats=["Ann"], shoes=ArrangedShoes([CARDS] * 17_000))
    with pytest.raises(SnapshotError, match="longer than 4194304 bytes"):
        table.snapshot().to_json()


# How far cards are counted, what the rules say, and what somebody reads of the last event.
UNKEPT: dict[type[object], set[str]] = {
    Round: {"counted", "cut_window"},
    House: {"facts", "notes_facts"},
}
UNKEPT_OF_A_SHOE = {"order", "prepared", "words", "taken"}


def field_types(kind: type[object]) -> dict[str, object]:
    """Return the types of the fields of a class by their names, those of its parents first."""
    written = {
        name: each for base in reversed(kind.__mro__) for name, each in annotations_of(base).items()
    }
    if kind is Shoe:
        written |= {"cards": "tuple[Card, ...]"}
        written = {name: written[name] for name in PART_FIELDS[Shoe]}
    elif kind in UNKEPT:
        written = {name: written[name] for name in PART_FIELDS[kind]}
    holder = type(kind.__name__, (), {"__annotations__": written, "__module__": kind.__module__})
    return get_type_hints(holder)


@pytest.mark.pure
def test_every_field_of_a_table_has_its_place_in_a_snapshot() -> None:
    """A field of the round, the house or the shoe is copied, compared and written."""
    assert PART_FIELDS.keys() == NEW_PARTS.keys()
    for part, kept in PART_FIELDS.items():
        slots = [
            name for base in reversed(part.__mro__) for name in vars(base).get("__slots__", ())
        ]
        if part is Shoe:
            # How far it has been shuffled is no part of what it is: all its cards are kept.
            assert {*slots} - UNKEPT_OF_A_SHOE == {*kept} - {"cards"}
        else:
            unkept = UNKEPT.get(part, set())
            assert [name for name in slots if name not in unkept] == [*kept], part
        assert list(field_types(part)) == [*kept], part


@pytest.mark.pure
def test_every_field_is_read_as_what_it_may_hold() -> None:
    """What a new part holds in a field, or what stands for it, is of the field's own type."""
    for part, make_new in NEW_PARTS.items():
        new = make_new()
        for name, hint in field_types(part).items():
            held: object = getattr(new, name)
            if held is None:
                assert hint == HELD[name] | None, (part, name)
            elif isinstance(held, list | tuple):
                assert get_args(hint)[0] is HELD[name], (part, name)
                assert get_origin(hint) is type(cast("object", held)), (part, name)
            else:
                assert type(held) is (ArrangedShoes if hint is ShoeSource else hint), (part, name)


def kinds_in(kind: object) -> Iterator[object]:
    """Name the classes that the type of a field is made of, those of their fields included."""
    parts = get_args(kind)
    if parts:
        yield get_origin(kind)
        for part in parts:
            yield from kinds_in(part)
        return
    yield kind
    if isinstance(kind, type) and kind in NEW_PARTS:
        for hint in field_types(kind).values():
            yield from kinds_in(hint)


def is_value(kind: object) -> bool:
    """Say whether objects of a class never change."""
    return kind in VALUES or (isinstance(kind, type) and issubclass(kind, Enum))


@pytest.mark.pure
def test_every_changing_object_of_a_table_is_copied() -> None:
    """What the fields of the round and the house lead to is a value or a part that is copied."""
    reached = {*kinds_in(Round), *kinds_in(House)} - {list, tuple, Ellipsis, UnionType}
    assert {kind for kind in reached if not is_value(kind)} == {*NEW_PARTS, ShoeSource}


def changing_in(held: object) -> Iterator[object]:
    """Give everything that can change in a part of the state, itself included."""
    if isinstance(held, list):
        yield held
        for each in cast("list[object]", held):
            yield from changing_in(each)
    elif type(held) in PART_FIELDS:
        yield held
        for name in PART_FIELDS[type(held)]:
            yield from changing_in(getattr(held, name))


def test_nothing_in_a_snapshot_changes() -> None:
    """It shares nothing that can change: with its table, or with anyone to whom it gives a part."""
    table = mid_round()
    snapshot = table.snapshot()
    given = snapshot.round
    others = [snapshot.house, snapshot.round, snapshot.house, Table.restore(snapshot).round]
    seen = [id(each) for part in (given, table.round, *others) for each in changing_in(part)]
    assert len(seen) == len(set(seen)) > 60
    for name in ("rules", "seed", "plans", "round", "house", "_round", "_house"):
        with pytest.raises(AttributeError):
            setattr(snapshot, name, None)
    table.round.seats[0].hands[0].cards.clear()
    given.seats[0].hands[0].cards.clear()
    assert snapshot == mid_round().snapshot()


def longest() -> Table:
    """Return a table whose shoes are as many as a snapshot may hold."""
    return Table(seats=["Ann"], shoes=ArrangedShoes([CARDS] * 17_000))


@pytest.mark.parametrize(
    "table",
    [mid_round, fresh_shoe, emptied_shoe, pytest.param(longest, marks=pytest.mark.untraced)],
)
def test_a_snapshot_is_copied_and_pickled_as_what_it_holds(table: Callable[[], Table]) -> None:
    """Tables from seeds and from arranged shoes, of every length."""
    snapshot = table().snapshot()
    for again in (
        copy.copy(snapshot),
        copy.deepcopy(snapshot),
        pickle.loads(pickle.dumps(snapshot)),  # noqa: S301  written a moment before
    ):
        assert again == snapshot
        assert hash(again) == hash(snapshot)
