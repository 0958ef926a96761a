"""An explanation: what happened, for what amount, by which options, and all of it in a sentence."""

from __future__ import annotations

from enum import Enum

from attrs import frozen

from pitboss.game.money import format_minor
from pitboss.rules import Rules
from pitboss.rules.option_kinds import unquoted
from pitboss.rules.options import OPTIONS
from pitboss.story.clauses import clauses_of_option


class Ruling(Enum):
    """What became of what was said or staked; the value is the word in the sentence."""

    REFUSED = "refused"
    PAID = "paid"
    LOST = "lost"
    RETURNED = "returned"


@frozen
class RuledBy:
    """An option that decided, as this table has it.

    Attributes:
        option: its name.
        value: its value, as a rule file has it.
        meaning: what the option decides, in one line.
        clauses: the documents that say this value, each with the place in it; none where the value
            is the table's own.
    """

    option: str
    value: str
    meaning: str
    clauses: tuple[str, ...]

    @classmethod
    def of(cls, rules: Rules, option: str) -> RuledBy:
        """Return an option of a rule set with what it decided by."""
        value = unquoted(OPTIONS[option].written(getattr(rules, option)))
        return cls(option, value, OPTIONS[option].meaning, clauses_of_option(rules, option))

    def text(self, *, joined_by: str) -> str:
        """Return option, value and first clause, such as ``max_hands = 2 [001 Split]``."""
        return f"{self.option}{joined_by}{self.value}{cited(self.clauses)}"


@frozen
class Explanation:
    """Why something was refused, paid, lost or returned.

    Attributes:
        subject: what it was about: ``hand``, ``insurance`` or the word that was refused.
        ruling: what became of it.
        seat: whose, counted from 0.
        hand: which of the seat's hands, counted from 0.
        amount_minor: what was paid beside the stake, was lost or was given back; for a refusal the
            stake that was named, or 0.
        because: what lay on the table, in plain words.
        options: the options that decided, the most important first.
        clauses: the documents that say so, for what no option decides.
        sentence: all of it for a reader.
    """

    subject: str
    ruling: Ruling
    seat: int
    hand: int
    amount_minor: int
    because: str
    options: tuple[RuledBy, ...]
    clauses: tuple[str, ...]
    sentence: str

    @property
    def what(self) -> str:
        """What happened, in two words, such as ``hand paid``."""
        return f"{self.subject} {self.ruling.value}"


def cited(clauses: tuple[str, ...]) -> str:
    """Return the first of some clauses in square brackets behind a blank, or nothing for none."""
    return f" [{clauses[0]}]" if clauses else ""


def money(rules: Rules, amount_minor: int) -> str:
    """Write an amount as the table shows it."""
    return format_minor(amount_minor, rules.minor_per_unit)
