"""The round viewer: rounds of a journal as one page to step through, which needs nothing else.

The page is complete as text. Its script, which may run by its digest alone, adds the table, the
machine and the stepping; it knows no rule of the game, and shows what `StepMachine` has read.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from html import escape
from itertools import chain
from pathlib import Path
from string import Template
from typing import Final

from attrs import frozen

from pitboss.arguments import takes
from pitboss.errors import JournalError, brief, journal_fault
from pitboss.game.events import Event
from pitboss.game.round import Phase
from pitboss.game.shoe import TableSeed
from pitboss.journal.fields import RawLine
from pitboss.journal.lines import JsonValue
from pitboss.journal.source import Lines, Source
from pitboss.machine.transition_table import rows_kept
from pitboss.replay.inputs import DifferenceError
from pitboss.replay.playing import Replay
from pitboss.replay.single_rounds import replay_at_round
from pitboss.replay.starts import NoSuchRoundError, read_first
from pitboss.replay.viewing import Viewing
from pitboss.rules import Rules
from pitboss.story import told_events as told
from pitboss.story.narrator import Narrator
from pitboss.story.page import result_rows
from pitboss.story.phrases import Phrases
from pitboss.story.told_events import ToldEvent
from pitboss.story.viewer.steps import PHASES, Frame, StepMachine, TakenRow
from pitboss.story.viewers import SPECTATOR, Viewer
from pitboss.text.terminal import counted, listed, ordinal, printable
from pitboss.text.tokens import declared
from pitboss.version import VERSION

MOST_ROUNDS: Final = 1000
"""Rounds in one page."""

_PLACES: Final = {
    Phase.BETTING: (192, 20),
    Phase.DEALT: (192, 66),
    Phase.INSURANCE_OFFERED: (80, 114),
    Phase.SPLIT_OFFERED: (304, 114),
    Phase.FILLING: (192, 162),
    Phase.DEALER_TURN: (80, 212),
    Phase.RESOLVED: (304, 212),
}
"""Where the states stand in the small drawing of the machine."""

_WAYS: Final = {
    (Phase.DEALT, Phase.RESOLVED): "M192 66H378V212H304",
    (Phase.BETTING, Phase.RESOLVED): "M192 20H385V206H304",
    (Phase.INSURANCE_OFFERED, Phase.RESOLVED): "M80 114H5V236H304V212",
}
"""How lines between two states run that would cross a third; all others run straight."""


@frozen
class RoundPage:
    """Rounds of a journal as a page; a notebook shows it in a frame of its own.

    Attributes:
        html: the whole file.
    """

    html: str

    def _repr_html_(self) -> str:
        """Return the page for a notebook, from which nothing gets out and nothing in."""
        return (
            '<iframe sandbox="allow-scripts" style="width:100%;height:780px;border:0" '
            f'title="Round viewer" srcdoc="{escape(self.html)}"></iframe>'
        )


@frozen
class _ShownRound:
    """A round that was played again.

    Attributes:
        number: which.
        lines: of the journal, as the viewer may know them.
        steps: each with the number of its line.
        told: what the viewer is told of it.
    """

    number: int
    lines: list[str]
    steps: list[tuple[int, TakenRow]]
    told: list[ToldEvent]


@takes(journal_fault)
def round_page(
    source: Source,
    first: int,
    last: int | None = None,
    *,
    viewer: Viewer = SPECTATOR,
    seed: TableSeed | None = None,
) -> RoundPage:
    """Return rounds of a journal, played again, as a page that holds what a viewer may know.

    Args:
        source: the journal, opened in binary mode.
        first: the first round, counted from 1.
        last: the last one; without it, there is one round.
        viewer: who looks; of one who sits at several seats, lines show the chips of the first.
        seed: of the table, if the journal keeps it apart.

    Raises:
        SecretError: the seed is missing, or it is another one.
        JournalError: the journal cannot be read or played again, has no such round, or these are
            more than `MOST_ROUNDS`.
    """
    last = first if last is None else last
    if not 0 <= last - first < MOST_ROUNDS:
        raise JournalError(
            None,
            f"rounds {brief(first)} to {brief(last)}",
            f"give 1 to {MOST_ROUNDS} rounds, the first of them first",
        )
    lines = Lines(source)
    header, first_line = read_first(lines)
    machine = StepMachine(header.rules, viewer)
    replay, numbered = replay_at_round(header, first_line, lines, first, seed, machine=machine)
    try:
        rounds = [*_played(replay, numbered, machine, viewer, last - first + 1)]
    except DifferenceError as error:
        raise error.as_journal_error() from error
    return RoundPage(_written(rounds, viewer, header.rules))


def _played(
    replay: Replay, lines: Iterator[RawLine], machine: StepMachine, viewer: Viewer, count: int
) -> Iterator[_ShownRound]:
    """Play some rounds again; the last may be open, and ends where the journal does."""
    seat = min(viewer.seats, default=None)
    viewing = Viewing(replay.header.rules, seat, replay.header.seed, replay.digest)
    heard: list[ToldEvent] = []
    narrator = Narrator(viewer, heard.append, explains=True)
    narrator.joined(replay.table)
    shown: list[str] = []
    steps: list[tuple[int, TakenRow]] = []
    over = 0
    for raw in lines:
        table = replay.table
        played = replay.feed(raw)
        if isinstance(played, Event):
            narrator.applied(table, played)
            machine.asked(table)
        elif played is not None:
            narrator.changed(table, played)
        steps += [(len(shown), step) for step in machine.steps]
        machine.steps.clear()
        playing = sum(bool(each.hands) for each in table.round.seats)
        data = raw.data if viewer.audits else viewing.shown(raw, playing)
        shown.append(printable(data.decode().rstrip("\n")))
        if replay.rounds > over:
            over = replay.rounds
            yield _ShownRound(table.round.number, [*shown], [*steps], [*heard])
            for each in (shown, steps, heard):
                each.clear()
            if over == count:
                return
    number = replay.table.round.number
    if steps:
        over += 1
        yield _ShownRound(number, shown, steps, heard)
    if over < count:
        raise NoSuchRoundError(number + count - over, number)


def _written(rounds: list[_ShownRound], viewer: Viewer, rules: Rules) -> str:
    """Write the page."""
    sitting = _names(rounds)
    names = [*sitting.values()][-1]
    script = _file("script.js")
    style = declared(".pb") + _file("style.css")
    pays = str(rules.blackjack_pays).replace(":", " to ")
    data = {"names": sitting, "rounds": [_record(each) for each in rounds]}
    checked = sum(len(each.lines) for each in rounds)
    title = f"Round {rounds[0].number}"
    if len(rounds) > 1:
        title = f"Rounds {rounds[0].number} to {rounds[-1].number}"
    return Template(_file("page.html")).substitute(
        title=title,
        script=script,
        script_digest=_digest(script),
        style=style,
        style_digest=_digest(style),
        about=escape(f"{', '.join(names)} \N{MIDDLE DOT} {counted(rules.decks, 'deck')}"),
        checked=f"played again: {counted(checked, 'line')} match",
        engine=VERSION,
        viewer=escape(_viewer_name(viewer, names)),
        printed=f"Blackjack pays {pays} \N{MIDDLE DOT} Dealer {rules.soft_17.value}s on soft 17",
        machine="".join(_machine(rules)),
        rounds="".join(chain.from_iterable(_round(each, rules) for each in rounds)),
        data=json.dumps(data, separators=(",", ":")).replace("<", "\\u003c"),
    )


def _names(rounds: list[_ShownRound]) -> dict[int, list[str]]:
    """Return who sits at the seats from a round on, where that differs from the round before."""
    names: dict[int, list[str]] = {}
    now: list[str] = []
    for each in rounds:
        for event in each.told:
            if isinstance(event, told.RoundOpened):
                before, now = now, [printable(seat.name) for seat in event.seats]
                if now != before:
                    names[each.number] = now
    return names


def _viewer_name(viewer: Viewer, names: list[str]) -> str:
    if viewer.audits:
        return "auditor"
    return listed([names[seat] for seat in sorted(viewer.seats)], "and") or "spectator"


def _file(name: str) -> str:
    return Path(__file__).with_name(name).read_text("utf-8")


def _digest(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _record(shown: _ShownRound) -> JsonValue:
    """Return the steps of a round: line, where the row stands in it, and what changed in it."""
    steps: list[JsonValue] = []
    before: Frame = {}
    line, place = -1, 0
    for number, step in shown.steps:
        text = shown.lines[number]
        place = text.index(f'"{step.row.name}"', place if number == line else 0)
        line, frame = number, step.frame
        changed = {key: value for key, value in frame.items() if before.get(key) != value}
        steps.append([number, place, len(step.row.name) + 2, changed])
        before, place = frame, place + 1
    return {"n": shown.number, "steps": steps}


def _round(shown: _ShownRound, rules: Rules) -> Iterator[str]:
    """Write a round as text: its steps, what came of it and why, and its lines."""
    phrases = Phrases(rules)
    yield f'<section id="r{shown.number}"><h2>Round {shown.number}</h2><ol class="steps">'
    for number, step in shown.steps:
        if step.row.event is None:
            yield "<li>"
        else:
            kind = "host" if step.row.question is None else "player"
            seq = json.loads(shown.lines[number])["seq"]
            yield f'<li class="{kind}" value="{seq}">'
        yield f"{escape(step.sentence)}</li>"
    yield "</ol>"
    for event in shown.told:
        if isinstance(event, told.RoundEnded) and event.hands:
            yield from _results(event, phrases)
        elif isinstance(event, told.Explained):
            yield '<ul class="why">'
            for reason in event.reasons:
                which = f" ({ordinal(reason.hand)} hand)" if reason.hands > 1 else ""
                name = escape(printable(reason.name))
                yield f"<li><b>{name}</b>{which}: {escape(reason.sentence)}</li>"
            yield "</ul>"
    yield f'<pre tabindex="0">{escape(chr(10).join(shown.lines), quote=False)}</pre></section>\n'


def _results(ended: told.RoundEnded, phrases: Phrases) -> Iterator[str]:
    """Write what became of every bet; columns that have nothing to say are left out."""
    rows = [*result_rows(ended, phrases)]
    titles = ("who", "total", "bet", "result", "net", "chips")
    kept = [n for n in range(len(titles)) if any(cells[n] for _, cells in rows)]
    yield f"<table><tr>{''.join([f'<th>{titles[n]}' for n in kept])}"
    for net_minor, cells in rows:
        sign = "won" if net_minor > 0 else "lost" if net_minor < 0 else "even"
        yield f'<tr class="{sign}">'
        for cell in [cells[n] for n in kept]:
            amount = f"\N{MINUS SIGN}{cell[1:]}" if cell[:1] == "-" else cell
            yield f"<td>{escape(amount)}"
    yield "</table>"


def _machine(rules: Rules) -> Iterator[str]:
    """Draw the states that these rules keep, and a line between two that follow each other."""
    rows = rows_kept(rules)
    states = {state for row in rows for state in (row.source, row.destination)}
    pairs = {
        (min(pair, key=PHASES.index), max(pair, key=PHASES.index))
        for row in rows
        if (pair := (row.source, row.destination))[0] is not pair[1]
    }
    for start, end in sorted(pairs, key=lambda pair: [*map(PHASES.index, pair)]):
        (x, y), (to_x, to_y) = _PLACES[start], _PLACES[end]
        way = _WAYS.get((start, end), f"M{x} {y}L{to_x} {to_y}")
        yield f'<path data-pair="{PHASES.index(start)}-{PHASES.index(end)}" d="{way}"/>'
    for state in PHASES:
        if state in states:
            x, y = _PLACES[state]
            yield (
                f'<g data-state="{PHASES.index(state)}"><rect x="{x - 67}" y="{y - 14}" '
                f'width="134" height="28" rx="8"/><text x="{x}" y="{y + 4}">{state.value}</text>'
                "</g>"
            )
