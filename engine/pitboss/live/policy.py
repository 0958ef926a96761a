"""What a host decides for a live table: time limits, and what clients may do."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import Any, Final, cast

from attrs import field, frozen

from pitboss.errors import TableError, brief
from pitboss.game.events import ANSWERS
from pitboss.game.limits import MAX_TOTAL_MINOR
from pitboss.game.round import Question
from pitboss.game.seat_changes import ChangeKind

ANSWER_MS: Final = 20_000
"""The default time limit for an answer."""

MAX_MS: Final = 10**10
"""The longest time in a policy, about four months."""

_OPEN_TO_CLIENTS: Final = frozenset(
    {
        ChangeKind.JOIN,
        ChangeKind.LEAVE,
        ChangeKind.AWAY,
        ChangeKind.BACK,
        ChangeKind.CLIENT_SEED,
    }
)


_WITH_COMMITMENTS: Final = frozenset({ChangeKind.COMMIT_SEED, ChangeKind.OPEN_SEED})

SEEDS_MS: Final = 5_000
"""How long seats have by default to commit to seeds, and then to open them."""


def _no_answers() -> Mapping[Question, str]:
    return {}


@frozen
class SessionPolicy:
    """What a host decides for a live table; times are in whole milliseconds.

    Attributes:
        answer_ms: how long an answer may take, 1 or more; `None` for no limit. A mapping gives each
            question its own time; a question that it leaves out has `ANSWER_MS`.
        warning_ms: how long before the end of that time the seat is warned; 0 for no warning.
        grace_ms: the total extra time for an answer while no client of the seat is connected.
        time_outs_until_away: after how many time-outs in a row a seat is away; `None` for never.
        pause_ms: the time between the end of a round and the next round, 1 or more.
        bot_ms: how long a bot takes for an answer, 0 or more.
        answers: for each question the word with which the session answers in place of a seat. If
            there is no word, or it is not legal, `Offer.default` answers.
        open_to_clients: the changes that clients may make to their own seats. By default, only the
            host makes deposits and withdrawals.
        join_balance_minor: the chips with which a client joins, in minor units; `None` for
            unlimited funds.
        seeds_ms: how long seats may take to commit to seeds of the next shoe, and then to open
            them. The seed of a late seat is not used. If this is set, a client can add a seed only
            with a commitment. `None` for a table without commitments.
        hints: whether seats may ask what the chart of `BasicStrategy` answers to their question.
        most_waiting: how many changes by clients of one seat may wait for the end of the round. One
            join of each client may also wait.
        most_spectators: how many spectators may be connected. Each seat may also have ten clients,
            so that spectators cannot keep out the owner of a seat.

    Raises:
        TableError: a number is out of range, a word is not an answer, or a part has a wrong type.
    """

    answer_ms: int | Mapping[Question, int | None] | None = ANSWER_MS
    warning_ms: int = 5_000
    grace_ms: int = 10_000
    time_outs_until_away: int | None = 3
    pause_ms: int = 3_000
    bot_ms: int = 1_000
    answers: Mapping[Question, str] = field(factory=_no_answers)
    open_to_clients: frozenset[ChangeKind] = _OPEN_TO_CLIENTS
    join_balance_minor: int | None = 0
    seeds_ms: int | None = None
    hints: bool = False
    most_waiting: int = 8
    most_spectators: int = 100

    def __attrs_post_init__(self) -> None:
        """Refuse parts that are out of range or have a wrong type."""
        if isinstance(self.answer_ms, Mapping):
            _check_questions("answer_ms", self.answer_ms)
        limits = {f"answer_ms at {each.value}": self.limit_ms(each) for each in Question}
        for name, value in limits.items():
            if value is not None:
                _check(name, value, 1, MAX_MS)
        _check("warning_ms", self.warning_ms, 0, MAX_MS)
        _check("grace_ms", self.grace_ms, 0, MAX_MS)
        _check("pause_ms", self.pause_ms, 1, MAX_MS)
        _check("bot_ms", self.bot_ms, 0, MAX_MS)
        if self.seeds_ms is not None:
            _check("seeds_ms", self.seeds_ms, 1, MAX_MS)
        if type(self.hints) is not bool:
            raise TableError(f"hints cannot be {brief(self.hints)}", "give True or False")
        _check("most_waiting", self.most_waiting, 1, 1_000)
        _check("most_spectators", self.most_spectators, 1, 1_000_000)
        if self.time_outs_until_away is not None:
            _check("time_outs_until_away", self.time_outs_until_away, 1, 1_000_000)
        if self.join_balance_minor is not None:
            _check("join_balance_minor", self.join_balance_minor, 0, MAX_TOTAL_MINOR)
        _check_answers(self.answers)
        _check_changes(self.open_to_clients)

    @property
    def changes_of_clients(self) -> frozenset[ChangeKind]:
        """The changes that clients may make, including those that add seeds to shoes."""
        if self.seeds_ms is None:
            return self.open_to_clients
        return self.open_to_clients - {ChangeKind.CLIENT_SEED} | _WITH_COMMITMENTS

    def limit_ms(self, question: Question) -> int | None:
        """Return how long an answer to a question may take; `None` for no limit."""
        answer_ms = self.answer_ms
        return answer_ms.get(question, ANSWER_MS) if isinstance(answer_ms, Mapping) else answer_ms


def _check_answers(answers: object) -> None:
    if not isinstance(answers, Mapping):
        problem = f"answers cannot be {brief(answers)}"
        raise TableError(problem, "give a mapping of questions to words")
    words = cast("Mapping[Question, object]", answers)
    _check_questions("answers", words)
    for question, word in words.items():
        if type(word) is not str or word not in ANSWERS:
            raise TableError(
                f"{question.value} cannot be answered by {brief(word)}",
                f"write one of {', '.join(ANSWERS)}",
            )


def _check_changes(changes: object) -> None:
    # A set of names, in place of kinds of changes, would allow nothing.
    kinds = cast("AbstractSet[object]", changes)
    if not isinstance(changes, AbstractSet) or any(type(kind) is not ChangeKind for kind in kinds):
        raise TableError(f"open_to_clients cannot be {brief(kinds)}", "give a set of ChangeKind")


def _check_questions(name: str, mapping: Mapping[Any, object]) -> None:
    for key in mapping:
        if type(key) is not Question:
            raise TableError(
                f"{name} cannot have the key {brief(key)}",
                "use members of Question, such as Question.BET",
            )


def _check(name: str, value: object, least: int, most: int) -> None:
    if type(value) is not int or not least <= value <= most:
        problem = f"{name} cannot be {brief(value)}"
        raise TableError(problem, f"give {least} to {most}, as a whole number")
