"""Every drawing in a browser: words lie on nothing else, stay in their boxes, and can be read."""

import io

import pytest
from playwright.sync_api import Browser
from tests.diagrams.test_layout import PICTURES
from tests.tools.diagrams.gallery import example_journal, gallery
from tests.web.browsing import Scheme

from pitboss.diagrams import overview_svg, path_of, svg_of

pytestmark = pytest.mark.pure

MEASURE = """
(text) => {
  const within = (box, other, by) => box.left <= other.left + by && box.right >= other.right - by
    && box.top <= other.top + by && box.bottom >= other.bottom - by;
  const meet = (box, other, by) => box.left + by < other.right && other.left + by < box.right
    && box.top + by < other.bottom && other.top + by < box.bottom;
  const holds = (box, x, y) => box.left < x && x < box.right && box.top < y && y < box.bottom;
  const colour = (written) => (written.match(/[\\d.]+/g) || []).map(Number);
  const bright = (rgb) => rgb.slice(0, 3).map((part) => part / 255)
    .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    .reduce((sum, part, place) => sum + part * [0.2126, 0.7152, 0.0722][place], 0);
  const contrast = (one, other) => {
    const [less, more] = [bright(one), bright(other)].sort((a, b) => a - b);
    return (more + 0.05) / (less + 0.05);
  };
  document.body.innerHTML = text;
  const svg = document.querySelector("svg");
  const whole = svg.getBoundingClientRect();
  const faults = [];
  const shapes = [...svg.querySelectorAll("rect, circle, polygon, polyline, text")].map((each) => {
    const {fill, opacity} = getComputedStyle(each);
    return {
      name: each.tagName, box: each.getBoundingClientRect(), opacity: Number(opacity),
      colour: fill === "none" ? null : colour(fill), each,
    };
  });
  const grounds = (place, x, y) => {
    let under = [255, 255, 255];
    for (const {name, colour, opacity, box} of shapes.slice(0, place)) {
      if (name === "text" || name === "polyline" || !colour || !holds(box, x, y)) continue;
      under = colour.map((part, at) => part * opacity + under[at] * (1 - opacity));
    }
    return under;
  };
  const crosses = (line, ground) => {
    if (!meet(line.box, ground, -1)) return false;
    const at = line.each.getScreenCTM();
    const points = [...line.each.points].map((point) => point.matrixTransform(at));
    return points.slice(1).some((point, place) => Array.from({length: 60}, (_, step) => step / 59)
      .some((far) => holds(ground, points[place].x + (point.x - points[place].x) * far,
        points[place].y + (point.y - points[place].y) * far)));
  };
  shapes.forEach((words, place) => {
    if (words.name !== "text") return;
    const said = words.each.textContent;
    const ground = words.box;
    if (!within(whole, ground, 0)) faults.push(`${said}: outside the picture`);
    shapes.forEach((other, there) => {
      if (other.name === "text" && there > place && meet(ground, other.box, 1.5)) {
        faults.push(`${said}: meets ${other.each.textContent}`);
      }
      const boxed = other.name === "rect" && /box|head|dot-/.test(other.each.className.baseVal);
      const begins = holds(other.box, ground.left + 1, ground.top + ground.height / 2);
      if (boxed && begins && !within(other.box, ground, 1.5)) faults.push(`${said}: leaves a box`);
      if (other.name === "polyline" && crosses(other, ground)) {
        const hidden = shapes.slice(there, place).some((cover) => cover.name === "rect"
          && cover.colour && cover.opacity === 1 && within(cover.box, ground, 1.5));
        if (!hidden) faults.push(`${said}: lies on a line`);
      }
    });
    for (const part of [words.each, ...words.each.querySelectorAll("tspan")]) {
      const {left, right, top, height} = part.getBoundingClientRect();
      for (const x of [left + 1, (left + right) / 2, right - 1]) {
        const under = grounds(place, x, top + height / 2);
        const found = contrast(colour(getComputedStyle(part).fill), under);
        if (found < 4.5) faults.push(`${part.textContent}: contrast ${found.toFixed(2)}`);
      }
    }
  });
  return {words: svg.querySelectorAll("text").length, faults: [...new Set(faults)]};
}
"""
"""Draws a picture and says what is wrong with its words, by boxes and colours as shown."""

BROKEN = """<svg xmlns="http://www.w3.org/2000/svg" width="200" height="60">
<style>.pale {fill: #999}</style><rect class="ground" width="200" height="60" fill="#fff"/>
<rect class="box" x="5" y="5" width="20" height="20" fill="#eee"/>
<polyline points="0,50 200,50" stroke="#000"/>
<text x="8" y="20">long words</text><text x="20" y="24">more</text>
<text class="pale" x="120" y="20">pale</text><text x="150" y="54">so very far out</text></svg>"""


def drawings() -> dict[str, str]:
    """Return the pictures of the gallery, those that are hard to lay out, and frames of a round."""
    pictures = {name: text for name, text in gallery().items() if name.endswith(".svg")}
    frames = list(path_of(io.BytesIO(example_journal()), 1).frames())
    # All frames have one layout; what is lit in them changes.
    for number, frame in list(enumerate(frames))[::5]:
        pictures[f"frame {number}"] = overview_svg(frame)
        pictures[f"wide frame {number}"] = svg_of(frame, landscape=True)
    return pictures | PICTURES


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_drawing_can_be_read(scheme: Scheme, browser: Browser) -> None:
    """No words over words or lines, none outside its box, contrast 4.5 to 1 at least."""
    context = browser.new_context(color_scheme=scheme, viewport={"width": 1500, "height": 900})
    page = context.new_page()
    found = {name: page.evaluate(MEASURE, text) for name, text in drawings().items()}
    context.close()
    assert min(each["words"] for each in found.values()) > 10
    assert {name: each["faults"] for name, each in found.items() if each["faults"]} == {}


def test_what_is_wrong_with_words_is_found(browser: Browser) -> None:
    """Else the test above would show nothing."""
    context = browser.new_context()
    faults = " ".join(context.new_page().evaluate(MEASURE, BROKEN)["faults"])
    context.close()
    for fault in (
        "outside the picture",
        "meets more",
        "leaves a box",
        "lies on a line",
        "contrast 2",
    ):
        assert fault in faults
