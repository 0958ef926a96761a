"""Scenes: a table brought to a stop in every state and at every question, by arranged cards."""

from collections.abc import Iterator
from functools import cache
from io import BytesIO

from attrs import frozen
from tests.table.any_event import event_of

from pitboss import Event, EventKind, Flush, Journal, Phase, Question, Rules, SeatPlan, Table
from pitboss.game.events import KINDS_WITH_AMOUNT
from pitboss.game.round import contents
from pitboss.game.trace import codes
from pitboss.table.shoes import ArrangedShoes, parse_cards


@frozen
class Scene:
    """How to bring a new table to a certain moment.

    Attributes:
        rules: of the table, as differences from the default one.
        seats: the balance of each seat; none for unlimited funds.
        cards: in the order of drawing; more follow, all of them fours.
        words: what is answered up to that moment, each a kind and, where it takes one, an amount.
        phase: the state in which the table waits then.
        question: what is asked then.
        seat: whom.
        hand: of which hand.
    """

    rules: dict[str, object]
    seats: tuple[int | None, ...]
    cards: str
    words: str
    phase: Phase
    question: Question | None
    seat: int = 0
    hand: int = 0

    def played(self) -> "Stopped":
        """Set a table up and bring it to the moment."""
        sink = BytesIO()
        cards = parse_cards(self.cards.replace(" ", "") + "4c4d4h4s" * 10)
        journal = Journal(sink, flush=Flush.EACH_EVENT)
        table = Table(
            rules_of(**self.rules),
            seats=[SeatPlan(f"seat {seat}", chips) for seat, chips in enumerate(self.seats)],
            shoes=ArrangedShoes([cards]),
            recorder=journal,
        )
        for event in spoken(table, self.words):
            table.apply(event)
        return Stopped(table, journal, sink)


@frozen(eq=False)
class Stopped:
    """A table at a moment, and what is written of it.

    Attributes:
        table: the table.
        journal: its recorder.
        sink: where the journal writes.
    """

    table: Table
    journal: Journal
    sink: BytesIO

    def everything(self) -> tuple[object, ...]:
        """Return all that a refused event must not change, down to the last byte and card."""
        house = self.table.house
        return (
            contents(self.table.round),
            contents(house.shoe),
            contents(house.new_shoes),
            house.hole_card,
            house.balance_minor,
            codes(house.trace),
            self.journal.seq,
            self.sink.getvalue(),
            self.table.snapshot().to_json(),
        )


@cache
def rules_of(**options: object) -> Rules:
    """Make rules of options, or of a preset and options; each once."""
    return Rules.from_dict(options)


def spoken(table: Table, words: str) -> Iterator[Event]:
    """Yield words as events of whoever is asked when the word's turn comes."""
    for word in words.split():
        name, _, amount = word.partition(":")
        menu = table.menu()
        yield Event(EventKind(name), menu.seat, menu.hand, int(amount or 0))


def said(kind: EventKind, table: Table, amount_minor: int = 0) -> Event:
    """Make an event of whoever is asked; an amount is left away where none belongs."""
    menu = table.menu()
    stake = amount_minor if kind in KINDS_WITH_AMOUNT else 0
    return event_of(kind, menu.seat, menu.hand, stake)


ALL_WORDS: dict[str, object] = {"surrender": "late"}
"""The default table, on which only surrender is missing, with surrender."""

EARLY: dict[str, object] = {"surrender": "early"}

SCENES: dict[str, Scene] = {
    "a new table": Scene(ALL_WORDS, (None,), "", "", Phase.BETTING, None),
    "a bet": Scene(
        ALL_WORDS, (None, 900, None), "", "open bet:100", Phase.BETTING, Question.BET, seat=1
    ),
    "a bet of nothing": Scene(ALL_WORDS, (0, 50), "", "open", Phase.BETTING, Question.BET),
    "everybody sat out": Scene(
        ALL_WORDS, (None, None), "", "open sit_out sit_out", Phase.BETTING, None
    ),
    "early surrender at the deal": Scene(
        EARLY | {"insurance": "off"},
        (None, None),
        "9c 8c Kd 9d 8d 7h",
        "open bet:100 bet:100 decline",
        Phase.DEALT,
        Question.EARLY_SURRENDER,
        seat=1,
    ),
    "even money": Scene(
        ALL_WORDS,
        (None, 1000),
        "9c Kc Ad 8d Ac 7h",
        "open bet:100 bet:100 decline",
        Phase.INSURANCE_OFFERED,
        Question.EVEN_MONEY,
        seat=1,
    ),
    "insurance": Scene(
        ALL_WORDS,
        (1000, None),
        "9c Kc Ad 9d Qc 7h",
        "open bet:101 bet:100",
        Phase.INSURANCE_OFFERED,
        Question.INSURANCE,
    ),
    "insurance of a natural": Scene(
        ALL_WORDS,
        (None, None),
        "Ac Ad Kc 7h",
        "open sit_out bet:100 decline",
        Phase.INSURANCE_OFFERED,
        Question.INSURANCE,
        seat=1,
    ),
    "early surrender after insurance": Scene(
        EARLY,
        (None, None),
        "9c 8c Ad 9d 8d 7h",
        "open bet:100 bet:100 decline insure:50",
        Phase.INSURANCE_OFFERED,
        Question.EARLY_SURRENDER,
    ),
    "insurance in turn": Scene(
        {"preset": "cpsc386"},
        (1_000, 1_000),
        "2c 8c Kd 3d 8d 7h 8h 8s",
        "open bet:100 bet:100 insure:150 stand split decline",
        Phase.INSURANCE_OFFERED,
        Question.INSURANCE,
        seat=1,
        hand=1,
    ),
    "early surrender in turn": Scene(
        EARLY | {"insurance_time": "after_split"},
        (None,),
        "9c Ad 9d 7h",
        "open bet:100 decline decline",
        Phase.INSURANCE_OFFERED,
        Question.EARLY_SURRENDER,
    ),
    "a split": Scene(
        ALL_WORDS,
        (None, 1000),
        "9c 8c 6d Td 8d 7h",
        "open bet:100 bet:100 stand",
        Phase.SPLIT_OFFERED,
        Question.SPLIT,
        seat=1,
    ),
    "another split": Scene(
        ALL_WORDS | {"split_deal": "both", "insurance": "off"},
        (None,),
        "8c 6d 8d 7h 3c 8h",
        "open bet:100 split stand",
        Phase.SPLIT_OFFERED,
        Question.SPLIT,
        hand=1,
    ),
    "play": Scene(
        ALL_WORDS,
        (None, None, None),
        "9c Tc 2c 9d Td 6d 3c 7h",
        "open bet:100 bet:100 bet:100 stand",
        Phase.FILLING,
        Question.PLAY,
        seat=1,
    ),
    "play after a hit": Scene(
        ALL_WORDS, (None,), "2c 9d 3d 7h", "open bet:100 hit", Phase.FILLING, Question.PLAY
    ),
    "play after a split": Scene(
        ALL_WORDS | {"double_after_split": False},
        (None,),
        "8c 9d 8d 7h 5c 6c",
        "open bet:100 split stand",
        Phase.FILLING,
        Question.PLAY,
        hand=1,
    ),
    "play of a soft hand": Scene(
        ALL_WORDS | {"double_soft": False},
        (None,),
        "Ac 9d 6d 7h",
        "open bet:100",
        Phase.FILLING,
        Question.PLAY,
    ),
    "play of nine": Scene(
        ALL_WORDS | {"double": "10_or_11"},
        (None,),
        "5c 9d 4d 7h",
        "open bet:100",
        Phase.FILLING,
        Question.PLAY,
    ),
    "play with nothing left": Scene(
        ALL_WORDS, (199,), "8c 9d 8d 7h", "open bet:100", Phase.FILLING, Question.PLAY
    ),
    "play of as many hands as may be": Scene(
        ALL_WORDS | {"max_hands": 2, "split_deal": "both"},
        (None,),
        "8c 9d 8d 7h 8h",
        "open bet:100 split",
        Phase.FILLING,
        Question.PLAY,
    ),
    "play of aces from a split": Scene(
        ALL_WORDS | {"hit_split_aces": True},
        (None,),
        "Ac 9d Ad 7h Ah",
        "open bet:100 split",
        Phase.FILLING,
        Question.PLAY,
    ),
    "play after early surrender was declined": Scene(
        EARLY, (None,), "9c Kd 9d 7h", "open bet:100 decline decline", Phase.FILLING, Question.PLAY
    ),
    "play of bare rules": Scene(
        {"preset": "spring"}, (None,), "8c 9d 8d 7h", "open bet:0", Phase.FILLING, Question.PLAY
    ),
    "the end of a round": Scene(
        ALL_WORDS, (None,), "Tc 9d 9h 7h 2c", "open bet:100 stand", Phase.RESOLVED, None
    ),
}
"""Every scene by its name."""
