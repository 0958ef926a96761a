"""What is told of any round is complete, in order, and no more than the viewer may know."""

import ast
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.players.strategies.rules import valid_rules
from tests.story.told_rounds import told_round

from pitboss import story
from pitboss.errors import TableError
from pitboss.game.bets import BetKind, BetView
from pitboss.game.cards import Card
from pitboss.game.events import Event
from pitboss.game.reasons import Outcome
from pitboss.game.round import Question
from pitboss.game.seat_changes import SeatChange
from pitboss.machine.transition_table import TABLE
from pitboss.players import RandomLegal
from pitboss.rules import Rules
from pitboss.story import AUDITOR, SPECTATOR, Narrator, Page, Phrases, ToldEvent, Viewer
from pitboss.story.told_events import (
    Answered,
    DealerShowed,
    Dealt,
    Drew,
    HandShown,
    Peeked,
    RoundEnded,
    RoundOpened,
    Settled,
    Stopped,
)
from pitboss.table.driver import play_rounds
from pitboss.table.seating import SeatPlan
from pitboss.table.table import Table
from pitboss.text.terminal import Look

Rounds = list[list[ToldEvent]]

TURNS = Rules.of(natural_settles="turn")


@st.composite
def told_rounds(draw: st.DrawFn, viewer: Viewer = SPECTATOR) -> tuple[Table, Rounds]:
    """Draw a table under any rules, and what is told of some rounds of random legal play."""
    rules = draw(valid_rules())
    chips = st.sampled_from([None, 0, 1_000, 3_000, 100_000])
    plans = [
        SeatPlan(f"seat {seat}", draw(chips))
        for seat in range(draw(st.integers(1, min(3, rules.max_seats))))
    ]
    events: list[ToldEvent] = []
    seed = draw(st.integers(0, 2**63 - 1))
    table = Table(rules, seats=plans, seed=seed, recorder=Narrator(viewer, events.append))
    bet_minor = draw(st.sampled_from([0, 1_000]))
    play_rounds(table, [RandomLegal(seed, seat, bet_minor) for seat in range(len(plans))], 4)
    rounds: Rounds = []
    for event in events[1:]:
        if isinstance(event, RoundOpened):
            rounds.append([])
        rounds[-1].append(event)
    return table, rounds


def drawn(events: list[ToldEvent]) -> Iterator[Card]:
    """Give every card that is told, once."""
    for event in events:
        if isinstance(event, Dealt):
            yield from (card for hand in event.hands for card in hand.cards)
            if event.up_card is not None:
                yield event.up_card
        elif isinstance(event, Drew):
            yield event.of.cards[-1]
        elif isinstance(event, DealerShowed):
            yield event.card


@given(told=told_rounds())
def test_every_card_that_lies_face_up_is_told_once(told: tuple[Table, Rounds]) -> None:
    """The cards told are those that lie on the table at the end of the round, no more, no less."""
    for events in told[1]:
        ended = events[-1]
        assert isinstance(ended, RoundEnded)
        lying = [card for hand in ended.hands for card in hand.cards]
        assert Counter(drawn(events)) == Counter([*lying, *ended.dealer_cards])


def _ending(of: HandShown, bet: BetView) -> tuple[object, ...]:
    """Return what stays as it is; a reason may be put another way, an insured hand takes cards."""
    cards = of.cards if bet.kind is BetKind.ANTE else ()
    return of.seat, cards, bet.kind, bet.outcome, bet.net_minor


@given(told=told_rounds())
def test_every_bet_is_settled_once_and_as_it_was_told(told: tuple[Table, Rounds]) -> None:
    """What is told of a bet during the round is what the end of the round says of it."""
    for events in told[1]:
        ended = events[-1]
        assert isinstance(ended, RoundEnded)
        told_in_play = Counter(
            _ending(event.of, event.bet) for event in events if isinstance(event, Settled)
        )
        endings = Counter(_ending(hand, bet) for hand in ended.hands for bet in hand.bets)
        assert ended.void or told_in_play <= endings


@pytest.mark.parametrize(
    ("takes", "told_lost"), [("all", [0, 1]), ("original", [0]), ("original_and_busted", [0, 1])]
)
def test_a_busted_stake_is_told_as_lost_once_nothing_can_give_it_back(
    takes: str, told_lost: list[int]
) -> None:
    """The opening bet rides on the first hand; under `original` the other one waits."""
    told = told_round(
        "8c Tc 8d Td Th Ts Tc As",
        *("split", "hit", "hit"),
        rules=Rules.preset("european_original", dealer_blackjack_takes=takes),
    )
    busts = [event for event in told.events if isinstance(event, Settled)]
    assert [event.of.hand for event in busts] == told_lost
    assert {event.bet.outcome for event in busts} == {Outcome.BUST}


@given(told=told_rounds())
def test_every_answer_is_told_in_its_turn(told: tuple[Table, Rounds]) -> None:
    """An answer is one that could be given, and the cards told with it had been told before."""
    for events in told[1]:
        seen: Counter[Card] = Counter()
        for event in events:
            if isinstance(event, Answered):
                assert event.answer in event.legal
                assert Counter(event.of.cards) <= seen
            seen.update(drawn([event]))


@given(
    told=told_rounds(viewer=AUDITOR),
    look=st.sampled_from([Look(), Look(colour=True), Look(symbols=False)]),
)
def test_any_round_can_be_written_and_sent(told: tuple[Table, Rounds], look: Look) -> None:
    """No event is without words, and none without a form in JSON."""
    table, rounds = told
    page = Page(look, table.rules, tuple(plan.name for plan in table.plans))
    for events in rounds:
        assert all(line == line.rstrip() for line in page.lines(*events))
        assert page.rest() == []
        for event in events:
            record = json.loads(json.dumps(event.record()))
            assert record["moment"] == event.kind
            assert record["round"] == event.round_number


def told_until_turned(events: list[ToldEvent]) -> list[ToldEvent]:
    """Return what is told before the dealer's hole card is turned."""
    turned = next(n for n, event in enumerate(events) if isinstance(event, DealerShowed))
    return events[:turned]


@pytest.mark.parametrize("viewer", [SPECTATOR, Viewer.at(0)])
def test_nobody_but_an_auditor_is_told_of_the_hole_card(viewer: Viewer) -> None:
    """Rounds that differ in the hole card alone are told alike, until it is turned."""
    told = [
        told_until_turned(
            told_round(f"9s Td 7d {hole} 2c Kc 5h 6h", "hit", "stand", viewer=viewer).events
        )
        for hole in ("8c", "2d", "Kd")
    ]
    assert told[0] == told[1] == told[2]
    auditor = told_round("9s Td 7d 8c 2c Kc 5h 6h", "hit", "stand", viewer=AUDITOR).events
    dealt = next(event for event in auditor if isinstance(event, Dealt))
    assert dealt.hole_card is Card.parse("8c")


def test_nobody_but_an_auditor_is_told_the_seed_and_the_chips_of_others() -> None:
    """A spectator's story holds neither; a seat's holds its own chips."""
    for viewer, known in ((SPECTATOR, []), (Viewer.at(1), [700]), (AUDITOR, [500, 700])):
        events: list[ToldEvent] = []
        plans = [SeatPlan("Ann", 500), SeatPlan("Ben", 700)]
        table = Table(seed=123_456_789, seats=plans, recorder=Narrator(viewer, events.append))
        table.open_round()
        opened = events[1]
        assert isinstance(opened, RoundOpened)
        chips = [seat.balance_minor for seat in opened.seats]
        assert [amount for amount in chips if amount is not None] == known
        assert ("123456789" in str([event.record() for event in events])) is viewer.audits


def test_a_peek_tells_one_bit() -> None:
    """Whether there is a natural is told, and the card only if there is."""
    without = told_round("9s Ad Td 8c", "decline").events
    assert [event.natural for event in without if isinstance(event, Peeked)] == [False]
    assert not any(isinstance(event, DealerShowed) for event in without)
    found = told_round("9s Ad Td Kc", "decline").events
    peek = next(n for n, event in enumerate(found) if isinstance(event, Peeked))
    assert isinstance(found[peek + 1], DealerShowed)


def test_an_unfinished_round_ends_at_its_question() -> None:
    """A narrator who hears no more says what waits."""
    events: list[ToldEvent] = []
    table = Table(seed=7, seats=["Ann"])
    narrator = Narrator(SPECTATOR, events.append)
    narrator.stopped(table)
    assert events == []
    table.open_round()
    narrator.stopped(table)
    assert events == [Stopped(1, question=Question.BET, seat=0, name="Ann")]


def test_a_narrator_has_to_join_a_table_first() -> None:
    """What an event changed cannot be told without a look at the table before it."""
    table = Table(seed=7, seats=["Ann"], recorder=Narrator(SPECTATOR, print))
    narrator = Narrator(SPECTATOR, print)
    with pytest.raises(TableError, match="has not joined"):
        narrator.applied(table, Event.open())
    with pytest.raises(TableError, match="has not joined"):
        Narrator(SPECTATOR, print).changed(table, SeatChange.away(0))


def test_no_row_is_told_of_by_its_name() -> None:
    """A row that is renamed in the table is told as before: its effect says what it did."""
    names = {row.name for row in TABLE}
    for path in Path(story.__file__).parent.glob("*.py"):
        nodes = ast.walk(ast.parse(path.read_text("utf-8")))
        written = {each.value for each in nodes if isinstance(each, ast.Constant)}
        assert not written & names, path.name


@pytest.mark.parametrize(
    ("options", "limits"),
    [
        ({}, ", 0.01 or more"),
        ({"rounding": "exact", "blackjack_pays": "4:3"}, ", 0.03 or more"),
        ({"rounding": "exact", "blackjack_pays": "4:3", "bet_max": 500}, ", 0.03 to 4.98"),
    ],
)
def test_no_most_is_told_where_there_is_none(options: dict[str, object], limits: str) -> None:
    """Under exact rounding the largest stake of all may make a fraction, and is no limit either."""
    rules = Rules.of(**options)
    told: list[ToldEvent] = []
    table = Table(rules, seats=["Ann"], seed=7, recorder=Narrator(AUDITOR, told.append))
    table.open_round()
    table.apply(Event.sit_out(0))
    bet = next(event for event in told if isinstance(event, Answered))
    assert Phrases(rules).limits(bet) == limits


def test_naturals_that_come_to_their_turns_together_are_all_told_at_once() -> None:
    """No answer stands between them, and the bet of each is settled when its turn comes."""
    told = told_round(
        "Ts As Ah 6d 5d Kd Kh Ks 9c", "stand", rules=TURNS, seats=["Ann", "Ben", "Cat"]
    )
    settled = [event.of.name for event in told.events if isinstance(event, Settled)]
    assert settled == ["Ben", "Cat"]
