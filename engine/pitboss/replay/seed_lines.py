"""The seats' seeds in a journal: who committed to a seed, opened it, or gave it openly.

The caller must have replayed an auditor's journal before. In a viewer's journal, this module
checks what needs no secret. Both kinds can be compared with the messages that a client received.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from attrs import define, field, frozen

from pitboss.errors import JournalError
from pitboss.game.seat_changes import is_digest
from pitboss.game.shoe import (
    NOT_SECRET,
    Shoe,
    TableSeed,
    secret_commitment,
    shoe_commitment,
    shoe_seed,
)
from pitboss.journal.fields import RawLine, decode
from pitboss.journal.reader import shoe_numbers
from pitboss.table.openings import seed_commitment


@frozen
class SeedFault:
    """Something in a journal that is impossible, or differs from what the viewer was told.

    Attributes:
        line_number: the number of the line, from 1.
        problem: what is wrong there.
    """

    line_number: int
    problem: str


@define
class MadeShoe:
    """A shoe, and what the lines before it say of the seats' seeds.

    Attributes:
        line_number: the number of its line, from 1.
        record: the fields of that line.
        commitments: the commitment of each seat; empty for a seat that had not committed.
        closed: whether the host had closed the commitments.
        opened: the seats that had opened their seeds.
        given: the seats that gave a seed openly.
        alone: whether only one seat was occupied.
        asked_before: whether the seats were asked for seeds before the journal began.
        dealt: whether a card was drawn from it.
    """

    line_number: int
    record: Mapping[str, Any]
    commitments: tuple[str, ...]
    closed: bool
    opened: tuple[int, ...]
    given: tuple[int, ...]
    alone: bool
    asked_before: bool
    dealt: bool = False


_OF_INTEREST: Final = frozenset(
    {"journal", "shoe", "reveal", "round", "join", "leave"}
    | {"client_seed", "commit_seed", "close_seeds", "open_seed"}
)
_KIND: Final = b'"line":"'


@define
class SeedReading:
    """The seeds in the lines that were read so far.

    Attributes:
        computed: whether a replay has made all shoes again, from the secret.
        seed: the seed of the table, if it is known.
    """

    computed: bool
    seed: TableSeed | None
    commitment: str | None = None
    names: list[str] = field(factory=list[str])
    made: list[MadeShoe] = field(factory=list[MadeShoe])
    faults: list[SeedFault] = field(factory=list[SeedFault])
    commitments: list[str] = field(factory=list[str])
    openings: list[str] = field(factory=list[str])
    openly: list[str] = field(factory=list[str])
    closed: bool = False

    def read(self, raw: RawLine) -> None:
        """Read a line; a line that cannot be read is noted as a fault."""
        kind = raw.data.partition(_KIND)[2].partition(b'"')[0].decode("utf-8", "replace")
        if kind not in _OF_INTEREST:
            return
        try:
            record: Mapping[str, Any] = decode(raw)
            getattr(self, f"_read_{kind}", self._read_seat)(raw.number, record)
        except (JournalError, KeyError, TypeError, ValueError, IndexError):
            if not self.computed:
                self._fault(raw.number, "the line cannot be read")

    def _fault(self, line_number: int, problem: str) -> None:
        self.faults.append(SeedFault(line_number, problem))

    def _read_journal(self, line_number: int, record: Mapping[str, Any]) -> None:
        self.commitment = record["commitment"]
        self.names = ["" if seat is None else str(seat["name"]) for seat in record["seats"]]
        self.openly = [""] * len(self.names)
        self._begin_anew()
        if self.seed is not None and secret_commitment(self.seed) != self.commitment:
            self._fault(line_number, "the given secret does not match the table's commitment")

    def _begin_anew(self) -> None:
        nothing = [""] * len(self.names)
        self.commitments, self.openings, self.closed = nothing, [*nothing], False

    def _read_seat(self, line_number: int, record: Mapping[str, Any]) -> None:
        """Read a line that changes a seat or the exchange of seeds."""
        kind, seat = record["line"], record.get("seat", 0)
        if kind == "close_seeds":
            self.closed = True
        elif kind == "join":
            self.names[seat] = record["name"]
        elif kind == "client_seed":
            self.openly[seat] = record["client_seed"]
        elif kind == "leave":
            self.names[seat] = self.openly[seat] = ""
            if not self.closed:
                self.commitments[seat] = ""
        elif kind == "commit_seed":
            if self.closed:
                self._fault(line_number, "a seat commits after the commitments were closed")
            self.commitments[seat] = record["commitment"]
        else:
            self._read_opening(line_number, seat, record["client_seed"])

    def _read_opening(self, line_number: int, seat: int, opened: str) -> None:
        if not self.closed or self.openings[seat]:
            self._fault(line_number, "a seat opens before the commitments were closed, or twice")
        number = shoe_numbers(self.made[-1].record["shoe"])[0] + 1
        fits = is_digest(opened) and self.commitments[seat] == seed_commitment(
            self.commitment or "", seat, number, bytes.fromhex(opened)
        )
        if not fits and not self.computed:
            self._fault(line_number, "the opened seed does not match its commitment")
        self.openings[seat] = opened

    def _read_shoe(self, line_number: int, record: Mapping[str, Any]) -> None:
        number, part = shoe_numbers(record["shoe"])
        added = list(record.get("client_seeds", ()))
        exchanged = self.closed and not part
        expected = self.openings if exchanged else self.openly
        asked_before = not self.made and bool(added)
        if asked_before:
            self.openly = [str(each) for each in added]
        elif added != (expected if any(expected) else []) and record["commitment"]:
            self._fault(line_number, "the shoe is not made with the seeds that the seats added")
        elif self.seed is not None and not self.computed:
            seed = shoe_seed(self.seed, number, part, added)
            made = shoe_commitment(Shoe(number, (), 0, 0, seed, written_out=False), self.seed)
            if record["commitment"] not in {None, made}:
                self._fault(line_number, "the table's secret does not make this shoe")
        present = [seat for seat, name in enumerate(self.names) if name]
        self.made.append(
            MadeShoe(
                line_number,
                record,
                tuple(self.commitments) if not part else (),
                self.closed,
                tuple(seat for seat, text in enumerate(self.openings) if text and exchanged),
                tuple(seat for seat, text in enumerate(added) if text and not exchanged),
                alone=len(present) == 1,
                asked_before=asked_before,
                dealt=bool(part),
            )
        )

    def _read_reveal(self, line_number: int, record: Mapping[str, Any]) -> None:
        shoe = Shoe(1, (), 0, 0, bytes.fromhex(record["seed"]), written_out=False)
        stated = {each.record["shoe"]: each.record["commitment"] for each in self.made}
        commitment = shoe_commitment(shoe, bytes(32)) or ""
        if str(stated.get(record["shoe"])).removeprefix(NOT_SECRET) != commitment:
            self._fault(line_number, "the revealed seed is not the seed of the shoe")

    def _read_round(self, _line_number: int, record: Mapping[str, Any]) -> None:
        for made in self.made:
            made.dealt = made.dealt or made.record["shoe"] == record["shoe"]
        self._begin_anew()

    def compare(self, told: Iterable[str]) -> None:
        """Compare the journal with messages that a client received."""
        shoes = {each.record["shoe"]: each for each in self.made}
        for message in told:
            try:
                document: Any = json.loads(message)
                for said in _told_of(document):
                    self._compare_told(shoes, said)
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                raise JournalError(
                    None, "what was told must be messages of a table", "give such messages"
                ) from error

    def _compare_told(self, shoes: Mapping[str, MadeShoe], said: Mapping[str, Any]) -> None:
        if said["type"] == "welcome":
            if said["commitment"] != self.commitment:
                self._fault(1, "the client was told another commitment of the table")
            return
        name = f"{said['shoe']}.{said['part']}" if said.get("part") else f"{said['shoe']}"
        made = shoes.get(name)
        if made is None:
            # A client may have been told the commitment to the next shoe, which is not in the
            # journal yet.
            if said["type"] == "new_shoe":
                self._fault(
                    self.made[-1].line_number,
                    f"the client was told of shoe {name}, which is not in the journal",
                )
        elif said["type"] == "seeds":
            if tuple(said["commitments"]) != made.commitments:
                self._fault(
                    made.line_number, "the client was told other commitments at the closing"
                )
        elif said.get("commitment") != made.record["commitment"] or list(
            said.get("client_seeds", ())
        ) != list(made.record.get("client_seeds", ())):
            told = f"the client was told another commitment or other seeds for shoe {name}"
            self._fault(made.line_number, told)


def _told_of(document: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield what a message says about commitments."""
    if document["type"] == "welcome":
        if "commitment" in document:
            yield document
            yield document["shoe"]
        document = document["state"]
    if document["type"] == "state":
        yield from (each for each in document["happened"] if each["type"] == "new_shoe")
        seeds = document.get("seeds")
        if seeds is not None and seeds["closed"]:
            yield {**seeds, "type": "seeds"}
