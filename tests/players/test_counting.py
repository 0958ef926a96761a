"""Players that count cards: what they count, and what they do by it."""

from collections.abc import Iterator
from random import Random
from typing import Any, Final

import pytest
from attrs import define, field
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.players.tables import asked_after, words_of
from tests.scale import scaled
from tests.table.views.watcher import Watcher

from pitboss.game.events import Event, EventKind
from pitboss.game.round import Question
from pitboss.live import Command, Session, SessionPolicy
from pitboss.players import (
    HI_LO,
    HI_LO_PLAYS,
    KO,
    BasicStrategy,
    BetRamp,
    CountingPlayer,
    CountingStrategy,
    CountingSystem,
    IndexPlay,
    PlayerError,
    RandomLegal,
    chart,
    charts_by_count,
)
from pitboss.players.chart import ROWS, UP_CARDS
from pitboss.rules import Rules
from pitboss.rules.presets import PRESETS
from pitboss.table import Table
from pitboss.table.driver import Player, play_rounds
from pitboss.table.offer import Offer, View
from pitboss.table.seating import SeatPlan
from pitboss.table.shoes import ArrangedShoes, parse_cards
from pitboss.table.snapshot import Snapshot

OF_HI_LO: Final = {**dict.fromkeys("23456", 1), **dict.fromkeys("789", 0)}
OF_KO: Final = {**OF_HI_LO, "7": 1}
"""What a card counts, by its symbol; any other counts -1."""

PUBLISHED: Final = Rules.of(decks=6, soft_17="stand", surrender="late", peek="ace_or_ten")
"""What the published plays of the Hi-Lo count are made for."""

PRINTED: Final = """
hard 16 T  S from 0     hard 15 T  S from 4      pair T 5   P from 5      pair T 6   P from 4
hard 10 T  D from 4     hard 12 3  S from 2      hard 12 2  S from 3      hard 11 A  D from 1
hard 9 2   D from 1     hard 10 A  D from 4      hard 9 7   D from 3      hard 16 9  S from 5
hard 13 2  H below -1   hard 12 4  H below 0     hard 12 5  H below -2    hard 12 6  H below -1
hard 13 3  H below -2   hard 14 T  R from 3      hard 15 T  H below 0     hard 15 9  R from 2
hard 15 A  R from 1
"""
"""The Illustrious 18 and the Fab 4 as they are printed, but for insurance."""


def playing(count: int, plays: tuple[IndexPlay, ...], **more: Any) -> CountingStrategy:  # noqa: ANN401  whatever a strategy takes
    """Return a strategy whose count is always the same."""
    level = CountingSystem((0,) * 10, count, divided=False)
    return CountingStrategy(level, BetRamp(1000), plays, **more)


@define
class Recounting:
    """A player that counts, and each time is held to a watcher, who counts card by card."""

    player: CountingPlayer
    system: CountingSystem
    tags: dict[str, int]
    watcher: Watcher
    decks: int
    heard: list[int] = field(factory=list[int])

    def decide(self, view: View, offer: Offer) -> Event:
        """See that the count is that of all cards that lay face up."""
        running = self.system.initial + self.system.initial_per_deck * self.decks
        for card, times in self.watcher.seen.items():
            running += times * self.tags.get(card.rank.value, -1)
        assert self.system.running(view, self.decks) == running
        unseen = view.cards_drawn + view.cards_left - self.watcher.seen.total()
        count = self.player.count(view)
        if self.system.divided:
            assert count * max(unseen, 1) <= 52 * running < (count + 1) * max(unseen, 1)
        else:
            assert count == running
        self.heard.append(count)
        return self.player.decide(view, offer)


def counting(rules: Rules, watcher: Watcher, *, knock_out: bool) -> Recounting:
    """Make such a player."""
    system, tags = (KO, OF_KO) if knock_out else (HI_LO, OF_HI_LO)
    strategy = (
        CountingStrategy.knock_out(rules.decks, 100) if knock_out else CountingStrategy.hi_lo(100)
    )
    return Recounting(CountingPlayer(rules, strategy), system, tags, watcher, rules.decks)


@st.composite
def any_preset(draw: st.DrawFn) -> Rules:
    """Draw a preset, sometimes with cards burned, or with one deck dealt to its end."""
    rules = Rules.preset(draw(st.sampled_from(list(PRESETS))))
    changes: dict[str, object] = {"burn": draw(st.sampled_from([0, 1, 5]))}
    if draw(st.booleans()):
        changes |= {"decks": 1, "shuffle": "when_empty", "cut_card": "10..10"}
    return Rules.of(**{**rules.to_dict(), **changes})


@pytest.mark.untraced
@settings(max_examples=scaled(100, least=40))
@given(rules=any_preset(), seed=st.integers(0, 2**63 - 1), seats=st.integers(1, 7))
def test_the_count_is_that_of_all_cards_that_were_seen(rules: Rules, seed: int, seats: int) -> None:
    """At every question of random games under all presets, shuffles in mid-round among them."""
    watcher = Watcher()
    names = [f"seat {seat}" for seat in range(min(seats, rules.max_seats))]
    table = Table(rules, seats=names, seed=seed, recorder=watcher)
    players: list[Player] = [
        counting(rules, watcher, knock_out=seat % 3 == 1) if seat % 3 < 2 else RandomLegal(7, seat)
        for seat in range(len(names))
    ]
    play_rounds(table, players, 12)


@pytest.mark.untraced
def test_counting_goes_on_over_shuffles_within_and_between_rounds() -> None:
    """Both were met, and the count ran both ways."""
    rules = Rules.of(decks=1, shuffle="when_empty", max_seats=7)
    watcher = Watcher()
    table = Table(rules, seats=["a", "b", "c", "d", "e"], seed=3, recorder=watcher)
    players = [counting(rules, watcher, knock_out=seat > 2) for seat in range(5)]
    play_rounds(table, players, 60)
    assert watcher.met["shuffle in a round"] > 10
    assert watcher.met["turned after a shuffle"]
    assert min(players[0].heard) < -3 < 3 < max(players[0].heard)


def test_a_hole_card_counts_when_it_is_seen() -> None:
    """The two of the dealer is not counted while it lies face down, and is when it is turned."""
    shoes = ArrangedShoes([parse_cards("Th6c8h2dJs4s")])
    table = Table(Rules(), seats=["Ann"], shoes=shoes)
    table.open_round()
    assert HI_LO.running(table.view(0), 6) == 0
    table.apply(Event.bet(0, 100))
    # Seen are a ten, a six and an eight; three cards were not.
    view = table.view(0)
    assert (HI_LO.running(view, 6), HI_LO.of(view, 6)) == (0, 0)
    table.apply(Event.stand(0, 0))
    # The dealer turned the two, and drew a jack.
    view = table.view(0)
    assert (HI_LO.running(view, 6), HI_LO.of(view, 6)) == (0, 0)
    assert (view.cards_seen.total, view.cards_left) == (5, 1)


def test_a_new_shoe_begins_a_new_count() -> None:
    """Of Hi-Lo at 0, and of the Knock-Out count where it begins with so many decks."""
    shoes = ArrangedShoes([parse_cards("2h6c3h9d"), parse_cards("4c5c6c7c8c")])
    table = Table(seats=["Ann"], shoes=shoes)
    table.open_round()
    assert [KO.running(table.view(0), decks) for decks in (1, 2, 6, 8)] == [0, -4, -20, -28]
    table.apply(Event.bet(0, 100))
    assert (HI_LO.running(table.view(0), 6), KO.running(table.view(0), 6)) == (3, -17)
    table.apply(Event.hit(0, 0))
    assert (HI_LO.running(table.view(0), 6), KO.running(table.view(0), 6)) == (1, -19)


@given(running=st.integers(-200, 200), unseen=st.integers(1, 16 * 52), index=st.integers(-30, 30))
def test_a_true_count_is_compared_exactly(running: int, unseen: int, index: int) -> None:
    """It is at least an index where the running count for each deck is, to the last card."""
    assert (HI_LO.at(running, unseen) >= index) is (52 * running >= index * unseen)
    assert KO.at(running, unseen) == running


def test_with_no_card_left_unseen_a_count_is_still_one() -> None:
    """An arranged shoe may be empty and not balanced."""
    assert HI_LO.at(3, 0) == 156


def test_systems_are_balanced_or_not() -> None:
    """Hi-Lo comes to 0 over a deck, and Knock-Out to 4, which is what each deck begins with."""
    assert (HI_LO.balanced, KO.balanced) == (True, False)
    assert 4 * (sum(KO.tags) + 3 * KO.tags[-1]) == 4 == -KO.initial_per_deck
    with pytest.raises(PlayerError, match="tags must be 10 numbers"):
        CountingSystem((1, 2, 3))


def printed() -> Iterator[tuple[str, str, str, str, int]]:
    """Read what is printed: hand, up card, play, from or below, and count."""
    words = PRINTED.split()
    for place in range(0, len(words), 6):
        kind, total, up, play, side, count = words[place : place + 6]
        yield f"{kind} {total}", up, play, side, int(count)


def expected(cell: tuple[str, str], basic: str, count: int) -> str:
    """Return what is played in a cell at a count, in the codes of charts, by what is printed."""
    code = basic
    for hand, up, play, side, index in printed():
        if (hand, up) == cell and (count >= index) is (side == "from"):
            match play:
                case "D":
                    code = "Dh"
                case "R":
                    code = "Rh"
                case "S" if code.startswith("R"):
                    code = "Rs"
                case _:
                    code = play
    # Where hands may be surrendered, the chart stands on the sixteens that may not be any more.
    return "Rh" if (cell, code) == (("hard 16", "T"), "Rs") and count < 0 else code


def test_every_printed_play_is_played_at_its_count_and_no_other() -> None:
    """All cells of the chart at all counts, pairs that play as their totals do included."""
    basic = chart(PUBLISHED)
    lowest, steps = charts_by_count(PUBLISHED, HI_LO_PLAYS)
    # Two fives and two sevens are played as their totals here, and two tens are never split.
    as_total = {("pair 5", "T"): "hard 10", ("pair 5", "A"): "hard 10", ("pair 7", "T"): "hard 14"}
    changed = set[tuple[str, str]]()
    for count in range(-12, 13):
        played = lowest
        for least, above in steps:
            played = above if count >= least else played
        for row in ROWS:
            for column, up in enumerate(UP_CARDS):
                cell = (as_total.get((str(row), up), str(row)), up)
                code = expected(cell, basic.moves[row][column].value, count)
                assert played.moves[row][column].value == code, (row, up, count)
                if code != basic.moves[row][column].value:
                    changed.add((str(row), up))
    cells = {(hand, up) for hand, up, *_ in printed()}
    assert changed == cells | set(as_total)
    assert len(list(printed())) == len(HI_LO_PLAYS) - 1 == 21


HANDS: Final = {
    "hard 9": "4d 5c",
    "hard 10": "6d 4c",
    "hard 11": "6d 5c",
    "hard 12": "Td 2c",
    "hard 13": "Td 3c",
    "hard 14": "Td 4c",
    "hard 15": "Td 5c",
    "hard 16": "Td 6c",
    "pair T": "Td Tc",
}
WORDS: Final = {"S": "stand", "H": "hit", "D": "double", "R": "surrender", "P": "split"}


def said_by(player: Player, hand: str, up: str, rules: Rules = PUBLISHED) -> str:
    """Return what a player says first to a hand, beside a dealer of seventeen or so."""
    first, second = HANDS[hand].split()
    cards = f"{first} {up}h {second} 7s " + " ".join(["2s", "3s", "4s", "5s"] * 6)
    words = [word for word in words_of(rules, cards, player) if word != "decline"]
    return words[0]


@pytest.mark.parametrize("printed_play", list(printed()))
def test_a_player_departs_from_basic_strategy_at_the_index(
    printed_play: tuple[str, str, str, str, int],
) -> None:
    """At the table: one count below it, at it, and one above."""
    hand, up, play, side, index = printed_play
    basic = said_by(BasicStrategy(PUBLISHED), hand, up)
    alone = tuple(
        each
        for each in HI_LO_PLAYS
        if (each.hand, each.up, each.index) == (hand, up, index) and each.play.value[0] == play
    )
    assert len(alone) == 1
    for count in (index - 1, index, index + 1):
        said = said_by(CountingPlayer(PUBLISHED, playing(count, alone)), hand, up)
        departs = (count >= index) is (side == "from")
        if play == "S" and basic == "surrender":
            # Such a hand is surrendered first; without surrender it stands.
            assert said == "surrender"
            rules = Rules.of(**{**PUBLISHED.to_dict(), "surrender": "off"})
            said = said_by(CountingPlayer(rules, playing(count, alone)), hand, up, rules)
            assert said == ("stand" if departs else "hit")
        else:
            assert said == (WORDS[play] if departs else basic)


def test_a_play_for_other_rules_is_left_out() -> None:
    """Where the chart differs from what the play departs from, the chart is played."""
    hits = Rules.of(**{**PUBLISHED.to_dict(), "soft_17": "hit"})
    eleven = tuple(play for play in HI_LO_PLAYS if (play.hand, play.up) == ("hard 11", "A"))
    assert said_by(CountingPlayer(hits, playing(-5, eleven)), "hard 11", "A", hits) == "double"
    # A natural that nobody has looked for takes all: nothing is doubled into it.
    doubles = [play for play in HI_LO_PLAYS if play.play.value == "Dh" and play.up in "TA"]
    european = Rules.preset("european_all")
    lowest, steps = charts_by_count(european, doubles)
    assert (lowest.moves, steps) == (chart(european).moves, ())
    # No natural begins with a two.
    nine = next(play for play in HI_LO_PLAYS if (play.hand, play.up) == ("hard 9", "2"))
    _, ((count, changed),) = charts_by_count(european, [nine])
    assert (count, changed.move(nine.row, 2)) == (nine.at_least, nine.play)
    # Where both of the dealer's cards are seen, no play was made for one of them.
    both = Rules.preset("double_exposure")
    assert charts_by_count(both, HI_LO_PLAYS)[1] == ()
    # What the Fab 4 say of a late surrender says nothing of an early one.
    early = Rules.of(**{**PUBLISHED.to_dict(), "surrender": "early"})
    fifteen = tuple(play for play in HI_LO_PLAYS if play.instead_of.value == "Rh")
    assert charts_by_count(early, fifteen)[1] == ()
    # A hand that splits or else surrenders is neither.
    eights = IndexPlay(hand="pair 8", up="T", play="S", instead_of="H", at_least=0)
    assert charts_by_count(PUBLISHED, [eights])[0].moves == chart(PUBLISHED).moves


def test_a_hand_that_surrenders_does_so_and_else_does_as_the_count_says() -> None:
    """Only hits and stands take the place of what follows a surrender."""
    doubles = IndexPlay(hand="hard 16", up="T", play="Dh", instead_of="S", at_least=0)
    (_, high) = charts_by_count(PUBLISHED, [doubles])[1][0]
    assert high.moves == chart(PUBLISHED).moves


def under_ace(rules: Rules, player: Player, cards: str = "Td Ah 7c 8s") -> str:
    """Return what a player says to the first question under an ace, or another up card."""
    view, offer = asked_after(rules, cards, Event.bet(0, 1000))
    assert offer.question in {Question.INSURANCE, Question.EVEN_MONEY}
    event = player.decide(view, offer)
    return f"{event.kind.value}:{event.amount_minor}" if event.amount_minor else event.kind.value


def test_insurance_and_even_money_are_taken_from_the_index_on() -> None:
    """Half of the bet, under an ace, where it pays 2:1."""
    for count, said in ((2, "decline"), (3, "insure:500"), (4, "insure:500")):
        player = CountingPlayer(PUBLISHED, playing(count, (), insures_from=3))
        assert under_ace(PUBLISHED, player) == said
    for count, said in ((2, "decline"), (3, "even_money")):
        player = CountingPlayer(PUBLISHED, playing(count, (), insures_from=3))
        assert under_ace(PUBLISHED, player, "Td Ah Ac 8s") == said
    assert under_ace(PUBLISHED, CountingPlayer(PUBLISHED, playing(9, ()))) == "decline"


@pytest.mark.parametrize(
    ("changes", "cards"),
    [
        ({"insurance_pays": "1:1"}, "Td Ah 7c 8s"),
        ({"insurance": "ace_or_ten"}, "Td Th 7c 8s"),
    ],
)
def test_an_insurance_for_which_the_index_does_not_hold_is_declined(
    changes: dict[str, object], cards: str
) -> None:
    """One that pays less, or under a ten."""
    rules = Rules.of(**{**PUBLISHED.to_dict(), **changes})
    player = CountingPlayer(rules, playing(9, (), insures_from=3))
    assert under_ace(rules, player, cards) == "decline"


def test_who_cannot_pay_an_insurance_declines_it() -> None:
    """At any count."""
    shoes = ArrangedShoes([parse_cards("TdAh7c8s")])
    table = Table(PUBLISHED, seats=[SeatPlan("Ann", 1000)], shoes=shoes)
    table.open_round()
    table.apply(Event.bet(0, 1000))
    offer = table.offer()
    if offer is not None and offer.question is Question.INSURANCE:
        player = CountingPlayer(PUBLISHED, playing(9, (), insures_from=3))
        assert player.decide(table.view(0), offer).kind is EventKind.DECLINE


@pytest.mark.parametrize(
    ("given_play", "told"),
    [
        ({"hand": "hard 3", "up": "T", "at_least": 0}, "as a chart does"),
        ({"hand": "hard 16", "up": "K", "at_least": 0}, "as a chart does"),
        ({"hand": "hard 16", "up": "T"}, "at_least or below"),
        ({"hand": "hard 16", "up": "T", "at_least": 0, "below": 0}, "at_least or below"),
        ({"hand": "hard 16", "up": "T", "at_least": 0, "play": "P"}, "name a pair"),
    ],
)
def test_a_play_must_name_a_cell_and_a_count(given_play: dict[str, Any], told: str) -> None:
    """The error says what to give."""
    whole: dict[str, Any] = {"play": "S", "instead_of": "H", **given_play}
    with pytest.raises(PlayerError, match=told):
        IndexPlay(**whole)


def test_a_player_made_anew_in_mid_shoe_goes_on_as_the_first() -> None:
    """From a snapshot, after any number of rounds: it remembers nothing that it would miss."""
    for seed in range(scaled(60, least=20)):
        rules = Rules.of(decks=2, cut_card="26..26")
        names = ("hi-lo", "ko")

        def makes(kind: str, rules: Rules = rules) -> CountingPlayer:
            knock_out = kind == "ko"
            strategy = CountingStrategy.knock_out(2) if knock_out else CountingStrategy.hi_lo()
            return CountingPlayer(rules, strategy)

        table = Table(rules, seats=names, seed=seed)
        first = [makes(kind) for kind in names]
        play_rounds(table, first, seed % 7 + 1)
        again = Table.restore(Snapshot.from_json(table.snapshot().to_json()))
        play_rounds(table, first, 5)
        play_rounds(again, [makes(kind) for kind in names], 5)
        assert again.snapshot() == table.snapshot()


def test_a_counting_player_sits_beside_people() -> None:
    """In a live session, whose other seats are answered for; it never fails."""
    rules = Rules.of(decks=1, cut_card="10..20")
    for seed in range(scaled(10, least=4)):
        table = Table(rules, seats=["Ann", "Count", "Knock"], seed=seed)
        bots = {
            1: CountingPlayer(rules, CountingStrategy.hi_lo(100)),
            2: CountingPlayer(rules, CountingStrategy.knock_out(1, 100)),
        }
        session = Session(table, SessionPolicy(bot_ms=0, pause_ms=1), bots=bots)
        session.connect("ann", 0, 0)
        chance, now_ms = Random(seed), 0
        while table.shoe.number < 4:
            offer = table.offer()
            if offer is not None and offer.seat == 0:
                word = chance.choice(offer.legal).value
                command = Command(id=f"{table.seq}", expects=table.seq, seat=0, word=word)
                session.receive("ann", command, now_ms)
            else:
                now_ms = max(session.deadline() or 0, now_ms + 1)
                session.tick(now_ms)
        assert session.failures == 0
