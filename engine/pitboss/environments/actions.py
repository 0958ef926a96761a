"""What a learner can do: numbers that stand for answers, and which of them are legal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from operator import index
from typing import Final, SupportsIndex, cast

from attrs import evolve, frozen

from pitboss.environments.gymnasium_imports import Array, Discrete, np
from pitboss.errors import PitbossError, brief
from pitboss.game.events import Event, EventKind, event_of
from pitboss.game.limits import MAX_AMOUNT_MINOR
from pitboss.game.round import Question, Round, Seat
from pitboss.game.shoe import MAX_SEED, check_range
from pitboss.machine.flags import flags_for
from pitboss.machine.stakes import InsuranceTerms, bet_terms, limits_of_any_bet
from pitboss.players.answers import DEFAULT_BET_MINOR
from pitboss.rules import Rules
from pitboss.table import Table

MAX_BETS: Final = 64


class SetupError(PitbossError):
    """An environment cannot be made as described, or is asked for what it does not have."""


class IllegalActionError(PitbossError):
    """An action is not legal now; nothing was changed.

    Attributes:
        action: what was wanted.
        legal: the actions that are legal now.
    """

    def __init__(self, action: object, legal: Iterable[int]) -> None:
        self.action = action
        self.legal = legal = tuple(sorted(legal))
        named = ", ".join(f"{each} ({name_of(each)})" for each in legal)
        what = f"the action {brief(action)} is not legal now"
        super().__init__(what, f"legal are {named}" if legal else "reset the environment")


class Action(IntEnum):
    """The actions; from `BET` on, each bet is one."""

    STAND = 0
    HIT = 1
    DOUBLE = 2
    SPLIT = 3
    SURRENDER = 4
    DECLINE = 5
    INSURE = 6
    EVEN_MONEY = 7
    SIT_OUT = 8
    BET = 9


_KINDS: Final = tuple(EventKind[action.name] for action in Action)
_ACTION_OF: Final = {kind: Action[kind.name] for kind in _KINDS}
_INSURANCE: Final = Question.INSURANCE
_DEFAULTS: Final = {Question.BET: Action.BET, Question.PLAY: Action.STAND}


def name_of(action: int) -> str:
    """Return what an action is called."""
    number = action - Action.BET
    return f"bet {number + 1}" if number >= 0 else Action(action).name.lower()


def playable(rules: Rules | str | None) -> Rules:
    """Return the rules that an environment plays by.

    Where no money is played for, so that nothing could be won, any bet is allowed instead.

    Args:
        rules: a rule set, or the name of one; without it the default table.

    Raises:
        RulesError: there is no rule set of that name.
        SetupError: nobody can bet under them, or both of the dealer's cards lie face up.
    """
    known = Rules.preset(rules) if isinstance(rules, str) else rules or Rules()
    if known.bet_max == 0:
        known = evolve(known, bet_min=1, bet_max=None)
    limits = limits_of_any_bet(known)
    if not limits.possible or limits.most_minor == 0:
        raise SetupError("no bet is allowed by these rules", "change bet_min or bet_max")
    if known.hole_card_shown:
        shown = "an observation shows one card of the dealer, where hole_card_shown shows two"
        raise SetupError(shown, "set hole_card_shown = false")
    return known


@frozen(eq=False)
class Legal:
    """What is legal.

    Attributes:
        actions: the actions.
        mask: the same as a space of actions takes it, for each action 1 or 0.
    """

    actions: frozenset[int]
    mask: Array


class Actions:
    """The actions under one rule set.

    Args:
        rules: the rule set.
        bets_minor: the bets in minor units; the first is what rewards are counted in. Without them
            one of 1000 minor units, or the nearest that is allowed.
        sit_out: whether a seat may sit a round out.
        side_bets: what is staked on side bets beside every bet, in minor units, by their names.

    Attributes:
        bets_minor: the bets.
        side_bets: the same as pairs.
        insured_minor: what insures each, half of it; 0 where that is not allowed.
        count: how many actions there are.

    Raises:
        SetupError: a bet or a side bet is not allowed, a bet stands there twice, or there are too
            many.
    """

    def __init__(
        self,
        rules: Rules,
        bets_minor: Iterable[int] | None,
        *,
        sit_out: bool,
        side_bets: Mapping[str, int] | None = None,
    ) -> None:
        self.bets_minor = (
            (_usual_bet(rules),) if bets_minor is None else _checked_bets(rules, bets_minor)
        )
        insurance = InsuranceTerms(rules)
        halves = ((bet // 2, insurance.within(bet, MAX_AMOUNT_MINOR)) for bet in self.bets_minor)
        self.insured_minor = tuple(half if limits.allow(half) else 0 for half, limits in halves)
        self.side_bets = _checked_side_bets(rules, side_bets or {})
        self.count = Action.BET + len(self.bets_minor)
        self.sit_out = sit_out
        self._known: dict[tuple[EventKind, ...], Legal] = {}

    def space(self) -> Discrete:
        """Return the space of all actions."""
        return Discrete(self.count)

    def legal(self, table: Table) -> Legal:
        """Return what is legal now."""
        round_ = table.round
        question = round_.question
        kinds: tuple[EventKind, ...] = ()
        if question is not None:
            kinds = tuple([kind for kind in table.legality.kinds(round_) if kind in _ACTION_OF])
            if question is _INSURANCE and not self._insurance(round_):
                kinds = tuple([kind for kind in kinds if kind is not EventKind.INSURE])
        legal = self._known.get(kinds)
        if legal is None:
            legal = self._known[kinds] = self._worked_out(kinds)
        return legal

    def _worked_out(self, kinds: Sequence[EventKind]) -> Legal:
        mask = np.zeros(self.count, np.int8)
        for kind in kinds:
            mask[_ACTION_OF[kind]] = 1
        if not self.sit_out:
            mask[Action.SIT_OUT] = 0
        mask[Action.BET :] = mask[Action.BET]
        return Legal(frozenset(np.flatnonzero(mask).tolist()), mask)

    def _insurance(self, round_: Round) -> int:
        """Return the insurance of the hand that is asked; 0 if none is allowed."""
        ante = round_.seats[round_.asked_seat].ante_minor
        return self.insured_minor[self.bets_minor.index(ante)]

    def take(self, action: int, table: Table) -> None:
        """Take an action at a table; a bet after the side bets that belong to it."""
        seat = table.round.asked_seat
        if action >= Action.BET:
            for name, stake_minor in self.side_bets:
                table.apply(Event.side_bet(seat, name, stake_minor))
        table.apply(self._event(action, table.round))

    def _event(self, action: int, round_: Round) -> Event:
        """Return the event that an action stands for."""
        seat = round_.asked_seat
        if action >= Action.BET:
            return Event.bet(seat, self.bets_minor[action - Action.BET])
        if action == Action.INSURE:
            return Event.insure(seat, round_.asked_hand, self._insurance(round_))
        return event_of(self.kind(action), seat, round_.asked_hand)

    @staticmethod
    def kind(action: int) -> EventKind:
        """Return the kind of event that an action stands for."""
        return _KINDS[min(action, Action.BET)]

    def ante_minor(self, action: int) -> int:
        """Return the opening bet that an action makes: none if the round is sat out."""
        return self.bets_minor[action - Action.BET] if action >= Action.BET else 0

    @staticmethod
    def default(question: Question) -> int:
        """Return what is done for somebody who says nothing: bet, stand, or else decline."""
        return _DEFAULTS.get(question, Action.DECLINE)


def number_of(action: object) -> int:
    """Return an action as a number; -1, which is none, if it is not even a number."""
    try:
        return index(cast("SupportsIndex", action))
    except TypeError:
        return -1


def plain(given: object) -> object:
    """Return a number of whichever library as Python's own; anything else stays as it is."""
    number = number_of(given)
    return given if isinstance(given, bool) or number < 0 else number


def seed_of(given: object) -> int:
    """Return the seed of a table as a number, of whichever library it is.

    Raises:
        ShoeError: it is none, or out of range.
    """
    return check_range("seed", plain(given), 0, MAX_SEED)


def _checked_bets(rules: Rules, bets_minor: Iterable[object]) -> tuple[int, ...]:
    """Return bets that the rules allow, of which each stands there once.

    Raises:
        SetupError: they are none such, or too many.
    """
    given = [plain(bet) for bet in bets_minor]
    if not 1 <= len(given) <= MAX_BETS:
        raise SetupError(f"{len(given)} bets", f"give 1 to {MAX_BETS}")
    terms = bet_terms(rules)
    bets: list[int] = []
    for bet in given:
        if type(bet) is not int or bet <= 0 or not terms.allow(bet):
            raise SetupError(f"a bet of {brief(bet)}", "give what the rules allow")
        if bet in bets:
            raise SetupError(f"a bet of {bet} twice", "give each bet once")
        bets.append(bet)
    return tuple(bets)


def _checked_side_bets(
    rules: Rules, side_bets: Mapping[str, object]
) -> tuple[tuple[str, int], ...]:
    """Return side bets that the rules allow, each with its stake.

    Raises:
        SetupError: they are none such.
    """
    terms, anybody = flags_for(rules).side_bets, Seat(0, "", 0, on_credit=True)
    stakes: list[tuple[str, int]] = []
    for name, given in side_bets.items():
        stake = plain(given)
        if name not in terms:
            raise SetupError(f"a side bet {brief(name)}", "name one of the rules")
        if type(stake) is not int or not terms[name].limits(anybody).allow(stake):
            raise SetupError(f"{brief(stake)} on {name}", "give what the rules allow")
        stakes.append((name, stake))
    return tuple(stakes)


def _usual_bet(rules: Rules) -> int:
    """Return a bet that is allowed, near to the usual one."""
    limits = limits_of_any_bet(rules)
    bet = max(limits.least_minor, min(DEFAULT_BET_MINOR, limits.most_minor))
    while not limits.allow(bet):
        bet -= 1
    return bet or limits.step_minor
