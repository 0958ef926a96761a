"""Side bets are settled when their cards are known, and move chips between seat and house."""

from collections.abc import Mapping

import pytest
from tests.machine.settlement.side_round import BALANCE, SideRound

from pitboss import Event, Rules
from pitboss.game import reasons
from pitboss.game.bets import BetKind, SideStake
from pitboss.game.cards import Card
from pitboss.game.facts import BetPlaced, BetSettled
from pitboss.game.reasons import Reason
from pitboss.game.round import Phase, Seat, contents
from pitboss.game.seen import sweep
from pitboss.machine.flags import Flags
from pitboss.machine.settlement import void_round
from pitboss.machine.side_bets import may_place, place_side_bet, withdraw_side_bets
from pitboss.rules.side_bets import SideBet
from pitboss.table.snapshot_json import copy_part, read, to_json

FLUSH = "9h8h2h7c"
"""The player's two cards and the up card are of one suit; nothing is a natural."""


def own(decided_by: str, *classes: Mapping[str, object], **parts: object) -> SideBet:
    """Return a side bet that is not built in; without classes it pays 2:1 for two cards."""
    lines = classes or ({"name": "any", "title": "Any", "pays": "2:1", "count": "2.."},)
    return SideBet.from_dict(
        {
            "name": "own",
            "title": "Own",
            "source": "ours",
            "decided_by": decided_by,
            "classes": list(lines),
            **parts,
        }
    )


def came_back(played: SideRound) -> tuple[bool, Reason | None, int, str]:
    """Return how the first side bet stands, and see that no chip is lost."""
    bet = played.bet
    assert played.chips_minor == BALANCE
    hands, beside = played.seat.hands, played.seat.side_bets
    still_open = sum(hand.open for hand in hands) + sum(each.open for each in beside)
    assert played.round.open_bets == still_open
    return bet.open, bet.reason, bet.returned_minor, bet.pay_class


def test_what_the_first_cards_decide_is_settled_after_the_deal() -> None:
    """Before the hand is played; the facts say what was placed and what came back."""
    played = SideRound(["21+3", "perfect_pairs"], FLUSH)
    assert played.round.phase is Phase.FILLING
    assert came_back(played) == (False, reasons.SIDE_BET_WON, 100, "flush")
    pairs = played.seat.side_bets[1]
    assert (pairs.open, pairs.reason, pairs.net_minor) == (False, reasons.SIDE_BET_LOST, -10)
    assert BetPlaced(0, 0, BetKind.SIDE_BET, 10, "21+3") in played.facts
    settled = [each for each in played.facts if isinstance(each, BetSettled)]
    assert settled == [
        BetSettled(0, 0, BetKind.SIDE_BET, 10, reasons.SIDE_BET_WON, 100, None, "21+3", "flush"),
        BetSettled(0, 0, BetKind.SIDE_BET, 10, reasons.SIDE_BET_LOST, 0, None, "perfect_pairs"),
    ]
    assert (played.seat.staked_minor, played.seat.returned_minor) == (120, 100)


def test_a_class_that_pushes_gives_the_stake_back() -> None:
    """And no more."""
    push = {"name": "any", "title": "Any", "pays": "push", "count": 2}
    assert came_back(SideRound([own("first_two", push)], FLUSH)) == (
        False,
        reasons.SIDE_BET_PUSH,
        10,
        "any",
    )


def test_the_dealers_two_cards_decide_when_the_second_is_turned() -> None:
    """The hole card lies face down until all hands are played; then the whole hand may be lost."""
    lucky = SideRound(["lucky_ladies"], "QhThQhTd" + "5c6c")
    assert came_back(lucky)[0]
    assert [card.code for card in lucky.bet.cards] == ["Qh", "Qh"]
    lucky.answer("decline", "stand")
    assert came_back(lucky) == (False, reasons.SIDE_BET_WON, 1260, "ladies")


def test_a_pair_that_was_split_still_decides() -> None:
    """The first two cards of the seat are kept, wherever they lie."""
    lucky = SideRound(["lucky_ladies"], "QhThQhTd" + "5c6c")
    lucky.answer("split", "stand", "stand")
    assert came_back(lucky)[1:] == (reasons.SIDE_BET_WON, 1260, "ladies")


def test_a_natural_of_the_dealer_counts_where_a_class_looks_at_it() -> None:
    """It is turned up by the peek."""
    lucky = SideRound(["lucky_ladies"], "QhTsQhAd")
    assert lucky.round.phase is Phase.RESOLVED
    assert came_back(lucky)[2:] == (10_010, "ladies_and_natural")


@pytest.mark.parametrize(
    ("cards", "answers", "due"),
    [
        ("ThTs9d6d5h5c", "hit", "bust"),  # the only hand is bust, and he draws to 21
        ("AhTsTd6d5c", "", "natural"),  # the only hand is paid
        ("ThTs9d6d5c", "surrender", "surrendered"),
    ],
)
def test_a_bet_on_the_dealers_hand_makes_the_dealer_draw(
    cards: str, answers: str, due: str
) -> None:
    """To his end, although nobody plays against him."""
    to_21 = own("dealers_hand", {"name": "21", "title": "21", "pays": "11:1", "total": 21})
    played = SideRound([to_21], cards, surrender="late")
    assert due == "natural" or came_back(played)[0]
    played.answer(*answers.split())
    assert played.round.dealer.points == 21
    assert len(played.round.dealer.cards) == 3
    assert came_back(played)[1:] == (reasons.SIDE_BET_WON, 120, "21")


def test_without_a_bet_on_the_dealers_hand_nothing_more_is_drawn() -> None:
    """Two cards decide, so that the hole card is turned and no other drawn."""
    two = own("dealers_two", {"name": "16", "title": "16", "pays": "3:1", "total": 16})
    played = SideRound([two], "ThTs9d6d5h5c")
    played.answer("hit")
    assert [card.code for card in played.round.dealer.cards] == ["Ts", "6d"]
    assert came_back(played)[2] == 40


def test_without_a_hole_card_the_second_is_drawn_for_an_open_side_bet() -> None:
    """Although the only hand is bust."""
    two = own("dealers_two", {"name": "16", "title": "16", "pays": "3:1", "total": 16})
    played = SideRound([two], "ThTs9d5h6d9c", hole_card="none", peek="never")
    assert came_back(played)[0]
    played.answer("hit")
    assert [card.code for card in played.round.dealer.cards] == ["Ts", "6d"]
    assert came_back(played)[2] == 40


@pytest.mark.parametrize(
    ("natural", "hole_card", "reason", "back_minor"),
    [
        ("loses", "Ad", reasons.SIDE_BET_TAKEN, 0),
        ("returns", "Ad", reasons.SIDE_BET_SPARED, 10),
        ("compares", "Ad", reasons.SIDE_BET_WON, 30),
        ("loses", "7d", reasons.SIDE_BET_WON, 30),
    ],
)
def test_what_a_dealer_natural_does_to_a_side_bet(
    natural: str, hole_card: str, reason: Reason, back_minor: int
) -> None:
    """It stays open until a natural is seen or excluded, unless the cards alone decide."""
    played = SideRound([own("first_two", dealer_natural=natural)], f"9hTs8d{hole_card}")
    assert came_back(played)[:3] == (False, reason, back_minor)


def test_a_bet_that_a_natural_may_take_stays_open_until_the_natural_is_excluded() -> None:
    """Where the dealer does not look, that is at the end."""
    bet = own("first_two", dealer_natural="loses")
    played = SideRound([bet], "9hTs8dTd", peek="never", insurance="off", even_money=False)
    assert came_back(played)[0]
    played.answer("stand")
    assert came_back(played)[1] is reasons.SIDE_BET_WON


@pytest.mark.parametrize(
    ("cards", "answers", "pay_class", "back_minor"),
    [
        ("7h9s7h9d7h8c", ("decline", "hit"), "three_suited", 50_010),  # 21 is done
        ("7h9s7h9d2h8c", ("decline", "hit", "stand"), "two_suited", 1010),
        ("7h9s7h9d7h8c2c", ("split",), "three_suited", 50_010),
        ("7h9s7h9d2h8c3c", ("split",), "two_suited", 1010),
        ("7h9s2h9d8h8c", ("stand",), "one", 40),
        ("8h9s2h9d8h8c", ("stand",), "", 0),
    ],
)
def test_a_bet_on_the_hand_is_settled_when_the_hand_is_finished_or_split(
    cards: str, answers: tuple[str, ...], pay_class: str, back_minor: int
) -> None:
    """Split, the card that comes to its first hand is the last that counts."""
    played = SideRound(["super_sevens"], cards)
    assert came_back(played)[0]
    played.answer(*answers)
    assert came_back(played)[2:] == (back_minor, pay_class)


def test_a_bet_that_is_settled_stays_so_when_another_is_due() -> None:
    """What the first cards decided is left alone when the hand is finished."""
    played = SideRound(["21+3", "super_sevens"], FLUSH + "5c")
    first, last = played.seat.side_bets
    assert (first.open, last.open) == (False, True)
    played.answer("stand")
    assert (first.returned_minor, last.reason) == (100, reasons.SIDE_BET_LOST)
    assert played.chips_minor == BALANCE


def test_a_void_round_gives_every_side_bet_back() -> None:
    """One that was settled, too, in place of what came back for it before."""
    played = SideRound(["21+3", "super_sevens", "perfect_pairs"], FLUSH)
    played.house.facts = []
    void_round(played.round, played.house)
    stakes = played.seat.side_bets
    assert [(bet.open, bet.reason, bet.returned_minor) for bet in stakes] == 3 * [
        (False, reasons.VOID, 10)
    ]
    assert [bet.pay_class for bet in stakes] == ["", "", ""]
    assert played.seat.balance_minor == BALANCE
    assert played.house.balance_minor == played.round.open_bets == 0
    undone = [each.undone_minor for each in played.house.facts if isinstance(each, BetSettled)]
    assert undone == [None, 100, None, 0]


def test_a_void_round_is_told_to_nobody_who_does_not_ask() -> None:
    """Facts are noted for whoever reads them."""
    played = SideRound(["21+3", "super_sevens"], FLUSH + "5c")
    played.house.facts, played.house.notes_facts = [], False
    void_round(played.round, played.house)
    assert (played.house.facts, played.seat.balance_minor) == ([], BALANCE)


def test_a_side_bet_is_told_to_nobody_who_does_not_ask() -> None:
    """It is placed all the same."""
    played = SideRound(["21+3"], FLUSH)
    played.house.facts, played.house.notes_facts = [], False
    place_side_bet(played.flags, played.round, played.house, Event.side_bet(0, "hot_3", 10))
    assert (played.house.facts, len(played.seat.side_bets)) == ([], 2)


def test_a_seat_that_sits_out_has_its_side_bets_back() -> None:
    """It has none."""
    played = SideRound(["21+3"], FLUSH)
    seat, round_ = played.seat, played.round
    stake = SideStake("21+3", 10)
    seat.side_bets, seat.balance_minor, round_.open_bets = (stake,), 90, 1
    withdraw_side_bets(round_, played.house, seat)
    assert not played.seat.side_bets
    assert (seat.balance_minor, round_.open_bets) == (100, 0)
    assert stake.reason is reasons.WITHDRAWN


def test_the_next_round_begins_without_side_bets() -> None:
    """They are taken off the table with the cards."""
    played = SideRound(["21+3"], FLUSH)
    sweep(played.round, played.house)
    assert played.seat.side_bets == ()


@pytest.mark.parametrize(
    ("name", "amount_minor", "may"),
    [
        ("21+3", 10, False),  # the seat has it
        ("own", 5, True),
        ("own", 4, False),
        ("own", 41, False),
        ("hot_3", 10, False),
        ("no_such_bet", 10, False),
    ],
)
def test_a_side_bet_is_placed_once_and_within_its_limits(
    name: str, amount_minor: int, *, may: bool
) -> None:
    """Of the names that the rules have."""
    bet = own("first_two", stake_min=5, stake_max=40)
    flags = Flags(Rules.of(side_bets=["21+3", bet]))
    seat = Seat(0, "Ann", 1000, on_credit=False)
    seat.side_bets = (SideStake("21+3", 10),)
    assert may_place(flags, seat, name, amount_minor) is may


@pytest.mark.parametrize(("on_credit", "most"), [(False, 2_000), (True, 5_000)])
def test_the_least_bet_is_left(*, on_credit: bool, most: int) -> None:
    """A side bet rides beside an opening bet; unlimited funds always leave it."""
    flags = Flags(Rules.of(side_bets=[own("first_two", stake_max=5_000)], bet_min=1_000))
    limits = flags.side_bets["own"].limits(Seat(0, "Ann", 3_000, on_credit=on_credit))
    assert (limits.least_minor, limits.most_minor) == (1, most)


def test_under_exact_rounding_no_class_pays_a_fraction() -> None:
    """Two suited cards pay 5:2, so that an odd stake is refused."""
    rules = Rules.of(side_bets="royal_match", rounding="exact")
    limits = Flags(rules).side_bets["royal_match"].limits(Seat(0, "Ann", 1000, on_credit=False))
    assert limits.allow(12)
    assert not limits.allow(11)


def test_a_side_bet_shows_all_of_itself_and_compares_by_it() -> None:
    """As every other part of the state."""
    bet = SideStake("21+3", 10)
    assert repr(bet).startswith("SideStake(kind=")
    assert "name='21+3', cards=[], pay_class=''" in repr(bet)
    other = SideStake("21+3", 10)
    assert contents(other) == contents(bet)
    other.cards = [Card.parse("9h")]
    assert contents(other) != contents(bet)


def test_a_seat_with_side_bets_is_written_and_read_alike() -> None:
    """With the cards that decide them, and as a copy that shares nothing."""
    seat = SideRound(["21+3"], FLUSH).seat
    again = read(Seat, to_json(seat), "seat")
    assert contents(again) == contents(seat)
    assert contents(again.side_bets[0].cards) == ("9h", "2h")
    assert copy_part(seat).side_bets[0] is not seat.side_bets[0]
