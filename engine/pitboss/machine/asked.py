"""What the machine says of made-up hands, for whoever works with hands that nobody plays.

A made-up hand has the fields that describe it, and no other. Guards, effects and settlement run on
it as in a round; where one reads another field, the answer depends on more than the description,
and is refused. They are loaded once more from their source, for those that run rounds may be
compiled, and compiled code takes no parts that lack a field.
"""

from __future__ import annotations

import builtins
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cache, cached_property, lru_cache, partial
from math import lcm
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, Final, TypeVar

from attrs import frozen

from pitboss.errors import PitbossError
from pitboss.game.arithmetic import ACE, DEALER_STANDS_ON, FIRST_CARDS, TWENTY_ONE
from pitboss.game.bets import Bet, BetKind, net_of
from pitboss.game.cards import TEN_POINTS
from pitboss.game.events import EventKind
from pitboss.game.hand import AFTER
from pitboss.game.round import Question
from pitboss.machine.flags import Flags, flags_for
from pitboss.machine.transition_table import TABLE
from pitboss.rules import Rules

S = TypeVar("S")
T = TypeVar("T")

_ROUND: Final = "pitboss.game.round"
_GUARDS: Final = "pitboss.machine.guards"
_HOUSE_GUARDS: Final = "pitboss.machine.house_guards"
_EFFECTS: Final = "pitboss.machine.effects"
_AGAIN: Final = frozenset({_ROUND, _GUARDS, _HOUSE_GUARDS, _EFFECTS, "pitboss.machine.settlement"})
"""What is loaded once more: the parts of the state, and what is written for them."""

NATURAL: Final = 0
ENDS: Final = (*range(DEALER_STANDS_ON, TWENTY_ONE + 1), TWENTY_ONE + 1, NATURAL)
"""How a dealer's hand ends: totals of 17 to 21, a bust, and a natural."""


class UnaskedError(PitbossError):
    """What the rules say of a hand depends on more than its description.

    Attributes:
        field: the part of the state, and what is read of it.
    """

    def __init__(self, field: str) -> None:
        self.field = field
        super().__init__(f"these rules ask for {field}", "play them at a table")


@frozen
class MadeUp:
    """The description of a hand that nobody plays.

    Attributes:
        points: the best total.
        soft: an ace counts eleven in it.
        cards: how many it has, two or more.
        split: the points of a card of the pair that was split; 0 for a hand that was dealt.
        first: it is the first hand of its seat.
        doubled: its last card came with a second bet.
        insured: half of the bet insures it.
        surrendered: it was given up.
    """

    points: int
    soft: bool
    cards: int
    split: int = 0
    first: bool = True
    doubled: bool = False
    insured: bool = False
    surrendered: bool = False

    def of_cards(self, cards: int) -> MadeUp:
        """Return the like of another number of cards."""
        rest = (self.split, self.first, self.doubled, self.insured, self.surrendered)
        return MadeUp(self.points, self.soft, cards, *rest)


@frozen
class Fate:
    """What a hand wins, in opening bets; what is lost is negative.

    Attributes:
        bet: by its bet.
        insurance: by its insurance; 0 without one.
    """

    bet: Fraction
    insurance: Fraction


FEWEST_DRAWN: Final = FIRST_CARDS + 1
"""So many cards has a hand that was drawn to, and no fewer."""
_BEGUN: Final = MadeUp(TWENTY_ONE - 1, soft=False, cards=FIRST_CARDS)


class HandAnswers:
    """What the machine says under a rule set; every answer is kept.

    Args:
        rules: the rule set.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._flags = flags_for(rules)
        self._known: dict[tuple[MadeUp, object], tuple[Any, bool]] = {}

    def fates(self, hand: MadeUp, *, looked: bool) -> tuple[Fate, ...]:
        """Return what a hand wins that takes no further card, by `ENDS`.

        Args:
            hand: the hand.
            looked: it was seen before hands were played whether the dealer has a natural, if only
                by the up card. A hand that has drawn since counts against one as the two cards that
                it was.

        Raises:
            UnaskedError: it depends on more.
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
        """Say whether a hand takes decisions.

        Raises:
            UnaskedError: it depends on more.
        """
        return self._ask(hand, "decides", lambda play: play().decides())

    def may(
        self, kind: EventKind, question: Question, hand: MadeUp, *, ranks_differ: bool = False
    ) -> bool:
        """Say whether a hand may answer a question so, if its seat has the chips.

        Args:
            kind: of the answer.
            question: what is asked.
            hand: the hand.
            ranks_differ: of its first two cards, which are worth the same.

        Raises:
            UnaskedError: it depends on more.
        """
        pair = (None, object() if ranks_differ else None) if question is Question.SPLIT else None
        return self._ask(
            hand,
            (kind, question, ranks_differ),
            lambda play: play().passes_any(self._tests(kind, question), pair),
        )

    def _tests(self, kind: EventKind, question: Question) -> list[list[str]]:
        """Return the names of what the guards test of each row by which a hand answers so."""
        return [
            [guard.test.__name__ for guard in row.hand_guards]
            for row in TABLE
            if row.event is kind and row.question is question and row.kept_by(self._rules)
        ]

    @cached_property
    def dealer_draws(self) -> frozenset[tuple[int, bool]]:
        """The totals to which the dealer draws against a hand, and whether they are soft.

        Raises:
            UnaskedError: it depends on more, or the dealer stands on less than 17.
        """
        totals = {(points, False) for points in range(4, TWENTY_ONE + 1)}
        totals |= {(points, True) for points in range(12, TWENTY_ONE + 1)}
        draws = frozenset(total for total in totals if self._dealer_draws_to(*total))
        stands_on = min(points for points, _ in totals - draws)
        if stands_on < DEALER_STANDS_ON:
            raise UnaskedError(f"a dealer who stands on {stands_on}")
        return draws

    def _dealer_draws_to(self, points: int, soft: bool) -> bool:  # noqa: FBT001  the parts of a total
        state, must_draw = _again(_ROUND), _again(_HOUSE_GUARDS).must_dealer_draw

        def draws(cards: int) -> bool:
            held = [_part(_Card)] * cards
            dealer = _part(state.Holding, points=points, soft=soft, cards=held)
            round_ = _part(state.Round, dealer=dealer, live_hands=1, void=False)
            said: bool = must_draw(self._flags, round_)
            return said

        return _one_answer(draws, (FIRST_CARDS, 5))

    def _ask(self, hand: MadeUp, question: object, ask: Callable[[Callable[[], _Play]], T]) -> T:
        """Return the answer for a hand, whichever card came last; it is kept.

        If nobody looked how many cards it has, it is kept for hands of any number that were drawn.
        """
        few = hand if hand.cards <= FEWEST_DRAWN else hand.of_cards(FEWEST_DRAWN)
        answer, counted = self._kept(few, question, ask)
        return self._kept(hand, question, ask)[0] if counted else answer

    def _kept(
        self, hand: MadeUp, question: object, ask: Callable[[Callable[[], _Play]], T]
    ) -> tuple[T, bool]:
        if (hand, question) not in self._known:
            self._known[hand, question] = self._asked_anew(hand, ask)
        return self._known[hand, question]

    def _asked_anew(self, hand: MadeUp, ask: Callable[[Callable[[], _Play]], T]) -> tuple[T, bool]:
        """Return the answer for a hand, and whether somebody looked how many cards it has."""
        plays: list[_Play] = []

        def play(way: Way) -> _Play:
            plays.append(_Play(self._flags, hand, way))
            return plays[-1]

        answer = _one_answer(lambda way: ask(partial(play, way)), _ways_to(hand))
        return answer, any(each.counted for each in plays)


def _one_answer(ask: Callable[[S], T], ways: Iterable[S]) -> T:
    """Return the answer for hands of one description, which must be one.

    Raises:
        UnaskedError: there are several, or a field was read that the description does not name.
    """
    try:
        first, *others = map(ask, ways)
    except AttributeError as missing:
        raise UnaskedError(f"{type(missing.obj).__name__.strip('_')}.{missing.name}") from missing
    if any(other != first for other in others):
        raise UnaskedError("how a hand came by its cards")
    return first


@lru_cache(maxsize=256)
def asked(rules: Rules) -> HandAnswers:
    """Return what the machine says under a rule set; it is kept for the last 256 used."""
    return HandAnswers(rules)


_CARDS: Final = range(ACE, TEN_POINTS + 1)

_Total = tuple[int, bool]
"""The points of some cards, and whether they are soft."""

_ANY_BEFORE: Final = tuple(
    (points, soft)
    for soft in (False, True)
    for points in range(ACE + (TEN_POINTS if soft else 0), TWENTY_ONE + 1)
)

Way = tuple[int, bool, int, int]
"""The points of a hand before its last card, whether they were soft, the points of that card, and
those of the up card."""


@cache
def _ways_to(hand: MadeUp) -> tuple[Way, Way]:
    """Return two ways to a hand, which differ in its last card if there are two such cards."""
    before = _ANY_BEFORE
    if hand.cards == FIRST_CARDS:
        before = tuple(AFTER[False][0][hand.split or card] for card in _CARDS)
    lasts = _lasts(before)[hand.points, hand.soft]
    return (*lasts[0], ACE), (*lasts[-1], TEN_POINTS)


@cache
def _lasts(before: tuple[_Total, ...]) -> Mapping[_Total, list[tuple[int, bool, int]]]:
    """Return by each total what it was made of: a total before, and a last card."""
    lasts: defaultdict[_Total, list[tuple[int, bool, int]]] = defaultdict(list)
    for points, soft in before:
        for card in _CARDS:
            lasts[AFTER[soft][points][card]].append((points, soft, card))
    return lasts


class _Card:
    """A card that shows some of what a card is."""


class _Cards:
    """Cards of a hand, which note that somebody looks beyond the first of them.

    Args:
        cards: of which all but the first are alike.
    """

    def __init__(self, cards: list[_Card]) -> None:
        self._cards = cards
        self.counted = False

    def append(self, card: _Card) -> None:
        """Add a card."""
        self._cards.append(card)

    def __len__(self) -> int:
        self.counted = True
        return len(self._cards)

    def __getitem__(self, place: int) -> _Card:
        self.counted = self.counted or place != 0
        return self._cards[place]


class _Play:
    """A made-up hand at a made-up table, and what happens to it.

    Args:
        flags: of the rule set.
        made_up: the description of the hand.
        way: how it comes about, and against which up card.
    """

    def __init__(self, flags: Flags, made_up: MadeUp, way: Way) -> None:
        state = _again(_ROUND)
        self._flags = flags
        self._made_up = made_up
        self._unit_minor = 4 * lcm(
            flags.blackjack_pays.denominator, flags.insurance_pays.denominator
        )
        points, soft, card, up_points = way
        self._dealt = made_up.cards == FIRST_CARDS and not made_up.split
        first_card = _part(_Card, is_ace=made_up.split == ACE) if made_up.split else _part(_Card)
        self._cards = _Cards([first_card, *[_part(_Card)] * (made_up.cards - FIRST_CARDS)])
        self._hand = _part(
            state.Hand,
            cards=self._cards,
            points=points,
            soft=soft,
            bet_minor=self._unit_minor,
            open=True,
            live=True,
            done=False,
            natural=False,
            from_split=made_up.split > 0,
            doubled=False,
            surrendered=False,
            insurance=Bet(BetKind.INSURANCE, self._unit_minor // 2) if made_up.insured else None,
            reason=None,
        )
        other = _part(state.Hand, open=False, natural=False, insurance=None, reason=None)
        self._seat = _part(
            state.Seat,
            hands=[self._hand] if made_up.first else [other, self._hand],
            ante_minor=self._unit_minor,
            balance_minor=0,
            on_credit=True,
            early_surrender_asked=False,
        )
        self._round = _part(
            state.Round,
            seats=[self._seat],
            dealer=_part(state.Holding, points=AFTER[False][0][up_points][0]),
            up_card=_part(_Card, points=up_points),
            dealer_natural=state.DealerNatural.UNKNOWN,
            open_bets=1 + made_up.insured,
            live_hands=1,
            turn_seat=0,
            turn_hand=0 if made_up.first else 1,
        )
        drawn = _part(_Card, points=card)
        self._house = _part(
            state.House,
            balance_minor=0,
            notes_facts=False,
            trace=[],
            shoe=SimpleNamespace(position=0, prepared=1, order=[drawn]),
        )
        self._event = SimpleNamespace(seat=0, hand=self._round.turn_hand)

    @property
    def counted(self) -> bool:
        """Somebody has looked how many cards the hand has."""
        return self._cards.counted

    def fate(self, end: int, *, looked: bool) -> Fate:
        """Let the hand be played and settled, and return what it has won."""
        flags, hand, guards = self._flags, self._hand, _again(_HOUSE_GUARDS)
        surrenders, early = self._made_up.surrendered, self._flags.surrenders_early
        if self._dealt:
            self._take_last_card()
        if surrenders and early:
            self._do("surrender_hand")
        if looked:
            self._judge(end)
        if hand.open and not self._dealt:
            self._take_last_card()
        if surrenders and hand.open:
            self._do("surrender_hand")
        if flags.settles_naturals_at_deal and guards.are_naturals_due(flags, self._round):
            self._do("pay_naturals")
        if flags.pays_naturals_at_turn and guards.is_natural_at_turn(flags, self._round):
            self._do("pay_natural_at_turn")
        self._judge(end)
        self._round.dealer.points = end
        self._do("settle_round")
        won = hand.returned_minor - hand.bet_minor
        insurance = net_of(hand.insurance)
        return Fate(Fraction(won, self._unit_minor), Fraction(insurance, self._unit_minor))

    def decides(self) -> bool:
        """Say whether the hand takes decisions once it has its last card."""
        self._take_last_card()
        return self._holds("may_decide")

    def passes_any(self, tests: list[list[str]], pair: tuple[object, object] | None) -> bool:
        """Say whether all guards of one of some rows hold once the hand has its last card.

        Args:
            tests: the names of what the guards of each row test.
            pair: the ranks of two cards of the same points, where these are asked for.
        """
        self._take_last_card()
        if pair is not None:
            hand = self._hand
            points, is_ace = (ACE, True) if hand.soft else (hand.points // 2, False)
            hand.cards = [_part(_Card, rank=rank, points=points, is_ace=is_ace) for rank in pair]
        return any(all(map(self._holds, names)) for names in tests)

    def _holds(self, guard: str) -> bool:
        test = getattr(_again(_GUARDS), guard)
        holds: bool = test(self._flags, self._round, self._seat, self._hand)
        return holds

    def _take_last_card(self) -> None:
        """Let the hand get its last card: by the deal, by a split, a hit or a double."""
        effects, made_up, hand = _again(_EFFECTS), self._made_up, self._hand
        if self._dealt:
            hand.cards.append(_part(_Card))
            hand.points, hand.soft = made_up.points, made_up.soft
            effects.notice_natural(hand)
        elif made_up.cards == FIRST_CARDS:
            effects.take_second_card(self._flags, self._round, self._house, self._seat, hand)
        else:
            self._do("double_hand" if made_up.doubled else "hit_hand")

    def _judge(self, end: int) -> None:
        """Let the dealer see the second card, unless it was seen before."""
        up_points = self._round.up_card.points
        second = _part(_Card, points=TEN_POINTS + ACE - up_points if end == NATURAL else up_points)
        _again(_EFFECTS).judge_dealer(self._flags, self._round, self._house, second)

    def _do(self, effect: str) -> None:
        getattr(_again(_EFFECTS), effect)(self._flags, self._round, self._house, self._event)


def _part(kind: type[Any], **fields: object) -> Any:  # noqa: ANN401  a part of a module that is loaded anew
    """Return a part of the state that has some of its fields only."""
    part = object.__new__(kind)
    for name, value in fields.items():
        setattr(part, name, value)
    return part


@cache
def _again(name: str) -> ModuleType:
    """Load a module once more from its source; it finds its like, and all others as they are."""
    module = ModuleType(name)
    path = Path(__file__).parents[2].joinpath(*name.split(".")).with_suffix(".py")
    vars(module)["__builtins__"] = {**vars(builtins), "__import__": _import}
    exec(compile(path.read_text("utf-8"), path, "exec"), vars(module))  # noqa: S102  our own source
    return module


def _import(name: str, *context: Any) -> object:  # noqa: ANN401  what Python gives `__import__`
    """Import for a module that is loaded once more."""
    if name in _AGAIN:
        return _again(name)
    found = builtins.__import__(name, *context)
    _, _, wanted, _ = context
    again = {each: _again(f"{name}.{each}") for each in wanted or () if f"{name}.{each}" in _AGAIN}
    return SimpleNamespace(**{**vars(found), **again}) if again else found
