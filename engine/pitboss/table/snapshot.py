"""Snapshots: save a table in any state as an immutable value, and restore it.

The round and the house of a table change with every event. A snapshot copies them when it is made,
and returns only copies of its contents.

A snapshot holds the seed, the hole card and the order of the shoe, so the host must keep it secret.
In JSON it has a digest, which reveals accidental damage, but anyone can write a new digest. The
engine refuses a snapshot that contradicts itself. It cannot check the past, such as the chips that
a seat won from the house in an earlier round.
"""

from __future__ import annotations

import json
from typing import Final, Self, cast

from attrs import field, frozen

from pitboss.arguments import takes
from pitboss.errors import SnapshotError, TableError, brief
from pitboss.game.round import House, Round, contents
from pitboss.game.shoe import SHUFFLE_ALGORITHM, TableSeed
from pitboss.machine.flags import flags_for
from pitboss.rules import Rules
from pitboss.table.invariants import flaws
from pitboss.table.seating import SeatPlan
from pitboss.table.shoe_invariants import flaws_of_shoes
from pitboss.table.snapshot_json import Json, copy_part, digest_of, read, sources_of, to_json
from pitboss.text.strict import strict_json

SNAPSHOT_SCHEMA: Final = 2
"""The version of the form that `Snapshot.to_json` writes."""

MAX_SNAPSHOT_BYTES: Final = 1 << 22
"""The most bytes of a snapshot; a thousand arranged shoes of sixteen decks fit."""

_DIGEST: Final = "digest"


def _copied_round(round_: Round) -> Round:
    return copy_part(round_)


def _copied_house(house: House) -> House:
    return copy_part(house)


@frozen
class Snapshot:
    """The whole state of a table at one moment; a restored table continues in the same way.

    A snapshot cannot contradict itself. Its open question follows from the rules, the cards on the
    table are the last that were drawn, and totals match the cards. Each settled bet was paid as its
    outcome says, and the sum of all chips is right.

    Args:
        rules: the rules of the table.
        seed: the seed of the table; `None` if all its shoes are arranged.
        plans: the seats with which the table was set up, and their chips.
        round: the state that lies face up; the snapshot copies it.
        house: the hidden state; the snapshot copies it.

    Raises:
        SnapshotError: the state contradicts itself, or the table's shoes come neither from a seed
            nor from an arrangement.
    """

    rules: Rules
    seed: TableSeed | None = field(repr=False)
    plans: tuple[SeatPlan, ...]
    _round: Round = field(converter=_copied_round, eq=contents)
    _house: House = field(converter=_copied_house, eq=contents, repr=False)

    def __attrs_post_init__(self) -> None:
        """Refuse a state that contradicts itself."""
        sources_of(self._house.shoes)
        flaw = next(flaws(self.rules, self.seed, self.plans, self._round, self._house), None)
        if flaw is not None:
            raise SnapshotError(*flaw)

    @property
    def round(self) -> Round:
        """A copy of what lies face up."""
        round_ = copy_part(self._round)
        round_.cut_window = flags_for(self.rules).cut_window
        return round_

    @property
    def house(self) -> House:
        """A copy of what is hidden."""
        house = copy_part(self._house)
        # The last of the new shoes is the shoe in use, so the copy needs one shoe for both.
        house.new_shoes[-1:] = [house.shoe] if house.new_shoes else []
        return house

    def to_json(self) -> str:
        """Return the whole snapshot as JSON with its digest, which `from_json` reads.

        Raises:
            SnapshotError: the JSON is longer than `MAX_SNAPSHOT_BYTES`.
        """
        whole = {
            "schema": SNAPSHOT_SCHEMA,
            "shuffle": SHUFFLE_ALGORITHM,
            **cast("dict[str, Json]", to_json(self)),
        }
        text = json.dumps({**whole, _DIGEST: digest_of(whole)}, separators=(",", ":"))
        if len(text) > MAX_SNAPSHOT_BYTES:
            raise SnapshotError("the top", f"is longer than {MAX_SNAPSHOT_BYTES} bytes")
        return text

    @classmethod
    @takes()
    def from_json(cls, text: str | bytes) -> Self:
        """Return the snapshot that `to_json` wrote.

        This compares the digest, makes every shoe again, and checks the rest by the rules. So a
        snapshot that was changed by accident is refused. A snapshot that was rewritten with a new
        digest is refused only if it contradicts itself.

        Args:
            text: the JSON; bytes are read as UTF-8.

        Raises:
            ArgumentError: `text` is neither text nor bytes.
            SnapshotError: the text is not a snapshot of this version, its digest is wrong, or it
                contradicts itself.
        """
        try:
            given = strict_json(text, most=MAX_SNAPSHOT_BYTES)
        except ValueError as error:
            raise SnapshotError("the top", f"this is not JSON: {error}") from error
        snapshot = read(cls, _without_head(given), "")
        flaw = next(flaws_of_shoes(snapshot.house), None)
        if flaw is not None:
            raise SnapshotError(*flaw)
        return snapshot

    def __reduce__(self) -> tuple[object, ...]:
        """Let a snapshot be copied and pickled with the contents of its JSON."""
        return read, (Snapshot, to_json(self), "")


def _without_head(given: object) -> object:
    """Return the contents of a snapshot in JSON after checking its version and digest."""
    if not isinstance(given, dict):
        return given
    held = cast("dict[str, object]", given)
    for name, known in (("schema", SNAPSHOT_SCHEMA), ("shuffle", SHUFFLE_ALGORITHM)):
        if name not in held:
            raise SnapshotError(name, "is missing")
        if type(held[name]) is not type(known) or held[name] != known:
            raise SnapshotError(name, f"is not {known!r}, the only {name} that this engine reads")
    if _DIGEST not in held:
        raise SnapshotError(_DIGEST, "is missing")
    if held.pop(_DIGEST) != digest_of(held):
        raise SnapshotError(_DIGEST, "does not match the contents: something was changed")
    del held["schema"], held["shuffle"]
    return held


def check_snapshot(snapshot: object) -> None:
    """Check that an argument is a snapshot.

    Raises:
        TableError: the argument is not a snapshot.
    """
    if not isinstance(snapshot, Snapshot):
        raise TableError(f"{brief(snapshot)} is not a snapshot", "give Snapshot.from_json(text)")
