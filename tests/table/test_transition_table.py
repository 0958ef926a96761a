"""The table of transitions: well formed, in a stated order, and with the edges of the sources."""

from collections import Counter
from itertools import cycle, pairwise
from random import Random
from typing import Final

import pytest
from attrs import evolve
from tests.play.referee.random_rounds import random_rules, with_later_options

from pitboss import EventKind, Phase, Rules
from pitboss.diagrams import graph_of
from pitboss.machine.transition_table import TABLE, Row, rows_kept
from pitboss.rules.options import OPTIONS
from pitboss.rules.presets import PRESETS
from pitboss.rules.side_bets import built_in

BETTING, DEALT, INSURANCE, SPLIT, FILLING, DEALER_TURN, RESOLVED = Phase

Edges = dict[Phase, set[Phase]]

COMMON: Final[Edges] = {BETTING: {DEALT}, DEALER_TURN: {RESOLVED}, RESOLVED: {BETTING}}
"""What follows what at every table."""

CASINO: Final[Edges] = COMMON | {
    DEALT: {INSURANCE, SPLIT, FILLING, RESOLVED},
    INSURANCE: {SPLIT, FILLING, RESOLVED},
    SPLIT: {FILLING},
    FILLING: {SPLIT, DEALER_TURN, RESOLVED},
}
"""Hands are split in their turn, and naturals settle at the deal."""

EDGES: Final[dict[str, Edges]] = {
    "lott": COMMON
    | {
        DEALT: {INSURANCE, SPLIT, FILLING},
        INSURANCE: {RESOLVED, SPLIT, FILLING},
        SPLIT: {FILLING},
        FILLING: {DEALER_TURN},
    },
    "educative": COMMON
    | {
        DEALT: {INSURANCE, SPLIT, FILLING},
        INSURANCE: {RESOLVED, SPLIT, FILLING},
        SPLIT: {FILLING},
        FILLING: {DEALER_TURN, RESOLVED},
    },
    "cpsc386": COMMON
    | {
        DEALT: {SPLIT, INSURANCE, FILLING},
        SPLIT: {INSURANCE, FILLING},
        INSURANCE: {FILLING},
        FILLING: {SPLIT, INSURANCE, DEALER_TURN},
    },
    "spring": COMMON | {DEALT: {FILLING, RESOLVED}, FILLING: {DEALER_TURN, RESOLVED}},
    "six_deck_s17": CASINO,
    "six_deck_h17_ls": CASINO,
    "double_deck_h17": CASINO,
    "single_deck_6to5": CASINO,
    "atlantic_city": CASINO,
    "european_all": CASINO,
    "european_original": CASINO,
    "spanish_21": CASINO,
    "double_exposure": {state: reached for state, reached in CASINO.items() if state != INSURANCE}
    | {DEALT: {SPLIT, FILLING, RESOLVED}},
    "free_bet": CASINO,
    "super_fun_21": CASINO,
}
"""The edges between different states, as the sources and the rules of casinos draw them."""

ORDER_OF_THE_HOUSE: Final[dict[Phase, dict[str, str]]] = {
    BETTING: {"betting-deal": "the only one: once somebody plays, cards are dealt"},
    DEALT: {
        "dealt-side_bets": "the first cards are told before anybody decides about them",
        "dealt-winning_naturals": "nobody is asked about a settled natural",
        "dealt-hole_card": "a natural that everybody sees is settled before anything else",
        "dealt-insurance": "answers come first: the peek waits for them, and so does all payment",
        "dealt-peek": "naturals are paid when the peek has excluded a tie",
        "dealt-naturals": "a round in which all are paid is over",
        "dealt-end": "nobody is offered anything for a settled bet",
        "dealt-split": "splits come before insurance that belongs to a turn",
        "dealt-insurance_in_turn": "insurance comes before hands are filled",
        "dealt-fill": "what is left to do",
    },
    INSURANCE: {
        "insurance-side_bets": "they are settled before the state is left",
        "insurance-peek": "naturals are paid when the peek has excluded a tie",
        "insurance-naturals": "a round in which all are paid is over",
        "insurance-end": "nobody is offered anything for a settled bet",
        "insurance-split": "splits come before hands are filled",
        "insurance-fill": "what is left to do",
    },
    SPLIT: {
        "split-side_bets": "one more split would take a card away",
        "split-insurance": "insurance comes before hands are filled",
        "split-fill": "what is left to do",
    },
    FILLING: {
        "filling-side_bets": "they are settled before the turn passes",
        "filling-split": "a hand is split before it is filled",
        "filling-insurance": "and insured after its splits",
        "filling-natural": "a natural is paid before its turn passes",
        "filling-winning_21": "a hand is settled before the turn passes",
        "filling-next": "the turn passes while a hand is left",
        "filling-end": "the dealer has nobody to play against",
        "filling-dealer": "what is left to do",
    },
    DEALER_TURN: {
        "dealer-side_bets": "they are settled before the state is left",
        "dealer-hole_card": "the hole card is turned before anything is drawn",
        "dealer-second_card": "the second card decides whether more are drawn",
        "dealer-draw": "all cards are drawn before anything is compared",
        "dealer-settle": "what is left to do",
    },
    RESOLVED: {},
}
"""The moves of the house in each state, in their order, and why each stands before those below."""


def random_rule_sets(seed: int, count: int) -> list[Rules]:
    """Draw some rule sets over all options, every fourth with a side bet."""
    chance = Random(seed)
    plain = [with_later_options(chance, random_rules(chance)) for _ in range(count)]
    drawn = [*map(Rules.from_dict, plain[1:]), Rules.of(hole_card_shown=True)]
    with_side_bets = zip(drawn[::4], cycle(built_in().values()), strict=False)
    drawn[::4] = [evolve(rules, side_bets=(bet,)) for rules, bet in with_side_bets]
    return drawn


def edges_of(rules: Rules) -> Edges:
    """Return the edges between different states that a rule set keeps."""
    edges: Edges = {}
    for row in rows_kept(rules):
        if row.source is not row.destination:
            edges.setdefault(row.source, set()).add(row.destination)
    return edges


@pytest.mark.parametrize("name", PRESETS)
def test_the_edges_of_a_preset_are_those_of_its_source(name: str) -> None:
    """Between different states there are these ways and no others."""
    assert edges_of(Rules.preset(name)) == EDGES[name]


def test_a_table_without_insurance_and_splits_has_neither_state() -> None:
    """What cannot be reached is not in the rows that are kept, not even on itself."""
    sources = {row.source for row in rows_kept(Rules.preset("spring"))}
    assert sources == {BETTING, DEALT, FILLING, DEALER_TURN, RESOLVED}


def test_every_row_has_a_name_of_its_own_that_begins_with_its_state() -> None:
    """Journals and drawings name rows by it."""
    names = [row.name for row in TABLE]
    assert len(set(names)) == len(names)
    starts = {
        INSURANCE: "insurance-",
        SPLIT: "split-",
        DEALER_TURN: "dealer-",
    }
    for row in TABLE:
        assert row.name.startswith(starts.get(row.source, f"{row.source.value.lower()}-"))


def test_the_table_is_in_the_order_of_the_states() -> None:
    """Rows of one state stand together, and the house's come after the players'."""
    order = list(Phase)
    for row, following in pairwise(TABLE):
        assert order.index(row.source) <= order.index(following.source)
        if row.source is following.source:
            assert row.of_house <= following.of_house


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row.name)
def test_every_row_says_what_it_needs_what_it_does_and_why(row: Row) -> None:
    """One sentence of why; words for each condition and for the effect; options that exist."""
    assert row.why.endswith(".")
    assert row.why[0].isupper()
    assert row.why.count(". ") == 0
    move = next(edge.move for edge in graph_of().edges if edge.name == row.name)
    assert bool(move) is (row.effect is not None)
    for option in row.options:
        assert option.words
        assert option.names
        assert set(option.names) <= set(OPTIONS)
    for round_guard in row.round_guards:
        assert round_guard.words
    for hand_guard in row.hand_guards:
        assert hand_guard.words
        assert hand_guard.otherwise
        assert set(hand_guard.options) <= set(OPTIONS)


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row.name)
def test_a_word_answers_a_question_in_its_state_and_the_house_asks_nobody(row: Row) -> None:
    """An answer stays where it is given; only the host's word leads to another state."""
    if row.event is None:
        assert row.of_house
        assert row.question is None
        assert row.hand_guards == ()
    elif row.event is EventKind.OPEN:
        assert row.question is None
        assert row.destination is BETTING
    else:
        assert row.question is not None
        assert row.destination is row.source
        assert row.round_guards == ()


def test_no_two_rows_answer_one_question_with_one_word() -> None:
    """A word in a state has one meaning for each question."""
    answers = [(row.source, row.event, row.question) for row in TABLE if not row.of_house]
    assert len(set(answers)) == len(answers)


def test_the_house_moves_in_the_order_that_is_written_down() -> None:
    """The first that may move does, so that the order is part of the rules."""
    for phase in Phase:
        moves = [row.name for row in TABLE if row.source is phase and row.of_house]
        assert moves == list(ORDER_OF_THE_HOUSE[phase])


def test_the_house_always_has_a_way_on() -> None:
    """Under any rules the last move of a state in which the round goes on has no condition."""
    for rules in random_rule_sets(1, 300):
        kept = rows_kept(rules)
        for phase in {row.source for row in kept} - {BETTING, RESOLVED}:
            last = [row for row in kept if row.source is phase and row.of_house][-1]
            assert last.round_guards == ()
            assert last.destination is not phase


def test_rows_are_kept_in_the_order_of_the_table() -> None:
    """A rule set leaves rows out and changes nothing else."""
    for rules in random_rule_sets(2, 300):
        kept = rows_kept(rules)
        assert kept == tuple(row for row in TABLE if row in kept)
        assert all(row.kept_by(rules) for row in kept)


def test_every_row_is_kept_by_some_rules_and_left_out_by_others_or_by_none() -> None:
    """A row that no rules keep would be dead; one with conditions that all keep, badly put."""
    kept = Counter(row.name for rules in random_rule_sets(3, 1000) for row in rows_kept(rules))
    for row in TABLE:
        assert kept[row.name]
        if row.options and row.name not in {"betting-bet", "betting-deal"}:
            assert kept[row.name] < 1000


def test_a_table_that_takes_no_bet_has_no_way_out_of_betting() -> None:
    """Where the only bet would make a fraction, all that can be done is to sit out."""
    rules = Rules.of(bet_min=99, bet_max=99, rounding="exact")
    kept = {row.name for row in rows_kept(rules)}
    assert kept == {"betting-open", "betting-sit_out"}


def test_where_insurance_is_off_no_bet_can_be_insured() -> None:
    """No row in which a bet is insured is kept by such rules; by the default rules it is."""

    def insures(rules: Rules) -> bool:
        return any(row.event is EventKind.INSURE for row in rows_kept(rules))

    assert not insures(Rules.of(insurance="off"))
    assert insures(Rules())


def test_a_table_whose_bets_have_no_half_asks_no_insurance() -> None:
    """A bet of nothing, and one that is too small, are insured by nothing."""
    for bet_max, asks in ((0, False), (1, False), (2, True)):
        rules = Rules.of(bet_min=0, bet_max=bet_max)
        assert ("insurance-insure" in {row.name for row in rows_kept(rules)}) is asks
