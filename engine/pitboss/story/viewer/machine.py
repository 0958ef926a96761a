"""Draws the state machine: next to the table, and again for each round, with the round's path."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from pitboss.game.round import Phase
from pitboss.machine.transition_table import Row, rows_kept
from pitboss.rules import Rules
from pitboss.story.viewer.steps import PHASES

_PLACES: Final = {
    Phase.BETTING: (192, 20),
    Phase.DEALT: (192, 66),
    Phase.INSURANCE_OFFERED: (80, 114),
    Phase.SPLIT_OFFERED: (304, 114),
    Phase.FILLING: (192, 162),
    Phase.DEALER_TURN: (80, 212),
    Phase.RESOLVED: (304, 212),
}
"""The positions of the states."""

_WAYS: Final = {
    (Phase.DEALT, Phase.RESOLVED): "M192 66H378V212H304",
    (Phase.BETTING, Phase.RESOLVED): "M192 20H385V206H304",
    (Phase.INSURANCE_OFFERED, Phase.RESOLVED): "M80 114H5V236H304V212",
}
"""The paths of lines that would cross a third state if they were straight."""

_NUMBERED: Final = {
    (Phase.DEALT, Phase.FILLING): (192, 92),
    (Phase.DEALT, Phase.RESOLVED): (312, 66),
    (Phase.BETTING, Phase.RESOLVED): (312, 20),
    (Phase.INSURANCE_OFFERED, Phase.RESOLVED): (192, 236),
}
"""The positions of step numbers that are not in the middle of a straight line."""

_MAX_NUMBERS: Final = 3
"""The most step numbers along one line."""

_Pair = tuple[Phase, Phase]


def _pair(one: Phase, other: Phase) -> _Pair:
    return min(one, other, key=PHASES.index), max(one, other, key=PHASES.index)


def _way(pair: _Pair) -> str:
    """Return the path of the line between two states."""
    (x, y), (to_x, to_y) = map(_PLACES.__getitem__, pair)
    return _WAYS.get(pair, f"M{x} {y}L{to_x} {to_y}")


def draw_lines(rules: Rules) -> Iterator[str]:
    """Draw a line between two states wherever one can follow the other under the rules."""
    pairs = {_pair(row.source, row.destination) for row in rows_kept(rules)}
    for start, end in sorted(pairs, key=lambda pair: [*map(PHASES.index, pair)]):
        if start is not end:
            name = f"{PHASES.index(start)}-{PHASES.index(end)}"
            yield f'<path data-pair="{name}" d="{_way((start, end))}"/>'


def draw_states(rules: Rules) -> Iterator[str]:
    """Draw the states that exist under some rules."""
    rows = rows_kept(rules)
    states = {state for row in rows for state in (row.source, row.destination)}
    for state in PHASES:
        if state in states:
            x, y = _PLACES[state]
            yield (
                f'<g data-state="{PHASES.index(state)}"><rect x="{x - 67}" y="{y - 14}" '
                'width="134" height="28" rx="8" fill="var(--pb-paper)" stroke="var(--pb-line)"/>'
                f'<text x="{x}" y="{y + 4}">{state.value}</text></g>'
            )


def draw_path(rows: Sequence[Row]) -> str:
    """Draw a round's path through the machine, with the numbers of the steps along the lines."""
    steps: dict[_Pair, list[str]] = {}
    states = [row.destination for row in rows]
    for step, (start, end) in enumerate(pairwise(states), 2):
        if start is not end:
            steps.setdefault(_pair(start, end), []).append(str(step))
    ways = "".join(map(_way, steps))
    said = "The path: " + ", ".join(
        [states[0].value, *(end.value for start, end in pairwise(states) if start is not end)]
    )
    numbers = "".join(f'<text x="{x}" y="{y + 4}">{text}</text>' for x, y, text in _numbers(steps))
    return (
        f'<svg class="path" viewBox="0 0 390 242" role="img" aria-label="{said}">'
        f'<use class="lines" href="#pb-lines"/><path d="{ways}"/><use href="#pb-states"/>{numbers}'
        "</svg>"
    )


def _numbers(steps: dict[_Pair, list[str]]) -> Iterator[tuple[int, int, str]]:
    """Yield the numbers of the steps along each line that was taken, and their positions."""
    for pair, taken in steps.items():
        (x, y), (to_x, to_y) = map(_PLACES.__getitem__, pair)
        middle = ((x + to_x) // 2, (y + to_y) // 2)
        more = " …" if len(taken) > _MAX_NUMBERS else ""
        yield *_NUMBERED.get(pair, middle), ", ".join(taken[:_MAX_NUMBERS]) + more
