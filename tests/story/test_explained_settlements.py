"""Why a bet was paid, lost or given back: in sentences, and as data that agrees with the bet."""

import copy
import pickle
import tomllib
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from attrs import field, frozen
from hypothesis import given
from hypothesis import strategies as st
from tests.play.requirements.playing import nets, say, table_with
from tests.players.strategies.rules import valid_rules
from tests.table.random_play import random_event
from tests.table.snapshots.random_play import applied, random_table

from pitboss import Journal, MimicPlayer, Outcome, Rules, SeatPlan, Table, play_round
from pitboss.game import reasons
from pitboss.game.reasons import OF_SIDE_BETS, REASONS, LostToBlackjack, Reason
from pitboss.game.round import DealerNatural
from pitboss.replay import JournalStepper
from pitboss.rules.options import OPTIONS
from pitboss.story import Explanation, Ruling, explain_round
from pitboss.table.snapshot import Snapshot

FIXTURE = Path(__file__).parents[2] / "fixtures" / "explanations" / "settlements.toml"


@frozen
class Case:
    """A round and what is said of it.

    Attributes:
        rules: as a rule file has them.
        cards: in the order in which they are drawn.
        words: what is answered.
        sentences: what is said of the settled bets.
        otherwise: an option that is named, at another value; empty where that would change the
            questions.
    """

    rules: Mapping[str, object]
    cards: str
    words: str
    sentences: tuple[str, ...] = field(converter=tuple)
    otherwise: Mapping[str, object] = field(factory=dict[str, object])

    def played(self, *, otherwise: bool = False) -> Table:
        """Play the round, with the other value of an option if that is wanted."""
        rules = {**self.rules, **self.otherwise} if otherwise else self.rules
        return say(table_with(Rules.from_dict(rules), self.cards), self.words)


CASES = {
    name: Case(**case) for name, case in tomllib.loads(FIXTURE.read_text(encoding="utf-8")).items()
}
WITH_ANOTHER_VALUE = {name: case for name, case in CASES.items() if case.otherwise}


def sentences(table: Table) -> tuple[str, ...]:
    """Say of every settled bet why it was settled so."""
    return tuple(each.sentence for each in explain_round(table))


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_settlement_is_explained_in_a_sentence(case: Case) -> None:
    """It names what lay on the table, the options that decided, and the clause."""
    assert sentences(case.played()) == case.sentences


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_every_option_of_a_sentence_is_there_as_data(case: Case) -> None:
    """Each has the value that the table plays and the clauses that the sentence begins to cite."""
    table = case.played()
    written = table.rules.to_dict()
    for each in explain_round(table):
        assert each.sentence.startswith(each.subject)
        assert each.because in each.sentence
        for option in each.options:
            value = written[option.option]
            assert option.value == (str(value).lower() if isinstance(value, bool) else str(value))
            assert f"{option.option} {option.value}" in each.sentence
            assert option.meaning == OPTIONS[option.option].meaning
            for clause in option.clauses[:1]:
                assert f"{option.option} {option.value} [{clause}]" in each.sentence


@pytest.mark.parametrize("case", WITH_ANOTHER_VALUE.values(), ids=WITH_ANOTHER_VALUE)
def test_the_option_that_is_named_is_the_one_that_decided(case: Case) -> None:
    """With another value of it the same cards and the same words bring another net."""
    named = {option.option for each in explain_round(case.played()) for option in each.options}
    assert named & set(case.otherwise)
    assert nets(case.played(otherwise=True)) != nets(case.played())


def test_every_reason_is_among_the_cases() -> None:
    """No reason that settlement may give a hand is without a round, and no outcome without one."""
    seats = [seat for case in CASES.values() for seat in case.played().round.seats]
    hands = [hand for seat in seats for hand in seat.hands]
    bets = [hand.insurance for hand in hands if hand.insurance is not None]
    given_for = {hand.reason for hand in hands} | {bet.reason for bet in bets}
    assert given_for - {None} == {*REASONS.values()} - {*OF_SIDE_BETS}
    assert {reason.outcome for reason in REASONS.values()} == set(Outcome)


def test_every_reason_has_a_code_of_its_own() -> None:
    """The registry holds each constant of the module; of two with one code it would hold one."""
    constants = list(vars(reasons).values())
    lost = [each for each in constants if isinstance(each, LostToBlackjack)]
    constants += [reason for each in lost for reason in (each.ante, each.more, each.spared)]
    made = [each for each in constants if isinstance(each, Reason)]
    assert sorted(reason.code for reason in made) == sorted(REASONS)


@pytest.mark.parametrize("reason", REASONS.values(), ids=REASONS)
def test_a_reason_is_a_constant(reason: Reason) -> None:
    """A copy, and what is pickled in a view and read again, is the reason itself."""
    assert copy.deepcopy(reason) is reason
    assert pickle.loads(pickle.dumps(reason)) is reason  # noqa: S301  our own
    assert {*reason.options} <= set(OPTIONS)


def agrees(each: Explanation, bet_minor: int, net_minor: int) -> bool:
    """Say whether ruling and amount of an explanation are those of a bet."""
    match each.ruling:
        case Ruling.PAID:
            return each.amount_minor == net_minor >= 0
        case Ruling.LOST:
            return each.amount_minor == -net_minor and (net_minor < 0 or bet_minor == 0)
        case Ruling.RETURNED:
            return each.amount_minor == bet_minor and net_minor == 0
        case Ruling.REFUSED:
            return False


@given(rules=valid_rules(), seed=st.integers(0, 2**32), events=st.integers(1, 60))
def test_every_settled_bet_of_any_table_is_explained(rules: Rules, seed: int, events: int) -> None:
    """Whatever the rules and the cards: each once, with its own amount, and no open bet."""
    chance = Random(seed)
    table = random_table(chance, rules)
    for _ in range(events):
        if not table.menu().kinds or not applied(table, random_event(chance, table)):
            break
    told = explain_round(table)
    restored = Table.restore(Snapshot.from_json(table.snapshot().to_json()))
    assert explain_round(restored) == told
    settled = {(result.seat, result.hand): result for result in table.results()}
    bets = [(each.seat, each.hand) for each in told if each.subject == "hand"]
    assert bets == list(settled)
    for each in told:
        hand = table.round.seats[each.seat].hands[each.hand]
        if each.subject == "hand":
            result = settled[each.seat, each.hand]
            assert agrees(each, result.bet_minor, result.net_minor)
        else:
            assert hand.insurance is not None
            assert not hand.insurance.open
            assert agrees(each, hand.insurance.stake_minor, hand.insurance.net_minor)
        for option in each.options:
            known = OPTIONS[option.option].source.replace("[", "").replace("]", "").split("; ")
            assert set(option.clauses) <= set(known)
    insured = sum(
        hand.insurance is not None and not hand.insurance.open
        for seat in table.round.seats
        for hand in seat.hands
    )
    assert len(told) == len(settled) + insured


def test_a_hand_is_explained_before_its_insurance() -> None:
    """Both name the hand, and say what became of it in two words."""
    told = explain_round(CASES["insurance won"].played())
    assert [(each.subject, each.ruling) for each in told] == [
        ("hand", Ruling.LOST),
        ("insurance", Ruling.PAID),
    ]
    assert {(each.seat, each.hand) for each in told} == {(0, 0)}


def test_a_round_that_a_journal_was_replayed_to_is_explained_as_it_was() -> None:
    """Line by line, as far as the journal goes."""
    written = BytesIO()
    table = Table(Rules.preset("educative"), seats=["Ann"], seed=7, recorder=Journal(written))
    told: list[tuple[Explanation, ...]] = []
    for _ in range(20):
        play_round(table, [MimicPlayer()])
        told.append(explain_round(table))
    table.close()
    replay = JournalStepper(written)
    retold: dict[int, tuple[Explanation, ...]] = {}
    while replay.forward():
        if replay.table.over:
            retold[replay.table.round.number] = explain_round(replay.table)
    assert list(retold.values()) == told
    assert all(told)


def test_an_open_bet_is_not_explained() -> None:
    """Nor is its insurance, until the dealer's natural is seen or excluded."""
    table = say(table_with("cpsc386", "T A 9 8"), "bet:1000 insure:300")
    assert table.round.dealer_natural is DealerNatural.UNKNOWN
    assert explain_round(table) == ()


def test_each_seat_is_told_of_its_own_hands() -> None:
    """Seat and hand stand in the explanation."""
    seats = [SeatPlan("Ann"), SeatPlan("Ben")]
    table = table_with(Rules(), "T 8 9 9 8 8 T T", seats=seats)
    say(table, "bet:1000 bet:500 stand split stand stand")
    assert [(each.seat, each.hand, each.amount_minor) for each in explain_round(table)] == [
        (0, 0, 1000),
        (1, 0, 500),
        (1, 1, 500),
    ]
