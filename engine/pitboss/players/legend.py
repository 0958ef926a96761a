"""The legend of a chart: what the codes in its cells mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pitboss.players.chart import Chart, Move
from pitboss.text.terminal import list_text

_PLAIN: Final = {Move.HIT: "hit", Move.STAND: "stand", Move.SPLIT: "split"}
_OR_ELSE: Final[Mapping[str, Mapping[Move, str]]] = {
    "double": {
        Move.DOUBLE_ELSE_HIT: "hit",
        Move.DOUBLE_ELSE_STAND: "stand",
        Move.DOUBLE_ELSE_SURRENDER: "surrender",
    },
    "surrender": {
        Move.SURRENDER_ELSE_HIT: "hit",
        Move.SURRENDER_ELSE_STAND: "stand",
        Move.SURRENDER_ELSE_SPLIT: "split",
    },
}
"""The plays that are not always allowed, each with its substitutes."""


def legend_of(chart: Chart) -> str:
    """Return what the codes of a chart mean, such as ``H hit, S stand; Dh double, else hit``.

    Args:
        chart: the chart; codes that are not in it are left out.
    """
    used = {
        move for each in chart.named.values() for moves in each.moves.values() for move in moves
    }
    plain = [f"{move.value} {word}" for move, word in _PLAIN.items() if move in used]
    parts = [", ".join(plain)]
    for play, substitutes in _OR_ELSE.items():
        found = {move.value: word for move, word in substitutes.items() if move in used}
        if found:
            parts.append(f"{' '.join(found)} {play}, else {list_text([*found.values()])}")
    return "; ".join(parts)
