"""What players may know of the shoe: the cards that were seen, and where the cut card may be."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Final

import pytest
from tests.game.shoe.changed import changed
from tests.play.referee.random_rounds import random_rules
from tests.scale import scaled
from tests.table.random_play import random_round
from tests.table.snapshots.random_play import applied, random_answer, random_table
from tests.table.views.watcher import Watcher, random_change

from pitboss import Event, Rules, Table
from pitboss.errors import TableError
from pitboss.game.cards import Rank
from pitboss.game.seat_changes import SeatChange
from pitboss.game.shoe import cut_card_out
from pitboss.rules.presets import PRESETS
from pitboss.table.shoe_view import CardsSeen, CutCard
from pitboss.table.shoes import ArrangedShoes, parse_cards
from pitboss.table.snapshot import Snapshot

GAMES: Final = scaled(1_600)
EVENTS: Final = 120
PARTS: Final = 4


def rule_sets(chance: Random, count: int) -> Iterator[Rules]:
    """Yield presets and random rule sets."""
    for number in range(count):
        if number % 8 == 0:
            yield Rules.preset(chance.choice(list(PRESETS)))
        else:
            burn = chance.choice((0, 0, 1, 4))
            yield Rules.from_dict({**random_rules(chance), "burn": burn})


def watched(chance: Random, rules: Rules) -> tuple[Table, Watcher]:
    """Set a table up, at which a watcher counts."""
    watcher = Watcher()
    bare = random_table(chance, rules)
    table = Table(rules, seats=bare.plans, seed=bare.seed, shoes=bare.house.shoes, recorder=watcher)
    return table, watcher


def play(chance: Random, table: Table, events: int) -> Iterator[None]:
    """Play random events, change seats between rounds, and pause after each of them."""
    for _ in range(events):
        if table.over and chance.random() < 0.4:
            random_change(chance, table)
            yield
        event = random_answer(chance, table)
        try:
            if event is None or not applied(table, event):
                return
        except TableError:
            # Nobody is left to be asked.
            random_change(chance, table)
        yield


@pytest.mark.untraced
@pytest.mark.parametrize("part", range(PARTS))
def test_everybody_is_told_of_just_the_cards_that_a_watcher_counted(part: int) -> None:
    """After every event and change, by all viewers: each rank, and so the Hi-Lo count, too."""
    chance = Random(part)
    met: Counter[str] = Counter()
    for rules in rule_sets(chance, GAMES // PARTS):
        table, watcher = watched(chance, rules)
        for _ in play(chance, table, EVENTS):
            pass
        met += watcher.met
    assert {name for name, times in met.items() if times} >= {
        "turned",
        "turned after a shuffle",
        "shuffle in a round",
        "drawn and not seen",
        "join",
        "leave",
    }


@pytest.mark.untraced
def test_a_restored_table_shows_the_same() -> None:
    """At any moment, and it counts on as the first one does."""
    chance = Random(21)
    for rules in rule_sets(chance, max(GAMES // 10, 20)):
        table = random_table(chance, rules)
        for _ in play(chance, table, chance.randint(1, 80)):
            pass
        again = Table.restore(Snapshot.from_json(table.snapshot().to_json()))
        later = chance.random()
        for _ in zip(play(Random(later), table, 30), play(Random(later), again, 30), strict=True):
            assert again.view(None) == table.view(None)


def one_seat(cards: str, **options: object) -> Table:
    """Set a table of one seat up, with arranged cards."""
    shoes = ArrangedShoes([parse_cards(cards.replace(" ", ""))])
    return Table(Rules.of(**options), seats=["Ann"], shoes=shoes)


def test_a_hole_card_is_counted_when_it_is_turned() -> None:
    """And not before; cards of ten points stay apart."""
    table = one_seat("Th6c 8h9d Js")
    table.open_round()
    assert table.view(0).cards_seen == CardsSeen((0,) * 13)
    table.apply(Event.bet(0, 100))
    seen = table.view(0).cards_seen
    assert [seen.of(rank) for rank in (Rank.TEN, Rank.SIX, Rank.EIGHT, Rank.NINE)] == [1, 1, 1, 0]
    assert (seen.total, table.view(0).cards_drawn) == (3, 4)
    table.apply(Event.stand(0, 0))
    seen = table.view(0).cards_seen
    assert seen.counts == (0, 0, 0, 0, 0, 1, 0, 1, 1, 1, 1, 0, 0)
    assert (seen.of(Rank.TEN, Rank.JACK), seen.total) == (2, 5)


def test_a_hole_card_that_is_never_turned_is_never_counted() -> None:
    """Not in the next round either, nor when somebody joins at the seat."""
    table = one_seat("Th6c 6h9d Ts 5s5d5h5c")
    table.open_round()
    table.apply(Event.bet(0, 100))
    table.apply(Event.hit(0, 0))
    assert table.over
    counts = table.view(None).cards_seen.counts
    assert (sum(counts), table.view(None).cards_drawn) == (4, 5)
    table.change(SeatChange.leave(0))
    table.change(SeatChange.join(0, "Ben", 1_000))
    assert table.view(None).seats[0].hands == ()
    assert table.view(None).cards_seen.counts == counts
    table.open_round()
    assert table.view(None).cards_seen.counts == counts


def test_burned_cards_are_not_counted() -> None:
    """They are drawn, and nobody sees them."""
    table = Table(Rules.of(burn=5), seats=["Ann"], seed=7)
    assert (table.view(0).cards_drawn, table.view(0).cards_seen.total) == (5, 0)


def test_nothing_is_seen_of_a_new_shoe() -> None:
    """Cards on the table are of the shoe before it, and so is a hole card that is turned later."""
    table = Table(
        seats=["Ann"],
        shoes=ArrangedShoes([parse_cards("2h6c3h9d"), parse_cards("4c5c6c7c8c")]),
    )
    table.open_round()
    table.apply(Event.bet(0, 100))
    table.apply(Event.hit(0, 0))
    view = table.view(0)
    assert (view.shoe_number, view.cards_seen.total) == (2, 1)
    assert view.cards_seen.of(Rank.FOUR) == 1
    table.apply(Event.stand(0, 0))
    # The dealer turns the nine, and draws a five.
    assert [card.code for card in table.view(0).dealer_cards] == ["6c", "9d", "5c"]
    assert table.view(0).cards_seen.counts == (0, 0, 0, 1, 1, *(0,) * 8)


def moments_of_shoes(chance: Random, games: int) -> Iterator[Table]:
    """Play at tables whose shoes come from a seed, and yield them at every moment."""
    for given in rule_sets(chance, games):
        rules = given
        if chance.random() < 0.5:
            window = chance.choice(("0..52", "3..40", "30..30"))
            rules = Rules.of(decks=chance.choice((1, 2)), cut_card=window, burn=given.burn)
        seed = chance.randrange(2**63)
        table = Table(rules, seats=["Ann", "Ben"][: rules.max_seats], seed=seed)
        for _ in range(chance.choice((1, 4, 40))):
            yield from (table for _ in random_round(chance, table))


@pytest.mark.untraced
def test_the_cut_card_lies_where_players_are_told_and_they_are_told_no_more() -> None:
    """All places that the rules allow and that have not been drawn are told, until it is out."""
    met: Counter[str] = Counter()
    for table in moments_of_shoes(Random(5), max(GAMES // 10, 24)):
        shoe, window, told = table.shoe, table.rules.cut_card, table.view(None).cut_card
        if not table.flags.shuffles_at_cut_card:
            assert told is None
            continue
        assert told is not None
        assert told.out is cut_card_out(shoe)
        places = [shoe.cut_at]
        if not told.out:
            beneath = range(window.low, window.high + 1)
            places = [len(shoe.cards) - count for count in beneath]
            places = [place for place in places if place >= shoe.position]
        assert (told.least, told.most) == (min(places), max(places))
        assert told.least <= shoe.cut_at <= told.most
        for cut_at in (told.least, told.most):
            table.house.shoe = changed(shoe, cut_at=cut_at)
            assert table.view(None).cut_card == told
            table.house.shoe = shoe
        met["out"] += told.out
        met["not known"] += told.least < told.most
        met["nearer"] += not told.out and told.least == shoe.position
    assert min(met[name] for name in ("out", "not known", "nearer")) > 0


def test_of_an_arranged_shoe_the_cut_card_may_be_anywhere() -> None:
    """Whoever arranges it is bound by no rule."""
    shoes = ArrangedShoes([parse_cards("Th6c8h9d5s2c3c4c5c6c")], cut_at=4)
    table = Table(seats=["Ann"], shoes=shoes)
    assert table.view(0).cut_card == CutCard(0, 10, out=False)
    table.open_round()
    table.apply(Event.bet(0, 100))
    assert table.view(0).cut_card == CutCard(4, 10, out=False)
    table.apply(Event.stand(0, 0))
    assert table.view(0).cut_card == CutCard(4, 4, out=True)
    table = Table(Rules.of(shuffle="when_empty"), seats=["Ann"], shoes=shoes)
    assert table.view(0).cut_card is None
