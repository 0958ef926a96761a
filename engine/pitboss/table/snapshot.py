"""Snapshots: a table in any state as an immutable value, and back.

`Round` and `House` change with every event; a snapshot of them never does, and shares with them
only what cannot change. There is one frozen class for each of theirs, with the same fields: a list
becomes a tuple, and an object that changes becomes its snapshot. The conversion goes by the fields
of the live objects, so that a new field without a place here is an error at once.

A snapshot holds the seed, the hole card and the order of the shoe: it is the host's secret. In
JSON it has a digest, which finds accidental damage. Anyone who can write a whole snapshot with its
digest is trusted with the game. A snapshot that does not agree with itself is refused. But the
past, such as the chips that a seat won from the house in an earlier round, cannot be checked.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Final, Self, TypeVar, cast

from attrs import field, frozen

from pitboss.errors import ShoeError, SnapshotError
from pitboss.game.cards import CARDS, Card
from pitboss.game.reasons import Reason
from pitboss.game.round import DealerNatural, Hand, Holding, House, Phase, Question, Round, Seat
from pitboss.game.shoe import SHUFFLE_ALGORITHM, Shoe, ShoeSource
from pitboss.game.trace import NewShoe, TraceEntry, codes, row_taken
from pitboss.machine.transition_table import TABLE
from pitboss.rules import Rules
from pitboss.table.invariants import flaws, flaws_of_shoes
from pitboss.table.seating import SeatPlan
from pitboss.table.shoes import ArrangedShoes, SeededShoes
from pitboss.table.snapshot_json import FIELD_TYPES, digest_of, make, read, written
from pitboss.text.strict import strict_json

SNAPSHOT_SCHEMA: Final = 1
"""The version of the form that `Snapshot.to_json` writes."""

_STEPS: Final[Mapping[str, TraceEntry]] = {
    step.code: step for step in (*CARDS, *[row_taken(row.name) for row in TABLE])
}
"""Every card and every transition, by what a trace writes."""

MAX_SNAPSHOT_BYTES: Final = 1 << 22
"""No longer snapshot is written or read; it holds a thousand arranged shoes of sixteen decks."""

MAX_SOURCES: Final = 64
"""Most sources of shoes that follow one another by `ArrangedShoes.then`."""


@frozen
class HoldingSnapshot:
    """A `Holding` that no longer changes."""

    cards: tuple[Card, ...]
    points: int
    soft: bool


@frozen
class HandSnapshot(HoldingSnapshot):
    """A `Hand` that no longer changes."""

    bet_minor: int
    open: bool
    live: bool
    done: bool
    natural: bool
    from_split: bool
    split_declined: bool
    doubled: bool
    surrendered: bool
    insurance_asked: bool
    insurance_minor: int
    insurance_open: bool
    insurance_returned_minor: int
    insurance_reason: Reason | None
    reason: Reason | None
    returned_minor: int


@frozen
class SeatSnapshot:
    """A `Seat` that no longer changes."""

    index: int
    name: str
    balance_minor: int = field(repr=False)
    on_credit: bool = field(repr=False)
    ante_minor: int
    answered: bool
    even_money_asked: bool
    early_surrender_asked: bool
    hands: tuple[HandSnapshot, ...]


@frozen
class RoundSnapshot:
    """A `Round` that no longer changes."""

    phase: Phase
    seats: tuple[SeatSnapshot, ...]
    number: int
    moment: int
    dealer: HoldingSnapshot
    up_card: Card | None
    hole_hidden: bool
    dealer_natural: DealerNatural
    open_bets: int
    live_hands: int
    last_seat: int
    question: Question | None
    asked_seat: int
    asked_hand: int
    turn_seat: int
    turn_hand: int
    void: bool


@frozen
class ShoeSnapshot:
    """A `Shoe` that no longer changes."""

    number: int
    cards: tuple[Card, ...] = field(repr=False)
    position: int = field(repr=False)
    cut_at: int = field(repr=False)
    seed: bytes | None = field(repr=False)
    written_out: bool


@frozen
class ArrangedSnapshot:
    """One `ArrangedShoes`, apart from what follows it.

    Attributes:
        orders: of each shoe the cards in the order of drawing.
        cut_at: index, in every order, of the first card beneath the cut card; `None` without one.
    """

    orders: tuple[tuple[Card, ...], ...] = field(repr=False)
    cut_at: int | None = field(repr=False)


@frozen
class ShoesSnapshot:
    """Where shoes come from: arranged ones first, then those of a seed.

    Attributes:
        arranged: each followed by the next.
        seeded: the last; `None` if every shoe is arranged.
    """

    arranged: tuple[ArrangedSnapshot, ...]
    seeded: SeededShoes | None


@frozen
class HouseSnapshot:
    """A `House` that no longer changes."""

    shoes: ShoesSnapshot
    shoe: ShoeSnapshot
    hole_card: Card | None = field(repr=False)
    balance_minor: int
    trace: tuple[str, ...] = field(repr=False)
    new_shoes: tuple[ShoeSnapshot, ...]


Live = TypeVar("Live")
_DIGEST: Final = "digest"

SNAPSHOT_OF: Final[Mapping[type, type]] = {
    Holding: HoldingSnapshot,
    Hand: HandSnapshot,
    Seat: SeatSnapshot,
    Round: RoundSnapshot,
    Shoe: ShoeSnapshot,
    House: HouseSnapshot,
}
"""What each changing class is in a snapshot."""

_LIVE: Final[Mapping[type, type]] = {frozen: live for live, frozen in SNAPSHOT_OF.items()}


@frozen
class Snapshot:
    """Everything there is of a table at one moment; a table restored from it plays on the same.

    Only a state that agrees with itself can be made: the question that waits is the one that the
    rules ask, the cards on the table are the last that the shoe gave, totals are those of the
    cards, each settled bet brought what its outcome pays, chips are neither lost nor made.

    Attributes:
        rules: of the table.
        seed: of the table; `None` if its shoes were given.
        plans: who sat down, and with what.
        round: what lies face up.
        house: what is hidden.

    Raises:
        SnapshotError: something in it does not agree with something else.
    """

    rules: Rules
    seed: int | None = field(repr=False)
    plans: tuple[SeatPlan, ...]
    round: RoundSnapshot
    house: HouseSnapshot = field(repr=False)

    def __attrs_post_init__(self) -> None:
        """Refuse a state that does not agree with itself."""
        flaw = next(flaws(self.rules, self.seed, self.plans, *self._thawed()), None)
        if flaw is not None:
            raise SnapshotError(*flaw)

    @classmethod
    def of(
        cls,
        rules: Rules,
        seed: int | None,
        plans: tuple[SeatPlan, ...],
        round_: Round,
        house: House,
    ) -> Self:
        """Take a snapshot of what a table consists of.

        Raises:
            SnapshotError: the table's shoes come from neither a seed nor an arrangement.
        """
        hidden = {
            **_freeze_fields(house),
            "shoes": _freeze_source(house.shoes),
            "trace": tuple(codes(house.trace)),
        }
        return cls(
            rules=rules,
            seed=seed,
            plans=plans,
            round=make(RoundSnapshot, _freeze_fields(round_)),
            house=make(HouseSnapshot, hidden),
        )

    def thawed(self) -> tuple[Round, House]:
        """Return a round and a house of their own, with which a table goes on from here."""
        round_, house = self._thawed()
        # The last of the new shoes is the one in use, and is drawn from.
        house.new_shoes[-1:] = [house.shoe] if house.new_shoes else []
        return round_, house

    def to_json(self) -> str:
        """Return the whole snapshot as JSON with its digest, which `from_json` reads.

        Raises:
            SnapshotError: it is longer than `MAX_SNAPSHOT_BYTES`.
        """
        whole = {
            "schema": SNAPSHOT_SCHEMA,
            "shuffle": SHUFFLE_ALGORITHM,
            **{name: written(getattr(self, name)) for name in FIELD_TYPES[Snapshot]},
        }
        text = json.dumps({**whole, _DIGEST: digest_of(whole)}, separators=(",", ":"))
        if len(text) > MAX_SNAPSHOT_BYTES:
            raise SnapshotError("the top", f"is longer than {MAX_SNAPSHOT_BYTES} bytes")
        return text

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Read what `to_json` wrote.

        The digest is compared, every shoe is made again, and what is left is held to the rules. A
        snapshot that was changed by accident is refused; one that somebody wrote anew, digest too,
        is refused if it does not agree with itself, and is otherwise played on.

        Args:
            text: the JSON; bytes are read as UTF-8.

        Raises:
            SnapshotError: it is not a snapshot of this version, has not the digest that it states,
                or does not agree with itself.
        """
        try:
            given = strict_json(text, most=MAX_SNAPSHOT_BYTES)
        except ValueError as error:
            raise SnapshotError("the top", f"this is not JSON: {error}") from error
        snapshot = read(cls, _without_head(given), "")
        flaw = next(flaws_of_shoes(snapshot.thawed()[1]), None)
        if flaw is not None:
            raise SnapshotError(*flaw)
        return snapshot

    def _thawed(self) -> tuple[Round, House]:
        hidden = {
            **_thaw_fields(self.house),
            "shoes": _thaw_source(self.house.shoes),
            "trace": _thaw_trace(self.house),
        }
        return _alive(Round, _thaw_fields(self.round)), _alive(House, hidden)


def _without_head(given: object) -> object:
    """Return what a snapshot in JSON holds, if it is of this version and has its digest."""
    if not isinstance(given, dict):
        return given
    held = cast("dict[str, object]", given)
    for name, known in (("schema", SNAPSHOT_SCHEMA), ("shuffle", SHUFFLE_ALGORITHM)):
        if name not in held:
            raise SnapshotError(name, "is missing")
        if type(held[name]) is not type(known) or held[name] != known:
            raise SnapshotError(name, f"is not {known!r}, the only one that this engine reads")
    if _DIGEST not in held:
        raise SnapshotError(_DIGEST, "is missing")
    if held.pop(_DIGEST) != digest_of(held):
        raise SnapshotError(_DIGEST, "is not that of what stands here: something was changed")
    del held["schema"], held["shuffle"]
    return held


def _thaw_trace(house: HouseSnapshot) -> list[TraceEntry]:
    """Return the steps that a trace writes; one that means nothing is of no kind."""
    marks = [NewShoe(shoe.number) for shoe in house.new_shoes]
    steps = {**_STEPS, **{mark.code: mark for mark in marks}}
    return [steps.get(code) or TraceEntry(code) for code in house.trace]


def _freeze(value: object) -> object:
    if isinstance(value, list):
        return tuple([_freeze(each) for each in cast("list[object]", value)])
    kind = SNAPSHOT_OF.get(type(value))
    return value if kind is None else cast("object", make(kind, _freeze_fields(value)))


def _freeze_fields(live: object) -> dict[str, object]:
    return {name: _freeze(getattr(live, name)) for name in FIELD_TYPES[SNAPSHOT_OF[type(live)]]}


def _thaw(value: object) -> object:
    if isinstance(value, tuple):
        return [_thaw(each) for each in cast("tuple[object, ...]", value)]
    kind = _LIVE.get(type(value))
    return value if kind is None else cast("object", _alive(kind, _thaw_fields(value)))


def _thaw_fields(snapshot: object) -> dict[str, object]:
    values = {name: getattr(snapshot, name) for name in FIELD_TYPES[type(snapshot)]}
    # The cards of a shoe never change.
    if type(snapshot) is ShoeSnapshot:
        return values
    return {name: _thaw(value) for name, value in values.items()}


_NO_SHOE: Final = Shoe(0, (), 0, 0, None, written_out=False)

_BLANK: Final[Mapping[type, Callable[[], object]]] = {
    Holding: Holding,
    Hand: lambda: Hand(0),
    Seat: lambda: Seat(0, "", 0, on_credit=False),
    Round: lambda: Round(Phase.BETTING, []),
    Shoe: lambda: Shoe(0, (), 0, 0, None, written_out=False),
    House: lambda: House(ArrangedShoes(()), _NO_SHOE),
}


def _alive(kind: type[Live], values: Mapping[str, object]) -> Live:
    """Make an object of a changing class that has just these values."""
    live = cast("Live", _BLANK[kind]())
    for name, value in values.items():
        setattr(live, name, value)
    return live


def _freeze_source(source: object) -> ShoesSnapshot:
    arranged: list[ArrangedSnapshot] = []
    last = source
    while type(last) is ArrangedShoes and len(arranged) < MAX_SOURCES:
        arranged.append(ArrangedSnapshot(last.orders, last.cut_at))
        last = last.then
    if last is None or type(last) is SeededShoes:
        return ShoesSnapshot(tuple(arranged), last)
    raise SnapshotError(
        "house.shoes",
        f"only SeededShoes, or at most {MAX_SOURCES} ArrangedShoes one after another, "
        f"can be kept, not {type(last).__name__}",
    )


def _thaw_source(shoes: ShoesSnapshot) -> ShoeSource:
    source: ShoeSource | None = shoes.seeded
    try:
        for each in reversed(shoes.arranged):
            source = ArrangedShoes(each.orders, source, each.cut_at)
    except ShoeError as error:
        raise SnapshotError("house.shoes", str(error)) from error
    if source is None:
        raise SnapshotError("house.shoes", "shoes come from nowhere")
    return source
