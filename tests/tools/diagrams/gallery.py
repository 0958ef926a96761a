"""The gallery in a folder: ``python -m tests.tools.diagrams.gallery FOLDER`` draws it.

Nothing in it depends on the machine, the day or chance: the rounds are played from fixed cards and
a fixed seed.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from pitboss.diagrams import (
    Graph,
    compare_rules,
    coverage_of,
    dot_of,
    graph_of,
    in_uml,
    markdown_of,
    mermaid_of,
    model_mermaid,
    model_of,
    model_svg,
    one_state,
    overview_svg,
    path_of,
    sequence_mermaid,
    sequence_of,
    sequence_svg,
    svg_of,
)
from pitboss.game.events import Event
from pitboss.game.round import Phase
from pitboss.journal import Journal
from pitboss.players import RandomLegal
from pitboss.rules import Rules
from pitboss.rules.presets import PRESETS
from pitboss.story import Story, Viewer
from pitboss.table.driver import play_rounds
from pitboss.table.seating import SeatPlan
from pitboss.table.shoes import ArrangedShoes, parse_cards
from pitboss.table.table import Table

ROUND_JOURNAL: Final = "round.jsonl"
"""The journal that the drawings of one round are made from."""

_CARDS: Final = "8cAhAs8dKd5h3hTsTcJd4s"
_COVERED_ROUNDS: Final = 2000
_COVERED_SEED: Final = 7


def gallery() -> dict[str, str]:
    """Draw everything and return the text of each file by its name in the folder."""
    return dict(_drawn())


def write_gallery(folder: Path) -> None:
    """Draw everything into a folder."""
    for name, text in gallery().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())


def _drawn() -> Iterator[tuple[str, str]]:
    whole = graph_of()
    yield from _machine("machine", whole)
    yield "machine.md", markdown_of(whole)
    yield "machine.dot", dot_of(whole)
    yield "landscape.svg", svg_of(whole, landscape=True)
    yield "overview.svg", overview_svg(whole)
    yield "filling.svg", svg_of(in_uml(one_state(whole, Phase.FILLING)))
    for name in PRESETS:
        graph = graph_of(Rules.preset(name), f"The machine under {name}")
        yield from _machine(f"presets/{name}", graph)
    names = ("lott", "cpsc386")
    yield from _machine(
        "difference", compare_rules(Rules.preset(names[0]), Rules.preset(names[1]), names)
    )
    played = example_journal()
    yield ROUND_JOURNAL, played.decode()
    walked = path_of(io.BytesIO(played), 1).graph()
    yield from _machine("round_on_machine", walked)
    yield "round_overview.svg", overview_svg(walked)
    sequence = sequence_of(Story(io.BytesIO(played)), 1, Viewer.at(0))
    yield "round.mmd", sequence_mermaid(sequence)
    yield "round.svg", sequence_svg(sequence)
    yield from _machine("coverage", coverage_of(io.BytesIO(_random_journal())).graph())
    model = model_of()
    yield "model.mmd", model_mermaid(model)
    for section in model:
        yield f"model_{section.name}.svg", model_svg([section])


def _machine(name: str, graph: Graph) -> Iterator[tuple[str, str]]:
    yield f"{name}.mmd", mermaid_of(graph)
    yield f"{name}.svg", svg_of(graph)


def example_journal() -> bytes:
    """Play a round in which much happens, from fixed cards, and return its journal.

    Ann insures, splits her eights and doubles; Bob has a natural. The dealer has no natural and
    draws to twenty.
    """
    written = io.BytesIO()
    table = Table(
        Rules(),
        seats=[SeatPlan("Ann", 10_000), SeatPlan("Bob", 10_000)],
        shoes=ArrangedShoes([parse_cards(_CARDS)]),
        recorder=Journal(written),
    )
    table.open_round()
    for event in (
        Event.bet(0, 1000),
        Event.bet(1, 2000),
        Event.insure(0, 0, 500),
        Event.decline(1),
        Event.decline(1),
        Event.split(0, 0),
        Event.double(0, 0),
        Event.stand(0, 1),
    ):
        table.apply(event)
    table.close()
    return written.getvalue()


def _random_journal() -> bytes:
    """Let three seats answer at random for some rounds."""
    written = io.BytesIO()
    table = Table(
        Rules(), seats=["Ann", "Bob", "Cy"], seed=_COVERED_SEED, recorder=Journal(written)
    )
    players = [RandomLegal(_COVERED_SEED, seat) for seat in range(3)]
    play_rounds(table, players, _COVERED_ROUNDS)
    table.close()
    return written.getvalue()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m tests.tools.diagrams.gallery FOLDER")
    write_gallery(Path(sys.argv[1]))
