"""Clones: what nobody has seen is dealt anew, and everything else stays as it is."""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any, Final

import pytest
from tests.game.shoe.chi_square import critical_value
from tests.play.referee.random_rounds import random_rules
from tests.scale import scaled
from tests.table.snapshots.random_play import applied, random_answer, random_table
from tests.table.views.pairs import History, makes_natural
from tests.table.views.twins import rule_sets

from pitboss import Card, Event, Journal, MimicPlayer, Question, Rules, Table, play_rounds
from pitboss.errors import ShoeError, TableError
from pitboss.game.cards import CARDS
from pitboss.game.round import DealerNatural, contents
from pitboss.game.seen import all_seen
from pitboss.game.shoe import cut_card_out
from pitboss.rules.presets import PRESETS
from pitboss.rules.values import HoleCard
from pitboss.table.invariants import flaws
from pitboss.table.shoes import ArrangedShoes, parse_cards, seeded_shoes
from pitboss.table.snapshot import Snapshot

PAIRS: Final = scaled(10_000, least=600)
GAMES: Final = scaled(120, least=40)
LEVEL: Final = 0.999
"""A seed is fixed, so that a test that passes once passes always."""


def state(table: Table) -> tuple[object, ...]:
    """Return all that a table holds, as a value."""
    return table.seed, table.plans, contents(table.round), contents(table.house)


def flaw(table: Table) -> object:
    """Return the first thing that does not agree in a table's state; `None` if all does."""
    return next(flaws(table.rules, table.seed, table.plans, table.round, table.house), None)


def viewers(table: Table) -> list[int | None]:
    """Return everybody who may look."""
    return [None, *range(len(table.plans))]


@pytest.mark.untraced
def test_tables_that_differ_in_unseen_cards_only_have_equal_clones() -> None:
    """Nothing of the hole card, the order, the cut card or the seed of a table gets into them."""
    chance = Random(1)
    met: Counter[str] = Counter()
    for rules in islice(rule_sets(chance), PAIRS):
        history = History(chance, rules)
        table = history.table
        *_, twin = history.game_of(history.other_shoes(chance), chance).moments()
        seed = chance.choice((chance.randrange(2**63), chance.randbytes(32)))
        viewer = chance.choice(viewers(table))
        clone = table.clone(hidden_from=viewer, seed=seed)
        assert state(clone) == state(twin.clone(hidden_from=viewer, seed=seed))
        met["pairs"] += state(twin) != state(table)
        met["hole cards"] += twin.house.hole_card is not table.house.hole_card
        met["peeked"] += table.round.dealer_natural is DealerNatural.EXCLUDED
        met["later shoes"] += table.shoe.number > 1
        met["never turned"] += any(not hidden.turned for hidden in history.hidden[:-1])
    assert met["pairs"] > PAIRS * 9 // 10
    assert min(met[name] for name in ("hole cards", "peeked", "later shoes")) > PAIRS // 20
    assert met["never turned"] > PAIRS // 50


def moments(chance: Random, games: int) -> Iterator[Table]:
    """Play random events under all presets and random rules, and yield the table at each moment."""
    for game in range(games):
        rules = Rules.preset(list(PRESETS)[game // 2 % len(PRESETS)])
        if game % 2:
            given = random_rules(chance)
            rules = Rules.from_dict({**given, "burn": chance.choice((0, 0, 1, 4))})
        table = random_table(chance, rules)
        for _ in range(chance.choice((8, 40, 90))):
            event = random_answer(chance, table)
            if event is None or not applied(table, event):
                break
            yield table


@pytest.mark.untraced
def test_a_clone_looks_as_its_table_and_plays_on_as_a_table_does() -> None:
    """At every question and with all kinds of shoes; the table stays as it was."""
    chance = Random(2)
    met: Counter[object] = Counter()
    for table in moments(chance, GAMES):
        before = state(table)
        seed = chance.randrange(2**63)
        clone = table.clone(hidden_from=chance.choice(viewers(table)), seed=seed)
        assert [clone.view(each) for each in viewers(table)] == [
            table.view(each) for each in viewers(table)
        ]
        assert clone.offer() == table.offer()
        assert flaw(clone) is None
        check_unseen_cards(clone)
        again = table.clone(hidden_from=None, seed=seed)
        for _ in range(chance.choice((0, 3, 12))):
            event = random_answer(chance, clone)
            if event is None or not applied(clone, event):
                break
            again.apply(event)
            assert flaw(clone) is None
        assert state(again) == state(clone)
        assert state(table) == before
        met[table.round.question] += 1
        met["split"] += any(len(seat.hands) > 1 for seat in table.round.seats)
        met["seats"] += len(table.plans) > 2
        met["no hole card"] += table.rules.hole_card is HoleCard.NONE
        met["part"] += table.shoe.part > 0
        met["older hole card"] += table.round.hole_is_older
        met["arranged"] += table.shoe.seed is None
    wanted = {*Question, "split", "seats", "no hole card", "part", "older hole card", "arranged"}
    assert {name for name, times in met.items() if times} >= wanted


def check_unseen_cards(clone: Table) -> None:
    """See that the shoe of a clone is of whole decks, where nothing was arranged or left over."""
    shoe, round_ = clone.shoe, clone.round
    if shoe.seed is None or shoe.part or type(clone.house.shoes) is ArrangedShoes:
        return
    source = clone.house.shoes
    assert Counter(shoe.cards) == Counter(clone.rules.deck.cards * source.decks)  # type: ignore[attr-defined]  # of a seed
    unseen = Counter(shoe.cards) - Counter(all_seen(round_))
    assert unseen.total() == len(shoe.cards) - len(all_seen(round_))


@pytest.mark.untraced
def test_every_preset_can_be_searched() -> None:
    """From each question of some rounds a clone is played to the end of its round, and on."""
    for name in PRESETS:
        chance = Random(name)
        rules = Rules.preset(name)
        names = [f"seat {seat}" for seat in range(min(3, rules.max_seats))]
        table = Table(rules, seats=names, seed=5)
        for number in range(40):
            event = random_answer(chance, table)
            assert event is not None
            table.apply(event)
            clone = table.clone(hidden_from=0, seed=number)
            players = [MimicPlayer(100)] * len(names)
            while not clone.over:
                offer = clone.offer()
                assert offer is not None
                clone.apply(players[offer.seat].decide(clone.view(offer.seat), offer))
            play_rounds(clone, players, 2)
            assert flaw(clone) is None


def clones(table: Table, count: int) -> Iterator[Table]:
    """Yield clones of a table, of the seeds from 0 on."""
    for seed in range(count):
        yield table.clone(hidden_from=0, seed=seed)


def check_frequencies(found: Counter[Any], chances: Mapping[Any, Fraction]) -> None:
    """See that what was found comes up as often as it has to."""
    assert sum(chances.values()) == 1
    assert set(found) <= set(chances)
    total = found.total()
    statistic = sum(
        float((found[what] - total * chance) ** 2 / (total * chance))
        for what, chance in chances.items()
    )
    assert statistic < critical_value(len(chances) - 1, LEVEL)


def chances_of(cards: Counter[Card]) -> dict[str, Fraction]:
    """Return how likely a card of each rank comes, one of some cards."""
    ranks: Counter[str] = Counter()
    for card, times in cards.items():
        ranks[card.rank.value] += times
    return {rank: Fraction(times, cards.total()) for rank, times in ranks.items()}


def a_table_late_in_its_shoe(left: int) -> Table:
    """Return a table of one deck at which Ann is asked to play, with so many cards left or fewer.

    A hole card was never turned in this shoe, and three cards were burned.
    """
    rules = Rules.of(decks=1, shuffle="when_empty", burn=3, peek="never", insurance="off")
    for seed in range(1_000):
        table = Table(rules, seats=["Ann", "Ben"], seed=seed)
        chance = Random(seed)
        while table.shoe.name == "1":
            event = random_answer(chance, table)
            assert event is not None
            table.apply(event)
            waits = table.round.question is Question.PLAY and table.shoe.name == "1"
            never_turned = table.shoe.position - len(all_seen(table.round)) > 4
            if waits and never_turned and 2 <= table.shoe.remaining <= left:
                return table
    raise AssertionError


@pytest.mark.untraced
def test_unseen_cards_are_as_likely_in_every_place() -> None:
    """The hole card, the next two, the last and a burned one, late in a shoe of one deck."""
    table = a_table_late_in_its_shoe(6)
    unseen = Counter(CARDS) - Counter(all_seen(table.round))
    chances = chances_of(unseen)
    found: dict[str, Counter[str]] = {}
    beside: Counter[tuple[str, str]] = Counter()
    for clone in clones(table, scaled(12_000, least=4_000)):
        shoe, hole_card = clone.shoe, clone.house.hole_card
        assert hole_card is not None
        cards = shoe.cards
        assert Counter(cards) == Counter(CARDS)
        places = {
            "hole": hole_card,
            "next": cards[shoe.position],
            "second": cards[shoe.position + 1],
            "last": cards[-1],
            "burned": cards[1],
        }
        for place, card in places.items():
            found.setdefault(place, Counter())[card.rank.value] += 1
        beside[hole_card.code, cards[shoe.position].code] += 1
    for counted in found.values():
        check_frequencies(counted, chances)
    pairs = [(one.code, other.code) for one in unseen for other in unseen if one is not other]
    check_frequencies(beside, {pair: Fraction(1, len(pairs)) for pair in pairs})


@pytest.mark.parametrize("up_card", ["Ah", "Th"])
def test_a_peek_that_found_nothing_leaves_out_what_it_would_have_found(up_card: str) -> None:
    """Under an ace no ten, and under a ten no ace; all others as often as there are of them."""
    table = peeked(up_card)
    assert table.round.dealer_natural is DealerNatural.EXCLUDED
    unseen = Counter(CARDS) - Counter(all_seen(table.round))
    up = Card.parse(up_card)
    allowed = Counter({card: n for card, n in unseen.items() if not makes_natural(up, card)})
    found: Counter[str] = Counter()
    follow: Counter[str] = Counter()
    for clone in clones(table, scaled(8_000, least=3_000)):
        assert clone.house.hole_card is not None
        found[clone.house.hole_card.rank.value] += 1
        assert clone.shoe.has(clone.shoe.position + 1)
        follow[clone.shoe.order[clone.shoe.position].rank.value] += 1
    check_frequencies(found, chances_of(allowed))
    check_frequencies(follow, chances_beside(unseen, allowed))


def chances_beside(unseen: Counter[Card], allowed: Counter[Card]) -> dict[str, Fraction]:
    """Return how likely each rank comes next, worked out for each hole card that there may be."""
    chances: dict[str, Fraction] = dict.fromkeys(chances_of(unseen), Fraction(0))
    for hole_card, times in allowed.items():
        weight = Fraction(times, allowed.total())
        for rank, chance in chances_of(unseen - Counter([hole_card])).items():
            chances[rank] += weight * chance
    return chances


def peeked(up_card: str) -> Table:
    """Return a table of one deck at which the dealer has looked beneath an up card in vain."""
    for seed in range(5_000):
        table = Table(Rules.of(decks=1), seats=["Ann"], seed=seed)
        table.open_round()
        table.apply(Event.bet(0, 1000))
        offer = table.offer()
        if offer is not None and offer.question is Question.INSURANCE:
            table.apply(offer.decline())
        up = table.round.up_card
        if up is not None and up.code == up_card and table.round.question is Question.PLAY:
            return table
    raise AssertionError


def test_without_a_peek_any_card_may_lie_there() -> None:
    """A natural among them."""
    table = Table(
        Rules.of(peek="never"),
        seats=["Ann"],
        shoes=ArrangedShoes([parse_cards("9hAh8c5c" + "2c" * 20)]),
    )
    table.open_round()
    table.apply(Event.bet(0, 1000))
    offer = table.offer()
    assert offer is not None
    table.apply(offer.decline())
    assert table.round.dealer_natural is DealerNatural.UNKNOWN
    found = {clone.house.hole_card for clone in clones(table, 200)}
    assert any(card is not None and card.points == 10 for card in found)


def test_the_cut_card_lies_anywhere_that_everybody_knows_of() -> None:
    """In each place of the window that is left as often, and where it came out, there."""
    rules = Rules.of(decks=1, cut_card="10..20")
    table = Table(rules, seats=["Ann"], seed=0)
    told = table.view(0).cut_card
    while told is None or told.out or told.least == 32:
        play_rounds(table, [MimicPlayer()], 1)
        told = table.view(0).cut_card
    assert told.most == 42
    places = range(told.least, told.most + 1)
    found = Counter(clone.shoe.cut_at for clone in clones(table, 3_000))
    check_frequencies(found, {place: Fraction(1, len(places)) for place in places})
    while not cut_card_out(table.shoe):
        play_rounds(table, [MimicPlayer()], 1)
    assert {clone.shoe.cut_at for clone in clones(table, 20)} == {table.shoe.cut_at}


def test_later_shoes_come_from_the_seed_of_the_clone() -> None:
    """Not from that of the table, not even where they are the same number."""
    table = Table(Rules.of(shuffle="every_round"), seats=["Ann"], seed=7)
    clone, other = (table.clone(hidden_from=0, seed=seed) for seed in (7, 8))
    again = table.clone(hidden_from=0, seed=7)
    for each in (table, clone, other, again):
        play_rounds(each, [MimicPlayer()], 2)
    orders = [each.shoe.cards for each in (table, clone, other)]
    assert len(set(orders)) == 3
    assert again.shoe.cards == clone.shoe.cards
    assert clone.shoe.number == table.shoe.number == 2


def test_a_clone_of_a_clone_is_another_or_the_same() -> None:
    """Of another seed it has other cards; of the same seed nothing but unseen cards differs."""
    table = Table(seats=["Ann", "Ben"], seed=7)
    play_rounds(table, [MimicPlayer()] * 2, 3)
    table.open_round()
    table.apply(Event.bet(0, 1000))
    table.apply(Event.bet(1, 1000))
    clone = table.clone(hidden_from=1, seed=1)
    assert state(clone.clone(hidden_from=1, seed=1)) == state(clone)
    second = clone.clone(hidden_from=1, seed=2)
    assert state(second) == state(table.clone(hidden_from=1, seed=2))
    assert second.shoe.cards != clone.shoe.cards


def test_a_clone_can_be_kept_as_a_snapshot() -> None:
    """And goes on from it."""
    table = Table(seats=["Ann"], seed=7)
    table.open_round()
    clone = table.clone(hidden_from=0, seed=1)
    clone.apply(Event.bet(0, 1000))
    snapshot = clone.snapshot()
    assert isinstance(snapshot, Snapshot)
    assert Table.restore(snapshot).view(0) == clone.view(0)


def test_a_shoe_made_in_an_earlier_round_may_lack_any_unseen_card() -> None:
    """No view tells which cards lay on the table then; so more are possible than have a place."""
    rules = Rules.of(decks=1, shuffle="when_empty")
    table = Table(rules, seats=["Ann"], seed=2)
    while not (table.shoe.part and table.round.question is Question.PLAY and not table.round.older):
        event = random_answer(Random(table.seq), table)
        assert event is not None
        table.apply(event)
    missing = Counter(CARDS) - Counter(table.shoe.cards)
    assert missing
    may = {card for clone in clones(table, 200) for card in clone.shoe.cards}
    assert set(missing) <= may
    assert all(len(clone.shoe.order) == len(table.shoe.order) for clone in clones(table, 20))


def test_an_arranged_shoe_is_taken_for_one_of_the_rules() -> None:
    """What nobody has seen of it could be any cards, and of more decks if it has more cards."""
    order = parse_cards("AcAcAdAdAhAh" * 20)
    table = Table(Rules.of(decks=1), seats=["Ann"], shoes=ArrangedShoes([order]))
    clone = table.clone(hidden_from=0, seed=1)
    assert Counter(clone.shoe.cards).total() == 120
    assert max(Counter(clone.shoe.cards).values()) == 3
    assert clone.shoe.seed is None
    assert clone.view(0) == table.view(0)


def test_an_arranged_shoe_may_be_of_the_most_cards() -> None:
    """More decks than a shoe may have are not taken."""
    whole = [card for card in CARDS * 16 if not card.is_ace]
    aces = [Card.parse(code) for code in ("Ac", "Ad", "Ah", "As")]
    order = [*[aces[0]] * 80, *(whole + aces * 16)][: 16 * 52]
    rules = Rules.of(decks=16, shuffle="when_empty")
    shoes = ArrangedShoes([order], then=seeded_shoes(rules, 7))
    table = Table(rules, seats=["Ann"], shoes=shoes)
    clone = table.clone(hidden_from=0, seed=1)
    assert len(clone.shoe.cards) == 16 * 52


def test_a_journal_hears_nothing_of_a_clone(tmp_path: Any) -> None:  # noqa: ANN401  pytest's
    """A clone has no recorder."""
    path = tmp_path / "game.jsonl"
    with Journal.create(path) as journal:
        table = Table(seats=["Ann"], seed=7, recorder=journal)
        table.open_round()
        clone = table.clone(hidden_from=0, seed=1)
        clone.apply(Event.bet(0, 1000))
        assert table.round.question is Question.BET


@pytest.mark.parametrize("viewer", [1, -1, "0", 0.0])
def test_who_is_at_no_seat_sees_nothing(viewer: Any) -> None:  # noqa: ANN401  what the types forbid
    """As of a view."""
    with pytest.raises(TableError, match="no seat"):
        Table(seats=["Ann"], seed=7).clone(hidden_from=viewer, seed=1)


@pytest.mark.parametrize("seed", [-1, 2**63, b"short", "7", None])
def test_a_seed_must_be_one(seed: Any) -> None:  # noqa: ANN401  what the types forbid
    """A number or a secret, as that of a table."""
    with pytest.raises(ShoeError):
        Table(seats=["Ann"], seed=7).clone(hidden_from=0, seed=seed)
