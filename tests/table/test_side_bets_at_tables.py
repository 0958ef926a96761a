"""Side bets at tables: every part of a journal has them, and no other bet feels them."""

from collections.abc import Mapping
from io import BytesIO
from random import Random
from typing import Any

import orjson
import pytest
from attrs import evolve
from tests.play.referee.random_rounds import random_rules
from tests.scale import scaled
from tests.simulation.any_side_bet import any_side_bet

from pitboss import Event, Journal, Player, Rules, SeatPlan, Table, verify
from pitboss.errors import EventError, RulesError
from pitboss.game.reasons import Outcome
from pitboss.game.results import HandResult, SideBetResult, side_bet_results
from pitboss.players import MimicPlayer, RandomLegal, WithSideBets
from pitboss.records import rounds
from pitboss.replay import VerdictKind
from pitboss.rules.bonuses import Bonus
from pitboss.rules.pay_tables import MAX_CLASSES, MAX_PAY_TABLES_KB
from pitboss.rules.side_bets import SideBet, built_in
from pitboss.story import AUDITOR, Story, explain_round
from pitboss.story.told_events import RoundEnded, Settled, SideBetEnded
from pitboss.table import play_round, play_rounds
from pitboss.table.shoes import ArrangedShoes, parse_cards

STAKE = 100
Played = tuple[list[HandResult], dict[str, SideBetResult]]


def some(random: Random) -> list[str]:
    """Return the names of some side bets."""
    return random.sample(sorted(built_in()), random.randint(1, 8))


def one_round(names: list[str], seed: int) -> Table:
    """Play a round of two seats, of which the first places side bets."""
    rules = Rules.preset("six_deck_s17", side_bets=names)
    table = Table(rules, seats=["Ann", "Ben"], seed=seed)
    play_round(table, [WithSideBets(MimicPlayer(), dict.fromkeys(names, STAKE)), MimicPlayer()])
    return table


def settled(table: Table) -> dict[str, SideBetResult]:
    """Return what became of each side bet, by its name."""
    return {each.bet.name: each for each in side_bet_results(table.round)}


def some_rounds(rules: Rules, seed: int, stakes: Mapping[str, int]) -> list[Played]:
    """Play rounds of two seats, of which the first places side bets: what became of each bet."""
    table = Table(rules, seats=["Ann", "Ben"][: rules.max_seats], seed=seed)
    players: list[Player] = [WithSideBets(RandomLegal(seed), stakes), RandomLegal(seed + 1)]
    played: list[Played] = []
    for _ in range(4):
        play_round(table, players[: rules.max_seats])
        played.append(([*table.results()], settled(table)))
    return played


def test_a_side_bet_changes_no_other_bet() -> None:
    """In the same round, under random rules; what it brings is the same in company as alone."""
    paid = 0
    for seed in range(scaled(600, least=60)):
        random = Random(seed)
        # Each round has a shoe of its own: a dealer who draws for a side bet changes no later one.
        fixed = {"bet_min": 0, "bet_max": None, "shuffle": "every_round"}
        rules = Rules.from_dict(random_rules(random) | fixed)
        bets = [any_side_bet(random, f"bet{number}") for number in range(random.randint(1, 4))]
        bets += [built_in()[name] for name in some(random)[:4]]
        # Whole amounts at every ratio that a pay table has.
        stakes = {bet.name: 6 * random.randint(1, 9) for bet in bets}
        together = some_rounds(evolve(rules, side_bets=tuple(bets)), seed, stakes)
        hands = [alone for alone, _ in some_rounds(rules, seed, {})]
        assert [each for each, _ in together] == hands
        for bet in bets:
            stake = {bet.name: stakes[bet.name]}
            own = some_rounds(evolve(rules, side_bets=(bet,)), seed, stake)
            assert [each for each, _ in own] == hands
            of_bet = [{key: found[key] for key in stake if key in found} for _, found in together]
            assert [found for _, found in own] == of_bet
        paid += any(each.bet.net_minor > 0 for _, found in together for each in found.values())
    assert paid > 20


def test_the_dealer_draws_for_a_side_bet_that_needs_the_whole_hand() -> None:
    """Also where every hand is bust; without the side bet the dealer then draws no more."""
    drawn = 0
    for seed in range(50):
        rules = Rules.preset("six_deck_s17", side_bets=["buster"], dealer_draws="if_live_hand")
        table = Table(rules, seats=["Ann"], seed=seed)
        play_round(table, [WithSideBets(MimicPlayer(), {"buster": STAKE})])
        hands = table.view(None).seats[0].hands
        if all(hand.outcome is Outcome.BUST for hand in hands):
            drawn += 1
            assert table.view(None).dealer_points >= 17
    assert drawn > 3


@pytest.mark.parametrize("preset", ["six_deck_s17", "atlantic_city", "european_all"])
def test_what_side_bets_bring_is_in_journal_records_story_and_chips(preset: str) -> None:
    """The same amount everywhere, and no chip is lost or made."""
    names = ["21+3", "perfect_pairs", "buster", "super_sevens", "hot_3", "over_13"]
    rules = Rules.preset(preset, side_bets=names)
    sink = BytesIO()
    plans = [SeatPlan("Ann", 10**8), SeatPlan("Ben", 10**8)]
    table = Table(rules, seats=plans, seed=5, recorder=Journal(sink))
    stakes = dict.fromkeys(names, STAKE)
    players = [WithSideBets(RandomLegal(5, 0), stakes), WithSideBets(MimicPlayer(), stakes)]
    play_rounds(table, players, 120)
    table.close()
    data = sink.getvalue()
    assert verify(BytesIO(data)).matches
    ends = [orjson.loads(line) for line in data.splitlines() if b'"line":"end"' in line]
    written = [
        (end["round"], each["seat"], each["bet"], each["net"], each.get("class", ""))
        for end in ends
        for each in end.get("side_bets", ())
    ]
    kept = [*rounds(BytesIO(data))]
    of_records = [
        (each.round, each.seat, each.bet, each.net_minor, each.pay_class)
        for round_ in kept
        for each in round_.side_bets
    ]
    assert of_records == written
    story = Story(BytesIO(data))
    events = [event for heard in story.rounds(AUDITOR) for event in heard]
    told = [
        (event.round_number, each.seat, each.bet.name, each.bet.net_minor, each.bet.pay_class)
        for event in events
        if isinstance(event, RoundEnded)
        for each in event.side_bets
    ]
    assert told == written
    assert any(each[4] for each in written)
    brought = sum(seat.net_minor for round_ in kept for seat in round_.seats)
    assert brought == sum(seat.balance_minor for seat in table.round.seats) - 2 * 10**8
    assert brought == -table.house.balance_minor


def test_a_seat_that_sits_out_has_no_side_bet_in_the_end() -> None:
    """Its stakes went back, which is told at once."""
    rules = Rules.preset("six_deck_s17", side_bets=["21+3"])
    sink = BytesIO()
    table = Table(rules, seats=[SeatPlan("Ann", 5_000)], seed=3, recorder=Journal(sink))
    table.open_round()
    offer = table.offer()
    assert offer is not None
    table.apply(offer.side_bet("21+3", STAKE))
    assert table.view(0).seats[0].balance_minor == 5_000 - STAKE
    offer = table.offer()
    assert offer is not None
    table.apply(offer.sit_out())
    assert table.view(0).seats[0].balance_minor == 5_000
    table.close()
    assert b'"side_bets":[{"seat"' not in sink.getvalue()
    events = [event for heard in Story(BytesIO(sink.getvalue())).rounds(AUDITOR) for event in heard]
    (back,) = [event for event in events if isinstance(event, Settled)]
    assert (back.bet.outcome, back.of.cards) == (Outcome.VOID, ())
    (decision, _) = next(iter(rounds(BytesIO(sink.getvalue())))).decisions
    assert (decision.outcome, decision.net_minor) == (None, 0)


def test_the_document_of_a_view_has_what_is_known_of_side_bets() -> None:
    """Its stake while it is open; afterwards how it was settled, and the class that was paid."""
    rules = Rules.preset("six_deck_s17", side_bets=["perfect_pairs"])
    paid = set[str]()
    for seed in range(30):
        table = Table(rules, seats=["Ann"], seed=seed)
        table.open_round()
        offer = table.offer()
        assert offer is not None
        table.apply(offer.side_bet("perfect_pairs", STAKE))
        (opened,) = orjson.loads(table.view(0).to_json())["seats"][0]["side_bets"]
        assert opened == {"bet": "perfect_pairs", "stake": STAKE}
        offer = table.offer()
        assert offer is not None
        table.apply(offer.bet(1_000))
        (known,) = orjson.loads(table.view(0).to_json())["seats"][0]["side_bets"]
        (result,) = side_bet_results(table.round)
        assert {"seat": 0, **known} == result.members()
        paid.add(known.get("class", ""))
    assert len(paid) > 1


def test_why_a_side_bet_was_settled_so_names_its_pay_table() -> None:
    """The class and what it pays; the document that has the table."""
    names = [name for name in sorted(built_in()) if "/" not in name][:8]
    kinds: set[str] = set()
    for seed in range(50):
        table = one_round(names, seed)
        for each in explain_round(table):
            if each.subject == "hand":
                continue
            bet = next(built_in()[name] for name in names if built_in()[name].title == each.subject)
            assert each.clauses == (bet.source,)
            kinds.add(each.ruling.value)
            if each.ruling.value == "paid":
                assert ", which pays " in each.because
    assert {"paid", "lost"} <= kinds


def test_a_class_that_pushes_is_told_as_a_push() -> None:
    """And that the stake came back."""
    pushing = {
        "name": "push",
        "title": "Push",
        "source": "ours",
        "decided_by": "first_two",
        "classes": [{"name": "any", "title": "Any", "pays": "push", "count": 2}],
    }
    rules = Rules.of(side_bets=[pushing])
    sink = BytesIO()
    table = Table(rules, seats=["Ann"], seed=3, recorder=Journal(sink))
    play_round(table, [WithSideBets(MimicPlayer(), {"push": STAKE})])
    (explained,) = [each for each in explain_round(table) if each.subject == "Push"]
    assert explained.sentence == ("Push returned 1.00: Any, which gives the stake back [ours]")
    table.close()
    events = [event for heard in Story(BytesIO(sink.getvalue())).rounds(AUDITOR) for event in heard]
    ended = events[-1]
    assert isinstance(ended, RoundEnded)
    assert ended.record()["side_bets"] == [
        {"seat": 0, "name": "Ann", "bet": "push", "stake": 100}
        | {"outcome": "push", "net": 0, "class": "any"}
    ]
    assert isinstance(ended.side_bets[0], SideBetEnded)


def test_an_offer_is_answered_with_the_name_of_a_side_bet() -> None:
    """By the word, with a stake or for the least; no other word names a bet."""
    table = Table(Rules.preset("six_deck_s17", side_bets=["21+3"]), seats=["Ann"], seed=1)
    table.open_round()
    offer = table.offer()
    assert offer is not None
    assert offer.answer("side_bet", STAKE, "21+3") == Event.side_bet(0, "21+3", STAKE)
    ((name, limits),) = offer.side_bets
    assert offer.answer("side_bet", bet_name=name) == offer.side_bet(name)
    assert offer.side_bet(name) == Event.side_bet(0, name, limits.least_minor)
    assert offer.side_bet("hot_3") == Event.side_bet(0, "hot_3", 0)
    with pytest.raises(EventError, match=r"bet with the bet '21\+3'"):
        offer.answer("bet", STAKE, "21+3")


def test_an_offer_says_which_side_bets_it_takes() -> None:
    """By name and amount, the same before and after it was read; another question takes none."""
    rules = Rules.preset("six_deck_s17", side_bets=["21+3", "royal_match"], rounding="exact")
    table = Table(rules, seats=[SeatPlan("Ann", 1_000)], seed=3)
    table.open_round()
    first = {"21+3": 100, "royal_match": 2, "hot_3": 100}
    table.apply(Event.side_bet(0, "21+3", 100))
    for offer in (table.glance(), table.offer()):
        assert offer is not None
        taken = [
            name for name, stake_minor in first.items() if offer.takes_side_bet(name, stake_minor)
        ]
        assert taken == ["royal_match"]
        assert offer.every_side_bet == ("21+3", "royal_match")
        ((name, limits),) = offer.side_bets
        for stake_minor in range(1_002):
            assert offer.takes_side_bet(name, stake_minor) is limits.allow(stake_minor)
        wrong: list[Any] = ["2", True, None]
        assert not any(offer.takes_side_bet(name, each) for each in wrong)
        assert not any(offer.takes_side_bet(each, 2) for each in wrong)
    table.apply(Event.bet(0, 100))
    offer = table.offer()
    assert offer is not None
    assert not offer.takes_side_bet("royal_match", 2)


def test_the_longest_pay_tables_of_a_rule_set_fit_into_a_journal() -> None:
    """However much longer they are as JSON than in their files; one more is refused."""
    lines = [
        {"name": f"c{n}", "title": '"' * 150, "pays": "25:1", "ranks": ["A", "A"]}
        for n in range(MAX_CLASSES)
    ]
    heads = [{"name": f"long{n}", "title": "Long", "source": "ours"} for n in range(3)]
    bonuses = [Bonus.from_dict({**head, "classes": lines}) for head in heads]
    bets = [
        SideBet.from_dict({**head, "decided_by": "first_two", "classes": lines}) for head in heads
    ]
    assert 0.9 < sum(bet.written_bytes for bet in bets[:2]) / (MAX_PAY_TABLES_KB << 10) < 1
    sink = BytesIO()
    rules = Rules.of(side_bets=bets[:2], bonuses=bonuses[:2])
    Table(rules, seats=["Ann"], seed=1, recorder=Journal(sink)).close()
    assert verify(BytesIO(sink.getvalue())).kind is VerdictKind.MATCH
    for option, given in (("side_bets", bets), ("bonuses", bonuses)):
        with pytest.raises(RulesError, match="192 kB together"):
            Rules.of(**{option: given})


@pytest.mark.parametrize("answer", [Event.stand(0, 0), Event.surrender(0, 0)], ids=str)
def test_a_finished_pair_is_not_split_with_the_chips_of_a_returned_side_bet(answer: Event) -> None:
    """The seat was too poor to split; when it has answered, its side bet is returned."""
    pair = {"name": "pair", "title": "Pair", "pays": "push", "same_rank": True}
    bet = SideBet.from_dict(
        {"name": "back", "title": "Back", "source": "-", "decided_by": "hand", "classes": [pair]}
    )
    rules = Rules.of(side_bets=[bet], hole_card="none", surrender="late")
    shoes = ArrangedShoes([parse_cards("8sTh8d7c")])
    table = Table(rules, seats=[SeatPlan("Ann", 200)], shoes=shoes)
    table.open_round()
    for event in (Event.side_bet(0, "back", 100), Event.bet(0, 100), answer):
        table.apply(event)
    assert settled(table)["back"].bet.net_minor == 0
    assert table.over
    assert [len(hand.cards) for hand in table.view(None).seats[0].hands] == [2]
