"""The machine as a graph: plain data, made from the rows of the table of transitions.

Every drawing of the machine is made from a `Graph`, and an embedder can draw its own from one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum

from attrs import evolve, frozen

from pitboss.game.events import EventKind
from pitboss.game.round import Phase
from pitboss.machine.effects import move_on
from pitboss.machine.transition_table import TABLE, Row, rows_kept
from pitboss.rules import Rules


class EdgeKind(Enum):
    """Who moves."""

    PLAYER = "player"
    HOUSE = "house"
    HOST = "host"


class Side(Enum):
    """In which of two compared rule sets an edge exists."""

    BOTH = "both"
    FIRST = "first"
    SECOND = "second"


@frozen
class Edge:
    """One row of the table, ready to be drawn.

    Attributes:
        name: the row's name.
        source: the state it leaves.
        destination: the state it enters.
        kind: who moves.
        move: what is said or done, in a few words; empty where only the state changes.
        guards: what must hold in play, in plain words.
        options: what the rule set must say for the row to exist, in plain words.
        why: one sentence of reason.
        order: its place among the house's moves of its state, from 1; 0 for words.
        count: how often it was taken; none if nothing was counted.
        steps: at which steps a round took it, from 1.
        side: in which of two compared rule sets it exists.
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

    @property
    def stays(self) -> bool:
        """The state does not change."""
        return self.source is self.destination

    @property
    def heading(self) -> str:
        """What is said or done, and where it leads if the state changes."""
        if self.stays:
            return self.move
        return f"{self.move} \u2192 {self.destination.value}".lstrip()

    @property
    def condition(self) -> str:
        """When it may be taken, as a clause; empty for a word that may be said when asked for."""
        if self.guards:
            return f"if {', and '.join(self.guards)}"
        if self.order == 0:
            return ""
        return "otherwise" if self.order > 1 else "in any case"


@frozen
class Graph:
    """A machine to be drawn.

    Attributes:
        title: what it shows.
        edges: in the order of the table.
        compared: the names of the two rule sets that it compares; none where it compares nothing.
        counted: its edges say how often they were taken.
        walked: its edges say at which steps a round took them.
    """

    title: str
    edges: tuple[Edge, ...]
    compared: tuple[str, str] | None = None
    counted: bool = False
    walked: bool = False

    @property
    def states(self) -> tuple[Phase, ...]:
        """The states that can be reached, in the order of play."""
        reached = {self.initial} | {edge.destination for edge in self.edges}
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
        """The edges that were counted and never taken."""
        return tuple(edge for edge in self.edges if edge.count == 0)

    def out_of(self, state: Phase) -> tuple[Edge, ...]:
        """Return the edges that leave a state or stay in it, in the order of the table."""
        return tuple(edge for edge in self.edges if edge.source is state)

    def faded(self, edge: Edge) -> bool:
        """Say whether an edge stands back: what was not taken, in a drawing of what was."""
        return (self.walked and not edge.steps) or (self.counted and not edge.count)

    def taken_in(self, state: Phase) -> int:
        """Return how often any edge out of a state was taken."""
        return sum(edge.count or 0 for edge in self.out_of(state))

    def permille(self, edge: Edge) -> int:
        """Return how often an edge was taken, of a thousand moves out of its state; rounded."""
        taken = self.taken_in(edge.source)
        return (2000 * (edge.count or 0) + taken) // (2 * taken) if taken else 0


def graph_of(rules: Rules | None = None, title: str | None = None) -> Graph:
    """Return the whole machine, or the part of it that a rule set keeps and play can reach.

    Args:
        rules: the rule set; none for the whole machine.
        title: what stands above the drawing.
    """
    if rules is None:
        return Graph(title or "The whole machine, under any rules", _edges(TABLE))
    return Graph(title or "The machine of one rule set", _edges(rows_kept(rules)))


def compared(first: Rules, second: Rules, names: tuple[str, str]) -> Graph:
    """Return the rows that either of two rule sets keeps, each with the side on which it exists.

    The house's moves are numbered as in the table of both together; their order is the same under
    either rule set.

    Args:
        first: a rule set.
        second: another.
        names: how they are called, in this order.
    """
    names_first = {row.name for row in rows_kept(first)}
    names_second = {row.name for row in rows_kept(second)}
    rows = [row for row in TABLE if row.name in names_first | names_second]

    def side(name: str) -> Side:
        if name not in names_second:
            return Side.FIRST
        return Side.BOTH if name in names_first else Side.SECOND

    return Graph(
        f"What differs between {names[0]} and {names[1]}",
        tuple(evolve(edge, side=side(edge.name)) for edge in _edges(rows)),
        compared=names,
    )


def counted(graph: Graph, counts: Mapping[str, int], title: str) -> Graph:
    """Return a graph with the number of times that each of its rows was taken."""
    edges = tuple(evolve(edge, count=counts.get(edge.name, 0)) for edge in graph.edges)
    return evolve(graph, title=title, edges=edges, counted=True)


def walked(graph: Graph, names: Iterable[str], title: str) -> Graph:
    """Return a graph with the steps at which a round took its rows, in the order given."""
    steps: dict[str, list[int]] = {}
    for number, name in enumerate(names, start=1):
        steps.setdefault(name, []).append(number)
    edges = tuple(evolve(edge, steps=tuple(steps.get(edge.name, ()))) for edge in graph.edges)
    return evolve(graph, title=title, edges=edges, walked=True)


def ranges(numbers: Sequence[int]) -> tuple[str, ...]:
    """Write ascending numbers, neighbours drawn together: ``2``, ``4-6``."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return tuple(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def _edges(rows: Iterable[Row]) -> tuple[Edge, ...]:
    edges: list[Edge] = []
    places: dict[Phase, int] = {}
    for row in rows:
        order = 0
        if row.of_house:
            order = places[row.source] = places.get(row.source, 0) + 1
        edges.append(_edge(row, order))
    return tuple(edges)


def _edge(row: Row, order: int) -> Edge:
    return Edge(
        name=row.name,
        source=row.source,
        destination=row.destination,
        kind=_kind(row),
        move=_move(row),
        guards=(
            *(guard.words for guard in row.hand_guards),
            *(guard.words for guard in row.round_guards),
        ),
        options=tuple(option.words for option in row.options),
        why=row.why,
        order=order,
    )


def _kind(row: Row) -> EdgeKind:
    if row.event is None:
        return EdgeKind.HOUSE
    return EdgeKind.HOST if row.event is EventKind.OPEN else EdgeKind.PLAYER


def _move(row: Row) -> str:
    """Say in a few words what is said, or what the house does."""
    if row.event is None:
        return "" if row.effect is move_on else row.effect.words.partition(";")[0]
    word = row.event.value.replace("_", " ")
    if row.event is EventKind.DECLINE and row.question is not None:
        return f"{word} {row.question.value.replace('_', ' ')}"
    return word
