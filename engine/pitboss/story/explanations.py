"""Why an event was refused and why a bet was paid, lost or returned: each as data and a sentence.

Each settled bet and each refusal has a recorded reason. An explanation adds the rule options that
decided the result, and cites the documents that give these options their values. An option lists
clauses of all documents that mention it, even if they give it another value. So an explanation
cites a source document only if the preset of that document has the value of this table. It cites
any other document if a preset that refers to the document has this value, or if no preset refers to
the document. For the value `None` or 0, it cites only source documents. If it cites no document,
the value is the table's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from functools import lru_cache
from itertools import compress
from typing import Final

from attrs import frozen

from pitboss.arguments import takes
from pitboss.game.arithmetic import DEALER_STANDS_ON, FIRST_CARDS
from pitboss.game.bets import BetKind, BetView
from pitboss.game.money import HALF, Ratio, divides_exactly
from pitboss.game.reasons import INSURANCE_WON, SURRENDER, WON, Outcome, Reason
from pitboss.game.totals import is_natural, total_of
from pitboss.machine.flags import flags_for
from pitboss.rules import Rules
from pitboss.rules.options import OPTIONS
from pitboss.rules.pay_classes import PayClass
from pitboss.rules.presets import PRESETS, SOURCES
from pitboss.rules.rules import every_preset, nearest_preset
from pitboss.story.phrases import Phrases
from pitboss.table import Table
from pitboss.table.invariants import staked_by_house
from pitboss.table.menu import Refusal, RefusedError
from pitboss.table.offer import HandView, SeatView, View

OURS: Final = "ours"
"""The text in place of a document if no document mentions an option."""

PRESET_OF_SOURCE: Final[Mapping[str, str]] = {
    number: name
    for number in SOURCES
    for name, preset in PRESETS.items()
    if any(source.startswith(f"[{number}]") for source in preset.sources)
}
"""The preset that has exactly the rules of a source document, by the document's number."""


class Ruling(Enum):
    """The result of an event or a bet; the value of a member is its word in the sentence."""

    REFUSED = "refused"
    PAID = "paid"
    LOST = "lost"
    RETURNED = "returned"


_WITHOUT_MONEY: Final = {
    Ruling.PAID: "won",
    Ruling.LOST: "lost",
    Ruling.RETURNED: "not decided",
}
"""The words for the result of a hand without a stake."""


@frozen
class RuledBy:
    """An option that decided the result, with its value at this table.

    Attributes:
        option: its name.
        value: its value, as it is written in a rule file.
        meaning: what the option decides, in one line.
        clauses: the documents that give this value, each with the place in the document; empty
            if the value is the table's own.
    """

    option: str
    value: str
    meaning: str
    clauses: tuple[str, ...]

    @classmethod
    def of(cls, rules: Rules, option: str) -> RuledBy:
        """Return an option of a rule set with its value and the documents that give it."""
        clauses = clauses_of_option(rules, option)
        return cls(option, rules.text_of(option), OPTIONS[option].meaning, clauses)


@frozen
class Explanation:
    """Why something was refused, paid, lost or returned.

    Attributes:
        subject: ``hand`` for an ante, the kind of another bet, the title of a side bet, or the
            event that was refused.
        ruling: the result.
        seat: the seat, counted from 0.
        hand: which of the seat's hands, counted from 0.
        amount_minor: the amount won, lost or returned; for a refusal, the stake in the refused
            event, or 0 if it has none.
        because: the facts on the table, in plain words.
        options: the options that decided the result, the most important first.
        clauses: the documents that decided the result without an option, each with the place in
            the document.
        done: the ruling with its amount, in words, such as ``paid 15.00``.
    """

    subject: str
    ruling: Ruling
    seat: int
    hand: int
    amount_minor: int
    because: str
    options: tuple[RuledBy, ...]
    clauses: tuple[str, ...]
    done: str

    @property
    def sentence(self) -> str:
        """The whole explanation as a sentence."""
        joined_by = " = " if self.ruling is Ruling.REFUSED else " "
        ruled = [
            f", {each.option}{joined_by}{each.value}{_cited(each.clauses)}" for each in self.options
        ]
        return f"{self.subject} {self.done}: {self.because}{_cited(self.clauses)}{''.join(ruled)}"

    @property
    def sources(self) -> tuple[str, ...]:
        """Every document that the explanation cites, each once."""
        of_options = [clause for option in self.options for clause in option.clauses]
        return tuple(dict.fromkeys([*of_options, *self.clauses]))


@takes()
def explain_refusal(error: RefusedError, rules: Rules) -> Explanation:
    """Explain why an event was refused.

    Args:
        error: the refusal.
        rules: the rules of the table that refused it.
    """
    event = error.event
    because = error.reason
    if error.kind is Refusal.WRONG_AMOUNT and error.limits is not None:
        because = error.limits.sentence("the stake", Phrases(rules).money, event.amount_minor)
    return Explanation(
        subject=event.kind.value.replace("_", " "),
        ruling=Ruling.REFUSED,
        seat=event.seat,
        hand=event.hand,
        amount_minor=event.amount_minor,
        because=because,
        options=tuple([RuledBy.of(rules, name) for name in error.options]),
        clauses=_own_first(rules, error.clauses),
        done=Ruling.REFUSED.value,
    )


@takes()
def explain_round(table: Table) -> tuple[Explanation, ...]:
    """Explain every settled bet, by seat: each hand's ante and other bets, then side bets.

    Args:
        table: a table in any state, such as after the replay of a journal.
    """
    rules, view = table.rules, table.view(None)
    explained: list[Explanation] = []
    for seat in view.seats:
        for number, hand in enumerate(seat.hands):
            for bet in hand.bets:
                if bet.reason is not None:
                    settled = _Settled(rules, view, seat, number, bet, bet.reason)
                    explained.append(settled.explained())
        explained += [
            _explain_side_bet(rules, seat.index, bet, bet.reason)
            for bet in seat.side_bets
            if bet.reason is not None
        ]
    return tuple(explained)


def _explain_side_bet(rules: Rules, seat: int, bet: BetView, reason: Reason) -> Explanation:
    """Explain the result of a side bet by its pay table; cite the document of the pay table."""
    phrases = Phrases(rules)
    table, pays = phrases.side_bet(bet.name), phrases.pay_class(bet)
    ruling, amount_minor = _ruling_of(bet, reason)
    ratio = None if pays is None else pays.pays
    rounds = ratio is not None and not divides_exactly(bet.stake_minor, ratio)
    return Explanation(
        subject=table.title,
        ruling=ruling,
        seat=seat,
        hand=0,
        amount_minor=amount_minor,
        because=reason.because if pays is None else f"{pays.title}, {_pays_text(pays)}",
        options=(RuledBy.of(rules, "rounding"),) if rounds else (),
        clauses=(table.source,),
        done=f"{ruling.value} {phrases.money(amount_minor)}",
    )


def _pays_text(pays: PayClass) -> str:
    return "which gives the stake back" if pays.pays is None else f"which pays {pays.pays}"


def _ruling_of(bet: BetView, reason: Reason) -> tuple[Ruling, int]:
    """Return the result of a bet, and the amount."""
    if reason.outcome in WON:
        return Ruling.PAID, bet.net_minor
    undecided = reason.outcome in {Outcome.PUSH, Outcome.VOID}
    # The outcome may be a loss, such as a bust, although the whole stake was returned.
    if undecided or (bet.stake_minor and not bet.net_minor):
        return Ruling.RETURNED, bet.stake_minor
    return Ruling.LOST, -bet.net_minor


@frozen
class _Settled:
    """A settled bet, and the state of its table."""

    rules: Rules
    view: View
    seat: SeatView
    number: int
    bet: BetView
    reason: Reason

    @property
    def hand(self) -> HandView:
        """The hand that was bet on."""
        return self.seat.hands[self.number]

    def explained(self) -> Explanation:
        """Put the reason into words."""
        ruling, amount_minor = _ruling_of(self.bet, self.reason)
        phrases = Phrases(self.rules)
        money, bonus = phrases.money(amount_minor), phrases.pay_class(self.bet)
        because, options = self.reason.because.format_map(self._values()), self.reason.options
        clauses = _own_first(self.rules, self.reason.clauses)
        if bonus is not None:
            because = f"{because}, {bonus.title}, {_pays_text(bonus)}"
            clauses = (phrases.bonus(self.bet.name).source, *clauses)
            usual = [name for name in options if name not in {"blackjack_pays", "rounding"}]
            options = ("bonuses", "rounding", *usual)
        names = [name for name in options if self._decided(name)] + self._staked_by_house()
        counts = self.bet.stake_minor or amount_minor
        return Explanation(
            subject="hand" if self.bet.kind is BetKind.ANTE else self.bet.kind.value,
            ruling=ruling,
            seat=self.seat.index,
            hand=self.number,
            amount_minor=amount_minor,
            because=because,
            options=tuple([RuledBy.of(self.rules, name) for name in names]),
            clauses=clauses,
            done=f"{ruling.value} {money}" if counts else _WITHOUT_MONEY[ruling],
        )

    def _values(self) -> dict[str, object]:
        """Return the values that fill in the sentence of a reason."""
        hand = self.hand
        money = Phrases(self.rules).money
        returned_minor = self.bet.stake_minor + self.bet.net_minor
        ante = ", on the first hand" if self.number else f" of {money(-self.bet.net_minor)}"
        taken = f"takes only the opening bet{ante}"
        return {
            "total": hand.points,
            "cards": len(hand.cards),
            "dealer": self.view.dealer_points,
            "dealer_cards": len(self.view.dealer_cards),
            "after_split": " after a split" if hand.from_split else "",
            "returned": money(returned_minor),
            "taken": taken,
            "spared": f", which {taken}" if returned_minor else "",
        }

    def _decided(self, option: str) -> bool:
        """Return whether an option of the reason made a difference for these cards and this bet."""
        match option:
            case "rounding":
                return not divides_exactly(self.bet.stake_minor, self._ratio())
            case "rescue" | "surrender":
                return self.hand.doubled == (option == "rescue")
            case "soft_17":
                cards = self.view.dealer_cards
                totals = [total_of(cards[:n]) for n in range(FIRST_CARDS, len(cards) + 1)]
                return any(total.soft and total.points == DEALER_STANDS_ON for total in totals)
            case "split_natural":
                return self.hand.from_split and is_natural(self.hand.cards)
            case _:
                return True

    def _staked_by_house(self) -> list[str]:
        """Return the options under which the house staked a part of the bet."""
        # A void round returns stakes, so stakes of the house decide nothing.
        void = self.reason.outcome is Outcome.VOID or not self.seat.hands[0].bet_minor
        if void or self.bet.kind is not BetKind.ANTE:
            return []
        cards, doubled = self.hand.cards, self.hand.doubled
        by_house = staked_by_house(
            flags_for(self.rules), cards, from_split=self.number > 0, doubled=doubled
        )
        return [*compress(("free_splits", "free_doubles"), by_house)]

    def _ratio(self) -> Ratio:
        """Return the ratio by which the stake was multiplied, if the result may be rounded."""
        if self.reason is SURRENDER:
            return HALF
        bonus = Phrases(self.rules).pay_class(self.bet)
        if bonus is not None and bonus.pays is not None:
            return bonus.pays
        won_insurance = self.reason is INSURANCE_WON
        return self.rules.insurance_pays if won_insurance else self.rules.blackjack_pays


def _cited(clauses: tuple[str, ...]) -> str:
    """Return a space and the first clause in square brackets; empty if there are no clauses."""
    return f" [{clauses[0]}]" if clauses else ""


@lru_cache(maxsize=4096)
def clauses_of_option(rules: Rules, name: str) -> tuple[str, ...]:
    """Return the clauses, such as ``001 Split``, that give an option its value in a rule set.

    If the nearest preset has a source with such clauses, return only the clauses of this source.

    Args:
        rules: the rule set.
        name: the option.
    """
    value: object = getattr(rules, name)
    playing = {preset for preset, known in every_preset().items() if getattr(known, name) == value}
    absent = value is None or (type(value) is int and value == 0)
    clauses = OPTIONS[name].clauses
    return _own_first(rules, [each for each in clauses if _says(each, playing, absent=absent)])


def _says(clause: str, playing: set[str], *, absent: bool) -> bool:
    """Return whether the document of a clause gives its option a value.

    Args:
        clause: a clause of the option.
        playing: the presets that have the value.
        absent: whether the value is `None` or 0; then the game lacks what the option describes.
    """
    if clause == OURS:
        return False
    source = _source_of(clause)
    if source is not None:
        return PRESET_OF_SOURCE[source] in playing
    # A clause of any other document also names a place, after a colon or in brackets.
    document = clause.split(": ", maxsplit=1)[0].split("(", maxsplit=1)[0]
    after_it = {
        name for name, each in PRESETS.items() if any(document in text for text in each.sources)
    }
    # Only source documents say that their game lacks something.
    return not absent and (bool(after_it & playing) or not after_it)


def _own_first(rules: Rules, clauses: Iterable[str]) -> tuple[str, ...]:
    """Return clauses without brackets: those of the nearest preset's source, or else all."""
    cited = list(clauses)
    nearest = nearest_preset(rules)
    own = [each for each in cited if PRESET_OF_SOURCE.get(_source_of(each) or "") == nearest]
    return tuple([each.removeprefix("[").replace("]", "", 1) for each in own or cited])


def _source_of(clause: str) -> str | None:
    """Return the number of a clause's source document; `None` for any other document."""
    return clause[1:4] if clause.startswith("[") else None
