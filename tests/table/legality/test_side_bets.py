"""Side bets in menus, offers and refusals: what may be placed, and why something else may not."""

import json

import pytest
from tests.machine.settlement.side_round import SideRound, legality_of

from pitboss import Event, EventKind, RefusedError
from pitboss.game.round import Question
from pitboss.table.menu import Refusal
from pitboss.table.offer import Offer, write_offer

FLUSH = "9h8h2h7c"


def asked(**options: object) -> SideRound:
    """Return a round that asks for a bet, with two side bets."""
    return SideRound(["21+3", "royal_match"], FLUSH, places=False, **options)


def refused(stopped: SideRound, event: Event) -> RefusedError:
    """Return the refusal of an event."""
    return legality_of(stopped).refusal(stopped.round, event)


def test_a_menu_lists_the_side_bets_that_may_be_placed() -> None:
    """Each with what may be staked; one that was placed is not offered again."""
    stopped = asked(bet_min=1_000, rounding="exact")
    menu = legality_of(stopped).menu(stopped.round)
    assert menu.kinds == (EventKind.BET, EventKind.SIDE_BET, EventKind.SIT_OUT)
    limits = {
        name: (each.least_minor, each.most_minor, each.step_minor) for name, each in menu.side_bets
    }
    assert limits == {"21+3": (1, 99_000, 1), "royal_match": (2, 99_000, 2)}
    assert menu.events()[2:] == (Event.side_bet(0, "21+3", 1), Event.side_bet(0, "royal_match", 2))
    stopped.say(Event.side_bet(0, "21+3", 10))
    again = legality_of(stopped).menu(stopped.round)
    assert [name for name, _ in again.side_bets] == ["royal_match"]
    stopped.say(Event.side_bet(0, "royal_match", 98_990))
    assert legality_of(stopped).menu(stopped.round).kinds == (EventKind.BET, EventKind.SIT_OUT)


def test_a_seat_that_has_placed_every_side_bet_may_place_no_other() -> None:
    """Although it has chips for more."""
    stopped = asked()
    for name in ("21+3", "royal_match"):
        stopped.say(Event.side_bet(0, name, 10))
    menu = legality_of(stopped).menu(stopped.round)
    assert (menu.kinds, menu.side_bets) == ((EventKind.BET, EventKind.SIT_OUT), ())


def test_an_offer_lists_them_and_makes_their_events() -> None:
    """As a value and as a document."""
    stopped = asked()
    legality = legality_of(stopped)
    offer = Offer.at(stopped.round, Question.BET, legality)
    written = json.loads(offer.to_json())
    assert written["side_bets"][0] == {
        "bet": "21+3",
        "stake": {"least": 1, "most": 99_999, "step": 1},
    }
    assert write_offer(stopped.round, Question.BET, legality) == offer.to_json()
    assert [name for name, _ in offer.side_bets] == ["21+3", "royal_match"]
    stopped.say(offer.side_bet("21+3", 10))
    assert stopped.bet.name == "21+3"


def test_a_seat_that_sits_out_takes_its_side_bets_back() -> None:
    """It plays no hand, and has none."""
    stopped = asked()
    stopped.say(Event.side_bet(0, "21+3", 10))
    stopped.say(Event.sit_out(0))
    assert (stopped.seat.side_bets, stopped.seat.balance_minor) == ((), 100_000)
    assert stopped.round.open_bets == 0


@pytest.mark.parametrize(
    ("event", "kind", "reason", "options"),
    [
        (
            Event.side_bet(0, "hot_3", 5),
            Refusal.RULES_FORBID,
            "no side bet is called hot_3 here",
            ["side_bets"],
        ),
        (
            Event.side_bet(0, "21+3", 5),
            Refusal.HAND_FORBIDS,
            "the seat has placed 21+3",
            [],
        ),
        (
            Event.side_bet(0, "royal_match", 5),
            Refusal.WRONG_AMOUNT,
            "the stake in minor units must be 2 to 99980, in steps of 2",
            ["side_bets", "rounding"],
        ),
        (
            Event.side_bet(1, "royal_match", 5),
            Refusal.WRONG_SEAT,
            "seat 0 is asked",
            [],
        ),
    ],
)
def test_a_refusal_says_why_a_side_bet_may_not_be_placed(
    event: Event, kind: Refusal, reason: str, options: list[str]
) -> None:
    """Unknown, placed before, or of a stake that is not allowed."""
    stopped = asked(bet_min=10, rounding="exact")
    stopped.say(Event.side_bet(0, "21+3", 10))
    error = refused(stopped, event)
    assert (error.kind, error.reason, [*error.options]) == (kind, reason, options)
    assert ("side_bets" in json.loads(error.to_json())) is (event.seat == 0)


def test_rounding_is_named_only_where_it_limits_the_stake() -> None:
    """A bet that pays whole stakes may be of any amount."""
    error = refused(asked(rounding="exact"), Event.side_bet(0, "21+3", 100_001))
    assert (error.kind, [*error.options]) == (Refusal.WRONG_AMOUNT, ["side_bets"])


def test_a_side_bet_needs_chips_for_the_opening_bet_as_well() -> None:
    """Without them there is nothing beside which it could ride."""
    stopped = asked(bet_min=100_000)
    error = refused(stopped, Event.side_bet(0, "21+3", 1))
    assert error.kind is Refusal.HAND_FORBIDS
    assert error.reason == "the seat has too few chips for a side bet and the least bet together"


def test_a_side_bet_comes_before_the_bet() -> None:
    """Afterwards it is too late, and none is offered."""
    stopped = asked()
    stopped.say(Event.bet(0, 100))
    assert legality_of(stopped).menu(stopped.round).side_bets == ()
    error = refused(stopped, Event.side_bet(0, "21+3", 1))
    assert (error.kind, error.reason) == (Refusal.WRONG_STATE, "the question now is play")
