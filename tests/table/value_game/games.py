"""Games with known cards, and games of every kind played at random."""

from collections.abc import Iterator
from random import Random

from tests.play.requirements.playing import cards_of

from pitboss import EventKind, Rules, Table
from pitboss.game.cards import CARDS
from pitboss.teaching import Game, GameError

NO_MOVES = {EventKind.OPEN, EventKind.SIT_OUT, EventKind.SIDE_BET}
MOVES = tuple(kind for kind in EventKind if kind not in NO_MOVES)
"""Every move of a game, under the name of its method."""


def dealt(cards: str, *, rules: Rules | None = None, bet_minor: int | None = None) -> Game:
    """Begin a game with known cards, and the rest of the deck behind them.

    Args:
        cards: in the order in which the rules draw them.
        rules: by default the preset `spring`.
        bet_minor: the bet, where the rules have money.
    """
    first = cards_of(cards)
    rest = [card for card in CARDS if card not in first]
    game = Game.new("ann", game_id="g1", rules=rules, deck=(*first, *rest))
    return game if bet_minor is None else game.bet(bet_minor)


def moved(game: Game, kind: EventKind, amount_minor: int = 0) -> Game:
    """Make a move by its name; a bet and an insurance bet of so much."""
    if kind is EventKind.BET:
        return game.bet(amount_minor)
    if kind is EventKind.INSURE:
        return game.insure(amount_minor)
    made: Game = getattr(game, kind.value)()
    return made


def random_move(chance: Random, game: Game) -> tuple[EventKind, int]:
    """Choose a legal move; where it names a stake, the least or the most."""
    kind = chance.choice(game.legal)
    limits = Table.restore(game.snapshot).menu().limits
    if limits is None or kind is EventKind.DECLINE:
        return kind, 0
    return kind, chance.choice((limits.least_minor, limits.most_minor))


def new_random_game(chance: Random, rules: Rules) -> Game | None:
    """Begin a game with a shuffled deck, sometimes a short one; none if that cannot be dealt."""
    cards = [card for card in CARDS for _ in range(rules.decks)]
    chance.shuffle(cards)
    try:
        return Game.new("ann", rules=rules, deck=cards[: chance.choice((8, 20, len(cards)))])
    except GameError:
        return None


def played_on(chance: Random, game: Game) -> Game | None:
    """Make a legal move at random; none if there is none, or the deck is too short for it."""
    try:
        return moved(game, *random_move(chance, game)) if game.legal else None
    except GameError:
        return None


def random_line(chance: Random, rules: Rules) -> Iterator[Game]:
    """Play a game at random and give it as it is after every move."""
    game = new_random_game(chance, rules)
    while game is not None:
        yield game
        game = played_on(chance, game)
