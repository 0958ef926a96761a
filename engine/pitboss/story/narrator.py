"""The narrator: it follows a table, or a journal played again, and tells a viewer what happens.

It makes told events from the facts of each event, and from views before and after it. Facts also
hold hidden cards, which only an auditor is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from attrs import evolve

from pitboss.arguments import takes
from pitboss.errors import TableError, journal_fault
from pitboss.game.events import Event
from pitboss.game.round import STAKED, DealerNatural
from pitboss.game.seat_changes import AMOUNTS, ChangeKind, SeatChange
from pitboss.game.shoe import TableSeed, write_seed
from pitboss.journal.fields import RawLine
from pitboss.journal.reader import Header
from pitboss.journal.source import Lines, Source, whole_lines
from pitboss.replay.playing import Replay
from pitboss.replay.sharing import replay_from_beginning
from pitboss.replay.single_rounds import replay_at_round
from pitboss.replay.starts import read_first
from pitboss.rules.rules import Rules, nearest_preset
from pitboss.story import told_events as told
from pitboss.story.changes import told_at_end, told_of
from pitboss.story.explanations import explain_round
from pitboss.story.told_events import HandShown
from pitboss.story.viewers import Viewer, check_viewer, show_seats
from pitboss.table.offer import Offer, View
from pitboss.table.recorders import QuietRecorder
from pitboss.table.table import Table
from pitboss.text.strict import JsonValue


class Narrator(QuietRecorder):
    """A recorder that tells a viewer what happens at a table.

    Args:
        viewer: the viewer; what it may know decides how much is told.
        tell: the function that is called with every told event, at once.
        explains: whether to tell, after each round, why its bets were settled as they were.
    """

    @takes()
    def __init__(
        self, viewer: Viewer, tell: Callable[[told.ToldEvent], object], *, explains: bool = False
    ) -> None:
        self._viewer = viewer
        self._explains = explains
        self._tell = tell
        self._view: View | None = None
        self._offer: Offer | None = None

    def opened(self, table: Table) -> None:
        """Tell that a table was set up, with its rules and its seats."""
        preset = nearest_preset(table.rules)
        self._tell(
            told.TableOpened(
                round_number=table.round.number,
                preset=preset,
                changes=table.rules.changes(Rules.preset(preset)),
                seats=show_seats(table, self._viewer),
                seed=write_seed(table.seed) if self._viewer.audits else None,
            )
        )
        self.joined(table)

    def joined(self, table: Table) -> None:
        """Begin to follow a table, before its next event; `opened` does this, too."""
        table.house.notes_facts = True
        self._view = table.view(None)
        self._offer = table.offer()

    def applied(self, table: Table, event: Event) -> None:
        """Tell what an event did, and what the house did after it.

        Raises:
            TableError: the narrator has not joined the table.
        """
        before, offer = self._view, self._offer
        if before is None:
            raise _not_joined()
        after = self._view = table.view(None)
        self._offer = table.offer()
        if offer is None:
            self._tell_opening(table)
        else:
            self._tell(self._answered(before, offer, event))
            for each in told_of(table.house, after, audits=self._viewer.audits):
                self._tell(each)
        if table.over:
            self._tell_end(table, after)
            if self._explains:
                self._tell(_explained(table))

    def changed(self, table: Table, change: SeatChange) -> None:
        """Tell a change of a seat.

        Raises:
            TableError: the narrator has not joined the table.
        """
        before = self._view
        self.joined(table)
        if before is None:
            raise _not_joined()
        seat, kind = table.round.seats[change.seat], change.kind
        counted = kind in AMOUNTS and self._viewer.knows_chips(change.seat)
        leaves = kind is ChangeKind.LEAVE
        self._tell(
            told.SeatChanged(
                round_number=table.round.number,
                change=kind,
                seat=change.seat,
                name=before.seats[change.seat].name if leaves else seat.name,
                amount_minor=change.amount_minor if counted else None,
                client_seed=change.client_seed,
                by=change.by,
                reason=change.reason or None if counted else None,
                command=change.command if self._knows_command(change) else None,
            )
        )

    def host(self, facts: dict[str, JsonValue]) -> None:
        """Tell an auditor what the host wrote; other viewers may not know the host's lines.

        Raises:
            TableError: the narrator has not joined a table.
        """
        if self._view is None:
            raise _not_joined()
        if self._viewer.audits:
            self._tell(told.HostSaid(self._view.round_number, facts))

    def _knows_command(self, command: Event | SeatChange) -> bool:
        """Say whether the viewer may know a command's id: the command's seat and auditors may."""
        # The change that closes the exchange of seeds belongs to no seat.
        of_seat = command.kind is not ChangeKind.CLOSE_SEEDS
        return self._viewer.audits or (of_seat and self._viewer.knows_chips(command.seat))

    def stopped(self, table: Table) -> None:
        """If the round is not over, tell that the journal ends here."""
        offer = table.offer()
        if offer is not None:
            name = table.round.seats[offer.seat].name
            self._tell(told.Stopped(table.round.number, offer.question, offer.seat, name))

    def _tell_opening(self, table: Table) -> None:
        brought = table.house.new_shoes
        self._tell(
            told.RoundOpened(
                round_number=table.round.number,
                seats=show_seats(table, self._viewer),
                new_shoe=brought[-1].name if brought else None,
                shoe_position=table.shoe.position if self._viewer.audits else None,
            )
        )

    def _answered(self, before: View, offer: Offer, event: Event) -> told.Answered:
        seat = before.seats[event.seat]
        hidden = offer.question in STAKED and not self._viewer.knows_chips(offer.seat)
        return told.Answered(
            before.round_number,
            of=HandShown.at(seat, event.hand),
            question=offer.question,
            up_card=offer.up_card,
            legal=offer.legal,
            least_minor=None if hidden else offer.least_minor,
            most_minor=None if hidden else offer.most_minor,
            answer=event.kind,
            amount_minor=event.amount_minor,
            by=event.by,
            unlimited=offer.unlimited and not hidden,
            cost_minor=offer.cost_minor(event.kind),
            command=event.command if self._knows_command(event) else None,
            bet=event.bet_name,
        )

    def _tell_end(self, table: Table, view: View) -> None:
        hands = [
            evolve(HandShown.of(seat, number), bets=hand.bets)
            for seat in view.seats
            for number, hand in enumerate(seat.hands)
            if hand.outcome is not None
        ]
        self._tell(
            told.RoundEnded(
                round_number=view.round_number,
                void=table.round.void,
                dealer_cards=view.dealer_cards,
                dealer_points=view.dealer_points,
                dealer_soft=table.round.dealer.soft,
                dealer_natural=view.dealer_natural is DealerNatural.SEEN,
                hands=tuple(hands),
                seats=show_seats(table, self._viewer),
                settled=told_at_end(table.house.facts, view),
                side_bets=tuple(
                    [
                        told.SideBetEnded(seat.index, seat.name, bet)
                        for seat in view.seats
                        for bet in seat.side_bets
                    ]
                ),
            )
        )


def _not_joined() -> TableError:
    return TableError("the narrator has not joined this table", "use Table.record_with")


def _explained(table: Table) -> told.Explained:
    """Explain why every bet of a round that is over was settled as it was."""
    seats = table.round.seats
    reasons = [
        told.BetExplained(
            seat=each.seat,
            name=seats[each.seat].name,
            hand=each.hand,
            hands=len(seats[each.seat].hands),
            sentence=each.sentence,
            options={option.option: option.value for option in each.options},
            sources=each.sources,
        )
        for each in explain_round(table)
    ]
    return told.Explained(table.round.number, tuple(reasons))


class Story:
    """Tells the rounds of a journal once, from beginning to end.

    A table plays the journal again, and a narrator follows it. A long journal needs no more memory
    than a short one.

    Args:
        source: the journal, opened in binary mode; its header is read at once.
        seed: the seed of the table, needed if the journal was written with `secret_apart`.

    Raises:
        SecretError: the seed is missing, or is not the table's.
        JournalError: the header is missing or damaged, or its version is not supported.
    """

    @takes(journal_fault)
    def __init__(self, source: Source, *, seed: TableSeed | None = None) -> None:
        self._lines = Lines(source)
        header, self._first = read_first(self._lines)
        self._header = header.with_seed(seed)
        self._seed = seed
        self._heard: list[told.ToldEvent] = []

    @property
    def header(self) -> Header:
        """The first line of the journal: rules, seed and seats."""
        return self._header

    @property
    def names(self) -> tuple[str, ...]:
        """The names at the seats when the table was set up, in the order of the seats."""
        return tuple(seat.name for seat in self._header.seats)

    @takes(journal_fault)
    def rounds(
        self, viewer: Viewer, number: int | None = None, *, explains: bool = False
    ) -> Iterator[tuple[told.ToldEvent, ...]]:
        """Yield the told events of the opened table, and then those of all rounds, or of one round.

        The told events of a round are yielded together, after the last line of the round. By then
        the engine has played the round again and written the same lines as the journal. If the
        journal ends within a round, the told events up to there are yielded.

        Args:
            viewer: the viewer; what it may know decides how much is told.
            number: the only round to tell and to check, counted from 1; by default all rounds.
            explains: whether to tell, after each round, why its bets were settled as they were.

        Raises:
            JournalError: a line cannot be read, the engine writes a line that differs from the
                journal's, or there is no such round.
        """
        viewer = check_viewer(viewer, self._header)
        narrator = Narrator(viewer, self._heard.append, explains=explains)
        if number is None:
            replay, lines = self._at_beginning()
        else:
            replay, lines = replay_at_round(
                self._header, self._first, self._lines, number, self._seed
            )
        for _ in self._played(replay, lines, narrator):
            yield tuple(self._heard)
            self._heard.clear()
            if number is not None and replay.rounds:
                return

    def _at_beginning(self) -> tuple[Replay, Iterator[RawLine]]:
        """Return the table as it was set up, before its first round, and the lines that follow."""
        replay = replay_from_beginning(self._header, self._first, self._lines)
        lines = whole_lines(self._lines)
        # The line of the first shoe is part of setting up the table.
        for raw in islice(lines, 1):
            replay.feed(raw)
        return replay, lines

    def _played(
        self, replay: Replay, lines: Iterator[RawLine], narrator: Narrator
    ) -> Iterator[None]:
        """Play the journal again; yield at its beginning, after each round, and at its end."""
        narrator.opened(replay.table)
        replay.hear_host = narrator.host
        yield
        rounds = 0
        for raw in lines:
            played = replay.feed(raw)
            if isinstance(played, Event):
                narrator.applied(replay.table, played)
            elif played is not None:
                narrator.changed(replay.table, played)
            if replay.rounds > rounds:
                rounds = replay.rounds
                yield
        narrator.stopped(replay.table)
        if self._heard:
            yield
