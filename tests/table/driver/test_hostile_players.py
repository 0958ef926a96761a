"""Players who lie: whatever they return, raise or write over moves nothing but their own seat."""

from asyncio import CancelledError
from collections.abc import Callable, Sequence
from hashlib import sha256
from io import BytesIO
from typing import Any, cast

import pytest
from tests.replay.recorded import lines_of, resealed
from tests.table.driver.liars import BALANCES, HUGE, Unprintable, a_table

from pitboss import compiled
from pitboss.errors import PitbossError, PlayerLeft, TableError, type_name
from pitboss.game.events import Event, EventKind
from pitboss.game.round import Phase, Question
from pitboss.players import BasicStrategy, MimicPlayer, RandomLegal, random_legal
from pitboss.replay import verify
from pitboss.rules import Rules
from pitboss.table import Table
from pitboss.table.driver import (
    AdapterError,
    AskAgain,
    Fault,
    Player,
    PlayFallback,
    play_round,
    play_rounds,
)
from pitboss.table.offer import Offer, View


class Subclassed(Event):
    """An event whose amount, once it was made, is another at every second look."""

    looks = 0

    def __getattribute__(self, name: str) -> object:
        """Lie about the amount."""
        if name != "amount_minor" or not Subclassed.looks:
            return super().__getattribute__(name)
        Subclassed.looks += 1
        return 1000 if Subclassed.looks % 2 else -1_500_000_000


def subclassed(offer: Offer) -> object:
    """Return an event of that class."""
    Subclassed.looks = 0
    event = Subclassed(EventKind.BET, offer.seat, 0, 1000)
    Subclassed.looks = 2
    return event


class Liar:
    """Something that says it is an event, field by field, until it is looked at again."""

    kind = EventKind.BET
    seat = hand = 0
    reads = 0

    @property
    def amount_minor(self) -> int:
        """Another amount from the second time on."""
        self.reads += 1
        return 1000 if self.reads < 2 else -1_500_000_000


def claimed(_self: object) -> type[Event]:
    """Return the class that a liar says it is of."""
    return Event


LIAR: Any = type("Liar", (Liar,), {"__class__": property(claimed)})


class NamelessType(type):
    """A type whose name cannot be had."""

    @property
    def __name__(cls) -> str:  # type: ignore[override]  # the lie itself
        raise ValueError


class Nameless(metaclass=NamelessType):
    """Something of it."""


def unmade(offer: Offer) -> object:
    """Return an event that was never made."""
    assert offer.seat == 0
    return object.__new__(Event)


NO_EVENTS: dict[str, Callable[[Offer], object]] = {
    "none": lambda _offer: None,
    "text": lambda _offer: "hit",
    "a kind": lambda _offer: EventKind.HIT,
    "the class": lambda _offer: Event,
    "the offer": lambda offer: offer,
    "a lying class": lambda _offer: LIAR(),
    "what has no text": lambda _offer: Unprintable(),
    "what has no name": lambda _offer: Nameless(),
    "a huge number": lambda _offer: HUGE,
    "a list of huge numbers": lambda _offer: [HUGE],
    # A compiled build makes neither.
    **({} if compiled else {"a subclass": subclassed, "never made": unmade}),
}


class Hostile:
    """Does something at a question of seat 0, and plays by the dealer's rule otherwise."""

    def __init__(self, answer: Callable[[Offer], object], question: Question) -> None:
        self.answer = answer
        self.question = question
        self.otherwise = MimicPlayer()

    def decide(self, view: View, offer: Offer) -> Event:
        """Lie, or answer."""
        if offer.question is self.question:
            return cast("Event", self.answer(offer))
        return self.otherwise.decide(view, offer)


@pytest.mark.parametrize("question", [Question.BET, Question.PLAY])
@pytest.mark.parametrize("name", NO_EVENTS)
def test_only_a_true_event_is_an_answer(name: str, question: Question) -> None:
    """Anything else is a fault of the player that every policy hears of, and changes nothing."""
    sink, plain_sink = BytesIO(), BytesIO()
    table, plain = a_table(sink), a_table(plain_sink)
    players: list[Player] = [Hostile(NO_EVENTS[name], question), MimicPlayer()]
    with pytest.raises(AdapterError) as raised:
        play_round(table, players, AskAgain(2))
    error = raised.value
    assert (error.fault, error.seat, error.name, error.attempt) == (
        Fault.NOT_AN_EVENT,
        0,
        "Ann",
        3,
    )
    play_round(table, players, PlayFallback(MimicPlayer()))
    play_round(plain, [MimicPlayer(), MimicPlayer()])
    for each in (table, plain):
        each.close()
    # The journals differ in who answered, and in nothing else.
    lines = lines_of(sink.getvalue())
    fallback = b',"by":"fallback"'
    assert any(fallback in line for line in lines)
    assert resealed(line.replace(fallback, b"") for line in lines) == plain_sink.getvalue()


class OddText(str):
    """A text that does not split."""

    __slots__ = ()

    def split(self, *_: Any, **__: Any) -> Any:  # noqa: ANN401  the lie itself
        """Fail."""
        raise ValueError


class OddError(PitbossError):
    """An error that says it is one of ours."""

    def __init__(self, text: object) -> None:
        self.text = text

    def __str__(self) -> Any:  # noqa: ANN401  the lie itself
        if isinstance(self.text, Exception):
            raise self.text
        return self.text


RAISED: Sequence[BaseException] = (
    ValueError(HUGE),
    ValueError(Unprintable()),
    EOFError(),
    TimeoutError(),
    StopIteration(),
    StopAsyncIteration(),
    GeneratorExit(),
    RecursionError(),
    MemoryError(),
    ExceptionGroup("two", [ValueError(), EOFError()]),
    OddError(ValueError()),
    OddError(HUGE),
    OddError(OddText("odd")),
    OddError("x" * 10**6),
    TableError("lies", "lie"),
)


@pytest.mark.parametrize("by", RAISED, ids=type_name)
def test_whatever_a_player_raises_meets_the_policy(by: BaseException) -> None:
    """As a short error that says whose fault it is; the fallback then answers for this seat."""

    def raises(_offer: Offer) -> object:
        raise by

    table, plain = a_table(), a_table()
    with pytest.raises(AdapterError) as raised:
        play_round(table, [Hostile(raises, Question.PLAY), MimicPlayer()])
    assert raised.value.fault is Fault.RAISED
    assert raised.value.__cause__ is by
    assert len(str(raised.value)) < 2000
    play_round(table, [Hostile(raises, Question.PLAY), MimicPlayer()], PlayFallback(MimicPlayer()))
    play_round(plain, [MimicPlayer(), MimicPlayer()])
    assert table.snapshot() == plain.snapshot()


@pytest.mark.parametrize(
    "by", [KeyboardInterrupt(), SystemExit(3), CancelledError(), PlayerLeft("Ann")]
)
def test_random_players_live_on_after_an_interrupt(
    by: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An interrupt in the middle of a draw leaves the numbers as they were."""
    row = random_legal.Draws(7, 0)
    plain = [row.below(6) for _ in range(100)]
    hashed: list[bytes] = []

    def interrupted(data: bytes) -> object:
        """Be interrupted the first time that a block of numbers is made."""
        if data not in hashed:
            hashed.append(data)
            raise by
        return sha256(data)

    def in_spite_of_it(do: Callable[[], object]) -> object:
        """Try until nothing interrupts."""
        while True:
            try:
                return do()
            except type(by):
                continue

    monkeypatch.setattr(random_legal, "sha256", interrupted)
    row = random_legal.Draws(7, 0)
    assert [in_spite_of_it(lambda: row.below(6)) for _ in plain] == plain
    assert len(hashed) >= 100 // 4
    table, players = a_table(), [RandomLegal(8, 0), RandomLegal(8, 1)]
    for _ in range(30):
        in_spite_of_it(lambda: play_round(table, players))
    assert table.round.number >= 30
    assert len(hashed) > 100 // 4 + 10


NAMES = ("question", "seat", "hand", "points", "soft", "up_card", "legal", "cards", "least_minor")


class Scribbler:
    """Writes over everything it is given, and then answers for another seat, or fails."""

    def __init__(self, value: object, *, by_force: bool) -> None:
        self.value = value
        self.write: Callable[[object, str, object], None] = (
            object.__setattr__ if by_force else setattr
        )
        self.seen: list[int | None] = []
        self.taken: list[bool] = []

    def decide(self, view: View, offer: Offer) -> Event:
        """Write, look, and fail."""
        assert view.viewer == offer.seat == 0
        for shown, names in ((view, ("viewer", "seats", "phase")), (offer, NAMES)):
            for name in names:
                try:
                    self.write(shown, name, self.value)
                except (AttributeError, TypeError):
                    continue
        self.seen += [seat.balance_minor for seat in view.seats[1:]]
        if view.question is Question.BET:
            self.taken.append(offer.takes(BALANCES[1]))
        raise ValueError


@pytest.mark.parametrize("by_force", [False, True])
@pytest.mark.parametrize("value", [1, -1, 99, True, HUGE, "1", None], ids=type_name)
@pytest.mark.parametrize("fallback", [MimicPlayer(), BasicStrategy(Rules()), RandomLegal(7)])
def test_what_is_written_over_an_offer_or_a_view_moves_nothing(
    value: object,
    fallback: Player,
    *,
    by_force: bool,
) -> None:
    """The fallback answers for the seat that is asked, and no other's chips are seen."""
    scribbler = Scribbler(value, by_force=by_force)
    table, plain = a_table(), a_table()
    policy = AskAgain(2, PlayFallback(fallback))
    play_round(table, [scribbler, MimicPlayer()], policy)
    assert table.round.phase is Phase.RESOLVED
    assert set(scribbler.seen) == {None}
    assert not any(scribbler.taken)
    if not isinstance(fallback, RandomLegal):
        play_round(plain, [fallback, MimicPlayer()])
        assert table.snapshot() == plain.snapshot()


class Mover:
    """Applies its own answer, and then does something else."""

    def __init__(self, table: Table, then: Callable[[Offer], object]) -> None:
        self.table = table
        self.then = then

    def decide(self, view: View, offer: Offer) -> Event:
        """Apply an answer, and do the rest."""
        assert view.viewer == offer.seat
        self.table.apply(offer.bet(100) if offer.question is Question.BET else offer.stand())
        return cast("Event", self.then(offer))


def raises_nothing_of_note(_offer: Offer) -> object:
    """Fail after all."""
    raise ValueError


def says_nothing(_offer: Offer) -> object:
    """Return no event."""
    return None


def bets_for_the_next(_offer: Offer) -> object:
    """Return what is legal for the seat that is asked by now."""
    return Event.bet(1, 100)


@pytest.mark.parametrize("then", [raises_nothing_of_note, says_nothing, bets_for_the_next])
def test_who_applies_an_event_himself_is_told_so(then: Callable[[Offer], object]) -> None:
    """Whatever he answers after it, be it legal for the seat that is asked now."""
    table = a_table()
    with pytest.raises(TableError, match="the player of seat 0 changed the table during its turn"):
        play_round(table, [Mover(table, then), MimicPlayer()], AskAgain(3))


class Hoarder:
    """Keeps what it is given, and answers with what it was offered long ago."""

    def __init__(self) -> None:
        self.offers: list[Offer] = []
        self.views: list[View] = []

    def decide(self, view: View, offer: Offer) -> Event:
        """Answer by the first offer of all."""
        self.offers.append(offer)
        self.views.append(view)
        first = self.offers[0]
        return first.bet(1000) if offer.question is Question.BET else first.stand()


def test_old_offers_and_views_show_nothing_of_what_came_later() -> None:
    """They are out of date, and their answers are judged as any other's."""
    sink, hoarder = BytesIO(), Hoarder()
    table = a_table(sink)
    play_rounds(table, [hoarder, MimicPlayer()], 20, PlayFallback(MimicPlayer()))
    table.close()
    assert verify(BytesIO(sink.getvalue())).matches
    shown: Sequence[View | Offer] = (*hoarder.views, *hoarder.offers)
    for each in shown:
        with pytest.raises(TableError, match="was not read before the next event"):
            each.look()
