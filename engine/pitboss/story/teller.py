"""The teller: it stands beside a table and tells a viewer what happens there, moment by moment.

What a spectator or a seat is told is made from views alone, taken before and after each event, so
it cannot hold a card that such a viewer has not seen. From the trace of the house's moves a teller
takes the names of the rows, for the order in which things happened, and never the cards.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from pitboss.errors import TableError
from pitboss.game.events import Event
from pitboss.game.round import DealerNatural
from pitboss.rules import Rules
from pitboss.rules.rules import nearest_preset
from pitboss.story.aftermath import Aftermath, shown
from pitboss.story.explanation import Explanation
from pitboss.story.moments import (
    BetExplained,
    Explained,
    HandEnded,
    Moment,
    RoundEnded,
    RoundOpened,
    SeatShown,
    Stopped,
    TableOpened,
)
from pitboss.story.settlements import explain_round
from pitboss.story.viewers import Viewer
from pitboss.table.offers import Offer
from pitboss.table.table import Recorder, Table
from pitboss.table.views import View

Hear = Callable[[Moment], object]
"""Hears every moment when it happens."""


class Teller:
    """Tells a viewer what happens at a table, as its recorder or beside one.

    Args:
        viewer: who is told, and so how much.
        hear: hears every moment when it happens.
        explains: tell after each round why its bets were settled as they were.
    """

    def __init__(self, viewer: Viewer, hear: Hear, *, explains: bool = False) -> None:
        self._viewer = viewer
        self._explains = explains
        self._hear = hear
        self._view: View | None = None
        self._offer: Offer | None = None

    def opened(self, table: Table) -> None:
        """Tell that a table was set up, with its rules and its seats."""
        preset = nearest_preset(table.rules)
        self._hear(
            TableOpened(
                round_number=table.round.number,
                preset=preset,
                changes=table.rules.changes(Rules.preset(preset)),
                seats=self._seats(table),
                seed=table.seed if self._viewer.audits else None,
            )
        )
        self.joined(table)

    def joined(self, table: Table) -> None:
        """Look at a table as it stands before the next event; `opened` does so too."""
        self._view = table.view(None)
        self._offer = table.offer()

    def applied(self, table: Table, event: Event) -> None:
        """Tell what an event did, and what the house did after it.

        Raises:
            TableError: the teller has not joined the table.
        """
        before, offer = self._view, self._offer
        if before is None:
            raise TableError("a teller who was not there", "let Table.record_with tell it first")
        self.joined(table)
        after = table.view(None)
        if offer is None:
            self._tell_opening(table)
        else:
            hole_card = table.house.hole_card if self._viewer.audits else None
            aftermath = Aftermath(table.rules, self._viewer, before, after, hole_card)
            for moment in aftermath.moments(offer, event, table.house.trace):
                self._hear(moment)
        if table.over:
            self._hear(self._end_of(table, after))
            if self._explains:
                self._hear(_why(table))

    def closed(self, table: Table) -> None:
        """Tell nothing: that no further round follows happens in no round."""

    def stopped(self, table: Table) -> None:
        """Tell that nothing more is known of the round, if it is not over."""
        offer = table.offer()
        if offer is not None:
            name = table.round.seats[offer.seat].name
            self._hear(Stopped(table.round.number, offer.question, offer.seat, name))

    def _tell_opening(self, table: Table) -> None:
        brought = table.house.new_shoes
        self._hear(
            RoundOpened(
                round_number=table.round.number,
                seats=self._seats(table),
                new_shoe=brought[-1].number if brought else None,
                shoe_position=table.shoe.position if self._viewer.audits else None,
            )
        )

    def _end_of(self, table: Table, view: View) -> RoundEnded:
        hands = [
            HandEnded(
                of=shown(seat, number),
                outcome=hand.outcome,
                net_minor=hand.net_minor,
                insurance_minor=hand.insurance_minor,
                insurance_net_minor=hand.insurance_net_minor,
            )
            for seat in view.seats
            for number, hand in enumerate(seat.hands)
            if hand.outcome is not None
        ]
        return RoundEnded(
            round_number=view.round_number,
            void=table.round.void,
            dealer_cards=view.dealer_cards,
            dealer_points=view.dealer_points,
            dealer_soft=table.round.dealer.soft,
            dealer_natural=view.dealer_natural is DealerNatural.SEEN,
            hands=tuple(hands),
            seats=self._seats(table),
        )

    def _seats(self, table: Table) -> tuple[SeatShown, ...]:
        """Return the seats, each with its chips if the viewer may know them."""
        return tuple(
            SeatShown(
                seat.index,
                seat.name,
                balance_minor=self._viewer.balance_minor(table, seat.index),
                on_credit=seat.on_credit if self._viewer.knows_chips(seat.index) else None,
            )
            for seat in table.round.seats
        )


def _why(table: Table) -> Explained:
    """Say why every bet of a round that is over was settled as it was."""
    seats = table.round.seats
    reasons = [
        BetExplained(
            seat=each.seat,
            name=seats[each.seat].name,
            hand=each.hand,
            hands=len(seats[each.seat].hands),
            sentence=each.sentence,
            options={option.option: option.value for option in each.options},
            sources=_sources(each),
        )
        for each in explain_round(table)
    ]
    return Explained(table.round.number, tuple(reasons))


def _sources(explanation: Explanation) -> tuple[str, ...]:
    """Return the documents that an explanation names, each once."""
    of_options = [clause for option in explanation.options for clause in option.clauses]
    return tuple(dict.fromkeys([*of_options, *explanation.clauses]))


@frozen
class Both:
    """A recorder and a teller at one table, which has one place for a recorder.

    Attributes:
        recorder: hears first, such as a journal.
        teller: hears second.
    """

    recorder: Recorder
    teller: Teller

    def opened(self, table: Table) -> None:
        """Let both hear that a table was set up."""
        self.recorder.opened(table)
        self.teller.opened(table)

    def joined(self, table: Table) -> None:
        """Let both hear that they record from now on a table in the middle of its game."""
        self.recorder.joined(table)
        self.teller.joined(table)

    def applied(self, table: Table, event: Event) -> None:
        """Let both hear that an event was applied."""
        self.recorder.applied(table, event)
        self.teller.applied(table, event)

    def closed(self, table: Table) -> None:
        """Let both hear that no further round follows."""
        self.recorder.closed(table)
        self.teller.closed(table)
