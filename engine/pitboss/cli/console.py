"""The terminal of the players: what they are shown, and how they are asked."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Final, TextIO

from pitboss.cli.screen import json_line, look_of, write, write_lines
from pitboss.errors import PlayerLeft
from pitboss.game.hand import TWENTY_ONE
from pitboss.game.round import Question
from pitboss.players import HumanPlayer
from pitboss.rules import Rules
from pitboss.story import Narrator, Page, Phrases, ToldEvent, Viewer, standing
from pitboss.story.told_events import Answered, Dealt, Drew, HandShown, RoundOpened, TableOpened
from pitboss.table import Table
from pitboss.table.views import View
from pitboss.text.terminal import columns_of, ordinal, printable, total_text

_LONGEST_NAME: Final = 40

YOU: Final = "You"
"""How somebody is called who plays alone and gave no name."""


def name_problem(name: str) -> str:
    """Say what is wrong with the name of a person; empty if nothing is.

    One that takes no columns cannot be seen.
    """
    seen = columns_of(name.strip()) > 0 and columns_of(name) <= _LONGEST_NAME
    if not seen or not name.isprintable():
        return f"{name!r} is no name: write 1 to {_LONGEST_NAME} letters"
    return ""


def asked(prompt: str) -> str:
    """Ask for a line.

    Raises:
        PlayerLeft: there is no more input.
    """
    write(prompt, ends="")
    line = sys.stdin.readline()
    if not line:
        raise PlayerLeft(YOU)
    if not sys.stdin.isatty():
        write(printable(line.rstrip("\n")))
    return line


class Console:
    """The terminal that the players of a table share.

    Args:
        rules: of their table.
        names: of all of them.
        records: where every told event goes as a line of JSON, for programs; `None` for nowhere.

    Attributes:
        narrator: tells them what happens at the table; it is to hear everything that happens there.
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
        self._after_blank = False
        self.narrator = Narrator(self._viewer, self._hear)

    def show(self, table: Table) -> None:
        """Show a table that was left, as it stands."""
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
        """Write a text, after all that waits to be written."""
        self._put([*self._page.rest(), *(text.split("\n") if text else [])])

    def _put(self, lines: list[str]) -> None:
        """Write lines, and never two blank ones in a row."""
        kept: list[str] = []
        for line in lines:
            if line or not self._after_blank:
                kept.append(line)
            self._after_blank = not line
        if kept:
            write_lines(kept)

    def read(self, prompt: str) -> str:
        """Ask for a line.

        Raises:
            PlayerLeft: there is no more input.
        """
        *above, question = prompt.split("\n")
        self._put([*self._page.rest(), *above])
        self._after_blank = False
        return asked(question)

    def agree(self, question: str, *, by_default: bool | None = None) -> bool:
        """Ask until the answer is yes or no.

        Args:
            question: to be answered.
            by_default: what an empty line means; without it the question is put again.
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
            self.write(f"That is none of the choices: {plain[by_default]}.")

    def plays_again(self, name: str) -> bool:
        """Ask the first player for another round."""
        return self.agree(f"{printable(name)}, another round?", by_default=True)

    def _hear(self, told: ToldEvent) -> None:
        if self._records is not None:
            self._records.write(json_line(told.record()) + "\n")
            self._records.flush()
        if isinstance(told, Answered):
            return
        if isinstance(told, TableOpened):
            if self._seated:
                self.write("\n With new chips everybody moves to a new table, and to fresh cards.")
            self._seated, self._turn = True, None
        self._put(self._page.lines(told))
        if isinstance(told, RoundOpened) and told.new_shoe is not None:
            self.write(" The cards are shuffled and cut anew.")
        hands = told.hands if isinstance(told, Dealt) else ()
        for hand in (told.of,) if isinstance(told, Drew) else hands:
            if hand.points >= TWENTY_ONE:
                self.write(f" {_announced(hand)}")

    def _turn_begins(self, view: View) -> str:
        """Show a player's cards and the dealer's up card when the turn of a hand begins."""
        seat, number = view.asked_seat, view.asked_hand
        if seat is None or number is None or view.question is Question.BET or not view.up_card:
            return ""
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
            f"the dealer shows {self._look.card(view.up_card)}"
        )


def _announced(hand: HandShown) -> str:
    """Say that a hand has 21 or went over it."""
    which = f", {ordinal(hand.hand)} hand:" if hand.hands > 1 else ""
    second_person = hand.name == YOU and not which
    if hand.points > TWENTY_ONE:
        found = f"{'are' if second_person else 'is'} bust with {hand.points}"
    else:
        found = f"{'have' if second_person else 'has'} {'blackjack' if hand.natural else '21'}"
    return f"{printable(hand.name)}{which} {found}."
