"""A game as a value: each move returns a new game, and the old one does not change.

One player plays one round, as with the immutable class `Game` of document [003]. This module has no
rules of play. A game holds the snapshot of an ordinary table. A move restores the table, applies
its event and takes the next snapshot. So the same engine plays a game, under any rules.

A game contains its deck and the dealer's hidden card, so only the host may see it. Show the player
`Game.view`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Final, cast, final
from uuid import uuid4

from attrs import evolve, field, frozen

from pitboss.arguments import check_fields, takes
from pitboss.errors import EventError, ShoeError
from pitboss.game.bets import net_of
from pitboss.game.cards import Card
from pitboss.game.events import Event, EventKind
from pitboss.game.round import Phase
from pitboss.rules import Rules
from pitboss.table.menu import RefusedError
from pitboss.table.offer import View
from pitboss.table.seating import SeatPlan
from pitboss.table.shoe_invariants import dealer_as_drawn
from pitboss.table.shoes import ArrangedShoes, draw_table_seed, seeded_shoes
from pitboss.table.snapshot import MAX_SNAPSHOT_BYTES, Snapshot
from pitboss.table.table import Table
from pitboss.teaching.value_parts import (
    FACTS,
    NO_HAND,
    SIGN_OF,
    GameError,
    GameHand,
    GameStatus,
    PlayerHand,
    cards_as_drawn,
    check_cards,
    check_name,
    wrong_part,
)
from pitboss.text.strict import strict_json

GAME_SCHEMA: Final = 1
"""The version of the JSON that `Game.to_json` writes."""

MAX_GAME_BYTES: Final = 2 * MAX_SNAPSHOT_BYTES


def _spring() -> Rules:
    return Rules.preset("spring")


@final
@frozen(repr=False)
class Game:
    """One player's whole game at one point in time; it never changes.

    `Game.new` deals a game, or asks for the bet if the game is for money::

        game = Game.new("ann")
        if game.status is GameStatus.IN_PROGRESS:
            game = game.hit()

    A move that is not legal raises a `RefusedError`. Games are equal if all their parts are equal.

    Attributes:
        id: the id of the game.
        player_id: whose game it is.
        snapshot: the table of the game; only the host may see it.

    Raises:
        GameError: a part is invalid, or the table is not for one game of this player.
    """

    id: str = field()
    player_id: str = field()
    snapshot: Snapshot = field()

    def __attrs_post_init__(self) -> None:
        """Refuse parts that do not make up a game."""
        check_fields(self, wrong_part)
        check_name("id", self.id)
        check_name("player_id", self.player_id)
        table, shoes = self.snapshot, self.snapshot.house.shoes
        if [plan.name for plan in table.plans] != [self.player_id]:
            raise GameError("snapshot", "must be of a table with only this player")
        known = type(shoes) is ArrangedShoes and len(shoes.orders) == 1 and shoes.then is None
        if table.seed is not None or not known or table.round.number != 1:
            raise GameError("snapshot", "must be of a first round, with one deck of known order")
        check_cards("deck", table.house.shoe.cards, table.rules)

    @classmethod
    @takes(wrong_part)
    def new(
        cls,
        player_id: str,
        *,
        game_id: str | None = None,
        rules: Rules | None = None,
        deck: Iterable[Card] | None = None,
        seed: int | None = None,
        balance_minor: int | None = None,
    ) -> Game:
        """Begin a game; if it is not for money, also deal it and settle naturals [003].

        Args:
            player_id: whose game it is.
            game_id: the id of the game; by default a random UUID, independent of the cards.
            rules: the rules; by default those of [003], the preset ``spring``.
            deck: the cards in the order of drawing; by default the shuffled decks of the rules.
            seed: 0 to 2**63 - 1; the same seed gives the same deck. By default it is random.
            balance_minor: the player's chips in minor units; by default unlimited.

        Raises:
            GameError: a part is not allowed, the deck is too short to be dealt, or no bet can be
                made.
            ShoeError: the seed is out of range.
            TableError: the balance is out of range.
        """
        known = _spring() if rules is None else rules
        check_name("player_id", player_id)
        if deck is None:
            cards = _shuffled(known, seed)
        elif seed is None:
            cards = check_cards("deck", deck, known)
        else:
            raise GameError("deck", "must be left out when a seed is given")
        plan = SeatPlan(player_id, balance_minor)
        table = Table(known, seats=[plan], shoes=ArrangedShoes([cards]))
        table.open_round()
        limits = table.menu().limits
        if limits is None or not limits.possible:
            raise GameError("balance", "must reach the smallest bet of the rules")
        if limits.most_minor == 0:
            table.apply(Event.bet(0, 0))
        name = str(uuid4()) if game_id is None else game_id
        return _dealt(cls(name, player_id, table.snapshot()))

    @classmethod
    @takes(wrong_part)
    def rehydrate(
        cls,
        game_id: str,
        player_id: str,
        *,
        deck: Iterable[Card],
        player_hand: Iterable[Card],
        dealer_hand: Iterable[Card],
        status: GameStatus,
        rules: Rules | None = None,
        bet_minor: int = 0,
    ) -> Game:
        """Build a game again from stored parts [003 Rehydrate from Storage].

        The stored cards are dealt and played again, and impossible parts are refused. Only hits, a
        stand and declined offers are played again. To store a game with other moves, or a void
        game, use `to_json`.

        Args:
            game_id: the id of the game.
            player_id: whose game it is.
            deck: the cards that are left, in the order of drawing.
            player_hand: the player's cards, in the order in which they came.
            dealer_hand: the dealer's cards in the same order, including the hidden card.
            status: the status when the game was stored.
            rules: the rules; by default the preset ``spring``.
            bet_minor: the bet in minor units, if the game is for money.

        Raises:
            GameError: a part is not allowed, or play does not lead to these parts.
        """
        known = _spring() if rules is None else rules
        if status in FACTS:
            raise GameError("status", "must be in progress, won, lost or tied")
        left = check_cards("deck", deck, known)
        player = check_cards("player_hand", player_hand, known)
        dealer = check_cards("dealer_hand", dealer_hand, known)
        drawn = cards_as_drawn(known, player, dealer)
        try:
            game = cls.new(player_id, game_id=game_id, rules=known, deck=drawn + left)
            if player and EventKind.BET in game.legal:
                game = game.bet(bet_minor)
            game = _played_to(game, len(player), status)
        except (EventError, RefusedError, ShoeError) as error:
            raise GameError("hands", f"cannot be played: {error}") from error
        for part, found, stored in (
            ("player_hand", game.player_hand.cards, player),
            ("dealer_hand", game.dealer_hand.cards, dealer),
            ("deck", game.deck, left),
            ("status", game.status, status),
        ):
            if found != stored:
                raise GameError(part, "does not follow from the other parts")
        return game

    def bet(self, amount_minor: int) -> Game:
        """Return the game with the bet placed and the cards dealt."""
        return _dealt(self._after(EventKind.BET, amount_minor))

    def hit(self) -> Game:
        """Return the game after a hit of the hand whose turn it is [003 Hit]."""
        return self._after(EventKind.HIT)

    def stand(self) -> Game:
        """Return the game after a stand; after the last hand the dealer plays [003 Stand]."""
        return self._after(EventKind.STAND)

    def double(self) -> Game:
        """Return the game after a double: twice the bet, and one last card."""
        return self._after(EventKind.DOUBLE)

    def split(self) -> Game:
        """Return the game after the pair was split into two hands."""
        return self._after(EventKind.SPLIT)

    def surrender(self) -> Game:
        """Return the game with this hand surrendered."""
        return self._after(EventKind.SURRENDER)

    def even_money(self) -> Game:
        """Return the game with the natural paid 1:1."""
        return self._after(EventKind.EVEN_MONEY)

    def insure(self, amount_minor: int | None = None) -> Game:
        """Return the game with this hand insured, by default for the largest amount allowed."""
        if amount_minor is None:
            limits = Table.restore(self.snapshot).menu().limits
            return self._after(EventKind.INSURE, 0 if limits is None else limits.most_minor)
        return self._after(EventKind.INSURE, amount_minor)

    def decline(self) -> Game:
        """Return the game with the open offer declined."""
        return self._after(EventKind.DECLINE)

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.snapshot.rules

    @property
    def deck(self) -> tuple[Card, ...]:
        """The cards that are left, in the order in which they will be drawn."""
        shoe = self.snapshot.house.shoe
        return shoe.cards[shoe.position :]

    @property
    def player_hands(self) -> tuple[PlayerHand, ...]:
        """The player's hands: several after a split, and none before the bet."""
        return tuple([PlayerHand.of(hand) for hand in self.snapshot.round.seats[0].hands])

    @property
    def player_hand(self) -> PlayerHand:
        """The player's first hand; it has no cards before the bet."""
        return next(iter(self.player_hands), NO_HAND)

    @property
    def dealer_hand(self) -> GameHand:
        """The dealer's cards as they were drawn, including the hidden card."""
        shown, hole_card = self.snapshot.round.dealer.cards, self.snapshot.house.hole_card
        return GameHand(dealer_as_drawn(self.rules, shown, hole_card))

    @property
    def dealer_shown(self) -> GameHand:
        """The dealer's cards that lie face up."""
        return GameHand(tuple(self.snapshot.round.dealer.cards))

    @property
    def status(self) -> GameStatus:
        """The status of the game; with several hands, the sum of their results decides."""
        if self.snapshot.round.phase is not Phase.RESOLVED:
            return GameStatus.IN_PROGRESS
        hands = self.player_hands
        staked = any(hand.bet_minor for hand in hands)
        total = sum(hand.net_minor if staked else SIGN_OF[hand.status] for hand in hands)
        if total == 0:
            return GameStatus.PUSH
        return GameStatus.PLAYER_WINS if total > 0 else GameStatus.DEALER_WINS

    @property
    def facts(self) -> frozenset[GameStatus]:
        """Who is bust in a settled game: the player (if all hands are), the dealer, or nobody."""
        if self.status is GameStatus.IN_PROGRESS:
            return frozenset()
        busts = {
            GameStatus.PLAYER_BUST: all(hand.bust for hand in self.player_hands),
            GameStatus.DEALER_BUST: self.dealer_shown.bust,
        }
        return frozenset([fact for fact, is_so in busts.items() if is_so])

    @property
    def void(self) -> bool:
        """Whether the deck ran out and the bets were returned."""
        return self.snapshot.round.void

    @property
    def net_minor(self) -> int:
        """The net result of all settled bets, in minor units."""
        seat = self.snapshot.round.seats[0]
        beside = sum(net_of(bet) for hand in seat.hands for bet in hand.bets_beside)
        return beside + sum(hand.net_minor for hand in self.player_hands)

    @property
    def legal(self) -> tuple[EventKind, ...]:
        """The legal moves, each named like its method; empty if the game is settled."""
        kinds = Table.restore(self.snapshot).menu().kinds
        return tuple([kind for kind in kinds if kind not in _NO_MOVES])

    @property
    def asked_hand(self) -> int:
        """The index of the hand to which the next move applies, counted from 0."""
        return self.snapshot.round.asked_hand

    def view(self) -> View:
        """Return what the player may see."""
        return Table.restore(self.snapshot).view(0)

    def to_json(self) -> str:
        """Return the whole game as JSON for `from_json`; only the host may see it."""
        held: object = json.loads(self.snapshot.to_json())
        game = {
            "schema": GAME_SCHEMA,
            "id": self.id,
            "player_id": self.player_id,
            "snapshot": held,
        }
        return json.dumps(game, separators=(",", ":"))

    @classmethod
    @takes(wrong_part)
    def from_json(cls, text: str | bytes) -> Game:
        """Parse what `to_json` wrote, and check it as `Snapshot.from_json` checks a table.

        Args:
            text: the JSON; bytes are read as UTF-8.

        Raises:
            GameError: the text is not a game of this version.
            SnapshotError: the table in it is impossible.
        """
        try:
            given = strict_json(text, most=MAX_GAME_BYTES)
        except ValueError as error:
            raise GameError("JSON", f"cannot be read: {error}") from error
        if not isinstance(given, dict):
            raise GameError("JSON", "must be an object")
        held = cast("dict[str, object]", given)
        if held.keys() != {"schema", "id", "player_id", "snapshot"}:
            raise GameError("JSON", "must have only the fields schema, id, player_id and snapshot")
        if type(held["schema"]) is not int or held["schema"] != GAME_SCHEMA:
            raise GameError(
                "schema", f"must be {GAME_SCHEMA}, the only schema that this engine reads"
            )
        snapshot = Snapshot.from_json(json.dumps(held["snapshot"]))
        return cls(cast("str", held["id"]), cast("str", held["player_id"]), snapshot)

    def __repr__(self) -> str:
        hands = " | ".join([str(hand) for hand in self.player_hands])
        hidden = " ??" if self.snapshot.round.hole_hidden else ""
        return (
            f"Game(id={self.id!r}, player_id={self.player_id!r}, player=[{hands}], "
            f"dealer=[{self.dealer_shown}{hidden}], status={self.status.value})"
        )

    def _after(self, kind: EventKind, amount_minor: int = 0) -> Game:
        """Return the game after an event; this game does not change.

        Raises:
            RefusedError: the event is illegal now.
        """
        table = Table.restore(self.snapshot)
        table.apply(Event(kind, 0, table.round.asked_hand, amount_minor))
        return evolve(self, snapshot=table.snapshot())


_NO_MOVES: Final = frozenset({EventKind.OPEN, EventKind.SIT_OUT, EventKind.SIDE_BET})
"""Events that are not moves of a game, which has one round and no side bets."""


def _dealt(game: Game) -> Game:
    """Return a game; raise an error if its deck is too short for the deal."""
    if game.void:
        raise GameError("deck", "is too short to be dealt")
    return game


def _played_to(game: Game, cards: int, status: GameStatus) -> Game:
    """Decline offers, hit until the hand has `cards` cards, and stand if the game was over."""
    while legal := game.legal:
        if EventKind.DECLINE in legal:
            game = game.decline()
        elif EventKind.HIT in legal and len(game.player_hand.cards) < cards:
            game = game.hit()
        elif EventKind.STAND in legal and status is not GameStatus.IN_PROGRESS:
            game = game.stand()
        else:
            break
    return game


def _shuffled(rules: Rules, seed: int | None) -> tuple[Card, ...]:
    """Return the shuffled decks of a rule set, without the burned cards."""
    shoe = seeded_shoes(rules, draw_table_seed() if seed is None else seed).fresh(1)
    return shoe.cards[shoe.position :]
