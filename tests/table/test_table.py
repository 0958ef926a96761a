"""A table: who sits down, what opens and closes, who plays, what is told of the results."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from tests.table.legality.menus import allows
from tests.table.legality.scenes import spoken
from tests.table.random_play import play_rounds, random_round

from pitboss import Event, EventKind, Outcome, Phase, RefusedError, Rules, SeatPlan, Table
from pitboss.errors import ShoeError, TableError
from pitboss.game.cards import CARDS
from pitboss.game.limits import MAX_AMOUNT_MINOR, MAX_SEATS, MAX_TOTAL_MINOR
from pitboss.game.results import HandResult
from pitboss.game.seat_changes import MAX_SEAT_NAME_LETTERS
from pitboss.game.shoe import MAX_SEED
from pitboss.game.trace import codes
from pitboss.table import QuietRecorder
from pitboss.table.shoes import ArrangedShoes, parse_cards, seeded_shoes


def table_with(
    cards: str, *balances: int | None, rules: Rules | None = None, words: str = ""
) -> Table:
    """Set a table up with arranged cards and a seat for each balance, and say some words at it."""
    table = Table(
        rules,
        seats=[SeatPlan(f"seat {seat}", chips) for seat, chips in enumerate(balances)],
        shoes=ArrangedShoes([parse_cards(cards.replace(" ", ""))]),
    )
    for event in spoken(table, words):
        table.apply(event)
    return table


# What a host may give in spite of the types.
ANY_PLAN: Any = SeatPlan


def test_a_table_seats_as_many_as_its_rules_say() -> None:
    """One to `max_seats`; nobody, or one too many, is refused with the limit."""
    names = [f"seat {seat}" for seat in range(MAX_SEATS)]
    assert len(Table(seats=names, seed=1).round.seats) == MAX_SEATS
    for rules, seats in ((Rules(), []), (Rules(), [*names, "one more"])):
        with pytest.raises(TableError, match=r"1 to 7 \(max_seats\)"):
            Table(rules, seats=seats, seed=1)
    with pytest.raises(TableError, match=r"2 seats: give a list of 1 to 1 \(max_seats\)"):
        Table(Rules.preset("lott"), seats=["Ann", "Bob"], seed=1)


@pytest.mark.parametrize("balance", [-1, MAX_TOTAL_MINOR + 1])
def test_a_balance_out_of_range_is_refused(balance: int) -> None:
    """Negative chips, and more than sums of them can be counted in, do not sit down."""
    with pytest.raises(TableError, match=f"a balance of {balance}"):
        Table(seats=[SeatPlan("Ann", balance)], seed=1)
    for allowed in (0, MAX_TOTAL_MINOR):
        table = Table(seats=[SeatPlan("Ann", allowed)], seed=1)
        assert table.round.seats[0].balance_minor == allowed


@pytest.mark.parametrize(
    "seat",
    [
        SeatPlan("a" * (MAX_SEAT_NAME_LETTERS + 1)),
        SeatPlan("\ud800"),
        ANY_PLAN(5),
        SeatPlan("Ann", balance_minor=True),
        ANY_PLAN("Ann", 1.5),
        SeatPlan("Ann", -1),
    ],
)
def test_a_seat_that_no_journal_could_name_is_refused(seat: SeatPlan) -> None:
    """What a journal's reader would not believe is not sat down in the first place."""
    with pytest.raises(TableError):
        Table(seats=[seat], seed=3)


def test_a_text_is_not_a_list_of_seats() -> None:
    """The letters of a name are not three players."""
    with pytest.raises(TableError, match="list"):
        Table(seats="Ann", seed=3)


def test_a_table_draws_a_secret_where_it_gets_neither_seed_nor_shoes() -> None:
    """Another one each time; that of shoes that are given is the table's own."""
    drawn = [Table(seats=["Ann"]).seed for _ in range(2)]
    assert drawn[0] != drawn[1]
    assert all(isinstance(seed, bytes) and len(seed) == 32 for seed in drawn)
    assert Table(seats=["Ann"], shoes=seeded_shoes(Rules(), 7)).seed == 7
    assert Table(seats=["Ann"], shoes=ArrangedShoes([CARDS])).seed is None
    for seed in (-1, MAX_SEED + 1):
        with pytest.raises(ShoeError, match="seed"):
            Table(seats=["Ann"], seed=seed)
    for seed in (0, MAX_SEED):
        assert Table(seats=["Ann"], seed=seed).shoe.number == 1


@pytest.mark.parametrize("seed", [-1, 2**63, True, "7", 1.0])
def test_a_seed_that_no_journal_could_hold_is_refused(seed: object) -> None:
    """Also where the shoes come from elsewhere and the seed is only written down."""
    with pytest.raises(ShoeError):
        Table(seats=["Ann"], seed=seed)  # type: ignore[arg-type]  # what a host may do all the same


def test_the_same_seed_deals_the_same_cards() -> None:
    """And another seed others."""
    one, same, other = (Table(seats=["Ann"], seed=seed) for seed in (5, 5, 6))
    for table in (one, same, other):
        play_rounds(Random(1), table, 3)
    assert one.snapshot() == same.snapshot()
    assert one.shoe.cards != other.shoe.cards


def test_a_name_alone_plays_on_credit() -> None:
    """Its balance runs below nothing, and no amount is too great for it but the greatest."""
    table = Table(seats=["Ann"], seed=1)
    table.open_round()
    offer = table.offer()
    assert offer is not None
    assert offer.most_minor == MAX_AMOUNT_MINOR
    table.apply(offer.bet(500))
    assert table.round.seats[0].balance_minor == -500


def test_cards_are_dealt_to_the_seats_in_order_and_asked_for_in_order() -> None:
    """The order of the names is the order of play; the dealer is last."""
    table = table_with("2c 3c 4c Td 5c 6c 7c 9d 8c 8d", None, None, None, words="open")
    for seat in range(3):
        assert table.round.asked_seat == seat
        table.apply(Event.bet(seat, 10))
    first_cards = [seat.hands[0].cards[0].code for seat in table.round.seats]
    assert first_cards == ["2c", "3c", "4c"]
    for seat in range(3):
        assert table.round.asked_seat == seat
        table.apply(Event.stand(seat, 0))
    assert table.over


def test_blocks_are_dealt_two_cards_at_a_time() -> None:
    """Each seat gets both cards before the next gets any."""
    rules = Rules.of(deal="blocks")
    table = table_with("2c 3c 4c 5c Td 9d", None, None, rules=rules, words="open bet:1 bet:1")
    hands = [[card.code for card in seat.hands[0].cards] for seat in table.round.seats]
    assert hands == [["2c", "3c"], ["4c", "5c"]]
    assert [card.code for card in table.round.dealer.cards] == ["Td"]


def test_a_round_can_be_sat_out() -> None:
    """Whoever sits out gets no cards, is asked nothing more and keeps his chips."""
    table = table_with("2c Td 5c 9d", 100, 100, 100, words="open sit_out bet:10 sit_out")
    assert [len(seat.hands) for seat in table.round.seats] == [0, 1, 0]
    assert table.round.asked_seat == 1
    table.apply(Event.stand(1, 0))
    assert [seat.balance_minor for seat in table.round.seats] == [100, 90, 100]
    assert [(result.seat, result.outcome) for result in table.results()] == [(1, Outcome.LOSS)]


def test_a_round_that_everybody_sits_out_is_over_without_a_card() -> None:
    """It stays in Betting, from where the next round is opened."""
    table = table_with("2c Td 5c 9d", 100, 100, words="open sit_out sit_out")
    assert (table.round.phase, table.over, table.offer()) == (Phase.BETTING, True, None)
    assert (table.shoe.position, table.results(), table.round.number) == (0, (), 1)
    table.open_round()
    assert codes(table.house.trace) == ["betting-open"]
    assert table.round.number == 2


def test_a_broke_seat_can_only_sit_out() -> None:
    """It says so itself, by an explicit event, and the others play on."""
    table = table_with("2c Td 5c 9d", 99, 100, rules=Rules.of(bet_min=100), words="open")
    assert table.menu().kinds == (EventKind.SIT_OUT,)
    with pytest.raises(RefusedError, match="fewer chips than the least bet"):
        table.apply(Event.bet(0, 99))
    table.apply(Event.sit_out(0))
    table.apply(Event.bet(1, 100))
    table.apply(Event.stand(1, 0))
    assert table.round.seats[1].balance_minor == 0
    table.open_round()
    for seat in (0, 1):
        assert table.menu().kinds == (EventKind.SIT_OUT,)
        table.apply(Event.sit_out(seat))
    assert table.over


def test_a_round_that_is_not_over_cannot_be_left() -> None:
    """Neither by opening another nor by closing the table."""
    table = table_with("2c Td 5c 9d", None, words="open")
    for words in ("", "bet:10"):
        for event in spoken(table, words):
            table.apply(event)
        with pytest.raises(RefusedError, match="the round is not over"):
            table.open_round()
        with pytest.raises(TableError, match="the round is not over"):
            table.close()
    table.apply(Event.stand(0, 0))
    table.close()


def test_results_tell_of_every_hand_in_order() -> None:
    """Cards, final stake, outcome, and what bet and insurance brought."""
    table = table_with(
        "8c Kc Ad 8d 9c 7h Ts 3c 5c Tc", 1000, 1000, words="open bet:100 bet:60 insure:50 decline"
    )
    for event in spoken(table, "split stand double stand"):
        table.apply(event)
    first, second, third = table.results()
    assert first == HandResult(
        seat=0,
        hand=0,
        cards=parse_cards("8cTs"),
        bet_minor=100,
        outcome=Outcome.PUSH,
        net_minor=0,
        insurance_net_minor=-50,
    )
    assert (second.hand, second.bet_minor, second.net_minor) == (1, 200, -200)
    assert second.insurance_net_minor == 0
    assert (third.seat, third.outcome, third.net_minor) == (1, Outcome.WIN, 60)


def test_results_in_the_middle_of_a_round_tell_of_settled_hands_only() -> None:
    """A bust is lost at once; the hand that still plays has no result."""
    table = table_with("Tc 8c 6d 9c 8d 7h Ts", 1000, 1000, words="open bet:100 bet:60 hit")
    (bust,) = table.results()
    assert (bust.seat, bust.outcome, bust.net_minor) == (0, Outcome.BUST, -100)


def test_every_event_counts_as_a_moment() -> None:
    """Refused ones do not."""
    table = table_with("2c Td 5c 9d", None, words="open bet:10")
    assert table.round.event_count == 2
    with pytest.raises(RefusedError):
        table.apply(Event.split(0, 0))
    assert table.round.event_count == 2


class Listener(QuietRecorder):
    """Writes down what a table tells its recorder, and how the table stood then."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, Phase, int]] = []

    def opened(self, table: Table) -> None:
        """Hear that the table was set up."""
        self.heard.append(("opened", table.round.phase, table.round.event_count))

    def joined(self, table: Table) -> None:
        """Hear that the table was in the middle of its game."""
        self.heard.append(("joined", table.round.phase, table.round.event_count))

    def applied(self, table: Table, event: Event) -> None:
        """Hear an event."""
        self.heard.append((event.kind.value, table.round.phase, table.round.event_count))

    def closed(self, table: Table) -> None:
        """Hear that the host is done."""
        self.heard.append(("closed", table.round.phase, table.round.event_count))


def test_a_recorder_hears_everything_after_it_was_done() -> None:
    """The house has moved before an event is told of; refused events are not told of."""
    listener = Listener()
    table = Table(
        seats=["Ann"],
        shoes=ArrangedShoes([parse_cards("2cTd5c9d")]),
        recorder=listener,
    )
    for event in spoken(table, "open bet:10 stand"):
        table.apply(event)
        with pytest.raises(RefusedError):
            table.apply(Event.split(0, 0))
    table.close()
    assert listener.heard == [
        ("opened", Phase.BETTING, 0),
        ("open", Phase.BETTING, 1),
        ("bet", Phase.FILLING, 2),
        ("stand", Phase.RESOLVED, 3),
        ("closed", Phase.RESOLVED, 3),
    ]


def test_a_recorder_may_come_later() -> None:
    """It hears where it comes in and what follows, and no opening."""
    listener = Listener()
    table = table_with("2c Td 5c 9d", None, words="open")
    table.record_with(listener)
    table.apply(Event.bet(0, 10))
    assert [word for word, _phase, _event_count in listener.heard] == ["joined", "bet"]


def every_menu(table: Table) -> Iterator[tuple[Event, ...]]:
    """Play some random rounds and yield what is legal at each moment."""
    chance = Random(9)
    for _ in range(50):
        for _event in random_round(chance, table):
            yield table.legal()


def test_a_legal_event_stands_for_each_word_of_the_menu() -> None:
    """With the least amount where one is named; all of them are on the menu."""
    table = Table(Rules.preset("cpsc386"), seats=["Ann", SeatPlan("Bob", 1_000_000)], seed=3)
    for legal in every_menu(table):
        menu = table.menu()
        assert tuple(event.kind for event in legal) == menu.kinds
        assert all(allows(menu, event) for event in legal)
