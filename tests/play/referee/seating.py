"""Who sits at the table during the round: hands, seats, the dealer and the cards still to come."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.play.referee.records import Answers, ErrorKind, RoundStoppedError
from tests.play.referee.table import TableRules, is_ace_and_ten, points, total


@dataclass(eq=False)
class Hand:
    """One hand of a seat; `outcome` is None as long as its bet is open. Amounts in minor units.

    `gift` is what the house has put beside the bet: it wins as a bet does, and is never lost.
    """

    cards: list[str]
    ante: int
    bet: int
    from_split: bool = False
    from_split_aces: bool = False
    gift: int = 0
    doubles: int = 0
    is_surrendered: bool = False
    insurance_bet: int = 0
    insurance_is_open: bool = False
    insurance_net: int = 0
    net: int = 0
    outcome: str | None = None

    @property
    def is_open(self) -> bool:
        """Whether the bet still stands."""
        return self.outcome is None

    @property
    def is_doubled(self) -> bool:
        """Whether the bet was doubled, once or more often."""
        return self.doubles > 0

    @property
    def is_bust(self) -> bool:
        """Whether the cards are over 21."""
        return total(self.cards) > 21


@dataclass(eq=False)
class Seat:
    """One seat: its opening bet, its money not yet committed (None: unlimited), its hands."""

    number: int
    opening_bet: int | None
    free: int | None
    hands: list[Hand] = field(default_factory=list[Hand])

    def can_pay(self, amount: int) -> bool:
        """Whether the money not yet committed covers the amount."""
        return self.free is None or amount <= self.free

    def commit(self, amount: int) -> None:
        """Moves the amount from the free balance into a bet."""
        if self.free is not None:
            self.free -= amount

    def receive(self, amount: int) -> None:
        """Adds what is paid or returned to the free balance."""
        if self.free is not None:
            self.free += amount


@dataclass(eq=False)
class Round:
    """Everything about the round; `dealer` holds the dealer's cards in the order drawn."""

    rules: TableRules
    seats: list[Seat]
    cards: Sequence[str]
    answers: Answers
    dealer: list[str] = field(default_factory=list[str])
    cards_used: int = 0
    natural_excluded: bool = False
    somebody_filled: bool = False

    def draw(self) -> str:
        """The next card; with none left the round is void."""
        if self.cards_used == len(self.cards):
            raise RoundStoppedError(
                ErrorKind.OUT_OF_CARDS, f"all {self.cards_used} cards are drawn"
            )
        card = self.cards[self.cards_used]
        self.cards_used += 1
        return card

    @property
    def up_card(self) -> str:
        """The dealer's card that lies face up from the deal on."""
        return self.dealer[0 if self.rules.up_card == "first" else 1]

    @property
    def up_is_ace(self) -> bool:
        """Whether the dealer shows an ace."""
        return self.up_card[0] == "A"

    @property
    def up_is_ten(self) -> bool:
        """Whether the dealer shows a card that counts ten."""
        return points(self.up_card) == 10

    @property
    def insurance_is_called(self) -> bool:
        """Whether this up card calls for insurance at this table."""
        if self.rules.insurance == "ace_or_ten":
            return self.up_is_ace or self.up_is_ten
        return self.rules.insurance == "ace" and self.up_is_ace

    @property
    def dealer_has_natural(self) -> bool:
        """Whether the dealer's two cards are a natural."""
        return is_ace_and_ten(self.dealer)

    def is_natural(self, hand: Hand) -> bool:
        """Whether the hand is a natural; after a split only where the rules say so."""
        counts = not hand.from_split or self.rules.split_natural
        return counts and is_ace_and_ten(hand.cards)

    def waits_for_the_seen_card(self, hand: Hand) -> bool:
        """Whether this is an open natural that is settled when the dealer's card is seen."""
        return hand.is_open and self.rules.natural_settles == "deal" and self.is_natural(hand)

    def is_live(self, hand: Hand) -> bool:
        """Whether the dealer has to draw against this hand."""
        if not hand.is_open or hand.is_bust or hand.is_surrendered:
            return False
        return not self.waits_for_the_seen_card(hand)

    def all_hands(self) -> list[tuple[Seat, Hand]]:
        """Every hand with its seat, in seat order, a split-off hand right after its parent."""
        return [(seat, hand) for seat in self.seats for hand in seat.hands]

    def has_open_bet(self) -> bool:
        """Whether any bet stands, insurance included."""
        return any(hand.is_open or hand.insurance_is_open for _, hand in self.all_hands())
