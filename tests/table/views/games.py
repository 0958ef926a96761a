"""A game that can be played again: rules, seats, shoes given whole, and all that was said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve, frozen
from tests.game.shoe.changed import changed

from pitboss import Card, Event, Rules, SeatPlan, Table
from pitboss.game.seat_changes import SeatChange
from pitboss.game.shoe import Shoe
from pitboss.table import Recorder

Act = Event | SeatChange


@frozen
class PlantedShoes:
    """Shoes given whole, with burned cards, cut card and a seed each; none follows the last.

    Attributes:
        shoes: the shoes as they are when they are brought in.
    """

    shoes: tuple[Shoe, ...]

    def fresh(self, number: int) -> Shoe:
        """Return the shoe of that number."""
        return changed(self.shoes[number - 1])

    def remade(self, number: int, part: int, on_table: Sequence[Card]) -> Shoe | None:
        """Return the next shoe, whatever lies on the table."""
        assert part == 1
        assert on_table is not None
        return self.fresh(number + 1) if number < len(self.shoes) else None


@frozen
class Game:
    """A game up to some moment.

    Attributes:
        rules: of the table.
        plans: who sits there, and with what.
        shoes: as they are when they are brought in.
        seed: the table's, if it has one; no shoe is made from it.
        acts: what was said, and how seats were changed between rounds.
    """

    rules: Rules
    plans: tuple[SeatPlan, ...]
    shoes: tuple[Shoe, ...]
    seed: bytes | None
    acts: tuple[Act, ...] = ()

    def table(self, recorder: Recorder | None = None) -> Table:
        """Set the table up, before anything was said."""
        shoes = PlantedShoes(self.shoes)
        return Table(self.rules, seats=self.plans, seed=self.seed, shoes=shoes, recorder=recorder)

    def moments(self, recorder: Recorder | None = None) -> Iterator[Table]:
        """Play it, and yield the table as it stands at the beginning and after every act."""
        table = self.table(recorder)
        yield table
        for act in self.acts:
            carry_out(table, act)
            yield table

    def arranged(self) -> Game:
        """Return the same game with shoes of no seed, whose cards a journal writes.

        Only the first has burned cards: a replay takes none from one that comes in mid-round. If
        the last shoe is in use the table has no seed, of which a replay would make further ones.
        """
        first, *later = self.shoes
        *_, table = self.moments()
        return evolve(
            self,
            shoes=(changed(first, seed=None), *map(unburned, later)),
            seed=self.seed if table.shoe.number < len(self.shoes) else None,
        )


def unburned(shoe: Shoe) -> Shoe:
    """Return a shoe of no seed from whose cards those that are burned were taken."""
    burned = shoe.position
    cards = shoe.cards[burned:]
    return changed(shoe, seed=None, cards=cards, position=0, cut_at=max(0, shoe.cut_at - burned))


def carry_out(table: Table, act: Act) -> None:
    """Do at a table what was done there."""
    if isinstance(act, Event):
        table.apply(act)
    else:
        table.change(act)
