"""A round as a sequence diagram in SVG."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pitboss.diagrams.canvas import LINE_HEIGHT, NAME_SIZE, SIZE, TITLE_SIZE, Canvas
from pitboss.diagrams.letters import shortened, width_of, wrapped
from pitboss.diagrams.steps import SequenceDiagram, Step, StepKind

LEAST_WIDTH: Final = 860
LEAST_SPACING: Final = 124
"""Pixels from lane to lane, at least."""

MARGIN: Final = 24
HEAD_HEIGHT: Final = 26
WIDEST_WORDS: Final = 300
LOOP_WIDTH: Final = 22
STEP_GAP: Final = 14
NUMBERS: Final = 26
"""The column in which steps are numbered."""

INKS: Final = {
    StepKind.OFFER: "house",
    StepKind.ANSWER: "player",
    StepKind.CARD: "card",
    StepKind.PAYMENT: "payment",
    StepKind.DEED: "both",
    StepKind.NOTE: "both",
}
LEGEND: Final = (
    (StepKind.OFFER, "what the house asks"),
    (StepKind.ANSWER, "what a player answers, and what is staked with it"),
    (StepKind.CARD, "a card"),
    (StepKind.PAYMENT, "what a bet brought, and what is paid out"),
)


def sequence_svg(sequence: SequenceDiagram) -> str:
    """Draw a round as the text of an SVG file."""
    return _Drawing(sequence).svg()


class _Drawing:
    """A sequence diagram in the making."""

    def __init__(self, sequence: SequenceDiagram) -> None:
        self._sequence = sequence
        self._canvas = Canvas(sequence.title)
        lanes = len(sequence.lanes)
        room = LEAST_WIDTH - NUMBERS - MARGIN
        self._spacing = max(room // lanes, LEAST_SPACING)
        self._width = NUMBERS + self._spacing * lanes + MARGIN

    def svg(self) -> str:
        """Draw everything and return the text of the file."""
        canvas, sequence = self._canvas, self._sequence
        y = 34
        for line in wrapped(sequence.title, self._width - 2 * MARGIN, TITLE_SIZE, bold=True):
            canvas.text(MARGIN, y, line, "title")
            y += 22
        top = y
        y = top + HEAD_HEIGHT + STEP_GAP
        drawn: list[Callable[[], None]] = []
        number = 0
        for step in sequence.steps:
            number += step.kind is not StepKind.NOTE
            y += self._prepared(number, step, y, drawn)
        self._draw_lanes(top, y)
        for draw in drawn:
            draw()
        return canvas.svg(self._width, self._draw_legend(y + HEAD_HEIGHT + 24))

    def _lane_x(self, lane: int) -> int:
        return NUMBERS + self._spacing * lane + self._spacing // 2

    def _draw_lanes(self, top: int, bottom: int) -> None:
        """Draw the lanes with their names above and below."""
        for number, lane in enumerate(self._sequence.lanes):
            x = self._lane_x(number)
            self._canvas.line([(x, top + HEAD_HEIGHT), (x, bottom)], "quiet")
            width = self._spacing - 12
            name = shortened(lane.name, width - 12, NAME_SIZE, bold=True)
            for y in (top, bottom):
                self._canvas.box(x - width // 2, y, width, HEAD_HEIGHT, "head")
                self._canvas.text(x, y + NAME_SIZE + 4, name, "name", "middle")

    def _prepared(self, number: int, step: Step, y: int, drawn: list[Callable[[], None]]) -> int:
        """Break a step's words into lines, note how it is drawn, and return its height."""
        widest = self._width - 2 * MARGIN - NUMBERS
        words = wrapped(step.words, min(WIDEST_WORDS, widest), SIZE)
        height = LINE_HEIGHT * len(words) + STEP_GAP

        def draw() -> None:
            last = y + LINE_HEIGHT * len(words)
            if step.kind is StepKind.NOTE:
                self._draw_note(words, y)
                return
            self._canvas.text(NUMBERS - 4, last - 4, str(number), "text-quiet", "end")
            if step.source == step.target:
                self._draw_deed(step, words, y)
            else:
                self._draw_message(step, words, y)

        drawn.append(draw)
        return height

    def _draw_note(self, words: tuple[str, ...], y: int) -> None:
        left, right = NUMBERS + 6, self._width - MARGIN - 6
        self._canvas.box(left, y, right - left, LINE_HEIGHT * len(words) + 4, "box")
        for number, line in enumerate(words):
            baseline = y + LINE_HEIGHT * (number + 1) - 2
            self._canvas.text((left + right) // 2, baseline, line, "note", "middle")

    def _draw_deed(self, step: Step, words: tuple[str, ...], y: int) -> None:
        x = self._lane_x(step.source)
        bottom = y + LINE_HEIGHT * len(words)
        way = [(x, y + 2), (x + LOOP_WIDTH, y + 2), (x + LOOP_WIDTH, bottom), (x, bottom)]
        self._canvas.line(way, INKS[step.kind], arrow=True)
        left = min(x + LOOP_WIDTH + 6, self._width - MARGIN - _width_of(words))
        self._draw_words(left, y, words, step.kind)

    def _draw_message(self, step: Step, words: tuple[str, ...], y: int) -> None:
        start, end = self._lane_x(step.source), self._lane_x(step.target)
        width = _width_of(words)
        left = min(max((start + end - width) // 2, NUMBERS + 2), self._width - 4 - width)
        line_y = y + LINE_HEIGHT * len(words) + 3
        self._draw_words(left, y, words, step.kind)
        self._canvas.line([(start, line_y), (end, line_y)], INKS[step.kind], arrow=True)

    def _draw_words(self, left: int, y: int, words: tuple[str, ...], kind: StepKind) -> None:
        """Write lines, each in the middle of the widest, on ground that hides the lanes."""
        width = _width_of(words)
        self._canvas.box(left - 3, y, width + 6, LINE_HEIGHT * len(words) - 2, "ground", round_by=0)
        for number, line in enumerate(words):
            baseline = y + LINE_HEIGHT * (number + 1) - 4
            style = f"text-{INKS[kind]}"
            self._canvas.text(left + width // 2, baseline, line, style, "middle")

    def _draw_legend(self, y: int) -> int:
        for kind, words in LEGEND:
            self._canvas.line([(MARGIN, y - 4), (MARGIN + 30, y - 4)], INKS[kind], arrow=True)
            self._canvas.text(MARGIN + 40, y, words, f"text-{INKS[kind]}")
            y += LINE_HEIGHT
        return y + 4


def _width_of(words: tuple[str, ...]) -> int:
    return max(width_of(line, SIZE) for line in words)
