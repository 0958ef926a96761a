"""Pictures are laid out so that words stay where they belong."""

import io
import re
from collections.abc import Iterator
from itertools import pairwise
from xml.etree.ElementTree import Element, fromstring

import pytest
from attrs import frozen
from tests.diagrams.games import game
from tests.tools.diagrams.gallery import example_journal

from pitboss import compiled
from pitboss.diagrams import (
    Ground,
    compare_rules,
    count_rows,
    coverage_of,
    graph_of,
    in_uml,
    mark_steps,
    model_of,
    model_svg,
    on_ground,
    one_state,
    overview_svg,
    path_of,
    sequence_of,
    sequence_svg,
    svg_of,
)
from pitboss.diagrams.canvas import (
    MARGIN,
    MARK_SIZE,
    NAME_SIZE,
    SIZE,
    TITLE_SIZE,
    width_of,
    wrap_pixels,
)
from pitboss.game.round import Phase
from pitboss.rules import Rules
from pitboss.rules.presets import PRESETS
from pitboss.story import AUDITOR, Story
from pitboss.text.tokens import COLOURS

SIZES = {
    "slide-title": 26,
    "slide-note": 18,
    "slide": 20,
    "title": TITLE_SIZE,
    "name": NAME_SIZE,
    "heading": NAME_SIZE,
    "mark": MARK_SIZE,
}
SVG = "{http://www.w3.org/2000/svg}"
MAX_COLUMN_WIDTH = 900
"""A page shows a picture some 830 pixels wide; wider ones shrink, letters with them."""

LONG = "a_rule_set_whose_name_is_long"
SIX_RULES, LOTT = Rules(), Rules.preset("lott")
SIX = graph_of(SIX_RULES)
BILLIONS = count_rows(SIX, {edge.name: 10**9 + n for n, edge in enumerate(SIX.edges)}, "Much")
SEATS = ["Ann", "Ben", "Cy", "Dee", "Eve", "Flo", "A name that is too long for any lane"]
GAME = game(rounds=3, seats=SEATS)


def many_steps() -> Iterator[str]:
    """Give a round in which one row was taken again and again."""
    for _ in range(60):
        yield from ("filling-hit", "filling-next")


PICTURES = {
    "whole": svg_of(graph_of()),
    **{name: svg_of(graph_of(Rules.preset(name))) for name in PRESETS},
    "diff": svg_of(
        compare_rules(Rules.preset("lott"), Rules.preset("cpsc386"), (LONG, LONG + "_2"))
    ),
    "steps": svg_of(mark_steps(SIX, many_steps(), "Steps " * 40)),
    "counts": svg_of(BILLIONS),
    "path": svg_of(path_of(io.BytesIO(GAME), 2).graph()),
    "landscape": svg_of(graph_of(), landscape=True),
    "landscape, counts": svg_of(BILLIONS, landscape=True),
    "landscape, diff": svg_of(compare_rules(SIX_RULES, LOTT, (LONG, LONG + "_2")), landscape=True),
    "uml": svg_of(in_uml(graph_of())),
    **{f"only {state.value}": svg_of(one_state(graph_of(), state)) for state in Phase},
    "overview": overview_svg(path_of(io.BytesIO(GAME), 2).graph()),
    "overview, steps": overview_svg(mark_steps(SIX, many_steps(), "Steps " * 40)),
    "coverage": svg_of(coverage_of(io.BytesIO(GAME)).graph()),
    **({} if compiled else {"model": model_svg(model_of())}),
    **({} if compiled else {f"model {each.name}": model_svg([each]) for each in model_of()}),
    "sequence": sequence_svg(sequence_of(Story(io.BytesIO(GAME)), 2, AUDITOR)),
}


@frozen
class Box:
    """Where something lies in a picture."""

    left: int
    top: int
    right: int
    bottom: int

    def holds(self, other: "Box") -> bool:
        """Say whether something lies inside."""
        return (
            self.left <= other.left
            and self.right >= other.right
            and self.top <= other.top
            and self.bottom >= other.bottom
        )

    def meets(self, other: "Box") -> bool:
        """Say whether two have ground in common."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


def words_in(picture: str) -> list[tuple[str, Box]]:
    """Return every line of words with the ground that it takes, by the widths of its letters."""
    found: list[tuple[str, Box]] = []
    for element in fromstring(picture).iter(f"{SVG}text"):  # noqa: S314  our own
        text = "".join(element.itertext())
        styles = element.attrib["class"].split()
        height = next((SIZES[style] for style in styles if style in SIZES), SIZE)
        bold = bool({"bold", "title", "name", "heading", "mark", "slide-title"} & set(styles))
        width = width_of(text, height, bold=bold)
        left = int(element.attrib["x"])
        left -= {"middle": width // 2, "end": width}.get(element.attrib.get("text-anchor", ""), 0)
        y = int(element.attrib["y"])
        found.append((text, Box(left, y - height * 3 // 4, left + width, y + height // 4)))
    return found


def rectangle(element: Element) -> Box:
    """Return the ground that a rectangle takes."""
    x, y, width, height = (int(element.attrib[name]) for name in ("x", "y", "width", "height"))
    return Box(x, y, x + width, y + height)


def boxes_in(picture: str, style: str) -> list[Box]:
    """Return the ground of all boxes of a class."""
    root = fromstring(picture)  # noqa: S314  our own
    return [rectangle(each) for each in root.iter(f"{SVG}rect") if each.attrib["class"] == style]


@pytest.mark.parametrize("name", PICTURES)
def test_words_stay_in_their_boxes(name: str) -> None:
    """What begins in a box ends in it."""
    boxes = boxes_in(PICTURES[name], "box")
    assert boxes
    for text, ground in words_in(PICTURES[name]):
        for box in boxes:
            if box.left <= ground.left < box.right and box.top < ground.bottom < box.bottom:
                assert box.holds(ground), text


@pytest.mark.parametrize("name", PICTURES)
def test_words_do_not_lie_on_words(name: str) -> None:
    """No line of words covers another."""
    words = words_in(PICTURES[name])
    for number, (text, ground) in enumerate(words):
        for other_text, other in words[number + 1 :]:
            assert not ground.meets(other), (text, other_text)


@pytest.mark.parametrize("name", PICTURES)
def test_nothing_lies_outside_the_picture(name: str) -> None:
    """Every line of words is inside, and the picture fits a column of a page."""
    picture = PICTURES[name]
    size = re.search(r'viewBox="0 0 (\d+) (\d+)"', picture)
    assert size
    whole = Box(0, 0, int(size[1]), int(size[2]))
    assert all(whole.holds(ground) for _text, ground in words_in(picture))
    if name.startswith("overview"):
        assert whole == Box(0, 0, 1280, 720)
    elif name.startswith("landscape"):
        assert name != "landscape" or whole.right > 1.5 * whole.bottom
    elif not re.match("sequence|model", name):
        assert whole.right <= MAX_COLUMN_WIDTH


BOXED = [name for name in PICTURES if not re.match("model|sequence|overview", name)]
"""Pictures of the machine in which wires run to boxes."""


def wires_in(picture: str) -> Iterator[tuple[Box, tuple[int, int]]]:
    """Give every piece of a wire that runs across, with the place in which the wire ends."""
    for element in fromstring(picture).iter(f"{SVG}polyline"):  # noqa: S314  our own
        points = [
            (int(x), int(y))
            for x, y in (point.split(",") for point in element.attrib["points"].split())
        ]
        end = points[-1]
        for (x, y), (other_x, other_y) in pairwise(points):
            if y == other_y:
                yield Box(min(x, other_x), y, max(x, other_x), y), end


@pytest.mark.parametrize("name", BOXED)
def test_no_wire_runs_along_one_that_leads_elsewhere(name: str) -> None:
    """Two wires that lie on each other would be taken for one."""
    wires = list(wires_in(PICTURES[name]))
    for number, (wire, end) in enumerate(wires):
        for other, other_end in wires[number + 1 :]:
            apart = abs(wire.top - other.top)
            beside = wire.left < other.right and other.left < wire.right
            assert end == other_end or not beside or apart > 4, (wire, other)


def test_a_picture_has_colours_for_light_and_for_dark() -> None:
    """Every class that has a colour on light ground has one on dark ground."""
    light, dark = PICTURES["whole"].split("@media (prefers-color-scheme: dark)")
    coloured = set(
        re.findall(r"^(\.[^{]+) {[^}]*#\w+", light.partition("<style>")[2], re.MULTILINE)
    )
    assert coloured - {".pb-d .name", ".pb-d .stereotype"} == set(
        re.findall(r"^  (\.[^{]+) {[^}]*#\w+", dark, re.MULTILINE)
    )


def test_the_style_sheet_has_the_sizes_that_words_are_laid_out_for() -> None:
    """Words would leave their boxes if a browser drew them larger."""
    style = PICTURES["whole"].partition("<style>")[2]
    assert f".pb-d {{ font: {SIZE}px" in style
    for name, size in SIZES.items():
        bold = "" if name in {"slide", "slide-note"} else " font-weight: bold;"
        assert f".pb-d .{name} {{ font-size: {size}px;{bold}" in style
    assert 'class="pb-d"' in PICTURES["whole"]


@pytest.mark.parametrize("name", PICTURES)
def test_nothing_of_a_picture_reaches_the_page_that_it_stands_in(name: str) -> None:
    """Its style selects below its own class alone, and there is no id that another could have."""
    style = PICTURES[name].partition("<style>")[2].partition("</style>")[0]
    rules = [line for line in style.splitlines() if "{" in line and "@" not in line]
    selectors = [each for rule in rules for each in rule.partition("{")[0].split(",")]
    assert len(selectors) > 20
    assert all(re.fullmatch(r"\s*\.pb-d(?: \.[\w-]+(?: \w+)?)? ?", each) for each in selectors)
    assert not re.search(r"\sid=", PICTURES[name])


def test_an_overview_can_be_read_from_afar() -> None:
    """Every word has 18 pixels of 720 at least."""
    styles = re.findall(r'<text [^>]*class="([^"]+)"', overview_svg(graph_of()))
    assert len(styles) == 11
    assert all(max(SIZES.get(each, 0) for each in style.split()) >= 18 for style in styles)


def test_words_keep_off_the_lines_of_lanes() -> None:
    """What passes from lane to lane is written between two of them."""
    picture = PICTURES["sequence"]
    lanes = re.findall(r'points="(\d+),\d+ \1,\d+" class="line line-quiet"', picture)
    assert len(lanes) == len(SEATS) + 3
    filled = [*boxes_in(picture, "head"), *boxes_in(picture, "box")]
    words = [ground for _text, ground in words_in(picture)]
    for ground in words:
        on_lane = any(ground.left - 3 < int(x) < ground.right + 3 for x in lanes)
        lies_below = max(box.bottom for box in filled) < ground.top
        above = ground.bottom < min(box.top for box in filled)
        assert not on_lane or above or lies_below or any(box.holds(ground) for box in filled)


@pytest.mark.parametrize("name", PICTURES)
def test_no_shape_touches_the_edge_of_a_picture(name: str) -> None:
    """On all sides a margin stays free."""
    _ground, *shapes = re.findall(r"<(?:rect|circle|polyline|polygon)[^>]*>", PICTURES[name])
    size = re.search(r'viewBox="0 0 (\d+) (\d+)"', PICTURES[name])
    assert size
    for shape in shapes:
        at = {key: int(value) for key, value in re.findall(r' (\w+)="(\d+)"', shape)}
        points = [tuple(map(int, each)) for each in re.findall(r"(\d+),(\d+)", shape)]
        if "cx" in at:
            points = [(at["cx"] - at["r"], at["cy"]), (at["cx"] + at["r"], at["cy"])]
        elif "width" in at:
            end = (at["x"] + at["width"], at["y"] + at["height"])
            points = [(at["x"], at["y"]), end]
        for x, y in points:
            assert MARGIN <= x <= int(size[1]) - MARGIN, shape
            assert MARGIN <= y <= int(size[2]) - MARGIN, shape
    for text, ground in words_in(PICTURES[name]):
        assert ground.left >= MARGIN - 1, text
        assert ground.right <= int(size[1]) - MARGIN + 1, text


def test_red_suits_are_red() -> None:
    """With their rank; black ones are in the colour of what is said."""
    picture = sequence_svg(sequence_of(Story(io.BytesIO(example_journal())), 1, AUDITOR))
    red = re.findall(r'<tspan class="red">([^<]+)</tspan>', picture)
    assert {"8\N{BLACK DIAMOND SUIT}", "3\N{BLACK HEART SUIT}"} <= set(red)
    bare = re.sub(r"<tspan.*?</tspan>", "", picture.partition("</style>")[2])
    assert not re.search("[\N{BLACK HEART SUIT}\N{BLACK DIAMOND SUIT}]", bare)
    assert "10\N{BLACK SPADE SUIT}" in bare


@pytest.mark.parametrize("ground", Ground)
def test_a_picture_may_have_the_colours_of_one_ground(ground: Ground) -> None:
    """Whatever its reader prefers; nothing else of it changes."""
    picture = PICTURES["whole"]
    light, dark = COLOURS["ink"]
    drawn = on_ground(picture, ground)
    assert "prefers-color-scheme" not in drawn
    assert (light in drawn, dark in drawn) == (ground is Ground.LIGHT, ground is Ground.DARK)
    assert drawn.partition("</style>")[2] == picture.partition("</style>")[2]


def test_words_are_broken_where_they_fit() -> None:
    """Lines are as full as they can be, and a word too long for a line is broken."""
    text = "the quick brown fox " * 5 + "w" * 100
    lines = wrap_pixels(text, 120, SIZE)
    assert all(width_of(line, SIZE) <= 120 for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert wrap_pixels("", 120, SIZE) == ()


def test_unknown_letters_are_taken_for_wide() -> None:
    """A letter whose width is not known takes a square."""
    assert width_of("漢", 12) == 12
    assert width_of("i", 12) < width_of("m", 12) <= 12
    assert width_of("i", 12) < width_of("i", 12, bold=True)
