"""Sentences about a live table: what happens, and what a reader is asked or waits for.

The sentences about what happens are those for a spectator. So they never have a hidden card, the
chips of a seat, or the id of a command.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, Self

from attrs import frozen

from pitboss.arguments import takes
from pitboss.game.bets import BetKind
from pitboss.game.cards import Card
from pitboss.game.documents import document
from pitboss.game.events import By, Event, EventKind
from pitboss.game.reasons import WON, Outcome
from pitboss.game.round import Presence, Question, Seat
from pitboss.game.seat_changes import ChangeKind, SeatChange
from pitboss.game.totals import is_natural
from pitboss.machine.guards import can_bet
from pitboss.story import told_events as told
from pitboss.story.narrator import Narrator
from pitboss.story.phrases import Phrases, printed_on_felt
from pitboss.story.told_events import HandShown, ToldEvent
from pitboss.story.viewers import SPECTATOR
from pitboss.table.offer import Offer
from pitboss.table.table import Table
from pitboss.text.terminal import list_text, printable, total_text

_SAID: Final = {
    EventKind.BET: ("bets", "bet"),
    EventKind.SIDE_BET: ("places", "place"),
    EventKind.SIT_OUT: ("sits out", "sit out"),
    EventKind.EVEN_MONEY: ("takes even money", "take even money"),
    EventKind.INSURE: ("insures for", "insure for"),
    EventKind.SPLIT: ("splits", "split"),
    EventKind.HIT: ("hits", "hit"),
    EventKind.STAND: ("stands", "stand"),
    EventKind.DOUBLE: ("doubles", "double"),
    EventKind.SURRENDER: ("surrenders", "surrender"),
    EventKind.DECLINE: ("declines", "decline"),
}
"""Two forms of the verb for each answer: one follows the name of a seat, the other "You"."""

_BY: Final = {By.CLOCK: "Time is up: ", By.HOUSE: "The house answers: "}

_HOW: Final[dict[Outcome | None, str]] = {
    Outcome.NATURAL: " with blackjack",
    Outcome.EVEN_MONEY: " by even money",
    Outcome.CHARLIE: " with a charlie",
    Outcome.BUST: ", bust",
    Outcome.SURRENDER: " by surrender",
}

_CHANGES: Final = {
    ChangeKind.JOIN: ("sits down", "sit down"),
    ChangeKind.LEAVE: ("leaves the table", "leave the table"),
    ChangeKind.AWAY: ("takes a break", "take a break"),
    ChangeKind.BACK: ("is back", "are back"),
}
"""Two forms of the verb for each told change: one follows the name of a seat, the other "You"."""

_RETURNED: Final = frozenset({Outcome.PUSH, Outcome.VOID})

_APOSTROPHE: Final = "\N{RIGHT SINGLE QUOTATION MARK}"


@frozen
class _Who:
    """The person that a sentence is about or speaks to.

    Attributes:
        name: the name at the start of the sentence.
        whose: the possessive form of the name.
        spoken_to: whether the sentence speaks to this person.
    """

    name: str
    whose: str
    spoken_to: bool = False

    @classmethod
    def called(cls, name: str, seat: int) -> Self:
        """Return a person that a sentence is about."""
        shown = printable(name) or f"Seat {seat + 1}"
        return cls(shown, f"{shown}{_APOSTROPHE}s")

    def does(self, verbs: tuple[str, str]) -> str:
        """Return who does something, such as ``Ann bets`` or ``You bet``."""
        return f"{self.name} {verbs[self.spoken_to]}"

    def with_hand(self, of: HandShown, verbs: tuple[str, str]) -> str:
        """Return what a hand does; one of several hands is named, as in ``Your hand 2 wins``."""
        if of.hands > 1:
            return f"{self.whose} hand {of.hand + 1} {verbs[0]}"
        return self.does(verbs)


_YOU: Final = _Who("You", "Your", spoken_to=True)

_Say = Callable[[_Who], str]


@frozen
class _Sentence:
    """A sentence about one told event.

    Attributes:
        kind: the kind of the told event.
        say: the function that writes the sentence, about somebody or to them.
        seat: the seat that it is about; `None` for the dealer and the table.
        name: who sits there.
    """

    kind: str
    say: _Say
    seat: int | None = None
    name: str = ""

    def document(self) -> str:
        """Return the sentence as a document of the protocol."""
        members: dict[str, object] = {"told": self.kind}
        if self.seat is None:
            return document("told", {**members, "text": self.say(_YOU)})
        text = self.say(_Who.called(self.name, self.seat))
        return document(
            "told", {**members, "seat": self.seat, "text": text, "to_seat": self.say(_YOU)}
        )


_TOO_FEW_CHIPS: Final = "You have too few chips to bet. Leave the seat, or wait for more."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _card(card: Card) -> str:
    return f"{card.rank.name} of {card.suit.name}".lower()


class Sentences:
    """Tells what happens at a live table in short sentences.

    Args:
        table: the table to follow from now on.

    Attributes:
        printed: the main rules, as they are printed on the felt.
    """

    @takes()
    def __init__(self, table: Table) -> None:
        self.printed = printed_on_felt(table.rules)
        self._phrases = Phrases(table.rules)
        self._heard: list[ToldEvent] = []
        self._narrator = Narrator(SPECTATOR, self._heard.append)
        self._narrator.joined(table)

    def applied(self, table: Table, event: Event) -> list[str]:
        """Return sentences about an event that was applied, as documents."""
        self._narrator.applied(table, event)
        return self._taken()

    def changed(self, table: Table, change: SeatChange) -> list[str]:
        """Return sentences about a change of a seat, as documents."""
        self._narrator.changed(table, change)
        return self._taken()

    def tell_state(self, table: Table, seat: int | None, *, opens: bool) -> dict[str, str]:
        """Return `text`, what a reader is asked or waits for, and `result`, the result of a round.

        Args:
            table: the table; only what this reader may see is told.
            seat: the reader's seat; `None` for a spectator.
            opens: whether another round will be opened.
        """
        offer, seats = table.glance(), table.round.seats
        if offer is not None and seat == offer.seat:
            return {"text": self._question(seats[offer.seat], offer)}
        if offer is not None:
            does = "betting" if offer.question is Question.BET else "playing"
            return {"text": f"{_Who.called(seats[offer.seat].name, offer.seat).name} is {does}."}
        soon = "The next round begins soon." if opens else ""
        reader = None if seat is None else seats[seat]
        if reader is None or reader.presence is Presence.EMPTY:
            return {"text": soon or "You are watching."}
        waits = soon or "Waiting for a round."
        if reader.presence is Presence.AWAY:
            waits = "You are taking a break."
        elif not can_bet(table.legality.flags, reader):
            waits = _TOO_FEW_CHIPS
        return {"text": waits, **({"result": self._result(reader)} if reader.staked_minor else {})}

    def tell_hint(self, question: Question, answer: EventKind) -> str:
        """Return the sentence that says what the chart answers to a question."""
        what = f" {self._phrases.declined(question)}" if answer is EventKind.DECLINE else ""
        return f"The chart says: {_SAID[answer][1]}{what}."

    def _question(self, seat: Seat, offer: Offer) -> str:
        """Write the open question for the seat that is asked."""
        if offer.up_card is None:
            # Only bets are asked for before the dealer shows a card.
            if EventKind.BET not in offer.legal:
                return _TOO_FEW_CHIPS
            your = "Side bets first, then your" if offer.side_bets else "Your"
            choice = offer.most_minor > offer.least_minor
            return f"{your} bet{self._phrases.limits(offer) if choice else ''}."
        hand = seat.hands[offer.hand]
        has = total_text(hand.points, soft=hand.soft, natural=hand.natural)
        rank = offer.up_card.rank.name.lower()
        against = f"against {'an' if rank[0] in 'ae' else 'a'} {rank}"
        return f"{_capital(has)} {against}. {_capital(self._phrases.question(offer))}"

    def _result(self, reader: Seat) -> str:
        """Write what a seat won or lost in a round with all its bets."""
        net_minor = reader.returned_minor - reader.staked_minor
        hands = f" with {len(reader.hands)} hands" if len(reader.hands) > 1 else ""
        if net_minor == 0:
            return f"You get back what you bet{hands}."
        return f"You {'win' if net_minor > 0 else 'lose'}{self._money(net_minor)}{hands}."

    def _taken(self) -> list[str]:
        documents = [each.document() for event in self._heard for each in self._told(event)]
        self._heard.clear()
        return documents

    def _money(self, amount_minor: int) -> str:
        return f" {self._phrases.money(abs(amount_minor))}" if self._phrases.for_money else ""

    def _told(self, event: ToldEvent) -> Iterator[_Sentence]:
        match event:
            case told.Answered():
                yield self._answered(event)
            case told.Dealt():
                for of in event.hands:
                    yield _holds(event, of, ("has", "have"), of.cards)
                if event.up_card is not None:
                    yield _plain(event, f"The dealer shows {_card(event.up_card)}.")
            case told.Drew():
                yield _holds(event, event.of, ("gets", "get"), event.of.cards[-1:])
            case told.Settled():
                yield self._settled(event)
            case told.RoundEnded():
                if event.void:
                    yield _plain(event, "No card is left for this round: every bet is returned.")
                yield from map(self._settled, event.settled)
            case _:
                yield from _of_table(event)

    def _answered(self, event: told.Answered) -> _Sentence:
        staked = {EventKind.BET, EventKind.SIDE_BET, EventKind.INSURE}
        rest = self._money(event.amount_minor) if event.answer in staked else ""
        if event.answer is EventKind.SIDE_BET:
            rest += f" on {self._phrases.side_bet(event.bet).title}"
        elif event.answer is EventKind.DECLINE:
            rest = f" {self._phrases.declined(event.question)}"
        if event.of.hands > 1:
            rest += f" on hand {event.of.hand + 1}"
        before = "" if event.by is None else _BY.get(event.by, "")
        verbs = _SAID[event.answer]
        return _of(event, event.of, lambda who: f"{before}{who.does(verbs)}{rest}.")

    def _settled(self, event: told.Settled) -> _Sentence:
        """Return the sentence about the result of one bet, never about a sum of several."""
        bet, of = event.bet, event.of
        of_hand = bet.kind is BetKind.ANTE
        if bet.outcome in _RETURNED:
            verbs, rest = ("gets", "get"), f" the {'bet' if of_hand else 'stake'} back"
        else:
            verbs = ("wins", "win") if bet.outcome in WON else ("loses", "lose")
            # A seat loses nothing with a hand that the house staked, or in a game without money.
            rest = self._money(bet.net_minor) if bet.net_minor else ""
        rest += _HOW.get(bet.outcome, "") if of_hand else f" on {self._phrases.title(bet)}"
        pays = self._phrases.pay_class(bet)
        rest += "" if pays is None else f" ({pays.title})"
        if of_hand:
            return _of(event, of, lambda who: f"{who.with_hand(of, verbs)}{rest}.")
        return _of(event, of, lambda who: f"{who.does(verbs)}{rest}.")


def _plain(event: ToldEvent, text: str) -> _Sentence:
    return _Sentence(event.kind, lambda _who: text)


def _of(event: ToldEvent, of: HandShown, say: _Say) -> _Sentence:
    return _Sentence(event.kind, say, of.seat, of.name)


def _holds(
    event: ToldEvent, of: HandShown, verbs: tuple[str, str], cards: Sequence[Card]
) -> _Sentence:
    """Say which cards a hand has or gets, and its total with them."""
    total = total_text(of.points, soft=of.soft, natural=of.natural)
    text = f"{list_text([_card(card) for card in cards], 'and')}: {total}"
    return _of(event, of, lambda who: f"{who.with_hand(of, verbs)} {text}.")


def _changed(event: told.SeatChanged) -> _Sentence:
    verbs = _CHANGES[event.change]
    where = f" at seat {event.seat + 1}" if event.change is ChangeKind.JOIN else ""
    before = "Time is up: " if event.by is By.CLOCK else ""
    return _Sentence(
        event.kind, lambda who: f"{before}{who.does(verbs)}{where}.", event.seat, event.name
    )


def _of_table(event: ToldEvent) -> Iterator[_Sentence]:
    match event:
        case told.RoundOpened():
            yield _plain(event, f"Round {event.round_number}.")
            if event.new_shoe is not None:
                yield _plain(event, "The cards are shuffled.")
        case told.SeatChanged() if event.change in _CHANGES:
            yield _changed(event)
        case told.Peeked():
            found = "blackjack" if event.natural else "no blackjack"
            yield _plain(event, f"The dealer looks at the hole card: {found}.")
        case told.DealerShowed():
            natural = is_natural(event.cards)
            total = total_text(event.points, soft=event.soft, natural=natural)
            verb = "turns" if event.turned else "draws"
            yield _plain(event, f"The dealer {verb} {_card(event.card)}: {total}.")
        case told.ShoeBrought():
            yield _plain(event, "The shoe is empty: another one comes into use.")
        case _:
            pass
