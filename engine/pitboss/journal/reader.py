"""Strict parsing of the lines of a journal.

Strict means that an extra field, a missing field, a wrong type, an unknown kind or a number out of
range raises a typed error that names the line. This module parses only the input of a replay; the
replay writes everything else again, and compares it byte for byte.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Self, cast

from attrs import evolve, field, frozen

from pitboss.errors import (
    JournalError,
    RulesError,
    SecretError,
    ShoeError,
    UnsupportedError,
    brief,
)
from pitboss.game.bets import is_bet_name
from pitboss.game.cards import Card
from pitboss.game.events import (
    KINDS_WITH_AMOUNT,
    SEAT_EVENTS,
    By,
    Event,
    EventKind,
    is_client_text,
)
from pitboss.game.round import Presence
from pitboss.game.seat_changes import CHANGE_KINDS, ChangeKind, SeatChange, is_seat_name
from pitboss.game.shoe import SHUFFLE_ALGORITHM, TableSeed, secret_commitment
from pitboss.journal.fields import (
    BALANCE,
    COUNT,
    FOLLOWS_FIELDS,
    FOLLOWS_OPTIONAL,
    NUMBERED,
    RawLine,
    Record,
    Values,
    check_canonical,
    check_fields,
    decode,
    fields_of,
    values_of,
)
from pitboss.journal.links import Link
from pitboss.journal.viewer_lines import Filling, SharedWith, read_viewer
from pitboss.journal.writer import SCHEMA_VERSION
from pitboss.rules import Rules
from pitboss.table.seating import EMPTY_SEAT, SeatPlan
from pitboss.table.shoes import parse_cards
from pitboss.text.strict import JsonValue


@frozen
class Header:
    """The contents of the first line of a journal.

    Attributes:
        engine: the version of the engine that wrote the journal.
        rules: the whole rule set.
        seed: the table's seed; `None` if all shoes were arranged, or if the journal leaves the
            seed out and `with_seed` has not added it.
        commitment: the commitment to the table's seed; `None` if all shoes were arranged.
        seats: the seats when the table was set up.
        secret_apart: whether the seed is known although it is not in the journal.
        viewer: the viewer from whom the journal hides a part of the game; `None` for an auditor's
            journal, which hides no part.
        follows: the previous file, if this is not the first file; see `Follows`.
    """

    engine: str
    rules: Rules
    seed: TableSeed | None = field(repr=False)
    commitment: str | None
    seats: tuple[SeatPlan, ...]
    secret_apart: bool = False
    viewer: SharedWith | None = None
    follows: Follows | None = None

    @property
    def file_number(self) -> int:
        """The number of the file in its chain, counted from 1."""
        return 1 if self.follows is None else self.follows.link.file + 1

    @property
    def rounds_before(self) -> int:
        """How many rounds were played before this file."""
        return 0 if self.follows is None else self.follows.link.rounds

    @property
    def seats_at_begin(self) -> tuple[SeatBetweenRounds, ...]:
        """The seats at the beginning of the file."""
        changed = None if self.follows is None else self.follows.seats
        return changed or tuple([SeatBetweenRounds.planned(plan) for plan in self.seats])

    def with_seed(self, seed: TableSeed | None) -> Header:
        """Return the header with its seed, if the seed was kept apart.

        Raises:
            SecretError: no seed is given, or the header has the commitment to another seed.
        """
        if self.seed is not None or self.commitment is None or self.viewer is not None:
            return self
        if seed is None:
            raise SecretError("the secret of the journal's table is kept apart")
        if secret_commitment(seed) != self.commitment:
            raise SecretError("this is not the secret of the journal's table")
        return evolve(self, seed=seed, secret_apart=True)


@frozen
class ShoeLine:
    """The contents of the line of a shoe; `cards` are card codes in the order of drawing."""

    name: str = field(alias="shoe")
    commitment: str | None
    position: int = field(repr=False)
    cut_at: int = field(repr=False)
    client_seeds: Sequence[str] = ()
    cards: str | None = field(default=None, repr=False)

    @property
    def number_and_part(self) -> tuple[int, int]:
        """The number of the shoe, and its part."""
        return shoe_numbers(self.name)


def shoe_numbers(name: str) -> tuple[int, int]:
    """Return the number and the part of a shoe from its name."""
    number, _, part = name.partition(".")
    return int(number), int(part or 0)


@frozen
class SeatBetweenRounds:
    """The state of a seat between two rounds, without its chips."""

    name: str = ""
    unlimited: bool = False
    presence: Presence = Presence.EMPTY
    client_seed: str = ""

    @classmethod
    def planned(cls, plan: SeatPlan) -> Self:
        """Return a seat as planned when the table was set up."""
        if plan.empty:
            return cls()
        return cls(plan.name, plan.balance_minor is None, Presence.SEATED)


@frozen
class RoundLine:
    """The beginning of a round: `first_move` is the name of the row that opened it.

    The seats are `None` if they are as in the header.
    """

    seq: int
    number: int
    shoe: str
    position: int = field(repr=False)
    balances: tuple[int, ...] = field(repr=False)
    house_minor: int
    first_move: str
    seats: tuple[SeatBetweenRounds, ...] | None = None


@frozen
class Follows:
    """What a header says about the previous file, and about the table at the end of that file.

    Attributes:
        link: the end of the previous file.
        event_count: the number of events and changes of seats up to that end.
        balances: the chips of every seat.
        house_minor: what the house has won up to that end.
        seats: the seats; `None` if they are as in the header.
        seen: the cards from the shoe in use that everybody has seen.
        nobody_bet: whether nobody bet in the last round.
    """

    link: Link
    event_count: int
    balances: tuple[int, ...]
    house_minor: int
    seats: tuple[SeatBetweenRounds, ...] | None
    seen: tuple[Card, ...]
    nobody_bet: bool


def _read_follows(raw: RawLine, written: object, seats: int) -> Follows:
    values: Values = fields_of(written)
    needed = FOLLOWS_FIELDS.keys() - FOLLOWS_OPTIONAL
    known = needed <= values.keys() <= FOLLOWS_FIELDS.keys()
    if not known or not all(FOLLOWS_FIELDS[name](value) for name, value in values.items()):
        raise JournalError(raw.number, f"field 'follows' cannot be {brief(written)}")
    changed = values.get("seats")
    if {seats} != {len(values["balances"]), seats if changed is None else len(changed)}:
        raise JournalError(
            raw.number, "there must be one balance and one seat for each seat in the header"
        )
    try:
        seen = parse_cards(values["seen"]) if values["seen"] else ()
    except ShoeError as error:
        raise JournalError(raw.number, error.problem) from error
    link = Link(*(values[name] for name in ("file", "lines", "digest", "rounds")))
    return Follows(
        link,
        values["events"],
        tuple(values["balances"]),
        values["house"],
        None if changed is None else tuple([_seat_of_round(raw, each) for each in changed]),
        tuple(seen),
        "nobody_bet" in values,
    )


def read_header(raw: RawLine) -> Header:
    """Parse the first line of a journal.

    Raises:
        UnsupportedError: this engine does not know the version or the shuffle.
        JournalError: the line is damaged.
    """
    record = decode(raw)
    schema, shuffle = record.get("schema"), record.get("shuffle")
    if record["line"] == "journal" and COUNT(schema) and schema != SCHEMA_VERSION:
        raise UnsupportedError(raw.number, f"journal schema {schema}")
    viewer = read_viewer(raw, record)
    if viewer is not None:
        committed = record.get("commitment") is not None
        raw, record = Filling(viewer, committed=committed).filled(raw)
    check_fields(raw, record, "journal")
    if shuffle != SHUFFLE_ALGORITHM:
        raise UnsupportedError(raw.number, f"shuffle algorithm {brief(shuffle)}")
    check_canonical(raw, record)
    values = cast("Values", record)
    try:
        rules = Rules.from_dict(values["rules"])
    except RulesError as error:
        raise JournalError(raw.number, f"the rules are refused: {error}") from error
    seats = tuple([_read_seat(raw, written) for written in values["seats"]])
    if not 1 <= len(seats) <= rules.max_seats:
        raise JournalError(
            raw.number, f"{len(seats)} seats; these rules allow 1 to {rules.max_seats}"
        )
    stated = values["seed"]
    seed = bytes.fromhex(stated) if isinstance(stated, str) else stated
    if seed is not None and secret_commitment(seed) != values["commitment"]:
        raise JournalError(raw.number, "the commitment does not match the seed")
    follows = None
    if "follows" in values:
        follows = _read_follows(raw, values["follows"], len(seats))
    sent = values["engine"], rules, seed, values["commitment"], seats
    return Header(*sent, viewer=viewer, follows=follows)


def _read_seat(raw: RawLine, written: object) -> SeatPlan:
    if written is None:
        return EMPTY_SEAT
    values: Values = fields_of(written)
    named = values.keys() == {"name", "balance"} and isinstance(values["name"], str)
    if not named or not (values["balance"] is None or BALANCE(values["balance"])):
        raise JournalError(
            raw.number, "a seat must have a name and a balance, which is null if unlimited"
        )
    return SeatPlan(values["name"], values["balance"])


def read_shoe(raw: RawLine, record: Record) -> ShoeLine:
    """Parse a line that introduces a shoe.

    Raises:
        JournalError: the line is damaged.
    """
    values = values_of(raw, record, "shoe")
    return ShoeLine(**{name: values[name] for name in values.keys() - NUMBERED})


def check_reveal(raw: RawLine, record: Record) -> None:
    """Check the fields of a line that reveals a seed.

    Raises:
        JournalError: the line is damaged.
    """
    values_of(raw, record, "reveal")


def read_round(raw: RawLine, record: Record) -> RoundLine:
    """Parse the first line of a round.

    Raises:
        JournalError: the line is damaged.
    """
    values = values_of(raw, record, "round")
    names = (move for move in values["moves"] if isinstance(move, str))
    seats = values.get("seats")
    return RoundLine(
        seq=values["seq"],
        number=values["round"],
        shoe=values["shoe"],
        position=values["position"],
        balances=tuple(values["balances"]),
        house_minor=values["house"],
        first_move=next(names, ""),
        seats=None if seats is None else tuple([_seat_of_round(raw, each) for each in seats]),
    )


def _seat_of_round(raw: RawLine, written: object) -> SeatBetweenRounds:
    if written is None:
        return SeatBetweenRounds()
    values: Values = fields_of(written)
    name, unlimited, away = values["name"], values["unlimited"], values["away"]
    client_seed = values["client_seed"]
    seeded = client_seed is None or is_client_text(client_seed)
    if not (is_seat_name(name) and type(unlimited) is bool and type(away) is bool and seeded):
        raise JournalError(raw.number, f"no seat can be {brief(written)}")
    presence = Presence.AWAY if away else Presence.SEATED
    return SeatBetweenRounds(name, unlimited, presence, client_seed or "")


def read_event(raw: RawLine, record: Record) -> Event:
    """Parse the event of a line.

    Raises:
        JournalError: the line is damaged.
    """
    values = values_of(raw, record, "event")
    # The opening of a round has a line of another kind.
    kind = SEAT_EVENTS.get(values["event"])
    if kind is None:
        raise JournalError(raw.number, f"unknown event {brief(values['event'])}")
    if (kind in KINDS_WITH_AMOUNT) != ("amount" in values):
        names = "needs an amount" if kind in KINDS_WITH_AMOUNT else "has no amount"
        raise JournalError(raw.number, f"an event {kind.value!r} {names}")
    bet_name = values.get("bet", "")
    if bet_name and not (kind is EventKind.SIDE_BET and is_bet_name(bet_name)):
        raise JournalError(raw.number, f"an event {kind.value!r} cannot be on {brief(bet_name)}")
    if kind is EventKind.SIDE_BET and not bet_name:
        raise JournalError(raw.number, f"an event {kind.value!r} needs the name of a bet")
    by, command = _sender(raw, values)
    place = values["seat"], values["hand"], values.get("amount", 0)
    return Event(kind, *place, by=by, command=command, bet_name=bet_name)


def read_change(raw: RawLine, record: Record) -> SeatChange:
    """Parse the change of a seat in a line.

    Raises:
        JournalError: the line is damaged.
        EventError: the change is not possible.
    """
    kind = CHANGE_KINDS[cast("str", record["line"])]
    values = values_of(raw, record, kind.value)
    by, command = _sender(raw, values)
    amount = values.get("balance" if kind is ChangeKind.JOIN else "amount", 0)
    return SeatChange(
        kind,
        values.get("seat", 0),
        values.get("name", ""),
        amount,
        values.get("client_seed", ""),
        by,
        command,
        values.get("commitment", ""),
        values.get("reason", ""),
    )


def _sender(raw: RawLine, values: Values) -> tuple[By | None, str | None]:
    """Return who acted in place of the seat, and the id of the command."""
    by = values.get("by")
    if by is not None and by not in SPEAKERS:
        raise JournalError(raw.number, f"nobody acts as {brief(by)}")
    return None if by is None else SPEAKERS[by], values.get("command")


SPEAKERS: Final = {by.value: by for by in By}
"""The senders that may act in place of a seat, by name."""


def read_host(raw: RawLine, record: Record) -> dict[str, JsonValue]:
    """Parse the facts in a line of the host.

    Raises:
        JournalError: the line is damaged.
    """
    return cast("dict[str, JsonValue]", values_of(raw, record, "host")["host"])
