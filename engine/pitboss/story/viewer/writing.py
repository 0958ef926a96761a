"""The file of a page: its markup, style and script, with text and data."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Final

from attrs import frozen

from pitboss.rules import Rules
from pitboss.story.phrases import printed_on_felt
from pitboss.story.viewer.machine import draw_lines, draw_states
from pitboss.story.viewers import Viewer
from pitboss.text.strict import JsonValue
from pitboss.text.terminal import list_text
from pitboss.text.tokens import declare_tokens
from pitboss.version import VERSION

_FOLD: Final = (
    '<button id="fold" aria-expanded="false" aria-controls="inside line">Inside the engine</button>'
)


@frozen
class RoundPage:
    """Rounds of a journal as a page; a notebook shows it in its own frame.

    Attributes:
        html: the whole file.
    """

    html: str

    def _repr_html_(self) -> str:
        """Return the page for a notebook."""
        return self.in_frame()

    def in_frame(self) -> str:
        """Return the page in its own frame, isolated from the page around it."""
        return (
            '<iframe sandbox="allow-scripts" style="width:100%;height:780px;border:0" '
            f'title="Round viewer" srcdoc="{escape(self.html)}"></iframe>'
        )


def write_page(
    title: str,
    rounds: str,
    data: JsonValue,
    *,
    about: str,
    checked: str = "",
    viewer: str = "spectator",
    rules: Rules | None = None,
    kind: str = "",
    digest: str = "",
    back: str = "",
) -> RoundPage:
    """Write the HTML file of a page.

    Args:
        title: the title of the page.
        rounds: the rounds as text, in markup.
        data: the rounds as data for the script.
        about: the players and the decks.
        checked: what was played again; empty if nothing was.
        viewer: who looks.
        rules: the rules of the table; without them the page shows no machine, and no rules on the
            felt.
        kind: a word such as ``standing`` if the page does not step through rounds; else empty.
        digest: the digest of the last line, for the foot of the page.
        back: the address of the table's page. If it is set, the page links to it, and shows the
            inside of the engine only on request.
    """
    cards = files("pitboss.text").joinpath("cards")
    drawing = cards.joinpath("cards.js").read_text("utf-8").replace("export ", "")
    script = drawing + _file("script.js")
    style = (
        declare_tokens(".pb") + cards.joinpath("cards.css").read_text("utf-8") + _file("style.css")
    )
    page = Template(_file("page.html")).substitute(
        title=title,
        kind=kind or ("folded" if back else ""),
        back=back and f'<a href="{escape(back)}">Back to the table</a>{_FOLD}',
        script=script,
        script_digest=_digest(script),
        style=style,
        style_digest=_digest(style),
        about=escape(about),
        checked=checked and f'<span class="checked">✓ {checked}</span>',
        foot=" \N{MIDDLE DOT} ".join(filter(None, (f"pitboss {VERSION}", digest))),
        viewer=escape(viewer),
        printed="" if rules is None else " \N{MIDDLE DOT} ".join(printed_on_felt(rules)[1:]),
        lines="" if rules is None else "".join(draw_lines(rules)),
        states="" if rules is None else "".join(draw_states(rules)),
        rounds=rounds,
        data=json.dumps(data, separators=(",", ":")).replace("<", "\\u003c"),
    )
    return RoundPage(page)


def viewer_name(viewer: Viewer, names: Sequence[str]) -> str:
    """Write who the viewer is."""
    if viewer.audits:
        return "auditor"
    return list_text([names[seat] for seat in sorted(viewer.seats)], "and") or "spectator"


def _file(name: str) -> str:
    return Path(__file__).with_name(name).read_text("utf-8")


def _digest(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
