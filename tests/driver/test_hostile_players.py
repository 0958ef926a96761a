"""Players who lie: whatever they return, raise or write over moves nothing but their own seat."""

import copy
import pickle
from asyncio import CancelledError
from collections.abc import Callable, Sequence
from io import BytesIO
from typing import Any, cast

import pytest
from tests.driver.adapters import Ear

from pitboss.driver import (
    AdapterError,
    AskAgain,
    Fault,
    Player,
    PlayFallback,
    play_round,
    play_rounds,
)
from pitboss.errors import EventError, PitbossError, PlayerLeft, TableError, type_name
from pitboss.events import Event, EventKind
from pitboss.journal import Journal
from pitboss.offers import Offer
from pitboss.players import BasicStrategy, DealersRule, RandomLegal
from pitboss.replay import verify
from pitboss.round import Phase, Question, SeatPlan
from pitboss.rules import Rules
from pitboss.table import Table
from pitboss.views import View

HUGE = 10**5000
"""Python refuses to write it out."""

BALANCES = (50_000, 70_003)


def unpickled(data: bytes) -> Any:  # noqa: ANN401  whatever was pickled here
    """Return what a test has pickled."""
    return pickle.loads(data)  # noqa: S301  from this very process


def a_table(sink: BytesIO | None = None) -> Table:
    """Set up a table of two whose first round asks both seats to play."""
    plans = [SeatPlan("Ann", BALANCES[0]), SeatPlan("Ben", BALANCES[1])]
    return Table(seats=plans, seed=3, recorder=None if sink is None else Journal(sink))


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
    def __class__(self) -> Any:  # type: ignore[misc]  # noqa: ANN401  the lie itself
        return Event

    @property
    def amount_minor(self) -> int:
        """Another amount from the second time on."""
        self.reads += 1
        return 1000 if self.reads < 2 else -1_500_000_000


class Unprintable:
    """What has no text, and no name of its type either."""

    def __repr__(self) -> str:
        raise ValueError

    __str__ = __repr__


class Whole(int):
    """A number that is equal to everything."""

    __hash__ = int.__hash__

    def __eq__(self, other: object) -> bool:
        return True


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
    "a subclass": subclassed,
    "a lying class": lambda _offer: Liar(),
    "never made": unmade,
    "what has no text": lambda _offer: Unprintable(),
    "what has no name": lambda _offer: Nameless(),
    "a huge number": lambda _offer: HUGE,
    "a list of huge numbers": lambda _offer: [HUGE],
}

NUMBERS: Sequence[object] = (True, -1, 7, HUGE, -HUGE, 1.0, "0", None, Whole(0), [HUGE])


@pytest.mark.parametrize("number", NUMBERS, ids=type_name)
@pytest.mark.parametrize("part", ["seat", "hand", "amount_minor"])
def test_an_event_is_made_of_whole_numbers_within_bounds(part: str, number: Any) -> None:  # noqa: ANN401
    """What is near a number is none; a number of any length is told in a few words."""
    beyond = {"seat": 7, "hand": 256, "amount_minor": 10**15 + 1}
    if number == 7:
        number = beyond[part]
    parts: dict[str, Any] = {"kind": EventKind.BET, "seat": 0, "hand": 0, "amount_minor": 1}
    with pytest.raises(EventError) as raised:
        Event(**{**parts, part: number})
    assert len(str(raised.value)) < 400


@pytest.mark.parametrize(
    "kind", ["hit", None, object.__new__(EventKind), Unprintable()], ids=type_name
)
def test_an_event_is_of_a_kind(kind: Any) -> None:  # noqa: ANN401
    """Nor is it one that nobody defined."""
    with pytest.raises(EventError, match="use one of EventKind"):
        Event(kind, 0)


def test_an_event_never_changes() -> None:
    """Neither by assignment nor by what makes, copies or reads events."""
    event, before = Event.bet(0, 1000), Event.bet(0, 1000)
    for name in ("kind", "seat", "hand", "amount_minor"):
        with pytest.raises(AttributeError):
            setattr(event, name, 1)
    with pytest.raises(EventError):
        event.__init__(EventKind.BET, 1, 0, 70_000)  # type: ignore[misc]  # the attack itself
    assert not hasattr(event, "__setstate__")
    for again in (copy.copy(before), copy.deepcopy(before), unpickled(pickle.dumps(before))):
        assert again == before


def forced(event: Event, **parts: object) -> Event:
    """Write over an event by force."""
    for name, value in parts.items():
        object.__setattr__(event, name, value)
    return event


FORCED: Sequence[dict[str, object]] = (
    {"amount_minor": 70_000},
    {"amount_minor": -1_500_000_000},
    {"amount_minor": HUGE},
    {"seat": 1},
    {"seat": HUGE},
    {"seat": True},
    {"hand": 9},
    {"kind": EventKind.SIT_OUT},
    {"kind": "bet"},
    {"kind": object.__new__(EventKind)},
    {"seat": Whole(0), "amount_minor": Whole(10**9)},
    {"seat": Unprintable()},
)


@pytest.mark.parametrize("parts", FORCED, ids="-".join)
def test_what_is_written_over_an_event_by_force_is_not_done(parts: dict[str, object]) -> None:
    """The table does what the event was made to say, and the journal says so."""
    sink, plain_sink = BytesIO(), BytesIO()
    table, plain = a_table(sink), a_table(plain_sink)
    for each in (table, plain):
        each.open_round()
    table.apply(forced(Event.bet(0, 1000), **parts))
    plain.apply(Event.bet(0, 1000))
    assert table.snapshot() == plain.snapshot()
    for each in (table, plain):
        play_round(each, [DealersRule(), DealersRule()])
        each.close()
    assert sink.getvalue() == plain_sink.getvalue()


def test_what_is_written_over_a_shared_event_does_not_reach_who_answers_with_it_later() -> None:
    """Events without a stake are made once; one player cannot turn another's stand into a hit."""
    event = Event.stand(0, 0)
    kind = event.kind
    try:
        forced(event, kind=EventKind.HIT)
        table = a_table()
        table.open_round()
        table.apply(Event.bet(0, 1000))
        table.apply(Event.bet(1, 1000))
        offer = table.offer()
        assert offer is not None
        table.apply(offer.stand())
        assert len(table.round.seats[0].hands[0].cards) == 2
        with pytest.raises(EventError):
            event.__init__(EventKind.HIT, 0, 0)  # type: ignore[misc]  # the attack itself
    finally:
        forced(event, kind=kind, seat=0, hand=0)
    assert Event.stand(0, 0) == Event(EventKind.STAND, 0)


class Hostile:
    """Does something at a question of seat 0, and plays by the dealer's rule otherwise."""

    def __init__(self, answer: Callable[[Offer], object], question: Question) -> None:
        self.answer = answer
        self.question = question
        self.otherwise = DealersRule()

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
    players: list[Player] = [Hostile(NO_EVENTS[name], question), DealersRule()]
    with pytest.raises(AdapterError) as raised:
        play_round(table, players, AskAgain(2))
    error = raised.value
    assert (error.fault, error.seat, error.name, error.attempt) == (
        Fault.NOT_AN_EVENT,
        0,
        "Ann",
        3,
    )
    play_round(table, players, PlayFallback(DealersRule()))
    play_round(plain, [DealersRule(), DealersRule()])
    for each in (table, plain):
        each.close()
    assert sink.getvalue() == plain_sink.getvalue()


class OddText(str):
    """A text that does not split."""

    __slots__ = ()

    def split(self, *_: object) -> Any:  # noqa: ANN401  the lie itself
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
        play_round(table, [Hostile(raises, Question.PLAY), DealersRule()])
    assert raised.value.fault is Fault.RAISED
    assert raised.value.__cause__ is by
    assert len(str(raised.value)) < 2000
    play_round(table, [Hostile(raises, Question.PLAY), DealersRule()], PlayFallback(DealersRule()))
    play_round(plain, [DealersRule(), DealersRule()])
    assert table.snapshot() == plain.snapshot()


@pytest.mark.parametrize(
    "by", [KeyboardInterrupt(), SystemExit(3), CancelledError(), PlayerLeft("Ann")]
)
def test_random_players_live_on_after_an_interrupt(by: BaseException) -> None:
    """An interrupt anywhere in a draw leaves the numbers as they were."""

    class Interrupted(RandomLegal):
        """One who is interrupted before each answer, in the middle of a draw."""

        def decide(self, view: View, offer: Offer) -> Event:
            words = self._draws._word
            asked = 0

            def interrupted(place: int) -> int:
                nonlocal asked
                asked += 1
                words(place)
                raise by

            self._draws._word = interrupted  # type: ignore[method-assign]
            try:
                super().decide(view, offer)
            except type(by):
                assert asked == 1
            finally:
                self._draws._word = words  # type: ignore[method-assign]
            return super().decide(view, offer)

    table, plain = a_table(), a_table()
    play_rounds(table, [Interrupted(7, 0), Interrupted(7, 1)], 30)
    play_rounds(plain, [RandomLegal(7, 0), RandomLegal(7, 1)], 30)
    assert table.snapshot() == plain.snapshot()


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
                except AttributeError:
                    continue
        self.seen += [seat.balance_minor for seat in view.seats[1:]]
        if view.question is Question.BET:
            self.taken.append(offer.takes(BALANCES[1]))
        raise ValueError


@pytest.mark.parametrize("by_force", [False, True])
@pytest.mark.parametrize("value", [1, -1, 99, True, HUGE, "1", None], ids=type_name)
@pytest.mark.parametrize("fallback", [DealersRule(), BasicStrategy(Rules()), RandomLegal(7)])
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
    play_round(table, [scribbler, DealersRule()], policy)
    assert table.round.phase is Phase.RESOLVED
    assert set(scribbler.seen) == {None}
    assert not any(scribbler.taken)
    if not isinstance(fallback, RandomLegal):
        play_round(plain, [fallback, DealersRule()])
        assert table.snapshot() == plain.snapshot()


@pytest.mark.parametrize("name", ["viewer", "seats", "question", "asked_seat", "anything"])
def test_nothing_can_be_assigned_to_a_view(name: str) -> None:
    """What it shows cannot be changed."""
    table = a_table()
    table.open_round()
    with pytest.raises(AttributeError):
        setattr(table.view(0), name, 1)


@pytest.mark.parametrize("name", ["seat", "hand", "legal", "cards", "most_minor", "anything"])
def test_whom_an_offer_asks_cannot_be_assigned(name: str) -> None:
    """Nor what it allows."""
    table = a_table()
    table.open_round()
    with pytest.raises(AttributeError):
        setattr(table.offer(), name, 1)


def in_play() -> Table:
    """Return a table in mid-round."""
    table = a_table()
    table.open_round()
    table.apply(Event.bet(0, 1000))
    table.apply(Event.bet(1, 2000))
    return table


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_copy_of_what_is_shown_holds_what_is_shown(protocol: int) -> None:
    """No balance of another seat is in it, looked at before or not, and it is equal."""
    table = in_play()
    chips = [str(seat.balance_minor).encode() for seat in table.round.seats]
    for seat in (0, 1, None):
        for view in (View(table.round, seat), table.view(seat)):
            data = pickle.dumps(view, 0)
            assert [each in data for each in chips] == [seat == 0, seat == 1]
            again = unpickled(pickle.dumps(view, protocol))
            assert again == copy.copy(view) == copy.deepcopy(view) == view
            assert repr(again) == repr(view)
    glance = table.glance()
    assert glance is not None
    data = pickle.dumps(glance, 0)
    assert chips[1] not in data
    assert b"Round" not in data
    again = unpickled(pickle.dumps(table.glance(), protocol))
    assert again == copy.copy(glance) == copy.deepcopy(glance) == table.offer()
    table.apply(again.stand())


def test_what_was_kept_too_long_is_not_copied() -> None:
    """It would hold what happened since."""
    table = in_play()
    view, offer = View(table.round, 0), table.glance()
    assert offer is not None
    table.apply(Event.stand(0, 0))
    for shown in (view, offer):
        for keep in (pickle.dumps, copy.copy, copy.deepcopy):
            with pytest.raises(TableError, match="was not looked at while it was current"):
                keep(shown)


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


@pytest.mark.parametrize(
    "then", [raises_nothing_of_note, lambda _offer: None, lambda _offer: Event.bet(1, 100)]
)
def test_who_applies_an_event_himself_is_told_so(then: Callable[[Offer], object]) -> None:
    """Whatever he answers after it, be it legal for the seat that is asked now."""
    table = a_table()
    with pytest.raises(TableError, match="the player of seat 0 moved the table at his turn"):
        play_round(table, [Mover(table, then), DealersRule()], AskAgain(3))


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
    play_rounds(table, [hoarder, DealersRule()], 20, PlayFallback(DealersRule()))
    table.close()
    assert verify(BytesIO(sink.getvalue())).matches
    shown: Sequence[View | Offer] = (*hoarder.views, *hoarder.offers)
    for each in shown:
        with pytest.raises(TableError, match="was not looked at while it was current"):
            each.look()


def test_what_the_recorder_hears_is_what_was_done() -> None:
    """Not the object that the player still holds."""
    ear = Ear()
    table = Table(seats=["Ann"], seed=3, recorder=ear)
    table.open_round()
    given = Event.bet(0, 1000)
    table.apply(given)
    forced(given, amount_minor=5)
    assert ear.heard[-1] == Event.bet(0, 1000)
