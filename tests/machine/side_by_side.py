"""Tables that are given the same events: one run by the dispatch, one by the library's machine."""

from random import Random

from attrs import define
from tests.table.any_event import event_of
from tests.table.legality.menus import allows
from tests.table.random_play import random_round, rich_cards

from pitboss import Event, EventKind, RefusedError, Rules, SeatPlan, Table
from pitboss.game.trace import codes
from pitboss.machine.transitions_machine import library_machine
from pitboss.table.shoes import ArrangedShoes, seeded_shoes

BALANCES = (None, None, 150, 1_000, 10**6)


@define
class SideBySide:
    """Two tables in the same state.

    Attributes:
        own: run by the dispatch.
        stock: run by the library's unchanged machine.
    """

    own: Table
    stock: Table

    @classmethod
    def under(cls, rules: Rules, chance: Random) -> "SideBySide":
        """Set the tables up with the same seats and shoes; the first shoe is rich in naturals."""
        plans = plans_for(rules, chance)
        seed = chance.randrange(2**63)
        first = rich_cards(chance, chance.choice((30, 300)))
        shoes = ArrangedShoes([first], seeded_shoes(rules, seed))
        own, stock = (
            Table(rules, seats=plans, seed=seed, shoes=shoes, machine=machine)
            for machine in (None, library_machine(rules))
        )
        return cls(own, stock)

    def play_rounds(self, chance: Random, rounds: int) -> None:
        """Play so many rounds in which cards are dealt, and any others that lie between them."""
        while rounds:
            self.play_round(chance)
            rounds -= self.own.round.up_card is not None

    def play_round(self, chance: Random) -> None:
        """Play a round at all, and see that none does anything that another does not."""
        for event in random_round(chance, self.own):
            self.stock.apply(event)
            self.compare_moves()
            if chance.random() < 0.1:
                self.refuse(chance)
        assert self.own.snapshot() == self.stock.snapshot()

    def compare_moves(self) -> None:
        """See that both have taken the same transitions and drawn the same cards."""
        own, other = self.own, self.stock
        assert codes(own.house.trace) == codes(other.house.trace)
        assert own.round.phase is other.round.phase
        assert own.menu() == other.menu()

    def refuse(self, chance: Random) -> None:
        """See that all refuse the same word for the same reason."""
        menu = self.own.menu()
        event = event_of(chance.choice(list(EventKind)), menu.seat, menu.hand)
        if not allows(menu, event):
            assert _refusal(self.own, event) == _refusal(self.stock, event)


def plans_for(rules: Rules, chance: Random) -> list[SeatPlan]:
    """Let some sit down; the first seat can always bet, whatever it loses."""
    seats = chance.randint(1, min(rules.max_seats, 4))
    balances = [None, *chance.choices(BALANCES, k=seats - 1)]
    return [SeatPlan(f"seat {seat}", chips) for seat, chips in enumerate(balances)]


def _refusal(table: Table, event: Event) -> str:
    try:
        table.apply(event)
    except RefusedError as error:
        return str(error)
    raise AssertionError(f"{event} was accepted")
