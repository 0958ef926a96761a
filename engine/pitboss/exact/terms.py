"""What a hand wins under a rule set, and which rules exact values do not cover."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Final, TypeVar

import numpy as np
from attrs import evolve, frozen

from pitboss.errors import PitbossError, ShoeError, brief
from pitboss.exact.dealer import BUSTED, NATURAL, Held
from pitboss.exact.hands import ACE, TEN, Counts, Floats
from pitboss.game.arithmetic import FIRST_CARDS, TWENTY_ONE, make_natural
from pitboss.game.events import EventKind
from pitboss.game.round import Question
from pitboss.machine.flags import Flags, flags_for
from pitboss.machine.hand_answers import PLAY_AT_A_TABLE, HandAnswers, UnaskedError, ask_machine
from pitboss.machine.made_up import Fate, MadeUp
from pitboss.rules import Rules
from pitboss.rules.option_kinds import unquote
from pitboss.text.terminal import list_text

T = TypeVar("T")

MAX_HANDS: Final = 8
"""The most hands of one split that are computed, even if the rules allow more."""

_POINTS: Final = range(ACE, TEN + 1)

MIN_CARDS: Final = 10
"""A caller's shoe needs this many cards; a smaller one might run out in the first round."""


class NotCoveredError(PitbossError):
    """Exact values do not cover these rules.

    Attributes:
        options: the options whose combination is not covered, with their values as in a rule file.
    """

    def __init__(
        self, rules: Rules, names: tuple[str, ...], why: str, next_step: str = "change one of these"
    ) -> None:
        written = rules.to_dict()
        self.options = {name: written[name] for name in names}
        said = list_text(
            [f"{name} = {unquote(value)}" for name, value in self.options.items()], "and"
        )
        super().__init__(f"no exact value is worked out for {said}: {why}", next_step)


def check_known(rules: Rules) -> None:
    """Check that exact values know all options that a rule set changes.

    Raises:
        NotCoveredError: they do not; the error names the options.
    """
    unknown = tuple(rules.unknown_to("exact"))
    if unknown:
        which = "this option" if len(unknown) == 1 else "these options"
        leave = f"leave {'it' if len(unknown) == 1 else 'all of them'} out"
        refused = rules.unknown_to("simulation")
        step = f"{leave}, or {PLAY_AT_A_TABLE if refused else 'simulate the rules'}"
        raise NotCoveredError(rules, unknown, f"exact values do not know {which}", step)


def shoe_of(rules: Rules, given: Sequence[int] | None = None) -> Counts:
    """Return the cards of a fresh shoe, by their points.

    Args:
        rules: the rule set, which says how many cards a full shoe holds.
        given: the cards of a shoe that is not full.

    Raises:
        ShoeError: `given` is not ten whole counts, or has too few cards.
    """
    if given is None:
        deck = [card.points for card in rules.deck.cards]
        return tuple([rules.decks * deck.count(points) for points in _POINTS])
    counts = tuple(given)
    whole = len(counts) == len(_POINTS) and all(map(_is_count, counts))
    if not whole or sum(counts) < MIN_CARDS:
        raise ShoeError(
            f"{', '.join(map(brief, counts[:11]))} are not the cards of a shoe",
            f"give ten whole counts, of aces, twos and so on up to tens, with {MIN_CARDS} or more "
            "cards in total",
        )
    return tuple(map(int, counts))


def dealers_cards(rules: Rules) -> list[tuple[int, int]]:
    """List the points of each possible up card and second card; 0 if the second lies face down.

    In the list, the two orders of the same two cards are next to each other.
    """
    if not flags_for(rules).shows_hole_card:
        return [(up, 0) for up in _POINTS]
    pairs = [(high, low) for high in _POINTS for low in range(ACE, high + 1)]
    return [order for high, low in pairs for order in dict.fromkeys(((high, low), (low, high)))]


def has_cards(shoe: Counts, dealt: tuple[int, int]) -> bool:
    """Say whether a shoe contains the dealer's cards that lie face up."""
    return all(shoe[points - 1] >= dealt.count(points) for points in dealt if points)


def _is_count(held: object) -> bool:
    return isinstance(held, int | np.integer) and bool(held >= 0)


@frozen
class Terms:
    """The rules, and what is known of the dealer's cards; these decide what hands win.

    Attributes:
        rules: the rule set.
        up_points: the points of the up card, 1 for an ace.
        unseen: whether the dealer may have a natural, because nobody has looked.
        missing: the points of the card that makes a natural with the up card; 0 if no card does,
            or if everybody sees the second card.
        hole_points: the points of the dealer's second card, if it lies face up; else 0.
    """

    rules: Rules
    up_points: int
    unseen: bool
    missing: int
    hole_points: int = 0

    @classmethod
    def of(cls, rules: Rules, up_points: int, hole_points: int = 0) -> Terms:
        """Return the terms for a player who does not insure.

        Raises:
            NotCoveredError: the rules change an option that exact values do not cover, or the
                dealer's second card lies face up and was not given.
        """
        check_known(rules)
        if flags_for(rules).shows_hole_card:
            if not hole_points:
                why = "they depend on both of the dealer's cards"
                raise NotCoveredError(rules, ("hole_card_shown",), why, "simulate the rules")
            return cls(rules, up_points, unseen=False, missing=0, hole_points=hole_points)
        missing = {ACE: TEN, TEN: ACE}.get(up_points, 0)
        unseen = missing > 0 and up_points not in flags_for(rules).peek_points
        terms = cls(rules, up_points, unseen, missing)
        if terms.unseen:
            terms.check()
        return terms

    def check(self) -> None:
        """Check that the rules are covered for a dealer natural that is found after play.

        Raises:
            NotCoveredError: they are not covered.
        """
        if self.takes_all:
            return
        flags = self.flags
        possible = {"natural_beats_21": not flags.natural_beats_21, "split_natural": flags.splits}
        for option, hands in _TOLD_APART.items():
            for hand in hands if possible.get(option, True) else ():
                self._check_split_hand(hand, option)

    def _check_split_hand(self, hand: MadeUp, option: str) -> None:
        """Check that a natural takes one opening bet more of a first hand than of a further one."""

        def compare(machine: HandAnswers) -> None:
            first, further = (
                machine.fates(evolve(hand, first=is_first), looked=not self.unseen)[NATURAL].bet
                for is_first in (True, False)
            )
            if first + 1 != further:
                raise UnaskedError("which hand of the seat was the first")

        try:
            compare(ask_machine(self.rules))
        except UnaskedError as error:
            why = f"what a natural takes depends on {error.field}"
            names = ("dealer_blackjack_takes", option, "peek", *self._decisive(compare))
            named = tuple([name for name in dict.fromkeys(names) if name])
            raise NotCoveredError(self.rules, named, why) from error

    @property
    def flags(self) -> Flags:
        """The flags of the rule set."""
        return flags_for(self.rules)

    @property
    def of_any_up_card(self) -> Terms:
        """The same terms without an up card, because the rules of play do not depend on it."""
        return evolve(self, up_points=0, missing=0, hole_points=0)

    @property
    def held(self) -> Held:
        """The points of the dealer's cards that lie face up before play."""
        return (self.up_points, self.hole_points)[: 1 + (self.hole_points > 0)]

    @property
    def either_way(self) -> Terms:
        """The same terms; if both cards lie face up, the higher one is the up card."""
        if not self.hole_points:
            return self
        high, low = sorted(self.held, reverse=True)
        return evolve(self, up_points=high, hole_points=low)

    @property
    def shows_natural(self) -> bool:
        """Whether everybody sees that the dealer has a natural."""
        return make_natural(self.up_points, self.hole_points)

    @property
    def insured(self) -> Terms:
        """The same terms for a player who has insured."""
        looks = self.flags.peeks_if_insured and self.may_insure
        return evolve(self, unseen=False) if looks else self

    @cached_property
    def takes_all(self) -> bool:
        """Whether a dealer natural may turn up after play and take every stake."""
        further = MadeUp(2 * TEN, soft=False, cards=FIRST_CARDS, split=TEN, first=False)
        return self.unseen and self._fates(further)[NATURAL].bet < 0

    @property
    def may_insure(self) -> bool:
        """Whether the table offers insurance against this up card."""
        return self.up_points in self.flags.insurance_points

    def won(self, hand: MadeUp) -> Floats:
        """Return what a hand that takes no further card wins, for each end of the dealer's hand.

        If a dealer natural does not take every stake, the opening bet that it takes is not
        subtracted from the result.
        """
        won = np.array([float(fate.bet) for fate in self._fates(hand)])
        if not self.takes_all:
            won[NATURAL] += 1
        return won

    def bust(self, *, split: int, doubled: bool) -> tuple[float, float]:
        """Return what a bust hand wins, and what it wins if the dealer has a natural.

        Args:
            split: the points of a card of the pair that was split; 0 for a hand that was dealt.
            doubled: whether its last card came by doubling.

        Raises:
            NotCoveredError: the result depends on the total of the dealer or of the hand.
        """

        def lost(machine: HandAnswers) -> tuple[float, float]:
            hands = (
                MadeUp(points, soft=False, cards=3, split=split, doubled=doubled)
                for points in (TWENTY_ONE + 1, TWENTY_ONE + 5)
            )
            fates = [machine.fates(hand, looked=not self.unseen) for hand in hands]
            if len({fate.bet for totals in fates for fate in totals[:NATURAL]}) > 1:
                raise UnaskedError("the totals of a bust hand and of the dealer's hand")
            return float(fates[0][BUSTED].bet), float(fates[0][NATURAL].bet)

        won, against_natural = self._asked(lost)
        return won, against_natural + (not self.takes_all)

    def natural(self, ends: Floats, *, insured: bool = False) -> float:
        """Return what the player's natural wins, without its insurance.

        Args:
            ends: the chances of the dealer's ends.
            insured: whether the natural is insured for half of the bet.
        """
        hand = MadeUp(TWENTY_ONE, soft=True, cards=FIRST_CARDS, insured=insured)
        return float(ends @ [float(fate.bet) for fate in self._fates(hand)])

    def insurance(self, ends: Floats) -> float:
        """Return what an insurance of half of the bet wins."""
        fates = self._fates(MadeUp(20, soft=False, cards=FIRST_CARDS, insured=True))
        return float(ends @ [float(fate.insurance) for fate in fates])

    def decides(self, hand: MadeUp) -> bool:
        """Say whether the player decides anything about a hand."""
        return self._asked(lambda machine: machine.decides(hand))

    def may(self, kind: EventKind, hand: MadeUp) -> bool:
        """Say whether a play is legal; two tens may be split only if their ranks may differ."""
        question = Question.SPLIT if kind is EventKind.SPLIT else Question.PLAY
        tens = hand.points == 2 * TEN
        return self._asked(lambda machine: machine.may(kind, question, hand, ranks_differ=tens))

    @property
    def dealer_draws(self) -> frozenset[tuple[int, bool]]:
        """The totals to which the dealer draws, each with whether it is soft."""
        return self._asked(lambda machine: machine.dealer_draws)

    def _fates(self, hand: MadeUp) -> tuple[Fate, ...]:
        return self._asked(lambda machine: machine.fates(hand, looked=not self.unseen))

    def _asked(self, ask: Callable[[HandAnswers], T]) -> T:
        """Ask the machine.

        Raises:
            NotCoveredError: the answer depends on something that exact values do not distinguish.
        """
        try:
            return ask(ask_machine(self.rules))
        except UnaskedError as error:
            raise self._uncovered(ask, f"an answer depends on {error.field}") from error

    def _uncovered(self, ask: Callable[[HandAnswers], object], why: str) -> NotCoveredError:
        """Return an error with the names of the options that prevent an answer."""
        return NotCoveredError(self.rules, tuple(self._decisive(ask) or self.rules.changes()), why)

    def _decisive(self, ask: Callable[[HandAnswers], object]) -> list[str]:
        """Return the changed options without which the machine gives an answer."""
        changes = self.rules.changes()
        names: list[str] = []
        for name in changes:
            others = {other: value for other, value in changes.items() if other != name}
            with suppress(PitbossError):
                ask(ask_machine(Rules.of(**others)))
                names.append(name)
        return names

    @property
    def pays_even_money(self) -> bool:
        """Whether a natural may be settled at 1:1."""
        return self.flags.pays_even_money and self.up_points == ACE

    def check_insurance(self, gain: float) -> None:
        """Check that exact values cover the insurance; most checks matter only if it gains.

        Args:
            gain: what the insurance wins on average.

        Raises:
            NotCoveredError: it is not covered.
        """
        rules, flags, amounts = self.rules, self.flags, self.flags.insurance_terms
        if flags.peeks_if_insured and not amounts.exactly_half:
            why = "the dealer also peeks if a seat insures for less than half of its bet"
            raise NotCoveredError(rules, ("insurance_amount", "peek"), why)
        if gain <= 0:
            return
        pays = "insurance_pays"
        if not amounts.exactly_half and not amounts.up_to_half:
            why = "insurance can win, and its stake has no limit"
            raise NotCoveredError(rules, (pays, "insurance_amount"), why)
        if flags.asks_insurance_in_turn:
            why = "insurance can win, and is offered after the splits, whose cards are then known"
            raise NotCoveredError(rules, (pays, "insurance_time"), why)
        drawn = MadeUp(TWENTY_ONE, soft=False, cards=3)
        if self._fates(drawn)[NATURAL].bet != self._fates(evolve(drawn, insured=True))[NATURAL].bet:
            why = "a 21 ties a dealer natural, but loses to it if the hand was insured"
            names = (pays, "insured_ante", "natural_beats_21", "peek")
            raise NotCoveredError(rules, names, why)


_TOLD_APART: Final[Mapping[str, Sequence[MadeUp]]] = {
    "": [
        MadeUp(points, soft=False, cards=3, split=TEN, doubled=doubled)
        for points in (20, TWENTY_ONE + 1)
        for doubled in (False, True)
    ],
    "natural_beats_21": (MadeUp(TWENTY_ONE, soft=False, cards=3, split=TEN),),
    "charlie": [MadeUp(20, soft=False, cards=cards, split=2) for cards in range(3, TWENTY_ONE)],
    "split_natural": (MadeUp(TWENTY_ONE, soft=True, cards=FIRST_CARDS, split=ACE),),
}
"""Split hands whose loss to a dealer natural may depend on which hand of the seat was the first.

Each key is the option that matters besides `dealer_blackjack_takes` and `peek`. The empty key means
that no other option matters."""
