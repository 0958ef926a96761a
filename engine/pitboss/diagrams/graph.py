"""The machine as a graph, which is plain data made from the rows of the table of transitions.

Every drawing of the machine is made from a `Graph`; a host can use a `Graph` for its own drawings.
This module also has the texts of all drawings: a row, how often it was taken, and the legend.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Final

from attrs import Factory, frozen

from pitboss.game.round import Phase

MAX_EXTRA_WIDTH: Final = 8
"""How many pixels or points are added to the width of a line that has all moves of its state."""


class EdgeKind(Enum):
    """Who makes a move."""

    PLAYER = "player"
    HOUSE = "house"
    HOST = "host"


class Side(Enum):
    """Which of two compared rule sets has an edge."""

    BOTH = "both"
    FIRST = "first"
    SECOND = "second"


@frozen
class Edge:
    """One row of the table, ready to be drawn.

    Attributes:
        name: the row's name.
        source: the state that it leaves.
        destination: the state that it enters.
        kind: who moves.
        move: the event, or what the house does, in a few words; empty if the house only changes
            the state.
        guards: what must hold in the round, in plain words.
        options: the rules under which the row exists, in plain words.
        why: the reason, in one sentence.
        order: its place among the moves of the house in its state, from 1; 0 for an event.
        count: how often it was taken; `None` if nothing was counted.
        steps: the steps at which a round took it, from 1.
        side: which of two compared rule sets has it.
        label: a text that replaces the move and its condition.
    """

    name: str
    source: Phase
    destination: Phase
    kind: EdgeKind
    move: str
    guards: tuple[str, ...]
    options: tuple[str, ...]
    why: str
    order: int
    count: int | None = None
    steps: tuple[int, ...] = ()
    side: Side = Side.BOTH
    label: str = ""

    @property
    def stays(self) -> bool:
        """Whether the state does not change."""
        return self.source is self.destination

    @property
    def heading(self) -> str:
        """The move, and where it leads if the state changes."""
        if self.stays:
            return self.words
        return f"{self.words} \u2192 {self.destination.value}".lstrip()

    @property
    def words(self) -> str:
        """The label if there is one, else the move."""
        return self.label or self.move

    @property
    def condition(self) -> str:
        """Its condition, as a clause; empty if it has a label, or is an event without guards."""
        if self.label:
            return ""
        if self.guards:
            return f"if {', and '.join(self.guards)}"
        if self.order == 0:
            return ""
        return "otherwise" if self.order > 1 else "in any case"

    @property
    def mark(self) -> str:
        """The mark before the row: a number for a move of the house, else a pointer."""
        return str(self.order) if self.order else "\u25b8"

    @property
    def step_ranges(self) -> str:
        """The steps at which a round took it; consecutive steps are a range: ``2, 4-6``."""
        runs: list[list[int]] = []
        for number in self.steps:
            if runs and number == runs[-1][-1] + 1:
                runs[-1].append(number)
            else:
                runs.append([number])
        return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


@frozen
class SharedEdge:
    """Rows that look alike and connect the same two states; in some drawings they share a line.

    Attributes:
        edges: the rows, in the order of the table.
        look: who moves, or which of two rule sets has them; ``faded`` if they are drawn pale.
    """

    edges: tuple[Edge, ...]
    look: str

    @property
    def source(self) -> Phase:
        """The state that they leave."""
        return self.edges[0].source

    @property
    def destination(self) -> Phase:
        """The state that they enter."""
        return self.edges[0].destination

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the rows."""
        return tuple(edge.name for edge in self.edges)

    @property
    def beside(self) -> str:
        """The name of the list of rows that stay in a state; the list is drawn next to it."""
        return f"{self.source.value}_{self.names[0].partition('-')[2]}"


@frozen
class LegendEntry:
    """A line of the legend.

    Attributes:
        ink: the colour that it explains.
        mark: the mark before rows of that colour.
        words: its meaning.
        pill: whether the mark is at the right of a row, on a background of the colour.
    """

    ink: str
    mark: str
    words: str
    pill: bool = False


_WORDS_OF_KIND: Final = {
    EdgeKind.PLAYER: "what a player may answer",
    EdgeKind.HOUSE: "what the house does by itself: if no question is open, "
    "the first numbered row whose condition holds",
    EdgeKind.HOST: "what the host says",
}


@frozen
class Graph:
    """A machine to be drawn.

    Attributes:
        title: what it shows.
        edges: the edges, in the order of the table.
        compared: the names of the two rule sets that it compares; `None` if it compares nothing.
        counted: whether its edges say how often they were taken.
        walked: whether its edges say at which steps a round took them.
        totals: how many moves were counted in each state.
        focus: the one state that it shows, with its edges; `None` for all states.
        differences: the options in which the two compared rule sets differ, each with both values.
    """

    title: str
    edges: tuple[Edge, ...]
    compared: tuple[str, str] | None = None
    counted: bool = False
    walked: bool = False
    totals: Mapping[Phase, int] = Factory(dict[Phase, int])
    focus: Phase | None = None
    differences: Mapping[str, tuple[str, str]] = Factory(dict[str, tuple[str, str]])

    @property
    def states(self) -> tuple[Phase, ...]:
        """The states that can be reached, in the order of play."""
        reached = {edge.destination for edge in self.edges} | {self.focus or self.initial}
        if self.focus is not None:
            reached |= {edge.source for edge in self.edges}
        return tuple(phase for phase in Phase if phase in reached)

    @property
    def initial(self) -> Phase:
        """The state in which a table begins."""
        return Phase.BETTING

    @property
    def final(self) -> Phase:
        """The state in which a round is over."""
        return Phase.RESOLVED

    @property
    def never_taken(self) -> tuple[Edge, ...]:
        """The edges that were never taken, if edges were counted."""
        return tuple(edge for edge in self.edges if edge.count == 0)

    def out_of(self, state: Phase) -> tuple[Edge, ...]:
        """Return the edges that leave a state or stay in it, in the order of the table."""
        return tuple(edge for edge in self.edges if edge.source is state)

    @property
    def last(self) -> Edge | None:
        """The edge that a round took last; `None` if the graph has no steps."""
        return max(self.edges, key=lambda edge: edge.steps[-1:]) if self.walked else None

    def faded(self, edge: Edge) -> bool:
        """Say whether an edge is pale: the graph has counts or steps, but this edge has none."""
        return (self.walked and not edge.steps) or (self.counted and not edge.count)

    def permille(self, edge: Edge) -> int:
        """Return, in thousandths, the share of an edge in all moves of its state, rounded."""
        taken = self.totals.get(edge.source, 0)
        return (2000 * (edge.count or 0) + taken) // (2 * taken) if taken else 0

    def width(self, line: SharedEdge) -> int:
        """Return the width of a line: 1 plus its share of moves times `MAX_EXTRA_WIDTH`."""
        return 1 + MAX_EXTRA_WIDTH * sum(self.permille(edge) for edge in line.edges) // 1000

    def share(self, edge: Edge) -> str:
        """Say how often an edge was taken, and its share of all moves in its state."""
        if not edge.count:
            return "never"
        permille = self.permille(edge)
        share = f"{permille // 10}.{permille % 10}" if permille else "<\u00a00.1"
        return f"{edge.count:,}\u00a0\u00b7 {share}\u00a0%"

    def ink(self, edge: Edge) -> str:
        """Return the colour of an edge: who moves, or which of two rule sets has it."""
        return edge.kind.value if self.compared is None else edge.side.value

    def row_text(self, edge: Edge) -> str:
        """Write a row in one line: its mark, move, condition and counts."""
        words = ", ".join(part for part in (edge.words, edge.condition) if part)
        taken = ""
        if edge.steps:
            taken = f" ({'steps' if len(edge.steps) > 1 else 'step'} {edge.step_ranges})"
        elif edge.count is not None:
            taken = f" ({self.share(edge)})"
        return f"{edge.mark} {words}{taken}"

    def shared_edges(self) -> tuple[SharedEdge, ...]:
        """Join rows that look alike and connect the same two states."""
        lines: dict[tuple[Phase, Phase, EdgeKind, str], list[Edge]] = {}
        for edge in self.edges:
            look = "faded" if self.faded(edge) else self.ink(edge)
            lines.setdefault((edge.source, edge.destination, edge.kind, look), []).append(edge)
        return tuple(SharedEdge(tuple(edges), key[-1]) for key, edges in lines.items())

    def legend(self) -> Iterator[LegendEntry]:
        """Yield the entries of the legend: who moves, or which rule sets are compared."""
        if self.compared is None:
            for kind in EdgeKind:
                if any(edge.kind is kind for edge in self.edges):
                    mark = "1" if kind is EdgeKind.HOUSE else "\u25b8"
                    yield LegendEntry(kind.value, mark, _WORDS_OF_KIND[kind])
        else:
            first, second = self.compared
            yield LegendEntry("first", "", f"only under {first}")
            yield LegendEntry("second", "", f"only under {second}")
            yield LegendEntry("both", "", "under both")
        if self.walked:
            words = "the steps of the round, in order; rows that it did not take are pale"
            yield LegendEntry("step", "3", words, pill=True)

    def legend_notes(self) -> Iterator[str]:
        """Yield the sentences below the legend."""
        if self.compared is not None:
            yield (
                "\u25b8 marks what a player or the host may say. A number marks what the house "
                "does by itself: it takes the first row whose condition holds."
            )
        if self.counted:
            yield (
                "Counts and shares: how often this row was taken, and its share of all moves in "
                "the state."
            )
            never = [edge.name for edge in self.never_taken]
            yield (
                f"Never taken, {len(never)} of {len(self.edges)} rows: {', '.join(never)}."
                if never
                else f"Each of the {len(self.edges)} rows was taken."
            )
        if self.focus is not None:
            yield f"Of the other states, only the rows that lead to {self.focus.value} are shown."
        elif self.final in self.states:
            yield (
                "A table begins in Betting. A round is over in Resolved, with its double border; "
                "if every seat sits out, it is over in Betting."
            )
        else:
            yield "A table begins in Betting, and under these rules no bet can be made."

    def difference_notes(self) -> Iterator[str]:
        """Yield a sentence for each option in which the two rule sets differ."""
        if self.compared is not None:
            first, second = self.compared
            yield "Options that differ:" if self.differences else "No option differs."
            for name, (value, other) in self.differences.items():
                yield f"{name}: {value} under {first}, {other} under {second}"
