"""The page: whole rounds as a person reads them, and how they fit the reader's terminal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.story.told_rounds import told_round

from pitboss.game.round import Question
from pitboss.players import MimicPlayer
from pitboss.players.table_text import table_text
from pitboss.rules import Rules
from pitboss.story import AUDITOR, SPECTATOR, Narrator, Page, ToldEvent, Viewer, standing
from pitboss.story.told_events import Answered, BetExplained, DealerShowed, Explained, Stopped
from pitboss.table.driver import play_rounds
from pitboss.table.seating import SeatPlan
from pitboss.table.table import Table
from pitboss.text.terminal import Look, columns_of, printable


def lines(text: str) -> str:
    """Return a page as it stands in a test, without the indentation of the test."""
    lines = text.strip("\n").splitlines()
    return "\n".join(line.removeprefix("    ") for line in lines).rstrip()


def test_a_split_and_a_double_are_told_hand_by_hand() -> None:
    """Each row shows the hand as it lies, then what is asked of it and what is answered."""
    told = told_round("8s 6d 8d Ks 3d Tc Kh 9c", "split", "double", "stand")
    assert told.page() == lines("""
     bets        Ann 10.00

     Ann         8♠ 8♦           16
     dealer      6♦ ▒▒           6

     Ann         8♠ 8♦           16        split? splits for 10.00 more
       1st hand  8♠ 3♦           11        hit, stand or double? doubles to 20.00
                 8♠ 3♦ 10♣       21
       2nd hand  8♦ K♥           18        hit, stand or double? stands

     dealer      6♦ K♠           16        turns K♠
                 6♦ K♠ 9♣        25 bust   draws 9♣

                    total      bet  result     net
     Ann, 1st hand  21       20.00  win     +20.00
     Ann, 2nd hand  18       10.00  win     +10.00
     dealer         25 bust                 −30.00
    """)


def test_insurance_that_loses_is_told_at_the_peek() -> None:
    """The dealer's look at the hole card tells one bit, and what that bit settles."""
    assert told_round("9s Ad Td 8c", "insure", "stand").page() == lines("""
     bets        Ann 10.00

     Ann         9♠ 10♦          19
     dealer      A♦ ▒▒           ace

     Ann         9♠ 10♦          19        insurance? takes 5.00
     dealer                                looks at the hole card: no blackjack
                                           Ann: insurance loses 5.00
     Ann         9♠ 10♦          19        hit, stand or double? stands

     dealer      A♦ 8♣           soft 19   turns 8♣

                  total      bet  result    net
     Ann          19       10.00  push     0.00
       insurance            5.00  loss    −5.00
     dealer       soft 19                 +5.00
    """)


def test_a_dealer_blackjack_ends_the_round_at_the_peek() -> None:
    """The hole card is turned, and the table at the end says what each bet brought."""
    assert told_round("9s Ad 9d Kc", "insure").page() == lines("""
     bets        Ann 10.00

     Ann         9♠ 9♦           18
     dealer      A♦ ▒▒           ace

     Ann         9♠ 9♦           18        insurance? takes 5.00
     dealer                                looks at the hole card: blackjack
                 A♦ K♣           blackjack turns K♣

                  total        bet  result      net
     Ann          18         10.00  loss     −10.00
       insurance              5.00  win 2:1  +10.00
     dealer       blackjack                    0.00
    """)


def test_even_money_is_one_row() -> None:
    """What is settled by an answer stands beside the answer."""
    told = told_round("As Ad Kd 9c", "even_money").page()
    assert "A♠ K♦           blackjack even money? takes it, wins 10.00 at 1:1" in told
    assert "even money  +10.00" in told


def test_a_bust_is_told_with_what_it_costs() -> None:
    """The card that goes over 21 stands in one row with the loss."""
    told = told_round("9s 7d 7d 8c Ks", "hit").page()
    assert "9♠ 7♦ K♠        26 bust   loses 10.00" in told


def test_a_surrender_is_told_with_what_comes_back() -> None:
    """Half of the bet comes back beside the answer, if nothing can take it any more."""
    told = told_round("Ts Td 6d Ac", "surrender", rules=Rules.of(surrender="early")).page()
    assert "surrender? surrenders, 5.00 back" in told
    assert "surrendered  −5.00" in told


def test_a_surrender_that_a_dealer_natural_may_still_take_is_not_settled_yet() -> None:
    """Without a peek the dealer's card decides, and the story waits for it."""
    rules = Rules.of(surrender="late", peek="never")
    told = told_round("Ts Td 6d Ac", "surrender", rules=rules).page()
    assert "back" not in told
    assert "loss    −10.00" in told


def test_a_charlie_wins_at_once() -> None:
    """The card that wins stands in one row with the gain."""
    told = told_round("2s Td 3d 8c 2c 2h 4d", "hit", "hit", "hit", rules=Rules.of(charlie=5)).page()
    assert "2♠ 3♦ 2♣ 2♥ 4♦  13        5 cards and not bust, wins 10.00" in told


def test_naturals_and_the_unseen_dealer_card_of_a_european_table() -> None:
    """Without a hole card nothing lies face down, and the second card is drawn, not turned."""
    told = told_round("As Td Kd 8c", rules=Rules.of(hole_card="none")).page()
    assert "dealer      10♦             10" in told
    assert "▒" not in told
    assert "draws 8♣" in told
    assert "Ann: wins 15.00 at 3:2" in told


def test_the_up_card_may_be_the_second() -> None:
    """The hole card lies first, and is turned in its place."""
    rules = Rules.of(up_card="second")
    told = told_round("9s Ks Td 7d", "stand", rules=rules).page()
    assert "dealer      7♦ ▒▒           7" in told
    assert "dealer      K♠ 7♦           17        turns K♠" in told


def test_a_round_without_money_has_no_amounts() -> None:
    """Where nothing can be won, neither bets nor nets nor chips are told."""
    told = told_round("9s 7d 9d Tc", "stand", rules=Rules.preset("spring")).page()
    assert told.startswith(" bets        Ann plays\n")
    assert "+" not in told
    assert "total  result" in told


def test_a_void_round_says_so() -> None:
    """When no card is left every bet goes back."""
    told = told_round("9s Ts Ad").page()
    assert "No card is left to play the round with: every bet is returned." in told
    assert "returned  0.00" in told
    assert "\n\n\n" not in told


def test_insurance_that_comes_back_in_a_void_round_is_not_lost() -> None:
    """It is returned, as the bet is."""
    rules = Rules.of(hole_card="none")
    told = told_round("9s Ad 5d", "insure", "hit", rules=rules).page()
    row = next(line for line in told.splitlines() if line.startswith("   insurance"))
    assert row.split() == ["insurance", "5.00", "returned", "0.00"]


def test_what_was_lost_comes_back_in_a_void_round() -> None:
    """Insurance that the dealer's look has decided, and a hand that was bust before."""
    seats = [SeatPlan("Ann", 5000), SeatPlan("Ben", 5000)]
    told = told_round("9s 5s Ad 5d 9d 8c Ts", "insure", "decline", "hit", "hit", seats=seats).page()
    assert "Ann: insurance loses 5.00" in told
    assert told.count("returned  0.00") == 3


def test_a_round_that_nobody_plays_says_so() -> None:
    """A table where every seat is broke has no table of results."""
    told = told_round("9s", seats=[SeatPlan("Ann", 0), SeatPlan("Ben", 0)]).page()
    assert told == lines("""
     bets        Ann sits out · Ben sits out

     Nobody plays in this round.
    """)


def test_an_auditor_reads_the_hole_card_the_shoe_and_all_chips() -> None:
    """What the house knows stands beside what everybody sees."""
    seats = [SeatPlan("Ann", 5000), SeatPlan("Ben", 2000)]
    told = told_round("9s 2s 6d Td 2d 8c", viewer=AUDITOR, seats=seats).page()
    assert "shoe        0 cards are drawn" in told
    assert "chips       Ann 50.00 · Ben 20.00" in told
    assert "6         face down: 8♣" in told


def test_a_seat_reads_its_own_chips_alone() -> None:
    """The chips of the others are theirs."""
    seats = [SeatPlan("Ann", 5000), SeatPlan("Ben", 2000)]
    told = told_round(
        "9s 2s 6d Td 3d 8c Kc", "stand", "stand", viewer=Viewer.at(1), seats=seats
    ).page()
    assert "chips       Ben 20.00" in told
    assert "Ann 50.00" not in told
    assert told.splitlines()[-2].endswith("30.00")
    assert "face down" not in told


@pytest.mark.parametrize("width", [60, 80, 100])
@pytest.mark.parametrize("colour", [False, True])
def test_no_row_is_wider_than_the_terminal(width: int, *, colour: bool) -> None:
    """Words that do not fit beside the cards stand below them."""
    look = Look(colour=colour, width=width)
    told = told_round("8s 6d 8d Ks 3d Tc Kh 9c", "split", "double", "stand", viewer=AUDITOR)
    for line in told.page(look).splitlines():
        assert columns_of(line) <= width


def test_plain_letters_stand_for_suits_where_symbols_cannot() -> None:
    """A terminal of few letters gets the codes of the journal, and nothing beyond ASCII."""
    told = told_round("8s 6d Td Ks", "stand").page(Look(symbols=False))
    assert told.isascii()
    assert "8s Td" in told
    assert "6d ??" in told


def test_colour_changes_nothing_but_colour() -> None:
    """Without its escape sequences a coloured page is the plain one."""
    told = told_round("8s 6d Td Ks Kh", "stand")
    coloured = told.page(Look(colour=True))
    assert "\x1b[1;31m10♦\x1b[0m" in coloured
    stripped = "".join(part.partition("m")[2] for part in f"m{coloured}".split("\x1b["))
    assert [line.rstrip() for line in stripped.splitlines()] == told.page().splitlines()


def test_a_name_cannot_steer_the_terminal() -> None:
    """Escape sequences and line feeds in a name come out as marks."""
    told = told_round("8s 6d Td Ks Kh", "stand", seats=["\x1b[2JAnn\n"]).page()
    assert "\x1b" not in told
    assert "?[2JAnn?" in told


def test_the_table_is_told_with_its_rules_and_seats() -> None:
    """Rules are named after the nearest preset, with what differs from it."""
    rules = Rules.preset("atlantic_city", soft_17="hit")
    table = Table(rules, seats=["Ann", "Ben"], seed=7)
    events: list[ToldEvent] = []
    Narrator(AUDITOR, events.append).opened(table)
    assert Page(Look(), rules, ("Ann", "Ben")).lines(*events) == [
        " table       atlantic_city with soft_17 = hit",
        " seats       0 Ann · 1 Ben",
        " seed        7",
    ]


def test_a_new_shoe_is_told_when_it_is_brought_in() -> None:
    """At the start of a round, and in the middle of one where the old shoe is empty."""
    events: list[ToldEvent] = []
    rules = Rules.of(decks=1, shuffle="when_empty")
    table = Table(rules, seats=["Ann", "Ben"], seed=7, recorder=Narrator(SPECTATOR, events.append))
    play_rounds(table, [MimicPlayer(), MimicPlayer()], 8)
    page = Page(Look(symbols=False), rules, ("Ann", "Ben"))
    assert "  the shoe is empty: shoe 1.1 comes into use" in page.lines(*events)
    every_round = told_round("9s 7d 9d Tc Kh", rules=Rules.preset("spring"))
    assert "comes into use" not in every_round.page()


def test_a_question_that_was_not_answered_ends_the_page() -> None:
    """Where the journal stops, the page says whom it is waiting for."""
    page = Page(Look(), Rules(), ("Ann",))
    stopped = Stopped(3, question=Question.EARLY_SURRENDER, seat=0, name="Ann")
    assert page.lines(stopped) == [
        "",
        " The journal stops here, in round 3, at a question for Ann: early surrender?",
    ]


def test_a_round_may_be_void_before_the_dealer_has_a_card() -> None:
    """Hands without a dealer are shown all the same."""
    told = told_round("9s").page()
    assert " Ann         9♠              9\n" in told
    assert "dealer" not in told
    assert "returned  0.00" in told


def test_hands_of_a_seat_stand_under_its_name_when_others_come_between() -> None:
    """Where all splits come before any hand is filled, a seat's name is written again."""
    rules = Rules.of(play_order="splits_first")
    words = ["split", "split", "stand", "stand", "stand", "stand"]
    told = told_round(
        "8s 9s 6d 8d 9d Ks 3d Tc Kh Qc 5c 9c", *words, rules=rules, seats=["Ann", "Ben"]
    )
    rows = told.page().splitlines()
    again = rows.index(" Ann", 8)
    assert rows[again + 1].startswith("   1st hand  8♠ 3♦")


@pytest.mark.parametrize(
    ("cards", "words", "row"),
    [
        ("9s 7d 7d Tc Ks", ["hit"], "9♠ 7♦ K♠        26 bust   loses"),
        ("As 7d Kd Tc", [], "A♠ K♦           blackjack wins"),
    ],
)
def test_what_is_settled_without_money_is_won_or_lost(
    cards: str, words: list[str], row: str
) -> None:
    """No amount stands beside it."""
    assert row in told_round(cards, *words, rules=Rules.preset("spring")).page()


def test_reasons_stand_beside_the_hand_that_they_are_for() -> None:
    """A long sentence goes on below itself, and several hands of a seat are told apart."""
    page = Page(Look(width=60), Rules(), ("Ann",))
    sentence = "hand paid 10.00: it was closer to 21 than the hand of the dealer was"
    reasons = [BetExplained(0, "Ann", hand, 2, sentence, {}, ()) for hand in range(2)]
    assert page.lines(Explained(1, tuple(reasons))) == [
        "",
        " Ann         1st hand: hand paid 10.00: it was closer to 21",
        "             than the hand of the dealer was",
        " Ann         2nd hand: hand paid 10.00: it was closer to 21",
        "             than the hand of the dealer was",
    ]


def test_a_blank_line_stands_again_once_others_have_written() -> None:
    """Two blank lines never follow each other on the page itself."""
    events = told_round("9s 9d 7d Kd", "stand").events
    turned = next(n for n, event in enumerate(events) if isinstance(event, DealerShowed))
    page = Page(Look(), Rules(), ("Ann",))
    above = page.lines(*(each for each in events[:turned] if not isinstance(each, Answered)))
    assert above[-1] == ""
    assert page.rest() == []
    assert page.lines(events[turned])[0] == ""


def test_a_moment_without_words_is_an_error() -> None:
    """A kind of event that is added elsewhere is not passed over in silence."""
    with pytest.raises(NotImplementedError, match="ToldEvent"):
        Page(Look(), Rules(), ("Ann",)).lines(ToldEvent(1))


def test_options_stand_as_in_a_rule_file() -> None:
    """True, false and none, whatever a program calls them."""
    rules = Rules.preset("cpsc386", bet_max=None, double_soft=False)
    lines: list[str] = []
    page = Page(Look(), rules, ("Ann",))
    narrator = Narrator(Viewer.at(0), lambda event: lines.extend(page.lines(event)))
    narrator.opened(Table(rules, seats=["Ann"], seed=1))
    told = " ".join(lines)
    assert "cpsc386 with" in told
    assert "bet_max = none" in told
    assert "double_soft = false" in told


@given(names=st.lists(st.text(st.characters(codec="utf-8"), max_size=8), min_size=2, max_size=2))
def test_names_are_shown_as_what_is_printable_of_them(names: list[str]) -> None:
    """Also in colour, where escape sequences are written: none of them comes from a name."""

    def shown(seats: list[str]) -> list[str]:
        events: list[ToldEvent] = []
        table = Table(seats=seats, seed=5, recorder=Narrator(AUDITOR, events.append, explains=True))
        play_rounds(table, [MimicPlayer(1000)] * 2, 1)
        table.open_round()
        look = Look(colour=True)
        page = Page(look, table.rules, tuple(seats))
        drawn = standing(table, SPECTATOR, look)
        return [*page.lines(*events), *page.rest(), *drawn, table_text(table.view(0), 100)]

    assert shown(names) == shown([printable(name) for name in names])
