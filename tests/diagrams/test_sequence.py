"""A round as a sequence of steps: every offer, answer, card and payment, in order."""

import io
import re
from collections import Counter
from random import Random
from xml.etree.ElementTree import fromstring

import pytest
from tests.diagrams.games import eventful_shoes, game
from tests.tools.diagrams.gallery import example_journal

from pitboss import Card, Rules, SeatPlan
from pitboss.diagrams import (
    LaneKind,
    SequenceDiagram,
    StepKind,
    sequence_mermaid,
    sequence_of,
)
from pitboss.diagrams import (
    sequence_svg as svg_of_sequence,
)
from pitboss.errors import JournalError
from pitboss.journal.fields import decode
from pitboss.journal.source import Lines
from pitboss.rules.presets import PRESETS
from pitboss.story import AUDITOR, SPECTATOR, Story, Viewer

MANY_RULES = [
    *(Rules.preset(name) for name in PRESETS),
    Rules.of(surrender="early", natural_settles="showdown"),
    Rules.of(up_card="second", peek="never", deal="blocks", split_deal="both"),
    Rules.of(hole_card="none", even_money=False, dealer_blackjack_takes="original"),
    Rules.of(decks=1, shuffle="when_empty", cut_card="5..9", burn=2),
    Rules.of(charlie=4, bust_settles="at_end", surrender="late", peek="never"),
    Rules.of(free_splits=True, play_order="splits_first", split="rank", max_hands=7),
]


def drawn(journal: bytes, number: int = 1, viewer: Viewer = AUDITOR) -> SequenceDiagram:
    """Return a round of a journal as steps."""
    return sequence_of(Story(io.BytesIO(journal)), number, viewer)


def words(sequence: SequenceDiagram, *kinds: StepKind) -> list[str]:
    """Return the words of all steps of some kinds."""
    return [step.words for step in sequence.steps if step.kind in kinds]


def cards_in(journal: bytes, number: int) -> Counter[str]:
    """Count the cards that the lines of a round say were drawn or turned."""
    rows: Counter[str] = Counter()
    inside = False
    for raw in Lines(io.BytesIO(journal)):
        record = decode(raw)
        if record["line"] == "round":
            inside = record["round"] == number
        moves = record.get("moves")
        if inside and moves is not None:
            rows.update(re.findall(r"'([A2-9TJQK][cdhs])'", str(moves)))
    return rows


def test_the_example_is_told_in_the_order_in_which_it_happened() -> None:
    """The round in the gallery, step by step."""
    sequence = drawn(example_journal(), viewer=Viewer.at(0))
    assert [lane.name for lane in sequence.lanes] == ["Shoe", "Dealer", "House", "Ann", "Bob"]
    assert words(sequence, StepKind.OFFER) == [
        "bet, 0.01 to 100.00?",
        "bet?",
        "8♣ 8♦: insurance for 5.00?",
        "A♥ K♦: even money?",
        "A♥ K♦: insurance?",
        "8♣ 8♦: split?",
        "1st hand 8♣ 3♥: hit, stand or double?",
        "2nd hand 8♦ 10♣: hit, stand or double?",
    ]
    assert words(sequence, StepKind.ANSWER) == [
        "bets 10.00",
        "bets 20.00",
        "takes 5.00",
        "no",
        "no",
        "splits for 10.00 more",
        "doubles to 20.00",
        "stands",
    ]
    assert words(sequence, StepKind.CARD) == [
        "8♣",
        "A♥",
        "A♠ face up",
        "8♦, 16",
        "K♦, blackjack",
        "a card face down",
        "3♥ to the 1st hand, 11",
        "10♠ to the 1st hand, 21",
        "10♣ to the 2nd hand, 18",
        "J♦, 16",
        "4♠, 20",
    ]
    assert words(sequence, StepKind.ACTION) == [
        "looks at the hole card: no blackjack",
        "turns the hole card: 5♥, soft 16",
    ]
    assert words(sequence, StepKind.PAYMENT) == [
        "insurance loses 5.00",
        "blackjack, wins 30.00 at 3:2, gets 50.00",
        "1st hand wins 20.00, gets 40.00",
        "2nd hand loses 10.00",
    ]


@pytest.mark.parametrize("rules", MANY_RULES, ids=lambda rules: rules.digest[:6])
def test_every_card_of_the_journal_passes_once(rules: Rules) -> None:
    """An auditor is shown each card that was drawn, and the hole card once more when it turns."""
    journal = game(rules, rounds=30, seats=["Ann", "Ben"][: rules.max_seats])
    for number in range(1, 31):
        shown = [step.card for step in drawn(journal, number).steps if isinstance(step.card, Card)]
        assert Counter(card.code for card in shown) == cards_in(journal, number)


@pytest.mark.parametrize("rules", MANY_RULES, ids=lambda rules: rules.digest[:6])
def test_stakes_and_payments_add_up_to_the_balances(rules: Rules) -> None:
    """What a seat has after a round is what it had, less what it staked, and what it was paid."""
    seats = [SeatPlan(name, 10**6) for name in ("Ann", "Ben")][: rules.max_seats]
    chance = Random(1)
    for number in range(60):
        shoes = eventful_shoes(chance, 200 if number % 2 else 10)
        journal = game(rules, rounds=1, seats=seats, shoes=shoes, seed=number)
        sequence = drawn(journal)
        balances = dict.fromkeys(range(len(seats)), 10**6)
        for step in sequence.steps:
            if step.kind is StepKind.ANSWER:
                seat = sequence.lanes[step.source].seat
                assert seat is not None
                balances[seat] -= step.amount_minor
            elif step.kind is StepKind.PAYMENT:
                paid = sequence.lanes[step.target].seat
                back = sequence.lanes[step.source].seat
                if paid is not None:
                    balances[paid] += step.amount_minor
                if back is not None:
                    balances[back] -= step.amount_minor
        (trailer,) = (
            record
            for raw in Lines(io.BytesIO(journal))
            if (record := decode(raw))["line"] == "trailer"
        )
        assert list(balances.values()) == trailer["balances"]


def test_every_offer_is_answered_by_whom_it_was_made_to() -> None:
    """An answer follows its offer at once and goes back the same way."""
    journal = game(rounds=20)
    for number in range(1, 21):
        steps = [
            step
            for step in drawn(journal, number).steps
            if step.kind in {StepKind.OFFER, StepKind.ANSWER}
        ]
        assert len(steps) % 2 == 0
        for offer, answer in zip(steps[::2], steps[1::2], strict=True):
            assert (offer.kind, answer.kind) == (StepKind.OFFER, StepKind.ANSWER)
            assert (offer.source, offer.target) == (answer.target, answer.source)


def test_a_game_without_money_names_no_amount() -> None:
    """Where nothing is played for, hands win and lose, and no zeros are paid."""
    journal = game(Rules.preset("spring"), rounds=20, seats=["Ann"])
    for number in range(1, 21):
        told = words(drawn(journal, number), *StepKind)
        assert not any(re.search(r"\d\.\d\d", text) for text in told)


def test_only_who_may_know_chips_is_told_the_limits_of_a_bet() -> None:
    """The limits of a bet tell how many chips somebody has."""
    journal = game(seats=[SeatPlan("Ann", 500), SeatPlan("Ben", 700)])
    assert words(drawn(journal, viewer=SPECTATOR), StepKind.OFFER)[:2] == ["bet?", "bet?"]
    assert words(drawn(journal, viewer=Viewer.at(1)), StepKind.OFFER)[:2] == [
        "bet?",
        "bet, 0.01 to 7.00?",
    ]
    assert "bet, 0.01 to 5.00?" in words(drawn(journal), StepKind.OFFER)


def test_the_title_says_who_looks() -> None:
    """A reader of a drawing knows what may be missing in it."""
    journal = game()
    assert drawn(journal, viewer=SPECTATOR).title == "Round 1, as a spectator sees it"
    assert drawn(journal, viewer=Viewer.at(1)).title == "Round 1, as Ben sees it"
    assert drawn(journal).title == "Round 1, as an auditor knows it"


def test_an_open_round_is_drawn_as_far_as_it_went() -> None:
    """A journal that stops in a round stops the drawing there, with the question that waits."""
    whole = example_journal()
    lines = whole.splitlines(keepends=True)
    cut = b"".join(lines[:5])
    notes = words(drawn(cut), StepKind.NOTE)
    assert notes == ["round 1 is opened", "the journal stops at a question for Ann: insurance?"]


def test_a_round_that_is_not_there_is_refused() -> None:
    """A number beyond the last round is an error that names the last."""
    with pytest.raises(JournalError, match="no round 9; it has rounds 1 to 5"):
        drawn(game(), 9)


def test_both_forms_draw_every_step() -> None:
    """Each step is one line of the Mermaid text, and its words stand in the picture."""
    journal = game(rounds=10, seats=["Ann", "Ben", "Cy", "Dee", "Eve", "Flo", "Gus"])
    for number in range(1, 11):
        sequence = drawn(journal, number)
        text = sequence_mermaid(sequence)
        lines = re.findall(r"^    (?:lane\d\S+|Note over \S+) ?.*$", text, re.MULTILINE)
        assert len(lines) == len(sequence.steps)
        root = fromstring(svg_of_sequence(sequence))  # noqa: S314  our own
        picture = " ".join("".join(each.itertext()) for each in root.findall(".//{*}text"))
        plain = " ".join(picture.split())
        assert all(step.words in plain for step in sequence.steps)


def test_a_name_cannot_break_a_drawing() -> None:
    """Names of seats are shown as they are, without the letters that would steer a drawing."""
    name = 'A<b>;#"\n{x}'
    sequence = drawn(game(seats=[name, "Ben"]), viewer=Viewer.at(0))
    assert sequence.lanes[3].kind is LaneKind.SEAT
    assert fromstring(svg_of_sequence(sequence)).find("{*}title") is not None  # noqa: S314  our own
    participants = re.findall(r"participant lane3 as (.+)", sequence_mermaid(sequence))
    assert participants == ["A#60;b#62;#59;#35;#34;?#123;x#125;"]
