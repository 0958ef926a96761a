"""The steps of a round: one for each row of the transition table that the machine took.

A `StepMachine` plays the round again. After each row, it reads the table as the viewer may see it,
and puts the facts of the row into a sentence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from attrs import frozen

from pitboss.game.bets import BetView
from pitboss.game.cards import Card
from pitboss.game.events import Event, EventKind
from pitboss.game.facts import (
    BetSettled,
    DealerCardShown,
    DealerPeeked,
    Fact,
    HandDrew,
    RoundDecided,
    ShoeBroughtIn,
)
from pitboss.game.round import DealerNatural, Hand, House, Phase, Round, Seat
from pitboss.game.trace import RowTaken
from pitboss.machine import effects as do
from pitboss.machine.flags import Flags
from pitboss.machine.transition_table import Row, rows_kept
from pitboss.machine.transitions_machine import LibraryMachine
from pitboss.rules import Rules
from pitboss.story.phrases import Phrases, by_text
from pitboss.story.viewers import SeatShown, Viewer
from pitboss.table import Table
from pitboss.text.strict import JsonValue
from pitboss.text.terminal import (
    Look,
    dealer_total,
    list_text,
    ordinal,
    outcome_text,
    printable,
    total_text,
)

PHASES: Final = tuple(Phase)
Frame = dict[str, JsonValue]
"""The state of the table, each part under a short key; see `StepMachine`."""

_LOOK: Final = Look()
_DONE: Final[Mapping[do.Effect | None, str]] = {
    do.deal_cards: "The cards are dealt",
    do.peek_at_hole: "The dealer looks at the hole card",
    do.pay_naturals: "Blackjacks are paid",
    do.pay_natural_at_turn: "The blackjack is paid",
    do.next_hand: "The next hand is played",
    do.turn_hole_card: "The dealer turns the hole card",
    do.draw_second_card: "The dealer draws the second card",
    do.draw_for_dealer: "The dealer draws",
    do.settle_round: "Every bet is settled",
}
_SAID: Final = {
    EventKind.SIT_OUT: "sits out",
    EventKind.EVEN_MONEY: "takes even money",
    EventKind.HIT: "hits",
    EventKind.STAND: "stands",
    EventKind.SPLIT: "splits",
    EventKind.DOUBLE: "doubles",
    EventKind.SURRENDER: "surrenders",
}


@frozen
class TakenRow:
    """A row of the transition table that the machine took, as a step of the page.

    Attributes:
        row: the row.
        sentence: what happened.
        frame: the state of the table after the row.
    """

    row: Row
    sentence: str
    frame: Frame


class StepMachine(LibraryMachine):
    """Runs the rounds of a table, and keeps a step for every row that it takes.

    A frame holds values under these keys. ``s``: the index of the state. ``d``: the dealer's cards
    and total. ``a``: the hand that is asked, and the question. ``c`` with the number of a seat,
    such as ``c0``: the chips of the seat, if the viewer may know them. The numbers of a seat and a
    hand, such as ``0.1``: the hand's cards, total, bet, result, sign of the result, other bets, and
    a mark if it was doubled; empty values at the end are left out.

    Args:
        rules: the rules of the table.
        viewer: who looks.

    Attributes:
        steps: the steps since the caller last cleared this list.
    """

    def __init__(self, rules: Rules, viewer: Viewer) -> None:
        super().__init__(rules)
        self.machine.after_state_change.append(self._taken)
        self.steps: list[TakenRow] = []
        self._viewer = viewer
        self._phrases = Phrases(rules)
        self._rows = {row.name: row for row in rows_kept(rules)}
        self._told = 0

    def asked(self, table: Table) -> None:
        """Add the open question to the last step."""
        self.steps[-1].frame.update(frame_asked(table))

    def _taken(self, _flags: Flags, round_: Round, house: House, event: Event) -> None:
        """Keep the row that was taken."""
        row = next(
            self._rows[each.code] for each in reversed(house.trace) if isinstance(each, RowTaken)
        )
        if row.event is not None:
            self._told = 0
        facts = house.facts[self._told :]
        self._told = len(house.facts)
        sentence = self._sentence(row, round_, event, facts)
        self.steps.append(
            TakenRow(row, sentence, frame_of(round_, house, self._viewer, self._phrases))
        )

    def _sentence(self, row: Row, round_: Round, event: Event, facts: Sequence[Fact]) -> str:
        words = [self._head(row, round_, event)]
        for fact in facts:
            match fact:
                case ShoeBroughtIn():
                    words.append(f"shoe {fact.name} comes into use")
                case HandDrew():
                    words.append(_drew(round_.seats[fact.seat], fact.hand, fact.card, row))
                case DealerCardShown():
                    total = dealer_total(fact.cards, natural=False)
                    words.append(f"{_LOOK.card(fact.card)}, {total}")
                case DealerPeeked():
                    words.append("blackjack" if fact.natural else "no blackjack")
                case RoundDecided() if row.effect is not do.settle_round:
                    words.append("every bet is settled")
                case _:
                    pass
        paid = self._paid(round_, facts)
        return _minus(": ".join([*words[:1], ", ".join([*words[1:], *paid])]).removesuffix(": "))

    def _head(self, row: Row, round_: Round, event: Event) -> str:
        if row.event is None:
            return _DONE.get(row.effect, f"\N{RIGHTWARDS ARROW} {row.destination.value}")
        if row.event is EventKind.OPEN:
            return f"Round {round_.number} is opened"
        name, amount = printable(round_.seats[event.seat].name), ""
        if row.event is EventKind.DECLINE and row.question is not None:
            said = f"declines {row.question.value.replace('_', ' ')}"
        elif row.event is EventKind.BET:
            amount = self._phrases.money(event.amount_minor)
            said = f"bets {amount}" if self._phrases.for_money else "plays"
        elif row.event is EventKind.SIDE_BET:
            amount = self._phrases.money(event.amount_minor)
            said = f"bets {amount} on {self._phrases.side_bet(event.bet_name).title}"
        elif row.event is EventKind.INSURE:
            said = f"insures for {self._phrases.money(event.amount_minor)}"
        else:
            said = _SAID[row.event]
        return f"{name} {said}{by_text(event.by)}"

    def _paid(self, round_: Round, facts: Sequence[Fact]) -> list[str]:
        """Write the results of the settled bets, seat by seat."""
        nets: Counter[int] = Counter()
        for fact in facts:
            if isinstance(fact, BetSettled):
                nets[fact.seat] += fact.bet.net_minor
        if not self._phrases.for_money:
            return []
        return [
            f"{printable(round_.seats[seat].name)} {self._phrases.signed(net_minor)}"
            for seat, net_minor in nets.items()
        ]


def frame_of(round_: Round, house: House, viewer: Viewer, phrases: Phrases) -> Frame:
    """Return what a viewer may see of a table's state, as a frame of `StepMachine`."""
    cards = round_.dealer.cards
    lies = ""
    if round_.hole_hidden:
        known = house.hole_card if viewer.audits else None
        lies = "--" if known is None else f"-{known.code}"
    natural = round_.dealer_natural is DealerNatural.SEEN
    total = dealer_total(cards, natural=natural) if cards else ""
    frame: Frame = {
        "s": PHASES.index(round_.phase),
        "d": [codes(cards) + lies, total],
        "a": 0,
    }
    for seat in round_.seats:
        chips = phrases.chips(SeatShown.of(seat, viewer))
        if chips:
            frame[f"c{seat.index}"] = _minus(chips)
        for number, hand in enumerate(seat.hands):
            bets = [BetView.of(bet) for bet in hand.bets_beside]
            bets += [BetView.of(bet) for bet in seat.side_bets if not number]
            frame[f"{seat.index}.{number}"] = _hand(hand, bets, phrases)
    return frame


def frame_asked(table: Table) -> Frame:
    """Return the entries of a frame for the open question; empty if nothing is asked."""
    offer = table.offer()
    if offer is None:
        return {}
    words = list_text([kind.value.replace("_", " ") for kind in offer.legal])
    asked = f"{printable(table.round.seats[offer.seat].name)}: {words}?"
    return {"a": [offer.seat, offer.hand, asked]}


def _hand(hand: Hand, bets: Sequence[BetView], phrases: Phrases) -> JsonValue:
    """Write a hand with its ante and other bets."""
    total = total_text(hand.points, soft=hand.soft, natural=hand.natural) if hand.cards else ""
    bet = phrases.money(hand.bet_minor) if phrases.for_money else ""
    came, sign = "", 0
    if hand.reason is not None:
        net_minor = hand.net_minor
        sign = (net_minor > 0) - (net_minor < 0)
        brought = f" {phrases.signed(net_minor)}" if phrases.for_money else ""
        bonus = "" if hand.bonus is None else f" ({phrases.bonus(hand.bonus.name).title})"
        came = _minus(f"{outcome_text(hand.outcome)}{brought}{bonus}")
    beside = _minus(", ".join([_beside(bet, phrases) for bet in bets]))
    doubled = "x2" if hand.doubled else ""
    shown: list[JsonValue] = [codes(hand.cards), total, bet, came, sign, beside, doubled]
    while shown and not shown[-1]:
        shown.pop()
    return shown


def _beside(bet: BetView, phrases: Phrases) -> str:
    """Write a bet other than an ante: its stake or, once it is settled, its result."""
    settled = bet.reason is not None
    amount = phrases.signed(bet.net_minor) if settled else phrases.money(bet.stake_minor)
    return f"{phrases.title(bet)} {amount}"


def codes(cards: Sequence[Card]) -> str:
    """Write cards for a frame."""
    return "".join([card.code for card in cards])


def _minus(text: str) -> str:
    """Write amounts with a true minus sign in place of a hyphen before a digit."""
    return text.replace(" -", " \N{MINUS SIGN}")


def _drew(seat: Seat, number: int, card: Card, row: Row) -> str:
    """Write which card a hand took, and which hand if that is unclear."""
    hand = seat.hands[number]
    total = total_text(hand.points, soft=hand.soft, natural=hand.natural)
    which = f"{ordinal(number)} hand " if row.event in {None, EventKind.SPLIT} else ""
    whose = f"{printable(seat.name)}, " if row.event is None else ""
    return f"{whose}{which}{_LOOK.card(card)}, {total}"
