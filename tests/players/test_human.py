"""A person at a terminal: plain questions, only legal choices, and patience with wrong input."""

import pytest
from tests.players.tables import asked_after, asked_to_bet
from tests.players.terminal import Terminal

from pitboss.errors import PlayerLeft
from pitboss.game.events import Event, EventKind
from pitboss.game.round import Phase
from pitboss.players import HumanPlayer
from pitboss.rules import Rules
from pitboss.story import Phrases
from pitboss.table import Table
from pitboss.table.driver import play_round

ACES = "Ac Ad 2h 9d 3h 5h"
PAIR = "8c 6d 8h 9d 2h 3h"
NATURAL = "Ac Ad Th 9d"
SIXTEEN = "Tc Td 6h 7d 3h"
BET = Event.bet(0, 1000)
EXACT = {"rounding": "exact", "insurance_pays": "3:2", "blackjack_pays": "7:5"}


@pytest.mark.parametrize(
    ("options", "cards", "said", "line", "event"),
    [
        ({}, PAIR, [], "12.5", Event.bet(0, 1250)),
        ({}, PAIR, [], " 7 ", Event.bet(0, 700)),
        (EXACT, PAIR, [], "0.05", Event.bet(0, 5)),
        ({}, PAIR, [], "o", Event.sit_out(0)),
        ({}, PAIR, [], "Sit out", Event.sit_out(0)),
        ({}, NATURAL, [BET], "y", Event.even_money(0, 0)),
        ({}, NATURAL, [BET], "no", Event.decline(0, 0)),
        ({}, ACES, [BET], "y", Event.insure(0, 0, 500)),
        ({}, ACES, [BET], "n", Event.decline(0, 0)),
        ({"insurance_amount": "up_to_half"}, ACES, [BET], "2.50", Event.insure(0, 0, 250)),
        ({"insurance_amount": "up_to_half"}, ACES, [BET], "n", Event.decline(0, 0)),
        ({}, PAIR, [BET], "yes", Event.split(0, 0)),
        ({}, PAIR, [BET], "N", Event.decline(0, 0)),
        ({"surrender": "early"}, SIXTEEN, [BET], "y", Event.surrender(0, 0)),
        ({"surrender": "early"}, SIXTEEN, [BET], "n", Event.decline(0, 0)),
        ({}, SIXTEEN, [BET], "h", Event.hit(0, 0)),
        ({}, SIXTEEN, [BET], "STAND", Event.stand(0, 0)),
        ({}, SIXTEEN, [BET], "d", Event.double(0, 0)),
        ({"surrender": "late"}, SIXTEEN, [BET], "r", Event.surrender(0, 0)),
    ],
)
def test_a_letter_or_a_word_answers_every_question(
    options: dict[str, object], cards: str, said: list[Event], line: str, event: Event
) -> None:
    """Letters and words in any case, amounts in units."""
    asked = asked_after(Rules.of(**options), cards, *said)
    terminal = Terminal(line)
    assert terminal.person().decide(*asked) == event
    assert len(terminal.prompts) == 1
    assert terminal.prompts[0].startswith("Ann, ")


@pytest.mark.parametrize(
    ("options", "choices"),
    [
        ({}, "h hit, s stand, d double"),
        ({"double": "off"}, "h hit, s stand"),
        ({"surrender": "late"}, "h hit, s stand, d double, r surrender"),
    ],
)
def test_only_legal_choices_are_offered(options: dict[str, object], choices: str) -> None:
    """What the rules forbid is neither shown nor understood."""
    asked = asked_after(Rules.of(**options), SIXTEEN, BET)
    terminal = Terminal("p", "split", "s")
    assert terminal.person().decide(*asked) == Event.stand(0, 0)
    assert terminal.prompts == [f"Ann, Tc 6h: {choices} > "] * 3
    assert (
        terminal.shown[1:]
        == [f"That is not one of the choices: {choices}; ? says what each does."] * 2
    )


@pytest.mark.parametrize(
    ("options", "cards", "question"),
    [
        ({}, NATURAL, "even money?"),
        ({}, PAIR, "split?"),
        ({"surrender": "early"}, SIXTEEN, "surrender?"),
        ({}, ACES, "insurance for 5.00?"),
    ],
)
def test_a_question_has_the_words_of_the_story(
    options: dict[str, object], cards: str, question: str
) -> None:
    """The same as in the rows of a round."""
    rules = Rules.of(**options)
    view, offer = asked_after(rules, cards, BET)
    assert Phrases(rules).question(offer) == question
    terminal = Terminal("n")
    terminal.person().decide(view, offer)
    assert terminal.prompts == [f"Ann, {question} y yes, n no > "]


def test_a_question_mark_shows_the_table_and_what_each_answer_does() -> None:
    """And the question is put again."""
    asked = asked_after(Rules(), SIXTEEN, BET)
    terminal = Terminal("?", "s")
    assert terminal.person().decide(*asked) == Event.stand(0, 0)
    assert len(terminal.prompts) == 2
    drawn, again, *meanings = terminal.shown
    assert drawn == again
    assert meanings == [
        "  hit         takes one more card",
        "  stand       takes no more cards",
        "  double      doubles the bet and takes exactly one more card, for 10.00 more",
    ]


def test_a_question_mark_says_what_the_house_stakes() -> None:
    """A free double adds nothing to the bet."""
    terminal = Terminal("?", "d")
    asked = asked_after(Rules.of(free_doubles=True), "6c Td 5c 6h", BET)
    assert terminal.person().decide(*asked) == Event.double(0, 0)
    assert terminal.shown[-1].endswith("takes exactly one more card, for free")


@pytest.mark.parametrize("wrong", ["", "100.01", "0", "-5", "ten", "1.234", "1e2", "y"])
def test_a_wrong_bet_is_asked_again_with_a_sentence(wrong: str) -> None:
    """The sentence says which bets can be made."""
    asked = asked_after(Rules(), PAIR)
    terminal = Terminal(wrong, "100")
    assert terminal.person().decide(*asked) == Event.bet(0, 10_000)
    assert terminal.shown[1:] == [
        "That is not a bet you can make: write 0.01 to 100.00, or o to sit out."
    ]


def test_a_wrong_insurance_is_asked_again_with_a_sentence() -> None:
    """The sentence says what may be insured."""
    asked = asked_after(Rules.of(insurance_amount="up_to_half"), ACES, BET)
    terminal = Terminal("5.01", "maybe", "5")
    assert terminal.person().decide(*asked) == Event.insure(0, 0, 500)
    told = "That is not an insurance you can take: write 0.01 to 5.00, or n for no."
    assert terminal.shown[1:] == [told, told]


def test_an_empty_line_repeats_the_last_bet() -> None:
    """The prompt offers it once there is one, and only as long as the chips reach it."""
    asked = asked_to_bet(Rules(), 10_000)
    terminal = Terminal("60", "", "", "5")
    person = terminal.person()
    assert person.decide(*asked) == Event.bet(0, 6000)
    assert person.decide(*asked) == Event.bet(0, 6000)
    assert terminal.prompts[1] == (
        "Ann, your bet (0.01 to 100.00, Enter for 60.00 again, or o to sit out) > "
    )
    assert person.decide(*asked_to_bet(Rules(), 5_000)) == Event.bet(0, 500)


def test_an_empty_line_makes_the_only_bet_there_is() -> None:
    """Where the rules leave one amount, nobody needs to write it."""
    terminal = Terminal("")
    assert terminal.person().decide(*asked_to_bet(Rules.preset("spring"))) == Event.bet(0, 0)
    assert "Enter for 0.00, or o to sit out" in terminal.prompts[0]


@pytest.mark.parametrize(
    ("options", "minor_per_unit", "allowed"),
    [
        ({"bet_max": 5000}, 100, "0.01 to 50.00"),
        ({"bet_min": 200, "bet_max": 5000, "rounding": "exact"}, 100, "2.00 to 50.00 in steps"),
        ({"bet_min": 5}, 1, "5 or more"),
        ({"rounding": "exact"}, 100, "0.02 or more in steps of 0.02"),
    ],
)
def test_the_prompt_says_which_bets_are_allowed(
    options: dict[str, object], minor_per_unit: int, allowed: str
) -> None:
    """Least, greatest and steps stand in units; funds without limit have no greatest bet."""
    terminal = Terminal("o")
    person = terminal.person(minor_per_unit=minor_per_unit)
    person.decide(*asked_to_bet(Rules.of(**options)))
    assert f"your bet ({allowed}" in terminal.prompts[0]


def test_a_person_without_chips_sits_out_unasked() -> None:
    """Where one word is left it is said, with a sentence of why."""
    terminal = Terminal()
    asked = asked_to_bet(Rules.of(bet_min=100), 99)
    assert terminal.person().decide(*asked).kind is EventKind.SIT_OUT
    assert "are fewer than the least bet" in terminal.shown[-1]


def test_a_whole_round_is_played_by_a_person() -> None:
    """Bet, wrong words, hits and a stand: the round ends, and the table was drawn each time."""
    table = Table(seats=["Ann", "Bob"], seed=3)
    ann, bob = Terminal("10", "what", "s"), Terminal("20", "h", "s", "s", "s")
    play_round(table, [ann.person(), bob.person("Bob")])
    assert table.round.phase is Phase.RESOLVED
    assert sum(text.startswith("Round 1, ") for text in ann.shown) == 2


@pytest.mark.parametrize(
    ("leaving", "passes"), [(EOFError(), PlayerLeft), (KeyboardInterrupt(), KeyboardInterrupt)]
)
def test_a_person_may_leave_and_come_back(
    leaving: BaseException, passes: type[BaseException]
) -> None:
    """The end of input and Ctrl-C pass through the driver, and the round goes on later."""
    table = Table(seats=["Ann"], seed=3)
    with pytest.raises(passes):
        play_round(table, [Terminal("10", leaving).person()])
    assert not table.over
    play_round(table, [Terminal("s").person()])
    assert table.round.phase is Phase.RESOLVED


def test_the_hidden_card_is_never_shown() -> None:
    """Everything on the screen is the same, whatever lies face down."""
    shown: set[str] = set()
    for hole in ("5c", "9c", "Kc"):
        terminal = Terminal("s")
        terminal.person().decide(*asked_after(Rules(), f"Tc 6d 9h {hole}", BET))
        assert hole not in terminal.everything
        shown.add(terminal.everything)
    assert len(shown) == 1


def test_a_host_may_draw_the_table_its_own_way() -> None:
    """What a host's drawing returns is shown in place of the plain one."""
    terminal = Terminal("s")
    person = HumanPlayer(
        "Ann",
        read=terminal.read,
        write=terminal.write,
        draw=lambda view: f"the dealer shows {view.dealer_points}",
    )
    person.decide(*asked_after(Rules(), "Tc 6d 9h 5c", BET))
    assert terminal.shown == ["the dealer shows 6"]


def test_a_name_cannot_steer_the_terminal() -> None:
    """Characters that would move the cursor are shown as question marks."""
    terminal = Terminal("s")
    person = terminal.person("An\x1b[2Jn\n")
    person.decide(*asked_after(Rules(), "Tc 6d 9h 5c", BET))
    assert terminal.prompts[0].startswith("An?[2Jn?, Tc 9h")
