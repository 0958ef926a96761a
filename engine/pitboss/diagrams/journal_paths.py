"""Finds the rows that rounds took: the path of one round, or counts for a whole journal.

`path_of` plays its round again. `coverage_of` plays nothing: it reads a journal of any length once,
line by line, and checks the digests.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final, cast

from attrs import frozen

from pitboss.arguments import takes
from pitboss.diagrams.graph import Graph
from pitboss.diagrams.machine_graphs import count_rows, graph_of, mark_steps
from pitboss.errors import JournalError, brief, journal_fault
from pitboss.game.events import Event
from pitboss.game.seat_changes import CHANGE_KINDS
from pitboss.game.shoe import TableSeed
from pitboss.game.trace import RowTaken
from pitboss.journal.fields import RawLine, Record, decode
from pitboss.journal.source import DigestCheck, Lines, Source, digest_of, whole_lines
from pitboss.machine.transition_table import rows_kept
from pitboss.replay.playing import HearBytes
from pitboss.replay.single_rounds import replay_at_round
from pitboss.replay.starts import read_first
from pitboss.rules import Rules
from pitboss.text.terminal import count_text as number_of


@frozen
class RoundPath:
    """The path of one round through the machine.

    Attributes:
        number: the number of the round.
        rules: the rules of the round.
        rows: the rows that were taken, in order.
        over: whether the round was played to its end.
    """

    number: int
    rules: Rules
    rows: tuple[str, ...]
    over: bool

    def graph(self) -> Graph:
        """Return the graph of the rules with the steps of the round."""
        open_yet = "" if self.over else ", as far as the journal goes"
        title = f"Round {self.number} on the machine{open_yet}"
        return mark_steps(graph_of(self.rules), self.rows, title)

    def frames(self) -> Iterator[Graph]:
        """Yield the graph after each step of the round."""
        graph = graph_of(self.rules)
        headings = {edge.name: edge.heading for edge in graph.edges}
        for number, name in enumerate(self.rows, start=1):
            place = f"Round {self.number}, step {number} of {len(self.rows)}"
            yield mark_steps(graph, self.rows[:number], f"{place}: {headings[name]}")


@takes(journal_fault)
def path_of(source: Source, number: int, seed: TableSeed | None = None) -> RoundPath:
    """Play one round of a journal again and return its path through the machine.

    Args:
        source: the journal, opened in binary mode.
        number: the number of the round, from 1.
        seed: the seed of the table, if it is not in the journal.

    Raises:
        SecretError: the seed is missing or wrong.
        JournalError: the journal cannot be read or played again, or has no such round.
    """
    lines = Lines(source)
    replay, numbered = replay_at_round(*read_first(lines), lines, number, seed)
    rows: list[str] = []
    for raw in numbered:
        if isinstance(replay.feed(raw), Event):
            trace = replay.table.house.trace
            rows += [step.code for step in trace if isinstance(step, RowTaken)]
        if replay.rounds:
            break
    return RoundPath(number, replay.header.rules, tuple(rows), over=replay.rounds > 0)


@frozen
class Coverage:
    """How often each row was taken.

    Attributes:
        rules: the rules of the table.
        rounds: how many rounds were played to their end; only these are counted.
        counts: for each row that exists under the rules, how often it was taken.
    """

    rules: Rules
    rounds: int
    counts: Mapping[str, int]

    def graph(self) -> Graph:
        """Return the graph of the rules with the counts."""
        title = f"Rows that were taken in {number_of(self.rounds, 'round')}"
        return count_rows(graph_of(self.rules), self.counts, title)


@takes(journal_fault)
def coverage_of(source: Source, progress: HearBytes | None = None) -> Coverage:
    """Count how often the rounds of a journal took each row.

    Memory does not grow with the length of the journal. Lines after the last finished round are not
    counted, because no digest covers them.

    Args:
        source: the journal, opened in binary mode.
        progress: is called with the number of bytes read, at the end of every round.

    Raises:
        JournalError: a line cannot be read, is missing, or was changed.
    """
    lines = Lines(source)
    header, first = read_first(lines)
    check = DigestCheck(digest_of(first.data))
    counts = Counter({row.name: 0 for row in rows_kept(header.rules)})
    taken: list[str] = []
    rounds = 0
    numbered = whole_lines(lines)
    for seq, raw in enumerate(numbered, start=1):
        record = decode(raw)
        if record.get("seq") != seq:
            problem = f"the line numbered {seq} must be next, got {brief(record.get('seq'))}"
            raise JournalError(raw.number, problem)
        ends = record["line"] in {"end", "trailer"}
        if not ends:
            taken += _rows_taken(raw, record, counts)
        if bool(digest_of(raw.data)) is not ends or not check.holds(raw.data):
            problem = "its digest does not match the lines since the last digest: a line changed"
            raise JournalError(raw.number, problem)
        if not ends:
            continue
        if record["line"] == "trailer":
            more = next(numbered, None)
            if more is not None:
                problem = "a line follows the last line of the journal"
                raise JournalError(more.number, problem)
            break
        rounds += 1
        counts.update(taken)
        taken.clear()
        if progress is not None:
            progress(raw.offset + len(raw.data))
    return Coverage(header.rules, rounds, dict(counts))


_WITHOUT_MOVES: Final = frozenset({"shoe", "reveal", "host", *CHANGE_KINDS})


def _rows_taken(raw: RawLine, record: Record, known: Mapping[str, int]) -> Iterator[str]:
    """Yield the rows among the moves of a line; its other moves are cards and shoes."""
    if record["line"] in _WITHOUT_MOVES:
        return
    if record["line"] not in {"round", "event"}:
        raise JournalError(raw.number, f"a line {brief(record['line'])} does not belong here")
    moves = record.get("moves")
    if not isinstance(moves, list):
        raise JournalError(raw.number, "field 'moves' is missing or is not a list")
    for move in cast("list[object]", moves):
        if isinstance(move, str) and move in known:
            yield move
        elif not isinstance(move, str) or "-" in move:
            raise JournalError(raw.number, f"these rules have no row {brief(move)}")
