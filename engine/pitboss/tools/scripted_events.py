"""How a list of words answers the questions of a table.

Nothing here knows a rule of the game: every answer goes to the table, which takes or refuses it.
What is known is when a word that does not answer an offer declines it and is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import Final, NoReturn

from pitboss.errors import EventError, PitbossError
from pitboss.game.events import Event
from pitboss.game.round import Question, Round
from pitboss.rules.option_kinds import shown
from pitboss.rules.values import InsuranceAmount
from pitboss.table import Table
from pitboss.table.legality import RefusedError

INSURE: Final = "insure"
INSURE_AMOUNT: Final = "insure:"
AMOUNT_DIGITS_MAX: Final = 16

WORDS: Final[Mapping[str, Callable[[int, int], Event]]] = {
    "even_money": Event.even_money,
    "decline": Event.decline,
    "split": Event.split,
    "double": Event.double,
    "hit": Event.hit,
    "stand": Event.stand,
    "surrender": Event.surrender,
}
"""Every word that names no stake, with the event that it makes of a seat and a hand."""

WORDS_OF_PLAY: Final = frozenset({"hit", "stand", "double", "surrender"})
"""The words that play a hand; at a split offer they decline it."""


class ScriptedErrorKind(Enum):
    """Why a scripted round has no result."""

    BAD_JSON = "bad_json"
    BAD_FIELD = "bad_field"
    BAD_RULES = "bad_rules"
    BAD_CARD = "bad_card"
    OUT_OF_CARDS = "out_of_cards"
    MISSING_DECISION = "missing_decision"
    ILLEGAL_DECISION = "illegal_decision"
    UNUSED_DECISIONS = "unused_decisions"


class ScriptedError(PitbossError):
    """A scripted round cannot be read, or cannot be played to its end.

    Attributes:
        kind: the kind of fault.
        message: what is wrong and what to do about it.
    """

    def __init__(self, kind: ScriptedErrorKind, message: str) -> None:
        self.kind = kind
        self.message = message
        super().__init__(message, "mend the round and give it again", f"{kind.value}: {message}")


def answer_all(table: Table, decisions: Sequence[str]) -> tuple[Event, ...]:
    """Answer every question of the round, and return the answers.

    Args:
        table: a table whose bets are placed.
        decisions: words in the order in which they are asked.

    Raises:
        ScriptedError: a decision is missing, illegal or left over.
    """
    round_ = table.round
    answers: list[Event] = []
    used = 0
    while (question := round_.question) is not None:
        word = decisions[used] if used < len(decisions) else None
        kept = _declines_and_is_kept(round_, question, word)
        used += not kept
        try:
            if kept:
                event = Event.decline(round_.asked_seat, round_.asked_hand)
            else:
                event = _event_of(table, question, word, used - 1)
            table.apply(event)
        except (EventError, RefusedError) as error:
            _illegal(used, str(error))
        answers.append(event)
    if used < len(decisions) and not round_.void:
        raise ScriptedError(
            ScriptedErrorKind.UNUSED_DECISIONS,
            f"the round is over after {used} of {len(decisions)} decisions: "
            f"leave out {shown(decisions[used])} and what follows",
        )
    return tuple(answers)


def _illegal(number: int, reason: str) -> NoReturn:
    raise ScriptedError(ScriptedErrorKind.ILLEGAL_DECISION, f"decision {number}: {reason}")


def _declines_and_is_kept(round_: Round, question: Question, word: str | None) -> bool:
    """Say whether a word, or there being none, declines an offer and is kept for what follows."""
    if question is Question.EARLY_SURRENDER:
        return word not in {"surrender", "decline"}
    if question is not Question.SPLIT or word not in WORDS_OF_PLAY:
        return False
    # To stand on split aces that may only be split again declines that, and is used up.
    hand = round_.seats[round_.asked_seat].hands[round_.asked_hand]
    return word != "stand" or not hand.done


def _event_of(table: Table, question: Question, word: str | None, used: int) -> Event:
    """Return what a word says to the question that waits, fitting or not."""
    seat, hand = table.round.asked_seat, table.round.asked_hand
    if word is None:
        legal = ", ".join(kind.value for kind in table.menu().kinds)
        raise ScriptedError(
            ScriptedErrorKind.MISSING_DECISION,
            f"seat {seat}, hand {hand} is asked after {used} decisions: add one of {legal}",
        )
    if word == "stand" and question is Question.SPLIT:
        return Event.decline(seat, hand)
    say = WORDS.get(word)
    if say is None:
        return Event.insure(seat, hand, _stake_of(table, question, word, used + 1))
    return say(seat, hand)


def _stake_of(table: Table, question: Question, word: str, number: int) -> int:
    """Return the insurance stake that a word names; the plain word names the half."""
    amount = word.removeprefix(INSURE_AMOUNT)
    if amount != word and amount.isascii() and amount.isdigit():
        if len(amount) <= AMOUNT_DIGITS_MAX:
            return int(amount)
        _illegal(number, f"a stake has at most {AMOUNT_DIGITS_MAX} digits")
    if word != INSURE:
        known = ", ".join([INSURE, f"{INSURE_AMOUNT}AMOUNT", *WORDS])
        _illegal(number, f"{shown(word)} is unknown, write one of {known}")
    limits = table.menu().limits
    if question is not Question.INSURANCE or limits is None:
        return 0
    kind = table.rules.insurance_amount
    if kind is not InsuranceAmount.HALF:
        _illegal(
            number,
            f"insurance_amount = {kind.value}, so write insure:AMOUNT "
            f"with {limits.least_minor} to {limits.most_minor}",
        )
    return limits.most_minor
