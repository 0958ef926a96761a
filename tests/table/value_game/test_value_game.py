"""A game as a value: moves make new games, and the old ones stay what they were."""

from random import Random

import pytest
from attrs.exceptions import FrozenInstanceError
from hypothesis import given
from hypothesis import strategies as st
from tests.players.strategies.rules import valid_rules
from tests.table.value_game.games import (
    MOVES,
    dealt,
    moved,
    new_random_game,
    random_line,
    random_move,
)

from pitboss import Event, EventKind, RefusedError, Rules, Table
from pitboss.table.menu import Refusal
from pitboss.table.shoes import ArrangedShoes
from pitboss.teaching import Game, GameStatus

PARTS = (
    "id",
    "player_id",
    "rules",
    "deck",
    "player_hand",
    "player_hands",
    "dealer_hand",
    "dealer_shown",
    "status",
    "facts",
    "void",
    "net_minor",
    "legal",
    "asked_hand",
)
"""Every accessor of a game."""

OTHER_RULES = Rules.of(surrender="late", insurance_amount="up_to_half")


@given(rules=valid_rules(max_seats=1), seed=st.integers(0, 2**32))
def test_no_move_changes_the_game_that_it_is_made_in(rules: Rules, seed: int) -> None:
    """Under any rules every game of a line of play is in the end what it was in the beginning."""
    kept = [(game, game.to_json(), hash(game)) for game in random_line(Random(seed), rules)]
    for game, text, number in kept:
        assert game.to_json() == text
        assert hash(game) == number
    assert len({game for game, _, _ in kept}) == len(kept)


@given(rules=valid_rules(max_seats=1), seed=st.integers(0, 2**32))
def test_a_game_plays_as_a_table_does(rules: Rules, seed: int) -> None:
    """The same deck and the same words bring the same cards and the same chips."""
    chance = Random(seed)
    game = new_random_game(chance, rules)
    if game is None:
        return
    shoes = ArrangedShoes([game.snapshot.house.shoe.cards])
    table = Table(rules, seats=["ann"], shoes=shoes)
    table.open_round()
    if rules.bet_max == 0:
        table.apply(Event.bet(0, 0))
    while True:
        assert game.snapshot == table.snapshot()
        assert game.view() == table.view(0)
        results = table.results()
        settled = [hand for hand in game.player_hands if hand.status in SETTLED]
        assert [hand.net_minor for hand in settled] == [result.net_minor for result in results]
        if not game.legal:
            break
        kind, amount_minor = random_move(chance, game)
        table.apply(Event(kind, 0, table.round.asked_hand, amount_minor))
        if table.round.void and kind is EventKind.BET:
            return
        game = moved(game, kind, amount_minor)
    assert game.net_minor == table.round.seats[0].balance_minor


SETTLED = frozenset(GameStatus) - {GameStatus.IN_PROGRESS}


def test_an_old_game_may_be_played_on_in_another_way() -> None:
    """From one game two others grow, which know nothing of each other."""
    game = dealt("5h 9d 6c 8s Th 2d")
    hit, stood = game.hit(), game.stand()
    assert str(hit.player_hand) == "5h 6c Th"
    assert str(stood.player_hand) == str(game.player_hand) == "5h 6c"
    assert (hit.status, stood.status) == (GameStatus.IN_PROGRESS, GameStatus.DEALER_WINS)
    assert (hit.hit().status, hit.stand().status) == (
        GameStatus.DEALER_WINS,
        GameStatus.PLAYER_WINS,
    )
    assert game == dealt("5h 9d 6c 8s Th 2d")


@pytest.mark.parametrize("kind", MOVES, ids=lambda kind: kind.value)
@pytest.mark.parametrize("rules", [None, OTHER_RULES], ids=["spring", "with money"])
def test_an_invalid_move_raises_and_changes_nothing(kind: EventKind, rules: Rules | None) -> None:
    """In a game in progress and in a settled one, whatever the move."""
    begun = dealt("5h 9d 6c 8s", rules=rules, bet_minor=None if rules is None else 1000)
    for game in (begun, begun.stand()):
        text = game.to_json()
        if kind not in game.legal:
            with pytest.raises(RefusedError) as raised:
                moved(game, kind, 500)
            assert raised.value.event.kind is kind
        assert game.to_json() == text


def test_a_settled_game_takes_no_move() -> None:
    """Nothing is legal any more, and what is said is refused because nothing is asked."""
    settled = dealt("Th 9d 9c 8s").stand()
    assert (settled.legal, settled.status) == ((), GameStatus.PLAYER_WINS)
    with pytest.raises(RefusedError) as raised:
        settled.hit()
    assert raised.value.kind is Refusal.NOT_ASKED


def test_no_part_of_a_game_can_be_set() -> None:
    """Neither its own nor those of a hand."""
    game = dealt("5h 9d 6c 8s")
    for part in ("id", "player_id", "snapshot"):
        with pytest.raises(FrozenInstanceError):
            setattr(game, part, "other")
    with pytest.raises(FrozenInstanceError):
        setattr(game.player_hand, "cards", ())  # noqa: B010  a plain assignment is no type


@given(rules=valid_rules(max_seats=1), seed=st.integers(0, 2**32))
def test_nothing_is_ever_missing(rules: Rules, seed: int) -> None:
    """No accessor returns None, before the bet, in play or at the end."""
    for game in random_line(Random(seed), rules):
        for part in PARTS:
            assert getattr(game, part) is not None
        for hand in (*game.player_hands, game.player_hand):
            assert None not in (hand.cards, hand.points, hand.status, hand.net_minor)


def test_every_accessor_is_looked_at() -> None:
    """The list above names every public part of a game that is not a move."""
    others = {kind.value for kind in MOVES} | {"new", "rehydrate", "view", "to_json", "from_json"}
    public = {name for name in dir(Game) if not name.startswith("_")} - others - {"snapshot"}
    assert public == set(PARTS)


def test_the_cards_of_a_game_are_all_there() -> None:
    """Deck, hands and hidden card together are the deck that was begun with."""
    for game in random_line(Random(3), Rules.preset("spring", decks=1)):
        held = [*game.deck, *game.dealer_hand.cards]
        held += [card for hand in game.player_hands for card in hand.cards]
        assert len(held) in {8, 20, 52}
        assert len(set(held)) == len(held)


def test_the_hidden_card_is_in_the_dealers_hand_and_not_in_what_is_shown() -> None:
    """It lies in the place in which it was drawn, under either rule for the up card."""
    game = dealt("5h 9d 6c 8s")
    assert (str(game.dealer_hand), str(game.dealer_shown)) == ("9d 8s", "9d")
    second = dealt("5h 9d 6c 8s", rules=Rules.preset("spring", up_card="second"))
    assert (str(second.dealer_hand), str(second.dealer_shown)) == ("9d 8s", "8s")
    assert str(game.stand().dealer_shown) == "9d 8s"


def test_what_is_printed_of_a_game_tells_nothing_hidden() -> None:
    """Games that differ in unseen cards only print alike and look alike to the player."""
    one, other = dealt("5h 9d 6c 8s Th"), dealt("5h 9d 6c As 2h")
    assert one != other
    assert repr(one) == repr(other)
    assert repr(one) == (
        "Game(id='g1', player_id='ann', player=[5h 6c], dealer=[9d ??], status=IN_PROGRESS)"
    )
    assert repr(one.stand()).endswith("player=[5h 6c], dealer=[9d 8s], status=DEALER_WINS)")
    assert one.view() == other.view()


@pytest.mark.parametrize(
    ("cards", "moves", "status", "facts"),
    [
        ("Th 9d 8c 8s", (), GameStatus.IN_PROGRESS, set[GameStatus]()),
        ("Th 9d 9c 8s", ("stand",), GameStatus.PLAYER_WINS, set[GameStatus]()),
        ("Th 9d 6c 8s", ("stand",), GameStatus.DEALER_WINS, set[GameStatus]()),
        ("Th 9d 7c 8s", ("stand",), GameStatus.PUSH, set[GameStatus]()),
        ("Th 9d 7c 8s 9h", ("hit",), GameStatus.DEALER_WINS, {GameStatus.PLAYER_BUST}),
        ("Th 9d 7c 6s 9h", ("stand",), GameStatus.PLAYER_WINS, {GameStatus.DEALER_BUST}),
        ("Ah 9d Kc 8s", (), GameStatus.PLAYER_WINS, set[GameStatus]()),
    ],
)
def test_the_status_is_how_the_game_stands_and_a_bust_is_a_fact_beside_it(
    cards: str, moves: tuple[str, ...], status: GameStatus, facts: set[GameStatus]
) -> None:
    """A bust game is won or lost like any other, and one in progress has no facts."""
    game = dealt(cards)
    for move in moves:
        game = moved(game, EventKind(move))
    assert (game.status, set(game.facts)) == (status, facts)
