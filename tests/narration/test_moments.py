"""What is told of any round is complete, in order, and no more than the viewer may know."""

import json
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.narration.arranged_tables import told_round
from tests.strategies.rules import valid_rules

from pitboss.errors import TableError
from pitboss.game.cards import Card
from pitboss.game.events import Event
from pitboss.game.reasons import Outcome
from pitboss.game.round import Question
from pitboss.machine.transition_table import TABLE
from pitboss.players import RandomLegal
from pitboss.rules import Rules
from pitboss.story import AUDITOR, SPECTATOR, Moment, Page, Teller, Viewer, aftermath
from pitboss.story.moments import (
    Answered,
    DealerShowed,
    Dealt,
    Drew,
    Peeked,
    RoundEnded,
    RoundOpened,
    Settled,
    Stopped,
)
from pitboss.table.driver import play_rounds
from pitboss.table.table import SeatPlan, Table
from pitboss.text.terminal import Look

Rounds = list[list[Moment]]


@st.composite
def told_rounds(draw: st.DrawFn, viewer: Viewer = SPECTATOR) -> tuple[Table, Rounds]:
    """Draw a table under any rules, and what is told of some rounds of random legal play."""
    rules = draw(valid_rules())
    chips = st.sampled_from([None, 0, 1_000, 3_000, 100_000])
    plans = [
        SeatPlan(f"seat {seat}", draw(chips))
        for seat in range(draw(st.integers(1, min(3, rules.max_seats))))
    ]
    moments: list[Moment] = []
    seed = draw(st.integers(0, 2**63 - 1))
    table = Table(rules, seats=plans, seed=seed, recorder=Teller(viewer, moments.append))
    bet_minor = draw(st.sampled_from([0, 1_000]))
    play_rounds(table, [RandomLegal(seed, seat, bet_minor) for seat in range(len(plans))], 4)
    rounds: Rounds = []
    for moment in moments[1:]:
        if isinstance(moment, RoundOpened):
            rounds.append([])
        rounds[-1].append(moment)
    return table, rounds


def drawn(moments: list[Moment]) -> Iterator[Card]:
    """Give every card that is told, once."""
    for moment in moments:
        if isinstance(moment, Dealt):
            yield from (card for hand in moment.hands for card in hand.cards)
            if moment.up_card is not None:
                yield moment.up_card
        elif isinstance(moment, Drew):
            yield moment.of.cards[-1]
        elif isinstance(moment, DealerShowed):
            yield moment.card


@given(told=told_rounds())
def test_every_card_that_lies_face_up_is_told_once(told: tuple[Table, Rounds]) -> None:
    """The cards told are those that lie on the table at the end of the round, no more, no less."""
    for moments in told[1]:
        ended = moments[-1]
        assert isinstance(ended, RoundEnded)
        lying = [card for hand in ended.hands for card in hand.of.cards]
        assert Counter(drawn(moments)) == Counter([*lying, *ended.dealer_cards])


@given(told=told_rounds())
def test_every_bet_is_settled_once_and_as_it_was_told(told: tuple[Table, Rounds]) -> None:
    """What is told of a bet during the round is what the end of the round says of it."""
    for moments in told[1]:
        ended = moments[-1]
        assert isinstance(ended, RoundEnded)
        told_in_play = Counter(
            (moment.of.seat, moment.of.cards, moment.outcome, moment.net_minor)
            for moment in moments
            if isinstance(moment, Settled)
        )
        endings = Counter(
            (hand.of.seat, hand.of.cards, hand.outcome, hand.net_minor) for hand in ended.hands
        )
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
    busts = [moment for moment in told.moments if isinstance(moment, Settled)]
    assert [moment.of.hand for moment in busts] == told_lost
    assert {moment.outcome for moment in busts} == {Outcome.BUST}


@given(told=told_rounds())
def test_every_answer_is_told_in_its_turn(told: tuple[Table, Rounds]) -> None:
    """An answer is one that could be given, and the cards told with it had been told before."""
    for moments in told[1]:
        seen: Counter[Card] = Counter()
        for moment in moments:
            if isinstance(moment, Answered):
                assert moment.answer in moment.legal
                assert Counter(moment.of.cards) <= seen
            seen.update(drawn([moment]))


@given(
    told=told_rounds(viewer=AUDITOR),
    look=st.sampled_from([Look(), Look(colour=True), Look(symbols=False)]),
)
def test_any_round_can_be_written_and_sent(told: tuple[Table, Rounds], look: Look) -> None:
    """No moment is without words, and none without a form in JSON."""
    table, rounds = told
    page = Page(look, table.rules, tuple(plan.name for plan in table.plans))
    for moments in rounds:
        assert all(line == line.rstrip() for line in page.lines(*moments))
        assert page.rest() == []
        for moment in moments:
            record = json.loads(json.dumps(moment.record()))
            assert record["moment"] == moment.kind
            assert record["round"] == moment.round_number


def told_until_turned(moments: list[Moment]) -> list[Moment]:
    """Return what is told before the dealer's hole card is turned."""
    turned = next(n for n, moment in enumerate(moments) if isinstance(moment, DealerShowed))
    return moments[:turned]


@pytest.mark.parametrize("viewer", [SPECTATOR, Viewer.at(0)])
def test_nobody_but_an_auditor_is_told_of_the_hole_card(viewer: Viewer) -> None:
    """Rounds that differ in the hole card alone are told alike, until it is turned."""
    told = [
        told_until_turned(
            told_round(f"9s Td 7d {hole} 2c Kc 5h 6h", "hit", "stand", viewer=viewer).moments
        )
        for hole in ("8c", "2d", "Kd")
    ]
    assert told[0] == told[1] == told[2]
    auditor = told_round("9s Td 7d 8c 2c Kc 5h 6h", "hit", "stand", viewer=AUDITOR).moments
    dealt = next(moment for moment in auditor if isinstance(moment, Dealt))
    assert dealt.hole_card is Card.parse("8c")


def test_nobody_but_an_auditor_is_told_the_seed_and_the_chips_of_others() -> None:
    """A spectator's story holds neither; a seat's holds its own chips."""
    for viewer, known in ((SPECTATOR, []), (Viewer.at(1), [700]), (AUDITOR, [500, 700])):
        moments: list[Moment] = []
        plans = [SeatPlan("Ann", 500), SeatPlan("Ben", 700)]
        table = Table(seed=123_456_789, seats=plans, recorder=Teller(viewer, moments.append))
        table.open_round()
        opened = moments[1]
        assert isinstance(opened, RoundOpened)
        chips = [seat.balance_minor for seat in opened.seats]
        assert [amount for amount in chips if amount is not None] == known
        assert ("123456789" in str([moment.record() for moment in moments])) is viewer.audits


def test_a_peek_tells_one_bit() -> None:
    """Whether there is a natural is told, and the card only if there is."""
    without = told_round("9s Ad Td 8c", "decline").moments
    assert [moment.natural for moment in without if isinstance(moment, Peeked)] == [False]
    assert not any(isinstance(moment, DealerShowed) for moment in without)
    found = told_round("9s Ad Td Kc", "decline").moments
    peek = next(n for n, moment in enumerate(found) if isinstance(moment, Peeked))
    assert isinstance(found[peek + 1], DealerShowed)


def test_an_unfinished_round_ends_at_its_question() -> None:
    """A teller that is told no more says what waits."""
    moments: list[Moment] = []
    table = Table(seed=7, seats=["Ann"])
    teller = Teller(SPECTATOR, moments.append)
    teller.stopped(table)
    assert moments == []
    table.open_round()
    teller.stopped(table)
    assert moments == [Stopped(1, question=Question.BET, seat=0, name="Ann")]


def test_a_teller_has_to_be_there() -> None:
    """What happened cannot be told by one who did not look before it did."""
    table = Table(seed=7, seats=["Ann"], recorder=Teller(SPECTATOR, print))
    teller = Teller(SPECTATOR, print)
    with pytest.raises(TableError, match="was not there"):
        teller.applied(table, Event.open())


def test_the_rows_that_are_told_of_stand_in_the_table() -> None:
    """A row that is renamed in the table is renamed here."""
    named = {
        aftermath.DEAL,
        aftermath.SPLIT,
        aftermath.NEXT_HAND,
        aftermath.NATURAL_AT_TURN,
        aftermath.HOLE_CARD,
        aftermath.SECOND_CARD,
        aftermath.DEALER_DRAW,
        *aftermath.ONE_CARD,
        *aftermath.PEEKS,
        *aftermath.ALL_NATURALS,
    }
    assert {row.code for row in named} <= {row.name for row in TABLE}
