"""Find rounds in a journal by players, commands of clients, times and results.

Lines are read and their digests are checked. Nothing is played again, so no secret is needed.

A round consists of its own lines and the lines between it and the previous round, such as the line
of a player who joins. The digest of the round covers all of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from os import PathLike
from typing import Final, cast

from attrs import frozen

from pitboss.arguments import takes
from pitboss.errors import EventError, JournalError, brief, journal_fault
from pitboss.game.events import By
from pitboss.game.reasons import Outcome
from pitboss.game.seat_changes import CHANGE_KINDS, ChangeKind
from pitboss.journal.fields import RawLine, Values, decode
from pitboss.journal.reader import Header, read_change, read_event, read_host, read_round
from pitboss.journal.source import DigestCheck, Lines, Source, read_journal, whole_lines
from pitboss.journal.viewer_lines import Filling
from pitboss.replay.starts import read_first
from pitboss.text import normalise

Time = str | int
"""A time in a line of the host: a text, or a whole number."""

_NUMBER: Final = re.compile(r"-?[0-9]{1,19}")


@frozen
class FoundHand:
    """A hand of a found round, with its outcome and net result."""

    seat: int
    name: str
    hand: int
    outcome: Outcome
    net_minor: int


@frozen
class FoundRound:
    """A round that was found.

    Attributes:
        number: the number of the round.
        line_number: the number of its first line, from 1.
        seq: the sequence number of that line.
        over: whether it is finished.
        times: two times from the host's lines, between which the round counts as open: the last one
            before the round was opened, and the last one before it was over. If there is no time
            before the opening, the first of the two is the first time in the round. `None` if none
            of these lines has a time.
        hands: the hands at its end; empty if it is not over, or had no hands.
    """

    number: int
    line_number: int
    seq: int
    over: bool
    times: tuple[Time, Time] | None
    hands: tuple[FoundHand, ...]


@frozen
class _Wanted:
    """The conditions for a round, see `find_rounds`."""

    seat: int | str | None
    command: str | None
    by: By | None
    outcome: Outcome | None
    since: Time | None
    until: Time | None
    time_field: str

    def fits(self, found: FoundRound, said: list[_Said]) -> bool:
        """Return whether a round meets all conditions.

        Args:
            found: the round.
            said: the answers and changes of seats in the round.
        """
        spoke = self.seat is None and self.command is None and self.by is None
        ended = self.outcome is None or any(
            hand.outcome is self.outcome and self._is_of(hand.seat, hand.name)
            for hand in found.hands
        )
        return ended and (spoke or any(map(self._is_said, said))) and self._in_time(found.times)

    def _is_said(self, said: _Said) -> bool:
        return (
            self._is_of(said.seat, said.name)
            and self.command in {None, said.command}
            and self.by in {None, said.by}
        )

    def _is_of(self, seat: int | None, name: str) -> bool:
        if isinstance(self.seat, str):
            return normalise(name) == normalise(self.seat)
        return self.seat is None or seat == self.seat

    def _in_time(self, times: tuple[Time, Time] | None) -> bool:
        if self.since is None and self.until is None:
            return True
        return (
            times is not None
            and (self.since is None or _is_since(times[1], self.since))
            and (self.until is None or _is_until(times[0], self.until))
        )


@frozen
class _Said:
    """An answer, or a change of a seat; closing the seeds has no seat (`None`) and no name."""

    seat: int | None
    name: str
    command: str | None
    by: By | None


def _is_since(time: Time, bound: Time) -> bool:
    if isinstance(time, str):
        return time >= str(bound)
    return _NUMBER.fullmatch(str(bound)) is not None and time >= int(bound)


def _is_until(time: Time, bound: Time) -> bool:
    if isinstance(time, str):
        # So if `until` is a day, all times of that day are included.
        return time[: len(str(bound))] <= str(bound)
    return _NUMBER.fullmatch(str(bound)) is not None and time <= int(bound)


def are_in_order(since: Time | None, until: Time | None) -> bool:
    """Return whether a time can be at or after `since` and at or before `until`.

    Two texts of digits may be meant as numbers, or as texts, which are compared letter by letter.
    The result is `True` if they are in order in one of these two ways.
    """
    if since is None or until is None:
        return True
    first, last = str(since), str(until)
    numbers = _NUMBER.fullmatch(first) and _NUMBER.fullmatch(last)
    return _is_until(first, until) or (numbers is not None and int(first) <= int(last))


@takes(journal_fault)
def find_rounds(
    journal: str | PathLike[str] | Source,
    *,
    seat: int | str | None = None,
    command: str | None = None,
    by: By | None = None,
    outcome: Outcome | None = None,
    since: str | int | None = None,
    until: str | int | None = None,
    time_field: str = "time",
    names: Callable[[Sequence[str]], object] | None = None,
) -> Iterator[FoundRound]:
    """Yield the rounds of a journal that meet all conditions, in their order.

    With `seat`, the conditions must hold for that seat: one of its answers or changes has the
    command and `by`, and one of its hands has the outcome.

    Args:
        journal: the path of the journal, or a file opened in binary mode.
        seat: the seat that answered or was changed: a number from 0, or a name.
        command: the id that a client gave its command.
        by: who answered for a seat.
        outcome: the outcome of a hand.
        since: a time, in the host's form; the round was over then or later.
        until: a time; the round was opened then or earlier. A text includes all times that begin
            with it.
        time_field: the field for the time in the host's lines.
        names: is called with the names at all seats: first at the beginning of the journal, and
            then after each change.

    Raises:
        NoJournalError: the file is not a journal.
        JournalError: a line cannot be read, or was changed since its digest was made; or `since` is
            later than `until`.
        OSError: the file cannot be opened or read.
    """
    if not are_in_order(since, until):
        problem = f"since must not be later than until, got {brief(since)} and {brief(until)}"
        raise JournalError(None, problem, "exchange them")
    wanted = _Wanted(seat, command, by, outcome, since, until, time_field)
    return read_journal(journal, lambda source: _Finding(wanted, names).rounds(Lines(source)))


class _Finding:
    """A search through a journal."""

    def __init__(self, wanted: _Wanted, heard: Callable[[Sequence[str]], object] | None) -> None:
        self._wanted = wanted
        self._heard = heard
        self._names: list[str] = []
        self._said: list[_Said] = []
        self._open: FoundRound | None = None
        self._time: Time | None = None
        self._opened_at: Time | None = None
        self._filling: Filling | None = None

    def rounds(self, lines: Lines) -> Iterator[FoundRound]:
        """Yield the rounds that meet all conditions."""
        header, first = read_first(lines)
        if header.viewer is not None:
            self._filling = Filling(header.viewer, committed=header.commitment is not None)
        self._sit([seat.name for seat in header.seats_at_begin])
        check = DigestCheck()
        check.holds(first.data)
        for raw in whole_lines(lines):
            if not check.holds(raw.data):
                problem = "the digest does not match: a line since the last digest was changed"
                raise JournalError(raw.number, problem)
            try:
                yield from self._read(raw, header)
            except EventError as error:
                raise JournalError(raw.number, error.problem) from error
        yield from self._closed(over=False)

    def _read(self, raw: RawLine, header: Header) -> Iterator[FoundRound]:
        record = decode(raw)
        if self._filling is not None:
            raw, record = self._filling.filled(raw)
        values = cast("Values", record)
        kind = values["line"]
        if kind == "event":
            event = read_event(raw, record)
            name = self._name_of(event.seat)
            self._said.append(_Said(event.seat, name, event.command, event.by))
        elif kind in CHANGE_KINDS:
            self._change(raw, values)
        elif kind == "host":
            time = read_host(raw, record).get(self._wanted.time_field)
            if isinstance(time, str) or type(time) is int:
                self._time = time
                self._opened_at = time if self._opened_at is None else self._opened_at
        elif kind == "round":
            opened = read_round(raw, record)
            seats = header.seats if opened.seats is None else opened.seats
            self._sit([seat.name for seat in seats])
            self._opened_at = self._time
            place = opened.number, raw.number, opened.seq
            self._open = FoundRound(*place, over=False, times=None, hands=())
        elif kind == "end":
            yield from self._closed(over=True, hands=self._hands(raw, values))

    def _change(self, raw: RawLine, values: Values) -> None:
        """Note a change, and the name that the seat has from now on."""
        change = read_change(raw, values)
        if change.kind is ChangeKind.CLOSE_SEEDS:
            self._said.append(_Said(None, "", change.command, change.by))
        else:
            name = change.name or self._name_of(change.seat)
            self._sit([name if n == change.seat else each for n, each in enumerate(self._names)])
            self._said.append(_Said(change.seat, name, change.command, change.by))

    def _sit(self, names: list[str]) -> None:
        """Note the names at the seats."""
        if names != self._names:
            self._names = names
            if self._heard is not None:
                self._heard(names)

    def _name_of(self, seat: int) -> str:
        """Return the present or last name at a seat; empty if there is no such seat."""
        return self._names[seat] if seat < len(self._names) else ""

    def _hands(self, raw: RawLine, values: Values) -> tuple[FoundHand, ...]:
        try:
            return tuple(map(self._hand, cast("list[Values]", values["hands"])))
        except (LookupError, TypeError, ValueError) as error:
            raise JournalError(raw.number, "this is not an end of a round") from error

    def _hand(self, values: Values) -> FoundHand:
        seat: int = values["seat"]
        outcome = Outcome(values["outcome"])
        return FoundHand(seat, self._names[seat], values["hand"], outcome, values["net"])

    def _closed(self, *, over: bool, hands: tuple[FoundHand, ...] = ()) -> Iterator[FoundRound]:
        """Close the open round, and yield it if it meets all conditions."""
        opened, said, self._open, self._said = self._open, self._said, None, []
        if opened is not None:
            times = None
            if self._time is not None and self._opened_at is not None:
                times = self._opened_at, self._time
            number, line_number, seq = opened.number, opened.line_number, opened.seq
            found = FoundRound(number, line_number, seq, over, times, hands)
            if self._wanted.fits(found, said):
                yield found
