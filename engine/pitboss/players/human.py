"""A player who asks a person, and how people write amounts of money."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from pitboss.arguments import takes
from pitboss.errors import PlayerLeft
from pitboss.game.events import Event, EventKind
from pitboss.game.money import format_minor
from pitboss.game.round import Question
from pitboss.players.answers import ANSWER_OF, PlayerError
from pitboss.players.table_text import table_text
from pitboss.table.offer import Offer, View
from pitboss.text.terminal import Look, list_text, printable

Choices = Mapping[str, EventKind]
"""The offered kinds of event, by their words; the first letter of a word chooses it, too."""

_PLAIN: Final = Look(symbols=False)
_LETTERS: Final = {"surrender": "r"}
"""The letters for words that begin with the same letter as another word."""

_MEANINGS: Final[Mapping[EventKind, str]] = {
    EventKind.BET: "stakes an amount and plays the round",
    EventKind.SIDE_BET: "stakes an amount on a side bet, before the bet: its name and the amount",
    EventKind.SIT_OUT: "plays no hand in this round",
    EventKind.INSURE: "stakes an amount on a blackjack of the dealer",
    EventKind.EVEN_MONEY: "wins the amount of the bet at once, whatever the dealer has",
    EventKind.SURRENDER: "ends the hand for half of its bet",
    EventKind.SPLIT: "makes two hands of the pair, each with its own bet",
    EventKind.HIT: "takes one more card",
    EventKind.STAND: "takes no more cards",
    EventKind.DOUBLE: "doubles the bet and takes exactly one more card",
    EventKind.DECLINE: "declines the offer and continues",
}
"""What each answer does; a question mark shows these texts."""

_HELP: Final = "?"
_SIT_OUT: Final = frozenset({"o", "out", "sit out"})
_NO: Final = frozenset({"n", "no"})


class HumanPlayer:
    """Asks a person for every answer, and asks again until the answer is legal.

    It draws the table before every question. It offers only legal answers, and a letter chooses
    each of them; people write amounts in units, such as ``12.50``. The person may leave with
    Ctrl-C, or by ending the input. If the input ends, `read` must raise an ``EOFError``. The round
    can be continued later.

    Args:
        name: how the person is addressed.
        read: shows a prompt, and returns the line that the person writes.
        write: shows a text.
        minor_per_unit: minor units in one unit of money, as in the rule set.
        draw: draws the table; by default in plain text, see `table_text`.
    """

    @takes(PlayerError)
    def __init__(
        self,
        name: str,
        *,
        read: Callable[[str], str],
        write: Callable[[str], None],
        minor_per_unit: int = 100,
        draw: Callable[[View], str] | None = None,
    ) -> None:
        self._name = printable(name)
        self._read = read
        self._write = write
        self._minor_per_unit = minor_per_unit
        self._draw = draw or partial(table_text, minor_per_unit=minor_per_unit)
        self._last_bet_minor: int | None = None
        self._explain: Callable[[], None]

    def decide(self, view: View, offer: Offer) -> Event:
        """Draw the table and ask for the answer to an offer.

        Raises:
            PlayerLeft: the input has ended.
        """
        self._explain = partial(self._write_meanings, view, offer)
        self._write(self._draw(view))
        match offer.question:
            case Question.BET:
                return self._bet(offer)
            case Question.INSURANCE:
                return self._insurance(offer)
            case Question.PLAY:
                choices = {kind.value: kind for kind in offer.legal}
                return ANSWER_OF[self._choice(f"{_PLAIN.cards(offer.cards)}:", choices)](offer)
            case Question.EVEN_MONEY | Question.EARLY_SURRENDER | Question.SPLIT:
                return ANSWER_OF[self._yes_or_no(offer)](offer)

    def _bet(self, offer: Offer) -> Event:
        """Ask for the bet; an empty line repeats the last one."""
        if EventKind.BET not in offer.legal:
            self._write(f"{self._name}, your chips are fewer than the least bet; you sit out.")
            return offer.sit_out()
        only_minor = offer.least_minor if offer.least_minor == offer.most_minor else None
        last_minor = only_minor if self._last_bet_minor is None else self._last_bet_minor
        once_more = "" if self._last_bet_minor is None else " again"
        again = "" if last_minor is None else f", Enter for {self._money(last_minor)}{once_more}"
        allowed = f"{self._range(offer)}{again}, or o to sit out"
        if offer.side_bets:
            names = list_text([name for name, _ in offer.side_bets])
            allowed += f"; before it {names} and an amount"
        while True:
            answer = self._ask(f"your bet ({allowed})")
            if answer in _SIT_OUT:
                return offer.sit_out()
            name, _, amount = answer.partition(" ")
            if offer.side_bets and (amount or name in dict(offer.side_bets)):
                side_bet = self._side_bet(name, amount.strip(), offer)
                if side_bet is not None:
                    return side_bet
                continue
            bet_minor = self._stake(answer, offer) if answer else self._within(last_minor, offer)
            if bet_minor is not None:
                self._last_bet_minor = bet_minor
                return offer.bet(bet_minor)
            self._write(f"That is not a bet you can make: write {allowed}.")

    def _side_bet(self, name: str, amount: str, offer: Offer) -> Event | None:
        """Place a side bet and confirm it; if it cannot be placed, say why and return `None`."""
        offered = dict(offer.side_bets)
        if name not in offered:
            names = list_text([*offered])
            self._write(f"There is no side bet {printable(name)} to place now: write {names}.")
            return None
        amount_minor = read_minor(amount, self._minor_per_unit)
        if amount_minor is None or not offered[name].allow(amount_minor):
            stake = f"The stake on {name}, written after its name,"
            self._write(f"{offered[name].sentence(stake, self._money, amount_minor or 0)}.")
            return None
        self._write(f"{self._name}: {self._money(amount_minor)} on {name}.")
        return offer.side_bet(name, amount_minor)

    def _insurance(self, offer: Offer) -> Event:
        """Ask whether to insure, and for how much if there is a choice."""
        if offer.least_minor == offer.most_minor:
            kind = self._yes_or_no(offer, f"insurance for {self._money(offer.most_minor)}?")
            return offer.insure() if kind is EventKind.INSURE else offer.decline()
        allowed = f"{self._range(offer)}, or n for no"
        while True:
            answer = self._ask(f"insurance? ({allowed})")
            if answer in _NO:
                return offer.decline()
            stake_minor = self._stake(answer, offer)
            if stake_minor is not None:
                return offer.insure(stake_minor)
            self._write(f"That is not an insurance you can take: write {allowed}.")

    def _yes_or_no(self, offer: Offer, question: str = "") -> EventKind:
        yes = next(kind for kind in offer.legal if kind is not EventKind.DECLINE)
        question = question or f"{yes.value.replace('_', ' ')}?"
        return self._choice(question, {"yes": yes, "no": EventKind.DECLINE})

    def _choice(self, question: str, choices: Choices) -> EventKind:
        """Ask for one of several kinds of event, by its word or its letter."""
        understood = {**choices, **{_letter(word): kind for word, kind in choices.items()}}
        offered = ", ".join(f"{_letter(word)} {word}" for word in choices)
        while True:
            kind = understood.get(self._ask(f"{question} {offered}"))
            if kind is not None:
                return kind
            self._write(f"That is not one of the choices: {offered}; ? says what each does.")

    def _ask(self, question: str) -> str:
        while True:
            try:
                line = self._read(f"{self._name}, {question} > ").strip().lower()
            except EOFError as error:
                raise PlayerLeft(self._name) from error
            if line != _HELP:
                return line
            self._explain()

    def _write_meanings(self, view: View, offer: Offer) -> None:
        """Show the table and what each answer does."""
        self._write(table_text(view, minor_per_unit=self._minor_per_unit))
        for kind in offer.legal:
            cost = self._cost(offer.cost_minor(kind))
            self._write(f"  {kind.value.replace('_', ' '):<11} {_MEANINGS[kind]}{cost}")

    def _cost(self, cost_minor: int | None) -> str:
        """Say what an answer adds to the bet, such as ``, for 10.00 more``."""
        if cost_minor is None:
            return ""
        return f", for {self._money(cost_minor)} more" if cost_minor else ", for free"

    def _stake(self, text: str, offer: Offer) -> int | None:
        """Read an amount; `None` if the offer does not allow such a stake."""
        return self._within(read_minor(text, self._minor_per_unit), offer)

    def _within(self, amount_minor: int | None, offer: Offer) -> int | None:
        return amount_minor if amount_minor is not None and offer.takes(amount_minor) else None

    def _range(self, offer: Offer) -> str:
        least = self._money(offer.least_minor)
        steps = f" in steps of {self._money(offer.unit_minor)}" if offer.unit_minor > 1 else ""
        if offer.unlimited:
            return f"{least} or more{steps}"
        return f"{least} to {self._money(offer.most_minor)}{steps}"

    def _money(self, amount_minor: int) -> str:
        return format_minor(amount_minor, self._minor_per_unit)


def _letter(word: str) -> str:
    return _LETTERS.get(word, word[0])


MAX_AMOUNT_LETTERS: Final = 24
"""The most letters of a text that is read as an amount."""

# Any other comma may be meant as a decimal point: 7,50 is not 750.
_AMOUNT: Final = re.compile(r"([0-9]+|[0-9]{1,3}(?:,[0-9]{3})+)(?:\.([0-9]+))?")


def read_minor(text: str, minor_per_unit: int) -> int | None:
    """Read an amount that a person wrote; the reverse of `pitboss.game.money.format_minor`.

    Commas between thousands, and zeros at the end, may be left out. If a unit has a hundred minor
    units, ``12``, ``12.5`` and ``1,200.50`` are amounts; ``12.505``, ``7,50`` and ``-12`` are not.

    Args:
        text: what was written.
        minor_per_unit: minor units in one unit, at least 1.

    Returns:
        Minor units; `None` if the text is not an amount.
    """
    found = _AMOUNT.fullmatch(text) if len(text) <= MAX_AMOUNT_LETTERS else None
    if found is None:
        return None
    whole, rest = int(found[1].replace(",", "")), found[2] or ""
    places = len(str(minor_per_unit - 1)) if minor_per_unit > 1 else 0
    minor = int(rest.ljust(places, "0") or 0)
    if len(rest) > places or minor >= minor_per_unit:
        return None
    return whole * minor_per_unit + minor
