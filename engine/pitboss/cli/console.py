"""The terminal: what it can show, and how commands write to it and ask players."""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from collections.abc import Mapping, Sequence
from getpass import getpass
from typing import Final, Self, TextIO

from pitboss.errors import PlayerLeft
from pitboss.game.arithmetic import TWENTY_ONE
from pitboss.game.money import MINUS
from pitboss.game.round import DealerNatural, Question
from pitboss.players import HumanPlayer
from pitboss.rules import Rules
from pitboss.story import Narrator, Page, Phrases, ToldEvent, Viewer, standing
from pitboss.story.told_events import Answered, Dealt, Drew, HandShown, RoundOpened, TableOpened
from pitboss.table import Table
from pitboss.table.offer import View
from pitboss.text.terminal import (
    BlankLines,
    Look,
    chosen_name_refusal,
    dealer_total,
    ordinal,
    printable,
    total_text,
)

_MIN_WIDTH: Final = 40
_SHOWN_AFTER_S: Final = 0.5
_REDRAWN_EVERY_S: Final = 0.1
_BAR_COLUMNS: Final = 30

YOU: Final = "You"
"""The name of a player who plays alone and gave no name."""


def look_of(stream: TextIO) -> Look:
    """Find out what a stream can show: colour on a terminal, unless NO_COLOR is set."""
    terminal = stream.isatty()
    colour = terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    width = max(shutil.get_terminal_size().columns, _MIN_WIDTH)
    return Look(colour=colour, symbols=_can_write("♠─▒", stream), width=width)


def _can_write(text: str, stream: TextIO) -> bool:
    try:
        text.encode(stream.encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def write_lines(lines: list[str]) -> None:
    """Write lines to standard output."""
    write("\n".join(lines))


def json_line(record: Mapping[str, object]) -> str:
    """Write a record as a line of JSON in ASCII, without control characters."""
    return json.dumps(record, separators=(",", ":"))


def write(text: str, *, ends: str = "\n", error: bool = False) -> None:
    """Write a text to standard output or standard error.

    Args:
        text: the text, with or without colour, as `look_of` decided; it is written unchanged,
            except that ``-`` replaces a minus sign that the stream cannot show.
        ends: what follows the text.
        error: write to standard error.
    """
    stream = sys.stderr if error else sys.stdout
    if MINUS in text and not _can_write(MINUS, stream):
        text = text.replace(MINUS, "-")
    stream.write(text + ends)
    stream.flush()


class Progress:
    """A line that shows the progress of long work on standard error, if that is a terminal.

    It appears after half a second, and the end of the ``with`` block removes it.

    Args:
        doing: the kind of work, such as ``replaying``.
        total: how much there is to do; if this is unknown, nothing is shown.

    Attributes:
        wanted: whether somebody can see the line.
    """

    def __init__(self, doing: str, total: int | None) -> None:
        self._doing = doing
        self._total = total
        self._drawn = time.monotonic() + _SHOWN_AFTER_S
        self._shown = False
        self.wanted = bool(total) and sys.stderr.isatty()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        if self._shown:
            self._shown = False
            write("\r\x1b[K", ends="", error=True)

    def reached(self, done: int) -> None:
        """Report how much is done."""
        now = time.monotonic()
        if self.wanted and self._total and now - self._drawn >= _REDRAWN_EVERY_S:
            self._drawn = now
            self._shown = True
            share = min(done / self._total, 1)
            full = round(share * _BAR_COLUMNS)
            bar = "█" * full + "░" * (_BAR_COLUMNS - full)
            if not _can_write(bar, sys.stderr):
                bar = "#" * full + "." * (_BAR_COLUMNS - full)
            write(f"\r{self._doing} {bar} {share:4.0%}", ends="", error=True)


def per_second(count: int, begun: float) -> int:
    """Return how many of something were done in a second, on average.

    Args:
        count: how many were done.
        begun: the time of the beginning, by `time.perf_counter`.
    """
    seconds = time.perf_counter() - begun
    return round(count / seconds) if seconds > 0 else 0


def rate_text(rate: int) -> str:
    """Return the end of a sentence with the rounds a second; empty if no round was played."""
    return f", at {rate:,} rounds a second" if rate else ""


def name_problem(name: str) -> str:
    """Return what is wrong with the name of a person; empty if nothing is wrong."""
    refusal = chosen_name_refusal(name)
    return f"{name!r} is not a name: {refusal}" if refusal else ""


def ask_line(prompt: str) -> str:
    """Ask for a line.

    Raises:
        PlayerLeft: there is no more input.
    """
    write(prompt, ends="")
    try:
        line = sys.stdin.readline()
    except OSError as error:
        error.filename = "standard input"
        raise
    if not line:
        raise PlayerLeft(YOU)
    if not sys.stdin.isatty():
        write(printable(line.rstrip("\n")))
    return line


def ask_secret(prompt: str) -> str:
    """Ask for a secret, which the terminal does not show.

    Raises:
        PlayerLeft: there is no more input.
    """
    if sys.stdin.isatty():
        return getpass(prompt)
    write(prompt, ends="", error=True)
    line = sys.stdin.readline()
    write("", error=True)
    if not line:
        raise PlayerLeft(YOU)
    return line.rstrip("\n")


class Console:
    """The terminal that the players of a table share.

    Args:
        rules: the rules of the table.
        names: the names of all players.
        records: a stream that gets every told event as a line of JSON; `None` for no stream.

    Attributes:
        narrator: tells the players what happens; it must be among the table's recorders.
    """

    def __init__(self, rules: Rules, names: tuple[str, ...], records: TextIO | None = None) -> None:
        self._rules = rules
        self._records = records
        self._look = look_of(sys.stdout)
        self._page = Page(self._look, rules, names)
        self._phrases = Phrases(rules)
        self._viewer = Viewer.at(*range(len(names)))
        self._turn: object = None
        self._seated = False
        self._blank_lines = BlankLines()
        self.narrator = Narrator(self._viewer, self._hear)

    def show(self, table: Table) -> None:
        """Show the present state of a table that is continued."""
        self._put(standing(table, self._viewer, self._look))

    def players(self, names: Sequence[str]) -> list[HumanPlayer]:
        """Return a player for every seat, in the order of the names."""
        return [
            HumanPlayer(
                name,
                read=self.read,
                write=self.write,
                minor_per_unit=self._rules.minor_per_unit,
                draw=self._turn_begins,
            )
            for name in names
        ]

    def money(self, amount_minor: int) -> str:
        """Write an amount."""
        return self._phrases.money(amount_minor)

    def write(self, text: str) -> None:
        """Write a text, after all lines of the page that wait to be written."""
        self._put([*self._page.rest(), *(text.split("\n") if text else [])])

    def _put(self, lines: list[str]) -> None:
        """Write lines, and never two blank ones in a row."""
        kept = self._blank_lines.without_more(lines)
        if kept:
            write_lines(kept)

    def read(self, prompt: str) -> str:
        """Ask for a line.

        Raises:
            PlayerLeft: there is no more input.
        """
        *above, question = prompt.split("\n")
        self._put([*self._page.rest(), *above])
        self._blank_lines.after_blank = False
        return ask_line(question)

    def agree(self, question: str, *, by_default: bool | None = None) -> bool:
        """Ask until the answer is yes or no.

        Args:
            question: the question.
            by_default: what an empty line means; if this is `None`, an empty line repeats the
                question.
        """
        plain = {True: "Enter or y yes, n no", False: "y yes, Enter or n no", None: "y yes, n no"}
        while True:
            answer = self.read(f"\n{question} ({plain[by_default]}) > ").strip().lower()
            if answer in {"y", "yes"}:
                return True
            if answer in {"n", "no"}:
                return False
            if not answer and by_default is not None:
                return by_default
            self.write(f"That is not one of the choices: {plain[by_default]}.")

    def takes_gift(self, name: str, amount_minor: int) -> bool:
        """If a player has too few chips for a bet, ask whether to accept new chips as a gift."""
        return self.agree(
            f"{printable(name)}, you are broke. A donor who wants no thanks offers you "
            f"{self.money(amount_minor)}. Do you take it?"
        )

    def plays_again(self, name: str) -> bool:
        """Ask the first player whether to play another round."""
        return self.agree(f"{printable(name)}, another round?", by_default=True)

    def _hear(self, told: ToldEvent) -> None:
        if self._records is not None:
            self._records.write(json_line(told.record()) + "\n")
            self._records.flush()
        if isinstance(told, Answered):
            return
        if isinstance(told, TableOpened):
            if self._seated:
                self.write("\n With new chips everybody moves to a new table with fresh cards.")
            self._seated, self._turn = True, None
        self._put(self._page.lines(told))
        if isinstance(told, RoundOpened) and told.new_shoe is not None:
            self.write(" The cards are shuffled and cut again.")
        hands = told.hands if isinstance(told, Dealt) else ()
        for hand in (told.of,) if isinstance(told, Drew) else hands:
            if hand.points >= TWENTY_ONE:
                self.write(f" {_announced(hand)}")

    def _turn_begins(self, view: View) -> str:
        """When the turn of a hand begins, show its cards and the dealer's visible cards."""
        seat, number = view.asked_seat, view.asked_hand
        if seat is None or number is None or view.question is Question.BET or not view.up_card:
            return ""
        shown = self._look.cards(view.dealer_cards)
        if len(view.dealer_cards) > 1:
            natural = view.dealer_natural is DealerNatural.SEEN
            shown += f", {dealer_total(view.dealer_cards, natural=natural)}"
        turn = view.round_number, seat, number, len(view.seats[seat].hands)
        if turn == self._turn:
            return ""
        self._turn = turn
        hand = view.seats[seat].hands[number]
        whose = name = view.seats[seat].name
        if len(view.seats[seat].hands) > 1:
            whose = f"{name}'s {ordinal(number)} hand"
        total = total_text(hand.points, soft=hand.soft, natural=hand.natural)
        return (
            f"\n{printable(whose)}: {self._look.cards(hand.cards)}, {total}; "
            f"the dealer shows {shown}"
        )


def _announced(hand: HandShown) -> str:
    """Return a sentence about a hand that has 21 or is bust."""
    which = f", {ordinal(hand.hand)} hand:" if hand.hands > 1 else ""
    second_person = hand.name == YOU and not which
    if hand.points > TWENTY_ONE:
        found = f"{'are' if second_person else 'is'} bust with {hand.points}"
    else:
        found = f"{'have' if second_person else 'has'} {'blackjack' if hand.natural else '21'}"
    return f"{printable(hand.name)}{which} {found}."
