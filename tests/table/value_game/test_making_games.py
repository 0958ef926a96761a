"""New games, games built again from stored parts, and games read from JSON."""

import json
from collections.abc import Callable
from random import Random
from typing import TypedDict, Unpack
from uuid import UUID

import pytest
from attrs import evolve
from tests.play.requirements.playing import cards_of
from tests.table.value_game.games import dealt, played_on, random_line

from pitboss import Card, PitbossError, Rules, SeatPlan, Table
from pitboss.errors import ShoeError, SnapshotError, TableError
from pitboss.game.cards import CARDS
from pitboss.teaching import Game, GameError, GameStatus

SPRING = Rules.preset("spring")
WITH_MONEY = Rules.preset("spring", bet_min=100, bet_max="none", opening_balance=10_000)


class Parts(TypedDict, total=False):
    """What a host stores of a game, to be built again from."""

    game_id: str
    player_id: str
    deck: tuple[Card, ...]
    player_hand: tuple[Card, ...]
    dealer_hand: tuple[Card, ...]
    status: GameStatus
    rules: Rules
    bet_minor: int


def parts_of(game: Game) -> Parts:
    """Take a game apart."""
    return {
        "game_id": game.id,
        "player_id": game.player_id,
        "deck": game.deck,
        "player_hand": game.player_hand.cards,
        "dealer_hand": game.dealer_hand.cards,
        "status": game.status,
        "rules": game.rules,
        "bet_minor": game.player_hand.bet_minor,
    }


def rebuilt(game: Game, **changed: Unpack[Parts]) -> Game:
    """Build a game from the parts of another, some of them changed."""
    parts = parts_of(game)
    parts.update(changed)
    return Game.rehydrate(**parts)


@pytest.mark.parametrize(
    "rules",
    [
        SPRING,
        WITH_MONEY,
        Rules.of(),
        Rules.preset("lott"),
        Rules.preset("cpsc386"),
        Rules.preset("european_all"),
        Rules.preset("spring", up_card="second"),
    ],
    ids=["spring", "money", "six_deck_s17", "lott", "cpsc386", "european_all", "up card second"],
)
def test_every_game_of_hits_and_a_stand_is_built_again_from_its_parts(rules: Rules) -> None:
    """In progress or settled: it is the same value, and plays on in the same way."""
    plain = {"bet", "hit", "stand", "decline"}
    rebuilt_games = 0
    for seed in range(60):
        chance = Random(seed)
        deck = [card for card in CARDS for _ in range(rules.decks)]
        chance.shuffle(deck)
        game: Game | None = Game.new("ann", rules=rules, deck=deck)
        while game is not None:
            # A game that waits for an answer that rehydrating gives by itself comes out later.
            waits = game.status is GameStatus.IN_PROGRESS and "hit" not in names(game)
            if not waits or not game.player_hands:
                assert rebuilt(game) == game
                rebuilt_games += 1
            legal = [kind for kind in game.legal if kind.value in plain]
            kind = chance.choice(legal) if legal else None
            game = (
                None
                if kind is None
                else (
                    game.bet(game.rules.bet_min)
                    if kind.value == "bet"
                    else METHODS[kind.value](game)
                )
            )
    assert rebuilt_games > 60


METHODS: dict[str, Callable[[Game], Game]] = {
    "hit": Game.hit,
    "stand": Game.stand,
    "decline": Game.decline,
}


def names(game: Game) -> set[str]:
    """Return the names of the legal moves."""
    return {kind.value for kind in game.legal}


IN_PROGRESS = dealt("5h 9d 6c 8s Th 2d").hit()
WON = dealt("Th 9d 9c 8s").stand()
BUST = dealt("Th 9d 6c 8s 7h").hit()


@pytest.mark.parametrize(
    ("game", "changed", "part"),
    [
        (IN_PROGRESS, {"status": GameStatus.DEALER_WINS}, "status"),
        (WON, {"status": GameStatus.PUSH}, "status"),
        (BUST, {"status": GameStatus.IN_PROGRESS}, "status"),
        (WON, {"status": GameStatus.PLAYER_BUST}, "status"),
        (WON, {"status": GameStatus.DEALER_BUST}, "status"),
        (WON, {"dealer_hand": cards_of("9d 7s"), "deck": cards_of("2h")}, "dealer_hand"),
        (WON, {"dealer_hand": cards_of("9d 8s 2h"), "deck": ()}, "dealer_hand"),
        (WON, {"dealer_hand": cards_of("9d")}, "dealer_hand"),
        (WON, {"player_hand": cards_of("Th")}, "player_hand"),
        (WON, {"player_hand": cards_of("Th 9c 2c 3c 4c"), "deck": ()}, "player_hand"),
        (WON, {"player_hand": ()}, "player_hand"),
        (WON, {"player_hand": (), "dealer_hand": (), "deck": ()}, "hands"),
        (WON, {"player_hand": cards_of("Th 9c"), "deck": cards_of("Th")}, "deck"),
        (IN_PROGRESS, {"deck": cards_of("2d 2d")}, "deck"),
        (IN_PROGRESS, {"game_id": ""}, "id"),
        (IN_PROGRESS, {"player_id": ""}, "player_id"),
        (IN_PROGRESS, {"rules": WITH_MONEY, "bet_minor": 50}, "hands"),
        (IN_PROGRESS, {"rules": WITH_MONEY, "bet_minor": True}, "bet_minor"),
    ],
)
def test_parts_that_no_play_leads_to_are_refused(game: Game, changed: Parts, part: str) -> None:
    """A total, a card or a status that does not belong to the others is found out."""
    with pytest.raises(GameError) as raised:
        rebuilt(game, **changed)
    assert raised.value.part == part
    assert part in str(raised.value)


def test_a_game_is_built_again_from_the_stored_parts_of_a_game_in_progress() -> None:
    """The parts as a host writes them down, without any game at hand."""
    game = Game.rehydrate(
        "g7",
        "ann",
        deck=cards_of("9h 2c 7d"),
        player_hand=cards_of("5h 6c"),
        dealer_hand=cards_of("9d 8s"),
        status=GameStatus.IN_PROGRESS,
    )
    assert (game.id, game.player_id, game.rules) == ("g7", "ann", SPRING)
    assert str(game.hit().player_hand) == "5h 6c 9h"
    assert (game.player_hand.points, game.player_hand.soft) == (11, False)
    assert game.hit().stand().status is GameStatus.PLAYER_WINS


def test_a_game_draws_a_name_of_its_own() -> None:
    """A random UUID, another one every time, whatever the seed of the cards."""
    games = [Game.new("ann", seed=7) for _ in range(5)]
    assert len({game.id for game in games}) == 5
    assert all(UUID(game.id).version == 4 for game in games)
    assert len({game.deck for game in games}) == 1
    assert Game.new("ann", game_id="mine").id == "mine"


def test_a_deck_is_shuffled_anew_for_every_game_without_a_seed() -> None:
    """All cards are there, and no order comes twice."""
    games = [Game.new("ann") for _ in range(3)]
    for game in games:
        held = [*game.deck, *game.player_hand.cards, *game.dealer_hand.cards]
        assert sorted(card.index for card in held) == list(range(52))
    assert len({game.deck for game in games}) == 3


def test_burned_cards_are_not_in_the_deck() -> None:
    """They were drawn before the first card was dealt."""
    game = Game.new("ann", rules=Rules.preset("spring", burn=5), seed=1)
    assert len([*game.deck, *game.player_hand.cards, *game.dealer_hand.cards]) == 47


def test_where_there_is_money_the_bet_comes_first() -> None:
    """Nothing is dealt before it, and no part is missing meanwhile."""
    game = Game.new("ann", rules=WITH_MONEY, balance_minor=1000, deck=cards_of("Th 9d 9c 8s 2c"))
    assert (game.player_hands, game.player_hand.cards) == ((), ())
    assert (game.status, names(game)) == (GameStatus.IN_PROGRESS, {"bet"})
    assert game.bet(300).stand().net_minor == 300
    assert game.bet(300).player_hand.bet_minor == 300


def test_insurance_is_for_the_most_there_is_unless_an_amount_is_named() -> None:
    """And is no move where it is not asked."""
    rules = Rules.of(insurance_amount="up_to_half")
    game = dealt("Th Ad 9c Ks", rules=rules, bet_minor=1000)
    assert game.insure().net_minor == 0
    assert game.insure(100).net_minor == -800
    with pytest.raises(PitbossError):
        dealt("Th 9d 9c Ks").insure()


@pytest.mark.parametrize(
    ("nets", "status"),
    [
        ("win win", GameStatus.PLAYER_WINS),
        ("win loss", GameStatus.PUSH),
        ("loss loss", GameStatus.DEALER_WINS),
    ],
)
@pytest.mark.parametrize("bet_minor", [0, 1000])
def test_of_several_hands_the_sum_decides(nets: str, status: GameStatus, bet_minor: int) -> None:
    """Of the chips, and of the hands themselves where nothing is staked."""
    second = {"win": "Tc", "loss": "2c"}
    first, last = (second[net] for net in nets.split())
    rules = Rules.of(bet_min=0, bet_max="none", double="off")
    last_card = last if last != first else last.replace("c", "d")
    game = dealt(f"8h 9d 8c 8s {first} {last_card}", rules=rules, bet_minor=bet_minor).split()
    game = game.stand().stand()
    assert game.status is status
    assert len(game.player_hands) == 2


def test_a_deck_that_runs_out_makes_the_game_void() -> None:
    """The bet goes back, and nobody has won."""
    game = Game.new("ann", rules=WITH_MONEY, deck=cards_of("5h 9d 6c 8s")).bet(300).hit()
    assert (game.void, game.status, game.net_minor) == (True, GameStatus.PUSH, 0)


@pytest.mark.parametrize(
    ("make", "part"),
    [
        (lambda: Game.new(""), "player_id"),
        (lambda: Game.new("ann", game_id=""), "id"),
        (lambda: Game.new("ann", deck=cards_of("5h 9d 6c")), "deck"),
        (lambda: Game.new("ann", deck=cards_of("5h 5h 6c 9d")), "deck"),
        (lambda: Game.new("ann", deck=CARDS, seed=1), "deck"),
        (lambda: Game.new("ann", rules=WITH_MONEY, balance_minor=99), "balance"),
        (lambda: Game.new("ann", rules=WITH_MONEY, deck=cards_of("5h 9d")).bet(100), "deck"),
    ],
)
def test_a_game_that_cannot_be_is_not_made(make: Callable[[], Game], part: str) -> None:
    """The part that is wrong is named."""
    with pytest.raises(GameError) as raised:
        make()
    assert raised.value.part == part


def test_what_is_no_card_is_no_part_of_a_deck() -> None:
    """Whatever a host has stored in its place."""
    stored: list[Card] = json.loads('["5h", "9d", null]')
    with pytest.raises(GameError, match="not a card"):
        Game.new("ann", deck=stored)


def test_what_the_engine_refuses_is_refused() -> None:
    """A seed out of range, an empty deck, a balance that cannot be."""
    with pytest.raises(ShoeError):
        Game.new("ann", seed=-1)
    with pytest.raises(ShoeError):
        Game.new("ann", deck=())
    with pytest.raises(TableError):
        Game.new("ann", rules=WITH_MONEY, balance_minor=-1)


def test_a_game_read_from_json_is_the_same_value() -> None:
    """At every moment of a game, under rules of every kind."""
    for rules in (SPRING, Rules.of(surrender="early"), Rules.preset("cpsc386")):
        for seed in range(10):
            for game in random_line(Random(seed), rules):
                read = Game.from_json(game.to_json().encode())
                assert read == game
                assert hash(read) == hash(game)
                assert read.to_json() == game.to_json()
                assert played_on(Random(seed), read) == played_on(Random(seed), game)


def changed_json(**changes: object) -> str:
    """Write a game as JSON with some of its fields changed."""
    written: dict[str, object] = json.loads(IN_PROGRESS.to_json())
    return json.dumps({**written, **changes})


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "JSON"),
        ("[]", "JSON"),
        ("{}", "JSON"),
        ('{"schema":1,"schema":1}', "JSON"),
        (changed_json(more=1), "JSON"),
        (changed_json(schema=2), "schema"),
        (changed_json(schema=True), "schema"),
        (changed_json(id=None), "id"),
        (changed_json(id=""), "id"),
        (changed_json(player_id=7), "player_id"),
        (changed_json(player_id="ben"), "snapshot"),
    ],
)
def test_json_that_is_no_game_is_refused(text: str, part: str) -> None:
    """The part that is wrong is named."""
    with pytest.raises(GameError) as raised:
        Game.from_json(text)
    assert raised.value.part == part


def test_a_snapshot_that_cannot_be_is_refused() -> None:
    """Of the table inside a game nothing is believed either."""
    with pytest.raises(SnapshotError):
        Game.from_json(changed_json(snapshot={}))
    forged = IN_PROGRESS.to_json().replace('"points":21', '"points":20')
    assert forged != IN_PROGRESS.to_json()
    with pytest.raises(SnapshotError):
        Game.from_json(forged)


def test_only_the_table_of_one_round_makes_a_game() -> None:
    """Neither a seed, nor a second seat, nor a later round, nor a foreign player."""
    seeded = Table(SPRING, seats=["ann"], seed=1)
    seeded.open_round()
    two = Table(Rules.of(), seats=["ann", "ben"], seed=1)
    unopened = Table(SPRING, seats=[SeatPlan("ann")], seed=1)
    for table in (seeded, two, unopened):
        with pytest.raises(GameError) as raised:
            Game("g1", "ann", table.snapshot())
        assert raised.value.part == "snapshot"
    with pytest.raises(GameError):
        evolve(IN_PROGRESS, player_id="ben")
    with pytest.raises(GameError):
        evolve(IN_PROGRESS, snapshot=WON.snapshot, id="")
