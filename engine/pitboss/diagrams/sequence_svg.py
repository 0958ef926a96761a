"""A round as a sequence diagram in SVG."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from pitboss.arguments import takes
from pitboss.diagrams.canvas import (
    LINE_HEIGHT,
    MARGIN,
    NAME_SIZE,
    SIZE,
    Canvas,
    DiagramError,
    shorten_pixels,
    width_of,
    wrap_pixels,
)
from pitboss.diagrams.sequence import SequenceDiagram, Step, StepKind

MIN_WIDTH: Final = 900
MIN_SPACING: Final = 140
"""The least distance between two lanes, in pixels."""

HEAD_HEIGHT: Final = 26
LOOP_WIDTH: Final = 22
STEP_GAP: Final = 14
NUMBERS: Final = MARGIN + 26
"""The x at which the column of step numbers ends."""

CLEAR: Final = 6
"""The space between words and the lines of the lanes."""

INKS: Final = {
    StepKind.OFFER: "house",
    StepKind.ANSWER: "player",
    StepKind.CARD: "card",
    StepKind.PAYMENT: "payment",
    StepKind.ACTION: "both",
    StepKind.NOTE: "both",
}
LEGEND: Final = (
    (StepKind.OFFER, "what the house asks"),
    (StepKind.ANSWER, "what a player answers, and what is staked with it"),
    (StepKind.CARD, "a card"),
    (StepKind.PAYMENT, "the result of a bet, and what is paid out"),
)


@frozen
class _PlacedStep:
    """A step, with its text broken into lines, and the y at which it begins."""

    step: Step
    number: int
    words: tuple[str, ...]
    y: int

    @property
    def bottom(self) -> int:
        """The y at which its text ends."""
        return self.y + LINE_HEIGHT * len(self.words)

    @property
    def width(self) -> int:
        """The width of its widest line."""
        return max(width_of(line, SIZE) for line in self.words)


@takes(DiagramError)
def sequence_svg(sequence: SequenceDiagram) -> str:
    """Draw a round as the text of an SVG file."""
    return _Drawing(sequence).svg()


class _Drawing:
    """An unfinished sequence diagram."""

    def __init__(self, sequence: SequenceDiagram) -> None:
        self._sequence = sequence
        self._canvas = Canvas(sequence.title)
        lanes = len(sequence.lanes)
        self._spacing = max((MIN_WIDTH - NUMBERS - MARGIN) // lanes, MIN_SPACING)
        self._width = NUMBERS + self._spacing * lanes + MARGIN

    def svg(self) -> str:
        """Draw everything and return the text of the file."""
        top = self._canvas.title(MARGIN, self._width - 2 * MARGIN)
        placed, bottom = self._placed(top + HEAD_HEIGHT + STEP_GAP)
        self._draw_lanes(top, bottom)
        for each in placed:
            self._draw_step(each)
        legend = [(INKS[kind], words) for kind, words in LEGEND]
        end = self._canvas.legend(MARGIN, bottom + HEAD_HEIGHT + 24, legend)
        return self._canvas.svg(self._width, end)

    def _placed(self, y: int) -> tuple[list[_PlacedStep], int]:
        """Lay out the steps below `y`, and return them with the y of their end."""
        placed: list[_PlacedStep] = []
        number = 0
        for step in self._sequence.steps:
            number += step.kind is not StepKind.NOTE
            words = wrap_pixels(step.words, self._room(step), SIZE)
            placed.append(_PlacedStep(step, number, words, y))
            y = placed[-1].bottom + STEP_GAP
        return placed, y

    def _room(self, step: Step) -> int:
        """Return the width for a step's words: between two lanes or, for a note, of all lanes."""
        if step.kind is StepKind.NOTE:
            return self._width - 2 * MARGIN - NUMBERS
        loop = LOOP_WIDTH if step.source == step.target else 0
        return self._spacing - loop - 2 * CLEAR

    def _lane_x(self, lane: int) -> int:
        return NUMBERS + self._spacing * lane + self._spacing // 2

    def _draw_lanes(self, top: int, bottom: int) -> None:
        """Draw the lanes with their names above and below."""
        for number, lane in enumerate(self._sequence.lanes):
            x = self._lane_x(number)
            self._canvas.line([(x, top + HEAD_HEIGHT), (x, bottom)], "quiet")
            width = self._spacing - 12
            name = shorten_pixels(lane.name, width - 12, NAME_SIZE, bold=True)
            for y in (top, bottom):
                self._canvas.box(x - width // 2, y, width, HEAD_HEIGHT, "head")
                self._canvas.text(x, y + NAME_SIZE + 4, name, "name", "middle")

    def _draw_step(self, placed: _PlacedStep) -> None:
        if placed.step.kind is StepKind.NOTE:
            self._draw_note(placed)
            return
        number = str(placed.number)
        self._canvas.text(NUMBERS - 4, placed.bottom - 4, number, "text-quiet", "end")
        if placed.step.source == placed.step.target:
            self._draw_action(placed)
        else:
            self._draw_message(placed)

    def _draw_note(self, placed: _PlacedStep) -> None:
        left, right = NUMBERS + 6, self._width - MARGIN - 6
        self._canvas.box(left, placed.y, right - left, placed.bottom - placed.y + 4, "box")
        x, y = (left + right) // 2, placed.y + LINE_HEIGHT - 2
        self._canvas.lines(x, y, placed.words, "note", "middle")

    def _draw_action(self, placed: _PlacedStep) -> None:
        x, y, bottom = self._lane_x(placed.step.source), placed.y + 2, placed.bottom
        way = [(x, y), (x + LOOP_WIDTH, y), (x + LOOP_WIDTH, bottom), (x, bottom)]
        self._canvas.line(way, INKS[placed.step.kind], arrow=True)
        self._draw_words(placed, min(x + LOOP_WIDTH + CLEAR, self._width - MARGIN - placed.width))

    def _draw_message(self, placed: _PlacedStep) -> None:
        """Draw a step from lane to lane, with its words at the left side of the right lane."""
        start, end = self._lane_x(placed.step.source), self._lane_x(placed.step.target)
        self._draw_words(placed, max(start, end) - (self._spacing + placed.width) // 2)
        way = [(start, placed.bottom + 3), (end, placed.bottom + 3)]
        self._canvas.line(way, INKS[placed.step.kind], arrow=True)

    def _draw_words(self, placed: _PlacedStep, left: int) -> None:
        """Write lines, centred on the widest one."""
        x, y = left + placed.width // 2, placed.y + LINE_HEIGHT - 4
        self._canvas.lines(x, y, placed.words, f"text-{INKS[placed.step.kind]}", "middle")
