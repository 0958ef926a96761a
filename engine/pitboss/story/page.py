"""The page: moments as lines of text for a reader at a terminal."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from attrs import define

from pitboss.game.hand import is_natural
from pitboss.game.round import Question
from pitboss.rules import Rules
from pitboss.rules.option_kinds import unquoted
from pitboss.story.moments import (
    Answered,
    DealerShowed,
    Dealt,
    Drew,
    Explained,
    HandShown,
    InsuranceSettled,
    Moment,
    Peeked,
    RoundEnded,
    RoundOpened,
    SeatShown,
    Settled,
    ShoeBrought,
    Stopped,
    TableOpened,
)
from pitboss.story.phrases import Phrases, dealer_total
from pitboss.story.rows import DEALER, Rows
from pitboss.story.settled_text import settlement
from pitboss.text.terminal import Look, ordinal, printable, total_text


@define(eq=False)
class _Row:
    """A hand with what is said of it, until nothing more can be said in the same row."""

    hand: HandShown
    words: list[str]


class Page:
    """Writes moments down as they are told.

    Each row says whose hand it is, shows its cards and their total, and tells in words what was
    asked, answered and settled. A row waits until the next moment shows that nothing is to be added
    to it; `rest` gives what still waits.

    Args:
        look: what the reader's terminal can show.
        rules: the rules of the table.
        names: who sits there, in the order of the seats.
    """

    def __init__(self, look: Look, rules: Rules, names: tuple[str, ...]) -> None:
        self._look = look
        self._phrases = Phrases(rules)
        self._rows = Rows(look, names)
        self._row: _Row | None = None
        self._last: HandShown | None = None
        self._bets: list[str] = []
        self._dealer_named = False
        self._ends_blank = False

    def lines(self, *moments: Moment) -> list[str]:
        """Return the lines that moments add to the page."""
        return [
            line for moment in moments for line in self._told(moment) if not self._blank_again(line)
        ]

    def rest(self) -> list[str]:
        """Return the lines that wait for more to be said; others may write below them."""
        self._ends_blank = False
        return [*self._waiting()]

    def _blank_again(self, line: str) -> bool:
        """Say whether a line is blank as the one above it was."""
        again = not line and self._ends_blank
        self._ends_blank = not line
        return again

    def _told(self, moment: Moment) -> Iterator[str]:
        if isinstance(moment, Answered):
            yield from self._answered(moment)
        elif isinstance(moment, Drew):
            yield from self._new_row(moment.of)
        elif isinstance(moment, Settled):
            yield from self._settled(moment)
        elif isinstance(moment, InsuranceSettled):
            words = f"insurance loses {self._phrases.money(-moment.net_minor)}"
            yield from self._add(moment.of, self._look.gain(moment.net_minor, words))
        else:
            yield from self._waiting()
            yield from self._of_table(moment)
            self._last = None

    def _of_table(self, moment: Moment) -> Iterator[str]:
        """Write a moment that is not about one hand."""
        match moment:
            case TableOpened():
                yield from self._table_opened(moment)
            case RoundOpened():
                yield from self._round_opened(moment)
            case Dealt():
                yield from self._dealt(moment)
            case Peeked():
                found = "blackjack" if moment.natural else "no blackjack"
                yield from self._dealer_row("", "", f"looks at the hole card: {found}")
            case DealerShowed():
                yield from self._dealer_showed(moment)
            case ShoeBrought():
                yield self._look.faint(f"  the shoe is empty: shoe {moment.shoe} is brought in")
            case RoundEnded():
                yield ""
                yield from settlement(moment, self._look, self._phrases)
            case Explained():
                yield from self._explained(moment)
            case Stopped():
                yield from self._stopped(moment)
            case _:
                raise NotImplementedError(type(moment).__name__)

    def _table_opened(self, moment: TableOpened) -> Iterator[str]:
        changes = ", ".join(f"{name} = {unquoted(value)}" for name, value in moment.changes.items())
        seats = [f"{seat.seat} {printable(seat.name)}" for seat in moment.seats]
        yield from self._rows.listed(
            "table", [moment.preset + (f" with {changes}" if changes else "")]
        )
        yield from self._rows.listed("seats", seats)
        if moment.seed is not None:
            yield from self._rows.listed("seed", [str(moment.seed)])

    def _round_opened(self, moment: RoundOpened) -> Iterator[str]:
        yield ""
        yield self._look.line(f"Round {moment.round_number}")
        shoe = [] if moment.new_shoe is None else [f"number {moment.new_shoe} is brought in"]
        if moment.shoe_position is not None:
            shoe.append(f"{moment.shoe_position} cards are drawn")
        if shoe:
            yield from self._rows.listed("shoe", shoe)
        yield from self._chips(moment.seats)

    def _chips(self, seats: tuple[SeatShown, ...]) -> Iterator[str]:
        known = [
            f"{printable(seat.name)} {self._phrases.money(seat.balance_minor)}"
            for seat in seats
            if seat.balance_minor is not None and not seat.on_credit
        ]
        if known and self._phrases.for_money:
            yield from self._rows.listed("chips", known)

    def _dealt(self, moment: Dealt) -> Iterator[str]:
        yield ""
        for hand in moment.hands:
            yield from self._hand_row(hand, "")
        if moment.up_card is not None:
            card = moment.up_card
            hole_card = moment.hole_card
            words = f"face down: {self._look.card(hole_card)}" if hole_card else ""
            cards = self._look.cards([card], hidden=moment.face_down)
            self._dealer_named = False
            yield from self._dealer_row(cards, dealer_total([card], natural=False), words)
        yield ""
        self._dealer_named = False

    def _answered(self, moment: Answered) -> Iterator[str]:
        answer = self._phrases.answer(moment)
        if moment.question is Question.BET:
            self._bets.append(f"{printable(moment.of.name)} {answer}")
            return
        said = f"{self._look.faint(self._phrases.question(moment))} {answer}"
        row = self._row
        if row is None or not _same(row.hand, moment.of) or row.words:
            row = yield from self._new_row(moment.of)
        row.words.append(said)

    def _settled(self, moment: Settled) -> Iterator[str]:
        hand = moment.of
        words = self._phrases.settled(
            moment.outcome, hand.bet_minor, moment.net_minor, len(hand.cards)
        )
        yield from self._add(hand, self._look.gain(moment.net_minor, words))

    def _add(self, hand: HandShown, words: str) -> Iterator[str]:
        """Add words to the row of a hand, or begin one."""
        if self._dealer_named:
            which = f", {ordinal(hand.hand)} hand" if hand.hands > 1 else ""
            yield from self._dealer_row("", "", f"{printable(hand.name)}{which}: {words}")
            return
        row = self._row
        if row is None or not _same(row.hand, hand):
            row = yield from self._new_row(hand)
        row.words.append(words)

    def _new_row(self, hand: HandShown) -> Generator[str, None, _Row]:
        """Begin the row of a hand, after the lines that wait are written."""
        yield from self._waiting()
        self._dealer_named = False
        row = self._row = _Row(hand, [])
        return row

    def _waiting(self) -> Iterator[str]:
        yield from self._written_bets()
        yield from self._written_row()

    def _written_row(self) -> Iterator[str]:
        row, self._row = self._row, None
        if row is not None:
            yield from self._hand_row(row.hand, ", ".join(row.words))

    def _written_bets(self) -> Iterator[str]:
        bets, self._bets = self._bets, []
        if bets:
            yield from self._rows.listed("bets", bets)

    def _hand_row(self, hand: HandShown, words: str) -> Iterator[str]:
        """Write a hand; what the row above shows already is not written again."""
        last, self._last = self._last, hand
        self._dealer_named = False
        same_seat = last is not None and last.seat == hand.seat
        if hand.hands > 1 and not same_seat:
            yield f" {self._look.strong(printable(hand.name))}"
        name = f"  {ordinal(hand.hand)} hand" if hand.hands > 1 else printable(hand.name)
        if same_seat and last is not None and (last.hand, last.hands) == (hand.hand, hand.hands):
            name = ""
        if last is not None and _same(last, hand):
            yield from self._rows.row("", "", "", words)
            return
        total = total_text(hand.points, soft=hand.soft, natural=hand.natural)
        yield from self._rows.row(name, self._look.cards(hand.cards), total, words)

    def _dealer_showed(self, moment: DealerShowed) -> Iterator[str]:
        if not self._dealer_named:
            yield ""
        total = dealer_total(moment.cards, natural=is_natural(moment.cards))
        words = f"{'turns' if moment.turned else 'draws'} {self._look.card(moment.card)}"
        yield from self._dealer_row(self._look.cards(moment.cards), total, words)

    def _explained(self, moment: Explained) -> Iterator[str]:
        yield ""
        for reason in moment.reasons:
            which = f"{ordinal(reason.hand)} hand: " if reason.hands > 1 else ""
            yield from self._rows.note(reason.name, which + reason.sentence)

    def _stopped(self, moment: Stopped) -> Iterator[str]:
        question = moment.question.value.replace("_", " ")
        yield ""
        yield (
            f" The journal stops here, in round {moment.round_number}, "
            f"at a question for {printable(moment.name)}: {question}?"
        )

    def _dealer_row(self, cards: str, total: str, words: str) -> Iterator[str]:
        name = "" if self._dealer_named else DEALER
        self._dealer_named = True
        yield from self._rows.row(name, cards, total, words)


def _same(one: HandShown, other: HandShown) -> bool:
    """Say whether two moments show the same hand with the same cards."""
    return (one.seat, one.hand, one.hands, one.cards) == (
        other.seat,
        other.hand,
        other.hands,
        other.cards,
    )
