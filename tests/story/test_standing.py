"""The table as it stands: in any state, for any viewer, as text and as JSON."""

import json
from collections.abc import Iterator

from pitboss.game.cards import Card
from pitboss.rules import Rules
from pitboss.story import AUDITOR, SPECTATOR, Viewer, standing, standing_record
from pitboss.table import Table
from pitboss.table.offer import Offer
from pitboss.table.seating import SeatPlan
from pitboss.table.shoes import ArrangedShoes
from pitboss.text.terminal import Look


def table_with(cards: str, rules: Rules | None = None) -> Table:
    """Set up a table of two with known cards, its first round opened."""
    order = [Card.parse(code) for code in cards.split()]
    seats = [SeatPlan("Ann", 5_000), SeatPlan("Ben")]
    table = Table(rules, seats=seats, shoes=ArrangedShoes([order]))
    table.open_round()
    return table


def offers(table: Table) -> Iterator[Offer]:
    """Give the questions of a round, each one once the one before it was answered."""
    while (offer := table.offer()) is not None:
        yield offer


def text(table: Table, viewer: Viewer = SPECTATOR) -> list[str]:
    """Draw a table in plain letters, without the line at the top."""
    return standing(table, viewer, Look(symbols=False, width=100))[1:]


def test_before_the_bets_there_are_seats_and_a_question() -> None:
    """A seat's chips stand beside it, if the viewer may know them."""
    table = table_with("8s Ts 6d 8d 3d Ks")
    assert text(table, Viewer.at(0)) == [
        ">Ann                                   chips 50.00",
        " Ben",
        "",
        " Ann: bet? bet or sit out",
    ]
    assert text(table)[0] == ">Ann"


def test_in_play_the_hands_are_drawn_with_their_bets() -> None:
    """Every hand of a split has its row, and the question names the one that is asked."""
    table = table_with("8s Ts 6d 8d 3d Ks 2c 9c 5h")
    answers = [Offer.split, Offer.double]
    for offer in offers(table):
        if not offer.cards:
            table.apply(offer.bet(1_000))
        elif answers:
            table.apply(answers.pop(0)(offer))
        else:
            break
    assert text(table, Viewer.at(0)) == [
        " Ann         8s 2c 9c        19        bet 20.00, doubled, chips 20.00",
        ">  2nd hand  8d 5h           13        bet 10.00",
        " Ben         Ts 3d           13        bet 10.00",
        " dealer      6d ??           6",
        "",
        " Ann, 2nd hand: hit, stand or double?",
    ]


def test_an_auditor_sees_what_lies_face_down() -> None:
    """The hole card is named beside the dealer's cards."""
    table = table_with("8s Ts 6d 9d 3d Ks")
    for offer in offers(table):
        if not offer.cards:
            table.apply(offer.bet(1_000))
        else:
            break
    assert text(table, AUDITOR)[2] == " dealer      6d ??           6         face down: Ks"
    assert "Ks" not in "".join(text(table))


def test_insurance_surrender_and_outcomes_stand_beside_the_bet() -> None:
    """Whatever became of a hand so far is told in a word."""
    table = table_with("8s Ts Ad 9d 6d 7c", Rules.of(surrender="late"))
    for offer in offers(table):
        if not offer.cards:
            table.apply(offer.bet(1_000))
        elif offer.question.value == "insurance":
            table.apply(offer.insure() if offer.seat == 0 else offer.decline())
        elif offer.seat == 0:
            table.apply(offer.stand())
        else:
            table.apply(offer.surrender())
    assert [line.partition("bet ")[2] for line in text(table)[:2]] == [
        "10.00, insured for 5.00 (−5.00), loss (−10.00)",
        "10.00, surrendered (−5.00)",
    ]


def test_the_record_holds_what_the_viewer_may_know() -> None:
    """An auditor's record has the hole card, the shoe and the seed; a spectator's has none."""
    table = Table(seats=["Ann"], seed=7)
    table.open_round()
    offer = table.offer()
    assert offer is not None
    table.apply(offer.bet(1_000))
    hidden = {"hole_card", "shoe", "position", "seed"}
    everything = json.loads(json.dumps(standing_record(table, AUDITOR)))
    public = json.loads(json.dumps(standing_record(table, SPECTATOR)))
    assert everything["seed"] == 7
    assert everything["hole_card"] is not None
    assert everything.keys() - public.keys() == hidden
    assert public["seats"][0]["hands"][0]["bet"] == 1_000
    assert public["legal"] != []


def test_a_surrender_that_waits_for_the_dealer_is_told() -> None:
    """It is not settled before a dealer natural is excluded."""
    table = table_with("8s Ts Td 9d 6d 7c", Rules.of(surrender="late", peek="never"))
    for offer in offers(table):
        if offer.cards:
            table.apply(offer.surrender())
            break
        table.apply(offer.bet(1_000))
    assert text(table)[0].endswith("bet 10.00, surrendered")


def test_a_table_without_money_draws_no_amounts() -> None:
    """Neither bets nor chips are shown where nothing can be won."""
    table = Table(Rules.preset("spring"), seats=[SeatPlan("Ann", 0)], seed=7)
    table.open_round()
    table.apply(table.legal()[0])
    assert "." not in "".join(text(table, AUDITOR))
