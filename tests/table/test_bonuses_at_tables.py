"""Bonuses at tables: every part of a journal has them; without them all is paid as before."""

from io import BytesIO

import orjson
import pytest
from tests.table.dealing import play_dealt

from pitboss import Event, Journal, Rules, SeatPlan, Table, verify
from pitboss.game.bets import PaidBonus
from pitboss.game.reasons import Outcome
from pitboss.players import RandomLegal
from pitboss.players.table_text import table_text
from pitboss.records import rounds
from pitboss.rules.bonuses import built_in_bonuses
from pitboss.story import AUDITOR, Story, explain_round
from pitboss.story.phrases import Phrases
from pitboss.story.told_events import RoundEnded, Settled
from pitboss.table import play_rounds
from pitboss.table.shoes import ArrangedShoes, parse_cards

SUITED: PaidBonus = PaidBonus("suited_natural", "suited")


def dealt(codes: str, *answers: Event, **options: object) -> Table:
    """Play a round of one seat, which bets 100, with these cards and answers."""
    return play_dealt(Rules.preset("six_deck_s17", **options), codes, *answers)


def test_a_suited_natural_is_paid_by_its_bonus_and_another_at_3_to_2() -> None:
    """The bonus takes the place of `blackjack_pays`."""
    for codes, bonus, net_minor in (
        ("As 9h Ks 7d", SUITED, 200),
        ("As 9h Kh 7d", None, 150),
    ):
        (result,) = dealt(codes, bonuses=["suited_natural"]).results()
        assert (result.outcome, result.net_minor, result.bonus) == (
            Outcome.NATURAL,
            net_minor,
            bonus,
        )
    (usual,) = dealt("As 9h Ks 7d").results()
    assert (usual.net_minor, usual.bonus) == (150, None)
    assert "bonus" not in usual.members()


def test_a_charlie_that_pays_is_paid_at_once() -> None:
    """By its bonus, whatever the dealer has."""
    answers = [Event.decline(0, 0), *[Event.hit(0, 0)] * 5]
    codes = "2s 9h 2h Td 2d 2c 3s 3h 3d"
    (result,) = dealt(codes, *answers, charlie=7, bonuses=["seven_card_charlie"]).results()
    assert (result.outcome, result.net_minor) == (Outcome.CHARLIE, 200)
    assert result.bonus == PaidBonus("seven_card_charlie", "seven_cards")


def test_a_bonus_says_what_a_win_pays_and_never_what_wins() -> None:
    """Seven, seven, seven against the dealer's 21 is a push, and has no bonus."""
    answers = [Event.decline(0, 0), Event.hit(0, 0)]
    codes = "7s 9h 7h 2d 7d {}"
    for last, outcome, net_minor in (("Tc", Outcome.PUSH, 0), ("6c", Outcome.WIN, 150)):
        table = dealt(codes.format(last), *answers, bonuses=["spanish_21"])
        (result,) = table.results()
        assert (result.outcome, result.net_minor) == (outcome, net_minor)
        assert (result.bonus is None) == (outcome is Outcome.PUSH)


def test_even_money_is_1_to_1_whatever_the_cards() -> None:
    """It is what the player takes in place of a natural's pay."""
    table = dealt(
        "As Ah Ks Td", Event.even_money(0, 0), bonuses=["suited_natural"], even_money=True
    )
    (result,) = table.results()
    assert (result.outcome, result.net_minor, result.bonus) == (Outcome.EVEN_MONEY, 100, None)


def test_a_seat_and_the_printed_table_name_the_bonus() -> None:
    """As the hand's view does."""
    table = dealt("As 9h Ks 7d", bonuses=["suited_natural"])
    view = table.view(0)
    (hand,) = view.seats[0].hands
    assert hand.bonus == SUITED
    assert "suited_natural" in table_text(view, minor_per_unit=100)
    (shown,) = orjson.loads(view.to_json())["seats"][0]["hands"]
    assert (shown["bonus"], shown["class"]) == ("suited_natural", "suited")


def test_a_snapshot_keeps_the_bonus_of_a_hand() -> None:
    """A natural was paid, and the round goes on."""
    rules = Rules.preset("six_deck_s17", bonuses=["suited_natural"])
    cards = parse_cards("As5c9hKs6c7d")
    table = Table(rules, seats=["Ann", "Ben"], shoes=ArrangedShoes([cards]))
    table.open_round()
    for event in (Event.bet(0, 100), Event.bet(1, 100)):
        table.apply(event)
    again = Table.restore(type(table.snapshot()).from_json(table.snapshot().to_json()))
    assert again.snapshot() == table.snapshot()
    assert again.view(0).seats[0].hands[0].bonus == SUITED


@pytest.mark.parametrize("preset", ["six_deck_s17", "atlantic_city", "european_all"])
def test_what_bonuses_bring_is_in_journal_records_story_and_chips(preset: str) -> None:
    """The same everywhere, and no chip is lost or made."""
    rules = Rules.preset(preset, bonuses=[*built_in_bonuses()])
    sink = BytesIO()
    plans = [SeatPlan("Ann", 10**8), SeatPlan("Ben", 10**8)]
    table = Table(rules, seats=plans, seed=5, recorder=Journal(sink))
    play_rounds(table, [RandomLegal(5, 0), RandomLegal(5, 1)], 400)
    brought = sum(seat.balance_minor for seat in table.round.seats) - 2 * 10**8
    table.close()
    data = sink.getvalue()
    assert verify(BytesIO(data)).matches
    ends = [orjson.loads(line) for line in data.splitlines() if b'"line":"end"' in line]
    written = [
        (end["round"], each["seat"], each["hand"], each["net"], each["bonus"], each["class"])
        for end in ends
        for each in end["hands"]
        if "bonus" in each
    ]
    assert len({name for *_, name, _ in written}) >= 2
    kept = [*rounds(BytesIO(data))]
    assert written == [
        (each.round, each.seat, each.hand, each.net_minor, each.bonus, each.pay_class)
        for round_ in kept
        for each in round_.hands
        if each.bonus
    ]
    told = [
        (event.round_number, each.seat, each.hand, ante.net_minor, ante.name, ante.pay_class)
        for heard in Story(BytesIO(data)).rounds(AUDITOR)
        for event in heard
        if isinstance(event, RoundEnded)
        for each in event.hands
        for ante in each.bets[:1]
        if ante.name
    ]
    assert told == written
    assert brought == sum(seat.net_minor for round_ in kept for seat in round_.seats)


def test_why_names_the_class_and_the_source_of_a_bonus() -> None:
    """And the ratio in place of that of the natural."""
    why = explain_round(dealt("As 9h Ks 7d", bonuses=["suited_natural"]))
    (hand,) = [each for each in why if each.subject == "hand"]
    assert "A natural in one suit" in hand.because
    assert "2:1" in hand.because
    assert hand.options[0].option == "bonuses"
    assert any("rickross.com" in clause for clause in hand.clauses)


def test_a_story_says_by_which_class_a_hand_was_paid() -> None:
    """With its ratio, as that of a natural."""
    rules = Rules.preset("six_deck_s17", bonuses=["suited_natural"])
    sink = BytesIO()
    shoe = ArrangedShoes([parse_cards("As5c9hKs6c7dTc")])
    table = Table(rules, seats=["Ann", "Ben"], shoes=shoe, recorder=Journal(sink))
    table.open_round()
    table.apply(Event.bet(0, 100))
    table.apply(Event.bet(1, 100))
    table.apply(Event.stand(1, 0))
    table.close()
    (told,) = [
        event
        for heard in Story(BytesIO(sink.getvalue())).rounds(AUDITOR)
        for event in heard
        if isinstance(event, Settled)
    ]
    assert Phrases(rules).settled(told) == "wins 2.00 at 2:1 (A natural in one suit)"
