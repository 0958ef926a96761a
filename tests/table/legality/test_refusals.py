"""Every word in every state: accepted, or refused for the right reason with nothing changed."""

from collections.abc import Iterator
from typing import Final

import pytest
from attrs import frozen
from tests.table.any_event import event_of
from tests.table.legality.menus import allows
from tests.table.legality.scenes import SCENES, Scene, Stopped, said, spoken

from pitboss import Card, Event, EventKind, Phase, Question, RefusedError, SeatPlan, Table
from pitboss.errors import TableError
from pitboss.game.limits import MAX_HANDS_OF_A_SEAT, MAX_SEATS
from pitboss.game.shoe import Shoe
from pitboss.game.trace import codes
from pitboss.table.menu import Refusal
from pitboss.table.shoes import ArrangedShoes, parse_cards

# + accepted, S wrong state, N not asked, R the rules forbid it, H the hand forbids it
GRID: Final = """
                                          open bet sit even ins dec spl hit sta dou sur sid
a new table                               +    N   N   N    N   N   N   N   N   N   N   N
a bet                                     S    +   +   S    S   S   S   S   S   S   S   R
a bet of nothing                          S    H   +   S    S   S   S   S   S   S   S   R
everybody sat out                         +    N   N   N    N   N   N   N   N   N   N   N
early surrender at the deal               S    S   S   R    R   +   S   S   S   S   +   R
even money                                S    S   S   +    N   +   H   S   S   S   S   R
insurance                                 S    S   S   N    +   +   S   S   S   S   S   R
insurance of a natural                    S    S   S   N    +   +   H   S   S   S   S   R
early surrender after insurance           S    S   S   N    N   +   S   S   S   S   +   R
insurance in turn                         S    S   S   R    +   +   H   S   S   S   R   R
early surrender in turn                   S    S   S   R    N   +   S   S   S   S   +   R
a split                                   S    S   S   S    S   +   +   S   S   S   S   R
another split                             S    S   S   R    R   +   +   S   S   S   H   R
play                                      S    S   S   S    S   S   H   +   +   +   +   R
play after a hit                          S    S   S   S    S   S   H   +   +   H   H   R
play after a split                        S    S   S   S    S   S   H   +   +   H   H   R
play of a soft hand                       S    S   S   S    S   S   H   +   +   H   +   R
play of nine                              S    S   S   S    S   S   H   +   +   H   +   R
play with nothing left                    S    S   S   S    S   S   H   +   +   H   +   R
play of as many hands as may be           S    S   S   S    S   S   H   +   +   +   H   R
play of aces from a split                 S    S   S   S    S   S   H   +   +   +   H   R
play after early surrender was declined   S    S   S   S    S   S   S   +   +   +   H   R
play of bare rules                        S    S   S   R    R   R   R   +   +   R   R   R
the end of a round                        +    N   N   N    N   N   N   N   N   N   N   N
"""

KINDS: Final = {
    Refusal.WRONG_STATE: "S",
    Refusal.NOT_ASKED: "N",
    Refusal.RULES_FORBID: "R",
    Refusal.HAND_FORBIDS: "H",
}

UNSPLIT: Final = "only the first two cards of an unsplit hand may be surrendered"

REASONS: Final[dict[tuple[str, str], tuple[str, dict[str, str]]]] = {
    ("a bet of nothing", "bet"): (
        "the seat has fewer chips than the least bet",
        {"bet_min": "1"},
    ),
    ("early surrender at the deal", "even_money"): (
        "this is for tables where even money is offered",
        {"even_money": "false"},
    ),
    ("early surrender at the deal", "insure"): (
        "this is for tables where insurance is offered",
        {"insurance": "off"},
    ),
    ("insurance in turn", "split"): ("this seat has 2 hands", {"max_hands": "2"}),
    ("insurance in turn", "surrender"): (
        "this is for tables where surrender is allowed",
        {"surrender": "off"},
    ),
    ("another split", "surrender"): (UNSPLIT, {"surrender": "late"}),
    ("play", "split"): ("Tc 6d is no pair", {"split": "value"}),
    ("play", "insure"): ("the up card is 9d", {"insurance": "ace"}),
    ("play", "even_money"): (
        "only a natural against an ace may take even money",
        {"even_money": "true"},
    ),
    ("play after a hit", "split"): ("2c 3d 4c is no pair", {"split": "value"}),
    ("play after a hit", "double"): (
        "this hand has a hard 9 in 3 cards",
        {"double": "first_two"},
    ),
    ("play after a hit", "surrender"): (UNSPLIT, {"surrender": "late"}),
    ("play after a split", "double"): ("a split made this hand", {"double_after_split": "false"}),
    ("play after a split", "surrender"): (UNSPLIT, {"surrender": "late"}),
    ("play of a soft hand", "double"): ("this hand has a soft 17", {"double_soft": "false"}),
    ("play of nine", "double"): ("this hand has a hard 9 in 2 cards", {"double": "10_or_11"}),
    ("play with nothing left", "split"): ("its free chips do not cover the bet", {}),
    ("play with nothing left", "double"): ("its free chips do not cover the bet", {}),
    ("play of as many hands as may be", "split"): ("this seat has 2 hands", {"max_hands": "2"}),
    ("play of aces from a split", "split"): ("a split made these aces", {"resplit_aces": "false"}),
    ("play after early surrender was declined", "surrender"): (
        "early surrender was offered and declined",
        {"surrender": "early"},
    ),
    ("play of bare rules", "split"): (
        "this is for tables where pairs may be split",
        {"split": "off"},
    ),
    ("play of bare rules", "double"): (
        "this is for tables where doubling is allowed",
        {"double": "off"},
    ),
    ("play of bare rules", "surrender"): (
        "this is for tables where surrender is allowed",
        {"surrender": "off"},
    ),
}
"""Why, and by which options: for one cell at least of every reason that rules or hands can give."""


@frozen
class Cell:
    """One cell of the grid."""

    scene: str
    kind: EventKind
    due: str


def cells() -> Iterator[Cell]:
    """Read the grid."""
    for line in GRID.splitlines()[2:]:
        *name, marks = line[:42].strip(), line[42:].split()
        for kind, mark in zip(EventKind, marks, strict=True):
            yield Cell(name[0], kind, mark)


CELLS: Final = tuple(cells())


def refused(stopped: Stopped, event: Event) -> RefusedError:
    """Apply an event that must be refused, and see that nothing has changed."""
    before = stopped.everything()
    with pytest.raises(RefusedError) as raised:
        stopped.table.apply(event)
    assert stopped.everything() == before
    return raised.value


def test_the_grid_has_every_scene() -> None:
    """No scene is missing, and together they show every state in which a table can wait."""
    assert {cell.scene for cell in CELLS} == set(SCENES)
    assert {scene.phase for scene in SCENES.values()} == set(Phase) - {Phase.DEALER_TURN}


@pytest.mark.parametrize("name", SCENES)
def test_a_scene_stops_where_it_says(name: str) -> None:
    """State, question, seat and hand are those for which the scene was arranged."""
    scene = SCENES[name]
    table = scene.played().table
    menu = table.menu()
    assert (table.round.phase, menu.question) == (scene.phase, scene.question)
    assert (menu.seat, menu.hand) == (scene.seat, scene.hand)


@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: f"{cell.scene}-{cell.kind.value}")
def test_every_word_in_every_state_is_accepted_or_refused_as_the_grid_says(cell: Cell) -> None:
    """The kind of refusal is right, its fields tell the moment, and nothing has changed."""
    scene = SCENES[cell.scene]
    stopped = scene.played()
    menu = stopped.table.menu()
    least = 1 if menu.limits is None else menu.limits.least_minor
    event = said(cell.kind, stopped.table, least)
    if cell.due == "+":
        assert cell.kind in menu.kinds
        stopped.table.apply(event)
        return
    error = refused(stopped, event)
    assert KINDS[error.kind] == cell.due, str(error)
    assert (error.event, error.phase, error.question) == (event, scene.phase, scene.question)
    assert error.legal == menu.kinds
    assert set(error.legal) == {
        other.kind for other in CELLS if (other.scene, other.due) == (cell.scene, "+")
    }
    for part in (str(event), scene.phase.value, error.reason, *error.options.values()):
        assert part in str(error)


@pytest.mark.parametrize(("name", "word"), REASONS)
def test_a_refusal_names_the_reason_and_the_rule(name: str, word: str) -> None:
    """It says what is missing, and with which value of which option that was decided."""
    stopped = SCENES[name].played()
    error = refused(stopped, said(EventKind(word), stopped.table))
    assert (error.reason, error.options) == REASONS[name, word]


@pytest.mark.parametrize(("name", "word"), REASONS)
def test_a_refusal_that_no_option_decides_names_the_documents(name: str, word: str) -> None:
    """As much again as the bet is what two sources ask for; all else is ruled by an option."""
    stopped = SCENES[name].played()
    error = refused(stopped, said(EventKind(word), stopped.table))
    assert error.clauses == (() if error.options else ("[001] Bets", "[002] Rules"))


@pytest.mark.untraced
@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: f"{cell.scene}-{cell.kind.value}")
def test_every_word_of_another_seat_or_hand_is_refused(cell: Cell) -> None:
    """Whether it would be legal of whoever is asked or not; seats that do not exist included."""
    scene = SCENES[cell.scene]
    stopped = scene.played()
    menu = stopped.table.menu()
    amount = 0 if menu.limits is None else menu.limits.least_minor
    right = said(cell.kind, stopped.table, amount)
    if menu.question is None or cell.kind is EventKind.OPEN:
        kinds = {Refusal.WRONG_SEAT, Refusal.WRONG_STATE, Refusal.NOT_ASKED}
        wrong_seats, wrong_hands = kinds, kinds | {Refusal.WRONG_HAND}
    else:
        wrong_seats, wrong_hands = {Refusal.WRONG_SEAT}, {Refusal.WRONG_HAND}
    for seat in {0, 1, 2, MAX_SEATS - 1} - {menu.seat}:
        for hand in (0, 1, menu.hand):
            event = Event(right.kind, seat, hand, right.amount_minor, bet_name=right.bet_name)
            assert not allows(menu, event)
            assert refused(stopped, event).kind in wrong_seats
    for hand in {0, 1, 2, MAX_HANDS_OF_A_SEAT - 1} - {menu.hand}:
        event = Event(right.kind, menu.seat, hand, right.amount_minor, bet_name=right.bet_name)
        assert not allows(menu, event)
        assert refused(stopped, event).kind in wrong_hands


def test_who_speaks_out_of_turn_is_told_whose_turn_it_is() -> None:
    """The seat, or the hand, that is asked is named."""
    stopped = SCENES["play"].played()
    assert refused(stopped, Event.hit(0, 0)).reason == "seat 1 is asked"
    assert refused(stopped, Event.hit(1, 1)).reason == "hand 0 is asked"


def test_what_another_seat_may_stake_is_not_told_to_one_out_of_turn() -> None:
    """The limits of a stake tell how many chips a seat owns."""
    table = Table(seats=[SeatPlan("Ann", 5000), SeatPlan("Ben", 7000)], seed=3)
    table.open_round()
    with pytest.raises(RefusedError) as refused:
        table.apply(Event.bet(1, 100))
    assert refused.value.limits is None


def test_a_word_that_answers_another_question_is_told_the_question() -> None:
    """At insurance nothing else is asked, at a bet nothing is insured."""
    stopped = SCENES["insurance"].played()
    for kind in (EventKind.EVEN_MONEY, EventKind.HIT, EventKind.BET):
        error = refused(stopped, said(kind, stopped.table, 50))
        assert error.reason == "the question now is insurance"
    stopped = SCENES["early surrender at the deal"].played()
    error = refused(stopped, said(EventKind.HIT, stopped.table))
    assert error.reason == "the question now is early surrender"


def test_a_hand_against_an_ace_is_told_that_only_a_natural_takes_even_money() -> None:
    """The ace alone is not enough."""
    scene = Scene({}, (None,), "9c Ad 8d 7h", "open bet:100 decline", Phase.FILLING, Question.PLAY)
    error = refused(scene.played(), Event.even_money(0, 0))
    assert error.reason == "only a natural against an ace may take even money"


def test_only_seat_0_and_hand_0_open_a_round() -> None:
    """The host's word is written in one way, and is told so, not that the round is not over."""
    for name in ("a new table", "everybody sat out", "the end of a round"):
        stopped = SCENES[name].played()
        for event in (Event(EventKind.OPEN, 1), Event(EventKind.OPEN, MAX_SEATS - 1)):
            assert refused(stopped, event).kind is Refusal.WRONG_SEAT
        assert refused(stopped, Event(EventKind.OPEN, 0, 1)).kind is Refusal.WRONG_HAND


def test_a_refusal_is_said_again_in_the_same_words() -> None:
    """Asking a hundred times changes nothing, and the offer stands."""
    stopped = SCENES["play after a hit"].played()
    offer = stopped.table.offer()
    first = refused(stopped, Event.double(0, 0))
    for _ in range(100):
        assert str(refused(stopped, Event.double(0, 0))) == str(first)
    assert stopped.table.offer() == offer


class TalkativeShoes(ArrangedShoes):
    """Shoes that let somebody speak while a card is fetched, in the middle of the dealer's turn.

    Attributes:
        table: at which they speak.
        heard: why each word may not be said, by the word.
    """

    table: Table
    heard: dict[EventKind, RefusedError]

    def remade(self, number: int, part: int, on_table: object) -> Shoe:
        """Say every word there is, then give a shoe of fives."""
        assert (number, part) == (1, 1)
        assert on_table
        assert self.table.round.phase is Phase.DEALER_TURN
        for kind in EventKind:
            if kind in {EventKind.BET, EventKind.INSURE}:
                event = event_of(kind, 0, 0, 100)
            else:
                event = event_of(kind, 0, 0)
            with pytest.raises(TableError, match="an event is under way"):
                self.table.apply(event)
            self.heard[kind] = self.table.legality.refusal(self.table.round, event)
        return Shoe(number + 1, (Card.parse("5c"),), 0, 1, None, written_out=True)


def test_nothing_may_be_said_in_the_dealers_turn() -> None:
    """Where nobody is asked anything: whoever speaks has to wait, and no word is legal."""
    shoes = TalkativeShoes([parse_cards("Tc9d9h7h")])
    object.__setattr__(shoes, "heard", {})
    table = Table(seats=["Ann"], shoes=shoes)
    object.__setattr__(shoes, "table", table)
    for event in spoken(table, "open bet:100 stand"):
        table.apply(event)
    assert table.round.phase is Phase.RESOLVED
    assert codes(table.house.trace)[-4:] == ["dealer-draw", "shoe 2", "5c", "dealer-settle"]
    for kind, error in shoes.heard.items():
        opens = kind is EventKind.OPEN
        assert error.kind is (Refusal.WRONG_STATE if opens else Refusal.NOT_ASKED)
        assert error.phase is Phase.DEALER_TURN
        assert error.legal == ()
        assert "legal now: nothing, because the house moves next" in str(error)
    assert len(shoes.heard) == len(EventKind)
