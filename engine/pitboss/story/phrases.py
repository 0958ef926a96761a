"""Phrases for what is asked, answered and settled at a table."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from pitboss.game.bets import BetKind, BetView
from pitboss.game.events import By, EventKind
from pitboss.game.money import Ratio, format_minor
from pitboss.game.reasons import WON, Outcome
from pitboss.game.round import Question
from pitboss.game.seat_changes import ChangeKind
from pitboss.rules import Rules
from pitboss.rules.bonuses import Bonus
from pitboss.rules.pay_classes import PayClass
from pitboss.rules.side_bets import SideBet
from pitboss.rules.values import Deck
from pitboss.story.told_events import Answered, SeatChanged, Settled
from pitboss.story.viewers import SeatShown
from pitboss.table.offer import Offer
from pitboss.text.terminal import count_text, list_text, outcome_text, printable, signed_text

_ANSWERS: Final = {
    EventKind.SIT_OUT: "sits out",
    EventKind.EVEN_MONEY: "takes it",
    EventKind.DECLINE: "no",
    EventKind.HIT: "hits",
    EventKind.STAND: "stands",
    EventKind.SURRENDER: "surrenders",
}
"""The answers without an amount."""

_QUESTIONS: Final = {
    Question.BET: "bet?",
    Question.EVEN_MONEY: "even money?",
    Question.EARLY_SURRENDER: "surrender?",
    Question.SPLIT: "split?",
}

_DECLINED: Final = {
    Question.EVEN_MONEY: "even money",
    Question.INSURANCE: "insurance",
    Question.EARLY_SURRENDER: "to surrender",
    Question.SPLIT: "to split",
}


_CHANGES: Final = {
    ChangeKind.JOIN: ("joins", "with "),
    ChangeKind.LEAVE: ("leaves", "with "),
    ChangeKind.DEPOSIT: ("brings more chips:", ""),
    ChangeKind.WITHDRAW: ("takes chips away:", ""),
    ChangeKind.AWARD: ("gets an award", "of "),
    ChangeKind.CHARGE: ("pays the house", ""),
    ChangeKind.AWAY: ("is away", ""),
    ChangeKind.BACK: ("is back", ""),
    ChangeKind.CLIENT_SEED: ("adds the seed", ""),
    ChangeKind.COMMIT_SEED: ("commits to a seed", ""),
    ChangeKind.OPEN_SEED: ("opens the seed", ""),
}
"""The verb for each change of a seat, and the word before the amount or the seed."""

_BY: Final = {
    None: "",
    By.CLOCK: " (out of time)",
    By.HOUSE: " (by the host)",
    By.FALLBACK: " (by the fallback)",
}


def by_text(by: By | None) -> str:
    """Write who answered in place of the seat; nothing if the seat answered itself."""
    return _BY[by]


def decks_of(rules: Rules) -> str:
    """Return what a shoe is made of, such as ``6 decks``."""
    return count_text(rules.decks, "deck" if rules.deck is Deck.STANDARD else "Spanish deck")


def printed_on_felt(rules: Rules) -> tuple[str, str, str]:
    """Return the main rules of a table briefly: the decks, what blackjack pays, and soft 17."""
    pays = str(rules.blackjack_pays).replace(":", " to ")
    return decks_of(rules), f"Blackjack pays {pays}", f"Dealer {rules.soft_17.value}s on soft 17"


@frozen
class Phrases:
    """Writes phrases about a table with certain rules.

    Attributes:
        rules: the rules of the table, which fix payouts and units.
    """

    rules: Rules

    @property
    def for_money(self) -> bool:
        """Whether the game is played for money."""
        return self.rules.bet_max != 0

    def money(self, amount_minor: int) -> str:
        """Write an amount, such as ``12.50``."""
        return format_minor(amount_minor, self.rules.minor_per_unit)

    def signed(self, amount_minor: int) -> str:
        """Write what was won or lost, such as ``+12.50``."""
        return signed_text(amount_minor, self.rules.minor_per_unit)

    def chips(self, seat: SeatShown) -> str:
        """Write a seat's chips; empty if unknown or unlimited, or if the game is not for money."""
        if seat.balance_minor is None or seat.on_credit or not self.for_money:
            return ""
        return self.money(seat.balance_minor)

    def question(self, told: Answered | Offer) -> str:
        """Write what was asked, such as ``hit, stand or double?``."""
        if told.question is Question.PLAY:
            return f"{list_text([kind.value for kind in told.legal])}?"
        if told.question is Question.INSURANCE:
            if told.most_minor is not None and told.least_minor == told.most_minor:
                return f"insurance for {self.money(told.most_minor)}?"
            return f"insurance{self.limits(told)}?"
        return _QUESTIONS[told.question]

    def declined(self, question: Question) -> str:
        """Write what a seat declines when it answers no, such as ``to split``."""
        return _DECLINED[question]

    def limits(self, told: Answered | Offer) -> str:
        """Write what could be staked, such as ``, 1.00 to 10.00``; empty if it is not known."""
        least_minor, most_minor = told.least_minor, told.most_minor
        if least_minor is None or most_minor is None:
            return ""
        most = "or more" if told.unlimited else f"to {self.money(most_minor)}"
        return f", {self.money(least_minor)} {most}"

    def answer(self, told: Answered) -> str:
        """Write an answer, such as ``doubles to 20.00``, and who gave it if not the seat."""
        return f"{self._answer(told)}{by_text(told.by)}"

    def _answer(self, told: Answered) -> str:
        match told.answer:
            case EventKind.BET:
                return self.money(told.amount_minor) if self.for_money else "plays"
            case EventKind.SIDE_BET:
                return f"{self.money(told.amount_minor)} on {self.side_bet(told.bet).title}"
            case EventKind.INSURE:
                return f"takes {self.money(told.amount_minor)}"
            case EventKind.SPLIT | EventKind.DOUBLE:
                return f"{told.answer.value}s{self._cost(told) if self.for_money else ''}"
            case _:
                return _ANSWERS[told.answer]

    def _cost(self, told: Answered) -> str:
        """Write what a split or a double costs, such as `` for 10.00 more``."""
        cost_minor, bet_minor = told.cost_minor or 0, told.of.bet_minor
        if not cost_minor:
            return " for free"
        # The bet of a hand is 0 if the house staked the split that made it.
        if told.answer is EventKind.SPLIT or not bet_minor:
            return f" for {self.money(cost_minor)} more"
        return f" to {self.money(bet_minor + cost_minor)}"

    def changed(self, told: SeatChanged) -> str:
        """Write how a seat was changed, such as ``Cy joins with 500.00``."""
        amount_minor = told.amount_minor
        if told.change is ChangeKind.CLOSE_SEEDS:
            return f"The seeds of the next shoe are closed{by_text(told.by)}"
        if told.client_seed:
            what = told.client_seed
        else:
            counts = self.for_money and amount_minor is not None
            what = self.money(amount_minor or 0) if counts else ""
        verb, preposition = _CHANGES[told.change]
        does = f"{verb} {preposition}{what}" if what else verb
        why = f", for {printable(told.reason)}" if told.reason else ""
        return f"{printable(told.name)} {does}{by_text(told.by)}{why}"

    def settled(self, told: Settled) -> str:
        """Write how a bet was settled, such as ``wins 15.00 at 3:2``."""
        if told.bet.kind is not BetKind.ANTE:
            return self.beside(told.bet)
        outcome, net_minor = told.bet.outcome, told.bet.net_minor
        if outcome is Outcome.SURRENDER and self.for_money:
            return f"{self.money(told.of.bet_minor + net_minor)} back"
        paid = f" {self.money(abs(net_minor))}" if self.for_money else ""
        ratios = {Outcome.NATURAL: self.rules.blackjack_pays, Outcome.EVEN_MONEY: "1:1"}
        ratio = f" at {ratios[outcome]}" if self.for_money and outcome in ratios else ""
        pays = self.pay_class(told.bet)
        if pays is not None:
            ratio = f" at {pays.pays} ({pays.title})" if self.for_money else f" ({pays.title})"
        why = f"{len(told.of.cards)} cards and not bust, " if outcome is Outcome.CHARLIE else ""
        return f"{why}{'wins' if outcome in WON else 'loses'}{paid}{ratio}"

    def beside(self, bet: BetView) -> str:
        """Write the result of a bet other than an ante, such as ``insurance wins 10.00 at 2:1``."""
        name, net_minor = self.title(bet), bet.net_minor
        if net_minor > 0:
            pays = self.pay_class(bet)
            cards = "" if pays is None else f" ({pays.title})"
            return f"{name} wins {self.money(net_minor)} at {self._pays(bet)}{cards}"
        if net_minor:
            return f"{name} loses {self.money(-net_minor)}"
        return f"{name} {'pushes' if bet.outcome is Outcome.PUSH else 'is returned'}"

    def title(self, bet: BetView) -> str:
        """Write the name of a bet other than an ante."""
        return self.side_bet(bet.name).title if bet.name else bet.kind.word

    def side_bet(self, name: str) -> SideBet:
        """Return a side bet of these rules."""
        return next(each for each in self.rules.side_bets if each.name == name)

    def bonus(self, name: str) -> Bonus:
        """Return a bonus of these rules."""
        return next(each for each in self.rules.bonuses if each.name == name)

    def pay_class(self, bet: BetView) -> PayClass | None:
        """Return the class of the pay table that paid or pushed a bet, or `None`."""
        if not bet.pay_class:
            return None
        of_hand = bet.kind is BetKind.ANTE
        classes = (self.bonus(bet.name) if of_hand else self.side_bet(bet.name)).classes
        return next(each for each in classes if each.name == bet.pay_class)

    def _pays(self, bet: BetView) -> Ratio | None:
        """Return the odds at which a bet other than an ante was paid."""
        pays = self.pay_class(bet)
        return self.rules.insurance_pays if pays is None else pays.pays

    def outcome(self, bet: BetView) -> str:
        """Write how a bet was settled in a word or two."""
        if bet.kind is not BetKind.ANTE and bet.net_minor > 0:
            return f"win {self._pays(bet)}"
        bonus = self.pay_class(bet)
        ratio = self.rules.blackjack_pays if bonus is None else bonus.pays
        paid = f" {ratio}" if bet.outcome is Outcome.NATURAL or bonus is not None else ""
        return f"{outcome_text(bet.outcome)}{paid}"
