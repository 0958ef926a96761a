"""Stakes: what may be bet and insured, and what is said of every other amount."""

import copy
import re
from collections.abc import Callable
from typing import Any, Final, cast

import pytest
from attrs import frozen
from tests.table.legality.menus import allows
from tests.table.legality.scenes import Scene, Stopped

from pitboss import Event, EventKind, Offer, Phase, Question, RefusedError, Table
from pitboss.errors import EventError
from pitboss.game.bets import stake_of
from pitboss.game.events import KINDS_WITH_AMOUNT
from pitboss.game.limits import MAX_AMOUNT_MINOR
from pitboss.machine.stakes import AmountLimits
from pitboss.table.menu import Refusal


@frozen
class Stake:
    """A stake that is asked for, and what it may be.

    Attributes:
        scene: the moment at which it is asked for.
        allowed: amounts that may be staked; the least and the most first.
        refused: amounts within reach of them that may not.
        told: what a refusal says that the stake must be.
        options: what a refusal names.
    """

    scene: Scene
    allowed: tuple[int, ...]
    refused: tuple[int, ...]
    told: str
    options: dict[str, str]


def bet(
    rules: dict[str, object],
    balance: int | None,
    *,
    allowed: tuple[int, ...],
    refused: tuple[int, ...],
    told: str,
    options: dict[str, str],
) -> Stake:
    """Describe the first bet of a table."""
    scene = Scene(rules, (balance,), "", "open", Phase.BETTING, Question.BET)
    return Stake(scene, allowed, refused, told, options)


def insurance(
    rules: dict[str, object],
    balance: int | None,
    ante: int,
    *,
    allowed: tuple[int, ...],
    refused: tuple[int, ...],
    told: str,
    options: dict[str, str],
) -> Stake:
    """Describe the insurance of a hand of nine and eight under an ace."""
    words = f"open bet:{ante}"
    scene = Scene(
        rules, (balance,), "9c Ad 8d 7h", words, Phase.INSURANCE_OFFERED, Question.INSURANCE
    )
    return Stake(scene, allowed, refused, told, options)


NO_LIMIT: Final = {"bet_min": "1", "bet_max": "none"}

STAKES: Final = {
    "a bet on credit": bet(
        {},
        None,
        allowed=(1, MAX_AMOUNT_MINOR, 15),
        refused=(0, -1, MAX_AMOUNT_MINOR + 1, 10**40),
        told="at least 1",
        options=NO_LIMIT,
    ),
    "a bet of what there is": bet(
        {}, 40, allowed=(1, 40, 39), refused=(0, 41, 1000), told="1 to 40", options=NO_LIMIT
    ),
    "a bet between limits": bet(
        {"bet_min": 10, "bet_max": 20},
        None,
        allowed=(10, 20, 15),
        refused=(0, 9, 21, -10),
        told="10 to 20",
        options={"bet_min": "10", "bet_max": "20"},
    ),
    "a bet up to the balance": bet(
        {"preset": "cpsc386"},
        250,
        allowed=(100, 250),
        refused=(99, 251),
        told="100 to 250",
        options={"bet_min": "100", "bet_max": "balance"},
    ),
    "a bet of nothing": bet(
        {"preset": "spring"},
        0,
        allowed=(0, 0),
        refused=(1, -1),
        told="0",
        options={"bet_min": "0", "bet_max": "0"},
    ),
    "a bet that pays 3:2 and 2:1 exactly": bet(
        {"rounding": "exact"},
        101,
        allowed=(2, 100, 50),
        refused=(1, 3, 99, 101, 102),
        told="2 to 100, in steps of 2",
        options={**NO_LIMIT, "rounding": "exact"},
    ),
    "a bet that pays 7:5 and is halved exactly": bet(
        {"rounding": "exact", "blackjack_pays": "7:5", "surrender": "late"},
        99,
        allowed=(10, 90, 50),
        refused=(5, 15, 95, 100),
        told="10 to 90, in steps of 10",
        options={**NO_LIMIT, "rounding": "exact"},
    ),
    "a bet whose half pays 3:2 exactly": bet(
        {"rounding": "exact", "blackjack_pays": "1:1", "insurance_pays": "3:2"},
        14,
        allowed=(1, 13, 4, 5, 12),
        refused=(0, 2, 3, 6, 7, 10, 14),
        told="1 to 13, in steps of 4 from 0 or 1",
        options={**NO_LIMIT, "rounding": "exact"},
    ),
    "half of an even ante": insurance(
        {},
        None,
        100,
        allowed=(50, 50),
        refused=(0, 1, 49, 51),
        told="50",
        options={"insurance_amount": "half"},
    ),
    "half of an odd ante": insurance(
        {},
        151,
        101,
        allowed=(50, 50),
        refused=(51, 49),
        told="50",
        options={"insurance_amount": "half"},
    ),
    "up to half": insurance(
        {"insurance_amount": "up_to_half"},
        None,
        101,
        allowed=(1, 50, 25),
        refused=(0, -1, 51),
        told="1 to 50",
        options={"insurance_amount": "up_to_half"},
    ),
    "up to half of what is left": insurance(
        {"insurance_amount": "up_to_half"},
        130,
        100,
        allowed=(1, 30),
        refused=(0, 31, 50),
        told="1 to 30",
        options={"insurance_amount": "up_to_half"},
    ),
    "up to half in whole pays": insurance(
        {"insurance_amount": "up_to_half", "rounding": "exact", "insurance_pays": "3:2"},
        None,
        100,
        allowed=(2, 50, 48),
        refused=(1, 3, 49, 51),
        told="2 to 50, in steps of 2",
        options={"insurance_amount": "up_to_half", "rounding": "exact"},
    ),
    "up to the balance": insurance(
        {"insurance_amount": "up_to_balance", "bet_min": 10},
        1000,
        100,
        allowed=(10, 900, 500),
        refused=(0, 9, 901),
        told="10 to 900",
        options={"insurance_amount": "up_to_balance"},
    ),
    "up to the balance of a table without a least bet": insurance(
        {"insurance_amount": "up_to_balance", "bet_min": 0},
        None,
        0,
        allowed=(1, MAX_AMOUNT_MINOR),
        refused=(0, MAX_AMOUNT_MINOR + 1),
        told="at least 1",
        options={"insurance_amount": "up_to_balance"},
    ),
}


def staked(stopped: Stopped, amount_minor: int) -> Event:
    """Make the event that stakes an amount on whatever is asked."""
    menu = stopped.table.menu()
    kind = EventKind.BET if menu.question is Question.BET else EventKind.INSURE
    return Event(kind, menu.seat, menu.hand, amount_minor)


@pytest.mark.parametrize("name", STAKES)
def test_the_limits_are_told_before_anything_is_staked(name: str) -> None:
    """Least and most stand in the offer, and in the menu beside it."""
    stake = STAKES[name]
    table = stake.scene.played().table
    offer = table.offer()
    assert offer is not None
    assert offer.question is stake.scene.question
    assert (offer.least_minor, offer.most_minor) == stake.allowed[:2]
    limits = table.menu().limits
    assert limits is not None
    assert all(limits.allow(amount) for amount in stake.allowed)
    assert not any(limits.allow(amount) for amount in stake.refused)


@pytest.mark.parametrize("name", STAKES)
def test_an_amount_within_the_limits_is_escrowed_when_it_is_staked(name: str) -> None:
    """It leaves the seat's free chips at once; nobody has won or lost anything yet."""
    stake = STAKES[name]
    for amount in stake.allowed:
        stopped = stake.scene.played()
        seat = stopped.table.round.seats[0]
        before = seat.balance_minor
        event = staked(stopped, amount)
        assert allows(stopped.table.menu(), event)
        stopped.table.apply(event)
        hand = seat.hands[0]
        at_stake = hand.bet_minor if event.kind is EventKind.BET else stake_of(hand.insurance)
        assert at_stake == amount
        assert seat.balance_minor == before - amount


@pytest.mark.parametrize("name", STAKES)
def test_an_amount_outside_the_limits_is_refused_and_nothing_changes(name: str) -> None:
    """Below, above or off the unit, the limits and their options are named; some make no event."""
    stake = STAKES[name]
    stopped = stake.scene.played()
    before = stopped.everything()
    for amount in stake.refused:
        if not 0 <= amount <= MAX_AMOUNT_MINOR:
            with pytest.raises(EventError, match=f"give 0 to {MAX_AMOUNT_MINOR} minor units"):
                staked(stopped, amount)
            continue
        event = staked(stopped, amount)
        assert not allows(stopped.table.menu(), event)
        with pytest.raises(RefusedError) as raised:
            stopped.table.apply(event)
        error = raised.value
        assert error.kind is Refusal.WRONG_AMOUNT
        assert error.options == stake.options
        assert error.reason == f"the stake in minor units must be {stake.told}"
        assert stopped.everything() == before


@pytest.mark.parametrize("unit", [1, 2, 3, 4, 6, 9])
@pytest.mark.parametrize("half_unit", [1, 2, 3, 5, 6])
def test_the_steps_that_are_told_lead_to_every_stake_and_to_no_other(
    unit: int, half_unit: int
) -> None:
    """Also where the half of a stake, rounded down, must be a multiple of something."""
    limits = AmountLimits(1, 1000, unit, half_unit).tightened()
    told = limits.sentence("the stake", str, 0).partition(", in steps of ")[2] or "1"
    step, *starts = map(int, re.findall(r"\d+", told))
    allowed = {amount for amount in range(1, 1001) if limits.allow(amount)}
    assert allowed == {
        amount
        for start in starts or [0]
        for amount in range(start, 1001, step)
        if limits.least_minor <= amount <= limits.most_minor
    }


def test_an_insurance_bet_without_an_amount_is_the_most_there_may_be() -> None:
    """The offer makes it so; where exactly half is insured there is no other."""
    stopped = STAKES["up to half of what is left"].scene.played()
    offer = stopped.table.offer()
    assert offer is not None
    assert offer.insure() == Event.insure(0, 0, 30)


NUMBERS_TAKEN: Final = {
    "bet": 2,
    "sit_out": 1,
    "even_money": 2,
    "insure": 3,
    "decline": 2,
    "split": 2,
    "hit": 2,
    "stand": 2,
    "double": 2,
    "surrender": 2,
}
"""How many numbers each short way to make an event takes."""

NO_NUMBERS: Final = (True, False, 1.0, "1", None, b"1", 1j, (1,), Event.hit(0, 0))


def make_event(way: str, *arguments: object, **numbers: object) -> Event:
    """Make an event of values of any type, by the constructor or one of the short ways."""
    make = cast("Callable[..., Event]", getattr(Event, way) if way else Event)
    return make(*arguments, **numbers)


@pytest.mark.parametrize("wrong", NO_NUMBERS, ids=repr)
def test_what_is_no_whole_number_makes_no_event(wrong: object) -> None:
    """As seat, as hand or as amount; `True` counts as no seat although it equals 1."""
    for kind in EventKind:
        for field in ("seat", "hand", "amount_minor"):
            numbers = {"seat": 1, "hand": 1, "amount_minor": 0, field: wrong}
            with pytest.raises(EventError, match="whole numbers"):
                make_event("", kind, **numbers)


@pytest.mark.parametrize("wrong", [True, 1.0, "1", None], ids=repr)
@pytest.mark.parametrize("way", NUMBERS_TAKEN)
def test_the_short_ways_make_no_such_event_either(way: str, wrong: object) -> None:
    """Nor after the same event was made with true whole numbers."""
    count = NUMBERS_TAKEN[way]
    assert make_event(way, *[1] * count).kind is EventKind(way)
    for place in range(count):
        numbers: list[object] = [1] * count
        numbers[place] = wrong
        with pytest.raises(EventError, match="whole numbers"):
            make_event(way, *numbers)


@pytest.mark.parametrize("kind", sorted(set(EventKind) - KINDS_WITH_AMOUNT, key=str))
def test_only_bets_and_insurance_name_an_amount(kind: EventKind) -> None:
    """A hit for ten units is not a hit."""
    for amount in (1, -1, 10**30):
        with pytest.raises(EventError, match="only bet, insure and side_bet have an amount"):
            Event(kind, 0, 0, amount)


@pytest.mark.parametrize("kind", ["hit", None, 3, Question.PLAY, Phase.FILLING])
def test_a_kind_is_one_of_the_words_of_play(kind: object) -> None:
    """Neither its text nor a member of another enumeration is one."""
    with pytest.raises(EventError, match="use one of EventKind"):
        make_event("", kind, 0)


def test_limits_are_values() -> None:
    """They compare by their parts, and can be copied with the offer that they stand in."""
    limits = AmountLimits(1, 1000, 2)
    assert limits == AmountLimits(1, 1000, 2) == copy.copy(limits)
    assert limits != AmountLimits(1, 1000)
    assert limits != (1, 1000, 2, 1)
    assert len({limits, AmountLimits(1, 1000, 2), AmountLimits(2, 1000, 2)}) == 2
    assert repr(limits) == "AmountLimits(1, 1000, 2, 1)"


@pytest.mark.parametrize("looked_at", [False, True])
def test_what_is_no_amount_and_no_kind_is_not_legal(*, looked_at: bool) -> None:
    """A strategy may ask with anything; what is near a number is no number."""
    table = Table(seats=["Ann"], seed=7)
    table.open_round()
    offer: Any = Offer.at(table.round, Question.BET, table.legality)
    if looked_at:
        offer.look()
    assert offer.takes(1000)
    assert offer.can(EventKind.BET)
    for wrong in (True, 1000.0, "1000", None):
        assert not offer.takes(wrong)
        assert not offer.can(wrong)
