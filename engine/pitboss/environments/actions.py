"""The actions of a learning program; each is a number that means an answer."""

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
    """An environment cannot be created with these arguments, or cannot do what was asked."""


class IllegalActionError(PitbossError):
    """An action is not legal now; nothing was changed.

    Attributes:
        action: the action that was tried.
        legal: the actions that are legal now.
    """

    def __init__(self, action: object, legal: Iterable[int]) -> None:
        self.action = action
        self.legal = legal = tuple(sorted(legal))
        named = ", ".join(f"{each} ({name_of(each)})" for each in legal)
        what = f"the action {brief(action)} is not legal now"
        super().__init__(
            what, f"the legal actions are {named}" if legal else "reset the environment"
        )


class Action(IntEnum):
    """The actions; the bets are numbered from `BET` on."""

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
    """Return the name of an action."""
    number = action - Action.BET
    return f"bet {number + 1}" if number >= 0 else Action(action).name.lower()


def playable(rules: Rules | str | None) -> Rules:
    """Return the rules that an environment plays by.

    Rules without money (``bet_max = 0``) allow any bet here, because rewards need bets.

    Args:
        rules: a rule set or the name of a preset; by default ``Rules()``.

    Raises:
        RulesError: no preset has that name.
        SetupError: the rules allow no bet, or both of the dealer's cards lie face up.
    """
    known = Rules.preset(rules) if isinstance(rules, str) else rules or Rules()
    if flags_for(known).bet_most_minor == 0:
        known = evolve(known, bet_min=1, bet_max=None)
    limits = limits_of_any_bet(known)
    if not limits.possible or limits.most_minor == 0:
        raise SetupError("these rules allow no bet", "change bet_min or bet_max")
    if flags_for(known).shows_hole_card:
        shown = "an observation has one card of the dealer, but hole_card_shown shows two"
        raise SetupError(shown, "set hole_card_shown = false")
    return known


@frozen(eq=False)
class Legal:
    """The legal actions.

    Attributes:
        actions: the numbers of the legal actions.
        mask: 1 for each legal action and 0 for any other, in the form that Gymnasium expects.
    """

    actions: frozenset[int]
    mask: Array


class Actions:
    """The actions under one rule set.

    Args:
        rules: the rule set.
        bets_minor: the bets in minor units; rewards are divided by the first bet. By default, there
            is one bet of 1000 minor units, or an allowed amount close to it.
        sit_out: whether a seat may sit a round out.
        side_bets: the stake of each side bet by its name, in minor units; placed with every bet.

    Attributes:
        bets_minor: the bets.
        side_bets: names and stakes of the side bets, as pairs.
        insured_minor: the insurance stake for each bet: half of the bet, or 0 if the rules do not
            allow that stake.
        count: how many actions there are.

    Raises:
        SetupError: a bet or a side bet is not allowed, a bet is given twice, or there are too many
            bets.
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
        """Return the actions that are legal now."""
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
        """Return the insurance stake of the asked hand; 0 if the rules do not allow this stake."""
        ante = round_.seats[round_.asked_seat].ante_minor
        return self.insured_minor[self.bets_minor.index(ante)]

    def take(self, action: int, table: Table) -> None:
        """Take an action at a table; side bets are placed before the bet."""
        seat = table.round.asked_seat
        if action >= Action.BET:
            for name, stake_minor in self.side_bets:
                table.apply(Event.side_bet(seat, name, stake_minor))
        table.apply(self._event(action, table.round))

    def _event(self, action: int, round_: Round) -> Event:
        seat = round_.asked_seat
        if action >= Action.BET:
            return Event.bet(seat, self.bets_minor[action - Action.BET])
        if action == Action.INSURE:
            return Event.insure(seat, round_.asked_hand, self._insurance(round_))
        return event_of(self.kind(action), seat, round_.asked_hand)

    @staticmethod
    def kind(action: int) -> EventKind:
        """Return the kind of event that an action causes."""
        return _KINDS[min(action, Action.BET)]

    def ante_minor(self, action: int) -> int:
        """Return the opening bet that an action makes; 0 if it makes no bet."""
        return self.bets_minor[action - Action.BET] if action >= Action.BET else 0

    @staticmethod
    def default(question: Question) -> int:
        """Return the default action: the first bet, a stand, or a decline of any other offer."""
        return _DEFAULTS.get(question, Action.DECLINE)


def number_of(action: object) -> int:
    """Return an action as an `int`; if it is not a whole number, return -1, which is no action."""
    try:
        return index(cast("SupportsIndex", action))
    except TypeError:
        return -1


def plain(given: object) -> object:
    """Return a whole number of any library as an `int`; return other values unchanged."""
    number = number_of(given)
    return given if isinstance(given, bool) or number < 0 else number


def seed_of(given: object) -> int:
    """Return the seed of a table as an `int`.

    Raises:
        ShoeError: the seed is not a number or is out of range.
    """
    return check_range("seed", plain(given), 0, MAX_SEED)


def _checked_bets(rules: Rules, bets_minor: Iterable[object]) -> tuple[int, ...]:
    """Return the bets, if the rules allow them and each is given once.

    Raises:
        SetupError: a bet is not allowed or is given twice, or there are too many or no bets.
    """
    given = [plain(bet) for bet in bets_minor]
    if not 1 <= len(given) <= MAX_BETS:
        raise SetupError(f"bets must be 1 to {MAX_BETS}, got {len(given)}", "change bets_minor")
    terms = bet_terms(rules)
    bets: list[int] = []
    for bet in given:
        if type(bet) is not int or bet <= 0 or not terms.allow(bet):
            raise SetupError(f"the rules do not allow a bet of {brief(bet)}", "change bets_minor")
        if bet in bets:
            raise SetupError(f"the bet of {bet} is given twice", "give each bet once")
        bets.append(bet)
    return tuple(bets)


def _checked_side_bets(
    rules: Rules, side_bets: Mapping[str, object]
) -> tuple[tuple[str, int], ...]:
    """Return the side bets with their stakes, if the rules allow them.

    Raises:
        SetupError: the rules have no such side bet, or do not allow its stake.
    """
    terms, anybody = flags_for(rules).side_bets, Seat(0, "", 0, on_credit=True)
    stakes: list[tuple[str, int]] = []
    for name, given in side_bets.items():
        stake = plain(given)
        if name not in terms:
            raise SetupError(f"the rules have no side bet {brief(name)}", "change side_bets")
        if type(stake) is not int or not terms[name].limits(anybody).allow(stake):
            raise SetupError(f"the rules do not allow {brief(stake)} on {name}", "change side_bets")
        stakes.append((name, stake))
    return tuple(stakes)


def _usual_bet(rules: Rules) -> int:
    """Return an allowed bet close to `DEFAULT_BET_MINOR`."""
    limits = limits_of_any_bet(rules)
    bet = max(limits.least_minor, min(DEFAULT_BET_MINOR, limits.most_minor))
    while not limits.allow(bet):
        bet -= 1
    return bet or limits.step_minor
