"""Side bets at live tables: a client places them by their names."""

from io import BytesIO
from typing import Final

from attrs import evolve
from tests.live.host import ANN, a_host

from pitboss import Flush, Journal, Rules, SeatPlan, verify
from pitboss.journal.source import Lines
from pitboss.live import CommandMemory
from pitboss.replay import VerdictKind

CHIPS: Final = 10_000
WITH_SIDE_BETS: Final = Rules.of(side_bets=["21+3", "perfect_pairs"], bet_min=10)


def test_a_client_places_side_bets_before_its_bet_and_all_are_told_what_became_of_them() -> None:
    """Each by its name; one without an amount is the least."""
    host = a_host(rules=WITH_SIDE_BETS)
    for seat, client in enumerate(("ann", "ben")):
        host.connect(client, seat)
    assert host.send("ann", "side_bet", 25, bet="21+3")["type"] == "applied"
    (told,) = host.heard("ben")
    (placed,) = told["happened"]
    assert (placed["event"], placed["bet"], placed["amount"]) == ("side_bet", "21+3", 25)
    assert told["view"]["seats"][0]["side_bets"] == [{"bet": "21+3", "stake": 25}]
    (left,) = host.heard("ann")[-1]["offer"]["side_bets"]
    assert left == {"bet": "perfect_pairs", "stake": left["stake"]}
    assert host.send("ann", "side_bet", bet="perfect_pairs")["type"] == "applied"
    assert host.table.round.seats[0].side_bets[1].stake_minor == left["stake"]["least"]
    for client, word in (("ann", "bet"), ("ben", "bet"), ("ann", "stand"), ("ben", "stand")):
        assert host.send(client, word)["type"] == "applied"
    ended = [each for state in host.heard("ann") for each in state.get("happened", ())][-1]
    assert ended["type"] == "round_ended"
    won = {"bet": "21+3", "stake": 25, "outcome": "win", "net": 225, "class": "straight"}
    lost = {"bet": "perfect_pairs", "stake": 1, "outcome": "loss", "net": -1}
    assert ended["side_bets"] == [{"seat": 0, **won}, {"seat": 0, **lost}]


def test_a_side_bet_that_is_not_there_is_refused() -> None:
    """By its name, also after it was placed; and nothing moves."""
    host = a_host(rules=WITH_SIDE_BETS)
    host.connect("ann", 0)
    seq, chips = host.table.seq, host.table.round.seats[0].balance_minor
    for name in ("buster", "perfect_pairs"):
        refused = host.send("ann", "side_bet", 10**9 if name == "perfect_pairs" else None, bet=name)
        assert refused["type"] == "refused", refused
        assert (host.table.seq, host.table.round.seats[0].balance_minor) == (seq, chips)
    host.send("ann", "side_bet", bet="21+3")
    assert host.send("ann", "side_bet", bet="21+3")["type"] == "refused"


def test_a_side_bet_that_is_sent_again_is_placed_once() -> None:
    """The name of the bet is remembered with the command, also from the journal."""
    sink = BytesIO()
    host = a_host(ANN, rules=WITH_SIDE_BETS, journal=Journal(sink, flush=Flush.EACH_EVENT))
    host.connect("ann", 0)
    placed = host.command("ann", "side_bet", bet="21+3")
    first = host.give("ann", placed)
    assert first["type"] == "applied"
    assert host.give("ann", placed) == first
    assert host.give("ann", evolve(placed, bet="perfect_pairs"))["kind"] == "id_used"
    assert len(host.table.round.seats[0].side_bets) == 1
    memory = CommandMemory()
    assert memory.read(Lines(BytesIO(sink.getvalue()))) == host.table.seq
    assert memory.to_document() == host.session.memory.to_document()
    assert verify(BytesIO(sink.getvalue())).kind is VerdictKind.INCOMPLETE


def test_a_side_bet_whose_seat_says_no_more_goes_back() -> None:
    """The clock sits out for the seat; its stake is returned."""
    host = a_host(SeatPlan("Ann", CHIPS), rules=WITH_SIDE_BETS)
    host.connect("ann", 0)
    host.send("ann", "side_bet", 25, bet="21+3")
    assert host.table.round.seats[0].balance_minor == CHIPS - 25
    host.wait(60_000)
    assert host.table.round.seats[0].balance_minor == CHIPS
