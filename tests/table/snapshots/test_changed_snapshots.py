"""Snapshots that somebody changed: without a new digest never read, with one only if they agree."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from tests.table.snapshots.known_tables import Json, Place, damaged, mid_round, sealed
from tests.table.snapshots.random_play import play_on
from tests.table.snapshots.test_snapshot import moments

from pitboss import Event, Rules, Table
from pitboss.errors import SnapshotError
from pitboss.game.bets import SideStake
from pitboss.game.cards import CARDS
from pitboss.game.reasons import REASONS
from pitboss.table.shoes import ArrangedShoes, parse_cards
from pitboss.table.snapshot import Snapshot
from pitboss.table.snapshot_json import to_json

# Places of which nothing else in a snapshot tells, at some moments at least. Whoever writes them
# anew, digest too, changes the rules, cards not yet drawn, or a past that might have been.
UNTOLD = {
    "seed",
    "rules",
    "house.shoes",
    "house.shoe.position",  # between two rounds: no card lies on the table
    "house.shoe.written_out",
    "house.trace",
    "plans",  # who sat there first
    "round.seats.name",
    "round.seats.on_credit",
    "round.seats.presence",  # between two rounds
    "round.seats.client_seed",
    "round.number",
    "round.moment",
    "round.void",
    "round.swept",  # which hole cards were never turned
    "round.dealer_natural",
    "round.last_seat",
    "round.asked_seat",
    "round.asked_hand",
    "round.turn_seat",
    "round.turn_hand",
    "round.seats.answered",
    "round.seats.even_money_asked",
    "round.seats.early_surrender_asked",
    "round.seats.hands.done",
    "round.seats.hands.surrendered",
    "round.seats.hands.split_declined",
    "round.seats.hands.insurance_asked",
    "round.seats.hands.insurance_minor",
    "round.seats.hands.reason",
}

WORDS = ("win", "push", "loss", "seen", "excluded", "play", "", "Dealt", "Filling")


def places_in(held: Json, above: tuple[Place, ...] = ()) -> Iterator[tuple[Place, ...]]:
    """Give the place of every value that holds no others, and of every list."""
    if isinstance(held, dict):
        for name, value in held.items():
            yield from places_in(value, (*above, name))
        return
    if isinstance(held, list):
        for place, value in enumerate(held):
            yield from places_in(value, (*above, place))
    yield above


def another(chance: Random, value: Json) -> Json:
    """Return a value of the same type, or what may stand instead of none."""
    match value:
        case bool():
            return not value
        case int():
            return value + chance.choice((1, -1, 5, 100))
        case list():
            return value[:-1]
        case None:
            return chance.choice((0, 1, "As", "play", "win"))
        case str() if len(value) == 2:
            return chance.choice(CARDS).code
        case _:
            return chance.choice((*WORDS, f"{value}x"))


def changed(chance: Random, text: str) -> tuple[str, dict[str, Json]]:
    """Change one value of a snapshot in JSON; return the name of its place without numbers."""
    whole: dict[str, Json] = json.loads(text)
    places = [place for place in places_in(whole) if place[0] not in {"schema", "shuffle"}]
    # What is told by something is looked at more often than thousands of cards in shoes.
    few = [place for place in places if "cards" not in place and "orders" not in place]
    while True:
        *path, last = chance.choice(chance.choice((places, few)))
        holder: object = whole
        for part in path:
            holder = holder[part]  # type: ignore[index]  # the path leads through lists and objects
        value = another(chance, holder[last])  # type: ignore[index]  # as above
        if value != holder[last]:  # type: ignore[index]  # as above
            holder[last] = value  # type: ignore[index]  # as above
            return ".".join([part for part in (*path, last) if isinstance(part, str)]), whole


def untold(name: str) -> bool:
    """Say whether a place, or what it stands in, is one of which nothing else tells."""
    return any(name == each or name.startswith(f"{each}.") for each in UNTOLD)


@pytest.mark.untraced
def test_one_changed_value_is_refused_wherever_something_else_tells_of_it() -> None:
    """With a digest made anew: at tables of several tempers, in every state; without: always."""
    chance = Random(1)
    passed: set[str] = set()
    for table in moments():
        if chance.random() < 0.7:
            continue
        text = table.snapshot().to_json()
        name, whole = changed(chance, text)
        with pytest.raises(SnapshotError) as refused:
            Snapshot.from_json(json.dumps(whole))
        assert refused.value.where == "digest"
        try:
            snapshot = Snapshot.from_json(sealed(whole))
        except SnapshotError:
            continue
        passed.add(name)
        play_on(Random(0), Table.restore(snapshot), 30)
    assert {name for name in passed if not untold(name)} <= {"digest"}


CARDS_ELSEWHERE: list[dict[str, Json]] = [
    {"round.seats[1].hands[0].cards[1]": "5c"},
    {"round.seats[1].hands[0].cards": ["5d", "Tc"]},
    {"house.hole_card": "8c"},
    {"house.hole_card": "5d", "round.seats[1].hands[0].cards": ["Tc", "9h"]},
    {"round.dealer.cards": ["9h"], "round.up_card": "9h", "house.hole_card": "As"},
    {"house.shoe.position": 13},
    {"house.shoe.position": 10},
    {"house.shoe.position": 8},
]


@pytest.mark.parametrize("damage", CARDS_ELSEWHERE)
def test_cards_lie_where_the_shoe_dealt_them(damage: dict[str, Json]) -> None:
    """Another card, two that changed places, a shoe that stands at another card."""
    whole = json.loads(damaged("mid_round", damage))
    # The totals are made to agree, so that only the cards can tell.
    whole["round"]["seats"][1]["hands"][0]["points"] = (
        19 if "9h" in whole["round"]["seats"][1]["hands"][0]["cards"] else 15
    )
    if whole["round"]["up_card"] == "9h":
        whole["round"]["dealer"].update(points=9, soft=False)
    with pytest.raises(SnapshotError) as refused:
        Snapshot.from_json(sealed(whole))
    assert refused.value.where.startswith("round")


CHIPS_OF_NOWHERE: list[dict[str, int]] = [
    {"round.seats[0].hands[0].returned_minor": 1},
    {"round.seats[0].hands[1].returned_minor": 1},
    {"round.seats[1].hands[0].returned_minor": 200},
    {"round.seats[0].hands[0].insurance_returned_minor": 1},
]


@pytest.mark.parametrize("more", CHIPS_OF_NOWHERE)
def test_a_settled_bet_brought_what_its_outcome_pays(more: dict[str, int]) -> None:
    """Also where the seat has the chips and the house has not, so that no chip is lost or made."""
    (place, amount_minor), *_ = more.items()
    whole = json.loads(damaged("settled", {}))
    seat = whole["round"]["seats"][int(place[len("round.seats[")])]
    hand = seat["hands"][int(place.split("hands[")[1][0])]
    hand[place.rpartition(".")[2]] += amount_minor
    seat["balance_minor"] += amount_minor
    whole["house"]["balance_minor"] -= amount_minor
    with pytest.raises(SnapshotError) as refused:
        Snapshot.from_json(sealed(whole))
    assert refused.value.where == place


def test_a_shoe_made_in_mid_round_lacks_the_cards_on_the_table() -> None:
    """They and no others; and what was drawn from it lies on the table."""
    text = damaged("emptied_shoe", {})
    whole = json.loads(text)
    Table.restore(Snapshot.from_json(text))
    assert whole["house"]["shoe"]["position"] > 1
    whole["house"]["shoe"]["position"] += 1
    whole["house"]["new_shoes"][-1]["position"] += 1
    with pytest.raises(SnapshotError, match="cards that the shoe gave are not on the table"):
        Snapshot.from_json(sealed(whole))
    whole["house"]["shoe"]["position"] -= 2
    whole["house"]["new_shoes"][-1]["position"] -= 2
    with pytest.raises(SnapshotError, match="not made without the cards that were on the table"):
        Snapshot.from_json(sealed(whole))


def test_what_is_staked_is_within_the_limits() -> None:
    """An ante and its insurance, at a seat on credit and with the house's chips in step."""
    above: dict[str, Json] = {"rules.bet_max": 150}
    with pytest.raises(SnapshotError, match=r"seats\[1\].ante_minor: must be a bet under these"):
        Snapshot.from_json(damaged("mid_round", above))
    less: dict[str, Json] = {
        "round.seats[0].hands[0].insurance_minor": 49,
        "round.seats[0].balance_minor": mid_round().round.seats[0].balance_minor + 1,
    }
    with pytest.raises(SnapshotError, match="is not an insurance of this ante"):
        Snapshot.from_json(damaged("mid_round", less))


def table_of(cards: str, *answers: Event, **options: object) -> Table:
    """Play a round of one seat, with these cards and no others, as far as the answers go."""
    shoes = ArrangedShoes([parse_cards(cards)])
    table = Table(Rules.of(**options), seats=["Ann"], shoes=shoes)
    table.open_round()
    for event in answers:
        table.apply(event)
    return table


def test_insurance_comes_back_from_a_void_round() -> None:
    """The stake and no more, which the house would have to pay."""
    answers = (Event.bet(0, 100), Event.insure(0, 0, 50), Event.hit(0, 0))
    table = table_of("TcAs5h9c", *answers, peek="never")
    assert table.round.void
    whole = json.loads(table.snapshot().to_json())
    assert Snapshot.from_json(sealed(whole)) == table.snapshot()
    whole["round"]["seats"][0]["hands"][0]["insurance_returned_minor"] += 1
    whole["round"]["seats"][0]["balance_minor"] += 1
    whole["house"]["balance_minor"] -= 1
    with pytest.raises(SnapshotError, match=r"insurance_returned_minor: is not 50"):
        Snapshot.from_json(sealed(whole))


def test_nothing_comes_back_that_is_no_whole_amount() -> None:
    """Half of an odd bet, where the rules know neither fractions nor surrender."""
    exact = {"rounding": "exact", "blackjack_pays": "1:1", "insurance": "off", "surrender": "off"}
    answers = (Event.bet(0, 101), Event.stand(0, 0))
    table = table_of("Tc9s5h9c", *answers, even_money=False, **exact)
    whole = json.loads(table.snapshot().to_json())
    whole["round"]["seats"][0]["hands"][0].update(surrendered=True, reason="surrender")
    with pytest.raises(SnapshotError, match=r"surrendered: is not allowed here"):
        Snapshot.from_json(sealed(whole))


@pytest.mark.parametrize(("cards", "split_natural"), [("As9hTh9c", False), ("Ac9hAs9cTh5d", True)])
def test_a_natural_follows_from_the_cards(cards: str, *, split_natural: bool) -> None:
    """Of the deal, and after a split where the rules say so; else it would win 1:1."""
    bet, split = Event.bet(0, 100), [Event.split(0, 0)] if split_natural else []
    table = table_of(cards, bet, *split, split_natural=split_natural, natural_settles="turn")
    whole = json.loads(table.snapshot().to_json())
    hand = whole["round"]["seats"][0]["hands"][0]
    assert hand["natural"]
    hand["natural"] = False
    with pytest.raises(SnapshotError, match=r"hands\[0\].natural: is not True, which follows"):
        Snapshot.from_json(sealed(whole))


@pytest.mark.parametrize(
    ("cards", "options", "stands", "claimed"),
    [
        ("Tc9s5h7c", {}, "excluded", "unknown"),  # no ten and no ace lies face up
        ("TcAs5hTd", {"peek": "never"}, "unknown", "excluded"),  # the hidden ten makes it
        ("TcAs5h", {"hole_card": "none"}, "unknown", "excluded"),  # the next card may make it
        ("Tc9s5h7c2d", {"up_card": "second"}, "excluded", "unknown"),
    ],
)
def test_what_is_known_of_a_dealer_natural_follows_from_the_cards(
    cards: str, options: dict[str, object], stands: str, claimed: str
) -> None:
    """A table that knew more or less would settle or ask what it should not."""
    table = table_of(cards, Event.bet(0, 100), insurance="off", even_money=False, **options)
    whole = json.loads(table.snapshot().to_json())
    assert whole["round"]["dealer_natural"] == stands
    whole["round"]["dealer_natural"] = claimed
    with pytest.raises(SnapshotError) as refused:
        Snapshot.from_json(sealed(whole))
    assert refused.value.where == "round.dealer_natural"


def test_nothing_is_insured_where_no_insurance_is_offered() -> None:
    """Half of the ante would be a stake, and what it pays a fraction."""
    exact = {"rounding": "exact", "blackjack_pays": "1:1", "insurance": "off"}
    answers = (Event.bet(0, 102), Event.stand(0, 0))
    table = table_of("Tc9s5h9c", *answers, even_money=False, insurance_pays="1:2", **exact)
    whole = json.loads(table.snapshot().to_json())
    whole["round"]["seats"][0]["hands"][0].update(insurance_minor=51, insurance_asked=True)
    with pytest.raises(SnapshotError, match=r"insurance_minor: is not an insurance"):
        Snapshot.from_json(sealed(whole))


def test_no_side_bet_lies_where_the_rules_have_none() -> None:
    """What a seat without one writes says nothing of side bets."""
    table = table_of("Tc9s5h9c", Event.bet(0, 100))
    whole = json.loads(table.snapshot().to_json())
    seat = whole["round"]["seats"][0]
    assert "side_bets" not in seat
    seat["side_bets"] = [to_json(SideStake("21+3", 10))]
    with pytest.raises(SnapshotError, match=r"seats\[0\].side_bets\[0\].name: is not a side bet"):
        Snapshot.from_json(sealed(whole))


def test_a_seat_is_an_object() -> None:
    """Side bets that are not written are missed in nothing else."""
    whole = json.loads(table_of("Tc9s5h9c", Event.bet(0, 100)).snapshot().to_json())
    whole["round"]["seats"][0] = 5
    with pytest.raises(SnapshotError, match=r"seats\[0\]"):
        Snapshot.from_json(sealed(whole))


# Pairs of reasons that the table as it lies may both have led to, for the same amount.
UNTOLD_REASONS = {
    frozenset({"natural", "even_money"}),  # paid 1:1 either way
    frozenset({"natural", "natural_against_21"}),  # before the dealer's last card or after it
    frozenset({"surrender", "surrendered_to_blackjack"}),  # half of the least bet is nothing
}


@pytest.mark.untraced
def test_a_bet_has_no_other_reason_than_the_one_it_was_settled_for() -> None:
    """Whatever another reason would tell is held to the cards, the stakes and the rules."""
    chance = Random(2)
    refused = 0
    passed: set[frozenset[str]] = set()
    for table in moments():
        if chance.random() < 0.95:
            continue
        whole = json.loads(table.snapshot().to_json())
        for hand, name in recorded_reasons(whole):
            recorded = hand[name]
            for other in {*REASONS} - {recorded}:
                hand[name] = other
                try:
                    Snapshot.from_json(sealed(whole))
                except SnapshotError:
                    refused += 1
                else:
                    passed.add(frozenset({recorded, other}))
            hand[name] = recorded
    assert passed <= UNTOLD_REASONS
    assert refused > 1_000


def recorded_reasons(whole: dict[str, Any]) -> Iterator[tuple[dict[str, Any], str]]:
    """Give the hand of every settled bet of a snapshot in JSON, and the field of its reason."""
    for seat in whole["round"]["seats"]:
        for hand in seat["hands"]:
            for name in ("reason", "insurance_reason"):
                if hand[name] is not None:
                    yield hand, name
