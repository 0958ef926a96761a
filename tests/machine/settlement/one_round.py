"""One round at a table whose next cards are chosen as the round goes on."""

from attrs import frozen

from pitboss import Event, EventKind, Outcome, Rules, SeatPlan, Table
from pitboss.game.events import KINDS_WITH_AMOUNT
from pitboss.game.results import HandResult
from pitboss.table.shoes import ArrangedShoes, parse_cards

BALANCE = 10**6


@frozen
class Settled:
    """How a hand was settled.

    Attributes:
        outcome: the word for it.
        net_minor: what the bet brought.
        insurance_net_minor: what insurance brought.
    """

    outcome: Outcome
    net_minor: int
    insurance_net_minor: int = 0


def cards_of(text: str) -> tuple[str, ...]:
    """Write ranks such as ``8 T A`` as cards of suits that do not matter."""
    return tuple(rank + "cdhs"[place % 4] for place, rank in enumerate(text.split()))


class OneRound:
    """One seat against the dealer, whose cards are laid out as they are needed.

    Args:
        rules: of the table.
        bet_minor: the opening bet.
        cards: the first cards, in the order of drawing: player, dealer, player, dealer.
    """

    def __init__(self, rules: Rules, bet_minor: int, cards: str) -> None:
        order = parse_cards("".join(cards_of(cards)))
        plan = SeatPlan("Ann", BALANCE)
        self.table = Table(rules, seats=[plan], shoes=ArrangedShoes([order]))
        self.table.open_round()
        self.table.apply(Event.bet(0, bet_minor))

    def say(self, words: str, cards: str = "") -> None:
        """Answer with some words; the cards come next out of the shoe."""
        if cards:
            shoe = self.table.house.shoe
            shoe.cards = (*shoe.cards[: shoe.position], *parse_cards("".join(cards_of(cards))))
            shoe.cut_at = len(shoe.cards)
        for word in words.split():
            name, _, amount = word.partition(":")
            menu, kind = self.table.menu(), EventKind(name)
            least = 0 if menu.limits is None else menu.limits.least_minor
            stake = int(amount or least) if kind in KINDS_WITH_AMOUNT else 0
            self.table.apply(Event(kind, menu.seat, menu.hand, stake))

    def results(self) -> tuple[HandResult, ...]:
        """Return the results of the round, which must be over, with every chip accounted for."""
        table = self.table
        assert table.over
        results = table.results()
        won = sum(result.net_minor + result.insurance_net_minor for result in results)
        assert table.round.seats[0].balance_minor == BALANCE + won
        assert table.house.balance_minor == -won
        return results

    def settled(self) -> Settled:
        """Return how the only hand was settled."""
        (result,) = self.results()
        return Settled(result.outcome, result.net_minor, result.insurance_net_minor)
