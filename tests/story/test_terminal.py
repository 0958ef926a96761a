"""Drawing for a terminal: columns are counted as a terminal counts them."""

from unicodedata import east_asian_width

import pytest

from pitboss.game.cards import CARDS, Card
from pitboss.text import terminal
from pitboss.text.terminal import (
    Look,
    align_left,
    columns_of,
    fold_cells,
    list_text,
    ordinal,
    printable,
    right,
    shorten,
    total_text,
    wrap,
)


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("", 0),
        ("Ann", 3),
        ("\x1b[1mAnn\x1b[0m", 3),
        ("牌", 2),
        ("e\u0301", 1),
        ("8♠", 2),
        ("ی\u200cخ", 2),
    ],
)
def test_columns_are_those_that_a_terminal_fills(text: str, columns: int) -> None:
    """Wide letters take two, accents and escape sequences none."""
    assert columns_of(text) == columns
    assert columns_of(align_left(text, 9)) == columns_of(right(text, 9)) == 9


def test_a_text_that_is_too_long_is_marked_where_it_is_cut() -> None:
    """Short texts stay as they are."""
    assert shorten("Annabel", 7) == "Annabel"
    assert shorten("Annabel", 6) == "Annab~"
    assert shorten("牌牌牌", 4) == "牌~"
    assert shorten("e\N{COMBINING ACUTE ACCENT}" * 4, 3) == "e\N{COMBINING ACUTE ACCENT}" * 2 + "~"
    assert shorten("Annabel", 0) == "~"


def test_a_long_text_is_cut_without_much_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line of a journal may have half a million letters: each is looked at twice at most."""
    looked_at: list[str] = []

    def width(letter: str) -> str:
        looked_at.append(letter)
        return east_asian_width(letter)

    monkeypatch.setattr(terminal, "east_asian_width", width)
    assert shorten("x" * 9_000, 80) == "x" * 79 + "~"
    assert len(looked_at) <= 2 * 9_000


def test_words_are_broken_into_lines_between_them() -> None:
    """A word longer than a line stands alone."""
    assert list(wrap("hit, stand or double", 10)) == ["hit, stand", "or double"]
    assert list(wrap("a insurmountable b", 5)) == ["a", "insurmountable", "b"]
    assert list(wrap("", 5)) == [""]


def test_cells_for_which_there_is_no_room_stand_below() -> None:
    """All rows of one width break at the same place, whatever is in their last cells."""
    rows = [["Ann  ", "  10.00", "win "], ["Wilma", "1000.00", ""]]
    assert [list(fold_cells(row, 40)) for row in rows] == [
        ["Ann      10.00  win"],
        ["Wilma  1000.00"],
    ]
    assert [list(fold_cells([*row, " +1.00"], 21)) for row in rows] == [
        ["Ann      10.00", "    win    +1.00"],
        ["Wilma  1000.00", "     +1.00"],
    ]


@pytest.mark.parametrize(
    ("number", "place"),
    [(0, "1st"), (1, "2nd"), (2, "3rd"), (3, "4th"), (10, "11th"), (12, "13th"), (20, "21st")],
)
def test_a_place_in_an_order_is_written_for_people(number: int, place: str) -> None:
    """Counting begins at the first."""
    assert ordinal(number) == place


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ([], ""),
        (["hit"], "hit"),
        (["hit", "stand"], "hit or stand"),
        (["a", "b", "c"], "a, b or c"),
    ],
)
def test_choices_are_written_as_a_list(words: list[str], text: str) -> None:
    """The last one is set apart."""
    assert list_text(words) == text


def test_totals_are_written_as_they_are_said() -> None:
    """Soft matters below 21 only, and a natural has its own name."""
    assert total_text(17, soft=False) == "17"
    assert total_text(17, soft=True) == "soft 17"
    assert total_text(21, soft=True) == "21"
    assert total_text(21, soft=True, natural=True) == "blackjack"
    assert total_text(26, soft=False) == "26 bust"


def test_cards_are_drawn_in_symbols_or_in_their_codes() -> None:
    """Every card has a drawing of its own, with symbols and without."""
    assert Look().cards([Card.parse("Th"), Card.parse("As")], hidden=True) == "10♥ A♠ ▒▒"
    assert Look(symbols=False).cards([Card.parse("Th")], hidden=True) == "Th ??"
    for look in (Look(), Look(symbols=False), Look(colour=True)):
        assert len({look.card(card) for card in CARDS}) == 52


def test_red_suits_are_red_where_there_is_colour() -> None:
    """A plain page holds no escape sequence."""
    red, black = Card.parse("9d"), Card.parse("9c")
    assert "31" in Look(colour=True).card(red)
    assert "31" not in Look(colour=True).card(black)
    assert "\x1b" not in Look().line("Round 1") + Look().card(red) + Look().gain(-5, "-5")


def test_gains_and_losses_differ_in_colour_and_nothing_is_neither() -> None:
    """Zero is written plainly."""
    look = Look(colour=True)
    assert look.gain(1, "x") != look.gain(-1, "x")
    assert look.gain(0, "x") == "x"


def test_what_steers_a_terminal_is_not_printable() -> None:
    """Letters of every script are, and what joins them."""
    assert printable("Jörg 牌 ی\u200cخ \x1b[2J\x07\n") == "Jörg 牌 ی\u200cخ ?[2J??"


def test_lines_of_text_are_no_wider_than_is_good_to_read() -> None:
    """A very wide terminal does not get very wide lines."""
    assert columns_of(Look(width=300).line("Round 1")) == 100
    assert columns_of(Look(width=60).line("Round 1")) == 60
