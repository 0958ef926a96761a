"""Makes clones: copies of a table with other hidden cards; what everybody sees is unchanged.

Only a hole card, burned cards and the cards left in the shoe lie face down. So all seats know the
same things: what a view shows, and the rules. Unseen cards are the cards of the rules' decks that
nobody has seen. Every possible arrangement of them is equally likely:

1. The hole card is one of the possible cards. If the dealer peeked and found no natural, a card
   that makes one is not possible. The possible hole cards are equally likely, because each leaves
   the same number of orders of the other cards.
2. All other cards are shuffled, and put in the unseen places of the shoe.
3. The cut card is put in one of the places that everybody knows to be possible.

If a shoe was made in the middle of an earlier round, no view shows which cards it lacks, so any
unseen card may be missing. If a shoe was arranged by hand, nobody knows its cards: the clone
assumes the decks of the rules, or more decks if the shoe has more cards.
"""

from __future__ import annotations

from collections import Counter
from hashlib import shake_256
from typing import Final

from attrs import evolve

from pitboss.game.cards import Card
from pitboss.game.limits import MAX_CARDS
from pitboss.game.round import DealerNatural, House, Round, cards_on_table
from pitboss.game.seen import all_seen
from pitboss.game.shoe import SEED_BYTES, Shoe, TableSeed, secret_of, shoe_seed
from pitboss.machine.flags import flags_for, hole_place
from pitboss.rules import Rules
from pitboss.table.shoe_view import cut_card_known, cut_place
from pitboss.table.shoes import (
    ArrangedShoes,
    SeededShoes,
    client_seeds_of,
    last_source,
    seeded_shoes,
)
from pitboss.table.snapshot_json import copy_part
from pitboss.unchecked import Unchecked

_TAG: Final = b"pitboss clone/1\0"
_HOLE_CARD: Final = ("hole_card",)
"""`shoe_seed` gets this as client seeds, to make the seed that draws the hole card of a clone."""


def deal_anew(
    rules: Rules, round_: Round, house: House, seed: Unchecked[TableSeed]
) -> tuple[bytes, Round, House]:
    """Return a secret, and a copy of a table's state with the unseen cards dealt again.

    The secret differs from the secret of a table that is set up with the same seed.

    Args:
        rules: the rules of the table.
        round_: what lies face up; it is not changed.
        house: the hidden state; the copy uses only its chips and what a view shows.
        seed: the seed of the shuffle, and of later shoes.

    Raises:
        ShoeError: the seed is out of range.
    """
    secret = shake_256(_TAG + secret_of(seed)).digest(SEED_BYTES)
    seeded, shoe = _seeded(rules, round_, house, secret), house.shoe
    seen, hidden = all_seen(round_), house.hole_card is not None
    # How many drawn cards were burned, or were hole cards that earlier rounds never turned.
    gone = shoe.position - len(seen) - int(hidden and not round_.hole_is_older)
    places = gone + int(hidden) + shoe.remaining
    unseen, may_be_hole = _unseen(seeded, round_, seen, places)
    hole_card: Card | None = None
    if hidden:
        hole_card = _one_of(may_be_hole, shoe_seed(secret, shoe.number, shoe.part, _HOLE_CARD))
        unseen.remove(hole_card)
    drawn = [*round_.swept, *_dealt(rules, round_, house, hole_card)]
    # As at any table, later shoes may contain cards that an arranged shoe left on the table.
    source = seeded if isinstance(house.shoes, SeededShoes) else ArrangedShoes((), then=seeded)
    made = House(source, _shoe_anew(round_, shoe, drawn, unseen, secret))
    made.hole_card = hole_card
    made.balance_minor, made.brought_minor = house.balance_minor, house.brought_minor
    again = copy_part(round_)
    again.cut_window = round_.cut_window
    return secret, again, made


def _seeded(rules: Rules, round_: Round, house: House, secret: bytes) -> SeededShoes:
    """Return the source of the copy's shoes: like the table's, but with the copy's own seed."""
    last = last_source(house.shoes)
    like = last if isinstance(last, SeededShoes) else seeded_shoes(rules, secret)
    return evolve(like, table_seed=secret, client_seeds=client_seeds_of(round_))


def _unseen(
    seeded: SeededShoes, round_: Round, seen: list[Card], places: int
) -> tuple[list[Card], list[Card]]:
    """Return the unseen cards in the order of a deck, and the possible hole cards.

    Args:
        seeded: the source of later shoes, with the number of decks; an arranged shoe may need more
            decks.
        round_: what lies face up.
        seen: the cards seen of the shoe in use.
        places: the number of places that the unseen cards must fill.
    """
    known = Counter([*seen, *round_.older])
    decks, deck = seeded.decks, seeded.deck.cards
    while True:
        left = Counter(deck * decks) - known
        unseen = [card for card in deck for _ in range(left[card])][:MAX_CARDS]
        may_be_hole = [card for card in unseen if not _is_excluded(round_, card)]
        if len(unseen) >= places and may_be_hole:
            return unseen, may_be_hole
        decks += 1


def _is_excluded(round_: Round, card: Card) -> bool:
    """Return whether the hole card cannot be this card, because the dealer found no natural."""
    up_card = round_.up_card
    return (
        round_.dealer_natural is DealerNatural.EXCLUDED
        and up_card is not None
        and up_card.is_ace is not card.is_ace
        and up_card.makes_natural
        and card.makes_natural
    )


def _one_of(cards: list[Card], seed: bytes) -> Card:
    """Return one of some cards; all are equally likely."""
    shoe = Shoe(1, cards, 0, 0, seed, written_out=True)
    shoe.shuffle(1)
    shoe.has(1)
    return shoe.order[0]


def _dealt(rules: Rules, round_: Round, house: House, hole_card: Card | None) -> list[Card]:
    """Return the cards on the table from the shoe in use, in order, with this hole card."""
    on_table, position = cards_on_table(round_, house), house.shoe.position
    older = len(round_.older) + int(round_.hole_is_older)
    dealt = house.shoe.order[position - len(on_table) + older : position]
    if hole_card is not None and not round_.hole_is_older:
        hands = sum(bool(seat.hands) for seat in round_.seats)
        dealt[hole_place(flags_for(rules), hands) - older] = hole_card
    return dealt


def _shoe_anew(
    round_: Round, shoe: Shoe, drawn: list[Card], unseen: list[Card], secret: bytes
) -> Shoe:
    """Return the shoe in use with other cards in the places that nobody has seen.

    Args:
        round_: what lies face up.
        shoe: the shoe in use.
        drawn: the cards drawn from the shoe, in order, without burned cards and without earlier
            hole cards that were never turned.
        unseen: all other cards.
        secret: the secret from which the unseen cards are shuffled.
    """
    number, part, size = shoe.number, shoe.part, len(shoe.order)
    known = cut_card_known(round_.cut_window, size, shoe.position, cut_place(shoe))
    least, most = (size, size) if known is None else (known.least, known.most)
    seed = shoe_seed(secret, number, part)
    anew = Shoe(number, unseen, 0, 0, seed, written_out=True, part=part)
    anew.client_seeds = shoe.client_seeds
    anew.cut_at = least + anew.shuffle(most - least + 1)
    gone = shoe.position - len(drawn)
    # As in any shoe, only drawn cards are shuffled now. But all cards are shuffled if the shoe was
    # arranged, or if there are more unseen cards than places.
    whole = shoe.seed is None or len(unseen) > size - len(drawn)
    anew.has(len(unseen) if whole else gone)
    anew.order = [*anew.order[:gone], *drawn, *anew.order[gone:]][:size]
    anew.prepared = min(anew.prepared + len(drawn), size)
    anew.position = shoe.position
    if shoe.seed is None:
        anew.seed = None
    return anew
