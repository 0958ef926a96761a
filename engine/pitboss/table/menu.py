"""The menu: the legal answers to a question, and the error for an answer that is not legal."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import Final

from attrs import frozen

from pitboss.errors import PitbossError
from pitboss.game.documents import document, within
from pitboss.game.events import KINDS_WITH_AMOUNT, Event, EventKind
from pitboss.game.round import Question, Round
from pitboss.machine.side_bets import SideBetLimits
from pitboss.machine.stakes import AmountLimits

_SIDE_BET: Final = EventKind.SIDE_BET


class Refusal(Enum):
    """The kinds of refusal."""

    WRONG_STATE = "wrong_state"
    NOT_ASKED = "not_asked"
    WRONG_SEAT = "wrong_seat"
    WRONG_HAND = "wrong_hand"
    WRONG_AMOUNT = "wrong_amount"
    RULES_FORBID = "rules_forbid"
    HAND_FORBIDS = "hand_forbids"


@frozen
class Why:
    """Why an event is refused; the fields are those of `RefusedError`."""

    kind: Refusal
    reason: str
    options: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()


class RefusedError(PitbossError):
    """An event is illegal now; nothing was changed.

    Attributes:
        kind: the kind of refusal.
        event: the refused event.
        phase: the state of the round.
        question: the open question, if any.
        legal: the kinds of event that are legal now.
        reason: the reason, in plain words.
        options: the rule options that decided, with their values as written, such as
            ``{"max_hands": "2"}``.
        clauses: the documents that decided if no option did, each with its number in square
            brackets, such as ``[001] Bets``.
        limits: the stakes that the seat of the event may choose, if it is asked for a stake;
            otherwise `None`. Show the limits, and the message about a wrong amount, only to the
            seat and the host, because they reveal the chips of the seat.
        side_bets: the limits of each side bet that may be placed, by name.
    """

    def __init__(
        self, event: Event, round_: Round, menu: Menu, why: Why, options: dict[str, str]
    ) -> None:
        self.kind = why.kind
        self.event = event
        self.phase = round_.phase
        self.question = round_.question
        self.legal = legal = menu.kinds
        # The limits of another seat would reveal its chips.
        self.limits = menu.limits if event.seat == menu.seat else None
        self.side_bets = menu.side_bets if event.seat == menu.seat else ()
        self.reason = why.reason
        self.options = options
        self.clauses = why.clauses
        because = "; ".join(f"{name} = {value}" for name, value in options.items())
        ruled = f" ({because})" if because else ""
        now = ", ".join(kind.value for kind in legal) or "nothing, because the house moves next"
        problem = f"{event} refused in {self.phase.value}: {why.reason}{ruled}"
        next_step = f"legal now: {now}"
        super().__init__(problem, next_step, f"{problem}; {next_step}")

    def to_json(self) -> str:
        """Return the refusal as a document of the protocol, for the seat of the event.

        If another seat is asked, the document has no legal events and no limits.
        """
        asked = self.question is not None and self.event.kind is not EventKind.OPEN
        members: dict[str, object] = {
            "kind": self.kind.value,
            "event": within(self.event.to_json()),
            "phase": self.phase.value,
            "reason": self.reason,
            "options": self.options,
            "clauses": self.clauses,
        }
        if self.question is not None:
            members["question"] = self.question.value
        if asked and self.kind is not Refusal.WRONG_SEAT:
            members |= write_answers(self.legal, self.limits, self.side_bets)
        return document("refusal", members)


def write_answers(
    legal: tuple[EventKind, ...], limits: AmountLimits | None, side_bets: SideBetLimits
) -> dict[str, object]:
    """Return the possible answers, as members of a document for the seat that is asked."""
    members: dict[str, object] = {"legal": within(write_kinds(legal))}
    if limits is not None and not KINDS_WITH_AMOUNT.isdisjoint(legal):
        members["stake"] = within(write_stake(limits))
    if side_bets:
        members["side_bets"] = within(write_side_bets(side_bets))
    return members


@lru_cache(maxsize=1024)
def write_kinds(kinds: tuple[EventKind, ...]) -> str:
    """Return kinds of event as a JSON list of their words."""
    words = '","'.join([kind.word for kind in kinds])
    return f'["{words}"]' if kinds else "[]"


def write_stake(limits: AmountLimits) -> str:
    """Return the allowed stakes as a JSON object."""
    least, most, step = limits.least_minor, limits.most_minor, limits.step_minor
    return f'{{"least":{least},"most":{most},"step":{step}}}'


def write_side_bets(side_bets: SideBetLimits) -> str:
    """Return the allowed stakes on side bets as a JSON list."""
    each = [f'{{"bet":"{name}","stake":{write_stake(limits)}}}' for name, limits in side_bets]
    return f"[{','.join(each)}]"


@frozen
class Menu:
    """The events that are legal now.

    Attributes:
        question: the open question; `None` if only the host may open a round.
        seat: the seat that is asked.
        hand: the hand that the question is about.
        kinds: the legal kinds of event, in the order of `TABLE`.
        limits: the limits of the stake; `None` if the question asks for no stake.
        side_bets: the limits of each side bet that may be placed, by name.
        every_side_bet: the names of all side bets of the rules.
        costs: the cost of a split and of a double for the seat, in minor units, if they are legal;
            0 if the house stakes them.
    """

    question: Question | None
    seat: int
    hand: int
    kinds: tuple[EventKind, ...]
    limits: AmountLimits | None
    side_bets: SideBetLimits = ()
    every_side_bet: tuple[str, ...] = ()
    costs: tuple[tuple[EventKind, int], ...] = ()

    def events(self) -> tuple[Event, ...]:
        """Return the legal events, one of each kind; a stake has its least amount.

        There is one event for each side bet that may be placed.
        """
        least = 0 if self.limits is None else self.limits.least_minor
        events = [
            Event(kind, self.seat, self.hand, least if kind in KINDS_WITH_AMOUNT else 0)
            for kind in self.kinds
            if kind is not _SIDE_BET
        ]
        events += [
            Event.side_bet(self.seat, name, limits.least_minor) for name, limits in self.side_bets
        ]
        return tuple(events)
