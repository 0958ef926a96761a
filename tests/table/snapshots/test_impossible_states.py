"""Snapshots of states that no play can lead to are refused, and it is said where."""

import attrs
import pytest
from tests.game.shoe.changed import changed
from tests.table.snapshots.known_tables import Json, damaged, emptied_shoe, fresh_shoe, mid_round

from pitboss.errors import SnapshotError
from pitboss.game.cards import CARDS
from pitboss.table import Table
from pitboss.table.shoe_invariants import flaws_of_shoes
from pitboss.table.shoes import ArrangedShoes
from pitboss.table.snapshot import Snapshot

ANN = "round.seats[0]"
SPLIT = "round.seats[0].hands[1]"
DOUBLED = "round.seats[0].hands[0]"
BOB = "round.seats[1]"
BOB_REASON = "round.seats[1].hands[0].reason"
SHOE = "house.shoe"
NEW_SHOE = "house.new_shoes[0]"

# What is put where in the middle of a round, each on its own a state that play cannot lead to.
MID_ROUND: dict[str, list[Json]] = {
    "seed": [-1, None],
    "plans": [[]],
    "plans[0].balance_minor": [-1, 10**17 + 1],
    "round.seats": [[]],
    f"{ANN}.index": [1],
    f"{ANN}.name": ["x" * 201, "\ud800"],
    f"{ANN}.client_seed": ["a b", "x" * 65],
    f"{ANN}.balance_minor": [-1, 2 * 10**17],
    f"{ANN}.ante_minor": [-100],
    f"{ANN}.answered": [False],
    f"{SPLIT}.points": [11, 0, -10],
    f"{SPLIT}.soft": [True],
    f"{SPLIT}.bet_minor": [200, 0],
    f"{SPLIT}.reason": ["win", "void"],
    f"{SPLIT}.live": [False],
    f"{SPLIT}.natural": [True],
    f"{SPLIT}.from_split": [False],
    f"{BOB}.hands[0].from_split": [True],
    f"{BOB}.hands[0].surrendered": [True],
    f"{DOUBLED}.insurance_asked": [False],
    f"{SPLIT}.insurance_open": [True],
    f"{DOUBLED}.insurance_minor": [-50],
    f"{SPLIT}.returned_minor": [1, -1],
    f"{DOUBLED}.insurance_returned_minor": [150, -1],
    "round.up_card": ["Ac", None],
    "round.hole_hidden": [False],
    "round.dealer_natural": ["seen"],
    "round.open_bets": [3, -1],
    "round.live_hands": [4],
    "house.balance_minor": [1],
    "round.number": [0, -1],
    "round.moment": [-1],
    "round.last_seat": [0],
    "round.turn_seat": [2, -1],
    "round.asked_seat": [2, -1],
    "round.turn_hand": [2, -1],
    "round.asked_hand": [-1],
    "round.question": [None, "split", "bet"],
    f"{SHOE}.number": [0],
    f"{SHOE}.cards": [[]],
    f"{SHOE}.position": [-1, 14],
    f"{SHOE}.cut_at": [-1, 14],
    f"{SHOE}.seed": ["00"],
    "round.swept": [["8c"], ["As"], ["2c"]],
    "round.older": [["8c"], ["As"]],
    "round.hole_is_older": [True],
    "house.trace[0]": ["filling-stay", "shoe 2", ""],
}


# What several values say together that cannot all be true, and where it shows.
CONTRADICTIONS: list[tuple[str, dict[str, Json], str]] = [
    ("mid_round", {f"{DOUBLED}.doubled": False}, f"{DOUBLED}.bet_minor"),
    ("mid_round", {f"{SPLIT}.open": False}, f"{SPLIT}.reason"),
    ("mid_round", {f"{ANN}.presence": "away"}, f"{ANN}.hands"),
    ("mid_round", {f"{ANN}.presence": "empty"}, f"{ANN}.name"),
    ("mid_round", {"house.brought_minor": 1}, "house.balance_minor"),
    ("mid_round", {f"{BOB}.hands": []}, f"{BOB}.ante_minor"),
    ("mid_round", {f"{DOUBLED}.insurance_open": False}, f"{DOUBLED}.insurance_reason"),
    ("mid_round", {f"{SPLIT}.done": True}, "round.question"),
    ("mid_round", {"round.phase": "Betting"}, "round.phase"),
    ("mid_round", {"round.phase": "DealerTurn"}, "round.question"),
    ("mid_round", {"round.asked_seat": 1}, "round.question"),
    ("mid_round", {"round.void": True}, f"{DOUBLED}.reason"),
    ("mid_round", {"round.dealer.points": 1}, "round.dealer.points"),
    ("mid_round", {"house.hole_card": None}, "round.hole_hidden"),
    ("mid_round", {"rules.hole_card": "none"}, "house.hole_card"),
    ("mid_round", {"rules.max_seats": 1}, "plans"),
    ("mid_round", {f"{SHOE}.cards[0]": "8d"}, "round"),
    ("mid_round", {f"{SHOE}.cards[12]": "6c"}, SHOE),
    ("mid_round", {f"{SHOE}.cut_at": 13}, SHOE),
    ("mid_round", {f"{SHOE}.number": 2}, SHOE),
    ("mid_round", {f"{SHOE}.written_out": False}, f"{SHOE}.written_out"),
    ("mid_round", {"house.shoes.arranged[0].orders": [[]]}, "house.shoes"),
    ("mid_round", {"house.shoes.arranged[0].cut_at": 14}, "house.shoes"),
    ("mid_round", {"house.shoes.arranged[0].cut_at": 11}, SHOE),
    ("mid_round", {"house.shoes.arranged": []}, SHOE),
    ("mid_round", {"house.shoes.arranged": [], "house.shoes.seeded": None}, "house.shoes"),
    ("mid_round", {"house.shoes.seeded.decks": 17}, "house.shoes.seeded"),
    ("settled", {f"{SPLIT}.reason": "push"}, f"{SPLIT}.reason"),
    (
        "settled",
        {"rules.surrender": "late", f"{BOB}.hands[0].surrendered": True, BOB_REASON: "win"},
        BOB_REASON,
    ),
    ("settled", {BOB_REASON: "natural"}, BOB_REASON),
    ("settled", {f"{SPLIT}.returned_minor": -1}, f"{SPLIT}.returned_minor"),
    ("settled", {f"{SPLIT}.done": False}, f"{SPLIT}.done"),
    ("settled", {f"{SPLIT}.reason": None}, f"{SPLIT}.reason"),
    ("settled", {f"{SPLIT}.reason": "void"}, f"{SPLIT}.reason"),
    ("settled", {f"{BOB}.balance_minor": -100}, "house.balance_minor"),
    ("settled", {"round.phase": "Filling"}, "round.question"),
    ("settled", {"round.question": "play"}, "round.question"),
    ("settled", {"round.dealer_natural": "seen"}, "round.dealer_natural"),
    ("fresh_shoe", {"round.turn_hand": 1}, "round.turn_hand"),
    ("fresh_shoe", {f"{ANN}.answered": True}, "round.question"),
    ("fresh_shoe", {f"{ANN}.ante_minor": 1}, f"{ANN}.ante_minor"),
    ("fresh_shoe", {"house.hole_card": "As", "round.hole_hidden": True}, "round.phase"),
    ("fresh_shoe", {f"{SHOE}.position": 3}, SHOE),
    ("fresh_shoe", {f"{SHOE}.position": 1, f"{NEW_SHOE}.position": 1}, f"{SHOE}.position"),
    ("fresh_shoe", {f"{SHOE}.number": 3, f"{NEW_SHOE}.number": 3}, "house.trace[1]"),
    ("fresh_shoe", {f"{SHOE}.seed": "00" * 32, f"{NEW_SHOE}.seed": "00" * 32}, SHOE),
    ("fresh_shoe", {"house.shoes.seeded.table_seed": 13}, SHOE),
    ("fresh_shoe", {"house.new_shoes": []}, "house.trace[1]"),
    ("fresh_shoe", {"round.older": ["As"]}, "round.older"),
    ("emptied_shoe", {"round.older": []}, "round.older"),
    ("emptied_shoe", {"round.swept": ["As"]}, "round.swept"),
    ("emptied_shoe", {f"{ANN}.hands[0].cards[0]": "Jh"}, "round"),
    (
        "emptied_shoe",
        {f"{SHOE}.written_out": False, f"{NEW_SHOE}.written_out": False},
        f"{SHOE}.written_out",
    ),
]


def each(places_and_values: dict[str, list[Json]]) -> list[tuple[str, Json]]:
    """List every value with its place."""
    return [(where, value) for where, values in places_and_values.items() for value in values]


def refusal_of(text: str) -> SnapshotError:
    """Return the error with which a snapshot in JSON is refused."""
    with pytest.raises(SnapshotError) as refused:
        Snapshot.from_json(text)
    return refused.value


@pytest.mark.parametrize(("where", "value"), each(MID_ROUND))
def test_a_state_that_play_cannot_lead_to_is_refused(where: str, value: Json) -> None:
    """One changed value is noticed, and the place is named."""
    error = refusal_of(damaged("mid_round", {where: value}))
    assert error.where == where
    assert str(error) == f"snapshot refused at {where}: {error.flaw}; {error.next_step}"


@pytest.mark.parametrize(("table", "damage", "where"), CONTRADICTIONS)
def test_what_does_not_agree_with_something_else_is_refused(
    table: str, damage: dict[str, Json], where: str
) -> None:
    """The place that is named is the one at which the disagreement shows."""
    assert refusal_of(damaged(table, damage)).where == where


def test_a_changed_snapshot_is_held_to_the_same() -> None:
    """Values made in a program are checked as those from JSON are."""
    snapshot = mid_round().snapshot()
    round_, house = snapshot.round, snapshot.house
    round_.open_bets = 9
    with pytest.raises(SnapshotError) as refused:
        attrs.evolve(snapshot, round=round_)
    assert refused.value.where == "round.open_bets"
    house.balance_minor += 1
    with pytest.raises(SnapshotError) as refused:
        attrs.evolve(snapshot, house=house)
    assert refused.value.where == "house.balance_minor"


@pytest.mark.parametrize(
    ("seats_minor", "house_minor", "where"),
    [
        ([-(2**63), 0], 2**63, "round.seats[0].balance_minor"),
        ([-(2**62), -(2**62)], 2**63, "house.balance_minor"),
    ],
)
def test_chips_beyond_64_bits_are_not_kept(
    seats_minor: list[int], house_minor: int, where: str
) -> None:
    """Seats on credit may lose without end; a number that other readers would round is refused."""
    table = Table(seats=["Ann", "Bob"], seed=3)
    for seat, balance_minor in zip(table.round.seats, seats_minor, strict=True):
        seat.balance_minor = balance_minor
    table.house.balance_minor = house_minor
    with pytest.raises(SnapshotError, match="is out of range") as refused:
        table.snapshot()
    assert refused.value.where == where


def test_a_shoe_is_replaced_in_mid_round_only_when_it_is_empty() -> None:
    """Of several new shoes all but the last have been drawn to the end."""
    table = emptied_shoe()
    before = changed(table.shoe, number=1)
    table.house.new_shoes.insert(0, before)
    with pytest.raises(SnapshotError) as refused:
        table.snapshot()
    assert refused.value.where == "house.new_shoes[0]"
    before.position = len(before.cards)
    assert len(table.snapshot().house.new_shoes) == 2


def test_every_flaw_of_the_shoes_is_found() -> None:
    """Looking on after the first flaw finds those of the other shoes."""
    table = fresh_shoe()
    table.house.shoes = ArrangedShoes([CARDS])
    wrong = [where for where, _problem in flaws_of_shoes(table.house)]
    assert wrong == [SHOE, NEW_SHOE]
