"""What the machine would do with a hand that nobody plays; exact values and charts need this.

A `MadeUp` describes the hand. Every answer is computed with two hands that fit this description. If
the answer depends on more than the description, an `UnaskedError` is raised. This happens if the
two hands get different answers. It also happens if a guard, an effect or the settlement reads
something that the description does not have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from functools import cached_property, lru_cache, partial
from typing import Any, Final, TypeVar

from pitboss.errors import PitbossError
from pitboss.game.arithmetic import DEALER_STANDS_ON, FIRST_CARDS, TWENTY_ONE
from pitboss.game.bets import Bet, BetKind
from pitboss.game.events import EventKind
from pitboss.game.round import Hand, Question, Seat
from pitboss.machine.flags import flags_for
from pitboss.machine.made_up import (
    MIN_DRAWN,
    NATURAL,
    Fate,
    MadeUp,
    MadeUpRound,
    Way,
    must_dealer_draw,
    ways_to,
)
from pitboss.machine.settlement import left_by_natural
from pitboss.machine.transition_table import TABLE
from pitboss.rules import Rules

S = TypeVar("S")
T = TypeVar("T")

_Made = Callable[[], MadeUpRound]
"""A function that makes a round with the described hand."""

ENDS: Final = (*range(DEALER_STANDS_ON, TWENTY_ONE + 3), NATURAL)
"""How a dealer's hand can end: with a total of 17 to 22, a larger total, or a natural."""

_BEGUN: Final = MadeUp(TWENTY_ONE - 1, soft=False, cards=FIRST_CARDS)


PLAY_AT_A_TABLE: Final = "play these rules at a table with `play_rounds`"
"""What to do about rules that exact values and the simulation refuse."""


class UnaskedError(PitbossError):
    """An answer about a hand depends on more than its description.

    Attributes:
        field: what the answer depends on, such as an attribute of the round.
    """

    def __init__(self, field: str) -> None:
        self.field = field
        super().__init__(f"the answer depends on {field}", PLAY_AT_A_TABLE)


class HandAnswers:
    """The answers of the machine under a rule set; a cache keeps each answer.

    Args:
        rules: the rule set.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._flags = flags_for(rules)
        self._known: dict[tuple[MadeUp, object], tuple[Any, bool]] = {}

    def fates(self, hand: MadeUp, *, looked: bool) -> tuple[Fate, ...]:
        """Return what a finished hand wins against each end of a dealer's hand in `ENDS`.

        Args:
            hand: the hand.
            looked: whether a peek or the up card shows before play if the dealer has a natural. If
                so, only the first two cards of the hand count against a natural.

        Raises:
            UnaskedError: the answer depends on more than the description.
        """
        drawn = hand.cards > FIRST_CARDS or hand.split > 0
        return *self._ask(
            hand,
            ("total", looked),
            lambda play: tuple(play().fate(end, looked=looked) for end in ENDS[:-1]),
        ), self._ask(
            _BEGUN if drawn and looked else hand,
            ("natural", looked),
            lambda play: play().fate(NATURAL, looked=looked),
        )

    def decides(self, hand: MadeUp) -> bool:
        """Say whether a hand is asked for a decision.

        Raises:
            UnaskedError: the answer depends on more than the description.
        """
        return self._ask(hand, "decides", lambda play: play().decides())

    def may(
        self, kind: EventKind, question: Question, hand: MadeUp, *, ranks_differ: bool = False
    ) -> bool:
        """Say whether a hand may give an answer, if its seat has the chips.

        Args:
            kind: the kind of the answer.
            question: the question that it answers.
            hand: the hand.
            ranks_differ: whether the first two cards, which are worth the same, differ in rank.

        Raises:
            UnaskedError: the answer depends on more than the description.
        """
        pair = (None, object() if ranks_differ else None) if question is Question.SPLIT else None
        return self._ask(
            hand,
            (kind, question, ranks_differ),
            lambda play: play().passes_any(self._tests(kind, question), pair),
        )

    def _tests(self, kind: EventKind, question: Question) -> list[list[str]]:
        """Return the names of the guards' functions, in a list for each row of this answer."""
        return [
            [guard.test.__name__ for guard in row.hand_guards]
            for row in TABLE
            if row.event is kind and row.question is question and row.kept_by(self._rules)
        ]

    @cached_property
    def dealer_draws(self) -> frozenset[tuple[int, bool]]:
        """The totals on which the dealer draws against a hand: points, and whether they are soft.

        Raises:
            UnaskedError: more than the dealer's total is needed, or the dealer stands below 17.
        """
        totals = {(points, False) for points in range(4, TWENTY_ONE + 1)}
        totals |= {(points, True) for points in range(12, TWENTY_ONE + 1)}
        draws = frozenset(total for total in totals if self._dealer_draws_to(*total))
        stands_on = min(points for points, _ in totals - draws)
        if stands_on < DEALER_STANDS_ON:
            raise UnaskedError(f"a dealer who stands on {stands_on}")
        return draws

    def _dealer_draws_to(self, points: int, soft: bool) -> bool:  # noqa: FBT001  the parts of a total
        return _one_answer(
            lambda cards: must_dealer_draw(self._flags, points, cards, soft=soft), (FIRST_CARDS, 5)
        )

    def _ask(self, hand: MadeUp, question: object, ask: Callable[[_Made], T]) -> T:
        """Return the answer for a hand, and cache it; it must not depend on the last card.

        If the number of cards was not read, the answer is cached for every number above two.
        """
        few = hand if hand.cards <= MIN_DRAWN else hand.of_cards(MIN_DRAWN)
        answer, counted = self._kept(few, question, ask)
        return self._kept(hand, question, ask)[0] if counted else answer

    def _kept(self, hand: MadeUp, question: object, ask: Callable[[_Made], T]) -> tuple[T, bool]:
        if (hand, question) not in self._known:
            self._known[hand, question] = self._asked_anew(hand, ask)
        return self._known[hand, question]

    def _asked_anew(self, hand: MadeUp, ask: Callable[[_Made], T]) -> tuple[T, bool]:
        """Return the answer for a hand, and whether its number of cards was read."""
        plays: list[MadeUpRound] = []

        def play(way: Way) -> MadeUpRound:
            plays.append(MadeUpRound(self._flags, hand, way))
            return plays[-1]

        answer = _one_answer(lambda way: ask(partial(play, way)), ways_to(hand))
        return answer, any(each.counted for each in plays)


def _one_answer(ask: Callable[[S], T], ways: Iterable[S]) -> T:
    """Return the answer that all hands of a description share.

    Raises:
        UnaskedError: answers differ, or a field was read that the description does not name.
    """
    try:
        first, *others = map(ask, ways)
    except AttributeError as missing:
        raise UnaskedError(f"{type(missing.obj).__name__.strip('_')}.{missing.name}") from missing
    if any(other != first for other in others):
        raise UnaskedError("how a hand got its cards")
    return first


@lru_cache(maxsize=256)
def ask_machine(rules: Rules) -> HandAnswers:
    """Return the answers under a rule set; a cache keeps those of the last 256 rule sets."""
    return HandAnswers(rules)


class LeftByNatural(Enum):
    """What a dealer natural leaves of a hand's stake."""

    NOTHING = "nothing"
    ALL_BUT_ANTE = "all but the opening bet"
    WHOLE_STAKE = "the whole stake"


_ANTE_MINOR: Final = 3
_BET_MINOR: Final = 8
_LEFT: Final = {
    0: LeftByNatural.NOTHING,
    _BET_MINOR - _ANTE_MINOR: LeftByNatural.ALL_BUT_ANTE,
    _BET_MINOR: LeftByNatural.WHOLE_STAKE,
}


def kept_from_natural(
    rules: Rules, points: int, *, natural: bool, later: bool, insured: bool, surrendered: bool
) -> LeftByNatural:
    """Return what a dealer natural leaves of the stake of a hand that is not settled.

    The machine settles two such hands: one with a doubled bet, one without.

    Args:
        rules: the rule set.
        points: the total of the hand, which may be bust.
        natural: whether the hand is a natural.
        later: whether it is not the first hand of its seat.
        insured: whether it is insured.
        surrendered: whether it was surrendered.

    Raises:
        UnaskedError: what is left depends on more than this.
    """
    flags, found = flags_for(rules), set[int]()
    for doubled in (False, True):
        hand = Hand(_BET_MINOR)
        hand.points, hand.natural, hand.doubled = points, natural, doubled
        hand.surrendered, hand.from_split = surrendered, later
        hand.insurance = Bet(BetKind.INSURANCE, 1) if insured else None
        seat = Seat(0, "", 0, on_credit=True)
        seat.ante_minor = _ANTE_MINOR
        seat.hands = [Hand(_ANTE_MINOR), hand] if later else [hand]
        found.add(left_by_natural(flags, seat, len(seat.hands) - 1))
    if len(found) > 1 or not found <= _LEFT.keys():
        raise UnaskedError("more than the kind of a hand")
    return _LEFT[found.pop()]
