"""A made-up hand at a made-up table, played and settled by the machine's own source code.

The hand has only the fields that describe it, so reading another field raises `AttributeError`.
Guards, effects and settlement are loaded a second time from their source. Their modules may be
compiled, and compiled code accepts only objects with all fields.
"""

from __future__ import annotations

import builtins
from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import lcm
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, Final

from attrs import frozen

from pitboss.game.arithmetic import ACE, FIRST_CARDS, TWENTY_ONE, add_card
from pitboss.game.bets import Bet, BetKind, net_of
from pitboss.game.cards import TEN_POINTS
from pitboss.machine.flags import Flags

_ROUND: Final = "pitboss.game.round"
_GUARDS: Final = "pitboss.machine.guards"
_HOUSE_GUARDS: Final = "pitboss.machine.house_guards"
_EFFECTS: Final = "pitboss.machine.effects"
_AGAIN: Final = frozenset({_ROUND, _GUARDS, _HOUSE_GUARDS, _EFFECTS, "pitboss.machine.settlement"})
"""The modules that are loaded a second time: the state, and the functions that work on it."""

NATURAL: Final = 0
"""The number for a dealer's hand that ends with a natural; any other end is a total."""

MIN_DRAWN: Final = FIRST_CARDS + 1
"""The fewest cards of a hand that has drawn a card."""


@frozen
class MadeUp:
    """The description of a hand.

    Attributes:
        points: the best total.
        soft: whether an ace of the hand counts eleven.
        cards: how many cards the hand has, two or more.
        split: the points of a card of the pair that was split; 0 for a hand that was dealt.
        first: whether the hand is the first hand of its seat.
        doubled: whether the hand got its last card by a double.
        insured: whether the hand is insured for half of its bet.
        surrendered: whether the hand was surrendered.
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
        """Return the same description with another number of cards."""
        rest = (self.split, self.first, self.doubled, self.insured, self.surrendered)
        return MadeUp(self.points, self.soft, cards, *rest)


@frozen
class Fate:
    """What a hand wins, in opening bets; a loss is negative.

    Attributes:
        bet: what the bet of the hand wins.
        insurance: what the insurance of the hand wins; 0 without insurance.
    """

    bet: Fraction
    insurance: Fraction


_CARDS: Final = range(ACE, TEN_POINTS + 1)

_Total = tuple[int, bool]
"""The points of some cards, and whether they are soft."""

_ANY_BEFORE: Final = tuple(
    (points, soft)
    for soft in (False, True)
    for points in range(ACE + (TEN_POINTS if soft else 0), TWENTY_ONE + 1)
)

Way = tuple[int, bool, int, int]
"""The points of a hand before its last card, whether they were soft, the points of the last card,
and the points of the up card."""


@cache
def ways_to(hand: MadeUp) -> tuple[Way, Way]:
    """Return two ways to make a hand, with different last cards if possible."""
    before = _ANY_BEFORE
    if hand.cards == FIRST_CARDS:
        before = tuple(add_card(0, soft=False, card=hand.split or card) for card in _CARDS)
    lasts = _lasts(before)[hand.points, hand.soft]
    return (*lasts[0], ACE), (*lasts[-1], TEN_POINTS)


@cache
def _lasts(before: tuple[_Total, ...]) -> Mapping[_Total, list[tuple[int, bool, int]]]:
    """Return for each total how it can be made: from an earlier total and a last card."""
    lasts: defaultdict[_Total, list[tuple[int, bool, int]]] = defaultdict(list)
    for points, soft in before:
        for card in _CARDS:
            lasts[add_card(points, soft, card)].append((points, soft, card))
    return lasts


class _Card:
    """A card with only some of its attributes."""


class _Cards:
    """The cards of a hand; they note whether more than the first card is read.

    Args:
        cards: the cards; all except the first are equal.
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


class MadeUpRound:
    """A made-up hand at a made-up table, and what happens to it.

    Args:
        flags: the flags of the rule set.
        made_up: the description of the hand.
        way: how the hand is made, and the up card.
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
        first_card = _card(is_ace=made_up.split == ACE) if made_up.split else _card()
        self._cards = _Cards([first_card, *[_card()] * (made_up.cards - FIRST_CARDS)])
        self._hand = self._made_hand(points, soft=soft)
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
            dealer=_part(state.Holding, points=add_card(0, soft=False, card=up_points)[0]),
            up_card=_card(points=up_points),
            dealer_natural=state.DealerNatural.UNKNOWN,
            open_bets=1 + made_up.insured,
            live_hands=1,
            turn_seat=0,
            turn_hand=0 if made_up.first else 1,
        )
        drawn = _card(points=card)
        self._house = _part(
            state.House,
            balance_minor=0,
            notes_facts=False,
            trace=[],
            shoe=SimpleNamespace(position=0, prepared=1, order=[drawn]),
        )
        self._event = SimpleNamespace(seat=0, hand=self._round.turn_hand)

    def _made_hand(self, points: int, *, soft: bool) -> Any:  # noqa: ANN401  as `_part`
        """Return the hand before its last card."""
        made_up, unit_minor = self._made_up, self._unit_minor
        return _part(
            _again(_ROUND).Hand,
            cards=self._cards,
            points=points,
            soft=soft,
            bet_minor=unit_minor,
            open=True,
            live=True,
            done=False,
            natural=False,
            from_split=made_up.split > 0,
            doubled=False,
            surrendered=False,
            insurance=Bet(BetKind.INSURANCE, unit_minor // 2) if made_up.insured else None,
            reason=None,
        )

    @property
    def counted(self) -> bool:
        """Whether the number of cards was read."""
        return self._cards.counted

    def fate(self, end: int, *, looked: bool) -> Fate:
        """Play and settle the hand, and return what it wins; see `HandAnswers.fates`."""
        flags, hand, guards = self._flags, self._hand, _again(_HOUSE_GUARDS)
        surrenders, early = self._made_up.surrendered, self._flags.surrenders_early
        if self._dealt:
            self._take_last_card()
        if surrenders and early:
            self._do("surrender_hand")
        if flags.natural_always_wins and guards.is_natural_open(flags, self._round):
            self._do("pay_naturals")
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
        if flags.split_makes_winning_21 and guards.is_21_at_turn(flags, self._round):
            self._do("pay_natural_at_turn")
        self._judge(end)
        self._round.dealer.points = end
        self._do("settle_round")
        won = hand.returned_minor - hand.bet_minor
        insurance = net_of(hand.insurance)
        return Fate(Fraction(won, self._unit_minor), Fraction(insurance, self._unit_minor))

    def decides(self) -> bool:
        """Say whether the hand is asked for decisions after it has its last card."""
        self._take_last_card()
        return self._holds("may_decide")

    def passes_any(self, tests: list[list[str]], pair: tuple[object, object] | None) -> bool:
        """Say whether all guards of at least one row hold after the hand has its last card.

        Args:
            tests: the names of the guards' tests, for each row.
            pair: the ranks of two cards of the same points, if guards need them.
        """
        self._take_last_card()
        if pair is not None:
            hand = self._hand
            points, is_ace = (ACE, True) if hand.soft else (hand.points // 2, False)
            hand.cards = [_card(rank=rank, points=points, is_ace=is_ace) for rank in pair]
        return any(all(map(self._holds, names)) for names in tests)

    def _holds(self, guard: str) -> bool:
        test = getattr(_again(_GUARDS), guard)
        holds: bool = test(self._flags, self._round, self._seat, self._hand)
        return holds

    def _take_last_card(self) -> None:
        """Give the hand its last card: by the deal, a split, a hit or a double."""
        effects, made_up, hand = _again(_EFFECTS), self._made_up, self._hand
        if self._dealt:
            hand.cards.append(_card())
            hand.points, hand.soft = made_up.points, made_up.soft
            effects.notice_natural(hand)
        elif made_up.cards == FIRST_CARDS:
            effects.take_second_card(self._flags, self._round, self._house, self._seat, hand)
        else:
            self._do("double_hand" if made_up.doubled else "hit_hand")

    def _judge(self, end: int) -> None:
        """Settle what the dealer's second card decides, unless the card was seen before play."""
        up_points = self._round.up_card.points
        second = _card(points=TEN_POINTS + ACE - up_points if end == NATURAL else up_points)
        _again(_EFFECTS).judge_dealer(self._flags, self._round, self._house, second)

    def _do(self, effect: str) -> None:
        getattr(_again(_EFFECTS), effect)(self._flags, self._round, self._house, self._event)


def must_dealer_draw(flags: Flags, points: int, cards: int, *, soft: bool) -> bool:
    """Say whether a dealer with these points draws against a hand.

    Args:
        flags: the flags of the rule set.
        points: the dealer's best total.
        cards: how many cards the dealer has.
        soft: whether an ace of the dealer counts eleven.
    """
    state = _again(_ROUND)
    dealer = _part(state.Holding, points=points, soft=soft, cards=[_card()] * cards)
    round_ = _part(state.Round, dealer=dealer, live_hands=1, void=False)
    draws: bool = _again(_HOUSE_GUARDS).must_dealer_draw(flags, round_)
    return draws


@cache
def _card(**shown: object) -> Any:  # noqa: ANN401  as `_part`
    """Return a card with only some of its attributes."""
    return _part(_Card, **shown)


def _part(kind: type[Any], **fields: object) -> Any:  # noqa: ANN401  a part of a module that is loaded anew
    """Return a part of the state with only some of its fields."""
    part = object.__new__(kind)
    for name, value in fields.items():
        setattr(part, name, value)
    return part


@cache
def _again(name: str) -> ModuleType:
    """Load a module, and those of `_AGAIN` that it imports, a second time from their sources."""
    module = ModuleType(name)
    path = Path(__file__).parents[2].joinpath(*name.split(".")).with_suffix(".py")
    vars(module)["__builtins__"] = {**vars(builtins), "__import__": _import}
    exec(compile(path.read_text("utf-8"), path, "exec"), vars(module))  # noqa: S102  our own source
    return module


def _import(name: str, *context: Any) -> object:  # noqa: ANN401  what Python gives `__import__`
    """Import a module for a module that is loaded a second time."""
    if name in _AGAIN:
        return _again(name)
    found = builtins.__import__(name, *context)
    _, _, wanted, _ = context
    again = {each: _again(f"{name}.{each}") for each in wanted or () if f"{name}.{each}" in _AGAIN}
    return SimpleNamespace(**{**vars(found), **again}) if again else found
