"""Tables under any rules, and rounds played at them, for tests of players."""

from collections.abc import Callable

from attrs import define
from hypothesis import strategies as st
from tests.players.strategies.rules import valid_rules

from pitboss import Card, Event, Offer, Player, Rules, SeatPlan, Table, View, play_rounds
from pitboss.table.shoes import ArrangedShoes, SeededShoes


@define
class Heard:
    """A player that keeps what another was asked and what it answered."""

    player: Player
    said: list[tuple[Offer, Event]]

    def decide(self, view: View, offer: Offer) -> Event:
        """Let the other answer."""
        event = self.player.decide(view, offer)
        self.said.append((offer.look(), event))
        return event


@st.composite
def any_table(draw: st.DrawFn) -> Table:
    """Draw a table under any rules, its seats with little, enough or unlimited chips."""
    rules = draw(valid_rules())
    seats = draw(st.integers(1, rules.max_seats))
    chips = st.sampled_from([None, 0, 1, 99, 1_000, 2_500, 100_000])
    plans = [SeatPlan(f"seat {seat}", draw(chips)) for seat in range(seats)]
    return Table(rules, seats=plans, seed=draw(st.integers(0, 2**63 - 1)))


def play_heard(
    table: Table, player_at: Callable[[int], Player], rounds: int
) -> list[tuple[Offer, Event]]:
    """Play rounds with a player for each seat and return every offer with its answer."""
    said: list[tuple[Offer, Event]] = []
    players = [Heard(player_at(seat), said) for seat in range(len(table.round.seats))]
    play_rounds(table, players, rounds)
    return said


def words_of(rules: Rules, cards: str, player: Player) -> list[str]:
    """Play one round from known cards and return what the player said after its bet."""
    order = [Card.parse(code) for code in cards.split()]
    shoes = ArrangedShoes([order], then=SeededShoes(1, 1, 0, 0, 0))
    table = Table(rules, seats=["Ann"], shoes=shoes)
    return [event.kind.value for _, event in play_heard(table, lambda _: player, 1)][1:]


def asked_to_bet(rules: Rules, balance_minor: int | None = None) -> tuple[View, Offer]:
    """Return what Ann sees and is asked at a new table, on credit if she has no number of chips."""
    table = Table(rules, seats=[SeatPlan("Ann", balance_minor)], seed=1)
    table.open_round()
    offer = table.offer()
    assert offer is not None
    return table.view(0), offer


def asked_after(rules: Rules, cards: str, *said: Event) -> tuple[View, Offer]:
    """Return what Ann sees and is asked at a table with known cards, after some events."""
    order = [Card.parse(code) for code in cards.split()]
    table = Table(rules, seats=[SeatPlan("Ann", 10_000)], shoes=ArrangedShoes([order]))
    table.open_round()
    for event in said:
        table.apply(event)
    offer = table.offer()
    assert offer is not None
    return table.view(0), offer
