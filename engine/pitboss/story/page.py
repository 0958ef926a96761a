"""Told events, or the state of a table, as text for a terminal or as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final

from pitboss.arguments import takes
from pitboss.game.bets import BetKind, bets_record, side_bet_record
from pitboss.game.round import Presence, Question
from pitboss.game.shoe import write_seed
from pitboss.game.totals import is_natural
from pitboss.journal.lines import plain_line
from pitboss.players.table_text import table_lines
from pitboss.rules import Rules
from pitboss.rules.option_kinds import unquote
from pitboss.story import told_events as told
from pitboss.story.phrases import Phrases
from pitboss.story.told_events import HandShown, fields_of
from pitboss.story.viewers import SeatShown, Viewer, show_seats
from pitboss.table import Table
from pitboss.table.offer import Offer, SeatView
from pitboss.text.strict import JsonValue
from pitboss.text.terminal import (
    DEALER,
    MAX_NAME_COLUMNS,
    BlankLines,
    Look,
    Rows,
    align_left,
    columns_of,
    dealer_total,
    fold_cells,
    list_text,
    ordinal,
    printable,
    right,
    shorten,
    total_text,
)


class Page:
    """Writes told events as lines of text.

    Each row names the seat of a hand, shows its cards and their total, and says in words what was
    asked, answered and settled. The page holds a row back until the next event shows that the row
    is complete; `rest` returns the rows held back.

    Args:
        look: what the reader's terminal can show.
        rules: the rules of the table.
        names: the names at the seats, in the order of the seats.
    """

    @takes()
    def __init__(self, look: Look, rules: Rules, names: tuple[str, ...]) -> None:
        self._look = look
        self._phrases = Phrases(rules)
        self._rows = Rows(look, names)
        self._bets: list[str] = []
        self._hand: HandShown | None = None
        self._words: list[str] = []
        self._last: HandShown | None = None
        self._dealer_named = False
        self._blank_lines = BlankLines()

    def lines(self, *events: told.ToldEvent) -> list[str]:
        """Return the lines that events add to the page."""
        told = chain.from_iterable(map(self._told, events))
        return self._blank_lines.without_more(told)

    def rest(self) -> list[str]:
        """Return the lines held back so far; then other text may be written below them."""
        self._blank_lines.after_blank = False
        return [*self._waiting()]

    def _told(self, event: told.ToldEvent) -> Iterator[str]:
        match event:
            case told.Answered():
                yield from self._answered(event)
            case told.Drew():
                yield from self._begin_row(event.of)
            case told.Settled():
                yield from self._add(event.of, event.bet.net_minor, self._phrases.settled(event))
            case told.SeatChanged() | told.HostSaid():
                yield from self._waiting()
                yield from self._noted(event)
                self._last = None
            case _:
                yield from self._waiting()
                yield from self._of_table(event)
                self._last = None

    def _noted(self, event: told.SeatChanged | told.HostSaid) -> Iterator[str]:
        """Write a change of a seat, or a line of the host, which may come within a round."""
        if isinstance(event, told.HostSaid):
            said = [f"{name} {_fact_text(fact)}" for name, fact in event.host.items()]
            yield from self._rows.list_text("host", list(map(printable, said)))
        else:
            changed = self._phrases.changed(event) + _command_text(event.command)
            yield from self._rows.list_text("seat", [changed])

    def _of_table(self, event: told.ToldEvent) -> Iterator[str]:
        """Write an event that is not about one hand."""
        match event:
            case told.TableOpened():
                yield from self._table_opened(event)
            case told.RoundOpened():
                yield from self._round_opened(event)
            case told.Dealt():
                yield from self._dealt(event)
            case told.Peeked():
                found = "blackjack" if event.natural else "no blackjack"
                yield from self._dealer_row("", "", f"looks at the hole card: {found}")
            case told.DealerShowed():
                yield from self._dealer_showed(event)
            case told.ShoeBrought():
                yield self._look.faint(f"  the shoe is empty: shoe {event.shoe} comes into use")
            case told.RoundEnded():
                yield ""
                yield from _results(event, self._look, self._phrases)
            case told.Explained():
                yield from self._explained(event)
            case told.Stopped():
                where = f" The journal stops here, in round {event.round_number}, at a question for"
                question = event.question.value.replace("_", " ")
                yield from ("", f"{where} {printable(event.name)}: {question}?")
            case _:
                raise NotImplementedError(type(event).__name__)

    def _explained(self, event: told.Explained) -> Iterator[str]:
        yield ""
        for reason in event.reasons:
            which = f"{ordinal(reason.hand)} hand: " if reason.hands > 1 else ""
            yield from self._rows.note(reason.name, which + reason.sentence)

    def _table_opened(self, event: told.TableOpened) -> Iterator[str]:
        changes = ", ".join(f"{name} = {unquote(value)}" for name, value in event.changes.items())
        seats = [f"{seat.seat} {_who(seat)}" for seat in event.seats]
        rules = event.preset + (f" with {changes}" if changes else "")
        yield from self._rows.list_text("table", [rules])
        yield from self._rows.list_text("seats", seats)
        if event.seed is not None:
            yield from self._rows.list_text("seed", [str(event.seed)])

    def _round_opened(self, event: told.RoundOpened) -> Iterator[str]:
        self._rows = Rows(self._look, tuple([seat.name for seat in event.seats]))
        yield ""
        yield self._look.line(f"Round {event.round_number}")
        shoe = [] if event.new_shoe is None else [f"number {event.new_shoe} comes into use"]
        if event.shoe_position is not None:
            shoe.append(f"{event.shoe_position} cards are drawn")
        if shoe:
            yield from self._rows.list_text("shoe", shoe)
        owned = [(seat.name, self._phrases.chips(seat)) for seat in event.seats]
        chips = [f"{printable(name)} {amount}" for name, amount in owned if amount]
        if chips:
            yield from self._rows.list_text("chips", chips)

    def _dealt(self, event: told.Dealt) -> Iterator[str]:
        yield ""
        for hand in event.hands:
            yield from self._hand_row(hand, "")
        card = event.up_card
        if card is not None:
            cards = self._look.cards([card], hidden=event.face_down)
            total = dealer_total([card], natural=False)
            yield from self._dealer_row(cards, total, self._look.known(event.hole_card))
        yield ""
        self._dealer_named = False

    def _dealer_showed(self, event: told.DealerShowed) -> Iterator[str]:
        if not self._dealer_named:
            yield ""
        total = dealer_total(event.cards, natural=is_natural(event.cards))
        words = f"{'turns' if event.turned else 'draws'} {self._look.card(event.card)}"
        yield from self._dealer_row(self._look.cards(event.cards), total, words)

    def _dealer_row(self, cards: str, total: str, words: str) -> Iterator[str]:
        name = "" if self._dealer_named else DEALER
        self._dealer_named = True
        yield from self._rows.row(name, cards, total, words)

    def _answered(self, event: told.Answered) -> Iterator[str]:
        answer = self._phrases.answer(event) + _command_text(event.command)
        if event.question is Question.BET:
            self._bets.append(f"{printable(event.of.name)} {answer}")
            return
        if self._words or self._hand is None or not _same(self._hand, event.of):
            yield from self._begin_row(event.of)
        self._words.append(f"{self._look.faint(self._phrases.question(event))} {answer}")

    def _add(self, hand: HandShown, net_minor: int, words: str) -> Iterator[str]:
        """Add the result of a bet to the row of its hand, or begin a row."""
        words = self._look.gain(net_minor, words)
        if self._dealer_named:
            which = f", {ordinal(hand.hand)} hand" if hand.hands > 1 else ""
            yield from self._dealer_row("", "", f"{printable(hand.name)}{which}: {words}")
            return
        if self._hand is None or not _same(self._hand, hand):
            yield from self._begin_row(hand)
        self._words.append(words)

    def _begin_row(self, hand: HandShown) -> Iterator[str]:
        """Write the lines held back, then begin the row of a hand."""
        yield from self._waiting()
        self._dealer_named = False
        self._hand = hand

    def _waiting(self) -> Iterator[str]:
        """Write the lines held back."""
        bets, self._bets = self._bets, []
        hand, self._hand = self._hand, None
        words, self._words = self._words, []
        if bets:
            yield from self._rows.list_text("bets", bets)
        if hand is not None:
            yield from self._hand_row(hand, ", ".join(words))

    def _hand_row(self, hand: HandShown, words: str) -> Iterator[str]:
        """Write the row of a hand; leave out what the row above already shows."""
        last, self._last = self._last, hand
        self._dealer_named = False
        if last is not None and _same(last, hand):
            yield from self._rows.row("", "", "", words)
            return
        same_seat = last is not None and last.seat == hand.seat
        if hand.hands > 1 and not same_seat:
            yield f" {self._look.strong(printable(hand.name))}"
        name = f"  {ordinal(hand.hand)} hand" if hand.hands > 1 else printable(hand.name)
        if last is not None and last.place == hand.place:
            name = ""
        total = total_text(hand.points, soft=hand.soft, natural=hand.natural) if hand.cards else ""
        yield from self._rows.row(name, self._look.cards(hand.cards), total, words)


def _command_text(command: str | None) -> str:
    return "" if command is None else f" [{command}]"


def _fact_text(fact: JsonValue) -> str:
    return fact if isinstance(fact, str) else plain_line(fact)


def _who(seat: SeatShown) -> str:
    """Write who sits at a seat."""
    if seat.presence is Presence.EMPTY:
        return "(empty)"
    return printable(seat.name) + (" (away)" if seat.presence is Presence.AWAY else "")


def _same(one: HandShown, other: HandShown) -> bool:
    """Return whether two events show the same hand with the same cards."""
    return one.place == other.place and one.cards == other.cards


def _results(ended: told.RoundEnded, look: Look, phrases: Phrases) -> Iterator[str]:
    """Write the result of every hand, and the chips of each seat, in columns.

    Leave out columns that would be empty: amounts if nobody plays for money, and chips if the
    viewer may not know them.
    """
    if ended.void:
        yield " No card is left to play the round with: every bet is returned."
    if not ended.hands:
        yield " Nobody plays in this round."
        return
    nets, rows = zip(*result_rows(ended, phrases), strict=True)
    columns: list[list[str]] = []
    for title, texts in zip(_TITLES, zip(*rows, strict=True), strict=True):
        if any(texts):
            width = max(columns_of(text) for text in (title, *texts))
            place = right if title in _AMOUNTS else align_left
            cells = [place(text, width) for text in texts]
            if title == _NAMES:
                cells = [look.strong(cell) for cell in cells]
            elif title == _NETS:
                cells = [look.gain(net, cell) for net, cell in zip(nets, cells, strict=True)]
            columns.append([look.faint(place(title, width)), *cells])
    for line in zip(*columns, strict=True):
        yield from (f" {part}".rstrip() for part in fold_cells(line, look.columns - 1))


_NAMES: Final = ""
_NETS: Final = "net"
_TITLES: Final = (_NAMES, "total", "bet", "result", _NETS, "chips")
_AMOUNTS: Final = frozenset({"bet", _NETS, "chips"})
"""The titles of the columns of results that hold amounts."""


def result_rows(ended: told.RoundEnded, phrases: Phrases) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the result of every bet, and its row: name, total, bet, result, net, chips.

    Args:
        ended: what the viewer is told of the end of a round.
        phrases: the words for the table's rules.
    """
    chips = {seat.seat: phrases.chips(seat) for seat in ended.seats}
    house_minor = 0
    for hand in ended.hands:
        name = shorten(printable(hand.name), MAX_NAME_COLUMNS)
        name = f"{name}, {ordinal(hand.hand)} hand" if hand.hands > 1 else name
        total = total_text(hand.points, soft=hand.soft, natural=hand.natural) if hand.cards else ""
        bets = hand.bets
        if hand.hand == hand.hands - 1:
            bets += tuple([each.bet for each in ended.side_bets if each.seat == hand.seat])
        for bet in bets:
            house_minor -= bet.net_minor
            beside = bet.kind is not BetKind.ANTE
            titles = (f"  {phrases.title(bet)}", "") if beside else (name, total)
            for_money = beside or phrases.for_money
            stake = phrases.money(bet.stake_minor) if for_money else ""
            net = phrases.signed(bet.net_minor) if for_money else ""
            owned = chips[hand.seat] if bet is bets[-1] and hand.hand == hand.hands - 1 else ""
            yield bet.net_minor, (*titles, stake, phrases.outcome(bet), net, owned)
    if ended.dealer_cards:
        total = dealer_total(ended.dealer_cards, natural=ended.dealer_natural)
        net = phrases.signed(house_minor) if phrases.for_money else ""
        yield house_minor, (DEALER, total, "", "", net, "")


@takes()
def standing_record(table: Table, viewer: Viewer) -> dict[str, JsonValue]:
    """Return the present state of a table as a JSON object; amounts are in minor units."""
    view = table.view(None)
    offer = table.offer()
    record: dict[str, JsonValue] = {
        "round": view.round_number,
        "state": view.phase.value,
        "dealer": [card.code for card in view.dealer_cards],
        "face_down": view.hole_hidden,
        "seats": [
            {
                "seat": seat.index,
                "name": seat.name,
                "balance": shown.balance_minor,
                "hands": [
                    {
                        **fields_of(HandShown.of(seat, number)),
                        **bets_record(hand.bets),
                    }
                    for number, hand in enumerate(seat.hands)
                ],
                **_side_bets(seat),
            }
            for seat, shown in zip(view.seats, show_seats(table, viewer), strict=True)
        ],
        "question": None if view.question is None else view.question.value,
        "asked_seat": view.asked_seat,
        "asked_hand": view.asked_hand,
        "legal": [] if offer is None else [kind.value for kind in offer.legal],
        **_limits(offer, viewer),
    }
    if viewer.audits:
        hole_card = table.house.hole_card
        record["hole_card"] = None if hole_card is None else hole_card.code
        record["shoe"] = table.shoe.name
        record["position"] = table.shoe.position
        record["seed"] = write_seed(table.seed)
    return record


def _side_bets(seat: SeatView) -> dict[str, JsonValue]:
    """Return the side bets of a seat as a member of JSON; without side bets, return no member."""
    bets = [side_bet_record(bet) for bet in seat.side_bets]
    return {"side_bets": bets} if bets else {}


def _limits(offer: Offer | None, viewer: Viewer) -> dict[str, JsonValue]:
    """Return what the asked seat may stake; a viewer who may not know that gets `null`."""
    if offer is None or not offer.most_minor or not viewer.knows_chips(offer.seat):
        return {"least": None, "most": None, "unit": None}
    return {"least": offer.least_minor, "most": offer.most_minor, "unit": offer.unit_minor}


@takes()
def standing(table: Table, viewer: Viewer, look: Look) -> list[str]:
    """Draw the present state of a table.

    Args:
        table: the table.
        viewer: the viewer; what it may know decides how much is shown.
        look: what the reader's terminal can show.
    """
    offer = table.offer()
    view = table.view(None)
    chips = [Phrases(table.rules).chips(shown) for shown in show_seats(table, viewer)]
    hole_card = table.house.hole_card if viewer.audits else None
    lines = table_lines(view, table.rules.minor_per_unit, look, chips, hole_card)
    return lines if offer is None else [*lines, "", f" {_asked(offer, view.seats[offer.seat])}"]


def _asked(offer: Offer, seat: SeatView) -> str:
    """Write which seat is asked, and what."""
    whose = printable(seat.name)
    if len(seat.hands) > 1:
        whose += f", {ordinal(offer.hand)} hand"
    choices = list_text([kind.value.replace("_", " ") for kind in offer.legal])
    if offer.question is Question.PLAY:
        return f"{whose}: {choices}?"
    return f"{whose}: {offer.question.value.replace('_', ' ')}? {choices}"
