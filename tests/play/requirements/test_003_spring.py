"""What [003] asks for, clause by clause, played with the game that is a value."""

from random import Random
from uuid import UUID

import pytest
from tests.play.requirements.playing import cards_of
from tests.table.value_game.games import random_line

from pitboss import Card, EventKind, RefusedError, Rules
from pitboss.game.cards import CARDS
from pitboss.teaching import Game, GameStatus

SPRING = Rules.preset("spring")
IN_PROGRESS = GameStatus.IN_PROGRESS


def begun(cards: str) -> Game:
    """Begin a game with known cards and the rest of the deck behind them."""
    first = cards_of(cards)
    return Game.new("ann", deck=(*first, *(card for card in CARDS if card not in first)))


def test_003_fields_game_id_and_player_id() -> None:
    """An id of its own, from the caller or by chance and not by the seed; and whose game it is.

    "Fields": a game has an id of its own, not from its randomness, and a player's.
    """
    assert Game.new("ann", game_id="g1").id == "g1"
    games = [Game.new("ann", seed=3) for _ in range(20)]
    assert len({UUID(game.id) for game in games}) == 20
    assert len({game.deck for game in games}) == 1
    assert {game.player_id for game in games} == {"ann"}


def test_003_immutability_move_returns_a_new_game() -> None:
    """The old one stays as it was, and can be played on again.

    "Immutability": a move returns a new game, and the old one does not change.
    """
    game = begun("5h 9d 6c 8s Th 2d")
    before = game.to_json()
    hit = game.hit()
    assert hit is not game
    assert hit != game
    stood = game.stand()
    assert game.to_json() == before
    assert (str(hit.player_hand), str(stood.player_hand)) == ("5h 6c Th", "5h 6c")


def test_003_initialization_cards_in_turn() -> None:
    """Four cards from a shuffled deck of 52, in turn.

    "Game Initialization": four cards in turn from a shuffled deck of 52.
    """
    game = begun("2c 3c 4c 5c")
    assert (str(game.player_hand), str(game.dealer_hand)) == ("2c 4c", "3c 5c")
    assert len(game.deck) == 48
    shuffled = Game.new("ann")
    cards = (*shuffled.deck, *shuffled.player_hand.cards, *shuffled.dealer_hand.cards)
    assert sorted(card.index for card in cards) == list(range(52))


@pytest.mark.parametrize(
    ("cards", "status"),
    [
        ("Ah Ad Kc Qs", GameStatus.PUSH),
        ("Ah 9d Kc Qs", GameStatus.PLAYER_WINS),
        ("9h Ad 9c Qs", GameStatus.DEALER_WINS),
        ("9h Kd 9c As", GameStatus.DEALER_WINS),
        ("9h Kd 9c 8s", GameStatus.IN_PROGRESS),
    ],
)
def test_003_natural_resolution_at_the_deal(cards: str, status: GameStatus) -> None:
    """A natural on either side ends the game before any move; two of them are a tie.

    "Natural Blackjack Resolution": naturals are settled at the deal, two of them tie.
    """
    game = begun(cards)
    assert game.status is status
    assert (game.legal == ()) == (status is not IN_PROGRESS)
    assert len(game.deck) == 48


def test_003_player_actions_while_in_progress() -> None:
    """In a settled game a hit and a stand are invalid, and raise.

    "Player Actions; Validation Rules": hit and stand are invalid in a settled game.
    """
    for game in (begun("Ah 9d Kc Qs"), begun("Th 9d 9c 8s").stand(), begun("Th 9d 6c 8s 9h").hit()):
        for move in (game.hit, game.stand):
            with pytest.raises(RefusedError):
                move()
    assert begun("5h 9d 6c 8s").legal == (EventKind.HIT, EventKind.STAND)


def test_003_hit_to_21_does_not_end_the_turn() -> None:
    """With 21 the player may stand or even hit again; a bust ends the game and the dealer wins.

    "Hit": the turn goes on at 21.
    """
    game = begun("5h 9d 6c 8s Th 2d").hit()
    assert (game.player_hand.points, game.status) == (21, IN_PROGRESS)
    assert game.stand().status is GameStatus.PLAYER_WINS
    bust = game.hit()
    assert (bust.status, set(bust.facts)) == (GameStatus.DEALER_WINS, {GameStatus.PLAYER_BUST})
    assert str(bust.dealer_hand) == "9d 8s"


@pytest.mark.parametrize(
    ("cards", "dealer", "status"),
    [
        ("Th 6d 9c 5s 4h 2d", "6d 5s 4h 2d", GameStatus.PLAYER_WINS),
        ("Th 6d 9c 5s 5h", "6d 5s 5h Ac", GameStatus.PLAYER_WINS),
        ("Th Td 9c 7s", "Td 7s", GameStatus.PLAYER_WINS),
        ("Th 6d 9c Ts 9h", "6d Ts 9h", GameStatus.PLAYER_WINS),
        ("Th 9d 8c 9s", "9d 9s", GameStatus.PUSH),
        ("Th 9d 8c Ts", "9d Ts", GameStatus.DEALER_WINS),
        ("Th Ad 8c 6s", "Ad 6s", GameStatus.PLAYER_WINS),
    ],
)
def test_003_stand_plays_the_dealer_and_settles(
    cards: str, dealer: str, status: GameStatus
) -> None:
    """He draws to 16 and stands on 17; the higher total wins, and equal ones are a tie.

    "Stand; Dealer Logic; Outcome Resolution": a stand plays the dealer and settles the game.
    """
    game = begun(cards).stand()
    assert str(game.dealer_hand) == str(game.dealer_shown)
    assert (str(game.dealer_hand), game.status) == (dealer, status)


def test_003_rehydrate_a_stored_game() -> None:
    """From its stored parts a game in progress comes out as it was, and plays on the same.

    "Rehydrate from Storage": a game in progress is built again from stored parts.
    """
    for seed in range(40):
        for game in random_line(Random(seed), SPRING):
            again = Game.rehydrate(
                game.id,
                game.player_id,
                deck=game.deck,
                player_hand=game.player_hand.cards,
                dealer_hand=game.dealer_hand.cards,
                status=game.status,
            )
            assert again == game
            if game.status is IN_PROGRESS:
                assert again.hit() == game.hit()
                assert again.stand() == game.stand()


def test_003_accessor_methods_for_all_parts() -> None:
    """Id, player, deck, both hands and status can be asked for, and have their types.

    "Accessor Methods": every part can be asked for.
    """
    game = begun("5h 9d 6c 8s Th")
    assert isinstance(game.id, str)
    assert isinstance(game.player_id, str)
    assert all(isinstance(card, Card) for card in game.deck)
    assert (str(game.player_hand), game.player_hand.points) == ("5h 6c", 11)
    assert (str(game.dealer_hand), game.dealer_hand.points) == ("9d 8s", 17)
    assert game.deck[0] is Card.parse("Th")
    assert game.status is IN_PROGRESS


def test_003_validation_nothing_is_null() -> None:
    """No part is ever missing, from the deal to the end.

    "Validation Rules": no part is ever null.
    """
    for seed in range(40):
        for game in random_line(Random(seed), SPRING):
            parts = (game.id, game.player_id, game.deck, game.status, game.facts)
            assert None not in parts
            for hand in (game.player_hand, game.dealer_hand, game.dealer_shown):
                assert None not in (hand, hand.cards, hand.points)
