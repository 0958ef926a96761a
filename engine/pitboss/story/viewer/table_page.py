"""A table as it stands, as a page of one step."""

from __future__ import annotations

from html import escape

from pitboss.arguments import takes
from pitboss.story.page import standing
from pitboss.story.phrases import Phrases, decks_of
from pitboss.story.viewer.steps import frame_asked, frame_of
from pitboss.story.viewer.writing import RoundPage, viewer_name, write_page
from pitboss.story.viewers import SPECTATOR, Viewer
from pitboss.table import Table
from pitboss.text.terminal import Look, printable


@takes()
def table_page(table: Table, *, viewer: Viewer = SPECTATOR) -> RoundPage:
    """Return a table as it stands as a page that holds what a viewer may know.

    Args:
        table: it is only read.
        viewer: who looks.

    Raises:
        TableError: an event is under way, or was cut short.
    """
    round_ = table.round
    asked = frame_asked(table)
    frame = {**frame_of(round_, table.house, viewer, Phrases(table.rules)), **asked}
    names = [printable(seat.name) for seat in round_.seats]
    sitting = ", ".join(filter(None, names))
    sentence = "No round was opened yet"
    if round_.number:
        sentence = f"Round {round_.number} stands at {round_.phase.value}"
    lines = escape("\n".join(standing(table, viewer, Look())), quote=False)
    return write_page(
        f"Round {round_.number}",
        f'<section id="r{round_.number}"><ol class="steps"><li>{sentence}</li></ol>'
        f"<pre>{lines}</pre></section>",
        {
            "names": {str(round_.number): [*names]},
            "rounds": [
                {"n": round_.number, "steps": [[0, 0, 0, frame]], "won": {}, "had": []},
            ],
        },
        about=f"{sitting} \N{MIDDLE DOT} {decks_of(table.rules)}",
        viewer=viewer_name(viewer, names),
        rules=table.rules,
        kind="standing",
    )
