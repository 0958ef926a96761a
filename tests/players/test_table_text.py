"""The table as a person reads it."""

from pitboss.game.cards import Card
from pitboss.game.events import Event
from pitboss.players import table_text
from pitboss.rules import Rules
from pitboss.table import Table
from pitboss.table.seating import SeatPlan
from pitboss.table.shoes import ArrangedShoes


def table_after(cards: str, *said: Event, **options: object) -> Table:
    """Bring a table of Ann, with chips, and Barbara, on credit, to some moment."""
    order = [Card.parse(code) for code in cards.split()]
    seats = [SeatPlan("Ann", 10_000), SeatPlan("Barbara")]
    table = Table(Rules.of(**options), seats=seats, shoes=ArrangedShoes([order]))
    table.open_round()
    for event in said:
        table.apply(event)
    return table


def drawn(table: Table, viewer: int | None = None) -> list[str]:
    """Draw a table without the line at the top."""
    return table_text(table.view(viewer), 100).splitlines()[1:]


BETS = (Event.bet(0, 1000), Event.bet(1, 250))


def test_bets_are_drawn_before_the_cards() -> None:
    """The seat that looks sees its own chips, and nobody else's."""
    table = table_after("2c", BETS[0])
    assert drawn(table, 0) == [
        " Ann                                   bet 10.00, you, chips 90.00",
        ">Barbara",
    ]
    assert table_text(table.view(0), 100).startswith("Round 1, Betting ---")


def test_a_hand_in_play_is_drawn_with_its_total() -> None:
    """An arrow marks who is asked, and the dealer's hidden card is a pair of question marks."""
    table = table_after("Ac Tc 6d 6h 6s Kd", *BETS)
    assert drawn(table, 1) == [
        ">Ann         Ac 6h           soft 17   bet 10.00",
        " Barbara     Tc 6s           16        bet 2.50, you",
        " dealer      6d ??           6",
    ]


def test_split_doubled_and_insured_hands_are_drawn() -> None:
    """Each hand has a line, with what was staked on it."""
    table = table_after(
        "8c Tc Ad 8h 9s 9d 3h Th 2s",
        *BETS,
        Event.insure(0, 0, 500),
        Event.decline(1, 0),
        Event.split(0, 0),
        Event.double(0, 0),
    )
    assert drawn(table) == [
        " Ann         8c 3h Th        21        bet 20.00, doubled, insured for 5.00",
        "                                       (−5.00)",
        ">  2nd hand  8h 2s           10        bet 10.00",
        " Barbara     Tc 9s           19        bet 2.50",
        " dealer      Ad ??           ace",
    ]


def test_a_settled_round_says_what_became_of_every_hand() -> None:
    """Outcomes stand in words with what they brought; the card that nobody saw stays hidden."""
    table = table_after("Ac Tc 6d Kh 6s Kd Tc 9h", *BETS, Event.hit(1, 0))
    assert drawn(table) == [
        " Ann         Ac Kh           blackjack bet 10.00, blackjack (+15.00)",
        " Barbara     Tc 6s Tc        26 bust   bet 2.50, bust (−2.50)",
        " dealer      6d ??           6",
    ]


def test_a_dealer_blackjack_is_named() -> None:
    """A dealer natural that lies open is called what it is."""
    table = table_after("9c Tc Td 8h 6s Ad", *BETS)
    assert drawn(table)[-1] == " dealer      Td Ad           blackjack"


def test_a_hand_that_was_surrendered_says_so_while_it_is_open() -> None:
    """Late surrender without a peek waits for the dealer's card."""
    table = table_after(
        "9c Tc Td 7h 6s 8d", *BETS, Event.surrender(0, 0), surrender="late", peek="never"
    )
    assert drawn(table)[0] == " Ann         9c 7h           16        bet 10.00, surrendered"
