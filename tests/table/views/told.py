"""All that is told to a seat or to a spectator of a game: one list, for every test of leaks.

Each surface plays a game, and returns for each viewer what the viewer is told there, in order.
"""

import json
import pickle
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from io import BytesIO
from itertools import pairwise
from random import Random
from typing import Any, Final

import pytest
import structlog
from structlog.testing import CapturingLogger
from tests.table.any_event import event_of
from tests.table.legality.menus import allows
from tests.table.views.games import Game, carry_out
from tests.table.views.told_live import heard_by_people, messages
from tests.table.views.twins import Told, Viewer

from pitboss import Event, EventKind, Flush, Journal, Offer, RefusedError, Table, View
from pitboss.diagrams import sequence_mermaid, sequence_of, sequence_svg
from pitboss.diagrams.sequence import told_as_sequence
from pitboss.game.events import KINDS_WITH_AMOUNT
from pitboss.game.limits import MAX_TOTAL_MINOR
from pitboss.game.seat_changes import SeatChange
from pitboss.live import StructlogEvents
from pitboss.players import table_text
from pitboss.players.process import hello, news, question
from pitboss.replay import viewer_journal
from pitboss.story import (
    Narrator,
    Page,
    Recorders,
    Story,
    ToldEvent,
    explain_refusal,
    round_page,
    standing,
    standing_record,
)
from pitboss.story import (
    Viewer as Listener,
)
from pitboss.story.told_events import RoundOpened
from pitboss.table import ChangeRefusedError
from pitboss.text.terminal import Look

Surface = Callable[[Game, Sequence[Viewer], int], Told]
LOOK: Final = Look()
LOOKED_AT: Final = 8
"""One in so many moments is looked at in every form."""


def told_at(game: Game, viewers: Sequence[Viewer], drawn: int) -> Told:
    """Return what a viewer can read off the table: views, offers and results.

    At every moment as values and as JSON, and at some in every other form there is.
    """
    told: Told = {viewer: [] for viewer in viewers}
    for at, table in enumerate(game.moments()):
        offer = table.offer()
        for viewer in viewers:
            view = table.view(viewer)
            told[viewer] += [view, view.to_json()]
            asked = offer if offer is not None and offer.seat == viewer else None
            if asked is not None:
                told[viewer] += [asked, asked.to_json(), table.menu(), table.legal()]
            if is_looked_at(at, game, drawn):
                told[viewer] += other_forms(table, view, asked)
    return told


def is_looked_at(at: int, game: Game, drawn: int) -> bool:
    """Say whether a moment is looked at in every form: the last one is, and some before."""
    return at == len(game.acts) or at % LOOKED_AT == drawn % LOOKED_AT


def other_forms(table: Table, view: View, offer: Offer | None) -> Iterator[object]:
    """Yield views, offers, results and the table in words, as bytes, and for other processes."""
    viewer, results = view.viewer, table.results()
    yield from (repr(view), hash(view), pickle.dumps(view), news("round_over", view))
    yield from (results, repr(results), [result.to_json() for result in results])
    yield table_text(view, table.rules.minor_per_unit)
    yield standing(table, listener_of(viewer), LOOK)
    yield json.dumps(standing_record(table, listener_of(viewer)))
    if offer is not None:
        yield from (repr(offer), hash(offer), pickle.dumps(offer), offer.default().to_json())
        yield from (hello(table.rules, offer.seat), question(1, view, offer))


def refused(game: Game, viewers: Sequence[Viewer], drawn: int) -> Told:
    """Return how a seat is refused: one event at every moment, and every kind at the last."""
    chance = Random(drawn)
    told: Told = {viewer: [] for viewer in viewers}
    moments = [*game.acts, None]
    for table, next_act in zip(game.moments(), moments, strict=True):
        kinds = [chance.choice(list(EventKind))] if next_act else list(EventKind)
        for seat in viewers:
            if seat is not None:
                for kind in kinds:
                    told[seat] += refusals(table, wrong_event(chance, table, kind, seat))
                told[seat] += refused_change(table, SeatChange.withdraw(seat, MAX_TOTAL_MINOR))
    return told


def wrong_event(chance: Random, table: Table, kind: EventKind, seat: int) -> Event:
    """Return an event of a seat, about some hand, with some amount."""
    hand = max(0, table.menu().hand + chance.choice((0, 0, 0, 1, -1)))
    return event_of(kind, seat, hand, chance.choice((0, 7)) if kind in KINDS_WITH_AMOUNT else 0)


def refusals(table: Table, event: Event) -> Iterator[object]:
    """Yield all that a refusal tells; nothing if the event is legal."""
    if not allows(table.menu(), event):
        with pytest.raises(RefusedError) as raised:
            table.apply(event)
        error = raised.value
        yield (error.kind, error.reason, error.options, error.clauses, error.legal, error.limits)
        yield (error.phase, error.question, str(error), repr(error), error.args, error.to_json())
        explained = explain_refusal(error, table.rules)
        yield (explained, explained.sentence, explained.sources)


def refused_change(table: Table, change: SeatChange) -> Iterator[object]:
    """Yield what is told of a change of a seat that is never allowed."""
    with pytest.raises(ChangeRefusedError) as raised:
        table.change(change)
    yield (raised.value.kind, str(raised.value), repr(raised.value))


def narrated(game: Game, viewers: Sequence[Viewer], drawn: int) -> Told:
    """Return to one viewer the story with its reasons: as values, as JSON, as a page, and drawn.

    Each round is drawn as data and as text, and the last one as a picture.
    """
    stories: dict[Viewer, list[ToldEvent]] = {viewers[drawn % len(viewers)]: []}
    narrators = [
        Narrator(listener_of(viewer), events.append, explains=True)
        for viewer, events in stories.items()
    ]
    for _table in game.moments(Recorders(tuple(narrators))):
        pass
    told: Told = {}
    for viewer, events in stories.items():
        page = Page(LOOK, game.rules, tuple(plan.name for plan in game.plans))
        told[viewer] = [*events, [json.dumps(event.record()) for event in events]]
        told[viewer] += [page.lines(*events), page.rest()]
        told[viewer] += drawings(game, events)
    return told


def drawings(game: Game, events: Sequence[ToldEvent]) -> Iterator[object]:
    """Yield the drawings of every round of a story."""
    names = tuple(plan.name for plan in game.plans)
    begins = [at for at, event in enumerate(events) if isinstance(event, RoundOpened)]
    for begin, end in pairwise([*begins, len(events)]):
        of_round = events[begin:end]
        sequence = told_as_sequence(of_round, game.rules, names, "a round")
        yield from (sequence, sequence_mermaid(sequence))
        if end == len(events):
            yield sequence_svg(sequence)


def listener_of(viewer: Viewer) -> Listener:
    """Return to whom a story is told."""
    return Listener() if viewer is None else Listener.at(viewer)


def journals(game: Game, viewers: Sequence[Viewer], drawn: int) -> Told:
    """Return to one viewer their journal, or its last round; of some also that as it is drawn."""
    written = BytesIO()
    for _table in game.arranged().moments(Journal(written, flush=Flush.EACH_EVENT)):
        pass
    viewer = viewers[drawn % len(viewers)]
    rounds = written.getvalue().count(b'"line":"round"')
    part = rounds if drawn % 4 == 1 else 0
    lines = viewer_journal(BytesIO(written.getvalue()), viewer, first=part)
    told: list[object] = [without_commitments(line) for line in lines]
    if rounds and drawn % 4 == 0:
        story = Story(BytesIO(written.getvalue()))
        told.append(sequence_mermaid(sequence_of(story, rounds, listener_of(viewer))))
        page = round_page(BytesIO(written.getvalue()), rounds, viewer=listener_of(viewer))
        told.append(re.sub("[0-9a-f]{64}", "", page.html))
    return {viewer: told}


HASH: Final = re.compile("(?:(not secret )?[0-9a-f]{64})?")


def without_commitments(line: bytes) -> bytes:
    """Return a line of a viewer's journal without its hashes, which are salted by the seed.

    They stand for what the viewer may not know, and so differ where it does. Of a table without a
    seed they are empty.
    """
    record: dict[str, Any] = json.loads(line)
    for name in ("seal", "digest", "commitment", "balance", "amount", "reason"):
        # A seat reads its own reasons.
        if isinstance(record.get(name), str) and (name != "reason" or HASH.fullmatch(record[name])):
            record[name] = hidden(record[name])
    follows = record.get("follows", {})
    for stating in (record, follows):
        if "balances" in stating:
            stating["balances"] = [hidden(each) for each in stating["balances"]]
    if follows:
        follows["digest"] = hidden(follows["digest"])
    for seat in record.get("seats", ()):
        if seat is not None and "balance" in seat:
            seat["balance"] = hidden(seat["balance"])
    return json.dumps(record).encode()


def hidden(value: object) -> object:
    """Return a mark in place of a hash; amounts stay."""
    if isinstance(value, str):
        assert HASH.fullmatch(value)
        return "a hash"
    return value


def logged(game: Game, viewers: Sequence[Viewer], _drawn: int) -> Told:
    """Return the lines of the host's own log, which whoever watches the host may read."""
    lines = CapturingLogger()
    renderer = structlog.processors.JSONRenderer()
    logger: Any = structlog.wrap_logger(lines, processors=[renderer])
    table = game.table(StructlogEvents(logger))
    for act in game.acts:
        carry_out(table, act)
    if table.over:
        table.close()
    sent = [(call.method_name, call.args) for call in lines.calls]
    return {viewer: [*sent] for viewer in viewers}


SURFACES: Final[Mapping[str, Surface]] = {
    "the table": told_at,
    "refusals": refused,
    "the story and its drawings": narrated,
    "journals of viewers": journals,
    "the host's log": logged,
    "people and their players": heard_by_people,
    "messages of a session": messages,
}
"""Everything that is told to anybody."""
