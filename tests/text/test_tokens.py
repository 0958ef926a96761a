"""The tokens: one list of colours, which all that is drawn takes its colours from."""

import re
from pathlib import Path

import pytest

from pitboss import web
from pitboss.text.terminal import Paint
from pitboss.text.tokens import COLOURS, OTHERS, TERMINAL, declare_tokens, light, paint_rules

ENGINE = Path(web.__file__).parents[1]
SHEETS = sorted(ENGINE.rglob("*.css"))
PAIRS = [
    *[(ink, ground) for ink in ("ink", "quiet") for ground in ("paper", "panel", "ground")],
    *[(ink, "panel") for ink in ("player", "house", "host", "money", "first", "second", "short")],
    *[(ink, ground) for ink in ("felt-ink", "felt-quiet") for ground in ("felt", "felt-deep")],
    *[(result, f"{result}-ground") for result in ("won", "lost", "even")],
    *[("black", "card"), ("red", "card"), ("act-ink", "act"), ("turn-text", "felt")],
]


def luminance(colour: str) -> float:
    """Return how bright a colour is, as the guidelines of the web reckon it."""
    shares = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = [
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares
    ]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(("ink", "ground"), PAIRS)
@pytest.mark.parametrize("which", [0, 1], ids=["light", "dark"])
def test_what_is_written_can_be_read(ink: str, ground: str, which: int) -> None:
    """Text and its ground have a contrast of 4.5 to 1 at least."""
    dark, bright = sorted(luminance(COLOURS[name][which]) for name in (ink, ground))
    assert (bright + 0.05) / (dark + 0.05) >= 4.5


def test_the_page_of_the_web_table_declares_the_tokens() -> None:
    """All of them, as they stand in the one list; `declared(':root')` writes them anew."""
    style = (Path(web.__file__).parent / "page" / "style.css").read_text("utf-8")
    assert declare_tokens(":root") in style


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.parent.name)
def test_no_style_sheet_has_colours_of_its_own(sheet: Path) -> None:
    """Each colour is a token, and each token that is used is declared."""
    style = sheet.read_text("utf-8").replace(declare_tokens(":root"), "")
    assert set(re.findall(r"var\(--pb-([\w-]+)\)", style)) <= {*COLOURS, *OTHERS}
    assert not re.search(r"#[0-9a-f]{3,8}\b(?![^{]*\{)|var\(--(?!pb-)", style)


def test_rules_are_painted_for_light_and_for_dark_ground() -> None:
    """What looks the same on both is written once."""
    painted_rules = paint_rules(".a { fill: var(--pb-ink); }\n.b { fill: var(--pb-red); }\n")
    assert painted_rules == (
        f".a {{ fill: {light('ink')}; }}\n.b {{ fill: {light('red')}; }}\n"
        f"@media (prefers-color-scheme: dark) {{\n  .a {{ fill: {COLOURS['ink'][1]}; }}\n}}\n"
    )


def test_a_terminal_shows_what_is_won_and_lost_as_the_tokens_say() -> None:
    """By numbers, for which its owner chose the colours."""
    assert (Paint.GAIN.value, Paint.LOSS.value) == (TERMINAL["won"], TERMINAL["lost"])
