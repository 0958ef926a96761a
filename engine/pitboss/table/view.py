"""Values that are filled in when they are first read: views of a table, and their base class.

Views are made from the `Round` alone, which holds no hidden card, no shoe and no seed.
"""

from __future__ import annotations

from typing import Final, Self, TypeVar

from pitboss.errors import TableError
from pitboss.game.cards import Card
from pitboss.game.round import DealerNatural, Phase, Question, Round
from pitboss.game.seen import cards_seen
from pitboss.game.shoe import Shoe
from pitboss.table.shoe_view import (
    ANYWHERE,
    BY_RULES,
    CardsSeen,
    CutCard,
    ShoeView,
    cut_card_known,
)
from pitboss.table.view_parts import SeatView, Sight, sight_of

NO_ROUND: Final = Round(Phase.BETTING, [])
"""Replaces the round in a view or an offer that is filled in and no longer needs the round."""


class Lazy:
    """A value that shows a round at one moment; the first read fills it in.

    The first read must come before the next event. Another thread may apply an event during this
    read, so the count of events is compared afterwards.
    """

    __slots__ = ("_event_count", "_round")

    _event_count: int
    _round: Round

    @property
    def seq(self) -> int:
        """The sequence number of the table when this value was made, see `Table.seq`."""
        return self._event_count

    def _check_current(self) -> None:
        if self._round.event_count != self._event_count:
            what = type(self).__name__.lower()
            raise TableError(
                f"this {what} was not read before the next event",
                f"read it in time, or keep it with {what}.look()",
            )


class View(Lazy):
    """The table as a viewer sees it: all cards that lie face up, and no others.

    A view is a value: it shows the round at one moment, compares by its contents and never changes.
    The first read fills it in, and must come before the next event; a view that nobody reads costs
    nothing. `Table.view` fills in the view at once. Copying or pickling a view also
    fills it in; the copy holds only what the view shows.
    """

    __slots__ = (
        "_cards",
        "_cards_drawn",
        "_cut_place",
        "_shoe_number",
        "_shoe_part",
        "_sight",
        "_viewer",
    )

    _viewer: int | None
    _sight: Sight | None
    _shoe_number: int
    _shoe_part: int
    _cards_drawn: int
    _cards: int
    _cut_place: int

    @staticmethod
    def at(round_: Round, viewer: int | None, shoe: Shoe) -> View:
        """Return the view of a seat; read it before the next event.

        Args:
            round_: what lies face up on the table.
            viewer: the seat that looks; `None` for a spectator.
            shoe: the shoe in use; the view counts its cards now, and does not keep the shoe.
        """
        # Python 3.11 is slow to call a class that defines `__init__`.
        view = View()
        view._viewer = viewer
        view._round = round_
        view._event_count = round_.event_count
        view._shoe_number = shoe.number
        view._shoe_part = shoe.part
        view._cards_drawn = drawn = shoe.position
        view._cards = len(shoe.order)
        # This is what `cut_place` returns, without the call.
        if drawn > shoe.cut_at:
            view._cut_place = shoe.cut_at
        else:
            view._cut_place = ANYWHERE if shoe.seed is None else BY_RULES
        view._sight = None
        return view

    def to_json(self) -> str:
        """Return the view as a document of the protocol, for the viewer and nobody else.

        Raises:
            TableError: an event was applied before the view was first read.
        """
        return self._seen().to_json(self._viewer, self._event_count)

    def look(self) -> Self:
        """Fill in the view, so that it can be kept after the next event.

        Raises:
            TableError: an event has been applied since the view was made.
        """
        self._seen()
        return self

    def _seen(self) -> Sight:
        if self._sight is None:
            try:
                sight = sight_of(self._round, self._viewer, self._shoe())
            finally:
                self._check_current()
            self._sight = sight
            self._round = NO_ROUND
        return self._sight

    def _shoe(self) -> ShoeView:
        cards, drawn = self._cards, self._cards_drawn
        cut_card = cut_card_known(self._round.cut_window, cards, drawn, self._cut_place)
        seen = CardsSeen(cards_seen(self._round))
        return ShoeView(self._shoe_number, self._shoe_part, drawn, cards - drawn, cut_card, seen)

    @property
    def viewer(self) -> int | None:
        """The seat that looks; `None` for a spectator."""
        return self._viewer

    @property
    def phase(self) -> Phase:
        """The state of the round."""
        return self._seen().phase

    @property
    def round_number(self) -> int:
        """The number of rounds that were opened at this table so far."""
        return self._seen().round_number

    @property
    def shoe_number(self) -> int:
        """The number of the shoe in use, from 1; a new number means that there was a shuffle."""
        return self._seen().shoe.number

    @property
    def shoe_part(self) -> int:
        """How often this shoe ran out in mid-round and was made again from cards not on the table.

        If this number or the number of the shoe changes, there was a shuffle.
        """
        return self._seen().shoe.part

    @property
    def cards_drawn(self) -> int:
        """How many cards of the shoe were drawn since the shuffle, including burned cards."""
        return self._seen().shoe.drawn

    @property
    def cards_left(self) -> int:
        """How many cards are left in the shoe."""
        return self._seen().shoe.left

    @property
    def cards_seen(self) -> CardsSeen:
        """How many cards of each rank everybody has seen since the shuffle."""
        return self._seen().shoe.seen

    @property
    def cut_card(self) -> CutCard | None:
        """The possible places of the cut card; `None` under rules without a cut card."""
        return self._seen().shoe.cut_card

    @property
    def seats(self) -> tuple[SeatView, ...]:
        """The seats in the order of play."""
        return self._seen().seats

    @property
    def dealer_cards(self) -> tuple[Card, ...]:
        """The dealer's cards that lie face up, in the order in which they were drawn."""
        return self._seen().dealer_cards

    @property
    def dealer_points(self) -> int:
        """The best total of the dealer's cards that lie face up."""
        return self._seen().dealer_points

    @property
    def up_card(self) -> Card | None:
        """The dealer's card that was dealt face up."""
        return self._seen().up_card

    @property
    def hole_hidden(self) -> bool:
        """Whether one of the dealer's cards lies face down."""
        return self._seen().hole_hidden

    @property
    def dealer_natural(self) -> DealerNatural:
        """What everybody at the table knows about a dealer natural."""
        return self._seen().dealer_natural

    @property
    def question(self) -> Question | None:
        """The open question; `None` if nothing is asked."""
        return self._seen().question

    @property
    def asked_seat(self) -> int | None:
        """The seat that is asked; `None` if nothing is asked."""
        return self._seen().asked_seat

    @property
    def asked_hand(self) -> int | None:
        """The hand that the question is about; `None` if nothing is asked."""
        return self._seen().asked_hand

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        # Compiled code would compare two values of a known class of `attrs` by identity.
        sight: object = self._seen()
        return self._viewer == other._viewer and sight == other._seen()

    def __hash__(self) -> int:
        return hash((self._viewer, self._seen()))

    def __reduce__(self) -> tuple[object, ...]:
        """Let a view be copied and pickled with the values that it shows."""
        shown = {"_viewer": self._viewer, "_sight": self._seen(), "_event_count": self._event_count}
        return restore_view, (View, shown)

    def __repr__(self) -> str:
        return f"View(viewer={self._viewer!r}, {repr(self._seen()).removeprefix('Sight(')}"


_LazyT = TypeVar("_LazyT", bound=Lazy)


def restore_view(kind: type[_LazyT], shown: dict[str, object]) -> _LazyT:
    """Return a view or an offer that was copied or pickled.

    Args:
        kind: the class, `View` or `Offer`.
        shown: the contents, by the names of the slots.
    """
    filled_in = kind()
    for name, value in shown.items():
        setattr(filled_in, name, value)
    return filled_in
