"""Views and offers: what each person at the table sees, and what a question holds."""

import pickle
from collections.abc import Callable
from typing import Final

import pytest
from tests.table.legality.scenes import SCENES, spoken

from pitboss import Event, EventKind, Offer, Outcome, Phase, Question, Rules, SeatPlan, Table, View
from pitboss.errors import TableError
from pitboss.game.bets import net_of, stake_of
from pitboss.game.round import DealerNatural
from pitboss.table.shoes import ArrangedShoes, parse_cards


def least_bet(offer: Offer) -> Event:
    """Answer with the smallest bet."""
    return offer.bet(offer.least_minor)


MAKERS: Final[dict[EventKind, Callable[[Offer], Event]]] = {
    EventKind.BET: least_bet,
    EventKind.SIT_OUT: Offer.sit_out,
    EventKind.EVEN_MONEY: Offer.even_money,
    EventKind.INSURE: Offer.insure,
    EventKind.DECLINE: Offer.decline,
    EventKind.SPLIT: Offer.split,
    EventKind.HIT: Offer.hit,
    EventKind.STAND: Offer.stand,
    EventKind.DOUBLE: Offer.double,
    EventKind.SURRENDER: Offer.surrender,
}


def table_with(cards: str, words: str, *, rules: Rules | None = None, seats: int = 1) -> Table:
    """Set a table up with arranged cards and 1000 chips a seat, and say some words at it."""
    table = Table(
        rules,
        seats=[SeatPlan(f"seat {seat}", 1000) for seat in range(seats)],
        shoes=ArrangedShoes([parse_cards(cards.replace(" ", ""))]),
    )
    for event in spoken(table, words):
        table.apply(event)
    return table


def test_a_seat_sees_its_own_chips_and_no_others() -> None:
    """Neither a neighbour nor a spectator sees them."""
    table = table_with("9c 8c 6d 9d 8d 7h", "open bet:100 bet:200", seats=2)
    shown = [[seat.balance_minor for seat in table.view(viewer).seats] for viewer in (None, 0, 1)]
    assert shown == [[None, None], [900, None], [None, 800]]


def test_unlimited_funds_are_shown_to_nobody() -> None:
    """There is no amount to show."""
    table = Table(seats=["Ann"], seed=1)
    assert table.view(0).seats[0].balance_minor is None


def test_bets_and_cards_of_all_seats_are_shown_to_everybody() -> None:
    """Only the viewer and his chips tell two views of one moment apart."""
    table = table_with("9c 8c 6d 9d 8d 7h", "open bet:100 bet:200 split", seats=2)
    for viewer in (None, 0, 1):
        view = table.view(viewer)
        first, second = view.seats
        assert [hand.bet_minor for hand in first.hands] == [100, 100]
        assert [card.code for card in second.hands[0].cards] == ["8c", "8d"]
        assert (second.hands[0].points, second.hands[0].soft) == (16, False)
        assert (first.name, first.index, first.playing) == ("seat 0", 0, True)


def test_a_seat_that_sits_out_does_not_play() -> None:
    """It has no hands in this round."""
    table = table_with("8c 6d 8d 7h", "open sit_out bet:200", seats=2)
    assert [seat.playing for seat in table.view(0).seats] == [False, True]
    assert table.view(0).seats[0].hands == ()


def test_the_hole_card_is_shown_when_it_is_turned_and_not_before() -> None:
    """Until then one card lies face up, and everybody sees that another lies face down."""
    table = table_with("9c 6d 8d Th 5c", "open bet:200")
    view = table.view(0)
    assert [card.code for card in view.dealer_cards] == ["6d"]
    assert (view.dealer_points, view.hole_hidden) == (6, True)
    table.apply(Event.stand(0, 0))
    view = table.view(0)
    assert [card.code for card in view.dealer_cards] == ["6d", "Th", "5c"]
    assert (view.dealer_points, view.hole_hidden) == (21, False)


def test_the_dealers_cards_lie_in_the_order_in_which_they_were_drawn() -> None:
    """A hole card dealt first comes first, once it is turned; the up card stays the up card."""
    table = table_with("9c Th 8d 6d 5c", "open bet:200", rules=Rules.of(up_card="second"))
    assert [card.code for card in table.view(None).dealer_cards] == ["6d"]
    table.apply(Event.stand(0, 0))
    view = table.view(None)
    assert [card.code for card in view.dealer_cards] == ["Th", "6d", "5c"]
    assert view.up_card is view.dealer_cards[1]


def test_what_a_peek_has_shown_is_known_to_all() -> None:
    """Before it nobody knows, after it everybody does; the card itself stays unseen."""
    table = table_with("9c Kd 8d 6h", "open bet:200")
    view = table.view(None)
    assert (view.dealer_natural, view.hole_hidden) == (DealerNatural.EXCLUDED, True)
    table = table_with("9c Ad 8d 6h", "open bet:200")
    assert table.view(None).dealer_natural is DealerNatural.UNKNOWN
    table = table_with("9c Kd 8d Ah", "open bet:200")
    assert table.view(None).dealer_natural is DealerNatural.SEEN
    assert table.view(None).phase is Phase.RESOLVED


def test_a_view_says_who_is_asked_and_what() -> None:
    """Or that nobody is."""
    table = table_with("9c 8c 6d 9d 8d 7h", "open bet:100", seats=2)
    view = table.view(0)
    assert (view.question, view.asked_seat, view.asked_hand) == (Question.BET, 1, 0)
    assert (view.phase, view.round_number) == (Phase.BETTING, 1)
    view = Table(seats=["Ann"], seed=1).view(None)
    assert (view.question, view.asked_seat, view.asked_hand) == (None, None, None)


def test_a_settled_hand_shows_how_it_ended() -> None:
    """The outcome, and what bet and insurance brought."""
    table = table_with("9c Ad 8d Kh", "open bet:100 insure:50")
    hand = table.view(None).seats[0].hands[0]
    assert (hand.outcome, hand.net_minor, net_of(hand.insurance)) == (Outcome.LOSS, -100, 100)
    assert (stake_of(hand.insurance), hand.done, hand.natural) == (50, True, False)


def test_a_view_that_was_looked_at_never_changes() -> None:
    """It is kept as it was while the table goes on."""
    table = table_with("9c 6d 5d 7h 2c 3c", "open bet:100")
    kept = table.view(0)
    printed = repr(kept)
    table.apply(Event.hit(0, 0))
    assert (repr(kept), kept.seats[0].hands[0].points) == (printed, 14)
    assert kept != table.view(0)


def test_a_view_and_an_offer_that_were_looked_at_hold_nothing_of_the_table() -> None:
    """They can be kept and pickled, and answer as before when the table has moved on."""
    table = Table(seats=["Ann"], seed=3)
    table.open_round()
    offer, view = table.offer(), table.view(0)
    assert offer is not None
    table.apply(offer.bet(1000))
    again = pickle.loads(pickle.dumps((offer, view)))  # noqa: S301  our own
    assert again == (offer, view)
    assert offer.takes(1000)
    assert not offer.takes(0)


def test_views_compare_by_what_they_show() -> None:
    """Two views of one moment by one viewer are equal; those of two viewers are not."""
    table = table_with("9c 6d 5d 7h 2c 3c", "open bet:100")
    assert table.view(0) == table.view(0)
    assert hash(table.view(0)) == hash(table.view(0))
    assert table.view(0) != table.view(None)
    assert table.view(0) != "a view"
    assert repr(table.view(None)).startswith("View(viewer=None, phase=")


def test_there_is_no_view_from_a_seat_that_is_not_there() -> None:
    """The error says which seats there are."""
    table = Table(seats=["Ann", "Bob"], seed=1)
    for seat in (2, -1):
        with pytest.raises(TableError, match="seats are 0 to 1"):
            table.view(seat)


def test_a_look_that_comes_too_late_is_refused() -> None:
    """What was not looked at before the next event cannot show its moment any more."""
    table = table_with("9c 6d 5d 7h 2c 3c", "open bet:100")
    view, offer = View.at(table.round, 0, table.shoe), table.glance()
    assert offer is not None
    table.apply(Event.hit(0, 0))
    for late in (view.look, offer.look, lambda: view.phase, lambda: offer.can(EventKind.HIT)):
        with pytest.raises(TableError, match="read it in time"):
            late()


@pytest.mark.parametrize("name", [name for name, scene in SCENES.items() if scene.question])
def test_an_offer_holds_the_question_and_every_answer(name: str) -> None:
    """It can be answered with each word that it calls legal, by the method of that name."""
    scene = SCENES[name]
    offer = scene.played().table.offer()
    assert offer is not None
    assert (offer.question, offer.seat, offer.hand) == (scene.question, scene.seat, scene.hand)
    for kind in offer.legal:
        table = scene.played().table
        event = MAKERS[kind](offer)
        assert event.kind is kind
        table.apply(event)


@pytest.mark.parametrize("name", [name for name, scene in SCENES.items() if scene.question])
def test_an_offer_says_of_every_word_whether_it_may_answer(name: str) -> None:
    """Before it is looked at and after, and as the menu says."""
    table = SCENES[name].played().table
    glance, offer = table.glance(), table.offer()
    assert glance is not None
    assert offer is not None
    for kind in EventKind:
        assert glance.can(kind) == offer.can(kind) == (kind in table.menu().kinds)


@pytest.mark.parametrize("name", [name for name, scene in SCENES.items() if scene.question])
def test_an_offer_says_of_every_amount_whether_it_may_be_staked(name: str) -> None:
    """Before it is looked at and after, and as the menu says; where nothing is staked, of none."""
    table = SCENES[name].played().table
    glance, offer, limits = table.glance(), table.offer(), table.menu().limits
    assert glance is not None
    assert offer is not None
    for amount in (-1, 0, 1, 49, 50, 51, 100, 900, 901, 10**20):
        allowed = limits is not None and limits.allow(amount)
        assert glance.takes(amount) == offer.takes(amount) == allowed


def test_an_offer_shows_the_hand_that_is_asked() -> None:
    """Cards, total, stake and the up card; at a bet there are none of these yet."""
    table = table_with("Ac 6d 5d 7h 2c 3c", "open")
    offer = table.offer()
    assert offer is not None
    assert (offer.cards, offer.points, offer.soft, offer.bet_minor) == ((), 0, False, 0)
    assert (offer.up_card, offer.least_minor, offer.most_minor, offer.unit_minor) == (
        None,
        1,
        1000,
        1,
    )
    table.apply(offer.bet(100))
    offer = table.offer()
    assert offer is not None
    assert [card.code for card in offer.cards] == ["Ac", "5d"]
    assert (offer.points, offer.soft, offer.bet_minor) == (16, True, 100)
    assert str(offer.up_card) == "6d"
    assert (offer.least_minor, offer.most_minor, offer.unit_minor) == (0, 0, 1)


def test_offers_compare_by_what_they_ask() -> None:
    """The same question about the same hand is the same offer."""
    table = table_with("Ac 6d 5d 7h 2c 3c", "open bet:100")
    assert table.offer() == table.offer()
    assert hash(table.offer()) == hash(table.offer())
    assert table.offer() != "an offer"
    before = table.offer()
    table.apply(Event.hit(0, 0))
    assert table.offer() != before


def test_an_offer_prints_what_a_person_needs() -> None:
    """The question, the cards, the legal words, and the limits of a stake."""
    table = table_with("Ac 6d 5d 7h 2c 3c", "open")
    assert repr(table.offer()) == (
        "Offer(bet, seat 0, hand 0 [], up card None, legal: bet, sit_out, stake 1..1000)"
    )
    table.apply(Event.bet(0, 100))
    assert repr(table.offer()) == (
        "Offer(play, seat 0, hand 0 [Ac 5d], up card 6d, legal: hit, stand, double)"
    )
