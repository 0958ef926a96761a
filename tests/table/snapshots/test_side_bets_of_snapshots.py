"""Side bets in snapshots: each is settled again, and what was changed is refused at its place."""

import json
from random import Random
from typing import Any

import pytest
from tests.table.snapshots.known_tables import Json, sealed
from tests.table.snapshots.random_play import play_on, random_table

from pitboss import Event, Rules, SeatPlan, Table
from pitboss.errors import SnapshotError
from pitboss.rules.side_bets import DecidingCards, OnNatural, SideBet, built_in
from pitboss.table.shoes import ArrangedShoes, SeededShoes, parse_cards
from pitboss.table.snapshot import Snapshot

FLUSH = "21+3"
BET = "round.seats[0].side_bets[0]"


def own(by: DecidingCards, natural: OnNatural) -> SideBet:
    """Return a side bet that wins, gives the stake back, or loses."""
    suited = {"name": "suited", "title": "Suited", "pays": "5:2", "suited": True}
    red = {"name": "red", "title": "Red", "pays": "push", "colour": ["red"]}
    return SideBet.from_dict(
        {
            "name": f"{by.value}-{natural.value}",
            "title": "Own",
            "source": "ours",
            "decided_by": by.value,
            "dealer_natural": natural.value,
            "classes": [suited, red],
        }
    )


EVERY = (*built_in(), *[own(by, natural) for by in DecidingCards for natural in OnNatural])


def whole(table: Table) -> dict[str, Json]:
    """Return the snapshot of a table in JSON."""
    held: dict[str, Json] = json.loads(table.snapshot().to_json())
    return held


def bet_of(held: dict[str, Json], number: int = 0) -> dict[str, Json]:
    """Return a side bet of the first seat of a snapshot in JSON."""
    bet: dict[str, Json] = held["round"]["seats"][0]["side_bets"][number]  # type: ignore[index, call-overload, assignment]  # its form is known
    return bet


def refused_at(held: dict[str, Json]) -> str:
    """Return the place at which a snapshot with a new digest is refused."""
    with pytest.raises(SnapshotError) as refused:
        Snapshot.from_json(sealed(held))
    return refused.value.where


def table_with(
    cards: str, side_bets: list[str | SideBet], *answers: Event, **options: object
) -> Table:
    """Play a round of one seat, which places 10 on each side bet, as far as the answers go."""
    rules = Rules.of(side_bets=side_bets, **options)
    shoes = ArrangedShoes([parse_cards(cards)], SeededShoes(3, 6, 1, 10, 20))
    table = Table(rules, seats=["Ann"], shoes=shoes, seed=3)
    table.open_round()
    for name in [each.name for each in rules.side_bets]:
        table.apply(Event.side_bet(0, name, 10))
    for event in (Event.bet(0, 100), *answers):
        table.apply(event)
    return table


@pytest.mark.parametrize("options", [{}, {"max_hands": 8}, {"peek": "never", "up_card": "second"}])
def test_side_bets_of_every_kind_are_kept_at_every_moment(options: dict[str, object]) -> None:
    """With resplits, voids and naturals of the dealer; what can be played is never refused."""
    chance = Random(8)
    for _ in range(12):
        rules = Rules.preset("six_deck_s17", side_bets=chance.sample(EVERY, 4), **options)
        table = random_table(chance, rules)
        snapshot = table.snapshot()
        for _ in range(30):
            play_on(chance, table, 1)
            snapshot = table.snapshot()
        assert Snapshot.from_json(snapshot.to_json()) == snapshot


def test_a_seat_has_bet_only_chips_that_it_had() -> None:
    """What a side bet has won is no part of what the seat could bet before."""
    rules = Rules.of(side_bets=[FLUSH])
    shoes = ArrangedShoes([parse_cards("9h8h2h7c")])
    table = Table(rules, seats=[SeatPlan("Ann", 110)], shoes=shoes)
    table.open_round()
    table.apply(Event.side_bet(0, FLUSH, 10))
    table.apply(Event.bet(0, 100))
    held: Any = whole(table)
    assert held["round"]["seats"][0]["balance_minor"] == 100
    held["round"]["seats"][0]["balance_minor"] -= 1
    held["house"]["balance_minor"] += 1
    assert refused_at(held) == "round.seats[0].balance_minor"


# A flush of the player's nine and two and the dealer's eight.
CHANGES: list[tuple[str, Json]] = [
    ("name", "hot_3"),
    ("kind", "ante"),
    ("stake_minor", -55),
    ("stake_minor", 0),
    ("open", True),
    ("returned_minor", 505),
    ("reason", None),
    ("reason", "side_bet_lost"),
    ("reason", "win"),
    ("cards", []),
    ("cards", ["9h"]),
    ("cards", ["9h", "9h"]),
    ("pay_class", ""),
    ("pay_class", "\ud800"),
]


@pytest.mark.parametrize(("name", "value"), CHANGES)
def test_a_settled_side_bet_is_what_its_cards_make_it(name: str, value: Json) -> None:
    """Each field follows from the rules, the cards and the stake."""
    table = table_with("9h8h2h7c", [FLUSH])
    held = whole(table)
    assert Snapshot.from_json(sealed(held)) == table.snapshot()
    bet = bet_of(held)
    assert (bet["reason"], bet["returned_minor"]) == ("side_bet_won", 100)
    bet[name] = value
    # The open bets are made to agree, so that only the side bet can tell.
    held["round"]["open_bets"] += name == "open"  # type: ignore[index, call-overload, operator]  # its form is known
    assert refused_at(held) == (f"{BET}.open" if value == [] else f"{BET}.{name}")


@pytest.mark.parametrize("cards", [[], ["9h", "2h"]])
def test_a_side_bet_is_not_open_when_its_cards_are_known(cards: list[str]) -> None:
    """A settled one that is opened again would never be settled, and its chips would be lost."""
    held = whole(table_with("9h8h2h7c", [FLUSH]))
    bet_of(held).update(open=True, cards=[*cards], reason=None, returned_minor=0, pay_class="")
    held["round"]["open_bets"] += 1  # type: ignore[index, call-overload, operator]  # its form is known
    held["round"]["seats"][0]["balance_minor"] -= 100  # type: ignore[index, call-overload, operator]  # its form is known
    held["house"]["balance_minor"] += 90  # type: ignore[index, call-overload, operator]  # its form is known
    assert refused_at(held) == f"{BET}.open"


def test_a_seat_has_each_side_bet_once() -> None:
    """A second one of the same name is refused."""
    held = whole(table_with("9h8h2h7c", [FLUSH]))
    seat = held["round"]["seats"][0]  # type: ignore[index, call-overload]  # its form is known
    seat["side_bets"] *= 2  # type: ignore[index, call-overload, operator]  # its form is known
    assert refused_at(held) == "round.seats[0].side_bets[1].name"


def test_a_side_bet_is_not_settled_before_its_cards_are_known() -> None:
    """While bets are made, and while the dealer's second card lies face down."""
    rules = Rules.of(side_bets=[FLUSH])
    table = Table(rules, seats=["Ann"], seed=3)
    table.open_round()
    table.apply(Event.side_bet(0, FLUSH, 10))
    held = whole(table)
    bet_of(held)["cards"] = ["9h", "8h"]
    assert refused_at(held) == f"{BET}.cards"
    waits = own(DecidingCards.DEALERS_TWO, OnNatural.COMPARES)
    held = whole(table_with("9h8h2h7c", [waits]))
    bet_of(held).update(open=False, reason="side_bet_lost")
    assert refused_at(held) == f"{BET}.open"


def test_a_side_bet_of_a_void_round_comes_back() -> None:
    """Open or lost before, it returns its stake."""
    rules = Rules.of(side_bets=[FLUSH])
    shoes = ArrangedShoes([parse_cards("9h8c2h7c")])
    table = Table(rules, seats=["Ann"], shoes=shoes)
    table.open_round()
    for event in (Event.side_bet(0, FLUSH, 10), Event.bet(0, 100), Event.hit(0, 0)):
        table.apply(event)
    assert table.round.void
    held = whole(table)
    assert Snapshot.from_json(sealed(held)) == table.snapshot()
    bet_of(held).update(reason="side_bet_lost", returned_minor=0)
    assert refused_at(held) == f"{BET}.reason"
    bet_of(held).update(open=True, reason=None)
    assert refused_at(held) == f"{BET}.open"


def test_the_cards_of_a_side_bet_are_those_of_the_deal_after_splits() -> None:
    """Three eights are split into three hands; another eight is not the second card."""
    split = Event.split(0, 0)
    table = table_with("8h2h8c7c8dTsTcTd", ["super_sevens", FLUSH], split, split)
    assert len(table.round.seats[0].hands) == 3
    held = whole(table)
    assert Snapshot.from_json(sealed(held)) == table.snapshot()
    for number, (cards, wrong) in enumerate(
        ((["8h", "8c", "8d"], ["8h", "8d", "8c"]), (["8h", "8c"], ["8h", "8d"]))
    ):
        bet = bet_of(held, number)
        assert bet["cards"] == cards
        bet["cards"] = [*wrong]
        assert refused_at(held) == f"round.seats[0].side_bets[{number}].cards"
        bet["cards"] = [*cards, "8s"]
        assert refused_at(held) == f"round.seats[0].side_bets[{number}].cards"
        bet["cards"] = [*cards]
