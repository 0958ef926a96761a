"""The round viewer: one HTML file on which a reader steps through rounds of a journal.

If the browser runs no script, the page shows everything as text. The script adds the table, the
machine and buttons to step. The page allows only this script, by its digest. The script knows no
rule of the game: it shows the steps that `StepMachine` has kept.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from itertools import chain
from typing import Final

from attrs import frozen

from pitboss.arguments import takes
from pitboss.errors import JournalError, brief, journal_fault
from pitboss.game.events import Event
from pitboss.game.shoe import TableSeed
from pitboss.journal.fields import RawLine
from pitboss.journal.source import Lines, Source
from pitboss.replay.playing import Replay
from pitboss.replay.single_rounds import replay_at_round
from pitboss.replay.starts import NoSuchRoundError, read_first
from pitboss.replay.viewer_journals import LineFilter
from pitboss.rules import Rules
from pitboss.story import told_events as told
from pitboss.story.narrator import Narrator
from pitboss.story.page import result_rows, standing
from pitboss.story.phrases import Phrases, decks_of
from pitboss.story.told_events import ToldEvent
from pitboss.story.viewer.machine import draw_path
from pitboss.story.viewer.steps import Frame, StepMachine, TakenRow, frame_asked, frame_of
from pitboss.story.viewer.writing import RoundPage, viewer_name, write_page
from pitboss.story.viewers import SPECTATOR, Viewer, check_viewer
from pitboss.table import Table
from pitboss.text.strict import JsonValue
from pitboss.text.terminal import Look, count_text, ordinal, printable

__all__ = ["MAX_ROUNDS", "RoundPage", "round_page", "table_page"]

MAX_ROUNDS: Final = 1000
"""The most rounds in one page."""

_SOURCE: Final = re.compile(r" \[[^]]*\]")
"""A reference to a document in an explanation."""


@frozen
class _ShownRound:
    """A round that was played again.

    Attributes:
        number: the number of the round.
        lines: the lines of the journal, as the viewer may know them.
        steps: the steps, each with the index of its line in `lines`.
        told: the events that the viewer is told.
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
    viewer: Viewer | None = None,
    seed: TableSeed | None = None,
    back: str = "",
) -> RoundPage:
    """Return rounds of a journal, played again, as a page that holds what a viewer may know.

    Args:
        source: the journal, opened in binary mode.
        first: the first round, counted from 1.
        last: the last round; by default the first is the only one.
        viewer: who looks; by default the viewer that the journal was made for, or a spectator. In
            the lines, a viewer at several seats sees only the chips of the first seat.
        seed: the seed of the table, needed if the journal was written with `secret_apart`.
        back: the address of the table's page, if this page is opened from there. Then this page
            links back, and shows the machine, journal lines and documents only on request.

    Raises:
        SecretError: the seed is missing, or is not the table's.
        JournalError: the journal cannot be read or played again, lacks a round, or more than
            `MAX_ROUNDS` rounds are asked for.
    """
    last = first if last is None else last
    if not 0 <= last - first < MAX_ROUNDS:
        raise JournalError(
            None,
            f"rounds {brief(first)} to {brief(last)}",
            f"give 1 to {MAX_ROUNDS} rounds, the first of them first",
        )
    lines = Lines(source)
    header, first_line = read_first(lines)
    viewer = check_viewer(viewer, header)
    machine = StepMachine(header.rules, viewer)
    replay, numbered = replay_at_round(header, first_line, lines, first, seed, machine=machine)
    rounds = [*_played(replay, numbered, machine, viewer, last - first + 1)]
    return _written(rounds, viewer, header.rules, back)


def _played(
    replay: Replay, lines: Iterator[RawLine], machine: StepMachine, viewer: Viewer, count: int
) -> Iterator[_ShownRound]:
    """Play some rounds again; the last may be unfinished if the journal ends in it."""
    seat = min(viewer.seats, default=None)
    line_filter = LineFilter(replay.header, seat, replay.header.seed, replay.digest)
    heard: list[ToldEvent] = []
    narrator = Narrator(viewer, heard.append, explains=True)
    narrator.joined(replay.table)
    shown: list[str] = []
    steps: list[tuple[int, TakenRow]] = []
    over = 0
    machine.steps.clear()
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
        as_it_is = viewer.audits or replay.header.viewer is not None
        data = raw.data if as_it_is else line_filter.shown(raw, playing)
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


def _written(rounds: list[_ShownRound], viewer: Viewer, rules: Rules, back: str) -> RoundPage:
    sitting = _names(rounds)
    names = [*sitting.values()][-1]
    data: JsonValue = {
        "names": {str(number): [*sat] for number, sat in sitting.items()},
        "rounds": [_record(each, Phrases(rules)) for each in rounds],
    }
    checked = sum(len(each.lines) for each in rounds)
    # Lines have digests only if they are shown unchanged.
    digest = json.loads(rounds[-1].lines[-1]).get("digest", "")
    title = f"Round {rounds[0].number}"
    if len(rounds) > 1:
        title = f"Rounds {rounds[0].number} to {rounds[-1].number}"
    return write_page(
        title,
        "".join(chain.from_iterable(_round(each, rules) for each in rounds)),
        data,
        about=_about(names, rules),
        checked=f"played again: {count_text(checked, 'line')} match",
        viewer=viewer_name(viewer, names),
        rules=rules,
        digest=digest,
        back=back,
    )


def _about(names: Sequence[str], rules: Rules) -> str:
    """Return who sits at a table, without the empty seats, and how many decks there are."""
    return f"{', '.join(filter(None, names))} \N{MIDDLE DOT} {decks_of(rules)}"


def _names(rounds: list[_ShownRound]) -> dict[int, list[str]]:
    """Return the names at the seats; each key is the first round with these names."""
    names: dict[int, list[str]] = {}
    now: list[str] = []
    for each in rounds:
        for event in each.told:
            if isinstance(event, told.RoundOpened):
                before, now = now, [printable(seat.name) for seat in event.seats]
                if now != before:
                    names[each.number] = now
    return names


def _record(shown: _ShownRound, phrases: Phrases) -> JsonValue:
    """Return a round as data: for each step, its line, the place of its row, and what changed.

    The data also has what the list of rounds shows: the result of each seat, and special hands.
    """
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
    ended = [event for event in shown.told if isinstance(event, told.RoundEnded)]
    hands = [hand for event in ended for hand in event.hands]
    nets: Counter[int] = Counter()
    for hand in hands:
        nets[hand.seat] += sum(bet.net_minor for bet in hand.bets)
    for side_bet in [each for event in ended for each in event.side_bets]:
        nets[side_bet.seat] += side_bet.bet.net_minor
    won = {str(seat): phrases.signed(net_minor) for seat, net_minor in nets.items()}
    had = {
        "blackjack": any(hand.natural for hand in hands),
        "split": any(hand.hands > 1 for hand in hands),
    } | {bet.kind.word: True for hand in hands for bet in hand.bets[1:]}
    return {
        "n": shown.number,
        "steps": steps,
        "won": won if phrases.for_money else {},
        "had": [name for name, found in had.items() if found],
    }


def _round(shown: _ShownRound, rules: Rules) -> Iterator[str]:
    """Write a round as text: its steps, its results with reasons, and its lines."""
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
    yield draw_path([step.row for _, step in shown.steps])
    for event in shown.told:
        if isinstance(event, told.RoundEnded) and event.hands:
            yield from _results(event, phrases)
        elif isinstance(event, told.Explained):
            yield '<ul class="why">'
            for reason in event.reasons:
                which = f" ({ordinal(reason.hand)} hand)" if reason.hands > 1 else ""
                name = escape(printable(reason.name))
                why = _SOURCE.sub(r'<span class="source">\g<0></span>', escape(reason.sentence))
                yield f"<li><b>{name}</b>{which}: {why}</li>"
            yield "</ul>"
    yield f'<pre tabindex="0">{escape(chr(10).join(shown.lines), quote=False)}</pre></section>\n'


def _results(ended: told.RoundEnded, phrases: Phrases) -> Iterator[str]:
    """Write the result of every bet; leave out columns that would be empty."""
    rows = [*result_rows(ended, phrases)]
    titles = ("who", "total", "bet", "result", "net", "chips")
    kept = [n for n in range(len(titles)) if any(cells[n] for _, cells in rows)]
    yield f"<table><tr>{''.join([f'<th>{titles[n]}' for n in kept])}"
    for net_minor, cells in rows:
        sign = "won" if net_minor > 0 else "lost" if net_minor < 0 else "even"
        yield f'<tr class="{sign}">'
        for cell in [cells[n] for n in kept]:
            yield f"<td>{escape(cell)}"
    yield "</table>"


@takes()
def table_page(table: Table, *, viewer: Viewer = SPECTATOR) -> RoundPage:
    """Return the present state of a table as a page that holds what a viewer may know.

    Args:
        table: the table, which is not changed.
        viewer: who looks.

    Raises:
        TableError: an event is being applied, or was interrupted.
    """
    round_ = table.round
    asked = frame_asked(table)
    frame = {**frame_of(round_, table.house, viewer, Phrases(table.rules)), **asked}
    names = [printable(seat.name) for seat in round_.seats]
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
        about=_about(names, table.rules),
        viewer=viewer_name(viewer, names),
        rules=table.rules,
        kind="standing",
    )
