"""Says who could choose the shoes of a journal, and what the journal shows about them.

An auditor's journal is replayed first. In a viewer's journal, this module checks what needs no
secret. Opened seeds must match their commitments and be in the lines of the shoes. Revealed seeds
must match the commitments of the shoes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import BinaryIO

from attrs import field, frozen

from pitboss.arguments import takes
from pitboss.errors import JournalError, brief, journal_fault
from pitboss.game.shoe import NOT_SECRET, TableSeed
from pitboss.journal.fields import decode
from pitboss.journal.reader import shoe_numbers
from pitboss.journal.source import Lines, whole_lines
from pitboss.replay.seed_lines import MadeShoe, SeedFault, SeedReading
from pitboss.replay.starts import first_line
from pitboss.replay.verifying import Verdict, VerdictKind, verify


class Making(Enum):
    """How the seats took part in making a shoe; the values are used in JSON."""

    EXCHANGED = "exchanged"
    NOT_CLOSED = "not_closed"
    GIVEN_OPENLY = "given_openly"
    HOUSE_ALONE = "house_alone"
    MID_ROUND = "mid_round"
    ARRANGED = "arranged"


@frozen
class ShoeFairness:
    """What a journal shows of one shoe.

    Attributes:
        shoe: its name.
        line_number: the number of its line, from 1.
        making: how it was made.
        committed: the seats that committed to seeds for it.
        opened: the committed seats that opened their seeds.
        given: the seats that gave a seed openly.
        dealt: whether a card was drawn from it.
        choices: how many shoes one person could choose from, if this person held exactly the
            committed seats that opened no seed; 1 if all opened their seeds, or if the host closed
            no commitments.
        most_choices: how many shoes one person could choose from at most, if this person held all
            seats except the viewer's; `None` if the viewer's seed sets no limit.
        says: sentences for the viewer.
    """

    shoe: str
    line_number: int
    making: Making
    committed: tuple[int, ...]
    opened: tuple[int, ...]
    given: tuple[int, ...]
    dealt: bool
    choices: int
    most_choices: int | None
    says: tuple[str, ...]


@frozen
class Fairness:
    """What a journal shows of its shoes.

    Attributes:
        verdict: the verdict of the replay; `None` for a viewer's journal, because it was not
            replayed. `verify` replays it.
        commitment: the commitment to the secret of the table; `None` if there is no secret.
        names: the name at each seat at the end of the journal.
        faults: what is wrong, in the order of the lines; empty if nothing is wrong.
        computed: whether the shoes were made again with the table's secret; only this shows that
            the seats' seeds went into them.
    """

    verdict: Verdict | None
    commitment: str | None
    names: tuple[str, ...]
    faults: tuple[SeedFault, ...]
    computed: bool
    _made: tuple[MadeShoe, ...] = field(repr=False)

    def shoes(self, viewer: int | None = None) -> tuple[ShoeFairness, ...]:
        """Return what the journal shows of each shoe, in the order of the shoes.

        Args:
            viewer: the seat of the viewer; `None` for a viewer without a seat.

        Raises:
            JournalError: there is no such seat.
        """
        known: object = viewer
        if known is not None and not (type(known) is int and 0 <= known < len(self.names)):
            raise JournalError(
                None, f"no seat {brief(known)}", f"seats are 0 to {len(self.names) - 1}"
            )
        return tuple(_shown(made, viewer, self) for made in self._made)

    def to_document(self, viewer: int | None = None) -> dict[str, object]:
        """Return what the journal shows a viewer, as values for JSON.

        Args:
            viewer: as for `shoes`.

        Raises:
            JournalError: there is no such seat.
        """
        return {
            "verdict": None if self.verdict is None else self.verdict.kind.value,
            "commitment": self.commitment,
            "seats": list(self.names),
            "faults": [{"line": each.line_number, "problem": each.problem} for each in self.faults],
            "shoes": [
                {
                    "shoe": shoe.shoe,
                    "line": shoe.line_number,
                    "making": shoe.making.value,
                    "committed": list(shoe.committed),
                    "opened": list(shoe.opened),
                    "given": list(shoe.given),
                    "dealt": shoe.dealt,
                    "choices": shoe.choices,
                    "most_choices": shoe.most_choices,
                    "says": list(shoe.says),
                }
                for shoe in self.shoes(viewer)
            ],
        }

    @property
    def open_to_all(self) -> bool:
        """Whether the secret of the table is a number, which anybody can find by trying numbers."""
        return (self.commitment or "").startswith(NOT_SECRET)


@takes(journal_fault)
def fairness(
    source: BinaryIO, *, seed: TableSeed | None = None, told: Iterable[str] = ()
) -> Fairness:
    """Return what the seats can know of each shoe of a journal, and who could choose the shoe.

    Args:
        source: the journal, or a viewer's journal, opened in binary mode; it is read from its
            beginning, and must be seekable.
        seed: the seed of the table, if it is not in the journal.
        told: the messages that a client of the table received, to compare the journal with.

    Raises:
        SecretError: the seed is not in the journal, and `seed` is missing or wrong.
        NotBegunError: the journal has no whole header.
        NoJournalError: this is not a journal.
        JournalError: the first line is damaged, or `told` does not consist of messages.
    """
    if not source.seekable():
        raise JournalError(None, "the journal is read twice, but a pipe only once", "give a file")
    source.seek(0)
    header = decode(first_line(Lines(source)))
    if header["line"] != "journal" or not isinstance(header.get("seats"), list):
        raise JournalError(1, "this is not a journal", "give the file of a journal")
    verdict = None
    if "seed" in header:
        source.seek(0)
        verdict = verify(source, seed=seed)
    source.seek(0)
    reading = SeedReading(computed=verdict is not None, seed=seed)
    for raw in whole_lines(Lines(source)):
        reading.read(raw)
    reading.compare(told)
    faults = set(reading.faults)
    if verdict is not None and verdict.kind not in {VerdictKind.MATCH, VerdictKind.INCOMPLETE}:
        faults.add(SeedFault(verdict.line_number or 1, verdict.problem))
    in_order = sorted(faults, key=lambda fault: (fault.line_number, fault.problem))
    computed = verdict is not None or seed is not None
    names, made = tuple(reading.names), tuple(reading.made)
    return Fairness(verdict, reading.commitment, names, tuple(in_order), computed, made)


def _shown(made: MadeShoe, viewer: int | None, of: Fairness) -> ShoeFairness:
    committed = tuple(seat for seat, text in enumerate(made.commitments) if text)
    making = _making(made, committed)
    choices, most = 1, None
    if making is Making.EXCHANGED:
        choices = 2 ** (len(committed) - len(made.opened))
        if viewer in made.opened:
            most = 2 ** (len(committed) - 1)
    says: Iterator[str]
    if making is Making.ARRANGED:
        says = iter(["arranged by hand: the house chose its cards"])
    elif making is Making.MID_ROUND:
        says = iter([_MID_ROUND_OPENLY if made.given else _MID_ROUND])
    else:
        says = _of_whole_shoe(made, making, committed, viewer, of)
    parts = committed, made.opened, made.given, made.dealt, choices, most
    return ShoeFairness(made.record["shoe"], made.line_number, making, *parts, tuple(says))


_MID_ROUND = "made in mid-round, without seats' seeds"
_MID_ROUND_OPENLY = (
    "made in mid-round, with seeds given openly; the last seat could try several seeds"
)


def _making(made: MadeShoe, committed: tuple[int, ...]) -> Making:
    if made.record["commitment"] is None:
        return Making.ARRANGED
    if shoe_numbers(made.record["shoe"])[1]:
        return Making.MID_ROUND
    if committed:
        return Making.EXCHANGED if made.closed else Making.NOT_CLOSED
    return Making.GIVEN_OPENLY if made.given else Making.HOUSE_ALONE


def _of_whole_shoe(
    made: MadeShoe, making: Making, committed: tuple[int, ...], viewer: int | None, of: Fairness
) -> Iterator[str]:
    yield "its commitment was shown before the bets, so nobody could change the shoe after the bets"
    if of.open_to_all:
        yield "its secret is a number that anybody can find"
    if making is Making.EXCHANGED:
        yield from _of_exchange(made, committed, viewer, of)
    elif making is Making.GIVEN_OPENLY:
        yield _of_open_seeds(made)
    elif making is Making.NOT_CLOSED:
        seats = f"made without the seeds of the seats that committed ({len(committed)})"
        yield f"{seats}, because the host never closed the commitments"
    else:
        yield "made of the house's secret alone"
    if not made.dealt:
        yield "no card was dealt from it"


def _of_exchange(
    made: MadeShoe, committed: tuple[int, ...], viewer: int | None, of: Fairness
) -> Iterator[str]:
    opened, whole = len(made.opened), len(committed)
    if viewer in made.opened:
        shows = "" if of.computed else " (the shoe's line says so; only the secret can show it)"
        yield (
            "your seed is in this shoe; "
            f"you had chosen your seed before any other seed was shown{shows}"
        )
    elif viewer in committed:
        yield "your seed is not in this shoe: you committed to a seed and did not show it"
    elif viewer is not None:
        yield "you added nothing to this shoe"
    if opened == whole:
        yield f"all seats that committed to a seed showed it ({whole})"
    else:
        choice = f"had {2 ** (whole - opened)} shoes to choose from"
        seats = f"of {whole} seats that committed to a seed, {opened} showed it"
        yield f"{seats}; whoever held the rest {choice}"
    if viewer not in made.opened:
        yield "whoever held all committed seats could choose the shoe"
    elif whole > 1:
        choice = f"had at most {2 ** (whole - 1)} shoes to choose from"
        yield f"whoever held all other seats {choice}, by showing or withholding each seed"


def _of_open_seeds(made: MadeShoe) -> str:
    if made.asked_before:
        return (
            "seeds were given before the journal began; "
            "somebody who knew them could try several seeds"
        )
    if made.alone:
        return "one seat was alone at the table, and gave its seed after the house's commitment"
    return "seeds were given openly; the last seat could try several seeds"
