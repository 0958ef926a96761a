"""Tokens: the colours, fonts, corners and durations of all drawings and pages.

The round viewer declares the tokens as CSS properties. Drawings use the values of the tokens,
because programs that show drawings may not support CSS properties. The page of the web table
declares the tokens in its own file; a test compares that file with this module.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from typing import Final

_PREFIX: Final = "pb-"


class Ground(Enum):
    """The background of a drawing; each colour has one value for light and one for dark."""

    LIGHT = "light"
    DARK = "dark"


COLOURS: Final[Mapping[str, tuple[str, str]]] = {
    # The page, and the text on it.
    "paper": ("#f6f4ee", "#101513"),
    "panel": ("#fffefb", "#19211d"),
    "line": ("#dcd8cc", "#313d37"),
    "ink": ("#1b2420", "#eaf0ec"),
    "quiet": ("#56605a", "#a5b3ab"),
    "faint": ("#8c959f", "#6e7681"),
    "focus": ("#0b57d0", "#9cc3ff"),
    "shadow": ("rgb(30 40 35 / 18%)", "rgb(0 0 0 / 45%)"),
    # The felt, and the paler ground of seats.
    "felt": ("#1c5b45", "#174b39"),
    "felt-deep": ("#134434", "#0e3025"),
    "felt-ink": ("#f2f7f3", "#f2f7f3"),
    "felt-quiet": ("#bcd6c8", "#bcd6c8"),
    "felt-shade": ("#0c3024", "#0a251c"),
    "ground": ("#dfeae2", "#17231d"),
    "ground-line": ("#bfd3c5", "#2b3f35"),
    # What a user can press, such as a button.
    "act": ("#1d5a43", "#8fd6b4"),
    "act-ink": ("#ffffff", "#0e231a"),
    # Who makes a move, and payments.
    "player": ("#9a5700", "#f0b35c"),
    "player-ground": ("#f7e6cc", "#42331c"),
    "house": ("#0550ae", "#79c0ff"),
    "house-ground": ("#dce8f7", "#1d3048"),
    "host": ("#116329", "#7ee787"),
    "money": ("#7a3fd0", "#c9a7ff"),
    # Two rule sets that are compared.
    "first": ("#bc4c00", "#ffa657"),
    "second": ("#6639ba", "#d2a8ff"),
    # Whose turn it is; `short` also marks refusals and a lost connection.
    "turn": ("#f2b33d", "#f2b33d"),
    "turn-text": ("#ffc95c", "#ffc95c"),
    "turn-line": ("#b7791f", "#f2b33d"),
    "short": ("#a43a12", "#ffb68f"),
    # Results; a sign or a word shows each result, too.
    "won": ("#1b6b3a", "#9be0b4"),
    "won-ground": ("#dcf1e1", "#1c3a2a"),
    "lost": ("#9c1f2b", "#ffb4b0"),
    "lost-ground": ("#f8e2e2", "#452326"),
    "even": ("#4a5560", "#c3ccd2"),
    "even-ground": ("#e7eaec", "#2d363b"),
    # Cards.
    "card": ("#fffdf8", "#f3f1ea"),
    "card-line": ("#cfc8b8", "#cfc8b8"),
    "black": ("#1c2024", "#1c2024"),
    "red": ("#b3202c", "#b3202c"),
    "back": ("#2a4a7f", "#2a4a7f"),
    "back-line": ("#6f8dbd", "#6f8dbd"),
}
"""Each colour on light and dark; the contrast of text to its background is at least 4.5 to 1."""

ON_BOTH: Final[Mapping[str, str]] = {
    "player": "#c27a1a",
    "house": "#3f83d6",
    "host": "#3f9e54",
    "both": "#8c959f",
    "first": "#d9691d",
    "second": "#9a6fe0",
    "faded": "#8c959f",
}
"""Middle tones, for lines on a background that may be light or dark."""

SERIES: Final = (
    ("#007a5a", "#882255", "#000000", "#a68a00"),
    ("#3fb98f", "#e58fb8", "#eaf0ec", "#d8c14e"),
)
"""Further colours of plots, for light and dark; colour-blind people can distinguish them."""

OTHERS: Final[Mapping[str, str]] = {
    "sans": 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif',
    "mono": 'ui-monospace, SFMono-Regular, Menlo, "DejaVu Sans Mono", monospace',
    "round-1": "4px",
    "round-2": "8px",
    "round-3": "14px",
    "deal": "300ms",
    "step": "650ms",
    "ease": "cubic-bezier(.2, .8, .2, 1)",
}
"""Fonts, corners and durations, which are the same on any background."""

TERMINAL: Final[Mapping[str, str]] = {
    "won": "32",
    "lost": "31",
    "red": "1;31",
    "back": "34",
    # The cells of a chart; their text is black on the colour.
    "hit": "30;42",
    "stand": "30;41",
    "double": "30;43",
    "split": "30;46",
    "surrender": "30;47",
}
"""The code of each colour in a terminal; the terminal's settings decide how the colour looks."""

_USE: Final = re.compile(rf"var\(--{_PREFIX}([\w-]+)\)")


def light(name: str) -> str:
    """Return a colour for a light background."""
    return COLOURS[name][0]


def declare_tokens(selector: str) -> str:
    """Return the rules of CSS that declare every token for a selector.

    Printed pages use the light colours.
    """
    lights = {name: pair[0] for name, pair in COLOURS.items()}
    darks = {name: pair[1] for name, pair in COLOURS.items() if pair[0] != pair[1]}
    on_light = _listed(lights | dict(OTHERS), "  ")
    on_dark = _listed(darks, "    ")
    return (
        f"{selector} {{\n  color-scheme: light dark;\n{on_light}}}\n\n"
        f"@media screen and (prefers-color-scheme: dark) {{\n  {selector} {{\n{on_dark}  }}\n}}\n"
    )


def _listed(values: Mapping[str, str], indent: str) -> str:
    return "".join(f"{indent}--{_PREFIX}{name}: {value};\n" for name, value in values.items())


def paint_rules(rules: str, ground: Ground | None = None) -> str:
    """Return rules of CSS with values in place of the tokens for colours.

    Args:
        rules: the rules, one on each line, with tokens for colours.
        ground: the background; if it is `None`, the reader's browser chooses light or dark.
    """
    if ground is not None:
        return _filled(rules, [*Ground].index(ground))
    dark = [
        f"  {rule}\n"
        for rule in rules.splitlines()
        if any(len(set(COLOURS[name])) > 1 for name in _USE.findall(rule))
    ]
    on_dark = _filled("".join(dark), 1)
    return f"{_filled(rules, 0)}@media (prefers-color-scheme: dark) {{\n{on_dark}}}\n"


def _filled(rules: str, which: int) -> str:
    return _USE.sub(lambda use: COLOURS[use[1]][which], rules)
