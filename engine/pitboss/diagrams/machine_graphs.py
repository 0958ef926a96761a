"""Graphs of the machine, made from the table of transitions or from other graphs.

Each function returns a `Graph`, so you can combine functions. For example, you can draw a single
state of a rule set's machine, with the steps of a round and with labels as in UML.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from attrs import evolve

from pitboss.arguments import takes
from pitboss.diagrams.canvas import DiagramError
from pitboss.diagrams.exports import uml_label
from pitboss.diagrams.graph import Edge, EdgeKind, Graph, Side
from pitboss.game.events import EventKind
from pitboss.game.round import Phase
from pitboss.machine import effects as do
from pitboss.machine.side_bets import settle_side_bets
from pitboss.machine.transition_table import TABLE, Row, rows_kept
from pitboss.rules import Rules
from pitboss.rules.option_kinds import unquote
from pitboss.text.terminal import list_text


@takes(DiagramError)
def graph_of(rules: Rules | None = None, title: str | None = None) -> Graph:
    """Return the whole machine, or the part of it that can be reached under a rule set.

    Args:
        rules: the rule set; `None` for the whole machine.
        title: the title of the drawing.
    """
    if rules is None:
        return Graph(title or "The whole machine, under any rules", _edges(TABLE))
    return Graph(title or "The machine of one rule set", _edges(rows_kept(rules)))


@takes(DiagramError)
def compare_rules(first: Rules, second: Rules, names: tuple[str, str]) -> Graph:
    """Return the rows that exist under at least one of two rule sets, and the options that differ.

    The house's moves are numbered over the rows of both rule sets; their order is the same under
    both.

    Args:
        first: a rule set.
        second: another rule set.
        names: their names, in this order.
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
        differences=_differences(first, second),
    )


def _differences(first: Rules, second: Rules) -> dict[str, tuple[str, str]]:
    """Return the options that differ, in their order, with values as in rule files."""
    others = second.changes(first)
    return {
        name: (unquote(value), unquote(others[name]))
        for name, value in first.changes(second).items()
    }


@takes(DiagramError)
def count_rows(graph: Graph, counts: Mapping[str, int], title: str) -> Graph:
    """Return a graph with the number of times that each of its rows was taken."""
    edges = tuple(evolve(edge, count=counts.get(edge.name, 0)) for edge in graph.edges)
    totals: Counter[Phase] = Counter()
    for edge in edges:
        totals[edge.source] += edge.count or 0
    return evolve(graph, title=title, edges=edges, counted=True, totals=totals)


@takes(DiagramError)
def one_state(graph: Graph, state: Phase) -> Graph:
    """Return a graph of one state: its own rows, and the rows that lead to it from other states.

    Args:
        graph: a graph of all rows, or of one rule set; it may have counts, steps or a comparison.
        state: the state.

    Raises:
        DiagramError: the graph has no such state.
    """
    if state not in graph.states:
        raise DiagramError(
            f"{graph.title} has no state {state.value}",
            f"choose {list_text([each.value for each in graph.states])}",
        )
    edges = tuple(edge for edge in graph.edges if state in {edge.source, edge.destination})
    return evolve(graph, title=f"{graph.title}: {state.value}", edges=edges, focus=state)


@takes(DiagramError)
def mark_steps(graph: Graph, names: Iterable[str], title: str) -> Graph:
    """Return a graph with numbered steps: a round took the rows in the order of `names`."""
    steps: dict[str, list[int]] = {}
    for number, name in enumerate(names, start=1):
        steps.setdefault(name, []).append(number)
    edges = tuple(evolve(edge, steps=tuple(steps.get(edge.name, ()))) for edge in graph.edges)
    return evolve(graph, title=title, edges=edges, walked=True)


@takes(DiagramError)
def in_uml(graph: Graph) -> Graph:
    """Return a graph with its rows written as in UML: ``event [guards] / effect``."""
    edges = tuple(evolve(edge, label=uml_label(edge)) for edge in graph.edges)
    return evolve(graph, edges=edges)


def _edges(rows: Iterable[Row]) -> tuple[Edge, ...]:
    places: Counter[Phase] = Counter()
    edges: list[Edge] = []
    for row in rows:
        places[row.source] += row.of_house
        edges.append(_edge(row, places[row.source] if row.of_house else 0))
    return tuple(edges)


def _edge(row: Row, order: int) -> Edge:
    return Edge(
        name=row.name,
        source=row.source,
        destination=row.destination,
        kind=_kind(row),
        move=_move(row),
        guards=tuple(guard.words for guard in (*row.hand_guards, *row.round_guards)),
        options=tuple(option.words for option in row.options),
        why=row.why,
        order=order,
    )


def _kind(row: Row) -> EdgeKind:
    if row.event is None:
        return EdgeKind.HOUSE
    return EdgeKind.HOST if row.event is EventKind.OPEN else EdgeKind.PLAYER


_MOVES: Final[Mapping[do.Effect | None, str]] = {
    do.move_on: "",
    do.deal_cards: "deal the cards",
    do.peek_at_hole: "look at the hole card",
    do.pay_naturals: "pay the naturals",
    do.pay_natural_at_turn: "pay the hand at its turn",
    do.next_hand: "turn to the next hand",
    do.turn_hole_card: "turn the hole card and settle what waited for it",
    do.draw_second_card: "draw the dealer's second card and settle what waited for it",
    do.draw_for_dealer: "the dealer draws a card",
    do.settle_round: "settle every bet that is open",
    settle_side_bets: "settle side bets whose cards are known",
}
"""What the house does, in a few words."""


def _move(row: Row) -> str:
    """Write the event in a few words, or what the house does."""
    if row.event is None:
        return _MOVES[row.effect]
    event = row.event.value.replace("_", " ")
    if row.event is EventKind.DECLINE and row.question is not None:
        return f"{event} {row.question.value.replace('_', ' ')}"
    return event
